(** Sun, Zhou and Yan, corrected: Algorithm 2 with the tests u = 1 and v = 1; the last lines of Appendix A; (6) to (8) of
    Appendix B, of cards and people drawn. *)

From Coq Require Import Reals Lra Lia List Arith.
From Rropt Require Import Sums SunKept SunPairs.
From Rropt Require Sun SunCollector SunReplaced.
Import ListNotations.
Open Scope R_scope.

(** Algorithm 2: u and v are drawn apart, 1 with probabilities p and b; X = x if u = 1, else 1 if v = 1, else 0. *)
Definition drawn_u (c : nat) : nat := match c with O | S O => 1 | _ => 0 end.
Definition drawn_v (c : nat) : nat := match c with O | S (S O) => 1 | _ => 0 end.
Definition bernoulli (p : R) (u : nat) : R := if Nat.eqb u 1 then p else 1 - p.
Definition draws_2 (p b : R) (c : nat) : R := bernoulli p (drawn_u c) * bernoulli b (drawn_v c).
Definition algorithm_2 (x : nat -> R) (i c : nat) : R :=
  if Nat.eqb (drawn_u c) 1 then x i else if Nat.eqb (drawn_v c) 1 then 1 else 0.

Lemma draws_2_law p b : Sun.law 4 (draws_2 p b).
Proof. unfold Sun.law, draws_2, bernoulli, drawn_u, drawn_v. simpl. ring. Qed.

Theorem algorithm_2_unbiased N p b x : (0 < N)%nat -> p <> 0 ->
  Sun.expect N 4 (draws_2 p b) (Sun.estimate N (algorithm_2 x) (b * (1 - p)) p) = Sun.share N x.
Proof.
  intros HN Hp. assert (P : INR N <> 0) by (apply not_0_INR; lia).
  rewrite Sun.estimate_mean by (auto using draws_2_law).
  rewrite (sum_ext N _ (fun i => b * (1 - p) + p * x i)).
  - rewrite Sun.sum_affine by assumption. field. now split.
  - intros i _. unfold Sun.mean, draws_2, bernoulli, algorithm_2, drawn_u, drawn_v. simpl. ring.
Qed.

Theorem algorithm_2_variance N p b x : (0 < N)%nat -> p <> 0 -> Sun.truths N x ->
  Sun.variance N 4 (draws_2 p b) (Sun.estimate N (algorithm_2 x) (b * (1 - p)) p) =
  (b * (1 - p) - b ^ 2 * (1 - p) ^ 2) / (INR N * p ^ 2) + Sun.share N x * (1 - p - 2 * b * (1 - p)) / (INR N * p).
Proof.
  intros HN Hp Hx. assert (P : INR N <> 0) by (apply not_0_INR; lia).
  rewrite Sun.estimate_variance by (auto using draws_2_law).
  rewrite (sum_ext N _ (fun i => (b * (1 - p) - b ^ 2 * (1 - p) ^ 2) + p * (1 - p - 2 * b * (1 - p)) * x i)).
  - rewrite Sun.sum_affine by assumption. field. now split.
  - intros i Hi. unfold Sun.spread, Sun.mean, draws_2, bernoulli, algorithm_2, drawn_u, drawn_v. simpl.
    destruct (Hx i Hi) as [-> | ->]; ring.
Qed.

(** The expectation of what is affine in two places and their product. *)
Lemma draw_affine l i j k0 k1 k2 k3 : (i < length l)%nat -> (j < length l)%nat ->
  draw (length l) l (fun s => k0 + (k1 * nth i s 0 + (k2 * nth j s 0 + k3 * (nth i s 0 * nth j s 0)))) =
  k0 + (k1 + k2) * mean l + k3 * draw (length l) l (fun s => nth i s 0 * nth j s 0).
Proof.
  intros Hi Hj. assert (M : forall k, (k < length l)%nat -> draw (length l) l (fun s => nth k s 0) = mean l).
  { intros k Hk. rewrite (SunCollector.any_card (length l) l k (fun y => y)) by lia. now rewrite map_id. }
  rewrite (draw_plus _ _ (fun _ => k0)), draw_const by lia.
  rewrite (draw_plus _ _ (fun s => k1 * nth i s 0)), (draw_plus _ _ (fun s => k2 * nth j s 0)), !draw_scal, !M by assumption. ring.
