(** From JSON to a certificate: SPEC.md, 1.5, 2, 3, 3.1, 4, 5.1 and 7. Only the form is judged here.

    What is of another kind, or about t in an interval or irrational, is [Uncovered]. *)

From Coq Require Import ZArith QArith String List Bool.
From Checker Require Import Claim Check Text Grammar.
Import ListNotations.
Open Scope Z_scope.

(** What is read: the certificate, and what its sentence says beside it. *)
Record file := {
  read : certificate;
  t_is : Q;
  input_labels : list text;
  output_labels : list text;
  is_exact : bool;  (* "optimal", not "within" *)
  is_together : bool  (* several demands, in a list *)
}.

(** ** Parts *)

Fixpoint member (key : string) (members : list (text * json)) : option json :=
  match members with [] => None | (s, v) :: rest => if is s key then Some v else member key rest end.

Definition has (key : string) (members : list (text * json)) : bool := match member key members with Some _ => true | None => false end.

Definition object (v : json) : result (list (text * json)) :=
  match v with Object members => Ok members | _ => Malformed "something should be an object" end.

(** An object that has the required keys and no others but the optional ones. *)
Definition take (required optional : list string) (v : json) : result (list (text * json)) :=
  let* members := object v in
  let* _ := expect (forallb (fun key => has key members) required) "a key is missing" in
  let* _ := expect (forallb (fun m => existsb (is (fst m)) (required ++ optional)) members) "an unknown key" in
  Ok members.

Definition get (key : string) (members : list (text * json)) : json :=
  match member key members with Some v => v | None => Other end.

Definition items (v : json) : result (list json) :=
  match v with Items l => Ok l | _ => Malformed "something should be a list" end.

Definition string_in (v : json) : result text :=
  match v with Word s => Ok s | _ => Malformed "something should be a string" end.

Fixpoint each {A B} (f : A -> result B) (l : list A) : result (list B) :=
  match l with
  | [] => Ok []
  | x :: rest => let* y := f x in let* ys := each f rest in Ok (y :: ys)
  end.

Definition index_in (size : nat) (v : json) : result nat :=
  let* s := string_in v in
  match index (Z.of_nat size) s with Some n => Ok n | None => Malformed "something should be an index" end.

Definition vector (t : option Q) (v : json) : result (list Q) :=
  let* l := items v in each (fun x => let* s := string_in x in number t s) l.

Definition number_in (t : option Q) (v : json) : result Q := let* s := string_in v in number t s.

Definition matrix_in (t : option Q) (v : json) : result matrix :=
  let* rows := items v in
  let* M := each (vector t) rows in
  match M with
  | (x :: row) :: rest =>
      let* _ := expect (forallb (fun r => Nat.eqb (List.length r) (S (List.length row))) rest) "rows of different lengths" in Ok M
  | _ => Malformed "an empty matrix"
  end.

Definition columns (M : matrix) : nat := match M with row :: _ => List.length row | [] => 0%nat end.

(** ** Labels *)

Definition refused : list (Z * Z) :=
  [(0, 31); (34, 34); (127, 159); (173, 173); (1564, 1564); (6158, 6158); (8203, 8207); (8232, 8239); (8287, 8303);
   (65279, 65279); (65520, 65531); (65534, 65535); (55296, 57343); (917504, 917631)].

Definition is_label (s : text) : bool :=
  negb (Nat.eqb (List.length s) 0) && (count (fun _ => true) s <=? 60) &&
  negb (Z.eqb (hd 0 s) 32) && negb (Z.eqb (last s 0) 32) &&
  forallb (fun c => negb (existsb (fun r => between (fst r) c (snd r)) refused)) s.

Definition labels (v : json) : result (list text) :=
  let* l := items v in
  let* names := each string_in l in
  let* _ := expect (negb (Nat.eqb (List.length names) 0)) "no label" in
  let* _ := at_most (count (fun _ => true) names) 1024 "too many labels: more than 1024" in
  let* _ := expect (all_differ (sort (fun s => s) names)) "a label twice" in
  let* _ := expect (forallb is_label names) "a label that is empty, too long or not printable, or has a space at an end" in
  Ok names.

(** ** Demands *)

Definition one_number (t : option Q) (key : string) (make : Q -> notion) (v : json) : result notion :=
  let* ms := take ["name"%string; key] [] v in
  let* x := number_in t (get key ms) in Ok (make x).

Definition pair_in (k : nat) (v : json) : result (nat * nat) :=
  let* l := items v in
  match l with
  | [a; b] =>
      let* j := index_in k a in let* l := index_in k b in
      let* _ := expect (negb (Nat.eqb j l)) "a pair should name two different inputs" in Ok (j, l)
  | _ => Malformed "a pair should name two different inputs"
  end.

Fixpoint is_twice (pairs : list (nat * nat)) : bool :=
  match pairs with
  | [] => false
  | (j, l) :: rest => existsb (fun p => Nat.eqb (fst p) j && Nat.eqb (snd p) l) rest || is_twice rest
  end.

