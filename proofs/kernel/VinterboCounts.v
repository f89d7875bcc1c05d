(** Vinterbo, section 3 and Appendix A: counts of independent answers, their likelihood, and traces. *)

From Coq Require Import Reals Lra Lia List Arith Bool.
From Rropt Require Import Sums Mechanisms Draws.
From Rropt Require Vinterbo VinterboKronecker VinterboBounds.
Import ListNotations.
Open Scope R_scope.

(** Mult(m, p) on k outcomes: m independent draws; X_i counts those that are i. *)
Definition is (i j : nat) : R := if Nat.eqb j i then 1 else 0.
Definition counted (i : nat) (s : list nat) : R := added (is i) s.

Lemma mean_is k p i : (i < k)%nat -> over k p (is i) = p i.
Proof.
  intros Hi. unfold over, is. rewrite (sum_ext k _ (fun c => if Nat.eqb c i then p c else 0)) by (intros c _; destruct (Nat.eqb c i); ring).
  now apply sum_single.
Qed.

Lemma covariance_is k p i j : sum k p = 1 -> (i < k)%nat -> (j < k)%nat ->
  covariance (over k p) (is i) (is j) = (if Nat.eqb i j then p i else 0) - p i * p j.
Proof.
  intros Hp Hi Hj. rewrite covariance_moments by (now apply over_expectation). rewrite !mean_is by assumption. f_equal.
  destruct (Nat.eqb_spec i j) as [->|N].
  - rewrite <- (mean_is k p j Hj). apply sum_ext. intros c _. unfold is. destruct (Nat.eqb c j); ring.
  - unfold over. rewrite (sum_ext k _ (fun _ => 0)); [apply sum_zero|]. intros c _. unfold is.
    destruct (Nat.eqb_spec c i), (Nat.eqb_spec c j); try ring. congruence.
Qed.

(** After the definition of Mult(m, pi): mean and variance of a count. *)
Theorem count_moments k m p i : sum k p = 1 -> (i < k)%nat ->
  draws (over k p) m (counted i) = INR m * p i /\ spread (draws (over k p) m) (counted i) = INR m * p i * (1 - p i).
Proof.
  intros Hp Hi. pose proof (over_expectation k p Hp) as HE. unfold counted. rewrite mean_of_sum, spread_of_sum by assumption. split.
  - now rewrite mean_is.
  - unfold spread. rewrite covariance_is, Nat.eqb_refl by assumption. ring.
Qed.

(** The counts add up to m; of one draw from two outcomes each is 1 with its probability, else 0. *)
Theorem count_total k p s : (Forall (fun c => c < k)%nat s -> sum k (fun i => counted i s) = INR (length s)) /\
  forall i, (i < 2)%nat -> sum 2 p = 1 ->
    chance (draws (over 2 p) 1) (fun s => if Req_EM_T (counted i s) 1 then true else false) = p i /\
    chance (draws (over 2 p) 1) (fun s => if Req_EM_T (counted i s) 0 then true else false) = 1 - p i.
Proof.
  split.
  - induction s as [|c s IH]; intros H; [unfold counted; simpl; apply sum_zero|]. inversion H as [|? ? Hc Hs]; subst.
    unfold counted in *. cbn [added]. rewrite sum_plus, IH by assumption. cbn [length]. rewrite S_INR.
    rewrite (sum_ext k _ (fun i => if Nat.eqb i c then 1 else 0)) by (intros i _; unfold is; rewrite Nat.eqb_sym; reflexivity).
    rewrite (sum_single k c (fun _ => 1)) by assumption. ring.
  - intros i Hi Hp. simpl in Hp. unfold chance, over, counted, is. simpl. destruct i as [|[|i]]; [| |lia]; simpl;
      repeat match goal with |- context [Req_EM_T ?u ?v] => destruct (Req_EM_T u v) end; try lra; exfalso; lra.
Qed.

(** The covariance of the shares of m truthful answers, in both forms, and its trace. *)
Theorem truthful_covariance k m p i j : (0 < m)%nat -> sum k p = 1 -> (i < k)%nat -> (j < k)%nat ->
  let C := covariance (draws (over k p) m) (fun s => / INR m * counted i s) (fun s => / INR m * counted j s) in
  C = ((if Nat.eqb i j then p i * (1 - p i) + p i * p i else 0) - p i * p j) / INR m /\
  C = ((if Nat.eqb i j then p i else 0) - p i * p j) / INR m.
