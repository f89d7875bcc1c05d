(** Chai and Nayak: sentences of sections 1 to 6 whole, of which a theorem of another file says a part; and corrections of false ones. *)

From Coq Require Import Reals Lra Lia Arith Bool List.
From Coquelicot Require Import Rbar.
From Rropt Require Import Sums Mechanisms Blackwell Breach Notions ChaiNayak ChaiNayakAdmissible ChaiNayakProcedures ChaiNayakNotions.
From Rropt Require ChaiNayakMatrices.
Import ListNotations.
Open Scope R_scope.

(** After (1.1): the frequencies of the answers of n people, and the estimate that an inverse of P makes of them. *)
Fixpoint count (i : nat) (s : list nat) : R := match s with [] => 0 | u :: s' => (if Nat.eqb u i then 1 else 0) + count i s' end.
Definition estimate (k : nat) (J : nat -> nat -> R) (n : nat) (s : list nat) (l : nat) : R := sum k (fun i => J l i * (count i s / INR n)).

Lemma data_ext r lam n f g : (forall s, f s = g s) -> data r lam n f = data r lam n g.
Proof. revert f g. induction n as [|n IH]; intros f g H; simpl; [apply H|]. apply sum_ext. intros u _. f_equal. apply IH. intros. apply H. Qed.

Lemma data_shift r lam n c f : sum r lam = 1 -> data r lam n (fun s => c + f s) = c + data r lam n f.
Proof.
  intros L. revert f. induction n as [|n IH]; intros f; simpl; [reflexivity|].
  rewrite (sum_ext r _ (fun u => lam u * c + lam u * data r lam n (fun d => f (u :: d)))) by (intros; rewrite IH; ring).
  rewrite sum_plus, sum_scal_r, L. ring.
Qed.

Lemma data_count r lam n i : sum r lam = 1 -> (i < r)%nat -> data r lam n (count i) = INR n * lam i.
Proof.
  intros L Hi. induction n as [|n IH]; [simpl; ring|]. cbn [data].
  rewrite (sum_ext r _ (fun u => (if Nat.eqb u i then lam u else 0) + lam u * (INR n * lam i))).
  - rewrite sum_plus, (sum_single r i lam), sum_scal_r, L, S_INR by assumption. ring.
  - intros u _. cbn [count]. rewrite (data_shift r lam n (if Nat.eqb u i then 1 else 0) (count i) L), IH. destruct (Nat.eqb u i); ring.
Qed.

Theorem estimated_by_inverse k P J w n : mechanism k k P -> prior k w -> (0 < n)%nat ->
  (forall l j, (l < k)%nat -> (j < k)%nat -> sum k (fun i => J l i * P i j) = if Nat.eqb j l then 1 else 0) ->
  (forall l j, (l < k)%nat -> (j < k)%nat -> sum k (fun i => P l i * J i j) = if Nat.eqb j l then 1 else 0) ->
  let lambda := fun i => sum k (fun j => P i j * w j) in
  (forall l, (l < k)%nat -> sum k (fun i => J l i * lambda i) = w l) /\
  (forall s x, (forall i, (i < k)%nat -> sum k (fun j => P i j * x j) = count i s / INR n) <-> (forall l, (l < k)%nat -> x l = estimate k J n s l)) /\
  forall l, (l < k)%nat -> data k lambda n (fun s => estimate k J n s l) = w l.
