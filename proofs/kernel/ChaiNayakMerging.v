(** Chai and Nayak: proportional rows are those of a split outcome, merging them changes nothing that is told, and it ends; the two
    procedures of the class at k = 2; priors 0 and 1; (6.2). *)

From Coq Require Import Reals Lra Lia Arith Bool.
From Rropt Require Import Sums Mechanisms Blackwell Breach ChaiNayak Notions ChaiNayakAdmissible ChaiNayakProcedures.
Open Scope R_scope.

(** Section 3, first paragraph: what is certain stays so. *)
Theorem certain_stays m k P w Q i : mechanism m k P -> prior k w -> (i < m)%nat -> 0 < sum k (fun j => w j * P i j) ->
  (probability k w Q = 0 -> posterior k w Q P i = 0) /\ (probability k w Q = 1 -> posterior k w Q P i = 1).
Proof.
  intros HP HW Hi D. split; intros H; [now apply (nothing_stays m)|].
  rewrite (posterior_complement k w Q P i D), (nothing_stays m k w (fun j => negb (Q j)) P i HP HW Hi); [ring|].
  rewrite (probability_complement k w Q HW), H. ring.
Qed.

(** The rows of A that f sends to one row are added. *)
Definition merged (m : nat) (f : nat -> nat) (A : nat -> nat -> R) (u j : nat) : R := sum m (fun i => if Nat.eqb u (f i) then A i j else 0).

(** Where each row of A is a share s of the row into which it goes, nothing is lost. *)
Lemma merged_equivalent m r k f s A : mechanism m k A -> (forall i, (i < m)%nat -> (f i < r)%nat) -> (forall i, (i < m)%nat -> 0 <= s i) ->
  (forall i j, (i < m)%nat -> (j < k)%nat -> A i j = s i * merged m f A (f i) j) -> no_zero_row r k (merged m f A) ->
  mechanism r k (merged m f A) /\ at_least_as_informative m r k A (merged m f A) /\ at_least_as_informative r m k (merged m f A) A.
Proof.
  intros HA Hf Hs E Z.
  assert (HC : mechanism r m (fun u i => if Nat.eqb u (f i) then 1 else 0)).
  { split; [intros u i _ _; destruct (Nat.eqb u (f i)); lra|]. intros i Hi. apply (sum_single r (f i) (fun _ => 1)). now apply Hf. }
  assert (GC : garbles r m k (fun u i => if Nat.eqb u (f i) then 1 else 0) A (merged m f A)).
  { split; [assumption|]. intros u j _ _. apply sum_ext. intros i _. destruct (Nat.eqb u (f i)); ring. }
  assert (HM : mechanism r k (merged m f A)).
  { destruct (ChaiNayakMatrices.product_is_tpm r m k _ A HC HA) as [M0 M1]. destruct GC as [_ G]. split.
    - intros u j Hu Hj. rewrite G by assumption. now apply M0.
    - intros j Hj. rewrite (sum_ext r _ (fun u => sum m (fun i => (if Nat.eqb u (f i) then 1 else 0) * A i j))) by (intros; now apply G). now apply M1. }
  split; [assumption|]. split; [now exists (fun u i => if Nat.eqb u (f i) then 1 else 0)|].
  exists (fun i u => if Nat.eqb u (f i) then s i else 0). split; [split|].
  - intros i u Hi _. destruct (Nat.eqb u (f i)); [now apply Hs | lra].
  - intros u Hu. destruct (Z u Hu) as [j [Hj N]]. apply Rmult_eq_reg_r with (merged m f A u j); [|assumption].
    rewrite <- sum_scal_r, Rmult_1_l. unfold merged at 2. apply sum_ext. intros i Hi. destruct (Nat.eqb_spec u (f i)) as [->|]; [|ring].
    symmetry. now apply E.
  - intros i j Hi Hj. rewrite (sum_ext r _ (fun u => if Nat.eqb u (f i) then s i * merged m f A u j else 0)) by (intros u _; destruct (Nat.eqb u (f i)); ring).
    rewrite (sum_single r (f i) (fun u => s i * merged m f A u j)) by (now apply Hf). now apply E.
Qed.

(** Row b goes to row a, and the rows after b move up. *)
Definition without (b i : nat) : nat := if Nat.ltb i b then i else (i - 1)%nat.
Definition into (a b i : nat) : nat := without b (if Nat.eqb i b then a else i).

(** Two rows c x and x, none of them zero, are the shares z and 1 - z of their sum. *)
Lemma shares_of_two m k A a b c : mechanism m k A -> no_zero_row m k A -> (a < m)%nat -> (b < m)%nat ->
  (forall j, (j < k)%nat -> A a j = c * A b j) -> 0 < c.
Proof.
  intros [A0 _] Z Ha Hb E. destruct (Z a Ha) as [j [Hj N]]. pose proof (A0 a j Ha Hj). pose proof (A0 b j Hb Hj). rewrite (E j Hj) in *.
  destruct (Rlt_le_dec 0 c) as [|L]; [assumption|]. exfalso. apply N.
  pose proof (Rmult_le_compat_r (A b j) c 0 ltac:(assumption) L). lra.
Qed.

