(** Sun, Zhou and Yan, section 3: people who are drawn with replacement, the algorithms as printed, and Appendix A. *)

From Coq Require Import Reals Lra Lia List Arith.
From Rropt Require Import Sums Draws.
From Rropt Require Sun SunComparison.
Open Scope R_scope.

(** One person of M, each as likely as any other, and one card, drawn apart; the estimator over N such draws. *)
Definition anybody (M : nat) : (nat -> R) -> R := over M (fun _ => / INR M).
Definition person_and_card (M L : nat) (w : nat -> R) : (nat * nat -> R) -> R := both (anybody M) (over L w).
Definition estimator (N : nat) (v : nat -> nat -> R) (u k : R) (s : list (nat * nat)) : R :=
  (added (fun d => v (fst d) (snd d)) s / INR N - u) / k.
Definition replaced_variance (N M L : nat) (w : nat -> R) (v : nat -> nat -> R) (u k : R) : R :=
  spread (draws (person_and_card M L w) N) (estimator N v u k).
Definition replaced_mean (N M L : nat) (w : nat -> R) (v : nat -> nat -> R) (u k : R) : R :=
  draws (person_and_card M L w) N (estimator N v u k).

Lemma anybody_expectation M : (0 < M)%nat -> expectation (anybody M).
Proof. intros H. apply over_expectation. rewrite sum_const. field. apply not_0_INR. lia. Qed.

Lemma anybody_share M x : anybody M x = Sun.share M x.
Proof. unfold anybody, over, Sun.share. rewrite sum_scal. unfold Rdiv. ring. Qed.

Lemma anybody_truth M x : (0 < M)%nat -> Sun.truths M x -> spread (anybody M) x = Sun.share M x * (1 - Sun.share M x).
Proof.
  intros HM Hx. rewrite spread_moments by (now apply anybody_expectation).
  replace (anybody M (fun j => x j * x j)) with (anybody M x); [rewrite !(anybody_share M x); ring|].
  apply sum_ext. intros j Hj. now rewrite (Sun.truth_square M x j Hx Hj).
Qed.

