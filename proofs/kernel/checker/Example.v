(** A design, as a file of rropt states it, and its proof in three lines. *)

From Coq Require Import QArith List.
From Checker Require Import Claim Check Sound.
Import ListNotations.
Open Scope Q_scope.

(** Three inputs, three outputs, epsilon-LDP with e^epsilon = 3: the largest trace is 9/5, and this mechanism attains it. *)
Definition design : certificate :=
  {| states := Within {| outputs := 3; inputs := 3; asked := [LDP 3 0]; conditions := [] |} Max Trace (9 # 5) (9 # 5)
       [[3 # 5; 1 # 5; 1 # 5]; [1 # 5; 3 # 5; 1 # 5]; [1 # 5; 1 # 5; 3 # 5]];
     shows := Prices [3 # 5; 3 # 5; 3 # 5] [] [] [] |}.

Theorem design_is_optimal : claim design.
Proof.
  exact (check_sound design (eq_refl true <: check design = true)).
Qed.
