(** Vinterbo, section 4.1 and Appendix A: the loss as a function of the share of equal pairs, its derivatives, its growth in n. *)

From Coq Require Import Reals Lra Lia Arith.
From Coquelicot Require Import Coquelicot.
From Rropt Require Import Draws.
From Rropt Require Vinterbo.
Open Scope R_scope.

Definition f_L (c s : R) : R := (c - s) / (1 - s).
Definition base (a : R) : R := (a ^ 2 + (1 - a) ^ 2) / (2 * a - 1) ^ 2.
Lemma loss_is n a s : Vinterbo.loss n a s = f_L (base a ^ n) s.
Proof. reflexivity. Qed.

Lemma base_above_1 a : a <> 1 / 2 -> 0 <= a <= 1 -> 1 <= base a /\ (0 < a < 1 -> 1 < base a).
Proof.
  intros H Ha. assert (K : 0 < (2 * a - 1) ^ 2) by (replace ((2 * a - 1) ^ 2) with (Rsqr (2 * a - 1)) by (unfold Rsqr; ring); apply Rsqr_pos_lt; lra).
  assert (E : base a = 1 + 2 * (a * (1 - a)) / (2 * a - 1) ^ 2) by (unfold base; field; lra). rewrite E. split.
  - assert (0 <= 2 * (a * (1 - a)) / (2 * a - 1) ^ 2); [|lra]. apply Rmult_le_pos; [|left; now apply Rinv_0_lt_compat].
    apply Rmult_le_pos; [lra | apply Rmult_le_pos; lra].
  - intros I. assert (0 < 2 * (a * (1 - a)) / (2 * a - 1) ^ 2); [|lra]. apply Rdiv_lt_0_compat; [|assumption].
    apply Rmult_lt_0_compat; [lra | apply Rmult_lt_0_compat; lra].
Qed.

(** The m-th derivative is m!/(1 - s)^m (f_L(s) - 1), which is m! (c - 1)/(1 - s)^(m + 1). *)
Lemma nearby s : s < 1 -> locally s (fun u => u < 1).
Proof.
  intros H. assert (P : 0 < 1 - s) by lra. exists (mkposreal _ P). intros u Hu. unfold ball in Hu. simpl in Hu.
  unfold AbsRing_ball, abs, minus, plus, opp in Hu. simpl in Hu. apply Rabs_def2 in Hu. lra.
Qed.

Lemma step c m s : s < 1 -> is_derive (fun u => INR (fact m) * (c - 1) / (1 - u) ^ S m) s (INR (fact (S m)) * (c - 1) / (1 - s) ^ S (S m)).
Proof.
  intros H. assert (P : (1 - s) ^ S m <> 0) by (apply pow_nonzero; lra). assert (Q : (1 - s) ^ m <> 0) by (apply pow_nonzero; lra).
  auto_derive; [assumption|]. rewrite fact_simpl, mult_INR.
  change (match m with | 0%nat => 1 | S _ => INR m + 1 end) with (INR (S m)). replace (1 + - s) with (1 - s) by ring.
  cbn [pow]. field. split; [assumption | lra].
Qed.

Theorem loss_derivatives c m s : s < 1 -> (1 <= m)%nat ->
  is_derive_n (f_L c) m s (INR (fact m) / (1 - s) ^ m * (f_L c s - 1)) /\ Derive_n (f_L c) m s = INR (fact m) * (c - 1) / (1 - s) ^ S m.
Proof.
  intros H Hm. assert (D : forall k u, u < 1 -> (1 <= k)%nat -> is_derive_n (f_L c) k u (INR (fact k) * (c - 1) / (1 - u) ^ S k)).
  { induction k as [|k IH]; intros u Hu Hk; [lia|]. destruct k as [|k].
    - change (is_derive (f_L c) u (INR (fact 1) * (c - 1) / (1 - u) ^ 2)). unfold f_L. auto_derive; [lra|]. simpl. field. lra.
    - change (is_derive (Derive_n (f_L c) (S k)) u (INR (fact (S (S k))) * (c - 1) / (1 - u) ^ S (S (S k)))).
      apply (is_derive_ext_loc (fun v => INR (fact (S k)) * (c - 1) / (1 - v) ^ S (S k))); [|now apply step].
      generalize (nearby u Hu). apply filter_imp. intros v Hv. symmetry. apply is_derive_n_unique. apply IH; [assumption | lia]. }
  assert (P : (1 - s) ^ m <> 0) by (apply pow_nonzero; lra). specialize (D m s H Hm).
  split; [|now apply is_derive_n_unique]. replace (INR (fact m) / (1 - s) ^ m * (f_L c s - 1)) with (INR (fact m) * (c - 1) / (1 - s) ^ S m); [assumption|].
  unfold f_L. simpl. field. split; [lra | assumption].
