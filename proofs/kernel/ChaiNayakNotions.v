(** Chai and Nayak, sections 1 to 3: the distribution of the answers, averages, parity with zeros, regions, and the notions that a bound
    of the parity is. *)

From Coq Require Import Reals Lra Lia Arith Bool.
From Coquelicot Require Import Rbar.
From Rropt Require Import Sums Mechanisms Breach Notions ChaiNayak ChaiNayakBreaches.
From Rropt Require ChaiNayakMatrices.
Open Scope R_scope.

(** (1.1): lambda = P pi is the distribution of Z: it is a law, and gives every function of Z its expectation. *)
Theorem eq_1_1 m k P w : mechanism m k P -> prior k w ->
  let lambda := fun i => sum k (fun j => P i j * w j) in
  (forall i, (i < m)%nat -> 0 <= lambda i) /\ sum m lambda = 1 /\
  forall f, sum k (fun j => w j * sum m (fun i => P i j * f i)) = sum m (fun i => lambda i * f i).
Proof.
  intros [P0 P1] [W0 W1] lambda.
  assert (F : forall f, sum k (fun j => w j * sum m (fun i => P i j * f i)) = sum m (fun i => lambda i * f i)).
  { intros f. unfold lambda. rewrite (sum_ext m (fun i => sum k (fun j => P i j * w j) * f i) (fun i => sum k (fun j => w j * (P i j * f i))))
      by (intros; rewrite <- sum_scal_r; apply sum_ext; intros; ring).
    rewrite sum_swap. apply sum_ext. intros. now rewrite <- sum_scal. }
  split; [|split; [|assumption]].
  - intros i Hi. apply sum_nonneg. intros j Hj. apply Rmult_le_pos; auto.
  - rewrite (sum_ext m lambda (fun i => lambda i * 1)) by (intros; ring). rewrite <- F. etransitivity; [|exact W1]. apply sum_ext. intros j Hj.
    rewrite (sum_ext m _ (fun i => P i j)) by (intros; ring). rewrite P1 by assumption. ring.
Qed.

(** After (1.1): with an inverse J of P the shares are J lambda, and so is the estimate from any lambda-hat with the mean lambda. *)
Theorem estimate_by_inverse k P J w : (forall l j, (l < k)%nat -> (j < k)%nat -> sum k (fun i => J l i * P i j) = if Nat.eqb j l then 1 else 0) ->
  forall l, (l < k)%nat -> sum k (fun i => J l i * sum k (fun j => P i j * w j)) = w l.
Proof.
  intros H l Hl. rewrite (sum_ext k _ (fun i => sum k (fun j => J l i * P i j * w j))) by (intros; rewrite <- sum_scal; apply sum_ext; intros; ring).
  rewrite sum_swap, (sum_ext k _ (fun j => if Nat.eqb j l then w j else 0)).
  - now apply (sum_single k l w).
  - intros j Hj. rewrite sum_scal_r, H by assumption. destruct (Nat.eqb j l); ring.
Qed.

Lemma within x b : Rabs x <= b -> - b <= x <= b.
Proof. intros H. pose proof (Rle_abs x). pose proof (Rle_abs (- x)) as N. rewrite Rabs_Ropp in N. lra. Qed.

(** Columns that are not independent, as all are where m < k, leave the shares unidentified: two laws have one lambda. *)
Theorem unidentifiable m k P : mechanism m k P ->
  ((m < k)%nat -> exists v, (exists j, (j < k)%nat /\ v j <> 0) /\ forall i, (i < m)%nat -> sum k (fun j => P i j * v j) = 0) /\
  ((exists v, (exists j, (j < k)%nat /\ v j <> 0) /\ forall i, (i < m)%nat -> sum k (fun j => P i j * v j) = 0) ->
   exists w u, prior k w /\ prior k u /\ (exists j, (j < k)%nat /\ w j <> u j) /\
     forall i, (i < m)%nat -> sum k (fun j => P i j * w j) = sum k (fun j => P i j * u j)).
