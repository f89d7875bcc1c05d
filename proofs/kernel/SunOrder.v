(** Sun, Zhou and Yan: the consequences that sections 6 and 7 draw from Theorem 6.1; the cases of the privacy proofs; devices that are
    Warner's by another name; and the dependence of answers over a random order of the people. *)

From Coq Require Import Reals Lra Lia List Arith.
From Rropt Require Import Sums Sun SunPrivacy SunComparison.
From Rropt Require SunKept SunCollector SunPairs.
Open Scope R_scope.

(** How far the improved mechanism is below Warner's: the sign is that of (2 pi - 1)^2 less what stands under the root. *)
Lemma difference N t p2 pi : (2 <= N)%nat -> 1 < t -> 0 <= p2 < 1 ->
  0 < under_root N t p2 < 1 /\ exists k, 0 < k /\
  warner_variance N t - kept_variance N t p2 pi = ((2 * pi - 1) * (2 * pi - 1) - under_root N t p2) * k.
Proof.
  intros HN Ht Hp. pose proof (le_INR 2 N HN) as N2. simpl in N2.
  assert (T1 : 0 < (t - 1) * (t - 1)) by (apply Rmult_lt_0_compat; lra).
  assert (T2 : 0 <= p2 * ((t - 1) * (t - 1))) by (apply Rmult_le_pos; lra).
  assert (G : gain t p2 = (4 * t + p2 * ((t - 1) * (t - 1))) / ((t - 1) * (t - 1) * (1 - p2))) by (unfold gain; field; repeat split; lra).
  assert (G0 : 0 < gain t p2) by (rewrite G; apply Rdiv_lt_0_compat; [lra | apply Rmult_lt_0_compat; lra]).
  set (R := under_root N t p2).
  assert (R1 : 1 - R = (INR N - 1) * (1 - p2) * (4 * t) / (INR N * (4 * t + p2 * ((t - 1) * (t - 1))))).
  { unfold R, under_root. field. repeat split; try lra. }
  split.
  - assert (P : 0 < INR N * (4 * t + p2 * ((t - 1) * (t - 1)))) by (apply Rmult_lt_0_compat; lra). split.
    + assert (1 - R < 1); [|lra]. rewrite R1. apply Rmult_lt_reg_r with (INR N * (4 * t + p2 * ((t - 1) * (t - 1)))); [assumption|].
      unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra.
      assert (S1 : (INR N - 1) * (1 - p2) <= (INR N - 1) * 1) by (apply Rmult_le_compat_l; lra).
      apply (Rmult_le_compat_r (4 * t)) in S1; [|lra].
      pose proof (Rmult_le_pos (INR N) (p2 * ((t - 1) * (t - 1))) ltac:(lra) T2). lra.
    + assert (0 < 1 - R); [|lra]. rewrite R1. apply Rdiv_lt_0_compat; [|assumption]. repeat apply Rmult_lt_0_compat; lra.
  - exists (gain t p2 / (4 * (INR N - 1))). split; [apply Rdiv_lt_0_compat; lra|].
    replace ((2 * pi - 1) * (2 * pi - 1) - R) with ((1 - R) - (1 - (2 * pi - 1) * (2 * pi - 1))) by ring.
    rewrite R1, G. unfold warner_variance, kept_variance. rewrite G. field. repeat split; lra.
Qed.

(** (5): at pi_A1 and pi_A2 the two variances are equal. *)
Theorem equal_at_both_ends N t p2 : (2 <= N)%nat -> 1 < t -> 0 <= p2 < 1 ->
  kept_variance N t p2 (pi_1 N t p2) = warner_variance N t /\ kept_variance N t p2 (pi_2 N t p2) = warner_variance N t.
Proof.
  intros HN Ht Hp. split;
    [destruct (difference N t p2 (pi_1 N t p2) HN Ht Hp) as [[R0 _] [k [_ D]]]; unfold pi_1 in *
    |destruct (difference N t p2 (pi_2 N t p2) HN Ht Hp) as [[R0 _] [k [_ D]]]; unfold pi_2 in *];
    pose proof (sqrt_sqrt _ (Rlt_le _ _ R0)) as S; set (h := sqrt (under_root N t p2)) in *.
  - replace ((2 * (1 / 2 - 1 / 2 * h) - 1) * (2 * (1 / 2 - 1 / 2 * h) - 1)) with (h * h) in D by field. rewrite S in D. lra.
  - replace ((2 * (1 / 2 + 1 / 2 * h) - 1) * (2 * (1 / 2 + 1 / 2 * h) - 1)) with (h * h) in D by field. rewrite S in D. lra.
Qed.

(** Between them, the ends included, the improved mechanism is no better than modified Warner, nor than a modified Simmons with
    pi_B = 1/2 of the same budget. *)
Theorem no_better_between N t p2 pi p : (2 <= N)%nat -> 1 < t -> 0 <= p2 < 1 -> pi_1 N t p2 <= pi <= pi_2 N t p2 ->
  warner_variance N t <= kept_variance N t p2 pi /\
  (0 < p < 1 -> 0 <= pi <= 1 -> simmons_t p (1 / 2) = t -> simmons_variance N p (1 / 2) pi <= kept_variance N t p2 pi).
Proof.
  intros HN Ht Hp Hpi. assert (W : warner_variance N t <= kept_variance N t p2 pi).
  { destruct (difference N t p2 pi HN Ht Hp) as [[R0 _] [k [K D]]]. unfold pi_1, pi_2 in Hpi.
    pose proof (sqrt_sqrt _ (Rlt_le _ _ R0)) as S. pose proof (sqrt_pos (under_root N t p2)) as P. set (h := sqrt (under_root N t p2)) in *.
    assert (Z : (2 * pi - 1) * (2 * pi - 1) <= h * h).
    { apply Rsqr_le_abs_1. rewrite (Rabs_right h) by lra. apply Rabs_le. lra. }
    pose proof (Rmult_le_pos (under_root N t p2 - (2 * pi - 1) * (2 * pi - 1)) k ltac:(lra) ltac:(lra)). lra. }
  split; [assumption|]. intros Q Q' E. destruct (theorem_5_3 N p (1 / 2) pi ltac:(lia) Q ltac:(lra) Q') as [_ H]. rewrite H, E by reflexivity. assumption.
Qed.

(** Below pi_A1, which is positive, and above pi_A2, which is below 1, the improved mechanism has the smallest variance of the four, and
    modified Christofides the largest of those with cards and Warner's. *)
Theorem smallest_outside N t p2 pi : (2 <= N)%nat -> 1 < t -> 0 <= p2 < 1 ->
  0 < pi_1 N t p2 /\ pi_2 N t p2 < 1 /\
  (pi < pi_1 N t p2 \/ pi_2 N t p2 < pi ->
   kept_variance N t p2 pi < warner_variance N t /\ warner_variance N t <= cards_variance N t p2 /\
   (0 < p2 -> warner_variance N t < cards_variance N t p2) /\
   forall p b, 0 < p < 1 -> 0 < b < 1 -> 0 <= pi <= 1 -> simmons_t p b = t -> kept_variance N t p2 pi < simmons_variance N p b pi).
Proof.
  intros HN Ht Hp. destruct (difference N t p2 pi HN Ht Hp) as [[R0 R1] _]. pose proof (le_INR 2 N HN) as N2. simpl in N2.
  assert (S1 : sqrt (under_root N t p2) < 1) by (rewrite <- sqrt_1; apply sqrt_lt_1; lra).
  destruct (theorem_6_1 N t p2 pi HN Ht Hp) as [A [B _]].
  split; [unfold pi_1; lra|]. split; [unfold pi_2; lra|]. intros Hpi. specialize (B Hpi).
  split; [assumption|]. split; [|split; [assumption|]].
  - destruct (Rle_lt_or_eq_dec 0 p2 (proj1 Hp)) as [P|P]; [left; now apply A|]. rewrite <- P. right. unfold warner_variance, cards_variance, gain. field. repeat split; lra.
  - intros p b Q Q1 Q2 E. destruct (theorem_5_3 N p b pi ltac:(lia) Q Q1 Q2) as [H _]. rewrite E in H. lra.
Qed.

(** Theorems 5.4 and 5.6, cases 1 to 4 of the proofs, with cards that go back and of one answer with cards that are kept. *)
Theorem card_cases L w c : (c < L)%nat ->
  answer_chance L w (christofides L 1) (INR L + 1 - shown c) = w c /\
  answer_chance L w (christofides L 1) (shown c) = w (L - 1 - c)%nat /\
  answer_chance L w (christofides L 0) (shown c) = w c /\
  answer_chance L w (christofides L 0) (INR L + 1 - shown c) = w (L - 1 - c)%nat.
Proof.
  intros Hc. assert (E : INR L + 1 - shown c = shown (L - 1 - c)).
  { unfold shown. rewrite !minus_INR by lia. simpl. ring. }
  rewrite E. destruct (shown_answers L w c Hc) as [A B]. destruct (shown_answers L w (L - 1 - c) ltac:(lia)) as [C D].
  replace (L - 1 - (L - 1 - c))%nat with c in D by lia. now rewrite A, B, C, D.
Qed.

Theorem cases_of_proofs L w deck xs i c : (c < L)%nat -> SunCollector.deck_of L deck -> length xs = length deck -> (i < length deck)%nat ->
  (answer_chance L w (christofides L 1) (INR L + 1 - shown c) = w c /\ answer_chance L w (christofides L 1) (shown c) = w (L - 1 - c)%nat /\
   answer_chance L w (christofides L 0) (shown c) = w c /\ answer_chance L w (christofides L 0) (INR L + 1 - shown c) = w (L - 1 - c)%nat) /\
  let p := SunCollector.proportion deck in
  (nth i xs 0 = 1 -> SunCollector.answer_of L deck xs i (INR L + 1 - shown c) = p c /\ SunCollector.answer_of L deck xs i (shown c) = p (L - 1 - c)%nat) /\
  (nth i xs 0 = 0 -> SunCollector.answer_of L deck xs i (shown c) = p c /\ SunCollector.answer_of L deck xs i (INR L + 1 - shown c) = p (L - 1 - c)%nat).
Proof.
  intros Hc Hd Hx Hi. split; [now apply card_cases|]. intros p. destruct (card_cases L p c Hc) as [A [B [C D]]].
  split; intros E; rewrite !SunCollector.answer_of_one, E by assumption; auto.
Qed.

(** Section 2.2.3: with two cards the device is Warner's, the answer 1 in the place of yes. *)
Theorem two_cards w x : law 2 w -> x = 0 \/ x = 1 ->
  answer_chance 2 w (christofides 2 x) 1 = answer_chance 2 (warner_cards (w 1%nat)) (warner x) 1 /\
  answer_chance 2 w (christofides 2 x) 2 = answer_chance 2 (warner_cards (w 1%nat)) (warner x) 0 /\
  forall a, a <> 1 -> a <> 2 -> answer_chance 2 w (christofides 2 x) a = 0.
Proof.
  intros H Hx. assert (E : w 0%nat = 1 - w 1%nat) by (unfold law in H; simpl in H; lra).
  unfold answer_chance, christofides, shown, warner, warner_cards. simpl. rewrite E.
  destruct Hx as [-> | ->]; (split; [|split; [|intros a A1 A2]]);
    repeat match goal with |- context [Req_EM_T ?u ?v] => destruct (Req_EM_T u v) end; try lra; exfalso; lra.
Qed.

(** After Theorem 5.5: without middle cards the device of three numbers is Warner's, 1 and 3 in the place of no and yes. *)
Theorem no_middle_cards w x : law 3 w -> w 1%nat = 0 -> x = 0 \/ x = 1 ->
  answer_chance 3 w (christofides 3 x) 3 = answer_chance 2 (warner_cards (w 0%nat)) (warner x) 1 /\
  answer_chance 3 w (christofides 3 x) 1 = answer_chance 2 (warner_cards (w 0%nat)) (warner x) 0 /\
  forall a, a <> 1 -> a <> 3 -> answer_chance 3 w (christofides 3 x) a = 0.
Proof.
  intros H H1 Hx. assert (E : w 2%nat = 1 - w 0%nat) by (unfold law in H; simpl in H; lra).
  unfold answer_chance, christofides, shown, warner, warner_cards. simpl. rewrite E, H1.
  destruct Hx as [-> | ->]; (split; [|split; [|intros a A1 A2]]);
    repeat match goal with |- context [Req_EM_T ?u ?v] => destruct (Req_EM_T u v) end; try lra; exfalso; lra.
Qed.

(** Answers over a census that is met in random order: person i draws the card c with probability w c. *)
Definition one_answer (L : nat) (w : nat -> R) (v : R -> nat -> R) (xs : list R) (i : nat) : R :=
  SunKept.draw (length xs) xs (fun x => sum L (fun c => w c * v (nth i x 0) c)).
Definition two_answers (L : nat) (w : nat -> R) (v : R -> nat -> R) (xs : list R) (i j : nat) : R :=
  SunKept.draw (length xs) xs (fun x => sum L (fun c => w c * sum L (fun d => w d * (v (nth i x 0) c * v (nth j x 0) d)))).

(** Where the mean of an answer is affine in the truth the covariance of two is negative. *)
Lemma negative_covariance L w v xs i j a b : sum L w = 1 -> b <> 0 -> Forall SunCollector.truth xs -> 0 < SunKept.share xs < 1 ->
  (i < length xs)%nat -> (j < length xs)%nat -> i <> j -> (forall x, x = 0 \/ x = 1 -> sum L (fun c => w c * v x c) = a + b * x) ->
  two_answers L w v xs i j - one_answer L w v xs i * one_answer L w v xs j =
    b ^ 2 * (SunKept.share xs * (INR (length xs) * SunKept.share xs - 1) / (INR (length xs) - 1) - SunKept.share xs ^ 2) /\
  two_answers L w v xs i j < one_answer L w v xs i * one_answer L w v xs j.
Proof.
  intros Hw Hb Hx Hs Hi Hj D Hv. set (N := length xs) in *. set (pi := SunKept.share xs) in *.
  assert (N2 : (2 <= N)%nat) by lia. assert (Nz : INR N <> 0) by (apply not_0_INR; lia).
  assert (N1 : INR N - 1 <> 0) by (now apply SunPairs.size_1). assert (P : 1 <= INR N - 1).
  { pose proof (le_INR 2 N N2) as H. simpl in H. lra. }
  (* what is drawn are truths: the draws are replaced by affine functions through the laws of one and of two people *)
  assert (T : forall x, In x xs -> x = 0 \/ x = 1) by (apply Forall_forall; exact Hx).
  destruct (SunPairs.people_pairs xs i j N2 Hx Hi Hj D) as [A [B _]]. destruct (SunPairs.people_pairs xs j i N2 Hx Hj Hi (not_eq_sym D)) as [A' _].
  fold N pi in A, A', B.
  assert (One : forall k, (k < N)%nat -> SunKept.draw N xs (fun x => nth k x 0) = pi -> one_answer L w v xs k = a + b * pi).
  { intros k Hk Ek. unfold one_answer. fold N. rewrite (SunCollector.any_card N xs k (fun x => sum L (fun c => w c * v x c))) by (lia || unfold N; lia).
    rewrite (SunKept.added_ext _ (fun x => a + b * x)) by (intros x H; apply Hv, T, H).
    rewrite SunKept.added_plus, SunKept.added_const, SunKept.added_scal, map_id. unfold pi, SunKept.share. fold N. field. assumption. }
  assert (Two : two_answers L w v xs i j = a ^ 2 + 2 * a * b * pi + b ^ 2 * (pi * (INR N * pi - 1) / (INR N - 1))).
  { unfold two_answers. fold N.
    rewrite (SunPairs.any_two N xs i j (fun x y => sum L (fun c => w c * sum L (fun d => w d * (v x c * v y d))))) by (lia || unfold N; lia).
    transitivity (SunPairs.pair_mean (fun x y => (a + b * x) * (a + b * y)) xs).
    - unfold SunPairs.pair_mean, SunPairs.over_pairs. f_equal.
      assert (F : forall x y, In x xs -> In y xs -> sum L (fun c => w c * sum L (fun d => w d * (v x c * v y d))) = (a + b * x) * (a + b * y)).
      { intros x y Hx1 Hy1. rewrite <- (Hv x (T x Hx1)), <- (Hv y (T y Hy1)), sum_mult. apply sum_ext. intros c _.
        rewrite <- sum_scal. apply sum_ext. intros d _. ring. }
      f_equal; apply SunKept.added_ext; intros x Hx1; [apply SunKept.added_ext; intros y Hy1|]; now apply F.
    - unfold SunPairs.pair_mean. rewrite (SunPairs.over_pairs_product (fun x => a + b * x) (fun x => a + b * x)).
      rewrite (SunKept.added_ext (fun y => (a + b * y) * (a + b * y)) (fun y => a ^ 2 + (2 * a * b + b ^ 2) * y))
        by (intros x H; destruct (T x H) as [-> | ->]; ring).
      rewrite !SunKept.added_plus, !SunKept.added_const, !SunKept.added_scal, map_id. fold N.
      replace (SunKept.added xs) with (INR N * pi) by (unfold pi, SunKept.share; fold N; field; assumption). field. now split. }
  rewrite (One i Hi A), (One j Hj A'), Two. split; [ring|].
  assert (E : pi * (INR N * pi - 1) / (INR N - 1) = pi ^ 2 - pi * (1 - pi) / (INR N - 1)) by (field; assumption). rewrite E.
  assert (0 < b ^ 2 * (pi * (1 - pi) / (INR N - 1))).
  { apply Rmult_lt_0_compat; [replace (b ^ 2) with (Rsqr b) by (unfold Rsqr; ring); now apply Rsqr_pos_lt|].
    apply Rdiv_lt_0_compat; [apply Rmult_lt_0_compat; lra | lra]. }
  lra.
Qed.

(** After Algorithm 1. *)
Theorem warner_answers_dependent p xs i j : p <> 1 / 2 -> Forall SunCollector.truth xs -> 0 < SunKept.share xs < 1 ->
  (i < length xs)%nat -> (j < length xs)%nat -> i <> j ->
  two_answers 2 (warner_cards p) warner xs i j < one_answer 2 (warner_cards p) warner xs i * one_answer 2 (warner_cards p) warner xs j.
Proof.
  intros Hp Hx Hs Hi Hj D. apply (negative_covariance 2 (warner_cards p) warner xs i j (1 - p) (2 * p - 1)); try assumption.
  - apply warner_law.
  - lra.
  - intros x _. unfold warner_cards, warner. simpl. ring.
Qed.

(** After Algorithm 2. *)
Theorem simmons_answers_dependent p b xs i j : p <> 0 -> Forall SunCollector.truth xs -> 0 < SunKept.share xs < 1 ->
  (i < length xs)%nat -> (j < length xs)%nat -> i <> j ->
  two_answers 3 (simmons_cards p b) simmons xs i j < one_answer 3 (simmons_cards p b) simmons xs i * one_answer 3 (simmons_cards p b) simmons xs j.
Proof.
  intros Hp Hx Hs Hi Hj D. apply (negative_covariance 3 (simmons_cards p b) simmons xs i j (b * (1 - p)) p); try assumption.
  - apply simmons_law.
  - intros x _. unfold simmons_cards, simmons. simpl. ring.
Qed.
