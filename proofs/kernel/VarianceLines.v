(** The least variance with two inputs and two outputs under several demands, demands by pair and linear conditions, and that
    nothing but vertices attains it: SPEC section 7, LINES, and section 9.6. *)

From Coq Require Import Reals Lra Lia Arith.
From Rropt Require Import Sums Mechanisms Vertices BinaryVariance.
Open Scope R_scope.

(** Each bound of the first input against the second is a line, and each of the second against the first. *)
Theorem demand_line T delta P : mechanism 2 2 P -> gap P > 0 -> excess 2 T P 0 1 <= delta ->
  T + delta <= (T - 1 + delta) * coordinate_x P + delta * coordinate_y P.
Proof.
  intros HP Hg L. destruct (two_by_two P HP) as [_ [_ [E1 E0]]]. unfold excess in L. simpl in L.
  pose proof (Rmax_l 0 (P 1%nat 0%nat - T * P 1%nat 1%nat)). pose proof (Rmax_r 0 (P 0%nat 0%nat - T * P 0%nat 1%nat)).
  apply Rmult_le_reg_r with (gap P); [assumption|].
  replace (((T - 1 + delta) * coordinate_x P + delta * coordinate_y P) * gap P) with ((T - 1 + delta) * P 0%nat 0%nat + delta * P 1%nat 1%nat)
    by (unfold coordinate_x, coordinate_y; field; lra).
  rewrite E0 in *. unfold gap. lra.
Qed.

Theorem demand_line_back T delta P : mechanism 2 2 P -> gap P > 0 -> excess 2 T P 1 0 <= delta ->
  T + delta <= delta * coordinate_x P + (T - 1 + delta) * coordinate_y P.
Proof.
  intros HP Hg L. destruct (two_by_two P HP) as [_ [_ [E1 E0]]]. unfold excess in L. simpl in L.
  pose proof (Rmax_l 0 (P 0%nat 1%nat - T * P 0%nat 0%nat)). pose proof (Rmax_r 0 (P 1%nat 1%nat - T * P 1%nat 0%nat)).
  apply Rmult_le_reg_r with (gap P); [assumption|].
  replace ((delta * coordinate_x P + (T - 1 + delta) * coordinate_y P) * gap P) with (delta * P 0%nat 0%nat + (T - 1 + delta) * P 1%nat 1%nat)
    by (unfold coordinate_x, coordinate_y; field; lra).
  rewrite E1 in *. unfold gap. lra.
Qed.

(** A condition s (Sum e P - b) >= 0 is one. *)
Theorem condition_line s b (e : nat -> nat -> R) P : mechanism 2 2 P -> gap P > 0 -> 0 <= s * (objective 2 2 e P - b) ->
  s * (e 0%nat 1%nat + e 1%nat 0%nat - b) <=
  s * (e 0%nat 0%nat + e 0%nat 1%nat - b) * coordinate_x P + s * (e 1%nat 0%nat + e 1%nat 1%nat - b) * coordinate_y P.
Proof.
  intros HP Hg L. destruct (two_by_two P HP) as [_ [_ [E1 E0]]]. unfold objective in L. simpl in L. rewrite E0, E1 in L.
  apply Rmult_le_reg_r with (gap P); [assumption|].
  replace ((s * (e 0%nat 0%nat + e 0%nat 1%nat - b) * coordinate_x P + s * (e 1%nat 0%nat + e 1%nat 1%nat - b) * coordinate_y P) * gap P)
    with (s * (e 0%nat 0%nat + e 0%nat 1%nat - b) * P 0%nat 0%nat + s * (e 1%nat 0%nat + e 1%nat 1%nat - b) * P 1%nat 1%nat)
    by (unfold coordinate_x, coordinate_y; field; lra).
  unfold gap. lra.
Qed.

(** LINES: n of them, of which the first two are x >= 1 and y >= 1, and on whose side P lies. *)
Definition lines (n : nat) (a b c : nat -> R) : Prop :=
  (2 <= n)%nat /\ a 0%nat = 1 /\ b 0%nat = 0 /\ c 0%nat = 1 /\ a 1%nat = 0 /\ b 1%nat = 1 /\ c 1%nat = 1.

Definition vertices_at_least (n : nat) (a b c : nat -> R) (pi v : R) : Prop := forall i j, (i < j)%nat -> (j < n)%nat -> det a b i j <> 0 ->
  feasible n a b c (meet_x a b c i j) (meet_y a b c i j) -> v <= (meet_x a b c i j - pi) * (meet_y a b c i j - 1 + pi).

(** A product of two affine functions that are nonnegative and do not decrease where x, y >= 1. *)
Definition affine (f : R -> R -> R) : Prop := forall x y x' y' s, f (x + s * (x' - x)) (y + s * (y' - y)) = f x y + s * (f x' y' - f x y).
Definition rising (f : R -> R -> R) : Prop :=
  (forall x y, 1 <= x -> 1 <= y -> 0 <= f x y) /\ forall x y u w, 0 <= u -> 0 <= w -> f x y <= f (x + u) (y + w).

