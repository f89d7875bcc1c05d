(** The information of one answer about the share of the second of two inputs: SPEC sections 7 and 9.1.

    A row (p, q) = (Pr(output | input 0), Pr(output | input 1)) carries (q - p)^2 / ((1 - pi) p + pi q). *)

From Coq Require Import Reals Lra Lia Arith.
From Rropt Require Import Sums Mechanisms.
Open Scope R_scope.

Definition weight (pi p q : R) : R := (1 - pi) * p + pi * q.
Definition information_of_row (pi p q : R) : R := (q - p) * (q - p) / weight pi p q.
Definition information (m : nat) (pi : R) (P : nat -> nat -> R) : R :=
  sum m (fun i => information_of_row pi (P i 0%nat) (P i 1%nat)).

(** A square over a positive number is subadditive: it is convex and homogeneous. *)
Lemma square_over_sum a b v w : 0 < v -> 0 < w -> (a + b) * (a + b) / (v + w) <= a * a / v + b * b / w.
Proof.
  intros Hv Hw. apply Rminus_le.
  replace ((a + b) * (a + b) / (v + w) - (a * a / v + b * b / w))
    with (- ((a * w - b * v) * (a * w - b * v) / (v * w * (v + w)))) by (field; lra).
  apply Ropp_le_cancel. rewrite Ropp_involutive, Ropp_0.
  apply Rmult_le_pos; [apply Rle_0_sqr|]. left. apply Rinv_0_lt_compat.
  apply Rmult_lt_0_compat; [now apply Rmult_lt_0_compat | lra].
Qed.

Theorem information_subadditive pi p q p' q' :
  0 < weight pi p q -> 0 < weight pi p' q' ->
  information_of_row pi (p + p') (q + q') <= information_of_row pi p q + information_of_row pi p' q'.
Proof.
  intros H H'. unfold information_of_row.
  replace (q + q' - (p + p')) with ((q - p) + (q' - p')) by ring.
  replace (weight pi (p + p') (q + q')) with (weight pi p q + weight pi p' q') by (unfold weight; ring).
  now apply square_over_sum.
Qed.

Theorem information_homogeneous pi s p q :
  weight pi p q <> 0 -> information_of_row pi (s * p) (s * q) = s * information_of_row pi p q.
Proof.
  intros H. unfold information_of_row.
  replace (weight pi (s * p) (s * q)) with (s * weight pi p q) by (unfold weight; ring).
  destruct (Req_dec s 0) as [->|Hs]; [unfold Rdiv; ring | field; split; assumption].
Qed.

(** Below an affine homogeneous bound on two rays, so below it on all their nonnegative combinations. *)
Lemma below_between pi p q p' q' y0 y1 u w :
  0 < weight pi p q -> 0 < weight pi p' q' -> 0 <= u -> 0 <= w ->
  information_of_row pi p q <= y0 * p + y1 * q ->
  information_of_row pi p' q' <= y0 * p' + y1 * q' ->
  information_of_row pi (u * p + w * p') (u * q + w * q') <=
  y0 * (u * p + w * p') + y1 * (u * q + w * q').
Proof.
  intros H H' Hu Hw B B'.
  assert (U : u * information_of_row pi p q <= u * (y0 * p + y1 * q)) by (now apply Rmult_le_compat_l).
  assert (W : w * information_of_row pi p' q' <= w * (y0 * p' + y1 * q')) by (now apply Rmult_le_compat_l).
  destruct (Req_dec u 0) as [->|Nu].
  - replace (0 * p + w * p') with (w * p') by ring. replace (0 * q + w * q') with (w * q') by ring.
    rewrite information_homogeneous by lra. lra.
  - destruct (Req_dec w 0) as [->|Nw].
    + replace (u * p + 0 * p') with (u * p) by ring. replace (u * q + 0 * q') with (u * q) by ring.
      rewrite information_homogeneous by lra. lra.
    + eapply Rle_trans; [apply information_subadditive|].
      * replace (weight pi (u * p) (u * q)) with (u * weight pi p q) by (unfold weight; ring).
        apply Rmult_lt_0_compat; lra.
      * replace (weight pi (w * p') (w * q')) with (w * weight pi p' q') by (unfold weight; ring).
        apply Rmult_lt_0_compat; lra.
      * rewrite !information_homogeneous by lra. lra.
Qed.

Lemma weight_pos pi p q : 0 <= pi <= 1 -> 0 < p -> 0 < q -> 0 < weight pi p q.
Proof.
  intros Hpi Hp Hq. unfold weight.
  destruct (Req_dec pi 0) as [->|N]; [lra|].
  pose proof (Rmult_le_pos (1 - pi) p ltac:(lra) ltac:(lra)).
  pose proof (Rmult_lt_0_compat pi q ltac:(lra) Hq). lra.
Qed.

(** Rows with p <= T q and q <= T p lie between the rays (T, 1) and (1, T). *)
Lemma below_inside T pi y0 y1 p q :
  1 <= T -> 0 <= pi <= 1 ->
  information_of_row pi T 1 <= y0 * T + y1 -> information_of_row pi 1 T <= y0 + y1 * T ->
  0 <= p -> p <= T * q -> q <= T * p -> information_of_row pi p q <= y0 * p + y1 * q.