Proof.
  intros [_ P1]. split; [apply ChaiNayakMatrices.homogeneous|]. intros [v [[a [Ha Va]] E]].
  assert (K : 0 < INR k) by (apply lt_0_INR; lia).
  assert (Z : sum k v = 0).
  { rewrite (sum_ext k v (fun j => sum m (fun i => P i j * v j))) by (intros j Hj; rewrite sum_scal_r, P1 by assumption; ring).
    rewrite sum_swap, (sum_ext m _ (fun _ => 0)) by (intros; now apply E). apply sum_zero. }
  set (b := sum k (fun j => Rabs (v j))). assert (B : forall j, (j < k)%nat -> Rabs (v j) <= b) by (intros; apply (sum_term k (fun j => Rabs (v j))); [intros; apply Rabs_pos | assumption]).
  assert (B0 : 0 < b) by (pose proof (Rabs_pos_lt _ Va); pose proof (B a Ha); lra).
  set (s := / (INR k * b)). assert (S : 0 < s) by (apply Rinv_0_lt_compat, Rmult_lt_0_compat; assumption).
  assert (Small : forall j, (j < k)%nat -> Rabs (s * v j) <= / INR k).
  { intros j Hj. rewrite Rabs_mult, (Rabs_right s) by lra. apply Rle_trans with (s * b); [apply Rmult_le_compat_l; [lra | now apply B]|].
    right. unfold s. field. split; lra. }
  exists (fun j => / INR k + s * v j), (fun j => / INR k - s * v j). split; [|split; [|split]].
  - split; [intros j Hj; pose proof (Small j Hj) as H; apply within in H; lra|]. rewrite sum_plus, sum_const, sum_scal, Z. field. lra.
  - split; [intros j Hj; pose proof (Small j Hj) as H; apply within in H; lra|]. rewrite sum_minus, sum_const, sum_scal, Z. field. lra.
  - exists a. split; [assumption|]. intros F. assert (s * v a = 0) by lra. apply Rmult_integral in H. destruct H; lra.
  - intros i Hi. rewrite (sum_ext k (fun j => P i j * (/ INR k + s * v j)) (fun j => P i j * (/ INR k - s * v j) + 2 * s * (P i j * v j))) by (intros; ring).
    rewrite sum_plus, sum_scal, E by assumption. ring.
Qed.

(** (1.2): the posterior of c_j is the joint probability over that of the response, and these are a law. *)
Theorem eq_1_2 m k P w i : mechanism m k P -> prior k w -> (i < m)%nat -> 0 < sum k (fun l => w l * P i l) ->
  (forall j, (j < k)%nat -> posterior k w (fun l => Nat.eqb l j) P i = w j * P i j / sum k (fun l => w l * P i l) /\
     posterior k w (fun l => Nat.eqb l j) P i * sum k (fun l => w l * P i l) = w j * P i j /\ 0 <= posterior k w (fun l => Nat.eqb l j) P i) /\
  sum k (fun j => posterior k w (fun l => Nat.eqb l j) P i) = 1.
Proof.
  intros [P0 _] [W0 _] Hi D. assert (E : forall j, (j < k)%nat -> posterior k w (fun l => Nat.eqb l j) P i = w j * P i j / sum k (fun l => w l * P i l)).
  { intros j Hj. unfold posterior, joint. rewrite (sum_single k j (fun l => w l * P i l)) by assumption. reflexivity. }
  split.
  - intros j Hj. rewrite E by assumption. split; [reflexivity|]. split; [field; lra|].
    apply Rmult_le_pos; [apply Rmult_le_pos; auto | left; now apply Rinv_0_lt_compat].
  - rewrite (sum_ext k _ (fun j => / sum k (fun l => w l * P i l) * (w j * P i j))) by (intros; rewrite E by assumption; unfold Rdiv; ring).
    rewrite sum_scal. field. lra.
Qed.

(** Averages: the posterior of Q is p x/(p x + (1 - p) y), x and y the averages of the row over Q and its complement; in a positive row
    of parity at most g these differ by a factor of at most g. *)
Theorem averages_form m k P w Q i g : mechanism m k P -> prior k w -> (i < m)%nat -> 0 < probability k w Q < 1 ->
  let p := probability k w Q in
  let x := joint k w Q P i / p in
  let y := joint k w (fun j => negb (Q j)) P i / (1 - p) in
  posterior k w Q P i = p * x / (p * x + (1 - p) * y) /\
  (parity_at_most m k g P -> x <= g * y /\ y <= g * x) /\
  (parity_at_most m k g P -> 0 < g -> 0 < x -> 0 < y -> 1 / g <= x / y <= g).
