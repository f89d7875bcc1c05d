(** More of what is false as printed: numbers, indices and slips that the claims refute by computing. *)

From Coq Require Import Reals Lra Lia List Arith Bool.
From Rropt Require Import Sums Mechanisms Breach Signs.
From Rropt Require Vinterbo VinterboKronecker Errata.
Import VinterboKronecker.
Import ListNotations.
Open Scope R_scope.

(** * Vinterbo *)

(** Implementation 1: the entry at index 1 of the estimate from the answer 10 is that of the string 10 for the algorithm, and that of
    the string 01 for the listing; these differ. *)
Theorem not_vinterbo_listing :
  let estimate := Vinterbo.estimate (Vinterbo.C (3 / 4 / (2 * (3 / 4) - 1))) in
  eta [true; false] = 1%nat /\ listed [false; true] = 1%nat /\ estimate [true; false] [[true; false]] <> estimate [false; true] [[true; false]].
Proof.
  split; [reflexivity|]. split; [reflexivity|]. unfold Vinterbo.estimate, Vinterbo.C. simpl. intros E. lra.
Qed.

(** Theorem 4.1 with the printed index: the Kronecker product has its first factor in the most significant place. *)
Theorem not_vinterbo_index_convention :
  ~ (forall Ms r x, length r = length Ms -> length x = length Ms -> law_of Ms r x = product Ms (eta r) (eta x)).
Proof.
  intros H. specialize (H [bisymmetric (3 / 4) (1 / 4); bisymmetric 1 0] [true; false] [false; false] eq_refl eq_refl).
  rewrite bits_independent in H by reflexivity. unfold kron, bit_matrix, bisymmetric in H. simpl in H. unfold kron, bit_matrix, bisymmetric in H. simpl in H. lra.
Qed.

(** Observation 1: eta of the string that differs in its first bit alone, in either order of the bits. *)
Fixpoint xors (x y : list bool) : list bool := match x, y with a :: x', b :: y' => xorb a b :: xors x' y' | _, _ => [] end.

Theorem not_vinterbo_observation_1_index : forall index, index = eta \/ index = listed ->
  ~ (forall i j x y, length x = length y -> index (xors (i :: x) (j :: y)) = (2 ^ index [xorb i j] * index (xors x y))%nat).
Proof. intros index [-> | ->] H; specialize (H true false [false] [false] eq_refl); discriminate H. Qed.

(** {0, 2, ..., k-1} has k - 1 elements, and X has k entries. *)
Theorem not_vinterbo_outcome_labels k : (2 <= k)%nat -> length (0%nat :: seq 2 (k - 2)) <> length (seq 0 k) /\ ~ In 1%nat (0%nat :: seq 2 (k - 2)).
Proof.
  intros H. split.
  - simpl. rewrite !seq_length. lia.
  - intros [E|I]; [discriminate | apply in_seq in I; lia].
Qed.

(** The proof of Proposition 4.3, item 1: with n - i in place of 2^n - 1 - i. *)
Theorem not_vinterbo_prop_4_3_item_1 :
  ~ (forall n i, (i <= n)%nat -> (i < 2 ^ n)%nat -> (n - i < 2 ^ n)%nat -> Vinterbo.distance (string n i) (string n (n - i)) = n).
Proof. intros H. specialize (H 2%nat 1%nat ltac:(lia) ltac:(simpl; lia) ltac:(simpl; lia)). vm_compute in H. discriminate H. Qed.

(** Proposition 4.7 with n categories: where the mean of S is 1/2, as it is on three categories, the mean loss is more than
    1.2386 times that at 2/9 (n = 3, a = 3/4; any distribution of finitely many values). *)
Lemma loss_above_tangent s : s < 1 -> Vinterbo.loss 3 (3 / 4) (1 / 2) + 58.5 * (s - 1 / 2) <= Vinterbo.loss 3 (3 / 4) s.
Proof.
  intros H. unfold Vinterbo.loss. set (q := / (1 - s)).
  assert (Q : q * (1 - s) = 1) by (unfold q; field; lra). assert (P : 0 < q) by (apply Rinv_0_lt_compat; lra).
  replace (((((3 / 4) ^ 2 + (1 - 3 / 4) ^ 2) / (2 * (3 / 4) - 1) ^ 2) ^ 3 - s) / (1 - s)) with (1 + (125 / 8 - 1) * q)
    by (unfold q; field; lra).
  replace (((((3 / 4) ^ 2 + (1 - 3 / 4) ^ 2) / (2 * (3 / 4) - 1) ^ 2) ^ 3 - 1 / 2) / (1 - 1 / 2)) with (1 + (125 / 8 - 1) * 2) by field.
  assert (S : 0 <= q * ((1 - 2 * (1 - s)) * (1 - 2 * (1 - s)))) by (apply Rmult_le_pos; [lra | apply Rle_0_sqr]).
  replace (q * ((1 - 2 * (1 - s)) * (1 - 2 * (1 - s)))) with (q - 4 * (q * (1 - s)) + 4 * (q * (1 - s)) * (1 - s)) in S by ring.
  rewrite Q in S. lra.
