(** Chai and Nayak, sections 4 to 6: the steps of the printed proofs whole, each for every m, k and matrix: the constructions of Lemmas 4.2, 4.3
    and 4.4, the rows of Theorem 4.4, and the displays of the appendix. *)

From Coq Require Import Reals Lra Lia Arith Bool List.
From Rropt Require Import Sums Mechanisms Blackwell Breach Notions ChaiNayak ChaiNayakAdmissible ChaiNayakProcedures ChaiNayakNotions ChaiNayakMerging ChaiNayakSentences.
From Rropt Require ChaiNayakMatrices.
Open Scope R_scope.

(** The parity of one row, 0/0 being 1: at most g. *)
Definition row_parity_at_most (k : nat) (g : R) (x : nat -> R) : Prop :=
  forall j l, (j < k)%nat -> (l < k)%nat -> j <> l -> x j <= g * x l.

Lemma scaled_row k g c x y : 0 < c -> (forall j, (j < k)%nat -> y j = c * x j) -> (row_parity_at_most k g y <-> row_parity_at_most k g x).
Proof.
  intros Hc E. split; intros H j l Hj Hl N; specialize (H j l Hj Hl N); rewrite ?E in * by assumption.
  - apply Rmult_le_reg_l with c; [assumption|]. lra.
  - apply Rmult_le_compat_l with (r := c) in H; lra.
Qed.

(** Section 4: responses of proportional rows have proportional likelihoods, and the same posteriors. *)
Theorem proportional_rows_same k P i l c : c <> 0 -> (forall j, (j < k)%nat -> P i j = c * P l j) ->
  (forall x, sum k (fun j => P i j * x j) = c * sum k (fun j => P l j * x j)) /\
  forall w Q, 0 < sum k (fun j => w j * P l j) -> posterior k w Q P i = posterior k w Q P l.
Proof.
  intros Hc E. split.
  - intros x. rewrite <- sum_scal. apply sum_ext. intros j Hj. rewrite E by assumption. ring.
  - intros w Q Pos. unfold posterior, joint.
    rewrite (sum_ext k (fun j => w j * P i j) (fun j => c * (w j * P l j))), sum_scal by (intros; rewrite E by assumption; ring).
    rewrite (sum_ext k (fun j => if Q j then w j * P i j else 0) (fun j => c * (if Q j then w j * P l j else 0))), sum_scal.
    + field. lra.
    + intros j Hj. rewrite E by assumption. destruct (Q j); ring.
Qed.

(** (4.1) for every i, j and l. *)
Theorem eq_4_1_all m r k g C P A i j l : 1 <= g -> mechanism r k P -> garbles m r k C P A -> parity_at_most r k g P ->
  (i < m)%nat -> (j < k)%nat -> (l < k)%nat ->
  A i j = sum r (fun u => C i u * P u j) /\
  sum r (fun u => C i u * P u j) <= sum r (fun u => C i u * (g * P u l)) /\ sum r (fun u => C i u * (g * P u l)) = g * A i l.
Proof.
  intros Hg [Pos _] G Par Hi Hj Hl. destruct (Nat.eq_dec j l) as [->|N]; [|now apply (eq_4_1 m r k g C P A)].
  destruct G as [[C0 _] E]. split; [now apply E|]. split.
  - apply sum_le. intros u Hu. apply Rmult_le_compat_l; [now apply C0|]. pose proof (Pos u l Hu Hl).
    apply Rle_trans with (1 * P u l); [lra | now apply Rmult_le_compat_r].
  - rewrite E by assumption. rewrite <- sum_scal. apply sum_ext. intros; ring.
Qed.

(** The proof of Lemma 4.2: C, with C^-1 for 1/z, and P = CA. *)
Definition shear (z : R) (i u : nat) : R :=
  if Nat.eqb i 0 && Nat.eqb u 1 then 1 - z else if Nat.eqb i 1 && Nat.eqb u 1 then z else if Nat.eqb i u then 1 else 0.
Definition sheared (z : R) (A : nat -> nat -> R) (i j : nat) : R :=
  match i with O => A 0%nat j + (1 - z) * A 1%nat j | S O => z * A 1%nat j | _ => A i j end.

Lemma shear_sum m z x i : (2 <= m)%nat -> (i < m)%nat ->
  sum m (fun u => shear z i u * x u) = match i with O => x 0%nat + (1 - z) * x 1%nat | S O => z * x 1%nat | _ => x i end.
Proof.
  intros Hm Hi.
  rewrite (sum_ext m _ (fun u => (if Nat.eqb u i then x u else 0) + (if Nat.eqb u 1 then match i with O => 1 - z | S O => z - 1 | _ => 0 end * x u else 0))).
  - rewrite sum_plus, (sum_single m i x), (sum_single m 1 (fun u => _ * x u)) by lia. destruct i as [|[|i]]; ring.
  - intros u _. unfold shear. destruct i as [|[|i]], u as [|[|u]]; simpl; try ring.
    rewrite (Nat.eqb_sym u i). destruct (Nat.eqb i u); ring.
