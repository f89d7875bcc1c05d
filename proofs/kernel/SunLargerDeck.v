(** Sun, Zhou and Yan, Theorem 5.6 repaired: n people draw from a deck of more cards, and all answers together disclose more than one. *)

From Coq Require Import Reals Lra Lia List Arith Bool Permutation.
From Rropt Require Import Sums Sun SunCollector.
From Rropt Require Import SunKept.
Import ListNotations.
Open Scope R_scope.

Definition count (l : list R) (y : R) : nat := count_occ Req_EM_T l y.
Definition less (m : R -> nat) (y z : R) : nat := if Req_EM_T z y then (m z - 1)%nat else m z.

(** The chance of the cards v, in order, from a deck with m y cards of each number y, T in all. *)
Fixpoint in_order (m : R -> nat) (T : nat) (v : list R) : R :=
  match v with
  | [] => 1
  | y :: v' => INR (m y) / INR T * in_order (less m y) (T - 1) v'
  end.

Lemma in_order_ext m m' T v : (forall y, m y = m' y) -> in_order m T v = in_order m' T v.
Proof.
  revert m m' T. induction v as [|y v IH]; intros m m' T H; [reflexivity|]. simpl. rewrite H, (IH _ (less m' y)); [reflexivity|].
  intros z. unfold less. now rewrite H.
Qed.

Lemma in_order_permutation m T v v' : Permutation v v' -> in_order m T v = in_order m T v'.
Proof.
  intros H. revert m T. induction H as [|y v v' _ IH|y z v|u v w _ IH1 _ IH2]; intros m T; simpl.
  - reflexivity.
  - now rewrite IH.
  - rewrite (in_order_ext (less (less m z) y) (less (less m y) z)).
    + destruct (Req_EM_T y z) as [->|N]; [reflexivity|]. assert (A : less m y z = m z) by (unfold less; destruct (Req_EM_T z y); congruence).
      assert (B : less m z y = m y) by (unfold less; destruct (Req_EM_T y z); congruence). rewrite A, B. unfold Rdiv. ring.
    + intros x. unfold less. destruct (Req_EM_T x y), (Req_EM_T x z); reflexivity.
  - now rewrite IH1.
Qed.

Lemma in_order_last m T v y : in_order m T (v ++ [y]) = in_order m T v * (INR (m y - count v y) / INR (T - length v)).
Proof.
  revert m T. induction v as [|z v IH]; intros m T.
  - cbn [app in_order count count_occ length]. unfold count. simpl. rewrite !Nat.sub_0_r. ring.
  - cbn [app in_order length]. rewrite IH. rewrite <- Rmult_assoc. f_equal.
    replace (T - 1 - length v)%nat with (T - S (length v))%nat by lia. f_equal. f_equal.
    unfold less, count. cbn [count_occ]. destruct (Req_EM_T y z) as [E|N]; destruct (Req_EM_T z y) as [E'|N']; try congruence; lia.
Qed.

Lemma in_order_nonneg m T v : (length v <= T)%nat -> 0 <= in_order m T v.
Proof.
  revert m T. induction v as [|y v IH]; intros m T H; simpl in *; [lra|]. apply Rmult_le_pos; [|apply IH; lia].
  apply Rmult_le_pos; [apply pos_INR | left; apply Rinv_0_lt_compat, lt_0_INR; lia].
Qed.

Lemma in_order_repeat m T y n : (n <= m y)%nat -> (n <= T)%nat -> 0 < in_order m T (repeat y n).
Proof.
  revert m T. induction n as [|n IH]; intros m T H HT; simpl; [lra|]. apply Rmult_lt_0_compat.
  - apply Rdiv_lt_0_compat; apply lt_0_INR; lia.
  - apply IH; [unfold less; destruct (Req_EM_T y y); [lia | contradiction] | lia].
Qed.

Lemma count_added deck y : added (map (fun z => if Req_EM_T z y then 1 else 0) deck) = INR (count deck y).
Proof.
  unfold count. induction deck as [|z deck IH]; [reflexivity|]. cbn [map added count_occ]. destruct (Req_EM_T z y); rewrite IH; [rewrite S_INR|]; ring.
Qed.

Lemma picks_count deck q : In q (picks deck) -> forall z, count (snd q) z = less (count deck) (fst q) z.
Proof.
  revert q. induction deck as [|y ys IH]; intros q H z; simpl in H; [contradiction|]. destruct H as [<-|H].
  - unfold less, count. simpl. destruct (Req_EM_T z y) as [E|N]; destruct (Req_EM_T y z); congruence || lia.
  - apply in_map_iff in H. destruct H as [[u us] [<- Hu]]. pose proof (IH _ Hu z) as E.
    assert (U : In u ys) by (rewrite <- (picks_cards ys); apply in_map_iff; now exists (u, us)).
    apply (count_occ_In Req_EM_T) in U. unfold less, count in *. simpl in *. rewrite E.
    destruct (Req_EM_T z u) as [->|N]; destruct (Req_EM_T y _) as [->|N']; lia.
Qed.

(** The cards drawn are v. *)
Definition exactly (v s : list R) : R := if list_eq_dec Req_EM_T s v then 1 else 0.

Lemma exactly_cons y v z s : exactly (y :: v) (z :: s) = (if Req_EM_T z y then 1 else 0) * exactly v s.
Proof.
  unfold exactly. destruct (list_eq_dec Req_EM_T (z :: s) (y :: v)) as [E|E]; destruct (Req_EM_T z y), (list_eq_dec Req_EM_T s v); try congruence; ring.
Qed.

Lemma draw_exactly v deck : (length v <= length deck)%nat -> draw (length v) deck (exactly v) = in_order (count deck) (length deck) v.
Proof.
  revert deck. induction v as [|y v IH]; intros deck H.
  - simpl. unfold exactly. destruct (list_eq_dec _ _ _) as [|N]; [reflexivity | now contradiction N].
  - cbn [length draw in_order]. simpl in H. set (K := in_order (less (count deck) y) (length deck - 1) v).
    rewrite (added_ext _ (fun q => K * (if Req_EM_T (fst q) y then 1 else 0))).
    + rewrite added_scal, (over_picks (fun z => if Req_EM_T z y then 1 else 0)), count_added. unfold Rdiv. ring.
    + intros q Hq. destruct (picks_rest deck q Hq) as [_ [_ E]].
      rewrite (draw_ext _ _ _ (fun s => (if Req_EM_T (fst q) y then 1 else 0) * exactly v s)) by (intros; apply exactly_cons).
      rewrite draw_scal, IH by lia. destruct (Req_EM_T (fst q) y) as [F|]; [|ring].
      rewrite (in_order_ext _ (less (count deck) y)); [unfold K; replace (length (snd q)) with (length deck - 1)%nat by lia; ring|].
      intros z. rewrite (picks_count deck q Hq z). now rewrite F.
Qed.

(** The chance of the answers v of people with the truths xs. *)
Definition answers_chance (L : nat) (deck xs v : list R) : R :=
  draw (length xs) deck (fun s => if list_eq_dec Req_EM_T (replies L xs s) v then 1 else 0).

Lemma replies_length L xs s : length s = length xs -> length (replies L xs s) = length xs.
Proof. revert s. induction xs as [|x xs IH]; intros [|y s] H; simpl in *; try lia. now rewrite IH by lia. Qed.

Lemma replies_twice L xs s : Forall truth xs -> length s = length xs -> replies L xs (replies L xs s) = s.
Proof.
  intros T. revert s. induction T as [|x xs Hx _ IH]; intros [|y s] H; simpl in *; try lia; [reflexivity|].
  rewrite IH by lia. f_equal. unfold reply. destruct Hx as [-> | ->]; ring.
Qed.

Lemma answers_in_order L deck xs v : Forall truth xs -> length v = length xs -> (length xs <= length deck)%nat ->
  answers_chance L deck xs v = in_order (count deck) (length deck) (replies L xs v).
Proof.
  intros T Hv Hn. unfold answers_chance. rewrite <- draw_exactly by (rewrite replies_length; lia).
  rewrite replies_length by assumption. apply draw_ext. intros s Hs. unfold exactly.
  destruct (list_eq_dec Req_EM_T (replies L xs s) v) as [E|E]; destruct (list_eq_dec Req_EM_T s (replies L xs v)) as [F|F]; try reflexivity; exfalso.
  - apply F. now rewrite <- E, replies_twice.
  - apply E. now rewrite F, replies_twice.
Qed.

Lemma replies_app L xs ys s t : length s = length xs -> replies L (xs ++ ys) (s ++ t) = replies L xs s ++ replies L ys t.
Proof. revert s. induction xs as [|x xs IH]; intros [|y s] H; simpl in *; try lia; [reflexivity|]. now rewrite IH by lia. Qed.

(** The cards of the others, and then that of the person who stands between them. *)
Lemma one_apart L deck before after x vb b va : Forall truth (before ++ x :: after) -> length vb = length before -> length va = length after ->
  (length (before ++ x :: after) <= length deck)%nat ->
  let others := replies L before vb ++ replies L after va in
  answers_chance L deck (before ++ x :: after) (vb ++ b :: va) =
  in_order (count deck) (length deck) others * (INR (count deck (reply L x b) - count others (reply L x b)) / INR (length deck - length others)).
Proof.
  intros T Hb Ha Hn others. rewrite answers_in_order by (rewrite ?app_length in *; simpl in *; (assumption || lia)).
  rewrite replies_app by assumption. cbn [replies]. rewrite <- in_order_last. apply in_order_permutation.
  unfold others. rewrite <- app_assoc. apply Permutation_app_head. apply Permutation_cons_append.
Qed.

Lemma count_both l y z : y <> z -> (count l y + count l z <= length l)%nat.
Proof.
  intros N. unfold count. induction l as [|u l IH]; simpl; [lia|]. destruct (Req_EM_T u y), (Req_EM_T u z); try congruence; lia.
Qed.

(** e^epsilon of all answers: the largest c_k/(c_(L+1-k) - n + 1) over the numbers k but the middle one. *)
Definition worst (n L : nat) (deck : list R) (c : nat) : R :=
  if Nat.eqb c (L - 1 - c) then 1 else INR (count deck (shown c)) / (INR (count deck (shown (L - 1 - c))) - INR n + 1).

Theorem larger_deck n L deck : (0 < n)%nat -> (0 < L)%nat -> deck_of L deck -> (forall c, (c < L)%nat -> (n <= count deck (shown c))%nat) ->
  let holds T := forall xs ys v, neighbours n xs ys -> length v = n -> answers_chance L deck xs v <= T * answers_chance L deck ys v in
  holds (largest (L - 1) (worst n L deck)) /\ forall T, holds T -> largest (L - 1) (worst n L deck) <= T.
Proof.
  intros Hn HL Hd Hc holds. set (E := largest (L - 1) (worst n L deck)).
  assert (Far : forall c, (c < L)%nat -> INR L + 1 - shown c = shown (L - 1 - c)).
  { intros c Hl. unfold shown. rewrite !minus_INR by lia. simpl. lra. }
  assert (Nd : (n <= length deck)%nat).
  { pose proof (Hc 0%nat HL) as A. pose proof (count_occ_bound Req_EM_T (shown 0) deck). unfold count in A. lia. }
  assert (Pos : forall c, (c < L)%nat -> 0 < INR (count deck (shown (L - 1 - c))) - INR n + 1).
  { intros c Hl. pose proof (le_INR _ _ (Hc (L - 1 - c)%nat ltac:(lia))). lra. }
  assert (One : 1 <= E).
  { destruct (Nat.eq_dec 0 (L - 1 - 0)) as [Z|Z].
    - replace 1 with (worst n L deck 0) by (unfold worst; now rewrite <- Z). apply largest_ge. lia.
    - pose proof (largest_ge (L - 1) (worst n L deck) 0 ltac:(lia)) as A. pose proof (largest_ge (L - 1) (worst n L deck) (L - 1) ltac:(lia)) as B.
      fold E in A, B. unfold worst in A, B. destruct (Nat.eqb_spec 0 (L - 1 - 0)); [lia|]. destruct (Nat.eqb_spec (L - 1) (L - 1 - (L - 1))); [lia|].
      pose proof (Pos 0%nat HL) as P0. pose proof (Pos (L - 1)%nat ltac:(lia)) as P1.
      replace (L - 1 - 0)%nat with (L - 1)%nat in * by lia. replace (L - 1 - (L - 1))%nat with 0%nat in * by lia.
      pose proof (le_INR _ _ Hn) as N1. simpl in N1.
      set (p := INR (count deck (shown 0))) in *. set (q := INR (count deck (shown (L - 1)))) in *.
      destruct (Rle_lt_dec q p) as [G|G].
      + eapply Rle_trans; [|exact A]. apply Rmult_le_reg_r with (q - INR n + 1); [assumption|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. lra.
      + eapply Rle_trans; [|exact B]. apply Rmult_le_reg_r with (p - INR n + 1); [assumption|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. lra. }
  split.
  - intros xs ys v [Tx [Ty [Hl [before [after [x [y [-> ->]]]]]]]] Hv.
    assert (Hv' : exists vb b va, v = vb ++ b :: va /\ length vb = length before /\ length va = length after).
    { rewrite app_length in Hl. simpl in Hl. exists (firstn (length before) v).
      assert (Ls : (length before < length v)%nat) by lia. destruct (skipn (length before) v) as [|b va] eqn:S.
      - pose proof (skipn_length (length before) v) as K. rewrite S in K. simpl in K. lia.
      - exists b, va. split; [rewrite <- S; symmetry; apply firstn_skipn|]. split; [rewrite firstn_length; lia|].
        pose proof (skipn_length (length before) v) as K. rewrite S in K. simpl in K. lia. }
    destruct Hv' as [vb [b [va [-> [Hb Ha]]]]].
    assert (Hly : (length (before ++ y :: after) <= length deck)%nat) by (rewrite app_length in *; simpl in *; lia).
    rewrite !one_apart by (assumption || lia). set (others := replies L before vb ++ replies L after va).
    assert (Lo : length others = (n - 1)%nat) by (unfold others; rewrite app_length, !replies_length by assumption; rewrite app_length in Hl; simpl in Hl; lia).
    set (A := in_order (count deck) (length deck) others). assert (A0 : 0 <= A) by (apply in_order_nonneg; lia).
    set (D := INR (length deck - length others)). assert (D0 : 0 < D) by (apply lt_0_INR; lia).
    assert (Main : INR (count deck (reply L x b) - count others (reply L x b)) <= E * INR (count deck (reply L y b) - count others (reply L y b))).
    { assert (X : truth x) by (apply (proj1 (Forall_forall _ _) Tx), in_elt). assert (Y : truth y) by (apply (proj1 (Forall_forall _ _) Ty), in_elt).
      assert (Same : forall u, INR u <= E * INR u) by (intros u; pose proof (Rmult_le_compat_r (INR u) 1 E (pos_INR u) One); lra).
      assert (Differ : forall k, INR (count deck k - count others k) <= E * INR (count deck (INR L + 1 - k) - count others (INR L + 1 - k))).
      { intros k. destruct (Nat.eq_dec (count deck k) 0) as [Z|Z].
        - rewrite Z. simpl. apply Rmult_le_pos; [lra | apply pos_INR].
        - destruct (Hd k) as [c [Hl' ->]]; [apply (count_occ_In Req_EM_T); unfold count in Z; lia|]. rewrite Far by assumption.
          destruct (Nat.eq_dec c (L - 1 - c)) as [M|M]; [rewrite <- M; apply Same|].
          assert (Nk : shown c <> shown (L - 1 - c)) by (unfold shown; intros F; apply M, INR_eq; lra).
          pose proof (count_both others _ _ Nk) as CB. pose proof (Hc c Hl') as C1. pose proof (Hc (L - 1 - c)%nat ltac:(lia)) as C2.
          pose proof (largest_ge (L - 1) (worst n L deck) c ltac:(lia)) as W. fold E in W. unfold worst in W.
          destruct (Nat.eqb_spec c (L - 1 - c)); [contradiction|]. pose proof (Pos c Hl') as P.
          apply (Rmult_le_compat_r (INR (count deck (shown (L - 1 - c))) - INR n + 1)) in W; [|lra].
          unfold Rdiv in W. rewrite Rmult_assoc, Rinv_l, Rmult_1_r in W by lra.
          apply Rle_trans with (INR (count deck (shown c))); [apply le_INR; lia|]. eapply Rle_trans; [exact W|].
          apply Rmult_le_compat_l; [lra|]. rewrite minus_INR by lia.
          pose proof (le_INR (count others (shown (L - 1 - c))) (n - 1) ltac:(lia)) as B. rewrite minus_INR in B by lia. simpl in B. lra. }
      assert (R0 : forall z, reply L 0 z = z) by (intros; unfold reply; ring). assert (R1 : forall z, reply L 1 z = INR L + 1 - z) by (intros; unfold reply; ring).
      destruct X as [-> | ->]; destruct Y as [-> | ->]; rewrite ?R0, ?R1; try apply Same; [apply Differ|].
      pose proof (Differ (INR L + 1 - b)) as F. replace (INR L + 1 - (INR L + 1 - b)) with b in F by ring. exact F. }
    replace (E * (A * (INR (count deck (reply L y b) - count others (reply L y b)) / D)))
      with (A * (E * INR (count deck (reply L y b) - count others (reply L y b)) / D)) by (unfold Rdiv; ring).
    apply Rmult_le_compat_l; [assumption|]. apply Rmult_le_compat_r; [left; now apply Rinv_0_lt_compat | exact Main].
  - intros T HT. assert (Tz : Forall truth (repeat 0 (n - 1))) by (apply Forall_forall; intros u Hu; left; exact (repeat_spec _ _ _ Hu)).
    assert (R0 : forall z, reply L 0 z = z) by (intros; unfold reply; ring). assert (R1 : forall z, reply L 1 z = INR L + 1 - z) by (intros; unfold reply; ring).
    assert (Rz : forall k z, replies L (repeat 0 k) (repeat z k) = repeat z k).
    { intros k z. induction k as [|k IH]; simpl; [reflexivity|]. now rewrite R0, IH. }
    assert (CountSame : forall z k, count (repeat z k) z = k).
    { intros z k. unfold count. induction k as [|k IH]; simpl; [reflexivity|]. destruct (Req_EM_T z z); [now rewrite IH | contradiction]. }
    assert (CountOther : forall z u k, z <> u -> count (repeat z k) u = 0%nat).
    { intros z u k N. unfold count. induction k as [|k IH]; simpl; [reflexivity|]. destruct (Req_EM_T z u); [contradiction | exact IH]. }
    apply largest_le. intros c Hl. assert (Hl' : (c < L)%nat) by lia.
    set (k' := shown (L - 1 - c)). set (zeros := repeat 0 (n - 1)).
    assert (Take : forall x y, truth x -> truth y -> answers_chance L deck (x :: zeros) (shown c :: repeat k' (n - 1)) <= T * answers_chance L deck (y :: zeros) (shown c :: repeat k' (n - 1))).
    { intros x y X Y. apply HT; [|simpl; rewrite repeat_length; lia].
      split; [now constructor|]. split; [now constructor|]. split; [simpl; unfold zeros; rewrite repeat_length; lia|]. exists [], zeros, x, y. now split. }
    assert (Form : forall x, truth x -> answers_chance L deck (x :: zeros) (shown c :: repeat k' (n - 1)) =
      in_order (count deck) (length deck) (repeat k' (n - 1)) * (INR (count deck (reply L x (shown c)) - count (repeat k' (n - 1)) (reply L x (shown c))) / INR (length deck - (n - 1)))).
    { intros x X. pose proof (one_apart L deck [] zeros x [] (shown c) (repeat k' (n - 1))) as F. cbn [app replies] in F.
      unfold zeros in *. rewrite Rz in F. rewrite repeat_length in F at 2. rewrite F; [reflexivity | now constructor | reflexivity | now rewrite !repeat_length | simpl; rewrite repeat_length; lia]. }
    assert (A0 : 0 < in_order (count deck) (length deck) (repeat k' (n - 1))).
    { apply in_order_repeat; [|lia]. pose proof (Hc (L - 1 - c)%nat ltac:(lia)). unfold k'. lia. }
    assert (D0 : 0 < INR (length deck - (n - 1))) by (apply lt_0_INR; lia).
    assert (Cancel : forall u w, in_order (count deck) (length deck) (repeat k' (n - 1)) * (u / INR (length deck - (n - 1))) <=
      T * (in_order (count deck) (length deck) (repeat k' (n - 1)) * (w / INR (length deck - (n - 1)))) -> u <= T * w).
    { intros u w I. set (A := in_order (count deck) (length deck) (repeat k' (n - 1))) in *. set (D := INR (length deck - (n - 1))) in *.
      apply Rmult_le_reg_l with (A / D); [now apply Rdiv_lt_0_compat|].
      replace (A / D * u) with (A * (u / D)) by (unfold Rdiv; ring). replace (A / D * (T * w)) with (T * (A * (w / D))) by (unfold Rdiv; ring). exact I. }
    unfold worst. destruct (Nat.eqb_spec c (L - 1 - c)) as [M|M].
    + specialize (Take 0 0 (or_introl eq_refl) (or_introl eq_refl)). rewrite Form in Take by now left. apply Cancel in Take. rewrite R0 in Take.
      assert (P : 0 < INR (count deck (shown c) - count (repeat k' (n - 1)) (shown c))).
      { apply lt_0_INR. unfold k'. rewrite <- M, CountSame. pose proof (Hc c Hl'). lia. }
      apply Rmult_le_reg_r with (INR (count deck (shown c) - count (repeat k' (n - 1)) (shown c))); lra.
    + assert (Nk : k' <> shown c) by (unfold k', shown; intros F; apply M, INR_eq; lra).
      specialize (Take 0 1 (or_introl eq_refl) (or_intror eq_refl)). rewrite (Form 0 (or_introl eq_refl)), (Form 1 (or_intror eq_refl)) in Take. apply Cancel in Take.
      rewrite R0, R1, Far in Take by assumption. fold k' in Take. rewrite CountSame, CountOther, Nat.sub_0_r in Take by assumption.
      pose proof (Hc (L - 1 - c)%nat ltac:(lia)) as C2. fold k' in C2. rewrite minus_INR, minus_INR in Take by lia. simpl in Take.
      pose proof (Pos c Hl') as P. fold k' in P. fold k'. apply Rmult_le_reg_r with (INR (count deck k') - INR n + 1); [assumption|].
      unfold Rdiv. rewrite Rmult_assoc, Rinv_l, Rmult_1_r by lra. lra.
Qed.
