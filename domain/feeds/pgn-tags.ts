/** The tags that describe a game: the seven of the roster in their order, then the others in the order of their names. */
import { type EventData, SIDES } from '../../events/index.ts'
import { chess960Position, writeFen } from '../chess/index.ts'
import { writeTimeControl } from '../clock/index.ts'
import type { PgnTag } from '../pgn/index.ts'

type Details = EventData<'game-opened'>

const ROSTER = ['Event', 'Site', 'Date', 'Round', 'White', 'Black', 'Result'] as const

/** Values by name, roster included; `Result` and what depends on the play are not among them. */
export function describingTags(details: Details | null, game: string): Record<string, string> {
  const { event, site, date, round, board, timeControl, start } = details ?? {}
  const tags: Record<string, string> = {
    Event: event ?? '?',
    Site: site ?? '?',
    Date: date?.replaceAll('-', '.') ?? '????.??.??',
    Round: roundText(round, board),
    GameId: game,
  }
  for (const side of SIDES) Object.assign(tags, playerTags(side, details?.[side]))
  if (board !== undefined) tags['Board'] = String(board)
  if (timeControl !== undefined) tags['TimeControl'] = writeTimeControl(timeControl)
  if (start !== undefined) Object.assign(tags, startTags(start))
  return tags
}

type Ordinal = Details['round']

/** `3.1`, round and board, is what tournament programs write and Lichess reads. */
function roundText(round: Ordinal, board: Ordinal): string {
  if (round === undefined) return '?'
  const both = board !== undefined && /^\d+$/.test(`${round}`) && /^\d+$/.test(`${board}`)
  return both ? `${round}.${board}` : String(round)
}

function playerTags(side: 'white' | 'black', player: Details['white'] | undefined): Record<string, string> {
  const Side = side === 'white' ? 'White' : 'Black'
  const { name = '?', title, rating, fideId } = player ?? {}
  return {
    [Side]: name,
    ...(title !== undefined && { [`${Side}Title`]: title }),
    ...(rating !== undefined && { [`${Side}Elo`]: String(rating) }),
    ...(fideId !== undefined && { [`${Side}FideId`]: String(fideId) }),
  }
}

/** Shredder letters in the FEN say themselves that the game is Chess960; readers want the `Variant` all the same. */
function startTags({ chess960, fen }: NonNullable<Details['start']>): Record<string, string> {
  if (chess960 !== undefined) {
    return { Variant: 'Chess960', SetUp: '1', FEN: writeFen(chess960Position(chess960)) }
  }
  if (fen === undefined) return {}
  const shredder = /^\S+ \S+ \S*[A-HJa-h]/.test(fen)
  return { ...(shredder && { Variant: 'Chess960' }), SetUp: '1', FEN: fen }
}

/** Tags in the order in which they are written. */
export function inOrder(tags: Readonly<Record<string, string>>): PgnTag[] {
  const others = Object.keys(tags).filter((name) => !ROSTER.some((known) => known === name))
  return [...ROSTER, ...others.sort()].map((name) => [name, tags[name] ?? '?'] as const)
}
