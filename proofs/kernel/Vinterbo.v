(** Vinterbo, ISC 2018, on estimating a distribution from randomized binary responses:
    n bits randomized one by one with the same probability a of the truth.  Strings of n bits are lists of booleans;
    C_{a,b}(n) is given by its entry at two strings, the product over their bits of a where they agree and b where not
    (Definition 4.1 and Observation 1). *)

From Coq Require Import Reals Lra Lia List Bool Arith.
Import ListNotations.
Open Scope R_scope.

(** The sum of f over all strings of n bits. *)
Fixpoint strings (n : nat) (f : list bool -> R) : R :=
  match n with
  | O => f []
  | S n' => strings n' (fun x => f (false :: x)) + strings n' (fun x => f (true :: x))
  end.

Fixpoint entry (a b : R) (r x : list bool) : R :=
  match r, x with
  | u :: r', v :: x' => (if eqb u v then a else b) * entry a b r' x'
  | _, _ => 1
  end.

(** The number of bits in which two strings differ. *)
Fixpoint distance (r x : list bool) : nat :=
  match r, x with
  | u :: r', v :: x' => if eqb u v then distance r' x' else S (distance r' x')
  | _, _ => O
  end.

Definition C (a : R) : list bool -> list bool -> R := entry a (1 - a).

Lemma strings_ext n f g : (forall x, length x = n -> f x = g x) -> strings n f = strings n g.
Proof.
  revert f g. induction n as [|n IH]; intros f g H; simpl; [now apply H|].
  f_equal; apply IH; intros x Hx; apply H; simpl; lia.
Qed.

Lemma strings_plus n f g : strings n (fun x => f x + g x) = strings n f + strings n g.
Proof. revert f g. induction n as [|n IH]; intros f g; simpl; [lra|]. rewrite !IH. lra. Qed.

Lemma strings_scal n c f : strings n (fun x => c * f x) = c * strings n f.
Proof. revert f. induction n as [|n IH]; intros f; simpl; [lra|]. rewrite !IH. lra. Qed.

Lemma strings_scal_r n c f : strings n (fun x => f x * c) = strings n f * c.
Proof. rewrite Rmult_comm, <- strings_scal. apply strings_ext. intros. ring. Qed.

Lemma strings_zero n : strings n (fun _ => 0) = 0.
Proof. induction n as [|n IH]; simpl; [reflexivity | rewrite IH; lra]. Qed.

Lemma strings_const n c : strings n (fun _ => c) = 2 ^ n * c.
Proof. induction n as [|n IH]; simpl; [lra | rewrite IH; ring]. Qed.

Lemma strings_swap m n (f : list bool -> list bool -> R) :
  strings m (fun x => strings n (fun y => f x y)) = strings n (fun y => strings m (fun x => f x y)).
Proof.
  revert f. induction m as [|m IH]; intros f; simpl; [reflexivity|]. rewrite !IH, <- strings_plus. reflexivity.
Qed.

Lemma strings_le n f g : (forall x, length x = n -> f x <= g x) -> strings n f <= strings n g.
Proof.
  revert f g. induction n as [|n IH]; intros f g H; simpl; [now apply H|].
  apply Rplus_le_compat; apply IH; intros x Hx; apply H; simpl; lia.
Qed.

Lemma eqb_swap u v : eqb u v = eqb v u.
Proof. now destruct u, v. Qed.

Lemma distance_le n r x : length r = n -> length x = n -> (distance r x <= n)%nat.
Proof.
  revert r x. induction n as [|n IH]; intros [|u r] [|v x] Hr Hx; simpl in *; try lia.
  specialize (IH r x ltac:(lia) ltac:(lia)). destruct (eqb u v); lia.
Qed.

(** Observation 1: the entry of C_{a,b}(n) is a^(n-d) b^d, d the distance of the two strings. *)
Theorem observation_1 n a b r x : length r = n -> length x = n ->
  entry a b r x = a ^ (n - distance r x) * b ^ distance r x.
