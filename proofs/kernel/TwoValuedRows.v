(** Two-valued rows are a complete class: SPEC sections 9.1 to 9.3.

    A row whose largest entry is at most T times its smallest is a nonnegative combination of the rows with entries
    1 and T only; so every mechanism of parity at most T is a garbling of one with such rows. *)

From Coq Require Import Reals Lra Lia Arith Bool.
From Rropt Require Import Sums Mechanisms Blackwell.
Open Scope R_scope.

(** A set of rows that is a convex cone and does not look beyond the first k entries. *)
Record cone (k : nat) (C : (nat -> R) -> Prop) : Prop := {
  cone_same : forall r s, (forall j, (j < k)%nat -> r j = s j) -> C r -> C s;
  cone_plus : forall r s, C r -> C s -> C (fun j => r j + s j);
  cone_times : forall c r, 0 <= c -> C r -> C (fun j => c * r j) }.

(** The rows of the two values 1 and T. *)
Definition pattern (T : R) (b : nat -> bool) (j : nat) : R := if b j then T else 1.

(** A convex cone that contains all rows of the values 1 and T contains all rows between u and T u. *)
Theorem two_valued_rows k T (C : (nat -> R) -> Prop) :
  1 <= T -> cone k C -> (forall b, C (pattern T b)) ->
  forall r u, 0 <= u -> (forall j, (j < k)%nat -> u <= r j <= T * u) -> C r.
Proof.
  intros HT HC Hpat r u Hu Hr.
  assert (Main : forall n (x : nat -> R) (b : nat -> bool), (n <= k)%nat ->
    (forall j, (j < n)%nat -> 0 <= x j <= 1) ->
    C (fun j => if (j <? n)%nat then 1 + (T - 1) * x j else pattern T b j)).
  { induction n as [|n IH]; intros x b Hn Hx.
    - apply (cone_same k C HC (pattern T b)); [|apply Hpat]. intros j Hj. reflexivity.
    - set (one := fun j => if Nat.eqb j n then true else b j).
      set (zero := fun j => if Nat.eqb j n then false else b j).
      pose proof (IH x one ltac:(lia) ltac:(intros; apply Hx; lia)) as C1.
      pose proof (IH x zero ltac:(lia) ltac:(intros; apply Hx; lia)) as C0.
      destruct (Hx n ltac:(lia)) as [X0 X1].
      pose proof (cone_plus k C HC _ _ (cone_times k C HC (x n) _ X0 C1)
                    (cone_times k C HC (1 - x n) _ ltac:(lra) C0)) as Mix.
      apply (cone_same k C HC _ _) with (2 := Mix). intros j Hj. cbv beta.
      destruct (Nat.ltb_spec j n) as [A|A]; destruct (Nat.ltb_spec j (S n)) as [B|B]; try lia.
      + ring.
      + replace j with n by lia. unfold pattern, one, zero. rewrite Nat.eqb_refl. ring.
      + unfold pattern, one, zero. destruct (Nat.eqb_spec j n); [lia|]. ring. }
  destruct (Req_dec T 1) as [E|N].
  - apply (cone_same k C HC (fun j => u * pattern T (fun _ => false) j)).
    + intros j Hj. specialize (Hr j Hj). rewrite E in Hr. unfold pattern. lra.
    + now apply (cone_times k C HC).
  - destruct (Req_dec u 0) as [E0|N0].
    + apply (cone_same k C HC (fun j => 0 * pattern T (fun _ => false) j)).
      * intros j Hj. specialize (Hr j Hj). rewrite E0 in Hr. lra.
      * apply (cone_times k C HC); [lra | apply Hpat].
    + set (x := fun j => (r j / u - 1) / (T - 1)).
      assert (Hx : forall j, (j < k)%nat -> 0 <= x j <= 1).
      { intros j Hj. destruct (Hr j Hj) as [A B]. unfold x.
        assert (Hu' : 0 < u) by lra. assert (HT' : 0 < T - 1) by lra.
        assert (R1 : 1 <= r j / u) by (apply Rmult_le_reg_r with u; [assumption|]; unfold Rdiv;
          rewrite Rmult_assoc, Rinv_l by lra; lra).
        assert (R2 : r j / u <= T) by (apply Rmult_le_reg_r with u; [assumption|]; unfold Rdiv;
          rewrite Rmult_assoc, Rinv_l by lra; lra).
        split.
        - apply Rmult_le_pos; [lra | left; now apply Rinv_0_lt_compat].
        - apply Rmult_le_reg_r with (T - 1); [assumption|]. unfold Rdiv at 1.
          rewrite Rmult_assoc, Rinv_l by lra. lra. }
      pose proof (Main k x (fun _ => false) ltac:(lia) Hx) as CM.
      apply (cone_same k C HC (fun j => u * (if (j <? k)%nat then 1 + (T - 1) * x j else pattern T (fun _ => false) j))).
      * intros j Hj. destruct (Nat.ltb_spec j k); [|lia]. unfold x. field. split; lra.
      * now apply (cone_times k C HC).