Qed.

Theorem not_vinterbo_prop_4_7_categories n w s : (forall i, (i < n)%nat -> 0 <= w i) -> sum n w = 1 -> (forall i, (i < n)%nat -> s i < 1) ->
  sum n (fun i => w i * s i) = 1 / 2 ->
  1.2386 * Vinterbo.loss 3 (3 / 4) (2 / 9) < sum n (fun i => w i * Vinterbo.loss 3 (3 / 4) (s i)).
Proof.
  intros Hw H1 Hs Hm.
  apply Rlt_le_trans with (sum n (fun i => w i * (Vinterbo.loss 3 (3 / 4) (1 / 2) + 58.5 * (s i - 1 / 2)))).
  - rewrite (sum_ext n _ (fun i => (Vinterbo.loss 3 (3 / 4) (1 / 2) - 58.5 / 2) * w i + 58.5 * (w i * s i))) by (intros; field).
    rewrite sum_plus, !sum_scal, H1, Hm. unfold Vinterbo.loss. lra.
  - apply sum_le. intros i Hi. apply Rmult_le_compat_l; [auto | apply loss_above_tangent; auto].
Qed.

(** The proof of Proposition 4.8: no t(0) makes the printed sum right for n = 1 and n = 2. *)
Theorem not_vinterbo_cost_sum (cost : nat -> R) : cost 4%nat <> cost 16%nat ->
  ~ (exists t, forall n, (1 <= n)%nat -> t n = cost (2 ^ (2 * (n - 1)))%nat + t (n - 1)%nat /\ t n = sum (S n) (fun i => cost (4 ^ i)%nat)).
Proof.
  intros N [t H]. destruct (H 1%nat ltac:(lia)) as [A B]. destruct (H 2%nat ltac:(lia)) as [A' B']. simpl in A, B, A', B'. lra.
Qed.

(** And the geometric sum from 0 to n. *)
Theorem not_vinterbo_geometric_sum k : 0 < k -> 4 * k * sum 2 (fun i => 4 ^ i) <> 4 * k * (1 + (1 - 4 ^ 1) / (1 - 4)).
Proof. intros Hk. simpl. lra. Qed.

(** Section 2: the staircase mechanism of all pairs among four inputs is no B D with the entries of B equal beside its diagonal. *)
Definition in_pair (i j : nat) : bool :=
  match i with
  | 0%nat => Nat.eqb j 0 || Nat.eqb j 1 | 1%nat => Nat.eqb j 0 || Nat.eqb j 2 | 2%nat => Nat.eqb j 0 || Nat.eqb j 3
  | 3%nat => Nat.eqb j 1 || Nat.eqb j 2 | 4%nat => Nat.eqb j 1 || Nat.eqb j 3 | _ => Nat.eqb j 2 || Nat.eqb j 3
  end.
Definition pairs (t : R) (i j : nat) : R := (if in_pair i j then t else 1) / (3 * (t + 1)).

Theorem not_vinterbo_staircase_form t : 1 < t -> mechanism 6 4 (pairs t) /\ ldp 6 4 t 0 (pairs t) /\
  ~ (exists b e D, forall i j, (i < 6)%nat -> (j < 4)%nat -> pairs t i j = (if Nat.eqb i j then b else e) * D j).
Proof.
  intros Ht. assert (P : forall i j, / (3 * (t + 1)) <= pairs t i j <= t * / (3 * (t + 1))).
  { intros i j. assert (Q : 0 < / (3 * (t + 1))) by (apply Rinv_0_lt_compat; lra). pose proof (Rmult_le_compat_r _ 1 t (Rlt_le _ _ Q) ltac:(lra)).
    unfold pairs, Rdiv. destruct (in_pair i j); lra. }
  split; [split|split].
  - intros i j _ _. specialize (P i j). assert (0 < / (3 * (t + 1))) by (apply Rinv_0_lt_compat; lra). lra.
  - intros j Hj. unfold pairs. destruct j as [|[|[|[|j]]]]; try lia; simpl; field; lra.
  - apply satisfies_by_smallest with (u := fun _ => / (3 * (t + 1))); [intros i j _ _; apply P | lra].
  - intros [b [e [D H]]]. pose proof (H 1%nat 0%nat ltac:(lia) ltac:(lia)) as A. pose proof (H 3%nat 0%nat ltac:(lia) ltac:(lia)) as B.
    simpl in A, B. rewrite <- B in A. unfold pairs in A. simpl in A. apply Rmult_eq_reg_r in A; [lra|]. apply Rinv_neq_0_compat. lra.