Proof.
  intros HT Hpi B1 B2 H0 Hp Hq.
  destruct (Req_dec T 1) as [->|NT].
  - assert (p = q) by lra. subst q. unfold information_of_row in *.
    replace ((1 - 1) * (1 - 1) / weight pi 1 1) with 0 in * by (unfold weight; field; lra).
    replace ((p - p) * (p - p) / weight pi p p) with 0 by (unfold Rdiv; ring).
    assert (0 <= p * (y0 + y1)).
    { apply Rmult_le_pos; lra. } lra.
  - assert (HT2 : 0 < T * T - 1) by (replace (T * T - 1) with ((T - 1) * (T + 1)) by ring; apply Rmult_lt_0_compat; lra).
    set (u := (T * p - q) / (T * T - 1)). set (w := (T * q - p) / (T * T - 1)).
    assert (Hu : 0 <= u) by (unfold u; apply Rmult_le_pos; [lra | left; now apply Rinv_0_lt_compat]).
    assert (Hw : 0 <= w) by (unfold w; apply Rmult_le_pos; [lra | left; now apply Rinv_0_lt_compat]).
    replace p with (u * T + w * 1) by (unfold u, w; field; lra).
    replace q with (u * 1 + w * T) by (unfold u, w; field; lra).
    apply below_between; try assumption; try (apply weight_pos; lra); lra.
Qed.

(** The rule for delta = 0. *)
Theorem information_dual_pure m T pi y0 y1 P :
  1 <= T -> 0 <= pi <= 1 -> mechanism m 2 P -> ldp m 2 T 0 P ->
  information_of_row pi T 1 <= y0 * T + y1 -> information_of_row pi 1 T <= y0 + y1 * T ->
  information m pi P <= y0 + y1.
Proof.
  intros HT Hpi [Hp Hs] HL B1 B2. pose proof (proj2 (satisfies_pure m 2 T P) HL) as R.
  apply Rle_trans with (sum m (fun i => y0 * P i 0%nat + y1 * P i 1%nat)).
  - apply sum_le. intros i Hi. apply (below_inside T); auto; try (apply R; lia); apply Hp; lia.
  - rewrite sum_plus, !sum_scal, (Hs 0%nat), (Hs 1%nat) by lia. lra.
Qed.

(** The rule for delta > 0: two more rays. *)
Theorem information_dual m T delta pi y0 y1 m01 m10 P :
  1 <= T -> 0 < pi < 1 -> 0 <= m01 -> 0 <= m10 -> mechanism m 2 P -> ldp m 2 T delta P ->
  information_of_row pi T 1 <= y0 * T + y1 -> information_of_row pi 1 T <= y0 + y1 * T ->
  information_of_row pi 1 0 <= y0 + m01 -> information_of_row pi 0 1 <= y1 + m10 ->
  information m pi P <= y0 + y1 + delta * (m01 + m10).
Proof.
  intros HT Hpi H01 H10 [Hp Hs] HL B1 B2 B3 B4.
  apply Rle_trans with (sum m (fun i => y0 * P i 0%nat + y1 * P i 1%nat +
    (m01 * Rmax 0 (P i 0%nat - T * P i 1%nat) + m10 * Rmax 0 (P i 1%nat - T * P i 0%nat)))).
  - apply sum_le. intros i Hi.
    pose proof (Hp i 0 Hi ltac:(lia))%nat as P0. pose proof (Hp i 1 Hi ltac:(lia))%nat as P1.
    set (p := P i 0%nat) in *. set (q := P i 1%nat) in *.
    pose proof (Rmult_le_pos _ _ H01 (Rmax_l 0 (p - T * q))) as M1.
    pose proof (Rmult_le_pos _ _ H10 (Rmax_l 0 (q - T * p))) as M2.
    destruct (Rle_lt_dec p (T * q)) as [Hpq|Hpq].
    + destruct (Rle_lt_dec q (T * p)) as [Hqp|Hqp].
      * pose proof (below_inside T pi y0 y1 p q HT ltac:(lra) B1 B2 P0 Hpq Hqp). lra.
      * rewrite (Rmax_right 0 (q - T * p)) by lra.
        pose proof (below_between pi 0 1 1 T (y0 - m10 * T) (y1 + m10) (q - T * p) p) as Z.
        replace ((q - T * p) * 0 + p * 1) with p in Z by ring.
        replace ((q - T * p) * 1 + p * T) with q in Z by ring.
        enough (information_of_row pi p q <= (y0 - m10 * T) * p + (y1 + m10) * q) by lra.
        apply Z; [unfold weight; lra | apply weight_pos; lra | lra | lra | lra | lra].
    + rewrite (Rmax_right 0 (p - T * q)) by lra.
      pose proof (below_between pi 1 0 T 1 (y0 + m01) (y1 - m01 * T) (p - T * q) q) as Z.
      replace ((p - T * q) * 1 + q * T) with p in Z by ring.
      replace ((p - T * q) * 0 + q * 1) with q in Z by ring.
      enough (information_of_row pi p q <= (y0 + m01) * p + (y1 - m01 * T) * q) by lra.
      apply Z; [unfold weight; lra | apply weight_pos; lra | lra | lra | lra | lra].
  - rewrite !sum_plus, !sum_scal, (Hs 0%nat), (Hs 1%nat) by lia.
    pose proof (HL 0 1 ltac:(lia) ltac:(lia) ltac:(lia))%nat as E1.
    pose proof (HL 1 0 ltac:(lia) ltac:(lia) ltac:(lia))%nat as E2. unfold excess in E1, E2.
    pose proof (Rmult_le_compat_l _ _ _ H01 E1). pose proof (Rmult_le_compat_l _ _ _ H10 E2). lra.
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
