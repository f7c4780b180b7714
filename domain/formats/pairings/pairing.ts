/** A round's pairings as a pairing program wrote them, and what is wrong with them, line by line. */
import type { EventData } from '../../../events/index.ts'
import { isOneLine, isVisible } from '../../../events/text-rules.ts'

export type PairedPlayer = Pick<
  EventData<'game-opened'>['white'],
  'name' | 'fideId' | 'title' | 'rating' | 'federation'
>

export interface Pairing {
  /** Of the file, from 1. */
  readonly line: number
  readonly board: number
  readonly white: PairedPlayer
  readonly black: PairedPlayer
  /** The game's id, where the file names one. */
  readonly game?: string | undefined
}

/** Something wrong with a line: what, and what would be right. Line 0: the file as a whole. */
export interface PairingFault {
  readonly line: number
  readonly reason: string
}

/** What a cell of either format says of a player, as it is written there; '' where nothing is. */
export type PlayerCells = Readonly<Record<'name' | 'fideId' | 'title' | 'rating' | 'federation', string>>

const TITLES = ['GM', 'IM', 'WGM', 'FM', 'WIM', 'CM', 'WFM', 'WCM', 'AGM', 'AIM', 'AFM', 'ACM'] as const

/** TRF16 writes titles with one letter, or two for women; a rating of 0 and an id of 0 mean that there is none. */
const SHORT_TITLES: ReadonlyMap<string, string> = new Map(
  Object.entries({ G: 'GM', M: 'IM', F: 'FM', C: 'CM', WG: 'WGM', WM: 'WIM', WF: 'WFM', WC: 'WCM' }),
)
const LONGEST_TITLE = 16

/**
 * The player without the fields that cannot be taken, each of which is a fault. `who` says whose fields they are. `notes`
 * tell what was taken as it is written and is no usual word: a national title.
 */
export function readPlayer(
  written: PlayerCells,
  line: number,
  who: string,
): { player: PairedPlayer; faults: PairingFault[]; notes: PairingFault[] } {
  const faults: PairingFault[] = []
  const notes: PairingFault[] = []
  const wrong = (reason: string) => faults.push({ line, reason: `${who}: ${reason}` })
  const name = written.name.replaceAll(/\s+/g, ' ').trim()
  if (name === '') wrong('the name is missing')
  else if (!isVisible(name) || !isOneLine(name)) wrong('the name has signs that cannot be seen')
  else if (name.length > 200) wrong('the name has more than 200 characters')
  const fideId = number(written.fideId, 9_999_999_999)
  if (fideId === null) wrong(`the FIDE id "${written.fideId}" is none; it is a number such as 14600000`)
  const rating = number(written.rating, 4000)
  if (rating === null) wrong(`the rating "${written.rating}" is none; it is a number up to 4000`)
  const title = titleOf(written.title)
  if (title.length > LONGEST_TITLE) wrong(`the title "${title}" has more than ${LONGEST_TITLE} characters`)
  else if (!isOneLine(title)) wrong('the title has signs that cannot be seen')
  else if (title !== '' && !TITLES.some((known) => known === title))
    notes.push({
      line,
      reason: `${who}: the title "${title}" is none of ${TITLES.join(', ')}; it is kept as written`,
    })
  const federation = written.federation.trim()
  const isFederation = /^[A-Za-z]{3}$/.test(federation)
  if (federation !== '' && !isFederation)
    wrong(`the federation "${federation}" is none; it is three letters such as SVK`)
  const player = {
    name,
    ...(fideId && { fideId: String(fideId) }),
    ...(title !== '' && title.length <= LONGEST_TITLE && isOneLine(title) && { title }),
    ...(rating && { rating }),
    ...(isFederation && { federation: federation.toUpperCase() }),
  }
  return { player, faults, notes }
}

/** 0 where nothing is written; null where it is no such number. */
function number(text: string, most: number): number | null {
  const digits = text.trim()
  if (/^[-–]?$/.test(digits)) return 0
  const value = /^\d{1,10}$/.test(digits) ? Number(digits) : Number.NaN
  return value <= most ? value : null
}

/** The usual form of a title; one that is not known as it is written, '' for none. */
function titleOf(text: string): string {
  const title = text.trim()
  if (title === '' || title === '-') return ''
  const capitals = title.toUpperCase()
  const usual = SHORT_TITLES.get(capitals) ?? capitals
  return TITLES.some((known) => known === usual) ? usual : title
}

/** Faults where a player is paired twice or against themselves, and where a board or an id has two games. */
export function findClashes(pairings: readonly Pairing[]): PairingFault[] {
  const boards = new Map<number, number>()
  const ids = new Map<string, number>()
  const seats: Seat[] = []
  const faults: PairingFault[] = []
  const once = <K>(seen: Map<K, number>, key: K, line: number, what: string) => {
    const before = seen.get(key)
    if (before === undefined) seen.set(key, line)
    else faults.push({ line, reason: `${what} ${before === line ? 'twice here' : `on line ${before} too`}` })
  }
  for (const { line, board, white, black, game } of pairings) {
    if (!Number.isNaN(board)) once(boards, board, line, `board ${board} is given`)
    if (game !== undefined) once(ids, game, line, `the game id ${game} is given`)
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

/** The first seats with a name: of any player, and of one without an id. */
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
    const where = same.line === line ? 'twice here' : `on line ${same.line} too`
    return [{ line, reason: `${player.name} is paired ${where}` }]
  })
}

const nameKey = ({ name }: Pick<PairedPlayer, 'name'>): string =>
  name.normalize('NFC').toLocaleLowerCase('en')

/** By FIDE id where both have one: namesakes are two; else by name. */
export function isSamePlayer(
  a: Pick<PairedPlayer, 'name' | 'fideId'>,
  b: Pick<PairedPlayer, 'name' | 'fideId'>,
): boolean {
  if (a.fideId !== undefined && b.fideId !== undefined) return String(a.fideId) === String(b.fideId)
  return nameKey(a) === nameKey(b)
}
