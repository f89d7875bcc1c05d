(** Steps of proofs, algorithms and slips that are false as printed, beside the results of Errata. *)

From Coq Require Import Reals Lra Lia List Arith Bool.
From Rropt Require Import Sums Mechanisms Breach.
From Rropt Require Sun SunKept Vinterbo Errata.
Import ListNotations.
Open Scope R_scope.

(** Chai and Nayak, after (3.5): equal columns leave every opinion as it was, and no gamma > 1 has that boundary. *)
Theorem not_chai_nayak_precise_only_if :
  (forall p q, Errata.attained 1 2 (fun _ _ => 1) p q -> q = p) /\
  forall g p, 1 < g -> 0 < p < 1 -> g * p / (1 + (g - 1) * p) <> p.
Proof.
  split.
  - intros p q [w [Q [i [[_ W1] [_ [_ [Pr Po]]]]]]]. unfold probability in Pr. unfold posterior, joint in Po. simpl in *.
    rewrite <- Po, <- Pr. replace (0 + w 0%nat * 1 + w 1%nat * 1) with 1 by lra. destruct (Q 0%nat), (Q 1%nat); lra.
  - intros g p Hg Hp E.
    assert (D : 0 < 1 + (g - 1) * p) by (pose proof (Rmult_lt_0_compat (g - 1) p ltac:(lra) ltac:(lra)); lra).
    assert (E2 : g * p = p * (1 + (g - 1) * p)).
    { rewrite <- E at 2. field. lra. }
    pose proof (Rmult_lt_0_compat ((g - 1) * p) (1 - p) ltac:(apply Rmult_lt_0_compat; lra) ltac:(lra)). lra.
Qed.

(** The proof of Lemma 4.2: P = DA has other solutions than C, which is not stochastic, where A has more rows than columns. *)
Theorem not_chai_nayak_only_c :
  1 * (4 / 10) + (1 - 7 / 6) * (3 / 10) + 0 * (3 / 10) = 0 * (4 / 10) + 1 / 6 * (3 / 10) + 1 * (3 / 10) /\
  1 * (3 / 10) + (1 - 7 / 6) * (6 / 10) + 0 * (1 / 10) = 0 * (3 / 10) + 1 / 6 * (6 / 10) + 1 * (1 / 10).
Proof. split; lra. Qed.

(** Before (6.3): h(p) can be 1 for all 0 < p < 1. *)
Theorem not_chai_nayak_6_3_positive :
  ~ (forall h : R -> R, (forall a, 0 <= a <= 1 -> a <= h a <= 1) -> exists p, 0 < p < 1 /\ h p < 1).
Proof. intros H. destruct (H (fun _ => 1)) as [p [_ L]]; [intros; lra | lra]. Qed.

(** The proof of Lemma 6.1: identical, or proportional, columns do not make the rows the same. *)
Definition same_columns (i j : nat) : R := if Nat.eqb i 0 then 1 / 3 else 2 / 3.

Theorem not_chai_nayak_same_rows :
  ~ (forall m k P, mechanism m k P -> (forall i j l, P i j = P i l) -> forall i l j, (i < m)%nat -> (l < m)%nat -> P i j = P l j).
Proof.
  intros H. assert (M : mechanism 2 2 same_columns).
  { split.
    - intros i j _ _. unfold same_columns. destruct (Nat.eqb i 0); lra.
    - intros j _. unfold same_columns. simpl. lra. }
  specialize (H 2%nat 2%nat same_columns M ltac:(reflexivity) 0%nat 1%nat 0%nat ltac:(lia) ltac:(lia)).
  unfold same_columns in H. simpl in H. lra.
Qed.

(** Sun, Zhou and Yan, Algorithm 2 as printed: u and v are 1 with probabilities p and b; X = x if u < p, else whether v < b. *)
Definition printed_2 (p b : R) (x : nat -> R) (i c : nat) : R :=
  let u := match c with O => 0 | _ => 1 end in let v := match c with S O => 0 | _ => 1 end in
  if Rlt_dec u p then x i else if Rlt_dec v b then 1 else 0.
Definition cards_2 (p b : R) (c : nat) : R := match c with O => 1 - p | S O => p * (1 - b) | _ => p * b end.

Lemma cards_2_law p b : Sun.law 3 (cards_2 p b).
Proof. unfold Sun.law, cards_2. simpl. ring. Qed.

Theorem not_sun_algorithm_2 :
  ~ (forall N p b x, (0 < N)%nat -> 0 < p < 1 -> 0 < b < 1 -> Sun.truths N x ->
     Sun.expect N 3 (cards_2 p b) (Sun.estimate N (printed_2 p b x) (b * (1 - p)) p) = Sun.share N x).
