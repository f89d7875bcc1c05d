(** Sun, Zhou and Yan, Appendix B: two cards of a deck that are drawn and kept, two people of a census met in random order. *)

From Coq Require Import Reals Lra Lia List Arith Bool.
From Rropt Require Import Sums SunKept.
From Rropt Require Sun SunCollector.
Import ListNotations.
Open Scope R_scope.

(** The sum over all ordered pairs of different places of a list. *)
Definition over_pairs (g : R -> R -> R) (l : list R) : R :=
  added (map (fun y => added (map (g y) l)) l) - added (map (fun y => g y y) l).
Definition pair_mean (g : R -> R -> R) (l : list R) : R := over_pairs g l / (INR (length l) * (INR (length l) - 1)).

Lemma added_swap (g : R -> R -> R) l m :
  added (map (fun y => added (map (g y) m)) l) = added (map (fun z => added (map (fun y => g y z) l)) m).
Proof.
  induction l as [|y l IH]; simpl; [rewrite (added_ext _ (fun _ => 0 * 0)) by (intros; ring); rewrite added_scal; ring|].
  rewrite IH, <- added_plus. reflexivity.
Qed.

Lemma over_pairs_swap g l : over_pairs (fun y z => g z y) l = over_pairs g l.
Proof. unfold over_pairs. now rewrite added_swap. Qed.

Lemma over_pairs_rest g deck q : In q (picks deck) ->
  over_pairs g (snd q) = over_pairs g deck - added (map (g (fst q)) deck) - added (map (fun y => g y (fst q)) deck) + 2 * g (fst q) (fst q).
Proof.
  intros H. unfold over_pairs. rewrite (SunCollector.added_picks (fun y => g y y) deck q H).
  rewrite (added_ext _ (fun y => added (map (g y) deck) + -1 * g y (fst q))) by (intros y _; rewrite (SunCollector.added_picks (g y) deck q H); ring).
  rewrite added_plus, added_scal, (SunCollector.added_picks (fun y => added (map (g y) deck)) deck q H).
  rewrite (SunCollector.added_picks (fun y => g y (fst q)) deck q H). ring.
Qed.

Lemma size_1 (l : list R) : (2 <= length l)%nat -> INR (length l) - 1 <> 0.
Proof. intros H. replace 1 with (INR 1) by reflexivity. rewrite <- minus_INR by lia. apply not_0_INR. lia. Qed.

(** Any two draws in order have the law of two different cards of the deck. *)
Lemma any_two_in_order n deck i j g : (i < j < n)%nat -> (n <= length deck)%nat ->
  draw n deck (fun s => g (nth i s 0) (nth j s 0)) = pair_mean g deck.
