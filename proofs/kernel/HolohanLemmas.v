(** Holohan, Leith and Mason: the estimator (Theorem 1 and Corollary 1), Lemmas 1, 4 and 5, and Theorem 4. *)

From Coq Require Import Reals Lra Lia.
From Rropt Require Import Sums Sun Holohan.
Open Scope R_scope.

(** * Theorem 1: the likelihood of N answers 1 among n at the proportion p, (3) being the chance of each. *)
Definition yes (x y p : R) : R := 1 - x + p * (x + y - 1).
Definition likelihood (N n : nat) (x y p : R) : R := yes x y p ^ N * (1 - yes x y p) ^ (n - N).
Definition estimator (N n : nat) (x y : R) : R := (x - 1) / (x + y - 1) + INR N / ((x + y - 1) * INR n).

Lemma log_below r : 0 < r -> r <> 1 -> ln r < r - 1.
Proof.
  intros Hr N. assert (L : ln r <> 0) by (intros E; apply N; rewrite <- (exp_ln r Hr), E; apply exp_0).
  pose proof (exp_ineq1 (ln r) L) as E. rewrite exp_ln in E by assumption. lra.
Qed.

Lemma power_below r n : 0 <= r < 1 -> (0 < n)%nat -> r ^ n < 1.
Proof.
  intros Hr Hn. destruct n as [|n]; [lia|]. clear Hn. induction n as [|n IH]; simpl in *; [lra|].
  assert (P : 0 <= r * r ^ n) by (apply Rmult_le_pos; [lra | apply pow_le; lra]).
  apply Rle_lt_trans with (1 * (r * r ^ n)); [apply Rmult_le_compat_r; lra | lra].
Qed.

(** Among all q in [0, 1] the largest q^N (1 - q)^(n - N) is at N/n alone. *)
Lemma largest_at_share N n q : (0 < n)%nat -> (N <= n)%nat -> 0 <= q <= 1 -> q <> INR N / INR n ->
  q ^ N * (1 - q) ^ (n - N) < (INR N / INR n) ^ N * (1 - INR N / INR n) ^ (n - N).
