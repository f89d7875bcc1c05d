(** Rays by levels: SPEC sections 4.3 and 9.11. Under one ratio T > 0 for all pairs every ray is a multiple of a row whose entries are
    0 or powers of T, none of these left out; and exchanges inside of classes leave one row of each orbit. *)

From Coq Require Import Reals Lra Lia Arith Bool ZArith.
From Rropt Require Import Sums Mechanisms TwoValuedRows Prices Ways Rays.
Open Scope R_scope.

(** The entries are 0 or powers T^0, ..., T^n, each of these powers at least once. *)
Definition by_levels (k : nat) (T : R) (r : nat -> R) : Prop := exists n,
  (forall j, (j < k)%nat -> r j = 0 \/ exists p, (p <= n)%nat /\ r j = T ^ p) /\ forall p, (p <= n)%nat -> exists j, (j < k)%nat /\ r j = T ^ p.

Definition leveled (k : nat) (T : R) (r : nat -> R) : Prop :=
  exists s g, 0 < s /\ by_levels k T g /\ forall j, (j < k)%nat -> r j = s * g j.

Lemma power_less T a b : 1 < T -> (a < b)%Z -> powerRZ T a < powerRZ T b.
Proof.
  intros HT H. replace b with (a + Z.of_nat (Z.to_nat (b - a)))%Z by lia. rewrite powerRZ_add by lra. rewrite <- pow_powerRZ.
  assert (P : 0 < powerRZ T a) by (apply powerRZ_lt; lra).
  assert (1 < T ^ Z.to_nat (b - a)) by (apply Rlt_pow_R1; [assumption | lia]).
  pose proof (Rmult_lt_compat_l _ _ _ P H0). lra.
Qed.

Lemma power_order T a b : 1 < T -> powerRZ T a <= powerRZ T b -> (a <= b)%Z.
Proof. intros HT H. destruct (Z_le_gt_dec a b); [assumption|]. pose proof (power_less T b a HT ltac:(lia)). lra. Qed.

Lemma levels_above_one k N hi lo ratio on T r :
  1 <= T -> (forall c, (c < N)%nat -> on c = true -> (hi c < k)%nat /\ (lo c < k)%nat /\ ratio c = T) ->
  (forall j, (j < k)%nat -> 0 <= r j) -> by_tree k N hi lo ratio on r -> leveled k T r.
