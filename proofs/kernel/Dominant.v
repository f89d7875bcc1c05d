(** Claim "dominant": SPEC sections 7 and 9.4. With two inputs, the curve E(s) = Sum_i max(0, p_i0 - s p_i1) of a mechanism that
    meets a bound of the demand wherever it bends is nowhere below that of another mechanism of the demand. *)

From Coq Require Import Reals Lra Lia Arith.
From Rropt Require Import Sums Mechanisms.
Open Scope R_scope.

Definition curve (m : nat) (P : nat -> nat -> R) (s : R) : R := excess m s P 0 1.

(** A bound of the first input against the second bounds E(T), one of the second against the first E(1/T). *)
Theorem curve_at_inverse m P T : mechanism m 2 P -> 0 < T -> excess m T P 1 0 = T * curve m P (/ T) + 1 - T.
Proof.
  intros [_ Sum] HT. pose proof (Sum 0%nat ltac:(lia)) as S0. pose proof (Sum 1%nat ltac:(lia)) as S1. unfold curve, excess.
  replace (T * sum m (fun i => Rmax 0 (P i 0%nat - / T * P i 1%nat)) + 1 - T)
    with (T * sum m (fun i => Rmax 0 (P i 0%nat - / T * P i 1%nat)) + sum m (fun i => P i 1%nat) - T * sum m (fun i => P i 0%nat))
    by (rewrite S0, S1; ring).
  rewrite <- !sum_scal, <- sum_plus, <- sum_minus. apply sum_ext. intros i _.
  assert (E : T * (P i 0%nat - / T * P i 1%nat) = T * P i 0%nat - P i 1%nat) by (field; lra).
  unfold Rmax. destruct (Rle_dec 0 (P i 1%nat - T * P i 0%nat)) as [A|A]; destruct (Rle_dec 0 (P i 0%nat - / T * P i 1%nat)) as [B|B].
  - pose proof (Rmult_le_pos T _ ltac:(lra) B). lra.
  - lra.
  - lra.
  - assert (0 < T * - (P i 0%nat - / T * P i 1%nat)) by (apply Rmult_lt_0_compat; lra). lra.
Qed.

(** Where P meets the bounds, no mechanism Q of the demand has more. *)
Theorem meets_first m n P Q T delta : excess m T P 0 1 = delta -> excess n T Q 0 1 <= delta -> curve n Q T <= curve m P T.
Proof. unfold curve. lra. Qed.

Theorem meets_second m n P Q T delta : mechanism m 2 P -> mechanism n 2 Q -> 0 < T ->
  excess m T P 1 0 = delta -> excess n T Q 1 0 <= delta -> curve n Q (/ T) <= curve m P (/ T).
Proof.
  intros HP HQ HT EP EQ. rewrite curve_at_inverse in EP, EQ by assumption. apply Rmult_le_reg_l with T; [assumption|]. lra.
Qed.

Lemma least_above n (r : nat -> R) s : (forall i, (i < n)%nat -> r i <= s) \/
  exists i, (i < n)%nat /\ s < r i /\ forall j, (j < n)%nat -> s < r j -> r i <= r j.
Proof.
  induction n as [|n IH]; [left; intros; lia|]. destruct IH as [L|[i [Hi [Si Li]]]]; destruct (Rlt_le_dec s (r n)) as [H|H].
  - right. exists n. split; [lia|]. split; [assumption|]. intros j Hj Sj. destruct (Nat.eq_dec j n) as [->|]; [lra|].
    specialize (L j ltac:(lia)). lra.
  - left. intros i Hi. destruct (Nat.eq_dec i n) as [->|]; [assumption | apply L; lia].
  - right. destruct (Rlt_le_dec (r n) (r i)) as [K|K].
    + exists n. split; [lia|]. split; [assumption|]. intros j Hj Sj. destruct (Nat.eq_dec j n) as [->|]; [lra|]. specialize (Li j ltac:(lia) Sj). lra.
    + exists i. split; [lia|]. split; [assumption|]. intros j Hj Sj. destruct (Nat.eq_dec j n) as [->|]; [assumption | apply Li; [lia | assumption]].
  - right. exists i. split; [lia|]. split; [assumption|]. intros j Hj Sj. destruct (Nat.eq_dec j n) as [->|]; [lra | apply Li; [lia | assumption]].