Proof.
  intros HP HW Hi Hp p x y. assert (Ex : p * x = joint k w Q P i) by (unfold x; field; unfold p; lra).
  assert (Ey : (1 - p) * y = joint k w (fun j => negb (Q j)) P i) by (unfold y; field; unfold p; lra).
  assert (B : parity_at_most m k g P -> x <= g * y /\ y <= g * x).
  { intros H. pose proof (averages k w Q P i 1 g (proj1 HW) (fun j l Hj Hl N => ltac:(rewrite Rmult_1_l; now apply (H i j l Hi Hj Hl N)))) as A.
    assert (C : 1 * (joint k w (fun j => negb (Q j)) P i * probability k w (fun j => negb (negb (Q j)))) <=
      g * (joint k w (fun j => negb (negb (Q j))) P i * probability k w (fun j => negb (Q j)))).
    { apply averages; [apply HW|]. intros j l Hj Hl N. rewrite Rmult_1_l. now apply (H i j l Hi Hj Hl N). }
    assert (NN : forall R_, joint k w (fun j => negb (negb (Q j))) R_ i = joint k w Q R_ i) by (intros; apply sum_ext; intros; now rewrite negb_involutive).
    assert (NP : probability k w (fun j => negb (negb (Q j))) = p) by (apply sum_ext; intros; now rewrite negb_involutive).
    rewrite NN, NP in C. rewrite (probability_complement k w Q HW) in A, C. fold p in A, C. rewrite <- Ex, <- Ey in A, C.
    assert (M : 0 < p * (1 - p)) by (apply Rmult_lt_0_compat; unfold p; lra).
    split; apply Rmult_le_reg_l with (p * (1 - p)); lra. }
  split; [|split; [assumption|]].
  - rewrite Ex, Ey. unfold posterior. rewrite (joint_split k w Q P i). reflexivity.
  - intros H Hg Hx Hy. destruct (B H) as [B1 B2]. split.
    + apply Rmult_le_reg_r with (g * y); [apply Rmult_lt_0_compat; assumption|]. replace (1 / g * (g * y)) with y by (field; lra).
      replace (x / y * (g * y)) with (g * x) by (field; lra). assumption.
    + apply Rmult_le_reg_r with y; [assumption|]. replace (x / y * y) with x by (field; lra). assumption.
Qed.

(** (1.5): quotients of entries with 0/0 = 1 and a/0 infinite. *)
Definition quotient (a b : R) : Rbar := if Req_EM_T b 0 then (if Req_EM_T a 0 then Finite 1 else p_infty) else Finite (a / b).
Definition row_parity (k : nat) (x : nat -> R) (e : Rbar) : Prop :=
  (forall j l, (j < k)%nat -> (l < k)%nat -> Rbar_le (quotient (x j) (x l)) e) /\ exists j l, (j < k)%nat /\ (l < k)%nat /\ quotient (x j) (x l) = e.

Theorem definition_1_3 k x a b : (forall j, (j < k)%nat -> 0 <= x j) -> (a < k)%nat -> (b < k)%nat ->
  (forall j, (j < k)%nat -> x j <= x a) -> (forall j, (j < k)%nat -> x b <= x j) -> row_parity k x (quotient (x a) (x b)).
Proof.
  intros H0 Ha Hb HM Hm. split; [|exists a, b; auto]. intros j l Hj Hl. pose proof (H0 j Hj). pose proof (H0 l Hl). pose proof (HM j Hj). pose proof (Hm l Hl). pose proof (H0 b Hb).
  pose proof (HM l Hl). unfold quotient. destruct (Req_EM_T (x b) 0) as [Zb|Zb].
  - destruct (Req_EM_T (x a) 0) as [Za|Za]; [|destruct (Req_EM_T (x l) 0); [destruct (Req_EM_T (x j) 0); simpl; exact I | simpl; exact I]].
    destruct (Req_EM_T (x l) 0) as [Zl|Zl]; [|exfalso; lra]. destruct (Req_EM_T (x j) 0) as [Zj|Zj]; [simpl; lra | exfalso; lra].
  - destruct (Req_EM_T (x l) 0) as [Zl|Zl]; [exfalso; lra|]. simpl. apply Rmult_le_reg_r with (x l * x b); [apply Rmult_lt_0_compat; lra|].
    replace (x j / x l * (x l * x b)) with (x j * x b) by (field; lra). replace (x a / x b * (x l * x b)) with (x a * x l) by (field; lra).
    apply Rmult_le_compat; lra.
Qed.