Lemma product_on_lines n a b c f g v : lines n a b c -> affine f -> affine g -> rising f -> rising g ->
  (forall i j, (i < j)%nat -> (j < n)%nat -> det a b i j <> 0 -> feasible n a b c (meet_x a b c i j) (meet_y a b c i j) ->
     v <= f (meet_x a b c i j) (meet_y a b c i j) * g (meet_x a b c i j) (meet_y a b c i j)) ->
  forall x y, feasible n a b c x y -> v <= f x y * g x y.
Proof.
  intros [Hn [A0 [B0 [C0 [A1 [B1 C1]]]]]] Af Ag [Nf Uf] [Ng Ug] Hv.
  assert (First : forall x y, feasible n a b c x y -> 1 <= x /\ 1 <= y).
  { intros x y Hz. pose proof (Hz 0%nat ltac:(lia)) as X. pose proof (Hz 1%nat ltac:(lia)) as Y.
    rewrite A0, B0, C0 in X. rewrite A1, B1, C1 in Y. lra. }
  apply (vertex_rule n a b c (fun x y => f x y * g x y) v) with (i0 := 0%nat) (j0 := 1%nat); try lia.
  - intros x y x' y' s Hz Hz' Hs. destruct (First x y Hz). destruct (First x' y' Hz'). rewrite Af, Ag. apply product_quasi_concave; auto.
  - intros u w Hr x y Hz. destruct (First x y Hz).
    pose proof (Hr 0%nat ltac:(lia)) as U. pose proof (Hr 1%nat ltac:(lia)) as W.
    rewrite A0, B0 in U. rewrite A1, B1 in W. apply Rmult_le_compat; auto; [apply Uf | apply Ug]; lra.
  - unfold det. rewrite A0, B0, A1, B1. lra.
  - intros i j Hij Hj Hd Hz. now apply Hv.
Qed.

Lemma least_on_lines n a b c pi v : lines n a b c -> 0 <= pi <= 1 -> vertices_at_least n a b c pi v ->
  forall x y, feasible n a b c x y -> v <= (x - pi) * (y - 1 + pi).
Proof.
  intros HL Hpi Hv. apply (product_on_lines n a b c (fun x _ => x - pi) (fun _ y => y - 1 + pi) v HL); [| | | |exact Hv].
  - intros x y x' y' s. ring.
  - intros x y x' y' s. ring.
  - split; intros; lra.
  - split; intros; lra.
Qed.

(** The rule: the value is at most that of every vertex of the lines. *)
Theorem variance_by_lines n a b c pi v P : lines n a b c -> 0 <= pi <= 1 -> vertices_at_least n a b c pi v ->
  mechanism 2 2 P -> gap P > 0 -> feasible n a b c (coordinate_x P) (coordinate_y P) -> v <= variance pi P.
Proof. intros HL Hpi Hv HP Hg HF. rewrite variance_product by (auto; lra). now apply (least_on_lines n a b c). Qed.

(** A step small enough to stay on the right side of the lines that are not met. *)
Lemma small_step n (g h : nat -> R) : exists e, 0 < e /\ forall i, (i < n)%nat -> 0 < g i -> e * Rabs (h i) <= g i.
Proof.
  induction n as [|n [e [He H]]]; [exists 1; split; [lra | intros; lia]|].
  destruct (Rlt_le_dec 0 (g n)) as [G|G].
  - set (f := g n / (1 + Rabs (h n))). pose proof (Rabs_pos (h n)) as A.
    assert (F : 0 < f) by (apply Rdiv_lt_0_compat; lra).
    exists (Rmin e f). split; [now apply Rmin_glb_lt|]. intros i Hi Gi. destruct (Nat.eq_dec i n) as [->|N].
    + apply Rle_trans with (f * Rabs (h n)); [apply Rmult_le_compat_r; [lra | apply Rmin_r]|].
      assert (f * (1 + Rabs (h n)) = g n) by (unfold f; field; lra). lra.
    + apply Rle_trans with (e * Rabs (h i)); [apply Rmult_le_compat_r; [apply Rabs_pos | apply Rmin_l] | apply H; [lia | assumption]].
  - exists e. split; [assumption|]. intros i Hi Gi. destruct (Nat.eq_dec i n) as [->|N]; [lra | apply H; [lia | assumption]].
Qed.

(** "Attained only by": a mechanism of the least value v > 0 lies at a vertex, where two lines that are not parallel meet. *)
Theorem least_at_vertices_only n a b c pi v P : lines n a b c -> 0 <= pi <= 1 -> vertices_at_least n a b c pi v ->
  mechanism 2 2 P -> gap P > 0 -> feasible n a b c (coordinate_x P) (coordinate_y P) -> variance pi P = v -> 0 < v ->
  exists i j, (i < j)%nat /\ (j < n)%nat /\ det a b i j <> 0 /\ coordinate_x P = meet_x a b c i j /\ coordinate_y P = meet_y a b c i j.
