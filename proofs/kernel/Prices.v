(** The lemma on prices: SPEC section 4. A demand gives a cone of rows and budgets for sums over the rows; prices bound the sum of
    any functions of the rows. *)

From Coq Require Import Reals Lra Lia Arith Bool.
From Rropt Require Import Sums Mechanisms.
Open Scope R_scope.

Definition dot (k : nat) (u v : nat -> R) : R := sum k (fun j => u j * v j).
Definition unit (i j : nat) : R := if Nat.eqb i j then 1 else 0.

Lemma dot_ext k u v u' v' :
  (forall j, (j < k)%nat -> u j = u' j) -> (forall j, (j < k)%nat -> v j = v' j) -> dot k u v = dot k u' v'.
Proof. intros H H'. apply sum_ext. intros j Hj. now rewrite H, H'. Qed.

Lemma dot_plus k u v v' : dot k u (fun j => v j + v' j) = dot k u v + dot k u v'.
Proof. unfold dot. rewrite <- sum_plus. apply sum_ext. intros. ring. Qed.

Lemma dot_times k u c v : dot k u (fun j => c * v j) = c * dot k u v.
Proof. unfold dot. rewrite <- sum_scal. apply sum_ext. intros. ring. Qed.

Lemma dot_zero k u r : (forall j, (j < k)%nat -> r j = 0) -> dot k u r = 0.
Proof. intros H. unfold dot. rewrite (sum_ext k _ (fun _ => 0)); [apply sum_zero|]. intros j Hj. rewrite H by assumption. ring. Qed.

Lemma dot_sym k u v : dot k u v = dot k v u.
Proof. apply sum_ext. intros. ring. Qed.

Lemma dot_unit k j s : (j < k)%nat -> dot k (unit j) s = s j.
Proof.
  intros Hj. unfold dot. rewrite (sum_ext k _ (fun i => if Nat.eqb i j then s i else 0)); [now apply sum_single|].
  intros i _. unfold unit. rewrite (Nat.eqb_sym j i). destruct (Nat.eqb i j); ring.
Qed.

(** The prices of the columns add up over the rows, as each column sums to 1. *)
Lemma dot_rows m k y P : mechanism m k P -> sum m (fun i => dot k y (P i)) = sum k y.
Proof. intros [_ S]. unfold dot. rewrite sum_swap. apply sum_ext. intros j Hj. rewrite sum_scal, (S j Hj). ring. Qed.

(** * The lemma, for any cone C, any functions f_i of the rows, any budgets h_c and any conditions with the coefficients a_e,i. *)
Theorem prices m k (C : (nat -> R) -> Prop) (f : nat -> (nat -> R) -> R) y N (h : nat -> (nat -> R) -> R) z b
  n (a : nat -> nat -> nat -> R) u bound P :
  mechanism m k P -> (forall i, (i < m)%nat -> C (P i)) ->
  (forall c, (c < N)%nat -> z c = 0 \/ (0 <= z c /\ sum m (fun i => h c (P i)) <= b c)) ->
  (forall e, (e < n)%nat -> (0 <= u e /\ sum m (fun i => dot k (a e i) (P i)) <= bound e) \/
    sum m (fun i => dot k (a e i) (P i)) = bound e) ->
  (forall i s, (i < m)%nat -> C s ->
    f i s <= dot k y s + sum N (fun c => z c * h c s) + sum n (fun e => u e * dot k (a e i) s)) ->
  sum m (fun i => f i (P i)) <= sum k y + sum N (fun c => z c * b c) + sum n (fun e => u e * bound e).
Proof.
  intros HP HC Hz Hu Hf. eapply Rle_trans; [apply sum_le; intros i Hi; exact (Hf i (P i) Hi (HC i Hi))|].
  rewrite !sum_plus, (dot_rows m k y P HP). apply Rplus_le_compat; [apply Rplus_le_compat_l|].
  - rewrite sum_swap. apply sum_le. intros c Hc. rewrite sum_scal.
    destruct (Hz c Hc) as [->|[Z B]]; [lra | now apply Rmult_le_compat_l].
  - rewrite sum_swap. apply sum_le. intros e He. rewrite sum_scal.
    destruct (Hu e He) as [[U B]|E]; [now apply Rmult_le_compat_l | rewrite E; lra].
