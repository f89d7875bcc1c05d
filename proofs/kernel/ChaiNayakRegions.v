(** Chai and Nayak, section 3, corrected: with three categories or more the privacy breach region of a procedure is that between the
    boundaries of (3.5) at its parity; which regions are precise. *)

From Coq Require Import Reals Lra Lia List Arith Bool.
From Rropt Require Import Sums Mechanisms Breach Notions ChaiNayak ChaiNayakNotions ChaiNayakProcedures ChaiNayakSentences.
Open Scope R_scope.

Lemma three_inputs k a b c u v w : (a < k)%nat -> (b < k)%nat -> (c < k)%nat -> a <> b -> a <> c -> b <> c -> 0 <= u -> 0 <= v -> 0 <= w -> u + v + w = 1 ->
  exists x, prior k x /\ forall f, sum k (fun j => x j * f j) = u * f a + v * f b + w * f c.
Proof.
  intros Ha Hb Hc Nab Nac Nbc Hu Hv Hw One.
  set (x := fun j => (if Nat.eqb j a then u else 0) + ((if Nat.eqb j b then v else 0) + (if Nat.eqb j c then w else 0))).
  assert (E : forall f, sum k (fun j => x j * f j) = u * f a + v * f b + w * f c).
  { intros f. rewrite (sum_ext k _ (fun j => (if Nat.eqb j a then u * f j else 0) + ((if Nat.eqb j b then v * f j else 0) + (if Nat.eqb j c then w * f j else 0))))
      by (intros j _; unfold x; destruct (Nat.eqb j a), (Nat.eqb j b), (Nat.eqb j c); ring).
    rewrite !sum_plus, (sum_single k a (fun j => u * f j)), (sum_single k b (fun j => v * f j)), (sum_single k c (fun j => w * f j)) by assumption. ring. }
  exists x. split; [|exact E]. split.
  - intros j _. unfold x. destruct (Nat.eqb j a), (Nat.eqb j b), (Nat.eqb j c); lra.
  - rewrite (sum_ext k x (fun j => x j * 1)) by (intros; ring). rewrite E. lra.
Qed.

(** One category against a mixture of two others; y is their average. *)
Lemma attained_alone m k P i a b c p q y : (i < m)%nat -> (a < k)%nat -> (b < k)%nat -> (c < k)%nat -> a <> b -> a <> c -> b <> c ->
  0 < P i a -> 0 < P i b -> P i b <= y <= P i c -> 0 < p < 1 -> p * P i a * (1 - q) = q * ((1 - p) * y) -> attained m k P p q.
Proof.
  intros Hi Ha Hb Hc Nab Nac Nbc A0 B0 Hy Hp E.
  assert (Mix : exists s, 0 <= s <= 1 /\ y = s * P i b + (1 - s) * P i c).
  { destruct (Req_dec (P i b) (P i c)) as [Q|Q]; [exists 1; split; lra|]. assert (D : 0 < P i c - P i b) by lra. exists ((P i c - y) / (P i c - P i b)). split.
    - split; apply Rmult_le_reg_r with (P i c - P i b); try assumption; unfold Rdiv; rewrite ?Rmult_assoc, ?Rinv_l by lra; lra.
    - field. lra. }
  destruct Mix as [s [Hs Ey]].
  destruct (three_inputs k a b c p ((1 - p) * s) ((1 - p) * (1 - s)) Ha Hb Hc Nab Nac Nbc ltac:(lra)) as [x [HX F]];
    [apply Rmult_le_pos; lra | apply Rmult_le_pos; lra | ring|].
  assert (Pr : probability k x (fun j => Nat.eqb j a) = p).
  { unfold probability. rewrite (sum_ext k _ (fun j => x j * (if Nat.eqb j a then 1 else 0))) by (intros j _; destruct (Nat.eqb j a); ring).
    rewrite F, Nat.eqb_refl. rewrite (proj2 (Nat.eqb_neq b a) (not_eq_sym Nab)), (proj2 (Nat.eqb_neq c a) (not_eq_sym Nac)). ring. }
  assert (Jo : joint k x (fun j => Nat.eqb j a) P i = p * P i a).
  { unfold joint. rewrite (sum_ext k _ (fun j => x j * (if Nat.eqb j a then P i j else 0))) by (intros j _; destruct (Nat.eqb j a); ring).
    rewrite F, Nat.eqb_refl. rewrite (proj2 (Nat.eqb_neq b a) (not_eq_sym Nab)), (proj2 (Nat.eqb_neq c a) (not_eq_sym Nac)). ring. }
  assert (To : sum k (fun j => x j * P i j) = p * P i a + (1 - p) * y) by (rewrite F, Ey; ring).
  assert (D : 0 < p * P i a + (1 - p) * y).
  { pose proof (Rmult_lt_0_compat p (P i a) ltac:(lra) A0). pose proof (Rmult_lt_0_compat (1 - p) y ltac:(lra) ltac:(lra)). lra. }
  exists x, (fun j => Nat.eqb j a), i. split; [assumption|]. split; [assumption|]. split; [now rewrite To|]. split; [assumption|].
  unfold posterior. rewrite Jo, To. apply Rmult_eq_reg_r with (p * P i a + (1 - p) * y); [|lra]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. lra.