Proof.
  revert r x. induction n as [|n IH]; intros [|u r] [|v x] Hr Hx; cbn [length] in *; try lia; [simpl; ring|].
  cbn [entry distance]. rewrite IH by lia. pose proof (distance_le n r x ltac:(lia) ltac:(lia)) as Hd.
  destruct (eqb u v).
  - rewrite Nat.sub_succ_l by assumption. simpl. ring.
  - simpl. ring.
Qed.

(** Theorem 4.4, first equation. *)
Theorem theorem_4_4_entries n a r x : length r = n -> length x = n ->
  C a r x = a ^ (n - distance r x) * (1 - a) ^ distance r x.
Proof. apply observation_1. Qed.

(** Every column of C_a(n) is a distribution, and every row sums to 1. *)
Theorem columns_sum n a x : length x = n -> strings n (fun r => C a r x) = 1.
Proof.
  unfold C. revert x. induction n as [|n IH]; intros [|v x] Hx; simpl in *; try lia; [reflexivity|].
  rewrite !strings_scal, !IH by lia. destruct v; simpl; ring.
Qed.

Lemma pull n k l e f : strings n (fun y => k * e y * (l * f y)) = k * l * strings n (fun y => e y * f y).
Proof. rewrite <- strings_scal. apply strings_ext. intros. ring. Qed.

(** The recursion of the inverse: products of such matrices are such matrices. *)
Theorem product_of_two n a b c d r x : length r = n -> length x = n ->
  strings n (fun y => entry a b r y * entry c d y x) = entry (a * c + b * d) (a * d + b * c) r x.
Proof.
  revert r x. induction n as [|n IH]; intros [|u r] [|v x] Hr Hx; simpl in Hr, Hx; try lia; [simpl; ring|].
  specialize (IH r x ltac:(lia) ltac:(lia)).
  destruct u, v; simpl; rewrite !(pull n _ _ (fun y => entry a b r y) (fun y => entry c d y x)), IH; ring.
Qed.

(** 1 where two strings are the same, else 0. *)
Definition same (r x : list bool) : R := if list_eq_dec bool_dec r x then 1 else 0.

Lemma same_cons u v r x : same (u :: r) (v :: x) = (if eqb u v then 1 else 0) * same r x.
Proof.
  unfold same. destruct (list_eq_dec bool_dec (u :: r) (v :: x)) as [E|E]; destruct (list_eq_dec bool_dec r x) as [F|F];
    destruct u, v; simpl; try congruence; ring.
Qed.

Lemma entry_one_zero n r x : length r = n -> length x = n -> entry 1 0 r x = same r x.
Proof.
  revert r x. induction n as [|n IH]; intros [|u r] [|v x] Hr Hx; simpl in Hr, Hx; try lia.
  - unfold same. destruct (list_eq_dec bool_dec [] []) as [|N]; [reflexivity | now contradiction N].
  - rewrite same_cons. simpl. now rewrite IH by lia.
Qed.

(** Theorem 4.4, second equation: for a <> 1/2 the inverse of C_a(n) is C_{a/(2a-1)}(n). *)
Theorem theorem_4_4_inverse n a r x : a <> 1 / 2 -> length r = n -> length x = n ->
  strings n (fun y => C (a / (2 * a - 1)) r y * C a y x) = same r x /\
  strings n (fun y => C a r y * C (a / (2 * a - 1)) y x) = same r x.
Proof.
  intros Ha Hr Hx. assert (D : 2 * a - 1 <> 0) by lra. unfold C. rewrite !(product_of_two n) by assumption.
  rewrite <- (entry_one_zero n) by assumption.
  split; f_equal; field; assumption.
Qed.

(** Corollary 1. *)
Theorem corollary_1 n a x r : a <> 1 / 2 -> length x = n -> length r = n ->
  C (a / (2 * a - 1)) x r = a ^ (n - distance x r) * (a - 1) ^ distance x r / (2 * a - 1) ^ n.
