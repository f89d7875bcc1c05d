(** Sun, Zhou and Yan, section 4: the improved Christofides mechanism, whose cards are kept.

    A deck is the list of the numbers on its cards. People draw one after another, each card that is left being as likely as any
    other; the survey has as many people as cards. *)

From Coq Require Import Reals Lra Lia List Arith.
Import ListNotations.
Open Scope R_scope.

Fixpoint added (l : list R) : R := match l with [] => 0 | y :: l' => y + added l' end.
Definition squares (l : list R) : R := added (map (fun y => y * y) l).

(** Every card with what is left when it is drawn. *)
Fixpoint picks (deck : list R) : list (R * list R) :=
  match deck with
  | [] => []
  | y :: ys => (y, ys) :: map (fun q => (fst q, y :: snd q)) (picks ys)
  end.

(** The expectation of f over n cards drawn in order and kept. *)
Fixpoint draw (n : nat) (deck : list R) (f : list R -> R) : R :=
  match n with
  | O => f []
  | S n' => added (map (fun q => draw n' (snd q) (fun s => f (fst q :: s))) (picks deck)) / INR (length deck)
  end.

Lemma added_plus {A} (f g : A -> R) l : added (map (fun x => f x + g x) l) = added (map f l) + added (map g l).
Proof. induction l as [|x l IH]; simpl; [ring|]. rewrite IH. ring. Qed.

Lemma added_scal {A} k (f : A -> R) l : added (map (fun x => k * f x) l) = k * added (map f l).
Proof. induction l as [|x l IH]; simpl; [ring|]. rewrite IH. ring. Qed.

Lemma added_const {A} k (l : list A) : added (map (fun _ => k) l) = INR (length l) * k.
Proof. induction l as [|x l IH]; [simpl; ring|]. cbn [map added length]. rewrite IH, S_INR. ring. Qed.

Lemma added_ext {A} (f g : A -> R) l : (forall x, In x l -> f x = g x) -> added (map f l) = added (map g l).
Proof.
  induction l as [|x l IH]; intros H; simpl; [reflexivity|]. rewrite H by (now left). f_equal. apply IH. intros. apply H. now right.
Qed.

Lemma picks_cards deck : map fst (picks deck) = deck.
Proof.
  induction deck as [|y ys IH]; simpl; [reflexivity|]. f_equal. rewrite map_map. simpl. exact IH.
Qed.

Lemma picks_length deck : length (picks deck) = length deck.
Proof. rewrite <- (picks_cards deck) at 2. now rewrite map_length. Qed.

Lemma picks_rest deck q : In q (picks deck) ->
  added (snd q) = added deck - fst q /\ squares (snd q) = squares deck - fst q * fst q /\ S (length (snd q)) = length deck.
Proof.
  revert q. induction deck as [|y ys IH]; intros q H; simpl in H; [contradiction|].
  destruct H as [<-|H]; [simpl; unfold squares; simpl; repeat split; ring|].
  apply in_map_iff in H. destruct H as [[z zs] [<- Hz]]. destruct (IH _ Hz) as [A [B C]]. simpl in *.
  unfold squares in *. simpl. rewrite A, B, <- C. repeat split; ring.
Qed.

(** A sum over the picks of what depends on the card alone. *)
Lemma over_picks g deck : added (map (fun q => g (fst q)) (picks deck)) = added (map g deck).
Proof. rewrite <- (picks_cards deck) at 2. now rewrite map_map. Qed.

Lemma draw_ext n deck f g : (forall s, length s = n -> f s = g s) -> draw n deck f = draw n deck g.
Proof.
  revert deck f g. induction n as [|n IH]; intros deck f g H; simpl; [now apply H|].
  f_equal. apply added_ext. intros q _. apply IH. intros s Hs. apply H. simpl. lia.
Qed.

Lemma draw_plus n deck f g : draw n deck (fun s => f s + g s) = draw n deck f + draw n deck g.
Proof.
  revert deck f g. induction n as [|n IH]; intros deck f g; simpl; [reflexivity|].
  rewrite (added_ext _ (fun q => draw n (snd q) (fun s => f (fst q :: s)) + draw n (snd q) (fun s => g (fst q :: s))))
    by (intros; apply IH).
  rewrite added_plus. unfold Rdiv. ring.
