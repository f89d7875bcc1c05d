(** On one bit no loss prefers another response of the same level to Warner's: Kairouz and others, as Vinterbo tells it. *)

From Coq Require Import Reals Arith List.
From Rropt Require Import Sums Mechanisms Blackwell Breach ChaiNayakAdmissible ChaiNayakProcedures.
Open Scope R_scope.

(** For n respondents, whose bits have the law w, and any loss f of what is made of their answers under A: garbling Warner's answers
    by C, which knows neither w nor f, and using the same rule has the same expected loss. *)
Theorem warner_for_any_loss t : 1 < t -> mechanism 2 2 (symmetric t) /\ parity_at_most 2 2 t (symmetric t) /\
  forall m A, mechanism m 2 A -> parity_at_most m 2 t A ->
  exists C, mechanism m 2 C /\ forall n w (f : list nat -> R),
    data 2 (fun u => sum 2 (fun j => symmetric t u j * w j)) n (fun s => garbled m C s f) =
    data m (fun i => sum 2 (fun j => A i j * w j)) n f.
Proof.
  intros Ht. destruct (proposition_4_1 t Ht) as [M [P H]]. split; [exact M | split; [exact P|]].
  intros m A HA HP. destruct (H m A HA HP) as [C HC]. exists C. split; [apply HC|].
  intros n w f. symmetry. now apply no_greater_risk.
Qed.
