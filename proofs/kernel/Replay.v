(** The steps by which exported claims are proved: signs of products and sums, comparisons multiplied out, and the
    facts about the functions of the claims' grammar. *)

From Coq Require Import Reals Lra Lia ZArith.
Open Scope R_scope.

(** Signs of products and sums. *)
Lemma square_ge q : 0 <= q * q.
Proof. apply Rle_0_sqr. Qed.

Lemma square_gt q : q <> 0 -> 0 < q * q.
Proof. apply Rsqr_pos_lt. Qed.

Lemma times_zero p m : p = 0 -> p * m = 0.
Proof. intros ->. apply Rmult_0_l. Qed.

Lemma both_zero a b : a = 0 -> b = 0 -> a + b = 0.
Proof. intros -> ->. apply Rplus_0_l. Qed.

Lemma sum_lt_le a b : 0 < a -> 0 <= b -> 0 < a + b.
Proof. lra. Qed.

Lemma sum_le_lt a b : 0 <= a -> 0 < b -> 0 < a + b.
Proof. lra. Qed.

Lemma sum_le_le a b : 0 <= a -> 0 <= b -> 0 <= a + b.
Proof. lra. Qed.

(** A positive number and a zero do not add up to 0. *)
Lemma absurd_sum a e : 0 < a -> e = 0 -> a + e = 0 -> False.
Proof. lra. Qed.

Lemma absurd_positive a : 0 < a -> a = 0 -> False.
Proof. lra. Qed.

(** A comparison multiplied by a positive number and a square, and by anything that is not 0. *)
Lemma lt_scaled k a b q p : a < b -> 0 < k -> q <> 0 -> p = k * (b - a) * (q * q) -> 0 < p.
Proof.
  intros H Hk Hq ->. apply Rmult_lt_0_compat; [apply Rmult_lt_0_compat; lra | now apply square_gt].
Qed.

Lemma gt_scaled k a b q p : a > b -> 0 < k -> q <> 0 -> p = k * (a - b) * (q * q) -> 0 < p.
Proof. intros H. now apply lt_scaled. Qed.

Lemma le_scaled k a b q p : a <= b -> 0 < k -> q <> 0 -> p = k * (b - a) * (q * q) -> 0 <= p.
Proof. intros H Hk _ ->. apply Rmult_le_pos; [apply Rmult_le_pos; lra | apply square_ge]. Qed.

Lemma ge_scaled k a b q p : a >= b -> 0 < k -> q <> 0 -> p = k * (a - b) * (q * q) -> 0 <= p.
Proof. intros H. apply le_scaled. now apply Rge_le. Qed.

Lemma eq_scaled k a b q p : a = b -> 0 < k -> q <> 0 -> p = k * (a - b) * q -> p = 0.
Proof. intros -> _ _ ->. ring. Qed.

Lemma ne_scaled k a b q p : a <> b -> 0 < k -> q <> 0 -> p = k * (a - b) * q -> p <> 0.
Proof.
  intros H Hk Hq ->. apply Rmult_integral_contrapositive_currified; [|assumption].
  apply Rmult_integral_contrapositive_currified; lra.
Qed.

Lemma negated p n : p < 0 -> n = - p -> 0 < n.
Proof. lra. Qed.

Lemma negated_le p n : p <= 0 -> n = - p -> 0 <= n.
Proof. lra. Qed.

(** An equation e = 0 put into a condition: p' is a square times p up to a multiple of e. *)
Lemma put_gt k b e m p p' : 0 < p -> e = 0 -> b <> 0 -> 0 < k -> k * p' = p * (b * b) + e * m -> 0 < p'.
Proof.
  intros H -> Hb Hk E. assert (0 < p * (b * b)) by (apply Rmult_lt_0_compat; [assumption | now apply square_gt]).
  rewrite Rmult_0_l, Rplus_0_r in E. rewrite <- E in H0.
  apply (Rmult_lt_reg_l k); [assumption|]. now rewrite Rmult_0_r.
Qed.

Lemma put_ge k b e m p p' : 0 <= p -> e = 0 -> b <> 0 -> 0 < k -> k * p' = p * (b * b) + e * m -> 0 <= p'.
Proof.
  intros H -> Hb Hk E. assert (0 <= p * (b * b)) by (apply Rmult_le_pos; [assumption | apply square_ge]).
  rewrite Rmult_0_l, Rplus_0_r in E. rewrite <- E in H0.
  apply (Rmult_le_reg_l k); [assumption|]. now rewrite Rmult_0_r.
Qed.

Lemma put_eq k b e m p p' : p = 0 -> e = 0 -> b <> 0 -> 0 < k -> k * p' = p * (b * b) + e * m -> p' = 0.
Proof. intros -> -> _ Hk E. apply (Rmult_eq_reg_l k); lra. Qed.

Lemma put_ne k b e m p p' : p <> 0 -> e = 0 -> b <> 0 -> 0 < k -> k * p' = p * (b * b) + e * m -> p' <> 0.
Proof.
  intros H -> Hb Hk E Z. rewrite Z, Rmult_0_r, Rmult_0_l, Rplus_0_r in E. symmetry in E.
  apply Rmult_integral in E as [E|E]; [contradiction|]. apply Rmult_integral in E. tauto.
Qed.

Lemma whole_ge (z : Z) w : w = IZR z -> -1 < w -> 0 <= w.
Proof. intros -> H. apply IZR_le. apply lt_IZR in H. lia. Qed.

(** What divisors need. *)
Lemma product_ne a b : a <> 0 -> b <> 0 -> a * b <> 0.
Proof. apply Rmult_integral_contrapositive_currified. Qed.

Lemma gt_ne a : 0 < a -> a <> 0.
Proof. lra. Qed.

Ltac linear_from H := clear - H; lra.
Ltac nonzero :=
  match goal with
  | |- _ /\ _ => split; nonzero
  | |- _ => assumption
  | |- ?a * ?b <> 0 => apply product_ne; nonzero
  | |- ?a ^ _ <> 0 => apply pow_nonzero; nonzero
  | |- _ => clear; lra
  | |- _ => found_nonzero
  end
with found_nonzero :=
  match goal with
  | H : ?a <> 0 |- ?b <> 0 => let Z := fresh in intro Z; apply H; linear_from Z
  | H : 0 < ?a |- ?b <> 0 => let Z := fresh in intro Z; apply (gt_ne a H); linear_from Z
  end.
Ltac same := first [ring | field; nonzero | field].

(** The functions of the grammar. *)
Lemma abs_fact x : (x >= 0 /\ Rabs x = x) \/ (x < 0 /\ Rabs x = (- 1) * x).
Proof. unfold Rabs. destruct (Rcase_abs x); [right | left]; split; lra. Qed.

Lemma max_fact a b : (Rmax a b = a /\ a >= b) \/ (Rmax a b = b /\ b >= a).
Proof. unfold Rmax. destruct (Rle_dec a b); [right | left]; split; lra. Qed.

Lemma min_fact a b : (Rmin a b = a /\ a <= b) \/ (Rmin a b = b /\ b <= a).
Proof. unfold Rmin. destruct (Rle_dec a b); [left | right]; split; lra. Qed.

Lemma sqrt_fact x : x >= 0 -> sqrt x >= 0 /\ sqrt x ^ 2 = x.
Proof.
  intros H. split; [apply Rle_ge, sqrt_pos|]. simpl. rewrite Rmult_1_r. apply sqrt_sqrt. now apply Rge_le.
Qed.

Lemma exp_ineq x : exp x >= 1 + x.
Proof.
  destruct (Req_dec x 0) as [->|H]; [rewrite exp_0; lra | pose proof (exp_ineq1 x H); lra].
Qed.

Lemma exp_fact x : exp x > 0 /\ exp x >= 1 + x /\
  ((x > 0 /\ exp x > 1) \/ (x = 0 /\ exp x = 1) \/ (x < 0 /\ exp x < 1)).
Proof.
  split; [apply exp_pos | split; [apply exp_ineq|]].
  destruct (Rtotal_order x 0) as [H|[H|H]].
  - right; right. split; [assumption|]. rewrite <- exp_0. now apply exp_increasing.
  - right; left. split; [assumption|]. now rewrite H, exp_0.
  - left. split; [assumption|]. rewrite <- exp_0. now apply exp_increasing.
Qed.

Lemma ln_fact x : x > 0 -> ln x <= x + (- 1) /\ ln x * x >= x + (- 1) /\
  ((x > 1 /\ ln x > 0) \/ (x = 1 /\ ln x = 0) \/ (x < 1 /\ ln x < 0)).
Proof.
  intros H. assert (E : exp (ln x) = x) by now apply exp_ln.
  pose proof (exp_ineq (ln x)) as A. pose proof (exp_ineq (- ln x)) as B.
  rewrite exp_Ropp, E in B. split; [lra | split].
  - assert (C : x * / x >= x * (1 + - ln x)) by (apply Rle_ge, Rmult_le_compat_l; lra).
    rewrite Rinv_r in C by lra. nra.
  - destruct (Rtotal_order x 1) as [C|[C|C]].
    + right; right. split; [assumption|]. rewrite <- ln_1. now apply ln_increasing.
    + right; left. split; [assumption|]. now rewrite C, ln_1.
    + left. split; [assumption|]. rewrite <- ln_1. apply ln_increasing; lra.
Qed.

Lemma exp_power x n : exp x ^ n = exp (INR n * x).
Proof.
  induction n as [|n IH]; [simpl; now rewrite Rmult_0_l, exp_0|].
  simpl pow. rewrite IH, <- exp_plus, S_INR. f_equal. ring.
Qed.

Lemma exp_over x : 1 / exp x = exp (- x).
Proof. rewrite exp_Ropp. unfold Rdiv. ring. Qed.

(** One of several functions' arguments is the least or the largest. *)
Ltac one_of_several :=
  match goal with
  | |- _ \/ _ => first [left; solve [repeat split; lra] | right; one_of_several]
  | |- _ => repeat split; lra
  end.

(** The tactic for exp of a sum as a product of powers. *)
Ltac exponents :=
  rewrite ?exp_power, ?exp_over, <- ?exp_plus; f_equal; rewrite ?INR_IZR_INZ; simpl Z.of_nat; same.

Lemma rounds_iff x y h : Rabs (x - y) <= h <-> 0 <= h + (x + (- y)) /\ x + (- y) <= h.
Proof.
  split; [|intros H; apply Rabs_le; lra].
  intros H. pose proof (Rle_abs (x - y)) as A. pose proof (Rle_abs (- (x - y))) as B. rewrite Rabs_Ropp in B. lra.
Qed.
