(** Sun, Zhou and Yan, section 5: what one answer discloses. v x c is the answer of somebody with truth x who draws card c. *)

From Coq Require Import Reals Lra Lia Arith.
From Rropt Require Import Sums Sun.
Open Scope R_scope.

Definition answer_chance (L : nat) (w v : nat -> R) (a : R) : R := sum L (fun c => if Req_EM_T (v c) a then w c else 0).

(** e-differential privacy of one answer: Definition 2.1 for the truths 0 and 1. *)
Definition private (e : R) (L : nat) (w : nat -> R) (v : R -> nat -> R) : Prop :=
  forall a x y, (x = 0 \/ x = 1) -> (y = 0 \/ y = 1) ->
  answer_chance L w (v x) a <= exp e * answer_chance L w (v y) a.

(** e is the least number of which this holds, the logarithm of the largest ratio. *)
Definition exactly_private (e : R) (L : nat) (w : nat -> R) (v : R -> nat -> R) : Prop :=
  private e L w v /\ forall f, private f L w v -> e <= f.

Lemma least_exponent r f u w : 0 < r -> 0 < w -> u = r * w -> u <= exp f * w -> ln r <= f.
Proof.
  intros Hr Hw -> H. apply Rmult_le_reg_r in H; [|assumption].
  destruct (Rle_lt_dec (ln r) f) as [|C]; [assumption|]. apply exp_increasing in C. rewrite exp_ln in C by assumption. lra.
Qed.

(** Warner and Simmons answer 0 or 1. *)
Lemma two_answers L w v r :
  (forall x, x = 0 \/ x = 1 -> forall a, a <> 0 -> a <> 1 -> answer_chance L w (v x) a = 0) -> 0 < r ->
  (forall x y, (x = 0 \/ x = 1) -> (y = 0 \/ y = 1) ->
     answer_chance L w (v x) 0 <= r * answer_chance L w (v y) 0 /\ answer_chance L w (v x) 1 <= r * answer_chance L w (v y) 1) ->
  private (ln r) L w v.
Proof.
  intros Other Hr H a x y Hx Hy. rewrite exp_ln by assumption. destruct (H x y Hx Hy) as [H0 H1].
  destruct (Req_dec a 0) as [->|N0]; [assumption|]. destruct (Req_dec a 1) as [->|N1]; [assumption|].
  rewrite !Other by assumption. lra.
Qed.

Ltac decide_answers := unfold answer_chance; simpl; repeat destruct (Req_EM_T _ _); try lra; try contradiction.

Definition warner (x : R) (c : nat) : R := if Nat.eqb c 0 then x else 1 - x.

Lemma warner_chances p :
  answer_chance 2 (warner_cards p) (warner 1) 1 = p /\ answer_chance 2 (warner_cards p) (warner 1) 0 = 1 - p /\
  answer_chance 2 (warner_cards p) (warner 0) 1 = 1 - p /\ answer_chance 2 (warner_cards p) (warner 0) 0 = p.
Proof. unfold warner, warner_cards. simpl. repeat split; decide_answers. Qed.

(** Theorem 5.1, of one answer. *)
Theorem theorem_5_1 p : 0 < p < 1 / 2 -> exactly_private (ln ((1 - p) / p)) 2 (warner_cards p) warner.
Proof.
  intros Hp. destruct (warner_chances p) as [A [B [C D]]].
  set (r := (1 - p) / p). assert (E : 1 - p = r * p) by (unfold r; field; lra).
  assert (Hr : 1 <= r). { apply Rmult_le_reg_r with p; lra. }
  assert (Q : p <= r * (1 - p)).
  { pose proof (Rmult_le_compat_r (1 - p) 1 r ltac:(lra) Hr). lra. }
  assert (Q1 : 1 - p <= r * (1 - p)) by (pose proof (Rmult_le_compat_r (1 - p) 1 r ltac:(lra) Hr); lra).
  assert (Q2 : p <= r * p) by (pose proof (Rmult_le_compat_r p 1 r ltac:(lra) Hr); lra).
  split.
  - apply two_answers; [|lra|].
    + intros x [-> | ->] a N0 N1; unfold warner, warner_cards; decide_answers; simpl in *; lra.
    + intros x y [-> | ->] [-> | ->]; rewrite ?A, ?B, ?C, ?D; lra.
  - intros f Hf. specialize (Hf 1 0 1 (or_introl eq_refl) (or_intror eq_refl)). rewrite A, C in Hf.
    apply (least_exponent r f (1 - p) p); lra.
Qed.

Definition simmons (x : R) (c : nat) : R := match c with O => x | S O => 1 | _ => 0 end.

Lemma simmons_chances p b :
  answer_chance 3 (simmons_cards p b) (simmons 1) 1 = p + (1 - p) * b /\
  answer_chance 3 (simmons_cards p b) (simmons 1) 0 = (1 - p) * (1 - b) /\
  answer_chance 3 (simmons_cards p b) (simmons 0) 1 = (1 - p) * b /\
  answer_chance 3 (simmons_cards p b) (simmons 0) 0 = p + (1 - p) * (1 - b).
