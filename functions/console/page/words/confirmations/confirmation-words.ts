/** The keys of the sentences of confirmations: the event, with what it holds where that changes the sentence. */
import type { EventType } from '../../../../../events/index.ts'

/** Events that boards and pairing software report, so that no user is asked to confirm them. */
type NotConfirmed =
  | 'game-opened'
  | 'board-assigned'
  | 'piece-lifted'
  | 'piece-placed'
  | 'piece-touched'
  | 'piece-released'
  | 'adjust-announced'

type Confirmed = Exclude<EventType, NotConfirmed | 'position-restored' | 'report-corrected'>

/**
 * Slots: those of the list of events; besides `who`, the player who acts, and `dative`, the player whom it concerns (in English the
 * plain name). A sentence with `who` is for players: what an arbiter reports in their place names both.
 */
export type ConfirmationWords = Readonly<
  Record<
    | Confirmed
    | 'position-restored-to-event'
    | 'position-restored-to-fen'
    | 'report-removed'
    | 'report-replaced',
    string
  >
> & { readonly dative: Readonly<Record<'white' | 'black', string>> }
