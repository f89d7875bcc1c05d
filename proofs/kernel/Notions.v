(** That a bound of the parity is what the literature's notions ask, over all priors and events: SPEC section 3. *)

From Coq Require Import Reals Lra Lia Arith.
From Rropt Require Import Sums Mechanisms Breach ChaiNayak.
Open Scope R_scope.

(** rho1-to-rho2 privacy: no event comes from a at most to above b, and none from b at least to below a. *)
Definition keeps_between (m k : nat) (a b : R) (P : nat -> nat -> R) : Prop :=
  forall w Q i, prior k w -> (i < m)%nat -> 0 < sum k (fun j => w j * P i j) ->
  (probability k w Q <= a -> posterior k w Q P i <= b) /\ (b <= probability k w Q -> a <= posterior k w Q P i).

(** No event becomes more than beta times as probable, and none less than 1/beta times. *)
Definition keeps_factor (m k : nat) (beta : R) (P : nat -> nat -> R) : Prop :=
  forall w Q i, prior k w -> (i < m)%nat -> 0 < sum k (fun j => w j * P i j) ->
  posterior k w Q P i <= beta * probability k w Q /\ probability k w Q <= beta * posterior k w Q P i.

(** Bayes factors: no event's odds grow by more than g. *)
Definition keeps_odds (m k : nat) (g : R) (P : nat -> nat -> R) : Prop :=
  forall w Q i, prior k w -> (i < m)%nat -> 0 < sum k (fun j => w j * P i j) -> 0 < probability k w Q < 1 ->
  posterior k w Q P i * (1 - probability k w Q) <= g * (probability k w Q * (1 - posterior k w Q P i)).

Lemma up_step m k a b P : mechanism m k P -> 0 < a -> a < b -> b < 1 ->
  (keeps_below m k (fun p => if Rle_dec p a then b else 1) P <-> parity_at_most m k (b * (1 - a) / (a * (1 - b))) P).
Proof.
  intros HP Ha Hab Hb. apply keeps_below_iff_parity; [assumption | intros p Hp; destruct (Rle_dec p a); lra|]. split.
  - intros p Hp. unfold odds_ratio. destruct (Rle_dec p a) as [L|L]; [intros _|lra].
    apply Rmult_le_reg_r with (a * p * (1 - b)); [repeat apply Rmult_lt_0_compat; lra|].
    replace (b * (1 - a) / (a * (1 - b)) * (a * p * (1 - b))) with (b * (1 - a) * p) by (field; lra).
    replace ((1 - p) * b / (p * (1 - b)) * (a * p * (1 - b))) with (b * (1 - p) * a) by (field; lra).
    pose proof (Rmult_le_compat_l b p a ltac:(lra) L). lra.
  - intros e He. exists a. unfold odds_ratio. destruct (Rle_dec a a); [|lra]. split; [lra | split; [lra|]].
    replace ((1 - a) * b / (a * (1 - b))) with (b * (1 - a) / (a * (1 - b))) by (field; lra). lra.
Qed.

Lemma posterior_range m k w Q P i : mechanism m k P -> prior k w -> (i < m)%nat -> 0 < sum k (fun j => w j * P i j) -> 0 <= posterior k w Q P i <= 1.
Proof.
  intros [HP _] [Hw _] Hi Ht.
  assert (N : forall Q, 0 <= posterior k w Q P i).
  { intros R. unfold posterior. apply Rmult_le_pos; [|left; now apply Rinv_0_lt_compat]. apply sum_nonneg. intros j Hj.
    destruct (R j); [apply Rmult_le_pos; auto | lra]. }
  pose proof (posterior_complement k w Q P i Ht). pose proof (N Q). pose proof (N (fun j => negb (Q j))). lra.
Qed.

Lemma nothing_stays m k w Q P i : mechanism m k P -> prior k w -> (i < m)%nat -> probability k w Q = 0 -> posterior k w Q P i = 0.
Proof.
  intros [HP _] [Hw _] Hi Z. unfold posterior. replace (joint k w Q P i) with 0; [unfold Rdiv; ring|]. symmetry.
  unfold joint. rewrite (sum_ext k _ (fun _ => 0)); [apply sum_zero|]. intros j Hj.
  assert (E : (if Q j then w j else 0) = 0).
  { apply (sum_zero_terms k (fun l => if Q l then w l else 0)); [|exact Z | assumption].
    intros l Hl. destruct (Q l); [now apply Hw | lra]. }
  destruct (Q j); [rewrite E; ring | reflexivity].
Qed.

Theorem rho_is_parity m k a b P : mechanism m k P -> 0 < a -> a < b -> b < 1 ->
  (keeps_between m k a b P <-> parity_at_most m k (b * (1 - a) / (a * (1 - b))) P).
Proof.
  intros HP Ha Hab Hb. split.
  - intros K. apply up_step; auto. intros w Q i Hw Hi Hp Ht. destruct (Rle_dec (probability k w Q) a) as [L|L].
    + now apply (K w Q i).
    + apply (posterior_range m k w Q P i HP Hw Hi Ht).
  - intros Par.
    assert (Up : forall a b, 0 < a -> a < b -> b < 1 -> parity_at_most m k (b * (1 - a) / (a * (1 - b))) P ->
      forall w Q i, prior k w -> (i < m)%nat -> 0 < sum k (fun j => w j * P i j) -> probability k w Q <= a -> posterior k w Q P i <= b).
    { intros x y Hx Hxy Hy Pxy w Q i Hw Hi Ht L. destruct (Req_dec (probability k w Q) 0) as [Z|N].
      - rewrite (nothing_stays m) by assumption. lra.
      - pose proof (probability_range k w Q Hw). pose proof (proj2 (up_step m k x y P HP Hx Hxy Hy) Pxy w Q i Hw Hi ltac:(lra) Ht) as B.
        cbv beta in B. destruct (Rle_dec (probability k w Q) x); [assumption | contradiction]. }
    intros w Q i Hw Hi Ht. split; [now apply (Up a b)|]. intros L.
    pose proof (probability_complement k w Q Hw) as C. pose proof (posterior_complement k w Q P i Ht).
    pose proof (Up (1 - b) (1 - a) ltac:(lra) ltac:(lra) ltac:(lra)) as U.
    replace ((1 - a) * (1 - (1 - b)) / ((1 - b) * (1 - (1 - a)))) with (b * (1 - a) / (a * (1 - b))) in U by (field; lra).
    specialize (U Par w (fun j => negb (Q j)) i Hw Hi Ht ltac:(lra)). lra.
Qed.

Theorem odds_is_parity m k g P : mechanism m k P -> 1 <= g -> (keeps_odds m k g P <-> parity_at_most m k g P).
Proof.
  intros HP Hg. set (h := fun p => g * p / (1 + (g - 1) * p)).
  assert (D : forall p, 0 < p < 1 -> 0 < 1 + (g - 1) * p) by (intros p Hp; pose proof (Rmult_le_pos (g - 1) p ltac:(lra) ltac:(lra)); lra).
  assert (One : forall p, 0 < p < 1 -> 1 - h p = (1 - p) / (1 + (g - 1) * p)) by (intros p Hp; specialize (D p Hp); unfold h; field; lra).
  assert (Hh : forall p, 0 < p < 1 -> p <= h p <= 1).
  { intros p Hp. specialize (D p Hp). specialize (One p Hp). assert (0 <= (1 - p) / (1 + (g - 1) * p)) by (apply Rmult_le_pos; [lra | left; now apply Rinv_0_lt_compat]).
    split; [|lra]. replace (h p) with (p + (g - 1) * p * (1 - p) / (1 + (g - 1) * p)) by (unfold h; field; lra).
    assert (0 <= (g - 1) * p * (1 - p) / (1 + (g - 1) * p)); [|lra].
    apply Rmult_le_pos; [repeat apply Rmult_le_pos; lra | left; now apply Rinv_0_lt_compat]. }
  assert (Ratio : forall p, 0 < p < 1 -> odds_ratio h p = g).
  { intros p Hp. unfold odds_ratio. rewrite One by assumption. specialize (D p Hp). unfold h. field. repeat split; lra. }
  rewrite <- (keeps_below_iff_parity m k h g P HP Hh).
  - assert (Same : forall p q, 0 < p < 1 -> (q * (1 - p) <= g * (p * (1 - q)) <-> q <= h p)).
    { intros p q Hp. specialize (D p Hp). assert (E : q * (1 + (g - 1) * p) <= g * p <-> q <= h p).
      { unfold h. split; intros L.
        - apply Rmult_le_reg_r with (1 + (g - 1) * p); [assumption|]. replace (g * p / (1 + (g - 1) * p) * (1 + (g - 1) * p)) with (g * p) by (field; lra). assumption.
        - apply (Rmult_le_compat_r (1 + (g - 1) * p)) in L; [|lra]. replace (g * p / (1 + (g - 1) * p) * (1 + (g - 1) * p)) with (g * p) in L by (field; lra). assumption. }
      rewrite <- E. split; intros; lra. }
    split; intros K w Q i Hw Hi A B; [apply Same, K | apply Same, K]; assumption.
  - split; [intros p Hp _; rewrite Ratio by assumption; lra|]. intros e He. exists (1 / 2).
    assert (H : 0 < 1 / 2 < 1) by lra. rewrite Ratio by assumption. repeat split; try lra.
    pose proof (One (1 / 2) H). assert (0 < (1 - 1 / 2) / (1 + (g - 1) * (1 / 2))) by (apply Rdiv_lt_0_compat; [lra | now apply D]). lra.
Qed.

Theorem beta_is_parity m k beta P : mechanism m k P -> 1 <= beta -> (keeps_factor m k beta P <-> parity_at_most m k beta P).
Proof.
  intros HP Hb. split.
  - intros K. apply (keeps_below_iff_parity m k (fun p => Rmin 1 (beta * p))); [assumption| | |].
    + intros p Hp. pose proof (Rmult_le_compat_r p 1 beta ltac:(lra) Hb). unfold Rmin. destruct (Rle_dec 1 (beta * p)); lra.
    + split.
      * intros p Hp. unfold odds_ratio, Rmin. destruct (Rle_dec 1 (beta * p)) as [L|L]; [lra|]. intros _.
        replace ((1 - p) * (beta * p) / (p * (1 - beta * p))) with (beta + beta * ((beta - 1) * p) / (1 - beta * p)) by (field; lra).
        assert (0 <= beta * ((beta - 1) * p) / (1 - beta * p)); [|lra].
        apply Rmult_le_pos; [repeat apply Rmult_le_pos; lra | left; apply Rinv_0_lt_compat; lra].
      * intros e He. set (p := Rmin (/ (2 * beta)) (e / (4 * beta * beta))).
        assert (Q : 0 < 4 * beta * beta) by (repeat apply Rmult_lt_0_compat; lra).
        assert (P0 : 0 < p) by (unfold p; apply Rmin_glb_lt; [apply Rinv_0_lt_compat; lra | now apply Rdiv_lt_0_compat]).
        assert (P1 : beta * p <= 1 / 2).
        { pose proof (Rmult_le_compat_l beta _ _ ltac:(lra) (Rmin_l (/ (2 * beta)) (e / (4 * beta * beta)))) as M. fold p in M.
          replace (beta * / (2 * beta)) with (1 / 2) in M by (field; lra). exact M. }
        assert (P2 : 4 * beta * beta * p <= e).
        { pose proof (Rmult_le_compat_l (4 * beta * beta) _ _ ltac:(lra) (Rmin_r (/ (2 * beta)) (e / (4 * beta * beta)))) as M. fold p in M.
          replace (4 * beta * beta * (e / (4 * beta * beta))) with e in M by (field; lra). exact M. }
        assert (P3 : p <= beta * p) by (pose proof (Rmult_le_compat_r p 1 beta ltac:(lra) Hb); lra).
        exists p. unfold odds_ratio, Rmin. destruct (Rle_dec 1 (beta * p)) as [L|L]; [lra|]. split; [lra | split; [lra|]].
        replace ((1 - p) * (beta * p) / (p * (1 - beta * p))) with (beta + beta * ((beta - 1) * p) / (1 - beta * p)) by (field; lra).
        apply Rplus_lt_compat_l. apply Rmult_lt_reg_r with (1 - beta * p); [lra|].
        replace (beta * ((beta - 1) * p) / (1 - beta * p) * (1 - beta * p)) with (beta * ((beta - 1) * p)) by (field; lra).
        pose proof (Rmult_le_compat_l e (1 / 2) (1 - beta * p) ltac:(lra) ltac:(lra)).
        pose proof (Rmult_lt_0_compat (beta * p) beta ltac:(lra) ltac:(lra)). lra.
    + intros w Q i Hw Hi Hp Ht. destruct (K w Q i Hw Hi Ht) as [U _]. apply Rmin_glb; [apply (posterior_range m k w Q P i HP Hw Hi Ht) | assumption].
  - intros Par w Q i Hw Hi Ht. pose proof (posterior_range m k w Q P i HP Hw Hi Ht) as R. pose proof (probability_range k w Q Hw) as S.
    pose proof (probability_complement k w Q Hw) as C. pose proof (posterior_complement k w Q P i Ht) as C'.
    destruct (Req_dec (probability k w Q) 0) as [Z|N0].
    + rewrite (nothing_stays m), Z by assumption. split; lra.
    + destruct (Req_dec (probability k w Q) 1) as [O|N1].
      * rewrite (nothing_stays m k w (fun j => negb (Q j))) in C' by (try assumption; lra). rewrite C', O. split; lra.
      * pose proof (proj2 (odds_is_parity m k beta P HP Hb) Par) as K.
        pose proof (K w Q i Hw Hi Ht ltac:(lra)) as A. pose proof (K w (fun j => negb (Q j)) i Hw Hi Ht ltac:(lra)) as B.
        rewrite C in B. replace (posterior k w (fun j => negb (Q j)) P i) with (1 - posterior k w Q P i) in B by lra.
        set (q := posterior k w Q P i) in *. set (p := probability k w Q) in *.
        assert (X : 0 <= (beta - 1) * (p * q)) by (apply Rmult_le_pos; [lra | apply Rmult_le_pos; lra]). split; lra.
Qed.
