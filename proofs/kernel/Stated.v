(** What SPEC section 5.8 says beside the kinds: Rényi's divergence by its outer step, and a phi that is stated, lines or a function
    whose second derivative is not negative (9.7). *)

From Coq Require Import Reals Lra Lia Arith.
From Coquelicot Require Import Coquelicot.
From Rropt Require Import Sums Mechanisms Prices Ways Functions.
Open Scope R_scope.

(** R(x) = log(1 + (o - 1) x)/(o - 1) grows. *)
Definition renyi_of (o x : R) : R := ln (1 + (o - 1) * x) / (o - 1).

Theorem renyi_step o x y : o <> 1 -> 0 < 1 + (o - 1) * x -> 0 < 1 + (o - 1) * y -> x <= y -> renyi_of o x <= renyi_of o y.
Proof.
  intros Ho Hx Hy H. unfold renyi_of.
  assert (Mono : forall p q, 0 < p -> p <= q -> ln p <= ln q) by (intros p q Hp [L|L]; [left; now apply ln_increasing | rewrite L; lra]).
  destruct (Rle_lt_dec o 1) as [L|L].
  - assert (B : (o - 1) * y <= (o - 1) * x) by (pose proof (Rmult_le_compat_l (1 - o) _ _ ltac:(lra) H); lra).
    pose proof (Mono _ _ Hy ltac:(apply Rplus_le_compat_l; exact B)) as M.
    replace (ln (1 + (o - 1) * x) / (o - 1)) with (- ln (1 + (o - 1) * x) * / (1 - o)) by (field; lra).
    replace (ln (1 + (o - 1) * y) / (o - 1)) with (- ln (1 + (o - 1) * y) * / (1 - o)) by (field; lra).
    apply Rmult_le_compat_r; [left; apply Rinv_0_lt_compat; lra | lra].
  - pose proof (Rmult_le_compat_l (o - 1) _ _ ltac:(lra) H) as B. pose proof (Mono _ _ Hx ltac:(apply Rplus_le_compat_l; exact B)) as M.
    apply Rmult_le_compat_r; [left; apply Rinv_0_lt_compat; lra | exact M].
Qed.

(** With the phi of [power], 1 + (o - 1) Sum f is Sum a^o b^(1 - o), whose logarithm over o - 1 is Rényi's divergence. Where a or b
    is 0 the term is 0, as f is -b/(o - 1) and 0; with o > 1 and b = 0 < a both are infinite, and are not meant. *)
Theorem renyi_of_power m k o p q P : 0 < o -> o <> 1 -> sum k q = 1 -> mechanism m k P ->
  (forall i, (i < m)%nat -> 0 <= dot k p (P i) /\ 0 <= dot k q (P i) /\ (1 < o -> dot k q (P i) = 0 -> dot k p (P i) = 0)) ->
  renyi_of o (sum m (fun i => perspective (phi_power o) 0 (dot k p (P i)) (dot k q (P i)))) =
  ln (sum m (fun i => power (dot k p (P i)) o * power (dot k q (P i)) (1 - o))) / (o - 1).
Proof.
  intros Ho N1 Hq HP Pos. unfold renyi_of. f_equal. f_equal.
  destruct (power_divergence o Ho N1) as [_ [_ [_ Value]]].
  rewrite (sum_ext m _ (fun i => (power (dot k p (P i)) o * power (dot k q (P i)) (1 - o)) * / (o - 1) - dot k q (P i) * / (o - 1))).
  - rewrite sum_minus, !sum_scal_r, (dot_rows m k q P HP), Hq. field. lra.
  - intros i Hi. destruct (Pos i Hi) as [A [B _]]. set (a := dot k p (P i)) in *. set (b := dot k q (P i)) in *.
    destruct (Req_dec b 0) as [->|Nb]; [rewrite perspective_end, power_end; ring|].
    destruct (Req_dec a 0) as [->|Na].
    + rewrite perspective_at, power_end by assumption. unfold phi_power. replace (0 / b) with 0 by (field; assumption).
      rewrite power_end. field. lra.
    + rewrite Value, !power_at by lra. field. lra.
