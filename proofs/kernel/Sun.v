(** Sun, Zhou and Yan, "An Improved Christofides Mechanism for Local Differential Privacy Framework": the means and variances of
    three estimators over a census of N people with fixed truths.

    Person i draws a card c < L with probability w c, independently of all others, and answers v i c. *)

From Coq Require Import Reals Lra Lia List Arith.
From Rropt Require Import Sums.
Import ListNotations.
Open Scope R_scope.

(** The expectation of f over the cards of n people; the last person's card stands first. *)
Fixpoint expect (n L : nat) (w : nat -> R) (f : list nat -> R) : R :=
  match n with
  | O => f []
  | S n' => sum L (fun c => w c * expect n' L w (fun cards => f (c :: cards)))
  end.

(** The sum of the answers. *)
Fixpoint total (v : nat -> nat -> R) (cards : list nat) : R :=
  match cards with
  | [] => 0
  | c :: others => v (length others) c + total v others
  end.

Definition mean (L : nat) (w x : nat -> R) : R := sum L (fun c => w c * x c).
Definition spread (L : nat) (w x : nat -> R) : R := sum L (fun c => w c * ((x c - mean L w x) * (x c - mean L w x))).

Definition law (L : nat) (w : nat -> R) : Prop := sum L w = 1.

Lemma expect_ext n L w f g : (forall s, length s = n -> f s = g s) -> expect n L w f = expect n L w g.
Proof.
  revert f g. induction n as [|n IH]; intros f g H; simpl; [now apply H|].
  apply sum_ext. intros c _. f_equal. apply IH. intros s Hs. apply H. simpl. lia.
Qed.

Lemma expect_plus n L w f g : expect n L w (fun s => f s + g s) = expect n L w f + expect n L w g.
Proof.
  revert f g. induction n as [|n IH]; intros f g; simpl; [reflexivity|].
  rewrite <- sum_plus. apply sum_ext. intros c _. rewrite IH. ring.
Qed.

Lemma expect_scal n L w k f : expect n L w (fun s => k * f s) = k * expect n L w f.
Proof.
  revert f. induction n as [|n IH]; intros f; simpl; [reflexivity|].
  rewrite <- sum_scal. apply sum_ext. intros c _. rewrite IH. ring.
Qed.

Lemma expect_const n L w k : law L w -> expect n L w (fun _ => k) = k.
Proof.
  intros H. induction n as [|n IH]; simpl; [reflexivity|].
  rewrite (sum_ext L _ (fun c => w c * k)) by (intros; now rewrite IH). rewrite sum_scal_r, H. ring.
Qed.

(** The mean of a sum is the sum of the means. *)
Theorem expect_total n L w v : law L w -> expect n L w (total v) = sum n (fun i => mean L w (v i)).
Proof.
  intros H. induction n as [|n IH]; [reflexivity|]. cbn [expect sum].
  rewrite (sum_ext L _ (fun c => w c * v n c + w c * sum n (fun i => mean L w (v i)))).
  - rewrite sum_plus, sum_scal_r, H. unfold mean. ring.
  - intros c _. rewrite <- Rmult_plus_distr_l. f_equal. rewrite <- IH.
    rewrite <- (expect_const n L w (v n c) H), <- expect_plus. apply expect_ext.
    intros s Hs. simpl. now rewrite Hs.
Qed.

(** The variance of a sum of independent answers is the sum of their variances. *)
Theorem variance_total n L w v : law L w ->
  expect n L w (fun s => (total v s - sum n (fun i => mean L w (v i))) * (total v s - sum n (fun i => mean L w (v i))))
  = sum n (fun i => spread L w (v i)).