Qed.

Section AppendixB.
Variables (L : nat) (deck xs : list R).
Hypothesis same : length xs = length deck.
Let N := length deck.
Let l1 := INR L + 1.
Let pi := share xs.
Let m := mean deck.
Definition both_answers (i j : nat) : R :=
  cards_and_people deck xs (fun s x => SunCollector.reply L (nth i x 0) (nth i s 0) * SunCollector.reply L (nth j x 0) (nth j s 0)).
Definition over_answers (f : nat -> nat -> R) : R := sum N (fun i => sum N (fun j => if Nat.eqb j i then 0 else f i j)).
Definition two_cards (i j : nat) (f : R -> R -> R) : R := draw N deck (fun s => f (nth i s 0) (nth j s 0)).
Definition two_people (i j : nat) (f : R -> R -> R) : R := draw N xs (fun x => f (nth i x 0) (nth j x 0)).

Lemma of_two_cards i j f k0 k1 k2 k3 : (i < N)%nat -> (j < N)%nat -> (forall y z, f y z = k0 + (k1 * y + (k2 * z + k3 * (y * z)))) ->
  two_cards i j f = k0 + (k1 + k2) * m + k3 * two_cards i j (fun y z => y * z).
Proof.
  intros Hi Hj E. unfold two_cards, N, m. rewrite <- (draw_affine deck i j k0 k1 k2 k3) by assumption. apply draw_ext. intros s _. apply E.
Qed.

Lemma of_two_people i j f k0 k1 k2 k3 : (i < N)%nat -> (j < N)%nat -> (forall y z, f y z = k0 + (k1 * y + (k2 * z + k3 * (y * z)))) ->
  two_people i j f = k0 + (k1 + k2) * pi + k3 * two_people i j (fun y z => y * z).
Proof.
  intros Hi Hj E. unfold two_people, N, pi, share in *. rewrite <- same in *. fold (mean xs).
  rewrite <- (draw_affine xs i j k0 k1 k2 k3) by assumption. apply draw_ext. intros s _. apply E.
Qed.

Lemma first_line i j : (i < N)%nat -> (j < N)%nat -> i <> j ->
  both_answers i j =
    two_cards i j (fun y z => l1 ^ 2 - 2 * y * l1 + y * z) * two_people i j (fun x w => x * w)
    + two_cards i j (fun y z => y * z) * two_people i j (fun x w => (1 - x) * (1 - w))
    + two_cards i j (fun y z => (l1 - y) * z) * two_people i j (fun x w => x * (1 - w))
    + two_cards i j (fun y z => y * (l1 - z)) * two_people i j (fun x w => (1 - x) * w).
Proof.
  intros Hi Hj D. unfold both_answers. rewrite (product_of_answers L deck xs i j same Hi Hj D).
  fold N. fold l1. change (draw N deck (fun s => ?f)) with (draw N deck (fun s => f)).
  assert (A : two_cards i j (fun y z => l1 ^ 2 - 2 * y * l1 + y * z) = two_cards i j (fun y z => (l1 - y) * (l1 - z))).
  { rewrite (of_two_cards i j _ (l1 ^ 2) (- 2 * l1) 0 1) by (assumption || intros; ring).
    rewrite (of_two_cards i j (fun y z => (l1 - y) * (l1 - z)) (l1 ^ 2) (- l1) (- l1) 1) by (assumption || intros; ring). ring. }
  assert (B : two_cards i j (fun y z => (l1 - y) * z) = two_cards i j (fun y z => y * (l1 - z))).
  { rewrite (of_two_cards i j _ 0 0 l1 (- 1)) by (assumption || intros; ring).
    rewrite (of_two_cards i j (fun y z => y * (l1 - z)) 0 l1 0 (- 1)) by (assumption || intros; ring). ring. }
  assert (C : two_people i j (fun x w => x * (1 - w)) = two_people i j (fun x w => (1 - x) * w)).
  { rewrite (of_two_people i j _ 0 1 0 (- 1)) by (assumption || intros; ring).
    rewrite (of_two_people i j (fun x w => (1 - x) * w) 0 0 1 (- 1)) by (assumption || intros; ring). ring. }
  rewrite A, B, C. unfold two_cards, two_people. ring.
