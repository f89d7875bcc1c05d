(** The determinant of the covariance of the estimated shares, and the largest variance of a contrast: SPEC sections 5.4 and 9.8. *)

From Coq Require Import Reals Lra Lia Arith.
From Rropt Require Import Sums Mechanisms Prices Functions Estimates.
Open Scope R_scope.

(** * The determinant of a symmetric matrix with positive pivots, by elimination from the last row on (Schur). *)
Definition eliminated (k : nat) (M : nat -> nat -> R) (i j : nat) : R := M i j - M i k * M k j / M k k.

Fixpoint determinant (k : nat) (M : nat -> nat -> R) : R :=
  match k with O => 1 | S k' => M k' k' * determinant k' (eliminated k' M) end.

Definition quadratic (k : nat) (M : nat -> nat -> R) (z : nat -> R) : R := sum k (fun i => sum k (fun j => z i * M i j * z j)).
Definition symmetric (k : nat) (M : nat -> nat -> R) : Prop := forall i j, (i < k)%nat -> (j < k)%nat -> M i j = M j i.
Definition definite (k : nat) (M : nat -> nat -> R) : Prop :=
  forall z, (exists j, (j < k)%nat /\ z j <> 0) -> 0 < quadratic k M z.

Fixpoint product (n : nat) (f : nat -> R) : R := match n with O => 1 | S n' => product n' f * f n' end.

Lemma quadratic_ext k M z z' : (forall j, (j < k)%nat -> z j = z' j) -> quadratic k M z = quadratic k M z'.
Proof. intros H. apply sum_ext. intros i Hi. apply sum_ext. intros j Hj. now rewrite !H. Qed.

(** Completing the square with the last coordinate. *)
Lemma quadratic_step k M z : symmetric (S k) M -> M k k <> 0 ->
  quadratic (S k) M z = quadratic k (eliminated k M) z +
    M k k * ((z k + sum k (fun j => M k j * z j) / M k k) * (z k + sum k (fun j => M k j * z j) / M k k)).
Proof.
  intros Sym N. set (b := sum k (fun j => M k j * z j)).
  assert (E1 : quadratic (S k) M z = quadratic k M z + 2 * (z k * b) + z k * z k * M k k).
  { unfold quadratic. cbn [sum]. rewrite sum_plus.
    assert (A : sum k (fun i => z i * M i k * z k) = z k * b).
    { unfold b. rewrite <- sum_scal. apply sum_ext. intros i Hi. rewrite (Sym i k) by lia. ring. }
    assert (B : sum k (fun j => z k * M k j * z j) = z k * b).
    { unfold b. rewrite <- sum_scal. apply sum_ext. intros. ring. }
    rewrite A, B. ring. }
  assert (E2 : quadratic k (eliminated k M) z = quadratic k M z - b * b / M k k).
  { unfold Rdiv. rewrite (Rmult_assoc b b). unfold b at 2. rewrite <- sum_scal_r. unfold b. rewrite sum_mult.
    unfold quadratic. rewrite <- sum_minus. apply sum_ext. intros i Hi. rewrite <- sum_minus. apply sum_ext. intros j Hj.
    unfold eliminated. rewrite (Sym i k) by lia. field. assumption. }
  rewrite E1, E2. field. assumption.
Qed.

Lemma last_pivot k M : definite (S k) M -> 0 < M k k.
Proof.
  intros D. assert (Q : quadratic (S k) M (fun j => if Nat.eqb j k then 1 else 0) = M k k).
  { unfold quadratic. rewrite (sum_ext (S k) _ (fun i => if Nat.eqb i k then M i k else 0)).
    - rewrite (sum_single (S k) k (fun i => M i k)) by lia. reflexivity.
    - intros i Hi. rewrite (sum_ext (S k) _ (fun j => if Nat.eqb j k then (if Nat.eqb i k then 1 else 0) * M i j else 0)).
      + rewrite (sum_single (S k) k (fun j => (if Nat.eqb i k then 1 else 0) * M i j)) by lia. destruct (Nat.eqb i k); ring.
      + intros j Hj. destruct (Nat.eqb j k); ring. }
  rewrite <- Q. apply D. exists k. split; [lia|]. rewrite Nat.eqb_refl. lra.