Qed.

(** The patterns, numbered: bit j of s < 2^k. *)
Definition numbered (s j : nat) : bool := Nat.testbit s j.

Definition bits (k : nat) (b : nat -> bool) : nat :=
  (fix go k := match k with O => O | S k' => go k' + (if b k' then 2 ^ k' else 0) end)%nat k.

Lemma bits_below k b : (bits k b < 2 ^ k)%nat.
Proof.
  induction k as [|k IH]; simpl; [lia|]. fold (bits k b).
  pose proof (Nat.pow_nonzero 2 k ltac:(lia)). destruct (b k); lia.
Qed.

Lemma bits_testbit k b j : (j < k)%nat -> Nat.testbit (bits k b) j = b j.
Proof.
  induction k as [|k IH]; intros Hj; [lia|]. simpl. fold (bits k b).
  pose proof (bits_below k b) as Hb. set (low := bits k b) in *.
  destruct (Nat.eq_dec j k) as [->|N].
  - destruct (b k) eqn:E.
    + rewrite Nat.testbit_eqb. replace (low + 2 ^ k)%nat with (low + 1 * 2 ^ k)%nat by lia.
      rewrite Nat.div_add by (apply Nat.pow_nonzero; lia). rewrite Nat.div_small by assumption. reflexivity.
    + rewrite Nat.add_0_r, Nat.testbit_eqb, Nat.div_small by assumption. reflexivity.
  - rewrite <- IH by lia. destruct (b k); [|now rewrite Nat.add_0_r].
    rewrite !Nat.testbit_eqb.
    assert (E : (2 ^ k = 2 ^ (k - S j) * 2 * 2 ^ j)%nat).
    { replace (2 ^ (k - S j) * 2)%nat with (2 ^ S (k - S j))%nat by (simpl; lia).
      rewrite <- Nat.pow_add_r. f_equal. lia. }
    rewrite E, Nat.div_add by (apply Nat.pow_nonzero; lia).
    now rewrite Nat.mod_add by lia.
Qed.

(** Every row between u and T u is a nonnegative combination of the 2^k patterns. *)
Theorem row_of_patterns k T r u :
  1 <= T -> 0 <= u -> (forall j, (j < k)%nat -> u <= r j <= T * u) ->
  exists w : nat -> R, (forall s, 0 <= w s) /\
    forall j, (j < k)%nat -> r j = sum (2 ^ k) (fun s => w s * pattern T (numbered s) j).
