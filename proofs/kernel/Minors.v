(** Minors (Cramer): n rows of n + 1 numbers that leave one line leave that of their minors with signs in turn. Of more rows that leave
    one line n are enough. SPEC section 9.9, its end. *)

From Coq Require Import Reals Lra Lia Arith Classical.
From Rropt Require Import Sums Prices.
Open Scope R_scope.

(** All places but j, in their order. *)
Definition skip (j i : nat) : nat := if (i <? j)%nat then i else S i.

Definition turn (j : nat) : R := if Nat.even j then 1 else - 1.

(** The determinant, by the first row. *)
Fixpoint det (n : nat) (M : nat -> nat -> R) : R :=
  match n with O => 1 | S n' => sum n (fun j => turn j * (M 0%nat j * det n' (fun a b => M (S a) (skip j b)))) end.

(** The minor of n rows of n + 1 numbers without the place j, with its sign. *)
Definition minor (n : nat) (M : nat -> nat -> R) (j : nat) : R := turn j * det n (fun a b => M a (skip j b)).

Lemma turn_next j : turn (S j) = - turn j.
Proof. unfold turn. rewrite Nat.even_succ, <- Nat.negb_even. destruct (Nat.even j); simpl; ring. Qed.

Lemma skip_below j i : (i < j)%nat -> skip j i = i.
Proof. intros H. unfold skip. destruct (Nat.ltb_spec i j); [reflexivity | lia]. Qed.

Lemma skip_above j i : (j <= i)%nat -> skip j i = S i.
Proof. intros H. unfold skip. destruct (Nat.ltb_spec i j); [lia | reflexivity]. Qed.

Lemma skip_within j i n : (i < n)%nat -> (skip j i < S n)%nat.
Proof. intros H. unfold skip. destruct (Nat.ltb_spec i j); lia. Qed.

Lemma skip_increases j a b : (a < b)%nat -> (skip j a < skip j b)%nat.
Proof. intros H. unfold skip. destruct (Nat.ltb_spec a j), (Nat.ltb_spec b j); lia. Qed.

Lemma skip_twice j b i : (j <= b)%nat -> skip j (skip b i) = skip (S b) (skip j i).
Proof.
  intros H. unfold skip. destruct (Nat.ltb_spec i b), (Nat.ltb_spec i j); try lia;
    repeat match goal with |- context [(?x <? ?y)%nat] => destruct (Nat.ltb_spec x y); try lia end.
Qed.

Lemma sum_skip n j f : (j < S n)%nat -> sum (S n) f = f j + sum n (fun i => f (skip j i)).
Proof.
  induction n as [|n IH]; intros Hj.
  - replace j with 0%nat by lia. simpl. ring.
  - destruct (Nat.eq_dec j (S n)) as [->|N].
    + change (sum (S (S n)) f) with (sum (S n) f + f (S n)). rewrite Rplus_comm. f_equal. apply sum_ext. intros i Hi. now rewrite skip_below.
    + change (sum (S (S n)) f) with (sum (S n) f + f (S n)). rewrite IH by lia. cbn [sum]. rewrite (skip_above j n) by lia. ring.
Qed.

Lemma det_ext n : forall M N, (forall a b, (a < n)%nat -> (b < n)%nat -> M a b = N a b) -> det n M = det n N.
Proof.
  induction n as [|n IH]; intros M N H; [reflexivity|]. cbn [det]. apply sum_ext. intros j Hj. rewrite H by lia. f_equal. f_equal.
  apply IH. intros a b Ha Hb. apply H; [lia | now apply skip_within].
Qed.

(** A row of zeros. *)
Lemma det_zero n : forall M i, (i < n)%nat -> (forall b, (b < n)%nat -> M i b = 0) -> det n M = 0.
Proof.
  induction n as [|n IH]; intros M i Hi Z; [lia|]. cbn [det]. rewrite (sum_ext (S n) _ (fun _ => 0)); [apply sum_zero|].
  intros j Hj. destruct i as [|i]; [rewrite (Z j Hj); ring|]. rewrite (IH _ i); [ring | lia |]. intros b Hb. apply Z. now apply skip_within.
Qed.

(** Terms of both orders of two places cancel. *)
Lemma sum_cancels n (G : nat -> nat -> R) : (forall j b, (j <= b)%nat -> (b < n)%nat -> G (S b) j = - G j b) ->
  sum (S n) (fun j => sum n (fun b => G j b)) = 0.
