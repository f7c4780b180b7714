/** The players' names where the record is closed to the reader: of the round they came from, else of the game's PGN. */
import { requestJson } from '../api/client.ts'
import { sessionToken } from '../api/session.ts'
import type { PlayerDetails, RoundResponse } from '../api/shapes.ts'
import { formatRoute, lastRound } from '../route.ts'
import { t } from '../words/texts.ts'

export interface GameHeading {
  readonly players: { readonly white: PlayerDetails; readonly black: PlayerDetails }
  /** Where the game belongs, in words. */
  readonly place: string
  /** Where the way back leads. */
  readonly back: string
  /** The round's games in the order of their boards; empty where the round is not known. */
  readonly games: readonly string[]
}

/** `prefix`: of the addresses under which the public sees the game late. Null where nobody tells. */
export async function findGameHeading(game: string, prefix: string): Promise<GameHeading | null> {
  const last = lastRound()
  const answer = last === null ? null : await requestJson<RoundResponse>(prefix + last)
  const found = answer?.ok ? answer.value.games.find((each) => each.game === game) : undefined
  if (answer?.ok && found !== undefined) {
    const { tournament, round } = answer.value
    const place = `${t('round', { round })} · ${t('board', { board: found.board })}`
    const games = [...answer.value.games].sort((a, b) => a.board - b.board).map((each) => each.game)
    return { players: found, place, back: formatRoute({ view: 'round', tournament, round }), games }
  }
  // A reader of the record finds the names in it.
  if (sessionToken.peek() !== null) return null
  const response = await fetch(`${prefix}/games/${game}.pgn`).catch(() => null)
  return response?.ok ? headingFromPgn(await response.text()) : null
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
  // `1.8`: of round 1 the eighth board.
  const [round = '', board = known('Board')] = known('Round').split('.')
  const place = [
    known('Event'),
    round === '' ? '' : t('round', { round }),
    board === '' ? '' : t('board', { board }),
  ]
    .filter(Boolean)
    .join(' · ')
  return { players: { white: player('White'), black: player('Black') }, place, back: '#/', games: [] }
}
