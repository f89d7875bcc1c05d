(** What an accepted certificate means.

    Nothing is proved in this file and nothing is computed. It says, over the real numbers, what [claim c] is; [Sound.v] proves
    that [check c = true] implies it.

    What it leaves to the sentence, and to other files:
    - Numbers are rational ([Q], read as reals by [Q2R]). Where the file writes them with t, such as t/(t + 2), they stand here as
      evaluated at the one rational t of the file. That t, the labels of inputs and outputs, which are numbers here, and the word
      "optimal" are the sentence's; [judge_sound] (Judge.v) proves of "optimal" that the two bounds are one number.
    - All notions are stated here as bounds on events. That parity, beta-factor privacy and Bayes factors, for factors of at least 1,
      and rho1-to-rho2 privacy are what the literature says of all priors and posteriors is proved beside (../Notions.v). *)

From Coq Require Import QArith Qreals Reals List.
Import ListNotations.
Open Scope R_scope.

(** ** Mechanisms

    A mechanism with k inputs (the truth) and m outputs (the answers) is a matrix of probabilities P i j = Pr(output i | input j),
    i < m, j < k. It is any function into the reals: what is claimed of all mechanisms is claimed of irrational ones too. *)

Fixpoint sum (n : nat) (f : nat -> R) : R :=
  match n with O => 0 | S n => sum n f + f n end.

Definition mechanism (m k : nat) (P : nat -> nat -> R) : Prop :=
  (forall i j, (i < m)%nat -> (j < k)%nat -> 0 <= P i j) /\
  (forall j, (j < k)%nat -> sum m (fun i => P i j) = 1).

(** A matrix that a certificate states has a row for each output. *)

Definition matrix := list (list Q).

Definition at_Q (M : matrix) (i j : nat) : Q := nth j (nth i M []) 0%Q.

Definition entry (M : matrix) (i j : nat) : R := Q2R (at_Q M i j).

Definition of_size (m k : nat) (M : matrix) : Prop :=
  length M = m /\ forall row, In row M -> length row = k.

(** ** Demands of privacy

    Each notion bounds how much likelier an event S (a set of outputs) may be for one input j than for another input l:
    Pr(S | j) <= T Pr(S | l) + delta. All notions but [Pairs] ask this of all ordered pairs of different inputs, with one ratio T and
    one slack delta; [Pairs] names the pairs (j, l), each with a ratio and a slack of its own, and asks nothing of others. *)

Inductive notion :=
| LDP (T delta : Q)  (* (epsilon, delta)-local differential privacy, T = e^epsilon *)
| Parity (g : Q)  (* no answer is more than g times as likely for one input as for another *)
| BetaFactor (b : Q)
| BayesFactor (b : Q)
| Rho (a b : Q)  (* rho1-to-rho2 privacy: T is the odds of b over the odds of a *)
| Pairs (table : list (nat * nat * Q * Q)).  (* (j, l, T, delta) *)

Definition ratio (n : notion) : R :=
  match n with
  | LDP T _ => Q2R T
  | Parity g => Q2R g
  | BetaFactor b | BayesFactor b => Q2R b
  | Rho a b => (Q2R b * (1 - Q2R a)) / (Q2R a * (1 - Q2R b))
  | Pairs _ => 1
  end.

Definition slack (n : notion) : R :=
  match n with LDP _ delta => Q2R delta | _ => 0 end.

Definition asks (k : nat) (n : notion) (j l : nat) (T delta : R) : Prop :=
  match n with
  | Pairs table => exists T' delta', In (j, l, T', delta') table /\ T = Q2R T' /\ delta = Q2R delta'
  | _ => (j < k)%nat /\ (l < k)%nat /\ j <> l /\ T = ratio n /\ delta = slack n
  end.

Definition Pr (m : nat) (P : nat -> nat -> R) (S : nat -> bool) (j : nat) : R :=
  sum m (fun i => if S i then P i j else 0).

Definition satisfies (m k : nat) (P : nat -> nat -> R) (n : notion) : Prop :=
  forall j l T delta, asks k n j l T delta -> forall S, Pr m P S j <= T * Pr m P S l + delta.

(** The numbers and pairs that a notion may have; nothing is claimed of others (see [makes_sense]). *)