Proof.
  intros HL Hpi Hv HP Hg HF E V. rewrite variance_product in E by (auto; lra).
  set (x := coordinate_x P) in *. set (y := coordinate_y P) in *. pose proof (least_on_lines n a b c pi v HL Hpi Hv) as Least.
  assert (Cut : (exists i j, (i < j)%nat /\ (j < n)%nat /\ det a b i j <> 0 /\ a i * x + b i * y = c i /\ a j * x + b j * y = c j) \/
    exists u w, (u <> 0 \/ w <> 0) /\ forall i, (i < n)%nat -> a i * x + b i * y = c i -> a i * u + b i * w = 0).
  { clear - n. induction n as [|n IH]; [right; exists 1, 0; split; [left; lra | intros; lia]|].
    destruct IH as [[i [j [Hi [Hj H]]]]|[u [w [N H]]]]; [left; exists i, j; repeat split; try tauto; lia|].
    destruct (Req_dec (a n * x + b n * y) (c n)) as [T|T].
    2:{ right. exists u, w. split; [assumption|]. intros i Hi Q. destruct (Nat.eq_dec i n) as [->|]; [contradiction | apply H; [lia | assumption]]. }
    destruct (Req_dec (a n * u + b n * w) 0) as [Z|Z].
    { right. exists u, w. split; [assumption|]. intros i Hi Q. destruct (Nat.eq_dec i n) as [->|]; [assumption | apply H; [lia | assumption]]. }
    (* a line before that is met, with another normal, or n alone with parallels of its own *)
    assert (W : (exists i, (i < n)%nat /\ a i * x + b i * y = c i /\ det a b i n <> 0) \/
      forall i, (i < n)%nat -> a i * x + b i * y = c i -> det a b i n = 0).
    { clear - x. induction n as [|m IH] in |- * at 1 3.
      - right. intros; lia.
      - destruct IH as [[i [Hi Q]]|Q]; [left; exists i; split; [lia | assumption]|].
        destruct (Req_dec (a m * x + b m * y) (c m)) as [T|T]; [destruct (Req_dec (det a b m n) 0) as [D|D]|].
        + right. intros i Hi Hx. destruct (Nat.eq_dec i m) as [->|]; [assumption | apply Q; [lia | assumption]].
        + left. exists m. split; [lia | now split].
        + right. intros i Hi Hx. destruct (Nat.eq_dec i m) as [->|]; [contradiction | apply Q; [lia | assumption]]. }
    destruct W as [[i [Hi [Q D]]]|W]; [left; exists i, n; repeat split; auto; lia|].
    right. exists (- b n), (a n). split.
    - destruct (Req_dec (a n) 0) as [A|A]; [|now right]. left. intros B. apply Z. rewrite A. replace (b n) with 0 by lra. ring.
    - intros i Hi Q. destruct (Nat.eq_dec i n) as [->|M]; [ring|]. specialize (W i ltac:(lia) Q). unfold det in W. lra. }
  destruct Cut as [[i [j [Hij [Hj [D [Ti Tj]]]]]]|[u [w [N Tight]]]].
  - exists i, j. repeat split; auto; unfold meet_x, meet_y; rewrite <- Ti, <- Tj; unfold det in *; field; assumption.
  - exfalso. destruct (small_step n (fun i => a i * x + b i * y - c i) (fun i => a i * u + b i * w)) as [e [He Step]].
    assert (Both : forall s, s = e \/ s = - e -> feasible n a b c (x + s * u) (y + s * w)).
    { intros s Hs i Hi. specialize (HF i Hi). destruct (Req_dec (a i * x + b i * y) (c i)) as [T|T].
      - pose proof (Tight i Hi T) as Z. replace (a i * (x + s * u) + b i * (y + s * w)) with (a i * x + b i * y + s * (a i * u + b i * w)) by ring.
        rewrite Z. lra.
      - specialize (Step i Hi ltac:(lra)). cbv beta in Step.
        replace (a i * (x + s * u) + b i * (y + s * w)) with (a i * x + b i * y + s * (a i * u + b i * w)) by ring.
        set (h := a i * u + b i * w) in *. unfold Rabs in Step. destruct (Rcase_abs h); destruct Hs as [->| ->].
        + lra.
        + assert (0 <= - e * h) by (replace (- e * h) with (e * - h) by ring; apply Rmult_le_pos; lra). lra.
        + assert (0 <= e * h) by (apply Rmult_le_pos; lra). lra.
        + lra. }
    pose proof (Least _ _ (Both e (or_introl eq_refl))) as P1. pose proof (Least _ _ (Both (- e) (or_intror eq_refl))) as P2.
    destruct HL as [Hn [A0 [B0 [C0 [A1 [B1 C1]]]]]].
    pose proof (HF 0%nat ltac:(lia)) as X. pose proof (HF 1%nat ltac:(lia)) as Y. rewrite A0, B0, C0 in X. rewrite A1, B1, C1 in Y.
    set (f := x - pi) in *. set (g := y - 1 + pi) in *.
    assert (F0 : 0 < f). { destruct (Req_dec f 0) as [Z|]; [rewrite Z in E; lra | unfold f in *; lra]. }
    assert (G0 : 0 < g). { destruct (Req_dec g 0) as [Z|]; [rewrite Z in E; lra | unfold g in *; lra]. }
    replace (x + e * u - pi) with (f + e * u) in P1 by (unfold f; ring). replace (y + e * w - 1 + pi) with (g + e * w) in P1 by (unfold g; ring).
    replace (x + - e * u - pi) with (f - e * u) in P2 by (unfold f; ring). replace (y + - e * w - 1 + pi) with (g - e * w) in P2 by (unfold g; ring).
    set (p := e * u) in *. set (q := e * w) in *.
    (* the mean of both values is f g + p q, so p q >= 0; each is at least f g, so f q + g p = 0: then p q <= 0 *)
    assert (S : 0 <= p * q) by lra. assert (L1 : - (p * q) <= f * q + g * p <= p * q) by lra.
    assert (Nz : p <> 0 \/ q <> 0).
    { destruct N as [N|N]; [left | right]; intros Z; apply N; apply Rmult_eq_reg_l with e; try lra; [unfold p in Z | unfold q in Z]; lra. }
    pose proof (Both e (or_introl eq_refl) 0%nat ltac:(lia)) as X1. pose proof (Both (- e) (or_intror eq_refl) 0%nat ltac:(lia)) as X2.
    rewrite A0, B0, C0 in X1, X2. assert (D1 : 0 <= f + p) by (unfold f, p; lra). assert (D2 : 0 <= f - p) by (unfold f, p; lra).
    clear - S L1 Nz F0 G0 D1 D2.
    destruct (Rlt_le_dec 0 p) as [Pp|Pp]; [|destruct (Rlt_le_dec p 0) as [Pn|Pn]].
    + assert (0 <= q) by (apply Rmult_le_reg_l with p; [assumption | lra]).
      pose proof (Rmult_le_pos (f - p) q D2 ltac:(assumption)). pose proof (Rmult_lt_0_compat g p G0 Pp). lra.
    + assert (0 <= - q) by (apply Rmult_le_reg_l with (- p); lra).
      pose proof (Rmult_le_pos (f + p) (- q) D1 ltac:(assumption)). pose proof (Rmult_lt_0_compat g (- p) G0 ltac:(lra)). lra.
    + assert (P0 : p = 0) by lra. rewrite P0 in L1. destruct Nz as [Nz|Nz]; [contradiction|].
      assert (Z : f * q = 0) by lra. apply Rmult_integral in Z. destruct Z; [lra | contradiction].
