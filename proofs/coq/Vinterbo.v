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

Lemma entry_symmetric a b r x : entry a b r x = entry a b x r.
Proof.
  revert x. induction r as [|u r IH]; intros [|v x]; simpl; try reflexivity. now rewrite IH, eqb_swap.
Qed.

Lemma distance_le n r x : length r = n -> length x = n -> (distance r x <= n)%nat.
Proof.
  revert r x. induction n as [|n IH]; intros [|u r] [|v x] Hr Hx; simpl in *; try lia.
  specialize (IH r x ltac:(lia) ltac:(lia)). destruct (eqb u v); lia.
Qed.

(** Theorem 4.4, first equation: the entry is a^(n-d) (1-a)^d, d the distance of the two strings. *)
Theorem theorem_4_4_entries n a r x : length r = n -> length x = n ->
  C a r x = a ^ (n - distance r x) * (1 - a) ^ distance r x.
Proof.
  unfold C. revert r x. induction n as [|n IH]; intros [|u r] [|v x] Hr Hx; cbn [length] in *; try lia; [simpl; ring|].
  cbn [entry distance]. rewrite IH by lia. pose proof (distance_le n r x ltac:(lia) ltac:(lia)) as Hd.
  destruct (eqb u v).
  - rewrite Nat.sub_succ_l by assumption. simpl. ring.
  - simpl. ring.
Qed.

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

Lemma strings_pick n x f : length x = n -> strings n (fun y => same x y * f y) = f x.
Proof.
  revert x f. induction n as [|n IH]; intros [|v x] f Hx; simpl in Hx; try lia.
  - simpl. unfold same. destruct (list_eq_dec bool_dec [] []) as [|N]; [ring | now contradiction N].
  - assert (Half : forall w, strings n (fun y => same (v :: x) (w :: y) * f (w :: y)) = (if eqb v w then 1 else 0) * f (w :: x)).
    { intros w. rewrite <- (IH x (fun y => f (w :: y))), <- strings_scal by lia. apply strings_ext.
      intros y _. rewrite same_cons. ring. }
    simpl. rewrite !Half. destruct v; simpl; ring.
Qed.

(** The law of one answer, for the law p of the strings. *)
Definition answer (n : nat) (a : R) (p : list bool -> R) (r : list bool) : R := strings n (fun x => C a r x * p x).

(** The estimator's mean: C^-1 applied to the law of the answers is p. *)
Theorem unbiased n a p x : a <> 1 / 2 -> length x = n ->
  strings n (fun r => C (a / (2 * a - 1)) x r * answer n a p r) = p x.
Proof.
  intros Ha Hx. unfold answer.
  rewrite (strings_ext n _ (fun r => strings n (fun y => C (a / (2 * a - 1)) x r * C a r y * p y))).
  - rewrite strings_swap.
    rewrite (strings_ext n _ (fun y => same x y * p y)); [now apply strings_pick|].
    intros y Hy. rewrite strings_scal_r. f_equal. now apply theorem_4_4_inverse.
  - intros r _. rewrite <- strings_scal. apply strings_ext. intros. ring.
Qed.

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

(** Lemma 4.5: the trace of C^-1 diag(C p) C^-T - p p^T, which is m times that of the estimator's covariance matrix, is c - s
    with c = ((a^2 + (1-a)^2)/(2a-1)^2)^n and s = Sum p_x^2. *)
Theorem lemma_4_5 n a p : a <> 1 / 2 -> strings n p = 1 ->
  strings n (fun x => strings n (fun r => C (a / (2 * a - 1)) x r * C (a / (2 * a - 1)) x r * answer n a p r) - p x * p x)
  = ((a ^ 2 + (1 - a) ^ 2) / (2 * a - 1) ^ 2) ^ n - strings n (fun x => p x * p x).
Proof.
  intros Ha Hp. assert (D : 2 * a - 1 <> 0) by lra.
  rewrite (strings_ext n _ (fun x => strings n (fun r => C (a / (2 * a - 1)) x r * C (a / (2 * a - 1)) x r * answer n a p r)
    + -1 * (p x * p x))) by (intros; ring).
  rewrite strings_plus, strings_scal, strings_swap.
  rewrite (strings_ext n (fun y => strings n (fun x => C (a / (2 * a - 1)) x y * C (a / (2 * a - 1)) x y * answer n a p y))
    (fun y => ((a ^ 2 + (1 - a) ^ 2) / (2 * a - 1) ^ 2) ^ n * answer n a p y)).
  - rewrite strings_scal. replace (strings n (answer n a p)) with 1; [ring|].
    symmetry. unfold answer. rewrite strings_swap, <- Hp. apply strings_ext. intros x Hx.
    rewrite strings_scal_r, columns_sum by assumption. ring.
  - intros y Hy. rewrite strings_scal_r. f_equal. unfold C.
    rewrite (strings_ext n _ (fun x => entry (a / (2 * a - 1) * (a / (2 * a - 1)))
      ((1 - a / (2 * a - 1)) * (1 - a / (2 * a - 1))) x y)) by (intros; apply entry_square).
    rewrite entry_column by assumption. f_equal. field. assumption.
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
