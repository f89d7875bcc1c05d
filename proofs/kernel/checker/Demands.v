(** What the checker shows of demands: the tests of a mechanism imply the notion, and a notion bounds rows and sums over rows. *)

From Coq Require Import QArith Qreals Reals Lra Lia String List Bool ZArith.
From Checker Require Import Claim Check Numbers.
Import ListNotations.
Open Scope R_scope.

(** ** Ratio and slack *)

Lemma ratio_ok k n : forallb snd (notion_tests k n) = true -> Q2R (ratio_Q n) = ratio n.
Proof.
  destruct n as [T d|g|b|b|a b|table]; cbn [ratio_Q ratio]; try reflexivity; [|intros; apply one_ok].
  cbn [notion_tests forallb snd]. rewrite !andb_true_iff. intros (Ha & Hb & _ & _).
  apply positive_ok in Ha. apply less_ok in Hb. rewrite one_ok in Hb.
  rewrite (Qeq_eqR _ _ (lowest_ok _)). rewrite Q2R_div.
  - rewrite !Q2R_mult, !Q2R_minus, !one_ok. reflexivity.
  - intros H. apply Qeq_eqR in H. rewrite Q2R_mult, Q2R_minus, one_ok, zero_ok in H.
    apply Rmult_integral in H as [H|H]; lra.
Qed.

Lemma slack_ok n : Q2R (slack_Q n) = slack n.
Proof. destruct n; cbn [slack_Q slack]; try apply zero_ok. reflexivity. Qed.

Lemma ratio_positive k n : forallb snd (notion_tests k n) = true -> is_by_pairs n = false -> 0 < ratio n.
Proof.
  intros H Hp. pose proof (ratio_ok k n H) as Hr. revert H Hp Hr.
  destruct n as [T d|g|b|b|a b|table]; cbn [notion_tests forallb snd is_by_pairs]; rewrite ?andb_true_iff;
    intros H Hp Hr; try discriminate; try (rewrite <- Hr; apply positive_ok, H).
  destruct H as (Ha & Hb & Hab & _). apply positive_ok in Ha. apply less_ok in Hb, Hab. rewrite one_ok in Hb.
  cbn [ratio]. apply Rdiv_lt_0_compat; apply Rmult_lt_0_compat; lra.
Qed.

(** ** Events *)

Lemma event_by_rows m P T S j l : (forall i, (i < m)%nat -> P i j <= T * P i l) -> Pr m P S j <= T * Pr m P S l.
Proof.
  intros H. unfold Pr. rewrite <- sum_scal. apply sum_le. intros i Hi. destruct (S i); [auto|lra].
Qed.

Lemma event_by_excess m P T S j l : Pr m P S j - T * Pr m P S l <= sum m (fun i => Rmax 0 (P i j - T * P i l)).
Proof.
  unfold Pr. rewrite <- sum_scal, <- sum_minus. apply sum_le. intros i Hi.
  pose proof (Rmax_l 0 (P i j - T * P i l)). pose proof (Rmax_r 0 (P i j - T * P i l)). destruct (S i); lra.
Qed.

(** The event of the outputs where the excess is positive has all of it. *)
Definition positive (f : nat -> R) (i : nat) : bool := if Rlt_dec 0 (f i) then true else false.

Lemma one_output m P T delta j l i : (forall S, Pr m P S j <= T * Pr m P S l + delta) -> (i < m)%nat ->
  P i j <= T * P i l + delta.
Proof.
  intros H Hi. specialize (H (fun r => Nat.eqb r i)). unfold Pr in H.
  rewrite (sum_one m i (fun r => P r j) Hi), (sum_one m i (fun r => P r l) Hi) in H. exact H.
Qed.

(** ** The mechanism of the file *)

Lemma least_le row x : In x row -> Q2R (least row) <= Q2R x.
Proof.
  destruct row as [|y rest]; [intros []|]. cbn [least]. revert y x.
  induction rest as [|z rest IH]; intros y x Hx; cbn [fold_left].
  - destruct Hx as [->|[]]. apply Rle_refl.
  - destruct (Qle_bool y z) eqn:E.
    + destruct Hx as [->|[->|Hx]]; [apply IH; cbn; auto| |apply IH; cbn; auto].
      apply le_ok in E. apply Rle_trans with (Q2R y); [apply IH; cbn; auto|exact E].
    + apply not_le_ok in E. destruct Hx as [->|[->|Hx]]; [|apply IH; cbn; auto|apply IH; cbn; auto].
      apply Rle_trans with (Q2R z); [apply IH; cbn; auto|lra].
