(** The vertex rule in the plane: a function that is quasi-concave on a polyhedron without lines and does not decrease
    in its directions of recession is least at a vertex.  SPEC section 7, binary variance, and section 9.6. *)

From Coq Require Import Reals Lra Lia Arith.
From Rropt Require Import Sums.
Open Scope R_scope.

(** Along a direction: either no constraint g + s h >= 0 ever becomes tight, or one is met first. *)
Lemma first_tight n (g h : nat -> R) :
  (forall i, (i < n)%nat -> 0 <= g i) ->
  (forall i, (i < n)%nat -> 0 <= h i) \/
  exists s i, 0 <= s /\ (i < n)%nat /\ h i < 0 /\ g i + s * h i = 0 /\
    forall j, (j < n)%nat -> 0 <= g j + s * h j.
Proof.
  induction n as [|n IH]; intros Hg; [left; intros; lia|].
  destruct IH as [L | [s [i [Hs [Hi [Hh [Ht Hf]]]]]]]; [intros; apply Hg; lia | |].
  - destruct (Rle_lt_dec 0 (h n)) as [H|H].
    + left. intros i Hi. destruct (Nat.eq_dec i n) as [->|]; [assumption | apply L; lia].
    + right. assert (Hr : 0 <= g n / - h n).
      { apply Rmult_le_pos; [apply Hg; lia|]. left. apply Rinv_0_lt_compat. lra. }
      assert (Et : g n + g n / - h n * h n = 0) by (field; lra).
      exists (g n / - h n), n. repeat split; auto.
      intros j Hj. destruct (Nat.eq_dec j n) as [->|]; [lra|].
      specialize (L j ltac:(lia)). specialize (Hg j ltac:(lia)).
      pose proof (Rmult_le_pos _ _ Hr L). lra.
  - right. destruct (Rle_lt_dec 0 (g n + s * h n)) as [H|H].
    + exists s, i. repeat split; auto. intros j Hj.
      destruct (Nat.eq_dec j n) as [->|]; [assumption | apply Hf; lia].
    + assert (Hgn : 0 <= g n) by (apply Hg; lia).
      assert (Hhn : h n < 0).
      { destruct (Rlt_le_dec (h n) 0) as [|C]; [assumption|]. pose proof (Rmult_le_pos _ _ Hs C). lra. }
      assert (Hr : 0 <= g n / - h n).
      { apply Rmult_le_pos; [assumption|]. left. apply Rinv_0_lt_compat. lra. }
      assert (Et : g n + g n / - h n * h n = 0) by (field; lra).
      assert (Hlt : g n / - h n <= s).
      { apply Rmult_le_reg_r with (- h n); [lra|]. unfold Rdiv.
        rewrite Rmult_assoc, Rinv_l by lra. lra. }
      exists (g n / - h n), n. repeat split; auto.
      intros j Hj. destruct (Nat.eq_dec j n) as [->|]; [lra|].
      specialize (Hf j ltac:(lia)). specialize (Hg j ltac:(lia)).
      destruct (Rle_lt_dec 0 (h j)) as [C|C].
      * pose proof (Rmult_le_pos _ _ Hr C). lra.
      * pose proof (Rmult_le_compat_r (- h j) _ _ ltac:(lra) Hlt). lra.
Qed.

Section Plane.

Variable n : nat.
Variables a b c : nat -> R.
Variable F : R -> R -> R.
Variable v : R.

(** The polyhedron: a_i x + b_i y >= c_i for all i < n. *)
Definition feasible (x y : R) : Prop := forall i, (i < n)%nat -> c i <= a i * x + b i * y.

Definition det (i j : nat) : R := a i * b j - a j * b i.
Definition meet_x (i j : nat) : R := (c i * b j - c j * b i) / det i j.
Definition meet_y (i j : nat) : R := (a i * c j - a j * c i) / det i j.

Hypothesis quasi_concave : forall x y x' y' s,
  feasible x y -> feasible x' y' -> 0 <= s <= 1 ->
  Rmin (F x y) (F x' y') <= F (x + s * (x' - x)) (y + s * (y' - y)).
Hypothesis recession : forall u w,
  (forall i, (i < n)%nat -> 0 <= a i * u + b i * w) ->
  forall x y, feasible x y -> F x y <= F (x + u) (y + w).

(** F is at least v at a point if it is so at the ends of the segment or ray through it. *)
Lemma slide x y u w i0 :
  feasible x y -> (i0 < n)%nat -> a i0 * u + b i0 * w <> 0 ->
  (forall s i, feasible (x + s * u) (y + s * w) -> (i < n)%nat ->
     a i * (x + s * u) + b i * (y + s * w) = c i -> a i * u + b i * w <> 0 ->
     v <= F (x + s * u) (y + s * w)) ->
  v <= F x y.
