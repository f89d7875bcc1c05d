(** At most M outputs: SPEC section 9.12. The sum of a convex function over a list of rows is largest at a vertex; the vertices under
    one pure demand, for two outputs. *)

From Coq Require Import Reals Lra Lia Arith Bool.
From Rropt Require Import Sums Mechanisms TwoValuedRows Prices Ways.
Open Scope R_scope.

(** * Lists of rows. *)
Lemma mean_of_rows k F f N w (v : nat -> nat -> R) :
  convex_on k F f -> (forall a, (a < N)%nat -> 0 <= w a /\ F (v a)) ->
  F (fun j => sum N (fun a => w a * v a j)) /\ f (fun j => sum N (fun a => w a * v a j)) <= sum N (fun a => w a * f (v a)).
Proof.
  intros Hf. induction N as [|N IH]; intros H; [exact (on_zero k F f Hf)|].
  destruct IH as [A B]; [intros; apply H; lia|]. destruct (H N ltac:(lia)) as [W V].
  assert (FN : F (fun j => w N * v N j)) by now apply (cone_times k F (on_cone k F f Hf)).
  assert (BN : f (fun j => w N * v N j) <= w N * f (v N)).
  { destruct (Req_dec (w N) 0) as [E|E]; [|apply (on_times k F f Hf); [lra | assumption]].
    rewrite E, (on_same k F f Hf _ (fun _ => 0)) by (intros; ring). pose proof (proj2 (on_zero k F f Hf)). lra. }
  cbn [sum]. split; [now apply (cone_plus k F (on_cone k F f Hf) (fun j => sum N (fun a => w a * v a j)) (fun j => w N * v N j))|].
  pose proof (on_plus k F f Hf _ _ A FN). lra.
Qed.

(** A list of m rows that is a mean of N lists v_a has no larger sum than all of these. *)
Theorem at_vertices m k F f N w (v : nat -> nat -> nat -> R) most P :
  convex_on k F f -> (forall a, (a < N)%nat -> 0 <= w a) -> sum N w = 1 ->
  (forall a i, (a < N)%nat -> (i < m)%nat -> F (v a i)) ->
  (forall i j, (i < m)%nat -> (j < k)%nat -> P i j = sum N (fun a => w a * v a i j)) ->
  (forall a, (a < N)%nat -> sum m (fun i => f (v a i)) <= most) -> sum m (fun i => f (P i)) <= most.
Proof.
  intros Hf Hw H1 HF HP Hv. apply Rle_trans with (sum N (fun a => w a * sum m (fun i => f (v a i)))).
  - rewrite (sum_ext N _ (fun a => sum m (fun i => w a * f (v a i)))) by (intros; now rewrite sum_scal).
    rewrite <- sum_swap. apply sum_le. intros i Hi.
    rewrite (on_same k F f Hf (P i) (fun j => sum N (fun a => w a * v a i j))) by (intros; now apply HP).
    apply (mean_of_rows k F f N w (fun a => v a i) Hf). intros a Ha. auto.
  - rewrite <- (Rmult_1_l most), <- H1, <- sum_scal_r. apply sum_le. intros a Ha. apply Rmult_le_compat_l; auto.
Qed.

(** * Two outputs under one pure demand. *)

(** A set of rows that contains each mean of two of its rows, and all patterns, contains all rows between 1 and T. *)
Lemma box_of_patterns k T (C : (nat -> R) -> Prop) :
  1 <= T -> (forall r s, (forall j, (j < k)%nat -> r j = s j) -> C r -> C s) ->
  (forall w r s, 0 <= w <= 1 -> C r -> C s -> C (fun j => w * r j + (1 - w) * s j)) -> (forall b, C (pattern T b)) ->
  forall r, (forall j, (j < k)%nat -> 1 <= r j <= T) -> C r.
