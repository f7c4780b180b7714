/** What files and hosts say is printed so that it neither steers the terminal nor makes a line of its own. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { visibleText } from '../../functions/host/cli/print.ts'
import { run } from '../../functions/host/cli/program.ts'
import { temporaryFolder } from '../kit/command.ts'

const folder = temporaryFolder()
const STEERING = '\u001b[1A\u001b[2K\rg1: whole\nevery signature checked\u001b[8m\u009b8m\u202e'

afterEach(() => {
  vi.restoreAllMocks()
  process.exitCode = undefined
})

async function printed(...args: string[]): Promise<{ text: string; status: number }> {
  let text = ''
  for (const stream of [process.stdout, process.stderr])
    vi.spyOn(stream, 'write').mockImplementation((data) => {
      text += String(data)
      return true
    })
  const status = await run(args)
  vi.restoreAllMocks()
  return { text, status }
}

function file(name: string, text: string): string {
  const path = join(folder.path, name)
  writeFileSync(path, text)
  return path
}

test('controls and signs that turn the direction are written as their codes, and JSON stays the same', () => {
  expect(visibleText('a\u001b[2K\u0007\u009b\u007f\u202eb\tc\n')).toBe(
    'a\\u001b[2K\\u0007\\u009b\\u007f\\u202eb\tc\n',
  )
  expect(visibleText('Müller–Ö 王 שלום')).toBe('Müller–Ö 王 שלום')
  const value = { name: 'a\u009b\u202e\u001b' }
  expect(JSON.parse(visibleText(JSON.stringify(value)))).toEqual(value)
})

test('a forged audit does not print its own verdict', async () => {
  const commits = [{ n: 1, hash: STEERING, prev: '', events: [] }]
  const { text, status } = await printed(
    'verify',
    file('audit.json', JSON.stringify({ stream: STEERING, commits })),
  )
  expect(status).toBeGreaterThan(0)
  expect(text).toMatch(/u001b/)
  expect(text).not.toMatch(/\p{Cc}(?<!\n)|[\u202a-\u202e]/u)
  expect(text).not.toMatch(/^every signature checked/m)
})

test('a case’s id, a pairing file’s column and a PGN’s words do not steer the terminal either', async () => {
  const files: [string, string][] = [
    ['judge', file('case.json', JSON.stringify({ id: STEERING, events: [], expect: {} }))],
    ['open-round', file('pairings.csv', `Board,White,${STEERING.replaceAll('\n', ' ')}\n1,A,B\n`)],
    ['import', file('game.pgn', `[Event "x"]\n\n1. e4 \u001b[2K\u009b8m\u202e *\n`)],
  ]
  for (const [command, path] of files) {
    const { text } = await printed(command, path, ...(command === 'judge' ? [] : ['--data', folder.path]))
    expect(text, command).not.toBe('')
    expect(text, command).not.toMatch(/\p{Cc}(?<![\n\t])|[\u202a-\u202e]/u)
  }
})
