(** The sentence of a certificate that was accepted: SPEC.md, 6 and 7. It is printed from the record that was checked; the file is
    looked at only for the digests of what is long. *)

From Coq Require Import ZArith QArith String Ascii List Bool.
From Checker Require Import Claim Check Text Grammar Read Digest.
Import ListNotations.
Open Scope string_scope.
Open Scope Z_scope.
Infix "+++" := String.append (right associativity, at level 60).

(** ** Numbers *)

Definition digit (n : Z) : ascii := nth (Z.to_nat n) (list_ascii_of_string "0123456789") "0"%char.

Fixpoint digits (fuel : nat) (n : Z) (after : string) : string :=
  match fuel with
  | O => after
  | S fuel => let s := String (digit (n mod 10)) after in if n <? 10 then s else digits fuel (n / 10) s
  end.

(** As many digits as there are at most in what is spelled: 1600 bits. *)
Definition integer (n : Z) : string :=
  if n <? 0 then "-" +++ digits 600 (- n) "" else digits 600 n "".

Definition natural (n : nat) : string := integer (Z.of_nat n).

Definition size (s : string) : Z := Z.of_nat (String.length s).

(** What is longer than 400 characters is not said but named by its place and digest. *)
Definition fit (s : string) : option string := if size s <=? 400 then Some s else None.

Definition rational (x : Q) : option string :=
  let y := lowest x in
  if 1599 <? bits y then None
  else if Pos.eqb (Qden y) 1 then fit (integer (Qnum y))
  else fit (integer (Qnum y) +++ "/" +++ integer (Z.pos (Qden y))).

Fixpoint joined (between : string) (l : list string) : string :=
  match l with
  | [] => ""
  | s :: rest => match rest with [] => s | _ => s +++ between +++ joined between rest end
  end.

Fixpoint all_some {A} (l : list (option A)) : option (list A) :=
  match l with
  | [] => Some []
  | Some x :: rest => match all_some rest with Some xs => Some (x :: xs) | None => None end
  | None :: _ => None
  end.

Definition bracket (l : list (option string)) : option string :=
  match all_some l with Some found => fit ("[" +++ joined ", " found +++ "]") | None => None end.

Definition list_of (y : list Q) : option string :=
  if 133 <? Z.of_nat (List.length y) then None else bracket (map rational y).

Definition matrix_of (M : matrix) : option string :=
  if 133 <? Z.of_nat (List.length M) * Z.of_nat (columns M) then None else bracket (map list_of M).

(** ** Decimals: of so many digits, the nearest on one side *)

Fixpoint exponent (fuel : nat) (n d count e : Z) : Z :=
  match fuel with
  | O => e
  | S fuel =>
      if d * 10 ^ (Z.max e 0 + count) <=? n * 10 ^ Z.max (- e) 0 then exponent fuel n d count (e + 1) else e
  end.

Definition zeros (n : Z) : string := string_of_list_ascii (repeat "0"%char (Z.to_nat n)).

(** units * 10^e, units an integer of [count] digits. *)
Definition decimal_text (units e count : Z) : string :=
  let s := integer units in
  let top := e + count - 1 in
  let point n := substring 0 n s +++ (if Nat.eqb n (String.length s) then "" else "." +++ substring n (String.length s - n) s) in
  if (e <=? 0) && (-6 <=? top) then
    if 0 <=? top then point (Z.to_nat (top + 1)) else "0." +++ zeros (- top - 1) +++ s
  else point 1%nat +++ "E" +++ (if top <? 0 then integer top else "+" +++ integer top).

Definition positive_decimal (n d count : Z) (upward : bool) : string :=
  let e := exponent 64 n d count ((Z.log2 n - Z.log2 d - 1) * 30103 / 100000 - count - 2) in
  let over := d * 10 ^ Z.max e 0 in
  let scaled := n * 10 ^ Z.max (- e) 0 in
  let units := scaled / over + (if upward && (0 <? scaled mod over) then 1 else 0) in
  if units =? 10 ^ count then decimal_text (units / 10) (e + 1) count else decimal_text units e count.