Fixpoint table_of (pairs : list (nat * nat)) (ratios deltas : list Q) : option (list (nat * nat * Q * Q)) :=
  match pairs, ratios, deltas with
  | [], [], [] => Some []
  | (j, l) :: pairs, T :: ratios, delta :: deltas =>
      match table_of pairs ratios deltas with Some rest => Some ((j, l, T, delta) :: rest) | None => None end
  | _, _, _ => None
  end.

Definition pairs_notion (t : option Q) (k : nat) (v : json) : result notion :=
  let* ms := take ["name"; "pairs"; "ratios"; "deltas"]%string [] v in
  let* l := items (get "pairs" ms) in
  let* pairs := each (pair_in k) l in
  let* _ := expect (negb (Nat.eqb (List.length pairs) 0) && negb (is_twice pairs)) "no pair, or one twice" in
  let* ratios := vector t (get "ratios" ms) in
  let* deltas := vector t (get "deltas" ms) in
  match table_of pairs ratios deltas with Some table => Ok (Pairs table) | None => Malformed "there should be two numbers a pair" end.

Definition name_in (v : json) : result text :=
  let* members := object v in
  match member "name" members with Some (Word s) => Ok s | _ => Malformed "an object should have a name" end.

(** A notion; one by pairs, or a vulnerability, where [k], the number of inputs, is given. *)
Definition notion_in (t : option Q) (k : option nat) (v : json) : result notion :=
  let* name := name_in v in
  if is name "ldp" then
    let* ms := take ["name"; "ratio"]%string ["delta"%string] v in
    let* T := number_in t (get "ratio" ms) in
    match member "delta" ms with
    | Some d => let* delta := number_in t d in Ok (LDP T delta)
    | None => Ok (LDP T 0)
    end
  else if is name "parity" then one_number t "gamma" Parity v
  else if is name "beta" then one_number t "beta" BetaFactor v
  else if is name "bayes" then one_number t "factor" BayesFactor v
  else if is name "rho" then
    let* ms := take ["name"; "from"; "to"]%string [] v in
    let* a := number_in t (get "from" ms) in let* b := number_in t (get "to" ms) in Ok (Rho a b)
  else match is name "pairs", k with
  | true, Some k => pairs_notion t k v
  | _, Some _ => if is name "vulnerability" then Uncovered "a demand on the average" else Malformed "an unknown demand"
  | _, None => Malformed "an unknown demand"
  end.

(** The notions, and whether they stand in a list. *)
Definition demand_in (t : option Q) (k : option nat) (v : json) : result (demand * bool) :=
  let* name := name_in v in
  match is name "all", k with
  | true, Some _ =>
      let* ms := take ["name"; "demands"]%string [] v in
      let* l := items (get "demands" ms) in
      let* _ := expect (negb (Nat.eqb (List.length l) 0)) "no demand" in
      let* D := each (notion_in t k) l in Ok (D, true)
  | _, _ => let* n := notion_in t k v in Ok ([n], false)
  end.

(** ** Conditions *)

Definition term_in (t : option Q) (m k : nat) (v : json) : result (nat * nat * Q) :=
  let* l := items v in
  match l with
  | [a; b; x] => let* i := index_in m a in let* j := index_in k b in let* c := number_in t x in Ok (i, j, c)
  | _ => Malformed "a term should name an output, an input and a number"
  end.

Definition condition_in (t : option Q) (m k : nat) (v : json) : result condition :=
  let* ms := take ["terms"; "relation"; "bound"]%string [] v in
  let* l := items (get "terms" ms) in
  let* found := each (term_in t m k) l in
  let* _ := expect (negb (Nat.eqb (List.length found) 0) && negb (is_twice (map fst found))) "a condition names no entry, or one twice" in
  let* word := string_in (get "relation" ms) in
  let* b := number_in t (get "bound" ms) in
  if is word "<=" then Ok {| terms := found; related := AtMost; bound := b |}
  else if is word ">=" then Ok {| terms := found; related := AtLeast; bound := b |}
  else if is word "=" then Ok {| terms := found; related := Equal; bound := b |}
  else Malformed "a relation should be one of: <=, >=, =".

Definition conditions_in (t : option Q) (m k : nat) (ms : list (text * json)) : result (list condition) :=
  match member "conditions" ms with
  | None => Ok []
  | Some v =>
      let* l := items v in
      let* _ := expect (negb (Nat.eqb (List.length l) 0)) "no condition" in
      each (condition_in t m k) l
  end.

(** ** Linear objectives *)

Definition sense_in (v : json) : result sense :=
  let* s := string_in v in
  if is s "max" then Ok Max else if is s "min" then Ok Min else Malformed "the sense should be one of: max, min".

Definition has_size (m k : nat) (M : matrix) : bool := Nat.eqb (List.length M) m && Nat.eqb (columns M) k.

