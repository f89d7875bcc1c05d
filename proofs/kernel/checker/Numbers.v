(** What the checker computes with rational numbers is what the claim says of reals. *)

From Coq Require Import QArith Qreals Reals Lra Lia List Bool ZArith.
From Checker Require Import Claim Check.
Import ListNotations.
Open Scope R_scope.

(** ** Numbers *)

Lemma lowest_ok x : (lowest x == x)%Q.
Proof.
  unfold lowest. destruct (Z.eqb _ 1); [reflexivity|]. destruct x as [n d]. cbn [Qnum Qden].
  pose proof (Z.gcd_nonneg n (Z.pos d)) as Hg.
  destruct (Z.gcd_divide_l n (Z.pos d)) as [a Ha]. destruct (Z.gcd_divide_r n (Z.pos d)) as [b Hb].
  set (g := Z.gcd n (Z.pos d)) in *.
  assert (Hp : (0 < g)%Z) by (destruct (Z.eq_dec g 0) as [H|H]; [rewrite H, Z.mul_0_r in Hb; lia|lia]).
  assert (Hn : (n / g = a)%Z) by (rewrite Ha; apply Z.div_mul; lia).
  assert (Hd : (Z.pos d / g = b)%Z) by (rewrite Hb; apply Z.div_mul; lia).
  rewrite Hn, Hd. unfold Qeq. cbn [Qnum Qden].
  assert (0 < b)%Z by nia. rewrite Z2Pos.id by assumption. rewrite Ha, Hb at 1. ring.
Qed.

Lemma zero_num x : Z.eqb (Qnum x) 0 = true -> (x == 0)%Q.
Proof. intros H. apply Z.eqb_eq in H. destruct x. unfold Qeq. cbn in *. rewrite H. reflexivity. Qed.

Lemma add_ok x y : Q2R (add x y) = Q2R x + Q2R y.
Proof.
  rewrite <- Q2R_plus. apply Qeq_eqR. unfold add.
  destruct (Z.eqb (Qnum x) 0) eqn:Hx; [rewrite (zero_num x Hx); ring|].
  destruct (Z.eqb (Qnum y) 0) eqn:Hy; [rewrite (zero_num y Hy); ring|]. apply lowest_ok.
Qed.

Lemma mul_ok x y : Q2R (mul x y) = Q2R x * Q2R y.
Proof.
  rewrite <- Q2R_mult. apply Qeq_eqR. unfold mul.
  destruct (Z.eqb (Qnum x) 0) eqn:Hx; [rewrite (zero_num x Hx); ring|].
  destruct (Z.eqb (Qnum y) 0) eqn:Hy; [rewrite (zero_num y Hy); ring|]. apply lowest_ok.
Qed.

Lemma opp_ok x : Q2R (opp x) = - Q2R x.
Proof. apply Q2R_opp. Qed.

Lemma sub_ok x y : Q2R (sub x y) = Q2R x - Q2R y.
Proof. unfold sub. rewrite add_ok, opp_ok. ring. Qed.

Lemma zero_ok : Q2R 0 = 0.
Proof. unfold Q2R. cbn. lra. Qed.

Lemma one_ok : Q2R 1 = 1.
Proof. unfold Q2R. cbn. lra. Qed.

Lemma number_ok n : Q2R (number_Q n) = INR n.
Proof.
  unfold number_Q, inject_Z, Q2R. cbn [Qnum Qden]. rewrite INR_IZR_INZ. change (IZR (Z.pos 1)) with 1.
  field.
Qed.

Lemma le_ok x y : Qle_bool x y = true -> Q2R x <= Q2R y.
Proof. intros H. apply Qle_Rle, Qle_bool_iff, H. Qed.

Lemma not_le_ok x y : Qle_bool x y = false -> Q2R y < Q2R x.
Proof.
  intros H. apply Qlt_Rlt. destruct (Qlt_le_dec y x) as [|Hle]; [assumption|].
  apply Qle_bool_iff in Hle. congruence.
Qed.

Lemma less_ok x y : less x y = true -> Q2R x < Q2R y.
Proof. unfold less. intros H. apply negb_true_iff in H. apply not_le_ok, H. Qed.