Definition decimal (x : Q) (count : Z) (upward : bool) : string :=
  match Qnum x with
  | Z0 => "0"
  | Zpos n => positive_decimal (Z.pos n) (Z.pos (Qden x)) count upward
  | Zneg n => "-" +++ positive_decimal (Z.pos n) (Z.pos (Qden x)) count (negb upward)
  end.

(** ** What is long, by its place in the file *)

Fixpoint at_place (v : json) (path : list string) : json :=
  match path with
  | [] => v
  | key :: rest =>
      match v with
      | Object members => at_place (get key members) rest
      | Items l => match index (Z.of_nat (List.length l)) (codes key) with Some n => at_place (nth n l Other) rest | None => Other end
      | _ => Other
      end
  end.

Definition pointer (path : list string) : string := fold_right (fun key rest => "/" +++ key +++ rest) "" path.

Definition named (v : json) (path : list string) (beside : string) : string :=
  "[at " +++ pointer path +++ ", SHA-256 " +++ digest (at_place v path) +++ beside +++ "]".

Definition quote (v : json) (path : list string) (said : option string) : string :=
  match said with Some s => s | None => named v path "" end.

Definition around (x : Q) : string := ", from " +++ decimal x 10 false +++ " to " +++ decimal x 10 true.

Definition number_at (v : json) (path : list string) (x : Q) : string :=
  match rational x with Some s => s | None => named v path (around x) end.

Definition list_at (v : json) (path : list string) (y : list Q) : string := quote v path (list_of y).

Definition mechanism_at (v : json) (path : list string) (M : matrix) : string :=
  quote v path (matrix_of M) +++ " (a row for each output)".

(** ** Labels *)

Definition character_of (c : Z) : ascii := ascii_of_N (Z.to_N c).

Definition shown_character (c : Z) : string :=
  if c =? backslash then "\\"
  else if between 32 c 126 then String (character_of c) ""
  else if c <? 256 then "\x" +++ in_hex [1; 0] c
  else if c <? 65536 then "\u" +++ in_hex [3; 2; 1; 0] c
  else "\U" +++ in_hex [7; 6; 5; 4; 3; 2; 1; 0] c.

Definition shown (s : text) : string := fold_right (fun c rest => shown_character c +++ rest) "" s.

Definition quotes : string := String (character_of quotation) "".

Definition labels_at (v : json) (key word : string) (names : list text) : string :=
  let listed := "(" +++ joined ", " (map (fun s => quotes +++ shown s +++ quotes) names) +++ ")" in
  natural (List.length names) +++ " " +++ word +++ (if Nat.eqb (List.length names) 1 then "" else "s") +++ " " +++
  quote v [key] (fit listed).

(** ** Demands *)

(** A remark that is made unless no number calls for it: "as" where all do, else "where". *)
Definition remark (calls : list bool) (words : string) : list string :=
  if forallb negb calls then [] else [(if forallb (fun b => b) calls then "as " else "where ") +++ words].

Definition negative : string :=
  "e^epsilon < 1, epsilon is negative: with two inputs or more delta is at least 1 - e^epsilon or no mechanism exists".
Definition below_one : string := "this is below 1, no mechanism with two inputs or more exists, and of one input nothing is asked".
Definition asks_nothing (whom : string) : string := "delta >= 1, nothing is asked of " +++ whom.

Definition is_below (T : Q) : bool := less T 1.
Definition is_full (delta : Q) : bool := Qle_bool 1 delta.

Definition with_remarks (said : string) (remarks : list string) : string :=
  match remarks with [] => said | _ => said +++ " (" +++ joined "; " remarks +++ ")" end.

