/** How many entries of a log its witnesses have seen, and for how long others have waited. */
import type { Ports } from '../../ports.ts'
import type { Documents } from '../../store/documents.ts'
import { cosignedCheckpoints, openCheckpoint, parseCheckpoint } from './checkpoint.ts'
import type { WitnessAddress } from './witness-address.ts'

export interface WitnessProgress {
  /** Entries of the newest checkpoint. */
  readonly entries: number
  /** Entries that each of the witnesses has seen; of none that is asked, what any has seen by a sync. Null: nothing yet. */
  readonly witnessed: number | null
  /** Seconds since the cosignature over them; null: there is none. */
  readonly ageSeconds: number | null
  /** Seconds for which the oldest entry has waited that one of the witnesses has not seen; null: none is asked. */
  readonly unwitnessedSeconds: number | null
  /** Witnesses that saw another log under this name. */
  readonly contradicted: readonly string[]
}

const PARTITION = 'log#waiting'
const waiting = ({ registry }: Pick<Ports, 'registry'>) => registry as Documents<{ readonly since: number }>

/** There is a checkpoint that the witness has not signed: it waits since it was first one. */
export const noteWaiting = (ports: Pick<Ports, 'registry' | 'clock'>, witness: string): Promise<boolean> =>
  waiting(ports).putIfAbsent(PARTITION, witness, { since: ports.clock.now() })

/** The witness has signed the newest checkpoint. */
export const noteWitnessed = (ports: Pick<Ports, 'registry'>, witness: string): Promise<void> =>
  waiting(ports).delete(PARTITION, witness)

/** Of the checkpoint `note` and those who are asked to sign it. */
export async function witnessProgress(
  ports: Pick<Ports, 'registry' | 'clock'>,
  note: string,
  witnesses: readonly WitnessAddress[],
  contradicted: readonly string[],
): Promise<WitnessProgress> {
  const now = ports.clock.now()
  const own = parseCheckpoint(note)
  const seen = await cosignedCheckpoints(ports)
  const asked = witnesses.map(({ key }) => {
    const last = seen.find(({ witness }) => witness === key.name)
    const opened = last === undefined ? null : openCheckpoint(last.note, key)
    return opened?.ok ? { size: opened.value.size, at: opened.value.at } : null
  })
  const others = seen.flatMap(({ note: each }) => {
    const read = parseCheckpoint(each)
    return read.ok ? [{ size: read.value.size, at: null }] : []
  })
  const counted =
    witnesses.length > 0
      ? asked.reduce((a, b) => (a === null || b === null ? null : a.size <= b.size ? a : b), asked[0] ?? null)
      : (others.sort((a, b) => b.size - a.size)[0] ?? null)
  const since: number[] = []
  for await (const { sk, value } of waiting(ports).query(PARTITION))
    if (witnesses.some(({ key }) => key.name === sk)) since.push(value.since)
  const oldest = since.length === 0 ? now : Math.min(...since)
  return {
    entries: own.ok ? own.value.size : 0,
    witnessed: counted?.size ?? null,
    ageSeconds: counted?.at == null ? null : Math.max(0, Math.round(now / 1000 - counted.at)),
    unwitnessedSeconds: witnesses.length === 0 ? null : Math.max(0, Math.round((now - oldest) / 1000)),
    contradicted,
  }
}
