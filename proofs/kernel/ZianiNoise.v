(** Ziani, section 2: the mean and the variance of the Laplace distribution; small noise at a small scale, large noise at a large one. *)

From Coq Require Import Reals Lra Lia.
From Coquelicot Require Import Coquelicot.
From Rropt Require Import Sums Ziani.
Open Scope R_scope.

(** How likely noise of z or more is, by its scale: it grows with the scale, from 0 to 1. *)
Theorem concentration z : 0 < z ->
  (forall b x, 0 < b -> is_lim (beyond b x z) p_infty (exp (- z / b))) /\
  (forall b c, 0 < b -> b < c -> exp (- z / b) < exp (- z / c)) /\
  (forall e, 0 < e -> exists d, 0 < d /\ forall b, 0 < b < d -> exp (- z / b) < e) /\
  (forall e, 0 < e -> exists d, 0 < d /\ forall b, d < b -> 1 - e < exp (- z / b)).
Proof.
  intros Hz. split; [intros; apply laplace_tail; lra|]. split; [|split].
  - intros b c Hb Hc. apply exp_increasing. unfold Rdiv. rewrite !Ropp_mult_distr_l_reverse. apply Ropp_lt_contravar, Rmult_lt_compat_l; [assumption|].
    apply Rinv_lt_contravar; [apply Rmult_lt_0_compat; lra | assumption].
  - intros e He. exists (e * z). split; [now apply Rmult_lt_0_compat|]. intros b Hb.
    replace (- z / b) with (- (z / b)) by (field; lra). rewrite exp_Ropp. assert (U : 0 < z / b) by (apply Rdiv_lt_0_compat; lra).
    apply Rlt_trans with (/ (z / b)).
    + pose proof (exp_ineq1 (z / b) ltac:(lra)). apply Rinv_lt_contravar; [apply Rmult_lt_0_compat; [assumption | apply exp_pos] | lra].
    + replace (/ (z / b)) with (b / z) by (field; lra). apply Rmult_lt_reg_r with z; [assumption|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. lra.
  - intros e He. exists (z / e). split; [now apply Rdiv_lt_0_compat|]. intros b Hb. assert (B : 0 < b) by (pose proof (Rdiv_lt_0_compat z e Hz He); lra).
    assert (z / b < e).
    { apply Rmult_lt_reg_r with b; [assumption|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. apply (Rmult_lt_compat_r e) in Hb; [|assumption].
      unfold Rdiv in Hb. rewrite Rmult_assoc, Rinv_l in Hb by lra. lra. }
    pose proof (exp_ineq1_le (- z / b)). replace (- z / b) with (- (z / b)) in * by (field; lra). lra.
Qed.

(** Moments over the half above x: with v = M/b. *)
Lemma first_above b x M : 0 < b -> 0 <= M ->
  is_RInt (fun s => (s - x) * laplace b x s) x (x + M) (b / 2 * (1 - (1 + M / b) * exp (- M / b))).
Proof.
  intros Hb HM. apply (is_RInt_ext (fun s => (s - x) * (/ (2 * b) * exp (- (s - x) / b)))).
  { intros s Hs. rewrite Rmin_left, Rmax_right in Hs by lra. unfold laplace. rewrite Rabs_right by lra. reflexivity. }
  replace (b / 2 * (1 - (1 + M / b) * exp (- M / b)))
    with (minus (- (b / 2) * (1 + (x + M - x) / b) * exp (- (x + M - x) / b)) (- (b / 2) * (1 + (x - x) / b) * exp (- (x - x) / b))).
  - apply (is_RInt_derive (fun s => - (b / 2) * (1 + (s - x) / b) * exp (- (s - x) / b))).
    + intros s _. auto_derive; [lra|]. change (- (s + - x) * / b) with (- (s - x) / b). field. lra.
    + intros s _. apply (ex_derive_continuous (fun s => (s - x) * (/ (2 * b) * exp (- (s - x) / b)))). auto_derive. lra.
  - replace (x + M - x) with M by ring. replace (x - x) with 0 by ring. unfold Rdiv at 6. rewrite Ropp_0, Rmult_0_l, exp_0.
    change (- (b / 2) * (1 + M / b) * exp (- M / b) - - (b / 2) * (1 + 0 / b) * 1 = b / 2 * (1 - (1 + M / b) * exp (- M / b))). field. lra.
Qed.

Lemma second_above b x M : 0 < b -> 0 <= M ->
  is_RInt (fun s => (s - x) ^ 2 * laplace b x s) x (x + M) (b ^ 2 - b ^ 2 / 2 * ((M / b) ^ 2 + 2 * (M / b) + 2) * exp (- M / b)).
Proof.
  intros Hb HM. apply (is_RInt_ext (fun s => (s - x) ^ 2 * (/ (2 * b) * exp (- (s - x) / b)))).
  { intros s Hs. rewrite Rmin_left, Rmax_right in Hs by lra. unfold laplace. rewrite Rabs_right by lra. reflexivity. }
  set (F := fun s => - (b ^ 2 / 2) * (((s - x) / b) ^ 2 + 2 * ((s - x) / b) + 2) * exp (- (s - x) / b)).
  replace (b ^ 2 - b ^ 2 / 2 * ((M / b) ^ 2 + 2 * (M / b) + 2) * exp (- M / b)) with (minus (F (x + M)) (F x)).
  - apply (is_RInt_derive F).
    + intros s _. unfold F. auto_derive; [lra|]. change (- (s + - x) * / b) with (- (s - x) / b). field. lra.
    + intros s _. apply (ex_derive_continuous (fun s => (s - x) ^ 2 * (/ (2 * b) * exp (- (s - x) / b)))). auto_derive. lra.
  - unfold F. replace (x + M - x) with M by ring. replace (x - x) with 0 by ring.
    assert (Z : exp (- 0 / b) = 1) by (unfold Rdiv; rewrite Ropp_0, Rmult_0_l; apply exp_0). rewrite Z.
    change (- (b ^ 2 / 2) * ((M / b) ^ 2 + 2 * (M / b) + 2) * exp (- M / b) - - (b ^ 2 / 2) * ((0 / b) ^ 2 + 2 * (0 / b) + 2) * 1 =
      b ^ 2 - b ^ 2 / 2 * ((M / b) ^ 2 + 2 * (M / b) + 2) * exp (- M / b)). field. lra.
Qed.

(** The same over the half below x. *)
Lemma first_below b x M : 0 < b -> 0 <= M ->
  is_RInt (fun s => (s - x) * laplace b x s) (x - M) x (- (b / 2 * (1 - (1 + M / b) * exp (- M / b)))).
Proof.
  intros Hb HM. apply (is_RInt_ext (fun s => (s - x) * (/ (2 * b) * exp ((s - x) / b)))).
  { intros s Hs. rewrite Rmin_left, Rmax_right in Hs by lra. unfold laplace. rewrite Rabs_left by lra. now replace (- - (s - x)) with (s - x) by ring. }
  set (F := fun s => - (b / 2) * (1 + (x - s) / b) * exp ((s - x) / b)).
  replace (- (b / 2 * (1 - (1 + M / b) * exp (- M / b)))) with (minus (F x) (F (x - M))).
  - apply (is_RInt_derive F).
    + intros s _. unfold F. auto_derive; [lra|]. change ((s + - x) * / b) with ((s - x) / b). field. lra.
    + intros s _. apply (ex_derive_continuous (fun s => (s - x) * (/ (2 * b) * exp ((s - x) / b)))). auto_derive. lra.
  - unfold F. replace (x - (x - M)) with M by ring. replace (x - M - x) with (- M) by ring. replace (x - x) with 0 by ring.
    assert (Z : exp (0 / b) = 1) by (unfold Rdiv; rewrite Rmult_0_l; apply exp_0). rewrite Z.
    change (- (b / 2) * (1 + 0 / b) * 1 - - (b / 2) * (1 + M / b) * exp (- M / b) = - (b / 2 * (1 - (1 + M / b) * exp (- M / b)))). field. lra.
Qed.

Lemma second_below b x M : 0 < b -> 0 <= M ->
  is_RInt (fun s => (s - x) ^ 2 * laplace b x s) (x - M) x (b ^ 2 - b ^ 2 / 2 * ((M / b) ^ 2 + 2 * (M / b) + 2) * exp (- M / b)).
Proof.
  intros Hb HM. apply (is_RInt_ext (fun s => (s - x) ^ 2 * (/ (2 * b) * exp ((s - x) / b)))).
  { intros s Hs. rewrite Rmin_left, Rmax_right in Hs by lra. unfold laplace. rewrite Rabs_left by lra. now replace (- - (s - x)) with (s - x) by ring. }
  set (F := fun s => b ^ 2 / 2 * (((x - s) / b) ^ 2 + 2 * ((x - s) / b) + 2) * exp ((s - x) / b)).
  replace (b ^ 2 - b ^ 2 / 2 * ((M / b) ^ 2 + 2 * (M / b) + 2) * exp (- M / b)) with (minus (F x) (F (x - M))).
  - apply (is_RInt_derive F).
    + intros s _. unfold F. auto_derive; [lra|]. change ((s + - x) * / b) with ((s - x) / b). field. lra.
    + intros s _. apply (ex_derive_continuous (fun s => (s - x) ^ 2 * (/ (2 * b) * exp ((s - x) / b)))). auto_derive. lra.
  - unfold F. replace (x - (x - M)) with M by ring. replace (x - M - x) with (- M) by ring. replace (x - x) with 0 by ring.
    assert (Z : exp (0 / b) = 1) by (unfold Rdiv; rewrite Rmult_0_l; apply exp_0). rewrite Z.
    change (b ^ 2 / 2 * ((0 / b) ^ 2 + 2 * (0 / b) + 2) * 1 - b ^ 2 / 2 * ((M / b) ^ 2 + 2 * (M / b) + 2) * exp (- M / b) =
      b ^ 2 - b ^ 2 / 2 * ((M / b) ^ 2 + 2 * (M / b) + 2) * exp (- M / b)). field. lra.
Qed.

Lemma small_rest v e : 0 < e -> 27 / e < v -> 0 < (v ^ 2 + 2 * v + 2) * exp (- v) < e.
Proof.
  intros He Hv. assert (V : 0 < v) by (pose proof (Rdiv_lt_0_compat 27 e ltac:(lra) He); lra).
  assert (C : (1 + v / 3) ^ 3 <= exp v).
  { replace v with (v / 3 + (v / 3 + v / 3)) at 2 by field. rewrite !exp_plus. pose proof (exp_ineq1_le (v / 3)) as I_.
    replace ((1 + v / 3) ^ 3) with ((1 + v / 3) * ((1 + v / 3) * (1 + v / 3))) by ring.
    assert (N : 0 <= 1 + v / 3) by lra. apply Rmult_le_compat; try lra; [now apply Rmult_le_pos | apply Rmult_le_compat; lra]. }
  split; [apply Rmult_lt_0_compat; [nra | apply exp_pos]|]. rewrite exp_Ropp. apply Rmult_lt_reg_r with (exp v); [apply exp_pos|].
  rewrite Rmult_assoc, Rinv_l by (apply Rgt_not_eq, exp_pos).
  assert (A : v ^ 2 + 2 * v + 2 <= 9 * ((1 + v / 3) * (1 + v / 3))) by (replace (9 * ((1 + v / 3) * (1 + v / 3))) with (9 + 6 * v + v ^ 2) by field; lra).
  assert (B : 9 < e * (1 + v / 3)).
  { assert (27 < e * v); [|lra]. apply (Rmult_lt_compat_r e) in Hv; [|assumption]. unfold Rdiv in Hv. rewrite Rmult_assoc, Rinv_l in Hv by lra. lra. }
  assert (S : 0 < (1 + v / 3) * (1 + v / 3)) by (apply Rmult_lt_0_compat; lra).
  pose proof (Rmult_lt_compat_r _ _ _ S B) as D. pose proof (Rmult_le_compat_l e _ _ ltac:(lra) C) as G.
  replace (e * (1 + v / 3) ^ 3) with (e * (1 + v / 3) * ((1 + v / 3) * (1 + v / 3))) in G by ring. lra.
Qed.

Lemma vanishing c b (f : R -> R) L : 0 < b -> (forall M, 0 <= M -> Rabs (f M - L) <= c * (((M / b) ^ 2 + 2 * (M / b) + 2) * exp (- M / b))) -> 0 < c -> is_lim f p_infty L.
Proof.
  intros Hb H Hc. apply is_lim_spec. intros e. assert (E : 0 < e / c) by (apply Rdiv_lt_0_compat; [apply cond_pos | assumption]).
  exists (27 / (e / c) * b). intros M HM. pose proof (Rdiv_lt_0_compat 27 (e / c) ltac:(lra) E) as P. pose proof (Rmult_lt_0_compat _ _ P Hb).
  assert (V : 27 / (e / c) < M / b) by (apply Rmult_lt_reg_r with b; [assumption|]; unfold Rdiv at 3; rewrite Rmult_assoc, Rinv_l by lra; lra).
  pose proof (small_rest (M / b) (e / c) E V) as S. apply Rle_lt_trans with (1 := H M ltac:(lra)).
  replace (- M / b) with (- (M / b)) by (field; lra). apply Rlt_le_trans with (c * (e / c)); [apply Rmult_lt_compat_l; lra|]. right. field. lra.
Qed.

(** The mean of the noise is 0 and its variance 2 b^2: each half converges by itself. *)
Theorem laplace_moments b x : 0 < b ->
  is_lim (fun M => RInt (fun s => (s - x) * laplace b x s) x (x + M)) p_infty (b / 2) /\
  is_lim (fun M => RInt (fun s => (s - x) * laplace b x s) (x - M) x) p_infty (- (b / 2)) /\ b / 2 + - (b / 2) = 0 /\
  is_lim (fun M => RInt (fun s => (s - x) ^ 2 * laplace b x s) x (x + M)) p_infty (b ^ 2) /\
  is_lim (fun M => RInt (fun s => (s - x) ^ 2 * laplace b x s) (x - M) x) p_infty (b ^ 2) /\ b ^ 2 + b ^ 2 = 2 * b ^ 2.
Proof.
  intros Hb. assert (First : forall M, 0 <= M -> Rabs (b / 2 * (1 - (1 + M / b) * exp (- M / b)) - b / 2) <= b / 2 * (((M / b) ^ 2 + 2 * (M / b) + 2) * exp (- M / b))).
  { intros M HM. assert (V : 0 <= M / b) by (apply Rmult_le_pos; [assumption | left; now apply Rinv_0_lt_compat]). pose proof (exp_pos (- M / b)) as X.
    replace (b / 2 * (1 - (1 + M / b) * exp (- M / b)) - b / 2) with (- (b / 2 * ((1 + M / b) * exp (- M / b)))) by ring.
    rewrite Rabs_Ropp, Rabs_right.
    - apply Rmult_le_compat_l; [lra|]. apply Rmult_le_compat_r; nra.
    - apply Rle_ge, Rmult_le_pos; [lra | apply Rmult_le_pos; lra]. }
  assert (Second : forall M, 0 <= M -> Rabs (b ^ 2 - b ^ 2 / 2 * ((M / b) ^ 2 + 2 * (M / b) + 2) * exp (- M / b) - b ^ 2) <= b ^ 2 / 2 * (((M / b) ^ 2 + 2 * (M / b) + 2) * exp (- M / b))).
  { intros M HM. assert (V : 0 <= M / b) by (apply Rmult_le_pos; [assumption | left; now apply Rinv_0_lt_compat]). pose proof (exp_pos (- M / b)) as X.
    replace (b ^ 2 - b ^ 2 / 2 * ((M / b) ^ 2 + 2 * (M / b) + 2) * exp (- M / b) - b ^ 2) with (- (b ^ 2 / 2 * (((M / b) ^ 2 + 2 * (M / b) + 2) * exp (- M / b)))) by ring.
    rewrite Rabs_Ropp, Rabs_right; [lra|]. apply Rle_ge, Rmult_le_pos; [nra | apply Rmult_le_pos; nra]. }
  assert (B2 : 0 < b ^ 2 / 2) by nra. split; [|split; [|split; [ring | split; [|split; [|ring]]]]].
  - apply (vanishing (b / 2) b); try lra. intros M HM. rewrite (is_RInt_unique _ _ _ _ (first_above b x M Hb HM)). now apply First.
  - apply (vanishing (b / 2) b); try lra. intros M HM. rewrite (is_RInt_unique _ _ _ _ (first_below b x M Hb HM)).
    replace (- (b / 2 * (1 - (1 + M / b) * exp (- M / b))) - - (b / 2)) with (- (b / 2 * (1 - (1 + M / b) * exp (- M / b)) - b / 2)) by ring.
    rewrite Rabs_Ropp. now apply First.
  - apply (vanishing (b ^ 2 / 2) b); try lra. intros M HM. rewrite (is_RInt_unique _ _ _ _ (second_above b x M Hb HM)). now apply Second.
  - apply (vanishing (b ^ 2 / 2) b); try lra. intros M HM. rewrite (is_RInt_unique _ _ _ _ (second_below b x M Hb HM)). now apply Second.
Qed.

(** The error x less the answer has the distribution of the noise: of every interval the same chance. *)
Theorem reflected b x u w : RInt (laplace b x) (x - w) (x - u) = RInt (laplace b 0) u w.
Proof.
  pose proof (RInt_comp_lin (V := R_CompleteNormedModule) (laplace b x) (-1) x u w (laplace_integrable b x _ _)) as E.
  replace (-1 * u + x) with (x - u) in E by ring. replace (-1 * w + x) with (x - w) in E by ring.
  rewrite (RInt_ext (V := R_CompleteNormedModule) _ (fun y => opp (laplace b 0 y))) in E.
  - rewrite (RInt_opp (V := R_CompleteNormedModule)) in E by apply laplace_integrable.
    rewrite <- (opp_RInt_swap (V := R_CompleteNormedModule) (laplace b x) (x - u) (x - w)) by apply laplace_integrable.
    rewrite <- E. apply opp_opp.
  - intros y _. unfold laplace, scal, opp; simpl; unfold mult; simpl. replace (-1 * y + x - x) with (- y) by ring.
    rewrite Rabs_Ropp, Rminus_0_r. ring.
Qed.
