(** Rays by planes: SPEC section 4.3 and the end of 9.9. Planes p_n s = 0 cut the rows >= 0 into smaller cones. A convex cone that
    contains the rows of minors contains all rows; so of the inequality of the lemma on prices under vulnerabilities with gains, whose
    right side bends where two actions gain alike. *)

From Coq Require Import Reals Lra Lia Arith Bool Classical.
From Rropt Require Import Sums Mechanisms TwoValuedRows Vertices Prices Ways Rays Minors.
Open Scope R_scope.

Section Planes.

Variables k N : nat.
Variable p : nat -> nat -> R.

(** A row by planes: above 0 on a set U of inputs u_0 < ... < u_n, 0 outside of it. On U it is the vector of the minors of n planes over
    its first number; each of these planes has two numbers on U at least that are not 0, and no two are equal there. *)
Definition by_planes (r : nat -> R) : Prop := exists n u c, let M := fun a b => p (c a) (u b) in
  increasing (S n) k u /\ increasing n N c /\ (forall j, (j < k)%nat -> r j <> 0 -> exists i, (i < S n)%nat /\ u i = j) /\
  minor n M 0 <> 0 /\ (forall i, (i < S n)%nat -> r (u i) = minor n M i / minor n M 0 /\ 0 < r (u i)) /\
  (forall a, (a < n)%nat -> exists b b', (b < b')%nat /\ (b' < S n)%nat /\ M a b <> 0 /\ M a b' <> 0) /\
  forall a a', (a < a')%nat -> (a' < n)%nat -> exists b, (b < S n)%nat /\ M a b <> M a' b.

(** The rows of the smallest cone with s in it: on no other side of a plane, and 0 where s is 0. *)
Definition follows (s r : nat -> R) : Prop := (forall j, (j < k)%nat -> 0 <= r j /\ (s j = 0 -> r j = 0)) /\
  forall n, (n < N)%nat -> (dot k (p n) s <= 0 -> dot k (p n) r <= 0) /\ (0 <= dot k (p n) s -> 0 <= dot k (p n) r).

Lemma follows_on s r g : follows s r -> follows r g -> follows s g.
Proof.
  intros [A B] [C D]. split.
  - intros j Hj. split; [now apply C|]. intros Z. apply (C j Hj), (A j Hj), Z.
  - intros n Hn. destruct (B n Hn), (D n Hn). split; auto.
Qed.

(** d is 0 where r is, and lies on the planes on which r does. *)
Definition tight (r d : nat -> R) : Prop := (forall j, (j < k)%nat -> r j = 0 -> d j = 0) /\
  forall n, (n < N)%nat -> dot k (p n) r = 0 -> dot k (p n) d = 0.

(** A row that leaves no such d but its own multiples is a multiple of a row by planes. *)
Lemma line_by_planes r : (forall j, (j < k)%nat -> 0 <= r j) -> (exists j, (j < k)%nat /\ 0 < r j) ->
  (forall d, tight r d -> exists x, forall j, (j < k)%nat -> d j = x * r j) ->
  exists f, 0 < f /\ by_planes (fun j => / f * r j).
Proof.
  intros Hr [j0 [Hj0 P0]] Line.
  destruct (those (fun j => r j <> 0) k) as [m [u [[UB UI] [UP UA]]]].
  destruct (those (fun n => dot k (p n) r = 0) N) as [t [e [[EB EI] [EP EA]]]].
  destruct m as [|n]; [destruct (UA j0 Hj0 ltac:(lra)) as [i [Hi _]]; lia|].
  assert (UR : forall i, (i < S n)%nat -> 0 < r (u i)).
  { intros i Hi. pose proof (Hr (u i) (UB i Hi)). pose proof (UP i Hi). lra. }
  (* the sum over U *)
  assert (Inj : forall i l, (i < S n)%nat -> (l < S n)%nat -> u i = u l -> i = l).
  { intros i l Hi Hl E. destruct (lt_eq_lt_dec i l) as [[L|L]|L]; [specialize (UI i l L Hl); lia | assumption | specialize (UI l i L Hi); lia]. }
  assert (OnU : forall q d, (forall j, (j < k)%nat -> r j = 0 -> d j = 0) -> dot k q d = dot (S n) (fun i => q (u i)) (fun i => d (u i))).
  { intros q d Z. unfold dot. rewrite (sum_ext k _ (fun j => sum (S n) (fun i => if Nat.eqb j (u i) then q j * d j else 0))).
    - rewrite sum_swap. apply sum_ext. intros i Hi. apply (sum_single k (u i) (fun j => q j * d j)). now apply UB.
    - intros j Hj. destruct (Req_dec (r j) 0) as [E|E].
      + rewrite (Z j Hj E), (sum_ext (S n) _ (fun _ => 0)); [rewrite sum_zero; ring|]. intros i _. destruct (Nat.eqb _ _); ring.
      + destruct (UA j Hj E) as [i [Hi <-]]. rewrite (sum_ext (S n) _ (fun l => if Nat.eqb l i then q (u i) * d (u i) else 0)).
        * symmetry. apply (sum_single (S n) i (fun _ => q (u i) * d (u i)) Hi).
        * intros l Hl. destruct (Nat.eqb_spec (u i) (u l)) as [Q|Q]; destruct (Nat.eqb_spec l i) as [Q'|Q']; try reflexivity.
          -- exfalso. apply Q'. symmetry. now apply Inj.
          -- exfalso. apply Q. now rewrite Q'. }
  set (rU := fun i => r (u i)).
  assert (One : one_line t (S n) (fun a i => p (e a) (u i)) rU).
  { split.
    - intros a Ha. rewrite <- (EP a Ha). symmetry. apply OnU. auto.
    - intros d Sd. set (D := fun j => sum (S n) (fun i => if Nat.eqb j (u i) then d i else 0)).
      assert (DU : forall i, (i < S n)%nat -> D (u i) = d i).
      { intros i Hi. unfold D. rewrite (sum_ext (S n) _ (fun l => if Nat.eqb l i then d i else 0)); [apply (sum_single (S n) i (fun _ => d i) Hi)|].
        intros l Hl. destruct (Nat.eqb_spec (u i) (u l)) as [Q|Q]; destruct (Nat.eqb_spec l i) as [Q'|Q']; try reflexivity.
        - now rewrite Q'.
        - exfalso. apply Q'. symmetry. now apply Inj.
        - exfalso. apply Q. now rewrite Q'. }
      assert (DZ : forall j, (j < k)%nat -> r j = 0 -> D j = 0).
      { intros j Hj Z. unfold D. rewrite (sum_ext (S n) _ (fun _ => 0)); [apply sum_zero|]. intros i Hi.
        destruct (Nat.eqb_spec j (u i)) as [->|]; [|reflexivity]. specialize (UR i Hi). lra. }
      destruct (Line D) as [x X].
      + split; [assumption|]. intros a Ha Z. destruct (EA a Ha Z) as [b [Hb <-]]. rewrite OnU by assumption. rewrite <- (Sd b Hb).
        apply dot_ext; [reflexivity | exact DU].
      + exists x. intros i Hi. rewrite <- DU by assumption. apply X. now apply UB. }
  assert (NZ : forall i, (i < S n)%nat -> rU i <> 0) by (intros i Hi; specialize (UR i Hi); unfold rU; lra).
  destruct (enough_rows n rU NZ t _ One) as [c [[CB CI] OneC]].
  destruct (line_of_minors n _ rU NZ OneC) as [N0 Minors]. set (M := fun a i => p (e (c a)) (u i)) in *.
  assert (F0 : 0 < r (u 0%nat)) by (apply UR; lia). exists (r (u 0%nat)). split; [assumption|]. exists n, u, (fun a => e (c a)).
  change (fun a b => p (e (c a)) (u b)) with M. pose proof (Rinv_0_lt_compat _ F0) as I0.
  assert (Pos : forall i, (i < S n)%nat -> 0 < minor n M i / minor n M 0).
  { intros i Hi. apply Rmult_lt_reg_l with (r (u 0%nat)); [assumption|]. fold (rU 0%nat). rewrite Rmult_0_r, <- Minors by assumption. now apply UR. }
  split; [split; assumption|]. split; [split|]; [intros a Ha; apply EB; auto | intros a a' L L'; apply EI; auto |].
  split; [intros j Hj Z; apply UA; [assumption | intros Q; apply Z; rewrite Q; ring]|]. split; [assumption|]. split; [|split].
  - intros i Hi. fold (rU i). rewrite (Minors i Hi). unfold rU. rewrite <- Rmult_assoc, Rinv_l, Rmult_1_l by lra.
    split; [reflexivity | now apply Pos].
  - intros a Ha.
    assert (B : exists b, (0 < b)%nat /\ (b < S n)%nat /\ M a b <> 0).
    { apply NNPP. intros Q. apply N0. unfold minor, turn. simpl. rewrite Rmult_1_l. apply (det_zero n _ a Ha). intros b Hb.
      apply NNPP. intros Z. apply Q. exists (skip 0 b). split; [rewrite skip_above; lia | split; [now apply skip_within | assumption]]. }
    destruct B as [b [B0 [Hb Mb]]]. apply NNPP. intros Q.
    assert (Zero : forall i, (i < S n)%nat -> i <> b -> M a i = 0).
    { intros i Hi E. apply NNPP. intros Z. apply Q. destruct (lt_eq_lt_dec i b) as [[L|L]|L]; [|lia|]; [exists i, b | exists b, i]; auto. }
    pose proof (proj1 OneC a Ha) as T. unfold dot in T. rewrite (sum_skip n b) in T by assumption.
    rewrite (sum_ext n _ (fun _ => 0)), sum_zero, Rplus_0_r in T.
    + apply Rmult_integral in T. destruct T as [T|T]; [contradiction | now apply (NZ b Hb)].
    + intros i Hi. rewrite Zero; [ring | now apply skip_within |]. unfold skip. destruct (Nat.ltb_spec i b); lia.
  - intros a a' L L'. apply NNPP. intros Q. apply N0. unfold minor, turn. simpl. rewrite Rmult_1_l. apply (det_equal n _ a a' L L').
    intros b Hb. apply NNPP. intros Z. apply Q. exists (skip 0 b). split; [now apply skip_within | assumption].
Qed.

(** The numbers of a row and those of the planes at it, with the signs that these have at r; how many of them are not 0 at r itself. *)
Definition sign (x : R) : R := if Rlt_dec x 0 then - 1 else if Rlt_dec 0 x then 1 else 0.
Definition apart (r : nat -> R) (i : nat) (g : nat -> R) : R := if (i <? k)%nat then g i else sign (dot k (p (i - k)) r) * dot k (p (i - k)) g.
Definition off (r : nat -> R) (i : nat) : nat := if Req_EM_T (apart r i r) 0 then 0%nat else 1%nat.

Lemma apart_line r i g t d : apart r i (fun j => g j + t * d j) = apart r i g + t * apart r i d.
Proof. unfold apart. destruct (i <? k)%nat; [ring|]. rewrite (dot_plus k (p (i - k)) g), dot_times. ring. Qed.

Lemma apart_own r i : (forall j, (j < k)%nat -> 0 <= r j) -> 0 <= apart r i r.
Proof.
  intros Hr. unfold apart, sign. destruct (Nat.ltb_spec i k); [auto|]. set (x := dot k (p (i - k)) r). destruct (Rlt_dec x 0); [lra|].
  destruct (Rlt_dec 0 x); lra.
Qed.

Lemma apart_tight r d i : tight r d -> (i < k + N)%nat -> apart r i r = 0 -> apart r i d = 0.
Proof.
  intros [A B] Hi. unfold apart. destruct (Nat.ltb_spec i k) as [L|L]; [auto|]. intros Z. unfold sign in *.
  destruct (Rlt_dec _ 0); [|destruct (Rlt_dec 0 _); [|ring]]; rewrite B; lra || lia.
Qed.

(** A row that none of these is below 0 at follows r; one at which another of them is 0 has fewer of its own. *)
Lemma apart_follows r g : (forall j, (j < k)%nat -> 0 <= r j) -> tight r g -> (forall i, (i < k + N)%nat -> 0 <= apart r i g) -> follows r g.
Proof.
  intros Hr [A B] H. split.
  - intros j Hj. split; [|auto]. specialize (H j ltac:(lia)). unfold apart in H. destruct (Nat.ltb_spec j k); [assumption | lia].
  - intros n Hn. specialize (H (k + n)%nat ltac:(lia)). unfold apart, sign in H. destruct (Nat.ltb_spec (k + n) k); [lia|].
    replace (k + n - k)%nat with n in H by lia. destruct (Rlt_dec (dot k (p n) r) 0); [lra|].
    destruct (Rlt_dec 0 (dot k (p n) r)); [lra|]. rewrite (B n Hn) by lra. lra.
Qed.

Lemma off_less r g i : tight r g -> (i < k + N)%nat -> apart r i r <> 0 -> apart r i g = 0 -> (count (k + N) (off g) < count (k + N) (off r))%nat.
Proof.
  intros T Hi N1 Z.
  assert (To : forall a, (a < k + N)%nat -> apart r a g = 0 -> apart g a g = 0).
  { intros a Ha. unfold apart. destruct (Nat.ltb_spec a k); [auto|]. intros E. apply Rmult_integral in E. destruct E as [E|E]; [|rewrite E; ring].
    rewrite (proj2 T (a - k)%nat); [ring | lia|]. unfold sign in E. destruct (Rlt_dec _ 0); [lra|]. destruct (Rlt_dec 0 _); lra. }
  apply count_lt with i; [|assumption|]; unfold off.
  - intros a Ha. destruct (Req_EM_T (apart g a g) 0) as [E|E]; [lia|]. destruct (Req_EM_T (apart r a r) 0) as [E'|E']; [|lia].
    exfalso. apply E, To, apart_tight; assumption.
  - destruct (Req_EM_T (apart g i g) 0) as [_|E]; [|exfalso; now apply E, To]. destruct (Req_EM_T (apart r i r) 0); [contradiction | lia].
Qed.

(** A convex cone with 0 and all rows by planes that follow s has s in it. *)
Theorem rows_by_planes (C : (nat -> R) -> Prop) : cone k C -> C (fun _ => 0) -> forall s, (forall j, (j < k)%nat -> 0 <= s j) ->
  (forall r, follows s r -> by_planes r -> C r) -> C s.
Proof.
  intros HC C0.
  enough (Main : forall n s, (count (k + N) (off s) < n)%nat -> (forall j, (j < k)%nat -> 0 <= s j) ->
    (forall r, follows s r -> by_planes r -> C r) -> C s) by (intros s; apply (Main (S (count (k + N) (off s)))); lia).
  induction n as [|n IH]; intros s Hn Hs Ext; [lia|].
  destruct (first_positive s k Hs) as [Z|[f [Hf [Pf _]]]].
  { apply (cone_same k C HC (fun _ => 0)); [intros j Hj; now rewrite Z | exact C0]. }
  destruct (classic (forall d, tight s d -> exists x, forall j, (j < k)%nat -> d j = x * s j)) as [Line|More].
  { destruct (line_by_planes s Hs ltac:(exists f; auto) Line) as [x [Hx By]]. pose proof (Rinv_0_lt_compat x Hx) as I.
    apply (cone_same k C HC (fun j => x * (/ x * s j))); [intros; field; lra|]. apply (cone_times k C HC); [lra|]. apply Ext; [|exact By].
    split; [intros j Hj; split; [apply Rmult_le_pos; [lra | auto] | intros ->; ring]|]. intros m Hm. rewrite dot_times.
    split; intros H; [|apply Rmult_le_pos; lra]. pose proof (Rmult_le_compat_l (/ x) _ _ ltac:(lra) H). lra. }
  apply not_all_ex_not in More. destruct More as [d0 More]. apply imply_to_and in More. destruct More as [[T0 T1] More].
  (* 0 at f, and not 0 *)
  set (d := fun j => d0 j + - (d0 f / s f) * s j).
  assert (T : tight s d).
  { split; unfold d; [intros j Hj Z; rewrite (T0 j Hj Z), Z; ring|]. intros m Hm Z. rewrite (dot_plus k (p m) d0), dot_times, (T1 m Hm Z), Z. ring. }
  assert (Df : d f = 0) by (unfold d; field; lra).
  assert (Nd : exists j, (j < k)%nat /\ d j <> 0).
  { apply NNPP. intros Q. apply More. exists (d0 f / s f). intros j Hj. apply NNPP. intros E. apply Q. exists j. split; [assumption|].
    unfold d. lra. }
  assert (Af : apart s f s <> 0 /\ forall g, apart s f g = g f) by (unfold apart; destruct (Nat.ltb_spec f k); [split; [lra | reflexivity] | lia]).
  assert (Moved : forall t, tight s (fun j => s j + t * d j)).
  { intros t. split; [intros j Hj Z; rewrite Z, (proj1 T j Hj Z); ring|]. intros m Hm Z.
    rewrite (dot_plus k (p m) s), dot_times, Z, (proj2 T m Hm Z). ring. }
  assert (Less : forall g i, tight s g -> (forall a, (a < k + N)%nat -> 0 <= apart s a g) -> (i < k + N)%nat ->
    apart s i s <> 0 -> apart s i g = 0 -> C g).
  { intros g i Tg Hg Hi Ni Zi. pose proof (apart_follows s g Hs Tg Hg) as Fo. apply IH.
    - pose proof (off_less s g i Tg Hi Ni Zi). lia.
    - intros j Hj. now apply (proj1 Fo).
    - intros r Fr By. apply Ext; [now apply follows_on with g | assumption]. }
  (* as far as one goes along e = d or - d: to a plane, or for ever *)
  assert (Go : forall e, tight s e -> e f = 0 -> (forall t, tight s (fun j => s j + t * e j)) ->
    (C e /\ forall j, (j < k)%nat -> 0 <= e j) \/ exists t, 0 < t /\ C (fun j => s j + t * e j)).
  { intros e Te Ef Me. destruct (first_tight (k + N) (fun i => apart s i s) (fun i => apart s i e)) as [L|[t [i [T' [Hi [Ng [Z All]]]]]]].
    - intros i _. now apply apart_own.
    - left. split; [apply (Less e f); auto; [lia | apply Af | rewrite (proj2 Af); assumption]|].
      intros j Hj. specialize (L j ltac:(lia)). unfold apart in L. destruct (Nat.ltb_spec j k); [assumption | lia].
    - right. assert (Ni : apart s i s <> 0) by (intros E; rewrite (apart_tight s e i Te Hi E) in Ng; lra).
      exists t. split; [destruct T' as [|<-]; [assumption | exfalso; apply Ni; lra]|].
      apply (Less _ i); auto; [intros a Ha | ]; rewrite apart_line; auto. }
  destruct (Go d T Df Moved) as [[Cd Pd]|[t1 [P1 C1]]].
  - destruct (Go (fun j => - 1 * d j)) as [[_ Pm]|[t2 [P2 C2]]].
    + split; [intros j Hj Z; rewrite (proj1 T j Hj Z); ring | intros m Hm Z; rewrite dot_times, (proj2 T m Hm Z); ring].
    + rewrite Df. ring.
    + intros t. destruct (Moved (- t)) as [A B]. split; [intros j Hj Z; rewrite <- (A j Hj Z); ring|]. intros m Hm Z. rewrite <- (B m Hm Z).
      apply dot_ext; [reflexivity|]. intros. ring.
    + exfalso. destruct Nd as [j [Hj E]]. specialize (Pd j Hj). specialize (Pm j Hj). cbv beta in Pm. lra.
    + apply (cone_same k C HC (fun j => (s j + t2 * (- 1 * d j)) + t2 * d j)); [intros; ring|]. apply (cone_plus k C HC); [assumption|].
      apply (cone_times k C HC); [lra | assumption].
  - destruct (Go (fun j => - 1 * d j)) as [[Cm _]|[t2 [P2 C2]]].
    + split; [intros j Hj Z; rewrite (proj1 T j Hj Z); ring | intros m Hm Z; rewrite dot_times, (proj2 T m Hm Z); ring].
    + rewrite Df. ring.
    + intros t. destruct (Moved (- t)) as [A B]. split; [intros j Hj Z; rewrite <- (A j Hj Z); ring|]. intros m Hm Z. rewrite <- (B m Hm Z).
      apply dot_ext; [reflexivity|]. intros. ring.
    + apply (cone_same k C HC (fun j => (s j + t1 * d j) + t1 * (- 1 * d j))); [intros; ring|]. apply (cone_plus k C HC); [assumption|].
      apply (cone_times k C HC); [lra | assumption].
    + assert (I : 0 < / (t1 + t2)) by (apply Rinv_0_lt_compat; lra).
      apply (cone_same k C HC (fun j => t2 * / (t1 + t2) * (s j + t1 * d j) + t1 * / (t1 + t2) * (s j + t2 * (- 1 * d j)))); [intros; field; lra|].
      apply (cone_plus k C HC); apply (cone_times k C HC); auto; apply Rmult_le_pos; lra.
Qed.

(** The sign of d s is that of a plane, or the same for all rows >= 0. *)
Definition told (d : nat -> R) : Prop := (exists n q, (n < N)%nat /\ forall j, (j < k)%nat -> d j = q * p n j) \/
  (forall j, (j < k)%nat -> 0 <= d j) \/ forall j, (j < k)%nat -> d j <= 0.

Lemma follows_told s r d : (forall j, (j < k)%nat -> 0 <= s j) -> follows s r -> told d -> dot k d s <= 0 -> dot k d r <= 0.
Proof.
  intros Hs [A B] [[n [q [Hn E]]]|[H|H]] L.
  - assert (Q : forall g, dot k d g = q * dot k (p n) g).
    { intros g. unfold dot. rewrite <- sum_scal. apply sum_ext. intros j Hj. rewrite E by assumption. ring. }
    rewrite Q in *. destruct (B n Hn) as [Below Above]. destruct (Rtotal_order q 0) as [M|[->|M]]; [|lra|].
    + destruct (Rle_lt_dec 0 (dot k (p n) s)) as [S|S].
      * specialize (Above S). pose proof (Rmult_le_pos (- q) _ ltac:(lra) Above). lra.
      * pose proof (Rmult_lt_0_compat (- q) (- dot k (p n) s) ltac:(lra) ltac:(lra)). lra.
    + destruct (Rle_lt_dec (dot k (p n) s) 0) as [S|S].
      * specialize (Below S). pose proof (Rmult_le_pos q (- dot k (p n) r) ltac:(lra) ltac:(lra)). lra.
      * pose proof (Rmult_lt_0_compat q _ M S). lra.
  - assert (P : forall j, (j < k)%nat -> 0 <= d j * s j) by (intros j Hj; apply Rmult_le_pos; auto).
    assert (Z : dot k d s = 0) by (apply Rle_antisym; [exact L | now apply sum_nonneg]).
    right. unfold dot. rewrite (sum_ext k _ (fun _ => 0)); [apply sum_zero|]. intros j Hj.
    pose proof (sum_zero_terms k _ P Z j Hj) as T. apply Rmult_integral in T. destruct T as [T|T]; [rewrite T; ring|].
    rewrite (proj2 (A j Hj) T). ring.
  - apply sum_nonpos. intros j Hj. pose proof (Rmult_le_pos (- d j) (r j) ltac:(specialize (H j Hj); lra) (proj1 (A j Hj))). lra.
Qed.

End Planes.

(** Of one guess of the input, in w_j s_j = w_l s_l with w_j > 0: that is s_j = (w_l / w_j) s_l, of which w_l = 0 needs no plane. *)
Lemma guess_told k N p w j l : 0 < w j -> 0 <= w l ->
  (0 < w l -> exists n, (n < N)%nat /\ forall i, (i < k)%nat -> p n i = unit j i - w l / w j * unit l i) ->
  told k N p (fun i => w j * unit j i - w l * unit l i).
Proof.
  intros Hj [Hl|Hl] H.
  - destruct (H Hl) as [n [Hn E]]. left. exists n, (w j). split; [assumption|]. intros i Hi. rewrite E by assumption. field. lra.
  - right. left. intros i _. rewrite <- Hl. unfold unit. destruct (Nat.eqb j i); lra.
Qed.

(** The best of the B_a actions g_a,b of each vulnerability a at a row. *)
Lemma best_actions k A (B : nat -> nat) (g : nat -> nat -> nat -> R) (H : nat -> (nat -> R) -> R) s :
  (forall a, (a < A)%nat -> exists b, (b < B a)%nat /\ H a s = dot k (g a b) s) ->
  exists b : nat -> nat, forall a, (a < A)%nat -> (b a < B a)%nat /\ H a s = dot k (g a (b a)) s.
Proof.
  induction A as [|A IH]; intros Best; [exists (fun _ => O); intros; lia|].
  destruct IH as [b Hb]; [intros; apply Best; lia|]. destruct (Best A ltac:(lia)) as [i Hi].
  exists (fun a => if Nat.eqb a A then i else b a). intros a Ha. destruct (Nat.eqb_spec a A) as [->|E]; [assumption | apply Hb; lia].
Qed.

(** The inequality on the cone: the planes tell the sides of what is pure, of the budgets with a price, and of any two actions of a
    vulnerability with one. *)
Theorem rays_by_planes k D F f y z A B g x (H : nat -> (nat -> R) -> R) N p :
  sound k D -> convex_on k F f -> (forall c, (c < things D)%nat -> z c = 0 \/ asked D c = true) ->
  (forall a s, (a < A)%nat -> (forall b, (b < B a)%nat -> dot k (g a b) s <= H a s) /\ exists b, (b < B a)%nat /\ H a s = dot k (g a b) s) ->
  (forall c, (c < things D)%nat -> edge D z c = true -> told k N p (fun j => unit (high D c) j - ratio D c * unit (low D c) j)) ->
  (forall a b b', (a < A)%nat -> x a <> 0 -> (b < B a)%nat -> (b' < B a)%nat -> told k N p (fun j => g a b j - g a b' j)) ->
  (forall r, in_cone k D r -> by_planes k N p r ->
     F r /\ f r <= dot k y r + sum (things D) (fun c => z c * over D c r) + sum A (fun a => x a * H a r)) ->
  forall s, in_cone k D s -> F s /\ f s <= dot k y s + sum (things D) (fun c => z c * over D c s) + sum A (fun a => x a * H a s).
Proof.
  intros HD Hf Hz Best Edge Bend Ray s Hs.
  destruct (best_actions k A B g H s (fun a Ha => proj2 (Best a s Ha))) as [b Hb].
  set (gap := fun c (r : nat -> R) => r (high D c) - ratio D c * r (low D c)).
  set (up := fun c => if Rle_lt_dec (gap c s) 0 then false else true).
  assert (Gap : forall c r, (c < things D)%nat -> asked D c = true ->
    dot k (fun j => unit (high D c) j - ratio D c * unit (low D c) j) r = gap c r).
  { intros c r Hc Q. rewrite dot_sym, (dot_ext k r _ r (fun j => unit (high D c) j + - ratio D c * unit (low D c) j)) by (intros; ring).
    rewrite (dot_plus k r (unit (high D c))), dot_times, !(dot_sym k r), !dot_unit by (now apply (sound_high k D HD) || now apply (sound_low k D HD)).
    unfold gap. ring. }
  assert (Side : forall c r, (c < things D)%nat -> edge D z c = true -> follows k N p s r ->
    (gap c s <= 0 -> gap c r <= 0) /\ (0 <= gap c s -> 0 <= gap c r)).
  { intros c r Hc E Fo. pose proof (edge_asked D z c E) as Q. pose proof (Edge c Hc E) as T. rewrite <- !(Gap c _ Hc Q).
    split; [apply (follows_told k N p s r _ (proj1 Hs) Fo T)|]. intros P.
    assert (T' : told k N p (fun j => - 1 * (unit (high D c) j - ratio D c * unit (low D c) j))).
    { destruct T as [[n [q [Hn E']]]|[T|T]]; [left; exists n, (- q) | right; right | right; left].
      - split; [assumption|]. intros j Hj. rewrite E' by assumption. ring.
      - intros j Hj. specialize (T j Hj). lra.
      - intros j Hj. specialize (T j Hj). lra. }
    pose proof (follows_told k N p s r _ (proj1 Hs) Fo T') as L.
    rewrite !(dot_sym k (fun j => - 1 * _)), !dot_times, !(dot_sym k _ (fun j => unit _ j - _)) in L. lra. }
  assert (Cone : forall r, follows k N p s r -> in_cone k D r).
  { intros r Fo. split; [intros j Hj; now apply (proj1 Fo)|]. intros c Hc Pl. assert (E : edge D z c = true) by (unfold edge; now rewrite Pl).
    pose proof (proj1 (Side c r Hc E Fo)) as L. pose proof (proj2 Hs c Hc Pl). unfold gap in L. lra. }
  set (lin := fun r => dot k y r + sum (things D) (fun c => z c * (if up c then gap c r else 0)) + sum A (fun a => x a * dot k (g a (b a)) r)).
  assert (Lin : forall r, follows k N p s r ->
    dot k y r + sum (things D) (fun c => z c * over D c r) + sum A (fun a => x a * H a r) = lin r).
  { intros r Fo. unfold lin. f_equal; [f_equal|]; apply sum_ext.
    - intros c Hc. destruct (Req_EM_T (z c) 0) as [Z|Z]; [rewrite Z; ring|]. f_equal.
      assert (E : edge D z c = true).
      { destruct (Hz c Hc) as [Q|Q]; [contradiction|]. unfold edge, asked in *. destruct (plane D c); [reflexivity|].
        destruct (Req_EM_T (z c) 0); [contradiction | exact Q]. }
      destruct (Side c r Hc E Fo) as [Below Above]. unfold over, up. fold (gap c r).
      destruct (Rle_lt_dec (gap c s) 0); [apply Rmax_left; auto | apply Rmax_right; apply Above; lra].
    - intros a Ha. destruct (Req_dec (x a) 0) as [->|X]; [ring|]. f_equal. destruct (Hb a Ha) as [Hba Eb].
      destruct (Best a r Ha) as [Most [b' [Hb' E']]]. apply Rle_antisym; [|auto]. rewrite E'.
      pose proof (follows_told k N p s r _ (proj1 Hs) Fo (Bend a b' (b a) Ha X Hb' Hba)) as L.
      assert (Minus : forall v, dot k (fun j => g a b' j - g a (b a) j) v = dot k (g a b') v - dot k (g a (b a)) v).
      { intros v. unfold dot. rewrite <- sum_minus. apply sum_ext. intros. ring. }
      rewrite !Minus in L. pose proof (proj1 (Best a s Ha) b' Hb') as M. lra. }
  assert (HL : linear k lin).
  { unfold lin, gap. constructor.
    - intros r q E. rewrite (dot_ext k y r y q) by auto. f_equal; [f_equal|]; apply sum_ext.
      + intros c Hc. destruct (Hz c Hc) as [->|Q]; [ring|]. now rewrite (E _ (sound_high k D HD c Hc Q)), (E _ (sound_low k D HD c Hc Q)).
      + intros a _. now rewrite (dot_ext k (g a (b a)) r (g a (b a)) q) by auto.
    - intros r q. rewrite dot_plus.
      rewrite (sum_ext (things D) _ (fun c => z c * (if up c then r (high D c) - ratio D c * r (low D c) else 0) +
        z c * (if up c then q (high D c) - ratio D c * q (low D c) else 0))) by (intros c _; destruct (up c); ring).
      rewrite (sum_ext A _ (fun a => x a * dot k (g a (b a)) r + x a * dot k (g a (b a)) q)) by (intros; rewrite dot_plus; ring).
      rewrite !sum_plus. ring.
    - intros q r. rewrite dot_times, !Rmult_plus_distr_l, <- !sum_scal. f_equal; [f_equal|]; apply sum_ext.
      + intros c _. destruct (up c); ring.
      + intros a _. rewrite dot_times. ring. }
  assert (Own : follows k N p s s) by (split; [intros j Hj; split; [now apply Hs | auto] | auto]).
  rewrite (Lin s Own). apply (rows_by_planes k N p (fun r => F r /\ f r <= lin r)); [now apply below_linear | | apply Hs |].
  - split; [apply Hf|]. apply Rle_trans with 0; [apply Hf|]. right.
    replace (lin (fun _ => 0)) with (lin (fun j => 0 * (fun _ => 0) j)); [rewrite (linear_times k _ HL); ring|].
    apply (linear_same k _ HL). intros; ring.
  - intros r Fo By. rewrite <- (Lin r Fo). apply Ray; [now apply Cone | assumption].
Qed.

(** The bound: what each vulnerability may be, times its price, is added. *)
Theorem convex_by_planes m k D F f y z A B g x (H : nat -> (nat -> R) -> R) v N p P :
  sound k D -> convex_on k F f -> mechanism m k P -> satisfies m D P ->
  (forall c, (c < things D)%nat -> z c = 0 \/ (0 <= z c /\ asked D c = true)) ->
  (forall a, (a < A)%nat -> 0 <= x a /\ sum m (fun i => H a (P i)) <= v a) ->
  (forall a s, (a < A)%nat -> (forall b, (b < B a)%nat -> dot k (g a b) s <= H a s) /\ exists b, (b < B a)%nat /\ H a s = dot k (g a b) s) ->
  (forall c, (c < things D)%nat -> edge D z c = true -> told k N p (fun j => unit (high D c) j - ratio D c * unit (low D c) j)) ->
  (forall a b b', (a < A)%nat -> x a <> 0 -> (b < B a)%nat -> (b' < B a)%nat -> told k N p (fun j => g a b j - g a b' j)) ->
  (forall r, in_cone k D r -> by_planes k N p r ->
     F r /\ f r <= dot k y r + sum (things D) (fun c => z c * over D c r) + sum A (fun a => x a * H a r)) ->
  sum m (fun i => f (P i)) <= sum k y + sum (things D) (fun c => z c * slack D c) + sum A (fun a => x a * v a).
Proof.
  intros HD Hf HP HS Hz Hx Best Edge Bend Ray. set (e := fun s => f s + - sum A (fun a => x a * H a s)).
  assert (Less : sum m (fun i => e (P i)) <= sum k y + sum (things D) (fun c => z c * slack D c)).
  { apply (prices_of_rows m k D e y z P HD HP HS Hz). intros s Hs.
    destruct (rays_by_planes k D F f y z A B g x H N p HD Hf) with (s := s) as [_ L]; auto.
    - intros c Hc. destruct (Hz c Hc) as [Z|[_ Q]]; auto.
    - unfold e. lra. }
  assert (Swap : sum m (fun i => sum A (fun a => x a * H a (P i))) = sum A (fun a => x a * sum m (fun i => H a (P i)))).
  { rewrite sum_swap. apply sum_ext. intros. now rewrite sum_scal. }
  assert (Paid : sum A (fun a => x a * sum m (fun i => H a (P i))) <= sum A (fun a => x a * v a)).
  { apply sum_le. intros a Ha. destruct (Hx a Ha). now apply Rmult_le_compat_l. }
  unfold e in Less. rewrite (sum_ext m _ (fun i => f (P i) - sum A (fun a => x a * H a (P i)))) in Less by (intros; ring).
  rewrite sum_minus in Less. lra.
Qed.
