/** A round's pairings as a pairing program wrote them, and what is wrong with them, line by line. */
import type { EventData } from '../../../events/index.ts'
import { isOneLine, isVisible } from '../../../events/text-rules.ts'
import { STARTING_ORDER_TITLES } from '../entry-list.ts'
import { type PairingFault, type PairingFaultCode, type PairingFaultSlots, pairingFault } from './fault.ts'

export type PairedPlayer = Pick<
  EventData<'game-opened'>['white'],
  'name' | 'fideId' | 'title' | 'rating' | 'federation'
>

export interface Pairing {
  /** Number of the line in the file, from 1. */
  readonly line: number
  readonly board: number
  readonly white: PairedPlayer
  readonly black: PairedPlayer
  /** The game's id, where the file names one. */
  readonly game?: string | undefined
  /** A forfeit of which the file does not say who had White. */
  readonly colourless?: true | undefined
}

/** The cells of one player as a table or a report file has them; '' where a cell is empty. */
export type PlayerCells = Readonly<Record<'name' | 'fideId' | 'title' | 'rating' | 'federation', string>>

/** FIDE's titles, over the board and online. Other titles are taken as they are written, with a note. */
export const USUAL_TITLES: readonly string[] = [...STARTING_ORDER_TITLES, 'AGM', 'AIM', 'AFM', 'ACM']

/** TRF16 writes titles with one letter, or two for women. */
const SHORT_TITLES: ReadonlyMap<string, string> = new Map(
  Object.entries({ G: 'GM', M: 'IM', F: 'FM', C: 'CM', WG: 'WGM', WM: 'WIM', WF: 'WFM', WC: 'WCM' }),
)
const LONGEST_TITLE = 16
const LONGEST_NAME = 200

/**
 * Reads a player from their cells. A field that is not valid is a fault, and is left out. `who` names the player in the sentences of faults;
 * `rank` is their starting rank, where the file has one. An unusual title, such as a national one, is taken with a note.
 */
export function readPlayer(
  written: PlayerCells,
  line: number,
  who: string,
  rank?: number,
): { player: PairedPlayer; faults: PairingFault[]; notes: PairingFault[] } {
  const faults: PairingFault[] = []
  const notes: PairingFault[] = []
  const whose = { who, ...(rank !== undefined && { rank }) }
  const wrong = (code: PairingFaultCode, slots: PairingFaultSlots = {}) =>
    faults.push(pairingFault(line, code, { ...whose, ...slots }))
  const given = written.name.replaceAll(/\s+/g, ' ').trim()
  const isNamed = isVisible(given) && isOneLine(given) && given.length <= LONGEST_NAME
  if (given === '') wrong('name-missing')
  else if (!isVisible(given) || !isOneLine(given)) wrong('name-unseen')
  else if (!isNamed) wrong('name-long', { most: LONGEST_NAME })
  else if (!/\p{L}/u.test(given)) wrong('name-letterless', { text: given })
  const fideId = number(written.fideId, 99_999_999_999)
  if (fideId === null) wrong('fide-id', { text: written.fideId })
  const rating = number(written.rating, 4000)
  if (rating === null) wrong('rating', { text: written.rating })
  const title = titleOf(written.title)
  if (title.length > LONGEST_TITLE) wrong('title-long', { text: title, most: LONGEST_TITLE })
  else if (!isOneLine(title)) wrong('title-unseen')
  else if (title !== '' && !USUAL_TITLES.includes(title))
    notes.push(
      pairingFault(line, 'title-unusual', { ...whose, text: title, titles: USUAL_TITLES.join(', ') }),
    )
  const federation = written.federation.trim()
  const isFederation = /^[A-Za-z]{3}$/.test(federation)
  if (federation !== '' && !isFederation) wrong('federation', { text: federation })
  const player = {
    name: isNamed ? given : '',
    ...(fideId && { fideId: String(fideId) }),
    ...(title !== '' && title.length <= LONGEST_TITLE && isOneLine(title) && { title }),
    ...(rating && { rating }),
    ...(isFederation && { federation: federation.toUpperCase() }),
  }
  return { player, faults, notes }
}

