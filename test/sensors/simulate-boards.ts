/**
 * `npm run sim:boards -- FROM TO [THREADS]`: plays the simulated games from number FROM up to TO (without it) into the fold, each once
 * with presses and once without, on so many processes (default: one a processor). A game that ends with a move nobody made and no question,
 * or without one that was made, has a line; how many moves were asked about is printed at the end, with how often each confidence was right. Ends with 1 where a game was wrong.
 */
import { fork } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { addCalibration, type Calibration, calibrationLines } from '../kit/calibration.ts'
import { recorded, simulated, watch } from '../kit/simulator.ts'

interface PlayedGame {
  readonly presses: boolean
  readonly moves: number
  readonly asked: number
  /** What was recorded otherwise than it was played; null where nothing was. */
  readonly wrong: string | null
  readonly calibration: readonly (readonly [number, { recorded: number; right: number }])[]
}

function playGame(n: number, presses: boolean): PlayedGame {
  const { game, state, asked, calibration } = watch(simulated(n), presses)
  const moves = recorded(state)
  const count = Math.max(moves.length, game.moves.length)
  const differs = Array.from({ length: count }, (_, ply) => ply).find(
    (ply) => moves[ply] !== game.moves[ply]?.uci,
  )
  return {
    presses,
    moves: game.moves.length,
    asked: asked.size,
    calibration: [...calibration],
    wrong:
      differs === undefined
        ? null
        : `game ${n}, ${presses ? 'with' : 'without'} presses, ply ${differs + 1}: ${game.moves[differs]?.uci ?? 'nothing'} was played, ${moves[differs] ?? 'nothing'} is recorded`,
  }
}

const [from = 0, to = 100, threads = availableParallelism(), first] = process.argv.slice(2).map(Number)

if (first !== undefined && process.send !== undefined) {
  for (let n = from + first; n < to; n += threads)
    for (const presses of [true, false]) process.send(playGame(n, presses))
  process.disconnect()
} else await playAll()

async function playAll(): Promise<void> {
  const none = () => ({ moves: 0, asked: 0, wrong: 0, calibration: new Map() as Calibration })
  const figures = { true: none(), false: none() }
  const EVERY = 500
  let played = 0
  const note = ({ presses, moves, asked, wrong, calibration }: PlayedGame) => {
    const all = figures[`${presses}`]
    all.moves += moves
    all.asked += asked
    addCalibration(all.calibration, calibration)
    if (wrong !== null) {
      all.wrong++
      console.log(wrong)
    }
    if (++played % EVERY === 0) console.error(`${played / 2} of ${to - from} games played both ways`)
  }
  const ends = Array.from({ length: threads }, (_, process) => {
    const child = fork(fileURLToPath(import.meta.url), [from, to, threads, process].map(String))
    child.on('message', (message) => note(message as PlayedGame))
    return new Promise<void>((resolve, reject) => {
      child.on('error', reject)
      child.on('exit', (code) =>
        code === 0 ? resolve() : reject(new Error(`a process of the games ended with ${code}`)),
      )
    })
  })
  await Promise.all(ends)
  for (const presses of [true, false]) {
    const { moves, asked, wrong, calibration } = figures[`${presses}`]
    const share = ((100 * asked) / Math.max(1, moves)).toFixed(2)
    console.log(
      `games ${from} to ${to - 1} ${presses ? 'with' : 'without'} presses: ${asked} of ${moves} moves asked about (${share} %), ${wrong} games wrong`,
    )
    for (const line of calibrationLines(calibration)) console.log(line)
  }
  if (figures.true.wrong + figures.false.wrong > 0) process.exitCode = 1
}