Definition proper (k : nat) (n : notion) : Prop :=
  match n with
  | Rho a b => 0 < Q2R a /\ Q2R a < Q2R b /\ Q2R b < 1
  | Pairs table => forall j l T delta, In (j, l, T, delta) table ->
      (j < k)%nat /\ (l < k)%nat /\ j <> l /\ 0 < Q2R T /\ 0 <= Q2R delta
  | _ => 0 < ratio n /\ 0 <= slack n
  end.

(** Several notions may be asked for together; a demand is a list of them. *)

Definition demand := list notion.

Definition satisfies_all (m k : nat) (P : nat -> nat -> R) (D : demand) : Prop :=
  forall n, In n D -> satisfies m k P n.

(** ** Conditions and questions

    A condition is a linear relation between entries of the mechanism; a question is about the mechanisms of a size that satisfy a
    demand and meet conditions. They have as many outputs as the question says, but rows of zeros are allowed: answers never given. *)

Inductive relation := AtMost | AtLeast | Equal.

Record condition := { terms : list (nat * nat * Q); related : relation; bound : Q }.

Definition left_side (P : nat -> nat -> R) (c : condition) : R :=
  fold_right (fun term rest => match term with (i, j, a) => Q2R a * P i j end + rest) 0 (terms c).

Definition meets (P : nat -> nat -> R) (c : condition) : Prop :=
  match related c with
  | AtMost => left_side P c <= Q2R (bound c)
  | AtLeast => left_side P c >= Q2R (bound c)
  | Equal => left_side P c = Q2R (bound c)
  end.

Record question := { outputs : nat; inputs : nat; asked : demand; conditions : list condition }.

Definition allowed (q : question) (P : nat -> nat -> R) : Prop :=
  mechanism (outputs q) (inputs q) P /\
  satisfies_all (outputs q) (inputs q) P (asked q) /\
  (forall c, In c (conditions q) -> meets P c).

(** ** Linear objectives: the sum of W i j * P i j. *)

Inductive sense := Max | Min.

Inductive objective :=
| Trace
| WeightedTrace (w : list Q)
| Utility (U : matrix) (prior : list Q)
| Linear (C : matrix).

Definition weight (o : objective) (i j : nat) : R :=
  match o with
  | Trace => if Nat.eqb i j then 1 else 0
  | WeightedTrace w => if Nat.eqb i j then Q2R (nth i w 0%Q) else 0
  | Utility U prior => Q2R (nth j prior 0%Q) * entry U i j
  | Linear C => entry C i j
  end.

Definition value (q : question) (o : objective) (P : nat -> nat -> R) : R :=
  sum (outputs q) (fun i => sum (inputs q) (fun j => weight o i j * P i j)).

