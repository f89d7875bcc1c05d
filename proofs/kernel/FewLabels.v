(** A linear objective of whose outputs at most so many are ever given: SPEC section 9.14. *)

From Coq Require Import Reals Lra Lia Arith Bool.
From Rropt Require Import Sums Mechanisms Prices Rays Classes.
Open Scope R_scope.

(** The lemma on prices with the inequality at the outputs of a case S alone, where the rows of all others are 0. *)
Theorem few_labels m k (C : (nat -> R) -> Prop) (f : nat -> (nat -> R) -> R) y N (h : nat -> (nat -> R) -> R) z b (S : nat -> bool) P :
  mechanism m k P -> (forall i, (i < m)%nat -> C (P i)) ->
  (forall i r, (forall j, (j < k)%nat -> r j = 0) -> f i r = 0) ->
  (forall c r, (c < N)%nat -> (forall j, (j < k)%nat -> r j = 0) -> h c r = 0) ->
  (forall i j, (i < m)%nat -> S i = false -> (j < k)%nat -> P i j = 0) ->
  (forall c, (c < N)%nat -> z c = 0 \/ (0 <= z c /\ sum m (fun i => h c (P i)) <= b c)) ->
  (forall i s, (i < m)%nat -> S i = true -> C s -> f i s <= dot k y s + sum N (fun c => z c * h c s)) ->
  sum m (fun i => f i (P i)) <= sum k y + sum N (fun c => z c * b c).
Proof.
  intros HP HC F0 H0 Z Hz Hf. eapply Rle_trans; [apply sum_le with (g := fun i => dot k y (P i) + sum N (fun c => z c * h c (P i)))|].
  - intros i Hi. destruct (S i) eqn:E; [now apply Hf; auto|]. specialize (Z i). rewrite F0, (dot_zero k y (P i)) by auto.
    rewrite (sum_ext N _ (fun _ => 0)), sum_zero; [lra|]. intros c Hc. rewrite H0 by auto. ring.
  - rewrite sum_plus, (dot_rows m k y P HP). apply Rplus_le_compat_l. rewrite sum_swap. apply sum_le. intros c Hc. rewrite sum_scal.
    destruct (Hz c Hc) as [->|[Pz B]]; [lra | now apply Rmult_le_compat_l].
Qed.

(** Of a trace with the weights w, under demands that ask the same of all pairs, the outputs L of the largest weights stand for all
    sets of as many: a given output outside of L is exchanged, with its input, for one of L that is not given. *)
Theorem few_labels_of_trace k N (T d w : nat -> R) (L : nat -> bool) most :
  (forall a c, (a < k)%nat -> (c < k)%nat -> L a = false -> L c = true -> w a <= w c) ->
  (forall P, mechanism k k P -> (forall n, (n < N)%nat -> ldp k k (T n) (d n) P) ->
    (forall i j, (i < k)%nat -> L i = false -> (j < k)%nat -> P i j = 0) -> sum k (fun i => w i * P i i) <= most) ->
  forall P G, mechanism k k P -> (forall n, (n < N)%nat -> ldp k k (T n) (d n) P) ->
    (forall i j, (i < k)%nat -> G i = false -> (j < k)%nat -> P i j = 0) ->
    (count k (fun i => if G i then 1 else 0) <= count k (fun i => if L i then 1 else 0))%nat -> sum k (fun i => w i * P i i) <= most.
