(** The dual of the information under several demands, with ratios that may differ by direction: SPEC section 9.1.

    The right side is linear but for its hinges max(0, a p + b q). A convex homogeneous function that is at most it on the two
    rays of a cone, and wherever a hinge turns inside, is at most it in the whole cone: cut the cone where the last hinge turns. *)

From Coq Require Import Reals Lra Lia Arith.
From Rropt Require Import Sums Mechanisms AsymptoticVariance.
Open Scope R_scope.

Definition right_side (n : nat) (y0 y1 : R) (mu al be : nat -> R) (p q : R) : R :=
  y0 * p + y1 * q + sum n (fun s => mu s * Rmax 0 (al s * p + be s * q)).

Lemma weight_between pi a1 a2 b1 b2 u w :
  weight pi (u * a1 + w * b1) (u * a2 + w * b2) = u * weight pi a1 a2 + w * weight pi b1 b2.
Proof. unfold weight. ring. Qed.

Lemma weight_positive_between pi a1 a2 b1 b2 u w :
  0 < weight pi a1 a2 -> 0 < weight pi b1 b2 -> 0 < u -> 0 < w ->
  0 < weight pi (u * a1 + w * b1) (u * a2 + w * b2).
Proof.
  intros A B Hu Hw. rewrite weight_between.
  pose proof (Rmult_lt_0_compat _ _ Hu A). pose proof (Rmult_lt_0_compat _ _ Hw B). lra.
Qed.

(** Where the last hinge is its form, or is 0, it is part of what is linear. *)
Lemma right_side_up n y0 y1 mu al be p q :
  0 <= al n * p + be n * q ->
  right_side (S n) y0 y1 mu al be p q = right_side n (y0 + mu n * al n) (y1 + mu n * be n) mu al be p q.
Proof. intros H. unfold right_side. simpl. rewrite (Rmax_right 0 _ H). ring. Qed.

Lemma right_side_down n y0 y1 mu al be p q :
  al n * p + be n * q <= 0 -> right_side (S n) y0 y1 mu al be p q = right_side n y0 y1 mu al be p q.
Proof. intros H. unfold right_side. simpl. rewrite (Rmax_left 0 _ H). ring. Qed.

Lemma form_between a b a1 a2 b1 b2 u w :
  a * (u * a1 + w * b1) + b * (u * a2 + w * b2) = u * (a * a1 + b * a2) + w * (a * b1 + b * b2).
Proof. ring. Qed.

Theorem below_in_cone pi mu al be n : forall y0 y1 a1 a2 b1 b2,
  0 < weight pi a1 a2 -> 0 < weight pi b1 b2 ->
  information_of_row pi a1 a2 <= right_side n y0 y1 mu al be a1 a2 ->
  information_of_row pi b1 b2 <= right_side n y0 y1 mu al be b1 b2 ->
  (forall s u w, (s < n)%nat -> 0 < u -> 0 < w ->
    al s * (u * a1 + w * b1) + be s * (u * a2 + w * b2) = 0 ->
    information_of_row pi (u * a1 + w * b1) (u * a2 + w * b2) <=
    right_side n y0 y1 mu al be (u * a1 + w * b1) (u * a2 + w * b2)) ->
  forall u w, 0 <= u -> 0 <= w ->
  information_of_row pi (u * a1 + w * b1) (u * a2 + w * b2) <=
  right_side n y0 y1 mu al be (u * a1 + w * b1) (u * a2 + w * b2).
