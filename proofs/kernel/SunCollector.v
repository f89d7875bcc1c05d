(** Sun, Zhou and Yan, section 5: what all answers of a survey together disclose, and one answer of a survey whose cards are kept.
    Truths are 0 or 1, and neighbours are two states of the population that differ in the truth of one person. *)

From Coq Require Import Reals Lra Lia List Arith Bool Permutation Morphisms.
From Rropt Require Import Sums Sun SunPrivacy.
From Rropt Require SunKept.
Import ListNotations.
Open Scope R_scope.

Definition truth (x : R) : Prop := x = 0 \/ x = 1.
Definition neighbours (n : nat) (xs ys : list R) : Prop := Forall truth xs /\ Forall truth ys /\ length xs = n /\
  exists before after x y, xs = before ++ x :: after /\ ys = before ++ y :: after.

(** * Independent answers: Warner, Simmons and Christofides with cards that go back. *)

(** The probability of the vector of answers a: people with the truths xs draw their cards independently. *)
Fixpoint matches (v : R -> nat -> R) (xs a : list R) (cards : list nat) : R :=
  match xs, a, cards with
  | x :: xs', b :: a', c :: cards' => (if Req_EM_T (v x c) b then 1 else 0) * matches v xs' a' cards'
  | _, _, _ => 1
  end.
Definition vector_chance (L : nat) (w : nat -> R) (v : R -> nat -> R) (xs a : list R) : R :=
  expect (length xs) L w (matches v xs a).

(** Definition 2.1 of everything that the collector receives. *)
Definition collector_private (e : R) (n L : nat) (w : nat -> R) (v : R -> nat -> R) : Prop :=
  forall xs ys a, neighbours n xs ys -> length a = n -> vector_chance L w v xs a <= exp e * vector_chance L w v ys a.

Fixpoint factors (L : nat) (w : nat -> R) (v : R -> nat -> R) (xs a : list R) : R :=
  match xs, a with
  | x :: xs', b :: a' => answer_chance L w (v x) b * factors L w v xs' a'
  | _, _ => 1
  end.

Lemma vector_factors L w v xs a : length a = length xs -> vector_chance L w v xs a = factors L w v xs a.
Proof.
  unfold vector_chance. revert a. induction xs as [|x xs IH]; intros [|b a] Ha; simpl in *; try lia; [reflexivity|].
  unfold answer_chance. rewrite <- sum_scal_r. apply sum_ext. intros c _. rewrite expect_scal, IH by lia.
  destruct (Req_EM_T _ _); ring.
Qed.

Lemma answer_chance_nonneg L w v a : (forall c, (c < L)%nat -> 0 <= w c) -> 0 <= answer_chance L w v a.
Proof. intros H. apply sum_nonneg. intros c Hc. destruct (Req_EM_T _ _); [now apply H | lra]. Qed.

Lemma factors_nonneg L w v xs a : (forall c, (c < L)%nat -> 0 <= w c) -> 0 <= factors L w v xs a.
Proof.
  intros H. revert a. induction xs as [|x xs IH]; intros [|b a]; simpl; try lra.
  apply Rmult_le_pos; [now apply answer_chance_nonneg | apply IH].
Qed.

(** What holds of one answer holds of all: the factors of the others are the same. *)
Theorem independent_answers e n L w v : (forall c, (c < L)%nat -> 0 <= w c) -> private e L w v -> collector_private e n L w v.
Proof.
  intros Hw P xs ys a [Tx [Ty [Hn [before [after [x [y [-> ->]]]]]]]] Ha.
  assert (X : truth x) by (apply (proj1 (Forall_forall _ _) Tx), in_elt).
  assert (Y : truth y) by (apply (proj1 (Forall_forall _ _) Ty), in_elt).
  rewrite !vector_factors by (rewrite app_length in *; simpl in *; lia).
  rewrite app_length in Hn. simpl in Hn. clear Tx Ty. revert a n Hn Ha.
  induction before as [|z before IH]; intros [|b a] n Hn Ha; simpl in *; try lia.
  - rewrite <- Rmult_assoc. apply Rmult_le_compat_r; [now apply factors_nonneg | now apply P].
  - replace (exp e * (answer_chance L w (v z) b * factors L w v (before ++ y :: after) a))
      with (answer_chance L w (v z) b * (exp e * factors L w v (before ++ y :: after) a)) by ring.
    apply Rmult_le_compat_l; [now apply answer_chance_nonneg | apply (IH a (length a))]; lia.
