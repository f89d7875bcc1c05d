(** Vinterbo, the note on m = 1 after the definition of Mult(m, pi), with its first half. *)

From Coq Require Import Reals Lra Lia Arith List.
From Rropt Require Import Sums Draws VinterboCounts.
Import ListNotations.
Open Scope R_scope.

(** The counts add up to m; of one draw from k outcomes each is 1 with its probability and else 0: X is categorical, for k = 2 Bernoulli. *)
Theorem count_total_whole k p : (forall s, Forall (fun c => c < k)%nat s -> sum k (fun i => counted i s) = INR (length s)) /\
  (sum k p = 1 -> forall i, (i < k)%nat ->
    chance (draws (over k p) 1) (fun s => if Req_EM_T (counted i s) 1 then true else false) = p i /\
    chance (draws (over k p) 1) (fun s => if Req_EM_T (counted i s) 0 then true else false) = 1 - p i).
Proof.
  split; [intros s; exact (proj1 (count_total k p s))|]. intros Hp i Hi.
  assert (S : sum k (fun c => if Nat.eqb c i then p c else 0) = p i) by now apply sum_single.
  assert (A : chance (draws (over k p) 1) (fun s => if Req_EM_T (counted i s) 1 then true else false) = p i).
  { rewrite <- S. unfold chance, over. simpl. apply sum_ext. intros c _. unfold counted, is. simpl.
    destruct (Nat.eqb c i), (Req_EM_T _ _); try ring; exfalso; lra. }
  split; [exact A|].
  assert (B : chance (draws (over k p) 1) (fun s => if Req_EM_T (counted i s) 0 then true else false) +
    chance (draws (over k p) 1) (fun s => if Req_EM_T (counted i s) 1 then true else false) = 1); [|lra].
  rewrite <- Hp. unfold chance, over. simpl. rewrite <- sum_plus. apply sum_ext. intros c _. unfold counted, is. simpl.
  destruct (Nat.eqb c i); repeat destruct (Req_EM_T _ _); try ring; exfalso; lra.
Qed.
