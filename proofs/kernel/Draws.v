(** Expectations over any kind of draw, as linear forms; independent draws, the moments of their sums, and Chebyshev's inequality. *)

From Coq Require Import Reals Lra Lia List Arith.
From Rropt Require Import Sums.
Import ListNotations.
Open Scope R_scope.

(** An expectation over one draw: additive, homogeneous, and 1 at 1. *)
Record expectation {A : Type} (E : (A -> R) -> R) : Prop := {
  same_values : forall f g, (forall x, f x = g x) -> E f = E g;
  additive : forall f g, E (fun x => f x + g x) = E f + E g;
  homogeneous : forall c f, E (fun x => c * f x) = c * E f;
  of_one : E (fun _ => 1) = 1 }.
Definition monotone {A : Type} (E : (A -> R) -> R) : Prop := forall f g, (forall x, f x <= g x) -> E f <= E g.

Definition covariance {A} (E : (A -> R) -> R) (g h : A -> R) : R := E (fun x => (g x - E g) * (h x - E h)).
Definition spread {A} (E : (A -> R) -> R) (g : A -> R) : R := covariance E g g.

(** n independent draws, and the sum of what they show. *)
Fixpoint draws {A} (E : (A -> R) -> R) (n : nat) (f : list A -> R) : R :=
  match n with
  | O => f []
  | S n' => E (fun a => draws E n' (fun s => f (a :: s)))
  end.
Fixpoint added {A} (g : A -> R) (s : list A) : R :=
  match s with
  | [] => 0
  | a :: s' => g a + added g s'
  end.

(** Two draws of different kinds, independent of each other. *)
Definition both {A B} (E : (A -> R) -> R) (F : (B -> R) -> R) (f : A * B -> R) : R := E (fun a => F (fun b => f (a, b))).

(** A draw from 0, ..., L - 1 with probabilities w. *)
Definition over (L : nat) (w : nat -> R) (f : nat -> R) : R := sum L (fun c => w c * f c).

Section Expectation.
Context {A : Type} (E : (A -> R) -> R) (HE : expectation E).

Lemma constants c : E (fun _ => c) = c.
Proof.
  rewrite (same_values _ HE _ (fun _ => c * 1)) by (intros; ring). rewrite (homogeneous _ HE c (fun _ => 1)), (of_one _ HE). ring.
Qed.

Lemma affine c d f : E (fun x => c * f x + d) = c * E f + d.
Proof. rewrite (additive _ HE (fun x => c * f x) (fun _ => d)), (homogeneous _ HE), constants. reflexivity. Qed.

Lemma centred g : E (fun x => g x - E g) = 0.
Proof. rewrite (same_values _ HE _ (fun x => 1 * g x + - E g)) by (intros; ring). rewrite affine. ring. Qed.

(** A covariance is the mean of the product less the product of the means; so is a variance. *)
Theorem covariance_moments g h : covariance E g h = E (fun x => g x * h x) - E g * E h.
Proof.
  unfold covariance. rewrite (same_values _ HE _ (fun x => g x * h x + (- E g * h x + (- E h * g x + E g * E h)))) by (intros; ring).
  rewrite (additive _ HE (fun x => g x * h x)), (additive _ HE (fun x => - E g * h x)), (homogeneous _ HE), affine. ring.
Qed.

Lemma spread_ext g h : (forall x, g x = h x) -> spread E g = spread E h.
Proof.
  intros H. unfold spread, covariance. rewrite (same_values _ HE g h H). apply (same_values _ HE). intros x. now rewrite H.
Qed.

Lemma draws_expectation n : expectation (draws E n).
Proof.
  induction n as [|n IH]; constructor; simpl; intros; auto.
  - apply (same_values _ HE). intros. apply (same_values _ IH). auto.
  - rewrite <- (additive _ HE). apply (same_values _ HE). intros a.
    apply (additive _ IH (fun s => f (a :: s)) (fun s => g (a :: s))).
  - rewrite <- (homogeneous _ HE). apply (same_values _ HE). intros a. apply (homogeneous _ IH c (fun s => f (a :: s))).
  - rewrite (same_values _ HE _ (fun _ => 1)); [apply (of_one _ HE)|]. intros. apply (of_one _ IH).
Qed.
End Expectation.

Theorem spread_moments {A} (E : (A -> R) -> R) (HE : expectation E) g : spread E g = E (fun x => g x * g x) - E g * E g.
Proof. now apply covariance_moments. Qed.

(** Var(c X + d) = c^2 Var X. *)
Theorem spread_affine {A} (E : (A -> R) -> R) (HE : expectation E) c d g : spread E (fun x => c * g x + d) = c ^ 2 * spread E g.
Proof.
  unfold spread, covariance. rewrite affine by assumption.
  rewrite (same_values _ HE _ (fun x => c ^ 2 * ((g x - E g) * (g x - E g)))) by (intros; ring). apply (homogeneous _ HE).
