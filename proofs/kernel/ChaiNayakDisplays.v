(** Chai and Nayak: steps and displays of the proofs of Lemmas 4.2, 3.2 and 3.3, each with every clause of its printed sentence. *)

From Coq Require Import Reals Lra Lia Arith Bool List.
From Coquelicot Require Import Rbar.
From Rropt Require Import Sums Mechanisms Blackwell Breach ChaiNayak ChaiNayakAdmissible ChaiNayakMerging ChaiNayakProcedures ChaiNayakSentences ChaiNayakSteps ChaiNayakConsequences ChaiNayakWhole.
Open Scope R_scope.

(** Lemma 4.2: all elements of A are positive, since its parity is at most g, and so P stays a TPM for a while. *)
Theorem positive_and_range m k g A : 1 < g -> in_class m k g A ->
  (forall i j, (i < m)%nat -> (j < k)%nat -> 0 < A i j) /\ exists x0, 1 < x0 /\ forall x, 1 <= x < x0 -> mechanism m k (sheared x A).
Proof.
  intros Hg HA. split; [|now apply (lemma_4_2_range m k g)]. intros i j Hi Hj. now apply (positive_in_class m k g A i j).
Qed.

(** Lemma 4.2: rows 2 to m keep their parities, so the parities of A and P differ by the first row's alone. *)
Theorem parity_by_first_row m k A z : (1 <= m)%nat -> 1 <= z ->
  (forall i f, (1 <= i < m)%nat -> (row_parity_at_most k f (sheared z A i) <-> row_parity_at_most k f (A i))) /\
  forall f, (parity_at_most m k f A <-> row_parity_at_most k f (A 0%nat) /\ forall i, (1 <= i < m)%nat -> row_parity_at_most k f (A i)) /\
    (parity_at_most m k f (sheared z A) <-> row_parity_at_most k f (sheared z A 0%nat) /\ forall i, (1 <= i < m)%nat -> row_parity_at_most k f (A i)).
Proof.
  intros Hm Hz. assert (Same : forall i f, (1 <= i < m)%nat -> (row_parity_at_most k f (sheared z A i) <-> row_parity_at_most k f (A i))).
  { intros i f Hi. now apply (lemma_4_2_other_parities k A z i Hz (proj1 Hi)). }
  split; [assumption|]. intros f. split; split.
  - intros H. split; [intros j l Hj Hl N; now apply (H 0%nat)|]. intros i Hi j l Hj Hl N. now apply (H i).
  - intros [H0 H] [|i] j l Hi Hj Hl N; [now apply H0 | apply (H (S i)); auto; lia].
  - intros H. split; [intros j l Hj Hl N; now apply (H 0%nat)|]. intros i Hi. apply (Same i f Hi). intros j l Hj Hl N. now apply (H i).
  - intros [H0 H] [|i] j l Hi Hj Hl N; [now apply H0|]. assert (I : (1 <= S i < m)%nat) by lia. now apply (proj2 (Same (S i) f I) (H (S i) I)).
Qed.

(** Lemma 3.2: the changed prior is one, and has the probability of Q at c_q. *)
Theorem moved_prior_whole k w Q q : prior k w -> (q < k)%nat -> Q q = true ->
  prior k (moved k w Q q) /\ probability k (moved k w Q q) (fun j => Nat.eqb j q) = moved k w Q q q /\ moved k w Q q q = probability k w Q.
Proof.
  intros W Hq Qq. destruct (moved_prior k w Q q W Hq Qq) as [A [_ B]]. split; [assumption|]. split; [|assumption].
  unfold probability at 1. apply (sum_single k q (moved k w Q q) Hq).
Qed.

(** Lemma 3.2: the changed prior has P_alpha(Q) at c_q, and the display from end to end, of which the last inequality is (3.4). *)
Theorem display_of_lemma_3_2 m k h w Q P i q : mechanism m k P -> prior k w -> (i < m)%nat -> (q < k)%nat -> Q q = true ->
  (forall j, (j < k)%nat -> Q j = true -> P i j <= P i q) -> 0 < probability k w Q -> 0 < sum k (fun j => w j * P i j) ->
  (forall v j, prior k v -> (j < k)%nat -> 0 < v j -> 0 < sum k (fun l => v l * P i l) -> v j * P i j / sum k (fun l => v l * P i l) <= h (v j)) ->
  let a := moved k w Q q in let atom := fun j => Nat.eqb j q in let off := joint k w (fun j => negb (Q j)) P i in
  prior k a /\ probability k a atom = a q /\ a q = probability k w Q /\
  posterior k w Q P i = joint k w Q P i / (joint k w Q P i + off) /\
  posterior k w Q P i <= P i q * probability k w Q / (P i q * probability k w Q + off) /\
  P i q * probability k w Q / (P i q * probability k w Q + off) = a q * P i q / sum k (fun j => a j * P i j) /\
  a q * P i q / sum k (fun j => a j * P i j) = posterior k a atom P i /\
  posterior k a atom P i <= h (probability k a atom) /\ h (probability k a atom) = h (probability k w Q).
Proof.
  intros HP W Hi Hq Qq Top Pos Sum H34 a atom off.
  destruct (moved_prior k w Q q W Hq Qq) as [Wa [_ Aq]]. fold a in Wa, Aq.
  destruct (moved_posterior m k w Q P i q HP W Hi Hq Qq Top Sum) as [Tot [E1 E2]]. fold a in Tot, E1, E2. fold atom in E1. fold off in E2.
  assert (Atom : probability k a atom = a q) by (unfold probability, atom; apply (sum_single k q a Hq)).
  assert (Whole : sum k (fun j => w j * P i j) = joint k w Q P i + off).
  { unfold off, joint. rewrite <- sum_plus. apply sum_ext. intros j _. destruct (Q j); simpl; ring. }
  rewrite (Rmult_comm (P i q) (probability k w Q)).
  repeat match goal with |- _ /\ _ => split end; try assumption.
  - unfold posterior. now rewrite Whole.
  - now apply (lemma_3_2_inequality_all m k w Q P i (P i q)).
  - now symmetry.
  - now symmetry.
  - rewrite Atom, E1. apply (H34 a q Wa Hq); [now rewrite Aq | assumption].
  - now rewrite Atom, Aq.
Qed.

(** After (6.2): (6.2) for every prior is the display for every p in (0, 1) and all weights of the other categories. *)
Theorem weights_for_priors k h x j : (j < k)%nat ->
  (forall w, prior k w -> w j < 1 -> (forall l, (l < k)%nat -> l <> j -> 0 <= w l / (1 - w j) <= 1) /\ sum k (fun l => if Nat.eqb l j then 0 else w l / (1 - w j)) = 1) /\
  ((forall w, prior k w -> 0 < w j < 1 -> right_side h (w j) <= sum k (fun l => if Nat.eqb l j then 0 else w l / (1 - w j) * (x l / x j))) <->
   (forall p v, 0 < p < 1 -> (forall l, (l < k)%nat -> l <> j -> 0 <= v l <= 1) -> sum k (fun l => if Nat.eqb l j then 0 else v l) = 1 ->
     right_side h p <= sum k (fun l => if Nat.eqb l j then 0 else v l * (x l / x j)))).
Proof.
  intros Hj. split; [intros w W L; now apply weights_of_others|]. split.
  - intros H p v Hp V One. set (w := fun l => if Nat.eqb l j then p else (1 - p) * v l).
    assert (Wj : w j = p) by (unfold w; now rewrite Nat.eqb_refl).
    assert (W : prior k w).
    { split.
      - intros l Hl. unfold w. destruct (Nat.eqb_spec l j) as [->|N]; [lra|]. apply Rmult_le_pos; [lra | now apply V].
      - rewrite (sum_ext k w (fun l => (if Nat.eqb l j then p else 0) + (1 - p) * (if Nat.eqb l j then 0 else v l))) by (intros l _; unfold w; destruct (Nat.eqb l j); ring).
        rewrite sum_plus, sum_scal, One, (sum_single k j (fun _ => p)) by assumption. ring. }
    specialize (H w W ltac:(rewrite Wj; exact Hp)). rewrite Wj in H.
    rewrite (sum_ext k _ (fun l => if Nat.eqb l j then 0 else v l * (x l / x j))) in H; [assumption|].
    intros l _. unfold w. destruct (Nat.eqb l j); [reflexivity|]. replace ((1 - p) * v l / (1 - p)) with (v l) by (field; lra). reflexivity.
  - intros H w W Hw. destruct (weights_of_others k w j W Hj (proj2 Hw)) as [V One]. now apply (H (w j) (fun l => w l / (1 - w j))).
Qed.

(** (6.4), from (3.4): for a row of positive elements, (3.4) for all j and alpha is (6.3) for every j, and is (6.4). *)
Theorem eq_6_4_from_3_4 m k h P i a b s : mechanism m k P -> (i < m)%nat -> (forall p, 0 <= p <= 1 -> p <= h p <= 1) ->
  (forall j, (j < k)%nat -> 0 < P i j) -> (a < k)%nat -> (b < k)%nat ->
  (forall j, (j < k)%nat -> P i j <= P i a) -> (forall j, (j < k)%nat -> P i b <= P i j) ->
  is_lub (fun t => exists p, 0 < p < 1 /\ t = right_side h p) s ->
  let holds_3_4 := forall j w, (j < k)%nat -> prior k w -> 0 < sum k (fun l => w l * P i l) -> w j * P i j / sum k (fun l => w l * P i l) <= h (w j) in
  let each_6_3 := forall j l, (j < k)%nat -> (l < k)%nat -> l <> j -> s <= P i l / P i j in
  (holds_3_4 <-> each_6_3) /\ (each_6_3 <-> forall j l, (j < k)%nat -> (l < k)%nat -> s <= P i l / P i j) /\ (each_6_3 <-> s <= P i b / P i a).
Proof.
  intros HP Hi Hh Pos Ha Hb HM Hm Lub holds each.
  destruct (eq_6_4_display k h (P i) a b s Hh Pos Ha Hb HM Hm Lub) as [A [B C]].
  split; [|split; [exact B | exact (iff_trans B C)]].
  refine (iff_trans _ A). split.
  - intros H j w Hj. apply (proj1 (eq_6_2 m k h P i j HP Hh Hi Hj (Pos j Hj)) (fun v V S => H j v Hj V S)).
  - intros H j w Hj. apply (proj2 (eq_6_2 m k h P i j HP Hh Hi Hj (Pos j Hj)) (fun v V S => H j v Hj V S)).
Qed.