Qed.

Lemma greatest_below n (r : nat -> R) s : 0 <= s -> exists b, 0 <= b <= s /\ (b = 0 \/ exists i, (i < n)%nat /\ r i = b) /\
  forall j, (j < n)%nat -> r j <= s -> r j <= b.
Proof.
  intros Hs. induction n as [|n [b [Hb [Is L]]]]; [exists 0; split; [lra|]; split; [now left | intros; lia]|].
  destruct (Rle_lt_dec (r n) s) as [H|H]; [destruct (Rle_lt_dec (r n) b) as [K|K]|].
  - exists b. split; [assumption|]. split; [destruct Is as [Z|[i [Hi E]]]; [now left | right; exists i; split; [lia | assumption]]|].
    intros j Hj Sj. destruct (Nat.eq_dec j n) as [->|]; [assumption | apply L; [lia | assumption]].
  - exists (r n). split; [lra|]. split; [right; exists n; split; [lia | reflexivity]|].
    intros j Hj Sj. destruct (Nat.eq_dec j n) as [->|]; [lra|]. specialize (L j ltac:(lia) Sj). lra.
  - exists b. split; [assumption|]. split; [destruct Is as [Z|[i [Hi E]]]; [now left | right; exists i; split; [lia | assumption]]|].
    intros j Hj Sj. destruct (Nat.eq_dec j n) as [->|]; [lra | apply L; [lia | assumption]].
Qed.

Lemma curve_convex m P s u w : 0 <= w <= 1 -> curve m P (w * s + (1 - w) * u) <= w * curve m P s + (1 - w) * curve m P u.
Proof.
  intros Hw. unfold curve, excess. rewrite <- !sum_scal, <- sum_plus. apply sum_le. intros i _.
  pose proof (Rmult_le_compat_l w _ _ ltac:(lra) (Rmax_l 0 (P i 0%nat - s * P i 1%nat))).
  pose proof (Rmult_le_compat_l (1 - w) _ _ ltac:(lra) (Rmax_l 0 (P i 0%nat - u * P i 1%nat))).
  pose proof (Rmult_le_compat_l w _ _ ltac:(lra) (Rmax_r 0 (P i 0%nat - s * P i 1%nat))).
  pose proof (Rmult_le_compat_l (1 - w) _ _ ltac:(lra) (Rmax_r 0 (P i 0%nat - u * P i 1%nat))).
  apply Rmax_lub; lra.
Qed.

Lemma curve_falls m P s u : mechanism m 2 P -> s <= u -> curve m P u <= curve m P s.
Proof.
  intros [Pos _] H. apply sum_le. intros i Hi. apply Rle_max_compat_l.
  pose proof (Rmult_le_compat_r (P i 1%nat) _ _ (Pos i 1%nat Hi ltac:(lia)) H). lra.
Qed.

Lemma curve_at_zero m P : mechanism m 2 P -> curve m P 0 = 1.
Proof.
  intros [Pos Sum]. rewrite <- (Sum 0%nat ltac:(lia)). apply sum_ext. intros i Hi. pose proof (Pos i 0%nat Hi ltac:(lia)).
  rewrite Rmax_right; lra.
Qed.

