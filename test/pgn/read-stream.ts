/** `node --import tsx test/pgn/read-stream.ts MEGABYTES`: reads that much PGN in pieces, prints what it found and the most memory it took. */
import { createPgnReader } from '../../domain/pgn/index.ts'

/** What a file stream should hand over: larger pieces make the young generation of the heap grow for nothing. */
const PIECE = 16_384
const ROUNDS = 40

/** Knights to and fro, with clocks, variations and comments over several lines. */
function gameText(index: number): string {
  const moves = Array.from({ length: ROUNDS }, (_, round) => {
    const clock = `{[%clk 1:${String(59 - round)}:00][%emt 0:00:30]}`
    const [white, black] = round % 2 === 0 ? ['Nf3', 'Nf6'] : ['Ng1', 'Ng8']
    return `${round + 1}. ${white} ${clock} ${round + 1}... ${black} ${clock} {as before\nonce more} (${round + 1}... a6)\n`
  })
  return `[Event "Game ${index}"]\n[White "A"]\n[Black "B"]\n[Result "*"]\n\n${moves.join('')}*\n\n`
}

// Outside the JavaScript heap, as a file would be.
const file = Buffer.from(Array.from({ length: 200 }, (_, index) => gameText(index)).join(''))
const megabytes = Number(process.argv[2])
let games = 0
let plies = 0
const reader = createPgnReader((game) => {
  games++
  plies += game.moves.length
})
for (let written = 0; written < megabytes * 1e6; written += file.length) {
  for (let at = 0; at < file.length; at += PIECE) {
    reader.write(file.toString('latin1', at, Math.min(at + PIECE, file.length)))
  }
}
reader.end()
console.log(JSON.stringify({ games, plies, kilobytes: process.resourceUsage().maxRSS }))
