(** Two of the three ways by which the inequality of the lemma on prices is shown on the whole cone: multipliers, for linear f (SPEC
    section 4.1), and patterns, for convex f under one pure demand (4.2). The third one is in Rays. *)

From Coq Require Import Reals Lra Lia Arith Bool.
From Rropt Require Import Sums Mechanisms TwoValuedRows Prices.
Open Scope R_scope.

(** A row of a pure demand lies between its least entry u and T u; with two inputs and T < 1 it is 0. *)
Lemma pure_row k D T s j l : pure_ratio k D T -> in_cone k D s -> (j < k)%nat -> (l < k)%nat -> j <> l -> s j <= T * s l.
Proof. intros HT [_ HC] Hj Hl N. destruct (HT j l Hj Hl N) as [c [Hc [Pl [J [L R]]]]]. specialize (HC c Hc Pl). now rewrite J, L, R in HC. Qed.

Lemma between_least k D T s : 1 <= T -> (0 < k)%nat -> pure_ratio k D T -> in_cone k D s ->
  exists u, 0 <= u /\ forall j, (j < k)%nat -> u <= s j <= T * u.
Proof.
  intros HT Hk Hp HC. destruct (exists_least k s Hk) as [l [Hl Least]]. pose proof (proj1 HC l Hl) as Nn.
  exists (s l). split; [assumption|]. intros j Hj. split; [now apply Least|].
  destruct (Nat.eq_dec j l) as [->|N]; [pose proof (Rmult_le_compat_r (s l) 1 T Nn HT); lra | now apply (pure_row k D)].
Qed.

Lemma only_zero k D T s : 0 < T < 1 -> (2 <= k)%nat -> pure_ratio k D T -> in_cone k D s -> forall j, (j < k)%nat -> s j = 0.
Proof.
  intros HT Hk Hp HC j Hj. set (l := if Nat.eqb j 0 then 1%nat else 0%nat).
  assert (Hl : (l < k)%nat /\ j <> l) by (unfold l; destruct (Nat.eqb_spec j 0); lia).
  pose proof (pure_row k D T s j l Hp HC Hj (proj1 Hl) (proj2 Hl)) as A.
  pose proof (pure_row k D T s l j Hp HC (proj1 Hl) Hj ltac:(destruct Hl; congruence)) as B.
  pose proof (proj1 HC j Hj) as N. pose proof (Rmult_le_compat_l T _ _ ltac:(lra) B) as TB.
  destruct (Req_dec (s j) 0) as [|Z]; [assumption|].
  pose proof (Rmult_lt_compat_r (s j) T 1 ltac:(lra) ltac:(lra)) as L. pose proof (Rmult_lt_compat_l T _ _ ltac:(lra) L). lra.
Qed.

(** Coefficients c of a row whose entries lie between u and T u. *)
Lemma row_bound k T u (p c : nat -> R) :
  0 <= u -> (forall j, (j < k)%nat -> u <= p j <= T * u) ->
  T * sum k (fun j => Rmax (c j) 0) + sum k (fun j => Rmin (c j) 0) <= 0 -> dot k c p <= 0.
Proof.
  intros Hu Hp Hc.
  apply Rle_trans with (u * (T * sum k (fun j => Rmax (c j) 0) + sum k (fun j => Rmin (c j) 0))).
  - rewrite <- sum_scal, <- sum_plus, <- sum_scal. apply sum_le. intros j Hj. destruct (Hp j Hj) as [H1 H2].
    destruct (Rle_lt_dec 0 (c j)) as [h|h].
    + rewrite Rmax_left, Rmin_right by lra. pose proof (Rmult_le_compat_l (c j) _ _ h H2). lra.
    + rewrite Rmax_right, Rmin_left by lra. pose proof (Rmult_le_compat_l (- c j) _ _ ltac:(lra) H1). lra.
  - apply Rle_trans with (u * 0); [apply Rmult_le_compat_l; assumption | lra].
Qed.

(** * Multipliers. What is left of the weights W of one output when prices, conditions and multipliers are paid. *)
Definition left_of (D : demand) (W y : nat -> R) (n : nat) (a : nat -> nat -> R) (u mu : nat -> R) (j : nat) : R :=
  W j - y j - sum n (fun e => u e * a e j)
  - sum (things D) (fun c => mu c * (unit (high D c) j - ratio D c * unit (low D c) j)).

Definition paid (k : nat) (D : demand) (c : nat -> R) : Prop :=
  (forall j, (j < k)%nat -> c j <= 0) \/
  exists T, pure_ratio k D T /\ 0 < T /\
    (((2 <= k)%nat /\ T < 1) \/ T * sum k (fun j => Rmax (c j) 0) + sum k (fun j => Rmin (c j) 0) <= 0).

