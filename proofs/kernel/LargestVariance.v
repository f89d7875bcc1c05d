(** The largest variance of a contrast of length 1 of the estimated shares: SPEC sections 5.5 and 9.8. *)

From Coq Require Import Reals Lra Lia Arith.
From Rropt Require Import Sums Mechanisms Prices Estimates Covariance.
Open Scope R_scope.

(** Every contrast u of the shares has an unbiased estimate l whose n*Var is at most v |u|^2. *)
Definition contrasts_within (m k : nat) (P : nat -> nat -> R) (pi : nat -> R) (v : R) : Prop :=
  forall u, sum k u = 0 -> exists l, (forall j, (j < k)%nat -> sum m (fun i => l i * P i j) = u j) /\
    moment m k P pi l - dot k u pi * dot k u pi <= v * norm2 k u.

(** Then |u|^2 <= v u^T M u. *)
Lemma length_within m k P pi v u :
  mechanism m k P -> (forall j, (j < k)%nat -> 0 < pi j) -> sum k pi = 1 -> contrasts_within m k P pi v -> sum k u = 0 ->
  norm2 k u <= v * sum m (fun i => dot k u (P i) * dot k u (P i) / dot k (P i) pi).
Proof.
  intros HP Hpi H1 HC Hu. destruct (HC u Hu) as [l [Hl Hv]].
  set (n := norm2 k u) in *. set (q := sum m (fun i => dot k u (P i) * dot k u (P i) / dot k (P i) pi)).
  set (b := dot k u pi) in *.
  assert (Q0 : 0 <= q).
  { apply sum_nonneg. intros i Hi. pose proof (answer m k P HP pi Hpi i Hi). destruct (Req_dec (dot k (P i) pi) 0) as [Z|Z].
    - rewrite (no_answer m k P HP pi Hpi i u Hi Z). unfold Rdiv. lra.
    - apply Rmult_le_pos; [apply Rle_0_sqr | left; apply Rinv_0_lt_compat; lra]. }
  assert (N0 : 0 <= n) by apply norm2_nonneg.
  assert (Main : forall x, 2 * x * n - x * x * q <= v * n).
  { intros x. pose proof (gauss_markov m k P HP pi Hpi l u (fun j => x * u j + b * pi j) Hl) as G.
    assert (E : dot k u (fun j => x * u j + b * pi j) = x * n + b * b).
    { rewrite (dot_plus k u (fun j => x * u j) (fun j => b * pi j)), !dot_times. reflexivity. }
    assert (F : sum m (fun i => dot k (fun j => x * u j + b * pi j) (P i) * dot k (fun j => x * u j + b * pi j) (P i) / dot k (P i) pi)
      = x * x * q + b * b).
    { assert (S1 : sum m (fun i => dot k u (P i)) = 0).
      { unfold dot. rewrite sum_swap, <- Hu. apply sum_ext. intros j Hj. rewrite sum_scal, (proj2 HP j Hj). ring. }
      assert (S2 : sum m (fun i => dot k (P i) pi) = 1).
      { unfold dot. rewrite sum_swap, <- H1. apply sum_ext. intros j Hj. rewrite sum_scal_r, (proj2 HP j Hj). ring. }
      transitivity (x * x * q + 2 * x * b * sum m (fun i => dot k u (P i)) + b * b * sum m (fun i => dot k (P i) pi)); [|rewrite S1, S2; ring].
      unfold q. rewrite <- !sum_scal, <- !sum_plus. apply sum_ext. intros i Hi.
      rewrite (dot_sym k (fun j => x * u j + b * pi j)), (dot_plus k (P i) (fun j => x * u j) (fun j => b * pi j)), !dot_times, (dot_sym k (P i) u).
      destruct (Req_dec (dot k (P i) pi) 0) as [Z|Z]; [|field; assumption].
      rewrite (no_answer m k P HP pi Hpi i u Hi Z), Z. unfold Rdiv. ring. }
    rewrite E, F in G. lra. }
  destruct (Rlt_le_dec 0 v) as [V|V].
  - pose proof (Main v) as M. apply Rmult_le_reg_l with v; [assumption|]. lra.
  - destruct (Req_dec n 0) as [Z|Z].
    + assert (U : forall j, (j < k)%nat -> u j = 0).
      { intros j Hj. pose proof (sum_zero_terms k (fun j => u j * u j) ltac:(intros; apply Rle_0_sqr) Z j Hj) as S.
        apply Rmult_integral in S. destruct S; assumption. }
      assert (q = 0).
      { unfold q. rewrite (sum_ext m _ (fun _ => 0)); [apply sum_zero|]. intros i _. rewrite dot_sym, dot_zero by assumption. unfold Rdiv. ring. }
      rewrite Z. replace q with 0. lra.
    + exfalso. pose proof (Main (n / (q + 1))) as M. set (x := n / (q + 1)) in *.
      assert (X : x * (q + 1) = n) by (unfold x; field; lra). assert (0 < x) by (apply Rdiv_lt_0_compat; lra).
      assert (v * n <= 0) by (pose proof (Rmult_le_pos (- v) n ltac:(lra) N0); lra).
      assert (E : 2 * x * n - x * x * q = x * n + x * x) by (rewrite <- X at 1; rewrite <- X; ring).
      pose proof (Rmult_lt_0_compat x n ltac:(assumption) ltac:(lra)). pose proof (Rmult_lt_0_compat x x ltac:(assumption) ltac:(assumption)). lra.