Proof.
  intros Hz Hi0 Hd Hends.
  set (g := fun i => a i * x + b i * y - c i).
  set (h := fun i => a i * u + b i * w).
  assert (Hg : forall i, (i < n)%nat -> 0 <= g i) by (intros i Hi; specialize (Hz i Hi); unfold g; lra).
  assert (Go : forall s i, (i < n)%nat -> h i <> 0 -> g i + s * h i = 0 ->
     (forall j, (j < n)%nat -> 0 <= g j + s * h j) ->
     feasible (x + s * u) (y + s * w) /\ v <= F (x + s * u) (y + s * w)).
  { intros s i Hi Hh Ht Hf.
    assert (Hfe : feasible (x + s * u) (y + s * w)).
    { intros j Hj. specialize (Hf j Hj). unfold g, h in Hf. lra. }
    split; [assumption|]. apply (Hends s i); auto. unfold g, h in Ht. lra. }
  destruct (first_tight n g h Hg) as [L1 | [s1 [i1 [Hs1 [Hi1 [Hh1 [Ht1 Hf1]]]]]]];
  destruct (first_tight n g (fun i => - h i) Hg) as [L2 | [s2 [i2 [Hs2 [Hi2 [Hh2 [Ht2 Hf2]]]]]]].
  - exfalso. apply Hd. specialize (L1 i0 Hi0). specialize (L2 i0 Hi0). unfold h in *. lra.
  - destruct (Go (- s2) i2) as [Hfe Hv]; auto; [lra | lra | intros j Hj; specialize (Hf2 j Hj); lra |].
    eapply Rle_trans; [exact Hv|].
    replace (F x y) with (F (x + - s2 * u + s2 * u) (y + - s2 * w + s2 * w)) by (f_equal; ring).
    apply recession; [|assumption].
    intros i Hi. specialize (L1 i Hi). replace (a i * (s2 * u) + b i * (s2 * w)) with (s2 * h i) by (unfold h; ring).
    now apply Rmult_le_pos.
  - destruct (Go s1 i1) as [Hfe Hv]; auto; [lra|].
    eapply Rle_trans; [exact Hv|].
    replace (F x y) with (F (x + s1 * u + s1 * - u) (y + s1 * w + s1 * - w)) by (f_equal; ring).
    apply recession; [|assumption].
    intros i Hi. specialize (L2 i Hi).
    replace (a i * (s1 * - u) + b i * (s1 * - w)) with (s1 * - h i) by (unfold h; ring).
    now apply Rmult_le_pos.
  - destruct (Go s1 i1) as [Hfe1 Hv1]; auto; [lra|].
    destruct (Go (- s2) i2) as [Hfe2 Hv2]; auto; [lra | lra | intros j Hj; specialize (Hf2 j Hj); lra |].
    destruct (Req_dec (s1 + s2) 0) as [E|E].
    + assert (s1 = 0) by lra. subst s1. replace x with (x + 0 * u) by ring. now replace y with (y + 0 * w) by ring.
    + set (r := s2 / (s1 + s2)).
      assert (Hr : 0 <= r <= 1).
      { unfold r. split.
        - apply Rmult_le_pos; [assumption|]. left. apply Rinv_0_lt_compat. lra.
        - apply Rmult_le_reg_r with (s1 + s2); [lra|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. lra. }
      pose proof (quasi_concave _ _ _ _ r Hfe2 Hfe1 Hr) as Q.
      replace (x + - s2 * u + r * (x + s1 * u - (x + - s2 * u))) with x in Q by (unfold r; field; lra).
      replace (y + - s2 * w + r * (y + s1 * w - (y + - s2 * w))) with y in Q by (unfold r; field; lra).
      eapply Rle_trans; [|exact Q]. now apply Rmin_glb.
Qed.

(** The vertex rule. *)
Theorem vertex_rule i0 j0 :
  (i0 < n)%nat -> (j0 < n)%nat -> det i0 j0 <> 0 ->
  (forall i j, (i < j)%nat -> (j < n)%nat -> det i j <> 0 ->
     feasible (meet_x i j) (meet_y i j) -> v <= F (meet_x i j) (meet_y i j)) ->
  forall x y, feasible x y -> v <= F x y.
Proof.
  intros Hi0 Hj0 Hdet Hv x y Hz.
  assert (Corner : forall x y i j, (i < n)%nat -> (j < n)%nat -> det i j <> 0 -> feasible x y ->
     a i * x + b i * y = c i -> a j * x + b j * y = c j -> v <= F x y).
  { clear x y Hz.
    assert (Half : forall x y i j, (i < j)%nat -> (j < n)%nat -> det i j <> 0 -> feasible x y ->
       a i * x + b i * y = c i -> a j * x + b j * y = c j -> v <= F x y).
    { intros x y i j Hij Hj Hd Hz Ei Ej.
      assert (Ex : x = meet_x i j) by (unfold meet_x; rewrite <- Ei, <- Ej; unfold det in *; field; assumption).
      assert (Ey : y = meet_y i j) by (unfold meet_y; rewrite <- Ei, <- Ej; unfold det in *; field; assumption).
      specialize (Hv i j Hij Hj Hd). rewrite <- Ex, <- Ey in Hv. now apply Hv. }
    intros x y i j Hi Hj Hd Hz Ei Ej. destruct (lt_eq_lt_dec i j) as [[H|H]|H].
    - now apply (Half x y i j).
    - subst j. exfalso. apply Hd. unfold det. ring.
    - apply (Half x y j i); auto. intros E. apply Hd. unfold det in *. lra. }
  assert (Ha : exists i, (i < n)%nat /\ a i <> 0).
  { destruct (Req_dec (a i0) 0) as [E|E]; [|now exists i0].
    destruct (Req_dec (a j0) 0) as [E'|E']; [|now exists j0].
    exfalso. apply Hdet. unfold det. rewrite E, E'. ring. }
  destruct Ha as [p [Hp Hap]].
  apply (slide x y 1 0 p Hz Hp); [lra|].
  intros s i Hfe Hi Ht Hai.
  assert (Hai' : a i <> 0) by lra.
  set (x1 := x + s * 1) in *. set (y1 := y + s * 0) in *.
  assert (Hq : exists q, (q < n)%nat /\ det i q <> 0).
  { destruct (Req_dec (det i i0) 0) as [E|E]; [|now exists i0].
    destruct (Req_dec (det i j0) 0) as [E'|E']; [|now exists j0].
    exfalso. apply Hdet. unfold det in *.
    assert (B0 : b i0 = a i0 * b i / a i) by (apply Rmult_eq_reg_l with (a i); [field_simplify; lra | assumption]).
    assert (B1 : b j0 = a j0 * b i / a i) by (apply Rmult_eq_reg_l with (a i); [field_simplify; lra | assumption]).
    rewrite B0, B1. field. assumption. }
  destruct Hq as [q [Hqn Hdq]].
  apply (slide x1 y1 (- b i) (a i) q Hfe Hqn); [unfold det in Hdq; lra|].
  intros s' j Hfe' Hj Ht' Hdj.
  apply (Corner _ _ i j); auto.
  - unfold det. lra.
  - lra.
Qed.

End Plane.

(** The product of two nonnegative affine functions is quasi-concave. *)
Lemma product_quasi_concave p q p' q' s :
  0 <= p -> 0 <= q -> 0 <= p' -> 0 <= q' -> 0 <= s <= 1 ->
  Rmin (p * q) (p' * q') <= (p + s * (p' - p)) * (q + s * (q' - q)).
Proof.
  intros Hp Hq Hp' Hq' [H0 H1].
  assert (E : (p + s * (p' - p)) * (q + s * (q' - q)) =
    (1 - s) * (1 - s) * (p * q) + s * s * (p' * q') + s * (1 - s) * (p * q' + p' * q)) by ring.
  assert (Rmin (p * q) (p' * q') * 2 <= p * q' + p' * q).
  { set (m := Rmin (p * q) (p' * q')).
    assert (M1 : m <= p * q) by apply Rmin_l. assert (M2 : m <= p' * q') by apply Rmin_r.
    assert (M0 : 0 <= m) by (unfold m; apply Rmin_glb; apply Rmult_le_pos; assumption).
    assert (S0 : 0 <= p * q' + p' * q) by (apply Rplus_le_le_0_compat; apply Rmult_le_pos; assumption).
    assert (Sq : (2 * m) * (2 * m) <= (p * q' + p' * q) * (p * q' + p' * q)).
    { assert (m * m <= (p * q) * (p' * q')) by (apply Rmult_le_compat; assumption).
      pose proof (Rle_0_sqr (p * q' - p' * q)) as Z. unfold Rsqr in Z. lra. }
    destruct (Rle_lt_dec (m * 2) (p * q' + p' * q)) as [|C]; [assumption|].
    assert ((p * q' + p' * q) * (p * q' + p' * q) < (2 * m) * (2 * m)) by
      (apply Rmult_le_0_lt_compat; lra). lra. }
  rewrite E. set (m := Rmin (p * q) (p' * q')) in *.
  assert (M1 : m <= p * q) by apply Rmin_l. assert (M2 : m <= p' * q') by apply Rmin_r.
  assert (A1 : (1 - s) * (1 - s) * m <= (1 - s) * (1 - s) * (p * q)).
  { apply Rmult_le_compat_l; [apply Rmult_le_pos; lra | assumption]. }
  assert (A2 : s * s * m <= s * s * (p' * q')) by (apply Rmult_le_compat_l; [apply Rmult_le_pos; lra | assumption]).
  assert (A3 : s * (1 - s) * (m * 2) <= s * (1 - s) * (p * q' + p' * q)).
  { apply Rmult_le_compat_l; [apply Rmult_le_pos; lra | assumption]. }
  lra.
Qed.
