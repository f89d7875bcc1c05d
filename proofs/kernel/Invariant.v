(** The arithmetic of invariant matrices, {acts, diagonal}: SPEC section 4.2. *)

From Coq Require Import Reals Lra Lia Arith Bool.
From Rropt Require Import Sums Mechanisms TwoValuedRows Classes.
Open Scope R_scope.

Section Invariant.

Variables k r : nat.
Variable class : nat -> nat.
Hypothesis Below : forall j, (j < k)%nat -> (class j < r)%nat.

Definition same_class (a b : nat) : R := if Nat.eqb a b then 1 else 0.
(** n_a, and the sum of a vector over a class. *)
Definition size (a : nat) : R := sum k (fun j => same_class (class j) a).
Definition class_sum (z : nat -> R) (a : nat) : R := sum k (fun j => same_class (class j) a * z j).

Hypothesis Inhabited : forall a, (a < r)%nat -> 0 < size a.

(** The matrix: a vector constant on classes goes to A of it, one of the sum 0 in each class to d times itself (below). *)
Definition acting (A : nat -> nat -> R) (d : nat -> R) (j l : nat) : R :=
  same_class j l * d (class j) + (A (class j) (class l) - same_class (class j) (class l) * d (class j)) / size (class l).

Lemma one_class a f : (a < r)%nat -> sum r (fun b => same_class a b * f b) = f a.
Proof.
  intros Ha. rewrite (sum_ext r _ (fun b => if Nat.eqb b a then f b else 0)); [now apply sum_single|].
  intros b _. unfold same_class. rewrite Nat.eqb_sym. destruct (Nat.eqb b a); ring.
Qed.

Lemma by_class h z : sum k (fun l => h (class l) * z l) = sum r (fun b => h b * class_sum z b).
Proof.
  unfold class_sum. rewrite (sum_ext r _ (fun b => sum k (fun l => same_class (class l) b * (h b * z l)))).
  - rewrite sum_swap. apply sum_ext. intros l Hl. rewrite (one_class (class l) (fun b => h b * z l)) by auto. reflexivity.
  - intros b _. rewrite <- sum_scal. apply sum_ext. intros. ring.
Qed.

Lemma constant_sum u a : (a < r)%nat -> class_sum (fun l => u (class l)) a = size a * u a.
Proof.
  intros Ha. unfold class_sum, size. rewrite <- sum_scal_r. apply sum_ext. intros j _. unfold same_class.
  destruct (Nat.eqb_spec (class j) a) as [->|]; ring.
Qed.

(** What it does to any vector. *)
Lemma acts_on_all A d z j : (j < k)%nat ->
  sum k (fun l => acting A d j l * z l) =
  d (class j) * (z j - class_sum z (class j) / size (class j)) + sum r (fun b => A (class j) b * (class_sum z b / size b)).
Proof.
  intros Hj. unfold acting.
  rewrite (sum_ext k _ (fun l => d (class j) * (if Nat.eqb l j then z l else 0) +
    (A (class j) (class l) - same_class (class j) (class l) * d (class j)) / size (class l) * z l)).
  - rewrite sum_plus, sum_scal, (sum_single k j z Hj), (by_class (fun b => (A (class j) b - same_class (class j) b * d (class j)) / size b) z).
    rewrite (sum_ext r _ (fun b => A (class j) b * (class_sum z b / size b) - d (class j) * (same_class (class j) b * (class_sum z b / size b))))
      by (intros; unfold Rdiv; ring).
    rewrite sum_minus, sum_scal, (one_class (class j) (fun b => class_sum z b / size b)) by auto. ring.
  - intros l _. unfold same_class at 1. rewrite Nat.eqb_sym. destruct (Nat.eqb l j); ring.
Qed.

