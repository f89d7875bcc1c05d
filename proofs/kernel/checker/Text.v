(** From the bytes of a file to JSON: SPEC.md, 1.1, 1.2 and 1.6. A character is its code point. *)

From Coq Require Import ZArith String Ascii List Bool.
Import ListNotations.
Open Scope Z_scope.

Definition text := list Z.

(** What is found in a file: it may be no certificate, be beyond a limit, or be about what this checker does not judge. *)
Inductive result (A : Type) :=
| Ok (a : A)
| Malformed (why : string)
| Unfinished (why : string)
| Uncovered (what : string).
Arguments Ok {A}.
Arguments Malformed {A}.
Arguments Unfinished {A}.
Arguments Uncovered {A}.

Definition bind {A B} (x : result A) (f : A -> result B) : result B :=
  match x with Ok a => f a | Malformed w => Malformed w | Unfinished w => Unfinished w | Uncovered w => Uncovered w end.
Notation "'let*' x := e 'in' f" := (bind e (fun x => f)) (at level 200, x name, f at level 200).

Definition expect (holds : bool) (why : string) : result unit := if holds then Ok tt else Malformed why.

Definition at_most (size most : Z) (why : string) : result unit := if size <=? most then Ok tt else Unfinished why.

(** ** Characters *)

Definition codes (s : string) : text := map (fun a => Z.of_N (N_of_ascii a)) (list_ascii_of_string s).

Fixpoint same (s t : text) : bool :=
  match s, t with [], [] => true | a :: s, b :: t => Z.eqb a b && same s t | _, _ => false end.

Definition is (s : text) (word : string) : bool := same s (codes word).

Definition between (low c high : Z) : bool := (low <=? c) && (c <=? high).

(** UTF-8, no longer than need be, no surrogates, up to U+10FFFF. [to_come] bytes are to come of a character that is at least
    [lowest]. *)