Proof. unfold simmons, simmons_cards. repeat split; decide_answers. Qed.

(** Theorem 5.2, of one answer: (4), its second case being the first with 1 - b for b. *)
Theorem theorem_5_2 p b : 0 < p < 1 -> 0 < b < 1 ->
  (b <= 1 / 2 -> exactly_private (ln ((p + (1 - p) * b) / ((1 - p) * b))) 3 (simmons_cards p b) simmons) /\
  (b > 1 / 2 -> exactly_private (ln ((p + (1 - p) * (1 - b)) / ((1 - p) * (1 - b)))) 3 (simmons_cards p b) simmons).
Proof.
  intros Hp Hb. destruct (simmons_chances p b) as [A [B [C D]]].
  assert (P1 : 0 < (1 - p) * b) by (apply Rmult_lt_0_compat; lra).
  assert (P2 : 0 < (1 - p) * (1 - b)) by (apply Rmult_lt_0_compat; lra).
  assert (Main : forall r, 1 <= r -> p + (1 - p) * b <= r * ((1 - p) * b) -> p + (1 - p) * (1 - b) <= r * ((1 - p) * (1 - b)) ->
    private (ln r) 3 (simmons_cards p b) simmons).
  { intros r Hr H1 H2. apply two_answers; [|lra|].
    - intros x [-> | ->] a N0 N1; unfold simmons, simmons_cards; decide_answers.
    - assert (Up : forall u, 0 <= u -> u <= r * u) by (intros u Hu; pose proof (Rmult_le_compat_r u 1 r Hu Hr); lra).
      pose proof (Up (p + (1 - p) * b) ltac:(lra)). pose proof (Up (p + (1 - p) * (1 - b)) ltac:(lra)).
      pose proof (Up ((1 - p) * b) ltac:(lra)). pose proof (Up ((1 - p) * (1 - b)) ltac:(lra)).
      assert (r * ((1 - p) * b) <= r * (p + (1 - p) * b)) by (apply Rmult_le_compat_l; lra).
      assert (r * ((1 - p) * (1 - b)) <= r * (p + (1 - p) * (1 - b))) by (apply Rmult_le_compat_l; lra).
      intros x y [-> | ->] [-> | ->]; rewrite ?A, ?B, ?C, ?D; lra. }
  split; intros Hh.
  - set (r := (p + (1 - p) * b) / ((1 - p) * b)).
    assert (E : p + (1 - p) * b = r * ((1 - p) * b)) by (unfold r; field; lra).
    assert (Hr : 1 <= r) by (apply Rmult_le_reg_r with ((1 - p) * b); lra).
    assert (Rp : p = (r - 1) * ((1 - p) * b)) by lra.
    assert (M : (r - 1) * ((1 - p) * b) <= (r - 1) * ((1 - p) * (1 - b))).
    { apply Rmult_le_compat_l; [lra|]. apply Rmult_le_compat_l; lra. }
    split; [apply Main; lra|].
    intros f Hf. specialize (Hf 1 1 0 (or_intror eq_refl) (or_introl eq_refl)). rewrite A, C in Hf.
    apply (least_exponent r f (p + (1 - p) * b) ((1 - p) * b)); lra.
  - set (r := (p + (1 - p) * (1 - b)) / ((1 - p) * (1 - b))).
    assert (E : p + (1 - p) * (1 - b) = r * ((1 - p) * (1 - b))) by (unfold r; field; lra).
    assert (Hr : 1 <= r) by (apply Rmult_le_reg_r with ((1 - p) * (1 - b)); lra).
    assert (Rp : p = (r - 1) * ((1 - p) * (1 - b))) by lra.
    assert (M : (r - 1) * ((1 - p) * (1 - b)) <= (r - 1) * ((1 - p) * b)).
    { apply Rmult_le_compat_l; [lra|]. apply Rmult_le_compat_l; lra. }
    split; [apply Main; lra|].
    intros f Hf. specialize (Hf 0 0 1 (or_introl eq_refl) (or_intror eq_refl)). rewrite B, D in Hf.
    apply (least_exponent r f (p + (1 - p) * (1 - b)) ((1 - p) * (1 - b))); lra.
Qed.

(** Christofides: L = K + 1 cards, card c shows c + 1. *)
Definition christofides (L : nat) (x : R) (c : nat) : R := (INR L + 1 - shown c) * x + shown c * (1 - x).

Lemma shown_answers L w c : (c < L)%nat ->
  answer_chance L w (christofides L 0) (shown c) = w c /\
  answer_chance L w (christofides L 1) (shown c) = w (L - 1 - c)%nat.