Proof.
  intros H. specialize (H 1%nat (1 / 2) (1 / 4) (fun _ => 0) ltac:(lia) ltac:(lra) ltac:(lra) ltac:(intros i _; now left)).
  revert H. unfold Sun.expect, Sun.estimate, Sun.share, cards_2, printed_2. simpl. repeat destruct (Rlt_dec _ _); lra.
Qed.

Theorem not_sun_algorithm_2_variance :
  ~ (forall N p b x, (0 < N)%nat -> 0 < p < 1 -> 0 < b < 1 -> Sun.truths N x ->
     Sun.variance N 3 (cards_2 p b) (Sun.estimate N (printed_2 p b x) (b * (1 - p)) p) =
     (b * (1 - p) - b ^ 2 * (1 - p) ^ 2) / (INR N * p ^ 2) + Sun.share N x * (1 - p - 2 * b * (1 - p)) / (INR N * p)).
Proof.
  intros H. specialize (H 1%nat (1 / 3) (1 / 2) (fun _ => 0) ltac:(lia) ltac:(lra) ltac:(lra) ltac:(intros i _; now left)).
  revert H. unfold Sun.variance, Sun.expect, Sun.estimate, Sun.share, cards_2, printed_2. simpl. repeat destruct (Rlt_dec _ _); lra.
Qed.

(** Algorithm 4 as printed: X = k if x = 1, else L + 1 - k; cards are kept. *)
Fixpoint printed_total (L : nat) (xs s : list R) : R :=
  match xs, s with
  | x :: xs', y :: s' => (if Req_EM_T x 1 then y else INR L + 1 - y) + printed_total L xs' s'
  | _, _ => 0
  end.
Definition printed_estimate (L : nat) (deck xs s : list R) : R :=
  (printed_total L xs s / INR (length deck) - SunKept.mean deck) / (INR L + 1 - 2 * SunKept.mean deck).

Lemma printed_mirrors L xs s : (forall x, In x xs -> x = 0 \/ x = 1) ->
  printed_total L xs s = SunKept.total L (map (fun x => 1 - x) xs) s.
Proof.
  revert s. induction xs as [|x xs IH]; intros [|y s] H; simpl; try reflexivity.
  rewrite IH by (intros; apply H; now right). f_equal.
  destruct (H x (or_introl eq_refl)) as [-> | ->]; destruct (Req_EM_T _ 1); lra.
Qed.

Lemma algorithm_4_mean L deck xs : deck <> [] -> length xs = length deck -> INR L + 1 - 2 * SunKept.mean deck <> 0 ->
  (forall x, In x xs -> x = 0 \/ x = 1) -> SunKept.draw (length deck) deck (printed_estimate L deck xs) = 1 - SunKept.share xs.
Proof.
  intros Hd Hx K H.
  rewrite (SunKept.draw_ext _ _ _ (SunKept.estimate L deck (map (fun x => 1 - x) xs))).
  - rewrite SunKept.improved_unbiased by (assumption || now rewrite map_length).
    assert (P : INR (length xs) <> 0) by (rewrite Hx; apply not_0_INR; destruct deck; simpl; [congruence | lia]).
    unfold SunKept.share. rewrite map_length.
    rewrite (SunKept.added_ext _ (fun x => 1 + -1 * x)) by (intros; ring).
    rewrite SunKept.added_plus, SunKept.added_scal, SunKept.added_const, map_id. field. assumption.
  - intros s _. unfold printed_estimate, SunKept.estimate. now rewrite printed_mirrors.
Qed.

Theorem not_sun_algorithm_4 :
  ~ (forall L deck xs, deck <> [] -> length xs = length deck -> INR L + 1 - 2 * SunKept.mean deck <> 0 ->
     (forall x, In x xs -> x = 0 \/ x = 1) -> SunKept.draw (length deck) deck (printed_estimate L deck xs) = SunKept.share xs).
Proof.
  intros H. specialize (H 2%nat [1; 1; 2] [0; 0; 0]).
  assert (K : INR 2 + 1 - 2 * SunKept.mean [1; 1; 2] <> 0) by (unfold SunKept.mean; simpl; lra).
  assert (T : forall x, In x [0; 0; 0] -> x = 0 \/ x = 1) by (intros x [<-|[<-|[<-|[]]]]; now left).
  specialize (H ltac:(discriminate) eq_refl K T). rewrite algorithm_4_mean in H by (assumption || discriminate || reflexivity).
  unfold SunKept.share in H. simpl in H. lra.