Qed.

Lemma shear_inverse m y z i j : (2 <= m)%nat -> (i < m)%nat -> (j < m)%nat -> y * z = 1 ->
  sum m (fun u => shear y i u * shear z u j) = if Nat.eqb i j then 1 else 0.
Proof.
  intros Hm Hi Hj E. rewrite shear_sum by assumption.
  destruct i as [|[|i]], j as [|[|j]]; unfold shear; simpl; try ring; try (rewrite E; ring); try lra.
Qed.

Theorem lemma_4_2_matrices m z : (2 <= m)%nat -> 1 < z ->
  (forall i j, (i < m)%nat -> (j < m)%nat -> sum m (fun u => shear z i u * shear (1 / z) u j) = if Nat.eqb i j then 1 else 0) /\
  (forall i j, (i < m)%nat -> (j < m)%nat -> sum m (fun u => shear (1 / z) i u * shear z u j) = if Nat.eqb i j then 1 else 0) /\
  mechanism m m (shear (1 / z)) /\ ~ mechanism m m (shear z).
Proof.
  intros Hm Hz. assert (I : 0 < 1 / z < 1).
  { split; [apply Rdiv_lt_0_compat; lra|]. apply Rmult_lt_reg_r with z; [lra|]. replace (1 / z * z) with 1 by (field; lra). lra. }
  split; [intros; apply shear_inverse; auto; field; lra|]. split; [intros; apply shear_inverse; auto; field; lra|]. split.
  - split.
    + intros i j _ _. unfold shear. destruct (Nat.eqb i 0 && Nat.eqb j 1); [lra|]. destruct (Nat.eqb i 1 && Nat.eqb j 1); [lra|]. destruct (Nat.eqb i j); lra.
    + intros j Hj. rewrite (sum_ext m _ (fun i => (if Nat.eqb i j then 1 else 0) + ((if Nat.eqb i 0 then (if Nat.eqb j 1 then 1 - 1 / z else 0) else 0)
        - (if Nat.eqb i 1 then (if Nat.eqb j 1 then 1 - 1 / z else 0) else 0)))).
      * rewrite sum_plus, sum_minus, (sum_single m j (fun _ => 1)), !(sum_single m _ (fun _ => if Nat.eqb j 1 then 1 - 1 / z else 0)) by lia. ring.
      * intros i _. unfold shear. destruct i as [|[|i]], j as [|[|j]]; simpl; try ring.
  - intros [C0 _]. specialize (C0 0%nat 1%nat ltac:(lia) ltac:(lia)). unfold shear in C0. simpl in C0. lra.
Qed.

Theorem lemma_4_2_products m A z i j : (2 <= m)%nat -> 1 < z -> (i < m)%nat ->
  sheared z A i j = sum m (fun u => shear z i u * A u j) /\ A i j = sum m (fun u => shear (1 / z) i u * sheared z A u j).
Proof.
  intros Hm Hz Hi. rewrite !shear_sum by assumption. destruct i as [|[|i]]; simpl; split; try reflexivity; field; lra.
Qed.

Theorem lemma_4_2_other_parities k A z i : 1 <= z -> (1 <= i)%nat ->
  forall g, row_parity_at_most k g (sheared z A i) <-> row_parity_at_most k g (A i).
Proof. intros Hz Hi g. destruct i as [|[|i]]; [lia | apply (scaled_row k g z); [lra | reflexivity] | reflexivity]. Qed.

(** The proof of Lemma 4.3. *)
Theorem one_constant_row m k g A i l : in_class m k g A -> (i < m)%nat -> (l < m)%nat -> row_constant k A i -> row_constant k A l -> i = l.
Proof.
  intros [_ [_ [NZ [NP _]]]] Hi Hl Ci Cl. destruct (NZ l Hl) as [b [Hb Z]]. apply (NP i l (A i b / A l b) Hi Hl).
  intros j Hj. rewrite (Ci j b Hj Hb), (Cl j b Hj Hb). field. assumption.
Qed.

Theorem lemma_4_3_construction m k g A d : in_class (S m) k g A -> (forall j, (j < k)%nat -> A 0%nat j = d) ->
  let P := fun i j => A (S i) j * / (1 - d) in
  let C := fun i u => match i with O => d | S i' => if Nat.eqb i' u then 1 - d else 0 end in
  0 < d < 1 /\ mechanism m k P /\ garbles (S m) m k C P A /\ at_least_as_informative m (S m) k P A /\
  forall i f, row_parity_at_most k f (P i) <-> row_parity_at_most k f (A (S i)).
