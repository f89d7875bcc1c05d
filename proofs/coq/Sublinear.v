(** Information and divergences: SPEC section 9.7. A sum over the rows of a function that is subadditive and homogeneous is
    bounded by what the patterns show. *)

From Coq Require Import Reals Lra Lia Arith Bool.
From Rropt Require Import Sums Mechanisms TwoValuedRows AsymptoticVariance.
Open Scope R_scope.

Definition positive (k : nat) (r : nat -> R) : Prop := forall j, (j < k)%nat -> 0 < r j.

(** What the rule asks of a function of a row, on positive rows; a row of zeros counts 0. *)
Record sublinear (k : nat) (f : (nat -> R) -> R) : Prop := {
  sub_same : forall r s, (forall j, (j < k)%nat -> r j = s j) -> f r = f s;
  sub_zero : forall r, (forall j, (j < k)%nat -> r j = 0) -> f r = 0;
  sub_plus : forall r s, positive k r -> positive k s -> f (fun j => r j + s j) <= f r + f s;
  sub_times : forall c r, 0 < c -> positive k r -> f (fun j => c * r j) <= c * f r }.

(** Positive rows, and rows of zeros, at which f is at most y.r: a convex cone. *)
Definition below (k : nat) (f : (nat -> R) -> R) (y r : nat -> R) : Prop :=
  ((forall j, (j < k)%nat -> r j = 0) \/ positive k r) /\ f r <= sum k (fun j => y j * r j).

Lemma below_cone k f y : sublinear k f -> cone k (below k f y).
Proof.
  intros [Same Zero Plus Times]. constructor.
  - intros r s H [A B]. split.
    + destruct A as [A|A]; [left | right]; intros j Hj; rewrite <- H by assumption; auto.
    + rewrite <- (Same r s H). rewrite (sum_ext k _ (fun j => y j * r j)); [assumption|]. intros j Hj. now rewrite H.
  - intros r s [A1 B1] [A2 B2].
    assert (E : sum k (fun j => y j * (r j + s j)) = sum k (fun j => y j * r j) + sum k (fun j => y j * s j)).
    { rewrite <- sum_plus. apply sum_ext. intros. ring. }
    destruct A1 as [Z1|P1]; destruct A2 as [Z2|P2].
    + split; [left; intros j Hj; rewrite Z1, Z2 by assumption; ring|].
      rewrite E, Zero by (intros j Hj; rewrite Z1, Z2 by assumption; ring).
      rewrite (Zero r Z1) in B1. rewrite (Zero s Z2) in B2. lra.
    + assert (H : forall j, (j < k)%nat -> r j + s j = s j) by (intros j Hj; rewrite Z1 by assumption; ring).
      split; [right; intros j Hj; rewrite H by assumption; auto|]. rewrite (Same _ s H), E. rewrite (Zero r Z1) in B1. lra.
    + assert (H : forall j, (j < k)%nat -> r j + s j = r j) by (intros j Hj; rewrite Z2 by assumption; ring).
      split; [right; intros j Hj; rewrite H by assumption; auto|]. rewrite (Same _ r H), E. rewrite (Zero s Z2) in B2. lra.
    + split; [right; intros j Hj; specialize (P1 j Hj); specialize (P2 j Hj); lra|]. rewrite E.
      pose proof (Plus r s P1 P2). lra.
  - intros c r Hc [A B].
    assert (E : sum k (fun j => y j * (c * r j)) = c * sum k (fun j => y j * r j)).
    { rewrite <- sum_scal. apply sum_ext. intros. ring. }
    destruct (Req_dec c 0) as [->|N].
    + split; [left; intros; ring|]. rewrite E, Zero by (intros; ring). lra.
    + destruct A as [Z|Q].
      -- assert (H : forall j, (j < k)%nat -> c * r j = 0) by (intros j Hj; rewrite Z by assumption; ring).
         split; [now left|]. rewrite E, (Zero _ H). rewrite (Zero r Z) in B. pose proof (Rmult_le_pos c _ Hc B). lra.
      -- split; [right; intros j Hj; apply Rmult_lt_0_compat; [lra | now apply Q]|]. rewrite E.
         pose proof (Times c r ltac:(lra) Q). pose proof (Rmult_le_compat_l c _ _ Hc B). lra.
