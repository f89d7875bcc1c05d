(** What is accepted is true: [check c = true -> claim c]. *)

From Coq Require Import QArith Qreals Reals Lra Lia String List Bool ZArith.
From Checker Require Import Claim Check Numbers Demands Duality.
Import ListNotations.
Open Scope R_scope.

Ltac split_tests H := rewrite ?forallb_app in H; cbn [forallb snd fst map app] in H; rewrite ?andb_true_iff in H.

Lemma INR_1 : INR 1 = 1.
Proof. reflexivity. Qed.

(** ** Feasible mechanisms *)

Lemma meets_ok M c : snd (meets_test M c) = true -> meets (entry M) c.
Proof.
  assert (E : Q2R (left_Q M c) = left_side (entry M) c).
  { unfold left_Q, left_side. induction (terms c) as [|[[i j] a] rest IH]; cbn; [apply zero_ok|].
    rewrite add_ok, mul_ok, IH. reflexivity. }
  unfold meets_test, meets. cbn [snd]. destruct (related c); intros H.
  - apply le_ok in H. lra.
  - apply le_ok in H. lra.
  - apply eq_ok in H. lra.
Qed.

Lemma feasible_ok q M : forallb snd (feasible_tests q M) = true ->
  of_size (outputs q) (inputs q) M /\ allowed q (entry M).
Proof.
  unfold feasible_tests. rewrite !forallb_app, !andb_true_iff. intros (Hm & Hs & Hc).
  apply mechanism_ok in Hm as [Hsize Hm]. split; [exact Hsize|]. split; [exact Hm|]. split.
  - apply satisfies_all_ok; assumption.
  - intros c Hin. apply meets_ok, (forallb_map _ _ _ _ Hc Hin).
Qed.

Lemma satisfies_tests_notions k M D : forallb snd (satisfies_tests k M D) = true ->
  forall n, In n D -> forallb snd (notion_tests k n) = true.
Proof. unfold satisfies_tests, demand_tests. rewrite forallb_app, andb_true_iff. intros [H _]. apply forallb_flat_map, H. Qed.

(** ** Linear objectives *)

Lemma weight_ok o i j : Q2R (weight_Q o i j) = weight o i j.
Proof.
  destruct o as [|w|U prior|C]; cbn; [destruct (Nat.eqb i j); [apply one_ok|apply zero_ok]| | |reflexivity].
  - destruct (Nat.eqb i j); [reflexivity|apply zero_ok].
  - apply mul_ok.
Qed.

Lemma value_ok q o M : Q2R (value_Q (outputs q) (inputs q) o M) = value q o (entry M).
Proof.
  unfold value_Q, value. rewrite total_ok. apply sum_ext. intros i Hi. rewrite total_ok. apply sum_ext. intros j Hj.
  rewrite mul_ok, weight_ok. reflexivity.
Qed.

Definition toward_R (s : sense) (x : R) : R := match s with Max => x | Min => - x end.

Lemma toward_ok s x : Q2R (toward s x) = toward_R s (Q2R x).
Proof. destruct s; cbn; [reflexivity|apply opp_ok]. Qed.

Lemma toward_value q s o X :
  sum (outputs q) (fun i => sum (inputs q) (fun j => Q2R (toward s (weight_Q o i j)) * X i j)) = toward_R s (value q o X).
Proof.
  unfold value. destruct s; cbn [toward_R].
  - apply sum_ext. intros i Hi. apply sum_ext. intros j Hj. cbn [toward]. rewrite weight_ok. reflexivity.
  - replace (- sum (outputs q) (fun i => sum (inputs q) (fun j => weight o i j * X i j)))
      with (-1 * sum (outputs q) (fun i => sum (inputs q) (fun j => weight o i j * X i j))) by ring.
    rewrite <- sum_scal. apply sum_ext. intros i Hi. rewrite <- sum_scal. apply sum_ext. intros j Hj.
    cbn [toward]. rewrite opp_ok, weight_ok. ring.
Qed.

(** ** The trace, all pairs at once *)

