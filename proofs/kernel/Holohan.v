(** Holohan, Leith and Mason, "Optimal differentially private mechanisms for randomised response".

    x = p00, y = p11, pi the proportion, t = e^epsilon, d = delta.  V is n times the variance (6) of the estimator. *)

From Coq Require Import Reals Lra Lia.
Open Scope R_scope.

Definition V (x y pi : R) : R := (1 / 4 - (x - 1 / 2 - pi * (x + y - 1)) ^ 2) / (x + y - 1) ^ 2.

(** The region R' of (11), with p00 + p11 > 1. *)
Definition region (t d x y : R) : Prop :=
  0 <= x <= 1 /\ 0 <= y <= 1 /\ x + y > 1 /\ y <= t * (1 - x) + d /\ x <= t * (1 - y) + d.

(** R'': the points of R' at which one of (11) is tight. *)
Definition boundary (t d x y : R) : Prop := region t d x y /\ (y = t * (1 - x) + d \/ x = t * (1 - y) + d).

Definition minimiser (t d pi x y : R) : Prop :=
  region t d x y /\ forall x' y', region t d x' y' -> V x y pi <= V x' y' pi.

Definition a (t d : R) : R := (t + d) / (t + 1).
Definition g (t d : R) : R := d * (t + d) / (t + 2 * d - 1) ^ 2.

(** Coordinates in which the error is a product and the region a polyhedron. *)
Definition F (pi X Y : R) : R := (X - pi) * (Y - 1 + pi).
Definition inside (t d X Y : R) : Prop :=
  1 <= X /\ 1 <= Y /\ t + d <= (t - 1 + d) * X + d * Y /\ t + d <= d * X + (t - 1 + d) * Y.

Lemma V_product x y pi : x + y > 1 -> V x y pi = F pi (x / (x + y - 1)) (y / (x + y - 1)).
Proof. intros H. unfold V, F. field. lra. Qed.

Lemma region_inside t d x y : region t d x y -> inside t d (x / (x + y - 1)) (y / (x + y - 1)).
Proof.
  intros [Hx [Hy [H [A B]]]].
  assert (Div : forall u w c, c * (x + y - 1) <= u * x + w * y -> c <= u * (x / (x + y - 1)) + w * (y / (x + y - 1))).
  { intros u w c Hc. apply Rmult_le_reg_r with (x + y - 1); [lra|].
    replace ((u * (x / (x + y - 1)) + w * (y / (x + y - 1))) * (x + y - 1)) with (u * x + w * y) by (field; lra). lra. }
  repeat split.
  - pose proof (Div 1 0 1 ltac:(lra)). lra.
  - pose proof (Div 0 1 1 ltac:(lra)). lra.
  - apply Div. lra.
  - apply Div. lra.
Qed.

Lemma coordinates_determine x y x' y' :
  x + y > 1 -> x' + y' > 1 -> x / (x + y - 1) = x' / (x' + y' - 1) -> y / (x + y - 1) = y' / (x' + y' - 1) ->
  x = x' /\ y = y'.
Proof.
  intros H H' Ex Ey.
  assert (D : / (x + y - 1) = / (x' + y' - 1)).
  { replace (/ (x + y - 1)) with (x / (x + y - 1) + y / (x + y - 1) - 1) by (field; lra).
    rewrite Ex, Ey. field. lra. }
  assert (D' : x + y - 1 = x' + y' - 1) by (rewrite <- (Rinv_inv (x + y - 1)), D; apply Rinv_inv).
  rewrite D' in Ex, Ey. unfold Rdiv in Ex, Ey.
  split; apply Rmult_eq_reg_r with (/ (x' + y' - 1)); auto; apply Rinv_neq_0_compat; lra.
Qed.

(** Two affine factors with opposite slopes lie above the chord. *)
Lemma above_chord A B A' B' s :
  A * B * s + A' * B' * (1 - s) + s * (1 - s) * ((A - A') * (B' - B)) =
  (A * s + A' * (1 - s)) * (B * s + B' * (1 - s)).
Proof. ring. Qed.

(** Theorem 2: delta = 0. *)
Theorem theorem_2 t pi : t > 1 -> 0 < pi < 1 ->
  forall x y, minimiser t 0 pi x y <-> x = t / (t + 1) /\ y = t / (t + 1).
Proof.
  intros Ht Hpi.
  set (q := t / (t - 1)).
  assert (Hq : 1 < q) by (unfold q; apply Rmult_lt_reg_r with (t - 1); [lra|]; unfold Rdiv; rewrite Rmult_assoc, Rinv_l by lra; lra).
  assert (Here : region t 0 (t / (t + 1)) (t / (t + 1))).
  { assert (E : 1 - t / (t + 1) = / (t + 1)) by (field; lra).
    assert (P0 : 0 < / (t + 1)) by (apply Rinv_0_lt_compat; lra).
    assert (E2 : t / (t + 1) = t * / (t + 1)) by reflexivity.
    assert (t * / (t + 1) > 1 * / (t + 1)) by (apply Rmult_gt_compat_r; lra).
    unfold region. rewrite E. rewrite E2 in *. repeat split; lra. }
  assert (Eq : t / (t + 1) / (t / (t + 1) + t / (t + 1) - 1) = q) by (unfold q; field; lra).
  assert (Low : forall x y, region t 0 x y ->
    F pi q q <= V x y pi /\ (V x y pi <= F pi q q -> x = t / (t + 1) /\ y = t / (t + 1))).
  { intros x y H. pose proof (region_inside t 0 x y H) as [X1 [Y1 [L1 L2]]].
    rewrite V_product by apply H.
    set (X := x / (x + y - 1)) in *. set (Y := y / (x + y - 1)) in *.
    assert (QX : q <= X) by (unfold q; apply Rmult_le_reg_r with (t - 1); [lra|]; unfold Rdiv; rewrite Rmult_assoc, Rinv_l by lra; lra).
    assert (QY : q <= Y) by (unfold q; apply Rmult_le_reg_r with (t - 1); [lra|]; unfold Rdiv; rewrite Rmult_assoc, Rinv_l by lra; lra).
    assert (E : F pi X Y - F pi q q = (X - q) * (q - 1 + pi) + (X - pi) * (Y - q)) by (unfold F; ring).
    assert (P1 : 0 <= (X - q) * (q - 1 + pi)) by (apply Rmult_le_pos; lra).
    assert (P2 : 0 <= (X - pi) * (Y - q)) by (apply Rmult_le_pos; lra).
    split; [lra|]. intros Le.
    assert (Z1 : (X - q) * (q - 1 + pi) = 0) by lra. assert (Z2 : (X - pi) * (Y - q) = 0) by lra.
    apply Rmult_integral in Z1. apply Rmult_integral in Z2.
    apply coordinates_determine; [apply H | apply Here | |]; rewrite Eq; [fold X; lra | fold Y; lra]. }
  assert (Best : V (t / (t + 1)) (t / (t + 1)) pi = F pi q q).
  { rewrite V_product by apply Here. now rewrite Eq. }
  intros x y. split.
  - intros [H M]. apply Low; [assumption|]. rewrite <- Best. now apply M.
  - intros [-> ->]. split; [assumption|]. intros x' y' H'. rewrite Best. now apply Low.
Qed.

Section Relaxed.

Variables t d : R.
Hypothesis t_range : 1 <= t.
Hypothesis d_range : 0 < d < 1.

Let q := (t + d) / (t + 2 * d - 1).

Lemma q_above : 1 < q.
Proof.
  unfold q. apply Rmult_lt_reg_r with (t + 2 * d - 1); [lra|].
  unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. lra.
Qed.

Lemma inv_above : q <= / d /\ 1 < / d.
Proof.
  split.
  - apply Rmult_le_reg_r with (d * (t + 2 * d - 1)); [apply Rmult_lt_0_compat; lra|].
    unfold q. replace ((t + d) / (t + 2 * d - 1) * (d * (t + 2 * d - 1))) with ((t + d) * d) by (field; lra).
    replace (/ d * (d * (t + 2 * d - 1))) with (t + 2 * d - 1) by (field; lra).
    assert (0 <= (1 - d) * (t - 1 + d)) by (apply Rmult_le_pos; lra). lra.
  - rewrite <- Rinv_1 at 1. apply Rinv_lt_contravar; lra.
Qed.

Lemma q_below : q < / d.
Proof.
  destruct inv_above as [H _]. destruct (Req_dec q (/ d)) as [E|]; [|lra]. exfalso.
  assert (E' : (t + d) * d = t + 2 * d - 1).
  { apply Rmult_eq_reg_r with (/ d * / (t + 2 * d - 1)).
    - transitivity q; [unfold q; field; lra|]. rewrite E. field. lra.
    - apply Rmult_integral_contrapositive. split; apply Rinv_neq_0_compat; lra. }
  assert (0 < (1 - d) * (t - 1 + d)) by (apply Rmult_lt_0_compat; lra). lra.
Qed.

(** On the edge between (q, q) and (1/d, 1) and to the right of it. *)
Lemma edge pi X Y : 0 < pi < 1 -> 1 <= Y -> Y <= q -> t + d <= d * X + (t - 1 + d) * Y ->
  forall m, m <= F pi (/ d) 1 -> m <= F pi q q ->
  m <= F pi X Y /\ (F pi X Y <= m -> (X = / d /\ Y = 1 /\ F pi (/ d) 1 = m) \/ (X = q /\ Y = q /\ F pi q q = m)).
Proof.
  intros Hpi HY HYq HL m M1 M2. pose proof q_above as Q1. pose proof q_below as Q2.
  set (s := (q - Y) / (q - 1)).
  assert (Hs : 0 <= s <= 1).
  { unfold s. split; [apply Rmult_le_pos; [lra | left; apply Rinv_0_lt_compat; lra]|].
    apply Rmult_le_reg_r with (q - 1); [lra|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. lra. }
  assert (EY : Y = 1 * s + q * (1 - s)) by (unfold s; field; lra).
  set (X0 := / d * s + q * (1 - s)).
  assert (HX : X0 <= X).
  { apply Rmult_le_reg_l with d; [lra|].
    assert (Ed : d * X0 = t + d - (t - 1 + d) * Y).
    { unfold X0. rewrite EY. assert (Eq : q * (t + 2 * d - 1) = t + d) by (unfold q; field; lra).
      replace (d * (/ d * s + q * (1 - s))) with (s + d * q * (1 - s)) by (field; lra).
      replace ((t - 1 + d) * (1 * s + q * (1 - s))) with ((t - 1 + d) * s + (q * (t + 2 * d - 1) - d * q) * (1 - s)) by ring.
      rewrite Eq. ring. }
    lra. }
  pose proof (above_chord (/ d - pi) (1 - 1 + pi) (q - pi) (q - 1 + pi) s) as C.
  replace ((/ d - pi) * s + (q - pi) * (1 - s)) with (X0 - pi) in C by (unfold X0; ring).
  replace ((1 - 1 + pi) * s + (q - 1 + pi) * (1 - s)) with (Y - 1 + pi) in C by (rewrite EY; ring).
  fold (F pi (/ d) 1) in C. fold (F pi q q) in C.
  assert (K : 0 < (/ d - pi - (q - pi)) * (q - 1 + pi - (1 - 1 + pi))) by (apply Rmult_lt_0_compat; lra).
  assert (S1 : 0 <= s * (1 - s)) by (apply Rmult_le_pos; lra).
  assert (K2 : 0 <= s * (1 - s) * ((/ d - pi - (q - pi)) * (q - 1 + pi - (1 - 1 + pi)))) by (apply Rmult_le_pos; lra).
  assert (E : F pi X Y = (X0 - pi) * (Y - 1 + pi) + (X - X0) * (Y - 1 + pi)) by (unfold F; ring).
  assert (K3 : 0 <= (X - X0) * (Y - 1 + pi)) by (apply Rmult_le_pos; lra).
  assert (M3 : m * s <= F pi (/ d) 1 * s) by (apply Rmult_le_compat_r; lra).
  assert (M4 : m * (1 - s) <= F pi q q * (1 - s)) by (apply Rmult_le_compat_r; lra).
  split; [lra|]. intros Le.
  assert (Z3 : (X - X0) * (Y - 1 + pi) = 0) by lra.
  assert (Z2 : s * (1 - s) * ((/ d - pi - (q - pi)) * (q - 1 + pi - (1 - 1 + pi))) = 0) by lra.
  assert (EX : X = X0) by (apply Rmult_integral in Z3; lra).
  assert (Es : s = 0 \/ s = 1).
  { apply Rmult_integral in Z2. destruct Z2 as [Z|Z]; [|lra]. apply Rmult_integral in Z. lra. }
  destruct Es as [Es|Es]; rewrite Es in *.
  - right. repeat split; [rewrite EX; unfold X0; rewrite Es; lra | lra | lra].
  - left. repeat split; [rewrite EX; unfold X0; rewrite Es; lra | lra | lra].
Qed.

Lemma F_mirror pi X Y : F pi X Y = F (1 - pi) Y X.
Proof. unfold F. ring. Qed.

(** The error is at least that of the best of the three corners, and only there. *)
Lemma corners pi X Y m : 0 < pi < 1 -> inside t d X Y ->
  m <= F pi (/ d) 1 -> m <= F pi q q -> m <= F pi 1 (/ d) ->
  m <= F pi X Y /\ (F pi X Y <= m ->
    (X = / d /\ Y = 1 /\ F pi (/ d) 1 = m) \/ (X = q /\ Y = q /\ F pi q q = m) \/ (X = 1 /\ Y = / d /\ F pi 1 (/ d) = m)).
Proof.
  intros Hpi [X1 [Y1 [L1 L2]]] M1 M2 M3. pose proof q_above as Q1.
  destruct (Rle_lt_dec Y q) as [HY|HY].
  - destruct (edge pi X Y Hpi Y1 HY L2 m M1 M2) as [A B]. split; [exact A|]. intros Le. destruct (B Le); auto.
  - destruct (Rle_lt_dec X q) as [HX|HX].
    + rewrite (F_mirror pi 1 (/ d)) in M3. rewrite (F_mirror pi q q) in M2.
      destruct (edge (1 - pi) Y X ltac:(lra) X1 HX ltac:(lra) m M3 M2) as [A B].
      rewrite (F_mirror pi X Y), (F_mirror pi 1 (/ d)), (F_mirror pi q q). split; [exact A|].
      intros Le. destruct (B Le) as [[? [? ?]]|[? [? ?]]]; [right; right | right; left]; repeat split; auto.
    + assert (E : F pi X Y - F pi q q = (X - q) * (q - 1 + pi) + (X - pi) * (Y - q)) by (unfold F; ring).
      assert (0 < (X - q) * (q - 1 + pi)) by (apply Rmult_lt_0_compat; lra).
      assert (0 < (X - pi) * (Y - q)) by (apply Rmult_lt_0_compat; lra). split; [lra | intros; lra].
Qed.

Lemma at_corner : region t d 1 d /\ region t d d 1 /\ region t d (a t d) (a t d).
Proof.
  assert (E1 : 1 - a t d = (1 - d) / (t + 1)) by (unfold a; field; lra).
  assert (E2 : a t d = t * (1 - a t d) + d) by (unfold a; field; lra).
  assert (P1 : 0 < (1 - d) / (t + 1)) by (apply Rdiv_lt_0_compat; lra).
  assert (P2 : 0 < a t d) by (unfold a; apply Rdiv_lt_0_compat; lra).
  assert (P3 : (1 - d) / (t + 1) < 1 / 2).
  { apply Rmult_lt_reg_r with (t + 1); [lra|]. unfold Rdiv at 1. rewrite Rmult_assoc, Rinv_l by lra. lra. }
  assert (0 <= (t - 1) * (1 - d)) by (apply Rmult_le_pos; lra).
  unfold region. repeat split; lra.
Qed.

Lemma values pi : V 1 d pi = F pi (/ d) 1 /\ V d 1 pi = F pi 1 (/ d) /\ V (a t d) (a t d) pi = F pi q q.
Proof.
  unfold V, F. repeat split; [field; lra | field; lra |].
  unfold a, q. field. repeat split; lra.
Qed.

Lemma corner_of x y : region t d x y ->
  (x / (x + y - 1) = / d /\ y / (x + y - 1) = 1 -> x = 1 /\ y = d) /\
  (x / (x + y - 1) = 1 /\ y / (x + y - 1) = / d -> x = d /\ y = 1) /\
  (x / (x + y - 1) = q /\ y / (x + y - 1) = q -> x = a t d /\ y = a t d).
Proof.
  intros H. destruct at_corner as [C1 [C2 C3]].
  split; [|split]; intros [E1 E2]; apply (coordinates_determine x y);
    try apply H; try apply C1; try apply C2; try apply C3; rewrite ?E1, ?E2;
    try (field; lra); unfold q, a; field; repeat split; lra.
Qed.

(** What is least among the three corner values is least of all, and is attained at corners of that value alone. *)
Lemma minimisers pi x y : 0 < pi < 1 ->
  (minimiser t d pi x y <->
   let m := Rmin (F pi (/ d) 1) (Rmin (F pi q q) (F pi 1 (/ d))) in
   (x = 1 /\ y = d /\ F pi (/ d) 1 = m) \/ (x = a t d /\ y = a t d /\ F pi q q = m) \/ (x = d /\ y = 1 /\ F pi 1 (/ d) = m)).
Proof.
  intros Hpi. cbv zeta. set (m := Rmin (F pi (/ d) 1) (Rmin (F pi q q) (F pi 1 (/ d)))).
  destruct at_corner as [C1 [C2 C3]]. destruct (values pi) as [V1 [V2 V3]].
  assert (M1 : m <= F pi (/ d) 1) by apply Rmin_l.
  assert (M2 : m <= F pi q q) by (eapply Rle_trans; [apply Rmin_r | apply Rmin_l]).
  assert (M3 : m <= F pi 1 (/ d)) by (eapply Rle_trans; [apply Rmin_r | apply Rmin_r]).
  assert (All : forall x y, region t d x y -> m <= V x y pi).
  { intros x' y' H. rewrite V_product by apply H. apply corners; auto. now apply region_inside. }
  split.
  - intros [H Best].
    assert (Le : V x y pi <= m).
    { unfold m. apply Rmin_glb; [rewrite <- V1; auto | apply Rmin_glb; [rewrite <- V3; auto | rewrite <- V2; auto]]. }
    rewrite V_product in Le by apply H.
    destruct (corners pi _ _ m Hpi (region_inside t d x y H) M1 M2 M3) as [_ K].
    destruct (corner_of x y H) as [K1 [K2 K3]].
    destruct (K Le) as [[A [B E]] | [[A [B E]] | [A [B E]]]].
    + left. destruct (K1 (conj A B)). auto.
    + right; left. destruct (K3 (conj A B)). auto.
    + right; right. destruct (K2 (conj A B)). auto.
  - intros [[-> [-> E]] | [[-> [-> E]] | [-> [-> E]]]]; (split; [assumption|]); intros x' y' H';
      rewrite ?V1, ?V2, ?V3, E; now apply All.
Qed.

(** The threshold: (24) has the sign of the proportion less g. *)
Lemma threshold pi : F pi (/ d) 1 - F pi q q = (1 - d) / d * (pi - g t d).
Proof. unfold F, q, g. field. lra. Qed.

Lemma mirror_gap pi : F pi 1 (/ d) - F pi (/ d) 1 = (1 - 2 * pi) * (/ d - 1).
Proof. unfold F. ring. Qed.

(** Theorem 3 for proportions below one half. *)
Theorem theorem_3 pi x y : 0 < pi < 1 / 2 ->
  (g t d > pi -> (minimiser t d pi x y <-> (x = 1 /\ y = d))) /\
  (g t d < pi -> (minimiser t d pi x y <-> (x = a t d /\ y = a t d))) /\
  (g t d = pi -> (minimiser t d pi x y <-> (x = 1 /\ y = d) \/ (x = a t d /\ y = a t d))).
Proof.
  intros Hpi. rewrite (minimisers pi x y) by lra. cbv zeta.
  pose proof (threshold pi) as Th. pose proof (mirror_gap pi) as Mi. pose proof inv_above as [_ Q].
  assert (P1 : 0 < (1 - d) / d) by (apply Rdiv_lt_0_compat; lra).
  assert (P2 : 0 < (1 - 2 * pi) * (/ d - 1)) by (apply Rmult_lt_0_compat; lra).
  set (f1 := F pi (/ d) 1) in *. set (f2 := F pi 1 (/ d)) in *. set (fq := F pi q q) in *.
  split; [|split]; intros H.
  all: try assert (N : 0 < (1 - d) / d * (g t d - pi)) by (apply Rmult_lt_0_compat; lra).
  all: try assert (N : 0 < (1 - d) / d * (pi - g t d)) by (apply Rmult_lt_0_compat; lra).
  all: try assert (N : (1 - d) / d * (pi - g t d) = 0) by (rewrite H; ring).
  all: unfold Rmin; destruct (Rle_dec fq f2); destruct (Rle_dec f1 _); try lra.
  all: intros; intuition lra.
Qed.

(** Theorem 3 at one half: the mirrored mechanism ties. *)
Theorem theorem_3_half x y :
  (g t d > 1 / 2 -> (minimiser t d (1 / 2) x y <-> (x = 1 /\ y = d) \/ (x = d /\ y = 1))) /\
  (g t d < 1 / 2 -> (minimiser t d (1 / 2) x y <-> (x = a t d /\ y = a t d))) /\
  (g t d = 1 / 2 -> (minimiser t d (1 / 2) x y <->
     (x = 1 /\ y = d) \/ (x = d /\ y = 1) \/ (x = a t d /\ y = a t d))).
Proof.
  rewrite (minimisers (1 / 2) x y) by lra. cbv zeta.
  pose proof (threshold (1 / 2)) as Th. pose proof (mirror_gap (1 / 2)) as Mi.
  assert (P1 : 0 < (1 - d) / d) by (apply Rdiv_lt_0_compat; lra).
  set (f1 := F (1 / 2) (/ d) 1) in *. set (f2 := F (1 / 2) 1 (/ d)) in *. set (fq := F (1 / 2) q q) in *.
  assert (E2 : f2 = f1) by lra.
  split; [|split]; intros H.
  all: try assert (N : 0 < (1 - d) / d * (g t d - 1 / 2)) by (apply Rmult_lt_0_compat; lra).
  all: try assert (N : 0 < (1 - d) / d * (1 / 2 - g t d)) by (apply Rmult_lt_0_compat; lra).
  all: try assert (N : (1 - d) / d * (1 / 2 - g t d) = 0) by (rewrite H; ring).
  all: unfold Rmin; destruct (Rle_dec fq f2); destruct (Rle_dec f1 _); try lra.
  all: intros; intuition lra.
Qed.

Lemma region_mirror x y : region t d x y <-> region t d y x.
Proof. unfold region. split; intros [? [? [? [? ?]]]]; repeat split; lra. Qed.

Lemma V_mirror x y pi : V x y pi = V y x (1 - pi).
Proof.
  unfold V. replace (y + x - 1) with (x + y - 1) by ring.
  replace ((y - 1 / 2 - (1 - pi) * (x + y - 1)) ^ 2) with ((x - 1 / 2 - pi * (x + y - 1)) ^ 2) by field.
  reflexivity.
Qed.

(** Corollary 2 for proportions above one half. *)
Theorem corollary_2 pi x y : 1 / 2 < pi < 1 ->
  (g t d > 1 - pi -> (minimiser t d pi x y <-> (x = d /\ y = 1))) /\
  (g t d < 1 - pi -> (minimiser t d pi x y <-> (x = a t d /\ y = a t d))) /\
  (g t d = 1 - pi -> (minimiser t d pi x y <-> (x = d /\ y = 1) \/ (x = a t d /\ y = a t d))).
Proof.
  intros Hpi.
  assert (Mi : minimiser t d pi x y <-> minimiser t d (1 - pi) y x).
  { split; intros [H B]; (split; [now apply region_mirror|]); intros x' y' H'.
    - rewrite (V_mirror y x), (V_mirror x' y'). replace (1 - (1 - pi)) with pi by ring. apply B. now apply region_mirror.
    - rewrite (V_mirror x y), (V_mirror x' y'). apply B. now apply region_mirror. }
  rewrite Mi. destruct (theorem_3 (1 - pi) y x ltac:(lra)) as [A [B C]].
  split; [|split]; intros H.
  all: try (destruct (A H); tauto). all: try (destruct (B H); tauto). all: destruct (C H); tauto.
Qed.

(** Lemma 2, first statement, for delta > 0: some minimiser lies on the boundary R''. *)
Theorem lemma_2 pi : 0 < pi < 1 -> exists x y, minimiser t d pi x y /\ boundary t d x y.
Proof.
  intros Hpi. destruct at_corner as [C1 [C2 C3]].
  assert (E3 : a t d = t * (1 - a t d) + d) by (unfold a; field; lra).
  assert (Rmin (F pi (/ d) 1) (Rmin (F pi q q) (F pi 1 (/ d))) = F pi (/ d) 1 \/
          Rmin (F pi (/ d) 1) (Rmin (F pi q q) (F pi 1 (/ d))) = F pi q q \/
          Rmin (F pi (/ d) 1) (Rmin (F pi q q) (F pi 1 (/ d))) = F pi 1 (/ d)) as [E|[E|E]].
  { unfold Rmin. destruct (Rle_dec (F pi q q) (F pi 1 (/ d))); destruct (Rle_dec (F pi (/ d) 1) _); auto. }
  - exists 1, d. split; [apply minimisers; auto | split; [assumption | left; lra]].
  - exists (a t d), (a t d). split; [apply minimisers; auto 6 | split; [assumption | left; assumption]].
  - exists d, 1. split; [apply minimisers; auto 6 | split; [assumption | right; lra]].
Qed.

(** Lemma 2, second statement, for delta > 0: every minimiser does. *)
Theorem lemma_2_strict pi x y : 0 < pi < 1 -> minimiser t d pi x y -> boundary t d x y.
Proof.
  intros Hpi M. pose proof M as [H _]. apply minimisers in M; [|assumption]. cbv zeta in M.
  assert (E3 : a t d = t * (1 - a t d) + d) by (unfold a; field; lra).
  split; [assumption|]. destruct M as [[-> [-> _]] | [[-> [-> _]] | [-> [-> _]]]]; [left; lra | left; assumption | right; lra].
Qed.

End Relaxed.

(** (22): the line on which (11a) is tight. *)
Definition r (t d u : R) : R := (1 + d / t) * (1 - u) + (t + d) / (t + 1) * u.
Definition s (t d u : R) : R := (t + d) / (t + 1) * u.

(** At delta = 1 the three corners are one. *)
Lemma delta_one t pi x y : 1 <= t -> 0 < pi < 1 -> (minimiser t 1 pi x y <-> x = 1 /\ y = 1).
Proof.
  intros Ht Hpi.
  assert (Here : region t 1 1 1) by (unfold region; repeat split; lra).
  assert (Low : forall x y, region t 1 x y -> F pi 1 1 <= V x y pi /\ (V x y pi <= F pi 1 1 -> x = 1 /\ y = 1)).
  { intros x' y' H. pose proof (region_inside t 1 x' y' H) as [X1 [Y1 _]]. rewrite V_product by apply H.
    set (X := x' / (x' + y' - 1)) in *. set (Y := y' / (x' + y' - 1)) in *.
    assert (E : F pi X Y - F pi 1 1 = (X - 1) * pi + (X - pi) * (Y - 1)) by (unfold F; ring).
    assert (P1 : 0 <= (X - 1) * pi) by (apply Rmult_le_pos; lra).
    assert (P2 : 0 <= (X - pi) * (Y - 1)) by (apply Rmult_le_pos; lra).
    split; [lra|]. intros Le.
    assert (Z1 : (X - 1) * pi = 0) by lra. assert (Z2 : (X - pi) * (Y - 1) = 0) by lra.
    apply Rmult_integral in Z1. apply Rmult_integral in Z2.
    apply coordinates_determine; [apply H | lra | fold X; lra | fold Y; lra]. }
  assert (Best : V 1 1 pi = F pi 1 1) by (unfold V, F; field).
  split.
  - intros [H M]. apply Low; [assumption|]. rewrite <- Best. now apply M.
  - intros [-> ->]. split; [assumption|]. intros x' y' H'. rewrite Best. now apply Low.
Qed.

(** Theorem 3 as repaired: proportions below one half, 0 < delta <= 1. *)
Theorem theorem_3_repaired t d pi x y : 1 <= t -> 0 < d <= 1 -> 0 < pi < 1 / 2 ->
  (g t d > pi -> (minimiser t d pi x y <-> (x = 1 /\ y = d))) /\
  (g t d < pi -> (minimiser t d pi x y <-> (x = a t d /\ y = a t d))) /\
  (g t d = pi -> (minimiser t d pi x y <-> (x = 1 /\ y = d) \/ (x = a t d /\ y = a t d))).
Proof.
  intros Ht Hd Hpi. destruct (Req_dec d 1) as [->|N]; [|apply theorem_3; lra].
  assert (Ea : a t 1 = 1) by (unfold a; field; lra). rewrite Ea.
  rewrite (delta_one t pi x y) by lra. split; [|split]; intros _; tauto.
Qed.

(** Corollary 2 as repaired: proportions above one half. *)
Theorem corollary_2_repaired t d pi x y : 1 <= t -> 0 < d <= 1 -> 1 / 2 < pi < 1 ->
  (g t d > 1 - pi -> (minimiser t d pi x y <-> (x = d /\ y = 1))) /\
  (g t d < 1 - pi -> (minimiser t d pi x y <-> (x = a t d /\ y = a t d))) /\
  (g t d = 1 - pi -> (minimiser t d pi x y <-> (x = d /\ y = 1) \/ (x = a t d /\ y = a t d))).
Proof.
  intros Ht Hd Hpi. destruct (Req_dec d 1) as [->|N]; [|apply corollary_2; lra].
  assert (Ea : a t 1 = 1) by (unfold a; field; lra). rewrite Ea.
  rewrite (delta_one t pi x y) by lra. split; [|split]; intros _; tauto.
Qed.

(** Theorem 3 at one half, as repaired. *)
Theorem theorem_3_half_repaired t d x y : 1 <= t -> 0 < d <= 1 ->
  (g t d > 1 / 2 -> (minimiser t d (1 / 2) x y <-> (x = 1 /\ y = d) \/ (x = d /\ y = 1))) /\
  (g t d < 1 / 2 -> (minimiser t d (1 / 2) x y <-> (x = a t d /\ y = a t d))) /\
  (g t d = 1 / 2 -> (minimiser t d (1 / 2) x y <->
     (x = 1 /\ y = d) \/ (x = d /\ y = 1) \/ (x = a t d /\ y = a t d))).
Proof.
  intros Ht Hd. destruct (Req_dec d 1) as [->|N]; [|apply theorem_3_half; lra].
  assert (Ea : a t 1 = 1) by (unfold a; field; lra). rewrite Ea.
  rewrite (delta_one t (1 / 2) x y) by lra. split; [|split]; intros _; tauto.
Qed.

(** Lemma 2, second statement, for every epsilon >= 0 and 0 <= delta <= 1. *)
Theorem lemma_2_every_minimiser t d pi x y :
  1 <= t -> 0 <= d <= 1 -> 0 < pi < 1 -> minimiser t d pi x y -> boundary t d x y.
Proof.
  intros Ht Hd Hpi M. destruct (Req_dec d 0) as [->|N0].
  - pose proof M as [H _]. destruct (Req_dec t 1) as [->|N1]; [unfold region in H; lra|].
    apply theorem_2 in M; [|lra|assumption]. destruct M as [-> ->].
    split; [assumption|]. left. field. lra.
  - destruct (Req_dec d 1) as [->|N1]; [|apply (lemma_2_strict t d) with (pi := pi); auto; lra].
    pose proof M as [H _]. apply delta_one in M; [|assumption|assumption]. destruct M as [-> ->].
    split; [assumption|]. left. ring.
Qed.

(** Lemma 2, first statement, for every proportion; at epsilon = delta = 0 the region is empty. *)
Theorem lemma_2_some_minimiser t d pi :
  1 <= t -> 0 <= d <= 1 -> 1 < t + d -> 0 <= pi <= 1 -> exists x y, minimiser t d pi x y /\ boundary t d x y.
Proof.
  intros Ht Hd Hn Hpi.
  assert (By : forall x y m, boundary t d x y -> V x y pi = m -> (forall X Y, inside t d X Y -> m <= F pi X Y) ->
    exists x y, minimiser t d pi x y /\ boundary t d x y).
  { intros x y m [H B] E Low. exists x, y. split; [|now split]. split; [assumption|]. intros x' y' H'.
    rewrite E, (V_product x' y') by apply H'. apply Low. now apply region_inside. }
  destruct (Req_dec d 0) as [->|N0].
  - set (q := t / (t - 1)). assert (Q : (t - 1) * q = t) by (unfold q; field; lra).
    assert (P0 : 0 < / (t + 1)) by (apply Rinv_0_lt_compat; lra).
    assert (E2 : t / (t + 1) = t * / (t + 1)) by reflexivity. assert (E : 1 - t / (t + 1) = / (t + 1)) by (field; lra).
    assert (G : t * / (t + 1) > 1 * / (t + 1)) by (apply Rmult_gt_compat_r; lra).
    apply (By (t / (t + 1)) (t / (t + 1)) (F pi q q)).
    + split; [unfold region; rewrite E; rewrite E2 in *; repeat split; lra | left; rewrite E; rewrite E2; lra].
    + rewrite V_product by (rewrite E2 in *; lra). unfold F, q. field. lra.
    + intros X Y [X1 [Y1 [L1 L2]]].
      assert (QX : q <= X) by (apply Rmult_le_reg_l with (t - 1); lra).
      assert (QY : q <= Y) by (apply Rmult_le_reg_l with (t - 1); lra).
      assert (Q1 : 1 <= q) by (apply Rmult_le_reg_l with (t - 1); lra).
      replace (F pi X Y) with (F pi q q + ((X - q) * (q - 1 + pi) + (X - pi) * (Y - q))) by (unfold F; ring).
      pose proof (Rmult_le_pos (X - q) (q - 1 + pi) ltac:(lra) ltac:(lra)).
      pose proof (Rmult_le_pos (X - pi) (Y - q) ltac:(lra) ltac:(lra)). lra.
  - destruct (Req_dec d 1) as [->|N1].
    + apply (By 1 1 (F pi 1 1)).
      * split; [unfold region; repeat split; lra | left; ring].
      * unfold V, F. field.
      * intros X Y [X1 [Y1 _]].
        replace (F pi X Y) with (F pi 1 1 + ((X - 1) * pi + (X - pi) * (Y - 1))) by (unfold F; ring).
        pose proof (Rmult_le_pos (X - 1) pi ltac:(lra) ltac:(lra)).
        pose proof (Rmult_le_pos (X - pi) (Y - 1) ltac:(lra) ltac:(lra)). lra.
    + assert (D : 0 < d < 1) by lra. destruct (at_corner t d Ht D) as [C1 [C2 _]].
      destruct (Req_dec pi 0) as [->|Z]; [|destruct (Req_dec pi 1) as [->|O]; [|apply lemma_2; auto; lra]].
      * apply (By 1 d 0); [split; [assumption | left; ring] | unfold V; field; lra |].
        intros X Y [X1 [Y1 _]]. unfold F. apply Rmult_le_pos; lra.
      * apply (By d 1 0); [split; [assumption | right; ring] | unfold V; field; lra |].
        intros X Y [X1 [Y1 _]]. unfold F. apply Rmult_le_pos; lra.
Qed.
