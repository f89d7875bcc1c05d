(** Chai and Nayak: local privacy by quotients, (3.5), Remark 4.2 and a step of Theorem 4.2, each with every clause of its printed sentence. *)

From Coq Require Import Reals Lra Lia Arith Bool.
From Coquelicot Require Import Rbar.
From Rropt Require Import Sums Mechanisms Blackwell Breach ChaiNayak Notions ChaiNayakBreaches ChaiNayakAdmissible ChaiNayakNotions ChaiNayakProcedures ChaiNayakSentences ChaiNayakCriteria.
From Rropt Require ChaiNayakMatrices.
Open Scope R_scope.

(** (2.1) as it is printed, by quotients with 0/0 = 1 and a/0 infinite. *)
Definition dlp_by_quotients (m k : nat) (e : R) (P : nat -> nat -> R) : Prop := forall S j l, (j < k)%nat -> (l < k)%nat ->
  Rbar_le (quotient (share_of m P S j) (share_of m P S l)) (Finite (exp e)).
Lemma dlp_in_products m k e P : mechanism m k P -> 0 < e -> (dlp_by_quotients m k e P <-> dlp m k e P).
Proof.
  intros HP He. assert (E : 1 <= exp e) by (pose proof (exp_ineq1_le e); lra).
  assert (N : forall S j, (j < k)%nat -> 0 <= share_of m P S j) by (intros S j Hj; apply sum_nonneg; intros i Hi; destruct (S i); [now apply HP | lra]).
  split; intros H S j l Hj Hl; pose proof (quotient_at_most (share_of m P S j) (share_of m P S l) (exp e) (N S j Hj) (N S l Hl) E) as Q.
  - apply Q. now apply H.
  - apply Q. now apply (H S j l).
Qed.

(** After Definition 2.1, and conclusion (3) of Section 3: what (2.1) is equivalent to. *)
Theorem dlp_is_beta_by_quotients m k e P : mechanism m k P -> 0 < e -> (dlp_by_quotients m k e P <-> ~ factor_breach m k (exp e) P).
Proof. intros HP He. rewrite (dlp_in_products m k e P HP He). now apply dlp_is_beta. Qed.

Theorem dlp_is_csip_by_quotients m k e P : mechanism m k P -> 0 < e -> (dlp_by_quotients m k e P <-> keeps_below m k (h_gamma (exp e)) P).
Proof. intros HP He. rewrite (dlp_in_products m k e P HP He). apply dlp_is_csip; [assumption | lra]. Qed.

Theorem dlp_is_rho_by_quotients m k P : mechanism m k P ->
  (forall a b e, 0 < a -> a < b -> b < 1 -> exp e = b * (1 - a) / (a * (1 - b)) -> 0 < e /\ (dlp_by_quotients m k e P <-> rho_privacy m k a b P)) /\
  forall e, 0 < e -> exists a b, 0 < a /\ a < b /\ b < 1 /\ exp e = b * (1 - a) / (a * (1 - b)).
