(** The least variance with two inputs and two outputs: SPEC section 7, claim "optimal" with the objective "variance". *)

From Coq Require Import Reals Lra Lia Arith.
From Rropt Require Import Sums Mechanisms Vertices.
Open Scope R_scope.

(** Pr(output 1 | input 1) + Pr(output 0 | input 0) - 1. *)
Definition gap (P : nat -> nat -> R) : R := P 0%nat 0%nat + P 1%nat 1%nat - 1.

(** The share of the second output at prevalence pi, and n times the variance of the unbiased estimate
    (share of the second output - p10)/(p00 + p11 - 1). *)
Definition second_output (pi : R) (P : nat -> nat -> R) : R := (1 - pi) * P 1%nat 0%nat + pi * P 1%nat 1%nat.
Definition variance (pi : R) (P : nat -> nat -> R) : R :=
  second_output pi P * (1 - second_output pi P) / (gap P * gap P).

Definition coordinate_x (P : nat -> nat -> R) : R := P 0%nat 0%nat / gap P.
Definition coordinate_y (P : nat -> nat -> R) : R := P 1%nat 1%nat / gap P.

Lemma two_by_two P : mechanism 2 2 P ->
  0 <= P 0%nat 0%nat <= 1 /\ 0 <= P 1%nat 1%nat <= 1 /\
  P 1%nat 0%nat = 1 - P 0%nat 0%nat /\ P 0%nat 1%nat = 1 - P 1%nat 1%nat.
Proof.
  intros [Hp Hs]. pose proof (Hs 0%nat ltac:(lia)) as A. pose proof (Hs 1%nat ltac:(lia)) as B. simpl in A, B.
  pose proof (Hp 0 0 ltac:(lia) ltac:(lia))%nat. pose proof (Hp 0 1 ltac:(lia) ltac:(lia))%nat.
  pose proof (Hp 1 0 ltac:(lia) ltac:(lia))%nat. pose proof (Hp 1 1 ltac:(lia) ltac:(lia))%nat.
  repeat split; lra.
Qed.

(** The variance is a product in the coordinates. *)
Theorem variance_product pi P : mechanism 2 2 P -> gap P <> 0 ->
  variance pi P = (coordinate_x P - pi) * (coordinate_y P - 1 + pi).
Proof.
  intros HP Hg. destruct (two_by_two P HP) as [_ [_ [E1 _]]].
  unfold variance, coordinate_x, coordinate_y, second_output. rewrite E1. unfold gap in *. field. assumption.
Qed.

(** The polyhedron LINES in (x, y): x >= 1, y >= 1 and the demand twice. *)
Definition line_a (T delta : R) (i : nat) : R := match i with O => 1 | S O => 0 | S (S O) => T - 1 + delta | _ => delta end.
Definition line_b (T delta : R) (i : nat) : R := match i with O => 0 | S O => 1 | S (S O) => delta | _ => T - 1 + delta end.
Definition line_c (T delta : R) (i : nat) : R := match i with O => 1 | S O => 1 | _ => T + delta end.

Lemma lines_hold T delta P :
  mechanism 2 2 P -> ldp 2 2 T delta P -> gap P > 0 ->
  feasible 4 (line_a T delta) (line_b T delta) (line_c T delta) (coordinate_x P) (coordinate_y P).
Proof.
  intros HP HL Hg. destruct (two_by_two P HP) as [H0 [H1 [E1 E0]]].
  assert (D0 : P 0%nat 0%nat - T * (1 - P 1%nat 1%nat) <= delta).
  { pose proof (HL 0 1 ltac:(lia) ltac:(lia) ltac:(lia))%nat as L. unfold excess in L. simpl in L. rewrite E0 in L.
    pose proof (Rmax_l 0 (P 1%nat 0%nat - T * P 1%nat 1%nat)).
    pose proof (Rmax_r 0 (P 0%nat 0%nat - T * (1 - P 1%nat 1%nat))). lra. }
  assert (D1 : P 1%nat 1%nat - T * (1 - P 0%nat 0%nat) <= delta).
  { pose proof (HL 1 0 ltac:(lia) ltac:(lia) ltac:(lia))%nat as L. unfold excess in L. simpl in L. rewrite E1 in L.
    pose proof (Rmax_l 0 (P 0%nat 1%nat - T * P 0%nat 0%nat)).
    pose proof (Rmax_r 0 (P 1%nat 1%nat - T * (1 - P 0%nat 0%nat))). lra. }
  assert (Div : forall u w c, c * gap P <= u * P 0%nat 0%nat + w * P 1%nat 1%nat ->
                 c <= u * coordinate_x P + w * coordinate_y P).
  { intros u w c Hc. apply Rmult_le_reg_r with (gap P); [assumption|].
    replace ((u * coordinate_x P + w * coordinate_y P) * gap P) with (u * P 0%nat 0%nat + w * P 1%nat 1%nat); [lra|].
    unfold coordinate_x, coordinate_y. field. lra. }
  intros i Hi. apply Div. unfold gap.
  destruct i as [|[|[|[|i]]]]; unfold line_a, line_b, line_c; [lra | lra | lra | lra | lia].