Proof.
  intros HP HW Hn JP PJ lambda. destruct (eq_1_1 k k P w HP HW) as [_ [L _]]. change (sum k lambda = 1) in L.
  assert (N : INR n <> 0) by (apply not_0_INR; lia).
  assert (Back : forall y l, (l < k)%nat -> sum k (fun i => P l i * sum k (fun j => J i j * y j)) = y l).
  { intros y l Hl. now apply (estimate_by_inverse k J P y PJ). }
  split; [intros l Hl; now apply (estimate_by_inverse k P J w JP)|]. split.
  - intros s x. split; intros H.
    + intros l Hl. rewrite <- (estimate_by_inverse k P J x JP l Hl). apply sum_ext. intros i Hi. now rewrite H.
    + intros i Hi. rewrite <- (Back (fun i => count i s / INR n) i Hi). apply sum_ext. intros j Hj. now rewrite H.
  - intros l Hl. rewrite <- (estimate_by_inverse k P J w JP l Hl).
    rewrite (data_ext k lambda n _ (fun s => sum k (fun i => (J l i / INR n) * count i s))) by (intros; apply sum_ext; intros; field; assumption).
    rewrite (data_sum k lambda n k (fun i s => count i s) (fun i => J l i / INR n)). apply sum_ext. intros i Hi.
    rewrite data_count by assumption. unfold lambda. field. assumption.
Qed.

(** After (1.2): the posterior of Q is the sum of those of its members, and p x/(p x + (1 - p) y) in the averages x and y of the row over
    Q and its complement, whose ratio the ratios of this row bound. *)
Theorem averages_of_row m k P w Q i g : mechanism m k P -> prior k w -> (i < m)%nat -> 0 < sum k (fun j => w j * P i j) ->
  posterior k w Q P i = sum k (fun j => if Q j then posterior k w (fun l => Nat.eqb l j) P i else 0) /\
  (0 < probability k w Q < 1 ->
   let p := probability k w Q in
   let x := joint k w Q P i / p in
   let y := joint k w (fun j => negb (Q j)) P i / (1 - p) in
   posterior k w Q P i = p * x / (p * x + (1 - p) * y) /\
   ((forall j, (j < k)%nat -> 0 < P i j) -> (forall j l, (j < k)%nat -> (l < k)%nat -> P i j <= g * P i l) -> 1 / g <= x / y <= g)).
Proof.
  intros HP HW Hi D. split.
  - unfold posterior at 1. unfold joint, Rdiv. rewrite <- sum_scal_r. apply sum_ext. intros j Hj. destruct (Q j); [|ring].
    now rewrite (proj1 (proj1 (eq_1_2 m k P w i HP HW Hi D) j Hj)).
  - intros Hp p x y. split; [now apply (averages_form m k P w Q i g HP HW Hi Hp)|]. intros Pos Ratio.
    assert (K : (0 < k)%nat) by (destruct k; [unfold probability in Hp; simpl in Hp; lra | lia]).
    destruct (exists_least k (P i) K) as [e [He Least]].
    assert (Above : forall R_, P i e * probability k w R_ <= joint k w R_ P i).
    { intros R_. unfold probability, joint. rewrite <- sum_scal. apply sum_le. intros j Hj. destruct (R_ j); [|lra].
      rewrite (Rmult_comm (P i e)). apply Rmult_le_compat_l; [now apply HW | now apply Least]. }
    pose proof (Pos e He) as E0. pose proof (probability_complement k w Q HW) as C. fold p in C.
    assert (X : 0 < x) by (unfold x; apply Rdiv_lt_0_compat; [pose proof (Above Q); pose proof (Rmult_lt_0_compat _ _ E0 (proj1 Hp)) as Z; lra | apply Hp]).
    assert (Y : 0 < y).
    { unfold y. apply Rdiv_lt_0_compat; [|unfold p; lra]. pose proof (Above (fun j => negb (Q j))) as A. rewrite C in A.
      pose proof (Rmult_lt_0_compat (P i e) (1 - p) E0 ltac:(unfold p; lra)). lra. }
    assert (Ex : p * x = joint k w Q P i) by (unfold x; field; unfold p; lra).
    assert (Ey : (1 - p) * y = joint k w (fun j => negb (Q j)) P i) by (unfold y; field; unfold p; lra).
    assert (M : 0 < p * (1 - p)) by (apply Rmult_lt_0_compat; unfold p; lra).
    pose proof (averages k w Q P i 1 g (proj1 HW) (fun j l Hj Hl _ => ltac:(rewrite Rmult_1_l; now apply Ratio))) as A.
    pose proof (averages k w (fun j => negb (Q j)) P i 1 g (proj1 HW) (fun j l Hj Hl _ => ltac:(rewrite Rmult_1_l; now apply Ratio))) as B.
    assert (NN : joint k w (fun j => negb (negb (Q j))) P i = joint k w Q P i) by (apply sum_ext; intros; now rewrite negb_involutive).
    assert (NP : probability k w (fun j => negb (negb (Q j))) = p) by (apply sum_ext; intros; now rewrite negb_involutive).
    cbv beta in A, B. rewrite NN, NP in B. rewrite C in A, B. fold p in A. rewrite <- Ex, <- Ey in A, B.
    assert (B1 : x <= g * y) by (apply Rmult_le_reg_l with (p * (1 - p)); lra). assert (B2 : y <= g * x) by (apply Rmult_le_reg_l with (p * (1 - p)); lra).
    assert (G : 0 < g) by (apply Rmult_lt_reg_r with y; lra). split.
    + apply Rmult_le_reg_r with (g * y); [now apply Rmult_lt_0_compat|]. replace (1 / g * (g * y)) with y by (field; lra).
      replace (x / y * (g * y)) with (g * x) by (field; lra). assumption.
    + apply Rmult_le_reg_r with y; [assumption|]. replace (x / y * y) with x by (field; lra). assumption.