Qed.

Lemma draw_scal n deck k f : draw n deck (fun s => k * f s) = k * draw n deck f.
Proof.
  revert deck f. induction n as [|n IH]; intros deck f; simpl; [reflexivity|].
  rewrite (added_ext _ (fun q => k * draw n (snd q) (fun s => f (fst q :: s)))) by (intros; apply IH).
  rewrite added_scal. unfold Rdiv. ring.
Qed.

Lemma draw_const n deck k : (n <= length deck)%nat -> draw n deck (fun _ => k) = k.
Proof.
  revert deck. induction n as [|n IH]; intros deck H; simpl; [reflexivity|].
  rewrite (added_ext _ (fun _ => k)).
  - rewrite added_const, picks_length. field. apply not_0_INR. lia.
  - intros q Hq. apply IH. destruct (picks_rest deck q Hq) as [_ [_ E]]. lia.
Qed.

Fixpoint dot (a s : list R) : R :=
  match a, s with
  | x :: a', y :: s' => x * y + dot a' s'
  | _, _ => 0
  end.

Lemma draw_dot a deck : (length a <= length deck)%nat ->
  draw (length a) deck (dot a) = added deck / INR (length deck) * added a.
Proof.
  revert deck. induction a as [|x a IH]; intros deck H; [simpl; ring|]. cbn [length draw added]. simpl in H.
  set (M := INR (length deck)). assert (HM : M <> 0) by (apply not_0_INR; lia).
  rewrite (added_ext _ (fun q => x * fst q + added a * (added deck - fst q) * / (M - 1))).
  - rewrite (over_picks (fun y => x * y + added a * (added deck - y) * / (M - 1))). set (u := / (M - 1)).
    rewrite (added_ext _ (fun y => (x - added a * u) * y + added a * added deck * u)) by (intros; ring).
    rewrite added_plus, added_scal, added_const, map_id. fold M.
    destruct a as [|x' a]; [simpl; field; assumption|]. simpl in H. unfold u.
    assert (M1 : M - 1 <> 0).
    { unfold M. destruct (length deck) as [|[|n]]; try lia. rewrite !S_INR. pose proof (pos_INR n). lra. }
    field. now split.
  - intros q Hq. destruct (picks_rest deck q Hq) as [A [_ E]].
    rewrite (draw_ext _ _ _ (fun s => x * fst q + dot a s)) by reflexivity.
    rewrite draw_plus, draw_const, IH, A by lia.
    replace (INR (length (snd q))) with (M - 1) by (unfold M; rewrite <- E, S_INR; ring). unfold Rdiv. ring.
Qed.

Lemma draw_dot_square a deck : (length a <= length deck)%nat ->
  draw (length a) deck (fun s => dot a s * dot a s) =
  squares deck / INR (length deck) * squares a +
  (added deck * added deck - squares deck) / (INR (length deck) * (INR (length deck) - 1)) * (added a * added a - squares a).
Proof.
  revert deck. induction a as [|x a IH]; intros deck H; [simpl; unfold squares; simpl; ring|]. cbn [length draw]. simpl in H.
  set (M := INR (length deck)) in *. assert (HM : M <> 0) by (apply not_0_INR; lia).
  set (S1 := added deck) in *. set (S2 := squares deck) in *.
  set (A := added a). set (Q := squares a).
  replace (added (x :: a)) with (x + A) by reflexivity.
  replace (squares (x :: a)) with (x * x + Q) by reflexivity.
  rewrite (added_ext _ (fun q => (S2 - fst q * fst q) / (M - 1) * Q
    + ((S1 - fst q) * (S1 - fst q) - (S2 - fst q * fst q)) / ((M - 1) * (M - 1 - 1)) * (A * A - Q)
    + 2 * x * fst q * ((S1 - fst q) / (M - 1) * A) + x * x * (fst q * fst q))).
  - rewrite (over_picks (fun y => (S2 - y * y) / (M - 1) * Q
      + ((S1 - y) * (S1 - y) - (S2 - y * y)) / ((M - 1) * (M - 1 - 1)) * (A * A - Q)
      + 2 * x * y * ((S1 - y) / (M - 1) * A) + x * x * (y * y))).
    set (u := / (M - 1)). set (w := / ((M - 1) * (M - 1 - 1)) * (A * A - Q)).
    rewrite (added_ext _ (fun y => (x * x - u * Q + 2 * w - 2 * x * A * u) * (y * y)
      + ((2 * x * S1 * u * A - 2 * S1 * w) * y + (S2 * u * Q + (S1 * S1 - S2) * w)))) by (intros; unfold u, w, Rdiv; ring).
    rewrite !added_plus, !added_scal, !added_const, map_id. fold M. fold S1.
    change (added (map (fun y => y * y) deck)) with S2.
    destruct a as [|x1 a].
    + unfold w, A, Q, squares. simpl. set (g := (S1 * S1 - S2) / (M * (M - 1))). set (h := / ((M - 1) * (M - 1 - 1))). field. assumption.
    + simpl in H. assert (M1 : M - 1 <> 0).
      { unfold M. destruct (length deck) as [|[|n]]; try lia. rewrite !S_INR. pose proof (pos_INR n). lra. }
      destruct a as [|x2 a].
      * assert (Z : A * A - Q = 0) by (unfold A, Q, squares; simpl; ring).
        assert (EQ : Q = A * A) by lra. unfold w, u. rewrite Z, EQ. set (h := / ((M - 1) * (M - 1 - 1))). field. now split.
      * assert (M2 : M - 1 - 1 <> 0).
        { unfold M. simpl in H. destruct (length deck) as [|[|[|n]]]; try lia. rewrite !S_INR. pose proof (pos_INR n). lra. }
        unfold u, w. field. repeat split; assumption.
  - intros q Hq. destruct (picks_rest deck q Hq) as [E1 [E2 E]].
    rewrite (draw_ext _ _ _ (fun s => dot a s * dot a s + (2 * (x * fst q) * dot a s + x * fst q * (x * fst q))))
      by (intros; simpl; ring).
    rewrite !draw_plus, draw_scal, draw_const, draw_dot, IH, E1, E2 by lia.
    replace (INR (length (snd q))) with (M - 1) by (unfold M; rewrite <- E, S_INR; ring).
    fold S1. fold S2. fold A. fold Q. ring.
Qed.

(** The sum of the answers (L+1-Y)x + Y(1-x) of people with truths xs, who draw the cards s; the estimate. *)
Fixpoint total (L : nat) (xs s : list R) : R :=
  match xs, s with
  | x :: xs', y :: s' => ((INR L + 1 - y) * x + y * (1 - x)) + total L xs' s'
  | _, _ => 0
  end.

Definition mean (deck : list R) : R := added deck / INR (length deck).
Definition spread (deck : list R) : R := added (map (fun y => (y - mean deck) * (y - mean deck)) deck) / INR (length deck).
Definition share (xs : list R) : R := added xs / INR (length xs).
Definition estimate (L : nat) (deck xs s : list R) : R :=
  (total L xs s / INR (length deck) - mean deck) / (INR L + 1 - 2 * mean deck).

Definition signs (xs : list R) : list R := map (fun x => 1 - 2 * x) xs.

Lemma total_dot L xs s : length s = length xs -> total L xs s = (INR L + 1) * added xs + dot (signs xs) s.
Proof.
  revert s. induction xs as [|x xs IH]; intros [|y s] H; simpl in *; try lia; [ring|]. rewrite IH by lia. ring.
Qed.

Lemma signs_added xs : added (signs xs) = INR (length xs) - 2 * added xs.
Proof. induction xs as [|x xs IH]; [simpl; ring|]. cbn [signs map added length]. unfold signs in IH. rewrite IH, S_INR. ring. Qed.

Lemma signs_squares xs : (forall x, In x xs -> x = 0 \/ x = 1) -> squares (signs xs) = INR (length xs).
Proof.
  unfold squares, signs. induction xs as [|x xs IH]; intros H; [reflexivity|]. cbn [map added length].
  rewrite IH, S_INR by (intros; apply H; now right). destruct (H x (or_introl eq_refl)) as [-> | ->]; ring.
Qed.

Lemma signs_length xs : length (signs xs) = length xs.
Proof. apply map_length. Qed.

Lemma spread_squares deck : deck <> [] -> spread deck = squares deck / INR (length deck) - mean deck * mean deck.
Proof.
  intros H. assert (P : INR (length deck) <> 0) by (apply not_0_INR; destruct deck; simpl; [congruence | lia]).
  unfold spread. rewrite (added_ext _ (fun y => y * y + (-2 * mean deck * y + mean deck * mean deck))) by (intros; ring).
  rewrite !added_plus, added_scal, added_const, map_id. change (added (map (fun y => y * y) deck)) with (squares deck).
  replace (added deck) with (INR (length deck) * mean deck) by (unfold mean; now field). field. assumption.
Qed.

(** The estimator is unbiased. *)
Theorem improved_unbiased L deck xs : deck <> [] -> length xs = length deck -> INR L + 1 - 2 * mean deck <> 0 ->
  draw (length deck) deck (estimate L deck xs) = share xs.
Proof.
  intros Hd Hx K. assert (P : INR (length deck) <> 0) by (apply not_0_INR; destruct deck; simpl; [congruence | lia]).
  set (m := mean deck) in *. set (N := INR (length deck)) in *.
  rewrite (draw_ext _ _ _ (fun s => / (N * (INR L + 1 - 2 * m)) * dot (signs xs) s
    + ((INR L + 1) * added xs / N - m) / (INR L + 1 - 2 * m))).
  - rewrite draw_plus, draw_scal, draw_const by lia.
    rewrite <- Hx at 1. rewrite <- (signs_length xs), draw_dot by (rewrite signs_length; lia).
    rewrite signs_added, Hx. fold (mean deck). fold m. fold N. unfold share. rewrite Hx. fold N. field. now split.
  - intros s Hs. unfold estimate. rewrite total_dot by lia. fold m. fold N. field. now split.
Qed.

(** Theorem 4.1. *)
Theorem theorem_4_1 L deck xs : (2 <= length deck)%nat -> length xs = length deck -> INR L + 1 - 2 * mean deck <> 0 ->
  (forall x, In x xs -> x = 0 \/ x = 1) ->
  draw (length deck) deck (fun s => (estimate L deck xs s - share xs) * (estimate L deck xs s - share xs)) =
  4 * share xs * (1 - share xs) * spread deck / ((INR (length deck) - 1) * (INR L + 1 - 2 * mean deck) ^ 2).
Proof.
  intros H2 Hx K Ht. assert (Hd : deck <> []) by (intros ->; simpl in H2; lia).
  assert (P : INR (length deck) <> 0) by (apply not_0_INR; lia).
  assert (P1 : INR (length deck) - 1 <> 0).
  { destruct (length deck) as [|[|n]]; try lia. rewrite !S_INR. pose proof (pos_INR n). lra. }
  rewrite (spread_squares deck Hd).
  set (m := mean deck) in *. set (N := INR (length deck)) in *. set (k := INR L + 1 - 2 * m) in *.
  assert (Es : added xs = N * share xs) by (unfold share; rewrite Hx; fold N; now field).
  set (pi := share xs) in *.
  rewrite (draw_ext _ _ _ (fun s => / (N * k * (N * k)) * (dot (signs xs) s * dot (signs xs) s)
    + (- 2 * m * (1 - 2 * pi) / (N * k * k) * dot (signs xs) s + m * (1 - 2 * pi) * (m * (1 - 2 * pi)) / (k * k)))).
  - rewrite !draw_plus, !draw_scal, draw_const by lia.
    rewrite <- Hx at 1 2. rewrite <- (signs_length xs), draw_dot, draw_dot_square by (rewrite signs_length; lia).
    rewrite signs_added, (signs_squares xs Ht), Hx, Es. fold (mean deck). fold m. fold N.
    replace (added deck) with (N * m) by (unfold m, mean; fold N; now field).
    field. repeat split; assumption.
  - intros s Hs. unfold estimate. rewrite total_dot, Es by lia. fold m. fold N. fold k. unfold k. field. now split.
Qed.
