(** The third way: rays, SPEC sections 4.3, 9.9 and 9.11. What is convex, homogeneous and at most the right side of the lemma on
    prices at the rows by trees is so on the whole cone. *)

From Coq Require Import Reals Lra Lia Arith Bool Classical ZArith.
From Rropt Require Import Sums Mechanisms TwoValuedRows Vertices Prices Ways.
Open Scope R_scope.

(** * Cones s >= 0 with s_hi <= T s_lo for each c < N that is [on]: the extreme rows generate all. *)
Section Cone.

Variables k N : nat.
Variables hi lo : nat -> nat.
Variable T : nat -> R.
Variable on : nat -> bool.

Definition row_of (r : nat -> R) : Prop :=
  (forall j, (j < k)%nat -> 0 <= r j) /\ forall c, (c < N)%nat -> on c = true -> r (hi c) <= T c * r (lo c).

(** Inputs that a path joins to the input [first]: each step of it is some c with r_hi = T r_lo, one way or the other. *)
Inductive joined (r : nat -> R) (first : nat) : nat -> Prop :=
| joined_first : joined r first first
| joined_step : forall c j l, joined r first j -> (c < N)%nat -> on c = true -> (hi c = j /\ lo c = l) \/ (hi c = l /\ lo c = j) ->
    r (hi c) = T c * r (lo c) -> 0 < r j -> 0 < r l -> joined r first l.

(** 1 at the first input of a set U, 0 outside of U, and such paths join all of U: a tree on U. *)
Definition by_tree (r : nat -> R) : Prop := exists first, (first < k)%nat /\ r first = 1 /\ (forall j, (j < first)%nat -> r j = 0) /\
  forall j, (j < k)%nat -> 0 < r j -> joined r first j.

Hypothesis places : forall c, (c < N)%nat -> on c = true -> (hi c < k)%nat /\ (lo c < k)%nat /\ 0 < T c.

(** The inequalities in one list: first the signs, then the others. *)
Definition limit (n : nat) (r : nat -> R) : R :=
  if (n <? k)%nat then r n else let c := (n - k)%nat in if on c then T c * r (lo c) - r (hi c) else 0.
Definition limits : nat := (k + N)%nat.

Lemma limit_line n r s d : limit n (fun j => r j + s * d j) = limit n r + s * limit n d.
Proof. unfold limit. destruct (n <? k)%nat; [ring|]. cbv zeta. destruct (on _); ring. Qed.

Lemma limit_sign r j : (j < k)%nat -> limit j r = r j.
Proof. intros H. unfold limit. destruct (Nat.ltb_spec j k); [reflexivity | lia]. Qed.

Lemma within_limits r : row_of r <-> forall n, (n < limits)%nat -> 0 <= limit n r.
Proof.
  unfold limits, limit. split.
  - intros [S A] n Hn. destruct (Nat.ltb_spec n k) as [L|L]; [auto|]. cbv zeta. destruct (on (n - k)) eqn:E; [|lra].
    specialize (A (n - k)%nat ltac:(lia) E). lra.
  - intros H. split.
    + intros j Hj. specialize (H j ltac:(lia)). destruct (Nat.ltb_spec j k); [assumption | lia].
    + intros c Hc E. specialize (H (k + c)%nat ltac:(lia)). destruct (Nat.ltb_spec (k + c) k); [lia|].
      replace (k + c - k)%nat with c in H by lia. cbv zeta in H. rewrite E in H. lra.
Qed.

(** How many of them are strict. *)
Definition strict (r : nat -> R) (n : nat) : nat := if Req_EM_T (limit n r) 0 then 0%nat else 1%nat.
Fixpoint count (n : nat) (f : nat -> nat) : nat := match n with O => 0%nat | S n' => (count n' f + f n')%nat end.

Lemma count_le n f g : (forall i, (i < n)%nat -> (f i <= g i)%nat) -> (count n f <= count n g)%nat.
Proof. induction n as [|n IH]; intros H; simpl; [lia|]. specialize (IH ltac:(intros; apply H; lia)). specialize (H n ltac:(lia)). lia. Qed.

Lemma count_lt n f g i : (forall i, (i < n)%nat -> (f i <= g i)%nat) -> (i < n)%nat -> (f i < g i)%nat -> (count n f < count n g)%nat.
Proof.
  induction n as [|n IH]; intros H Hi L; [lia|]. simpl. pose proof (H n ltac:(lia)).
  destruct (Nat.eq_dec i n) as [->|E].
  - pose proof (count_le n f g ltac:(intros; apply H; lia)). lia.
  - specialize (IH ltac:(intros; apply H; lia) ltac:(lia) L). lia.
