(** Chai and Nayak: what the constructions of sections 4 and 6 come to: the range of xi in Lemma 4.2, the sentence after Lemma 4.3, equality
    in Theorem 4.4 (a), and (6.3). *)

From Coq Require Import Reals Lra Lia Arith Bool List.
From Rropt Require Import Sums Mechanisms Blackwell Breach Notions ChaiNayak ChaiNayakAdmissible ChaiNayakProcedures ChaiNayakNotions ChaiNayakMerging ChaiNayakSentences ChaiNayakSteps.
Open Scope R_scope.

(** The proof of Lemma 4.2: P is a TPM for all xi from 1 up to some xi_0 above it. *)
Theorem lemma_4_2_range m k g A : 1 < g -> in_class m k g A ->
  exists x0, 1 < x0 /\ forall x, 1 <= x < x0 -> mechanism m k (sheared x A).
Proof.
  intros Hg HA. pose proof HA as [Hm [[A0 A1] [NZ _]]].
  assert (K : (0 < k)%nat) by (destruct (NZ 0%nat ltac:(lia)) as [j [Hj _]]; lia).
  destruct (exists_least k (A 0%nat) K) as [l [Hl Least]].
  pose proof (positive_in_class m k g A 0 l HA Hg ltac:(lia) Hl) as E.
  exists (1 + A 0%nat l). split; [lra|]. intros x Hx. split.
  - intros [|[|i]] j Hi Hj; simpl.
    + pose proof (Least j Hj). pose proof (A0 1%nat j ltac:(lia) Hj).
      pose proof (sum_term m (fun i => A i j) 1 (fun i Hi' => A0 i j Hi' Hj) ltac:(lia)) as T. cbv beta in T. rewrite A1 in T by assumption.
      pose proof (Rmult_le_compat_l (x - 1) (A 1%nat j) 1 ltac:(lra) T). lra.
    + apply Rmult_le_pos; [lra | apply A0; [lia | assumption]].
    + now apply A0.
  - intros j Hj. destruct m as [|[|m]]; [lia | lia |]. pose proof (A1 j Hj) as One. rewrite !sum_first in *. simpl. lra.
Qed.

(** After Lemma 4.3: where P, constructed there, satisfies C1 and C2, it is better than A. *)
Theorem better_than_constant m k g A d : 1 < g -> in_class (S m) k g A -> (forall j, (j < k)%nat -> A 0%nat j = d) ->
  let P := fun i j => A (S i) j * / (1 - d) in
  two_values m k g P ->
  in_class m k g P /\ at_least_as_informative m (S m) k P A /\ ~ at_least_as_informative (S m) m k A P /\ inadmissible (S m) k g A.
Proof.
  intros Hg HA E P Two. destruct (lemma_4_3_construction m k g A d HA E) as [D [HP [_ [Suff _]]]]. change (mechanism m k P) in HP.
  change (at_least_as_informative m (S m) k P A) in Suff. pose proof HA as [Hm [HM [NZ [NP Par]]]].
  assert (I : 0 < / (1 - d)) by (apply Rinv_0_lt_compat; lra).
  assert (M2 : (2 <= m)%nat).
  { destruct m as [|[|m]]; [lia | | lia]. exfalso. destruct (Two 0%nat ltac:(lia)) as [c [h [l [Hc [Hh [Hl [Eh [El _]]]]]]]].
    pose proof (proj2 HP h Hh) as S1. pose proof (proj2 HP l Hl) as S2. simpl in S1, S2. rewrite Eh in S1. rewrite El in S2.
    assert (C1 : c = 1) by lra. rewrite C1 in *. lra. }
  assert (C : in_class m k g P).
  { split; [assumption|]. split; [assumption|]. split; [|split].
    - intros i Hi. destruct (NZ (S i) ltac:(lia)) as [j [Hj Z]]. exists j. split; [assumption|]. unfold P. intros F. apply Rmult_integral in F. lra.
    - intros i i' c Hi Hi' F. enough (S i = S i') by lia. apply (NP (S i) (S i') c ltac:(lia) ltac:(lia)). intros j Hj. specialize (F j Hj).
      unfold P in F. apply (Rmult_eq_reg_r (/ (1 - d))); lra.
    - intros i j l Hi Hj Hl N. unfold P. pose proof (Par (S i) j l ltac:(lia) Hj Hl N). rewrite <- Rmult_assoc. apply Rmult_le_compat_r; lra. }
  assert (NA : ~ two_values (S m) k g A).
  { intros T. destruct (T 0%nat ltac:(lia)) as [c [h [l [Hc [Hh [Hl [Eh [El _]]]]]]]]. rewrite (E h Hh) in Eh. rewrite (E l Hl) in El.
    pose proof (Rmult_lt_compat_r c 1 g Hc Hg). lra. }
  destruct (corollary_4_1 m (S m) k g P A C HA Two NA) as [_ Better].
  split; [assumption|]. split; [assumption|]. split; [now apply Better|]. exists m, P. split; [assumption|]. split; [assumption | now apply Better].