Qed.

Lemma least_in row : row <> [] -> In (least row) row.
Proof.
  destruct row as [|y rest]; [congruence|]. intros _. cbn [least]. revert y.
  induction rest as [|z rest IH]; intros y; cbn [fold_left]; [cbn; auto|].
  destruct (Qle_bool y z); [destruct (IH y) as [<-|]|destruct (IH z) as [<-|]]; cbn; auto.
Qed.

Lemma keeps_ratio_ok T row x y : 0 < Q2R T -> keeps_ratio T row = true -> In x row -> In y row -> Q2R x <= Q2R T * Q2R y.
Proof.
  intros HT H Hx Hy. pose proof (proj1 (forallb_forall _ _) H _ Hx) as H1. apply le_ok in H1. rewrite mul_ok in H1.
  pose proof (least_le row y Hy). apply Rle_trans with (1 := H1). apply Rmult_le_compat_l; lra.
Qed.

Lemma row_in m k M i : of_size m k M -> (i < m)%nat -> In (nth i M []) M.
Proof. intros [H _] Hi. apply nth_In. lia. Qed.

Lemma entry_in m k M i j : of_size m k M -> (i < m)%nat -> (j < k)%nat -> In (at_Q M i j) (nth i M []).
Proof.
  intros Hs Hi Hj. unfold at_Q. apply nth_In. destruct Hs as [Hm Hk]. rewrite (Hk (nth i M [])); [exact Hj|apply nth_In; lia].
Qed.

Lemma keeps_slack_ok m k M T delta j l : of_size m k M -> keeps_slack T delta j l M = true ->
  forall S, Pr m (entry M) S j <= Q2R T * Pr m (entry M) S l + Q2R delta.
Proof.
  intros [Hm Hk] H S. apply le_ok in H. unfold excess in H. rewrite fold_rows, Hm in H.
  pose proof (event_by_excess m (entry M) (Q2R T) S j l) as He.
  erewrite sum_ext in H; [|intros i Hi; cbv beta; rewrite most_ok, zero_ok, sub_ok, mul_ok; reflexivity].
  unfold entry, at_Q in *. lra.
Qed.

Lemma is_pair_ok k j l : is_pair k j l = true <-> (j < k)%nat /\ (l < k)%nat /\ j <> l.
Proof.
  unfold is_pair. rewrite !andb_true_iff, !Nat.ltb_lt, negb_true_iff, Nat.eqb_neq. tauto.
Qed.

Lemma satisfies_ok m k M n : of_size m k M -> forallb snd (notion_tests k n) = true ->
  snd (satisfies_test k M n) = true -> satisfies m k (entry M) n.
Proof.
  intros Hs Hn H j l T delta Hask S. unfold satisfies_test in H. destruct (is_pure n) eqn:Hp; cbn [snd] in H.
  - unfold is_pure in Hp. apply andb_prop in Hp as [Hb Hd]. apply negb_true_iff in Hb. apply eq_ok in Hd.
    rewrite slack_ok, zero_ok in Hd.
    assert (Ha : (j < k)%nat /\ (l < k)%nat /\ j <> l /\ T = ratio n /\ delta = slack n)
      by (destruct n; cbn in Hask; try exact Hask; discriminate).
    destruct Ha as (Hj & Hl & Hjl & -> & ->). rewrite Hd, Rplus_0_r. apply event_by_rows. intros i Hi.
    apply orb_prop in H as [H|H]; [apply Nat.eqb_eq in H; lia|].
    rewrite <- (ratio_ok k n Hn). unfold entry. apply keeps_ratio_ok with (row := nth i M []).
    + rewrite (ratio_ok k n Hn). apply (ratio_positive k n Hn Hb).
    + apply (proj1 (forallb_forall _ _) H). eapply row_in; eassumption.
    + eapply entry_in; eassumption.
    + eapply entry_in; eassumption.
  - destruct n as [T0 d0|g|b|b|a b|table]; cbn [asks] in Hask.
    6: { destruct Hask as (T' & d' & Hin & -> & ->). apply (keeps_slack_ok m k M); [exact Hs|].
         apply (proj1 (forallb_forall _ _) H _ Hin). }
    all: destruct Hask as (Hj & Hl & Hjl & -> & ->);
      rewrite <- (ratio_ok k _ Hn), <- slack_ok;
      pose proof (all_ok _ _ l (all_ok _ _ j H Hj) Hl) as H1; cbv beta in H1;
      apply orb_prop in H1 as [H1|H1]; [apply Nat.eqb_eq in H1; contradiction|];
      apply (keeps_slack_ok m k M); assumption.
