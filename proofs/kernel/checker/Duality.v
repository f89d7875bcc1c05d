(** The lemma on prices (SPEC.md, section 4) for what the checker computes: B bounds the objective of every allowed mechanism. *)

From Coq Require Import QArith Qreals Reals Lra Lia List Bool ZArith Sorted String.
From Checker Require Import Claim Check Numbers Demands.
Import ListNotations.
Open Scope R_scope.

(** ** Rows of the cone: c r <= 0 *)

Lemma smallest_index k (r : nat -> R) : (0 < k)%nat -> exists l, (l < k)%nat /\ forall j, (j < k)%nat -> r l <= r j.
Proof.
  induction k as [|k IH]; intros H; [lia|]. destruct (Nat.eq_dec k 0) as [->|Hk].
  - exists 0%nat. split; [lia|]. intros j Hj. replace j with 0%nat by lia. lra.
  - destruct IH as (l & Hl & Hm); [lia|]. destruct (Rle_dec (r l) (r k)).
    + exists l. split; [lia|]. intros j Hj. destruct (Nat.eq_dec j k) as [->|]; [lra|apply Hm; lia].
    + exists k. split; [lia|]. intros j Hj. destruct (Nat.eq_dec j k) as [->|]; [lra|]. specialize (Hm j ltac:(lia)). lra.
Qed.

Lemma row_by_ratio k T (c r : nat -> R) : 0 < T -> (forall j, (j < k)%nat -> 0 <= r j) ->
  (forall j l, (j < k)%nat -> (l < k)%nat -> j <> l -> r j <= T * r l) ->
  ((1 < k)%nat /\ T < 1) \/ sum k (fun j => if Rle_dec (c j) 0 then c j else T * c j) <= 0 ->
  sum k (fun j => c j * r j) <= 0.
Proof.
  intros HT Hr Hc H. destruct (Rlt_dec T 1) as [Hlt|Hge].
  - (* T < 1: with two inputs the row is 0; with one, c <= 0 *)
    destruct (le_lt_dec k 1) as [Hk|Hk].
    + destruct H as [[H _]|H]; [lia|]. apply sum_nonpos. intros j Hj.
      assert (Hk1 : k = 1%nat) by lia. subst k. replace j with 0%nat by lia. cbn in H.
      specialize (Hr 0%nat ltac:(lia)). destruct (Rle_dec (c 0%nat) 0) as [|Hn]; [nra|].
      assert (0 < T * c 0%nat) by (apply Rmult_lt_0_compat; lra). lra.
    + apply sum_nonpos. intros j Hj. replace (r j) with 0; [lra|].
      assert (exists l, (l < k)%nat /\ j <> l) as (l & Hl & Hjl)
        by (destruct (Nat.eq_dec j 0); [exists 1%nat|exists 0%nat]; lia).
      pose proof (Hc j l Hj Hl Hjl). pose proof (Hc l j Hl Hj (not_eq_sym Hjl)). pose proof (Hr j Hj). pose proof (Hr l Hl). nra.
  - assert (H1 : 1 <= T) by lra. destruct H as [[_ H]|H]; [lra|].
    destruct (Nat.eq_dec k 0) as [->|Hk]; [cbn; lra|].
    destruct (smallest_index k r) as (l & Hl & Hm); [lia|].
    apply Rle_trans with (r l * sum k (fun j => if Rle_dec (c j) 0 then c j else T * c j)).
    + rewrite <- sum_scal. apply sum_le. intros j Hj. pose proof (Hm j Hj). pose proof (Hr l Hl).
      assert (r j <= T * r l) by (destruct (Nat.eq_dec j l) as [->|Hjl]; [nra|auto]).
      destruct (Rle_dec (c j) 0); [nra|]. assert (0 <= c j) by lra.
      replace (r l * (T * c j)) with (c j * (T * r l)) by ring. apply Rmult_le_compat_l; assumption.
    + pose proof (Hr l Hl). nra.
Qed.

(** ** Budgets: the multipliers of a name take at most its price *)

Section Budgets.