Qed.

(** (3.3): B(h) exists, as a number or infinity: the infimum of these terms, which are at least 1. *)
Theorem bound_is_infimum h : (forall a, 0 <= a <= 1 -> a <= h a <= 1) ->
  exists b : Rbar, (forall p, 0 < p < 1 -> Rbar_le b (term h p)) /\
    (forall c : Rbar, (forall p, 0 < p < 1 -> Rbar_le c (term h p)) -> Rbar_le c b) /\
    Rbar_le 1 b /\ forall p, 0 < p < 1 -> Rbar_le 1 (term h p) /\ (term h p = Finite 1 <-> h p = p).
Proof.
  intros Hh. assert (Hh' : forall p, 0 < p < 1 -> p <= h p <= 1) by (intros; apply Hh; lra).
  assert (Same : forall p, 0 < p < 1 -> h p < 1 -> term h p = Finite (odds_ratio h p)).
  { intros p Hp L. unfold term, odds_ratio. destruct (Rlt_dec (h p) 1); [|contradiction]. f_equal. field. lra. }
  assert (Top : forall p, 0 < p < 1 -> ~ h p < 1 -> term h p = p_infty) by (intros p Hp N; unfold term; destruct (Rlt_dec (h p) 1); [contradiction | reflexivity]).
  destruct (bound_exists h Hh) as [[g B]|One].
  - destruct (bound_at_least_1 h g Hh' B) as [G1 Terms]. exists (Finite g). split; [|split; [|split; [exact G1|]]].
    + intros p Hp. destruct (Rlt_dec (h p) 1) as [L|N]; [rewrite Same by assumption; now apply B | rewrite Top by assumption; exact I].
    + intros c Hc. destruct c as [c| |]; [| |exact I].
      * simpl. apply le_epsilon. intros e He. destruct (proj2 B e He) as [p [Hp [L O]]]. specialize (Hc p Hp). rewrite Same in Hc by assumption. simpl in Hc. lra.
      * destruct (proj2 B 1 ltac:(lra)) as [p [Hp [L _]]]. specialize (Hc p Hp). rewrite Same in Hc by assumption. contradiction.
    + intros p Hp. destruct (Rlt_dec (h p) 1) as [L|N].
      * rewrite Same by assumption. destruct (Terms p Hp L) as [T E]. split; [exact T|]. rewrite <- E. split; intros F; [now injection F | now rewrite F].
      * rewrite Top by assumption. split; [exact I|]. split; intros F; [discriminate | exfalso; apply N; lra].
  - exists p_infty. assert (T : forall p, 0 < p < 1 -> term h p = p_infty) by (intros p Hp; apply Top; [assumption | rewrite One by assumption; lra]).
    split; [intros p Hp; rewrite T by assumption; exact I|]. split; [intros c _; destruct c; exact I|]. split; [exact I|].
    intros p Hp. rewrite T by assumption. split; [exact I|]. split; intros F; [discriminate | rewrite One in F by assumption; lra].
Qed.

(** After Definition 3.1: the bound from below holds for all events, those of prior probability 0 and 1 too. *)
Theorem csip_downward_all m k h P : mechanism m k P -> (forall a, 0 <= a <= 1 -> a <= h a <= 1) -> keeps_below m k h P ->
  forall w Q i, prior k w -> (i < m)%nat -> 0 < sum k (fun j => w j * P i j) -> 1 - h (1 - probability k w Q) <= posterior k w Q P i.
Proof.
  intros HP Hh H w Q i HW Hi D. pose proof (probability_range k w Q HW) as R_. pose proof (posterior_complement k w Q P i D) as C.
  destruct (Req_dec (probability k w Q) 0) as [Z|N0].
  - rewrite (nothing_stays m k w Q P i HP HW Hi Z), Z. pose proof (Hh (1 - 0) ltac:(lra)). lra.
  - destruct (Req_dec (probability k w Q) 1) as [O|N1].
    + rewrite C, (nothing_stays m k w (fun j => negb (Q j)) P i HP HW Hi) by (rewrite (probability_complement k w Q HW); lra).
      pose proof (Hh (1 - probability k w Q) ltac:(lra)). lra.
    + apply (csip_downward m k h P HP H); try assumption. lra.
Qed.

(** Section 4.2: the two procedures are members of the class, and each is at least as informative as every procedure of this parity. *)
Theorem both_optimal_in_class g : 1 < g -> let exchanged := fun i j => symmetric g (1 - i) j in
  in_class 2 2 g (symmetric g) /\ in_class 2 2 g exchanged /\
  forall m A, mechanism m 2 A -> parity_at_most m 2 g A ->
  at_least_as_informative 2 m 2 (symmetric g) A /\ at_least_as_informative 2 m 2 exchanged A.
Proof.
  intros Hg exchanged. destruct (proposition_4_1 g Hg) as [[M0 M1] [Par _]].
  assert (A : 0 < 1 / (g + 1)) by (apply Rdiv_lt_0_compat; lra). assert (G : g / (g + 1) = g * (1 / (g + 1))) by (field; lra).
  assert (B : 1 / (g + 1) < g / (g + 1)) by (rewrite G; pose proof (Rmult_lt_compat_r (1 / (g + 1)) 1 g A Hg); lra).
  assert (Pos : forall i j, 0 < symmetric g i j) by (intros; unfold symmetric; destruct (Nat.eqb i j); lra).
  assert (Apart : forall c, ~ (1 / (g + 1) = c * (g / (g + 1)) /\ g / (g + 1) = c * (1 / (g + 1)))).
  { intros c [E F]. assert (c = g) by (apply Rmult_eq_reg_r with (1 / (g + 1)); lra). subst c.
    assert (1 / (g + 1) < g * (g / (g + 1))); [|lra]. apply Rlt_trans with (g / (g + 1)); [assumption|].
    pose proof (Rmult_lt_compat_r (g / (g + 1)) 1 g ltac:(lra) Hg). lra. }
  split; [|split; [|intros m A' HA' H'; now apply both_optimal]].
  - split; [lia|]. split; [now split|]. split; [intros i Hi; exists 0%nat; split; [lia | pose proof (Pos i 0%nat); lra]|]. split; [|assumption].
    intros i i' c Hi Hi' E. pose proof (E 0%nat ltac:(lia)) as E0. pose proof (E 1%nat ltac:(lia)) as E1. unfold symmetric in E0, E1.
    destruct i as [|[|i]], i' as [|[|i']]; try lia; simpl in E0, E1; exfalso; apply (Apart c); split; assumption.
  - split; [lia|]. split; [split|split; [intros i Hi; exists 0%nat; split; [lia | pose proof (Pos (1 - i)%nat 0%nat); change (symmetric g (1 - i) 0 <> 0); lra]|split]].
    + intros i j Hi Hj. unfold exchanged. apply M0; lia.
    + intros j Hj. rewrite <- (M1 j Hj). unfold exchanged. simpl. ring.
    + intros i i' c Hi Hi' E. pose proof (E 0%nat ltac:(lia)) as E0. pose proof (E 1%nat ltac:(lia)) as E1. unfold exchanged, symmetric in E0, E1.
      destruct i as [|[|i]], i' as [|[|i']]; try lia; simpl in E0, E1; exfalso; apply (Apart c); split; assumption.
    + intros i j l Hi Hj Hl N. unfold exchanged. apply Par; try assumption. lia.
