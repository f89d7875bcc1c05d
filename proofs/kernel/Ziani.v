(** Ziani, "Lectures 3 and 4: The Randomized Response and Laplace Mechanisms": the Laplace mechanism by its density.

    Events are finite unions of bounded intervals, or of bounded boxes, given without overlaps; their probabilities are integrals
    of the density. A tail is the limit of such. *)

From Coq Require Import Reals Lra Lia List.
From Coquelicot Require Import Coquelicot.
From Rropt Require Import Sums.
Import ListNotations.
Open Scope R_scope.

(** The density of x + Laplace noise of scale b, at s. *)
Definition laplace (b x s : R) : R := / (2 * b) * exp (- Rabs (s - x) / b).

Lemma laplace_continuous b x s : continuous (laplace b x) s.
Proof.
  unfold laplace. apply (continuous_mult (fun _ => / (2 * b)) (fun s => exp (- Rabs (s - x) / b))).
  - apply continuous_const.
  - apply (continuous_comp (fun s => - Rabs (s - x) / b) exp).
    + apply (continuous_mult (fun s => - Rabs (s - x)) (fun _ => / b)); [|apply continuous_const].
      apply (continuous_opp (fun s => Rabs (s - x))).
      apply (continuous_comp (fun s => s - x) Rabs).
      * apply (continuous_minus (fun s => s) (fun _ => x)); [apply continuous_id | apply continuous_const].
      * apply continuous_Rabs.
    + apply continuous_exp.
Qed.

Lemma laplace_integrable b x u w : ex_RInt (laplace b x) u w.
Proof. apply (ex_RInt_continuous (V := R_CompleteNormedModule)). intros. apply laplace_continuous. Qed.

Lemma laplace_nonneg b x s : 0 < b -> 0 <= laplace b x s.
Proof.
  intros Hb. unfold laplace. apply Rmult_le_pos; [left; apply Rinv_0_lt_compat; lra | left; apply exp_pos].
Qed.

Lemma interval_nonneg b x u w : 0 < b -> u <= w -> 0 <= RInt (laplace b x) u w.
Proof. intros Hb H. apply RInt_ge_0; [assumption | apply laplace_integrable | intros; now apply laplace_nonneg]. Qed.

(** The chances of an interval at two values of the query. *)
Lemma interval_ratio b x y u w : 0 < b -> u <= w ->
  RInt (laplace b x) u w <= exp (Rabs (x - y) / b) * RInt (laplace b y) u w.
Proof.
  intros Hb Huw. set (r := Rabs (x - y)).
  replace (exp (r / b) * RInt (laplace b y) u w) with (RInt (fun s => scal (exp (r / b)) (laplace b y s)) u w)
    by (apply (RInt_scal (laplace b y) u w (exp (r / b))); apply laplace_integrable).
  apply RInt_le; [assumption | apply laplace_integrable | apply (ex_RInt_scal (laplace b y)); apply laplace_integrable |].
  intros s _. unfold laplace, scal; simpl; unfold mult; simpl.
  replace (exp (r / b) * (/ (2 * b) * exp (- Rabs (s - y) / b))) with (/ (2 * b) * (exp (r / b) * exp (- Rabs (s - y) / b))) by ring.
  apply Rmult_le_compat_l; [left; apply Rinv_0_lt_compat; lra|]. rewrite <- exp_plus.
  assert (T : Rabs (s - y) <= Rabs (s - x) + r).
  { unfold r. replace (s - y) with (s - x + (x - y)) by ring. apply Rabs_triang. }
  assert (E : - Rabs (s - x) / b <= r / b + - Rabs (s - y) / b).
  { apply Rmult_le_reg_r with b; [assumption|].
    replace (- Rabs (s - x) / b * b) with (- Rabs (s - x)) by (field; lra).
    replace ((r / b + - Rabs (s - y) / b) * b) with (r - Rabs (s - y)) by (field; lra). lra. }
  destruct E as [E|E]; [left; now apply exp_increasing | right; now rewrite E].
Qed.

Lemma exponent_at_most r l e : 0 < l -> 0 < e -> r <= l -> exp (r / (l / e)) <= exp e.
Proof.
  intros Hl He H. assert (B : 0 < l / e) by (now apply Rdiv_lt_0_compat).
  assert (E : r / (l / e) <= e).
  { apply Rmult_le_reg_r with (l / e); [assumption|].
    replace (e * (l / e)) with l by (field; lra). unfold Rdiv at 1. rewrite Rmult_assoc, Rinv_l by lra. lra. }
  destruct E as [E|E]; [left; now apply exp_increasing | right; now rewrite E].
Qed.