Qed.

Theorem theorem_5_1 n p : 0 < p < 1 / 2 -> collector_private (ln ((1 - p) / p)) n 2 (warner_cards p) warner.
Proof.
  intros Hp. apply independent_answers; [|apply SunPrivacy.theorem_5_1; assumption].
  intros c _. unfold warner_cards. destruct (Nat.eqb c 0); lra.
Qed.

Theorem theorem_5_2 n p b : 0 < p < 1 -> 0 < b < 1 ->
  (b <= 1 / 2 -> collector_private (ln ((p + (1 - p) * b) / ((1 - p) * b))) n 3 (simmons_cards p b) simmons) /\
  (b > 1 / 2 -> collector_private (ln ((p + (1 - p) * (1 - b)) / ((1 - p) * (1 - b)))) n 3 (simmons_cards p b) simmons).
Proof.
  intros Hp Hb. assert (W : forall c, (c < 3)%nat -> 0 <= simmons_cards p b c).
  { intros c _. unfold simmons_cards. destruct c as [|[|c]]; [lra | |]; apply Rmult_le_pos; lra. }
  destruct (SunPrivacy.theorem_5_2 p b Hp Hb) as [A B].
  split; intros H; apply independent_answers; auto; [apply (A H) | apply (B H)].
Qed.

Theorem theorem_5_4 n L w : (0 < L)%nat -> (forall c, (c < L)%nat -> 0 < w c) ->
  collector_private (largest (L - 1) (fun c => ln (w (L - 1 - c)%nat / w c))) n L w (christofides L).
Proof.
  intros HL Hw. apply independent_answers; [intros c Hc; left; now apply Hw | apply SunPrivacy.theorem_5_4; assumption].
Qed.

(** * Cards that are kept: as many people as cards. *)
Import SunKept.

(** Everybody answers (L+1-Y)x + Y(1-x). *)
Definition reply (L : nat) (x y : R) : R := (INR L + 1 - y) * x + y * (1 - x).
Fixpoint replies (L : nat) (xs s : list R) : list R :=
  match xs, s with
  | x :: xs', y :: s' => reply L x y :: replies L xs' s'
  | _, _ => []
  end.

Lemma added_picks (g : R -> R) deck q : In q (picks deck) -> added (map g (snd q)) = added (map g deck) - g (fst q).
Proof.
  revert q. induction deck as [|y ys IH]; intros q H; simpl in H; [contradiction|].
  destruct H as [<-|H]; [simpl; ring|]. apply in_map_iff in H. destruct H as [[z zs] [<- Hz]]. specialize (IH _ Hz). simpl in *. rewrite IH. ring.
Qed.

(** Every card of a shuffled deck has the law of the deck. *)
Theorem any_card n deck i (g : R -> R) : (i < n)%nat -> (n <= length deck)%nat ->
  draw n deck (fun s => g (nth i s 0)) = added (map g deck) / INR (length deck).
Proof.
  revert deck i. induction n as [|n IH]; intros deck i Hi Hn; [lia|]. cbn [draw]. f_equal.
  assert (Nz : INR (length deck) <> 0) by (apply not_0_INR; lia).
  destruct i as [|i].
  - cbn [nth]. rewrite (added_ext _ (fun q => g (fst q))); [apply over_picks|].
    intros q Hq. destruct (picks_rest deck q Hq) as [_ [_ E]]. apply draw_const. lia.
  - cbn [nth].
    rewrite (added_ext _ (fun q => (added (map g deck) - g (fst q)) / (INR (length deck) - 1))).
    + assert (D : INR (length deck) - 1 <> 0).
      { replace (INR (length deck) - 1) with (INR (length deck - 1)) by (rewrite minus_INR by lia; reflexivity). apply not_0_INR. lia. }
      rewrite (added_ext _ (fun q => / (INR (length deck) - 1) * (added (map g deck) + -1 * g (fst q)))) by (intros; field; assumption).
      rewrite added_scal, added_plus, added_const, added_scal, over_picks, picks_length. field. assumption.
    + intros q Hq. destruct (picks_rest deck q Hq) as [_ [_ E]].
      pose proof (IH (snd q) i ltac:(lia) ltac:(lia)) as F. cbv beta in F |- *. rewrite F, (added_picks g deck q Hq). rewrite <- E, S_INR. f_equal. ring.
