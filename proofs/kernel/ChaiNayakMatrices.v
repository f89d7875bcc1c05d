(** Chai and Nayak, section 6: irreducible matrices, Theorems 6.1 and 6.2, permutations of the states, and the displays of the proofs. *)

From Coq Require Import Reals Lra Lia Arith Bool List.
From Rropt Require Import Sums Mechanisms Blackwell Breach ChaiNayak.
Open Scope R_scope.

(** Definition 6.1: reducible if some permutation of the states shows a block of zeros above the diagonal. *)
Definition permutes (m : nat) (q : nat -> nat) : Prop :=
  (forall i, (i < m)%nat -> (q i < m)%nat) /\ (forall i j, (i < m)%nat -> (j < m)%nat -> q i = q j -> i = j).
Definition reducible (m : nat) (B : nat -> nat -> R) : Prop :=
  exists q t, permutes m q /\ (0 < t < m)%nat /\ forall i j, (i < t)%nat -> (t <= j < m)%nat -> B (q i) (q j) = 0.
Definition irreducible (m : nat) (B : nat -> nat -> R) : Prop := ~ reducible m B.

(** A set of states that is neither empty nor whole, numbered first. *)
Lemma numbered_first m (S : nat -> bool) : exists q t, permutes m q /\ (t <= m)%nat /\
  (forall i, (i < t)%nat -> S (q i) = true) /\ (forall i, (t <= i < m)%nat -> S (q i) = false).
Proof.
  induction m as [|m [q [t [[Q1 Q2] [Ht [A B]]]]]].
  - exists (fun i => i), 0%nat. repeat split; intros; lia.
  - destruct (S m) eqn:E.
    + (* the new state goes to place t, and what stood there to the end *)
      exists (fun i => if Nat.eqb i t then m else if Nat.eqb i m then q t else q i), (Datatypes.S t). repeat split.
      * intros i Hi. destruct (Nat.eqb_spec i t); [lia|]. destruct (Nat.eqb_spec i m).
        -- assert (t < m)%nat by lia. pose proof (Q1 t H). lia.
        -- pose proof (Q1 i ltac:(lia)). lia.
      * intros i j Hi Hj. destruct (Nat.eqb_spec i t), (Nat.eqb_spec j t), (Nat.eqb_spec i m), (Nat.eqb_spec j m); intros F; subst; try lia;
          try (pose proof (Q1 t ltac:(lia)); lia); try (pose proof (Q1 i ltac:(lia)); lia); try (pose proof (Q1 j ltac:(lia)); lia);
          try (apply Q2 in F; lia).
      * lia.
      * intros i Hi. destruct (Nat.eqb_spec i t); [assumption|]. destruct (Nat.eqb_spec i m); [lia|]. apply A. lia.
      * intros i Hi. destruct (Nat.eqb_spec i t); [lia|]. destruct (Nat.eqb_spec i m); [apply B; lia | apply B; lia].
    + exists (fun i => if Nat.eqb i m then m else q i), t. repeat split.
      * intros i Hi. destruct (Nat.eqb_spec i m); [lia|]. pose proof (Q1 i ltac:(lia)). lia.
      * intros i j Hi Hj. destruct (Nat.eqb_spec i m), (Nat.eqb_spec j m); intros F; subst; try lia;
          try (pose proof (Q1 i ltac:(lia)); lia); try (pose proof (Q1 j ltac:(lia)); lia); apply Q2 in F; lia.
      * lia.
      * intros i Hi. destruct (Nat.eqb_spec i m); [lia|]. now apply A.
      * intros i Hi. destruct (Nat.eqb_spec i m); [subst; assumption|]. apply B. lia.
Qed.

(** In an irreducible matrix every set of states, neither empty nor whole, has an entry from outside to inside, row inside. *)
Lemma irreducible_entry m B (S : nat -> bool) : irreducible m B ->
  (exists i, (i < m)%nat /\ S i = true) -> (exists j, (j < m)%nat /\ S j = false) ->
  exists i j, (i < m)%nat /\ (j < m)%nat /\ S i = true /\ S j = false /\ B i j <> 0.
Proof.
  intros H [a [Ha Sa]] [b [Hb Sb]].
  destruct (Classical_Prop.classic (exists i j, (i < m)%nat /\ (j < m)%nat /\ S i = true /\ S j = false /\ B i j <> 0)) as [|N]; [assumption|].
  exfalso. apply H. destruct (numbered_first m S) as [q [t [[Q1 Q2] [Ht [A C]]]]].
  exists q, t. split; [now split|]. split.
  - (* both parts have a member, so neither 0 nor m states come first *)
    assert (Surj : forall x, (x < m)%nat -> exists i, (i < m)%nat /\ q i = x).
    { intros x Hx. assert (I : incl (seq 0 m) (map q (seq 0 m))).
      { apply NoDup_length_incl.
        - clear - Q2. assert (G : forall l, NoDup l -> (forall i, In i l -> (i < m)%nat) -> NoDup (map q l)).
          { induction l as [|y l IH]; intros N L; [constructor|]. inversion N as [|? ? N1 N2]; subst. simpl. constructor; [|apply IH; [assumption | intros; apply L; now right]].
            intros Hin. apply in_map_iff in Hin. destruct Hin as [z [E Hz]]. apply Q2 in E; [subst; contradiction | apply L; now right | apply L; now left]. }
          apply G; [apply seq_NoDup | intros i Hi; apply in_seq in Hi; lia].
        - rewrite map_length. lia.
        - intros x' Hx'. apply in_map_iff in Hx'. destruct Hx' as [i [<- Hi]]. apply in_seq in Hi. apply in_seq. pose proof (Q1 i ltac:(lia)). lia. }
      assert (Hin : In x (seq 0 m)) by (apply in_seq; lia). apply I in Hin. apply in_map_iff in Hin. destruct Hin as [i [E Hi]]. apply in_seq in Hi.
      exists i. split; [lia | assumption]. }
    destruct (Surj a Ha) as [i [Hi Ei]]. destruct (Surj b Hb) as [j [Hj Ej]]. split.
    + destruct (Nat.eq_dec t 0) as [->|]; [|lia]. exfalso. pose proof (C i ltac:(lia)). congruence.
    + destruct (Nat.eq_dec t m) as [->|]; [|lia]. exfalso. pose proof (A j ltac:(lia)). congruence.
  - intros i j Hi Hj. destruct (Req_dec (B (q i) (q j)) 0) as [|Z]; [assumption|]. exfalso. apply N.
    exists (q i), (q j). repeat split; try (apply Q1; lia); auto.