Qed.

(** The rule: LEAST, for A places of which v is the largest (A = 1: one place). *)
Theorem largest_variance_bound m k A q pi (X : nat -> nat -> nat -> R) Y P v :
  (forall a j, (a < A)%nat -> (j < k)%nat -> 0 < pi a j) -> (forall a, (a < A)%nat -> sum k (pi a) = 1) ->
  (forall a c, (a < A)%nat -> (c < q)%nat -> sum k (X a c) = 0) -> 0 < Y ->
  mechanism m k P -> 0 <= v -> (forall a, (a < A)%nat -> contrasts_within m k P (pi a) v) ->
  sum m (fun i => forms A q k (fun _ => 1) X (fun _ _ => 1) pi (P i)) <= Y ->
  sum A (fun a => sum q (fun c => norm2 k (X a c))) / Y <= v.
Proof.
  intros Hpi H1 HX HY HP V HC B.
  unfold forms in B. rewrite sum_swap in B.
  set (F := fun a c => sum m (fun i => dot k (X a c) (P i) * dot k (X a c) (P i) / dot k (P i) (pi a))).
  assert (E : sum A (fun a => sum q (F a)) <= Y).
  { eapply Rle_trans; [|exact B]. right. apply sum_ext. intros a _. unfold F, form. rewrite sum_swap. apply sum_ext. intros i _.
    unfold Rdiv. rewrite Rmult_1_l, <- sum_scal_r. apply sum_ext. intros. ring. }
  assert (G : sum A (fun a => sum q (fun c => norm2 k (X a c))) <= v * sum A (fun a => sum q (F a))).
  { rewrite <- sum_scal. apply sum_le. intros a Ha. rewrite <- sum_scal. apply sum_le. intros c Hc.
    apply (length_within m k P (pi a) v (X a c)); auto. }
  apply Rmult_le_reg_r with (Y); [assumption|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l, Rmult_1_r by lra.
  pose proof (Rmult_le_compat_l v _ _ V E). lra.
Qed.

(** * What is shown of the mechanism itself. *)

(** Gershgorin: no entry of the diagonal is less than what stands beside it. *)
Lemma diagonal_dominates k B x :
  symmetric k B -> (forall i, (i < k)%nat -> sum k (fun j => if Nat.eqb j i then 0 else Rabs (B i j)) <= B i i) -> 0 <= quadratic k B x.
Proof.
  intros Sym Dom. set (o := fun i j => if Nat.eqb j i then 0 else Rabs (B i j)).
  apply Rle_trans with (sum k (fun i => (B i i - sum k (o i)) * (x i * x i))).
  { apply sum_nonneg. intros i Hi. apply Rmult_le_pos; [specialize (Dom i Hi); fold (o i) in Dom; unfold o in *; lra | apply Rle_0_sqr]. }
  assert (Swap : sum k (fun i => sum k (fun j => o i j * (x j * x j))) = sum k (fun i => sum k (o i) * (x i * x i))).
  { rewrite sum_swap. apply sum_ext. intros j Hj. rewrite <- sum_scal_r. apply sum_ext. intros i Hi. f_equal. unfold o.
    rewrite (Nat.eqb_sym j i), (Sym i j) by assumption. reflexivity. }
  apply Rle_trans with (sum k (fun i => sum k (fun j => (if Nat.eqb j i then B i j * (x i * x j) else 0)
    - / 2 * (o i j * (x i * x i)) - / 2 * (o i j * (x j * x j))))).
  - right. rewrite (sum_ext k (fun i => sum k (fun j => _ - _ - _)) (fun i => B i i * (x i * x i) - / 2 * (sum k (o i) * (x i * x i))
      - / 2 * sum k (fun j => o i j * (x j * x j)))).
    + rewrite !sum_minus, !sum_scal, Swap. rewrite <- sum_scal, <- !sum_minus. apply sum_ext. intros. field.
    + intros i Hi. rewrite !sum_minus, !sum_scal, sum_scal_r. f_equal. f_equal. exact (sum_single k i (fun j => B i j * (x i * x j)) Hi).
  - unfold quadratic. apply sum_le. intros i Hi. apply sum_le. intros j Hj. unfold o. destruct (Nat.eqb_spec j i) as [->|N].
    + lra.
    + pose proof (Rle_0_sqr (x i + x j)) as S1. pose proof (Rle_0_sqr (x i - x j)) as S2. unfold Rsqr in *.
      unfold Rabs. destruct (Rcase_abs (B i j)) as [C|C].
      * pose proof (Rmult_le_pos (- B i j) _ ltac:(lra) S2). lra.
      * pose proof (Rmult_le_pos (B i j) _ ltac:(lra) S1). lra.
Qed.

Definition unit_lower (k : nat) (L : nat -> nat -> R) : Prop :=
  forall i j, (i < k)%nat -> (i <= j)%nat -> L i j = if Nat.eqb j i then 1 else 0.

(** Every u is a combination of the rows of a lower triangular matrix with a diagonal of ones. *)
Lemma combination k : forall (L : nat -> nat -> R) (u : nat -> R), unit_lower k L ->
  exists x, forall j, (j < k)%nat -> sum k (fun a => x a * L a j) = u j.
Proof.
  induction k as [|k IH]; intros L u HL; [exists u; intros; lia|].
  destruct (IH L (fun j => u j - u k * L k j)) as [x Hx]; [intros i j Hi Hj; apply HL; lia|].
  exists (fun a => if Nat.eqb a k then u k else x a). intros j Hj. simpl. rewrite Nat.eqb_refl.
  rewrite (sum_ext k _ (fun a => x a * L a j)) by (intros a Ha; destruct (Nat.eqb_spec a k); [lia | reflexivity]).
  destruct (Nat.eq_dec j k) as [->|N].
  - rewrite (sum_ext k _ (fun _ => 0)), sum_zero by (intros a Ha; rewrite HL by lia; destruct (Nat.eqb_spec k a); [lia | ring]).
    rewrite HL by lia. rewrite Nat.eqb_refl. ring.
  - rewrite Hx by lia. ring.
Qed.

(** MOST: L P = 1 and R (upper 1 + pi pi^T - L D L^T) R^T with such a diagonal, R lower triangular with a diagonal of ones. *)
Theorem largest_variance_of m k P pi L Rt upper :
  estimates m k k P L unit -> unit_lower k Rt ->
  let S := fun c e => sum m (fun i => L c i * L e i * dot k (P i) pi) in
  let N := fun c e => upper * unit c e + pi c * pi e - S c e in
  let B := fun a b => sum k (fun c => sum k (fun e => Rt a c * N c e * Rt b e)) in
  (forall a, (a < k)%nat -> sum k (fun b => if Nat.eqb b a then 0 else Rabs (B a b)) <= B a a) ->
  contrasts_within m k P pi upper.
Proof.
  intros HL HR S N B Dom u _. exists (fun i => sum k (fun c => u c * L c i)). split.
  - intros j Hj. rewrite (sum_ext m _ (fun i => sum k (fun c => u c * (L c i * P i j)))).
    + rewrite sum_swap. rewrite (sum_ext k _ (fun c => if Nat.eqb c j then u c else 0)); [now apply sum_single|].
      intros c Hc. rewrite sum_scal, (HL c j Hc Hj). unfold unit. destruct (Nat.eqb c j); ring.
    + intros i _. rewrite <- sum_scal_r. apply sum_ext. intros. ring.
  - destruct (combination k Rt u HR) as [x Hx].
    assert (Nsym : symmetric k N).
    { intros c e _ _. unfold N, S, unit. rewrite (Nat.eqb_sym c e).
      rewrite (sum_ext m (fun i => L c i * L e i * dot k (P i) pi) (fun i => L e i * L c i * dot k (P i) pi)) by (intros; ring). ring. }
    assert (Bsym : symmetric k B).
    { intros a b _ _. unfold B. rewrite sum_swap. apply sum_ext. intros c Hc. apply sum_ext. intros e He. rewrite (Nsym c e) by assumption. ring. }
    assert (E : quadratic k B x = quadratic k N u).
    { transitivity (sum k (fun c => sum k (fun e => sum k (fun a => x a * Rt a c) * N c e * sum k (fun b => x b * Rt b e)))).
      - transitivity (sum k (fun a => sum k (fun b => sum k (fun c => sum k (fun e => x a * Rt a c * N c e * (x b * Rt b e)))))).
        + apply sum_ext. intros a Ha. apply sum_ext. intros b Hb. unfold B. rewrite <- sum_scal, <- sum_scal_r.
          apply sum_ext. intros c Hc. rewrite <- sum_scal, <- sum_scal_r. apply sum_ext. intros. ring.
        + rewrite (sum_ext k _ (fun a => sum k (fun c => sum k (fun e => sum k (fun b => x a * Rt a c * N c e * (x b * Rt b e)))))).
          * rewrite sum_swap. apply sum_ext. intros c Hc. rewrite sum_swap. apply sum_ext. intros e He.
            rewrite Rmult_assoc, <- sum_scal_r. apply sum_ext. intros a Ha. rewrite sum_scal. ring.
          * intros a Ha. rewrite sum_swap. apply sum_ext. intros c Hc. now rewrite sum_swap.
      - apply sum_ext. intros c Hc. apply sum_ext. intros e He. now rewrite !Hx. }
    pose proof (diagonal_dominates k B x Bsym Dom) as G. rewrite E in G.
    assert (F : quadratic k N u = upper * norm2 k u + dot k u pi * dot k u pi - moment m k P pi (fun i => sum k (fun c => u c * L c i))).
    { assert (F1 : sum k (fun c => sum k (fun e => u c * unit c e * u e)) = norm2 k u).
      { apply sum_ext. intros c Hc. rewrite (sum_ext k _ (fun e => if Nat.eqb e c then u c * u e else 0)).
        - exact (sum_single k c (fun e => u c * u e) Hc).
        - intros e _. unfold unit. rewrite (Nat.eqb_sym c e). destruct (Nat.eqb e c); ring. }
      assert (F2 : sum k (fun c => sum k (fun e => u c * S c e * u e)) = moment m k P pi (fun i => sum k (fun c => u c * L c i))).
      { unfold moment, S. rewrite (sum_ext m _ (fun i => sum k (fun c => sum k (fun e => u c * (L c i * L e i * dot k (P i) pi) * u e)))).
        - symmetry. rewrite sum_swap. apply sum_ext. intros c Hc. rewrite sum_swap. apply sum_ext. intros e He.
          rewrite sum_scal_r, sum_scal. reflexivity.
        - intros i _. rewrite sum_mult, <- sum_scal_r. apply sum_ext. intros c Hc. rewrite <- sum_scal_r. apply sum_ext. intros. ring. }
      rewrite <- F1, <- F2. unfold dot at 1 2. rewrite sum_mult, <- sum_scal, <- sum_plus, <- sum_minus. unfold quadratic.
      apply sum_ext. intros c Hc. rewrite <- sum_scal, <- sum_plus, <- sum_minus. apply sum_ext. intros e He. unfold N. ring. }
    lra.
Qed.
