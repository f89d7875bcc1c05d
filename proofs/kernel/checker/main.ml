(* rropt-verified FILE...: the verdict on each certificate. Here bytes are read, limits are set and lines are printed; what is said
   is Judge.judge's, which is extracted from Judge.v. *)

let seconds = 60.
let words = 1 lsl 26 (* of the heap: 512 MB *)

exception Over of string

let text characters = String.of_seq (List.to_seq characters)
let codes s = List.init (String.length s) (fun n -> Z.of_int (Char.code s.[n]))

let read path =
  let channel = open_in_bin path in
  Fun.protect ~finally:(fun () -> close_in_noerr channel) (fun () ->
    let limit = 4 * 20971520 + 4 in
    let buffer = Buffer.create 65536 in
    (try
       while Buffer.length buffer < limit do
         Buffer.add_channel buffer channel 1
       done
     with End_of_file -> ());
    Buffer.contents buffer)

let limited f =
  let clock value = ignore (Unix.setitimer Unix.ITIMER_VIRTUAL { Unix.it_interval = 0.; it_value = value }) in
  Sys.set_signal Sys.sigvtalrm
    (Sys.Signal_handle (fun _ -> raise (Over "it asks for more than 60 seconds of the processor")));
  let alarm =
    Gc.create_alarm (fun () ->
      if (Gc.quick_stat ()).Gc.heap_words > words then raise (Over "it asks for more memory than there is")) in
  Fun.protect ~finally:(fun () -> clock 0.; Gc.delete_alarm alarm) (fun () -> clock seconds; f ())

let verdict path =
  try
    match limited (fun () -> Judge.judge (codes (read path))) with
    | Judge.Accepted s -> ("accepted", text s)
    | Judge.Rejected s -> ("rejected", text s)
    | Judge.Not_well_formed s -> ("malformed", text s)
    | Judge.Not_finished s -> ("unfinished", text s)
    | Judge.Not_covered s -> ("uncovered", text s)
  with
  | Sys_error _ -> ("malformed", "not a readable file")
  | Over why -> ("unfinished", why)
  | Stack_overflow | Out_of_memory -> ("unfinished", "it asks for more memory than there is")

(* the worst first *)
let exit_codes = [ ("malformed", 2); ("rejected", 1); ("uncovered", 5); ("unfinished", 4); ("accepted", 0) ]

let help =
  "usage: rropt-verified FILE...\n\n\
   Judges certificates of rropt by a checker that is proved in Coq: what it accepts is true.\n\
   Each verdict is one line: FILE: accepted, rejected, malformed, unfinished or uncovered: what was accepted, or why it was not.\n\
   Exit code, the first of these that holds: 2 if one is malformed or cannot be read, 1 if one is rejected, 5 if one is of a kind that is\n\
   not covered, 4 if one is unfinished, 0 as all are accepted.\n"

let () =
  match List.tl (Array.to_list Sys.argv) with
  | [] | [ "--" ] -> print_string help; exit 2
  | [ "-h" ] | [ "--help" ] -> print_string help
  | "--" :: files | files ->
    let judged path =
      let status, said = verdict path in
      Printf.printf "%s: %s: %s\n%!" (text (Judge.file_name (codes path))) status said;
      status in
    let found = List.map judged files in
    exit (snd (List.find (fun (status, _) -> List.mem status found) exit_codes))