Qed.

Hypothesis large : (2 <= length deck)%nat.
Hypothesis true_or_not : Forall SunCollector.truth xs.

Lemma N_0 : INR N <> 0.
Proof. apply not_0_INR. unfold N. lia. Qed.

Lemma N_1 : INR N - 1 <> 0.
Proof. now apply size_1. Qed.

(** The expectation of the product of two cards. *)
Lemma product_of_cards i j : (i < N)%nat -> (j < N)%nat -> i <> j -> two_cards i j (fun y z => y * z) = m ^ 2 - SunKept.spread deck / (INR N - 1).
Proof.
  intros Hi Hj D. pose proof N_0 as P0. pose proof N_1 as P1. unfold two_cards.
  rewrite (any_two N deck i j (fun y z => y * z)) by (assumption || unfold N; lia). unfold pair_mean.
  rewrite (over_pairs_product (fun y => y) (fun y => y) deck), map_id. fold N.
  unfold SunKept.spread. fold N m.
  rewrite (added_ext (fun y => (y - m) * (y - m)) (fun y => y * y + (- 2 * m * y + m * m))) by (intros; ring).
  rewrite added_plus, added_plus, added_scal, added_const, map_id. fold N.
  replace (added deck) with (INR N * m) by (unfold m, mean; fold N; field; assumption). field. now split.
Qed.

(** The expectation of the product of two truths. *)
Lemma product_of_people i j : (i < N)%nat -> (j < N)%nat -> i <> j -> two_people i j (fun x w => x * w) = pi * (INR N * pi - 1) / (INR N - 1).
Proof.
  intros Hi Hj D. pose proof N_0 as P0. pose proof N_1 as P1. unfold two_people, N in *. rewrite <- same in *.
  rewrite (proj1 (proj2 (people_pairs xs i j large true_or_not Hi Hj D))). unfold choose_2. fold pi. field. now split.
Qed.

Lemma over_answers_same f k : (forall i j, (i < N)%nat -> (j < N)%nat -> i <> j -> f i j = k) -> over_answers f = INR N * (INR N - 1) * k.
Proof.
  intros H. unfold over_answers. rewrite (sum_ext N _ (fun _ => INR N * k - k)); [rewrite sum_const; ring|].
  intros i Hi. rewrite (sum_ext N _ (fun j => k + (if Nat.eqb j i then - k else 0))).
  - rewrite sum_plus, sum_const, (sum_single N i (fun _ => - k)) by assumption. ring.
  - intros j Hj. destruct (Nat.eqb_spec j i) as [->|E]; [ring|]. rewrite H by congruence. ring.
Qed.

Lemma two_answers_mean i j : (i < N)%nat -> (j < N)%nat -> i <> j ->
  both_answers i j =
    (let c := m ^ 2 - SunKept.spread deck / (INR N - 1) in let q := pi * (INR N * pi - 1) / (INR N - 1) in
     (l1 ^ 2 - 2 * l1 * m + c) * q + c * (1 - 2 * pi + q) + 2 * (l1 * m - c) * (pi - q)).
Proof.
  intros Hi Hj D. cbv zeta. rewrite first_line by assumption.
  rewrite (of_two_cards i j (fun y z => l1 ^ 2 - 2 * y * l1 + y * z) (l1 ^ 2) (- 2 * l1) 0 1) by (assumption || intros; ring).
  rewrite (of_two_cards i j (fun y z => (l1 - y) * z) 0 0 l1 (- 1)) by (assumption || intros; ring).
  rewrite (of_two_cards i j (fun y z => y * (l1 - z)) 0 l1 0 (- 1)) by (assumption || intros; ring).
  rewrite (of_two_people i j (fun x w => (1 - x) * (1 - w)) 1 (- 1) (- 1) 1) by (assumption || intros; ring).
  rewrite (of_two_people i j (fun x w => x * (1 - w)) 0 1 0 (- 1)) by (assumption || intros; ring).
  rewrite (of_two_people i j (fun x w => (1 - x) * w) 0 0 1 (- 1)) by (assumption || intros; ring).
  rewrite product_of_cards, product_of_people by assumption. ring.
