(** On one bit no loss prefers another response of the same level to Warner's: Kairouz and others, as Vinterbo tells it. *)

From Coq Require Import Reals Lra Lia Arith List.
From Rropt Require Import Sums Mechanisms Blackwell Breach ChaiNayakAdmissible ChaiNayakProcedures.
Open Scope R_scope.

(** At level 0 the two columns are one, and an answer is made from nothing. *)
Lemma warner_without_information : mechanism 2 2 (symmetric 1) /\ parity_at_most 2 2 1 (symmetric 1) /\
  forall m A, mechanism m 2 A -> parity_at_most m 2 1 A -> at_least_as_informative 2 m 2 (symmetric 1) A.
Proof.
  assert (E : forall i j, symmetric 1 i j = 1 / 2) by (intros; unfold symmetric; destruct (Nat.eqb _ _); lra).
  split; [|split].
  - split; [intros; rewrite E; lra|]. intros j _. simpl. rewrite !E. lra.
  - intros i j l _ _ _. rewrite !E. lra.
  - intros m A HA HP. exists (fun i _ => A i 0%nat). split; [split|].
    + intros i j Hi _. apply HA; lia || assumption.
    + intros j _. apply HA. lia.
    + intros i j Hi Hj. simpl. rewrite !E. pose proof (HP i 0%nat 1%nat Hi ltac:(lia) ltac:(lia) ltac:(lia)). pose proof (HP i 1%nat 0%nat Hi ltac:(lia) ltac:(lia) ltac:(lia)).
      destruct j as [|[|j]]; [lra | lra | lia].
Qed.

(** For n respondents, whose bits have the law w, and any loss f of what is made of their answers under A: garbling Warner's answers
    by C, which knows neither w nor f, and using the same rule has the same expected loss. *)
Theorem warner_for_any_loss t : 1 <= t -> mechanism 2 2 (symmetric t) /\ parity_at_most 2 2 t (symmetric t) /\
  forall m A, mechanism m 2 A -> parity_at_most m 2 t A ->
  exists C, mechanism m 2 C /\ forall n w (f : list nat -> R),
    data 2 (fun u => sum 2 (fun j => symmetric t u j * w j)) n (fun s => garbled m C s f) =
    data m (fun i => sum 2 (fun j => A i j * w j)) n f.
Proof.
  intros Ht. assert (P : mechanism 2 2 (symmetric t) /\ parity_at_most 2 2 t (symmetric t) /\
    forall m A, mechanism m 2 A -> parity_at_most m 2 t A -> at_least_as_informative 2 m 2 (symmetric t) A).
  { destruct Ht as [Ht | <-]; [now apply proposition_4_1 | apply warner_without_information]. }
  destruct P as [M [P H]]. split; [exact M | split; [exact P|]].
  intros m A HA HP. destruct (H m A HA HP) as [C HC]. exists C. split; [apply HC|].
  intros n w f. symmetry. now apply no_greater_risk.
Qed.
