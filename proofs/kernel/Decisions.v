(** Blackwell's hard half: what no decision problem tells apart from a garbling is one. And with two inputs the curve E decides:
    SPEC sections 7, claims "compare" and "dominant", and 9.4. *)

From Coq Require Import Reals Lra Lia Arith List.
From Rropt Require Import Sums Mechanisms Blackwell Dominant.
Import ListNotations.
Open Scope R_scope.

(** * Farkas, by elimination of the last variable (Fourier and Motzkin). *)

(** A row (a, b) asks for Sum_{j < n} a_j x_j <= b. *)
Definition row : Type := (nat -> R) * R.

Lemma list_max (l : list R) x : exists m, In m (x :: l) /\ forall y, In y (x :: l) -> y <= m.
Proof.
  revert x. induction l as [|y l IH]; intros x.
  - exists x. split; [now left|]. intros z [->|[]]. lra.
  - destruct (IH y) as [m [Im Hm]]. destruct (Rle_lt_dec x m) as [L|L].
    + exists m. split; [now right|]. intros z [->|Hz]; [assumption | now apply Hm].
    + exists x. split; [now left|]. intros z [->|Hz]; [lra|]. specialize (Hm z Hz). lra.
Qed.

Lemma list_min (l : list R) x : exists m, In m (x :: l) /\ forall y, In y (x :: l) -> m <= y.
Proof.
  destruct (list_max (map Ropp l) (- x)) as [m [Im Hm]]. exists (- m). split.
  - change (- x :: map Ropp l) with (map Ropp (x :: l)) in Im. apply in_map_iff in Im. destruct Im as [z [<- Hz]]. now rewrite Ropp_involutive.
  - intros y Hy. assert (H : In (- y) (- x :: map Ropp l)) by (change (- x :: map Ropp l) with (map Ropp (x :: l)); now apply in_map).
    specialize (Hm _ H). lra.
Qed.

Lemma between (low up : list R) : (forall l u, In l low -> In u up -> l <= u) ->
  exists z, (forall l, In l low -> l <= z) /\ forall u, In u up -> z <= u.
Proof.
  intros H. destruct low as [|l0 low].
  - destruct up as [|u0 up]; [exists 0; split; intros ? []|]. destruct (list_min up u0) as [m [_ Hm]]. exists m. split; [intros ? [] | assumption].
  - destruct (list_max low l0) as [m [Im Hm]]. exists m. split; [assumption|]. intros u Hu. now apply H.
Qed.

Definition sign_is (n : nat) (which : R -> bool) (r : row) : bool := which (fst r n).
Definition is_zero (x : R) : bool := if Req_EM_T x 0 then true else false.
Definition is_positive (x : R) : bool := if Rlt_dec 0 x then true else false.
Definition is_negative (x : R) : bool := if Rlt_dec x 0 then true else false.

(** Both rows, so weighted that the last variable goes. *)
Definition joined_rows (n : nat) (p q : row) : row := (fun j => - fst q n * fst p j + fst p n * fst q j, - fst q n * snd p + fst p n * snd q).

(** Either there is a solution, or rows add up to 0 <= b with b < 0: in every set of rows that holds the given ones, their sums
    and positive multiples. *)
Theorem farkas n : forall (L : list row) (K : (nat -> R) -> R -> Prop),
  (forall a b a' b', K a b -> K a' b' -> K (fun j => a j + a' j) (b + b')) ->
  (forall c a b, 0 < c -> K a b -> K (fun j => c * a j) (c * b)) ->
  (forall r, In r L -> K (fst r) (snd r)) ->
  (exists x, forall r, In r L -> sum n (fun j => fst r j * x j) <= snd r) \/
  (exists a b, K a b /\ (forall j, (j < n)%nat -> a j = 0) /\ b < 0).
