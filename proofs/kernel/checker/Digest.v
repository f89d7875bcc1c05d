(** SHA-256 (FIPS 180-4) of the canonical JSON of a part of a file: keys sorted, no spaces, characters beyond ASCII as \uXXXX. *)

From Coq Require Import ZArith String Ascii List Bool.
From Checker Require Import Text.
Import ListNotations.
Open Scope Z_scope.

(** ** Words of 32 bits *)

Definition modulus : Z := 4294967296.
Definition plus (x y : Z) : Z := (x + y) mod modulus.
Definition ones : Z := modulus - 1.
Definition flip (x : Z) : Z := ones - x.

(** Powers of 2. The extracted program makes a number in a function anew at each call, and one that has a name once. *)
Definition by_2 : Z := 2 ^ 2.
Definition by_3 : Z := 2 ^ 3.
Definition by_6 : Z := 2 ^ 6.
Definition by_7 : Z := 2 ^ 7.
Definition by_8 : Z := 2 ^ 8.
Definition by_10 : Z := 2 ^ 10.
Definition by_11 : Z := 2 ^ 11.
Definition by_13 : Z := 2 ^ 13.
Definition by_17 : Z := 2 ^ 17.
Definition by_18 : Z := 2 ^ 18.
Definition by_19 : Z := 2 ^ 19.
Definition by_22 : Z := 2 ^ 22.
Definition by_25 : Z := 2 ^ 25.

(** Turned to the right, [p] being 2 to the number of places. *)
Definition turn (p x : Z) : Z := x / p + (x mod p) * (modulus / p).

(** The first 32 bits of the fractional parts of the cube roots of the first 64 primes, and of the square roots of eight. *)
Definition cube_roots : list Z :=
  [0x428a2f98; 0x71374491; 0xb5c0fbcf; 0xe9b5dba5; 0x3956c25b; 0x59f111f1; 0x923f82a4; 0xab1c5ed5; 0xd807aa98; 0x12835b01;
   0x243185be; 0x550c7dc3; 0x72be5d74; 0x80deb1fe; 0x9bdc06a7; 0xc19bf174; 0xe49b69c1; 0xefbe4786; 0x0fc19dc6; 0x240ca1cc;
   0x2de92c6f; 0x4a7484aa; 0x5cb0a9dc; 0x76f988da; 0x983e5152; 0xa831c66d; 0xb00327c8; 0xbf597fc7; 0xc6e00bf3; 0xd5a79147;
   0x06ca6351; 0x14292967; 0x27b70a85; 0x2e1b2138; 0x4d2c6dfc; 0x53380d13; 0x650a7354; 0x766a0abb; 0x81c2c92e; 0x92722c85;
   0xa2bfe8a1; 0xa81a664b; 0xc24b8b70; 0xc76c51a3; 0xd192e819; 0xd6990624; 0xf40e3585; 0x106aa070; 0x19a4c116; 0x1e376c08;
   0x2748774c; 0x34b0bcb5; 0x391c0cb3; 0x4ed8aa4a; 0x5b9cca4f; 0x682e6ff3; 0x748f82ee; 0x78a5636f; 0x84c87814; 0x8cc70208;
   0x90befffa; 0xa4506ceb; 0xbef9a3f7; 0xc67178f2].

Record words := { a : Z; b : Z; c : Z; d : Z; e : Z; f : Z; g : Z; h : Z }.

Definition square_roots : words :=
  {| a := 0x6a09e667; b := 0xbb67ae85; c := 0x3c6ef372; d := 0xa54ff53a;
     e := 0x510e527f; f := 0x9b05688c; g := 0x1f83d9ab; h := 0x5be0cd19 |}.

Definition round (s : words) (kw : Z * Z) : words :=
  let s1 := Z.lxor (turn by_6 (e s)) (Z.lxor (turn by_11 (e s)) (turn by_25 (e s))) in
  let choice := Z.lxor (Z.land (e s) (f s)) (Z.land (flip (e s)) (g s)) in
  let t1 := plus (h s) (plus s1 (plus choice (plus (fst kw) (snd kw)))) in
  let s0 := Z.lxor (turn by_2 (a s)) (Z.lxor (turn by_13 (a s)) (turn by_22 (a s))) in
  let majority := Z.lxor (Z.land (a s) (b s)) (Z.lxor (Z.land (a s) (c s)) (Z.land (b s) (c s))) in
  {| a := plus t1 (plus s0 majority); b := a s; c := b s; d := c s; e := plus (d s) t1; f := e s; g := f s; h := g s |}.

