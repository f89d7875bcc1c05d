(** Enclosures of numbers that are no quotients: SPEC sections 5.7 and 5.8. Intervals of integers hold U times a number, where U is
    the unit, a power of 2; each operation rounds outward. Logarithms by the series of artanh, roots by integer roots. *)

From Coq Require Import Reals ZArith Lra Lia Arith.
From Coquelicot Require Import Coquelicot.
From Rropt Require Import Sums.
Open Scope R_scope.

(** * Integer division. *)
Lemma floor_div a b : (b <> 0)%Z -> IZR (a / b) <= IZR a / IZR b < IZR (a / b) + 1.
Proof.
  intros Hb. assert (B : IZR b <> 0) by (intros E; apply Hb; now apply eq_IZR).
  assert (E : IZR a = IZR b * IZR (a / b) + IZR (a mod b)) by (rewrite <- mult_IZR, <- plus_IZR; f_equal; apply Z.div_mod; lia).
  replace (IZR a / IZR b) with (IZR (a / b) + IZR (a mod b) / IZR b) by (rewrite E; field; lra).
  assert (F : 0 <= IZR (a mod b) / IZR b < 1); [|lra].
  destruct (Z_lt_le_dec 0 b) as [P|N].
  - pose proof (Z.mod_pos_bound a b P) as [M1 M2]. apply IZR_le in M1. apply IZR_lt in M2. apply IZR_lt in P. split.
    + apply Rmult_le_pos; [lra | left; now apply Rinv_0_lt_compat].
    + apply Rmult_lt_reg_r with (IZR b); [assumption|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. lra.
  - pose proof (Z.mod_neg_bound a b ltac:(lia)) as [M1 M2]. apply IZR_lt in M1. apply IZR_le in M2. apply IZR_le in N.
    replace (IZR (a mod b) / IZR b) with (- IZR (a mod b) / - IZR b) by (field; lra). split.
    + apply Rmult_le_pos; [lra | left; apply Rinv_0_lt_compat; lra].
    + apply Rmult_lt_reg_r with (- IZR b); [lra|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. lra.
Qed.

Definition ceiling (a b : Z) : Z := (- (- a / b))%Z.

Lemma ceiling_div a b : (b <> 0)%Z -> IZR a / IZR b <= IZR (ceiling a b).
Proof.
  intros Hb. pose proof (proj1 (floor_div (- a) b Hb)) as F. unfold ceiling. rewrite opp_IZR in *. unfold Rdiv in *.
  rewrite Ropp_mult_distr_l_reverse in F. lra.
Qed.

Lemma Rmin_scaled a b c : 0 <= c -> Rmin (a * c) (b * c) = Rmin a b * c.
Proof. intros H. rewrite !(Rmult_comm _ c). symmetry. apply Rmult_min_distr_l; assumption || lra. Qed.

Lemma Rmax_scaled a b c : 0 <= c -> Rmax (a * c) (b * c) = Rmax a b * c.
Proof. intros H. rewrite !(Rmult_comm _ c). now apply RmaxRmult. Qed.

(** A product lies between the least and the largest product of the ends. *)
Lemma corners a b c d x y : a <= x <= b -> c <= y <= d ->
  Rmin (Rmin (a * c) (a * d)) (Rmin (b * c) (b * d)) <= x * y <= Rmax (Rmax (a * c) (a * d)) (Rmax (b * c) (b * d)).
Proof.
  intros [A B] [C D].
  assert (Line : forall p q s r : R, p <= s <= q -> Rmin (p * r) (q * r) <= s * r <= Rmax (p * r) (q * r)).
  { intros p q s r [P Q]. destruct (Rle_lt_dec 0 r) as [R|R].
    - pose proof (Rmult_le_compat_r r _ _ R P). pose proof (Rmult_le_compat_r r _ _ R Q).
      pose proof (Rmin_l (p * r) (q * r)). pose proof (Rmax_r (p * r) (q * r)). lra.
    - pose proof (Rmult_le_compat_neg_l r _ _ ltac:(lra) P). pose proof (Rmult_le_compat_neg_l r _ _ ltac:(lra) Q).
      pose proof (Rmin_r (p * r) (q * r)). pose proof (Rmax_l (p * r) (q * r)). lra. }
  pose proof (Line a b x y ltac:(lra)) as [L1 L2].
  pose proof (Line c d y a ltac:(lra)) as [L3 L4]. pose proof (Line c d y b ltac:(lra)) as [L5 L6].
  rewrite (Rmult_comm c a), (Rmult_comm d a), (Rmult_comm y a) in *. rewrite (Rmult_comm c b), (Rmult_comm d b), (Rmult_comm y b) in *.
  split.
  - eapply Rle_trans; [|exact L1]. apply Rmin_glb; [eapply Rle_trans; [apply Rmin_l | exact L3] | eapply Rle_trans; [apply Rmin_r | exact L5]].
  - eapply Rle_trans; [exact L2|]. apply Rmax_lub; [eapply Rle_trans; [exact L4 | apply Rmax_l] | eapply Rle_trans; [exact L6 | apply Rmax_r]].
Qed.

Lemma IZR_min a b : IZR (Z.min a b) = Rmin (IZR a) (IZR b).
Proof.
  destruct (Z.min_spec a b) as [[L ->]|[L ->]]; symmetry; [apply Rmin_left, IZR_le; lia | apply Rmin_right, IZR_le; lia].
Qed.

Lemma IZR_max a b : IZR (Z.max a b) = Rmax (IZR a) (IZR b).
Proof.
  destruct (Z.max_spec a b) as [[L ->]|[L ->]]; symmetry; [apply Rmax_right, IZR_le; lia | apply Rmax_left, IZR_le; lia].
Qed.

Section Intervals.

Variable U : Z.
Hypothesis unit_positive : (0 < U)%Z.

Let u : R := IZR U.
Let U_not_0 : (U <> 0)%Z.
Proof. lia. Qed.
Lemma u_positive : 0 < u.
Proof. now apply (IZR_lt 0). Qed.

Definition holds (a : Z * Z) (x : R) : Prop := IZR (fst a) <= u * x <= IZR (snd a).

Definition plus (a b : Z * Z) := ((fst a + fst b)%Z, (snd a + snd b)%Z).
Definition minus (a b : Z * Z) := ((fst a - snd b)%Z, (snd a - fst b)%Z).
Definition least4 (a b c d : Z) : Z := Z.min (Z.min a b) (Z.min c d).
Definition most4 (a b c d : Z) : Z := Z.max (Z.max a b) (Z.max c d).
Definition times (a b : Z * Z) :=
  let w := (fst a * fst b)%Z in let x := (fst a * snd b)%Z in let y := (snd a * fst b)%Z in let z := (snd a * snd b)%Z in
  ((least4 w x y z / U)%Z, ceiling (most4 w x y z) U).
Definition halve (a : Z * Z) := ((fst a / 2)%Z, ceiling (snd a) 2).

Theorem plus_holds a b x y : holds a x -> holds b y -> holds (plus a b) (x + y).
Proof. unfold holds, plus. simpl. rewrite !plus_IZR. lra. Qed.

Theorem minus_holds a b x y : holds a x -> holds b y -> holds (minus a b) (x - y).
Proof. unfold holds, minus. simpl. rewrite !minus_IZR. lra. Qed.

Theorem halve_holds a x : holds a x -> holds (halve a) (x / 2).
Proof.
  unfold holds, halve. simpl. pose proof (floor_div (fst a) 2 ltac:(lia)) as F. pose proof (ceiling_div (snd a) 2 ltac:(lia)) as C.
  unfold Rdiv in *. lra.
Qed.

Theorem times_holds a b x y : holds a x -> holds b y -> holds (times a b) (x * y).
Proof.
  unfold holds, times, least4, most4. simpl. intros A B. pose proof (corners _ _ _ _ _ _ A B) as [L M]. pose proof u_positive as Hu.
  rewrite <- !mult_IZR, <- !IZR_min in L. rewrite <- !mult_IZR, <- !IZR_max in M.
  assert (E : u * (x * y) = u * x * (u * y) / u) by (field; lra). rewrite E.
  assert (I : 0 < / u) by (now apply Rinv_0_lt_compat). split.
  - eapply Rle_trans; [apply (proj1 (floor_div _ U U_not_0))|]. fold u. unfold Rdiv. apply Rmult_le_compat_r; [lra | exact L].
  - eapply Rle_trans; [|apply ceiling_div; exact U_not_0]. fold u. unfold Rdiv. apply Rmult_le_compat_r; [lra | exact M].
Qed.

(** A quotient, where the sign of the divisor is seen. *)
Definition divide (a b : Z * Z) :=
  (least4 (fst a * U / fst b) (fst a * U / snd b) (snd a * U / fst b) (snd a * U / snd b),
   most4 (ceiling (fst a * U) (fst b)) (ceiling (fst a * U) (snd b)) (ceiling (snd a * U) (fst b)) (ceiling (snd a * U) (snd b))).

Theorem divide_holds a b x y : (0 < fst b \/ snd b < 0)%Z -> holds a x -> holds b y -> holds (divide a b) (x / y).
Proof.
  unfold holds, divide, least4, most4. simpl. intros Sign A B. pose proof u_positive as Hu.
  assert (Ends : (fst b <= snd b)%Z) by (apply le_IZR; lra).
  assert (N : (fst b <> 0)%Z /\ (snd b <> 0)%Z) by lia. destruct N as [N0 N1].
  assert (Inv : y <> 0 /\ / IZR (snd b) <= / (u * y) <= / IZR (fst b)).
  { destruct Sign as [S|S]; apply IZR_lt in S.
    - assert (0 < u * y) by lra. split; [intros ->; lra|]. split; apply Rinv_le_contravar; lra.
    - assert (u * y < 0) by lra. split; [intros ->; lra|]. split; apply Ropp_le_cancel; rewrite <- !Rinv_opp; apply Rinv_le_contravar; lra. }
  destruct Inv as [Y Inv]. pose proof (corners _ _ _ _ _ _ A Inv) as [L M].
  assert (UY : u * y <> 0) by (apply Rmult_integral_contrapositive; lra).
  assert (E : u * (x / y) = u * x * / (u * y) * u) by (field; lra). rewrite E. rewrite !IZR_min, !IZR_max.
  assert (Low : forall c d, (d <> 0)%Z -> IZR (c * U / d) <= IZR c * / IZR d * u).
  { intros c d D. eapply Rle_trans; [apply (proj1 (floor_div _ d D))|]. rewrite mult_IZR. fold u. right. unfold Rdiv. ring. }
  assert (High : forall c d, (d <> 0)%Z -> IZR c * / IZR d * u <= IZR (ceiling (c * U) d)).
  { intros c d D. eapply Rle_trans; [|apply ceiling_div; assumption]. rewrite mult_IZR. fold u. right. unfold Rdiv. ring. }
  split.
  - eapply Rle_trans; [|apply Rmult_le_compat_r; [left; exact Hu | exact L]].
    rewrite <- !(Rmin_scaled _ _ u) by lra.
    apply Rmin_glb; apply Rmin_glb.
    + eapply Rle_trans; [apply Rmin_l|]. eapply Rle_trans; [apply Rmin_r|]. auto.
    + eapply Rle_trans; [apply Rmin_l|]. eapply Rle_trans; [apply Rmin_l|]. auto.
    + eapply Rle_trans; [apply Rmin_r|]. eapply Rle_trans; [apply Rmin_r|]. auto.
    + eapply Rle_trans; [apply Rmin_r|]. eapply Rle_trans; [apply Rmin_l|]. auto.
  - eapply Rle_trans; [apply Rmult_le_compat_r; [left; exact Hu | exact M]|].
    rewrite <- !(Rmax_scaled _ _ u) by lra.
    apply Rmax_lub; apply Rmax_lub.
    + eapply Rle_trans; [|apply Rmax_l]. eapply Rle_trans; [|apply Rmax_r]. auto.
    + eapply Rle_trans; [|apply Rmax_l]. eapply Rle_trans; [|apply Rmax_l]. auto.
    + eapply Rle_trans; [|apply Rmax_r]. eapply Rle_trans; [|apply Rmax_r]. auto.
    + eapply Rle_trans; [|apply Rmax_r]. eapply Rle_trans; [|apply Rmax_l]. auto.
Qed.

(** * Square roots. *)
Definition square_root (a : Z * Z) := (Z.sqrt (Z.max (fst a) 0 * U), (Z.sqrt (Z.max (snd a) 0 * U) + 1)%Z).

Theorem square_root_holds a x : 0 <= x -> holds a x -> holds (square_root a) (sqrt x).
Proof.
  intros Hx [A B]. unfold holds, square_root. simpl. pose proof u_positive as Hu.
  assert (E : u * sqrt x = sqrt (u * x * u)) by (replace (u * x * u) with (u * u * x) by ring; rewrite sqrt_mult_alt, sqrt_square; nra).
  assert (X0 : 0 <= u * x * u) by (pose proof (Rmult_le_pos u x); nra). rewrite E. split.
  - pose proof (Z.sqrt_spec (Z.max (fst a) 0 * U) ltac:(nia)) as [S _]. set (r := Z.sqrt _) in *. pose proof (Z.sqrt_nonneg (Z.max (fst a) 0 * U)) as Rn. fold r in Rn.
    apply IZR_le in S. apply IZR_le in Rn. rewrite !mult_IZR, IZR_max in S. fold u in S.
    rewrite <- (sqrt_square (IZR r)) by assumption. apply sqrt_le_1_alt. eapply Rle_trans; [exact S|].
    apply Rmult_le_compat_r; [lra|]. apply Rmax_lub; [assumption | apply Rmult_le_pos; lra].
  - pose proof (Z.sqrt_spec (Z.max (snd a) 0 * U) ltac:(nia)) as [_ S]. set (r := Z.sqrt _) in *. pose proof (Z.sqrt_nonneg (Z.max (snd a) 0 * U)) as Rn. fold r in Rn.
    apply IZR_lt in S. apply IZR_le in Rn. rewrite !mult_IZR, IZR_max, succ_IZR in S. fold u in S.
    rewrite plus_IZR. rewrite <- (sqrt_square (IZR r + 1)) by lra. apply sqrt_le_1_alt.
    pose proof (Rmult_le_compat_r u _ _ ltac:(lra) (Rle_trans _ _ _ B (Rmax_l (IZR (snd a)) 0))). lra.
Qed.

End Intervals.

(** * artanh z = (log (1 + z) - log (1 - z))/2 by its series. *)
Definition artanh (x : R) : R := (ln (1 + x) - ln (1 - x)) / 2.
Definition series (N : nat) (x : R) : R := sum N (fun n => x ^ (2 * n + 1) / INR (2 * n + 1)).

Lemma increasing h h' x : 0 <= x -> (forall t, 0 <= t <= x -> is_derive h t (h' t) /\ 0 <= h' t) -> h 0 <= h x.
Proof.
  intros Hx H. destruct (MVT_gen h 0 x h') as [c [Hc E]].
  - intros t Ht. rewrite Rmin_left, Rmax_right in Ht by lra. apply H. lra.
  - intros t Ht. rewrite Rmin_left, Rmax_right in Ht by lra. apply continuity_pt_filterlim, (ex_derive_continuous h t). exists (h' t). now apply H.
  - rewrite Rmin_left, Rmax_right in Hc by lra. pose proof (Rmult_le_pos (h' c) x (proj2 (H c Hc)) Hx). lra.
Qed.

Lemma artanh_derive t : -1 < t < 1 -> is_derive artanh t (/ (1 - t * t)).
Proof. intros Ht. unfold artanh. auto_derive; [lra|]. field. split; [nra | lra]. Qed.

Lemma odd_positive n : 0 < INR (2 * n + 1).
Proof. apply lt_0_INR. lia. Qed.

Lemma power_derive n t : is_derive (fun t => t ^ (2 * n + 1) / INR (2 * n + 1)) t (t ^ (2 * n)).
Proof.
  pose proof (odd_positive n) as P. auto_derive; [trivial|]. replace (n + (n + 0) + 1)%nat with (2 * n + 1)%nat by lia.
  replace (pred (2 * n + 1)) with (2 * n)%nat by lia. field. lra.
Qed.

Lemma series_derive N t : is_derive (series N) t (sum N (fun n => t ^ (2 * n))).
Proof.
  unfold series. induction N as [|N IH]; cbn [sum]; [apply (is_derive_const (K := R_AbsRing) (V := R_NormedModule))|].
  apply (is_derive_plus (K := R_AbsRing) (V := R_NormedModule)); [exact IH | apply power_derive].
Qed.

Lemma geometric N t : (1 - t * t) * sum N (fun n => t ^ (2 * n)) = 1 - t ^ (2 * N).
Proof.
  induction N as [|N IH]; [simpl; ring|]. cbn [sum]. rewrite Rmult_plus_distr_l, IH.
  replace (2 * S N)%nat with (2 + 2 * N)%nat by lia. rewrite pow_add. ring.
Qed.

Lemma geometric_sum N t : 0 <= t < 1 -> sum N (fun n => t ^ (2 * n)) = (1 - t ^ (2 * N)) / (1 - t * t).
Proof. intros Ht. rewrite <- geometric. field. nra. Qed.

Lemma artanh_zero : artanh 0 = 0.
Proof. unfold artanh. rewrite Rplus_0_r, Rminus_0_r. lra. Qed.

Lemma series_zero N : series N 0 = 0.
Proof.
  unfold series. rewrite (sum_ext N _ (fun _ => 0)); [apply sum_zero|]. intros n _. rewrite pow_i by lia. unfold Rdiv. ring.
Qed.

Theorem artanh_above N x : 0 <= x < 1 -> series N x <= artanh x.
Proof.
  intros Hx. pose proof (increasing (fun t => artanh t - series N t) (fun t => / (1 - t * t) - sum N (fun n => t ^ (2 * n))) x ltac:(lra)) as I.
  cbv beta in I. rewrite artanh_zero, series_zero in I. assert (H : 0 - 0 <= artanh x - series N x); [|lra]. apply I.
  intros t Ht. split.
  - apply (is_derive_minus (K := R_AbsRing) (V := R_NormedModule)); [apply artanh_derive; lra | apply series_derive].
  - rewrite geometric_sum by lra. assert (D : 0 < 1 - t * t) by nra.
    replace (/ (1 - t * t) - (1 - t ^ (2 * N)) / (1 - t * t)) with (t ^ (2 * N) * / (1 - t * t)) by (field; lra).
    apply Rmult_le_pos; [apply pow_le; lra | left; now apply Rinv_0_lt_compat].
Qed.

(** What is left out: less than the first term left out, over 1 - x^2. *)
Definition rest (N : nat) (x : R) : R := x ^ (2 * N + 1) / INR (2 * N + 1) / (1 - x * x).

Theorem artanh_below N x : 0 <= x < 1 -> artanh x <= series N x + rest N x.
Proof.
  intros Hx. pose proof (odd_positive N) as P.
  pose proof (increasing (fun t => series N t + rest N t - artanh t)
    (fun t => sum N (fun n => t ^ (2 * n)) + (t ^ (2 * N) / (1 - t * t) + 2 * t * (t ^ (2 * N + 1) / INR (2 * N + 1)) / ((1 - t * t) * (1 - t * t))) - / (1 - t * t))
    x ltac:(lra)) as I.
  cbv beta in I. rewrite artanh_zero, series_zero in I.
  assert (Z : rest N 0 = 0) by (unfold rest; rewrite pow_i by lia; unfold Rdiv; ring). rewrite Z in I.
  assert (H : 0 + 0 - 0 <= series N x + rest N x - artanh x); [|lra]. apply I. intros t Ht. assert (D : 0 < 1 - t * t) by nra. split.
  - apply (is_derive_minus (K := R_AbsRing) (V := R_NormedModule)); [|apply artanh_derive; lra].
    apply (is_derive_plus (K := R_AbsRing) (V := R_NormedModule)); [apply series_derive|]. unfold rest.
    auto_derive; [lra|]. replace (N + (N + 0) + 1)%nat with (2 * N + 1)%nat by lia.
    replace (pred (2 * N + 1)) with (2 * N)%nat by lia. field. split; lra.
  - rewrite geometric_sum by lra.
    replace ((1 - t ^ (2 * N)) / (1 - t * t) + (t ^ (2 * N) / (1 - t * t) + 2 * t * (t ^ (2 * N + 1) / INR (2 * N + 1)) / ((1 - t * t) * (1 - t * t))) - / (1 - t * t))
      with (2 * t * (t ^ (2 * N + 1) * / INR (2 * N + 1)) * / ((1 - t * t) * (1 - t * t))) by (field; lra).
    apply Rmult_le_pos; [apply Rmult_le_pos; [lra|]; apply Rmult_le_pos; [apply pow_le; lra|] |]; left; apply Rinv_0_lt_compat; [assumption | nra].
Qed.

(** * The sum of the series in integers, each step rounded down: what the loop `while power` of the checker does. *)
Section Logarithm.

Variable U : Z.
Hypothesis unit_positive : (0 < U)%Z.

Let u : R := IZR U.
Let u_positive : 0 < u.
Proof. now apply (IZR_lt 0). Qed.
Let U_not_0 : (U <> 0)%Z.
Proof. lia. Qed.

(** From a power, i and the sum so far to the sum and i at the end. *)
Inductive runs (square : Z) : Z -> Z -> Z -> Z -> Z -> Prop :=
| runs_end : forall i found, runs square 0 i found found i
| runs_on : forall power i found total last, power <> 0%Z ->
    runs square (power * square / U) (i + 2) (found + power / i) total last -> runs square power i found total last.

Definition artanh_runs (num den found i : Z) : Prop := let z := (num * U / den)%Z in runs (z * z / U) z 1 0 found i.

Lemma powers_near x e N power square : 0 <= x <= / 3 -> 0 <= IZR square -> 0 <= u * (x * x) - IZR square < 5 / 3 -> 0 <= IZR power ->
  u * x ^ (2 * N + 1) = IZR power + e -> 0 <= e < 2 ->
  0 <= IZR (power * square / U) /\ exists e', u * x ^ (2 * S N + 1) = IZR (power * square / U) + e' /\ 0 <= e' < 2.
Proof.
  intros Hx Hs Hq Hp E He. pose proof (floor_div (power * square) U U_not_0) as F. fold u in F. rewrite mult_IZR in F.
  set (p := IZR power) in *. set (s := IZR square) in *. assert (I : 0 < / u) by (now apply Rinv_0_lt_compat).
  assert (X : x ^ (2 * S N + 1) = x ^ (2 * N + 1) * (x * x)) by (replace (2 * S N + 1)%nat with (2 * N + 1 + 2)%nat by lia; rewrite pow_add; simpl; ring).
  assert (X0 : 0 <= x ^ (2 * N + 1)) by (apply pow_le; lra).
  assert (X1 : x ^ (2 * N + 1) <= / 3).
  { replace (2 * N + 1)%nat with (S (2 * N)) by lia. simpl pow. pose proof (pow_incr x 1 (2 * N) ltac:(lra)) as W. rewrite pow1 in W.
    pose proof (pow_le x (2 * N) ltac:(lra)). pose proof (Rmult_le_compat x (/ 3) (x ^ (2 * N)) 1 ltac:(lra) ltac:(lra) ltac:(lra) W). simpl in *. lra. }
  assert (XX : 0 <= x * x <= / 9) by (split; [nra | replace (/ 9) with (/ 3 * / 3) by field; apply Rmult_le_compat; lra]).
  assert (Hps : 0 <= p * s / u) by (apply Rmult_le_pos; [now apply Rmult_le_pos | lra]).
  split.
  - assert (L : (0 <= power * square / U)%Z); [|now apply (IZR_le 0)]. apply Z.div_pos; [|assumption].
    apply Z.mul_nonneg_nonneg; apply le_IZR; assumption.
  - exists (u * x ^ (2 * S N + 1) - IZR (power * square / U)). split; [ring|]. rewrite X, <- Rmult_assoc, E.
    (* (p + e) x^2 - p s/u = e x^2 + p (u x^2 - s)/u *)
    assert (D : (p + e) * (x * x) - p * s / u = e * (x * x) + p / u * (u * (x * x) - s)) by (field; lra).
    assert (P : 0 <= p / u <= / 3).
    { split; [apply Rmult_le_pos; lra|]. apply Rle_trans with (x ^ (2 * N + 1)); [|assumption].
      apply Rmult_le_reg_l with u; [assumption|]. rewrite E. replace (u * (p / u)) with p by (field; lra). lra. }
    assert (A1 : 0 <= e * (x * x) <= 2 / 9) by (split; [apply Rmult_le_pos; lra | apply Rle_trans with (2 * / 9); [apply Rmult_le_compat; lra | lra]]).
    assert (A2 : 0 <= p / u * (u * (x * x) - s) <= 5 / 9) by (split; [apply Rmult_le_pos; lra | apply Rle_trans with (/ 3 * (5 / 3)); [apply Rmult_le_compat; lra | lra]]).
    lra.
Qed.

Lemma terms_near x e N power : 0 <= IZR power -> u * x ^ (2 * N + 1) = IZR power + e -> 0 <= e < 2 ->
  0 <= u * (x ^ (2 * N + 1) / INR (2 * N + 1)) - IZR (power / (2 * Z.of_nat N + 1)) < 3.
Proof.
  intros Hp E He. set (i := (2 * Z.of_nat N + 1)%Z). assert (Hi : (i <> 0)%Z) by (unfold i; lia).
  pose proof (floor_div power i Hi) as F.
  assert (I : INR (2 * N + 1) = IZR i) by (rewrite INR_IZR_INZ; f_equal; unfold i; lia). rewrite I.
  assert (I1 : 1 <= IZR i) by (apply IZR_le; unfold i; lia).
  replace (u * (x ^ (2 * N + 1) / IZR i)) with (IZR power / IZR i + e / IZR i) by (unfold Rdiv; rewrite <- Rmult_assoc, E; ring).
  assert (0 <= e / IZR i < 2); [|lra]. assert (J : 0 < / IZR i) by (apply Rinv_0_lt_compat; lra). split; [apply Rmult_le_pos; lra|].
  apply Rle_lt_trans with e; [|lra]. unfold Rdiv. rewrite <- (Rmult_1_r e) at 2. apply Rmult_le_compat_l; [lra|].
  rewrite <- Rinv_1. apply Rinv_le_contravar; lra.
Qed.

(** The sum of the loop is too small by less than 3 a term, and by what the series leaves out. *)
Lemma runs_near x square power i found total last : runs square power i found total last ->
  0 <= x <= / 3 -> 0 <= IZR square -> 0 <= u * (x * x) - IZR square < 5 / 3 ->
  forall N e, i = (2 * Z.of_nat N + 1)%Z -> 0 <= IZR power -> u * x ^ (2 * N + 1) = IZR power + e -> 0 <= e < 2 ->
  0 <= u * series N x - IZR found <= 3 * INR N ->
  exists N', last = (2 * Z.of_nat N' + 1)%Z /\ 0 <= u * series N' x - IZR total <= 3 * INR N' /\ u * x ^ (2 * N' + 1) < 2.
Proof.
  intros H Hx Hs Hq. induction H as [i found|power i found total last Np H IH]; intros N e Hi Hp E He Near.
  - exists N. split; [assumption|]. split; [assumption | lra].
  - destruct (powers_near x e N power square Hx Hs Hq Hp E He) as [Hp' [e' [E' He']]].
    apply (IH (S N) e'); auto; [lia|].
    pose proof (terms_near x e N power Hp E He) as T. rewrite Hi, plus_IZR. unfold series in *. cbn [sum]. rewrite S_INR, Rmult_plus_distr_l. lra.
Qed.

Theorem artanh_enclosed num den found i : (0 <= num)%Z -> (0 < den)%Z -> (3 * num <= den)%Z -> artanh_runs num den found i ->
  IZR found <= u * artanh (IZR num / IZR den) <= IZR (found + 2 * i + 4).
Proof.
  intros Hn Hd Hr H. unfold artanh_runs in H. set (z := (num * U / den)%Z) in *. set (x := IZR num / IZR den).
  pose proof (IZR_lt 0 den Hd) as D. pose proof (IZR_le 0 num Hn) as Nn. pose proof (IZR_le _ _ Hr) as R. rewrite mult_IZR in R.
  assert (Hx : 0 <= x <= / 3).
  { split; [apply Rmult_le_pos; [lra | left; now apply Rinv_0_lt_compat]|]. apply Rmult_le_reg_r with (IZR den); [assumption|].
    unfold x. replace (IZR num / IZR den * IZR den) with (IZR num) by (field; lra). lra. }
  pose proof (floor_div (num * U) den ltac:(lia)) as Z. fold z in Z. rewrite mult_IZR in Z. fold u in Z.
  replace (IZR num * u / IZR den) with (u * x) in Z by (unfold x; field; lra).
  assert (Z0 : (0 <= z)%Z) by (apply Z.div_pos; [apply Z.mul_nonneg_nonneg; lia | assumption]). pose proof (IZR_le 0 z Z0) as Zr.
  pose proof (floor_div (z * z) U U_not_0) as Q. rewrite mult_IZR in Q. fold u in Q.
  assert (Q0 : (0 <= z * z / U)%Z) by (apply Z.div_pos; [apply Z.mul_nonneg_nonneg; lia | assumption]). pose proof (IZR_le 0 _ Q0) as Qr.
  assert (Sq : 0 <= u * (x * x) - IZR (z * z / U) < 5 / 3).
  { set (d := u * x - IZR z). assert (Hd' : 0 <= d < 1) by (unfold d; lra).
    assert (E : u * (x * x) = IZR z * IZR z / u + d * (x + IZR z / u)) by (unfold d; field; lra).
    assert (I : 0 <= IZR z / u <= x).
    { split; [apply Rmult_le_pos; [lra | left; now apply Rinv_0_lt_compat]|]. apply Rmult_le_reg_l with u; [assumption|].
      replace (u * (IZR z / u)) with (IZR z) by (field; lra). lra. }
    assert (0 <= d * (x + IZR z / u) <= 2 / 3) by (split; [apply Rmult_le_pos; lra | apply Rle_trans with (1 * (2 / 3)); [apply Rmult_le_compat; lra | lra]]). lra. }
  destruct (runs_near x _ _ _ _ _ _ H Hx Qr Sq 0%nat (u * x - IZR z)) as [N [Hi [Near Last]]]; [reflexivity | assumption | simpl; ring | lra | |].
  { unfold series. simpl. rewrite Rmult_0_r. lra. }
  pose proof (artanh_above N x ltac:(lra)) as Above. pose proof (artanh_below N x ltac:(lra)) as Below.
  assert (Rest : u * rest N x <= 9 / 4).
  { unfold rest. assert (O : 1 <= INR (2 * N + 1)) by (change 1 with (INR 1); apply le_INR; lia).
    assert (XX : x * x <= / 9) by (replace (/ 9) with (/ 3 * / 3) by field; apply Rmult_le_compat; lra).
    set (q := u * x ^ (2 * N + 1)) in *. assert (Q' : 0 <= q) by (apply Rmult_le_pos; [lra | apply pow_le; lra]).
    replace (u * (x ^ (2 * N + 1) / INR (2 * N + 1) / (1 - x * x))) with (q * / INR (2 * N + 1) * / (1 - x * x)) by (unfold q; field; lra).
    assert (A : 0 <= q * / INR (2 * N + 1) <= 2).
    { split; [apply Rmult_le_pos; [lra | left; apply Rinv_0_lt_compat; lra]|]. apply Rle_trans with (2 * 1); [|lra]. apply Rmult_le_compat; try lra.
      - left. apply Rinv_0_lt_compat. lra.
      - rewrite <- Rinv_1. apply Rinv_le_contravar; lra. }
    assert (B : 0 <= / (1 - x * x) <= 9 / 8).
    { split; [left; apply Rinv_0_lt_compat; lra|]. replace (9 / 8) with (/ (8 / 9)) by field. apply Rinv_le_contravar; lra. }
    apply Rle_trans with (2 * (9 / 8)); [apply Rmult_le_compat; lra | lra]. }
  pose proof (Rmult_le_compat_l u _ _ ltac:(lra) Above). pose proof (Rmult_le_compat_l u _ _ ltac:(lra) Below) as Below'. rewrite Rmult_plus_distr_l in Below'.
  split; [lra|]. rewrite !plus_IZR, mult_IZR, Hi, plus_IZR, mult_IZR, <- INR_IZR_INZ. pose proof (pos_INR N). lra.
Qed.

(** log (x/U) for U = 2^P and 2^n <= x < 2^(n+1): with l = h/2^(L-1) for the first L bits h of x, and m = x/2^n, the sum of log (m/l),
    log l and (n - P) log 2, all by artanh. *)
Lemma log_by_artanh m : 0 < m -> ln m = 2 * artanh ((m - 1) / (m + 1)).
Proof.
  intros Hm. unfold artanh. replace (1 + (m - 1) / (m + 1)) with (m * (2 / (m + 1))) by (field; lra).
  replace (1 - (m - 1) / (m + 1)) with (2 / (m + 1)) by (field; lra).
  rewrite ln_mult by (try assumption; apply Rdiv_lt_0_compat; lra). lra.
Qed.

Variable P : Z.
Hypothesis precision : (0 <= P)%Z.
Hypothesis power_of_two : U = (2 ^ P)%Z.

Lemma log_two_power n : (0 <= n)%Z -> ln (IZR (2 ^ n)) = IZR n * ln 2.
Proof.
  intros Hn. rewrite <- (Z2Nat.id n Hn) at 1. rewrite <- pow_IZR, ln_pow by lra. now rewrite INR_IZR_INZ, Z2Nat.id.
Qed.

Definition log_low (low shift two_low two_high : Z) : Z := (2 * (low + Z.min (two_low * shift) (two_high * shift)))%Z.
Definition log_high (high shift two_low two_high : Z) : Z := (2 * (high + Z.max (two_low * shift) (two_high * shift)))%Z.

Theorem logarithm_of_integer x n L h found i leading leading_i two two_i : (0 <= n)%Z -> (1 <= L)%Z -> (2 ^ (L - 1) <= h < 2 ^ L)%Z ->
  let y := (x * 2 ^ L)%Z in let q := (h * 2 ^ (n + 1))%Z in (q <= y < q + 2 ^ (n + 1))%Z ->
  artanh_runs (y - q) (y + q) found i -> artanh_runs (h - 2 ^ (L - 1)) (h + 2 ^ (L - 1)) leading leading_i -> artanh_runs 1 3 two two_i ->
  IZR (log_low (found + leading) (n - P) two (two + 2 * two_i + 4)) <= u * ln (IZR x / u) <=
  IZR (log_high (found + 2 * i + 4 + (leading + 2 * leading_i + 4)) (n - P) two (two + 2 * two_i + 4)).
Proof.
  intros Hn HL [H1 H2] y q [Y1 Y2] Run Leading Two.
  assert (B : (0 < 2 ^ (n + 1))%Z) by (apply Z.pow_pos_nonneg; lia).
  assert (O : (0 < 2 ^ (L - 1))%Z) by (apply Z.pow_pos_nonneg; lia).
  assert (LL : (2 ^ L = 2 * 2 ^ (L - 1))%Z) by (rewrite <- Z.pow_succ_r by lia; f_equal; lia).
  assert (NN : (2 ^ (n + 1) = 2 * 2 ^ n)%Z) by (rewrite <- Z.pow_succ_r by lia; f_equal; lia).
  assert (Q : (2 ^ (n + 1) <= q)%Z) by (unfold q; nia).
  pose proof (artanh_enclosed (y - q) (y + q) found i ltac:(lia) ltac:(lia) ltac:(lia) Run) as A.
  pose proof (artanh_enclosed (h - 2 ^ (L - 1)) (h + 2 ^ (L - 1)) leading leading_i ltac:(lia) ltac:(lia) ltac:(lia) Leading) as A1.
  pose proof (artanh_enclosed 1 3 two two_i ltac:(lia) ltac:(lia) ltac:(lia) Two) as A2.
  assert (X : (0 < x)%Z) by (unfold y in *; nia). pose proof (IZR_lt 0 _ X) as Xr.
  assert (Br : 0 < IZR (2 ^ n)) by (apply (IZR_lt 0), Z.pow_pos_nonneg; lia). pose proof (IZR_lt 0 _ O) as Or.
  assert (Hr : 0 < IZR h) by (apply (IZR_lt 0); lia). assert (Yr : 0 < IZR y) by (apply (IZR_lt 0); lia). assert (Qr : 0 < IZR q) by (apply (IZR_lt 0); lia).
  set (m := IZR y / IZR q). set (l := IZR h / IZR (2 ^ (L - 1))).
  assert (Hm : 0 < m) by (now apply Rdiv_lt_0_compat). assert (Hl : 0 < l) by (now apply Rdiv_lt_0_compat).
  assert (E : ln (IZR x / u) = 2 * (artanh (IZR (y - q) / IZR (y + q)) + artanh (IZR (h - 2 ^ (L - 1)) / IZR (h + 2 ^ (L - 1))) + IZR (n - P) * artanh (1 / 3))).
  { replace (IZR (y - q) / IZR (y + q)) with ((m - 1) / (m + 1)) by (rewrite minus_IZR, plus_IZR; unfold m; field; lra).
    replace (IZR (h - 2 ^ (L - 1)) / IZR (h + 2 ^ (L - 1))) with ((l - 1) / (l + 1)) by (rewrite minus_IZR, plus_IZR; unfold l; field; lra).
    replace (1 / 3) with ((2 - 1) / (2 + 1)) by field.
    rewrite !Rmult_plus_distr_l, <- !log_by_artanh by assumption. replace (2 * (IZR (n - P) * artanh ((2 - 1) / (2 + 1)))) with (IZR (n - P) * (2 * artanh ((2 - 1) / (2 + 1)))) by ring.
    rewrite <- log_by_artanh by lra. rewrite minus_IZR.
    assert (M : IZR x / u = m * l * (IZR (2 ^ n) / u)).
    { unfold m, l, y, q. rewrite LL, NN, !mult_IZR. field. repeat split; lra. }
    assert (Pr : 0 < IZR (2 ^ P)) by (apply (IZR_lt 0), Z.pow_pos_nonneg; lia).
    assert (S : ln (IZR (2 ^ n) / u) = (IZR n - IZR P) * ln 2).
    { unfold u. rewrite power_of_two. unfold Rdiv. rewrite ln_mult, ln_Rinv, !log_two_power by (assumption || now apply Rinv_0_lt_compat). ring. }
    assert (ML : 0 < m * l) by (now apply Rmult_lt_0_compat). assert (W : 0 < IZR (2 ^ n) / u) by (now apply Rdiv_lt_0_compat).
    rewrite M, (ln_mult (m * l)), (ln_mult m l), S by assumption. ring. }
  rewrite E. set (a := u * artanh (IZR (y - q) / IZR (y + q))) in *. set (c := u * artanh (IZR (h - 2 ^ (L - 1)) / IZR (h + 2 ^ (L - 1)))) in *.
  set (t := u * artanh (1 / 3)) in *. set (s := IZR (n - P)) in *.
  match goal with |- _ <= ?v <= _ => replace v with (2 * (a + c + t * s)) by (unfold a, c, t; ring) end.
  pose proof (corners _ _ s s t s A2 ltac:(lra)) as [C1 C2]. unfold log_low, log_high.
  rewrite !mult_IZR, !plus_IZR, IZR_min, IZR_max, !mult_IZR, !plus_IZR, !mult_IZR.
  rewrite !plus_IZR, !mult_IZR in A, A1, C1, C2. fold s.
  assert (Min : forall x, Rmin x x = x) by (intros; apply Rmin_left; lra). assert (Max : forall x, Rmax x x = x) by (intros; apply Rmax_left; lra).
  rewrite !Min in C1. rewrite !Max in C2. lra.
Qed.

(** The upper end of a short interval from what is above the logarithm of its lower end: log b <= log a + (b - a)/a. *)
Theorem logarithm_near a b high : (0 < a <= b)%Z -> u * ln (IZR a / u) <= IZR high -> u * ln (IZR b / u) <= IZR (high - (a - b) * U / a).
Proof.
  intros [Ha Hb] High. pose proof (IZR_lt 0 a Ha) as Ar. pose proof (IZR_le a b Hb) as Br.
  assert (E : IZR b / u = IZR a / u * (IZR b / IZR a)) by (field; lra).
  rewrite E, ln_mult by (apply Rdiv_lt_0_compat; lra). rewrite Rmult_plus_distr_l.
  assert (L : ln (IZR b / IZR a) <= IZR b / IZR a - 1).
  { pose proof (exp_ineq1_le (ln (IZR b / IZR a))) as X. rewrite exp_ln in X by (apply Rdiv_lt_0_compat; lra). lra. }
  pose proof (floor_div ((a - b) * U) a ltac:(lia)) as [F _]. rewrite mult_IZR, minus_IZR in F. fold u in F.
  pose proof (Rmult_le_compat_l u _ _ ltac:(lra) L). rewrite minus_IZR.
  replace ((IZR a - IZR b) * u / IZR a) with (- (u * (IZR b / IZR a - 1))) in F by (field; lra). lra.
Qed.

(** The logarithm of an interval: its ends, as the logarithm grows. *)
Theorem logarithm_holds a b low high x : (0 < a)%Z -> holds U (a, b) x ->
  IZR low <= u * ln (IZR a / u) -> u * ln (IZR b / u) <= IZR high -> holds U (low, high) (ln x).
Proof.
  intros Ha [A B] Low High. simpl in A, B. unfold holds. simpl. change (IZR U) with u in A, B |- *. pose proof (IZR_lt 0 a Ha) as Ar.
  assert (Grow : forall p q, 0 < p -> p <= q -> ln p <= ln q) by (intros p q Hp [L|L]; [left; now apply ln_increasing | rewrite L; lra]).
  assert (I : 0 < / u) by (now apply Rinv_0_lt_compat).
  assert (X : x = u * x / u) by (field; lra).
  assert (L1 : ln (IZR a / u) <= ln x) by (apply Grow; [now apply Rdiv_lt_0_compat|]; rewrite X; unfold Rdiv; apply Rmult_le_compat_r; lra).
  assert (L2 : ln x <= ln (IZR b / u)).
  { apply Grow; [rewrite X; apply Rdiv_lt_0_compat; lra|]. rewrite X. unfold Rdiv. apply Rmult_le_compat_r; lra. }
  pose proof (Rmult_le_compat_l u _ _ ltac:(lra) L1). pose proof (Rmult_le_compat_l u _ _ ltac:(lra) L2). lra.
Qed.

End Logarithm.

(** * The power x^(n/d) by an integer root: Newton's steps from above. *)

Lemma means_of_powers d a y : (0 <= a)%Z -> (0 <= y)%Z -> (Z.of_nat (S d) * y * a ^ Z.of_nat d <= Z.of_nat d * a ^ Z.of_nat (S d) + y ^ Z.of_nat (S d))%Z.
Proof.
  intros Ha Hy. induction d as [|d IH]; [change (Z.of_nat 0) with 0%Z; change (Z.of_nat 1) with 1%Z; rewrite Z.pow_0_r, !Z.pow_1_r; lia|].
  set (p := (a ^ Z.of_nat d)%Z) in *. assert (P : (0 <= p)%Z) by (apply Z.pow_nonneg; lia).
  replace (a ^ Z.of_nat (S d))%Z with (a * p)%Z in * by (rewrite Nat2Z.inj_succ, Z.pow_succ_r by lia; reflexivity).
  replace (a ^ Z.of_nat (S (S d)))%Z with (a * (a * p))%Z by (rewrite !Nat2Z.inj_succ, !Z.pow_succ_r by lia; reflexivity).
  replace (y ^ Z.of_nat (S (S d)))%Z with (y * y ^ Z.of_nat (S d))%Z by (rewrite (Nat2Z.inj_succ (S d)), Z.pow_succ_r by lia; reflexivity).
  set (q := (y ^ Z.of_nat (S d))%Z) in *. rewrite !Nat2Z.inj_succ in *. unfold Z.succ in *. set (n := Z.of_nat d) in *.
  pose proof (Z.mul_le_mono_nonneg_l _ _ y Hy IH) as M. assert (N : (0 <= n)%Z) by (unfold n; lia).
  assert (S : (0 <= (n + 1) * (p * ((y - a) * (y - a))))%Z) by (apply Z.mul_nonneg_nonneg; [lia | apply Z.mul_nonneg_nonneg; [assumption | apply Z.square_nonneg]]).
  assert (E : ((n + 1) * (a * (a * p)) + y * q - (n + 1 + 1) * y * (a * p) =
    (y * (n * (a * p) + q) - y * ((n + 1) * y * p)) + (n + 1) * (p * ((y - a) * (y - a))))%Z) by ring. lia.
Qed.

(** One step from above ends at the integer root, or goes on from above. [d] + 1 is the degree. *)
Definition newton (d : nat) (most above : Z) : Z := ((Z.of_nat d * above + most / above ^ Z.of_nat d) / Z.of_nat (S d))%Z.

Theorem newton_from_above d most above y : (0 < above)%Z -> (0 <= y)%Z -> (y ^ Z.of_nat (S d) <= most)%Z -> (y <= newton d most above)%Z.
Proof.
  intros Ha Hy Hm. unfold newton. apply Z.div_le_lower_bound; [lia|].
  assert (P : (0 < above ^ Z.of_nat d)%Z) by (apply Z.pow_pos_nonneg; lia).
  assert (Q : (Z.of_nat (S d) * y - Z.of_nat d * above <= most / above ^ Z.of_nat d)%Z); [|lia].
  apply Z.div_le_lower_bound; [assumption|]. pose proof (means_of_powers d above y ltac:(lia) Hy) as M.
  replace (above ^ Z.of_nat (S d))%Z with (above * above ^ Z.of_nat d)%Z in M by (rewrite Nat2Z.inj_succ, Z.pow_succ_r by lia; reflexivity). nia.
Qed.

Theorem newton_ends d most above : (0 < above)%Z -> (above <= newton d most above)%Z -> (above ^ Z.of_nat (S d) <= most)%Z.
Proof.
  intros Ha H. unfold newton in H. assert (P : (0 < above ^ Z.of_nat d)%Z) by (apply Z.pow_pos_nonneg; lia).
  assert (L : (Z.of_nat (S d) * above <= Z.of_nat d * above + most / above ^ Z.of_nat d)%Z).
  { eapply Z.le_trans; [apply Z.mul_le_mono_nonneg_l; [lia | exact H]|]. apply Z.mul_div_le. lia. }
  assert (Q : (above <= most / above ^ Z.of_nat d)%Z) by lia.
  rewrite Nat2Z.inj_succ, Z.pow_succ_r by lia. pose proof (Z.mul_div_le most _ P). nia.
Qed.

(** The integer root y of x^n U^d/U^n (of degree d, rounded down) encloses the power of a number x/U. *)
Lemma Rlt_pow_base a b n : 0 <= a -> a < b -> (0 < n)%nat -> a ^ n < b ^ n.
Proof.
  intros Ha H Hn. induction n as [|n IH]; [lia|]. destruct n as [|n]; [simpl; lra|]. specialize (IH ltac:(lia)).
  change (a * a ^ S n < b * b ^ S n). pose proof (pow_le a (S n) Ha). apply Rmult_le_0_lt_compat; assumption.
Qed.

Theorem power_of_integer U x n d y : (0 < U)%Z -> (0 < x)%Z -> (0 < n)%nat -> (0 < d)%nat -> (0 <= y)%Z ->
  (y ^ Z.of_nat d <= x ^ Z.of_nat n * U ^ Z.of_nat d / U ^ Z.of_nat n < (y + 1) ^ Z.of_nat d)%Z ->
  IZR y <= IZR U * Rpower (IZR x / IZR U) (INR n / INR d) <= IZR (y + 1).
Proof.
  intros HU Hx Hn Hd Hy [L M]. pose proof (IZR_lt 0 U HU) as U0. pose proof (IZR_lt 0 x Hx) as X0. pose proof (IZR_le 0 y Hy) as Y0.
  assert (Un : (0 < U ^ Z.of_nat n)%Z) by (apply Z.pow_pos_nonneg; lia).
  pose proof (floor_div (x ^ Z.of_nat n * U ^ Z.of_nat d) (U ^ Z.of_nat n) ltac:(lia)) as [F1 F2].
  apply IZR_le in L. assert (M' : (x ^ Z.of_nat n * U ^ Z.of_nat d / U ^ Z.of_nat n + 1 <= (y + 1) ^ Z.of_nat d)%Z) by lia.
  apply IZR_le in M'. rewrite plus_IZR in M'. rewrite <- pow_IZR in L, M'. rewrite mult_IZR, <- !pow_IZR in F1, F2.
  set (r := IZR U * Rpower (IZR x / IZR U) (INR n / INR d)).
  assert (R0 : 0 < r) by (apply Rmult_lt_0_compat; [assumption | apply exp_pos]).
  assert (D : 0 < INR d) by (apply lt_0_INR; lia).
  assert (E : r ^ d = IZR x ^ n * IZR U ^ d / IZR U ^ n).
  { unfold r. rewrite Rpow_mult_distr, <- (Rpower_pow d (Rpower _ _)) by apply exp_pos. rewrite Rpower_mult.
    replace (INR n / INR d * INR d) with (INR n) by (field; lra). rewrite Rpower_pow by (now apply Rdiv_lt_0_compat).
    unfold Rdiv. rewrite Rpow_mult_distr, pow_inv. ring. }
  assert (Root : forall a b, 0 <= a -> 0 <= b -> a ^ d <= b ^ d -> a <= b).
  { intros a b A B H. destruct (Rle_lt_dec a b) as [|N]; [assumption|]. exfalso.
    destruct d as [|d']; [lia|]. pose proof (Rlt_pow_base b a (S d') B N ltac:(lia)). lra. }
  split; apply Root; try lra; rewrite ?plus_IZR, ?E in *; lra.
Qed.
