(** The checker: a certificate is accepted where every test holds.

    Everything is computed with rational numbers in lowest terms. The tests are those of SPEC.md, sections 3 to 5.1 and 7; a test
    that fails says why, in the words of the checker in Python. [Sound.v] proves that what passes means what [Claim.v] says. *)

From Coq Require Import QArith ZArith String List Bool.
From Checker Require Import Claim.
Import ListNotations.
Open Scope Q_scope.

(** ** Rational numbers in lowest terms *)

Definition lowest (x : Q) : Q :=
  let d := Z.pos (Qden x) in
  let g := Z.gcd (Qnum x) d in
  if Z.eqb g 1 then x else (Qnum x / g)%Z # Z.to_pos (d / g).

Definition add (x y : Q) : Q :=
  if Z.eqb (Qnum x) 0 then y else if Z.eqb (Qnum y) 0 then x else lowest (x + y).
Definition opp (x : Q) : Q := - x.
Definition sub (x y : Q) : Q := add x (opp y).
Definition mul (x y : Q) : Q :=
  if Z.eqb (Qnum x) 0 then 0 else if Z.eqb (Qnum y) 0 then 0 else lowest (x * y).
Definition most (x y : Q) : Q := if Qle_bool x y then y else x.
Definition less (x y : Q) : bool := negb (Qle_bool y x).

Fixpoint total (n : nat) (f : nat -> Q) : Q :=
  match n with O => 0 | S n => add (total n f) (f n) end.

Definition all (n : nat) (test : nat -> bool) : bool := forallb test (seq 0 n).

(** ** Mechanisms (a row r of a matrix is walked where it is; [at_Q M i j] where it is not) *)

Definition is_of_size (m k : nat) (M : matrix) : bool :=
  Nat.eqb (length M) m && forallb (fun row => Nat.eqb (length row) k) M.

Definition has_no_negative (M : matrix) : bool := forallb (forallb (Qle_bool 0)) M.

Definition column_sums (k : nat) (M : matrix) : list Q :=
  fold_right (fun row sums => map (fun two => add (fst two) (snd two)) (combine row sums)) (repeat 0 k) M.

Definition test := (string * bool)%type.

Definition size_test (m k : nat) : test := ("there is no input, or no output"%string, Nat.ltb 0 m && Nat.ltb 0 k).

Definition mechanism_tests (m k : nat) (M : matrix) : list test :=
  [size_test m k;
   ("the mechanism is of another size"%string, is_of_size m k M);
   ("the mechanism has an entry that may be negative"%string, has_no_negative M);
   ("the mechanism has a column that does not sum to 1"%string, forallb (fun x => Qeq_bool x 1) (column_sums k M))].

(** ** Demands *)

Definition ratio_Q (n : notion) : Q :=
  match n with
  | LDP T _ => T
  | Parity g => g
  | BetaFactor b | BayesFactor b => b
  | Rho a b => lowest ((b * (1 - a)) / (a * (1 - b)))
  | Pairs _ => 1
  end.

Definition slack_Q (n : notion) : Q := match n with LDP _ delta => delta | _ => 0 end.

Definition is_by_pairs (n : notion) : bool := match n with Pairs _ => true | _ => false end.

(** One ratio and no slack. *)
Definition is_pure (n : notion) : bool := negb (is_by_pairs n) && Qeq_bool (slack_Q n) 0.

Definition is_pair (k j l : nat) : bool := Nat.ltb j k && Nat.ltb l k && negb (Nat.eqb j l).

Definition notion_tests (k : nat) (n : notion) : list test :=
  match n with
  | Pairs table =>
      [("a demand whose ratio is not positive"%string, forallb (fun b => match b with (_, T, _) => less 0 T end) table);
       ("a demand whose delta may be negative"%string, forallb (fun b => Qle_bool 0 (snd b)) table);
       ("a demand on what is no pair of inputs"%string, forallb (fun b => match b with (j, l, _, _) => is_pair k j l end) table)]
  | Rho a b =>
      [("rho1-to-rho2 privacy from 0 or less"%string, less 0 a);
       ("rho1-to-rho2 privacy to 1 or more"%string, less b 1);
       ("rho1-to-rho2 privacy without rho1 < rho2"%string, less a b)]
  | _ =>
      [("a demand whose ratio is not positive"%string, less 0 (ratio_Q n));
       ("a demand whose delta may be negative"%string, Qle_bool 0 (slack_Q n))]
  end.

