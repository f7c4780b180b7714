/**
 * `npm run bench:winnable`: what the question "can this side still mate?" costs, on our own positions and on every
 * position of invented games, which stage settles how many, and how often the rule of thumb by material errs. CPU time;
 * chessops' perft of the same run shows how fast the machine is.
 */

import { Chess } from 'chessops/chess'
import { parseFen as parseChessopsFen } from 'chessops/fen'
import type { Position } from '../../domain/chess/index.ts'
import { fold } from '../../domain/game/index.ts'
import { canMate, isDead } from '../../domain/winnable/index.ts'
import { isPlainlyAlive } from '../../domain/winnable/precheck.ts'
import { runStaticStage } from '../../domain/winnable/static-stage.ts'
import { SIDES } from '../../events/vocabulary.ts'
import { gameEvents } from '../kit/game-events.ts'
import { inventGames } from '../kit/games.ts'
import { handed, position, type Question, questionsOf } from '../winnable/rows.ts'

const GAMES = 200
const LONGEST_GAME = 300
/** The machine on which the targets were set made so many of chessops' perft nodes a second. */
const REFERENCE = 700_000
const FOLD = { nodes: 20_000 }
const FULL = { nodes: 2_000_000 }

/** CPU time of this process in µs. */
function cpu(work: () => void): number {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return user + system
}

const sum = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0)
const shown = (us: number): string => (us < 1000 ? `${us.toFixed(1)} µs` : `${(us / 1000).toFixed(2)} ms`)

function spread(values: readonly number[], show: (value: number) => string = shown): string {
  const sorted = [...values].sort((a, b) => a - b)
  const at = (share: number) => show(sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))]!)
  return `mean ${show(sum(values) / values.length)}, median ${at(0.5)}, p99 ${at(0.99)}, worst ${at(1)}`
}

function shares(counts: ReadonlyMap<string, number>): string {
  const all = sum([...counts.values()])
  const sorted = [...counts].sort(([, a], [, b]) => b - a)
  return sorted.map(([name, count]) => `${name} ${count} (${((100 * count) / all).toFixed(2)} %)`).join(', ')
}

const countBy = (names: readonly string[]): Map<string, number> => {
  const counts = new Map<string, number>()
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  return counts
}

/** chessops making every leaf, nodes a second; the figure that scales the targets. */
function yardstick(): number {
  const visit = (pos: Chess, depth: number): number => {
    let nodes = 0
    for (const [from, dests] of pos.allDests()) {
      for (const to of dests) {
        const child = pos.clone()
        child.play({ from, to })
        nodes += depth === 1 ? 1 : visit(child, depth - 1)
      }
    }
    return nodes
  }
  let nodes = 0
  visit(Chess.default(), 3)
  const us = cpu(() => {
    nodes = visit(Chess.default(), 4)
  })
  return (nodes / us) * 1e6
}

/** Which stage settles a question, as it is asked in full. */
function stageOf(p: Position, us: 0 | 1): string {
  const found = runStaticStage(p, us, FULL.nodes)
  if (found.kind !== 'open') return 'static stage'
  const answer = canMate(p, us === 0 ? 'white' : 'black', FULL)
  if (answer.answer === 'undetermined') return 'left open'
  return answer.answer === 'no' && answer.proof === 'enclosed' ? 'skeletons' : 'search'
}

/** What material alone says of a side: chessops' rule, or null where chessops takes no such position. */
function materialSays({ fen, side }: Pick<Question, 'fen' | 'side'>): boolean | null {
  const setup = Chess.fromSetup(parseChessopsFen(fen).unwrap())
  return setup.isErr ? null : !setup.unwrap().hasInsufficientMaterial(side)
}

function benchHanded(scale: number): void {
  const questions = questionsOf(handed())
  const positions = questions.map(({ fen }) => position(fen))
  const ask = (i: number) => canMate(positions[i]!, questions[i]!.side, FULL)
  for (let i = 0; i < questions.length; i++) ask(i)
  const nodes: number[] = []
  const times = questions.map((_, i) => cpu(() => nodes.push(ask(i).nodes)))
  const stages = questions.map(({ side }, i) => stageOf(positions[i]!, side === 'white' ? 0 : 1))
  const lost = stages.filter((_, i) => !questions[i]!.canMate)
  const unsearched = lost.filter((stage) => stage === 'static stage' || stage === 'skeletons').length
  const wrong = questions.filter((each) => (materialSays(each) ?? each.canMate) !== each.canMate)
  console.log(`\nhanded: ${questions.length} questions, at most ${FULL.nodes} nodes each`)
  console.log(`  CPU   ${spread(times)}; target: mean ${shown(2700 * scale)}`)
  console.log(`  nodes ${spread(nodes, (value) => Math.round(value).toString())}`)
  console.log(`  settled by ${shares(countBy(stages))}`)
  console.log(`  of the unwinnable ones, ${shares(countBy(lost))}`)
  console.log(
    `  without the search ${((100 * unsearched) / lost.length).toFixed(2)} % of them; target: at least 98 %`,
  )
  console.log(`  by material alone ${wrong.length} would be wrong`)
}

