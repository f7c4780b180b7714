/** Scoresheets as a browser prints them: each game on a sheet of A4, and on as many more as its moves take. */
import { expect, test } from 'vitest'
import { type PrintedGame, type PrintOptions, renderScoresheets } from '../../domain/formats/scoresheet.ts'
import { fold } from '../../domain/game/index.ts'
import { importText, stored } from '../ingest/kit.ts'
import { openBrowser } from '../kit/chromium.ts'
import { inventGames } from '../kit/games.ts'

const HASH = 'f'.repeat(64)
/** All that may stand below the moves. */
const MARK = { n: 412, hash: HASH, anchor: { n: 2, key: HASH, commit: 412, at: Date.UTC(2026, 2, 14) } }

/** Games whose lengths are these, in half-moves, each move with its clock. */
function gamesOf(lengths: readonly number[]): PrintedGame[] {
  const invented = inventGames(60, 3, 300)
  return lengths.map((length, index) => {
    const { pgn } = invented.find(({ plies }) => plies.length >= length)!
    const [{ plan }] = importText(pgn) as [ReturnType<typeof importText>[number]]
    const moves = plan.reports.filter(({ type }) => type !== 'result-set')
    const end = moves.findIndex(({ id }) => id === `pgn-${length + 1}-made`)
    const events = end < 0 ? moves : moves.slice(0, end)
    return { game: `sheet-${index}`, state: fold(stored(events)), board: index + 1 }
  })
}

test('a game of sixty moves is printed on one sheet, a longer one on more, in each language', {
  timeout: 60_000,
}, async () => {
  const context = await (await openBrowser()).newContext()
  const page = await context.newPage()
  const sheets = async (games: readonly PrintedGame[], options: PrintOptions) => {
    await page.setContent(renderScoresheets(games, options))
    const paper = await page.pdf({ preferCSSPageSize: true })
    return paper.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length
  }
  const [short, full, long, longest] = gamesOf([10, 120, 121, 241]).map((game) => ({ ...game, mark: MARK }))
  for (const language of ['en', 'sl', 'sk', 'sr', 'pl'] as const) {
    expect([language, await sheets([short!, full!], { language })]).toEqual([language, 2])
    expect([language, await sheets([long!], { language })]).toEqual([language, 2])
    expect([language, await sheets([longest!, short!], { language })]).toEqual([language, 4])
  }
  await context.close()
})
