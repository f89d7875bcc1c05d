(** Vinterbo: Proposition 3.1, the algorithm (Proposition 4.8, Section 4.2), Theorem 4.9 and Corollary 2. *)

From Coq Require Import Reals Lra Lia List Bool Arith.
From Rropt Require Import Sums Vinterbo VinterboKronecker.
From Rropt Require Holohan.
Import ListNotations.
Open Scope R_scope.

(** * Proposition 3.1: the loss does not depend on m, and alpha L m randomized answers are as good as m truthful ones. *)
Definition trace_of (n m : nat) (K J : list bool -> list bool -> R) (p : list bool -> R) : R :=
  strings n (fun x => answers n m (Vinterbo.law n K p) (fun s => (estimate J x s - p x) * (estimate J x s - p x))).
Definition loss_of (n m : nat) (K J : list bool -> list bool -> R) (p : list bool -> R) : R := trace_of n m K J p / trace_of n m same same p.
Definition squared_error (n m : nat) (K J : list bool -> list bool -> R) (p : list bool -> R) : R :=
  answers n m (Vinterbo.law n K p) (fun s => strings n (fun x => (estimate J x s - p x) * (estimate J x s - p x))).

Lemma answers_strings n m k q (f : list bool -> list (list bool) -> R) :
  answers n m q (fun s => strings k (fun x => f x s)) = strings k (fun x => answers n m q (f x)).
Proof.
  revert f. induction m as [|m IH]; intros f; [reflexivity|]. simpl. rewrite strings_swap. apply strings_ext. intros r _.
  rewrite IH, strings_scal. reflexivity.
Qed.

Lemma same_symmetric r x : same r x = same x r.
Proof. unfold same. destruct (list_eq_dec bool_dec r x), (list_eq_dec bool_dec x r); congruence. Qed.

Lemma truth_is_randomizer n : randomizer n same.
Proof.
  intros x Hx. rewrite <- (strings_pick n x (fun _ => 1)) by assumption. apply strings_ext. intros r _. rewrite same_symmetric. ring.
Qed.

Lemma truth_is_inverse n : inverse_matrix n same same.
Proof. intros x y Hx Hy. now rewrite (strings_pick n x (fun r => same r y)). Qed.

Definition spread_of (n : nat) (K J : list bool -> list bool -> R) (p : list bool -> R) : R :=
  strings n (fun x => strings n (fun r => J x r * Vinterbo.law n K p r * J x r) - p x * p x).

Lemma trace_over n m K J p : randomizer n K -> inverse_matrix n J K -> (0 < m)%nat -> strings n p = 1 ->
  trace_of n m K J p = spread_of n K J p / INR m.
Proof.
  intros HK HJ Hm Hp. unfold trace_of, spread_of, Rdiv. rewrite <- strings_scal_r. apply strings_ext. intros x Hx.
  now rewrite (covariance n K J m p x x HK HJ Hm Hp Hx Hx).
Qed.