Proof.
  revert deck i j. induction n as [|n IH]; intros deck i j Hi Hn; [lia|]. destruct j as [|j]; [lia|]. cbn [draw].
  assert (Nz : INR (length deck) <> 0) by (apply not_0_INR; lia). assert (N1 : INR (length deck) - 1 <> 0) by (apply size_1; lia).
  unfold pair_mean. destruct i as [|i].
  - cbn [nth].
    rewrite (added_ext _ (fun q => / (INR (length deck) - 1) * (added (map (g (fst q)) deck) + -1 * g (fst q) (fst q)))).
    + rewrite (over_picks (fun y => / (INR (length deck) - 1) * (added (map (g y) deck) + -1 * g y y))).
      rewrite added_scal, added_plus, added_scal. unfold over_pairs. field. now split.
    + intros q Hq. destruct (picks_rest deck q Hq) as [_ [_ E]].
      pose proof (SunCollector.any_card n (snd q) j (g (fst q)) ltac:(lia) ltac:(lia)) as F. cbv beta in F. rewrite F.
      rewrite (SunCollector.added_picks (g (fst q)) deck q Hq), <- E, S_INR. replace (INR (length (snd q)) + 1 - 1) with (INR (length (snd q))) by ring.
      field. rewrite <- E, S_INR in N1. intros Z. apply N1. lra.
  - cbn [nth]. assert (N2 : INR (length deck) - 1 - 1 <> 0).
    { replace (INR (length deck) - 1 - 1) with (INR (length deck - 2)) by (rewrite minus_INR by lia; simpl; ring). apply not_0_INR. lia. }
    set (u := / ((INR (length deck) - 1) * (INR (length deck) - 1 - 1))).
    rewrite (added_ext _ (fun q => u * (over_pairs g deck - added (map (g (fst q)) deck) - added (map (fun y => g y (fst q)) deck) + 2 * g (fst q) (fst q)))).
    + rewrite (over_picks (fun y => u * (over_pairs g deck - added (map (g y) deck) - added (map (fun z => g z y) deck) + 2 * g y y))).
      rewrite (added_ext _ (fun y => u * (over_pairs g deck + (-1 * added (map (g y) deck) + (-1 * added (map (fun z => g z y) deck) + 2 * g y y)))))
        by (intros; ring).
      rewrite added_scal, added_plus, added_const, added_plus, added_scal, added_plus, !added_scal.
      rewrite <- (added_swap g deck deck). unfold over_pairs, u. field. repeat split; assumption.
    + intros q Hq. destruct (picks_rest deck q Hq) as [_ [_ E]]. pose proof (IH (snd q) i j ltac:(lia) ltac:(lia)) as F. cbv beta in F. rewrite F.
      unfold pair_mean. rewrite (over_pairs_rest g deck q Hq). unfold u. rewrite <- E, S_INR. 
      replace (INR (length (snd q)) + 1 - 1) with (INR (length (snd q))) by ring. unfold Rdiv. ring.
Qed.

Theorem any_two n deck i j g : (i < n)%nat -> (j < n)%nat -> i <> j -> (n <= length deck)%nat ->
  draw n deck (fun s => g (nth i s 0) (nth j s 0)) = pair_mean g deck.
Proof.
  intros Hi Hj D Hn. destruct (Nat.lt_ge_cases i j) as [H|H].
  - now apply any_two_in_order.
  - rewrite (any_two_in_order n deck j i (fun y z => g z y)) by lia. unfold pair_mean. now rewrite over_pairs_swap.
Qed.

Lemma over_pairs_product (f h : R -> R) l :
  over_pairs (fun y z => f y * h z) l = added (map f l) * added (map h l) - added (map (fun y => f y * h y) l).
Proof.
  unfold over_pairs. f_equal. rewrite (added_ext _ (fun y => added (map h l) * f y)) by (intros; rewrite added_scal; ring).
  rewrite added_scal. ring.
Qed.

Definition is (a y : R) : R := if Req_EM_T y a then 1 else 0.
Definition at_both (n : nat) (deck : list R) (i j : nat) (a b : R) : R := draw n deck (fun s => is a (nth i s 0) * is b (nth j s 0)).
Notation p_ := SunCollector.proportion.
Notation shows := Sun.shown.

Lemma counted deck c : deck <> [] -> added (map (is (shows c)) deck) = INR (length deck) * p_ deck c.
Proof.
  intros H. unfold SunCollector.proportion, is. field. apply not_0_INR. destruct deck; simpl; [congruence | lia].
Qed.

(** E Y_i Y_j, second line: the law of two cards. *)
Theorem card_pairs deck i j c d : let N := length deck in (2 <= N)%nat -> (i < N)%nat -> (j < N)%nat -> i <> j ->
  (c <> d -> at_both N deck i j (shows c) (shows d) = p_ deck c * p_ deck d * INR N / (INR N - 1)) /\
  at_both N deck i j (shows c) (shows c) = p_ deck c * (p_ deck c * INR N - 1) / (INR N - 1).