Proof.
  intros Top Best. set (bad := fun G i => if G i && negb (L i) then 1%nat else 0%nat).
  enough (Main : forall n P G, (count k (bad G) < n)%nat -> mechanism k k P -> (forall n, (n < N)%nat -> ldp k k (T n) (d n) P) ->
    (forall i j, (i < k)%nat -> G i = false -> (j < k)%nat -> P i j = 0) ->
    (count k (fun i => if G i then 1 else 0) <= count k (fun i => if L i then 1 else 0))%nat -> sum k (fun i => w i * P i i) <= most)
    by (intros P G; apply (Main (S (count k (bad G)))); lia).
  induction n as [|n IH]; intros P G Hn HP HT HG Size; [lia|].
  assert (Some : forall Q : nat -> bool, (exists a, (a < k)%nat /\ Q a = true) \/ forall a, (a < k)%nat -> Q a = false).
  { intros Q. clear. induction k as [|k' [[a [Ha E]]|All]]; [right; intros; lia | left; exists a; split; [lia | exact E]|].
    destruct (Q k') eqn:E; [left; exists k'; split; [lia | exact E]|]. right. intros a Ha.
    destruct (Nat.eq_dec a k') as [->|N']; [exact E | apply All; lia]. }
  destruct (Some (fun i => G i && negb (L i))) as [[a [Ha Ea]]|None].
  2: { apply Best; auto. intros i j Hi Hl Hj. apply HG; auto. specialize (None i Hi). cbv beta in None. rewrite Hl, andb_true_r in None. exact None. }
  apply andb_prop in Ea. destruct Ea as [Ga La]. apply negb_true_iff in La.
  destruct (Some (fun i => L i && negb (G i))) as [[c [Hc Ec]]|None].
  2: { exfalso. assert (Lt : (count k (fun i => if L i then 1 else 0) < count k (fun i => if G i then 1 else 0))%nat); [|lia].
    apply count_lt with a; [|assumption | rewrite Ga, La; lia]. intros i Hi. specialize (None i Hi). cbv beta in None.
    destruct (L i), (G i); simpl in None; try discriminate; lia. }
  apply andb_prop in Ec. destruct Ec as [Lc Gc]. apply negb_true_iff in Gc.
  assert (Nac : a <> c) by (intros ->; congruence).
  set (g := swap a c). assert (Within : forall i, (i < k)%nat -> (g i < k)%nat) by (intros; now apply swap_below).
  assert (Inj : forall i l, i <> l -> g i <> g l)
    by (intros i l Q E; apply Q; rewrite <- (swap_twice a c i), <- (swap_twice a c l); unfold g in E; now rewrite E).
  set (P' := fun i j => P (g i) (g j)). set (G' := fun i => G (g i)).
  assert (At : g a = c /\ g c = a /\ forall i, i <> a -> i <> c -> g i = i).
  { unfold g, swap. rewrite !Nat.eqb_refl. destruct (Nat.eqb_spec c a); [congruence|]. repeat split. intros i A B.
    destruct (Nat.eqb_spec i a); [contradiction|]. destruct (Nat.eqb_spec i c); [contradiction | reflexivity]. }
  destruct At as [Ga' [Gc' Gi]].
  apply Rle_trans with (sum k (fun i => w i * P' i i)).
  - assert (E : sum k (fun i => w i * P' i i) = sum k (fun i => w (g i) * P i i)).
    { rewrite <- (sum_exchange k a c (fun i => w (g i) * P i i)) by assumption. apply sum_ext. intros i _. unfold P', g. now rewrite swap_twice. }
    rewrite E. apply sum_le. intros i Hi. destruct (Nat.eq_dec i a) as [->|Na].
    + rewrite Ga'. apply Rmult_le_compat_r; [now apply HP | now apply Top].
    + destruct (Nat.eq_dec i c) as [->|Nc]; [rewrite (HG c c) by assumption; lra | rewrite Gi by assumption; lra].
  - apply (IH P' G').
    + apply Nat.lt_le_trans with (count k (bad G)); [|lia]. apply count_lt with a; [|assumption|]; unfold bad, G'.
      * intros i Hi. destruct (Nat.eq_dec i a) as [->|Na]; [rewrite Ga', Gc; simpl; lia|].
        destruct (Nat.eq_dec i c) as [->|Nc]; [rewrite Lc, andb_false_r; lia | rewrite Gi by assumption; lia].
      * rewrite Ga', Gc, Ga, La. simpl. lia.
    + destruct HP as [Pos Sum]. split; [intros i j Hi Hj; apply Pos; auto|]. intros j Hj.
      transitivity (sum k (fun i => P i (g j))); [exact (sum_exchange k a c (fun i => P i (g j)) Ha Hc) | auto].
    + intros e He j l Hj Hl Q. eapply Rle_trans; [right|exact (HT e He (g j) (g l) ltac:(auto) ltac:(auto) ltac:(auto))].
      exact (sum_exchange k a c (fun i => Rmax 0 (P i (g j) - T e * P i (g l))) Ha Hc).
    + intros i j Hi E Hj. unfold P'. apply HG; auto.
    + eapply Nat.le_trans; [|exact Size]. apply INR_le.
      assert (Real : forall Q : nat -> bool, INR (count k (fun i => if Q i then 1 else 0)%nat) = sum k (fun i => if Q i then 1 else 0)).
      { intros Q. clear. induction k as [|k' IHk]; [reflexivity|]. cbn [count sum]. rewrite plus_INR, IHk. destruct (Q k'); reflexivity. }
      rewrite !Real. right. exact (sum_exchange k a c (fun i => if G i then 1 else 0) Ha Hc).
Qed.

(** Different places at which f is above 0 are at most as many as it counts. *)
Lemma count_listed k n : forall (e : nat -> nat) (f : nat -> nat), (forall i, (i < n)%nat -> (e i < k)%nat /\ (0 < f (e i))%nat) ->
  (forall i l, (i < l)%nat -> (l < n)%nat -> e i <> e l) -> (n <= count k f)%nat.
Proof.
  induction n as [|n IH]; intros e f H D; [lia|]. destruct (H n ltac:(lia)) as [En Fn].
  pose proof (IH e (fun i => if Nat.eqb i (e n) then 0%nat else f i)) as Less.
  assert (Lt : (count k (fun i => if Nat.eqb i (e n) then 0 else f i) < count k f)%nat).
  { apply count_lt with (e n); [|assumption | now rewrite Nat.eqb_refl]. intros i _. destruct (Nat.eqb i (e n)); lia. }
  enough (n <= count k (fun i => if Nat.eqb i (e n) then 0 else f i))%nat by lia. apply Less.
  - intros i Hi. destruct (H i ltac:(lia)) as [A B]. split; [assumption|]. destruct (Nat.eqb_spec (e i) (e n)) as [E|_]; [|assumption].
    exfalso. now apply (D i n ltac:(lia) ltac:(lia)).
  - intros i l Hil Hl. apply D; lia.
Qed.

(** M outputs l_0, l_1, ... of which l_j has at most j of larger weight have the largest weights. *)
Theorem largest_weights k M w (l : nat -> nat) :
  (forall j, (j < M)%nat -> (l j < k)%nat) -> (forall i j, (i < j)%nat -> (j < M)%nat -> l i <> l j) ->
  (forall j, (j < M)%nat -> (count k (fun i => if Rlt_dec (w (l j)) (w i) then 1 else 0) <= j)%nat) ->
  forall a j, (a < k)%nat -> (forall i, (i < M)%nat -> l i <> a) -> (j < M)%nat -> w a <= w (l j).
Proof.
  intros HL D Few a j Ha Out. induction j as [j IH] using lt_wf_ind. intros Hj.
  destruct (Rle_lt_dec (w a) (w (l j))) as [|Lt]; [assumption|]. exfalso. specialize (Few j Hj).
  assert (S j <= count k (fun i => if Rlt_dec (w (l j)) (w i) then 1 else 0))%nat; [|lia].
  apply (count_listed k (S j) (fun i => if Nat.eqb i j then a else l i)).
  - intros i Hi. destruct (Nat.eqb_spec i j) as [->|N].
    + split; [assumption|]. destruct (Rlt_dec (w (l j)) (w a)); [lia | contradiction].
    + split; [apply HL; lia|]. pose proof (IH i ltac:(lia) ltac:(lia)). destruct (Rlt_dec (w (l j)) (w (l i))); [lia | lra].
  - intros i e Hie He. destruct (Nat.eqb_spec i j); [lia|]. destruct (Nat.eqb_spec e j); [apply Out; lia | apply D; lia].
Qed.