Theorem acts_on_constant A d u j : (j < k)%nat -> sum k (fun l => acting A d j l * u (class l)) = sum r (fun b => A (class j) b * u b).
Proof.
  intros Hj. rewrite acts_on_all by assumption. rewrite constant_sum by auto. pose proof (Inhabited (class j) (Below j Hj)).
  replace (u (class j) - size (class j) * u (class j) / size (class j)) with 0 by (field; lra). rewrite Rmult_0_r, Rplus_0_l.
  apply sum_ext. intros b Hb. rewrite constant_sum by assumption. specialize (Inhabited b Hb). field. lra.
Qed.

Theorem acts_within_classes A d v j : (j < k)%nat -> (forall a, (a < r)%nat -> class_sum v a = 0) ->
  sum k (fun l => acting A d j l * v l) = d (class j) * v j.
Proof.
  intros Hj Z. rewrite acts_on_all, Z by auto. rewrite (sum_ext r _ (fun _ => 0)), sum_zero; [unfold Rdiv; ring|].
  intros b Hb. rewrite Z by assumption. unfold Rdiv. ring.
Qed.

(** Products have the products of A and of d. *)
Theorem acting_product A d A' d' j l : (j < k)%nat -> (l < k)%nat ->
  sum k (fun e => acting A d j e * acting A' d' e l) =
  acting (fun a b => sum r (fun e => A a e * A' e b)) (fun a => d a * d' a) j l.
Proof.
  intros Hj Hl. pose proof (Inhabited (class l) (Below l Hl)) as Pl. pose proof (Inhabited (class j) (Below j Hj)) as Pj.
  assert (Mean : forall b, (b < r)%nat -> class_sum (fun e => acting A' d' e l) b / size b = A' b (class l) / size (class l)).
  { intros b Hb. specialize (Inhabited b Hb). unfold class_sum, acting.
    rewrite (sum_ext k _ (fun e => (if Nat.eqb e l then same_class (class e) b * d' (class e) else 0) +
      same_class (class e) b * ((A' b (class l) - same_class b (class l) * d' b) / size (class l)))).
    - rewrite sum_plus, (sum_single k l (fun e => same_class (class e) b * d' (class e)) Hl), sum_scal_r. fold (size b).
      unfold same_class. destruct (Nat.eqb_spec (class l) b) as [E|E]; destruct (Nat.eqb_spec b (class l)) as [E'|E']; try congruence.
      + rewrite E. field. lra.
      + field. lra.
    - intros e _. unfold same_class. destruct (Nat.eqb e l); destruct (Nat.eqb_spec (class e) b) as [->|]; ring. }
  rewrite acts_on_all, Mean by auto.
  rewrite (sum_ext r _ (fun b => A (class j) b * A' b (class l) * / size (class l))) by (intros b Hb; rewrite Mean by assumption; unfold Rdiv; ring).
  rewrite sum_scal_r. unfold acting. destruct (Nat.eq_dec (class j) (class l)) as [E|E].
  - rewrite E. unfold same_class. rewrite Nat.eqb_refl. field. lra.
  - assert (Nj : same_class j l = 0) by (unfold same_class; destruct (Nat.eqb_spec j l); [congruence | reflexivity]).
    assert (Nc : same_class (class j) (class l) = 0) by (unfold same_class; destruct (Nat.eqb_spec (class j) (class l)); [contradiction | reflexivity]).
    rewrite Nj, Nc. field. lra.
Qed.

Theorem acting_transposed A d j l : (j < k)%nat -> (l < k)%nat -> acting A d l j = acting (fun a b => A b a * size b / size a) d j l.
Proof.
  intros Hj Hl. pose proof (Inhabited (class l) (Below l Hl)) as Pl. pose proof (Inhabited (class j) (Below j Hj)) as Pj.
  unfold acting, same_class. rewrite (Nat.eqb_sym l j), (Nat.eqb_sym (class l) (class j)).
  destruct (Nat.eqb_spec j l) as [->|]; [rewrite Nat.eqb_refl; field; lra|]. destruct (Nat.eqb_spec (class j) (class l)) as [E|E]; [rewrite E; field; lra | field; lra].
Qed.

Theorem acting_trace A d : sum k (fun j => acting A d j j) = sum r (fun a => A a a + (size a - 1) * d a).
Proof.
  rewrite (sum_ext k _ (fun j => (d (class j) + (A (class j) (class j) - d (class j)) / size (class j)) * 1)).
  - rewrite (by_class (fun a => d a + (A a a - d a) / size a) (fun _ => 1)). apply sum_ext. intros a Ha.
    pose proof (constant_sum (fun _ => 1) a Ha) as C. cbv beta in C. rewrite C. specialize (Inhabited a Ha). field. lra.
  - intros j _. unfold acting, same_class. rewrite !Nat.eqb_refl. cbv iota. unfold Rdiv. ring.
Qed.

(** z^T M z by the sums over the classes and the squares about the means. *)
Theorem acting_quadratic A d z : sum k (fun j => z j * sum k (fun l => acting A d j l * z l)) =
  sum r (fun a => sum r (fun b => class_sum z a * A a b * class_sum z b / size b)) +
  sum r (fun a => d a * (class_sum (fun j => z j * z j) a - class_sum z a * class_sum z a / size a)).
Proof.
  rewrite (sum_ext k _ (fun j => d (class j) * (z j * z j) + (sum r (fun b => A (class j) b * (class_sum z b / size b)) - d (class j) * (class_sum z (class j) / size (class j))) * z j)).
  - rewrite sum_plus, (by_class d (fun j => z j * z j)),
      (by_class (fun a => sum r (fun b => A a b * (class_sum z b / size b)) - d a * (class_sum z a / size a)) z).
    rewrite <- !sum_plus. apply sum_ext. intros a Ha.
    rewrite (sum_ext r (fun b => class_sum z a * A a b * class_sum z b / size b) (fun b => class_sum z a * (A a b * (class_sum z b / size b)))) by (intros; unfold Rdiv; ring).
    rewrite sum_scal. unfold Rdiv. ring.
  - intros j Hj. rewrite acts_on_all by assumption. ring.
Qed.

(** At a pattern with T at count_a inputs of each class a. *)
Theorem acting_at_pattern A d T (b : nat -> bool) (count : nat -> R) : (forall a, (a < r)%nat -> class_sum (fun j => if b j then 1 else 0) a = count a) ->
  let s := fun a => size a + (T - 1) * count a in
  sum k (fun j => pattern T b j * sum k (fun l => acting A d j l * pattern T b l)) =
  sum r (fun a => sum r (fun e => s a * A a e * s e / size e)) +
  sum r (fun a => d a * ((T - 1) * (T - 1) * (count a * (size a - count a)) / size a)).
Proof.
  intros Hc s. assert (One : forall a, (a < r)%nat -> class_sum (fun _ => 1) a = size a).
  { intros a Ha. unfold class_sum, size. apply sum_ext. intros. ring. }
  assert (Lin : forall p a, (a < r)%nat -> class_sum (fun j => 1 + p * (if b j then 1 else 0)) a = size a + p * count a).
  { intros p a Ha. rewrite <- One, <- Hc by assumption. unfold class_sum. rewrite <- sum_scal, <- sum_plus. apply sum_ext. intros. ring. }
  assert (S : forall a, (a < r)%nat -> class_sum (pattern T b) a = s a).
  { intros a Ha. unfold s. rewrite <- (Lin (T - 1) a Ha). apply sum_ext. intros j _. unfold pattern. destruct (b j); ring. }
  assert (Q : forall a, (a < r)%nat -> class_sum (fun j => pattern T b j * pattern T b j) a = size a + (T * T - 1) * count a).
  { intros a Ha. rewrite <- (Lin (T * T - 1) a Ha). apply sum_ext. intros j _. unfold pattern. destruct (b j); ring. }
  rewrite acting_quadratic. f_equal.
  - apply sum_ext. intros a Ha. apply sum_ext. intros e He. now rewrite !S.
  - apply sum_ext. intros a Ha. rewrite S, Q by assumption. specialize (Inhabited a Ha). unfold s. field. lra.
Qed.

End Invariant.
