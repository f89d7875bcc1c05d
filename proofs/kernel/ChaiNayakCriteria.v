(** Chai and Nayak, sections 1 to 3: sentences whole of which the engine decides a part. Rows of zeros and the gamma-diagonal procedure; (2.1),
    Theorems 1.1, 1.2 and 3.1 and Lemma 3.3 in terms of the parity and of B(h), infinite ones too; the criteria that Definition 2.2 covers,
    complements, what B(h) quantifies, Bayes factors, invariant PRAM, and how far a flat likelihood can move an opinion. *)

From Coq Require Import Reals Lra Lia Arith Bool.
From Coquelicot Require Import Rbar.
From Rropt Require Import Sums Mechanisms Breach Notions ChaiNayak ChaiNayakBreaches ChaiNayakNotions ChaiNayakSentences.
From Rropt Require ChaiNayakMerging.
Open Scope R_scope.

(** Before (1.1): a response whose row is zero has probability 0, whatever the shares, and from every category. *)
Theorem zero_row k P i : (forall j, (j < k)%nat -> P i j = 0) ->
  (forall w, sum k (fun j => P i j * w j) = 0) /\ forall w Q, joint k w Q P i = 0.
Proof.
  intros H. split; intros w; [|intros Q; unfold joint]; (etransitivity; [|apply (sum_zero k)]); apply sum_ext; intros j Hj.
  - rewrite H by assumption. ring.
  - rewrite H by assumption. destruct (Q j); ring.
Qed.

(** Section 1, end: g/(g + m - 1) for p_ii, i up to k, and 1/(g + m - 1) elsewhere. *)
Definition gamma_diagonal (m : nat) (g : R) (i j : nat) : R := if Nat.eqb i j then g / (g + INR m - 1) else 1 / (g + INR m - 1).
Theorem gamma_diagonal_parity m k g : (2 <= k)%nat -> (k <= m)%nat -> 1 <= g ->
  mechanism m k (gamma_diagonal m g) /\ no_zero_row m k (gamma_diagonal m g) /\ matrix_parity m k (gamma_diagonal m g) (Finite g).
Proof.
  intros Hk Hm Hg. pose proof (le_INR 2 m ltac:(lia)) as M. simpl in M. set (d := g + INR m - 1). assert (D : 0 < d) by (unfold d; lra).
  assert (S0 : 0 < 1 / d) by (apply Rdiv_lt_0_compat; lra). assert (L0 : 0 < g / d) by (apply Rdiv_lt_0_compat; lra).
  assert (Pos : forall i j, 0 < gamma_diagonal m g i j) by (intros i j; unfold gamma_diagonal; fold d; destruct (Nat.eqb i j); assumption).
  split; [split|split; [|split]].
  - intros i j _ _. left. apply Pos.
  - intros j Hj. rewrite (sum_ext m _ (fun i => 1 / d + (if Nat.eqb i j then (g - 1) / d else 0)))
      by (intros i _; unfold gamma_diagonal; fold d; destruct (Nat.eqb i j); field; lra).
    rewrite sum_plus, sum_const, (sum_single m j (fun _ => (g - 1) / d)) by lia. unfold d. field. fold d. lra.
  - intros i Hi. exists 0%nat. split; [lia|]. apply Rgt_not_eq, Pos.
  - intros i Hi j l Hj Hl. unfold quotient. pose proof (Pos i l). destruct (Req_EM_T (gamma_diagonal m g i l) 0) as [Z|_]; [lra|]. simpl.
    unfold gamma_diagonal. fold d. destruct (Nat.eqb i j), (Nat.eqb i l).
    + replace (g / d / (g / d)) with 1 by (field; lra). lra.
    + replace (g / d / (1 / d)) with g by (field; lra). lra.
    + replace (1 / d / (g / d)) with (/ g) by (field; lra). rewrite <- Rinv_1 in Hg at 1. pose proof (Rinv_le_contravar 1 g ltac:(lra) ltac:(lra)). lra.
    + replace (1 / d / (1 / d)) with 1 by (field; lra). lra.
  - exists 0%nat, 0%nat, 1%nat. repeat split; try lia. unfold quotient, gamma_diagonal. fold d. simpl. destruct (Req_EM_T (1 / d) 0) as [Z|_]; [lra|].
    f_equal. field. lra.
Qed.