Qed.

(** The proportion of the cards that show c + 1. *)
Definition proportion (deck : list R) (c : nat) : R :=
  added (map (fun y => if Req_EM_T y (shown c) then 1 else 0) deck) / INR (length deck).
Definition deck_of (L : nat) (deck : list R) : Prop := forall y, In y deck -> exists c, (c < L)%nat /\ y = shown c.

Lemma by_number L deck (g : R -> R) : deck_of L deck -> added (map g deck) / INR (length deck) = sum L (fun c => proportion deck c * g (shown c)).
Proof.
  intros H. unfold proportion. set (N := INR (length deck)). clearbody N.
  induction deck as [|y deck IH].
  - simpl. rewrite (sum_ext L _ (fun _ => 0)) by (intros; unfold Rdiv; ring). rewrite sum_zero. unfold Rdiv. ring.
  - assert (Hd : deck_of L deck) by (intros z Hz; apply H; now right). specialize (IH Hd).
    destruct (H y (or_introl eq_refl)) as [c [Hc ->]]. cbn [map added].
    rewrite (sum_ext L _ (fun d => (if Nat.eqb d c then / N * g (shown d) else 0) +
      added (map (fun y => if Req_EM_T y (shown d) then 1 else 0) deck) / N * g (shown d))).
    + rewrite sum_plus, <- IH, (sum_single L c (fun d => / N * g (shown d))) by assumption. unfold Rdiv. ring.
    + intros d Hd'. destruct (Req_EM_T (shown c) (shown d)) as [E|E]; destruct (Nat.eqb_spec d c) as [F|F]; unfold Rdiv; try ring; exfalso.
      * apply F, INR_eq. unfold shown in E. lra.
      * apply E. now subst.
Qed.

(** The law of the answer of person i, whatever the truths of the others. *)
Definition answer_of (L : nat) (deck xs : list R) (i : nat) (a : R) : R :=
  draw (length deck) deck (fun s => if Req_EM_T (nth i (replies L xs s) 0) a then 1 else 0).

Lemma replies_nth L xs s i : length xs = length s -> (i < length s)%nat -> nth i (replies L xs s) 0 = reply L (nth i xs 0) (nth i s 0).
Proof.
  revert s i. induction xs as [|x xs IH]; intros [|y s] [|i] H Hi; simpl in *; try lia; [reflexivity|]. apply IH; lia.
Qed.

Lemma answer_of_one L deck xs i a : deck_of L deck -> length xs = length deck -> (i < length deck)%nat ->
  answer_of L deck xs i a = answer_chance L (proportion deck) (christofides L (nth i xs 0)) a.
Proof.
  intros Hd Hx Hi. unfold answer_of.
  rewrite (draw_ext _ _ _ (fun s => (fun y => if Req_EM_T (reply L (nth i xs 0) y) a then 1 else 0) (nth i s 0))).
  - rewrite (any_card (length deck) deck i (fun y => if Req_EM_T (reply L (nth i xs 0) y) a then 1 else 0)) by lia.
    rewrite (by_number L) by assumption. apply sum_ext. intros c _.
    unfold reply, christofides. destruct (Req_EM_T _ _); ring.
  - intros s Hs. now rewrite replies_nth by lia.
Qed.

(** Theorem 5.6, of one answer: every number is on some card; the budget is also the least. *)
Theorem theorem_5_6 L deck i : (0 < L)%nat -> deck_of L deck -> (forall c, (c < L)%nat -> 0 < proportion deck c) -> (i < length deck)%nat ->
  let e := largest (L - 1) (fun c => ln (proportion deck (L - 1 - c) / proportion deck c)) in
  let holds f := forall xs ys a, Forall truth xs -> Forall truth ys -> length xs = length deck -> length ys = length deck ->
    answer_of L deck xs i a <= exp f * answer_of L deck ys i a in
  holds e /\ forall f, holds f -> e <= f.