Lemma sum_diagonal k j a b : (j < k)%nat -> sum k (fun i => if Nat.eqb i j then a else b) = a + (INR k - 1) * b.
Proof.
  intros Hj. rewrite (sum_ext k _ (fun i => b + (if Nat.eqb i j then a - b else 0))).
  - rewrite sum_plus, sum_const, (sum_one k j (fun _ => a - b) Hj). ring.
  - intros i Hi. destruct (Nat.eqb i j); ring.
Qed.

Section Symmetric.

Variables (k : nat) (n : notion).
Hypothesis is_notion : forallb snd (notion_tests k n) = true.
Hypothesis for_all_pairs : is_by_pairs n = false.

Lemma asks_all j l : (j < k)%nat -> (l < k)%nat -> j <> l -> asks k n j l (ratio n) (slack n).
Proof. intros. destruct n; cbn; try discriminate; auto. Qed.

Lemma symmetric_feasible M : forallb snd (symmetric_feasible_tests k n M) = true ->
  of_size k k M /\ mechanism k k (entry M) /\ satisfies k k (entry M) n /\
  forall i, (i < k)%nat -> entry M i i = Q2R (at_Q M 0 0).
Proof.
  unfold symmetric_feasible_tests. intros H. split_tests H.
  destruct H as (Hk & (Hsize & Hent) & (Ha & Hb) & Hcol & Hslack & _). apply Nat.ltb_lt in Hk.
  set (a := at_Q M 0 0) in *. set (b := at_Q M 0 1) in *. set (T := ratio_Q n) in *.
  apply nonneg_ok in Ha, Hb. apply eq_ok in Hcol. rewrite add_ok, mul_ok, number_ok, one_ok in Hcol.
  rewrite minus_INR, INR_1 in Hcol by lia.
  assert (E : forall i j, (i < k)%nat -> (j < k)%nat -> entry M i j = if Nat.eqb i j then Q2R a else Q2R b).
  { intros i j Hi Hj. pose proof (all_ok _ _ i Hent Hi) as H1. cbv zeta beta in H1. apply andb_prop in H1 as [_ H1].
    pose proof (all_ok _ _ j H1 Hj) as H2. apply eq_ok in H2. unfold entry, at_Q. rewrite H2. destruct (Nat.eqb i j); reflexivity. }
  split; [apply of_size_ok, Hsize|]. split; [split|split].
  - intros i j Hi Hj. rewrite E by assumption. destruct (Nat.eqb i j); assumption.
  - intros j Hj. rewrite (sum_ext k _ (fun i => if Nat.eqb i j then Q2R a else Q2R b)) by (intros; apply E; assumption).
    rewrite sum_diagonal by exact Hj. lra.
  - intros j l T' delta Hask S.
    assert (Hj : (j < k)%nat /\ (l < k)%nat /\ j <> l /\ T' = ratio n /\ delta = slack n)
      by (destruct n; cbn in Hask; try exact Hask; discriminate).
    destruct Hj as (Hj & Hl & Hjl & -> & ->).
    apply le_ok in Hslack. rewrite !add_ok, mul_ok, !most_ok, !sub_ok, !mul_ok, zero_ok, number_ok, slack_ok in Hslack.
    unfold T in Hslack. rewrite (ratio_ok k n is_notion) in Hslack. rewrite minus_INR in Hslack by lia.
    replace (INR 2) with 2 in Hslack by (cbn; ring).
    pose proof (event_by_excess k (entry M) (ratio n) S j l) as He.
    rewrite (sum_ext k _ (fun i => Rmax 0 (Q2R b - ratio n * Q2R b)
      + ((if Nat.eqb i j then Rmax 0 (Q2R a - ratio n * Q2R b) - Rmax 0 (Q2R b - ratio n * Q2R b) else 0)
      + (if Nat.eqb i l then Rmax 0 (Q2R b - ratio n * Q2R a) - Rmax 0 (Q2R b - ratio n * Q2R b) else 0)))) in He.
    + rewrite !sum_plus, sum_const in He.
      rewrite (sum_one k j (fun _ => Rmax 0 (Q2R a - ratio n * Q2R b) - Rmax 0 (Q2R b - ratio n * Q2R b)) Hj) in He.
      rewrite (sum_one k l (fun _ => Rmax 0 (Q2R b - ratio n * Q2R a) - Rmax 0 (Q2R b - ratio n * Q2R b)) Hl) in He.
      lra.
    + intros i Hi. rewrite !E by assumption. destruct (Nat.eqb_spec i j) as [->|Hij].
      * destruct (Nat.eqb_spec j l); [contradiction|]. ring.
      * destruct (Nat.eqb i l); ring.
  - intros i Hi. rewrite E by assumption. rewrite Nat.eqb_refl. reflexivity.
Qed.

Lemma symmetric_bound s y z mu X : mechanism k k X -> satisfies k k X n -> forallb snd (symmetric_tests k n s y z mu) = true ->
  (1 < k)%nat -> toward_R s (sum k (fun i => X i i)) <= Q2R (symmetric_B k n y z).
Proof.
  unfold symmetric_tests. intros [Hx Hcol] Hs H Hk. split_tests H.
  destruct H as (_ & Hmu & Hshare & (Hdiag & Hoff) & _). apply nonneg_ok in Hmu, Hoff. apply le_ok in Hshare, Hdiag.
  rewrite add_ok, mul_ok, number_ok, minus_INR, INR_1, toward_ok, one_ok in Hdiag by lia.
  rewrite sub_ok, mul_ok, (ratio_ok k n is_notion) in Hoff.
  unfold symmetric_B. rewrite add_ok, !mul_ok, !number_ok, slack_ok, mult_INR, minus_INR, INR_1 by lia.
  assert (Hrow : forall i, (i < k)%nat -> toward_R s 1 * X i i <=
    sum k (fun j => Q2R y * X i j) + sum k (fun j => if Nat.eqb j i then 0 else Q2R mu * (X i i - ratio n * X i j))).
  { intros i Hi. rewrite <- sum_plus.
    apply Rle_trans with (sum k (fun j => if Nat.eqb j i then Q2R y * X i i else Q2R mu * X i i)).
    - rewrite sum_diagonal by exact Hi. pose proof (Hx i i Hi Hi). nra.
    - apply sum_le. intros j Hj. destruct (Nat.eqb_spec j i) as [->|]; [lra|]. pose proof (Hx i j Hi Hj).
      assert (0 <= (Q2R y - ratio n * Q2R mu) * X i j) by (apply Rmult_le_pos; assumption). nra. }
  apply Rle_trans with (sum k (fun i => toward_R s 1 * X i i)).
  { rewrite sum_scal. destruct s; cbn; lra. }
  eapply Rle_trans; [apply sum_le, Hrow|]. rewrite sum_plus, sum_swap. apply Rplus_le_compat.
  - rewrite (sum_ext k _ (fun _ => Q2R y)); [rewrite sum_const; lra|]. intros j Hj. rewrite sum_scal, Hcol by exact Hj. ring.
  - assert (Hd : 0 <= slack n).
    { pose proof (asks_all 0 1 ltac:(lia) ltac:(lia) ltac:(lia)) as Ha. pose proof (Hs _ _ _ _ Ha (fun _ => false)) as H0.
      unfold Pr in H0. rewrite sum_zero in H0. lra. }
    apply Rle_trans with (sum k (fun i => sum k (fun j => if Nat.eqb j i then 0 else Q2R mu * slack n))).
    + apply sum_le. intros i Hi. apply sum_le. intros j Hj. destruct (Nat.eqb_spec j i) as [|Hji]; [lra|].
      pose proof (one_output k X _ _ _ _ i (Hs i j _ _ (asks_all i j Hi Hj (not_eq_sym Hji))) Hi).
      apply Rmult_le_compat_l; lra.
    + rewrite (sum_ext k _ (fun _ => (INR k - 1) * (Q2R mu * slack n))).
      * rewrite sum_const. assert (2 <= INR k) by (replace 2 with (INR 2) by (cbn; ring); apply le_INR; lia).
        rewrite Rmult_assoc. apply Rmult_le_compat_l; [lra|]. apply Rmult_le_compat_l; [lra|].
        rewrite (Rmult_comm (Q2R mu)). apply Rmult_le_compat_l; assumption.
      * intros i Hi. rewrite sum_diagonal by exact Hi. ring.
Qed.

End Symmetric.

(** ** Optima *)

Lemma bounds_ok q s o lower upper P reached b :
  Q2R reached = value q o (entry P) ->
  (forall X, allowed q X -> toward_R s (value q o X) <= Q2R b) ->
  forallb snd (bound_tests s reached b lower upper) = true ->
  allowed q (entry P) ->
  meaning (Within q s o lower upper P).
Proof.
  intros Hv Hb H Hall. unfold bound_tests in H. split_tests H. destruct H as (Hl & Hu & _).
  apply le_ok in Hl, Hu. destruct s; cbn [meaning toward_R] in *; rewrite ?opp_ok in *;
    (split; [exact Hall|]); (split; [lra|]); intros X HX; specialize (Hb X HX); lra.
Qed.

Lemma within_ok q s o lower upper P e :
  forallb snd (within_tests q s o lower upper P e) = true -> meaning (Within q s o lower upper P).
Proof.
  intros H. destruct e as [|y z u mu|y z mu|f b]; try discriminate.
  - cbn [within_tests] in H. rewrite !forallb_app, !andb_true_iff in H. destruct H as (Hf & _ & Hp & Hb).
    pose proof (feasible_ok q P Hf) as [_ Hall].
    unfold feasible_tests in Hf. rewrite !forallb_app, !andb_true_iff in Hf. destruct Hf as (_ & Hd & _).
    eapply bounds_ok; [apply value_ok| |exact Hb|exact Hall].
    intros X HX. rewrite <- toward_value.
    apply (prices_bound q _ y z u mu (satisfies_tests_notions _ _ _ Hd) Hp X HX).
  - cbn [within_tests] in H. destruct o; try discriminate.
    destruct (asked q) as [|n [|]] eqn:Ea; try discriminate. destruct (conditions q) eqn:Ec; try discriminate.
    cbv zeta in H. cbn [forallb snd] in H. rewrite !forallb_app, !andb_true_iff in H.
    destruct H as (Hmk & Hn & Hf & Hs & Hb). apply Nat.eqb_eq in Hmk.
    assert (Hp : is_by_pairs n = false) by (unfold symmetric_tests in Hs; split_tests Hs; apply negb_true_iff, Hs).
    destruct (symmetric_feasible (inputs q) n Hn Hp P Hf) as (_ & Hmech & Hsat & Hdiag).
    assert (Hk : (1 < inputs q)%nat) by (unfold symmetric_feasible_tests in Hf; split_tests Hf; apply Nat.ltb_lt, Hf).
    assert (Htr : forall X, value q Trace X = sum (inputs q) (fun i => X i i)).
    { intros X. unfold value. rewrite Hmk. apply sum_ext. intros i Hi.
      rewrite <- (sum_one (inputs q) i (fun j => X i j) Hi). apply sum_ext. intros j Hj.
      cbn [weight]. rewrite (Nat.eqb_sym i j). destruct (Nat.eqb j i); ring. }
    eapply bounds_ok; [| |exact Hb|].
    + rewrite mul_ok, number_ok, Htr, <- sum_const. apply sum_ext. intros i Hi. symmetry. apply Hdiag, Hi.
    + intros X (Hm & Hsx & _). rewrite Hmk in Hm, Hsx. rewrite Htr.
      apply (symmetric_bound (inputs q) n Hn Hp s y z mu X Hm); [|exact Hs|exact Hk]. apply Hsx. rewrite Ea. cbn. auto.
    + split; [rewrite Hmk; exact Hmech|]. split; [|rewrite Ec; intros c []].
      rewrite Ea, Hmk. intros n' [<-|[]]. exact Hsat.
Qed.

Lemma infeasible_ok q required e :
  forallb snd (infeasible_tests q required e) = true -> meaning (Infeasible q required).
Proof.
  intros H. destruct e as [|y z u mu|y z mu|f b]; try discriminate.
  cbn [infeasible_tests forallb] in H. rewrite !forallb_app, !andb_true_iff in H. destruct H as (_ & Hd & _ & Hp & Hc).
  split_tests Hc. destruct Hc as [Hc _]. apply less_ok in Hc.
  assert (Hn : forall n, In n (asked q) -> forallb snd (notion_tests (inputs q) n) = true)
    by (apply forallb_flat_map, Hd).
  destruct required as [[[s o] b]|]; cbn [meaning].
  - assert (E : forall X, allowed q X -> toward_R s (value q o X) < Q2R (toward s b)).
    { intros X HX. rewrite <- toward_value. eapply Rle_lt_trans; [|exact Hc].
      apply (prices_bound q _ y z u mu Hn Hp X HX). }
    destruct s; intros X HX; specialize (E X HX); cbn in E; rewrite ?opp_ok in E; lra.
  - intros X HX. pose proof (prices_bound q _ y z u mu Hn Hp X HX) as E. rewrite zero_ok in Hc.
    rewrite (sum_ext _ _ (fun _ => 0)) in E; [rewrite sum_zero in E; lra|].
    intros i Hi. rewrite (sum_ext _ _ (fun _ => 0)); [apply sum_zero|]. intros j Hj. rewrite zero_ok. ring.
Qed.

(** ** Blackwell's order *)

Lemma fold_most_le (f : nat -> Q) l : forall x, Q2R x <= Q2R (fold_left (fun x i => most x (f i)) l x) /\
  forall i, In i l -> Q2R (f i) <= Q2R (fold_left (fun x i => most x (f i)) l x).
Proof.
  induction l as [|a l IH]; intros x; cbn; [split; [lra|tauto]|].
  destruct (IH (most x (f a))) as [H1 H2]. rewrite most_ok in H1.
  pose proof (Rmax_l (Q2R x) (Q2R (f a))). pose proof (Rmax_r (Q2R x) (Q2R (f a))).
  split; [lra|]. intros i [<-|Hi]; [lra|auto].
Qed.

Lemma fold_most_in (f : nat -> Q) l : forall x, fold_left (fun x i => most x (f i)) l x = x \/
  exists i, In i l /\ fold_left (fun x i => most x (f i)) l x = f i.
Proof.
  induction l as [|a l IH]; intros x; cbn; [auto|].
  destruct (IH (most x (f a))) as [E|(i & Hi & E)]; rewrite E; [|right; exists i; auto].
  unfold most. destruct (Qle_bool x (f a)); [right; exists a; auto|auto].
Qed.

Lemma largest_le n f a : (a < n)%nat -> Q2R (f a) <= Q2R (largest n f).
Proof.
  destruct n as [|n]; intros H; [lia|]. cbn [largest].
  destruct (fold_most_le (fun i => f (S i)) (seq 0 n) (f 0%nat)) as [H1 H2].
  destruct a as [|a]; [exact H1|]. apply H2, in_seq. lia.
Qed.

Lemma largest_in n f : (0 < n)%nat -> exists a, (a < n)%nat /\ largest n f = f a.
Proof.
  destruct n as [|n]; intros H; [lia|]. cbn [largest].
  destruct (fold_most_in (fun i => f (S i)) (seq 0 n) (f 0%nat)) as [E|(i & Hi & E)]; rewrite E.
  - exists 0%nat. split; [lia|reflexivity].
  - apply in_seq in Hi. exists (S i). split; [lia|reflexivity].
Qed.

Lemma decision_excludes k m n P Q prior gains : (0 < length gains)%nat ->
  less (worth k m P prior gains) (worth k n Q prior gains) = true ->
  ~ at_least_as_informative k m n (entry P) (entry Q).
Proof.
  intros Ha H (C & (HC & HS) & HQ). apply less_ok in H. unfold worth in H. rewrite !total_ok in H.
  apply Rlt_not_le in H. apply H. clear H.
  set (v := fun a j => Q2R (nth j prior 0%Q) * Q2R (at_Q gains a j)).
  set (best := fun r => largest (length gains)
    (fun a => total k (fun j => mul (mul (nth j prior 0%Q) (at_Q gains a j)) (at_Q P r j)))).
  apply Rle_trans with (sum n (fun i => sum m (fun r => C i r * Q2R (best r)))).
  - apply sum_le. intros i Hi.
    destruct (largest_in (length gains)
      (fun a => total k (fun j => mul (mul (nth j prior 0%Q) (at_Q gains a j)) (at_Q Q i j))) Ha) as (a & Hla & ->).
    rewrite total_ok. rewrite (sum_ext k _ (fun j => sum m (fun r => C i r * (v a j * entry P r j)))).
    + rewrite sum_swap. apply sum_le. intros r Hr. rewrite sum_scal. apply Rmult_le_compat_l; [apply HC; assumption|].
      unfold best. eapply Rle_trans; [|apply (largest_le _ _ a Hla)]. cbv beta. rewrite total_ok. apply Req_le, sum_ext.
      intros j Hj. rewrite !mul_ok. reflexivity.
    + intros j Hj. rewrite !mul_ok. fold (v a j). change (Q2R (at_Q Q i j)) with (entry Q i j). rewrite (HQ i j Hi Hj).
      rewrite <- sum_scal. apply sum_ext. intros r Hr. ring.
  - rewrite sum_swap. apply Req_le, sum_ext. intros r Hr.
    rewrite (sum_ext n _ (fun i => Q2R (best r) * C i r)) by (intros; ring). rewrite sum_scal, (HS r Hr). unfold best. ring.
Qed.

Lemma witness_ok k m n P Q is_yes w : forallb snd (witness_tests k m n P Q is_yes w) = true ->
  if is_yes then at_least_as_informative k m n (entry P) (entry Q) else ~ at_least_as_informative k m n (entry P) (entry Q).
Proof.
  intros H. destruct w as [C|prior gains], is_yes; try discriminate; cbn [witness_tests] in H.
  - rewrite forallb_app in H. apply andb_prop in H as [Hm H]. apply mechanism_ok in Hm as [_ Hm].
    cbn [forallb snd] in H. rewrite andb_true_r in H. exists (entry C). split; [exact Hm|].
    intros i j Hi Hj. pose proof (all_ok _ _ j (all_ok _ _ i H Hi) Hj) as E. cbv beta in E. apply eq_ok in E.
    rewrite total_ok in E. unfold entry at 1. rewrite E. apply sum_ext. intros r Hr. rewrite mul_ok. reflexivity.
  - rewrite forallb_app in H. apply andb_prop in H as [_ H]. split_tests H. destruct H as (Hg & Hw & _).
    apply Nat.ltb_lt in Hg. eapply decision_excludes; eassumption.
Qed.

Lemma compare_ok k m n P Q r D e : forallb snd (compare_tests k m n P Q r D e) = true -> meaning (Compare k m n P Q r D).
Proof.
  intros H. destruct e as [|y z u mu|y z mu|f b]; try discriminate. cbn [compare_tests] in H.
  rewrite !forallb_app, !andb_true_iff in H. destruct H as (HP & HQ & Hf & Hb & HD & HDQ).
  apply mechanism_ok in HP as [HsP HP]. apply mechanism_ok in HQ as [HsQ HQ].
  cbn [meaning]. repeat (split; [assumption|]). apply witness_ok in Hf.
  split; [destruct r, b as [w|]; cbn [directions fst snd ordered] in *; try discriminate; try exact Hf;
    apply witness_ok in Hb; split; assumption|].
  split; [apply satisfies_all_ok; assumption|].
  intros no Hin. apply satisfies_ok; [exact HsQ|apply (satisfies_tests_notions _ _ _ HD no Hin)|apply (forallb_map _ _ _ _ HDQ Hin)].
Qed.

(** ** What is claimed makes sense *)

Lemma proper_ok k n : forallb snd (notion_tests k n) = true -> proper k n.
Proof.
  intros H. pose proof (ratio_positive k n H) as Hr. pose proof (slack_ok n) as Hd. revert H Hr Hd.
  destruct n as [T d|g|b|b|a b|table]; cbn [notion_tests forallb snd is_by_pairs proper]; rewrite ?andb_true_iff; intros H Hr Hd.
  5: { destruct H as (Ha & Hb & Hab & _). apply positive_ok in Ha. apply less_ok in Hb, Hab. rewrite one_ok in Hb. auto. }
  5: { destruct H as (HT & Hs & Hp & _). intros j l T delta Hin.
       pose proof (proj1 (forallb_forall _ _) HT _ Hin) as E1. pose proof (proj1 (forallb_forall _ _) Hs _ Hin) as E2.
       pose proof (proj1 (forallb_forall _ _) Hp _ Hin) as E3. cbn [snd] in E2.
       apply positive_ok in E1. apply nonneg_ok in E2. apply is_pair_ok in E3. tauto. }
  all: split; [apply Hr; reflexivity|]; rewrite <- Hd; apply nonneg_ok, H.
Qed.

Lemma demand_ok k D : forallb snd (demand_tests k D) = true -> forall n, In n D -> proper k n.
Proof. intros H n Hn. apply proper_ok. unfold demand_tests in H. eapply forallb_flat_map; eassumption. Qed.

Lemma size_ok m k : snd (size_test m k) = true -> (0 < m)%nat /\ (0 < k)%nat.
Proof. unfold size_test. cbn [snd]. rewrite andb_true_iff, !Nat.ltb_lt. auto. Qed.

Lemma mechanism_size m k M : forallb snd (mechanism_tests m k M) = true -> (0 < m)%nat /\ (0 < k)%nat.
Proof. unfold mechanism_tests. cbn [forallb]. rewrite andb_true_iff. intros [H _]. apply size_ok, H. Qed.

Lemma objective_ok m k o : forallb snd (objective_tests m k o) = true -> objective_makes_sense m k o.
Proof.
  destruct o as [|w|U prior|C]; cbn [objective_tests objective_makes_sense prior_tests forallb snd]; rewrite ?andb_true_iff, ?Nat.eqb_eq.
  - tauto.
  - tauto.
  - intros (HU & Hl & Hn & Hs & _). apply of_size_ok in HU. split; [exact HU|]. split; [exact Hl|]. split.
    + intros x Hx. apply nonneg_ok, (proj1 (forallb_forall _ _) Hn _ Hx).
    + apply eq_ok in Hs. rewrite fold_numbers, Hl, one_ok in Hs. exact Hs.
  - intros [HC _]. apply of_size_ok, HC.
Qed.

Lemma conditions_ok q W y z u mu : forallb snd (price_tests q W y z u mu) = true ->
  forall c i j a, In c (conditions q) -> In (i, j, a) (terms c) -> (i < outputs q)%nat /\ (j < inputs q)%nat.
Proof.
  unfold price_tests. cbn [forallb snd]. rewrite !andb_true_iff. intros (_ & H & _) c i j a Hc Hin.
  pose proof (proj1 (forallb_forall _ _) (proj1 (forallb_forall _ _) H _ Hc) _ Hin) as E. cbv beta iota in E.
  rewrite andb_true_iff, !Nat.ltb_lt in E. exact E.
Qed.

Lemma makes_sense_ok c : check c = true -> makes_sense (states c).
Proof.
  unfold check, tests. destruct c as [st e]. cbn [states shows].
  destruct st as [m k P D|m k P D event j l|q s o lower upper P|q required|k m n P Q r D]; cbn [makes_sense].
  - unfold satisfies_tests. rewrite !forallb_app, !andb_true_iff. intros (Hm & Hd & _).
    pose proof (mechanism_size _ _ _ Hm) as [H0 H1]. apply mechanism_ok in Hm as [Hsize _].
    split; [exact (conj H0 (conj H1 (demand_ok k D Hd)))|exact Hsize].
  - rewrite !forallb_app, !andb_true_iff. intros (Hm & Hd & He). split_tests He. destruct He as (He & _).
    pose proof (mechanism_size _ _ _ Hm) as [H0 H1]. apply mechanism_ok in Hm as [Hsize _].
    split; [exact (conj H0 (conj H1 (demand_ok k D Hd)))|]. split; [exact Hsize|].
    intros i Hi. apply Nat.ltb_lt, (proj1 (forallb_forall _ _) He _ Hi).
  - intros H. destruct e as [|y z u mu|y z mu|f b]; try discriminate.
    + cbn [within_tests] in H. unfold feasible_tests, satisfies_tests in H. rewrite !forallb_app, !andb_true_iff in H.
      destruct H as ((Hm & (Hd & _) & _) & Ho & Hp & _).
      pose proof (mechanism_size _ _ _ Hm) as [H0 H1]. apply mechanism_ok in Hm as [Hsize _].
      split; [split; [exact (conj H0 (conj H1 (demand_ok _ _ Hd)))|]|split; [apply objective_ok, Ho|exact Hsize]].
      apply (conditions_ok q _ y z u mu Hp).
    + cbn [within_tests] in H. destruct o; try discriminate.
      destruct (asked q) as [|n [|]] eqn:Ea; try discriminate. destruct (conditions q) eqn:Ec; try discriminate.
      cbv zeta in H. cbn [forallb snd] in H. rewrite !forallb_app, !andb_true_iff in H.
      destruct H as (Hmk & Hn & Hf & _). apply Nat.eqb_eq in Hmk.
      unfold symmetric_feasible_tests in Hf. split_tests Hf. destruct Hf as (Hk & (Hsize & _) & _). apply Nat.ltb_lt in Hk.
      unfold question_makes_sense, well_posed. rewrite Ea, Ec, Hmk. split; [split; [|intros c i j a []]|split; [reflexivity|apply of_size_ok, Hsize]].
      split; [lia|]. split; [lia|]. intros n' [<-|[]]. apply proper_ok, Hn.
  - intros H. destruct e as [|y z u mu|y z mu|f b]; try discriminate.
    cbn [infeasible_tests forallb] in H. rewrite !forallb_app, !andb_true_iff in H. destruct H as (Hm & Hd & Ho & Hp & _).
    apply size_ok in Hm as [H0 H1].
    assert (Hq : question_makes_sense q).
    { split; [exact (conj H0 (conj H1 (demand_ok _ _ Hd)))|]. apply (conditions_ok q _ y z u mu Hp). }
    destruct required as [[[s o] b]|]; [split; [exact Hq|apply objective_ok, Ho]|exact Hq].
  - intros H. destruct e as [|y z u mu|y z mu|f b]; try discriminate. cbn [compare_tests] in H. unfold satisfies_tests in H.
    rewrite !forallb_app, !andb_true_iff in H. destruct H as (HP & HQ & _ & _ & (Hd & _) & _).
    pose proof (mechanism_size _ _ _ HP) as [H0 H1]. pose proof (mechanism_size _ _ _ HQ) as [H2 _].
    apply mechanism_ok in HP as [HsP _]. apply mechanism_ok in HQ as [HsQ _].
    split; [exact (conj H0 (conj H1 (demand_ok k D Hd)))|]. auto.
Qed.

(** ** The theorem *)

Theorem check_sound c : check c = true -> claim c.
Proof.
  intros H. split; [apply makes_sense_ok, H|]. revert H. unfold check, tests. destruct c as [st e]. cbn [states shows]. destruct st as [m k P D|m k P D event j l|q s o lower upper P|q required|k m n P Q r D].
  - rewrite forallb_app, andb_true_iff. intros [Hm Hs]. apply mechanism_ok in Hm as [Hsize Hm]. cbn [meaning].
    split; [exact Hm|]. apply satisfies_all_ok; assumption.
  - rewrite !forallb_app, !andb_true_iff. intros (Hm & Hd & He). apply mechanism_ok in Hm as [_ Hm].
    split_tests He. destruct He as (_ & _ & He & _). apply existsb_exists in He as (n & Hin & Hn).
    apply breaks_ok in Hn; [|eapply forallb_flat_map; eassumption]. destruct Hn as (T & delta & Ha & Hgt).
    cbn [meaning]. split; [exact Hm|]. split; [|exists n, T, delta; auto].
    intros Hs. pose proof (Hs n Hin j l T delta Ha (in_event event)). lra.
  - apply within_ok.
  - apply infeasible_ok.
  - apply compare_ok.
Qed.

Print Assumptions check_sound.
