(** What the papers print and is false: counterexamples whose claims are decided by computations, not by a formula. *)

From Coq Require Import Reals Lra Lia List Arith Bool.
From Rropt Require Import Sums Mechanisms Breach.
From Rropt Require Holohan Sun SunKept Vinterbo ZianiResponse.
Import ListNotations.
Open Scope R_scope.

(** Holohan, Leith and Mason, Theorem 3 and Corollary 2 at one half: the minimiser is not one alone. *)
Lemma two_at_one_half :
  Holohan.g 1 (1 / 2) > 1 / 2 /\ Holohan.minimiser 1 (1 / 2) (1 / 2) 1 (1 / 2) /\ Holohan.minimiser 1 (1 / 2) (1 / 2) (1 / 2) 1.
Proof.
  assert (G : Holohan.g 1 (1 / 2) > 1 / 2) by (unfold Holohan.g; lra).
  split; [assumption|].
  split; apply (proj1 (Holohan.theorem_3_half_repaired 1 (1 / 2) _ _ ltac:(lra) ltac:(lra)) G); auto.
Qed.

Theorem not_holohan_theorem_3 :
  ~ (forall t d pi x y, 1 <= t -> 0 < d <= 1 -> 0 < pi <= 1 / 2 -> Holohan.g t d > pi ->
     (Holohan.minimiser t d pi x y <-> x = 1 /\ y = d)).
Proof.
  intros H. destruct two_at_one_half as [G [_ M]].
  apply (H 1 (1 / 2) (1 / 2) (1 / 2) 1) in M; lra.
Qed.

Theorem not_holohan_corollary_2 :
  ~ (forall t d pi x y, 1 <= t -> 0 < d <= 1 -> 1 / 2 <= pi < 1 -> Holohan.g t d > 1 - pi ->
     (Holohan.minimiser t d pi x y <-> x = d /\ y = 1)).
Proof.
  intros H. destruct two_at_one_half as [G [M _]].
  apply (H 1 (1 / 2) (1 / 2) 1 (1 / 2)) in M; lra.
Qed.

Theorem not_holohan_candidates :
  ~ (forall t d pi x y, 1 <= t -> 0 < d <= 1 -> 0 < pi <= 1 / 2 -> Holohan.minimiser t d pi x y ->
     (x = 1 /\ y = d) \/ (x = Holohan.a t d /\ y = Holohan.a t d)).
Proof.
  intros H. destruct two_at_one_half as [_ [_ M]].
  apply (H 1 (1 / 2) (1 / 2)) in M; unfold Holohan.a in *; lra.
Qed.

(** Sun, Zhou and Yan, Algorithm 1 as printed: u is 1 with probability p, else 0, and X = x if u < p, else 1 - x. *)
Definition printed_1 (p : R) (x : nat -> R) (i c : nat) : R :=
  let u := if Nat.eqb c 0 then 1 else 0 in if Rlt_dec u p then x i else 1 - x i.

Lemma algorithm_1_mean N p x : (0 < N)%nat -> 0 < p < 1 / 2 ->
  Sun.expect N 2 (Sun.warner_cards p) (Sun.estimate N (printed_1 p x) (1 - p) (2 * p - 1)) = 1 - Sun.share N x.
Proof.
  intros HN Hp. assert (Q : INR N <> 0) by (apply not_0_INR; lia).
  rewrite Sun.estimate_mean by (auto using Sun.warner_law || lra).
  rewrite (sum_ext N _ (fun i => p + (1 - 2 * p) * x i)).
  - rewrite Sun.sum_affine by assumption. field. split; [assumption | lra].
  - intros i _. unfold Sun.mean, Sun.warner_cards, printed_1. simpl.
    destruct (Rlt_dec 1 p); [lra|]. destruct (Rlt_dec 0 p); [ring | lra].
Qed.

Theorem not_sun_algorithm_1 :
  ~ (forall N p x, (0 < N)%nat -> 0 < p < 1 / 2 -> Sun.truths N x ->
     Sun.expect N 2 (Sun.warner_cards p) (Sun.estimate N (printed_1 p x) (1 - p) (2 * p - 1)) = Sun.share N x).
Proof.
  intros H. specialize (H 1%nat (1 / 4) (fun _ => 0) ltac:(lia) ltac:(lra) ltac:(intros i _; now left)).
  rewrite algorithm_1_mean in H by (lia || lra). unfold Sun.share in H. simpl in H. lra.
Qed.