Qed.

(** The proof of Theorem 4.4 (b): when (a) holds with equality. *)
Theorem equality_in_4_4 k g P : 1 < g -> (0 < k)%nat -> mechanism k k P -> parity_at_most k k g P ->
  (sum k (fun i => P i i) = g * INR k / (g + INR k - 1) <-> forall i j, (i < k)%nat -> (j < k)%nat -> i <> j -> P i j = P i i / g).
Proof.
  intros Hg Hk HP Par. assert (K : 1 <= INR k) by (replace 1 with (INR 1) by reflexivity; apply le_INR; lia). split; intros H.
  - pose proof (proj1 (theorem_4_4_b k g P Hg Hk HP Par) H) as F. intros i j Hi Hj N. rewrite (F i j Hi Hj), (F i i Hi Hi).
    rewrite Nat.eqb_refl, (proj2 (Nat.eqb_neq i j) N). field. lra.
  - assert (Row : forall i, (i < k)%nat -> g * sum k (P i) = (g + INR k - 1) * P i i).
    { intros i Hi. rewrite (sum_ext k (P i) (fun j => P i i / g + (if Nat.eqb j i then P i i - P i i / g else 0))).
      - rewrite sum_plus, sum_const, (sum_single k i (fun _ => P i i - P i i / g)) by assumption. field. lra.
      - intros j Hj. destruct (Nat.eqb_spec j i) as [->|N]; [ring|]. rewrite (H i j) by auto. ring. }
    apply Rmult_eq_reg_l with (g + INR k - 1); [|lra]. rewrite <- sum_scal.
    rewrite (sum_ext k _ (fun i => g * sum k (P i))) by (intros i Hi; now rewrite Row). rewrite sum_scal, sum_swap.
    rewrite (sum_ext k _ (fun _ => 1)) by (intros j Hj; now apply HP). rewrite sum_const. field. lra.
Qed.

(** (6.3): the least quotient, at b, against the supremum s of the right side; and where s is positive no entry of the row is 0. *)
Theorem eq_6_3 k h x j b s : (j < k)%nat -> (b < k)%nat -> b <> j -> 0 < x j -> (forall l, (l < k)%nat -> l <> j -> x b <= x l) ->
  is_lub (fun t => exists p, 0 < p < 1 /\ t = right_side h p) s ->
  ((forall w, prior k w -> 0 < w j < 1 ->
      right_side h (w j) <= sum k (fun l => if Nat.eqb l j then 0 else w l / (1 - w j) * (x l / x j))) <-> s <= x b / x j) /\
  (s <= x b / x j -> 0 < s -> forall l, (l < k)%nat -> 0 < x l).
Proof.
  intros Hj Hb N Xj Least [Up Low]. split; [split|].
  - intros H. apply Low. intros t [p [Hp ->]].
    set (w := fun l => (if Nat.eqb l j then p else 0) + (if Nat.eqb l b then 1 - p else 0)).
    assert (Wj : w j = p) by (unfold w; rewrite Nat.eqb_refl, (proj2 (Nat.eqb_neq j b) (not_eq_sym N)); ring).
    assert (W : prior k w).
    { split.
      - intros l _. unfold w. destruct (Nat.eqb l j), (Nat.eqb l b); lra.
      - unfold w. rewrite sum_plus, (sum_single k j (fun _ => p)), (sum_single k b (fun _ => 1 - p)) by assumption. ring. }
    specialize (H w W ltac:(rewrite Wj; exact Hp)). rewrite Wj in H.
    rewrite (sum_ext k _ (fun l => if Nat.eqb l b then x l / x j else 0)), (sum_single k b (fun l => x l / x j)) in H; [assumption | assumption |].
    intros l _. unfold w. destruct (Nat.eqb_spec l j) as [->|L]; [now rewrite (proj2 (Nat.eqb_neq j b) (not_eq_sym N))|].
    destruct (Nat.eqb l b); field; lra.
  - intros H w W Hw. apply Rle_trans with s; [apply Up; now exists (w j)|]. apply Rle_trans with (x b / x j); [assumption|].
    destruct (weights_of_others k w j W Hj (proj2 Hw)) as [Pos One]. apply Rle_trans with (sum k (fun l => (if Nat.eqb l j then 0 else w l / (1 - w j)) * (x b / x j))); [rewrite sum_scal_r, One; lra|].
    apply sum_le. intros l Hl. destruct (Nat.eqb_spec l j) as [|L]; [lra|].
    apply Rmult_le_compat_l; [now apply Pos|]. apply Rmult_le_compat_r; [left; now apply Rinv_0_lt_compat | now apply Least].
  - intros H S0 l Hl. destruct (Nat.eq_dec l j) as [->|L]; [assumption|]. apply Rlt_le_trans with (x b); [|now apply Least].
    apply Rmult_lt_reg_r with (/ x j); [now apply Rinv_0_lt_compat|]. rewrite Rmult_0_l. change (0 < x b / x j). lra.
Qed.