Qed.

Lemma forallb_flat_map {A B} (f : A -> list B) test l : forallb test (flat_map f l) = true ->
  forall x, In x l -> forallb test (f x) = true.
Proof.
  induction l as [|a l IH]; cbn; [tauto|]. rewrite forallb_app. intros H x Hx. apply andb_prop in H as [H1 H2].
  destruct Hx as [->|Hx]; auto.
Qed.

Lemma forallb_map {A B} (f : A -> B) test l x : forallb test (map f l) = true -> In x l -> test (f x) = true.
Proof. intros H Hx. apply (proj1 (forallb_forall _ _) H), in_map, Hx. Qed.

Lemma satisfies_all_ok m k M D : of_size m k M -> forallb snd (satisfies_tests k M D) = true -> satisfies_all m k (entry M) D.
Proof.
  unfold satisfies_tests, demand_tests. rewrite forallb_app. intros Hs H n Hn. apply andb_prop in H as [H1 H2].
  apply satisfies_ok; [exact Hs|eapply forallb_flat_map; eassumption|apply (forallb_map _ _ _ _ H2 Hn)].
Qed.

(** ** What is asked of a pair *)

Lemma find_pair_ok j l table T delta : find_pair j l table = Some (T, delta) -> In (j, l, T, delta) table.
Proof.
  induction table as [|[[[j' l'] T'] d'] rest IH]; cbn; [discriminate|].
  destruct (Nat.eqb j j' && Nat.eqb l l') eqn:E; intros H; [|right; auto].
  apply andb_prop in E as [E1 E2]. apply Nat.eqb_eq in E1, E2. injection H as -> ->. subst. left. reflexivity.
Qed.

Lemma bound_of_ok k j l n T delta : forallb snd (notion_tests k n) = true -> bound_of k j l n = Some (T, delta) ->
  asks k n j l (Q2R T) (Q2R delta).
Proof.
  intros Hn H. pose proof (ratio_ok k n Hn) as Hr. pose proof (slack_ok n) as Hd.
  destruct n as [T0 d0|g|b|b|a b|table]; cbn [bound_of] in H.
  6: { apply find_pair_ok in H. exists T, delta. auto. }
  all: destruct (is_pair k j l) eqn:E; [|discriminate]; apply is_pair_ok in E; injection H as <- <-;
    cbn [asks]; intuition auto.
Qed.

Lemma bound_in k j l n T delta : forallb snd (notion_tests k n) = true -> bound_of k j l n = Some (T, delta) ->
  (j < k)%nat /\ (l < k)%nat /\ j <> l /\ 0 <= Q2R delta.
Proof.
  intros Hn H. revert Hn H.
  destruct n as [T0 d0|g|b|b|a b|table]; cbn [bound_of notion_tests forallb snd]; rewrite ?andb_true_iff; intros Hn H.
  6: { apply find_pair_ok in H. destruct Hn as (_ & Hd & Hp & _).
       pose proof (proj1 (forallb_forall _ _) Hp _ H) as E. cbv beta iota in E. apply is_pair_ok in E.
       pose proof (proj1 (forallb_forall _ _) Hd _ H) as E2. cbn [snd] in E2. apply nonneg_ok in E2. tauto. }
  all: destruct (is_pair k j l) eqn:E; [|discriminate]; apply is_pair_ok in E; injection H as <- <-; cbn [slack_Q];
    try (rewrite zero_ok); repeat split; try tauto; try lra.
  destruct Hn as (_ & Hd & _). apply nonneg_ok, Hd.
Qed.

(** ** The event that is too probable *)

Lemma probability_ok m M event j : Q2R (probability M m event j) = Pr m (entry M) (in_event event) j.
Proof.
  unfold probability, Pr. rewrite total_ok. apply sum_ext. intros i Hi.
  destruct (in_event event i); [reflexivity|apply zero_ok].
Qed.

Lemma breaks_ok k m M event j l n : forallb snd (notion_tests k n) = true -> breaks k m M event j l n = true ->
  exists T delta, asks k n j l T delta /\
    Pr m (entry M) (in_event event) j > T * Pr m (entry M) (in_event event) l + delta.
Proof.
  unfold breaks. intros Hn H. destruct (bound_of k j l n) as [[T delta]|] eqn:E; [|discriminate].
  exists (Q2R T), (Q2R delta). split; [apply bound_of_ok; assumption|].
  apply less_ok in H. rewrite add_ok, mul_ok, !probability_ok in H. lra.
Qed.
