(** The matrix dual of the total variance: SPEC sections 7 and 9.2. *)

From Coq Require Import Reals Lra Lia Arith.
From Rropt Require Import Sums Mechanisms TwoValuedRows.
Open Scope R_scope.

Definition dot (k : nat) (u v : nat -> R) : R := sum k (fun j => u j * v j).
Definition apply_matrix (k : nat) (X : nat -> nat -> R) (v : nat -> R) (i : nat) : R := dot k (X i) v.
Definition norm2 (k : nat) (v : nat -> R) : R := dot k v v.
Definition matrix_trace (k : nat) (X : nat -> nat -> R) : R := sum k (fun j => X j j).
Definition unit (i j : nat) : R := if Nat.eqb i j then 1 else 0.

(** M = Sum_i r_i r_i^T / (r_i^T pi) over the rows; a row that is 0 contributes 0. *)
Definition information_matrix (m k : nat) (pi : nat -> R) (P : nat -> nat -> R) (j l : nat) : R :=
  sum m (fun i => P i j * P i l / dot k (P i) pi).

(** The asymptotic total variance, for N the inverse of M. *)
Definition total_variance (k : nat) (pi : nat -> R) (N : nat -> nat -> R) : R := matrix_trace k N - norm2 k pi.

Lemma dot_ext k u v u' v' :
  (forall j, (j < k)%nat -> u j = u' j) -> (forall j, (j < k)%nat -> v j = v' j) -> dot k u v = dot k u' v'.
Proof. intros H H'. apply sum_ext. intros j Hj. now rewrite H, H'. Qed.

Lemma dot_plus k u v v' : dot k u (fun j => v j + v' j) = dot k u v + dot k u v'.
Proof. unfold dot. rewrite <- sum_plus. apply sum_ext. intros. ring. Qed.

Lemma dot_times k u c v : dot k u (fun j => c * v j) = c * dot k u v.
Proof. unfold dot. rewrite <- sum_scal. apply sum_ext. intros. ring. Qed.

Lemma norm2_nonneg k v : 0 <= norm2 k v.
Proof. apply sum_nonneg. intros. apply Rle_0_sqr. Qed.

(** Rows r with |X r|^2 <= (y.r)(pi.r), y.r >= 0, pi.r >= 0 form a convex cone (Cauchy and Schwarz). *)
Lemma cauchy k u v : dot k u v * dot k u v <= norm2 k u * norm2 k v.
Proof.
  assert (H : 0 <= sum k (fun i => sum k (fun j => (u i * v j - u j * v i) * (u i * v j - u j * v i)))).
  { apply sum_nonneg. intros. apply sum_nonneg. intros. apply Rle_0_sqr. }
  replace (sum k (fun i => sum k (fun j => (u i * v j - u j * v i) * (u i * v j - u j * v i))))
    with (2 * (norm2 k u * norm2 k v) - 2 * (dot k u v * dot k u v)) in H; [lra|].
  unfold norm2, dot. rewrite !sum_mult.
  rewrite <- (sum_scal k 2), <- (sum_scal k 2).
  rewrite (sum_ext k (fun i => 2 * sum k (fun j => u i * u i * (v j * v j)))
    (fun i => sum k (fun j => u i * u i * (v j * v j)) + sum k (fun j => u i * u i * (v j * v j)))) by (intros; ring).
  rewrite sum_plus. rewrite (sum_swap k k (fun i j => u i * u i * (v j * v j))) at 2.
  rewrite <- sum_plus, <- sum_minus. apply sum_ext. intros i Hi.
  rewrite <- sum_plus, <- sum_scal, <- sum_minus. apply sum_ext. intros. ring.
Qed.

Lemma squeeze A B C a b c d :
  A <= a * b -> C <= c * d -> B * B <= A * C -> 0 <= A -> 0 <= C ->
  0 <= a -> 0 <= b -> 0 <= c -> 0 <= d -> A + 2 * B + C <= (a + c) * (b + d).
Proof.
  intros HA HC HB A0 C0 Ha Hb Hc Hd.
  assert (HB2 : 2 * B <= a * d + c * b).
  { assert (S0 : 0 <= a * d + c * b) by (apply Rplus_le_le_0_compat; apply Rmult_le_pos; assumption).
    assert (Sq : 2 * B * (2 * B) <= (a * d + c * b) * (a * d + c * b)).
    { assert (A * C <= (a * b) * (c * d)) by (apply Rmult_le_compat; assumption).
      pose proof (Rle_0_sqr (a * d - c * b)) as Z. unfold Rsqr in Z. lra. }
    destruct (Rle_lt_dec (2 * B) (a * d + c * b)) as [|L]; [assumption|].
    assert ((a * d + c * b) * (a * d + c * b) < 2 * B * (2 * B)) by (apply Rmult_le_0_lt_compat; lra). lra. }
  lra.