(** Two proportional rows merged: they are those of one outcome that is split at random, and the outcome and its parts tell the same. *)
Lemma split_outcome m k A a b c : mechanism (S m) k A -> no_zero_row (S m) k A -> (a < S m)%nat -> (b < S m)%nat -> a <> b ->
  (forall j, (j < k)%nat -> A a j = c * A b j) ->
  let f := into a b in let M := merged (S m) f A in
  (exists z, 0 < z < 1 /\ forall j, (j < k)%nat -> M (f a) j = A a j + A b j /\ A a j = z * M (f a) j /\ A b j = (1 - z) * M (f a) j) /\
  (forall i j, (i < S m)%nat -> i <> a -> i <> b -> (j < k)%nat -> M (f i) j = A i j) /\
  (forall i, (i < S m)%nat -> (f i < m)%nat) /\ (forall i i', (i < S m)%nat -> (i' < S m)%nat -> i <> b -> i' <> b -> f i = f i' -> i = i') /\
  mechanism m k M /\ no_zero_row m k M /\ at_least_as_informative (S m) m k A M /\ at_least_as_informative m (S m) k M A /\
  (forall g, parity_at_most (S m) k g A <-> parity_at_most m k g M).
Proof.
  intros HA Z Ha Hb Nab E f M. pose proof (shares_of_two (S m) k A a b c HA Z Ha Hb E) as Hc.
  assert (Fa : f b = f a) by (unfold f, into; rewrite Nat.eqb_refl; destruct (Nat.eqb_spec a b); [contradiction | reflexivity]).
  assert (Inj : forall i i', (i < S m)%nat -> (i' < S m)%nat -> i <> b -> i' <> b -> f i = f i' -> i = i').
  { intros i i' _ _ N N'. unfold f, into. destruct (Nat.eqb_spec i b), (Nat.eqb_spec i' b); try contradiction.
    unfold without. destruct (Nat.ltb_spec i b), (Nat.ltb_spec i' b); lia. }
  assert (Hf : forall i, (i < S m)%nat -> (f i < m)%nat).
  { intros i Hi. unfold f, into, without. destruct (Nat.eqb_spec i b) as [->|].
    - destruct (Nat.ltb_spec a b); lia.
    - destruct (Nat.ltb_spec i b); lia. }
  assert (Onto : forall u, (u < m)%nat -> exists i, (i < S m)%nat /\ i <> b /\ f i = u).
  { intros u Hu. destruct (Nat.lt_ge_cases u b) as [L|L]; [exists u | exists (S u)]; (split; [lia|]; split; [lia|]); unfold f, into, without.
    - destruct (Nat.eqb_spec u b); [lia|]. destruct (Nat.ltb_spec u b); lia.
    - destruct (Nat.eqb_spec (S u) b); [lia|]. destruct (Nat.ltb_spec (S u) b); lia. }
  assert (Ma : forall j, M (f a) j = A a j + A b j).
  { intros j. unfold M, merged. rewrite (sum_ext (S m) _ (fun i => (if Nat.eqb i a then A i j else 0) + (if Nat.eqb i b then A i j else 0))).
    - now rewrite sum_plus, (sum_single (S m) a (fun i => A i j)), (sum_single (S m) b (fun i => A i j)) by assumption.
    - intros i Hi. destruct (Nat.eqb_spec i a) as [->|Na].
      + rewrite Nat.eqb_refl. destruct (Nat.eqb_spec a b); [contradiction | ring].
      + destruct (Nat.eqb_spec i b) as [->|Nb]; [rewrite Fa, Nat.eqb_refl; ring|].
        destruct (Nat.eqb_spec (f a) (f i)) as [F|]; [|ring]. exfalso. apply Na. symmetry. now apply Inj. }
  assert (Mo : forall i j, (i < S m)%nat -> i <> a -> i <> b -> M (f i) j = A i j).
  { intros i j Hi Na Nb. unfold M, merged. rewrite <- (sum_single (S m) i (fun l => A l j)) by assumption. apply sum_ext. intros l Hl.
    destruct (Nat.eqb_spec (f i) (f l)) as [F|F], (Nat.eqb_spec l i) as [L|L]; try reflexivity; exfalso.
    - destruct (Nat.eq_dec l b) as [->|Nl]; [rewrite Fa in F; apply Na; now apply Inj | apply L; symmetry; now apply Inj].
    - apply F. now subst. }
  assert (Sa : forall j, (j < k)%nat -> A a j = c / (1 + c) * M (f a) j) by (intros j Hj; rewrite Ma, E by assumption; field; lra).
  assert (Sb : forall j, (j < k)%nat -> A b j = (1 - c / (1 + c)) * M (f a) j) by (intros j Hj; rewrite Ma, E by assumption; field; lra).
  assert (R_ : 0 < c / (1 + c) < 1).
  { split; [apply Rdiv_lt_0_compat; lra|]. apply Rmult_lt_reg_r with (1 + c); [lra|]. replace (c / (1 + c) * (1 + c)) with c by (field; lra). lra. }
  assert (ZM : no_zero_row m k M).
  { intros u Hu. destruct (Onto u Hu) as [i [Hi [Nb <-]]]. destruct (Z i Hi) as [j [Hj N]]. exists j. split; [assumption|].
    destruct (Nat.eq_dec i a) as [->|Na]; [|now rewrite Mo]. intros F. apply N. rewrite Sa, F by assumption. ring. }
  assert (W : mechanism m k M /\ at_least_as_informative (S m) m k A M /\ at_least_as_informative m (S m) k M A).
  { apply (merged_equivalent (S m) m k f (fun i => if Nat.eqb i a then c / (1 + c) else if Nat.eqb i b then 1 - c / (1 + c) else 1) A); try assumption.
    - intros i _. destruct (Nat.eqb i a); [lra|]. destruct (Nat.eqb i b); lra.
    - intros i j Hi Hj. fold M. destruct (Nat.eqb_spec i a) as [->|Na]; [now apply Sa|]. destruct (Nat.eqb_spec i b) as [->|Nb]; [rewrite Fa; now apply Sb|].
      rewrite Mo by assumption. ring. }
  destruct W as [HM [I1 I2]].
  split; [exists (c / (1 + c)); split; [assumption|]; intros j Hj; auto|]. split; [intros; now apply Mo|]. split; [assumption|]. split; [assumption|].
  split; [assumption|]. split; [assumption|]. split; [assumption|]. split; [assumption|].
  intros g. clear Inj. destruct I1 as [C GC], I2 as [D GD]. split; intros H; [exact (lemma_4_1 m (S m) k g C A M GC H) | exact (lemma_4_1 (S m) m k g D M A GD H)].
Qed.

(** The other way: any outcome can be split, at any z. *)
Definition split_row (m a : nat) (z : R) (P : nat -> nat -> R) (i j : nat) : R :=
  if Nat.eqb i m then (1 - z) * P a j else if Nat.eqb i a then z * P i j else P i j.
Lemma splitting m k P a z : mechanism m k P -> (a < m)%nat -> 0 < z < 1 ->
  mechanism (S m) k (split_row m a z P) /\ (forall j, split_row m a z P a j = z * P a j /\ split_row m a z P m j = (1 - z) * P a j) /\
  (forall i j, (i < m)%nat -> i <> a -> split_row m a z P i j = P i j) /\
  at_least_as_informative m (S m) k P (split_row m a z P) /\ at_least_as_informative (S m) m k (split_row m a z P) P.
Proof.
  intros [P0 P1] Ha Hz.
  assert (Last : forall j, split_row m a z P m j = (1 - z) * P a j) by (intros; unfold split_row; now rewrite Nat.eqb_refl).
  assert (At_ : forall j, split_row m a z P a j = z * P a j).
  { intros j. unfold split_row. destruct (Nat.eqb_spec a m); [lia | now rewrite Nat.eqb_refl]. }
  assert (Else_ : forall i j, (i < m)%nat -> split_row m a z P i j = P i j - (if Nat.eqb i a then (1 - z) * P i j else 0)).
  { intros i j Hi. unfold split_row. destruct (Nat.eqb_spec i m); [lia|]. destruct (Nat.eqb i a); ring. }
  assert (HC : mechanism m (S m) (fun u i => if Nat.eqb u (if Nat.eqb i m then a else i) then 1 else 0)).
  { split; [intros u i _ _; destruct (Nat.eqb u _); lra|]. intros i Hi. apply (sum_single m (if Nat.eqb i m then a else i) (fun _ => 1)). destruct (Nat.eqb_spec i m); lia. }
  assert (HM : mechanism (S m) k (split_row m a z P)).
  { split.
    - intros i j Hi Hj. unfold split_row. destruct (Nat.eqb_spec i m); [apply Rmult_le_pos; [lra | auto]|].
      destruct (Nat.eqb_spec i a); [apply Rmult_le_pos; [lra | apply P0; lia] | apply P0; lia].
    - intros j Hj. cbn [sum]. rewrite Last, (sum_ext m _ (fun i => P i j - (if Nat.eqb i a then (1 - z) * P i j else 0))) by (intros; now apply Else_).
      rewrite sum_minus, P1, (sum_single m a (fun i => (1 - z) * P i j)) by assumption. ring. }
  split; [assumption|]. split; [intros j; now split|].
  split; [intros i j Hi N; rewrite Else_ by assumption; rewrite (proj2 (Nat.eqb_neq i a) N); ring|]. split.
  - exists (fun i u => if Nat.eqb i m then (if Nat.eqb u a then 1 - z else 0) else if Nat.eqb u i then (if Nat.eqb i a then z else 1) else 0). split; [split|].
    + intros i u _ _. destruct (Nat.eqb i m), (Nat.eqb u a), (Nat.eqb u i), (Nat.eqb i a); lra.
    + intros u Hu. cbn [sum]. rewrite Nat.eqb_refl, (sum_ext m _ (fun i => if Nat.eqb i u then (if Nat.eqb i a then z else 1) else 0)).
      * rewrite (sum_single m u (fun i => if Nat.eqb i a then z else 1)) by assumption. destruct (Nat.eqb u a); ring.
      * intros i Hi. destruct (Nat.eqb_spec i m); [lia|]. now rewrite Nat.eqb_sym.
    + intros i j Hi Hj. unfold split_row. destruct (Nat.eqb_spec i m).
      * rewrite (sum_ext m _ (fun u => if Nat.eqb u a then (1 - z) * P u j else 0)) by (intros u _; destruct (Nat.eqb u a); ring).
        symmetry. now apply (sum_single m a (fun u => (1 - z) * P u j)).
      * rewrite (sum_ext m _ (fun u => if Nat.eqb u i then (if Nat.eqb i a then z else 1) * P u j else 0)) by (intros u _; destruct (Nat.eqb u i); ring).
        rewrite (sum_single m i (fun u => (if Nat.eqb i a then z else 1) * P u j)) by lia. destruct (Nat.eqb i a); ring.
  - exists (fun u i => if Nat.eqb u (if Nat.eqb i m then a else i) then 1 else 0). split; [assumption|]. intros u j Hu Hj. cbn [sum].
    rewrite Nat.eqb_refl, Last, (sum_ext m _ (fun i => if Nat.eqb i u then split_row m a z P i j else 0)).
    + rewrite (sum_single m u (fun i => split_row m a z P i j)), Else_ by assumption. destruct (Nat.eqb_spec u a) as [->|]; ring.
    + intros i Hi. destruct (Nat.eqb_spec i m); [lia|]. rewrite Nat.eqb_sym. destruct (Nat.eqb i u); ring.
Qed.

(** Merging two proportional rows, again and again, ends with an equivalent procedure that has none. *)
Lemma merging_ends m k A : mechanism m k A -> no_zero_row m k A ->
  exists r P, (r <= m)%nat /\ mechanism r k P /\ no_zero_row r k P /\ no_proportional_rows r k P /\
  at_least_as_informative m r k A P /\ at_least_as_informative r m k P A.
Proof.
  revert A. induction m as [|m IH]; intros A HA Z.
  - exists 0%nat, A. split; [lia|]. split; [assumption|]. split; [assumption|]. split; [intros i; lia|].
    assert (I0 : at_least_as_informative 0 0 k A A); [|now split]. exists A. split; [split; intros; lia | intros; lia].
  - destruct (Classical_Prop.classic (no_proportional_rows (S m) k A)) as [N|N].
    + exists (S m), A. split; [lia|]. split; [assumption|]. split; [assumption|]. split; [assumption|].
      assert (I0 : at_least_as_informative (S m) (S m) k A A); [|now split]. exists (fun i u => if Nat.eqb i u then 1 else 0). split; [split|].
      * intros i j _ _. destruct (Nat.eqb i j); lra.
      * intros j Hj. apply (sum_single (S m) j (fun _ => 1)). assumption.
      * intros i j Hi _. rewrite (sum_ext (S m) _ (fun u => if Nat.eqb u i then A u j else 0)) by (intros u _; rewrite Nat.eqb_sym; destruct (Nat.eqb u i); ring).
        symmetry. now apply (sum_single (S m) i (fun u => A u j)).
    + assert (E : exists a b c, (a < S m)%nat /\ (b < S m)%nat /\ a <> b /\ forall j, (j < k)%nat -> A a j = c * A b j).
      { apply Classical_Prop.NNPP. intros F. apply N. intros a b c Ha Hb E. destruct (Nat.eq_dec a b) as [|D]; [assumption|]. exfalso. apply F. now exists a, b, c. }
      destruct E as [a [b [c [Ha [Hb [D E]]]]]].
      destruct (split_outcome m k A a b c HA Z Ha Hb D E) as [_ [_ [_ [_ [HM [ZM [I1 [I2 _]]]]]]]].
      destruct (IH _ HM ZM) as [r [P [L [HP [ZP [NP [J1 J2]]]]]]]. exists r, P. split; [lia|]. split; [assumption|]. split; [assumption|]. split; [assumption|].
      split; [exact (garbling_transitive r m (S m) k A _ P I1 J1) | exact (garbling_transitive (S m) m r k P _ A J2 I2)].
Qed.

(** Section 4: two proportional rows are those of an outcome of a procedure with one response less, split at random; and any outcome of any
    procedure can be split so. The procedures are equivalent: with proportional rows the number of responses is not unique. *)
Theorem proportional_rows_split k :
  (forall m A a b c, mechanism (S m) k A -> no_zero_row (S m) k A -> (a < S m)%nat -> (b < S m)%nat -> a <> b ->
    (forall j, (j < k)%nat -> A a j = c * A b j) ->
    exists z, 0 < z < 1 /\ (forall j, (j < k)%nat -> A a j = z * (A a j + A b j) /\ A b j = (1 - z) * (A a j + A b j)) /\
    exists P u, (u < m)%nat /\ mechanism m k P /\ no_zero_row m k P /\ (forall j, (j < k)%nat -> P u j = A a j + A b j) /\
      (forall i, (i < S m)%nat -> i <> a -> i <> b -> exists v, (v < m)%nat /\ v <> u /\ forall j, (j < k)%nat -> P v j = A i j) /\
      at_least_as_informative (S m) m k A P /\ at_least_as_informative m (S m) k P A) /\
  (forall m P u z, mechanism m k P -> (u < m)%nat -> 0 < z < 1 -> exists A, mechanism (S m) k A /\
    (forall j, A u j = z * P u j /\ A m j = (1 - z) * P u j) /\ (forall i j, (i < m)%nat -> i <> u -> A i j = P i j) /\
    at_least_as_informative m (S m) k P A /\ at_least_as_informative (S m) m k A P).
Proof.
  split.
  - intros m A a b c HA Z Ha Hb N E. destruct (split_outcome m k A a b c HA Z Ha Hb N E) as [[z [Hz Sz]] [Mo [Lt [Inj [HM [ZM [I1 [I2 _]]]]]]]].
    exists z. split; [assumption|]. split.
    + intros j Hj. destruct (Sz j Hj) as [E1 [E2 E3]]. rewrite <- E1. now split.
    + exists (merged (S m) (into a b) A), (into a b a). split; [now apply Lt|]. split; [assumption|]. split; [assumption|].
      split; [intros j Hj; exact (proj1 (Sz j Hj))|]. split; [|now split].
      intros i Hi Na Nb. exists (into a b i). split; [now apply Lt|]. split; [|intros j Hj; now apply Mo].
      intros F. apply Na. now apply Inj.
  - intros m P u z HP Hu Hz. destruct (splitting m k P u z HP Hu Hz) as [HM [E1 [E2 [I1 I2]]]].
    exists (split_row m u z P). split; [assumption|]. split; [assumption|]. split; [assumption|]. now split.
Qed.

(** Remark 4.1: its first two rows merged, with the two matrices shown; repeated, this ends with an equivalent procedure without
    proportional rows. *)
Definition first_merged (A : nat -> nat -> R) (i j : nat) : R := match i with O => A 0%nat j + A 1%nat j | S i => A (S (S i)) j end.
Definition splits (d : R) (i u : nat) : R := match i with
  | O => if Nat.eqb u 0 then d else 0 | S O => if Nat.eqb u 0 then 1 - d else 0 | S i => if Nat.eqb u i then 1 else 0 end.
Definition merges (u i : nat) : R := match i with O => if Nat.eqb u 0 then 1 else 0 | S i => if Nat.eqb u i then 1 else 0 end.
Theorem remark_4_1 k :
  (forall m A d, mechanism (S (S m)) k A -> 0 < d < 1 -> (forall j, (j < k)%nat -> A 0%nat j = d * (A 0%nat j + A 1%nat j)) ->
    garbles (S (S m)) (S m) k (splits d) (first_merged A) A /\ garbles (S m) (S (S m)) k merges A (first_merged A)) /\
  (forall m A, mechanism m k A -> no_zero_row m k A -> exists r P, (r <= m)%nat /\ mechanism r k P /\ no_zero_row r k P /\
    no_proportional_rows r k P /\ at_least_as_informative m r k A P /\ at_least_as_informative r m k P A).
Proof.
  split; [|intros m A; apply merging_ends]. intros m A d HA Hd E. split.
  - split; [split|].
    + intros [|[|i]] u _ _; simpl; [destruct (Nat.eqb u 0) | destruct (Nat.eqb u 0) | destruct (Nat.eqb u (S i))]; lra.
    + intros u Hu. rewrite !sum_first. destruct u as [|u]; simpl.
      * rewrite sum_zero. ring.
      * rewrite (sum_ext m _ (fun i => if Nat.eqb i u then 1 else 0)) by (intros i _; now rewrite Nat.eqb_sym).
        rewrite (sum_single m u (fun _ => 1)) by lia. ring.
    + intros [|[|i]] j Hi Hj; rewrite sum_first; simpl.
      * rewrite (sum_ext m _ (fun _ => 0)) by (intros; ring). rewrite sum_zero, (E j Hj) at 1. ring.
      * rewrite (sum_ext m _ (fun _ => 0)) by (intros; ring). rewrite sum_zero. specialize (E j Hj). lra.
      * rewrite (sum_ext m _ (fun u => if Nat.eqb u i then A (S (S u)) j else 0)) by (intros u _; destruct (Nat.eqb u i); ring).
        rewrite (sum_single m i (fun u => A (S (S u)) j)) by lia. ring.
  - split; [split|].
    + intros u [|i] _ _; simpl; [destruct (Nat.eqb u 0) | destruct (Nat.eqb u i)]; lra.
    + intros [|i] Hi; simpl merges.
      * apply (sum_single (S m) 0 (fun _ => 1)). lia.
      * apply (sum_single (S m) i (fun _ => 1)). lia.
    + intros u j Hu Hj. rewrite !sum_first. destruct u as [|u]; simpl.
      * rewrite (sum_ext m _ (fun _ => 0)) by (intros; ring). rewrite sum_zero. ring.
      * rewrite (sum_ext m _ (fun i => if Nat.eqb i u then A (S (S i)) j else 0)) by (intros i _; rewrite Nat.eqb_sym; destruct (Nat.eqb i u); ring).
        rewrite (sum_single m u (fun i => A (S (S i)) j)) by lia. ring.
Qed.

(** Section 4.2: at k = 2 the class of C1 and C2 has two members, and they are equivalent by a permutation of the answers. *)
Definition exchanged (g : R) (i j : nat) : R := symmetric g (1 - i) j.
Definition agree (P Q : nat -> nat -> R) : Prop := forall i j, (i < 2)%nat -> (j < 2)%nat -> P i j = Q i j.
Lemma in_class_2 g P x : 1 < g -> x = 1 / (g + 1) -> (agree P (symmetric g) \/ agree P (exchanged g)) -> in_class 2 2 g P /\ two_values 2 2 g P.
Proof.
  intros Hg -> A. set (x := 1 / (g + 1)). assert (X : 0 < x) by (apply Rdiv_lt_0_compat; lra).
  assert (G : g / (g + 1) = g * x) by (unfold x; field; lra). assert (One : g * x + x = 1) by (unfold x; field; lra).
  assert (Gx : x < g * x) by (pose proof (Rmult_lt_compat_r x 1 g X Hg); lra).
  assert (Ggx : g * x < g * (g * x)) by (apply Rmult_lt_compat_l; lra).
  assert (V : (P 0%nat 0%nat = g * x /\ P 0%nat 1%nat = x /\ P 1%nat 0%nat = x /\ P 1%nat 1%nat = g * x) \/ (P 0%nat 0%nat = x /\ P 0%nat 1%nat = g * x /\ P 1%nat 0%nat = g * x /\ P 1%nat 1%nat = x)).
  { destruct A as [A|A]; [left | right]; rewrite !A by lia; unfold exchanged, symmetric; simpl; rewrite ?G; auto. }
  clear A. split; [split; [lia|]; split; [split|split; [|split]]|].
  - intros [|[|i]] [|[|j]] Hi Hj; try lia; lra.
  - intros [|[|j]] Hj; try lia; simpl; lra.
  - intros [|[|i]] Hi; try lia; exists 0%nat; (split; [lia|]); lra.
  - intros [|[|i]] [|[|u]] c Hi Hu E; try lia; exfalso; pose proof (E 0%nat ltac:(lia)) as E0; pose proof (E 1%nat ltac:(lia)) as E1;
      destruct V as [[V0 [V1 [V2 V3]]]|[V0 [V1 [V2 V3]]]]; rewrite V0, V1, V2, V3 in *;
      (assert (c = g) by (apply Rmult_eq_reg_r with x; lra); subst c; lra).
  - intros [|[|i]] [|[|j]] [|[|l]] Hi Hj Hl N; try lia; destruct V as [[V0 [V1 [V2 V3]]]|[V0 [V1 [V2 V3]]]]; rewrite ?V0, ?V1, ?V2, ?V3; lra.
  - intros [|[|i]] Hi; try lia; destruct V as [[V0 [V1 [V2 V3]]]|[V0 [V1 [V2 V3]]]].
    + exists x, 0%nat, 1%nat. repeat (split; [assumption || lia|]). intros [|[|j]] Hj; try lia; auto.
    + exists x, 1%nat, 0%nat. repeat (split; [assumption || lia|]). intros [|[|j]] Hj; try lia; auto.
    + exists x, 1%nat, 0%nat. repeat (split; [assumption || lia|]). intros [|[|j]] Hj; try lia; auto.
    + exists x, 0%nat, 1%nat. repeat (split; [assumption || lia|]). intros [|[|j]] Hj; try lia; auto.
Qed.

Theorem two_procedures g : 1 < g ->
  (forall m P, in_class m 2 g P /\ two_values m 2 g P <-> m = 2%nat /\ (agree P (symmetric g) \/ agree P (exchanged g))) /\
  ~ agree (symmetric g) (exchanged g) /\
  (exists C, permutation_matrix 2 C /\ agree (exchanged g) (fun i j => sum 2 (fun s => C i s * symmetric g s j))) /\
  at_least_as_informative 2 2 2 (symmetric g) (exchanged g) /\ at_least_as_informative 2 2 2 (exchanged g) (symmetric g).
Proof.
  intros Hg. set (x := 1 / (g + 1)). assert (X : 0 < x) by (apply Rdiv_lt_0_compat; lra).
  assert (G : g / (g + 1) = g * x) by (unfold x; field; lra). assert (One : (g + 1) * x = 1) by (unfold x; field; lra).
  split; [|split].
  - intros m P. split.
    + intros [[Hm [HP [Z [N H]]]] T].
      assert (C1 : forall i, (i < m)%nat -> row_at 2 g P i).
      { intros i Hi. destruct (T i Hi) as [c [h [l [_ [Hh [Hl [Eh [El _]]]]]]]]. exists h, l. rewrite El. now repeat split. }
      assert (M : m = 2%nat) by now apply (two_rows m g P). subst m. split; [reflexivity|].
      assert (K : forall i, (i < 2)%nat -> P i 0%nat = g * P i 1%nat \/ P i 1%nat = g * P i 0%nat).
      { intros i Hi. destruct (T i Hi) as [c [h [l [Hc [Hh [Hl [Eh [El _]]]]]]]]. assert (D : h <> l) by (intros ->; nra).
        destruct h as [|[|h]], l as [|[|l]]; try lia; [left | right]; congruence. }
      destruct HP as [_ S1]. pose proof (S1 0%nat ltac:(lia)) as A. pose proof (S1 1%nat ltac:(lia)) as B. simpl in A, B.
      assert (Sol : forall a b, g * a + b = 1 -> a + g * b = 1 -> a = x /\ b = x).
      { intros a b Ea Eb. assert (F : (g - 1) * (a - b) = 0) by lra. apply Rmult_integral in F. assert (a = b) by (destruct F; lra). subst b.
        split; apply Rmult_eq_reg_l with (g + 1); lra. }
      destruct (K 0%nat ltac:(lia)) as [K0|K0], (K 1%nat ltac:(lia)) as [K1|K1].
      * exfalso. assert (g * 1 = 1); [|lra]. rewrite <- B at 1. lra.
      * left. destruct (Sol (P 0%nat 1%nat) (P 1%nat 0%nat)) as [E0 E1]; [lra | lra|].
        intros [|[|i]] [|[|j]] Hi Hj; try lia; unfold symmetric; simpl; fold x; rewrite ?G; rewrite ?K0, ?K1, ?E0, ?E1; reflexivity.
      * right. destruct (Sol (P 1%nat 1%nat) (P 0%nat 0%nat)) as [E0 E1]; [lra | lra|].
        intros [|[|i]] [|[|j]] Hi Hj; try lia; unfold exchanged, symmetric; simpl; fold x; rewrite ?G; rewrite ?K0, ?K1, ?E0, ?E1; reflexivity.
      * exfalso. assert (g * 1 = 1); [|lra]. rewrite <- A at 1. lra.
    + intros [-> A]. now apply (in_class_2 g P x).
  - intros A. specialize (A 0%nat 0%nat ltac:(lia) ltac:(lia)). unfold exchanged, symmetric in A. simpl in A. fold x in A. rewrite G in A.
    pose proof (Rmult_lt_compat_r x 1 g X Hg). lra.
  - assert (E : exists C, permutation_matrix 2 C /\ agree (exchanged g) (fun i j => sum 2 (fun s => C i s * symmetric g s j))).
    { exists (fun i u => if Nat.eqb (i + u) 1 then 1 else 0). split; [split; [|split]|].
      - intros i j _ _. destruct (Nat.eqb (i + j) 1); auto.
      - intros [|[|j]] Hj; try lia; simpl; ring.
      - intros [|[|i]] Hi; try lia; simpl; ring.
      - intros [|[|i]] j Hi Hj; try lia; unfold exchanged; simpl; ring. }
    split; [assumption|]. destruct E as [C [HC EC]]. destruct (remark_4_2 2 2 (exchanged g) (symmetric g) C HC EC) as [_ [I1 I2]]. now split.
Qed.

(** (6.2): for an entry above 0, (3.4) under all priors is (6.2) under those that leave its category open. *)
Theorem eq_6_2 m k h P i j : mechanism m k P -> (forall a, 0 <= a <= 1 -> a <= h a <= 1) -> (i < m)%nat -> (j < k)%nat -> 0 < P i j ->
  ((forall w, prior k w -> 0 < sum k (fun l => w l * P i l) -> w j * P i j / sum k (fun l => w l * P i l) <= h (w j)) <->
   (forall w, prior k w -> 0 < w j < 1 ->
     w j / (1 - w j) * ((1 - h (w j)) / h (w j)) <= sum k (fun l => if Nat.eqb l j then 0 else w l / (1 - w j) * (P i l / P i j)))).
Proof.
  intros [P0 _] Hh Hi Hj Hp.
  assert (Le : forall w, prior k w -> w j * P i j <= sum k (fun l => w l * P i l)).
  { intros w [W0 _]. apply (sum_term k (fun l => w l * P i l)); [|assumption]. intros l Hl. apply Rmult_le_pos; auto. }
  assert (Same : forall w, prior k w -> 0 < w j < 1 ->
    (w j * P i j / sum k (fun l => w l * P i l) <= h (w j) <->
     w j / (1 - w j) * ((1 - h (w j)) / h (w j)) <= sum k (fun l => if Nat.eqb l j then 0 else w l / (1 - w j) * (P i l / P i j)))).
  { intros w HW Hw. pose proof (Le w HW) as L. pose proof (Rmult_lt_0_compat (w j) (P i j) ltac:(lra) Hp) as J. pose proof (Hh (w j) ltac:(lra)) as Hw'.
    assert (E : sum k (fun l => if Nat.eqb l j then 0 else w l / (1 - w j) * (P i l / P i j)) = (sum k (fun l => w l * P i l) - w j * P i j) / ((1 - w j) * P i j)).
    { rewrite (sum_ext k _ (fun l => / ((1 - w j) * P i j) * (w l * P i l - (if Nat.eqb l j then w l * P i l else 0)))).
      - rewrite sum_scal, sum_minus, (sum_single k j (fun l => w l * P i l)) by assumption. unfold Rdiv. ring.
      - intros l _. destruct (Nat.eqb l j); field; lra. }
    rewrite E. set (T := sum k (fun l => w l * P i l)) in *. set (y := h (w j)) in *. set (c := w j * P i j) in *.
    assert (D : 0 < (1 - w j) * P i j) by (apply Rmult_lt_0_compat; lra). assert (Dy : 0 < y * ((1 - w j) * P i j)) by (apply Rmult_lt_0_compat; lra).
    assert (A : c / T <= y <-> c <= y * T).
    { split; intros B.
      - apply (Rmult_le_compat_r T) in B; [|lra]. replace (c / T * T) with c in B by (field; lra). assumption.
      - apply Rmult_le_reg_r with T; [lra|]. replace (c / T * T) with c by (field; lra). assumption. }
    rewrite A. replace (w j / (1 - w j) * ((1 - y) / y)) with (c * (1 - y) / (y * ((1 - w j) * P i j))) by (unfold c; field; repeat split; lra).
    replace ((T - c) / ((1 - w j) * P i j)) with (y * (T - c) / (y * ((1 - w j) * P i j))) by (field; repeat split; lra).
    split; intros B.
    - apply Rmult_le_compat_r; [left; now apply Rinv_0_lt_compat | lra].
    - apply Rmult_le_reg_r in B; [lra | now apply Rinv_0_lt_compat]. }
  split; intros H w HW Hw.
  - apply Same; [assumption | assumption|]. apply H; [assumption|]. pose proof (Le w HW). pose proof (Rmult_lt_0_compat (w j) (P i j) ltac:(lra) Hp). lra.
  - assert (B : 0 <= w j <= 1).
    { destruct HW as [W0 W1]. split; [now apply W0|]. rewrite <- W1. apply (sum_term k w); auto. }
    pose proof (Hh (w j) B) as Hw'. pose proof (Le w HW) as L.
    destruct (Req_dec (w j) 0) as [Z|Z]; [rewrite Z in *; replace (0 * P i j / sum k (fun l => w l * P i l)) with 0 by (field; lra); lra|].
    destruct (Req_dec (w j) 1) as [O|O].
    + apply Rle_trans with 1; [|lra]. apply Rmult_le_reg_r with (sum k (fun l => w l * P i l)); [assumption|].
      replace (w j * P i j / sum k (fun l => w l * P i l) * sum k (fun l => w l * P i l)) with (w j * P i j) by (field; lra). lra.
    + apply Same; [assumption | lra|]. apply H; [assumption | lra].
Qed.

(** Section 5: under a demand that excludes something, cell collapsing leaves one cell, whose answer changes no opinion. *)
Theorem collapsing_destroys m k cell hl hu : (forall j, (j < k)%nat -> (cell j < m)%nat) -> (forall i, (i < m)%nat -> exists j, (j < k)%nat /\ cell j = i) ->
  (forall a, 0 <= a <= 1 -> 0 <= hl a <= a /\ a <= hu a <= 1) -> (exists p, 0 < p < 1 /\ (hu p < 1 \/ 0 < hl p)) ->
  sip m k hl hu (collapsing cell) ->
  (m <= 1)%nat /\ forall w Q i, prior k w -> (i < m)%nat -> posterior k w Q (collapsing cell) i = probability k w Q.
Proof.
  intros Hc On Hh [p [Hp Ex]] S. destruct (cell_collapsing m k cell Hc On) as [HP _].
  assert (Hs : forall a, 0 < a < 1 -> a <= star hl hu a <= 1).
  { intros a Ha. unfold star. destruct (Hh a ltac:(lra)), (Hh (1 - a) ltac:(lra)). pose proof (Rmin_l (hu a) (1 - hl (1 - a))).
    split; [apply Rmin_glb; lra | lra]. }
  assert (B : exists a, 0 < a < 1 /\ star hl hu a < 1).
  { destruct Ex as [L|L]; unfold star.
    - exists p. split; [assumption|]. pose proof (Rmin_l (hu p) (1 - hl (1 - p))). lra.
    - exists (1 - p). split; [lra|]. pose proof (Rmin_r (hu (1 - p)) (1 - hl (1 - (1 - p)))) as R_. replace (1 - (1 - p)) with p in * by ring. lra. }
  destruct B as [a [Ha La]].
  assert (M : (m <= 1)%nat).
  { apply (collapsing_gives_no_privacy m k cell (star hl hu) a Hc On Hs Ha La). now apply (lemma_3_1 m k hl hu (collapsing cell) HP Hh). }
  split; [assumption|]. intros w Q i HW Hi. apply (proj2 (constant_row k w Q (collapsing cell) i 1 HW
    ltac:(intros j Hj; unfold collapsing; pose proof (Hc j Hj); replace (cell j) with i by lia; now rewrite Nat.eqb_refl))). lra.
Qed.

(** After (3.6): its left side is the Bayes factor, the quotient of the probabilities of the response under X in Q and under X not in Q;
    under (3.6), that of the complement bounds it below. *)
Theorem bayes_factor m k w Q P i : mechanism m k P -> prior k w -> (i < m)%nat -> 0 < probability k w Q < 1 ->
  0 < joint k w (fun j => negb (Q j)) P i ->
  posterior k w Q P i / (1 - posterior k w Q P i) * ((1 - probability k w Q) / probability k w Q) =
  joint k w Q P i / probability k w Q / (joint k w (fun j => negb (Q j)) P i / probability k w (fun j => negb (Q j))).
Proof.
  intros HP HW Hi Hp Hj. pose proof (joint_nonneg m k w Q P i HP HW Hi) as J. rewrite (probability_complement k w Q HW).
  unfold posterior. rewrite (joint_split k w Q P i). field. repeat split; lra.
Qed.

Theorem bayes_factors_below m k w Q P i g : mechanism m k P -> prior k w -> (i < m)%nat -> 0 < sum k (fun j => w j * P i j) ->
  0 < probability k w Q < 1 -> 0 < g ->
  let R_ := fun j => negb (Q j) in
  posterior k w R_ P i * (1 - probability k w R_) <= g * (probability k w R_ * (1 - posterior k w R_ P i)) ->
  0 < posterior k w Q P i /\
  (posterior k w Q P i < 1 -> / g <= posterior k w Q P i / (1 - posterior k w Q P i) * ((1 - probability k w Q) / probability k w Q)).
Proof.
  intros HP HW Hi D Hp Hg R_ H. unfold R_ in H. rewrite (probability_complement k w Q HW) in H.
  pose proof (posterior_complement k w Q P i D) as E. pose proof (posterior_range m k w Q P i HP HW Hi D) as B.
  set (p := probability k w Q) in *. set (q := posterior k w Q P i) in *. replace (posterior k w (fun j => negb (Q j)) P i) with (1 - q) in H by lra.
  assert (A : (1 - q) * p <= g * ((1 - p) * q)) by lra.
  assert (Q0 : 0 < q). { destruct (Req_dec q 0) as [Z|]; [rewrite Z in A; lra | lra]. }
  split; [assumption|]. intros L. apply Rmult_le_reg_r with (g * ((1 - q) * p)); [repeat apply Rmult_lt_0_compat; lra|].
  replace (/ g * (g * ((1 - q) * p))) with ((1 - q) * p) by (field; lra).
  replace (q / (1 - q) * ((1 - p) / p) * (g * ((1 - q) * p))) with (g * ((1 - p) * q)) by (field; repeat split; lra). assumption.
Qed.
