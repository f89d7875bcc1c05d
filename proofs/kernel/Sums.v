(** Finite sums and largest values of reals: [sum n f] is f 0 + ... + f (n-1). *)

From Coq Require Import Reals Lra Lia Arith Bool.
Open Scope R_scope.

Fixpoint sum (n : nat) (f : nat -> R) : R :=
  match n with
  | O => 0
  | S n' => sum n' f + f n'
  end.

Lemma sum_ext n f g : (forall i, (i < n)%nat -> f i = g i) -> sum n f = sum n g.
Proof.
  induction n as [|n IH]; intros H; simpl; [reflexivity|].
  rewrite IH by (intros; apply H; lia). now rewrite H by lia.
Qed.

Lemma sum_le n f g : (forall i, (i < n)%nat -> f i <= g i) -> sum n f <= sum n g.
Proof.
  induction n as [|n IH]; intros H; simpl; [lra|].
  apply Rplus_le_compat; [apply IH; intros; apply H; lia | apply H; lia].
Qed.

Lemma sum_zero n : sum n (fun _ => 0) = 0.
Proof. induction n as [|n IH]; simpl; [reflexivity | rewrite IH; lra]. Qed.

Lemma sum_const n c : sum n (fun _ => c) = INR n * c.
Proof.
  induction n as [|n IH]; [simpl; lra|].
  cbn [sum]. rewrite IH, S_INR. lra.
Qed.

Lemma sum_nonneg n f : (forall i, (i < n)%nat -> 0 <= f i) -> 0 <= sum n f.
Proof. intros H. rewrite <- (sum_zero n). now apply sum_le. Qed.

Lemma sum_nonpos n f : (forall i, (i < n)%nat -> f i <= 0) -> sum n f <= 0.
Proof. intros H. rewrite <- (sum_zero n). now apply sum_le. Qed.

Lemma sum_plus n f g : sum n (fun i => f i + g i) = sum n f + sum n g.
Proof. induction n as [|n IH]; simpl; [lra | rewrite IH; lra]. Qed.

Lemma sum_minus n f g : sum n (fun i => f i - g i) = sum n f - sum n g.
Proof. induction n as [|n IH]; simpl; [lra | rewrite IH; lra]. Qed.

Lemma sum_scal n c f : sum n (fun i => c * f i) = c * sum n f.
Proof. induction n as [|n IH]; simpl; [lra | rewrite IH; lra]. Qed.

Lemma sum_scal_r n c f : sum n (fun i => f i * c) = sum n f * c.
Proof. induction n as [|n IH]; simpl; [lra | rewrite IH; lra]. Qed.

Lemma sum_swap m n (f : nat -> nat -> R) :
  sum m (fun i => sum n (fun j => f i j)) = sum n (fun j => sum m (fun i => f i j)).
Proof.
  induction m as [|m IH]; simpl; [now rewrite sum_zero|].
  now rewrite IH, <- sum_plus.
Qed.

(** A sum of nonnegative terms is at least each of them. *)
Lemma sum_term n f i : (forall i, (i < n)%nat -> 0 <= f i) -> (i < n)%nat -> f i <= sum n f.
Proof.
  induction n as [|n IH]; intros H Hi; [lia|]. simpl.
  assert (0 <= sum n f) by (apply sum_nonneg; intros; apply H; lia).
  assert (0 <= f n) by (apply H; lia).
  destruct (Nat.eq_dec i n) as [->|]; [lra|].
  assert (f i <= sum n f) by (apply IH; [intros; apply H|]; lia). lra.
Qed.

(** A sum of nonnegative terms is zero only if all are. *)
Lemma sum_zero_terms n f :
  (forall i, (i < n)%nat -> 0 <= f i) -> sum n f = 0 -> forall i, (i < n)%nat -> f i = 0.
Proof.
  intros H H0 i Hi. pose proof (sum_term n f i H Hi). pose proof (H i Hi). lra.
Qed.

(** The sum of the terms at which [i = j]. *)
Lemma sum_single n j f :
  (j < n)%nat -> sum n (fun i => if Nat.eqb i j then f i else 0) = f j.
Proof.
  induction n as [|n IH]; intros Hj; [lia|]. simpl.
  destruct (Nat.eq_dec j n) as [->|Hn].
  - rewrite Nat.eqb_refl, (sum_ext n _ (fun _ => 0)), sum_zero; [lra|].
    intros i Hi. destruct (Nat.eqb_spec i n); [lia | reflexivity].
  - rewrite IH by lia. destruct (Nat.eqb_spec n j); [lia | lra].
Qed.

Lemma sum_add m n f : sum (m + n) f = sum m f + sum n (fun i => f (m + i)%nat).
Proof.
  induction n as [|n IH]; [rewrite Nat.add_0_r; simpl; lra|].
  rewrite Nat.add_succ_r. simpl. rewrite IH. lra.
Qed.

Lemma sum_first n f : sum (S n) f = f O + sum n (fun i => f (S i)).
Proof. replace (S n) with (1 + n)%nat by lia. rewrite sum_add. simpl. lra. Qed.

(** A product of two sums as a double sum. *)
Lemma sum_mult m n f g :
  sum m f * sum n g = sum m (fun i => sum n (fun j => f i * g j)).
Proof.
  rewrite <- sum_scal_r. apply sum_ext. intros. now rewrite sum_scal.
Qed.

(** The largest of f 0, ..., f n (one value at least). *)
Fixpoint largest (n : nat) (f : nat -> R) : R :=
  match n with
  | O => f O
  | S n' => Rmax (largest n' f) (f n)
  end.

Lemma largest_ge n f a : (a <= n)%nat -> f a <= largest n f.
Proof.
  induction n as [|n IH]; intros Ha.
  - replace a with O by lia. apply Rle_refl.
  - change (f a <= Rmax (largest n f) (f (S n))). destruct (Nat.eq_dec a (S n)) as [->|].
    + apply Rmax_r.
    + eapply Rle_trans; [apply IH; lia | apply Rmax_l].
Qed.

Lemma largest_le n f b : (forall a, (a <= n)%nat -> f a <= b) -> largest n f <= b.
Proof.
  induction n as [|n IH]; intros H; [apply H; lia|].
  change (Rmax (largest n f) (f (S n)) <= b).
  apply Rmax_lub; [apply IH; intros; apply H; lia | apply H; lia].
Qed.

(** Among finitely many values one is the smallest. *)
Lemma exists_least n (f : nat -> R) :
  (0 < n)%nat -> exists l, (l < n)%nat /\ forall j, (j < n)%nat -> f l <= f j.
Proof.
  induction n as [|n IH]; intros Hn; [lia|].
  destruct n as [|n].
  - exists O. split; [lia|]. intros j Hj. replace j with O by lia. lra.
  - destruct IH as [l [Hl Hmin]]; [lia|].
    destruct (Rle_lt_dec (f l) (f (S n))) as [H|H].
    + exists l. split; [lia|]. intros j Hj.
      destruct (Nat.eq_dec j (S n)) as [->|]; [lra | apply Hmin; lia].
    + exists (S n). split; [lia|]. intros j Hj.
      destruct (Nat.eq_dec j (S n)) as [->|]; [lra|].
      apply Rle_trans with (f l); [lra | apply Hmin; lia].
Qed.

Lemma Rsqr_nonneg x : 0 <= x * x.
Proof. apply Rle_0_sqr. Qed.