(** The words that a block is made longer by; [recent] are the last sixteen, the newest first. *)
Fixpoint schedule (n : nat) (recent : list Z) (found : list Z) : list Z :=
  match n with
  | O => rev' found
  | S n =>
      let w2 := nth 1 recent 0 in let w15 := nth 14 recent 0 in
      let s0 := Z.lxor (turn by_7 w15) (Z.lxor (turn by_18 w15) (w15 / by_3)) in
      let s1 := Z.lxor (turn by_17 w2) (Z.lxor (turn by_19 w2) (w2 / by_10)) in
      let w := plus (nth 15 recent 0) (plus s0 (plus (nth 6 recent 0) s1)) in
      schedule n (w :: firstn 15 recent) (w :: found)
  end.

Definition block (s : words) (sixteen : list Z) : words :=
  let all := sixteen ++ schedule 48 (rev' sixteen) [] in
  let r := fold_left round (combine cube_roots all) s in
  {| a := plus (a s) (a r); b := plus (b s) (b r); c := plus (c s) (c r); d := plus (d s) (d r);
     e := plus (e s) (e r); f := plus (f s) (f r); g := plus (g s) (g r); h := plus (h s) (h r) |}.

(** Bytes, as they come, make words, and these blocks: [filled] and [word] are what is begun. *)
Record reading := { state : words; filled : nat; begun : list Z; place_in_word : nat; word : Z }.

Definition byte (r : reading) (x : Z) : reading :=
  let w := word r * by_8 + x in
  if Nat.ltb (place_in_word r) 3 then
    {| state := state r; filled := filled r; begun := begun r; place_in_word := S (place_in_word r); word := w |}
  else if Nat.ltb (filled r) 15 then
    {| state := state r; filled := S (filled r); begun := w :: begun r; place_in_word := 0; word := 0 |}
  else {| state := block (state r) (rev' (w :: begun r)); filled := 0; begun := []; place_in_word := 0; word := 0 |}.

(** 128, zeros up to 56 bytes of a block, and the number of bits in 8 bytes. *)
Definition ending (count : Z) : list Z :=
  128 :: repeat 0 (Z.to_nat ((55 - count) mod 64)) ++ map (fun n => Z.shiftr (count * 8) (8 * n) mod 256) [7; 6; 5; 4; 3; 2; 1; 0].

Definition digit_of (x : Z) : ascii := nth (Z.to_nat x) (list_ascii_of_string "0123456789abcdef") "0"%char.

Definition in_hex (digits : list Z) (x : Z) : string :=
  string_of_list_ascii (map (fun n => digit_of (Z.shiftr x (4 * n) mod 16)) digits).

Definition sha256 (bytes : list Z) : string :=
  let start := {| state := square_roots; filled := 0; begun := []; place_in_word := 0; word := 0 |} in
  let s := state (fold_left byte (ending (count (fun _ => true) bytes)) (fold_left byte bytes start)) in
  fold_right append EmptyString (map (in_hex [7; 6; 5; 4; 3; 2; 1; 0]) [a s; b s; c s; d s; e s; f s; g s; h s]).

(** ** Canonical JSON, as bytes *)

Definition short_escape (x : Z) : option Z :=
  if (x =? quotation) || (x =? backslash) then Some x
  else if x =? 8 then Some 98
  else if x =? 12 then Some 102
  else if x =? 10 then Some 110
  else if x =? 13 then Some 114
  else if x =? 9 then Some 116
  else None.

Definition escape_unit (x : Z) : list Z := codes ("\u" ++ in_hex [3; 2; 1; 0] x).

Definition character (x : Z) : list Z :=
  match short_escape x with
  | Some y => [backslash; y]
  | None =>
      if between 32 x 126 then [x]
      else if x <? 65536 then escape_unit x
      else escape_unit (55296 + (x - 65536) / 1024) ++ escape_unit (56320 + (x - 65536) mod 1024)
  end.

(** What follows stands in [after]. *)
Definition quoted (s : text) (after : list Z) : list Z :=
  quotation :: fold_right (fun x rest => character x ++ rest) (quotation :: after) s.

Definition separated {A} (show : A -> list Z -> list Z) : list A -> list Z -> list Z :=
  fix go l after :=
    match l with
    | [] => after
    | x :: rest => show x (match rest with [] => after | _ => 44 :: go rest after end)
    end.

Fixpoint canonical (v : json) (after : list Z) {struct v} : list Z :=
  match v with
  | Word s => quoted s after
  | Items l => 91 :: separated canonical l (93 :: after)
  | Object members =>
      123 :: separated (fun kv rest => quoted (fst kv) (58 :: snd kv rest))
        (sort fst (map (fun m => match m with (k, v) => (k, canonical v) end) members)) (125 :: after)
  | Other => after
  end.

Definition digest (v : json) : string := sha256 (canonical v []).
