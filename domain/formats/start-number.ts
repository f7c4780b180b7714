/** The number of a start position among the 960 of Chess960, in the numbering of Reinhard Scharnagl. */

const RANK = /^([bnrqk]{8})\/pppppppp\/8\/8\/8\/8\/PPPPPPPP\/([BNRQK]{8})(?: |$)/

/** By a FEN's placement, whatever castling is still allowed; null: it is none of the 960. */
export function startNumberOf(fen: string): number | null {
  const [, rank, white] = RANK.exec(fen) ?? []
  if (rank === undefined || white !== rank.toUpperCase()) return null
  const bishops = placesOf('b', [...rank])
  const rest = [...rank].filter((piece) => piece !== 'b')
  const queens = placesOf('q', rest)
  const five = rest.filter((piece) => piece !== 'q')
  const [one, other, ...more] = placesOf('n', five)
  if (bishops.length !== 2 || queens.length !== 1 || other === undefined || more.length > 0) return null
  if (five.filter((piece) => piece !== 'n').join('') !== 'rkr') return null
  // On White's first rank the b-file is light, the a-file dark.
  const light = bishops.find((file) => file % 2 === 1)
  const dark = bishops.find((file) => file % 2 === 0)
  if (light === undefined || dark === undefined) return null
  const knights = (one! * (9 - one!)) / 2 + other - one! - 1
  return (light - 1) / 2 + 4 * (dark / 2) + 16 * queens[0]! + 96 * knights
}

const placesOf = (piece: string, rank: readonly string[]): number[] =>
  rank.flatMap((there, place) => (there === piece ? [place] : []))
