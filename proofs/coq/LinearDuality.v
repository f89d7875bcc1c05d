(** The dual bound of linear objectives: SPEC section 4, by rows (delta = 0) and by pairs. *)

From Coq Require Import Reals Lra Lia Arith.
From Rropt Require Import Sums Mechanisms.
Open Scope R_scope.

(** With two inputs and T < 1 nothing satisfies the demand. *)
Theorem no_mechanism_below_one m k T P :
  mechanism m k P -> ldp m k T 0 P -> (2 <= k)%nat -> 0 < T < 1 -> False.
Proof.
  intros [Hpos Hsum] Hldp Hk HT.
  assert (R : forall i, (i < m)%nat -> P i 0%nat = 0).
  { intros i Hi. pose proof (proj2 (satisfies_pure m k T P) Hldp) as R.
    pose proof (R i 0 1 Hi ltac:(lia) ltac:(lia) ltac:(lia))%nat as A.
    pose proof (R i 1 0 Hi ltac:(lia) ltac:(lia) ltac:(lia))%nat as B.
    pose proof (Hpos i 0 Hi ltac:(lia))%nat as C. cbv beta in *.
    assert (T * P i 1%nat <= T * (T * P i 0%nat)) by (apply Rmult_le_compat_l; lra).
    assert (T * (T * P i 0%nat) <= T * (1 * P i 0%nat)) by
      (apply Rmult_le_compat_l; [lra|]; apply Rmult_le_compat_r; lra).
    assert (T * P i 0%nat <= 1 * P i 0%nat) by (apply Rmult_le_compat_r; lra).
    destruct (Req_dec (P i 0%nat) 0) as [|N]; [assumption|].
    assert (T * P i 0%nat < 1 * P i 0%nat) by (apply Rmult_lt_compat_r; lra). lra. }
  pose proof (Hsum 0%nat ltac:(lia)) as S. rewrite (sum_ext m _ (fun _ => 0)), sum_zero in S.
  - lra.
  - exact R.
Qed.

(** One row: entries between u and T u, and coefficients c. *)
Lemma row_bound k T u (p c : nat -> R) :
  0 <= u -> (forall j, (j < k)%nat -> u <= p j <= T * u) ->
  T * sum k (fun j => Rmax (c j) 0) + sum k (fun j => Rmin (c j) 0) <= 0 ->
  sum k (fun j => c j * p j) <= 0.
Proof.
  intros Hu Hp Hc.
  apply Rle_trans with (u * (T * sum k (fun j => Rmax (c j) 0) + sum k (fun j => Rmin (c j) 0))).
  - rewrite <- sum_scal, <- sum_plus, <- sum_scal. apply sum_le. intros j Hj.
    destruct (Hp j Hj) as [H1 H2].
    destruct (Rle_lt_dec 0 (c j)) as [h|h].
    + rewrite Rmax_left, Rmin_right by lra.
      pose proof (Rmult_le_compat_l (c j) _ _ h H2). lra.
    + rewrite Rmax_right, Rmin_left by lra.
      pose proof (Rmult_le_compat_l (- c j) _ _ ltac:(lra) H1). lra.
  - apply Rle_trans with (u * 0); [apply Rmult_le_compat_l; assumption | lra].
Qed.

(** Row-wise duality, for every number of inputs and outputs and every T > 0. *)
Theorem row_duality m k T (P W : nat -> nat -> R) (y : nat -> R) :
  0 < T -> mechanism m k P -> ldp m k T 0 P ->
  (forall i, (i < m)%nat ->
     T * sum k (fun j => Rmax (W i j - y j) 0) + sum k (fun j => Rmin (W i j - y j) 0) <= 0) ->
  objective m k W P <= sum k y.