Proof.
  intros Hm Hp Hi Hj C. assert (P : INR m <> 0) by (apply not_0_INR; lia). pose proof (over_expectation k p Hp) as HE.
  pose proof (draws_expectation _ HE m) as HD.
  assert (E : C = ((if Nat.eqb i j then p i else 0) - p i * p j) / INR m).
  { unfold C, covariance. rewrite !(homogeneous _ HD). set (a := draws (over k p) m (counted i)). set (b := draws (over k p) m (counted j)).
    rewrite (same_values _ HD _ (fun s => / INR m ^ 2 * ((counted i s - a) * (counted j s - b)))) by (intros; field; assumption).
    rewrite (homogeneous _ HD). unfold a, b. fold (covariance (draws (over k p) m) (counted i) (counted j)).
    unfold counted. rewrite covariance_of_sums, covariance_is by assumption. field. assumption. }
  split; [|assumption]. rewrite E. destruct (Nat.eqb i j); f_equal; ring.
Qed.

Theorem truthful_trace k m p : (0 < m)%nat -> sum k p = 1 ->
  sum k (fun i => spread (draws (over k p) m) (fun s => / INR m * counted i s)) = sum k (fun i => (p i - p i * p i) / INR m) /\
  sum k (fun i => spread (draws (over k p) m) (fun s => / INR m * counted i s)) = (1 - sum k (fun i => p i * p i)) / INR m.
Proof.
  intros Hm Hp. assert (E : forall i, (i < k)%nat -> spread (draws (over k p) m) (fun s => / INR m * counted i s) = (p i - p i * p i) / INR m).
  { intros i Hi. unfold spread. rewrite (proj2 (truthful_covariance k m p i i Hm Hp Hi Hi)), Nat.eqb_refl. reflexivity. }
  split; [now apply sum_ext|]. rewrite (sum_ext k _ (fun i => / INR m * (p i - p i * p i))).
  - rewrite sum_scal, sum_minus, Hp. unfold Rdiv. ring.
  - intros i Hi. rewrite E by assumption. unfold Rdiv. ring.
Qed.

(** The likelihood of counts under a law of the answers; the observed shares maximise it. *)
Fixpoint product (k : nat) (f : nat -> R) : R := match k with O => 1 | S k' => product k' f * f k' end.
Definition likelihood (k : nat) (c : nat -> nat) (q : nat -> R) : R := product k (fun i => q i ^ c i).
Definition law (k : nat) (q : nat -> R) : Prop := (forall i, (i < k)%nat -> 0 <= q i) /\ sum k q = 1.

Lemma product_nonneg k f : (forall i, (i < k)%nat -> 0 <= f i) -> 0 <= product k f.
Proof. induction k as [|k IH]; intros H; simpl; [lra|]. apply Rmult_le_pos; [apply IH; intros; apply H; lia | apply H; lia]. Qed.

Lemma product_le k f g : (forall i, (i < k)%nat -> 0 <= f i <= g i) -> product k f <= product k g.
Proof.
  induction k as [|k IH]; intros H; simpl; [lra|].
  apply Rmult_le_compat; [apply product_nonneg; intros; apply H; lia | apply H; lia | apply IH; intros; apply H; lia | apply H; lia].
Qed.

Lemma product_exp k f g : product k (fun i => f i * exp (g i)) = product k f * exp (sum k g).
Proof. induction k as [|k IH]; simpl; [rewrite exp_0; ring|]. rewrite IH, exp_plus. ring. Qed.

Lemma exp_pow x n : exp (INR n * x) = exp x ^ n.
Proof. induction n as [|n IH]; [simpl; now rewrite Rmult_0_l, exp_0|]. rewrite S_INR, Rmult_plus_distr_r, exp_plus, IH, Rmult_1_l. simpl. ring. Qed.

Lemma below_exp x : x <= exp (x - 1).
Proof. destruct (Req_dec x 1) as [->|N]; [replace (1 - 1) with 0 by ring; rewrite exp_0; lra|]. pose proof (exp_ineq1 (x - 1) ltac:(lra)). lra. Qed.

Theorem gibbs k m c q : (0 < m)%nat -> sum k (fun i => INR (c i)) = INR m -> law k q ->
  likelihood k c q <= likelihood k c (fun i => INR (c i) / INR m).
