(** Chai and Nayak, "A criterion for privacy protection in data collection and its attainment via randomized response
    procedures": results at all sizes.

    A transition probability matrix P with m outputs (rows) and k inputs (columns) is [mechanism m k P]; priors and posteriors
    are those of Breach. "eta(P) <= g" is [parity_at_most m k g P]. *)

From Coq Require Import Reals Lra Lia Arith Bool.
From Rropt Require Import Sums Mechanisms LinearDuality Blackwell Breach.
Open Scope R_scope.

(** Definition 2.2. *)
Definition sip (m k : nat) (hl hu : R -> R) (P : nat -> nat -> R) : Prop :=
  forall w Q i, prior k w -> (i < m)%nat -> 0 < sum k (fun j => w j * P i j) ->
  hl (probability k w Q) <= posterior k w Q P i <= hu (probability k w Q).

(** The operation of Lemma 3.1. *)
Definition star (hl hu : R -> R) (a : R) : R := Rmin (hu a) (1 - hl (1 - a)).

Lemma posterior_complement k w Q P i :
  0 < sum k (fun j => w j * P i j) ->
  posterior k w Q P i = 1 - posterior k w (fun j => negb (Q j)) P i.
Proof.
  intros H. unfold posterior. rewrite (joint_split k w Q) in H |- *. field. lra.
Qed.

Lemma probability_complement k w Q :
  prior k w -> probability k w (fun j => negb (Q j)) = 1 - probability k w Q.
Proof. intros [_ H]. pose proof (probability_split k w Q). lra. Qed.

Lemma probability_range k w Q : prior k w -> 0 <= probability k w Q <= 1.
Proof.
  intros H. pose proof (probability_complement k w Q H). destruct H as [Hw _].
  assert (A : forall Q, 0 <= probability k w Q).
  { intros. apply sum_nonneg. intros j Hj. destruct (Q0 j); [auto | lra]. }
  pose proof (A Q). pose proof (A (fun j => negb (Q j))). lra.
Qed.

Lemma joint_nonneg m k w Q P i :
  mechanism m k P -> prior k w -> (i < m)%nat -> 0 <= joint k w Q P i.
Proof.
  intros [Hp _] [Hw _] Hi. apply sum_nonneg. intros j Hj.
  destruct (Q j); [apply Rmult_le_pos; auto | lra].
Qed.

Lemma joint_zero m k w Q P i :
  mechanism m k P -> prior k w -> (i < m)%nat -> probability k w Q = 0 -> joint k w Q P i = 0.
Proof.
  intros _ [Hw _] _ H. unfold joint. rewrite (sum_ext k _ (fun _ => 0)); [apply sum_zero|].
  intros j Hj. destruct (Q j) eqn:E; [|reflexivity].
  assert (Z : (fun j => if Q j then w j else 0) j = 0).
  { apply (sum_zero_terms k (fun j => if Q j then w j else 0)); auto.
    intros l Hl. destruct (Q l); [auto | lra]. }
  simpl in Z. rewrite E in Z. rewrite Z. ring.
Qed.

(** Lemma 3.1: (h_l, h_u)-SIP is [h_l * h_u]-CSIP, which asks for the priors between 0 and 1 alone. *)
Theorem lemma_3_1 m k hl hu P :
  mechanism m k P -> (forall a, 0 <= a <= 1 -> 0 <= hl a <= a /\ a <= hu a <= 1) ->
  (sip m k hl hu P <-> keeps_below m k (star hl hu) P).
