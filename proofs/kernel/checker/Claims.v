(** The claims, each with its own keys: SPEC.md, 7. *)

From Coq Require Import ZArith QArith String List Bool.
From Checker Require Import Claim Check Text Grammar Read.
Import ListNotations.
Open Scope Z_scope.

Definition rows (M : matrix) : nat := List.length M.

Definition alone (c : certificate) (t : Q) : file :=
  {| read := c; t_is := t; input_labels := []; output_labels := []; is_exact := false; is_together := false |}.

Definition with_list (f : file) (together : bool) : file :=
  {| read := read f; t_is := t_is f; input_labels := input_labels f; output_labels := output_labels f; is_exact := is_exact f;
     is_together := together |}.

Definition satisfies_in (t : Q) (v : json) : result file :=
  let* ms := take ["mechanism"; "notion"]%string [] v in
  let* P := matrix_in (Some t) (get "mechanism" ms) in
  let* D := demand_in (Some t) (Some (columns P)) (get "notion" ms) in
  Ok (with_list (alone {| states := Satisfies (rows P) (columns P) P (fst D); shows := Nothing |} t) (snd D)).

Fixpoint increases (l : list nat) : bool :=
  match l with a :: rest => match rest with b :: _ => Nat.ltb a b && increases rest | [] => true end | [] => true end.

Definition violates_in (t : Q) (v : json) : result file :=
  let* ms := take ["mechanism"; "notion"]%string ["event"%string] v in
  let* P := matrix_in (Some t) (get "mechanism" ms) in
  let* D := demand_in (Some t) (Some (columns P)) (get "notion" ms) in
  let* event := take ["rows"; "input"; "against"]%string [] (get "event" ms) in
  let* l := items (get "rows" event) in
  let* outs := each (index_in (rows P)) l in
  let* j := index_in (columns P) (get "input" event) in
  let* l := index_in (columns P) (get "against" event) in
  let* _ := expect (increases outs) "the outputs of the event should increase" in
  let* _ := expect (negb (Nat.eqb j l)) "the event is about two inputs" in
  Ok (with_list (alone {| states := Violates (rows P) (columns P) P (fst D) outs j l; shows := Nothing |} t) (snd D)).

(** *** Optima with linear objectives *)

Definition optimum_in (exact : bool) (t : Q) (v : json) : result file :=
  let bounds := (if exact then ["value"] else ["lower"; "upper"])%string in
  let* ms := take (["notion"; "inputs"; "objective"; "mechanism"; "outputs"; "prices"]%string ++ bounds)
    ["conditions"%string] v in
  let* P := matrix_in (Some t) (get "mechanism" ms) in
  let* ins := labels (get "inputs" ms) in
  let* outs := labels (get "outputs" ms) in
  let m := List.length outs in let k := List.length ins in
  let* _ := expect (has_size m k P) "there should be a label for every input and output of the mechanism" in
  let* D := demand_in (Some t) (Some k) (get "notion" ms) in
  let* cs := conditions_in (Some t) m k ms in
  let* lower := number_in (Some t) (get (if exact then "value" else "lower") ms) in
  let* upper := number_in (Some t) (get (if exact then "value" else "upper") ms) in
  let* so := objective_in (Some t) m k (get "objective" ms) in
  let prices := get "prices" ms in
  let* e := (if is_symmetric prices then symmetric_in (Some t) (snd so) (fst D) (snd D) (List.length cs) prices
             else prices_in (Some t) m k (fst D) (snd D) (List.length cs) prices) in
  let q := {| outputs := m; inputs := k; asked := fst D; conditions := cs |} in
  Ok {| read := {| states := Within q (fst so) (snd so) lower upper P; shows := e |}; t_is := t; input_labels := ins;
        output_labels := outs; is_exact := exact; is_together := snd D |}.

Definition linear_objectives : list string := ["trace"; "weighted trace"; "utility"; "linear"]%string.
Definition other_objectives : list string :=
  ["asymptotic variance"; "total variance"; "contrast variance"; "determinant"; "largest variance"; "information"; "divergence";
   "variance"; "variances"; "worst"; "together"]%string.

Definition optimal_in (exact : bool) (t : Q) (v : json) : result file :=
  let* members := object v in
  match member "objective" members with
  | None => Malformed "an optimum should have an objective with a name"
  | Some o =>
      let* name := name_in o in
      if existsb (is name) linear_objectives then
        if has "cases" members then Uncovered "a linear objective of few outputs" else optimum_in exact t v
      else if existsb (is name) other_objectives then Uncovered "an objective that is not linear"
      else Malformed "an unknown objective"
  end.

