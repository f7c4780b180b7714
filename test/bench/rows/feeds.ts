/** A round's feed: two hundred boards of which one has changed. */
import { httpEvent } from '../../kit/service.ts'
import { collectYoung, comparePairs, cpu } from '../measure.ts'
import { playRound, ROUND } from '../round.ts'
import { type Row, time } from '../row.ts'

const BOARDS = 200
const PLIES = 60
const TURNS = 3

export async function feedRows(): Promise<Row[]> {
  const round = await playRound(BOARDS, PLIES)
  /** What the moves before it left behind is no part of the reply. */
  const ask = async (): Promise<number> => {
    await collectYoung()
    const before = cpu()
    const reply = await round.router(httpEvent('GET', `${ROUND}.pgn`, {}))
    if (reply.statusCode !== 200) throw new Error(String(reply.body))
    return cpu() - before
  }
  let next = 0
  const oneChanged = async () => {
    const seconds: number[] = []
    for (let i = 0; i < 10; i++) {
      await round.playOn(round.games[next++ % BOARDS]!)
      seconds.push(await ask())
    }
    return seconds.reduce((sum, each) => sum + each, 0) / seconds.length
  }
  const allChanged = async () => {
    for (const game of round.games) await round.playOn(game)
    return ask()
  }
  const { seconds, ratios } = await comparePairs(oneChanged, allChanged, TURNS)
  await round.close()
  return [
    {
      id: 'round-feed',
      group: 'feeds',
      what: `a round's PGN, ${BOARDS} boards, one changed`,
      beside: 'all changed',
      ratio: ratios[0]!,
      target: { least: 5 },
      figures: `${time(seconds[0]!)} · ${time(seconds[1]!)}`,
    },
  ]
}
