(** The matrix dual for every contrast, at one prevalence or several: SPEC sections 7 and 9.2. Nothing here inverts a matrix, so
    the shares need not be identified. *)

From Coq Require Import Reals Lra Lia Arith.
From Rropt Require Import Sums Mechanisms TwoValuedRows AsymptoticVariance Sublinear TotalVariance.
Open Scope R_scope.

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

Lemma dot_zero k u r : (forall j, (j < k)%nat -> r j = 0) -> dot k u r = 0.
Proof. intros H. unfold dot. rewrite (sum_ext k _ (fun _ => 0)); [apply sum_zero|]. intros j Hj. rewrite H by assumption. ring. Qed.

Lemma dot_sym k u v : dot k u v = dot k v u.
Proof. apply sum_ext. intros. ring. Qed.

(** What is asked of a function of a row, now on all rows without negative entries. *)
Record sublinear_rows (k : nat) (f : (nat -> R) -> R) : Prop := {
  rows_same : forall r s, (forall j, (j < k)%nat -> r j = s j) -> f r = f s;
  rows_zero : forall r, (forall j, (j < k)%nat -> r j = 0) -> f r = 0;
  rows_plus : forall r s, (forall j, (j < k)%nat -> 0 <= r j) -> (forall j, (j < k)%nat -> 0 <= s j) ->
    f (fun j => r j + s j) <= f r + f s;
  rows_times : forall c r, 0 < c -> (forall j, (j < k)%nat -> 0 <= r j) -> f (fun j => c * r j) <= c * f r }.

Theorem forms_sublinear A q k w X d pi :
  (forall a, (a < A)%nat -> 0 <= w a) -> (forall a c, (a < A)%nat -> (c < q)%nat -> 0 <= d a c) ->
  (forall a j, (a < A)%nat -> (j < k)%nat -> 0 < pi a j) -> sublinear_rows k (forms A q k w X d pi).
Proof.
  intros Hw Hd Hpi.
  assert (Ext : forall r s, (forall j, (j < k)%nat -> r j = s j) -> forall a, form q k (X a) (d a) (pi a) r = form q k (X a) (d a) (pi a) s).
  { intros r s H a. unfold form. rewrite (dot_ext k r (pi a) s (pi a)) by auto. f_equal. apply sum_ext. intros c _.
    now rewrite (dot_ext k (X a c) r (X a c) s) by auto. }
  assert (Zero : forall r, (forall j, (j < k)%nat -> r j = 0) -> forall a, form q k (X a) (d a) (pi a) r = 0).
  { intros r H a. unfold form. rewrite (sum_ext q _ (fun _ => 0)); [rewrite sum_zero; unfold Rdiv; ring|].
    intros c _. rewrite dot_zero by assumption. ring. }
  constructor.
  - intros r s H. apply sum_ext. intros a _. now rewrite (Ext r s H).
  - intros r H. unfold forms. rewrite (sum_ext A _ (fun _ => 0)); [apply sum_zero|]. intros a _. rewrite Zero by assumption. ring.
  - intros r s Hr Hs. unfold forms. rewrite <- sum_plus. apply sum_le. intros a Ha. rewrite <- Rmult_plus_distr_l.
    apply Rmult_le_compat_l; [auto|].
    destruct (Req_dec (dot k r (pi a)) 0) as [R0|R0]; [|destruct (Req_dec (dot k s (pi a)) 0) as [S0|S0]].
    + pose proof (zero_row k r (pi a) Hr (fun j => Hpi a j Ha) R0) as Z. rewrite (Zero r Z a).
      rewrite (Ext (fun j => r j + s j) s); [lra|]. intros j Hj. rewrite Z by assumption. ring.
    + pose proof (zero_row k s (pi a) Hs (fun j => Hpi a j Ha) S0) as Z. rewrite (Zero s Z a).
      rewrite (Ext (fun j => r j + s j) r); [lra|]. intros j Hj. rewrite Z by assumption. ring.
    + pose proof (weight_nonneg k r (pi a) Hr (fun j => Hpi a j Ha)). pose proof (weight_nonneg k s (pi a) Hs (fun j => Hpi a j Ha)).
      unfold form, Rdiv. rewrite <- !sum_scal_r, <- sum_plus. apply sum_le. intros c Hc.
      rewrite (dot_sym k (fun j => r j + s j)), !dot_plus, (dot_sym k (pi a) r), (dot_sym k (pi a) s).
      pose proof (square_over_sum (dot k (X a c) r) (dot k (X a c) s) (dot k r (pi a)) (dot k s (pi a)) ltac:(lra) ltac:(lra)) as S.
      pose proof (Rmult_le_compat_l (d a c) _ _ (Hd a c Ha Hc) S). unfold Rdiv in *. lra.
  - intros c r Hc Hr. unfold forms. rewrite <- sum_scal. right. apply sum_ext. intros a Ha.
    replace (c * (w a * form q k (X a) (d a) (pi a) r)) with (w a * (c * form q k (X a) (d a) (pi a) r)) by ring. f_equal.
    destruct (Req_dec (dot k r (pi a)) 0) as [R0|R0].
    + pose proof (zero_row k r (pi a) Hr (fun j => Hpi a j Ha) R0) as Z. rewrite !Zero; [ring | assumption |].
      intros j Hj. rewrite Z by assumption. ring.
    + unfold form, Rdiv. rewrite (dot_sym k (fun j => c * r j)), dot_times, (dot_sym k (pi a) r), <- !sum_scal_r, <- sum_scal.
      apply sum_ext. intros e _. rewrite dot_times. field. split; lra.
Qed.

