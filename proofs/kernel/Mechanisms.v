(** Mechanisms, demands and linear objectives: the words of the other files.

    A mechanism is a matrix [P i j] = Pr(output i | input j), outputs i < m, inputs j < k. *)

From Coq Require Import Reals Lra Lia Arith.
From Rropt Require Import Sums.
Open Scope R_scope.

Definition mechanism (m k : nat) (P : nat -> nat -> R) : Prop :=
  (forall i j, (i < m)%nat -> (j < k)%nat -> 0 <= P i j) /\
  (forall j, (j < k)%nat -> sum m (fun i => P i j) = 1).

(** What is asked of inputs j against l: Sum_i max(0, P_ij - T_jl P_il) <= delta_jl. *)
Definition excess (m : nat) (T : R) (P : nat -> nat -> R) (j l : nat) : R :=
  sum m (fun i => Rmax 0 (P i j - T * P i l)).

Definition satisfies_pairs (m k : nat) (asked : nat -> nat -> Prop)
  (T delta : nat -> nat -> R) (P : nat -> nat -> R) : Prop :=
  forall j l, (j < k)%nat -> (l < k)%nat -> j <> l -> asked j l ->
  excess m (T j l) P j l <= delta j l.

(** (epsilon, delta)-LDP with e^epsilon = T. *)
Definition ldp (m k : nat) (T delta : R) (P : nat -> nat -> R) : Prop :=
  forall j l, (j < k)%nat -> (l < k)%nat -> j <> l -> excess m T P j l <= delta.

(** The linear objective with weights W. *)
Definition objective (m k : nat) (W P : nat -> nat -> R) : R :=
  sum m (fun i => sum k (fun j => W i j * P i j)).

Definition trace_weights (i j : nat) : R := if Nat.eqb i j then 1 else 0.

Lemma objective_opposite m k W P : objective m k (fun i j => - W i j) P = - objective m k W P.
Proof.
  unfold objective. replace (- sum m (fun i => sum k (fun j => W i j * P i j)))
    with (-1 * sum m (fun i => sum k (fun j => W i j * P i j))) by ring.
  rewrite <- sum_scal. apply sum_ext. intros. rewrite <- sum_scal. apply sum_ext. intros. ring.
Qed.

(** SPEC section 3: with delta = 0 the demand is decided row by row. *)
Theorem satisfies_pure m k T P :
  (forall i j l, (i < m)%nat -> (j < k)%nat -> (l < k)%nat -> j <> l -> P i j <= T * P i l) <->
  ldp m k T 0 P.
Proof.
  split; intros H.
  - intros j l Hj Hl Hd. apply sum_nonpos. intros i Hi.
    apply Rmax_lub; [lra|]. specialize (H i j l Hi Hj Hl Hd). lra.
  - intros i j l Hi Hj Hl Hd.
    assert (Hn : forall i, (i < m)%nat -> 0 <= Rmax 0 (P i j - T * P i l)) by (intros; apply Rmax_l).
    pose proof (sum_term m _ i Hn Hi) as H1. cbv beta in H1.
    pose proof (H j l Hj Hl Hd) as H2. unfold excess in H2.
    pose proof (Rmax_r 0 (P i j - T * P i l)). lra.
Qed.

(** The same with the smallest entry of every row: what the checker evaluates. *)
Theorem satisfies_by_smallest m k T P (u : nat -> R) :
  (forall i j, (i < m)%nat -> (j < k)%nat -> u i <= P i j <= T * u i) -> 0 <= T ->
  ldp m k T 0 P.
Proof.
  intros H HT. apply satisfies_pure. intros i j l Hi Hj Hl _.
  destruct (H i j Hi Hj), (H i l Hi Hl). apply Rle_trans with (T * u i); [assumption|].
  now apply Rmult_le_compat_l.
Qed.

(** Claim "violates": an event, given as a set of rows, that is too much likelier. *)
Theorem violates m k T delta P (rows : nat -> bool) j l :
  (j < k)%nat -> (l < k)%nat -> j <> l ->
  sum m (fun i => if rows i then P i j - T * P i l else 0) > delta ->
  ~ ldp m k T delta P.
Proof.
  intros Hj Hl Hd Hv H. specialize (H j l Hj Hl Hd). apply (Rgt_not_le _ _ Hv).
  eapply Rle_trans; [|exact H]. apply sum_le. intros i _. destruct (rows i); [apply Rmax_r | apply Rmax_l].
Qed.

