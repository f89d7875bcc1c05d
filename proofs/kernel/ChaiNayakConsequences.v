(** Chai and Nayak: what the constructions of sections 4 and 6 come to: the range of xi in Lemma 4.2, the sentence after Lemma 4.3, equality
    in Theorem 4.4 (a), and (6.3). *)

From Coq Require Import Reals Lra Lia Arith Bool List.
From Coquelicot Require Continuity.
From Rropt Require ChaiNayakMatrices.
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

(** The proof of Lemma 4.2: the parity of the first row moves continuously with xi, and stays at most g for some xi above 1. *)
Definition row_parity (k : nat) (y : nat -> R) : R := largest (k - 1) (fun j => largest (k - 1) (fun l => y j / y l)).

Lemma continuous_largest n (f : nat -> R -> R) x : (forall a, (a <= n)%nat -> continuity_pt (f a) x) -> continuity_pt (fun t => largest n (fun a => f a t)) x.
Proof.
  induction n as [|n IH]; intros H; simpl; [apply (H 0%nat); lia|].
  apply (Continuity.continuity_pt_ext (fun t => (largest n (fun a => f a t) + f (S n) t + Rabs (largest n (fun a => f a t) - f (S n) t)) / 2)).
  - intros t. unfold Rmax. destruct (Rle_dec (largest n (fun a => f a t)) (f (S n) t)); [rewrite Rabs_left1 by lra | rewrite Rabs_right by lra]; lra.
  - assert (A : continuity_pt (fun t => largest n (fun a => f a t)) x) by (apply IH; intros; apply H; lia).
    pose proof (H (S n) ltac:(lia)) as B. unfold Rdiv. apply continuity_pt_mult; [|apply continuity_pt_const; intros ? ?; reflexivity].
    apply continuity_pt_plus; [now apply continuity_pt_plus|].
    apply (continuity_pt_comp (fun t => largest n (fun a => f a t) - f (S n) t) Rabs); [now apply continuity_pt_minus | apply Rcontinuity_abs].
Qed.