Proof.
  intros Ha Hx Hr. assert (D : 2 * a - 1 <> 0) by lra. rewrite (theorem_4_4_entries n) by assumption.
  pose proof (distance_le n x r Hx Hr) as Hd. set (d := distance x r) in *.
  replace (1 - a / (2 * a - 1)) with ((a - 1) / (2 * a - 1)) by (field; assumption).
  unfold Rdiv. rewrite !Rpow_mult_distr, !pow_inv.
  replace ((2 * a - 1) ^ n) with ((2 * a - 1) ^ (n - d) * (2 * a - 1) ^ d) by (rewrite <- pow_add; f_equal; lia).
  field. split; now apply pow_nonzero.
Qed.

(** In the proof of Lemma 4.5: C_a(n) C_a(n) = C_{a^2 + (1-a)^2}(n). *)
Theorem lemma_4_5_square n a r x : length r = n -> length x = n ->
  strings n (fun y => C a r y * C a y x) = C (a ^ 2 + (1 - a) ^ 2) r x.
Proof. intros Hr Hx. unfold C. rewrite (product_of_two n) by assumption. f_equal; ring. Qed.

Lemma strings_pick n x f : length x = n -> strings n (fun y => same x y * f y) = f x.
Proof.
  revert x f. induction n as [|n IH]; intros [|v x] f Hx; simpl in Hx; try lia.
  - simpl. unfold same. destruct (list_eq_dec bool_dec [] []) as [|N]; [ring | now contradiction N].
  - assert (Half : forall w, strings n (fun y => same (v :: x) (w :: y) * f (w :: y)) = (if eqb v w then 1 else 0) * f (w :: x)).
    { intros w. rewrite <- (IH x (fun y => f (w :: y))), <- strings_scal by lia. apply strings_ext.
      intros y _. rewrite same_cons. ring. }
    simpl. rewrite !Half. destruct v; simpl; ring.
Qed.

(** m respondents, each drawn from p, answer independently: the expectation of f over their answers, for the law q of one. *)
Fixpoint answers (n m : nat) (q : list bool -> R) (f : list (list bool) -> R) : R :=
  match m with
  | O => f []
  | S m' => strings n (fun r => q r * answers n m' q (fun s => f (r :: s)))
  end.

Fixpoint added (g : list bool -> R) (s : list (list bool)) : R :=
  match s with
  | [] => 0
  | r :: s' => g r + added g s'
  end.

Definition expected (n : nat) (q g : list bool -> R) : R := strings n (fun r => q r * g r).

Lemma answers_ext n m q f g : (forall s, length s = m -> f s = g s) -> answers n m q f = answers n m q g.
Proof.
  revert f g. induction m as [|m IH]; intros f g H; simpl; [now apply H|].
  apply strings_ext. intros r _. f_equal. apply IH. intros s Hs. apply H. simpl. lia.
Qed.

Lemma answers_affine n m q g d : strings n q = 1 ->
  answers n m q (fun s => added g s + d) = INR m * expected n q g + d.
Proof.
  intros H. revert d. induction m as [|m IH]; intros d; [simpl; ring|]. cbn [answers].
  rewrite (strings_ext n _ (fun r => q r * g r + (INR m * expected n q g + d) * q r)).
  - rewrite strings_plus, strings_scal, H, S_INR. unfold expected. ring.
  - intros r _. rewrite (answers_ext n m q _ (fun s => added g s + (g r + d))) by (intros; simpl; ring).
    rewrite IH. ring.
Qed.

Lemma answers_product n m q g h c d : strings n q = 1 ->
  answers n m q (fun s => (added g s + c) * (added h s + d)) =
  INR m * (expected n q (fun r => g r * h r) - expected n q g * expected n q h)
  + (INR m * expected n q g + c) * (INR m * expected n q h + d).