Proof.
  intros Hm Hc [Hq H1]. assert (P : 0 < INR m) by (apply lt_0_INR; lia). unfold likelihood.
  apply Rle_trans with (product k (fun i => (INR (c i) / INR m) ^ c i * exp (INR m * q i - INR (c i)))).
  - apply product_le. intros i Hi. split; [apply pow_le, Hq, Hi|]. destruct (Nat.eq_dec (c i) 0) as [Z|N].
    + rewrite Z. simpl. pose proof (Rmult_le_pos (INR m) (q i) ltac:(lra) (Hq i Hi)).
      destruct (Req_dec (INR m * q i - 0) 0) as [E|E]; [rewrite E, exp_0; lra | pose proof (exp_ineq1 _ E); lra].
    + assert (C : 0 < INR (c i)) by (apply lt_0_INR; lia).
      replace (INR m * q i - INR (c i)) with (INR (c i) * (INR m * q i / INR (c i) - 1)) by (field; lra).
      rewrite exp_pow, <- Rpow_mult_distr. apply pow_incr. split; [apply Hq, Hi|].
      replace (q i) with (INR (c i) / INR m * (INR m * q i / INR (c i))) at 1 by (field; lra).
      apply Rmult_le_compat_l; [apply Rlt_le, Rdiv_lt_0_compat; assumption | apply below_exp].
  - rewrite product_exp. rewrite sum_minus, sum_scal, Hc, H1. replace (INR m * 1 - INR m) with 0 by ring. rewrite exp_0. lra.
Qed.

Theorem truthful_mle k m c : (0 < m)%nat -> sum k (fun i => INR (c i)) = INR m ->
  law k (fun i => INR (c i) / INR m) /\ forall q, law k q -> likelihood k c q <= likelihood k c (fun i => INR (c i) / INR m).
Proof.
  intros Hm Hc. assert (P : 0 < INR m) by (apply lt_0_INR; lia). split; [split|intros; now apply gibbs].
  - intros i _. apply Rmult_le_pos; [apply pos_INR | left; now apply Rinv_0_lt_compat].
  - rewrite (sum_ext k _ (fun i => / INR m * INR (c i))) by (intros; unfold Rdiv; ring). rewrite sum_scal, Hc. field. lra.
Qed.

(** Randomized answers with the matrix C and its inverse J: where J y/m has no negative entry it maximises the likelihood. *)
Definition image (k : nat) (C : nat -> nat -> R) (q : nat -> R) (i : nat) : R := sum k (fun j => C i j * q j).
Theorem mle_repaired k m C J y : (0 < m)%nat -> mechanism k k C ->
  (forall i j, (i < k)%nat -> (j < k)%nat -> sum k (fun l => C i l * J l j) = if Nat.eqb i j then 1 else 0) ->
  sum k (fun i => INR (y i)) = INR m ->
  let estimate := fun i => / INR m * sum k (fun j => J i j * INR (y j)) in
  (forall i, (i < k)%nat -> 0 <= estimate i) ->
  law k estimate /\ forall q, law k q -> likelihood k y (image k C q) <= likelihood k y (image k C estimate).
Proof.
  intros Hm [HC HC1] HJ Hy estimate He. assert (P : INR m <> 0) by (apply not_0_INR; lia).
  assert (I : forall i, (i < k)%nat -> image k C estimate i = INR (y i) / INR m).
  { intros i Hi. unfold image, estimate.
    rewrite (sum_ext k _ (fun j => / INR m * sum k (fun l => C i j * J j l * INR (y l)))) by (intros j _; rewrite (sum_ext k (fun l => C i j * J j l * INR (y l)) (fun l => C i j * (J j l * INR (y l)))) by (intros; ring); rewrite sum_scal; ring).
    rewrite sum_scal, sum_swap. rewrite (sum_ext k _ (fun l => if Nat.eqb l i then INR (y l) else 0)).
    - rewrite (sum_single k i (fun l => INR (y l))) by assumption. field. assumption.
    - intros l Hl. rewrite sum_scal_r, HJ by assumption. rewrite Nat.eqb_sym. destruct (Nat.eqb l i); ring. }
  assert (S : forall q, sum k (image k C q) = sum k q).
  { intros q. unfold image. rewrite sum_swap. apply sum_ext. intros j Hj. rewrite sum_scal_r, HC1 by assumption. ring. }
  split; [split; [assumption|]|].
  - rewrite <- S, (sum_ext k _ (fun i => / INR m * INR (y i))) by (intros; rewrite I by assumption; unfold Rdiv; ring).
    rewrite sum_scal, Hy. field. assumption.
  - intros q [Hq Hq1]. replace (likelihood k y (image k C estimate)) with (likelihood k y (fun i => INR (y i) / INR m)).
    + apply gibbs; [assumption | assumption |]. split; [|now rewrite S]. intros i Hi. apply sum_nonneg. intros j Hj. apply Rmult_le_pos; auto.
    + unfold likelihood. clear - I. induction k as [|k' IH]; [reflexivity|].
      assert (forall n, (n <= S k')%nat -> product n (fun i => (INR (y i) / INR m) ^ y i) = product n (fun i => image (S k') C estimate i ^ y i)) as F.
      { induction n as [|n IHn]; intros Hn; [reflexivity|]. simpl product. rewrite IHn, I by lia. reflexivity. }
      apply F. lia.
