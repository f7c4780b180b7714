/** Pairings that are being entered: their text, the plan of the round that they make, and its opening. */
import { computed, type ReadonlySignal, type Signal, signal } from '@preact/signals-core'
import type { PairingFault } from '../../../../domain/formats/pairings/index.ts'
import { openPairedRound, planRound, type RoundPlan } from '../../../ingest/pairings/open-round.ts'
import { notify } from '../ui/notices.ts'
import { t } from '../words/texts.ts'
import { pageClient } from './api.ts'
import { encodingOf } from './encoding.ts'

/** A file as text, or its bytes while its encoding is to be chosen. */
export interface PairingsFile {
  readonly text: string
  readonly undecoded: Uint8Array | null
}

export async function readPairingsFile(file: File): Promise<PairingsFile> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  const encoding = encodingOf(bytes)
  return encoding === null
    ? { text: '', undecoded: bytes }
    : { text: new TextDecoder(encoding).decode(bytes), undecoded: null }
}

export interface PairingsDraft {
  readonly text: ReadonlySignal<string>
  readonly round: Signal<string>
  /** Faults that the service found; those of the text are in the plan. */
  readonly faults: ReadonlySignal<readonly PairingFault[]>
  /** Notes of the service about the round that was opened last. */
  readonly notes: ReadonlySignal<readonly PairingFault[]>
  /** The bytes of a file whose encoding is to be chosen. */
  readonly undecoded: ReadonlySignal<Uint8Array | null>
  readonly busy: ReadonlySignal<boolean>
  /** Null where nothing is written. */
  readonly plan: ReadonlySignal<RoundPlan | null>
  write(text: string): void
  take(file: PairingsFile): void
  decode(encoding: string): void
  /** Opens the round, unless its plan has a fault. */
  open(): Promise<void>
}

/** `opened` is called when games were opened. */
export function openPairingsDraft(
  tournament: string,
  nextRound: () => string,
  opened: () => void,
): PairingsDraft {
  const text = signal('')
  const round = signal('')
  const faults = signal<readonly PairingFault[]>([])
  const notes = signal<readonly PairingFault[]>([])
  const undecoded = signal<Uint8Array | null>(null)
  const busy = signal(false)
  const plan = computed<RoundPlan | null>(() => {
    if (text.value.trim() === '') return null
    const named = planRound(text.value, { tournament, round: round.value.trim() || undefined })
    // A table that names no round is taken as the next one.
    return named.round === '' ? planRound(text.value, { tournament, round: nextRound() }) : named
  })

  return {
    ...{ text, round, faults, notes, undecoded, busy, plan },
    write(written) {
      text.value = written
      faults.value = []
      notes.value = []
    },
    take(file) {
      faults.value = []
      undecoded.value = file.undecoded
      text.value = file.text
    },
    decode(encoding) {
      text.value = new TextDecoder(encoding).decode(undecoded.peek() ?? new Uint8Array())
      undecoded.value = null
    },
    async open() {
      const wanted = plan.peek()
      if (wanted === null || wanted.faults.length > 0 || busy.peek()) return
      busy.value = true
      const outcome = await openPairedRound(pageClient, wanted, { tournament, round: wanted.round })
      busy.value = false
      if (outcome.kind === 'faults') faults.value = outcome.faults
      else if (outcome.kind === 'refused') faults.value = [{ line: 0, reason: outcome.reason }]
      else if (outcome.kind === 'opened') {
        text.value = ''
        faults.value = []
        notes.value = outcome.notes
        notify(t('round-opened', { round: wanted.round, count: outcome.games.length }))
        opened()
      }
    },
  }
}