Qed.

(** Among finitely many values one is the largest. *)
Lemma exists_greatest n (f : nat -> R) : (0 < n)%nat -> exists l, (l < n)%nat /\ forall j, (j < n)%nat -> f j <= f l.
Proof.
  intros H. destruct (exists_least n (fun i => - f i) H) as [l [Hl M]]. exists l. split; [assumption|].
  intros j Hj. specialize (M j Hj). cbv beta in M. lra.
Qed.

(** Rank r: r rows are independent, and every row is a combination of them. *)
Definition independent (r n : nat) (A : nat -> nat -> R) (f : nat -> nat) : Prop :=
  forall c, (forall j, (j < n)%nat -> sum r (fun i => c i * A (f i) j) = 0) -> forall i, (i < r)%nat -> c i = 0.
Definition has_rank (m n : nat) (A : nat -> nat -> R) (r : nat) : Prop :=
  exists f, (forall i, (i < r)%nat -> (f i < m)%nat) /\ independent r n A f /\
    forall i, (i < m)%nat -> exists c, forall j, (j < n)%nat -> A i j = sum r (fun l => c l * A (f l) j).
Definition column_sum (m : nat) (B : nat -> nat -> R) (j : nat) : R := sum m (fun i => B i j).
Definition less_diagonal (m : nat) (B : nat -> nat -> R) (i j : nat) : R := B i j - (if Nat.eqb i j then column_sum m B j else 0).

Lemma left_kernel m B y : irreducible m B -> (forall i j, (i < m)%nat -> (j < m)%nat -> 0 <= B i j) ->
  (forall j, (j < m)%nat -> sum m (fun i => y i * less_diagonal m B i j) = 0) -> forall i j, (i < m)%nat -> (j < m)%nat -> y i = y j.
Proof.
  intros HI HB Hy. assert (E : forall j, (j < m)%nat -> sum m (fun i => (y j - y i) * B i j) = 0).
  { intros j Hj. specialize (Hy j Hj). unfold less_diagonal in Hy.
    rewrite (sum_ext m _ (fun i => y i * B i j - (if Nat.eqb i j then y i * column_sum m B j else 0))) in Hy by (intros i _; destruct (Nat.eqb i j); ring).
    rewrite sum_minus, (sum_single m j (fun i => y i * column_sum m B j)) in Hy by assumption.
    rewrite (sum_ext m _ (fun i => y j * B i j - y i * B i j)) by (intros; ring). rewrite sum_minus, sum_scal. unfold column_sum in Hy. lra. }
  intros a b Ha Hb. destruct (exists_greatest m y ltac:(lia)) as [l [Hl M]].
  assert (All : forall i, (i < m)%nat -> y i = y l).
  { intros c Hc. destruct (Req_EM_T (y c) (y l)) as [|N]; [assumption|]. exfalso.
    set (S := fun i => if Req_EM_T (y i) (y l) then false else true).
    destruct (irreducible_entry m B S HI) as [i [j [Hi [Hj [Si [Sj Z]]]]]].
    - exists c. split; [assumption|]. unfold S. destruct (Req_EM_T (y c) (y l)); [contradiction | reflexivity].
    - exists l. split; [assumption|]. unfold S. destruct (Req_EM_T (y l) (y l)); [reflexivity | contradiction].
    - unfold S in Si, Sj. destruct (Req_EM_T (y i) (y l)) as [|Ni]; [discriminate|]. destruct (Req_EM_T (y j) (y l)) as [Ej|]; [|discriminate].
      assert (Nn : forall u, (u < m)%nat -> 0 <= (y j - y u) * B u j).
      { intros u Hu. apply Rmult_le_pos; [pose proof (M u Hu); lra | now apply HB]. }
      pose proof (sum_zero_terms m _ Nn (E j Hj) i Hi) as T. cbv beta in T. apply Rmult_integral in T. destruct T as [T|T]; [|contradiction]. lra. }
  now rewrite (All a Ha), (All b Hb).
Qed.

(** Theorem 6.1 (Chakravarti). *)
Theorem theorem_6_1 m B : (0 < m)%nat -> irreducible m B -> (forall i j, (i < m)%nat -> (j < m)%nat -> 0 <= B i j) ->
  has_rank m m (less_diagonal m B) (m - 1).