Proof.
  intros HP. destruct (dlp_is_rho m k P HP) as [One Two]. split; [|assumption]. intros a b e Ha Hab Hb E.
  assert (D : 0 < a * (1 - b)) by (apply Rmult_lt_0_compat; lra).
  assert (He : 0 < e).
  { apply exp_lt_inv. rewrite exp_0, E. apply Rmult_lt_reg_r with (a * (1 - b)); [assumption|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l; lra. }
  split; [assumption|]. rewrite (dlp_in_products m k e P HP He). now apply One.
Qed.

(** Before (3.5): P of parity gamma guarantees h-CSIP for all h such that gamma is at most every term of (3.3), or equivalently such that h
    is at least h_gamma. *)
Theorem eq_3_5_whole m k g P : mechanism m k P -> 1 < g -> matrix_parity m k P (Finite g) ->
  forall h, (forall a, 0 <= a <= 1 -> a <= h a <= 1) ->
  ((forall p, 0 < p < 1 -> Rbar_le (Finite g) (term h p)) <-> (forall p, 0 < p < 1 -> h_gamma g p <= h p)) /\
  (keeps_below m k h P <-> forall p, 0 < p < 1 -> Rbar_le (Finite g) (term h p)) /\
  forall p, 0 < p < 1 -> h_gamma g p = g * p / (1 + (g - 1) * p).
Proof.
  intros HP Hg Par h Hh. split; [|split].
  - assert (At : forall p, 0 < p < 1 -> (Rbar_le (Finite g) (term h p) <-> h_gamma g p <= h p)).
    { intros p Hp. pose proof (Hh p ltac:(lra)) as Rh. assert (Gp : 0 < g * p) by (apply Rmult_lt_0_compat; lra). unfold term, h_gamma.
      destruct (Rlt_dec (h p) 1) as [L|N].
      - simpl. assert (Dp : 0 < p * (1 - h p)) by (apply Rmult_lt_0_compat; lra). split; intros H.
        + apply Rmult_le_reg_r with (g * p + (1 - p)); [lra|]. replace (g * p / (g * p + (1 - p)) * (g * p + (1 - p))) with (g * p) by (field; lra).
          apply (Rmult_le_compat_r (p * (1 - h p))) in H; [|lra]. replace ((1 - p) / p * (h p / (1 - h p)) * (p * (1 - h p))) with ((1 - p) * h p) in H by (field; lra). lra.
        + apply Rmult_le_reg_r with (p * (1 - h p)); [assumption|]. replace ((1 - p) / p * (h p / (1 - h p)) * (p * (1 - h p))) with ((1 - p) * h p) by (field; lra).
          apply (Rmult_le_compat_r (g * p + (1 - p))) in H; [|lra]. replace (g * p / (g * p + (1 - p)) * (g * p + (1 - p))) with (g * p) in H by (field; lra). lra.
      - split; intros _; [|exact I]. assert (h p = 1) as -> by lra. apply Rmult_le_reg_r with (g * p + (1 - p)); [lra|].
        replace (g * p / (g * p + (1 - p)) * (g * p + (1 - p))) with (g * p) by (field; lra). lra. }
    split; intros H p Hp; now apply At, H.
  - destruct (bound_is_infimum h Hh) as [b [Low [Inf _]]]. rewrite (theorem_3_1_parity m k h b (Finite g) P HP Hh (conj Low Inf) Par). split; intros H.
    + intros p Hp. eapply Rbar_le_trans; [exact H | now apply Low].
    + now apply Inf.
  - intros p Hp. assert (0 < g * p) by (apply Rmult_lt_0_compat; lra). unfold h_gamma. f_equal. ring.
Qed.

(** Remark 4.2: a permutation of the rows leaves the parity, finite or infinite, as it was; and the inverse of C is a permutation matrix, and so a TPM. *)
Lemma one_of m x : (forall i, (i < m)%nat -> x i = 0 \/ x i = 1) -> sum m x = 1 -> exists s, (s < m)%nat /\ forall f, sum m (fun q => x q * f q) = f s.
Proof.
  intros H01 One. assert (Some_ : exists s, (s < m)%nat /\ x s = 1).
  { destruct (Classical_Prop.classic (exists s, (s < m)%nat /\ x s = 1)) as [|N]; [assumption|]. exfalso.
    assert (Z : sum m x = 0); [|lra]. etransitivity; [|apply (sum_zero m)]. apply sum_ext. intros i Hi. destruct (H01 i Hi); [assumption|]. exfalso. apply N. now exists i. }
  destruct Some_ as [s [Hs X]]. exists s. split; [assumption|]. intros f.
  assert (N0 : forall q, (q < m)%nat -> 0 <= (if Nat.eqb q s then 0 else x q)) by (intros q Hq; destruct (Nat.eqb q s); [lra | destruct (H01 q Hq); lra]).
  assert (Z : sum m (fun q => if Nat.eqb q s then 0 else x q) = 0).
  { transitivity (sum m (fun q => x q - (if Nat.eqb q s then x q else 0))).
    - apply sum_ext. intros q _. destruct (Nat.eqb q s); ring.
    - rewrite sum_minus, (sum_single m s x Hs), X, One. ring. }
  rewrite (sum_ext m _ (fun q => if Nat.eqb q s then f q else 0)); [now apply sum_single|]. intros q Hq.
  pose proof (sum_zero_terms m _ N0 Z q Hq) as Zq. cbv beta in Zq. destruct (Nat.eqb_spec q s) as [->|N]; [rewrite X; ring | rewrite Zq; ring].
Qed.


Lemma parity_of_rows m k A P e : (forall i, (i < m)%nat -> exists s, (s < m)%nat /\ forall j, (j < k)%nat -> A i j = P s j) ->
  (forall s, (s < m)%nat -> exists i, (i < m)%nat /\ forall j, (j < k)%nat -> A i j = P s j) -> matrix_parity m k P e -> matrix_parity m k A e.
Proof.
  intros To Of [U [a [b [c [Ha [Hb [Hc E]]]]]]]. split.
  - intros i Hi j l Hj Hl. destruct (To i Hi) as [s [Hs F]]. rewrite !F by assumption. now apply U.
  - destruct (Of a Ha) as [i [Hi F]]. exists i, b, c. rewrite !F by assumption. auto.
Qed.

Theorem remark_4_2_whole m k A P C : permutation_matrix m C -> (forall i j, (i < m)%nat -> (j < k)%nat -> A i j = sum m (fun s => C i s * P s j)) ->
  (forall e, matrix_parity m k A e <-> matrix_parity m k P e) /\ at_least_as_informative m m k P A /\ at_least_as_informative m m k A P /\
  let D := fun s i => C i s in permutation_matrix m D /\ mechanism m m D /\
  forall i l, (i < m)%nat -> (l < m)%nat -> sum m (fun s => D i s * C s l) = if Nat.eqb i l then 1 else 0.
Proof.
  intros HC E. pose proof (permutation_equivalent m k A P C HC E) as [I1 I2]. destruct HC as [H01 [Hcol Hrow]].
  assert (To : forall i, (i < m)%nat -> exists s, (s < m)%nat /\ forall j, (j < k)%nat -> A i j = P s j).
  { intros i Hi. destruct (one_of m (C i) (fun s Hs => H01 i s Hi Hs) (Hrow i Hi)) as [s [Hs F]]. exists s. split; [assumption|]. intros j Hj. rewrite E by assumption. apply F. }
  assert (Of : forall s, (s < m)%nat -> exists i, (i < m)%nat /\ forall j, (j < k)%nat -> A i j = P s j).
  { intros s Hs. destruct (one_of m (fun i => C i s) (fun i Hi => H01 i s Hi Hs) (Hcol s Hs)) as [i [Hi F]]. exists i. split; [assumption|].
    intros j Hj. rewrite E by assumption. destruct (one_of m (C i) (fun q Hq => H01 i q Hi Hq) (Hrow i Hi)) as [t [Ht G]]. rewrite G.
    assert (Cs : C i s = 1).
    { pose proof (F (fun q => C q s)) as F1. cbv beta in F1. rewrite <- F1. rewrite (sum_ext m _ (fun q => C q s)); [now apply Hcol|].
      intros q Hq. destruct (H01 q s Hq Hs) as [-> | ->]; ring. }
    pose proof (G (fun q => if Nat.eqb q s then 1 else 0)) as G1. cbv beta in G1.
    rewrite (sum_ext m _ (fun q => if Nat.eqb q s then C i q else 0)) in G1 by (intros q _; destruct (Nat.eqb q s); ring).
    rewrite (sum_single m s (C i) Hs), Cs in G1. destruct (Nat.eqb_spec t s) as [->|N]; [reflexivity | lra]. }
  split; [|split; [assumption | split; [assumption|]]].
  - intros e. split; [|now apply parity_of_rows]. apply parity_of_rows.
    + intros s Hs. destruct (Of s Hs) as [i [Hi F]]. exists i. split; [assumption|]. intros j Hj. symmetry. now apply F.
    + intros i Hi. destruct (To i Hi) as [s [Hs F]]. exists s. split; [assumption|]. intros j Hj. symmetry. now apply F.
  - intros D. split; [|split].
    + split; [intros i j Hi Hj; now apply H01 | split; [intros j Hj; now apply Hrow | intros i Hi; now apply Hcol]].
    + split; [intros i j Hi Hj; unfold D; destruct (H01 j i Hj Hi) as [-> | ->]; lra | intros j Hj; now apply Hrow].
    + intros i l Hi Hl. unfold D. destruct (one_of m (fun q => C q i) (fun q Hq => H01 q i Hq Hi) (Hcol i Hi)) as [s [Hs F]].
      rewrite (F (fun q => C q l)). assert (Ci : C s i = 1).
      { rewrite <- (F (fun q => C q i)). rewrite (sum_ext m _ (fun q => C q i)); [now apply Hcol|]. intros q Hq. destruct (H01 q i Hq Hi) as [-> | ->]; ring. }
      destruct (Nat.eqb_spec i l) as [<-|N]; [assumption|].
      destruct (one_of m (C s) (fun q Hq => H01 s q Hs Hq) (Hrow s Hs)) as [t [Ht G]].
      assert (V : forall u, (u < m)%nat -> C s u = if Nat.eqb t u then 1 else 0).
      { intros u Hu. rewrite <- (G (fun q => if Nat.eqb q u then 1 else 0)). rewrite (sum_ext m _ (fun q => if Nat.eqb q u then C s q else 0)) by (intros q _; destruct (Nat.eqb q u); ring).
        now rewrite (sum_single m u (C s) Hu). }
      rewrite (V i Hi) in Ci. rewrite (V l Hl). destruct (Nat.eqb_spec t i) as [T|]; [|lra]. destruct (Nat.eqb_spec t l) as [T2|]; [|reflexivity]. exfalso. apply N. now rewrite <- T, <- T2.
Qed.

(** The step of Theorem 4.2 with all of its clauses: a zero column is no TPM, and A and P are equivalent. *)
Theorem permutation_step_whole m r k g C P A : garbles m r k C P A -> parity_at_most r k g P -> two_values m k g A -> 1 < g ->
  no_zero_row m k A -> no_zero_row r k P -> no_proportional_rows r k P -> no_proportional_rows m k A ->
  (forall D, (forall i, (i < m)%nat -> exists u, (u < r)%nat /\ D i u <> 0 /\ forall v, (v < r)%nat -> D i v <> 0 -> v = u) ->
    ((m < r)%nat -> (exists u, (u < r)%nat /\ forall i, (i < m)%nat -> D i u = 0) /\ ~ mechanism m r D) /\
    ((r < m)%nat -> exists i l c, (i < m)%nat /\ (l < m)%nat /\ i <> l /\ (forall u, (u < r)%nat -> D i u = c * D l u) /\
       forall j, sum r (fun u => D i u * P u j) = c * sum r (fun u => D l u * P u j))) /\
  m = r /\ permutation_matrix m C /\ at_least_as_informative r m k P A /\ at_least_as_informative m r k A P.
Proof.
  intros G H T Hg ZA ZP NP NA. destruct (permutation_step m r k g C P A G H T Hg ZA ZP NP NA) as [Steps [E Per]]. split.
  - intros D One. destruct (Steps D One) as [Less More]. split; [|exact More]. intros L. destruct (Less L) as [u [Hu Z]]. split; [now exists u|].
    intros [_ Col]. specialize (Col u Hu). rewrite (sum_ext m _ (fun _ => 0)) in Col by (intros i Hi; now apply Z). rewrite sum_zero in Col. lra.
  - subst r. split; [reflexivity|]. split; [assumption|]. apply (permutation_equivalent m k A P C Per). apply G.
Qed.

(** Lemma 4.1, and the trade-off after it, in the words of Definition 1.3: parities are numbers or infinite. *)
Theorem lemma_4_1_parity m r k C P A a e : garbles m r k C P A -> mechanism r k P -> matrix_parity r k P e -> matrix_parity m k A a -> Rbar_le a e.
Proof.
  intros G HP Pe Aa. assert (HA : mechanism m k A).
  { destruct G as [[C0 C1] E]. split.
    - intros i j Hi Hj. rewrite E by assumption. apply sum_nonneg. intros u Hu. apply Rmult_le_pos; [now apply C0 | now apply HP].
    - intros j Hj. destruct (ChaiNayakMatrices.product_is_tpm m r k C P (conj C0 C1) HP) as [_ S].
      rewrite <- (S j Hj). apply sum_ext. intros i Hi. now apply E. }
  destruct (parity_at_least_1 r k P e HP Pe) as [One _]. destruct e as [g| |]; [|destruct a; exact I | simpl in One; contradiction].
  simpl in One. apply (parity_in_products m k g a A HA One Aa). apply (lemma_4_1 m r k g C P A G). now apply (parity_in_products r k g (Finite g) P HP One Pe), Rbar_le_refl.
Qed.

Theorem trade_off_parity m r k P A a e : at_least_as_informative r m k P A -> mechanism r k P -> matrix_parity r k P e -> matrix_parity m k A a -> Rbar_le a e.
Proof. intros [C G]. now apply (lemma_4_1_parity m r k C). Qed.

(** Section 1: any specification (h_l, h_u) bounds all Bayes factors by B of h = [h_l * h_u], or h = 1 on (0, 1), the bound is infinite and
    every procedure provides it. *)
Theorem any_specification m k hl hu P : mechanism m k P -> (forall a, 0 <= a <= 1 -> 0 <= hl a <= a /\ a <= hu a <= 1) ->
  (exists g, is_bound (star hl hu) g /\ 1 <= g /\ (sip m k hl hu P <-> keeps_odds m k g P)) \/
  ((forall p, 0 < p < 1 -> star hl hu p = 1) /\ sip m k hl hu P).
Proof.
  intros HP H. assert (S : forall a, 0 <= a <= 1 -> a <= star hl hu a <= 1).
  { intros a Ha. destruct (H a Ha) as [_ U]. destruct (H (1 - a) ltac:(lra)) as [L _]. unfold star. split; [apply Rmin_glb; lra|].
    eapply Rle_trans; [apply Rmin_l | lra]. }
  pose proof (lemma_3_1 m k hl hu P HP H) as E. destruct (bayes_factors m k (star hl hu) P HP S) as [[g [B [One I]]]|[One K]].
  - left. exists g. split; [assumption|]. split; [assumption|]. rewrite E. exact I.
  - right. split; [assumption | now apply E].
Qed.
