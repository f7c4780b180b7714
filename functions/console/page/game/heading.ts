/** Finds the round of a game, and the players' names where the reader may not read the record. */
import { requestJson } from '../api/client.ts'
import { requestPages } from '../api/pages.ts'
import { readsRecord } from '../api/session.ts'
import type { PlayerDetails, RoundResponse, TournamentResponse } from '../api/shapes.ts'
import { formatRoute, lastRound } from '../route.ts'
import { t } from '../words/texts.ts'

export interface GameHeading {
  readonly players: { readonly white: PlayerDetails; readonly black: PlayerDetails }
  /** Round and board, in words. */
  readonly place: string
  /** Its board in the round; 0 where that is not known. */
  readonly board: number
  /** The address of the link back. */
  readonly back: string
  /** The round's games in the order of their boards; empty where the round is not known. */
  readonly games: readonly string[]
}

/** `prefix`: of the paths under which the public sees the game with a delay. Null where the heading cannot be found. */
export async function findGameHeading(game: string, prefix: string): Promise<GameHeading | null> {
  const last = lastRound()
  const ofLast = last === null ? null : await headingInRound(game, prefix + last)
  const ofRound = ofLast ?? (await headingInTournament(game, prefix))
  // A reader of the record finds the names in it.
  if (ofRound !== null || readsRecord.peek()) return ofRound
  const response = await fetch(`${prefix}/games/${game}.pgn`).catch(() => null)
  return response?.ok ? headingFromPgn(await response.text()) : null
}

async function headingInRound(game: string, path: string): Promise<GameHeading | null> {
  const answer = await requestJson<RoundResponse>(path)
  const found = answer.ok ? answer.value.games.find((each) => each.game === game) : undefined
  if (!answer.ok || found === undefined) return null
  const { tournament, round } = answer.value
  const place = `${t('round', { round })} · ${t('board', { board: found.board })}`
  const games = [...answer.value.games].sort((a, b) => a.board - b.board).map((each) => each.game)
  const back = formatRoute({ view: 'round', tournament, round })
  return { players: found, place, board: found.board, back, games }
}

/** Searches the rounds of the tournament: ids of games that a tournament opens begin with its id. */
async function headingInTournament(game: string, prefix: string): Promise<GameHeading | null> {
  const listed = await requestPages<TournamentResponse>('/tournaments', 'tournaments')
  const own = listed.ok ? listed.value.filter(({ id }) => game.startsWith(`${id}-`)) : []
  for (const { id } of own.sort((a, b) => b.id.length - a.id.length)) {
    const known = await requestJson<TournamentResponse>(`/tournaments/${id}`)
    for (const round of known.ok ? [...(known.value.rounds ?? [])].reverse() : []) {
      const found = await headingInRound(game, `${prefix}/tournaments/${id}/rounds/${round}/games`)
      if (found !== null) return found
    }
  }
  return null
}

function headingFromPgn(text: string): GameHeading {
  const tag = (name: string): string =>
    new RegExp(`^\\[${name} "((?:[^"\\\\]|\\\\.)*)"`, 'm').exec(text)?.[1]?.replaceAll(/\\(.)/g, '$1') ?? ''
  const known = (name: string): string => tag(name).replace(/^[?-]$/, '')
  const player = (side: 'White' | 'Black'): PlayerDetails => {
    const [title, rating] = [known(`${side}Title`), Number(known(`${side}Elo`))]
    return {
      name: known(side) || '?',
      ...(title !== '' && { title }),
      ...(rating > 0 && { rating }),
    }
  }
  // `1.8` is board 8 of round 1.
  const [round = '', board = known('Board')] = known('Round').split('.')
  const place = [
    known('Event'),
    round === '' ? '' : t('round', { round }),
    board === '' ? '' : t('board', { board }),
  ]
    .filter(Boolean)
    .join(' · ')
  return {
    players: { white: player('White'), black: player('Black') },
    place,
    board: Number(board),
    back: '#/',
    games: [],
  }
}