Qed.

(** The worst prevalence of [p, q]: the lines with those of a region, for each of the three regions. *)
Theorem worst_by_lines n a b c p q v P : lines n a b c -> 0 <= p -> p <= q -> q <= 1 ->
  vertices_at_least (n + 1) (also n a before_a) (also n b before_b) (also n c (before_c p)) p v ->
  vertices_at_least (n + 1) (also n a before_b) (also n b before_a) (also n c (after_c q)) q v ->
  (let a' := also n a between_a in let b' := also n b between_b in let c' := also n c (between_c p q) in
   forall i j, (i < j)%nat -> (j < n + 2)%nat -> det a' b' i j <> 0 -> feasible (n + 2) a' b' c' (meet_x a' b' c' i j) (meet_y a' b' c' i j) ->
   v <= (meet_x a' b' c' i j + meet_y a' b' c' i j - 1) / 2 * ((meet_x a' b' c' i j + meet_y a' b' c' i j - 1) / 2)) ->
  mechanism 2 2 P -> gap P > 0 -> feasible n a b c (coordinate_x P) (coordinate_y P) -> exists pi, p <= pi <= q /\ v <= variance pi P.
Proof.
  intros HL Hp Hpq Hq V1 V2 V3 HP Hg HF. set (x := coordinate_x P) in *. set (y := coordinate_y P) in *.
  assert (More : forall more ea eb ec, lines (n + more) (also n a ea) (also n b eb) (also n c ec)).
  { intros. destruct HL as [Hn H]. unfold lines, also. destruct (Nat.ltb_spec 0 n); [|lia]. destruct (Nat.ltb_spec 1 n); [|lia]. split; [lia | exact H]. }
  assert (Inside : forall more ea eb ec, (forall i, (i < more)%nat -> ec i <= ea i * x + eb i * y) ->
    feasible (n + more) (also n a ea) (also n b eb) (also n c ec) x y).
  { intros more ea eb ec H i Hi. unfold also. destruct (Nat.ltb_spec i n) as [L|L]; [now apply HF | apply H; lia]. }
  destruct (Rle_lt_dec (x - y + 1) (2 * p)) as [L|L]; [|destruct (Rle_lt_dec (2 * q) (x - y + 1)) as [K|K]].
  - exists p. split; [lra|]. rewrite variance_product by (auto; lra).
    apply (least_on_lines _ _ _ _ p v (More 1%nat before_a before_b (before_c p)) ltac:(lra) V1). apply Inside.
    intros i _. unfold before_a, before_b, before_c. lra.
  - exists q. split; [lra|]. rewrite variance_product by (auto; lra).
    apply (least_on_lines _ _ _ _ q v (More 1%nat before_b before_a (after_c q)) ltac:(lra) V2). apply Inside.
    intros i _. unfold before_a, before_b, after_c. lra.
  - exists ((x - y + 1) / 2). split; [lra|]. rewrite variance_product by (auto; lra). fold x y.
    replace ((x - (x - y + 1) / 2) * (y - 1 + (x - y + 1) / 2)) with ((x + y - 1) / 2 * ((x + y - 1) / 2)) by field.
    apply (product_on_lines _ _ _ _ (fun x y => (x + y - 1) / 2) (fun x y => (x + y - 1) / 2) v (More 2%nat between_a between_b (between_c p q))); auto.
    + intros x0 y0 x' y' s. field.
    + intros x0 y0 x' y' s. field.
    + split; intros; lra.
    + split; intros; lra.
    + apply Inside. intros i Hi. unfold between_a, between_b, between_c. destruct (Nat.eqb i 0); lra.
