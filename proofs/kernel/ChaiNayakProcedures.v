(** Chai and Nayak, sections 4 to 6: products of procedures, the proof of Theorem 4.2 step by step, conditions C1 and C2, cell collapsing,
    and the displays on weights and quotients. *)

From Coq Require Import Reals Lra Lia Arith Bool List.
From Rropt Require Import Sums Mechanisms Blackwell Breach ChaiNayak ChaiNayakAdmissible.
From Rropt Require ChaiNayakMatrices.
Import ListNotations.
Open Scope R_scope.

(** Section 4.1: responses of n people with the law lam, and responses that are garbled one by one. *)
Fixpoint data (m : nat) (lam : nat -> R) (n : nat) (f : list nat -> R) : R :=
  match n with O => f [] | S n' => sum m (fun i => lam i * data m lam n' (fun d => f (i :: d))) end.
Fixpoint garbled (m : nat) (C : nat -> nat -> R) (s : list nat) (f : list nat -> R) : R :=
  match s with [] => f [] | u :: s' => sum m (fun i => C i u * garbled m C s' (fun d => f (i :: d))) end.

Lemma data_sum r lam n a (f : nat -> list nat -> R) c : data r lam n (fun s => sum a (fun i => c i * f i s)) = sum a (fun i => c i * data r lam n (f i)).
Proof.
  revert f. induction n as [|n IH]; intros f; simpl; [reflexivity|].
  rewrite (sum_ext r _ (fun u => sum a (fun i => c i * (lam u * data r lam n (fun d => f i (u :: d)))))).
  - rewrite sum_swap. apply sum_ext. intros i _. now rewrite <- sum_scal.
  - intros u _. rewrite (IH (fun i d => f i (u :: d))), <- sum_scal. apply sum_ext. intros. ring.
Qed.

(** A rule from the data of A = CP has the risk of a rule from those of P: garble them, and use it; f is the loss at the data. *)
Theorem no_greater_risk m r k C P A w n f : garbles m r k C P A ->
  data m (fun i => sum k (fun j => A i j * w j)) n f = data r (fun u => sum k (fun j => P u j * w j)) n (fun s => garbled m C s f).
Proof.
  intros [_ E]. set (lam := fun u => sum k (fun j => P u j * w j)).
  assert (L : forall i, (i < m)%nat -> sum k (fun j => A i j * w j) = sum r (fun u => C i u * lam u)).
  { intros i Hi. unfold lam. rewrite (sum_ext r _ (fun u => sum k (fun j => C i u * P u j * w j))) by (intros; rewrite <- sum_scal; apply sum_ext; intros; ring).
    rewrite sum_swap. apply sum_ext. intros j Hj. rewrite E by assumption. now rewrite sum_scal_r. }
  revert f. induction n as [|n IH]; intros f; [reflexivity|]. cbn [data garbled].
  rewrite (sum_ext m _ (fun i => sum r (fun u => C i u * (lam u * data r lam n (fun s => garbled m C s (fun d => f (i :: d)))))))
    by (intros i Hi; rewrite L, IH, <- sum_scal_r by assumption; apply sum_ext; intros; ring).
  rewrite sum_swap. apply sum_ext. intros u _. rewrite (data_sum r lam n m (fun i s => garbled m C s (fun d => f (i :: d))) (fun i => C i u)).
  rewrite <- sum_scal. apply sum_ext. intros. ring.
Qed.

(** (4.1). *)
Theorem eq_4_1 m r k g C P A i j l : garbles m r k C P A -> parity_at_most r k g P -> (i < m)%nat -> (j < k)%nat -> (l < k)%nat -> j <> l ->
  A i j = sum r (fun u => C i u * P u j) /\ sum r (fun u => C i u * P u j) <= sum r (fun u => C i u * (g * P u l)) /\
  sum r (fun u => C i u * (g * P u l)) = g * A i l.
Proof.
  intros [[C0 _] E] H Hi Hj Hl N. split; [now apply E|]. split.
  - apply sum_le. intros u Hu. apply Rmult_le_compat_l; auto.
  - rewrite E by assumption. rewrite <- sum_scal. apply sum_ext. intros. ring.
Qed.

(** Remark 4.2. *)
Theorem remark_4_2 m k A P C : permutation_matrix m C -> (forall i j, (i < m)%nat -> (j < k)%nat -> A i j = sum m (fun s => C i s * P s j)) ->
  (forall g, parity_at_most m k g A <-> parity_at_most m k g P) /\ at_least_as_informative m m k P A /\ at_least_as_informative m m k A P.
Proof.
  intros HC E. destruct (permutation_equivalent m k A P C HC E) as [[D GD] [F GF]].
  split; [|split; [now exists D | now exists F]]. intros g. split; intros H; [exact (lemma_4_1 m m k g F A P GF H) | exact (lemma_4_1 m m k g D P A GD H)].
Qed.

(** After Lemma 4.1: only in that direction; here A has the smaller parity, and P is not sufficient for it. *)
Definition wide (i j : nat) : R := if Nat.eqb i 0 then (if Nat.eqb j 1 then 1 / 4 else 3 / 4) else (if Nat.eqb j 1 then 3 / 4 else 1 / 4).
Definition narrow (i j : nat) : R := if Nat.eqb i 0 then (if Nat.eqb j 2 then 1 / 3 else 2 / 3) else (if Nat.eqb j 2 then 2 / 3 else 1 / 3).
Theorem privacy_does_not_order : mechanism 2 3 wide /\ mechanism 2 3 narrow /\ parity_at_most 2 3 2 narrow /\ ~ parity_at_most 2 3 2 wide /\
  ~ at_least_as_informative 2 2 3 wide narrow.
