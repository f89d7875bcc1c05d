(** Vinterbo, sections 4.2, 4.3 and 5: strings of bits of any length; the unrelated question, Warner's device, Rappor, marginals,
    the algorithm and its listing, and privacy bit by bit. *)

From Coq Require Import Reals Lra Lia List Arith Bool.
From Rropt Require Import Sums Vinterbo VinterboKronecker.
From Rropt Require VinterboBounds VinterboLoss.
Import ListNotations.
Open Scope R_scope.

(** * The unrelated question, section 5.1: the bits of x where u is 0, those of z where it is 1. *)
Fixpoint mixed (x u z : list bool) : list bool :=
  match x, u, z with
  | b :: x', c :: u', d :: z' => (if c then d else b) :: mixed x' u' z'
  | _, _, _ => []
  end.
Fixpoint covers (u d : list bool) : bool :=
  match u, d with c :: u', b :: d' => implb b c && covers u' d' | _, _ => true end.
Fixpoint agree (u z r : list bool) : bool :=
  match u, z, r with c :: u', d :: z', e :: r' => implb c (eqb d e) && agree u' z' r' | _, _, _ => true end.
Fixpoint size (u : list bool) : nat := match u with [] => O | c :: u' => ((if c then 1 else 0) + size u')%nat end.
(** n independent trials of success probability p. *)
Fixpoint trials (p : R) (u : list bool) : R := match u with [] => 1 | c :: u' => (if c then p else 1 - p) * trials p u' end.
Definition one (b : bool) : R := if b then 1 else 0.
Notation xors := VinterboBounds.xors.

Lemma size_le n u : length u = n -> (size u <= n)%nat.
Proof. revert n. induction u as [|c u IH]; intros n H; simpl in *; [lia|]. destruct n; [lia|]. specialize (IH n ltac:(lia)). destruct c; lia. Qed.

Lemma mixed_is n x u z r : length x = n -> length u = n -> length z = n -> length r = n ->
  same r (mixed x u z) = one (covers u (xors x r)) * one (agree u z r).
Proof.
  revert x u z r. induction n as [|n IH]; intros [|b x] [|c u] [|d z] [|e r]; simpl; intros; try lia.
  - unfold same, one. destruct (list_eq_dec _ _ _); [ring | congruence].
  - rewrite same_cons, IH by lia. destruct b, c, d, e; simpl; unfold one; simpl; ring.
Qed.

Theorem unrelated_cover n x u z r : length x = n -> length u = n -> length z = n -> r = mixed x u z -> covers u (xors x r) = true.
Proof.
  intros Hx Hu Hz ->. revert n Hx Hu Hz. revert u z. induction x as [|b x IH]; intros [|c u] [|d z] n Hx Hu Hz; simpl in *; try reflexivity; try lia.
  destruct n; [lia|]. rewrite (IH u z n) by lia. destruct b, c, d; reflexivity.
Qed.

(** The first display: u and z drawn apart, whatever their laws. *)
Theorem unrelated_convolution n PU PZ x r : length x = n -> length r = n ->
  strings n (fun u => strings n (fun z => PU u * PZ z * same r (mixed x u z))) =
  strings n (fun u => if covers u (xors x r) then PU u * strings n (fun z => if agree u z r then PZ z else 0) else 0).
Proof.
  intros Hx Hr. apply strings_ext. intros u Hu.
  rewrite (strings_ext n _ (fun z => one (covers u (xors x r)) * PU u * (if agree u z r then PZ z else 0))).
  - rewrite strings_scal. unfold one. destruct (covers u (xors x r)); ring.
  - intros z Hz. rewrite (mixed_is n) by assumption. unfold one. destruct (agree u z r); ring.
Qed.

Theorem unrelated_weights n p u r : length u = n -> length r = n ->
  trials p u = p ^ size u * (1 - p) ^ (n - size u) /\ strings n (fun z => if agree u z r then trials (1 / 2) z else 0) = (1 / 2) ^ size u.
