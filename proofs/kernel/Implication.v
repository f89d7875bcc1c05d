(** Claim "implication": SPEC section 7. At a point where all sides are defined, the identity of the multiplier and the terms
    shows the sign of what is stated. Polynomials stand here by their values at the point. *)

From Coq Require Import Reals Lra List.
From Rropt Require Import Sums.
Import ListNotations.
Open Scope R_scope.

(** What a statement asks of its difference. *)
Inductive relation := at_least_zero | above_zero | zero.
Definition holds (r : relation) (x : R) : Prop := match r with at_least_zero => 0 <= x | above_zero => 0 < x | zero => x = 0 end.

(** The difference N/D has the sign of h = N D. *)
Theorem quotient_sign r N D : D <> 0 -> (holds r (N / D) <-> holds r (N * D)).
Proof.
  intros HD. assert (P : 0 < D * D) by (pose proof (Rsqr_nonneg D); assert (D * D <> 0) by (now apply Rmult_integral_contrapositive_currified); lra).
  assert (I : 0 < / (D * D)) by (now apply Rinv_0_lt_compat).
  assert (E : N / D * (D * D) = N * D) by (field; assumption). assert (E' : N * D * / (D * D) = N / D) by (field; assumption).
  destruct r; simpl; split; intros H.
  - rewrite <- E. apply Rmult_le_pos; lra.
  - rewrite <- E'. apply Rmult_le_pos; lra.
  - rewrite <- E. now apply Rmult_lt_0_compat.
  - rewrite <- E'. now apply Rmult_lt_0_compat.
  - rewrite <- E, H. ring.
  - rewrite <- E', H. ring.
Qed.

(** c q^2 Prod h_i, and q Prod h_i with an equality among the h_i; c is a positive number. *)
Inductive term := times (c q : R) (given : list nat) | free (q : R) (given : list nat).

Definition factors (h : nat -> R) (given : list nat) : R := fold_right (fun i x => h i * x) 1 given.
Definition worth (h : nat -> R) (t : term) : R :=
  match t with times c q g => c * (q * q) * factors h g | free q g => q * factors h g end.
Definition of_terms (t : term) : list nat := match t with times _ _ g => g | free _ g => g end.
Definition total (h : nat -> R) (terms : list term) : R := fold_right (fun t x => worth h t + x) 0 terms.

Definition term_sign (rel : nat -> relation) (t : term) : Prop :=
  match t with times c _ _ => 0 < c | free _ g => exists i, In i g /\ rel i = zero end.
Definition strictly_positive (rel : nat -> relation) (t : term) : Prop :=
  match t with times c q g => 0 < c /\ q = 1 /\ (forall i, In i g -> rel i = above_zero) | free _ _ => False end.
Definition has_equality (rel : nat -> relation) (t : term) : Prop := exists i, In i (of_terms t) /\ rel i = zero.

Section Point.

Variable h : nat -> R.
Variable rel : nat -> relation.
Hypothesis hypotheses : forall i, holds (rel i) (h i).

Lemma factors_nonneg g : 0 <= factors h g.
Proof.
  induction g as [|i g IH]; simpl; [lra|]. apply Rmult_le_pos; [|assumption].
  pose proof (hypotheses i) as H. destruct (rel i); simpl in H; lra.
Qed.

Lemma factors_zero g i : In i g -> rel i = zero -> factors h g = 0.
Proof.
  intros Hi E. pose proof (hypotheses i) as H. rewrite E in H. simpl in H.
  induction g as [|e g IH]; simpl in *; [contradiction|]. destruct Hi as [->|Hi]; [rewrite H; ring | rewrite IH by assumption; ring].
Qed.

Lemma factors_positive g : (forall i, In i g -> rel i = above_zero) -> 0 < factors h g.
Proof.
  induction g as [|e g IH]; intros H; simpl; [lra|]. apply Rmult_lt_0_compat; [|apply IH; intros; apply H; now right].
  pose proof (hypotheses e) as E. rewrite (H e (or_introl eq_refl)) in E. exact E.
Qed.

Lemma worth_nonneg t : term_sign rel t -> 0 <= worth h t.
Proof.
  destruct t as [c q g|q g]; simpl; intros H.
  - apply Rmult_le_pos; [apply Rmult_le_pos; [lra | apply Rsqr_nonneg] | apply factors_nonneg].
  - destruct H as [i [Hi E]]. rewrite (factors_zero g i Hi E). lra.
Qed.

Lemma worth_positive t : strictly_positive rel t -> 0 < worth h t.
Proof.
  destruct t as [c q g|q g]; simpl; [|contradiction]. intros [Hc [-> Hg]].
  apply Rmult_lt_0_compat; [lra | now apply factors_positive].
Qed.

Lemma total_nonneg terms : (forall t, In t terms -> term_sign rel t) -> 0 <= total h terms.
Proof.
  induction terms as [|t terms IH]; intros H; simpl; [lra|].
  pose proof (worth_nonneg t (H t (or_introl eq_refl))). pose proof (IH (fun t Ht => H t (or_intror Ht))). lra.
Qed.

(** The rule. *)
Theorem implication stated states multiplier terms :
  strictly_positive rel multiplier -> (forall t, In t terms -> term_sign rel t) ->
  (states = zero -> forall t, In t terms -> has_equality rel t) ->
  (states = above_zero -> exists t, In t terms /\ strictly_positive rel t) ->
  stated * worth h multiplier = total h terms -> holds states stated.
Proof.
  intros Hm Ht Hz Hs E. pose proof (worth_positive multiplier Hm) as M. set (w := worth h multiplier) in *.
  assert (Iw : 0 < / w) by (now apply Rinv_0_lt_compat). assert (S : stated = total h terms * / w) by (rewrite <- E; field; lra).
  destruct states; simpl.
  - rewrite S. apply Rmult_le_pos; [now apply total_nonneg | lra].
  - rewrite S. apply Rmult_lt_0_compat; [|assumption]. destruct (Hs eq_refl) as [t [Hi P]]. clear - Ht Hi P hypotheses.
    induction terms as [|e terms IH]; simpl in *; [contradiction|]. destruct Hi as [->|Hi].
    + pose proof (worth_positive t P). pose proof (total_nonneg terms (fun t Hi => Ht t (or_intror Hi))). lra.
    + pose proof (worth_nonneg e (Ht e (or_introl eq_refl))). pose proof (IH (fun t Hi => Ht t (or_intror Hi)) Hi). lra.
  - rewrite S. assert (Z : total h terms = 0); [|rewrite Z; ring]. specialize (Hz eq_refl). clear - Hz hypotheses.
    induction terms as [|e terms IH]; simpl; [reflexivity|]. rewrite (IH (fun t Hi => Hz t (or_intror Hi))).
    destruct (Hz e (or_introl eq_refl)) as [i [Hi Z]]. destruct e as [c q g|q g]; simpl in *; rewrite (factors_zero g i Hi Z); ring.
Qed.

End Point.
