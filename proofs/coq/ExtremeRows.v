(** Extreme rows under budgets by pair: SPEC sections 3.2 and 9.9. What is convex, homogeneous and at most y.r at these is so at
    every row, and summed over the rows of a mechanism at most Sum y. *)

From Coq Require Import Reals Lra Lia Arith Bool Classical.
From Rropt Require Import Sums Mechanisms TwoValuedRows Vertices Sublinear TotalVariance Estimates.
Open Scope R_scope.

(** Rows without negative entries, with r_j <= T_jl r_l for the ordered pairs (j, l) of which this is asked. *)
Definition row_of (k : nat) (asked : nat -> nat -> bool) (T : nat -> nat -> R) (r : nat -> R) : Prop :=
  (forall j, (j < k)%nat -> 0 <= r j) /\
  (forall j l, (j < k)%nat -> (l < k)%nat -> asked j l = true -> r j <= T j l * r l).

(** Inputs that a path joins to the input [first]: each step of it is a pair with r_j = T_jl r_l, one way or the other. *)
Inductive joined (k : nat) (asked : nat -> nat -> bool) (T : nat -> nat -> R) (r : nat -> R) (first : nat) : nat -> Prop :=
| joined_first : joined k asked T r first first
| joined_step : forall j l, joined k asked T r first j -> (j < k)%nat -> (l < k)%nat -> 0 < r l ->
    (asked j l = true /\ r j = T j l * r l) \/ (asked l j = true /\ r l = T l j * r j) -> joined k asked T r first l.

(** An extreme row: 1 at the first input of its set U, 0 outside of U, and such paths join all of U. *)
Definition extreme_row (k : nat) (asked : nat -> nat -> bool) (T : nat -> nat -> R) (r : nat -> R) : Prop :=
  row_of k asked T r /\ exists first, (first < k)%nat /\ r first = 1 /\ (forall j, (j < first)%nat -> r j = 0) /\
    forall j, (j < k)%nat -> 0 < r j -> joined k asked T r first j.

Section Cone.

Variable k : nat.
Variable asked : nat -> nat -> bool.
Variable T : nat -> nat -> R.
Hypothesis ratio_sign : forall j l, (j < k)%nat -> (l < k)%nat -> asked j l = true -> 0 < T j l.

(** The inequalities in one list: first the signs, then the pairs. *)
Definition limit (n : nat) (r : nat -> R) : R :=
  if (n <? k)%nat then r n else
  let j := ((n - k) / k)%nat in let l := ((n - k) mod k)%nat in if asked j l then T j l * r l - r j else 0.
Definition limits : nat := (k + k * k)%nat.

Lemma limit_line n r s d : limit n (fun j => r j + s * d j) = limit n r + s * limit n d.
Proof. unfold limit. destruct (n <? k)%nat; [ring|]. destruct (asked _ _); ring. Qed.

Lemma limit_sign r j : (j < k)%nat -> limit j r = r j.
Proof. intros H. unfold limit. destruct (Nat.ltb_spec j k); [reflexivity | lia]. Qed.

Lemma limit_pair r j l : (j < k)%nat -> (l < k)%nat -> limit (k + (j * k + l)) r = if asked j l then T j l * r l - r j else 0.
Proof.
  intros Hj Hl. unfold limit. destruct (Nat.ltb_spec (k + (j * k + l)) k); [lia|].
  replace (k + (j * k + l) - k)%nat with (l + j * k)%nat by lia.
  rewrite Nat.div_add, Nat.mod_add, Nat.div_small, Nat.mod_small by lia. reflexivity.
Qed.

Lemma within_limits r : row_of k asked T r <-> forall n, (n < limits)%nat -> 0 <= limit n r.
Proof.
  split.
  - intros [S A] n Hn. unfold limits in Hn. unfold limit. destruct (Nat.ltb_spec n k) as [L|L]; [auto|].
    assert (K : k <> 0%nat) by (intros E; rewrite E in *; simpl in *; lia).
    assert (J : ((n - k) / k < k)%nat) by (apply Nat.div_lt_upper_bound; lia).
    pose proof (Nat.mod_upper_bound (n - k) k K) as U. cbv zeta.
    destruct (asked ((n - k) / k) ((n - k) mod k)) eqn:E; [|lra]. specialize (A _ _ J U E). lra.
  - intros H. split.
    + intros j Hj. rewrite <- limit_sign by assumption. apply H. unfold limits. lia.
    + intros j l Hj Hl E. assert (N : (k + (j * k + l) < limits)%nat).
      { unfold limits. assert (j * k + l < k * k)%nat; [|lia]. apply Nat.lt_le_trans with (j * k + 1 * k)%nat; [lia|].
        rewrite <- Nat.mul_add_distr_r. apply Nat.mul_le_mono_r. lia. }
      specialize (H _ N). rewrite limit_pair, E in H by assumption. lra.
