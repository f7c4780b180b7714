/** An event in words: who did what, with its details. */
import type { Actor, EventData, EventType, Side, StoredEvent } from '../../../../events/index.ts'
import { formatClockTime, formatDuration } from '../clock/text.ts'
import { localSan } from './san.ts'
import { type TextSlots, t, tDynamic } from './texts.ts'

export function actorName(by: Actor): string {
  if (by === 'board' || by === 'clock') return t(by === 'board' ? 'by-board' : 'by-clock')
  return t(by)
}

/** `1–0`, `½–½`, `+/−`. */
export function formatScore({ white, black }: { white: string; black: string }): string {
  return '+-'.includes(white) || '+-'.includes(black)
    ? `${white}/${black}`.replaceAll('-', '−')
    : `${white}–${black}`
}

/** The parts of an event that its words need: a draft has no seq yet. */
export type DescribableEvent = Pick<StoredEvent, 'type' | 'by' | 'data'>

/** What happened, without who did it. `move`: the SAN (English) of the move that the event made, where known. */
export function describeEvent(event: DescribableEvent, move?: string): string {
  // A text whose last slot is empty ends with a colon.
  const words = tDynamic(`e-${event.type}`, slotsOf(event, move)).trim().replace(/:$/, '')
  return words + noteInWords(event)
}

/** What somebody wrote with an event, in their own words, and the move that a claim wrote; empty where nothing was. */
export function noteInWords(event: DescribableEvent): string {
  const note = noteOf(event.data as Notes) || writtenMoveOf(event)
  return note === '' ? '' : ` — “${note}”`
}

/** With who did it: `White: move e4`. */
export const describeWithActor = (event: DescribableEvent, move?: string): string =>
  `${actorName(event.by)}: ${describeEvent(event, move)}`

const writtenMoveOf = ({ type, data }: DescribableEvent): string =>
  type === 'draw-claimed' ? ((data as EventData<'draw-claimed'>).move ?? '') : ''

interface Notes {
  readonly note?: string
  readonly reason?: string
  readonly condition?: string
}

const noteOf = ({ note, reason, condition }: Notes): string => note ?? reason ?? condition ?? ''

type AnyData = Partial<
  Record<
    'square' | 'piece' | 'text' | 'basis' | 'about' | 'kind' | 'decision' | 'penalty' | 'article',
    string
  >
> & {
  readonly squares?: readonly string[]
  readonly seqs?: readonly number[]
  readonly seq?: number
  readonly claim?: number
  readonly side?: Side | string
  readonly on?: Side
  readonly ms?: number
  readonly points?: number
  readonly device?: { readonly off: boolean; readonly onPerson: boolean }
  readonly white?: unknown
  readonly black?: unknown
}

/** The values of the slots in an event's text. */
export function slotsOf({ type, data }: DescribableEvent, move: string | undefined): TextSlots {
  const given = data as AnyData
  const side = given.on ?? given.side
  const kind = given.basis ?? given.about ?? given.kind ?? given.decision
  return {
    squares: (given.squares ?? []).join(' '),
    square: given.square ?? '',
    piece: given.piece === undefined ? '' : localSan(given.piece.toUpperCase()),
    seqs: (given.seqs ?? []).join(', '),
    seq: given.seq ?? given.claim ?? (type === 'position-restored' ? '—' : ''),
    ...sideSlots(side),
    kind: given.penalty === undefined ? kindText(type, kind, given) : tDynamic(`p-${given.penalty}`),
    move: moveText(type, data, move),
    ...faces(type, given),
    ...amounts(type, given),
  }
}

/** The player whom the event concerns, in the cases of the language. */
function sideSlots(side: string | undefined): TextSlots {
  const isSide = side === 'white' || side === 'black'
  const inCase = (name: string) => (isSide ? tDynamic(`${side}-${name}`) : '')
  return {
    side: isSide ? t(side) : '',
    genitive: inCase('genitive'),
    dative: inCase('dative'),
    accusative: inCase('accusative'),
  }
}

/** The kind in words; that of an incident with the player whom it concerns, and with the state in which a phone was found. */
function kindText(type: EventType, kind: string | undefined, { side, device }: AnyData): string {
  if (kind === undefined) return ''
  if (type !== 'incident-recorded') return tDynamic(`k-${kind}`)
  const about = [
    ...(side === 'white' || side === 'black' ? [t(side)] : []),
    ...(device === undefined
      ? []
      : [tDynamic(`device-${device.off ? 'off' : 'on'}-${device.onPerson ? 'person' : 'elsewhere'}`)]),
  ]
  return about.length === 0 ? tDynamic(`k-${kind}`) : `${tDynamic(`k-${kind}`)} (${about.join('; ')})`
}

function moveText(type: EventType, data: DescribableEvent['data'], move: string | undefined): string {
  if (type === 'move-made') {
    const { from, to, promotion } = data as EventData<'move-made'>
    return move === undefined ? `${from}–${to}${promotion ?? ''}` : localSan(move)
  }
  return (data as AnyData).text ?? ''
}

function faces(type: EventType, { white, black }: AnyData): TextSlots {
  if (type !== 'clock-read' && type !== 'clock-replaced') return {}
  return { white: formatClockTime(Number(white)), black: formatClockTime(Number(black)) }
}

function amounts(type: EventType, { white, black, ms, points }: AnyData): TextSlots {
  if (type === 'result-set') return { result: formatScore({ white: String(white), black: String(black) }) }
  if (type === 'time-granted' || type === 'clock-set') {
    const each = (['white', 'black'] as const).flatMap((side) => {
      const value = side === 'white' ? white : black
      return typeof value === 'number' ? [`${t(side)} ${formatDuration(value)}`] : []
    })
    return { time: each.join(', ') }
  }
  return { time: [ms === undefined ? '' : formatDuration(ms), points ?? ''].join(' ').trim() }
}