Qed.

Lemma fewer_strict r r' n :
  (forall i, (i < limits)%nat -> limit i r = 0 -> limit i r' = 0) -> (n < limits)%nat -> limit n r <> 0 -> limit n r' = 0 ->
  (count limits (strict r') < count limits (strict r))%nat.
Proof.
  intros H Hn A B. apply count_lt with n; [|assumption|].
  - intros i Hi. unfold strict. destruct (Req_EM_T (limit i r) 0) as [E|E]; destruct (Req_EM_T (limit i r') 0) as [E'|E']; try lia.
    exfalso. auto.
  - unfold strict. destruct (Req_EM_T (limit n r) 0); [contradiction|]. destruct (Req_EM_T (limit n r') 0); [lia | contradiction].
Qed.

Lemma members (n : nat) (Q : nat -> Prop) : exists s : nat -> bool, forall j, (j < n)%nat -> s j = true <-> Q j.
Proof.
  induction n as [|n [s IH]]; [exists (fun _ => true); intros; lia|].
  destruct (classic (Q n)) as [H|H].
  - exists (fun j => if Nat.eqb j n then true else s j). intros j Hj. destruct (Nat.eqb_spec j n) as [->|E]; [tauto | apply IH; lia].
  - exists (fun j => if Nat.eqb j n then false else s j). intros j Hj. destruct (Nat.eqb_spec j n) as [->|E]; [|apply IH; lia].
    split; [discriminate | contradiction].
Qed.

Lemma first_positive r n : (forall j, (j < n)%nat -> 0 <= r j) ->
  (forall j, (j < n)%nat -> r j = 0) \/ exists i, (i < n)%nat /\ 0 < r i /\ forall j, (j < i)%nat -> r j = 0.
Proof.
  induction n as [|n IH]; intros H; [left; intros; lia|].
  destruct IH as [Z|[i [Hi [P Z]]]]; [intros; apply H; lia | |].
  - destruct (Req_dec (r n) 0) as [E|E].
    + left. intros j Hj. destruct (Nat.eq_dec j n) as [->|]; [assumption | apply Z; lia].
    + right. exists n. repeat split; [lia | specialize (H n ltac:(lia)); lra | assumption].
  - right. exists i. repeat split; auto.
Qed.

Lemma joined_times a r first j : 0 < a -> joined r first j -> joined (fun i => a * r i) first j.
Proof.
  intros Ha H. induction H as [|c j l _ IH Hc O E Q Pj Pl]; [constructor|].
  apply joined_step with c j; auto; [rewrite Q; ring | |]; now apply Rmult_lt_0_compat.
Qed.

(** A convex cone that contains 0 and all extreme rows contains every row. *)
Theorem extreme_rows (C : (nat -> R) -> Prop) :
  cone k C -> C (fun _ => 0) -> (forall r, row_of r -> by_tree r -> C r) -> forall r, row_of r -> C r.
Proof.
  intros HC C0 Ext.
  enough (Main : forall n r, (count limits (strict r) < n)%nat -> row_of r -> C r) by (intros r; apply (Main (S (count limits (strict r)))); lia).
  induction n as [|n IH]; intros r Hn Hr; [lia|].
  destruct (first_positive r k (proj1 Hr)) as [Z|[first [Hf [Pf Zf]]]].
  { apply (cone_same k C HC (fun _ => 0)); [intros j Hj; now rewrite Z | exact C0]. }
  destruct (classic (forall j, (j < k)%nat -> 0 < r j -> joined r first j)) as [All|Some].
  { apply (cone_same k C HC (fun j => r first * (/ r first * r j))); [intros; field; lra|].
    apply (cone_times k C HC); [lra|]. pose proof (Rinv_0_lt_compat _ Pf) as I. apply Ext; [split|].
    - intros j Hj. apply Rmult_le_pos; [lra | now apply Hr].
    - intros c Hc A. pose proof (Rmult_le_compat_l (/ r first) _ _ ltac:(lra) (proj2 Hr c Hc A)). lra.
    - exists first. split; [assumption|]. split; [field; lra|]. split; [intros j Hj; rewrite (Zf j Hj); ring|].
      intros j Hj P. apply joined_times; [assumption|]. apply All; [assumption|].
      destruct (Rlt_le_dec 0 (r j)) as [|L]; [assumption|]. pose proof (proj1 Hr j Hj). replace (r j) with 0 in P by lra. lra. }
  apply not_all_ex_not in Some. destruct Some as [far Some]. apply imply_to_and in Some. destruct Some as [Hfar Some].
  apply imply_to_and in Some. destruct Some as [Pfar Nfar].
  destruct (members k (joined r first)) as [s Hs].
  set (d := fun j => if s j then r j else 0).
  pose proof (proj1 (within_limits r) Hr) as G.
  (* what is tight for r is tight for d *)
  assert (Keep : forall i, (i < limits)%nat -> limit i r = 0 -> limit i d = 0).
  { intros i Hi. unfold limits in Hi. unfold limit. destruct (Nat.ltb_spec i k) as [L|L].
    - intros E. unfold d. rewrite E. destruct (s i); reflexivity.
    - cbv zeta. set (c := (i - k)%nat). assert (Hc : (c < N)%nat) by (unfold c; lia).
      destruct (on c) eqn:A; [|reflexivity]. intros E. destruct (places c Hc A) as [J [U TP]].
      pose proof (proj1 Hr _ J) as Rj. pose proof (proj1 Hr _ U) as Rl.
      destruct (Req_dec (r (lo c)) 0) as [Z|Z].
      + assert (r (hi c) = 0) as Z' by (rewrite Z in E; lra). unfold d. rewrite Z, Z'. destruct (s (lo c)), (s (hi c)); ring.
      + assert (Pl : 0 < r (lo c)) by lra. assert (Pj : 0 < r (hi c)) by (pose proof (Rmult_lt_0_compat _ _ TP Pl); lra).
        assert (Same : s (hi c) = s (lo c)).
        { destruct (s (hi c)) eqn:Ej; destruct (s (lo c)) eqn:El; auto.
          - apply Hs in Ej; [|assumption]. rewrite <- El. symmetry. apply Hs; [assumption|]. apply joined_step with c (hi c); auto. lra.
          - apply Hs in El; [|assumption]. rewrite <- Ej. apply Hs; [assumption|]. apply joined_step with c (lo c); auto. lra. }
        unfold d. rewrite Same. destruct (s (lo c)); lra. }
  assert (Line : forall e i, limit i r = 0 -> (i < limits)%nat -> limit i (fun j => r j + e * d j) = 0).
  { intros e i E Hi. rewrite limit_line, E, (Keep i Hi E). ring. }
  assert (Sf : d first = r first).
  { unfold d. replace (s first) with true; [reflexivity|]. symmetry. apply Hs; [assumption | constructor]. }
  assert (Sfar : d far = 0).
  { unfold d. destruct (s far) eqn:E; [|reflexivity]. exfalso. apply Nfar. now apply Hs. }
  (* against d *)
  destruct (first_tight limits (fun i => limit i r) (fun i => - limit i d) G) as [L|[s2 [i2 [S2 [I2 [N2 [E2 F2]]]]]]].
  { exfalso. specialize (L first ltac:(unfold limits; lia)). rewrite limit_sign, Sf in L by assumption. lra. }
  assert (R2 : C (fun j => r j + - s2 * d j)).
  { apply IH.
    - apply Nat.lt_le_trans with (count limits (strict r)); [|lia]. apply fewer_strict with i2; auto.
      + intros Z. rewrite (Keep i2 I2 Z) in N2. lra.
      + rewrite limit_line. lra.
    - apply within_limits. intros i Hi. rewrite limit_line. specialize (F2 i Hi). lra. }
  (* along d *)
  destruct (first_tight limits (fun i => limit i r) (fun i => limit i d) G) as [L|[s1 [i1 [S1 [I1 [N1 [E1 F1]]]]]]].
  - assert (Cd : C d).
    { apply IH; [|now apply within_limits].
      apply Nat.lt_le_trans with (count limits (strict r)); [|lia]. apply fewer_strict with far; auto.
      - unfold limits. lia.
      - rewrite limit_sign by assumption. lra.
      - now rewrite limit_sign. }
    apply (cone_same k C HC (fun j => (r j + - s2 * d j) + s2 * d j)); [intros; ring|].
    apply (cone_plus k C HC); [assumption|]. now apply (cone_times k C HC).
  - assert (R1 : C (fun j => r j + s1 * d j)).
    { apply IH.
      - apply Nat.lt_le_trans with (count limits (strict r)); [|lia]. apply fewer_strict with i1; auto.
        + intros Z. rewrite (Keep i1 I1 Z) in N1. lra.
        + rewrite limit_line. lra.
      - apply within_limits. intros i Hi. rewrite limit_line. now apply F1. }
    assert (P1 : 0 < s1).
    { destruct (Req_dec s1 0) as [Z|]; [|lra]. rewrite Z in E1. rewrite (Keep i1 I1 ltac:(lra)) in N1. lra. }
    assert (I : 0 < / (s1 + s2)) by (apply Rinv_0_lt_compat; lra).
    apply (cone_same k C HC (fun j => s2 * / (s1 + s2) * (r j + s1 * d j) + s1 * / (s1 + s2) * (r j + - s2 * d j))); [intros; field; lra|].
    apply (cone_plus k C HC); apply (cone_times k C HC); auto; apply Rmult_le_pos; lra.
Qed.

End Cone.

(** * Rays of a demand: rows of the cone by trees of what is a plane or has a price. *)
Definition edge (D : demand) (z : nat -> R) (c : nat) : bool := plane D c || if Req_EM_T (z c) 0 then false else budget D c.

Definition ray (k : nat) (D : demand) (z r : nat -> R) : Prop :=
  in_cone k D r /\ by_tree k (things D) (high D) (low D) (ratio D) (edge D z) r.

Lemma edge_asked D z c : edge D z c = true -> asked D c = true.
Proof. unfold edge, asked. destruct (plane D c); [reflexivity|]. destruct (Req_EM_T (z c) 0); [discriminate | trivial]. Qed.

(** The planes of the demand and of the priced budgets cut the cone into smaller ones, on each of which the right side is linear. *)
Theorem rays k D F f y z :
  sound k D -> ratios_positive D -> convex_on k F f -> (forall c, (c < things D)%nat -> z c = 0 \/ asked D c = true) ->
  (forall r, ray k D z r -> F r /\ f r <= dot k y r + sum (things D) (fun c => z c * over D c r)) ->
  forall s, in_cone k D s -> F s /\ f s <= dot k y s + sum (things D) (fun c => z c * over D c s).
Proof.
  intros HD HR Hf Hz Ray s Hs.
  (* the smaller cone of s: where s is above the plane of a budget, that plane is turned round *)
  set (up := fun c => negb (plane D c) && if Rle_lt_dec (s (high D c)) (ratio D c * s (low D c)) then false else true).
  set (hi := fun c => if up c then low D c else high D c). set (lo := fun c => if up c then high D c else low D c).
  set (T := fun c => if up c then / ratio D c else ratio D c).
  assert (Pos : forall c, (c < things D)%nat -> edge D z c = true -> 0 < ratio D c) by (intros c Hc E; apply (HR c Hc), (edge_asked D z c E)).
  assert (Turn : forall c g, (c < things D)%nat -> edge D z c = true ->
    (g (hi c) <= T c * g (lo c) <-> if up c then ratio D c * g (low D c) <= g (high D c) else g (high D c) <= ratio D c * g (low D c))).
  { intros c g Hc E. specialize (Pos c Hc E). unfold hi, lo, T. destruct (up c); [|tauto].
    assert (I : 0 < / ratio D c) by (now apply Rinv_0_lt_compat). split; intros H.
    - pose proof (Rmult_le_compat_l (ratio D c) _ _ ltac:(lra) H) as H'. rewrite <- Rmult_assoc, Rinv_r in H' by lra. lra.
    - pose proof (Rmult_le_compat_l (/ ratio D c) _ _ ltac:(lra) H) as H'. rewrite <- Rmult_assoc, Rinv_l in H' by lra. lra. }
  assert (Places : forall c, (c < things D)%nat -> edge D z c = true -> (hi c < k)%nat /\ (lo c < k)%nat /\ 0 < T c).
  { intros c Hc E. pose proof (edge_asked D z c E) as A. specialize (Pos c Hc E). unfold hi, lo, T.
    pose proof (sound_high k D HD c Hc A). pose proof (sound_low k D HD c Hc A). pose proof (Rinv_0_lt_compat _ Pos). destruct (up c); auto. }
  set (cell := row_of k (things D) hi lo T (edge D z)).
  assert (Inside : forall g, cell g -> in_cone k D g).
  { intros g [A B]. split; [assumption|]. intros c Hc Pl. assert (E : edge D z c = true) by (unfold edge; now rewrite Pl).
    specialize (B c Hc E). apply Turn in B; auto. unfold up in B. rewrite Pl in B. exact B. }
  set (lin := fun g => dot k y g + sum (things D) (fun c => z c * (if up c then g (high D c) - ratio D c * g (low D c) else 0))).
  assert (Lin : forall g, cell g -> dot k y g + sum (things D) (fun c => z c * over D c g) = lin g).
  { intros g Hg. unfold lin. f_equal. apply sum_ext. intros c Hc. destruct (Req_EM_T (z c) 0) as [Z|Z]; [rewrite Z; ring|]. f_equal.
    assert (E : edge D z c = true).
    { destruct (Hz c Hc) as [Q|Q]; [contradiction|]. unfold edge, asked in *. destruct (plane D c); [reflexivity|].
      destruct (Req_EM_T (z c) 0); [contradiction | exact Q]. }
    pose proof (proj1 (Turn c g Hc E) (proj2 Hg c Hc E)) as B. unfold over. destruct (up c); [apply Rmax_right | apply Rmax_left]; lra. }
  assert (Scell : cell s).
  { split; [apply Hs|]. intros c Hc E. apply Turn; auto. unfold up. destruct (plane D c) eqn:Pl; simpl.
    - now apply Hs.
    - destruct (Rle_lt_dec (s (high D c)) (ratio D c * s (low D c))); lra. }
  assert (HL : linear k (fun g => lin g)).
  { pose proof (fun c Hc A => sound_high k D HD c Hc A) as SH. pose proof (fun c Hc A => sound_low k D HD c Hc A) as SL.
    unfold lin. constructor.
    - intros r g H. rewrite (dot_ext k y r y g) by auto. f_equal. apply sum_ext. intros c Hc.
      destruct (Hz c Hc) as [->|A]; [ring|]. rewrite (H _ (SH c Hc A)), (H _ (SL c Hc A)). reflexivity.
    - intros r g. rewrite dot_plus. rewrite (sum_ext (things D) (fun c => z c * (if up c then r (high D c) + g (high D c) - _ else 0))
        (fun c => z c * (if up c then r (high D c) - ratio D c * r (low D c) else 0) + z c * (if up c then g (high D c) - ratio D c * g (low D c) else 0)))
        by (intros c _; destruct (up c); ring). rewrite sum_plus. ring.
    - intros a r. rewrite dot_times, Rmult_plus_distr_l, <- sum_scal. f_equal. apply sum_ext. intros c _. destruct (up c); ring. }
  rewrite (Lin s Scell).
  apply (extreme_rows k (things D) hi lo T (edge D z) Places (fun r => F r /\ f r <= lin r)); [now apply below_linear | | |exact Scell].
  - split; [apply Hf|]. apply Rle_trans with 0; [apply Hf|]. right.
    replace (lin (fun _ => 0)) with (lin (fun j => 0 * (fun _ => 0) j)); [rewrite (linear_times k _ HL); ring|].
    apply (linear_same k _ HL). intros; ring.
  - intros r Hr [first [Hf1 [One [Zero All]]]]. rewrite <- (Lin r Hr). apply Ray. split; [now apply Inside|].
    exists first. split; [assumption|]. split; [assumption|]. split; [assumption|]. intros j Hj P. specialize (All j Hj P).
    clear - All Pos. induction All as [|c j l _ IH Hc E Two Q Pj Pl]; [constructor|]. apply joined_step with c j; auto; unfold hi, lo, T in *.
    + destruct (up c); tauto.
    + specialize (Pos c Hc E). destruct (up c); [rewrite Q; field; lra | exact Q].
Qed.

(** The bound. *)
Theorem convex_by_rays m k D F f y z P :
  sound k D -> ratios_positive D -> convex_on k F f -> mechanism m k P -> satisfies m D P ->
  (forall c, (c < things D)%nat -> z c = 0 \/ (0 <= z c /\ asked D c = true)) ->
  (forall r, ray k D z r -> F r /\ f r <= dot k y r + sum (things D) (fun c => z c * over D c r)) ->
  sum m (fun i => f (P i)) <= sum k y + sum (things D) (fun c => z c * slack D c).
Proof.
  intros HD HR Hf HP HS Hz Ray. apply (prices_of_rows m k D); auto. intros s Hs. apply (rays k D F f y z); auto.
  intros c Hc. destruct (Hz c Hc) as [Z|[_ A]]; auto.
Qed.