Definition notion_words (v : json) (path : list string) (k : nat) (n : notion) : string :=
  let at_key key x := number_at v (path ++ [key])%list x in
  match n with
  | LDP T delta =>
      let said := "epsilon-LDP with e^epsilon = " +++ at_key "ratio" T in
      let below := remark [is_below T] negative in
      if Qeq_bool delta 0 then with_remarks said below
      else with_remarks (said +++ " and delta = " +++ at_key "delta" delta)
        (below ++ remark [is_full delta] (asks_nothing "any pair"))%list
  | Parity g => with_remarks ("parity at most " +++ at_key "gamma" g) (remark [is_below g] below_one)
  | BetaFactor b => with_remarks ("beta-factor privacy with beta = " +++ at_key "beta" b) (remark [is_below b] below_one)
  | BayesFactor b => with_remarks ("Bayes factors at most " +++ at_key "factor" b) (remark [is_below b] below_one)
  | Rho a b =>
      let low := at_key "from" a in let high := at_key "to" b in
      "rho1-to-rho2 privacy, " +++ low +++ " to " +++ high +++ " (no event of prior at most " +++ low +++ " gets more than " +++
      high +++ ", none of at least " +++ high +++ " less than " +++ low +++ ")"
  | Pairs table =>
      let pairs := fit (joined ", " (map (fun b => match b with (j, l, _, _) => natural j +++ " against " +++ natural l end) table)) in
      let Ts := map (fun b => match b with (_, T, _) => T end) table in
      let deltas := map snd table in
      "epsilon-LDP of inputs " +++ quote v (path ++ ["pairs"])%list pairs +++ ", counted from 0, with e^epsilon = " +++
      list_at v (path ++ ["ratios"])%list Ts +++ " and delta = " +++ list_at v (path ++ ["deltas"])%list deltas +++
      ", in this order (" +++
      joined "; " ("j against l: Pr(event | j) <= e^epsilon*Pr(event | l) + delta for every event" ::
        (remark (map is_below Ts) negative ++ remark (map is_full deltas) (asks_nothing "this pair") ++
        (if Nat.ltb (List.length table) (k * (k - 1)) then
          ["of a pair, or the other direction of one, that is not named, nothing is asked here"] else []))%list) +++ ")"
  end.

Definition demand_words (v : json) (k : nat) (D : demand) (together : bool) : string :=
  if together then
    let each := map (fun nn => notion_words v ["notion"; "demands"; natural (fst nn)] k (snd nn)) (combine (seq 0 (List.length D)) D) in
    "all of " +++ quote v ["notion"; "demands"] (fit ("[" +++ joined "; " each +++ "]"))
  else joined "; " (map (notion_words v ["notion"] k) D).

(** ** Conditions and objectives *)

Definition coefficient_words (x : option string) (place : string) : option string :=
  match x with
  | None => None
  | Some "1" => Some (" + " +++ place)
  | Some "-1" => Some (" - " +++ place)
  | Some s => Some (" + (" +++ s +++ ")*" +++ place)
  end.

Definition without_first (prefix s : string) : string :=
  if String.prefix prefix s then substring (String.length prefix) (String.length s - String.length prefix) s else s.

Definition relation_words (r : relation) : string := match r with AtMost => "<=" | AtLeast => ">=" | Equal => "=" end.

Definition condition_words (c : condition) : option string :=
  let terms := map (fun term => match term with (i, j, a) =>
    coefficient_words (rational a) ("P[" +++ natural i +++ "," +++ natural j +++ "]") end) (terms c) in
  match all_some terms, rational (bound c) with
  | Some found, Some b =>
      Some (without_first " " (without_first " + " (joined "" found) +++ " " +++ relation_words (related c) +++ " " +++ b))
  | _, _ => None
  end.

Definition conditions_words (v : json) (cs : list condition) : string :=
  match cs with
  | [] => ""
  | _ =>
      let said := match all_some (map condition_words cs) with Some found => fit (joined ", " found) | None => None end in
      " and the conditions " +++ quote v ["conditions"] said +++ " (P[output,input], counted from 0)"
  end.

Definition objective_words (v : json) (path : list string) (o : objective) : string :=
  match o with
  | Trace => "trace (the i-th output for the i-th input)"
  | WeightedTrace w => "weighted trace (the i-th output for the i-th input) with weights " +++ list_at v (path ++ ["weights"])%list w
  | Utility U prior =>
      "expected utility with utilities " +++ mechanism_at v (path ++ ["utility"])%list U +++ " and prior " +++
      list_at v (path ++ ["prior"])%list prior
  | Linear C => "linear objective with coefficients " +++ mechanism_at v (path ++ ["costs"])%list C
  end.

