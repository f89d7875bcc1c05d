(** Vulnerability, a demand on the average: SPEC sections 3.3 and 4.1. The planes g_a of the actions a < A; in the row s the best action
    gains the largest dot k (g a) s, and the sum of these over the rows is to be v at most. *)

From Coq Require Import Reals Lra Lia Arith.
From Rropt Require Import Sums Mechanisms Prices.
Open Scope R_scope.

(** x_i is at least what every action gains at the row i: of these sums that of the largest is the least. *)
Definition vulnerable (m k A : nat) (g : nat -> nat -> R) (v : R) (P : nat -> nat -> R) : Prop :=
  exists x : nat -> R, (forall i a, (i < m)%nat -> (a < A)%nat -> dot k (g a) (P i) <= x i) /\ sum m x <= v.

(** It is a bound on the sum of the largest. *)
Lemma vulnerable_of_largest m k A g v P (h : (nat -> R) -> R) :
  (forall s, (forall a, (a < A)%nat -> dot k (g a) s <= h s) /\ exists a, (a < A)%nat /\ h s = dot k (g a) s) ->
  vulnerable m k A g v P <-> sum m (fun i => h (P i)) <= v.
Proof.
  intros H. split.
  - intros [x [X S]]. eapply Rle_trans; [|exact S]. apply sum_le. intros i Hi.
    destruct (proj2 (H (P i))) as [a [Ha ->]]. now apply X.
  - intros S. exists (fun i => h (P i)). split; [|assumption]. intros i a _ Ha. now apply (proj1 (H (P i))).
Qed.

(** What multipliers mu_i,a, which sum to the price z at every output, take from the weights of a linear objective costs z v. With the
    weights W less these planes in Ways.linear_by_prices, for one vulnerability after another, that is the bound B. *)
Theorem shares_of_actions m k A g v z mu W bound P :
  vulnerable m k A g v P -> 0 <= z ->
  (forall i a, (i < m)%nat -> (a < A)%nat -> 0 <= mu i a) -> (forall i, (i < m)%nat -> sum A (mu i) = z) ->
  objective m k (fun i j => W i j - sum A (fun a => mu i a * g a j)) P <= bound ->
  objective m k W P <= bound + z * v.
Proof.
  intros [x [X S]] Hz Hmu Hs B.
  assert (E : objective m k (fun i j => W i j - sum A (fun a => mu i a * g a j)) P
    = objective m k W P - sum m (fun i => sum A (fun a => mu i a * dot k (g a) (P i)))).
  { unfold objective. rewrite <- sum_minus. apply sum_ext. intros i _.
    rewrite (sum_ext A (fun a => mu i a * dot k (g a) (P i)) (fun a => sum k (fun j => mu i a * g a j * P i j)))
      by (intros; unfold dot; rewrite <- sum_scal; apply sum_ext; intros; ring).
    rewrite (sum_swap A k), <- sum_minus. apply sum_ext. intros j _. rewrite sum_scal_r. ring. }
  assert (M : sum m (fun i => sum A (fun a => mu i a * dot k (g a) (P i))) <= z * sum m x).
  { rewrite <- sum_scal. apply sum_le. intros i Hi. rewrite <- (Hs i Hi), <- sum_scal_r. apply sum_le. intros a Ha.
    apply Rmult_le_compat_l; auto. }
  pose proof (Rmult_le_compat_l z _ _ Hz S). lra.
Qed.
