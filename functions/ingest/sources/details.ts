/** Corrections of the players and the description: what a source corrects later is corrected in the record. */
import { initialPosition, writeFen } from '../../../domain/chess/index.ts'
import { CLOCK_TAGS } from '../../../domain/formats/pgn-live.ts'
import { UNSAID_KEY } from '../../../domain/formats/pgn-source.ts'
import type { Remark } from '../../../domain/reasons.ts'
import {
  type EventData,
  type ReportedEvent,
  SIDES,
  type Side,
  type StoredEvent,
} from '../../../events/index.ts'
import { ERASED } from '../../app/person-identity.ts'
import { equal } from './diff-source.ts'
import type { OutboundReport } from './outbox.ts'
import { sourceRemarks } from './source-remark.ts'

const { remark } = sourceRemarks

const FIELDS = ['name', 'title', 'rating', 'fideId'] as const
type Field = (typeof FIELDS)[number]
type Player = Partial<Pick<EventData<'game-opened'>['white'], Field>>
export type SourcePlayers = Readonly<Record<Side, Player>>

const PREFIX = 'source-details-'
const FIRST = `${PREFIX}first-`

/** The players as an opening has them. */
export function openingPlayers({ data }: ReportedEvent): SourcePlayers {
  const { white, black } = data as EventData<'game-opened'>
  return { white, black }
}

interface DetailHistory {
  /** The players as the record has them now. */
  readonly current: SourcePlayers
  /** What the source said last, as far as the record shows; null where another client opened the game. */
  readonly lastSaid: SourcePlayers | null
  /** Fields of which the record cannot tell what the source said: `white name`. */
  readonly unknown: ReadonlySet<string>
  /** The board that the description names. */
  readonly board: EventData<'game-opened'>['board'] | undefined
}

const PLACES = SIDES.flatMap((side) => FIELDS.map((field) => ({ side, field, name: `${side} ${field}` })))

function detailHistoryOf(events: readonly StoredEvent[]): DetailHistory | null {
  const [opening] = events
  if (opening?.type !== 'game-opened') return null
  const back = new Set(events.flatMap((each) => (each.type === 'report-corrected' ? each.data.seqs : [])))
  let board: DetailHistory['board'] = opening.data.board
  let current: SourcePlayers = opening.data
  let said: SourcePlayers | null = opening.data.source?.kind === 'pgn' ? opening.data : null
  let unknown = new Set<string>()
  for (const event of events) {
    if (event.type !== 'details-corrected') continue
    const { fields } = event.data
    if (!back.has(event.seq)) {
      current = merged(current, fields)
      board = fields.board ?? board
    }
    if (event.id.startsWith(FIRST)) {
      const agreed = Number.parseInt(event.id.slice(FIRST.length), 16)
      said = current
      unknown = new Set(PLACES.flatMap(({ name }, bit) => ((agreed >> bit) & 1 ? [] : [name])))
    } else if (event.id.startsWith(PREFIX)) {
      said = merged(said ?? current, fields)
      for (const { side, field, name } of PLACES) if (field in (fields[side] ?? {})) unknown.delete(name)
    }
  }
  return { current, lastSaid: said, unknown, board }
}

/**
 * The first look at a game that somebody else opened is kept in its record, so that a later one knows what the source puts
 * right: not what it says, only in which fields it says what the record does. The correction names the board that stands.
 */
function firstLook(
  now: SourcePlayers,
  { current, lastSaid, board }: DetailHistory,
  at: string,
): OutboundReport[] {
  if (lastSaid !== null || board === undefined) return []
  const agreed = PLACES.reduce(
    (bits, { side, field }, bit) =>
      isSame(now[side][field], current[side][field]) ? bits | (1 << bit) : bits,
    0,
  )
  const data = { fields: { board }, reason: 'a source tells this game from here on' }
  return [{ id: `${FIRST}${agreed.toString(16)}`, type: 'details-corrected', by: 'operator', at, data }]
}

type Corrected = Partial<Record<Side, object | undefined>>

function merged(players: SourcePlayers, fields: Corrected): SourcePlayers {
  return {
    white: mergedPlayer(players.white, fields.white),
    black: mergedPlayer(players.black, fields.black),
  }
}

/** What a correction takes away is null in it. */
const mergedPlayer = (player: Player, fields: object | undefined): Player =>
  Object.fromEntries(Object.entries({ ...player, ...fields }).filter(([, value]) => value !== null))

export interface Details {
  readonly reports: readonly OutboundReport[]
  /** For a person to read. */
  readonly notes: readonly Remark[]
}

/**
 * `now`: the players as the source shows them; `first`: as it did at its first look, null where this is it. A field is
 * put right where the record still has what the source said: what an arbiter or a pairing file says otherwise stays so.
 */