Proof.
  intros Hm HI HB. destruct m as [|m]; [lia|]. replace (S m - 1)%nat with m by lia. exists (fun i => i). split; [intros; lia|].
  assert (Z : forall j, (j < S m)%nat -> sum (S m) (fun i => less_diagonal (S m) B i j) = 0).
  { intros j Hj. unfold less_diagonal. rewrite sum_minus, (sum_single (S m) j (fun _ => column_sum (S m) B j)) by assumption. unfold column_sum. ring. }
  split.
  - intros c Hc. set (y := fun i => if Nat.ltb i m then c i else 0).
    assert (K : forall i j, (i < S m)%nat -> (j < S m)%nat -> y i = y j).
    { apply (left_kernel (S m) B); try assumption. intros j Hj. cbn [sum]. unfold y at 2. rewrite Nat.ltb_irrefl, Rmult_0_l, Rplus_0_r.
      rewrite <- (Hc j Hj). apply sum_ext. intros i Hi. unfold y. destruct (Nat.ltb_spec i m); [reflexivity | lia]. }
    intros i Hi. specialize (K i m ltac:(lia) ltac:(lia)). unfold y in K. rewrite Nat.ltb_irrefl in K. destruct (Nat.ltb_spec i m); [assumption | lia].
  - intros i Hi. destruct (Nat.eq_dec i m) as [->|N].
    + exists (fun _ => -1). intros j Hj. specialize (Z j Hj). cbn [sum] in Z. rewrite sum_scal. lra.
    + exists (fun l => if Nat.eqb l i then 1 else 0). intros j Hj.
      rewrite (sum_ext m _ (fun l => if Nat.eqb l i then less_diagonal (S m) B l j else 0)) by (intros l _; destruct (Nat.eqb l i); ring).
      symmetry. apply (sum_single m i (fun l => less_diagonal (S m) B l j)). lia.
Qed.

(** Nonsingular: no combination of the rows is zero but the one of zeros. *)
Definition nonsingular (m : nat) (A : nat -> nat -> R) : Prop :=
  forall y, (forall j, (j < m)%nat -> sum m (fun i => y i * A i j) = 0) -> forall i, (i < m)%nat -> y i = 0.
Definition beside (m : nat) (A : nat -> nat -> R) (j : nat) : R := sum m (fun i => if Nat.eqb i j then 0 else Rabs (A i j)).

Lemma Rabs_sum n f : Rabs (sum n f) <= sum n (fun i => Rabs (f i)).
Proof. induction n as [|n IH]; simpl; [rewrite Rabs_R0; lra|]. eapply Rle_trans; [apply Rabs_triang|]. lra. Qed.

(** Theorem 6.2 (Taussky). *)
Theorem theorem_6_2 m B : irreducible m B -> (forall j, (j < m)%nat -> beside m B j <= Rabs (B j j)) ->
  (exists j, (j < m)%nat /\ beside m B j < Rabs (B j j)) -> nonsingular m B.
Proof.
  intros HI W [s [Hs Strict]] y Hy. destruct (exists_greatest m (fun i => Rabs (y i)) ltac:(lia)) as [l [Hl M]]. cbv beta in M.
  set (w := Rabs (y l)) in *. assert (W0 : 0 <= w) by apply Rabs_pos.
  (* in a column of a largest entry of y the others with B_ij <> 0 are largest too, and the column is not strictly dominant unless w = 0 *)
  assert (Col : forall j, (j < m)%nat -> w * Rabs (B j j) <= sum m (fun i => if Nat.eqb i j then 0 else Rabs (y i) * Rabs (B i j)) \/ Rabs (y j) <> w).
  { intros j Hj. destruct (Req_dec (Rabs (y j)) w) as [E|]; [left | now right]. specialize (Hy j Hj).
    assert (P : y j * B j j = - sum m (fun i => if Nat.eqb i j then 0 else y i * B i j)).
    { rewrite <- (sum_single m j (fun i => y i * B i j)) by assumption. apply Rplus_eq_reg_r with (sum m (fun i => if Nat.eqb i j then 0 else y i * B i j)).
      rewrite <- sum_plus, Rplus_opp_l. rewrite (sum_ext m _ (fun i => y i * B i j)); [exact Hy|]. intros i _. destruct (Nat.eqb i j); ring. }
    rewrite <- E, <- Rabs_mult, P, Rabs_Ropp. eapply Rle_trans; [apply Rabs_sum|]. apply sum_le. intros i _.
    destruct (Nat.eqb i j); [rewrite Rabs_R0; lra | rewrite Rabs_mult; lra]. }
  assert (Up : forall j, (j < m)%nat -> sum m (fun i => if Nat.eqb i j then 0 else Rabs (y i) * Rabs (B i j)) <= w * beside m B j).
  { intros j Hj. unfold beside. rewrite <- sum_scal. apply sum_le. intros i Hi. destruct (Nat.eqb i j); [lra|].
    apply Rmult_le_compat_r; [apply Rabs_pos | now apply M]. }
  assert (All : 0 < w -> forall i, (i < m)%nat -> Rabs (y i) = w).
  { intros Wp c Hc. destruct (Req_EM_T (Rabs (y c)) w) as [|N]; [assumption|]. exfalso.
    set (S := fun i => if Req_EM_T (Rabs (y i)) w then false else true).
    destruct (irreducible_entry m B S HI) as [i [j [Hi [Hj [Si [Sj Z]]]]]].
    - exists c. split; [assumption|]. unfold S. destruct (Req_EM_T (Rabs (y c)) w); [contradiction | reflexivity].
    - exists l. split; [assumption|]. unfold S, w. destruct (Req_EM_T (Rabs (y l)) (Rabs (y l))); [reflexivity | contradiction].
    - unfold S in Si, Sj. destruct (Req_EM_T (Rabs (y i)) w) as [|Ni]; [discriminate|]. destruct (Req_EM_T (Rabs (y j)) w) as [Ej|]; [|discriminate].
      destruct (Col j Hj) as [C|C]; [|contradiction]. pose proof (Up j Hj) as U. pose proof (Rmult_le_compat_l w _ _ W0 (W j Hj)) as V.
      assert (Eq : sum m (fun u => w * (if Nat.eqb u j then 0 else Rabs (B u j)) - (if Nat.eqb u j then 0 else Rabs (y u) * Rabs (B u j))) = 0).
      { rewrite sum_minus, sum_scal. unfold beside in *. lra. }
      assert (Nn : forall u, (u < m)%nat -> 0 <= w * (if Nat.eqb u j then 0 else Rabs (B u j)) - (if Nat.eqb u j then 0 else Rabs (y u) * Rabs (B u j))).
      { intros u Hu. destruct (Nat.eqb u j); [lra|]. pose proof (Rmult_le_compat_r (Rabs (B u j)) _ _ (Rabs_pos _) (M u Hu)). lra. }
      pose proof (sum_zero_terms m _ Nn Eq i Hi) as T. cbv beta in T. destruct (Nat.eqb_spec i j) as [->|D]; [contradiction|].
      assert (F : (w - Rabs (y i)) * Rabs (B i j) = 0) by lra. apply Rmult_integral in F. destruct F as [F|F]; [lra|]. now apply Rabs_no_R0 in Z. }
  assert (Wz : w = 0).
  { destruct (Rle_lt_or_eq_dec 0 w W0) as [Wp|E]; [exfalso | now symmetry].
    destruct (Col s Hs) as [C|C]; [|apply C, All; assumption]. pose proof (Up s Hs). pose proof (Rmult_lt_compat_l w _ _ Wp Strict). lra. }
  intros i Hi. specialize (M i Hi). rewrite Wz in M. destruct (Req_dec (y i) 0) as [|N]; [assumption|]. apply Rabs_pos_lt in N. lra.
