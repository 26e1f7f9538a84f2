(* Games of one heap from which a number is taken, and which may be split in two. Nimbers that
   repeat are right for all heaps if they are right for the first ones. (R. K. Guy and C. A. B.
   Smith, "The G-values of various games", 1956.) Checked by Coq 8.16. *)
From Coq Require Import Arith Bool Lia List NArith.
Import ListNotations.

(* A heap n >= since may be left as heaps of at least these sizes, which together have n - taken. *)
Record move := Move { since : nat; taken : nat; least : list nat }.

Definition leaves (m : move) (n : nat) (heaps : list nat) : Prop :=
  since m <= n /\ Forall2 le (least m) heaps /\ list_sum heaps + taken m = n.

Definition value (g : nat -> N) (heaps : list nat) : N :=
  fold_right (fun heap v => N.lxor (g heap) v) 0%N heaps.

Definition reaches (game : list move) (g : nat -> N) (n : nat) (v : N) : Prop :=
  exists m heaps, In m game /\ leaves m n heaps /\ value g heaps = v.

(* R. P. Sprague and P. M. Grundy: a nimber is the least number that no option has. *)
Definition nimbers (game : list move) (g : nat -> N) : Prop :=
  forall n, ~ reaches game g n (g n) /\ forall v, (v < g n)%N -> reaches game g n v.

(* The values that are listed, of which the last `period` are repeated. *)
Definition repeated (values : list N) (first period n : nat) : N :=
  nth (if n <? first then n else first + (n - first) mod period) values 0%N.

Section Theory.
Local Arguments Nat.leb : simpl never.
Variables (game : list move) (values : list N) (first period : nat).
Local Notation g := (repeated values first period).

Definition results (m : move) (n : nat) : list N :=
  if (since m <=? n) && (list_sum (least m) + taken m <=? n) then
    match least m with
    | [] => if n =? taken m then [0%N] else []
    | [_] => [g (n - taken m)]
    | [a; b] => map (fun i => N.lxor (g i) (g (n - taken m - i)))
                    (seq a (n - taken m - a - b + 1))
    | _ => []
    end
  else [].

