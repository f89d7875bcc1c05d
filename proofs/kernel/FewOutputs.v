(** At most M outputs: SPEC section 9.12. The sum of a convex function over a list of rows that is a mean of others; under one pure
    demand what bounds it, for two outputs and for any number of them; for two, the vertices of half-spaces. *)

From Coq Require Import Reals Lra Lia Arith Bool Classical.
From Rropt Require Import Sums Mechanisms TwoValuedRows Vertices Prices Ways Rays.
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

(** * More outputs under one pure demand: weights of patterns, each in one output. *)

(** No change of the weights that are not 0 leaves all sums as they are. *)
Definition free (N k : nat) (c : nat -> nat -> R) (w : nat -> R) : Prop := forall d,
  (forall e, (e < N)%nat -> w e = 0 -> d e = 0) -> (forall j, (j < k)%nat -> sum N (fun e => d e * c e j) = 0) ->
  forall e, (e < N)%nat -> d e = 0.

(** How many weights are not 0. *)
Definition used (w : nat -> R) (e : nat) : nat := if Req_EM_T (w e) 0 then 0%nat else 1%nat.

Lemma fewer_used N w x i : (forall e, (e < N)%nat -> w e = 0 -> x e = 0) -> (i < N)%nat -> w i <> 0 -> x i = 0 ->
  (count N (used x) < count N (used w))%nat.
Proof.
  intros H Hi A B. apply count_lt with i; [|assumption|].
  - intros e He. unfold used. destruct (Req_EM_T (x e) 0), (Req_EM_T (w e) 0); try lia. exfalso. auto.
  - unfold used. destruct (Req_EM_T (x i) 0), (Req_EM_T (w i) 0); try lia; contradiction.
Qed.

(** Along a change of the sums by 0 a weight is the first to become 0. *)
Lemma one_less N k c (w d : nat -> R) : (0 < k)%nat -> (forall e, (e < N)%nat -> 0 < c e 0%nat) ->
  (forall e, (e < N)%nat -> 0 <= w e) -> (forall e, (e < N)%nat -> w e = 0 -> d e = 0) ->
  sum N (fun e => d e * c e 0%nat) = 0 -> (exists e, (e < N)%nat /\ d e <> 0) ->
  exists s, 0 < s /\ (forall e, (e < N)%nat -> 0 <= w e + s * d e) /\
    (count N (used (fun e => w e + s * d e)%R) < count N (used w))%nat.
Proof.
  intros Hk Hc Hw Hs Hd [e [He Ne]]. destruct (first_tight N w d Hw) as [L|[s [i [S0 [Hi [Neg [Z All]]]]]]].
  - exfalso. assert (P : forall e, (e < N)%nat -> 0 <= d e * c e 0%nat) by (intros a Ha; apply Rmult_le_pos; [auto | left; auto]).
    pose proof (sum_zero_terms N _ P Hd e He) as E. cbv beta in E. pose proof (Hc e He).
    destruct (Rmult_integral _ _ E); [contradiction | lra].
  - assert (Wi : w i <> 0) by (intros E; specialize (Hs i Hi E); lra). exists s. split; [|split; [assumption|]].
    + destruct (Req_dec s 0) as [E|E]; [rewrite E in Z; exfalso; apply Wi; lra | lra].
    + apply fewer_used with i; auto. intros a Ha E. rewrite E, (Hs a Ha E). ring.
Qed.

(** A convex function of the weights is at most what it is at most where they are free. *)
Lemma free_suffice N k c (G : (nat -> R) -> R) most :
  (0 < k)%nat -> (forall e, (e < N)%nat -> 0 < c e 0%nat) ->
  (forall w x, (forall e, (e < N)%nat -> w e = x e) -> G w = G x) ->
  (forall t x y, 0 <= t <= 1 -> (forall e, (e < N)%nat -> 0 <= x e) -> (forall e, (e < N)%nat -> 0 <= y e) ->
    G (fun e => t * x e + (1 - t) * y e) <= t * G x + (1 - t) * G y) ->
  (forall w, (forall e, (e < N)%nat -> 0 <= w e) -> (forall j, (j < k)%nat -> sum N (fun e => w e * c e j) = 1) -> free N k c w -> G w <= most) ->
  forall w, (forall e, (e < N)%nat -> 0 <= w e) -> (forall j, (j < k)%nat -> sum N (fun e => w e * c e j) = 1) -> G w <= most.