(** Algorithms 3 and 4 as printed: X = k if x = 1, else L + 1 - k. *)
Definition printed_3 (L : nat) (x : nat -> R) (i c : nat) : R :=
  if Req_EM_T (x i) 1 then Sun.shown c else INR L + 1 - Sun.shown c.

Lemma algorithm_3_mean N L w x : (0 < N)%nat -> Sun.law L w -> INR L + 1 - 2 * Sun.mean L w Sun.shown <> 0 ->
  Sun.truths N x ->
  Sun.expect N L w (Sun.estimate N (printed_3 L x) (Sun.mean L w Sun.shown) (INR L + 1 - 2 * Sun.mean L w Sun.shown))
  = 1 - Sun.share N x.
Proof.
  intros HN HL K Hx. assert (Q : INR N <> 0) by (apply not_0_INR; lia).
  rewrite Sun.estimate_mean by assumption. set (m := Sun.mean L w Sun.shown) in *.
  rewrite (sum_ext N _ (fun i => (INR L + 1 - m) + (2 * m - (INR L + 1)) * x i)).
  - rewrite Sun.sum_affine by assumption. field. now split.
  - intros i Hi. unfold Sun.mean, printed_3. destruct (Req_EM_T (x i) 1) as [E|E].
    + rewrite E. unfold m, Sun.mean. ring.
    + destruct (Hx i Hi) as [Z|O]; [rewrite Z | contradiction].
      rewrite (sum_ext L _ (fun c => (INR L + 1) * w c - w c * Sun.shown c)) by (intros; ring).
      rewrite sum_minus, sum_scal, HL. unfold m, Sun.mean. ring.
Qed.

Theorem not_sun_algorithm_3 :
  ~ (forall N L w x, (0 < N)%nat -> Sun.law L w -> INR L + 1 - 2 * Sun.mean L w Sun.shown <> 0 -> Sun.truths N x ->
     Sun.expect N L w (Sun.estimate N (printed_3 L x) (Sun.mean L w Sun.shown) (INR L + 1 - 2 * Sun.mean L w Sun.shown)) = Sun.share N x).
Proof.
  intros H. set (w := fun c => if Nat.eqb c 0 then 1 / 4 else 3 / 4).
  assert (W : Sun.law 2 w) by (unfold Sun.law, w; simpl; lra).
  assert (K : INR 2 + 1 - 2 * Sun.mean 2 w Sun.shown <> 0) by (unfold Sun.mean, Sun.shown, w; simpl; lra).
  assert (T : Sun.truths 1 (fun _ => 0)) by (intros i _; now left).
  specialize (H 1%nat 2%nat w (fun _ => 0) ltac:(lia) W K T).
  rewrite algorithm_3_mean in H by (assumption || lia). unfold Sun.share in H. simpl in H. lra.
Qed.

(** Ziani, Theorem 5 with the estimate as printed: one person, who has the attribute and whose bit is not flipped. *)
Theorem not_ziani_theorem_5 :
  ~ (forall N p delta x, (0 < N)%nat -> 0 <= p < 1 / 2 -> 0 < delta <= 1 -> Sun.truths N x ->
     1 - delta <= ZianiResponse.chance N 2 (ZianiResponse.coins p)
       (ZianiResponse.within (Sun.estimate N (ZianiResponse.report x) (1 - p) (2 * p - 1)) (Sun.share N x) (ZianiResponse.bound N p delta))).
Proof.
  intros H. specialize (H 1%nat 0 (9 / 10) (fun _ => 1) ltac:(lia) ltac:(lra) ltac:(lra) ltac:(intros i _; now right)).
  assert (S : sqrt (1 / (9 / 10)) < 2).
  { replace 2 with (sqrt (2 * 2)) by (apply sqrt_square; lra). apply sqrt_lt_1_alt. lra. }
  assert (B : ZianiResponse.bound 1 0 (9 / 10) < 1).
  { unfold ZianiResponse.bound. simpl. rewrite sqrt_1. lra. }
  revert H. unfold ZianiResponse.chance, ZianiResponse.within. simpl.
  unfold Sun.estimate, Sun.share, ZianiResponse.coins, ZianiResponse.report. simpl.
  destruct (Rle_dec _ _) as [C|C].
  - exfalso. replace ((1 + 0) / 1 - (1 - 0)) with 0 in C by field.
    replace (0 / (2 * 0 - 1) - (0 + 1) / 1) with (-1) in C by field.
    rewrite Rabs_left in C by lra. lra.
  - intros H. lra.
