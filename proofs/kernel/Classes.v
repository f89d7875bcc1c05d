(** Inputs of one class: exchanging them changes nothing, so that the patterns with T at the first inputs of each class decide, and
    weights of whole orbits make a mechanism. SPEC sections 4.2, 9.2, 9.7 and 9.10. *)

From Coq Require Import Reals Lra Lia Arith Bool Classical.
From Rropt Require Import Sums Mechanisms TwoValuedRows Prices Ways Rays Levels Functions Estimates.
Open Scope R_scope.

Definition swap (a c j : nat) : nat := if Nat.eqb j a then c else if Nat.eqb j c then a else j.

Lemma swap_twice a c j : swap a c (swap a c j) = j.
Proof.
  unfold swap. destruct (Nat.eqb_spec j a) as [->|A]; [rewrite Nat.eqb_refl; destruct (Nat.eqb_spec c a); congruence|].
  destruct (Nat.eqb_spec j c) as [->|C]; [now rewrite Nat.eqb_refl|].
  destruct (Nat.eqb_spec j a); [congruence|]. destruct (Nat.eqb_spec j c); congruence.
Qed.

Lemma swap_below k a c j : (a < k)%nat -> (c < k)%nat -> (j < k)%nat -> (swap a c j < k)%nat.
Proof. intros. unfold swap. destruct (Nat.eqb j a); [assumption|]. destruct (Nat.eqb j c); assumption. Qed.

(** A sum in another order: g takes every term once. *)
Lemma sum_involution n g f : (forall i, (i < n)%nat -> (g i < n)%nat /\ g (g i) = i) -> sum n (fun i => f (g i)) = sum n f.
Proof.
  intros H. rewrite (sum_ext n _ (fun i => sum n (fun j => if Nat.eqb j (g i) then f j else 0))).
  - rewrite sum_swap. apply sum_ext. intros j Hj. rewrite (sum_ext n _ (fun i => if Nat.eqb i (g j) then f j else 0)).
    + apply (sum_single n (g j) (fun _ => f j)). now apply H.
    + intros i Hi. destruct (Nat.eqb_spec j (g i)) as [E|E]; destruct (Nat.eqb_spec i (g j)) as [E'|E']; auto.
      * exfalso. apply E'. rewrite E. symmetry. now apply H.
      * exfalso. apply E. rewrite E'. symmetry. now apply H.
  - intros i Hi. symmetry. apply sum_single. now apply H.
Qed.

Lemma sum_exchange k a c f : (a < k)%nat -> (c < k)%nat -> sum k (fun j => f (swap a c j)) = sum k f.
Proof. intros Ha Hc. apply sum_involution. intros i Hi. split; [now apply swap_below | apply swap_twice]. Qed.

Section Classes.

Variable k : nat.
Variable class : nat -> nat.

(** Nothing changes when two inputs of one class are exchanged: a vector, a matrix in rows and columns, a function of a row. *)
Definition alike (u : nat -> R) : Prop :=
  forall a c j, (a < k)%nat -> (c < k)%nat -> class a = class c -> (j < k)%nat -> u (swap a c j) = u j.
Definition alike_matrix (Q : nat -> nat -> R) : Prop :=
  forall a c j l, (a < k)%nat -> (c < k)%nat -> class a = class c -> (j < k)%nat -> (l < k)%nat -> Q (swap a c j) (swap a c l) = Q j l.
Definition alike_function (f : (nat -> R) -> R) : Prop :=
  forall a c r, (a < k)%nat -> (c < k)%nat -> class a = class c -> f (fun j => r (swap a c j)) = f r.

(** The patterns that are tried: in each class T at the first inputs alone. *)
Definition at_the_first (b : nat -> bool) : Prop :=
  forall i j, (i < j)%nat -> (j < k)%nat -> class i = class j -> b j = true -> b i = true.

(** Exchanges take every list of values to one where a key does not rise within a class: the largest one first, and so on. *)
Theorem sorted_by_classes {V} (key : V -> R) (Q : (nat -> V) -> Prop) :
  (forall b b', (forall j, (j < k)%nat -> b j = b' j) -> Q b -> Q b') ->
  (forall b a c, (a < k)%nat -> (c < k)%nat -> class a = class c -> Q b -> Q (fun j => b (swap a c j))) ->
  (forall b, (forall i j, (i < j)%nat -> (j < k)%nat -> class i = class j -> key (b j) <= key (b i)) -> Q b) -> forall b, Q b.
