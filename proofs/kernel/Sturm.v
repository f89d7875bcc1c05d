(** Signs of a polynomial on an interval: SPEC section 2. Sturm's theorem for every chain of remainders, each up to a positive
    factor, whatever the multiplicities; and that between neighbouring roots the sign is one. *)

From Coq Require Import Reals Lra Lia Arith List Classical.
Import ListNotations.
Open Scope R_scope.

(** * Changes of sign along a list, zeros left out. *)

(** s is the last value before the list that is not 0, or 0 where there is none. *)
Fixpoint changes_after (s : R) (l : list R) : nat :=
  match l with
  | [] => 0%nat
  | x :: l' => if Req_EM_T x 0 then changes_after s l' else ((if Rlt_dec (s * x) 0 then 1 else 0) + changes_after x l')%nat
  end.
Definition changes (l : list R) : nat := changes_after 0 l.

Lemma opposite_scaled s x s' x' : 0 < s * s' -> 0 < x * x' -> (s * x < 0 <-> s' * x' < 0).
Proof.
  intros Hs Hx. assert (P : 0 < (s * x) * (s' * x')) by (replace ((s * x) * (s' * x')) with ((s * s') * (x * x')) by ring; now apply Rmult_lt_0_compat).
  split; intros N.
  - destruct (Rlt_le_dec (s' * x') 0) as [|C]; [assumption|]. pose proof (Rmult_le_pos (- (s * x)) _ ltac:(lra) C). lra.
  - destruct (Rlt_le_dec (s * x) 0) as [|C]; [assumption|]. pose proof (Rmult_le_pos _ (- (s' * x')) C ltac:(lra)). lra.
Qed.

Lemma one_change s x s' x' : 0 < s * s' -> 0 < x * x' ->
  (if Rlt_dec (s * x) 0 then 1 else 0)%nat = (if Rlt_dec (s' * x') 0 then 1 else 0)%nat.
Proof. intros Hs Hx. pose proof (opposite_scaled s x s' x' Hs Hx). destruct (Rlt_dec (s * x) 0); destruct (Rlt_dec (s' * x') 0); tauto. Qed.

Lemma same_sign_ne x x' : 0 < x * x' -> x <> 0 /\ x' <> 0.
Proof. intros H. split; intros E; rewrite E in H; lra. Qed.

(** Values at a point and at one nearby: the same signs, but that a zero between opposite signs may become anything. *)
Inductive near : list R -> list R -> Prop :=
  | near_one x x' : 0 < x * x' -> near [x] [x']
  | near_both x x' y y' l l' : 0 < x * x' -> near (y :: l) (y' :: l') -> near (x :: y :: l) (x' :: y' :: l')
  | near_zero x x' z y y' l l' : 0 < x * x' -> x * y < 0 -> near (y :: l) (y' :: l') -> near (x :: 0 :: y :: l) (x' :: z :: y' :: l').

Lemma near_heads l l' : near l l' -> exists x x' r r', l = x :: r /\ l' = x' :: r' /\ 0 < x * x'.
Proof. intros H. destruct H; do 4 eexists; repeat split; assumption. Qed.

Lemma near_changes l l' : near l l' -> forall s s', (s = 0 /\ s' = 0) \/ 0 < s * s' -> changes_after s l = changes_after s' l'.
Proof.
  intros H. induction H as [x x' Hx|x x' y y' l l' Hx H IH|x x' z y y' l l' Hx Hy H IH]; intros s s' Hs; destruct (same_sign_ne x x' Hx) as [N N'];
    assert (One : (if Rlt_dec (s * x) 0 then 1 else 0)%nat = (if Rlt_dec (s' * x') 0 then 1 else 0)%nat)
      by (destruct Hs as [[-> ->]|Hs]; [rewrite !Rmult_0_l; reflexivity | now apply one_change]).
  - simpl. destruct (Req_EM_T x 0); [contradiction|]. destruct (Req_EM_T x' 0); [contradiction|]. now rewrite One.
  - specialize (IH x x' (or_intror Hx)). remember (y :: l) as t. remember (y' :: l') as t'. simpl.
    destruct (Req_EM_T x 0); [contradiction|]. destruct (Req_EM_T x' 0); [contradiction|]. now rewrite One, IH.
  - destruct (near_heads _ _ H) as [a [a' [r [r' [E [E' Hyy]]]]]]. injection E as <- <-. injection E' as <- <-. destruct (same_sign_ne y y' Hyy) as [Ny Ny'].
    pose proof (IH 0 0 (or_introl (conj eq_refl eq_refl))) as Tail. simpl in Tail.
    destruct (Req_EM_T y 0); [contradiction|]. destruct (Req_EM_T y' 0); [contradiction|].
    rewrite !Rmult_0_l in Tail. destruct (Rlt_dec 0 0); [lra|]. simpl in Tail.
    simpl. destruct (Req_EM_T x 0); [contradiction|]. destruct (Req_EM_T x' 0); [contradiction|]. destruct (Req_EM_T 0 0); [|contradiction].
    destruct (Req_EM_T y 0); [contradiction|]. destruct (Req_EM_T y' 0); [contradiction|].
    rewrite One, Tail. f_equal. destruct (Rlt_dec (x * y) 0); [|contradiction].
    assert (Opp : x' * y' < 0) by (now apply (opposite_scaled x y x' y')).
    destruct (Req_EM_T z 0) as [Z|Z]; [destruct (Rlt_dec (x' * y') 0); [reflexivity | contradiction]|].
    assert (Sides : (x' * z < 0 /\ 0 < z * y') \/ (0 < x' * z /\ z * y' < 0)).
    { assert (Q : (x' * z) * (z * y') < 0).
      { replace ((x' * z) * (z * y')) with ((z * z) * (x' * y')) by ring. pose proof (Rlt_0_sqr z Z) as S. unfold Rsqr in S.
        pose proof (Rmult_lt_0_compat _ (- (x' * y')) S ltac:(lra)). lra. }
      destruct (Rtotal_order (x' * z) 0) as [A|[A|A]]; [left | rewrite A in Q; lra | right].
      - split; [assumption|]. destruct (Rlt_le_dec 0 (z * y')) as [|C]; [assumption|]. pose proof (Rmult_le_pos (- (x' * z)) (- (z * y')) ltac:(lra) ltac:(lra)). lra.
      - split; [assumption|]. destruct (Rlt_le_dec (z * y') 0) as [|C]; [assumption|]. pose proof (Rmult_le_pos (x' * z) (z * y') ltac:(lra) C). lra. }
    destruct Sides as [[A B]|[A B]]; destruct (Rlt_dec (x' * z) 0); destruct (Rlt_dec (z * y') 0); try lra; reflexivity.
Qed.

Lemma changes_scaled g l : g <> 0 -> forall s, changes_after (g * s) (map (fun x => g * x) l) = changes_after s l.
Proof.
  intros Hg. assert (G : 0 < g * g) by (pose proof (Rlt_0_sqr g Hg); assumption).
  induction l as [|x l IH]; intros s; [reflexivity|]. simpl. destruct (Req_EM_T x 0) as [Z|Z]; destruct (Req_EM_T (g * x) 0) as [Z'|Z'].
  - apply IH.
  - exfalso. apply Z'. rewrite Z. ring.
  - exfalso. apply Rmult_integral in Z'. tauto.
  - rewrite IH. f_equal. replace (g * s * (g * x)) with ((g * g) * (s * x)) by ring.
    destruct (Rlt_dec (g * g * (s * x)) 0) as [A|A]; destruct (Rlt_dec (s * x) 0) as [B|B]; try reflexivity.
    + pose proof (Rmult_le_pos (g * g) (s * x) ltac:(lra) ltac:(lra)). lra.
    + pose proof (Rmult_lt_0_compat (g * g) (- (s * x)) G ltac:(lra)). lra.
Qed.

(** * Chains of continuous functions. *)
Definition values (F : list (R -> R)) (x : R) : list R := map (fun f => f x) F.

(** f = q g - c h for neighbours, the last without a zero. *)
Inductive euclid : list (R -> R) -> Prop :=
  | euclid_two f g : (forall x, g x <> 0) -> euclid [f; g]
  | euclid_more f g h l q c : 0 < c -> (forall x, f x = q x * g x - c * h x) -> euclid (g :: h :: l) -> euclid (f :: g :: h :: l).

(** The same with any last one, which divides the one before: the remainders of two polynomials, up to positive factors. *)
Inductive remainders : list (R -> R) -> Prop :=
  | remainders_two f g q : continuity q -> (forall x, f x = q x * g x) -> remainders [f; g]
  | remainders_more f g h l q c : continuity q -> 0 < c -> (forall x, f x = q x * g x - c * h x) -> remainders (g :: h :: l) -> remainders (f :: g :: h :: l).

(** Divided by the last one they are a chain whose last is 1. *)
Lemma divided F : remainders F -> exists g H, euclid H /\ (forall h, In h H -> continuity h) /\
  Forall2 (fun f h => forall x, f x = g x * h x) F H.
Proof.
  intros R. induction R as [f g q Cq E|f g h l q c Cq Hc E R IH].
  - exists g, [q; fun _ => 1]. split; [apply euclid_two; intros; lra|]. split.
    + intros h [<-|[<-|[]]]; [assumption | apply continuity_const; intros ? ?; reflexivity].
    + repeat constructor; intros x; [rewrite E; ring | ring].
  - destruct IH as [d [H [EH [CH FH]]]].
    inversion FH as [|? g' ? H1 Eg FH1]; subst. inversion FH1 as [|? h' ? H2 Eh FH2]; subst.
    exists d, ((fun x => q x * g' x - c * h' x) :: g' :: h' :: H2). split; [|split].
    + now apply (euclid_more _ g' h' H2 q c).
    + intros k [<-|Hk]; [|now apply CH]. apply continuity_minus.
      * apply continuity_mult; [assumption | apply CH; now left].
      * apply continuity_scal with (f := h') (a := c). apply CH. right. now left.
    + constructor; [|assumption]. intros x. rewrite E, Eg, Eh. ring.
Qed.

(** Signs at x of a chain whose first value is not 0. *)
Inductive regular (x : R) : list (R -> R) -> Prop :=
  | regular_one f : f x <> 0 -> regular x [f]
  | regular_both f g l : f x <> 0 -> regular x (g :: l) -> regular x (f :: g :: l)
  | regular_zero f g h l : f x <> 0 -> g x = 0 -> f x * h x < 0 -> regular x (h :: l) -> regular x (f :: g :: h :: l).

Lemma regular_chain F : euclid F -> forall x f g l, F = f :: g :: l ->
  (f x <> 0 -> regular x F) /\ (f x = 0 -> g x <> 0 /\ regular x (g :: l)).
Proof.
  intros E. induction E as [f0 g0 Hg|f0 g0 h l0 q c Hc Eq E IH]; intros x f g l EF; injection EF as <- <- <-.
  - split; [intros N; apply regular_both; [assumption | now apply regular_one] | intros _; split; [auto | now apply regular_one]].
  - destruct (IH x g0 h l0 eq_refl) as [A B]. destruct (Req_dec (g0 x) 0) as [Z|Z].
    + destruct (B Z) as [Nh Rh]. specialize (Eq x). rewrite Z in Eq. split.
      * intros N. apply regular_zero; auto. rewrite Eq. replace ((q x * 0 - c * h x) * h x) with (- (c * (h x * h x))) by ring.
        pose proof (Rlt_0_sqr (h x) Nh) as S. unfold Rsqr in S. pose proof (Rmult_lt_0_compat _ _ Hc S). lra.
      * intros N. exfalso. rewrite N in Eq. assert (c * h x = 0) by lra. apply Rmult_integral in H. destruct H; [lra | contradiction].
    + split; [intros N; apply regular_both; auto | auto].
Qed.

(** A continuous function keeps its sign near a point where it is not 0. *)
Lemma sign_nearby f x : continuity f -> f x <> 0 -> exists d, 0 < d /\ forall y, Rabs (y - x) < d -> 0 < f x * f y.
Proof.
  intros C N. destruct (C x (Rabs (f x))) as [d [Hd H]]; [now apply Rabs_pos_lt|]. exists d. split; [exact Hd|]. intros y Hy.
  destruct (Req_dec x y) as [->|Ne]; [pose proof (Rlt_0_sqr (f y) N); assumption|].
  assert (K : Rabs (f y - f x) < Rabs (f x)) by (apply (H y); split; [split; [exact I | assumption] | exact Hy]).
  unfold Rabs in K. destruct (Rcase_abs (f x)); destruct (Rcase_abs (f y - f x)).
  - replace (f x * f y) with (- f x * - f y) by ring. apply Rmult_lt_0_compat; lra.
  - replace (f x * f y) with (- f x * - f y) by ring. apply Rmult_lt_0_compat; lra.
  - assert (f x <> 0) by assumption. apply Rmult_lt_0_compat; lra.
  - apply Rmult_lt_0_compat; lra.
Qed.

Lemma near_values x F : regular x F -> (forall f, In f F -> continuity f) ->
  exists d, 0 < d /\ forall y, Rabs (y - x) < d -> near (values F x) (values F y).
Proof.
  intros R. induction R as [f N|f g l N R IH|f g h l N Z O R IH]; intros C.
  - destruct (sign_nearby f x (C f (or_introl eq_refl)) N) as [d [Hd H]]. exists d. split; [assumption|]. intros y Hy. apply near_one. now apply H.
  - destruct (sign_nearby f x (C f (or_introl eq_refl)) N) as [d [Hd H]]. destruct IH as [e [He H']]; [intros k Hk; apply C; now right|].
    exists (Rmin d e). split; [now apply Rmin_glb_lt|]. intros y Hy. apply near_both.
    + apply H. eapply Rlt_le_trans; [exact Hy | apply Rmin_l].
    + apply H'. eapply Rlt_le_trans; [exact Hy | apply Rmin_r].
  - destruct (sign_nearby f x (C f (or_introl eq_refl)) N) as [d [Hd H]]. destruct IH as [e [He H']]; [intros k Hk; apply C; right; now right|].
    exists (Rmin d e). split; [now apply Rmin_glb_lt|]. intros y Hy. unfold values. simpl. rewrite Z. apply near_zero.
    + apply H. eapply Rlt_le_trans; [exact Hy | apply Rmin_l].
    + assumption.
    + apply H'. eapply Rlt_le_trans; [exact Hy | apply Rmin_r].
Qed.

(** * From near every point to an interval. *)
Lemma everywhere (Q : R -> R -> Prop) a b : a <= b -> (forall x y z, x <= y -> y <= z -> Q x y -> Q y z -> Q x z) ->
  (forall x, a <= x <= b -> exists d, 0 < d /\ forall y z, a <= y -> y <= z -> z <= b -> Rabs (y - x) < d -> Rabs (z - x) < d -> Q y z) -> Q a b.
Proof.
  intros Hab Trans Local. set (E := fun x => a <= x <= b /\ Q a x).
  assert (Ea : E a).
  { split; [lra|]. destruct (Local a ltac:(lra)) as [d [Hd H]]. apply H; try lra; rewrite Rminus_diag_eq, Rabs_R0 by reflexivity; assumption. }
  destruct (completeness E) as [s [Up Least]]; [exists b; intros x [H _]; lra | now exists a|].
  assert (Hs : a <= s <= b) by (split; [apply Up; exact Ea | apply Least; intros x [H _]; lra]).
  destruct (Local s Hs) as [d [Hd H]].
  assert (W : exists y, E y /\ s - d < y).
  { destruct (Rlt_le_dec (s - d) a) as [L|L]; [exists a; now split|].
    assert (N : ~ is_upper_bound E (s - d)) by (intros U; specialize (Least _ U); lra).
    apply Classical_Pred_Type.not_all_not_ex. intros None. apply N. intros x Ex. destruct (Rle_lt_dec x (s - d)) as [|C]; [assumption|].
    exfalso. apply (None x). now split. }
  destruct W as [y [[Hy Qy] Ly]]. assert (Ys : y <= s) by (apply Up; now split).
  assert (Near : forall z, s - d < z < s + d -> Rabs (z - s) < d) by (intros z Hz; apply Rabs_def1; lra).
  assert (Es : Q a s) by (apply (Trans a y s); [lra | exact Ys | exact Qy | apply H; [lra | exact Ys | lra | apply Near; lra | apply Near; lra]]).
  destruct (Rlt_le_dec s b) as [L|L]; [|replace b with s by lra; assumption].
  exfalso. set (z := Rmin b (s + d / 2)). assert (Hz : s < z <= b /\ z < s + d).
  { unfold z. split; [split; [apply Rmin_glb_lt; lra | apply Rmin_l]|]. eapply Rle_lt_trans; [apply Rmin_r | lra]. }
  assert (Ez : E z) by (split; [lra|]; apply (Trans a s z); [lra | lra | exact Es | apply H; [lra | lra | lra | apply Near; lra | apply Near; lra]]).
  pose proof (Up z Ez). lra.
Qed.

(** * Polynomials, constant first, and their derivatives. *)
Fixpoint eval (p : list R) (x : R) : R := match p with [] => 0 | c :: p' => c + x * eval p' x end.
Fixpoint slope (p : list R) (x : R) : R := match p with [] => 0 | c :: p' => eval p' x + x * slope p' x end.

Lemma eval_slope p x : derivable_pt_lim (eval p) x (slope p x).
Proof.
  induction p as [|c p IH]; [apply derivable_pt_lim_const|].
  change (eval (c :: p)) with (plus_fct (fct_cte c) (mult_fct id (eval p))).
  replace (slope (c :: p) x) with (0 + (1 * eval p x + id x * slope p x)) by (unfold id; simpl; ring).
  apply derivable_pt_lim_plus; [apply derivable_pt_lim_const|].
  apply derivable_pt_lim_mult; [apply derivable_pt_lim_id | exact IH].
Qed.

Lemma eval_continuous p : continuity (eval p).
Proof. apply derivable_continuous. intros x. exists (slope p x). apply eval_slope. Qed.

Lemma slope_continuous p : continuity (slope p).
Proof.
  induction p as [|c p IH]; [apply continuity_const; intros ? ?; reflexivity|].
  change (slope (c :: p)) with (plus_fct (eval p) (mult_fct id (slope p))).
  apply continuity_plus; [apply eval_continuous|]. apply continuity_mult; [apply derivable_continuous, derivable_id | exact IH].
Qed.

Fixpoint add (p q : list R) : list R :=
  match p, q with [], _ => q | _, [] => p | c :: p', d :: q' => (c + d) :: add p' q' end.
Fixpoint over (r : R) (p : list R) : list R := match p with [] => [] | _ :: p' => add p' (map (Rmult r) (over r p')) end.

Lemma eval_add p : forall q x, eval (add p q) x = eval p x + eval q x.
Proof. induction p as [|c p IH]; intros q x; [simpl; ring|]. destruct q as [|d q]; simpl; [ring|]. rewrite IH. ring. Qed.

Lemma eval_times r p x : eval (map (Rmult r) p) x = r * eval p x.
Proof. induction p as [|c p IH]; simpl; [ring|]. rewrite IH. ring. Qed.

Lemma length_add p : forall q, length (add p q) = Nat.max (length p) (length q).
Proof. induction p as [|c p IH]; intros q; [reflexivity|]. destruct q as [|d q]; [reflexivity|]. simpl. now rewrite IH. Qed.

Lemma length_over r p : length (over r p) = pred (length p).
Proof. induction p as [|c p IH]; [reflexivity|]. simpl. rewrite length_add, map_length, IH. lia. Qed.

Lemma eval_over r p x : eval p x - eval p r = (x - r) * eval (over r p) x.
Proof.
  induction p as [|c p IH]; simpl; [ring|]. rewrite eval_add, eval_times.
  replace (c + x * eval p x - (c + r * eval p r)) with ((x - r) * eval p x + r * (eval p x - eval p r)) by ring. rewrite IH. ring.
Qed.

(** p = (y - x) r for all y: so its derivative is r + (y - x) r'. *)
Lemma slope_of_product p r x : (forall y, eval p y = (y - x) * eval r y) -> forall y, slope p y = eval r y + (y - x) * slope r y.
Proof.
  intros E y. apply (uniqueness_limite (eval p) y); [apply eval_slope|].
  apply (derivable_pt_lim_ext (mult_fct (minus_fct id (fct_cte x)) (eval r))); [intros z; rewrite E; reflexivity|].
  replace (eval r y + (y - x) * slope r y) with ((1 - 0) * eval r y + (minus_fct id (fct_cte x)) y * slope r y) by (unfold minus_fct, id, fct_cte; ring).
  apply derivable_pt_lim_mult; [apply derivable_pt_lim_minus; [apply derivable_pt_lim_id | apply derivable_pt_lim_const] | apply eval_slope].
Qed.

(** At a root x of p, u is p without its factors y - x, m their number. *)
Lemma multiplicity n : forall p x, (length p <= n)%nat -> (exists y, eval p y <> 0) -> eval p x = 0 ->
  exists m u, 0 < m /\ eval u x <> 0 /\ (forall y, eval p y = 0 -> y = x \/ eval u y = 0) /\
  forall y, slope p y * (y - x) * eval u y = eval p y * (m * eval u y + (y - x) * slope u y).
Proof.
  induction n as [|n IH]; intros p x Hn [y0 N] Z.
  - destruct p; [simpl in N; lra | simpl in Hn; lia].
  - set (r := over x p). assert (E : forall y, eval p y = (y - x) * eval r y) by (intros y; unfold r; rewrite <- eval_over, Z; ring).
    pose proof (slope_of_product p r x E) as S.
    destruct (Req_dec (eval r x) 0) as [Zr|Nr].
    + destruct (IH r x) as [m [u [Hm [Hu [Roots Id]]]]]; [unfold r; rewrite length_over; lia | | assumption |].
      { exists y0. intros C. apply N. rewrite E, C. ring. }
      exists (m + 1), u. split; [lra|]. split; [assumption|]. split.
      * intros y C. rewrite E in C. apply Rmult_integral in C. destruct C as [C|C]; [left; lra | now apply Roots].
      * intros y. rewrite S, E. specialize (Id y).
        replace ((eval r y + (y - x) * slope r y) * (y - x) * eval u y) with ((y - x) * (eval r y * eval u y + slope r y * (y - x) * eval u y)) by ring.
        rewrite Id. ring.
    + exists 1, r. split; [lra|]. split; [assumption|]. split.
      * intros y C. rewrite E in C. apply Rmult_integral in C. destruct C as [C|C]; [left; lra | now right].
      * intros y. rewrite S, E. ring.
Qed.

(** * The count. *)
Definition counted (p : list R) (H : list (R -> R)) (y z : R) : Prop :=
  exists roots, NoDup roots /\ (forall x, In x roots <-> y < x <= z /\ eval p x = 0) /\
  changes (values H y) = (changes (values H z) + length roots)%nat.

Lemma none_counted p H y z : (forall x, y < x <= z -> eval p x <> 0) -> changes (values H y) = changes (values H z) -> counted p H y z.
Proof.
  intros N E. exists []. split; [constructor|]. split; [|simpl; lia]. intros x. split; [intros [] | intros [A B]; exfalso; now apply (N x)].
Qed.

Lemma nodup_app (l l' : list R) : NoDup l -> NoDup l' -> (forall x, In x l -> ~ In x l') -> NoDup (l ++ l').
Proof.
  induction l as [|x l IH]; intros A B C; [exact B|]. inversion A as [|? ? Nx Nl]; subst. simpl. constructor.
  - intros I. apply in_app_or in I. destruct I as [I|I]; [contradiction | now apply (C x (or_introl eq_refl))].
  - apply IH; auto. intros y Hy. apply C. now right.
Qed.

Lemma counted_together p H x y z : x <= y -> y <= z -> counted p H x y -> counted p H y z -> counted p H x z.
Proof.
  intros Hxy Hyz [r [Nr [Ir Er]]] [s [Ns [Is Es]]]. exists (r ++ s). split; [|split].
  - apply nodup_app; auto. intros w A B. apply Ir in A. apply Is in B. lra.
  - intros w. rewrite in_app_iff, Ir, Is. split; [intros [A|A]; split; try tauto; lra|].
    intros [A B]. destruct (Rle_lt_dec w y); [left | right]; split; auto; lra.
  - rewrite app_length. lia.
Qed.

Lemma counted_nearby p h0 h1 H d : (exists y, eval p y <> 0) -> euclid (h0 :: h1 :: H) ->
  (forall h, In h (h0 :: h1 :: H) -> continuity h) -> (forall x, eval p x = d x * h0 x) -> (forall x, slope p x = d x * h1 x) ->
  forall x, exists e, 0 < e /\ forall y z, y <= z -> Rabs (y - x) < e -> Rabs (z - x) < e -> counted p (h0 :: h1 :: H) y z.
Proof.
  intros Ne EH CH Ep Es x. set (F := h0 :: h1 :: H) in *.
  destruct (regular_chain F EH x h0 h1 H eq_refl) as [Reg RegZ].
  destruct (Req_dec (eval p x) 0) as [Z|N].
  2:{ assert (N0 : h0 x <> 0) by (intros C; apply N; rewrite Ep, C; ring).
      destruct (near_values x F (Reg N0) CH) as [e [He Near]]. destruct (sign_nearby (eval p) x (eval_continuous p) N) as [e' [He' Sign]].
      exists (Rmin e e'). split; [now apply Rmin_glb_lt|]. intros y z Hyz Hy Hz.
      assert (Same : forall w, Rabs (w - x) < Rmin e e' -> changes (values F x) = changes (values F w)).
      { intros w Hw. apply (near_changes _ _ (Near w (Rlt_le_trans _ _ _ Hw (Rmin_l _ _))) 0 0). now left. }
      apply none_counted; [|rewrite <- (Same y Hy); now apply Same].
      intros w Hw C. assert (W : Rabs (w - x) < e').
      { apply Rlt_le_trans with (Rmin e e'); [|apply Rmin_r]. apply Rabs_def2 in Hy. apply Rabs_def2 in Hz. apply Rabs_def1; lra. }
      specialize (Sign w W). rewrite C in Sign. lra. }
  destruct (multiplicity (length p) p x (le_n _) Ne Z) as [m [u [Hm [Hu [Roots Id]]]]].
  destruct (sign_nearby (eval u) x (eval_continuous u) Hu) as [e1 [He1 Su]].
  assert (Away : forall y, Rabs (y - x) < e1 -> y <> x -> eval p y <> 0).
  { intros y Hy Ny C. destruct (Roots y C) as [D|D]; [contradiction|]. specialize (Su y Hy). rewrite D in Su. lra. }
  assert (Id' : forall y, Rabs (y - x) < e1 -> y <> x -> h1 y * (y - x) * eval u y = h0 y * (m * eval u y + (y - x) * slope u y)).
  { intros y Hy Ny. specialize (Away y Hy Ny). specialize (Id y). rewrite Es, Ep in Id. rewrite Ep in Away.
    assert (D : d y <> 0) by (intros C; apply Away; rewrite C; ring). apply Rmult_eq_reg_l with (d y); [|assumption].
    replace (d y * (h1 y * (y - x) * eval u y)) with (d y * h1 y * (y - x) * eval u y) by ring. rewrite Id. ring. }
  assert (C0 : continuity h0) by (apply CH; now left). assert (C1 : continuity h1) by (apply CH; right; now left).
  assert (Cx : continuity (minus_fct id (fct_cte x))).
  { apply continuity_minus; [apply derivable_continuous, derivable_id | apply continuity_const; intros ? ?; reflexivity]. }
  assert (H0 : h0 x = 0).
  { destruct (Req_dec (h0 x) 0) as [|N0]; [assumption|]. exfalso.
    set (psi := minus_fct (mult_fct (mult_fct h1 (minus_fct id (fct_cte x))) (eval u))
      (mult_fct h0 (plus_fct (mult_real_fct m (eval u)) (mult_fct (minus_fct id (fct_cte x)) (slope u))))).
    assert (Cpsi : continuity psi).
    { apply continuity_minus.
      - apply continuity_mult; [apply continuity_mult; assumption | apply eval_continuous].
      - apply continuity_mult; [assumption|]. apply continuity_plus; [apply continuity_scal, eval_continuous|].
        apply continuity_mult; [assumption | apply slope_continuous]. }
    assert (Npsi : psi x <> 0).
    { unfold psi, minus_fct, mult_fct, plus_fct, mult_real_fct, id, fct_cte. intros C. replace (x - x) with 0 in C by ring.
      assert (P : h0 x * (m * eval u x) = 0) by lra. apply Rmult_integral in P. destruct P as [P|P]; [contradiction|].
      apply Rmult_integral in P. destruct P; [lra | contradiction]. }
    destruct (sign_nearby psi x Cpsi Npsi) as [e2 [He2 Sp]].
    set (y := x + Rmin e1 e2 / 2). assert (M : 0 < Rmin e1 e2) by (now apply Rmin_glb_lt).
    assert (Dy : Rabs (y - x) < Rmin e1 e2) by (replace (y - x) with (Rmin e1 e2 / 2) by (unfold y; ring); rewrite Rabs_right; lra).
    assert (Yn : y <> x) by (unfold y; lra).
    pose proof (Sp y (Rlt_le_trans _ _ _ Dy (Rmin_r _ _))) as S. pose proof (Id' y (Rlt_le_trans _ _ _ Dy (Rmin_l _ _)) Yn) as I.
    assert (P0 : psi y = 0) by (unfold psi, minus_fct, mult_fct, plus_fct, mult_real_fct, id, fct_cte; rewrite I; ring). rewrite P0 in S. lra. }
  destruct (RegZ H0) as [N1 Reg1].
  destruct (near_values x (h1 :: H) Reg1 (fun h Hh => CH h (or_intror Hh))) as [e3 [He3 Near]].
  set (phi := plus_fct (mult_real_fct m (mult_fct (eval u) (eval u))) (mult_fct (minus_fct id (fct_cte x)) (mult_fct (eval u) (slope u)))).
  assert (Cphi : continuity phi).
  { apply continuity_plus.
    - apply continuity_scal, continuity_mult; apply eval_continuous.
    - apply continuity_mult; [assumption|]. apply continuity_mult; [apply eval_continuous | apply slope_continuous]. }
  assert (Px : 0 < phi x).
  { unfold phi, plus_fct, mult_fct, mult_real_fct, minus_fct, id, fct_cte. replace (x - x) with 0 by ring.
    pose proof (Rmult_lt_0_compat _ _ Hm (Rlt_0_sqr _ Hu)) as P. unfold Rsqr in P. lra. }
  destruct (sign_nearby phi x Cphi ltac:(lra)) as [e4 [He4 Sphi]].
  set (e := Rmin e1 (Rmin e3 e4)). assert (He : 0 < e) by (repeat apply Rmin_glb_lt; assumption).
  assert (L1 : e <= e1) by apply Rmin_l. assert (L3 : e <= e3) by (eapply Rle_trans; [apply Rmin_r | apply Rmin_l]).
  assert (L4 : e <= e4) by (eapply Rle_trans; [apply Rmin_r | apply Rmin_r]).
  (* at y: whether h0 and h1 have opposite signs, and the changes at x *)
  assert (At : forall y, Rabs (y - x) < e -> changes (values F y) = ((if Rlt_dec y x then 1 else 0) + changes (values F x))%nat).
  { intros y Hy. assert (Fx : changes (values F x) = changes (values (h1 :: H) x)).
    { unfold changes, values, F. simpl. rewrite H0. destruct (Req_EM_T 0 0); [reflexivity | contradiction]. }
    pose proof (near_changes _ _ (Near y ltac:(lra)) 0 0 (or_introl (conj eq_refl eq_refl))) as Tail. fold (changes (values (h1 :: H) x)) in Tail.
    fold (changes (values (h1 :: H) y)) in Tail. rewrite Fx, Tail. destruct (Req_dec y x) as [->|Ny].
    { destruct (Rlt_dec x x); [lra|]. unfold changes, values, F. simpl. rewrite H0. destruct (Req_EM_T 0 0); [reflexivity | contradiction]. }
    pose proof (Away y ltac:(lra) Ny) as Py. rewrite Ep in Py. assert (N0 : h0 y <> 0) by (intros C; apply Py; rewrite C; ring).
    assert (Sign : 0 < h0 y * h1 y * (y - x)).
    { pose proof (Id' y ltac:(lra) Ny) as I. pose proof (Sphi y ltac:(lra)) as S.
      assert (Py' : 0 < phi y) by (apply Rmult_lt_reg_l with (phi x); lra).
      assert (Nu : eval u y <> 0) by (intros C; specialize (Su y ltac:(lra)); rewrite C in Su; lra).
      assert (Q : h0 y * h1 y * (y - x) * (eval u y * eval u y) = h0 y * h0 y * phi y).
      { replace (h0 y * h1 y * (y - x) * (eval u y * eval u y)) with (h0 y * eval u y * (h1 y * (y - x) * eval u y)) by ring. rewrite I.
        unfold phi, plus_fct, mult_fct, mult_real_fct, minus_fct, id, fct_cte. ring. }
      pose proof (Rlt_0_sqr _ Nu) as U. pose proof (Rlt_0_sqr _ N0) as V. unfold Rsqr in U, V.
      apply Rmult_lt_reg_r with (eval u y * eval u y); [assumption|]. rewrite Rmult_0_l, Q. now apply Rmult_lt_0_compat. }
    assert (N1' : h1 y <> 0) by (intros C; rewrite C in Sign; lra).
    unfold changes, values, F. simpl. destruct (Req_EM_T (h0 y) 0); [contradiction|]. destruct (Req_EM_T (h1 y) 0); [contradiction|].
    rewrite !Rmult_0_l. destruct (Rlt_dec 0 0); [lra|]. simpl.
    destruct (Rlt_dec (h0 y * h1 y) 0) as [A|A]; destruct (Rlt_dec y x) as [B|B]; try reflexivity; exfalso.
    - pose proof (Rmult_le_pos (- (h0 y * h1 y)) (y - x) ltac:(lra) ltac:(lra)). lra.
    - pose proof (Rmult_le_pos (h0 y * h1 y) (x - y) ltac:(lra) ltac:(lra)). lra. }
  exists e. split; [assumption|]. intros y z Hyz Hy Hz.
  assert (In_e : forall w, y < w <= z -> Rabs (w - x) < e) by (intros w Hw; apply Rabs_def2 in Hy; apply Rabs_def2 in Hz; apply Rabs_def1; lra).
  destruct (Rlt_le_dec y x) as [A|A]; [destruct (Rle_lt_dec x z) as [B|B]|].
  - exists [x]. split; [repeat constructor; intros []|]. split.
    + intros w. split; [intros [<-|[]]; split; [lra | assumption]|]. intros [Hw C]. left. destruct (Req_dec w x) as [|Nw]; [now symmetry|].
      exfalso. apply (Away w); auto. specialize (In_e w Hw). lra.
    + rewrite (At y Hy), (At z Hz). destruct (Rlt_dec y x); [|lra]. destruct (Rlt_dec z x); [lra|]. simpl. lia.
  - apply none_counted.
    + intros w Hw. apply Away; [specialize (In_e w Hw); lra | lra].
    + rewrite (At y Hy), (At z Hz). destruct (Rlt_dec y x); [|lra]. destruct (Rlt_dec z x); [reflexivity | lra].
  - apply none_counted.
    + intros w Hw. apply Away; [specialize (In_e w Hw); lra | lra].
    + rewrite (At y Hy), (At z Hz). destruct (Rlt_dec y x); [lra|]. destruct (Rlt_dec z x); [lra | reflexivity].
Qed.

(** Sturm: the roots between a and b, neither of which is one, are as many as changes are lost. *)
Theorem sturm p l a b : remainders (eval p :: slope p :: l) -> a < b -> eval p a <> 0 -> eval p b <> 0 ->
  exists roots, NoDup roots /\ (forall x, In x roots <-> a < x < b /\ eval p x = 0) /\
  changes (values (eval p :: slope p :: l) a) = (changes (values (eval p :: slope p :: l) b) + length roots)%nat.
Proof.
  intros R Hab Na Nb. destruct (divided _ R) as [d [H [EH [CH FH]]]].
  inversion FH as [|? h0 ? H1 E0 FH1]; subst. inversion FH1 as [|? h1 ? H2 E1 FH2]; subst.
  assert (C : counted p (h0 :: h1 :: H2) a b).
  { apply (everywhere (counted p (h0 :: h1 :: H2)) a b); [lra | intros x y z; apply counted_together|]. intros x Hx.
    destruct (counted_nearby p h0 h1 H2 d (ex_intro _ a Na) EH CH E0 E1 x) as [e [He Loc]]. exists e. split; [assumption|]. intros. now apply Loc. }
  assert (Div : forall x, eval p x <> 0 -> changes (values (eval p :: slope p :: l) x) = changes (values (h0 :: h1 :: H2) x)).
  { intros x N. assert (D : d x <> 0) by (intros Z; apply N; rewrite E0, Z; ring). unfold changes.
    rewrite <- (changes_scaled (d x) (values (h0 :: h1 :: H2) x) D 0), Rmult_0_r. f_equal.
    clear - FH. induction FH as [|f h F H E FH IH]; [reflexivity|]. simpl. rewrite E. now rewrite IH. }
  destruct C as [roots [Nd [In_r Count]]]. exists roots. split; [assumption|]. split.
  - intros x. rewrite In_r. split; intros [A B]; split; auto; [|lra]. destruct (Req_dec x b) as [->|]; [contradiction | lra].
  - now rewrite !Div.
Qed.

(** So where no change is lost the polynomial has one sign from a to b. *)
Theorem one_sign p l a b : remainders (eval p :: slope p :: l) -> a < b -> eval p a <> 0 -> eval p b <> 0 ->
  changes (values (eval p :: slope p :: l) a) = changes (values (eval p :: slope p :: l) b) -> forall x, a <= x <= b -> 0 < eval p a * eval p x.
Proof.
  intros R Hab Na Nb E x Hx. destruct (sturm p l a b R Hab Na Nb) as [roots [_ [In_r Count]]]. rewrite E in Count.
  assert (Empty : roots = []) by (destruct roots; [reflexivity | simpl in Count; lia]). subst roots.
  destruct (Rlt_le_dec 0 (eval p a * eval p x)) as [|C]; [assumption|]. exfalso.
  destruct (IVT_cor (eval p) a x (eval_continuous p) ltac:(lra) C) as [z [Hz Z]].
  apply (In_r z). split; [|assumption]. destruct (Req_dec z a) as [->|]; [contradiction|]. destruct (Req_dec z b) as [->|]; [contradiction | lra].
Qed.

(** The only root between two points where no second one is counted: on each side of it the sign is one. *)
Theorem only_root p l a b r : remainders (eval p :: slope p :: l) -> a < b -> eval p a <> 0 -> eval p b <> 0 ->
  changes (values (eval p :: slope p :: l) a) = S (changes (values (eval p :: slope p :: l) b)) -> a < r < b -> eval p r = 0 ->
  forall x, a < x < b -> eval p x = 0 -> x = r.
Proof.
  intros R Hab Na Nb E Hr Zr x Hx Zx. destruct (sturm p l a b R Hab Na Nb) as [roots [Nd [In_r Count]]]. rewrite E in Count.
  destruct roots as [|y [|z t]]; simpl in Count; try lia.
  assert (Ix : In x [y]) by (apply In_r; now split). assert (Ir : In r [y]) by (apply In_r; now split).
  destruct Ix as [<-|[]]. destruct Ir as [<-|[]]. reflexivity.
Qed.

(** The last remainder vanishes where both polynomials do: a root of one is one of the other iff it is one of the last. *)
Theorem common_root F : remainders F -> forall f g l x, F = f :: g :: l -> ((f x = 0 /\ g x = 0) <-> last F f x = 0).
Proof.
  intros R. induction R as [f0 g0 q Cq E|f0 g0 h l0 q c Cq Hc E R IH]; intros f g l x EF; injection EF as <- <- <-.
  - simpl. split; [tauto|]. intros Z. split; [rewrite E, Z; ring | assumption].
  - specialize (IH g0 h l0 x eq_refl).
    assert (L : last (f0 :: g0 :: h :: l0) f0 = last (g0 :: h :: l0) g0).
    { clear. change (last (f0 :: g0 :: h :: l0) f0) with (last (h :: l0) f0). change (last (g0 :: h :: l0) g0) with (last (h :: l0) g0).
      revert h. induction l0 as [|k l IH]; intros h; [reflexivity|]. change (last (k :: l) f0 = last (k :: l) g0). apply IH. }
    rewrite L, <- IH. specialize (E x). split; intros [A B].
    + split; [assumption|]. rewrite A, B in E. assert (Z : c * h x = 0) by lra. apply Rmult_integral in Z. destruct Z; [lra | assumption].
    + split; [rewrite E, A, B; ring | assumption].
Qed.