Definition demand_tests (k : nat) (D : demand) : list test := flat_map (notion_tests k) D.

(** In every row all entries are at most T times the smallest. *)
Definition least (row : list Q) : Q :=
  match row with [] => 0 | x :: rest => fold_left (fun y z => if Qle_bool y z then y else z) rest x end.

Definition keeps_ratio (T : Q) (row : list Q) : bool :=
  let above := mul T (least row) in forallb (fun x => Qle_bool x above) row.

(** sum_i max(0, P_ij - T P_il) <= delta. *)
Definition excess (T : Q) (j l : nat) (M : matrix) : Q :=
  fold_right (fun row rest => add (most 0 (sub (nth j row 0) (mul T (nth l row 0)))) rest) 0 M.

Definition keeps_slack (T delta : Q) (j l : nat) (M : matrix) : bool := Qle_bool (excess T j l M) delta.

Definition satisfies_test (k : nat) (M : matrix) (n : notion) : test :=
  if is_pure n then
    ("an output of the mechanism violates the demand"%string, Nat.eqb k 1 || forallb (keeps_ratio (ratio_Q n)) M)
  else
    ("two inputs of the mechanism violate the demand"%string,
     match n with
     | Pairs table => forallb (fun b => match b with (j, l, T, delta) => keeps_slack T delta j l M end) table
     | _ => all k (fun j => all k (fun l => Nat.eqb j l || keeps_slack (ratio_Q n) (slack_Q n) j l M))
     end).

Definition satisfies_tests (k : nat) (M : matrix) (D : demand) : list test :=
  demand_tests k D ++ map (satisfies_test k M) D.

(** ** An event that is too probable *)

(** T and delta of the pair (j, l) in a table. *)
Fixpoint find_pair (j l : nat) (table : list (nat * nat * Q * Q)) : option (Q * Q) :=
  match table with
  | [] => None
  | (j', l', T, delta) :: rest =>
      if Nat.eqb j j' && Nat.eqb l l' then Some (T, delta) else find_pair j l rest
  end.

Definition bound_of (k j l : nat) (n : notion) : option (Q * Q) :=
  match n with
  | Pairs table => find_pair j l table
  | _ => if is_pair k j l then Some (ratio_Q n, slack_Q n) else None
  end.

Definition probability (M : matrix) (m : nat) (event : list nat) (j : nat) : Q :=
  total m (fun i => if in_event event i then at_Q M i j else 0).

Definition breaks (k m : nat) (M : matrix) (event : list nat) (j l : nat) (n : notion) : bool :=
  match bound_of k j l n with
  | Some (T, delta) => less (add (mul T (probability M m event l)) delta) (probability M m event j)
  | None => false
  end.

Definition is_asked (k j l : nat) (n : notion) : bool := match bound_of k j l n with Some _ => true | None => false end.

(** ** Conditions *)

Definition left_Q (M : matrix) (c : condition) : Q :=
  fold_right (fun term rest => match term with (i, j, a) => add (mul a (at_Q M i j)) rest end) 0 (terms c).

Definition meets_test (M : matrix) (c : condition) : test :=
  ("the mechanism does not meet a condition"%string,
   match related c with
   | AtMost => Qle_bool (left_Q M c) (bound c)
   | AtLeast => Qle_bool (bound c) (left_Q M c)
   | Equal => Qeq_bool (left_Q M c) (bound c)
   end).

Definition are_inside (m k : nat) (c : condition) : bool :=
  forallb (fun term => match term with (i, j, _) => Nat.ltb i m && Nat.ltb j k end) (terms c).

