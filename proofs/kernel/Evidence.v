(** The rules in the form in which exported certificates give their evidence: finitely many comparisons of numbers.

    Every statement here is a consequence of the rule that its comment names. *)

From Coq Require Import Reals Lra Lia Arith.
From Rropt Require Import Sums Mechanisms LinearDuality Blackwell Vertices BinaryVariance.
Open Scope R_scope.

(** [all n Q]: Q 0, ..., Q (n-1), as a conjunction. *)
Fixpoint all (n : nat) (Q : nat -> Prop) : Prop :=
  match n with
  | O => True
  | S n' => all n' Q /\ Q n'
  end.

Lemma each n (Q : nat -> Prop) : all n Q -> forall i, (i < n)%nat -> Q i.
Proof.
  induction n as [|n IH]; intros H i Hi; [lia|]. destruct H as [H Hn].
  destruct (Nat.eq_dec i n) as [->|]; [assumption | apply IH; [assumption | lia]].
Qed.

Lemma each2 m k (Q : nat -> nat -> Prop) :
  all m (fun i => all k (fun j => Q i j)) -> forall i j, (i < m)%nat -> (j < k)%nat -> Q i j.
Proof. intros H i j Hi Hj. exact (each k _ (each m _ H i Hi) j Hj). Qed.

Lemma each3 m k n (Q : nat -> nat -> nat -> Prop) :
  all m (fun i => all k (fun j => all n (fun l => Q i j l))) ->
  forall i j l, (i < m)%nat -> (j < k)%nat -> (l < n)%nat -> Q i j l.
Proof. intros H i j l Hi Hj Hl. exact (each n _ (each2 m k _ H i j Hi Hj) l Hl). Qed.

(** Comparisons by the numerator and the denominator of the difference. *)
Lemma le_by a b n d : b - a = n / d -> 0 <= n -> 0 < d -> a <= b.
Proof.
  intros E Hn Hd. assert (0 <= n / d); [|lra].
  apply Rmult_le_pos; [assumption | left; now apply Rinv_0_lt_compat].
Qed.

Lemma lt_by a b n d : b - a = n / d -> 0 < n -> 0 < d -> a < b.
Proof. intros E Hn Hd. assert (0 < n / d) by (now apply Rdiv_lt_0_compat). lra. Qed.

Lemma le_of_eq a b : a = b -> a <= b.
Proof. intros ->. apply Rle_refl. Qed.

(** Signs of products. *)
Lemma square_nonneg a b : a = b * b -> 0 <= a.
Proof. intros ->. apply Rle_0_sqr. Qed.

Lemma product_nonneg a b c : a = b * c -> 0 <= b -> 0 <= c -> 0 <= a.
Proof. intros -> Hb Hc. now apply Rmult_le_pos. Qed.

Lemma product_pos a b c : a = b * c -> 0 < b -> 0 < c -> 0 < a.
Proof. intros -> Hb Hc. now apply Rmult_lt_0_compat. Qed.

(** Comparisons of indices by computation. *)
Lemma le_of_leb a b : Nat.leb a b = true -> (a <= b)%nat.
Proof. apply Nat.leb_le. Qed.

Lemma lt_of_ltb a b : Nat.ltb a b = true -> (a < b)%nat.
Proof. apply Nat.ltb_lt. Qed.

Lemma even_power a n : 0 <= a ^ (2 * n).
Proof. rewrite pow_mult. apply pow_le. simpl. rewrite Rmult_1_r. apply Rle_0_sqr. Qed.

(** A sum of products of nonnegative numbers; one positive term makes it positive. *)
Ltac nonneg :=
  match goal with
  | |- 0 <= _ + _ => apply Rplus_le_le_0_compat; nonneg
  | |- 0 <= _ * _ => apply Rmult_le_pos; nonneg
  | |- 0 <= _ ^ _ => apply pow_le; nonneg
  | |- 0 <= _ => first [assumption | lra]
  end.

Lemma positive_and_nonneg a b c : a = b + c -> 0 < b -> 0 <= c -> 0 < a.
Proof. intros -> Hb Hc. lra. Qed.