Proof.
  intros HP Hh. split.
  - intros S w Q i Hw Hi Hp Ht. unfold star. apply Rmin_glb.
    + now apply S.
    + destruct (S w (fun j => negb (Q j)) i Hw Hi Ht) as [L _].
      rewrite (probability_complement k w Q Hw) in L. rewrite (posterior_complement k w Q P i Ht). lra.
  - intros C w Q i Hw Hi Ht. set (a := probability k w Q).
    pose proof (probability_range k w Q Hw) as Ha. fold a in Ha.
    destruct (Hh a Ha) as [[L0 L1] [U0 U1]].
    destruct (Req_dec a 0) as [Z|Z].
    + assert (E : posterior k w Q P i = 0).
      { unfold posterior. rewrite (joint_zero m k w Q P i HP Hw Hi Z). unfold Rdiv. ring. }
      rewrite E. lra.
    + destruct (Req_dec a 1) as [O|O].
      * assert (E : posterior k w Q P i = 1).
        { rewrite (posterior_complement k w Q P i Ht). unfold posterior at 1.
          rewrite (joint_zero m k w (fun j => negb (Q j)) P i HP Hw Hi).
          - unfold Rdiv. ring.
          - rewrite (probability_complement k w Q Hw). fold a. lra. }
        rewrite E. lra.
      * pose proof (C w Q i Hw Hi ltac:(fold a; lra) Ht) as B.
        pose proof (C w (fun j => negb (Q j)) i Hw Hi) as B'.
        rewrite (probability_complement k w Q Hw) in B'. fold a in B, B'. specialize (B' ltac:(lra) Ht).
        pose proof (posterior_complement k w Q P i Ht) as E. unfold star in B, B'.
        pose proof (Rmin_l (hu a) (1 - hl (1 - a))). pose proof (Rmin_r (hu (1 - a)) (1 - hl (1 - (1 - a)))) as R'.
        replace (1 - (1 - a)) with a in R' by ring. replace (1 - (1 - a)) with a in B' by ring. lra.
Qed.

(** (3.4): the same for the atomic events X = c_j. *)
Definition keeps_atoms_below (m k : nat) (h : R -> R) (P : nat -> nat -> R) : Prop :=
  forall w i j, prior k w -> (i < m)%nat -> (j < k)%nat -> 0 < w j ->
  0 < sum k (fun l => w l * P i l) -> w j * P i j / sum k (fun l => w l * P i l) <= h (w j).

Lemma two_inputs k j l p :
  (j < k)%nat -> (l < k)%nat -> j <> l -> 0 < p < 1 ->
  exists w, prior k w /\ w j = p /\ forall f, sum k (fun a => w a * f a) = p * f j + (1 - p) * f l.
Proof.
  intros Hj Hl Hd Hp.
  set (w := fun a => (if Nat.eqb a j then p else 0) + (if Nat.eqb a l then 1 - p else 0)).
  assert (Ew : forall f, sum k (fun a => w a * f a) = p * f j + (1 - p) * f l).
  { intros f. unfold w.
    rewrite (sum_ext k _ (fun a => (if Nat.eqb a j then p * f a else 0) + (if Nat.eqb a l then (1 - p) * f a else 0))).
    - rewrite sum_plus, (sum_single k j (fun a => p * f a) Hj), (sum_single k l (fun a => (1 - p) * f a) Hl). reflexivity.
    - intros a _. destruct (Nat.eqb a j), (Nat.eqb a l); ring. }
  exists w. split; [|split; [|exact Ew]].
  - split.
    + intros a _. unfold w. destruct (Nat.eqb a j), (Nat.eqb a l); lra.
    + rewrite (sum_ext k _ (fun a => w a * 1)) by (intros; ring). rewrite Ew. ring.
  - unfold w. rewrite Nat.eqb_refl. destruct (Nat.eqb_spec j l); [contradiction | ring].
Qed.

Lemma atoms_bound_parity m k h P :
  mechanism m k P -> (forall p, 0 < p < 1 -> p <= h p <= 1) -> keeps_atoms_below m k h P ->
  forall p, 0 < p < 1 -> h p < 1 -> parity_at_most m k (odds_ratio h p) P.
Proof.
  intros [Hpos _] Hh K p Hp Hlt i j l Hi Hj Hl Hd.
  assert (D : 0 < p * (1 - h p)) by (apply Rmult_lt_0_compat; lra).
  enough (p * (1 - h p) * P i j <= (1 - p) * h p * P i l).
  { unfold odds_ratio. apply Rmult_le_reg_l with (p * (1 - h p)); [assumption|].
    replace (p * (1 - h p) * ((1 - p) * h p / (p * (1 - h p)) * P i l)) with ((1 - p) * h p * P i l) by (field; lra).
    assumption. }
  pose proof (Hpos i j Hi Hj) as Pj. pose proof (Hpos i l Hi Hl) as Pl.
  destruct (two_inputs k j l p Hj Hl Hd Hp) as [w [Wp [Wj Ew]]].
  assert (A1 : 0 <= p * P i j) by (apply Rmult_le_pos; lra).
  assert (A2 : 0 <= (1 - p) * P i l) by (apply Rmult_le_pos; lra).
  destruct (Req_dec (p * P i j + (1 - p) * P i l) 0) as [Z|Z].
  - assert (Z1 : p * P i j = 0) by lra. assert (Z2 : (1 - p) * P i l = 0) by lra.
    replace (p * (1 - h p) * P i j) with (p * P i j * (1 - h p)) by ring.
    replace ((1 - p) * h p * P i l) with ((1 - p) * P i l * h p) by ring. rewrite Z1, Z2. lra.
  - specialize (K w i j Wp Hi Hj ltac:(lra) ltac:(rewrite Ew; lra)). rewrite Ew, Wj in K.
    apply (Rmult_le_compat_r (p * P i j + (1 - p) * P i l)) in K; [|lra].
    unfold Rdiv in K. rewrite Rmult_assoc, Rinv_l in K by assumption. lra.
Qed.

(** Lemma 3.2: h-CSIP is (3.4).  h is as in Definition 3.1, so that h(1) = 1. *)
Theorem lemma_3_2 m k h P :
  mechanism m k P -> (forall a, 0 <= a <= 1 -> a <= h a <= 1) ->
  (keeps_below m k h P <-> keeps_atoms_below m k h P).
Proof.
  intros HP Hh. assert (Hh' : forall p, 0 < p < 1 -> p <= h p <= 1) by (intros; apply Hh; lra). split.
  - intros K w i j Hw Hi Hj Hpos Ht.
    assert (Ej : probability k w (fun a => Nat.eqb a j) = w j) by (unfold probability; now apply sum_single).
    assert (Er : 0 <= w j <= 1) by (rewrite <- Ej; now apply probability_range).
    destruct (Req_dec (w j) 1) as [O|O].
    + assert (h (w j) = 1) as -> by (rewrite O; specialize (Hh 1 ltac:(lra)); lra).
      assert (w j * P i j <= sum k (fun l => w l * P i l)).
      { apply (sum_term k (fun l => w l * P i l)); [|assumption].
        intros l Hl. apply Rmult_le_pos; [now apply (proj1 Hw) | now apply (proj1 HP)]. }
      apply Rmult_le_reg_r with (sum k (fun l => w l * P i l)); [assumption|].
      unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. lra.
    + specialize (K w (fun a => Nat.eqb a j) i Hw Hi ltac:(rewrite Ej; lra) Ht).
      unfold posterior, joint in K. rewrite (sum_single k j (fun a => w a * P i a) Hj), Ej in K. exact K.
  - intros K. apply (keeps_below_iff m k h P HP Hh'). now apply atoms_bound_parity.
Qed.

(** Theorem 3.1 where B(h) is finite, and where h = 1 on (0, 1) and B(h) is infinite. *)
Theorem theorem_3_1 m k h g P :
  mechanism m k P -> (forall a, 0 <= a <= 1 -> a <= h a <= 1) -> is_bound h g ->
  (keeps_below m k h P <-> parity_at_most m k g P).
Proof. intros HP Hh. apply keeps_below_iff_parity; [assumption | intros; apply Hh; lra]. Qed.

Theorem theorem_3_1_infinite m k h P :
  mechanism m k P -> (forall a, 0 <= a <= 1 -> a <= h a <= 1) -> (forall p, 0 < p < 1 -> h p = 1) ->
  keeps_below m k h P.
Proof.
  intros HP Hh H. apply (keeps_below_iff m k h P HP); [intros; apply Hh; lra|].
  intros p Hp Hlt. rewrite H in Hlt by assumption. lra.
Qed.

(** Either case occurs: B(h) exists or h = 1 on (0, 1). *)
Theorem bound_exists h :
  (forall a, 0 <= a <= 1 -> a <= h a <= 1) -> (exists g, is_bound h g) \/ (forall p, 0 < p < 1 -> h p = 1).
Proof.
  intros Hh. destruct (Classical_Prop.classic (exists p, 0 < p < 1 /\ h p < 1)) as [E|E].
  - left.
    set (S := fun x => exists p, 0 < p < 1 /\ h p < 1 /\ x = - odds_ratio h p).
    assert (B : bound S).
    { exists 0. intros x [p [Hp [Hlt ->]]].
      assert (0 <= odds_ratio h p); [|lra]. unfold odds_ratio. destruct (Hh p ltac:(lra)).
      apply Rmult_le_pos; [apply Rmult_le_pos; lra | left; apply Rinv_0_lt_compat, Rmult_lt_0_compat; lra]. }
    assert (N : exists x, S x) by (destruct E as [p [Hp Hlt]]; exists (- odds_ratio h p); now exists p).
    destruct (completeness S B N) as [s [U L]]. exists (- s). split.
    + intros p Hp Hlt. assert (- odds_ratio h p <= s); [|lra]. apply U. now exists p.
    + intros e He. apply Classical_Prop.NNPP. intros C.
      assert (s <= s - e); [|lra]. apply L. intros x [p [Hp [Hlt ->]]].
      destruct (Rle_lt_dec (- s + e) (odds_ratio h p)) as [|F]; [lra|]. exfalso. apply C. exists p. auto.
  - right. intros p Hp. destruct (Hh p ltac:(lra)) as [_ U].
    destruct (Req_dec (h p) 1) as [|N]; [assumption|]. exfalso. apply E. exists p. lra.
Qed.

(** Lemma 4.1: further randomization does not increase the parity. *)
Theorem lemma_4_1 m r k g C P A :
  garbles m r k C P A -> parity_at_most r k g P -> parity_at_most m k g A.
Proof.
  intros [[Cpos _] HA] HP i j l Hi Hj Hl Hd. rewrite !HA by assumption. rewrite <- sum_scal.
  apply sum_le. intros s Hs. pose proof (HP s j l Hs Hj Hl Hd).
  replace (g * (C i s * P s l)) with (C i s * (g * P s l)) by ring.
  apply Rmult_le_compat_l; [now apply Cpos | assumption].
Qed.

(** No zero rows, and no two rows proportional. *)
Definition row_sum (k : nat) (P : nat -> nat -> R) (i : nat) : R := sum k (P i).
Definition no_zero_row (m k : nat) (P : nat -> nat -> R) : Prop :=
  forall i, (i < m)%nat -> exists j, (j < k)%nat /\ P i j <> 0.
Definition no_proportional_rows (m k : nat) (P : nat -> nat -> R) : Prop :=
  forall i i' c, (i < m)%nat -> (i' < m)%nat -> (forall j, (j < k)%nat -> P i j = c * P i' j) -> i = i'.

Lemma row_sum_pos m k P i : mechanism m k P -> no_zero_row m k P -> (i < m)%nat -> 0 < row_sum k P i.
Proof.
  intros [Hp _] Hz Hi. destruct (Hz i Hi) as [j [Hj Hne]].
  apply Rlt_le_trans with (P i j).
  - specialize (Hp i j Hi Hj). lra.
  - apply (sum_term k (P i)); auto.
Qed.

(** Lemma 6.1. The proof: with x_i the row i divided by its sum v_i, Sum_ij b_ij v_j |x_j - x_i|^2 = 0. *)
Theorem lemma_6_1 m k B P :
  mechanism m m B -> mechanism m k P -> no_zero_row m k P -> no_proportional_rows m k P ->
  (forall i l, (i < m)%nat -> (l < k)%nat -> sum m (fun j => B i j * P j l) = P i l) ->
  forall i j, (i < m)%nat -> (j < m)%nat -> B i j = if Nat.eqb i j then 1 else 0.
Proof.
  intros [Bpos Bsum] HP Hz Hprop HB.
  set (v := row_sum k P). set (x := fun i l => P i l / v i).
  assert (Hv : forall i, (i < m)%nat -> 0 < v i) by (intros; now apply (row_sum_pos m k P)).
  assert (Ex : forall i l, (i < m)%nat -> P i l = v i * x i l).
  { intros i l Hi. unfold x. specialize (Hv i Hi). field. lra. }
  assert (Ev : forall i, (i < m)%nat -> sum m (fun j => B i j * v j) = v i).
  { intros i Hi. unfold v, row_sum. rewrite <- (sum_ext k (fun l => sum m (fun j => B i j * P j l))) by (intros; now apply HB).
    rewrite sum_swap. apply sum_ext. intros. now rewrite sum_scal. }
  assert (Emix : forall i l, (i < m)%nat -> (l < k)%nat -> sum m (fun j => B i j * v j * x j l) = v i * x i l).
  { intros i l Hi Hl. rewrite <- Ex by assumption. rewrite <- HB by assumption. apply sum_ext.
    intros j Hj. rewrite (Ex j l Hj). ring. }
  assert (Zero : sum m (fun i => sum m (fun j => B i j * v j * sum k (fun l => (x j l - x i l) * (x j l - x i l)))) = 0).
  { transitivity (sum k (fun l => sum m (fun i => sum m (fun j => B i j * v j * ((x j l - x i l) * (x j l - x i l)))))).
    - rewrite (sum_swap k m). apply sum_ext. intros i Hi. rewrite (sum_swap k m). apply sum_ext. intros j Hj.
      now rewrite sum_scal.
    - rewrite (sum_ext k _ (fun _ => 0)); [apply sum_zero|]. intros l Hl.
      transitivity (sum m (fun i => sum m (fun j => B i j * (v j * (x j l * x j l)))) - sum m (fun i => v i * (x i l * x i l))).
      + rewrite <- sum_minus. apply sum_ext. intros i Hi.
        replace (sum m (fun j => B i j * v j * ((x j l - x i l) * (x j l - x i l)))) with
          (sum m (fun j => B i j * (v j * (x j l * x j l))) - 2 * x i l * sum m (fun j => B i j * v j * x j l)
           + x i l * x i l * sum m (fun j => B i j * v j)).
        * rewrite Emix, Ev by assumption. ring.
        * rewrite <- !sum_scal, <- sum_minus, <- sum_plus. apply sum_ext. intros. ring.
      + rewrite sum_swap.
        rewrite (sum_ext m (fun j => sum m (fun i => B i j * (v j * (x j l * x j l)))) (fun j => v j * (x j l * x j l))); [lra|].
        intros j Hj. rewrite sum_scal_r, (Bsum j Hj). ring. }
  assert (Off : forall i j, (i < m)%nat -> (j < m)%nat -> i <> j -> B i j = 0).
  { intros i j Hi Hj Hd.
    assert (T0 : forall i, (i < m)%nat ->
      0 <= sum m (fun j => B i j * v j * sum k (fun l => (x j l - x i l) * (x j l - x i l)))).
    { intros a Ha. apply sum_nonneg. intros b Hb. apply Rmult_le_pos.
      - apply Rmult_le_pos; [now apply Bpos | left; now apply Hv].
      - apply sum_nonneg. intros. apply Rle_0_sqr. }
    pose proof (sum_zero_terms m _ T0 Zero i Hi) as Zi. cbv beta in Zi.
    assert (T1 : forall j, (j < m)%nat -> 0 <= B i j * v j * sum k (fun l => (x j l - x i l) * (x j l - x i l))).
    { intros b Hb. apply Rmult_le_pos.
      - apply Rmult_le_pos; [now apply Bpos | left; now apply Hv].
      - apply sum_nonneg. intros. apply Rle_0_sqr. }
    pose proof (sum_zero_terms m _ T1 Zi j Hj) as Zj. cbv beta in Zj.
    destruct (Req_dec (B i j) 0) as [|N]; [assumption|]. exfalso. apply Hd.
    assert (S0 : sum k (fun l => (x j l - x i l) * (x j l - x i l)) = 0).
    { apply Rmult_integral in Zj. destruct Zj as [Z|Z]; [|assumption].
      apply Rmult_integral in Z. destruct Z as [Z|Z]; [contradiction|]. specialize (Hv j Hj). lra. }
    apply (Hprop i j (v i / v j) Hi Hj). intros l Hl.
    pose proof (sum_zero_terms k (fun l => (x j l - x i l) * (x j l - x i l)) (fun l _ => Rle_0_sqr _) S0 l Hl) as Q.
    cbv beta in Q. apply Rmult_integral in Q. assert (E : x j l = x i l) by lra.
    rewrite (Ex i l Hi), (Ex j l Hj), E. specialize (Hv j Hj). field. lra. }
  intros i j Hi Hj. destruct (Nat.eqb_spec i j) as [->|N]; [|now apply Off].
  rewrite <- (Bsum j Hj). rewrite (sum_ext m _ (fun i => if Nat.eqb i j then B i j else 0)).
  - symmetry. now apply (sum_single m j (fun i => B i j)).
  - intros a Ha. destruct (Nat.eqb_spec a j) as [->|]; [reflexivity | now apply Off].
Qed.

(** A permutation matrix: entries 0 and 1, one 1 in every row and in every column. *)
Definition permutation_matrix (n : nat) (C : nat -> nat -> R) : Prop :=
  (forall i j, (i < n)%nat -> (j < n)%nat -> C i j = 0 \/ C i j = 1) /\
  (forall j, (j < n)%nat -> sum n (fun i => C i j) = 1) /\ (forall i, (i < n)%nat -> sum n (C i) = 1).

(** Theorem 4.1, the direction with content: equivalent procedures without zero or proportional rows are permutations of one
    another, and have as many rows. *)
Theorem theorem_4_1 m r k A P :
  mechanism m k A -> mechanism r k P -> no_zero_row m k A -> no_zero_row r k P ->
  no_proportional_rows m k A -> no_proportional_rows r k P ->
  at_least_as_informative r m k P A -> at_least_as_informative m r k A P ->
  m = r /\ exists C, permutation_matrix m C /\
    forall i j, (i < m)%nat -> (j < k)%nat -> A i j = sum m (fun s => C i s * P s j).
Proof.
  intros HA HP ZA ZP PA PP [C [[Cpos Csum] HC]] [D [[Dpos Dsum] HD]].
  assert (DC : forall i j, (i < r)%nat -> (j < r)%nat -> sum m (fun a => D i a * C a j) = if Nat.eqb i j then 1 else 0).
  { apply (lemma_6_1 r k (fun i j => sum m (fun a => D i a * C a j)) P); auto.
    - split.
      + intros i j Hi Hj. apply sum_nonneg. intros a Ha. apply Rmult_le_pos; [now apply Dpos | now apply Cpos].
      + intros j Hj. rewrite sum_swap, (sum_ext m _ (fun a => C a j)); [now apply Csum|].
        intros a Ha. rewrite sum_scal_r, (Dsum a Ha). ring.
    - intros i l Hi Hl. rewrite HD by assumption.
      rewrite (sum_ext m (fun s => D i s * A s l) (fun s => sum r (fun j => D i s * C s j * P j l))).
      + rewrite sum_swap. apply sum_ext. intros j Hj. now rewrite sum_scal_r.
      + intros s Hs. rewrite HC by assumption. rewrite <- sum_scal. apply sum_ext. intros. ring. }
  assert (CD : forall i j, (i < m)%nat -> (j < m)%nat -> sum r (fun a => C i a * D a j) = if Nat.eqb i j then 1 else 0).
  { apply (lemma_6_1 m k (fun i j => sum r (fun a => C i a * D a j)) A); auto.
    - split.
      + intros i j Hi Hj. apply sum_nonneg. intros a Ha. apply Rmult_le_pos; [now apply Cpos | now apply Dpos].
      + intros j Hj. rewrite sum_swap, (sum_ext r _ (fun a => D a j)); [now apply Dsum|].
        intros a Ha. rewrite sum_scal_r, (Csum a Ha). ring.
    - intros i l Hi Hl. rewrite HC by assumption.
      rewrite (sum_ext r (fun s => C i s * P s l) (fun s => sum m (fun j => C i s * D s j * A j l))).
      + rewrite sum_swap. apply sum_ext. intros j Hj. now rewrite sum_scal_r.
      + intros s Hs. rewrite HD by assumption. rewrite <- sum_scal. apply sum_ext. intros. ring. }
  assert (Size : INR m = INR r).
  { transitivity (sum m (fun i => sum r (fun a => C i a * D a i))).
    - rewrite (sum_ext m _ (fun _ => 1)); [rewrite sum_const; ring|].
      intros i Hi. rewrite CD by assumption. now rewrite Nat.eqb_refl.
    - rewrite sum_swap. rewrite (sum_ext r _ (fun _ => 1)); [rewrite sum_const; ring|].
      intros a Ha. rewrite <- (sum_ext m (fun i => D a i * C i a)) by (intros; ring).
      rewrite DC by assumption. now rewrite Nat.eqb_refl. }
  apply INR_eq in Size. subst r. split; [reflexivity|].
  assert (Below : forall (F : nat -> nat -> R), (forall i j, (i < m)%nat -> (j < m)%nat -> 0 <= F i j) ->
    (forall j, (j < m)%nat -> sum m (fun i => F i j) = 1) -> forall i j, (i < m)%nat -> (j < m)%nat -> F i j <= 1).
  { intros F F0 F1 i j Hi Hj. rewrite <- (F1 j Hj). apply (sum_term m (fun i => F i j)); auto. }
  assert (One : forall (F G : nat -> nat -> R), (forall i j, (i < m)%nat -> (j < m)%nat -> 0 <= F i j) ->
    (forall j, (j < m)%nat -> sum m (fun i => F i j) = 1) ->
    (forall i j, (i < m)%nat -> (j < m)%nat -> G i j <= 1) ->
    (forall j, (j < m)%nat -> sum m (fun a => G j a * F a j) = 1) ->
    forall i j, (i < m)%nat -> (j < m)%nat -> F i j = 0 \/ G j i = 1).
  { intros F G F0 F1 G1 GF i j Hi Hj.
    assert (Z : sum m (fun a => F a j * (1 - G j a)) = 0).
    { transitivity (sum m (fun a => F a j) - sum m (fun a => G j a * F a j)).
      - rewrite <- sum_minus. apply sum_ext. intros. ring.
      - rewrite F1, GF by assumption. ring. }
    assert (N : forall a, (a < m)%nat -> 0 <= F a j * (1 - G j a)).
    { intros a Ha. apply Rmult_le_pos; [now apply F0|]. specialize (G1 j a Hj Ha). lra. }
    pose proof (sum_zero_terms m _ N Z i Hi) as E. cbv beta in E. apply Rmult_integral in E. destruct E; [now left | right; lra]. }
  assert (CtoD : forall i j, (i < m)%nat -> (j < m)%nat -> C i j = 0 \/ D j i = 1).
  { apply (One C D); auto. intros j Hj. rewrite DC by assumption. now rewrite Nat.eqb_refl. }
  assert (DtoC : forall i j, (i < m)%nat -> (j < m)%nat -> D i j = 0 \/ C j i = 1).
  { apply (One D C); auto. intros j Hj. rewrite CD by assumption. now rewrite Nat.eqb_refl. }
  assert (Same : forall i j, (i < m)%nat -> (j < m)%nat -> (C i j = 0 \/ C i j = 1) /\ D j i = C i j).
  { intros i j Hi Hj. destruct (CtoD i j Hi Hj) as [Z|Z]; destruct (DtoC j i Hj Hi) as [Z'|Z']; split; lra. }
  exists C. split; [|assumption]. repeat split.
  - intros i j Hi Hj. now apply Same.
  - assumption.
  - intros i Hi. rewrite <- (Dsum i Hi). apply sum_ext. intros j Hj. symmetry. now apply Same.
Qed.

(** Theorem 4.2 for rows of two values: within parity at most g > 1, a procedure each of whose rows takes two values of
    ratio g (conditions C1 and C2) is admissible: whatever is sufficient for it, it is sufficient for. *)
Theorem theorem_4_2 m r k g A P :
  1 < g -> (0 < k)%nat -> mechanism m k A -> mechanism r k P -> parity_at_most r k g P ->
  (forall i, (i < m)%nat -> exists c h l, 0 < c /\ (h < k)%nat /\ (l < k)%nat /\ A i h = g * c /\ A i l = c /\
     forall j, (j < k)%nat -> A i j = c \/ A i j = g * c) ->
  at_least_as_informative r m k P A -> at_least_as_informative m r k A P.
Proof.
  intros Hg Hk HA HP Hpar Htwo [C [[Cpos Csum] HC]].
  assert (Apos : forall i j, (i < m)%nat -> (j < k)%nat -> 0 < A i j).
  { intros i j Hi Hj. destruct (Htwo i Hi) as [c [h [l [Hc [_ [_ [_ [_ Hall]]]]]]]].
    destruct (Hall j Hj) as [-> | ->]; [assumption | apply Rmult_lt_0_compat; lra]. }
  (* rows mixed in row i are proportional to it *)
  assert (Prop_ : forall i s j, (i < m)%nat -> (s < r)%nat -> (j < k)%nat -> C i s <> 0 ->
    P s j = P s 0%nat / A i 0%nat * A i j).
  { intros i s j Hi Hs Hj Hne. destruct (Htwo i Hi) as [c [h [l [Hc [Hh [Hl [Eh [El Hall]]]]]]]].
    assert (Hds : forall a b, (a < k)%nat -> (b < k)%nat -> A i a = g * c -> A i b = c -> P s a = g * P s b).
    { intros a b Ha Hb Ea Eb.
      assert (Hab : a <> b) by (intros ->; rewrite Ea in Eb; assert (1 * c < g * c) by (apply Rmult_lt_compat_r; lra); lra).
      assert (Z : sum r (fun s => C i s * (g * P s b - P s a)) = 0).
      { transitivity (g * A i b - A i a); [|rewrite Ea, Eb; ring].
        rewrite !HC by assumption. rewrite <- sum_scal, <- sum_minus. apply sum_ext. intros. ring. }
      assert (N : forall s, (s < r)%nat -> 0 <= C i s * (g * P s b - P s a)).
      { intros q Hq. apply Rmult_le_pos; [now apply Cpos|]. pose proof (Hpar q a b Hq Ha Hb Hab). lra. }
      pose proof (sum_zero_terms r _ N Z s Hs) as E. cbv beta in E.
      apply Rmult_integral in E. destruct E; [contradiction | lra]. }
    assert (Shape : forall j, (j < k)%nat -> P s j = P s l / c * A i j).
    { intros a Ha. destruct (Hall a Ha) as [Ea|Ea]; rewrite Ea.
      - assert (g * P s a = g * P s l) by (rewrite <- (Hds h a Hh Ha Eh Ea); now apply Hds).
        assert (P s a = P s l) by (apply Rmult_eq_reg_l with g; lra). rewrite H0. field. lra.
      - rewrite (Hds a l Ha Hl Ea El). field. lra. }
    rewrite (Shape j Hj), (Shape 0%nat Hk). pose proof (Apos i 0%nat Hi Hk). field. lra. }
  exists (fun s i => C i s * (P s 0%nat / A i 0%nat)). split; [split|].
  - intros s i Hs Hi. apply Rmult_le_pos; [now apply Cpos|].
    apply Rmult_le_pos; [now apply (proj1 HP) | left; apply Rinv_0_lt_compat; now apply Apos].
  - intros i Hi. pose proof (Apos i 0%nat Hi Hk) as A0.
    rewrite (sum_ext r _ (fun s => C i s * P s 0%nat * / A i 0%nat)) by (intros; unfold Rdiv; ring).
    rewrite sum_scal_r, <- HC by assumption. apply Rinv_r. lra.
  - intros s j Hs Hj. rewrite <- (Rmult_1_r (P s j)), <- (Csum s Hs), <- sum_scal. apply sum_ext. intros i Hi.
    destruct (Req_dec (C i s) 0) as [Z|Z]; [rewrite Z; ring|].
    rewrite (Prop_ i s j Hi Hs Hj Z) at 1. ring.
Qed.

(** Theorem 4.4. *)
Theorem theorem_4_4_a k g P :
  1 <= g -> (0 < k)%nat -> mechanism k k P -> parity_at_most k k g P ->
  sum k (fun i => P i i) <= g * INR k / (g + INR k - 1).
Proof.
  intros Hg Hk HP Hpar. assert (Kpos : 1 <= INR k) by (replace 1 with (INR 1) by reflexivity; apply le_INR; lia).
  assert (Row : forall i, (i < k)%nat -> (g - 1 + INR k) * P i i <= g * sum k (P i)).
  { intros i Hi.
    assert (S1 : sum k (fun j => P i i) <= sum k (fun j => g * P i j - (if Nat.eqb j i then (g - 1) * P i j else 0))).
    { apply sum_le. intros j Hj. destruct (Nat.eqb_spec j i) as [->|N]; [lra|].
      pose proof (Hpar i i j Hi Hi Hj (not_eq_sym N)). lra. }
    rewrite sum_const, sum_minus, (sum_single k i (fun j => (g - 1) * P i j) Hi), sum_scal in S1. lra. }
  apply Rmult_le_reg_l with (g + INR k - 1); [lra|].
  replace ((g + INR k - 1) * (g * INR k / (g + INR k - 1))) with (g * INR k) by (field; lra).
  rewrite <- sum_scal. apply Rle_trans with (sum k (fun i => g * sum k (P i))).
  - apply sum_le. intros i Hi. specialize (Row i Hi). lra.
  - right. rewrite sum_scal, sum_swap, (sum_ext k _ (fun _ => 1)); [rewrite sum_const; ring|].
    intros j Hj. now apply HP.
Qed.

Theorem theorem_4_4_b k g P :
  1 < g -> (0 < k)%nat -> mechanism k k P -> parity_at_most k k g P ->
  (sum k (fun i => P i i) = g * INR k / (g + INR k - 1) <->
   forall i j, (i < k)%nat -> (j < k)%nat ->
     P i j = if Nat.eqb i j then g / (g + INR k - 1) else 1 / (g + INR k - 1)).
Proof.
  intros Hg Hk HP Hpar. assert (Kpos : 1 <= INR k) by (replace 1 with (INR 1) by reflexivity; apply le_INR; lia).
  split.
  - intros E.
    assert (Slack : sum k (fun i => sum k (fun j => if Nat.eqb j i then 0 else g * P i j - P i i)) = 0).
    { transitivity (sum k (fun i => g * sum k (P i) - (g - 1 + INR k) * P i i)).
      - apply sum_ext. intros i Hi.
        transitivity (sum k (fun j => g * P i j - P i i - (if Nat.eqb j i then (g - 1) * P i j else 0))).
        + apply sum_ext. intros j Hj. destruct (Nat.eqb_spec j i) as [->|]; lra.
        + rewrite !sum_minus, sum_scal, sum_const, (sum_single k i (fun j => (g - 1) * P i j) Hi). lra.
      - rewrite sum_minus, sum_scal, sum_scal, sum_swap, (sum_ext k (fun j => sum k (fun i => P i j)) (fun _ => 1)).
        + rewrite sum_const, E. field. lra.
        + intros j Hj. now apply HP. }
    assert (Pos : forall i j, (i < k)%nat -> (j < k)%nat -> 0 <= (if Nat.eqb j i then 0 else g * P i j - P i i)).
    { intros i j Hi Hj. destruct (Nat.eqb_spec j i) as [|N]; [lra|].
      pose proof (Hpar i i j Hi Hi Hj (not_eq_sym N)). lra. }
    assert (Off : forall i j, (i < k)%nat -> (j < k)%nat -> j <> i -> P i j = P i i / g).
    { intros i j Hi Hj N.
      pose proof (sum_zero_terms k _ (fun i Hi => sum_nonneg k _ (fun j Hj => Pos i j Hi Hj)) Slack i Hi) as Zi.
      pose proof (sum_zero_terms k _ (fun j Hj => Pos i j Hi Hj) Zi j Hj) as Zj. cbv beta in Zj.
      destruct (Nat.eqb_spec j i); [contradiction|]. apply Rmult_eq_reg_l with g; [|lra]. field_simplify; lra. }
    assert (Diag : forall j, (j < k)%nat -> P j j = g / (g + INR k - 1)).
    { intros j Hj.
      assert (S1 : sum k (fun i => P i i / g + (if Nat.eqb i j then P i i - P i i / g else 0)) = 1).
      { rewrite <- (proj2 HP j Hj). apply sum_ext. intros i Hi.
        destruct (Nat.eqb_spec i j) as [->|N]; [lra|]. rewrite (Off i j Hi Hj (not_eq_sym N)). lra. }
      rewrite sum_plus, (sum_single k j (fun i => P i i - P i i / g) Hj) in S1.
      unfold Rdiv in S1 at 1. rewrite sum_scal_r, E in S1.
      apply Rmult_eq_reg_l with ((g - 1) / g).
      - replace ((g - 1) / g * P j j) with (P j j - P j j / g) by (field; lra).
        replace (P j j - P j j / g) with (1 - g * INR k / (g + INR k - 1) * / g) by lra. field. lra.
      - apply Rgt_not_eq. apply Rdiv_lt_0_compat; lra. }
    intros i j Hi Hj. destruct (Nat.eqb_spec i j) as [->|N]; [now apply Diag|].
    rewrite (Off i j Hi Hj (not_eq_sym N)), (Diag i Hi). field. lra.
  - intros E. rewrite (sum_ext k _ (fun _ => g / (g + INR k - 1))).
    + rewrite sum_const. field. lra.
    + intros i Hi. rewrite E by assumption. now rewrite Nat.eqb_refl.
Qed.

(** A permutation of the rows loses nothing. *)
Lemma permutation_equivalent m k A P C :
  permutation_matrix m C -> (forall i j, (i < m)%nat -> (j < k)%nat -> A i j = sum m (fun s => C i s * P s j)) ->
  at_least_as_informative m m k P A /\ at_least_as_informative m m k A P.
Proof.
  intros [H01 [Hcol Hrow]] HA.
  assert (Pos : forall i j, (i < m)%nat -> (j < m)%nat -> 0 <= C i j).
  { intros i j Hi Hj. destruct (H01 i j Hi Hj) as [-> | ->]; lra. }
  split.
  - exists C. split; [now split | assumption].
  - exists (fun s i => C i s). split; [split|].
    + intros s i Hs Hi. now apply Pos.
    + intros i Hi. exact (Hrow i Hi).
    + intros s j Hs Hj. rewrite <- (Rmult_1_l (P s j)), <- (Hcol s Hs), <- sum_scal_r.
      apply sum_ext. intros i Hi. rewrite HA by assumption.
      destruct (H01 i s Hi Hs) as [Z|O]; [rewrite Z; ring|]. rewrite O.
      rewrite (sum_ext m _ (fun q => if Nat.eqb q s then P q j else 0)).
      * rewrite (sum_single m s (fun q => P q j) Hs). ring.
      * intros q Hq. destruct (Nat.eqb_spec q s) as [->|N]; [rewrite O; ring|].
        assert (Z : sum m (fun q => if Nat.eqb q s then 0 else C i q) = 0).
        { transitivity (sum m (fun q => C i q - (if Nat.eqb q s then C i q else 0))).
          - apply sum_ext. intros a _. destruct (Nat.eqb a s); ring.
          - rewrite sum_minus, (sum_single m s (C i) Hs), O. rewrite (Hrow i Hi). ring. }
        assert (N0 : forall q, (q < m)%nat -> 0 <= (if Nat.eqb q s then 0 else C i q)).
        { intros b Hb. destruct (Nat.eqb b s); [lra | now apply Pos]. }
        pose proof (sum_zero_terms m (fun q => if Nat.eqb q s then 0 else C i q) N0 Z q Hq) as Zq.
        cbv beta in Zq. destruct (Nat.eqb_spec q s); [contradiction|]. rewrite Zq. ring.
Qed.

(** Theorem 4.1, both directions. *)
Theorem theorem_4_1_iff m r k A P :
  mechanism m k A -> mechanism r k P -> no_zero_row m k A -> no_zero_row r k P ->
  no_proportional_rows m k A -> no_proportional_rows r k P ->
  (at_least_as_informative r m k P A /\ at_least_as_informative m r k A P <->
   m = r /\ exists C, permutation_matrix m C /\
     forall i j, (i < m)%nat -> (j < k)%nat -> A i j = sum m (fun s => C i s * P s j)).
Proof.
  intros HA HP ZA ZP PA PP. split.
  - intros [H1 H2]. now apply theorem_4_1.
  - intros [-> [C [HC E]]]. now apply (permutation_equivalent r k A P C).
Qed.
