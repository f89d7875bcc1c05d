(** Multipliers of the slack: SPEC sections 3.3 and 9.11. With delta > 0 a function that is convex and homogeneous, and at most
    y.r + Sum m_jl max(0, r_j - T r_l) at the rows by levels, is so at every row. *)

From Coq Require Import Reals Lra Lia Arith Bool ZArith.
From Rropt Require Import Sums Mechanisms TwoValuedRows Sublinear TotalVariance Estimates ExtremeRows.
Open Scope R_scope.

(** The entries are 0 or powers T^0, ..., T^n, each of these powers at least once. *)
Definition by_levels (k : nat) (T : R) (r : nat -> R) : Prop := exists n,
  (forall j, (j < k)%nat -> r j = 0 \/ exists p, (p <= n)%nat /\ r j = T ^ p) /\ forall p, (p <= n)%nat -> exists j, (j < k)%nat /\ r j = T ^ p.

Definition with_slack (k : nat) (T : R) (y : nat -> R) (m : nat -> nat -> R) (r : nat -> R) : R :=
  dot k y r + sum k (fun j => sum k (fun l => if Nat.eqb j l then 0 else m j l * Rmax 0 (r j - T * r l))).

Lemma power_less T a b : 1 < T -> (a < b)%Z -> powerRZ T a < powerRZ T b.
Proof.
  intros HT H. replace b with (a + Z.of_nat (Z.to_nat (b - a)))%Z by lia. rewrite powerRZ_add by lra. rewrite <- pow_powerRZ.
  assert (P : 0 < powerRZ T a) by (apply powerRZ_lt; lra).
  assert (1 < T ^ Z.to_nat (b - a)) by (apply Rlt_pow_R1; [assumption | lia]).
  pose proof (Rmult_lt_compat_l _ _ _ P H0). lra.
Qed.

Lemma power_order T a b : 1 < T -> powerRZ T a <= powerRZ T b -> (a <= b)%Z.
Proof. intros HT H. destruct (Z_le_gt_dec a b); [assumption|]. pose proof (power_less T b a HT ltac:(lia)). lra. Qed.

(** An extreme row of budgets that are all T or 1/T is a multiple of a row by levels. *)
Lemma levels_of_extreme k asked ratio T r :
  1 <= T -> (forall j l, ratio j l = T \/ ratio j l = / T) -> extreme_row k asked ratio r ->
  exists s g, 0 < s /\ by_levels k T g /\ forall j, (j < k)%nat -> r j = s * g j.
