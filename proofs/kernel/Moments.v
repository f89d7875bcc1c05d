(** Moments and sets of outputs that Holohan, Leith and Mason use in passing. *)

From Coq Require Import Reals Lra Lia List Arith Bool.
From Coquelicot Require Import Coquelicot.
From Rropt Require Import Sums Mechanisms Draws.
From Rropt Require Holohan HolohanLemmas.
Import ListNotations.
Open Scope R_scope.

(** The number of yes of n independent draws. *)
Theorem sum_mean_variance {A} (E : (A -> R) -> R) n X : expectation E ->
  draws E n (added X) = INR n * E X /\ spread (draws E n) (added X) = INR n * spread E X.
Proof. intros HE. split; [now apply mean_of_sum | now apply spread_of_sum]. Qed.

(** (7b): 4.5 standard deviations, where the variance is positive. *)
Definition within_bound {A} (f : A -> R) (mu h : R) (x : A) : bool := if Rle_dec (Rabs (f x - mu)) h then true else false.
Theorem four_and_a_half {A} (E : (A -> R) -> R) f : expectation E -> monotone E -> 0 < spread E f ->
  95 / 100 <= chance E (within_bound f (E f) (4.5 * sqrt (spread E f))).
Proof.
  intros HE HM HV. set (h := 4.5 * sqrt (spread E f)). pose proof (sqrt_lt_R0 _ HV) as Q. assert (Hh : 0 < h) by (unfold h; lra).
  pose proof (chebyshev E f h HE HM Hh) as C.
  assert (S : spread E f / h ^ 2 = 4 / 81).
  { unfold h. assert (P2 : (4.5 * sqrt (spread E f)) ^ 2 = 81 / 4 * (sqrt (spread E f) * sqrt (spread E f))) by (set (u := sqrt (spread E f)); lra). rewrite P2. rewrite sqrt_sqrt by lra. field. lra. }
  rewrite S in C. assert (T : 1 <= chance E (within_bound f (E f) h) + chance E (beyond f (E f) h)).
  { unfold chance. rewrite <- (additive _ HE). apply Rle_trans with (E (fun _ => 1)); [rewrite (of_one _ HE); lra|]. apply HM. intros x. unfold within_bound, beyond.
    destruct (Rle_dec (Rabs (f x - E f)) h), (Rle_dec h (Rabs (f x - E f))); lra. }
  lra.
Qed.

(** After (9): of the four sets of two outputs only the two with one output need to be checked. *)
Theorem trivial_sets t d P : 1 <= t -> 0 <= d -> mechanism 2 2 P ->
  ((forall (S : nat -> bool) j l, (j < 2)%nat -> (l < 2)%nat ->
      sum 2 (fun i => if S i then P i j else 0) <= t * sum 2 (fun i => if S i then P i l else 0) + d) <->
   (forall i j l, (i < 2)%nat -> (j < 2)%nat -> (l < 2)%nat -> P i j <= t * P i l + d)).
Proof.
  intros Ht Hd [H0 H1]. split; intros H.
  - intros i j l Hi Hj Hl. specialize (H (fun u => Nat.eqb u i) j l Hj Hl). cbv beta in H.
    rewrite (sum_single 2 i (fun u => P u j)), (sum_single 2 i (fun u => P u l)) in H by assumption. exact H.
  - intros S j l Hj Hl. pose proof (H 0%nat j l ltac:(lia) Hj Hl) as A. pose proof (H 1%nat j l ltac:(lia) Hj Hl) as B.
    pose proof (H1 j Hj) as C. pose proof (H1 l Hl) as D. assert (T : t * (P 0%nat l + P 1%nat l) = t) by (simpl in D; replace (P 0%nat l + P 1%nat l) with (0 + P 0%nat l + P 1%nat l) by ring; rewrite D; ring). simpl in C, D. simpl. destruct (S 0%nat), (S 1%nat); lra.
Qed.

