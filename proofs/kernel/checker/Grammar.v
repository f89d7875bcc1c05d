(** Numbers as a certificate writes them: SPEC.md, 1.3. All comparisons are of values, so that a number is its value.

      sum     = [ "-" ] product { ( "+" | "-" ) product }
      product = power { ( "*" | "/" ) power }
      power   = atom [ "^" digits ]
      atom    = digits | name | "(" sum ")" *)

From Coq Require Import ZArith QArith String List Bool.
From Checker Require Import Claim Check Text.
Import ListNotations.
Open Scope Z_scope.

(** ** Tokens *)

Inductive sign := Plus | Minus | Times | Over | To | Open | Close.
Inductive part := Digits (value : Z) (many : Z) | Letters (s : text) | Sign (s : sign).

Definition is_digit (c : Z) : bool := between 48 c 57.
Definition is_letter (c : Z) : bool := between 65 c 90 || between 97 c 122.
Definition is_of_name (c : Z) : bool := is_digit c || is_letter c || (c =? 95).

Definition sign_of (c : Z) : option sign :=
  if c =? 43 then Some Plus
  else if c =? 45 then Some Minus
  else if c =? 42 then Some Times
  else if c =? 47 then Some Over
  else if c =? 94 then Some To
  else if c =? 40 then Some Open
  else if c =? 41 then Some Close
  else None.

Definition start (c : Z) (found : list part) : option (list part) :=
  if is_digit c then Some (Digits (c - 48) 1 :: found)
  else if is_letter c then Some (Letters [c] :: found)
  else match sign_of c with Some s => Some (Sign s :: found) | None => None end.

(** [goes_on]: no space stands before the next character. The letters of a name are found in reverse; no more digits are read
    than a number may have. *)
Definition most_digits : Z := 80000.

Fixpoint cut (cs : text) (goes_on : bool) (found : list part) : option (list part) :=
  match cs with
  | [] => Some (rev' found)
  | c :: rest =>
      if c =? 32 then cut rest false found
      else
        let new (_ : unit) := match start c found with Some f => cut rest true f | None => None end in
        match goes_on, found with
        | true, Digits n many :: before =>
            if is_digit c then cut rest true (Digits (if many <? most_digits then n * 10 + (c - 48) else n) (many + 1) :: before)
            else new tt
        | true, Letters s :: before => if is_of_name c then cut rest true (Letters (c :: s) :: before) else new tt
        | _, _ => new tt
        end
  end.

(** ** Values *)

Definition most_bits : Z := 262144.
Definition most_power : Z := 256.
Definition most_parentheses : Z := 99.

Definition bits (x : Q) : Z := Z.max (Z.log2 (Z.abs (Qnum x))) (Z.log2 (Z.pos (Qden x))).

Definition within_bits (x : Q) : result Q :=
  if bits x <=? most_bits then Ok x else Unfinished "an integer of too many bits".

Definition power (x : Q) (e : Z) : result Q :=
  if most_power <? e then Unfinished "too many factors of a power: more than 256"
  else if most_bits <? bits x * e then Unfinished "an integer of too many bits"
  else Ok (Z.pow (Qnum x) e # Z.to_pos (Z.pow (Z.pos (Qden x)) e)).

Definition divide (x y : Q) : result Q :=
  if Z.eqb (Qnum y) 0 then Malformed "a division by a number that is 0 somewhere on the domain"
  else within_bits (mul x (Qinv y)).

(** ** The grammar, from left to right

    A sum that is being read: what its finished products make, whether the product now read is subtracted, and the powers of it
    that were read, with the sign before the next. *)
Record sum_so_far := { products : Q; is_negative : bool; factors : option (Q * bool) }.

Definition empty : sum_so_far := {| products := 0; is_negative := false; factors := None |}.

(** The product with one more power. *)
Definition with_power (s : sum_so_far) (x : Q) : result Q :=
  match factors s with
  | None => Ok x
  | Some (p, true) => divide p x
  | Some (p, false) => within_bits (mul p x)
  end.

Definition with_product (s : sum_so_far) (x : Q) : result Q :=
  let* p := with_power s x in Ok (add (products s) (if is_negative s then opp p else p)).

Inductive state := First | Next | After_atom (x : Q) | Exponent (x : Q) | After_power (x : Q).

Definition no_number : string := "no number stands where one is needed".

(** [outer] are the sums that wait for the end of a parenthesis. *)
Fixpoint evaluate (t : option Q) (ps : list part) (now : sum_so_far) (outer : list sum_so_far) (depth : Z) (st : state) : result Q :=
  match ps with
  | [] =>
      match st, outer with
      | (After_atom x | After_power x), [] => with_product now x
      | (After_atom _ | After_power _), _ => Malformed "a parenthesis that is not closed"
      | _, _ => Malformed no_number
      end
  | p :: rest =>
      match st, p with
      | (First | Next), Digits n many =>
          let* _ := at_most many most_digits "too many digits of an integer: more than 80000" in
          evaluate t rest now outer depth (After_atom (inject_Z n))
      | (First | Next), Letters s =>
          match t with
          | Some x => if is s "t" then evaluate t rest now outer depth (After_atom x) else Malformed no_number
          | None => Malformed no_number
          end
      | (First | Next), Sign Open =>
          let* _ := at_most (depth + 1) most_parentheses "too many parentheses in one another: more than 99" in
          evaluate t rest empty (now :: outer) (depth + 1) First
      | First, Sign Minus => evaluate t rest {| products := 0; is_negative := true; factors := None |} outer depth Next
      | After_atom x, Sign To => evaluate t rest now outer depth (Exponent x)
      | Exponent x, Digits n many =>
          let* _ := at_most many most_digits "too many digits of an integer: more than 80000" in
          let* y := power x n in evaluate t rest now outer depth (After_power y)
      | (After_atom x | After_power x), Sign Times =>
          let* p := with_power now x in
          evaluate t rest {| products := products now; is_negative := is_negative now; factors := Some (p, false) |} outer depth Next
      | (After_atom x | After_power x), Sign Over =>
          let* p := with_power now x in
          evaluate t rest {| products := products now; is_negative := is_negative now; factors := Some (p, true) |} outer depth Next
      | (After_atom x | After_power x), Sign Plus =>
          let* s := with_product now x in
          evaluate t rest {| products := s; is_negative := false; factors := None |} outer depth Next
      | (After_atom x | After_power x), Sign Minus =>
          let* s := with_product now x in
          evaluate t rest {| products := s; is_negative := true; factors := None |} outer depth Next
      | (After_atom x | After_power x), Sign Close =>
          match outer with
          | before :: outer =>
              let* s := with_product now x in evaluate t rest before outer (depth - 1) (After_atom s)
          | [] => Malformed "something after the end of the number"
          end
      | _, _ => Malformed no_number
      end
  end.

(** The number that a text denotes; [t] is that of the field, if there is one. *)
Definition number (t : option Q) (s : text) : result Q :=
  match cut s false [] with
  | None => Malformed "characters that no number has"
  | Some ps => evaluate t ps empty [] 0 First
  end.

(** Digits alone, without leading zeros, that denote an index below [size]. *)
Definition index (size : Z) (s : text) : option nat :=
  match s with
  | [] => None
  | c :: rest =>
      let n := fold_left (fun n d => n * 10 + (d - 48)) s 0 in
      if forallb is_digit s && (Nat.eqb (List.length rest) 0 || negb (c =? 48)) && Nat.leb (List.length s) 9 && (n <? size)
      then Some (Z.to_nat n) else None
  end.