Proof.
  induction n as [|n IH]; intros H; [simpl; ring|].
  change (sum (S n) (fun j => sum (S n) (fun b => G j b)) + sum (S n) (fun b => G (S n) b) = 0). cbn [sum] in *.
  pose proof (IH ltac:(intros; apply H; lia)) as E. rewrite sum_plus.
  assert (C : sum n (fun j => G j n) + G n n + (sum n (fun b => G (S n) b) + G (S n) n) = 0); [|lra].
  rewrite (sum_ext n (fun b => G (S n) b) (fun j => -1 * G j n)) by (intros; rewrite H by lia; ring).
  rewrite sum_scal, (H n n) by lia. ring.
Qed.

Definition exchanged (M : nat -> nat -> R) (a : nat) : nat -> R := match a with O => M 1%nat | S O => M 0%nat | _ => M a end.

(** The first two rows exchanged. *)
Lemma det_exchanged n M : det (S (S n)) (exchanged M) = - det (S (S n)) M.
Proof.
  cut (det (S (S n)) M + det (S (S n)) (exchanged M) = 0); [lra|]. cbn [det]. rewrite <- sum_plus.
  set (D := fun j b => det n (fun a e => M (S (S a)) (skip j (skip b e)))).
  rewrite (sum_ext (S (S n)) _ (fun j => sum (S n) (fun b =>
    turn j * turn b * (M 0%nat j * M 1%nat (skip j b) + M 1%nat j * M 0%nat (skip j b)) * D j b))).
  - apply sum_cancels. intros j b Hjb Hb. rewrite turn_next, (skip_above j b), (skip_below (S b) j) by lia.
    replace (D (S b) j) with (D j b); [ring|]. apply det_ext. intros a e _ _. now rewrite skip_twice.
  - intros j Hj. cbn [exchanged]. rewrite <- !Rmult_plus_distr_l, <- !sum_scal, <- sum_plus, <- sum_scal. apply sum_ext. intros b Hb.
    fold (D j b). ring.
Qed.

(** Two equal rows. *)
Lemma det_equal n : forall M i l, (i < l)%nat -> (l < n)%nat -> (forall b, (b < n)%nat -> M i b = M l b) -> det n M = 0.
Proof.
  induction n as [|n IH]; intros M i l Hil Hl E; [lia|].
  assert (Later : forall N i l, (i < l)%nat -> (l < n)%nat -> (forall b, (b < S n)%nat -> N (S i) b = N (S l) b) -> det (S n) N = 0).
  { intros N a c Hac Hc Q. cbn [det]. rewrite (sum_ext (S n) _ (fun _ => 0)); [apply sum_zero|]. intros j Hj.
    rewrite (IH _ a c Hac Hc); [ring|]. intros b Hb. apply Q. now apply skip_within. }
  destruct i as [|i]; [|destruct l as [|l]; [lia|]; apply (Later M i l); auto; lia].
  destruct n as [|n]; [lia|]. assert (X : det (S (S n)) (exchanged M) = - det (S (S n)) M) by apply det_exchanged.
  destruct l as [|[|l]]; [lia | |].
  - rewrite (det_ext (S (S n)) (exchanged M) M) in X; [lra|]. intros [|[|a]] b _ Hb; simpl; auto. symmetry. auto.
  - rewrite (Later (exchanged M) 0%nat (S l)) in X; [lra | lia | lia | exact E].
Qed.

(** The minors solve the equations. *)
Lemma minors_solve n M a : (a < n)%nat -> sum (S n) (fun j => M a j * minor n M j) = 0.
Proof.
  intros Ha. rewrite <- (det_equal (S n) (fun e => match e with O => M a | S e' => M e' end) 0 (S a)); [|lia | lia | reflexivity].
  cbn [det]. apply sum_ext. intros j _. unfold minor. ring.
Qed.

(** v solves the equations of the rows M. *)
Definition solves (m n : nat) (M : nat -> nat -> R) (v : nat -> R) : Prop := forall a, (a < m)%nat -> dot n (M a) v = 0.
Definition is_not_zero (n : nat) (v : nat -> R) : Prop := exists j, (j < n)%nat /\ v j <> 0.

Lemma dot_skip n j u v : (j < S n)%nat -> v j = 0 -> dot (S n) u v = dot n (fun i => u (skip j i)) (fun i => v (skip j i)).
Proof. intros Hj Z. unfold dot. rewrite (sum_skip n j) by assumption. rewrite Z. ring. Qed.

(** A vector with 0 put at the place j. *)
Definition widened (j : nat) (v : nat -> R) (i : nat) : R := if Nat.eqb i j then 0 else v (if (i <? j)%nat then i else pred i).