(** The parity of a matrix: the largest of its rows' parities. *)
Definition matrix_parity (m k : nat) (P : nat -> nat -> R) (e : Rbar) : Prop :=
  (forall i, (i < m)%nat -> forall j l, (j < k)%nat -> (l < k)%nat -> Rbar_le (quotient (P i j) (P i l)) e) /\
  exists i j l, (i < m)%nat /\ (j < k)%nat /\ (l < k)%nat /\ quotient (P i j) (P i l) = e.

Theorem parity_at_least_1 m k P e : mechanism m k P -> matrix_parity m k P e ->
  Rbar_le 1 e /\ (e = Finite 1 <-> forall i j l, (i < m)%nat -> (j < k)%nat -> (l < k)%nat -> P i j = P i l).
Proof.
  intros [H0 _] [U [a [b [c [Ha [Hb [Hc E]]]]]]]. assert (Self : forall u, quotient u u = Finite 1).
  { intros u. unfold quotient. destruct (Req_EM_T u 0); [reflexivity | f_equal; field; assumption]. }
  split; [rewrite <- (Self (P a b)); now apply U|]. split.
  - intros -> . assert (Le : forall i j l, (i < m)%nat -> (j < k)%nat -> (l < k)%nat -> P i j <= P i l).
    { intros i j l Hi Hj Hl. pose proof (U i Hi j l Hj Hl) as V. pose proof (H0 i j Hi Hj). pose proof (H0 i l Hi Hl). unfold quotient in V.
      destruct (Req_EM_T (P i l) 0) as [Z|Z].
      - destruct (Req_EM_T (P i j) 0); [lra | simpl in V; contradiction].
      - simpl in V. apply (Rmult_le_compat_r (P i l)) in V; [|assumption]. replace (P i j / P i l * P i l) with (P i j) in V by (field; assumption). lra. }
    intros i j l Hi Hj Hl. apply Rle_antisym; now apply Le.
  - intros H. rewrite <- E, (H a b c) by assumption. apply Self.
Qed.

Theorem parity_finite m k P e : mechanism m k P -> no_zero_row m k P -> matrix_parity m k P e ->
  (is_finite e <-> forall i j, (i < m)%nat -> (j < k)%nat -> 0 < P i j).
Proof.
  intros [H0 _] HZ [U [a [b [c [Ha [Hb [Hc E]]]]]]]. split.
  - intros F i j Hi Hj. destruct (Rle_lt_or_eq_dec 0 (P i j) (H0 i j Hi Hj)) as [|Z]; [assumption|]. exfalso.
    destruct (HZ i Hi) as [l [Hl N]]. pose proof (U i Hi l j Hl Hj) as V. unfold quotient in V. rewrite <- Z in V.
    destruct (Req_EM_T 0 0) as [_|]; [|congruence]. destruct (Req_EM_T (P i l) 0); [contradiction|]. destruct e; simpl in V; try contradiction; discriminate.
  - intros H. rewrite <- E. unfold quotient. pose proof (H a c Ha Hc). destruct (Req_EM_T (P a c) 0); [lra | reflexivity].
Qed.

(** (2.1): no set of answers is more than exp(epsilon) times as likely under one input as under another. *)
Definition dlp (m k : nat) (e : R) (P : nat -> nat -> R) : Prop := forall (S : nat -> bool) j l, (j < k)%nat -> (l < k)%nat ->
  sum m (fun i => if S i then P i j else 0) <= exp e * sum m (fun i => if S i then P i l else 0).

Theorem eq_2_1 m k e P : mechanism m k P -> 0 <= e -> (dlp m k e P <-> parity_at_most m k (exp e) P).
Proof.
  intros [H0 _] He. assert (E1 : 1 <= exp e) by (pose proof (exp_ineq1_le e); lra). split.
  - intros H. assert (L : ldp m k (exp e) 0 P) by (apply ldp_events; intros S j l Hj Hl _; specialize (H S j l Hj Hl); lra).
    intros i j l Hi Hj Hl N. now apply (proj2 (satisfies_pure m k (exp e) P) L).
  - intros H S j l Hj Hl. destruct (Nat.eq_dec j l) as [->|N].
    + assert (0 <= sum m (fun i => if S i then P i l else 0)) by (apply sum_nonneg; intros i Hi; destruct (S i); [now apply H0 | lra]).
      pose proof (Rmult_le_compat_r _ _ _ H1 E1). lra.
    + assert (L : ldp m k (exp e) 0 P) by (apply satisfies_pure; intros i j' l' Hi Hj' Hl' N'; now apply H).
      pose proof (proj1 (ldp_events m k (exp e) 0 P) L S j l Hj Hl N). lra.
Qed.

Theorem dlp_is_beta m k e P : mechanism m k P -> 0 < e -> (dlp m k e P <-> ~ factor_breach m k (exp e) P).
Proof.
  intros HP He. rewrite (theorem_1_2 m k (exp e) P HP) by (pose proof (exp_ineq1 e ltac:(lra)); lra). apply eq_2_1; [assumption | lra].
Qed.

Theorem dlp_is_rho m k P : mechanism m k P ->
  (forall a b e, 0 < a -> a < b -> b < 1 -> exp e = b * (1 - a) / (a * (1 - b)) -> (dlp m k e P <-> rho_privacy m k a b P)) /\
  forall e, 0 < e -> exists a b, 0 < a /\ a < b /\ b < 1 /\ exp e = b * (1 - a) / (a * (1 - b)).
Proof.
  intros HP. split.
  - intros a b e Ha Hab Hb E. assert (E1 : 1 < exp e).
    { rewrite E. apply Rmult_lt_reg_r with (a * (1 - b)); [apply Rmult_lt_0_compat; lra|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l; [lra|].
      apply Rgt_not_eq, Rmult_lt_0_compat; lra. }
    assert (He : 0 < e) by (apply exp_lt_inv; rewrite exp_0; assumption).
    rewrite eq_2_1 by (assumption || lra). rewrite E. split; [now apply theorem_1_1|]. intros [U _]. now apply theorem_1_1_necessary.
  - intros e He. pose proof (exp_ineq1 e ltac:(lra)) as X. set (t := exp e) in *. assert (T : 1 < t) by lra. exists (1 / 3), (t / (t + 2)).
    assert (D : t / (t + 2) - 1 / 3 = 2 * (t - 1) / (3 * (t + 2))) by (field; lra).
    assert (0 < 2 * (t - 1) / (3 * (t + 2))) by (apply Rdiv_lt_0_compat; lra).
    assert (D' : 1 - t / (t + 2) = 2 / (t + 2)) by (field; lra). assert (0 < 2 / (t + 2)) by (apply Rdiv_lt_0_compat; lra).
    repeat split; try lra. field. split; lra.
Qed.

(** Section 2: regions of excluded pairs of prior and posterior. *)
Definition region (hl hu : R -> R) (p q : R) : Prop := 0 <= p <= 1 /\ 0 <= q <= 1 /\ (q < hl p \/ hu p < q).
Definition attained (m k : nat) (P : nat -> nat -> R) (p q : R) : Prop := exists w Q i, prior k w /\ (i < m)%nat /\
  0 < sum k (fun j => w j * P i j) /\ probability k w Q = p /\ posterior k w Q P i = q.
Definition region_of (m k : nat) (P : nat -> nat -> R) (p q : R) : Prop := 0 <= p <= 1 /\ 0 <= q <= 1 /\ ~ attained m k P p q.

Theorem sip_is_inclusion m k hl hu P : mechanism m k P -> (sip m k hl hu P <-> forall p q, region hl hu p q -> region_of m k P p q).
Proof.
  intros HP. split.
  - intros H p q [Hp [Hq R_]]. split; [assumption|]. split; [assumption|]. intros [w [Q [i [HW [Hi [D [<- <-]]]]]]].
    specialize (H w Q i HW Hi D). lra.
  - intros H w Q i HW Hi D. pose proof (probability_range k w Q HW) as Rp. pose proof (posterior_range m k w Q P i HP HW Hi D) as Rq.
    assert (A : attained m k P (probability k w Q) (posterior k w Q P i)) by (exists w, Q, i; auto).
    split; apply Rnot_lt_le; intros L; destruct (H (probability k w Q) (posterior k w Q P i)) as [_ [_ N]]; try contradiction;
      (split; [assumption|]; split; [assumption|]); auto.
Qed.

(** A larger region is a stronger guarantee. *)
Theorem larger_region_is_stronger m k hl hu gl gu P : mechanism m k P -> (forall p q, region hl hu p q -> region gl gu p q) ->
  sip m k gl gu P -> sip m k hl hu P.
Proof. intros HP H S. apply (sip_is_inclusion m k hl hu P HP). intros p q R_. apply (proj1 (sip_is_inclusion m k gl gu P HP) S). auto. Qed.

(** A region that is that of some procedure for the k categories is precise; a procedure for them that guarantees one that is not has a
    strictly larger region. *)
Definition precise (k : nat) (hl hu : R -> R) : Prop := exists m P, mechanism m k P /\ forall p q, region hl hu p q <-> region_of m k P p q.
Theorem imprecise_is_strictly_larger m k hl hu P : mechanism m k P -> ~ precise k hl hu -> sip m k hl hu P ->
  (forall p q, region hl hu p q -> region_of m k P p q) /\ exists p q, region_of m k P p q /\ ~ region hl hu p q.
Proof.
  intros HP N S. pose proof (proj1 (sip_is_inclusion m k hl hu P HP) S) as I. split; [assumption|].
  destruct (Classical_Prop.classic (exists p q, region_of m k P p q /\ ~ region hl hu p q)) as [|No]; [assumption|]. exfalso. apply N.
  exists m, P. split; [assumption|]. intros p q. split; [apply I|]. intros H.
  destruct (Classical_Prop.classic (region hl hu p q)) as [|Nr]; [assumption|]. exfalso. apply No. now exists p, q.
Qed.

(** After Definition 3.1: h-CSIP bounds posteriors below too. *)
Theorem csip_downward m k h P : mechanism m k P -> keeps_below m k h P ->
  forall w Q i, prior k w -> (i < m)%nat -> 0 < probability k w Q < 1 -> 0 < sum k (fun j => w j * P i j) ->
  1 - h (1 - probability k w Q) <= posterior k w Q P i.
Proof.
  intros HP H w Q i HW Hi Hp D. rewrite (posterior_complement k w Q P i D).
  pose proof (probability_complement k w Q HW) as C. specialize (H w (fun j => negb (Q j)) i HW Hi ltac:(rewrite C; lra) D). rewrite C in H. lra.
Qed.

(** (3.3): what the infimum B(h) is at least, and over which p it may be taken. *)
Theorem bound_at_least_1 h g : (forall p, 0 < p < 1 -> p <= h p <= 1) -> is_bound h g ->
  1 <= g /\ forall p, 0 < p < 1 -> h p < 1 -> 1 <= odds_ratio h p /\ (odds_ratio h p = 1 <-> h p = p).
Proof.
  intros H [_ B]. assert (T : forall p, 0 < p < 1 -> h p < 1 -> odds_ratio h p = 1 + (h p - p) / (p * (1 - h p))).
  { intros p Hp Hh. unfold odds_ratio. field. split; lra. }
  assert (A : forall p, 0 < p < 1 -> h p < 1 -> 1 <= odds_ratio h p).
  { intros p Hp Hh. rewrite T by assumption. specialize (H p Hp). assert (0 <= (h p - p) / (p * (1 - h p))); [|lra].
    apply Rmult_le_pos; [lra | left; apply Rinv_0_lt_compat, Rmult_lt_0_compat; lra]. }
  split.
  - destruct (Rle_lt_dec 1 g) as [|L]; [assumption|]. exfalso. destruct (B (1 - g) ltac:(lra)) as [p [Hp [Hh O]]]. specialize (A p Hp Hh). lra.
  - intros p Hp Hh. split; [now apply A|]. rewrite T by assumption. split.
    + intros E. assert (F : (h p - p) / (p * (1 - h p)) = 0) by lra. apply (f_equal (fun z => z * (p * (1 - h p)))) in F.
      unfold Rdiv in F. rewrite Rmult_assoc, Rinv_l in F; [lra|]. apply Rgt_not_eq, Rmult_lt_0_compat; lra.
    + intros ->. unfold Rdiv. ring.
Qed.

Definition term (h : R -> R) (p : R) : Rbar := if Rlt_dec (h p) 1 then Finite ((1 - p) / p * (h p / (1 - h p))) else p_infty.
Theorem eq_3_3_alternative h (g : Rbar) :
  ((forall p, 0 < p < 1 -> Rbar_le g (term h p)) <-> (forall p, 0 < p < 1 -> h p < 1 -> Rbar_le g (term h p))) /\
  ((forall p, 0 < p < 1 -> ~ h p < 1) -> forall b, forall p, 0 < p < 1 -> Rbar_le b (term h p)).
Proof.
  split; [split; auto|].
  - intros H p Hp. destruct (Rlt_dec (h p) 1) as [L|N]; [now apply H|]. unfold term. destruct (Rlt_dec (h p) 1); [contradiction|]. destruct g; simpl; auto.
  - intros H b p Hp. unfold term. destruct (Rlt_dec (h p) 1) as [L|_]; [exfalso; now apply (H p)|]. destruct b; simpl; auto.
Qed.

(** Section 3, conclusion (1): any demand bounds all Bayes factors, by B(h). *)
Theorem bayes_factors m k h P : mechanism m k P -> (forall a, 0 <= a <= 1 -> a <= h a <= 1) ->
  (exists g, is_bound h g /\ 1 <= g /\ (keeps_below m k h P <-> keeps_odds m k g P)) \/ ((forall p, 0 < p < 1 -> h p = 1) /\ keeps_below m k h P).
Proof.
  intros HP Hh. destruct (bound_exists h Hh) as [[g B]|H]; [left | right].
  - exists g. assert (G : 1 <= g) by (apply (bound_at_least_1 h g); [intros p Hp; apply Hh; lra | assumption]).
    split; [assumption|]. split; [assumption|]. rewrite (theorem_3_1 m k h g P HP Hh B). symmetry. now apply odds_is_parity.
  - split; [assumption|]. now apply theorem_3_1_infinite.
Qed.

(** Conclusion (2): a procedure of parity 1 meets every demand; and for every parity above 1 there are many procedures. *)
Theorem always_possible m k h : (0 < m)%nat -> (forall p, 0 < p < 1 -> p <= h p <= 1) ->
  let P := fun _ _ : nat => / INR m in mechanism m k P /\ parity_at_most m k 1 P /\ keeps_below m k h P.
Proof.
  intros Hm Hh P. assert (M : 0 < INR m) by (apply lt_0_INR; assumption). assert (HP : mechanism m k P).
  { split; [intros; left; now apply Rinv_0_lt_compat | intros; unfold P; rewrite sum_const; field; lra]. }
  assert (G : parity_at_most m k 1 P) by (intros i j l _ _ _ _; unfold P; lra).
  split; [assumption|]. split; [assumption|]. apply keeps_below_iff; [assumption | assumption|]. intros p Hp H.
  assert (1 <= odds_ratio h p).
  { unfold odds_ratio. specialize (Hh p Hp). apply Rmult_le_reg_r with (p * (1 - h p)); [apply Rmult_lt_0_compat; lra|].
    unfold Rdiv. rewrite Rmult_assoc, Rinv_l; [lra|]. apply Rgt_not_eq, Rmult_lt_0_compat; lra. }
  intros i j l _ _ _ _. unfold P. pose proof (Rinv_0_lt_compat _ M). pose proof (Rmult_le_compat_r (/ INR m) 1 (odds_ratio h p) ltac:(lra) H0). lra.
Qed.

(** Conclusion (3): epsilon-DLP is h_gamma-CSIP with gamma = exp(epsilon). *)
Definition h_gamma (g p : R) : R := g * p / (g * p + (1 - p)).
Lemma h_gamma_bound g : 1 <= g -> (forall p, 0 < p < 1 -> p <= h_gamma g p <= 1) /\ is_bound (h_gamma g) g /\ forall p, 0 < p < 1 -> h_gamma g p < 1.
Proof.
  intros Hg. assert (D : forall p, 0 < p < 1 -> 0 < g * p /\ 0 < g * p + (1 - p)) by (intros p Hp; pose proof (Rmult_lt_0_compat g p ltac:(lra) ltac:(lra)); lra).
  assert (L : forall p, 0 < p < 1 -> h_gamma g p < 1).
  { intros p Hp. destruct (D p Hp). assert (E : 1 - h_gamma g p = (1 - p) / (g * p + (1 - p))) by (unfold h_gamma; field; lra).
    assert (0 < (1 - p) / (g * p + (1 - p))) by (apply Rdiv_lt_0_compat; lra). lra. }
  assert (O : forall p, 0 < p < 1 -> odds_ratio (h_gamma g) p = g).
  { intros p Hp. destruct (D p Hp). unfold odds_ratio, h_gamma. field. repeat split; lra. }
  split; [|split; [|assumption]].
  - intros p Hp. destruct (D p Hp). pose proof (L p Hp). split; [|lra].
    assert (E : h_gamma g p - p = (g - 1) * p * (1 - p) / (g * p + (1 - p))) by (unfold h_gamma; field; lra).
    assert (0 <= (g - 1) * p * (1 - p) / (g * p + (1 - p))); [|lra]. apply Rmult_le_pos; [apply Rmult_le_pos; [apply Rmult_le_pos; lra | lra] | left; now apply Rinv_0_lt_compat].
  - split; [intros p Hp _; rewrite O by assumption; lra|]. intros e He. exists (1 / 2). rewrite O by lra. split; [lra|]. split; [apply L; lra | lra].
Qed.

Theorem dlp_is_csip m k e P : mechanism m k P -> 0 <= e -> (dlp m k e P <-> keeps_below m k (h_gamma (exp e)) P).
Proof.
  intros HP He. destruct (h_gamma_bound (exp e) ltac:(pose proof (exp_ineq1_le e); lra)) as [A [B _]].
  rewrite eq_2_1 by assumption. symmetry. now apply keeps_below_iff_parity.
Qed.

(** After (3.5): h_gamma is the up boundary of any procedure of parity gamma, and 1 - h_gamma(1 - p) the down boundary: posteriors stay
    between them, and both are attained from every prior probability. *)
Theorem boundaries m k g P : 1 <= g -> mechanism m k P -> parity_at_most m k g P ->
  (exists i j l, (i < m)%nat /\ (j < k)%nat /\ (l < k)%nat /\ j <> l /\ 0 < P i l /\ P i j = g * P i l) ->
  forall p, 0 < p < 1 ->
  ((forall q, attained m k P p q -> 1 - h_gamma g (1 - p) <= q <= h_gamma g p) /\ attained m k P p (h_gamma g p) /\ attained m k P p (1 - h_gamma g (1 - p))) /\
  1 - h_gamma g (1 - p) = p / (p + g * (1 - p)).
Proof.
  intros Hg HP G [i [j [l [Hi [Hj [Hl [N [Z E]]]]]]]] p Hp. destruct (h_gamma_bound g Hg) as [A [B _]].
  pose proof (proj2 (keeps_below_iff_parity m k (h_gamma g) g P HP A B) G) as K.
  assert (Dp : 0 < g * p /\ 0 < g * (1 - p)) by (split; apply Rmult_lt_0_compat; lra).
  split; [|unfold h_gamma; field; lra]. split; [|split].
  - intros q [w [Q [i' [HW [Hi' [D [<- <-]]]]]]]. split; [now apply (csip_downward m k (h_gamma g) P HP K) | now apply K].
  - destruct (two_inputs k j l p Hj Hl N Hp) as [w [HW [Wj F]]]. exists w, (fun x => Nat.eqb x j), i.
    assert (D : sum k (fun a => w a * P i a) = p * P i j + (1 - p) * P i l) by (apply F).
    assert (D0 : 0 < p * P i j + (1 - p) * P i l) by (rewrite E; pose proof (Rmult_lt_0_compat (g * p) (P i l) ltac:(lra) Z); pose proof (Rmult_lt_0_compat (1 - p) (P i l) ltac:(lra) Z); lra).
    split; [assumption|]. split; [assumption|]. split; [rewrite D; assumption|]. split.
    + unfold probability. rewrite (sum_single k j w) by assumption. assumption.
    + unfold posterior, joint. rewrite (sum_single k j (fun a => w a * P i a)), D, Wj, E by assumption. unfold h_gamma. field.
      split; [lra|]. rewrite E in D0. apply Rgt_not_eq. lra.
  - assert (Hp' : 0 < 1 - p < 1) by lra. destruct (two_inputs k j l (1 - p) Hj Hl N Hp') as [w [HW [Wj F]]]. exists w, (fun x => negb (Nat.eqb x j)), i.
    assert (D : sum k (fun a => w a * P i a) = (1 - p) * P i j + (1 - (1 - p)) * P i l) by (apply F).
    assert (D0 : 0 < (1 - p) * P i j + (1 - (1 - p)) * P i l) by (rewrite E; pose proof (Rmult_lt_0_compat (g * (1 - p)) (P i l) ltac:(lra) Z); pose proof (Rmult_lt_0_compat p (P i l) ltac:(lra) Z); lra).
    assert (D1 : 0 < sum k (fun a => w a * P i a)) by (rewrite D; assumption).
    assert (Pr : probability k w (fun x => Nat.eqb x j) = 1 - p) by (unfold probability; rewrite (sum_single k j w) by assumption; assumption).
    split; [assumption|]. split; [assumption|]. split; [assumption|]. split; [rewrite (probability_complement k w _ HW), Pr; ring|].
    rewrite (posterior_complement k w _ P i D1).
    replace (posterior k w (fun x => negb (negb (Nat.eqb x j))) P i) with (posterior k w (fun x => Nat.eqb x j) P i).
    + f_equal. unfold posterior, joint. rewrite (sum_single k j (fun a => w a * P i a)), D, Wj, E by assumption. unfold h_gamma. field.
      split; [lra|]. rewrite E in D0. apply Rgt_not_eq. lra.
    + unfold posterior, joint. f_equal. apply sum_ext. intros. now rewrite negb_involutive.
Qed.
