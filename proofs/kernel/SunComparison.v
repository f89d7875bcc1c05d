(** Sun, Zhou and Yan: the comparisons of variances, Theorems 4.2, 5.3, 5.5, 5.7 and 6.1, from the variances as printed, t being
    e^epsilon; and the expectations before the estimators. *)

From Coq Require Import Reals Lra Lia.
From Rropt Require Import Sums Sun.
Open Scope R_scope.

Lemma square_above h z : 0 <= h -> h < z \/ z < - h -> h * h < z * z.
Proof. intros Hh [A|A]; [|replace (z * z) with (- z * - z) by ring]; apply Rmult_le_0_lt_compat; lra. Qed.

Lemma square_below h z : - h < z < h -> z * z < h * h.
Proof. intros A. pose proof (Rmult_lt_0_compat (h - z) (h + z) ltac:(lra) ltac:(lra)). lra. Qed.

Lemma half_root N : (0 < N)%nat -> let h := 1 / sqrt (INR N) in 0 < h /\ INR N * (h * h) = 1 /\ 1 / (2 * sqrt (INR N)) = h / 2.
Proof.
  intros HN h. assert (P : 0 < INR N) by (now apply lt_0_INR). pose proof (sqrt_lt_R0 _ P) as S. pose proof (sqrt_sqrt (INR N) ltac:(lra)) as Q.
  split; [apply Rdiv_lt_0_compat; lra|]. split; [|unfold h; field; lra]. rewrite <- Q at 1. unfold h. field. lra.
Qed.

(** The variances of Theorems 3.1 and 4.1: v = Var Y, D = L + 1 - 2 E Y. *)
Definition modified (N : nat) (v D : R) : R := v / (INR N * D ^ 2).
Definition improved (N : nat) (v D pi : R) : R := 4 * pi * (1 - pi) * v / ((INR N - 1) * D ^ 2).
Definition low (N : nat) : R := 1 / 2 - 1 / (2 * sqrt (INR N)).
Definition high (N : nat) : R := 1 / 2 + 1 / (2 * sqrt (INR N)).

Lemma quarter N pi : (2 <= N)%nat ->
  (pi < low N \/ high N < pi -> 4 * pi * (1 - pi) / (INR N - 1) < 1 / INR N) /\
  (low N < pi < high N -> 1 / INR N < 4 * pi * (1 - pi) / (INR N - 1)).
Proof.
  intros HN. destruct (half_root N ltac:(lia)) as [H0 [H1 H2]]. set (h := 1 / sqrt (INR N)) in *. unfold low, high. rewrite H2.
  pose proof (le_INR 2 N HN) as N2. simpl in N2. assert (P : 0 < INR N * (INR N - 1)) by (apply Rmult_lt_0_compat; lra).
  assert (E : 1 / INR N - 4 * pi * (1 - pi) / (INR N - 1) = (INR N * ((2 * pi - 1) * (2 * pi - 1)) - 1) * / (INR N * (INR N - 1))) by (field; lra).
  pose proof (Rinv_0_lt_compat _ P) as I. split; intros Hp.
  - pose proof (square_above h (2 * pi - 1) ltac:(lra) ltac:(lra)) as S. apply (Rmult_lt_compat_l (INR N)) in S; [|lra].
    pose proof (Rmult_lt_0_compat (INR N * ((2 * pi - 1) * (2 * pi - 1)) - 1) _ ltac:(lra) I). lra.
  - pose proof (square_below h (2 * pi - 1) ltac:(lra)) as S. apply (Rmult_lt_compat_l (INR N)) in S; [|lra].
    pose proof (Rmult_lt_0_compat (1 - INR N * ((2 * pi - 1) * (2 * pi - 1))) _ ltac:(lra) I). lra.
Qed.