Qed.

(** Section 6, the proof of Lemma 3.2: the first inequality of the display, a complement that the response excludes included. *)
Theorem lemma_3_2_inequality_all m k w Q P i M : mechanism m k P -> prior k w -> (i < m)%nat -> 0 < sum k (fun j => w j * P i j) ->
  (forall j, (j < k)%nat -> Q j = true -> P i j <= M) ->
  posterior k w Q P i <= probability k w Q * M / (probability k w Q * M + joint k w (fun j => negb (Q j)) P i).
Proof.
  intros HP HW Hi D HM. pose proof (joint_nonneg m k w (fun j => negb (Q j)) P i HP HW Hi) as J.
  destruct (Rle_lt_or_eq_dec _ _ J) as [S|S]; [now apply (lemma_3_2_inequality m)|].
  assert (L : joint k w Q P i <= probability k w Q * M).
  { unfold joint, probability. rewrite <- sum_scal_r. apply sum_le. intros j Hj. destruct (Q j) eqn:Qj; [|lra].
    apply Rmult_le_compat_l; [now apply HW | now apply HM]. }
  rewrite (joint_split k w Q P i), <- S in D. unfold posterior. rewrite (joint_split k w Q P i), <- S, !Rplus_0_r in *.
  unfold Rdiv. rewrite !Rinv_r by lra. lra.