Proof.
  revert u r. induction n as [|n IH]; intros [|c u] [|e r]; simpl length; intros Hu Hr; try lia; [simpl; split; ring|].
  destruct (IH u r ltac:(lia) ltac:(lia)) as [A B]. pose proof (size_le n u ltac:(lia)) as L. split.
  - cbn [trials size]. rewrite A. destruct c; cbn [Nat.add].
    + replace (S n - S (size u))%nat with (n - size u)%nat by lia. simpl. ring.
    + replace (S n - size u)%nat with (S (n - size u)) by lia. simpl. ring.
  - cbn [strings agree trials size].
    rewrite (strings_ext n (fun z => if implb c (eqb false e) && agree u z r then (1 - 1 / 2) * trials (1 / 2) z else 0)
      (fun z => (if implb c (eqb false e) then 1 / 2 else 0) * (if agree u z r then trials (1 / 2) z else 0)))
      by (intros z _; destruct (implb c (eqb false e)), (agree u z r); simpl; field).
    rewrite (strings_ext n (fun z => if implb c (eqb true e) && agree u z r then 1 / 2 * trials (1 / 2) z else 0)
      (fun z => (if implb c (eqb true e) then 1 / 2 else 0) * (if agree u z r then trials (1 / 2) z else 0)))
      by (intros z _; destruct (implb c (eqb true e)), (agree u z r); simpl; field).
    rewrite !strings_scal, B. destruct c, e; simpl; field.
Qed.

(** The strings u above d, counted, and those of a given size. *)
Lemma binomial_ends m : Binomial.C m 0 = 1 /\ Binomial.C m m = 1.
Proof.
  pose proof (INR_fact_neq_0 m) as F. unfold Binomial.C. rewrite Nat.sub_0_r, Nat.sub_diag. simpl (INR (fact 0)). split; field; assumption.
Qed.

Lemma sizes_above n d j : length d = n ->
  strings n (fun u => one (covers u d && Nat.eqb (size u) (j + size d))) = if (j <=? n - size d)%nat then Binomial.C (n - size d) j else 0.
Proof.
  revert d j. induction n as [|n IH]; intros [|b d] j H; simpl length in H; try lia.
  - cbn [strings covers size andb]. rewrite Nat.add_0_r. destruct j; simpl; unfold one; simpl; [symmetry; apply (binomial_ends 0) | reflexivity].
  - pose proof (size_le n d ltac:(lia)) as L. cbn [strings covers size]. destruct b; cbn [implb andb Nat.add].
    + rewrite (strings_ext n (fun _ => one false) (fun _ => 0)) by reflexivity. rewrite strings_zero, Rplus_0_l.
      rewrite (strings_ext n _ (fun u => one (covers u d && Nat.eqb (size u) (j + size d)))).
      * rewrite IH by lia. reflexivity.
      * intros u _. f_equal. f_equal. rewrite Nat.add_succ_r. reflexivity.
    + rewrite IH by lia. replace (S n - size d)%nat with (S (n - size d)) by lia. set (m := (n - size d)%nat).
      destruct j as [|j].
      * rewrite (strings_ext n (fun u => one (covers u d && Nat.eqb (S (size u)) (0 + size d))) (fun u => 0)).
        { rewrite strings_zero. simpl. rewrite !(proj1 (binomial_ends _)). ring. }
        intros u Hu. destruct (covers u d) eqn:Cv; [|reflexivity]. cbn [andb]. destruct (Nat.eqb_spec (S (size u)) (0 + size d)) as [E|]; [exfalso|reflexivity].
        assert (G : forall u d, covers u d = true -> length u = length d -> (size d <= size u)%nat).
        { clear. induction u as [|c u IHu]; intros [|b d] Hc Hl; simpl in *; try lia. apply andb_prop in Hc. destruct Hc as [Hb Hc].
          specialize (IHu d Hc ltac:(lia)). destruct b, c; simpl in *; try discriminate; lia. }
        specialize (G u d Cv ltac:(lia)). lia.
      * rewrite (strings_ext n (fun u => one (covers u d && Nat.eqb (S (size u)) (S j + size d))) (fun u => one (covers u d && Nat.eqb (size u) (j + size d)))) by reflexivity.
        rewrite IH by lia. fold m. destruct (Nat.leb_spec (S j) m), (Nat.leb_spec j m), (Nat.leb_spec (S j) (S m)); try lia.
        -- rewrite <- pascal by lia. ring.
        -- replace j with m by lia. rewrite !(proj2 (binomial_ends _)). ring.
        -- ring.