(** Lemma 2: raising a probability lowers the error; (17) and (18): minimisers lie on the boundary. *)
Lemma raised_one x y z pi : 0 <= x <= 1 -> 0 <= y -> y < z <= 1 -> x + y > 1 -> 0 < pi < 1 -> Holohan.V x z pi < Holohan.V x y pi.
Proof.
  intros Hx Hy Hz S Hp. rewrite !Holohan.V_product by lra. unfold Holohan.F.
  set (D := x + y - 1). set (E := x + z - 1). assert (D0 : 0 < D) by (unfold D; lra). assert (E0 : D < E) by (unfold D, E; lra).
  assert (X0 : 0 < x) by lra.
  assert (A : x / E < x / D) by (unfold Rdiv; apply Rmult_lt_compat_l; [assumption | apply Rinv_lt_contravar; [apply Rmult_lt_0_compat; lra | assumption]]).
  assert (A1 : 1 <= x / E) by (apply Rmult_le_reg_r with E; [lra|]; unfold Rdiv; rewrite Rmult_assoc, Rinv_l by lra; unfold E; lra).
  assert (B : z / E <= y / D).
  { apply Rmult_le_reg_r with (D * E); [apply Rmult_lt_0_compat; lra|]. replace (z / E * (D * E)) with (z * D) by (field; lra).
    replace (y / D * (D * E)) with (y * E) by (field; lra). unfold D, E. pose proof (Rmult_le_pos (z - y) (1 - x) ltac:(lra) ltac:(lra)). lra. }
  assert (B1 : 1 <= z / E) by (apply Rmult_le_reg_r with E; [lra|]; unfold Rdiv; rewrite Rmult_assoc, Rinv_l by lra; unfold E; lra).
  apply Rlt_le_trans with ((x / D - pi) * (z / E - 1 + pi)); [apply Rmult_lt_compat_r; lra | apply Rmult_le_compat_l; lra].
Qed.

Lemma mirrored x y pi : Holohan.V x y pi = Holohan.V y x (1 - pi).
Proof.
  unfold Holohan.V. replace (y + x - 1) with (x + y - 1) by ring.
  replace (y - 1 / 2 - (1 - pi) * (x + y - 1)) with (- (x - 1 / 2 - pi * (x + y - 1))) by field. f_equal. ring.
Qed.

Theorem more_is_strictly_less x y u v pi : 0 <= x -> 0 <= y -> x <= u <= 1 -> y <= v <= 1 -> x < u \/ y < v -> x + y > 1 -> 0 < pi < 1 ->
  Holohan.V u v pi < Holohan.V x y pi.
Proof.
  intros Hx Hy Hu Hv H S Hp. assert (First : x < u -> Holohan.V u y pi < Holohan.V x y pi).
  { intros L. rewrite (mirrored u y), (mirrored x y). apply raised_one; lra. }
  destruct (Rle_lt_or_eq_dec x u (proj1 Hu)) as [L|<-], (Rle_lt_or_eq_dec y v (proj1 Hv)) as [M|<-]; try lra;
    try (apply Rlt_trans with (Holohan.V u y pi); [apply raised_one; lra | now apply First]); first [now apply First | apply raised_one; lra].
Qed.

Theorem minimisers_on_boundary t d pi x y : 1 <= t -> 0 <= d <= 1 -> 0 < pi < 1 -> Holohan.minimiser t d pi x y ->
  Holohan.boundary t d x y /\ HolohanLemmas.on_boundary (Holohan.region t d) x y.
Proof.
  intros Ht Hd Hp M. pose proof (Holohan.lemma_2_every_minimiser t d pi x y Ht Hd Hp M) as B. split; [assumption|].
  destruct B as [R_ L]. intros e He. split.
  - exists x, y. rewrite !Rminus_diag_eq, Rabs_R0 by reflexivity. auto.
  - destruct L as [L|L].
    + exists x, (y + e / 2). split; [rewrite Rminus_diag_eq, Rabs_R0 by reflexivity; assumption|]. split; [rewrite Rabs_right; lra|].
      intros [_ [_ [_ [H _]]]]. lra.
    + exists (x + e / 2), y. split; [rewrite Rabs_right; lra|]. split; [rewrite Rminus_diag_eq, Rabs_R0 by reflexivity; assumption|].
      intros [_ [_ [_ [_ H]]]]. lra.
Qed.

(** The logarithm of the likelihood of n answers of which N are 1. *)
Fixpoint probability_of (a b : R) (s : list bool) : R := match s with [] => 1 | c :: s' => (if c then a else b) * probability_of a b s' end.
Fixpoint ones (s : list bool) : nat := match s with [] => O | c :: s' => ((if c then 1 else 0) + ones s')%nat end.
Theorem log_likelihood a b s : 0 < a -> 0 < b -> 0 < probability_of a b s /\ (ones s <= length s)%nat /\
  ln (probability_of a b s) = INR (ones s) * ln a + INR (length s - ones s) * ln b.
Proof.
  intros Ha Hb. induction s as [|c s [P [L E]]]; [simpl; rewrite ln_1; repeat split; [lra | lia | ring]|].
  cbn [probability_of ones length]. destruct c; cbn [Nat.add].
  - split; [now apply Rmult_lt_0_compat|]. split; [lia|]. rewrite ln_mult, E, S_INR by assumption. cbn [Nat.sub]. ring.
  - split; [now apply Rmult_lt_0_compat|]. split; [lia|]. rewrite ln_mult, E by assumption. replace (S (length s) - ones s)%nat with (S (length s - ones s)) by lia.
    rewrite S_INR. ring.
Qed.