(** The probability of a finite union of disjoint intervals, given by their ends. *)
Fixpoint chance (b x : R) (event : list (R * R)) : R :=
  match event with
  | [] => 0
  | (u, w) :: others => RInt (laplace b x) u w + chance b x others
  end.

(** Theorem 8: the Laplace mechanism of a query of sensitivity l is e-differentially private. *)
Theorem theorem_8 l e x y event : 0 < l -> 0 < e -> Rabs (x - y) <= l ->
  List.Forall (fun i => fst i <= snd i) event ->
  chance (l / e) x event <= exp e * chance (l / e) y event.
Proof.
  intros Hl He H HF. induction HF as [|[u w] others Huw HF IH]; simpl; [lra|]. simpl in Huw.
  assert (B : 0 < l / e) by (now apply Rdiv_lt_0_compat).
  rewrite Rmult_plus_distr_l. apply Rplus_le_compat; [|assumption].
  eapply Rle_trans; [apply (interval_ratio (l / e) x y u w B Huw)|].
  apply Rmult_le_compat_r; [now apply interval_nonneg | now apply exponent_at_most].
Qed.

(** The chance of an answer between z and M above x, and of one between z and M below it. *)
Lemma tail_above b x z M : 0 < b -> 0 <= z <= M ->
  is_RInt (laplace b x) (x + z) (x + M) ((exp (- z / b) - exp (- M / b)) / 2).
Proof.
  intros Hb Hz.
  apply (is_RInt_ext (fun s => / (2 * b) * exp (- (s - x) / b))).
  { intros s Hs. rewrite Rmin_left, Rmax_right in Hs by lra. unfold laplace. rewrite Rabs_right by lra. reflexivity. }
  replace ((exp (- z / b) - exp (- M / b)) / 2)
    with (minus (- exp (- (x + M - x) / b) / 2) (- exp (- (x + z - x) / b) / 2)).
  - apply (is_RInt_derive (fun s => - exp (- (s - x) / b) / 2)).
    + intros s _. auto_derive; [lra|]. change (- (s + - x) * / b) with (- (s - x) / b). field. lra.
    + intros s _. apply (ex_derive_continuous (fun s => / (2 * b) * exp (- (s - x) / b))). auto_derive. lra.
  - replace (x + M - x) with M by ring. replace (x + z - x) with z by ring.
    change ((- exp (- M / b) / 2) - (- exp (- z / b) / 2) = (exp (- z / b) - exp (- M / b)) / 2). lra.
Qed.

Lemma tail_below b x z M : 0 < b -> 0 <= z <= M ->
  is_RInt (laplace b x) (x - M) (x - z) ((exp (- z / b) - exp (- M / b)) / 2).
Proof.
  intros Hb Hz.
  apply (is_RInt_ext (fun s => / (2 * b) * exp ((s - x) / b))).
  { intros s Hs. rewrite Rmin_left, Rmax_right in Hs by lra. unfold laplace. rewrite Rabs_left by lra.
    now replace (- - (s - x)) with (s - x) by ring. }
  replace ((exp (- z / b) - exp (- M / b)) / 2)
    with (minus (exp ((x - z - x) / b) / 2) (exp ((x - M - x) / b) / 2)).
  - apply (is_RInt_derive (fun s => exp ((s - x) / b) / 2)).
    + intros s _. auto_derive; [lra|]. change ((s + - x) * / b) with ((s - x) / b). field. lra.
    + intros s _. apply (ex_derive_continuous (fun s => / (2 * b) * exp ((s - x) / b))). auto_derive. lra.
  - replace (x - M - x) with (- M) by ring. replace (x - z - x) with (- z) by ring.
    change ((exp (- z / b) / 2) - (exp (- M / b) / 2) = (exp (- z / b) - exp (- M / b)) / 2). lra.
Qed.

(** The chance of an answer within z of x, and that of one farther off but within M. *)
Theorem within_chance b x z : 0 < b -> 0 <= z -> RInt (laplace b x) (x - z) (x + z) = 1 - exp (- z / b).
Proof.
  intros Hb Hz. apply is_RInt_unique.
  pose proof (tail_below b x 0 z Hb ltac:(lra)) as A. pose proof (tail_above b x 0 z Hb ltac:(lra)) as B.
  rewrite Rminus_0_r in A. rewrite Rplus_0_r in B.
  pose proof (is_RInt_Chasles _ _ _ _ _ _ A B) as C.
  assert (E0 : exp (- 0 / b) = 1) by (unfold Rdiv; rewrite Ropp_0, Rmult_0_l; apply exp_0). rewrite E0 in C.
  replace (1 - exp (- z / b)) with (plus ((1 - exp (- z / b)) / 2) ((1 - exp (- z / b)) / 2)); [exact C|].
  change ((1 - exp (- z / b)) / 2 + (1 - exp (- z / b)) / 2 = 1 - exp (- z / b)). lra.