Lemma eq_ok x y : Qeq_bool x y = true -> Q2R x = Q2R y.
Proof. intros H. apply Qeq_eqR, Qeq_bool_iff, H. Qed.

Lemma most_ok x y : Q2R (most x y) = Rmax (Q2R x) (Q2R y).
Proof.
  unfold most. destruct (Qle_bool x y) eqn:H.
  - apply le_ok in H. rewrite Rmax_right; lra.
  - apply not_le_ok in H. rewrite Rmax_left; lra.
Qed.

Lemma nonneg_ok x : Qle_bool 0 x = true -> 0 <= Q2R x.
Proof. intros H. apply le_ok in H. rewrite zero_ok in H. exact H. Qed.

Lemma positive_ok x : less 0 x = true -> 0 < Q2R x.
Proof. intros H. apply less_ok in H. rewrite zero_ok in H. exact H. Qed.

(** ** Sums *)

Lemma sum_ext n f g : (forall i, (i < n)%nat -> f i = g i) -> sum n f = sum n g.
Proof. induction n; cbn; intros H; [reflexivity|]. rewrite IHn, H; auto; lia. Qed.

Lemma sum_le n f g : (forall i, (i < n)%nat -> f i <= g i) -> sum n f <= sum n g.
Proof.
  induction n; cbn; intros H; [lra|]. assert (sum n f <= sum n g) by (apply IHn; intros; apply H; lia).
  specialize (H n). assert (f n <= g n) by (apply H; lia). lra.
Qed.

Lemma sum_plus n f g : sum n (fun i => f i + g i) = sum n f + sum n g.
Proof. induction n; cbn; [lra|]. rewrite IHn. ring. Qed.

Lemma sum_scal n a f : sum n (fun i => a * f i) = a * sum n f.
Proof. induction n; cbn; [lra|]. rewrite IHn. ring. Qed.

Lemma sum_minus n f g : sum n (fun i => f i - g i) = sum n f - sum n g.
Proof. induction n; cbn; [lra|]. rewrite IHn. ring. Qed.

Lemma sum_zero n : sum n (fun _ => 0) = 0.
Proof. induction n; cbn; [reflexivity|]. rewrite IHn. ring. Qed.

Lemma sum_const n a : sum n (fun _ => a) = INR n * a.
Proof. induction n; [cbn; ring|]. rewrite S_INR. cbn [sum]. rewrite IHn. ring. Qed.

Lemma sum_nonpos n f : (forall i, (i < n)%nat -> f i <= 0) -> sum n f <= 0.
Proof. intros H. rewrite <- (sum_zero n). apply sum_le, H. Qed.

Lemma sum_swap n m f : sum n (fun i => sum m (fun j => f i j)) = sum m (fun j => sum n (fun i => f i j)).
Proof.
  induction n; cbn.
  - symmetry. apply sum_zero.
  - rewrite IHn, <- sum_plus. reflexivity.
Qed.

Lemma sum_first n f : sum (S n) f = f 0%nat + sum n (fun i => f (S i)).
Proof. induction n; [cbn; ring|]. cbn [sum] in *. rewrite IHn. ring. Qed.

(** The term of one index. *)
Lemma sum_one n p f : (p < n)%nat -> sum n (fun i => if Nat.eqb i p then f i else 0) = f p.
Proof.
  induction n; intros H; [lia|]. cbn. destruct (Nat.eqb_spec n p) as [->|Hn].
  - rewrite (sum_ext _ _ (fun _ => 0)); [rewrite sum_zero; ring|].
    intros i Hi. destruct (Nat.eqb_spec i p); [lia|reflexivity].
  - rewrite IHn by lia. ring.
Qed.

Lemma total_ok n f : Q2R (total n f) = sum n (fun i => Q2R (f i)).
Proof. induction n; cbn; [apply zero_ok|]. rewrite add_ok, IHn. reflexivity. Qed.

Lemma all_ok n test i : all n test = true -> (i < n)%nat -> test i = true.
Proof. intros H Hi. apply (proj1 (forallb_forall test (seq 0 n)) H), in_seq. lia. Qed.

