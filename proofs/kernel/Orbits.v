(** Weights of whole orbits: how many sets have given counts, the mechanism, and its M, an invariant matrix. SPEC sections 4.2 and 7. *)

From Coq Require Import Reals Lra Lia Arith Bool.
From Rropt Require Import Sums Mechanisms TwoValuedRows Prices Estimates Covariance Classes Invariant.
Open Scope R_scope.

(** * What exchanges inside of classes leave as it is, is an invariant matrix. *)
Section Alike.

Variables k r : nat.
Variable class : nat -> nat.
Hypothesis Below : forall j, (j < k)%nat -> (class j < r)%nat.

Lemma same_self a : same_class a a = 1.
Proof. unfold same_class. now rewrite Nat.eqb_refl. Qed.

Lemma same_other a b : a <> b -> same_class a b = 0.
Proof. intros N. unfold same_class. destruct (Nat.eqb_spec a b); [contradiction | reflexivity]. Qed.

Lemma same_nonneg a b : 0 <= same_class a b.
Proof. unfold same_class. destruct (Nat.eqb a b); lra. Qed.

Lemma size_one j : (j < k)%nat -> 1 <= size k class (class j).
Proof.
  intros Hj. rewrite <- (same_self (class j)). apply (sum_term k (fun i => same_class (class i) (class j))); [|assumption].
  intros. apply same_nonneg.
Qed.

Lemma size_two j l : (j < k)%nat -> (l < k)%nat -> class l = class j -> j <> l -> 2 <= size k class (class j).
Proof.
  intros Hj Hl E N. assert (S : sum k (fun i => (if Nat.eqb i j then 1 else 0) + (if Nat.eqb i l then 1 else 0)) = 2).
  { rewrite sum_plus, (sum_single k j (fun _ => 1)), (sum_single k l (fun _ => 1)) by assumption. lra. }
  rewrite <- S. apply sum_le. intros i _. pose proof (same_nonneg (class i) (class j)).
  destruct (Nat.eqb_spec i j) as [A|A]; destruct (Nat.eqb_spec i l) as [B|B]; [congruence | rewrite A, same_self; lra | rewrite B, E, same_self; lra | lra].
Qed.

Lemma acting_ext A d A' d' j l : A (class j) (class l) = A' (class j) (class l) -> (size k class (class j) <> 1 -> d (class j) = d' (class j)) ->
  (j < k)%nat -> (l < k)%nat -> acting k class A d j l = acting k class A' d' j l.
Proof.
  intros HA Hd Hj Hl. pose proof (size_one l Hl). unfold acting. rewrite HA.
  destruct (Req_dec (size k class (class j)) 1) as [One|Two]; [|now rewrite Hd].
  destruct (Nat.eq_dec (class j) (class l)) as [E|E].
  - destruct (Nat.eq_dec j l) as [<-|N]; [|exfalso; pose proof (size_two j l Hj Hl (eq_sym E) N); lra]. rewrite !same_self, One. field.
  - rewrite (same_other (class j) (class l)), (same_other j l) by congruence. unfold Rdiv. ring.
Qed.

Lemma swap_left a c : swap a c a = c.
Proof. unfold swap. now rewrite Nat.eqb_refl. Qed.

Lemma swap_away a c j : j <> a -> j <> c -> swap a c j = j.
Proof. intros A C. unfold swap. destruct (Nat.eqb_spec j a); [contradiction|]. destruct (Nat.eqb_spec j c); [contradiction | reflexivity]. Qed.

Lemma alike_diagonal M j j' : alike_matrix k class M -> (j < k)%nat -> (j' < k)%nat -> class j = class j' -> M j j = M j' j'.
Proof. intros H Hj Hj' E. rewrite <- (H j j' j j) by assumption. now rewrite swap_left. Qed.

Lemma alike_apart M j l j' l' : alike_matrix k class M -> (j < k)%nat -> (l < k)%nat -> (j' < k)%nat -> (l' < k)%nat ->
  class j = class j' -> class l = class l' -> j <> l -> j' <> l' -> M j l = M j' l'.
