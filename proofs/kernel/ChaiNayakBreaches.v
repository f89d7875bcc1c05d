(** Chai and Nayak, Theorems 1.1 and 1.2, by Definitions 1.1 and 1.2 word by word: a breach is a prior, an event Q and a response
    of positive probability. *)

From Coq Require Import Reals Lra Lia Arith.
From Rropt Require Import Sums Mechanisms Breach ChaiNayak Notions.
Open Scope R_scope.

(** Definition 1.1: (1.3), and its mirror. *)
Definition upward_breach (m k : nat) (a b : R) (P : nat -> nat -> R) : Prop :=
  exists w Q i, prior k w /\ (i < m)%nat /\ 0 < sum k (fun j => w j * P i j) /\
  probability k w Q < a /\ b < posterior k w Q P i.
Definition downward_breach (m k : nat) (a b : R) (P : nat -> nat -> R) : Prop :=
  exists w Q i, prior k w /\ (i < m)%nat /\ 0 < sum k (fun j => w j * P i j) /\
  b < probability k w Q /\ posterior k w Q P i < a.
Definition rho_privacy (m k : nat) (a b : R) (P : nat -> nat -> R) : Prop :=
  ~ upward_breach m k a b P /\ ~ downward_breach m k a b P.

(** Definition 1.2: (1.4). *)
Definition factor_breach (m k : nat) (beta : R) (P : nat -> nat -> R) : Prop :=
  exists w Q i, prior k w /\ (i < m)%nat /\ 0 < sum k (fun j => w j * P i j) /\ 0 < probability k w Q /\
  (beta < posterior k w Q P i / probability k w Q \/ posterior k w Q P i / probability k w Q < 1 / beta).

(** Theorem 1.1: (1.6) suffices. *)
Theorem theorem_1_1 m k a b P : mechanism m k P -> 0 < a -> a < b -> b < 1 ->
  parity_at_most m k (b * (1 - a) / (a * (1 - b))) P -> rho_privacy m k a b P.
Proof.
  intros HP Ha Hab Hb Par. pose proof (proj2 (rho_is_parity m k a b P HP Ha Hab Hb) Par) as K.
  split; intros [w [Q [i [Hw [Hi [Ht [H1 H2]]]]]]]; destruct (K w Q i Hw Hi Ht) as [U D].
  - specialize (U ltac:(lra)). lra.
  - specialize (D ltac:(lra)). lra.
Qed.

(** After Theorem 1.2: (1.6) is also necessary; already where there is no upward breach. *)
Theorem theorem_1_1_necessary m k a b P : mechanism m k P -> 0 < a -> a < b -> b < 1 ->
  ~ upward_breach m k a b P -> parity_at_most m k (b * (1 - a) / (a * (1 - b))) P.