Proof.
  intros [Hm [[A0 A1] [NZ _]]] E P C. assert (D : 0 < d < 1).
  { destruct (NZ 0%nat ltac:(lia)) as [a [Ha Za]]. destruct (NZ 1%nat ltac:(lia)) as [b [Hb Zb]].
    pose proof (A0 0%nat a ltac:(lia) Ha). rewrite (E a Ha) in *. pose proof (A0 1%nat b ltac:(lia) Hb). split; [lra|].
    pose proof (A1 b Hb) as One. rewrite sum_first, (E b Hb) in One.
    pose proof (sum_term m (fun i => A (S i) b) 0 (fun i Hi => A0 (S i) b ltac:(lia) Hb) ltac:(lia)) as T. cbv beta in T. lra. }
  assert (I : 0 < / (1 - d)) by (apply Rinv_0_lt_compat; lra).
  assert (HP : mechanism m k P).
  { split.
    - intros i j Hi Hj. apply Rmult_le_pos; [apply A0; lia | lra].
    - intros j Hj. unfold P. rewrite sum_scal_r. pose proof (A1 j Hj) as One. rewrite sum_first, (E j Hj) in One.
      replace (sum m (fun i => A (S i) j)) with (1 - d) by lra. field. lra. }
  assert (G : garbles (S m) m k C P A).
  { split; [split|].
    - intros [|i] u _ _; simpl; [lra|]. destruct (Nat.eqb i u); lra.
    - intros u Hu. rewrite sum_first. simpl. rewrite (sum_single m u (fun _ => 1 - d)) by assumption. ring.
    - intros [|i] j Hi Hj; unfold C.
      + rewrite E, sum_scal, (proj2 HP) by assumption. ring.
      + rewrite (sum_ext m _ (fun u => if Nat.eqb u i then (1 - d) * P u j else 0)).
        * rewrite (sum_single m i (fun u => (1 - d) * P u j)) by lia. unfold P. field. lra.
        * intros u _. rewrite (Nat.eqb_sym u i). destruct (Nat.eqb i u); ring. }
  split; [assumption|]. split; [assumption|]. split; [assumption|]. split; [now exists C|].
  intros i f. apply (scaled_row k f (/ (1 - d))); [assumption|]. intros j _. unfold P. ring.
Qed.

(** The proof of Lemma 4.4: the middle value a_11 of the first row, of least value lo and largest hi, is split. *)
Definition split_middle (lo hi : R) (A : nat -> nat -> R) (i j : nat) : R :=
  let d := (hi - A 0%nat 0%nat) / (hi - lo) in
  match i with
  | O => d * (if Nat.eqb j 0 then lo else A 0%nat j) | S O => (1 - d) * (if Nat.eqb j 0 then hi else A 0%nat j) | S i' => A i' j end.

Theorem lemma_4_4_construction m k g A lo hi : 1 < g -> in_class (S m) k g A -> (forall i, (i < S m)%nat -> row_at k g A i) ->
  (exists j, (j < k)%nat /\ A 0%nat j = lo) -> (exists j, (j < k)%nat /\ A 0%nat j = hi) -> (forall j, (j < k)%nat -> lo <= A 0%nat j <= hi) ->
  lo < A 0%nat 0%nat < hi ->
  hi / lo = g /\ 0 < (hi - A 0%nat 0%nat) / (hi - lo) < 1 /\ mechanism (S (S m)) k (split_middle lo hi A) /\
  (forall i, (i < S (S m))%nat -> row_parity_at_most k g (split_middle lo hi A i) /\ row_at k g (split_middle lo hi A) i) /\
  garbles (S m) (S (S m)) k merges (split_middle lo hi A) A /\ at_least_as_informative (S (S m)) (S m) k (split_middle lo hi A) A.