Lemma paid_row k D c s : paid k D c -> in_cone k D s -> dot k c s <= 0.
Proof.
  intros HP HC. assert (Neg : (forall j, (j < k)%nat -> c j <= 0) -> dot k c s <= 0).
  { intros H. apply sum_nonpos. intros j Hj. pose proof (Rmult_le_compat_r (s j) _ _ (proj1 HC j Hj) (H j Hj)). lra. }
  destruct HP as [H|[T [Hp [HT HB]]]]; [auto|].
  destruct (le_lt_dec 2 k) as [Hk|Hk].
  - destruct (Rle_lt_dec 1 T) as [H1|H1].
    + destruct HB as [[_ HB]|HB]; [lra|]. destruct (between_least k D T s H1 ltac:(lia) Hp HC) as [u [Hu B]]. now apply (row_bound k T u).
    + rewrite dot_zero; [lra | now apply (only_zero k D T)].
  - destruct HB as [[HB _]|HB]; [lia|]. apply Neg. intros j Hj. assert (k = 1%nat) by lia. subst k. assert (j = 0%nat) by lia. subst j.
    simpl in HB. destruct (Rle_lt_dec (c 0%nat) 0) as [|h]; [assumption|]. rewrite Rmax_left, Rmin_right in HB by lra.
    pose proof (Rmult_lt_0_compat T _ HT h). lra.
Qed.

Theorem multipliers k D W y z n a u mu s :
  sound k D -> in_cone k D s -> (forall c, (c < things D)%nat -> 0 <= z c) ->
  (forall c, (c < things D)%nat -> mu c = 0 \/ (0 <= mu c /\ asked D c = true /\ (plane D c = true \/ mu c <= z c))) ->
  paid k D (left_of D W y n a u mu) -> dot k W s <= right_side k D y z n a u s.
Proof.
  intros HD HC Hz Hmu HP. pose proof (paid_row k D _ s HP HC) as B.
  assert (E : dot k (left_of D W y n a u mu) s = dot k W s - dot k y s - sum n (fun e => u e * dot k (a e) s)
    - sum (things D) (fun c => mu c * (dot k (unit (high D c)) s - ratio D c * dot k (unit (low D c)) s))).
  { unfold dot, left_of.
    rewrite (sum_ext n (fun e => u e * _) (fun e => sum k (fun j => u e * a e j * s j)))
      by (intros; rewrite <- sum_scal; apply sum_ext; intros; ring).
    rewrite (sum_ext (things D) (fun c => mu c * (sum k _ - _)) (fun c => sum k (fun j => mu c * (unit (high D c) j - ratio D c * unit (low D c) j) * s j)))
      by (intros; rewrite <- sum_scal, <- sum_minus, <- sum_scal; apply sum_ext; intros; ring).
    rewrite (sum_swap n k), (sum_swap (things D) k), <- !sum_minus. apply sum_ext. intros j _. rewrite !sum_scal_r. ring. }
  rewrite E in B. unfold right_side.
  assert (M : sum (things D) (fun c => mu c * (dot k (unit (high D c)) s - ratio D c * dot k (unit (low D c)) s))
    <= sum (things D) (fun c => z c * over D c s)); [|lra].
  apply sum_le. intros c Hc. pose proof (Rmax_l 0 (s (high D c) - ratio D c * s (low D c))) as M0.
  pose proof (Rmax_r 0 (s (high D c) - ratio D c * s (low D c))) as M1. pose proof (Rmult_le_pos _ _ (Hz c Hc) M0) as Z. unfold over.
  destruct (Hmu c Hc) as [->|[Hm [A Hb]]]; [lra|].
  rewrite !dot_unit by (now apply (sound_high k D HD) || now apply (sound_low k D HD)).
  destruct Hb as [Pl|Hb].
  - pose proof (proj2 HC c Hc Pl) as L. pose proof (Rmult_le_compat_l (mu c) _ 0 Hm ltac:(apply Rle_minus; exact L)). lra.
  - pose proof (Rmult_le_compat_l (mu c) _ _ Hm M1). pose proof (Rmult_le_compat_r _ _ _ M0 Hb). lra.
Qed.

(** The bound of a linear objective: mu_i,c with a number for each output. *)
Theorem linear_by_prices m k D W y z n (a : nat -> nat -> nat -> R) u mu bound P :
  sound k D -> mechanism m k P -> satisfies m D P ->
  (forall c, (c < things D)%nat -> z c = 0 \/ (0 <= z c /\ asked D c = true)) ->
  (forall e, (e < n)%nat -> (0 <= u e /\ sum m (fun i => dot k (a e i) (P i)) <= bound e) \/
    sum m (fun i => dot k (a e i) (P i)) = bound e) ->
  (forall i c, (i < m)%nat -> (c < things D)%nat ->
    mu i c = 0 \/ (0 <= mu i c /\ asked D c = true /\ (plane D c = true \/ mu i c <= z c))) ->
  (forall i, (i < m)%nat -> paid k D (left_of D (W i) y n (fun e => a e i) u (mu i))) ->
  objective m k W P <= sum k y + sum (things D) (fun c => z c * slack D c) + sum n (fun e => u e * bound e).
