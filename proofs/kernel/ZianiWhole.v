(** Ziani, the special case p -> 0: epsilon grows beyond every bound, and no privacy is left at all. *)

From Coq Require Import Reals Lra Bool.
From Rropt Require Import ZianiFlip.
Open Scope R_scope.

(** The posterior of a bit of prior r after a report that says so. *)
Lemma posterior_near_1 r e p : 0 < r < 1 -> 0 < e -> 0 < p < Rmin (1 / 2) (e * r / 2) ->
  1 - e < r * (1 - p) / (r * (1 - p) + (1 - r) * p).
Proof.
  intros Hr He [H0 H]. pose proof (Rmin_l (1 / 2) (e * r / 2)). pose proof (Rmin_r (1 / 2) (e * r / 2)).
  assert (A : r / 2 <= r * (1 - p)) by (unfold Rdiv; apply Rmult_le_compat_l; lra).
  assert (B : 0 < (1 - r) * p) by (apply Rmult_lt_0_compat; lra).
  assert (C : (1 - r) * p <= p) by (rewrite <- (Rmult_1_l p) at 2; apply Rmult_le_compat_r; lra).
  set (D := r * (1 - p) + (1 - r) * p). assert (D0 : 0 < D) by (unfold D; lra).
  assert (F : e * (r / 2) <= e * D) by (apply Rmult_le_compat_l; unfold D; lra).
  apply Rmult_lt_reg_r with D; [assumption|]. unfold Rdiv at 1. rewrite Rmult_assoc, Rinv_l by lra.
  unfold D in F |- *. lra.
Qed.

(** As p falls to 0 epsilon passes every m; whatever the collector believed, the posterior of the bit that is reported comes as near
    to 1 as one likes; and at 0 the report is the bit, which is then known. *)
Theorem special_zero :
  (forall m, exists c, 0 < c /\ forall p, 0 < p < c -> m < ln ((1 - p) / p)) /\
  (forall q e, 0 < q < 1 -> 0 < e -> exists c, 0 < c /\ forall p b, 0 < p < c -> 1 - e < given p q (bit b) (report b)) /\
  (forall b o, flip 0 b o = if eqb b o then 1 else 0) /\
  (forall q b o, 0 < probability 0 q (report o) -> given 0 q (bit b) (report o) = if eqb b o then 1 else 0).
Proof.
  split; [exact budget_unbounded|]. split; [|exact no_flip].
  intros q e Hq He. assert (Hq' : 0 < 1 - q < 1) by lra. exists (Rmin (Rmin (1 / 2) (e * q / 2)) (Rmin (1 / 2) (e * (1 - q) / 2))). split.
  - assert (0 < e * q) by (apply Rmult_lt_0_compat; lra). assert (0 < e * (1 - q)) by (apply Rmult_lt_0_compat; lra).
    repeat apply Rmin_glb_lt; lra.
  - intros p b [H0 H]. destruct b.
    + pose proof (Rmin_l (Rmin (1 / 2) (e * q / 2)) (Rmin (1 / 2) (e * (1 - q) / 2))) as M.
      pose proof (posterior_near_1 q e p Hq He (conj H0 (Rlt_le_trans _ _ _ H M))) as P.
      replace (given p q (bit true) (report true)) with (q * (1 - p) / (q * (1 - p) + (1 - q) * p)); [exact P|].
      by_cases. f_equal; ring.
    + pose proof (Rmin_r (Rmin (1 / 2) (e * q / 2)) (Rmin (1 / 2) (e * (1 - q) / 2))) as M.
      pose proof (posterior_near_1 (1 - q) e p Hq' He (conj H0 (Rlt_le_trans _ _ _ H M))) as P.
      replace (given p q (bit false) (report false)) with ((1 - q) * (1 - p) / ((1 - q) * (1 - p) + (1 - (1 - q)) * p)); [exact P|].
      by_cases. f_equal; ring.
Qed.