Proof.
  intros Same Exchange First.
  enough (Main : forall d n b, (n + d = k)%nat ->
    (forall i j, (i < n)%nat -> (i < j)%nat -> (j < k)%nat -> class i = class j -> key (b j) <= key (b i)) -> Q b)
    by (intros b; apply (Main k 0%nat); [lia | intros; lia]).
  induction d as [|d IH]; intros n b Hn Sorted; [apply First; intros i j Hij Hj; apply Sorted; lia|].
  (* the largest of those from n on in the class of n *)
  assert (exists c, (n <= c)%nat /\ (c < k)%nat /\ class c = class n /\
    forall j, (n <= j)%nat -> (j < k)%nat -> class j = class n -> key (b j) <= key (b c)) as [c [Hnc [Hc [Cc Most]]]].
  { assert (Up : forall p, (n < p <= k)%nat -> exists c, (n <= c)%nat /\ (c < p)%nat /\ class c = class n /\
      forall j, (n <= j)%nat -> (j < p)%nat -> class j = class n -> key (b j) <= key (b c)).
    { induction p as [|p IHp]; intros Hp; [lia|]. destruct (Nat.eq_dec p n) as [->|N].
      - exists n. repeat split; auto. intros j H1 H2 _. replace j with n by lia. lra.
      - destruct IHp as [c [C1 [C2 [C3 C4]]]]; [lia|].
        destruct (Nat.eq_dec (class p) (class n)) as [E|E]; [destruct (Rle_lt_dec (key (b p)) (key (b c))) as [L|L]|].
        + exists c. repeat split; auto. intros j H1 H2 H3. destruct (Nat.eq_dec j p) as [->|]; [assumption | apply C4; auto; lia].
        + exists p. repeat split; auto; [lia|]. intros j H1 H2 H3. destruct (Nat.eq_dec j p) as [->|]; [lra|].
          pose proof (C4 j H1 ltac:(lia) H3). lra.
        + exists c. repeat split; auto. intros j H1 H2 H3. destruct (Nat.eq_dec j p) as [->|]; [contradiction | apply C4; auto; lia]. }
    apply Up. lia. }
  apply (Same (fun x => b (swap n c (swap n c x)))); [intros x _; now rewrite swap_twice|].
  apply (Exchange (fun x => b (swap n c x)) n c); [lia | assumption | now symmetry|]. apply (IH (S n)); [lia|].
  intros i j Hi Hij Hj E. unfold swap.
  destruct (Nat.eqb_spec i n) as [->|Ni].
  - destruct (Nat.eqb_spec j n); [lia|]. destruct (Nat.eqb_spec j c); apply Most; auto; lia.
  - destruct (Nat.eqb_spec i c); [lia|]. destruct (Nat.eqb_spec j n) as [->|].
    + apply Sorted; first [lia | congruence].
    + destruct (Nat.eqb_spec j c) as [->|]; apply Sorted; first [lia | congruence].
Qed.

Theorem patterns_by_classes (Q : (nat -> bool) -> Prop) :
  (forall b b', (forall j, (j < k)%nat -> b j = b' j) -> Q b -> Q b') ->
  (forall b a c, (a < k)%nat -> (c < k)%nat -> class a = class c -> Q b -> Q (fun j => b (swap a c j))) ->
  (forall b, at_the_first b -> Q b) -> forall b, Q b.
Proof.
  intros Same Exchange First. apply (sorted_by_classes (fun x : bool => if x then 1 else 0)); auto.
  intros b H. apply First. intros i j Hij Hj E Bj. specialize (H i j Hij Hj E). rewrite Bj in H. destruct (b i); [reflexivity | lra].
Qed.

Lemma dot_exchange u r a c : alike u -> (a < k)%nat -> (c < k)%nat -> class a = class c -> dot k u (fun j => r (swap a c j)) = dot k u r.
Proof.
  intros H Ha Hc E. unfold dot at 2. rewrite <- (sum_exchange k a c (fun j => u j * r j)) by assumption. apply sum_ext. intros j Hj. now rewrite (H a c j).
Qed.

Lemma quadratic_exchange Q r a c : alike_matrix Q -> (a < k)%nat -> (c < k)%nat -> class a = class c ->
  sum k (fun j => sum k (fun l => r (swap a c j) * Q j l * r (swap a c l))) = sum k (fun j => sum k (fun l => r j * Q j l * r l)).