export function correctDetails(
  now: SourcePlayers,
  first: SourcePlayers | null,
  events: readonly StoredEvent[],
): Details {
  const words = detailHistoryOf(events)
  const last = events.at(-1)
  const said = words?.lastSaid ?? first
  if (words === null || last === undefined) return { reports: [], notes: [] }
  const marks = first === null ? firstLook(now, words, last.at) : []
  const fields: Partial<Record<Side, Player>> = {}
  const notes: Remark[] = []
  for (const side of SIDES) {
    const isKnown = (field: Field) => !words.unknown.has(`${side} ${field}`)
    const read = diffPlayer(side, now[side], said?.[side] ?? null, words.current[side], isKnown)
    notes.push(...read.notes)
    if (Object.keys(read.fields).length > 0) fields[side] = read.fields
  }
  if (Object.keys(fields).length === 0) return { reports: marks, notes }
  const data = { fields, reason: 'the source tells it otherwise now' }
  const id = `${PREFIX}r${last.seq}`
  // At the last event's instant: a description has no hour, and moves seen later may have happened before this look.
  const report = { id, type: 'details-corrected', by: 'operator', at: last.at, data } as const
  return { reports: [...marks, report], notes }
}

/** `before` is null where nothing is known of what the source said before; `isKnown`: whether this field of it is. */
function diffPlayer(
  side: Side,
  now: Player,
  before: Player | null,
  current: Player,
  isKnown: (field: Field) => boolean,
): { fields: Player; notes: Remark[] } {
  // Who was erased from the record does not come back with a feed.
  if (current.name === ERASED) return { fields: {}, notes: [] }
  const fields: Record<string, unknown> = {}
  const notes: Remark[] = []
  for (const field of FIELDS) {
    const said = isKnown(field) ? before : null
    const is = now[field]
    const stands = current[field]
    const named = { side, field: remark(`field-${field}`) }
    if (isSame(is, stands) || (said !== null && isSame(is, said[field]))) continue
    if (is === undefined || (field === 'name' && is === '?')) {
      if (said !== null && stands !== undefined && isSame(said[field], stands))
        notes.push(remark('detail-gone', { ...named, was: stands }))
    } else if (said !== null && isSame(said[field], stands)) {
      fields[field] = is
      notes.push(
        stands === undefined
          ? remark('detail-new', { ...named, now: is })
          : remark('detail-corrected', { ...named, was: stands, now: is }),
      )
    } else if (stands !== undefined) notes.push(remark('detail-stays', { ...named, now: is, was: stands }))
  }
  if (fields.name !== undefined && now.fideId === undefined && current.fideId !== undefined) {
    // Nothing takes a FIDE id out of the record, and under it the new name would be the old player's.
    const slots = { side, name: now.name ?? '', id: current.fideId }
    return { fields: {}, notes: [remark('detail-id', slots)] }
  }
  return { fields: fields as Player, notes }
}

/** A FIDE id may be recorded as a number. */
const isSame = (a: Player[Field], b: Player[Field]): boolean => String(a ?? '') === String(b ?? '')

/** Fields of a description besides the players. */
const DESCRIPTION = ['event', 'site', 'date', 'start', 'timeControl', 'play'] as const
type DescriptionField = (typeof DESCRIPTION)[number]
type Description = Partial<Pick<EventData<'game-opened'>, DescriptionField>>
type Source = NonNullable<EventData<'game-opened'>['source']>
type SourceTags = Readonly<Record<string, string>>

/** What is decided before a game begins: once play has begun, it is an arbiter's to correct. */
const SETTING: readonly DescriptionField[] = ['start', 'timeControl', 'play']

/** Tags that the record stores as they are written where no field says the same, and the field that does. */
const STORED_TAGS: Readonly<Record<string, DescriptionField>> = {
  Event: 'event',
  Site: 'site',
  Date: 'date',
  Variant: 'start',
  SetUp: 'start',
  FEN: 'start',
  TimeControl: 'timeControl',
}

const DESCRIPTION_PREFIX = 'source-description-'

export interface DescriptionDetails extends Details {
  /** Corrections of the setting: they come before the moves that are read by it. */
  readonly setting: readonly OutboundReport[]
}

/**
 * `now`: the opening as the source tells it at present. A field that it tells later, or otherwise than before, is put right
 * where the record still has what the source said, or nothing; what comes from elsewhere stays, and is told. So are the tags
 * as they were written. An inferred time control changes with every reading and corrects nothing. `isOver`: the source gives a
 * result, so that its tags of clocks change no more.
 */
