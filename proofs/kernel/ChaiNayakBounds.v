(** Chai and Nayak, section 3: the bounds B(h) of rho1-to-rho2 privacy and of beta-factor privacy, from which Theorem 3.1 gives Theorems 1.1 and 1.2. *)

From Coq Require Import Reals Lra.
From Rropt Require Import Sums Mechanisms Breach Notions ChaiNayak ChaiNayakBreaches.
Open Scope R_scope.

Lemma odds_increase p x y : 0 < p < 1 -> 0 <= x <= y -> y < 1 -> (1 - p) * x / (p * (1 - x)) <= (1 - p) * y / (p * (1 - y)).
Proof.
  intros Hp Hx Hy. assert (A : 0 < p * (1 - x)) by (apply Rmult_lt_0_compat; lra). assert (B : 0 < p * (1 - y)) by (apply Rmult_lt_0_compat; lra).
  apply Rmult_le_reg_r with (p * (1 - x) * (1 - y)); [apply Rmult_lt_0_compat; lra|].
  replace ((1 - p) * x / (p * (1 - x)) * (p * (1 - x) * (1 - y))) with ((1 - p) * (x * (1 - y))) by (field; lra).
  replace ((1 - p) * y / (p * (1 - y)) * (p * (1 - x) * (1 - y))) with ((1 - p) * (y * (1 - x))) by (field; lra).
  apply Rmult_le_compat_l; lra.
Qed.

(** h_u is b below a and 1 from there on, h_l is a above b and 0 up to there. *)
Theorem bound_of_rho a b : 0 < a -> a < b -> b < 1 ->
  is_bound (star (fun p => if Rlt_dec b p then a else 0) (fun p => if Rlt_dec p a then b else 1)) (b * (1 - a) / (a * (1 - b))).
Proof.
  intros Ha Hab Hb. set (K := b * (1 - a) / (a * (1 - b))).
  assert (Up : forall p, 0 < p < a -> K <= (1 - p) * b / (p * (1 - b))).
  { intros p Hp. unfold K. assert (D : 0 < a * p * (1 - b)) by (apply Rmult_lt_0_compat; [apply Rmult_lt_0_compat|]; lra). apply Rmult_le_reg_r with (a * p * (1 - b)); [assumption|].
    replace (b * (1 - a) / (a * (1 - b)) * (a * p * (1 - b))) with (b * ((1 - a) * p)) by (field; lra).
    replace ((1 - p) * b / (p * (1 - b)) * (a * p * (1 - b))) with (b * ((1 - p) * a)) by (field; lra). apply Rmult_le_compat_l; lra. }
  assert (Down : forall p, 0 < p < 1 - b -> K <= (1 - p) * (1 - a) / (p * (1 - (1 - a)))).
  { intros p Hp. unfold K. assert (D : 0 < a * p * (1 - b)) by (apply Rmult_lt_0_compat; [apply Rmult_lt_0_compat|]; lra). apply Rmult_le_reg_r with (a * p * (1 - b)); [assumption|].
    replace (b * (1 - a) / (a * (1 - b)) * (a * p * (1 - b))) with ((1 - a) * (b * p)) by (field; lra).
    replace ((1 - p) * (1 - a) / (p * (1 - (1 - a))) * (a * p * (1 - b))) with ((1 - a) * ((1 - p) * (1 - b))) by (field; lra). apply Rmult_le_compat_l; lra. }
  split.
  - intros p Hp. unfold odds_ratio, star. destruct (Rlt_dec p a) as [L|L], (Rlt_dec b (1 - p)) as [M|M]; unfold Rmin; rewrite ?Rminus_0_r;
      try (destruct (Rle_dec _ _)); intros H; try lra; try (apply Up; lra); try (apply Down; lra).
  - intros e He. set (f := e * (1 - b) / b). assert (F : 0 < f) by (unfold f; apply Rdiv_lt_0_compat; [apply Rmult_lt_0_compat; lra | lra]).
    assert (D : 0 < 1 + a * f) by (pose proof (Rmult_lt_0_compat a f Ha F); lra). pose proof (Rmult_lt_0_compat a f Ha F) as Af.
    set (p := a / (1 + a * f / 2)). assert (P0 : 0 < p) by (unfold p; apply Rdiv_lt_0_compat; lra).
    assert (Pa : p < a).
    { unfold p. apply Rmult_lt_reg_r with (1 + a * f / 2); [lra|]. unfold Rdiv at 1. rewrite Rmult_assoc, Rinv_l by lra. pose proof (Rmult_lt_0_compat a (a * f / 2) Ha ltac:(lra)). lra. }
    assert (V : (1 - p) * b / (p * (1 - b)) = K + e / 2).
    { unfold K, p, f. field. repeat split; try lra. unfold f in D. intros Z. assert (Q : 2 * b + a * (e * (1 - b)) = 0) by lra.
      pose proof (Rmult_lt_0_compat a (e * (1 - b)) Ha ltac:(apply Rmult_lt_0_compat; lra)). lra. }
    set (h := star (fun p => if Rlt_dec b p then a else 0) (fun p => if Rlt_dec p a then b else 1)).
    assert (H : 0 <= h p <= b).
    { unfold h, star. destruct (Rlt_dec p a) as [_|]; [|contradiction]. destruct (Rlt_dec b (1 - p)); unfold Rmin; destruct (Rle_dec _ _); lra. }
    exists p. split; [lra|]. split; [lra|]. unfold odds_ratio. apply Rle_lt_trans with ((1 - p) * b / (p * (1 - b))); [apply odds_increase; lra | lra].
