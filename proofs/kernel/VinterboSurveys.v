(** Vinterbo, sections 4.2 and 4.3: marginals, the algorithm and its listing over any number of bits, and the privacy of a sequence of
    bit randomizers. *)

From Coq Require Import Reals Lra Lia List Arith Bool.
From Rropt Require Import Sums Vinterbo VinterboKronecker.
From Rropt Require VinterboBounds VinterboBits.
Import ListNotations.
Open Scope R_scope.

(** * Marginals: the bits of x at the places K, which a mask marks. *)
Fixpoint kept (K : list bool) (x : list bool) : list bool :=
  match K, x with
  | k :: K', b :: x' => if k then b :: kept K' x' else kept K' x'
  | _, _ => []
  end.
Notation size := VinterboBits.size.

Lemma kept_length n K x : length K = n -> length x = n -> length (kept K x) = size K.
Proof.
  revert K x. induction n as [|n IH]; intros [|k K] [|b x]; simpl length; intros; try lia; [reflexivity|].
  cbn [kept size]. destruct k; cbn [length Nat.add]; rewrite IH by lia; reflexivity.
Qed.

(** The answers at K have the matrix of K's bits alone; a and b are any two numbers of sum 1, so that this is said of C_a and of the
    matrix C_{a/(2a - 1)} of the estimate. *)
Lemma kept_law n K a b s x : a + b = 1 -> length K = n -> length x = n -> length s = size K ->
  strings n (fun r => same s (kept K r) * entry a b r x) = entry a b s (kept K x).
Proof.
  intros E. revert K s x. induction n as [|n IH]; intros [|k K] s [|c x]; simpl length; intros HK Hx Hs; try lia.
  - destruct s; [|simpl in Hs; lia]. unfold same. simpl. ring.
  - cbn [strings kept entry size] in *. destruct k.
    + destruct s as [|d s]; [simpl in Hs; lia|]. cbn [length Nat.add] in Hs.
      rewrite (strings_ext n (fun r => same (d :: s) (false :: kept K r) * ((if eqb false c then a else b) * entry a b r x))
        (fun r => (if eqb d false then 1 else 0) * (if eqb false c then a else b) * (same s (kept K r) * entry a b r x)))
        by (intros; rewrite same_cons; ring).
      rewrite (strings_ext n (fun r => same (d :: s) (true :: kept K r) * ((if eqb true c then a else b) * entry a b r x))
        (fun r => (if eqb d true then 1 else 0) * (if eqb true c then a else b) * (same s (kept K r) * entry a b r x)))
        by (intros; rewrite same_cons; ring).
      rewrite !strings_scal, IH by lia. cbn [entry]. destruct c, d; simpl; ring.
    + cbn [Nat.add] in Hs.
      rewrite (strings_ext n (fun r => same s (kept K r) * ((if eqb false c then a else b) * entry a b r x))
        (fun r => (if eqb false c then a else b) * (same s (kept K r) * entry a b r x))) by (intros; ring).
      rewrite (strings_ext n (fun r => same s (kept K r) * ((if eqb true c then a else b) * entry a b r x))
        (fun r => (if eqb true c then a else b) * (same s (kept K r) * entry a b r x))) by (intros; ring).
      rewrite !strings_scal, IH by lia. rewrite <- Rmult_plus_distr_r. destruct c; simpl; rewrite ?(Rplus_comm b a), E; ring.
Qed.

Definition marginal (n : nat) (K : list bool) (q : list bool -> R) (s : list bool) : R := strings n (fun x => same s (kept K x) * q x).

Lemma same_kept_sum n K q : length K = n -> strings (size K) (marginal n K q) = strings n q.
Proof.
  intros HK. unfold marginal. rewrite strings_swap. apply strings_ext. intros x Hx.
  rewrite (strings_ext _ _ (fun s => same (kept K x) s * q x)) by (intros; now rewrite VinterboBounds.same_symmetric).
  apply (strings_pick (size K) (kept K x) (fun _ => q x)). now apply (kept_length n).
Qed.

