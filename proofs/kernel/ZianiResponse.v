(** Ziani, "Lectures 3 and 4", section 1: how near the estimate from randomized responses is to the mean of the bits.

    RR_p flips a bit with probability p. Person i draws card 0 (keep) with probability 1 - p, or card 1 (flip), as in Sun;
    a probability is the expectation of what is 1 on the event and 0 off it. *)

From Coq Require Import Reals Lra Lia List Arith.
From Rropt Require Import Sums Sun.
Open Scope R_scope.

Lemma expect_le n L w f g : (forall c, (c < L)%nat -> 0 <= w c) -> (forall s, f s <= g s) -> expect n L w f <= expect n L w g.
Proof.
  intros Hw. revert f g. induction n as [|n IH]; intros f g H; simpl; [apply H|].
  apply sum_le. intros c Hc. apply Rmult_le_compat_l; [now apply Hw|]. apply IH. intros. apply H.
Qed.

Definition chance (n L : nat) (w : nat -> R) (event : list nat -> bool) : R :=
  expect n L w (fun s => if event s then 1 else 0).

Definition within (f : list nat -> R) (mu h : R) (s : list nat) : bool := if Rle_dec (Rabs (f s - mu)) h then true else false.
Definition beyond (f : list nat -> R) (mu h : R) (s : list nat) : bool := if Rle_dec h (Rabs (f s - mu)) then true else false.