Qed.

Section Sums_of_draws.
Context {A : Type} (E : (A -> R) -> R) (HE : expectation E).

Theorem mean_of_sum n g : draws E n (added g) = INR n * E g.
Proof.
  induction n as [|n IH]; [simpl; ring|]. cbn [draws added].
  rewrite (same_values _ HE _ (fun a => 1 * g a + INR n * E g)).
  - rewrite affine, S_INR by assumption. ring.
  - intros a. rewrite <- IH. rewrite (same_values _ (draws_expectation E HE n) _ (fun s => 1 * added g s + g a)) by (intros; ring).
    rewrite affine by (now apply draws_expectation). ring.
Qed.

(** The covariance of two sums over independent draws is the sum of the covariances. *)
Theorem covariance_of_sums n g h : covariance (draws E n) (added g) (added h) = INR n * covariance E g h.
Proof.
  unfold covariance. rewrite !mean_of_sum. induction n as [|n IH]; [simpl; ring|]. cbn [draws added].
  rewrite (same_values _ HE _ (fun a => 1 * ((g a - E g) * (h a - E h)) + INR n * covariance E g h)).
  - rewrite affine, S_INR by assumption. unfold covariance. ring.
  - intros a. pose proof (draws_expectation E HE n) as HD. fold (covariance E g h) in IH. rewrite <- IH.
    rewrite (same_values _ HD (fun s => (g a + added g s - INR (S n) * E g) * (h a + added h s - INR (S n) * E h))
      (fun s => (added g s - INR n * E g) * (added h s - INR n * E h) +
      ((g a - E g) * (added h s - INR n * E h) + ((h a - E h) * (added g s - INR n * E g) + (g a - E g) * (h a - E h)))))
      by (intros; rewrite S_INR; ring).
    rewrite (additive _ HD (fun s => (added g s - INR n * E g) * (added h s - INR n * E h))),
      (additive _ HD (fun s => (g a - E g) * (added h s - INR n * E h))), (homogeneous _ HD), affine by assumption.
    rewrite <- !mean_of_sum, !centred by assumption. ring.
Qed.

Theorem spread_of_sum n g : spread (draws E n) (added g) = INR n * spread E g.
Proof. apply covariance_of_sums. Qed.

(** An estimator (mean of n draws - u)/k. *)
Theorem estimator_mean n g u k : (0 < n)%nat -> k <> 0 -> draws E n (fun s => (added g s / INR n - u) / k) = (E g - u) / k.
Proof.
  intros Hn Hk. assert (P : INR n <> 0) by (apply not_0_INR; lia). pose proof (draws_expectation E HE n) as HD.
  rewrite (same_values _ HD _ (fun s => / (INR n * k) * added g s + - u / k)) by (intros; field; now split).
  rewrite affine, mean_of_sum by assumption. field. now split.
Qed.

Theorem estimator_spread n g u k : (0 < n)%nat -> k <> 0 ->
  spread (draws E n) (fun s => (added g s / INR n - u) / k) = spread E g / (INR n * k ^ 2).
Proof.
  intros Hn Hk. assert (P : INR n <> 0) by (apply not_0_INR; lia). pose proof (draws_expectation E HE n) as HD.
  rewrite (spread_ext _ HD _ (fun s => / (INR n * k) * added g s + - u / k)) by (intros; field; now split).
  rewrite spread_affine, spread_of_sum by assumption. field. now split.
Qed.
End Sums_of_draws.

(** The variance of any sum, of draws of whatever dependence: the mean squares, and the mean products over different indices. *)
Theorem variance_of_any_sum {A} (E : (A -> R) -> R) n (X : nat -> A -> R) : expectation E ->
  (forall s, sum n (fun i => X i s) * sum n (fun i => X i s) =
     sum n (fun i => X i s * X i s) + sum n (fun i => sum n (fun j => if Nat.eqb j i then 0 else X i s * X j s))) /\
  spread E (fun s => sum n (fun i => X i s)) =
    sum n (fun i => E (fun s => X i s * X i s)) + sum n (fun i => sum n (fun j => if Nat.eqb j i then 0 else E (fun s => X i s * X j s)))
    - E (fun s => sum n (fun i => X i s)) * E (fun s => sum n (fun i => X i s)).