Qed.


(** After Definition 6.1: irreducible if a path leads from any state to any other; B l i <> 0 is a step from i to l, as in a Markov chain
    whose columns are laws. *)
Inductive path (m : nat) (B : nat -> nat -> R) (j : nat) : nat -> Prop :=
  | stay : path m B j j
  | go i l : path m B j i -> (l < m)%nat -> B l i <> 0 -> path m B j l.

Lemma set_of m (P : nat -> Prop) : exists S : nat -> bool, forall i, (i < m)%nat -> (S i = true <-> P i).
Proof.
  induction m as [|m [S H]]; [exists (fun _ => true); intros; lia|].
  destruct (Classical_Prop.classic (P m)) as [Y|N].
  - exists (fun i => if Nat.eqb i m then true else S i). intros i Hi. destruct (Nat.eqb_spec i m); [subst; tauto | apply H; lia].
  - exists (fun i => if Nat.eqb i m then false else S i). intros i Hi. destruct (Nat.eqb_spec i m); [subst; split; [discriminate | tauto] | apply H; lia].
Qed.

Lemma permutes_onto m q x : permutes m q -> (x < m)%nat -> exists i, (i < m)%nat /\ q i = x.
Proof.
  intros [Q1 Q2] Hx. assert (I : incl (seq 0 m) (map q (seq 0 m))).
  { apply NoDup_length_incl.
    - assert (G : forall l, NoDup l -> (forall i, In i l -> (i < m)%nat) -> NoDup (map q l)).
      { induction l as [|y l IH]; intros N L; [constructor|]. inversion N as [|? ? N1 N2]; subst. simpl. constructor; [|apply IH; [assumption | intros; apply L; now right]].
        intros Hin. apply in_map_iff in Hin. destruct Hin as [z [E Hz]]. apply Q2 in E; [subst; contradiction | apply L; now right | apply L; now left]. }
      apply G; [apply seq_NoDup | intros i Hi; apply in_seq in Hi; lia].
    - rewrite map_length. lia.
    - intros x' Hx'. apply in_map_iff in Hx'. destruct Hx' as [i [<- Hi]]. apply in_seq in Hi. apply in_seq. pose proof (Q1 i ltac:(lia)). lia. }
  assert (Hin : In x (seq 0 m)) by (apply in_seq; lia). apply I in Hin. apply in_map_iff in Hin. destruct Hin as [i [E Hi]]. apply in_seq in Hi.
  exists i. split; [lia | assumption].
Qed.

Theorem definition_6_1 m B : irreducible m B <-> (forall i j, (i < m)%nat -> (j < m)%nat -> path m B j i).
Proof.
  split.
  - intros HI i j Hi Hj. destruct (Classical_Prop.classic (path m B j i)) as [|N]; [assumption|]. exfalso.
    destruct (set_of m (fun x => ~ path m B j x)) as [S HS].
    destruct (irreducible_entry m B S HI) as [a [b [Ha [Hb [Sa [Sb Z]]]]]].
    + exists i. split; [assumption | now apply HS].
    + exists j. split; [assumption|]. destruct (S j) eqn:E; [|reflexivity]. apply HS in E; [|assumption]. exfalso. apply E. constructor.
    + apply HS in Sa; [|assumption]. apply Sa. apply go with b; try assumption.
      destruct (Classical_Prop.classic (path m B j b)) as [|Nb]; [assumption|]. apply HS in Nb; [congruence | assumption].
  - intros H [q [t [Q [Ht Z]]]]. pose proof Q as [Q1 Q2].
    assert (Inv : forall x, path m B (q t) x -> exists i, (t <= i < m)%nat /\ q i = x).
    { intros x Hx. induction Hx as [|i l _ [a [Ha Ea]] Hl Zl]; [exists t; split; [lia | reflexivity]|].
      destruct (permutes_onto m q l Q Hl) as [b [Hb Eb]]. exists b. split; [|assumption]. split; [|assumption].
      destruct (Nat.lt_ge_cases b t) as [L|L]; [|assumption]. exfalso. apply Zl. rewrite <- Eb, <- Ea. now apply Z. }
    destruct (Inv (q 0%nat) (H (q 0%nat) (q t) (Q1 0%nat ltac:(lia)) (Q1 t ltac:(lia)))) as [i [Hi E]]. apply Q2 in E; lia.