Proof.
  intros Hk Hc Same Mean Free.
  enough (Main : forall n w, (count N (used w) < n)%nat -> (forall e, (e < N)%nat -> 0 <= w e) ->
    (forall j, (j < k)%nat -> sum N (fun e => w e * c e j) = 1) -> G w <= most) by (intros w; apply (Main (S (count N (used w)))); lia).
  induction n as [|n IH]; intros w Hn Hw Bal; [lia|].
  destruct (classic (free N k c w)) as [Fr|Fr]; [auto|].
  apply not_all_ex_not in Fr. destruct Fr as [d Fr]. apply imply_to_and in Fr. destruct Fr as [Hs Fr].
  apply imply_to_and in Fr. destruct Fr as [Hd Fr]. apply not_all_ex_not in Fr. destruct Fr as [e Fr].
  apply imply_to_and in Fr. destruct Fr as [He Ne].
  assert (Moved : forall s, (forall j, (j < k)%nat -> sum N (fun e => (w e + s * d e) * c e j) = 1)).
  { intros s j Hj. rewrite (sum_ext N _ (fun e => w e * c e j + s * (d e * c e j))) by (intros; ring).
    rewrite sum_plus, sum_scal, (Bal j Hj), (Hd j Hj). ring. }
  destruct (one_less N k c w d Hk Hc Hw Hs (Hd 0%nat Hk) ltac:(exists e; auto)) as [s [S0 [Xs Fs]]].
  destruct (one_less N k c w (fun e => - d e) Hk Hc Hw) as [t [T0 [Xt Ft]]].
  { intros a Ha E. rewrite (Hs a Ha E). ring. }
  { rewrite (sum_ext N _ (fun e => -1 * (d e * c e 0%nat))) by (intros; ring). rewrite sum_scal, (Hd 0%nat Hk). ring. }
  { exists e. split; [assumption|]. intros E. apply Ne. lra. }
  pose proof (IH (fun e => w e + s * d e) ltac:(lia) Xs (Moved s)) as Gs.
  assert (Gt : G (fun e => w e + t * - d e) <= most).
  { apply IH; [lia | assumption|]. intros j Hj. rewrite (sum_ext N _ (fun e => (w e + - t * d e) * c e j)) by (intros; ring). now apply Moved. }
  assert (I : 0 < / (s + t)) by (apply Rinv_0_lt_compat; lra).
  set (q := t * / (s + t)). assert (Q : 0 <= q <= 1).
  { assert (q + s * / (s + t) = 1) by (unfold q; field; lra).
    pose proof (Rmult_le_pos t _ ltac:(lra) (Rlt_le _ _ I)). pose proof (Rmult_le_pos s _ ltac:(lra) (Rlt_le _ _ I)). unfold q in *. split; lra. }
  rewrite (Same w (fun e => q * (w e + s * d e) + (1 - q) * (w e + t * - d e))) by (intros; unfold q; field; lra).
  eapply Rle_trans; [now apply Mean|].
  pose proof (Rmult_le_compat_l q _ _ (proj1 Q) Gs). pose proof (Rmult_le_compat_l (1 - q) _ _ ltac:(lra) Gt). lra.
Qed.