Proof.
  intros HT HP Hldp Hc.
  assert (Rows : forall i, (i < m)%nat -> sum k (fun j => (W i j - y j) * P i j) <= 0).
  { intros i Hi. pose proof (proj2 (satisfies_pure m k T P) Hldp i) as R.
    destruct HP as [Hpos Hsum].
    destruct k as [|[|k]].
    - simpl. lra.
    - specialize (Hc i Hi). simpl in Hc |- *. specialize (Hpos i 0%nat Hi ltac:(lia)).
      assert (W i 0%nat - y 0%nat <= 0).
      { destruct (Rle_lt_dec (W i 0%nat - y 0%nat) 0) as [|h]; [assumption|].
        rewrite Rmax_left, Rmin_right in Hc by lra.
        pose proof (Rmult_lt_0_compat T _ HT h). lra. }
      pose proof (Rmult_le_compat_r _ _ _ Hpos H). lra.
    - destruct (Rle_lt_dec 1 T) as [H1|H1].
      + destruct (exists_least (S (S k)) (P i) ltac:(lia)) as [l [Hl Hmin]].
        apply (row_bound _ T (P i l)).
        * now apply Hpos.
        * intros j Hj. split; [now apply Hmin|].
          destruct (Nat.eq_dec j l) as [->|Hd]; [|now apply R].
          pose proof (Rmult_le_compat_r (P i l) _ _ (Hpos i l Hi Hl) H1). lra.
        * now apply Hc.
      + exfalso. apply (no_mechanism_below_one m (S (S k)) T P); auto; [split; assumption | lia]. }
  assert (E : objective m k W P - sum k y = sum m (fun i => sum k (fun j => (W i j - y j) * P i j))).
  { unfold objective. replace (sum k y) with (sum m (fun i => sum k (fun j => y j * P i j))).
    - rewrite <- sum_minus. apply sum_ext. intros. rewrite <- sum_minus. apply sum_ext. intros. lra.
    - rewrite sum_swap. apply sum_ext. intros j Hj. rewrite sum_scal, (proj2 HP j Hj). lra. }
  assert (sum m (fun i => sum k (fun j => (W i j - y j) * P i j)) <= 0) by (now apply sum_nonpos).
  lra.
Qed.

(** Pair duality, for every m, k, and for ratios and slacks of their own for every pair that is asked.
    [mu i j l] and [z j l] are the multipliers of the excess of row i and of the pair (j, l). *)
Theorem pair_duality_by_pairs m k (asked : nat -> nat -> Prop) (T delta P W : nat -> nat -> R) (y : nat -> R) (z : nat -> nat -> R)
  (mu : nat -> nat -> nat -> R) :
  mechanism m k P -> satisfies_pairs m k asked T delta P ->
  (forall j l, (j < k)%nat -> (l < k)%nat -> z j l = 0 \/ (0 <= z j l /\ asked j l /\ j <> l)) ->
  (forall i j l, (i < m)%nat -> (j < k)%nat -> (l < k)%nat -> 0 <= mu i j l <= z j l) ->
  (forall i j, (i < m)%nat -> (j < k)%nat ->
     W i j <= y j + sum k (fun l => mu i j l - T l j * mu i l j)) ->
  objective m k W P <= sum k y + sum k (fun j => sum k (fun l => delta j l * z j l)).
Proof.
  intros [Hpos Hsum] Hsat Hz Hmu HW.
  apply Rle_trans with
    (sum m (fun i => sum k (fun j => (y j + sum k (fun l => mu i j l - T l j * mu i l j)) * P i j))).
  - apply sum_le. intros i Hi. apply sum_le. intros j Hj.
    apply Rmult_le_compat_r; [now apply Hpos | now apply HW].
  - assert (E : sum m (fun i => sum k (fun j => (y j + sum k (fun l => mu i j l - T l j * mu i l j)) * P i j))
      = sum k y + sum k (fun j => sum k (fun l => sum m (fun i => mu i j l * (P i j - T j l * P i l))))).
    { transitivity (sum m (fun i => sum k (fun j => y j * P i j)) +
        sum m (fun i => sum k (fun j => sum k (fun l => mu i j l * (P i j - T j l * P i l))))).
      - rewrite <- sum_plus. apply sum_ext. intros i Hi.
        replace (sum k (fun j => sum k (fun l => mu i j l * (P i j - T j l * P i l))))
          with (sum k (fun j => sum k (fun l => mu i j l * P i j)) -
                sum k (fun j => sum k (fun l => T l j * mu i l j * P i j))).
        + rewrite <- sum_minus, <- sum_plus. apply sum_ext. intros j Hj.
          rewrite <- sum_minus, Rmult_plus_distr_r, <- sum_scal_r. f_equal.
          apply sum_ext. intros. ring.
        + rewrite (sum_swap k k (fun j l => T l j * mu i l j * P i j)), <- sum_minus.
          apply sum_ext. intros j Hj. rewrite <- sum_minus. apply sum_ext. intros. ring.
      - f_equal.
        + rewrite sum_swap. apply sum_ext. intros j Hj. rewrite sum_scal, (Hsum j Hj). ring.
        + rewrite sum_swap. apply sum_ext. intros j Hj. now rewrite sum_swap. }
    rewrite E. apply Rplus_le_compat_l. apply sum_le. intros j Hj. apply sum_le. intros l Hl.
    destruct (Hz j l Hj Hl) as [Hzero|[Hzpos [Hasked Hd]]].
    + rewrite Hzero, Rmult_0_r. apply sum_nonpos. intros i Hi.
      destruct (Hmu i j l Hi Hj Hl). assert (Hm : mu i j l = 0) by lra. rewrite Hm. lra.
    + apply Rle_trans with (excess m (T j l) P j l * z j l).
      * unfold excess. rewrite <- sum_scal_r. apply sum_le. intros i Hi.
        destruct (Hmu i j l Hi Hj Hl) as [H0 H1].
        apply Rle_trans with (mu i j l * Rmax 0 (P i j - T j l * P i l)).
        -- apply Rmult_le_compat_l; [assumption | apply Rmax_r].
        -- rewrite Rmult_comm. apply Rmult_le_compat_l; [apply Rmax_l | assumption].
      * apply Rmult_le_compat_r; [assumption | now apply Hsat].
