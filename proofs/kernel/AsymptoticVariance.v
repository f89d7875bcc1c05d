(** The information of one answer about the share of the second of two inputs: SPEC sections 5.2 and 9.1.

    A row (p, q) = (Pr(output | input 0), Pr(output | input 1)) carries (q - p)^2 / ((1 - pi) p + pi q). *)

From Coq Require Import Reals Lra Lia Arith.
From Rropt Require Import Sums Mechanisms Prices Ways Functions.
Open Scope R_scope.

Definition weight (pi p q : R) : R := (1 - pi) * p + pi * q.
Definition information_of_row (pi p q : R) : R := (q - p) * (q - p) / weight pi p q.
Definition information (m : nat) (pi : R) (P : nat -> nat -> R) : R :=
  sum m (fun i => information_of_row pi (P i 0%nat) (P i 1%nat)).

(** It is a square over a weight, so convex and homogeneous where it is finite: where d = 0 if the weight is 0. *)
Theorem information_of_row_convex pi : 0 <= pi <= 1 ->
  convex_on 2 (finite_square 2 (fun j => if Nat.eqb j 0 then - 1 else 1) (fun j => if Nat.eqb j 0 then 1 - pi else pi))
    (fun s => information_of_row pi (s 0%nat) (s 1%nat)).
Proof.
  intros Hpi. set (x := fun j => if Nat.eqb j 0 then - 1 else 1). set (w := fun j => if Nat.eqb j 0 then 1 - pi else pi).
  assert (E : forall s, information_of_row pi (s 0%nat) (s 1%nat) = dot 2 x s * dot 2 x s / dot 2 w s).
  { intros s. unfold information_of_row, weight, dot, x, w. simpl. f_equal; [ring | f_equal; ring]. }
  apply (convex_equal 2 _ (fun s => dot 2 x s * dot 2 x s / dot 2 w s)); [|intros; now rewrite E].
  apply square_convex. intros j _. unfold w. destruct (Nat.eqb j 0); lra.
Qed.

(** From a bound of the information to one of its inverse, the asymptotic n Var. *)
Theorem asymptotic_variance_bound m pi P bound :
  information m pi P <= bound -> 0 < information m pi P -> 1 / bound <= 1 / information m pi P.
Proof. intros H H0. unfold Rdiv. rewrite !Rmult_1_l. now apply Rinv_le_contravar. Qed.

(** In pi the information lies above its tangent. *)
Theorem information_tangent pi pi' p q :
  0 < weight pi p q -> 0 < weight pi' p q ->
  information_of_row pi p q - (q - p) ^ 3 / (weight pi p q * weight pi p q) * (pi' - pi) <=
  information_of_row pi' p q.
Proof.
  intros H H'. unfold information_of_row. apply Rminus_le.
  assert (E : weight pi' p q = weight pi p q + (pi' - pi) * (q - p)) by (unfold weight; ring).
  set (v := weight pi p q) in *. set (w := weight pi' p q) in *. set (e := q - p) in *.
  assert (Ee : (pi' - pi) * e = w - v) by lra.
  replace (e * e / v - e ^ 3 / (v * v) * (pi' - pi) - e * e / w)
    with (- ((e * (w - v)) * (e * (w - v)) / (v * v * w))).
  - apply Ropp_le_cancel. rewrite Ropp_involutive, Ropp_0.
    apply Rmult_le_pos; [apply Rle_0_sqr|]. left. apply Rinv_0_lt_compat.
    apply Rmult_lt_0_compat; [now apply Rmult_lt_0_compat | assumption].
  - replace (e ^ 3 / (v * v) * (pi' - pi)) with (e * e * ((pi' - pi) * e) / (v * v)) by (field; lra).
    rewrite Ee. field. lra.
Qed.
