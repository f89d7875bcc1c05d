(** The functions of rows: SPEC sections 5 and 9.7. Each is convex and homogeneous where it is finite: squares over a weight, from
    which Fisher's information and the matrix duals are made; perspectives of a convex phi, which are the divergences; and the
    information at a prior. *)

From Coq Require Import Reals Lra Lia Arith Bool.
From Rropt Require Import Sums Mechanisms TwoValuedRows Prices Ways.
Open Scope R_scope.

Definition nonneg (k : nat) (r : nat -> R) : Prop := forall j, (j < k)%nat -> 0 <= r j.

Lemma nonneg_cone k : cone k (nonneg k).
Proof.
  constructor.
  - intros r s H A j Hj. rewrite <- H by assumption. auto.
  - intros r s A B j Hj. specialize (A j Hj). specialize (B j Hj). lra.
  - intros c r Hc A j Hj. apply Rmult_le_pos; auto.
Qed.

Lemma dot_nonneg k w s : nonneg k w -> nonneg k s -> 0 <= dot k w s.
Proof. intros Hw Hs. apply sum_nonneg. intros j Hj. apply Rmult_le_pos; auto. Qed.

(** On a smaller convex cone. *)
Lemma convex_within k (F G : (nat -> R) -> Prop) f :
  convex_on k F f -> cone k G -> G (fun _ => 0) -> (forall r, G r -> F r) -> convex_on k G f.
Proof. intros [_ [_ Z] Same Plus Times] HG G0 H. constructor; auto. Qed.

(** Sums with weights; a weight of 0 asks nothing. *)
Theorem convex_sum k (F : (nat -> R) -> Prop) A w (f : nat -> (nat -> R) -> R) :
  cone k F -> F (fun _ => 0) -> (forall a, (a < A)%nat -> w a = 0 \/ (0 < w a /\ convex_on k F (f a))) ->
  convex_on k F (fun r => sum A (fun a => w a * f a r)).
Proof.
  intros HF F0 H. constructor; auto.
  - split; [assumption|]. apply sum_nonpos. intros a Ha. destruct (H a Ha) as [->|[W C]]; [lra|].
    pose proof (Rmult_le_compat_l (w a) _ _ ltac:(lra) (proj2 (on_zero k F _ C))). lra.
  - intros r s E. apply sum_ext. intros a Ha. destruct (H a Ha) as [->|[W C]]; [ring|]. now rewrite (on_same k F _ C r s E).
  - intros r s Hr Hs. rewrite <- sum_plus. apply sum_le. intros a Ha. destruct (H a Ha) as [->|[W C]]; [lra|].
    pose proof (Rmult_le_compat_l (w a) _ _ ltac:(lra) (on_plus k F _ C r s Hr Hs)). lra.
  - intros c r Hc Hr. rewrite <- sum_scal. apply sum_le. intros a Ha. destruct (H a Ha) as [->|[W C]]; [lra|].
    pose proof (Rmult_le_compat_l (w a) _ _ ltac:(lra) (on_times k F _ C c r Hc Hr)). lra.
Qed.

(** The sum over the rows of a mechanism is at least the value at their sum, the row of ones (Jensen). *)
Theorem convex_at_sum m k (F : (nat -> R) -> Prop) f P : convex_on k F f -> mechanism m k P -> (forall i, (i < m)%nat -> F (P i)) ->
  f (fun _ => 1) <= sum m (fun i => f (P i)).
Proof.
  intros Hf [_ S] HP. rewrite (on_same k F f Hf _ (fun j => sum m (fun i => P i j))) by (intros j Hj; symmetry; auto).
  clear S. assert (F (fun j => sum m (fun i => P i j)) /\ f (fun j => sum m (fun i => P i j)) <= sum m (fun i => f (P i))); [|tauto].
  induction m as [|m IH]; [exact (on_zero k F f Hf)|]. destruct IH as [A B]; [auto|]. simpl. split.
  - apply (cone_plus k F (on_cone k F f Hf)); auto.
  - pose proof (on_plus k F f Hf _ _ A (HP m ltac:(lia))). cbv beta in *. lra.
Qed.

(** * Squares over a weight. *)
Lemma square_over_sum a b v w : 0 < v -> 0 < w -> (a + b) * (a + b) / (v + w) <= a * a / v + b * b / w.
Proof.
  intros Hv Hw. apply Rminus_le.
  replace ((a + b) * (a + b) / (v + w) - (a * a / v + b * b / w))
    with (- ((a * w - b * v) * (a * w - b * v) / (v * w * (v + w)))) by (field; lra).
  apply Ropp_le_cancel. rewrite Ropp_involutive, Ropp_0.
  apply Rmult_le_pos; [apply Rle_0_sqr|]. left. apply Rinv_0_lt_compat.
  apply Rmult_lt_0_compat; [now apply Rmult_lt_0_compat | lra].
Qed.

(** Where it is finite: x.s = 0 if pi.s = 0. In Coq 0/0 is 0, as SPEC has it. *)
Definition finite_square (k : nat) (x pi s : nat -> R) : Prop := nonneg k s /\ (dot k pi s = 0 -> dot k x s = 0).

Theorem square_convex k x pi : nonneg k pi ->
  convex_on k (finite_square k x pi) (fun s => dot k x s * dot k x s / dot k pi s).