Proof.
  intros H. induction n as [|n IH]; [simpl; ring|]. cbn [expect sum].
  set (M := sum n (fun i => mean L w (v i))) in *. set (mu := mean L w (v n)).
  rewrite (sum_ext L _ (fun c => w c * sum n (fun i => spread L w (v i)) + w c * ((v n c - mu) * (v n c - mu)))).
  - rewrite sum_plus, sum_scal_r, H. fold mu. unfold spread at 3. fold mu. ring.
  - intros c _. rewrite <- Rmult_plus_distr_l. f_equal. rewrite <- IH.
    transitivity (expect n L w (fun s => (total v s - M) * (total v s - M) +
      (2 * (v n c - mu) * (total v s - M) + (v n c - mu) * (v n c - mu)))).
    + apply expect_ext. intros s Hs. simpl. rewrite Hs. ring.
    + rewrite !expect_plus, expect_scal, (expect_const n L w ((v n c - mu) * (v n c - mu)) H).
      replace (expect n L w (fun s => total v s - M)) with 0; [ring|].
      rewrite (expect_ext n L w (fun s => total v s - M) (fun s => total v s + - M)) by (intros; ring).
      rewrite expect_plus, (expect_total n L w v H), (expect_const n L w (- M) H). fold M. ring.
Qed.

(** An estimator (mean of the answers - u)/k of a census. *)
Definition estimate (N : nat) (v : nat -> nat -> R) (u k : R) (cards : list nat) : R := (total v cards / INR N - u) / k.

Definition variance (N L : nat) (w : nat -> R) (f : list nat -> R) : R :=
  expect N L w (fun s => (f s - expect N L w f) * (f s - expect N L w f)).

Theorem estimate_mean N L w v u k : law L w -> (0 < N)%nat -> k <> 0 ->
  expect N L w (estimate N v u k) = (sum N (fun i => mean L w (v i)) / INR N - u) / k.
Proof.
  intros H HN Hk. assert (P : INR N <> 0) by (apply not_0_INR; lia).
  rewrite <- (expect_total N L w v H).
  rewrite (expect_ext N L w _ (fun s => / (INR N * k) * total v s + - u / k)).
  - rewrite expect_plus, expect_scal, expect_const by assumption. field. now split.
  - intros s _. unfold estimate. field. now split.
Qed.

Theorem estimate_variance N L w v u k : law L w -> (0 < N)%nat -> k <> 0 ->
  variance N L w (estimate N v u k) = sum N (fun i => spread L w (v i)) / (INR N ^ 2 * k ^ 2).
Proof.
  intros H HN Hk. assert (P : INR N <> 0) by (apply not_0_INR; lia). unfold variance.
  rewrite (estimate_mean N L w v u k H HN Hk), <- (variance_total N L w v H).
  set (M := sum N (fun i => mean L w (v i))).
  rewrite (expect_ext N L w _ (fun s => / (INR N ^ 2 * k ^ 2) * ((total v s - M) * (total v s - M)))).
  - rewrite expect_scal. field. now split.
  - intros s _. unfold estimate. field. now split.
Qed.

(** The truths of a census: x i is 1 for members of the group, else 0; their share is pi. *)
Definition truths (N : nat) (x : nat -> R) : Prop := forall i, (i < N)%nat -> x i = 0 \/ x i = 1.
Definition share (N : nat) (x : nat -> R) : R := sum N x / INR N.

Lemma sum_affine N x a b : (0 < N)%nat -> sum N (fun i => a + b * x i) = INR N * (a + b * share N x).
Proof.
  intros HN. assert (P : INR N <> 0) by (apply not_0_INR; lia).
  rewrite sum_plus, sum_const, sum_scal. unfold share. field. assumption.
Qed.

Lemma truth_square N x i : truths N x -> (i < N)%nat -> x i * x i = x i.
Proof. intros H Hi. destruct (H i Hi) as [-> | ->]; ring. Qed.

(** Warner: card 0, of probability p, asks for the truth x, card 1 for 1 - x. *)
Definition warner_cards (p : R) (c : nat) : R := if Nat.eqb c 0 then p else 1 - p.
Definition warner_answer (x : nat -> R) (i c : nat) : R := if Nat.eqb c 0 then x i else 1 - x i.

