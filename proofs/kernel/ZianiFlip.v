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