export function correctDescription(
  now: ReportedEvent,
  events: readonly StoredEvent[],
  isOver: boolean,
): DescriptionDetails {
  const [opening] = events
  const last = events.at(-1)
  if (opening?.type !== 'game-opened' || last === undefined) return { reports: [], setting: [], notes: [] }
  const back = new Set(events.flatMap((each) => (each.type === 'report-corrected' ? each.data.seqs : [])))
  const isOurs = opening.data.source?.kind === 'pgn'
  let current: Description = opening.data
  let said: Description = isOurs ? opening.data : {}
  let source = opening.data.source
  for (const event of events) {
    if (event.type !== 'details-corrected' || back.has(event.seq)) continue
    const fields = event.data.fields as Description
    current = { ...current, ...fields }
    source = event.data.fields.source ?? source
    if (event.id.startsWith(DESCRIPTION_PREFIX)) said = { ...said, ...fields }
  }
  const shown = now.data as EventData<'game-opened'>
  const tags = shown.source?.tags ?? {}
  const unsaid = new Set((tags[UNSAID_KEY] ?? '').split(' '))
  const others = new Set<DescriptionField>()
  const fields: Record<string, unknown> = {}
  const notes: Remark[] = []
  // What a pairing file or a tournament says of its own place and days is theirs.
  for (const field of isOurs ? DESCRIPTION : (['start', 'timeControl'] as const)) {
    const stands = current[field]
    const isSourceWord = field in said && equal(said[field], stands)
    if (stands !== undefined && !isSourceWord) others.add(field)
    const is =
      shown[field] ?? (field === 'start' && isSourceWord && stands !== undefined ? USUAL_START : undefined)
    const isInferred = (field === 'timeControl' || field === 'play') && unsaid.has('TimeControl')
    if (is === undefined || isInferred || equal(is, stands)) continue
    if (field in said && equal(is, said[field])) continue
    const slots = { field: remark(`field-${field}`), now: JSON.stringify(is) }
    if (stands === undefined || isSourceWord) {
      fields[field] = is
      notes.push(remark(stands === undefined ? 'field-new' : 'field-corrected', slots))
    } else if (isOurs) notes.push(remark('field-stays', slots))
  }
  if (isOurs && source !== undefined) {
    const corrected = correctTags(source, tags, others, isOver)
    notes.push(...corrected.notes)
    if (corrected.source !== null) fields['source'] = corrected.source
  }
  const reason = 'the source tells it so now'
  const report = (id: string, names: (field: string) => boolean): OutboundReport[] => {
    const some = Object.fromEntries(Object.entries(fields).filter(([field]) => names(field)))
    if (Object.keys(some).length === 0) return []
    // At the last event's instant: a description has no hour, and moves seen later may have happened before this look.
    const data = { fields: some, reason }
    return [
      {
        id: `${DESCRIPTION_PREFIX}${id}r${last.seq}`,
        type: 'details-corrected',
        by: 'operator',
        at: last.at,
        data,
      },
    ]
  }
  const isSetting = (field: string) => field === 'source' || SETTING.some((each) => each === field)
  return {
    reports: report('', (field) => !isSetting(field)),
    setting: report('setting-', isSetting),
    notes,
  }
}

const USUAL_START = { fen: writeFen(initialPosition()) }

/** The source's tags with those that it writes otherwise now; `others`: fields that somebody else has put right. */
function correctTags(
  source: Source,
  now: SourceTags,
  others: ReadonlySet<DescriptionField>,
  isOver: boolean,
): { readonly source: Source | null; readonly notes: readonly Remark[] } {
  const tags: Record<string, string> = { ...source.tags }
  const notes: Remark[] = []
  for (const [name, field] of Object.entries(STORED_TAGS)) {
    const is = others.has(field) ? undefined : now[name]
    if (is === tags[name]) continue
    if (is === undefined) delete tags[name]
    else tags[name] = is
    if (name === 'Variant' || name === 'TimeControl')
      notes.push(
        is === undefined
          ? remark('tag-gone', { tag: name, was: source.tags?.[name] ?? '' })
          : remark('tag-new', { tag: name, now: is }),
      )
  }
  for (const name of isOver ? CLOCK_TAGS : []) {
    const is = now[name]
    if (is === undefined) delete tags[name]
    else tags[name] = is
  }
  const unsaid = (source.tags?.[UNSAID_KEY] ?? '').split(' ').filter((name) => name !== '')
  const isUnsaid = (name: string) => (now[UNSAID_KEY] ?? '').split(' ').includes(name)
  const left = unsaid.filter((name) => !(name in STORED_TAGS) || isUnsaid(name)).join(' ')
  if (left === '') delete tags[UNSAID_KEY]
  else tags[UNSAID_KEY] = left
  return { source: equal(tags, source.tags ?? {}) ? null : { ...source, tags }, notes }
}
