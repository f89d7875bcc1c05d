(** Parity and B(h): SPEC section 7, claim "breach", and section 9.5. *)

From Coq Require Import Reals Lra Lia Arith Bool.
From Rropt Require Import Sums Mechanisms.
Open Scope R_scope.

(** A prior over k inputs, and a property: a set of inputs. *)
Definition prior (k : nat) (w : nat -> R) : Prop := (forall j, (j < k)%nat -> 0 <= w j) /\ sum k w = 1.
Definition probability (k : nat) (w : nat -> R) (Q : nat -> bool) : R := sum k (fun j => if Q j then w j else 0).
Definition joint (k : nat) (w : nat -> R) (Q : nat -> bool) (P : nat -> nat -> R) (i : nat) : R :=
  sum k (fun j => if Q j then w j * P i j else 0).
Definition posterior (k : nat) (w : nat -> R) (Q : nat -> bool) (P : nat -> nat -> R) (i : nat) : R :=
  joint k w Q P i / sum k (fun j => w j * P i j).

(** No posterior of a property of prior probability p in (0, 1) passes h(p). *)
Definition keeps_below (m k : nat) (h : R -> R) (P : nat -> nat -> R) : Prop :=
  forall w Q i, prior k w -> (i < m)%nat -> 0 < probability k w Q < 1 ->
  0 < sum k (fun j => w j * P i j) -> posterior k w Q P i <= h (probability k w Q).

(** The largest ratio within a row is at most g. *)
Definition parity_at_most (m k : nat) (g : R) (P : nat -> nat -> R) : Prop :=
  forall i j l, (i < m)%nat -> (j < k)%nat -> (l < k)%nat -> j <> l -> P i j <= g * P i l.

(** The odds of h(p) over the odds of p. *)
Definition odds_ratio (h : R -> R) (p : R) : R := (1 - p) * h p / (p * (1 - h p)).

(** g is the infimum B(h) of the odds ratio over the p in (0, 1) with h(p) < 1. *)
Definition is_bound (h : R -> R) (g : R) : Prop :=
  (forall p, 0 < p < 1 -> h p < 1 -> g <= odds_ratio h p) /\
  (forall e, 0 < e -> exists p, 0 < p < 1 /\ h p < 1 /\ odds_ratio h p < g + e).

(** The quadratic of a piece has the sign of the odds ratio less g. *)
Theorem odds_quadratic g p h : 0 < p < 1 -> h < 1 ->
  (g <= (1 - p) * h / (p * (1 - h)) <-> 0 <= h * (1 + (g - 1) * p) - g * p).
Proof.
  intros Hp Hh. assert (D : 0 < p * (1 - h)) by (apply Rmult_lt_0_compat; lra).
  assert (E : (1 - p) * h / (p * (1 - h)) - g = (h * (1 + (g - 1) * p) - g * p) / (p * (1 - h))) by (field; lra).
  split; intros H.
  - assert (0 <= (h * (1 + (g - 1) * p) - g * p) / (p * (1 - h))) as H0 by lra.
    apply (Rmult_le_compat_r (p * (1 - h))) in H0; [|lra].
    unfold Rdiv in H0. rewrite Rmult_assoc, Rinv_l, Rmult_1_r, Rmult_0_l in H0 by lra. assumption.
  - assert (0 <= (h * (1 + (g - 1) * p) - g * p) / (p * (1 - h))); [|lra].
    apply Rmult_le_pos; [assumption | left; now apply Rinv_0_lt_compat].
Qed.

(** A quadratic that is not negative at the ends of an interval, by its slope there or its discriminant. *)
Theorem quadratic_piece a b c u v p :
  0 <= a * u * u + b * u + c -> 0 <= a * v * v + b * v + c -> u <= p <= v ->
  0 <= 2 * a * u + b \/ 2 * a * v + b <= 0 \/ b * b <= 4 * a * c ->
  0 <= a * p * p + b * p + c.
