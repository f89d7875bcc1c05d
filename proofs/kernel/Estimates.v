(** The matrix dual for every contrast, at one prevalence or several: SPEC sections 5.3 and 9.2. Nothing here inverts a matrix, so
    the shares need not be identified. *)

From Coq Require Import Reals Lra Lia Arith.
From Rropt Require Import Sums Mechanisms Prices Ways Functions.
Open Scope R_scope.

Definition norm2 (k : nat) (v : nat -> R) : R := dot k v v.

Lemma norm2_nonneg k v : 0 <= norm2 k v.
Proof. apply sum_nonneg. intros. apply Rle_0_sqr. Qed.

(** M = Sum_i r_i r_i^T / (r_i^T pi) over the rows; a row that is 0 contributes 0. *)
Definition information_matrix (m k : nat) (pi : nat -> R) (P : nat -> nat -> R) (j l : nat) : R :=
  sum m (fun i => P i j * P i l / dot k (P i) pi).

(** r^T Q r / (r.pi), where Q = X^T diag(d) X for the q rows of X. *)
Definition form (q k : nat) (X : nat -> nat -> R) (d pi r : nat -> R) : R :=
  sum q (fun c => d c * (dot k (X c) r * dot k (X c) r)) / dot k r pi.

(** The sum of these over A places with their weights w. *)
Definition forms (A q k : nat) (w : nat -> R) (X : nat -> nat -> nat -> R) (d pi : nat -> nat -> R) (r : nat -> R) : R :=
  sum A (fun a => w a * form q k (X a) (d a) (pi a) r).

(** L P = K: row c of L estimates row c of K times the shares without bias. *)
Definition estimates (m q k : nat) (P L K : nat -> nat -> R) : Prop :=
  forall c j, (c < q)%nat -> (j < k)%nat -> sum m (fun i => L c i * P i j) = K c j.

(** (L D L^T)_cc, D the diagonal of P pi; and n times the variances of the estimates, summed: Tr L D L^T - |K pi|^2. *)
Definition moment (m k : nat) (P : nat -> nat -> R) (pi l : nat -> R) : R := sum m (fun i => l i * l i * dot k (P i) pi).
Definition contrast_variance (m q k : nat) (P : nat -> nat -> R) (pi : nat -> R) (L K : nat -> nat -> R) : R :=
  sum q (fun c => moment m k P pi (L c)) - sum q (fun c => dot k (K c) pi * dot k (K c) pi).

Lemma weight_nonneg k r pi : (forall j, (j < k)%nat -> 0 <= r j) -> (forall j, (j < k)%nat -> 0 < pi j) -> 0 <= dot k r pi.
Proof. intros H H'. apply sum_nonneg. intros j Hj. apply Rmult_le_pos; [auto | left; auto]. Qed.

Lemma zero_row k r pi : (forall j, (j < k)%nat -> 0 <= r j) -> (forall j, (j < k)%nat -> 0 < pi j) -> dot k r pi = 0 ->
  forall j, (j < k)%nat -> r j = 0.
