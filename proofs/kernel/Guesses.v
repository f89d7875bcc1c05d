(** Rays under vulnerabilities of one guess of the input: SPEC sections 4.3 and 9.9. Beside budgets of pairs the right side of the
    lemma on prices has x_a H_a, H_a(s) the largest of w_a,j s_j over the inputs j. It bends where w_a,j s_j = w_a,l s_l: these are
    edges of trees too. *)

From Coq Require Import Reals Lra Lia Arith.
From Rropt Require Import Sums Mechanisms TwoValuedRows Prices Ways Rays.
Open Scope R_scope.

(** Inputs that a path joins to [first]: of what is a plane of the demand or has a price, or of guesses that are as good. *)
Inductive tied (D : demand) (z : nat -> R) (A : nat) (w : nat -> nat -> R) (x r : nat -> R) (first : nat) : nat -> Prop :=
| tied_first : tied D z A w x r first first
| tied_pair : forall c j l, tied D z A w x r first j -> (c < things D)%nat -> edge D z c = true ->
    (high D c = j /\ low D c = l) \/ (high D c = l /\ low D c = j) -> r (high D c) = ratio D c * r (low D c) ->
    0 < r j -> 0 < r l -> tied D z A w x r first l
| tied_guess : forall a j l, tied D z A w x r first j -> (a < A)%nat -> x a <> 0 -> 0 < w a j -> 0 < w a l ->
    w a j * r j = w a l * r l -> 0 < r j -> 0 < r l -> tied D z A w x r first l.

(** A row by a tree of such edges. *)
Definition guess_ray (k : nat) (D : demand) (z : nat -> R) (A : nat) (w : nat -> nat -> R) (x r : nat -> R) : Prop :=
  in_cone k D r /\ exists first, (first < k)%nat /\ r first = 1 /\ (forall j, (j < first)%nat -> r j = 0) /\
  forall j, (j < k)%nat -> 0 < r j -> tied D z A w x r first j.

(** The best guess of each of the priors at a row, one of those that are likely. *)
Lemma best_guesses k A (w : nat -> nat -> R) (H : nat -> (nat -> R) -> R) s :
  (forall a, (a < A)%nat -> exists j, (j < k)%nat /\ 0 < w a j) ->
  (forall a j, (a < A)%nat -> (j < k)%nat -> 0 <= w a j) ->
  (forall a, (a < A)%nat -> (forall j, (j < k)%nat -> w a j * s j <= H a s) /\ exists j, (j < k)%nat /\ H a s = w a j * s j) ->
  (forall j, (j < k)%nat -> 0 <= s j) ->
  exists b : nat -> nat, forall a, (a < A)%nat -> (b a < k)%nat /\ 0 < w a (b a) /\ H a s = w a (b a) * s (b a).
Proof.
  intros Some Pos Best Hs. induction A as [|A IH]; [exists (fun _ => O); intros; lia|].
  destruct IH as [b Hb]; [intros; apply Some; lia | intros; apply Pos; auto; lia | intros; apply Best; lia|].
  assert (One : exists i, (i < k)%nat /\ 0 < w A i /\ H A s = w A i * s i).
  { destruct (Best A ltac:(lia)) as [Most [i [Hi E]]]. destruct (Rle_lt_dec (w A i) 0) as [Z|P]; [|now exists i].
    destruct (Some A ltac:(lia)) as [l [Hl Pl]]. exists l. split; [assumption|]. split; [assumption|].
    pose proof (Pos A i ltac:(lia) Hi) as Q. replace (w A i) with 0 in E by lra. pose proof (Most l Hl) as M.
    pose proof (Rmult_le_pos _ _ (Rlt_le _ _ Pl) (Hs l Hl)). lra. }
  destruct One as [i Hi]. exists (fun a => if Nat.eqb a A then i else b a). intros a Ha.
  destruct (Nat.eqb_spec a A) as [->|N]; [assumption|]. apply Hb. lia.
Qed.