Proof.
  intros Hg HA At [a [Ha Ea]] [b [Hb Eb]] Range Mid. pose proof HA as [Hm [[A0 A1] [NZ [NP Par]]]].
  assert (Lo : 0 < lo) by (rewrite <- Ea; apply (positive_in_class (S m) k g A); auto; lia).
  assert (Hi : hi = g * lo).
  { apply Rle_antisym.
    - rewrite <- Ea, <- Eb. apply (Par 0%nat); auto; try lia. intros ->. lra.
    - destruct (At 0%nat ltac:(lia)) as [j [l [Hj [Hl E]]]]. pose proof (Range j Hj). pose proof (Range l Hl).
      apply Rle_trans with (g * A 0%nat l); [apply Rmult_le_compat_l; lra | lra]. }
  set (x := A 0%nat 0%nat) in *. set (d := (hi - x) / (hi - lo)).
  assert (D : 0 < d < 1).
  { unfold d. split; [apply Rdiv_lt_0_compat; lra|]. apply Rmult_lt_reg_r with (hi - lo); [lra|]. replace ((hi - x) / (hi - lo) * (hi - lo)) with (hi - x) by (field; lra). lra. }
  assert (Mix : d * lo + (1 - d) * hi = x) by (unfold d; field; lra).
  assert (E0 : forall j, split_middle lo hi A 0%nat j = d * (if Nat.eqb j 0 then lo else A 0%nat j)) by reflexivity.
  assert (E1 : forall j, split_middle lo hi A 1%nat j = (1 - d) * (if Nat.eqb j 0 then hi else A 0%nat j)) by reflexivity.
  assert (E2 : forall i j, split_middle lo hi A (S (S i)) j = A (S i) j) by reflexivity.
  assert (Two : forall j, split_middle lo hi A 0%nat j + split_middle lo hi A 1%nat j = A 0%nat j).
  { intros j. rewrite E0, E1. destruct (Nat.eqb_spec j 0) as [->|]; [exact Mix | ring]. }
  assert (R0 : forall j, (j < k)%nat -> lo <= (if Nat.eqb j 0 then lo else A 0%nat j) <= hi) by (intros j Hj; destruct (Nat.eqb j 0); [lra | now apply Range]).
  assert (R1 : forall j, (j < k)%nat -> lo <= (if Nat.eqb j 0 then hi else A 0%nat j) <= hi) by (intros j Hj; destruct (Nat.eqb j 0); [lra | now apply Range]).
  assert (Na : Nat.eqb a 0 = false) by (apply Nat.eqb_neq; intros ->; unfold x in *; lra).
  assert (Nb : Nat.eqb b 0 = false) by (apply Nat.eqb_neq; intros ->; unfold x in *; lra).
  assert (HP : mechanism (S (S m)) k (split_middle lo hi A)).
  { split.
    - intros [|[|i]] j Hi' Hj; [rewrite E0; specialize (R0 j Hj); apply Rmult_le_pos; lra | rewrite E1; specialize (R1 j Hj); apply Rmult_le_pos; lra | rewrite E2; apply A0; auto; lia].
    - intros j Hj. rewrite !sum_first, <- Rplus_assoc, Two. rewrite <- (A1 j Hj), sum_first. reflexivity. }
  assert (Ext : forall c y, 0 < c -> (forall j, (j < k)%nat -> lo <= y j <= hi) -> row_parity_at_most k g (fun j => c * y j)).
  { intros c y Hc Hy j l Hj Hl _. pose proof (Hy j Hj). pose proof (Hy l Hl). replace (g * (c * y l)) with (c * (g * y l)) by ring.
    apply Rmult_le_compat_l; [lra|]. apply Rle_trans with (g * lo); [lra | apply Rmult_le_compat_l; lra]. }
  assert (G : garbles (S m) (S (S m)) k merges (split_middle lo hi A) A).
  { split; [split|].
    - intros i [|u] _ _; simpl; [destruct (Nat.eqb i 0) | destruct (Nat.eqb i u)]; lra.
    - intros [|u] Hu; simpl merges; [apply (sum_single (S m) 0 (fun _ => 1)) | apply (sum_single (S m) u (fun _ => 1))]; lia.
    - intros i j Hi' Hj. rewrite !sum_first. simpl merges. destruct i as [|i].
      + rewrite <- Two. simpl. rewrite (sum_ext m _ (fun _ => 0)), sum_zero by (intros; ring). ring.
      + simpl. rewrite (sum_ext m _ (fun u => if Nat.eqb u i then A (S u) j else 0)).
        * rewrite (sum_single m i (fun u => A (S u) j)) by lia. ring.
        * intros u _. rewrite (Nat.eqb_sym u i). destruct (Nat.eqb i u); ring. }
  split; [rewrite Hi; field; lra|]. split; [exact D|]. split; [assumption|]. split; [|split; [assumption | now exists merges]].
  intros [|[|i]] Hi'; split.
  - apply (Ext d (fun j => if Nat.eqb j 0 then lo else A 0%nat j)); [lra | assumption].
  - exists b, a. split; [assumption|]. split; [assumption|]. rewrite !E0, Na, Nb, Ea, Eb, Hi. ring.
  - apply (Ext (1 - d) (fun j => if Nat.eqb j 0 then hi else A 0%nat j)); [lra | assumption].
  - exists b, a. split; [assumption|]. split; [assumption|]. rewrite !E1, Na, Nb, Ea, Eb, Hi. ring.
  - intros j l Hj Hl N. rewrite !E2. apply Par; auto; lia.
  - destruct (At (S i) ltac:(lia)) as [j [l [Hj [Hl E]]]]. now exists j, l.
Qed.

(** The proof of Theorem 4.4: one row. *)
Theorem theorem_4_4_row k g P i : 1 <= g -> mechanism k k P -> parity_at_most k k g P -> (i < k)%nat ->
  (g - 1 + INR k) * P i i <= g * sum k (P i) /\ P i i <= g / (g + INR k - 1) * sum k (P i).
Proof.
  intros Hg HP Par Hi. assert (K : 1 <= INR k) by (replace 1 with (INR 1) by reflexivity; apply le_INR; lia).
  assert (Row : (g - 1 + INR k) * P i i <= g * sum k (P i)).
  { assert (S1 : sum k (fun j => P i i) <= sum k (fun j => g * P i j - (if Nat.eqb j i then (g - 1) * P i j else 0))).
    { apply sum_le. intros j Hj. destruct (Nat.eqb_spec j i) as [->|N]; [lra|]. pose proof (Par i i j Hi Hi Hj (not_eq_sym N)). lra. }
    rewrite sum_const, sum_minus, (sum_single k i (fun j => (g - 1) * P i j) Hi), sum_scal in S1. lra. }
  split; [assumption|]. apply Rmult_le_reg_l with (g + INR k - 1); [lra|].
  replace ((g + INR k - 1) * (g / (g + INR k - 1) * sum k (P i))) with (g * sum k (P i)) by (field; lra). lra.