(** The law of the answers at K, and the estimate from them: both are those of a survey that asks for K alone. *)
Theorem marginals n K a m p s : a <> 1 / 2 -> (0 < m)%nat -> length K = n -> length s = size K -> strings n p = 1 ->
  marginal n K (law n (C a) p) s = law (size K) (C a) (marginal n K p) s /\
  answers (size K) m (marginal n K (law n (C a) p)) (estimate (C (a / (2 * a - 1))) s) = marginal n K p s /\
  (forall y, length y = n -> strings n (fun x => same s (kept K x) * C (a / (2 * a - 1)) x y) = C (a / (2 * a - 1)) s (kept K y)).
Proof.
  intros Ha Hm HK Hs Hp.
  assert (L : forall t, length t = size K -> marginal n K (law n (C a) p) t = law (size K) (C a) (marginal n K p) t).
  { intros t Ht. transitivity (strings n (fun x => C a t (kept K x) * p x)).
    - unfold marginal, law.
      rewrite (strings_ext n _ (fun r => strings n (fun x => same t (kept K r) * C a r x * p x))) by (intros r _; rewrite <- strings_scal; apply strings_ext; intros; ring).
      rewrite strings_swap. apply strings_ext. intros x Hx. rewrite strings_scal_r. unfold C at 1.
      rewrite (kept_law n K a (1 - a) t x) by (assumption || ring). reflexivity.
    - symmetry. unfold marginal, law.
      rewrite (strings_ext (size K) _ (fun r => strings n (fun x => same (kept K x) r * (C a t r * p x))))
        by (intros r _; rewrite <- strings_scal; apply strings_ext; intros; rewrite VinterboBounds.same_symmetric; ring).
      rewrite strings_swap. apply strings_ext. intros x Hx.
      apply (strings_pick (size K) (kept K x) (fun r => C a t r * p x)). now apply (kept_length n). }
  split; [now apply L|]. split.
  - transitivity (answers (size K) m (law (size K) (C a) (marginal n K p)) (estimate (C (a / (2 * a - 1))) s)).
    + generalize (estimate (C (a / (2 * a - 1))) s). clear - L. induction m as [|m IH]; intros f; [reflexivity|]. cbn [answers].
      apply strings_ext. intros r Hr. rewrite L, IH by assumption. reflexivity.
    + apply unbiased; try assumption.
      * intros x Hx. now apply columns_sum.
      * intros x y Hx Hy. now apply inverse_of.
      * now rewrite same_kept_sum.
  - intros y Hy. unfold C. apply kept_law; try assumption. ring.
Qed.

(** * The algorithm: the responses counted by an index, and the matrix applied to the counts. *)
Definition count_at (index : list bool -> nat) (j : nat) (s : list (list bool)) : R := added (fun r => if Nat.eqb (index r) j then 1 else 0) s.
Definition algorithm (n : nat) (index : list bool -> nat) (a : R) (i : nat) (s : list (list bool)) : R :=
  / INR (length s) * sum (2 ^ n) (fun j => iterated (a / (2 * a - 1)) (1 - a / (2 * a - 1)) n i j * count_at index j s).

Lemma over_counts n index (M : nat -> R) s : (forall r, In r s -> (index r < 2 ^ n)%nat) ->
  sum (2 ^ n) (fun j => M j * count_at index j s) = added (fun r => M (index r)) s.
Proof.
  unfold count_at. induction s as [|r s IH]; intros H; cbn [added].
  - rewrite (sum_ext _ _ (fun _ => 0)) by (intros; ring). apply sum_zero.
  - rewrite (sum_ext _ _ (fun j => (if Nat.eqb j (index r) then M j else 0) + M j * added (fun r => if Nat.eqb (index r) j then 1 else 0) s))
      by (intros j _; rewrite (Nat.eqb_sym (index r) j); destruct (Nat.eqb j (index r)); ring).
    rewrite sum_plus, IH by (intros; apply H; now right). f_equal. apply sum_single, H. now left.
Qed.

Lemma answers_lengths n m q f g : (forall s, length s = m -> (forall r, In r s -> length r = n) -> f s = g s) -> answers n m q f = answers n m q g.
Proof.
  revert f g. induction m as [|m IH]; intros f g H; simpl; [apply H; [reflexivity | contradiction]|].
  apply strings_ext. intros r Hr. f_equal. apply IH. intros s Hs Hl. apply H; [simpl; lia|]. intros t [<-|Ht]; auto.
