(** Steps of proofs, algorithms and slips that are false as printed, beside the results of Errata. *)

From Coq Require Import Reals Lra Lia List Arith Bool.
From Rropt Require Import Sums Mechanisms Breach.
From Rropt Require Sun SunKept Vinterbo Errata.
Import ListNotations.
Open Scope R_scope.

(** Holohan, Leith and Mason, Theorem 1: (4) need not be a proportion, so it is not the maximum over proportions. *)
Theorem not_holohan_theorem_1 :
  ~ (forall N n x y, 0 <= N <= n -> 0 < n -> 0 <= x <= 1 -> 0 <= y <= 1 -> x + y <> 1 ->
     0 <= (x - 1) / (x + y - 1) + N / ((x + y - 1) * n) <= 1).
Proof. intros H. specialize (H 0 1 0 (1 / 2) ltac:(lra) ltac:(lra) ltac:(lra) ltac:(lra) ltac:(lra)). lra. Qed.

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
Theorem not_chai_nayak_6_3_positive : exists h : R -> R, (forall a, 0 <= a <= 1 -> a <= h a <= 1) /\ forall p, 0 < p < 1 -> h p = 1.
Proof. exists (fun _ => 1). split; intros; lra. Qed.

(** The proof of Lemma 6.1: identical, or proportional, columns do not make the rows the same. *)
Definition same_columns (i j : nat) : R := if Nat.eqb i 0 then 1 / 3 else 2 / 3.

Theorem not_chai_nayak_same_rows :
  mechanism 2 2 same_columns /\ (forall i, same_columns i 0%nat = same_columns i 1%nat) /\ same_columns 0%nat 0%nat <> same_columns 1%nat 0%nat.
Proof.
  split; [split|split].
  - intros i j _ _. unfold same_columns. destruct (Nat.eqb i 0); lra.
  - intros j _. unfold same_columns. simpl. lra.
  - reflexivity.
  - unfold same_columns. simpl. lra.
Qed.

(** Sun, Zhou and Yan, Algorithm 2 as printed: u and v are 1 with probabilities p and b; X = x if u < p, else whether v < b. *)
Definition printed_2 (p b : R) (x : nat -> R) (i c : nat) : R :=
  let u := match c with O => 0 | _ => 1 end in let v := match c with S O => 0 | _ => 1 end in
  if Rlt_dec u p then x i else if Rlt_dec v b then 1 else 0.
Definition cards_2 (p b : R) (c : nat) : R := match c with O => 1 - p | S O => p * (1 - b) | _ => p * b end.

Lemma cards_2_law p b : Sun.law 3 (cards_2 p b).
Proof. unfold Sun.law, cards_2. simpl. ring. Qed.

Theorem not_sun_algorithm_2 :
  Sun.expect 1 3 (cards_2 (1 / 2) (1 / 4)) (Sun.estimate 1 (printed_2 (1 / 2) (1 / 4) (fun _ => 0)) (1 / 4 * (1 - 1 / 2)) (1 / 2)) = 1 / 2.
Proof.
  unfold Sun.expect, Sun.estimate, cards_2, printed_2. simpl. repeat destruct (Rlt_dec _ _); lra.
Qed.

Theorem not_sun_algorithm_2_variance :
  Sun.variance 1 3 (cards_2 (1 / 3) (1 / 2)) (Sun.estimate 1 (printed_2 (1 / 3) (1 / 2) (fun _ => 0)) (1 / 2 * (1 - 1 / 3)) (1 / 3)) <>
  (1 / 2 * (1 - 1 / 3) - (1 / 2) ^ 2 * (1 - 1 / 3) ^ 2) / (1 * (1 / 3) ^ 2).
Proof.
  unfold Sun.variance, Sun.expect, Sun.estimate, cards_2, printed_2. simpl. repeat destruct (Rlt_dec _ _); lra.
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

Theorem not_sun_algorithm_4 L deck xs : deck <> [] -> length xs = length deck -> INR L + 1 - 2 * SunKept.mean deck <> 0 ->
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

(** Answers of the Christofides mechanisms are not 1 or 0. *)
Theorem not_sun_answers_are_yes_or_no : Sun.christofides_answer 2 (fun _ => 0) 0 1 = 2.
Proof. unfold Sun.christofides_answer, Sun.shown. simpl. lra. Qed.