Proof.
  intros HT Two Nn [first [Hf [One [_ All]]]].
  assert (Level : forall l, joined N hi lo ratio on r first l -> (l < k)%nat /\ exists z, r l = powerRZ T z /\
    forall z', (0 <= z' <= z \/ z <= z' <= 0)%Z -> exists i, (i < k)%nat /\ r i = powerRZ T z').
  { intros l H. induction H as [|c j l _ [Hj [z [Ez Between]]] Hc O E Q Pj Pl].
    - split; [assumption|]. exists 0%Z. split; [simpl; assumption|]. intros z' Hz. exists first. split; [assumption|].
      replace z' with 0%Z by lia. simpl. assumption.
    - destruct (Two c Hc O) as [H [L R]]. assert (Hl : (l < k)%nat) by (destruct E as [[_ <-]|[<- _]]; assumption). split; [assumption|].
      assert (Step : r l = r j * T \/ r l = r j * / T).
      { rewrite R in Q. destruct E as [[E1 E2]|[E1 E2]]; rewrite E1, E2 in Q; rewrite Q; [right; field; lra | left; ring]. }
      assert (exists z2, (z2 = z + 1 \/ z2 = z - 1)%Z /\ r l = powerRZ T z2) as [z2 [Near E2]].
      { destruct Step as [S|S].
        - exists (z + 1)%Z. split; [now left|]. rewrite S, Ez, powerRZ_add by lra. simpl. ring.
        - exists (z - 1)%Z. split; [now right|]. unfold Z.sub. rewrite S, Ez, powerRZ_add by lra. simpl. field. lra. }
      exists z2. split; [assumption|]. intros z' Hz. destruct (Z.eq_dec z' z2) as [->|D]; [now exists l | apply Between; lia]. }
  destruct (Req_dec T 1) as [T1|T1].
  { exists 1, r. split; [lra|]. split; [|intros; ring]. exists 0%nat. split.
    - intros j Hj. destruct (Req_dec (r j) 0) as [Z|Z]; [now left | right]. exists 0%nat. split; [lia|].
      specialize (Nn j Hj). destruct (Level j (All j Hj ltac:(lra))) as [_ [z [E _]]]. rewrite E, T1. simpl.
      destruct z; simpl; rewrite ?pow1; try rewrite Rinv_1; reflexivity.
    - intros p Hp. exists first. split; [assumption|]. replace p with 0%nat by lia. simpl. assumption. }
  (* the largest entry, and the least one that is not 0 *)
  destruct (exists_least k (fun j => - r j) ltac:(lia)) as [b [Hb Most]].
  assert (Pb : 0 < r b) by (specialize (Most first Hf); cbv beta in Most; lra).
  destruct (exists_least k (fun j => if Req_EM_T (r j) 0 then r b else r j) ltac:(lia)) as [a0 [Ha0 Least]].
  assert (exists a, (a < k)%nat /\ 0 < r a /\ forall j, (j < k)%nat -> 0 < r j -> r a <= r j) as [a [Ha [Pa La]]].
  { cbv beta in Least. destruct (Req_EM_T (r a0) 0) as [Z|Z].
    - exists b. repeat split; auto. intros j Hj P. specialize (Least j Hj). destruct (Req_EM_T (r j) 0); lra.
    - specialize (Nn a0 Ha0). exists a0. repeat split; auto; [lra|]. intros j Hj P. specialize (Least j Hj). destruct (Req_EM_T (r j) 0); lra. }
  destruct (Level a (All a Ha Pa)) as [_ [za [Ea Ba]]]. destruct (Level b (All b Hb Pb)) as [_ [zb [Eb Bb]]].
  assert (T2 : 1 < T) by lra.
  assert (A0 : (za <= 0)%Z) by (apply (power_order T); [assumption|]; rewrite <- Ea; simpl; rewrite <- One; apply La; [assumption | lra]).
  assert (B0 : (0 <= zb)%Z) by (apply (power_order T); [assumption|]; rewrite <- Eb; simpl; specialize (Most first Hf); cbv beta in Most; lra).
  assert (Pow : forall z, (za <= z)%Z -> powerRZ T z = powerRZ T za * T ^ Z.to_nat (z - za)).
  { intros z Hz. rewrite pow_powerRZ, <- powerRZ_add by lra. f_equal. lia. }
  assert (Pz : 0 < powerRZ T za) by (apply powerRZ_lt; lra).
  exists (powerRZ T za), (fun j => / powerRZ T za * r j). split; [assumption|]. split; [|intros; field; lra].
  exists (Z.to_nat (zb - za)). split.
  - intros j Hj. destruct (Req_dec (r j) 0) as [Z|Z]; [left; rewrite Z; ring | right].
    assert (P : 0 < r j) by (specialize (Nn j Hj); lra). destruct (Level j (All j Hj P)) as [_ [z [E _]]].
    assert (Za : (za <= z)%Z) by (apply (power_order T); [assumption|]; rewrite <- Ea, <- E; now apply La).
    assert (Zb : (z <= zb)%Z) by (apply (power_order T); [assumption|]; rewrite <- Eb, <- E; specialize (Most j Hj); cbv beta in Most; lra).
    exists (Z.to_nat (z - za)). split; [lia|]. rewrite E, (Pow z Za). field. lra.
  - intros p Hp. set (z := (za + Z.of_nat p)%Z).
    assert (exists i, (i < k)%nat /\ r i = powerRZ T z) as [i [Hi Ei]].
    { destruct (Z_le_gt_dec z 0); [apply Ba; right; unfold z in *; lia | apply Bb; left; unfold z in *; lia]. }
    exists i. split; [assumption|]. rewrite Ei, (Pow z) by (unfold z; lia). replace (Z.to_nat (z - za)) with p by (unfold z; lia). field. lra.