Qed.

(** Every derivative is nonnegative, and f_L and all its derivatives are convex. *)
Definition convex (f : R -> R) : Prop := forall x y w, 0 <= x < 1 -> 0 <= y < 1 -> 0 <= w <= 1 -> f (w * x + (1 - w) * y) <= w * f x + (1 - w) * f y.

Lemma inside x y w : 0 <= x < 1 -> 0 <= y < 1 -> 0 <= w <= 1 -> 0 <= w * x + (1 - w) * y < 1.
Proof.
  intros Hx Hy Hw. pose proof (Rmult_le_pos w x ltac:(lra) ltac:(lra)). pose proof (Rmult_le_pos (1 - w) y ltac:(lra) ltac:(lra)). split; [lra|].
  destruct (Rle_lt_or_eq_dec 0 w (proj1 Hw)) as [N|<-]; [|lra]. pose proof (Rmult_lt_compat_l w x 1 ltac:(lra) ltac:(lra)).
  pose proof (Rmult_le_compat_l (1 - w) y 1 ltac:(lra) ltac:(lra)). lra.
Qed.

Lemma inverse_convex : convex (fun s => / (1 - s)).
Proof.
  intros x y w Hx Hy Hw. pose proof (inside x y w Hx Hy Hw) as I.
  assert (E : w * / (1 - x) + (1 - w) * / (1 - y) - / (1 - (w * x + (1 - w) * y)) =
    w * (1 - w) * (x - y) ^ 2 / ((1 - x) * (1 - y) * (1 - (w * x + (1 - w) * y)))) by (field; repeat split; lra).
  assert (0 <= w * (1 - w) * (x - y) ^ 2 / ((1 - x) * (1 - y) * (1 - (w * x + (1 - w) * y)))); [|lra].
  apply Rmult_le_pos; [apply Rmult_le_pos; [apply Rmult_le_pos; lra | apply pow2_ge_0]|].
  left. apply Rinv_0_lt_compat. repeat apply Rmult_lt_0_compat; lra.
Qed.

Lemma power_range k s : 0 <= s < 1 -> 1 <= (/ (1 - s)) ^ k.
Proof.
  intros H. assert (1 <= / (1 - s)) by (rewrite <- Rinv_1; apply Rinv_le_contravar; lra). induction k as [|k IH]; simpl; [lra|].
  apply Rle_trans with (1 * 1); [lra | apply Rmult_le_compat; lra].
Qed.

Lemma power_grows k x y : 0 <= x < 1 -> 0 <= y < 1 -> x <= y -> (/ (1 - x)) ^ k <= (/ (1 - y)) ^ k.
Proof. intros Hx Hy H. apply pow_incr. split; [left; apply Rinv_0_lt_compat; lra | apply Rinv_le_contravar; lra]. Qed.

Lemma power_convex k : convex (fun s => (/ (1 - s)) ^ k).
Proof.
  induction k as [|k IH]; intros x y w Hx Hy Hw; [simpl; lra|]. cbn [pow].
  pose proof (inside x y w Hx Hy Hw) as I. pose proof (IH x y w Hx Hy Hw) as A. pose proof (inverse_convex x y w Hx Hy Hw) as B. cbv beta in A, B.
  set (p := / (1 - x)) in *. set (q := / (1 - y)) in *. set (z := w * x + (1 - w) * y) in *.
  assert (P : 0 < p) by (apply Rinv_0_lt_compat; lra). assert (Q : 0 < q) by (apply Rinv_0_lt_compat; lra).
  assert (Z : 0 < / (1 - z)) by (apply Rinv_0_lt_compat; lra). pose proof (pow_lt p k P) as Pk. pose proof (pow_lt q k Q) as Qk.
  pose proof (pow_lt (/ (1 - z)) k Z) as Zk.
  apply Rle_trans with ((w * p + (1 - w) * q) * (w * p ^ k + (1 - w) * q ^ k)); [apply Rmult_le_compat; lra|].
  assert (C : 0 <= (p - q) * (p ^ k - q ^ k)).
  { destruct (Rle_lt_dec x y) as [L|L].
    - assert (p <= q) by (unfold p, q; apply Rinv_le_contravar; lra). pose proof (power_grows k x y Hx Hy L) as G. fold p q in G.
      replace ((p - q) * (p ^ k - q ^ k)) with ((q - p) * (q ^ k - p ^ k)) by ring. apply Rmult_le_pos; lra.
    - assert (q <= p) by (unfold p, q; apply Rinv_le_contravar; lra). pose proof (power_grows k y x Hy Hx ltac:(lra)) as G. fold p q in G. apply Rmult_le_pos; lra. }
  pose proof (Rmult_le_pos (w * (1 - w)) _ ltac:(apply Rmult_le_pos; lra) C). lra.