Qed.

Lemma eliminated_symmetric k M : symmetric (S k) M -> symmetric k (eliminated k M).
Proof.
  intros S i j Hi Hj. unfold eliminated. rewrite (S i j), (S i k), (S k j) by lia. unfold Rdiv. ring.
Qed.

(** The last coordinate that makes the square 0. *)
Definition completed (k : nat) (M : nat -> nat -> R) (z : nat -> R) (j : nat) : R :=
  if Nat.eqb j k then - (sum k (fun j => M k j * z j) / M k k) else z j.

Lemma completed_value k M z : symmetric (S k) M -> M k k <> 0 -> quadratic (S k) M (completed k M z) = quadratic k (eliminated k M) z.
Proof.
  intros Sym N. rewrite quadratic_step by assumption.
  assert (Low : forall j, (j < k)%nat -> completed k M z j = z j) by (intros j Hj; unfold completed; destruct (Nat.eqb_spec j k); [lia | reflexivity]).
  rewrite (quadratic_ext k _ (completed k M z) z) by assumption.
  rewrite (sum_ext k (fun j => M k j * completed k M z j) (fun j => M k j * z j)) by (intros j Hj; now rewrite Low).
  unfold completed. rewrite Nat.eqb_refl. ring.
Qed.

Lemma eliminated_definite k M : symmetric (S k) M -> definite (S k) M -> definite k (eliminated k M).
Proof.
  intros Sym D z [j [Hj N]]. pose proof (last_pivot k M D). rewrite <- completed_value by (assumption || lra).
  apply D. exists j. split; [lia|]. unfold completed. destruct (Nat.eqb_spec j k); [lia | assumption].
Qed.

Lemma determinant_positive k : forall M, symmetric k M -> definite k M -> 0 < determinant k M.
Proof.
  induction k as [|k IH]; intros M S D; simpl; [lra|].
  apply Rmult_lt_0_compat; [now apply last_pivot|]. apply IH; [now apply eliminated_symmetric | now apply eliminated_definite].
Qed.

(** Rows x_0, x_1, ... of an upper triangular matrix with a diagonal of ones. *)
Definition unit_upper (k : nat) (X : nat -> nat -> R) : Prop :=
  forall i j, (i < k)%nat -> (j <= i)%nat -> X i j = if Nat.eqb j i then 1 else 0.

Lemma product_le n f g : (forall i, (i < n)%nat -> 0 <= f i <= g i) -> 0 <= product n f <= product n g.
Proof.
  induction n as [|n IH]; intros H; simpl; [lra|]. destruct (IH ltac:(intros; apply H; lia)) as [A B].
  destruct (H n ltac:(lia)). split; [now apply Rmult_le_pos | now apply Rmult_le_compat].
Qed.

Lemma product_ext n f g : (forall i, (i < n)%nat -> f i = g i) -> product n f = product n g.
Proof. induction n as [|n IH]; intros H; simpl; [reflexivity|]. rewrite IH by (intros; apply H; lia). now rewrite H by lia. Qed.

Lemma product_positive n f : (forall i, (i < n)%nat -> 0 < f i) -> 0 < product n f.
Proof. induction n as [|n IH]; intros H; simpl; [lra|]. apply Rmult_lt_0_compat; [apply IH; intros; apply H; lia | apply H; lia]. Qed.

(** Hadamard: det M = det X M X^T is at most the product of the diagonal of X M X^T. *)
Theorem hadamard k : forall M X, symmetric k M -> definite k M -> unit_upper k X ->
  determinant k M <= product k (fun i => quadratic k M (X i)).