Lemma warner_law p : law 2 (warner_cards p).
Proof. unfold law, warner_cards. simpl. ring. Qed.

Theorem warner_unbiased N p x : (0 < N)%nat -> p <> 1 / 2 ->
  expect N 2 (warner_cards p) (estimate N (warner_answer x) (1 - p) (2 * p - 1)) = share N x.
Proof.
  intros HN Hp. assert (P : INR N <> 0) by (apply not_0_INR; lia). assert (K : 2 * p - 1 <> 0) by lra.
  rewrite estimate_mean by (auto using warner_law).
  rewrite (sum_ext N _ (fun i => (1 - p) + (2 * p - 1) * x i)).
  - rewrite sum_affine by assumption. field. now split.
  - intros i _. unfold mean, warner_cards, warner_answer. simpl. ring.
Qed.

(** Equation (1). *)
Theorem warner_variance N p x : (0 < N)%nat -> p <> 1 / 2 -> truths N x ->
  variance N 2 (warner_cards p) (estimate N (warner_answer x) (1 - p) (2 * p - 1))
  = p * (1 - p) / (INR N * (2 * p - 1) ^ 2).
Proof.
  intros HN Hp Hx. assert (P : INR N <> 0) by (apply not_0_INR; lia). assert (K : 2 * p - 1 <> 0) by lra.
  rewrite estimate_variance by (auto using warner_law).
  rewrite (sum_ext N _ (fun i => p * (1 - p))).
  - rewrite sum_const. field. now split.
  - intros i Hi. unfold spread, mean, warner_cards, warner_answer. simpl.
    destruct (Hx i Hi) as [-> | ->]; ring.
Qed.

(** Simmons: with probability p the question is the sensitive one, else an unrelated one answered yes with probability b. *)
Definition simmons_cards (p b : R) (c : nat) : R := match c with O => p | S O => (1 - p) * b | _ => (1 - p) * (1 - b) end.
Definition simmons_answer (x : nat -> R) (i c : nat) : R := match c with O => x i | S O => 1 | _ => 0 end.

Lemma simmons_law p b : law 3 (simmons_cards p b).
Proof. unfold law, simmons_cards. simpl. ring. Qed.

Theorem simmons_unbiased N p b x : (0 < N)%nat -> p <> 0 ->
  expect N 3 (simmons_cards p b) (estimate N (simmons_answer x) (b * (1 - p)) p) = share N x.
Proof.
  intros HN Hp. assert (P : INR N <> 0) by (apply not_0_INR; lia).
  rewrite estimate_mean by (auto using simmons_law).
  rewrite (sum_ext N _ (fun i => b * (1 - p) + p * x i)).
  - rewrite sum_affine by assumption. field. now split.
  - intros i _. unfold mean, simmons_cards, simmons_answer. simpl. ring.
Qed.

(** Equation (2). *)
Theorem simmons_variance N p b x : (0 < N)%nat -> p <> 0 -> truths N x ->
  variance N 3 (simmons_cards p b) (estimate N (simmons_answer x) (b * (1 - p)) p)
  = (b * (1 - p) - b ^ 2 * (1 - p) ^ 2) / (INR N * p ^ 2)
    + share N x * (1 - p - 2 * b * (1 - p)) / (INR N * p).
Proof.
  intros HN Hp Hx. assert (P : INR N <> 0) by (apply not_0_INR; lia).
  rewrite estimate_variance by (auto using simmons_law).
  rewrite (sum_ext N _ (fun i => (b * (1 - p) - b ^ 2 * (1 - p) ^ 2) + p * (1 - p - 2 * b * (1 - p)) * x i)).
  - rewrite sum_affine by assumption. field. now split.
  - intros i Hi. unfold spread, mean, simmons_cards, simmons_answer. simpl.
    destruct (Hx i Hi) as [-> | ->]; ring.
Qed.