Proof.
  intros HT Two [[Nn _] [first [Hf [One [_ All]]]]].
  assert (Level : forall l, joined k asked ratio r first l -> (l < k)%nat -> exists z, r l = powerRZ T z /\
    forall z', (0 <= z' <= z \/ z <= z' <= 0)%Z -> exists i, (i < k)%nat /\ r i = powerRZ T z').
  { intros l H. induction H as [|j l _ IH Hj Hl Pl E]; intros L.
    - exists 0%Z. split; [simpl; assumption|]. intros z' Hz. exists first. split; [assumption|]. replace z' with 0%Z by lia. simpl. assumption.
    - destruct (IH Hj) as [z [Ez Between]].
      assert (Step : r l = r j * T \/ r l = r j * / T).
      { destruct E as [[_ E]|[_ E]].
        - destruct (Two j l) as [K|K]; rewrite K in E; rewrite E; [right | left]; field; lra.
        - destruct (Two l j) as [K|K]; rewrite K in E; rewrite E; [left | right]; ring. }
      assert (exists z2, (z2 = z + 1 \/ z2 = z - 1)%Z /\ r l = powerRZ T z2) as [z2 [Near E2]].
      { destruct Step as [S|S].
        - exists (z + 1)%Z. split; [now left|]. rewrite S, Ez, powerRZ_add by lra. simpl. ring.
        - exists (z - 1)%Z. split; [now right|]. unfold Z.sub. rewrite S, Ez, powerRZ_add by lra. simpl. field. lra. }
      exists z2. split; [assumption|]. intros z' Hz. destruct (Z.eq_dec z' z2) as [->|N]; [now exists l | apply Between; lia]. }
  destruct (Req_dec T 1) as [T1|T1].
  { exists 1, r. split; [lra|]. split; [|intros; ring]. exists 0%nat. split.
    - intros j Hj. destruct (Req_dec (r j) 0) as [Z|Z]; [now left | right]. exists 0%nat. split; [lia|].
      specialize (Nn j Hj). destruct (Level j (All j Hj ltac:(lra)) Hj) as [z [E _]]. rewrite E, T1. simpl.
      destruct z; simpl; rewrite ?pow1; try rewrite Rinv_1; reflexivity.
    - intros p Hp. exists first. split; [assumption|]. replace p with 0%nat by lia. simpl. assumption. }
  set (low := fun j => if Req_EM_T (r j) 0 then 1 else r j).
  destruct (exists_least k low ltac:(lia)) as [l0 [Hl0 Least]].
  assert (exists a, (a < k)%nat /\ 0 < r a /\ forall j, (j < k)%nat -> 0 < r j -> r a <= r j) as [a [Ha [Pa La]]].
  { assert (Low : forall j, (j < k)%nat -> 0 < r j -> low j = r j) by (intros j Hj P; unfold low; destruct (Req_EM_T (r j) 0); [lra | reflexivity]).
    destruct (Req_EM_T (r l0) 0) as [Z|Z].
    - exists first. split; [assumption|]. split; [lra|]. intros j Hj P. specialize (Least j Hj). rewrite (Low j Hj P) in Least.
      unfold low in Least. destruct (Req_EM_T (r l0) 0); lra.
    - specialize (Nn l0 Hl0). exists l0. split; [assumption|]. split; [lra|]. intros j Hj P. specialize (Least j Hj).
      rewrite (Low j Hj P), (Low l0 Hl0 ltac:(lra)) in Least. assumption. }
  destruct (exists_least k (fun j => - r j) ltac:(lia)) as [b [Hb Most]].
  assert (Pb : 0 < r b) by (specialize (Most first Hf); cbv beta in Most; lra).
  destruct (Level a (All a Ha Pa) Ha) as [za [Ea Ba]]. destruct (Level b (All b Hb Pb) Hb) as [zb [Eb Bb]].
  assert (T2 : 1 < T) by lra.
  assert (A0 : (za <= 0)%Z) by (apply (power_order T); [assumption|]; rewrite <- Ea; simpl; rewrite <- One; apply La; [assumption | lra]).
  assert (B0 : (0 <= zb)%Z) by (apply (power_order T); [assumption|]; rewrite <- Eb; simpl; specialize (Most first Hf); cbv beta in Most; lra).
  assert (Pow : forall z, (za <= z)%Z -> powerRZ T z = powerRZ T za * T ^ Z.to_nat (z - za)).
  { intros z Hz. rewrite pow_powerRZ, <- powerRZ_add by lra. f_equal. lia. }
  assert (Pz : 0 < powerRZ T za) by (apply powerRZ_lt; lra).
  exists (powerRZ T za), (fun j => / powerRZ T za * r j). split; [assumption|]. split; [|intros; field; lra].
  exists (Z.to_nat (zb - za)). split.
  - intros j Hj. destruct (Req_dec (r j) 0) as [Z|Z]; [left; rewrite Z; ring | right].
    assert (P : 0 < r j) by (specialize (Nn j Hj); lra). destruct (Level j (All j Hj P) Hj) as [z [E _]].
    assert (Za : (za <= z)%Z) by (apply (power_order T); [assumption|]; rewrite <- Ea, <- E; now apply La).
    assert (Zb : (z <= zb)%Z) by (apply (power_order T); [assumption|]; rewrite <- Eb, <- E; specialize (Most j Hj); cbv beta in Most; lra).
    exists (Z.to_nat (z - za)). split; [lia|]. rewrite E, (Pow z Za). field. lra.
  - intros p Hp. set (z := (za + Z.of_nat p)%Z).
    assert (exists i, (i < k)%nat /\ r i = powerRZ T z) as [i [Hi Ei]].
    { destruct (Z_le_gt_dec z 0); [apply Ba; right; unfold z in *; lia | apply Bb; left; unfold z in *; lia]. }
    exists i. split; [assumption|]. rewrite Ei, (Pow z) by (unfold z; lia). replace (Z.to_nat (z - za)) with p by (unfold z; lia). field. lra.
Qed.

(** At every row. *)
Theorem slack_at_every_row k T f y m r :
  1 <= T -> sublinear_rows k f -> (forall g, by_levels k T g -> f g <= with_slack k T y m g) ->
  (forall j, (j < k)%nat -> 0 <= r j) -> f r <= with_slack k T y m r.