Proof.
  induction k as [|k IH]; intros M X Sym D HX; simpl; [lra|].
  pose proof (last_pivot k M D) as C. pose proof (eliminated_symmetric k M Sym) as Sym'. pose proof (eliminated_definite k M Sym D) as D'.
  assert (HX' : unit_upper k X) by (intros i j Hi Hj; apply HX; lia).
  pose proof (IH _ X Sym' D' HX') as H.
  assert (Last : quadratic (S k) M (X k) = M k k).
  { rewrite quadratic_step by (assumption || lra).
    assert (Z : forall j, (j < k)%nat -> X k j = 0) by (intros j Hj; rewrite HX by lia; destruct (Nat.eqb_spec j k); [lia | reflexivity]).
    rewrite (quadratic_ext k _ (X k) (fun _ => 0)) by assumption.
    rewrite (sum_ext k (fun j => M k j * X k j) (fun _ => 0)), sum_zero by (intros j Hj; rewrite Z by assumption; ring).
    unfold quadratic at 1. rewrite (sum_ext k _ (fun _ => 0)), sum_zero by (intros; rewrite (sum_ext k _ (fun _ => 0)), sum_zero by (intros; ring); reflexivity).
    rewrite (HX k k) by lia. rewrite Nat.eqb_refl. field. lra. }
  rewrite Last, Rmult_comm. apply Rmult_le_compat_r; [lra|]. eapply Rle_trans; [exact H|]. apply product_le. intros i Hi. split.
  - left. apply D'. exists i. split; [assumption|]. rewrite HX' by lia. rewrite Nat.eqb_refl. lra.
  - rewrite (quadratic_step k M) by (assumption || lra).
    set (s := X i k + sum k (fun j => M k j * X i j) / M k k).
    pose proof (Rmult_le_pos (M k k) (s * s) ltac:(lra) (Rsqr_nonneg s)). lra.
Qed.

(** And some such X attains it. *)
Theorem hadamard_attained k : forall M, symmetric k M -> definite k M ->
  exists X, unit_upper k X /\ determinant k M = product k (fun i => quadratic k M (X i)).
Proof.
  induction k as [|k IH]; intros M Sym D; [exists unit; split; [intros i j Hi; lia | reflexivity]|].
  pose proof (last_pivot k M D) as C.
  destruct (IH _ (eliminated_symmetric k M Sym) (eliminated_definite k M Sym D)) as [X [HX E]].
  set (Y := fun i => if Nat.eqb i k then (fun j => if Nat.eqb j k then 1 else 0) else completed k M (X i)).
  assert (HY : unit_upper (S k) Y).
  { intros i j Hi Hj. unfold Y. destruct (Nat.eqb_spec i k) as [->|N].
    - destruct (Nat.eqb_spec j k); [reflexivity | reflexivity].
    - unfold completed. destruct (Nat.eqb_spec j k); [lia|]. apply HX; lia. }
  exists Y. split; [assumption|]. simpl. rewrite E, Rmult_comm. f_equal.
  - apply product_ext. intros i Hi. unfold Y. destruct (Nat.eqb_spec i k); [lia|]. symmetry. apply completed_value; [assumption | lra].
  - unfold Y. rewrite Nat.eqb_refl. unfold quadratic. rewrite (sum_ext (S k) _ (fun i => if Nat.eqb i k then M i k else 0)).
    + rewrite (sum_single (S k) k (fun i => M i k)) by lia. reflexivity.
    + intros i Hi. rewrite (sum_ext (S k) _ (fun j => if Nat.eqb j k then (if Nat.eqb i k then 1 else 0) * M i j else 0)).
      * rewrite (sum_single (S k) k (fun j => (if Nat.eqb i k then 1 else 0) * M i j)) by lia. destruct (Nat.eqb i k); ring.
      * intros j Hj. destruct (Nat.eqb j k); ring.
Qed.

(** * Weighted arithmetic and geometric means, in logarithms. *)
Lemma ln_product n f : (forall i, (i < n)%nat -> 0 < f i) -> ln (product n f) = sum n (fun i => ln (f i)).
Proof.
  induction n as [|n IH]; intros H; simpl; [apply ln_1|].
  rewrite ln_mult by (try apply product_positive; intros; apply H; lia). rewrite IH by (intros; apply H; lia). reflexivity.
Qed.

Lemma ln_rpower x w : ln (Rpower x w) = w * ln x.
Proof. unfold Rpower. apply ln_exp. Qed.

Lemma ln_monotone x y : 0 < x -> x <= y -> ln x <= ln y.
Proof. intros Hx [L|E]; [left; now apply ln_increasing | rewrite E; lra]. Qed.

(** Sum_a w_a Sum_i log v_ai <= k log (B/k) where the weights sum to 1 and B = Sum_a w_a Sum_i v_ai. *)
Lemma means A k w (v : nat -> nat -> R) Y : (0 < k)%nat -> 0 < Y ->
  (forall a, (a < A)%nat -> 0 <= w a) -> sum A w = 1 -> (forall a i, (a < A)%nat -> (i < k)%nat -> 0 < v a i) ->
  sum A (fun a => w a * sum k (v a)) <= Y ->
  sum A (fun a => w a * sum k (fun i => ln (v a i))) <= INR k * ln (Y / INR k).
Proof.
  intros Hk HY Hw H1 Hv HB. pose proof (lt_0_INR k ltac:(lia)) as K. set (c := Y / INR k).
  assert (C : 0 < c) by (now apply Rdiv_lt_0_compat).
  assert (One : forall x, 0 < x -> ln x <= ln c + (x / c - 1)).
  { intros x Hx. pose proof (ln_below (x / c) ltac:(now apply Rdiv_lt_0_compat)) as L. rewrite ln_over in L by assumption. lra. }
  apply Rle_trans with (sum A (fun a => w a * (INR k * (ln c - 1) + sum k (v a) / c))).
  - apply sum_le. intros a Ha. apply Rmult_le_compat_l; [auto|].
    apply Rle_trans with (sum k (fun i => ln c - 1 + / c * v a i)).
    + apply sum_le. intros i Hi. pose proof (One (v a i) (Hv a i Ha Hi)). unfold Rdiv in *. lra.
    + rewrite sum_plus, sum_const, sum_scal. unfold Rdiv. lra.
  - rewrite (sum_ext A _ (fun a => (INR k * (ln c - 1)) * w a + / c * (w a * sum k (v a)))) by (intros; unfold Rdiv; ring).
    rewrite sum_plus, !sum_scal, H1.
    pose proof (Rmult_le_compat_l (/ c) _ _ ltac:(left; now apply Rinv_0_lt_compat) HB) as B.
    replace (/ c * Y) with (INR k) in B by (unfold c; field; lra). lra.
Qed.

(** X M X^T for the information matrix, in words of the rows. *)
Lemma quadratic_of_rows m k pi P z :
  quadratic k (information_matrix m k pi P) z = sum m (fun i => dot k z (P i) * dot k z (P i) / dot k (P i) pi).
Proof.
  unfold quadratic, information_matrix. symmetry.
  rewrite (sum_ext m _ (fun i => sum k (fun p => sum k (fun q => z p * (P i p * P i q / dot k (P i) pi) * z q)))).
  - rewrite sum_swap. apply sum_ext. intros p Hp. rewrite sum_swap. apply sum_ext. intros q Hq. rewrite sum_scal_r, sum_scal. reflexivity.
  - intros i Hi. unfold dot at 1 2. rewrite sum_mult. unfold Rdiv. rewrite <- sum_scal_r.
    apply sum_ext. intros p Hp. rewrite <- sum_scal_r. apply sum_ext. intros. ring.
Qed.

Lemma information_symmetric m k pi P : symmetric k (information_matrix m k pi P).
Proof. intros i j _ _. unfold information_matrix. apply sum_ext. intros. unfold Rdiv. ring. Qed.

(** The rule of the determinant, for the geometric mean over A places with weights w (A = 1, w = 1: one place): LEAST, in powers.
    1/det M is the determinant of n times the asymptotic covariance of all estimated shares but one. *)
Theorem determinant_bound m k A w pi (X : nat -> nat -> nat -> R) d Y P :
  (0 < k)%nat -> (forall a, (a < A)%nat -> 0 <= w a) -> sum A w = 1 ->
  (forall a j, (a < A)%nat -> (j < k)%nat -> 0 < pi a j) -> (forall a i, (a < A)%nat -> (i < k)%nat -> 0 < d a i) ->
  (forall a, (a < A)%nat -> unit_upper k (X a)) ->
  mechanism m k P -> (forall a, (a < A)%nat -> definite k (information_matrix m k (pi a) P)) ->
  sum m (fun i => forms A k k w X d pi (P i)) <= Y ->
  product A (fun a => Rpower (product k (d a)) (w a)) * (INR k / Y) ^ k <=
  product A (fun a => Rpower (/ determinant k (information_matrix m k (pi a) P)) (w a)).
Proof.
  intros Hk Hw H1 Hpi Hd HX HP Def B. pose proof (lt_0_INR k ltac:(lia)) as K.
  unfold forms in B. rewrite sum_swap in B.
  set (M := fun a => information_matrix m k (pi a) P) in *.
  assert (Def' : forall a, (a < A)%nat -> definite k (M a)) by exact Def. clear Def.
  set (v := fun a i => d a i * quadratic k (M a) (X a i)).
  assert (Sym : forall a, symmetric k (M a)) by (intros; apply information_symmetric).
  assert (Q : forall a i, (a < A)%nat -> (i < k)%nat -> 0 < quadratic k (M a) (X a i)).
  { intros a i Ha Hi. apply Def'; [assumption|]. exists i. split; [assumption|]. rewrite (HX a Ha i i Hi) by lia. rewrite Nat.eqb_refl. lra. }
  assert (V : forall a i, (a < A)%nat -> (i < k)%nat -> 0 < v a i) by (intros; apply Rmult_lt_0_compat; auto).
  assert (Total : sum A (fun a => w a * sum k (v a)) <= Y).
  { eapply Rle_trans; [|exact B]. right. apply sum_ext. intros a Ha. rewrite sum_scal. f_equal. unfold v, form, M.
    rewrite (sum_ext k _ (fun c => sum m (fun i => d a c * (dot k (X a c) (P i) * dot k (X a c) (P i)) / dot k (P i) (pi a)))).
    - rewrite sum_swap. apply sum_ext. intros i _. unfold Rdiv. now rewrite sum_scal_r.
    - intros c Hc. rewrite quadratic_of_rows, <- sum_scal. apply sum_ext. intros. unfold Rdiv. ring. }
  assert (S : forall a, (a < A)%nat -> 0 < sum k (v a)).
  { intros a Ha. apply Rlt_le_trans with (v a 0%nat); [apply V; lia|].
    apply (sum_term k (v a)); [intros; left; now apply V | lia]. }
  assert (HY : 0 < Y).
  { destruct (Rlt_le_dec 0 (Y)) as [|N]; [assumption|]. exfalso.
    assert (Nn : forall a, (a < A)%nat -> 0 <= w a * sum k (v a)) by (intros a Ha; apply Rmult_le_pos; [auto | left; auto]).
    assert (Z : sum A (fun a => w a * sum k (v a)) = 0) by (pose proof (sum_nonneg A _ Nn); lra).
    assert (sum A w = 0); [|lra]. rewrite (sum_ext A _ (fun _ => 0)); [apply sum_zero|]. intros a Ha.
    pose proof (sum_zero_terms A _ Nn Z a Ha) as E. apply Rmult_integral in E. specialize (S a Ha). destruct E; lra. }
  pose proof (means A k w v (Y) Hk HY Hw H1 V Total) as G.
  assert (Det : forall a, (a < A)%nat -> ln (determinant k (M a)) <= sum k (fun i => ln (v a i)) - ln (product k (d a))).
  { intros a Ha. rewrite (ln_product k (d a)), <- sum_minus by auto.
    apply Rle_trans with (ln (product k (fun i => quadratic k (M a) (X a i)))).
    - apply ln_monotone; [apply determinant_positive; auto|]. apply (hadamard k (M a) (X a)); auto.
    - rewrite ln_product by auto. apply sum_le. intros i Hi. unfold v. rewrite ln_mult by auto. lra. }
  assert (Pos : forall a, (a < A)%nat -> 0 < / determinant k (M a)) by (intros; apply Rinv_0_lt_compat, determinant_positive; auto).
  assert (L : 0 < product A (fun a => Rpower (product k (d a)) (w a))) by (apply product_positive; intros; apply exp_pos).
  assert (U : 0 < INR k / Y) by (now apply Rdiv_lt_0_compat).
  rewrite <- (exp_ln (_ * _)) by (apply Rmult_lt_0_compat; [assumption | now apply pow_lt]).
  rewrite <- (exp_ln (product A (fun a => Rpower (/ _) (w a)))) by (apply product_positive; intros; apply exp_pos).
  assert (Mono : forall x z, x <= z -> exp x <= exp z) by (intros x z [J|J]; [left; now apply exp_increasing | rewrite J; lra]).
  apply Mono. rewrite ln_mult by (assumption || now apply pow_lt). rewrite ln_pow by assumption.
  rewrite !ln_product by (intros; apply exp_pos).
  rewrite (sum_ext A (fun i => ln (Rpower (product k (d i)) (w i))) (fun a => w a * ln (product k (d a)))) by (intros; apply ln_rpower).
  rewrite (sum_ext A (fun i => ln (Rpower (/ _) (w i))) (fun a => w a * - ln (determinant k (M a)))).
  2:{ intros a Ha. rewrite ln_rpower, ln_Rinv; [reflexivity|]. apply (determinant_positive k (M a)); auto. }
  replace (ln (INR k / Y)) with (- ln (Y / INR k)) by (rewrite !ln_over by assumption; ring).
  assert (F : sum A (fun a => w a * ln (product k (d a))) - sum A (fun a => w a * - ln (determinant k (M a)))
    <= sum A (fun a => w a * sum k (fun i => ln (v a i)))).
  { rewrite <- sum_minus. apply sum_le. intros a Ha. pose proof (Rmult_le_compat_l (w a) _ _ (Hw a Ha) (Det a Ha)). lra. }
  lra.
Qed.

(** Where such an estimate exists, M is positive definite. *)
Theorem definite_by_estimates m k pi P L Rt :
  mechanism m k P -> (forall j, (j < k)%nat -> 0 < pi j) -> estimates m k k P L Rt ->
  (forall i j, (i < k)%nat -> (i <= j)%nat -> Rt i j = if Nat.eqb j i then 1 else 0) -> definite k (information_matrix m k pi P).
Proof.
  intros HP Hpi HL HR z [j0 [Hj0 N0]]. rewrite quadratic_of_rows.
  assert (Nn : forall i, (i < m)%nat -> 0 <= dot k z (P i) * dot k z (P i) / dot k (P i) pi).
  { intros i Hi. pose proof (answer m k P HP pi Hpi i Hi). destruct (Req_dec (dot k (P i) pi) 0) as [E|E].
    - rewrite (no_answer m k P HP pi Hpi i z Hi E). unfold Rdiv. lra.
    - apply Rmult_le_pos; [apply Rle_0_sqr | left; apply Rinv_0_lt_compat; lra]. }
  destruct (Req_dec (sum m (fun i => dot k z (P i) * dot k z (P i) / dot k (P i) pi)) 0) as [Z|Z]; [|pose proof (sum_nonneg m _ Nn); lra].
  exfalso. apply N0.
  assert (Pz : forall i, (i < m)%nat -> dot k z (P i) = 0).
  { intros i Hi. destruct (Req_dec (dot k (P i) pi) 0) as [E|E]; [now apply (no_answer m k P HP pi Hpi)|].
    pose proof (sum_zero_terms m _ Nn Z i Hi) as S. cbv beta in S.
    assert (Q : dot k z (P i) * dot k z (P i) = 0).
    { apply Rmult_eq_reg_r with (/ dot k (P i) pi); [|now apply Rinv_neq_0_compat]. unfold Rdiv in S. lra. }
    apply Rmult_integral in Q. destruct Q; assumption. }
  assert (Rz : forall i, (i < k)%nat -> dot k (Rt i) z = 0).
  { intros i Hi. unfold dot. rewrite (sum_ext k _ (fun j => sum m (fun r => L i r * P r j * z j))).
    - rewrite sum_swap, (sum_ext m _ (fun _ => 0)); [apply sum_zero|]. intros r Hr.
      rewrite (sum_ext k _ (fun j => L i r * (z j * P r j))) by (intros; ring). rewrite sum_scal. fold (dot k z (P r)). rewrite Pz by assumption. ring.
    - intros j Hj. now rewrite sum_scal_r, (HL i j Hi Hj). }
  enough (All : forall n j, (j < n)%nat -> (j < k)%nat -> z j = 0) by (apply (All (S j0)); lia).
  induction n as [|n IH]; intros j Hj Hk; [lia|]. destruct (Nat.eq_dec j n) as [->|N]; [|apply IH; lia].
  rewrite <- (Rz n Hk). unfold dot. symmetry.
  rewrite (sum_ext k _ (fun i => if Nat.eqb i n then z i else 0)); [now apply sum_single|]. intros i Hi. destruct (Nat.eqb_spec i n) as [->|M].
  - rewrite HR, Nat.eqb_refl by lia. ring.
  - destruct (Nat.lt_ge_cases i n); [rewrite (IH i) by lia; ring|]. rewrite HR by lia. destruct (Nat.eqb_spec i n); [lia | ring].
Qed.

(** MOST: an unbiased estimate of R times the shares, R lower triangular with a diagonal of ones, shows 1/det M <= Prod m. *)
Theorem determinant_of m k pi P L Rt :
  mechanism m k P -> (forall j, (j < k)%nat -> 0 < pi j) -> estimates m k k P L Rt ->
  (forall i j, (i < k)%nat -> (i <= j)%nat -> Rt i j = if Nat.eqb j i then 1 else 0) ->
  / determinant k (information_matrix m k pi P) <= product k (fun i => moment m k P pi (L i)).
Proof.
  intros HP Hpi HL HR. pose proof (definite_by_estimates m k pi P L Rt HP Hpi HL HR) as Def. set (M := information_matrix m k pi P) in *.
  destruct (hadamard_attained k M (information_symmetric m k pi P) Def) as [X [HX E]].
  assert (Q : forall i, (i < k)%nat -> 0 < quadratic k M (X i)).
  { intros i Hi. apply Def. exists i. split; [assumption|]. rewrite HX by lia. rewrite Nat.eqb_refl. lra. }
  assert (One : forall i, (i < k)%nat -> / quadratic k M (X i) <= moment m k P pi (L i)).
  { intros i Hi. specialize (Q i Hi). set (q := quadratic k M (X i)) in *.
    pose proof (gauss_markov m k P HP pi Hpi (L i) (Rt i) (fun j => / q * X i j) (fun j Hj => HL i j Hi Hj)) as G.
    rewrite dot_times in G.
    assert (D : dot k (Rt i) (X i) = 1).
    { unfold dot. rewrite (sum_ext k _ (fun j => if Nat.eqb j i then 1 else 0)); [now apply (sum_single k i (fun _ => 1))|].
      intros j Hj. destruct (Nat.eqb_spec j i) as [->|N].
      - rewrite HX, HR by lia. rewrite Nat.eqb_refl. ring.
      - destruct (Nat.lt_ge_cases j i).
        + rewrite (HX i j) by lia. destruct (Nat.eqb_spec j i); [lia | ring].
        + rewrite HR by lia. destruct (Nat.eqb_spec j i); [lia | ring]. }
    rewrite D in G.
    rewrite (sum_ext m _ (fun r => / q * / q * (dot k (X i) (P r) * dot k (X i) (P r) / dot k (P r) pi))) in G.
    - rewrite sum_scal, <- quadratic_of_rows in G. fold M in G. fold q in G.
      replace (/ q * / q * q) with (/ q) in G by (field; lra). lra.
    - intros r _. rewrite (dot_sym k (fun j => / q * X i j)), dot_times, (dot_sym k (P r)). unfold Rdiv. ring. }
  rewrite E. assert (I : forall n, (n <= k)%nat -> / product n (fun i => quadratic k M (X i)) = product n (fun i => / quadratic k M (X i))).
  { induction n as [|n IH]; intros Hn; simpl; [field|]. rewrite <- IH by lia.
    assert (0 < product n (fun i => quadratic k M (X i))) by (apply product_positive; intros; apply Q; lia). pose proof (Q n ltac:(lia)).
    field. split; lra. }
  rewrite I by lia. apply product_le. intros i Hi. split; [left; apply Rinv_0_lt_compat; auto | auto].
Qed.