Proof.
  intros N HN Hi Hj D. assert (Nz : INR N <> 0) by (apply not_0_INR; unfold N in *; lia). assert (N1 : INR N - 1 <> 0) by (now apply size_1).
  assert (Ne : deck <> []) by (intros ->; simpl in *; lia). unfold at_both.
  split; [intros H|]; rewrite (any_two N deck i j (fun y z => is _ y * is _ z)) by (lia || unfold N; lia); unfold pair_mean; fold N;
    rewrite over_pairs_product, !counted by assumption; fold N.
  - rewrite (added_ext _ (fun _ => 0 * 0)), added_scal; [field; now split|]. intros y _. unfold is.
    destruct (Req_EM_T y (shows c)) as [A|A], (Req_EM_T y (shows d)) as [B|B]; try ring.
    exfalso. apply H. apply INR_eq. rewrite A in B. unfold Sun.shown in B. lra.
  - rewrite (added_ext _ (is (shows c))) by (intros y _; unfold is; destruct (Req_EM_T y (shows c)); ring).
    rewrite counted by assumption. fold N. field. now split.
Qed.

Lemma added_by_number L deck g : deck <> [] -> SunCollector.deck_of L deck -> added (map g deck) = INR (length deck) * sum L (fun c => p_ deck c * g (shows c)).
Proof.
  intros H HL. rewrite <- (SunCollector.by_number L deck g HL). field. apply not_0_INR. destruct deck; simpl; [congruence | lia].
Qed.

(** E Y_i Y_j, first line: the sum to L, the largest number on a card. *)
Theorem product_to_L L deck i j : let N := length deck in (2 <= N)%nat -> SunCollector.deck_of L deck -> (i < N)%nat -> (j < N)%nat -> i <> j ->
  draw N deck (fun s => nth i s 0 * nth j s 0) =
  sum L (fun c => sum L (fun d => shows c * shows d * at_both N deck i j (shows c) (shows d))).
Proof.
  intros N HN HL Hi Hj D. assert (Nz : INR N <> 0) by (apply not_0_INR; unfold N in *; lia). assert (N1 : INR N - 1 <> 0) by (now apply size_1).
  assert (Ne : deck <> []) by (intros ->; simpl in *; lia).
  rewrite (any_two N deck i j (fun y z => y * z)) by (lia || unfold N; lia). unfold pair_mean. fold N.
  rewrite (over_pairs_product (fun y => y) (fun y => y) deck).
  rewrite (added_by_number L deck (fun y => y)), (added_by_number L deck (fun y => y * y)) by assumption. fold N.
  set (m := sum L (fun c => p_ deck c * shows c)). set (s := sum L (fun c => p_ deck c * (shows c * shows c))).
  rewrite (sum_ext L _ (fun c => / (INR N - 1) * (INR N * m * (p_ deck c * shows c) + -1 * (p_ deck c * (shows c * shows c))))).
  - rewrite sum_scal, sum_plus, !sum_scal. fold m s. field. now split.
  - intros c Hc.
    rewrite (sum_ext L _ (fun d => shows c * p_ deck c * INR N * / (INR N - 1) * (p_ deck d * shows d) +
      (if Nat.eqb d c then - (shows c * shows d * p_ deck c) * / (INR N - 1) else 0))).
    + rewrite sum_plus, sum_scal, (sum_single L c (fun d => - (shows c * shows d * p_ deck c) * / (INR N - 1))) by assumption. fold m. ring.
    + intros d _. destruct (card_pairs deck i j c d HN Hi Hj D) as [A B]. fold N in A, B. destruct (Nat.eqb_spec d c) as [->|E].
      * rewrite B. field. assumption.
      * rewrite A by congruence. field. assumption.
Qed.

(** A census met in random order: E x_i, E x_i x_j, E (1 - x_i)(1 - x_j), E (1 - x_i) x_j, with the numbers of pairs. *)
Definition choose_2 (n : R) : R := n * (n - 1) / 2.
Definition arrange_2 (n : R) : R := n * (n - 1).
Theorem people_pairs xs i j : let N := length xs in let pi := share xs in (2 <= N)%nat -> Forall SunCollector.truth xs -> (i < N)%nat -> (j < N)%nat -> i <> j ->
  draw N xs (fun s => nth i s 0) = pi /\
  draw N xs (fun s => nth i s 0 * nth j s 0) = choose_2 (INR N * pi) / choose_2 (INR N) /\
  draw N xs (fun s => (1 - nth i s 0) * (1 - nth j s 0)) = choose_2 (INR N - INR N * pi) / choose_2 (INR N) /\
  draw N xs (fun s => (1 - nth i s 0) * nth j s 0) = INR N * pi * (INR N - INR N * pi) / arrange_2 (INR N).