(** The answers' means are affine in the truth, and their variances too: so is every device of the paper. *)
Lemma replaced N M L w v u k x a b c d : (0 < N)%nat -> (0 < M)%nat -> sum L w = 1 -> k <> 0 -> Sun.truths M x ->
  (forall j, (j < M)%nat -> Sun.mean L w (v j) = a + b * x j) ->
  (forall j, (j < M)%nat -> Sun.spread L w (v j) = c + d * x j) ->
  replaced_variance N M L w v u k = (c + d * Sun.share M x + b ^ 2 * (Sun.share M x * (1 - Sun.share M x))) / (INR N * k ^ 2) /\
  replaced_mean N M L w v u k = (a + b * Sun.share M x - u) / k.
Proof.
  intros HN HM Hw Hk Hx Ha Hc. pose proof (anybody_expectation M HM) as HE. pose proof (over_expectation L w Hw) as HF.
  pose proof (both_expectation _ _ HE HF) as HB. unfold replaced_variance, replaced_mean, estimator, person_and_card. split.
  - rewrite estimator_spread by assumption. f_equal. rewrite total_variance by assumption. cbn [fst snd].
    replace (anybody M (fun j => spread (over L w) (fun b => v j b))) with (c + d * Sun.share M x).
    + replace (spread (anybody M) (fun j => over L w (fun b => v j b))) with (b ^ 2 * (Sun.share M x * (1 - Sun.share M x))); [reflexivity|].
      rewrite <- anybody_truth, <- (spread_affine _ HE b a) by assumption. unfold spread, covariance.
      assert (E : anybody M (fun j => over L w (fun b => v j b)) = anybody M (fun j => b * x j + a)).
      { apply sum_ext. intros j Hj. change (over L w (fun b => v j b)) with (Sun.mean L w (v j)). rewrite Ha by assumption. ring. }
      rewrite E. apply sum_ext. intros j Hj. change (over L w (fun b => v j b)) with (Sun.mean L w (v j)). rewrite Ha by assumption. ring.
    + rewrite <- anybody_share. transitivity (anybody M (fun j => d * x j + c)); [rewrite affine by assumption; ring|].
      apply sum_ext. intros j Hj. f_equal. change (d * x j + c = Sun.spread L w (v j)). rewrite Hc by assumption. ring.
  - rewrite estimator_mean by assumption. f_equal. f_equal. unfold both. cbn [fst snd].
    transitivity (anybody M (fun j => b * x j + a)); [|rewrite affine, anybody_share by assumption; ring].
    apply sum_ext. intros j Hj. change (over L w (fun b => v j b)) with (Sun.mean L w (v j)). rewrite Ha by assumption. ring.
Qed.

(** Section 3.1, after (1). *)
Theorem warner_with_replacement N M p x : (0 < N)%nat -> (0 < M)%nat -> p <> 1 / 2 -> Sun.truths M x ->
  replaced_variance N M 2 (Sun.warner_cards p) (Sun.warner_answer x) (1 - p) (2 * p - 1)
  = Sun.share M x * (1 - Sun.share M x) / INR N + p * (1 - p) / (INR N * (2 * p - 1) ^ 2).
Proof.
  intros HN HM Hp Hx. assert (P : INR N <> 0) by (apply not_0_INR; lia). assert (K : 2 * p - 1 <> 0) by lra.
  destruct (replaced N M 2 (Sun.warner_cards p) (Sun.warner_answer x) (1 - p) (2 * p - 1) x (1 - p) (2 * p - 1) (p * (1 - p)) 0) as [V _];
    try assumption; [apply Sun.warner_law | | |].
  - intros j _. unfold Sun.mean, Sun.warner_cards, Sun.warner_answer. simpl. ring.
  - intros j Hj. unfold Sun.spread, Sun.mean, Sun.warner_cards, Sun.warner_answer. simpl. destruct (Hx j Hj) as [-> | ->]; ring.
  - rewrite V. field. now split.
Qed.

(** Section 3.2, after (2). *)
Theorem simmons_with_replacement N M p b x : (0 < N)%nat -> (0 < M)%nat -> p <> 0 -> Sun.truths M x ->
  replaced_variance N M 3 (Sun.simmons_cards p b) (Sun.simmons_answer x) (b * (1 - p)) p
  = Sun.share M x * (1 - Sun.share M x) / INR N + ((b * (1 - p) - b ^ 2 * (1 - p) ^ 2) / (INR N * p ^ 2)
    + Sun.share M x * (1 - p - 2 * b * (1 - p)) / (INR N * p)).
Proof.
  intros HN HM Hp Hx. assert (P : INR N <> 0) by (apply not_0_INR; lia).
  destruct (replaced N M 3 (Sun.simmons_cards p b) (Sun.simmons_answer x) (b * (1 - p)) p x (b * (1 - p)) p
    (b * (1 - p) - b ^ 2 * (1 - p) ^ 2) (p * (1 - p - 2 * b * (1 - p)))) as [V _]; try assumption; [apply Sun.simmons_law | | |].
  - intros j _. unfold Sun.mean, Sun.simmons_cards, Sun.simmons_answer. simpl. ring.
  - intros j Hj. unfold Sun.spread, Sun.mean, Sun.simmons_cards, Sun.simmons_answer. simpl. destruct (Hx j Hj) as [-> | ->]; ring.
  - rewrite V. field. now split.
Qed.

Lemma christofides_mean L w x i : Sun.law L w ->
  Sun.mean L w (Sun.christofides_answer L x i) = Sun.mean L w Sun.shown + (INR L + 1 - 2 * Sun.mean L w Sun.shown) * x i.
Proof.
  intros H. unfold Sun.mean, Sun.christofides_answer.
  rewrite (sum_ext L _ (fun c => (INR L + 1) * x i * w c + (1 - 2 * x i) * (w c * Sun.shown c))) by (intros; ring).
  rewrite sum_plus, !sum_scal, H. ring.
Qed.

Lemma christofides_spread N L w x i : Sun.law L w -> Sun.truths N x -> (i < N)%nat ->
  Sun.spread L w (Sun.christofides_answer L x i) = Sun.spread L w Sun.shown.
Proof.
  intros H Hx Hi. unfold Sun.spread. rewrite christofides_mean by assumption. apply sum_ext. intros c _. unfold Sun.christofides_answer.
  destruct (Hx i Hi) as [-> | ->]; ring.
Qed.

(** Section 3.3: the expectation of X; after Theorem 3.1. *)
Theorem christofides_expectation N L w x : (0 < N)%nat -> Sun.law L w -> 
  Sun.expect N L w (fun s => Sun.total (Sun.christofides_answer L x) s / INR N)
  = Sun.mean L w Sun.shown + Sun.share N x * (INR L + 1 - 2 * Sun.mean L w Sun.shown).
Proof.
  intros HN H. assert (P : INR N <> 0) by (apply not_0_INR; lia).
  rewrite (Sun.expect_ext N L w _ (fun s => / INR N * Sun.total (Sun.christofides_answer L x) s)) by (intros; unfold Rdiv; ring).
  rewrite Sun.expect_scal, Sun.expect_total by assumption.
  rewrite (sum_ext N _ (fun i => Sun.mean L w Sun.shown + (INR L + 1 - 2 * Sun.mean L w Sun.shown) * x i))
    by (intros; now apply christofides_mean).
  rewrite Sun.sum_affine by assumption. field. assumption.
Qed.

Theorem christofides_with_replacement N M L w x : (0 < N)%nat -> (0 < M)%nat -> Sun.law L w ->
  INR L + 1 - 2 * Sun.mean L w Sun.shown <> 0 -> Sun.truths M x ->
  replaced_variance N M L w (Sun.christofides_answer L x) (Sun.mean L w Sun.shown) (INR L + 1 - 2 * Sun.mean L w Sun.shown)
  = Sun.share M x * (1 - Sun.share M x) / INR N
    + Sun.spread L w Sun.shown / (INR N * (INR L + 1 - 2 * Sun.mean L w Sun.shown) ^ 2).
Proof.
  intros HN HM H K Hx. assert (P : INR N <> 0) by (apply not_0_INR; lia). set (m := Sun.mean L w Sun.shown) in *.
  destruct (replaced N M L w (Sun.christofides_answer L x) m (INR L + 1 - 2 * m) x m (INR L + 1 - 2 * m) (Sun.spread L w Sun.shown) 0)
    as [V _]; try assumption.
  - intros j _. now apply christofides_mean.
  - intros j Hj. rewrite (christofides_spread M) by assumption. ring.
  - rewrite V. field. now split.
Qed.

(** A census of N people against N draws from M people with the same share: the variance falls by pi(1 - pi)/N. *)
Theorem warner_decreased N M p x y : (0 < N)%nat -> (0 < M)%nat -> p <> 1 / 2 -> Sun.truths N x -> Sun.truths M y ->
  Sun.share M y = Sun.share N x ->
  replaced_variance N M 2 (Sun.warner_cards p) (Sun.warner_answer y) (1 - p) (2 * p - 1)
  - Sun.variance N 2 (Sun.warner_cards p) (Sun.estimate N (Sun.warner_answer x) (1 - p) (2 * p - 1))
  = Sun.share N x * (1 - Sun.share N x) / INR N.
Proof. intros HN HM Hp Hx Hy E. rewrite warner_with_replacement, Sun.warner_variance, E by assumption. ring. Qed.

Theorem simmons_decreased N M p b x y : (0 < N)%nat -> (0 < M)%nat -> p <> 0 -> Sun.truths N x -> Sun.truths M y ->
  Sun.share M y = Sun.share N x ->
  replaced_variance N M 3 (Sun.simmons_cards p b) (Sun.simmons_answer y) (b * (1 - p)) p
  - Sun.variance N 3 (Sun.simmons_cards p b) (Sun.estimate N (Sun.simmons_answer x) (b * (1 - p)) p)
  = Sun.share N x * (1 - Sun.share N x) / INR N.
Proof. intros HN HM Hp Hx Hy E. rewrite simmons_with_replacement, Sun.simmons_variance, E by assumption. ring. Qed.

Theorem christofides_decreased N M L w x y : (0 < N)%nat -> (0 < M)%nat -> Sun.law L w ->
  INR L + 1 - 2 * Sun.mean L w Sun.shown <> 0 -> Sun.truths N x -> Sun.truths M y -> Sun.share M y = Sun.share N x ->
  replaced_variance N M L w (Sun.christofides_answer L y) (Sun.mean L w Sun.shown) (INR L + 1 - 2 * Sun.mean L w Sun.shown)
  - Sun.variance N L w (Sun.estimate N (Sun.christofides_answer L x) (Sun.mean L w Sun.shown) (INR L + 1 - 2 * Sun.mean L w Sun.shown))
  = Sun.share N x * (1 - Sun.share N x) / INR N.
Proof. intros HN HM H K Hx Hy E. rewrite christofides_with_replacement, Sun.theorem_3_1, E by assumption. ring. Qed.

(** Section 1: with every card law drawing people without replacement helps. *)
Theorem without_replacement_helps N M L w x y : (0 < N)%nat -> (0 < M)%nat -> Sun.law L w ->
  INR L + 1 - 2 * Sun.mean L w Sun.shown <> 0 -> Sun.truths N x -> Sun.truths M y -> Sun.share M y = Sun.share N x ->
  let k := INR L + 1 - 2 * Sun.mean L w Sun.shown in
  let census := Sun.variance N L w (Sun.estimate N (Sun.christofides_answer L x) (Sun.mean L w Sun.shown) k) in
  let sample := replaced_variance N M L w (Sun.christofides_answer L y) (Sun.mean L w Sun.shown) k in
  census <= sample /\ (0 < Sun.share N x < 1 -> census < sample).
Proof.
  intros HN HM H K Hx Hy E k census sample. pose proof (christofides_decreased N M L w x y HN HM H K Hx Hy E) as D.
  fold k census sample in D. assert (P : 0 < / INR N) by (apply Rinv_0_lt_compat, lt_0_INR; lia).
  assert (S : 0 <= Sun.share N x <= 1).
  { unfold Sun.share, Rdiv. assert (A : 0 <= sum N x) by (apply sum_nonneg; intros j Hj; destruct (Hx j Hj); lra).
    assert (B : sum N x <= INR N * 1) by (rewrite <- sum_const; apply sum_le; intros j Hj; destruct (Hx j Hj); lra).
    split; [apply Rmult_le_pos; lra|]. apply Rmult_le_reg_r with (INR N); [apply lt_0_INR; lia|].
    rewrite Rmult_assoc, Rinv_l by (apply not_0_INR; lia). lra. }
  set (pi := Sun.share N x) in *. unfold Rdiv in D. split.
  - assert (0 <= pi * (1 - pi) * / INR N) by (apply Rmult_le_pos; [apply Rmult_le_pos|]; lra). lra.
  - intros HS. assert (0 < pi * (1 - pi) * / INR N) by (apply Rmult_lt_0_compat; [apply Rmult_lt_0_compat|]; lra). lra.
Qed.

(** The last sentence of section 3.3, and of section 7: where the population is not of one kind, each of the three mechanisms has a
    smaller variance without replacement. *)
Theorem summary_of_section_3 N M p q b L w x y : (0 < N)%nat -> (0 < M)%nat -> p <> 1 / 2 -> q <> 0 -> Sun.law L w ->
  INR L + 1 - 2 * Sun.mean L w Sun.shown <> 0 -> Sun.truths N x -> Sun.truths M y -> Sun.share M y = Sun.share N x ->
  0 < Sun.share N x < 1 ->
  Sun.variance N 2 (Sun.warner_cards p) (Sun.estimate N (Sun.warner_answer x) (1 - p) (2 * p - 1))
  < replaced_variance N M 2 (Sun.warner_cards p) (Sun.warner_answer y) (1 - p) (2 * p - 1) /\
  Sun.variance N 3 (Sun.simmons_cards q b) (Sun.estimate N (Sun.simmons_answer x) (b * (1 - q)) q)
  < replaced_variance N M 3 (Sun.simmons_cards q b) (Sun.simmons_answer y) (b * (1 - q)) q /\
  Sun.variance N L w (Sun.estimate N (Sun.christofides_answer L x) (Sun.mean L w Sun.shown) (INR L + 1 - 2 * Sun.mean L w Sun.shown))
  < replaced_variance N M L w (Sun.christofides_answer L y) (Sun.mean L w Sun.shown) (INR L + 1 - 2 * Sun.mean L w Sun.shown).
Proof.
  intros HN HM Hp Hq H K Hx Hy E S. assert (D : 0 < Sun.share N x * (1 - Sun.share N x) / INR N).
  { apply Rdiv_lt_0_compat; [apply Rmult_lt_0_compat; lra | apply lt_0_INR; lia]. }
  pose proof (warner_decreased N M p x y HN HM Hp Hx Hy E). pose proof (simmons_decreased N M q b x y HN HM Hq Hx Hy E).
  pose proof (christofides_decreased N M L w x y HN HM H K Hx Hy E). lra.
Qed.

(** The algorithms as printed: u is 1 with probability p, else 0, and the truth is told if u < p, which exchanges p and 1 - p; in
    Algorithm 3 members show the card and the others its mirror image. The variances stay those of (1) and of Theorem 3.1. *)
Definition printed_1 (p : R) (x : nat -> R) (i c : nat) : R :=
  let u := if Nat.eqb c 0 then 1 else 0 in if Rlt_dec u p then x i else 1 - x i.
Definition printed_3 (L : nat) (x : nat -> R) (i c : nat) : R :=
  if Req_EM_T (x i) 1 then Sun.shown c else INR L + 1 - Sun.shown c.

Theorem algorithm_1_variance N p x : (0 < N)%nat -> 0 <= p < 1 / 2 -> Sun.truths N x ->
  Sun.variance N 2 (Sun.warner_cards p) (Sun.estimate N (printed_1 p x) (1 - p) (2 * p - 1)) = p * (1 - p) / (INR N * (2 * p - 1) ^ 2).
Proof.
  intros HN Hp Hx. assert (P : INR N <> 0) by (apply not_0_INR; lia). assert (K : 2 * p - 1 <> 0) by lra.
  rewrite Sun.estimate_variance by (auto using Sun.warner_law). rewrite (sum_ext N _ (fun i => p * (1 - p))).
  - rewrite sum_const. field. now split.
  - intros i Hi. unfold Sun.spread, Sun.mean, Sun.warner_cards, printed_1. simpl.
    destruct (Rlt_dec 1 p); [lra|]. destruct (Rlt_dec 0 p) as [Q|Q]; [|replace p with 0 by lra]; destruct (Hx i Hi) as [-> | ->]; ring.
Qed.

Theorem algorithm_3_variance N L w x : (0 < N)%nat -> Sun.law L w -> INR L + 1 - 2 * Sun.mean L w Sun.shown <> 0 ->
  Sun.variance N L w (Sun.estimate N (printed_3 L x) (Sun.mean L w Sun.shown) (INR L + 1 - 2 * Sun.mean L w Sun.shown))
  = Sun.spread L w Sun.shown / (INR N * (INR L + 1 - 2 * Sun.mean L w Sun.shown) ^ 2).
Proof.
  intros HN H K. assert (P : INR N <> 0) by (apply not_0_INR; lia). rewrite Sun.estimate_variance by assumption.
  rewrite (sum_ext N _ (fun i => Sun.spread L w Sun.shown)); [rewrite sum_const; field; now split|].
  intros i _. unfold Sun.spread, printed_3. destruct (Req_EM_T (x i) 1); [reflexivity|].
  assert (E : Sun.mean L w (fun c => INR L + 1 - Sun.shown c) = INR L + 1 - Sun.mean L w Sun.shown).
  { unfold Sun.mean. rewrite (sum_ext L _ (fun c => (INR L + 1) * w c + -1 * (w c * Sun.shown c))) by (intros; ring).
    rewrite sum_plus, !sum_scal, H. ring. }
  rewrite E. apply sum_ext. intros c _. ring.
Qed.

(** Appendix A: the variance of the sum of the answers, by members and others. *)
Theorem appendix_a N L w x : Sun.law L w -> Sun.truths N x ->
  let V := Sun.variance N L w (Sun.total (Sun.christofides_answer L x)) in
  let pi := Sun.share N x in
  let reversed := fun c => w (L - 1 - c)%nat in
  (0 < N)%nat ->
  V = INR N * pi * (sum L (fun c => Sun.shown c ^ 2 * reversed c) - sum L (fun c => Sun.shown c * reversed c) ^ 2)
      + INR N * (1 - pi) * (sum L (fun c => Sun.shown c ^ 2 * w c) - sum L (fun c => Sun.shown c * w c) ^ 2) /\
  V = INR N * pi * (sum L (fun c => (INR L + 1 - Sun.shown c) ^ 2 * w c) - sum L (fun c => Sun.shown c ^ 2 * w c))
      + INR N * pi * (- sum L (fun c => (INR L + 1 - Sun.shown c) * w c) ^ 2 + sum L (fun c => Sun.shown c * w c) ^ 2)
      + INR N * Sun.spread L w Sun.shown /\
  V = INR N * Sun.spread L w Sun.shown.
Proof.
  intros H Hx V pi reversed HN. assert (P : INR N <> 0) by (apply not_0_INR; lia).
  assert (EV : V = INR N * Sun.spread L w Sun.shown).
  { unfold V, Sun.variance. rewrite Sun.expect_total, Sun.variance_total by assumption.
    rewrite (sum_ext N _ (fun _ => Sun.spread L w Sun.shown)) by (intros; now apply (christofides_spread N)). apply sum_const. }
  destruct (SunComparison.appendix_a_sums L w) as [A B]. unfold reversed. rewrite A, B, EV.
  set (m := sum L (fun c => Sun.shown c * w c)). set (s := sum L (fun c => Sun.shown c ^ 2 * w c)).
  assert (M : sum L (fun c => (INR L + 1 - Sun.shown c) * w c) = INR L + 1 - m).
  { unfold m. rewrite (sum_ext L _ (fun c => (INR L + 1) * w c + -1 * (Sun.shown c * w c))) by (intros; ring).
    rewrite sum_plus, !sum_scal, H. ring. }
  assert (S : sum L (fun c => (INR L + 1 - Sun.shown c) ^ 2 * w c) = (INR L + 1) ^ 2 - 2 * (INR L + 1) * m + s).
  { unfold m, s. rewrite (sum_ext L _ (fun c => (INR L + 1) ^ 2 * w c + (-2 * (INR L + 1) * (Sun.shown c * w c) + Sun.shown c ^ 2 * w c)))
      by (intros; ring). rewrite !sum_plus, !sum_scal, H. ring. }
  assert (X : Sun.spread L w Sun.shown = s - m ^ 2).
  { assert (Em : Sun.mean L w Sun.shown = m) by (unfold Sun.mean, m; apply sum_ext; intros; ring). unfold Sun.spread. rewrite Em.
    rewrite (sum_ext L _ (fun c => Sun.shown c ^ 2 * w c + (-2 * m * (Sun.shown c * w c) + m ^ 2 * w c))) by (intros; ring).
    rewrite !sum_plus, !sum_scal, H. fold s m. ring. }
  rewrite M, S, X. repeat split; ring.
Qed.

(** Appendix A, the last display. *)
Theorem appendix_a_estimator N L w x : (0 < N)%nat -> Sun.law L w -> INR L + 1 - 2 * Sun.mean L w Sun.shown <> 0 -> Sun.truths N x ->
  let k := INR L + 1 - 2 * Sun.mean L w Sun.shown in
  let V := Sun.variance N L w (Sun.estimate N (Sun.christofides_answer L x) (Sun.mean L w Sun.shown) k) in
  V = Sun.variance N L w (fun s => Sun.total (Sun.christofides_answer L x) s / INR N) / k ^ 2 /\
  V = Sun.spread L w Sun.shown / (INR N * k ^ 2).
Proof.
  intros HN H K Hx k V. assert (P : INR N <> 0) by (apply not_0_INR; lia).
  assert (EV : V = Sun.spread L w Sun.shown / (INR N * k ^ 2)) by (now apply Sun.theorem_3_1).
  split; [|assumption]. rewrite EV.
  assert (W : Sun.variance N L w (fun s => Sun.total (Sun.christofides_answer L x) s / INR N) = Sun.spread L w Sun.shown / INR N).
  { assert (EE : Sun.variance N L w (fun s => Sun.total (Sun.christofides_answer L x) s / INR N) =
      Sun.variance N L w (Sun.estimate N (Sun.christofides_answer L x) 0 1)).
    { unfold Sun.variance. rewrite (Sun.expect_ext N L w (fun s => Sun.total (Sun.christofides_answer L x) s / INR N)
        (Sun.estimate N (Sun.christofides_answer L x) 0 1)) by (intros; unfold Sun.estimate; field; assumption).
      apply Sun.expect_ext. intros. unfold Sun.estimate. field. assumption. }
    rewrite EE, Sun.estimate_variance by (assumption || lra).
    rewrite (sum_ext N _ (fun _ => Sun.spread L w Sun.shown)) by (intros; now apply (christofides_spread N)).
    rewrite sum_const. field. assumption. }
  rewrite W. unfold k. field. now split.
Qed.
