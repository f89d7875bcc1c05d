(** Sun, Zhou and Yan: sentences between the theorems. *)

From Coq Require Import Reals Lra Lia List Arith.
From Rropt Require Import Sums Sun SunPrivacy.
From Rropt Require SunKept SunCollector SunComparison SunPairs SunOrder ZianiResponse.
Import ListNotations.
Open Scope R_scope.

(** Equations (1) and (2), first lines. *)
Lemma variance_of_total N L w v : law L w -> variance N L w (total v) = sum N (fun i => spread L w (v i)).
Proof. intros H. unfold variance. rewrite expect_total by assumption. now apply variance_total. Qed.

Lemma share_is_estimate N L w v : (0 < N)%nat ->
  variance N L w (fun s => total v s / INR N) = variance N L w (estimate N v 0 1).
Proof.
  intros HN. assert (P : INR N <> 0) by (apply not_0_INR; lia).
  assert (E : forall s, total v s / INR N = estimate N v 0 1 s) by (intros; unfold estimate; field; assumption).
  unfold variance. rewrite (expect_ext N L w _ _ (fun s _ => E s)). apply expect_ext. intros s _. now rewrite E.
Qed.

Theorem warner_variance_line_1 N p x : (0 < N)%nat -> p <> 1 / 2 ->
  variance N 2 (warner_cards p) (estimate N (warner_answer x) (1 - p) (2 * p - 1))
  = variance N 2 (warner_cards p) (total (warner_answer x)) / (INR N ^ 2 * (2 * p - 1) ^ 2).
Proof.
  intros HN Hp. assert (K : 2 * p - 1 <> 0) by lra.
  rewrite estimate_variance, variance_of_total by (auto using warner_law). reflexivity.
Qed.

Theorem simmons_variance_line_1 N p b x : (0 < N)%nat -> p <> 0 ->
  variance N 3 (simmons_cards p b) (estimate N (simmons_answer x) (b * (1 - p)) p)
  = variance N 3 (simmons_cards p b) (fun s => total (simmons_answer x) s / INR N) / p ^ 2.
Proof.
  intros HN Hp. assert (P : INR N <> 0) by (apply not_0_INR; lia).
  rewrite share_is_estimate, !estimate_variance by (auto using simmons_law; lra). field. now split.
Qed.

