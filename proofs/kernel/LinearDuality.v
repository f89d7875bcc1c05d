(** The dual bound of linear objectives as the exported certificates use it: SPEC section 4.1 for one ratio of all pairs. *)

From Coq Require Import Reals Lra Lia Arith.
From Rropt Require Import Sums Mechanisms Prices Ways.
Open Scope R_scope.

(** With two inputs and T < 1 nothing satisfies the demand. *)
Theorem no_mechanism_below_one m k T P :
  mechanism m k P -> ldp m k T 0 P -> (2 <= k)%nat -> 0 < T < 1 -> False.
Proof.
  intros HP HL Hk HT. pose proof (proj2 HP 0%nat ltac:(lia)) as S. rewrite (sum_ext m _ (fun _ => 0)), sum_zero in S; [lra|].
  intros i Hi. apply (only_zero k (all_pairs k T 0 true) T (P i)); auto using all_pairs_pure; [|lia].
  apply (rows_in_cone m); auto; [now apply all_pairs_sound | now apply all_pairs_satisfies].
Qed.

(** Row-wise duality, for every number of inputs and outputs and every T > 0. *)
Theorem row_duality m k T (P W : nat -> nat -> R) (y : nat -> R) :
  0 < T -> mechanism m k P -> ldp m k T 0 P ->
  (forall i, (i < m)%nat ->
     T * sum k (fun j => Rmax (W i j - y j) 0) + sum k (fun j => Rmin (W i j - y j) 0) <= 0) ->
  objective m k W P <= sum k y.
Proof.
  intros HT HP HL Hc. set (D := all_pairs k T 0 true).
  pose proof (linear_by_prices m k D W y (fun _ => 0) 0 (fun _ _ _ => 0) (fun _ => 0) (fun _ _ => 0) (fun _ => 0) P
    (all_pairs_sound k T 0 true ltac:(auto)) HP (proj2 (all_pairs_satisfies m k T 0 true P) HL)) as B.
  cbv beta in B. rewrite (sum_ext (things D) (fun c => 0 * slack D c) (fun _ => 0)) in B by (intros; ring). rewrite sum_zero in B. cbn [sum] in B.
  rewrite !Rplus_0_r in B. apply B; auto; [intros; lia|]. intros i Hi. right. exists T. split; [apply all_pairs_pure|]. split; [assumption|]. right.
  assert (E : forall j, left_of D (W i) y 0 (fun e => (fun _ _ _ => 0) e i) (fun _ => 0) (fun _ => 0) j = W i j - y j).
  { intros j. unfold left_of. cbn [sum]. rewrite (sum_ext (things D) _ (fun _ => 0)) by (intros; ring). rewrite sum_zero. ring. }
  rewrite (sum_ext k _ (fun j => Rmax (W i j - y j) 0)) by (intros; now rewrite E).
  rewrite (sum_ext k (fun j => Rmin _ 0) (fun j => Rmin (W i j - y j) 0)) by (intros; now rewrite E). now apply Hc.
Qed.

(** Pair duality. [mu i j l] and [z j l] are the multipliers of the excess of row i and of the pair (j, l). *)
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
  intros HP HL Hz Hd Hmu HW. set (D := all_pairs k T delta false). set (at_place := fun (g : nat -> nat -> R) c => g (c / k)%nat (c mod k)%nat).
  assert (Asked : forall c, (c < k * k)%nat -> (c / k = c mod k)%nat \/ asked D c = true).
  { intros c _. unfold D, all_pairs. rewrite asked_by_pairs. destruct (Nat.eqb_spec (c / k) (c mod k)); auto. }
  pose proof (linear_by_prices m k D W y (at_place z) 0 (fun _ _ _ => 0) (fun _ => 0) (fun i => at_place (mu i)) (fun _ => 0) P
    (all_pairs_sound k T delta false ltac:(discriminate)) HP (proj2 (all_pairs_satisfies m k T delta false P) HL)) as B.
  change (things D) with (k * k)%nat in B. cbn [sum] in B. rewrite Rplus_0_r in B.
  assert (ES : sum (k * k) (fun c => at_place z c * slack D c) = sum k (fun j => sum k (fun l => z j l * delta)))
    by exact (sum_places k k (fun j l => z j l * delta)). rewrite ES in B. clear ES.
  rewrite <- sum_scal. erewrite (sum_ext k (fun i => delta * _)) by (intros; rewrite Rmult_comm, <- sum_scal_r; reflexivity).
  apply B; clear B; [ | intros; lia | | ].
  - intros c Hc. destruct (place_below k c Hc) as [J L]. unfold at_place. destruct (Asked c Hc) as [E|A]; [left | right; auto].
    rewrite <- E. now apply Hd.
  - intros i c Hi Hc. destruct (place_below k c Hc) as [J L]. destruct (Hmu i _ _ Hi J L). unfold at_place. destruct (Asked c Hc) as [E|A]; [left | right; auto].
    pose proof (Hd _ J) as Z. rewrite <- E in *. lra.
  - intros i Hi. left. intros j Hj. specialize (HW i j Hi Hj). unfold left_of. cbn [sum]. change (things D) with (k * k)%nat.
    assert (ES : sum (k * k) (fun c => at_place (mu i) c * (unit (high D c) j - ratio D c * unit (low D c) j)) =
      sum k (fun j' => sum k (fun l => mu i j' l * (unit j' j - T * unit l j))))
      by exact (sum_places k k (fun j' l => mu i j' l * (unit j' j - T * unit l j))). rewrite ES.
    assert (E : sum k (fun j' => sum k (fun l => mu i j' l * (unit j' j - T * unit l j))) = sum k (fun l => mu i j l - T * mu i l j)); [|lra].
    rewrite (sum_ext k _ (fun j' => (if Nat.eqb j' j then sum k (fun l => mu i j' l) else 0) - T * mu i j' j)).
    + now rewrite sum_minus, (sum_single k j (fun j' => sum k (fun l => mu i j' l)) Hj), <- sum_minus.
    + intros j' _. rewrite (sum_ext k _ (fun l => unit j' j * mu i j' l - (if Nat.eqb l j then T * mu i j' l else 0))).
      * rewrite sum_minus, sum_scal, (sum_single k j (fun l => T * mu i j' l) Hj). unfold unit.
        destruct (Nat.eqb j' j); [now rewrite Rmult_1_l | now rewrite Rmult_0_l].
      * intros l _. unfold unit. destruct (Nat.eqb l j); ring.
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