(** The row of an output to which the patterns s have the weights x_s; all outputs' patterns in one list. *)
Definition weighed (k : nat) (T : R) (x : nat -> R) (j : nat) : R := sum (2 ^ k) (fun s => x s * pattern T (numbered s) j).
Definition listed (k : nat) (T : R) (e : nat) : nat -> R := pattern T (numbered (e mod 2 ^ k)).

(** The bound at m outputs: sums of weighed patterns that are independent, each in one output, where all sum to 1. *)
Theorem outputs_pure m k T F f most P :
  1 <= T -> (0 < k)%nat -> convex_on k F f -> mechanism m k P -> ldp m k T 0 P -> (forall b, F (pattern T b)) ->
  (forall x : nat -> R, (forall e, (e < m * 2 ^ k)%nat -> 0 <= x e) -> free (m * 2 ^ k) k (listed k T) x ->
    (forall j, (j < k)%nat -> sum m (fun i => weighed k T (fun s => x (i * 2 ^ k + s)%nat) j) = 1) ->
    sum m (fun i => f (weighed k T (fun s => x (i * 2 ^ k + s)%nat))) <= most) ->
  sum m (fun i => f (P i)) <= most.
Proof.
  intros HT Hk Hf HP HL Pat Lists. set (r := (2 ^ k)%nat) in *. assert (Hr : (0 < r)%nat) by (pose proof (Nat.pow_nonzero 2 k); unfold r; lia).
  destruct (weights_of_rows m k T P HT Hk HP HL m ltac:(lia)) as [w [Hw E]].
  set (row := fun (x : nat -> R) i => weighed k T (fun s => x (i * r + s)%nat)).
  assert (Place : forall i s, (s < r)%nat -> ((i * r + s) / r = i /\ (i * r + s) mod r = s)%nat).
  { intros i s Hs. rewrite Nat.add_comm, Nat.div_add, Nat.mod_add, Nat.div_small, Nat.mod_small by lia. split; reflexivity. }
  assert (Flat : forall x j, sum (m * r) (fun e => x e * listed k T e j) = sum m (fun i => row x i j)).
  { intros x j. unfold row, weighed. fold r. rewrite <- (sum_places m r (fun i s => x (i * r + s)%nat * pattern T (numbered s) j)).
    apply sum_ext. intros e He. unfold listed. fold r. f_equal. f_equal. rewrite (Nat.div_mod e r) at 1 by lia. lia. }
  pose proof (on_cone k F f Hf) as HF.
  assert (Inside : forall x i, (i < m)%nat -> (forall e, (e < m * r)%nat -> 0 <= x e) -> F (row x i)).
  { intros x i Hi Hx. unfold row, weighed. fold r.
    apply (mean_of_rows k F f r (fun s => x (i * r + s)%nat) (fun s => pattern T (numbered s)) Hf).
    intros s Hs. split; [|apply Pat]. apply Hx. apply Nat.lt_le_trans with (i * r + 1 * r)%nat; [lia|].
    rewrite <- Nat.mul_add_distr_r. apply Nat.mul_le_mono_r. lia. }
  set (flat := fun e => w (e / r)%nat (e mod r)%nat).
  assert (Rows : forall i, (i < m)%nat -> forall j, (j < k)%nat -> P i j = row flat i j).
  { intros i Hi j Hj. rewrite E by assumption. apply sum_ext. intros s Hs. unfold flat. destruct (Place i s Hs) as [-> ->]. reflexivity. }
  rewrite (sum_ext m _ (fun i => f (row flat i))) by (intros i Hi; apply (on_same k F f Hf); now apply Rows).
  apply (free_suffice (m * r) k (listed k T) (fun x => sum m (fun i => f (row x i))) most Hk).
  - intros e _. unfold listed, pattern. destruct (numbered _ _); lra.
  - intros x y H. apply sum_ext. intros i Hi. apply (on_same k F f Hf). intros j _. unfold row, weighed. fold r. apply sum_ext. intros s Hs.
    rewrite H; [reflexivity|]. apply Nat.lt_le_trans with (i * r + 1 * r)%nat; [lia|].
    rewrite <- Nat.mul_add_distr_r. apply Nat.mul_le_mono_r. lia.
  - intros t x y Ht Hx Hy. rewrite <- !sum_scal, <- sum_plus. apply sum_le. intros i Hi.
    pose proof (proj2 (mean_of_rows k F f 2 (fun a => match a with O => t | _ => 1 - t end)
      (fun a => match a with O => row x i | _ => row y i end) Hf ltac:(intros [|a] Ha; split; try lra; now apply Inside))) as B.
    simpl in B. rewrite (on_same k F f Hf (row (fun e => t * x e + (1 - t) * y e) i) (fun j => 0 + t * row x i j + (1 - t) * row y i j)); [lra|].
    intros j _. unfold row, weighed. rewrite Rplus_0_l, <- !sum_scal, <- sum_plus. apply sum_ext. intros. ring.
  - intros x Hx Bal Fr. apply Lists; auto. intros j Hj. rewrite <- (Bal j Hj), Flat. reflexivity.
  - intros e _. apply Hw.
  - intros j Hj. rewrite Flat, <- (proj2 HP j Hj). apply sum_ext. intros i Hi. symmetry. now apply Rows.
Qed.

(** * Two outputs under half-spaces: the vertices. *)
Section HalfSpaces.

Variables k N : nat.
Variable a : nat -> nat -> R.
Variable b : nat -> R.

Definition room (v : nat -> R) (n : nat) : R := b n - dot k (a n) v.
Definition inside (v : nat -> R) : Prop := forall n, (n < N)%nat -> 0 <= room v n.

(** No direction keeps all that is tight. *)
Definition vertex (v : nat -> R) : Prop := inside v /\
  forall d, (forall n, (n < N)%nat -> room v n = 0 -> dot k (a n) d = 0) -> forall j, (j < k)%nat -> d j = 0.

Hypothesis bounded : forall v, inside v -> forall j, (j < k)%nat -> 0 <= v j <= 1.

Lemma room_moved v s d n : room (fun j => v j + s * d j) n = room v n + s * - dot k (a n) d.
Proof. unfold room. rewrite (dot_plus k (a n) v (fun j => s * d j)), dot_times. ring. Qed.

Lemma one_more_tight v d : inside v -> (forall n, (n < N)%nat -> room v n = 0 -> dot k (a n) d = 0) ->
  (exists j, (j < k)%nat /\ d j <> 0) -> exists s, 0 < s /\ inside (fun j => v j + s * d j) /\
    (count N (used (room (fun j => v j + s * d j)%R)) < count N (used (room v)))%nat.
Proof.
  intros Hv Tight [j [Hj Nj]]. destruct (first_tight N (room v) (fun n => - dot k (a n) d) Hv) as [L|[s [i [S0 [Hi [Neg [Z All]]]]]]].
  - exfalso. assert (A : 0 < Rabs (d j)) by now apply Rabs_pos_lt. assert (I : 0 < / Rabs (d j)) by now apply Rinv_0_lt_compat.
    set (s := 2 * / Rabs (d j)). assert (S : s * Rabs (d j) = 2) by (unfold s; field; lra).
    assert (In : inside (fun i => v i + s * d i)).
    { intros n Hn. rewrite room_moved. pose proof (Rmult_le_pos s _ ltac:(unfold s; lra) (L n Hn)). pose proof (Hv n Hn). lra. }
    pose proof (bounded v Hv j Hj). pose proof (bounded _ In j Hj) as B. cbv beta in B.
    unfold Rabs in S. destruct (Rcase_abs (d j)); lra.
  - assert (Wi : room v i <> 0) by (intros E; specialize (Tight i Hi E); lra). exists s. split; [|split].
    + destruct (Req_dec s 0) as [E|E]; [rewrite E in Z; exfalso; apply Wi; lra | lra].
    + intros n Hn. rewrite room_moved. auto.
    + apply fewer_used with i; auto; [|now rewrite room_moved]. intros n Hn E. rewrite room_moved, E, (Tight n Hn E). ring.
Qed.

(** A set that contains the vertices, and each mean of two of its members, contains all that is inside. *)
Lemma vertices_suffice (C : (nat -> R) -> Prop) :
  (forall v x, (forall j, (j < k)%nat -> v j = x j) -> C v -> C x) ->
  (forall t x y, 0 <= t <= 1 -> C x -> C y -> C (fun j => t * x j + (1 - t) * y j)) ->
  (forall v, vertex v -> C v) -> forall v, inside v -> C v.
Proof.
  intros Same Mean Ver.
  enough (Main : forall n v, (count N (used (room v)) < n)%nat -> inside v -> C v)
    by (intros v; apply (Main (S (count N (used (room v))))); lia).
  induction n as [|n IH]; intros v Hn Hv; [lia|].
  destruct (classic (vertex v)) as [Vx|Vx]; [auto|].
  assert (D : exists d, (forall n, (n < N)%nat -> room v n = 0 -> dot k (a n) d = 0) /\ exists j, (j < k)%nat /\ d j <> 0).
  { apply NNPP. intros No. apply Vx. split; [assumption|]. intros d Hd j Hj. apply NNPP. intros Ne. apply No. exists d. split; [assumption|].
    exists j. auto. }
  destruct D as [d [Hd [e [He Ne]]]].
  destruct (one_more_tight v d Hv Hd ltac:(exists e; auto)) as [s [S0 [Is Fs]]].
  destruct (one_more_tight v (fun j => -1 * d j) Hv) as [t [T0 [It Ft]]].
  { intros i Hi E. rewrite dot_times, (Hd i Hi E). ring. }
  { exists e. split; [assumption|]. intros E. apply Ne. lra. }
  pose proof (IH (fun j => v j + s * d j) ltac:(lia) Is) as Cs. pose proof (IH (fun j => v j + t * (-1 * d j)) ltac:(lia) It) as Ct.
  assert (I : 0 < / (s + t)) by (apply Rinv_0_lt_compat; lra). set (q := t * / (s + t)). assert (Q : 0 <= q <= 1).
  { assert (q + s * / (s + t) = 1) by (unfold q; field; lra).
    pose proof (Rmult_le_pos t _ ltac:(lra) (Rlt_le _ _ I)). pose proof (Rmult_le_pos s _ ltac:(lra) (Rlt_le _ _ I)). unfold q in *. split; lra. }
  refine (Same _ v _ (Mean q _ _ Q Cs Ct)). intros j Hj. unfold q. field. lra.
Qed.

End HalfSpaces.

(** What a demand by pairs says of the first of two rows. *)
Lemma two_rows_by_pairs k (asked : nat -> nat -> Prop) T delta P : mechanism 2 k P -> satisfies_pairs 2 k asked T delta P ->
  forall j l, (j < k)%nat -> (l < k)%nat -> j <> l -> asked j l ->
  P 0%nat j - T j l * P 0%nat l <= delta j l /\ T j l * P 0%nat l - P 0%nat j <= T j l - 1 + delta j l.
Proof.
  intros [_ S] H j l Hj Hl Nn A. specialize (H j l Hj Hl Nn A). unfold excess in H. simpl in H.
  pose proof (S j Hj) as Sj. pose proof (S l Hl) as Sl. simpl in Sj, Sl.
  assert (E : P 1%nat j - T j l * P 1%nat l = 1 - T j l - (P 0%nat j - T j l * P 0%nat l)).
  { replace (P 1%nat j) with (1 - P 0%nat j) by lra. replace (P 1%nat l) with (1 - P 0%nat l) by lra. ring. }
  rewrite E in H. pose proof (Rmax_l 0 (P 0%nat j - T j l * P 0%nat l)). pose proof (Rmax_r 0 (P 0%nat j - T j l * P 0%nat l)).
  pose proof (Rmax_l 0 (1 - T j l - (P 0%nat j - T j l * P 0%nat l))). pose proof (Rmax_r 0 (1 - T j l - (P 0%nat j - T j l * P 0%nat l))). lra.
Qed.

(** The bound at two outputs, by the vertices of half-spaces that hold wherever the demand does. *)
Theorem two_outputs_vertices k N a b (asked : nat -> nat -> Prop) T delta F f most P :
  convex_on k F f -> mechanism 2 k P -> satisfies_pairs 2 k asked T delta P ->
  (forall v, inside k N a b v -> forall j, (j < k)%nat -> 0 <= v j <= 1) ->
  (forall v, (forall j, (j < k)%nat -> 0 <= v j <= 1) -> (forall j l, (j < k)%nat -> (l < k)%nat -> j <> l -> asked j l ->
    v j - T j l * v l <= delta j l /\ T j l * v l - v j <= T j l - 1 + delta j l) -> inside k N a b v) ->
  (forall v, vertex k N a b v -> F v /\ F (fun j => 1 - v j) /\ f v + f (fun j => 1 - v j) <= most) ->
  sum 2 (fun i => f (P i)) <= most.
Proof.
  intros Hf HP HS Box Half Ver. pose proof HP as [Pos Sum].
  assert (Two : forall j, (j < k)%nat -> P 1%nat j = 1 - P 0%nat j) by (intros j Hj; pose proof (Sum j Hj) as S; simpl in S; lra).
  assert (In : inside k N a b (P 0%nat)).
  { apply Half; [|now apply (two_rows_by_pairs k asked)]. intros j Hj. pose proof (Pos 0%nat j ltac:(lia) Hj). pose proof (Pos 1%nat j ltac:(lia) Hj).
    rewrite (Two j Hj) in *. lra. }
  pose proof (on_cone k F f Hf) as HF.
  assert (Mean : forall t u v, 0 <= t <= 1 -> F u -> F v -> F (fun j => t * u j + (1 - t) * v j) /\
    f (fun j => t * u j + (1 - t) * v j) <= t * f u + (1 - t) * f v).
  { intros t u v Ht Hu Hv. destruct (mean_of_rows k F f 2 (fun a => match a with O => t | _ => 1 - t end) (fun a => match a with O => u | _ => v end) Hf
      ltac:(intros [|i] Hi; split; try lra; assumption)) as [A B]. simpl in A, B. split; [refine (cone_same k F HF _ _ _ A); intros; ring|].
    rewrite (on_same k F f Hf (fun j => t * u j + (1 - t) * v j) (fun j => 0 + t * u j + (1 - t) * v j)) by (intros; ring). lra. }
  assert (Main : F (P 0%nat) /\ F (fun j => 1 - P 0%nat j) /\ f (P 0%nat) + f (fun j => 1 - P 0%nat j) <= most).
  { apply (vertices_suffice k N a b Box (fun v => F v /\ F (fun j => 1 - v j) /\ f v + f (fun j => 1 - v j) <= most)); auto.
    - intros v x H [A [B M]]. split; [now apply (cone_same k F HF v)|].
      split; [apply (cone_same k F HF (fun j => 1 - v j)); [intros; now rewrite H | assumption]|].
      rewrite (on_same k F f Hf x v), (on_same k F f Hf (fun j => 1 - x j) (fun j => 1 - v j)); [assumption | |]; intros; now rewrite H.
    - intros t x y Ht [A [B M]] [A' [B' M']]. destruct (Mean t x y Ht A A') as [C1 D1]. destruct (Mean t _ _ Ht B B') as [C2 D2].
      split; [assumption|]. split; [refine (cone_same k F HF _ _ _ C2); intros; ring|].
      rewrite (on_same k F f Hf (fun j => 1 - (t * x j + (1 - t) * y j)) (fun j => t * (1 - x j) + (1 - t) * (1 - y j))) by (intros; ring).
      pose proof (Rmult_le_compat_l t _ _ (proj1 Ht) M). pose proof (Rmult_le_compat_l (1 - t) _ _ ltac:(lra) M'). lra. }
  simpl. rewrite (on_same k F f Hf (P 1%nat) (fun j => 1 - P 0%nat j)) by exact Two. lra.
Qed.