Qed.

Lemma third_line a b : (a < N)%nat -> (b < N)%nat -> a <> b ->
  over_answers both_answers =
    (INR N * pi * (INR N * pi - 1) + (INR N - INR N * pi) * (INR N - INR N * pi - 1) - 2 * (INR N * pi) * (INR N - INR N * pi)) * two_cards a b (fun y z => y * z)
    + (- 2 * l1 * (INR N * pi) * (INR N * pi - 1) + 2 * l1 * (INR N * pi) * (INR N - INR N * pi)) * m + l1 ^ 2 * (INR N * pi) * (INR N * pi - 1).
Proof.
  intros Ha Hb D. pose proof N_1 as P1. rewrite (over_answers_same _ _ two_answers_mean), product_of_cards by assumption. cbv zeta. field. assumption.
Qed.

Lemma last_line : over_answers both_answers =
  (4 * INR N ^ 2 * pi ^ 2 - 4 * INR N ^ 2 * pi + INR N ^ 2 - INR N) * (m ^ 2 - SunKept.spread deck / (INR N - 1))
  + 2 * l1 * (INR N * pi) * (1 + INR N - 2 * INR N * pi) * m + l1 ^ 2 * (INR N * pi) * (INR N * pi - 1).
Proof.
  pose proof N_1 as P1. rewrite (over_answers_same _ _ two_answers_mean). cbv zeta. field. assumption.
Qed.

Lemma squared : cards_and_people deck xs (fun s x => sum N (fun i => SunCollector.reply L (nth i x 0) (nth i s 0))) ^ 2 =
  INR N ^ 2 * (m + pi * (l1 - 2 * m)) ^ 2.
Proof.
  pose proof N_0 as P0.
  assert (One : forall i, (i < N)%nat -> cards_and_people deck xs (fun s x => SunCollector.reply L (nth i x 0) (nth i s 0)) = m + pi * (l1 - 2 * m)).
  { intros i Hi. unfold cards_and_people.
    rewrite (draw_ext _ _ _ (fun s => pi * l1 + ((1 - 2 * pi) * nth i s 0 + (0 * nth i s 0 + 0 * (nth i s 0 * nth i s 0))))).
    - rewrite draw_affine by assumption. fold m. ring.
    - intros s _. unfold SunCollector.reply. fold l1.
      rewrite (draw_ext _ _ _ (fun x => nth i s 0 + ((l1 - 2 * nth i s 0) * nth i x 0 + (0 * nth i x 0 + 0 * (nth i x 0 * nth i x 0))))) by (intros; ring).
      rewrite draw_affine by (unfold N in Hi; lia). change (mean xs) with pi. ring. }
  assert (Sum : forall n, (n <= N)%nat ->
    cards_and_people deck xs (fun s x => sum n (fun i => SunCollector.reply L (nth i x 0) (nth i s 0))) = INR n * (m + pi * (l1 - 2 * m))).
  { induction n as [|n IH]; intros Hn.
    - unfold cards_and_people. simpl. rewrite (draw_ext _ _ _ (fun _ => 0)); [rewrite draw_const by lia; ring|]. intros. apply draw_const. lia.
    - rewrite S_INR. simpl sum.
      rewrite (cards_and_people_plus deck xs (fun s x => sum n (fun i => SunCollector.reply L (nth i x 0) (nth i s 0)))), IH, One by lia. ring. }
  rewrite Sum by lia. ring.
Qed.
End AppendixB.

(** (7), first line, with -2 Y_i(L + 1). *)
Theorem eq_7_line_1 L deck xs i j : length xs = length deck -> (i < length deck)%nat -> (j < length deck)%nat -> i <> j ->
  let E_cards := two_cards deck i j in let E_people := two_people deck xs i j in
  both_answers L deck xs i j =
    E_cards (fun y z => (INR L + 1) ^ 2 - 2 * y * (INR L + 1) + y * z) * E_people (fun x w => x * w)
    + E_cards (fun y z => y * z) * E_people (fun x w => (1 - x) * (1 - w))
    + E_cards (fun y z => (INR L + 1 - y) * z) * E_people (fun x w => x * (1 - w))
    + E_cards (fun y z => y * (INR L + 1 - z)) * E_people (fun x w => (1 - x) * w).