Qed.

(** h_u(p) = min(1, beta p) and h_l(p) = p/beta. *)
Theorem bound_of_beta beta : 1 < beta -> is_bound (star (fun p => p / beta) (fun p => Rmin 1 (beta * p))) beta.
Proof.
  intros Hb. split.
  - intros p Hp H. set (h := star (fun p => p / beta) (fun p => Rmin 1 (beta * p))) in *.
    assert (Cases : (h p = beta * p /\ beta * p < 1) \/ h p = 1 - (1 - p) / beta).
    { unfold h, star, Rmin in H |- *. destruct (Rle_dec 1 (beta * p)); destruct (Rle_dec _ (1 - (1 - p) / beta)); first [right; reflexivity | left; split; [reflexivity | lra] | lra]. }
    unfold odds_ratio. destruct Cases as [[E L]|E]; rewrite E in *.
    + apply Rmult_le_reg_r with (p * (1 - beta * p)); [apply Rmult_lt_0_compat; lra|].
      replace ((1 - p) * (beta * p) / (p * (1 - beta * p)) * (p * (1 - beta * p))) with (beta * p * (1 - p)) by (field; lra).
      replace (beta * (p * (1 - beta * p))) with (beta * p * (1 - beta * p)) by ring.
      pose proof (Rmult_lt_0_compat beta p ltac:(lra) ltac:(lra)). apply Rmult_le_compat_l; [lra|].
      pose proof (Rmult_le_compat_r p 1 beta ltac:(lra) ltac:(lra)). lra.
    + replace ((1 - p) * (1 - (1 - p) / beta) / (p * (1 - (1 - (1 - p) / beta)))) with ((beta - 1) / p + 1) by (field; repeat split; lra).
      assert (beta - 1 <= (beta - 1) / p); [|lra]. apply Rmult_le_reg_r with p; [lra|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra.
      pose proof (Rmult_le_compat_l (beta - 1) p 1 ltac:(lra) ltac:(lra)). lra.
  - intros e He. set (p := e / (2 * beta * (beta + e))). assert (D : 0 < 2 * beta * (beta + e)) by (apply Rmult_lt_0_compat; lra).
    assert (P0 : 0 < p) by (unfold p; now apply Rdiv_lt_0_compat).
    assert (B : 2 * (beta + e) * (beta * p) = e) by (unfold p; field; lra). set (u := beta * p) in *.
    assert (U : 0 < u) by (unfold u; apply Rmult_lt_0_compat; lra). assert (U1 : u < 1 / 2).
    { apply Rmult_lt_reg_l with (2 * (beta + e)); lra. }
    assert (Pu : p <= u) by (unfold u; pose proof (Rmult_le_compat_r p 1 beta ltac:(lra) ltac:(lra)); lra).
    set (h := star (fun p => p / beta) (fun p => Rmin 1 (beta * p))).
    assert (H : 0 <= h p <= u).
    { unfold h, star. fold u. rewrite (Rmin_right 1 u) by lra. assert (E : 1 - (1 - p) / beta = (beta - 1 + p) / beta) by (field; lra). rewrite E.
      pose proof (Rdiv_lt_0_compat (beta - 1 + p) beta ltac:(lra) ltac:(lra)). unfold Rmin. destruct (Rle_dec u ((beta - 1 + p) / beta)); lra. }
    exists p. split; [lra|]. split; [lra|]. unfold odds_ratio. apply Rle_lt_trans with ((1 - p) * u / (p * (1 - u))); [apply odds_increase; lra|].
    replace ((1 - p) * u / (p * (1 - u))) with (beta * (1 - p) / (1 - u)) by (unfold u; field; unfold u in *; lra).
    apply Rmult_lt_reg_r with (1 - u); [lra|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. 
    pose proof (Rmult_lt_0_compat beta p ltac:(lra) P0). lra.
Qed.

(** By Lemma 3.1 and Theorem 3.1, these are Theorem 1.1, with its converse, and Theorem 1.2. *)
Theorem theorem_1_1_again m k a b P : mechanism m k P -> 0 < a -> a < b -> b < 1 ->
  let h := star (fun p => if Rlt_dec b p then a else 0) (fun p => if Rlt_dec p a then b else 1) in
  is_bound h (b * (1 - a) / (a * (1 - b))) /\ (rho_privacy m k a b P <-> keeps_below m k h P) /\
  (rho_privacy m k a b P <-> parity_at_most m k (b * (1 - a) / (a * (1 - b))) P).
Proof.
  intros HP Ha Hab Hb h. pose proof (bound_of_rho a b Ha Hab Hb) as B. set (hl := fun p => if Rlt_dec b p then a else 0) in *. set (hu := fun p => if Rlt_dec p a then b else 1) in *.
  assert (Hh : forall x, 0 <= x <= 1 -> 0 <= hl x <= x /\ x <= hu x <= 1) by (intros x Hx; unfold hl, hu; destruct (Rlt_dec b x), (Rlt_dec x a); lra).
  assert (Hs : forall x, 0 <= x <= 1 -> x <= h x <= 1).
  { intros x Hx. pose proof (Hh x Hx). pose proof (Hh (1 - x) ltac:(lra)). unfold h, star, Rmin. destruct (Rle_dec _ _); lra. }
  assert (S : rho_privacy m k a b P <-> sip m k hl hu P).
  { unfold rho_privacy, upward_breach, downward_breach, sip. split.
    - intros [U D] w Q i HW Hi T. pose proof (posterior_range m k w Q P i HP HW Hi T) as R_. unfold hl, hu. split.
      + destruct (Rlt_dec b (probability k w Q)) as [L|]; [|lra]. apply Rnot_lt_le. intros F. apply D. exists w, Q, i. auto.
      + destruct (Rlt_dec (probability k w Q) a) as [L|]; [|lra]. apply Rnot_lt_le. intros F. apply U. exists w, Q, i. auto.
    - intros K. split; intros [w [Q [i [HW [Hi [T [E F]]]]]]]; specialize (K w Q i HW Hi T); unfold hl, hu in K.
      + destruct (Rlt_dec (probability k w Q) a); lra.
      + destruct (Rlt_dec b (probability k w Q)); lra. }
  split; [assumption|]. split; rewrite S, (lemma_3_1 m k hl hu P HP Hh); [reflexivity | now apply theorem_3_1].
Qed.

Theorem theorem_1_2_again m k beta P : mechanism m k P -> 1 < beta ->
  let h := star (fun p => p / beta) (fun p => Rmin 1 (beta * p)) in
  is_bound h beta /\ (~ factor_breach m k beta P <-> keeps_below m k h P) /\ (~ factor_breach m k beta P <-> parity_at_most m k beta P).
Proof.
  intros HP Hb h. pose proof (bound_of_beta beta Hb) as B. rewrite (theorem_1_2 m k beta P HP Hb). split; [assumption|]. split; [|reflexivity].
  symmetry. apply theorem_3_1; try assumption. intros x Hx. unfold h, star.
  assert (A : x <= 1 - (1 - x) / beta <= 1).
  { assert (0 <= (1 - x) / beta) by (apply Rmult_le_pos; [lra | left; apply Rinv_0_lt_compat; lra]). assert ((1 - x) / beta <= 1 - x); [|lra].
    apply Rmult_le_reg_r with beta; [lra|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. pose proof (Rmult_le_compat_l (1 - x) 1 beta ltac:(lra) ltac:(lra)). lra. }
  pose proof (Rmult_le_compat_r x 1 beta ltac:(lra) ltac:(lra)). unfold Rmin. destruct (Rle_dec 1 (beta * x)); destruct (Rle_dec _ _); lra.
Qed.