Proof.
  intros H H' Z j Hj. assert (E : r j * pi j = 0).
  { apply (sum_zero_terms k (fun j => r j * pi j)); auto. intros l Hl. apply Rmult_le_pos; [auto | left; auto]. }
  apply Rmult_integral in E. specialize (H' j Hj). destruct E; lra.
Qed.

(** They are convex and homogeneous, being sums of squares over a weight. *)
Theorem forms_convex A q k w X d pi :
  (forall a, (a < A)%nat -> 0 <= w a) -> (forall a c, (a < A)%nat -> (c < q)%nat -> 0 <= d a c) ->
  (forall a j, (a < A)%nat -> (j < k)%nat -> 0 < pi a j) -> convex_on k (nonneg k) (forms A q k w X d pi).
Proof.
  intros Hw Hd Hpi. assert (N0 : nonneg k (fun _ => 0)) by (intros j _; lra). assert (Sum := fun B v f => convex_sum k (nonneg k) B v f (nonneg_cone k) N0).
  apply (convex_equal k _ (fun r => sum A (fun a => w a * sum q (fun c => d a c * (dot k (X a c) r * dot k (X a c) r / dot k (pi a) r))))).
  - apply Sum. intros a Ha. destruct (Hw a Ha) as [W|W]; [right | now left]. split; [assumption|]. apply Sum. intros c Hc.
    destruct (Hd a c Ha Hc) as [D|D]; [right | now left]. split; [assumption|]. apply square_convex_positive. auto.
  - intros r. apply sum_ext. intros a _. f_equal. unfold form, Rdiv. rewrite <- sum_scal_r, (dot_sym k r). apply sum_ext. intros. ring.
Qed.

Section One.

Variables m k : nat.
Variable P : nat -> nat -> R.
Hypothesis stochastic : mechanism m k P.
Variable pi : nat -> R.
Hypothesis positive_shares : forall j, (j < k)%nat -> 0 < pi j.

Lemma answer i : (i < m)%nat -> 0 <= dot k (P i) pi.
Proof. intros Hi. apply weight_nonneg; auto. intros. now apply stochastic. Qed.

Lemma no_answer i z : (i < m)%nat -> dot k (P i) pi = 0 -> dot k z (P i) = 0.
Proof. intros Hi H. apply dot_zero. apply (zero_row k (P i) pi); auto. intros. now apply stochastic. Qed.

(** Gauss and Markov, without an inverse: an unbiased estimate of u.shares has at least the moment 2 u.z - z^T M z for every z. *)
Theorem gauss_markov l u z :
  (forall j, (j < k)%nat -> sum m (fun i => l i * P i j) = u j) ->
  2 * dot k u z - sum m (fun i => dot k z (P i) * dot k z (P i) / dot k (P i) pi) <= moment m k P pi l.
Proof.
  intros Hl. assert (E : dot k u z = sum m (fun i => l i * dot k z (P i))).
  { unfold dot. rewrite (sum_ext k _ (fun j => sum m (fun i => l i * P i j * z j))).
    - rewrite sum_swap. apply sum_ext. intros i _. rewrite <- sum_scal. apply sum_ext. intros. ring.
    - intros j Hj. now rewrite sum_scal_r, Hl. }
  rewrite E, <- sum_scal, <- sum_minus. apply sum_le. intros i Hi. pose proof (answer i Hi) as D.
  destruct (Req_dec (dot k (P i) pi) 0) as [Z|Z].
  - rewrite (no_answer i z Hi Z), Z. unfold Rdiv. lra.
  - set (D' := dot k (P i) pi) in *. set (x := dot k z (P i)).
    pose proof (Rmult_le_pos _ _ (Rle_0_sqr (l i - x / D')) D) as S. unfold Rsqr in S.
    replace ((l i - x / D') * (l i - x / D') * D') with (l i * l i * D' - (2 * (l i * x) - x * x / D')) in S by (field; assumption). lra.
Qed.

(** Summed over the rows of L and X: Tr L D L^T >= 2 Tr K X^T - Tr X M X^T. *)
Lemma moments_at_least q L K X : estimates m q k P L K ->
  2 * sum q (fun c => dot k (K c) (X c)) - sum m (fun i => form q k X (fun _ => 1) pi (P i)) <= sum q (fun c => moment m k P pi (L c)).
Proof.
  intros HL. unfold form, Rdiv.
  rewrite (sum_ext m _ (fun i => sum q (fun c => dot k (X c) (P i) * dot k (X c) (P i) / dot k (P i) pi))).
  - rewrite sum_swap, <- sum_scal, <- sum_minus. apply sum_le. intros c Hc. apply gauss_markov. intros j Hj. now apply HL.
  - intros i _. rewrite <- sum_scal_r. apply sum_ext. intros. unfold Rdiv. ring.
Qed.

(** Z M = K: the estimate with L = Z P^T D^-1 is unbiased, of the value Tr Z K^T - |K pi|^2, and no unbiased one has less. *)
Theorem contrast_by_inverse q Z K :
  (forall c j, (c < q)%nat -> (j < k)%nat -> sum k (fun l => Z c l * information_matrix m k pi P l j) = K c j) ->
  let value := sum q (fun c => dot k (Z c) (K c)) - sum q (fun c => dot k (K c) pi * dot k (K c) pi) in
  let L := fun c i => dot k (Z c) (P i) / dot k (P i) pi in
  estimates m q k P L K /\ contrast_variance m q k P pi L K = value /\
  forall L', estimates m q k P L' K -> value <= contrast_variance m q k P pi L' K.
Proof.
  intros HZ value L.
  assert (Est : estimates m q k P L K).
  { intros c j Hc Hj. rewrite <- HZ by assumption. unfold information_matrix, L, dot at 1.
    rewrite (sum_ext k _ (fun l => sum m (fun i => Z c l * (P i l * P i j / dot k (P i) pi)))) by (intros; now rewrite sum_scal).
    rewrite sum_swap. apply sum_ext. intros i _. unfold Rdiv. rewrite <- !sum_scal_r. apply sum_ext. intros. ring. }
  assert (Row : forall c, (c < q)%nat -> sum m (fun i => dot k (Z c) (P i) * dot k (Z c) (P i) / dot k (P i) pi) = dot k (Z c) (K c)).
  { intros c Hc. unfold dot at 4. rewrite (sum_ext k _ (fun j => sum m (fun i => Z c j * (L c i * P i j)))).
    - rewrite sum_swap. apply sum_ext. intros i _. unfold L. unfold dot at 2. unfold Rdiv. rewrite <- sum_scal, <- sum_scal_r.
      apply sum_ext. intros. ring.
    - intros j Hj. rewrite <- (Est c j Hc Hj). now rewrite sum_scal. }
  assert (Val : sum q (fun c => moment m k P pi (L c)) = sum q (fun c => dot k (Z c) (K c))).
  { apply sum_ext. intros c Hc. rewrite <- Row by assumption. apply sum_ext. intros i Hi. unfold L.
    destruct (Req_dec (dot k (P i) pi) 0) as [E|E]; [rewrite (no_answer i (Z c) Hi E), E; unfold Rdiv; ring | field; assumption]. }
  split; [assumption|]. split; [unfold contrast_variance, value; now rewrite Val|].
  intros L' HL'. unfold contrast_variance, value. apply Rplus_le_compat_r. apply sum_le. intros c Hc.
  pose proof (gauss_markov (L' c) (K c) (Z c) (fun j Hj => HL' c j Hc Hj)) as G. rewrite Row in G by assumption.
  rewrite (dot_sym k (K c)) in G. lra.
Qed.

(** A constant added to a contrast changes no variance: the shares sum to 1. *)
Theorem contrast_shift q L K e : sum k pi = 1 -> estimates m q k P L K ->
  let L' := fun c i => L c i + e c in let K' := fun c j => K c j + e c in
  estimates m q k P L' K' /\ contrast_variance m q k P pi L' K' = contrast_variance m q k P pi L K.
Proof.
  intros H1 HL L' K'.
  assert (Total : sum m (fun i => dot k (P i) pi) = 1).
  { unfold dot. rewrite sum_swap, <- H1. apply sum_ext. intros j Hj. rewrite sum_scal_r, (proj2 stochastic j Hj). ring. }
  split.
  - intros c j Hc Hj. unfold L', K'. rewrite <- (HL c j Hc Hj).
    rewrite (sum_ext m _ (fun i => L c i * P i j + e c * P i j)) by (intros; ring).
    rewrite sum_plus, sum_scal, (proj2 stochastic j Hj). ring.
  - unfold contrast_variance. rewrite <- !sum_minus. apply sum_ext. intros c Hc.
    assert (EK : dot k (K' c) pi = dot k (K c) pi + e c).
    { unfold K', dot. rewrite (sum_ext k _ (fun j => K c j * pi j + e c * pi j)) by (intros; ring).
      rewrite sum_plus, sum_scal, H1. ring. }
    assert (EL : sum m (fun i => L c i * dot k (P i) pi) = dot k (K c) pi).
    { unfold dot at 1. rewrite (sum_ext m _ (fun i => sum k (fun j => L c i * P i j * pi j))).
      - rewrite sum_swap. apply sum_ext. intros j Hj. now rewrite sum_scal_r, (HL c j Hc Hj).
      - intros i _. rewrite <- sum_scal. apply sum_ext. intros. ring. }
    assert (EM : moment m k P pi (L' c) = moment m k P pi (L c) + 2 * e c * dot k (K c) pi + e c * e c).
    { unfold moment, L'. rewrite (sum_ext m _ (fun i => L c i * L c i * dot k (P i) pi + 2 * e c * (L c i * dot k (P i) pi)
        + e c * e c * dot k (P i) pi)) by (intros; ring).
      rewrite !sum_plus, !sum_scal, EL, Total. ring. }
    rewrite EK, EM. ring.
Qed.

End One.

(** The rule: a mean with weights over A places, whatever contrasts K; A = 1 and w = 1 is one place, K = 1 the total variance.
    Y bounds the sum of the forms over the rows, by the lemma on prices. *)
Theorem contrast_bound m k A q w pi K X Y P (L : nat -> nat -> nat -> R) :
  (forall a, (a < A)%nat -> 0 <= w a) -> (forall a j, (a < A)%nat -> (j < k)%nat -> 0 < pi a j) ->
  mechanism m k P -> (forall a, (a < A)%nat -> estimates m q k P (L a) K) ->
  sum m (fun i => forms A q k w X (fun _ _ => 1) pi (P i)) <= Y ->
  sum A (fun a => w a * (2 * sum q (fun c => dot k (K c) (X a c)) - sum q (fun c => dot k (K c) (pi a) * dot k (K c) (pi a)))) - Y
  <= sum A (fun a => w a * contrast_variance m q k P (pi a) (L a) K).
Proof.
  intros Hw Hpi HP HE B. unfold forms in B. rewrite sum_swap in B.
  assert (G : sum A (fun a => w a * (2 * sum q (fun c => dot k (K c) (X a c)) - sum q (fun c => dot k (K c) (pi a) * dot k (K c) (pi a))))
    - sum A (fun a => w a * contrast_variance m q k P (pi a) (L a) K)
    <= sum A (fun a => sum m (fun i => w a * form q k (X a) (fun _ => 1) (pi a) (P i)))).
  { rewrite <- sum_minus. apply sum_le. intros a Ha. rewrite sum_scal.
    pose proof (moments_at_least m k P HP (pi a) (fun j => Hpi a j Ha) q (L a) K (X a) (HE a Ha)) as M.
    pose proof (Rmult_le_compat_l (w a) _ _ (Hw a Ha) M). unfold contrast_variance. lra. }
  lra.
Qed.