(** The sum of all answers of the improved mechanism: 4 if nobody has the attribute, never 4 if one person has it. *)
Definition sum_chance (deck xs : list R) (a : R) : R :=
  SunKept.draw (length deck) deck (fun s => if Req_EM_T (SunKept.total 2 xs s) a then 1 else 0).

Theorem not_sun_theorem_5_6_sum :
  ~ (exists e, forall x others a, sum_chance [1; 1; 2] (0 :: others) a <= exp e * sum_chance [1; 1; 2] (x :: others) a).
Proof.
  intros [e H]. specialize (H 1 [0; 0] 4).
  assert (A : sum_chance [1; 1; 2] [0; 0; 0] 4 = 1) by (unfold sum_chance; simpl; repeat destruct (Req_EM_T _ _); lra).
  assert (B : sum_chance [1; 1; 2] [1; 0; 0] 4 = 0) by (unfold sum_chance; simpl; repeat destruct (Req_EM_T _ _); lra).
  rewrite A, B in H. lra.
Qed.

(** Vinterbo: the estimate from one answer has a negative entry, so it is no distribution. *)
Theorem not_vinterbo_mle : Vinterbo.estimate (Vinterbo.C (3 / 4 / (2 * (3 / 4) - 1))) [true] [[false]] = - (1 / 2).
Proof. unfold Vinterbo.estimate, Vinterbo.C. simpl. field. Qed.

(** C times the counts of one person is (3/4, 1/4), which are no counts. *)
Theorem not_vinterbo_image_is_multinomial :
  Vinterbo.strings 1 (fun x => Vinterbo.C (3 / 4) [false] x * Vinterbo.same [false] x) = 3 / 4.
Proof. rewrite (Vinterbo.strings_ext 1 _ (fun x => Vinterbo.same [false] x * Vinterbo.C (3 / 4) [false] x)) by (intros; ring).
  rewrite Vinterbo.strings_pick by reflexivity. unfold Vinterbo.C. simpl. ring. Qed.

(** The Kronecker product of two matrices is not that of their inverses. *)
Theorem not_vinterbo_kronecker_inverse :
  Vinterbo.C (3 / 4) [false; false] [false; false] <> Vinterbo.C (3 / 4 / (2 * (3 / 4) - 1)) [false; false] [false; false].
Proof. unfold Vinterbo.C. simpl. lra. Qed.

(** r takes one value twice, and has no inverse. *)
Theorem not_vinterbo_ratio_inverse : Vinterbo.ratio (3 / 4) = Vinterbo.ratio (1 / 4).
Proof. unfold Vinterbo.ratio. rewrite Rmax_comm. f_equal; lra. Qed.

(** Sun, Zhou and Yan, after each estimator: what comes within 1/N of the share need not have it as its mean. *)
Theorem not_sun_unbiased_by_large_numbers :
  ~ (forall e c N, 0 <= e <= 1 -> 0 <= c <= 1 -> (1 <= N)%nat -> Rabs (e - c) <= 1 / INR N -> e = c).
Proof.
  intros H. specialize (H 1 0 1%nat ltac:(lra) ltac:(lra) ltac:(lia)). rewrite Rminus_0_r, Rabs_R1 in H. simpl in H.
  assert (1 = 0) by (apply H; lra). lra.
Qed.

(** The same, Appendix B: of the deck of the cards 1 and 3 the two draws have the product 3 on the average, and none of the
    numbers up to N = 2 that the printed sum runs over occur together. *)
Theorem not_sun_appendix_b_upper_end :
  SunKept.draw 2 [1; 3] (fun s => nth 0 s 0 * nth 1 s 0) <>
  sum 2 (fun m => sum 2 (fun n => INR (S m) * INR (S n) *
    SunKept.draw 2 [1; 3] (fun s => if Req_EM_T (nth 0 s 0) (INR (S m)) then if Req_EM_T (nth 1 s 0) (INR (S n)) then 1 else 0 else 0))).
Proof.
  unfold SunKept.draw. simpl.
  repeat match goal with |- context [Req_EM_T ?x ?y] => destruct (Req_EM_T x y) end; lra.
Qed.

(** Vinterbo, section 4.3: C_a(m) has not the size of the matrix of n bits. *)
Theorem not_vinterbo_iterated_size : ~ (forall m n : nat, (1 <= m)%nat -> (1 <= n)%nat -> (2 ^ m = 2 ^ n)%nat).
Proof. intros H. specialize (H 1%nat 2%nat ltac:(lia) ltac:(lia)). discriminate. Qed.
