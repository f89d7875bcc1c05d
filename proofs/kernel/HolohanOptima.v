(** Holohan, Leith and Mason: sentences about all optimal mechanisms, put together from the theorems. *)

From Coq Require Import Reals Lra Lia.
From Rropt Require Import Holohan.
From Rropt Require HolohanLemmas.
Open Scope R_scope.

(** The abstract's "complete solutions": every optimum, for delta = 0 and for delta > 0, below, at and above one half. *)
Theorem complete_solutions_repaired t pi x y : 0 < pi < 1 ->
  (1 < t -> (minimiser t 0 pi x y <-> x = t / (t + 1) /\ y = t / (t + 1))) /\
  (forall d, 1 <= t -> 0 < d <= 1 ->
    (pi < 1 / 2 ->
      (g t d > pi -> (minimiser t d pi x y <-> x = 1 /\ y = d)) /\
      (g t d < pi -> (minimiser t d pi x y <-> x = a t d /\ y = a t d)) /\
      (g t d = pi -> (minimiser t d pi x y <-> (x = 1 /\ y = d) \/ (x = a t d /\ y = a t d)))) /\
    (pi = 1 / 2 ->
      (g t d > pi -> (minimiser t d pi x y <-> (x = 1 /\ y = d) \/ (x = d /\ y = 1))) /\
      (g t d < pi -> (minimiser t d pi x y <-> x = a t d /\ y = a t d)) /\
      (g t d = pi -> (minimiser t d pi x y <-> (x = 1 /\ y = d) \/ (x = d /\ y = 1) \/ (x = a t d /\ y = a t d)))) /\
    (1 / 2 < pi ->
      (g t d > 1 - pi -> (minimiser t d pi x y <-> x = d /\ y = 1)) /\
      (g t d < 1 - pi -> (minimiser t d pi x y <-> x = a t d /\ y = a t d)) /\
      (g t d = 1 - pi -> (minimiser t d pi x y <-> (x = d /\ y = 1) \/ (x = a t d /\ y = a t d))))).
Proof.
  intros Hpi. split; [intros Ht; apply theorem_2; lra|].
  intros d Ht Hd. split; [|split].
  - intros H. apply theorem_3_repaired; lra.
  - intros ->. apply theorem_3_half_repaired; lra.
  - intros H. apply corollary_2_repaired; lra.
Qed.

(** One optimum alone: away from one half, or with g at most one half, and with g other than the lesser of the two shares. *)
Theorem unique_optima_repaired t d pi : 1 <= t -> 0 < d <= 1 -> 0 < pi < 1 ->
  pi <> 1 / 2 \/ g t d <= 1 / 2 -> g t d <> Rmin pi (1 - pi) ->
  exists x y, forall x' y', minimiser t d pi x' y' <-> x' = x /\ y' = y.
Proof.
  intros Ht Hd Hpi H N. destruct (Rtotal_order pi (1 / 2)) as [L|[->|L]].
  - rewrite Rmin_left in N by lra. destruct (Rtotal_order (g t d) pi) as [G|[G|G]]; [|now elim N|];
      [exists (a t d), (a t d) | exists 1, d]; intros x' y'; apply theorem_3_repaired; lra.
  - rewrite Rmin_left in N by lra. exists (a t d), (a t d). intros x' y'. apply theorem_3_half_repaired; lra.
  - rewrite Rmin_right in N by lra. destruct (Rtotal_order (g t d) (1 - pi)) as [G|[G|G]]; [|now elim N|];
      [exists (a t d), (a t d) | exists d, 1]; intros x' y'; apply corollary_2_repaired; lra.
Qed.

(** The remark after Theorem 3, for g below the proportion: the optimum is that of delta = 0 with delta put in. *)
Theorem remark_below_repaired t d pi x y : 1 <= t -> 0 < d <= 1 -> 0 < pi <= 1 / 2 -> g t d < pi ->
  (minimiser t d pi x y <-> x = a t d /\ y = a t d) /\
  (1 < t -> (minimiser t 0 pi x y <-> x = a t 0 /\ y = a t 0)).
Proof.
  intros Ht Hd Hpi G. split.
  - destruct (Req_dec pi (1 / 2)) as [->|N]; [apply theorem_3_half_repaired | apply theorem_3_repaired]; lra.
  - intros Lt. assert (E : a t 0 = t / (t + 1)) by (unfold a; field; lra). rewrite E. apply theorem_2; lra.
Qed.

(** The proportions 0 and 1: the mechanisms that Theorems 2 and 3 and Corollary 2 name have the least error still (g exceeds 0,
    so that Theorem 3 names (1, delta) and Corollary 2 its mirror), and for delta > 0 there are others. *)
Lemma none_below_zero t d pi x y : pi = 0 \/ pi = 1 -> region t d x y -> V x y pi = 0 -> minimiser t d pi x y.
Proof.
  intros Hpi H E. split; [assumption|]. intros x' y' H'. rewrite E, V_product by apply H'.
  destruct (region_inside t d x' y' H') as [X1 [Y1 _]]. unfold F.
  destruct Hpi as [-> | ->]; apply Rmult_le_pos; lra.
Qed.

Theorem any_share t : 1 <= t ->
  (1 < t -> forall pi x y, 0 <= pi <= 1 -> (minimiser t 0 pi x y <-> x = t / (t + 1) /\ y = t / (t + 1))) /\
  (forall d, 0 < d <= 1 ->
    g t d > 0 /\ minimiser t d 0 1 d /\ minimiser t d 1 d 1 /\
    (exists x y, minimiser t d 0 x y /\ (x <> 1 \/ y <> d)) /\
    (exists x y, minimiser t d 1 x y /\ (x <> d \/ y <> 1))).
Proof.
  intros Ht. split.
  - intros Lt pi x y Hpi. set (q := t / (t - 1)).
    assert (Q : (t - 1) * q = t) by (unfold q; field; lra).
    assert (Q1 : 1 < q) by (apply Rmult_lt_reg_l with (t - 1); lra).
    assert (E1 : 1 - t / (t + 1) = / (t + 1)) by (field; lra).
    assert (P0 : 0 < / (t + 1)) by (apply Rinv_0_lt_compat; lra).
    assert (G : t * / (t + 1) > 1 * / (t + 1)) by (apply Rmult_gt_compat_r; lra).
    assert (Here : region t 0 (t / (t + 1)) (t / (t + 1))).
    { unfold region. rewrite E1. unfold Rdiv in *. repeat split; lra. }
    assert (Eq : t / (t + 1) / (t / (t + 1) + t / (t + 1) - 1) = q) by (unfold q; field; lra).
    assert (Low : forall x y, region t 0 x y ->
      F pi q q <= V x y pi /\ (V x y pi <= F pi q q -> x = t / (t + 1) /\ y = t / (t + 1))).
    { intros x' y' H. destruct (region_inside t 0 x' y' H) as [_ [_ [L1 L2]]]. rewrite V_product by apply H.
      set (X := x' / (x' + y' - 1)) in *. set (Y := y' / (x' + y' - 1)) in *.
      assert (QX : q <= X) by (apply Rmult_le_reg_l with (t - 1); lra).
      assert (QY : q <= Y) by (apply Rmult_le_reg_l with (t - 1); lra).
      assert (E : F pi X Y - F pi q q = (X - q) * (q - 1 + pi) + (X - pi) * (Y - q)) by (unfold F; ring).
      assert (P1 : 0 <= (X - q) * (q - 1 + pi)) by (apply Rmult_le_pos; lra).
      assert (P2 : 0 <= (X - pi) * (Y - q)) by (apply Rmult_le_pos; lra).
      split; [lra|]. intros Le.
      assert (Z1 : (X - q) * (q - 1 + pi) = 0) by lra. assert (Z2 : (X - pi) * (Y - q) = 0) by lra.
      apply Rmult_integral in Z1. apply Rmult_integral in Z2.
      apply coordinates_determine; [apply H | apply Here | |]; rewrite Eq; [fold X; lra | fold Y; lra]. }
    assert (Best : V (t / (t + 1)) (t / (t + 1)) pi = F pi q q) by (rewrite V_product by apply Here; now rewrite Eq).
    split; [intros [H M]; apply Low; [assumption | rewrite <- Best; now apply M]|].
    intros [-> ->]. split; [assumption|]. intros x' y' H'. rewrite Best. now apply Low.
  - intros d Hd. assert (P : 0 < t + 2 * d - 1) by lra. split; [|split; [|split; [|split]]].
    + unfold g. apply Rdiv_lt_0_compat; [apply Rmult_lt_0_compat; lra | apply pow_lt; lra].
    + apply none_below_zero; [now left | | unfold V; field; lra].
      pose proof (Rmult_le_compat_r (1 - d) 1 t ltac:(lra) Ht) as K. unfold region. repeat split; lra.
    + apply none_below_zero; [now right | | unfold V; field; lra].
      pose proof (Rmult_le_compat_r (1 - d) 1 t ltac:(lra) Ht) as K. unfold region. repeat split; lra.
    + exists 1, (d / 2). split; [|right; lra]. apply none_below_zero; [now left | | unfold V; field; lra].
      pose proof (Rmult_le_compat_r (1 - d / 2) 1 t ltac:(lra) Ht). unfold region. repeat split; lra.
    + exists (d / 2), 1. split; [|left; lra]. apply none_below_zero; [now right | | unfold V; field; lra].
      pose proof (Rmult_le_compat_r (1 - d / 2) 1 t ltac:(lra) Ht). unfold region. repeat split; lra.
Qed.

(** (17): some minimiser lies on the boundary of R', near to which there are points of R' and points that are not. *)
Lemma tight_on_boundary t d x y : boundary t d x y -> HolohanLemmas.on_boundary (region t d) x y.
Proof.
  intros [H [E|E]] e He; (split; [exists x, y; rewrite !Rminus_eq_0, Rabs_R0; auto|]).
  - exists x, (y + e / 2). replace (y + e / 2 - y) with (e / 2) by ring. rewrite Rminus_eq_0, Rabs_R0, Rabs_right by lra.
    split; [lra | split; [lra|]]. intros [_ [_ [_ [A _]]]]. lra.
  - exists (x + e / 2), y. replace (x + e / 2 - x) with (e / 2) by ring. rewrite Rminus_eq_0, Rabs_R0, Rabs_right by lra.
    split; [lra | split; [lra|]]. intros [_ [_ [_ [_ A]]]]. lra.
Qed.

Theorem eq_17 t d pi : 1 <= t -> 0 <= d <= 1 -> 1 < t + d -> 0 <= pi <= 1 ->
  exists x y, minimiser t d pi x y /\ HolohanLemmas.on_boundary (region t d) x y.
Proof.
  intros Ht Hd Hn Hpi. destruct (lemma_2_some_minimiser t d pi Ht Hd Hn Hpi) as [x [y [M B]]].
  exists x, y. split; [assumption | now apply tight_on_boundary].
Qed.

(** Lemma 3 for every delta > 0: between two points of the line the error exceeds that of one of them. *)
Lemma above_an_end t d pi l h u : 1 <= t -> 0 < d -> 0 <= l -> h <= 1 -> l < u -> u < h ->
  V (r t d l) (s t d l) pi < V (r t d u) (s t d u) pi \/ V (r t d h) (s t d h) pi < V (r t d u) (s t d u) pi.
Proof.
  intros Ht Hd Hl Hh Lu Uh. set (D := fun v => r t d v + s t d v - 1).
  assert (T : 0 < t * (t + 1)) by (apply Rmult_lt_0_compat; lra).
  assert (HD : forall v, 0 <= v <= 1 -> 0 < D v).
  { intros v Hv. assert (E : D v = d / t * (1 - v) + (t + 2 * d - 1) / (t + 1) * v) by (unfold D, r, s; field; lra).
    assert (P1 : 0 < d / t) by (apply Rdiv_lt_0_compat; lra).
    assert (P2 : 0 < (t + 2 * d - 1) / (t + 1)) by (apply Rdiv_lt_0_compat; lra).
    rewrite E. destruct (Req_dec v 0) as [->|N]; [lra|].
    pose proof (Rmult_le_pos (d / t) (1 - v) ltac:(lra) ltac:(lra)). pose proof (Rmult_lt_0_compat _ v P2 ltac:(lra)). lra. }
  pose proof (HD l ltac:(lra)) as Dl. pose proof (HD h ltac:(lra)) as Dh. pose proof (HD u ltac:(lra)) as Du.
  assert (HN : forall v, 0 <= v <= 1 -> (t + d) * (1 - v) * (t + 1) + (t + d) * v * t + (t + d) * v * t - t * (t + 1) <> 0).
  { intros v Hv. replace (_ - t * (t + 1)) with (D v * (t * (t + 1))) by (unfold D, r, s; field; lra).
    pose proof (Rmult_lt_0_compat _ _ (HD v Hv) T). lra. }
  set (k := (t + d) * (t + d) * (t + d - 1) * d / (t * (t + 1) * (t * (t + 1)))).
  assert (K : 0 < k).
  { unfold k. apply Rdiv_lt_0_compat; [repeat apply Rmult_lt_0_compat; lra | now apply Rmult_lt_0_compat]. }
  assert (C : (h - l) * D u * V (r t d u) (s t d u) pi =
    (h - u) * D l * V (r t d l) (s t d l) pi + (u - l) * D h * V (r t d h) (s t d h) pi
    + (h - u) * (h - l) * (u - l) * k / (D l * D h * D u)).
  { unfold V. fold (D u) (D l) (D h). unfold k. unfold D in *. unfold r, s in *. field. repeat split; try (apply HN); lra. }
  assert (L : (h - l) * D u = (h - u) * D l + (u - l) * D h) by (unfold D, r, s; ring).
  clearbody k. assert (P : 0 < (h - u) * (h - l) * (u - l) * k / (D l * D h * D u)).
  { apply Rdiv_lt_0_compat; repeat apply Rmult_lt_0_compat; lra. }
  set (vl := V (r t d l) (s t d l) pi) in *. set (vh := V (r t d h) (s t d h) pi) in *.
  set (vu := V (r t d u) (s t d u) pi) in *.
  destruct (Rlt_le_dec vl vu) as [|A]; [now left|]. destruct (Rlt_le_dec vh vu) as [|B]; [now right|]. exfalso.
  assert (A' : (h - u) * D l * vu <= (h - u) * D l * vl) by (apply Rmult_le_compat_l; [apply Rmult_le_pos|]; lra).
  assert (B' : (u - l) * D h * vu <= (u - l) * D h * vh) by (apply Rmult_le_compat_l; [apply Rmult_le_pos|]; lra).
  rewrite L in C. lra.
Qed.

Theorem lemma_3_every_delta t d pi l h u : 1 <= t -> 0 < d -> 0 <= l -> h <= 1 -> l <= u <= h ->
  (forall v, l <= v <= h -> V (r t d u) (s t d u) pi <= V (r t d v) (s t d v) pi) -> u = l \/ u = h.
Proof.
  intros Ht Hd Hl Hh Hu Best. destruct (Req_dec u l) as [|L]; [now left|]. destruct (Req_dec u h) as [|H]; [now right|]. exfalso.
  pose proof (Best l ltac:(lra)). pose proof (Best h ltac:(lra)).
  destruct (above_an_end t d pi l h u); lra.
Qed.

(** (22): R'' is what the two lines are for the parameters from t0 to 1. *)
Theorem eq_22_repaired t d x y : 1 <= t -> 0 < d <= 1 ->
  (boundary t d x y <-> exists u, HolohanLemmas.t0 t d <= u <= 1 /\
    ((x = r t d u /\ y = s t d u) \/ (x = s t d u /\ y = r t d u))).
Proof.
  intros Ht Hd. set (k := (t + d) / (t + 1)).
  assert (K : 0 < k) by (unfold k; apply Rdiv_lt_0_compat; lra).
  assert (K1 : k * (t + 1) = t + d) by (unfold k; field; lra).
  assert (Half : forall x y, region t d x y -> y = t * (1 - x) + d -> y <= k ->
    exists u, HolohanLemmas.t0 t d <= u <= 1 /\ x = r t d u /\ y = s t d u).
  { intros x' y' H E L. exists (y' / k). unfold HolohanLemmas.t0, r, s. fold k.
    assert (I : 0 < / k) by (now apply Rinv_0_lt_compat).
    split; [split|split].
    - replace (d * (t + 1) / (t + d)) with (d * / k) by (unfold k; field; lra).
      apply Rmult_le_compat_r; [lra|]. destruct H as [[_ A] _]. pose proof (Rmult_le_pos t (1 - x') ltac:(lra) ltac:(lra)). lra.
    - apply Rmult_le_reg_r with k; [assumption|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. lra.
    - rewrite E. unfold k. field. lra.
    - field. lra. }
  assert (Back : forall u, HolohanLemmas.t0 t d <= u <= 1 -> boundary t d (r t d u) (s t d u)).
  { intros u [A B]. unfold HolohanLemmas.t0 in A.
    assert (S0 : d <= s t d u).
    { unfold s. fold k. replace d with (k * (d * (t + 1) / (t + d))) by (unfold k; field; lra).
      apply Rmult_le_compat_l; lra. }
    assert (S1 : s t d u <= k) by (unfold s; fold k; pose proof (Rmult_le_compat_l k u 1 ltac:(lra) B); lra).
    assert (E : s t d u = t * (1 - r t d u) + d) by (unfold r, s; field; lra).
    set (X := r t d u) in *. set (Y := s t d u) in *.
    assert (KL : k <= 1) by (apply Rmult_le_reg_r with (t + 1); lra).
    assert (X1 : X <= 1) by (apply Rmult_le_reg_l with t; lra).
    assert (KX : k <= X).
    { apply Rmult_le_reg_l with t; [lra|]. replace (t * X) with (t + d - Y) by lra. lra. }
    assert (Sum : 1 < X + Y).
    { pose proof (Rmult_le_compat_r (1 - X) 1 t ltac:(lra) Ht). lra. }
    split; [|now left]. unfold region. repeat split; try lra.
    assert (Q : 0 <= (t - 1) * (t + d - (t + 1) * Y)).
    { apply Rmult_le_pos; [lra|]. pose proof (Rmult_le_compat_r (t + 1) Y k ltac:(lra) S1). lra. }
    apply Rmult_le_reg_l with t; [lra|]. replace (t * X) with (t + d - Y) by lra. lra. }
  assert (Swap : forall x y, boundary t d x y -> boundary t d y x).
  { intros x' y' [H E]. split; [now apply region_mirror|]. tauto. }
  split.
  - intros [H E].
    assert (One : forall x y, region t d x y -> y = t * (1 - x) + d -> k < y -> t = 1).
    { intros x' y' H' E' L. destruct (Req_dec t 1) as [|N]; [assumption|]. exfalso.
      destruct H' as [_ [_ [_ [_ A]]]].
      pose proof (Rmult_le_compat_l t _ _ ltac:(lra) A) as A'.
      assert (Q : 0 < (t - 1) * ((t + 1) * y' - (t + d))).
      { apply Rmult_lt_0_compat; [lra|]. pose proof (Rmult_lt_compat_r (t + 1) k y' ltac:(lra) L). lra. }
      lra. }
    destruct E as [E|E].
    + destruct (Rle_lt_dec y k) as [L|L].
      * destruct (Half x y H E L) as [u [U P]]. exists u. tauto.
      * pose proof (One x y H E L) as ->.
        destruct (Half y x) as [u [U P]]; [now apply region_mirror | lra | unfold k in *; lra | exists u; tauto].
    + destruct (Rle_lt_dec x k) as [L|L].
      * destruct (Half y x) as [u [U P]]; [now apply region_mirror | assumption | assumption | exists u; tauto].
      * pose proof (One y x ltac:(now apply region_mirror) E L) as ->.
        destruct (Half x y H) as [u [U P]]; [lra | unfold k in *; lra | exists u; tauto].
  - intros [u [U [[-> ->]|[-> ->]]]]; [|apply Swap]; now apply Back.
Qed.

(** The remark after Theorem 2: at epsilon = 0 all answer by one distribution, and no proportion makes a survey likelier. *)
Theorem nothing_learned x y : y <= 1 - x -> x <= 1 - y -> 1 - x <= y -> 1 - y <= x ->
  x = 1 - y /\ forall N n p q, HolohanLemmas.likelihood N n x y p = HolohanLemmas.likelihood N n x y q.
Proof.
  intros A B C D. assert (E : x = 1 - y) by lra. split; [assumption|]. intros N n p q.
  unfold HolohanLemmas.likelihood, HolohanLemmas.yes. rewrite E. f_equal; f_equal; ring.
Qed.
