(** Vinterbo, section 4: randomizers of bits one by one, and the Kronecker product of their matrices.  A matrix has whole numbers
    from 0 on as indices; strings become indices by the paper's eta, the sum of x_i 2^i, or in the order of a list, the first bit
    varying slowest. *)

From Coq Require Import Reals Lra Lia List Bool Arith.
From Rropt Require Import Vinterbo.
Import ListNotations.
Open Scope R_scope.

Fixpoint eta (x : list bool) : nat :=
  match x with
  | [] => 0
  | b :: x' => (if b then 1 else 0) + 2 * eta x'
  end.
Fixpoint listed (x : list bool) : nat :=
  match x with
  | [] => 0
  | b :: x' => (if b then 1 else 0) * 2 ^ length x' + listed x'
  end.

(** The string of n bits whose number is i. *)
Fixpoint string (n i : nat) : list bool :=
  match n with
  | O => []
  | S n' => Nat.odd i :: string n' (Nat.div2 i)
  end.

(** A times B, of which B has the size m. *)
Definition kron (m : nat) (A B : nat -> nat -> R) (i j : nat) : R := A (i / m)%nat (j / m)%nat * B (i mod m)%nat (j mod m)%nat.

(** A randomizer of a bit: M y x is the probability of the answer y to the bit x; its matrix. *)
Definition bit_matrix (M : bool -> bool -> R) (i j : nat) : R := M (Nat.eqb i 1) (Nat.eqb j 1).
Fixpoint product (Ms : list (bool -> bool -> R)) : nat -> nat -> R :=
  match Ms with
  | [] => fun _ _ => 1
  | M :: Ms' => kron (2 ^ length Ms') (bit_matrix M) (product Ms')
  end.

(** The expectation of f over R(M)(x): the first bit is drawn by the first randomizer, and the others from the rest. *)
Fixpoint randomized (Ms : list (bool -> bool -> R)) (x : list bool) (f : list bool -> R) : R :=
  match Ms, x with
  | M :: Ms', b :: x' => M false b * randomized Ms' x' (fun r => f (false :: r)) + M true b * randomized Ms' x' (fun r => f (true :: r))
  | _, _ => f []
  end.

(** The entry of C_R(M) at r and x: the probability that R(M)(x) = r. *)
Definition law_of (Ms : list (bool -> bool -> R)) (r x : list bool) : R := randomized Ms x (same r).

(** Definition 4.1. *)
Definition bisymmetric (a b : R) (y x : bool) : R := if eqb y x then a else b.
Fixpoint iterated (a b : R) (n : nat) : nat -> nat -> R :=
  match n with
  | O => fun _ _ => 1
  | S n' => kron (2 ^ n') (bit_matrix (bisymmetric a b)) (iterated a b n')
  end.

Fixpoint each (Ms : list (bool -> bool -> R)) (r x : list bool) : R :=
  match Ms, r, x with
  | M :: Ms', u :: r', v :: x' => M u v * each Ms' r' x'
  | _, _, _ => 1
  end.

Lemma randomized_ext Ms x f g : (forall r, f r = g r) -> randomized Ms x f = randomized Ms x g.
Proof. revert x f g. induction Ms as [|M Ms IH]; intros [|b x] f g H; simpl; auto. rewrite (IH x _ _ (fun r => H (false :: r))), (IH x _ _ (fun r => H (true :: r))). reflexivity. Qed.

Lemma randomized_scal Ms x c f : randomized Ms x (fun r => c * f r) = c * randomized Ms x f.
Proof. revert x f. induction Ms as [|M Ms IH]; intros [|b x] f; simpl; auto. rewrite !IH. ring. Qed.

Lemma bits_independent Ms r x : length r = length Ms -> length x = length Ms -> law_of Ms r x = each Ms r x.
Proof.
  unfold law_of. revert r x. induction Ms as [|M Ms IH]; intros [|u r] [|v x] Hr Hx; simpl in *; try lia.
  - unfold same. destruct (list_eq_dec bool_dec [] []) as [|N]; [reflexivity | now contradiction N].
  - rewrite (randomized_ext Ms x (fun s => same (u :: r) (false :: s)) (fun s => (if eqb u false then 1 else 0) * same r s)) by (intros; apply same_cons).
    rewrite (randomized_ext Ms x (fun s => same (u :: r) (true :: s)) (fun s => (if eqb u true then 1 else 0) * same r s)) by (intros; apply same_cons).
    rewrite !randomized_scal, (IH r x) by lia. destruct u; simpl; ring.
Qed.

(** R(M) answers each bit independently, and what answers each bit independently is R(M) for the randomizers of its bits. *)
Theorem bitwise_independent Ms (K : list bool -> list bool -> R) :
  (forall r x, length r = length Ms -> length x = length Ms -> K r x = each Ms r x) <->
  (forall r x, length r = length Ms -> length x = length Ms -> K r x = law_of Ms r x).
Proof. split; intros H r x Hr Hx; rewrite (H r x Hr Hx); [symmetry|]; now apply bits_independent. Qed.

Lemma listed_below x : (listed x < 2 ^ length x)%nat.
Proof. induction x as [|b x IH]; simpl; [lia | destruct b; lia]. Qed.

Lemma power_positive n : (0 < 2 ^ n)%nat.
Proof. induction n; simpl; lia. Qed.

Lemma listed_div b x : (listed (b :: x) / 2 ^ length x = if b then 1 else 0)%nat /\ (listed (b :: x) mod 2 ^ length x = listed x)%nat.
Proof.
  pose proof (listed_below x) as L. pose proof (power_positive (length x)) as P. cbn [listed].
  set (q := if b then 1%nat else 0%nat).
  rewrite Nat.div_add_l, Nat.div_small, (Nat.add_comm (q * _)), Nat.mod_add, Nat.mod_small by lia. split; lia.
Qed.

Lemma product_each Ms r x : length r = length Ms -> length x = length Ms -> product Ms (listed r) (listed x) = each Ms r x.
Proof.
  revert r x. induction Ms as [|M Ms IH]; intros [|u r] [|v x] Hr Hx; cbn [length] in *; try lia; [reflexivity|].
  cbn [product each]. unfold kron. destruct (listed_div u r) as [A B]. destruct (listed_div v x) as [C D].
  replace (length r) with (length Ms) in A, B by lia. replace (length x) with (length Ms) in C, D by lia.
  rewrite A, B, C, D, IH by lia. unfold bit_matrix. destruct u, v; reflexivity.
Qed.

(** Theorem 4.1, in the order of a list. *)
Theorem theorem_4_1 Ms r x : length r = length Ms -> length x = length Ms -> law_of Ms r x = product Ms (listed r) (listed x).
Proof. intros Hr Hx. now rewrite bits_independent, product_each. Qed.

Lemma listed_app x y : listed (x ++ y) = (listed x * 2 ^ length y + listed y)%nat.
Proof.
  induction x as [|b x IH]; [reflexivity|]. cbn [app listed]. rewrite IH, app_length, Nat.pow_add_r. destruct b; lia.
Qed.

Lemma eta_listed x : eta x = listed (rev x).
Proof. induction x as [|b x IH]; [reflexivity|]. cbn [eta rev]. rewrite listed_app, IH. cbn [listed length]. change (2 ^ 1)%nat with 2%nat. change (2 ^ 0)%nat with 1%nat. destruct b; lia. Qed.

Lemma each_app Ms Ns r s x y : length r = length Ms -> length x = length Ms -> each (Ms ++ Ns) (r ++ s) (x ++ y) = each Ms r x * each Ns s y.
Proof.
  revert r x. induction Ms as [|M Ms IH]; intros [|u r] [|v x] Hr Hx; simpl in *; try lia; [ring|]. rewrite IH by lia. ring.
Qed.

Lemma each_rev Ms r x : length r = length Ms -> length x = length Ms -> each (rev Ms) (rev r) (rev x) = each Ms r x.
Proof.
  revert r x. induction Ms as [|M Ms IH]; intros [|u r] [|v x] Hr Hx; simpl in *; try lia; [reflexivity|].
  rewrite each_app by (rewrite !rev_length; lia). rewrite IH by lia. simpl. ring.
Qed.

(** Theorem 4.1 with eta: the factors stand in the opposite order. *)
Theorem theorem_4_1_eta Ms r x : length r = length Ms -> length x = length Ms -> law_of Ms r x = product (rev Ms) (eta r) (eta x).
Proof.
  intros Hr Hx. rewrite !eta_listed, product_each, each_rev by (rewrite ?rev_length; assumption). now apply bits_independent.
Qed.

Lemma product_iterated a b n : product (repeat (bisymmetric a b) n) = iterated a b n.
Proof. induction n as [|n IH]; [reflexivity|]. simpl. now rewrite IH, repeat_length. Qed.

Lemma repeat_rev {A} (z : A) n : rev (repeat z n) = repeat z n.
Proof. induction n as [|n IH]; [reflexivity|]. simpl. rewrite IH. clear IH. induction n as [|n IH]; [reflexivity|]. simpl. now rewrite IH. Qed.

(** Proposition 4.2, in both orders. *)
Theorem proposition_4_2 n a b r x : length r = n -> length x = n ->
  law_of (repeat (bisymmetric a b) n) r x = iterated a b n (eta r) (eta x) /\
  law_of (repeat (bisymmetric a b) n) r x = iterated a b n (listed r) (listed x).
Proof.
  intros Hr Hx. split.
  - rewrite theorem_4_1_eta, repeat_rev, product_iterated by (now rewrite repeat_length). reflexivity.
  - rewrite theorem_4_1, product_iterated by (now rewrite repeat_length). reflexivity.
Qed.

Lemma each_entry n a b r x : length r = n -> length x = n -> each (repeat (bisymmetric a b) n) r x = entry a b r x.
Proof.
  revert r x. induction n as [|n IH]; intros [|u r] [|v x] Hr Hx; simpl in *; try lia; [reflexivity|]. now rewrite IH by lia.
Qed.

(** Observation 1 of Definition 4.1. *)
Theorem observation_1_kronecker n a b r x : length r = n -> length x = n ->
  iterated a b n (eta r) (eta x) = a ^ (n - distance r x) * b ^ distance r x.
Proof.
  intros Hr Hx. rewrite <- (proj1 (proposition_4_2 n a b r x Hr Hx)), bits_independent by (now rewrite repeat_length).
  rewrite each_entry by assumption. now apply observation_1.
Qed.

Theorem observation_1_powers n r x : length r = n -> length x = n ->
  iterated 1 2 n (eta r) (eta x) = 1 ^ (n - distance r x) * 2 ^ distance r x.
Proof. apply observation_1_kronecker. Qed.

(** Observation 1, its first display corrected. *)
Theorem observation_1_step i j x y : entry 1 2 (i :: x) (j :: y) = 2 ^ (if eqb i j then 0 else 1) * entry 1 2 x y.
Proof. simpl. destruct (eqb i j); simpl; ring. Qed.

Lemma string_length n i : length (string n i) = n.
Proof. revert i. induction n as [|n IH]; intros i; simpl; [reflexivity | now rewrite IH]. Qed.

Lemma eta_string n i : (i < 2 ^ n)%nat -> eta (string n i) = i.
Proof.
  revert i. induction n as [|n IH]; intros i Hi; [simpl in *; lia|]. cbn [string eta]. pose proof (Nat.div2_odd i) as E.
  rewrite IH.
  - destruct (Nat.odd i); simpl in E |- *; lia.
  - cbn [Nat.pow] in Hi. destruct (Nat.odd i); simpl in E; lia.
Qed.

Lemma string_eta x : string (length x) (eta x) = x.
Proof.
  induction x as [|b x IH]; [reflexivity|]. cbn [length string eta].
  replace (Nat.odd ((if b then 1 else 0) + 2 * eta x)) with b.
  - replace (Nat.div2 ((if b then 1 else 0) + 2 * eta x)) with (eta x); [now rewrite IH|].
    destruct b; [change (1 + 2 * eta x)%nat with (S (2 * eta x)); now rewrite Nat.div2_succ_double | now rewrite Nat.add_0_l, Nat.div2_double].
  - destruct b; rewrite ?Nat.add_0_l, ?Nat.odd_mul, ?Nat.odd_add, ?Nat.odd_mul; reflexivity.
Qed.

Lemma eta_complement x : (eta (map negb x) + eta x = 2 ^ length x - 1)%nat.
Proof.
  induction x as [|b x IH]; [reflexivity|]. pose proof (power_positive (length x)). cbn [map eta length Nat.pow]. destruct b; simpl negb; cbv iota; lia.
Qed.

(** The proof of Proposition 4.3: the string of (2^n - 1) - i is the complement of that of i. *)
Theorem complement n i : (i < 2 ^ n)%nat -> string n (2 ^ n - 1 - i) = map negb (string n i).
Proof.
  intros Hi. pose proof (eta_complement (string n i)) as E. rewrite eta_string, string_length in E by assumption.
  replace (2 ^ n - 1 - i)%nat with (eta (map negb (string n i))) by lia.
  rewrite <- (string_eta (map negb (string n i))) at 2. now rewrite map_length, string_length.
Qed.

Lemma distance_negb x : distance x (map negb x) = length x.
Proof. induction x as [|b x IH]; [reflexivity|]. simpl. rewrite IH. now destruct b. Qed.

Lemma distance_symmetric x y : distance x y = distance y x.
Proof. revert y. induction x as [|u x IH]; intros [|v y]; simpl; try reflexivity. now rewrite IH, eqb_swap. Qed.

Lemma distance_both x y : distance (map negb x) (map negb y) = distance x y.
Proof. revert y. induction x as [|u x IH]; intros [|v y]; simpl; try reflexivity. rewrite IH. now destruct u, v. Qed.

Lemma distance_self x : distance x x = O.
Proof. induction x as [|u x IH]; simpl; [reflexivity|]. now rewrite eqb_reflx. Qed.

(** Item 1 of the proof, corrected, and item 2. *)
Theorem item_1 n i : (i < 2 ^ n)%nat -> distance (string n i) (string n (2 ^ n - 1 - i)) = n.
Proof. intros Hi. rewrite complement, distance_negb by assumption. apply string_length. Qed.

Theorem item_2 n i j : (i < 2 ^ n)%nat -> (j < 2 ^ n)%nat ->
  distance (string n i) (string n j) = distance (string n (2 ^ n - 1 - j)) (string n (2 ^ n - 1 - i)).
Proof. intros Hi Hj. rewrite !complement, distance_both by assumption. apply distance_symmetric. Qed.

Lemma iterated_entry n a b i j : (i < 2 ^ n)%nat -> (j < 2 ^ n)%nat ->
  iterated a b n i j = a ^ (n - distance (string n i) (string n j)) * b ^ distance (string n i) (string n j).
Proof.
  intros Hi Hj. rewrite <- (observation_1_kronecker n a b (string n i) (string n j)) by apply string_length.
  now rewrite !eta_string.
Qed.

(** Proposition 4.3: a, both diagonals are axes of symmetry; b and c; d, with the list of the entries. *)
Theorem proposition_4_3_a n a b i j : (i < 2 ^ n)%nat -> (j < 2 ^ n)%nat ->
  iterated a b n i j = iterated a b n j i /\ iterated a b n i j = iterated a b n (2 ^ n - 1 - j) (2 ^ n - 1 - i).
Proof.
  intros Hi Hj. rewrite !iterated_entry by lia. split.
  - now rewrite (distance_symmetric (string n i)).
  - now rewrite (item_2 n i j Hi Hj).
Qed.

Theorem proposition_4_3_b n a b i j : (i < 2 ^ n)%nat -> (j < 2 ^ n)%nat -> iterated a b n i i = iterated a b n j j.
Proof. intros Hi Hj. rewrite !iterated_entry by lia. now rewrite !distance_self. Qed.

Theorem proposition_4_3_c n a b i j : (i < 2 ^ n)%nat -> (j < 2 ^ n)%nat ->
  iterated a b n i (2 ^ n - 1 - i) = iterated a b n j (2 ^ n - 1 - j).
Proof. intros Hi Hj. rewrite !iterated_entry by lia. now rewrite !item_1 by assumption. Qed.

Theorem proposition_4_3_d n a b : exists values, (length values <= n + 1)%nat /\
  forall i j, (i < 2 ^ n)%nat -> (j < 2 ^ n)%nat -> In (iterated a b n i j) values.
Proof.
  exists (map (fun d => a ^ (n - d) * b ^ d) (seq 0 (S n))). split; [rewrite map_length, seq_length; lia|].
  intros i j Hi Hj. apply in_map_iff. exists (distance (string n i) (string n j)). split; [symmetry; now apply iterated_entry|].
  pose proof (distance_le n (string n i) (string n j) (string_length n i) (string_length n j)). apply in_seq. lia.
Qed.

(** Section 1.1: so does the inverse, which Theorem 4.4 names. *)
Theorem inverse_distinct n a : a <> 1 / 2 -> exists values, (length values <= n + 1)%nat /\
  forall J, (forall x y, length x = n -> length y = n -> strings n (fun r => J x r * C a r y) = same x y) ->
  forall x r, length x = n -> length r = n -> In (J x r) values.
Proof.
  intros Ha. exists (map (fun d => a ^ (n - d) * (a - 1) ^ d / (2 * a - 1) ^ n) (seq 0 (S n))).
  split; [rewrite map_length, seq_length; lia|]. intros J HJ x r Hx Hr.
  assert (E : J x r = C (a / (2 * a - 1)) x r).
  { transitivity (strings n (fun y => strings n (fun s => J x s * C a s y) * C (a / (2 * a - 1)) y r)).
    - rewrite (strings_ext n _ (fun y => strings n (fun s => J x s * C a s y * C (a / (2 * a - 1)) y r))) by (intros; now rewrite strings_scal_r).
      rewrite strings_swap.
      rewrite (strings_ext n _ (fun s => same r s * J x s)).
      + now rewrite strings_pick.
      + intros s Hs. rewrite (strings_ext n _ (fun y => J x s * (C a s y * C (a / (2 * a - 1)) y r))) by (intros; ring).
        rewrite strings_scal, (proj2 (theorem_4_4_inverse n a s r Ha Hs Hr)).
        replace (same s r) with (same r s); [ring|]. unfold same.
        destruct (list_eq_dec bool_dec r s), (list_eq_dec bool_dec s r); congruence.
    - rewrite (strings_ext n _ (fun y => same x y * C (a / (2 * a - 1)) y r)) by (intros y Hy; now rewrite HJ).
      now rewrite strings_pick. }
  rewrite E, (corollary_1 n) by assumption. apply in_map_iff. exists (distance x r). split; [reflexivity|].
  pose proof (distance_le n x r Hx Hr). apply in_seq. lia.
Qed.