Lemma widened_place j v : widened j v j = 0.
Proof. unfold widened. now rewrite Nat.eqb_refl. Qed.

Lemma widened_skip j v i : widened j v (skip j i) = v i.
Proof.
  unfold widened, skip. destruct (Nat.ltb_spec i j).
  - destruct (Nat.eqb_spec i j); [lia|]. destruct (Nat.ltb_spec i j); [reflexivity | lia].
  - destruct (Nat.eqb_spec (S i) j); [lia|]. destruct (Nat.ltb_spec (S i) j); [lia | reflexivity].
Qed.

Lemma widened_solves m n M j v : (j < S n)%nat -> solves m n (fun a b => M a (skip j b)) v -> solves m (S n) M (widened j v).
Proof.
  intros Hj H a Ha. rewrite (dot_skip n j) by (assumption || apply widened_place). rewrite <- (H a Ha).
  apply dot_ext; [reflexivity|]. intros i _. apply widened_skip.
Qed.

Lemma widened_not_zero n j v : (j < S n)%nat -> is_not_zero n v -> is_not_zero (S n) (widened j v).
Proof. intros Hj [i [Hi N]]. exists (skip j i). split; [now apply skip_within | now rewrite widened_skip]. Qed.

(** Equations of the determinant 0 have another solution than 0. *)
Lemma singular n : forall M, det n M = 0 -> exists v, is_not_zero n v /\ solves n n M v.
Proof.
  induction n as [|n IH]; intros M Z; [simpl in Z; lra|]. set (L := fun a => M (S a)).
  assert (All : forall v, dot (S n) (M 0%nat) v = 0 -> solves n (S n) L v -> solves (S n) (S n) M v).
  { intros v H0 H [|a] Ha; [assumption | apply H; lia]. }
  destruct (classic (is_not_zero (S n) (minor n L))) as [N|N].
  { exists (minor n L). split; [assumption|]. apply All.
    - rewrite <- Z. cbn [det]. apply sum_ext. intros j _. unfold minor, L. ring.
    - intros a Ha. now apply minors_solve. }
  assert (Some : forall j, (j < S n)%nat -> exists v, is_not_zero (S n) v /\ v j = 0 /\ solves n (S n) L v).
  { intros j Hj. assert (D : det n (fun a b => L a (skip j b)) = 0).
    { destruct (Req_dec (minor n L j) 0) as [E|E]; [|exfalso; apply N; now exists j]. unfold minor, turn in E. destruct (Nat.even j); lra. }
    destruct (IH _ D) as [v [Nv Sv]]. exists (widened j v). split; [now apply widened_not_zero|]. split; [apply widened_place|].
    now apply widened_solves. }
  destruct (Some 0%nat ltac:(lia)) as [u [[l [Hl Ul]] [_ Su]]]. destruct (Some l Hl) as [v [Nv [Vl Sv]]].
  destruct (Req_dec (dot (S n) (M 0%nat) v) 0) as [E|E]; [exists v; auto|].
  exists (fun j => dot (S n) (M 0%nat) v * u j + - dot (S n) (M 0%nat) u * v j). split.
  - exists l. split; [assumption|]. rewrite Vl. intros Q. apply (Rmult_integral_contrapositive _ _ (conj E Ul)). lra.
  - assert (Lin : forall x, dot (S n) x (fun j => dot (S n) (M 0%nat) v * u j + - dot (S n) (M 0%nat) u * v j) =
      dot (S n) (M 0%nat) v * dot (S n) x u + - dot (S n) (M 0%nat) u * dot (S n) x v).
    { intros x. rewrite (dot_plus (S n) x (fun j => dot (S n) (M 0%nat) v * u j)), !dot_times. reflexivity. }
    apply All; [rewrite Lin; ring|]. intros a Ha. unfold L. rewrite Lin. fold (L a). rewrite (Su a Ha), (Sv a Ha). ring.
Qed.

(** Fewer equations than unknowns. *)
Lemma fewer m n M : (m < n)%nat -> exists v, is_not_zero n v /\ (forall j, (m < j)%nat -> v j = 0) /\ solves m n M v.
Proof.
  intros H. destruct (singular (S m) (fun a b => match a with O => 0 | S a' => M a' b end)) as [v [[j [Hj N]] Sv]].
  { apply (det_zero _ _ 0); [lia | reflexivity]. }
  exists (fun i => if (i <=? m)%nat then v i else 0). split; [|split].
  - exists j. split; [lia|]. destruct (Nat.leb_spec j m); [assumption | lia].
  - intros i Hi. destruct (Nat.leb_spec i m); [lia | reflexivity].
  - intros a Ha. transitivity (dot (S m) (M a) v); [|exact (Sv (S a) ltac:(lia))]. unfold dot. replace n with (S m + (n - S m))%nat by lia.
    rewrite sum_add, (sum_ext (n - S m) _ (fun _ => 0)), sum_zero, Rplus_0_r.
    + apply sum_ext. intros i Hi. destruct (Nat.leb_spec i m); [reflexivity | lia].
    + intros i Hi. cbv beta. destruct (Nat.leb_spec (S m + i) m); [lia | ring].
