(** Few answers by shifts of blocks, and the arithmetic of invariant matrices: SPEC section 4.2. *)

From Coq Require Import Reals Lra Lia Arith Bool.
From Rropt Require Import Sums Mechanisms TwoValuedRows Decisions Classes.
Open Scope R_scope.

Lemma mod_twice k x : (0 < k)%nat -> (x < 2 * k)%nat -> (x mod k = if x <? k then x else x - k)%nat.
Proof.
  intros Hk Hx. destruct (Nat.ltb_spec x k) as [L|L]; [now apply Nat.mod_small|].
  symmetry. apply (Nat.mod_unique x k 1); lia.
Qed.

(** The shift {x + s mod k : x in B} holds j iff B holds j - s. *)
Definition shifted (k : nat) (B : nat -> bool) (s j : nat) : bool := B ((j + (k - s)) mod k)%nat.
Definition hit (B : nat -> bool) (x : nat) : R := if B x then 1 else 0.
(** N_B(d): the number of pairs x, y in B with y - x = d mod k. *)
Definition pairs_at (k : nat) (B : nat -> bool) (d : nat) : R := sum k (fun x => hit B x * hit B ((x + d) mod k)%nat).

Section Shifts.

Variable k : nat.
Hypothesis Hk : (0 < k)%nat.

Lemma sum_reflected j f : (j < k)%nat -> sum k (fun s => f ((j + (k - s)) mod k)%nat) = sum k f.
Proof.
  intros Hj. apply (sum_involution k (fun s => ((j + (k - s)) mod k)%nat)). intros s Hs.
  split; [apply Nat.mod_upper_bound; lia|]. rewrite (mod_twice k (j + (k - s))) by lia.
  destruct (Nat.ltb_spec (j + (k - s)) k); rewrite mod_twice by lia;
    match goal with |- (if ?b then _ else _) = _ => destruct b eqn:E; [apply Nat.ltb_lt in E | apply Nat.ltb_ge in E]; lia end.
Qed.

Lemma sum_rotated x f : (x < k)%nat -> sum k (fun d => f ((x + d) mod k)%nat) = sum k f.
Proof.
  intros Hx. rewrite <- (sum_reflected x f Hx).
  rewrite <- (sum_reflected 0 (fun d => f ((x + d) mod k)%nat) Hk). apply sum_ext. intros s Hs. f_equal.
  rewrite (mod_twice k (0 + (k - s))) by lia. destruct (Nat.ltb_spec (0 + (k - s)) k) as [L|L]; [reflexivity|].
  assert (s = 0)%nat by lia. subst s. rewrite (mod_twice k (x + (k - 0))) by lia. destruct (Nat.ltb_spec (x + (k - 0)) k); [lia|].
  rewrite Nat.mod_small by lia. lia.
Qed.

(** Each input is in as many shifts of B as B has elements. *)
Theorem shifts_hold B j : (j < k)%nat -> sum k (fun s => hit (shifted k B s) j) = sum k (hit B).
Proof. intros Hj. exact (sum_reflected j (hit B) Hj). Qed.

(** Two of them are in N_B of their distance. *)
Theorem shifts_hold_pairs B j l : (j < k)%nat -> (l < k)%nat ->
  sum k (fun s => hit (shifted k B s) j * hit (shifted k B s) l) = pairs_at k B ((l + (k - j)) mod k).
Proof.
  intros Hj Hl. unfold pairs_at. rewrite <- (sum_reflected j (fun x => hit B x * hit B ((x + (l + (k - j)) mod k) mod k)%nat) Hj).
  apply sum_ext. intros s Hs. unfold hit, shifted. f_equal.
  replace ((((j + (k - s)) mod k + (l + (k - j)) mod k) mod k)%nat) with (((l + (k - s)) mod k)%nat); [reflexivity|].
  rewrite <- Nat.add_mod by lia. replace (j + (k - s) + (l + (k - j)))%nat with (l + (k - s) + 1 * k)%nat by lia. now rewrite Nat.mod_add by lia.
Qed.