Qed.

(** The likelihood of a value of g is the largest over the parameters with that value: its maximiser is g of the maximiser. *)
Theorem mle_invariance {A B} (f : A -> R) (g : A -> B) best v s t : (forall x, f x <= f best) ->
  is_lub (fun l => exists x, g x = v /\ l = f x) s -> is_lub (fun l => exists x, g x = g best /\ l = f x) t -> s <= t.
Proof.
  intros H [_ S] [T _]. apply Rle_trans with (f best); [|apply T; now exists best].
  apply S. intros l [x [_ ->]]. apply H.
Qed.

(** Truths drawn with probabilities p and answers drawn given them, person by person: every function of the answers, their histogram
    among them, has the law of m independent draws from C p. *)
Fixpoint survey (n m : nat) (p : list bool -> R) (K : list bool -> list bool -> R) (f : list (list bool) -> R) : R :=
  match m with
  | O => f []
  | S m' => Vinterbo.strings n (fun x => p x * Vinterbo.strings n (fun r => K r x * survey n m' p K (fun s => f (r :: s))))
  end.
Theorem image_is_multinomial n m p K f : survey n m p K f = Vinterbo.answers n m (Vinterbo.law n K p) f.
Proof.
  revert f. induction m as [|m IH]; intros f; [reflexivity|]. cbn [survey Vinterbo.answers].
  transitivity (Vinterbo.strings n (fun x => Vinterbo.strings n (fun r => K r x * p x * Vinterbo.answers n m (Vinterbo.law n K p) (fun s => f (r :: s))))).
  - apply Vinterbo.strings_ext. intros x _. rewrite <- Vinterbo.strings_scal. apply Vinterbo.strings_ext. intros r _. rewrite IH. ring.
  - rewrite Vinterbo.strings_swap. apply Vinterbo.strings_ext. intros r _. rewrite Vinterbo.strings_scal_r. reflexivity.
Qed.

(** Appendix A, Proposition 3.1: the trace is the sum of the variances, each 1/m times what does not depend on m; and the expected
    squared error is that sum. *)
Theorem variance_separates n K J p : Vinterbo.randomizer n K -> Vinterbo.inverse_matrix n J K -> Vinterbo.strings n p = 1 ->
  exists f, forall m, (0 < m)%nat ->
  (forall x, length x = n -> Vinterbo.answers n m (Vinterbo.law n K p)
     (fun s => (Vinterbo.estimate J x s - p x) * (Vinterbo.estimate J x s - p x)) = f x / INR m) /\
  VinterboBounds.trace_of n m K J p = Vinterbo.strings n (fun x => f x / INR m).
Proof.
  intros HK HJ Hp. exists (fun x => Vinterbo.strings n (fun r => J x r * Vinterbo.law n K p r * J x r) - p x * p x). intros m Hm.
  assert (E : forall x, length x = n -> Vinterbo.answers n m (Vinterbo.law n K p)
     (fun s => (Vinterbo.estimate J x s - p x) * (Vinterbo.estimate J x s - p x)) =
     (Vinterbo.strings n (fun r => J x r * Vinterbo.law n K p r * J x r) - p x * p x) / INR m) by (intros; now apply Vinterbo.covariance).
  split; [assumption|]. unfold VinterboBounds.trace_of. now apply Vinterbo.strings_ext.
Qed.

Theorem squared_error n m K J p : Vinterbo.randomizer n K -> Vinterbo.inverse_matrix n J K -> (0 < m)%nat -> Vinterbo.strings n p = 1 ->
  VinterboBounds.squared_error n m K J p = Vinterbo.strings n (fun x =>
    let mu := Vinterbo.answers n m (Vinterbo.law n K p) (Vinterbo.estimate J x) in
    Vinterbo.answers n m (Vinterbo.law n K p) (fun s => (Vinterbo.estimate J x s - mu) * (Vinterbo.estimate J x s - mu))).
Proof.
  intros HK HJ Hm Hp. unfold VinterboBounds.squared_error.
  rewrite (VinterboBounds.answers_strings n m n _ (fun x s => (Vinterbo.estimate J x s - p x) * (Vinterbo.estimate J x s - p x))).
  apply Vinterbo.strings_ext. intros x Hx. cbv zeta. now rewrite Vinterbo.unbiased.