(** From the patterns to all mechanisms. *)
Theorem forms_by_patterns m k T A q w X d pi y P :
  1 <= T -> (0 < k)%nat -> (forall a, (a < A)%nat -> 0 <= w a) -> (forall a c, (a < A)%nat -> (c < q)%nat -> 0 <= d a c) ->
  (forall a j, (a < A)%nat -> (j < k)%nat -> 0 < pi a j) -> mechanism m k P -> ldp m k T 0 P ->
  (forall b, forms A q k w X d pi (pattern T b) <= dot k y (pattern T b)) ->
  sum m (fun i => forms A q k w X d pi (P i)) <= sum k y.
Proof.
  intros HT Hk Hw Hd Hpi HP HL Pat. apply (sublinear_dual m k T); auto.
  destruct (forms_sublinear A q k w X d pi Hw Hd Hpi) as [Same Zero Plus Times].
  constructor; auto; intros; [apply Plus | apply Times; [assumption|]]; intros j Hj; left; auto.
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
    Y bounds the sum of the forms over the rows: by the patterns, the extreme rows or the rows by levels. *)
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

Theorem contrast_dual m k T A q w pi K X y P (L : nat -> nat -> nat -> R) :
  1 <= T -> (0 < k)%nat -> (forall a, (a < A)%nat -> 0 <= w a) -> (forall a j, (a < A)%nat -> (j < k)%nat -> 0 < pi a j) ->
  mechanism m k P -> ldp m k T 0 P -> (forall a, (a < A)%nat -> estimates m q k P (L a) K) ->
  (forall b, forms A q k w X (fun _ _ => 1) pi (pattern T b) <= dot k y (pattern T b)) ->
  sum A (fun a => w a * (2 * sum q (fun c => dot k (K c) (X a c)) - sum q (fun c => dot k (K c) (pi a) * dot k (K c) (pi a)))) - sum k y
  <= sum A (fun a => w a * contrast_variance m q k P (pi a) (L a) K).
Proof.
  intros HT Hk Hw Hpi HP HL HE Pat. apply contrast_bound; auto. apply (forms_by_patterns m k T); auto. intros. lra.
Qed.

(** The worst of the places: what none of them exceeds is no less than their mean. *)
Theorem worst_at_least_mean A w V v :
  (forall a, (a < A)%nat -> 0 <= w a) -> sum A w = 1 -> (forall a, (a < A)%nat -> V a <= v) -> sum A (fun a => w a * V a) <= v.
Proof.
  intros Hw H1 HV. apply Rle_trans with (sum A (fun a => w a * v)).
  - apply sum_le. intros a Ha. apply Rmult_le_compat_l; auto.
  - rewrite sum_scal_r, H1. lra.
Qed.

(** The best of the priors, from the other side, and several priors in one sum: information and divergences (9.7). *)
Theorem least_at_most_mean A w V v :
  (forall a, (a < A)%nat -> 0 <= w a) -> sum A w = 1 -> (forall a, (a < A)%nat -> v <= V a) -> v <= sum A (fun a => w a * V a).
Proof.
  intros Hw H1 HV. apply Rle_trans with (sum A (fun a => w a * v)).
  - rewrite sum_scal_r, H1. lra.
  - apply sum_le. intros a Ha. apply Rmult_le_compat_l; auto.
Qed.

Theorem sublinear_mean A k w (f : nat -> (nat -> R) -> R) :
  (forall a, (a < A)%nat -> 0 <= w a) -> (forall a, (a < A)%nat -> sublinear k (f a)) -> sublinear k (fun r => sum A (fun a => w a * f a r)).
Proof.
  intros Hw Hf. constructor.
  - intros r s H. apply sum_ext. intros a Ha. now rewrite (sub_same k (f a) (Hf a Ha) r s H).
  - intros r H. rewrite (sum_ext A _ (fun _ => 0)); [apply sum_zero|]. intros a Ha. rewrite (sub_zero k (f a) (Hf a Ha) r H). ring.
  - intros r s Hr Hs. rewrite <- sum_plus. apply sum_le. intros a Ha. rewrite <- Rmult_plus_distr_l.
    apply Rmult_le_compat_l; [auto | now apply Hf].
  - intros c r Hc Hr. rewrite <- sum_scal. apply sum_le. intros a Ha.
    replace (c * (w a * f a r)) with (w a * (c * f a r)) by ring. apply Rmult_le_compat_l; [auto | now apply Hf].
Qed.

(** The mean of several such sums, and the least of them, are at most the dual bound. *)
Theorem sublinear_several m k T A w (f : nat -> (nat -> R) -> R) y P :
  1 <= T -> (0 < k)%nat -> (forall a, (a < A)%nat -> 0 <= w a) -> (forall a, (a < A)%nat -> sublinear k (f a)) ->
  mechanism m k P -> ldp m k T 0 P ->
  (forall b, sum A (fun a => w a * f a (pattern T b)) <= sum k (fun j => y j * pattern T b j)) ->
  sum A (fun a => w a * sum m (fun i => f a (P i))) <= sum k y /\
  (sum A w = 1 -> forall v, (forall a, (a < A)%nat -> v <= sum m (fun i => f a (P i))) -> v <= sum k y).
Proof.
  intros HT Hk Hw Hf HP HL Pat.
  pose proof (sublinear_dual m k T (fun r => sum A (fun a => w a * f a r)) y P HT Hk (sublinear_mean A k w f Hw Hf) HP HL Pat) as B.
  cbv beta in B. rewrite sum_swap in B. rewrite (sum_ext A _ (fun a => w a * sum m (fun i => f a (P i)))) in B by (intros; now rewrite sum_scal).
  split; [assumption|]. intros H1 v Hv. pose proof (least_at_most_mean A w (fun a => sum m (fun i => f a (P i))) v Hw H1 Hv). lra.
Qed.