Qed.

(** Lines whose largest is phi: it is convex, of the last slope at infinity. *)
Theorem stated_lines n (slope height : nat -> R) L : (forall i, (i <= n)%nat -> slope i <= L) ->
  supported (fun x => largest n (fun i => slope i * x + height i)) true L.
Proof.
  intros HL x0 _. assert (Top : exists i, (i <= n)%nat /\ largest n (fun i => slope i * x0 + height i) = slope i * x0 + height i).
  { clear. induction n as [|n [i [Hi E]]]; [exists 0%nat; split; [lia | reflexivity]|]. cbn [largest]. unfold Rmax at 1. cbv beta.
    destruct (Rle_dec _ _); [exists (S n); split; [lia | reflexivity] | exists i; split; [lia | exact E]]. }
  destruct Top as [i [Hi E]]. exists (slope i). split; [auto|]. intros x _. rewrite E.
  pose proof (largest_ge n (fun i => slope i * x + height i) i Hi) as G. cbv beta in G. lra.
Qed.

(** Lines that meet at corners, with slopes that do not fall: between two corners, and beyond the last, the line there is the largest. *)
Theorem lines_meet n (slope height corner : nat -> R) i x :
  (forall j, (j < n)%nat -> slope j <= slope (S j) /\ slope j * corner j + height j = slope (S j) * corner j + height (S j)) ->
  (i <= n)%nat -> (forall j, (j < i)%nat -> corner j <= x) -> (forall j, (i <= j < n)%nat -> x <= corner j) ->
  largest n (fun i => slope i * x + height i) = slope i * x + height i.
Proof.
  intros Meet Hi Below Above. apply Rle_antisym; [|exact (largest_ge n (fun i => slope i * x + height i) i Hi)].
  assert (Step : forall j, (j < n)%nat -> (slope (S j) * x + height (S j)) - (slope j * x + height j) = (slope (S j) - slope j) * (x - corner j))
    by (intros j Hj; destruct (Meet j Hj); lra).
  apply largest_le. intros a Ha. destruct (le_lt_dec a i) as [L|L].
  - assert (Up : forall d, (a + d <= i)%nat -> slope a * x + height a <= slope (a + d)%nat * x + height (a + d)%nat).
    { induction d as [|d IH]; intros Hd; [rewrite Nat.add_0_r; lra|]. specialize (IH ltac:(lia)). replace (a + S d)%nat with (S (a + d)) by lia.
      pose proof (Step (a + d)%nat ltac:(lia)) as S. destruct (Meet (a + d)%nat ltac:(lia)) as [G _]. pose proof (Below (a + d)%nat ltac:(lia)).
      pose proof (Rmult_le_pos (slope (Datatypes.S (a + d)) - slope (a + d)%nat) (x - corner (a + d)%nat) ltac:(lra) ltac:(lra)). lra. }
    specialize (Up (i - a)%nat ltac:(lia)). replace (a + (i - a))%nat with i in Up by lia. exact Up.
  - assert (Down : forall d, (i + d <= n)%nat -> slope (i + d)%nat * x + height (i + d)%nat <= slope i * x + height i).
    { induction d as [|d IH]; intros Hd; [rewrite Nat.add_0_r; lra|]. specialize (IH ltac:(lia)). replace (i + S d)%nat with (S (i + d)) by lia.
      pose proof (Step (i + d)%nat ltac:(lia)) as S. destruct (Meet (i + d)%nat ltac:(lia)) as [G _]. pose proof (Above (i + d)%nat ltac:(lia)).
      pose proof (Rmult_le_pos (slope (Datatypes.S (i + d)) - slope (i + d)%nat) (corner (i + d)%nat - x) ltac:(lra) ltac:(lra)). lra. }
    specialize (Down (a - i)%nat ltac:(lia)). replace (i + (a - i))%nat with a in Down by lia. exact Down.