Proof.
  intros H. revert c d. induction m as [|m IH]; intros c d; [simpl; ring|]. cbn [answers].
  set (E := expected n q g) in *. set (F := expected n q h) in *. set (V := expected n q (fun r => g r * h r)) in *.
  rewrite (strings_ext n _ (fun r => q r * (g r * h r) + ((INR m * F + d) * (q r * g r) +
    ((INR m * E + c) * (q r * h r) + (INR m * (V - E * F) + (INR m * E + c) * (INR m * F + d)) * q r)))).
  - rewrite !strings_plus, !strings_scal, H, S_INR.
    change (strings n (fun r => q r * g r)) with E. change (strings n (fun r => q r * h r)) with F.
    change (strings n (fun r => q r * (g r * h r))) with V. ring.
  - intros r _. rewrite (answers_ext n m q _ (fun s => (added g s + (g r + c)) * (added h s + (h r + d))))
      by (intros; simpl; ring).
    rewrite IH. ring.
Qed.

(** Section 3.2: any randomizer of strings, given by its matrix K, with an inverse J; the estimate of p x from m answers is the
    entry of J applied to their histogram over m. *)
Definition law (n : nat) (K : list bool -> list bool -> R) (p : list bool -> R) (r : list bool) : R :=
  strings n (fun x => K r x * p x).
Definition estimate (J : list bool -> list bool -> R) (x : list bool) (s : list (list bool)) : R :=
  added (J x) s / INR (length s).

Section Randomizer.

Variable n : nat.
Variables K J : list bool -> list bool -> R.
Hypothesis columns : forall x, length x = n -> strings n (fun r => K r x) = 1.
Hypothesis inverse : forall x y, length x = n -> length y = n -> strings n (fun r => J x r * K r y) = same x y.

Lemma law_sums p : strings n p = 1 -> strings n (law n K p) = 1.
Proof.
  intros Hp. unfold law. rewrite strings_swap, <- Hp. apply strings_ext. intros x Hx.
  rewrite strings_scal_r, columns by assumption. ring.
Qed.

Lemma inverse_law p x : length x = n -> expected n (law n K p) (J x) = p x.
Proof.
  intros Hx. unfold expected, law.
  rewrite (strings_ext n _ (fun r => strings n (fun y => J x r * K r y * p y))).
  - rewrite strings_swap.
    rewrite (strings_ext n _ (fun y => same x y * p y)); [now apply strings_pick|].
    intros y Hy. rewrite strings_scal_r. f_equal. now apply inverse.
  - intros r _. rewrite <- strings_scal_r. apply strings_ext. intros. ring.
Qed.

Lemma estimate_added m x s : length s = m -> estimate J x s = added (fun r => J x r / INR m) s.
Proof.
  intros Hs. unfold estimate. rewrite Hs. clear Hs. induction s as [|r s IH]; simpl; [unfold Rdiv; ring|].
  rewrite <- IH. unfold Rdiv. ring.
Qed.

Lemma expected_over m q g : expected n q (fun r => g r / INR m) = / INR m * expected n q g.
Proof. unfold expected. rewrite <- strings_scal. apply strings_ext. intros. unfold Rdiv. ring. Qed.

Lemma unbiased_here m p x : (0 < m)%nat -> strings n p = 1 -> length x = n ->
  answers n m (law n K p) (estimate J x) = p x.
Proof.
  intros Hm Hp Hx. assert (M : 0 < INR m) by (now apply lt_0_INR).
  rewrite (answers_ext n m _ _ (fun s => added (fun r => J x r / INR m) s + 0)).
  - rewrite answers_affine, expected_over, inverse_law by (try apply law_sums; assumption). field. lra.
  - intros s Hs. rewrite (estimate_added m) by assumption. ring.
Qed.

Lemma covariance_here m p x y : (0 < m)%nat -> strings n p = 1 -> length x = n -> length y = n ->
  answers n m (law n K p) (fun s => (estimate J x s - p x) * (estimate J y s - p y))
  = (strings n (fun r => J x r * law n K p r * J y r) - p x * p y) / INR m.