Qed.

Lemma all_above n d : length d = n -> strings n (fun u => one (covers u d)) = 2 ^ (n - size d).
Proof.
  revert d. induction n as [|n IH]; intros [|b d] H; simpl length in H; try lia; [unfold one; simpl; ring|].
  pose proof (size_le n d ltac:(lia)) as L. cbn [strings covers size]. destruct b; cbn [implb andb Nat.add].
  - rewrite (strings_ext n (fun _ => one false) (fun _ => 0)) by reflexivity. rewrite strings_zero, IH by lia.
    replace (S n - S (size d))%nat with (n - size d)%nat by lia. ring.
  - rewrite IH by lia. replace (S n - size d)%nat with (S (n - size d)) by lia. simpl. ring.
Qed.

Theorem unrelated_count n d : length d = n -> strings n (fun u => one (covers u d)) = 2 ^ (n - size d) /\
  forall i, (i <= n - size d)%nat -> strings n (fun u => one (covers u d && Nat.eqb (size u) (i + size d))) = Binomial.C (n - size d) i.
Proof.
  intros H. split; [now apply all_above|]. intros i Hi. rewrite sizes_above by assumption. destruct (Nat.leb_spec i (n - size d)); [reflexivity | lia].
Qed.

(** The second display against the third. *)
Lemma sum_to n f : sum (S n) f = sum_f_R0 f n.
Proof. induction n as [|n IH]; [simpl; ring|]. cbn [sum_f_R0]. rewrite <- IH. reflexivity. Qed.

Theorem unrelated_sum n d p : (d <= n)%nat ->
  sum (S (n - d)) (fun i => Binomial.C (n - d) i * (p / 2) ^ (i + d) * (1 - p) ^ (n - i - d)) = p ^ d * (2 - p) ^ (n - d) / 2 ^ n.
Proof.
  intros H. rewrite (sum_ext _ _ (fun i => (p / 2) ^ d * (Binomial.C (n - d) i * (p / 2) ^ i * (1 - p) ^ (n - d - i)))).
  - rewrite sum_scal, sum_to, <- binomial. replace (p / 2 + (1 - p)) with ((2 - p) / 2) by field.
    replace (2 ^ n) with (2 ^ d * 2 ^ (n - d)) by (rewrite <- pow_add; f_equal; lia). unfold Rdiv. rewrite !Rpow_mult_distr, !pow_inv.
    field. split; apply pow_nonzero; lra.
  - intros i Hi. rewrite pow_add. replace (n - i - d)%nat with (n - d - i)%nat by lia. ring.
Qed.

(** The third display: the matrix of the unrelated question is C_{(2 - p)/2}. *)
Fixpoint along (w : bool -> bool -> bool -> bool -> R) (u z x r : list bool) : R :=
  match u, z, x, r with
  | c :: u', d :: z', b :: x', e :: r' => w c d b e * along w u' z' x' r'
  | _, _, _, _ => 1
  end.
Lemma sum_along n w a b x r : (forall v e, w false false v e + w false true v e + (w true false v e + w true true v e) = if eqb e v then a else b) ->
  length x = n -> length r = n -> strings n (fun u => strings n (fun z => along w u z x r)) = entry a b r x.
Proof.
  intros Hw. revert x r. induction n as [|n IH]; intros [|v x] [|e r]; simpl length; intros Hx Hr; try lia; [reflexivity|].
  assert (One : forall c, strings n (fun u => strings (S n) (fun z => along w (c :: u) z (v :: x) (e :: r))) = (w c false v e + w c true v e) * entry a b r x).
  { intros c. rewrite <- (IH x r) by lia. rewrite <- strings_scal. apply strings_ext. intros u _. cbn [strings along].
    rewrite !strings_scal. ring. }
  change (strings n (fun u => strings (S n) (fun z => along w (false :: u) z (v :: x) (e :: r))) + strings n (fun u => strings (S n) (fun z => along w (true :: u) z (v :: x) (e :: r))) = entry a b (e :: r) (v :: x)).
  rewrite !One. cbn [entry]. rewrite <- Hw. ring.
