(** 1/det M is the determinant of the covariance of all estimated shares but one: SPEC section 9.8. Here the last one is left out,
    and the determinant, by elimination from the last row on, does not depend on the order of the inputs. *)

From Coq Require Import Reals Lra Lia Arith.
From Rropt Require Import Sums Mechanisms TwoValuedRows Prices Estimates Covariance Classes.
Open Scope R_scope.

Lemma determinant_ext k : forall M N, (forall i j, (i < k)%nat -> (j < k)%nat -> M i j = N i j) -> determinant k M = determinant k N.
Proof.
  induction k as [|k IH]; intros M N H; [reflexivity|]. simpl. rewrite (H k k) by lia. f_equal. apply IH.
  intros i j Hi Hj. unfold eliminated. rewrite (H i j), (H i k), (H k j), (H k k) by lia. reflexivity.
Qed.

(** v^T A^-1 v by the same elimination. *)
Fixpoint inverse_form (k : nat) (A : nat -> nat -> R) (v : nat -> R) : R :=
  match k with
  | O => 0
  | S k' => v k' * v k' / A k' k' + inverse_form k' (eliminated k' A) (fun j => v j - A j k' * v k' / A k' k')
  end.

(** It is v.u where A u = v. *)
Lemma inverse_form_solved k : forall A v u, symmetric k A -> definite k A -> (forall i, (i < k)%nat -> sum k (fun j => A i j * u j) = v i) ->
  inverse_form k A v = dot k v u.
Proof.
  induction k as [|k IH]; intros A v u Sym Def E; [reflexivity|]. pose proof (last_pivot k A Def) as P.
  assert (Last : sum k (fun j => A k j * u j) = v k - A k k * u k) by (rewrite <- (E k) by lia; simpl; ring).
  cbn [inverse_form]. rewrite (IH _ _ u (eliminated_symmetric k A Sym) (eliminated_definite k A Sym Def)).
  - unfold dot. cbn [sum]. rewrite (sum_ext k (fun j => (v j - A j k * v k / A k k) * u j) (fun j => v j * u j - v k / A k k * (A k j * u j))).
    + rewrite sum_minus, sum_scal, Last. field. lra.
    + intros j Hj. rewrite (Sym j k) by lia. field. lra.
  - intros i Hi. unfold eliminated. rewrite (sum_ext k _ (fun j => A i j * u j - A i k / A k k * (A k j * u j))) by (intros; field; lra).
    rewrite sum_minus, sum_scal, Last. rewrite <- (E i) by lia. cbn [sum]. field. lra.
Qed.

(** The determinant after a change of rank one. *)
Lemma rank_one k : forall A s v, symmetric k A -> definite k A -> definite k (fun i j => A i j + s * (v i * v j)) ->
  determinant k (fun i j => A i j + s * (v i * v j)) = determinant k A * (1 + s * inverse_form k A v).
Proof.
  induction k as [|k IH]; intros A s v Sym Def Def'; [simpl; ring|].
  pose proof (last_pivot k A Def) as P. pose proof (last_pivot k _ Def') as P'. cbv beta in P'.
  set (B := fun i j => A i j + s * (v i * v j)) in *. set (x := fun j => v j - A j k * v k / A k k). set (r := s * A k k / B k k).
  assert (Sym' : symmetric (S k) B) by (intros i j Hi Hj; unfold B; rewrite (Sym i j) by lia; ring).
  assert (Bk : B k k = A k k + s * (v k * v k)) by reflexivity.
  assert (Elim : forall i j, (i < k)%nat -> (j < k)%nat -> eliminated k B i j = eliminated k A i j + r * (x i * x j)).
  { intros i j Hi Hj. unfold r, x, eliminated. rewrite Bk. unfold B. rewrite (Sym k j) by lia. field. split; lra. }
  cbn [determinant inverse_form]. fold x. rewrite (determinant_ext k _ _ Elim), IH.
  - unfold r. rewrite Bk. field. split; lra.
  - now apply eliminated_symmetric.
  - now apply eliminated_definite.
  - intros z Hz. pose proof (eliminated_definite k B Sym' Def' z Hz) as D. unfold quadratic in *.
    erewrite sum_ext; [exact D|]. intros i Hi. apply sum_ext. intros j Hj. cbv beta. now rewrite <- Elim.
Qed.

Definition inverse_of (k : nat) (W M : nat -> nat -> R) : Prop :=
  symmetric k W /\ forall i j, (i < k)%nat -> (j < k)%nat -> sum k (fun l => M i l * W l j) = if Nat.eqb i j then 1 else 0.

Lemma leading_definite k M : definite (S k) M -> definite k M.
Proof.
  intros D z [j [Hj N]]. pose proof (D (fun i => if Nat.eqb i k then 0 else z i)) as Q.
  assert (E : quadratic (S k) M (fun i => if Nat.eqb i k then 0 else z i) = quadratic k M z).
  { unfold quadratic. cbn [sum]. rewrite Nat.eqb_refl.
    rewrite (sum_ext k (fun j => 0 * M k j * (if Nat.eqb j k then 0 else z j)) (fun _ => 0)), sum_zero by (intros; ring).
    rewrite (sum_ext k (fun i => sum k (fun j => (if Nat.eqb i k then 0 else z i) * M i j * (if Nat.eqb j k then 0 else z j)) + (if Nat.eqb i k then 0 else z i) * M i k * 0)
      (fun i => sum k (fun j => z i * M i j * z j))); [ring|].
    intros i Hi. destruct (Nat.eqb_spec i k); [lia|]. rewrite Rmult_0_r, Rplus_0_r. apply sum_ext. intros j0 Hj0. destruct (Nat.eqb_spec j0 k); [lia | reflexivity]. }
  rewrite <- E. apply Q. exists j. split; [lia|]. destruct (Nat.eqb_spec j k); [lia | assumption].
Qed.

(** The last entry of the inverse: det of the leading block over det. *)
Lemma last_of_inverse k M W : symmetric (S k) M -> definite (S k) M -> inverse_of (S k) W M -> determinant k M = determinant (S k) M * W k k /\ 0 < W k k.
Proof.
  intros Sym Def [SW Inv]. pose proof (last_pivot k M Def) as P. pose proof (leading_definite k M Def) as DefA.
  assert (SymA : symmetric k M) by (intros i j Hi Hj; apply Sym; lia).
  assert (Row : forall i, (i < k)%nat -> sum k (fun l => M i l * W l k) = - (M i k * W k k)).
  { intros i Hi. pose proof (Inv i k ltac:(lia) ltac:(lia)) as E. cbn [sum] in E. destruct (Nat.eqb_spec i k); [lia | lra]. }
  pose proof (Inv k k ltac:(lia) ltac:(lia)) as E. cbn [sum] in E. rewrite Nat.eqb_refl in E.
  assert (Pos : 0 < W k k).
  { assert (Q : quadratic (S k) M (fun l => W l k) = W k k).
    { unfold quadratic. rewrite (sum_ext (S k) _ (fun i => if Nat.eqb i k then W i k else 0)).
      - now rewrite (sum_single (S k) k (fun i => W i k)) by lia.
      - intros i Hi. rewrite (sum_ext (S k) _ (fun j => W i k * (M i j * W j k))) by (intros; ring). rewrite sum_scal, Inv by lia. destruct (Nat.eqb i k); ring. }
    rewrite <- Q. apply Def. destruct (Req_dec (W k k) 0) as [Z|N]; [|exists k; split; [lia | assumption]].
    destruct (Classical_Prop.classic (exists j, (j < S k)%nat /\ W j k <> 0)) as [|None]; [assumption|]. exfalso.
    rewrite Z, Rmult_0_r, Rplus_0_r, (sum_ext k _ (fun _ => 0)), sum_zero in E; [lra|]. intros l Hl.
    destruct (Req_dec (W l k) 0) as [->|N]; [ring|]. exfalso. apply None. exists l. split; [lia | assumption]. }
  split; [|assumption]. set (u := fun l => - (W l k / W k k)).
  assert (Solve : inverse_form k M (fun i => M i k) = dot k (fun i => M i k) u).
  { apply inverse_form_solved; auto. intros i Hi. unfold u. rewrite (sum_ext k _ (fun l => - / W k k * (M i l * W l k))) by (intros; field; lra).
    rewrite sum_scal, Row by assumption. field. lra. }
  assert (D : dot k (fun i => M i k) u = M k k - / W k k).
  { unfold dot, u. rewrite (sum_ext k _ (fun l => - / W k k * (M k l * W l k))) by (intros l Hl; rewrite (Sym l k) by lia; field; lra).
    rewrite sum_scal. replace (sum k (fun l => M k l * W l k)) with (1 - M k k * W k k) by lra. field. lra. }
  cbn [determinant]. assert (El : forall i j, (i < k)%nat -> (j < k)%nat -> eliminated k M i j = M i j + - / M k k * (M i k * M j k)).
  { intros i j Hi Hj. unfold eliminated. rewrite (Sym k j) by lia. field. lra. }
  rewrite (determinant_ext k _ _ El), rank_one, Solve, D; auto; [field; split; lra|].
  intros z Hz. pose proof (eliminated_definite k M Sym Def z Hz) as Q. unfold quadratic in *. erewrite sum_ext; [exact Q|].
  intros i Hi. apply sum_ext. intros j Hj. cbv beta. now rewrite <- El.
Qed.

(** Eliminating the last row of the inverse leaves the inverse of the leading block. *)
Lemma eliminated_inverse k M W : symmetric (S k) M -> definite (S k) M -> inverse_of (S k) W M -> inverse_of k (eliminated k W) M.
Proof.
  intros Sym Def HW. destruct (last_of_inverse k M W Sym Def HW) as [_ P]. destruct HW as [SW Inv].
  split; [now apply eliminated_symmetric|]. intros i j Hi Hj. unfold eliminated.
  rewrite (sum_ext k _ (fun l => M i l * W l j - W k j / W k k * (M i l * W l k))) by (intros; field; lra). rewrite sum_minus, sum_scal.
  pose proof (Inv i j ltac:(lia) ltac:(lia)) as A. pose proof (Inv i k ltac:(lia) ltac:(lia)) as B. cbn [sum] in A, B.
  destruct (Nat.eqb_spec i k); [lia|]. replace (sum k (fun l => M i l * W l j)) with ((if Nat.eqb i j then 1 else 0) - M i k * W k j) by lra.
  replace (sum k (fun l => M i l * W l k)) with (- (M i k * W k k)) by lra. field. lra.
Qed.

Theorem determinant_of_inverse k : forall M W, symmetric k M -> definite k M -> inverse_of k W M -> determinant k W * determinant k M = 1.
Proof.
  induction k as [|k IH]; intros M W Sym Def HW; [simpl; ring|].
  destruct (last_of_inverse k M W Sym Def HW) as [E P]. pose proof (eliminated_inverse k M W Sym Def HW) as HE.
  assert (SymA : symmetric k M) by (intros i j Hi Hj; apply Sym; lia).
  pose proof (IH M (eliminated k W) SymA (leading_definite k M Def) HE) as I. rewrite E in I. cbn [determinant] in *. lra.
Qed.

(** M in coordinates of which the last is the sum of all: its inverse has there the shares and 1. *)
Definition summed (k : nat) (M : nat -> nat -> R) (i j : nat) : R :=
  M i j - (if Nat.eqb i k then 0 else M k j) - (if Nat.eqb j k then 0 else M i k) + (if Nat.eqb i k then 0 else if Nat.eqb j k then 0 else M k k).

(** The rule: the determinant of n times the covariance W - pi pi^T of the estimated shares but the last is 1/det M. *)
Theorem determinant_of_shares k M W pi : symmetric (S k) M -> definite (S k) M -> inverse_of (S k) W M ->
  sum (S k) pi = 1 -> (forall i, (i < S k)%nat -> sum (S k) (fun j => M i j * pi j) = 1) ->
  determinant k (fun i j => W i j - pi i * pi j) = / determinant (S k) M.
Proof.
  intros Sym Def [SW Inv] One Mpi.
  assert (Wpi : forall j, (j < S k)%nat -> sum (S k) (fun e => W e j) = pi j).
  { intros j Hj. rewrite (sum_ext (S k) _ (fun e => sum (S k) (fun l => M l e * W e j * pi l))).
    - rewrite sum_swap, (sum_ext (S k) _ (fun l => if Nat.eqb l j then pi l else 0)); [now apply sum_single|].
      intros l Hl. rewrite sum_scal_r, Inv by lia. destruct (Nat.eqb l j); ring.
    - intros e He. rewrite (sum_ext (S k) _ (fun l => W e j * (M e l * pi l))) by (intros l Hl; rewrite (Sym l e) by lia; ring). rewrite sum_scal, Mpi by assumption. ring. }
  set (N := summed k M). set (V := fun i j => if Nat.eqb i k then (if Nat.eqb j k then 1 else pi j) else if Nat.eqb j k then pi i else W i j).
  assert (Nlow : forall i j, (i < k)%nat -> (j < k)%nat -> N i j = M i j - M k j - M i k + M k k).
  { intros i j Hi Hj. unfold N, summed. destruct (Nat.eqb_spec i k); [lia|]. destruct (Nat.eqb_spec j k); [lia | ring]. }
  assert (Nlast : forall i, (i < k)%nat -> N i k = M i k - M k k).
  { intros i Hi. unfold N, summed. rewrite Nat.eqb_refl. destruct (Nat.eqb_spec i k); [lia | ring]. }
  assert (Nrow : forall j, (j < k)%nat -> N k j = M k j - M k k).
  { intros j Hj. unfold N, summed. rewrite Nat.eqb_refl. destruct (Nat.eqb_spec j k); [lia | ring]. }
  assert (Nkk : N k k = M k k) by (unfold N, summed; rewrite Nat.eqb_refl; ring).
  assert (SymN : symmetric (S k) N).
  { intros i j Hi Hj. unfold N, summed. rewrite (Sym i j), (Sym k j), (Sym i k) by lia.
    destruct (Nat.eqb_spec i k) as [->|]; destruct (Nat.eqb_spec j k) as [->|]; ring. }
  assert (Same : determinant (S k) N = determinant (S k) M).
  { cbn [determinant]. rewrite Nkk. f_equal. apply determinant_ext. intros i j Hi Hj. unfold eliminated.
    rewrite Nlow, Nlast, Nrow, Nkk by assumption. pose proof (last_pivot k M Def). field. lra. }
  assert (DefN : definite (S k) N).
  { intros z [j [Hj Nz]]. set (sg := sum k z). set (y := fun i => if Nat.eqb i k then z k - sg else z i).
    assert (E : quadratic (S k) N z = quadratic (S k) M y).
    { assert (Split : forall A x, symmetric (S k) A -> quadratic (S k) A x = quadratic k A x + 2 * (x k * sum k (fun j => A k j * x j)) + x k * x k * A k k).
      { intros A x SA. unfold quadratic. cbn [sum]. rewrite sum_plus.
        rewrite (sum_ext k (fun i => x i * A i k * x k) (fun i => x k * (A k i * x i))) by (intros i Hi; rewrite (SA i k) by lia; ring).
        rewrite (sum_ext k (fun j => x k * A k j * x j) (fun i => x k * (A k i * x i))) by (intros; ring). rewrite sum_scal. ring. }
      rewrite !Split by assumption. set (b := sum k (fun j => M k j * z j)).
      assert (Yl : forall i, (i < k)%nat -> y i = z i) by (intros i Hi; unfold y; destruct (Nat.eqb_spec i k); [lia | reflexivity]).
      assert (Yk : y k = z k - sg) by (unfold y; now rewrite Nat.eqb_refl).
      rewrite (quadratic_ext k M y z Yl), (sum_ext k (fun j => M k j * y j) (fun j => M k j * z j)) by (intros; now rewrite Yl). fold b. rewrite Yk, Nkk.
      rewrite (sum_ext k (fun j => N k j * z j) (fun j => M k j * z j - M k k * z j)) by (intros; rewrite Nrow by assumption; ring).
      rewrite sum_minus, sum_scal. fold b. fold sg.
      assert (Q : quadratic k N z = quadratic k M z - 2 * (sg * b) + sg * sg * M k k).
      { unfold quadratic.
        rewrite (sum_ext k _ (fun i => sum k (fun j => z i * M i j * z j) - z i * b - sg * (M k i * z i) + z i * (M k k * sg))).
        - rewrite sum_plus, !sum_minus, sum_scal, !sum_scal_r. fold b. fold sg. ring.
        - intros i Hi. unfold b, sg. rewrite (sum_ext k _ (fun j => z i * M i j * z j - z i * (M k j * z j) - M k i * z i * z j + z i * M k k * z j)).
          + rewrite sum_plus, !sum_minus, !sum_scal. ring.
          + intros l Hl. rewrite Nlow by assumption. rewrite (Sym i k) by lia. ring. }
      rewrite Q. ring. }
    rewrite E. apply Def. destruct (Classical_Prop.classic (exists i, (i < k)%nat /\ z i <> 0)) as [[i [Hi Ni]]|None].
    - exists i. split; [lia|]. unfold y. destruct (Nat.eqb_spec i k); [lia | assumption].
    - assert (Z : forall i, (i < k)%nat -> z i = 0) by (intros i Hi; destruct (Req_dec (z i) 0); [assumption | exfalso; apply None; now exists i]).
      exists k. split; [lia|]. unfold y. rewrite Nat.eqb_refl. unfold sg. rewrite (sum_ext k z (fun _ => 0)) by assumption. rewrite sum_zero.
      destruct (Nat.eq_dec j k) as [Ej|Nj]; [rewrite <- Ej; rewrite Rminus_0_r; exact Nz | exfalso; apply Nz, Z; lia]. }
  assert (InvN : inverse_of (S k) V N).
  { assert (Vl : forall i j, (i < k)%nat -> V i j = if Nat.eqb j k then pi i else W i j) by (intros i j Hi; unfold V; destruct (Nat.eqb_spec i k); [lia | reflexivity]).
    assert (Vk : forall j, V k j = if Nat.eqb j k then 1 else pi j) by (intros j; unfold V; now rewrite Nat.eqb_refl).
    split.
    - intros i j Hi Hj. unfold V. rewrite (SW i j) by assumption. destruct (Nat.eqb i k); destruct (Nat.eqb j k); reflexivity.
    - intros i j Hi Hj.
      assert (Gen : forall x, x k = sum (S k) x - sum k x -> sum (S k) (fun l => N i l * (if Nat.eqb l k then sum (S k) x else x l)) =
        sum (S k) (fun l => M i l * x l) - (if Nat.eqb i k then 0 else sum (S k) (fun l => M k l * x l))).
      { intros x _. cbn [sum]. rewrite Nat.eqb_refl. set (sg := sum k x). destruct (Nat.eqb_spec i k) as [->|Ni].
        - rewrite (sum_ext k _ (fun l => M k l * x l - M k k * x l)), Nkk.
          + rewrite sum_minus, sum_scal. fold sg. ring.
          + intros l Hl. destruct (Nat.eqb_spec l k); [lia|]. rewrite Nrow by assumption. ring.
        - rewrite Nlast by lia. rewrite (sum_ext k _ (fun l => M i l * x l - M k l * x l - (M i k - M k k) * x l)).
          + rewrite !sum_minus, sum_scal. fold sg. ring.
          + intros l Hl. destruct (Nat.eqb_spec l k); [lia|]. rewrite Nlow by lia. ring. }
      destruct (Nat.eqb_spec j k) as [->|Nj].
      + rewrite (sum_ext (S k) _ (fun l => N i l * (if Nat.eqb l k then sum (S k) pi else pi l))).
        * rewrite Gen by (cbn [sum]; ring). rewrite !Mpi by lia. destruct (Nat.eqb i k); ring.
        * intros l Hl. f_equal. unfold V. rewrite Nat.eqb_refl, One. destruct (Nat.eqb l k); reflexivity.
      + rewrite (sum_ext (S k) _ (fun l => N i l * (if Nat.eqb l k then sum (S k) (fun e => W e j) else W l j))).
        * rewrite (Gen (fun e => W e j)) by (cbn [sum]; ring). rewrite !Inv by lia.
          destruct (Nat.eqb_spec i k) as [->|Ni]; destruct (Nat.eqb_spec k j); try lia; ring.
        * intros l Hl. f_equal. rewrite Wpi by assumption. unfold V. destruct (Nat.eqb_spec j k); [lia|]. destruct (Nat.eqb l k); reflexivity. }
  pose proof (eliminated_inverse k N V SymN DefN InvN) as IE. destruct (last_of_inverse k N V SymN DefN InvN) as [L _].
  assert (SymA : symmetric k N) by (intros i j Hi Hj; apply SymN; lia).
  pose proof (determinant_of_inverse k N (eliminated k V) SymA (leading_definite k N DefN) IE) as D.
  rewrite (determinant_ext k _ (eliminated k V)).
  - assert (Vkk : V k k = 1) by (unfold V; now rewrite Nat.eqb_refl). rewrite L, Vkk, Rmult_1_r, Same in D.
    pose proof (determinant_positive (S k) M Sym Def). apply Rmult_eq_reg_r with (determinant (S k) M); [|lra]. rewrite D. field. lra.
  - intros i j Hi Hj. unfold eliminated, V. rewrite Nat.eqb_refl. destruct (Nat.eqb_spec i k); [lia|]. destruct (Nat.eqb_spec j k); [lia|]. field.
Qed.

(** Exchanging two neighbours leaves the determinant. *)
Definition exchanged_matrix (a : nat) (M : nat -> nat -> R) (i j : nat) : R := M (swap a (S a) i) (swap a (S a) j).

Lemma swap_fixed a c j : j <> a -> j <> c -> swap a c j = j.
Proof. intros A C. unfold swap. destruct (Nat.eqb_spec j a); [contradiction|]. destruct (Nat.eqb_spec j c); [contradiction | reflexivity]. Qed.

Lemma quadratic_exchanged k M a z : (S a < k)%nat -> quadratic k (exchanged_matrix a M) z = quadratic k M (fun j => z (swap a (S a) j)).
Proof.
  intros Ha. unfold quadratic, exchanged_matrix. rewrite <- (sum_exchange k a (S a) (fun i => sum k (fun j => z (swap a (S a) i) * M i j * z (swap a (S a) j)))) by lia.
  apply sum_ext. intros i Hi. rewrite <- (sum_exchange k a (S a) (fun j => z (swap a (S a) (swap a (S a) i)) * M (swap a (S a) i) j * z (swap a (S a) j))) by lia.
  apply sum_ext. intros j Hj. now rewrite !swap_twice.
Qed.

Lemma exchanged_definite k M a : (S a < k)%nat -> definite k M -> definite k (exchanged_matrix a M).
Proof.
  intros Ha D z [j [Hj N]]. rewrite quadratic_exchanged by assumption. apply D. exists (swap a (S a) j).
  split; [apply swap_below; lia | now rewrite swap_twice].
Qed.

Lemma determinant_exchanged k : forall M a, symmetric k M -> definite k M -> (S a < k)%nat -> determinant k (exchanged_matrix a M) = determinant k M.
Proof.
  induction k as [|k IH]; intros M a Sym Def Ha; [lia|]. pose proof (last_pivot k M Def) as P.
  pose proof (eliminated_symmetric k M Sym) as Sym'. pose proof (eliminated_definite k M Sym Def) as Def'.
  destruct (Nat.eq_dec (S a) k) as [E|E].
  - subst k. cbn [determinant]. pose proof (last_pivot a _ Def') as P2. pose proof (last_pivot (S a) _ (exchanged_definite (S (S a)) M a Ha Def)) as P3.
    assert (Sa : swap a (S a) a = S a) by (unfold swap; now rewrite Nat.eqb_refl).
    assert (Sb : swap a (S a) (S a) = a) by (unfold swap; rewrite Nat.eqb_refl; destruct (Nat.eqb_spec (S a) a); [lia | reflexivity]).
    unfold exchanged_matrix in P3. rewrite Sb in P3. unfold eliminated in P2.
    assert (D : M a a * M (S a) (S a) - M a (S a) * M (S a) a <> 0).
    { intros Z. assert (Q : (M a a - M a (S a) * M (S a) a / M (S a) (S a)) * M (S a) (S a) = 0) by (rewrite <- Z; field; lra).
      apply Rmult_integral in Q. destruct Q; lra. }
    assert (D' : M (S a) (S a) * M a a - M (S a) a * M a (S a) <> 0) by lra.
    rewrite <- !Rmult_assoc. f_equal.
    + unfold eliminated, exchanged_matrix. rewrite Sa, Sb. field. lra.
    + apply determinant_ext. intros i j Hi Hj. unfold eliminated, exchanged_matrix. rewrite Sa, Sb, (swap_fixed a (S a) i), (swap_fixed a (S a) j) by lia.
      field. repeat split; lra.
  - cbn [determinant]. assert (Sk : swap a (S a) k = k) by (apply swap_fixed; lia). unfold exchanged_matrix at 1. rewrite Sk. f_equal.
    rewrite <- (IH (eliminated k M) a Sym' Def' ltac:(lia)). apply determinant_ext. intros i j Hi Hj. unfold eliminated, exchanged_matrix. now rewrite Sk.
Qed.

(** All inputs but j in their order, and j at the end. *)
Definition leaving (j k i : nat) : nat := if (i <? j)%nat then i else if (i <? k)%nat then S i else j.

(** Whichever share is left out. *)
Theorem determinant_of_shares_but d : forall j k M W pi, (j + d = k)%nat -> symmetric (S k) M -> definite (S k) M -> inverse_of (S k) W M ->
  sum (S k) pi = 1 -> (forall i, (i < S k)%nat -> sum (S k) (fun l => M i l * pi l) = 1) ->
  determinant k (fun a b => W (leaving j k a) (leaving j k b) - pi (leaving j k a) * pi (leaving j k b)) = / determinant (S k) M.
Proof.
  induction d as [|d IH]; intros j k M W pi E Sym Def [SW Inv] One Mpi.
  - rewrite <- (determinant_of_shares k M W pi Sym Def (conj SW Inv) One Mpi). apply determinant_ext. intros a b Ha Hb.
    assert (L : forall i, (i < k)%nat -> leaving j k i = i) by (intros i Hi; unfold leaving; destruct (Nat.ltb_spec i j); [reflexivity | lia]). now rewrite !L.
  - set (s := swap j (S j)). assert (Hs : forall i, (i < S k)%nat -> (s i < S k)%nat) by (intros i Hi; apply swap_below; lia).
    assert (L : forall i, (i < k)%nat -> leaving j k i = s (leaving (S j) k i)).
    { intros i Hi. unfold leaving, s, swap. destruct (Nat.ltb_spec i j); destruct (Nat.ltb_spec i (S j)); destruct (Nat.ltb_spec i k); try lia.
      - destruct (Nat.eqb_spec i j); [lia|]. destruct (Nat.eqb_spec i (S j)); [lia | reflexivity].
      - destruct (Nat.eqb_spec i j); lia.
      - destruct (Nat.eqb_spec (S i) j); [lia|]. destruct (Nat.eqb_spec (S i) (S j)); [lia | reflexivity]. }
    rewrite <- (determinant_exchanged (S k) M j Sym Def ltac:(lia)).
    rewrite <- (IH (S j) k (exchanged_matrix j M) (exchanged_matrix j W) (fun i => pi (s i))).
    + apply determinant_ext. intros a b Ha Hb. rewrite !L by assumption. reflexivity.
    + lia.
    + intros a b Ha Hb. unfold exchanged_matrix. apply Sym; now apply Hs.
    + now apply exchanged_definite; [lia|].
    + split; [intros a b Ha Hb; unfold exchanged_matrix; apply SW; now apply Hs|]. intros a b Ha Hb. unfold exchanged_matrix. fold s.
      pose proof (sum_exchange (S k) j (S j) (fun l => M (s a) l * W l (s b)) ltac:(lia) ltac:(lia)) as X. cbv beta in X. fold s in X.
      rewrite X, Inv by now apply Hs.
      destruct (Nat.eqb_spec (s a) (s b)) as [Q|Q]; destruct (Nat.eqb_spec a b) as [Q'|Q']; try reflexivity.
      * exfalso. apply Q'. apply (f_equal s) in Q. unfold s in Q. rewrite !swap_twice in Q. exact Q.
      * exfalso. apply Q. now rewrite Q'.
    + unfold s. now rewrite (sum_exchange (S k) j (S j) pi) by lia.
    + intros i Hi. unfold exchanged_matrix. fold s.
      pose proof (sum_exchange (S k) j (S j) (fun l => M (s i) l * pi l) ltac:(lia) ltac:(lia)) as X. cbv beta in X. fold s in X.
      rewrite X. apply Mpi. now apply Hs.
Qed.