Proof.
  intros N pi HN Hx Hi Hj D. assert (Nz : INR N <> 0) by (apply not_0_INR; unfold N in *; lia). assert (N1 : INR N - 1 <> 0) by (now apply size_1).
  assert (A : added (map (fun x => x) xs) = INR N * pi) by (rewrite map_id; unfold pi, share; fold N; field; assumption).
  assert (B : added (map (fun x => 1 - x) xs) = INR N - INR N * pi).
  { rewrite (added_ext _ (fun x => 1 + -1 * x)) by (intros; ring). rewrite added_plus, added_const, added_scal, A. fold N. ring. }
  assert (T : forall x, In x xs -> x = 0 \/ x = 1) by (apply Forall_forall; exact Hx).
  unfold choose_2, arrange_2. repeat split.
  - rewrite (SunCollector.any_card N xs i (fun x => x)) by (lia || unfold N; lia). rewrite A. fold N. field. assumption.
  - rewrite (any_two N xs i j (fun x y => x * y)) by (lia || unfold N; lia). unfold pair_mean. rewrite (over_pairs_product (fun x => x) (fun x => x)), A.
    rewrite (added_ext _ (fun x => x)) by (intros x H; destruct (T x H) as [-> | ->]; ring). rewrite A. fold N. field. now split.
  - rewrite (any_two N xs i j (fun x y => (1 - x) * (1 - y))) by (lia || unfold N; lia). unfold pair_mean.
    rewrite (over_pairs_product (fun x => 1 - x) (fun x => 1 - x)), B.
    rewrite (added_ext _ (fun x => 1 - x)) by (intros x H; destruct (T x H) as [-> | ->]; ring). rewrite B. fold N. field. now split.
  - rewrite (any_two N xs i j (fun x y => (1 - x) * y)) by (lia || unfold N; lia). unfold pair_mean.
    rewrite (over_pairs_product (fun x => 1 - x) (fun x => x)), A, B.
    rewrite (added_ext _ (fun x => 0 * 0)) by (intros x H; destruct (T x H) as [-> | ->]; ring). rewrite added_scal. fold N. field. now split.
Qed.

(** Cards and people drawn apart. *)
Definition cards_and_people (deck xs : list R) (f : list R -> list R -> R) : R :=
  draw (length deck) deck (fun s => draw (length xs) xs (fun x => f s x)).

Lemma apart deck xs (f h : list R -> R) :
  cards_and_people deck xs (fun s x => f s * h x) = draw (length deck) deck f * draw (length xs) xs h.
Proof.
  unfold cards_and_people. rewrite (draw_ext _ _ _ (fun s => draw (length xs) xs h * f s)); [rewrite draw_scal; ring|].
  intros s _. rewrite (draw_scal _ _ (f s) h). ring.
Qed.

Lemma cards_and_people_plus deck xs f h :
  cards_and_people deck xs (fun s x => f s x + h s x) = cards_and_people deck xs f + cards_and_people deck xs h.
Proof.
  unfold cards_and_people. rewrite <- draw_plus. apply draw_ext. intros s _. apply (draw_plus _ _ (f s) (h s)).
Qed.