Qed.

(** * Demands: SPEC section 3.2. What is asked has numbers c (names, in SPEC): of the input [high c] against [low c]. It is a plane, or
    a budget; of c that is neither nothing is asked. *)
Record demand := Demand {
  things : nat; high : nat -> nat; low : nat -> nat; ratio : nat -> R; slack : nat -> R; plane : nat -> bool; budget : nat -> bool }.

Definition asked (D : demand) (c : nat) : bool := plane D c || budget D c.

Record sound (k : nat) (D : demand) : Prop := {
  sound_high : forall c, (c < things D)%nat -> asked D c = true -> (high D c < k)%nat;
  sound_low : forall c, (c < things D)%nat -> asked D c = true -> (low D c < k)%nat;
  sound_plane : forall c, (c < things D)%nat -> plane D c = true -> slack D c = 0 }.

Definition ratios_positive (D : demand) : Prop := forall c, (c < things D)%nat -> asked D c = true -> 0 < ratio D c.

(** h_c. *)
Definition over (D : demand) (c : nat) (s : nat -> R) : R := Rmax 0 (s (high D c) - ratio D c * s (low D c)).

Definition satisfies (m : nat) (D : demand) (P : nat -> nat -> R) : Prop :=
  forall c, (c < things D)%nat -> asked D c = true -> sum m (fun i => over D c (P i)) <= slack D c.

Definition in_cone (k : nat) (D : demand) (s : nat -> R) : Prop :=
  (forall j, (j < k)%nat -> 0 <= s j) /\
  forall c, (c < things D)%nat -> plane D c = true -> s (high D c) <= ratio D c * s (low D c).

Lemma asked_plane D c : plane D c = true -> asked D c = true.
Proof. intros H. unfold asked. now rewrite H. Qed.

(** All rows of a mechanism of the demand are in the cone. *)
Theorem rows_in_cone m k D P i : sound k D -> mechanism m k P -> satisfies m D P -> (i < m)%nat -> in_cone k D (P i).
Proof.
  intros HD [Pos _] HS Hi. split; [intros; now apply Pos|]. intros c Hc Pl.
  pose proof (HS c Hc (asked_plane D c Pl)) as S. rewrite (sound_plane k D HD c Hc Pl) in S.
  assert (N : forall i, (i < m)%nat -> 0 <= over D c (P i)) by (intros; apply Rmax_l).
  pose proof (sum_term m (fun i => over D c (P i)) i N Hi) as T. cbv beta in T.
  pose proof (Rmax_r 0 (P i (high D c) - ratio D c * P i (low D c))) as M. unfold over in *. lra.
Qed.

(** The right side of the lemma at the output i, [a] being the coefficients of the conditions there. *)
Definition right_side (k : nat) (D : demand) (y z : nat -> R) (n : nat) (a : nat -> nat -> R) (u s : nat -> R) : R :=
  dot k y s + sum (things D) (fun c => z c * over D c s) + sum n (fun e => u e * dot k (a e) s).

(** The lemma for a demand. Nothing asks that a ratio is 1 or more. *)
Theorem prices_of_demand m k D (f : nat -> (nat -> R) -> R) y z n (a : nat -> nat -> nat -> R) u bound P :
  sound k D -> mechanism m k P -> satisfies m D P ->
  (forall c, (c < things D)%nat -> z c = 0 \/ (0 <= z c /\ asked D c = true)) ->
  (forall e, (e < n)%nat -> (0 <= u e /\ sum m (fun i => dot k (a e i) (P i)) <= bound e) \/
    sum m (fun i => dot k (a e i) (P i)) = bound e) ->
  (forall i s, (i < m)%nat -> in_cone k D s -> f i s <= right_side k D y z n (fun e => a e i) u s) ->
  sum m (fun i => f i (P i)) <= sum k y + sum (things D) (fun c => z c * slack D c) + sum n (fun e => u e * bound e).