Proof.
  intros Hc. assert (E : INR (L - 1 - c) = INR L - 1 - INR c) by (rewrite !minus_INR by lia; reflexivity).
  unfold answer_chance, christofides, shown. split.
  - rewrite (sum_ext L _ (fun i => if Nat.eqb i c then w i else 0)); [now apply (sum_single L c w)|].
    intros i _. destruct (Req_EM_T _ _) as [A|A]; destruct (Nat.eqb_spec i c) as [B|B]; try reflexivity; exfalso.
    + apply B, INR_eq. lra.
    + apply A. subst i. ring.
  - rewrite (sum_ext L _ (fun i => if Nat.eqb i (L - 1 - c) then w i else 0)); [apply (sum_single L (L - 1 - c) w); lia|].
    intros i Hi. destruct (Req_EM_T _ _) as [A|A]; destruct (Nat.eqb_spec i (L - 1 - c)) as [B|B]; try reflexivity; exfalso.
    + apply B, INR_eq. lra.
    + apply A. subst i. lra.
Qed.

Lemma no_other_answer L w x a : (x = 0 \/ x = 1) -> (forall c, (c < L)%nat -> shown c <> a) ->
  answer_chance L w (christofides L x) a = 0.
Proof.
  intros Hx H. unfold answer_chance. rewrite (sum_ext L _ (fun _ => 0)); [apply sum_zero|].
  intros c Hc. destruct (Req_EM_T _ _) as [A|A]; [|reflexivity]. exfalso. unfold christofides in A.
  destruct Hx as [-> | ->].
  - apply (H c Hc). lra.
  - apply (H (L - 1 - c)%nat ltac:(lia)). unfold shown in *. rewrite !minus_INR by lia. simpl. lra.
Qed.

(** Theorem 5.4, of one answer: cards 1 to L with proportions w 0, ..., w (L - 1), all positive. *)
Theorem theorem_5_4 L w : (0 < L)%nat -> (forall c, (c < L)%nat -> 0 < w c) ->
  exactly_private (largest (L - 1) (fun c => ln (w (L - 1 - c)%nat / w c))) L w (christofides L).
Proof.
  intros HL Hw. set (e := largest (L - 1) (fun c => ln (w (L - 1 - c)%nat / w c))).
  assert (Up : forall c, (c < L)%nat -> w (L - 1 - c)%nat <= exp e * w c).
  { intros c Hc. pose proof (Hw c Hc) as P. pose proof (Hw (L - 1 - c)%nat ltac:(lia)) as P'.
    pose proof (largest_ge (L - 1) (fun c => ln (w (L - 1 - c)%nat / w c)) c ltac:(lia)) as G. cbv beta in G. fold e in G.
    assert (R : w (L - 1 - c)%nat / w c <= exp e).
    { rewrite <- (exp_ln (w (L - 1 - c)%nat / w c)) by (now apply Rdiv_lt_0_compat).
      destruct G as [G|G]; [left; now apply exp_increasing | right; now rewrite G]. }
    apply (Rmult_le_compat_r (w c)) in R; [|lra]. unfold Rdiv in R. rewrite Rmult_assoc, Rinv_l in R by lra. lra. }
  assert (Back : forall c, (c < L)%nat -> w c <= exp e * w (L - 1 - c)%nat).
  { intros c Hc. specialize (Up (L - 1 - c)%nat ltac:(lia)). now replace (L - 1 - (L - 1 - c))%nat with c in Up by lia. }
  assert (One : 1 <= exp e).
  { destruct (Rle_lt_dec 1 (exp e)) as [|C]; [assumption|]. exfalso.
    pose proof (Up 0%nat HL). pose proof (Back 0%nat HL). pose proof (Hw 0%nat HL). pose proof (Hw (L - 1 - 0)%nat ltac:(lia)).
    assert (exp e * w 0%nat < 1 * w 0%nat) by (apply Rmult_lt_compat_r; lra).
    assert (exp e * w (L - 1 - 0)%nat < 1 * w (L - 1 - 0)%nat) by (apply Rmult_lt_compat_r; lra). lra. }
  split.
  - intros a x y Hx Hy. destruct (Classical_Prop.classic (exists c, (c < L)%nat /\ shown c = a)) as [[c [Hc <-]]|N].
    + destruct (shown_answers L w c Hc) as [A B]. pose proof (Hw c Hc). pose proof (Hw (L - 1 - c)%nat ltac:(lia)).
      pose proof (Rmult_le_compat_r (w c) 1 (exp e) ltac:(lra) One).
      pose proof (Rmult_le_compat_r (w (L - 1 - c)%nat) 1 (exp e) ltac:(lra) One).
      specialize (Up c Hc). specialize (Back c Hc).
      destruct Hx as [-> | ->]; destruct Hy as [-> | ->]; rewrite ?A, ?B; lra.
    + assert (H : forall c, (c < L)%nat -> shown c <> a) by (intros c Hc E; apply N; now exists c).
      rewrite !no_other_answer by assumption. lra.
  - intros f Hf. apply largest_le. intros c Hc. assert (Hc' : (c < L)%nat) by lia.
    destruct (shown_answers L w c Hc') as [A B].
    specialize (Hf (shown c) 1 0 (or_intror eq_refl) (or_introl eq_refl)). rewrite A, B in Hf.
    pose proof (Hw c Hc'). pose proof (Hw (L - 1 - c)%nat ltac:(lia)).
    apply (least_exponent _ f (w (L - 1 - c)%nat) (w c)); [now apply Rdiv_lt_0_compat | assumption | field; lra | assumption].
Qed.