(** The demand, with upper bounds [up i j l] of the positive parts: SPEC section 3. *)
Theorem ldp_by_parts m k T delta P (up : nat -> nat -> nat -> R) :
  all m (fun i => all k (fun j => all k (fun l => 0 <= up i j l))) ->
  all m (fun i => all k (fun j => all k (fun l => j = l \/ P i j - T * P i l <= up i j l))) ->
  all k (fun j => all k (fun l => j = l \/ sum m (fun i => up i j l) <= delta)) ->
  ldp m k T delta P.
Proof.
  intros H0 H1 H2 j l Hj Hl Hd.
  destruct (each2 k k _ H2 j l Hj Hl) as [E|S]; [contradiction|].
  eapply Rle_trans; [|exact S]. apply sum_le. intros i Hi. apply Rmax_lub.
  - exact (each3 m k k _ H0 i j l Hi Hj Hl).
  - destruct (each3 m k k _ H1 i j l Hi Hj Hl) as [E|L]; [contradiction | exact L].
Qed.

(** Row-wise duality (LinearDuality.row_duality) with upper bounds of the positive parts. *)
Theorem row_duality_by_parts m k T (P W : nat -> nat -> R) (y : nat -> R) (up : nat -> nat -> R) :
  1 <= T -> mechanism m k P -> ldp m k T 0 P ->
  all m (fun i => all k (fun j => 0 <= up i j /\ W i j - y j <= up i j)) ->
  all m (fun i => sum k (fun j => W i j - y j) + (T - 1) * sum k (fun j => up i j) <= 0) ->
  objective m k W P <= sum k y.
Proof.
  intros HT HP HL H1 H2. apply (row_duality m k T); auto; [lra|].
  intros i Hi. eapply Rle_trans; [|exact (each m _ H2 i Hi)].
  replace (T * sum k (fun j => Rmax (W i j - y j) 0) + sum k (fun j => Rmin (W i j - y j) 0)) with
    (sum k (fun j => W i j - y j) + (T - 1) * sum k (fun j => Rmax (W i j - y j) 0)).
  - apply Rplus_le_compat_l, Rmult_le_compat_l; [lra|]. apply sum_le. intros j Hj.
    destruct (each2 m k _ H1 i j Hi Hj) as [A B]. now apply Rmax_lub.
  - assert (E : sum k (fun j => Rmin (W i j - y j) 0) =
      sum k (fun j => W i j - y j) - sum k (fun j => Rmax (W i j - y j) 0)).
    { rewrite <- sum_minus. apply sum_ext. intros j _. unfold Rmin, Rmax.
      destruct (Rle_dec (W i j - y j) 0); lra. }
    rewrite E. ring.
Qed.

(** Pair duality (LinearDuality.pair_duality), its conditions one by one. *)
Theorem pair_duality_by_parts m k T delta (P W : nat -> nat -> R) (y : nat -> R) (z : nat -> nat -> R)
  (mu : nat -> nat -> nat -> R) :
  mechanism m k P -> ldp m k T delta P ->
  all k (fun j => all k (fun l => 0 <= z j l)) ->
  all k (fun j => z j j = 0) ->
  all m (fun i => all k (fun j => all k (fun l => 0 <= mu i j l /\ mu i j l <= z j l))) ->
  all m (fun i => all k (fun j => W i j <= y j + sum k (fun l => mu i j l - T * mu i l j))) ->
  objective m k W P <= sum k y + delta * sum k (fun j => sum k (fun l => z j l)).
Proof.
  intros HP HL H1 H2 H3 H4. apply (pair_duality m k T delta P W y z mu); auto.
  - exact (each2 k k _ H1).
  - exact (each k _ H2).
  - exact (each3 m k k _ H3).
  - exact (each2 m k _ H4).
Qed.

(** What bounds the opposite weights from above bounds a minimum from below. *)
Theorem minimum_by_opposite m k W P bound :
  objective m k (fun i j => - W i j) P <= bound -> - bound <= objective m k W P.
Proof. rewrite objective_opposite. lra. Qed.

Theorem mechanism_by_parts m k P :
  all m (fun i => all k (fun j => 0 <= P i j)) -> all k (fun j => sum m (fun i => P i j) = 1) -> mechanism m k P.
Proof. intros H1 H2. split; [exact (each2 m k _ H1) | exact (each k _ H2)]. Qed.

