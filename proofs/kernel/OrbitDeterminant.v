(** det W of an invariant matrix by its form F: SPEC sections 4.2, 7 and 9.10. *)

From Coq Require Import Reals Lra Lia Arith Bool Classical.
From Rropt Require Import Sums Mechanisms TwoValuedRows Prices Ways Functions Estimates Covariance LargestVariance Classes Invariant Shares Orbits.
Open Scope R_scope.

(** * Linear systems, triangles and changes of rank one. *)
Lemma solvable k : forall A v, symmetric k A -> definite k A -> exists u, forall i, (i < k)%nat -> sum k (fun j => A i j * u j) = v i.
Proof.
  induction k as [|k IH]; intros A v Sym Def; [exists v; intros; lia|]. pose proof (last_pivot k A Def) as P.
  destruct (IH (eliminated k A) (fun i => v i - A i k * v k / A k k) (eliminated_symmetric k A Sym) (eliminated_definite k A Sym Def)) as [u Hu].
  set (last := (v k - sum k (fun j => A k j * u j)) / A k k).
  exists (fun j => if Nat.eqb j k then last else u j). intros i Hi. cbn [sum]. rewrite Nat.eqb_refl.
  rewrite (sum_ext k _ (fun j => A i j * u j)) by (intros j Hj; destruct (Nat.eqb_spec j k); [lia | reflexivity]).
  destruct (Nat.eq_dec i k) as [->|N]; [unfold last; field; lra|]. specialize (Hu i ltac:(lia)). unfold eliminated in Hu.
  rewrite (sum_ext k _ (fun j => A i j * u j - A i k / A k k * (A k j * u j))), sum_minus, sum_scal in Hu by (intros; field; lra).
  unfold last. apply Rplus_eq_reg_r with (- (A i k * v k / A k k)). unfold Rdiv in *. lra.
Qed.

Lemma definite_ext k M N : (forall i j, (i < k)%nat -> (j < k)%nat -> M i j = N i j) -> definite k M -> definite k N.
Proof.
  intros H D z Hz. unfold quadratic. rewrite (sum_ext k _ (fun i => sum k (fun j => z i * M i j * z j))); [now apply D|].
  intros i Hi. apply sum_ext. intros j Hj. now rewrite H.
Qed.

Lemma quadratic_rank_one k A s v z : quadratic k (fun i j => A i j + s * (v i * v j)) z = quadratic k A z + s * (dot k v z * dot k v z).
Proof.
  unfold quadratic, dot. rewrite sum_mult, <- sum_scal, <- sum_plus. apply sum_ext. intros i _. rewrite <- sum_scal, <- sum_plus.
  apply sum_ext. intros. ring.
Qed.

Lemma definite_rank_one k A s v : 0 < s -> definite k A -> definite k (fun i j => A i j + s * (v i * v j)).
Proof.
  intros Hs D z Hz. rewrite quadratic_rank_one. specialize (D z Hz).
  pose proof (Rmult_le_pos s _ ltac:(lra) (Rsqr_nonneg (dot k v z))). lra.
Qed.

Lemma unit_definite k : definite k unit.
Proof.
  intros z [j [Hj N]]. assert (E : quadratic k unit z = sum k (fun i => z i * z i)).
  { apply sum_ext. intros i Hi. rewrite (sum_ext k _ (fun l => if Nat.eqb l i then z l * z l else 0)); [now apply sum_single|].
    intros l _. unfold unit. rewrite Nat.eqb_sym. destruct (Nat.eqb_spec l i) as [->|]; ring. }
  rewrite E. apply Rlt_le_trans with (z j * z j); [destruct (Rdichotomy _ _ N); nra|].
  apply (sum_term k (fun i => z i * z i)); [intros; apply Rsqr_nonneg | assumption].
Qed.

Lemma unit_symmetric k : symmetric k unit.
Proof. intros i j _ _. unfold unit. now rewrite Nat.eqb_sym. Qed.

Lemma unit_determinant k : determinant k unit = 1.
Proof.
  induction k as [|k IH]; [reflexivity|]. cbn [determinant]. rewrite (determinant_ext k _ unit), IH.
  - unfold unit. rewrite Nat.eqb_refl. ring.
  - intros i j Hi Hj. unfold eliminated, unit. rewrite Nat.eqb_refl. destruct (Nat.eqb_spec i k); [lia|]. field.
Qed.

(** R F R^T is diagonal for a lower triangular R with a diagonal of ones: det F is the product of that diagonal. *)
Theorem determinant_by_triangle k F R : symmetric k F -> definite k F ->
  (forall a b, (a < k)%nat -> (a <= b)%nat -> R a b = if Nat.eqb a b then 1 else 0) ->
  (forall a b, (a < k)%nat -> (b < k)%nat -> a <> b -> sum k (fun c => sum k (fun e => R a c * F c e * R b e)) = 0) ->
  determinant k F = product k (fun a => quadratic k F (R a)).
