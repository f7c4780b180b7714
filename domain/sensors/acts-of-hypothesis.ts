/** The acts that record the leading hypothesis, and all acts of the game as they have to be then. */
import type { Game } from '../state/game.ts'
import { moveReportOf } from '../state/move-report.ts'
import type { Observation, SensorWindow } from '../state/sensor-state.ts'
import type { GameState, MoveReport } from '../state/state.ts'
import { actOf, type SensorAct } from './acts.ts'
import type { DecodedMove } from './hypotheses.ts'
import { isMade, type LeadingHypothesis } from './leading-hypothesis.ts'
import { CONFIDENCE, WEIGHTS } from './weights.ts'
import { movesInWindow } from './window.ts'

/** The acts that record these moves of a hypothesis. `now`: seq of the event before which the board is read. */
export function actsOf(
  game: Game,
  window: SensorWindow,
  made: readonly DecodedMove[],
  now: number,
  { best, leads }: LeadingHypothesis,
): SensorAct[] {
  const recorded = movesInWindow(game, window) ?? []
  const acts: SensorAct[] = []
  let before = now
  for (let ply = made.length - 1; ply >= 0; ply--) {
    const placed = made[ply] as DecodedMove
    const known = recorded[ply]
    const press = placed.press === null ? now : (window.seen[placed.press] as Observation).seq
    if (
      known !== undefined &&
      isMade(placed, known) &&
      known.readBefore !== undefined &&
      known.readBefore <= Math.min(press, before)
    )
      before = known.readBefore
    else before = Math.min(before, press)
    const edges = placed.proof.flatMap((index) => {
      const edge = window.seen[index]
      return edge !== undefined && 'square' in edge ? [edge] : []
    })
    const last = edges.at(-1)
    const stood = last ?? window.seen[placed.stood]
    const isOtherReader = placed.reported?.isOtherReader === true
    acts.unshift({
      report: reportOf(placed),
      seq: Math.min(stood?.seq ?? now - 1, before - 1),
      at: placed.reported !== null && last === undefined && !isOtherReader ? null : (stood?.at ?? null),
      sensed:
        placed.reported === null
          ? {
              confidence: confidenceOf(placed, leads[ply] ?? 0, ply < best.made.length - 1),
              edges: edges.map(({ seq }) => seq),
            }
          : null,
      ...(placed.reported === null ? {} : { answer: placed.reported.seq }),
      before,
    })
  }
  return inOrder(acts)
}

/** Gives each move a seq of its own after that of the one before it, as far as there is one before the event that follows. */
function inOrder(acts: readonly SensorAct[]): SensorAct[] {
  const ordered: SensorAct[] = []
  for (const act of acts) {
    const next = (ordered.at(-1)?.seq ?? 0) + 1
    ordered.push({ ...act, seq: Math.max(act.seq, Math.min(next, act.before - 1)) })
  }
  return ordered
}

/** `isFollowed`: a later move of the hypothesis stands. */
const confidenceOf = ({ press }: DecodedMove, lead: number, isFollowed: boolean): number =>
  press !== null || isFollowed || lead > WEIGHTS.hover ? CONFIDENCE.over : CONFIDENCE.quiet

/** The report of a move, as a person would make it. */
export const reportOf = ({
  move,
  side,
  reported,
}: Pick<DecodedMove, 'move' | 'side' | 'reported'>): MoveReport => ({
  ...moveReportOf(side, move),
  ...(reported?.hands === undefined ? {} : { hands: reported.hands }),
})

/** The acts of all points but some. */
function actsBeside({ points }: GameState, left: ReadonlySet<number>): SensorAct[] {
  return points.flatMap((point, index) => {
    const act = left.has(index) ? null : actOf(point)
    return act === null ? [] : [act]
  })
}

/** All acts of the game so far. */
export const actsOfPoints = (state: GameState): SensorAct[] => actsBeside(state, new Set())

/** The acts of the game without that of one point. */
export const actsWithout = (state: GameState, point: number): SensorAct[] =>
  actsBeside(state, new Set([point]))

/** All acts of the game as they have to be: those of points outside the window, then these. */
export function planOf({ state }: Game, { base }: SensorWindow, acts: readonly SensorAct[]): SensorAct[] {
  const inWindow = new Set<number>()
  for (let index = state.here; index > base; index = state.points[index]?.parent ?? -1) inWindow.add(index)
  return [...actsBeside(state, inWindow), ...acts]
}