Qed.

(** The dual bound with delta = 0. *)
Theorem sublinear_dual m k T f y P :
  1 <= T -> (0 < k)%nat -> sublinear k f -> mechanism m k P -> ldp m k T 0 P ->
  (forall b, f (pattern T b) <= sum k (fun j => y j * pattern T b j)) ->
  sum m (fun i => f (P i)) <= sum k y.
Proof.
  intros HT Hk Hf [Pos Sum] HL Pat.
  assert (Row : forall i, (i < m)%nat -> f (P i) <= sum k (fun j => y j * P i j)).
  { intros i Hi.
    enough (below k f y (P i)) by apply H.
    destruct (exists_least k (P i) Hk) as [l [Hl Hmin]].
    apply (two_valued_rows k T _ HT (below_cone k f y Hf)) with (u := P i l).
    - intros b. split; [right | apply Pat]. intros j _. unfold pattern. destruct (b j); lra.
    - now apply Pos.
    - intros j Hj. split; [now apply Hmin|]. destruct (Nat.eq_dec j l) as [->|N].
      + pose proof (Rmult_le_compat_r (P i l) 1 T (Pos i l Hi Hl) HT). lra.
      + apply (proj2 (satisfies_pure m k T P) HL); auto. }
  apply Rle_trans with (sum m (fun i => sum k (fun j => y j * P i j))); [now apply sum_le|].
  rewrite sum_swap. right. apply sum_ext. intros j Hj. rewrite sum_scal, (Sum j Hj). ring.
Qed.

(** Two inputs and delta > 0: a function of the two entries that is subadditive and homogeneous where zeros occur too. *)
Theorem sublinear_dual_two m T delta (f : R -> R -> R) y0 y1 m01 m10 P :
  1 <= T -> 0 <= m01 -> 0 <= m10 -> mechanism m 2 P -> ldp m 2 T delta P ->
  (forall p q p' q', 0 <= p -> 0 <= q -> 0 <= p' -> 0 <= q' -> f (p + p') (q + q') <= f p q + f p' q') ->
  (forall c p q, 0 <= c -> 0 <= p -> 0 <= q -> f (c * p) (c * q) <= c * f p q) ->
  f T 1 <= y0 * T + y1 -> f 1 T <= y0 + y1 * T -> f 1 0 <= y0 + m01 -> f 0 1 <= y1 + m10 ->
  sum m (fun i => f (P i 0%nat) (P i 1%nat)) <= y0 + y1 + delta * (m01 + m10).