Qed.

Definition beyond (b x z M : R) : R := RInt (laplace b x) (x - M) (x - z) + RInt (laplace b x) (x + z) (x + M).

Theorem beyond_chance b x z M : 0 < b -> 0 <= z <= M -> beyond b x z M = exp (- z / b) - exp (- M / b).
Proof.
  intros Hb Hz. unfold beyond.
  rewrite (is_RInt_unique _ _ _ _ (tail_below b x z M Hb Hz)), (is_RInt_unique _ _ _ _ (tail_above b x z M Hb Hz)). lra.
Qed.

Lemma exp_vanishes b : 0 < b -> is_lim (fun M => exp (- M / b)) p_infty 0.
Proof.
  intros Hb.
  apply (is_lim_comp exp (fun M => - M / b) p_infty 0 m_infty); [apply is_lim_exp_m | | exists 0; discriminate].
  apply (is_lim_ext (fun M => - / b * M)); [intros; field; lra|].
  replace m_infty with (Rbar_mult (- / b) p_infty).
  - apply (is_lim_scal_l (fun M => M) (- / b) p_infty p_infty). apply is_lim_id.
  - apply is_Rbar_mult_unique. apply is_Rbar_mult_sym. apply is_Rbar_mult_p_infty_neg. simpl.
    assert (0 < / b) by (now apply Rinv_0_lt_compat). lra.
Qed.

(** The chance that |Z| is at least z is exp(-z/b). *)
Theorem laplace_tail b x z : 0 < b -> 0 <= z -> is_lim (beyond b x z) p_infty (exp (- z / b)).
Proof.
  intros Hb Hz. apply (is_lim_ext_loc (fun M => exp (- z / b) - exp (- M / b))).
  - exists z. intros M HM. rewrite beyond_chance by lra. reflexivity.
  - replace (Finite (exp (- z / b))) with (Finite (exp (- z / b) - 0)) by (f_equal; lra).
    apply (is_lim_minus (fun _ => exp (- z / b)) (fun M => exp (- M / b)) p_infty (exp (- z / b)) 0);
      [apply is_lim_const | now apply exp_vanishes | reflexivity].
Qed.

Lemma log_above_0 u : 1 <= u -> 0 <= ln u.
Proof.
  intros [H|H]; [|rewrite <- H, ln_1; lra]. left. rewrite <- ln_1. apply ln_increasing; lra.
Qed.

(** Theorem 9: the answer is ln(1/delta) (l/e) or more away from x with probability delta. *)
Theorem theorem_9 l e x delta : 0 < l -> 0 < e -> 0 < delta <= 1 ->
  is_lim (beyond (l / e) x (ln (1 / delta) * (l / e))) p_infty delta.