Proof.
  intros Hn HN Hq Nq. assert (Pn : 0 < INR n) by (now apply lt_0_INR).
  destruct (Nat.eq_dec N 0) as [->|N0].
  - simpl INR in *. replace (0 / INR n) with 0 in * by (unfold Rdiv; ring). rewrite Nat.sub_0_r, Rminus_0_r, pow1. simpl.
    pose proof (power_below (1 - q) n ltac:(lra) Hn). lra.
  - destruct (Nat.eq_dec N n) as [->|Nn].
    + replace (INR n / INR n) with 1 in * by (field; lra). rewrite Nat.sub_diag, pow1. simpl. pose proof (power_below q n ltac:(lra) Hn). lra.
    + set (k := (n - N)%nat). assert (Kn : INR n = INR N + INR k) by (unfold k; rewrite minus_INR by lia; ring).
      assert (PN : 0 < INR N) by (apply lt_0_INR; lia). assert (Pk : 0 < INR k) by (apply lt_0_INR; unfold k; lia).
      set (s := INR N / INR n) in *. assert (Ps : 0 < s) by (unfold s; now apply Rdiv_lt_0_compat).
      assert (Es : 1 - s = INR k / INR n) by (unfold s; rewrite Kn; field; lra).
      assert (Ps' : 0 < 1 - s) by (rewrite Es; now apply Rdiv_lt_0_compat).
      assert (Best : 0 < s ^ N * (1 - s) ^ k) by (apply Rmult_lt_0_compat; now apply pow_lt).
      destruct (Req_dec q 0) as [->|Q0]; [rewrite (pow_i N) by lia; lra|].
      destruct (Req_dec q 1) as [->|Q1]; [replace (1 - 1) with 0 by ring; rewrite (pow_i k) by (unfold k; lia); lra|].
      assert (Pq : 0 < q) by lra. assert (Pq' : 0 < 1 - q) by lra.
      apply ln_lt_inv; [apply Rmult_lt_0_compat; now apply pow_lt | assumption|].
      rewrite !ln_mult, !ln_pow by (try apply pow_lt; assumption).
      assert (A : ln q - ln s < q / s - 1).
      { unfold Rminus at 1. rewrite <- ln_Rinv, <- ln_mult by (try apply Rinv_0_lt_compat; assumption). apply log_below; [now apply Rdiv_lt_0_compat|].
        intros E. apply Nq. apply (f_equal (fun z => z * s)) in E. unfold Rdiv in E. rewrite Rmult_assoc, Rinv_l in E by lra. lra. }
      assert (B : ln (1 - q) - ln (1 - s) < (1 - q) / (1 - s) - 1).
      { unfold Rminus at 1. rewrite <- ln_Rinv, <- ln_mult by (try apply Rinv_0_lt_compat; assumption). apply log_below; [now apply Rdiv_lt_0_compat|].
        intros E. apply Nq. apply (f_equal (fun z => z * (1 - s))) in E. unfold Rdiv in E. rewrite Rmult_assoc, Rinv_l in E by lra. lra. }
      apply (Rmult_lt_compat_l (INR N)) in A; [|assumption]. apply (Rmult_lt_compat_l (INR k)) in B; [|assumption].
      assert (Z : INR N * (q / s - 1) + INR k * ((1 - q) / (1 - s) - 1) = 0).
      { rewrite Es. unfold s. rewrite Kn. field. repeat split; lra. }
      lra.
Qed.

(** Theorem 1 repaired: where N/n lies between 1 - p00 and p11, (4) is a proportion, and the likelihood is largest there alone. *)
Theorem theorem_1_repaired N n x y : (0 < n)%nat -> (N <= n)%nat -> 0 <= x <= 1 -> 0 <= y <= 1 -> x + y <> 1 ->
  1 - x <= INR N / INR n <= y \/ y <= INR N / INR n <= 1 - x ->
  0 <= estimator N n x y <= 1 /\
  forall p, 0 <= p <= 1 -> p <> estimator N n x y -> likelihood N n x y p < likelihood N n x y (estimator N n x y).
Proof.
  intros Hn HN Hx Hy D Between. assert (Pn : 0 < INR n) by (now apply lt_0_INR).
  assert (E : estimator N n x y = (INR N / INR n - (1 - x)) / (x + y - 1)) by (unfold estimator; field; lra).
  assert (Q : yes x y (estimator N n x y) = INR N / INR n) by (unfold yes; rewrite E; field; lra).
  set (s := INR N / INR n) in *. split.
  - rewrite E. destruct (Rlt_le_dec 0 (x + y - 1)) as [P|P].
    + split; [apply Rmult_le_pos; [lra | left; now apply Rinv_0_lt_compat]|].
      apply Rmult_le_reg_r with (x + y - 1); [assumption|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. lra.
    + replace ((s - (1 - x)) / (x + y - 1)) with ((1 - x - s) / (1 - x - y)) by (field; split; lra).
      split; [apply Rmult_le_pos; [lra | left; apply Rinv_0_lt_compat; lra]|].
      apply Rmult_le_reg_r with (1 - x - y); [lra|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. lra.
  - intros p Hp Np. unfold likelihood. rewrite Q. apply largest_at_share; try assumption.
    + unfold yes. assert (0 <= p * y <= y) by (split; [apply Rmult_le_pos; lra | pose proof (Rmult_le_compat_r y p 1 ltac:(lra) ltac:(lra)); lra]).
      assert (0 <= (1 - p) * (1 - x) <= 1 - p).
      { split; [apply Rmult_le_pos; lra|]. pose proof (Rmult_le_compat_l (1 - p) (1 - x) 1 ltac:(lra) ltac:(lra)). lra. }
      assert (p * y <= p) by (pose proof (Rmult_le_compat_l p y 1 ltac:(lra) ltac:(lra)); lra). lra.
    + intros F. apply Np. fold s in F. rewrite E, <- F. unfold yes. field. lra.
Qed.

(** Theorem 1 is false as printed: (4) need not be a proportion. *)
Theorem not_holohan_theorem_1 :
  ~ (forall N n x y, (0 < n)%nat -> (N <= n)%nat -> 0 <= x <= 1 -> 0 <= y <= 1 -> x + y <> 1 ->
     0 <= estimator N n x y <= 1 /\ forall p, 0 <= p <= 1 -> likelihood N n x y p <= likelihood N n x y (estimator N n x y)).
Proof.
  intros H. destruct (H 0%nat 1%nat 0 (1 / 2) ltac:(lia) ltac:(lia) ltac:(lra) ltac:(lra) ltac:(lra)) as [[_ A] _].
  unfold estimator in A. simpl in A. lra.
Qed.

(** * Corollary 1: people are drawn with replacement; card 0 to 3 is a truth 0 answered 0 or 1, and a truth 1 answered 0 or 1. *)
Definition drawn (x y p : R) (c : nat) : R := match c with O => (1 - p) * x | S O => (1 - p) * (1 - x) | S (S O) => p * (1 - y) | _ => p * y end.
Definition answered (i c : nat) : R := match c with S O => 1 | S (S (S O)) => 1 | _ => 0 end.

Theorem corollary_1 n x y p : (0 < n)%nat -> x + y <> 1 ->
  let estimator := fun s => (x - 1) / (x + y - 1) + total answered s / ((x + y - 1) * INR n) in
  expect n 4 (drawn x y p) estimator = p /\
  variance n 4 (drawn x y p) estimator = (1 / 4 - (x - 1 / 2 - p * (x + y - 1)) ^ 2) / ((x + y - 1) ^ 2 * INR n).
Proof.
  intros Hn D estimator. assert (P : INR n <> 0) by (apply not_0_INR; lia). assert (D' : x + y - 1 <> 0) by lra.
  assert (W : law 4 (drawn x y p)) by (unfold law, drawn; simpl; ring).
  assert (Same : forall s, estimator s = estimate n answered (1 - x) (x + y - 1) s) by (intros s; unfold estimator, estimate; field; now split).
  assert (M : mean 4 (drawn x y p) (answered 0) = 1 - x + p * (x + y - 1)) by (unfold mean, drawn, answered; simpl; ring).
  assert (E : expect n 4 (drawn x y p) estimator = p).
  { rewrite (expect_ext n 4 _ _ (estimate n answered (1 - x) (x + y - 1))) by (intros; apply Same). rewrite estimate_mean by assumption.
    rewrite (sum_ext n _ (fun _ => 1 - x + p * (x + y - 1))) by (intros; exact M). rewrite sum_const. field. now split. }
  split; [exact E|]. unfold variance. rewrite E.
  transitivity (variance n 4 (drawn x y p) (estimate n answered (1 - x) (x + y - 1))).
  - unfold variance. apply expect_ext. intros s _. rewrite <- Same.
    rewrite <- E at 1 2. rewrite !(expect_ext n 4 _ estimator (estimate n answered (1 - x) (x + y - 1))) by (intros; apply Same). reflexivity.
  - rewrite estimate_variance by assumption.
    rewrite (sum_ext n _ (fun _ => 1 / 4 - (x - 1 / 2 - p * (x + y - 1)) ^ 2)).
    + rewrite sum_const. field. now split.
    + intros i _. unfold spread. change (answered i) with (answered 0). rewrite M. unfold drawn, answered. simpl. field.
Qed.

(** * Lemma 1 *)
Definition f (x y : R) : R := 2 * x * y - x - y + 1.

Theorem lemma_1 : (forall x y, 0 <= x <= 1 -> 0 <= y <= 1 -> 0 <= f x y) /\
  forall x y, 0 <= x <= 1 -> 0 <= y <= 1 ->
  ((forall u v, 0 <= u <= 1 -> 0 <= v <= 1 -> f x y <= f u v) <-> x = 0 /\ y = 1 \/ x = 1 /\ y = 0).
Proof.
  assert (E : forall x y, f x y = x * y + (1 - x) * (1 - y)) by (intros; unfold f; ring).
  assert (A : forall x y, 0 <= x <= 1 -> 0 <= y <= 1 -> 0 <= x * y /\ 0 <= (1 - x) * (1 - y)) by (intros; split; apply Rmult_le_pos; lra).
  assert (Pos : forall x y, 0 <= x <= 1 -> 0 <= y <= 1 -> 0 <= f x y) by (intros x y Hx Hy; rewrite E; destruct (A x y Hx Hy); lra).
  split; [exact Pos|]. intros x y Hx Hy. split.
  - intros H. specialize (H 0 1 ltac:(lra) ltac:(lra)). replace (f 0 1) with 0 in H by (unfold f; ring). rewrite E in H.
    destruct (A x y Hx Hy) as [B C]. assert (Z1 : x * y = 0) by lra. assert (Z2 : (1 - x) * (1 - y) = 0) by lra.
    apply Rmult_integral in Z1. apply Rmult_integral in Z2. destruct Z1, Z2; lra.
  - intros [[-> ->]|[-> ->]] u v Hu Hv; (replace (f _ _) with 0 at 1 by (unfold f; ring)); now apply Pos.
Qed.

(** * Lemma 4: the error on the two edges, r and s being (22). *)
Theorem lemma_4 t d pi u : 1 <= t -> 0 < d -> 0 <= u <= 1 ->
  (pi <= 1 / 2 -> V (r t d u) (s t d u) pi <= V (s t d u) (r t d u) pi) /\
  (1 / 2 <= pi -> V (s t d u) (r t d u) pi <= V (r t d u) (s t d u) pi).
Proof.
  intros Ht Hd Hu. assert (T : 0 < t * (t + 1)) by (apply Rmult_lt_0_compat; lra).
  assert (W : r t d u - s t d u = (1 + d / t) * (1 - u)) by (unfold r, s; ring).
  assert (Dt : 0 < d / t) by (apply Rdiv_lt_0_compat; lra).
  assert (W0 : 0 <= r t d u - s t d u) by (rewrite W; apply Rmult_le_pos; lra).
  assert (D : 0 < r t d u + s t d u - 1).
  { assert (E : r t d u + s t d u - 1 = d / t * (1 - u) + (t - 1 + 2 * d) / (t + 1) * u) by (unfold r, s; field; lra). rewrite E.
    assert (Q : 0 < (t - 1 + 2 * d) / (t + 1)) by (apply Rdiv_lt_0_compat; lra).
    destruct (Req_dec u 1) as [->|N].
    - lra.
    - assert (0 < d / t * (1 - u)) by (apply Rmult_lt_0_compat; lra). assert (0 <= (t - 1 + 2 * d) / (t + 1) * u) by (apply Rmult_le_pos; lra). lra. }
  assert (Gap : V (s t d u) (r t d u) pi - V (r t d u) (s t d u) pi = (r t d u - s t d u) * (1 - 2 * pi) / (r t d u + s t d u - 1)).
  { set (x := r t d u) in *. set (y := s t d u) in *. unfold V. field. lra. }
  assert (I : 0 < / (r t d u + s t d u - 1)) by (now apply Rinv_0_lt_compat). unfold Rdiv in Gap.
  split; intros Hp.
  - assert (0 <= (r t d u - s t d u) * (1 - 2 * pi) * / (r t d u + s t d u - 1)) by (apply Rmult_le_pos; [apply Rmult_le_pos; lra | lra]). lra.
  - assert (0 <= (r t d u - s t d u) * (2 * pi - 1) * / (r t d u + s t d u - 1)) by (apply Rmult_le_pos; [apply Rmult_le_pos; lra | lra]). lra.
Qed.

(** * Lemma 5: t0 lies in [0, 1], and (r(t0), s(t0)) = (1, delta) on the boundary of R': arbitrarily near to it there are points of R'
    and points that are not of R'.  For epsilon = delta = 0 there is no R'. *)
Definition t0 (t d : R) : R := d * (t + 1) / (t + d).
Definition on_boundary (set : R -> R -> Prop) (x y : R) : Prop := forall e, 0 < e ->
  (exists u v, Rabs (u - x) < e /\ Rabs (v - y) < e /\ set u v) /\ (exists u v, Rabs (u - x) < e /\ Rabs (v - y) < e /\ ~ set u v).

Theorem lemma_5 t d : 1 <= t -> 0 <= d <= 1 -> 1 < t \/ 0 < d ->
  0 <= t0 t d <= 1 /\ r t d (t0 t d) = 1 /\ s t d (t0 t d) = d /\ on_boundary (region t d) (r t d (t0 t d)) (s t d (t0 t d)).
Proof.
  intros Ht Hd Some. assert (P : 0 < t + d) by lra. assert (R1 : r t d (t0 t d) = 1) by (unfold r, t0; field; lra).
  assert (S1 : s t d (t0 t d) = d) by (unfold s, t0; field; lra). rewrite R1, S1.
  split; [|split; [reflexivity | split; [reflexivity|]]].
  - unfold t0. split; [apply Rmult_le_pos; [apply Rmult_le_pos; lra | left; now apply Rinv_0_lt_compat]|].
    apply Rmult_le_reg_r with (t + d); [assumption|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra.
    pose proof (Rmult_le_compat_r t d 1 ltac:(lra) ltac:(lra)). lra.
  - intros e He. split.
    + destruct (Rlt_le_dec 0 d) as [Pd|Zd].
      * exists 1, d. unfold region. replace (1 - 1) with 0 by ring. replace (d - d) with 0 by ring. rewrite Rabs_R0.
        pose proof (Rmult_le_compat_r (1 - d) 1 t ltac:(lra) Ht). repeat split; lra.
      * assert (Zd0 : d = 0) by lra. assert (Lt : 1 < t) by lra. subst d. set (h := Rmin (e / (2 * t)) (1 / (2 * t))).
        assert (T2 : 0 < 2 * t) by lra.
        assert (Ph : 0 < h) by (unfold h; apply Rmin_glb_lt; apply Rdiv_lt_0_compat; lra).
        assert (H1 : t * h <= e / 2).
        { pose proof (Rmult_le_compat_l t _ _ ltac:(lra) (Rmin_l (e / (2 * t)) (1 / (2 * t)))) as M. fold h in M.
          replace (t * (e / (2 * t))) with (e / 2) in M by (field; lra). exact M. }
        assert (H2 : t * h <= 1 / 2).
        { pose proof (Rmult_le_compat_l t _ _ ltac:(lra) (Rmin_r (e / (2 * t)) (1 / (2 * t)))) as M. fold h in M.
          replace (t * (1 / (2 * t))) with (1 / 2) in M by (field; lra). exact M. }
        assert (H3 : h < t * h) by (pose proof (Rmult_lt_compat_r h 1 t Ph Lt); lra).
        exists (1 - h), (t * h). replace (1 - h - 1) with (- h) by ring. rewrite Rminus_0_r, Rabs_Ropp, !Rabs_right by lra.
        split; [lra | split; [lra|]]. unfold region. repeat split; try lra.
        pose proof (Rmult_le_pos (t - 1) (1 - (h + t * h)) ltac:(lra) ltac:(lra)). lra.
    + exists (1 + e / 2), d. replace (1 + e / 2 - 1) with (e / 2) by ring. replace (d - d) with 0 by ring.
      rewrite Rabs_R0, Rabs_right by lra. split; [lra | split; [lra|]]. intros [[_ A] _]. lra.
Qed.

(** * Theorem 4: Warner's mechanism, p00 = p11 = p in (1/2, (t + d)/(t + 1)]. *)
Definition warner_region (t d p : R) : Prop := 1 / 2 < p <= (t + d) / (t + 1).

Theorem theorem_4 t d pi p : 1 <= t -> 0 <= d <= 1 -> 1 < t \/ 0 < d -> 
  (warner_region t d p /\ (forall q, warner_region t d q -> V p p pi <= V q q pi) <-> p = (t + d) / (t + 1)).
Proof.
  intros Ht Hd Some.
  assert (E : forall q, 1 / 2 < q -> V q q pi = / (4 * ((2 * q - 1) * (2 * q - 1))) - (1 / 2 - pi) * (1 / 2 - pi)).
  { intros q Hq. unfold V. field. lra. }
  assert (Falls : forall u v, 1 / 2 < u -> u < v -> V v v pi < V u u pi).
  { intros u v Hu Hv. rewrite !E by lra. apply Rplus_lt_compat_r. apply Rinv_lt_contravar.
    - repeat apply Rmult_lt_0_compat; lra.
    - apply Rmult_lt_compat_l; [lra|]. apply Rmult_le_0_lt_compat; lra. }
  assert (Top : 1 / 2 < (t + d) / (t + 1)).
  { apply Rmult_lt_reg_r with (t + 1); [lra|]. unfold Rdiv. rewrite (Rmult_assoc (t + d)), Rinv_l by lra. lra. }
  split.
  - intros [[A B] M]. destruct (Rle_lt_or_eq_dec _ _ B) as [L|]; [|assumption]. exfalso.
    pose proof (M ((t + d) / (t + 1)) (conj Top (Rle_refl _))). pose proof (Falls p _ A L). lra.
  - intros ->. split; [split; [assumption | apply Rle_refl]|]. intros q [A B].
    destruct (Rle_lt_or_eq_dec _ _ B) as [L| ->]; [left; now apply Falls | apply Rle_refl].
Qed.
