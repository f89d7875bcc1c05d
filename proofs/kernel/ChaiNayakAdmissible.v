(** Chai and Nayak, section 4.1: what is admissible among the procedures of parity at most g. *)

From Coq Require Import Reals Lra Lia Arith Bool List.
From Rropt Require Import Sums Mechanisms LinearDuality Blackwell Breach TwoValuedRows ChaiNayak.
Open Scope R_scope.

(** The class C_g; Definition 4.2: inadmissible within it is what some member is better than; and the conditions C1 and C2
    together: every row has exactly two values, of ratio g. *)
Definition in_class (m k : nat) (g : R) (P : nat -> nat -> R) : Prop :=
  (2 <= m)%nat /\ mechanism m k P /\ no_zero_row m k P /\ no_proportional_rows m k P /\ parity_at_most m k g P.
Definition inadmissible (m k : nat) (g : R) (P : nat -> nat -> R) : Prop :=
  exists r A, in_class r k g A /\ at_least_as_informative r m k A P /\ ~ at_least_as_informative m r k P A.
Definition two_values (m k : nat) (g : R) (P : nat -> nat -> R) : Prop :=
  forall i, (i < m)%nat -> exists c h l, 0 < c /\ (h < k)%nat /\ (l < k)%nat /\ P i h = g * c /\ P i l = c /\
    forall j, (j < k)%nat -> P i j = c \/ P i j = g * c.

(** Those of n numbers that have a property, counted. *)
Lemma counted n (B : nat -> bool) : exists r (f : nat -> nat),
  (forall i, (i < r)%nat -> (f i < n)%nat /\ B (f i) = true) /\
  (forall i j, (i < r)%nat -> (j < r)%nat -> f i = f j -> i = j) /\
  (forall x : nat -> R, sum n (fun s => if B s then x s else 0) = sum r (fun i => x (f i))).