Proof.
  intros HT Hu Hr.
  apply (two_valued_rows k T (fun r => exists w : nat -> R, (forall s, 0 <= w s) /\
    forall j, (j < k)%nat -> r j = sum (2 ^ k) (fun s => w s * pattern T (numbered s) j)) HT) with (u := u); auto.
  - constructor.
    + intros a b Hab [w [Hw E]]. exists w. split; [assumption|]. intros j Hj. rewrite <- Hab by assumption. auto.
    + intros a b [w [Hw E]] [w' [Hw' E']]. exists (fun s => w s + w' s). split.
      * intros s. specialize (Hw s). specialize (Hw' s). lra.
      * intros j Hj. rewrite E, E' by assumption. rewrite <- sum_plus. apply sum_ext. intros. ring.
    + intros c a Hc [w [Hw E]]. exists (fun s => c * w s). split.
      * intros s. apply Rmult_le_pos; auto.
      * intros j Hj. rewrite E by assumption. rewrite <- sum_scal. apply sum_ext. intros. ring.
  - intros b. exists (fun s => if Nat.eqb s (bits k b) then 1 else 0). split.
    + intros s. destruct (Nat.eqb s (bits k b)); lra.
    + intros j Hj. rewrite (sum_ext _ _ (fun s => if Nat.eqb s (bits k b) then pattern T (numbered s) j else 0)).
      * rewrite sum_single by apply bits_below. unfold pattern, numbered. now rewrite bits_testbit.
      * intros s _. destruct (Nat.eqb s (bits k b)); ring.
Qed.

(** The weights of all rows of a mechanism at once. *)
Lemma weights_of_rows m k T P :
  1 <= T -> (0 < k)%nat -> mechanism m k P -> ldp m k T 0 P ->
  forall n, (n <= m)%nat -> exists w : nat -> nat -> R, (forall i s, 0 <= w i s) /\
    forall i j, (i < n)%nat -> (j < k)%nat -> P i j = sum (2 ^ k) (fun s => w i s * pattern T (numbered s) j).
Proof.
  intros HT Hk [Hp _] HL. induction n as [|n IH]; intros Hn.
  - exists (fun _ _ => 0). split; [intros; lra | intros; lia].
  - destruct IH as [w [Hw E]]; [lia|].
    destruct (exists_least k (P n) Hk) as [l [Hl Hmin]].
    destruct (row_of_patterns k T (P n) (P n l) HT (Hp n l ltac:(lia) Hl)) as [x [Hx Ex]].
    { intros j Hj. split; [now apply Hmin|]. destruct (Nat.eq_dec j l) as [->|Hd].
      - pose proof (Rmult_le_compat_r (P n l) _ _ (Hp n l ltac:(lia) Hl) HT). lra.
      - apply (proj2 (satisfies_pure m k T P) HL); auto; lia. }
    exists (fun i => if Nat.eqb i n then x else w i). split.
    + intros i s. destruct (Nat.eqb i n); auto.
    + intros i j Hi Hj. destruct (Nat.eqb_spec i n) as [->|N]; [now apply Ex | apply E; [lia | assumption]].
Qed.

(** Complete class: every mechanism of parity at most T is a garbling of a mechanism with 2^k outputs, whose row s is
    a multiple of the pattern s, and which satisfies the same demand. *)
Theorem two_valued_complete m k T P :
  1 <= T -> (0 < k)%nat -> (0 < m)%nat -> mechanism m k P -> ldp m k T 0 P ->
  exists theta : nat -> R, (forall s, 0 <= theta s) /\
    let Two := fun s j => theta s * pattern T (numbered s) j in
    mechanism (2 ^ k) k Two /\ ldp (2 ^ k) k T 0 Two /\ at_least_as_informative (2 ^ k) m k Two P.
Proof.
  intros HT Hk Hm HP HL.
  destruct (weights_of_rows m k T P HT Hk HP HL m ltac:(lia)) as [w [Hw E]].
  set (theta := fun s => sum m (fun i => w i s)).
  assert (Htheta : forall s, 0 <= theta s) by (intros; apply sum_nonneg; auto).
  assert (Hpat : forall b j, 0 <= pattern T b j) by (intros; unfold pattern; destruct (b j); lra).
  exists theta. split; [assumption|]. split; [|split].
  - split.
    + intros s j _ _. apply Rmult_le_pos; auto.
    + intros j Hj. rewrite <- (proj2 HP j Hj).
      rewrite (sum_ext m _ (fun i => sum (2 ^ k) (fun s => w i s * pattern T (numbered s) j))).
      * rewrite sum_swap. apply sum_ext. intros s _. unfold theta. now rewrite sum_scal_r.
      * intros i Hi. now apply E.
  - apply satisfies_pure. intros s j l _ _ _ _.
    rewrite <- Rmult_assoc, (Rmult_comm T), Rmult_assoc. apply Rmult_le_compat_l; [apply Htheta|].
    unfold pattern. destruct (numbered s j), (numbered s l); try lra.
    all: pose proof (Rmult_le_compat_l T 1 T ltac:(lra) HT); lra.
  - exists (fun i s => if Req_EM_T (theta s) 0 then (if Nat.eqb i 0 then 1 else 0) else w i s / theta s).
    split; [split|].
    + intros i s _ _. destruct (Req_EM_T (theta s) 0) as [Z|Z].
      * destruct (Nat.eqb i 0); lra.
      * apply Rmult_le_pos; [apply Hw|]. left. apply Rinv_0_lt_compat. specialize (Htheta s). lra.
    + intros s _. destruct (Req_EM_T (theta s) 0) as [Z|Z].
      * now rewrite (sum_single m 0 (fun _ => 1)).
      * unfold Rdiv. rewrite sum_scal_r. fold (theta s). now apply Rinv_r.
    + intros i j Hi Hj. rewrite E by assumption. apply sum_ext. intros s _.
      destruct (Req_EM_T (theta s) 0) as [Z|Z].
      * assert (W : w i s = 0) by (apply (sum_zero_terms m (fun i => w i s)); auto).
        rewrite W, Z. ring.
      * field. assumption.
Qed.