(** E X_i X_j, first display. *)
Theorem product_of_answers L deck xs i j : length xs = length deck -> (i < length deck)%nat -> (j < length deck)%nat -> i <> j ->
  let N := length deck in
  let E_cards f := draw N deck (fun s => f (nth i s 0) (nth j s 0)) in
  let E_people f := draw N xs (fun x => f (nth i x 0) (nth j x 0)) in
  cards_and_people deck xs (fun s x => SunCollector.reply L (nth i x 0) (nth i s 0) * SunCollector.reply L (nth j x 0) (nth j s 0)) =
  E_cards (fun y z => (INR L + 1 - y) * (INR L + 1 - z)) * E_people (fun x w => x * w)
  + E_cards (fun y z => y * z) * E_people (fun x w => (1 - x) * (1 - w))
  + 2 * (E_cards (fun y z => y * (INR L + 1 - z)) * E_people (fun x w => (1 - x) * w)).
Proof.
  intros Hx Hi Hj D N Ec Ep.
  assert (S1 : Ec (fun y z => z * (INR L + 1 - y)) = Ec (fun y z => y * (INR L + 1 - z))).
  { unfold Ec. rewrite (any_two N deck i j (fun y z => z * (INR L + 1 - y))), (any_two N deck i j (fun y z => y * (INR L + 1 - z))) by (unfold N; lia).
    unfold pair_mean. now rewrite (over_pairs_swap (fun y z => y * (INR L + 1 - z))). }
  assert (S2 : Ep (fun x w => x * (1 - w)) = Ep (fun x w => (1 - x) * w)).
  { unfold Ep. rewrite (any_two N xs i j (fun x w => x * (1 - w))), (any_two N xs i j (fun x w => (1 - x) * w)) by (unfold N; lia).
    unfold pair_mean. rewrite <- (over_pairs_swap (fun x w => (1 - x) * w)). unfold over_pairs. f_equal. f_equal; apply added_ext; intros; [apply added_ext; intros|]; ring. }
  transitivity (cards_and_people deck xs (fun s x =>
    ((INR L + 1 - nth i s 0) * (INR L + 1 - nth j s 0)) * (nth i x 0 * nth j x 0)
    + ((nth i s 0 * nth j s 0) * ((1 - nth i x 0) * (1 - nth j x 0))
    + ((nth i s 0 * (INR L + 1 - nth j s 0)) * ((1 - nth i x 0) * nth j x 0)
    + (nth j s 0 * (INR L + 1 - nth i s 0)) * (nth i x 0 * (1 - nth j x 0)))))).
  - unfold cards_and_people. apply draw_ext. intros s _. apply draw_ext. intros x _. unfold SunCollector.reply. ring.
  - rewrite (cards_and_people_plus deck xs (fun s x => ((INR L + 1 - nth i s 0) * (INR L + 1 - nth j s 0)) * (nth i x 0 * nth j x 0))).
    rewrite (cards_and_people_plus deck xs (fun s x => (nth i s 0 * nth j s 0) * ((1 - nth i x 0) * (1 - nth j x 0)))).
    rewrite (cards_and_people_plus deck xs (fun s x => (nth i s 0 * (INR L + 1 - nth j s 0)) * ((1 - nth i x 0) * nth j x 0))).
    rewrite (apart deck xs (fun s => (INR L + 1 - nth i s 0) * (INR L + 1 - nth j s 0)) (fun x => nth i x 0 * nth j x 0)).
    rewrite (apart deck xs (fun s => nth i s 0 * nth j s 0) (fun x => (1 - nth i x 0) * (1 - nth j x 0))).
    rewrite (apart deck xs (fun s => nth i s 0 * (INR L + 1 - nth j s 0)) (fun x => (1 - nth i x 0) * nth j x 0)).
    rewrite (apart deck xs (fun s => nth j s 0 * (INR L + 1 - nth i s 0)) (fun x => nth i x 0 * (1 - nth j x 0))).
    rewrite Hx. fold N.
    change (draw N deck (fun s => nth j s 0 * (INR L + 1 - nth i s 0))) with (Ec (fun y z => z * (INR L + 1 - y))).
    change (draw N xs (fun x => nth i x 0 * (1 - nth j x 0))) with (Ep (fun x w => x * (1 - w))). rewrite S1, S2. unfold Ec, Ep. ring.
Qed.

