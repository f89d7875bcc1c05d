(** Comparisons, enclosures and pieces: SPEC sections 1.4, 2 and 7, claims "instance" and "pieces". *)

From Coq Require Import Reals Lra Lia Arith List.
From Rropt Require Import Sums Implication Sturm.
Import ListNotations.
Open Scope R_scope.

(** A statement is decided by the sign of its difference (claim "instance"). *)
Theorem statement_by_difference A B :
  (A <= B <-> holds at_least_zero (B - A)) /\ (A < B <-> holds above_zero (B - A)) /\ (A >= B <-> holds at_least_zero (A - B)) /\
  (A > B <-> holds above_zero (A - B)) /\ (A = B <-> holds zero (A - B)).
Proof. simpl. repeat split; intros; lra. Qed.

(** No root beyond 1 + B, where no coefficient is more than B times the leading one (Cauchy). *)
Theorem no_root_beyond p lead B x : lead <> 0 -> 0 <= B -> (forall c, In c p -> Rabs c <= B * Rabs lead) -> 1 + B <= Rabs x ->
  eval (p ++ [lead]) x <> 0.
Proof.
  intros N HB Hp Hx. assert (L : 0 < Rabs lead) by (now apply Rabs_pos_lt).
  assert (Main : Rabs lead <= Rabs (eval (p ++ [lead]) x)).
  { induction p as [|c p IH]; simpl; [rewrite Rmult_0_r, Rplus_0_r; lra|].
    specialize (IH (fun d Hd => Hp d (or_intror Hd))). specialize (Hp c (or_introl eq_refl)). set (e := eval (p ++ [lead]) x) in *.
    pose proof (Rabs_triang (c + x * e) (- c)) as T. replace (c + x * e + - c) with (x * e) in T by ring. rewrite Rabs_Ropp, Rabs_mult in T.
    assert ((1 + B) * Rabs lead <= Rabs x * Rabs e) by (apply Rmult_le_compat; lra). lra. }
  intros Z. rewrite Z, Rabs_R0 in Main. lra.
Qed.

(** A polynomial with opposite signs at two points has a root between them; halving keeps it there. *)
Theorem root_between p a b : a < b -> eval p a * eval p b < 0 -> exists x, a < x < b /\ eval p x = 0.
Proof.
  intros Hab S. destruct (IVT_cor (eval p) a b (eval_continuous p) ltac:(lra) ltac:(lra)) as [x [Hx Z]]. exists x. split; [|assumption].
  split; apply Rnot_le_lt; intros C; [replace a with x in S by lra | replace b with x in S by lra]; rewrite Z in S; lra.
Qed.

(** Rationals below and above e^x: the series up to the n-th term, 2 x <= n, and the n-th term once more. *)
Definition series_term (x : R) (i : nat) : R := / INR (fact i) * x ^ i.

Lemma term_positive x i : 0 <= x -> 0 <= series_term x i.
Proof. intros Hx. apply Rmult_le_pos; [left; apply Rinv_0_lt_compat, INR_fact_lt_0 | now apply pow_le]. Qed.

Lemma term_halves x i : 0 <= x -> 2 * x <= INR (S i) -> 2 * series_term x (S i) <= series_term x i.
Proof.
  intros Hx H. unfold series_term. rewrite fact_simpl, mult_INR. cbn [pow].
  assert (A : 0 < INR (S i)) by (apply lt_0_INR; lia). pose proof (INR_fact_lt_0 i) as F.
  replace (2 * (/ (INR (S i) * INR (fact i)) * (x * x ^ i))) with (2 * x / INR (S i) * (/ INR (fact i) * x ^ i)) by (field; lra).
  rewrite <- (Rmult_1_l (/ INR (fact i) * x ^ i)) at 2. apply Rmult_le_compat_r; [now apply term_positive|].
  apply Rmult_le_reg_r with (INR (S i)); [assumption|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. lra.
Qed.

Theorem exp_enclosed x n : 0 <= x -> 2 * x <= INR n ->
  sum_f_R0 (series_term x) n <= exp x <= sum_f_R0 (series_term x) n + series_term x n.
Proof.
  intros Hx Hn. assert (Lim : Un_cv (sum_f_R0 (series_term x)) (exp x)).
  { unfold exp. destruct (exist_exp x) as [l Hl]. exact Hl. }
  split; [apply sum_incr; [exact Lim | intros; now apply term_positive]|].
  assert (Up : forall k, sum_f_R0 (series_term x) (n + k) + series_term x (n + k) <= sum_f_R0 (series_term x) n + series_term x n).
  { induction k as [|k IH]; [rewrite Nat.add_0_r; lra|]. rewrite Nat.add_succ_r. cbn [sum_f_R0].
    assert (H : 2 * series_term x (S (n + k)) <= series_term x (n + k)).
    { apply term_halves; [assumption|]. apply Rle_trans with (INR n); [assumption | apply le_INR; lia]. } lra. }
  destruct (Rle_lt_dec (exp x) (sum_f_R0 (series_term x) n + series_term x n)) as [|C]; [assumption|]. exfalso.
  destruct (Lim (exp x - (sum_f_R0 (series_term x) n + series_term x n)) ltac:(lra)) as [N H].
  specialize (H (n + N)%nat ltac:(lia)). specialize (Up N). pose proof (term_positive x (n + N) Hx).
  unfold R_dist in H. apply Rabs_def2 in H. lra.
Qed.

(** Claim "pieces": intervals, the last perhaps without an end, each of which begins where the one before ended, at a point that
    one of the two contains. What holds on each of them holds from the first to the last. *)
Record piece := { from : R; to : option R; has_from : Prop; has_to : Prop }.
Definition before (t : R) (p : piece) : Prop := match to p with None => True | Some b => t < b \/ (t = b /\ has_to p) end.
Definition within_piece (t : R) (p : piece) : Prop := (from p < t \/ (t = from p /\ has_from p)) /\ before t p.
Inductive joined : list piece -> Prop :=
  | joined_one p : joined [p]
  | joined_more p q l : to p = Some (from q) -> has_to p \/ has_from q -> joined (q :: l) -> joined (p :: q :: l).

Theorem pieces_cover (C : R -> Prop) p l : joined (p :: l) -> (forall q t, In q (p :: l) -> within_piece t q -> C t) ->
  forall t, (from p < t \/ (t = from p /\ has_from p)) -> before t (last l p) -> C t.
Proof.
  intros J. remember (p :: l) as L. revert p l HeqL. induction J as [q|q r L E H J IH]; intros p l EL Each t Low Up; injection EL as -> <-.
  - apply (Each p); [now left | now split].
  - assert (La : before t (last L r)).
    { destruct L as [|s L]; [exact Up|]. clear - Up. revert s Up. induction L as [|u L IHL]; intros s Up; [exact Up | exact (IHL u Up)]. }
    assert (Rest : from r < t \/ (t = from r /\ has_from r) -> C t).
    { intros Lr. apply (IH r L eq_refl); auto. intros s z Hs. apply Each. now right. }
    destruct (Rtotal_order t (from r)) as [A|[A|A]].
    + apply (Each p); [now left|]. split; [assumption|]. unfold before. rewrite E. now left.
    + destruct H as [H|H]; [|apply Rest; now right]. apply (Each p); [now left|]. split; [assumption|]. unfold before. rewrite E. now right.
    + apply Rest. now left.
Qed.