Qed.

Lemma eta_below x : (eta x < 2 ^ length x)%nat.
Proof. rewrite eta_listed. pose proof (listed_below (rev x)) as H. now rewrite rev_length in H. Qed.

Lemma index_entry n a b r x : length r = n -> length x = n -> iterated a b n (eta r) (eta x) = entry a b r x /\ iterated a b n (listed r) (listed x) = entry a b r x.
Proof.
  intros Hr Hx. destruct (proposition_4_2 n a b r x Hr Hx) as [A B]. rewrite <- A, <- B. unfold law_of.
  rewrite <- (each_entry n a b r x Hr Hx). split; apply bits_independent; now rewrite repeat_length.
Qed.

Lemma algorithm_is n a x s : length x = n -> (forall r, In r s -> length r = n) ->
  algorithm n eta a (eta x) s = estimate (C (a / (2 * a - 1))) x s /\ algorithm n listed a (listed x) s = estimate (C (a / (2 * a - 1))) x s.
Proof.
  intros Hx Hs. unfold algorithm, estimate. split.
  - rewrite over_counts by (intros r Hr; rewrite <- (Hs r Hr); apply eta_below). rewrite Rmult_comm. refine (f_equal (fun v => v * / INR (length s)) _).
    clear - Hx Hs. induction s as [|r s IH]; [reflexivity|]. cbn [added]. rewrite IH by (intros; apply Hs; now right). f_equal.
    apply index_entry; [assumption | apply Hs; now left].
  - rewrite over_counts by (intros r Hr; rewrite <- (Hs r Hr); apply listed_below). rewrite Rmult_comm. refine (f_equal (fun v => v * / INR (length s)) _).
    clear - Hx Hs. induction s as [|r s IH]; [reflexivity|]. cbn [added]. rewrite IH by (intros; apply Hs; now right). f_equal.
    apply index_entry; [assumption | apply Hs; now left].
Qed.

(** The bits in K of m independent answers are m independent draws from the marginal law of one. *)
Lemma answers_kept n K m q f : length K = n -> answers n m q (fun s => f (map (kept K) s)) = answers (size K) m (marginal n K q) f.
Proof.
  intros HK. revert f. induction m as [|m IH]; intros f; [reflexivity|]. cbn [answers map].
  transitivity (strings n (fun r => q r * answers (size K) m (marginal n K q) (fun s => f (kept K r :: s)))).
  { apply strings_ext. intros r _. f_equal. apply (IH (fun s => f (kept K r :: s))). }
  transitivity (strings (size K) (fun t => strings n (fun x =>
    same t (kept K x) * q x * answers (size K) m (marginal n K q) (fun s => f (t :: s))))).
  2:{ apply strings_ext. intros t _. unfold marginal at 2. now rewrite strings_scal_r. }
  rewrite strings_swap. apply strings_ext. intros x Hx.
  rewrite (strings_ext _ _ (fun t => same (kept K x) t * (q x * answers (size K) m (marginal n K q) (fun s => f (t :: s)))))
    by (intros; rewrite VinterboBounds.same_symmetric; ring).
  rewrite (strings_pick (size K) (kept K x) (fun t => q x * answers (size K) m (marginal n K q) (fun s => f (t :: s))));
    [reflexivity | now apply (kept_length n)].
Qed.

(** The same for the bits in K alone, from whole answers. *)
Theorem algorithm_unbiased_on_bits n K m a p i : a <> 1 / 2 -> (0 < m)%nat -> length K = n -> strings n p = 1 -> (i < 2 ^ size K)%nat ->
  answers n m (law n (C a) p) (fun s => algorithm (size K) eta a i (map (kept K) s)) = marginal n K p (string (size K) i).
Proof.
  intros Ha Hm HK Hp Hi. rewrite answers_kept by assumption.
  destruct (marginals n K a m p (string (size K) i) Ha Hm HK (string_length _ _) Hp) as [_ [E _]].
  rewrite <- E. apply answers_lengths. intros s _ Hs. rewrite <- (eta_string (size K) i Hi) at 1.
  apply algorithm_is; [apply string_length | assumption].