Proof.
  intros HD HP HS Hz Hu Hf. apply (prices m k (in_cone k D) f y _ (over D) z (slack D) n a u bound P); auto.
  - intros i Hi. now apply (rows_in_cone m).
  - intros c Hc. destruct (Hz c Hc) as [Z|[Z A]]; [now left | right; auto].
Qed.

(** The same with free outputs: one f, no conditions. *)
Theorem prices_of_rows m k D f y z P :
  sound k D -> mechanism m k P -> satisfies m D P ->
  (forall c, (c < things D)%nat -> z c = 0 \/ (0 <= z c /\ asked D c = true)) ->
  (forall s, in_cone k D s -> f s <= dot k y s + sum (things D) (fun c => z c * over D c s)) ->
  sum m (fun i => f (P i)) <= sum k y + sum (things D) (fun c => z c * slack D c).
Proof.
  intros HD HP HS Hz Hf.
  pose proof (prices_of_demand m k D (fun _ => f) y z 0 (fun _ _ _ => 0) (fun _ => 0) (fun _ => 0) P HD HP HS Hz) as B.
  simpl in B. rewrite Rplus_0_r in B. apply B; [intros; lia|]. intros i s _ Hs. unfold right_side. simpl. specialize (Hf s Hs). lra.
Qed.

(** * The demands of SPEC section 3 are such. *)

(** By pairs: c = j k + l is the pair (j, l); [pure] says which pairs are planes. *)
Definition by_pairs (k : nat) (of : nat -> nat -> bool) (T d : nat -> nat -> R) (pure : nat -> nat -> bool) : demand :=
  let j c := (c / k)%nat in let l c := (c mod k)%nat in let on c := of (j c) (l c) && negb (Nat.eqb (j c) (l c)) in
  Demand (k * k) j l (fun c => T (j c) (l c)) (fun c => d (j c) (l c)) (fun c => on c && pure (j c) (l c)) (fun c => on c && negb (pure (j c) (l c))).

Lemma pair_place k j l : (j < k)%nat -> (l < k)%nat ->
  (j * k + l < k * k)%nat /\ ((j * k + l) / k = j)%nat /\ ((j * k + l) mod k = l)%nat.
Proof.
  intros Hj Hl. split; [|split].
  - apply Nat.lt_le_trans with (j * k + 1 * k)%nat; [lia|]. rewrite <- Nat.mul_add_distr_r. apply Nat.mul_le_mono_r. lia.
  - rewrite Nat.add_comm, Nat.div_add, Nat.div_small by lia. reflexivity.
  - rewrite Nat.add_comm, Nat.mod_add, Nat.mod_small by lia. reflexivity.
Qed.

Lemma place_below k c : (c < k * k)%nat -> (c / k < k)%nat /\ (c mod k < k)%nat.
Proof. intros H. assert (k <> 0)%nat by lia. split; [apply Nat.div_lt_upper_bound; lia | now apply Nat.mod_upper_bound]. Qed.

Lemma sum_places a k g : sum (a * k) (fun c => g (c / k)%nat (c mod k)%nat) = sum a (fun j => sum k (fun l => g j l)).
Proof.
  induction a as [|a IH]; [reflexivity|]. replace (S a * k)%nat with (a * k + k)%nat by lia. rewrite sum_add, IH. cbn [sum]. f_equal.
  apply sum_ext. intros l Hl. f_equal.
  - rewrite Nat.add_comm, Nat.div_add, Nat.div_small by lia. reflexivity.
  - rewrite Nat.add_comm, Nat.mod_add, Nat.mod_small by lia. reflexivity.
Qed.

Lemma asked_by_pairs k of T d pure c :
  asked (by_pairs k of T d pure) c = of (c / k)%nat (c mod k)%nat && negb (Nat.eqb (c / k) (c mod k)).