Proof.
  intros HT Same Mean Pat r Hr.
  assert (Main : forall n b, (n <= k)%nat -> C (fun j => if (j <? n)%nat then r j else pattern T b j)).
  { induction n as [|n IH]; intros b Hn; [apply (Same (pattern T b)); [reflexivity | apply Pat]|].
    set (one := fun j => if Nat.eqb j n then true else b j). set (zero := fun j => if Nat.eqb j n then false else b j).
    destruct (Hr n ltac:(lia)) as [R1 R2].
    assert (X : exists x, 0 <= x <= 1 /\ r n = x * T + (1 - x) * 1).
    { destruct (Req_dec T 1) as [E|E]; [exists 0; split; [lra|]; lra|]. exists ((r n - 1) / (T - 1)). split; [|field; lra]. split.
      - apply Rmult_le_pos; [lra | left; apply Rinv_0_lt_compat; lra].
      - apply Rmult_le_reg_r with (T - 1); [lra|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. lra. }
    destruct X as [x [Hx X]]. apply (Same _ _) with (2 := Mean x _ _ Hx (IH one ltac:(lia)) (IH zero ltac:(lia))).
    intros j Hj. cbv beta. destruct (Nat.ltb_spec j n) as [A|A]; destruct (Nat.ltb_spec j (S n)) as [B|B]; try lia; [ring | |].
    - replace j with n by lia. rewrite X. unfold pattern, one, zero. rewrite Nat.eqb_refl. ring.
    - unfold pattern, one, zero. destruct (Nat.eqb_spec j n); [lia|]. ring. }
  apply (Same _ _) with (2 := Main k (fun _ => false) ltac:(lia)). intros j Hj. destruct (Nat.ltb_spec j k); [reflexivity | lia].
Qed.

Lemma exists_largest n (f : nat -> R) : (0 < n)%nat -> exists l, (l < n)%nat /\ forall j, (j < n)%nat -> f j <= f l.
Proof.
  intros Hn. destruct (exists_least n (fun j => - f j) Hn) as [l [Hl H]]. exists l. split; [assumption|].
  intros j Hj. specialize (H j Hj). lra.
Qed.

(** Each list of two such rows is a mean of (1, 0), (0, 1) and one whose rows lie, times 1 + T, between 1 and T. *)
Lemma two_rows_as_mean k T P : 1 <= T -> (0 < k)%nat -> mechanism 2 k P -> ldp 2 k T 0 P ->
  exists first last both p, 0 <= first /\ 0 <= last /\ 0 <= both /\ first + last + both = 1 /\
    (forall j, (j < k)%nat -> 1 <= p j <= T) /\
    (forall j, (j < k)%nat -> P 0%nat j = first + both / (1 + T) * p j) /\
    (forall j, (j < k)%nat -> P 1%nat j = last + both / (1 + T) * (1 + T - p j)).
Proof.
  intros HT Hk [Pos Sum] HL. pose proof (proj2 (satisfies_pure 2 k T P) HL) as Row.
  assert (Two : forall j, (j < k)%nat -> P 1%nat j = 1 - P 0%nat j) by (intros j Hj; pose proof (Sum j Hj) as S; simpl in S; lra).
  destruct (exists_least k (P 0%nat) Hk) as [l [Hl Least]]. destruct (exists_largest k (P 0%nat) Hk) as [g [Hg Most]].
  pose proof (Least g Hg) as AB. pose proof (Pos 0%nat l ltac:(lia) Hl) as A0. pose proof (Pos 1%nat g ltac:(lia) Hg) as B1.
  rewrite (Two g Hg) in B1. remember (P 0%nat l) as a eqn:Ea. remember (P 0%nat g) as b eqn:Eb.
  destruct (Req_dec a b) as [E|E].
  { exists a, (1 - a), 0, (fun _ => 1). repeat split; try lra; intros j Hj; pose proof (Least j Hj); pose proof (Most j Hj);
      rewrite ?(Two j Hj); unfold Rdiv; lra. }
  assert (N : g <> l) by (intros ->; congruence).
  pose proof (Row 0%nat g l ltac:(lia) Hg Hl N) as R0. pose proof (Row 1%nat l g ltac:(lia) Hl Hg (not_eq_sym N)) as R1.
  rewrite (Two g Hg), (Two l Hl) in R1. rewrite <- Ea, <- Eb in *.
  destruct (Req_dec T 1) as [E1|E1]; [rewrite E1 in R0; lra|].
  assert (I : 0 < / (T - 1)) by (apply Rinv_0_lt_compat; lra). assert (D : 0 < b - a) by lra.
  exists ((T * a - b) * / (T - 1)), ((T - 1 + a - T * b) * / (T - 1)), ((b - a) * (T + 1) * / (T - 1)),
    (fun j => 1 + (P 0%nat j - a) * (T - 1) * / (b - a)).
  split; [apply Rmult_le_pos; lra|]. split; [apply Rmult_le_pos; lra|].
  split; [apply Rmult_le_pos; [apply Rmult_le_pos|]; lra|]. split; [field; lra|]. split; [|split].
  - intros j Hj. pose proof (Least j Hj). pose proof (Most j Hj). assert (J : 0 < / (b - a)) by now apply Rinv_0_lt_compat. split.
    + assert (0 <= (P 0%nat j - a) * (T - 1) * / (b - a)) by (apply Rmult_le_pos; [apply Rmult_le_pos|]; lra). lra.
    + apply Rmult_le_reg_r with (b - a); [assumption|].
      replace ((1 + (P 0%nat j - a) * (T - 1) * / (b - a)) * (b - a)) with ((b - a) + (T - 1) * (P 0%nat j - a)) by (field; lra).
      pose proof (Rmult_le_compat_l (T - 1) (P 0%nat j - a) (b - a) ltac:(lra) ltac:(lra)). lra.
  - intros j Hj. field. lra.
  - intros j Hj. rewrite (Two j Hj). field. lra.
Qed.

(** The bound at two outputs: the patterns of a set of inputs and of all others. Nothing is asked of f(1), as f(1) <= f(r) + f(1 - r). *)
Theorem two_outputs_pure k T F f most P :
  1 <= T -> (0 < k)%nat -> convex_on k F f -> mechanism 2 k P -> ldp 2 k T 0 P ->
  (forall b, F (pattern T b) /\
    f (fun j => / (1 + T) * pattern T b j) + f (fun j => / (1 + T) * pattern T (fun i => negb (b i)) j) <= most) ->
  sum 2 (fun i => f (P i)) <= most.
Proof.
  intros HT Hk Hf HP HL Pat. destruct (two_rows_as_mean k T P HT Hk HP HL) as [x [z [g [p [Hx [Hz [Hg [S1 [Hp [P0 P1]]]]]]]]]].
  pose proof (on_cone k F f Hf) as HF. assert (I : 0 < / (1 + T)) by (apply Rinv_0_lt_compat; lra).
  assert (IT : / (1 + T) * (1 + T) = 1) by (field; lra). set (c := / (1 + T)) in *.
  (* the box *)
  assert (Box : F p /\ F (fun j => 1 + T - p j) /\ f (fun j => c * p j) + f (fun j => c * (1 + T - p j)) <= most).
  { apply (box_of_patterns k T (fun p => F p /\ F (fun j => 1 + T - p j) /\ f (fun j => c * p j) + f (fun j => c * (1 + T - p j)) <= most) HT); auto.
    - intros r s H [A [B M]]. split; [now apply (cone_same k F HF r)|].
      split; [apply (cone_same k F HF (fun j => 1 + T - r j)); [intros; now rewrite H | assumption]|].
      rewrite (on_same k F f Hf (fun j => c * s j) (fun j => c * r j)), (on_same k F f Hf (fun j => c * (1 + T - s j)) (fun j => c * (1 + T - r j)));
        [assumption | |]; intros; now rewrite H.
    - intros w r s Hw [A [B M]] [A' [B' M']].
      assert (Mean : forall u v, F u -> F v -> F (fun j => w * u j + (1 - w) * v j) /\
        f (fun j => c * (w * u j + (1 - w) * v j)) <= w * f (fun j => c * u j) + (1 - w) * f (fun j => c * v j)).
      { intros u v Hu Hv. split; [apply (cone_plus k F HF (fun j => w * u j) (fun j => (1 - w) * v j)); apply (cone_times k F HF); auto; lra|].
        pose proof (proj2 (mean_of_rows k F f 2 (fun a => if Nat.eqb a 0 then w else 1 - w)
          (fun a j => c * (if Nat.eqb a 0 then u j else v j)) Hf ltac:(intros [|a] Ha; simpl; split; try lra; apply (cone_times k F HF); auto; lra))) as H.
        simpl in H. rewrite (on_same k F f Hf (fun j => c * (w * u j + (1 - w) * v j)) (fun j => 0 + w * (c * u j) + (1 - w) * (c * v j))) by (intros; ring). lra. }
      destruct (Mean r s A A') as [C1 D1]. destruct (Mean _ _ B B') as [C2 D2]. split; [assumption|]. split.
      + refine (cone_same k F HF _ _ _ C2). intros; ring.
      + rewrite (on_same k F f Hf (fun j => c * (1 + T - (w * r j + (1 - w) * s j))) (fun j => c * (w * (1 + T - r j) + (1 - w) * (1 + T - s j))))
          by (intros; ring).
        pose proof (Rmult_le_compat_l w _ _ (proj1 Hw) M). pose proof (Rmult_le_compat_l (1 - w) _ _ ltac:(lra) M'). lra.
    - intros b. assert (E : forall j, 1 + T - pattern T b j = pattern T (fun i => negb (b i)) j) by (intros; unfold pattern; destruct (b j); simpl; ring).
      split; [apply Pat|]. split; [refine (cone_same k F HF _ _ _ (proj1 (Pat (fun i => negb (b i))))); intros; now rewrite E|].
      rewrite (on_same k F f Hf (fun j => c * (1 + T - pattern T b j)) (fun j => c * pattern T (fun i => negb (b i)) j)) by (intros; now rewrite E).
      apply Pat. }
  destruct Box as [Fp [Fq M]].
  (* the row 1 is the sum of the two, so that (1, 0) and (0, 1) have no larger sum *)
  assert (F1 : F (fun _ => 1)) by (refine (cone_same k F HF _ _ _ (proj1 (Pat (fun _ => false)))); intros; reflexivity).
  assert (Fcp : F (fun j => c * p j)) by (apply (cone_times k F HF); auto; lra).
  assert (Fcq : F (fun j => c * (1 + T - p j))) by (apply (cone_times k F HF (c) (fun j => 1 + T - p j)); auto; lra).
  assert (M1 : f (fun _ => 1) <= most).
  { rewrite (on_same k F f Hf (fun _ => 1) (fun j => c * p j + c * (1 + T - p j))) by (intros; lra).
    eapply Rle_trans; [apply (on_plus k F f Hf); assumption | assumption]. }
  pose proof (proj2 (on_zero k F f Hf)) as Z. pose proof (proj1 (on_zero k F f Hf)) as FZ.
  apply (at_vertices 2 k F f 3 (fun a => match a with O => x | S O => z | _ => g end) (fun a i => match a, i with
    | O, O => fun _ => 1 | O, _ => fun _ => 0 | S O, O => fun _ => 0 | S O, _ => fun _ => 1
    | _, O => fun j => c * p j | _, _ => fun j => c * (1 + T - p j) end)); auto.
  - intros [|[|a]] _; assumption.
  - simpl. lra.
  - intros [|[|a]] [|i] _ _; assumption.
  - intros [|[|i]] j Hi Hj; [rewrite P0 by assumption | rewrite P1 by assumption | lia]; simpl; unfold Rdiv; fold c; ring.
  - intros [|[|a]] _; simpl; lra.
Qed.