(** ** Blackwell's order: [A] is at least as informative as [B] if somebody who sees the answers of A can draw those of B. *)

Definition at_least_as_informative (k m n : nat) (A B : nat -> nat -> R) : Prop :=
  exists C, mechanism n m C /\ forall i j, (i < n)%nat -> (j < k)%nat -> B i j = sum m (fun r => C i r * A r j).

Inductive order := AtLeastAs | NotAtLeastAs | Equivalent | Strictly | Incomparable.

Definition ordered (r : order) (forward backward : Prop) : Prop :=
  match r with
  | AtLeastAs => forward
  | NotAtLeastAs => ~ forward
  | Equivalent => forward /\ backward
  | Strictly => forward /\ ~ backward
  | Incomparable => ~ forward /\ ~ backward
  end.

(** ** The statements of certificates *)

Inductive statement :=
| Satisfies (m k : nat) (P : matrix) (D : demand)
| Violates (m k : nat) (P : matrix) (D : demand) (event : list nat) (j l : nat)
| Within (q : question) (s : sense) (o : objective) (lower upper : Q) (P : matrix)  (* "optimal": lower and upper are one *)
| Infeasible (q : question) (required : option (sense * objective * Q))
| Compare (k m n : nat) (A B : matrix) (r : order) (D : demand).

(** Nothing is claimed of what makes no sense, so that no claim is true for free: there are inputs and outputs, every matrix, list and
    index fits them, a prior is a distribution, and every notion is [proper]. *)

Definition well_posed (m k : nat) (D : demand) : Prop := (0 < m)%nat /\ (0 < k)%nat /\ forall n, In n D -> proper k n.

Definition question_makes_sense (q : question) : Prop :=
  well_posed (outputs q) (inputs q) (asked q) /\
  forall c i j a, In c (conditions q) -> In (i, j, a) (terms c) -> (i < outputs q)%nat /\ (j < inputs q)%nat.

Definition objective_makes_sense (m k : nat) (o : objective) : Prop :=
  match o with
  | Trace => m = k
  | WeightedTrace w => m = k /\ length w = k
  | Utility U prior => of_size m k U /\ length prior = k /\
      (forall x, In x prior -> 0 <= Q2R x) /\ sum k (fun j => Q2R (nth j prior 0%Q)) = 1
  | Linear C => of_size m k C
  end.

Definition makes_sense (st : statement) : Prop :=
  match st with
  | Satisfies m k P D => well_posed m k D /\ of_size m k P
  | Violates m k P D event j l => well_posed m k D /\ of_size m k P /\ forall i, In i event -> (i < m)%nat
  | Within q _ o _ _ P =>
      question_makes_sense q /\ objective_makes_sense (outputs q) (inputs q) o /\ of_size (outputs q) (inputs q) P
  | Infeasible q None => question_makes_sense q
  | Infeasible q (Some (_, o, _)) => question_makes_sense q /\ objective_makes_sense (outputs q) (inputs q) o
  | Compare k m n A B _ D => well_posed m k D /\ (0 < n)%nat /\ of_size m k A /\ of_size n k B
  end.

(** What is said then. Of a violation it is not said which of several notions the event breaks, only that it breaks one. *)

Definition in_event (event : list nat) (i : nat) : bool := existsb (Nat.eqb i) event.

Definition meaning (st : statement) : Prop :=
  match st with
  | Satisfies m k P D => mechanism m k (entry P) /\ satisfies_all m k (entry P) D
  | Violates m k P D event j l =>
      mechanism m k (entry P) /\ ~ satisfies_all m k (entry P) D /\
      exists n T delta, In n D /\ asks k n j l T delta /\
        Pr m (entry P) (in_event event) j > T * Pr m (entry P) (in_event event) l + delta
  | Within q Max o lower upper P =>
      allowed q (entry P) /\ Q2R lower <= value q o (entry P) /\ forall X, allowed q X -> value q o X <= Q2R upper
  | Within q Min o lower upper P =>
      allowed q (entry P) /\ value q o (entry P) <= Q2R upper /\ forall X, allowed q X -> Q2R lower <= value q o X
  | Infeasible q None => forall X, ~ allowed q X
  | Infeasible q (Some (Max, o, b)) => forall X, allowed q X -> value q o X < Q2R b
  | Infeasible q (Some (Min, o, b)) => forall X, allowed q X -> Q2R b < value q o X
  | Compare k m n A B r D =>
      mechanism m k (entry A) /\ mechanism n k (entry B) /\
      ordered r (at_least_as_informative k m n (entry A) (entry B)) (at_least_as_informative k n m (entry B) (entry A)) /\
      satisfies_all m k (entry A) D /\ satisfies_all n k (entry B) D
  end.

(** ** Certificates: a statement, and the evidence that it carries, which plays no part in what it means.

    Evidence of a bound is prices (SPEC, section 4): y by input, z by the name of what is asked, u by condition, mu by output and name;
    a name is (j, l, n), the n-th notion's bound of j against l. Or one y, z and mu for all pairs (4.1, "all pairs at once").
    Evidence of an order is a garbling, or a decision problem: a prior and the gains of actions by input. *)

Definition name := (nat * nat * nat)%type.

Inductive witness := Garbling (C : matrix) | Decision (prior : list Q) (gains : matrix).

Inductive evidence :=
| Nothing
| Prices (y : list Q) (z : list (name * Q)) (u : list Q) (mu : list (nat * name * Q))
| ForAllPairs (y z mu : Q)
| Witnesses (forward : witness) (backward : option witness).

Record certificate := { states : statement; shows : evidence }.

Definition claim (c : certificate) : Prop := makes_sense (states c) /\ meaning (states c).