Proof. unfold asked, by_pairs. simpl. destruct (pure _ _), (of _ _), (Nat.eqb _ _); reflexivity. Qed.

Theorem by_pairs_satisfies m k of T d pure P :
  satisfies m (by_pairs k of T d pure) P <-> satisfies_pairs m k (fun j l => of j l = true) T d P.
Proof.
  split.
  - intros H j l Hj Hl N A. destruct (pair_place k j l Hj Hl) as [L [J M]]. specialize (H _ L).
    rewrite asked_by_pairs in H. unfold over in H. simpl in H. rewrite J, M, A in H. apply H.
    destruct (Nat.eqb_spec j l); [contradiction | reflexivity].
  - intros H c Hc A. simpl in Hc. destruct (place_below k c Hc) as [J M]. rewrite asked_by_pairs in A. apply andb_prop in A. destruct A as [A N].
    apply H; auto. intros E. rewrite E, Nat.eqb_refl in N. discriminate.
Qed.

Theorem by_pairs_sound k of T d pure :
  (forall j l, (j < k)%nat -> (l < k)%nat -> of j l = true -> pure j l = true -> d j l = 0) -> sound k (by_pairs k of T d pure).
Proof.
  intros H. constructor; simpl; intros c Hc A; destruct (place_below k c Hc) as [J M]; auto.
  apply andb_prop in A. destruct A as [A B]. apply andb_prop in A. now apply H.
Qed.

(** One ratio and one slack for all pairs. *)
Definition all_pairs (k : nat) (T delta : R) (pure : bool) : demand :=
  by_pairs k (fun _ _ => true) (fun _ _ => T) (fun _ _ => delta) (fun _ _ => pure).

Theorem all_pairs_satisfies m k T delta pure P : satisfies m (all_pairs k T delta pure) P <-> ldp m k T delta P.
Proof.
  unfold all_pairs. rewrite by_pairs_satisfies. split; [intros H j l Hj Hl N; now apply H | intros H j l Hj Hl N _; now apply H].
Qed.

Theorem all_pairs_sound k T delta pure : (pure = true -> delta = 0) -> sound k (all_pairs k T delta pure).
Proof. intros H. apply by_pairs_sound. auto. Qed.

(** Two demands together, and so several. *)
Definition together (D E : demand) : demand :=
  let first {A} (f g : nat -> A) c := if (c <? things D)%nat then f c else g (c - things D)%nat in
  Demand (things D + things E) (first (high D) (high E)) (first (low D) (low E)) (first (ratio D) (ratio E))
    (first (slack D) (slack E)) (first (plane D) (plane E)) (first (budget D) (budget E)).

Theorem together_satisfies m D E P : satisfies m (together D E) P <-> satisfies m D P /\ satisfies m E P.
Proof.
  unfold satisfies, asked, over, together. simpl. split.
  - intros H. split; intros c Hc A.
    + specialize (H c ltac:(lia)). destruct (Nat.ltb_spec c (things D)); [auto | lia].
    + specialize (H (things D + c)%nat ltac:(lia)). destruct (Nat.ltb_spec (things D + c) (things D)); [lia|].
      replace (things D + c - things D)%nat with c in H by lia. auto.
  - intros [H H'] c Hc A. destruct (Nat.ltb_spec c (things D)); [auto | apply H'; [lia | assumption]].
Qed.

(** All pairs of the demand have the ratio T and no slack: a pure demand is among what is asked. *)
Definition pure_ratio (k : nat) (D : demand) (T : R) : Prop := forall j l, (j < k)%nat -> (l < k)%nat -> j <> l ->
  exists c, (c < things D)%nat /\ plane D c = true /\ high D c = j /\ low D c = l /\ ratio D c = T.

Theorem all_pairs_pure k T : pure_ratio k (all_pairs k T 0 true) T.
Proof.
  intros j l Hj Hl N. exists (j * k + l)%nat. simpl. destruct (pair_place k j l Hj Hl) as [L [-> ->]].
  repeat split; auto. destruct (Nat.eqb_spec j l); [contradiction | reflexivity].
Qed.