Qed.

(** Lemma 4.5: its displays. *)
Theorem lemma_4_5_trace n (J : list bool -> list bool -> R) (p q : list bool -> R) : (forall x y, J x y = J y x) ->
  Vinterbo.strings n (fun x => Vinterbo.strings n (fun r => J x r * q r * J x r) - p x * p x) =
  Vinterbo.strings n (fun r => Vinterbo.strings n (fun x => J r x * J x r) * q r) - Vinterbo.strings n (fun x => p x * p x).
Proof.
  intros HJ. rewrite (Vinterbo.strings_ext n _ (fun x => Vinterbo.strings n (fun r => J x r * q r * J x r) + -1 * (p x * p x))) by (intros; ring).
  rewrite Vinterbo.strings_plus, Vinterbo.strings_scal, Vinterbo.strings_swap.
  rewrite (Vinterbo.strings_ext n (fun r => Vinterbo.strings n (fun x => J x r * q r * J x r)) (fun r => Vinterbo.strings n (fun x => J r x * J x r) * q r)); [ring|].
  intros r _. rewrite <- Vinterbo.strings_scal_r. apply Vinterbo.strings_ext. intros x _. rewrite (HJ r x). ring.
Qed.

Definition corner (n : nat) (a : R) : R := ((a ^ 2 + (1 - a) ^ 2) / (2 * a - 1) ^ 2) ^ n.
Theorem lemma_4_5_corner n a x : a <> 1 / 2 -> length x = n ->
  Vinterbo.strings n (fun y => Vinterbo.C (a / (2 * a - 1)) x y * Vinterbo.C (a / (2 * a - 1)) y x) = corner n a.
Proof.
  intros Ha Hx. assert (K : 2 * a - 1 <> 0) by lra. rewrite Vinterbo.lemma_4_5_square by assumption.
  rewrite (Vinterbo.theorem_4_4_entries n) by assumption. rewrite VinterboKronecker.distance_self, Nat.sub_0_r. simpl (_ ^ 0). rewrite Rmult_1_r.
  unfold corner. f_equal. field. assumption.
Qed.

Theorem lemma_4_5_hadamard n (A B : nat -> nat -> R) :
  let product i j := sum n (fun l => A i l * B l j) in
  let transposed i j := B j i in
  let hadamard M N i j := M i j * N i j in
  sum n (fun i => product i i) = sum n (fun i => sum n (fun j => hadamard A transposed i j)).
Proof. reflexivity. Qed.

Theorem lemma_4_5_total n a p : a <> 1 / 2 -> Vinterbo.strings n p = 1 ->
  let J := Vinterbo.C (a / (2 * a - 1)) in
  let q := Vinterbo.law n (Vinterbo.C a) p in
  Vinterbo.strings n (fun x => Vinterbo.strings n (fun y => J x y * J y x) * q x) = Vinterbo.strings n (fun x => corner n a * q x) /\
  Vinterbo.strings n (fun x => corner n a * q x) = corner n a * Vinterbo.strings n q /\ corner n a * Vinterbo.strings n q = corner n a.
Proof.
  intros Ha Hp J q. split; [|split].
  - apply Vinterbo.strings_ext. intros x Hx. unfold J. now rewrite (lemma_4_5_corner n).
  - apply Vinterbo.strings_scal.
  - assert (E : Vinterbo.strings n q = 1).
    { unfold q, Vinterbo.law. rewrite Vinterbo.strings_swap. rewrite <- Hp. apply Vinterbo.strings_ext. intros x Hx.
      rewrite Vinterbo.strings_scal_r, Vinterbo.columns_sum by assumption. ring. }
    rewrite E. ring.
Qed.

(** Section 3.1: eta numbers the strings of n bits from 0, and has the inverse that is printed. *)
Theorem eta_bijection n : (forall x, length x = n -> (VinterboKronecker.eta x < 2 ^ n)%nat /\ VinterboKronecker.string n (VinterboKronecker.eta x) = x) /\
  (forall i, (i < 2 ^ n)%nat -> length (VinterboKronecker.string n i) = n /\ VinterboKronecker.eta (VinterboKronecker.string n i) = i).
Proof.
  split.
  - intros x <-. split; [|apply VinterboKronecker.string_eta].
    rewrite VinterboKronecker.eta_listed. pose proof (VinterboKronecker.listed_below (rev x)) as H. now rewrite rev_length in H.
  - intros i Hi. split; [apply VinterboKronecker.string_length | now apply VinterboKronecker.eta_string].
Qed.