Qed.

(** The rule: the value is at most that of every vertex. *)
Theorem binary_variance T delta pi v :
  1 <= T -> 0 <= delta -> 0 <= pi <= 1 ->
  (forall i j, (i < j)%nat -> (j < 4)%nat ->
     let a := line_a T delta in let b := line_b T delta in let c := line_c T delta in
     det a b i j <> 0 -> feasible 4 a b c (meet_x a b c i j) (meet_y a b c i j) ->
     v <= (meet_x a b c i j - pi) * (meet_y a b c i j - 1 + pi)) ->
  forall P, mechanism 2 2 P -> ldp 2 2 T delta P -> gap P > 0 -> v <= variance pi P.
Proof.
  intros HT Hd Hpi Hv P HP HL Hg. rewrite variance_product by (auto; lra).
  apply (vertex_rule 4 (line_a T delta) (line_b T delta) (line_c T delta)
    (fun x y => (x - pi) * (y - 1 + pi)) v) with (i0 := 0%nat) (j0 := 1%nat); try lia.
  - intros x y x' y' s Hz Hz' Hs.
    pose proof (Hz 0%nat ltac:(lia)) as X. pose proof (Hz 1%nat ltac:(lia)) as Y.
    pose proof (Hz' 0%nat ltac:(lia)) as X'. pose proof (Hz' 1%nat ltac:(lia)) as Y'.
    unfold line_a, line_b, line_c in X, Y, X', Y'.
    replace (x + s * (x' - x) - pi) with ((x - pi) + s * ((x' - pi) - (x - pi))) by ring.
    replace (y + s * (y' - y) - 1 + pi) with ((y - 1 + pi) + s * ((y' - 1 + pi) - (y - 1 + pi))) by ring.
    apply product_quasi_concave; lra.
  - intros u w Hr x y Hz.
    pose proof (Hz 0%nat ltac:(lia)) as X. pose proof (Hz 1%nat ltac:(lia)) as Y.
    pose proof (Hr 0%nat ltac:(lia)) as U. pose proof (Hr 1%nat ltac:(lia)) as W.
    unfold line_a, line_b, line_c in X, Y, U, W. apply Rmult_le_compat; lra.
  - unfold det, line_a, line_b. lra.
  - intros i j Hij Hj Hdet Hz. now apply Hv.
  - now apply lines_hold.
Qed.