Qed.

Theorem unrelated_matrix n p x r : length x = n -> length r = n ->
  strings n (fun u => strings n (fun z => trials p u * trials (1 / 2) z * same r (mixed x u z))) = C ((2 - p) / 2) r x /\
  C ((2 - p) / 2) r x = p ^ distance r x * (2 - p) ^ (n - distance r x) / 2 ^ n.
Proof.
  intros Hx Hr. split.
  - set (w := fun c d b e : bool => (if c then p else 1 - p) * (if d then 1 / 2 else 1 - 1 / 2) * (if eqb e (if c then d else b) then 1 else 0)).
    unfold C. rewrite <- (sum_along n w ((2 - p) / 2) (1 - (2 - p) / 2) x r); try assumption.
    + apply strings_ext. intros u Hu. apply strings_ext. intros z Hz. clear - Hx Hr Hu Hz. revert x r u z Hx Hr Hu Hz.
      induction n as [|n IH]; intros [|b x] [|e r] [|c u] [|d z]; simpl length; intros; try lia.
      * unfold same. simpl. ring.
      * cbn [trials mixed along]. rewrite same_cons, <- (IH x r u z) by lia. unfold w. ring.
    + intros v e. unfold w. destruct v, e; simpl; field.
  - rewrite (theorem_4_4_entries n) by assumption. pose proof (distance_le n r x Hr Hx) as L.
    replace (2 ^ n) with (2 ^ distance r x * 2 ^ (n - distance r x)) by (rewrite <- pow_add; f_equal; lia).
    replace (1 - (2 - p) / 2) with (p * / 2) by field. unfold Rdiv. rewrite !Rpow_mult_distr, !pow_inv. field. split; apply pow_nonzero; lra.
Qed.