Qed.

(** `every`: less that of the mechanism the value of a vertex is affine in pi. So what is at least 0 at both ends is so between
    them, and a vertex ties inside only if it ties at both ends. *)
Theorem ties_at_both_ends a b pi x y x' y' : a < pi < b ->
  let d := fun p => (x' - p) * (y' - 1 + p) - (x - p) * (y - 1 + p) in 0 <= d a -> 0 <= d b -> 0 <= d pi /\ (d pi = 0 -> d a = 0 /\ d b = 0).
Proof.
  intros Hpi d Da Db. assert (E : (b - a) * d pi = (b - pi) * d a + (pi - a) * d b) by (unfold d; ring).
  pose proof (Rmult_le_pos (b - pi) _ ltac:(lra) Da) as A. pose proof (Rmult_le_pos (pi - a) _ ltac:(lra) Db) as B. split.
  - apply Rmult_le_reg_l with (b - a); lra.
  - intros Z. rewrite Z in E. split.
    + apply Rmult_eq_reg_l with (b - pi); lra.
    + apply Rmult_eq_reg_l with (pi - a); lra.
Qed.

(** Where the least value is 0: at pi = 0 the line y = 1 is met, at pi = 1 the line x = 1. *)
Theorem zero_at_an_end n a b c pi P : lines n a b c -> 0 <= pi <= 1 -> mechanism 2 2 P -> gap P > 0 ->
  feasible n a b c (coordinate_x P) (coordinate_y P) -> variance pi P = 0 -> (pi = 0 /\ coordinate_y P = 1) \/ (pi = 1 /\ coordinate_x P = 1).
Proof.
  intros [Hn [A0 [B0 [C0 [A1 [B1 C1]]]]]] Hpi HP Hg HF E. rewrite variance_product in E by (auto; lra).
  pose proof (HF 0%nat ltac:(lia)) as X. pose proof (HF 1%nat ltac:(lia)) as Y. rewrite A0, B0, C0 in X. rewrite A1, B1, C1 in Y.
  apply Rmult_integral in E. destruct E; [right | left]; lra.
Qed.

(** Lines that are met on y = 1 from below: the last of them meets it at a vertex. *)
Lemma last_on_face n (g h : nat -> R) x : (0 < n)%nat -> 0 < h 0%nat -> (forall i, (i < n)%nat -> 0 <= h i /\ g i <= h i * x) ->
  exists i, (i < n)%nat /\ 0 < h i /\ g i / h i <= x /\ forall j, (j < n)%nat -> g j <= h j * (g i / h i).
