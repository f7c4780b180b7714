/** The blocks of the documents, as readers paste them: they parse, name commands and options that exist, and their variables are set. */
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Command } from 'commander'
import { transformSync } from 'esbuild'
import { expect, test } from 'vitest'
import { createProgram } from '../../functions/host/cli/program.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const DOCUMENTS = [
  ...['README.md', 'CONTRIBUTING.md'],
  ...readdirSync(join(ROOT, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
]

interface Block {
  readonly place: string
  readonly language: string
  readonly text: string
}

/** What is typed of a terminal's text: what follows the prompts. */
const typed = (text: string): string =>
  text
    .replaceAll(/^(?!\$ |> ).*\n/gm, (line, at: number) => (isContinued(text, at) ? line : ''))
    .replaceAll(/^(?:\$|>) /gm, '')

/** Whether a line goes on with the one before it: a quote is open there. */
const isContinued = (text: string, at: number): boolean => {
  const start = text.lastIndexOf('$ ', at)
  return start >= 0 && (text.slice(start, at).match(/'/g)?.length ?? 0) % 2 === 1
}

const blocks: Block[] = DOCUMENTS.flatMap((document) => {
  const text = readFileSync(join(ROOT, document), 'utf8')
  return [...text.matchAll(/^```(\w+)\n(.*?)^```$/gms)].map(({ index, 1: language = '', 2: block = '' }) => ({
    place: `${document}:${text.slice(0, index).split('\n').length}`,
    language,
    text: language === 'console' ? typed(block) : block,
  }))
})

const shell = blocks.filter(({ language }) => language === 'sh' || language === 'console')

test('blocks for a shell are such, and those of other languages can be read', () => {
  expect(shell.length).toBeGreaterThan(25)
  for (const { place, text } of shell) {
    expect(() => execFileSync('bash', ['-n'], { input: text, stdio: 'pipe' }), place).not.toThrow()
    // A reader who pastes them sets one variable.
    expect(text, place).not.toMatch(/(?<![$\w{])HOST\//)
  }
  for (const { place, language, text } of blocks) {
    if (language === 'js')
      expect(() => transformSync(text, { loader: 'js', format: 'esm' }), place).not.toThrow()
    if (language === 'json') expect(() => JSON.parse(text), place).not.toThrow()
  }
})

/** Of a shell's own, and those that the text says where to get. */
const GIVEN = new Set(['HOME', 'PWD', 'AWS_REGION'])

test('each variable of a block is set in it, or in one before it in its document', () => {
  const set = new Map<string, Set<string>>()
  for (const { place, text } of shell) {
    const [document = ''] = place.split(':')
    const known = set.get(document) ?? new Set(GIVEN)
    set.set(document, known)
    for (const [, name = ''] of text.matchAll(/(?:^|[\s;(])(?:export )?([A-Z_]+)=/gm)) known.add(name)
    for (const [, name = ''] of text.matchAll(/\$\{?([A-Z_]{2,})/g))
      expect(known, `${place}: $${name}`).toContain(name)
  }
})

/** A command's words, as far as the end of the command or of the line. */
const commandsIn = (text: string): string[][] =>
  [...text.replaceAll(/\\\n/g, ' ').matchAll(/\btouchmove ((?:[a-z]|--)[^\n;|&>#)]*)/g)].map(
    ([, words = '']) => words.trim().split(/\s+/),
  )

test('each command of a block is one, with options that it has', async () => {
  const program = await createProgram()
  let found = 0
  for (const { place, text } of shell)
    for (const words of commandsIn(text)) {
      let command: Command = program
      let at = 0
      for (let next = command.commands.find((each) => each.name() === words[at]); next !== undefined; at++) {
        command = next
        next = command.commands.find((each) => each.name() === words[at + 1])
      }
      expect(at, `${place}: ${words.join(' ')}`).toBeGreaterThan(0)
      found++
      const known = command.options.map(({ long }) => long)
      for (const word of words.slice(at))
        if (word.startsWith('--') && word !== '--help')
          expect(known, `${place}: ${words.join(' ')}`).toContain(word.split('=')[0])
    }
  expect(found).toBeGreaterThan(20)
})

test('each consumer of feeds is given the dialect that it can read: Lichess its own, all others the standard', () => {
  const text = readFileSync(join(ROOT, 'docs/feeds.md'), 'utf8')
  const rows = [...text.matchAll(/^\| ([^|]+) \| ([^|]+) \|$/gm)].map(([, consumer = '', feed = '']) => ({
    consumer,
    feed,
  }))
  const pgn = rows.filter(({ feed }) => /HOST\/\S*\.pgn|view=text/.test(feed))
  expect(pgn.map(({ consumer, feed }) => [/Lichess/.test(consumer), /dialect=lichess/.test(feed)])).toEqual([
    [true, true],
    [false, false],
    [false, false],
  ])
})