Proof. intros. now apply first_line. Qed.

(** (7), second line. *)
Theorem eq_7_line_2 L deck xs i j : length xs = length deck -> (i < length deck)%nat -> (j < length deck)%nat -> i <> j ->
  let E_cards := two_cards deck i j in let E_people := two_people deck xs i j in
  both_answers L deck xs i j =
    E_cards (fun y z => y * z) * (E_people (fun x w => x * w) + E_people (fun x w => (1 - x) * (1 - w))
      - E_people (fun x w => x * (1 - w)) - E_people (fun x w => (1 - x) * w))
    + mean deck * (- 2 * (INR L + 1) * E_people (fun x w => x * w) + (INR L + 1) * E_people (fun x w => x * (1 - w))
      + (INR L + 1) * E_people (fun x w => (1 - x) * w))
    + (INR L + 1) ^ 2 * E_people (fun x w => x * w).
Proof.
  intros H Hi Hj D E_cards E_people. rewrite first_line by assumption. unfold E_cards.
  rewrite (of_two_cards deck i j (fun y z => (INR L + 1) ^ 2 - 2 * y * (INR L + 1) + y * z) ((INR L + 1) ^ 2) (- 2 * (INR L + 1)) 0 1) by (assumption || intros; ring).
  rewrite (of_two_cards deck i j (fun y z => (INR L + 1 - y) * z) 0 0 (INR L + 1) (- 1)) by (assumption || intros; ring).
  rewrite (of_two_cards deck i j (fun y z => y * (INR L + 1 - z)) 0 (INR L + 1) 0 (- 1)) by (assumption || intros; ring).
  unfold E_people. ring.
Qed.

(** (7), third line, as the sum over all i <> j, with -2 N pi (N - N pi); E Y_i Y_j is that of any two, a and b. *)
Theorem eq_7_line_3 L deck xs a b : length xs = length deck -> (2 <= length deck)%nat -> Forall SunCollector.truth xs ->
  (a < length deck)%nat -> (b < length deck)%nat -> a <> b ->
  let N := INR (length deck) in let pi := share xs in
  over_answers deck (both_answers L deck xs) =
    (N * pi * (N * pi - 1) + (N - N * pi) * (N - N * pi - 1) - 2 * (N * pi) * (N - N * pi)) * two_cards deck a b (fun y z => y * z)
    + (- 2 * (INR L + 1) * (N * pi) * (N * pi - 1) + 2 * (INR L + 1) * (N * pi) * (N - N * pi)) * mean deck
    + (INR L + 1) ^ 2 * (N * pi) * (N * pi - 1).
Proof. intros. now apply third_line. Qed.

(** (7), last line, as the sum over all i <> j. *)
Theorem eq_7 L deck xs : length xs = length deck -> (2 <= length deck)%nat -> Forall SunCollector.truth xs ->
  let N := INR (length deck) in let pi := share xs in
  over_answers deck (both_answers L deck xs) =
    (4 * N ^ 2 * pi ^ 2 - 4 * N ^ 2 * pi + N ^ 2 - N) * (mean deck ^ 2 - SunKept.spread deck / (N - 1))
    + 2 * (INR L + 1) * (N * pi) * (1 + N - 2 * N * pi) * mean deck + (INR L + 1) ^ 2 * (N * pi) * (N * pi - 1).
Proof. intros. now apply last_line. Qed.

(** (8), first line: the square of the expectation of the sum of the answers. *)
Theorem eq_8_line_1 L deck xs : length xs = length deck -> (2 <= length deck)%nat ->
  cards_and_people deck xs (fun s x => sum (length deck) (fun i => SunCollector.reply L (nth i x 0) (nth i s 0))) ^ 2 =
  INR (length deck) ^ 2 * (mean deck + share xs * (INR L + 1 - 2 * mean deck)) ^ 2.
Proof. intros. now apply squared. Qed.

