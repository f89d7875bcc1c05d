(** Ziani, "Lectures 3 and 4: The Randomized Response and Laplace Mechanisms": the Laplace mechanism by its density.

    Events are finite unions of intervals; probabilities are integrals of the density. *)

From Coq Require Import Reals Lra List.
From Coquelicot Require Import Coquelicot.
Import ListNotations.
Open Scope R_scope.

(** The density of x + Laplace noise of scale b, at s. *)
Definition laplace (b x s : R) : R := / (2 * b) * exp (- Rabs (s - x) / b).

Lemma laplace_continuous b x s : continuous (laplace b x) s.
Proof.
  unfold laplace. apply (continuous_mult (fun _ => / (2 * b)) (fun s => exp (- Rabs (s - x) / b))).
  - apply continuous_const.
  - apply (continuous_comp (fun s => - Rabs (s - x) / b) exp).
    + apply (continuous_mult (fun s => - Rabs (s - x)) (fun _ => / b)); [|apply continuous_const].
      apply (continuous_opp (fun s => Rabs (s - x))).
      apply (continuous_comp (fun s => s - x) Rabs).
      * apply (continuous_minus (fun s => s) (fun _ => x)); [apply continuous_id | apply continuous_const].
      * apply continuous_Rabs.
    + apply continuous_exp.
Qed.

Lemma laplace_integrable b x u w : ex_RInt (laplace b x) u w.
Proof. apply (ex_RInt_continuous (V := R_CompleteNormedModule)). intros. apply laplace_continuous. Qed.

(** The densities at two query values that differ by at most l, for noise of scale l/e. *)
Lemma laplace_ratio l e x y s : 0 < l -> 0 < e -> Rabs (x - y) <= l ->
  laplace (l / e) x s <= exp e * laplace (l / e) y s.
Proof.
  intros Hl He H. unfold laplace.
  assert (B : 0 < l / e) by (now apply Rdiv_lt_0_compat).
  replace (exp e * (/ (2 * (l / e)) * exp (- Rabs (s - y) / (l / e)))) with
    (/ (2 * (l / e)) * (exp e * exp (- Rabs (s - y) / (l / e)))) by ring.
  apply Rmult_le_compat_l; [left; apply Rinv_0_lt_compat; lra|].
  rewrite <- exp_plus.
  assert (T : Rabs (s - y) <= Rabs (s - x) + l).
  { replace (s - y) with (s - x + (x - y)) by ring. eapply Rle_trans; [apply Rabs_triang | lra]. }
  assert (E : - Rabs (s - x) / (l / e) <= e + - Rabs (s - y) / (l / e)).
  { apply Rmult_le_reg_r with (l / e); [assumption|].
    replace (- Rabs (s - x) / (l / e) * (l / e)) with (- Rabs (s - x)) by (field; lra).
    replace ((e + - Rabs (s - y) / (l / e)) * (l / e)) with (l - Rabs (s - y)) by (field; lra). lra. }
  destruct E as [E|E]; [left; now apply exp_increasing | right; now rewrite E].
Qed.

(** The probability of a finite union of disjoint intervals, given by their ends. *)
Fixpoint chance (b x : R) (event : list (R * R)) : R :=
  match event with
  | [] => 0
  | (u, w) :: others => RInt (laplace b x) u w + chance b x others
  end.

(** Theorem 8: the Laplace mechanism of a query of sensitivity l is e-differentially private. *)
Theorem theorem_8 l e x y event : 0 < l -> 0 < e -> Rabs (x - y) <= l ->
  List.Forall (fun i => fst i <= snd i) event ->
  chance (l / e) x event <= exp e * chance (l / e) y event.