Proof.
  intros Hu Hv Hp H.
  destruct (Rle_lt_dec 0 a) as [A|A].
  - destruct H as [H|[H|H]].
    + replace (a * p * p + b * p + c) with (a * u * u + b * u + c + (p - u) * (2 * a * u + b) + a * ((p - u) * (p - u))) by ring.
      apply Rplus_le_le_0_compat; [apply Rplus_le_le_0_compat; [assumption|]|].
      * apply Rmult_le_pos; lra.
      * apply Rmult_le_pos; [assumption | apply Rle_0_sqr].
    + replace (a * p * p + b * p + c) with (a * v * v + b * v + c + (v - p) * - (2 * a * v + b) + a * ((v - p) * (v - p))) by ring.
      apply Rplus_le_le_0_compat; [apply Rplus_le_le_0_compat; [assumption|]|].
      * apply Rmult_le_pos; lra.
      * apply Rmult_le_pos; [assumption | apply Rle_0_sqr].
    + destruct (Req_dec a 0) as [Z|Z].
      * subst a. assert (B : b = 0). { apply Rsqr_0_uniq. unfold Rsqr. pose proof (Rle_0_sqr b) as S. unfold Rsqr in S. lra. }
        subst b. lra.
      * apply Rmult_le_reg_l with (4 * a); [lra|].
        replace (4 * a * (a * p * p + b * p + c)) with ((2 * a * p + b) * (2 * a * p + b) + (4 * a * c - b * b)) by ring.
        pose proof (Rle_0_sqr (2 * a * p + b)) as S. unfold Rsqr in S. lra.
  - destruct (Req_dec u v) as [E|E]; [replace p with u by lra; assumption|].
    apply Rmult_le_reg_l with (v - u); [lra|].
    replace ((v - u) * (a * p * p + b * p + c)) with
      ((v - p) * (a * u * u + b * u + c) + (p - u) * (a * v * v + b * v + c) + (v - u) * (- a * ((p - u) * (v - p)))) by ring.
    rewrite Rmult_0_r.
    apply Rplus_le_le_0_compat; [apply Rplus_le_le_0_compat; apply Rmult_le_pos; lra|].
    apply Rmult_le_pos; [lra|]. apply Rmult_le_pos; [lra|]. apply Rmult_le_pos; lra.
Qed.

Lemma joint_split k w Q P i :
  sum k (fun j => w j * P i j) = joint k w Q P i + joint k w (fun j => negb (Q j)) P i.
Proof. unfold joint. rewrite <- sum_plus. apply sum_ext. intros. destruct (Q i0); simpl; ring. Qed.

Lemma probability_split k w Q : sum k w = probability k w Q + probability k w (fun j => negb (Q j)).
Proof. unfold probability. rewrite <- sum_plus. apply sum_ext. intros. destruct (Q i); simpl; ring. Qed.

(** Two groups of inputs whose entries compare compare on the average. *)
Lemma averages k w Q P i c d :
  (forall j, (j < k)%nat -> 0 <= w j) ->
  (forall j l, (j < k)%nat -> (l < k)%nat -> j <> l -> c * P i j <= d * P i l) ->
  c * (joint k w Q P i * probability k w (fun j => negb (Q j))) <=
  d * (joint k w (fun j => negb (Q j)) P i * probability k w Q).
Proof.
  intros Hw H. unfold joint, probability. rewrite !sum_mult, <- !sum_scal.
  erewrite (sum_ext k (fun i0 => d * _)) by (intros; now rewrite <- sum_scal).
  rewrite (sum_swap k k (fun i0 i1 => d * ((if negb (Q i0) then w i0 * P i i0 else 0) * (if Q i1 then w i1 else 0)))).
  apply sum_le. intros j Hj. rewrite <- sum_scal. apply sum_le. intros l Hl.
  destruct (Q j) eqn:Qj, (Q l) eqn:Ql; simpl; try lra.
  assert (j <> l) by (intros ->; congruence). specialize (H j l Hj Hl H0).
  pose proof (Rmult_le_compat_l (w j * w l) _ _ (Rmult_le_pos _ _ (Hw j Hj) (Hw l Hl)) H). lra.