(** Theorem 4.2: the cards are not all alike, and the estimator divides by D. *)
Theorem theorem_4_2 N v D pi : (2 <= N)%nat -> 0 < v -> D <> 0 ->
  (pi < low N \/ high N < pi -> improved N v D pi < modified N v D) /\
  (low N < pi < high N -> modified N v D < improved N v D pi).
Proof.
  intros HN Hv HD. pose proof (le_INR 2 N HN) as N2. simpl in N2. destruct (quarter N pi HN) as [A B].
  assert (K : 0 < v / D ^ 2) by (apply Rdiv_lt_0_compat; [assumption | rewrite <- Rsqr_pow2; now apply Rlt_0_sqr]).
  assert (E1 : improved N v D pi = 4 * pi * (1 - pi) / (INR N - 1) * (v / D ^ 2)) by (unfold improved; field; split; [assumption | lra]).
  assert (E2 : modified N v D = 1 / INR N * (v / D ^ 2)) by (unfold modified; field; split; [assumption | lra]).
  rewrite E1, E2. split; intros Hp; apply Rmult_lt_compat_r; auto.
Qed.

(** Theorem 5.3: t from (4), the variance (2), and that of modified Warner. *)
Definition simmons_t (p b : R) : R :=
  if Rle_dec b (1 / 2) then (p + (1 - p) * b) / ((1 - p) * b) else (p + (1 - p) * (1 - b)) / ((1 - p) * (1 - b)).
Definition simmons_variance (N : nat) (p b pi : R) : R :=
  (b * (1 - p) - b ^ 2 * (1 - p) ^ 2) / (INR N * p ^ 2) + pi * (1 - p - 2 * b * (1 - p)) / (INR N * p).
Definition warner_variance (N : nat) (t : R) : R := t / (INR N * (t - 1) ^ 2).

Theorem theorem_5_3 N p b pi : (1 <= N)%nat -> 0 < p < 1 -> 0 < b < 1 -> 0 <= pi <= 1 ->
  warner_variance N (simmons_t p b) <= simmons_variance N p b pi /\
  (b = 1 / 2 -> simmons_variance N p b pi = warner_variance N (simmons_t p b)).
Proof.
  intros HN Hp Hb Hpi. pose proof (le_INR 1 N HN) as N1. simpl in N1. unfold simmons_t, warner_variance, simmons_variance.
  assert (Pa : 0 < (1 - p) * b) by (apply Rmult_lt_0_compat; lra). assert (Pc : 0 < (1 - p) * (1 - b)) by (apply Rmult_lt_0_compat; lra).
  assert (I : 0 < / (INR N * p ^ 2)) by (apply Rinv_0_lt_compat, Rmult_lt_0_compat; [lra | apply pow_lt; lra]).
  destruct (Rle_dec b (1 / 2)) as [L|L].
  - set (a := (1 - p) * b) in *.
    assert (E : (b * (1 - p) - b ^ 2 * (1 - p) ^ 2) / (INR N * p ^ 2) + pi * (1 - p - 2 * b * (1 - p)) / (INR N * p) -
      (p + a) / a / (INR N * ((p + a) / a - 1) ^ 2) = (1 - p) * (1 - 2 * b) * (a + pi * p) * / (INR N * p ^ 2)).
    { unfold a. field. repeat split; lra. }
    split.
    + assert (0 <= (1 - p) * (1 - 2 * b) * (a + pi * p) * / (INR N * p ^ 2)); [|lra].
      pose proof (Rmult_le_pos pi p ltac:(lra) ltac:(lra)). apply Rmult_le_pos; [|lra]. apply Rmult_le_pos; [apply Rmult_le_pos; lra | lra].
    + intros Hh. assert (Z : 1 - 2 * b = 0) by lra. rewrite Z, Rmult_0_r, !Rmult_0_l in E. lra.
  - set (a := (1 - p) * (1 - b)) in *.
    assert (E : (b * (1 - p) - b ^ 2 * (1 - p) ^ 2) / (INR N * p ^ 2) + pi * (1 - p - 2 * b * (1 - p)) / (INR N * p) -
      (p + a) / a / (INR N * ((p + a) / a - 1) ^ 2) = (1 - p) * (2 * b - 1) * (p * (1 - pi) + a) * / (INR N * p ^ 2)).
    { unfold a. field. repeat split; lra. }
    split; [|lra]. assert (0 <= (1 - p) * (2 * b - 1) * (p * (1 - pi) + a) * / (INR N * p ^ 2)); [|lra].
    pose proof (Rmult_le_pos p (1 - pi) ltac:(lra) ltac:(lra)). apply Rmult_le_pos; [|lra]. apply Rmult_le_pos; [apply Rmult_le_pos; lra | lra].