Qed.

(** Vinterbo, the caption of Figure 1: the loss at its shares and p = 1/2, a = (2 - p)/2, is not 9.75. *)
Theorem figure_1_loss : Vinterbo.loss 2 (3 / 4) ((1 / 20) ^ 2 + (3 / 20) ^ 2 + (3 / 10) ^ 2 + (1 / 2) ^ 2) = 1177 / 127.
Proof. unfold Vinterbo.loss. field. Qed.

Theorem not_vinterbo_figure_1_loss : ~ (Vinterbo.loss 2 (3 / 4) ((1 / 20) ^ 2 + (3 / 20) ^ 2 + (3 / 10) ^ 2 + (1 / 2) ^ 2) = 39 / 4).
Proof. rewrite figure_1_loss. lra. Qed.

(** Chai and Nayak, after (3.5): two procedures of parity 2 for two inputs attain different pairs of prior and posterior. *)
Definition attained (m k : nat) (P : nat -> nat -> R) (p q : R) : Prop :=
  exists w Q i, prior k w /\ (i < m)%nat /\ 0 < sum k (fun j => w j * P i j) /\ probability k w Q = p /\ posterior k w Q P i = q.

Definition two_rows (i j : nat) : R := if Nat.eqb i j then 2 / 3 else 1 / 3.
Definition three_rows (i j : nat) : R := if Nat.eqb i 2 then 1 / 2 else if Nat.eqb i j then 1 / 3 else 1 / 6.

Theorem not_chai_nayak_region_by_parity :
  ~ (forall m r k P Q, mechanism m k P -> mechanism r k Q ->
     (forall g, parity_at_most m k g P <-> parity_at_most r k g Q) -> forall p q, attained m k P p q <-> attained r k Q p q).
Proof.
  intros H.
  assert (M2 : mechanism 2 2 two_rows).
  { split; [intros i j _ _; unfold two_rows; destruct (Nat.eqb i j); lra|].
    intros [|[|j]] Hj; try lia; unfold two_rows; simpl; lra. }
  assert (M3 : mechanism 3 2 three_rows).
  { split; [intros i j _ _; unfold three_rows; destruct (Nat.eqb i 2), (Nat.eqb i j); lra|].
    intros [|[|j]] Hj; try lia; unfold three_rows; simpl; lra. }
  assert (Same : forall g, parity_at_most 2 2 g two_rows <-> parity_at_most 3 2 g three_rows).
  { intros g. split; intros A.
    - pose proof (A 0 0 1 ltac:(lia) ltac:(lia) ltac:(lia) ltac:(lia))%nat as B. unfold two_rows in B. simpl in B.
      intros i j l _ _ _ _. unfold three_rows. destruct (Nat.eqb i 2), (Nat.eqb i j), (Nat.eqb i l); lra.
    - pose proof (A 0 0 1 ltac:(lia) ltac:(lia) ltac:(lia) ltac:(lia))%nat as B. unfold three_rows in B. simpl in B.
      intros i j l _ _ _ _. unfold two_rows. destruct (Nat.eqb i j), (Nat.eqb i l); lra. }
  destruct (H 2%nat 3%nat 2%nat two_rows three_rows M2 M3 Same (1 / 2) (1 / 2)) as [_ Back].
  destruct Back as [w [Q [i [[W0 W1] [Hi [_ [Pr Po]]]]]]].
  - exists (fun _ => 1 / 2), (fun j => Nat.eqb j 0), 2%nat. unfold prior, probability, posterior, joint, three_rows. simpl.
    repeat split; try lra; try lia; try (intros; lra); field.
  - unfold probability in Pr. unfold posterior, joint in Po. simpl in W1, Pr, Po.
    destruct i as [|[|i]]; [| |lia]; unfold two_rows in Po; simpl in Po;
      destruct (Q 0%nat), (Q 1%nat); try lra;
      [assert (w 0%nat = 1 / 2) as E by lra | assert (w 1%nat = 1 / 2) as E by lra
      |assert (w 0%nat = 1 / 2) as E by lra | assert (w 1%nat = 1 / 2) as E by lra];
      [assert (w 1%nat = 1 / 2) as F by lra | assert (w 0%nat = 1 / 2) as F by lra
      |assert (w 1%nat = 1 / 2) as F by lra | assert (w 0%nat = 1 / 2) as F by lra];
      rewrite E, F in Po; lra.
Qed.
