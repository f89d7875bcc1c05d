(** Chai and Nayak: a zero row, the convention of (3.3), (6.4) and (6.7), each with every clause of its printed sentence. *)

From Coq Require Import Reals Lra Lia Arith Bool List.
From Coquelicot Require Import Rbar.
From Rropt Require Import Sums Mechanisms Blackwell Breach Notions ChaiNayak ChaiNayakNotions ChaiNayakProcedures ChaiNayakSentences ChaiNayakSteps ChaiNayakMatrices.
Open Scope R_scope.

(** Before (1.1): a response whose row is zero has probability 0, whatever the shares, and from every category; no sum over the responses changes where it is left out. *)
Theorem zero_row_whole k P i : (forall j, (j < k)%nat -> P i j = 0) ->
  (forall w, sum k (fun j => P i j * w j) = 0) /\ (forall w Q, joint k w Q P i = 0) /\
  forall m f w, sum m (fun u => f u * sum k (fun j => P u j * w j)) = sum m (fun u => if Nat.eqb u i then 0 else f u * sum k (fun j => P u j * w j)).
Proof.
  intros H. assert (Z : forall w, sum k (fun j => P i j * w j) = 0).
  { intros w. etransitivity; [|apply (sum_zero k)]. apply sum_ext. intros j Hj. rewrite H by assumption. ring. }
  split; [assumption|]. split.
  - intros w Q. unfold joint. etransitivity; [|apply (sum_zero k)]. apply sum_ext. intros j Hj. rewrite H by assumption. destruct (Q j); ring.
  - intros m f w. apply sum_ext. intros u _. destruct (Nat.eqb_spec u i) as [->|N]; [rewrite Z; ring | reflexivity].
Qed.

(** The convention of (3.3), prior by prior: where h(p) = 1, and only there, the term is infinite; the odds x/(1-x) do grow beyond every
    bound as x rises to 1; and where h(p) = 1 no posterior of an event of prior p is barred, whatever the procedure. *)
Theorem infinite_where_h_is_1 h : (forall a, 0 <= a <= 1 -> a <= h a <= 1) ->
  (forall p, 0 < p < 1 -> (h p = 1 <-> term h p = p_infty)) /\
  (forall M, 0 < M -> forall x, M / (1 + M) < x < 1 -> M < x / (1 - x)) /\
  (forall m k P w Q i, mechanism m k P -> prior k w -> (i < m)%nat -> 0 < sum k (fun j => w j * P i j) ->
    h (probability k w Q) = 1 -> posterior k w Q P i <= h (probability k w Q)).
Proof.
  intros Hh. split; [|split].
  - intros p Hp. pose proof (Hh p ltac:(lra)). unfold term. destruct (Rlt_dec (h p) 1); split; intros; try reflexivity; try discriminate; lra.
  - intros M HM x [L U]. apply Rmult_lt_reg_r with (1 - x); [lra|]. replace (x / (1 - x) * (1 - x)) with x by (field; lra).
    apply (Rmult_lt_compat_r (1 + M)) in L; [|lra]. replace (M / (1 + M) * (1 + M)) with M in L by (field; lra). lra.
  - intros m k P w Q i HP W Hi S One. rewrite One. now apply (Notions.posterior_range m k w Q P i HP W Hi S).
Qed.

(** (6.4): every (6.2) of the row holds exactly if (6.3) does for each j, and exactly if the supremum s is at most the least quotient of two
    elements, l = j allowed: that quotient is 1, and s is at most 1 as h(p) is at least p. *)
Theorem eq_6_4_display k h x a b s : (forall p, 0 <= p <= 1 -> p <= h p <= 1) -> (forall j, (j < k)%nat -> 0 < x j) ->
  (a < k)%nat -> (b < k)%nat -> (forall j, (j < k)%nat -> x j <= x a) -> (forall j, (j < k)%nat -> x b <= x j) ->
  is_lub (fun t => exists p, 0 < p < 1 /\ t = right_side h p) s ->
  ((forall j w, (j < k)%nat -> prior k w -> 0 < w j < 1 ->
      right_side h (w j) <= sum k (fun l => if Nat.eqb l j then 0 else w l / (1 - w j) * (x l / x j))) <->
    (forall j l, (j < k)%nat -> (l < k)%nat -> l <> j -> s <= x l / x j)) /\
  ((forall j l, (j < k)%nat -> (l < k)%nat -> l <> j -> s <= x l / x j) <-> (forall j l, (j < k)%nat -> (l < k)%nat -> s <= x l / x j)) /\
  ((forall j l, (j < k)%nat -> (l < k)%nat -> s <= x l / x j) <-> s <= x b / x a).
