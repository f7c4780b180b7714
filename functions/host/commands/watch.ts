/** `touchmove watch GAME`: follows a game live. */
import { setTimeout as wait } from 'node:timers/promises'
import { Command } from 'commander'
import type { PublicMove, PublicState } from '../../../domain/game/index.ts'
import { clockText } from '../print.ts'
import {
  askJson,
  onRecord,
  type RecordDesk,
  type RecordOptions,
  segment,
  withRecord,
} from '../record-desk.ts'

const INTERVAL = 1000

export const watchCommand = (): Command =>
  withRecord(
    new Command('watch').description('follow a game until it ends').argument('<game>', 'its id'),
  ).action((game: string, options: RecordOptions) => onRecord(options, (desk) => watch(desk, game)))

/** Asks once a second and says what is new. */
async function watch(desk: RecordDesk, game: string): Promise<void> {
  let seen: PublicState | null = null
  for (;;) {
    const state: PublicState = await askJson<PublicState>(desk, `/games/${segment(game)}`)
    if (state.seq !== seen?.seq) for (const line of news(seen, state)) process.stdout.write(`${line}\n`)
    seen = state
    if (state.result !== null) return
    await wait(INTERVAL)
  }
}

/** What a state says that the one before did not. */
function news(before: PublicState | null, now: PublicState): string[] {
  const common = commonMoves(before?.moves ?? [], now.moves)
  const { verdicts = [] } = now
  const known = new Set((before?.verdicts ?? []).map((verdict) => JSON.stringify(verdict)))
  const gone = (before?.moves.length ?? 0) - common
  return [
    ...(gone > 0 ? [`taken back: ${gone} ${gone === 1 ? 'move' : 'moves'}, to ply ${common}`] : []),
    ...now.moves.slice(common).map(moveLine),
    ...verdicts
      .filter((verdict) => !known.has(JSON.stringify(verdict)))
      .map(
        ({ rule, against, status }) =>
          `verdict: ${rule}${against === null ? '' : ` against ${against}`}: ${status}`,
      ),
    ...(now.offer && now.offer !== before?.offer ? [`${now.offer} offers a draw`] : []),
    ...(before !== null && now.status !== before.status ? [now.status] : []),
    ...(now.result === null
      ? []
      : [`result: ${now.result.white}-${now.result.black} ${now.result.rule ?? ''}`.trimEnd()]),
  ]
}

/** A move and its completion are news of one move; a completed one shows its clock. */
function commonMoves(before: readonly PublicMove[], now: readonly PublicMove[]): number {
  let common = 0
  const same = (a: PublicMove | undefined, b: PublicMove | undefined) =>
    a !== undefined && b !== undefined && a.seq === b.seq && a.uci === b.uci
  while (same(before[common], now[common])) common++
  return common
}

function moveLine({ ply, san, clock, legal }: PublicMove): string {
  const number = `${Math.ceil(ply / 2)}${ply % 2 === 1 ? '.' : '...'}`
  const text = `${number} ${san}${legal ? '' : ' (not legal)'}`
  return clock === null ? text : `${text.padEnd(16)} ${clockText(clock)}`
}