Proof.
  intros HT H01 H10 [Pos Sum] HL Plus Times A B C D.
  assert (Two : forall c d p q p' q', 0 <= c -> 0 <= d -> 0 <= p -> 0 <= q -> 0 <= p' -> 0 <= q' ->
    f (c * p + d * p') (c * q + d * q') <= c * f p q + d * f p' q').
  { intros c d p q p' q' Hc Hd Hp Hq Hp' Hq'.
    pose proof (Plus (c * p) (c * q) (d * p') (d * q') ltac:(now apply Rmult_le_pos) ltac:(now apply Rmult_le_pos)
      ltac:(now apply Rmult_le_pos) ltac:(now apply Rmult_le_pos)).
    pose proof (Times c p q Hc Hp Hq). pose proof (Times d p' q' Hd Hp' Hq'). lra. }
  assert (Row : forall p q, 0 <= p -> 0 <= q ->
    f p q <= y0 * p + y1 * q + m01 * Rmax 0 (p - T * q) + m10 * Rmax 0 (q - T * p)).
  { intros p q Hp Hq. pose proof (Rmult_le_pos m01 _ H01 (Rmax_l 0 (p - T * q))) as M1.
    pose proof (Rmult_le_pos m10 _ H10 (Rmax_l 0 (q - T * p))) as M2.
    destruct (Rle_lt_dec (p - T * q) 0) as [L1|L1]; [destruct (Rle_lt_dec (q - T * p) 0) as [L2|L2]|].
    - destruct (Req_dec T 1) as [E|N].
      + subst T. assert (q = p) by lra. subst q. pose proof (Times p 1 1 Hp ltac:(lra) ltac:(lra)) as F.
        rewrite Rmult_1_r in F. pose proof (Rmult_le_compat_l p _ _ Hp A). lra.
      + set (c := (T * p - q) / (T * T - 1)). set (d := (T * q - p) / (T * T - 1)).
        assert (K : 0 < T * T - 1). { assert (1 * 1 < T * T) by (apply Rmult_le_0_lt_compat; lra). lra. }
        assert (Hc : 0 <= c) by (apply Rmult_le_pos; [lra | left; now apply Rinv_0_lt_compat]).
        assert (Hd : 0 <= d) by (apply Rmult_le_pos; [lra | left; now apply Rinv_0_lt_compat]).
        pose proof (Two c d T 1 1 T Hc Hd ltac:(lra) ltac:(lra) ltac:(lra) ltac:(lra)) as F.
        replace (c * T + d * 1) with p in F by (unfold c, d; field; lra).
        replace (c * 1 + d * T) with q in F by (unfold c, d; field; lra).
        pose proof (Rmult_le_compat_l c _ _ Hc A) as FA. pose proof (Rmult_le_compat_l d _ _ Hd B) as FB.
        assert (E : c * (y0 * T + y1) + d * (y0 + y1 * T) = y0 * p + y1 * q) by (unfold c, d; field; lra). lra.
    - rewrite (Rmax_right 0 (q - T * p)) in M2 |- * by lra.
      pose proof (Two p (q - T * p) 1 T 0 1 Hp ltac:(lra) ltac:(lra) ltac:(lra) ltac:(lra) ltac:(lra)) as F.
      replace (p * 1 + (q - T * p) * 0) with p in F by ring. replace (p * T + (q - T * p) * 1) with q in F by ring.
      pose proof (Rmult_le_compat_l p _ _ Hp B). pose proof (Rmult_le_compat_l (q - T * p) _ _ ltac:(lra) D). lra.
    - rewrite (Rmax_right 0 (p - T * q)) in M1 |- * by lra.
      pose proof (Two q (p - T * q) T 1 1 0 Hq ltac:(lra) ltac:(lra) ltac:(lra) ltac:(lra) ltac:(lra)) as F.
      replace (q * T + (p - T * q) * 1) with p in F by ring. replace (q * 1 + (p - T * q) * 0) with q in F by ring.
      pose proof (Rmult_le_compat_l q _ _ Hq A). pose proof (Rmult_le_compat_l (p - T * q) _ _ ltac:(lra) C). lra. }
  apply Rle_trans with (sum m (fun i => y0 * P i 0%nat + y1 * P i 1%nat + m01 * Rmax 0 (P i 0%nat - T * P i 1%nat)
    + m10 * Rmax 0 (P i 1%nat - T * P i 0%nat))).
  - apply sum_le. intros i Hi. apply Row; apply Pos; lia || assumption.
  - rewrite !sum_plus, !sum_scal, (Sum 0%nat ltac:(lia)), (Sum 1%nat ltac:(lia)).
    pose proof (HL 0 1 ltac:(lia) ltac:(lia) ltac:(lia))%nat as X. pose proof (HL 1 0 ltac:(lia) ltac:(lia) ltac:(lia))%nat as Y.
    unfold excess in X, Y. pose proof (Rmult_le_compat_l m01 _ _ H01 X). pose proof (Rmult_le_compat_l m10 _ _ H10 Y). lra.
Qed.

(** The functions. a and b are nonnegative combinations of the entries, positive on positive rows. *)
Lemma ln_below x : 0 < x -> ln x <= x - 1.
Proof.
  intros Hx. destruct (Req_dec (ln x) 0) as [Z|N].
  - assert (x = 1) by (rewrite <- (exp_ln x Hx), Z; apply exp_0). lra.
  - pose proof (exp_ineq1 (ln x) N) as E. rewrite exp_ln in E by assumption. lra.
Qed.