(** Definition 1.3 in products: a quotient, with 0/0 = 1 and a/0 infinite, is at most g. *)
Lemma quotient_at_most a b g : 0 <= a -> 0 <= b -> 1 <= g -> (Rbar_le (quotient a b) (Finite g) <-> a <= g * b).
Proof.
  intros Ha Hb Hg. unfold quotient. destruct (Req_EM_T b 0) as [->|N].
  - destruct (Req_EM_T a 0) as [->|Na]; simpl; split; intros; try lra; contradiction.
  - simpl. split; intros H.
    + apply (Rmult_le_compat_r b) in H; [|assumption]. unfold Rdiv in H. rewrite Rmult_assoc, Rinv_l in H; lra.
    + apply Rmult_le_reg_r with b; [lra|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l; lra.
Qed.

Theorem parity_in_products m k g e P : mechanism m k P -> 1 <= g -> matrix_parity m k P e -> (Rbar_le e (Finite g) <-> parity_at_most m k g P).
Proof.
  intros [H0 _] Hg [U [a [b [c [Ha [Hb [Hc <-]]]]]]]. split.
  - intros L i j l Hi Hj Hl _. apply quotient_at_most; auto. eapply Rbar_le_trans; [now apply (U i) | assumption].
  - intros L. apply quotient_at_most; auto. destruct (Nat.eq_dec b c) as [->|N]; [|now apply L].
    pose proof (Rmult_le_compat_r (P a c) 1 g (H0 a c Ha Hc) Hg). lra.
Qed.

(** (2.1) by quotients, as it is printed: the answers in S, 0/0 = 1 and a/0 infinite; eta is the parity of Definition 1.3, a number or infinite.
    Its products are the criterion [dlp] of the other theorems. *)
Definition share_of (m : nat) (P : nat -> nat -> R) (S : nat -> bool) (j : nat) : R := sum m (fun i => if S i then P i j else 0).
Theorem eq_2_1_quotients m k e eta P : mechanism m k P -> 0 < e -> matrix_parity m k P eta ->
  let bounded := forall S j l, (j < k)%nat -> (l < k)%nat -> Rbar_le (quotient (share_of m P S j) (share_of m P S l)) (Finite (exp e)) in
  (bounded <-> Rbar_le eta (Finite (exp e))) /\ (bounded <-> dlp m k e P).
Proof.
  intros HP He Heta bounded. assert (E : 1 <= exp e) by (pose proof (exp_ineq1_le e); lra).
  assert (N : forall S j, (j < k)%nat -> 0 <= share_of m P S j) by (intros S j Hj; apply sum_nonneg; intros i Hi; destruct (S i); [now apply HP | lra]).
  rewrite (parity_in_products m k (exp e) eta P HP E Heta), <- (eq_2_1 m k e P HP) by lra. assert (D : bounded <-> dlp m k e P); [|now split].
  split; intros H S j l Hj Hl; pose proof (quotient_at_most (share_of m P S j) (share_of m P S l) (exp e) (N S j Hj) (N S l Hl) E) as Q.
  - apply Q. now apply H.
  - apply Q. now apply (H S j l).
Qed.

(** Theorems 1.1, with its converse, and 1.2 in the words of Definition 1.3. *)
Theorem theorem_1_1_parity m k a b eta P : mechanism m k P -> 0 < a -> a < b -> b < 1 -> matrix_parity m k P eta ->
  (Rbar_le eta (Finite (b * (1 - a) / (a * (1 - b)))) <-> rho_privacy m k a b P).
Proof.
  intros HP Ha Hab Hb Heta. assert (D : 0 < a * (1 - b)) by (apply Rmult_lt_0_compat; lra).
  assert (E : 1 <= b * (1 - a) / (a * (1 - b))).
  { apply Rmult_le_reg_r with (a * (1 - b)); [assumption|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l; lra. }
  rewrite (parity_in_products m k _ eta P HP E Heta). split; [now apply theorem_1_1|]. intros [U _]. now apply theorem_1_1_necessary.
Qed.

Theorem theorem_1_2_parity m k beta eta P : mechanism m k P -> 1 < beta -> matrix_parity m k P eta ->
  (~ factor_breach m k beta P <-> Rbar_le eta (Finite beta)).
Proof. intros HP Hb Heta. rewrite (theorem_1_2 m k beta P HP Hb). symmetry. apply parity_in_products; [assumption | lra | assumption]. Qed.

(** Theorem 3.1 and Lemma 3.3 as they are printed: B(h) is the infimum (3.3) and eta the parity, each a number or infinite. *)
Definition infimum_of (h : R -> R) (b : Rbar) : Prop := (forall p, 0 < p < 1 -> Rbar_le b (term h p)) /\
  forall c : Rbar, (forall p, 0 < p < 1 -> Rbar_le c (term h p)) -> Rbar_le c b.
Theorem theorem_3_1_parity m k h b eta P : mechanism m k P -> (forall a, 0 <= a <= 1 -> a <= h a <= 1) -> infimum_of h b -> matrix_parity m k P eta ->
  (keeps_below m k h P <-> Rbar_le eta b).
Proof.
  intros HP Hh [Low Inf] Heta. rewrite (keeps_below_iff m k h P HP) by (intros p Hp; apply Hh; lra).
  assert (T : forall p, 0 < p < 1 -> h p < 1 -> (parity_at_most m k (odds_ratio h p) P <-> Rbar_le eta (term h p))).
  { intros p Hp L. pose proof (Hh p ltac:(lra)). assert (E : term h p = Finite (odds_ratio h p)).
    { unfold term, odds_ratio. destruct (Rlt_dec (h p) 1); [|contradiction]. f_equal. field. lra. }
    assert (O : odds_ratio h p = 1 + (h p - p) / (p * (1 - h p))) by (unfold odds_ratio; field; lra).
    assert (0 <= (h p - p) / (p * (1 - h p))) by (apply Rmult_le_pos; [lra | left; apply Rinv_0_lt_compat, Rmult_lt_0_compat; lra]).
    rewrite E. symmetry. apply parity_in_products; [assumption | lra | assumption]. }
  split.
  - intros K. apply Inf. intros p Hp. destruct (Rlt_dec (h p) 1) as [L|N]; [now apply T, K|]. unfold term. destruct (Rlt_dec (h p) 1); [contradiction|].
    destruct eta; exact I.
  - intros L p Hp Lt. apply T; try assumption. eapply Rbar_le_trans; [exact L | now apply Low].
Qed.

Theorem lemma_3_3_parity m k h b eta P : mechanism m k P -> (forall a, 0 <= a <= 1 -> a <= h a <= 1) -> infimum_of h b -> matrix_parity m k P eta ->
  (keeps_atoms_below m k h P <-> Rbar_le eta b).
Proof. intros HP Hh B Heta. rewrite <- (lemma_3_2 m k h P HP Hh). now apply theorem_3_1_parity. Qed.

(** After Definition 2.2: it covers Definitions 1.1 and 1.2. *)
Theorem covers_rho m k a b P : mechanism m k P -> 0 < a -> a < b -> b < 1 ->
  let hl := fun p => if Rlt_dec b p then a else 0 in
  let hu := fun p => if Rlt_dec p a then b else 1 in
  (forall p, 0 <= p <= 1 -> 0 <= hl p <= p /\ p <= hu p <= 1) /\ (rho_privacy m k a b P <-> sip m k hl hu P).
Proof.
  intros HP Ha Hab Hb hl hu. split; [intros x Hx; unfold hl, hu; destruct (Rlt_dec b x), (Rlt_dec x a); lra|].
  unfold rho_privacy, upward_breach, downward_breach, sip. split.
  - intros [U D] w Q i HW Hi T. pose proof (posterior_range m k w Q P i HP HW Hi T) as R_. unfold hl, hu. split.
    + destruct (Rlt_dec b (probability k w Q)) as [L|]; [|lra]. apply Rnot_lt_le. intros F. apply D. exists w, Q, i. auto.
    + destruct (Rlt_dec (probability k w Q) a) as [L|]; [|lra]. apply Rnot_lt_le. intros F. apply U. exists w, Q, i. auto.
  - intros K. split; intros [w [Q [i [HW [Hi [T [E F]]]]]]]; specialize (K w Q i HW Hi T); unfold hl, hu in K.
    + destruct (Rlt_dec (probability k w Q) a); lra.
    + destruct (Rlt_dec b (probability k w Q)); lra.
Qed.

Theorem covers_beta m k beta P : mechanism m k P -> 1 < beta ->
  let hl := fun p => p / beta in
  let hu := fun p => Rmin 1 (beta * p) in
  (forall p, 0 <= p <= 1 -> 0 <= hl p <= p /\ p <= hu p <= 1) /\ (~ factor_breach m k beta P <-> sip m k hl hu P).
Proof.
  intros HP Hb hl hu. assert (Inv : 0 < / beta <= 1) by (split; [apply Rinv_0_lt_compat; lra | rewrite <- Rinv_1; apply Rinv_le_contravar; lra]).
  assert (Adm : forall p, 0 <= p <= 1 -> 0 <= hl p <= p /\ p <= hu p <= 1).
  { intros p Hp. pose proof (Rmult_le_compat_l p _ _ ltac:(lra) (proj2 Inv)). pose proof (Rmult_le_pos p (/ beta) ltac:(lra) ltac:(lra)).
    pose proof (Rmult_le_compat_r p 1 beta ltac:(lra) ltac:(lra)). unfold hl, hu, Rmin, Rdiv. destruct (Rle_dec 1 (beta * p)); lra. }
  split; [assumption|]. unfold factor_breach, sip. split.
  - intros N w Q i HW Hi T. pose proof (posterior_range m k w Q P i HP HW Hi T) as R_. pose proof (probability_range k w Q HW) as Rp.
    destruct (Rle_lt_or_eq_dec 0 (probability k w Q) ltac:(lra)) as [L|Z].
    + assert (F : ~ (beta < posterior k w Q P i / probability k w Q \/ posterior k w Q P i / probability k w Q < 1 / beta)).
      { intros F. apply N. exists w, Q, i. auto. }
      set (q := posterior k w Q P i) in *. set (p := probability k w Q) in *. assert (Eq : q = q / p * p) by (field; lra). split.
      * unfold hl. apply Rnot_lt_le. intros G. apply F. right. apply Rmult_lt_reg_r with p; [assumption|]. rewrite <- Eq. unfold Rdiv in *. lra.
      * unfold hu. apply Rmin_glb; [lra|]. apply Rnot_lt_le. intros G. apply F. left. apply Rmult_lt_reg_r with p; [assumption|]. now rewrite <- Eq.
    + rewrite (nothing_stays m k w Q P i HP HW Hi) by now symmetry. pose proof (Adm 0 ltac:(lra)). rewrite <- Z. lra.
  - intros K [w [Q [i [HW [Hi [T [L F]]]]]]]. specialize (K w Q i HW Hi T). unfold hl, hu in K. pose proof (Rmin_r 1 (beta * probability k w Q)) as M.
    set (q := posterior k w Q P i) in *. set (p := probability k w Q) in *. assert (Eq : q = q / p * p) by (field; lra).
    destruct F as [F|F]; apply (Rmult_lt_compat_r p) in F; try assumption; rewrite <- Eq in F; unfold Rdiv in *; lra.
Qed.

(** Section 3, first paragraph: the first inequality of (2.2) at Q is an upper bound at its complement, and over all Q an upper bound. *)
Theorem lower_is_upper k hl w P i : prior k w -> 0 < sum k (fun j => w j * P i j) ->
  (forall Q, let R_ := fun j => negb (Q j) in hl (probability k w Q) <= posterior k w Q P i <-> posterior k w R_ P i <= 1 - hl (1 - probability k w R_)) /\
  ((forall Q, hl (probability k w Q) <= posterior k w Q P i) <-> forall Q, posterior k w Q P i <= 1 - hl (1 - probability k w Q)).
Proof.
  intros HW T. assert (One : forall Q, hl (probability k w Q) <= posterior k w Q P i <-> posterior k w (fun j => negb (Q j)) P i <= 1 - hl (1 - probability k w (fun j => negb (Q j)))).
  { intros Q. rewrite (probability_complement k w Q HW), (posterior_complement k w Q P i T).
    replace (1 - (1 - probability k w Q)) with (probability k w Q) by ring. lra. }
  split; [exact One|]. split; intros H Q.
  - specialize (H (fun j => negb (Q j))). rewrite (probability_complement k w Q HW) in H. rewrite (posterior_complement k w Q P i T). lra.
  - apply One. apply H.
Qed.

(** A downward breach is an upward one of the complement, with 1 - b and 1 - a, whose bound (1.6) is the same. *)
Theorem downward_is_upward m k a b P : 0 < a -> a < b -> b < 1 ->
  (downward_breach m k a b P <-> upward_breach m k (1 - b) (1 - a) P) /\ (1 - a) * (1 - (1 - b)) / ((1 - b) * (1 - (1 - a))) = b * (1 - a) / (a * (1 - b)).
Proof.
  intros Ha Hab Hb. split; [|field; lra]. unfold downward_breach, upward_breach.
  split; intros [w [Q [i [HW [Hi [T [E F]]]]]]]; exists w, (fun j => negb (Q j)), i; (split; [assumption|]; split; [assumption|]; split; [assumption|]);
    rewrite (probability_complement k w Q HW); pose proof (posterior_complement k w Q P i T); lra.
Qed.

(** After Definition 3.1: h-CSIP is the demand whose boundaries are h and 1 - h(1 - a), which are as in Definition 2.2. *)
Theorem csip_boundaries m k h P : mechanism m k P -> (forall a, 0 <= a <= 1 -> a <= h a <= 1) ->
  let low := fun a => 1 - h (1 - a) in
  (forall a, 0 <= a <= 1 -> 0 <= low a <= a /\ a <= h a <= 1) /\ (keeps_below m k h P <-> sip m k low h P).
Proof.
  intros HP Hh low. assert (Adm : forall a, 0 <= a <= 1 -> 0 <= low a <= a /\ a <= h a <= 1).
  { intros a Ha. pose proof (Hh a Ha). pose proof (Hh (1 - a) ltac:(lra)). unfold low. lra. }
  split; [assumption|]. rewrite (lemma_3_1 m k low h P HP Adm).
  assert (Same : forall p, star low h p = h p) by (intros p; unfold star, low; replace (1 - (1 - p)) with p by ring; rewrite Rmin_left; lra).
  unfold keeps_below. split; intros K w Q i HW Hi Hp T; specialize (K w Q i HW Hi Hp T); rewrite Same in *; assumption.
Qed.

(** The region of [h_l * h_u]-CSIP is that of (h_l, h_u)-SIP exactly where h_l(a) = 1 - h_u(1 - a). *)
Theorem regions_identical hl hu : (forall a, 0 <= a <= 1 -> 0 <= hl a <= a /\ a <= hu a <= 1) ->
  let h := star hl hu in
  (forall p q, region hl hu p q <-> region (fun a => 1 - h (1 - a)) h p q) <-> forall a, 0 <= a <= 1 -> hl a = 1 - hu (1 - a).
Proof.
  intros A h. unfold h, star, region. split.
  - intros Same a Ha. pose proof (A a Ha). pose proof (A (1 - a) ltac:(lra)). replace (1 - (1 - a)) with a in * by ring.
    apply Rle_antisym; apply Rnot_lt_le; intros L.
    + pose proof (proj2 (Same (1 - a) (hu (1 - a)))) as S. replace (1 - (1 - a)) with a in S by ring.
      rewrite (Rmin_right (hu (1 - a))) in S by lra. destruct S as [_ [_ S]]; [|lra]. split; [lra|]. split; [lra|]. right. lra.
    + pose proof (proj2 (Same a (hl a))) as S. replace (1 - (1 - a)) with a in S by ring.
      rewrite (Rmin_left (hu (1 - a))) in S by lra. destruct S as [_ [_ S]]; [|lra]. split; [lra|]. split; [lra|]. left. lra.
  - intros E p q. split; intros [Hp [Hq R_]]; (split; [assumption|]; split; [assumption|]);
      pose proof (E p Hp) as E1; pose proof (E (1 - p) ltac:(lra)) as E2; replace (1 - (1 - p)) with p in * by ring;
      rewrite (Rmin_left (hu p)) in * by lra; rewrite (Rmin_left (hu (1 - p))) in * by lra; lra.
Qed.

(** After (3.6): its left side is the Bayes factor, the probability of the response under X in Q over that under X not in Q; where the latter
    is 0, both divide a positive number by 0. *)
Theorem bayes_factor m k w Q P i : mechanism m k P -> prior k w -> (i < m)%nat -> 0 < sum k (fun j => w j * P i j) -> 0 < probability k w Q < 1 ->
  let R_ := fun j => negb (Q j) in
  let inside := joint k w Q P i / probability k w Q in
  let outside := joint k w R_ P i / probability k w R_ in
  (0 < outside -> posterior k w Q P i / (1 - posterior k w Q P i) * ((1 - probability k w Q) / probability k w Q) = inside / outside) /\
  (outside = 0 -> 0 < inside /\ posterior k w Q P i = 1) /\ 0 <= outside.
Proof.
  intros HP HW Hi T Hp R_ inside outside. pose proof (probability_complement k w Q HW) as C. fold R_ in C. pose proof (joint_split k w Q P i) as J. fold R_ in J.
  assert (Jo : 0 <= joint k w R_ P i) by (apply sum_nonneg; intros j Hj; destruct (R_ j); [apply Rmult_le_pos; [apply HW | apply HP] | ]; auto; lra).
  assert (Eo : joint k w R_ P i = outside * probability k w R_) by (unfold outside; field; lra). split; [|split].
  - intros O. apply ChaiNayakMerging.bayes_factor with m; try assumption. fold R_. rewrite Eo. apply Rmult_lt_0_compat; lra.
  - intros Z. rewrite Z in Eo. split; [apply Rdiv_lt_0_compat; lra|]. unfold posterior. rewrite J. replace (joint k w R_ P i) with 0 by lra. field. lra.
  - apply Rmult_le_reg_r with (probability k w R_); [lra|]. rewrite <- Eo. lra.
Qed.

(** Remark 2.1: a P that leaves the shares unchanged whatever the data are, were it only for data in which every category occurs, changes no
    answer. *)
Theorem invariant_pram k P : (forall w, prior k w -> (forall j, (j < k)%nat -> 0 < w j) -> forall i, (i < k)%nat -> sum k (fun j => P i j * w j) = w i) ->
  forall i l, (i < k)%nat -> (l < k)%nat -> P i l = if Nat.eqb i l then 1 else 0.
Proof.
  intros H i l Hi Hl. assert (K : 0 < INR k) by (apply lt_0_INR; lia). assert (V : 0 < / INR k) by now apply Rinv_0_lt_compat.
  assert (A : prior k (fun _ => / INR k)) by (split; [intros; lra | rewrite sum_const; field; lra]).
  set (w := fun j => / 2 * / INR k + (if Nat.eqb j l then / 2 else 0)). assert (W : forall j, 0 < w j) by (intros j; unfold w; destruct (Nat.eqb j l); lra).
  assert (B : prior k w) by (split; [intros; left; apply W | unfold w; rewrite sum_plus, sum_const, (sum_single k l (fun _ => / 2)) by assumption; field; lra]).
  pose proof (H _ A (fun _ _ => V) i Hi) as E1. pose proof (H w B (fun j _ => W j) i Hi) as E2.
  rewrite (sum_ext k _ (fun j => / 2 * (P i j * / INR k) + (if Nat.eqb j l then / 2 * P i j else 0))) in E2
    by (intros j _; unfold w; destruct (Nat.eqb j l); ring).
  rewrite sum_plus, sum_scal, (sum_single k l (fun j => / 2 * P i j)), E1 in E2 by assumption. unfold w in E2. destruct (Nat.eqb i l); lra.
Qed.

(** Before Definition 2.1: a response whose likelihoods differ by a factor of at most g moves no opinion by more than (g - 1)/(g + 1). *)
Theorem flat_likelihood m k g w Q P i : mechanism m k P -> prior k w -> (i < m)%nat -> 0 < sum k (fun j => w j * P i j) -> 1 <= g ->
  (forall j l, (j < k)%nat -> (l < k)%nat -> P i j <= g * P i l) -> Rabs (posterior k w Q P i - probability k w Q) <= (g - 1) / (g + 1).
Proof.
  intros HP HW Hi T Hg Flat. pose proof (probability_range k w Q HW) as Rp. pose proof (posterior_range m k w Q P i HP HW Hi T) as Rq.
  assert (Up : forall p q, 0 <= p <= 1 -> 0 <= q <= 1 -> q * (1 - p) <= g * (p * (1 - q)) -> q - p <= (g - 1) / (g + 1)).
  { intros p q Hp Hq H. assert (D : 0 < 1 + (g - 1) * p) by (pose proof (Rmult_le_pos (g - 1) p ltac:(lra) ltac:(lra)); lra).
    apply Rmult_le_reg_r with ((g + 1) * (1 + (g - 1) * p)); [apply Rmult_lt_0_compat; lra|].
    replace ((g - 1) / (g + 1) * ((g + 1) * (1 + (g - 1) * p))) with ((g - 1) * (1 + (g - 1) * p)) by (field; lra).
    assert (A : (g + 1) * (q * (1 + (g - 1) * p)) <= (g + 1) * (g * p)) by (apply Rmult_le_compat_l; lra).
    assert (B : 0 <= (g - 1) * (1 - 2 * p + (g + 1) * (p * p))).
    { apply Rmult_le_pos; [lra|]. pose proof (Rle_0_sqr (1 - p)). pose proof (Rle_0_sqr p). unfold Rsqr in *. pose proof (Rmult_le_pos g (p * p) ltac:(lra) ltac:(lra)). lra. }
    lra. }
  assert (Mid : forall S, posterior k w S P i * (1 - probability k w S) <= g * (probability k w S * (1 - posterior k w S P i))).
  { intros S. pose proof (averages k w S P i 1 g (proj1 HW) (fun j l Hj Hl _ => ltac:(rewrite Rmult_1_l; now apply Flat))) as A.
    rewrite (probability_complement k w S HW) in A. pose proof (posterior_complement k w S P i T) as C.
    assert (E1 : joint k w S P i = posterior k w S P i * sum k (fun j => w j * P i j)) by (unfold posterior; field; lra).
    assert (E2 : joint k w (fun j => negb (S j)) P i = (1 - posterior k w S P i) * sum k (fun j => w j * P i j)) by (rewrite C; unfold posterior; field; lra).
    rewrite E1, E2 in A. apply Rmult_le_reg_r with (sum k (fun j => w j * P i j)); [assumption|]. lra. }
  apply Rabs_le. pose proof (Up _ _ Rp Rq (Mid Q)) as U1. pose proof (Mid (fun j => negb (Q j))) as M2.
  rewrite (probability_complement k w Q HW) in M2. pose proof (posterior_complement k w Q P i T) as C.
  replace (posterior k w (fun j => negb (Q j)) P i) with (1 - posterior k w Q P i) in M2 by lra.
  pose proof (Up (1 - probability k w Q) (1 - posterior k w Q P i) ltac:(lra) ltac:(lra) M2). lra.
Qed.

(** Section 3, after Theorem 3.1: B(h) says what h demands: of two demands, the larger bound is met by all that meets the smaller; h-CSIP is
    h_gamma-CSIP at gamma = B(h); and the bound of h_gamma is gamma. *)
Theorem demand_is_bound h f g e : (forall a, 0 <= a <= 1 -> a <= h a <= 1) -> (forall a, 0 <= a <= 1 -> a <= f a <= 1) -> is_bound h g -> is_bound f e ->
  (g <= e -> forall m k P, mechanism m k P -> keeps_below m k h P -> keeps_below m k f P) /\
  (e < g -> exists P, mechanism 2 2 P /\ keeps_below 2 2 h P /\ ~ keeps_below 2 2 f P) /\
  (forall m k P, mechanism m k P -> (keeps_below m k h P <-> keeps_below m k (h_gamma g) P)) /\
  forall c, 1 <= c -> is_bound (h_gamma c) c.
Proof.
  intros Hh Hf B Bf. assert (One : 1 <= g /\ 1 <= e) by (split; [apply (bound_at_least_1 h g) | apply (bound_at_least_1 f e)]; auto; intros; [apply Hh | apply Hf]; lra).
  split; [|split; [|split]].
  - intros Le m k P HP. rewrite (theorem_3_1 m k h g P HP Hh B), (theorem_3_1 m k f e P HP Hf Bf). intros G i j l Hi Hj Hl N.
    specialize (G i j l Hi Hj Hl N). pose proof (Rmult_le_compat_r (P i l) _ _ (proj1 HP i l Hi Hl) Le). lra.
  - intros Lt. destruct (gamma_diagonal_parity 2 2 g ltac:(lia) ltac:(lia) ltac:(lra)) as [HP [_ Eq]]. exists (gamma_diagonal 2 g).
    rewrite (theorem_3_1 2 2 h g _ HP Hh B), (theorem_3_1 2 2 f e _ HP Hf Bf).
    rewrite <- (parity_in_products 2 2 g _ _ HP ltac:(lra) Eq), <- (parity_in_products 2 2 e _ _ HP ltac:(lra) Eq). simpl. split; [assumption|]. lra.
  - intros m k P HP. destruct (h_gamma_bound g ltac:(lra)) as [A [B_ _]]. rewrite (theorem_3_1 m k h g P HP Hh B). symmetry. now apply keeps_below_iff_parity.
  - intros c Hc. apply (h_gamma_bound c Hc).
Qed.