Theorem proposition_3_1 n K J p : randomizer n K -> inverse_matrix n J K -> (forall x, length x = n -> 0 <= p x <= 1) -> strings n p = 1 ->
  (forall m m', (0 < m)%nat -> (0 < m')%nat -> loss_of n m K J p = loss_of n m' K J p) /\
  (forall m m' alpha, (0 < m)%nat -> (0 < m')%nat -> 1 <= alpha -> INR m' = alpha * loss_of n m K J p * INR m ->
   squared_error n m' K J p <= squared_error n m same same p).
Proof.
  intros HK HJ P Hp. pose proof (truth_is_randomizer n) as Tr. pose proof (truth_is_inverse n) as Ti.
  assert (L : forall m, (0 < m)%nat -> loss_of n m K J p = spread_of n K J p / spread_of n same same p).
  { intros m Hm. assert (M : 0 < INR m) by (now apply lt_0_INR). unfold loss_of. rewrite !trace_over by assumption.
    destruct (Req_dec (spread_of n same same p) 0) as [Z|Nz]; [|field; split; [assumption | lra]].
    rewrite Z. unfold Rdiv. rewrite Rmult_0_l, Rinv_0. ring. }
  split; [intros m m' Hm Hm'; now rewrite !L|].
  intros m m' alpha Hm Hm' Ha E. assert (M : 0 < INR m) by (now apply lt_0_INR). assert (M' : 0 < INR m') by (now apply lt_0_INR).
  unfold squared_error. rewrite !answers_strings. change (trace_of n m' K J p <= trace_of n m same same p).
  rewrite !trace_over by assumption. rewrite L in E by assumption.
  set (F := spread_of n K J p) in *. set (G := spread_of n same same p) in *.
  assert (G0 : 0 <= G).
  { unfold G, spread_of. apply Rle_trans with (strings n (fun _ => 0)); [rewrite strings_zero; lra|]. apply strings_le. intros x Hx.
    rewrite (strings_ext n _ (fun r => same x r * (same x r * Vinterbo.law n same p r))) by (intros; ring).
    rewrite strings_pick by assumption. unfold Vinterbo.law. rewrite (strings_pick n x p) by assumption.
    replace (same x x) with 1 by (unfold same; destruct (list_eq_dec bool_dec x x); [reflexivity | contradiction]).
    pose proof (P x Hx). pose proof (Rmult_le_pos (p x) (1 - p x) ltac:(lra) ltac:(lra)). lra. }
  destruct (Req_dec G 0) as [Z|Nz].
  - exfalso. rewrite Z in E. unfold Rdiv in E. rewrite Rinv_0 in E. lra.
  - assert (F0 : F <> 0) by (intros Z; rewrite Z in E; unfold Rdiv in E; lra).
    rewrite E. replace (F / (alpha * (F / G) * INR m)) with (G / INR m * / alpha) by (field; repeat split; (assumption || lra)).
    assert (Q : 0 <= G / INR m) by (apply Rmult_le_pos; [assumption | left; now apply Rinv_0_lt_compat]).
    pose proof (Rinv_le_contravar 1 alpha ltac:(lra) Ha) as I. rewrite Rinv_1 in I.
    pose proof (Rmult_le_compat_l _ _ _ Q I). lra.
Qed.

(** * Section 4.2: M(x) = x xor u, of n independent Bernoulli trials u of success probability 1 - a. *)
Fixpoint xors (x u : list bool) : list bool := match x, u with b :: x', c :: u' => xorb b c :: xors x' u' | _, _ => [] end.
Fixpoint trials (a : R) (u : list bool) : R := match u with [] => 1 | c :: u' => (if c then 1 - a else a) * trials a u' end.

Theorem xor_law n a r x : length r = n -> length x = n -> strings n (fun u => trials a u * same r (xors x u)) = C a r x.
Proof.
  unfold C. revert r x. induction n as [|n IH]; intros [|b r] [|c x] Hr Hx; simpl in Hr, Hx; try lia.
  - simpl. unfold same. destruct (list_eq_dec bool_dec [] []) as [|N]; [ring | now contradiction N].
  - specialize (IH r x ltac:(lia) ltac:(lia)). cbn [strings trials xors entry].
    assert (Half : forall d k, strings n (fun u => k * trials a u * same (b :: r) (d :: xors x u)) = k * (if eqb b d then 1 else 0) * entry a (1 - a) r x).
    { intros d k. rewrite <- IH, <- strings_scal. apply strings_ext. intros u _. rewrite same_cons. ring. }
    rewrite !Half. destruct b, c; simpl; ring.
Qed.

(** Proposition 4.8: the products that the recursion forms, the next matrix having 4^(n+1) entries, one product each; and every
    cost t of the recursion whose Kronecker products with a matrix of x entries take at most k x. *)
Fixpoint products (n : nat) : nat := match n with O => 0 | S n' => 4 ^ S n' + products n' end.

Theorem proposition_4_8 : (exists c : nat, forall n, (products n <= c * 4 ^ n)%nat) /\
  forall (t f : nat -> R) k, (forall x, f x <= k * INR x) -> (forall n, t (S n) = f (4 ^ n)%nat + t n) ->
  exists c, forall n, t n <= c * INR (4 ^ n)%nat.
Proof.
  split.
  - exists 2%nat. assert (E : forall n, (3 * products n + 4 = 4 * 4 ^ n)%nat) by (induction n as [|n IH]; simpl in *; lia).
    intros n. specialize (E n). lia.
  - intros t f k Hf Ht. exists (Rabs (t O) + Rabs k). intros n.
    assert (P : forall n, 1 <= INR (4 ^ n)%nat) by (intros i; rewrite pow_INR; apply pow_R1_Rle; simpl; lra).
    pose proof (Rabs_pos (t O)) as A. pose proof (Rabs_pos k) as B. pose proof (Rle_abs (t O)) as C. pose proof (Rle_abs k) as D.
    assert (E : t n <= Rabs (t O) + Rabs k * INR (4 ^ n)%nat).
    { induction n as [|n IH]; [simpl; lra|]. rewrite Ht. specialize (Hf (4 ^ n)%nat). specialize (P n).
      replace (4 ^ S n)%nat with (4 * 4 ^ n)%nat by (simpl; lia). rewrite mult_INR. replace (INR 4) with 4 by (simpl; ring).
      pose proof (Rmult_le_compat_r (INR (4 ^ n)%nat) k (Rabs k) ltac:(lra) D) as F.
      pose proof (Rmult_le_pos (Rabs k) (INR (4 ^ n)%nat) B ltac:(lra)) as G. lra. }
    pose proof (Rmult_le_compat_l (Rabs (t O)) 1 (INR (4 ^ n)%nat) A (P n)) as F. rewrite Rmult_plus_distr_r. lra.
Qed.

Theorem cost_sum_repaired (t f : nat -> R) : (forall n, t (S n) = f (4 ^ n)%nat + t n) -> forall n, t n = t O + sum n (fun i => f (4 ^ i)%nat).
Proof. intros H n. induction n as [|n IH]; simpl; [ring|]. rewrite H, IH. ring. Qed.

(** * Theorem 4.4's proof: the mixed product of Kronecker products, and their inverse. *)
Lemma sum_blocks p q f : sum (p * q) f = sum p (fun u => sum q (fun v => f (u * q + v)%nat)).
Proof.
  induction p as [|p IH]; [reflexivity|]. replace (S p * q)%nat with (p * q + q)%nat by lia. rewrite sum_add, IH. reflexivity.
Qed.

Theorem mixed_product p q A B C D i j : (0 < q)%nat ->
  sum (p * q) (fun k => kron q A B i k * kron q C D k j) =
  kron q (fun i j => sum p (fun u => A i u * C u j)) (fun i j => sum q (fun v => B i v * D v j)) i j.
Proof.
  intros Hq. rewrite sum_blocks. unfold kron at 3. rewrite sum_mult. apply sum_ext. intros u Hu. apply sum_ext. intros v Hv.
  unfold kron. rewrite Nat.div_add_l, (Nat.div_small v q), Nat.add_0_r by lia.
  replace ((u * q + v) mod q)%nat with v by (rewrite Nat.add_comm, Nat.mod_add, Nat.mod_small by lia; reflexivity). ring.
Qed.

Definition identity (i j : nat) : R := if Nat.eqb i j then 1 else 0.

Theorem kronecker_inverse p q A B C D : (0 < q)%nat ->
  (forall i j, (i < p)%nat -> (j < p)%nat -> sum p (fun u => A i u * C u j) = identity i j) ->
  (forall i j, (i < q)%nat -> (j < q)%nat -> sum q (fun v => B i v * D v j) = identity i j) ->
  forall i j, (i < p * q)%nat -> (j < p * q)%nat -> sum (p * q) (fun k => kron q A B i k * kron q C D k j) = identity i j.
Proof.
  intros Hq HA HB i j Hi Hj. rewrite mixed_product by assumption. unfold kron.
  rewrite HA by (apply Nat.div_lt_upper_bound; lia). rewrite HB by (apply Nat.mod_upper_bound; lia). unfold identity.
  pose proof (Nat.div_mod_eq i q) as Ei. pose proof (Nat.div_mod_eq j q) as Ej.
  destruct (Nat.eqb_spec (i / q) (j / q)) as [E|N]; destruct (Nat.eqb_spec (i mod q) (j mod q)) as [F|M]; destruct (Nat.eqb_spec i j) as [G|H]; try ring; exfalso.
  - apply H. rewrite Ei, Ej, E, F. reflexivity.
  - apply M. now rewrite G.
  - apply N. now rewrite G.
  - apply N. now rewrite G.
Qed.

(** * Theorem 4.9: private for inputs that differ in at most k bits. *)
Definition private_within (n k : nat) (alpha a : R) : Prop :=
  forall r x y, length r = n -> length x = n -> length y = n -> (distance x y <= k)%nat -> C a r x <= exp alpha * C a r y.
Definition inefficiency (n : nat) (a : R) : R := ((a ^ 2 + (1 - a) ^ 2) / (2 * a - 1) ^ 2) ^ n.
Definition inefficiency_at (n k : nat) (alpha : R) : R := ((exp (2 * alpha / INR k) + 1) / (exp (alpha / INR k) - 1) ^ 2) ^ n.

Lemma entry_repeat a b u v n : entry a b (repeat u n) (repeat v n) = (if eqb u v then a else b) ^ n.
Proof. induction n as [|n IH]; simpl; [reflexivity|]. now rewrite IH. Qed.

Lemma entry_append a b r x s y : length r = length x -> entry a b (r ++ s) (x ++ y) = entry a b r x * entry a b s y.
Proof. revert x. induction r as [|u r IH]; intros [|v x] H; simpl in *; try lia; [ring|]. rewrite IH by lia. ring. Qed.

Lemma distance_append r x s y : length r = length x -> distance (r ++ s) (x ++ y) = (distance r x + distance s y)%nat.
Proof. revert x. induction r as [|u r IH]; intros [|v x] H; simpl in *; try lia. rewrite IH by lia. destruct (eqb u v); lia. Qed.

Lemma distance_opposite n : distance (repeat false n) (repeat true n) = n.
Proof. induction n as [|n IH]; simpl; [reflexivity | now rewrite IH]. Qed.

Lemma root_order x y k : 0 <= x -> 0 <= y -> (1 <= k)%nat -> x ^ k <= y ^ k -> x <= y.
Proof.
  intros Hx Hy Hk H. destruct (Rle_lt_dec x y) as [|L]; [assumption|]. exfalso. destruct k as [|k]; [lia|]. clear Hk.
  assert (y ^ S k < x ^ S k); [|lra]. clear H. induction k as [|k IH]; [simpl; lra|].
  change (y * y ^ S k < x * x ^ S k). apply Rmult_le_0_lt_compat; try assumption. now apply pow_le.
Qed.

Lemma one_bit n k alpha a : (1 <= k <= n)%nat -> 0 <= a <= 1 -> private_within n k alpha a ->
  a <= exp (alpha / INR k) * (1 - a) /\ 1 - a <= exp (alpha / INR k) * a.
Proof.
  intros Hk Ha H. assert (Pk : 0 < INR k) by (apply lt_0_INR; lia).
  set (v := exp (alpha / INR k)). assert (V : v ^ k = exp alpha).
  { unfold v. rewrite <- Rpower_pow by apply exp_pos. unfold Rpower. rewrite ln_exp. f_equal. field. lra. }
  assert (V0 : 0 < v) by apply exp_pos.
  set (x := repeat false k ++ repeat false (n - k)). set (y := repeat true k ++ repeat false (n - k)).
  assert (Lx : length x = n) by (unfold x; rewrite app_length, !repeat_length; lia).
  assert (Ly : length y = n) by (unfold y; rewrite app_length, !repeat_length; lia).
  assert (Dxy : distance x y = k).
  { unfold x, y. rewrite distance_append by (now rewrite !repeat_length). rewrite distance_opposite, distance_self. lia. }
  assert (Cxx : C a x x = a ^ k * a ^ (n - k)) by (unfold C, x; rewrite entry_append, !entry_repeat by reflexivity; reflexivity).
  assert (Cxy : C a x y = (1 - a) ^ k * a ^ (n - k)) by (unfold C, x, y; rewrite entry_append, !entry_repeat by (now rewrite !repeat_length); reflexivity).
  pose proof (H x x y Lx Lx Ly ltac:(lia)) as A. pose proof (H x y x Lx Ly Lx ltac:(rewrite distance_symmetric; lia)) as B.
  rewrite Cxx, Cxy, <- V in A, B.
  assert (Hard : 0 < a ^ (n - k) \/ a = 0) by (destruct (Req_dec a 0); [now right | left; apply pow_lt; lra]).
  destruct Hard as [P|Z].
  - split; apply (root_order _ _ k); try lia; try lra; try (apply Rmult_le_pos; lra); rewrite Rpow_mult_distr;
      apply Rmult_le_reg_r with (a ^ (n - k)); try assumption; lra.
  - exfalso. subst a. set (r := repeat false k ++ repeat true (n - k)).
    assert (Lr : length r = n) by (unfold r; rewrite app_length, !repeat_length; lia).
    pose proof (H r y x Lr Ly Lx ltac:(rewrite distance_symmetric; lia)) as N. unfold C, r, x, y in N.
    rewrite !entry_append, !entry_repeat in N by (now rewrite !repeat_length). simpl eqb in N. cbv iota in N.
    rewrite Rminus_0_r, !pow1, (pow_i k) in N by lia. lra.
Qed.

Lemma one_bit_bound v a : 1 < v -> a <> 1 / 2 -> a <= v * (1 - a) -> 1 - a <= v * a ->
  (v ^ 2 + 1) / (v - 1) ^ 2 <= (a ^ 2 + (1 - a) ^ 2) / (2 * a - 1) ^ 2.
Proof.
  intros Hv Ha A B. assert (V : 0 < (v - 1) ^ 2) by (apply pow_lt; lra).
  assert (D : 0 < (2 * a - 1) ^ 2) by (rewrite <- Rsqr_pow2; apply Rlt_0_sqr; lra).
  pose proof (Rmult_le_pos (v * (1 - a) - a) (v * a - (1 - a)) ltac:(lra) ltac:(lra)) as P.
  apply Rmult_le_reg_r with ((v - 1) ^ 2 * (2 * a - 1) ^ 2); [now apply Rmult_lt_0_compat|].
  replace ((v ^ 2 + 1) / (v - 1) ^ 2 * ((v - 1) ^ 2 * (2 * a - 1) ^ 2)) with ((v ^ 2 + 1) * (2 * a - 1) ^ 2) by (field; lra).
  replace ((a ^ 2 + (1 - a) ^ 2) / (2 * a - 1) ^ 2 * ((v - 1) ^ 2 * (2 * a - 1) ^ 2)) with ((a ^ 2 + (1 - a) ^ 2) * (v - 1) ^ 2) by (field; lra).
  lra.
Qed.

Theorem theorem_4_9 n k alpha a : (1 <= k <= n)%nat -> 0 < alpha -> 0 <= a <= 1 -> a <> 1 / 2 -> private_within n k alpha a ->
  inefficiency_at n k alpha <= inefficiency n a.
Proof.
  intros Hk Hal Ha Na H. destruct (one_bit n k alpha a Hk Ha H) as [A B]. assert (Pk : 0 < INR k) by (apply lt_0_INR; lia).
  unfold inefficiency_at, inefficiency. set (v := exp (alpha / INR k)) in *.
  assert (V1 : 1 < v) by (unfold v; rewrite <- exp_0; apply exp_increasing; now apply Rdiv_lt_0_compat).
  replace (exp (2 * alpha / INR k)) with (v ^ 2) by (unfold v; simpl; rewrite Rmult_1_r, <- exp_plus; f_equal; field; lra).
  apply pow_incr. split; [|now apply one_bit_bound].
  apply Rmult_le_pos; [|left; apply Rinv_0_lt_compat, pow_lt; lra]. pose proof (pow_le v 2 ltac:(lra)). lra.
Qed.

Theorem theorem_4_9_loss n k alpha a s : (1 <= k <= n)%nat -> 0 < alpha -> 0 <= a <= 1 -> a <> 1 / 2 -> private_within n k alpha a -> s < 1 ->
  (inefficiency_at n k alpha - s) / (1 - s) <= loss n a s.
Proof.
  intros Hk Hal Ha Na H Hs. pose proof (theorem_4_9 n k alpha a Hk Hal Ha Na H) as I. unfold loss. fold (inefficiency n a).
  apply Rmult_le_compat_r; [left; apply Rinv_0_lt_compat; lra | lra].
Qed.

(** * Corollary 2: for n = 1, against every randomizer of a bit, x and y being its chances of the truth; the loss is the variance over
    that of truthful answers, pi (1 - pi). *)
Definition bit_private (t x y : R) : Prop := x <= t * (1 - y) /\ 1 - y <= t * x /\ y <= t * (1 - x) /\ 1 - x <= t * y.
Definition bit_loss (x y pi : R) : R := Holohan.V x y pi / (pi * (1 - pi)).

Lemma bit_loss_is_loss a pi : a <> 1 / 2 -> 0 < pi < 1 -> bit_loss a a pi = loss 1 a (pi ^ 2 + (1 - pi) ^ 2).
Proof.
  intros Ha Hp. unfold bit_loss, loss, Holohan.V. field. assert (0 < pi * (1 - pi)) by (apply Rmult_lt_0_compat; lra). repeat split; lra.
Qed.

Theorem corollary_2 alpha pi : 0 < alpha -> 0 < pi < 1 -> let a := exp alpha / (exp alpha + 1) in
  bit_private (exp alpha) a a /\ loss 1 a (pi ^ 2 + (1 - pi) ^ 2) = bit_loss a a pi /\
  forall x y, 0 <= x <= 1 -> 0 <= y <= 1 -> x + y <> 1 -> bit_private (exp alpha) x y -> bit_loss a a pi <= bit_loss x y pi.
Proof.
  intros Hal Hp a. set (t := exp alpha) in *. assert (Ht : t > 1) by (unfold t; rewrite <- exp_0; now apply exp_increasing).
  assert (A1 : 1 - a = 1 / (t + 1)) by (unfold a; field; lra). assert (A2 : a = t * (1 - a)) by (rewrite A1; unfold a; field; lra).
  assert (A3 : 0 < 1 - a) by (rewrite A1; apply Rdiv_lt_0_compat; lra). assert (A4 : 1 - a < a) by (rewrite A2; pose proof (Rmult_lt_compat_r (1 - a) 1 t A3 Ht); lra).
  assert (A5 : 1 - a <= t * a) by (pose proof (Rmult_le_compat_r a 1 t ltac:(lra) ltac:(lra)); lra).
  split; [repeat split; lra|]. split; [symmetry; apply bit_loss_is_loss; lra|].
  assert (Q : 0 < pi * (1 - pi)) by (apply Rmult_lt_0_compat; lra).
  assert (M : Holohan.minimiser t 0 pi a a) by (apply Holohan.theorem_2; [assumption | assumption | now split]).
  intros x y Hx Hy D [B1 [B2 [B3 B4]]]. unfold bit_loss. apply Rmult_le_compat_r; [left; now apply Rinv_0_lt_compat|].
  destruct (Rlt_le_dec 1 (x + y)) as [G|G].
  - apply M. unfold Holohan.region. repeat split; lra.
  - replace (Holohan.V x y pi) with (Holohan.V (1 - x) (1 - y) pi) by (unfold Holohan.V; field; split; lra).
    apply M. unfold Holohan.region. repeat split; lra.
Qed.
