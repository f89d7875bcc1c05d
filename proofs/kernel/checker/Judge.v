(** From the bytes of a file to its verdict; what is accepted is a claim that is true, and exact where its sentence says so. *)

From Coq Require Import ZArith String List Bool.
From Checker Require Import Claim Check Sound Text Read Claims Digest Say.
Import ListNotations.

Inductive verdict :=
| Accepted (sentence : string)
| Rejected (why : string)
| Not_well_formed (why : string)
| Not_finished (why : string)
| Not_covered (what : string).

Definition judge (bytes : list Z) : verdict :=
  match read_json bytes with
  | Malformed w => Not_well_formed w
  | Unfinished w => Not_finished w
  | Uncovered w => Not_covered w
  | Ok v =>
      match certificate_in v with
      | Malformed w => Not_well_formed w
      | Unfinished w => Not_finished w
      | Uncovered w => Not_covered w
      | Ok f => match why_not (read f) with None => Accepted (sentence v f) | Some w => Rejected w end
      end
  end.

Lemma all_pass c : why_not c = None -> check c = true.
Proof.
  unfold why_not, check. destruct (find fails (tests c)) eqn:E; [discriminate|]. intros _.
  apply forallb_forall. intros t Ht. apply (find_none _ _ E) in Ht. apply negb_false_iff, Ht.
Qed.

(** Where a sentence says "is" of an optimum, the two bounds of the claim are one number. *)
Definition is_one_number (f : file) : Prop := is_exact f = true -> exists q s o x P, states (read f) = Within q s o x x P.

Lemma bind_ok {A B} (e : result A) (f : A -> result B) x : bind e f = Ok x -> exists y, e = Ok y /\ f y = Ok x.
Proof. destruct e as [y| | |]; cbn; try discriminate. eauto. Qed.

(** What each step of a reader returned. *)
Ltac steps H := repeat (apply bind_ok in H as (? & ? & H)).

(** A reader of claims that are no optima. *)
Ltac not_exact H := steps H; injection H as <-; intros E; discriminate E.

Lemma optimum_one_number exact t v f : optimum_in exact t v = Ok f -> is_one_number f.
Proof.
  unfold optimum_in, is_one_number. intros H. steps H. injection H as <-. cbn [is_exact read states]. intros ->.
  repeat eexists. f_equal. congruence.
Qed.

Lemma certificate_one_number v f : certificate_in v = Ok f -> is_one_number f.
Proof.
  unfold certificate_in. intros H. steps H.
  destruct (member "claim" _) as [[claim| | |]|]; try discriminate. destruct (member "field" _); try discriminate. steps H.
  destruct (existsb (is claim) other_claims); [discriminate|]. steps H.
  repeat match type of H with (if ?b then _ else _) = _ => destruct b end.
  - unfold satisfies_in in H. not_exact H.
  - unfold violates_in in H. not_exact H.
  - unfold infeasible_in in H. not_exact H.
  - unfold compare_in in H. not_exact H.
  - unfold optimal_in in H. steps H. destruct (member "objective" _); [|discriminate]. steps H.
    repeat match type of H with (if ?b then _ else _) = _ => destruct b end; try discriminate.
    apply (optimum_one_number _ _ _ _ H).
Qed.

Theorem judge_sound bytes s : judge bytes = Accepted s ->
  exists v f, read_json bytes = Ok v /\ certificate_in v = Ok f /\ s = sentence v f /\ claim (read f) /\ is_one_number f.
Proof.
  unfold judge. destruct (read_json bytes) as [v| | |]; try discriminate.
  destruct (certificate_in v) as [f| | |] eqn:Hf; try discriminate.
  destruct (why_not (read f)) eqn:Hw; intros H; inversion H. exists v, f.
  split; [reflexivity|]. split; [exact Hf|]. split; [reflexivity|].
  split; [apply check_sound, all_pass, Hw|apply (certificate_one_number v f Hf)].
Qed.

(** The name of a file as a verdict's line begins with it, in printable ASCII and without ": ". *)
Fixpoint without_colons (s : text) : string :=
  match s with
  | [] => EmptyString
  | c :: rest =>
      match rest with
      | d :: more => if (c =? 58)%Z && (d =? 32)%Z then append ":\x20" (without_colons more) else append (shown_character c) (without_colons rest)
      | [] => shown_character c
      end
  end.

Definition file_name (bytes : list Z) : string :=
  without_colons (match decode bytes 0 0 0 [] with
                  | Some s => s
                  | None => map (fun b => if (b <? 128)%Z then b else (56320 + b)%Z) bytes
                  end).

Print Assumptions judge_sound.