Definition objective_in (t : option Q) (m k : nat) (v : json) : result (sense * objective) :=
  let* name := name_in v in
  let square := expect (Nat.eqb m k) "a trace is about as many outputs as inputs" in
  if is name "trace" then
    let* ms := take ["name"; "sense"]%string [] v in
    let* s := sense_in (get "sense" ms) in let* _ := square in Ok (s, Trace)
  else if is name "weighted trace" then
    let* ms := take ["name"; "sense"; "weights"]%string [] v in
    let* s := sense_in (get "sense" ms) in let* _ := square in
    let* w := vector t (get "weights" ms) in
    let* _ := expect (Nat.eqb (List.length w) k) "there should be a weight for each input" in Ok (s, WeightedTrace w)
  else if is name "utility" then
    let* ms := take ["name"; "sense"; "utility"; "prior"]%string [] v in
    let* s := sense_in (get "sense" ms) in
    let* U := matrix_in t (get "utility" ms) in
    let* w := vector t (get "prior" ms) in
    let* _ := expect (has_size m k U && Nat.eqb (List.length w) k) "utilities or a prior of another size" in Ok (s, Utility U w)
  else if is name "linear" then
    let* ms := take ["name"; "sense"; "costs"]%string [] v in
    let* s := sense_in (get "sense" ms) in
    let* C := matrix_in t (get "costs" ms) in
    let* _ := expect (has_size m k C) "coefficients of another size" in Ok (s, Linear C)
  else Malformed "an unknown objective".

(** ** Prices *)

Fixpoint split_commas (s : text) : list text :=
  match s with
  | [] => [[]]
  | c :: rest =>
      match split_commas rest with
      | word :: words => if c =? 44 then [] :: word :: words else (c :: word) :: words
      | [] => [[c]]
      end
  end.

(** A name "j,l", or "j,l,n" where several demands are given. *)
Definition name_of (k : nat) (several : option nat) (words : list text) : result name :=
  let no := Malformed "a price names no pair of inputs" in
  match words, several with
  | [a; b], None =>
      match index (Z.of_nat k) a, index (Z.of_nat k) b with
      | Some j, Some l => if Nat.eqb j l then no else Ok (j, l, 0%nat)
      | _, _ => no
      end
  | [a; b; c], Some count =>
      match index (Z.of_nat k) a, index (Z.of_nat k) b, index (Z.of_nat count) c with
      | Some j, Some l, Some n => if Nat.eqb j l then no else Ok (j, l, n)
      | _, _, _ => no
      end
  | _, _ => no
  end.

Definition table_in (key : string) (ms : list (text * json)) : result (list (text * json)) :=
  match member key ms with
  | None => Ok []
  | Some v =>
      let* found := object v in
      let* _ := expect (negb (Nat.eqb (List.length found) 0)) "an object without a name in it" in Ok found
  end.

Definition budget_in (t : option Q) (k : nat) (several : option nat) (m : text * json) : result (name * Q) :=
  let* c := name_of k several (split_commas (fst m)) in let* x := number_in t (snd m) in Ok (c, x).

Definition excess_in (t : option Q) (outs k : nat) (several : option nat) (m : text * json) : result (nat * name * Q) :=
  match split_commas (fst m) with
  | a :: words =>
      match index (Z.of_nat outs) a with
      | Some i => let* c := name_of k several words in let* x := number_in t (snd m) in Ok (i, c, x)
      | None => Malformed "a multiplier names no output"
      end
  | [] => Malformed "a multiplier names no output"
  end.

(** The multipliers by their keys; sorted by insertion from the end, which takes little where they stand in order. *)
Fixpoint insert_by_key (e : nat * name * Q) (l : multipliers) : multipliers :=
  match l with
  | [] => [e]
  | d :: rest => if key (fst e) <=? key (fst d) then e :: l else d :: insert_by_key e rest
  end.

Definition prices_in (t : option Q) (m k : nat) (D : demand) (together : bool) (conditions : nat) (v : json) : result evidence :=
  let* ms := take ["column"%string] ["budget"; "condition"; "excess"]%string v in
  let several := if together then Some (List.length D) else None in
  let* y := vector t (get "column" ms) in
  let* _ := expect (Nat.eqb (List.length y) k) "there should be a price for each input" in
  let* budgets := table_in "budget" ms in
  let* z := each (budget_in t k several) budgets in
  let* excesses := table_in "excess" ms in
  let* mu := each (excess_in t m k several) excesses in
  let* u := (match member "condition" ms with Some v => vector t v | None => Ok (repeat 0%Q conditions) end) in
  let* _ := expect (Nat.eqb (List.length u) conditions) "there should be a price for each condition" in
  Ok (Prices y z u (fold_right insert_by_key [] mu)).

Definition is_symmetric (v : json) : bool :=
  match v with Object ms => match member "column" ms with Some (Word _) => true | _ => false end | _ => false end.

Definition symmetric_in (t : option Q) (o : objective) (D : demand) (together : bool) (conditions : nat) (v : json) : result evidence :=
  let* ms := take ["column"; "budget"; "excess"]%string [] v in
  let* y := number_in t (get "column" ms) in
  let* z := number_in t (get "budget" ms) in
  let* mu := number_in t (get "excess" ms) in
  let plain := match o, D, conditions with Trace, [n], O => negb together && negb (is_by_pairs n) | _, _, _ => false end in
  let* _ := expect plain "multipliers of all pairs at once go with the trace under one demand for all pairs alone" in
  Ok (ForAllPairs y z mu).