Proof.
  intros HD HP HS Hz Hu Hmu Hc. change (objective m k W P) with (sum m (fun i => (fun i => dot k (W i)) i (P i))).
  apply (prices_of_demand m k D _ y z n a u bound P); auto. intros i s Hi Hs. apply (multipliers k D (W i) y z n _ u (mu i)); auto.
  intros c Hc'. destruct (Hz c Hc') as [->|[Z _]]; lra.
Qed.

(** * Convex and homogeneous functions, on a convex cone F of rows where they are finite. *)
Record convex_on (k : nat) (F : (nat -> R) -> Prop) (f : (nat -> R) -> R) : Prop := {
  on_cone : cone k F;
  on_zero : F (fun _ => 0) /\ f (fun _ => 0) <= 0;
  on_same : forall r s, (forall j, (j < k)%nat -> r j = s j) -> f r = f s;
  on_plus : forall r s, F r -> F s -> f (fun j => r j + s j) <= f r + f s;
  on_times : forall c r, 0 < c -> F r -> f (fun j => c * r j) <= c * f r }.

Record linear (k : nat) (L : (nat -> R) -> R) : Prop := {
  linear_same : forall r s, (forall j, (j < k)%nat -> r j = s j) -> L r = L s;
  linear_plus : forall r s, L (fun j => r j + s j) = L r + L s;
  linear_times : forall c r, L (fun j => c * r j) = c * L r }.

Lemma linear_dot k y : linear k (dot k y).
Proof. constructor; intros; [now apply dot_ext | apply dot_plus | apply dot_times]. Qed.

Lemma convex_equal k F f g : convex_on k F f -> (forall r, f r = g r) -> convex_on k F g.
Proof. intros [C [Z0 Z] S P T] E. constructor; auto; intros; rewrite <- ?E; auto. Qed.

(** Where such a function is at most a linear one is a convex cone. *)
Lemma below_linear k F f L : convex_on k F f -> linear k L -> cone k (fun r => F r /\ f r <= L r).
Proof.
  intros [[FS FP FT] [Z0 Z] Same Plus Times] [LS LP LT]. constructor.
  - intros r s H [A B]. split; [now apply (FS r s)|]. now rewrite <- (Same r s H), <- (LS r s H).
  - intros r s [A B] [A' B']. split; [now apply FP|]. rewrite LP. pose proof (Plus r s A A'). lra.
  - intros c r Hc [A B]. split; [now apply FT|]. rewrite LT. destruct (Req_dec c 0) as [->|N].
    + rewrite (Same _ (fun _ => 0)) by (intros; ring). lra.
    + pose proof (Times c r ltac:(lra) A). pose proof (Rmult_le_compat_l c _ _ Hc B). lra.
Qed.

(** * Patterns. *)
Theorem patterns k D T F f y s :
  1 <= T -> (0 < k)%nat -> pure_ratio k D T -> convex_on k F f ->
  (forall b, F (pattern T b) /\ f (pattern T b) <= dot k y (pattern T b)) -> in_cone k D s -> F s /\ f s <= dot k y s.
Proof.
  intros HT Hk Hp Hf Pat HC. destruct (between_least k D T s HT Hk Hp HC) as [u [Hu B]].
  exact (two_valued_rows k T _ HT (below_linear k F f _ Hf (linear_dot k y)) Pat s u Hu B).
Qed.

(** The bound under one pure demand. *)
Theorem convex_by_patterns m k T F f y P :
  1 <= T -> (0 < k)%nat -> convex_on k F f -> mechanism m k P -> ldp m k T 0 P ->
  (forall b, F (pattern T b) /\ f (pattern T b) <= dot k y (pattern T b)) -> sum m (fun i => f (P i)) <= sum k y.
Proof.
  intros HT Hk Hf HP HL Pat. set (D := all_pairs k T 0 true).
  pose proof (prices_of_rows m k D f y (fun _ => 0) P (all_pairs_sound k T 0 true ltac:(auto)) HP
    (proj2 (all_pairs_satisfies m k T 0 true P) HL) ltac:(auto)) as B.
  rewrite (sum_ext _ (fun c => 0 * slack D c) (fun _ => 0)) in B by (intros; ring). rewrite sum_zero in B.
  assert (H : sum m (fun i => f (P i)) <= sum k y + 0); [|lra]. apply B. intros s Hs.
  rewrite (sum_ext _ _ (fun _ => 0)) by (intros; ring). rewrite sum_zero.
  pose proof (patterns k D T F f y s HT Hk (all_pairs_pure k T) Hf Pat Hs). lra.
Qed.