Proof.
  intros Hh Pos Ha Hb HM Hm [Up Low].
  assert (S1 : s <= 1).
  { apply Low. intros t [p [Hp ->]]. pose proof (Hh p ltac:(lra)). unfold right_side. apply Rmult_le_reg_r with ((1 - p) * h p); [apply Rmult_lt_0_compat; lra|].
    replace (p / (1 - p) * ((1 - h p) / h p) * ((1 - p) * h p)) with (p * (1 - h p)) by (field; lra). nra. }
  split; [split|split; split].
  - intros H j l Hj Hl N. pose proof (Pos j Hj) as Xj. apply Low. intros t [p [Hp ->]].
    set (w := fun i => (if Nat.eqb i j then p else 0) + (if Nat.eqb i l then 1 - p else 0)).
    assert (Wj : w j = p) by (unfold w; rewrite Nat.eqb_refl, (proj2 (Nat.eqb_neq j l) (not_eq_sym N)); ring).
    assert (W : prior k w).
    { split.
      - intros i _. unfold w. destruct (Nat.eqb i j), (Nat.eqb i l); lra.
      - unfold w. rewrite sum_plus, (sum_single k j (fun _ => p)), (sum_single k l (fun _ => 1 - p)) by assumption. ring. }
    specialize (H j w Hj W ltac:(rewrite Wj; exact Hp)). rewrite Wj in H.
    rewrite (sum_ext k _ (fun i => if Nat.eqb i l then x i / x j else 0)), (sum_single k l (fun i => x i / x j)) in H; [assumption | assumption |].
    intros i _. unfold w. destruct (Nat.eqb_spec i j) as [->|L]; [now rewrite (proj2 (Nat.eqb_neq j l) (not_eq_sym N))|].
    destruct (Nat.eqb i l); field; lra.
  - intros H j w Hj W Hw. apply Rle_trans with s; [apply Up; now exists (w j)|].
    destruct (weights_of_others k w j W Hj (proj2 Hw)) as [P One]. apply Rle_trans with (sum k (fun l => (if Nat.eqb l j then 0 else w l / (1 - w j)) * s)); [rewrite sum_scal_r, One; lra|].
    apply sum_le. intros l Hl. destruct (Nat.eqb_spec l j) as [|L]; [lra|]. apply Rmult_le_compat_l; [now apply P | now apply H].
  - intros H j l Hj Hl. destruct (Nat.eq_dec l j) as [->|N]; [|now apply H]. pose proof (Pos j Hj). replace (x j / x j) with 1 by (field; lra). exact S1.
  - intros H j l Hj Hl _. now apply H.
  - intros H. now apply H.
  - intros H j l Hj Hl. apply Rle_trans with (x b / x a); [assumption|]. now apply (eq_6_4 k x a b Ha Hb Pos HM Hm).
Qed.

(** (6.7), whole: P* = Q^-1 P is a TPM, and has no zero row and no proportional rows where P has none. *)
Theorem eq_6_7_whole m k q B P : permutes m q ->
  (forall i l, (i < m)%nat -> (l < k)%nat -> sum m (fun j => (B i j - (if Nat.eqb i j then 1 else 0)) * P j l) = 0) ->
  mechanism m k P -> no_zero_row m k P -> no_proportional_rows m k P ->
  (forall i l, (i < m)%nat -> (l < k)%nat ->
    sum m (fun j => (conjugated m q B i j - (if Nat.eqb i j then 1 else 0)) * renamed m q P j l) = 0) /\
  mechanism m k (renamed m q P) /\ no_zero_row m k (renamed m q P) /\ no_proportional_rows m k (renamed m q P).
Proof.
  intros Q H [P0 P1] Z N. split; [now apply eq_6_7|].
  assert (E : forall i l, (i < m)%nat -> renamed m q P i l = P (q i) l).
  { intros i l Hi. unfold renamed, permutation_of. rewrite (sum_ext m _ (fun u => if Nat.eqb u (q i) then P u l else 0)) by (intros u _; destruct (Nat.eqb u (q i)); ring).
    apply (sum_single m (q i) (fun u => P u l)). now apply Q. }
  split; [split|split].
  - intros i l Hi Hl. rewrite E by assumption. apply P0; [now apply Q | assumption].
  - intros l Hl. rewrite (sum_ext m _ (fun i => P (q i) l)) by (intros i Hi; now apply E). rewrite (sum_permuted m q (fun u => P u l) Q). now apply P1.
  - intros i Hi. destruct (Z (q i) (proj1 Q i Hi)) as [l [Hl NZ]]. exists l. split; [assumption|]. now rewrite E.
  - intros i i' c Hi Hi' F. apply (proj2 Q i i' Hi Hi'). apply (N (q i) (q i') c (proj1 Q i Hi) (proj1 Q i' Hi')). intros l Hl. rewrite <- !E by assumption. now apply F.
Qed.