Proof.
  intros H Ha Hc E. rewrite <- (sum_exchange k a c (fun j => sum k (fun l => r j * Q j l * r l))) by assumption.
  apply sum_ext. intros j Hj. rewrite <- (sum_exchange k a c (fun l => r (swap a c j) * Q (swap a c j) l * r l)) by assumption.
  apply sum_ext. intros l Hl. now rewrite (H a c j l).
Qed.

(** The rule: where f, y and the classes are so, the patterns that are tried suffice. *)
Theorem inequality_by_classes T f y :
  (forall r s, (forall j, (j < k)%nat -> r j = s j) -> f r = f s) -> alike_function f -> alike y ->
  (forall b, at_the_first b -> f (pattern T b) <= dot k y (pattern T b)) -> forall b, f (pattern T b) <= dot k y (pattern T b).
Proof.
  intros Same Hf Hy First. apply (patterns_by_classes (fun b => f (pattern T b) <= dot k y (pattern T b))); [| |exact First].
  - intros b b' H L. assert (E : forall j, (j < k)%nat -> pattern T b j = pattern T b' j) by (intros j Hj; unfold pattern; now rewrite H).
    rewrite <- (Same _ _ E), <- (dot_ext k y (pattern T b) y (pattern T b')) by auto. assumption.
  - intros b a c Ha Hc E L.
    change (pattern T (fun j => b (swap a c j))) with (fun j => pattern T b (swap a c j)).
    rewrite (Hf a c) by assumption. now rewrite (dot_exchange y) by assumption.
Qed.

(** The matrix duals: Q_a = w_a X_a^T diag(d_a) X_a, pi_a and y. *)
Definition dual_matrix (q : nat) (w : R) (X : nat -> nat -> R) (d : nat -> R) (j l : nat) : R := w * sum q (fun c => d c * (X c j * X c l)).

Theorem forms_by_classes A q T w X d pi y :
  (forall a, (a < A)%nat -> alike_matrix (dual_matrix q (w a) (X a) (d a))) -> (forall a, (a < A)%nat -> alike (pi a)) -> alike y ->
  (forall b, at_the_first b -> forms A q k w X d pi (pattern T b) <= dot k y (pattern T b)) ->
  forall b, forms A q k w X d pi (pattern T b) <= dot k y (pattern T b).
Proof.
  intros HQ Hpi Hy. apply inequality_by_classes; [| |assumption].
  - intros r s H. apply sum_ext. intros a _. unfold form. rewrite (dot_ext k r (pi a) s (pi a)) by auto. f_equal. f_equal.
    apply sum_ext. intros c _. now rewrite (dot_ext k (X a c) r (X a c) s) by auto.
  - assert (Form : forall a r, w a * form q k (X a) (d a) (pi a) r =
      sum k (fun j => sum k (fun l => r j * dual_matrix q (w a) (X a) (d a) j l * r l)) / dot k (pi a) r).
    { intros a r. unfold form. rewrite (dot_sym k r). unfold Rdiv. rewrite <- Rmult_assoc. f_equal. rewrite <- sum_scal.
      rewrite (sum_ext q _ (fun c => sum k (fun j => sum k (fun l => r j * (w a * (d a c * (X a c j * X a c l))) * r l)))).
      - rewrite sum_swap. apply sum_ext. intros j Hj. rewrite sum_swap. apply sum_ext. intros l Hl.
        rewrite sum_scal_r, sum_scal, sum_scal. reflexivity.
      - intros c Hc. unfold dot. rewrite sum_mult, <- sum_scal, <- sum_scal. apply sum_ext. intros j Hj.
        rewrite <- sum_scal, <- sum_scal. apply sum_ext. intros. ring. }
    intros a c r Ha Hc E. unfold forms. apply sum_ext. intros e He. rewrite !Form.
    rewrite (quadratic_exchange _ r a c) by auto. now rewrite (dot_exchange (pi e)) by auto.
Qed.

(** The information at a prior that is the same for inputs of one class. *)
Theorem information_by_classes T w y : alike w -> alike y ->
  (forall b, at_the_first b -> information_row k w (pattern T b) <= dot k y (pattern T b)) ->
  forall b, information_row k w (pattern T b) <= dot k y (pattern T b).
Proof.
  intros Hw Hy. apply inequality_by_classes; [| |assumption].
  - intros r s H. unfold information_row. rewrite (dot_ext k w r w s) by auto. apply sum_ext. intros j Hj. now rewrite H.
  - intros a c r Ha Hc E. unfold information_row. rewrite (dot_exchange w r a c) by assumption.
    rewrite <- (sum_exchange k a c (fun j => w j * (r j * ln (r j / dot k w r)))) by assumption.
    apply sum_ext. intros j Hj. now rewrite (Hw a c j).
Qed.

(** A divergence between two distributions that are the same for inputs of one class. *)
Theorem divergence_by_classes T phi L p q y : alike p -> alike q -> alike y ->
  (forall b, at_the_first b -> perspective phi L (dot k p (pattern T b)) (dot k q (pattern T b)) <= dot k y (pattern T b)) ->
  forall b, perspective phi L (dot k p (pattern T b)) (dot k q (pattern T b)) <= dot k y (pattern T b).
Proof.
  intros Hp Hq Hy. apply (inequality_by_classes T (fun s => perspective phi L (dot k p s) (dot k q s))); [| |assumption].
  - intros r s H. now rewrite !(dot_ext k _ r _ s) by auto.
  - intros a c r Ha Hc E. now rewrite !dot_exchange by assumption.
Qed.

Lemma swap_same a c j l : Nat.eqb (swap a c j) (swap a c l) = Nat.eqb j l.
Proof.
  destruct (Nat.eqb_spec j l) as [->|N]; [apply Nat.eqb_refl|]. apply Nat.eqb_neq. intros E. apply N. now rewrite <- (swap_twice a c j), E, swap_twice.
Qed.

(** The divergence summed over all ordered pairs. *)
Theorem pairs_by_classes T phi L y : alike y ->
  let f s := sum k (fun j => 1 * sum k (fun l => (if Nat.eqb j l then 0 else 1) * perspective phi L (dot k (unit j) s) (dot k (unit l) s))) in
  (forall b, at_the_first b -> f (pattern T b) <= dot k y (pattern T b)) -> forall b, f (pattern T b) <= dot k y (pattern T b).
Proof.
  intros Hy f. assert (E : forall s, f s = sum k (fun j => sum k (fun l => (if Nat.eqb j l then 0 else 1) * perspective phi L (s j) (s l)))).
  { intros s. apply sum_ext. intros j Hj. rewrite Rmult_1_l. apply sum_ext. intros l Hl. now rewrite !dot_unit. }
  apply inequality_by_classes; [| |assumption].
  - intros r s H. rewrite !E. apply sum_ext. intros j Hj. apply sum_ext. intros l Hl. now rewrite !H.
  - intros a c r Ha Hc _. rewrite !E.
    rewrite <- (sum_exchange k a c (fun j => sum k (fun l => (if Nat.eqb j l then 0 else 1) * perspective phi L (r j) (r l)))) by assumption.
    apply sum_ext. intros j Hj.
    rewrite <- (sum_exchange k a c (fun l => (if Nat.eqb (swap a c j) l then 0 else 1) * perspective phi L (r (swap a c j)) (r l))) by assumption.
    apply sum_ext. intros l Hl. now rewrite swap_same.
Qed.

(** Rays by levels: where f, y and the prices of all pairs of two classes are so, one row of each orbit suffices, whose entries do
    not rise within a class (for T >= 1 its powers fall; for T < 1 the key of an entry is its power, turned round). *)
Theorem levels_by_classes T f y z (key : R -> R) :
  (forall r s, (forall j, (j < k)%nat -> r j = s j) -> f r = f s) -> alike_function f -> alike y -> alike_matrix z ->
  let right g := dot k y g + sum k (fun j => sum k (fun l => z j l * Rmax 0 (g j - T * g l))) in
  (forall g, by_levels k T g -> (forall i j, (i < j)%nat -> (j < k)%nat -> class i = class j -> key (g j) <= key (g i)) -> f g <= right g) ->
  forall g, by_levels k T g -> f g <= right g.
Proof.
  intros Same Hf Hy Hz right Sorted. apply (sorted_by_classes key (fun g => by_levels k T g -> f g <= right g)).
  - intros g h E IH [n [L1 L2]]. rewrite <- (Same g h E). replace (right h) with (right g).
    + apply IH. exists n. split; [intros j Hj; rewrite E by assumption; auto|].
      intros p Hp. destruct (L2 p Hp) as [j [Hj P]]. exists j. now rewrite E.
    + unfold right. rewrite (dot_ext k y g y h) by auto. f_equal. apply sum_ext. intros j Hj. apply sum_ext. intros l Hl. now rewrite !E.
  - intros g a c Ha Hc E IH [n [L1 L2]]. rewrite (Hf a c) by assumption.
    replace (right (fun j => g (swap a c j))) with (right g).
    + apply IH. exists n. split.
      * intros j Hj. specialize (L1 (swap a c j) (swap_below k a c j Ha Hc Hj)). now rewrite swap_twice in L1.
      * intros p Hp. destruct (L2 p Hp) as [j [Hj P]]. exists (swap a c j). split; [now apply swap_below | assumption].
    + unfold right. rewrite (dot_exchange y) by assumption. f_equal.
      rewrite <- (sum_exchange k a c (fun j => sum k (fun l => z j l * Rmax 0 (g j - T * g l)))) by assumption. apply sum_ext. intros j Hj.
      rewrite <- (sum_exchange k a c (fun l => z (swap a c j) l * Rmax 0 (g (swap a c j) - T * g l))) by assumption.
      apply sum_ext. intros l Hl. now rewrite (Hz a c j l).
  - intros g H L. now apply Sorted.
Qed.

(** * Mechanisms by orbits: an output for every set, with a weight that exchanges inside of classes do not change. *)

(** The sets, numbered by their bits, after an exchange. *)
Definition exchanged (a c s : nat) : nat := bits k (fun j => numbered s (swap a c j)).

Lemma numbered_below s : (s < 2 ^ k)%nat -> bits k (numbered s) = s.
Proof.
  intros H. apply Nat.bits_inj. intros j. destruct (Nat.lt_ge_cases j k) as [L|L]; [now rewrite bits_testbit|].
  assert (Z : forall x, (x < 2 ^ k)%nat -> Nat.testbit x j = false).
  { intros x Hx. rewrite Nat.testbit_eqb. rewrite Nat.div_small; [reflexivity|].
    apply Nat.lt_le_trans with (2 ^ k)%nat; [assumption | apply Nat.pow_le_mono_r; lia]. }
  rewrite !Z; auto. apply bits_below.
Qed.

Lemma bits_ext n b b' : (forall j, (j < n)%nat -> b j = b' j) -> bits n b = bits n b'.
Proof. induction n as [|n IH]; intros H; simpl; [reflexivity|]. fold (bits n b). fold (bits n b'). rewrite IH by (intros; apply H; lia). now rewrite H by lia. Qed.

Theorem orbits_mechanism T (omega : nat -> R) :
  1 <= T -> (forall s, (s < 2 ^ k)%nat -> 0 <= omega s) ->
  (forall a c s, (a < k)%nat -> (c < k)%nat -> class a = class c -> (s < 2 ^ k)%nat -> omega (exchanged a c s) = omega s) ->
  (forall a, (a < k)%nat -> sum (2 ^ k) (fun s => omega s * sum k (fun j => if Nat.eqb (class j) (class a) then pattern T (numbered s) j else 0)) =
    sum k (fun j => if Nat.eqb (class j) (class a) then 1 else 0)) ->
  let Two := fun s j => omega s * pattern T (numbered s) j in mechanism (2 ^ k) k Two /\ ldp (2 ^ k) k T 0 Two.
Proof.
  intros HT Pos Orbit Sums Two.
  assert (Nn : forall b j, 1 <= pattern T b j <= T) by (intros; unfold pattern; destruct (b j); lra).
  split; [split|].
  - intros s j Hs _. apply Rmult_le_pos; [auto|]. pose proof (Nn (numbered s) j). lra.
  - set (col := fun j => sum (2 ^ k) (fun s => Two s j)).
    assert (Equal : forall a c, (a < k)%nat -> (c < k)%nat -> class a = class c -> col a = col c).
    { intros a c Ha Hc E. unfold col.
      rewrite <- (sum_involution (2 ^ k) (exchanged a c) (fun s => Two s c)).
      - apply sum_ext. intros s Hs. unfold Two. rewrite Orbit by assumption. f_equal. unfold pattern, numbered, exchanged.
        rewrite bits_testbit by assumption. unfold numbered. replace (swap a c c) with a; [reflexivity|].
        unfold swap. rewrite Nat.eqb_refl. destruct (Nat.eqb_spec c a); congruence.
      - intros s Hs. split; [apply bits_below|]. rewrite <- (numbered_below s Hs) at 2. apply bits_ext. intros j Hj.
        unfold numbered, exchanged. rewrite bits_testbit by (now apply swap_below). unfold numbered. now rewrite swap_twice. }
    intros a Ha. fold (col a). specialize (Sums a Ha).
    rewrite (sum_ext (2 ^ k) _ (fun s => sum k (fun j => if Nat.eqb (class j) (class a) then Two s j else 0))) in Sums.
    + rewrite sum_swap in Sums. rewrite (sum_ext k _ (fun j => (if Nat.eqb (class j) (class a) then 1 else 0) * col a)) in Sums.
      * rewrite sum_scal_r in Sums. apply Rmult_eq_reg_l with (sum k (fun j => if Nat.eqb (class j) (class a) then 1 else 0)); [lra|].
        assert (1 <= sum k (fun j => if Nat.eqb (class j) (class a) then 1 else 0)); [|lra].
        replace 1 with (if Nat.eqb (class a) (class a) then 1 else 0) at 1 by (now rewrite Nat.eqb_refl).
        apply (sum_term k (fun j => if Nat.eqb (class j) (class a) then 1 else 0)); [|assumption].
        intros j _. destruct (Nat.eqb (class j) (class a)); lra.
      * intros j Hj. destruct (Nat.eqb_spec (class j) (class a)) as [E|E]; [|rewrite sum_zero; ring].
        rewrite Rmult_1_l. symmetry. now apply Equal.
    + intros s _. rewrite <- sum_scal. apply sum_ext. intros j _. unfold Two. destruct (Nat.eqb (class j) (class a)); ring.
  - apply satisfies_by_smallest with (u := omega); [|lra]. intros s j Hs _. specialize (Pos s Hs).
    pose proof (Nn (numbered s) j) as [A B]. pose proof (Rmult_le_compat_l _ _ _ Pos A). pose proof (Rmult_le_compat_l _ _ _ Pos B).
    unfold Two. lra.
Qed.

End Classes.

(** G W M = G with G = K^T K says that K W M = K, so that Z = K W is as in Estimates.contrast_by_inverse; its trace is Tr W G. *)
Theorem inverse_by_square k q (K W M : nat -> nat -> R) :
  let G := fun j l => sum q (fun c => K c j * K c l) in
  let WM := fun j l => sum k (fun e => W j e * M e l) in
  (forall j l, (j < k)%nat -> (l < k)%nat -> sum k (fun e => G j e * WM e l) = G j l) ->
  (forall c l, (c < q)%nat -> (l < k)%nat -> sum k (fun e => K c e * WM e l) = K c l) /\
  sum q (fun c => sum k (fun j => sum k (fun e => K c e * W e j) * K c j)) = sum k (fun j => sum k (fun e => W e j * G j e)).
Proof.
  intros G WM H. split.
  - intros c l Hc Hl. set (v := fun e => WM e l - unit e l).
    assert (Dot : forall c, dot k (K c) v = sum k (fun e => K c e * WM e l) - K c l).
    { intros x. unfold dot, v. rewrite (sum_ext k _ (fun e => K x e * WM e l - K x e * unit e l)) by (intros; ring).
      rewrite sum_minus. f_equal. rewrite (sum_ext k _ (fun e => if Nat.eqb e l then K x e else 0)); [now apply sum_single|].
      intros e _. unfold unit. destruct (Nat.eqb e l); ring. }
    assert (Z : sum q (fun c => dot k (K c) v * dot k (K c) v) = 0).
    { rewrite (sum_ext q _ (fun c => sum k (fun j => v j * (K c j * dot k (K c) v)))).
      - rewrite sum_swap, (sum_ext k _ (fun _ => 0)); [apply sum_zero|]. intros j Hj. rewrite sum_scal.
        rewrite (sum_ext q _ (fun c => sum k (fun e => K c j * K c e * WM e l) - K c j * K c l)).
        + rewrite sum_minus, sum_swap. fold (G j l).
          rewrite (sum_ext k _ (fun e => G j e * WM e l)) by (intros; unfold G; now rewrite sum_scal_r).
          rewrite H by assumption. ring.
        + intros x _. rewrite Dot, Rmult_minus_distr_l, <- sum_scal. f_equal. apply sum_ext. intros. ring.
      - intros x _. unfold dot at 1. rewrite <- sum_scal_r. apply sum_ext. intros. ring. }
    pose proof (sum_zero_terms q (fun c => dot k (K c) v * dot k (K c) v) ltac:(intros; apply Rle_0_sqr) Z c Hc) as S. cbv beta in S.
    apply Rmult_integral in S. rewrite Dot in S. destruct S; lra.
  - rewrite sum_swap. apply sum_ext. intros j Hj.
    rewrite (sum_ext q _ (fun c => sum k (fun e => W e j * (K c j * K c e)))).
    + rewrite sum_swap. apply sum_ext. intros e _. now rewrite sum_scal.
    + intros c _. rewrite <- sum_scal_r. apply sum_ext. intros. ring.
Qed.