Proof.
  assert (Low : forall n x z, (forall a b, (a < S n)%nat -> (a <= b)%nat -> x a b = if Nat.eqb a b then 1 else 0) -> forall a, (a <= n)%nat ->
    sum (S n) (fun c => x a c * z c) = sum n (fun c => x a c * z c) + (if Nat.eqb a n then z n else 0)).
  { intros n x z H a Ha. cbn [sum]. rewrite (H a n) by lia. destruct (Nat.eqb a n); ring. }
  induction k as [|k IH]; intros Sym Def Tri Diag; [reflexivity|].
  assert (SymA : symmetric k F) by (intros i j Hi Hj; apply Sym; lia). pose proof (leading_definite k F Def) as DefA.
  pose proof (last_pivot k F Def) as P. set (f := fun i => F i k).
  (* the last row of R F vanishes but at its end *)
  set (y := fun e => sum (S k) (fun c => R k c * F c e)).
  assert (Orth : forall b, (b < k)%nat -> sum (S k) (fun e => y e * R b e) = 0).
  { intros b Hb. rewrite <- (Diag k b) by lia. unfold y. rewrite (sum_swap (S k) (S k)). apply sum_ext. intros e _. now rewrite sum_scal_r. }
  assert (Y : forall e, (e < k)%nat -> y e = 0).
  { induction e as [e IHe] using lt_wf_ind. intros He. rewrite <- (Orth e He).
    rewrite (sum_ext (S k) _ (fun c => if Nat.eqb c e then y c else 0)); [symmetry; apply sum_single; lia|]. intros c Hc.
    destruct (Nat.eqb_spec c e) as [->|N]; [rewrite Tri by lia; rewrite Nat.eqb_refl; ring|].
    destruct (Nat.lt_ge_cases c e); [rewrite IHe by lia; ring|]. rewrite Tri by lia. destruct (Nat.eqb_spec e c); [lia | ring]. }
  assert (Y' : forall e, (e <= k)%nat -> y e = sum k (fun c => F e c * R k c) + F e k).
  { intros e He. unfold y. rewrite (Low k R (fun c => F c e)) by (try lia; intros; apply Tri; lia). rewrite Nat.eqb_refl, (Sym k e) by lia. f_equal.
    apply sum_ext. intros c Hc. rewrite (Sym c e) by lia. ring. }
  assert (Last : quadratic (S k) F (R k) = F k k + dot k f (R k)).
  { unfold quadratic. rewrite sum_swap. rewrite (sum_ext (S k) _ (fun e => if Nat.eqb e k then y e else 0)).
    - rewrite (sum_single (S k) k y) by lia. rewrite Y' by lia. unfold dot, f. rewrite Rplus_comm. f_equal. apply sum_ext. intros c Hc. rewrite (Sym c k) by lia. ring.
    - intros e He. rewrite sum_scal_r. fold (y e). destruct (Nat.eqb_spec e k) as [->|N]; [rewrite Tri by lia; rewrite Nat.eqb_refl; ring | rewrite Y by lia; ring]. }
  assert (Solve : inverse_form k F f = dot k f (fun c => - R k c)).
  { apply inverse_form_solved; auto. intros i Hi. pose proof (Y' i ltac:(lia)) as E. rewrite Y in E by assumption. unfold f.
    rewrite (sum_ext k _ (fun c => -1 * (F i c * R k c))) by (intros; ring). rewrite sum_scal. lra. }
  assert (Det : determinant (S k) F = determinant k F * quadratic (S k) F (R k)).
  { cbn [determinant]. assert (El : forall i j, (i < k)%nat -> (j < k)%nat -> eliminated k F i j = F i j + - / F k k * (f i * f j)).
    { intros i j Hi Hj. unfold eliminated, f. rewrite (Sym k j) by lia. field. lra. }
    rewrite (determinant_ext k _ _ El), rank_one, Solve, Last; auto.
    - rewrite (dot_ext k f (fun c => - R k c) f (fun c => -1 * R k c)) by (intros; try reflexivity; ring). rewrite dot_times. field. lra.
    - apply (definite_ext k _ _ El). now apply eliminated_definite. }
  assert (Short : forall a b, (a < k)%nat -> (b < k)%nat ->
    sum (S k) (fun c => sum (S k) (fun e => R a c * F c e * R b e)) = sum k (fun c => sum k (fun e => R a c * F c e * R b e))).
  { intros a b Ha Hb. cbn [sum]. rewrite (Tri b k), (Tri a k) by lia. destruct (Nat.eqb_spec a k); [lia|]. destruct (Nat.eqb_spec b k); [lia|].
    rewrite (sum_ext k (fun e => 0 * F k e * R b e) (fun _ => 0)), sum_zero by (intros; ring).
    rewrite (sum_ext k (fun c => sum k (fun e => R a c * F c e * R b e) + R a c * F c k * 0) (fun c => sum k (fun e => R a c * F c e * R b e))) by (intros; ring). ring. }
  rewrite Det, IH; auto.
  - cbn [product]. f_equal. apply product_ext. intros a Ha. symmetry. now apply Short.
  - intros a b Ha Hb N. rewrite <- Short by assumption. apply Diag; lia || assumption.
Qed.

Section Form.

Variables k r : nat.
Variable class : nat -> nat.
Hypothesis Below : forall j, (j < k)%nat -> (class j < r)%nat.
Hypothesis Inhabited : forall a, (a < r)%nat -> 0 < size k class a.

(** * Matrices that join no two classes. *)
Definition apart (d beta : nat -> R) (j l : nat) : R := unit j l * d (class j) + same_class (class j) (class l) * beta (class j).
Definition lone (n : nat) (d beta : R) : R := match n with O => 1 | S n' => d ^ n' * (d + INR n * beta) end.

Lemma product_one q f h a0 p : (a0 < q)%nat -> f a0 = p * h a0 -> (forall a, a <> a0 -> f a = h a) -> product q f = p * product q h.
Proof.
  intros H0 E H. assert (Low : forall n, (n <= a0)%nat -> product n f = product n h).
  { induction n as [|n IH]; intros Hn; simpl; [reflexivity|]. rewrite IH, H by lia. reflexivity. }
  induction q as [|q IH]; [lia|]. simpl. destruct (Nat.eq_dec a0 q) as [->|N]; [rewrite E, Low by lia; ring | rewrite IH, (H q) by lia; ring].
Qed.

Lemma apart_determinant n d : forall beta, (n <= k)%nat -> definite n (apart d beta) ->
  determinant n (apart d beta) = product r (fun a => lone (members class n a) (d a) (beta a)).
Proof.
  induction n as [|n IH]; intros beta Hn Def.
  - simpl. clear. induction r as [|q IH]; [reflexivity|]. simpl. rewrite <- IH. ring.
  - pose proof (Below n ltac:(lia)) as H0. set (a0 := class n) in *. pose proof (last_pivot n _ Def) as P.
    assert (Sym : symmetric (S n) (apart d beta)).
    { intros i j _ _. unfold apart, unit, same_class. rewrite (Nat.eqb_sym j i), (Nat.eqb_sym (class j)).
      destruct (Nat.eqb_spec i j) as [E|E]; [rewrite E; ring|]. destruct (Nat.eqb_spec (class i) (class j)) as [C|C]; [rewrite C; ring | ring]. }
    assert (Pv : apart d beta n n = d a0 + beta a0) by (unfold apart, unit, same_class; rewrite !Nat.eqb_refl; fold a0; ring).
    set (beta' := fun a => if Nat.eqb a a0 then beta a * d a / (d a0 + beta a0) else beta a). rewrite Pv in P.
    assert (El : forall i j, (i < n)%nat -> (j < n)%nat -> eliminated n (apart d beta) i j = apart d beta' i j).
    { intros i j Hi Hj. unfold eliminated. rewrite Pv. unfold apart, beta'. fold a0.
      replace (unit i n) with 0 by (unfold unit; destruct (Nat.eqb_spec i n); [lia | reflexivity]).
      replace (unit n j) with 0 by (unfold unit; destruct (Nat.eqb_spec n j); [lia | reflexivity]).
      destruct (Nat.eqb_spec (class i) a0) as [A|A]; destruct (Nat.eq_dec (class j) a0) as [B|B].
      - rewrite A, B, same_self. field. lra.
      - rewrite A, (same_other a0 (class j)) by congruence. field. lra.
      - rewrite B, (same_other (class i) a0) by congruence. field. lra.
      - rewrite (same_other (class i) a0), (same_other a0 (class j)) by congruence. field. lra. }
    pose proof (eliminated_definite n _ Sym Def) as Def'. apply (definite_ext n _ _ El) in Def'.
    cbn [determinant]. rewrite Pv, (determinant_ext n _ _ El), IH by (lia || assumption). symmetry. apply product_one with (a0 := a0); [assumption| |].
    + cbn [members]. fold a0. unfold beta'. rewrite !Nat.eqb_refl, Nat.add_1_r. destruct (members class n a0) as [|x]; cbn [lone]; [simpl; ring|].
      rewrite !S_INR. simpl pow. field. lra.
    + intros a N. cbn [members]. fold a0. unfold beta'. destruct (Nat.eqb_spec a0 a); [congruence|]. destruct (Nat.eqb_spec a a0); [congruence|]. now rewrite Nat.add_0_r.
Qed.

(** * The invariant matrix of the form F. *)
Definition formed (F : nat -> nat -> R) (d : nat -> R) : nat -> nat -> R := acting k class (fun a b => F a b / size k class a) d.

Lemma formed_ext F F' d : (forall a b, (a < r)%nat -> (b < r)%nat -> F a b = F' a b) ->
  forall j l, (j < k)%nat -> (l < k)%nat -> formed F d j l = formed F' d j l.
Proof. intros H j l Hj Hl. unfold formed, acting. now rewrite H by auto. Qed.

Lemma formed_symmetric F d : symmetric r F -> symmetric k (formed F d).
Proof.
  intros Sym j l Hj Hl. pose proof (Inhabited _ (Below j Hj)). pose proof (Inhabited _ (Below l Hl)). unfold formed, acting, same_class.
  rewrite (Sym (class j) (class l)), (Nat.eqb_sym j l), (Nat.eqb_sym (class j)) by auto.
  destruct (Nat.eqb_spec (class l) (class j)) as [->|]; destruct (Nat.eqb_spec l j) as [->|]; field; lra.
Qed.

Lemma quadratic_formed F d z : quadratic k (formed F d) z =
  quadratic r F (fun a => class_sum k class z a / size k class a) +
  sum r (fun a => d a * class_sum k class (fun j => (z j - class_sum k class z a / size k class a) ^ 2) a).
Proof.
  transitivity (sum k (fun j => z j * sum k (fun l => formed F d j l * z l))).
  { apply sum_ext. intros j _. rewrite <- sum_scal. apply sum_ext. intros. ring. }
  unfold formed. rewrite (acting_quadratic k r class Below). f_equal.
  - apply sum_ext. intros a _. apply sum_ext. intros b _. unfold Rdiv. ring.
  - apply sum_ext. intros a Ha. f_equal. specialize (Inhabited a Ha). set (m := class_sum k class z a / size k class a).
    transitivity (class_sum k class (fun j => z j * z j) a - 2 * m * class_sum k class z a + m * m * size k class a); [unfold m; field; lra|].
    unfold class_sum, size. rewrite <- !sum_scal, <- sum_minus, <- sum_plus. apply sum_ext. intros. ring.
Qed.

Lemma formed_definite F d : definite r F -> (forall a, (a < r)%nat -> 0 < d a) -> definite k (formed F d).
Proof.
  intros Def Hd z [j [Hj N]]. rewrite quadratic_formed. pose proof (Below j Hj) as Ha.
  assert (Square : forall a, 0 <= class_sum k class (fun i => (z i - class_sum k class z a / size k class a) ^ 2) a).
  { intros a. apply sum_nonneg. intros i _. apply Rmult_le_pos; [apply same_nonneg | apply pow2_ge_0]. }
  assert (Rest : forall a, (a < r)%nat -> 0 <= d a * class_sum k class (fun i => (z i - class_sum k class z a / size k class a) ^ 2) a).
  { intros a H. apply Rmult_le_pos; [left; auto | apply Square]. }
  destruct (classic (exists a, (a < r)%nat /\ class_sum k class z a / size k class a <> 0)) as [S|None].
  - specialize (Def _ S). pose proof (sum_nonneg r _ Rest). lra.
  - assert (Z : forall a, (a < r)%nat -> class_sum k class z a / size k class a = 0).
    { intros a H. destruct (Req_dec (class_sum k class z a / size k class a) 0); [assumption | exfalso; apply None; now exists a]. }
    assert (Q : quadratic r F (fun a => class_sum k class z a / size k class a) = 0).
    { rewrite (quadratic_ext r F _ (fun _ => 0)) by assumption. unfold quadratic.
      rewrite (sum_ext r _ (fun _ => 0)), sum_zero; [reflexivity|]. intros a _. rewrite (sum_ext r _ (fun _ => 0)), sum_zero by (intros; ring). reflexivity. }
    rewrite Q, Rplus_0_l. eapply Rlt_le_trans; [|apply (sum_term r _ (class j) Rest Ha)]. cbv beta. apply Rmult_lt_0_compat; [auto|].
    rewrite (Z (class j) Ha). eapply Rlt_le_trans; [|apply (sum_term k (fun i => same_class (class i) (class j) * (z i - 0) ^ 2) j); [|assumption]].
    + rewrite same_self. destruct (Rdichotomy _ _ N); nra.
    + intros i _. apply Rmult_le_pos; [apply same_nonneg | apply pow2_ge_0].
Qed.

Variable d : nat -> R.
Hypothesis Positive : forall a, (a < r)%nat -> 0 < d a.

(** The determinants of both change by the same factor. *)
Definition same_ratio (G G' : nat -> nat -> R) : Prop :=
  determinant k (formed G' d) * determinant r G = determinant k (formed G d) * determinant r G'.

Lemma ratio_rank_one G s v : symmetric r G -> definite r G -> 0 < s -> same_ratio G (fun a b => G a b + s * (v a * v b)).
Proof.
  intros Sym Def Hs. pose proof (formed_symmetric G d Sym) as SymW. pose proof (formed_definite G d Def Positive) as DefW.
  set (w := fun j => v (class j) / size k class (class j)). destruct (solvable r G v Sym Def) as [u Hu].
  assert (Up : forall j l, (j < k)%nat -> (l < k)%nat -> formed (fun a b => G a b + s * (v a * v b)) d j l = formed G d j l + s * (w j * w l)).
  { intros j l Hj Hl. pose proof (Inhabited _ (Below j Hj)). pose proof (Inhabited _ (Below l Hl)). unfold formed, acting, w. field. lra. }
  unfold same_ratio. rewrite (determinant_ext k _ _ Up), !rank_one by (try assumption; now apply definite_rank_one).
  enough (E : inverse_form k (formed G d) w = inverse_form r G v) by (rewrite E; ring).
  rewrite (inverse_form_solved k _ w (fun j => u (class j))), (inverse_form_solved r G v u); auto.
  - unfold dot, w. rewrite (sum_ext k _ (fun j => (v (class j) * u (class j) / size k class (class j)) * 1)) by (intros; unfold Rdiv; ring).
    rewrite (by_class k r class Below (fun a => v a * u a / size k class a) (fun _ => 1)). apply sum_ext. intros a Ha.
    rewrite class_sum_const. specialize (Inhabited a Ha). field. lra.
  - intros j Hj. unfold formed. rewrite (acts_on_constant k r class Below Inhabited) by assumption.
    rewrite (sum_ext r _ (fun b => / size k class (class j) * (G (class j) b * u b))) by (intros; unfold Rdiv; ring).
    rewrite sum_scal, Hu by auto. unfold w, Rdiv. ring.
Qed.

Lemma ratio_through G G' G'' : symmetric r G' -> definite r G' -> same_ratio G G' -> same_ratio G' G'' -> same_ratio G G''.
Proof.
  intros Sym Def A B. unfold same_ratio in *. pose proof (determinant_positive r G' Sym Def).
  apply Rmult_eq_reg_r with (determinant r G'); [|lra].
  replace (determinant k (formed G'' d) * determinant r G * determinant r G') with (determinant k (formed G'' d) * determinant r G' * determinant r G) by ring.
  rewrite B. replace (determinant k (formed G' d) * determinant r G'' * determinant r G) with (determinant k (formed G' d) * determinant r G * determinant r G'') by ring.
  rewrite A. ring.
Qed.

Lemma ratio_added n : forall F G G', (n <= r)%nat -> symmetric n F -> definite n F -> symmetric r G -> definite r G ->
  (forall a b, (a < r)%nat -> (b < r)%nat -> G' a b = G a b + (if (a <? n)%nat && (b <? n)%nat then F a b else 0)) -> same_ratio G G'.
Proof.
  induction n as [|n IH]; intros F G G' Hn SymF DefF Sym Def E.
  - assert (E' : forall a b, (a < r)%nat -> (b < r)%nat -> G' a b = G a b) by (intros a b Ha Hb; rewrite E by assumption; simpl; ring).
    unfold same_ratio. rewrite (determinant_ext k _ _ (formed_ext G' G d E')), (determinant_ext r _ _ E'). reflexivity.
  - pose proof (last_pivot n F DefF) as P. set (v := fun a => if (a <? S n)%nat then F a n else 0).
    set (G1 := fun a b => G a b + / F n n * (v a * v b)). assert (Pos : 0 < / F n n) by now apply Rinv_0_lt_compat.
    assert (Sym1 : symmetric r G1) by (intros a b Ha Hb; unfold G1; rewrite (Sym a b) by assumption; ring).
    pose proof (definite_rank_one r G (/ F n n) v Pos Def) as Def1. fold G1 in Def1.
    apply ratio_through with G1; [assumption | assumption | now apply ratio_rank_one|].
    apply (IH (eliminated n F)); try assumption; [lia | now apply eliminated_symmetric | now apply eliminated_definite|].
    intros a b Ha Hb. rewrite E by assumption. unfold G1, v, eliminated.
    destruct (Nat.ltb_spec a (S n)); destruct (Nat.ltb_spec b (S n)); destruct (Nat.ltb_spec a n); destruct (Nat.ltb_spec b n); try lia; simpl; try ring.
    + rewrite (SymF n b) by lia. field. lra.
    + replace b with n by lia. field. lra.
    + replace a with n by lia. rewrite (SymF n b) by lia. field. lra.
    + replace a with n by lia. replace b with n by lia. field. lra.
Qed.

(** det of the invariant matrix. *)
Lemma formed_determinant F : symmetric r F -> definite r F ->
  determinant k (formed F d) = product r (fun a => d a ^ (members class k a - 1) / size k class a) * determinant r F.
Proof.
  intros Sym Def. set (G := fun a b => unit a b + F a b).
  assert (A : same_ratio unit G).
  { apply (ratio_added r F); auto using unit_symmetric, unit_definite. intros a b Ha Hb. unfold G.
    destruct (Nat.ltb_spec a r); [|lia]. destruct (Nat.ltb_spec b r); [reflexivity | lia]. }
  assert (B : same_ratio F G).
  { apply (ratio_added r unit); auto using unit_symmetric, unit_definite. intros a b Ha Hb. unfold G.
    destruct (Nat.ltb_spec a r); [|lia]. destruct (Nat.ltb_spec b r); [simpl; ring | lia]. }
  assert (DefG : definite r G).
  { intros z Hz. assert (E : quadratic r G z = quadratic r unit z + quadratic r F z).
    { unfold quadratic. rewrite <- sum_plus. apply sum_ext. intros. rewrite <- sum_plus. apply sum_ext. intros. unfold G. ring. }
    rewrite E. pose proof (unit_definite r z Hz). specialize (Def z Hz). lra. }
  assert (SymG : symmetric r G) by (intros a b Ha Hb; unfold G; rewrite (Sym a b), (unit_symmetric r a b) by assumption; reflexivity).
  assert (Base : determinant k (formed unit d) = product r (fun a => d a ^ (members class k a - 1) / size k class a)).
  { set (beta := fun a => (1 / size k class a - d a) / size k class a).
    assert (E : forall j l, (j < k)%nat -> (l < k)%nat -> formed unit d j l = apart d beta j l).
    { intros j l Hj Hl. pose proof (Inhabited _ (Below j Hj)). pose proof (Inhabited _ (Below l Hl)). unfold formed, acting, apart, beta, unit, same_class.
      destruct (Nat.eqb_spec (class j) (class l)) as [->|]; field; lra. }
    rewrite (determinant_ext k _ _ E), apart_determinant; [|lia|].
    - apply product_ext. intros a Ha. specialize (Inhabited a Ha). rewrite <- members_sum in Inhabited |- *. unfold n in *.
      unfold beta. rewrite <- members_sum. unfold n.
      destruct (members class k a) as [|x]; [simpl in Inhabited; lra|]. cbn [lone]. rewrite Nat.sub_0_r || replace (S x - 1)%nat with x by lia. field. lra.
    - apply (definite_ext k _ _ E). apply formed_definite; auto using unit_definite. }
  unfold same_ratio in A, B. rewrite unit_determinant, Rmult_1_r, Base in A. rewrite A in B.
  pose proof (determinant_positive r G SymG DefG). apply Rmult_eq_reg_r with (determinant r G); [|lra]. rewrite <- B. ring.
Qed.

End Form.

(** * The rule: det W of an invariant matrix with R F R^T diagonal. *)
Section Rule.

Variables k r : nat.
Variable class : nat -> nat.
Hypothesis Below : forall j, (j < k)%nat -> (class j < r)%nat.
Hypothesis Member : forall a, (a < r)%nat -> exists j, (j < k)%nat /\ class j = a.

Lemma inhabited a : (a < r)%nat -> 0 < size k class a.
Proof. intros Ha. destruct (Member a Ha) as [j [Hj <-]]. pose proof (size_one k class j Hj). lra. Qed.

Lemma within_positive A d a : definite k (acting k class A d) -> (a < r)%nat -> size k class a <> 1 -> 0 < d a.
Proof.
  intros Def Ha Two. destruct (Member a Ha) as [j [Hj Ej]].
  assert (W : exists l, (l < k)%nat /\ class l = a /\ l <> j).
  { apply NNPP. intros None. apply Two. unfold size. rewrite (sum_ext k _ (fun i => if Nat.eqb i j then 1 else 0)); [now apply (sum_single k j (fun _ => 1))|].
    intros i Hi. unfold same_class. destruct (Nat.eqb_spec (class i) a) as [E|E]; destruct (Nat.eqb_spec i j) as [I|I]; try reflexivity; exfalso;
      [apply None; now exists i | congruence]. }
  destruct W as [l [Hl [El N]]]. set (z := fun i => (if Nat.eqb i j then 1 else 0) - (if Nat.eqb i l then 1 else 0)).
  assert (Zero : forall b, (b < r)%nat -> class_sum k class z b = 0).
  { intros b _. unfold class_sum, z.
    rewrite (sum_ext k _ (fun i => (if Nat.eqb i j then same_class (class i) b else 0) - (if Nat.eqb i l then same_class (class i) b else 0))).
    - rewrite sum_minus, (sum_single k j (fun i => same_class (class i) b)), (sum_single k l (fun i => same_class (class i) b)), Ej, El by assumption. ring.
    - intros i _. destruct (Nat.eqb i j); destruct (Nat.eqb i l); ring. }
  assert (Q : quadratic k (acting k class A d) z = 2 * d a).
  { transitivity (sum k (fun i => z i * sum k (fun e => acting k class A d i e * z e))).
    { apply sum_ext. intros i _. rewrite <- sum_scal. apply sum_ext. intros. ring. }
    rewrite (sum_ext k _ (fun i => (if Nat.eqb i j then d (class i) else 0) + (if Nat.eqb i l then d (class i) else 0))).
    - rewrite sum_plus, (sum_single k j (fun i => d (class i))), (sum_single k l (fun i => d (class i))), Ej, El by assumption. ring.
    - intros i Hi. rewrite (acts_within_classes k r class Below A d z i Hi Zero). unfold z.
      destruct (Nat.eqb_spec i j) as [I|I]; destruct (Nat.eqb_spec i l) as [L|L]; try ring. congruence. }
  assert (P : 0 < quadratic k (acting k class A d) z).
  { apply Def. exists j. split; [assumption|]. unfold z. rewrite Nat.eqb_refl. destruct (Nat.eqb_spec j l); [congruence | lra]. }
  lra.
Qed.

Definition form_of (A : nat -> nat -> R) (a b : nat) : R := size k class a * A a b.

Lemma form_symmetric A d : symmetric k (acting k class A d) -> symmetric r (form_of A).
Proof.
  intros Sym a b Ha Hb. destruct (Nat.eq_dec a b) as [->|N]; [reflexivity|]. pose proof (inhabited a Ha). pose proof (inhabited b Hb).
  destruct (Member a Ha) as [j [Hj Ej]]. destruct (Member b Hb) as [l [Hl El]]. pose proof (Sym j l Hj Hl) as S. unfold acting in S. rewrite Ej, El in S.
  rewrite (same_other a b), (same_other b a), (same_other j l), (same_other l j) in S by congruence. unfold form_of.
  assert (X : A a b / size k class b = A b a / size k class a) by lra.
  apply (f_equal (fun x => x * (size k class a * size k class b))) in X. field_simplify in X; [lra | lra | lra].
Qed.

Lemma form_definite A d : definite k (acting k class A d) -> definite r (form_of A).
Proof.
  intros Def u [a [Ha N]].
  assert (E : quadratic k (acting k class A d) (fun j => u (class j)) = quadratic r (form_of A) u).
  { transitivity (sum k (fun j => (u (class j) * sum r (fun b => A (class j) b * u b)) * 1)).
    - apply sum_ext. intros j Hj. rewrite (sum_ext k _ (fun l => u (class j) * (acting k class A d j l * u (class l)))) by (intros; ring).
      rewrite sum_scal, (acts_on_constant k r class Below inhabited) by assumption. ring.
    - rewrite (by_class k r class Below (fun x => u x * sum r (fun b => A x b * u b)) (fun _ => 1)). apply sum_ext. intros x Hx.
      rewrite class_sum_const, <- sum_scal, <- sum_scal_r. apply sum_ext. intros. unfold form_of. ring. }
  rewrite <- E. apply Def. destruct (Member a Ha) as [j [Hj Ej]]. exists j. now rewrite Ej.
Qed.

Lemma product_times n f g : product n (fun a => f a * g a) = product n f * product n g.
Proof. induction n as [|n IH]; simpl; [ring | rewrite IH; ring]. Qed.

Theorem determinant_by_form A d R : symmetric k (acting k class A d) -> definite k (acting k class A d) ->
  (forall a b, (a < r)%nat -> (a <= b)%nat -> R a b = if Nat.eqb a b then 1 else 0) ->
  (forall a b, (a < r)%nat -> (b < r)%nat -> a <> b -> sum r (fun c => sum r (fun e => R a c * form_of A c e * R b e)) = 0) ->
  determinant k (acting k class A d) = product r (fun a => quadratic r (form_of A) (R a) * d a ^ (members class k a - 1) / size k class a).
Proof.
  intros Sym Def Tri Diag. pose proof (form_symmetric A d Sym) as SymF. pose proof (form_definite A d Def) as DefF.
  set (d' := fun a => if Req_EM_T (size k class a) 1 then 1 else d a).
  assert (Positive : forall a, (a < r)%nat -> 0 < d' a).
  { intros a Ha. unfold d'. destruct (Req_EM_T (size k class a) 1); [lra | now apply (within_positive A)]. }
  assert (E : forall j l, (j < k)%nat -> (l < k)%nat -> acting k class A d j l = formed k class (form_of A) d' j l).
  { intros j l Hj Hl. unfold formed. apply (acting_ext k class); [| |assumption|assumption].
    - unfold form_of. pose proof (inhabited _ (Below j Hj)). field. lra.
    - intros Two. unfold d'. destruct (Req_EM_T (size k class (class j)) 1); [contradiction | reflexivity]. }
  rewrite (determinant_ext k _ _ E), (formed_determinant k r class Below inhabited d' Positive (form_of A) SymF DefF),
    (determinant_by_triangle r (form_of A) R SymF DefF Tri Diag), <- product_times.
  apply product_ext. intros a Ha. unfold d'. destruct (Req_EM_T (size k class a) 1) as [One|Two]; [|unfold Rdiv; ring].
  rewrite <- members_sum in One. unfold n in One. apply (INR_eq _ 1) in One. rewrite One. simpl. unfold Rdiv. ring.
Qed.

End Rule.

(** * LEAST of the determinant with the inverse W of one mechanism's M in place of X and d. *)
Lemma inverse_as_squares k : forall M, symmetric k M -> definite k M -> exists X c, unit_upper k X /\ (forall i, (i < k)%nat -> 0 < c i) /\
  (forall v, inverse_form k M v = sum k (fun i => c i * (dot k (X i) v * dot k (X i) v))) /\ product k c * determinant k M = 1.
Proof.
  induction k as [|k IH]; intros M Sym Def.
  - exists unit, (fun _ => 1). split; [intros i j Hi; lia|]. split; [intros i Hi; lia|]. split; [reflexivity | simpl; lra].
  - pose proof (last_pivot k M Def) as P. destruct (IH _ (eliminated_symmetric k M Sym) (eliminated_definite k M Sym Def)) as [X [c [HX [Hc [Form Prod]]]]].
    set (Y := fun i j => if Nat.eqb i k then (if Nat.eqb j k then 1 else 0) else if Nat.eqb j k then - (dot k (X i) (fun e => M e k) / M k k) else X i j).
    exists Y, (fun i => if Nat.eqb i k then / M k k else c i). split; [|split; [|split]].
    + intros i j Hi Hj. unfold Y. destruct (Nat.eqb_spec i k) as [->|Ni].
      * destruct (Nat.eqb_spec j k); reflexivity.
      * destruct (Nat.eqb_spec j k); [lia|]. apply HX; lia.
    + intros i Hi. destruct (Nat.eqb_spec i k); [now apply Rinv_0_lt_compat | apply Hc; lia].
    + intros v. cbn [inverse_form sum]. rewrite Nat.eqb_refl, Form, Rplus_comm. f_equal.
      * apply sum_ext. intros i Hi. destruct (Nat.eqb_spec i k); [lia|].
        assert (D : dot (S k) (Y i) v = dot k (X i) (fun j => v j - M j k * v k / M k k)).
        { unfold dot. cbn [sum]. unfold Y at 2. destruct (Nat.eqb_spec i k); [lia|]. rewrite Nat.eqb_refl. unfold dot.
          rewrite (sum_ext k (fun j => Y i j * v j) (fun j => X i j * v j)), (sum_ext k (fun j => X i j * (v j - M j k * v k / M k k)) (fun j => X i j * v j - v k / M k k * (X i j * M j k))).
          - rewrite sum_minus, sum_scal. field. lra.
          - intros. field. lra.
          - intros j Hj. unfold Y. destruct (Nat.eqb_spec i k); [lia|]. destruct (Nat.eqb_spec j k); [lia | reflexivity]. }
        now rewrite D.
      * assert (D : dot (S k) (Y k) v = v k).
        { unfold dot. rewrite (sum_ext (S k) _ (fun j => if Nat.eqb j k then v j else 0)); [apply sum_single; lia|].
          intros j _. unfold Y. rewrite Nat.eqb_refl. destruct (Nat.eqb j k); ring. }
        rewrite D. field. lra.
    + cbn [product determinant]. rewrite Nat.eqb_refl, (product_ext k _ c) by (intros i Hi; destruct (Nat.eqb_spec i k); [lia | reflexivity]).
      transitivity (product k c * determinant k (eliminated k M)); [field; lra | assumption].
Qed.

(** The form of the inverse of a definite matrix, in squares; so v^T W v/(pi.v) is convex and homogeneous. *)
Lemma form_of_inverse k M W : symmetric k M -> definite k M -> inverse_of k W M -> exists X c, unit_upper k X /\
  (forall i, (i < k)%nat -> 0 < c i) /\ product k c = determinant k W /\
  forall v, quadratic k W v = sum k (fun i => c i * (dot k (X i) v * dot k (X i) v)).
Proof.
  intros Sym Def HW. destruct (inverse_as_squares k M Sym Def) as [X [c [HX [Hc [Form Prod]]]]]. exists X, c.
  pose proof (determinant_of_inverse k M W Sym Def HW) as Inv. pose proof (determinant_positive k M Sym Def) as PM.
  split; [assumption|]. split; [assumption|]. split; [apply Rmult_eq_reg_r with (determinant k M); lra|].
  intros v. rewrite <- Form. destruct HW as [SW HW]. rewrite (inverse_form_solved k M v (fun i => sum k (fun j => W i j * v j))); auto.
  - unfold quadratic, dot. apply sum_ext. intros i _. rewrite <- sum_scal. apply sum_ext. intros. ring.
  - intros i Hi. rewrite (sum_ext k _ (fun l => sum k (fun j => M i l * W l j * v j))) by (intros; rewrite <- sum_scal; apply sum_ext; intros; ring).
    rewrite sum_swap, (sum_ext k _ (fun j => if Nat.eqb j i then v j else 0)); [now apply sum_single|].
    intros j Hj. rewrite sum_scal_r, HW by assumption. rewrite Nat.eqb_sym. destruct (Nat.eqb j i); ring.
Qed.

Theorem inverse_convex k M W pi : symmetric k M -> definite k M -> inverse_of k W M -> (forall j, (j < k)%nat -> 0 < pi j) ->
  convex_on k (nonneg k) (fun s => quadratic k W s / dot k s pi).
Proof.
  intros Sym Def HW Hpi. destruct (form_of_inverse k M W Sym Def HW) as [X [c [_ [Hc [_ Q]]]]].
  apply (convex_equal k _ (forms 1 k k (fun _ => 1) (fun _ => X) (fun _ => c) (fun _ => pi))).
  - apply forms_convex; auto; [intros; lra | intros; left; auto].
  - intros s. unfold forms, form. cbn [sum]. rewrite Q. ring.
Qed.

Theorem determinant_bound_by_inverse m k pi Y P M W : (0 < k)%nat -> (forall j, (j < k)%nat -> 0 < pi j) ->
  symmetric k M -> definite k M -> inverse_of k W M ->
  mechanism m k P -> definite k (information_matrix m k pi P) ->
  sum m (fun i => quadratic k W (P i) / dot k (P i) pi) <= Y ->
  determinant k W * (INR k / Y) ^ k <= / determinant k (information_matrix m k pi P).
Proof.
  intros Hk Hpi Sym Def HW HP DefP Rows. destruct (form_of_inverse k M W Sym Def HW) as [X [c [HX [Hc [Same Q]]]]].
  pose proof (determinant_positive k _ (information_symmetric m k pi P) DefP) as PP.
  pose proof (determinant_bound m k 1 (fun _ => 1) (fun _ => pi) (fun _ => X) (fun _ => c) Y P) as B.
  cbn [product sum] in B. rewrite !Rmult_1_l, !Rpower_1, Same in B; [apply B| |].
  all: try assumption; try (intros; lra); try (intros; auto); try ring.
  - eapply Rle_trans; [|exact Rows]. right. apply sum_ext. intros i _. unfold forms, form. cbn [sum]. rewrite Q. ring.
  - now apply Rinv_0_lt_compat.
  - rewrite Same. pose proof (product_positive k c Hc). lra.
Qed.

(** What W M = 1 says where M is the information matrix of a mechanism: both are definite, and W is the inverse on either side. *)
Theorem inverse_definite m k pi P W : mechanism m k P -> (forall j, (j < k)%nat -> 0 < pi j) ->
  let M := information_matrix m k pi P in
  (forall j l, (j < k)%nat -> (l < k)%nat -> sum k (fun e => W j e * M e l) = unit j l) ->
  definite k M /\ inverse_of k W M /\ definite k W.
Proof.
  intros [HP _] Hpi M H. pose proof (information_symmetric m k pi P) as Sym. fold M in Sym.
  assert (Pick : forall f i, (i < k)%nat -> sum k (fun j => unit i j * f j) = f i).
  { intros f i Hi. rewrite (sum_ext k _ (fun j => if Nat.eqb j i then f j else 0)); [now apply sum_single|].
    intros j _. unfold unit. rewrite Nat.eqb_sym. destruct (Nat.eqb j i); ring. }
  assert (Def : definite k M).
  { intros z [j [Hj N]]. unfold M. rewrite quadratic_of_rows.
    assert (Nn : forall i, (i < m)%nat -> 0 <= dot k z (P i) * dot k z (P i) / dot k (P i) pi).
    { intros i Hi. pose proof (weight_nonneg k (P i) pi ltac:(auto) Hpi) as W0. destruct (Req_dec (dot k (P i) pi) 0) as [Z|NZ].
      - rewrite (dot_zero k z (P i)) by (apply (zero_row k (P i) pi); auto). unfold Rdiv. rewrite !Rmult_0_l. lra.
      - apply Rmult_le_pos; [apply Rsqr_nonneg | left; apply Rinv_0_lt_compat; lra]. }
    pose proof (sum_nonneg m _ Nn) as S. destruct S as [S|S]; [assumption|]. exfalso. apply N. symmetry in S.
    rewrite <- (Pick z j Hj). rewrite (sum_ext k _ (fun l => sum k (fun e => W j e * (M e l * z l)))).
    - rewrite sum_swap, (sum_ext k _ (fun _ => 0)); [apply sum_zero|]. intros e He. rewrite sum_scal.
      replace (sum k (fun l => M e l * z l)) with 0; [ring|]. unfold M, information_matrix.
      rewrite (sum_ext k _ (fun l => sum m (fun i => P i e / dot k (P i) pi * (z l * P i l)))) by (intros; rewrite <- sum_scal_r; apply sum_ext; intros; unfold Rdiv; ring).
      rewrite sum_swap, (sum_ext m _ (fun _ => 0)); [symmetry; apply sum_zero|]. intros i Hi. rewrite sum_scal. fold (dot k z (P i)).
      pose proof (sum_zero_terms m _ Nn S i Hi) as Z. cbv beta in Z.
      destruct (Req_dec (dot k (P i) pi) 0) as [Zp|NZ]; [rewrite (dot_zero k z (P i)) by (apply (zero_row k (P i) pi); auto); ring|].
      assert (Z' : dot k z (P i) * dot k z (P i) = 0).
      { replace (dot k z (P i) * dot k z (P i)) with (dot k z (P i) * dot k z (P i) / dot k (P i) pi * dot k (P i) pi) by (field; assumption). rewrite Z. ring. }
      apply Rmult_integral in Z'. destruct Z' as [-> | ->]; ring.
    - intros l Hl. rewrite <- H by assumption. rewrite <- sum_scal_r. apply sum_ext. intros. ring. }
  assert (SymW : symmetric k W).
  { intros i j Hi Hj. rewrite <- (Pick (W i) j Hj).
    rewrite (sum_ext k _ (fun l => sum k (fun e => W j e * (W i l * M l e)))).
    - rewrite sum_swap, (sum_ext k _ (fun e => unit i e * W j e)); [now apply Pick|]. intros e He. rewrite sum_scal, H by assumption. ring.
    - intros l Hl. rewrite <- H, <- sum_scal_r by assumption. apply sum_ext. intros e He. rewrite (Sym l e) by assumption. ring. }
  assert (Inv : forall i j, (i < k)%nat -> (j < k)%nat -> sum k (fun l => M i l * W l j) = if Nat.eqb i j then 1 else 0).
  { intros i j Hi Hj. rewrite (sum_ext k _ (fun l => W j l * M l i)) by (intros l Hl; rewrite (Sym i l), (SymW l j) by assumption; ring).
    rewrite H by assumption. unfold unit. now rewrite Nat.eqb_sym. }
  split; [assumption|]. split; [split; assumption|]. intros z [j [Hj N]].
  set (u := fun e => sum k (fun l => W e l * z l)).
  assert (Mu : forall i, (i < k)%nat -> sum k (fun e => M i e * u e) = z i).
  { intros i Hi. unfold u. rewrite (sum_ext k _ (fun e => sum k (fun l => M i e * W e l * z l))) by (intros; rewrite <- sum_scal; apply sum_ext; intros; ring).
    rewrite sum_swap, (sum_ext k _ (fun l => if Nat.eqb l i then z l else 0)); [now apply sum_single|].
    intros l Hl. rewrite sum_scal_r, Inv by assumption. rewrite Nat.eqb_sym. destruct (Nat.eqb l i); ring. }
  assert (E : quadratic k W z = quadratic k M u).
  { transitivity (dot k z u).
    - unfold quadratic, dot, u. apply sum_ext. intros i _. rewrite <- sum_scal. apply sum_ext. intros. ring.
    - unfold quadratic, dot. apply sum_ext. intros i Hi. rewrite <- (Mu i Hi), <- sum_scal_r. apply sum_ext. intros. ring. }
  rewrite E. apply Def. apply NNPP. intros None. apply N. rewrite <- (Mu j Hj), (sum_ext k _ (fun _ => 0)); [apply sum_zero|].
  intros e He. destruct (Req_dec (u e) 0) as [->|Ne]; [ring | exfalso; apply None; now exists e].
Qed.

(** The largest variance by orbits: B is positive semidefinite where d >= 0 and R F R^T is diagonally dominant. *)
Theorem semidefinite_by_form k r class A d R z : (forall j, (j < k)%nat -> (class j < r)%nat) ->
  (forall a, (a < r)%nat -> exists j, (j < k)%nat /\ class j = a) -> symmetric k (acting k class A d) ->
  (forall a, (a < r)%nat -> size k class a <> 1 -> 0 <= d a) -> unit_lower r R ->
  let B := fun a b => sum r (fun c => sum r (fun e => R a c * form_of k class A c e * R b e)) in
  (forall a, (a < r)%nat -> sum r (fun b => if Nat.eqb b a then 0 else Rabs (B a b)) <= B a a) ->
  0 <= quadratic k (acting k class A d) z.
Proof.
  intros Below Member Sym Hd Tri B Dom. pose proof (inhabited k r class Member) as Inh.
  pose proof (form_symmetric k r class Member A d Sym) as SymF. set (F := form_of k class A) in *.
  set (d' := fun a => if Req_EM_T (size k class a) 1 then 1 else d a).
  assert (E : forall j l, (j < k)%nat -> (l < k)%nat -> acting k class A d j l = formed k class F d' j l).
  { intros j l Hj Hl. unfold formed. apply (acting_ext k class); [| |assumption|assumption].
    - unfold F, form_of. pose proof (Inh _ (Below j Hj)). field. lra.
    - intros Two. unfold d'. destruct (Req_EM_T (size k class (class j)) 1); [contradiction | reflexivity]. }
  assert (Q : quadratic k (acting k class A d) z = quadratic k (formed k class F d') z).
  { apply sum_ext. intros i Hi. apply sum_ext. intros j Hj. now rewrite E. }
  rewrite Q, (quadratic_formed k r class Below Inh). apply Rplus_le_le_0_compat.
  - set (u := fun a => class_sum k class z a / size k class a). destruct (combination r R u Tri) as [x Hx].
    assert (SymB : symmetric r B).
    { intros a b Ha Hb. unfold B. rewrite sum_swap. apply sum_ext. intros c Hc. apply sum_ext. intros e He. rewrite (SymF e c) by assumption. ring. }
    pose proof (diagonal_dominates r B x SymB Dom) as P. replace (quadratic r F u) with (quadratic r B x); [assumption|].
    rewrite <- (quadratic_ext r F _ u Hx). unfold quadratic, B. symmetry.
    rewrite (sum_ext r _ (fun c => sum r (fun a => sum r (fun b => sum r (fun e => x a * (R a c * F c e * R b e) * x b))))).
    + rewrite sum_swap. apply sum_ext. intros a _. rewrite sum_swap. apply sum_ext. intros b _. rewrite <- sum_scal, <- sum_scal_r.
      apply sum_ext. intros c _. rewrite <- sum_scal, <- sum_scal_r. apply sum_ext. intros. ring.
    + intros c _. rewrite (sum_ext r _ (fun e => sum r (fun a => sum r (fun b => x a * (R a c * F c e * R b e) * x b)))).
      * rewrite sum_swap. apply sum_ext. intros a _. now rewrite sum_swap.
      * intros e _. cbv beta. transitivity (F c e * (sum r (fun a => x a * R a c) * sum r (fun b => x b * R b e))); [ring|].
        rewrite sum_mult, <- sum_scal. apply sum_ext. intros a _. rewrite <- sum_scal. apply sum_ext. intros. ring.
  - apply sum_nonneg. intros a Ha. apply Rmult_le_pos.
    + unfold d'. destruct (Req_EM_T (size k class a) 1); [lra | now apply Hd].
    + apply sum_nonneg. intros j _. apply Rmult_le_pos; [apply same_nonneg | apply pow2_ge_0].
Qed.