(** The sentence before (6): a card that some but not all are, a truth that some but not all have. *)
Theorem dependence deck xs i j c : length xs = length deck -> (2 <= length deck)%nat -> Forall SunCollector.truth xs ->
  (i < length deck)%nat -> (j < length deck)%nat -> i <> j -> 0 < p_ deck c < 1 -> 0 < share xs < 1 ->
  let N := length deck in
  at_both N deck i j (shows c) (shows c) <> draw N deck (fun s => is (shows c) (nth i s 0)) * draw N deck (fun s => is (shows c) (nth j s 0)) /\
  draw N xs (fun x => nth i x 0 * nth j x 0) <> draw N xs (fun x => nth i x 0) * draw N xs (fun x => nth j x 0) /\
  forall f h : R -> R, cards_and_people deck xs (fun s x => f (nth i s 0) * h (nth i x 0)) =
    cards_and_people deck xs (fun s _ => f (nth i s 0)) * cards_and_people deck xs (fun _ x => h (nth i x 0)).
Proof.
  intros Hx HN Ht Hi Hj D Hp Hs N. assert (Nz : INR N <> 0) by (apply not_0_INR; unfold N; lia). assert (N1 : INR N - 1 <> 0) by (now apply size_1).
  assert (Ne : deck <> []) by (intros ->; simpl in *; lia). assert (P : 0 < INR N - 1).
  { assert (INR 2 <= INR N) by (apply le_INR; assumption). simpl in H. lra. }
  assert (C : forall k, (k < N)%nat -> draw N deck (fun s => is (shows c) (nth k s 0)) = p_ deck c).
  { intros k Hk. rewrite (SunCollector.any_card N deck k (is (shows c))) by (lia || unfold N; lia). rewrite counted by assumption. fold N. field. assumption. }
  repeat split.
  - unfold N. rewrite (proj2 (card_pairs deck i j c c HN Hi Hj D)). fold N. rewrite !C by assumption. intros E.
    apply (f_equal (fun v => v * (INR N - 1))) in E. unfold Rdiv in E. rewrite Rmult_assoc, Rinv_l in E by assumption. nra.
  - assert (HN' : (2 <= length xs)%nat) by lia. assert (Hi' : (i < length xs)%nat) by lia. assert (Hj' : (j < length xs)%nat) by lia.
    destruct (people_pairs xs i j HN' Ht Hi' Hj' D) as [A [B _]]. destruct (people_pairs xs j i HN' Ht Hj' Hi' (not_eq_sym D)) as [A' _].
    rewrite Hx in *. fold N in A, A', B. rewrite A, A', B. unfold choose_2. intros E.
    apply (f_equal (fun v => v * (INR N - 1))) in E.
    replace (INR N * share xs * (INR N * share xs - 1) / 2 / (INR N * (INR N - 1) / 2) * (INR N - 1)) with (share xs * (INR N * share xs - 1)) in E by (field; now split).
    nra.
  - intros f h. rewrite (apart deck xs (fun s => f (nth i s 0)) (fun x => h (nth i x 0))). unfold cards_and_people. f_equal.
    + apply draw_ext. intros s _. symmetry. apply draw_const. lia.
    + rewrite (draw_const (length deck) deck). reflexivity. lia.
Qed.

(** Section 4: the expectation of X. *)
Theorem improved_expectation L deck xs : deck <> [] -> length xs = length deck ->
  draw (length deck) deck (fun s => total L xs s / INR (length deck)) = mean deck + share xs * (INR L + 1 - 2 * mean deck).
Proof.
  intros Hd Hx. assert (P : INR (length deck) <> 0) by (apply not_0_INR; destruct deck; simpl; [congruence | lia]).
  rewrite (draw_ext _ _ _ (fun s => / INR (length deck) * dot (signs xs) s + (INR L + 1) * added xs / INR (length deck)))
    by (intros; rewrite total_dot by lia; unfold Rdiv; ring).
  rewrite draw_plus, draw_scal, draw_const by lia. rewrite <- Hx at 2. rewrite <- (signs_length xs), draw_dot by (rewrite signs_length; lia).
  rewrite signs_added, Hx. unfold share, mean. rewrite Hx. field. assumption.
Qed.

(** Algorithm 4 as printed: members show the card and the others its mirror image; the variance stays that of Theorem 4.1. *)
Fixpoint printed_total (L : nat) (xs s : list R) : R :=
  match xs, s with
  | x :: xs', y :: s' => (if Req_EM_T x 1 then y else INR L + 1 - y) + printed_total L xs' s'
  | _, _ => 0
  end.
Definition printed_estimate (L : nat) (deck xs s : list R) : R :=
  (printed_total L xs s / INR (length deck) - mean deck) / (INR L + 1 - 2 * mean deck).

Lemma printed_mirrors L xs s : (forall x, In x xs -> x = 0 \/ x = 1) ->
  printed_total L xs s = total L (map (fun x => 1 - x) xs) s.
Proof.
  revert s. induction xs as [|x xs IH]; intros [|y s] H; simpl; try reflexivity.
  rewrite IH by (intros; apply H; now right). f_equal.
  destruct (H x (or_introl eq_refl)) as [-> | ->]; destruct (Req_EM_T _ 1); lra.
Qed.

Lemma algorithm_4_mean L deck xs : deck <> [] -> length xs = length deck -> INR L + 1 - 2 * mean deck <> 0 ->
  (forall x, In x xs -> x = 0 \/ x = 1) -> draw (length deck) deck (printed_estimate L deck xs) = 1 - share xs.
Proof.
  intros Hd Hx K H.
  rewrite (draw_ext _ _ _ (estimate L deck (map (fun x => 1 - x) xs))).
  - rewrite improved_unbiased by (assumption || now rewrite map_length).
    assert (P : INR (length xs) <> 0) by (rewrite Hx; apply not_0_INR; destruct deck; simpl; [congruence | lia]).
    unfold share. rewrite map_length.
    rewrite (added_ext _ (fun x => 1 + -1 * x)) by (intros; ring).
    rewrite added_plus, added_scal, added_const, map_id. field. assumption.
  - intros s _. unfold printed_estimate, estimate. now rewrite printed_mirrors.
Qed.

Theorem algorithm_4_variance L deck xs : (2 <= length deck)%nat -> length xs = length deck -> INR L + 1 - 2 * mean deck <> 0 ->
  (forall x, In x xs -> x = 0 \/ x = 1) ->
  let T := printed_estimate L deck xs in
  draw (length deck) deck (fun s => (T s - draw (length deck) deck T) * (T s - draw (length deck) deck T)) =
  4 * share xs * (1 - share xs) * spread deck / ((INR (length deck) - 1) * (INR L + 1 - 2 * mean deck) ^ 2).
Proof.
  intros H2 Hx K Ht T. assert (Hd : deck <> []) by (intros ->; simpl in H2; lia).
  assert (P : INR (length deck) <> 0) by (apply not_0_INR; lia).
  unfold T. rewrite algorithm_4_mean by assumption. set (ys := map (fun x => 1 - x) xs).
  assert (Hy : forall y, In y ys -> y = 0 \/ y = 1).
  { intros y Hin. apply in_map_iff in Hin. destruct Hin as [x [<- Hin]]. destruct (Ht x Hin) as [-> | ->]; [right|left]; ring. }
  assert (S : share ys = 1 - share xs).
  { unfold share, ys. rewrite map_length, Hx. rewrite (added_ext _ (fun x => 1 + -1 * x)) by (intros; ring).
    rewrite added_plus, added_scal, added_const, map_id, Hx. field. assumption. }
  rewrite <- S. rewrite (draw_ext _ _ _ (fun s => (estimate L deck ys s - share ys) * (estimate L deck ys s - share ys))).
  - rewrite theorem_4_1 by (assumption || unfold ys; now rewrite map_length). rewrite S. unfold Rdiv. ring.
  - intros s _. unfold printed_estimate, estimate, ys. now rewrite printed_mirrors.
Qed.