Proof.
  intros Hm Hp Hx Hy. assert (M : 0 < INR m) by (now apply lt_0_INR).
  rewrite (answers_ext n m _ _ (fun s => (added (fun r => J x r / INR m) s + - p x) * (added (fun r => J y r / INR m) s + - p y))).
  - rewrite answers_product, !expected_over, !inverse_law by (try apply law_sums; assumption).
    set (V := strings n (fun r => J x r * law n K p r * J y r)).
    replace (expected n (law n K p) (fun r => J x r / INR m * (J y r / INR m))) with (/ INR m * / INR m * V); [field; lra|].
    unfold V, expected. rewrite <- strings_scal. apply strings_ext. intros. unfold Rdiv. ring.
  - intros s Hs. rewrite !(estimate_added m) by assumption. ring.
Qed.

End Randomizer.

(** The words of the section: every column of K is a distribution's, and J is an inverse of K. *)
Definition randomizer (n : nat) (K : list bool -> list bool -> R) : Prop :=
  forall x, length x = n -> strings n (fun r => K r x) = 1.
Definition inverse_matrix (n : nat) (J K : list bool -> list bool -> R) : Prop :=
  forall x y, length x = n -> length y = n -> strings n (fun r => J x r * K r y) = same x y.

(** The estimate is unbiased. *)
Theorem unbiased n K J m p x : randomizer n K -> inverse_matrix n J K -> (0 < m)%nat -> strings n p = 1 -> length x = n ->
  answers n m (law n K p) (estimate J x) = p x.
Proof. intros HK HJ. now apply unbiased_here. Qed.

(** Its covariance matrix is (J diag(K p) J^T - p p^T)/m. *)
Theorem covariance n K J m p x y : randomizer n K -> inverse_matrix n J K -> (0 < m)%nat -> strings n p = 1 ->
  length x = n -> length y = n ->
  answers n m (law n K p) (fun s => (estimate J x s - p x) * (estimate J y s - p y))
  = (strings n (fun r => J x r * law n K p r * J y r) - p x * p y) / INR m.
Proof. intros HK HJ. now apply covariance_here. Qed.

Lemma entry_square a b r x : entry a b r x * entry a b r x = entry (a * a) (b * b) r x.
Proof.
  revert x. induction r as [|u r IH]; intros [|v x]; simpl; try ring.
  rewrite <- IH. destruct (eqb u v); ring.
Qed.

Lemma entry_column n a b x : length x = n -> strings n (fun r => entry a b r x) = (a + b) ^ n.
Proof.
  revert x. induction n as [|n IH]; intros [|v x] Hx; simpl in *; try lia; [reflexivity|].
  rewrite !strings_scal, !IH by lia. destruct v; simpl; ring.
Qed.

Lemma inverse_of a n x y : a <> 1 / 2 -> length x = n -> length y = n ->
  strings n (fun r => C (a / (2 * a - 1)) x r * C a r y) = same x y.
Proof. intros Ha Hx Hy. now apply theorem_4_4_inverse. Qed.

(** Lemma 4.5: the trace of the covariance matrix is (c - s)/m, c = ((a^2 + (1-a)^2)/(2a-1)^2)^n and s = Sum p_x^2. The
    estimate of p x has mean p x by [unbiased]. *)
Definition trace (n m : nat) (a : R) (p : list bool -> R) : R := strings n (fun x =>
  answers n m (law n (C a) p) (fun s => (estimate (C (a / (2 * a - 1))) x s - p x) * (estimate (C (a / (2 * a - 1))) x s - p x))).

Theorem lemma_4_5 n m a p : a <> 1 / 2 -> (0 < m)%nat -> strings n p = 1 ->
  trace n m a p = (((a ^ 2 + (1 - a) ^ 2) / (2 * a - 1) ^ 2) ^ n - strings n (fun x => p x * p x)) / INR m.
Proof.
  intros Ha Hm Hp. assert (M : 0 < INR m) by (now apply lt_0_INR). assert (D : 2 * a - 1 <> 0) by lra.
  set (J := C (a / (2 * a - 1))). set (c := ((a ^ 2 + (1 - a) ^ 2) / (2 * a - 1) ^ 2) ^ n). unfold trace. fold J.
  rewrite (strings_ext n _ (fun x => / INR m * (strings n (fun r => J x r * law n (C a) p r * J x r) + -1 * (p x * p x)))).
  - rewrite strings_scal, strings_plus, strings_scal, strings_swap.
    rewrite (strings_ext n (fun r => strings n (fun x => J x r * law n (C a) p r * J x r)) (fun r => c * law n (C a) p r)).
    + rewrite strings_scal, (law_sums n (C a)) by (assumption || (intros; now apply columns_sum)). field. lra.
    + intros r Hr. unfold J, C.
      rewrite (strings_ext n _ (fun x => entry (a / (2 * a - 1) * (a / (2 * a - 1)))
        ((1 - a / (2 * a - 1)) * (1 - a / (2 * a - 1))) x r * law n (entry a (1 - a)) p r)).
      * rewrite strings_scal_r, entry_column by assumption. unfold c. f_equal. f_equal. field. assumption.
      * intros x _. rewrite <- entry_square. fold (C a). ring.
  - intros x Hx. rewrite (covariance_here n (C a) J) by (assumption || (intros; now apply columns_sum) || (intros; now apply inverse_of)).
    field. lra.
Qed.

Lemma truthful n m p : (0 < m)%nat -> strings n p = 1 -> trace n m 1 p = (1 - strings n (fun x => p x * p x)) / INR m.
Proof.
  intros Hm Hp. rewrite lemma_4_5 by (assumption || lra).
  replace ((1 ^ 2 + (1 - 1) ^ 2) / (2 * 1 - 1) ^ 2) with 1 by field. now rewrite pow1.
Qed.

(** The range of s: 2^-n <= Sum p_x^2 <= 1. *)
Theorem squares_range n p : (forall x, length x = n -> 0 <= p x) -> strings n p = 1 ->
  / 2 ^ n <= strings n (fun x => p x * p x) <= 1.
Proof.
  intros H0 H1. assert (K : 0 < 2 ^ n) by (apply pow_lt; lra). split.
  - assert (S0 : 0 <= strings n (fun x => (p x - / 2 ^ n) * (p x - / 2 ^ n))).
    { rewrite <- (strings_zero n). apply strings_le. intros. apply Rle_0_sqr. }
    rewrite (strings_ext n _ (fun x => p x * p x + (- 2 * / 2 ^ n * p x + / 2 ^ n * / 2 ^ n))) in S0 by (intros; ring).
    rewrite !strings_plus, strings_scal, strings_const, H1 in S0.
    replace (2 ^ n * (/ 2 ^ n * / 2 ^ n)) with (/ 2 ^ n) in S0 by (field; lra). lra.
  - assert (One : forall n p, (forall x, length x = n -> 0 <= p x) -> forall x, length x = n -> p x <= strings n p).
    { clear. induction n as [|n IH]; intros p H0 [|v x] Hx; simpl in *; try lia; [lra|].
      pose proof (IH (fun y => p (v :: y)) (fun y Hy => H0 (v :: y) ltac:(simpl; lia)) x ltac:(lia)) as I.
      assert (N : forall w, 0 <= strings n (fun y => p (w :: y))).
      { intros w. rewrite <- (strings_zero n). apply strings_le. intros y Hy. apply H0. simpl. lia. }
      pose proof (N true). pose proof (N false). destruct v; lra. }
    rewrite <- H1. apply strings_le. intros x Hx. pose proof (One n p H0 x Hx). pose proof (H0 x Hx).
    rewrite <- (Rmult_1_r (p x)) at 3. apply Rmult_le_compat_l; lra.
Qed.

(** The smallest is that of the uniform distribution, the largest that of one string alone. *)
Theorem squares_extremes n x : length x = n ->
  (forall p, (forall y, length y = n -> 0 <= p y) -> strings n p = 1 -> / 2 ^ n <= strings n (fun y => p y * p y) <= 1) /\
  strings n (fun _ => / 2 ^ n * / 2 ^ n) = / 2 ^ n /\ strings n (fun y => same x y * same x y) = 1.
Proof.
  intros Hx. split; [intros p; apply squares_range | split].
  - rewrite strings_const. field. apply pow_nonzero. lra.
  - rewrite strings_pick by assumption. unfold same. destruct (list_eq_dec bool_dec x x) as [|N]; [reflexivity | now contradiction N].
Qed.

(** Theorem 4.6: the loss, the quotient of the traces with and without randomization (at a = 1 the answers are the truths), is
    f_L(s), and at least f_L(2^-n). *)
Definition loss (n : nat) (a s : R) : R := (((a ^ 2 + (1 - a) ^ 2) / (2 * a - 1) ^ 2) ^ n - s) / (1 - s).

Theorem theorem_4_6 n m a p : a <> 1 / 2 -> (0 < m)%nat -> strings n p = 1 -> strings n (fun x => p x * p x) < 1 ->
  trace n m a p / trace n m 1 p = loss n a (strings n (fun x => p x * p x)).
Proof.
  intros Ha Hm Hp Hs. assert (M : 0 < INR m) by (now apply lt_0_INR). assert (D : 2 * a - 1 <> 0) by lra.
  rewrite truthful, lemma_4_5 by assumption. unfold loss. field. repeat split; lra.
Qed.

Theorem theorem_4_6_bound n a p : 0 <= a <= 1 -> a <> 1 / 2 -> (forall x, length x = n -> 0 <= p x) -> strings n p = 1 ->
  strings n (fun x => p x * p x) < 1 -> loss n a (/ 2 ^ n) <= loss n a (strings n (fun x => p x * p x)).
Proof.
  intros A01 Ha H0 H1 Hs. assert (D : 2 * a - 1 <> 0) by lra. destruct (squares_range n p H0 H1) as [L _]. unfold loss.
  set (s := strings n (fun x => p x * p x)) in *. set (u := / 2 ^ n) in *.
  assert (B : 1 <= (a ^ 2 + (1 - a) ^ 2) / (2 * a - 1) ^ 2).
  { assert (P : 0 < (2 * a - 1) ^ 2) by (rewrite <- Rsqr_pow2; now apply Rlt_0_sqr).
    apply Rmult_le_reg_r with ((2 * a - 1) ^ 2); [assumption|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra.
    pose proof (Rmult_le_pos a (1 - a) ltac:(lra) ltac:(lra)). lra. }
  pose proof (pow_R1_Rle _ n B) as Cn. set (c := ((a ^ 2 + (1 - a) ^ 2) / (2 * a - 1) ^ 2) ^ n) in *.
  apply Rmult_le_reg_r with ((1 - u) * (1 - s)); [apply Rmult_lt_0_compat; lra|].
  replace ((c - u) / (1 - u) * ((1 - u) * (1 - s))) with ((c - u) * (1 - s)) by (field; lra).
  replace ((c - s) / (1 - s) * ((1 - u) * (1 - s))) with ((c - s) * (1 - u)) by (field; lra).
  pose proof (Rmult_le_pos (c - 1) (s - u) ltac:(lra) ltac:(lra)). lra.
Qed.

(** Privacy of n bits: inputs that differ in at most k bits have answers of ratio at most r(a)^k, where r(a) is the larger of
    a/(1-a) and (1-a)/a. *)
Definition ratio (a : R) : R := Rmax (a / (1 - a)) ((1 - a) / a).

Lemma ratio_range a : 0 < a < 1 -> 1 <= ratio a /\ a <= ratio a * (1 - a) /\ 1 - a <= ratio a * a.
Proof.
  intros Ha. unfold ratio.
  assert (A : a <= Rmax (a / (1 - a)) ((1 - a) / a) * (1 - a)).
  { replace a with (a / (1 - a) * (1 - a)) at 1 by (field; lra). apply Rmult_le_compat_r; [lra | apply Rmax_l]. }
  assert (B : 1 - a <= Rmax (a / (1 - a)) ((1 - a) / a) * a).
  { replace (1 - a) with ((1 - a) / a * a) at 1 by (field; lra). apply Rmult_le_compat_r; [lra | apply Rmax_r]. }
  split; [|split; assumption]. lra.
Qed.

Lemma entry_pos a b r x : 0 < a -> 0 < b -> 0 < entry a b r x.
Proof.
  intros Ha Hb. revert x. induction r as [|u r IH]; intros [|v x]; simpl; try lra.
  apply Rmult_lt_0_compat; [destruct (eqb u v); assumption | apply IH].
Qed.

Theorem iterated_privacy n a r x y : 0 < a < 1 -> length r = n -> length x = n -> length y = n ->
  C a r x <= ratio a ^ distance x y * C a r y.
Proof.
  intros Ha. destruct (ratio_range a Ha) as [R1 [R2 R3]]. unfold C.
  revert r x y. induction n as [|n IH]; intros [|u r] [|v x] [|w y] Hr Hx Hy; simpl in *; try lia; [lra|].
  specialize (IH r x y ltac:(lia) ltac:(lia) ltac:(lia)).
  pose proof (entry_pos a (1 - a) r x ltac:(lra) ltac:(lra)) as Px.
  pose proof (entry_pos a (1 - a) r y ltac:(lra) ltac:(lra)) as Py.
  assert (Rp : 0 < ratio a ^ distance x y) by (apply pow_lt; lra).
  set (e := ratio a ^ distance x y) in *.
  assert (Step : forall c d, 0 <= c -> c <= ratio a * d -> c * entry a (1 - a) r x <= ratio a * e * (d * entry a (1 - a) r y)).
  { intros c d Hc Hcd. replace (ratio a * e * (d * entry a (1 - a) r y)) with (ratio a * d * (e * entry a (1 - a) r y)) by ring.
    apply Rmult_le_compat; lra. }
  assert (Keep : forall c, 0 <= c -> c * entry a (1 - a) r x <= e * (c * entry a (1 - a) r y)).
  { intros c Hc. replace (e * (c * entry a (1 - a) r y)) with (c * (e * entry a (1 - a) r y)) by ring.
    now apply Rmult_le_compat_l. }
  destruct u, v, w; simpl; fold e; try (apply Keep; lra); apply Step; lra.
Qed.

Theorem iterated_privacy_k n k a r x y : 0 < a < 1 -> length r = n -> length x = n -> length y = n ->
  (distance x y <= k)%nat -> C a r x <= ratio a ^ k * C a r y.
Proof.
  intros Ha Hr Hx Hy Hk. eapply Rle_trans; [exact (iterated_privacy n a r x y Ha Hr Hx Hy)|].
  destruct (ratio_range a Ha) as [R1 _].
  apply Rmult_le_compat_r; [left; apply entry_pos; lra | now apply Rle_pow].
Qed.

(** The same for events: sets of answers. *)
Theorem iterated_privacy_events n k a (event : list bool -> bool) x y :
  0 < a < 1 -> length x = n -> length y = n -> (distance x y <= k)%nat ->
  strings n (fun r => if event r then C a r x else 0) <= ratio a ^ k * strings n (fun r => if event r then C a r y else 0).
Proof.
  intros Ha Hx Hy Hk. rewrite <- strings_scal. apply strings_le. intros r Hr.
  destruct (event r); [now apply (iterated_privacy_k n) | lra].
Qed.