Variables (m : nat) (excess_of : name -> nat -> R) (slack_of : name -> R) (good : name -> Prop).
Hypothesis by_event : forall c S, good c -> sum m (fun i => if (S i : bool) then excess_of c i else 0) <= slack_of c.

Fixpoint over (mu : multipliers) (g : nat * name * Q -> R) : R :=
  match mu with [] => 0 | e :: rest => g e + over rest g end.

Definition taken (e : nat * name * Q) : R := match e with (i, c, x) => Q2R x * excess_of c i end.

Fixpoint cost (z : list (name * Q)) : R :=
  match z with [] => 0 | (c, x) :: rest => Q2R x * slack_of c + cost rest end.

Lemma over_le mu f g : (forall e, In e mu -> f e <= g e) -> over mu f <= over mu g.
Proof.
  induction mu as [|e mu IH]; cbn; intros H; [lra|].
  pose proof (H e (or_introl eq_refl)). assert (over mu f <= over mu g) by (apply IH; auto). lra.
Qed.

Lemma over_zero mu : over mu (fun _ => 0) = 0.
Proof. induction mu; cbn; [reflexivity|]. rewrite IHmu. ring. Qed.

Lemma over_split mu test g : over mu g = over (filter test mu) g + over (filter (fun e => negb (test e)) mu) g.
Proof. induction mu as [|e mu IH]; cbn; [ring|]. destruct (test e); cbn; rewrite IH; ring. Qed.

Lemma over_by_output mu g : (forall e, In e mu -> (fst (fst e) < m)%nat) ->
  over mu g = sum m (fun i => over (of_output i mu) g).
Proof.
  unfold of_output. induction mu as [|[[i c] x] mu IH]; intros H.
  - cbn. symmetry. apply sum_zero.
  - cbn [over]. fold (over mu g). rewrite IH by (intros; apply H; cbn; auto).
    rewrite <- (sum_one m i (fun _ => g (i, c, x))) by (apply (H (i, c, x)); cbn; auto).
    rewrite <- sum_plus. apply sum_ext. intros r Hr. cbn [filter]. destruct (Nat.eqb r i); cbn; ring.
Qed.

Lemma plane c i : good c -> slack_of c = 0 -> (i < m)%nat -> excess_of c i <= 0.
Proof.
  intros Hc H Hi. pose proof (by_event c (fun r => Nat.eqb r i) Hc) as E.
  cbv beta in E. rewrite (sum_one m i (excess_of c) Hi) in E. lra.
Qed.

