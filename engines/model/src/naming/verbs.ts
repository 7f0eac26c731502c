/**
 * Words that name an action when they stand (or lead) in the last static segment of a path: `POST /sessions/start`,
 * `POST /users/{id}/verify_password`. Words that are as often nouns (`replay`, `log`, `count`, `token`) are left out:
 * a noun taken for a verb gives a worse name than a verb taken for a noun.
 */
const VERBS: ReadonlySet<string> = new Set(
  `abort accept acknowledge activate add adjust approve archive assign attach authorize auto ban bind block bulk cancel
  capture change check claim clear clone close commit complete compute configure confirm connect consume convert copy
  create deactivate decline decrypt delete deny deploy detach disable disconnect dismiss dispatch download duplicate
  enable encrypt end enqueue estimate evaluate execute expire export extend extract fail finalize find finish flush fork
  generate get grant hide ignore import increment ingest initialize insert install instantiate interrupt invalidate
  invite invoke join kill launch leave link list lock login logout lookup mark merge move mute navigate notify observe
  open park parse pause perform pin ping poll preview promote provision publish purge push query queue reactivate read
  rebuild recover redeem redeliver refresh refund register reject release reload remove rename render renew reopen
  reorder replace reply reprocess request rerun resend reset resize resolve restart restore resume retrieve retry return
  revert revoke rewind rotate run sample save scrape search send set share show shutdown sign simulate snooze solve star
  start step stop submit subscribe suspend swap sync synchronize tag terminate test toggle track transfer translate
  trigger unarchive unassign unban unblock uninstall unlink unlock unmute unpin unregister unset unshare unstar
  unsubscribe update upgrade upload upsert use validate verify void vote watch withdraw`.split(/\s+/),
);

/** Verbs that lead nouns as often (`sign_in_tokens`, `search_results`): with a plural behind them they are one. */
const AMBIGUOUS: ReadonlySet<string> = new Set(
  "block change clone copy exchange export import invite link list lock login mark move pin poll query read return run sample search set share show sign star start step tag test track transfer update use vote watch".split(
    " ",
  ),
);

/** True where a path segment names what is done, not what it is done to. */
export function isAction(segmentWords: readonly string[]): boolean {
  const first = segmentWords[0]?.toLowerCase();
  if (first === undefined || !VERBS.has(first)) return false;
  const last = segmentWords.at(-1) ?? first;
  const pluralCompound = segmentWords.length > 1 && /[^s]s$/i.test(last);
  return !(pluralCompound && AMBIGUOUS.has(first));
}