(** Among mechanisms with p00 = p11 (Warner's): the least coordinate decides. *)
Theorem binary_variance_warner T delta pi x0 :
  1 <= T -> 0 <= delta -> 0 <= pi <= 1 -> 1 <= x0 ->
  x0 = 1 \/ (T - 1 + 2 * delta) * x0 <= T + delta ->
  forall P, mechanism 2 2 P -> ldp 2 2 T delta P -> gap P > 0 -> P 0%nat 0%nat = P 1%nat 1%nat ->
  (x0 - pi) * (x0 - 1 + pi) <= variance pi P.
Proof.
  intros HT Hd Hpi H1 Hx P HP HL Hg He. rewrite variance_product by (auto; lra).
  pose proof (lines_hold T delta P HP HL Hg) as HF.
  assert (Exy : coordinate_y P = coordinate_x P) by (unfold coordinate_x, coordinate_y; now rewrite He).
  rewrite Exy in *.
  pose proof (HF 0%nat ltac:(lia)) as A. pose proof (HF 2%nat ltac:(lia)) as B.
  unfold line_a, line_b, line_c in A, B.
  assert (x0 <= coordinate_x P).
  { destruct Hx as [->|Hx]; [lra|].
    destruct (Rle_lt_dec (T - 1 + 2 * delta) 0) as [Z|Z].
    - assert (T - 1 + 2 * delta = 0) as Z0 by lra. exfalso.
      assert (T = 1) by lra. assert (delta = 0) by lra. subst. lra.
    - apply Rmult_le_reg_l with (T - 1 + 2 * delta); [assumption|]. lra. }
  apply Rmult_le_compat; lra.
Qed.

(** The variance is concave in the prevalence, and less that of another mechanism it is affine: the ends of an interval
    decide for all of it. *)
Theorem binary_variance_every P Q p q pi :
  mechanism 2 2 P -> mechanism 2 2 Q -> gap P <> 0 -> gap Q <> 0 -> p <= pi <= q ->
  variance p P <= variance p Q -> variance q P <= variance q Q -> variance pi P <= variance pi Q.
Proof.
  intros HP HQ GP GQ Hpi. rewrite !variance_product by assumption.
  set (x := coordinate_x P). set (y := coordinate_y P). set (x' := coordinate_x Q). set (y' := coordinate_y Q).
  intros A B.
  set (d := fun p => (x' - p) * (y' - 1 + p) - (x - p) * (y - 1 + p)).
  assert (Da : 0 <= d p) by (unfold d; lra). assert (Db : 0 <= d q) by (unfold d; lra).
  enough (0 <= d pi) by (unfold d in *; lra).
  destruct (Req_dec p q) as [E|E].
  - replace pi with p by lra. assumption.
  - apply Rmult_le_reg_l with (q - p); [lra|].
    replace ((q - p) * d pi) with ((q - pi) * d p + (pi - p) * d q) by (unfold d; ring).
    rewrite Rmult_0_r. apply Rplus_le_le_0_compat; apply Rmult_le_pos; lra.
Qed.

(** The worst prevalence of an interval: (x - pi)(y - 1 + pi) is concave in pi, with its maximum at (x - y + 1)/2. On the
    regions where that lies before a, after b or between, the largest value is that at a, at b, or ((x + y - 1)/2)^2, and the
    vertex rule applies to each region by itself. *)
Definition also (n : nat) (base extra : nat -> R) (i : nat) : R := if (i <? n)%nat then base i else extra (i - n)%nat.

Definition before_a (i : nat) : R := -1.
Definition before_b (i : nat) : R := 1.
Definition before_c (a : R) (i : nat) : R := 1 - 2 * a.
Definition after_c (b : R) (i : nat) : R := 2 * b - 1.
Definition between_a (i : nat) : R := if Nat.eqb i 0 then 1 else -1.
Definition between_b (i : nat) : R := if Nat.eqb i 0 then -1 else 1.
Definition between_c (a b : R) (i : nat) : R := if Nat.eqb i 0 then 2 * a - 1 else 1 - 2 * b.

(** All vertices of the four lines and the further ones of a region have at least the value v. *)
Definition region_vertices (T delta : R) (more : nat) (ea eb ec : nat -> R) (F : R -> R -> R) (v : R) : Prop :=
  forall i j, (i < j)%nat -> (j < 4 + more)%nat ->
  let a := also 4 (line_a T delta) ea in let b := also 4 (line_b T delta) eb in let c := also 4 (line_c T delta) ec in
  det a b i j <> 0 -> feasible (4 + more) a b c (meet_x a b c i j) (meet_y a b c i j) -> v <= F (meet_x a b c i j) (meet_y a b c i j).

Lemma region_rule T delta more ea eb ec (f g : R -> R -> R) v P :
  mechanism 2 2 P -> ldp 2 2 T delta P -> gap P > 0 ->
  (forall i, (i < more)%nat -> ec i <= ea i * coordinate_x P + eb i * coordinate_y P) ->
  (forall x y x' y' s, f (x + s * (x' - x)) (y + s * (y' - y)) = f x y + s * (f x' y' - f x y)) ->
  (forall x y x' y' s, g (x + s * (x' - x)) (y + s * (y' - y)) = g x y + s * (g x' y' - g x y)) ->
  (forall x y, 1 <= x -> 1 <= y -> 0 <= f x y /\ 0 <= g x y) ->
  (forall x y u w, 0 <= u -> 0 <= w -> f x y <= f (x + u) (y + w) /\ g x y <= g (x + u) (y + w)) ->
  region_vertices T delta more ea eb ec (fun x y => f x y * g x y) v ->
  v <= f (coordinate_x P) (coordinate_y P) * g (coordinate_x P) (coordinate_y P).
Proof.
  intros HP HL Hg Hin Af Ag Nn Up Hv.
  assert (First : forall x y, feasible (4 + more) (also 4 (line_a T delta) ea) (also 4 (line_b T delta) eb) (also 4 (line_c T delta) ec) x y ->
    1 <= x /\ 1 <= y).
  { intros x y Hz. pose proof (Hz 0%nat ltac:(lia)) as X. pose proof (Hz 1%nat ltac:(lia)) as Y.
    unfold also, line_a, line_b, line_c in X, Y. simpl in X, Y. lra. }
  apply (vertex_rule (4 + more) (also 4 (line_a T delta) ea) (also 4 (line_b T delta) eb) (also 4 (line_c T delta) ec)
    (fun x y => f x y * g x y) v) with (i0 := 0%nat) (j0 := 1%nat); try lia.
  - intros x y x' y' s Hz Hz' Hs. destruct (First x y Hz). destruct (First x' y' Hz').
    destruct (Nn x y ltac:(assumption) ltac:(assumption)). destruct (Nn x' y' ltac:(assumption) ltac:(assumption)).
    rewrite Af, Ag. now apply product_quasi_concave.
  - intros u w Hr x y Hz. destruct (First x y Hz) as [X Y]. destruct (Nn x y X Y).
    pose proof (Hr 0%nat ltac:(lia)) as U. pose proof (Hr 1%nat ltac:(lia)) as W.
    unfold also, line_a, line_b in U, W. simpl in U, W. destruct (Up x y u w ltac:(lra) ltac:(lra)).
    apply Rmult_le_compat; assumption.
  - unfold det, also, line_a, line_b. simpl. lra.
  - intros i j Hij Hj Hdet Hz. now apply Hv.
  - pose proof (lines_hold T delta P HP HL Hg) as HF. intros i Hi. unfold also. destruct (Nat.ltb_spec i 4) as [L|L].
    + now apply HF.
    + apply Hin. lia.
Qed.

Theorem binary_variance_worst T delta a b v :
  0 <= a -> a <= b -> b <= 1 ->
  region_vertices T delta 1 before_a before_b (before_c a) (fun x y => (x - a) * (y - 1 + a)) v ->
  region_vertices T delta 1 before_b before_a (after_c b) (fun x y => (x - b) * (y - 1 + b)) v ->
  region_vertices T delta 2 between_a between_b (between_c a b) (fun x y => (x + y - 1) / 2 * ((x + y - 1) / 2)) v ->
  forall P, mechanism 2 2 P -> ldp 2 2 T delta P -> gap P > 0 -> exists pi, a <= pi <= b /\ v <= variance pi P.
Proof.
  intros Ha Hab Hb V1 V2 V3 P HP HL Hg. set (x := coordinate_x P). set (y := coordinate_y P).
  destruct (Rle_lt_dec (x - y + 1) (2 * a)) as [L|L]; [|destruct (Rle_lt_dec (2 * b) (x - y + 1)) as [R|R]].
  - exists a. split; [lra|]. rewrite variance_product by (auto; lra).
    apply (region_rule T delta 1 before_a before_b (before_c a) (fun x _ => x - a) (fun _ y => y - 1 + a)); auto; intros; try split; try ring; try lra.
    unfold before_a, before_b, before_c. fold x y. lra.
  - exists b. split; [lra|]. rewrite variance_product by (auto; lra).
    apply (region_rule T delta 1 before_b before_a (after_c b) (fun x _ => x - b) (fun _ y => y - 1 + b)); auto; intros; try split; try ring; try lra.
    unfold before_a, before_b, after_c. fold x y. lra.
  - exists ((x - y + 1) / 2). split; [lra|]. rewrite variance_product by (auto; lra). fold x y.
    replace ((x - (x - y + 1) / 2) * (y - 1 + (x - y + 1) / 2)) with ((x + y - 1) / 2 * ((x + y - 1) / 2)) by field.
    apply (region_rule T delta 2 between_a between_b (between_c a b) (fun x y => (x + y - 1) / 2) (fun x y => (x + y - 1) / 2)); auto; intros; try split; try field; try lra.
    unfold between_a, between_b, between_c. fold x y. destruct (Nat.eqb i 0); lra.
Qed.

(** A mechanism's largest variance on the interval, by its region. *)
Theorem worst_of P a b pi : mechanism 2 2 P -> gap P <> 0 -> a <= pi <= b ->
  let x := coordinate_x P in let y := coordinate_y P in
  variance pi P <= (x + y - 1) / 2 * ((x + y - 1) / 2) /\
  (x - y + 1 <= 2 * a -> variance pi P <= variance a P) /\ (2 * b <= x - y + 1 -> variance pi P <= variance b P).
Proof.
  intros HP G Hpi x y. rewrite !variance_product by assumption. fold x y. repeat split.
  - pose proof (Rle_0_sqr (x - y + 1 - 2 * pi)) as S. unfold Rsqr in S. lra.
  - intros H. assert (E : (x - a) * (y - 1 + a) - (x - pi) * (y - 1 + pi) = (pi - a) * (pi + a - (x - y + 1))) by ring.
    pose proof (Rmult_le_pos (pi - a) (pi + a - (x - y + 1)) ltac:(lra) ltac:(lra)). lra.
  - intros H. assert (E : (x - b) * (y - 1 + b) - (x - pi) * (y - 1 + pi) = (b - pi) * (x - y + 1 - pi - b)) by ring.
    pose proof (Rmult_le_pos (b - pi) (x - y + 1 - pi - b) ltac:(lra) ltac:(lra)). lra.
Qed.