Qed.

Definition below_dual (k : nat) (X : nat -> nat -> R) (y pi r : nat -> R) : Prop :=
  norm2 k (apply_matrix k X r) <= dot k y r * dot k pi r /\ 0 <= dot k y r /\ 0 <= dot k pi r.

Lemma below_dual_cone k X y pi : cone k (below_dual k X y pi).
Proof.
  assert (Same : forall r s, (forall j, (j < k)%nat -> r j = s j) -> forall u, dot k u r = dot k u s)
    by (intros; now apply dot_ext).
  constructor.
  - intros r s H [H1 H2]. unfold below_dual. rewrite <- !(Same r s H).
    replace (norm2 k (apply_matrix k X s)) with (norm2 k (apply_matrix k X r)); [now split|].
    apply dot_ext; intros j Hj; apply Same; assumption.
  - intros r s [H1 [H2 H3]] [H1' [H2' H3']]. unfold below_dual. rewrite !dot_plus.
    split; [|split; lra].
    replace (norm2 k (apply_matrix k X (fun j => r j + s j))) with
      (norm2 k (apply_matrix k X r) + 2 * dot k (apply_matrix k X r) (apply_matrix k X s) + norm2 k (apply_matrix k X s)).
    + apply squeeze; auto using norm2_nonneg, cauchy.
    + unfold norm2 at 1 2. unfold dot at 1 2 3. rewrite <- sum_scal, <- !sum_plus.
      unfold norm2, dot at 1. apply sum_ext. intros i Hi. unfold apply_matrix. rewrite dot_plus. ring.
  - intros c r Hc [H1 [H2 H3]]. unfold below_dual. rewrite !dot_times.
    split; [|split; now apply Rmult_le_pos].
    replace (norm2 k (apply_matrix k X (fun j => c * r j))) with (c * c * norm2 k (apply_matrix k X r)).
    + replace (c * dot k y r * (c * dot k pi r)) with (c * c * (dot k y r * dot k pi r)) by ring.
      apply Rmult_le_compat_l; [apply Rle_0_sqr | assumption].
    + unfold norm2, dot. rewrite <- sum_scal. apply sum_ext. intros i Hi. unfold apply_matrix.
      fold (dot k (X i) r). rewrite dot_times. unfold dot. ring.
Qed.

Section Dual.

Variables m k : nat.
Variable T : R.
Variable pi : nat -> R.
Variable P : nat -> nat -> R.
Hypothesis T_least : 1 <= T.
Hypothesis inputs : (0 < k)%nat.
Hypothesis positive : forall j, (j < k)%nat -> 0 < pi j.
Hypothesis stochastic : mechanism m k P.
Hypothesis demand : ldp m k T 0 P.

Lemma row_weight i : (i < m)%nat -> 0 <= dot k (P i) pi.
Proof.
  intros Hi. apply sum_nonneg. intros j Hj. apply Rmult_le_pos; [now apply stochastic | left; auto].
Qed.

Lemma silent_row i : (i < m)%nat -> dot k (P i) pi = 0 -> forall j, (j < k)%nat -> P i j = 0.
Proof.
  intros Hi H j Hj.
  assert (E : P i j * pi j = 0).
  { apply (sum_zero_terms k (fun j => P i j * pi j)); auto.
    intros l Hl. apply Rmult_le_pos; [now apply stochastic | left; auto]. }
  apply Rmult_integral in E. destruct E as [E|E]; [assumption|]. specialize (positive j Hj). lra.
Qed.

(** Sum_i |X r_i|^2 / (r_i.pi) <= Sum_j y_j, from the patterns alone. *)
Lemma patterns_bound X y :
  (forall b, norm2 k (apply_matrix k X (pattern T b)) <= dot k y (pattern T b) * dot k pi (pattern T b)) ->
  sum m (fun i => norm2 k (apply_matrix k X (P i)) / dot k (P i) pi) <= sum k y.
Proof.
  intros Hpat.
  assert (Hpi : forall b, 0 < dot k pi (pattern T b)).
  { intros b. apply Rlt_le_trans with (pi 0%nat * pattern T b 0%nat).
    - apply Rmult_lt_0_compat; [auto | unfold pattern; destruct (b 0%nat); lra].
    - apply (sum_term k (fun j => pi j * pattern T b j)); auto.
      intros j Hj. apply Rmult_le_pos; [left; auto | unfold pattern; destruct (b j); lra]. }
  assert (Hall : forall b, below_dual k X y pi (pattern T b)).
  { intros b. split; [apply Hpat|]. split; [|left; apply Hpi].
    destruct (Rle_lt_dec 0 (dot k y (pattern T b))) as [|L]; [assumption|]. exfalso.
    pose proof (norm2_nonneg k (apply_matrix k X (pattern T b))). specialize (Hpat b). specialize (Hpi b).
    assert (dot k y (pattern T b) * dot k pi (pattern T b) < 0 * dot k pi (pattern T b))
      by (now apply Rmult_lt_compat_r). lra. }
  apply Rle_trans with (sum m (fun i => dot k y (P i))).
  - apply sum_le. intros i Hi.
    destruct (exists_least k (P i) inputs) as [l [Hl Hmin]].
    assert (B : below_dual k X y pi (P i)).
    { apply (two_valued_rows k T _ T_least (below_dual_cone k X y pi) Hall (P i) (P i l)).
      - now apply stochastic.
      - intros j Hj. split; [now apply Hmin|]. destruct (Nat.eq_dec j l) as [->|Hd].
        + pose proof (Rmult_le_compat_r (P i l) _ _ (proj1 stochastic i l Hi Hl) T_least). lra.
        + now apply (proj2 (satisfies_pure m k T P) demand). }
    destruct B as [B1 [B2 _]].
    assert (Esym : dot k pi (P i) = dot k (P i) pi) by (apply sum_ext; intros; ring).
    rewrite Esym in B1.
    destruct (Req_dec (dot k (P i) pi) 0) as [Z|Z].
    + replace (norm2 k (apply_matrix k X (P i))) with 0; [unfold Rdiv; rewrite Rmult_0_l; assumption|].
      pose proof (norm2_nonneg k (apply_matrix k X (P i))). rewrite Z in B1. lra.
    + pose proof (row_weight i Hi). apply Rmult_le_reg_r with (dot k (P i) pi); [lra|].
      unfold Rdiv. rewrite Rmult_assoc, Rinv_l by assumption. lra.
  - right. unfold dot. rewrite sum_swap. apply sum_ext. intros j Hj.
    rewrite sum_scal, (proj2 stochastic j Hj). ring.
Qed.

(** Tr N - 2 Tr X + Tr X M X^T is a sum of squares, where M N = 1. *)
Lemma completed_square X N :
  (forall i l, (i < k)%nat -> (l < k)%nat ->
     sum k (fun j => information_matrix m k pi P i j * N j l) = unit i l) ->
  2 * matrix_trace k X - sum m (fun i => norm2 k (apply_matrix k X (P i)) / dot k (P i) pi) <= matrix_trace k N.
Proof.
  intros HN. set (M := information_matrix m k pi P) in *.
  assert (Msym : forall i j, M i j = M j i).
  { intros. unfold M, information_matrix. apply sum_ext. intros. unfold Rdiv. ring. }
  assert (Unit : forall j (f : nat -> R), (j < k)%nat -> sum k (fun l => unit j l * f l) = f j).
  { intros j f Hj. rewrite (sum_ext k _ (fun l => if Nat.eqb l j then f l else 0)); [now apply sum_single|].
    intros l _. unfold unit. rewrite (Nat.eqb_sym j l). destruct (Nat.eqb l j); ring. }
  (* N is symmetric *)
  assert (Nsym : forall i l, (i < k)%nat -> (l < k)%nat -> N i l = N l i).
  { intros i l Hi Hl.
    assert (Q : forall a b, (a < k)%nat -> (b < k)%nat ->
      sum k (fun p => sum k (fun q => N p a * M p q * N q b)) = N b a).
    { intros a b Ha Hb. rewrite <- (Unit b (fun p => N p a) Hb). apply sum_ext. intros p Hp.
      rewrite (sum_ext k _ (fun q => N p a * (M p q * N q b))) by (intros; ring).
      rewrite sum_scal, HN by assumption. unfold unit. rewrite (Nat.eqb_sym b p). ring. }
    rewrite <- (Q i l) by assumption. rewrite <- (Q l i Hl Hi), sum_swap.
    apply sum_ext. intros p Hp. apply sum_ext. intros q Hq. rewrite (Msym p q). ring. }
  (* the form Sum_i (f.r_i)(g.r_i)/(r_i.pi) is f^T M g *)
  assert (Form : forall f g, sum m (fun i => dot k f (P i) * dot k g (P i) / dot k (P i) pi)
    = sum k (fun p => sum k (fun q => f p * M p q * g q))).
  { intros f g. transitivity (sum m (fun i => sum k (fun p => sum k (fun q =>
      f p * (P i p * P i q / dot k (P i) pi) * g q)))).
    - apply sum_ext. intros i Hi. unfold dot at 1 2. rewrite sum_mult. unfold Rdiv. rewrite <- sum_scal_r.
      apply sum_ext. intros p Hp. rewrite <- sum_scal_r. apply sum_ext. intros. ring.
    - rewrite sum_swap. apply sum_ext. intros p Hp. rewrite sum_swap. apply sum_ext. intros q Hq.
      rewrite sum_scal_r, sum_scal. reflexivity. }
  assert (Square : 0 <= sum k (fun a => sum m (fun i =>
    dot k (fun j => N a j - X a j) (P i) * dot k (fun j => N a j - X a j) (P i) / dot k (P i) pi))).
  { apply sum_nonneg. intros a Ha. apply sum_nonneg. intros i Hi. apply row_weight in Hi.
    destruct (Req_dec (dot k (P i) pi) 0) as [Z|Z].
    - rewrite Z. unfold Rdiv. rewrite Rinv_0. lra.
    - apply Rmult_le_pos; [apply Rle_0_sqr | left; apply Rinv_0_lt_compat; lra]. }
  assert (Row : forall a, (a < k)%nat ->
    sum m (fun i => dot k (fun j => N a j - X a j) (P i) * dot k (fun j => N a j - X a j) (P i) / dot k (P i) pi)
    = N a a - 2 * X a a + sum m (fun i => dot k (X a) (P i) * dot k (X a) (P i) / dot k (P i) pi)).
  { intros a Ha. rewrite !Form.
    assert (MN : forall f, sum k (fun p => sum k (fun q => f p * M p q * N a q)) = f a).
    { intros f. rewrite <- (Unit a f Ha). apply sum_ext. intros p Hp.
      rewrite (sum_ext k _ (fun q => f p * (M p q * N q a))).
      - rewrite sum_scal, HN by assumption. unfold unit. rewrite (Nat.eqb_sym a p). ring.
      - intros q Hq. rewrite (Nsym a q) by assumption. ring. }
    assert (NM : forall f, sum k (fun p => sum k (fun q => N a p * M p q * f q)) = f a).
    { intros f. rewrite <- (MN f), sum_swap. apply sum_ext. intros q Hq. apply sum_ext. intros p Hp.
      rewrite (Msym q p). ring. }
    transitivity (sum k (fun p => sum k (fun q => (N a p - X a p) * M p q * N a q))
      - (sum k (fun p => sum k (fun q => N a p * M p q * X a q))
         - sum k (fun p => sum k (fun q => X a p * M p q * X a q)))).
    - rewrite <- !sum_minus. apply sum_ext. intros p Hp. rewrite <- !sum_minus. apply sum_ext. intros. ring.
    - rewrite (MN (fun p => N a p - X a p)), (NM (X a)). ring. }
  rewrite (sum_ext k _ _ Row) in Square. rewrite sum_plus, sum_minus, sum_scal, sum_swap in Square.
  fold (matrix_trace k N) in Square. fold (matrix_trace k X) in Square.
  assert (E : sum m (fun i => sum k (fun a => dot k (X a) (P i) * dot k (X a) (P i) / dot k (P i) pi)) =
    sum m (fun i => norm2 k (apply_matrix k X (P i)) / dot k (P i) pi)).
  { apply sum_ext. intros i Hi. unfold Rdiv. now rewrite sum_scal_r. }
  rewrite E in Square. lra.
Qed.

(** The rule. *)
Theorem total_variance_dual X y N :
  (forall i l, (i < k)%nat -> (l < k)%nat ->
     sum k (fun j => information_matrix m k pi P i j * N j l) = unit i l) ->
  (forall b, norm2 k (apply_matrix k X (pattern T b)) <= dot k y (pattern T b) * dot k pi (pattern T b)) ->
  2 * matrix_trace k X - sum k y - norm2 k pi <= total_variance k pi N.
Proof.
  intros HN Hpat. pose proof (completed_square X N HN). pose proof (patterns_bound X y Hpat).
  unfold total_variance. lra.
Qed.

End Dual.