(** (6), all lines, with (1 - x_i)^2 in the first; E g is the expectation of one card, EP g that of one person. *)
Theorem eq_6 L deck xs : length xs = length deck -> deck <> [] -> Forall SunCollector.truth xs ->
  let N := INR (length deck) in let pi := share xs in
  let E g := added (map g deck) / N in let EP g := added (map g xs) / N in
  let S := sum (length deck) (fun i => cards_and_people deck xs (fun s x => SunCollector.reply L (nth i x 0) (nth i s 0) ^ 2)) in
  (forall i, (i < length deck)%nat -> cards_and_people deck xs (fun s x => SunCollector.reply L (nth i x 0) (nth i s 0) ^ 2) =
    cards_and_people deck xs (fun s x => (INR L + 1 - nth i s 0) ^ 2 * nth i x 0 ^ 2 + nth i s 0 ^ 2 * (1 - nth i x 0) ^ 2)) /\
  S = N * (E (fun y => (INR L + 1 - y) ^ 2) * EP (fun x => x ^ 2) + E (fun y => y ^ 2) * EP (fun x => (1 - x) ^ 2)) /\
  S = N * ((INR L + 1) ^ 2 + E (fun y => y ^ 2) - 2 * (INR L + 1) * mean deck) * EP (fun x => x ^ 2)
      + N * E (fun y => y ^ 2) * EP (fun x => 1 - 2 * x + x ^ 2) /\
  S = N * E (fun y => y ^ 2) - 2 * N * (INR L + 1) * pi * mean deck + N * (INR L + 1) ^ 2 * pi.
Proof.
  intros H D T N pi E EP S. assert (Hn : (0 < length deck)%nat) by (destruct deck; [congruence | simpl; lia]).
  assert (P : N <> 0) by (apply not_0_INR; lia).
  assert (One : forall g i, (i < length deck)%nat -> draw (length deck) deck (fun s => g (nth i s 0)) = E g).
  { intros g i Hi. unfold E. apply SunCollector.any_card; lia. }
  assert (Who : forall g i, (i < length deck)%nat -> draw (length xs) xs (fun x => g (nth i x 0)) = EP g).
  { intros g i Hi. unfold EP, N. rewrite <- H. apply SunCollector.any_card; lia. }
  assert (Z : EP (fun x => 2 * (x * (1 - x))) = 0).
  { unfold EP. rewrite (added_ext _ (fun _ => 0)); [rewrite added_const; unfold Rdiv; ring|].
    intros x Hx. destruct (proj1 (Forall_forall _ _) T x Hx) as [-> | ->]; ring. }
  assert (Two : forall i, (i < length deck)%nat ->
    cards_and_people deck xs (fun s x => (INR L + 1 - nth i s 0) ^ 2 * nth i x 0 ^ 2 + nth i s 0 ^ 2 * (1 - nth i x 0) ^ 2) =
    E (fun y => (INR L + 1 - y) ^ 2) * EP (fun x => x ^ 2) + E (fun y => y ^ 2) * EP (fun x => (1 - x) ^ 2)).
  { intros i Hi. rewrite cards_and_people_plus, !(apart deck xs).
    rewrite (One (fun y => (INR L + 1 - y) ^ 2)), (One (fun y => y ^ 2)), (Who (fun x => x ^ 2)), (Who (fun x => (1 - x) ^ 2)) by assumption.
    reflexivity. }
  assert (Sq : forall i, (i < length deck)%nat ->
    cards_and_people deck xs (fun s x => SunCollector.reply L (nth i x 0) (nth i s 0) ^ 2) =
    cards_and_people deck xs (fun s x => (INR L + 1 - nth i s 0) ^ 2 * nth i x 0 ^ 2 + nth i s 0 ^ 2 * (1 - nth i x 0) ^ 2)).
  { intros i Hi. assert (Cross : cards_and_people deck xs (fun s x => (INR L + 1 - nth i s 0) * nth i s 0 * (2 * (nth i x 0 * (1 - nth i x 0)))) = 0).
    { rewrite (apart deck xs (fun s => (INR L + 1 - nth i s 0) * nth i s 0) (fun x => 2 * (nth i x 0 * (1 - nth i x 0)))).
      rewrite (Who (fun x => 2 * (x * (1 - x)))), Z by assumption. ring. }
    set (f := fun s x => (INR L + 1 - nth i s 0) ^ 2 * nth i x 0 ^ 2 + nth i s 0 ^ 2 * (1 - nth i x 0) ^ 2).
    set (h := fun s x => (INR L + 1 - nth i s 0) * nth i s 0 * (2 * (nth i x 0 * (1 - nth i x 0)))) in *.
    transitivity (cards_and_people deck xs (fun s x => f s x + h s x)).
    - unfold cards_and_people. apply draw_ext. intros s _. apply draw_ext. intros x _. unfold f, h, SunCollector.reply. ring.
    - rewrite (cards_and_people_plus deck xs f h), Cross. ring. }
  assert (Line : S = N * (E (fun y => (INR L + 1 - y) ^ 2) * EP (fun x => x ^ 2) + E (fun y => y ^ 2) * EP (fun x => (1 - x) ^ 2))).
  { unfold S. rewrite (sum_ext _ _ (fun _ => E (fun y => (INR L + 1 - y) ^ 2) * EP (fun x => x ^ 2) + E (fun y => y ^ 2) * EP (fun x => (1 - x) ^ 2))).
    - apply sum_const.
    - intros i Hi. rewrite Sq by assumption. now apply Two. }
  assert (Far : E (fun y => (INR L + 1 - y) ^ 2) = (INR L + 1) ^ 2 + E (fun y => y ^ 2) - 2 * (INR L + 1) * mean deck).
  { unfold E, mean. fold N. rewrite (added_ext _ (fun y => (INR L + 1) ^ 2 + (-2 * (INR L + 1) * y + y ^ 2))) by (intros; ring).
    rewrite !added_plus, added_const, added_scal, map_id. fold N. field. assumption. }
  assert (Not : EP (fun x => (1 - x) ^ 2) = EP (fun x => 1 - 2 * x + x ^ 2)).
  { unfold EP. f_equal. apply added_ext. intros. ring. }
  assert (Is : EP (fun x => x ^ 2) = pi).
  { unfold EP, pi, share. rewrite H. fold N. f_equal.
    replace (added xs) with (added (map (fun x => x) xs)) by (now rewrite map_id). apply added_ext.
    intros x Hx. destruct (proj1 (Forall_forall _ _) T x Hx) as [-> | ->]; ring. }
  assert (Not_is : EP (fun x => 1 - 2 * x + x ^ 2) = 1 - pi).
  { unfold EP, pi, share. rewrite H. fold N.
    rewrite (added_ext _ (fun x => 1 + -1 * x)).
    - rewrite added_plus, added_const, added_scal, map_id, H. fold N. field. assumption.
    - intros x Hx. destruct (proj1 (Forall_forall _ _) T x Hx) as [-> | ->]; ring. }
  split; [exact Sq|]. split; [exact Line|]. rewrite Line, Far, Not, Not_is, Is. split; ring.