Qed.

(** * Ziani, Lemma 4: a constant variable deviates by at least 2 times its standard deviation 0 always, not with probability 1/4. *)
Definition deviates (x m h : R) : R := if Rle_dec h (Rabs (x - m)) then 1 else 0.

Theorem not_ziani_lemma_4 x : let mean := sum 1 (fun _ => 1 * x) in let variance := sum 1 (fun _ => 1 * ((x - mean) * (x - mean))) in
  ~ sum 1 (fun _ => 1 * deviates x mean (2 * sqrt variance)) <= 1 / 2 ^ 2.
Proof.
  intros mean variance. assert (M : mean = x) by (unfold mean; simpl; ring). assert (V : variance = 0) by (unfold variance; rewrite M; simpl; ring).
  rewrite V, M, sqrt_0. unfold deviates. destruct (Rle_dec (2 * 0) (Rabs (x - x))) as [A|A]; [simpl; lra|].
  exfalso. apply A. rewrite Rmult_0_r. apply Rabs_pos.
Qed.

(** * Sun, Zhou and Yan *)

Lemma no_whole a b (c n : nat) : INR n < a -> b < INR (S n) -> ~ (a <= INR c <= b).
Proof.
  intros A B [L U]. destruct (le_lt_dec c n) as [H|H].
  - apply le_INR in H. lra.
  - apply le_INR in H. lra.
Qed.

(** Figures 2 to 4: no number of the nine cards is a share that rounds to 0.36. *)
Theorem not_sun_figures_2_to_4_deck : ~ (exists c, Rabs (INR c / 9 - 0.36) <= 0.005).
Proof.
  intros [c H]. apply (no_whole 3.195 3.285 c 3); [simpl; lra | simpl; lra|]. unfold Rabs in H. destruct (Rcase_abs (INR c / 9 - 0.36)); lra.
Qed.

(** Table 2: nor is one of 59 or of 16 cards a share that rounds to 0.01. *)
Theorem not_sun_table_2_populations : ~ (exists c, Rabs (INR c / 59 - 0.01) <= 0.005) /\ ~ (exists c, Rabs (INR c / 16 - 0.01) <= 0.005).
Proof.
  split; intros [c H].
  - apply (no_whole 0.295 0.885 c 0); [simpl; lra | simpl; lra|]. unfold Rabs in H. destruct (Rcase_abs (INR c / 59 - 0.01)); lra.
  - apply (no_whole 0.08 0.24 c 0); [simpl; lra | simpl; lra|]. unfold Rabs in H. destruct (Rcase_abs (INR c / 16 - 0.01)); lra.
Qed.

Lemma half_exponential : 1.6487 < exp (1 / 2) < 1.6488.
Proof. pose proof (exp_enclosed (1 / 2) 7 ltac:(lra) ltac:(simpl; lra)) as [A B]. unfold series_term in A, B. simpl in A, B. lra. Qed.

(** The least N of modified Warner and of modified Christofides (p2 = 1/100) for the variance 1/10 at epsilon = 0.5 is 40 for both. *)
Definition warner_at (t N : R) : R := t / (N * (t - 1) ^ 2).
Definition christofides_at (t p2 N : R) : R := ((t + 1) ^ 2 / ((t - 1) ^ 2 * (1 - p2)) - 1) / (4 * N).

Theorem not_sun_sizes_slightly_larger N : (1 <= N)%nat ->
  (warner_at (exp (1 / 2)) (INR N) <= 1 / 10 <-> (40 <= N)%nat) /\ (christofides_at (exp (1 / 2)) (1 / 100) (INR N) <= 1 / 10 <-> (40 <= N)%nat).