(** The demand of those rows at which these guesses are the best: beside what D asks, w_a,l s_l <= w_a,b s_b of every likely input l. *)
Definition guessing (k : nat) (D : demand) (A : nat) (w : nat -> nat -> R) (x : nat -> R) (b : nat -> nat) : demand :=
  let a c := ((c - things D) / k)%nat in let l c := ((c - things D) mod k)%nat in let own c := (c <? things D)%nat in
  let asks c := if Req_EM_T (x (a c)) 0 then false else if Rlt_dec 0 (w (a c) (l c)) then true else false in
  Demand (things D + A * k)
    (fun c => if own c then high D c else l c) (fun c => if own c then low D c else b (a c))
    (fun c => if own c then ratio D c else w (a c) (b (a c)) / w (a c) (l c)) (fun c => if own c then slack D c else 0)
    (fun c => if own c then plane D c else asks c) (fun c => if own c then budget D c else false).

Lemma place_of k c n : (0 < k)%nat -> (c < n * k)%nat -> (c / k < n)%nat /\ (c mod k < k)%nat.
Proof. intros Hk Hc. split; [apply Nat.div_lt_upper_bound; lia | apply Nat.mod_upper_bound; lia]. Qed.

Lemma place_back k a l : (l < k)%nat -> ((a * k + l) / k = a)%nat /\ ((a * k + l) mod k = l)%nat.
Proof.
  intros Hl. split.
  - rewrite Nat.div_add_l by lia. rewrite Nat.div_small by assumption. lia.
  - rewrite Nat.add_comm, Nat.mod_add by lia. now apply Nat.mod_small.
Qed.

Theorem rays_of_guesses k D F f y z A (w : nat -> nat -> R) x (H : nat -> (nat -> R) -> R) :
  sound k D -> ratios_positive D -> convex_on k F f -> (forall c, (c < things D)%nat -> z c = 0 \/ asked D c = true) ->
  (forall a, (a < A)%nat -> exists j, (j < k)%nat /\ 0 < w a j) ->
  (forall a j, (a < A)%nat -> (j < k)%nat -> 0 <= w a j) ->
  (forall a s, (a < A)%nat -> (forall j, (j < k)%nat -> w a j * s j <= H a s) /\ exists j, (j < k)%nat /\ H a s = w a j * s j) ->
  (forall r, guess_ray k D z A w x r ->
     F r /\ f r <= dot k y r + sum (things D) (fun c => z c * over D c r) + sum A (fun a => x a * H a r)) ->
  forall s, in_cone k D s -> F s /\ f s <= dot k y s + sum (things D) (fun c => z c * over D c s) + sum A (fun a => x a * H a s).