Qed.

(** Q^-1 B Q for the permutation matrix Q whose column j has its 1 in row q j. *)
Definition permutation_of (q : nat -> nat) (i j : nat) : R := if Nat.eqb i (q j) then 1 else 0.
Definition conjugated (m : nat) (q : nat -> nat) (B : nat -> nat -> R) (i j : nat) : R :=
  sum m (fun u => permutation_of q u i * sum m (fun v => B u v * permutation_of q v j)).
Definition renamed (m : nat) (q : nat -> nat) (P : nat -> nat -> R) (i l : nat) : R := sum m (fun u => permutation_of q u i * P u l).

Lemma conjugated_is m q B i j : permutes m q -> (i < m)%nat -> (j < m)%nat -> conjugated m q B i j = B (q i) (q j).
Proof.
  intros [Q _] Hi Hj. unfold conjugated, permutation_of.
  rewrite (sum_ext m _ (fun u => if Nat.eqb u (q i) then sum m (fun v => if Nat.eqb v (q j) then B u v else 0) else 0)).
  - rewrite (sum_single m (q i) (fun u => sum m (fun v => if Nat.eqb v (q j) then B u v else 0))) by (now apply Q).
    apply (sum_single m (q j) (fun v => B (q i) v)). now apply Q.
  - intros u _. rewrite (sum_ext m (fun v => B u v * _) (fun v => if Nat.eqb v (q j) then B u v else 0)) by (intros v _; destruct (Nat.eqb v (q j)); ring).
    destruct (Nat.eqb u (q i)); ring.
Qed.

(** The permutation is a matrix with its transpose for its inverse; entries move with their states, diagonal ones to the diagonal. *)
Theorem diagonal_permutation m q B : permutes m q ->
  (forall i j, (i < m)%nat -> (j < m)%nat -> sum m (fun l => permutation_of q l i * permutation_of q l j) = if Nat.eqb i j then 1 else 0) /\
  (forall i j, (i < m)%nat -> (j < m)%nat -> conjugated m q B i j = B (q i) (q j)) /\
  forall i, (i < m)%nat -> conjugated m q B i i = B (q i) (q i).
Proof.
  intros Q. split; [|split; intros; now apply conjugated_is]. intros i j Hi Hj. unfold permutation_of.
  rewrite (sum_ext m _ (fun l => if Nat.eqb l (q i) then if Nat.eqb l (q j) then 1 else 0 else 0)) by (intros l _; destruct (Nat.eqb l (q i)), (Nat.eqb l (q j)); ring).
  rewrite (sum_single m (q i) (fun l => if Nat.eqb l (q j) then 1 else 0)) by (now apply Q).
  destruct (Nat.eqb_spec (q i) (q j)) as [E|E], (Nat.eqb_spec i j) as [F|F]; try reflexivity; exfalso; first [apply F, (proj2 Q); assumption | apply E; now subst].
Qed.

Lemma sum_permuted m q f : permutes m q -> sum m (fun j => f (q j)) = sum m f.
Proof.
  intros Q. rewrite (sum_ext m (fun j => f (q j)) (fun j => sum m (fun u => if Nat.eqb u (q j) then f u else 0)))
    by (intros j Hj; symmetry; apply sum_single; now apply Q).
  rewrite sum_swap. apply sum_ext. intros u Hu. destruct (permutes_onto m q u Q Hu) as [i [Hi E]].
  rewrite (sum_ext m _ (fun j => if Nat.eqb j i then f u else 0)); [apply (sum_single m i (fun _ => f u)); assumption|].
  intros j Hj. destruct (Nat.eqb_spec u (q j)) as [A|A], (Nat.eqb_spec j i) as [D|D]; try reflexivity; exfalso.
  - apply D, (proj2 Q); congruence.
  - apply A. now subst.
Qed.

(** (6.7). *)
Theorem eq_6_7 m k q B P : permutes m q ->
  (forall i l, (i < m)%nat -> (l < k)%nat -> sum m (fun j => (B i j - (if Nat.eqb i j then 1 else 0)) * P j l) = 0) ->
  forall i l, (i < m)%nat -> (l < k)%nat ->
  sum m (fun j => (conjugated m q B i j - (if Nat.eqb i j then 1 else 0)) * renamed m q P j l) = 0.
Proof.
  intros Q H i l Hi Hl. etransitivity; [|exact (H (q i) l (proj1 Q i Hi) Hl)]. rewrite <- (sum_permuted m q (fun j => (B (q i) j - (if Nat.eqb (q i) j then 1 else 0)) * P j l) Q). apply sum_ext. intros j Hj.
  rewrite conjugated_is by assumption. f_equal.
  - f_equal. destruct (Nat.eqb_spec (q i) (q j)) as [E|E], (Nat.eqb_spec i j) as [F|F]; try reflexivity; exfalso; first [apply F, (proj2 Q); assumption | apply E; now subst].
  - unfold renamed, permutation_of. rewrite (sum_ext m _ (fun u => if Nat.eqb u (q j) then P u l else 0)) by (intros u _; destruct (Nat.eqb u (q j)); ring).
    apply (sum_single m (q j) (fun u => P u l)). now apply Q.
Qed.

(** Lemma 6.1, irreducible B: there is none. *)
Theorem must_be_reducible m k B P : (2 <= m)%nat ->
  mechanism m m B -> mechanism m k P -> no_zero_row m k P -> no_proportional_rows m k P ->
  (forall i l, (i < m)%nat -> (l < k)%nat -> sum m (fun j => B i j * P j l) = P i l) -> reducible m B.