Qed.

(** Places in their order. *)
Definition increasing (n m : nat) (c : nat -> nat) : Prop :=
  (forall i, (i < n)%nat -> (c i < m)%nat) /\ forall i l, (i < l)%nat -> (l < n)%nat -> (c i < c l)%nat.

(** Those of some places that have a property, in their order. *)
Lemma those (Q : nat -> Prop) m : exists n c, increasing n m c /\ (forall i, (i < n)%nat -> Q (c i)) /\
  forall j, (j < m)%nat -> Q j -> exists i, (i < n)%nat /\ c i = j.
Proof.
  induction m as [|m [n [c [[B I] [H A]]]]]; [exists 0%nat, (fun i => i); repeat split; intros; lia|].
  destruct (classic (Q m)) as [Qm|Qm].
  - exists (S n), (fun i => if Nat.eqb i n then m else c i). split; [split|split].
    + intros i Hi. destruct (Nat.eqb_spec i n); [lia|]. specialize (B i ltac:(lia)). lia.
    + intros i l Hil Hl. destruct (Nat.eqb_spec i n); [lia|]. destruct (Nat.eqb_spec l n); [apply B | apply I]; lia.
    + intros i Hi. destruct (Nat.eqb_spec i n); [assumption | apply H; lia].
    + intros j Hj Qj. destruct (Nat.eq_dec j m) as [->|E]; [exists n; split; [lia | now rewrite Nat.eqb_refl]|].
      destruct (A j ltac:(lia) Qj) as [i [Hi <-]]. exists i. split; [lia|]. destruct (Nat.eqb_spec i n); [lia | reflexivity].
  - exists n, c. split; [split; [intros i Hi; specialize (B i Hi); lia | assumption]|]. split; [assumption|].
    intros j Hj Qj. destruct (Nat.eq_dec j m) as [->|E]; [contradiction | apply A; [lia | assumption]].
Qed.

(** The rows M leave one line: that of r. *)
Definition one_line (m n : nat) (M : nat -> nat -> R) (r : nat -> R) : Prop :=
  solves m n M r /\ forall d, solves m n M d -> exists x, forall j, (j < n)%nat -> d j = x * r j.

Lemma line_not_zero m n M r j : (j < n)%nat -> (forall i, (i < n)%nat -> r i <> 0) -> one_line m n M r ->
  forall d, solves m n M d -> d j = 0 -> ~ is_not_zero n d.
Proof.
  intros Hj Hr [_ L] d Sd Z [i [Hi N]]. destruct (L d Sd) as [x X]. rewrite X in Z by assumption. apply Rmult_integral in Z.
  destruct Z as [->|Z]; [apply N; rewrite X by assumption; ring | now apply (Hr j Hj)].
Qed.

(** Of rows that leave the line of r, without zeros, as many as r has numbers but one do. *)
Lemma enough_rows n r : (forall j, (j < S n)%nat -> r j <> 0) -> forall m M, one_line m (S n) M r ->
  exists c, increasing n m c /\ one_line n (S n) (fun a => M (c a)) r.