Proof.
  intros HL Hd Hp Hi e holds. destruct (SunPrivacy.theorem_5_4 L (proportion deck) HL Hp) as [P Least]. fold e in P, Least.
  assert (T : forall xs, Forall truth xs -> length xs = length deck -> truth (nth i xs 0)).
  { intros xs Hx Hl. apply (proj1 (Forall_forall _ _) Hx), nth_In. lia. }
  split.
  - intros xs ys a Hx Hy Lx Ly. rewrite !answer_of_one by assumption. apply P; now apply T.
  - intros f Hf. apply Least. intros a x y Hx Hy.
    assert (All : forall z, truth z -> Forall truth (repeat z (length deck))).
    { intros z Hz. apply Forall_forall. intros u Hu. now rewrite (repeat_spec _ _ _ Hu). }
    assert (At : forall z, nth i (repeat z (length deck)) 0 = z).
    { intros z. rewrite (nth_indep _ 0 z) by (now rewrite repeat_length). apply nth_repeat. }
    specialize (Hf (repeat x (length deck)) (repeat y (length deck)) a (All x Hx) (All y Hy) (repeat_length _ _) (repeat_length _ _)).
    now rewrite !answer_of_one, !At in Hf by (assumption || apply repeat_length).
Qed.

(** All answers of the survey: the chance of a set of vectors of answers. *)
Definition survey_chance (L : nat) (deck xs : list R) (event : list R -> bool) : R :=
  draw (length deck) deck (fun s => if event (replies L xs s) then 1 else 0).
Definition survey_private (e delta : R) (L : nat) (deck : list R) (sees : (list R -> bool) -> Prop) : Prop :=
  forall xs ys event, neighbours (length deck) xs ys -> sees event ->
  survey_chance L deck xs event <= exp e * survey_chance L deck ys event + delta.

(** Who receives all answers can tell every set of vectors; who receives the sum alone can tell sets of sums. *)
Definition all_answers (event : list R -> bool) : Prop := True.
Definition sum_of_answers (event : list R -> bool) : Prop := exists sums : R -> bool, forall a, event a = sums (added a).

Definition middle (L : nat) (y : R) : bool := if Req_EM_T (2 * y) (INR L + 1) then true else false.
Definition p_middle (L : nat) (deck : list R) : R := added (map (fun y => if middle L y then 1 else 0) deck) / INR (length deck).

Lemma added_le {A} (f g : A -> R) l : (forall x, In x l -> f x <= g x) -> added (map f l) <= added (map g l).
Proof. induction l as [|x l IH]; intros H; simpl; [lra|]. apply Rplus_le_compat; [apply H; now left | apply IH; intros; apply H; now right]. Qed.

Lemma draw_le n deck f g : (n <= length deck)%nat -> (forall s, length s = n -> f s <= g s) -> draw n deck f <= draw n deck g.
Proof.
  revert deck f g. induction n as [|n IH]; intros deck f g Hn H; simpl; [now apply H|].
  apply Rmult_le_compat_r; [left; apply Rinv_0_lt_compat, lt_0_INR; lia|]. apply added_le. intros q Hq.
  destruct (picks_rest deck q Hq) as [_ [_ E]]. apply IH; [lia|]. intros s Hs. apply H. simpl. lia.
Qed.

Lemma survey_nonneg L deck xs event : 0 <= survey_chance L deck xs event.
Proof.
  apply Rle_trans with (draw (length deck) deck (fun _ => 0)); [rewrite draw_const by lia; lra|].
  apply draw_le; [lia|]. intros s _. destruct (event _); lra.
Qed.

(** All cards are drawn: their sum is certain. *)
Lemma draw_whole deck f g : (forall s, length s = length deck -> added s = added deck -> f s = g s) ->
  draw (length deck) deck f = draw (length deck) deck g.
Proof.
  remember (length deck) as n eqn:E. revert deck E f g. induction n as [|n IH]; intros deck E f g H; simpl.
  - destruct deck; [apply H; reflexivity | discriminate].
  - f_equal. apply added_ext. intros q Hq. destruct (picks_rest deck q Hq) as [A [_ B]]. apply IH; [lia|].
    intros s Hs Es. apply H; simpl; [lia|]. rewrite Es, A. ring.
Qed.

Lemma not_middle n deck i L : (i < n)%nat -> (n <= length deck)%nat ->
  draw n deck (fun s => if middle L (nth i s 0) then 0 else 1) = 1 - p_middle L deck.