Proof.
  intros Hpi. pose proof (nonneg_cone k) as HN. constructor.
  - constructor.
    + intros r s H [A B]. split; [now apply (cone_same k _ HN r s)|]. rewrite !(dot_ext k _ s _ r) by (auto; intros; symmetry; auto). exact B.
    + intros r s [A B] [A' B']. split; [now apply (cone_plus k _ HN)|]. rewrite !dot_plus. intros Z.
      pose proof (dot_nonneg k pi r Hpi A). pose proof (dot_nonneg k pi s Hpi A'). rewrite B, B' by lra. ring.
    + intros c r Hc [A B]. split; [now apply (cone_times k _ HN)|]. rewrite !dot_times. intros Z.
      apply Rmult_integral in Z. destruct Z as [->|Z]; [ring | rewrite (B Z); ring].
  - split; [split; [intros j _; lra | intros _; apply dot_zero; auto]|]. rewrite !dot_zero by auto. unfold Rdiv. lra.
  - intros r s H. now rewrite !(dot_ext k _ r _ s) by auto.
  - intros r s [A B] [A' B']. rewrite !dot_plus. pose proof (dot_nonneg k pi r Hpi A). pose proof (dot_nonneg k pi s Hpi A').
    destruct (Req_dec (dot k pi r) 0) as [Z|Z]; [rewrite (B Z), Z; unfold Rdiv; rewrite !Rplus_0_l; lra|].
    destruct (Req_dec (dot k pi s) 0) as [Z'|Z']; [rewrite (B' Z'), Z'; unfold Rdiv; rewrite !Rplus_0_r; lra|].
    apply square_over_sum; lra.
  - intros c r Hc [A B]. rewrite !dot_times. right. destruct (Req_dec (dot k pi r) 0) as [Z|Z]; [rewrite (B Z); unfold Rdiv; ring | field; lra].
Qed.

(** With pi > 0 it is finite on all rows. *)
Corollary square_convex_positive k x pi : (forall j, (j < k)%nat -> 0 < pi j) ->
  convex_on k (nonneg k) (fun s => dot k x s * dot k x s / dot k pi s).
Proof.
  intros Hpi. apply (convex_within k (finite_square k x pi)); [| apply nonneg_cone | intros j _; lra |].
  - apply square_convex. intros j Hj. left. auto.
  - intros s Hs. split; [assumption|]. intros Z. apply dot_zero. intros j Hj.
    assert (E : pi j * s j = 0).
    { apply (sum_zero_terms k (fun j => pi j * s j)); auto. intros l Hl. apply Rmult_le_pos; [left; auto | auto]. }
    apply Rmult_integral in E. specialize (Hpi j Hj). destruct E; lra.
Qed.

(** * Perspectives b phi(a/b), with the value a L where b = 0: L is phi'(inf), or without meaning where that is infinite. *)
Definition perspective (phi : R -> R) (L a b : R) : R := if Req_EM_T b 0 then a * L else b * phi (a / b).

(** A line below phi at every point x0 > 0, where phi'(inf) is finite of a slope that is at most L: phi is convex. *)
Definition supported (phi : R -> R) (bounded : bool) (L : R) : Prop := forall x0, 0 < x0 ->
  exists slope, (bounded = true -> slope <= L) /\ forall x, 0 <= x -> phi x0 + slope * (x - x0) <= phi x.

Definition finite (bounded : bool) (a b : R) : Prop := 0 <= a /\ 0 <= b /\ (bounded = false -> b = 0 -> a = 0).

Lemma perspective_at phi L a b : b <> 0 -> perspective phi L a b = b * phi (a / b).
Proof. intros H. unfold perspective. destruct (Req_EM_T b 0); [contradiction | reflexivity]. Qed.

Lemma perspective_end phi L a : perspective phi L a 0 = a * L.
Proof. unfold perspective. destruct (Req_EM_T 0 0); [reflexivity | lra]. Qed.

Lemma perspective_line phi L a b c : supported phi true L -> 0 < b -> 0 <= a -> 0 < c ->
  b * phi ((a + c) / b) <= b * phi (a / b) + c * L.
Proof.
  intros HS Hb Ha Hc. destruct (HS ((a + c) / b) ltac:(apply Rdiv_lt_0_compat; lra)) as [s [Hs Line]].
  assert (Q : 0 <= a / b) by (apply Rmult_le_pos; [lra | left; now apply Rinv_0_lt_compat]).
  pose proof (Rmult_le_compat_l b _ _ ltac:(lra) (Line (a / b) Q)) as B.
  replace (b * (phi ((a + c) / b) + s * (a / b - (a + c) / b))) with (b * phi ((a + c) / b) - s * c) in B by (field; lra).
  pose proof (Rmult_le_compat_r c _ _ ltac:(lra) (Hs eq_refl)). lra.
Qed.

Theorem perspective_subadditive phi bounded L a b c d : supported phi bounded L -> finite bounded a b -> finite bounded c d ->
  perspective phi L (a + c) (b + d) <= perspective phi L a b + perspective phi L c d.
Proof.
  intros HS [Ha [Hb Fb]] [Hc [Hd Fd]].
  assert (End : forall a b c, 0 <= a -> 0 < b -> 0 <= c -> (bounded = false -> c = 0) ->
    perspective phi L (a + c) b <= perspective phi L a b + c * L).
  { clear - HS. intros a b c Ha Hb Hc F. rewrite !perspective_at by lra. destruct (Req_dec c 0) as [->|N]; [rewrite Rplus_0_r; lra|].
    destruct bounded; [apply perspective_line; auto; lra | now specialize (F eq_refl)]. }
  destruct (Req_dec b 0) as [->|Nb]; [destruct (Req_dec d 0) as [->|Nd]|destruct (Req_dec d 0) as [->|Nd]].
  - rewrite Rplus_0_r, !perspective_end. lra.
  - rewrite perspective_end, Rplus_0_l, (Rplus_comm a c), (Rplus_comm (a * L)). apply End; auto; lra.
  - rewrite perspective_end, Rplus_0_r. apply End; auto; lra.
  - rewrite !perspective_at by lra. set (x0 := (a + c) / (b + d)).
    assert (Q : forall x y, 0 <= x -> 0 < y -> 0 <= x / y) by (intros; apply Rmult_le_pos; [lra | left; now apply Rinv_0_lt_compat]).
    destruct (Req_dec x0 0) as [Z|N].
    + assert (S : a + c = 0) by (replace (a + c) with (x0 * (b + d)) by (unfold x0; field; lra); rewrite Z; ring).
      replace a with 0 by lra. replace c with 0 by lra. rewrite Z. unfold Rdiv. rewrite !Rmult_0_l. lra.
    + assert (P0 : 0 < x0) by (pose proof (Q (a + c) (b + d) ltac:(lra) ltac:(lra)) as Q0; fold x0 in Q0; lra).
      destruct (HS x0 P0) as [s [_ Line]].
      pose proof (Rmult_le_compat_l b _ _ ltac:(lra) (Line (a / b) (Q a b Ha ltac:(lra)))) as A.
      pose proof (Rmult_le_compat_l d _ _ ltac:(lra) (Line (c / d) (Q c d Hc ltac:(lra)))) as B.
      replace (b * (phi x0 + s * (a / b - x0))) with (b * phi x0 + s * (a - b * x0)) in A by (field; lra).
      replace (d * (phi x0 + s * (c / d - x0))) with (d * phi x0 + s * (c - d * x0)) in B by (field; lra).
      assert (E : (b + d) * x0 = a + c) by (unfold x0; field; lra). assert (s * (a - b * x0) + s * (c - d * x0) = 0); [|lra].
      replace (s * (a - b * x0) + s * (c - d * x0)) with (s * (a + c - (b + d) * x0)) by ring. rewrite E. ring.
Qed.

Theorem perspective_homogeneous phi L s a b : 0 < s -> perspective phi L (s * a) (s * b) = s * perspective phi L a b.
Proof.
  intros Hs. destruct (Req_dec b 0) as [->|N].
  - rewrite Rmult_0_r, !perspective_end. ring.
  - rewrite !perspective_at by (try assumption; apply Rmult_integral_contrapositive; lra). replace (s * a / (s * b)) with (a / b) by (field; lra). ring.
Qed.

(** The f of a divergence between two distributions p, q of the inputs; p = unit j and q = unit l make it that of two inputs. *)
Definition finite_between (k : nat) (bounded : bool) (p q s : nat -> R) : Prop := nonneg k s /\ finite bounded (dot k p s) (dot k q s).

Theorem divergence_convex k phi bounded L p q : supported phi bounded L -> nonneg k p -> nonneg k q ->
  convex_on k (finite_between k bounded p q) (fun s => perspective phi L (dot k p s) (dot k q s)).
Proof.
  intros HS Hp Hq. pose proof (nonneg_cone k) as HN. constructor.
  - constructor.
    + intros r s H [A B]. split; [now apply (cone_same k _ HN r s)|]. rewrite !(dot_ext k _ s _ r) by (auto; intros; symmetry; auto). exact B.
    + intros r s [A [B1 [B2 B3]]] [A' [C1 [C2 C3]]]. split; [now apply (cone_plus k _ HN)|]. rewrite !dot_plus. unfold finite.
      split; [lra|]. split; [lra|]. intros Bd Z. rewrite B3, C3 by (auto; lra). ring.
    + intros c r Hc [A [B1 [B2 B3]]]. split; [now apply (cone_times k _ HN)|]. rewrite !dot_times. unfold finite.
      split; [now apply Rmult_le_pos|]. split; [now apply Rmult_le_pos|]. intros Bd Z. apply Rmult_integral in Z.
      destruct Z as [->|Z]; [ring | rewrite (B3 Bd Z); ring].
  - assert (Z : forall u, dot k u (fun _ => 0) = 0) by (intros; now apply dot_zero). split.
    + split; [intros j _; lra|]. rewrite !Z. unfold finite. repeat split; intros; lra.
    + rewrite !Z, perspective_end. lra.
  - intros r s H. now rewrite !(dot_ext k _ r _ s) by auto.
  - intros r s [A B] [A' B']. rewrite !dot_plus. now apply (perspective_subadditive phi bounded).
  - intros c r Hc _. rewrite !dot_times. right. now apply perspective_homogeneous.
Qed.

(** Summed over all ordered pairs of different inputs. *)
Definition finite_pairs (k : nat) (bounded : bool) (s : nat -> R) : Prop :=
  nonneg k s /\ (bounded = false -> forall j l, (j < k)%nat -> (l < k)%nat -> s l = 0 -> s j = 0).

Theorem pairs_convex k phi bounded L : supported phi bounded L ->
  convex_on k (finite_pairs k bounded)
    (fun s => sum k (fun j => 1 * sum k (fun l => (if Nat.eqb j l then 0 else 1) * perspective phi L (dot k (unit j) s) (dot k (unit l) s)))).
Proof.
  intros HS. pose proof (nonneg_cone k) as HN.
  assert (HF : cone k (finite_pairs k bounded)).
  { constructor.
    - intros r s H [A B]. split; [now apply (cone_same k _ HN r s)|]. intros Bd j l Hj Hl Z. rewrite <- H by assumption.
      apply (B Bd j l Hj Hl). now rewrite H.
    - intros r s [A B] [A' B']. split; [now apply (cone_plus k _ HN)|]. intros Bd j l Hj Hl Z.
      pose proof (A l Hl). pose proof (A' l Hl). rewrite (B Bd j l), (B' Bd j l) by (auto; lra). ring.
    - intros c r Hc [A B]. split; [now apply (cone_times k _ HN)|]. intros Bd j l Hj Hl Z. apply Rmult_integral in Z.
      destruct Z as [->|Z]; [ring | rewrite (B Bd j l) by auto; ring]. }
  assert (H0 : finite_pairs k bounded (fun _ => 0)) by (split; [intros j _; lra | auto]).
  apply convex_sum; [exact HF | exact H0 |]. intros j Hj. right. split; [lra|]. apply convex_sum; [exact HF | exact H0 |]. intros l Hl.
  destruct (Nat.eqb_spec j l) as [->|N]; [now left | right]. split; [lra|].
  apply (convex_within k (finite_between k bounded (unit j) (unit l))); [|exact HF | exact H0 |].
  - apply divergence_convex; [assumption | |]; intros i _; unfold unit; destruct (Nat.eqb _ i); lra.
  - intros r [A B]. split; [assumption|]. unfold finite. rewrite !dot_unit by assumption. split; [auto|]. split; [auto|]. intros Bd Z. exact (B Bd j l Hj Hl Z).
Qed.

(** The sum over the rows of a mechanism is not negative, as phi(1) = 0. *)
Theorem divergence_nonneg m k phi bounded L p q P : supported phi bounded L -> phi 1 = 0 -> nonneg k p -> nonneg k q ->
  sum k p = 1 -> sum k q = 1 -> mechanism m k P -> (forall i, (i < m)%nat -> finite_between k bounded p q (P i)) ->
  0 <= sum m (fun i => perspective phi L (dot k p (P i)) (dot k q (P i))).
Proof.
  intros HS H1 Hp Hq Sp Sq HP HF. pose proof (convex_at_sum m k _ _ P (divergence_convex k phi bounded L p q HS Hp Hq) HP HF) as J.
  cbv beta in J. assert (E : forall u, dot k u (fun _ => 1) = sum k u) by (intros; apply sum_ext; intros; ring).
  rewrite !E, Sp, Sq, perspective_at in J by lra. replace (1 / 1) with 1 in J by field. rewrite H1 in J. lra.
Qed.

(** * Logarithms. *)
Lemma ln_below x : 0 < x -> ln x <= x - 1.
Proof.
  intros Hx. destruct (Req_dec (ln x) 0) as [Z|N].
  - assert (x = 1) by (rewrite <- (exp_ln x Hx), Z; apply exp_0). lra.
  - pose proof (exp_ineq1 (ln x) N) as E. rewrite exp_ln in E by assumption. lra.
Qed.

Lemma ln_over x y : 0 < x -> 0 < y -> ln (x / y) = ln x - ln y.
Proof. intros Hx Hy. unfold Rdiv. rewrite ln_mult, ln_Rinv by (assumption || now apply Rinv_0_lt_compat). ring. Qed.

(** x log x >= x log y + x - y: the line below x log x at y. *)
Lemma log_line x y : 0 <= x -> 0 < y -> x * ln y + x - y <= x * ln x.
Proof.
  intros Hx Hy. destruct (Req_dec x 0) as [->|N]; [lra|].
  pose proof (ln_below (y / x) ltac:(apply Rdiv_lt_0_compat; lra)) as B. rewrite ln_over in B by lra.
  pose proof (Rmult_le_compat_l x _ _ Hx B) as M. replace (x * (y / x - 1)) with (y - x) in M by (field; lra). lra.
Qed.

(** * The kinds of SPEC section 5.8: phi with the line below it, its value at 0, and b phi(a/b) as SPEC writes it. *)

(** kl. *)
Definition phi_kl (x : R) : R := x * ln x.

Theorem kl : supported phi_kl false 0 /\ phi_kl 1 = 0 /\ phi_kl 0 = 0 /\
  forall L a b, 0 <= a -> 0 < b -> perspective phi_kl L a b = a * ln (a / b).
Proof.
  unfold phi_kl. split; [|split; [rewrite ln_1; ring | split; [ring|]]].
  - intros x0 H0. exists (ln x0 + 1). split; [discriminate|]. intros x Hx. pose proof (log_line x x0 Hx H0). lra.
  - intros L a b Ha Hb. rewrite perspective_at by lra. field. lra.
Qed.

(** chi2. *)
Definition phi_chi2 (x : R) : R := (x - 1) * (x - 1).

Theorem chi2 : supported phi_chi2 false 0 /\ phi_chi2 1 = 0 /\ phi_chi2 0 = 1 /\
  forall L a b, 0 < b -> perspective phi_chi2 L a b = (a - b) * (a - b) / b.
Proof.
  unfold phi_chi2. split; [|split; [ring | split; [ring|]]].
  - intros x0 _. exists (2 * (x0 - 1)). split; [discriminate|]. intros x _. pose proof (Rle_0_sqr (x - x0)) as S. unfold Rsqr in S. lra.
  - intros L a b Hb. rewrite perspective_at by lra. field. lra.
Qed.

(** hellinger. *)
Definition phi_hellinger (x : R) : R := (sqrt x - 1) * (sqrt x - 1) / 2.

Theorem hellinger : supported phi_hellinger true (1 / 2) /\ phi_hellinger 1 = 0 /\ phi_hellinger 0 = 1 / 2 /\
  forall a b, 0 <= a -> 0 <= b -> perspective phi_hellinger (1 / 2) a b = (a + b) / 2 - sqrt (a * b).
Proof.
  unfold phi_hellinger. split; [|split; [rewrite sqrt_1; field | split; [rewrite sqrt_0; field|]]].
  - intros x0 H0. pose proof (sqrt_lt_R0 x0 H0) as P. set (v := sqrt x0) in *. pose proof (sqrt_sqrt x0 ltac:(lra)) as V. fold v in V.
    assert (I : 0 < / v) by (now apply Rinv_0_lt_compat). exists (1 / 2 - / v / 2). split; [lra|].
    intros x Hx. pose proof (sqrt_sqrt x Hx) as U. set (u := sqrt x) in *. rewrite <- U, <- V.
    pose proof (Rmult_le_pos _ _ (Rle_0_sqr (u - v)) (Rlt_le _ _ I)) as S. unfold Rsqr in S.
    replace ((u - v) * (u - v) * / v) with (u * u * / v - 2 * u + v) in S by (field; lra).
    replace ((1 / 2 - / v / 2) * (u * u - v * v)) with ((u * u - v * v) / 2 - (u * u * / v - v) / 2) by (field; lra). lra.
  - intros a b Ha Hb. destruct (Req_dec b 0) as [->|N].
    + rewrite perspective_end, Rmult_0_r, sqrt_0. field.
    + rewrite perspective_at by assumption. rewrite sqrt_div_alt, sqrt_mult by lra.
      pose proof (sqrt_lt_R0 b ltac:(lra)) as P. pose proof (sqrt_sqrt a Ha) as A. pose proof (sqrt_sqrt b Hb) as B.
      set (u := sqrt a) in *. set (v := sqrt b) in *. rewrite <- A, <- B. field. lra.
Qed.

(** tv. *)
Definition phi_tv (x : R) : R := Rabs (x - 1) / 2.

Theorem tv : supported phi_tv true (1 / 2) /\ phi_tv 1 = 0 /\ phi_tv 0 = 1 / 2 /\
  forall a b, 0 <= a -> 0 <= b -> perspective phi_tv (1 / 2) a b = Rabs (a - b) / 2.
Proof.
  unfold phi_tv. split; [|split; [|split]].
  - intros x0 _. destruct (Rle_lt_dec 1 x0) as [H|H].
    + exists (1 / 2). split; [lra|]. intros x _. rewrite (Rabs_right (x0 - 1)) by lra. pose proof (Rle_abs (x - 1)). lra.
    + exists (- (1 / 2)). split; [lra|]. intros x _. rewrite (Rabs_left (x0 - 1)) by lra. pose proof (Rle_abs (- (x - 1))) as A.
      rewrite Rabs_Ropp in A. lra.
  - replace (1 - 1) with 0 by ring. rewrite Rabs_R0. field.
  - replace (0 - 1) with (- (1)) by ring. rewrite Rabs_Ropp, Rabs_R1. reflexivity.
  - intros a b Ha Hb. destruct (Req_dec b 0) as [->|N].
    + rewrite perspective_end, Rminus_0_r, Rabs_right by lra. field.
    + rewrite perspective_at by assumption. replace (a - b) with (b * (a / b - 1)) by (field; lra).
      rewrite Rabs_mult, (Rabs_right b) by lra. field.
Qed.

(** hockey_stick. *)
Definition phi_hockey_stick (g x : R) : R := Rmax (x - g) 0.

Theorem hockey_stick g : 1 <= g -> supported (phi_hockey_stick g) true 1 /\ phi_hockey_stick g 1 = 0 /\ phi_hockey_stick g 0 = 0 /\
  forall a b, 0 <= a -> 0 <= b -> perspective (phi_hockey_stick g) 1 a b = Rmax (a - g * b) 0.
Proof.
  intros Hg. unfold phi_hockey_stick. split; [|split; [apply Rmax_right; lra | split; [apply Rmax_right; lra|]]].
  - intros x0 _. destruct (Rle_lt_dec g x0) as [H|H].
    + exists 1. split; [lra|]. intros x _. rewrite (Rmax_left (x0 - g)) by lra. pose proof (Rmax_l (x - g) 0). lra.
    + exists 0. split; [lra|]. intros x _. rewrite (Rmax_right (x0 - g)) by lra. pose proof (Rmax_r (x - g) 0). lra.
  - intros a b Ha Hb. destruct (Req_dec b 0) as [->|N].
    + rewrite perspective_end, Rmax_left by lra. ring.
    + rewrite perspective_at by assumption. replace (a - g * b) with (b * (a / b - g)) by (field; lra).
      replace (Rmax (b * (a / b - g)) 0) with (Rmax (b * (a / b - g)) (b * 0)) by (f_equal; ring). now rewrite RmaxRmult by lra.
Qed.

(** jensen_shannon. *)
Definition phi_jensen_shannon (x : R) : R := (x * ln x - (1 + x) * ln ((1 + x) / 2)) / 2.

Theorem jensen_shannon : supported phi_jensen_shannon true (ln 2 / 2) /\ phi_jensen_shannon 1 = 0 /\ phi_jensen_shannon 0 = ln 2 / 2 /\
  forall a b, 0 <= a -> 0 <= b ->
    perspective phi_jensen_shannon (ln 2 / 2) a b = (a * ln a + b * ln b) / 2 - (a + b) / 2 * ln ((a + b) / 2).
Proof.
  unfold phi_jensen_shannon.
  assert (Half : ln (1 / 2) = - ln 2) by (rewrite ln_over, ln_1 by lra; ring).
  split; [|split; [|split]].
  - intros x0 H0. exists ((ln x0 - ln ((1 + x0) / 2)) / 2). split.
    + intros _. rewrite ln_over by lra. assert (ln x0 <= ln (1 + x0)) by (left; apply ln_increasing; lra). lra.
    + intros x Hx. rewrite !ln_over by lra.
      (* the lines below x log x at x0 (1 + x)/(1 + x0), and below log at (1 + x)/(1 + x0) *)
      set (c := (1 + x) / (1 + x0)). assert (Hc : 0 < c) by (apply Rdiv_lt_0_compat; lra).
      pose proof (log_line x (x0 * c) Hx ltac:(now apply Rmult_lt_0_compat)) as A.
      pose proof (log_line 1 c ltac:(lra) Hc) as B. rewrite ln_1 in B. rewrite ln_mult in A by assumption.
      assert (C : ln c = ln (1 + x) - ln (1 + x0)) by (unfold c; apply ln_over; lra). rewrite C in A, B.
      assert (D : (1 + x0) * c = 1 + x) by (unfold c; field; lra). lra.
  - replace ((1 + 1) / 2) with 1 by field. rewrite ln_1. field.
  - replace ((1 + 0) / 2) with (1 / 2) by field. rewrite Half. field.
  - intros a b Ha Hb. destruct (Req_dec b 0) as [->|N].
    + rewrite perspective_end, Rplus_0_r. destruct (Req_dec a 0) as [->|Na]; [unfold Rdiv; ring|]. rewrite ln_over by lra. field.
    + rewrite perspective_at by assumption. destruct (Req_dec a 0) as [->|Na].
      * replace (0 / b) with 0 by (field; lra). replace ((1 + 0) / 2) with (1 / 2) by field.
        rewrite !Rplus_0_l, Half, (ln_over b) by lra. field.
      * replace ((1 + a / b) / 2) with ((a + b) / (2 * b)) by (field; lra). rewrite !ln_over, ln_mult by lra. field. lra.
Qed.

(** le_cam. *)
Definition phi_le_cam (x : R) : R := (x - 1) * (x - 1) / (2 * (x + 1)).

Theorem le_cam : supported phi_le_cam true (1 / 2) /\ phi_le_cam 1 = 0 /\ phi_le_cam 0 = 1 / 2 /\
  forall a b, 0 <= a -> 0 <= b -> 0 < a + b -> perspective phi_le_cam (1 / 2) a b = (a - b) * (a - b) / (2 * (a + b)).
Proof.
  unfold phi_le_cam. split; [|split; [field | split; [field|]]].
  - intros x0 H0. exists (1 / 2 - 2 / ((x0 + 1) * (x0 + 1))). split.
    + intros _. assert (0 < 2 / ((x0 + 1) * (x0 + 1))) by (apply Rdiv_lt_0_compat; [lra | apply Rmult_lt_0_compat; lra]). lra.
    + intros x Hx. apply Rminus_le.
      replace ((x0 - 1) * (x0 - 1) / (2 * (x0 + 1)) + (1 / 2 - 2 / ((x0 + 1) * (x0 + 1))) * (x - x0) - (x - 1) * (x - 1) / (2 * (x + 1)))
        with (- (2 * ((x - x0) * (x - x0)) / ((x + 1) * ((x0 + 1) * (x0 + 1))))) by (field; lra).
      apply Ropp_le_cancel. rewrite Ropp_involutive, Ropp_0. apply Rmult_le_pos; [pose proof (Rle_0_sqr (x - x0)) as S; unfold Rsqr in S; lra|].
      left. apply Rinv_0_lt_compat. repeat apply Rmult_lt_0_compat; lra.
  - intros a b Ha Hb Hs. destruct (Req_dec b 0) as [->|N].
    + rewrite perspective_end. field. lra.
    + rewrite perspective_at by assumption. field. repeat split; lra.
Qed.

(** power: x^o, which is 0 at 0. *)
Definition power (x o : R) : R := if Req_EM_T x 0 then 0 else Rpower x o.
Definition phi_power (o x : R) : R := (power x o - 1) / (o - 1).

Lemma power_at x o : x <> 0 -> power x o = Rpower x o.
Proof. intros H. unfold power. destruct (Req_EM_T x 0); [contradiction | reflexivity]. Qed.

Lemma power_end o : power 0 o = 0.
Proof. unfold power. destruct (Req_EM_T 0 0); [reflexivity | lra]. Qed.

(** The line at 1 (Bernoulli). *)
Lemma power_above_line x o : 0 < o < 1 -> 0 < x -> Rpower x o <= 1 + o * (x - 1).
Proof.
  intros Ho Hx. set (w := 1 + o * (x - 1)).
  assert (Hw : 0 < w) by (unfold w; pose proof (Rmult_lt_0_compat o x ltac:(lra) Hx); lra).
  rewrite <- (exp_ln w Hw). unfold Rpower. assert (L : o * ln x <= ln w).
  { pose proof (ln_below (x / w) ltac:(now apply Rdiv_lt_0_compat)) as A. pose proof (ln_below (1 / w) ltac:(apply Rdiv_lt_0_compat; lra)) as B.
    rewrite ln_over in A, B by lra. rewrite ln_1 in B.
    pose proof (Rmult_le_compat_l o _ _ ltac:(lra) A). pose proof (Rmult_le_compat_l (1 - o) _ _ ltac:(lra) B).
    assert (E : o * (x / w - 1) + (1 - o) * (1 / w - 1) = 0) by (replace (o * (x / w - 1) + (1 - o) * (1 / w - 1)) with ((1 + o * (x - 1)) / w - 1) by (field; lra); fold w; field; lra).
    lra. }
  destruct L as [L|E]; [left; now apply exp_increasing | rewrite E; lra].
Qed.

Lemma power_below_line x o : 1 < o -> 0 < x -> 1 + o * (x - 1) <= Rpower x o.
Proof.
  intros Ho Hx. set (w := 1 + o * (x - 1)). assert (P : 0 < Rpower x o) by (unfold Rpower; apply exp_pos).
  destruct (Rle_lt_dec w 0) as [|Hw]; [lra|].
  assert (I : 0 < / o) by (apply Rinv_0_lt_compat; lra). assert (I1 : / o < 1) by (rewrite <- Rinv_1; apply Rinv_lt_contravar; lra).
  pose proof (power_above_line w (/ o) ltac:(lra) Hw) as B.
  replace (1 + / o * (w - 1)) with x in B by (unfold w; field; lra).
  assert (E : w = Rpower (Rpower w (/ o)) o) by (rewrite Rpower_mult, Rinv_l, Rpower_1 by lra; reflexivity).
  rewrite E. apply Rle_Rpower_l; [lra|]. split; [unfold Rpower; apply exp_pos | exact B].
Qed.

Theorem power_divergence o : 0 < o -> o <> 1 -> let bounded := if Rle_lt_dec o 1 then true else false in
  supported (phi_power o) bounded 0 /\ phi_power o 1 = 0 /\ phi_power o 0 = - (1 / (o - 1)) /\
  forall L a b, 0 < a -> 0 < b -> perspective (phi_power o) L a b = (Rpower a o * Rpower b (1 - o) - b) / (o - 1).
Proof.
  intros Ho N1 bounded. unfold phi_power.
  assert (Scaled : forall x x0, 0 < x -> 0 < x0 -> Rpower x o = Rpower x0 o * Rpower (x / x0) o).
  { intros x x0 Hx H0. rewrite Rpower_mult_distr by (assumption || now apply Rdiv_lt_0_compat). f_equal. field. lra. }
  split; [|split; [|split]].
  - intros x0 H0. assert (P : 0 < Rpower x0 o) by (unfold Rpower; apply exp_pos).
    set (slope := o * Rpower x0 o / x0 / (o - 1)). exists slope.
    (* the line at 1, at x/x0, times x0^o; both sides are turned round where o < 1 *)
    assert (Line : forall x, 0 <= x -> 0 <= (power (x / x0) o - (1 + o * (x / x0 - 1))) / (o - 1)).
    { intros x Hx. destruct (Req_dec x 0) as [->|N].
      - replace (0 / x0) with 0 by (unfold Rdiv; ring). rewrite power_end.
        replace ((0 - (1 + o * (0 - 1))) / (o - 1)) with 1 by (field; lra). lra.
      - assert (Q : 0 < x / x0) by (apply Rdiv_lt_0_compat; lra). rewrite power_at by lra. destruct (Rle_lt_dec o 1) as [L|L].
        + pose proof (power_above_line (x / x0) o ltac:(lra) Q).
          replace ((Rpower (x / x0) o - (1 + o * (x / x0 - 1))) / (o - 1)) with ((1 + o * (x / x0 - 1) - Rpower (x / x0) o) * / (1 - o)) by (field; lra).
          apply Rmult_le_pos; [lra | left; apply Rinv_0_lt_compat; lra].
        + pose proof (power_below_line (x / x0) o L Q). apply Rmult_le_pos; [lra | left; apply Rinv_0_lt_compat; lra]. }
    split.
    + unfold bounded. destruct (Rle_lt_dec o 1) as [L|L]; [intros _ | discriminate]. unfold slope.
      replace (o * Rpower x0 o / x0 / (o - 1)) with (- (o * Rpower x0 o * / x0 * / (1 - o))) by (field; lra).
      assert (0 < o * Rpower x0 o * / x0 * / (1 - o)); [|lra].
      repeat apply Rmult_lt_0_compat; try lra; apply Rinv_0_lt_compat; lra.
    + intros x Hx. pose proof (Rmult_le_pos _ _ (Rlt_le _ _ P) (Line x Hx)) as B. rewrite (power_at x0) by lra.
      assert (E : power x o = Rpower x0 o * power (x / x0) o).
      { destruct (Req_dec x 0) as [->|N]; [replace (0 / x0) with 0 by (unfold Rdiv; ring); rewrite power_end; ring|].
        assert (0 < x / x0) by (apply Rdiv_lt_0_compat; lra). rewrite !power_at by lra. apply Scaled; lra. }
      rewrite E. unfold slope.
      replace (Rpower x0 o * ((power (x / x0) o - (1 + o * (x / x0 - 1))) / (o - 1))) with
        ((Rpower x0 o * power (x / x0) o - 1) / (o - 1) - ((Rpower x0 o - 1) / (o - 1) + o * Rpower x0 o / x0 / (o - 1) * (x - x0))) in B
        by (field; lra). lra.
  - rewrite power_at by lra. unfold Rpower. rewrite ln_1, Rmult_0_r, exp_0. field. lra.
  - rewrite power_end. field. lra.
  - intros L a b Ha Hb. assert (Q : 0 < a / b) by (now apply Rdiv_lt_0_compat). rewrite perspective_at, power_at by lra.
    replace (1 - o) with (1 + - o) by ring. rewrite (Rpower_plus 1 (- o) b), Rpower_1 by assumption. rewrite (Scaled a b) by assumption.
    replace (Rpower b o * Rpower (a / b) o * (b * Rpower b (- o))) with (b * Rpower (a / b) o * (Rpower b o * Rpower b (- o))) by ring.
    rewrite <- Rpower_plus. replace (o + - o) with 0 by ring. rewrite Rpower_O by assumption. field. lra.
Qed.

(** * The information at a prior w, Sum_j w_j s_j log(s_j/w.s), with 0 log 0 = 0. *)
Definition information_row (k : nat) (w r : nat -> R) : R := sum k (fun j => w j * (r j * ln (r j / dot k w r))).

Theorem information_convex k w : nonneg k w -> convex_on k (nonneg k) (information_row k w).
Proof.
  intros Hw. assert (Unit : forall j, nonneg k (unit j)) by (intros j l _; unfold unit; destruct (Nat.eqb j l); lra).
  assert (Zero : forall j r, (j < k)%nat -> nonneg k r -> 0 < w j -> dot k w r = 0 -> r j = 0).
  { intros j r Hj Hr W Z. assert (E : w j * r j = 0); [|apply Rmult_integral in E; destruct E; lra].
    apply (sum_zero_terms k (fun l => w l * r l)); auto. intros l Hl. apply Rmult_le_pos; auto. }
  set (f := fun r => sum k (fun j => w j * perspective phi_kl 0 (dot k (unit j) r) (dot k w r))).
  assert (C : convex_on k (nonneg k) f).
  { apply convex_sum; [apply nonneg_cone | intros j _; lra|]. intros j Hj. destruct (Req_dec (w j) 0) as [|N]; [now left | right].
    assert (W : 0 < w j) by (specialize (Hw j Hj); lra). split; [assumption|].
    apply (convex_within k (finite_between k false (unit j) w)); [| apply nonneg_cone | intros l _; lra |].
    - apply divergence_convex; auto. apply kl.
    - intros r Hr. split; [assumption|]. unfold finite. rewrite dot_unit by assumption. split; [auto|]. split; [now apply dot_nonneg|]. auto. }
  assert (E : forall r, nonneg k r -> information_row k w r = f r).
  { intros r Hr. apply sum_ext. intros j Hj. rewrite dot_unit by assumption. destruct (Req_dec (w j) 0) as [->|N]; [ring|].
    assert (W : 0 < w j) by (specialize (Hw j Hj); lra). f_equal. destruct (Req_dec (dot k w r) 0) as [Z|Z].
    - rewrite Z, perspective_end, (Zero j r Hj Hr W Z). ring.
    - symmetry. apply kl; auto. pose proof (dot_nonneg k w r Hw Hr). lra. }
  assert (N0 : nonneg k (fun _ => 0)) by (intros j _; lra).
  destruct C as [CC [_ Z] _ CP CT]. constructor; auto.
  - split; [assumption|]. rewrite E by assumption. exact Z.
  - intros r s H. unfold information_row. rewrite (dot_ext k w r w s) by auto. apply sum_ext. intros j Hj. now rewrite H.
  - intros r s Hr Hs. rewrite !E by (auto; now apply (cone_plus k _ CC)). auto.
  - intros c r Hc Hr. rewrite !E by (auto; apply (cone_times k _ CC); auto; lra). auto.
Qed.

(** * Several lists: the worst of some values is at least their mean, the best at most. *)
Theorem worst_at_least_mean A w V v :
  (forall a, (a < A)%nat -> 0 <= w a) -> sum A w = 1 -> (forall a, (a < A)%nat -> V a <= v) -> sum A (fun a => w a * V a) <= v.
Proof.
  intros Hw H1 HV. apply Rle_trans with (sum A (fun a => w a * v)).
  - apply sum_le. intros a Ha. apply Rmult_le_compat_l; auto.
  - rewrite sum_scal_r, H1. lra.
Qed.

Theorem least_at_most_mean A w V v :
  (forall a, (a < A)%nat -> 0 <= w a) -> sum A w = 1 -> (forall a, (a < A)%nat -> v <= V a) -> v <= sum A (fun a => w a * V a).
Proof.
  intros Hw H1 HV. apply Rle_trans with (sum A (fun a => w a * v)).
  - rewrite sum_scal_r, H1. lra.
  - apply sum_le. intros a Ha. apply Rmult_le_compat_l; auto.
Qed.