Proof.
  induction n as [|n IH]; [exists 0%nat, (fun _ => 0%nat); repeat split; intros; try lia; reflexivity|].
  destruct IH as [r [f [F1 [F2 F3]]]]. destruct (B n) eqn:E.
  - exists (S r), (fun i => if Nat.eqb i r then n else f i). split; [|split].
    + intros i Hi. destruct (Nat.eqb_spec i r) as [->|N]; [split; [lia | assumption]|].
      destruct (F1 i ltac:(lia)). split; [lia | assumption].
    + intros i j Hi Hj. destruct (Nat.eqb_spec i r) as [->|N]; destruct (Nat.eqb_spec j r) as [->|N']; intros Q.
      * reflexivity.
      * destruct (F1 j ltac:(lia)). lia.
      * destruct (F1 i ltac:(lia)). lia.
      * apply F2; auto; lia.
    + intros x. cbn [sum]. rewrite E, Nat.eqb_refl, F3. f_equal. apply sum_ext. intros i Hi.
      destruct (Nat.eqb_spec i r); [lia | reflexivity].
  - exists r, f. split; [|split].
    + intros i Hi. destruct (F1 i Hi). split; [lia | assumption].
    + exact F2.
    + intros x. cbn [sum]. rewrite E, F3. ring.
Qed.

(** Whether a pattern has one value alone on the first k inputs: all 1, or all T. *)
Definition constant (k s : nat) : bool := forallb (fun j => eqb (numbered s j) (numbered s 0)) (seq 0 k).

Lemma constant_spec k s : constant k s = true <-> forall j, (j < k)%nat -> numbered s j = numbered s 0.
Proof.
  unfold constant. rewrite forallb_forall. split.
  - intros H j Hj. apply eqb_prop. apply H. apply in_seq. lia.
  - intros H j Hj. apply in_seq in Hj. rewrite H by lia. apply eqb_reflx.
Qed.

Lemma not_constant k s : constant k s = false ->
  exists h l, (h < k)%nat /\ (l < k)%nat /\ numbered s h = true /\ numbered s l = false.
Proof.
  intros H.
  assert (E : exists j, (j < k)%nat /\ numbered s j <> numbered s 0).
  { unfold constant in H. apply not_true_iff_false in H. rewrite forallb_forall in H.
    destruct (existsb (fun j => negb (eqb (numbered s j) (numbered s 0))) (seq 0 k)) eqn:F.
    - apply existsb_exists in F. destruct F as [j [Hj N]]. exists j. apply in_seq in Hj. split; [lia|].
      intros Q. rewrite Q, eqb_reflx in N. discriminate.
    - exfalso. apply H. intros j Hj. destruct (eqb (numbered s j) (numbered s 0)) eqn:Q; [reflexivity|].
      assert (X : existsb (fun j => negb (eqb (numbered s j) (numbered s 0))) (seq 0 k) = true).
      { apply existsb_exists. exists j. split; [assumption | now rewrite Q]. }
      rewrite X in F. discriminate. }
  destruct E as [j [Hj N]]. destruct (numbered s j) eqn:A; destruct (numbered s 0) eqn:B; try (now contradiction N).
  - exists j, 0%nat. repeat split; auto; lia.
  - exists 0%nat, j. repeat split; auto; lia.
Qed.

Lemma same_bits k a b : (a < 2 ^ k)%nat -> (b < 2 ^ k)%nat ->
  (forall j, (j < k)%nat -> numbered a j = numbered b j) -> a = b.
Proof.
  intros Ha Hb H. apply Nat.bits_inj. intros j. destruct (Nat.lt_ge_cases j k) as [L|L]; [now apply H|].
  assert (Z : forall x, (x < 2 ^ k)%nat -> Nat.testbit x j = false).
  { intros x Hx. rewrite Nat.testbit_eqb, Nat.div_small; [reflexivity|].
    apply Nat.lt_le_trans with (2 ^ k)%nat; [assumption | apply Nat.pow_le_mono_r; lia]. }
  now rewrite !Z.
Qed.

Lemma permuted_row m k C P i :
  permutation_matrix m C -> (i < m)%nat -> exists s, (s < m)%nat /\ forall j, (j < k)%nat -> sum m (fun q => C i q * P q j) = P s j.
Proof.
  intros [H01 [_ Hrow]] Hi.
  assert (E : exists s, (s < m)%nat /\ C i s = 1).
  { apply Classical_Prop.NNPP. intros N.
    assert (Z : sum m (C i) = 0); [|rewrite (Hrow i Hi) in Z; lra].
    rewrite (sum_ext m _ (fun _ => 0)); [apply sum_zero|]. intros s Hs.
    destruct (H01 i s Hi Hs) as [|O]; [assumption|]. exfalso. apply N. now exists s. }
  destruct E as [s [Hs O]]. exists s. split; [assumption|]. intros j Hj.
  assert (Z : sum m (fun q => if Nat.eqb q s then 0 else C i q) = 0).
  { transitivity (sum m (fun q => C i q - (if Nat.eqb q s then C i q else 0))).
    - apply sum_ext. intros q _. destruct (Nat.eqb q s); ring.
    - rewrite sum_minus, (sum_single m s (C i) Hs), O, (Hrow i Hi). ring. }
  assert (N0 : forall q, (q < m)%nat -> 0 <= (if Nat.eqb q s then 0 else C i q)).
  { intros q Hq. destruct (Nat.eqb q s); [lra|]. destruct (H01 i q Hi Hq) as [-> | ->]; lra. }
  rewrite (sum_ext m _ (fun q => if Nat.eqb q s then P q j else 0)); [now apply (sum_single m s (fun q => P q j))|].
  intros q Hq. pose proof (sum_zero_terms m _ N0 Z q Hq) as Zq. cbv beta in Zq.
  destruct (Nat.eqb_spec q s) as [->|N]; [rewrite O; ring | rewrite Zq; ring].
Qed.

(** Some member of the class that satisfies C1 and C2 is at least as informative as any given one: its rows are the patterns
    that the rows of P are made of, the constants handed out in proportion. *)
Theorem two_valued_above m k g P : 1 < g -> in_class m k g P ->
  exists r Q, in_class r k g Q /\ two_values r k g Q /\ at_least_as_informative r m k Q P.
Proof.
  intros Hg HP. pose proof HP as [Hm [Mech [Nz [Np Par]]]].
  assert (Hk : (0 < k)%nat) by (destruct (Nz 0%nat ltac:(lia)) as [j [Hj _]]; lia).
  assert (LP : ldp m k g 0 P) by (apply satisfies_pure; intros; now apply Par).
  destruct (two_valued_complete m k g P ltac:(lra) Hk ltac:(lia) Mech LP) as [theta [Th [MT [LT [C [[Cp Cs] HC]]]]]].
  set (pat := fun s => pattern g (numbered s)) in *.
  assert (Pat : forall s j, 1 <= pat s j <= g) by (intros; unfold pat, pattern; destruct (numbered s j); lra).
  set (B := fun s => if Req_EM_T (theta s) 0 then false else negb (constant k s)).
  set (D := fun s => negb (B s)).
  (* what is not in B: a constant, whatever the input *)
  set (low := fun s => theta s * pat s 0%nat).
  assert (Flat : forall s j, (j < k)%nat -> B s = false -> theta s * pat s j = low s).
  { intros s j Hj. unfold B, low. destruct (Req_EM_T (theta s) 0) as [Z|_]; [intros; rewrite Z; ring|].
    intros H. apply negb_false_iff, constant_spec with (j := j) in H; [|assumption].
    unfold pat, pattern. now rewrite H. }
  assert (Split : forall (x : nat -> R) j, (j < k)%nat -> sum (2 ^ k) (fun s => x s * (theta s * pat s j)) =
    sum (2 ^ k) (fun s => if B s then x s * (theta s * pat s j) else 0) + sum (2 ^ k) (fun s => if B s then 0 else x s * low s)).
  { intros x j Hj. rewrite <- sum_plus. apply sum_ext. intros s _. destruct (B s) eqn:E; [ring|].
    rewrite (Flat s j Hj E). ring. }
  set (delta := sum (2 ^ k) (fun s => if B s then 0 else low s)).
  assert (Low : forall s, 0 <= low s).
  { intros s. apply Rmult_le_pos; [apply Th | specialize (Pat s 0%nat); lra]. }
  assert (Whole : forall j, (j < k)%nat -> sum (2 ^ k) (fun s => if B s then theta s * pat s j else 0) = 1 - delta).
  { intros j Hj. pose proof (proj2 MT j Hj) as W. cbv beta in W.
    rewrite (sum_ext _ _ (fun s => 1 * (theta s * pat s j))) in W by (intros; unfold pat; ring).
    rewrite (Split (fun _ => 1) j Hj) in W.
    rewrite (sum_ext _ (fun s => if B s then 0 else 1 * low s) (fun s => if B s then 0 else low s)) in W by
      (intros; destruct (B i); ring).
    rewrite (sum_ext _ (fun s => if B s then 1 * (theta s * pat s j) else 0) (fun s => if B s then theta s * pat s j else 0)) in W by
      (intros; destruct (B i); ring).
    fold delta in W. lra. }
  set (d := fun i => sum (2 ^ k) (fun s => if B s then 0 else C i s * low s)).
  assert (Rows : forall i j, (i < m)%nat -> (j < k)%nat ->
    P i j = sum (2 ^ k) (fun s => if B s then C i s * (theta s * pat s j) else 0) + d i).
  { intros i j Hi Hj. rewrite HC by assumption. exact (Split (C i) j Hj). }
  assert (Dsum : sum m d = delta).
  { unfold d, delta. rewrite sum_swap. apply sum_ext. intros s Hs. destruct (B s); [apply sum_zero|].
    rewrite sum_scal_r, (Cs s Hs). ring. }
  assert (D0 : forall i, (i < m)%nat -> 0 <= d i).
  { intros i Hi. apply sum_nonneg. intros s Hs. destruct (B s); [lra|]. apply Rmult_le_pos; [now apply Cp | apply Low]. }
  (* not everything is constant *)
  assert (Less : delta < 1).
  { assert (N : 0 <= 1 - delta).
    { rewrite <- (Whole 0%nat Hk). apply sum_nonneg. intros s _. destruct (B s); [|lra].
      apply Rmult_le_pos; [apply Th | specialize (Pat s 0%nat); lra]. }
    destruct (Req_dec delta 1) as [E|]; [|lra]. exfalso.
    assert (Zero : forall i j, (i < m)%nat -> (j < k)%nat -> P i j = d i).
    { intros i j Hi Hj. rewrite (Rows i j Hi Hj). rewrite (sum_ext _ _ (fun _ => 0)); [rewrite sum_zero; ring|].
      intros s Hs. destruct (B s) eqn:Q; [|reflexivity].
      assert (Z : (if B s then theta s * pat s j else 0) = 0).
      { apply (sum_zero_terms (2 ^ k) (fun s => if B s then theta s * pat s j else 0)); auto.
        - intros q _. destruct (B q); [|lra]. apply Rmult_le_pos; [apply Th | specialize (Pat q j); lra].
        - rewrite (Whole j Hj). lra. }
      rewrite Q in Z. rewrite Z. ring. }
    assert (D1 : d 1%nat <> 0).
    { destruct (Nz 1%nat ltac:(lia)) as [j [Hj N1]]. now rewrite (Zero 1%nat j ltac:(lia) Hj) in N1. }
    assert (0%nat = 1%nat); [|lia]. apply (Np 0%nat 1%nat (d 0%nat / d 1%nat)); try lia.
    intros j Hj. rewrite !Zero by lia. now field. }
  destruct (counted (2 ^ k) B) as [r [f [F1 [F2 F3]]]].
  set (Q := fun i j => theta (f i) * pat (f i) j / (1 - delta)).
  assert (Pos : forall i, (i < r)%nat -> 0 < theta (f i) / (1 - delta)).
  { intros i Hi. destruct (F1 i Hi) as [_ E]. unfold B in E. destruct (Req_EM_T (theta (f i)) 0) as [|N]; [discriminate|].
    specialize (Th (f i)). apply Rdiv_lt_0_compat; lra. }
  assert (Form : forall i j, Q i j = theta (f i) / (1 - delta) * pat (f i) j) by (intros; unfold Q, Rdiv; ring).
  assert (Two : forall i, (i < r)%nat -> exists h l, (h < k)%nat /\ (l < k)%nat /\
    Q i h = g * (theta (f i) / (1 - delta)) /\ Q i l = theta (f i) / (1 - delta)).
  { intros i Hi. destruct (F1 i Hi) as [_ E]. unfold B in E. destruct (Req_EM_T (theta (f i)) 0) as [|N]; [discriminate|].
    apply negb_true_iff in E. destruct (not_constant k (f i) E) as [h [l [Hh [Hl [Eh El]]]]]. exists h, l.
    rewrite !Form. unfold pat, pattern. rewrite Eh, El. repeat split; auto; ring. }
  assert (QM : mechanism r k Q).
  { split.
    - intros i j Hi Hj. rewrite Form. pose proof (Pos i Hi). specialize (Pat (f i) j). apply Rmult_le_pos; lra.
    - intros j Hj. unfold Q, Rdiv. rewrite sum_scal_r, <- (F3 (fun s => theta s * pat s j)), (Whole j Hj). field. lra. }
  assert (Class : in_class r k g Q).
  { split; [|split; [assumption|split; [|split]]].
    - destruct r as [|[|r]]; [| |lia].
      + pose proof (proj2 QM 0%nat Hk) as Z. simpl in Z. lra.
      + destruct (Two 0%nat ltac:(lia)) as [h [l [Hh [Hl [Eh El]]]]].
        pose proof (proj2 QM h Hh) as Sh. pose proof (proj2 QM l Hl) as Sl. simpl in Sh, Sl.
        pose proof (Pos 0%nat ltac:(lia)) as P0.
        assert (1 * (theta (f 0%nat) / (1 - delta)) < g * (theta (f 0%nat) / (1 - delta))) by (apply Rmult_lt_compat_r; lra).
        lra.
    - intros i Hi. destruct (Two i Hi) as [h [l [Hh [Hl [Eh El]]]]]. exists l. split; [assumption|].
      rewrite El. pose proof (Pos i Hi). lra.
    - intros i i' c Hi Hi' H. apply F2; auto. destruct (F1 i Hi) as [L _]. destruct (F1 i' Hi') as [L' _].
      apply (same_bits k); auto.
      destruct (Two i Hi) as [h [l [Hh [Hl [Eh El]]]]].
      pose proof (H h Hh) as Ah. pose proof (H l Hl) as Al. rewrite Eh in Ah. rewrite El in Al.
      pose proof (Pos i Hi) as Pi. pose proof (Pos i' Hi') as Pi'.
      set (u := theta (f i) / (1 - delta)) in *. set (v := theta (f i') / (1 - delta)) in *.
      assert (Same : c * v = u).
      { rewrite Form in Ah, Al. fold v in Ah, Al. unfold pat, pattern in Ah, Al.
        destruct (numbered (f i') h), (numbered (f i') l).
        - exfalso. assert (1 * u < g * u) by (apply Rmult_lt_compat_r; lra). lra.
        - lra.
        - exfalso. assert (G : g * (g * u) = u) by (rewrite Ah, Al; ring).
          assert (1 * u < g * u) by (apply Rmult_lt_compat_r; lra).
          assert (g * u < g * (g * u)) by (apply Rmult_lt_compat_l; lra). lra.
        - exfalso. assert (1 * u < g * u) by (apply Rmult_lt_compat_r; lra). lra. }
      intros j Hj. pose proof (H j Hj) as A. rewrite !Form in A. fold u in A. fold v in A.
      rewrite <- Rmult_assoc, Same in A. apply Rmult_eq_reg_l in A; [|lra].
      unfold pat, pattern in A. destruct (numbered (f i) j), (numbered (f i') j); try reflexivity; lra.
    - intros i j l Hi Hj Hl _. rewrite !Form. pose proof (Pos i Hi).
      replace (g * (theta (f i) / (1 - delta) * pat (f i) l)) with (theta (f i) / (1 - delta) * (g * pat (f i) l)) by ring.
      apply Rmult_le_compat_l; [lra|]. pose proof (Pat (f i) j). pose proof (Pat (f i) l).
      pose proof (Rmult_le_compat_l g 1 (pat (f i) l) ltac:(lra) ltac:(lra)). lra. }
  assert (Better : at_least_as_informative r m k Q P).
  { exists (fun i s => C i (f s) * (1 - delta) + d i). split; [split|].
    - intros i s Hi Hs. apply Rplus_le_le_0_compat; [apply Rmult_le_pos; [|lra] | now apply D0].
      apply Cp; [assumption | now apply F1].
    - intros s Hs. rewrite sum_plus, sum_scal_r, Dsum, (Cs (f s)) by now apply F1. ring.
    - intros i j Hi Hj. rewrite (Rows i j Hi Hj), (F3 (fun s => C i s * (theta s * pat s j))).
      rewrite (sum_ext r (fun s => (C i (f s) * (1 - delta) + d i) * Q s j)
        (fun s => C i (f s) * (theta (f s) * pat (f s) j) + d i * Q s j)).
      + rewrite sum_plus, sum_scal, (proj2 QM j Hj). ring.
      + intros s _. unfold Q. field. lra. }
  exists r, Q. split; [assumption | split; [|assumption]].
  intros i Hi. destruct (Two i Hi) as [h [l [Hh [Hl [Eh El]]]]].
  exists (theta (f i) / (1 - delta)), h, l. repeat split; auto.
  intros j Hj. rewrite Form. unfold pat, pattern. destruct (numbered (f i) j); [right | left]; ring.
Qed.

(** Equivalent members have the same rows, so that C1 and C2 hold of both or of neither. *)
Theorem equivalent_two_values m r k g A P : in_class m k g A -> in_class r k g P -> two_values m k g A ->
  at_least_as_informative m r k A P -> at_least_as_informative r m k P A -> two_values r k g P.
Proof.
  intros [_ [HA [ZA [NA _]]]] [_ [HP [ZP [NP _]]]] Two H1 H2.
  destruct (theorem_4_1 r m k P A HP HA ZP ZA NP NA H1 H2) as [<- [K [PK EK]]].
  intros i Hi. destruct (permuted_row r k K A i PK Hi) as [s [Hs Es]].
  destruct (Two s Hs) as [c [h [l [Hc [Hh [Hl [Eh [El All]]]]]]]].
  exists c, h, l. rewrite !EK, !Es by assumption. repeat split; auto.
  intros j Hj. rewrite EK, Es by assumption. now apply All.
Qed.

(** Theorem 4.2. *)
Theorem theorem_4_2_in_class m k g A : 1 < g -> in_class m k g A -> two_values m k g A -> ~ inadmissible m k g A.
Proof.
  intros Hg HA Two [r [P [[_ [HP [_ [_ Par]]]] [H N]]]]. apply N.
  assert (Hk : (0 < k)%nat).
  { destruct HA as [Hm [_ [Nz _]]]. destruct (Nz 0%nat ltac:(lia)) as [j [Hj _]]. lia. }
  apply (theorem_4_2 m r k g A P); auto. apply HA.
Qed.

(** Corollary 4.1: no member without C1 and C2 is equivalent to one with them; which is better if it is at least as good. *)
Theorem corollary_4_1 m r k g A P : in_class m k g A -> in_class r k g P -> two_values m k g A -> ~ two_values r k g P ->
  ~ (at_least_as_informative m r k A P /\ at_least_as_informative r m k P A) /\
  (at_least_as_informative m r k A P -> ~ at_least_as_informative r m k P A).
Proof.
  intros HA HP Two No. split.
  - intros [H1 H2]. apply No. now apply (equivalent_two_values m r k g A P).
  - intros H1 H2. apply No. now apply (equivalent_two_values m r k g A P).
Qed.

Lemma without_is_inadmissible m k g P : 1 < g -> in_class m k g P -> ~ two_values m k g P -> inadmissible m k g P.
Proof.
  intros Hg HP No. destruct (two_valued_above m k g P Hg HP) as [r [Q [HQ [Two H]]]].
  exists r, Q. split; [assumption | split; [assumption|]].
  now apply (corollary_4_1 r m k g Q P).
Qed.

(** Theorem 4.3. *)
Theorem theorem_4_3 m k g P : 1 < g -> in_class m k g P -> ~ inadmissible m k g P -> two_values m k g P.
Proof.
  intros Hg HP Adm. apply Classical_Prop.NNPP. intros No. apply Adm. now apply without_is_inadmissible.
Qed.

(** The parity of row i lies between the bounds, is 1, or is g. *)
Definition row_between (k : nat) (g : R) (P : nat -> nat -> R) (i : nat) : Prop :=
  (exists j l, (j < k)%nat /\ (l < k)%nat /\ P i j <> P i l) /\
  (forall j l, (j < k)%nat -> (l < k)%nat -> P i j < g * P i l).
Definition row_constant (k : nat) (P : nat -> nat -> R) (i : nat) : Prop :=
  forall j l, (j < k)%nat -> (l < k)%nat -> P i j = P i l.
Definition row_at (k : nat) (g : R) (P : nat -> nat -> R) (i : nat) : Prop :=
  exists j l, (j < k)%nat /\ (l < k)%nat /\ P i j = g * P i l.

(** Lemma 4.2. *)
Theorem lemma_4_2 m k g A i : 1 < g -> in_class m k g A -> (i < m)%nat -> row_between k g A i -> inadmissible m k g A.
Proof.
  intros Hg HA Hi [_ Below]. apply without_is_inadmissible; auto. intros Two.
  destruct (Two i Hi) as [c [h [l [Hc [Hh [Hl [Eh [El _]]]]]]]].
  pose proof (Below h l Hh Hl) as B. rewrite Eh, El in B. lra.
Qed.

(** Lemma 4.3: above a member whose rows have parity 1 or g there is one whose rows all have parity g. *)
Theorem lemma_4_3 m k g A : 1 < g -> in_class m k g A ->
  (forall i, (i < m)%nat -> row_constant k A i \/ row_at k g A i) -> (exists i, (i < m)%nat /\ row_constant k A i) ->
  exists r P, in_class r k g P /\ at_least_as_informative r m k P A /\ forall i, (i < r)%nat -> row_at k g P i.
Proof.
  intros Hg HA _ _. destruct (two_valued_above m k g A Hg HA) as [r [Q [HQ [Two H]]]].
  exists r, Q. split; [assumption | split; [assumption|]]. intros i Hi.
  destruct (Two i Hi) as [c [h [l [Hc [Hh [Hl [Eh [El _]]]]]]]]. exists h, l. rewrite Eh, El. auto.
Qed.

(** Lemma 4.4: C1 without C2. *)
Theorem lemma_4_4 m k g A : 1 < g -> in_class m k g A -> (forall i, (i < m)%nat -> row_at k g A i) ->
  ~ two_values m k g A -> inadmissible m k g A.
Proof. intros Hg HA _ No. now apply without_is_inadmissible. Qed.

(** Proposition 4.1: with two inputs the symmetric procedure of parity g is at least as informative as all of parity at most g. *)
Definition symmetric (g : R) (i j : nat) : R := if Nat.eqb i j then g / (g + 1) else 1 / (g + 1).

Theorem proposition_4_1 g : 1 < g ->
  mechanism 2 2 (symmetric g) /\ parity_at_most 2 2 g (symmetric g) /\
  forall m A, mechanism m 2 A -> parity_at_most m 2 g A -> at_least_as_informative 2 m 2 (symmetric g) A.
Proof.
  intros Hg.
  assert (P1 : 0 < 1 / (g + 1)) by (apply Rdiv_lt_0_compat; lra).
  assert (E : g / (g + 1) = g * (1 / (g + 1))) by (field; lra).
  assert (P2 : 0 < g / (g + 1)) by (apply Rdiv_lt_0_compat; lra).
  assert (Le : 1 / (g + 1) <= g * (g / (g + 1))).
  { rewrite E. pose proof (Rmult_le_compat_r (1 / (g + 1)) 1 (g * g) ltac:(lra)) as M.
    assert (1 * 1 <= g * g) by (apply Rmult_le_compat; lra). specialize (M ltac:(lra)). lra. }
  split; [|split].
  - split.
    + intros i j _ _. unfold symmetric. destruct (Nat.eqb i j); lra.
    + intros [|[|j]] Hj; try lia; unfold symmetric; simpl; field; lra.
  - intros i j l _ _ _ _. unfold symmetric. destruct (Nat.eqb i j), (Nat.eqb i l); try lra.
    all: pose proof (Rmult_le_compat_r (g / (g + 1)) 1 g ltac:(lra)); pose proof (Rmult_le_compat_r (1 / (g + 1)) 1 g ltac:(lra)); lra.
  - intros m A [Apos Asum] Par.
    exists (fun i s => if Nat.eqb s 0 then (g * A i 0%nat - A i 1%nat) / (g - 1) else (g * A i 1%nat - A i 0%nat) / (g - 1)).
    split; [split|].
    + intros i s Hi _. pose proof (Par i 0 1 Hi ltac:(lia) ltac:(lia) ltac:(lia))%nat.
      pose proof (Par i 1 0 Hi ltac:(lia) ltac:(lia) ltac:(lia))%nat. assert (0 < / (g - 1)) by (apply Rinv_0_lt_compat; lra).
      destruct (Nat.eqb s 0); apply Rmult_le_pos; lra.
    + intros s _. pose proof (Asum 0%nat ltac:(lia)) as S0. pose proof (Asum 1%nat ltac:(lia)) as S1. cbv beta in S0, S1.
      destruct (Nat.eqb s 0).
      * rewrite (sum_ext m _ (fun i => g / (g - 1) * A i 0%nat - 1 / (g - 1) * A i 1%nat)) by (intros; field; lra).
        rewrite sum_minus, !sum_scal, S0, S1. field. lra.
      * rewrite (sum_ext m _ (fun i => g / (g - 1) * A i 1%nat - 1 / (g - 1) * A i 0%nat)) by (intros; field; lra).
        rewrite sum_minus, !sum_scal, S0, S1. field. lra.
    + intros i [|[|j]] Hi Hj; try lia; unfold symmetric; simpl; field; lra.
Qed.