Qed.

(** The same for one ratio and one slack. *)
Theorem pair_duality m k T delta (P W : nat -> nat -> R) (y : nat -> R) (z : nat -> nat -> R)
  (mu : nat -> nat -> nat -> R) :
  mechanism m k P -> ldp m k T delta P ->
  (forall j l, (j < k)%nat -> (l < k)%nat -> 0 <= z j l) ->
  (forall j, (j < k)%nat -> z j j = 0) ->
  (forall i j l, (i < m)%nat -> (j < k)%nat -> (l < k)%nat -> 0 <= mu i j l <= z j l) ->
  (forall i j, (i < m)%nat -> (j < k)%nat ->
     W i j <= y j + sum k (fun l => mu i j l - T * mu i l j)) ->
  objective m k W P <= sum k y + delta * sum k (fun j => sum k (fun l => z j l)).
Proof.
  intros HP Hldp Hz Hd Hmu HW.
  rewrite <- sum_scal. erewrite (sum_ext k (fun i => delta * _)) by (intros; now rewrite <- sum_scal).
  apply (pair_duality_by_pairs m k (fun _ _ => True) (fun _ _ => T) (fun _ _ => delta) P W y z mu); auto.
  - intros j l Hj Hl Hjl _. now apply Hldp.
  - intros j l Hj Hl. destruct (Nat.eq_dec j l) as [->|]; [left; now apply Hd | right; auto].
Qed.

(** Claim "infeasible": a bound on all rivals that is below what is required. *)
Theorem infeasible m k (demand : (nat -> nat -> R) -> Prop) W bound required :
  (forall P, mechanism m k P -> demand P -> objective m k W P <= bound) -> bound < required ->
  ~ exists P, mechanism m k P /\ demand P /\ objective m k W P >= required.
Proof. intros H Hb [P [HP [Hd Hw]]]. specialize (H P HP Hd). lra. Qed.

(** Without a requirement: the objective 0 is at most a negative number. *)
Theorem infeasible_demand m k (demand : (nat -> nat -> R) -> Prop) bound :
  (forall P, mechanism m k P -> demand P -> objective m k (fun _ _ => 0) P <= bound) -> bound < 0 ->
  ~ exists P, mechanism m k P /\ demand P.
Proof.
  intros H Hb [P [HP Hd]]. specialize (H P HP Hd). unfold objective in H.
  rewrite (sum_ext m _ (fun _ => 0)), sum_zero in H; [lra|].
  intros. rewrite (sum_ext k _ (fun _ => 0)), sum_zero; [reflexivity|]. intros. ring.
Qed.

(** What bounds the opposite weights from above bounds a minimum from below. *)
Theorem minimum_by_opposite m k W P bound :
  objective m k (fun i j => - W i j) P <= bound -> - bound <= objective m k W P.
Proof. rewrite objective_opposite. lra. Qed.

(** SPEC section 3.1: conditions s (Sum a P - b) >= 0, or = 0, with their multipliers z: the bound for the weights W + Sum z s a,
    less Sum z s b, is one for W. *)