Lemma row_parity_is k g y : (0 < k)%nat -> 1 <= g -> (forall j, (j < k)%nat -> 0 < y j) -> (row_parity k y <= g <-> row_parity_at_most k g y).
Proof.
  intros Hk Hg Pos. assert (Q : forall j l, (j < k)%nat -> (l < k)%nat -> (y j / y l <= g <-> y j <= g * y l)).
  { intros j l Hj Hl. pose proof (Pos l Hl) as L. split; intros H.
    - apply Rmult_le_compat_r with (r := y l) in H; [|lra]. unfold Rdiv in H. rewrite Rmult_assoc, Rinv_l in H by lra. lra.
    - apply Rmult_le_reg_r with (y l); [assumption|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. lra. }
  split; intros H.
  - intros j l Hj Hl _. apply Q; auto. apply Rle_trans with (row_parity k y); [|assumption].
    apply Rle_trans with (largest (k - 1) (fun l => y j / y l)); [apply (largest_ge (k - 1) (fun l => y j / y l)); lia|].
    apply (largest_ge (k - 1) (fun j => largest (k - 1) (fun l => y j / y l))). lia.
  - apply largest_le. intros j Hj. apply largest_le. intros l Hl. apply Q; [lia | lia|]. destruct (Nat.eq_dec j l) as [->|N]; [|apply H; lia].
    pose proof (Rmult_le_compat_r (y l) 1 g ltac:(left; apply Pos; lia) Hg). lra.
Qed.

Lemma largest_below n f b : (forall a, (a <= n)%nat -> f a < b) -> largest n f < b.
Proof. induction n as [|n IH]; intros H; [apply H; lia|]. change (Rmax (largest n f) (f (S n)) < b). apply Rmax_lub_lt; [apply IH; intros; apply H; lia | apply H; lia]. Qed.

Theorem lemma_4_2_some_xi m k g A : 1 < g -> in_class m k g A -> row_between k g A 0 ->
  let eta1 := fun x => row_parity k (sheared x A 0%nat) in
  exists x0, 1 < x0 /\ (forall x, 1 <= x < x0 -> mechanism m k (sheared x A) /\ continuity_pt eta1 x) /\ eta1 1 = row_parity k (A 0%nat) /\ eta1 1 < g /\
  exists x, 1 < x < x0 /\ eta1 x <= g /\ parity_at_most m k g (sheared x A).
Proof.
  intros Hg HA [_ Below] eta1. pose proof HA as [Hm [[A0 A1] [NZ [_ Par]]]].
  assert (K : (0 < k)%nat) by (destruct (NZ 0%nat ltac:(lia)) as [j [Hj _]]; lia).
  assert (AP : forall j, (j < k)%nat -> 0 < A 0%nat j) by (intros j Hj; apply (positive_in_class m k g A 0 j HA Hg); [lia | assumption]).
  destruct (exists_least k (A 0%nat) K) as [l [Hl Least]]. destruct (lemma_4_2_range m k g A Hg HA) as [x1 [X1 Range]].
  set (x0 := Rmin x1 (1 + A 0%nat l)). assert (X0 : 1 < x0) by (apply Rmin_glb_lt; [assumption | pose proof (AP l Hl); lra]).
  assert (Pos : forall x, 1 <= x < x0 -> forall j, (j < k)%nat -> 0 < sheared x A 0%nat j).
  { intros x Hx j Hj. pose proof (Rmin_r x1 (1 + A 0%nat l)). fold x0 in H. simpl. pose proof (Least j Hj).
    pose proof (sum_term m (fun i => A i j) 1 (fun i Hi' => A0 i j Hi' Hj) ltac:(lia)) as T. cbv beta in T. rewrite A1 in T by assumption.
    pose proof (Rmult_le_compat_l (x - 1) (A 1%nat j) 1 ltac:(lra) T). lra. }
  assert (Cont : forall x, 1 <= x < x0 -> continuity_pt eta1 x).
  { intros x Hx. apply (continuous_largest (k - 1) (fun j t => largest (k - 1) (fun l => sheared t A 0%nat j / sheared t A 0%nat l))). intros j Hj.
    apply (continuous_largest (k - 1) (fun l t => sheared t A 0%nat j / sheared t A 0%nat l)). intros i Hi.
    assert (Aff : forall c, continuity_pt (fun t => sheared t A 0%nat c) x) by (intros c; simpl; apply derivable_continuous_pt; reg).
    apply (continuity_pt_div (fun t => sheared t A 0%nat j) (fun t => sheared t A 0%nat i)); auto. pose proof (Pos x Hx i ltac:(lia)). lra. }
  assert (One : eta1 1 = row_parity k (A 0%nat)).
  { unfold eta1, row_parity. f_equal. apply FunctionalExtensionality.functional_extensionality. intros j. f_equal.
    apply FunctionalExtensionality.functional_extensionality. intros i. simpl. f_equal; [|f_equal]; ring. }
  assert (Less : eta1 1 < g).
  { rewrite One. apply largest_below. intros j Hj. apply largest_below. intros i Hi. pose proof (AP i ltac:(lia)) as P_.
    apply Rmult_lt_reg_r with (A 0%nat i); [assumption|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l, Rmult_1_r by lra. apply Below; lia. }
  exists x0. split; [assumption|]. split; [|split; [assumption|]; split; [assumption|]].
  - intros x Hx. split; [|now apply Cont]. apply Range. pose proof (Rmin_l x1 (1 + A 0%nat l)). fold x0 in H. lra.
  - destruct (Cont 1 ltac:(lra) (g - eta1 1) ltac:(lra)) as [a [Ha Near]].
    set (x := 1 + Rmin a (x0 - 1) / 2). pose proof (Rmin_l a (x0 - 1)). pose proof (Rmin_r a (x0 - 1)).
    assert (M : 0 < Rmin a (x0 - 1)) by (apply Rmin_glb_lt; lra). assert (Hx : 1 < x < x0) by (unfold x; lra).
    assert (E : eta1 x <= g).
    { assert (F : Rabs (eta1 x - eta1 1) < g - eta1 1).
      { apply (Near x). split; [split; [exact I | lra]|]. change (Rabs (x - 1) < a). rewrite Rabs_right; unfold x in *; lra. }
      apply Rabs_def2 in F. lra. }
    exists x. split; [assumption|]. split; [assumption|]. intros i j c Hi Hj Hc N. destruct i as [|i].
    + apply (proj1 (row_parity_is k g (sheared x A 0%nat) K ltac:(lra) (Pos x ltac:(lra)))); auto.
    + apply (proj2 (lemma_4_2_other_parities k A x (S i) ltac:(lra) ltac:(lia) g)); auto. intros j' l' Hj' Hl' N'. now apply Par.
Qed.

(** Whatever xi above 1 is taken, as long as P is a TPM, P is better than A: DA = P with a TPM D would make C^-1 D = I, and d_22 = xi. *)
Lemma better_for_every_xi m k g A x : in_class m k g A -> 1 < x -> mechanism m k (sheared x A) ->
  at_least_as_informative m m k (sheared x A) A /\ ~ at_least_as_informative m m k A (sheared x A).
Proof.
  intros [Hm [MA [NZ [NP _]]]] Hx MP. destruct (lemma_4_2_matrices m x Hm Hx) as [_ [_ [MI _]]]. split.
  - exists (shear (1 / x)). split; [assumption|]. intros i j Hi Hj. apply (lemma_4_2_products m A x i j Hm Hx Hi).
  - intros [D [MD ED]]. set (B := fun i j => sum m (fun u => shear (1 / x) i u * D u j)).
    assert (MB : mechanism m m B) by (now apply ChaiNayakMatrices.product_is_tpm).
    assert (I : B 1%nat 1%nat = 1).
    { rewrite (lemma_6_1 m k B A MB MA NZ NP); [reflexivity | | lia | lia]. intros i l Hi Hl.
      rewrite (proj2 (lemma_4_2_products m A x i l Hm Hx Hi)).
      rewrite (sum_ext m (fun u => shear (1 / x) i u * sheared x A u l) (fun u => sum m (fun j => shear (1 / x) i u * D u j * A j l)))
        by (intros u Hu; rewrite (ED u l Hu Hl), <- sum_scal; apply sum_ext; intros; ring).
      rewrite sum_swap. apply sum_ext. intros j Hj. unfold B. now rewrite <- sum_scal_r. }
    unfold B in I. rewrite (shear_sum m (1 / x) (fun u => D u 1%nat)) in I by lia.
    destruct MD as [D0 D1]. pose proof (sum_term m (fun u => D u 1%nat) 1 (fun u Hu => D0 u 1%nat Hu ltac:(lia)) ltac:(lia)) as T.
    cbv beta in T. rewrite D1 in T by lia. apply (Rmult_eq_compat_l x) in I. replace (x * (1 / x * D 1%nat 1%nat)) with (D 1%nat 1%nat) in I by (field; lra). lra.
Qed.

Theorem lemma_4_2_any_xi m k g A : 1 < g -> in_class m k g A -> row_between k g A 0 ->
  exists x0, 1 < x0 /\ (exists x, 1 < x < x0 /\ parity_at_most m k g (sheared x A)) /\
  forall x, 1 < x < x0 -> parity_at_most m k g (sheared x A) ->
    mechanism m k (sheared x A) /\ at_least_as_informative m m k (sheared x A) A /\ ~ at_least_as_informative m m k A (sheared x A) /\ inadmissible m k g A.
Proof.
  intros Hg HA HB. destruct (lemma_4_2_some_xi m k g A Hg HA HB) as [x0 [X0 [Range [_ [_ [x [Hx [_ HP]]]]]]]].
  exists x0. split; [assumption|]. split; [now exists x|]. intros y Hy _. destruct (Range y ltac:(lra)) as [M _].
  destruct (better_for_every_xi m k g A y HA (proj1 Hy) M) as [S N]. repeat split; try assumption; try apply M.
  apply (lemma_4_2 m k g A 0 Hg HA); [destruct HA; lia | assumption].
Qed.
