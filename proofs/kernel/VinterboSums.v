(** Vinterbo, appendix A: the geometric sum in the proof of Proposition 4.8, and the recursion that it solves. *)

From Coq Require Import Reals Lra Lia.
From Rropt Require Import Sums.
Open Scope R_scope.

Lemma powers_of_4 n : sum n (fun i => 4 ^ i) = (4 ^ n - 1) / 3.
Proof. induction n as [|n IH]; cbn [sum pow]; [lra | rewrite IH; lra]. Qed.

(** The sum from 0 to n. *)
Theorem vinterbo_geometric_sum (n : nat) : sum (S n) (fun i => 4 ^ i) = (4 ^ (n + 1) - 1) / 3.
Proof. rewrite powers_of_4. now replace (n + 1)%nat with (S n) by lia. Qed.

(** What is printed is 1 and the sum from 0 to n - 1; 4k times it begins with 4k, and each step adds 4k 4^(n-1). *)
Theorem vinterbo_recursion (n : nat) (k : R) : (1 <= n)%nat -> 0 < k ->
  1 + (1 - 4 ^ n) / (1 - 4) = 1 + sum n (fun i => 4 ^ i) /\
  4 * k * (1 + (1 - 4 ^ 0) / (1 - 4)) = 4 * k /\
  4 * k * (1 + (1 - 4 ^ n) / (1 - 4)) = 4 * k * 4 ^ (n - 1) + 4 * k * (1 + (1 - 4 ^ (n - 1)) / (1 - 4)).
Proof.
  intros Hn Hk. rewrite powers_of_4.
  destruct n as [|n]; [lia|]. replace (S n - 1)%nat with n by lia. cbn [pow].
  repeat split; lra.
Qed.