Theorem bound_with_conditions m k n P W (a : nat -> nat -> nat -> R) (s b z : nat -> R) bound :
  (forall c, (c < n)%nat ->
     (0 <= z c /\ 0 <= s c * (objective m k (a c) P - b c)) \/ s c * (objective m k (a c) P - b c) = 0) ->
  objective m k (fun i j => W i j + sum n (fun c => z c * s c * a c i j)) P <= bound ->
  objective m k W P <= bound - sum n (fun c => z c * s c * b c).
Proof.
  intros Hc Hb.
  assert (E : objective m k (fun i j => W i j + sum n (fun c => z c * s c * a c i j)) P =
    objective m k W P + sum n (fun c => z c * s c * objective m k (a c) P)).
  { unfold objective.
    rewrite (sum_ext m _ (fun i => sum k (fun j => W i j * P i j) + sum n (fun c => z c * s c * sum k (fun j => a c i j * P i j)))).
    - rewrite sum_plus. f_equal. rewrite sum_swap. apply sum_ext. intros c _. now rewrite sum_scal.
    - intros i _. rewrite (sum_ext k _ (fun j => W i j * P i j + sum n (fun c => z c * s c * (a c i j * P i j)))).
      + rewrite sum_plus. f_equal. rewrite sum_swap. apply sum_ext. intros c _. now rewrite sum_scal.
      + intros j _. rewrite Rmult_plus_distr_r, <- sum_scal_r. f_equal. apply sum_ext. intros. ring. }
  assert (P0 : 0 <= sum n (fun c => z c * (s c * (objective m k (a c) P - b c)))).
  { apply sum_nonneg. intros c Hi. destruct (Hc c Hi) as [[A B]|Z]; [now apply Rmult_le_pos | rewrite Z; lra]. }
  rewrite (sum_ext n _ (fun c => z c * s c * objective m k (a c) P - z c * s c * b c)) in P0 by (intros; ring).
  rewrite sum_minus in P0. lra.
Qed.

(** SPEC section 4.1: the trace, with one multiplier for all columns, one for all pairs and one for all excesses. *)
Theorem trace_by_symmetry k T delta P w y p x :
  mechanism k k P -> ldp k k T delta P -> 0 <= x <= p -> w <= y + (INR k - 1) * x -> 0 <= y - T * x ->
  objective k k (fun i j => if Nat.eqb i j then w else 0) P <= INR k * y + delta * (INR k * (INR k - 1) * p).
Proof.
  intros HP HL Hx Hw Hy.
  assert (Off : forall j c, (j < k)%nat -> sum k (fun l => if Nat.eqb l j then 0 else c) = (INR k - 1) * c).
  { intros j c Hj. rewrite (sum_ext k _ (fun l => c - (if Nat.eqb l j then c else 0))).
    - rewrite sum_minus, sum_const, (sum_single k j (fun _ => c) Hj). ring.
    - intros l _. destruct (Nat.eqb l j); ring. }
  pose proof (pair_duality k k T delta P (fun i j => if Nat.eqb i j then w else 0) (fun _ => y)
    (fun j l => if Nat.eqb l j then 0 else p) (fun i j l => if Nat.eqb i j then (if Nat.eqb l j then 0 else x) else 0) HP HL) as D.
  rewrite sum_const in D.
  rewrite (sum_ext k (fun j => sum k (fun l => if Nat.eqb l j then 0 else p)) (fun _ => (INR k - 1) * p)) in D by (intros; now apply Off).
  rewrite sum_const in D. replace (INR k * (INR k - 1) * p) with (INR k * ((INR k - 1) * p)) by ring. apply D; clear D.
  - intros j l _ _. destruct (Nat.eqb l j); lra.
  - intros j _. now rewrite Nat.eqb_refl.
  - intros i j l _ _ _. destruct (Nat.eqb i j), (Nat.eqb l j); lra.
  - intros i j Hi Hj. rewrite sum_minus. destruct (Nat.eqb_spec i j) as [->|N].
    + rewrite (Off j x Hj). rewrite (sum_ext k (fun l => T * _) (fun _ => 0)); [rewrite sum_zero; lra|].
      intros l _. destruct (Nat.eqb j l); ring.
    + rewrite sum_zero. rewrite sum_scal.
      rewrite (sum_ext k _ (fun l => if Nat.eqb l i then x else 0)).
      * rewrite (sum_single k i (fun _ => x) Hi). lra.
      * intros l _. rewrite (Nat.eqb_sym i l). destruct (Nat.eqb_spec l i) as [->|]; [|reflexivity].
        destruct (Nat.eqb_spec j i); [congruence | reflexivity].
Qed.