(** A sum over the rows of a matrix, walked from the first on. *)
Lemma fold_rows (M : matrix) f :
  Q2R (fold_right (fun row rest => add (f row) rest) 0%Q M) = sum (length M) (fun i => Q2R (f (nth i M []))).
Proof.
  induction M as [|row M IH]; [cbn; apply zero_ok|].
  cbn [fold_right length]. rewrite add_ok, IH, sum_first. reflexivity.
Qed.

Lemma fold_numbers (y : list Q) : Q2R (fold_right add 0%Q y) = sum (length y) (fun j => Q2R (nth j y 0%Q)).
Proof.
  induction y as [|x y IH]; [cbn; apply zero_ok|].
  cbn [fold_right length]. rewrite add_ok, IH, sum_first. reflexivity.
Qed.

(** ** Matrices *)

Lemma of_size_ok m k M : is_of_size m k M = true -> of_size m k M.
Proof.
  unfold is_of_size. intros H. apply andb_prop in H as [Hm Hk]. apply Nat.eqb_eq in Hm. split; [exact Hm|].
  intros row Hrow. apply (proj1 (forallb_forall _ _) Hk) in Hrow. apply Nat.eqb_eq, Hrow.
Qed.

Lemma has_no_negative_ok m k M i j : of_size m k M -> has_no_negative M = true -> (i < m)%nat -> (j < k)%nat -> 0 <= entry M i j.
Proof.
  intros [Hm Hk] H Hi Hj. unfold entry, at_Q. apply nonneg_ok.
  assert (Hrow : In (nth i M []) M) by (apply nth_In; lia).
  pose proof (proj1 (forallb_forall _ _) H _ Hrow) as Hr. cbv beta in Hr.
  apply (proj1 (forallb_forall _ _) Hr), nth_In. rewrite (Hk _ Hrow). exact Hj.
Qed.

Lemma column_sums_length k M : (forall row, In row M -> length row = k) -> length (column_sums k M) = k.
Proof.
  unfold column_sums. induction M as [|row M IH]; cbn; intros H; [apply repeat_length|].
  rewrite map_length, combine_length, IH, (H row); [lia|auto|auto].
Qed.

Lemma column_sums_ok k M j : (forall row, In row M -> length row = k) -> (j < k)%nat ->
  Q2R (nth j (column_sums k M) 0%Q) = sum (length M) (fun i => entry M i j).
Proof.
  intros H Hj. unfold entry, at_Q. induction M as [|row M IH].
  - cbn. rewrite nth_repeat. apply zero_ok.
  - cbn [length]. rewrite sum_first. cbn [nth]. rewrite <- IH by (intros; apply H; cbn; auto).
    unfold column_sums at 1. cbn [fold_right]. fold (column_sums k M).
    pose proof (column_sums_length k M (fun r Hr => H r (or_intror Hr))) as Hl.
    assert (Hr : length row = k) by (apply H; cbn; auto).
    set (g := fun two : Q * Q => add (fst two) (snd two)).
    rewrite (nth_indep _ 0%Q (g (0%Q, 0%Q))) by (rewrite map_length, combine_length; lia).
    rewrite map_nth. rewrite combine_nth by lia. unfold g. cbn [fst snd]. apply add_ok.
Qed.

Lemma mechanism_ok m k M : forallb snd (mechanism_tests m k M) = true -> of_size m k M /\ mechanism m k (entry M).
Proof.
  unfold mechanism_tests. cbn [forallb snd]. rewrite !andb_true_iff. intros (_ & Hsize & Hsign & Hsum & _).
  apply of_size_ok in Hsize. split; [exact Hsize|]. split.
  - intros i j Hi Hj. eapply has_no_negative_ok; eassumption.
  - intros j Hj. destruct Hsize as [Hm Hk]. rewrite <- Hm, <- (column_sums_ok k M j Hk Hj).
    rewrite (eq_ok (nth j (column_sums k M) 0%Q) 1 ); [apply one_ok|].
    apply (proj1 (forallb_forall _ _) Hsum), nth_In. rewrite column_sums_length; assumption.
Qed.