Qed.

(** Theorems 5.5 and 5.7: three cards, p3 = 1 - p1 - p2, and epsilon = max(ln p1/p3, ln p3/p1). *)
Definition mean_of_three (p1 p2 : R) : R := p1 + 2 * p2 + 3 * (1 - p1 - p2).
Definition spread_of_three (p1 p2 : R) : R := p1 + 4 * p2 + 9 * (1 - p1 - p2) - mean_of_three p1 p2 ^ 2.
Definition three_cards (t p2 p1 : R) : Prop :=
  0 <= p1 /\ 0 <= 1 - p1 - p2 /\ p1 <= t * (1 - p1 - p2) /\ 1 - p1 - p2 <= t * p1 /\ 4 - 2 * mean_of_three p1 p2 <> 0.
Definition gain (t p2 : R) : R := (t + 1) ^ 2 / ((t - 1) ^ 2 * (1 - p2)) - 1.

Lemma best_of_three t p2 c p1 : 1 < t -> 0 <= p2 < 1 -> 0 < c ->
  let f p1 := c * spread_of_three p1 p2 / (4 - 2 * mean_of_three p1 p2) ^ 2 in
  let low := (1 - p2) / (t + 1) in let high := t * (1 - p2) / (t + 1) in
  f low = c / 4 * gain t p2 /\
  (three_cards t p2 p1 /\ (forall q, three_cards t p2 q -> f p1 <= f q) <-> p1 = low \/ p1 = high).