Proof.
  intros HD HR Hf Hz Some Pos Best Ray s Hs.
  destruct (best_guesses k A w H s Some Pos (fun a Ha => Best a s Ha) (proj1 Hs)) as [b Hb].
  set (E := guessing k D A w x b). set (z' := fun c => if (c <? things D)%nat then z c else 0).
  set (paid := fun g => sum A (fun a => x a * (w a (b a) * g (b a)))).
  set (f' := fun g => f g + - paid g).
  assert (Own : forall c, (c < things D)%nat -> (c <? things D)%nat = true) by (intros; now apply Nat.ltb_lt).
  assert (New : forall c, (things D <= c)%nat -> (c <? things D)%nat = false) by (intros; now apply Nat.ltb_ge).
  (* what the new planes ask *)
  assert (Asks : forall c, (things D <= c)%nat -> (c < things E)%nat -> plane E c = true ->
    exists a l, (a < A)%nat /\ (l < k)%nat /\ x a <> 0 /\ 0 < w a l /\ high E c = l /\ low E c = b a /\ ratio E c = w a (b a) / w a l).
  { intros c L U. unfold E, guessing in *. simpl in *. rewrite (New c L).
    destruct k as [|k']; [lia|]. destruct (place_of (S k') (c - things D) A ltac:(lia) ltac:(lia)) as [Ha Hl].
    destruct (Req_EM_T _ 0) as [|X]; [discriminate|]. destruct (Rlt_dec 0 _) as [P|]; [|discriminate]. intros _.
    exists ((c - things D) / S k')%nat, ((c - things D) mod S k')%nat. auto 8. }
  assert (Says : forall g c a l, 0 < w a l -> high E c = l -> low E c = b a -> ratio E c = w a (b a) / w a l ->
    (g (high E c) <= ratio E c * g (low E c) <-> w a l * g l <= w a (b a) * g (b a)) /\
    (g (high E c) = ratio E c * g (low E c) -> w a l * g l = w a (b a) * g (b a))).
  { intros g c a l P -> -> ->. assert (Q : w a l * (w a (b a) / w a l * g (b a)) = w a (b a) * g (b a)) by (field; lra).
    split; [split; intros G|intros G].
    - rewrite <- Q. apply Rmult_le_compat_l; lra.
    - apply Rmult_le_reg_l with (w a l); [assumption|]. now rewrite Q.
    - now rewrite G, Q. }
  assert (OwnPlane : forall c, (c < things D)%nat -> plane E c = plane D c) by (intros c Hc; unfold E, guessing; simpl; now rewrite Own).
  assert (OwnHigh : forall c, (c < things D)%nat -> high E c = high D c) by (intros c Hc; unfold E, guessing; simpl; now rewrite Own).
  assert (OwnLow : forall c, (c < things D)%nat -> low E c = low D c) by (intros c Hc; unfold E, guessing; simpl; now rewrite Own).
  assert (OwnRatio : forall c, (c < things D)%nat -> ratio E c = ratio D c) by (intros c Hc; unfold E, guessing; simpl; now rewrite Own).
  assert (OwnBudget : forall c, (c < things D)%nat -> budget E c = budget D c) by (intros c Hc; unfold E, guessing; simpl; now rewrite Own).
  assert (NoBudget : forall c, (things D <= c)%nat -> budget E c = false) by (intros c Hc; unfold E, guessing; simpl; now rewrite New).
  assert (Things : things E = (things D + A * k)%nat) by reflexivity.
  assert (OwnAsked : forall c, (c < things D)%nat -> asked E c = asked D c)
    by (intros c Hc; unfold asked; now rewrite OwnPlane, OwnBudget).
  (* E is a demand *)
  assert (HE : sound k E).
  { constructor.
    - intros c Hc Q. destruct (Nat.lt_ge_cases c (things D)) as [L|L].
      + rewrite OwnHigh by assumption. apply (sound_high k D HD c L). now rewrite <- OwnAsked.
      + unfold asked in Q. rewrite (NoBudget c L), Bool.orb_false_r in Q. destruct (Asks c L Hc Q) as [a [l [_ [Hl [_ [_ [-> _]]]]]]].
        exact Hl.
    - intros c Hc Q. destruct (Nat.lt_ge_cases c (things D)) as [L|L].
      + rewrite OwnLow by assumption. apply (sound_low k D HD c L). now rewrite <- OwnAsked.
      + unfold asked in Q. rewrite (NoBudget c L), Bool.orb_false_r in Q. destruct (Asks c L Hc Q) as [a [l [Ha [_ [_ [_ [_ [-> _]]]]]]]].
        now apply Hb.
    - intros c Hc Q. destruct (Nat.lt_ge_cases c (things D)) as [L|L]; unfold E, guessing; simpl.
      + rewrite (Own c L). rewrite OwnPlane in Q by assumption. now apply (sound_plane k D HD c L).
      + now rewrite (New c L). }
  assert (RE : ratios_positive E).
  { intros c Hc Q. destruct (Nat.lt_ge_cases c (things D)) as [L|L].
    - rewrite OwnRatio by assumption. apply (HR c L). now rewrite <- OwnAsked.
    - unfold asked in Q. rewrite (NoBudget c L), Bool.orb_false_r in Q. destruct (Asks c L Hc Q) as [a [l [Ha [_ [_ [Pl [_ [_ ->]]]]]]]].
      destruct (Hb a Ha) as [_ [Pb _]]. apply Rmult_lt_0_compat; [assumption | now apply Rinv_0_lt_compat]. }
  (* its cone: that of D where these guesses are the best *)
  assert (Cone : forall g, in_cone k E g -> in_cone k D g /\ forall a, (a < A)%nat -> x a <> 0 -> H a g = w a (b a) * g (b a)).
  { intros g [G0 G]. split; [split; [assumption|]|].
    - intros c Hc Q. rewrite <- OwnHigh, <- OwnLow, <- OwnRatio by assumption. apply G; [rewrite Things; lia | now rewrite OwnPlane].
    - intros a Ha X. destruct (Best a g Ha) as [Most [i [Hi Ei]]]. destruct (Hb a Ha) as [Bk [Pb _]].
      apply Rle_antisym; [rewrite Ei | now apply Most].
      destruct (Rle_lt_dec (w a i) 0) as [Z|P].
      { pose proof (Pos a i Ha Hi). replace (w a i) with 0 by lra. rewrite Rmult_0_l. apply Rmult_le_pos; [lra | now apply G0]. }
      set (c := (things D + (a * k + i))%nat). assert (Hc : (c < things E)%nat) by (rewrite Things; unfold c; nia).
      destruct (place_back k a i Hi) as [Da Mi].
      assert (Pl : plane E c = true /\ high E c = i /\ low E c = b a /\ ratio E c = w a (b a) / w a i).
      { unfold E, guessing. simpl. rewrite (New c) by (unfold c; lia). replace (c - things D)%nat with (a * k + i)%nat by (unfold c; lia).
        rewrite Da, Mi. destruct (Req_EM_T (x a) 0); [contradiction|]. destruct (Rlt_dec 0 (w a i)); [auto | contradiction]. }
      destruct Pl as [Pl [Eh [El Er]]]. apply (proj1 (Says g c a i P Eh El Er)). now apply G. }
  assert (OwnOver : forall c g, (c < things D)%nat -> over E c g = over D c g)
    by (intros c g Hc; unfold over; now rewrite OwnHigh, OwnLow, OwnRatio).
  assert (Sums : forall g, sum (things E) (fun c => z' c * over E c g) = sum (things D) (fun c => z c * over D c g)).
  { intros g. rewrite Things, sum_add.
    assert (Nothing : sum (A * k) (fun i => z' (things D + i)%nat * over E (things D + i) g) = 0).
    { rewrite (sum_ext (A * k) _ (fun _ => 0)); [apply sum_zero|]. intros i _. unfold z'. rewrite New by lia. apply Rmult_0_l. }
    rewrite Nothing, Rplus_0_r. apply sum_ext. intros c Hc. unfold z'. now rewrite (Own c Hc), OwnOver. }
  assert (Linear : linear k paid).
  { unfold paid. constructor.
    - intros r g Q. apply sum_ext. intros a Ha. now rewrite (Q (b a)) by now apply Hb.
    - intros r g. rewrite <- sum_plus. apply sum_ext. intros a _. ring.
    - intros c r. rewrite <- sum_scal. apply sum_ext. intros a _. ring. }
  assert (Convex : convex_on k F f').
  { destruct Hf as [FC [F0 Z] Same Plus Times]. unfold f'. constructor.
    - assumption.
    - split; [assumption|]. assert (N : paid (fun _ => 0) = 0); [|rewrite N; lra].
      unfold paid. rewrite (sum_ext A _ (fun _ => 0)) by (intros a _; ring). apply sum_zero.
    - intros r g Q. now rewrite (Same r g Q), (linear_same k paid Linear r g Q).
    - intros r g Fr Fg. rewrite (linear_plus k paid Linear). pose proof (Plus r g Fr Fg). lra.
    - intros c r Hc Fr. rewrite (linear_times k paid Linear). pose proof (Times c r Hc Fr). lra. }
  assert (Path : forall r first j, joined (things E) (high E) (low E) (ratio E) (edge E z') r first j -> tied D z A w x r first j).
  { intros r first j J. induction J as [|c j l _ IH Hc Q Two Tie Pj Pl]; [constructor|].
    destruct (Nat.lt_ge_cases c (things D)) as [L|L].
    - rewrite OwnHigh, OwnLow, ?OwnRatio in * by assumption. apply tied_pair with c j; auto.
      unfold edge in *. rewrite OwnPlane, OwnBudget in Q by assumption. unfold z' in Q. now rewrite (Own c L) in Q.
    - assert (Pl' : plane E c = true).
      { unfold edge in Q. rewrite (NoBudget c L) in Q. destruct (plane E c); [reflexivity|]. destruct (Req_EM_T _ 0); discriminate. }
      destruct (Asks c L Hc Pl') as [a [i [Ha [Hi [X [Pi [Eh [El Er]]]]]]]].
      pose proof (proj2 (Says r c a i Pi Eh El Er) Tie) as T. destruct (Hb a Ha) as [_ [Pb _]]. rewrite Eh, El in Two.
      destruct Two as [[<- <-]|[<- <-]]; [apply tied_guess with a i | apply tied_guess with a (b a)]; auto. }
  assert (Inside : in_cone k E s).
  { split; [apply Hs|]. intros c Hc Q. destruct (Nat.lt_ge_cases c (things D)) as [L|L].
    - rewrite OwnHigh, OwnLow, OwnRatio by assumption. apply Hs; [assumption | now rewrite <- OwnPlane].
    - destruct (Asks c L Hc Q) as [a [l [Ha [Hl [X [Pl [Eh [El Er]]]]]]]]. apply (proj1 (Says s c a l Pl Eh El Er)).
      destruct (Hb a Ha) as [_ [_ <-]]. now apply (Best a s Ha). }
  destruct (rays k E F f' y z' HE RE Convex) with (s := s) as [Fs B].
  - intros c Hc. unfold z'. destruct (Nat.lt_ge_cases c (things D)) as [L|L]; [|left; now rewrite New].
    rewrite (Own c L), OwnAsked by assumption. now apply Hz.
  - intros r [Cr [first [F1 [One [Zero All]]]]]. destruct (Cone r Cr) as [Dr Hr].
    destruct (Ray r) as [Fr B].
    + split; [assumption|]. exists first. split; [assumption|]. split; [assumption|]. split; [assumption|].
      intros j Hj P. apply Path, All; assumption.
    + split; [assumption|]. unfold f'. rewrite Sums. replace (paid r) with (sum A (fun a => x a * H a r)); [lra|].
      unfold paid. apply sum_ext. intros a Ha. destruct (Req_EM_T (x a) 0) as [->|X]; [ring | now rewrite Hr].
  - exact Inside.
  - split; [assumption|]. unfold f' in B. rewrite Sums in B. replace (sum A (fun a => x a * H a s)) with (paid s); [lra|].
    unfold paid. apply sum_ext. intros a Ha. destruct (Hb a Ha) as [_ [_ ->]]. reflexivity.
Qed.

(** The bound: what each vulnerability may be, times its price, is added. *)
Theorem convex_by_guesses m k D F f y z A (w : nat -> nat -> R) x (H : nat -> (nat -> R) -> R) v P :
  sound k D -> ratios_positive D -> convex_on k F f -> mechanism m k P -> satisfies m D P ->
  (forall c, (c < things D)%nat -> z c = 0 \/ (0 <= z c /\ asked D c = true)) ->
  (forall a, (a < A)%nat -> 0 <= x a /\ sum m (fun i => H a (P i)) <= v a) ->
  (forall a, (a < A)%nat -> exists j, (j < k)%nat /\ 0 < w a j) ->
  (forall a j, (a < A)%nat -> (j < k)%nat -> 0 <= w a j) ->
  (forall a s, (a < A)%nat -> (forall j, (j < k)%nat -> w a j * s j <= H a s) /\ exists j, (j < k)%nat /\ H a s = w a j * s j) ->
  (forall r, guess_ray k D z A w x r ->
     F r /\ f r <= dot k y r + sum (things D) (fun c => z c * over D c r) + sum A (fun a => x a * H a r)) ->
  sum m (fun i => f (P i)) <= sum k y + sum (things D) (fun c => z c * slack D c) + sum A (fun a => x a * v a).
Proof.
  intros HD HR Hf HP HS Hz Hx Some Pos Best Ray. set (g := fun s => f s + - sum A (fun a => x a * H a s)).
  assert (Less : sum m (fun i => g (P i)) <= sum k y + sum (things D) (fun c => z c * slack D c)).
  { apply (prices_of_rows m k D g y z P HD HP HS Hz). intros s Hs.
    destruct (rays_of_guesses k D F f y z A w x H HD HR Hf) with (s := s) as [_ B]; auto.
    - intros c Hc. destruct (Hz c Hc) as [Z|[_ Q]]; auto.
    - unfold g. lra. }
  assert (Swap : sum m (fun i => sum A (fun a => x a * H a (P i))) = sum A (fun a => x a * sum m (fun i => H a (P i)))).
  { rewrite sum_swap. apply sum_ext. intros. now rewrite sum_scal. }
  assert (Paid : sum A (fun a => x a * sum m (fun i => H a (P i))) <= sum A (fun a => x a * v a)).
  { apply sum_le. intros a Ha. destruct (Hx a Ha). now apply Rmult_le_compat_l. }
  unfold g in Less. rewrite (sum_ext m _ (fun i => f (P i) - sum A (fun a => x a * H a (P i)))) in Less by (intros; ring).
  rewrite sum_minus in Less. lra.
Qed.