Proof.
  induction n as [|n IH]; intros y0 y1 a1 a2 b1 b2 WA WB HA HB HK u w Hu Hw.
  - unfold right_side in *. simpl in *. rewrite Rplus_0_r in *. now apply below_between.
  - (* a cone on which the last form keeps its sign *)
    assert (Same : forall c1 c2 d1 d2, 0 < weight pi c1 c2 -> 0 < weight pi d1 d2 ->
      information_of_row pi c1 c2 <= right_side (S n) y0 y1 mu al be c1 c2 ->
      information_of_row pi d1 d2 <= right_side (S n) y0 y1 mu al be d1 d2 ->
      (forall s u w, (s < S n)%nat -> 0 < u -> 0 < w ->
        al s * (u * c1 + w * d1) + be s * (u * c2 + w * d2) = 0 ->
        information_of_row pi (u * c1 + w * d1) (u * c2 + w * d2) <=
        right_side (S n) y0 y1 mu al be (u * c1 + w * d1) (u * c2 + w * d2)) ->
      (0 <= al n * c1 + be n * c2 /\ 0 <= al n * d1 + be n * d2) \/
      (al n * c1 + be n * c2 <= 0 /\ al n * d1 + be n * d2 <= 0) ->
      forall u w, 0 <= u -> 0 <= w ->
      information_of_row pi (u * c1 + w * d1) (u * c2 + w * d2) <=
      right_side (S n) y0 y1 mu al be (u * c1 + w * d1) (u * c2 + w * d2)).
    { intros c1 c2 d1 d2 WC WD HC HD HKs [[S1 S2]|[S1 S2]] u' w' Hu' Hw'.
      - assert (F : forall x z, 0 <= x -> 0 <= z -> 0 <= al n * (x * c1 + z * d1) + be n * (x * c2 + z * d2)).
        { intros x z Hx Hz. rewrite form_between.
          pose proof (Rmult_le_pos _ _ Hx S1). pose proof (Rmult_le_pos _ _ Hz S2). lra. }
        rewrite right_side_up in HC, HD |- * by (try apply F; assumption).
        apply IH; try assumption. intros s x z Hs Hx Hz E.
        rewrite <- right_side_up by (apply F; lra). apply (HKs s); try assumption; lia.
      - assert (F : forall x z, 0 <= x -> 0 <= z -> al n * (x * c1 + z * d1) + be n * (x * c2 + z * d2) <= 0).
        { intros x z Hx Hz. rewrite form_between.
          pose proof (Rmult_le_pos x (- (al n * c1 + be n * c2)) Hx ltac:(lra)).
          pose proof (Rmult_le_pos z (- (al n * d1 + be n * d2)) Hz ltac:(lra)). lra. }
        rewrite right_side_down in HC, HD |- * by (try apply F; assumption).
        apply IH; try assumption. intros s x z Hs Hx Hz E.
        rewrite <- right_side_down by (apply F; lra). apply (HKs s); try assumption; lia. }
    (* where it turns inside, the cone is cut *)
    assert (Cut : forall c1 c2 d1 d2, 0 < weight pi c1 c2 -> 0 < weight pi d1 d2 ->
      information_of_row pi c1 c2 <= right_side (S n) y0 y1 mu al be c1 c2 ->
      information_of_row pi d1 d2 <= right_side (S n) y0 y1 mu al be d1 d2 ->
      (forall s u w, (s < S n)%nat -> 0 < u -> 0 < w ->
        al s * (u * c1 + w * d1) + be s * (u * c2 + w * d2) = 0 ->
        information_of_row pi (u * c1 + w * d1) (u * c2 + w * d2) <=
        right_side (S n) y0 y1 mu al be (u * c1 + w * d1) (u * c2 + w * d2)) ->
      0 < al n * c1 + be n * c2 -> al n * d1 + be n * d2 < 0 ->
      forall u w, 0 <= u -> 0 <= w ->
      information_of_row pi (u * c1 + w * d1) (u * c2 + w * d2) <=
      right_side (S n) y0 y1 mu al be (u * c1 + w * d1) (u * c2 + w * d2)).
    { intros c1 c2 d1 d2 WC WD HC HD HKs S1 S2 u' w' Hu' Hw'.
      set (x := - (al n * d1 + be n * d2)). set (z := al n * c1 + be n * c2).
      assert (Hx : 0 < x) by (unfold x; lra). assert (Hz : 0 < z) by (unfold z; lra).
      assert (E : al n * (x * c1 + z * d1) + be n * (x * c2 + z * d2) = 0) by (unfold x, z; ring).
      pose proof (weight_positive_between pi c1 c2 d1 d2 x z WC WD Hx Hz) as WK.
      pose proof (HKs n x z ltac:(lia) Hx Hz E) as HKn.
      destruct (Rle_lt_dec (w' * x) (u' * z)) as [L|L].
      - assert (Hq : 0 <= w' / z) by (apply Rmult_le_pos; [assumption | left; now apply Rinv_0_lt_compat]).
        assert (Hr : 0 <= u' - w' / z * x).
        { replace (u' - w' / z * x) with ((u' * z - w' * x) / z) by (field; lra).
          apply Rmult_le_pos; [lra | left; now apply Rinv_0_lt_compat]. }
        replace (u' * c1 + w' * d1) with ((u' - w' / z * x) * c1 + w' / z * (x * c1 + z * d1)) by (field; lra).
        replace (u' * c2 + w' * d2) with ((u' - w' / z * x) * c2 + w' / z * (x * c2 + z * d2)) by (field; lra).
        apply Same; try assumption; [|left; split; lra].
        intros s v v' Hs Pu Pw Z.
        replace (v * c1 + v' * (x * c1 + z * d1)) with ((v + v' * x) * c1 + v' * z * d1) in * by ring.
        replace (v * c2 + v' * (x * c2 + z * d2)) with ((v + v' * x) * c2 + v' * z * d2) in * by ring.
        pose proof (Rmult_lt_0_compat _ _ Pw Hx). pose proof (Rmult_lt_0_compat _ _ Pw Hz).
        apply (HKs s); try assumption; lra.
      - assert (Hq : 0 <= u' / x) by (apply Rmult_le_pos; [assumption | left; now apply Rinv_0_lt_compat]).
        assert (Hr : 0 <= w' - u' / x * z).
        { replace (w' - u' / x * z) with ((w' * x - u' * z) / x) by (field; lra).
          apply Rmult_le_pos; [lra | left; now apply Rinv_0_lt_compat]. }
        replace (u' * c1 + w' * d1) with (u' / x * (x * c1 + z * d1) + (w' - u' / x * z) * d1) by (field; lra).
        replace (u' * c2 + w' * d2) with (u' / x * (x * c2 + z * d2) + (w' - u' / x * z) * d2) by (field; lra).
        apply Same; try assumption; [|right; split; lra].
        intros s v v' Hs Pu Pw Z.
        replace (v * (x * c1 + z * d1) + v' * d1) with (v * x * c1 + (v * z + v') * d1) in * by ring.
        replace (v * (x * c2 + z * d2) + v' * d2) with (v * x * c2 + (v * z + v') * d2) in * by ring.
        pose proof (Rmult_lt_0_compat _ _ Pu Hx). pose proof (Rmult_lt_0_compat _ _ Pu Hz).
        apply (HKs s); try assumption; lra. }
    destruct (Rle_lt_dec 0 (al n * a1 + be n * a2)) as [FA|FA];
      destruct (Rle_lt_dec 0 (al n * b1 + be n * b2)) as [FB|FB].
    + apply Same; auto.
    + destruct (Req_dec (al n * a1 + be n * a2) 0) as [Z|NZ].
      * apply Same; auto. right. lra.
      * apply Cut; auto. lra.
    + destruct (Req_dec (al n * b1 + be n * b2) 0) as [Z|NZ].
      * apply Same; auto. right. lra.
      * replace (u * a1 + w * b1) with (w * b1 + u * a1) by ring.
        replace (u * a2 + w * b2) with (w * b2 + u * a2) by ring.
        apply Cut; auto; [|lra].
        intros s v v' Hs Pu Pw Z.
        replace (v * b1 + v' * a1) with (v' * a1 + v * b1) in * by ring.
        replace (v * b2 + v' * a2) with (v' * a2 + v * b2) in * by ring.
        now apply (HK s).
    + apply Same; auto. right. lra.
Qed.

Lemma right_side_homogeneous n y0 y1 mu al be c p q :
  0 <= c -> right_side n y0 y1 mu al be (c * p) (c * q) = c * right_side n y0 y1 mu al be p q.
Proof.
  intros Hc. unfold right_side.
  rewrite Rmult_plus_distr_l, <- sum_scal. f_equal; [ring|]. apply sum_ext. intros s _.
  replace (al s * (c * p) + be s * (c * q)) with (c * (al s * p + be s * q)) by ring.
  rewrite <- (Rmult_0_r c) at 1. rewrite RmaxRmult by assumption. ring.
Qed.

(** The rule: all rows lie in a cone, as they do where some demands have delta = 0; the others pay delta for each multiplier. *)
Theorem information_dual_cone m pi P n y0 y1 mu al be d a1 a2 b1 b2 :
  mechanism m 2 P ->
  0 < weight pi a1 a2 -> 0 < weight pi b1 b2 ->
  information_of_row pi a1 a2 <= right_side n y0 y1 mu al be a1 a2 ->
  information_of_row pi b1 b2 <= right_side n y0 y1 mu al be b1 b2 ->
  (forall s u w, (s < n)%nat -> 0 < u -> 0 < w ->
    al s * (u * a1 + w * b1) + be s * (u * a2 + w * b2) = 0 ->
    information_of_row pi (u * a1 + w * b1) (u * a2 + w * b2) <=
    right_side n y0 y1 mu al be (u * a1 + w * b1) (u * a2 + w * b2)) ->
  (forall i, (i < m)%nat -> exists u w, 0 <= u /\ 0 <= w /\
    P i 0%nat = u * a1 + w * b1 /\ P i 1%nat = u * a2 + w * b2) ->
  (forall s, (s < n)%nat -> 0 <= mu s /\
    sum m (fun i => Rmax 0 (al s * P i 0%nat + be s * P i 1%nat)) <= d s) ->
  information m pi P <= y0 + y1 + sum n (fun s => mu s * d s).
Proof.
  intros [_ Hs] WA WB HA HB HK HR HD.
  apply Rle_trans with (sum m (fun i => right_side n y0 y1 mu al be (P i 0%nat) (P i 1%nat))).
  - apply sum_le. intros i Hi. destruct (HR i Hi) as (u & w & Hu & Hw & -> & ->). now apply below_in_cone.
  - unfold right_side. rewrite sum_plus, sum_plus, !sum_scal, (Hs 0%nat), (Hs 1%nat), sum_swap by lia.
    assert (sum n (fun s => sum m (fun i => mu s * Rmax 0 (al s * P i 0%nat + be s * P i 1%nat))) <=
            sum n (fun s => mu s * d s)).
    { apply sum_le. intros s H. destruct (HD s H) as [M E]. rewrite sum_scal. now apply Rmult_le_compat_l. }
    lra.
Qed.

(** Several demands, each of one direction: Sum max(0, p - T q) <= d where `forth s`, else Sum max(0, q - T p) <= d. *)
Theorem information_dual_several m pi P n (forth : nat -> bool) T d y0 y1 mu :
  let al s := if forth s then 1 else - T s in
  let be s := if forth s then - T s else 1 in
  0 < pi < 1 -> mechanism m 2 P ->
  (forall s, (s < n)%nat -> 0 < T s /\ 0 <= mu s /\
    (if forth s then excess m (T s) P 0 1 else excess m (T s) P 1 0) <= d s) ->
  information_of_row pi 1 0 <= right_side n y0 y1 mu al be 1 0 ->
  information_of_row pi 0 1 <= right_side n y0 y1 mu al be 0 1 ->
  (forall s, (s < n)%nat ->
    if forth s then information_of_row pi (T s) 1 <= right_side n y0 y1 mu al be (T s) 1
    else information_of_row pi 1 (T s) <= right_side n y0 y1 mu al be 1 (T s)) ->
  information m pi P <= y0 + y1 + sum n (fun s => mu s * d s).
Proof.
  intros al be Hpi HP HD HA HB HK.
  apply (information_dual_cone m pi P n y0 y1 mu al be d 1 0 0 1); try assumption; try (unfold weight; lra).
  - intros s u w Hs Hu Hw E. destruct (HD s Hs) as (HT & _). specialize (HK s Hs).
    replace (u * 1 + w * 0) with u in * by ring. replace (u * 0 + w * 1) with w in * by ring.
    unfold al, be in E. destruct (forth s).
    + replace u with (w * T s) in * by lra. replace w with (w * 1) at 2 4 by ring.
      rewrite information_homogeneous, right_side_homogeneous by (try lra; apply Rgt_not_eq, weight_pos; lra).
      now apply Rmult_le_compat_l; [lra|].
    + replace w with (u * T s) in * by lra. replace u with (u * 1) at 1 3 by ring.
      rewrite information_homogeneous, right_side_homogeneous by (try lra; apply Rgt_not_eq, weight_pos; lra).
      now apply Rmult_le_compat_l; [lra|].
  - intros i Hi. exists (P i 0%nat), (P i 1%nat). destruct HP as [N _].
    repeat split; try (apply N; lia); ring.
  - intros s Hs. destruct (HD s Hs) as (HT & M & E). split; [assumption|].
    eapply Rle_trans; [|exact E]. right. unfold excess, al, be.
    destruct (forth s); apply sum_ext; intros i _; f_equal; ring.
Qed.