(** ** Sentences *)

Definition order_words (r : order) : string :=
  match r with
  | AtLeastAs => "is at least as informative as"
  | NotAtLeastAs => "is not at least as informative as"
  | Equivalent => "is as informative as, and no more informative than,"
  | Strictly => "is strictly more informative than"
  | Incomparable => "is neither at least as informative as, nor at most as informative as,"
  end.

Definition within_words (v : json) (f : file) (q : question) (s : sense) (o : objective) (lower upper : Q) (P : matrix) : string :=
  let asked := demand_words v (inputs q) (asked q) (is_together f) +++ conditions_words v (conditions q) in
  let who := "among all mechanisms with " +++ labels_at v "inputs" "input" (input_labels f) +++ " and " +++
    labels_at v "outputs" "output" (output_labels f) +++ " satisfying " +++ asked in
  let aim := match s with Max => "maximum" | Min => "minimum" end +++ " of the " +++ objective_words v ["objective"] o in
  let mechanism := "the mechanism " +++ mechanism_at v ["mechanism"] P in
  if is_exact f then who +++ ", the " +++ aim +++ " is " +++ number_at v ["value"] lower +++ ", attained by " +++ mechanism
  else
    let low := number_at v ["lower"] lower in let high := number_at v ["upper"] upper in
    who +++ ", the " +++ aim +++ " lies between " +++ low +++ " and " +++ high +++ " (at most " +++
    decimal (sub upper lower) 3 true +++ " apart), and " +++ mechanism +++ " reaches " +++
    match s with Max => "at least " +++ low | Min => "at most " +++ high end.

Definition infeasible_words (v : json) (f : file) (q : question) (required : option (sense * objective * Q)) : string :=
  let asked := demand_words v (inputs q) (asked q) (is_together f) +++ conditions_words v (conditions q) in
  let who := "no mechanism with " +++ labels_at v "inputs" "input" (input_labels f) +++ " and " +++
    labels_at v "outputs" "output" (output_labels f) in
  match required with
  | None => who +++ " satisfies " +++ asked
  | Some (s, o, b) =>
      who +++ " that satisfies " +++ asked +++ " has " +++ match o with Utility _ _ => "an " | _ => "a " end +++
      objective_words v ["requirement"; "objective"] o +++ " of at " +++ match s with Max => "least " | Min => "most " end +++
      number_at v ["requirement"; "bound"] b
  end.

Definition words (v : json) (f : file) : string :=
  match states (read f) with
  | Satisfies m k P D =>
      "the mechanism " +++ mechanism_at v ["mechanism"] P +++ " satisfies " +++ demand_words v k D (is_together f)
  | Violates m k P D event j l =>
      let outs := quote v ["event"; "rows"] (fit (joined ", " (map natural event))) in
      "the mechanism " +++ mechanism_at v ["mechanism"] P +++ " does not satisfy " +++ demand_words v k D (is_together f) +++ ": " +++
      match event with [_] => "output " +++ outs +++ " is" | _ => "outputs " +++ outs +++ " together are" end +++
      " too probable for input " +++ natural j +++ " against " +++ natural l +++ ", counted from 0"
  | Within q s o lower upper P => within_words v f q s o lower upper P
  | Infeasible q required => infeasible_words v f q required
  | Compare k m n P Q r D =>
      "the mechanism " +++ mechanism_at v ["first"] P +++ " " +++ order_words r +++ " the mechanism " +++ mechanism_at v ["second"] Q +++
      match D with [] => "" | _ => ", and both satisfy " +++ demand_words v k D (is_together f) end
  end.

Definition sentence (v : json) (f : file) : string :=
  "For t = " +++ number_at v ["field"; "t"] (t_is f) +++ ", " +++ words v f +++ ".".