Qed.

(** (3.3) where h is 1 on (0, 1): every term is infinite, and so is B(h); every procedure provides h-CSIP, as no parity is more than infinite. *)
Theorem infinite_bound h : (forall a, 0 <= a <= 1 -> a <= h a <= 1) ->
  ((forall p, 0 < p < 1 -> h p = 1) <-> (forall p, 0 < p < 1 -> term h p = p_infty)) /\
  ((forall p, 0 < p < 1 -> h p = 1) -> forall m k P, mechanism m k P -> keeps_below m k h P).
Proof.
  intros Hh. split; [|intros One m k P HP; now apply theorem_3_1_infinite].
  split; intros H p Hp; specialize (H p Hp); unfold term in *; destruct (Rlt_dec (h p) 1) as [L|N].
  - lra.
  - reflexivity.
  - discriminate.
  - specialize (Hh p ltac:(lra)). lra.
Qed.

(** The proof of Theorem 4.2: what matrices with one entry a row are like where m < r and where m > r; so neither occurs. *)
Lemma chosen m (R_ : nat -> nat -> Prop) : (forall i, (i < m)%nat -> exists u, R_ i u) -> exists f : nat -> nat, forall i, (i < m)%nat -> R_ i (f i).
Proof.
  induction m as [|m IH]; intros H; [exists (fun i => i); lia|]. destruct (IH (fun i Hi => H i ltac:(lia))) as [f F]. destruct (H m ltac:(lia)) as [u U].
  exists (fun i => if Nat.eqb i m then u else f i). intros i Hi. destruct (Nat.eqb_spec i m) as [->|N]; [assumption | apply F; lia].
