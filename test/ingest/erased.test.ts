/** Imports of whose players one was erased: nothing is made up in the place of what went, and no later text brings it back. */
import { expect, test } from 'vitest'
import { readPgn } from '../../domain/pgn/index.ts'
import { createArchiveIndexer } from '../../functions/projections/archive-indexer.ts'
import { openRecord, outcomes } from './record.ts'

/** A record whose games are of the tournament T. */
async function openTournament() {
  const { inner, token, ...record } = await openRecord('admin')
  return {
    text: record.text,
    import: (text: string) => record.import(text, 'T'),
    /** Erases White, and makes the archive's index anew. */
    async eraseWhite(id: string) {
      const [opened] = await inner.ports.log.load(`game#${id}`, 0)
      const { person } = JSON.parse(opened!.body).events[0].data.white
      expect((await inner.ask('POST', `/persons/${person}/erase`, { token })).status).toBe(200)
      await createArchiveIndexer(inner.service).onChange(`game#${id}`)
    },
    archive: async () => (await record.get('/archive')).games,
  }
}

const TAGS =
  '[Event "M"]\n[Round "1"]\n[White "Novak, Anna"]\n[Black "Zupan, Ema"]\n[Annotator "Novak, Anna"]\n'

test('once its tags are erased an import still has no board, time control or day of the record’s own', async () => {
  const record = await openTournament()
  const text = `${TAGS}\n1. d4 {[%clk 1:30:40]} Nf6 {[%clk 1:30:50] Novak was late} 2. c4 {[%clk 1:31:05]} *\n`
  const [game] = await record.import(text)
  await record.eraseWhite(game!.id)
  for (const path of [`/games/${game!.id}.pgn?view=text`, '/tournaments/T.pgn']) {
    const [back] = readPgn(await record.text(path))
    expect(Object.fromEntries(back!.tags)).toEqual({
      ...{ Event: 'M', Site: '?', Date: '????.??.??', Round: '1', Result: '*' },
      ...{ White: 'erased', Black: 'Zupan, Ema', GameId: game!.id },
    })
  }
  expect(await record.archive()).toMatchObject([{ game: game!.id, date: '????-??-??' }])
})

test('a later text of the game goes on with it, and its tags and comments do not come in', async () => {
  const record = await openTournament()
  const [game] = await record.import(`${TAGS}\n1. e4 {Novak was late} e5 *\n`)
  await record.eraseWhite(game!.id)
  const late = `${TAGS}[WhiteElo "2000"]\n\n1. e4 {Novak was late} e5 2. Nf3 {Anna} 1-0\n`
  expect(outcomes(await record.import(late))).toEqual(['continued'])
  const written = await record.text(`/games/${game!.id}.pgn?view=text`)
  expect(written).toMatch(/\[White "erased"\]\n.*\n\[Result "1-0"\]\n/)
  expect(written).toMatch(/\n1\. e4 e5 2\. Nf3 1-0\n$/)
  expect(written).not.toMatch(/Anna|Novak|2000/)
})