Definition infeasible_in (t : Q) (v : json) : result file :=
  let* ms := take ["notion"; "inputs"; "outputs"; "prices"]%string ["requirement"; "conditions"]%string v in
  let* ins := labels (get "inputs" ms) in
  let* outs := labels (get "outputs" ms) in
  let m := List.length outs in let k := List.length ins in
  let* required :=
    (match member "requirement" ms with
     | None => Ok None
     | Some r =>
         let* more := take ["objective"; "bound"]%string [] r in
         let* so := objective_in (Some t) m k (get "objective" more) in
         let* b := number_in (Some t) (get "bound" more) in Ok (Some (fst so, snd so, b))
     end) in
  let* cs := conditions_in (Some t) m k ms in
  let* D := demand_in (Some t) (Some k) (get "notion" ms) in
  let* e := prices_in (Some t) m k (fst D) (snd D) (List.length cs) (get "prices" ms) in
  let q := {| outputs := m; inputs := k; asked := fst D; conditions := cs |} in
  Ok {| read := {| states := Infeasible q required; shows := e |}; t_is := t; input_labels := ins; output_labels := outs;
        is_exact := false; is_together := snd D |}.

(** *** Blackwell's order *)

Definition relation_in (v : json) : result order :=
  let* s := string_in v in
  if is s "at least as informative" then Ok AtLeastAs
  else if is s "not at least as informative" then Ok NotAtLeastAs
  else if is s "equivalent" then Ok Equivalent
  else if is s "strictly more informative" then Ok Strictly
  else if is s "incomparable" then Ok Incomparable
  else Malformed "an unknown relation".

(** That a mechanism with m outputs and k inputs is, or is not, at least as informative as another. *)
Definition witness_in (t : Q) (k m : nat) (is_yes : bool) (v : json) : result witness :=
  if is_yes then
    let* ms := take ["garbling"%string] [] v in
    let* C := matrix_in (Some t) (get "garbling" ms) in
    let* _ := expect (Nat.eqb (columns C) m) "a garbling should have a column for every output" in Ok (Garbling C)
  else
    let* ms := take ["prior"; "gains"]%string [] v in
    let* w := vector (Some t) (get "prior" ms) in
    let* G := matrix_in (Some t) (get "gains" ms) in
    let* _ := expect (Nat.eqb (List.length w) k && Nat.eqb (columns G) k) "a decision should have a number for every input" in
    Ok (Decision w G).

Definition compare_in (t : Q) (v : json) : result file :=
  let* ms := take ["first"; "second"; "relation"; "forward"]%string ["backward"; "notion"]%string v in
  let* P := matrix_in (Some t) (get "first" ms) in
  let* Q := matrix_in (Some t) (get "second" ms) in
  let k := columns P in
  let* _ := expect (Nat.eqb k (columns Q)) "the mechanisms have different inputs" in
  let* r := relation_in (get "relation" ms) in
  let* forward := witness_in t k (rows P) (fst (directions r)) (get "forward" ms) in
  let* backward :=
    (match snd (directions r), member "backward" ms with
     | None, None => Ok None
     | Some is_yes, Some w => let* found := witness_in t k (rows Q) is_yes w in Ok (Some found)
     | _, _ => Malformed "a witness is missing, or one too many"
     end) in
  let* D := (match member "notion" ms with None => Ok ([], false) | Some d => demand_in (Some t) None d end) in
  Ok (alone {| states := Compare k (rows P) (rows Q) P Q r (fst D); shows := Witnesses forward backward |} t).

(** *** The whole *)

Definition other_claims : list string :=
  ["unattained"; "dominant"; "admissible"; "deficiency"; "profile"; "breach"; "pieces"; "implication"; "instance"]%string.

Definition starts (s : text) (word : string) : bool := same (firstn (String.length word) s) (codes word).

(** t, where the field is one rational number. *)
Definition field_in (v : json) : result Q :=
  let* ms := object v in
  match member "t" ms, member "from" ms with
  | Some (Word s), None =>
      if starts s "exp(" then Uncovered "t that is not rational"
      else let* _ := take ["t"%string] [] v in number None s
  | Some (Object _), None => Uncovered "t that is not rational"
  | None, Some _ => Uncovered "t of an interval"
  | _, _ => Malformed "the field should have the key t, or the keys from, to and ends"
  end.

Definition schema : string := "rropt.certificate/3".

Definition certificate_in (v : json) : result file :=
  let* members := object v in
  let* _ := expect (match member "schema" members with Some (Word s) => negb (is s "rropt.certificate/2") | _ => true end)
    "of an earlier format; make it anew with `rropt design`" in
  let* _ := expect (match member "schema" members with Some (Word s) => is s schema | _ => false end)
    "the schema is not rropt.certificate/3" in
  let rest := Object (filter (fun m => negb (existsb (is (fst m)) ["schema"; "claim"; "field"]%string)) members) in
  match member "claim" members, member "field" members with
  | Some (Word claim), Some field =>
      let known := existsb (is claim) (["satisfies"; "violates"; "optimal"; "within"; "infeasible"; "compare"]%string ++ other_claims) in
      let* _ := expect known "an unknown claim" in
      if existsb (is claim) other_claims then Uncovered "a claim of another kind"
      else
        let* t := field_in field in
        if is claim "satisfies" then satisfies_in t rest
        else if is claim "violates" then violates_in t rest
        else if is claim "infeasible" then infeasible_in t rest
        else if is claim "compare" then compare_in t rest
        else optimal_in (is claim "optimal") t rest
  | _, _ => Malformed "the certificate lacks the key claim, or field"
  end.