Theorem violates_pair m k (asked : nat -> nat -> Prop) T delta P (rows : nat -> bool) j l :
  (j < k)%nat -> (l < k)%nat -> j <> l -> asked j l ->
  sum m (fun i => if rows i then P i j - T j l * P i l else 0) > delta j l ->
  ~ satisfies_pairs m k asked T delta P.
Proof.
  intros Hj Hl Hd Ha Hv H. specialize (H j l Hj Hl Hd Ha). apply (Rgt_not_le _ _ Hv).
  eapply Rle_trans; [|exact H]. apply sum_le. intros i _. destruct (rows i); [apply Rmax_r | apply Rmax_l].
Qed.

(** The demand in words of events: no event is likelier than T times plus delta. *)
Theorem ldp_events m k T delta P :
  ldp m k T delta P <->
  (forall (rows : nat -> bool) j l, (j < k)%nat -> (l < k)%nat -> j <> l ->
   sum m (fun i => if rows i then P i j else 0) <= T * sum m (fun i => if rows i then P i l else 0) + delta).
Proof.
  assert (E : forall (rows : nat -> bool) j l,
    sum m (fun i => if rows i then P i j - T * P i l else 0) =
    sum m (fun i => if rows i then P i j else 0) - T * sum m (fun i => if rows i then P i l else 0)).
  { intros. rewrite <- sum_scal, <- sum_minus. apply sum_ext. intros. destruct (rows i); lra. }
  split.
  - intros H rows j l Hj Hl Hd. specialize (H j l Hj Hl Hd).
    assert (sum m (fun i => if rows i then P i j - T * P i l else 0) <= excess m T P j l).
    { apply sum_le. intros i _. destruct (rows i); [apply Rmax_r | apply Rmax_l]. }
    rewrite E in *. lra.
  - intros H j l Hj Hl Hd.
    set (rows := fun i => if Rle_lt_dec (P i j) (T * P i l) then false else true).
    specialize (H rows j l Hj Hl Hd).
    replace (excess m T P j l) with (sum m (fun i => if rows i then P i j - T * P i l else 0)).
    + rewrite E. lra.
    + apply sum_ext. intros i _. unfold rows. destruct (Rle_lt_dec (P i j) (T * P i l)) as [h|h].
      * rewrite Rmax_left; lra.
      * rewrite Rmax_right; lra.
Qed.

(** Claim "unattained": T = 1 and delta = 0 ask that all columns are equal. *)
Theorem unattained m k P :
  mechanism m k P -> ldp m k 1 0 P ->
  forall i j l, (i < m)%nat -> (j < k)%nat -> (l < k)%nat -> P i j = P i l.
Proof.
  intros _ H i j l Hi Hj Hl. destruct (Nat.eq_dec j l) as [->|Hd]; [reflexivity|].
  pose proof (proj2 (satisfies_pure m k 1 P) H) as R.
  pose proof (R i j l Hi Hj Hl Hd). pose proof (R i l j Hi Hl Hj (not_eq_sym Hd)). lra.
Qed.

(** Claim "profile": d s is the least delta at the ratio s. It is convex and does not increase, so that three values on a chord
    make it linear between them, and two equal ones at s and 2 s constant from s on. *)
Definition profile_of (m k : nat) (P : nat -> nat -> R) (d : R -> R) : Prop :=
  forall s delta, d s <= delta <-> ldp m k s delta P.

Theorem profile_convex m k P d s u w : profile_of m k P d -> 0 <= w <= 1 ->
  d (w * s + (1 - w) * u) <= w * d s + (1 - w) * d u.
Proof.
  intros H Hw. apply H. intros j l Hj Hl N. pose proof (proj1 (H s (d s)) (Rle_refl _) j l Hj Hl N) as A.
  pose proof (proj1 (H u (d u)) (Rle_refl _) j l Hj Hl N) as B. unfold excess in *.
  apply Rle_trans with (w * sum m (fun i => Rmax 0 (P i j - s * P i l)) + (1 - w) * sum m (fun i => Rmax 0 (P i j - u * P i l))).
  - rewrite <- !sum_scal, <- sum_plus. apply sum_le. intros i _.
    pose proof (Rmult_le_compat_l w _ _ (proj1 Hw) (Rmax_l 0 (P i j - s * P i l))).
    pose proof (Rmult_le_compat_l (1 - w) _ _ ltac:(lra) (Rmax_l 0 (P i j - u * P i l))).
    pose proof (Rmult_le_compat_l w _ _ (proj1 Hw) (Rmax_r 0 (P i j - s * P i l))).
    pose proof (Rmult_le_compat_l (1 - w) _ _ ltac:(lra) (Rmax_r 0 (P i j - u * P i l))).
    apply Rmax_lub; lra.
  - pose proof (Rmult_le_compat_l w _ _ (proj1 Hw) A). pose proof (Rmult_le_compat_l (1 - w) _ _ ltac:(lra) B). lra.