Qed.

(** The privacy of h is a bound on ratios, prior by prior. *)
Theorem keeps_below_iff m k h P :
  mechanism m k P -> (forall p, 0 < p < 1 -> p <= h p <= 1) ->
  (keeps_below m k h P <->
   forall p, 0 < p < 1 -> h p < 1 -> parity_at_most m k (odds_ratio h p) P).
Proof.
  intros [Hpos Hsum] Hh. split.
  - intros K p Hp Hlt i j l Hi Hj Hl Hd.
    assert (D : 0 < p * (1 - h p)) by (apply Rmult_lt_0_compat; lra).
    enough (p * (1 - h p) * P i j <= (1 - p) * h p * P i l).
    { unfold odds_ratio. apply Rmult_le_reg_l with (p * (1 - h p)); [assumption|].
      replace (p * (1 - h p) * ((1 - p) * h p / (p * (1 - h p)) * P i l)) with ((1 - p) * h p * P i l) by (field; lra).
      assumption. }
    pose proof (Hpos i j Hi Hj) as Pj. pose proof (Hpos i l Hi Hl) as Pl.
    set (w := fun a => (if Nat.eqb a j then p else 0) + (if Nat.eqb a l then 1 - p else 0)).
    set (Q := fun a => Nat.eqb a j).
    assert (Ew : forall f, sum k (fun a => w a * f a) = p * f j + (1 - p) * f l).
    { intros f. unfold w.
      rewrite (sum_ext k _ (fun a => (if Nat.eqb a j then p * f a else 0) + (if Nat.eqb a l then (1 - p) * f a else 0))).
      - rewrite sum_plus, (sum_single k j (fun a => p * f a) Hj), (sum_single k l (fun a => (1 - p) * f a) Hl). reflexivity.
      - intros a _. destruct (Nat.eqb a j), (Nat.eqb a l); ring. }
    assert (Wp : prior k w).
    { split.
      - intros a _. unfold w. destruct (Nat.eqb a j), (Nat.eqb a l); lra.
      - rewrite (sum_ext k _ (fun a => w a * 1)) by (intros; ring). rewrite Ew. ring. }
    assert (Ep : probability k w Q = p).
    { unfold probability, Q. rewrite (sum_single k j w Hj). unfold w. rewrite Nat.eqb_refl.
      destruct (Nat.eqb_spec j l); [contradiction | ring]. }
    assert (Ej : joint k w Q P i = p * P i j).
    { unfold joint, Q. rewrite (sum_single k j (fun a => w a * P i a) Hj). unfold w. rewrite Nat.eqb_refl.
      destruct (Nat.eqb_spec j l); [contradiction | ring]. }
    assert (A1 : 0 <= p * P i j) by (apply Rmult_le_pos; lra).
    assert (A2 : 0 <= (1 - p) * P i l) by (apply Rmult_le_pos; lra).
    destruct (Req_dec (p * P i j + (1 - p) * P i l) 0) as [Z|Z].
    + assert (p * P i j = 0) by lra. assert ((1 - p) * P i l = 0) by lra.
      replace (p * (1 - h p) * P i j) with (p * P i j * (1 - h p)) by ring.
      replace ((1 - p) * h p * P i l) with ((1 - p) * P i l * h p) by ring. rewrite H, H0. lra.
    + specialize (K w Q i Wp Hi ltac:(rewrite Ep; assumption) ltac:(rewrite Ew; lra)).
      unfold posterior in K. rewrite Ep, Ej, Ew in K.
      apply (Rmult_le_compat_r (p * P i j + (1 - p) * P i l)) in K; [|lra].
      unfold Rdiv in K. rewrite Rmult_assoc, Rinv_l in K by assumption. lra.
  - intros K w Q i [Hw Hone] Hi Hp Htot.
    set (p := probability k w Q) in *.
    assert (Hnot : probability k w (fun j => negb (Q j)) = 1 - p) by (pose proof (probability_split k w Q); unfold p in *; lra).
    assert (J0 : 0 <= joint k w Q P i).
    { apply sum_nonneg. intros j Hj. destruct (Q j); [apply Rmult_le_pos; auto | lra]. }
    assert (J1 : 0 <= joint k w (fun j => negb (Q j)) P i).
    { apply sum_nonneg. intros j Hj. destruct (Q j); simpl; [lra | apply Rmult_le_pos; auto]. }
    unfold posterior. rewrite (joint_split k w Q) in *.
    set (A := joint k w Q P i) in *. set (B := joint k w (fun j => negb (Q j)) P i) in *.
    apply Rmult_le_reg_r with (A + B); [assumption|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra.
    destruct (Hh p Hp) as [Hl Hu].
    destruct (Req_dec (h p) 1) as [E|E]; [rewrite E; lra|].
    assert (Hlt : h p < 1) by lra. specialize (K p Hp Hlt).
    assert (D : 0 < p * (1 - h p)) by (apply Rmult_lt_0_compat; lra).
    assert (Av : p * (1 - h p) * (A * (1 - p)) <= (1 - p) * h p * (B * p)).
    { pose proof (averages k w Q P i (p * (1 - h p)) ((1 - p) * h p) Hw) as Av. rewrite Hnot in Av. apply Av.
      intros j l Hj Hl' Hd.
      specialize (K i j l Hi Hj Hl' Hd). unfold odds_ratio in K.
      apply (Rmult_le_compat_l (p * (1 - h p))) in K; [|lra].
      replace (p * (1 - h p) * ((1 - p) * h p / (p * (1 - h p)) * P i l)) with ((1 - p) * h p * P i l) in K by (field; lra).
      assumption. }
    assert (PP : 0 < p * (1 - p)) by (apply Rmult_lt_0_compat; lra).
    assert ((1 - h p) * A <= h p * B); [|lra].
    apply Rmult_le_reg_l with (p * (1 - p)); [assumption|]. lra.
Qed.

(** Where the infimum B(h) is finite: private exactly if the parity is at most B(h). *)
Theorem keeps_below_iff_parity m k h g P :
  mechanism m k P -> (forall p, 0 < p < 1 -> p <= h p <= 1) -> is_bound h g ->
  (keeps_below m k h P <-> parity_at_most m k g P).
Proof.
  intros HP Hh [Hlow Hinf]. rewrite (keeps_below_iff m k h P HP Hh). split.
  - intros K i j l Hi Hj Hl Hd.
    pose proof (proj1 HP i l Hi Hl) as Pl.
    destruct (Rle_lt_dec (P i j) (g * P i l)) as [|L]; [assumption|]. exfalso.
    destruct (Req_dec (P i l) 0) as [Z|Z].
    + destruct (Hinf 1 ltac:(lra)) as [p [Hp [Hlt _]]]. specialize (K p Hp Hlt i j l Hi Hj Hl Hd).
      rewrite Z in *. lra.
    + destruct (Hinf ((P i j - g * P i l) / P i l)) as [p [Hp [Hlt Hr]]].
      { apply Rdiv_lt_0_compat; lra. }
      specialize (K p Hp Hlt i j l Hi Hj Hl Hd).
      assert (odds_ratio h p * P i l < (g + (P i j - g * P i l) / P i l) * P i l) by (apply Rmult_lt_compat_r; lra).
      replace ((g + (P i j - g * P i l) / P i l) * P i l) with (P i j) in H by (field; assumption). lra.
  - intros K p Hp Hlt i j l Hi Hj Hl Hd. eapply Rle_trans; [exact (K i j l Hi Hj Hl Hd)|].
    apply Rmult_le_compat_r; [now apply (proj1 HP) | now apply Hlow].
Qed.
