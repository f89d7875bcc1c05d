(** The information of one answer does not grow under garbling: SPEC section 9.4, for two inputs and for any number of them. *)

From Coq Require Import Reals Lra Lia Arith.
From Rropt Require Import Sums Mechanisms Blackwell Prices Functions AsymptoticVariance Estimates Covariance.
Open Scope R_scope.

(** The square of a sum over a sum (Cauchy and Schwarz); where a divisor is 0 its square is. *)
Lemma square_of_sum n (a w : nat -> R) : (forall s, (s < n)%nat -> 0 <= w s) -> (forall s, (s < n)%nat -> w s = 0 -> a s = 0) ->
  sum n a * sum n a / sum n w <= sum n (fun s => a s * a s / w s).
Proof.
  induction n as [|n IH]; intros Hw Ha; cbn [sum]; [right; unfold Rdiv; ring|].
  specialize (IH ltac:(intros; apply Hw; lia) ltac:(intros; apply Ha; [lia | assumption])).
  pose proof (sum_nonneg n w ltac:(intros; apply Hw; lia)) as W. pose proof (Hw n ltac:(lia)) as Wn.
  destruct (Req_dec (w n) 0) as [Z|N].
  - rewrite (Ha n) by (assumption || lia). rewrite Z, !Rplus_0_r. unfold Rdiv in *. rewrite !Rmult_0_l. lra.
  - destruct (Req_dec (sum n w) 0) as [Z|M].
    + assert (A : sum n a = 0).
      { rewrite (sum_ext n a (fun _ => 0)); [apply sum_zero|]. intros s Hs. apply Ha; [lia|].
        apply (sum_zero_terms n w); [intros; apply Hw; lia | assumption | assumption]. }
      rewrite A, Z, !Rplus_0_l. rewrite A in IH. unfold Rdiv in *. rewrite !Rmult_0_l in IH. lra.
    + eapply Rle_trans; [apply square_over_sum; lra | lra].
Qed.

(** z^T M z of a garbling is nowhere more: the information matrix does not grow in Loewner's order. *)
Theorem information_matrix_garbled n r k C A B pi z : mechanism r k A -> garbles n r k C A B -> (forall j, (j < k)%nat -> 0 < pi j) ->
  quadratic k (information_matrix n k pi B) z <= quadratic k (information_matrix r k pi A) z.
Proof.
  intros [HA _] [[HC H1] HB] Hpi. rewrite !quadratic_of_rows.
  assert (W : forall s, (s < r)%nat -> 0 <= dot k (A s) pi) by (intros; apply weight_nonneg; auto).
  assert (Zero : forall s, (s < r)%nat -> dot k (A s) pi = 0 -> dot k z (A s) = 0).
  { intros s Hs Z. apply dot_zero. apply (zero_row k (A s) pi); auto. }
  apply Rle_trans with (sum n (fun i => sum r (fun s => C i s * (dot k z (A s) * dot k z (A s) / dot k (A s) pi)))).
  - apply sum_le. intros i Hi.
    assert (D : forall u, dot k u (B i) = sum r (fun s => C i s * dot k u (A s))).
    { intros u. unfold dot. rewrite (sum_ext k _ (fun j => sum r (fun s => C i s * (u j * A s j)))).
      - rewrite sum_swap. apply sum_ext. intros. now rewrite sum_scal.
      - intros j Hj. rewrite HB, <- sum_scal by assumption. apply sum_ext. intros. ring. }
    rewrite (dot_sym k (B i)), !D.
    eapply Rle_trans; [apply square_of_sum|].
    + intros s Hs. apply Rmult_le_pos; [now apply HC | rewrite dot_sym; now apply W].
    + intros s Hs Z. apply Rmult_integral in Z. destruct Z as [->|Z]; [ring|]. rewrite dot_sym in Z. rewrite Zero by assumption. ring.
    + apply sum_le. intros s Hs. rewrite (dot_sym k pi). right.
      destruct (Req_dec (dot k (A s) pi) 0) as [Z|N]; [rewrite (Zero s Hs Z); unfold Rdiv; ring|].
      destruct (Req_dec (C i s) 0) as [->|N']; [unfold Rdiv; ring | field; split; assumption].
  - right. rewrite sum_swap. apply sum_ext. intros s Hs. rewrite sum_scal_r, H1 by assumption. ring.
Qed.

(** Two inputs: the Fisher information about the share of the second. *)
Theorem information_garbled n r C A B pi : mechanism r 2 A -> garbles n r 2 C A B -> 0 < pi < 1 -> information n pi B <= information r pi A.
Proof.
  intros HA HC Hpi.
  assert (E : forall m P, information m pi P =
    quadratic 2 (information_matrix m 2 (fun j => if Nat.eqb j 0 then 1 - pi else pi) P) (fun j => if Nat.eqb j 0 then - 1 else 1)).
  { intros m P. rewrite quadratic_of_rows. apply sum_ext. intros i _. unfold information_of_row, weight, dot. simpl. f_equal; [ring | f_equal; ring]. }
  rewrite !E. apply (information_matrix_garbled n r 2 C); [assumption | assumption|]. intros j _. destruct (Nat.eqb j 0); lra.
Qed.