Qed.

Theorem profile_falls m k P d s u : mechanism m k P -> profile_of m k P d -> s <= u -> d u <= d s.
Proof.
  intros [Hp _] H Hs. apply H. intros j l Hj Hl N. pose proof (proj1 (H s (d s)) (Rle_refl _) j l Hj Hl N) as A.
  eapply Rle_trans; [|exact A]. unfold excess. apply sum_le. intros i Hi. specialize (Hp i l Hi Hl).
  pose proof (Rmult_le_compat_r (P i l) s u Hp Hs). apply Rle_max_compat_l. lra.
Qed.

Theorem profile_linear m k P d s u w : profile_of m k P d -> s < u -> d ((s + u) / 2) = (d s + d u) / 2 -> 0 <= w <= 1 ->
  d (w * s + (1 - w) * u) = w * d s + (1 - w) * d u.
Proof.
  intros H Hs E Hw. apply Rle_antisym; [now apply (profile_convex m k P)|].
  set (x := w * s + (1 - w) * u). set (c := w * d s + (1 - w) * d u).
  destruct (Req_dec w (1 / 2)) as [->|N].
  { unfold x, c. replace (1 / 2 * s + (1 - 1 / 2) * u) with ((s + u) / 2) by field. lra. }
  destruct (Rlt_le_dec (1 / 2) w) as [L|L].
  - (* x lies between s and the middle, which lies between x and u *)
    set (q := 1 / 2 / w). assert (Hq : 0 <= q <= 1).
    { unfold q. split; [apply Rmult_le_pos; [lra | left; apply Rinv_0_lt_compat; lra]|].
      apply Rmult_le_reg_r with w; [lra|]. unfold Rdiv at 1. rewrite Rmult_assoc, Rinv_l by lra. lra. }
    pose proof (profile_convex m k P d x u q H Hq) as C.
    replace (q * x + (1 - q) * u) with ((s + u) / 2) in C by (unfold q, x; field; lra).
    rewrite E in C. apply Rmult_le_reg_l with q; [unfold q; apply Rdiv_lt_0_compat; lra|].
    replace (q * c) with ((d s + d u) / 2 - (1 - q) * d u) by (unfold q, c; field; lra). lra.
  - set (q := 1 / 2 / (1 - w)). assert (Hq : 0 <= q <= 1).
    { unfold q. split; [apply Rmult_le_pos; [lra | left; apply Rinv_0_lt_compat; lra]|].
      apply Rmult_le_reg_r with (1 - w); [lra|]. unfold Rdiv at 1. rewrite Rmult_assoc, Rinv_l by lra. lra. }
    pose proof (profile_convex m k P d x s q H Hq) as C.
    replace (q * x + (1 - q) * s) with ((s + u) / 2) in C by (unfold q, x; field; lra).
    rewrite E in C. apply Rmult_le_reg_l with q; [unfold q; apply Rdiv_lt_0_compat; lra|].
    replace (q * c) with ((d s + d u) / 2 - (1 - q) * d s) by (unfold q, c; field; lra). lra.
Qed.

Theorem profile_constant m k P d s u : mechanism m k P -> profile_of m k P d -> 0 < s -> d (2 * s) = d s -> s <= u -> d u = d s.
Proof.
  intros HP H Hs E Hu. apply Rle_antisym; [now apply (profile_falls m k P)|].
  destruct (Rle_lt_dec u (2 * s)) as [L|L]; [rewrite <- E; now apply (profile_falls m k P)|].
  set (q := s / (u - s)). assert (Hq : 0 <= q <= 1).
  { unfold q. split; [apply Rmult_le_pos; [lra | left; apply Rinv_0_lt_compat; lra]|].
    apply Rmult_le_reg_r with (u - s); [lra|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. lra. }
  pose proof (profile_convex m k P d u s q H Hq) as C.
  replace (q * u + (1 - q) * s) with (2 * s) in C by (unfold q; field; lra). rewrite E in C.
  apply Rmult_le_reg_l with q; [unfold q; apply Rdiv_lt_0_compat; lra|]. lra.
Qed.
