/**
 * `npm run sim:hall -- --boards 40 --seed 0`: a round behind a stand-in of LiveChess, with a minute's outage and a restart of the
 * follower. `--no-line`: LiveChess does not know the games, and sends no line of moves. `--events FOLDER`: keeps the events of
 * the boards that did not go on unaided.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { hallReport, playHall } from '../kit/livechess-hall.ts'

const { values } = parseArgs({
  options: {
    boards: { type: 'string', default: '40' },
    seed: { type: 'string', default: '0' },
    'no-line': { type: 'boolean', default: false },
    events: { type: 'string' },
  },
})
const outcomes = await playHall({
  boards: Number(values.boards),
  seed: Number(values.seed),
  sendsMoves: !values['no-line'],
})
const { events: folder } = values
if (folder !== undefined) {
  mkdirSync(folder, { recursive: true })
  for (const { board, differsAt, played, recorded, events } of outcomes)
    if (differsAt !== null)
      writeFileSync(
        join(folder, `board-${board}.json`),
        JSON.stringify({ differsAt, played, recorded, events }),
      )
}
console.log(hallReport(outcomes))