Qed.

Theorem loss_convex c m : 1 <= c -> (forall s, 0 <= s < 1 -> (1 <= m)%nat -> 0 <= Derive_n (f_L c) m s) /\ convex (Derive_n (f_L c) m).
Proof.
  intros Hc. assert (E : forall s, 0 <= s < 1 -> Derive_n (f_L c) m s = INR (fact m) * (c - 1) * (/ (1 - s)) ^ S m + (if Nat.eqb m 0 then 1 else 0)).
  { intros s Hs. destruct m as [|m]; [simpl; unfold f_L; field; lra|].
    rewrite (proj2 (loss_derivatives c (S m) s ltac:(lra) ltac:(lia))). cbn [Nat.eqb]. rewrite pow_inv. unfold Rdiv. ring. }
  assert (K : 0 <= INR (fact m) * (c - 1)) by (apply Rmult_le_pos; [apply pos_INR | lra]). split.
  - intros s Hs Hm. rewrite E by assumption. pose proof (power_range (S m) s Hs). destruct m; [lia|]. cbn [Nat.eqb].
    pose proof (Rmult_le_pos (INR (fact (S m)) * (c - 1)) ((/ (1 - s)) ^ S (S m)) K ltac:(lra)). lra.
  - intros x y w Hx Hy Hw. pose proof (inside x y w Hx Hy Hw) as I. rewrite !E by assumption.
    pose proof (power_convex (S m) x y w Hx Hy Hw) as A. cbv beta in A.
    apply (Rmult_le_compat_l (INR (fact m) * (c - 1))) in A; [|assumption]. destruct (Nat.eqb m 0); lra.
Qed.

(** (star): over an interval [0, y] that holds all values of S and its mean, by the largest second derivative there. *)
Theorem taylor {A} (E : (A -> R) -> R) (S : A -> R) c y : expectation E -> monotone E -> 1 <= c -> y < 1 -> (forall x, 0 <= S x <= y) ->
  let lambda := 2 * (c - 1) / (1 - y) ^ 3 in
  (forall s, 0 <= s <= y -> Derive_n (f_L c) 2 s <= lambda) /\ Derive_n (f_L c) 2 y = lambda /\
  f_L c (E S) <= E (fun x => f_L c (S x)) /\ E (fun x => f_L c (S x)) <= f_L c (E S) + lambda / 2 * spread E S.