Proof.
  intros Ht Hp Hc f low high. set (s := 1 - p2) in *. assert (Hs : 0 < s) by (unfold s; lra).
  set (k := (t - 1) / (t + 1)). assert (Hk : 0 < k) by (unfold k; apply Rdiv_lt_0_compat; lra).
  set (w := fun p1 => s - 2 * p1).
  assert (D : forall q, 4 - 2 * mean_of_three q p2 = - (2 * w q)) by (intros; unfold mean_of_three, w, s; ring).
  assert (F : forall q, w q <> 0 -> f q = c / 4 * (s * / (w q * w q) - 1)).
  { intros q Hq. unfold f. rewrite D. replace (spread_of_three q p2) with (s - w q * w q) by (unfold spread_of_three, mean_of_three, w, s; ring). field. assumption. }
  assert (Sq : forall q, w q <> 0 -> 0 < w q * w q) by (intros q Hq; exact (Rlt_0_sqr _ Hq)).
  assert (Wl : w low = s * k) by (unfold w, low, k; field; lra). assert (Wh : w high = - (s * k)) by (unfold w, high, k; field; lra).
  assert (Sk : 0 < s * k) by (now apply Rmult_lt_0_compat).
  assert (In : forall q, three_cards t p2 q <-> - (s * k) <= w q <= s * k /\ w q <> 0).
  { intros q. assert (T1 : 0 < t + 1) by lra. assert (Ek : s * k * (t + 1) = s * (t - 1)) by (unfold k; field; lra).
    assert (A : q <= t * (1 - q - p2) <-> - (s * k) <= w q).
    { unfold w. split; intros H; [apply Rmult_le_reg_r with (t + 1); [assumption|] | apply (Rmult_le_compat_r (t + 1)) in H; [|lra]]; unfold s in *; lra. }
    assert (B : 1 - q - p2 <= t * q <-> w q <= s * k).
    { unfold w. split; intros H; [apply Rmult_le_reg_r with (t + 1); [assumption|] | apply (Rmult_le_compat_r (t + 1)) in H; [|lra]]; unfold s in *; lra. }
    unfold three_cards. rewrite D, A, B. split.
    - intros [_ [_ [H1 [H2 H3]]]]. repeat split; try assumption. intros Z. apply H3. rewrite Z. ring.
    - intros [[H1 H2] H3]. pose proof (proj2 A H1) as H1'. pose proof (proj2 B H2) as H2'.
      assert (Q : 0 <= q).
      { apply Rmult_le_reg_l with (t + 1); [assumption|]. unfold s in *. lra. }
      assert (Q' : 0 <= 1 - q - p2).
      { apply Rmult_le_reg_l with (t + 1); [assumption|]. unfold s in *. lra. }
      repeat split; try assumption. lra. }
  assert (V : f low = c / 4 * gain t p2).
  { rewrite F, Wl by (rewrite Wl; lra). unfold gain. fold s. unfold k. field. repeat split; lra. }
  assert (Vh : f high = f low) by (rewrite !F, Wl, Wh by (rewrite ?Wl, ?Wh; lra); f_equal; f_equal; f_equal; f_equal; ring).
  assert (Least : forall q, three_cards t p2 q -> f low <= f q /\ (f q = f low -> q = low \/ q = high)).
  { intros q Hq. apply In in Hq. destruct Hq as [[H1 H2] H3].
    assert (Le : w q * w q <= s * k * (s * k)) by (pose proof (Rmult_le_pos (s * k - w q) (s * k + w q) ltac:(lra) ltac:(lra)); lra).
    rewrite !F, Wl by (try assumption; rewrite Wl; lra). specialize (Sq q H3).
    pose proof (Rinv_le_contravar _ _ Sq Le) as I. split.
    - apply Rmult_le_compat_l; [lra|]. apply (Rmult_le_compat_l s) in I; lra.
    - intros E. apply Rmult_eq_reg_l in E; [|lra]. assert (E2 : s * / (w q * w q) = s * / (s * k * (s * k))) by lra.
      apply Rmult_eq_reg_l in E2; [|lra]. apply (f_equal Rinv) in E2. rewrite !Rinv_inv in E2.
      assert (Z : (w q - w low) * (w q - w high) = 0) by (rewrite Wl, Wh; lra).
      apply Rmult_integral in Z. unfold w in Z. destruct Z; [left | right]; lra. }
  assert (InL : three_cards t p2 low) by (apply In; rewrite Wl; lra). assert (InH : three_cards t p2 high) by (apply In; rewrite Wh; lra).
  split; [exact V|]. split.
  - intros [H1 H2]. apply (Least p1 H1). apply Rle_antisym; [now apply H2 | apply (Least p1 H1)].
  - intros [-> | ->]; (split; [assumption|]); intros q Hq; rewrite ?Vh; apply (Least q Hq).
Qed.

Theorem theorem_5_5 N t p2 p1 : (1 <= N)%nat -> 1 < t -> 0 <= p2 < 1 ->
  let f p1 := modified N (spread_of_three p1 p2) (4 - 2 * mean_of_three p1 p2) in
  f ((1 - p2) / (t + 1)) = 1 / (4 * INR N) * gain t p2 /\
  (three_cards t p2 p1 /\ (forall q, three_cards t p2 q -> f p1 <= f q) <-> p1 = (1 - p2) / (t + 1) \/ p1 = t * (1 - p2) / (t + 1)).
Proof.
  intros HN Ht Hp f. pose proof (le_INR 1 N HN) as N1. simpl in N1.
  destruct (best_of_three t p2 (/ INR N) p1 Ht Hp ltac:(apply Rinv_0_lt_compat; lra)) as [A B].
  assert (E : forall q, f q = / INR N * spread_of_three q p2 / (4 - 2 * mean_of_three q p2) ^ 2).
  { intros q. unfold f, modified, Rdiv. rewrite Rinv_mult. ring. }
  split.
  - rewrite E, A. field. lra.
  - rewrite <- B. split; intros [H1 H2]; (split; [assumption|]); intros q Hq; specialize (H2 q Hq); rewrite ?E in *; assumption.
Qed.

Theorem theorem_5_7 N t p2 pi p1 : (2 <= N)%nat -> 1 < t -> 0 <= p2 < 1 -> 0 < pi < 1 ->
  let f p1 := improved N (spread_of_three p1 p2) (4 - 2 * mean_of_three p1 p2) pi in
  f ((1 - p2) / (t + 1)) = pi * (1 - pi) / (INR N - 1) * gain t p2 /\
  (three_cards t p2 p1 /\ (forall q, three_cards t p2 q -> f p1 <= f q) <-> p1 = (1 - p2) / (t + 1) \/ p1 = t * (1 - p2) / (t + 1)).
Proof.
  intros HN Ht Hp Hpi f. pose proof (le_INR 2 N HN) as N1. simpl in N1.
  assert (C : 0 < 4 * pi * (1 - pi) / (INR N - 1)) by (apply Rdiv_lt_0_compat; [repeat apply Rmult_lt_0_compat; lra | lra]).
  destruct (best_of_three t p2 _ p1 Ht Hp C) as [A B].
  assert (E : forall q, f q = 4 * pi * (1 - pi) / (INR N - 1) * spread_of_three q p2 / (4 - 2 * mean_of_three q p2) ^ 2).
  { intros q. unfold f, improved, Rdiv. rewrite Rinv_mult. ring. }
  split.
  - rewrite E, A. field. lra.
  - rewrite <- B. split; intros [H1 H2]; (split; [assumption|]); intros q Hq; specialize (H2 q Hq); rewrite ?E in *; assumption.
Qed.

(** Theorem 6.1 at the proportions of Theorems 5.5 and 5.7, and (5) in its last form.  Modified Warner is better than modified
    Christofides where p2 > 0 (at p2 = 0 they are the same). *)
Definition cards_variance (N : nat) (t p2 : R) : R := 1 / (4 * INR N) * gain t p2.
Definition kept_variance (N : nat) (t p2 pi : R) : R := pi * (1 - pi) / (INR N - 1) * gain t p2.
Definition under_root (N : nat) (t p2 : R) : R :=
  1 - (INR N - 1) * (1 - p2) / (INR N * (1 + p2 / 4 * (t + 1 / t - 2))).
Definition pi_1 (N : nat) (t p2 : R) : R := 1 / 2 - 1 / 2 * sqrt (under_root N t p2).
Definition pi_2 (N : nat) (t p2 : R) : R := 1 / 2 + 1 / 2 * sqrt (under_root N t p2).

Theorem theorem_6_1 N t p2 pi : (2 <= N)%nat -> 1 < t -> 0 <= p2 < 1 ->
  (0 < p2 -> warner_variance N t < cards_variance N t p2) /\
  (pi < pi_1 N t p2 \/ pi_2 N t p2 < pi -> kept_variance N t p2 pi < warner_variance N t) /\
  (pi_1 N t p2 < pi < low N \/ high N < pi < pi_2 N t p2 -> warner_variance N t < kept_variance N t p2 pi < cards_variance N t p2) /\
  (pi < low N \/ high N < pi -> kept_variance N t p2 pi < cards_variance N t p2) /\
  (low N < pi < high N -> cards_variance N t p2 < kept_variance N t p2 pi).
Proof.
  intros HN Ht Hp. pose proof (le_INR 2 N HN) as N2. simpl in N2. destruct (quarter N pi HN) as [Q1 Q2].
  assert (T1 : 0 < (t - 1) * (t - 1)) by (apply Rmult_lt_0_compat; lra).
  assert (T2 : 0 <= p2 * ((t - 1) * (t - 1))) by (apply Rmult_le_pos; lra).
  assert (G : gain t p2 = (4 * t + p2 * ((t - 1) * (t - 1))) / ((t - 1) * (t - 1) * (1 - p2))) by (unfold gain; field; repeat split; lra).
  assert (G0 : 0 < gain t p2) by (rewrite G; apply Rdiv_lt_0_compat; [lra | apply Rmult_lt_0_compat; lra]).
  assert (WC : 0 < p2 -> warner_variance N t < cards_variance N t p2).
  { intros Pp. assert (E : cards_variance N t p2 - warner_variance N t = (t + 1) ^ 2 * p2 / (4 * INR N * ((t - 1) * (t - 1)) * (1 - p2))).
    { unfold cards_variance, warner_variance, gain. field. repeat split; lra. }
    assert (0 < (t + 1) ^ 2 * p2 / (4 * INR N * ((t - 1) * (t - 1)) * (1 - p2))); [|lra].
    apply Rdiv_lt_0_compat; [apply Rmult_lt_0_compat; [apply pow_lt|]; lra | repeat apply Rmult_lt_0_compat; lra]. }
  assert (KC : kept_variance N t p2 pi = 4 * pi * (1 - pi) / (INR N - 1) * (gain t p2 / 4)) by (unfold kept_variance; field; lra).
  assert (CC : cards_variance N t p2 = 1 / INR N * (gain t p2 / 4)) by (unfold cards_variance; field; lra).
  set (R := under_root N t p2). set (z := 2 * pi - 1).
  assert (U : 0 < 4 * t + p2 * ((t - 1) * (t - 1))) by lra.
  assert (R1 : 1 - R = (INR N - 1) * (1 - p2) * (4 * t) / (INR N * (4 * t + p2 * ((t - 1) * (t - 1))))).
  { unfold R, under_root. field. repeat split; try lra. }
  assert (R0 : 0 <= R).
  { assert (1 - R <= 1); [|lra]. rewrite R1. assert (P : 0 < INR N * (4 * t + p2 * ((t - 1) * (t - 1)))) by (apply Rmult_lt_0_compat; lra).
    apply Rmult_le_reg_r with (INR N * (4 * t + p2 * ((t - 1) * (t - 1)))); [assumption|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra.
    assert (S1 : (INR N - 1) * (1 - p2) <= INR N * 1) by (apply Rmult_le_compat; lra).
    apply (Rmult_le_compat_r (4 * t)) in S1; [|lra].
    pose proof (Rmult_le_pos (INR N) (p2 * ((t - 1) * (t - 1))) ltac:(lra) T2). lra. }
  assert (WK : warner_variance N t - kept_variance N t p2 pi = (z * z - R) * (gain t p2 / (4 * (INR N - 1)))).
  { replace (z * z - R) with ((1 - R) - (1 - z * z)) by ring. rewrite R1, G. unfold warner_variance, kept_variance, z. rewrite G. field. repeat split; lra. }
  assert (K0 : 0 < gain t p2 / (4 * (INR N - 1))) by (apply Rdiv_lt_0_compat; lra).
  pose proof (sqrt_sqrt R R0) as SR. pose proof (sqrt_pos R) as SP. unfold pi_1, pi_2. fold R.
  assert (KW : pi < 1 / 2 - 1 / 2 * sqrt R \/ 1 / 2 + 1 / 2 * sqrt R < pi -> kept_variance N t p2 pi < warner_variance N t).
  { intros Hpi. assert (Z : R < z * z) by (rewrite <- SR; apply square_above; [assumption | unfold z; lra]).
    pose proof (Rmult_lt_0_compat (z * z - R) _ ltac:(lra) K0). lra. }
  assert (KC' : pi < low N \/ high N < pi -> kept_variance N t p2 pi < cards_variance N t p2).
  { intros Hpi. rewrite KC, CC. apply Rmult_lt_compat_r; [lra | now apply Q1]. }
  split; [assumption|]. split; [assumption|]. split; [|split; [assumption|]].
  - intros Hpi. split; [|apply KC'; lra].
    assert (Z : z * z < R) by (rewrite <- SR; apply square_below; unfold z; destruct (half_root N ltac:(lia)) as [H0 [_ H2]]; unfold low, high in *; rewrite H2 in *; lra).
    pose proof (Rmult_lt_0_compat (R - z * z) _ ltac:(lra) K0). lra.
  - intros Hpi. rewrite KC, CC. apply Rmult_lt_compat_r; [lra | now apply Q2].
Qed.

(** Sections 3.1 and 3.2, total probability: the expectation of the share of the answers yes. *)
Theorem warner_total_probability N p x : (0 < N)%nat ->
  expect N 2 (warner_cards p) (fun s => total (warner_answer x) s / INR N) = p * share N x + (1 - p) * (1 - share N x).
Proof.
  intros HN. assert (P : INR N <> 0) by (apply not_0_INR; lia).
  rewrite (expect_ext N 2 _ _ (fun s => / INR N * total (warner_answer x) s)) by (intros; unfold Rdiv; ring).
  rewrite expect_scal, expect_total by apply warner_law.
  rewrite (sum_ext N _ (fun i => (1 - p) + (2 * p - 1) * x i)) by (intros; unfold mean, warner_cards, warner_answer; simpl; ring).
  rewrite sum_affine by assumption. field. assumption.
Qed.

Theorem simmons_total_probability N p b x : (0 < N)%nat ->
  expect N 3 (simmons_cards p b) (fun s => total (simmons_answer x) s / INR N) = p * share N x + (1 - p) * b.
Proof.
  intros HN. assert (P : INR N <> 0) by (apply not_0_INR; lia).
  rewrite (expect_ext N 3 _ _ (fun s => / INR N * total (simmons_answer x) s)) by (intros; unfold Rdiv; ring).
  rewrite expect_scal, expect_total by apply simmons_law.
  rewrite (sum_ext N _ (fun i => b * (1 - p) + p * x i)) by (intros; unfold mean, simmons_cards, simmons_answer; simpl; ring).
  rewrite sum_affine by assumption. field. assumption.
Qed.

(** Appendix A: a sum counted from the other end; so the sums with p_(L+1-k) are the sums with L+1-k and p_k. *)
Lemma sum_reversed n f : sum n f = sum n (fun i => f (n - 1 - i)%nat).
Proof.
  revert f. induction n as [|n IH]; intros f; [reflexivity|]. rewrite sum_first. cbn [sum]. rewrite (IH (fun i => f (S i))), Rplus_comm. f_equal.
  - apply sum_ext. intros i Hi. f_equal. lia.
  - f_equal. lia.
Qed.

Theorem appendix_a_sums L w :
  sum L (fun c => shown c ^ 2 * w (L - 1 - c)%nat) = sum L (fun c => (INR L + 1 - shown c) ^ 2 * w c) /\
  sum L (fun c => shown c * w (L - 1 - c)%nat) = sum L (fun c => (INR L + 1 - shown c) * w c).
Proof.
  assert (Far : forall c, (c < L)%nat -> shown (L - 1 - c) = INR L + 1 - shown c).
  { intros c Hc. unfold shown. rewrite !minus_INR by lia. simpl. lra. }
  split; rewrite sum_reversed; apply sum_ext; intros c Hc; rewrite Far by assumption; do 2 f_equal; lia.
Qed.