(** SPEC section 3 for delta = 0, [u i] the smallest entry of row i. *)
Theorem pure_by_parts m k T P (u : nat -> R) :
  0 <= T -> all m (fun i => all k (fun j => u i <= P i j /\ P i j <= T * u i)) -> ldp m k T 0 P.
Proof. intros HT H. apply (satisfies_by_smallest m k T P u); [exact (each2 m k _ H) | exact HT]. Qed.

Theorem garbles_by_parts n r k C A B :
  mechanism n r C ->
  all n (fun i => all k (fun j => B i j = sum r (fun s => C i s * A s j))) -> garbles n r k C A B.
Proof. intros HC H. split; [exact HC | exact (each2 n k _ H)]. Qed.

(** A decision problem (Blackwell.decision_excludes_garbling): upper bounds of the best gains with A, and an action for
    every output of B. *)
Theorem decision_by_actions r n k a (A B : nat -> nat -> R) (w : nat -> R) (G : nat -> nat -> R)
  (best : nat -> R) (action : nat -> nat) :
  all r (fun i => all (S a) (fun c => sum k (fun j => w j * G c j * A i j) <= best i)) ->
  all n (fun i => (action i <= a)%nat) ->
  sum r best < sum n (fun i => sum k (fun j => w j * G (action i) j * B i j)) ->
  ~ at_least_as_informative r n k A B.
Proof.
  intros H1 H2 H3. apply (decision_excludes_garbling r n k a A B w G).
  apply Rle_lt_trans with (sum r best).
  - apply sum_le. intros i Hi. apply largest_le. intros c Hc. exact (each2 r (S a) _ H1 i c Hi ltac:(lia)).
  - eapply Rlt_le_trans; [exact H3|]. apply sum_le. intros i Hi.
    exact (largest_ge a (fun c => sum k (fun j => w j * G c j * B i j)) (action i) (each n _ H2 i Hi)).
Qed.

(** The vertex rule of the binary variance (BinaryVariance.binary_variance): for any two lines, either they are
    parallel, or they meet in a point that violates a line or has at least the value v. *)
Definition vertex_checked (T delta pi v : R) (i j : nat) : Prop :=
  let a := line_a T delta in let b := line_b T delta in let c := line_c T delta in
  a i * b j - a j * b i = 0 \/
  exists x y, a i * x + b i * y = c i /\ a j * x + b j * y = c j /\
    ((exists l, (l < 4)%nat /\ a l * x + b l * y < c l) \/ v <= (x - pi) * (y - 1 + pi)).

Theorem binary_variance_by_vertices T delta pi v :
  1 <= T -> 0 <= delta -> 0 <= pi <= 1 ->
  vertex_checked T delta pi v 0 1 -> vertex_checked T delta pi v 0 2 -> vertex_checked T delta pi v 0 3 ->
  vertex_checked T delta pi v 1 2 -> vertex_checked T delta pi v 1 3 -> vertex_checked T delta pi v 2 3 ->
  forall P, mechanism 2 2 P -> ldp 2 2 T delta P -> gap P > 0 -> v <= variance pi P.
Proof.
  intros HT Hd Hpi V01 V02 V03 V12 V13 V23. apply (binary_variance T delta pi v); auto.
  intros i j Hij Hj a b c Hdet Hf.
  assert (V : vertex_checked T delta pi v i j).
  { destruct i as [|[|[|i]]]; destruct j as [|[|[|[|j]]]]; try lia; assumption. }
  destruct V as [V | [x [y [Ei [Ej V]]]]].
  { exfalso. apply Hdet. exact V. }
  fold a b c in Ei, Ej, V.
  assert (Ex : x = meet_x a b c i j) by (unfold meet_x; rewrite <- Ei, <- Ej; unfold det in *; field; assumption).
  assert (Ey : y = meet_y a b c i j) by (unfold meet_y; rewrite <- Ei, <- Ej; unfold det in *; field; assumption).
  rewrite Ex, Ey in V. destruct V as [[l [Hl V]] | V]; [|exact V].
  specialize (Hf l Hl). lra.
Qed.

(** The variance of a mechanism, by an identity without a division. *)
Lemma variance_is pi P v :
  0 < gap P -> second_output pi P * (1 - second_output pi P) = v * (gap P * gap P) -> variance pi P = v.
Proof. intros Hg E. unfold variance. rewrite E. field. lra. Qed.