Qed.

(** Appendix A, the second and the last equality, with the lost sign and N Var Y. *)
Theorem appendix_a_corrected N L w x : Sun.law L w -> Sun.truths N x -> (0 < N)%nat ->
  let V := Sun.variance N L w (Sun.total (Sun.christofides_answer L x)) in
  let pi := Sun.share N x in
  let VarY := sum L (fun c => Sun.shown c ^ 2 * w c) - sum L (fun c => Sun.shown c * w c) ^ 2 in
  V = INR N * pi * sum L (fun c => ((INR L + 1) ^ 2 - 2 * (INR L + 1) * Sun.shown c) * w c)
      - INR N * pi * (sum L (fun c => (INR L + 1) * w c) * sum L (fun c => (INR L + 1 - 2 * Sun.shown c) * w c))
      + INR N * VarY /\
  V = INR N * VarY.
Proof.
  intros H Hx HN V pi VarY. assert (EV : V = INR N * VarY).
  { destruct (SunReplaced.appendix_a N L w x H Hx HN) as [_ [_ A]]. unfold V. rewrite A. f_equal. unfold Sun.spread, VarY.
    assert (M : Sun.mean L w Sun.shown = sum L (fun c => Sun.shown c * w c)) by (unfold Sun.mean; apply sum_ext; intros; ring).
    rewrite M. set (m := sum L (fun c => Sun.shown c * w c)).
    rewrite (sum_ext L _ (fun c => Sun.shown c ^ 2 * w c + (-2 * m * (Sun.shown c * w c) + m ^ 2 * w c))) by (intros; ring).
    rewrite !sum_plus, !sum_scal, H. fold m. ring. }
  split; [|exact EV]. rewrite EV.
  rewrite (sum_ext L (fun c => (_ - _) * _) (fun c => (INR L + 1) ^ 2 * w c + -2 * (INR L + 1) * (Sun.shown c * w c))) by (intros; ring).
  rewrite (sum_ext L (fun c => (INR L + 1 - 2 * _) * _) (fun c => (INR L + 1) * w c + -2 * (Sun.shown c * w c))) by (intros; ring).
  rewrite !sum_plus, !sum_scal, H. ring.