(** Christofides: the card shows a number Y, 1 to L (card c shows c + 1); members answer L + 1 - Y, others Y. *)
Definition shown (c : nat) : R := INR c + 1.
Definition christofides_answer (L : nat) (x : nat -> R) (i c : nat) : R :=
  (INR L + 1 - shown c) * x i + shown c * (1 - x i).

Theorem christofides_unbiased N L w x : (0 < N)%nat -> law L w -> INR L + 1 - 2 * mean L w shown <> 0 ->
  expect N L w (estimate N (christofides_answer L x) (mean L w shown) (INR L + 1 - 2 * mean L w shown)) = share N x.
Proof.
  intros HN H K. assert (P : INR N <> 0) by (apply not_0_INR; lia).
  rewrite estimate_mean by assumption. set (m := mean L w shown) in *.
  rewrite (sum_ext N _ (fun i => m + (INR L + 1 - 2 * m) * x i)).
  - rewrite sum_affine by assumption. field. now split.
  - intros i _. unfold mean, christofides_answer.
    rewrite (sum_ext L _ (fun c => (INR L + 1) * x i * w c + (1 - 2 * x i) * (w c * shown c))) by (intros; ring).
    rewrite sum_plus, !sum_scal, H. unfold m, mean. ring.
Qed.

(** Theorem 3.1. *)
Theorem theorem_3_1 N L w x : (0 < N)%nat -> law L w -> INR L + 1 - 2 * mean L w shown <> 0 -> truths N x ->
  variance N L w (estimate N (christofides_answer L x) (mean L w shown) (INR L + 1 - 2 * mean L w shown))
  = spread L w shown / (INR N * (INR L + 1 - 2 * mean L w shown) ^ 2).
Proof.
  intros HN H K Hx. assert (P : INR N <> 0) by (apply not_0_INR; lia).
  rewrite estimate_variance by assumption. set (m := mean L w shown) in *.
  rewrite (sum_ext N _ (fun i => spread L w shown)).
  - rewrite sum_const. field. now split.
  - intros i Hi.
    assert (Em : mean L w (christofides_answer L x i) = m + (INR L + 1 - 2 * m) * x i).
    { unfold mean, christofides_answer.
      rewrite (sum_ext L _ (fun c => (INR L + 1) * x i * w c + (1 - 2 * x i) * (w c * shown c))) by (intros; ring).
      rewrite sum_plus, !sum_scal, H. unfold m, mean. ring. }
    unfold spread. rewrite Em. fold m. apply sum_ext. intros c _. unfold christofides_answer.
    destruct (Hx i Hi) as [-> | ->]; ring.
Qed.


(** Equation (1), its second line as printed. *)
Theorem warner_variance_line_2 N p x : (0 < N)%nat -> p <> 1 / 2 -> truths N x ->
  variance N 2 (warner_cards p) (estimate N (warner_answer x) (1 - p) (2 * p - 1))
  = (share N x * p * (1 - p) + (1 - share N x) * (1 - p) * p) / (INR N * (2 * p - 1) ^ 2).
Proof.
  intros HN Hp Hx. assert (P : INR N <> 0) by (apply not_0_INR; lia). assert (K : 2 * p - 1 <> 0) by lra.
  rewrite warner_variance by assumption. field. now split.
Qed.

(** Equation (2), its second line as printed. *)
Theorem simmons_variance_line_2 N p b x : (0 < N)%nat -> p <> 0 -> truths N x ->
  variance N 3 (simmons_cards p b) (estimate N (simmons_answer x) (b * (1 - p)) p)
  = share N x * (p + (1 - p) * b) * (1 - p - (1 - p) * b) / (INR N * p ^ 2)
    + (1 - share N x) * ((1 - p) * b) * (1 - (1 - p) * b) / (INR N * p ^ 2).
Proof.
  intros HN Hp Hx. assert (P : INR N <> 0) by (apply not_0_INR; lia).
  rewrite simmons_variance by assumption. field. now split.
Qed.