Fixpoint decode (bytes : list Z) (to_come : nat) (lowest code : Z) (found : text) : option text :=
  match bytes, to_come with
  | [], O => Some (rev' found)
  | [], S _ => None
  | b :: rest, O =>
      if b <? 128 then decode rest 0 0 0 (b :: found)
      else if between 194 b 223 then decode rest 1 128 (b - 192) found
      else if between 224 b 239 then decode rest 2 2048 (b - 224) found
      else if between 240 b 244 then decode rest 3 65536 (b - 240) found
      else None
  | b :: rest, S n =>
      if between 128 b 191 then
        let c := code * 64 + (b - 128) in
        match n with
        | O => if (lowest <=? c) && (c <=? 1114111) && negb (between 55296 c 57343) then decode rest 0 0 0 (c :: found) else None
        | _ => decode rest n lowest c found
        end
      else None
  end.

(** ** Tokens *)

Inductive token := Open_list | Close_list | Open_object | Close_object | Colon | Comma | Quoted (s : text) | Bare.

Inductive place := Outside | In_bare | In_string (s : text) | After_backslash (s : text) | In_escape (to_come : nat) (code : Z) (s : text).

(** Two escapes that are one character beyond U+FFFF. *)
Fixpoint join (s : text) : text :=
  match s with
  | a :: rest =>
      match rest with
      | b :: more =>
          if between 55296 a 56319 && between 56320 b 57343 then 65536 + (a - 55296) * 1024 + (b - 56320) :: join more
          else a :: join rest
      | [] => [a]
      end
  | [] => []
  end.

Definition hex (c : Z) : option Z :=
  if between 48 c 57 then Some (c - 48)
  else if between 97 c 102 then Some (c - 87)
  else if between 65 c 70 then Some (c - 55)
  else None.

Definition backslash : Z := 92.
Definition quotation : Z := 34.

Definition escaped (c : Z) : option Z :=
  if existsb (Z.eqb c) [quotation; backslash; 47] then Some c
  else if c =? 98 then Some 8
  else if c =? 102 then Some 12
  else if c =? 110 then Some 10
  else if c =? 114 then Some 13
  else if c =? 116 then Some 9
  else None.

Definition is_space (c : Z) : bool := (c =? 32) || (c =? 10) || (c =? 13) || (c =? 9).

(** Numbers and words such as true, which no certificate has: letters, digits, signs, points. *)
Definition is_bare (c : Z) : bool :=
  between 48 c 57 || between 65 c 90 || between 97 c 122 || (c =? 43) || (c =? 45) || (c =? 46).

Definition mark (c : Z) : option token :=
  if c =? 44 then Some Comma
  else if c =? 58 then Some Colon
  else if c =? 91 then Some Open_list
  else if c =? 93 then Some Close_list
  else if c =? 123 then Some Open_object
  else if c =? 125 then Some Close_object
  else None.

Definition outside (c : Z) (found : list token) : option (place * list token) :=
  if c =? quotation then Some (In_string [], found)
  else if is_space c then Some (Outside, found)
  else if is_bare c then Some (In_bare, Bare :: found)
  else match mark c with Some t => Some (Outside, t :: found) | None => None end.

Definition step (c : Z) (where_ : place) (found : list token) : option (place * list token) :=
  match where_ with
  | Outside => outside c found
  | In_bare => if is_bare c then Some (In_bare, found) else outside c found
  | In_string s =>
      if c =? quotation then Some (Outside, Quoted (join (rev' s)) :: found)
      else if c =? backslash then Some (After_backslash s, found)
      else if c <? 32 then None
      else Some (In_string (c :: s), found)
  | After_backslash s =>
      if c =? 117 then Some (In_escape 4 0 s, found)
      else match escaped c with Some d => Some (In_string (d :: s), found) | None => None end
  | In_escape to_come code s =>
      match hex c, to_come with
      | Some d, S O => Some (In_string (code * 16 + d :: s), found)
      | Some d, S n => Some (In_escape n (code * 16 + d) s, found)
      | _, _ => None
      end
  end.

Fixpoint tokens (cs : text) (where_ : place) (found : list token) : option (list token) :=
  match cs with
  | [] => match where_ with Outside | In_bare => Some (rev' found) | _ => None end
  | c :: rest => match step c where_ found with Some (w, f) => tokens rest w f | None => None end
  end.

(** ** JSON *)

Inductive json := Word (s : text) | Items (l : list json) | Object (members : list (text * json)) | Other.

Inductive frame := In_items (found : list json) | In_object (found : list (text * json)) (key : text).

Inductive wanted := Value | Value_or_close | Key | Key_or_close | Colon_next | More.

(** No key stands twice: the keys are sorted by insertion from the end, which takes little where they stand in order. *)
Fixpoint before (s t : text) : bool :=
  match s, t with
  | [], _ => true
  | _, [] => false
  | a :: s, b :: t => (a <? b) || ((a =? b) && before s t)
  end.

Fixpoint insert {A} (key : A -> text) (x : A) (l : list A) : list A :=
  match l with [] => [x] | y :: rest => if before (key x) (key y) then x :: l else y :: insert key x rest end.

Definition sort {A} (key : A -> text) (l : list A) : list A := fold_right (insert key) [] l.

Fixpoint all_differ (l : list text) : bool :=
  match l with s :: rest => match rest with t :: _ => negb (same s t) && all_differ rest | [] => true end | [] => true end.

Definition no_key_twice (members : list (text * json)) : bool := all_differ (map fst (sort fst members)).

(** The tokens from left to right; [stack] are the lists and objects that are open, [objects] the members of those that wait for
    a key. [inl] is a whole value that no list or object is open around. *)
Definition put (v : json) (stack : list frame) : (json + list frame) :=
  match stack with
  | [] => inl v
  | In_items found :: rest => inr (In_items (v :: found) :: rest)
  | In_object found key :: rest => inr (In_object ((key, v) :: found) [] :: rest)
  end.

Fixpoint parse (ts : list token) (stack : list frame) (want : wanted) : result json :=
  let no := Malformed "no JSON text" in
  let go v stack rest :=
    match put v stack with
    | inl v => match rest with [] => Ok v | _ => no end
    | inr stack => parse rest stack More
    end in
  match ts with
  | [] => no
  | t :: rest =>
      match want, t with
      | (Value | Value_or_close), Quoted s => go (Word s) stack rest
      | (Value | Value_or_close), Bare => go Other stack rest
      | (Value | Value_or_close), Open_list => parse rest (In_items [] :: stack) Value_or_close
      | (Value | Value_or_close), Open_object => parse rest stack Key_or_close
      | Value_or_close, Close_list =>
          match stack with In_items _ :: outer => go (Items []) outer rest | _ => no end
      | Key_or_close, Close_object => go (Object []) stack rest
      | Key_or_close, Quoted s => parse rest (In_object [] s :: stack) Colon_next
      | Key, Quoted s =>
          match stack with In_object found _ :: outer => parse rest (In_object found s :: outer) Colon_next | _ => no end
      | Colon_next, Colon => parse rest stack Value
      | More, Comma => parse rest stack (match stack with In_items _ :: _ => Value | _ => Key end)
      | More, Close_list =>
          match stack with In_items found :: outer => go (Items (rev' found)) outer rest | _ => no end
      | More, Close_object =>
          match stack with
          | In_object found _ :: outer =>
              if no_key_twice (rev' found) then go (Object (rev' found)) outer rest else Malformed "a repeated key"
          | _ => no
          end
      | _, _ => no
      end
  end.

(** ** The text of a file *)

Definition most_text : Z := 20971520.
Definition most_brackets : Z := 262144.

Definition opens (c : Z) : bool := (c =? 91) || (c =? 123).

Definition count {A} (test : A -> bool) (l : list A) : Z := fold_left (fun n x => if test x then n + 1 else n) l 0.

Definition read_json (bytes : list Z) : result json :=
  match decode bytes 0 0 0 [] with
  | None => Malformed "not a readable UTF-8 file (UnicodeDecodeError)"
  | Some cs =>
      let* _ := at_most (count (fun _ => true) cs) most_text "too long a text" in
      let* _ := at_most (count opens cs) most_brackets "too long a text" in
      match tokens cs Outside [] with
      | None => Malformed "no JSON text"
      | Some ts => parse ts [] Value
      end
  end.