Qed.

(** * The listing: its recursion for C, the histogram of the dot products with the powers of 2 from the greatest down, and the estimate. *)
Fixpoint printed_C (n : nat) (a : R) : nat -> nat -> R :=
  match n with
  | O => fun _ _ => 1
  | S n' => kron (2 ^ n') (fun i j => if Nat.eqb i j then a else 1 - a) (printed_C n' a)
  end.
Definition powers (n : nat) : list nat := map (fun i => 2 ^ (n - 1 - i))%nat (seq 0 n).
Fixpoint dot_product (r : list bool) (w : list nat) : nat :=
  match r, w with
  | b :: r', v :: w' => ((if b then 1 else 0) * v + dot_product r' w')%nat
  | _, _ => O
  end.
Definition pihat (n : nat) (a : R) (s : list (list bool)) (i : nat) : R :=
  sum (2 ^ n) (fun j => printed_C n (a / (2 * a - 1)) i j * count_at (fun r => dot_product r (powers n)) j s) / INR (length s).

Lemma powers_listed n r : length r = n -> dot_product r (powers n) = listed r.
Proof.
  unfold powers. intros H. assert (G : forall k r, length r = k -> dot_product r (map (fun i => 2 ^ (n - 1 - i))%nat (seq (n - k) k)) = listed r \/ (n < k)%nat).
  { clear. induction k as [|k IH]; intros [|b r] Hr; simpl length in Hr; try lia; [left; reflexivity|].
    destruct (Nat.lt_ge_cases n (S k)) as [L|L]; [now right | left]. cbn [seq map dot_product listed].
    destruct (IH r ltac:(lia)) as [E|E]; [|lia]. replace (S (n - S k)) with (n - k)%nat by lia. rewrite E. do 2 f_equal. f_equal. lia. }
  destruct (G n r H) as [E|E]; [|lia]. now rewrite Nat.sub_diag in E.
Qed.

Lemma printed_is n a i j : (i < 2 ^ n)%nat -> (j < 2 ^ n)%nat -> printed_C n a i j = iterated a (1 - a) n i j.
Proof.
  revert i j. induction n as [|n IH]; intros i j Hi Hj; [reflexivity|]. cbn [printed_C iterated]. unfold kron.
  pose proof (power_positive n) as P. rewrite IH by (apply Nat.mod_upper_bound; lia). f_equal.
  assert (Q : forall k, (k < 2 ^ S n)%nat -> (k / 2 ^ n < 2)%nat) by (intros k Hk; apply Nat.div_lt_upper_bound; simpl in Hk; lia).
  pose proof (Q i Hi) as A. pose proof (Q j Hj) as B. unfold bit_matrix, bisymmetric.
  destruct (i / 2 ^ n)%nat as [|[|u]], (j / 2 ^ n)%nat as [|[|v]]; try lia; reflexivity.
Qed.

Lemma iterated_inverse n a i j : a <> 1 / 2 -> (i < 2 ^ n)%nat -> (j < 2 ^ n)%nat ->
  sum (2 ^ n) (fun l => iterated (a / (2 * a - 1)) (1 - a / (2 * a - 1)) n i l * iterated a (1 - a) n l j) = VinterboBounds.identity i j /\
  sum (2 ^ n) (fun l => iterated a (1 - a) n i l * iterated (a / (2 * a - 1)) (1 - a / (2 * a - 1)) n l j) = VinterboBounds.identity i j.
Proof.
  intros Ha. assert (K : 2 * a - 1 <> 0) by lra. revert i j. induction n as [|n IH]; intros i j Hi Hj.
  - simpl in Hi, Hj. replace i with O by lia. replace j with O by lia. unfold VinterboBounds.identity. simpl. split; ring.
  - change (2 ^ S n)%nat with (2 * 2 ^ n)%nat in *. cbn [iterated]. pose proof (power_positive n) as P.
    split; apply VinterboBounds.kronecker_inverse; try assumption; try (intros u v Hu Hv; now apply IH);
      intros [|[|u]] [|[|v]] Hu Hv; try lia; unfold bit_matrix, bisymmetric, VinterboBounds.identity; simpl; field; assumption.
Qed.

Theorem listing_matrix n a i j : (i < 2 ^ n)%nat -> (j < 2 ^ n)%nat ->
  printed_C n a i j = iterated a (1 - a) n i j /\
  (a <> 1 / 2 -> sum (2 ^ n) (fun l => printed_C n (a / (2 * a - 1)) i l * printed_C n a l j) = VinterboBounds.identity i j /\
                 sum (2 ^ n) (fun l => printed_C n a i l * printed_C n (a / (2 * a - 1)) l j) = VinterboBounds.identity i j).
Proof.
  intros Hi Hj. split; [now apply printed_is|]. intros Ha. destruct (iterated_inverse n a i j Ha Hi Hj) as [A B].
  split; [rewrite <- A | rewrite <- B]; apply sum_ext; intros l Hl; now rewrite !printed_is.
Qed.

(** The listing computes the algorithm's estimate where its index has the first bit most significant, and, with the columns reversed,
    that which is counted by eta. *)
Theorem listing_repaired n a i s : (i < 2 ^ n)%nat -> (forall r, In r s -> length r = n) ->
  pihat n a s i = algorithm n listed a i s /\ pihat n a (map (@rev bool) s) i = algorithm n eta a i s.
Proof.
  intros Hi Hs.
  assert (G : forall s', (forall r, In r s' -> length r = n) -> pihat n a s' i = algorithm n listed a i s').
  { intros s' H'. unfold pihat, algorithm. unfold Rdiv at 1. rewrite Rmult_comm. f_equal. apply sum_ext. intros j Hj. rewrite printed_is by assumption. f_equal.
    unfold count_at. clear - H'. induction s' as [|r s' IH]; [reflexivity|]. cbn [added]. rewrite IH by (intros; apply H'; now right).
    rewrite powers_listed by (apply H'; now left). reflexivity. }
  split; [now apply G|]. rewrite G.
  - unfold algorithm. rewrite map_length. f_equal. apply sum_ext. intros j _. f_equal. unfold count_at.
    clear. induction s as [|r s IH]; [reflexivity|]. cbn [map added]. rewrite IH, eta_listed. reflexivity.
  - intros r Hr. apply in_map_iff in Hr. destruct Hr as [t [<- Ht]]. rewrite rev_length. now apply Hs.
Qed.

(** * Privacy of a sequence of bit randomizers, section 4.3: l_M is the largest ratio in a row of M. *)
Definition randomizer_of_bits (M : bool -> bool -> R) : Prop := (forall y x, 0 < M y x) /\ forall x, M false x + M true x = 1.
Definition largest_ratio (M : bool -> bool -> R) (l : R) : Prop :=
  (forall y x x', M y x <= l * M y x') /\ exists y x x', M y x = l * M y x'.

Lemma ratio_above_1 M l : randomizer_of_bits M -> largest_ratio M l -> 1 <= l.
Proof. intros [P _] [H _]. specialize (H true true true). specialize (P true true). apply Rmult_le_reg_r with (M true true); lra. Qed.

(** For a bisymmetric randomizer it is r(a). *)
Theorem bisymmetric_ratio a : 0 < a < 1 -> largest_ratio (bisymmetric a (1 - a)) (ratio a).
Proof.
  intros Ha. destruct (ratio_range a Ha) as [R1 [R2 R3]]. split.
  - intros [|] [|] [|]; unfold bisymmetric; simpl; pose proof (Rmult_le_compat_r a 1 (ratio a) ltac:(lra) R1);
      pose proof (Rmult_le_compat_r (1 - a) 1 (ratio a) ltac:(lra) R1); lra.
  - unfold ratio. destruct (Rle_dec (a / (1 - a)) ((1 - a) / a)) as [L|L].
    + exists true, false, true. unfold bisymmetric. simpl. rewrite Rmax_right by assumption. field. lra.
    + exists true, true, false. unfold bisymmetric. simpl. rewrite Rmax_left by lra. field. lra.
Qed.

(** The product of the ratios at the places where x and y differ; the product over a set of places. *)
Fixpoint over (S : list bool) (ls : list R) : R :=
  match S, ls with
  | c :: S', l :: ls' => (if c then l else 1) * over S' ls'
  | _, _ => 1
  end.

Lemma over_nonneg S ls : Forall (fun l => 1 <= l) ls -> 1 <= over S ls.
Proof.
  revert S. induction ls as [|l ls IH]; intros [|c S] H; simpl; try lra. inversion H; subst. specialize (IH S H3).
  apply Rle_trans with (1 * 1); [lra|]. apply Rmult_le_compat; try lra. destruct c; lra.
Qed.

(** A set of at most k places lies in one of k, which has the larger product. *)
Lemma extended n k S ls : length S = n -> length ls = n -> (size S <= k <= n)%nat -> Forall (fun l => 1 <= l) ls ->
  exists T, length T = n /\ size T = k /\ over S ls <= over T ls.
Proof.
  revert k S ls. induction n as [|n IH]; intros k [|c S] [|l ls]; simpl length; intros HS Hl Hk H; try lia.
  - exists []. simpl in *. repeat split; try lia. lra.
  - inversion H as [|? ? L1 L2]; subst. pose proof (VinterboBits.size_le n S ltac:(lia)) as B. destruct c; cbn [size over Nat.add] in *.
    + destruct k as [|k]; [lia|]. destruct (IH k S ls ltac:(lia) ltac:(lia) ltac:(lia) L2) as [T [T1 [T2 T3]]].
      exists (true :: T). cbn [length size over Nat.add]. repeat split; try lia. apply Rmult_le_compat_l; lra.
    + destruct (Nat.le_gt_cases k n) as [K|K].
      * destruct (IH k S ls ltac:(lia) ltac:(lia) ltac:(lia) L2) as [T [T1 [T2 T3]]].
        exists (false :: T). cbn [length size over Nat.add]. repeat split; try lia. lra.
      * destruct (IH n S ls ltac:(lia) ltac:(lia) ltac:(lia) L2) as [T [T1 [T2 T3]]].
        exists (true :: T). cbn [length size over Nat.add]. repeat split; try lia.
        pose proof (over_nonneg S ls L2). pose proof (over_nonneg T ls L2). pose proof (Rmult_le_compat_r (over T ls) 1 l ltac:(lra) L1). lra.
Qed.

Fixpoint differ (x y : list bool) : list bool :=
  match x, y with b :: x', c :: y' => xorb b c :: differ x' y' | _, _ => [] end.
Lemma differ_distance x y : length x = length y -> size (differ x y) = distance x y /\ length (differ x y) = length x.
Proof.
  revert y. induction x as [|b x IH]; intros [|c y] H; simpl in *; try lia. destruct (IH y ltac:(lia)) as [A B]. rewrite A, B.
  destruct b, c; simpl; split; reflexivity.
Qed.

Lemma each_ratio Ms ls r x y : Forall2 largest_ratio Ms ls -> Forall randomizer_of_bits Ms ->
  length r = length Ms -> length x = length Ms -> length y = length Ms -> 0 <= each Ms r y /\ 0 <= each Ms r x /\ each Ms r x <= over (differ x y) ls * each Ms r y.
Proof.
  intros H. revert r x y. induction H as [|M l Ms ls HM _ IH]; intros [|e r] [|b x] [|c y] HR; simpl length; intros; try lia; [simpl; lra|].
  inversion HR as [|? ? R1 R2]; subst. destruct (IH r x y R2 ltac:(lia) ltac:(lia) ltac:(lia)) as [A [A' B]]. cbn [each differ over].
  pose proof (proj1 R1 e b) as P. pose proof (proj1 R1 e c) as Q. pose proof (ratio_above_1 M l R1 HM) as L.
  split; [apply Rmult_le_pos; lra|]. split; [apply Rmult_le_pos; lra|].
  apply Rle_trans with ((if xorb b c then l else 1) * M e c * (over (differ x y) ls * each Ms r y)); [|right; ring].
  apply Rmult_le_compat; try lra. destruct (xorb b c) eqn:X; [apply (proj1 HM)|]. destruct b, c; try discriminate; lra.
Qed.

(** l is the product of the k largest of ls. *)
Definition product_of_largest (k : nat) (ls : list R) (l : R) : Prop :=
  (exists S, length S = length ls /\ size S = k /\ over S ls = l) /\ forall S, length S = length ls -> size S = k -> over S ls <= l.

Theorem sequence_privacy Ms ls k l (event : list bool -> bool) x y : Forall2 largest_ratio Ms ls -> Forall randomizer_of_bits Ms ->
  (k <= length Ms)%nat -> product_of_largest k ls l -> length x = length Ms -> length y = length Ms -> (distance x y <= k)%nat ->
  strings (length Ms) (fun r => if event r then law_of Ms r x else 0) <= exp (ln l) * strings (length Ms) (fun r => if event r then law_of Ms r y else 0).
Proof.
  intros H HR Hk [[S0 [S1 [S2 S3]]] Hl] Hx Hy D. assert (Len : length ls = length Ms) by (clear - H; induction H; simpl; congruence).
  assert (L1 : Forall (fun l => 1 <= l) ls).
  { clear - H HR. induction H as [|M l Ms ls HM _ IH]; constructor; inversion HR; subst; [now apply (ratio_above_1 M) | now apply IH]. }
  assert (L0 : 1 <= l) by (rewrite <- S3; now apply over_nonneg).
  rewrite exp_ln by lra. rewrite <- strings_scal. apply strings_le. intros r Hr. destruct (event r); [|lra].
  rewrite !bits_independent by assumption. destruct (each_ratio Ms ls r x y H HR Hr Hx Hy) as [A [_ B]].
  eapply Rle_trans; [exact B|]. apply Rmult_le_compat_r; [assumption|].
  destruct (differ_distance x y ltac:(lia)) as [D1 D2].
  destruct (extended (length Ms) k (differ x y) ls ltac:(lia) ltac:(lia) ltac:(lia) L1) as [T [T1 [T2 T3]]].
  eapply Rle_trans; [exact T3|]. apply Hl; [lia | assumption].
Qed.

(** One bit randomizer, asked of each of any number of people, two states of whom differ in one person's bit. *)
Theorem bit_privacy M l m (event : list bool -> bool) x y : randomizer_of_bits M -> largest_ratio M l ->
  length x = m -> length y = m -> (distance x y <= 1)%nat ->
  strings m (fun r => if event r then law_of (repeat M m) r x else 0) <= exp (ln l) * strings m (fun r => if event r then law_of (repeat M m) r y else 0).
Proof.
  intros HM Hl Hx Hy D. pose proof (ratio_above_1 M l HM Hl) as L1. rewrite exp_ln by lra. rewrite <- strings_scal. apply strings_le.
  intros r Hr. destruct (event r); [|lra]. rewrite !bits_independent by (rewrite repeat_length; assumption).
  assert (F : Forall2 largest_ratio (repeat M m) (repeat l m)) by (clear - Hl; induction m; simpl; constructor; assumption).
  assert (G : Forall randomizer_of_bits (repeat M m)) by (clear - HM; induction m; simpl; constructor; assumption).
  destruct (each_ratio (repeat M m) (repeat l m) r x y F G) as [A [_ B]]; try (rewrite repeat_length; assumption).
  eapply Rle_trans; [exact B|]. apply Rmult_le_compat_r; [assumption|]. destruct (differ_distance x y ltac:(lia)) as [D1 D2]. rewrite <- D1 in D.
  clear - D L1. revert D. generalize (differ x y) as S. intros S D. clear x y. revert S D. 
  assert (Z : forall m S, (size S = 0)%nat -> over S (repeat l m) = 1).
  { clear. induction m as [|m IH]; intros [|c S] H; simpl in *; try reflexivity. destruct c; [discriminate|]. rewrite IH by assumption. ring. }
  induction m as [|m IH]; intros [|c S] D; simpl in *; try lra. destruct c; [rewrite Z by lia; lra | specialize (IH S D); lra].
Qed.