Proof.
  repeat split.
  - intros i j _ _. unfold wide. destruct (Nat.eqb i 0), (Nat.eqb j 1); lra.
  - intros j _. unfold wide. simpl. destruct (Nat.eqb j 1); lra.
  - intros i j _ _. unfold narrow. destruct (Nat.eqb i 0), (Nat.eqb j 2); lra.
  - intros j _. unfold narrow. simpl. destruct (Nat.eqb j 2); lra.
  - intros i j l _ _ _ _. unfold narrow. destruct (Nat.eqb i 0), (Nat.eqb j 2), (Nat.eqb l 2); lra.
  - intros H. specialize (H 0 0 1 ltac:(lia) ltac:(lia) ltac:(lia) ltac:(lia))%nat. unfold wide in H. simpl in H. lra.
  - intros [C [_ E]]. pose proof (E 0 0 ltac:(lia) ltac:(lia))%nat as A. pose proof (E 0 2 ltac:(lia) ltac:(lia))%nat as B.
    unfold wide, narrow in A, B. simpl in A, B. lra.
Qed.

(** The proof of Theorem 4.2. *)
Theorem rows_of_c_not_zero m r k C P A : garbles m r k C P A -> no_zero_row m k A -> forall i, (i < m)%nat -> exists u, (u < r)%nat /\ C i u <> 0.
Proof.
  intros [_ E] Z i Hi. destruct (Classical_Prop.classic (exists u, (u < r)%nat /\ C i u <> 0)) as [|N]; [assumption|]. exfalso.
  destruct (Z i Hi) as [j [Hj A0]]. apply A0. rewrite E by assumption. rewrite (sum_ext r _ (fun _ => 0)); [apply sum_zero|].
  intros u Hu. destruct (Req_dec (C i u) 0) as [->|F]; [ring|]. exfalso. apply N. now exists u.
Qed.

Theorem support_is_proportional m r k g C P A : garbles m r k C P A -> parity_at_most r k g P -> two_values m k g A -> 1 < g ->
  forall i u, (i < m)%nat -> (u < r)%nat -> C i u <> 0 -> exists c, forall j, (j < k)%nat -> P u j = c * A i j.
Proof.
  intros [[C0 _] E] H T Hg i u Hi Hu Z. destruct (T i Hi) as [c [h [l [Hc [Hh [Hl [Ah [Al All]]]]]]]].
  assert (Tight : forall a b, (a < k)%nat -> (b < k)%nat -> A i a = g * c -> A i b = c -> P u a = g * P u b).
  { intros a b Ha Hb Ea Eb. assert (Nab : a <> b) by (intros ->; rewrite Ea in Eb; nra).
    assert (S : sum r (fun s => C i s * (g * P s b - P s a)) = 0).
    { rewrite (sum_ext r _ (fun s => g * (C i s * P s b) - C i s * P s a)) by (intros; ring). rewrite sum_minus, sum_scal, <- !E by assumption. rewrite Ea, Eb. ring. }
    assert (Nn : forall s, (s < r)%nat -> 0 <= C i s * (g * P s b - P s a)).
    { intros s Hs. apply Rmult_le_pos; [auto|]. specialize (H s a b Hs Ha Hb Nab). lra. }
    pose proof (sum_zero_terms r _ Nn S u Hu) as F. cbv beta in F. apply Rmult_integral in F. destruct F; [contradiction | lra]. }
  exists (P u l / c). intros j Hj. destruct (All j Hj) as [Aj|Aj]; rewrite Aj.
  - pose proof (Tight h l Hh Hl Ah Al). pose proof (Tight h j Hh Hj Ah Aj). assert (P u j = P u l) by nra. rewrite H2. field. lra.
  - rewrite (Tight j l Hj Hl Aj Al). field. lra.
Qed.

Theorem one_entry_a_row m r k g C P A : garbles m r k C P A -> parity_at_most r k g P -> two_values m k g A -> 1 < g ->
  no_zero_row m k A -> no_zero_row r k P -> no_proportional_rows r k P ->
  forall i, (i < m)%nat -> exists u, (u < r)%nat /\ C i u <> 0 /\ forall v, (v < r)%nat -> C i v <> 0 -> v = u.
Proof.
  intros G H T Hg ZA ZP NP i Hi. destruct (rows_of_c_not_zero m r k C P A G ZA i Hi) as [u [Hu Cu]]. exists u. split; [assumption|]. split; [assumption|].
  intros v Hv Cv. destruct (support_is_proportional m r k g C P A G H T Hg i u Hi Hu Cu) as [c Ec].
  destruct (support_is_proportional m r k g C P A G H T Hg i v Hi Hv Cv) as [d Ed].
  assert (Nc : c <> 0). { intros ->. destruct (ZP u Hu) as [j [Hj F]]. apply F. rewrite Ec by assumption. ring. }
  apply (NP v u (d / c) Hv Hu). intros j Hj. rewrite Ec, Ed by assumption. field. assumption.
Qed.

