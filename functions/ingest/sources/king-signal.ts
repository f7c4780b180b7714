/** LiveChess writes kings put in the centre as moves: players say a result so. A king there that may not go there is no move. */
import { play, playPhysicalMove } from '../../../domain/chess/index.ts'
import { readMoveText } from '../../../domain/notation/index.ts'
import { type PgnGame, startingPosition } from '../../../domain/pgn/index.ts'

const CENTRE = /^\p{Lu}\p{L}?x?[de][45]/u

/** The game up to the first such king, and its text; the same game where there is none. */
export function stripKingSignal(game: PgnGame, language = 'en'): { game: PgnGame; signalled: string | null } {
  const from = game.moves.length - 2
  if (!game.moves.some(({ text }, index) => index >= from && CENTRE.test(text)))
    return { game, signalled: null }
  const start = startingPosition(game)
  if (!start.ok) return { game, signalled: null }
  const position = start.value
  for (const [index, { text }] of game.moves.entries()) {
    const read = readMoveText(position, text, language)
    if (read.kind !== 'legal' && index >= from && CENTRE.test(text) && isKing(text, language))
      return { game: upTo(game, index), signalled: text }
    if (read.kind === 'unreadable') return { game, signalled: null }
    if (read.kind === 'legal') play(position, read.move)
    else playPhysicalMove(position, read)
  }
  return { game, signalled: null }
}

const upTo = ({ startLine, tags, before, moves, result, problems }: PgnGame, most: number): PgnGame => ({
  startLine,
  tags,
  before,
  moves: moves.slice(0, most),
  result,
  problems,
})

/** Some languages have another letter for the king. */
const isKing = (text: string, language: string): boolean =>
  (['fr', 'es', 'it', 'pt'].includes(language) ? /^R/ : language === 'ru' ? /^Кр/ : /^[KК♔♚]/u).test(text)