Lemma pairs_mirrored B d : (0 < d < k)%nat -> pairs_at k B (k - d) = pairs_at k B d.
Proof.
  intros Hd. unfold pairs_at. rewrite <- (sum_rotated d (fun x => hit B x * hit B ((x + (k - d)) mod k)%nat)) by lia.
  apply sum_ext. intros x Hx. rewrite Rmult_comm. f_equal; f_equal.
  - rewrite Nat.add_mod_idemp_l by lia. replace (d + x + (k - d))%nat with (x + 1 * k)%nat by lia. rewrite Nat.mod_add by lia. now apply Nat.mod_small.
  - f_equal. lia.
Qed.

Lemma pairs_all B : sum k (pairs_at k B) = sum k (hit B) * sum k (hit B).
Proof.
  unfold pairs_at. rewrite sum_swap, <- sum_scal_r. apply sum_ext. intros x Hx. rewrite sum_scal, sum_rotated by assumption. reflexivity.
Qed.

Lemma pairs_zero B : pairs_at k B 0 = sum k (hit B).
Proof.
  unfold pairs_at. apply sum_ext. intros x Hx. rewrite Nat.add_0_r, Nat.mod_small by assumption. unfold hit. destruct (B x); ring.
Qed.

(** n blocks of c elements each with shares w whose pairs are spread evenly (`block-pairs`): every two inputs are in c (c-1)/(k-1)
    of the shifts, on the average of the shares, as in the whole orbit. *)
Theorem blocks_pairs n (B : nat -> nat -> bool) w c each : (2 <= k)%nat -> sum n w = 1 -> (forall b, (b < n)%nat -> sum k (hit (B b)) = c) ->
  (forall d, (1 <= d)%nat -> (2 * d <= k)%nat -> sum n (fun b => w b * pairs_at k (B b) d) = each) ->
  forall j l, (j < k)%nat -> (l < k)%nat -> j <> l ->
  sum n (fun b => w b * sum k (fun s => hit (shifted k (B b) s) j * hit (shifted k (B b) s) l)) = c * (c - 1) / (INR k - 1).
Proof.
  intros H2 H1 Size Even j l Hj Hl N. assert (K : 1 < INR k) by (change 1 with (INR 1); apply lt_INR; lia).
  assert (All : forall d, (0 < d < k)%nat -> sum n (fun b => w b * pairs_at k (B b) d) = each).
  { intros d Hd. destruct (le_lt_dec (2 * d) k) as [L|L]; [apply Even; lia|]. rewrite <- (Even (k - d)%nat) by lia.
    apply sum_ext. intros b Hb. now rewrite pairs_mirrored. }
  assert (E : c * c = c + (INR k - 1) * each).
  { transitivity (sum n (fun b => w b * sum k (pairs_at k (B b)))).
    - rewrite (sum_ext n _ (fun b => w b * (c * c))) by (intros b Hb; now rewrite pairs_all, Size). rewrite sum_scal_r, H1. ring.
    - rewrite (sum_ext n _ (fun b => sum k (fun d => w b * pairs_at k (B b) d))) by (intros; now rewrite sum_scal).
      rewrite sum_swap.
      assert (First : forall f, sum k f = f 0%nat + sum (k - 1) (fun d => f (S d))) by (intros f; rewrite <- sum_first; f_equal; lia).
      rewrite First. f_equal.
      + rewrite (sum_ext n _ (fun b => w b * c)) by (intros b Hb; now rewrite pairs_zero, Size). rewrite sum_scal_r, H1. ring.
      + rewrite (sum_ext (k - 1) _ (fun _ => each)) by (intros d Hd; apply All; lia). rewrite sum_const, minus_INR by lia. simpl. ring. }
  rewrite (sum_ext n _ (fun b => w b * pairs_at k (B b) ((l + (k - j)) mod k))) by (intros; now rewrite shifts_hold_pairs).
  rewrite All.
  - apply Rmult_eq_reg_r with (INR k - 1); [|lra]. replace (c * (c - 1) / (INR k - 1) * (INR k - 1)) with (c * (c - 1)) by (field; lra). lra.
  - rewrite mod_twice by lia. destruct (Nat.ltb_spec (l + (k - j)) k); lia.