Definition turned (c : condition) (x : Q) : Q := match related c with AtLeast => opp x | _ => x end.

(** sigma_n a_n,ij *)
Definition coefficient (c : condition) (i j : nat) : Q :=
  turned c (fold_right (fun term rest =>
    match term with (i', j', a) => if Nat.eqb i i' && Nat.eqb j j' then add a rest else rest end) 0 (terms c)).

(** ** Objectives *)

Definition weight_Q (o : objective) (i j : nat) : Q :=
  match o with
  | Trace => if Nat.eqb i j then 1 else 0
  | WeightedTrace w => if Nat.eqb i j then nth i w 0 else 0
  | Utility U prior => mul (nth j prior 0) (at_Q U i j)
  | Linear C => at_Q C i j
  end.

Definition prior_tests (k : nat) (w : list Q) : list test :=
  [("a prior without a number for each input"%string, Nat.eqb (length w) k);
   ("a prior has a number that may be negative"%string, forallb (Qle_bool 0) w);
   ("a prior does not sum to 1"%string, Qeq_bool (fold_right add 0 w) 1)].

Definition objective_tests (m k : nat) (o : objective) : list test :=
  let square := ("a trace is about as many outputs as inputs"%string, Nat.eqb m k) in
  match o with
  | Trace => [square]
  | WeightedTrace w => [square; ("there should be a weight for each input"%string, Nat.eqb (length w) k)]
  | Utility U prior => ("utilities of another size"%string, is_of_size m k U) :: prior_tests k prior
  | Linear C => [("coefficients of another size"%string, is_of_size m k C)]
  end.

Definition value_Q (m k : nat) (o : objective) (M : matrix) : Q :=
  total m (fun i => total k (fun j => mul (weight_Q o i j) (at_Q M i j))).

(** What is maximised: W, or -W. *)
Definition toward (s : sense) (x : Q) : Q := match s with Max => x | Min => opp x end.

(** ** Prices by multipliers: SPEC.md, 4 and 4.1 *)

Definition bound_of_name (k : nat) (D : demand) (c : name) : option (Q * Q) :=
  match c with (j, l, n) => match nth_error D n with Some notion => bound_of k j l notion | None => None end end.

Definition is_named (k : nat) (D : demand) (c : name) : bool :=
  match bound_of_name k D c with Some _ => true | None => false end.

Definition T_of (k : nat) (D : demand) (c : name) : Q := match bound_of_name k D c with Some b => fst b | None => 0 end.
Definition delta_of (k : nat) (D : demand) (c : name) : Q := match bound_of_name k D c with Some b => snd b | None => 0 end.