(* The same, with the values of the first heaps in a list. *)
Fixpoint both (l l' : list N) : list N :=
  match l, l' with x :: r, y :: r' => N.lxor x y :: both r r' | _, _ => [] end.

Definition part (row : list N) (from count : nat) : list N := firstn count (skipn from row).

Definition fast_results (row : list N) (m : move) (n : nat) : list N :=
  match least m with
  | [a; b] =>
      if (since m <=? n) && (list_sum (least m) + taken m <=? n) then
        let count := n - taken m - a - b + 1 in
        both (part row a count) (rev (part row b count))
      else []
  | _ => results m n
  end.

Definition agrees (found : list N) (own : N) : bool :=
  forallb (fun v => negb (v =? own)%N) found &&
  forallb (fun v => existsb (N.eqb (N.of_nat v)) found) (seq 0 (N.to_nat own)).

Definition holds_at (n : nat) : bool := agrees (flat_map (fun m => results m n) game) (g n).

(* No part is as large as the heap, and there are two at most. *)
Definition is_simple (m : move) : bool :=
  match least m with
  | [] | [_] => 1 <=? taken m
  | [a; b] => (1 <=? taken m + a) && (1 <=? taken m + b)
  | _ => false
  end.

Definition start : nat :=
  fold_right (fun m e => Nat.max (Nat.max (since m) (list_sum (least m))) e) first game.
Definition most : nat := fold_right (fun m t => Nat.max (taken m) t) 0 game.
Definition enough : nat := 2 * start + 2 * period + most + 1.

Definition check : bool :=
  let row := map g (seq 0 enough) in
  (1 <=? period) && forallb is_simple game &&
  forallb (fun n => agrees (flat_map (fun m => fast_results row m n) game) (g n)) (seq 0 enough).

Lemma start_spec : forall m, In m game -> since m <= start /\ list_sum (least m) <= start.
Proof.
  unfold start. induction game as [|a l IH]; simpl; [easy|].
  intros m [->|H]; [lia|]. specialize (IH m H). lia.
Qed.

Lemma first_spec : first <= start.
Proof. unfold start. induction game as [|a l IH]; simpl; lia. Qed.

Lemma most_spec : forall m, In m game -> taken m <= most.
Proof.
  unfold most. induction game as [|a l IH]; simpl; [easy|].
  intros m [->|H]; [lia|]. specialize (IH m H). lia.
Qed.

Lemma repeats : forall n, 1 <= period -> first <= n -> g (n + period) = g n.
Proof.
  intros n Hp Hn. unfold repeated.
  destruct (Nat.ltb_spec (n + period) first); [lia|].
  destruct (Nat.ltb_spec n first); [lia|].
  replace (n + period - first) with (n - first + 1 * period) by lia.
  rewrite Nat.mod_add by lia. reflexivity.
Qed.

Lemma results_spec : forall m n v, is_simple m = true ->
  (In v (results m n) <-> exists heaps, leaves m n heaps /\ value g heaps = v).
Proof.
  intros [s t l] n v Hm. unfold results, leaves; simpl in *.
  destruct l as [|a [|b [|c l]]]; simpl in *; try discriminate.
  - (* nothing is left *)
    split.
    + destruct (Nat.leb_spec s n); simpl; [|easy].
      destruct (Nat.leb_spec t n); simpl; [|easy].
      destruct (Nat.eqb_spec n t); simpl; [|easy].
      intros [<-|[]]. exists []. simpl. repeat split; auto; lia.
    + intros (heaps & (H1 & H2 & H3) & <-). inversion H2; subst. simpl in *.
      destruct (Nat.leb_spec s t); [|lia]. rewrite Nat.leb_refl, Nat.eqb_refl. simpl. auto.
  - (* one heap *)
    split.
    + destruct (Nat.leb_spec s n); simpl; [|easy].
      destruct (Nat.leb_spec (a + 0 + t) n); simpl; [|easy].
      intros [<-|[]]. exists [n - t]. simpl. rewrite N.lxor_0_r.
      repeat split; [lia| |lia]. constructor; [lia|constructor].
    + intros (heaps & (H1 & H2 & H3) & <-). inversion H2 as [|? i ? l' Hi Hl]; subst.
      inversion Hl; subst. simpl in *. rewrite N.lxor_0_r.
      destruct (Nat.leb_spec s (i + 0 + t)); [|lia].
      destruct (Nat.leb_spec (a + 0 + t) (i + 0 + t)); [|lia]. simpl.
      left. f_equal. lia.
  - (* two heaps *)
    split.
    + destruct (Nat.leb_spec s n); cbn [andb]; [|easy].
      destruct (Nat.leb_spec (a + (b + 0) + t) n); [|easy].
      rewrite in_map_iff. intros (i & <- & Hi). apply in_seq in Hi.
      exists [i; n - t - i]. simpl. rewrite N.lxor_0_r.
      repeat split; [lia| |lia]. repeat constructor; lia.
    + intros (heaps & (H1 & H2 & H3) & <-).
      inversion H2 as [|? i ? l' Hi Hl]; subst.
      inversion Hl as [|? j ? l'' Hj Hl']; subst. inversion Hl'; subst. simpl in *.
      rewrite N.lxor_0_r.
      destruct (Nat.leb_spec s (i + (j + 0) + t)); [|lia].
      destruct (Nat.leb_spec (a + (b + 0) + t) (i + (j + 0) + t)); [|lia]. cbn [andb].
      rewrite in_map_iff. exists i. split; [|apply in_seq; lia].
      f_equal. f_equal. lia.
Qed.

Lemma part_spec : forall from count size, from + count <= size ->
  part (map g (seq 0 size)) from count = map g (seq from count).
Proof.
  intros from count size H. unfold part.
  replace size with (from + (count + (size - from - count))) by lia.
  rewrite seq_app, map_app, skipn_app, skipn_all2 by (rewrite map_length, seq_length; lia).
  rewrite map_length, seq_length, Nat.sub_diag. simpl.
  rewrite seq_app, map_app, firstn_app, firstn_all2 by (rewrite map_length, seq_length; lia).
  rewrite map_length, seq_length, Nat.sub_diag. simpl. apply app_nil_r.
Qed.

Lemma rev_spec : forall count from, rev (map g (seq from count)) =
  map (fun i => g (from + count - 1 - i)) (seq 0 count).
Proof.
  induction count as [|count IH]; intros from; [reflexivity|].
  rewrite <- cons_seq. cbn [map rev]. rewrite IH.
  replace (S count) with (count + 1) by lia. rewrite seq_app, map_app. f_equal.
  - apply map_ext_in. intros i Hi. apply in_seq in Hi. f_equal. lia.
  - simpl. do 2 f_equal. lia.
Qed.

Lemma both_spec : forall (A : Type) (f f' : A -> N) l,
  both (map f l) (map f' l) = map (fun i => N.lxor (f i) (f' i)) l.
Proof.
  intros A f f' l. induction l as [|x l IH]; simpl; [reflexivity|]. rewrite IH. reflexivity.
Qed.

Lemma seq_from : forall (f : nat -> N) count a,
  map f (seq a count) = map (fun i => f (a + i)) (seq 0 count).
Proof.
  intros f count. induction count as [|count IH]; intros a; [reflexivity|].
  simpl. rewrite Nat.add_0_r. f_equal. rewrite (IH (S a)), <- (seq_shift count 0), map_map.
  apply map_ext. intros i. f_equal. lia.
Qed.

Lemma fast_results_spec : forall size m n, n < size ->
  fast_results (map g (seq 0 size)) m n = results m n.
Proof.
  intros size m n Hn. unfold fast_results, results.
  destruct (least m) as [|a [|b [|c l]]] eqn:E; try reflexivity; [].
  destruct (Nat.leb_spec (since m) n); [|reflexivity].
  destruct (Nat.leb_spec (list_sum [a; b] + taken m) n) as [Hle|]; [|reflexivity].
  cbn [andb]. simpl in Hle. rewrite !part_spec by lia. rewrite rev_spec.
  rewrite (seq_from g _ a), both_spec.
  rewrite (seq_from (fun i => N.lxor (g i) (g (n - taken m - i)))).
  apply map_ext_in. intros i Hi. apply in_seq in Hi. do 2 f_equal. lia.
Qed.

Hypothesis checked : check = true.

Lemma parts : 1 <= period /\ (forall m, In m game -> is_simple m = true) /\
  (forall n, n < enough -> holds_at n = true).
Proof.
  unfold check in checked. apply Bool.andb_true_iff in checked as [H1 H2].
  apply Bool.andb_true_iff in H1 as [H0 H1]. apply Nat.leb_le in H0.
  rewrite forallb_forall in H1, H2. repeat split; auto.
  intros n Hn. specialize (H2 n). cbv beta in H2. unfold holds_at.
  rewrite <- H2 by (apply in_seq; lia). f_equal.
  apply flat_map_ext. intros m. symmetry. apply fast_results_spec. exact Hn.
Qed.

Lemma found_spec : forall n v,
  In v (flat_map (fun m => results m n) game) <-> reaches game g n v.
Proof.
  destruct parts as (_ & Hs & _). intros n v. rewrite in_flat_map. unfold reaches.
  split.
  - intros (m & Hm & Hv). apply results_spec in Hv as (heaps & Hl & He); [|auto].
    exists m, heaps. auto.
  - intros (m & heaps & Hm & Hl & He). exists m. split; [auto|].
    apply results_spec; [auto|]. exists heaps. auto.
Qed.

Definition right (n : nat) : Prop :=
  ~ reaches game g n (g n) /\ forall v, (v < g n)%N -> reaches game g n v.

Lemma holds_at_spec : forall n, holds_at n = true -> right n.
Proof.
  unfold holds_at, agrees, right. intros n H. apply Bool.andb_true_iff in H as [H1 H2].
  rewrite forallb_forall in H1, H2. split.
  - intros H. apply found_spec, H1, Bool.negb_true_iff, N.eqb_neq in H. auto.
  - intros v Hv. apply found_spec.
    assert (Hin : In (N.to_nat v) (seq 0 (N.to_nat (g n)))) by (apply in_seq; lia).
    apply H2, existsb_exists in Hin as (w & Hw & He). apply N.eqb_eq in He.
    rewrite N2Nat.id in He. subst. exact Hw.
Qed.

(* Options of a large heap and of the heap before it by a period have the same values. *)
Lemma options_repeat : forall n v, enough <= n + period ->
  (reaches game g n v <-> reaches game g (n + period) v).
Proof.
  intros n v Hn. unfold enough in Hn. destruct parts as (Hp & Hs & _).
  pose proof first_spec as Hf.
  split; intros (m & heaps & Hm & (H1 & H2 & H3) & <-);
    pose proof (start_spec m Hm) as [Hs1 Hs2]; pose proof (most_spec m Hm) as Ht;
    specialize (Hs m Hm); unfold is_simple in Hs;
    destruct m as [s t l]; simpl in *.
  - destruct l as [|a [|b [|c l]]]; simpl in *; try discriminate.
    + inversion H2; subst. simpl in *. lia.
    + inversion H2 as [|? i ? l' Hi Hl]; subst. inversion Hl; subst. simpl in *.
      exists (Move s t [a]), [i + period]. unfold leaves; simpl.
      rewrite repeats by lia. repeat split; try lia; auto. repeat constructor; lia.
    + inversion H2 as [|? i ? l' Hi Hl]; subst.
      inversion Hl as [|? j ? l'' Hj Hl']; subst. inversion Hl'; subst. simpl in *.
      destruct (le_lt_dec start i).
      * exists (Move s t [a; b]), [i + period; j]. unfold leaves; simpl.
        rewrite repeats by lia. repeat split; try lia; auto. repeat constructor; lia.
      * exists (Move s t [a; b]), [i; j + period]. unfold leaves; simpl.
        rewrite repeats by lia. repeat split; try lia; auto. repeat constructor; lia.
  - destruct l as [|a [|b [|c l]]]; simpl in *; try discriminate.
    + inversion H2; subst. simpl in *. lia.
    + inversion H2 as [|? i ? l' Hi Hl]; subst. inversion Hl; subst. simpl in *.
      exists (Move s t [a]), [i - period]. unfold leaves; simpl.
      rewrite <- (repeats (i - period)) by lia. rewrite Nat.sub_add by lia.
      repeat split; try lia; auto. repeat constructor; lia.
    + inversion H2 as [|? i ? l' Hi Hl]; subst.
      inversion Hl as [|? j ? l'' Hj Hl']; subst. inversion Hl'; subst. simpl in *.
      destruct (le_lt_dec (start + period) i).
      * exists (Move s t [a; b]), [i - period; j]. unfold leaves; simpl.
        rewrite <- (repeats (i - period)) by lia. rewrite Nat.sub_add by lia.
        repeat split; try lia; auto. repeat constructor; lia.
      * exists (Move s t [a; b]), [i; j - period]. unfold leaves; simpl.
        rewrite <- (repeats (j - period)) by lia. rewrite Nat.sub_add by lia.
        repeat split; try lia; auto. repeat constructor; lia.
Qed.

Theorem repeated_is_right : nimbers game g.
Proof.
  intros n. change (right n). induction n as [n IH] using (well_founded_induction lt_wf).
  destruct parts as (Hp & _ & Hall). destruct (le_lt_dec enough n) as [Hn|Hn].
  - assert (Hle : period <= n) by (unfold enough in Hn; lia).
    specialize (IH (n - period)). destruct IH as [H1 H2]; [lia|].
    pose proof first_spec as Hf.
    assert (He : g n = g (n - period)).
    { rewrite <- (repeats (n - period)); [f_equal; lia|lia|unfold enough in Hn; lia]. }
    pose proof (fun v => options_repeat (n - period) v) as Ho.
    rewrite Nat.sub_add in Ho by lia. unfold right. rewrite He. split.
    + intros H. apply H1, Ho; auto.
    + intros v Hv. apply Ho; auto.
  - apply holds_at_spec. auto.
Qed.

Lemma smaller : forall m n heaps, In m game -> leaves m n heaps -> Forall (fun h => h < n) heaps.
Proof.
  intros m n heaps Hm (H1 & H2 & H3). destruct parts as (_ & Hs & _). specialize (Hs m Hm).
  unfold is_simple in Hs. destruct m as [s t l]; simpl in *.
  destruct l as [|a [|b [|c l]]]; simpl in *; try discriminate.
  - inversion H2; auto.
  - inversion H2 as [|? i ? l' Hi Hl]; subst. inversion Hl; subst. simpl in *.
    apply Nat.leb_le in Hs. repeat constructor. lia.
  - inversion H2 as [|? i ? l' Hi Hl]; subst.
    inversion Hl as [|? j ? l'' Hj Hl']; subst. inversion Hl'; subst. simpl in *.
    apply Bool.andb_true_iff in Hs as [Ha Hb]. apply Nat.leb_le in Ha, Hb.
    repeat constructor; lia.
Qed.

Theorem only_one : forall h, nimbers game h -> forall n, h n = g n.
Proof.
  intros h Hh n. induction n as [n IH] using (well_founded_induction lt_wf).
  assert (Hv : forall v, reaches game h n v <-> reaches game g n v).
  { assert (Heq : forall heaps, Forall (fun x => x < n) heaps -> value h heaps = value g heaps).
    { intros heaps H. induction H as [|x l Hx _ IHl]; simpl; [reflexivity|].
      rewrite IHl, IH by auto. reflexivity. }
    intros v. split; intros (m & heaps & Hm & Hl & <-); exists m, heaps;
      (split; [exact Hm|split; [exact Hl|]]); [symmetry|]; apply Heq; eapply smaller; eauto. }
  destruct (Hh n) as [H1 H2], (repeated_is_right n) as [H3 H4].
  destruct (N.lt_trichotomy (h n) (g n)) as [H|[H|H]]; [|exact H|].
  - exfalso. apply H1, Hv, H4, H.
  - exfalso. apply H3, Hv, H2, H.
Qed.

Theorem period_of_all : forall h, nimbers game h ->
  forall n, first <= n -> h (n + period) = h n.
Proof.
  intros h Hh n Hn. destruct parts as (Hp & _).
  rewrite (only_one h Hh (n + period)), (only_one h Hh n). apply repeats; assumption.
Qed.
End Theory.