Qed.

(** The entries of M, but for the weight and the divisor of the orbit: those of the invariant matrix of section 7. *)
Theorem blocks_entries n (B : nat -> nat -> bool) w c each T : (2 <= k)%nat -> sum n w = 1 -> (forall b, (b < n)%nat -> sum k (hit (B b)) = c) ->
  (forall d, (1 <= d)%nat -> (2 * d <= k)%nat -> sum n (fun b => w b * pairs_at k (B b) d) = each) ->
  let size := INR k + (T - 1) * c in let a := size * size / INR k in let d := (T - 1) * (T - 1) * (c * (INR k - c)) / (INR k * (INR k - 1)) in
  forall j l, (j < k)%nat -> (l < k)%nat ->
  sum n (fun b => w b * sum k (fun s => / INR k * (pattern T (shifted k (B b) s) j * pattern T (shifted k (B b) s) l))) =
  (if Nat.eqb j l then d else 0) + (a - d) / INR k.
Proof.
  intros H2 H1 Size Even size a d j l Hj Hl. assert (K : 1 < INR k) by (change 1 with (INR 1); apply lt_INR; lia).
  assert (Pat : forall C x, pattern T C x = 1 + (T - 1) * hit C x) by (intros; unfold pattern, hit; destruct (C x); ring).
  assert (Sum : forall b, (b < n)%nat -> sum k (fun s => / INR k * (pattern T (shifted k (B b) s) j * pattern T (shifted k (B b) s) l)) =
    / INR k * (INR k + 2 * (T - 1) * c + (T - 1) * (T - 1) * sum k (fun s => hit (shifted k (B b) s) j * hit (shifted k (B b) s) l))).
  { intros b Hb. rewrite sum_scal. f_equal.
    rewrite (sum_ext k _ (fun s => 1 + (T - 1) * hit (shifted k (B b) s) j + (T - 1) * hit (shifted k (B b) s) l +
      (T - 1) * (T - 1) * (hit (shifted k (B b) s) j * hit (shifted k (B b) s) l))) by (intros; rewrite !Pat; ring).
    rewrite !sum_plus, !sum_scal, sum_const, !shifts_hold, Size by assumption. ring. }
  rewrite (sum_ext n _ (fun b => / INR k * (INR k + 2 * (T - 1) * c) * w b + / INR k * ((T - 1) * (T - 1)) *
    (w b * sum k (fun s => hit (shifted k (B b) s) j * hit (shifted k (B b) s) l)))) by (intros b Hb; rewrite Sum by assumption; ring).
  rewrite sum_plus, !sum_scal, H1. destruct (Nat.eqb_spec j l) as [->|N].
  - rewrite (sum_ext n _ (fun b => w b * c)).
    + rewrite sum_scal_r, H1. unfold a, d, size. field. lra.
    + intros b Hb. f_equal. rewrite (sum_ext k _ (fun s => hit (shifted k (B b) s) l)) by (intros; unfold hit; destruct (shifted _ _ _ _); ring).
      rewrite shifts_hold by assumption. now apply Size.
  - rewrite (blocks_pairs n B w c each H2 H1 Size Even j l Hj Hl N). unfold a, d, size. field. lra.
Qed.

(** It is a mechanism of the demand: m counts c_e with weights theta_e, n blocks for each (some perhaps of share 0). *)
Theorem blocks_mechanism m n (B : nat -> nat -> nat -> bool) theta w c T : 1 <= T ->
  (forall e, (e < m)%nat -> 0 <= theta e) -> (forall e b, (e < m)%nat -> (b < n)%nat -> 0 <= w e b) -> (forall e, (e < m)%nat -> sum n (w e) = 1) ->
  (forall e b, (e < m)%nat -> (b < n)%nat -> sum k (hit (B e b)) = c e) -> sum m (fun e => theta e * (INR k + (T - 1) * c e)) = INR k ->
  let P := fun i j => let e := (i / (n * k))%nat in let b := ((i mod (n * k)) / k)%nat in let s := ((i mod (n * k)) mod k)%nat in
    theta e * w e b / INR k * pattern T (shifted k (B e b) s) j in
  mechanism (m * (n * k)) k P /\ ldp (m * (n * k)) k T 0 P.
