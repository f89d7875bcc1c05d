(** Several objectives at once, the worst prevalence of an interval, and outputs that count as others: SPEC sections 3.1, 5.2, 5.9 to
    5.11, 9.1 and 9.13. Each theorem takes the bound of the lemma on prices, or a mechanism's value, through the outer step. *)

From Coq Require Import Reals Lra Lia Arith.
From Rropt Require Import Sums Mechanisms TwoValuedRows Prices Ways Averages Functions AsymptoticVariance Estimates Classes.
Open Scope R_scope.

(** * Outputs that count as one of M others (3.1). *)

(** What counts as the output o. *)
Definition counted (m : nat) (label : nat -> nat) (P : nat -> nat -> R) (o j : nat) : R :=
  sum m (fun i => if Nat.eqb o (label i) then P i j else 0).

(** The prices of the columns and of the conditions at the output o. *)
Definition column (y : nat -> R) (n : nat) (a : nat -> nat -> nat -> R) (u : nat -> R) (o j : nat) : R :=
  y j + sum n (fun e => u e * a e o j).

Lemma condition_of_rows m k M label a P : (forall i, (i < m)%nat -> (label i < M)%nat) ->
  sum M (fun o => dot k (a o) (counted m label P o)) = sum m (fun i => dot k (a (label i)) (P i)).
Proof.
  intros HL. rewrite (sum_ext M _ (fun o => sum m (fun i => if Nat.eqb o (label i) then dot k (a o) (P i) else 0))).
  - rewrite sum_swap. apply sum_ext. intros i Hi. apply (sum_single M (label i) (fun o => dot k (a o) (P i))). auto.
  - intros o _. unfold dot, counted. rewrite (sum_ext k _ (fun j => sum m (fun i => a o j * (if Nat.eqb o (label i) then P i j else 0))))
      by (intros; now rewrite sum_scal).
    rewrite sum_swap. apply sum_ext. intros i _. destruct (Nat.eqb o (label i)); [reflexivity|].
    rewrite (sum_ext k _ (fun _ => 0)); [apply sum_zero | intros; ring].
Qed.

(** The bound: conditions are about the outputs that are counted, and f is at most the prices of each of these on the cone. *)
Theorem under_conditions m k M D f y z n (a : nat -> nat -> nat -> R) u bound label P :
  sound k D -> mechanism m k P -> satisfies m D P -> (forall i, (i < m)%nat -> (label i < M)%nat) ->
  (forall c, (c < things D)%nat -> z c = 0 \/ (0 <= z c /\ asked D c = true)) ->
  (forall e, (e < n)%nat -> (0 <= u e /\ sum M (fun o => dot k (a e o) (counted m label P o)) <= bound e) \/
    sum M (fun o => dot k (a e o) (counted m label P o)) = bound e) ->
  (forall o s, (o < M)%nat -> in_cone k D s -> f s <= dot k (column y n a u o) s + sum (things D) (fun c => z c * over D c s)) ->
  sum m (fun i => f (P i)) <= sum k y + sum (things D) (fun c => z c * slack D c) + sum n (fun e => u e * bound e).
Proof.
  intros HD HP HS HL Hz Hu Hf. apply (prices_of_demand m k D (fun _ => f) y z n (fun e i => a e (label i)) u bound P HD HP HS Hz).
  - intros e He. rewrite <- (condition_of_rows m k M label (a e) P HL). exact (Hu e He).
  - intros i s Hi Hs. pose proof (Hf (label i) s (HL i Hi) Hs) as B. unfold right_side.
    assert (E : dot k (column y n a u (label i)) s = dot k y s + sum n (fun e => u e * dot k (a e (label i)) s)); [|rewrite E in B; lra].
    unfold dot, column. rewrite (sum_ext n _ (fun e => sum k (fun j => u e * a e (label i) j * s j)))
      by (intros; rewrite <- sum_scal; apply sum_ext; intros; ring).
    rewrite sum_swap, <- sum_plus. apply sum_ext. intros j _. rewrite sum_scal_r. ring.
Qed.

(** * The worst of several linear objectives (5.9). *)
Definition mean_weights (A : nat) (w : nat -> R) (W : nat -> nat -> nat -> R) (i j : nat) : R := sum A (fun a => w a * W a i j).

Lemma mean_of_linear m k A w W P : objective m k (mean_weights A w W) P = sum A (fun a => w a * objective m k (W a) P).
Proof.
  unfold objective, mean_weights.
  rewrite (sum_ext A _ (fun a => sum m (fun i => sum k (fun j => w a * W a i j * P i j))))
    by (intros; rewrite <- sum_scal; apply sum_ext; intros; rewrite <- sum_scal; apply sum_ext; intros; ring).
  rewrite (sum_swap A m). apply sum_ext. intros i _. rewrite (sum_swap A k). apply sum_ext. intros j _. now rewrite sum_scal_r.
Qed.

(** What is at most each of them is at most a bound of their mean; what is at least each, at least minus one of its opposite. *)
Theorem worst_of_linear m k A w W P v B : (forall a, (a < A)%nat -> 0 <= w a) -> sum A w = 1 ->
  ((forall a, (a < A)%nat -> v <= objective m k (W a) P) -> objective m k (mean_weights A w W) P <= B -> v <= B) /\
  ((forall a, (a < A)%nat -> objective m k (W a) P <= v) -> objective m k (fun i j => - mean_weights A w W i j) P <= B -> - B <= v).
Proof.
  intros Hw H1. split; intros Hv HB.
  - rewrite mean_of_linear in HB. pose proof (least_at_most_mean A w (fun a => objective m k (W a) P) v Hw H1 Hv). lra.
  - rewrite objective_opposite, mean_of_linear in HB. pose proof (worst_at_least_mean A w (fun a => objective m k (W a) P) v Hw H1 Hv). lra.
Qed.

(** * The worst asymptotic variance over an interval of prevalences (5.2): the tangent of the information at one of them. *)
Definition slope (m : nat) (pi : R) (P : nat -> nat -> R) : R :=
  - sum m (fun i => (P i 1%nat - P i 0%nat) ^ 3 / (weight pi (P i 0%nat) (P i 1%nat) * weight pi (P i 0%nat) (P i 1%nat))).
Definition speaks (m : nat) (pi : R) (P : nat -> nat -> R) : Prop := forall i, (i < m)%nat ->
  (P i 0%nat = 0 /\ P i 1%nat = 0) \/ 0 < weight pi (P i 0%nat) (P i 1%nat).

Theorem worst_prevalence m a b pi P : a <= pi <= b -> speaks m pi P ->
  let L := information m pi P - Rmax 0 (Rmax (slope m pi P * (pi - a)) (slope m pi P * (pi - b))) in
  forall pi', a <= pi' <= b -> speaks m pi' P -> L <= information m pi' P /\ (0 < L -> 1 / information m pi' P <= 1 / L).
Proof.
  intros Hpi HS L pi' Hpi' HS'.
  assert (Tangent : information m pi P + slope m pi P * (pi' - pi) <= information m pi' P).
  { unfold slope. rewrite Ropp_mult_distr_l_reverse, <- sum_scal_r. unfold information. apply Rplus_le_reg_r with
      (sum m (fun i => (P i 1%nat - P i 0%nat) ^ 3 / (weight pi (P i 0%nat) (P i 1%nat) * weight pi (P i 0%nat) (P i 1%nat)) * (pi' - pi))).
    rewrite Rplus_assoc, Rplus_opp_l, Rplus_0_r, <- sum_plus. apply sum_le. intros i Hi.
    destruct (HS i Hi) as [[-> ->]|W]; [unfold information_of_row, Rdiv; right; ring|].
    destruct (HS' i Hi) as [[Z0 Z1]|W']; [exfalso; rewrite Z0, Z1 in W; unfold weight in W; lra|].
    pose proof (information_tangent pi pi' _ _ W W'). lra. }
  assert (Most : slope m pi P * (pi - pi') <= Rmax 0 (Rmax (slope m pi P * (pi - a)) (slope m pi P * (pi - b)))).
  { eapply Rle_trans; [|apply Rmax_r]. destruct (Rle_lt_dec 0 (slope m pi P)) as [S|S].
    - eapply Rle_trans; [|apply Rmax_l]. apply Rmult_le_compat_l; lra.
    - eapply Rle_trans; [|apply Rmax_r]. pose proof (Rmult_le_compat_l (- slope m pi P) (pi' - pi) (b - pi) ltac:(lra) ltac:(lra)). lra. }
  assert (B : L <= information m pi' P) by (unfold L; lra). split; [assumption|]. intros HL.
  unfold Rdiv. rewrite !Rmult_1_l. now apply Rinv_le_contravar.
Qed.

(** * Several convex functions together (5.10): f is finite where all of them are. *)
Theorem together_convex k A w (F : nat -> (nat -> R) -> Prop) f : (forall a, (a < A)%nat -> 0 <= w a /\ convex_on k (F a) (f a)) ->
  convex_on k (fun s => forall a, (a < A)%nat -> F a s) (fun s => sum A (fun a => w a * f a s)).
Proof.
  intros H. set (G := fun s : nat -> R => forall a, (a < A)%nat -> F a s).
  assert (C : cone k G).
  { constructor; unfold G.
    - intros r s E R a Ha. destruct (on_cone k _ _ (proj2 (H a Ha))) as [S _ _]. apply (S r s); auto.
    - intros r s R R' a Ha. apply (cone_plus k _ (on_cone k _ _ (proj2 (H a Ha)))); auto.
    - intros c r Hc R a Ha. apply (cone_times k _ (on_cone k _ _ (proj2 (H a Ha)))); auto. }
  assert (G0 : G (fun _ => 0)) by (intros a Ha; apply (on_zero k _ _ (proj2 (H a Ha)))).
  apply convex_sum; auto. intros a Ha. destruct (H a Ha) as [[W|W] Hf]; [right | now left]. split; [assumption|].
  apply (convex_within k (F a)); auto.
Qed.

(** What is at most each of the sums is at most a bound of the sum of f. *)
Theorem least_together m A w (f : nat -> (nat -> R) -> R) P v B : (forall a, (a < A)%nat -> 0 <= w a) -> sum A w = 1 ->
  (forall a, (a < A)%nat -> v <= sum m (fun i => f a (P i))) -> sum m (fun i => sum A (fun a => w a * f a (P i))) <= B -> v <= B.
Proof.
  intros Hw H1 Hv HB. rewrite sum_swap, (sum_ext A _ (fun a => w a * sum m (fun i => f a (P i)))) in HB by (intros; now rewrite sum_scal).
  pose proof (least_at_most_mean A w (fun a => sum m (fun i => f a (P i))) v Hw H1 Hv). lra.
Qed.

(** * Several variances together (5.11): each of N with its contrasts K, its A lists pi with their weights w, and its X. *)
Section Variances.

Variables m k N : nat.
Variables A q : nat -> nat.
Variable v : nat -> R.
Variable w : nat -> nat -> R.
Variable pi : nat -> nat -> nat -> R.
Variable K : nat -> nat -> nat -> R.
Variable X : nat -> nat -> nat -> nat -> R.
Hypothesis weights : forall b, (b < N)%nat -> 0 <= v b.
Hypothesis places : forall b a, (b < N)%nat -> (a < A b)%nat -> 0 <= w b a /\ forall j, (j < k)%nat -> 0 < pi b a j.

Definition sum_of_forms (r : nat -> R) : R := sum N (fun b => v b * forms (A b) (q b) k (w b) (X b) (fun _ _ => 1) (pi b) r).

Theorem variances_convex : convex_on k (nonneg k) sum_of_forms.
Proof.
  unfold sum_of_forms. apply convex_sum; [apply nonneg_cone | intros j _; lra|]. intros b Hb.
  destruct (weights b Hb) as [V|V]; [right | now left]. split; [assumption|].
  apply forms_convex; [| intros; lra |]; intros a *; intros; now apply (places b a).
Qed.

(** Each of them without B, and their sums. *)
Definition least_of (b : nat) : R := sum (A b) (fun a => w b a * (2 * sum (q b) (fun c => dot k (K b c) (X b a c)) -
  sum (q b) (fun c => dot k (K b c) (pi b a) * dot k (K b c) (pi b a)))).
Definition variance_of (P : nat -> nat -> R) (L : nat -> nat -> nat -> nat -> R) (b : nat) : R :=
  sum (A b) (fun a => w b a * contrast_variance m (q b) k P (pi b a) (L b a) (K b)).

(** One bound B of the sum over the rows is enough for all estimates without bias. *)
Theorem variances_bound P L B : mechanism m k P ->
  (forall b a, (b < N)%nat -> (a < A b)%nat -> estimates m (q b) k P (L b a) (K b)) ->
  sum m (fun i => sum_of_forms (P i)) <= B ->
  sum N (fun b => v b * least_of b) - B <= sum N (fun b => v b * variance_of P L b).
Proof.
  intros HP HL HB. unfold sum_of_forms in HB. rewrite sum_swap in HB.
  assert (H : sum N (fun b => v b * least_of b) - sum N (fun b => v b * variance_of P L b) <=
    sum N (fun b => sum m (fun i => v b * forms (A b) (q b) k (w b) (X b) (fun _ _ => 1) (pi b) (P i)))); [|lra].
  rewrite <- sum_minus. apply sum_le. intros b Hb. rewrite sum_scal.
  pose proof (contrast_bound m k (A b) (q b) (w b) (pi b) (K b) (X b) _ P (L b) (fun a Ha => proj1 (places b a Hb Ha))
    (fun a j Ha Hj => proj2 (places b a Hb Ha) j Hj) HP (fun a Ha => HL b a Hb Ha) (Rle_refl _)) as C.
  fold (least_of b) in C. fold (variance_of P L b) in C. pose proof (Rmult_le_compat_l (v b) _ _ (weights b Hb) C). lra.
Qed.

End Variances.

(** The largest of several, each a sum of these with the weights u_c,b (5.11: a single one, or a sum): its bound has the weights
    Sum_c x_c u_c,b, as every mean of the sums is at most their largest. *)
Theorem largest_of_sums C N (x : nat -> R) (u : nat -> nat -> R) (V : nat -> R) most :
  (forall c, (c < C)%nat -> 0 <= x c) -> sum C x = 1 -> (forall c, (c < C)%nat -> sum N (fun b => u c b * V b) <= most) ->
  sum N (fun b => sum C (fun c => x c * u c b) * V b) <= most.
Proof.
  intros Hx H1 HV. eapply Rle_trans; [right|exact (worst_at_least_mean C x (fun c => sum N (fun b => u c b * V b)) most Hx H1 HV)].
  rewrite (sum_ext C _ (fun c => sum N (fun b => x c * u c b * V b))) by (intros; rewrite <- sum_scal; apply sum_ext; intros; ring).
  rewrite sum_swap. apply sum_ext. intros. now rewrite sum_scal_r.
Qed.

(** * Larger demands (4.2, 9.12): who keeps ratios, slacks and a vulnerability keeps larger ones. *)
Theorem keeps_larger m k (of : nat -> nat -> bool) T T' d d' pure pure' P : mechanism m k P ->
  (forall j l, (j < k)%nat -> (l < k)%nat -> of j l = true -> T j l <= T' j l /\ d j l <= d' j l) ->
  satisfies m (by_pairs k of T d pure) P -> satisfies m (by_pairs k of T' d' pure') P.
Proof.
  rewrite !by_pairs_satisfies. intros [Pos _] HT H j l Hj Hl N A. destruct (HT j l Hj Hl A) as [HR HD].
  eapply Rle_trans; [|exact HD]. eapply Rle_trans; [|exact (H j l Hj Hl N A)]. apply sum_le. intros i Hi.
  apply Rle_max_compat_l. pose proof (Rmult_le_compat_r (P i l) _ _ (Pos i l Hi Hl) HR). lra.
Qed.

Lemma keeps_larger_vulnerability m k A g v v' P : v <= v' -> vulnerable m k A g v P -> vulnerable m k A g v' P.
Proof. intros H [x [X S]]. exists x. split; [assumption | lra]. Qed.

(** Two outputs, by classes (9.12): a pattern and the one of all other inputs are exchanged together, so that one of each orbit is enough. *)
Theorem pairs_of_patterns_by_classes k class T (f : (nat -> R) -> R) most :
  (forall r s, (forall j, (j < k)%nat -> r j = s j) -> f r = f s) -> alike_function k class f ->
  let Q b := f (fun j => / (1 + T) * pattern T b j) + f (fun j => / (1 + T) * pattern T (fun i => negb (b i)) j) <= most in
  (forall b, at_the_first k class b -> Q b) -> forall b, Q b.
Proof.
  intros Same Alike Q First. apply (patterns_by_classes k class Q); [| |exact First].
  - intros b b' E H. unfold Q in *. rewrite (Same _ (fun j => / (1 + T) * pattern T b j)), (Same (fun j => / (1 + T) * pattern T (fun i => negb (b' i)) j)
      (fun j => / (1 + T) * pattern T (fun i => negb (b i)) j)); [exact H | |]; intros j Hj; unfold pattern; now rewrite E.
  - intros b a c Ha Hc E H. unfold Q in *.
    rewrite <- (Alike a c (fun j => / (1 + T) * pattern T b j) Ha Hc E), <- (Alike a c (fun j => / (1 + T) * pattern T (fun i => negb (b i)) j) Ha Hc E) in H.
    exact H.
Qed.