Proof.
  intros HE. assert (L : forall m (Y : nat -> A -> R), E (fun s => sum m (fun i => Y i s)) = sum m (fun i => E (Y i))).
  { induction m as [|m IH]; intros Y; simpl; [now apply constants|]. rewrite (additive _ HE (fun s => sum m (fun i => Y i s)) (Y m)), IH. reflexivity. }
  assert (P : forall s, sum n (fun i => X i s) * sum n (fun i => X i s) =
     sum n (fun i => X i s * X i s) + sum n (fun i => sum n (fun j => if Nat.eqb j i then 0 else X i s * X j s))).
  { intros s. rewrite sum_mult, <- sum_plus. apply sum_ext. intros i Hi. rewrite <- (sum_single n i (fun j => X i s * X j s)) by assumption.
    rewrite <- sum_plus. apply sum_ext. intros j _. destruct (Nat.eqb j i); ring. }
  split; [assumption|]. rewrite spread_moments by assumption. f_equal.
  rewrite (same_values _ HE _ _ P), (additive _ HE (fun s => sum n (fun i => X i s * X i s))).
  rewrite (L n (fun i s => X i s * X i s)), (L n (fun i s => sum n (fun j => if Nat.eqb j i then 0 else X i s * X j s))). f_equal.
  apply sum_ext. intros i _. rewrite (L n (fun j s => if Nat.eqb j i then 0 else X i s * X j s)). apply sum_ext. intros j _.
  destruct (Nat.eqb j i); [now apply constants | reflexivity].
Qed.

Lemma over_expectation L w : sum L w = 1 -> expectation (over L w).
Proof.
  intros H. constructor; unfold over; intros.
  - apply sum_ext. intros. now rewrite H0.
  - rewrite <- sum_plus. apply sum_ext. intros. ring.
  - rewrite <- sum_scal. apply sum_ext. intros. ring.
  - rewrite (sum_ext L _ w) by (intros; ring). assumption.
Qed.

Lemma both_expectation {A B} (E : (A -> R) -> R) (F : (B -> R) -> R) : expectation E -> expectation F -> expectation (both E F).
Proof.
  intros HE HF. constructor; unfold both; intros.
  - apply (same_values _ HE). intros. apply (same_values _ HF). auto.
  - rewrite <- (additive _ HE). apply (same_values _ HE). intros a. apply (additive _ HF (fun b => f (a, b)) (fun b => g (a, b))).
  - rewrite <- (homogeneous _ HE). apply (same_values _ HE). intros a. apply (homogeneous _ HF c (fun b => f (a, b))).
  - rewrite (same_values _ HE _ (fun _ => 1)); [apply (of_one _ HE)|]. intros. apply (of_one _ HF).
Qed.

(** The law of total variance. *)
Theorem total_variance {A B} (E : (A -> R) -> R) (F : (B -> R) -> R) g : expectation E -> expectation F ->
  spread (both E F) g = E (fun a => spread F (fun b => g (a, b))) + spread E (fun a => F (fun b => g (a, b))).
Proof.
  intros HE HF. rewrite !spread_moments by (assumption || now apply both_expectation).
  rewrite (same_values _ HE (fun a => spread F (fun b => g (a, b)))
    (fun a => F (fun b => g (a, b) * g (a, b)) + -1 * (F (fun b => g (a, b)) * F (fun b => g (a, b)))))
    by (intros; rewrite spread_moments by assumption; ring).
  rewrite (additive _ HE (fun a => F (fun b => g (a, b) * g (a, b)))), (homogeneous _ HE). unfold both. ring.
Qed.

(** Chebyshev's inequality. *)
Definition chance {A} (E : (A -> R) -> R) (event : A -> bool) : R := E (fun x => if event x then 1 else 0).
Definition beyond {A} (f : A -> R) (mu h : R) (x : A) : bool := if Rle_dec h (Rabs (f x - mu)) then true else false.

Theorem chebyshev {A} (E : (A -> R) -> R) f h : expectation E -> monotone E -> 0 < h ->
  chance E (beyond f (E f) h) <= spread E f / h ^ 2.
Proof.
  intros HE HM Hh. unfold chance, spread, covariance. set (mu := E f).
  replace (E (fun x => (f x - mu) * (f x - mu)) / h ^ 2) with (E (fun x => / h ^ 2 * ((f x - mu) * (f x - mu))))
    by (rewrite (homogeneous _ HE); unfold Rdiv; ring).
  apply HM. intros x. unfold beyond. assert (I : 0 < / h ^ 2) by (apply Rinv_0_lt_compat, pow_lt; assumption).
  destruct (Rle_dec h (Rabs (f x - mu))) as [H|H]; [|apply Rmult_le_pos; [lra | apply Rsqr_nonneg]].
  assert (S : h ^ 2 <= (f x - mu) * (f x - mu)).
  { replace (h ^ 2) with (Rsqr h) by (unfold Rsqr; ring). apply Rsqr_le_abs_1. rewrite (Rabs_right h) by lra. assumption. }
  rewrite <- (Rinv_l (h ^ 2)) by (apply pow_nonzero; lra). apply Rmult_le_compat_l; lra.
Qed.

