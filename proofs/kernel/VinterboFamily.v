(** Vinterbo: sentences about the whole matrix of Definition 4.1 and all its bits, of which theorems elsewhere say a part: Corollary 1,
    the privacy of section 4.3, and Rappor's randomizer. *)

From Coq Require Import Reals Lra Lia List Bool Arith.
From Rropt Require Import Sums Vinterbo VinterboKronecker.
From Rropt Require VinterboBounds VinterboBits VinterboSurveys.
Import ListNotations.
Open Scope R_scope.

(** Section 3.2: of no randomizer with an inverse is the loss below 1, by 0 <= (J x r - 1)^2 under the column K r x of each truth x. *)
Theorem loss_at_least_one n m K J p : randomizer n K -> (forall r x, length r = n -> length x = n -> 0 <= K r x) -> inverse_matrix n J K ->
  (0 < m)%nat -> (forall x, length x = n -> 0 <= p x) -> strings n p = 1 -> strings n (fun x => p x * p x) < 1 ->
  1 <= VinterboBounds.loss_of n m K J p.
Proof.
  intros HK K0 HJ Hm P0 Hp S. assert (M : 0 < INR m) by (now apply lt_0_INR). unfold VinterboBounds.loss_of.
  rewrite !VinterboBounds.trace_over by (assumption || apply VinterboBounds.truth_is_randomizer || apply VinterboBounds.truth_is_inverse).
  assert (One : forall x, length x = n -> same x x = 1) by (intros x _; unfold same; destruct (list_eq_dec bool_dec x x); congruence).
  assert (G : VinterboBounds.spread_of n same same p = 1 - strings n (fun x => p x * p x)).
  { unfold VinterboBounds.spread_of. rewrite (strings_ext n _ (fun x => p x + -1 * (p x * p x))).
    - rewrite strings_plus, strings_scal, Hp. ring.
    - intros x Hx. rewrite (strings_ext n _ (fun r => same x r * (law n same p r * same x r))) by (intros; ring).
      rewrite strings_pick, One by assumption. unfold law. rewrite strings_pick by assumption. ring. }
  assert (F : 1 - strings n (fun x => p x * p x) <= VinterboBounds.spread_of n K J p).
  { unfold VinterboBounds.spread_of. rewrite <- Hp. apply Rle_trans with (strings n (fun x => p x + -1 * (p x * p x)));
      [rewrite strings_plus, strings_scal; lra|]. apply strings_le. intros x Hx.
    enough (p x <= strings n (fun r => J x r * law n K p r * J x r)) by lra.
    apply Rle_trans with (strings n (fun r => 2 * p x * (J x r * K r x) + - p x * K r x)).
    { rewrite strings_plus, !strings_scal, HJ, HK, One by assumption. lra. }
    apply strings_le. intros r Hr. assert (L : K r x * p x <= law n K p r).
    { unfold law. rewrite <- (strings_pick n x (fun y => K r y * p y)) by assumption. apply strings_le. intros y Hy.
      pose proof (Rmult_le_pos _ _ (K0 r y Hr Hy) (P0 y Hy)). unfold same. destruct (list_eq_dec bool_dec x y); lra. }
    pose proof (Rmult_le_pos _ _ (K0 r x Hr Hx) (P0 x Hx)) as Z. pose proof (Rmult_le_compat_l _ _ _ (Rle_0_sqr (J x r)) L) as A.
    pose proof (Rmult_le_pos _ _ Z (Rle_0_sqr (J x r - 1))) as B. unfold Rsqr in A, B. lra. }
  rewrite G. set (g := 1 - strings n (fun x => p x * p x)) in *. assert (g0 : 0 < g) by (unfold g; lra).
  replace (VinterboBounds.spread_of n K J p / INR m / (g / INR m)) with (VinterboBounds.spread_of n K J p / g) by (field; lra).
  apply Rmult_le_reg_r with g; [assumption|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. lra.
Qed.

(** Corollary 1: the entries of the inverse of C_a(n). *)
Theorem corollary_1 n a : a <> 1 / 2 -> exists J,
  (forall i j, (i < 2 ^ n)%nat -> (j < 2 ^ n)%nat ->
    sum (2 ^ n) (fun l => J i l * iterated a (1 - a) n l j) = VinterboBounds.identity i j /\
    sum (2 ^ n) (fun l => iterated a (1 - a) n i l * J l j) = VinterboBounds.identity i j) /\
  forall x r, length x = n -> length r = n -> J (eta x) (eta r) = a ^ (n - distance x r) * (a - 1) ^ distance x r / (2 * a - 1) ^ n.
Proof.
  intros Ha. exists (iterated (a / (2 * a - 1)) (1 - a / (2 * a - 1)) n). split.
  - intros i j Hi Hj. now apply VinterboSurveys.iterated_inverse.
  - intros x r Hx Hr. rewrite observation_1_kronecker by assumption. replace (1 - a / (2 * a - 1)) with ((a - 1) / (2 * a - 1)) by (field; lra).
    assert (D : (distance x r <= n)%nat).
    { clear Ha. revert x r Hx Hr. induction n as [|n IH]; intros [|u x] [|v r] Hx Hr; simpl in *; try lia. specialize (IH x r ltac:(lia) ltac:(lia)). destruct (eqb u v); lia. }
    set (d := distance x r) in *. replace ((2 * a - 1) ^ n) with ((2 * a - 1) ^ (n - d) * (2 * a - 1) ^ d) by (rewrite <- pow_add; f_equal; lia).
    unfold Rdiv. rewrite !Rpow_mult_distr, !pow_inv. field. split; apply pow_nonzero; lra.
Qed.

(** Section 4.3: C_a(n) is alpha-private for alpha = log(l_a^k) = k log(r(a)), among inputs that differ in at most k bits. *)
Theorem iterated_privacy n k a (event : list bool -> bool) x y : 0 < a < 1 -> length x = n -> length y = n -> (distance x y <= k)%nat ->
  ln (ratio a ^ k) = INR k * ln (ratio a) /\
  strings n (fun r => if event r then iterated a (1 - a) n (eta r) (eta x) else 0) <=
  exp (INR k * ln (ratio a)) * strings n (fun r => if event r then iterated a (1 - a) n (eta r) (eta y) else 0).
Proof.
  intros Ha Hx Hy Hk. destruct (ratio_range a Ha) as [R1 _].
  assert (L : ln (ratio a ^ k) = INR k * ln (ratio a)) by (apply ln_pow; lra). split; [assumption|].
  rewrite <- L, exp_ln by (apply pow_lt; lra).
  assert (E : forall z, length z = n -> strings n (fun r => if event r then iterated a (1 - a) n (eta r) (eta z) else 0) = strings n (fun r => if event r then C a r z else 0)).
  { intros z Hz. apply strings_ext. intros r Hr. destruct (event r); [|reflexivity]. rewrite observation_1_kronecker by assumption. symmetry. now apply theorem_4_4_entries. }
  rewrite !E by assumption. now apply iterated_privacy_events.
Qed.

(** Section 5.3: Rappor's M(b), with M_S the unrelated question of p = f; all its bits are randomized by it. *)
Definition permanent (f : R) (y x : bool) : R :=
  strings 1 (fun u => strings 1 (fun z => VinterboBits.trials f u * VinterboBits.trials (1 / 2) z * same [y] (VinterboBits.mixed [x] u z))).
Definition rappor_bit (b : bool) (p q f : R) (y x : bool) : R :=
  if b then permanent f y x else VinterboBits.instant p q y false * permanent f false x + VinterboBits.instant p q y true * permanent f true x.
Theorem rappor_in_family n b p q f r x : length r = n -> length x = n ->
  (b = true -> law_of (repeat (rappor_bit b p q f) n) r x = iterated ((2 - f) / 2) (1 - (2 - f) / 2) n (eta r) (eta x)) /\
  (b = false -> p = 1 - q ->
   law_of (repeat (rappor_bit b p q f) n) r x = iterated (q - (q - 1 / 2) * f) (1 - (q - (q - 1 / 2) * f)) n (eta r) (eta x)).
Proof.
  intros Hr Hx. assert (S1 : forall y z, permanent f y z = C ((2 - f) / 2) [y] [z]) by (intros; now apply (VinterboBits.rappor_one_time 1)).
  assert (Rep : forall M a, (forall y z, M y z = C a [y] [z]) -> law_of (repeat M n) r x = iterated a (1 - a) n (eta r) (eta x)).
  { intros M a H. rewrite bits_independent by (now rewrite repeat_length). rewrite observation_1_kronecker, <- theorem_4_4_entries by assumption. unfold C.
    clear S1. revert r x Hr Hx. induction n as [|n IH]; intros [|u r] [|v x] Hr Hx; simpl in Hr, Hx; try lia; [reflexivity|].
    cbn [repeat each entry]. rewrite IH, H by lia. unfold C. simpl. destruct (eqb u v); ring. }
  split; intros ->.
  - apply Rep. intros y z. apply S1.
  - intros E. apply Rep. intros y z. unfold rappor_bit. rewrite !S1.
    exact (proj1 (proj2 (VinterboBits.rappor_instant 0 p q f [] [] E eq_refl eq_refl)) y z).
Qed.

(** After Proposition 4.3: a column of C_{a,b}(n) adds up to (a + b)^n, so that b = 1 - a where it is a distribution. *)
Theorem column_is_distribution n a b x : (1 <= n)%nat -> 0 <= a -> 0 <= b -> length x = n ->
  strings n (fun r => iterated a b n (eta r) (eta x)) = (a + b) ^ n /\
  (strings n (fun r => iterated a b n (eta r) (eta x)) = 1 <-> b = 1 - a).
Proof.
  intros Hn Ha Hb Hx.
  assert (E : strings n (fun r => iterated a b n (eta r) (eta x)) = (a + b) ^ n).
  { rewrite <- (entry_column n a b x Hx). apply strings_ext. intros r Hr. rewrite (observation_1_kronecker n) by assumption.
    symmetry. now apply observation_1. }
  split; [assumption|]. rewrite E. split; intros H.
  - destruct (Rtotal_order (a + b) 1) as [L|[L|L]]; [|lra|].
    + pose proof (pow_lt_1_compat (a + b) n ltac:(lra) ltac:(lia)). lra.
    + pose proof (Rlt_pow_R1 (a + b) n L ltac:(lia)). lra.
  - replace (a + b) with 1 by lra. apply pow1.
Qed.