Proof.
  intros H Hj Hl Hj' Hl' Ej El N N'. set (x := swap j j' l).
  assert (Hx : (x < k)%nat) by (apply swap_below; assumption).
  assert (Ex : class x = class l') by (unfold x, swap; destruct (Nat.eqb_spec l j); [congruence|]; destruct (Nat.eqb_spec l j'); congruence).
  assert (Nx : x <> j').
  { unfold x, swap. destruct (Nat.eqb_spec l j); [congruence|]. destruct (Nat.eqb_spec l j'); congruence. }
  transitivity (M j' x).
  - rewrite <- (H j j' j l) by assumption. now rewrite swap_left.
  - rewrite <- (H x l' j' x) by assumption. rewrite swap_left, swap_away; [reflexivity | congruence | assumption].
Qed.

Lemma class_sum_ext f g a : (forall j, (j < k)%nat -> class j = a -> f j = g j) -> class_sum k class f a = class_sum k class g a.
Proof.
  intros H. apply sum_ext. intros j Hj. unfold same_class. destruct (Nat.eqb_spec (class j) a); [now rewrite H | ring].
Qed.

Lemma class_sum_const c a : class_sum k class (fun _ => c) a = size k class a * c.
Proof. unfold class_sum, size. rewrite <- sum_scal_r. reflexivity. Qed.

(** The sums over two classes of the entries. *)
Definition block (M : nat -> nat -> R) (a b : nat) : R := class_sum k class (fun j => class_sum k class (M j) b) a.

Lemma block_of M D x a b : (forall j, (j < k)%nat -> class j = a -> M j j = D) ->
  (forall j l, (j < k)%nat -> (l < k)%nat -> class j = a -> class l = b -> j <> l -> M j l = x) ->
  block M a b = size k class a * (size k class b * x + same_class a b * (D - x)).
Proof.
  intros HD Hx. unfold block. rewrite <- class_sum_const. apply class_sum_ext. intros j Hj Ej.
  unfold class_sum. rewrite (sum_ext k _ (fun l => same_class (class l) b * x + (if Nat.eqb l j then same_class (class l) b * (D - x) else 0))).
  - rewrite sum_plus, sum_scal_r, (sum_single k j (fun l => same_class (class l) b * (D - x)) Hj), Ej. reflexivity.
  - intros l Hl. destruct (Nat.eqb_spec l j) as [->|N].
    + rewrite HD by assumption. ring.
    + destruct (Nat.eq_dec (class l) b) as [E|E]; [rewrite Hx by auto; ring | rewrite same_other by assumption; ring].
Qed.

(** Schur: such a matrix is the invariant matrix of its sums over classes. *)
Theorem alike_acts M j l : alike_matrix k class M -> (j < k)%nat -> (l < k)%nat ->
  M j l = acting k class (fun a b => block M a b / size k class a)
    (fun a => (class_sum k class (fun i => M i i) a - block M a a / size k class a) / (size k class a - 1)) j l.
Proof.
  intros H Hj Hl. pose proof (size_one j Hj) as Sj. pose proof (size_one l Hl) as Sl.
  assert (Diag : class_sum k class (fun i => M i i) (class j) = size k class (class j) * M j j).
  { rewrite <- class_sum_const. apply class_sum_ext. intros i Hi E. now apply alike_diagonal. }
  unfold acting. destruct (Nat.eq_dec j l) as [<-|N].
  - rewrite !same_self, Diag. destruct (Req_dec (size k class (class j)) 1) as [One|Two]; [|field; lra].
    assert (B : block M (class j) (class j) = size k class (class j) * (size k class (class j) * M j j + same_class (class j) (class j) * (M j j - M j j))).
    { apply block_of; [intros i Hi E; now apply alike_diagonal|]. intros i e Hi He Ei Ee Nie. exfalso.
      assert (2 <= size k class (class i)) by (apply (size_two i e); congruence). rewrite Ei in *. lra. }
    match goal with |- context [?x / (size k class (class j) - 1)] => generalize (x / (size k class (class j) - 1)); intros d end.
    rewrite B, same_self, One. field.
  - assert (B : block M (class j) (class l) =
      size k class (class j) * (size k class (class l) * M j l + same_class (class j) (class l) * (M j j - M j l))).
    { apply block_of; [intros i Hi E; now apply alike_diagonal|]. intros i e Hi He Ei Ee Nie. now apply alike_apart. }
    rewrite (same_other j l) by assumption. destruct (Nat.eq_dec (class j) (class l)) as [E|E].
    + pose proof (size_two j l Hj Hl (eq_sym E) N) as P. rewrite <- E in B |- *. rewrite B, Diag, !same_self. field. lra.
    + match goal with |- context [?x / (size k class (class j) - 1)] => generalize (x / (size k class (class j) - 1)); intros d end.
      rewrite B, !(same_other (class j) (class l)) by assumption. field. lra.
Qed.

End Alike.

(** * Counts: of the members of a class that a set holds. *)
Fixpoint binomial (n c : nat) : nat :=
  match n, c with
  | _, O => 1
  | O, S _ => 0
  | S n', S c' => binomial n' c' + binomial n' c
  end.

Lemma binomial_positive n : forall c, (c <= n)%nat -> (0 < binomial n c)%nat.
Proof. induction n as [|n IH]; intros [|c] H; simpl; try lia. specialize (IH c ltac:(lia)). lia. Qed.

Section Orbits.

Variables k r : nat.
Variable class : nat -> nat.
Hypothesis Below : forall j, (j < k)%nat -> (class j < r)%nat.

(** Of the first n inputs: those of class a, and those of them that the set holds. *)
Fixpoint members (n a : nat) : nat := match n with O => 0 | S n' => members n' a + (if Nat.eqb (class n') a then 1 else 0) end.
Fixpoint held (n s a : nat) : nat := match n with O => 0 | S n' => held n' s a + (if Nat.eqb (class n') a then (if numbered s n' then 1 else 0) else 0) end.

(** Whether the set holds c_a of the first n inputs of each class a < q. *)
Fixpoint counted (n q s : nat) (c : nat -> nat) : bool := match q with O => true | S q' => counted n q' s c && Nat.eqb (held n s q') (c q') end.

Lemma counted_iff n q s c : counted n q s c = true <-> forall a, (a < q)%nat -> held n s a = c a.
Proof.
  induction q as [|q IH]; simpl; [split; [intros; lia | reflexivity]|]. rewrite andb_true_iff, IH, Nat.eqb_eq. split.
  - intros [A B] a Ha. destruct (Nat.eq_dec a q) as [->|]; [assumption | apply A; lia].
  - intros A. split; [intros; apply A; lia | apply A; lia].
Qed.

Definition one_if (b : bool) : R := if b then 1 else 0.

Lemma one_if_iff b b' : (b = true <-> b' = true) -> one_if b = one_if b'.
Proof. intros H. destruct b, b'; try reflexivity; exfalso; destruct H; intuition discriminate. Qed.

Lemma top_bit n s j : (s < 2 ^ n)%nat -> (j <= n)%nat -> numbered (2 ^ n + s) j = if Nat.eqb j n then true else numbered s j.
Proof.
  intros Hs Hj. pose proof (Nat.pow_nonzero 2 n ltac:(lia)). unfold numbered. rewrite !Nat.testbit_eqb. destruct (Nat.eqb_spec j n) as [->|N].
  - replace (2 ^ n + s)%nat with (s + 1 * 2 ^ n)%nat by lia. rewrite Nat.div_add, Nat.div_small by assumption. reflexivity.
  - replace (2 ^ n + s)%nat with (s + 2 * 2 ^ (n - S j) * 2 ^ j)%nat.
    + pose proof (Nat.pow_nonzero 2 j ltac:(lia)). rewrite Nat.div_add by assumption.
      rewrite (Nat.mul_comm 2), Nat.mod_add by lia. reflexivity.
    + rewrite (Nat.add_comm (2 ^ n)). f_equal. replace n with (S (n - S j) + j)%nat at 2 by lia. rewrite Nat.pow_add_r. simpl. lia.
Qed.

Lemma top_bit_zero n s : (s < 2 ^ n)%nat -> numbered s n = false.
Proof. intros Hs. unfold numbered. rewrite Nat.testbit_eqb, Nat.div_small by assumption. reflexivity. Qed.

Lemma held_ext n s s' a : (forall j, (j < n)%nat -> numbered s j = numbered s' j) -> held n s a = held n s' a.
Proof. induction n as [|n IH]; intros H; simpl; [reflexivity|]. rewrite IH by (intros; apply H; lia). now rewrite H by lia. Qed.

Lemma product_split q a0 f g h : (a0 < q)%nat -> f a0 = g a0 + h a0 -> (forall a, a <> a0 -> f a = g a) -> (forall a, a <> a0 -> f a = h a) ->
  product q f = product q g + product q h.
Proof.
  intros H0 E G H. assert (Low : forall n, (n <= a0)%nat -> product n f = product n g /\ product n f = product n h).
  { induction n as [|n IH]; intros Hn; simpl; [split; reflexivity|]. destruct (IH ltac:(lia)) as [A B].
    split; [rewrite A, G by lia; reflexivity | rewrite B, H by lia; reflexivity]. }
  induction q as [|q IH]; [lia|]. simpl. destruct (Nat.eq_dec a0 q) as [->|N].
  - destruct (Low q ltac:(lia)) as [A B]. rewrite E, <- A, <- B. ring.
  - rewrite IH by lia. rewrite <- (G q), <- (H q) by lia. ring.
Qed.

Lemma product_zero q f a : (a < q)%nat -> f a = 0 -> product q f = 0.
Proof. induction q as [|q IH]; intros Ha Z; [lia|]. simpl. destruct (Nat.eq_dec a q) as [->|]; [rewrite Z; ring | rewrite IH by (lia || assumption); ring]. Qed.

(** How many sets hold c_a inputs of each class a: the product of the binomial coefficients. *)
Theorem sets_counted n : forall c, (n <= k)%nat ->
  sum (2 ^ n) (fun s => one_if (counted n r s c)) = product r (fun a => INR (binomial (members n a) (c a))).
Proof.
  induction n as [|n IH]; intros c Hn.
  - simpl. rewrite Rplus_0_l. clear Below. induction r as [|q IHq]; [reflexivity|]. simpl. rewrite <- IHq.
    destruct (counted 0 q 0 c); destruct (c q) as [|x]; simpl; unfold one_if; simpl; ring.
  - specialize (Below n ltac:(lia)). set (a0 := class n) in *.
    replace (2 ^ S n)%nat with (2 ^ n + 2 ^ n)%nat by (simpl; lia). rewrite sum_add.
    rewrite (sum_ext (2 ^ n) (fun s => one_if (counted (S n) r s c)) (fun s => one_if (counted n r s c))).
    + set (down := fun a => if Nat.eqb a a0 then pred (c a) else c a).
      rewrite (sum_ext (2 ^ n) (fun s => one_if (counted (S n) r (2 ^ n + s) c)) (fun s => (if Nat.eqb (c a0) 0 then 0 else 1) * one_if (counted n r s down))).
      * rewrite sum_scal, !IH by lia. symmetry.
        rewrite (product_split r a0 _ (fun a => INR (binomial (members n a) (c a)))
          (fun a => if Nat.eqb a a0 then (if Nat.eqb (c a0) 0 then 0 else 1) * INR (binomial (members n a0) (down a0)) else INR (binomial (members n a) (c a)))); [| assumption | | |].
        -- f_equal. destruct (Nat.eqb_spec (c a0) 0) as [Z|NZ].
           ++ rewrite (Rmult_0_l (product r _)). apply (product_zero r _ a0); [assumption|]. rewrite Nat.eqb_refl. ring.
           ++ rewrite (Rmult_1_l (product r _)). apply product_ext. intros a _. unfold down. destruct (Nat.eqb_spec a a0) as [->|]; [rewrite Nat.eqb_refl; ring | reflexivity].
        -- rewrite Nat.eqb_refl. unfold down. rewrite Nat.eqb_refl. cbn [members]. fold a0. rewrite Nat.eqb_refl, Nat.add_1_r.
           destruct (c a0) as [|x]; cbn [Nat.eqb pred]; [destruct (members n a0); simpl; ring|]. cbn [binomial]. rewrite plus_INR. ring.
        -- intros a N. cbn [members]. fold a0. destruct (Nat.eqb_spec a0 a); [congruence|]. now rewrite Nat.add_0_r.
        -- intros a N. cbn [members]. fold a0. destruct (Nat.eqb_spec a0 a); [congruence|]. destruct (Nat.eqb_spec a a0); [congruence|]. now rewrite Nat.add_0_r.
      * intros s Hs. assert (Hold : forall a, held (S n) (2 ^ n + s) a = (held n s a + (if Nat.eqb a a0 then 1 else 0))%nat).
        { intros a. cbn [held]. fold a0. rewrite (top_bit n s n Hs (Nat.le_refl n)), Nat.eqb_refl, (Nat.eqb_sym a0 a).
          rewrite (held_ext n _ s); [reflexivity|]. intros j Hj. rewrite top_bit by (assumption || lia). destruct (Nat.eqb_spec j n); [lia | reflexivity]. }
        destruct (Nat.eqb_spec (c a0) 0) as [Z|NZ].
        -- rewrite Rmult_0_l. unfold one_if. destruct (counted (S n) r (2 ^ n + s) c) eqn:Ec; [|reflexivity]. exfalso.
           pose proof (proj1 (counted_iff _ _ _ _) Ec a0 Below) as X. rewrite Hold, Nat.eqb_refl in X. lia.
        -- rewrite Rmult_1_l. apply one_if_iff. rewrite !counted_iff. unfold down. split; intros X a Ha; specialize (X a Ha).
           ++ rewrite Hold in X. destruct (Nat.eqb_spec a a0) as [A|A]; [rewrite A in *|]; lia.
           ++ rewrite Hold. destruct (Nat.eqb_spec a a0) as [A|A]; [rewrite A in *|]; lia.
    + intros s Hs. apply one_if_iff. rewrite !counted_iff. split; intros X a Ha; specialize (X a Ha); cbn [held] in *; rewrite top_bit_zero in * by assumption;
        destruct (Nat.eqb (class n) a); lia.
Qed.

Variable m : nat.
Variable count : nat -> nat -> nat.
Variable theta : nat -> R.
Variable T : R.
Hypothesis HT : 1 <= T.
Hypothesis Inhabited : forall a, (a < r)%nat -> (0 < members k a)%nat.
Hypothesis Possible : forall e a, (e < m)%nat -> (a < r)%nat -> (count e a <= members k a)%nat.

(** The weight of a set: theta_e over the number of sets of the same counts. *)
Definition sets (e : nat) : R := product r (fun a => INR (binomial (members k a) (count e a))).
Definition by_orbits (s : nat) : R := sum m (fun e => one_if (counted k r s (count e)) * (theta e / sets e)).
(** s_a = n_a + (T - 1) c_a, and n_a. *)
Definition n (a : nat) : R := INR (members k a).
Definition held_sum (e a : nat) : R := n a + (T - 1) * INR (count e a).

Lemma sets_positive e : (e < m)%nat -> 0 < sets e.
Proof. intros He. apply product_positive. intros a Ha. apply lt_0_INR, binomial_positive. now apply Possible. Qed.

Lemma orbits_sum g h : (forall s e, (s < 2 ^ k)%nat -> (e < m)%nat -> (forall a, (a < r)%nat -> held k s a = count e a) -> g s = h e) ->
  sum (2 ^ k) (fun s => by_orbits s * g s) = sum m (fun e => theta e * h e).
Proof.
  intros H. rewrite (sum_ext (2 ^ k) _ (fun s => sum m (fun e => one_if (counted k r s (count e)) * (theta e / sets e * h e)))).
  - rewrite sum_swap. apply sum_ext. intros e He. rewrite sum_scal_r, sets_counted by lia. fold (sets e). pose proof (sets_positive e He). field. lra.
  - intros s Hs. unfold by_orbits. rewrite <- sum_scal_r. apply sum_ext. intros e He. unfold one_if.
    destruct (counted k r s (count e)) eqn:E; [|ring]. rewrite (H s e Hs He); [ring|]. now apply counted_iff.
Qed.

Lemma members_sum a : n a = size k class a.
Proof.
  unfold n, size. clear. induction k as [|q IH]; [reflexivity|]. cbn [members sum]. rewrite plus_INR, IH.
  unfold same_class. destruct (Nat.eqb (class q) a); simpl; ring.
Qed.

Lemma held_as_sum s a : INR (held k s a) = class_sum k class (fun j => if numbered s j then 1 else 0) a.
Proof.
  unfold class_sum. clear. induction k as [|q IH]; [reflexivity|]. cbn [held sum]. rewrite plus_INR, IH.
  unfold same_class. destruct (Nat.eqb (class q) a); destruct (numbered s q); simpl; ring.
Qed.

Lemma pattern_sum s a : class_sum k class (pattern T (numbered s)) a = n a + (T - 1) * INR (held k s a).
Proof.
  rewrite members_sum, held_as_sum. unfold class_sum, size. rewrite <- sum_scal, <- sum_plus. apply sum_ext. intros j _.
  unfold pattern. destruct (numbered s j); ring.
Qed.

Lemma pattern_squares s a : class_sum k class (fun j => pattern T (numbered s) j * pattern T (numbered s) j) a = n a + (T * T - 1) * INR (held k s a).
Proof.
  rewrite members_sum, held_as_sum. unfold class_sum, size. rewrite <- sum_scal, <- sum_plus. apply sum_ext. intros j _.
  unfold pattern. destruct (numbered s j); ring.
Qed.

Lemma exchanged_pattern a c s j : (j < k)%nat -> pattern T (numbered (exchanged k a c s)) j = pattern T (numbered s) (swap a c j).
Proof. intros Hj. unfold pattern, numbered, exchanged. now rewrite bits_testbit. Qed.

Lemma exchanged_twice a c s : (a < k)%nat -> (c < k)%nat -> (s < 2 ^ k)%nat -> (exchanged k a c s < 2 ^ k)%nat /\ exchanged k a c (exchanged k a c s) = s.
Proof.
  intros Ha Hc Hs. split; [apply bits_below|]. rewrite <- (numbered_below k s Hs) at 2. apply bits_ext. intros j Hj.
  unfold numbered, exchanged. rewrite bits_testbit by (now apply swap_below). unfold numbered. now rewrite swap_twice.
Qed.

Lemma exchanged_held a c s x : (a < k)%nat -> (c < k)%nat -> class a = class c -> held k (exchanged k a c s) x = held k s x.
Proof.
  intros Ha Hc E. apply INR_eq. rewrite !held_as_sum. unfold class_sum.
  rewrite <- (sum_exchange k a c (fun j => same_class (class j) x * (if numbered s j then 1 else 0)) Ha Hc). apply sum_ext. intros j Hj.
  f_equal.
  - f_equal. unfold swap. destruct (Nat.eqb_spec j a) as [->|]; [assumption|]. destruct (Nat.eqb_spec j c) as [->|]; congruence.
  - unfold numbered at 1, exchanged. now rewrite bits_testbit.
Qed.

Lemma by_orbits_exchanged a c s : (a < k)%nat -> (c < k)%nat -> class a = class c -> by_orbits (exchanged k a c s) = by_orbits s.
Proof.
  intros Ha Hc E. apply sum_ext. intros e _. f_equal. apply one_if_iff. rewrite !counted_iff.
  split; intros X x Hx; specialize (X x Hx); rewrite exchanged_held in * by assumption; assumption.
Qed.

(** The mechanism of the weights: Pr(s | j) = theta_c over the number of sets of its counts times the pattern, is one of the demand. *)
Definition orbit_mechanism (s j : nat) : R := by_orbits s * pattern T (numbered s) j.

Theorem orbits_weights : (forall e, (e < m)%nat -> 0 <= theta e) ->
  (forall a, (a < r)%nat -> sum m (fun e => theta e * held_sum e a) = n a) ->
  mechanism (2 ^ k) k orbit_mechanism /\ ldp (2 ^ k) k T 0 orbit_mechanism.
Proof.
  intros Pos Column. apply (orbits_mechanism k class); [assumption | | intros; now apply by_orbits_exchanged |].
  - intros s _. apply sum_nonneg. intros e He. unfold one_if. destruct (counted _ _ _ _); [|lra]. rewrite Rmult_1_l.
    apply Rmult_le_pos; [auto | left; apply Rinv_0_lt_compat; now apply sets_positive].
  - intros j Hj. assert (Sum : forall z, sum k (fun i => if Nat.eqb (class i) (class j) then z i else 0) = class_sum k class z (class j)).
    { intros z. apply sum_ext. intros i _. unfold same_class. destruct (Nat.eqb (class i) (class j)); ring. }
    rewrite (Sum (fun _ => 1)), class_sum_const, <- members_sum, Rmult_1_r, <- (Column (class j)) by auto.
    apply orbits_sum. intros s e _ He H. rewrite Sum, pattern_sum, H by auto. reflexivity.
Qed.

(** Its M, with the shares p_a in class a: the invariant matrix of section 7. *)
Theorem orbits_information p j l : (forall a, (a < r)%nat -> 0 < p a) -> (j < k)%nat -> (l < k)%nat ->
  let q := fun e => sum r (fun a => held_sum e a * p a) in
  information_matrix (2 ^ k) k (fun i => p (class i)) orbit_mechanism j l =
  acting k class (fun a b => sum m (fun e => theta e * (held_sum e a * held_sum e b / (n a * q e))))
    (fun a => sum m (fun e => theta e * ((T - 1) * (T - 1) * (INR (count e a) * (n a - INR (count e a))) / (n a * (n a - 1) * q e)))) j l.
Proof.
  intros Hp Hj Hl q. set (pi := fun i => p (class i)). set (M := information_matrix (2 ^ k) k pi orbit_mechanism).
  set (Q := fun s => dot k (pattern T (numbered s)) pi).
  assert (Size : forall a, (a < r)%nat -> 1 <= n a) by (intros a Ha; unfold n; change 1 with (INR 1); apply le_INR; specialize (Inhabited a Ha); lia).
  assert (Qpos : forall s, 0 < Q s).
  { intros s. apply Rlt_le_trans with (pi j); [apply Hp; auto|]. apply Rle_trans with (pattern T (numbered s) j * pi j).
    - rewrite <- (Rmult_1_l (pi j)) at 1. apply Rmult_le_compat_r; [left; apply Hp; auto|]. unfold pattern. destruct (numbered s j); lra.
    - apply (sum_term k (fun i => pattern T (numbered s) i * pi i)); [|assumption]. intros i Hi. apply Rmult_le_pos; [|left; apply Hp; auto].
      unfold pattern. destruct (numbered s i); lra. }
  assert (Row : forall i h, M i h = sum (2 ^ k) (fun s => by_orbits s * (pattern T (numbered s) i * pattern T (numbered s) h / Q s))).
  { intros i h. apply sum_ext. intros s _. unfold orbit_mechanism. assert (D : dot k (fun x => by_orbits s * pattern T (numbered s) x) pi = by_orbits s * Q s).
    { unfold Q, dot. rewrite <- sum_scal. apply sum_ext. intros. ring. }
    rewrite D. specialize (Qpos s).
    destruct (Req_dec (by_orbits s) 0) as [->|N]; [unfold Rdiv; ring | field; split; lra]. }
  assert (Shares : alike k class pi).
  { intros a c i Ha Hc E Hi. unfold pi, swap. destruct (Nat.eqb_spec i a) as [->|]; [congruence|].
    destruct (Nat.eqb_spec i c) as [->|]; congruence. }
  assert (Alike : alike_matrix k class M).
  { intros a c i h Ha Hc E Hi Hh. rewrite !Row.
    rewrite <- (sum_involution (2 ^ k) (exchanged k a c) (fun s => by_orbits s * (pattern T (numbered s) i * pattern T (numbered s) h / Q s)))
      by (intros; now apply exchanged_twice).
    apply sum_ext. intros s _. rewrite by_orbits_exchanged, !exchanged_pattern by assumption. do 2 f_equal. unfold Q.
    rewrite !(dot_sym k _ pi). rewrite <- (dot_exchange k class pi (pattern T (numbered s)) a c) by assumption.
    symmetry. apply sum_ext. intros x Hx. now rewrite exchanged_pattern. }
  assert (Qe : forall s e, (forall a, (a < r)%nat -> held k s a = count e a) -> Q s = q e).
  { intros s e H. unfold Q, q. rewrite (dot_sym k _ pi). unfold dot, pi. rewrite (by_class k r class Below p). apply sum_ext. intros a Ha.
    rewrite pattern_sum, H by assumption. unfold held_sum. ring. }
  assert (Block : forall a b, (a < r)%nat -> (b < r)%nat -> block k class M a b = sum m (fun e => theta e * (held_sum e a * held_sum e b / q e))).
  { intros a b Ha Hb. unfold block, class_sum.
    rewrite (sum_ext k _ (fun i => sum (2 ^ k) (fun s => by_orbits s * (class_sum k class (pattern T (numbered s)) b / Q s) * (same_class (class i) a * pattern T (numbered s) i)))).
    - rewrite sum_swap. rewrite (sum_ext (2 ^ k) _ (fun s => by_orbits s * (class_sum k class (pattern T (numbered s)) a * class_sum k class (pattern T (numbered s)) b / Q s))).
      + apply orbits_sum. intros s e _ He H. rewrite !pattern_sum, !H, (Qe s e H) by assumption. reflexivity.
      + intros s _. rewrite sum_scal. fold (class_sum k class (pattern T (numbered s)) a). unfold Rdiv. ring.
    - intros i _. rewrite (sum_ext k _ (fun h => sum (2 ^ k) (fun s => by_orbits s * (pattern T (numbered s) i / Q s) * (same_class (class h) b * pattern T (numbered s) h)))).
      + rewrite sum_swap, <- sum_scal. apply sum_ext. intros s _. rewrite sum_scal. unfold class_sum, Rdiv. ring.
      + intros h _. rewrite Row, <- sum_scal. apply sum_ext. intros. unfold Rdiv. ring. }
  assert (Diag : forall a, (a < r)%nat -> class_sum k class (fun i => M i i) a = sum m (fun e => theta e * ((n a + (T * T - 1) * INR (count e a)) / q e))).
  { intros a Ha. unfold class_sum.
    rewrite (sum_ext k _ (fun i => sum (2 ^ k) (fun s => by_orbits s * / Q s * (same_class (class i) a * (pattern T (numbered s) i * pattern T (numbered s) i))))).
    - rewrite sum_swap. rewrite (sum_ext (2 ^ k) _ (fun s => by_orbits s * (class_sum k class (fun i => pattern T (numbered s) i * pattern T (numbered s) i) a / Q s))).
      + apply orbits_sum. intros s e _ He H. rewrite pattern_squares, H, (Qe s e H) by assumption. reflexivity.
      + intros s _. rewrite sum_scal. unfold class_sum, Rdiv. ring.
    - intros i _. rewrite Row, <- sum_scal. apply sum_ext. intros. unfold Rdiv. ring. }
  assert (Qp : forall e, (e < m)%nat -> 0 < q e).
  { intros e _. assert (Terms : forall a, (a < r)%nat -> 0 < held_sum e a * p a).
    { intros a Ha. apply Rmult_lt_0_compat; [|auto]. unfold held_sum. specialize (Size a Ha). pose proof (pos_INR (count e a)).
      pose proof (Rmult_le_pos (T - 1) (INR (count e a)) ltac:(lra) ltac:(assumption)). lra. }
    apply Rlt_le_trans with (held_sum e (class j) * p (class j)); [apply Terms; auto|].
    apply (sum_term r (fun a => held_sum e a * p a)); [intros; left; auto | auto]. }
  fold M. rewrite (alike_acts k class M j l Alike Hj Hl). pose proof (Below j Hj) as Rj. pose proof (Below l Hl) as Rl.
  apply acting_ext; [| |assumption|assumption].
  - rewrite Block, <- members_sum by assumption. unfold Rdiv. rewrite <- sum_scal_r. apply sum_ext. intros e He.
    specialize (Qp e He). specialize (Size _ Rj). field. lra.
  - rewrite <- !members_sum. intros Two. rewrite Diag, Block by assumption. unfold Rdiv. rewrite <- sum_scal_r, <- sum_minus, <- sum_scal_r.
    apply sum_ext. intros e He. specialize (Qp e He). specialize (Size _ Rj). unfold held_sum. field. lra.
Qed.

End Orbits.