Proof.
  intros HE HM Hc Hy HS lambda. set (h := E S).
  assert (Hh : 0 <= h <= y).
  { split; [rewrite <- (constants E HE 0) | rewrite <- (constants E HE y)]; apply HM; intros x; apply HS. }
  assert (C : 0 <= c - 1) by lra.
  assert (Low : forall s, 0 <= s <= y -> f_L c h + (s - h) * ((c - 1) / (1 - h) ^ 2) <= f_L c s).
  { intros s Hs. assert (Q : f_L c s - (f_L c h + (s - h) * ((c - 1) / (1 - h) ^ 2)) = (c - 1) * (s - h) ^ 2 / ((1 - s) * (1 - h) ^ 2)) by (unfold f_L; field; lra).
    assert (0 <= (c - 1) * (s - h) ^ 2 / ((1 - s) * (1 - h) ^ 2)); [|lra].
    apply Rmult_le_pos; [apply Rmult_le_pos; [lra | apply pow2_ge_0]|]. left. apply Rinv_0_lt_compat, Rmult_lt_0_compat; [lra | apply pow_lt; lra]. }
  assert (Up : forall s, 0 <= s <= y -> f_L c s <= f_L c h + (s - h) * ((c - 1) / (1 - h) ^ 2) + lambda / 2 * ((s - h) * (s - h))).
  { intros s Hs. assert (Q : f_L c s - (f_L c h + (s - h) * ((c - 1) / (1 - h) ^ 2)) = (c - 1) * (s - h) ^ 2 * / ((1 - s) * (1 - h) ^ 2)) by (unfold f_L; field; lra).
    assert (I : / ((1 - s) * (1 - h) ^ 2) <= / ((1 - y) * (1 - y) ^ 2)).
    { apply Rinv_le_contravar; [apply Rmult_lt_0_compat; [lra | apply pow_lt; lra]|].
      apply Rmult_le_compat; [lra | apply pow_le; lra | lra | apply pow_incr; lra]. }
    apply (Rmult_le_compat_l ((c - 1) * (s - h) ^ 2)) in I; [|apply Rmult_le_pos; [lra | apply pow2_ge_0]].
    replace (lambda / 2 * ((s - h) * (s - h))) with ((c - 1) * (s - h) ^ 2 * / ((1 - y) * (1 - y) ^ 2)) by (unfold lambda; field; lra). lra. }
  assert (D2 : forall s, s < 1 -> Derive_n (f_L c) 2 s = 2 * (c - 1) / (1 - s) ^ 3).
  { intros s Hs. rewrite (proj2 (loss_derivatives c 2 s Hs ltac:(lia))). simpl. field. lra. }
  repeat split.
  - intros s Hs. rewrite D2 by lra. unfold lambda, Rdiv. apply Rmult_le_compat_l; [lra|]. apply Rinv_le_contravar; [apply pow_lt; lra | apply pow_incr; lra].
  - apply D2. assumption.
  - set (k := (c - 1) / (1 - h) ^ 2) in *. rewrite <- (Rplus_0_r (f_L c h)).
    replace 0 with (k * E (fun x => S x - E S)) by (rewrite centred by assumption; ring).
    rewrite <- (homogeneous _ HE). rewrite Rplus_comm. rewrite <- (constants E HE (f_L c h)), <- (additive _ HE). apply HM.
    intros x. fold h. specialize (Low (S x) (HS x)). lra.
  - set (k := (c - 1) / (1 - h) ^ 2) in *. unfold spread, covariance. fold h.
    rewrite <- (homogeneous _ HE (lambda / 2)).
    replace (f_L c h) with (k * E (fun x => S x - E S) + f_L c h) by (rewrite centred by assumption; ring).
    rewrite <- (affine E HE k (f_L c h)), <- (additive _ HE). apply HM. intros x. fold h. specialize (Up (S x) (HS x)). lra.
Qed.