/** The number in a cell; 0 where it is empty (a rating or id of 0 means that there is none), null where it is no number up to `most`. */
function number(text: string, most: number): number | null {
  const digits = text.trim()
  if (/^[-–]?$/.test(digits)) return 0
  const value = /^\d{1,11}$/.test(digits) ? Number(digits) : Number.NaN
  return value <= most ? value : null
}

/** The usual form of a title, '' for none; an unknown title as it is written. */
function titleOf(text: string): string {
  const title = text.trim()
  if (title === '' || title === '-') return ''
  const capitals = title.toUpperCase()
  const usual = SHORT_TITLES.get(capitals) ?? capitals
  return USUAL_TITLES.includes(usual) ? usual : title
}

/** Faults of pairings that contradict each other: a player paired twice or against themselves, two games with one board or one id. */
export function findClashes(pairings: readonly Pairing[]): PairingFault[] {
  const boards = new Map<number, number>()
  const ids = new Map<string, number>()
  const seats: Seat[] = []
  const faults: PairingFault[] = []
  const once = <K>(
    seen: Map<K, number>,
    key: K,
    line: number,
    [code, slots]: readonly ['board-twice' | 'id-twice', PairingFaultSlots],
  ) => {
    const before = seen.get(key)
    if (before === undefined) seen.set(key, line)
    else if (before === line) faults.push(pairingFault(line, `${code}-here`, slots))
    else faults.push(pairingFault(line, code, { ...slots, other: before }))
  }
  for (const { line, board, white, black, game } of pairings) {
    if (!Number.isNaN(board)) once(boards, board, line, ['board-twice', { board }])
    if (game !== undefined) once(ids, game, line, ['id-twice', { game }])
    for (const player of [white, black]) {
      if (player.name !== '') seats.push({ line, player })
    }
  }
  return [...faults, ...pairedTwice(seats)]
}

interface Seat {
  readonly line: number
  readonly player: PairedPlayer
}

/** The first seat of a player with some name, and the first of one who has no FIDE id. */
interface Namesakes {
  readonly first: Seat
  readonly withoutId: Seat | undefined
}

function pairedTwice(seats: readonly Seat[]): PairingFault[] {
  const byName = new Map<string, Namesakes>()
  const byId = new Map<string, Seat>()
  return seats.flatMap((seat): PairingFault[] => {
    const { line, player } = seat
    const key = nameKey(player)
    const namesakes = byName.get(key)
    const id = String(player.fideId ?? '')
    const same = id === '' ? namesakes?.first : (byId.get(id) ?? namesakes?.withoutId)
    if (namesakes === undefined) byName.set(key, { first: seat, withoutId: id === '' ? seat : undefined })
    else if (id === '' && namesakes.withoutId === undefined)
      byName.set(key, { ...namesakes, withoutId: seat })
    if (id !== '' && !byId.has(id)) byId.set(id, seat)
    if (same === undefined) return []
    const { name } = player
    return same.line === line
      ? [pairingFault(line, 'paired-twice-here', { name })]
      : [pairingFault(line, 'paired-twice', { name, other: same.line })]
  })
}

export const nameKey = ({ name }: Pick<PairedPlayer, 'name'>): string =>
  name.normalize('NFC').toLocaleLowerCase('en')

/** Players are compared by FIDE id where both have one, so that namesakes are two players; else by name. */
export function isSamePlayer(
  a: Pick<PairedPlayer, 'name' | 'fideId'>,
  b: Pick<PairedPlayer, 'name' | 'fideId'>,
): boolean {
  if (a.fideId !== undefined && b.fideId !== undefined) return String(a.fideId) === String(b.fideId)
  return nameKey(a) === nameKey(b)
}