(** Total probability: the share of the answers yes is about its expectation, by Chebyshev's inequality. *)
Lemma near N L w v m r : (0 < N)%nat -> law L w -> (forall c, (c < L)%nat -> 0 <= w c) -> 0 < r ->
  (forall i c, (i < N)%nat -> v i c * v i c = v i c) -> expect N L w (fun s => total v s / INR N) = m ->
  ZianiResponse.chance N L w (ZianiResponse.beyond (fun s => total v s / INR N) m r) <= 1 / (4 * INR N * r ^ 2).
Proof.
  intros HN H Hw Hr Hv Em. assert (P : 0 < INR N) by (apply lt_0_INR; lia).
  assert (R2 : 0 < r ^ 2) by (apply pow_lt; assumption).
  set (f := fun s => total v s / INR N). apply Rle_trans with (variance N L w f / (r * r)).
  - unfold variance. fold f in Em. rewrite Em, <- ZianiResponse.expect_square. apply ZianiResponse.expect_le; [assumption|].
    intros s. unfold ZianiResponse.beyond. destruct (Rle_dec r (Rabs (f s - m))); [now apply ZianiResponse.square_of_abs | now apply ZianiResponse.square_over].
  - unfold f. rewrite share_is_estimate, estimate_variance by (assumption || lra).
    assert (Q : sum N (fun i => spread L w (v i)) <= INR N * (1 / 4)).
    { rewrite <- sum_const. apply sum_le. intros i Hi. set (a := mean L w (v i)).
      assert (E : spread L w (v i) = a - a * a).
      { unfold spread. fold a. rewrite (sum_ext L _ (fun c => (1 - 2 * a) * (w c * v i c) + a * a * w c)).
        - rewrite sum_plus, !sum_scal, H. unfold a at 2, mean. fold a. unfold a, mean. ring.
        - intros c _. replace (w c * ((v i c - a) * (v i c - a))) with (w c * (v i c * v i c) - 2 * a * (w c * v i c) + a * a * w c) by ring.
          rewrite Hv by assumption. ring. }
      rewrite E. pose proof (Rle_0_sqr (a - 1 / 2)) as S. unfold Rsqr in S. lra. }
    assert (N2 : 0 < INR N ^ 2) by (apply pow_lt; assumption).
    apply Rmult_le_reg_l with (r ^ 2 * INR N ^ 2); [now apply Rmult_lt_0_compat|].
    replace (r ^ 2 * INR N ^ 2 * (sum N (fun i => spread L w (v i)) / (INR N ^ 2 * 1 ^ 2) / (r * r)))
      with (sum N (fun i => spread L w (v i))) by (field; lra).
    replace (r ^ 2 * INR N ^ 2 * (1 / (4 * INR N * r ^ 2))) with (INR N * (1 / 4)) by (field; lra). assumption.
Qed.

Theorem warner_total_probability N p x : (0 < N)%nat -> 0 <= p <= 1 -> truths N x ->
  let yes s := total (warner_answer x) s / INR N in
  let theory := p * share N x + (1 - p) * (1 - share N x) in
  expect N 2 (warner_cards p) yes = theory /\
  forall r, 0 < r -> ZianiResponse.chance N 2 (warner_cards p) (ZianiResponse.beyond yes theory r) <= 1 / (4 * INR N * r ^ 2).
Proof.
  intros HN Hp Hx yes theory. assert (E : expect N 2 (warner_cards p) yes = theory) by (now apply SunComparison.warner_total_probability).
  split; [assumption|]. intros r Hr. apply near; try assumption.
  - apply warner_law.
  - intros c _. unfold warner_cards. destruct (Nat.eqb c 0); lra.
  - intros i c Hi. unfold warner_answer. destruct (Nat.eqb c 0), (Hx i Hi) as [-> | ->]; ring.
Qed.

Theorem simmons_total_probability N p b x : (0 < N)%nat -> 0 <= p <= 1 -> 0 <= b <= 1 -> truths N x ->
  let yes s := total (simmons_answer x) s / INR N in
  let theory := p * share N x + (1 - p) * b in
  expect N 3 (simmons_cards p b) yes = theory /\
  forall r, 0 < r -> ZianiResponse.chance N 3 (simmons_cards p b) (ZianiResponse.beyond yes theory r) <= 1 / (4 * INR N * r ^ 2).
Proof.
  intros HN Hp Hb Hx yes theory. assert (E : expect N 3 (simmons_cards p b) yes = theory) by (now apply SunComparison.simmons_total_probability).
  split; [assumption|]. intros r Hr. apply near; try assumption.
  - apply simmons_law.
  - intros c _. unfold simmons_cards. destruct c as [|[|c]]; [lra | apply Rmult_le_pos; lra | apply Rmult_le_pos; lra].
  - intros i c Hi. unfold simmons_answer. destruct c as [|[|c]]; [destruct (Hx i Hi) as [-> | ->]; ring | ring | ring].
Qed.

(** The budget for L = 3, of one answer, with cards that go back and with cards that are kept; a deck without middle cards has it too. *)
Lemma three_cards w : 0 < w 0%nat -> 0 <= w 1%nat -> 0 < w 2%nat ->
  exactly_private (Rmax (ln (w 0%nat / w 2%nat)) (ln (w 2%nat / w 0%nat))) 3 w (christofides 3).
Proof.
  intros H0 H1 H2. set (e := Rmax _ _).
  destruct (shown_answers 3 w 0 ltac:(lia)) as [A0 B0]. destruct (shown_answers 3 w 1 ltac:(lia)) as [A1 B1].
  destruct (shown_answers 3 w 2 ltac:(lia)) as [A2 B2]. simpl Nat.sub in B0, B1, B2.
  assert (Up : forall u v, 0 < u -> 0 < v -> ln (u / v) <= e -> u <= exp e * v).
  { intros u v Hu Hv H. assert (Q : 0 < u / v) by (now apply Rdiv_lt_0_compat).
    assert (L : u / v <= exp e) by (rewrite <- (exp_ln _ Q); destruct H as [H|H]; [left; now apply exp_increasing | right; now rewrite H]).
    apply (Rmult_le_compat_r v) in L; [|lra]. unfold Rdiv in L. rewrite Rmult_assoc, Rinv_l in L by lra. lra. }
  pose proof (Up _ _ H0 H2 (Rmax_l _ _)) as U. pose proof (Up _ _ H2 H0 (Rmax_r _ _)) as V.
  assert (One : 1 <= exp e).
  { destruct (Rle_lt_dec 1 (exp e)) as [|C]; [assumption|]. exfalso.
    assert (exp e * w 0%nat < 1 * w 0%nat) by (now apply Rmult_lt_compat_r).
    assert (exp e * w 2%nat < 1 * w 2%nat) by (now apply Rmult_lt_compat_r). lra. }
  split.
  - intros a x y Hx Hy. destruct (Classical_Prop.classic (exists c, (c < 3)%nat /\ shown c = a)) as [[c [Hc <-]]|Z].
    + pose proof (Rmult_le_compat_r _ 1 (exp e) (Rlt_le _ _ H0) One). pose proof (Rmult_le_compat_r _ 1 (exp e) H1 One).
      pose proof (Rmult_le_compat_r _ 1 (exp e) (Rlt_le _ _ H2) One).
      destruct c as [|[|[|c]]]; [| | |lia]; destruct Hx as [-> | ->]; destruct Hy as [-> | ->];
        rewrite ?A0, ?B0, ?A1, ?B1, ?A2, ?B2; lra.
    + assert (H : forall c, (c < 3)%nat -> shown c <> a) by (intros c Hc E; apply Z; now exists c).
      rewrite !no_other_answer by assumption. lra.
  - intros f Hf. apply Rmax_lub.
    + specialize (Hf (shown 2) 1 0 (or_intror eq_refl) (or_introl eq_refl)). rewrite A2, B2 in Hf.
      apply (least_exponent _ f (w 0%nat) (w 2%nat)); [now apply Rdiv_lt_0_compat | assumption | field; lra | assumption].
    + specialize (Hf (shown 0) 1 0 (or_intror eq_refl) (or_introl eq_refl)). rewrite A0, B0 in Hf.
      apply (least_exponent _ f (w 2%nat) (w 0%nat)); [now apply Rdiv_lt_0_compat | assumption | field; lra | assumption].
Qed.

Theorem three_cards_budget :
  (forall w, 0 < w 0%nat -> 0 <= w 1%nat -> 0 < w 2%nat ->
    exactly_private (Rmax (ln (w 0%nat / w 2%nat)) (ln (w 2%nat / w 0%nat))) 3 w (christofides 3)) /\
  (forall deck i, SunCollector.deck_of 3 deck -> (i < length deck)%nat ->
    let p := SunCollector.proportion deck in 0 < p 0%nat -> 0 < p 2%nat ->
    let e := Rmax (ln (p 0%nat / p 2%nat)) (ln (p 2%nat / p 0%nat)) in
    let holds f := forall xs ys a, Forall SunCollector.truth xs -> Forall SunCollector.truth ys -> length xs = length deck ->
      length ys = length deck -> SunCollector.answer_of 3 deck xs i a <= exp f * SunCollector.answer_of 3 deck ys i a in
    holds e /\ forall f, holds f -> e <= f).
Proof.
  split; [exact three_cards|]. intros deck i Hd Hi p H0 H2 e holds.
  assert (H1 : 0 <= p 1%nat).
  { unfold p, SunCollector.proportion. apply Rmult_le_pos; [|left; apply Rinv_0_lt_compat, lt_0_INR; lia].
    clear. induction deck as [|y l IH]; simpl; [lra|]. destruct (Req_EM_T y (shown 1)); lra. }
  destruct (three_cards p H0 H1 H2) as [P Least]. fold e in P, Least.
  assert (T : forall xs, Forall SunCollector.truth xs -> length xs = length deck -> SunCollector.truth (nth i xs 0)).
  { intros xs Hx Hl. apply (proj1 (Forall_forall _ _) Hx), nth_In. lia. }
  split.
  - intros xs ys a Hx Hy Lx Ly. rewrite !SunCollector.answer_of_one by assumption. apply P; now apply T.
  - intros f Hf. apply Least. intros a x y Hx Hy.
    assert (All : forall z, SunCollector.truth z -> Forall SunCollector.truth (repeat z (length deck))).
    { intros z Hz. apply Forall_forall. intros u Hu. now rewrite (repeat_spec _ _ _ Hu). }
    assert (At : forall z, nth i (repeat z (length deck)) 0 = z).
    { intros z. rewrite (nth_indep _ 0 z) by (now rewrite repeat_length). apply nth_repeat. }
    specialize (Hf (repeat x (length deck)) (repeat y (length deck)) a (All x Hx) (All y Hy) (repeat_length _ _) (repeat_length _ _)).
    now rewrite !SunCollector.answer_of_one, !At in Hf by (assumption || apply repeat_length).
Qed.

(** Theorem 5.6, its supposition: the chance that person i answers a and the card of person j is b, or the answer of person j is. *)
Definition with_card (L : nat) (deck xs : list R) (i j : nat) (a b : R) : R :=
  SunKept.draw (length deck) deck (fun s => SunPairs.is a (nth i (SunCollector.replies L xs s) 0) * SunPairs.is b (nth j s 0)).
Definition with_answer (L : nat) (deck xs : list R) (i j : nat) (a b : R) : R :=
  SunKept.draw (length deck) deck (fun s => SunPairs.is a (nth i (SunCollector.replies L xs s) 0) * SunPairs.is b (nth j (SunCollector.replies L xs s) 0)).

Lemma largest_lt n f b : (forall a, (a <= n)%nat -> f a < b) -> largest n f < b.
Proof. induction n as [|n IH]; intros H; simpl; [now apply H|]. apply Rmax_lub_lt; [apply IH; intros; apply H; lia | apply H; lia]. Qed.

(** Of every deck with all the numbers 1 to L, 2 at least: to somebody who knows the card, or the answer, of one other the chances of an answer
    have a ratio above e^epsilon, the others' truths being the same; so no epsilon up to the theorem's serves. *)
Theorem supposition_of_theorem_5_6 L deck i j : (2 <= L)%nat -> SunCollector.deck_of L deck ->
  (forall c, (c < L)%nat -> 0 < SunCollector.proportion deck c) -> (i < length deck)%nat -> (j < length deck)%nat -> i <> j ->
  let p := SunCollector.proportion deck in
  let e := largest (L - 1) (fun c => ln (p (L - 1 - c)%nat / p c)) in
  let broken chance := exists xs ys a b, SunCollector.neighbours (length deck) xs ys /\ exp e * chance L deck ys i j a b < chance L deck xs i j a b in
  broken with_card /\ broken with_answer.
Proof.
  intros HL Hd Hp Hi Hj D p e. set (N := length deck) in *.
  assert (N2 : (2 <= N)%nat) by lia. pose proof (le_INR 2 N N2) as NR. simpl in NR.
  (* the truths: all 0, and all 0 but of person i *)
  set (ys := repeat 0 i ++ 0 :: repeat 0 (N - 1 - i)). set (xs := repeat 0 i ++ 1 :: repeat 0 (N - 1 - i)).
  assert (Lz : forall z, length (repeat 0 i ++ z :: repeat 0 (N - 1 - i)) = N).
  { intros z. rewrite app_length. simpl. rewrite !repeat_length. lia. }
  assert (At : forall z, nth i (repeat 0 i ++ z :: repeat 0 (N - 1 - i)) 0 = z).
  { intros z. rewrite app_nth2; rewrite repeat_length; [|lia]. now rewrite Nat.sub_diag. }
  assert (Off : forall z, nth j (repeat 0 i ++ z :: repeat 0 (N - 1 - i)) 0 = 0).
  { intros z. destruct (Nat.lt_ge_cases j i) as [F|F].
    - rewrite app_nth1 by (rewrite repeat_length; lia). apply nth_repeat.
    - rewrite app_nth2; rewrite repeat_length; [|lia]. destruct (j - i)%nat as [|k] eqn:K; [lia|]. simpl. apply nth_repeat. }
  assert (Nb : SunCollector.neighbours N xs ys).
  { assert (T : forall z, z = 0 \/ z = 1 -> Forall SunCollector.truth (repeat 0 i ++ z :: repeat 0 (N - 1 - i))).
    { intros z Hz. apply Forall_forall. intros u Hu. apply in_app_or in Hu. destruct Hu as [Hu|[<-|Hu]]; [left|exact Hz|left]; now apply repeat_spec in Hu. }
    split; [apply T; now right|]. split; [apply T; now left|]. split; [apply Lz|]. exists (repeat 0 i), (repeat 0 (N - 1 - i)), 1, 0. now split. }
  assert (Same : forall z a b, with_answer L deck (repeat 0 i ++ z :: repeat 0 (N - 1 - i)) i j a b = with_card L deck (repeat 0 i ++ z :: repeat 0 (N - 1 - i)) i j a b).
  { intros z a b. unfold with_answer, with_card. apply SunKept.draw_ext. intros s Hs. f_equal. f_equal.
    rewrite SunCollector.replies_nth by (rewrite ?Lz; unfold N in *; lia). rewrite Off. unfold SunCollector.reply. ring. }
  (* a card c whose number the mirror image does not show, as likely as e says *)
  assert (Found : exists c, (c < L)%nat /\ (L - 1 - c <> c)%nat /\ e <= ln (p (L - 1 - c)%nat / p c)).
  { apply Classical_Prop.NNPP. intros Z.
    assert (Lt : forall c, (c < L)%nat -> (L - 1 - c <> c)%nat -> ln (p (L - 1 - c)%nat / p c) < e).
    { intros c Hc F. apply Rnot_le_lt. intros G. apply Z. now exists c. }
    assert (E0 : 0 < e).
    { pose proof (Lt 0%nat ltac:(lia) ltac:(lia)) as A. pose proof (Lt (L - 1)%nat ltac:(lia) ltac:(lia)) as B.
      replace (L - 1 - 0)%nat with (L - 1)%nat in A by lia. replace (L - 1 - (L - 1))%nat with 0%nat in B by lia.
      pose proof (Hp 0%nat ltac:(lia)) as P0. pose proof (Hp (L - 1)%nat ltac:(lia)) as P1. fold p in P0, P1.
      unfold Rdiv in A, B. rewrite ln_mult, ln_Rinv in A, B by (assumption || now apply Rinv_0_lt_compat). lra. }
    assert (largest (L - 1) (fun c => ln (p (L - 1 - c)%nat / p c)) < e); [|unfold e in *; lra].
    apply largest_lt. intros c Hc. destruct (Nat.eq_dec (L - 1 - c) c) as [F|F]; [|apply Lt; lia].
    rewrite F. pose proof (Hp c ltac:(lia)) as P. fold p in P. unfold Rdiv. rewrite Rinv_r by lra. rewrite ln_1. assumption. }
  destruct Found as [c [Hc [F G]]]. pose proof (Hp c Hc) as P. pose proof (Hp (L - 1 - c)%nat ltac:(lia)) as P'. fold p in P, P'.
  assert (Far : shown (L - 1 - c) = INR L + 1 - shown c) by (unfold shown; rewrite !minus_INR by lia; simpl; lra).
  assert (Card : forall z, with_card L deck (repeat 0 i ++ z :: repeat 0 (N - 1 - i)) i j (shown c) (shown c) =
    SunKept.draw N deck (fun s => SunPairs.is (shown c) (SunCollector.reply L z (nth i s 0)) * SunPairs.is (shown c) (nth j s 0))).
  { intros z. unfold with_card. fold N. apply SunKept.draw_ext. intros s Hs. f_equal. f_equal.
    rewrite SunCollector.replies_nth by (rewrite ?Lz; unfold N in *; lia). now rewrite At. }
  assert (C0 : with_card L deck ys i j (shown c) (shown c) = p c * (p c * INR N - 1) / (INR N - 1)).
  { unfold ys. rewrite Card. transitivity (SunPairs.at_both N deck i j (shown c) (shown c)); [|now apply SunPairs.card_pairs].
    unfold SunPairs.at_both. apply SunKept.draw_ext. intros s _. f_equal. f_equal. unfold SunCollector.reply. ring. }
  assert (C1 : with_card L deck xs i j (shown c) (shown c) = p (L - 1 - c)%nat * p c * INR N / (INR N - 1)).
  { unfold xs. rewrite Card. transitivity (SunPairs.at_both N deck i j (shown (L - 1 - c)) (shown c)); [|now apply SunPairs.card_pairs].
    unfold SunPairs.at_both. apply SunKept.draw_ext. intros s _. f_equal. unfold SunPairs.is, SunCollector.reply. rewrite Far.
    destruct (Req_EM_T _ _) as [A|A], (Req_EM_T _ _) as [B|B]; try reflexivity; exfalso; lra. }
  assert (Less : exp e * with_card L deck ys i j (shown c) (shown c) < with_card L deck xs i j (shown c) (shown c)).
  { rewrite C0, C1. assert (Q : exp e * p c <= p (L - 1 - c)%nat).
    { assert (R : exp e <= p (L - 1 - c)%nat / p c).
      { assert (Pos : 0 < p (L - 1 - c)%nat / p c) by (now apply Rdiv_lt_0_compat).
        rewrite <- (exp_ln _ Pos). destruct G as [G|G]; [left; now apply exp_increasing | right; now rewrite G]. }
      apply (Rmult_le_compat_r (p c)) in R; [|lra]. unfold Rdiv in R. rewrite Rmult_assoc, Rinv_l in R by lra. lra. }
    assert (I : 0 < / (INR N - 1)) by (apply Rinv_0_lt_compat; lra). pose proof (exp_pos e) as X.
    unfold Rdiv. rewrite <- Rmult_assoc. apply Rmult_lt_compat_r; [assumption|].
    replace (exp e * (p c * (p c * INR N - 1))) with (exp e * p c * (p c * INR N) - exp e * p c) by ring.
    assert (0 < exp e * p c) by (now apply Rmult_lt_0_compat).
    assert (exp e * p c * (p c * INR N) <= p (L - 1 - c)%nat * (p c * INR N)) by (apply Rmult_le_compat_r; [apply Rmult_le_pos; lra | assumption]).
    lra. }
  split; exists xs, ys, (shown c), (shown c); (split; [assumption|]); [assumption|].
  unfold xs, ys in *. now rewrite !Same.
Qed.

(** Section 2.2.3: with two cards the device is Warner's, the answer 1 in the place of yes; so is the estimator, of the same cards turned. *)
Theorem two_cards N w x : (0 < N)%nat -> law 2 w ->
  (forall u, u = 0 \/ u = 1 ->
    answer_chance 2 w (christofides 2 u) 1 = answer_chance 2 (warner_cards (w 1%nat)) (warner u) 1 /\
    answer_chance 2 w (christofides 2 u) 2 = answer_chance 2 (warner_cards (w 1%nat)) (warner u) 0 /\
    forall a, a <> 1 -> a <> 2 -> answer_chance 2 w (christofides 2 u) a = 0) /\
  (w 1%nat <> 1 / 2 -> forall cards, length cards = N -> Forall (fun c => c = 0%nat \/ c = 1%nat) cards ->
    estimate N (christofides_answer 2 x) (mean 2 w shown) (INR 2 + 1 - 2 * mean 2 w shown) cards =
    estimate N (warner_answer x) (1 - w 1%nat) (2 * w 1%nat - 1) (map (fun c => 1 - c)%nat cards)).
Proof.
  intros HN H. split; [intros; now apply SunOrder.two_cards|]. intros K cards Hl Hc. assert (P : INR N <> 0) by (apply not_0_INR; lia).
  assert (E : mean 2 w shown = 1 + w 1%nat) by (unfold law in H; unfold mean, shown; simpl in *; lra).
  assert (T : total (christofides_answer 2 x) cards = 2 * INR (length cards) - total (warner_answer x) (map (fun c => 1 - c)%nat cards)).
  { clear Hl. induction Hc as [|c l [-> | ->] Hc IH]; [simpl; ring | |]; cbn [total map]; rewrite IH, map_length; cbn [length];
      rewrite S_INR; unfold christofides_answer, warner_answer, shown; simpl; ring. }
  unfold estimate. rewrite E, T, Hl. simpl (INR 2). field. repeat split; (assumption || lra).
Qed.

(** After Theorem 5.5, likewise: without middle cards 1 and 3 stand in the place of no and yes. *)
Theorem no_middle_cards N w x : (0 < N)%nat -> law 3 w -> w 1%nat = 0 ->
  (forall u, u = 0 \/ u = 1 ->
    answer_chance 3 w (christofides 3 u) 3 = answer_chance 2 (warner_cards (w 0%nat)) (warner u) 1 /\
    answer_chance 3 w (christofides 3 u) 1 = answer_chance 2 (warner_cards (w 0%nat)) (warner u) 0 /\
    forall a, a <> 1 -> a <> 3 -> answer_chance 3 w (christofides 3 u) a = 0) /\
  (w 0%nat <> 1 / 2 -> forall cards, length cards = N -> Forall (fun c => c = 0%nat \/ c = 2%nat) cards ->
    estimate N (christofides_answer 3 x) (mean 3 w shown) (INR 3 + 1 - 2 * mean 3 w shown) cards =
    estimate N (warner_answer x) (1 - w 0%nat) (2 * w 0%nat - 1) (map Nat.div2 cards)).
Proof.
  intros HN H H1. split; [intros; now apply SunOrder.no_middle_cards|]. intros K cards Hl Hc. assert (P : INR N <> 0) by (apply not_0_INR; lia).
  assert (E : mean 3 w shown = 3 - 2 * w 0%nat) by (unfold law in H; unfold mean, shown; simpl in *; lra).
  assert (T : total (christofides_answer 3 x) cards = INR (length cards) + 2 * total (warner_answer x) (map Nat.div2 cards)).
  { clear Hl. induction Hc as [|c l [-> | ->] Hc IH]; [simpl; ring | |]; cbn [total map]; rewrite IH, map_length; cbn [length];
      rewrite S_INR; unfold christofides_answer, warner_answer, shown; simpl; ring. }
  unfold estimate. rewrite E, T, Hl. simpl (INR 3). field. repeat split; (assumption || lra).
Qed.