Proof.
  intros Hl He H HF. induction HF as [|[u w] others Huw HF IH]; simpl; [lra|]. simpl in Huw.
  rewrite Rmult_plus_distr_l. apply Rplus_le_compat; [|assumption].
  replace (exp e * RInt (laplace (l / e) y) u w) with (RInt (fun s => scal (exp e) (laplace (l / e) y s)) u w)
    by (apply (RInt_scal (laplace (l / e) y) u w (exp e)); apply laplace_integrable).
  apply RInt_le; [assumption | apply laplace_integrable | |].
  - apply (ex_RInt_scal (laplace (l / e) y)). apply laplace_integrable.
  - intros s _. apply laplace_ratio; assumption.
Qed.

(** The chance of noise between z and M. *)
Theorem laplace_tail b z M : 0 < b -> 0 <= z <= M ->
  RInt (laplace b 0) z M = (exp (- z / b) - exp (- M / b)) / 2.
Proof.
  intros Hb Hz.
  apply is_RInt_unique.
  apply (is_RInt_ext (fun s => / (2 * b) * exp (- s / b))).
  { intros s Hs. rewrite Rmin_left, Rmax_right in Hs by lra. unfold laplace.
    rewrite Rminus_0_r, Rabs_right by lra. reflexivity. }
  replace ((exp (- z / b) - exp (- M / b)) / 2) with (minus (- exp (- M / b) / 2) (- exp (- z / b) / 2))
    by (change ((- exp (- M / b) / 2) - (- exp (- z / b) / 2) = (exp (- z / b) - exp (- M / b)) / 2); lra).
  apply (is_RInt_derive (fun s => - exp (- s / b) / 2)).
  - intros s _. auto_derive; [lra|]. change (- s * / b) with (- s / b). field. lra.
  - intros s _. apply (ex_derive_continuous (fun s => / (2 * b) * exp (- s / b))). auto_derive. lra.
Qed.

(** Theorem 9: noise of scale b passes ln(1/delta) b, upwards or downwards, with probability delta/2 each. *)
Theorem theorem_9 b delta : 0 < b -> 0 < delta <= 1 ->
  is_lim (fun M => RInt (laplace b 0) (ln (1 / delta) * b) M) p_infty (delta / 2).
Proof.
  intros Hb Hd.
  assert (L : 0 <= ln (1 / delta)).
  { rewrite <- ln_1. assert (O : 1 <= 1 / delta).
    { apply Rmult_le_reg_r with delta; [lra|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. lra. }
    destruct O as [O|O]; [left; apply ln_increasing; lra | right; now rewrite <- O]. }
  assert (Z : 0 <= ln (1 / delta) * b) by (apply Rmult_le_pos; lra).
  apply (is_lim_ext_loc (fun M => (delta - exp (- M / b)) / 2)).
  - exists (ln (1 / delta) * b). intros M HM. rewrite laplace_tail by lra.
    replace (- (ln (1 / delta) * b) / b) with (- ln (1 / delta)) by (field; lra).
    rewrite exp_Ropp, exp_ln by (apply Rdiv_lt_0_compat; lra). field. lra.
  - replace (Finite (delta / 2)) with (Finite ((delta - 0) / 2)) by (f_equal; lra).
    apply (is_lim_scal_r (fun M => delta - exp (- M / b)) (/ 2) p_infty (delta - 0)).
    apply (is_lim_minus (fun _ => delta) (fun M => exp (- M / b)) p_infty delta 0); [apply is_lim_const | | reflexivity].
    apply (is_lim_comp exp (fun M => - M / b) p_infty 0 m_infty); [apply is_lim_exp_m | | exists 0; discriminate].
    apply (is_lim_ext (fun M => - / b * M)); [intros; field; lra|].
    replace m_infty with (Rbar_mult (- / b) p_infty).
    + apply (is_lim_scal_l (fun M => M) (- / b) p_infty p_infty). apply is_lim_id.
    + apply is_Rbar_mult_unique. apply is_Rbar_mult_sym. apply is_Rbar_mult_p_infty_neg. simpl.
      assert (0 < / b) by (now apply Rinv_0_lt_compat). lra.
Qed.