Proof.
  intros Hm HB HP Z N H. exists (fun i => i), 1%nat. split; [split; intros; assumption|]. split; [lia|].
  intros i j Hi Hj. rewrite (lemma_6_1 m k B P HB HP Z N H) by lia. destruct (Nat.eqb_spec i j); [lia | reflexivity].
Qed.

(** Lemma 6.1, reducible B: blocks of one state that are 1. *)
Theorem unit_blocks m B : mechanism m m B ->
  (forall j, (j < m)%nat -> B j j = 1 -> forall i, (i < m)%nat -> i <> j -> B i j = 0) /\
  ((forall j, (j < m)%nat -> B j j = 1) -> forall i j, (i < m)%nat -> (j < m)%nat -> B i j = if Nat.eqb i j then 1 else 0).
Proof.
  intros [H0 H1]. assert (A : forall j, (j < m)%nat -> B j j = 1 -> forall i, (i < m)%nat -> i <> j -> B i j = 0).
  { intros j Hj E i Hi N. specialize (H1 j Hj).
    assert (T : sum m (fun u => if Nat.eqb u j then 0 else B u j) = 0).
    { rewrite (sum_ext m _ (fun u => B u j - (if Nat.eqb u j then B u j else 0))) by (intros u _; destruct (Nat.eqb u j); ring).
      rewrite sum_minus, (sum_single m j (fun u => B u j)), H1, E by assumption. ring. }
    assert (P : forall u, (u < m)%nat -> 0 <= (if Nat.eqb u j then 0 else B u j)) by (intros u Hu; destruct (Nat.eqb u j); [apply Rle_refl | now apply H0]).
    pose proof (sum_zero_terms m _ P T i Hi) as Z. cbv beta in Z. rewrite (proj2 (Nat.eqb_neq i j) N) in Z. exact Z. }
  split; [assumption|]. intros D i j Hi Hj. destruct (Nat.eqb_spec i j) as [->|N]; [now apply D | apply A; auto].
Qed.

(** Lemma 6.1, case (ii): a block R of s states, the rows of L below it. *)
Definition minus_one (R_ : nat -> nat -> R) (i j : nat) : R := R_ i j - (if Nat.eqb i j then 1 else 0).
Theorem case_ii s n R_ L : (forall i j, (i < s)%nat -> (j < s)%nat -> 0 <= R_ i j) -> (forall i j, (i < n)%nat -> (j < s)%nat -> 0 <= L i j) ->
  (forall j, (j < s)%nat -> sum s (fun i => R_ i j) + sum n (fun i => L i j) = 1) -> (exists i j, (i < n)%nat /\ (j < s)%nat /\ L i j <> 0) ->
  (forall j, (j < s)%nat -> beside s (minus_one R_) j <= Rabs (minus_one R_ j j)) /\
  exists j, (j < s)%nat /\ beside s (minus_one R_) j < Rabs (minus_one R_ j j).
Proof.
  intros HR HL H1 [a [b [Ha [Hb Z]]]].
  assert (E : forall j, (j < s)%nat -> beside s (minus_one R_) j = sum s (fun i => R_ i j) - R_ j j /\ Rabs (minus_one R_ j j) = 1 - R_ j j).
  { intros j Hj. split.
    - unfold beside. replace (R_ j j) with (sum s (fun i => if Nat.eqb i j then R_ i j else 0)) by (apply (sum_single s j (fun i => R_ i j)); assumption).
      rewrite <- sum_minus. apply sum_ext. intros i Hi.
      unfold minus_one. destruct (Nat.eqb i j); [ring|]. rewrite !Rminus_0_r. apply Rabs_right, Rle_ge. now apply HR.
    - unfold minus_one. rewrite Nat.eqb_refl. assert (R_ j j <= sum s (fun i => R_ i j)) by (apply (sum_term s (fun i => R_ i j)); auto).
      assert (0 <= sum n (fun i => L i j)) by (apply sum_nonneg; auto). specialize (H1 j Hj). rewrite Rabs_left1 by lra. ring. }
  split.
  - intros j Hj. destruct (E j Hj) as [-> ->]. assert (0 <= sum n (fun i => L i j)) by (apply sum_nonneg; auto). specialize (H1 j Hj). lra.
  - exists b. split; [assumption|]. destruct (E b Hb) as [-> ->]. assert (L a b <= sum n (fun i => L i b)) by (apply (sum_term n (fun i => L i b)); auto).
    specialize (H1 b Hb). specialize (HL a b Ha Hb). lra.
Qed.

(** Fewer equations than unknowns have a solution other than zero. *)
Lemma homogeneous k : forall m (A : nat -> nat -> R), (m < k)%nat ->
  exists v, (exists j, (j < k)%nat /\ v j <> 0) /\ forall i, (i < m)%nat -> sum k (fun j => A i j * v j) = 0.