Proof.
  intros HP Ha Hab Hb No. set (K := b * (1 - a) / (a * (1 - b))).
  assert (Kp : 0 < K) by (unfold K; apply Rdiv_lt_0_compat; apply Rmult_lt_0_compat; lra).
  apply (keeps_below_iff_parity m k (fun p => if Rlt_dec p a then b else 1)); [assumption | | |].
  - intros p Hp. destruct (Rlt_dec p a); lra.
  - split.
    + intros p Hp. unfold odds_ratio. destruct (Rlt_dec p a) as [L|L]; [intros _ | lra].
      apply Rmult_le_reg_r with (a * p * (1 - b)); [repeat apply Rmult_lt_0_compat; lra|].
      replace (K * (a * p * (1 - b))) with (b * ((1 - a) * p)) by (unfold K; field; lra).
      replace ((1 - p) * b / (p * (1 - b)) * (a * p * (1 - b))) with (b * ((1 - p) * a)) by (field; lra).
      apply Rmult_le_compat_l; lra.
    + intros e He. set (c := b / (1 - b)). assert (C : 0 < c) by (unfold c; apply Rdiv_lt_0_compat; lra).
      assert (KC : K = c * ((1 - a) / a)) by (unfold K, c; field; lra).
      assert (D : 0 < c + a * e) by (pose proof (Rmult_lt_0_compat a e Ha He); lra).
      (* p a little below a: (1 - p)/p is then a little above (1 - a)/a *)
      set (p := c / (c / a + e / 2)).
      assert (E1 : 0 < c / a) by (now apply Rdiv_lt_0_compat). assert (E2 : 0 < c / a + e / 2) by lra.
      assert (P0 : 0 < p) by (unfold p; now apply Rdiv_lt_0_compat).
      assert (P1 : p < a).
      { apply Rmult_lt_reg_r with (c / a + e / 2); [assumption|]. unfold p.
        replace (c / (c / a + e / 2) * (c / a + e / 2)) with c by (field; repeat split; lra).
        replace (a * (c / a + e / 2)) with (c + a * (e / 2)) by (field; lra).
        pose proof (Rmult_lt_0_compat a (e / 2) Ha ltac:(lra)). lra. }
      exists p. unfold odds_ratio. destruct (Rlt_dec p a) as [_|N]; [|contradiction]. split; [lra | split; [lra|]].
      replace ((1 - p) * b / (p * (1 - b))) with (c * (1 / p) - c) by (unfold c; field; repeat split; lra).
      replace (c * (1 / p)) with (c / a + e / 2) by (unfold p; field; repeat split; lra).
      rewrite KC. replace (c * ((1 - a) / a)) with (c / a - c) by (field; lra). lra.
  - intros w Q i Hw Hi Hp Ht. destruct (Rlt_dec (probability k w Q) a) as [L|L].
    + destruct (Rle_lt_dec (posterior k w Q P i) b) as [|C]; [assumption|]. exfalso. apply No. exists w, Q, i. auto.
    + apply (posterior_range m k w Q P i HP Hw Hi Ht).
Qed.

(** Theorem 1.2. *)
Theorem theorem_1_2 m k beta P : mechanism m k P -> 1 < beta -> (~ factor_breach m k beta P <-> parity_at_most m k beta P).
Proof.
  intros HP Hb. rewrite <- (beta_is_parity m k beta P HP) by lra.
  assert (Up : forall p q, 0 < p -> (beta < q / p <-> beta * p < q)).
  { intros p q Hp. split; intros H.
    - apply (Rmult_lt_compat_r p) in H; [|assumption]. replace (q / p * p) with q in H by (field; lra). assumption.
    - apply Rmult_lt_reg_r with p; [assumption|]. replace (q / p * p) with q by (field; lra). assumption. }
  assert (Down : forall p q, 0 < p -> (q / p < 1 / beta <-> beta * q < p)).
  { intros p q Hp. assert (Bp : 0 < p * beta) by (apply Rmult_lt_0_compat; lra). split; intros H.
    - apply (Rmult_lt_compat_r (p * beta)) in H; [|assumption].
      replace (q / p * (p * beta)) with (beta * q) in H by (field; lra). replace (1 / beta * (p * beta)) with p in H by (field; lra). assumption.
    - apply Rmult_lt_reg_r with (p * beta); [assumption|].
      replace (q / p * (p * beta)) with (beta * q) by (field; lra). replace (1 / beta * (p * beta)) with p by (field; lra). assumption. }
  split.
  - intros No w Q i Hw Hi Ht. pose proof (probability_range k w Q Hw) as S.
    destruct (Req_dec (probability k w Q) 0) as [Z|N].
    + rewrite (nothing_stays m k w Q P i HP Hw Hi Z), Z. lra.
    + assert (Pp : 0 < probability k w Q) by lra. split.
      * destruct (Rle_lt_dec (posterior k w Q P i) (beta * probability k w Q)) as [|C]; [assumption|].
        exfalso. apply No. exists w, Q, i. repeat (split; [assumption|]). left. now apply Up.
      * destruct (Rle_lt_dec (probability k w Q) (beta * posterior k w Q P i)) as [|C]; [assumption|].
        exfalso. apply No. exists w, Q, i. repeat (split; [assumption|]). right. now apply Down.
  - intros K [w [Q [i [Hw [Hi [Ht [Pp [H|H]]]]]]]]; destruct (K w Q i Hw Hi Ht) as [A B].
    + apply Up in H; [lra | assumption].
    + apply Down in H; [lra | assumption].
Qed.