Proof.
  intros Hi Hn. rewrite (any_card n deck i (fun y => if middle L y then 0 else 1)) by assumption.
  rewrite (added_ext _ (fun y => 1 + -1 * (if middle L y then 1 else 0))) by (intros y _; destruct (middle L y); ring).
  rewrite added_plus, added_const, added_scal. unfold p_middle. field. apply not_0_INR. lia.
Qed.

Lemma replies_added L xs s : length s = length xs -> added (replies L xs s) = (INR L + 1) * added xs + dot (signs xs) s.
Proof.
  intros H. rewrite <- total_dot by assumption. revert s H. induction xs as [|x xs IH]; intros [|y s] H; simpl in *; try lia; [reflexivity|].
  rewrite IH by lia. reflexivity.
Qed.

Lemma replies_change L before after x y s : length s = length (before ++ x :: after) -> middle L (nth (length before) s 0) = true ->
  replies L (before ++ x :: after) s = replies L (before ++ y :: after) s.
Proof.
  revert s. induction before as [|z before IH]; intros [|u s] Hs M; simpl in *; try lia.
  - f_equal. unfold middle in M. destruct (Req_EM_T _ _) as [E|]; [|discriminate]. unfold reply. replace (INR L + 1 - u) with u by lra. ring.
  - f_equal. apply IH; [lia | assumption].
Qed.

Lemma dot_zeros n s : dot (signs (repeat 0 n)) s = added (firstn n s).
Proof.
  revert s. induction n as [|n IH]; intros [|y s]; simpl; try reflexivity.
  change (map (fun x => 1 - 2 * x) (repeat 0 n)) with (signs (repeat 0 n)). rewrite IH. ring.
Qed.

Lemma zeros_added n : added (repeat 0 n) = 0.
Proof. induction n as [|n IH]; simpl; [reflexivity | rewrite IH; ring]. Qed.

(** Theorem 5.6 repaired: whoever sees the sum at least has (epsilon, delta) exactly from delta = 1 - p_middle on, at every epsilon >= 0. *)
Theorem least_delta e delta L deck (sees : (list R -> bool) -> Prop) : (0 < length deck)%nat -> 0 <= e ->
  (forall event, sum_of_answers event -> sees event) ->
  (survey_private e delta L deck sees <-> 1 - p_middle L deck <= delta).
Proof.
  intros Hn He Sees. split.
  - intros H. remember (length deck) as n eqn:En. destruct n as [|n]; [lia|]. clear Hn.
    set (ones := 1 :: repeat 0 n). set (zeros := 0 :: repeat 0 n).
    set (event := fun a => if Req_EM_T (added a) (added deck) then false else true).
    assert (Z : Forall truth (repeat 0 n)) by (apply Forall_forall; intros u Hu; left; exact (repeat_spec _ _ _ Hu)).
    assert (Nb : neighbours (length deck) ones zeros).
    { split; [constructor; [right; reflexivity | exact Z]|]. split; [constructor; [left; reflexivity | exact Z]|].
      split; [simpl; rewrite repeat_length; lia|]. exists [], (repeat 0 n), 1, 0. now split. }
    assert (Sum : sum_of_answers event) by (exists (fun t => if Req_EM_T t (added deck) then false else true); reflexivity).
    specialize (H ones zeros event Nb (Sees event Sum)).
    assert (Zero : survey_chance L deck zeros event = 0).
    { unfold survey_chance. rewrite (draw_whole deck _ (fun _ => 0)); [rewrite draw_const by lia; reflexivity|].
      intros s Hs Es. unfold event. rewrite replies_added by (simpl; rewrite repeat_length; lia).
      unfold zeros. change (0 :: repeat 0 n) with (repeat 0 (S n)). rewrite zeros_added, dot_zeros, En, <- Hs, firstn_all, Es.
      destruct (Req_EM_T _ _) as [|N]; [reflexivity|]. exfalso. apply N. ring. }
    assert (One : survey_chance L deck ones event = 1 - p_middle L deck).
    { unfold survey_chance. rewrite <- (not_middle (length deck) deck 0 L) by lia. apply draw_whole.
      intros [|y s] Hs Es; [simpl in Hs; lia|]. unfold event. rewrite replies_added by (simpl in *; rewrite repeat_length; lia).
      assert (Ls : n = length s) by (simpl in Hs; lia).
      unfold ones. cbn [signs map dot added nth]. change (map (fun x => 1 - 2 * x) (repeat 0 n)) with (signs (repeat 0 n)).
      rewrite zeros_added, dot_zeros, Ls, firstn_all. simpl in Es. unfold middle.
      destruct (Req_EM_T _ (added deck)) as [A|A]; destruct (Req_EM_T (2 * y) _) as [B|B]; try reflexivity; exfalso; [apply B | apply A]; lra. }
    rewrite Zero, One in H. lra.
  - intros D xs ys event [Tx [Ty [Hl [before [after [x [y [-> ->]]]]]]]] _.
    assert (Hb : (length before < length deck)%nat) by (rewrite app_length in Hl; simpl in Hl; lia).
    assert (E1 : 1 <= exp e) by (pose proof (exp_ineq1_le e); lra).
    set (ys := before ++ y :: after).
    pose proof (survey_nonneg L deck ys event) as Pos.
    apply Rle_trans with (survey_chance L deck ys event + (1 - p_middle L deck)).
    + unfold survey_chance. rewrite <- (not_middle (length deck) deck (length before) L), <- draw_plus by lia.
      apply draw_le; [lia|]. intros s Hs. destruct (middle L (nth (length before) s 0)) eqn:M.
      * unfold ys. rewrite (replies_change L before after x y s) by (assumption || lia). lra.
      * destruct (event _), (event _); lra.
    + pose proof (Rmult_le_compat_r _ 1 (exp e) Pos E1). lra.