Proof.
  intros Hn H0 H.
  assert (Max : exists i, (i < n)%nat /\ 0 < h i /\ forall j, (j < n)%nat -> 0 < h j -> g j / h j <= g i / h i).
  { clear H. induction n as [|n IH]; [lia|]. destruct (Nat.eq_dec n 0) as [->|N].
    - exists 0%nat. repeat split; [lia | assumption|]. intros j Hj _. replace j with 0%nat by lia. lra.
    - destruct IH as [i [Hi [Pi Mi]]]; [lia|]. destruct (Rlt_le_dec 0 (h n)) as [P|P]; [destruct (Rle_lt_dec (g n / h n) (g i / h i)) as [L|L]|].
      + exists i. repeat split; [lia | assumption|]. intros j Hj Pj. destruct (Nat.eq_dec j n) as [->|]; [assumption | apply Mi; [lia | assumption]].
      + exists n. repeat split; [lia | assumption|]. intros j Hj Pj. destruct (Nat.eq_dec j n) as [->|]; [lra|]. specialize (Mi j ltac:(lia) Pj). lra.
      + exists i. repeat split; [lia | assumption|]. intros j Hj Pj. destruct (Nat.eq_dec j n) as [->|]; [lra | apply Mi; [lia | assumption]]. }
  destruct Max as [i [Hi [Pi Mi]]]. exists i. split; [assumption|]. split; [assumption|]. split.
  - destruct (H i Hi) as [_ L]. apply Rmult_le_reg_r with (h i); [assumption|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. lra.
  - intros j Hj. destruct (H j Hj) as [Nj Lj]. destruct (Req_dec (h j) 0) as [Z|Z]; [rewrite Z in *; lra|].
    pose proof (Rmult_le_compat_l (h j) _ _ Nj (Mi j Hj ltac:(lra))) as L. replace (h j * (g j / h j)) with (g j) in L by (field; assumption). assumption.
Qed.

(** Z, which always gives the same output; (1 - w) M + w Z. *)
Definition always (output i j : nat) : R := if Nat.eqb i output then 1 else 0.
Definition mixed (w : R) (M Z : nat -> nat -> R) (i j : nat) : R := (1 - w) * M i j + w * Z i j.

(** The minimisers at pi = 0 are the mixtures of a vertex's mechanism M with the one that always gives output 0. *)
Theorem zero_face_at_zero n a b c P : lines n a b c -> (forall i, (i < n)%nat -> 0 <= a i) -> mechanism 2 2 P -> gap P > 0 ->
  feasible n a b c (coordinate_x P) (coordinate_y P) -> variance 0 P = 0 ->
  exists i, (i < n)%nat /\ det a b i 1 <> 0 /\ feasible n a b c (meet_x a b c i 1) (meet_y a b c i 1) /\
  forall M, mechanism 2 2 M -> gap M > 0 -> coordinate_x M = meet_x a b c i 1 -> coordinate_y M = meet_y a b c i 1 ->
  variance 0 M = 0 /\ exists w, 0 <= w < 1 /\ forall e j, (e < 2)%nat -> (j < 2)%nat -> P e j = mixed w M (always 0) e j.
Proof.
  intros HL Ha HP Hg HF E. destruct (zero_at_an_end n a b c 0 P HL ltac:(lra) HP Hg HF E) as [[_ Y]|[Z _]]; [|lra].
  destruct HL as [Hn [A0 [B0 [C0 [A1 [B1 C1]]]]]].
  destruct (last_on_face n (fun i => c i - b i) a (coordinate_x P)) as [i [Hi [Pi [Li Mi]]]]; [lia | lra | |].
  { intros j Hj. split; [now apply Ha|]. specialize (HF j Hj). rewrite Y in HF. lra. }
  assert (D : det a b i 1 = a i) by (unfold det; rewrite A1, B1; ring).
  assert (X1 : meet_x a b c i 1 = (c i - b i) / a i) by (unfold meet_x; rewrite D, B1, C1; field; lra).
  assert (Y1 : meet_y a b c i 1 = 1) by (unfold meet_y; rewrite D, A1, C1; field; lra).
  exists i. split; [assumption|]. split; [lra|]. split.
  - intros j Hj. rewrite X1, Y1. specialize (Mi j Hj). lra.
  - intros M HM GM XM YM. rewrite Y1 in YM. rewrite X1 in XM. split; [rewrite variance_product by (auto; lra); rewrite YM; ring|].
    destruct (two_by_two P HP) as [_ [_ [P1 P0]]]. destruct (two_by_two M HM) as [_ [_ [M1 M0]]].
    assert (One : forall N, gap N > 0 -> coordinate_y N = 1 -> N 0%nat 0%nat = 1 /\ gap N = N 1%nat 1%nat /\ coordinate_x N = / N 1%nat 1%nat).
    { intros N GN YN. assert (Q : N 1%nat 1%nat = gap N) by (rewrite <- (Rmult_1_l (gap N)), <- YN; unfold coordinate_y; field; lra).
      assert (Q0 : N 0%nat 0%nat = 1) by (unfold gap in Q; lra). repeat split; [assumption | congruence|].
      unfold coordinate_x. rewrite Q0, Q. unfold Rdiv. ring. }
    destruct (One P Hg Y) as [P00 [GP XP]]. destruct (One M GM YM) as [M00 [GM' XM']].
    rewrite XM in XM'. rewrite XP, XM' in Li. rewrite GP in Hg. rewrite GM' in GM.
    assert (Less : P 1%nat 1%nat <= M 1%nat 1%nat) by (rewrite <- (Rinv_inv (P 1%nat 1%nat)), <- (Rinv_inv (M 1%nat 1%nat));
      apply Rinv_le_contravar; [now apply Rinv_0_lt_compat | assumption]).
    assert (W : 0 < P 1%nat 1%nat / M 1%nat 1%nat <= 1).
    { split; [now apply Rdiv_lt_0_compat|]. apply Rmult_le_reg_r with (M 1%nat 1%nat); [assumption|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. lra. }
    exists (1 - P 1%nat 1%nat / M 1%nat 1%nat). split; [lra|].
    intros e j He Hj. unfold mixed, always. destruct e as [|[|e]]; destruct j as [|[|j]]; try lia; simpl;
      rewrite ?P1, ?P0, ?M1, ?M0, ?P00, ?M00; field; lra.
Qed.

(** And those at pi = 1 with the one that always gives output 1. *)
Theorem zero_face_at_one n a b c P : lines n a b c -> (forall i, (i < n)%nat -> 0 <= b i) -> mechanism 2 2 P -> gap P > 0 ->
  feasible n a b c (coordinate_x P) (coordinate_y P) -> variance 1 P = 0 ->
  exists i, (i < n)%nat /\ det a b 0 i <> 0 /\ feasible n a b c (meet_x a b c 0 i) (meet_y a b c 0 i) /\
  forall M, mechanism 2 2 M -> gap M > 0 -> coordinate_x M = meet_x a b c 0 i -> coordinate_y M = meet_y a b c 0 i ->
  variance 1 M = 0 /\ exists w, 0 <= w < 1 /\ forall e j, (e < 2)%nat -> (j < 2)%nat -> P e j = mixed w M (always 1) e j.
Proof.
  intros HL Hb HP Hg HF E. destruct (zero_at_an_end n a b c 1 P HL ltac:(lra) HP Hg HF E) as [[Z _]|[_ X]]; [lra|].
  destruct HL as [Hn [A0 [B0 [C0 [A1 [B1 C1]]]]]].
  assert (Top : exists i, (i < n)%nat /\ 0 < b i /\ (c i - a i) / b i <= coordinate_y P /\ forall j, (j < n)%nat -> c j - a j <= b j * ((c i - a i) / b i)).
  { (* the first two lines change places *)
    set (s := fun i => match i with O => 1%nat | S O => 0%nat | _ => i end).
    assert (SS : forall i, s (s i) = i) by (intros [|[|i]]; reflexivity).
    assert (Sn : forall i, (i < n)%nat -> (s i < n)%nat) by (intros [|[|i]] H; simpl; lia).
    destruct (last_on_face n (fun i => c (s i) - a (s i)) (fun i => b (s i)) (coordinate_y P)) as [i [Hi [Pi [Li Mi]]]]; [lia | simpl; lra | |].
    - intros j Hj. split; [now apply Hb, Sn|]. specialize (HF (s j) (Sn j Hj)). rewrite X in HF. lra.
    - exists (s i). repeat split; auto. intros j Hj. specialize (Mi (s j) (Sn j Hj)). now rewrite SS in Mi. }
  destruct Top as [i [Hi [Pi [Li Mi]]]].
  assert (D : det a b 0 i = b i) by (unfold det; rewrite A0, B0; ring).
  assert (X1 : meet_x a b c 0 i = 1) by (unfold meet_x; rewrite D, B0, C0; field; lra).
  assert (Y1 : meet_y a b c 0 i = (c i - a i) / b i) by (unfold meet_y; rewrite D, A0, C0; field; lra).
  exists i. split; [assumption|]. split; [lra|]. split.
  - intros j Hj. rewrite X1, Y1. specialize (Mi j Hj). lra.
  - intros M HM GM XM YM. rewrite Y1 in YM. rewrite X1 in XM. split; [rewrite variance_product by (auto; lra); rewrite XM; ring|].
    destruct (two_by_two P HP) as [_ [_ [P1 P0]]]. destruct (two_by_two M HM) as [_ [_ [M1 M0]]].
    assert (One : forall N, gap N > 0 -> coordinate_x N = 1 -> N 1%nat 1%nat = 1 /\ gap N = N 0%nat 0%nat /\ coordinate_y N = / N 0%nat 0%nat).
    { intros N GN XN. assert (Q : N 0%nat 0%nat = gap N) by (rewrite <- (Rmult_1_l (gap N)), <- XN; unfold coordinate_x; field; lra).
      assert (Q0 : N 1%nat 1%nat = 1) by (unfold gap in Q; lra). repeat split; [assumption | congruence|].
      unfold coordinate_y. rewrite Q0, Q. unfold Rdiv. ring. }
    destruct (One P Hg X) as [P11 [GP YP]]. destruct (One M GM XM) as [M11 [GM' YM']].
    rewrite YM in YM'. rewrite YP, YM' in Li. rewrite GP in Hg. rewrite GM' in GM.
    assert (Less : P 0%nat 0%nat <= M 0%nat 0%nat) by (rewrite <- (Rinv_inv (P 0%nat 0%nat)), <- (Rinv_inv (M 0%nat 0%nat));
      apply Rinv_le_contravar; [now apply Rinv_0_lt_compat | assumption]).
    assert (W : 0 < P 0%nat 0%nat / M 0%nat 0%nat <= 1).
    { split; [now apply Rdiv_lt_0_compat|]. apply Rmult_le_reg_r with (M 0%nat 0%nat); [assumption|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. lra. }
    exists (1 - P 0%nat 0%nat / M 0%nat 0%nat). split; [lra|].
    intros e j He Hj. unfold mixed, always. destruct e as [|[|e]]; destruct j as [|[|j]]; try lia; simpl;
      rewrite ?P1, ?P0, ?M1, ?M0, ?P11, ?M11; field; lra.
Qed.

(** Each of these mixtures is a minimiser: it keeps to the lines, and its variance is 0. *)
Theorem mixtures_attain n a b c pi output M w : lines n a b c -> (forall i, (i < n)%nat -> 0 <= a i /\ 0 <= b i) -> mechanism 2 2 M -> gap M > 0 ->
  feasible n a b c (coordinate_x M) (coordinate_y M) -> (pi = 0 /\ output = 0%nat) \/ (pi = 1 /\ output = 1%nat) -> variance pi M = 0 -> 0 <= w < 1 ->
  let P := mixed w M (always output) in mechanism 2 2 P /\ gap P > 0 /\ feasible n a b c (coordinate_x P) (coordinate_y P) /\ variance pi P = 0.
Proof.
  intros HL Hab HM GM HF Which E Hw P. destruct (two_by_two M HM) as [M00 [M11 [M1 M0]]].
  assert (Hpi : 0 <= pi <= 1) by (destruct Which as [[-> _]|[-> _]]; lra).
  assert (HP : mechanism 2 2 P).
  { destruct HM as [Pos Sum]. split.
    - intros i j Hi Hj. unfold P, mixed, always. specialize (Pos i j Hi Hj). pose proof (Rmult_le_pos (1 - w) _ ltac:(lra) Pos). destruct (Nat.eqb i output); lra.
    - intros j Hj. unfold P, mixed. rewrite sum_plus, !sum_scal, (Sum j Hj). unfold always. simpl.
      destruct Which as [[_ ->]|[_ ->]]; simpl; ring. }
  assert (GP : gap P = (1 - w) * gap M) by (unfold P, gap, mixed, always; destruct Which as [[_ ->]|[_ ->]]; simpl; ring).
  assert (GP' : gap P > 0) by (rewrite GP; apply Rmult_lt_0_compat; lra).
  split; [assumption|]. split; [assumption|].
  destruct (zero_at_an_end n a b c pi M HL Hpi HM GM HF E) as [[Z Y]|[Z X]]; destruct Which as [[Z' ->]|[Z' ->]]; try lra.
  - assert (YP : coordinate_y P = 1).
    { assert (Q : M 1%nat 1%nat = gap M) by (rewrite <- (Rmult_1_l (gap M)), <- Y; unfold coordinate_y; field; lra).
      unfold coordinate_y. rewrite GP. unfold P, mixed, always. simpl. rewrite Q. field. lra. }
    assert (XP : coordinate_x M <= coordinate_x P).
    { assert (S : forall N, gap N > 0 -> coordinate_y N = 1 -> coordinate_x N = / gap N).
      { intros N GN YN. assert (Q : N 1%nat 1%nat = gap N) by (rewrite <- (Rmult_1_l (gap N)), <- YN; unfold coordinate_y; field; lra).
        unfold coordinate_x. replace (N 0%nat 0%nat) with 1 by (unfold gap in Q; lra). unfold Rdiv. ring. }
      rewrite (S M GM Y), (S P GP' YP). apply Rinv_le_contravar; [assumption|]. rewrite GP. pose proof (Rmult_le_pos w (gap M) ltac:(lra) ltac:(lra)). lra. }
    split; [|rewrite variance_product by (auto; lra); rewrite YP, Z; ring].
    intros i Hi. destruct (Hab i Hi) as [Ai _]. specialize (HF i Hi). rewrite Y in HF. rewrite YP.
    pose proof (Rmult_le_compat_l (a i) _ _ Ai XP). lra.
  - assert (XP : coordinate_x P = 1).
    { assert (Q : M 0%nat 0%nat = gap M) by (rewrite <- (Rmult_1_l (gap M)), <- X; unfold coordinate_x; field; lra).
      unfold coordinate_x. rewrite GP. unfold P, mixed, always. simpl. rewrite Q. field. lra. }
    assert (YP : coordinate_y M <= coordinate_y P).
    { assert (S : forall N, gap N > 0 -> coordinate_x N = 1 -> coordinate_y N = / gap N).
      { intros N GN XN. assert (Q : N 0%nat 0%nat = gap N) by (rewrite <- (Rmult_1_l (gap N)), <- XN; unfold coordinate_x; field; lra).
        unfold coordinate_y. replace (N 1%nat 1%nat) with 1 by (unfold gap in Q; lra). unfold Rdiv. ring. }
      rewrite (S M GM X), (S P GP' XP). apply Rinv_le_contravar; [assumption|]. rewrite GP. pose proof (Rmult_le_pos w (gap M) ltac:(lra) ltac:(lra)). lra. }
    split; [|rewrite variance_product by (auto; lra); rewrite XP, Z; ring].
    intros i Hi. destruct (Hab i Hi) as [_ Bi]. specialize (HF i Hi). rewrite X in HF. rewrite XP.
    pose proof (Rmult_le_compat_l (b i) _ _ Bi YP). lra.
Qed.

(** With p00 = p11 the value 0 leaves one mechanism: it tells the truth. *)
Theorem zero_warner pi P : 0 <= pi <= 1 -> mechanism 2 2 P -> gap P > 0 -> P 0%nat 0%nat = P 1%nat 1%nat -> variance pi P = 0 ->
  forall i j, (i < 2)%nat -> (j < 2)%nat -> P i j = trace_weights i j.
Proof.
  intros Hpi HP Hg He E. destruct (two_by_two P HP) as [P00 [P11 [P1 P0]]]. rewrite variance_product in E by (auto; lra).
  assert (X : 1 <= coordinate_x P).
  { apply Rmult_le_reg_r with (gap P); [assumption|]. unfold coordinate_x, Rdiv. rewrite Rmult_assoc, Rinv_l by lra. unfold gap. lra. }
  assert (Y : coordinate_y P = coordinate_x P) by (unfold coordinate_x, coordinate_y; now rewrite He). rewrite Y in E.
  assert (One : coordinate_x P = 1) by (apply Rmult_integral in E; destruct E; lra).
  assert (Q : P 0%nat 0%nat = gap P) by (rewrite <- (Rmult_1_l (gap P)), <- One; unfold coordinate_x; field; lra).
  assert (Q1 : P 1%nat 1%nat = 1) by (unfold gap in Q; lra). rewrite Q1 in *.
  intros i j Hi Hj. unfold trace_weights. destruct i as [|[|i]]; destruct j as [|[|j]]; try lia; simpl; lra.
Qed.