Proof.
  induction n as [|n IH]; intros L K Plus Times HL.
  - assert (D : (forall r, In r L -> 0 <= snd r) \/ exists r, In r L /\ snd r < 0).
    { clear HL. induction L as [|r L IH]; [left; intros ? []|]. destruct IH as [A|[s [Is Hs]]]; [|right; exists s; split; [now right | assumption]].
      destruct (Rle_lt_dec 0 (snd r)) as [H|H]; [left; intros s [<-|Is]; auto | right; exists r; split; [now left | assumption]]. }
    destruct D as [D|[r [Ir Hr]]]; [left; exists (fun _ => 0); exact D|].
    right. exists (fst r), (snd r). split; [now apply HL|]. split; [intros; lia | assumption].
  - set (Pos := filter (sign_is n is_positive) L). set (Neg := filter (sign_is n is_negative) L).
    set (L' := filter (sign_is n is_zero) L ++ map (fun pq => joined_rows n (fst pq) (snd pq)) (list_prod Pos Neg)).
    assert (InPos : forall r, In r Pos <-> In r L /\ 0 < fst r n).
    { intros r. unfold Pos. rewrite filter_In. unfold sign_is, is_positive. destruct (Rlt_dec 0 (fst r n)); intuition congruence. }
    assert (InNeg : forall r, In r Neg <-> In r L /\ fst r n < 0).
    { intros r. unfold Neg. rewrite filter_In. unfold sign_is, is_negative. destruct (Rlt_dec (fst r n) 0); intuition congruence. }
    destruct (IH L' (fun a b => K a b /\ a n = 0)) as [[x Hx]|[a [b [[Ka Zn] [Za Hb]]]]].
    + intros a b a' b' [A Z] [A' Z']. split; [now apply Plus | lra].
    + intros c a b Hc [A Z]. split; [now apply Times | rewrite Z; ring].
    + intros r Hr. unfold L' in Hr. apply in_app_or in Hr. destruct Hr as [Hr|Hr].
      * apply filter_In in Hr. destruct Hr as [Ir E]. split; [now apply HL|]. unfold sign_is, is_zero in E. destruct (Req_EM_T (fst r n) 0); [assumption | discriminate].
      * apply in_map_iff in Hr. destruct Hr as [[p q] [<- Hpq]]. apply in_prod_iff in Hpq. destruct Hpq as [Hp Hq].
        apply InPos in Hp. apply InNeg in Hq. simpl. split; [|ring].
        apply Plus; apply Times; try lra; apply HL; tauto.
    + left. set (rest := fun r : row => (snd r - sum n (fun j => fst r j * x j)) / fst r n).
      destruct (between (map rest Neg) (map rest Pos)) as [z [Low Up]].
      { intros l u Hl Hu. apply in_map_iff in Hl. destruct Hl as [q [<- Hq]]. apply in_map_iff in Hu. destruct Hu as [p [<- Hp]].
        assert (J : In (joined_rows n p q) L') by (apply in_or_app; right; apply in_map_iff; exists (p, q); split; [reflexivity | now apply in_prod]).
        specialize (Hx _ J). apply InPos in Hp. apply InNeg in Hq. destruct Hp as [_ Hp]. destruct Hq as [_ Hq]. simpl in Hx.
        rewrite (sum_ext n _ (fun j => - fst q n * (fst p j * x j) + fst p n * (fst q j * x j))) in Hx by (intros; ring).
        rewrite sum_plus, !sum_scal in Hx. unfold rest.
        set (sp := sum n (fun j => fst p j * x j)) in *. set (sq := sum n (fun j => fst q j * x j)) in *.
        apply Rmult_le_reg_l with (- fst q n * fst p n); [apply Rmult_lt_0_compat; lra|].
        replace (- fst q n * fst p n * ((snd q - sq) / fst q n)) with (- fst p n * (snd q - sq)) by (field; lra).
        replace (- fst q n * fst p n * ((snd p - sp) / fst p n)) with (- fst q n * (snd p - sp)) by (field; lra). lra. }
      exists (fun j => if Nat.eqb j n then z else x j). intros r Hr. cbn [sum]. rewrite Nat.eqb_refl.
      rewrite (sum_ext n _ (fun j => fst r j * x j)) by (intros j Hj; destruct (Nat.eqb_spec j n); [lia | reflexivity]).
      assert (E : fst r n <> 0 -> fst r n * rest r = snd r - sum n (fun j => fst r j * x j)) by (intros N; unfold rest; field; assumption).
      destruct (Rtotal_order (fst r n) 0) as [N|[Z|P]].
      * assert (B : rest r <= z) by (apply Low, in_map, InNeg; now split).
        pose proof (Rmult_le_compat_l (- fst r n) _ _ ltac:(lra) B). specialize (E ltac:(lra)). lra.
      * rewrite Z. rewrite Rmult_0_l, Rplus_0_r. apply Hx. apply in_or_app. left. apply filter_In. split; [assumption|].
        unfold sign_is, is_zero. destruct (Req_EM_T (fst r n) 0); [reflexivity | contradiction].
      * assert (B : z <= rest r) by (apply Up, in_map, InPos; split; assumption).
        pose proof (Rmult_le_compat_l (fst r n) _ _ ltac:(lra) B). specialize (E ltac:(lra)). lra.
    + right. exists a, b. split; [assumption|]. split; [|assumption]. intros j Hj. destruct (Nat.eq_dec j n) as [->|N]; [assumption | apply Za; lia].
Qed.

(** * Blackwell's theorem, the hard half. *)
Lemma sum_flat n r f : sum (n * r) f = sum n (fun i => sum r (fun s => f (i * r + s)%nat)).
Proof. induction n as [|n IH]; [reflexivity|]. replace (S n * r)%nat with (n * r + r)%nat by lia. rewrite sum_add, IH. reflexivity. Qed.

Lemma flat_index r i s : (s < r)%nat -> ((i * r + s) / r = i /\ (i * r + s) mod r = s)%nat.
Proof.
  intros H. split.
  - rewrite Nat.div_add_l by lia. rewrite Nat.div_small by assumption. lia.
  - rewrite Nat.add_comm, Nat.mod_add by lia. now apply Nat.mod_small.
Qed.

Lemma garbled_mechanism n r k C A B : garbles n r k C A B -> mechanism r k A -> mechanism n k B.
Proof.
  intros [[Cp Cs] HB] [Ap As]. split.
  - intros i j Hi Hj. rewrite HB by assumption. apply sum_nonneg. intros s Hs. apply Rmult_le_pos; auto.
  - intros j Hj. rewrite (sum_ext n _ (fun i => sum r (fun s => C i s * A s j))) by (intros; now apply HB).
    rewrite sum_swap, <- (As j Hj). apply sum_ext. intros s Hs. rewrite sum_scal_r, (Cs s Hs). ring.
Qed.

(** A substochastic C that reaches every entry of B gives a garbling: what is missing goes to output 0. *)
Lemma garbling_by_reaching n r k C A B : (0 < n)%nat -> mechanism r k A -> mechanism n k B ->
  (forall i s, (i < n)%nat -> (s < r)%nat -> 0 <= C i s) -> (forall s, (s < r)%nat -> sum n (fun i => C i s) <= 1) ->
  (forall i j, (i < n)%nat -> (j < k)%nat -> B i j <= sum r (fun s => C i s * A s j)) -> at_least_as_informative r n k A B.
Proof.
  intros Hn [Ap As] [Bp Bs] Cp Cs Reach. set (miss := fun s => 1 - sum n (fun i => C i s)).
  assert (M : forall s, (s < r)%nat -> 0 <= miss s) by (intros s Hs; specialize (Cs s Hs); unfold miss; lra).
  set (gain := fun i j => sum r (fun s => C i s * A s j) - B i j).
  assert (Tight : forall j, (j < k)%nat -> sum n (fun i => gain i j) = 0 /\ sum r (fun s => miss s * A s j) = 0).
  { intros j Hj. assert (G : 0 <= sum n (fun i => gain i j)) by (apply sum_nonneg; intros i Hi; specialize (Reach i j Hi Hj); unfold gain; lra).
    assert (N : 0 <= sum r (fun s => miss s * A s j)) by (apply sum_nonneg; intros s Hs; apply Rmult_le_pos; auto).
    assert (E : sum n (fun i => gain i j) + sum r (fun s => miss s * A s j) = 0); [|lra].
    unfold gain. rewrite sum_minus, (Bs j Hj), sum_swap. unfold miss.
    rewrite (sum_ext r (fun s => sum n (fun i => C i s * A s j)) (fun s => sum n (fun i => C i s) * A s j)) by (intros; apply sum_scal_r).
    rewrite (sum_ext r (fun s => (1 - sum n (fun i => C i s)) * A s j) (fun s => A s j - sum n (fun i => C i s) * A s j)) by (intros; ring).
    rewrite sum_minus, (As j Hj). ring. }
  exists (fun i s => C i s + if Nat.eqb i 0 then miss s else 0). split; [split|].
  - intros i s Hi Hs. specialize (Cp i s Hi Hs). specialize (M s Hs). destruct (Nat.eqb i 0); lra.
  - intros s Hs. rewrite sum_plus, (sum_single n 0 (fun _ => miss s)) by assumption. unfold miss. ring.
  - intros i j Hi Hj. destruct (Tight j Hj) as [G N].
    assert (E : gain i j = 0).
    { apply (sum_zero_terms n (fun i => gain i j)); auto. intros e He. specialize (Reach e j He Hj). unfold gain. lra. }
    rewrite (sum_ext r _ (fun s => C i s * A s j + (if Nat.eqb i 0 then 1 else 0) * (miss s * A s j))) by (intros; destruct (Nat.eqb i 0); ring).
    rewrite sum_plus, sum_scal, N. unfold gain in E. lra.
Qed.

(** What no decision problem tells apart from a garbling is one; the gains of n actions at equal weights of the inputs suffice. *)
Theorem blackwell r n k A B : (0 < k)%nat -> mechanism r k A -> mechanism n k B ->
  (forall G, value n k (n - 1) (fun _ => 1) G B <= value r k (n - 1) (fun _ => 1) G A) -> at_least_as_informative r n k A B.
Proof.
  intros Hk HA HB V.
  assert (Hn : (0 < n)%nat). { destruct n; [|lia]. destruct HB as [_ Bs]. specialize (Bs 0%nat Hk). simpl in Bs. lra. }
  set (L1 := map (fun v => ((fun w => if Nat.eqb w v then -1 else 0), 0) : row) (seq 0 (n * r))).
  set (L2 := map (fun s => ((fun w => if Nat.eqb (w mod r) s then 1 else 0), 1) : row) (seq 0 r)).
  set (L3 := map (fun e => ((fun w => if Nat.eqb (w / r) (e / k) then - A (w mod r)%nat (e mod k)%nat else 0), - B (e / k)%nat (e mod k)%nat) : row) (seq 0 (n * k))).
  destruct (farkas (n * r) (L1 ++ L2 ++ L3) (fun a b => exists (u : nat -> R) (y : nat -> R) (g : nat -> nat -> R),
    (forall v, 0 <= u v) /\ (forall s, 0 <= y s) /\ (forall i j, 0 <= g i j) /\
    (forall i s, (i < n)%nat -> (s < r)%nat -> a (i * r + s)%nat = - u (i * r + s)%nat + y s - sum k (fun j => g i j * A s j)) /\
    b = sum r y - sum n (fun i => sum k (fun j => g i j * B i j)))) as [[x Hx]|[a [b [[u [y [g [Hu [Hy [Hg [Ea Eb]]]]]]] [Za Hb]]]]].
  - intros a b a' b' [u [y [g [Hu [Hy [Hg [Ea Eb]]]]]]] [u' [y' [g' [Hu' [Hy' [Hg' [Ea' Eb']]]]]]].
    exists (fun v => u v + u' v), (fun s => y s + y' s), (fun i j => g i j + g' i j).
    split; [intros v; specialize (Hu v); specialize (Hu' v); lra|]. split; [intros s; specialize (Hy s); specialize (Hy' s); lra|].
    split; [intros i j; specialize (Hg i j); specialize (Hg' i j); lra|]. split.
    + intros i s Hi Hs. rewrite Ea, Ea' by assumption.
      rewrite (sum_ext k (fun j => (g i j + g' i j) * A s j) (fun j => g i j * A s j + g' i j * A s j)) by (intros; ring). rewrite sum_plus. ring.
    + rewrite Eb, Eb', sum_plus.
      rewrite (sum_ext n (fun i => sum k (fun j => (g i j + g' i j) * B i j)) (fun i => sum k (fun j => g i j * B i j) + sum k (fun j => g' i j * B i j))).
      * rewrite sum_plus. ring.
      * intros i Hi. rewrite <- sum_plus. apply sum_ext. intros. ring.
  - intros c a b Hc [u [y [g [Hu [Hy [Hg [Ea Eb]]]]]]]. exists (fun v => c * u v), (fun s => c * y s), (fun i j => c * g i j).
    split; [intros; apply Rmult_le_pos; [lra | auto]|]. split; [intros; apply Rmult_le_pos; [lra | auto]|].
    split; [intros; apply Rmult_le_pos; [lra | auto]|]. split.
    + intros i s Hi Hs. rewrite Ea by assumption. rewrite (sum_ext k (fun j => c * g i j * A s j) (fun j => c * (g i j * A s j))) by (intros; ring).
      rewrite sum_scal. ring.
    + rewrite Eb, sum_scal. rewrite (sum_ext n (fun i => sum k (fun j => c * g i j * B i j)) (fun i => c * sum k (fun j => g i j * B i j))).
      * rewrite sum_scal. ring.
      * intros i Hi. rewrite <- sum_scal. apply sum_ext. intros. ring.
  - assert (Z : forall m (f : nat -> R), sum m (fun j => 0 * f j) = 0) by (intros; rewrite sum_scal; ring).
    intros q Hq. apply in_app_or in Hq. destruct Hq as [Hq|Hq]; [|apply in_app_or in Hq; destruct Hq as [Hq|Hq]];
      apply in_map_iff in Hq; destruct Hq as [e [<- He]]; apply in_seq in He; simpl.
    + exists (fun v => if Nat.eqb v e then 1 else 0), (fun _ => 0), (fun _ _ => 0).
      split; [intros v; destruct (Nat.eqb v e); lra|]. split; [intros; lra|]. split; [intros; lra|]. split.
      * intros i s Hi Hs. rewrite Z. destruct (Nat.eqb (i * r + s) e); ring.
      * rewrite sum_zero, (sum_ext n _ (fun _ => 0)), sum_zero by (intros; apply Z). ring.
    + exists (fun _ => 0), (fun s => if Nat.eqb s e then 1 else 0), (fun _ _ => 0).
      split; [intros; lra|]. split; [intros v; destruct (Nat.eqb v e); lra|]. split; [intros; lra|]. split.
      * intros i s Hi Hs. rewrite Z. destruct (flat_index r i s Hs) as [_ ->]. destruct (Nat.eqb s e); ring.
      * rewrite (sum_single r e (fun _ => 1)) by lia. rewrite (sum_ext n _ (fun _ => 0)), sum_zero by (intros; apply Z). ring.
    + assert (E1 : (e / k < n)%nat) by (apply Nat.div_lt_upper_bound; lia). assert (E2 : (e mod k < k)%nat) by (apply Nat.mod_upper_bound; lia).
      set (i0 := (e / k)%nat) in *. set (j0 := (e mod k)%nat) in *.
      exists (fun _ => 0), (fun _ => 0), (fun i j => if Nat.eqb i i0 then (if Nat.eqb j j0 then 1 else 0) else 0).
      split; [intros; lra|]. split; [intros; lra|]. split; [intros i j; destruct (Nat.eqb i i0); destruct (Nat.eqb j j0); lra|].
      assert (One : forall f : nat -> R, sum k (fun j => (if Nat.eqb j j0 then 1 else 0) * f j) = f j0).
      { intros f. rewrite (sum_ext k _ (fun j => if Nat.eqb j j0 then f j else 0)) by (intros j _; destruct (Nat.eqb j j0); ring). now apply sum_single. }
      split.
      * intros i s Hi Hs. destruct (flat_index r i s Hs) as [-> ->]. destruct (Nat.eqb i i0); [rewrite One; ring | rewrite Z; ring].
      * rewrite sum_zero, (sum_ext n _ (fun i => if Nat.eqb i i0 then B i j0 else 0)).
        -- rewrite (sum_single n i0 (fun i => B i j0)) by assumption. ring.
        -- intros i Hi. destruct (Nat.eqb i i0); [apply One | apply Z].
  - assert (Col : forall s, (s < r)%nat -> sum n (fun i => x (i * r + s)%nat) <= 1).
    { intros s Hs. assert (In (((fun w => if Nat.eqb (w mod r) s then 1 else 0), 1) : row) (L1 ++ L2 ++ L3)) as I.
      { apply in_or_app. right. apply in_or_app. left. apply in_map_iff. exists s. split; [reflexivity | apply in_seq; lia]. }
      specialize (Hx _ I). simpl in Hx. rewrite sum_flat in Hx. eapply Rle_trans; [|exact Hx]. right. apply sum_ext. intros i Hi.
      rewrite (sum_ext r _ (fun e => if Nat.eqb e s then x (i * r + e)%nat else 0)).
      - symmetry. now apply (sum_single r s (fun e => x (i * r + e)%nat)).
      - intros e He. destruct (flat_index r i e He) as [_ ->]. destruct (Nat.eqb e s); ring. }
    apply (garbling_by_reaching n r k (fun i s => x (i * r + s)%nat)); auto.
    + intros i s Hi Hs. assert (In (((fun w => if Nat.eqb w (i * r + s) then -1 else 0), 0) : row) (L1 ++ L2 ++ L3)) as I.
      { apply in_or_app. left. apply in_map_iff. exists (i * r + s)%nat. split; [reflexivity | apply in_seq; nia]. }
      specialize (Hx _ I). simpl in Hx. rewrite (sum_ext (n * r) _ (fun e => if Nat.eqb e (i * r + s) then - x e else 0)) in Hx.
      * rewrite (sum_single (n * r) (i * r + s) (fun e => - x e)) in Hx by nia. lra.
      * intros e He. destruct (Nat.eqb e (i * r + s)); ring.
    + intros i j Hi Hj. set (e := (i * k + j)%nat). destruct (flat_index k i j Hj) as [Ei Ej]. fold e in Ei, Ej.
      assert (In (((fun w => if Nat.eqb (w / r) (e / k) then - A (w mod r)%nat (e mod k)%nat else 0), - B (e / k)%nat (e mod k)%nat) : row) (L1 ++ L2 ++ L3)) as I.
      { apply in_or_app. right. apply in_or_app. right. apply in_map_iff. exists e. split; [reflexivity | apply in_seq; unfold e; nia]. }
      specialize (Hx _ I). simpl in Hx. rewrite Ei, Ej, sum_flat in Hx.
      rewrite (sum_ext n _ (fun i' => if Nat.eqb i' i then - sum r (fun s => x (i' * r + s)%nat * A s j) else 0)) in Hx.
      * rewrite (sum_single n i (fun i' => - sum r (fun s => x (i' * r + s)%nat * A s j))) in Hx by assumption. lra.
      * intros i' Hi'. destruct (Nat.eqb_spec i' i) as [E|N].
        -- replace (- sum r (fun s => x (i' * r + s)%nat * A s j)) with (-1 * sum r (fun s => x (i' * r + s)%nat * A s j)) by ring.
           rewrite <- sum_scal. apply sum_ext. intros s Hs. destruct (flat_index r i' s Hs) as [-> ->]. destruct (Nat.eqb_spec i' i); [ring | contradiction].
        -- rewrite (sum_ext r _ (fun _ => 0)); [apply sum_zero|]. intros s Hs. destruct (flat_index r i' s Hs) as [-> _].
           destruct (Nat.eqb_spec i' i); [contradiction | ring].
  - exfalso. set (G := fun c j => g c j). specialize (V G).
    assert (Up : value r k (n - 1) (fun _ => 1) G A <= sum r y).
    { apply sum_le. intros s Hs. apply largest_le. intros c Hc.
      assert (Hc' : (c < n)%nat) by lia. pose proof (Ea c s Hc' Hs) as E. rewrite (Za (c * r + s)%nat) in E by nia.
      specialize (Hu (c * r + s)%nat). rewrite (sum_ext k _ (fun j => g c j * A s j)) by (intros; unfold G; ring). lra. }
    assert (Low : sum n (fun i => sum k (fun j => g i j * B i j)) <= value n k (n - 1) (fun _ => 1) G B).
    { apply sum_le. intros i Hi. rewrite (sum_ext k _ (fun j => 1 * G i j * B i j)) by (intros; unfold G; ring).
      apply (largest_ge (n - 1) (fun c => sum k (fun j => 1 * G c j * B i j)) i). lia. }
    lra.
Qed.

(** * Two inputs: the largest of linear functions of a row is linear but for hinges, and the curve bounds each hinge. *)
Definition linear : Type := R * R.
Definition at_row (l : linear) (x y : R) : R := fst l * x + snd l * y.
Definition hinges (H : list linear) (x y : R) : R := fold_right (fun h z => Rmax 0 (at_row h x y) + z) 0 H.
Definition top (L : list linear) (x y v : R) : Prop := (exists l, In l L /\ at_row l x y = v) /\ forall l, In l L -> at_row l x y <= v.

Lemma best (A : Type) (le : A -> A -> Prop) (L : list A) x : (forall a, le a a) -> (forall a b c, le a b -> le b c -> le a c) ->
  (forall a b, le a b \/ le b a) -> exists m, In m (x :: L) /\ forall a, In a (x :: L) -> le a m.
Proof.
  intros Refl Trans Total. revert x. induction L as [|y L IH]; intros x.
  - exists x. split; [now left|]. intros a [->|[]]. apply Refl.
  - destruct (IH y) as [m [Im Hm]]. destruct (Total x m) as [L1|L1].
    + exists m. split; [now right|]. intros a [->|Ia]; [assumption | now apply Hm].
    + exists x. split; [now left|]. intros a [->|Ia]; [apply Refl | eapply Trans; [now apply Hm | assumption]].
Qed.

Lemma filter_shorter (A : Type) (f : A -> bool) L x : In x L -> f x = false -> (length (filter f L) < length L)%nat.
Proof.
  assert (Le : forall M, (length (filter f M) <= length M)%nat) by (induction M as [|y M IH]; simpl; [lia | destruct (f y); simpl; lia]).
  induction L as [|y L IH]; intros Hx Hf; [destruct Hx|]. destruct Hx as [->|Hx]; simpl.
  - rewrite Hf. specialize (Le L). lia.
  - specialize (IH Hx Hf). destruct (f y); simpl; lia.
Qed.

Lemma top_by_hinges N : forall L, (length L <= N)%nat -> L <> [] ->
  exists f H, forall x y, 0 <= x -> 0 <= y -> top L x y (at_row f x y + hinges H x y).
Proof.
  induction N as [|N IH]; intros L HN HL; [destruct L; [congruence | simpl in HN; lia]|].
  assert (Best : exists s, In s L /\ forall l, In l L -> fst l < fst s \/ (fst l = fst s /\ snd l <= snd s)).
  { destruct L as [|l0 L0]; [congruence|]. apply (best linear (fun a b => fst a < fst b \/ (fst a = fst b /\ snd a <= snd b))).
    - intros a. right. split; [reflexivity | lra].
    - intros a b c [A|[A A']] [B|[B B']]; [left; lra | left; lra | left; lra | right; split; [congruence | lra]].
    - intros a b. destruct (Rtotal_order (fst a) (fst b)) as [A|[A|A]]; [left; now left | | right; left; lra].
      destruct (Rle_lt_dec (snd a) (snd b)); [left; right; now split | right; right; split; [congruence | lra]]. }
  destruct Best as [s [Is Hs]].
  set (lower := filter (fun l : linear => if Rlt_dec (fst l) (fst s) then true else false) L).
  assert (InLower : forall l, In l lower <-> In l L /\ fst l < fst s).
  { intros l. unfold lower. rewrite filter_In. destruct (Rlt_dec (fst l) (fst s)); intuition congruence. }
  destruct lower as [|l0 low] eqn:Lower.
  - exists s, []. intros x y Hx Hy. simpl. rewrite Rplus_0_r. split; [exists s; now split|].
    intros l Hl. destruct (Hs l Hl) as [A|[A B]]; [exfalso; apply (proj2 (InLower l) (conj Hl A))|].
    unfold at_row. rewrite A. pose proof (Rmult_le_compat_r y _ _ Hy B). lra.
  - set (X := fun l : linear => (snd l - snd s) / (fst s - fst l)).
    destruct (best linear (fun a b => X a <= X b) low l0) as [t [It Ht]].
    { intros; lra. } { intros a b c A B. lra. } { intros a b. destruct (Rle_lt_dec (X a) (X b)); [now left | right; lra]. }
    rewrite <- Lower in It, Ht, InLower. clear Lower l0 low.
    destruct (proj1 (InLower t) It) as [ItL Tlow].
    set (L' := filter (fun l : linear => if Rle_dec (fst l) (fst t) then true else false) L).
    assert (InL' : forall l, In l L' <-> In l L /\ fst l <= fst t).
    { intros l. unfold L'. rewrite filter_In. destruct (Rle_dec (fst l) (fst t)); intuition congruence. }
    destruct (IH L') as [f [H HfH]].
    { assert (length L' < length L)%nat; [|lia]. apply (filter_shorter linear _ L s Is). destruct (Rle_dec (fst s) (fst t)); [lra | reflexivity]. }
    { intros E. assert (In t L') as I by (apply InL'; split; [assumption | lra]). rewrite E in I. destruct I. }
    exists f, ((fst s - fst t, snd s - snd t) :: H). intros x y Hx Hy. destruct (HfH x y Hx Hy) as [[l1 [Il1 El1]] Top].
    set (v := at_row f x y + hinges H x y) in *. simpl. unfold at_row at 2. cbn [fst snd].
    assert (Cut : forall l, fst l < fst s -> snd l = snd s + X l * (fst s - fst l)) by (intros l Hl; unfold X; field; lra).
    assert (Xt : forall l, In l L -> fst l < fst s -> X l * y <= X t * y).
    { intros l Hl Hl'. apply Rmult_le_compat_r; [assumption|]. apply Ht. now apply InLower. }
    pose proof (Cut t Tlow) as Et.
    assert (Gap : (fst s - fst t) * x + (snd s - snd t) * y = (fst s - fst t) * (x - X t * y)) by (rewrite Et; ring).
    rewrite Gap.
    assert (Diff : forall l, In l L -> fst l < fst s -> at_row t x y - at_row l x y = (fst t - fst l) * (x - X t * y) + (fst s - fst l) * (X t * y - X l * y)).
    { intros l Hl Hl'. unfold at_row. rewrite Et, (Cut l Hl'). ring. }
    destruct (Rle_lt_dec 0 (x - X t * y)) as [Right|Left].
    + rewrite Rmax_right by (apply Rmult_le_pos; lra).
      assert (Et' : v = at_row t x y).
      { apply Rle_antisym.
        - rewrite <- El1. apply InL' in Il1. destruct Il1 as [Il1 A1]. pose proof (Diff l1 Il1 ltac:(lra)) as D.
          pose proof (Xt l1 Il1 ltac:(lra)) as Q. pose proof (Rmult_le_pos (fst t - fst l1) _ ltac:(lra) Right).
          pose proof (Rmult_le_pos (fst s - fst l1) (X t * y - X l1 * y) ltac:(lra) ltac:(lra)). lra.
        - apply Top. apply InL'. split; [assumption | lra]. }
      assert (Es : at_row f x y + ((fst s - fst t) * (x - X t * y) + hinges H x y) = at_row s x y).
      { replace (at_row f x y + ((fst s - fst t) * (x - X t * y) + hinges H x y)) with (v + (fst s - fst t) * (x - X t * y)) by (unfold v; ring).
        rewrite Et', <- Gap. unfold at_row. ring. }
      rewrite Es. split; [exists s; now split|]. intros l Hl. destruct (Hs l Hl) as [A|[A B]].
      * pose proof (Xt l Hl A). unfold at_row. rewrite (Cut l A).
        pose proof (Rmult_le_pos (fst s - fst l) (x - X l * y) ltac:(lra) ltac:(lra)). lra.
      * unfold at_row. rewrite A. pose proof (Rmult_le_compat_r y _ _ Hy B). lra.
    + assert (Neg : (fst s - fst t) * (x - X t * y) <= 0).
      { pose proof (Rmult_le_pos (fst s - fst t) (- (x - X t * y)) ltac:(lra) ltac:(lra)). lra. }
      rewrite Rmax_left by assumption. replace (at_row f x y + (0 + hinges H x y)) with v by (unfold v; ring).
      assert (Tv : at_row t x y <= v) by (apply Top, InL'; split; [assumption | lra]).
      split; [exists l1; split; [now apply InL' | assumption]|]. intros l Hl. destruct (Rle_lt_dec (fst l) (fst t)) as [A|A].
      * apply Top, InL'. now split.
      * destruct (Hs l Hl) as [B|[B C]].
        -- pose proof (Diff l Hl B) as D. pose proof (Xt l Hl B). pose proof (Rmult_le_pos (fst l - fst t) (- (x - X t * y)) ltac:(lra) ltac:(lra)).
           pose proof (Rmult_le_pos (fst s - fst l) (X t * y - X l * y) ltac:(lra) ltac:(lra)). lra.
        -- pose proof (Rmult_le_compat_r y _ _ Hy C). assert (S : at_row s x y <= at_row t x y) by (unfold at_row in *; lra).
           unfold at_row in *. rewrite B. lra.
Qed.

Section Curves.

Variables m n : nat.
Variables P Q : nat -> nat -> R.
Hypothesis HP : mechanism m 2 P.
Hypothesis HQ : mechanism n 2 Q.
Hypothesis below : forall s, 0 <= s -> curve n Q s <= curve m P s.

Lemma linear_total p M (l : linear) : mechanism p 2 M -> sum p (fun i => at_row l (M i 0%nat) (M i 1%nat)) = fst l + snd l.
Proof.
  intros [_ S]. unfold at_row. rewrite sum_plus, !sum_scal, (S 0%nat), (S 1%nat) by lia. ring.
Qed.

Lemma hinge_falling p M (h : linear) : 0 < fst h -> snd h <= 0 ->
  sum p (fun i => Rmax 0 (at_row h (M i 0%nat) (M i 1%nat))) = fst h * curve p M (- snd h / fst h).
Proof.
  intros A B. unfold curve, excess. rewrite <- sum_scal. apply sum_ext. intros i _.
  assert (E : at_row h (M i 0%nat) (M i 1%nat) = fst h * (M i 0%nat - - snd h / fst h * M i 1%nat)) by (unfold at_row; field; lra).
  rewrite E. set (z := M i 0%nat - - snd h / fst h * M i 1%nat). destruct (Rle_lt_dec 0 z) as [L|L].
  - rewrite !Rmax_right; [reflexivity | assumption | apply Rmult_le_pos; lra].
  - rewrite !Rmax_left; [ring | lra |]. pose proof (Rmult_lt_0_compat (fst h) (- z) A ltac:(lra)). lra.
Qed.

Lemma hinge_below (h : linear) :
  sum n (fun i => Rmax 0 (at_row h (Q i 0%nat) (Q i 1%nat))) <= sum m (fun i => Rmax 0 (at_row h (P i 0%nat) (P i 1%nat))).
Proof.
  assert (Falling : forall h : linear, 0 < fst h -> snd h <= 0 ->
    sum n (fun i => Rmax 0 (at_row h (Q i 0%nat) (Q i 1%nat))) <= sum m (fun i => Rmax 0 (at_row h (P i 0%nat) (P i 1%nat)))).
  { intros g A B. rewrite !hinge_falling by assumption. apply Rmult_le_compat_l; [lra|]. apply below.
    apply Rmult_le_pos; [lra | left; now apply Rinv_0_lt_compat]. }
  assert (Flip : forall p M, mechanism p 2 M -> sum p (fun i => Rmax 0 (at_row h (M i 0%nat) (M i 1%nat))) =
    fst h + snd h + sum p (fun i => Rmax 0 (at_row (- fst h, - snd h) (M i 0%nat) (M i 1%nat)))).
  { intros p M HM. rewrite <- (linear_total p M h HM), <- sum_plus. apply sum_ext. intros i _.
    replace (at_row (- fst h, - snd h) (M i 0%nat) (M i 1%nat)) with (- at_row h (M i 0%nat) (M i 1%nat)) by (unfold at_row; simpl; ring).
    unfold Rmax. destruct (Rle_dec 0 (at_row h (M i 0%nat) (M i 1%nat))); destruct (Rle_dec 0 (- at_row h (M i 0%nat) (M i 1%nat))); lra. }
  assert (Up : 0 <= fst h -> 0 <= snd h -> forall p M, mechanism p 2 M -> sum p (fun i => Rmax 0 (at_row h (M i 0%nat) (M i 1%nat))) = fst h + snd h).
  { intros A B p M HM. rewrite <- (linear_total p M h HM). apply sum_ext. intros i Hi. destruct HM as [Pos _].
    pose proof (Rmult_le_pos _ _ A (Pos i 0%nat Hi ltac:(lia))). pose proof (Rmult_le_pos _ _ B (Pos i 1%nat Hi ltac:(lia))).
    apply Rmax_right. unfold at_row. lra. }
  assert (Down : fst h <= 0 -> snd h <= 0 -> forall p M, mechanism p 2 M -> sum p (fun i => Rmax 0 (at_row h (M i 0%nat) (M i 1%nat))) = 0).
  { intros A B p M HM. rewrite (sum_ext p _ (fun _ => 0)); [apply sum_zero|]. intros i Hi. destruct HM as [Pos _].
    pose proof (Rmult_le_pos (- fst h) _ ltac:(lra) (Pos i 0%nat Hi ltac:(lia))). pose proof (Rmult_le_pos (- snd h) _ ltac:(lra) (Pos i 1%nat Hi ltac:(lia))).
    apply Rmax_left. unfold at_row. lra. }
  destruct (Rlt_le_dec 0 (fst h)) as [A|A]; destruct (Rle_lt_dec (snd h) 0) as [B|B].
  - now apply Falling.
  - rewrite !Up by (assumption || lra). lra.
  - rewrite !Down by assumption. lra.
  - destruct (Req_dec (fst h) 0) as [Z|N]; [rewrite !Up by (assumption || lra); lra|].
    rewrite !Flip by assumption. apply Rplus_le_compat_l. apply Falling; simpl; lra.
Qed.

Lemma hinges_below (H : list linear) :
  sum n (fun i => hinges H (Q i 0%nat) (Q i 1%nat)) <= sum m (fun i => hinges H (P i 0%nat) (P i 1%nat)).
Proof.
  induction H as [|h H IH]; simpl; [rewrite !sum_zero; lra|]. rewrite !sum_plus. apply Rplus_le_compat; [apply hinge_below | exact IH].
Qed.

(** No decision problem is better served by Q. *)
Theorem curves_decide a w G : value n 2 a w G Q <= value m 2 a w G P.
Proof.
  set (L := map (fun c => (w 0%nat * G c 0%nat, w 1%nat * G c 1%nat) : linear) (seq 0 (S a))).
  destruct (top_by_hinges (length L) L (le_n _)) as [f [H Top]]; [discriminate|].
  assert (Value : forall p M, mechanism p 2 M -> value p 2 a w G M = sum p (fun i => at_row f (M i 0%nat) (M i 1%nat) + hinges H (M i 0%nat) (M i 1%nat))).
  { intros p M [Pos _]. apply sum_ext. intros i Hi. destruct (Top (M i 0%nat) (M i 1%nat) (Pos i 0%nat Hi ltac:(lia)) (Pos i 1%nat Hi ltac:(lia))) as [[l [Il El]] Up].
    apply Rle_antisym.
    - apply largest_le. intros c Hc. simpl. rewrite Rplus_0_l.
      apply (Up (w 0%nat * G c 0%nat, w 1%nat * G c 1%nat)). unfold L. apply in_map_iff. exists c. split; [reflexivity | apply in_seq; lia].
    - rewrite <- El. unfold L in Il. apply in_map_iff in Il. destruct Il as [c [<- Ic]]. apply in_seq in Ic.
      pose proof (largest_ge a (fun c => sum 2 (fun j => w j * G c j * M i j)) c ltac:(lia)) as Q'. simpl in Q'. unfold at_row. simpl. lra. }
  rewrite !Value by assumption. rewrite !sum_plus, (linear_total m P f HP), (linear_total n Q f HQ). apply Rplus_le_compat_l. apply hinges_below.
Qed.

(** So P is at least as informative. *)
Theorem curves_garble : at_least_as_informative m n 2 P Q.
Proof. apply blackwell; auto. intros G. apply curves_decide. Qed.

End Curves.

(** The rule "dominant": the garbling Bent of P bends only where it meets a bound of the demand, so P is at least as informative as
    every mechanism Q of it. `first T d` says that d is asked of the first input against the second at the ratio T. *)
Theorem dominant r m n C P Bent Q (first second : R -> R -> Prop) : (forall T d, second T d -> 1 <= T) ->
  mechanism r 2 P -> garbles m r 2 C P Bent ->
  (forall i, (i < m)%nat -> Bent i 0%nat = 0 \/ Bent i 1%nat = 0 \/
     (exists T d, first T d /\ Bent i 0%nat = T * Bent i 1%nat /\ excess m T Bent 0 1 = d) \/
     (exists T d, second T d /\ Bent i 1%nat = T * Bent i 0%nat /\ excess m T Bent 1 0 = d)) ->
  mechanism n 2 Q -> (forall T d, first T d -> excess n T Q 0 1 <= d) -> (forall T d, second T d -> excess n T Q 1 0 <= d) ->
  at_least_as_informative r n 2 P Q.
Proof.
  intros Above HP HB Bend HQ First Second. pose proof (garbled_mechanism m r 2 C P Bent HB HP) as MB.
  apply (garbling_transitive n m r 2 P Bent Q); [now exists C|]. apply curves_garble; auto.
  apply dominant_curve; auto. intros i Hi. destruct (Bend i Hi) as [E|[E|[[T [d [A [E M]]]]|[T [d [A [E M]]]]]]]; [now left | right; now left | |].
  - right. right. exists T. split; [assumption|]. apply (meets_first m n Bent Q T d); auto.
  - right. right. exists (/ T). specialize (Above T d A). split; [rewrite E; field; lra|]. apply (meets_second m n Bent Q T d); auto; lra.
Qed.
