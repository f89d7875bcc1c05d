(** The program: [judge] in OCaml, integers by zarith (GMP). Everything that is believed beside Coq's kernel, extraction and OCaml stands
    here and in main.ml. [ExtrOcamlZBigInt] realises positive, N and Z; these are the other functions that are not as extracted. *)

From Coq Require Import ZArith Extraction ExtrOcamlBasic ExtrOcamlZBigInt ExtrOcamlString.
From Checker Require Import Judge.

Extract Constant Z.gcd => "Big_int_Z.gcd_big_int".
Extract Constant Z.log2 => "(fun x -> if Z.sign x <= 0 then Z.zero else Z.of_int (Z.numbits x - 1))".
Extract Constant Z.land => "Z.logand".
Extract Constant Z.lxor => "Z.logxor".

Extraction "judge.ml" judge file_name.