Qed.

(** A function whose second derivative is not negative lies above its tangents, whose slopes are at most the limit of phi(x)/x. *)
Definition supported_inside (phi : R -> R) (bounded : bool) (L : R) : Prop := forall x0, 0 < x0 ->
  exists slope, (bounded = true -> slope <= L) /\ forall x, 0 < x -> phi x0 + slope * (x - x0) <= phi x.

Lemma rises h h' a b : 0 < a <= b -> (forall x, 0 < x -> is_derive h x (h' x)) ->
  exists c, a <= c <= b /\ h b - h a = h' c * (b - a).
Proof.
  intros Hab H. destruct (MVT_gen h a b h') as [c [Hc E]].
  - intros x Hx. rewrite Rmin_left, Rmax_right in Hx by lra. apply H. lra.
  - intros x Hx. rewrite Rmin_left, Rmax_right in Hx by lra. apply continuity_pt_filterlim, (ex_derive_continuous h x). exists (h' x). apply H. lra.
  - rewrite Rmin_left, Rmax_right in Hc by lra. exists c. split; [lra | exact E].
Qed.

Theorem stated_smooth phi d1 d2 bounded L :
  (forall x, 0 < x -> is_derive phi x (d1 x)) -> (forall x, 0 < x -> is_derive d1 x (d2 x) /\ 0 <= d2 x) ->
  (bounded = true -> forall e, 0 < e -> exists M, forall x, M < x -> phi x / x <= L + e) -> supported_inside phi bounded L.
Proof.
  intros H1 H2 Hinf x0 P0. exists (d1 x0).
  assert (Slopes : forall a b, 0 < a <= b -> d1 a <= d1 b).
  { intros a b Hab. destruct (rises d1 d2 a b Hab (fun x Hx => proj1 (H2 x Hx))) as [c [Hc E]].
    pose proof (Rmult_le_pos (d2 c) (b - a) (proj2 (H2 c ltac:(lra))) ltac:(lra)). lra. }
  assert (Tangent : forall x, 0 < x -> phi x0 + d1 x0 * (x - x0) <= phi x).
  { intros x Hx. destruct (Rle_lt_dec x0 x) as [L1|L1].
    - destruct (rises phi d1 x0 x ltac:(lra) H1) as [c [Hc E]]. pose proof (Slopes x0 c ltac:(lra)) as S.
      pose proof (Rmult_le_compat_r (x - x0) _ _ ltac:(lra) S). lra.
    - destruct (rises phi d1 x x0 ltac:(lra) H1) as [c [Hc E]]. pose proof (Slopes c x0 ltac:(lra)) as S.
      pose proof (Rmult_le_compat_r (x0 - x) _ _ ltac:(lra) S). lra. }
  split; [|exact Tangent].
  intros Bd. destruct (Rle_lt_dec (d1 x0) L) as [|N]; [assumption | exfalso]. set (e := (d1 x0 - L) / 2). assert (He : 0 < e) by (unfold e; lra).
  destruct (Hinf Bd e He) as [M HM]. set (x := Rmax 1 (Rmax (M + 1) ((d1 x0 * x0 - phi x0) / e + 1))).
  assert (X1 : 1 <= x) by (unfold x; apply Rmax_l). assert (X2 : M + 1 <= x) by (unfold x; eapply Rle_trans; [apply Rmax_l | apply Rmax_r]).
  assert (X3 : (d1 x0 * x0 - phi x0) / e + 1 <= x) by (unfold x; eapply Rle_trans; [apply Rmax_r | apply Rmax_r]).
  clearbody x. pose proof (HM x ltac:(lra)) as B. pose proof (Tangent x ltac:(lra)) as T.
  pose proof (Rmult_le_compat_r x _ _ ltac:(lra) B) as B'. assert (X0 : x <> 0) by lra.
  unfold Rdiv in B'. rewrite Rmult_assoc, Rinv_l, Rmult_1_r in B' by exact X0.
  pose proof (Rmult_le_compat_l e _ _ ltac:(lra) X3) as C. replace (e * ((d1 x0 * x0 - phi x0) / e + 1)) with (d1 x0 * x0 - phi x0 + e) in C by (field; lra).
  assert (E : (L + e) * x = d1 x0 * x - e * x) by (unfold e; field). lra.
Qed.

(** With its limit at 0. *)
Theorem stated_at_zero phi bounded L : supported_inside phi bounded L ->
  (forall e, 0 < e -> exists d, 0 < d /\ forall x, 0 < x < d -> phi x <= phi 0 + e) -> supported phi bounded L.
Proof.
  intros HS H0 x0 P0. destruct (HS x0 P0) as [sl [Hs Tangent]]. exists sl. split; [exact Hs|].
  intros x Hx. destruct (Req_dec x 0) as [->|N]; [|apply Tangent; lra].
  apply Rnot_lt_le. intros Lt. set (gap := phi x0 + sl * (0 - x0) - phi 0) in *. assert (G : 0 < gap) by (unfold gap; lra).
  destruct (H0 (gap / 2) ltac:(lra)) as [d [Hd Near]].
  (* a point so near to 0 that its tangent value has lost less than half of the gap *)
  set (y := Rmin (d / 2) (gap / 4 / (Rabs sl + 1))). pose proof (Rabs_pos (sl)) as A.
  assert (Y0 : 0 < y) by (apply Rmin_glb_lt; [lra | apply Rdiv_lt_0_compat; lra]).
  assert (Y1 : y <= d / 2) by apply Rmin_l. assert (Y2 : y <= gap / 4 / (Rabs sl + 1)) by apply Rmin_r.
  pose proof (Near y ltac:(lra)) as B. pose proof (Tangent y Y0) as T.
  pose proof (Rmult_le_compat_r (Rabs sl + 1) _ _ ltac:(lra) Y2) as C.
  replace (gap / 4 / (Rabs sl + 1) * (Rabs sl + 1)) with (gap / 4) in C by (field; lra).
  pose proof (Rle_abs (- sl)) as D. rewrite Rabs_Ropp in D. pose proof (Rmult_le_compat_r y _ _ ltac:(lra) D). unfold gap in *. lra.
Qed.

(** Where phi(0) is infinite, the perspective is finite where a = 0 only if b = 0. *)
Definition finite_inside (bounded : bool) (a b : R) : Prop := finite bounded a b /\ (a = 0 -> b = 0).

Theorem inside_subadditive phi bounded L a b c d : supported_inside phi bounded L -> finite_inside bounded a b -> finite_inside bounded c d ->
  perspective phi L (a + c) (b + d) <= perspective phi L a b + perspective phi L c d.
Proof.
  intros HS [[Ha [Hb Fb]] Za] [[Hc [Hd Fd]] Zc].
  assert (End : forall a b c, 0 < b -> (a = 0 -> b = 0) -> 0 <= a -> 0 <= c -> (bounded = false -> c = 0) ->
    perspective phi L (a + c) b <= perspective phi L a b + c * L).
  { clear - HS. intros a b c Hb Z Ha Hc F. assert (Pa : 0 < a) by (destruct Ha as [|E]; [assumption | rewrite Z in Hb by lra; lra]).
    rewrite !perspective_at by lra. destruct (Req_dec c 0) as [->|N]; [rewrite Rplus_0_r; lra|].
    destruct bounded; [|now specialize (F eq_refl)].
    destruct (HS ((a + c) / b) ltac:(apply Rdiv_lt_0_compat; lra)) as [s [Hs Line]]. specialize (Hs eq_refl).
    pose proof (Rmult_le_compat_l b _ _ ltac:(lra) (Line (a / b) ltac:(apply Rdiv_lt_0_compat; lra))) as B.
    replace (b * (phi ((a + c) / b) + s * (a / b - (a + c) / b))) with (b * phi ((a + c) / b) - s * c) in B by (field; lra).
    pose proof (Rmult_le_compat_r c _ _ Hc Hs). lra. }
  destruct (Req_dec b 0) as [->|Nb]; [destruct (Req_dec d 0) as [->|Nd]|destruct (Req_dec d 0) as [->|Nd]].
  - rewrite Rplus_0_r, !perspective_end. lra.
  - rewrite perspective_end, Rplus_0_l, (Rplus_comm a c), (Rplus_comm (a * L)). apply End; auto; lra.
  - rewrite perspective_end, Rplus_0_r. apply End; auto; lra.
  - assert (Pa : 0 < a) by (destruct Ha as [|E]; [assumption | exfalso; auto]). assert (Pc : 0 < c) by (destruct Hc as [|E]; [assumption | exfalso; auto]).
    rewrite !perspective_at by lra. set (x0 := (a + c) / (b + d)). assert (P0 : 0 < x0) by (apply Rdiv_lt_0_compat; lra).
    destruct (HS x0 P0) as [s [_ Line]].
    pose proof (Rmult_le_compat_l b _ _ ltac:(lra) (Line (a / b) ltac:(apply Rdiv_lt_0_compat; lra))) as A.
    pose proof (Rmult_le_compat_l d _ _ ltac:(lra) (Line (c / d) ltac:(apply Rdiv_lt_0_compat; lra))) as B.
    replace (b * (phi x0 + s * (a / b - x0))) with (b * phi x0 + s * (a - b * x0)) in A by (field; lra).
    replace (d * (phi x0 + s * (c / d - x0))) with (d * phi x0 + s * (c - d * x0)) in B by (field; lra).
    assert (E : (b + d) * x0 = a + c) by (unfold x0; field; lra). assert (s * (a - b * x0) + s * (c - d * x0) = 0); [|lra].
    replace (s * (a - b * x0) + s * (c - d * x0)) with (s * (a + c - (b + d) * x0)) by ring. rewrite E. ring.
Qed.

Theorem inside_convex k phi bounded L p q : supported_inside phi bounded L -> nonneg k p -> nonneg k q ->
  convex_on k (fun s => finite_between k bounded p q s /\ (dot k p s = 0 -> dot k q s = 0)) (fun s => perspective phi L (dot k p s) (dot k q s)).
Proof.
  intros HS Hp Hq.
  (* the cone and the zero are those of a divergence with phi(0) finite *)
  destruct (divergence_convex k (fun _ => 0) bounded 0 p q) as [[CS CP CT] [Z0 _] _ _ _]; auto.
  { intros x0 _. exists 0. split; [lra|]. intros. lra. }
  constructor.
  - constructor.
    + intros r s H [A B]. split; [now apply (CS r s)|]. rewrite !(dot_ext k _ s _ r) by (auto; intros; symmetry; auto). exact B.
    + intros r s [A B] [A' B']. split; [now apply CP|]. rewrite !dot_plus. intros Z.
      destruct A as [A _], A' as [A' _]. pose proof (dot_nonneg k p r Hp A). pose proof (dot_nonneg k p s Hp A'). rewrite B, B' by lra. ring.
    + intros c r Hc [A B]. split; [now apply CT|]. rewrite !dot_times. intros Z. apply Rmult_integral in Z. destruct Z as [->|Z]; [ring | rewrite (B Z); ring].
  - assert (Z : forall u, dot k u (fun _ => 0) = 0) by (intros; now apply dot_zero). split; [split; [exact Z0 | intros; apply Z]|].
    rewrite !Z, perspective_end. lra.
  - intros r s H. now rewrite !(dot_ext k _ r _ s) by auto.
  - intros r s [[A F] B] [[A' F'] B']. rewrite !dot_plus. apply (inside_subadditive phi bounded); auto; now split.
  - intros c r Hc _. rewrite !dot_times. right. now apply perspective_homogeneous.
Qed.