Qed.

(** How many of them are strict. *)
Definition strict (r : nat -> R) (n : nat) : nat := if Req_EM_T (limit n r) 0 then 0%nat else 1%nat.
Fixpoint count (n : nat) (f : nat -> nat) : nat := match n with O => 0%nat | S n' => (count n' f + f n')%nat end.

Lemma count_le n f g : (forall i, (i < n)%nat -> (f i <= g i)%nat) -> (count n f <= count n g)%nat.
Proof. induction n as [|n IH]; intros H; simpl; [lia|]. specialize (IH ltac:(intros; apply H; lia)). specialize (H n ltac:(lia)). lia. Qed.

Lemma count_lt n f g i : (forall i, (i < n)%nat -> (f i <= g i)%nat) -> (i < n)%nat -> (f i < g i)%nat -> (count n f < count n g)%nat.
Proof.
  induction n as [|n IH]; intros H Hi L; [lia|]. simpl. pose proof (H n ltac:(lia)).
  destruct (Nat.eq_dec i n) as [->|N].
  - pose proof (count_le n f g ltac:(intros; apply H; lia)). lia.
  - specialize (IH ltac:(intros; apply H; lia) ltac:(lia) L). lia.
Qed.

Lemma fewer_strict r r' n :
  (forall i, (i < limits)%nat -> limit i r = 0 -> limit i r' = 0) -> (n < limits)%nat -> limit n r <> 0 -> limit n r' = 0 ->
  (count limits (strict r') < count limits (strict r))%nat.
Proof.
  intros H Hn A B. apply count_lt with n; [|assumption|].
  - intros i Hi. unfold strict. destruct (Req_EM_T (limit i r) 0) as [E|E]; destruct (Req_EM_T (limit i r') 0) as [E'|E']; try lia.
    exfalso. auto.
  - unfold strict. destruct (Req_EM_T (limit n r) 0); [contradiction|]. destruct (Req_EM_T (limit n r') 0); [lia | contradiction].
Qed.

Lemma members (n : nat) (Q : nat -> Prop) : exists s : nat -> bool, forall j, (j < n)%nat -> s j = true <-> Q j.
Proof.
  induction n as [|n [s IH]]; [exists (fun _ => true); intros; lia|].
  destruct (classic (Q n)) as [H|H].
  - exists (fun j => if Nat.eqb j n then true else s j). intros j Hj. destruct (Nat.eqb_spec j n) as [->|N]; [tauto | apply IH; lia].
  - exists (fun j => if Nat.eqb j n then false else s j). intros j Hj. destruct (Nat.eqb_spec j n) as [->|N]; [|apply IH; lia].
    split; [discriminate | contradiction].
Qed.

Lemma first_positive r n : (forall j, (j < n)%nat -> 0 <= r j) ->
  (forall j, (j < n)%nat -> r j = 0) \/ exists i, (i < n)%nat /\ 0 < r i /\ forall j, (j < i)%nat -> r j = 0.
Proof.
  induction n as [|n IH]; intros H; [left; intros; lia|].
  destruct IH as [Z|[i [Hi [P Z]]]]; [intros; apply H; lia | |].
  - destruct (Req_dec (r n) 0) as [E|E].
    + left. intros j Hj. destruct (Nat.eq_dec j n) as [->|]; [assumption | apply Z; lia].
    + right. exists n. repeat split; [lia | specialize (H n ltac:(lia)); lra | assumption].
  - right. exists i. repeat split; auto.
Qed.

Lemma joined_times c r first j : 0 < c -> joined k asked T r first j -> joined k asked T (fun i => c * r i) first j.
Proof.
  intros Hc H. induction H as [|j l _ IH Hj Hl P E]; [constructor|].
  apply joined_step with j; auto; [now apply Rmult_lt_0_compat|].
  destruct E as [[A E]|[A E]]; [left | right]; split; auto; rewrite E; ring.
Qed.

(** The extreme rows generate all: a convex cone with these contains every row. *)
Theorem extreme_rows (C : (nat -> R) -> Prop) :
  cone k C -> C (fun _ => 0) -> (forall r, extreme_row k asked T r -> C r) -> forall r, row_of k asked T r -> C r.
Proof.
  intros HC C0 Ext.
  enough (Main : forall n r, (count limits (strict r) < n)%nat -> row_of k asked T r -> C r) by (intros r; apply (Main (S (count limits (strict r)))); lia).
  induction n as [|n IH]; intros r Hn Hr; [lia|].
  destruct (first_positive r k (proj1 Hr)) as [Z|[first [Hf [Pf Zf]]]].
  { apply (cone_same k C HC (fun _ => 0)); [intros j Hj; now rewrite Z | exact C0]. }
  destruct (classic (forall j, (j < k)%nat -> 0 < r j -> joined k asked T r first j)) as [All|Some].
  { apply (cone_same k C HC (fun j => r first * (/ r first * r j))); [intros; field; lra|].
    apply (cone_times k C HC); [lra|]. apply Ext.
    pose proof (Rinv_0_lt_compat _ Pf) as I. split; [split|].
    - intros j Hj. apply Rmult_le_pos; [lra | now apply Hr].
    - intros j l Hj Hl A. pose proof (Rmult_le_compat_l (/ r first) _ _ ltac:(lra) (proj2 Hr j l Hj Hl A)). lra.
    - exists first. split; [assumption|]. split; [field; lra|]. split; [intros j Hj; rewrite (Zf j Hj); ring|].
      intros j Hj P. apply joined_times; [assumption|]. apply All; [assumption|].
      destruct (Rlt_le_dec 0 (r j)) as [|L]; [assumption|]. pose proof (proj1 Hr j Hj). replace (r j) with 0 in P by lra. lra. }
  apply not_all_ex_not in Some. destruct Some as [far Some]. apply imply_to_and in Some. destruct Some as [Hfar Some].
  apply imply_to_and in Some. destruct Some as [Pfar Nfar].
  destruct (members k (joined k asked T r first)) as [s Hs].
  set (d := fun j => if s j then r j else 0).
  pose proof (proj1 (within_limits r) Hr) as G.
  (* what is tight for r is tight for d *)
  assert (Keep : forall i, (i < limits)%nat -> limit i r = 0 -> limit i d = 0).
  { intros i Hi. unfold limits in Hi. unfold limit. destruct (Nat.ltb_spec i k) as [L|L].
    - intros E. unfold d. rewrite E. destruct (s i); reflexivity.
    - assert (K : k <> 0%nat) by lia. cbv zeta.
      assert (J : ((i - k) / k < k)%nat) by (apply Nat.div_lt_upper_bound; lia).
      pose proof (Nat.mod_upper_bound (i - k) k K) as U. set (j := ((i - k) / k)%nat) in *. set (l := ((i - k) mod k)%nat) in *.
      destruct (asked j l) eqn:A; [|reflexivity]. intros E. pose proof (ratio_sign j l J U A) as TP.
      pose proof (proj1 Hr j J) as Rj. pose proof (proj1 Hr l U) as Rl.
      destruct (Req_dec (r l) 0) as [Z|Z].
      + assert (r j = 0) by (rewrite Z in E; lra). unfold d. rewrite Z. replace (r j) with 0. destruct (s l), (s j); ring.
      + assert (Pl : 0 < r l) by lra. assert (Pj : 0 < r j) by (pose proof (Rmult_lt_0_compat _ _ TP Pl); lra).
        assert (Same : s j = s l).
        { destruct (s j) eqn:Ej; destruct (s l) eqn:El; auto.
          - apply Hs in Ej; [|assumption]. rewrite <- El. symmetry. apply Hs; [assumption|].
            apply joined_step with j; auto. left. split; [assumption | lra].
          - apply Hs in El; [|assumption]. rewrite <- Ej. apply Hs; [assumption|].
            apply joined_step with l; auto. right. split; [assumption | lra]. }
        unfold d. rewrite Same. destruct (s l); lra. }
  assert (Line : forall e i, limit i r = 0 -> (i < limits)%nat -> limit i (fun j => r j + e * d j) = 0).
  { intros e i E Hi. rewrite limit_line, E, (Keep i Hi E). ring. }
  assert (Sf : d first = r first).
  { unfold d. replace (s first) with true; [reflexivity|]. symmetry. apply Hs; [assumption | constructor]. }
  assert (Sfar : d far = 0).
  { unfold d. destruct (s far) eqn:E; [|reflexivity]. exfalso. apply Nfar. now apply Hs. }
  (* against d *)
  destruct (first_tight limits (fun i => limit i r) (fun i => - limit i d) G) as [L|[s2 [i2 [S2 [I2 [N2 [E2 F2]]]]]]].
  { exfalso. specialize (L first ltac:(unfold limits; lia)). rewrite limit_sign, Sf in L by assumption. lra. }
  assert (R2 : C (fun j => r j + - s2 * d j)).
  { apply IH.
    - apply Nat.lt_le_trans with (count limits (strict r)); [|lia]. apply fewer_strict with i2; auto.
      + intros Z. rewrite (Keep i2 I2 Z) in N2. lra.
      + rewrite limit_line. lra.
    - apply within_limits. intros i Hi. rewrite limit_line. specialize (F2 i Hi). lra. }
  (* along d *)
  destruct (first_tight limits (fun i => limit i r) (fun i => limit i d) G) as [L|[s1 [i1 [S1 [I1 [N1 [E1 F1]]]]]]].
  - assert (Cd : C d).
    { apply IH; [|now apply within_limits].
      apply Nat.lt_le_trans with (count limits (strict r)); [|lia]. apply fewer_strict with far; auto.
      - unfold limits. lia.
      - rewrite limit_sign by assumption. lra.
      - now rewrite limit_sign. }
    apply (cone_same k C HC (fun j => (r j + - s2 * d j) + s2 * d j)); [intros; ring|].
    apply (cone_plus k C HC); [assumption|]. now apply (cone_times k C HC).
  - assert (R1 : C (fun j => r j + s1 * d j)).
    { apply IH.
      - apply Nat.lt_le_trans with (count limits (strict r)); [|lia]. apply fewer_strict with i1; auto.
        + intros Z. rewrite (Keep i1 I1 Z) in N1. lra.
        + rewrite limit_line. lra.
      - apply within_limits. intros i Hi. rewrite limit_line. now apply F1. }
    assert (P1 : 0 < s1).
    { destruct (Req_dec s1 0) as [Z|]; [|lra]. rewrite Z in E1. rewrite (Keep i1 I1 ltac:(lra)) in N1. lra. }
    assert (I : 0 < / (s1 + s2)) by (apply Rinv_0_lt_compat; lra).
    apply (cone_same k C HC (fun j => s2 * / (s1 + s2) * (r j + s1 * d j) + s1 * / (s1 + s2) * (r j + - s2 * d j))); [intros; field; lra|].
    apply (cone_plus k C HC); apply (cone_times k C HC); auto; apply Rmult_le_pos; lra.
Qed.

End Cone.

(** A row of a mechanism is such a row, where the pairs asked have delta = 0. *)
Lemma mechanism_row m k asked T P i : mechanism m k P ->
  (forall j l, (j < k)%nat -> (l < k)%nat -> asked j l = true -> excess m (T j l) P j l <= 0) -> (i < m)%nat -> row_of k asked T (P i).
Proof.
  intros [Pos _] HL Hi. split; [intros; now apply Pos|]. intros j l Hj Hl A. specialize (HL j l Hj Hl A). unfold excess in HL.
  assert (N : forall i, (i < m)%nat -> 0 <= Rmax 0 (P i j - T j l * P i l)) by (intros; apply Rmax_l).
  pose proof (sum_term m (fun i => Rmax 0 (P i j - T j l * P i l)) i N Hi) as S. cbv beta in S.
  pose proof (Rmax_r 0 (P i j - T j l * P i l)). lra.
Qed.

Lemma sum_over_rows m k f y P : mechanism m k P -> (forall i, (i < m)%nat -> f (P i) <= dot k y (P i)) -> sum m (fun i => f (P i)) <= sum k y.
Proof.
  intros [_ Sum] H. apply Rle_trans with (sum m (fun i => dot k y (P i))); [now apply sum_le|].
  right. unfold dot. rewrite sum_swap. apply sum_ext. intros j Hj. rewrite sum_scal, (Sum j Hj). ring.
Qed.

(** The rule: an inequality at the extreme rows bounds the sum over the rows of every mechanism of the demand. *)
Theorem sublinear_by_extreme_rows m k asked T f y P :
  (forall j l, (j < k)%nat -> (l < k)%nat -> asked j l = true -> 0 < T j l) -> sublinear_rows k f -> mechanism m k P ->
  (forall j l, (j < k)%nat -> (l < k)%nat -> asked j l = true -> excess m (T j l) P j l <= 0) ->
  (forall r, extreme_row k asked T r -> f r <= dot k y r) ->
  sum m (fun i => f (P i)) <= sum k y.
Proof.
  intros HT [Same Zero Plus Times] HP HL Ext. apply sum_over_rows; [assumption|]. intros i Hi.
  set (C := fun r : nat -> R => (forall j, (j < k)%nat -> 0 <= r j) /\ f r <= dot k y r).
  enough (C (P i)) by apply H. apply (extreme_rows k asked T HT C); [| | | now apply (mechanism_row m)].
  - constructor.
    + intros r s H [A B]. split; [intros j Hj; rewrite <- H by assumption; auto|].
      rewrite <- (Same r s H), <- (dot_ext k y r y s) by auto. assumption.
    + intros r s [A B] [A' B']. split; [intros j Hj; specialize (A j Hj); specialize (A' j Hj); lra|].
      rewrite dot_plus. pose proof (Plus r s A A'). lra.
    + intros c r Hc [A B]. split; [intros j Hj; apply Rmult_le_pos; auto|]. rewrite dot_times.
      destruct (Req_dec c 0) as [->|N].
      * rewrite Zero by (intros; ring). lra.
      * pose proof (Times c r ltac:(lra) A). pose proof (Rmult_le_compat_l c _ _ Hc B). lra.
  - split; [intros; lra|]. rewrite Zero by auto. rewrite dot_zero by auto. lra.
  - intros r Hr. split; [apply Hr | now apply Ext].
Qed.

(** The same for a function that is convex and homogeneous on positive rows alone, where no extreme row has a 0. *)
Theorem sublinear_by_positive_rows m k asked T f y P :
  (forall j l, (j < k)%nat -> (l < k)%nat -> asked j l = true -> 0 < T j l) -> sublinear k f -> mechanism m k P ->
  (forall j l, (j < k)%nat -> (l < k)%nat -> asked j l = true -> excess m (T j l) P j l <= 0) ->
  (forall r, extreme_row k asked T r -> positive k r /\ f r <= dot k y r) ->
  sum m (fun i => f (P i)) <= sum k y.
Proof.
  intros HT Hf HP HL Ext. apply sum_over_rows; [assumption|]. intros i Hi.
  enough (below k f y (P i)) by apply H. apply (extreme_rows k asked T HT _ (below_cone k f y Hf)); [| | now apply (mechanism_row m)].
  - split; [now left|]. rewrite (sub_zero k f Hf) by auto. rewrite (sum_ext k _ (fun _ => 0)), sum_zero by (intros; ring). lra.
  - intros r Hr. destruct (Ext r Hr). split; [now right | assumption].
Qed.

(** The matrix duals (9.2, 9.8) at the extreme rows; contrast_bound, determinant_bound and largest_variance_bound go on from here. *)
Theorem forms_by_extreme_rows m k asked T A q w X d pi y P :
  (forall j l, (j < k)%nat -> (l < k)%nat -> asked j l = true -> 0 < T j l) ->
  (forall a, (a < A)%nat -> 0 <= w a) -> (forall a c, (a < A)%nat -> (c < q)%nat -> 0 <= d a c) ->
  (forall a j, (a < A)%nat -> (j < k)%nat -> 0 < pi a j) -> mechanism m k P ->
  (forall j l, (j < k)%nat -> (l < k)%nat -> asked j l = true -> excess m (T j l) P j l <= 0) ->
  (forall r, extreme_row k asked T r -> forms A q k w X d pi r <= dot k y r) ->
  sum m (fun i => forms A q k w X d pi (P i)) <= sum k y.
Proof. intros HT Hw Hd Hpi HP HL Ext. apply (sublinear_by_extreme_rows m k asked T); auto. now apply forms_sublinear. Qed.

(** The information at a prior, 0 log 0 = 0: on all rows without negative entries. *)
Lemma log_term_subadditive u a b c d : 0 <= u -> 0 <= a -> 0 <= c -> u * a <= b -> u * c <= d ->
  u * ((a + c) * ln ((a + c) / (b + d))) <= u * (a * ln (a / b)) + u * (c * ln (c / d)).
Proof.
  intros Hu Ha Hc Hb Hd. destruct (Req_dec u 0) as [->|Nu]; [lra|].
  assert (One : forall a b d, 0 < a -> 0 < b -> 0 <= d -> a * ln (a / (b + d)) <= a * ln (a / b)).
  { intros x b' d' X B D. rewrite !ln_over by lra. assert (ln b' <= ln (b' + d')).
    { destruct (Req_dec d' 0) as [->|]; [rewrite Rplus_0_r; lra | left; apply ln_increasing; lra]. }
    apply Rmult_le_compat_l; lra. }
  assert (Pos : forall a b, 0 < a -> u * a <= b -> 0 < b) by (intros x z X Z; pose proof (Rmult_lt_0_compat u x ltac:(lra) X); lra).
  assert (Nn : forall a b, 0 <= a -> u * a <= b -> 0 <= b) by (intros x z X Z; pose proof (Rmult_le_pos u x Hu X); lra).
  rewrite <- Rmult_plus_distr_l. apply Rmult_le_compat_l; [assumption|].
  destruct (Req_dec a 0) as [->|Na]; [|destruct (Req_dec c 0) as [->|Nc]].
  - destruct (Req_dec c 0) as [->|Nc]; [rewrite !Rplus_0_l; lra|]. rewrite Rplus_0_l, (Rplus_comm b d).
    pose proof (One c d b ltac:(lra) (Pos c d ltac:(lra) Hd) (Nn 0 b (Rle_refl 0) Hb)). lra.
  - rewrite Rplus_0_r. pose proof (One a b d ltac:(lra) (Pos a b ltac:(lra) Hb) (Nn 0 d (Rle_refl 0) Hd)). lra.
  - apply log_subadditive; try lra; [apply (Pos a b) | apply (Pos c d)]; lra.
Qed.

Theorem information_sublinear_rows k w : (forall j, (j < k)%nat -> 0 <= w j) -> sublinear_rows k (information_row k w).
Proof.
  intros Hw. constructor.
  - intros r s H. unfold information_row.
    rewrite (sum_ext k (fun l => w l * r l) (fun l => w l * s l)) by (intros l Hl; now rewrite H).
    apply sum_ext. intros j Hj. now rewrite H.
  - intros r H. unfold information_row. rewrite (sum_ext k _ (fun _ => 0)); [apply sum_zero|]. intros j Hj. rewrite (H j Hj). ring.
  - intros r s Hr Hs. unfold information_row. rewrite <- sum_plus. apply sum_le. intros j Hj.
    rewrite (sum_ext k (fun l => w l * (r l + s l)) (fun l => w l * r l + w l * s l)), sum_plus by (intros; ring).
    apply log_term_subadditive; auto;
      apply (sum_term k (fun l => w l * _ l)); auto; intros l Hl; apply Rmult_le_pos; auto.
  - intros c r Hc Hr. unfold information_row. rewrite <- sum_scal. right. apply sum_ext. intros j Hj.
    rewrite (sum_ext k (fun l => w l * (c * r l)) (fun l => c * (w l * r l))), sum_scal by (intros; ring).
    set (q := sum k (fun l => w l * r l)). destruct (Req_dec q 0) as [Z|Z].
    + rewrite Z. unfold Rdiv. rewrite Rmult_0_r, Rinv_0, !Rmult_0_r. ring.
    + replace (c * r j / (c * q)) with (r j / q) by (field; lra). ring.
Qed.