(** * Warner's device, section 5.2, and Rappor, section 5.3 *)

(** Who answers yes if the spinner, which shows Yes with probability p, indicates the truth, and no otherwise. *)
Theorem warner_matrix p y x :
  (if eqb y (eqb true x) then p else 0) + (if eqb y (eqb false x) then 1 - p else 0) = C p [y] [x].
Proof. unfold C. destruct y, x; simpl; ring. Qed.

Theorem rappor_one_time n f x r : length x = n -> length r = n ->
  strings n (fun u => strings n (fun z => trials f u * trials (1 / 2) z * same r (mixed x u z))) = C ((2 - f) / 2) r x.
Proof. intros. now apply unrelated_matrix. Qed.

(** A report of 1 is made with probability q where the bit is 1, and p where it is 0, bit by bit. *)
Definition instant (p q : R) (y x : bool) : R := if x then (if y then q else 1 - q) else (if y then p else 1 - p).
Definition both_steps (p q a : R) (y x : bool) : R := instant p q y false * C a [false] [x] + instant p q y true * C a [true] [x].
Theorem rappor_instant n p q f r x : p = 1 - q -> length r = n -> length x = n ->
  (forall y b, instant p q y b = C q [y] [b]) /\ (forall y b, both_steps p q ((2 - f) / 2) y b = C (q - (q - 1 / 2) * f) [y] [b]) /\
  strings n (fun y => C q r y * C ((2 - f) / 2) y x) = C (q - (q - 1 / 2) * f) r x.
Proof.
  intros -> Hr Hx. split; [intros [|] [|]; unfold instant, C; simpl; ring|]. split; [intros [|] [|]; unfold both_steps, instant, C; simpl; field|].
  unfold C. rewrite product_of_two by assumption. f_equal; field.
Qed.

Theorem rappor_in_family p q f : 
  ((exists a, forall y x, both_steps p q ((2 - f) / 2) y x = C a [y] [x]) <-> p = 1 - q) /\
  forall n x r, length x = n -> length r = n ->
    strings n (fun u => strings n (fun z => trials f u * trials (1 / 2) z * same r (mixed x u z))) = C ((2 - f) / 2) r x.
Proof.
  split; [|intros; now apply rappor_one_time]. split.
  - intros [a H]. pose proof (H true true) as A. pose proof (H false false) as B. unfold both_steps, instant, C in A, B. simpl in A, B. lra.
  - intros E. exists (q - (q - 1 / 2) * f). intros y x. now apply (rappor_instant 0 p q f [] []).
Qed.

(** * The constants, sections 4.3 and 5.2 *)
Notation base := VinterboLoss.base.

Lemma base_of_ratio a : 0 < a < 1 -> a <> 1 / 2 -> 1 < ratio a /\ base a = (ratio a ^ 2 + 1) / (ratio a - 1) ^ 2.
Proof.
  intros Ha H. unfold ratio. destruct (Rlt_le_dec a (1 / 2)) as [L|L].
  - assert (Q : 1 < (1 - a) / a) by (apply Rmult_lt_reg_r with a; [lra|]; unfold Rdiv; rewrite Rmult_assoc, Rinv_l by lra; lra).
    assert (Q' : a / (1 - a) < 1) by (apply Rmult_lt_reg_r with (1 - a); [lra|]; unfold Rdiv; rewrite Rmult_assoc, Rinv_l by lra; lra).
    rewrite Rmax_right by lra. split; [assumption|]. unfold VinterboLoss.base. field. repeat split; lra.
  - assert (L' : 1 / 2 < a) by lra.
    assert (Q : 1 < a / (1 - a)) by (apply Rmult_lt_reg_r with (1 - a); [lra|]; unfold Rdiv; rewrite Rmult_assoc, Rinv_l by lra; lra).
    assert (Q' : (1 - a) / a < 1) by (apply Rmult_lt_reg_r with a; [lra|]; unfold Rdiv; rewrite Rmult_assoc, Rinv_l by lra; lra).
    rewrite Rmax_left by lra. split; [assumption|]. unfold VinterboLoss.base. field. repeat split; lra.
Qed.

(** Section 5.2, last display: at the same privacy both devices have this constant. *)
Theorem equal_at_privacy n alpha a : 0 < a < 1 -> 0 < alpha -> ratio a = exp alpha ->
  base a ^ n = ((exp (2 * alpha) + 1) / (exp alpha - 1) ^ 2) ^ n.
Proof.
  intros Ha H E. assert (N : a <> 1 / 2).
  { intros ->. unfold ratio in E. replace (1 / 2 / (1 - 1 / 2)) with 1 in E by field. replace ((1 - 1 / 2) / (1 / 2)) with 1 in E by field.
    rewrite Rmax_left in E by lra. pose proof (exp_increasing 0 alpha H) as I. rewrite exp_0 in I. lra. }
  f_equal. rewrite (proj2 (base_of_ratio a Ha N)), E. replace (exp (2 * alpha)) with (exp alpha ^ 2); [reflexivity|].
  replace (2 * alpha) with (alpha + alpha) by ring. rewrite exp_plus. ring.
Qed.

Theorem equal_constants n alpha p q : 0 < p < 1 -> 0 < q < 1 -> 0 < alpha -> ratio ((2 - p) / 2) = exp alpha -> ratio q = exp alpha ->
  base ((2 - p) / 2) ^ n = base q ^ n /\ base q ^ n = ((exp (2 * alpha) + 1) / (exp alpha - 1) ^ 2) ^ n.
Proof. intros Hp Hq H A B. rewrite !(equal_at_privacy n alpha) by (assumption || lra). split; reflexivity. Qed.

Theorem composition n s a b : 0 < a < 1 -> 0 < b < 1 -> ratio a = ratio b -> base a ^ n = base b ^ n /\ loss n a s = loss n b s.
Proof.
  intros Ha Hb E. assert (B : base a = base b).
  { destruct (Req_dec a (1 / 2)) as [->|Na].
    - destruct (Req_dec b (1 / 2)) as [->|Nb]; [reflexivity|]. exfalso. destruct (base_of_ratio b Hb Nb) as [H _]. rewrite <- E in H. unfold ratio in H.
      replace (1 / 2 / (1 - 1 / 2)) with 1 in H by field. replace ((1 - 1 / 2) / (1 / 2)) with 1 in H by field. rewrite Rmax_left in H by lra. lra.
    - destruct (Req_dec b (1 / 2)) as [->|Nb].
      + exfalso. destruct (base_of_ratio a Ha Na) as [H _]. rewrite E in H. unfold ratio in H.
        replace (1 / 2 / (1 - 1 / 2)) with 1 in H by field. replace ((1 - 1 / 2) / (1 / 2)) with 1 in H by field. rewrite Rmax_left in H by lra. lra.
      + rewrite (proj2 (base_of_ratio a Ha Na)), (proj2 (base_of_ratio b Hb Nb)), E. reflexivity. }
  rewrite !VinterboLoss.loss_is, B. split; reflexivity.
Qed.

Theorem ratio_below_one n p : (1 <= n)%nat -> 0 < p < 2 / 3 -> p <> 1 / 2 -> base ((2 - p) / 2) ^ n / base p ^ n < 1.
Proof.
  intros Hn Hp H. assert (K : 0 < (2 * p - 1) ^ 2) by (replace ((2 * p - 1) ^ 2) with (Rsqr (2 * p - 1)) by (unfold Rsqr; ring); apply Rsqr_pos_lt; lra).
  destruct (VinterboLoss.base_above_1 p H ltac:(lra)) as [B _]. destruct (VinterboLoss.base_above_1 ((2 - p) / 2) ltac:(lra) ltac:(lra)) as [B' _].
  assert (L : base ((2 - p) / 2) < base p).
  { assert (E : base p - base ((2 - p) / 2) = p * (2 - 3 * p) / (2 * ((2 * p - 1) ^ 2 * (1 - p) ^ 2))) by (unfold VinterboLoss.base; field; lra).
    assert (0 < p * (2 - 3 * p) / (2 * ((2 * p - 1) ^ 2 * (1 - p) ^ 2))); [|lra].
    apply Rdiv_lt_0_compat; [apply Rmult_lt_0_compat; lra|]. apply Rmult_lt_0_compat; [lra|]. apply Rmult_lt_0_compat; [assumption | apply pow_lt; lra]. }
  assert (P : 0 < base p ^ n) by (apply pow_lt; lra). apply Rmult_lt_reg_r with (base p ^ n); [assumption|].
  unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. rewrite Rmult_1_l, Rmult_1_r.
  clear K P. induction Hn as [|n Hn IH]; [simpl; lra|]. simpl. apply Rmult_gt_0_lt_compat; try lra; try (apply pow_lt; lra).
Qed.

(** Section 2, last paragraph: for two bits or more C_a(n) has one value off the diagonal only at a = 1/2. *)
Theorem k_rr_meets_family_once n a v : (2 <= n)%nat -> 0 < a < 1 ->
  (forall r x, length r = n -> length x = n -> r <> x -> C a r x = v) -> a = 1 / 2.
Proof.
  intros Hn Ha H. destruct n as [|[|n]]; try lia. set (o := repeat false n). assert (Lo : length o = n) by apply repeat_length.
  pose proof (H (true :: false :: o) (false :: false :: o) ltac:(simpl; lia) ltac:(simpl; lia) ltac:(discriminate)) as A.
  pose proof (H (true :: true :: o) (false :: false :: o) ltac:(simpl; lia) ltac:(simpl; lia) ltac:(discriminate)) as B.
  unfold C in A, B. simpl in A, B. pose proof (entry_pos a (1 - a) o o ltac:(lra) ltac:(lra)) as P. set (e := entry a (1 - a) o o) in *.
  assert (E : (1 - a) * e * (2 * a - 1) = 0) by lra. apply Rmult_integral in E. destruct E as [E|E]; [|lra].
  exfalso. pose proof (Rmult_lt_0_compat (1 - a) e ltac:(lra) P). lra.
Qed.
