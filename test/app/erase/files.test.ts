/** The embedded database's files: who may read them, and what is left in them of an erased person. */
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { createHost } from '../../../functions/host/create-host.ts'
import { inProcessClient } from '../../../functions/host/in-process-client.ts'
import { temporaryFolder } from '../../kit/command.ts'
import { openedGame } from '../../kit/reports.ts'
import { GAME } from '../../kit/service.ts'

const scratch = temporaryFolder()
afterAll(() => scratch.remove())

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((each) => each.isFile())
    .map((each) => join(each.parentPath, each.name))

/** Files in which a word stands; LevelDB packs repetitions, and leaves a word's first occurrence as it is. */
const holding = (folder: string, word: string): string[] =>
  filesIn(folder).filter((file) => readFileSync(file).includes(word))

test('an erased name is in no file of the database once the erasure is answered, also where it had reached a table', async () => {
  const folder = join(scratch.path, 'data')
  for (const last of [false, true]) {
    const opened = await createHost({ folder, fsync: false })
    if (!opened.ok) throw new Error(opened.error.message)
    const { service, adminRouter: ownRouter, close } = opened.value
    if (last) {
      expect(holding(folder, 'Kieseritzky')).not.toEqual([])
      const [first] = await service.log.load('game#g1', 0)
      const { person } = JSON.parse(first!.body).events[0].data.black
      const { status } = await inProcessClient(ownRouter).request('POST', `/persons/${person}/erase`)
      expect(status).toBe(200)
      expect(holding(folder, 'Kieseritzky')).toEqual([])
      expect(holding(folder, 'Anderssen')).not.toEqual([])
    } else await openedGame(service, GAME)
    await close()
  }
  expect(holding(folder, 'Kieseritzky')).toEqual([])
})

test('so it is while others read the record without a pause', async () => {
  const folder = join(scratch.path, 'read')
  const opened = await createHost({ folder, fsync: false })
  if (!opened.ok) throw new Error(opened.error.message)
  const { service, adminRouter, close } = opened.value
  await openedGame(service, GAME)
  const [first] = await service.log.load('game#g1', 0)
  const { person } = JSON.parse(first!.body).events[0].data.black
  let isOver = false
  const readers = Array.from({ length: 4 }, async () => {
    while (!isOver)
      for await (const _ of service.persons.query('game#g1')) await service.log.load('game#g1', 0)
  })
  const { status } = await inProcessClient(adminRouter).request('POST', `/persons/${person}/erase`)
  const left = holding(folder, 'Kieseritzky')
  isOver = true
  await Promise.all(readers)
  await close()
  expect(status).toBe(200)
  expect(left).toEqual([])
})

test('what a host writes is its owner’s alone', () => {
  const folder = join(scratch.path, 'data')
  const open = [join(folder, 'database'), ...filesIn(folder)].filter((each) => statSync(each).mode & 0o077)
  expect(open).toEqual([])
})