Proof.
  intros HT Ht Hw H1 Size Total P. assert (K : 0 < INR k) by (now apply lt_0_INR).
  assert (At : forall e b s j, (e < m)%nat -> (b < n)%nat -> (s < k)%nat ->
    P (e * (n * k) + (b * k + s))%nat j = theta e * w e b / INR k * pattern T (shifted k (B e b) s) j).
  { intros e b s j He Hb Hs. unfold P. destruct (flat_index (n * k) e (b * k + s)) as [-> ->]; [nia|]. destruct (flat_index k b s Hs) as [-> ->]. reflexivity. }
  assert (Split : forall i, (i < m * (n * k))%nat -> exists e b s, (e < m)%nat /\ (b < n)%nat /\ (s < k)%nat /\ i = (e * (n * k) + (b * k + s))%nat).
  { intros i Hi. assert (Hn : (0 < n * k)%nat) by (destruct (n * k)%nat; lia).
    exists (i / (n * k))%nat, ((i mod (n * k)) / k)%nat, ((i mod (n * k)) mod k)%nat. split; [apply Nat.div_lt_upper_bound; lia|].
    split; [apply Nat.div_lt_upper_bound; [lia|]; pose proof (Nat.mod_upper_bound i (n * k) ltac:(lia)); lia|].
    split; [apply Nat.mod_upper_bound; lia|].
    set (r := (i mod (n * k))%nat). assert (E1 : (r / k * k + r mod k = r)%nat) by (rewrite Nat.mul_comm; symmetry; apply Nat.div_mod; lia).
    rewrite E1. unfold r. rewrite (Nat.mul_comm (i / (n * k))). apply Nat.div_mod. lia. }
  assert (Pos : forall e b, (e < m)%nat -> (b < n)%nat -> 0 <= theta e * w e b / INR k).
  { intros e b He Hb. apply Rmult_le_pos; [apply Rmult_le_pos; auto | left; now apply Rinv_0_lt_compat]. }
  assert (Nn : forall C j, 1 <= pattern T C j <= T) by (intros; unfold pattern; destruct (C j); lra).
  split; [split|].
  - intros i j Hi _. destruct (Split i Hi) as [e [b [s [He [Hb [Hs ->]]]]]]. rewrite At by assumption. apply Rmult_le_pos; [auto|].
    pose proof (Nn (shifted k (B e b) s) j). lra.
  - intros j Hj. rewrite sum_flat. rewrite (sum_ext m _ (fun e => theta e * (INR k + (T - 1) * c e) * / INR k)).
    + rewrite sum_scal_r, Total. field. lra.
    + intros e He. rewrite (sum_flat n k (fun x => P (e * (n * k) + x)%nat j)).
      rewrite (sum_ext n _ (fun b => w e b * (theta e * (INR k + (T - 1) * c e) * / INR k))); [rewrite sum_scal_r, H1 by assumption; ring|].
      intros b Hb. rewrite (sum_ext k _ (fun s => theta e * w e b / INR k * (1 + (T - 1) * hit (shifted k (B e b) s) j))).
      * rewrite sum_scal, sum_plus, sum_const, sum_scal, shifts_hold, Size by assumption. unfold Rdiv. ring.
      * intros s Hs. rewrite At by assumption. f_equal. unfold pattern, hit. destruct (shifted _ _ _ _); ring.
  - apply satisfies_pure. intros i j l Hi _ _ _. destruct (Split i Hi) as [e [b [s [He [Hb [Hs ->]]]]]]. rewrite !At by assumption.
    pose proof (Nn (shifted k (B e b) s) j). pose proof (Nn (shifted k (B e b) s) l). specialize (Pos e b He Hb).
    rewrite <- Rmult_assoc, (Rmult_comm T), Rmult_assoc. apply Rmult_le_compat_l; [assumption|].
    apply Rle_trans with (T * 1); [lra | apply Rmult_le_compat_l; lra].
Qed.

End Shifts.