Qed.

Lemma middle_below L deck : (0 < length deck)%nat -> (exists y, In y deck /\ 2 * y <> INR L + 1) -> p_middle L deck < 1.
Proof.
  intros Hn [y [Hy Ny]]. unfold p_middle. assert (P : 0 < INR (length deck)) by (now apply lt_0_INR).
  apply Rmult_lt_reg_r with (INR (length deck)); [assumption|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l, Rmult_1_r, Rmult_1_l by lra.
  clear Hn P. induction deck as [|z deck IH]; [contradiction|]. cbn [map added length]. rewrite S_INR.
  assert (Le : added (map (fun y => if middle L y then 1 else 0) deck) <= INR (length deck)).
  { replace (INR (length deck)) with (added (map (fun _ : R => 1) deck)) by (rewrite added_const; ring).
    apply added_le. intros u _. destruct (middle L u); lra. }
  destruct Hy as [->|Hy].
  - unfold middle at 1. destruct (Req_EM_T _ _); [contradiction | lra].
  - specialize (IH Hy). destruct (middle L z); lra.
Qed.

Lemma no_epsilon L deck (sees : (list R -> bool) -> Prop) : (exists y, In y deck /\ 2 * y <> INR L + 1) ->
  (forall event, sum_of_answers event -> sees event) ->
  ~ (exists e, survey_private e 0 L deck sees) /\
  forall e delta, 0 <= e -> (survey_private e delta L deck sees <-> 1 - p_middle L deck <= delta).
Proof.
  intros [y [Hy Ny]] Sees. assert (Hn : (0 < length deck)%nat) by (destruct deck; [contradiction | simpl; lia]). split.
  - intros [e H]. pose proof (middle_below L deck Hn (ex_intro _ y (conj Hy Ny))) as M.
    assert (H' : survey_private (Rmax e 0) 0 L deck sees).
    { intros xs ys event Nb S. specialize (H xs ys event Nb S). pose proof (survey_nonneg L deck ys event) as Pos.
      assert (Ex : exp e <= exp (Rmax e 0)) by (destruct (Rmax_l e 0) as [G|G]; [left; now apply exp_increasing | right; now rewrite <- G]).
      pose proof (Rmult_le_compat_r _ _ _ Pos Ex). lra. }
    apply least_delta in H'; [lra | assumption | apply Rmax_r | assumption].
  - intros e delta He. now apply least_delta.
Qed.

(** One vector of answers, as in Definition 2.1: if nobody has the attribute, the answers are the cards, in any order. *)
Definition one_vector (event : list R -> bool) : Prop := exists v, forall a, event a = true <-> a = v.

Lemma draw_nonneg n deck f : (n <= length deck)%nat -> (forall s, 0 <= f s) -> 0 <= draw n deck f.
Proof. intros Hn H. apply Rle_trans with (draw n deck (fun _ => 0)); [rewrite draw_const by lia; lra | apply draw_le; auto]. Qed.

Lemma added_term {A} (f : A -> R) l x : (forall y, In y l -> 0 <= f y) -> In x l -> f x <= added (map f l).
Proof.
  induction l as [|y l IH]; intros H Hx; [contradiction|]. cbn [map added].
  assert (0 <= added (map f l)).
  { clear IH Hx. induction l as [|z l IH]; simpl; [lra|]. pose proof (H z (or_intror (or_introl eq_refl))).
    assert (0 <= added (map f l)) by (apply IH; intros u [->|Hu]; apply H; [now left | now right; right]). lra. }
  destruct Hx as [->|Hx]; [lra|]. pose proof (H y (or_introl eq_refl)).
  pose proof (IH (fun z Hz => H z (or_intror Hz)) Hx). lra.
Qed.

Lemma pick_in y before after : In (y, before ++ after) (picks (before ++ y :: after)).
Proof. induction before as [|z before IH]; simpl; [now left|]. right. apply in_map_iff. exists (y, before ++ after). now split. Qed.

Lemma any_order q deck f : In q (picks deck) -> (forall s, 0 <= f s) -> 0 < f (fst q :: snd q) -> 0 < draw (length deck) deck f.
Proof.
  remember (length deck) as n eqn:E. revert q deck E f. induction n as [|n IH]; intros q deck E f Hq Hf Pos.
  - destruct deck; [contradiction | discriminate].
  - cbn [draw]. apply Rdiv_lt_0_compat; [|apply lt_0_INR; lia].
    destruct (picks_rest deck q Hq) as [_ [_ L]].
    apply Rlt_le_trans with (draw n (snd q) (fun s => f (fst q :: s))).
    + replace n with (length (snd q)) in * by lia. destruct (snd q) as [|z zs] eqn:Eq; [exact Pos|].
      apply (IH (z, zs)); [reflexivity | now left | intros; apply Hf | exact Pos].
    + apply (added_term (fun p => draw n (snd p) (fun s => f (fst p :: s)))); [|assumption].
      intros p Hp. destruct (picks_rest deck p Hp) as [_ [_ M]]. apply draw_nonneg; [lia | intros; apply Hf].
Qed.

Lemma no_epsilon_one_vector L deck : (exists y, In y deck /\ 2 * y <> INR L + 1) -> ~ (exists e, survey_private e 0 L deck one_vector).
Proof.
  intros [y [Hy Ny]] [e H]. destruct (in_split y deck Hy) as [before [after E]].
  set (v := y :: before ++ after). set (event := fun a => if list_eq_dec Req_EM_T a v then true else false).
  assert (Ln : length deck = S (length (before ++ after))) by (rewrite E, !app_length; simpl; lia).
  set (n := length (before ++ after)) in *.
  assert (Z : Forall truth (repeat 0 n)) by (apply Forall_forall; intros u Hu; left; exact (repeat_spec _ _ _ Hu)).
  assert (Nb : neighbours (length deck) (0 :: repeat 0 n) (1 :: repeat 0 n)).
  { split; [constructor; [left; reflexivity | exact Z]|]. split; [constructor; [right; reflexivity | exact Z]|].
    split; [simpl; rewrite repeat_length; lia|]. exists [], (repeat 0 n), 0, 1. now split. }
  assert (One : one_vector event).
  { exists v. intros a. unfold event. destruct (list_eq_dec Req_EM_T a v); split; congruence. }
  specialize (H _ _ event Nb One).
  assert (Zeros : forall s, length s = length (repeat 0 n) -> replies L (repeat 0 n) s = s).
  { clear. intros s. rewrite repeat_length. revert s. induction n as [|n IH]; intros [|u s] Hs; simpl in *; try lia; [reflexivity|].
    rewrite IH by lia. f_equal. unfold reply. ring. }
  assert (P : 0 < survey_chance L deck (0 :: repeat 0 n) event).
  { unfold survey_chance. apply (any_order (y, before ++ after)); [rewrite E; apply pick_in | intros s; destruct (event _); lra|].
    cbn [fst snd replies]. rewrite Zeros by (rewrite repeat_length; reflexivity).
    replace (reply L 0 y) with y by (unfold reply; ring). unfold event, v. destruct (list_eq_dec _ _ _); [lra | contradiction]. }
  assert (N : survey_chance L deck (1 :: repeat 0 n) event = 0).
  { unfold survey_chance. rewrite (draw_whole deck _ (fun _ => 0)); [rewrite draw_const by lia; reflexivity|].
    intros [|u s] Hs Es; [simpl in Hs; lia|]. unfold event. cbn [replies]. rewrite Zeros by (rewrite repeat_length; simpl in Hs; lia).
    destruct (list_eq_dec _ _ _) as [A|]; [|reflexivity]. exfalso. apply Ny. unfold v in A. injection A as A1 A2.
    assert (Sum : added deck = y + added (before ++ after)).
    { rewrite E. clear. induction before as [|z before IH]; simpl; [reflexivity|]. rewrite IH. ring. }
    cbn [added] in Es. rewrite A2, Sum in Es. unfold reply in A1. lra. }
  rewrite N in H. lra.
Qed.

(** No finite epsilon, for every deck that has a card other than the middle one: not for every one vector of answers, and not for
    their sum; and the least delta of all sets of vectors, as of all sets of sums, is 1 - p_middle. *)
Theorem theorem_5_6_collector_repaired L deck : (exists y, In y deck /\ 2 * y <> INR L + 1) ->
  ~ (exists e, survey_private e 0 L deck one_vector) /\
  forall e delta, 0 <= e -> (survey_private e delta L deck all_answers <-> 1 - p_middle L deck <= delta).
Proof. intros H. split; [now apply no_epsilon_one_vector|]. now apply (no_epsilon L deck all_answers). Qed.

Theorem theorem_5_6_sum_repaired L deck : (exists y, In y deck /\ 2 * y <> INR L + 1) ->
  ~ (exists e, survey_private e 0 L deck sum_of_answers) /\
  forall e delta, 0 <= e -> (survey_private e delta L deck sum_of_answers <-> 1 - p_middle L deck <= delta).
Proof. intros H. now apply no_epsilon. Qed.

(** So Theorem 5.6 is false of all answers, and of their sum: of the deck of two cards 1 and one card 2. *)
Lemma three_cards : deck_of 2 [1; 1; 2] /\ (forall c, (c < 2)%nat -> 0 < proportion [1; 1; 2] c) /\ exists y, In y [1; 1; 2] /\ 2 * y <> INR 2 + 1.
Proof.
  split; [|split].
  - intros y [<-|[<-|[<-|[]]]]; [exists 0%nat | exists 0%nat | exists 1%nat]; unfold shown; simpl; split; (lia || lra).
  - intros [|[|c]] Hc; [| |lia]; unfold proportion, shown; simpl; repeat destruct (Req_EM_T _ _); lra.
  - exists 1. simpl. split; [now left | lra].
Qed.

Definition theorem_5_6_for (sees : (list R -> bool) -> Prop) : Prop :=
  forall L deck, (0 < L)%nat -> deck_of L deck -> (forall c, (c < L)%nat -> 0 < proportion deck c) ->
  survey_private (largest (L - 1) (fun c => ln (proportion deck (L - 1 - c) / proportion deck c))) 0 L deck sees.

Theorem not_sun_theorem_5_6_collector : ~ theorem_5_6_for one_vector.
Proof.
  intros H. destruct three_cards as [A [B C]]. apply (proj1 (theorem_5_6_collector_repaired 2 [1; 1; 2] C)). eexists. exact (H 2%nat _ ltac:(lia) A B).
Qed.

Theorem not_sun_theorem_5_6_sum : ~ theorem_5_6_for sum_of_answers.
Proof.
  intros H. destruct three_cards as [A [B C]]. apply (proj1 (theorem_5_6_sum_repaired 2 [1; 1; 2] C)). eexists. exact (H 2%nat _ ltac:(lia) A B).
Qed.

(** The same cards that go back are private of all answers together; so the budgets are not the same. *)
Theorem not_sun_same_privacy_budget :
  ~ (forall L deck e, (0 < L)%nat -> deck_of L deck -> (forall c, (c < L)%nat -> 0 < proportion deck c) ->
     collector_private e (length deck) L (proportion deck) (christofides L) -> survey_private e 0 L deck one_vector).
Proof.
  intros H. apply not_sun_theorem_5_6_collector. intros L deck HL Hd Hp. apply H; auto. now apply theorem_5_4.
Qed.