Qed.

(** For T < 1 the powers are those of 1/T, counted from the other end. *)
Lemma levels_turned k T r : 0 < T -> leveled k (/ T) r -> leveled k T r.
Proof.
  intros HT [s [g [Hs [[n [G1 G2]] E]]]].
  assert (Turn : forall p, (p <= n)%nat -> T ^ n * (/ T) ^ p = T ^ (n - p)).
  { intros p Hp. replace n with (n - p + p)%nat at 1 by lia. rewrite pow_add, pow_inv. field. apply pow_nonzero. lra. }
  assert (P : 0 < T ^ n) by (now apply pow_lt).
  exists (s * / T ^ n), (fun j => T ^ n * g j). split; [apply Rmult_lt_0_compat; [assumption | now apply Rinv_0_lt_compat]|]. split.
  - exists n. split.
    + intros j Hj. destruct (G1 j Hj) as [Z|[p [Hp Z]]]; [left; rewrite Z; ring | right]. exists (n - p)%nat. split; [lia|]. now rewrite Z, Turn.
    + intros p Hp. destruct (G2 (n - p)%nat ltac:(lia)) as [j [Hj Z]]. exists j. split; [assumption|]. rewrite Z, Turn by lia. f_equal. lia.
  - intros j Hj. rewrite E by assumption. field. lra.
Qed.

Lemma joined_turned N hi lo ratio on r first j : (forall c, (c < N)%nat -> on c = true -> 0 < ratio c) ->
  joined N hi lo ratio on r first j -> joined N lo hi (fun c => / ratio c) on r first j.
Proof.
  intros HR H. induction H as [|c j l _ IH Hc O E Q Pj Pl]; [constructor|]. apply joined_step with c j; auto; [tauto|].
  rewrite Q. field. specialize (HR c Hc O). lra.
Qed.

(** Every ray under one ratio T > 0 is a multiple of a row by levels. *)
Theorem levels_of_ray k D z T r :
  sound k D -> 0 < T -> (forall c, (c < things D)%nat -> asked D c = true -> ratio D c = T) -> ray k D z r -> leveled k T r.
Proof.
  intros HD HT One [[Nn _] Tree].
  assert (Edges : forall c, (c < things D)%nat -> edge D z c = true -> (high D c < k)%nat /\ (low D c < k)%nat /\ ratio D c = T).
  { intros c Hc E. pose proof (edge_asked D z c E) as A. split; [now apply (sound_high k D HD)|]. split; [now apply (sound_low k D HD) | auto]. }
  destruct (Rle_lt_dec 1 T) as [H1|H1]; [now apply (levels_above_one k (things D) (high D) (low D) (ratio D) (edge D z))|].
  apply levels_turned; [assumption|].
  apply (levels_above_one k (things D) (low D) (high D) (fun c => / ratio D c) (edge D z)); auto.
  - rewrite <- Rinv_1. apply Rinv_le_contravar; lra.
  - intros c Hc E. destruct (Edges c Hc E) as [A [B ->]]. auto.
  - destruct Tree as [first [Hf [E1 [E0 All]]]]. exists first. repeat split; auto. intros j Hj P. apply joined_turned; [|now apply All].
    intros c Hc E. destruct (Edges c Hc E) as [_ [_ ->]]. assumption.
Qed.

(** The rule: rows by levels suffice for the whole cone. *)
Theorem levels k D F f y z T :
  sound k D -> 0 < T -> (forall c, (c < things D)%nat -> asked D c = true -> ratio D c = T) ->
  convex_on k F f -> (forall c, (c < things D)%nat -> z c = 0 \/ asked D c = true) ->
  (forall g, by_levels k T g -> F g /\ f g <= dot k y g + sum (things D) (fun c => z c * over D c g)) ->
  forall s, in_cone k D s -> F s /\ f s <= dot k y s + sum (things D) (fun c => z c * over D c s).