Qed.

Theorem permutation_step m r k g C P A : garbles m r k C P A -> parity_at_most r k g P -> two_values m k g A -> 1 < g ->
  no_zero_row m k A -> no_zero_row r k P -> no_proportional_rows r k P -> no_proportional_rows m k A ->
  (forall D, (forall i, (i < m)%nat -> exists u, (u < r)%nat /\ D i u <> 0 /\ forall v, (v < r)%nat -> D i v <> 0 -> v = u) ->
    ((m < r)%nat -> exists u, (u < r)%nat /\ forall i, (i < m)%nat -> D i u = 0) /\
    ((r < m)%nat -> exists i l c, (i < m)%nat /\ (l < m)%nat /\ i <> l /\ (forall u, (u < r)%nat -> D i u = c * D l u) /\
       forall j, sum r (fun u => D i u * P u j) = c * sum r (fun u => D l u * P u j))) /\
  m = r /\ permutation_matrix m C.
Proof.
  intros G H T Hg ZA ZP NP NA. split; [|now apply (c_is_permutation m r k g C P A)].
  intros D One. destruct (chosen m _ One) as [f F]. split; intros L.
  - destruct (Classical_Prop.classic (exists u, (u < r)%nat /\ forall i, (i < m)%nat -> D i u = 0)) as [|N]; [assumption|]. exfalso.
    assert (In_ : incl (seq 0 r) (map f (seq 0 m))).
    { intros u Hu. apply in_seq in Hu. destruct (Classical_Prop.classic (exists i, (i < m)%nat /\ D i u <> 0)) as [[i [Hi Z]]|Z].
      - destruct (F i Hi) as [_ [_ U]]. rewrite (U u ltac:(lia) Z). apply in_map, in_seq. lia.
      - exfalso. apply N. exists u. split; [lia|]. intros i Hi. destruct (Req_dec (D i u) 0) as [|E]; [assumption|]. exfalso. apply Z. now exists i. }
    pose proof (NoDup_incl_length (seq_NoDup r 0) In_) as Len. rewrite map_length, !seq_length in Len. lia.
  - assert (Twice : exists i l, (i < m)%nat /\ (l < m)%nat /\ i <> l /\ f i = f l).
    { destruct (Classical_Prop.classic (exists i l, (i < m)%nat /\ (l < m)%nat /\ i <> l /\ f i = f l)) as [|N]; [assumption|]. exfalso.
      assert (ND : NoDup (map f (seq 0 m))).
      { assert (Inj : forall s, (forall i, In i s -> (i < m)%nat) -> NoDup s -> NoDup (map f s)).
        { intros s. induction s as [|i s IH]; intros B S; [constructor|]. inversion S as [|? ? I_ S']; subst. constructor.
          - intros M. apply in_map_iff in M. destruct M as [l [E Il]]. apply N. exists l, i. split; [apply B; now right|]. split; [apply B; now left|].
            split; [intros ->; contradiction | assumption].
          - apply IH; [intros; apply B; now right | assumption]. }
        apply Inj; [intros i Hi; apply in_seq in Hi; lia | apply seq_NoDup]. }
      assert (In_ : incl (map f (seq 0 m)) (seq 0 r)).
      { intros u Hu. apply in_map_iff in Hu. destruct Hu as [i [<- Hi]]. apply in_seq in Hi. apply in_seq. pose proof (proj1 (F i ltac:(lia))). lia. }
      pose proof (NoDup_incl_length ND In_) as Len. rewrite map_length, !seq_length in Len. lia. }
    destruct Twice as [i [l [Hi [Hl [N E]]]]]. exists i, l, (D i (f i) / D l (f l)).
    destruct (F i Hi) as [_ [_ Ui]], (F l Hl) as [_ [Zl Ul]].
    assert (Prop_ : forall u, (u < r)%nat -> D i u = D i (f i) / D l (f l) * D l u).
    { intros u Hu. destruct (Nat.eq_dec u (f l)) as [->|Q]; [rewrite E; field; assumption|].
      assert (Z0 : D l u = 0) by (destruct (Req_dec (D l u) 0) as [|Z]; [assumption | exfalso; apply Q; now apply Ul]).
      assert (Z1 : D i u = 0) by (destruct (Req_dec (D i u) 0) as [|Z]; [assumption | exfalso; apply Q; rewrite <- E; now apply Ui]).
      rewrite Z0, Z1. ring. }
    split; [assumption|]. split; [assumption|]. split; [assumption|]. split; [assumption|]. intros j.
    rewrite <- sum_scal. apply sum_ext. intros u Hu. rewrite (Prop_ u Hu). ring.
Qed.

(** After (1.1): with columns that are not independent, as all are where m < k, the data have one law at two priors, and so no function of
    the data has the shares as its expectation, nor has any estimate of them another law at the one than at the other. *)
Lemma data_same m lam mu n f : (forall i, (i < m)%nat -> lam i = mu i) -> data m lam n f = data m mu n f.
Proof. intros E. revert f. induction n as [|n IH]; intros f; [reflexivity|]. cbn [data]. apply sum_ext. intros i Hi. now rewrite E, IH. Qed.

Definition dependent_columns (m k : nat) (P : nat -> nat -> R) : Prop :=
  exists v, (exists j, (j < k)%nat /\ v j <> 0) /\ forall i, (i < m)%nat -> sum k (fun j => P i j * v j) = 0.
Theorem unestimable m k P : mechanism m k P ->
  let lambda := fun w i => sum k (fun j => P i j * w j) in
  ((m < k)%nat -> dependent_columns m k P) /\
  (dependent_columns m k P ->
    (exists w u, prior k w /\ prior k u /\ (exists j, (j < k)%nat /\ w j <> u j) /\
       (forall i, (i < m)%nat -> lambda w i = lambda u i) /\ forall n f, data m (lambda w) n f = data m (lambda u) n f) /\
    forall n, ~ exists f : list nat -> nat -> R, forall w l, prior k w -> (l < k)%nat -> data m (lambda w) n (fun s => f s l) = w l).
Proof.
  intros HP lambda. destruct (unidentifiable m k P HP) as [Few Dep]. split; [exact Few|]. intros D.
  destruct (Dep D) as [w [u [W [U [[j [Hj N]] E]]]]].
  assert (S : forall n f, data m (lambda w) n f = data m (lambda u) n f) by (intros; now apply data_same). split.
  - exists w, u. split; [assumption|]. split; [assumption|]. split; [now exists j|]. split; assumption.
  - intros n [f F]. apply N. rewrite <- (F w j W Hj), <- (F u j U Hj). apply S.
Qed.

(** Lemma 6.1, case (ii), whole: P has no zero row, and so none among its first s. *)
Theorem case_ii_contradiction m s n k R_ L P : no_zero_row m k P -> (1 <= s <= m)%nat ->
  ChaiNayakMatrices.irreducible s R_ -> (forall i j, (i < s)%nat -> (j < s)%nat -> 0 <= R_ i j) -> (forall i j, (i < n)%nat -> (j < s)%nat -> 0 <= L i j) ->
  (forall j, (j < s)%nat -> sum s (fun i => R_ i j) + sum n (fun i => L i j) = 1) -> (exists i j, (i < n)%nat /\ (j < s)%nat /\ L i j <> 0) ->
  ChaiNayakMatrices.has_rank s s (ChaiNayakMatrices.minus_one R_) s /\
  ((forall i l, (i < s)%nat -> (l < k)%nat -> sum s (fun j => ChaiNayakMatrices.minus_one R_ i j * P j l) = 0) ->
    (forall j l, (j < s)%nat -> (l < k)%nat -> P j l = 0) /\ False).
Proof.
  intros HP Hs HI HR HL H1 HZ. destruct (ChaiNayakMatrices.case_ii_end s n k R_ L P HI HR HL H1 HZ) as [_ [Rank Zero]].
  split; [assumption|]. intros E. split; [now apply Zero|]. destruct (HP 0%nat ltac:(lia)) as [j [Hj N]]. apply N. apply Zero; [assumption | lia | assumption].
Qed.

(** Corrections. Lemma 4.2's step: rows of A that are independent make C the one D with DA = CA; and C, with 1 - xi beside the diagonal, is no TPM. *)
Theorem only_c_repaired m k A C xi : (2 <= m)%nat -> 1 < xi -> C 0%nat 1%nat = 1 - xi ->
  (forall v, (forall j, (j < k)%nat -> sum m (fun u => v u * A u j) = 0) -> forall u, (u < m)%nat -> v u = 0) ->
  (forall D, (forall i j, (i < m)%nat -> (j < k)%nat -> sum m (fun u => D i u * A u j) = sum m (fun u => C i u * A u j)) ->
     forall i u, (i < m)%nat -> (u < m)%nat -> D i u = C i u) /\ ~ mechanism m m C.
Proof.
  intros Hm Hxi HC Ind. split.
  - intros D E i u Hi Hu. enough (D i u - C i u = 0) by lra. apply (Ind (fun s => D i s - C i s)); [|assumption]. intros j Hj.
    rewrite (sum_ext m _ (fun s => D i s * A s j - C i s * A s j)) by (intros; ring). rewrite sum_minus, E by assumption. ring.
  - intros [C0 _]. specialize (C0 0%nat 1%nat ltac:(lia) ltac:(lia)). lra.
Qed.

(** (6.3): its right side is positive, and at most 1, where h is below 1 somewhere; else B(h) is infinite and every P provides h-CSIP. *)
Definition right_side (h : R -> R) (p : R) : R := p / (1 - p) * ((1 - h p) / h p).
Theorem right_side_repaired h : (forall a, 0 <= a <= 1 -> a <= h a <= 1) ->
  ((exists p, 0 < p < 1 /\ h p < 1) -> exists s, is_lub (fun x => exists p, 0 < p < 1 /\ x = right_side h p) s /\ 0 < s <= 1) /\
  (~ (exists p, 0 < p < 1 /\ h p < 1) -> (forall p, 0 < p < 1 -> term h p = p_infty) /\ forall m k P, mechanism m k P -> keeps_below m k h P).
Proof.
  intros Hh. split.
  - intros [p [Hp L]]. set (S := fun x => exists p, 0 < p < 1 /\ x = right_side h p).
    assert (U : is_upper_bound S 1).
    { intros x [a [Ha ->]]. unfold right_side. pose proof (Hh a ltac:(lra)). apply Rmult_le_reg_r with ((1 - a) * h a); [apply Rmult_lt_0_compat; lra|].
      replace (a / (1 - a) * ((1 - h a) / h a) * ((1 - a) * h a)) with (a * (1 - h a)) by (field; lra). lra. }
    destruct (completeness S) as [s Hs]; [now exists 1 | now exists (right_side h p), p|]. exists s. split; [assumption|]. split; [|now apply Hs].
    apply Rlt_le_trans with (right_side h p); [|apply Hs; now exists p]. pose proof (Hh p ltac:(lra)). unfold right_side.
    apply Rmult_lt_0_compat; apply Rdiv_lt_0_compat; lra.
  - intros N. assert (One : forall p, 0 < p < 1 -> h p = 1).
    { intros p Hp. pose proof (Hh p ltac:(lra)). destruct (Rlt_dec (h p) 1); [exfalso; apply N; now exists p | lra]. }
    destruct (infinite_bound h Hh) as [T K]. split; [now apply T | now apply K].
Qed.
