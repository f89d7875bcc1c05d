(** Garbling and decision problem: SPEC section 7, claims "compare" and "deficiency". *)

From Coq Require Import Reals Lra Lia Arith.
From Rropt Require Import Sums Mechanisms.
Open Scope R_scope.

(** [B], with n outputs, is the mechanism [A], with r outputs, followed by the garbling [C]. *)
Definition garbles (n r k : nat) (C A B : nat -> nat -> R) : Prop :=
  mechanism n r C /\
  forall i j, (i < n)%nat -> (j < k)%nat -> B i j = sum r (fun s => C i s * A s j).

Definition at_least_as_informative (r n k : nat) (A B : nat -> nat -> R) : Prop :=
  exists C, garbles n r k C A B.

(** V(M) = Sum_i max_{c <= a} Sum_j w_j G_cj M_ij: the best expected gain with actions 0, ..., a. *)
Definition value (m k a : nat) (w : nat -> R) (G M : nat -> nat -> R) : R :=
  sum m (fun i => largest a (fun c => sum k (fun j => w j * G c j * M i j))).

(** Blackwell's easy half: a garbling never gains. *)
Theorem garbling_value n r k a C A B w G :
  garbles n r k C A B -> value n k a w G B <= value r k a w G A.
Proof.
  intros [[Cpos Csum] HB]. unfold value.
  set (L := fun s => largest a (fun c => sum k (fun j => w j * G c j * A s j))).
  apply Rle_trans with (sum n (fun i => sum r (fun s => C i s * L s))).
  - apply sum_le. intros i Hi. apply largest_le. intros c Hc.
    rewrite (sum_ext k _ (fun j => sum r (fun s => C i s * (w j * G c j * A s j)))).
    + rewrite sum_swap. apply sum_le. intros s Hs. rewrite sum_scal.
      apply Rmult_le_compat_l; [now apply Cpos|].
      exact (largest_ge a (fun c => sum k (fun j => w j * G c j * A s j)) c Hc).
    + intros j Hj. rewrite HB by assumption. rewrite <- sum_scal. apply sum_ext. intros. ring.
  - right. rewrite sum_swap. apply sum_ext. intros s Hs. rewrite sum_scal_r, (Csum s Hs).
    unfold L. ring.
Qed.

(** Claim "compare": a decision problem where B does strictly better than A excludes every garbling. *)
Theorem decision_excludes_garbling r n k a A B w G :
  value r k a w G A < value n k a w G B -> ~ at_least_as_informative r n k A B.
Proof. intros H [C HC]. pose proof (garbling_value n r k a C A B w G HC). lra. Qed.

(** Relations compose. *)
Theorem garbling_transitive p n r k A B D :
  at_least_as_informative r n k A B -> at_least_as_informative n p k B D -> at_least_as_informative r p k A D.
Proof.
  intros [C [[Cpos Csum] HC]] [E [[Epos Esum] HE]].
  exists (fun i s => sum n (fun q => E i q * C q s)). split; [split|].
  - intros i s Hi Hs. apply sum_nonneg. intros q Hq. apply Rmult_le_pos; [now apply Epos | now apply Cpos].
  - intros s Hs. rewrite sum_swap, (sum_ext n _ (fun q => C q s)); [now apply Csum|].
    intros q Hq. rewrite sum_scal_r, (Esum q Hq). ring.
  - intros i j Hi Hj. rewrite HE by assumption.
    rewrite (sum_ext n _ (fun q => sum r (fun s => E i q * C q s * A s j))).
    + rewrite sum_swap. apply sum_ext. intros s Hs. now rewrite sum_scal_r.
    + intros q Hq. rewrite HC by assumption. rewrite <- sum_scal. apply sum_ext. intros. ring.
Qed.

(** Claim "deficiency", the lower half: with gains in [0, 1] and a prior, every garbling D of P differs from Q,
    on the average of the prior, by at least V(Q) - V(P) in total variation distance. *)
Lemma positive_parts_agree m (p q : nat -> R) :
  sum m p = sum m q -> sum m (fun i => Rmax 0 (p i - q i)) = sum m (fun i => Rmax 0 (q i - p i)).
Proof.
  intros H. assert (sum m (fun i => Rmax 0 (p i - q i)) - sum m (fun i => Rmax 0 (q i - p i)) = 0); [|lra].
  transitivity (sum m p - sum m q); [|lra].
  rewrite <- !sum_minus. apply sum_ext. intros i _.
  unfold Rmax. destruct (Rle_dec 0 (p i - q i)), (Rle_dec 0 (q i - p i)); lra.
Qed.

Theorem deficiency_lower n r k a w G D P Q DP :
  garbles n r k D P DP ->
  (forall j, (j < k)%nat -> 0 <= w j) -> sum k w = 1 ->
  (forall c j, (c <= a)%nat -> (j < k)%nat -> 0 <= G c j <= 1) ->
  value n k a w G Q - value r k a w G P <=
  sum k (fun j => w j * sum n (fun i => Rmax 0 (Q i j - DP i j))).
Proof.
  intros HD Hw _ HG. pose proof (garbling_value n r k a D P DP w G HD) as H.
  assert (value n k a w G Q <= value n k a w G DP + sum k (fun j => w j * sum n (fun i => Rmax 0 (Q i j - DP i j)))).
  - rewrite (sum_ext k _ (fun j => sum n (fun i => w j * Rmax 0 (Q i j - DP i j)))).
    2: { intros. now rewrite sum_scal. }
    rewrite sum_swap. unfold value. rewrite <- sum_plus. apply sum_le. intros i Hi.
    apply largest_le. intros c Hc.
    apply Rle_trans with (sum k (fun j => w j * G c j * DP i j) + sum k (fun j => w j * Rmax 0 (Q i j - DP i j))).
    + rewrite <- sum_plus. apply sum_le. intros j Hj. specialize (HG c j Hc Hj). specialize (Hw j Hj).
      rewrite !Rmult_assoc, <- Rmult_plus_distr_l. apply Rmult_le_compat_l; [assumption|].
      assert (G c j * (Q i j - DP i j) <= Rmax 0 (Q i j - DP i j)); [|lra].
      apply Rle_trans with (G c j * Rmax 0 (Q i j - DP i j)).
      * apply Rmult_le_compat_l; [lra | apply Rmax_r].
      * pose proof (Rmax_l 0 (Q i j - DP i j)).
        apply Rle_trans with (1 * Rmax 0 (Q i j - DP i j)); [apply Rmult_le_compat_r; lra | lra].
    + apply Rplus_le_compat_r.
      exact (largest_ge a (fun c => sum k (fun j => w j * G c j * DP i j)) c Hc).
  - lra.
Qed.

(** The upper half: the deficiency, the least over garblings of the largest distance over the inputs, is at most that of one. *)
Definition deficiency_at_most (n r k : nat) (P Q : nat -> nat -> R) (d : R) : Prop :=
  exists C DP, garbles n r k C P DP /\ forall j, (j < k)%nat -> sum n (fun i => Rmax 0 (DP i j - Q i j)) <= d.

Theorem deficiency_upper n r k C P Q d : mechanism n r C ->
  (forall j, (j < k)%nat -> sum n (fun i => Rmax 0 (sum r (fun s => C i s * P s j) - Q i j)) <= d) ->
  deficiency_at_most n r k P Q d.
Proof. intros HC H. exists C, (fun i j => sum r (fun s => C i s * P s j)). split; [now split | exact H]. Qed.

(** With the lower half: no smaller number than the gain is such a bound. *)
Theorem deficiency_at_least n r k a w G P Q d :
  (forall j, (j < k)%nat -> sum n (fun i => Q i j) = 1) -> mechanism r k P ->
  (forall j, (j < k)%nat -> 0 <= w j) -> sum k w = 1 ->
  (forall c j, (c <= a)%nat -> (j < k)%nat -> 0 <= G c j <= 1) ->
  deficiency_at_most n r k P Q d -> value n k a w G Q - value r k a w G P <= d.
Proof.
  intros HQ [_ HP] Hw H1 HG [C [DP [HC Hd]]].
  eapply Rle_trans; [exact (deficiency_lower n r k a w G C P Q DP HC Hw H1 HG)|].
  rewrite <- (Rmult_1_r d), <- H1, <- sum_scal. apply sum_le. intros j Hj.
  rewrite Rmult_comm. apply Rmult_le_compat_r; [now apply Hw|]. rewrite positive_parts_agree; [now apply Hd|].
  destruct HC as [[_ Cs] HD]. rewrite (HQ j Hj), (sum_ext n _ (fun i => sum r (fun s => C i s * P s j))) by (intros; now apply HD).
  rewrite sum_swap, <- (HP j Hj). apply sum_ext. intros s Hs. rewrite sum_scal_r, (Cs s Hs). ring.
Qed.

(** Claim "admissible" at parity 1: mechanisms whose columns are equal are all as informative as each other. *)
Theorem silent m n k P Q : mechanism m k P -> mechanism n k Q -> (0 < k)%nat ->
  (forall i j, (i < n)%nat -> (j < k)%nat -> Q i j = Q i 0%nat) -> at_least_as_informative m n k P Q.
Proof.
  intros [_ HP] [Qp Qs] Hk Flat. exists (fun i _ => Q i 0%nat). split; [split|].
  - intros i s Hi _. now apply Qp.
  - intros s _. now apply Qs.
  - intros i j Hi Hj. rewrite sum_scal, (HP j Hj), (Flat i j Hi Hj). ring.
Qed.