Qed.

(** Modified Simmons in a census whose statement (b) is 'I am a member of Group B': y says who is one, c is the share of both groups. *)
Definition statement_b (x y : nat -> R) (i k : nat) : R := if Nat.eqb k 0 then x i else y i.
Definition simmons_2 (N : nat) (p b pi : R) : R :=
  (b * (1 - p) - b ^ 2 * (1 - p) ^ 2) / (INR N * p ^ 2) + pi * (1 - p - 2 * b * (1 - p)) / (INR N * p).
Definition census_variance (N : nat) (p : R) (x y : nat -> R) : R :=
  Sun.variance N 2 (Sun.warner_cards p) (Sun.estimate N (statement_b x y) (Sun.share N y * (1 - p)) p).

Theorem census_with_group_b N p x y : (0 < N)%nat -> p <> 0 -> Sun.truths N x -> Sun.truths N y ->
  let pi := Sun.share N x in let b := Sun.share N y in let c := Sun.share N (fun i => x i * y i) in
  census_variance N p x y = p * (1 - p) * (pi + b - 2 * c) / (INR N * p ^ 2) /\
  simmons_2 N p b pi - census_variance N p x y = ((1 - p) ^ 2 * b * (1 - b) + 2 * p * (1 - p) * (c - pi * b)) / (INR N * p ^ 2).
Proof.
  intros HN Hp Hx Hy pi b c. assert (P : INR N <> 0) by (apply not_0_INR; lia).
  assert (V : census_variance N p x y = p * (1 - p) * (pi + b - 2 * c) / (INR N * p ^ 2)).
  { unfold census_variance. rewrite Sun.estimate_variance by (auto using Sun.warner_law).
    rewrite (sum_ext N _ (fun i => p * (1 - p) * (x i + (y i + - 2 * (x i * y i))))).
    - rewrite sum_scal, sum_plus, sum_plus, sum_scal. unfold pi, b, c, Sun.share. field. now split.
    - intros i Hi. unfold Sun.spread, Sun.mean, Sun.warner_cards, statement_b. simpl.
      destruct (Hx i Hi) as [-> | ->], (Hy i Hi) as [-> | ->]; ring. }
  split; [exact V|]. rewrite V. unfold simmons_2. field. now split.
Qed.

Theorem census_with_group_b_smaller N p x y : (0 < N)%nat -> 0 < p < 1 -> Sun.truths N x -> Sun.truths N y ->
  let pi := Sun.share N x in let b := Sun.share N y in
  pi * b <= Sun.share N (fun i => x i * y i) -> 0 < b < 1 -> census_variance N p x y < simmons_2 N p b pi.
Proof.
  intros HN Hp Hx Hy pi b Hc Hb. assert (P : 0 < INR N) by (apply lt_0_INR; lia).
  destruct (census_with_group_b N p x y HN ltac:(lra) Hx Hy) as [_ E]. fold pi b in E.
  set (c := Sun.share N (fun i => x i * y i)) in *.
  assert (0 < ((1 - p) ^ 2 * b * (1 - b) + 2 * p * (1 - p) * (c - pi * b)) / (INR N * p ^ 2)); [|lra].
  apply Rdiv_lt_0_compat; [|apply Rmult_lt_0_compat; [assumption | apply pow_lt; lra]].
  apply Rplus_lt_le_0_compat.
  - apply Rmult_lt_0_compat; [apply Rmult_lt_0_compat; [apply pow_lt|]|]; lra.
  - apply Rmult_le_pos; [apply Rmult_le_pos|]; lra || nra.
Qed.