(** The rule: R's rows have p = 0, or q = 0, or p = u q for a u at which R's curve is at least Q's. *)
Theorem dominant_curve m n R Q : mechanism m 2 R -> mechanism n 2 Q ->
  (forall i, (i < m)%nat -> R i 0%nat = 0 \/ R i 1%nat = 0 \/ exists u, R i 0%nat = u * R i 1%nat /\ curve n Q u <= curve m R u) ->
  forall s, 0 <= s -> curve n Q s <= curve m R s.
Proof.
  intros HR HQ Bend s Hs. destruct HR as [Pos Sum] eqn:HRe. clear HRe. assert (HR' : mechanism m 2 R) by (split; assumption).
  set (r := fun i => if Req_EM_T (R i 1%nat) 0 then 0 else R i 0%nat / R i 1%nat).
  assert (At : forall i, (i < m)%nat -> curve n Q (r i) <= curve m R (r i)).
  { intros i Hi. unfold r. destruct (Req_EM_T (R i 1%nat) 0) as [Z|Z]; [rewrite !curve_at_zero by assumption; lra|].
    destruct (Bend i Hi) as [E|[E|[u [E L]]]].
    - rewrite E. unfold Rdiv. rewrite Rmult_0_l, !curve_at_zero by assumption. lra.
    - contradiction.
    - replace (R i 0%nat / R i 1%nat) with u by (rewrite E; field; assumption). assumption. }
  assert (Row : forall i, (i < m)%nat -> R i 1%nat = 0 \/ (0 < R i 1%nat /\ R i 0%nat = r i * R i 1%nat)).
  { intros i Hi. pose proof (Pos i 1%nat Hi ltac:(lia)). unfold r. destruct (Req_EM_T (R i 1%nat) 0) as [Z|Z]; [now left|].
    right. split; [lra | field; assumption]. }
  destruct (greatest_below m r s Hs) as [b [Hb [Is Below]]].
  assert (Bb : curve n Q b <= curve m R b).
  { destruct Is as [->|[i [Hi <-]]]; [rewrite !curve_at_zero by assumption; lra | now apply At]. }
  destruct (least_above m r s) as [None|[a [Ha [Sa Above]]]].
  - apply Rle_trans with (curve n Q b); [apply curve_falls; [assumption | lra]|]. eapply Rle_trans; [exact Bb|].
    right. apply sum_ext. intros i Hi. destruct (Row i Hi) as [Z|[P E]].
    + rewrite Z, !Rmult_0_r. reflexivity.
    + pose proof (Below i Hi (None i Hi)) as L. rewrite E.
      pose proof (Rmult_le_compat_r (R i 1%nat) _ _ ltac:(lra) L). pose proof (Rmult_le_compat_r (R i 1%nat) _ _ ltac:(lra) (proj2 Hb)).
      rewrite !Rmax_left by lra. reflexivity.
  - set (w := (r a - s) / (r a - b)).
    assert (Hw : 0 <= w <= 1).
    { unfold w. split; [apply Rmult_le_pos; [lra | left; apply Rinv_0_lt_compat; lra]|].
      apply Rmult_le_reg_r with (r a - b); [lra|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. lra. }
    assert (Es : s = w * b + (1 - w) * r a) by (unfold w; field; lra).
    apply Rle_trans with (w * curve n Q b + (1 - w) * curve n Q (r a)); [rewrite Es at 1; now apply curve_convex|].
    apply Rle_trans with (w * curve m R b + (1 - w) * curve m R (r a)).
    { pose proof (Rmult_le_compat_l w _ _ ltac:(lra) Bb). pose proof (Rmult_le_compat_l (1 - w) _ _ ltac:(lra) (At a Ha)). lra. }
    right. unfold curve, excess. rewrite <- !sum_scal, <- sum_plus. apply sum_ext. intros i Hi. destruct (Row i Hi) as [Z|[P E]].
    + rewrite Z, !Rmult_0_r. ring.
    + rewrite E. destruct (Rle_lt_dec (r i) s) as [L|L].
      * pose proof (Rmult_le_compat_r (R i 1%nat) _ _ ltac:(lra) (Below i Hi L)). pose proof (Rmult_le_compat_r (R i 1%nat) _ _ ltac:(lra) L).
        pose proof (Rmult_le_compat_r (R i 1%nat) s (r a) ltac:(lra) ltac:(lra)). rewrite !Rmax_left by lra. ring.
      * pose proof (Rmult_le_compat_r (R i 1%nat) _ _ ltac:(lra) (Above i Hi L)).
        pose proof (Rmult_le_compat_r (R i 1%nat) b (r a) ltac:(lra) ltac:(lra)). pose proof (Rmult_le_compat_r (R i 1%nat) s (r a) ltac:(lra) ltac:(lra)).
        rewrite !Rmax_right by lra. rewrite Es at 1. ring.
Qed.