Lemma same_name_ok c d : same_name c d = true -> c = d.
Proof.
  destruct c as [[j l] n], d as [[j' l'] n']. unfold same_name. rewrite !andb_true_iff, !Nat.eqb_eq.
  intros [[-> ->] ->]. reflexivity.
Qed.

Lemma positive_parts c : good c -> sum m (fun i => Rmax 0 (excess_of c i)) <= slack_of c.
Proof.
  intros Hc. eapply Rle_trans; [|apply (by_event c (positive (excess_of c)) Hc)]. apply sum_le. intros i Hi.
  unfold positive. destruct (Rlt_dec 0 (excess_of c i)); [rewrite Rmax_right; lra|rewrite Rmax_left; lra].
Qed.

Lemma one_name d x mu : good d -> 0 <= Q2R x -> NoDup (map fst mu) ->
  (forall e, In e mu -> snd (fst e) = d /\ 0 <= Q2R (snd e) /\ Q2R (snd e) <= Q2R x /\ (fst (fst e) < m)%nat) ->
  over mu taken <= Q2R x * slack_of d.
Proof.
  intros Hd Hx Hdup H. rewrite over_by_output by (intros e He; apply (H e He)).
  apply Rle_trans with (Q2R x * sum m (fun i => Rmax 0 (excess_of d i)));
    [|apply Rmult_le_compat_l; [exact Hx|apply positive_parts, Hd]].
  rewrite <- sum_scal. apply sum_le. intros i Hi.
  assert (Hnon : 0 <= Q2R x * Rmax 0 (excess_of d i)) by (apply Rmult_le_pos; [exact Hx|apply Rmax_l]).
  assert (Hof : forall e, In e (of_output i mu) -> In e mu /\ fst e = (i, d)).
  { intros [[i' c] y] He. unfold of_output in He. apply filter_In in He as [He Hi'].
    apply Nat.eqb_eq in Hi'. subst i'. split; [exact He|]. destruct (H _ He) as [Hc _]. cbn in Hc. subst c. reflexivity. }
  assert (Hdup' : NoDup (map fst (of_output i mu))).
  { unfold of_output. clear - Hdup. induction mu as [|e mu IH]; cbn; [constructor|].
    inversion Hdup as [|? ? Hnot Hrest]; subst. destruct e as [[i' c] y]. destruct (Nat.eqb i i'); cbn; [|auto].
    constructor; [|auto]. cbn in Hnot. intros Hin. apply Hnot. apply in_map_iff in Hin as (e & He & Hin).
    apply filter_In in Hin as [Hin _]. apply in_map_iff. exists e. auto. }
  destruct (of_output i mu) as [|e1 [|e2 rest]] eqn:E; cbn [over].
  - exact Hnon.
  - destruct (Hof e1 (or_introl eq_refl)) as [Hin He1]. destruct (H e1 Hin) as (_ & H0 & H1 & _).
    destruct e1 as [key y]. cbn [fst] in He1. subst key. cbn [taken snd] in *. rewrite Rplus_0_r.
    pose proof (Rmax_l 0 (excess_of d i)). pose proof (Rmax_r 0 (excess_of d i)).
    apply Rle_trans with (Q2R y * Rmax 0 (excess_of d i)); [apply Rmult_le_compat_l; assumption|].
    apply Rmult_le_compat_r; assumption.
  - exfalso. inversion Hdup' as [|? ? Hnot _]; subst. apply Hnot. cbn. left.
    destruct (Hof e1 (or_introl eq_refl)) as [_ ->]. destruct (Hof e2 (or_intror (or_introl eq_refl))) as [_ ->]. reflexivity.
Qed.

Lemma NoDup_filter_keys (test : nat * name * Q -> bool) mu : NoDup (map fst mu) -> NoDup (map fst (filter test mu)).
Proof.
  induction mu as [|e mu IH]; cbn; intros H; [constructor|]. inversion H as [|? ? Hnot Hrest]; subst.
  destruct (test e); cbn; [|auto]. constructor; [|auto]. intros Hin. apply Hnot.
  apply in_map_iff in Hin as (e' & He & Hin). apply filter_In in Hin as [Hin _]. apply in_map_iff. exists e'. auto.
Qed.

Lemma budgets_pay z : forall mu,
  (forall cz, In cz z -> 0 <= Q2R (snd cz) /\ 0 <= slack_of (fst cz) /\ good (fst cz)) ->
  NoDup (map fst mu) ->
  (forall e, In e mu -> 0 <= Q2R (snd e) /\ (fst (fst e) < m)%nat /\ good (snd (fst e)) /\
     (slack_of (snd (fst e)) = 0 \/ Q2R (snd e) <= Q2R (price z (snd (fst e))))) ->
  over mu taken <= cost z.
Proof.
  induction z as [|[d x] z IH]; intros mu Hz Hdup Hmu.
  - cbn [cost]. rewrite <- (over_zero mu). apply over_le. intros e He.
    destruct (Hmu e He) as (H0 & Hi & Hgood & H1). destruct e as [[i c] y]. cbn [fst snd taken price] in *.
    destruct H1 as [H1|H1].
    + pose proof (plane c i Hgood H1 Hi). nra.
    + rewrite zero_ok in H1. replace (Q2R y) with 0 by lra. lra.
  - destruct (Hz (d, x) (or_introl eq_refl)) as (Hx & Hs & Hd). cbn [fst snd] in Hx, Hs, Hd.
    rewrite (over_split mu (fun e => same_name (snd (fst e)) d)). cbn [cost fst snd].
    apply Rplus_le_compat.
    + destruct (Req_dec (slack_of d) 0) as [H0|H0].
      * rewrite H0, Rmult_0_r. rewrite <- (over_zero (filter (fun e => same_name (snd (fst e)) d) mu)).
        apply over_le. intros e He.
        apply filter_In in He as [He Hname]. destruct (Hmu e He) as (Hy & Hi & Hgood & _).
        destruct e as [[i c] y]. cbn [fst snd taken] in *. apply same_name_ok in Hname. subst c.
        pose proof (plane d i Hd H0 Hi). nra.
      * apply one_name; try assumption.
        { apply NoDup_filter_keys, Hdup. }
        intros e He. apply filter_In in He as [He Hname]. destruct (Hmu e He) as (Hy & Hi & Hgood & Hle).
        pose proof (same_name_ok _ _ Hname) as E.
        cbn [price] in Hle. rewrite Hname in Hle. rewrite E in *. destruct Hle as [Hle|Hle]; [contradiction|]. auto.
    + apply IH.
      * intros cz Hcz. apply Hz. cbn. auto.
      * apply NoDup_filter_keys, Hdup.
      * intros e He. apply filter_In in He as [He Hname]. apply negb_true_iff in Hname.
        destruct (Hmu e He) as (Hy & Hi & Hgood & Hle). cbn [price] in Hle. rewrite Hname in Hle. auto.
Qed.

End Budgets.

Lemma increasing_keys keys : increase keys = true -> NoDup keys.
Proof.
  intros H. assert (S : StronglySorted Z.lt keys).
  { apply Sorted_StronglySorted; [intros x y z; apply Z.lt_trans|].
    induction keys as [|x rest IH]; [constructor|]. cbn in H. destruct rest as [|y rest]; [repeat constructor|].
    apply andb_prop in H as [H1 H2]. constructor; [auto|]. constructor. apply Z.ltb_lt, H1. }
  clear H. induction S as [|x rest _ IH Hall]; constructor; [|exact IH].
  intros Hin. pose proof (proj1 (Forall_forall _ _) Hall _ Hin). lia.
Qed.

Lemma NoDup_of_keys mu : increase (map (fun e : nat * name * Q => key (fst e)) mu) = true -> NoDup (map fst mu).
Proof.
  intros H. apply increasing_keys in H. rewrite <- map_map in H. apply NoDup_map_inv in H. exact H.
Qed.

(** ** Conditions *)

Fixpoint pays (cs : list condition) (u : list Q) (x : condition -> R) : R :=
  match cs, u with c :: cs, v :: u => Q2R v * x c + pays cs u x | _, _ => 0 end.

Lemma paid_ok cs u x : Q2R (paid cs u x) = pays cs u (fun c => Q2R (x c)).
Proof.
  revert u. induction cs as [|c cs IH]; intros u; cbn; [destruct u; apply zero_ok|].
  destruct u as [|v u]; [apply zero_ok|]. rewrite add_ok, mul_ok, IH. reflexivity.
Qed.

Lemma pays_sum cs u n (x : condition -> nat -> R) : sum n (fun j => pays cs u (fun c => x c j)) = pays cs u (fun c => sum n (x c)).
Proof.
  revert u. induction cs as [|c cs IH]; intros u; cbn; [destruct u; apply sum_zero|].
  destruct u as [|v u]; [apply sum_zero|]. rewrite sum_plus, sum_scal, IH. reflexivity.
Qed.

Lemma pays_scal cs u x a : pays cs u x * a = pays cs u (fun c => x c * a).
Proof.
  revert u. induction cs as [|c cs IH]; intros u; cbn; [destruct u; ring|]. destruct u as [|v u]; [ring|].
  rewrite <- IH. ring.
Qed.

Lemma pays_ext cs u x y : (forall c, In c cs -> x c = y c) -> pays cs u x = pays cs u y.
Proof.
  revert u. induction cs as [|c cs IH]; intros u H; cbn; [reflexivity|]. destruct u as [|v u]; [reflexivity|].
  rewrite (H c (or_introl eq_refl)), (IH u); [reflexivity|]. intros; apply H; cbn; auto.
Qed.

Definition turned_R (c : condition) (x : R) : R := match related c with AtLeast => - x | _ => x end.

Lemma turned_ok c x : Q2R (turned c x) = turned_R c (Q2R x).
Proof. unfold turned, turned_R. destruct (related c); try reflexivity. apply opp_ok. Qed.

Lemma coefficient_ok m k c X : are_inside m k c = true ->
  sum m (fun i => sum k (fun j => Q2R (coefficient c i j) * X i j)) = turned_R c (left_side X c).
Proof.
  unfold are_inside, left_side, coefficient. intros H.
  set (t := fun i j => fold_right (fun term rest => match term with (i', j', a) =>
    if Nat.eqb i i' && Nat.eqb j j' then add a rest else rest end) 0%Q (terms c)).
  assert (E : sum m (fun i => sum k (fun j => Q2R (t i j) * X i j)) =
    fold_right (fun term rest => match term with (i, j, a) => Q2R a * X i j end + rest) 0 (terms c)).
  { unfold t. clear t. induction (terms c) as [|[[i' j'] a] rest IH].
    - cbn. rewrite (sum_ext m _ (fun _ => 0)); [apply sum_zero|]. intros i Hi.
      rewrite (sum_ext k _ (fun _ => 0)); [apply sum_zero|]. intros j Hj. rewrite zero_ok. ring.
    - cbn [forallb] in H. apply andb_prop in H as [H1 H2]. apply andb_prop in H1 as [Hi' Hj'].
      apply Nat.ltb_lt in Hi', Hj'. cbn [fold_right]. rewrite <- (IH H2).
      rewrite <- (sum_one m i' (fun i => Q2R a * X i j') Hi'), <- sum_plus. apply sum_ext. intros i Hi.
      destruct (Nat.eqb_spec i i') as [->|Hne]; cbn [andb]; [|rewrite Rplus_0_l; reflexivity].
      rewrite <- (sum_one k j' (fun j => Q2R a * X i' j) Hj'), <- sum_plus. apply sum_ext. intros j Hj.
      destruct (Nat.eqb j j'); [rewrite add_ok|]; ring. }
  rewrite <- E. unfold turned_R, turned. destruct (related c); try reflexivity.
  replace (- sum m (fun i => sum k (fun j => Q2R (t i j) * X i j)))
    with (-1 * sum m (fun i => sum k (fun j => Q2R (t i j) * X i j))) by ring.
  rewrite <- sum_scal. apply sum_ext. intros i Hi. rewrite <- sum_scal. apply sum_ext. intros j Hj.
  rewrite opp_ok. fold (t i j). ring.
Qed.

Lemma conditions_pay cs u X : prices_have_signs cs u = true -> (forall c, In c cs -> meets X c) ->
  pays cs u (fun c => turned_R c (left_side X c)) <= pays cs u (fun c => Q2R (turned c (bound c))).
Proof.
  revert u. induction cs as [|c cs IH]; intros u H Hm; cbn; [lra|]. destruct u as [|v u]; [lra|].
  cbn in H. apply andb_prop in H as [Hv H]. apply Rplus_le_compat.
  - pose proof (Hm c (or_introl eq_refl)) as Hc. unfold meets in Hc. rewrite turned_ok. unfold turned_R.
    destruct (related c); [apply nonneg_ok in Hv; nra|apply nonneg_ok in Hv; nra|rewrite Hc; lra].
  - apply IH; [exact H|]. intros; apply Hm; cbn; auto.
Qed.

(** ** The lemma *)

Section Prices.

Variables (q : question) (W : nat -> nat -> Q) (y : list Q) (z : list (name * Q)) (u : list Q) (mu : multipliers).
Hypothesis notions : forall n, In n (asked q) -> forallb snd (notion_tests (inputs q) n) = true.
Hypothesis passed : forallb snd (price_tests q W y z u mu) = true.
Variable X : nat -> nat -> R.
Hypothesis is_allowed : allowed q X.

Notation m := (outputs q).
Notation k := (inputs q).
Notation D := (asked q).

Definition excess_in (c : name) (i : nat) : R := match c with (j, l, _) => X i j - Q2R (T_of k D c) * X i l end.
Definition slack_in (c : name) : R := Q2R (delta_of k D c).
Definition named (c : name) : Prop := is_named k D c = true.

Lemma named_ok c : named c -> exists n, In n D /\ match c with (j, l, _) =>
  bound_of k j l n = Some (T_of k D c, delta_of k D c) end.
Proof.
  unfold named, is_named, T_of, delta_of. destruct c as [[j l] n]. cbn [bound_of_name].
  destruct (nth_error D n) as [no|] eqn:E; [|discriminate].
  destruct (bound_of k j l no) as [[T d]|] eqn:E2; [|discriminate]. intros _. exists no. cbn [fst snd].
  split; [eapply nth_error_In, E|exact E2].
Qed.

Lemma named_event c S : named c -> sum m (fun i => if (S i : bool) then excess_in c i else 0) <= slack_in c.
Proof.
  intros H. destruct (named_ok c H) as (n & Hn & Hb). destruct c as [[j l] p]. cbn [excess_in].
  destruct is_allowed as (_ & Hs & _). pose proof (Hs n Hn j l _ _ (bound_of_ok _ _ _ _ _ _ (notions n Hn) Hb) S) as E.
  unfold Pr in E. rewrite <- sum_scal in E. unfold slack_in.
  match type of E with sum m ?f <= sum m ?g + _ => assert (E2 : sum m f - sum m g <= Q2R (delta_of k D (j, l, p))) by lra end.
  rewrite <- sum_minus in E2. erewrite sum_ext; [exact E2|]. intros i Hi. cbv beta. destruct (S i); lra.
Qed.

Lemma named_inside j l n : named (j, l, n) -> (j < k)%nat /\ (l < k)%nat /\ j <> l /\ 0 <= slack_in (j, l, n).
Proof.
  intros H. destruct (named_ok _ H) as (no & Hn & Hb). cbv beta iota in Hb.
  apply (bound_in k j l no _ _ (notions no Hn) Hb).
Qed.

(** The nonnegative rows of X keep the least ratio of the pure notions. *)
Lemma rows_keep_ratio T i j l : pure_ratio D = Some T -> (i < m)%nat -> (j < k)%nat -> (l < k)%nat -> j <> l ->
  0 < Q2R T /\ X i j <= Q2R T * X i l.
Proof.
  unfold pure_ratio. intros HT Hi Hj Hl Hjl.
  assert (Hin : In T (map ratio_Q (filter is_pure D))).
  { destruct (map ratio_Q (filter is_pure D)) as [|t rest] eqn:E; [discriminate|]. replace T with (least (t :: rest)) by congruence.
    apply (least_in (t :: rest)). discriminate. }
  apply in_map_iff in Hin as (n & <- & Hin). apply filter_In in Hin as [Hin Hp].
  unfold is_pure in Hp. apply andb_prop in Hp as [Hb Hd]. apply negb_true_iff in Hb.
  apply eq_ok in Hd. rewrite slack_ok, zero_ok in Hd. pose proof (notions n Hin) as Hn. rewrite (ratio_ok k n Hn).
  split; [apply (ratio_positive k n Hn Hb)|].
  destruct is_allowed as (_ & Hs & _).
  assert (Ha : asks k n j l (ratio n) (slack n)) by (destruct n; cbn; try discriminate; auto).
  pose proof (one_output _ _ _ _ _ _ i (Hs n Hin j l _ _ Ha) Hi). lra.
Qed.

Lemma pure_ratio_positive T : pure_ratio D = Some T -> 0 < Q2R T.
Proof.
  unfold pure_ratio. intros HT. destruct (map ratio_Q (filter is_pure D)) as [|t rest] eqn:E; [discriminate|].
  replace T with (least (t :: rest)) by congruence. assert (Hin : In (least (t :: rest)) (map ratio_Q (filter is_pure D)))
    by (rewrite E; apply (least_in (t :: rest)); discriminate).
  apply in_map_iff in Hin as (n & <- & Hin). apply filter_In in Hin as [Hin Hp].
  apply andb_prop in Hp as [Hb _]. apply negb_true_iff in Hb. rewrite (ratio_ok k n (notions n Hin)).
  apply (ratio_positive k n (notions n Hin) Hb).
Qed.

Lemma covered_ok c i : (i < m)%nat -> is_covered k (pure_ratio D) c = true -> sum k (fun j => Q2R (c j) * X i j) <= 0.
Proof.
  intros Hi H. destruct is_allowed as ((Hx & _) & _). unfold is_covered in H. destruct (pure_ratio D) as [T|] eqn:E.
  - apply (row_by_ratio k (Q2R T) (fun j => Q2R (c j)) (X i)).
    + apply pure_ratio_positive, E.
    + intros j Hj. apply Hx; assumption.
    + intros j l Hj Hl Hjl. apply (rows_keep_ratio T i j l E Hi Hj Hl Hjl).
    + apply orb_prop in H as [H|H].
      * left. apply andb_prop in H as [H1 H2]. apply Nat.ltb_lt in H1. apply less_ok in H2. rewrite one_ok in H2. auto.
      * right. apply le_ok in H. rewrite total_ok, zero_ok in H. erewrite sum_ext; [exact H|].
        intros j Hj. cbv beta zeta. destruct (Qle_bool (c j) 0) eqn:Ec.
        -- apply le_ok in Ec. rewrite zero_ok in Ec. destruct (Rle_dec (Q2R (c j)) 0); [reflexivity|lra].
        -- apply not_le_ok in Ec. rewrite zero_ok in Ec. destruct (Rle_dec (Q2R (c j)) 0); [lra|]. rewrite mul_ok. reflexivity.
  - apply sum_nonpos. intros j Hj. pose proof (all_ok _ _ j H Hj) as Hc. apply le_ok in Hc. rewrite zero_ok in Hc.
    pose proof (Hx i j Hi Hj). nra.
Qed.

Lemma moved_ok i mu_i : (forall e, In e mu_i -> fst (fst e) = i /\ named (snd (fst e))) ->
  sum k (fun j => Q2R (moved k D mu_i j) * X i j) = over mu_i (taken excess_in).
Proof.
  induction mu_i as [|[[i' [[high low] n]] x] rest IH]; intros H.
  - cbn. rewrite (sum_ext k _ (fun _ => 0)); [apply sum_zero|]. intros j Hj. rewrite zero_ok. ring.
  - destruct (H _ (or_introl eq_refl)) as [Hi Hn]. cbn [fst snd] in Hi, Hn. subst i'.
    destruct (named_inside _ _ _ Hn) as (Hh & Hl & Hhl & _).
    cbn [moved over fold_right taken excess_in].
    rewrite <- IH by (intros; apply H; cbn; auto).
    replace (Q2R x * (X i high - Q2R (T_of k D (high, low, n)) * X i low))
      with (Q2R x * X i high + - (Q2R (T_of k D (high, low, n)) * Q2R x) * X i low) by ring.
    rewrite <- (sum_one k high (fun j => Q2R x * X i j) Hh).
    rewrite <- (sum_one k low (fun j => - (Q2R (T_of k D (high, low, n)) * Q2R x) * X i j) Hl).
    rewrite <- !sum_plus. apply sum_ext. intros j Hj. fold (moved k D rest j).
    destruct (Nat.eqb_spec j high) as [->|Hjh].
    + rewrite add_ok. destruct (Nat.eqb_spec high low); [contradiction|]. ring.
    + destruct (Nat.eqb_spec j low) as [->|Hjl]; [rewrite sub_ok, mul_ok|]; ring.
Qed.

Theorem prices_bound : sum m (fun i => sum k (fun j => Q2R (W i j) * X i j)) <= Q2R (B q y z u).
Proof.
  pose proof passed as H. unfold price_tests in H. cbn [forallb snd] in H. rewrite !andb_true_iff in H.
  destruct H as ((Hy & Hu) & Hin & Hzn & Hz & Husign & Hmn & Hmi & Hmu & Hinc & Hshare & Hcov & _).
  apply Nat.eqb_eq in Hy.
  assert (Hnamed : forall e, In e mu -> named (snd (fst e)))
    by (intros e He; apply (proj1 (forallb_forall _ _) Hmn _ He)).
  assert (Hout : forall e, In e mu -> (fst (fst e) < m)%nat)
    by (intros e He; apply Nat.ltb_lt, (proj1 (forallb_forall _ _) Hmi _ He)).
  (* each row *)
  assert (Hrow : forall i, (i < m)%nat -> sum k (fun j => Q2R (W i j) * X i j) <=
    sum k (fun j => Q2R (nth j y 0%Q) * X i j) +
    pays (conditions q) u (fun c => sum k (fun j => Q2R (coefficient c i j) * X i j)) +
    over (of_output i mu) (taken excess_in)).
  { intros i Hi. pose proof (all_ok _ _ i Hcov Hi) as Hc. cbv beta zeta in Hc.
    apply (covered_ok _ i Hi) in Hc. rewrite <- (moved_ok i (of_output i mu)).
    - rewrite <- (pays_sum (conditions q) u k (fun c j => Q2R (coefficient c i j) * X i j)).
      rewrite <- !sum_plus. apply Rminus_le. rewrite <- sum_minus. erewrite sum_ext; [exact Hc|].
      intros j Hj. cbv beta. unfold left_over. rewrite !sub_ok, paid_ok, <- pays_scal. ring.
    - intros e He. unfold of_output in He. apply filter_In in He as [He Hi']. destruct e as [[i' c] x].
      apply Nat.eqb_eq in Hi'. cbn [fst snd]. split; [auto|apply (Hnamed _ He)]. }
  eapply Rle_trans; [apply sum_le, Hrow|]. rewrite !sum_plus, <- over_by_output by exact Hout.
  unfold B. rewrite !add_ok, fold_numbers, Hy. rewrite Rplus_assoc. apply Rplus_le_compat; [|rewrite Rplus_comm; apply Rplus_le_compat].
  - (* the columns sum to 1 *)
    rewrite sum_swap. apply Req_le, sum_ext. intros j Hj. rewrite sum_scal.
    destruct is_allowed as ((_ & Hx) & _). rewrite (Hx j Hj). ring.
  - (* the budgets *)
    replace (Q2R (fold_right _ 0%Q z)) with (cost slack_in z).
    + apply (budgets_pay m excess_in slack_in named named_event).
      * intros [[[j l] n] x] Hcz. pose proof (proj1 (forallb_forall _ _) Hzn _ Hcz) as Hn.
        pose proof (proj1 (forallb_forall _ _) Hz _ Hcz) as Hx. cbn [fst snd] in *. apply nonneg_ok in Hx.
        split; [exact Hx|]. split; [apply (named_inside j l n Hn)|exact Hn].
      * apply NoDup_of_keys, Hinc.
      * intros e He. pose proof (proj1 (forallb_forall _ _) Hmu _ He) as Hx. apply nonneg_ok in Hx.
        pose proof (proj1 (forallb_forall _ _) Hshare _ He) as Hs. split; [exact Hx|].
        split; [auto|]. split; [apply (Hnamed _ He)|]. destruct e as [[i c] x]. cbn [fst snd share_is_paid] in *.
        apply orb_prop in Hs as [Hs|Hs]; [left; apply eq_ok in Hs; rewrite zero_ok in Hs; exact Hs|right; apply le_ok, Hs].
    + clear. unfold cost, slack_in. induction z as [|[c x] rest IH]; cbn; [symmetry; apply zero_ok|].
      rewrite add_ok, mul_ok, <- IH. reflexivity.
  - (* the conditions *)
    rewrite paid_ok, pays_sum. eapply Rle_trans; [|apply conditions_pay with (X := X); [exact Husign|apply is_allowed]].
    apply Req_le, pays_ext. intros c Hc. apply coefficient_ok, (proj1 (forallb_forall _ _) Hin _ Hc).
Qed.

End Prices.