Proof.
  intros HD HT One Hf Hz Lev. apply rays; auto; [intros c Hc A; now rewrite (One c Hc A)|]. intros r Hr.
  destruct (levels_of_ray k D z T r HD HT One Hr) as [s [g [Hs [G E]]]]. destruct (Lev g G) as [Fg Bg]. split.
  - apply (cone_same k F (on_cone k F f Hf) (fun j => s * g j)); [intros; symmetry; auto|]. apply (cone_times k F (on_cone k F f Hf)); [lra | assumption].
  - rewrite (on_same k F f Hf r (fun j => s * g j) E). eapply Rle_trans; [now apply (on_times k F f Hf)|].
    eapply Rle_trans; [apply Rmult_le_compat_l; [lra | exact Bg]|]. right.
    rewrite Rmult_plus_distr_l, <- dot_times, <- sum_scal. f_equal; [apply dot_ext; auto; intros; symmetry; auto|].
    apply sum_ext. intros c Hc. destruct (Hz c Hc) as [->|A]; [ring|]. unfold over.
    rewrite (E _ (sound_high k D HD c Hc A)), (E _ (sound_low k D HD c Hc A)).
    replace (s * g (high D c) - ratio D c * (s * g (low D c))) with (s * (g (high D c) - ratio D c * g (low D c))) by ring.
    replace 0 with (s * 0) at 2 by ring. rewrite RmaxRmult by lra. ring.
Qed.

(** The bound under one demand with slack. *)
Theorem convex_by_levels m k T delta F f y z P :
  0 < T -> convex_on k F f -> (forall j l, (j < k)%nat -> (l < k)%nat -> 0 <= z j l) -> (forall j, (j < k)%nat -> z j j = 0) ->
  mechanism m k P -> ldp m k T delta P ->
  (forall g, by_levels k T g -> F g /\ f g <= dot k y g + sum k (fun j => sum k (fun l => z j l * Rmax 0 (g j - T * g l)))) ->
  sum m (fun i => f (P i)) <= sum k y + delta * sum k (fun j => sum k (fun l => z j l)).
Proof.
  intros HT Hf Hz Hd HP HL Lev. set (D := all_pairs k T delta false). set (zc := fun c => z (c / k)%nat (c mod k)%nat).
  assert (Prices : forall c, (c < things D)%nat -> zc c = 0 \/ (0 <= zc c /\ asked D c = true)).
  { intros c Hc. destruct (place_below k c Hc) as [J L]. unfold zc, D, all_pairs. rewrite asked_by_pairs.
    destruct (Nat.eqb_spec (c / k) (c mod k)) as [E|E]; [left; rewrite <- E; auto | right; auto]. }
  assert (Over : forall g, sum (things D) (fun c => zc c * over D c g) = sum k (fun j => sum k (fun l => z j l * Rmax 0 (g j - T * g l))))
    by (intros g; exact (sum_places k k (fun j l => z j l * Rmax 0 (g j - T * g l)))).
  assert (Slack : sum (things D) (fun c => zc c * slack D c) = delta * sum k (fun j => sum k (fun l => z j l))).
  { rewrite <- sum_scal, (sum_ext k (fun j => delta * _) (fun j => sum k (fun l => z j l * delta)))
      by (intros; rewrite sum_scal_r; apply Rmult_comm). exact (sum_places k k (fun j l => z j l * delta)). }
  rewrite <- Slack. apply (prices_of_rows m k D); auto; [now apply all_pairs_sound | now apply all_pairs_satisfies|].
  intros s Hs. apply (levels k D F f y zc T); auto.
  - now apply all_pairs_sound.
  - intros c Hc. destruct (Prices c Hc) as [Z|[_ A]]; auto.
  - intros g Hg. rewrite Over. auto.
Qed.