function benchGames(scale: number): void {
  const games = inventGames(GAMES, 5, LONGEST_GAME)
  const fens = games.flatMap(({ plies }) => plies.map(({ fen }) => fen))
  const positions = fens.map(position)
  const perQuestion = (work: (p: Position) => void): number => {
    for (const p of positions) work(p)
    return (
      cpu(() => {
        for (const p of positions) work(p)
      }) /
      positions.length /
      2
    )
  }
  const precheck = perQuestion(isPlainlyAlive)
  const staticAlone = perQuestion((p) => {
    runStaticStage(p, 0, FOLD.nodes)
    runStaticStage(p, 1, FOLD.nodes)
  })
  const whole = perQuestion((p) => {
    isDead(p, FOLD)
  })
  const times = positions.map((p) => cpu(() => isDead(p, FOLD)))
  const stages = positions.map((p) => {
    if (isPlainlyAlive(p)) return 'gate'
    const found = ([0, 1] as const).map((us) => runStaticStage(p, us, FOLD.nodes).kind)
    if (found.every((kind) => kind === 'no') || found.includes('mate')) return 'static stage'
    return isDead(p, FOLD) === 'undetermined' ? 'left open' : 'skeletons or search'
  })
  console.log(`\n${GAMES} games, ${positions.length} positions: is the position dead (both questions)?`)
  console.log(`  a question, CPU: gate ${shown(precheck)}; target: ${shown(2 * scale)}`)
  console.log(`  a question, CPU: static stage alone ${shown(staticAlone)}; target: ${shown(20 * scale)}`)
  console.log(`  a question, CPU: gate, static stage and search to the end ${shown(whole)}`)
  console.log(`  a position, CPU: ${spread(times)}`)
  console.log(`  settled by ${shares(countBy(stages))}`)
  sampleInFull(fens)
}

/** One position in twenty asked in full, as for a flag, with what material alone would say. */
function sampleInFull(fens: readonly string[]): void {
  const sample = fens.filter((_, i) => i % 20 === 0)
  const nodes: number[] = []
  const times: number[] = []
  const answers: string[] = []
  let wrong = 0
  for (const fen of sample) {
    const p = position(fen)
    for (const side of SIDES) {
      times.push(
        cpu(() => {
          const found = canMate(p, side, { nodes: 50_000 })
          nodes.push(found.nodes)
          answers.push(found.answer)
        }),
      )
      const answer = answers.at(-1)
      if (answer !== 'undetermined' && materialSays({ fen, side }) === (answer === 'no')) wrong++
    }
  }
  console.log(`  asked in full with a line, as for a flag (${answers.length} questions, 50000 nodes):`)
  console.log(`    CPU   ${spread(times)}`)
  console.log(`    nodes ${spread(nodes, (value) => Math.round(value).toString())}`)
  console.log(`    ${shares(countBy(answers))}; by material alone ${wrong} would be wrong`)
}

/** A game's fold, and what of it is the check for a dead position. */
function benchFold(): void {
  const games = inventGames(300, 7, 190)
    .filter(({ plies, chess960 }) => plies.length >= 150 && chess960 === null)
    .slice(0, 10)
    .map((game) => ({ events: gameEvents(game), positions: game.plies.map(({ fen }) => position(fen)) }))
  const rounds = 15
  const folds: number[] = []
  const checks: number[] = []
  for (let round = -5; round < rounds; round++) {
    const folded = cpu(() => {
      for (const { events } of games) fold(events)
    })
    const checked = cpu(() => {
      for (const { positions } of games) for (const p of positions) isDead(p, FOLD)
    })
    if (round < 0) continue
    folds.push(folded / games.length)
    checks.push(checked / games.length)
  }
  const middle = (values: number[]) => [...values].sort((a, b) => a - b)[values.length >> 1]!
  const [whole, check] = [middle(folds), middle(checks)]
  console.log(
    `\na game of about ${games[0]?.events.length} events: fold ${shown(whole)}, of it the check ${shown(check)}`,
  )
  console.log(`  with the check ${(whole / (whole - check)).toFixed(2)}× of without; target: at most 1.50×`)
}

const speed = yardstick()
const scale = REFERENCE / speed
console.log(
  `chessops makes ${(speed / 1e6).toFixed(2)} M nodes/s here; targets, set where it makes 0.70 M, are scaled by ${scale.toFixed(2)}`,
)
benchHanded(scale)
benchGames(scale)
benchFold()