Proof.
  intros Hr. induction m as [|m IH]; intros M HM.
  - destruct n as [|n]; [exists (fun i => i); repeat split; intros; try lia; apply HM; intros ? ?; lia|]. exfalso.
    apply (line_not_zero 0 (S (S n)) M r 0 ltac:(lia) Hr HM (unit 1%nat)).
    + intros a Ha. lia.
    + reflexivity.
    + exists 1%nat. split; [lia|]. unfold unit. simpl. lra.
  - destruct (lt_eq_lt_dec (S m) n) as [[L|E]|L].
    + exfalso. destruct (fewer (S m) (S n) M ltac:(lia)) as [v [N [Z Sv]]].
      exact (line_not_zero (S m) (S n) M r n ltac:(lia) Hr HM v Sv (Z n L) N).
    + exists (fun i => i). rewrite <- E in *. split; [split; intros; lia | exact HM].
    + (* more rows than that depend on one another, and one of them can go *)
      destruct (fewer n (S m) (fun l i => M i l) L) as [e [[i [Hi Ne]] [_ Se]]].
      assert (Dep : forall l, (l < S n)%nat -> sum (S m) (fun a => e a * M a l) = 0).
      { assert (Low : forall l, (l < n)%nat -> sum (S m) (fun a => e a * M a l) = 0).
        { intros l Hl. rewrite <- (Se l Hl). apply sum_ext. intros. ring. }
        intros l Hl. destruct (Nat.eq_dec l n) as [->|]; [|apply Low; lia].
        assert (T : sum (S n) (fun l => sum (S m) (fun a => e a * M a l) * r l) = 0).
        { rewrite (sum_ext (S n) _ (fun l => sum (S m) (fun a => e a * (M a l * r l))))
            by (intros; rewrite <- sum_scal_r; apply sum_ext; intros; ring).
          rewrite sum_swap, (sum_ext (S m) _ (fun _ => 0)); [apply sum_zero|]. intros a Ha. rewrite sum_scal.
          change (e a * dot (S n) (M a) r = 0). rewrite (proj1 HM a Ha). ring. }
        cbn [sum] in T. rewrite (sum_ext n _ (fun _ => 0)), sum_zero, Rplus_0_l in T
          by (intros l' Hl'; pose proof (Low l' Hl') as Q; cbn [sum] in Q; rewrite Q; ring).
        apply Rmult_integral in T. destruct T as [T|T]; [exact T | now apply Hr in T]. }
      destruct (IH (fun a => M (skip i a))) as [c [[B I] HC]].
      * split; [intros a Ha; apply HM; now apply skip_within|]. intros d Sd. apply HM. intros a Ha.
        assert (Rest : forall b, (b < S m)%nat -> b <> i -> dot (S n) (M b) d = 0).
        { intros b Hb N. destruct (Nat.lt_ge_cases b i) as [Lt|Ge].
          - specialize (Sd b ltac:(lia)). cbv beta in Sd. now rewrite skip_below in Sd.
          - specialize (Sd (pred b) ltac:(lia)). cbv beta in Sd. rewrite skip_above in Sd by lia. now replace (S (pred b)) with b in Sd by lia. }
        destruct (Nat.eq_dec a i) as [->|N]; [|now apply Rest].
        assert (T : sum (S m) (fun a => e a * dot (S n) (M a) d) = 0).
        { unfold dot. rewrite (sum_ext (S m) _ (fun a => sum (S n) (fun l => e a * M a l * d l)))
            by (intros; rewrite <- sum_scal; apply sum_ext; intros; ring).
          rewrite sum_swap, (sum_ext (S n) _ (fun _ => 0)); [apply sum_zero|]. intros l Hl. rewrite sum_scal_r, Dep by assumption. ring. }
        rewrite (sum_skip m i) in T by assumption. rewrite (sum_ext m _ (fun _ => 0)), sum_zero, Rplus_0_r in T.
        -- apply Rmult_integral in T. destruct T; [contradiction | assumption].
        -- intros b Hb. rewrite (Sd b Hb). ring.
      * exists (fun a => skip i (c a)). split; [split|exact HC].
        -- intros a Ha. apply skip_within. auto.
        -- intros a b Hab Hb. apply skip_increases. auto.
Qed.

(** Cramer: the line is that of the minors. *)
Lemma line_of_minors n M r : (forall j, (j < S n)%nat -> r j <> 0) -> one_line n (S n) M r ->
  minor n M 0 <> 0 /\ forall j, (j < S n)%nat -> r j = r 0%nat * (minor n M j / minor n M 0).
Proof.
  intros Hr HM. assert (N0 : minor n M 0 <> 0).
  { unfold minor, turn. simpl. rewrite Rmult_1_l. intros Z. destruct (singular n _ Z) as [v [Nv Sv]].
    apply (line_not_zero n (S n) M r 0 ltac:(lia) Hr HM (widened 0 v)).
    - apply widened_solves; [lia | exact Sv].
    - apply widened_place.
    - apply widened_not_zero; [lia | exact Nv]. }
  split; [assumption|]. destruct (proj2 HM (minor n M) (fun a Ha => minors_solve n M a Ha)) as [x X].
  intros j Hj. rewrite (X j Hj), (X 0%nat ltac:(lia)). rewrite (X 0%nat ltac:(lia)) in N0.
  assert (x <> 0) by (intros Z; apply N0; rewrite Z; ring). field. split; [apply Hr; lia | assumption].
Qed.