(** Chebyshev's inequality for ten standard deviations, of any quantity whose variance is positive. *)
Theorem ten_deviations {A} (E : (A -> R) -> R) (S : A -> R) : expectation E -> monotone E -> 0 < spread E S ->
  chance E (fun x => if Rle_dec (E S + 10 * sqrt (spread E S)) (S x) then true else false) <= 1 / 100.
Proof.
  intros HE HM HV. pose proof (sqrt_lt_R0 _ HV) as Q. set (h := 10 * sqrt (spread E S)).
  apply Rle_trans with (chance E (beyond S (E S) h)).
  - apply HM. intros x. unfold beyond. destruct (Rle_dec (E S + h) (S x)) as [H|H]; [|destruct (Rle_dec h (Rabs (S x - E S))); lra].
    destruct (Rle_dec h (Rabs (S x - E S))) as [I|I]; [lra|]. exfalso. apply I. apply Rle_trans with (S x - E S); [lra | apply Rle_abs].
  - eapply Rle_trans; [apply chebyshev; unfold h; try assumption; lra|]. unfold h.
    replace ((10 * sqrt (spread E S)) ^ 2) with (100 * (sqrt (spread E S) * sqrt (spread E S))) by ring. rewrite sqrt_sqrt by lra.
    right. field. lra.
Qed.

(** The approximate loss f_L(2/(2^n + 1)) does not fall with n, and grows where c > 1. *)
Lemma bernoulli c n : 1 <= c -> c ^ n - 1 <= INR n * c ^ n * (c - 1).
Proof.
  intros Hc. induction n as [|n IH]; [simpl; lra|]. rewrite S_INR. simpl.
  apply (Rmult_le_compat_l c) in IH; [|lra]. pose proof (pow_R1_Rle c (S n) Hc) as P. simpl in P.
  pose proof (Rmult_le_pos (c - 1) (c * c ^ n - 1) ltac:(lra) ltac:(lra)). lra.
Qed.

Lemma two_power n : INR n + 1 <= 2 ^ n.
Proof. induction n as [|n IH]; [simpl; lra|]. rewrite S_INR. simpl. pose proof (pos_INR n). lra. Qed.

Lemma approximate_step c n : 1 <= c -> (1 <= n)%nat ->
  f_L (c ^ n) (2 / (2 ^ n + 1)) <= f_L (c ^ S n) (2 / (2 ^ S n + 1)) /\
  (1 < c -> f_L (c ^ n) (2 / (2 ^ n + 1)) < f_L (c ^ S n) (2 / (2 ^ S n + 1))).
Proof.
  intros Hc Hn. set (z := c ^ n). set (w := 2 ^ n). pose proof (bernoulli c n Hc) as B. fold z in B.
  pose proof (two_power n) as W. fold w in W. pose proof (le_INR 1 n Hn) as N1. simpl in N1.
  assert (Z : 1 <= z) by (apply pow_R1_Rle; assumption).
  assert (F : forall u v, 1 < v -> f_L u (2 / (v + 1)) = (u * (v + 1) - 2) / (v - 1)) by (intros; unfold f_L; field; lra).
  replace (2 ^ S n) with (2 * w) by (unfold w; simpl; ring). replace (c ^ S n) with (c * z) by (unfold z; simpl; ring).
  rewrite !F by lra.
  assert (D : (c * z * (2 * w + 1) - 2) / (2 * w - 1) - (z * (w + 1) - 2) / (w - 1) =
    (z * (c * (2 * w ^ 2 - w - 1) - (2 * w ^ 2 + w - 1)) + 2 * w) / ((2 * w - 1) * (w - 1))) by (field; lra).
  set (k := 2 * w ^ 2 - w - 1). assert (K : 2 * w * INR n + (w - 1) <= k).
  { unfold k. pose proof (Rmult_le_compat_l (2 * w) (INR n + 1) w ltac:(lra) W). lra. }
  assert (G : (z - 1) * (k - 2 * w * INR n) <= INR n * (z * (c * k - (2 * w ^ 2 + w - 1)) + 2 * w)).
  { assert (K0 : 0 <= k) by (pose proof (Rmult_le_pos (2 * w) (INR n) ltac:(lra) ltac:(lra)); lra).
    apply (Rmult_le_compat_r k) in B; [|assumption].
    replace (INR n * (z * (c * k - (2 * w ^ 2 + w - 1)) + 2 * w)) with (INR n * z * (c - 1) * k - 2 * w * INR n * (z - 1)) by (unfold k; ring). lra. }
  assert (P : 0 < (2 * w - 1) * (w - 1)) by (apply Rmult_lt_0_compat; lra). assert (PI : 0 < / ((2 * w - 1) * (w - 1))) by (now apply Rinv_0_lt_compat).
  set (num := z * (c * k - (2 * w ^ 2 + w - 1)) + 2 * w) in *.
  assert (Num : 0 <= num /\ (1 < z -> 0 < num)).
  { split; [apply Rmult_le_reg_l with (INR n) | intros; apply Rmult_lt_reg_l with (INR n)]; try lra; rewrite Rmult_0_r.
    - eapply Rle_trans; [|exact G]. apply Rmult_le_pos; lra.
    - eapply Rlt_le_trans; [|exact G]. apply Rmult_lt_0_compat; lra. }
  fold k in D. fold num in D. split.
  - pose proof (Rmult_le_pos num _ (proj1 Num) (Rlt_le _ _ PI)). unfold Rdiv in *. lra.
  - intros C. assert (1 < z) by (unfold z; apply Rlt_pow_R1; [assumption | lia]).
    pose proof (Rmult_lt_0_compat num _ (proj2 Num H) PI). unfold Rdiv in *. lra.
Qed.

Definition approximate (a : R) (n : nat) : R := Vinterbo.loss n a (2 / (2 ^ n + 1)).

(** Appendix A, Proposition 4.7: the least value of the denominator from n = 3 on is that at n = 3. *)
Theorem least_at_3 a n : 0 <= a <= 1 -> a <> 1 / 2 -> (3 <= n)%nat -> approximate a 3 <= approximate a n.
Proof.
  intros Ha H Hn. destruct (base_above_1 a H Ha) as [B _]. unfold approximate. rewrite !loss_is.
  induction Hn as [|n Hn IH]; [lra|]. eapply Rle_trans; [exact IH | now apply approximate_step; [|lia]].
Qed.

(** Section 6: for a strictly between 0 and 1 the loss grows exponentially: it is at least b^n with b > 1, and the approximate one at
    most 3 b^n. *)
Theorem grows_exponentially a : 0 < a < 1 -> a <> 1 / 2 -> 1 < base a /\
  (forall n s, 0 <= s < 1 -> base a ^ n <= Vinterbo.loss n a s) /\
  (forall n, (1 <= n)%nat -> base a ^ n <= approximate a n <= 3 * base a ^ n).
Proof.
  intros Ha H. destruct (base_above_1 a H ltac:(lra)) as [B B']. specialize (B' Ha). split; [assumption|].
  assert (L : forall n s, 0 <= s < 1 -> base a ^ n <= Vinterbo.loss n a s).
  { intros n s Hs. rewrite loss_is. assert (Z : 1 <= base a ^ n) by (now apply pow_R1_Rle). set (c := base a ^ n) in *.
    assert (E : f_L c s - c = (c - 1) * s / (1 - s)) by (unfold f_L; field; lra).
    assert (0 <= (c - 1) * s / (1 - s)); [|lra]. apply Rmult_le_pos; [apply Rmult_le_pos; lra | left; apply Rinv_0_lt_compat; lra]. }
  split; [assumption|]. intros n Hn. pose proof (two_power n) as W. pose proof (le_INR 1 n Hn) as N1. simpl in N1.
  assert (I : 0 <= 2 / (2 ^ n + 1) < 1).
  { split; [apply Rmult_le_pos; [lra | left; apply Rinv_0_lt_compat; lra]|]. apply Rmult_lt_reg_r with (2 ^ n + 1); [lra|]. unfold Rdiv.
    rewrite Rmult_assoc, Rinv_l by lra. lra. }
  split; [now apply L|]. unfold approximate. rewrite loss_is. assert (Z : 1 <= base a ^ n) by (now apply pow_R1_Rle). set (c := base a ^ n) in *. set (w := 2 ^ n) in *.
  assert (E : 3 * c - f_L c (2 / (w + 1)) = (2 * c * (w - 2) + 2) / (w - 1)) by (unfold f_L; field; lra).
  assert (0 <= (2 * c * (w - 2) + 2) / (w - 1)); [|lra].
  apply Rmult_le_pos; [|left; apply Rinv_0_lt_compat; lra]. pose proof (Rmult_le_pos (2 * c) (w - 2) ltac:(lra) ltac:(lra)). lra.
Qed.

(** Figure 1(b): for every p strictly between 0 and 1 the logarithm of the approximate loss of a = (2 - p)/2 grows in n. *)
Theorem figure_1_growth p n : 0 < p < 1 -> (1 <= n)%nat ->
  0 < approximate ((2 - p) / 2) n /\ ln (approximate ((2 - p) / 2) n) < ln (approximate ((2 - p) / 2) (S n)).
Proof.
  intros Hp Hn. set (a := (2 - p) / 2). assert (Ha : 0 < a < 1) by (unfold a; lra). assert (H : a <> 1 / 2) by (unfold a; lra).
  destruct (grows_exponentially a Ha H) as [B [_ L]]. assert (P : 0 < approximate a n).
  { destruct (L n Hn) as [L1 _]. pose proof (pow_R1_Rle (base a) n ltac:(lra)). lra. }
  split; [assumption|]. apply ln_increasing; [assumption|]. unfold approximate. rewrite !loss_is.
  apply (proj2 (approximate_step (base a) n ltac:(lra) Hn)). assumption.
Qed.