Definition same_name (c d : name) : bool :=
  match c, d with (j, l, n), (j', l', n') => Nat.eqb j j' && Nat.eqb l l' && Nat.eqb n n' end.

(** The price of a name: 0 where it has none. *)
Fixpoint price (z : list (name * Q)) (c : name) : Q :=
  match z with [] => 0 | (d, x) :: rest => if same_name c d then x else price rest c end.

(** The multipliers stand in increasing order, so that none stands twice. *)
Definition key (e : nat * name) : Z :=
  match e with (i, (j, l, n)) => (Z.of_nat n + 4096 * (Z.of_nat l + 4096 * (Z.of_nat j + 4096 * Z.of_nat i)))%Z end.

Fixpoint increase (keys : list Z) : bool :=
  match keys with
  | [] => true
  | x :: rest => match rest with [] => true | y :: _ => Z.ltb x y && increase rest end
  end.

Definition multipliers := list (nat * name * Q).

Definition share_is_paid (k : nat) (D : demand) (z : list (name * Q)) (e : nat * name * Q) : bool :=
  match e with (_, c, mu) => Qeq_bool (delta_of k D c) 0 || Qle_bool mu (price z c) end.

(** What the multipliers of one output take from the input j: sum mu ([j = high] - T [j = low]). *)
Definition moved (k : nat) (D : demand) (of_output : multipliers) (j : nat) : Q :=
  fold_right (fun e rest =>
    match e with (_, (high, low, n), mu) =>
      if Nat.eqb j high then add mu rest
      else if Nat.eqb j low then sub rest (mul (T_of k D (high, low, n)) mu) else rest
    end) 0 of_output.

Definition of_output (i : nat) (mu : multipliers) : multipliers :=
  filter (fun e => match e with (i', _, _) => Nat.eqb i i' end) mu.

(** sum_n u_n x_n over the conditions. *)
Fixpoint paid (cs : list condition) (u : list Q) (x : condition -> Q) : Q :=
  match cs, u with c :: cs, v :: u => add (mul v (x c)) (paid cs u x) | _, _ => 0 end.

(** c_ij = W_ij - y_j - sum_n u_n sigma_n a_n,ij - what the multipliers of i take from j *)
Definition left_over (q : question) (W : nat -> nat -> Q) (y : list Q) (u : list Q) (i : nat) (mu_i : multipliers) (j : nat) : Q :=
  sub (sub (sub (W i j) (nth j y 0)) (paid (conditions q) u (fun c => coefficient c i j)))
    (moved (inputs q) (asked q) mu_i j).

(** The least ratio of the pure notions, if there is one. *)
Definition pure_ratio (D : demand) : option Q :=
  match map ratio_Q (filter is_pure D) with [] => None | rest => Some (least rest) end.

(** c s <= 0 for every row s of the cone. *)
Definition is_covered (k : nat) (T : option Q) (c : nat -> Q) : bool :=
  match T with
  | None => all k (fun j => Qle_bool (c j) 0)
  | Some T =>
      (Nat.ltb 1 k && less T 1) ||
      Qle_bool (total k (fun j => let x := c j in if Qle_bool x 0 then x else mul T x)) 0
  end.

Definition B (q : question) (y : list Q) (z : list (name * Q)) (u : list Q) : Q :=
  add (fold_right add 0 y)
    (add (fold_right (fun cz rest => add (mul (snd cz) (delta_of (inputs q) (asked q) (fst cz))) rest) 0 z)
      (paid (conditions q) u (fun c => turned c (bound c)))).

Fixpoint prices_have_signs (cs : list condition) (u : list Q) : bool :=
  match cs, u with
  | c :: cs, v :: u => (match related c with Equal => true | _ => Qle_bool 0 v end) && prices_have_signs cs u
  | _, _ => true
  end.

Definition price_tests (q : question) (W : nat -> nat -> Q) (y : list Q) (z : list (name * Q)) (u : list Q)
  (mu : multipliers) : list test :=
  let k := inputs q in let D := asked q in
  [("the prices are of another size"%string, Nat.eqb (length y) k && Nat.eqb (length u) (length (conditions q)));
   ("a condition on what is no entry"%string, forallb (are_inside (outputs q) k) (conditions q));
   ("a price of a pair of which nothing is asked"%string, forallb (fun cz => is_named k D (fst cz)) z);
   ("the price of a budget may be negative"%string, forallb (fun cz => Qle_bool 0 (snd cz)) z);
   ("the price of a condition may be negative"%string, prices_have_signs (conditions q) u);
   ("a multiplier of what is not asked"%string, forallb (fun e => is_named k D (snd (fst e))) mu);
   ("a multiplier of what is no output"%string, forallb (fun e => Nat.ltb (fst (fst e)) (outputs q)) mu);
   ("a multiplier may be negative"%string, forallb (fun e => Qle_bool 0 (snd e)) mu);
   ("a multiplier stands twice"%string, increase (map (fun e => key (fst e)) mu));
   ("a multiplier is more than the price of its budget"%string, forallb (share_is_paid k D z) mu);
   ("the prices do not bound an output"%string,
    let T := pure_ratio D in
    all (outputs q) (fun i => let mu_i := of_output i mu in is_covered k T (left_over q W y u i mu_i)))].

(** ** The trace under one demand for all pairs, all pairs at once: SPEC.md, 4.1 *)

Definition entries_are (M : matrix) (k : nat) (a b : Q) : bool :=
  all k (fun i => let row := nth i M [] in
    Nat.eqb (length row) k && all k (fun j => Qeq_bool (nth j row 0) (if Nat.eqb i j then a else b))).

Definition number_Q (n : nat) : Q := inject_Z (Z.of_nat n).

Definition symmetric_feasible_tests (k : nat) (n : notion) (M : matrix) : list test :=
  let a := at_Q M 0 0 in let b := at_Q M 0 1 in let T := ratio_Q n in
  [("one input has no pairs"%string, Nat.ltb 1 k);
   ("the mechanism changes where inputs are relabelled"%string, is_of_size k k M && entries_are M k a b);
   ("the mechanism has an entry that may be negative"%string, Qle_bool 0 a && Qle_bool 0 b);
   ("the mechanism has a column that does not sum to 1"%string, Qeq_bool (add a (mul (number_Q (k - 1)) b)) 1);
   ("two inputs of the mechanism violate the demand"%string,
    Qle_bool (add (add (most 0 (sub a (mul T b))) (most 0 (sub b (mul T a))))
      (mul (number_Q (k - 2)) (most 0 (sub b (mul T b))))) (slack_Q n))].

Definition symmetric_tests (k : nat) (n : notion) (s : sense) (y z mu : Q) : list test :=
  [("the multipliers of all pairs go with a demand for all pairs"%string, negb (is_by_pairs n));
   ("the multiplier of the excesses may be negative"%string, Qle_bool 0 mu);
   ("the multiplier of the excesses is more than that of the pairs"%string, Qle_bool mu z);
   ("the multipliers do not reach every weight"%string,
    Qle_bool (toward s 1) (add y (mul (number_Q (k - 1)) mu)) && Qle_bool 0 (sub y (mul (ratio_Q n) mu)))].

Definition symmetric_B (k : nat) (n : notion) (y z : Q) : Q :=
  add (mul (number_Q k) y) (mul (number_Q (k * (k - 1))) (mul (slack_Q n) z)).

(** ** Optima *)

(** lower <= LEAST and MOST <= upper, where B bounds what is maximised. *)
Definition bound_tests (s : sense) (reached B lower upper : Q) : list test :=
  [("the lower bound, or the value, is not shown"%string,
    Qle_bool lower (match s with Max => reached | Min => opp B end));
   ("the upper bound, or the value, is not shown"%string,
    Qle_bool (match s with Max => B | Min => reached end) upper)].

Definition feasible_tests (q : question) (M : matrix) : list test :=
  mechanism_tests (outputs q) (inputs q) M ++ satisfies_tests (inputs q) M (asked q) ++ map (meets_test M) (conditions q).

Definition within_tests (q : question) (s : sense) (o : objective) (lower upper : Q) (M : matrix) (e : evidence) : list test :=
  match e with
  | Prices y z u mu =>
      feasible_tests q M ++ objective_tests (outputs q) (inputs q) o ++
      price_tests q (fun i j => toward s (weight_Q o i j)) y z u mu ++
      bound_tests s (value_Q (outputs q) (inputs q) o M) (B q y z u) lower upper
  | ForAllPairs y z mu =>
      match o, asked q, conditions q with
      | Trace, [n], [] =>
          let k := inputs q in
          ("the mechanism is of another size"%string, Nat.eqb (outputs q) k) ::
          notion_tests k n ++ symmetric_feasible_tests k n M ++ symmetric_tests k n s y z mu ++
          bound_tests s (mul (number_Q k) (at_Q M 0 0)) (symmetric_B k n y z) lower upper
      | _, _, _ => [("multipliers of all pairs at once go with the trace under one demand for all pairs alone"%string, false)]
      end
  | _ => [("no prices"%string, false)]
  end.

(** What the sum of f would be at least; W is that of f. *)
Definition infeasible_tests (q : question) (required : option (sense * objective * Q)) (e : evidence) : list test :=
  match e with
  | Prices y z u mu =>
      size_test (outputs q) (inputs q) :: demand_tests (inputs q) (asked q) ++
      (match required with Some (_, o, _) => objective_tests (outputs q) (inputs q) o | None => [] end) ++
      price_tests q (fun i j => match required with Some (s, o, _) => toward s (weight_Q o i j) | None => 0 end) y z u mu ++
      [("the prices give no contradiction"%string,
        less (B q y z u) (match required with Some (s, _, b) => toward s b | None => 0 end))]
  | _ => [("no prices"%string, false)]
  end.

(** ** Blackwell's order *)

Definition product_is (k m n : nat) (C P Q : matrix) : bool :=
  all n (fun i => all k (fun j => Qeq_bool (at_Q Q i j) (total m (fun r => mul (at_Q C i r) (at_Q P r j))))).

(** What the best action on each output gains on average. *)
Definition largest (n : nat) (f : nat -> Q) : Q :=
  match n with O => 0 | S n => fold_left (fun x i => most x (f (S i))) (seq 0 n) (f 0%nat) end.

Definition worth (k m : nat) (P : matrix) (prior : list Q) (gains : matrix) : Q :=
  total m (fun i => largest (length gains) (fun a => total k (fun j => mul (mul (nth j prior 0) (at_Q gains a j)) (at_Q P i j)))).

(** That [P] is (a garbling), or is not (a decision), at least as informative as [Q]. *)
Definition witness_tests (k m n : nat) (P Q : matrix) (is_yes : bool) (w : witness) : list test :=
  match w, is_yes with
  | Garbling C, true =>
      mechanism_tests n m C ++ [("the garbling does not give the other mechanism"%string, product_is k m n C P Q)]
  | Decision prior gains, false =>
      prior_tests k prior ++
      [("no action to choose from"%string, Nat.ltb 0 (length gains));
       ("the decision problem does not show that one mechanism is worth more"%string,
        less (worth k m P prior gains) (worth k n Q prior gains))]
  | _, _ => [("a witness of another kind"%string, false)]
  end.

(** Whether the witness forward, and the one backward, are garblings. *)
Definition directions (r : order) : bool * option bool :=
  match r with
  | AtLeastAs => (true, None)
  | NotAtLeastAs => (false, None)
  | Equivalent => (true, Some true)
  | Strictly => (true, Some false)
  | Incomparable => (false, Some false)
  end.

Definition compare_tests (k m n : nat) (P Q : matrix) (r : order) (D : demand) (e : evidence) : list test :=
  match e with
  | Witnesses forward backward =>
      mechanism_tests m k P ++ mechanism_tests n k Q ++
      witness_tests k m n P Q (fst (directions r)) forward ++
      (match snd (directions r), backward with
       | None, None => []
       | Some is_yes, Some w => witness_tests k n m Q P is_yes w
       | _, _ => [("a witness is missing, or one too many"%string, false)]
       end) ++
      satisfies_tests k P D ++ map (satisfies_test k Q) D
  | _ => [("no witness"%string, false)]
  end.

(** ** The verdict *)

Definition tests (c : certificate) : list test :=
  match states c with
  | Satisfies m k P D => mechanism_tests m k P ++ satisfies_tests k P D
  | Violates m k P D event j l =>
      mechanism_tests m k P ++ demand_tests k D ++
      [("the event has what is no output"%string, forallb (fun i => Nat.ltb i m) event);
       ("nothing is asked of these two inputs"%string, existsb (is_asked k j l) D);
       ("the event is no violation"%string, existsb (breaks k m P event j l) D)]
  | Within q s o lower upper P => within_tests q s o lower upper P (shows c)
  | Infeasible q required => infeasible_tests q required (shows c)
  | Compare k m n P Q r D => compare_tests k m n P Q r D (shows c)
  end.

Definition check (c : certificate) : bool := forallb snd (tests c).

(** The reason of the first test that fails. *)
Definition fails (t : test) : bool := negb (snd t).

Definition why_not (c : certificate) : option string :=
  match find fails (tests c) with Some t => Some (fst t) | None => None end.
