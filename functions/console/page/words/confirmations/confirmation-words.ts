/** What the sentences of a confirmation are called: by the event, and by what it holds where that changes the sentence. */
import type { EventType } from '../../../../../events/index.ts'

/** Reported by boards and pairing software, never by somebody who is asked to confirm. */
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