Proof.
  induction k as [|k IH]; intros m A H; [lia|].
  destruct (Classical_Prop.classic (exists r, (r < m)%nat /\ A r k <> 0)) as [[r [Hr Z]]|N].
  - destruct m as [|m]; [lia|]. set (other := fun i => if Nat.ltb i r then i else S i).
    destruct (IH m (fun i j => A (other i) j - A (other i) k * A r j / A r k) ltac:(lia)) as [v [[j [Hj Vj]] E]].
    set (x := - sum k (fun j => A r j * v j) / A r k). exists (fun j => if Nat.eqb j k then x else v j).
    assert (Row : forall i, sum (S k) (fun j => A i j * (if Nat.eqb j k then x else v j)) = sum k (fun j => A i j * v j) + A i k * x).
    { intros i. cbn [sum]. rewrite Nat.eqb_refl. f_equal. apply sum_ext. intros l Hl. destruct (Nat.eqb_spec l k); [lia | reflexivity]. }
    split.
    + exists j. split; [lia|]. destruct (Nat.eqb_spec j k); [lia | assumption].
    + intros i Hi. rewrite Row. destruct (Nat.eq_dec i r) as [->|D]; [unfold x; field; assumption|].
      assert (O : exists i', (i' < m)%nat /\ other i' = i).
      { destruct (Nat.lt_ge_cases i r); [exists i | exists (i - 1)%nat]; unfold other; (split; [lia|]);
          [destruct (Nat.ltb_spec i r) | destruct (Nat.ltb_spec (i - 1) r)]; lia. }
      destruct O as [i' [Hi' <-]]. specialize (E i' Hi'). cbv beta in E.
      rewrite (sum_ext k _ (fun j => A (other i') j * v j - A (other i') k / A r k * (A r j * v j))) in E by (intros; field; assumption).
      rewrite sum_minus, sum_scal in E. unfold x.
      replace (A (other i') k * (- sum k (fun j => A r j * v j) / A r k)) with (- (A (other i') k / A r k * sum k (fun j => A r j * v j))) by (field; assumption). lra.
  - exists (fun j => if Nat.eqb j k then 1 else 0). split; [exists k; split; [lia|]; rewrite Nat.eqb_refl; lra|].
    intros i Hi. rewrite (sum_ext (S k) _ (fun j => if Nat.eqb j k then A i j else 0)) by (intros j _; destruct (Nat.eqb j k); ring).
    rewrite (sum_single (S k) k (fun j => A i j)) by lia. destruct (Req_dec (A i k) 0) as [|Z]; [assumption|]. exfalso. apply N. now exists i.
Qed.

(** Nonsingular by rows, hence by columns. *)
Lemma nonsingular_columns s A : nonsingular s A -> forall p, (forall i, (i < s)%nat -> sum s (fun j => A i j * p j) = 0) -> forall j, (j < s)%nat -> p j = 0.
Proof.
  intros H p Hp l Hl. destruct (Req_dec (p l) 0) as [|Z]; [assumption|]. exfalso. destruct s as [|s]; [lia|].
  set (other := fun j => if Nat.ltb j l then j else S j).
  destruct (homogeneous (S s) s (fun j i => A i (other j)) ltac:(lia)) as [y [[i [Hi Yi]] E]]. apply Yi, H; [|assumption].
  assert (Oth : forall j, (j < S s)%nat -> j <> l -> sum (S s) (fun i => y i * A i j) = 0).
  { intros j Hj D. assert (O : exists j', (j' < s)%nat /\ other j' = j).
    { destruct (Nat.lt_ge_cases j l); [exists j | exists (j - 1)%nat]; unfold other; (split; [lia|]);
        [destruct (Nat.ltb_spec j l) | destruct (Nat.ltb_spec (j - 1) l)]; lia. }
    destruct O as [j' [Hj' <-]]. rewrite <- (E j' Hj'). apply sum_ext. intros; ring. }
  intros j Hj. destruct (Nat.eq_dec j l) as [->|D]; [|now apply Oth].
  assert (T : sum (S s) (fun j => p j * sum (S s) (fun i => y i * A i j)) = 0).
  { rewrite (sum_ext (S s) _ (fun j => sum (S s) (fun i => y i * (A i j * p j)))) by (intros; rewrite <- sum_scal; apply sum_ext; intros; ring).
    rewrite sum_swap. rewrite (sum_ext (S s) _ (fun _ => 0)); [apply sum_zero|]. intros u Hu. rewrite sum_scal, Hp by assumption. ring. }
  rewrite (sum_ext (S s) _ (fun j => if Nat.eqb j l then p j * sum (S s) (fun i => y i * A i j) else 0)) in T
    by (intros u Hu; destruct (Nat.eqb_spec u l); [reflexivity | rewrite Oth by assumption; ring]).
  rewrite (sum_single (S s) l (fun j => p j * sum (S s) (fun i => y i * A i j))) in T by assumption.
  apply Rmult_integral in T. destruct T; [contradiction | assumption].
Qed.

(** Lemma 6.1, case (ii), its end: R - I has rank s, and (R - I)P_s = 0 only for P_s = 0. *)
Theorem case_ii_end s n k R_ L P : irreducible s R_ -> (forall i j, (i < s)%nat -> (j < s)%nat -> 0 <= R_ i j) ->
  (forall i j, (i < n)%nat -> (j < s)%nat -> 0 <= L i j) ->
  (forall j, (j < s)%nat -> sum s (fun i => R_ i j) + sum n (fun i => L i j) = 1) -> (exists i j, (i < n)%nat /\ (j < s)%nat /\ L i j <> 0) ->
  nonsingular s (minus_one R_) /\ has_rank s s (minus_one R_) s /\
  ((forall i l, (i < s)%nat -> (l < k)%nat -> sum s (fun j => minus_one R_ i j * P j l) = 0) -> forall j l, (j < s)%nat -> (l < k)%nat -> P j l = 0).