Qed.

Lemma attained_mirror m k P p q : attained m k P (1 - p) (1 - q) -> attained m k P p q.
Proof.
  intros [w [Q [i [HW [Hi [D [Ep Eq]]]]]]]. exists w, (fun j => negb (Q j)), i. split; [assumption|]. split; [assumption|]. split; [assumption|].
  split; [rewrite (probability_complement k w Q HW); lra|]. pose proof (posterior_complement k w Q P i D). lra.
Qed.

(** The parity of P is g. *)
Definition parity_is (m k : nat) (g : R) (P : nat -> nat -> R) : Prop := parity_at_most m k g P /\
  exists i j l, (i < m)%nat /\ (j < k)%nat /\ (l < k)%nat /\ j <> l /\ 0 < P i l /\ P i j = g * P i l.

(** With three categories or more and a finite parity the region is determined by the parity: the pairs outside of the boundaries of (3.5). *)
Theorem region_by_parity_repaired m k g P : (3 <= k)%nat -> 1 <= g -> mechanism m k P -> parity_is m k g P ->
  forall p q, region (fun a => 1 - h_gamma g (1 - a)) (h_gamma g) p q <-> region_of m k P p q.
Proof.
  intros Hk Hg HP [Par Ex] p q. pose proof (boundaries m k g P Hg HP Par Ex) as B. destruct Ex as [i [j [l [Hi [Hj [Hl [N [L0 E]]]]]]]].
  assert (Zero : h_gamma g 0 = 0) by (unfold h_gamma; field; lra). assert (One : h_gamma g 1 = 1) by (unfold h_gamma; field; lra).
  assert (Ends : attained m k P p q -> (p = 0 -> q = 0) /\ (p = 1 -> q = 1)).
  { intros [w [Q [u [HW [Hu [D [Ep Eq]]]]]]]. split; intros Z; rewrite Z in Ep.
    - rewrite <- Eq. now apply (nothing_stays m).
    - pose proof (posterior_complement k w Q P u D) as C. rewrite (nothing_stays m k w (fun j => negb (Q j)) P u HP HW Hu) in C by (rewrite (probability_complement k w Q HW); lra). lra. }
  split; intros [Hp [Hq H]]; (split; [assumption|]; split; [assumption|]).
  - intros A. destruct (Req_dec p 0) as [->|P0]; [|destruct (Req_dec p 1) as [->|P1]].
    + rewrite (proj1 (Ends A) eq_refl), Zero, Rminus_0_r, One in H. lra.
    + rewrite (proj2 (Ends A) eq_refl), One, Rminus_eq_0, Zero in H. lra.
    + destruct (B p ltac:(lra)) as [[U _] _]. specialize (U q A). lra.
  - destruct (Rlt_dec q (1 - h_gamma g (1 - p))) as [|Low]; [now left|]. destruct (Rlt_dec (h_gamma g p) q) as [|Up]; [now right|]. exfalso. apply H. clear H.
    apply Rnot_lt_le in Low. apply Rnot_lt_le in Up.
    destruct (Req_dec p 0) as [->|P0]; [|destruct (Req_dec p 1) as [->|P1]].
    + rewrite Zero in Up. assert (q = 0) by lra. subst q. destruct (two_inputs k j l (1 / 2) Hj Hl N ltac:(lra)) as [w [HW [_ F]]].
      exists w, (fun _ => false), i. split; [assumption|]. split; [assumption|]. split.
      * rewrite F, E. pose proof (Rmult_lt_0_compat g (P i l) ltac:(lra) L0). lra.
      * unfold probability, posterior, joint. rewrite !sum_zero. split; [reflexivity | unfold Rdiv; ring].
    + rewrite Rminus_eq_0, Zero in Low. assert (q = 1) by lra. subst q. destruct (two_inputs k j l (1 / 2) Hj Hl N ltac:(lra)) as [w [HW [_ F]]].
      assert (D : 0 < sum k (fun u => w u * P i u)) by (rewrite F, E; pose proof (Rmult_lt_0_compat g (P i l) ltac:(lra) L0); lra).
      exists w, (fun _ => true), i. split; [assumption|]. split; [assumption|]. split; [assumption|]. split; [apply HW|].
      unfold posterior, joint, Rdiv. apply Rinv_r. lra.
    + assert (Hp' : 0 < p < 1) by lra.
      assert (Dg : 0 < g * p + (1 - p) /\ 0 < g * (1 - p) + p) by (pose proof (Rmult_lt_0_compat g p ltac:(lra) ltac:(lra)); pose proof (Rmult_lt_0_compat g (1 - p) ltac:(lra) ltac:(lra)); lra).
      set (n := q * (1 - p)). set (z := p * (1 - q)).
      assert (Nz : n <= g * z).
      { unfold h_gamma in Up. apply (Rmult_le_compat_r (g * p + (1 - p))) in Up; [|lra]. unfold Rdiv in Up. rewrite Rmult_assoc, Rinv_l in Up by lra. unfold n, z. lra. }
      assert (Zn : z <= g * n).
      { assert (E1 : 1 - h_gamma g (1 - p) = p / (g * (1 - p) + p)) by (unfold h_gamma; field; lra). rewrite E1 in Low.
        apply (Rmult_le_compat_r (g * (1 - p) + p)) in Low; [|lra]. unfold Rdiv in Low. rewrite Rmult_assoc, Rinv_l in Low by lra. unfold n, z. lra. }
      assert (Q0 : 0 < q) by (assert (E1 : 1 - h_gamma g (1 - p) = p / (g * (1 - p) + p)) by (unfold h_gamma; field; lra); rewrite E1 in Low; assert (0 < p / (g * (1 - p) + p)) by (apply Rdiv_lt_0_compat; lra); lra).
      assert (n0 : 0 < n) by (unfold n; apply Rmult_lt_0_compat; lra).
      assert (z0 : 0 < z) by (destruct (Rle_lt_dec z 0) as [Z|]; [|assumption]; pose proof (Rmult_le_compat_l g z 0 ltac:(lra) Z); lra).
      assert (Third : exists t, (t < k)%nat /\ t <> j /\ t <> l).
      { destruct (Nat.eq_dec j 0), (Nat.eq_dec l 0), (Nat.eq_dec j 1), (Nat.eq_dec l 1); first [exists 0%nat; lia | exists 1%nat; lia | exists 2%nat; lia]. }
      destruct Third as [t [Ht [Tj Tl]]]. set (c := P i t). pose proof (Par i t l Hi Ht Hl Tl) as C1. pose proof (Par i j t Hi Hj Ht (not_eq_sym Tj)) as C2. fold c in C1, C2.
      rewrite <- E in C1. assert (C3 : P i l <= c) by (rewrite E in C2; apply Rmult_le_reg_l with g; lra).
      assert (J0 : 0 < P i j) by (rewrite E; apply Rmult_lt_0_compat; lra).
      destruct (Rle_lt_dec (z * P i j) (n * c)) as [K1|K1]; [|destruct (Rle_lt_dec (n * c) (z * P i l)) as [K2|K2]].
      * apply (attained_alone m k P i j l t p q (z * P i j / n)); try assumption; try (now apply not_eq_sym).
        -- split; apply Rmult_le_reg_r with n; try assumption; unfold Rdiv; rewrite ?Rmult_assoc, ?Rinv_l by lra; fold c; rewrite ?Rmult_1_r; try lra.
           rewrite E. pose proof (Rmult_le_compat_r (P i l) _ _ ltac:(lra) Nz). lra.
        -- replace (q * ((1 - p) * (z * P i j / n))) with (n * (z * P i j / n)) by (unfold n at 1; ring). replace (n * (z * P i j / n)) with (z * P i j) by (field; lra). unfold z. ring.
      * apply (attained_alone m k P i l t j p q (z * P i l / n)); try assumption; try (now apply not_eq_sym); [fold c; lra| |].
        -- split; apply Rmult_le_reg_r with n; try assumption; unfold Rdiv; rewrite ?Rmult_assoc, ?Rinv_l by lra; fold c; rewrite ?Rmult_1_r; try lra.
           rewrite E. pose proof (Rmult_le_compat_r (P i l) _ _ ltac:(lra) Zn). lra.
        -- replace (q * ((1 - p) * (z * P i l / n))) with (n * (z * P i l / n)) by (unfold n at 1; ring). replace (n * (z * P i l / n)) with (z * P i l) by (field; lra). unfold z. ring.
      * apply attained_mirror. apply (attained_alone m k P i t l j (1 - p) (1 - q) (n * c / z)); try assumption; try (now apply not_eq_sym); [fold c; lra| | |].
        -- split; apply Rmult_le_reg_r with z; try assumption; unfold Rdiv; rewrite ?Rmult_assoc, ?Rinv_l by lra; rewrite ?Rmult_1_r; lra.
        -- lra.
        -- fold c. replace ((1 - q) * ((1 - (1 - p)) * (n * c / z))) with (z * (n * c / z)) by (unfold z at 1; ring). replace (z * (n * c / z)) with (n * c) by (field; lra). unfold n. ring.
Qed.

(** So for these the regions of (3.5) are precise: P_0 has this one, as every procedure of the parity g has. *)
Theorem precise_if_repaired k g : (3 <= k)%nat -> 1 < g ->
  mechanism k k (P_0 k g) /\ parity_is k k g (P_0 k g) /\
  forall m P, mechanism m k P -> parity_is m k g P ->
  forall p q, region (fun a => 1 - h_gamma g (1 - a)) (h_gamma g) p q <-> region_of m k P p q.
Proof.
  intros Hk Hg. destruct (P_0_admissible k g Hg ltac:(lia)) as [[_ [HP [_ [_ Par]]]] _]. pose proof (le_INR 3 k Hk) as K. simpl in K.
  split; [assumption|]. split; [|intros m P HP' H'; apply region_by_parity_repaired; try assumption; lra]. split; [assumption|].
  exists 0%nat, 0%nat, 1%nat. split; [lia|]. split; [lia|]. split; [lia|]. split; [lia|]. unfold P_0. simpl.
  split; [apply Rdiv_lt_0_compat; lra | field; lra].
Qed.

Lemma greatest n (f : nat -> R) : (0 < n)%nat -> exists l, (l < n)%nat /\ forall j, (j < n)%nat -> f j <= f l.
Proof.
  intros Hn. destruct (exists_least n (fun j => - f j) Hn) as [l [Hl H]]. exists l. split; [assumption|]. intros j Hj. specialize (H j Hj). cbv beta in H. lra.
Qed.

(** A positive procedure of two categories or more has a parity. *)
Lemma parity_exists m k P : mechanism m k P -> (2 <= k)%nat ->
  (forall i, (i < m)%nat -> (forall j, (j < k)%nat -> P i j = 0) \/ (forall j, (j < k)%nat -> 0 < P i j)) -> exists g, 1 <= g /\ parity_is m k g P.
Proof.
  intros [H0 H1] Hk Rows. assert (M : (0 < m)%nat) by (destruct m; [specialize (H1 0%nat ltac:(lia)); simpl in H1; lra | lia]).
  set (r := fun i j l => if Rlt_dec 0 (P i l) then P i j / P i l else 1).
  destruct (chosen m (fun i b => (b < k)%nat /\ exists j, (j < k)%nat /\ forall x y, (x < k)%nat -> (y < k)%nat -> r i x y <= r i j b)) as [b B].
  { intros i _. destruct (chosen k (fun l j => (j < k)%nat /\ forall x, (x < k)%nat -> r i x l <= r i j l)) as [f F].
    { intros l _. destruct (greatest k (fun j => r i j l) ltac:(lia)) as [j J]. now exists j. }
    destruct (greatest k (fun l => r i (f l) l) ltac:(lia)) as [l [Hl L]]. exists l. split; [assumption|]. exists (f l). split; [now apply F|].
    intros x y Hx Hy. apply Rle_trans with (r i (f y) y); [now apply F | now apply L]. }
  destruct (chosen m (fun i j => (j < k)%nat /\ forall x y, (x < k)%nat -> (y < k)%nat -> r i x y <= r i j (b i))) as [a A].
  { intros i Hi. destruct (B i Hi) as [_ [j J]]. now exists j. }
  destruct (greatest m (fun i => r i (a i) (b i)) M) as [i [Hi I_]]. set (g := r i (a i) (b i)).
  assert (Most : forall u x y, (u < m)%nat -> (x < k)%nat -> (y < k)%nat -> r u x y <= g).
  { intros u x y Hu Hx Hy. apply Rle_trans with (r u (a u) (b u)); [now apply A | now apply I_]. }
  assert (Self : forall u x, r u x x = 1) by (intros u x; unfold r; destruct (Rlt_dec 0 (P u x)); [field; lra | reflexivity]).
  assert (G : 1 <= g) by (rewrite <- (Self i 0%nat); apply Most; lia).
  assert (Par : parity_at_most m k g P).
  { intros u x y Hu Hx Hy _. specialize (Most u x y Hu Hx Hy). unfold r in Most. destruct (Rows u Hu) as [Z|Z].
    - rewrite !Z by assumption. lra.
    - destruct (Rlt_dec 0 (P u y)) as [L|L]; [|specialize (Z y Hy); lra]. apply (Rmult_le_compat_r (P u y)) in Most; [|lra].
      unfold Rdiv in Most. rewrite Rmult_assoc, Rinv_l in Most by lra. lra. }
  exists g. split; [assumption|]. split; [assumption|]. destruct (Rle_lt_or_eq_dec 1 g G) as [L|E].
  - assert (Ga : g = r i (a i) (b i)) by reflexivity. unfold r in Ga. destruct (Rlt_dec 0 (P i (b i))) as [Lb|]; [|lra].
    exists i, (a i), (b i). split; [assumption|]. split; [now apply A|]. split; [now apply B|]. split.
    + intros Q. rewrite Q in Ga. unfold Rdiv in Ga. rewrite Rinv_r in Ga; lra.
    + split; [assumption|]. rewrite Ga. field. lra.
  - destruct (Classical_Prop.classic (exists u, (u < m)%nat /\ 0 < P u 0%nat)) as [[u [Hu U]]|No].
    + destruct (Rows u Hu) as [Z|Z]; [rewrite (Z 0%nat ltac:(lia)) in U; lra|]. exists u, 0%nat, 1%nat. split; [assumption|]. split; [lia|]. split; [lia|]. split; [lia|].
      split; [apply Z; lia|]. pose proof (Par u 0%nat 1%nat Hu ltac:(lia) ltac:(lia) ltac:(lia)). pose proof (Par u 1%nat 0%nat Hu ltac:(lia) ltac:(lia) ltac:(lia)). rewrite <- E in *. lra.
    + exfalso. specialize (H1 0%nat ltac:(lia)). rewrite (sum_ext m _ (fun _ => 0)) in H1; [rewrite sum_zero in H1; lra|].
      intros u Hu. destruct (Rle_lt_or_eq_dec _ _ (H0 u 0%nat Hu ltac:(lia))) as [L|]; [exfalso; apply No; now exists u | now symmetry].
Qed.

(** A precise region has the boundaries of (3.5) for some gamma of at least 1, or, in the limit, 1 and 0 between the ends. *)
Theorem precise_only_if_repaired m k P hl hu : mechanism m k P -> (forall a, 0 <= a <= 1 -> 0 <= hl a <= a /\ a <= hu a <= 1) ->
  (forall p q, region hl hu p q <-> region_of m k P p q) ->
  (exists g, 1 <= g /\ forall p, 0 < p < 1 -> hu p = h_gamma g p /\ hl p = 1 - h_gamma g (1 - p)) \/
  (forall p, 0 < p < 1 -> hu p = 1 /\ hl p = 0).
Proof.
  intros HP Hh Same. pose proof HP as [H0 H1].
  assert (Two : (2 <= k)%nat).
  { assert (A : attained m k P (1 / 2) (1 / 2)).
    { destruct (Classical_Prop.classic (attained m k P (1 / 2) (1 / 2))) as [|N]; [assumption|]. exfalso.
      destruct (proj2 (Same (1 / 2) (1 / 2))) as [_ [_ F]]; [split; [lra|]; split; [lra | assumption]|]. specialize (Hh (1 / 2) ltac:(lra)). lra. }
    destruct A as [w [Q [i [[_ W1] [_ [_ [E _]]]]]]]. destruct k as [|[|k]]; [simpl in W1; lra | | lia]. unfold probability in E. simpl in W1, E. destruct (Q 0%nat); lra. }
  assert (Between : forall p q, 0 < p < 1 -> 0 <= q <= 1 -> attained m k P p q -> hl p <= q <= hu p).
  { intros p q Hp Hq A. destruct (Rlt_dec q (hl p)) as [L|L]; [|destruct (Rlt_dec (hu p) q) as [U|U]; [|lra]]; exfalso;
      destruct (proj1 (Same p q)) as [_ [_ N]]; try contradiction; (split; [lra|]; split; [lra|]); auto. }
  assert (Inside : forall p q, 0 < p < 1 -> 0 <= q <= 1 -> hl p <= q <= hu p -> attained m k P p q).
  { intros p q Hp Hq R_. destruct (Classical_Prop.classic (attained m k P p q)) as [|N]; [assumption|]. exfalso.
    destruct (proj2 (Same p q)) as [_ [_ F]]; [split; [lra|]; split; assumption | lra]. }
  destruct (Classical_Prop.classic (exists i j l, (i < m)%nat /\ (j < k)%nat /\ (l < k)%nat /\ 0 < P i j /\ P i l = 0)) as [[i [j [l [Hi [Hj [Hl [J Z]]]]]]]|No].
  - right. intros p Hp. assert (N : j <> l) by (intros ->; lra).
    assert (Top : forall r, 0 < r < 1 -> attained m k P r 1).
    { intros r Hr. destruct (two_inputs k j l r Hj Hl N Hr) as [w [HW [Wj F]]]. exists w, (fun x => Nat.eqb x j), i.
      assert (D : sum k (fun a => w a * P i a) = r * P i j) by (rewrite (F (P i)), Z; ring). pose proof (Rmult_lt_0_compat r (P i j) ltac:(lra) J).
      split; [assumption|]. split; [assumption|]. split; [lra|]. split; [unfold probability; now rewrite (sum_single k j w)|].
      unfold posterior, joint. rewrite (sum_single k j (fun a => w a * P i a)), D, Wj by assumption. field. lra. }
    pose proof (Between p 1 Hp ltac:(lra) (Top p Hp)). assert (A0 : attained m k P p 0).
    { apply attained_mirror. rewrite Rminus_0_r. apply Top. lra. }
    pose proof (Between p 0 Hp ltac:(lra) A0). specialize (Hh p ltac:(lra)). lra.
  - left. destruct (parity_exists m k P HP Two) as [g [G Par]].
    { intros i Hi. destruct (Classical_Prop.classic (forall j, (j < k)%nat -> P i j = 0)) as [|Nz]; [now left | right]. intros l Hl.
      destruct (Rle_lt_or_eq_dec _ _ (H0 i l Hi Hl)) as [|Zl]; [assumption|]. exfalso. apply Nz. intros j Hj.
      destruct (Rle_lt_or_eq_dec _ _ (H0 i j Hi Hj)) as [J|]; [|now symmetry]. exfalso. apply No. now exists i, j, l. }
    exists g. split; [assumption|]. intros p Hp. destruct (boundaries m k g P G HP (proj1 Par) (proj2 Par) p Hp) as [[U [Au Al]] _].
    destruct (h_gamma_bound g G) as [Range _]. pose proof (Range p Hp) as Rp. pose proof (Range (1 - p) ltac:(lra)) as Rq. specialize (Hh p ltac:(lra)).
    pose proof (Between p (h_gamma g p) Hp ltac:(lra) Au). pose proof (Between p (1 - h_gamma g (1 - p)) Hp ltac:(lra) Al).
    pose proof (U (hu p) (Inside p (hu p) Hp ltac:(lra) ltac:(lra))). pose proof (U (hl p) (Inside p (hl p) Hp ltac:(lra) ltac:(lra))). split; lra.
Qed.

(** Section 2: the boundaries of precise regions do not decrease, from end to end. *)
Lemma h_gamma_increases g a b : 1 <= g -> 0 < a < 1 -> 0 < b < 1 -> a <= b -> h_gamma g a <= h_gamma g b.
Proof.
  intros Hg Ha Hb H. assert (A : 0 < g * a + (1 - a)) by (pose proof (Rmult_le_compat_r a 1 g ltac:(lra) Hg); lra).
  assert (B : 0 < g * b + (1 - b)) by (pose proof (Rmult_le_compat_r b 1 g ltac:(lra) Hg); lra). unfold h_gamma.
  apply Rmult_le_reg_r with ((g * a + (1 - a)) * (g * b + (1 - b))); [now apply Rmult_lt_0_compat|].
  replace (g * a / (g * a + (1 - a)) * ((g * a + (1 - a)) * (g * b + (1 - b)))) with (g * a * (g * b + (1 - b))) by (field; lra).
  replace (g * b / (g * b + (1 - b)) * ((g * a + (1 - a)) * (g * b + (1 - b)))) with (g * b * (g * a + (1 - a))) by (field; lra).
  pose proof (Rmult_le_compat_l g a b ltac:(lra) H). lra.
Qed.

Theorem precise_nondecreasing k hl hu : (forall a, 0 <= a <= 1 -> 0 <= hl a <= a /\ a <= hu a <= 1) -> precise k hl hu ->
  forall a b, 0 <= a -> a <= b -> b <= 1 -> hu a <= hu b /\ hl a <= hl b.
Proof.
  intros Hh [m [P [HP Same]]] a b Ha Hab Hb.
  assert (Low : forall q, attained m k P 0 q -> q = 0) by (intros q [w [Q [i [HW [Hi [D [Ep <-]]]]]]]; now apply (nothing_stays m)).
  assert (High : forall q, attained m k P 1 q -> q = 1).
  { intros q A. assert (F : 1 - q = 0); [|lra]. apply Low. apply attained_mirror. replace (1 - 0) with 1 by ring. now replace (1 - (1 - q)) with q by ring. }
  assert (Inside : forall p q, 0 <= p <= 1 -> 0 <= q <= 1 -> hl p <= q <= hu p -> attained m k P p q).
  { intros p q Hp Hq R_. destruct (Classical_Prop.classic (attained m k P p q)) as [|N]; [assumption|]. exfalso.
    destruct (proj2 (Same p q)) as [_ [_ F]]; [split; [assumption|]; split; assumption | lra]. }
  assert (U0 : hu 0 = 0) by (pose proof (Hh 0 ltac:(lra)); apply Low, Inside; lra).
  assert (L1 : hl 1 = 1) by (pose proof (Hh 1 ltac:(lra)); apply High, Inside; lra).
  pose proof (Hh a ltac:(lra)) as A. pose proof (Hh b ltac:(lra)) as B.
  destruct (Req_dec a 0) as [->|A0]; [rewrite U0; lra|]. destruct (Req_dec b 1) as [->|B1]; [rewrite L1; split; lra|].
  destruct (Req_dec a b) as [->|N]; [lra|].
  destruct (precise_only_if_repaired m k P hl hu HP Hh Same) as [[g [G E]]|E].
  - destruct (E a ltac:(lra)) as [-> ->], (E b ltac:(lra)) as [-> ->]. pose proof (h_gamma_increases g a b G ltac:(lra) ltac:(lra) Hab).
    pose proof (h_gamma_increases g (1 - b) (1 - a) G ltac:(lra) ltac:(lra) ltac:(lra)). lra.
  - destruct (E a ltac:(lra)) as [-> ->], (E b ltac:(lra)) as [-> ->]. lra.
Qed.

(** Section 2's question: for a demand of finite B(h), h = [hl * hu], the region of any procedure of the parity B(h) is the least that contains it. *)
Theorem least_region k hl hu g : (3 <= k)%nat -> (forall a, 0 <= a <= 1 -> 0 <= hl a <= a /\ a <= hu a <= 1) -> is_bound (star hl hu) g ->
  (exists m P, mechanism m k P /\ parity_is m k g P) /\
  forall m P, mechanism m k P -> parity_is m k g P ->
    (forall p q, region hl hu p q -> region_of m k P p q) /\
    forall n A, mechanism n k A -> (forall p q, region hl hu p q -> region_of n k A p q) -> forall p q, region_of m k P p q -> region_of n k A p q.
Proof.
  intros Hk Hh B.
  assert (Hs : forall a, 0 <= a <= 1 -> a <= star hl hu a <= 1).
  { intros a Ha. pose proof (Hh a Ha). pose proof (Hh (1 - a) ltac:(lra)). unfold star, Rmin. destruct (Rle_dec (hu a) (1 - hl (1 - a))); lra. }
  assert (G : 1 <= g) by (apply (bound_at_least_1 (star hl hu) g); [intros; apply Hs; lra | assumption]).
  assert (Iff : forall n A, mechanism n k A -> ((forall p q, region hl hu p q -> region_of n k A p q) <-> parity_at_most n k g A)).
  { intros n A HA. rewrite <- (sip_is_inclusion n k hl hu A HA), (lemma_3_1 n k hl hu A HA Hh). now apply theorem_3_1. }
  split.
  - destruct (Rle_lt_or_eq_dec 1 g G) as [L|<-].
    + destruct (precise_if_repaired k g Hk L) as [HP [Is _]]. now exists k, (P_0 k g).
    + exists 1%nat, (fun _ _ => 1). split; [split; [intros; lra | intros; simpl; lra]|]. split; [intros i j l _ _ _ _; lra|].
      exists 0%nat, 0%nat, 1%nat. repeat split; try lia; lra.
  - intros m P HP HIs. split; [apply Iff; [assumption | apply HIs]|]. intros n A HA HW p q In_.
    apply (region_by_parity_repaired m k g P Hk G HP HIs) in In_. destruct In_ as [Hp [Hq Out]]. split; [assumption|]. split; [assumption|].
    intros [w [Q [i [HWp [Hi [D [Ep Eq]]]]]]]. destruct (h_gamma_bound g G) as [Range [Bg _]].
    pose proof (proj2 (keeps_below_iff_parity n k (h_gamma g) g A HA Range Bg) (proj1 (Iff n A HA) HW)) as K.
    assert (Ends : forall x, 0 <= x <= 1 -> x <= h_gamma g x <= 1).
    { intros x Hx. destruct (Req_dec x 0) as [->|]; [unfold h_gamma; replace (g * 0 / (g * 0 + (1 - 0))) with 0 by (field; lra); lra|].
      destruct (Req_dec x 1) as [->|]; [unfold h_gamma; replace (g * 1 / (g * 1 + (1 - 1))) with 1 by (field; lra); lra|]. apply Range. lra. }
    pose proof (csip_downward_all n k (h_gamma g) A HA Ends K w Q i HWp Hi D) as Low.
    pose proof (csip_downward_all n k (h_gamma g) A HA Ends K w (fun j => negb (Q j)) i HWp Hi D) as Up.
    pose proof (posterior_complement k w Q A i D) as C. rewrite (probability_complement k w Q HWp) in Up.
    replace (1 - (1 - probability k w Q)) with (probability k w Q) in Up by ring. rewrite Ep in Low, Up. cbv beta in Out. lra.
Qed.

(** Chai and Nayak, after (3.5), with two categories: between the even prior and every h_gamma some posterior is not attained. *)
Lemma not_listed (l : list R) : forall a b, a < b -> exists q, a < q < b /\ ~ In q l.
Proof.
  induction l as [|x l IH]; intros a b H; [exists ((a + b) / 2); split; [lra | intros []]|].
  destruct (Rle_lt_dec x a) as [A|A]; [|destruct (Rle_lt_dec b x) as [B|B]].
  - destruct (IH a b H) as [q [Hq N]]. exists q. split; [assumption|]. intros [E|I]; [lra | contradiction].
  - destruct (IH a b H) as [q [Hq N]]. exists q. split; [assumption|]. intros [E|I]; [lra | contradiction].
  - destruct (IH a x A) as [q [Hq N]]. exists q. split; [lra|]. intros [E|I]; [lra | contradiction].
Qed.

Theorem not_precise_if m P g : mechanism m 2 P -> 1 < g ->
  exists q, 1 / 2 < q < g * (1 / 2) / (1 + (g - 1) * (1 / 2)) /\ ~ attained m 2 P (1 / 2) q.
Proof.
  intros HP Hg. set (share := fun j i => P i j / (P i 0%nat + P i 1%nat)).
  destruct (not_listed (map (share 0%nat) (seq 0 m) ++ map (share 1%nat) (seq 0 m)) (1 / 2) (g * (1 / 2) / (1 + (g - 1) * (1 / 2)))) as [q [Hq N]].
  { apply Rmult_lt_reg_r with (1 + (g - 1) * (1 / 2)); [lra|]. unfold Rdiv at 3. rewrite (Rmult_assoc (g * (1 / 2))), Rinv_l by lra. lra. }
  exists q. split; [assumption|]. intros [w [Q [i [[_ W1] [Hi [Pos [Pr Po]]]]]]]. apply N.
  unfold probability in Pr. unfold posterior, joint in Po. simpl in W1, Pos, Pr, Po. apply in_or_app.
  assert (In_i : In i (seq 0 m)) by (apply in_seq; lia).
  destruct (Q 0%nat), (Q 1%nat); try lra; [left | right]; apply in_map_iff; exists i; split; auto; unfold share; rewrite <- Po.
  - assert (W0 : w 0%nat = 1 / 2) by lra. assert (W2 : w 1%nat = 1 / 2) by lra. rewrite W0, W2 in *. field. lra.
  - assert (W0 : w 0%nat = 1 / 2) by lra. assert (W2 : w 1%nat = 1 / 2) by lra. rewrite W0, W2 in *. field. lra.
Qed.