Qed.

(** Section 5: one response tells nothing, and every procedure is at least as informative. *)
Theorem one_response k P : mechanism 1 k P ->
  (forall w Q, prior k w -> posterior k w Q P 0 = probability k w Q) /\ forall m A, mechanism m k A -> at_least_as_informative m 1 k A P.
Proof.
  intros [_ P1]. assert (One : forall j, (j < k)%nat -> P 0%nat j = 1) by (intros j Hj; specialize (P1 j Hj); simpl in P1; lra). split.
  - intros w Q [_ W]. unfold posterior, joint, probability. rewrite (sum_ext k (fun j => w j * P 0%nat j) w) by (intros; rewrite One by assumption; ring).
    rewrite W. rewrite (sum_ext k _ (fun j => if Q j then w j else 0)) by (intros j Hj; rewrite One by assumption; destruct (Q j); ring). field.
  - intros m A [_ A1]. exists (fun _ _ => 1). split; [split|].
    + intros; lra.
    + intros; simpl; ring.
    + intros i j Hi Hj. replace i with 0%nat by lia. rewrite One by assumption. rewrite (sum_ext m _ (fun u => A u j)) by (intros; ring). now rewrite A1.
Qed.

(** The appendix, proof of Lemma 3.2: the posterior of c_q under the prior that has all of Q's weight at c_q. *)
Theorem moved_posterior m k w Q P i q : mechanism m k P -> prior k w -> (i < m)%nat -> (q < k)%nat -> Q q = true ->
  (forall j, (j < k)%nat -> Q j = true -> P i j <= P i q) -> 0 < sum k (fun j => w j * P i j) ->
  let total := sum k (fun j => moved k w Q q j * P i j) in
  0 < total /\ posterior k (moved k w Q q) (fun j => Nat.eqb j q) P i = moved k w Q q q * P i q / total /\
  moved k w Q q q * P i q / total = probability k w Q * P i q / (probability k w Q * P i q + joint k w (fun j => negb (Q j)) P i).
Proof.
  intros HP HW Hi Hq Qq Top Pos total. assert (Mq : moved k w Q q q = probability k w Q) by (unfold moved; now rewrite Qq, Nat.eqb_refl).
  assert (T : total = probability k w Q * P i q + joint k w (fun j => negb (Q j)) P i).
  { unfold total, joint. rewrite <- (sum_single k q (fun j => probability k w Q * P i j)), <- sum_plus by assumption. apply sum_ext. intros j Hj.
    unfold moved. destruct (Nat.eqb_spec j q) as [->|]; [rewrite Qq; simpl; ring | destruct (Q j); simpl; ring]. }
  split; [|split].
  - apply Rlt_le_trans with (sum k (fun j => w j * P i j)); [assumption|]. rewrite T, (joint_split k w Q P i). apply Rplus_le_compat_r.
    unfold joint, probability. rewrite <- sum_scal_r. apply sum_le. intros j Hj. destruct (Q j) eqn:Qj; [|lra].
    apply Rmult_le_compat_l; [now apply HW | now apply Top].
  - unfold posterior, joint. rewrite (sum_single k q (fun j => moved k w Q q j * P i j)) by assumption. reflexivity.
  - now rewrite T, Mq.
Qed.

(** The proof of Lemma 3.3: where (3.4) holds at once, and the weights after (6.2). *)
Theorem trivial_cases m k h P w i j : mechanism m k P -> (forall a, 0 <= a <= 1 -> a <= h a <= 1) -> prior k w -> (i < m)%nat -> (j < k)%nat ->
  0 < sum k (fun l => w l * P i l) -> w j = 0 \/ w j = 1 \/ P i j = 0 -> w j * P i j / sum k (fun l => w l * P i l) <= h (w j).
Proof.
  intros [P0 _] Hh [W0 W1] Hi Hj Pos Case_. pose proof (sum_term k w j W0 Hj) as U. rewrite W1 in U. pose proof (W0 j Hj). pose proof (Hh (w j) ltac:(lra)) as B.
  assert (Zero : w j * P i j = 0 -> w j * P i j / sum k (fun l => w l * P i l) <= h (w j)) by (intros ->; unfold Rdiv; rewrite Rmult_0_l; lra).
  destruct Case_ as [E|[E|E]]; [apply Zero; rewrite E; ring | | apply Zero; rewrite E; ring].
  apply Rle_trans with 1; [|rewrite E in *; lra].
  pose proof (sum_term k (fun l => w l * P i l) j (fun l Hl => Rmult_le_pos _ _ (W0 l Hl) (P0 i l Hi Hl)) Hj) as T. cbv beta in T.
  apply Rmult_le_reg_r with (sum k (fun l => w l * P i l)); [assumption|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. lra.
Qed.

Theorem weights_of_others k w j : prior k w -> (j < k)%nat -> w j < 1 ->
  (forall l, (l < k)%nat -> l <> j -> 0 <= w l / (1 - w j) <= 1) /\ sum k (fun l => if Nat.eqb l j then 0 else w l / (1 - w j)) = 1.
Proof.
  intros [W0 W1] Hj L. assert (I : 0 < / (1 - w j)) by (apply Rinv_0_lt_compat; lra).
  assert (One : sum k (fun l => if Nat.eqb l j then 0 else w l / (1 - w j)) = 1).
  { rewrite (sum_ext k _ (fun l => w l * / (1 - w j) - (if Nat.eqb l j then w l * / (1 - w j) else 0))) by (intros l _; destruct (Nat.eqb l j); unfold Rdiv; ring).
    rewrite sum_minus, sum_scal_r, (sum_single k j (fun l => w l * / (1 - w j))), W1 by assumption. field. lra. }
  split; [|assumption]. intros l Hl N. assert (Pos : forall u, (u < k)%nat -> 0 <= (if Nat.eqb u j then 0 else w u / (1 - w j))).
  { intros u Hu. destruct (Nat.eqb u j); [lra|]. apply Rmult_le_pos; [now apply W0 | lra]. }
  pose proof (Pos l Hl) as P_. pose proof (sum_term k _ l Pos Hl) as T. cbv beta in T. rewrite One in T.
  rewrite (proj2 (Nat.eqb_neq l j) N) in *. lra.
Qed.

(** (6.4) as parities: the right side is 1/B(h), and the left side 1/eta_i(P). *)
Theorem eq_6_4_as_parities h g : (forall a, 0 <= a <= 1 -> a <= h a <= 1) -> is_bound h g ->
  is_lub (fun x => exists p, 0 < p < 1 /\ x = right_side h p) (/ g) /\ forall e, 1 <= e -> (/ g <= / e <-> e <= g).
Proof.
  intros Hh B. destruct (bound_at_least_1 h g (fun p Hp => Hh p ltac:(lra)) B) as [G1 _]. destruct B as [Low Near].
  assert (Inv : forall p, 0 < p < 1 -> h p < 1 -> right_side h p = / odds_ratio h p).
  { intros p Hp L. pose proof (Hh p ltac:(lra)). unfold right_side, odds_ratio. field. lra. }
  split; [split|].
  - intros x [p [Hp ->]]. pose proof (Hh p ltac:(lra)). destruct (Rlt_le_dec (h p) 1) as [L|L].
    + rewrite Inv by assumption. apply Rinv_le_contravar; [lra | now apply Low].
    + unfold right_side. replace (h p) with 1 by lra. replace (p / (1 - p) * ((1 - 1) / 1)) with 0 by (field; lra). left. apply Rinv_0_lt_compat. lra.
  - intros b U. assert (T : forall e, 0 < e -> / (g + e) < b).
    { intros e He. destruct (Near e He) as [p [Hp [L O]]]. apply Rlt_le_trans with (right_side h p); [|apply U; now exists p].
      rewrite Inv by assumption. pose proof (Low p Hp L). apply Rinv_lt_contravar; [apply Rmult_lt_0_compat; lra | assumption]. }
    assert (B0 : 0 < b) by (apply Rlt_trans with (/ (g + 1)); [apply Rinv_0_lt_compat; lra | apply T; lra]).
    destruct (Rle_lt_dec (/ g) b) as [|C]; [assumption|]. exfalso.
    assert (E : g < / b) by (rewrite <- (Rinv_inv g); apply Rinv_lt_contravar; [apply Rmult_lt_0_compat; [assumption | apply Rinv_0_lt_compat; lra] | assumption]).
    specialize (T (/ b - g) ltac:(lra)). replace (g + (/ b - g)) with (/ b) in T by ring. rewrite Rinv_inv in T. lra.
  - intros e He. split; intros H; [|apply Rinv_le_contravar; lra].
    rewrite <- (Rinv_inv e), <- (Rinv_inv g). apply Rinv_le_contravar; [apply Rinv_0_lt_compat; lra | assumption].
Qed.

(** The proof of Theorem 4.1, from A = CP and P = C* A. *)
Theorem theorem_4_1_steps m r k A P C D : mechanism m k A -> mechanism r k P -> no_zero_row m k A -> no_zero_row r k P ->
  no_proportional_rows m k A -> no_proportional_rows r k P -> garbles m r k C P A -> garbles r m k D A P ->
  (forall i j, (i < r)%nat -> (j < r)%nat -> sum m (fun u => D i u * C u j) = if Nat.eqb i j then 1 else 0) /\
  (forall i j, (i < m)%nat -> (j < m)%nat -> sum r (fun u => C i u * D u j) = if Nat.eqb i j then 1 else 0) /\ m = r /\ permutation_matrix m C.
Proof.
  intros HA HP ZA ZP NA NP [HC EA] [HD EP]. destruct (ChaiNayakMatrices.theorem_4_1_products m r C D HC HD) as [MDC MCD].
  assert (Two : forall a b (X Y Z W : nat -> nat -> R), (forall i j, (i < a)%nat -> (j < k)%nat -> W i j = sum b (fun u => X i u * Z u j)) ->
    (forall i j, (i < b)%nat -> (j < k)%nat -> Z i j = sum a (fun u => Y i u * W u j)) ->
    forall i l, (i < a)%nat -> (l < k)%nat -> sum a (fun j => sum b (fun u => X i u * Y u j) * W j l) = W i l).
  { intros a b X Y Z W E1 E2 i l Hi Hl. rewrite (E1 i l Hi Hl).
    rewrite (sum_ext b (fun u => X i u * Z u l) (fun u => sum a (fun j => X i u * Y u j * W j l)))
      by (intros u Hu; rewrite (E2 u l Hu Hl), <- sum_scal; apply sum_ext; intros; ring).
    rewrite sum_swap. apply sum_ext. intros j Hj. now rewrite <- sum_scal_r. }
  assert (DC : forall i j, (i < r)%nat -> (j < r)%nat -> sum m (fun u => D i u * C u j) = if Nat.eqb i j then 1 else 0).
  { apply (lemma_6_1 r k (fun i j => sum m (fun u => D i u * C u j)) P); auto. now apply (Two r m D C A P). }
  assert (CD : forall i j, (i < m)%nat -> (j < m)%nat -> sum r (fun u => C i u * D u j) = if Nat.eqb i j then 1 else 0).
  { apply (lemma_6_1 m k (fun i j => sum r (fun u => C i u * D u j)) A); auto. now apply (Two m r C D P A). }
  assert (M : m = r).
  { apply INR_eq. rewrite <- (Rmult_1_r (INR m)), <- (Rmult_1_r (INR r)), <- !sum_const.
    rewrite (sum_ext m (fun _ => 1) (fun i => sum r (fun u => C i u * D u i))) by (intros i Hi; rewrite CD, Nat.eqb_refl by assumption; reflexivity).
    rewrite (sum_ext r (fun _ => 1) (fun u => sum m (fun i => D u i * C i u))) by (intros i Hi; rewrite DC, Nat.eqb_refl by assumption; reflexivity).
    rewrite sum_swap. apply sum_ext. intros u _. apply sum_ext. intros i _. ring. }
  split; [assumption|]. split; [assumption|]. split; [assumption|]. subst r. now apply (ChaiNayakMatrices.theorem_4_1_permutation m C D).
Qed.

(** The proof of Lemma 6.1: for an irreducible B all columns of P with (B - I)P = 0 are identical. *)
Theorem identical_columns m k B P : ChaiNayakMatrices.irreducible m B -> mechanism m m B -> mechanism m k P ->
  (forall i l, (i < m)%nat -> (l < k)%nat -> sum m (fun j => (B i j - (if Nat.eqb i j then 1 else 0)) * P j l) = 0) ->
  forall i j l, (i < m)%nat -> (j < k)%nat -> (l < k)%nat -> P i j = P i l.
Proof.
  intros HI [B0 B1] [P0 P1] E a j l Ha Hj Hl. set (d := fun i => P i j - P i l). set (x := fun i => Rmax (d i) 0).
  assert (X0 : forall i, 0 <= x i) by (intros i; apply Rmax_r).
  assert (BP : forall i c, (i < m)%nat -> (c < k)%nat -> sum m (fun u => B i u * P u c) = P i c).
  { intros i c Hi Hc. specialize (E i c Hi Hc). rewrite (sum_ext m _ (fun u => B i u * P u c - (if Nat.eqb u i then P u c else 0))) in E.
    - rewrite sum_minus, (sum_single m i (fun u => P u c)) in E by assumption. lra.
    - intros u _. rewrite (Nat.eqb_sym u i). destruct (Nat.eqb i u); ring. }
  assert (Bd : forall i, (i < m)%nat -> sum m (fun u => B i u * d u) = d i).
  { intros i Hi. unfold d. rewrite (sum_ext m _ (fun u => B i u * P u j - B i u * P u l)), sum_minus, !BP by (auto; intros; ring). reflexivity. }
  assert (D0 : sum m d = 0) by (unfold d; rewrite sum_minus, !P1 by assumption; ring).
  assert (Up : forall i, (i < m)%nat -> 0 <= sum m (fun u => B i u * x u) - x i).
  { intros i Hi. assert (0 <= sum m (fun u => B i u * x u)) by (apply sum_nonneg; intros u Hu; apply Rmult_le_pos; auto).
    assert (d i <= sum m (fun u => B i u * x u)).
    { rewrite <- (Bd i Hi). apply sum_le. intros u Hu. apply Rmult_le_compat_l; [auto | apply Rmax_l]. }
    unfold x at 2. apply Rmax_case; lra. }
  assert (Bx : forall i, (i < m)%nat -> sum m (fun u => B i u * x u) - x i = 0).
  { apply sum_zero_terms; [assumption|]. rewrite sum_minus, sum_swap. rewrite (sum_ext m (fun u => sum m (fun i => B i u * x u)) x); [ring|].
    intros u Hu. rewrite sum_scal_r, B1 by assumption. ring. }
  destruct (Classical_Prop.classic (forall i, (i < m)%nat -> d i = 0)) as [Z|N]; [specialize (Z a Ha); unfold d in Z; lra|]. exfalso.
  assert (Above : exists i, (i < m)%nat /\ 0 < d i).
  { destruct (Classical_Prop.classic (exists i, (i < m)%nat /\ 0 < d i)) as [|Q]; [assumption|]. exfalso. apply N. intros i Hi.
    assert (forall u, (u < m)%nat -> 0 <= - d u) by (intros u Hu; destruct (Rlt_dec 0 (d u)); [exfalso; apply Q; now exists u | lra]).
    pose proof (sum_zero_terms m (fun u => - d u) H) as T. cbv beta in T. specialize (T ltac:(rewrite (sum_ext m _ (fun u => -1 * d u)), sum_scal, D0 by (intros; ring); ring) i Hi). lra. }
  assert (Below : exists i, (i < m)%nat /\ ~ 0 < d i).
  { destruct (Classical_Prop.classic (exists i, (i < m)%nat /\ ~ 0 < d i)) as [|Q]; [assumption|]. exfalso.
    assert (G : forall u, (u < m)%nat -> 0 < d u) by (intros u Hu; destruct (Rlt_dec 0 (d u)); [assumption | exfalso; apply Q; now exists u]).
    destruct Above as [i [Hi Pi]]. pose proof (sum_term m d i (fun u Hu => Rlt_le _ _ (G u Hu)) Hi). lra. }
  destruct (ChaiNayakMatrices.irreducible_entry m B (fun i => if Rlt_dec 0 (d i) then false else true) HI) as [i [u [Hi [Hu [Si [Su Biu]]]]]].
  - destruct Below as [i [Hi L]]. exists i. split; [assumption|]. now destruct (Rlt_dec 0 (d i)).
  - destruct Above as [i [Hi L]]. exists i. split; [assumption|]. now destruct (Rlt_dec 0 (d i)).
  - cbv beta in Si, Su. destruct (Rlt_dec 0 (d i)) as [|Li]; [discriminate|]. destruct (Rlt_dec 0 (d u)) as [Lu|]; [|discriminate].
    assert (Xi : x i = 0) by (unfold x; apply Rmax_right; lra). assert (Xu : 0 < x u) by (unfold x; rewrite Rmax_left; lra).
    pose proof (Bx i Hi) as T. rewrite Xi, Rminus_0_r in T.
    pose proof (sum_zero_terms m _ (fun v Hv => Rmult_le_pos _ _ (B0 i v Hi Hv) (X0 v)) T u Hu) as F. cbv beta in F.
    apply Rmult_integral in F. destruct F; [contradiction | lra].
Qed.

(** The blocks of Q^-1 B Q that are 1 x 1 identities; and a block that is a TPM and no such identity has two states. *)
Theorem unit_blocks_first m q B t : ChaiNayakMatrices.permutes m q -> mechanism m m B -> (t <= m)%nat ->
  let T := ChaiNayakMatrices.conjugated m q B in
  mechanism m m T /\
  ((forall j, (j < t)%nat -> T j j = 1) -> forall i j, (i < m)%nat -> (j < t)%nat -> i <> j -> T i j = 0) /\
  ((forall j, (j < m)%nat -> T j j = 1) -> forall i j, (i < m)%nat -> (j < m)%nat -> B i j = if Nat.eqb i j then 1 else 0).
Proof.
  intros Q [B0 B1] Ht T. assert (Is : forall i j, (i < m)%nat -> (j < m)%nat -> T i j = B (q i) (q j)) by (intros; now apply ChaiNayakMatrices.conjugated_is).
  assert (MT : mechanism m m T).
  { split.
    - intros i j Hi Hj. rewrite Is by assumption. apply B0; now apply (proj1 Q).
    - intros j Hj. rewrite (sum_ext m _ (fun i => B (q i) (q j))) by (intros; now apply Is).
      rewrite (ChaiNayakMatrices.sum_permuted m q (fun i => B i (q j)) Q). apply B1. now apply (proj1 Q). }
  split; [assumption|]. split.
  - intros D i j Hi Hj N. apply (proj1 (ChaiNayakMatrices.unit_blocks m T MT)); auto. lia.
  - intros D. apply (proj2 (ChaiNayakMatrices.unit_blocks m B (conj B0 B1))). intros x Hx.
    destruct (ChaiNayakMatrices.permutes_onto m q x Q Hx) as [j [Hj <-]]. rewrite <- Is by assumption. now apply D.
Qed.

Theorem block_of_two s R_ : (1 <= s)%nat -> mechanism s s R_ -> ~ (s = 1%nat /\ R_ 0%nat 0%nat = 1) -> (2 <= s)%nat.
Proof.
  intros Hs [_ H] N. destruct s as [|[|s]]; [lia | | lia]. exfalso. apply N. split; [reflexivity|]. specialize (H 0%nat ltac:(lia)). simpl in H. lra.
Qed.