Proof.
  intros HN. pose proof half_exponential as [A B]. set (t := exp (1 / 2)) in *.
  assert (P : 1 <= INR N) by (change 1 with (INR 1); now apply le_INR).
  assert (Q : 0.4208 < (t - 1) ^ 2 < 0.421).
  { pose proof (Rmult_lt_0_compat (t - 1.6487) (t - 1 + 0.6487) ltac:(lra) ltac:(lra)).
    pose proof (Rmult_lt_0_compat (1.6488 - t) (t - 1 + 0.6488) ltac:(lra) ltac:(lra)). simpl. lra. }
  assert (U : 7.0156 < (t + 1) ^ 2 < 7.0162).
  { pose proof (Rmult_lt_0_compat (t - 1.6487) (t + 1 + 2.6487) ltac:(lra) ltac:(lra)).
    pose proof (Rmult_lt_0_compat (1.6488 - t) (t + 1 + 2.6488) ltac:(lra) ltac:(lra)). simpl. lra. }
  set (q := (t - 1) ^ 2) in *. set (u := (t + 1) ^ 2) in *.
  assert (Low : (N < 40)%nat -> INR N <= 39) by (intros H; replace 39 with (INR 39) by (simpl; ring); apply le_INR; lia).
  assert (High : (40 <= N)%nat -> 40 <= INR N) by (intros H; replace 40 with (INR 40) by (simpl; ring); now apply le_INR).
  assert (W : warner_at t (INR N) <= 1 / 10 <-> 10 * t <= INR N * q).
  { unfold warner_at. fold q. assert (D : 0 < INR N * q) by (apply Rmult_lt_0_compat; lra). split; intros H.
    - apply Rmult_le_compat_r with (r := INR N * q) in H; [|lra]. unfold Rdiv in H. rewrite Rmult_assoc, Rinv_l in H by lra. lra.
    - apply Rmult_le_reg_r with (INR N * q); [assumption|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. lra. }
  assert (C : christofides_at t (1 / 100) (INR N) <= 1 / 10 <-> u <= 99 / 100 * q * (1 + 2 / 5 * INR N)).
  { unfold christofides_at. fold q u. replace ((u / (q * (1 - 1 / 100)) - 1) / (4 * INR N)) with ((u - 99 / 100 * q) / (99 / 100 * q * (4 * INR N))) by (field; repeat split; lra).
    assert (D : 0 < 99 / 100 * q * (4 * INR N)) by (repeat apply Rmult_lt_0_compat; lra). split; intros H.
    - apply Rmult_le_compat_r with (r := 99 / 100 * q * (4 * INR N)) in H; [|lra]. unfold Rdiv in H at 1. rewrite Rmult_assoc, Rinv_l in H by lra. lra.
    - apply Rmult_le_reg_r with (99 / 100 * q * (4 * INR N)); [assumption|]. unfold Rdiv at 1. rewrite Rmult_assoc, Rinv_l by lra. lra. }
  rewrite W, C. split; split; intros H.
  - destruct (le_lt_dec 40 N) as [|L]; [assumption|]. exfalso. specialize (Low L).
    pose proof (Rmult_le_compat_r q _ _ ltac:(lra) Low). lra.
  - specialize (High H). pose proof (Rmult_le_compat_r q _ _ ltac:(lra) High). lra.
  - destruct (le_lt_dec 40 N) as [|L]; [assumption|]. exfalso. specialize (Low L).
    pose proof (Rmult_le_compat_r q _ _ ltac:(lra) Low). lra.
  - specialize (High H). pose proof (Rmult_le_compat_r q _ _ ltac:(lra) High). lra.
Qed.

(** No deck of 16 cards, a of 1 and b of 3, has epsilon at most 0.5 and the variance (3) at most 1/10 at pi = 1/10. *)
Definition deck_variance (n a b : R) : R :=
  let c := n - a - b in let m := (a + 2 * c + 3 * b) / n in let s := (a + 4 * c + 9 * b) / n in
  4 * (9 / 100) * (s - m * m) / ((n - 1) * ((4 - 2 * m) * (4 - 2 * m))).

Theorem not_sun_deck_of_theorem_5_7 a b : (a + b <= 16)%nat -> a <> b ->
  INR b <= exp (1 / 2) * INR a -> INR a <= exp (1 / 2) * INR b -> 1 / 10 < deck_variance 16 (INR a) (INR b).
Proof.
  assert (Main : forall a b, (a + b <= 16)%nat -> (a < b)%nat -> INR b <= exp (1 / 2) * INR a -> 1.2 * ((INR b - INR a) * (INR b - INR a)) < INR a + INR b).
  { clear a b. intros a b H L E. pose proof half_exponential as [_ T].
    assert (Pa : 0 <= INR a) by apply pos_INR. pose proof (Rmult_le_compat_r (INR a) _ _ Pa (Rlt_le _ _ T)) as E2.
    assert (S : INR a + INR b <= 16) by (rewrite <- plus_INR; replace 16 with (INR 16) by (simpl; ring); now apply le_INR).
    assert (D : INR b - INR a = INR (b - a)) by (rewrite minus_INR by lia; reflexivity).
    assert (D1 : 1 <= INR (b - a)) by (change 1 with (INR 1); apply le_INR; lia).
    assert (D3 : INR (b - a) <= 3).
    { destruct (le_lt_dec (b - a) 3) as [K|K]; [replace 3 with (INR 3) by (simpl; ring); now apply le_INR|]. exfalso.
      assert (4 <= INR (b - a)) by (replace 4 with (INR 4) by (simpl; ring); now apply le_INR). lra. }
    rewrite D. pose proof (Rmult_le_compat_l (INR (b - a)) _ _ ltac:(lra) D3). lra. }
  intros H N E1 E2.
  assert (Sq : 1.2 * ((INR b - INR a) * (INR b - INR a)) < INR a + INR b).
  { destruct (Nat.lt_ge_cases a b) as [L|L]; [now apply Main|].
    pose proof (Main b a ltac:(lia) ltac:(lia) E2) as M. replace ((INR b - INR a) * (INR b - INR a)) with ((INR a - INR b) * (INR a - INR b)) by ring. lra. }
  assert (Nz : INR b - INR a <> 0) by (intros Z; apply N, INR_eq; lra).
  assert (P : 0 < (INR b - INR a) * (INR b - INR a)) by (apply (Rlt_0_sqr _ Nz)).
  assert (Form : deck_variance 16 (INR a) (INR b) = 12 / 125 * (INR a + INR b) / ((INR b - INR a) * (INR b - INR a)) - 3 / 500) by (unfold deck_variance; field; split; lra).
  rewrite Form. assert (Q : 12 / 125 * 1.2 < 12 / 125 * (INR a + INR b) / ((INR b - INR a) * (INR b - INR a))); [|lra].
  apply Rmult_lt_reg_r with ((INR b - INR a) * (INR b - INR a)); [assumption|]. unfold Rdiv. rewrite !Rmult_assoc, Rinv_l by lra. lra.
Qed.

(** * Chai and Nayak, after (3.5), with two categories: between the even prior and every h_gamma some posterior is not attained. *)
Lemma not_listed (l : list R) : forall a b, a < b -> exists q, a < q < b /\ ~ In q l.
Proof.
  induction l as [|x l IH]; intros a b H; [exists ((a + b) / 2); split; [lra | intros []]|].
  destruct (Rle_lt_dec x a) as [A|A]; [|destruct (Rle_lt_dec b x) as [B|B]].
  - destruct (IH a b H) as [q [Hq N]]. exists q. split; [assumption|]. intros [E|I]; [lra | contradiction].
  - destruct (IH a b H) as [q [Hq N]]. exists q. split; [assumption|]. intros [E|I]; [lra | contradiction].
  - destruct (IH a x A) as [q [Hq N]]. exists q. split; [lra|]. intros [E|I]; [lra | contradiction].
Qed.

Theorem not_chai_nayak_precise_if m P g : mechanism m 2 P -> 1 < g ->
  exists q, 1 / 2 < q < g * (1 / 2) / (1 + (g - 1) * (1 / 2)) /\ ~ Errata.attained m 2 P (1 / 2) q.
Proof.
  intros HP Hg. set (share := fun j i => P i j / (P i 0%nat + P i 1%nat)).
  destruct (not_listed (map (share 0%nat) (seq 0 m) ++ map (share 1%nat) (seq 0 m)) (1 / 2) (g * (1 / 2) / (1 + (g - 1) * (1 / 2)))) as [q [Hq N]].
  { apply Rmult_lt_reg_r with (1 + (g - 1) * (1 / 2)); [lra|]. unfold Rdiv at 3. rewrite (Rmult_assoc (g * (1 / 2))), Rinv_l by lra. lra. }
  exists q. split; [assumption|]. intros [w [Q [i [[_ W1] [Hi [Pos [Pr Po]]]]]]]. apply N.
  unfold probability in Pr. unfold posterior, joint in Po. simpl in W1, Pos, Pr, Po. apply in_or_app.
  assert (In_i : In i (seq 0 m)) by (apply in_seq; lia).
  destruct (Q 0%nat), (Q 1%nat); try lra; [left | right]; apply in_map_iff; exists i; split; auto; unfold share; rewrite <- Po.
  - assert (W0 : w 0%nat = 1 / 2) by lra. assert (W2 : w 1%nat = 1 / 2) by lra. rewrite W0, W2 in *. field. lra.
  - assert (W0 : w 0%nat = 1 / 2) by lra. assert (W2 : w 1%nat = 1 / 2) by lra. rewrite W0, W2 in *. field. lra.
Qed.
