(** Ziani, Theorem 2: the bit is flipped with probability p. *)

From Coq Require Import Reals Lra Bool.
Open Scope R_scope.

Definition flip (p : R) (b o : bool) : R := if eqb b o then 1 - p else p.
Definition chance (p : R) (b : bool) (event : bool -> bool) : R :=
  (if event false then flip p b false else 0) + (if event true then flip p b true else 0).

(** p = 0 has no finite epsilon. *)
Theorem theorem_2 p : 0 < p <= 1 / 2 ->
  let e := Rmax (ln (p / (1 - p))) (ln ((1 - p) / p)) in
  (forall b c event, chance p b event <= exp e * chance p c event) /\ e = ln ((1 - p) / p).
Proof.
  intros Hp e. assert (P : 0 < (1 - p) / p) by (apply Rdiv_lt_0_compat; lra). assert (P' : 0 < p / (1 - p)) by (apply Rdiv_lt_0_compat; lra).
  assert (E : e = ln ((1 - p) / p)).
  { unfold e. apply Rmax_right. assert (L : p / (1 - p) <= (1 - p) / p).
    { apply Rmult_le_reg_r with (p * (1 - p)); [apply Rmult_lt_0_compat; lra|].
      replace (p / (1 - p) * (p * (1 - p))) with (p * p) by (field; lra). replace ((1 - p) / p * (p * (1 - p))) with ((1 - p) * (1 - p)) by (field; lra).
      apply Rmult_le_compat; lra. }
    destruct L as [L|L]; [left; now apply ln_increasing | right; now rewrite L]. }
  split; [|exact E]. rewrite E, exp_ln by assumption. set (r := (1 - p) / p) in *.
  assert (R1 : 1 - p = r * p) by (unfold r; field; lra). assert (R2 : 1 <= r) by (apply Rmult_le_reg_r with p; lra).
  assert (R3 : p <= r * (1 - p)) by (pose proof (Rmult_le_compat_r (1 - p) 1 r ltac:(lra) R2); lra).
  assert (R4 : p <= r * p) by (pose proof (Rmult_le_compat_r p 1 r ltac:(lra) R2); lra).
  assert (R5 : 1 - p <= r * (1 - p)) by (pose proof (Rmult_le_compat_r (1 - p) 1 r ltac:(lra) R2); lra).
  intros b c event. unfold chance, flip. destruct b, c; simpl; destruct (event false), (event true); lra.
Qed.

(** Example 1: a bit that is 1 with probability q, and its report; the probability of an event of the two, and that of A given B. *)
Definition prior (q : R) (b : bool) : R := if b then q else 1 - q.
Definition probability (p q : R) (event : bool -> bool -> bool) : R :=
  prior q false * chance p false (event false) + prior q true * chance p true (event true).
Definition given (p q : R) (A B : bool -> bool -> bool) : R := probability p q (fun b o => A b o && B b o) / probability p q B.
Definition bit (b : bool) : bool -> bool -> bool := fun c _ => eqb c b.
Definition report (o : bool) : bool -> bool -> bool := fun _ r => eqb r o.

Ltac by_cases := unfold given, probability, prior, chance, flip, bit, report; simpl.

(** The first two lines of the display, for a flip of any probability: each bit has a chance, as the display conditions on both. *)
Theorem bayes_rule p q : 0 <= p <= 1 / 2 -> 0 < q < 1 ->
  given p q (bit true) (report true) = given p q (report true) (bit true) * probability p q (bit true) / probability p q (report true) /\
  probability p q (report true) =
    given p q (report true) (bit false) * probability p q (bit false) + given p q (report true) (bit true) * probability p q (bit true).
Proof.
  intros Hp Hq. by_cases. assert (A : 0 < (1 - p) * q) by (apply Rmult_lt_0_compat; lra).
  assert (B : 0 <= p * (1 - q)) by (apply Rmult_le_pos; lra). split; field; repeat split; lra.
Qed.

(** With a fair flip the posterior is the prior, the bit and its report are independent, and no event tells the bits apart. *)
Theorem fair_flip q : given (1 / 2) q (bit true) (report true) = q /\
  (forall b o, probability (1 / 2) q (fun c r => bit b c r && report o c r) = probability (1 / 2) q (bit b) * probability (1 / 2) q (report o)) /\
  (forall b c event, chance (1 / 2) b event = chance (1 / 2) c event).
Proof.
  split; [by_cases; field; lra|]. split.
  - intros [|] [|]; by_cases; field.
  - intros [|] [|] event; unfold chance, flip; simpl; destruct (event false), (event true); lra.
Qed.

(** Without a flip the report is the bit, and whoever sees it knows the bit, whatever they believed. *)
Theorem no_flip : (forall b o, flip 0 b o = if eqb b o then 1 else 0) /\
  forall q b o, 0 < probability 0 q (report o) -> given 0 q (bit b) (report o) = if eqb b o then 1 else 0.
Proof.
  split; [intros [|] [|]; unfold flip; simpl; lra|].
  intros q [|] [|]; by_cases; intros H; field; lra.
Qed.

(** Always flipped, the report is the other bit, and whoever sees it knows the bit as well. *)
Theorem always_flipped : (forall b o, flip 1 b o = if eqb b o then 0 else 1) /\
  forall q b o, 0 < probability 1 q (report o) -> given 1 q (bit b) (report o) = if eqb b o then 0 else 1.
Proof.
  split; [intros [|] [|]; unfold flip; simpl; lra|].
  intros q [|] [|]; by_cases; intros H; field; lra.
Qed.

(** As p falls to 0 the budget of Theorem 2 grows beyond every bound. *)
Theorem budget_unbounded m : exists c, 0 < c /\ forall p, 0 < p < c -> m < ln ((1 - p) / p).
Proof.
  pose proof (exp_pos m) as E. exists (/ (1 + exp m)). split; [apply Rinv_0_lt_compat; lra|]. intros p Hp.
  assert (H : p * (1 + exp m) < 1).
  { apply Rmult_lt_reg_r with (/ (1 + exp m)); [apply Rinv_0_lt_compat; lra|]. rewrite Rmult_assoc, Rinv_r by lra. lra. }
  rewrite <- (ln_exp m) at 1. apply ln_increasing; [assumption|].
  apply Rmult_lt_reg_r with p; [lra|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. lra.
Qed.