Qed.

(** Answers of the Christofides mechanisms are not 1 or 0. *)
Theorem not_sun_answers_are_yes_or_no :
  ~ (forall N L x i c, Sun.truths N x -> (i < N)%nat -> (c < L)%nat -> Sun.christofides_answer L x i c = 0 \/ Sun.christofides_answer L x i c = 1).
Proof.
  intros H. specialize (H 1%nat 2%nat (fun _ => 0) 0%nat 1%nat ltac:(intros j _; now left) ltac:(lia) ltac:(lia)). revert H.
  unfold Sun.christofides_answer, Sun.shown. simpl. intros [E|E]; lra.
Qed.

(** Vinterbo: the estimate from one answer has a negative entry, so it is no distribution. *)
Theorem not_vinterbo_mle :
  ~ (forall n a x s, 0 <= a <= 1 -> a <> 1 / 2 -> length x = n -> (forall r, In r s -> length r = n) -> s <> [] ->
     0 <= Vinterbo.estimate (Vinterbo.C (a / (2 * a - 1))) x s).
Proof.
  intros H. specialize (H 1%nat (3 / 4) [true] [[false]] ltac:(lra) ltac:(lra) eq_refl).
  assert (A : forall r, In r [[false]] -> length r = 1%nat) by (intros r [<-|[]]; reflexivity). specialize (H A ltac:(discriminate)).
  revert H. unfold Vinterbo.estimate, Vinterbo.C. simpl. lra.
Qed.

(** C times the counts of one person is (3/4, 1/4), which are no counts. *)
Theorem not_vinterbo_image_is_multinomial :
  ~ (forall n a r x, 0 <= a <= 1 -> length r = n -> length x = n ->
     exists k : nat, Vinterbo.strings n (fun y => Vinterbo.C a r y * Vinterbo.same x y) = INR k).
Proof.
  intros H. destruct (H 1%nat (3 / 4) [false] [false] ltac:(lra) eq_refl eq_refl) as [k E]. revert E.
  rewrite (Vinterbo.strings_ext 1 _ (fun x => Vinterbo.same [false] x * Vinterbo.C (3 / 4) [false] x)) by (intros; ring).
  rewrite Vinterbo.strings_pick by reflexivity. unfold Vinterbo.C. simpl Vinterbo.entry. intros E.
  destruct k as [|k]; [simpl in E; lra|]. rewrite S_INR in E. pose proof (pos_INR k). lra.
Qed.

(** The Kronecker product of two matrices is not that of their inverses. *)
Theorem not_vinterbo_kronecker_inverse :
  ~ (forall n a r x, a <> 1 / 2 -> length r = n -> length x = n -> Vinterbo.C a r x = Vinterbo.C (a / (2 * a - 1)) r x).
Proof.
  intros H. specialize (H 2%nat (3 / 4) [false; false] [false; false] ltac:(lra) eq_refl eq_refl). revert H. unfold Vinterbo.C. simpl. lra.
Qed.

(** r takes one value twice, and has no inverse. *)
Theorem not_vinterbo_ratio_inverse :
  ~ (forall a b, 0 < a < 1 -> 0 < b < 1 -> Vinterbo.ratio a = Vinterbo.ratio b -> a = b).
Proof.
  intros H. assert (E : Vinterbo.ratio (3 / 4) = Vinterbo.ratio (1 / 4)) by (unfold Vinterbo.ratio; rewrite Rmax_comm; f_equal; lra).
  apply H in E; lra.
Qed.

(** Sun, Zhou and Yan, Appendix B: of the deck of the cards 1 and 3 the two draws have the product 3 on the average, and none of the
    numbers up to N = 2 that the printed sum runs over occur together. *)
Theorem not_sun_appendix_b_upper_end :
  ~ (forall deck, let N := length deck in (2 <= N)%nat -> SunKept.draw 2 deck (fun s => nth 0 s 0 * nth 1 s 0) =
     sum N (fun m => sum N (fun n => INR (S m) * INR (S n) *
       SunKept.draw 2 deck (fun s => if Req_EM_T (nth 0 s 0) (INR (S m)) then if Req_EM_T (nth 1 s 0) (INR (S n)) then 1 else 0 else 0)))).
Proof.
  intros H. specialize (H [1; 3] ltac:(simpl; lia)). revert H. unfold SunKept.draw. simpl.
  repeat match goal with |- context [Req_EM_T ?x ?y] => destruct (Req_EM_T x y) end; lra.
Qed.