Proof.
  intros HI HR HL H1 HZ. destruct (case_ii s n R_ L HR HL H1 HZ) as [W S].
  assert (N : nonsingular s (minus_one R_)).
  { apply theorem_6_2; try assumption. intros [q [t [Q [Ht Z]]]]. apply HI. exists q, t. split; [assumption|]. split; [assumption|].
    intros i j Hi Hj. specialize (Z i j Hi Hj). unfold minus_one in Z. destruct (Nat.eqb_spec (q i) (q j)) as [E|]; [|lra].
    apply (proj2 Q) in E; lia. }
  split; [assumption|]. split.
  - exists (fun i => i). split; [auto|]. split; [exact N|]. intros i Hi. exists (fun l => if Nat.eqb l i then 1 else 0). intros j Hj.
    rewrite (sum_ext s _ (fun l => if Nat.eqb l i then minus_one R_ l j else 0)) by (intros l _; destruct (Nat.eqb l i); ring).
    symmetry. now apply (sum_single s i (fun l => minus_one R_ l j)).
  - intros HP j l Hj Hl. apply (nonsingular_columns s (minus_one R_) N (fun j => P j l)); auto.
Qed.

(** The proof of Theorem 4.1: products of TPMs, and inverse ones. *)
Lemma product_is_tpm m r k C P : mechanism m r C -> mechanism r k P -> mechanism m k (fun i j => sum r (fun u => C i u * P u j)).
Proof.
  intros [C0 C1] [P0 P1]. split.
  - intros i j Hi Hj. apply sum_nonneg. intros u Hu. apply Rmult_le_pos; auto.
  - intros j Hj. rewrite sum_swap. rewrite <- (P1 j Hj). apply sum_ext. intros u Hu. rewrite sum_scal_r, C1 by assumption. ring.
Qed.

Theorem theorem_4_1_products m r C D : mechanism m r C -> mechanism r m D ->
  mechanism r r (fun i j => sum m (fun u => D i u * C u j)) /\ mechanism m m (fun i j => sum r (fun u => C i u * D u j)).
Proof. intros HC HD. split; now apply product_is_tpm. Qed.

Theorem theorem_4_1_permutation m C D : mechanism m m C -> mechanism m m D ->
  (forall i j, (i < m)%nat -> (j < m)%nat -> sum m (fun u => C i u * D u j) = if Nat.eqb i j then 1 else 0) ->
  (forall i j, (i < m)%nat -> (j < m)%nat -> sum m (fun u => D i u * C u j) = if Nat.eqb i j then 1 else 0) -> permutation_matrix m C.
Proof.
  intros [C0 C1] [D0 D1] CD DC.
  assert (Some_ : forall (f : nat -> R) n, sum n f = 1 -> exists u, (u < n)%nat /\ f u <> 0).
  { intros f n H. destruct (Classical_Prop.classic (exists u, (u < n)%nat /\ f u <> 0)) as [|N]; [assumption|]. exfalso.
    rewrite (sum_ext n f (fun _ => 0)), sum_zero in H; [lra|]. intros u Hu. destruct (Req_dec (f u) 0); [assumption|]. exfalso. apply N. now exists u. }
  assert (Col : forall j, (j < m)%nat -> exists l, (l < m)%nat /\ D j l <> 0 /\ forall i, (i < m)%nat -> C i j = if Nat.eqb i l then 1 else 0).
  { intros j Hj. destruct (Some_ (fun u => D j u * C u j) m) as [l [Hl Z]]; [rewrite DC, Nat.eqb_refl by assumption; reflexivity|].
    assert (Dl : D j l <> 0) by (intros E; apply Z; rewrite E; ring). exists l. split; [assumption|]. split; [assumption|].
    assert (Off : forall i, (i < m)%nat -> i <> l -> C i j = 0).
    { intros i Hi N. assert (T : sum m (fun u => C i u * D u l) = 0) by (rewrite CD by assumption; destruct (Nat.eqb_spec i l); [contradiction | reflexivity]).
      pose proof (sum_zero_terms m _ (fun u Hu => Rmult_le_pos _ _ (C0 i u Hi Hu) (D0 u l Hu Hl)) T j Hj) as F. cbv beta in F.
      apply Rmult_integral in F. destruct F; [assumption | contradiction]. }
    intros i Hi. destruct (Nat.eqb_spec i l) as [->|N]; [|now apply Off]. rewrite <- (C1 j Hj).
    rewrite <- (sum_single m l (fun i => C i j)) by assumption. apply sum_ext. intros u Hu. destruct (Nat.eqb_spec u l); [reflexivity | symmetry; now apply Off]. }
  split; [|split; [assumption|]].
  - intros i j Hi Hj. destruct (Col j Hj) as [l [_ [_ E]]]. rewrite E by assumption. destruct (Nat.eqb i l); auto.
  - intros i Hi. destruct (Some_ (fun u => C i u * D u i) m) as [j [Hj Z]]; [rewrite CD, Nat.eqb_refl by assumption; reflexivity|].
    assert (Ci : C i j <> 0) by (intros E; apply Z; rewrite E; ring). assert (Di : D j i <> 0) by (intros E; apply Z; rewrite E; ring).
    assert (One : C i j = 1) by (destruct (Col j Hj) as [l [_ [_ E]]]; rewrite E in * by assumption; destruct (Nat.eqb i l); [reflexivity | contradiction]).
    rewrite (sum_ext m (C i) (fun u => if Nat.eqb u j then C i u else 0)); [now rewrite (sum_single m j (C i)) by assumption|].
    intros u Hu. destruct (Nat.eqb_spec u j) as [|N]; [reflexivity|].
    assert (T : sum m (fun v => D j v * C v u) = 0) by (rewrite DC by assumption; destruct (Nat.eqb_spec j u); [congruence | reflexivity]).
    pose proof (sum_zero_terms m _ (fun v Hv => Rmult_le_pos _ _ (D0 j v Hj Hv) (C0 v u Hv Hu)) T i Hi) as F. cbv beta in F.
    apply Rmult_integral in F. destruct F; [contradiction | assumption].
Qed.