Proof.
  intros Hl He Hd. assert (B : 0 < l / e) by (now apply Rdiv_lt_0_compat).
  assert (L : 0 <= ln (1 / delta)).
  { apply log_above_0. apply Rmult_le_reg_r with delta; [lra|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. lra. }
  pose proof (laplace_tail (l / e) x (ln (1 / delta) * (l / e)) B ltac:(apply Rmult_le_pos; lra)) as T.
  replace (- (ln (1 / delta) * (l / e)) / (l / e)) with (- ln (1 / delta)) in T by (field; lra).
  rewrite exp_Ropp, exp_ln in T by (apply Rdiv_lt_0_compat; lra).
  replace (/ (1 / delta)) with delta in T by (field; lra). exact T.
Qed.

(** Section 3. The coordinates' noises are independent: the chance of a box is a product, that of a finite union of disjoint
    boxes a sum. *)
Fixpoint product (d : nat) (f : nat -> R) : R :=
  match d with
  | O => 1
  | S d' => product d' f * f d'
  end.

Definition box_chance (b : R) (d : nat) (x : nat -> R) (box : nat -> R * R) : R :=
  product d (fun i => RInt (laplace b (x i)) (fst (box i)) (snd (box i))).

Fixpoint boxes_chance (b : R) (d : nat) (x : nat -> R) (event : list (nat -> R * R)) : R :=
  match event with
  | [] => 0
  | box :: others => box_chance b d x box + boxes_chance b d x others
  end.

Lemma product_nonneg d f : (forall i, (i < d)%nat -> 0 <= f i) -> 0 <= product d f.
Proof.
  induction d as [|d IH]; intros H; simpl; [lra|]. apply Rmult_le_pos; [apply IH; intros; apply H; lia | apply H; lia].
Qed.

Lemma box_ratio b d x y box : 0 < b -> (forall i, (i < d)%nat -> fst (box i) <= snd (box i)) ->
  box_chance b d x box <= exp (sum d (fun i => Rabs (x i - y i)) / b) * box_chance b d y box.
Proof.
  intros Hb. unfold box_chance. induction d as [|d IH]; intros H; cbn [product sum].
  - unfold Rdiv. rewrite Rmult_0_l, exp_0. lra.
  - replace ((sum d (fun i => Rabs (x i - y i)) + Rabs (x d - y d)) / b)
      with (sum d (fun i => Rabs (x i - y i)) / b + Rabs (x d - y d) / b) by (field; lra).
    rewrite exp_plus.
    match goal with |- _ <= ?a * ?c * (?p * ?q) => replace (a * c * (p * q)) with ((a * p) * (c * q)) by ring end.
    apply Rmult_le_compat.
    + apply product_nonneg. intros i Hi. apply interval_nonneg; [assumption | apply H; lia].
    + apply interval_nonneg; [assumption | apply H; lia].
    + apply IH. intros. apply H. lia.
    + apply interval_ratio; [assumption | apply H; lia].
Qed.

(** Theorem 12, first sentence: for an l1 sensitivity of at most l the mechanism is e-differentially private. *)
Theorem theorem_12_privacy l e d x y event : 0 < l -> 0 < e -> sum d (fun i => Rabs (x i - y i)) <= l ->
  List.Forall (fun box => forall i, (i < d)%nat -> fst (box i) <= snd (box i)) event ->
  boxes_chance (l / e) d x event <= exp e * boxes_chance (l / e) d y event.
Proof.
  intros Hl He H HF. assert (B : 0 < l / e) by (now apply Rdiv_lt_0_compat).
  induction HF as [|box others Hb HF IH]; simpl; [lra|].
  rewrite Rmult_plus_distr_l. apply Rplus_le_compat; [|assumption].
  eapply Rle_trans; [apply (box_ratio (l / e) d x y box B Hb)|].
  apply Rmult_le_compat_r; [apply product_nonneg; intros; apply interval_nonneg; auto | now apply exponent_at_most].
Qed.

Lemma power_above c d : 0 <= c <= 1 -> 1 - INR d * c <= (1 - c) ^ d.
Proof.
  intros Hc. induction d as [|d IH]; [simpl; lra|]. rewrite S_INR. simpl.
  assert (P : 0 <= (1 - c) ^ d <= 1).
  { split; [apply pow_le; lra|]. replace 1 with (1 ^ d) at 2 by apply pow1. apply pow_incr. lra. }
  pose proof (Rmult_le_compat_l c ((1 - c) ^ d) 1 ltac:(lra) ltac:(lra)). lra.
Qed.

(** Theorem 12, second sentence, in the largest coordinate's error: the chance that some coordinate is ln(d/delta) (l/e) or more
    away, which is 1 less the chance that all are nearer, is at most delta. *)
Theorem theorem_12_accuracy l e d x delta : 0 < l -> 0 < e -> (0 < d)%nat -> 0 < delta <= 1 ->
  let z := ln (INR d / delta) * (l / e) in
  1 - box_chance (l / e) d x (fun i => (x i - z, x i + z)) <= delta.
Proof.
  intros Hl He Hd Hdelta z. assert (B : 0 < l / e) by (now apply Rdiv_lt_0_compat).
  assert (D : 1 <= INR d) by (replace 1 with (INR 1) by reflexivity; apply le_INR; lia).
  assert (Q : 1 <= INR d / delta).
  { apply Rmult_le_reg_r with delta; [lra|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. lra. }
  assert (Z : 0 <= z) by (apply Rmult_le_pos; [now apply log_above_0 | lra]).
  assert (Ez : exp (- z / (l / e)) = delta / INR d).
  { unfold z. replace (- (ln (INR d / delta) * (l / e)) / (l / e)) with (- ln (INR d / delta)) by (field; lra).
    rewrite exp_Ropp, exp_ln by lra. field. lra. }
  assert (E : box_chance (l / e) d x (fun i => (x i - z, x i + z)) = (1 - delta / INR d) ^ d).
  { unfold box_chance. simpl. clear - B Z Ez. set (c := 1 - delta / INR d) in *.
    assert (P : forall n, product n (fun i => RInt (laplace (l / e) (x i)) (x i - z) (x i + z)) = c ^ n).
    { induction n as [|n IH]; [reflexivity|]. cbn [product pow]. rewrite IH, within_chance, Ez by assumption.
      unfold c. ring. }
    apply P. }
  rewrite E. assert (C : 0 <= delta / INR d <= 1).
  { split; [left; apply Rdiv_lt_0_compat; lra|].
    apply Rmult_le_reg_r with (INR d); [lra|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. lra. }
  pose proof (power_above (delta / INR d) d C) as W.
  replace (INR d * (delta / INR d)) with delta in W by (field; lra). lra.
Qed.