Lemma ln_over x y : 0 < x -> 0 < y -> ln (x / y) = ln x - ln y.
Proof. intros Hx Hy. unfold Rdiv. rewrite ln_mult, ln_Rinv by (assumption || now apply Rinv_0_lt_compat). ring. Qed.

(** Kullback and Leibler's a log(a/b). *)
Theorem log_subadditive a b c d : 0 < a -> 0 < b -> 0 < c -> 0 < d ->
  (a + c) * ln ((a + c) / (b + d)) <= a * ln (a / b) + c * ln (c / d).
Proof.
  intros Ha Hb Hc Hd. set (u := (a + c) / (b + d)). assert (Hu : 0 < u) by (apply Rdiv_lt_0_compat; lra).
  assert (One : forall x y, 0 < x -> 0 < y -> x * ln u - x * ln (x / y) <= u * y - x).
  { intros x y Hx Hy. rewrite <- Rmult_minus_distr_l, <- ln_over by (assumption || now apply Rdiv_lt_0_compat).
    replace (u / (x / y)) with (u * y / x) by (field; lra).
    pose proof (ln_below (u * y / x) ltac:(apply Rdiv_lt_0_compat; [now apply Rmult_lt_0_compat | assumption])) as L.
    pose proof (Rmult_le_compat_l x _ _ ltac:(lra) L) as M. replace (x * (u * y / x - 1)) with (u * y - x) in M by (field; lra). exact M. }
  pose proof (One a b Ha Hb). pose proof (One c d Hc Hd).
  assert (u * (b + d) = a + c) by (unfold u; field; lra). lra.
Qed.

Theorem log_homogeneous s a b : 0 < s -> 0 < a -> 0 < b -> s * a * ln (s * a / (s * b)) = s * (a * ln (a / b)).
Proof. intros Hs Ha Hb. replace (s * a / (s * b)) with (a / b) by (field; lra). ring. Qed.

(** Hellinger's (sqrt a - sqrt b)^2 / 2. *)
Definition hellinger (a b : R) : R := (sqrt a - sqrt b) ^ 2 / 2.

Theorem hellinger_subadditive a b c d : 0 <= a -> 0 <= b -> 0 <= c -> 0 <= d ->
  hellinger (a + c) (b + d) <= hellinger a b + hellinger c d.
Proof.
  intros Ha Hb Hc Hd.
  assert (E : forall x y, 0 <= x -> 0 <= y -> hellinger x y = (x + y) / 2 - sqrt (x * y)).
  { intros x y Hx Hy. unfold hellinger. rewrite sqrt_mult by assumption.
    pose proof (sqrt_sqrt x Hx). pose proof (sqrt_sqrt y Hy). simpl. lra. }
  rewrite !E by lra. assert (K : sqrt (a * b) + sqrt (c * d) <= sqrt ((a + c) * (b + d))); [|lra].
  assert (P1 : 0 <= a * b) by (now apply Rmult_le_pos). assert (P2 : 0 <= c * d) by (now apply Rmult_le_pos).
  pose proof (sqrt_pos (a * b)). pose proof (sqrt_pos (c * d)).
  rewrite <- (sqrt_Rsqr (sqrt (a * b) + sqrt (c * d))) by lra. apply sqrt_le_1_alt. unfold Rsqr.
  pose proof (sqrt_sqrt _ P1) as S1. pose proof (sqrt_sqrt _ P2) as S2.
  assert (M : 2 * (sqrt (a * b) * sqrt (c * d)) <= a * d + c * b).
  { rewrite <- sqrt_mult by assumption. replace (a * b * (c * d)) with ((a * d) * (c * b)) by ring.
    assert (Q1 : 0 <= a * d) by (now apply Rmult_le_pos). assert (Q2 : 0 <= c * b) by (now apply Rmult_le_pos).
    rewrite sqrt_mult by assumption. pose proof (Rle_0_sqr (sqrt (a * d) - sqrt (c * b))) as S. unfold Rsqr in S.
    pose proof (sqrt_sqrt _ Q1). pose proof (sqrt_sqrt _ Q2). lra. }
  lra.
Qed.

Theorem hellinger_homogeneous s a b : 0 <= s -> 0 <= a -> 0 <= b -> hellinger (s * a) (s * b) = s * hellinger a b.
Proof.
  intros Hs Ha Hb. unfold hellinger. rewrite !sqrt_mult by assumption.
  replace ((sqrt s * sqrt a - sqrt s * sqrt b) ^ 2 / 2) with (sqrt s * sqrt s * ((sqrt a - sqrt b) ^ 2 / 2)) by field.
  now rewrite sqrt_sqrt.
Qed.

(** The chi-squared divergence (a - b)^2/b, and the total variation |a - b|/2. *)
Theorem chi2_subadditive a b c d : 0 < b -> 0 < d ->
  (a + c - (b + d)) ^ 2 / (b + d) <= (a - b) ^ 2 / b + (c - d) ^ 2 / d.
Proof.
  intros Hb Hd. pose proof (square_over_sum (a - b) (c - d) b d Hb Hd) as S.
  replace ((a + c - (b + d)) ^ 2) with ((a - b + (c - d)) * (a - b + (c - d))) by ring.
  replace ((a - b) ^ 2) with ((a - b) * (a - b)) by ring. replace ((c - d) ^ 2) with ((c - d) * (c - d)) by ring. exact S.
Qed.

Theorem tv_subadditive a b c d : Rabs (a + c - (b + d)) / 2 <= Rabs (a - b) / 2 + Rabs (c - d) / 2.
Proof. replace (a + c - (b + d)) with ((a - b) + (c - d)) by ring. pose proof (Rabs_triang (a - b) (c - d)). lra. Qed.

(** The information at a prior w, Sum_j w_j r_j log(r_j/(w.r)), is such a function. *)
Definition information_row (k : nat) (w r : nat -> R) : R := sum k (fun j => w j * (r j * ln (r j / sum k (fun l => w l * r l)))).

Theorem information_sublinear k w : (forall j, (j < k)%nat -> 0 <= w j) -> sum k w = 1 -> sublinear k (information_row k w).
Proof.
  intros Hw H1.
  assert (Q : forall r, positive k r -> 0 < sum k (fun l => w l * r l)).
  { intros r Hr. destruct (Req_dec (sum k (fun l => w l * r l)) 0) as [Z|N].
    - exfalso. assert (W : sum k w = 0); [|lra]. rewrite (sum_ext k _ (fun _ => 0)); [apply sum_zero|].
      intros j Hj. assert (E : (fun l => w l * r l) j = 0).
      { apply (sum_zero_terms k (fun l => w l * r l)); auto.
        intros l Hl. apply Rmult_le_pos; [now apply Hw | left; now apply Hr]. }
      simpl in E. apply Rmult_integral in E. specialize (Hr j Hj). destruct E; lra.
    - assert (0 <= sum k (fun l => w l * r l)); [|lra].
      apply sum_nonneg. intros l Hl. apply Rmult_le_pos; [now apply Hw | left; now apply Hr]. }
  constructor.
  - intros r s H. unfold information_row.
    assert (E : sum k (fun l => w l * r l) = sum k (fun l => w l * s l)) by (apply sum_ext; intros l Hl; now rewrite H).
    rewrite E. apply sum_ext. intros j Hj. now rewrite H.
  - intros r H. unfold information_row. rewrite (sum_ext k _ (fun _ => 0)); [apply sum_zero|].
    intros j Hj. rewrite (H j Hj). ring.
  - intros r s Hr Hs. unfold information_row. rewrite <- sum_plus. apply sum_le. intros j Hj.
    rewrite (sum_ext k (fun l => w l * (r l + s l)) (fun l => w l * r l + w l * s l)), sum_plus by (intros; ring).
    rewrite <- Rmult_plus_distr_l. apply Rmult_le_compat_l; [now apply Hw|]. apply log_subadditive; auto.
  - intros c r Hc Hr. unfold information_row. rewrite <- sum_scal. right. apply sum_ext. intros j Hj.
    rewrite (sum_ext k (fun l => w l * (c * r l)) (fun l => c * (w l * r l))), sum_scal by (intros; ring).
    rewrite log_homogeneous by auto. ring.
Qed.