Lemma square_of_abs u h : 0 < h -> h <= Rabs u -> 1 <= u * u / (h * h).
Proof.
  intros Hh H. assert (P : 0 < h * h) by (now apply Rmult_lt_0_compat).
  apply Rmult_le_reg_r with (h * h); [assumption|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra.
  assert (E : u * u = Rabs u * Rabs u) by (unfold Rabs; destruct (Rcase_abs u); ring).
  rewrite E. assert (h * h <= Rabs u * Rabs u) by (apply Rmult_le_compat; lra). lra.
Qed.

Lemma square_over u h : 0 < h -> 0 <= u * u / (h * h).
Proof.
  intros Hh. apply Rmult_le_pos; [apply Rsqr_nonneg|]. left. apply Rinv_0_lt_compat. now apply Rmult_lt_0_compat.
Qed.

Lemma expect_square n L w f mu h :
  expect n L w (fun s => (f s - mu) * (f s - mu) / (h * h)) = expect n L w (fun s => (f s - mu) * (f s - mu)) / (h * h).
Proof.
  transitivity (/ (h * h) * expect n L w (fun s => (f s - mu) * (f s - mu))); [|unfold Rdiv; ring].
  rewrite <- expect_scal. apply expect_ext. intros. unfold Rdiv. ring.
Qed.

(** Lemma 4, Chebyshev's inequality, for what depends on the cards of n people: any variable of finitely many values is one. *)
Theorem lemma_4 n L w f k : law L w -> (forall c, (c < L)%nat -> 0 <= w c) -> 0 < variance n L w f -> 0 < k ->
  chance n L w (beyond f (expect n L w f) (k * sqrt (variance n L w f))) <= 1 / k ^ 2.
Proof.
  intros HL Hw HV Hk. set (mu := expect n L w f). set (V := variance n L w f) in *.
  pose proof (sqrt_lt_R0 V HV) as S0. pose proof (sqrt_sqrt V ltac:(lra)) as SS.
  set (h := k * sqrt V). assert (Hh : 0 < h) by (now apply Rmult_lt_0_compat).
  apply Rle_trans with (expect n L w (fun s => (f s - mu) * (f s - mu) / (h * h))).
  - apply expect_le; [assumption|]. intros s. unfold beyond. destruct (Rle_dec h (Rabs (f s - mu))) as [A|A].
    + now apply square_of_abs.
    + now apply square_over.
  - right. rewrite expect_square. change (expect n L w (fun s => (f s - mu) * (f s - mu))) with V.
    replace (h * h) with (k ^ 2 * V) by (unfold h; rewrite <- SS at 1; ring). field. split; lra.
Qed.

Lemma near n L w f h : law L w -> (forall c, (c < L)%nat -> 0 <= w c) -> 0 < h ->
  1 - variance n L w f / (h * h) <= chance n L w (within f (expect n L w f) h).
Proof.
  intros HL Hw Hh. set (mu := expect n L w f). unfold variance. fold mu. rewrite <- expect_square.
  apply Rle_trans with (expect n L w (fun s => 1 + -1 * ((f s - mu) * (f s - mu) / (h * h)))).
  - rewrite expect_plus, expect_scal, expect_const by assumption. lra.
  - apply expect_le; [assumption|]. intros s. unfold within. destruct (Rle_dec (Rabs (f s - mu)) h) as [A|A].
    + pose proof (square_over (f s - mu) h Hh). lra.
    + pose proof (square_of_abs (f s - mu) h Hh ltac:(lra)). lra.
Qed.

(** The coins of RR_p, and an estimate (mean report - u)/v. *)
Definition coins (p : R) (c : nat) : R := if Nat.eqb c 0 then 1 - p else p.
Definition report (x : nat -> R) (i c : nat) : R := if Nat.eqb c 0 then x i else 1 - x i.

Lemma coins_law p : law 2 (coins p).
Proof. unfold law, coins. simpl. ring. Qed.

Lemma coins_nonneg p c : 0 <= p < 1 / 2 -> 0 <= coins p c.
Proof. intros Hp. unfold coins. destruct (Nat.eqb c 0); lra. Qed.

(** The bound of Theorem 5. *)
Definition bound (N : nat) (p delta : R) : R := sqrt (1 / delta) / (2 * (1 - 2 * p) * sqrt (INR N)).

Lemma report_variance N p x u v : (0 < N)%nat -> v <> 0 -> truths N x ->
  variance N 2 (coins p) (estimate N (report x) u v) = p * (1 - p) / (INR N * v ^ 2).
Proof.
  intros HN Hv Hx. assert (P : INR N <> 0) by (apply not_0_INR; lia).
  rewrite estimate_variance by (auto using coins_law).
  rewrite (sum_ext N _ (fun _ => p * (1 - p))).
  - rewrite sum_const. field. now split.
  - intros i Hi. unfold spread, mean, coins, report. simpl. destruct (Hx i Hi) as [-> | ->]; ring.
Qed.

Lemma near_its_mean N p x u v delta : (0 < N)%nat -> 0 <= p < 1 / 2 -> 0 < delta -> truths N x -> v ^ 2 = (1 - 2 * p) ^ 2 ->
  1 - delta <= chance N 2 (coins p)
    (within (estimate N (report x) u v) (expect N 2 (coins p) (estimate N (report x) u v)) (bound N p delta)).
Proof.
  intros HN Hp Hd Hx Ev. assert (P : 0 < INR N) by (now apply lt_0_INR).
  assert (Hv : v <> 0). { intros Z. rewrite Z in Ev. assert (0 < (1 - 2 * p) ^ 2) by (apply pow_lt; lra). lra. }
  assert (D : 0 < 1 / delta) by (apply Rdiv_lt_0_compat; lra).
  pose proof (sqrt_lt_R0 _ D) as S1. pose proof (sqrt_lt_R0 _ P) as S2.
  pose proof (sqrt_sqrt (1 / delta) ltac:(lra)) as E1. pose proof (sqrt_sqrt (INR N) ltac:(lra)) as E2.
  assert (K : 0 < 2 * (1 - 2 * p) * sqrt (INR N)) by (apply Rmult_lt_0_compat; lra).
  assert (B : 0 < bound N p delta) by (now apply Rdiv_lt_0_compat).
  assert (B2 : bound N p delta * bound N p delta = 1 / delta / (4 * (1 - 2 * p) ^ 2 * INR N)).
  { unfold bound. rewrite <- E1 at 3. rewrite <- E2 at 3. field. repeat split; lra. }
  eapply Rle_trans; [|apply near; auto using coins_law, coins_nonneg].
  rewrite report_variance, B2, Ev by assumption.
  replace (p * (1 - p) / (INR N * (1 - 2 * p) ^ 2) / (1 / delta / (4 * (1 - 2 * p) ^ 2 * INR N)))
    with (4 * (p * (1 - p)) * delta) by (field; repeat split; lra).
  assert (4 * (p * (1 - p)) <= 1). { pose proof (Rsqr_nonneg (1 - 2 * p)). lra. }
  pose proof (Rmult_le_compat_r delta (4 * (p * (1 - p))) 1 ltac:(lra) ltac:(assumption)). lra.
Qed.

(** Claim 3 as repaired: (mean report - p)/(1 - 2p) is unbiased. *)
Theorem claim_3_repaired N p x : (0 < N)%nat -> p <> 1 / 2 ->
  expect N 2 (coins p) (estimate N (report x) p (1 - 2 * p)) = share N x.
Proof.
  intros HN Hp. assert (P : INR N <> 0) by (apply not_0_INR; lia). assert (K : 1 - 2 * p <> 0) by lra.
  rewrite estimate_mean by (auto using coins_law).
  rewrite (sum_ext N _ (fun i => p + (1 - 2 * p) * x i)).
  - rewrite sum_affine by assumption. field. now split.
  - intros i _. unfold mean, coins, report. simpl. ring.
Qed.

(** Theorem 5 as repaired: with probability at least 1 - delta that estimate is within the bound of the mean of the bits. *)
Theorem theorem_5_repaired N p delta x : (0 < N)%nat -> 0 <= p < 1 / 2 -> 0 < delta -> truths N x ->
  1 - delta <= chance N 2 (coins p) (within (estimate N (report x) p (1 - 2 * p)) (share N x) (bound N p delta)).
Proof.
  intros HN Hp Hd Hx. rewrite <- (claim_3_repaired N p x) by (assumption || lra). now apply near_its_mean.
Qed.

(** Theorem 5 as printed, E[b] read as the estimate's own mean. *)
Theorem theorem_5_spread N p delta x : (0 < N)%nat -> 0 <= p < 1 / 2 -> 0 < delta -> truths N x ->
  1 - delta <= chance N 2 (coins p) (within (estimate N (report x) (1 - p) (2 * p - 1))
    (expect N 2 (coins p) (estimate N (report x) (1 - p) (2 * p - 1))) (bound N p delta)).
Proof. intros HN Hp Hd Hx. apply near_its_mean; auto. ring. Qed.