Theorem c_is_permutation m r k g C P A : garbles m r k C P A -> parity_at_most r k g P -> two_values m k g A -> 1 < g ->
  no_zero_row m k A -> no_zero_row r k P -> no_proportional_rows r k P -> no_proportional_rows m k A -> m = r /\ permutation_matrix m C.
Proof.
  intros G H T Hg ZA ZP NP NA. pose proof G as [[C0 C1] E]. pose proof (one_entry_a_row m r k g C P A G H T Hg ZA ZP NP) as One.
  assert (Same : forall i i' u, (i < m)%nat -> (i' < m)%nat -> (u < r)%nat -> C i u <> 0 -> C i' u <> 0 -> i = i').
  { intros i i' u Hi Hi' Hu Z Z'. destruct (support_is_proportional m r k g C P A G H T Hg i u Hi Hu Z) as [c Ec].
    destruct (support_is_proportional m r k g C P A G H T Hg i' u Hi' Hu Z') as [d Ed].
    assert (Nc : c <> 0). { intros ->. destruct (ZP u Hu) as [j [Hj F]]. apply F. rewrite Ec by assumption. ring. }
    apply (NA i i' (d / c) Hi Hi'). intros j Hj. apply Rmult_eq_reg_l with c; [|assumption].
    rewrite <- Ec by assumption. replace (c * (d / c * A i' j)) with (d * A i' j) by (field; assumption). now apply Ed. }
  assert (Ent : forall i u, (i < m)%nat -> (u < r)%nat -> C i u <> 0 -> C i u = 1).
  { intros i u Hi Hu Z. rewrite <- (C1 u Hu). rewrite <- (sum_single m i (fun x => C x u)) by assumption. apply sum_ext. intros x Hx.
    destruct (Nat.eqb_spec x i) as [->|N]; [reflexivity|]. destruct (Req_dec (C x u) 0) as [F|F]; [now symmetry|]. exfalso. apply N. now apply (Same x i u). }
  assert (Row : forall i, (i < m)%nat -> sum r (C i) = 1).
  { intros i Hi. destruct (One i Hi) as [u [Hu [Z U]]]. rewrite (sum_ext r (C i) (fun x => if Nat.eqb x u then C i x else 0)).
    - rewrite (sum_single r u (C i)) by assumption. now apply Ent.
    - intros x Hx. destruct (Nat.eqb_spec x u) as [|N]; [reflexivity|]. destruct (Req_dec (C i x) 0) as [|F]; [assumption|]. exfalso. apply N. now apply U. }
  assert (M : m = r).
  { apply INR_eq. transitivity (sum m (fun i => sum r (C i))).
    - rewrite (sum_ext m _ (fun _ => 1)) by (intros; now apply Row). rewrite sum_const. ring.
    - rewrite sum_swap, (sum_ext r _ (fun _ => 1)) by (intros; now apply C1). rewrite sum_const. ring. }
  split; [assumption|]. subst r. split; [|split; assumption]. intros i j Hi Hj. destruct (Req_dec (C i j) 0); [now left | right; now apply Ent].
Qed.

(** The class at parity 1 is empty; Lemma 4.2's opposite row; a constant row tells nothing. *)
Theorem class_empty_at_1 m k P : ~ in_class m k 1 P.
Proof.
  intros [Hm [HP [Z [N H]]]]. assert (Const : forall i j l, (i < m)%nat -> (j < k)%nat -> (l < k)%nat -> P i j = P i l).
  { intros i j l Hi Hj Hl. destruct (Nat.eq_dec j l) as [->|D]; [reflexivity|]. pose proof (H i j l Hi Hj Hl D). pose proof (H i l j Hi Hl Hj (not_eq_sym D)). lra. }
  destruct (Z 1%nat ltac:(lia)) as [j [Hj F]]. assert (0 = 1)%nat; [|discriminate].
  apply (N 0%nat 1%nat (P 0%nat j / P 1%nat j) ltac:(lia) ltac:(lia)). intros l Hl. rewrite (Const 0%nat l j), (Const 1%nat l j) by (assumption || lia). field. assumption.
Qed.

Theorem opposite_row m k A i j l : mechanism m k A -> (i < m)%nat -> (j < k)%nat -> (l < k)%nat -> A i l < A i j ->
  exists u, (u < m)%nat /\ A u j < A u l.
Proof.
  intros [_ H1] Hi Hj Hl L. destruct (Classical_Prop.classic (exists u, (u < m)%nat /\ A u j < A u l)) as [|N]; [assumption|]. exfalso.
  assert (Nn : forall u, (u < m)%nat -> 0 <= A u j - A u l) by (intros u Hu; destruct (Rlt_le_dec (A u j) (A u l)); [exfalso; apply N; now exists u | lra]).
  assert (S : sum m (fun u => A u j - A u l) = 0) by (rewrite sum_minus, !H1 by assumption; ring).
  pose proof (sum_zero_terms m _ Nn S i Hi). cbv beta in H. lra.
Qed.

Theorem constant_row k w Q P i d : prior k w -> (forall j, (j < k)%nat -> P i j = d) ->
  sum k (fun j => w j * P i j) = d /\ (0 < d -> posterior k w Q P i = probability k w Q).
Proof.
  intros [_ W1] H. assert (S : sum k (fun j => w j * P i j) = d).
  { rewrite (sum_ext k _ (fun j => w j * d)) by (intros; now rewrite H). rewrite sum_scal_r, W1. ring. }
  split; [assumption|]. intros D. unfold posterior. rewrite S. unfold joint, probability.
  rewrite (sum_ext k _ (fun j => (if Q j then w j else 0) * d)) by (intros j Hj; destruct (Q j); [now rewrite H | ring]). rewrite sum_scal_r. field. lra.
Qed.

Lemma positive_in_class m k g P i j : in_class m k g P -> 1 < g -> (i < m)%nat -> (j < k)%nat -> 0 < P i j.
Proof.
  intros [_ [[H0 _] [Z [_ H]]]] Hg Hi Hj. destruct (Z i Hi) as [l [Hl F]]. pose proof (H0 i l Hi Hl).
  destruct (Nat.eq_dec l j) as [->|D]; [lra|]. pose proof (H i l j Hi Hl Hj D). pose proof (H0 i j Hi Hj).
  destruct (Rle_lt_or_eq_dec 0 (P i j) H3) as [|E]; [assumption|]. rewrite <- E in H2. lra.
Qed.

(** After Lemma 4.3: Lemmas 4.2 and 4.3 cover all violations of C1. *)
Theorem lemmas_cover_c1 m k g A : 1 < g -> in_class m k g A ->
  (~ (forall i, (i < m)%nat -> row_at k g A i) <->
   (exists i, (i < m)%nat /\ row_between k g A i) \/
   ((forall i, (i < m)%nat -> row_constant k A i \/ row_at k g A i) /\ exists i, (i < m)%nat /\ row_constant k A i)).
Proof.
  intros Hg HA. pose proof HA as [_ [HM [Z [_ H]]]].
  assert (Kind : forall i, (i < m)%nat -> row_at k g A i \/ row_constant k A i \/ row_between k g A i).
  { intros i Hi. destruct (Classical_Prop.classic (row_at k g A i)) as [|N]; [now left|]. right.
    destruct (Classical_Prop.classic (row_constant k A i)) as [|C]; [now left|]. right. split.
    - destruct (Classical_Prop.classic (exists j l, (j < k)%nat /\ (l < k)%nat /\ A i j <> A i l)) as [|D]; [assumption|]. exfalso. apply C.
      intros j l Hj Hl. destruct (Req_dec (A i j) (A i l)); [assumption|]. exfalso. apply D. now exists j, l.
    - intros j l Hj Hl. destruct (Nat.eq_dec j l) as [->|D].
      + pose proof (positive_in_class m k g A i l HA Hg Hi Hl) as P. pose proof (Rmult_lt_compat_r _ _ _ P Hg). lra.
      + destruct (Rle_lt_or_eq_dec _ _ (H i j l Hi Hj Hl D)) as [|E]; [assumption|]. exfalso. apply N. now exists j, l. }
  assert (Ex : forall i, (i < m)%nat -> (row_constant k A i -> ~ row_at k g A i) /\ (row_between k g A i -> ~ row_at k g A i)).
  { intros i Hi. split.
    - intros C [j [l [Hj [Hl E]]]]. rewrite (C j l Hj Hl) in E. pose proof (positive_in_class m k g A i l HA Hg Hi Hl) as P. pose proof (Rmult_lt_compat_r _ _ _ P Hg). lra.
    - intros [_ B] [j [l [Hj [Hl E]]]]. specialize (B j l Hj Hl). lra. }
  split.
  - intros N. destruct (Classical_Prop.classic (exists i, (i < m)%nat /\ row_between k g A i)) as [|Nb]; [now left | right].
    assert (All : forall i, (i < m)%nat -> row_constant k A i \/ row_at k g A i).
    { intros i Hi. destruct (Kind i Hi) as [|[|B]]; [now right | now left | exfalso; apply Nb; now exists i]. }
    split; [assumption|]. destruct (Classical_Prop.classic (exists i, (i < m)%nat /\ row_constant k A i)) as [|Nc]; [assumption|]. exfalso. apply N.
    intros i Hi. destruct (All i Hi) as [C|]; [exfalso; apply Nc; now exists i | assumption].
  - intros [[i [Hi B]]|[_ [i [Hi C]]]] Hall; [exact (proj2 (Ex i Hi) B (Hall i Hi)) | exact (proj1 (Ex i Hi) C (Hall i Hi))].
Qed.

(** Section 4.2: two inputs, C1 and no proportional rows leave two rows. *)
Theorem two_rows m g P : 1 < g -> mechanism m 2 P -> parity_at_most m 2 g P -> no_zero_row m 2 P -> no_proportional_rows m 2 P -> (forall i, (i < m)%nat -> row_at 2 g P i) -> m = 2%nat.
Proof.
  intros Hg [H0 H1] Par Z N C1. assert (Kind : forall i, (i < m)%nat -> (P i 0%nat = g * P i 1%nat /\ P i 1%nat <> 0) \/ (P i 1%nat = g * P i 0%nat /\ P i 0%nat <> 0)).
  { intros i Hi. destruct (C1 i Hi) as [j [l [Hj [Hl E]]]]. destruct (Z i Hi) as [x [Hx F]]. pose proof (H0 i 0%nat Hi ltac:(lia)). pose proof (H0 i 1%nat Hi ltac:(lia)).
    pose proof (Par i 0%nat 1%nat Hi ltac:(lia) ltac:(lia) ltac:(lia)). pose proof (Par i 1%nat 0%nat Hi ltac:(lia) ltac:(lia) ltac:(lia)).
    destruct j as [|[|j]], l as [|[|l]], x as [|[|x]]; try lia; try (exfalso; nra); try (left; split; [assumption | nra]); try (right; split; [assumption | nra]). }
  assert (Up : forall i i', (i < m)%nat -> (i' < m)%nat -> P i 0%nat = g * P i 1%nat -> P i' 0%nat = g * P i' 1%nat -> P i' 1%nat <> 0 -> i = i').
  { intros i i' Hi Hi' E E' F. apply (N i i' (P i 1%nat / P i' 1%nat) Hi Hi'). intros [|[|j]] Hj; try lia; [rewrite E, E'|]; field; assumption. }
  assert (Dn : forall i i', (i < m)%nat -> (i' < m)%nat -> P i 1%nat = g * P i 0%nat -> P i' 1%nat = g * P i' 0%nat -> P i' 0%nat <> 0 -> i = i').
  { intros i i' Hi Hi' E E' F. apply (N i i' (P i 0%nat / P i' 0%nat) Hi Hi'). intros [|[|j]] Hj; try lia; [|rewrite E, E']; field; assumption. }
  destruct m as [|[|[|m]]]; try reflexivity; exfalso.
  - specialize (H1 0%nat ltac:(lia)). simpl in H1. lra.
  - pose proof (H1 0%nat ltac:(lia)) as A. pose proof (H1 1%nat ltac:(lia)) as B. simpl in A, B.
    destruct (Kind 0%nat ltac:(lia)) as [[E _]|[E _]]; nra.
  - destruct (Kind 0%nat ltac:(lia)) as [[A A']|[A A']], (Kind 1%nat ltac:(lia)) as [[B B']|[B B']], (Kind 2%nat ltac:(lia)) as [[D D']|[D D']];
      try (pose proof (Up 0%nat 1%nat ltac:(lia) ltac:(lia) A B B'); discriminate); try (pose proof (Up 0%nat 2%nat ltac:(lia) ltac:(lia) A D D'); discriminate);
      try (pose proof (Up 1%nat 2%nat ltac:(lia) ltac:(lia) B D D'); discriminate); try (pose proof (Dn 0%nat 1%nat ltac:(lia) ltac:(lia) A B B'); discriminate);
      try (pose proof (Dn 0%nat 2%nat ltac:(lia) ltac:(lia) A D D'); discriminate); try (pose proof (Dn 1%nat 2%nat ltac:(lia) ltac:(lia) B D D'); discriminate).
Qed.

(** Before Proposition 4.1: both procedures, one with the answers exchanged, are at least as informative as every other of the class. *)
Theorem both_optimal g : 1 < g -> let exchanged := fun i j => symmetric g (1 - i) j in
  forall m A, mechanism m 2 A -> parity_at_most m 2 g A ->
  at_least_as_informative 2 m 2 (symmetric g) A /\ at_least_as_informative 2 m 2 exchanged A.
Proof.
  intros Hg exchanged m A HA H. destruct (proposition_4_1 g Hg) as [_ [_ Best]]. split; [now apply Best|].
  apply (garbling_transitive m 2 2 2 exchanged (symmetric g) A); [|now apply Best].
  exists (fun i u => if Nat.eqb (i + u) 1 then 1 else 0). split.
  - split; [intros i j _ _; destruct (Nat.eqb (i + j) 1); lra|]. intros [|[|j]] Hj; try lia; simpl; lra.
  - intros [|[|i]] j Hi Hj; try lia; unfold exchanged; simpl; ring.
Qed.

(** P_0 is admissible, and its eigenvalues. *)
Definition P_0 (k : nat) (g : R) (i j : nat) : R := if Nat.eqb i j then g / (g + INR k - 1) else 1 / (g + INR k - 1).
Lemma P_0_sum k g v i : (i < k)%nat -> sum k (fun j => P_0 k g i j * v j) = (1 / (g + INR k - 1)) * sum k v + (g / (g + INR k - 1) - 1 / (g + INR k - 1)) * v i.
Proof.
  intros Hi. replace (v i) with (sum k (fun j => if Nat.eqb j i then v j else 0)) by (now apply sum_single).
  rewrite <- !sum_scal, <- sum_plus. apply sum_ext. intros j _. unfold P_0. rewrite Nat.eqb_sym. destruct (Nat.eqb j i); ring.
Qed.

Theorem P_0_admissible k g : 1 < g -> (2 <= k)%nat -> in_class k k g (P_0 k g) /\ two_values k k g (P_0 k g) /\ ~ inadmissible k k g (P_0 k g).
Proof.
  intros Hg Hk. pose proof (le_INR 2 k Hk) as K. simpl in K. set (D := g + INR k - 1). assert (D0 : 0 < D) by (unfold D; lra).
  assert (A : 0 < 1 / D) by (apply Rdiv_lt_0_compat; lra). assert (G : g / D = g * (1 / D)) by (field; lra).
  assert (Ent : forall i j, P_0 k g i j = if Nat.eqb i j then g * (1 / D) else 1 / D) by (intros; unfold P_0; fold D; rewrite G; reflexivity).
  assert (G1 : 1 * (1 / D) < g * (1 / D)) by (apply Rmult_lt_compat_r; lra).
  assert (In_ : in_class k k g (P_0 k g)).
  { split; [assumption|]. split; [split|split; [|split]].
    - intros i j _ _. rewrite Ent. destruct (Nat.eqb i j); lra.
    - intros j Hj. rewrite (sum_ext k _ (fun i => P_0 k g j i * 1)) by (intros i _; rewrite !Ent, Nat.eqb_sym; ring).
      rewrite P_0_sum, sum_const by assumption. fold D. unfold D. field. fold D. lra.
    - intros i Hi. exists i. split; [assumption|]. rewrite Ent, Nat.eqb_refl. lra.
    - intros i i' c Hi Hi' E. destruct (Nat.eq_dec i i') as [|N]; [assumption|]. exfalso. pose proof (E i Hi) as X. pose proof (E i' Hi') as Y. rewrite !Ent in X, Y.
      rewrite Nat.eqb_refl in X. rewrite Nat.eqb_refl in Y. rewrite (proj2 (Nat.eqb_neq i' i) (not_eq_sym N)) in X. rewrite (proj2 (Nat.eqb_neq i i') N) in Y.
      assert (c = g) by (apply Rmult_eq_reg_r with (1 / D); lra). subst c. assert (1 = g * g) by (apply Rmult_eq_reg_r with (1 / D); lra). nra.
    - intros i j l _ _ _ _. rewrite !Ent. assert (1 * (g * (1 / D)) <= g * (g * (1 / D))) by (apply Rmult_le_compat_r; lra).
      destruct (Nat.eqb i j), (Nat.eqb i l); lra. }
  assert (T : two_values k k g (P_0 k g)).
  { intros i Hi. exists (1 / D), i, (if Nat.eqb i 0 then 1 else 0)%nat. split; [assumption|]. split; [assumption|].
    split; [destruct (Nat.eqb i 0); lia|]. split; [now rewrite Ent, Nat.eqb_refl|]. split.
    - rewrite Ent. destruct (Nat.eqb_spec i 0) as [->|N]; [reflexivity|]. rewrite (proj2 (Nat.eqb_neq i 0) N). reflexivity.
    - intros j _. rewrite Ent. destruct (Nat.eqb i j); auto. }
  split; [assumption|]. split; [assumption|]. now apply theorem_4_2_in_class.
Qed.

Theorem P_0_eigenvalues k g : 1 <= g -> (2 <= k)%nat ->
  (forall i j i' j', (i = j <-> i' = j') -> P_0 k g i j = P_0 k g i' j') /\
  (forall i, (i < k)%nat -> sum k (fun j => P_0 k g i j * 1) = 1) /\
  forall v, sum k v = 0 -> forall i, (i < k)%nat -> sum k (fun j => P_0 k g i j * v j) = (g - 1) / (g + INR k - 1) * v i.
Proof.
  intros Hg Hk. pose proof (le_INR 2 k Hk) as K. simpl in K. split; [|split].
  - intros i j i' j' H. unfold P_0. destruct (Nat.eqb_spec i j), (Nat.eqb_spec i' j'); tauto.
  - intros i Hi. rewrite P_0_sum, sum_const by assumption. field. lra.
  - intros v V i Hi. rewrite P_0_sum, V by assumption. field. lra.
Qed.

(** Section 5: cell collapsing, by a map of the categories onto m cells. *)
Definition collapsing (cell : nat -> nat) (i j : nat) : R := if Nat.eqb i (cell j) then 1 else 0.
Theorem cell_collapsing m k cell : (forall j, (j < k)%nat -> (cell j < m)%nat) -> (forall i, (i < m)%nat -> exists j, (j < k)%nat /\ cell j = i) ->
  mechanism m k (collapsing cell) /\ ((exists g, parity_at_most m k g (collapsing cell)) <-> (m <= 1)%nat).
Proof.
  intros Hc On. assert (HP : mechanism m k (collapsing cell)).
  { split; [intros i j _ _; unfold collapsing; destruct (Nat.eqb i (cell j)); lra|]. intros j Hj. unfold collapsing. apply (sum_single m (cell j) (fun _ => 1)). now apply Hc. }
  split; [assumption|]. split.
  - intros [g H]. destruct m as [|[|m]]; try lia. exfalso. destruct (On 0%nat ltac:(lia)) as [j [Hj Ej]]. destruct (On 1%nat ltac:(lia)) as [l [Hl El]].
    specialize (H 0%nat j l ltac:(lia) Hj Hl ltac:(congruence)). unfold collapsing in H. rewrite Ej, El in H. simpl in H. lra.
  - intros Hm. exists 1. intros i j l Hi Hj Hl _. pose proof (Hc j Hj). pose proof (Hc l Hl). unfold collapsing.
    replace (cell j) with (cell l) by lia. destruct (Nat.eqb i (cell l)); lra.
Qed.

Theorem collapsing_gives_no_privacy m k cell h p : (forall j, (j < k)%nat -> (cell j < m)%nat) -> (forall i, (i < m)%nat -> exists j, (j < k)%nat /\ cell j = i) ->
  (forall p, 0 < p < 1 -> p <= h p <= 1) -> 0 < p < 1 -> h p < 1 -> keeps_below m k h (collapsing cell) -> (m <= 1)%nat.
Proof.
  intros Hc On Hh Hp H1 H. destruct (cell_collapsing m k cell Hc On) as [HP [Fin _]]. apply Fin. exists (odds_ratio h p).
  exact (proj1 (keeps_below_iff m k h (collapsing cell) HP Hh) H p Hp H1).
Qed.

(** Section 6, the proof of Lemma 3.2: all of Q's weight moved to one of its members; the first inequality. *)
Definition moved (k : nat) (w : nat -> R) (Q : nat -> bool) (q j : nat) : R := if Q j then (if Nat.eqb j q then probability k w Q else 0) else w j.
Theorem moved_prior k w Q q : prior k w -> (q < k)%nat -> Q q = true ->
  prior k (moved k w Q q) /\ probability k (moved k w Q q) Q = probability k w Q /\ moved k w Q q q = probability k w Q.
Proof.
  intros HW Hq Qq. pose proof (probability_range k w Q HW) as R_.
  assert (E : probability k (moved k w Q q) Q = probability k w Q).
  { unfold probability at 1, moved. rewrite (sum_ext k _ (fun j => if Nat.eqb j q then probability k w Q else 0)).
    - apply (sum_single k q (fun _ => probability k w Q)). assumption.
    - intros j _. destruct (Q j) eqn:Qj; [reflexivity|]. destruct (Nat.eqb_spec j q); [congruence | reflexivity]. }
  split; [|split; [assumption | unfold moved; rewrite Qq, Nat.eqb_refl; reflexivity]]. split.
  - intros j Hj. unfold moved. destruct (Q j); [destruct (Nat.eqb j q); lra | now apply HW].
  - rewrite (probability_split k _ Q), E. rewrite <- (proj2 HW), (probability_split k w Q). f_equal. unfold probability. apply sum_ext.
    intros j _. unfold moved. destruct (Q j); reflexivity.
Qed.

Theorem lemma_3_2_inequality m k w Q P i M : mechanism m k P -> prior k w -> (i < m)%nat -> 0 < sum k (fun j => w j * P i j) ->
  (forall j, (j < k)%nat -> Q j = true -> P i j <= M) -> 0 < joint k w (fun j => negb (Q j)) P i ->
  posterior k w Q P i <= probability k w Q * M / (probability k w Q * M + joint k w (fun j => negb (Q j)) P i).
Proof.
  intros HP HW Hi D HM S. unfold posterior. rewrite (joint_split k w Q P i) in *. set (s := joint k w (fun j => negb (Q j)) P i) in *.
  assert (L : joint k w Q P i <= probability k w Q * M).
  { unfold joint, probability. rewrite <- sum_scal_r. apply sum_le. intros j Hj. destruct (Q j) eqn:Qj; [|lra].
    apply Rmult_le_compat_l; [now apply HW | now apply HM]. }
  pose proof (joint_nonneg m k w Q P i HP HW Hi) as J0. set (x := joint k w Q P i) in *. set (y := probability k w Q * M) in *.
  apply Rmult_le_reg_r with ((x + s) * (y + s)); [apply Rmult_lt_0_compat; lra|].
  replace (x / (x + s) * ((x + s) * (y + s))) with (x * (y + s)) by (field; lra). replace (y / (y + s) * ((x + s) * (y + s))) with (y * (x + s)) by (field; lra).
  pose proof (Rmult_le_compat_r s x y ltac:(lra) L). lra.
Qed.

(** (6.1), and the least weighted average in (6.3); (6.4). *)
Theorem eq_6_1 k w (P : nat -> nat -> R) i j : prior k w -> (j < k)%nat -> 0 < w j < 1 -> 0 < P i j -> 0 < sum k (fun l => w l * P i l) ->
  w j * P i j / sum k (fun l => w l * P i l) =
  / (1 + (1 - w j) / w j * (1 / P i j) * sum k (fun l => if Nat.eqb l j then 0 else w l / (1 - w j) * P i l)).
Proof.
  intros HW Hj Hw Hp D. assert (E : sum k (fun l => if Nat.eqb l j then 0 else w l / (1 - w j) * P i l) = (sum k (fun l => w l * P i l) - w j * P i j) / (1 - w j)).
  { rewrite (sum_ext k _ (fun l => / (1 - w j) * (w l * P i l - (if Nat.eqb l j then w l * P i l else 0)))) by (intros l _; destruct (Nat.eqb l j); unfold Rdiv; ring).
    rewrite sum_scal, sum_minus, (sum_single k j (fun l => w l * P i l)) by assumption. unfold Rdiv. ring. }
  rewrite E. set (T := sum k (fun l => w l * P i l)) in *.
  replace (1 + (1 - w j) / w j * (1 / P i j) * ((T - w j * P i j) / (1 - w j))) with (T / (w j * P i j)) by (field; lra). field. repeat split; lra.
Qed.

Theorem eq_6_3_infimum k x j b : (b < k)%nat -> b <> j -> 0 < x j -> (forall l, (l < k)%nat -> l <> j -> x b <= x l) ->
  (forall w, prior k w -> w j = 0 -> x b / x j <= 1 / x j * sum k (fun l => w l * x l)) /\
  exists w, prior k w /\ w j = 0 /\ 1 / x j * sum k (fun l => w l * x l) = x b / x j.
Proof.
  intros Hb Nb X Min. split.
  - intros w [W0 W1] Wj. assert (L : x b <= sum k (fun l => w l * x l)).
    { rewrite <- (Rmult_1_l (x b)), <- W1, <- sum_scal_r. apply sum_le. intros l Hl. destruct (Nat.eq_dec l j) as [->|N]; [rewrite Wj; lra|].
      apply Rmult_le_compat_l; [now apply W0 | now apply Min]. }
    unfold Rdiv. rewrite Rmult_1_l, (Rmult_comm (x b)). apply Rmult_le_compat_l; [left; now apply Rinv_0_lt_compat | assumption].
  - exists (fun l => if Nat.eqb l b then 1 else 0). split; [split|split].
    + intros l _. destruct (Nat.eqb l b); lra.
    + apply (sum_single k b (fun _ => 1)). assumption.
    + destruct (Nat.eqb_spec j b); [congruence | reflexivity].
    + rewrite (sum_ext k _ (fun l => if Nat.eqb l b then x l else 0)) by (intros l _; destruct (Nat.eqb l b); ring). rewrite (sum_single k b x) by assumption. field. lra.
Qed.

Theorem eq_6_4 k x a b : (a < k)%nat -> (b < k)%nat -> (forall j, (j < k)%nat -> 0 < x j) ->
  (forall j, (j < k)%nat -> x j <= x a) -> (forall j, (j < k)%nat -> x b <= x j) ->
  (forall j l, (j < k)%nat -> (l < k)%nat -> x b / x a <= x l / x j /\ x l / x j <= x a / x b) /\ x b / x a = 1 / (x a / x b).
Proof.
  intros Ha Hb H0 HM Hm. pose proof (H0 a Ha). pose proof (H0 b Hb). split; [|field; lra]. intros j l Hj Hl.
  pose proof (H0 j Hj). pose proof (H0 l Hl). pose proof (HM j Hj). pose proof (HM l Hl). pose proof (Hm j Hj). pose proof (Hm l Hl). split.
  - apply Rmult_le_reg_r with (x a * x j); [apply Rmult_lt_0_compat; lra|]. replace (x b / x a * (x a * x j)) with (x b * x j) by (field; lra).
    replace (x l / x j * (x a * x j)) with (x l * x a) by (field; lra). apply Rmult_le_compat; lra.
  - apply Rmult_le_reg_r with (x b * x j); [apply Rmult_lt_0_compat; lra|]. replace (x l / x j * (x b * x j)) with (x l * x b) by (field; lra).
    replace (x a / x b * (x b * x j)) with (x a * x j) by (field; lra). apply Rmult_le_compat; lra.
Qed.

(** Conclusion (2) of section 3: for every parity above 1 and every k there are many procedures, one for each weight of a constant row. *)
Definition weighted (g v : R) (i j : nat) : R := match i with
  | O => (1 - v) * (if Nat.eqb j 0 then g / (g + 1) else 1 / (g + 1)) | S O => (1 - v) * (if Nat.eqb j 0 then 1 / (g + 1) else g / (g + 1)) | _ => v end.
Theorem many_of_one_parity k g : 1 < g -> (2 <= k)%nat -> forall v, 0 < v < 1 -> mechanism 3 k (weighted g v) /\ parity_at_most 3 k g (weighted g v) /\
  (forall c, parity_at_most 3 k c (weighted g v) -> g <= c) /\ forall u, 0 < u < 1 -> (forall i j, (i < 3)%nat -> (j < k)%nat -> weighted g u i j = weighted g v i j) -> u = v.
Proof.
  intros Hg Hk v Hv. assert (A : 0 < 1 / (g + 1)) by (apply Rdiv_lt_0_compat; lra). assert (G : g / (g + 1) = g * (1 / (g + 1))) by (field; lra).
  assert (One : (g + 1) * (1 / (g + 1)) = 1) by (field; lra). set (a := 1 / (g + 1)) in *. assert (Ga : a < g * a) by nra.
  split; [split|split; [|split]].
  - intros [|[|i]] j _ _; unfold weighted; rewrite ?G; fold a; destruct (Nat.eqb j 0); try lra; apply Rmult_le_pos; nra.
  - intros j _. unfold weighted. simpl. rewrite G. fold a. destruct (Nat.eqb j 0); nra.
  - intros i j l _ _ _ _. assert (B : 0 < (1 - v) * a) by (apply Rmult_lt_0_compat; lra). set (b := (1 - v) * a) in *.
    assert (E1 : (1 - v) * (g * a) = g * b) by (unfold b; ring). assert (Gb : b <= g * b) by nra. assert (Ggb : g * b <= g * (g * b)) by nra.
    destruct i as [|[|i]]; unfold weighted; rewrite ?G; fold a; try (destruct (Nat.eqb j 0), (Nat.eqb l 0); rewrite ?E1; fold b; lra). nra.
  - intros c H. specialize (H 0%nat 0%nat 1%nat ltac:(lia) ltac:(lia) ltac:(lia) ltac:(lia)). unfold weighted in H. simpl in H. rewrite G in H. fold a in H.
    assert (B : 0 < (1 - v) * a) by (apply Rmult_lt_0_compat; lra). apply Rmult_le_reg_r with ((1 - v) * a); lra.
  - intros u Hu E. specialize (E 2%nat 0%nat ltac:(lia) ltac:(lia)). exact E.
Qed.