Proof.
  intros HT [Same Zero Plus Times] Levels Hr.
  set (neg := fun j l => if Rle_lt_dec (r j) (T * r l) then true else false).
  set (asked := fun a b => negb (Nat.eqb a b) && (neg a b || negb (neg b a))).
  set (ratio := fun a b => if neg b a then T else / T).
  assert (IT : 0 < / T) by (apply Rinv_0_lt_compat; lra).
  assert (I1 : / T <= 1) by (rewrite <- Rinv_1; apply Rinv_le_contravar; lra).
  (* on the cone of r each positive part is 0 or linear *)
  assert (Side : forall g a b, row_of k asked ratio g -> (a < k)%nat -> (b < k)%nat -> a <> b ->
    Rmax 0 (g a - T * g b) = if neg a b then 0 else g a - T * g b).
  { intros g a b [S A] Ha Hb N. pose proof (S b Hb) as Sb. pose proof (S a Ha) as Sa. destruct (neg a b) eqn:E.
    - apply Rmax_left. specialize (A a b Ha Hb). unfold asked, ratio in A. rewrite E in A. destruct (Nat.eqb_spec a b); [contradiction|].
      specialize (A eq_refl). destruct (neg b a); [lra|].
      pose proof (Rmult_le_compat_r (g b) (/ T) T Sb ltac:(lra)). lra.
    - apply Rmax_right. specialize (A b a Hb Ha). unfold asked, ratio in A. rewrite E in A.
      destruct (Nat.eqb_spec b a); [congruence|]. rewrite orb_true_r in A. specialize (A eq_refl).
      pose proof (Rmult_le_compat_l T _ _ ltac:(lra) A) as B. replace (T * (/ T * g a)) with (g a) in B by (field; lra). lra. }
  set (lin := fun g => dot k y g + sum k (fun j => sum k (fun l => if Nat.eqb j l then 0 else m j l * (if neg j l then 0 else g j - T * g l)))).
  assert (Lin : forall g, row_of k asked ratio g -> with_slack k T y m g = lin g).
  { intros g Hg. unfold with_slack, lin. f_equal. apply sum_ext. intros j Hj. apply sum_ext. intros l Hl.
    destruct (Nat.eqb_spec j l); [reflexivity|]. now rewrite (Side g j l). }
  assert (Rcell : row_of k asked ratio r).
  { split; [assumption|]. intros a b Ha Hb A. unfold asked in A. unfold ratio. apply andb_prop in A. destruct A as [_ A].
    unfold neg in *. destruct (Rle_lt_dec (r b) (T * r a)) as [L|L].
    - destruct (Rle_lt_dec (r a) (T * r b)); [assumption | discriminate].
    - pose proof (Rmult_le_compat_l (/ T) _ _ ltac:(lra) (Rlt_le _ _ L)) as B. replace (/ T * (T * r a)) with (r a) in B by (field; lra). assumption. }
  set (C := fun g : nat -> R => row_of k asked ratio g /\ f g <= lin g).
  rewrite (Lin r Rcell). enough (C r) by apply H. apply (extreme_rows k asked ratio); [| | | |assumption].
  - intros j l _ _ _. unfold ratio. destruct (neg l j); lra.
  - constructor.
    + intros g h H [A B]. split.
      * split; [intros j Hj; rewrite <- H by assumption; now apply A|]. intros a b Ha Hb E. rewrite <- !H by assumption. now apply A.
      * rewrite <- (Same g h H). replace (lin h) with (lin g); [assumption|]. unfold lin.
        rewrite (dot_ext k y g y h) by auto. f_equal. apply sum_ext. intros j Hj. apply sum_ext. intros l Hl. now rewrite !H.
    + intros g h [A B] [A' B']. split.
      * split; [intros j Hj; apply Rplus_le_le_0_compat; [now apply A | now apply A']|]. intros a b Ha Hb E.
        pose proof (proj2 A a b Ha Hb E). pose proof (proj2 A' a b Ha Hb E). lra.
      * pose proof (Plus g h (proj1 A) (proj1 A')). replace (lin (fun j => g j + h j)) with (lin g + lin h); [lra|]. unfold lin.
        rewrite dot_plus. rewrite (sum_ext k (fun j => sum k (fun l => if Nat.eqb j l then 0 else m j l * (if neg j l then 0 else g j + h j - _)))
          (fun j => sum k (fun l => if Nat.eqb j l then 0 else m j l * (if neg j l then 0 else g j - T * g l)) +
                    sum k (fun l => if Nat.eqb j l then 0 else m j l * (if neg j l then 0 else h j - T * h l)))).
        -- rewrite sum_plus. ring.
        -- intros j Hj. rewrite <- sum_plus. apply sum_ext. intros l Hl. destruct (Nat.eqb j l), (neg j l); ring.
    + intros c g Hc [A B]. split.
      * split; [intros j Hj; apply Rmult_le_pos; [assumption | now apply A]|]. intros a b Ha Hb E.
        pose proof (Rmult_le_compat_l c _ _ Hc (proj2 A a b Ha Hb E)). lra.
      * assert (E : lin (fun j => c * g j) = c * lin g).
        { unfold lin. rewrite dot_times, Rmult_plus_distr_l, <- sum_scal. f_equal. apply sum_ext. intros j Hj. rewrite <- sum_scal.
          apply sum_ext. intros l Hl. destruct (Nat.eqb j l), (neg j l); ring. }
        rewrite E. destruct (Req_dec c 0) as [->|N].
        -- rewrite Zero by (intros; ring). lra.
        -- pose proof (Times c g ltac:(lra) (proj1 A)). pose proof (Rmult_le_compat_l c _ _ Hc B). lra.
  - split; [split; [intros; lra | intros; lra]|]. rewrite Zero by auto. unfold lin. rewrite dot_zero by auto.
    rewrite (sum_ext k _ (fun _ => 0)); [rewrite sum_zero; lra|]. intros j Hj. rewrite (sum_ext k _ (fun _ => 0)); [apply sum_zero|].
    intros l Hl. destruct (Nat.eqb j l), (neg j l); ring.
  - intros g Hg. split; [apply Hg|].
    destruct (levels_of_extreme k asked ratio T g HT ltac:(intros a b; unfold ratio; destruct (neg b a); auto) Hg) as [s [h [Hs [Lev E]]]].
    assert (Eh : forall j, (j < k)%nat -> h j = / s * g j) by (intros j Hj; rewrite E by assumption; field; lra).
    assert (Is : 0 < / s) by (now apply Rinv_0_lt_compat).
    assert (Hcell : row_of k asked ratio h).
    { split; [intros j Hj; rewrite Eh by assumption; apply Rmult_le_pos; [lra | now apply Hg]|]. intros a b Ha Hb Q. rewrite !Eh by assumption.
      pose proof (Rmult_le_compat_l (/ s) _ _ ltac:(lra) (proj2 (proj1 Hg) a b Ha Hb Q)). lra. }
    pose proof (Levels h Lev) as F. rewrite (Lin h Hcell) in F.
    rewrite (Same g (fun j => s * h j) E). pose proof (Times s h Hs (proj1 Hcell)) as G. pose proof (Rmult_le_compat_l s _ _ ltac:(lra) F) as G'.
    assert (L : lin g = s * lin h); [|lra]. unfold lin. rewrite Rmult_plus_distr_l, <- dot_times, <- sum_scal. f_equal.
    + apply dot_ext; auto.
    + apply sum_ext. intros j Hj. rewrite <- sum_scal. apply sum_ext. intros l Hl. rewrite !E by assumption. destruct (Nat.eqb j l), (neg j l); ring.
Qed.

(** The rule. *)
Theorem sublinear_by_levels n k T delta f y m P :
  1 <= T -> sublinear_rows k f -> (forall j l, (j < k)%nat -> (l < k)%nat -> 0 <= m j l) -> mechanism n k P -> ldp n k T delta P ->
  (forall g, by_levels k T g -> f g <= with_slack k T y m g) ->
  sum n (fun i => f (P i)) <= sum k y + delta * sum k (fun j => sum k (fun l => if Nat.eqb j l then 0 else m j l)).
Proof.
  intros HT Hf Hm [Pos Sum] HL Levels.
  apply Rle_trans with (sum n (fun i => with_slack k T y m (P i))).
  - apply sum_le. intros i Hi. apply slack_at_every_row with (f := f); auto.
  - unfold with_slack. rewrite sum_plus. apply Rplus_le_compat.
    + right. unfold dot. rewrite sum_swap. apply sum_ext. intros j Hj. rewrite sum_scal, (Sum j Hj). ring.
    + rewrite sum_swap, <- sum_scal. apply sum_le. intros j Hj. rewrite sum_swap, <- sum_scal. apply sum_le. intros l Hl.
      destruct (Nat.eqb_spec j l) as [E|E]; [rewrite sum_zero; lra|]. rewrite sum_scal.
      pose proof (Rmult_le_compat_l (m j l) _ _ (Hm j l Hj Hl) (HL j l Hj Hl E)) as H. unfold excess in H. lra.
Qed.

(** The matrix duals (9.2, 9.8) at the rows by levels; contrast_bound, determinant_bound and largest_variance_bound go on from here. *)
Theorem forms_by_levels n k T delta A q w X d pi y m P :
  1 <= T -> (forall a, (a < A)%nat -> 0 <= w a) -> (forall a c, (a < A)%nat -> (c < q)%nat -> 0 <= d a c) ->
  (forall a j, (a < A)%nat -> (j < k)%nat -> 0 < pi a j) -> (forall j l, (j < k)%nat -> (l < k)%nat -> 0 <= m j l) ->
  mechanism n k P -> ldp n k T delta P -> (forall g, by_levels k T g -> forms A q k w X d pi g <= with_slack k T y m g) ->
  sum n (fun i => forms A q k w X d pi (P i)) <= sum k y + delta * sum k (fun j => sum k (fun l => if Nat.eqb j l then 0 else m j l)).
Proof. intros HT Hw Hd Hpi Hm HP HL Levels. apply (sublinear_by_levels n k T); auto. now apply forms_sublinear. Qed.
