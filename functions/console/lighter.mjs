/** What makes the page lighter while it is bundled: nothing that it does or says changes. */
import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

const PAGE = join(import.meta.dirname, 'page')

/** Tables of the Laws' words. */
const TABLES = /domain\/laws\/phrases\/(remarks\/)?(?:en|sl|sk|sr|pl)\.ts$/

const PURE = /\/(?:domain|events)\/.*\.ts$/

/** What a module of texts exports; `esbuild`: as plugins are given it. */
async function exportsOf(path, { build }) {
  const { outputFiles } = await build({
    entryPoints: [path],
    bundle: true,
    format: 'esm',
    charset: 'utf8',
    write: false,
    logLevel: 'error',
  })
  return import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].text).toString('base64')}`)
}

/**
 * A table of texts without its keys, which the page has already, or needs none of: a phrase is found by the place of
 * its rule among the citations, a remark by the place of the English one.
 */
async function withoutKeys(path, isRemarks, esbuild) {
  const [[name, table]] = Object.entries(await exportsOf(path, esbuild))
  const rules = join(dirname(path), '../citations.ts')
  const keys = isRemarks
    ? Object.keys((await exportsOf(join(dirname(path), 'en.ts'), esbuild)).EN_REMARKS)
    : (await exportsOf(rules, esbuild)).RULE_IDS
  const texts = `${JSON.stringify(keys.map((key) => table[key]).join('\n'))}.split('\\n')`
  return `export const ${name} = ${texts}`
}

/** What recognises the English remarks, worked out beforehand: without the English of those that a mark tells. */
async function marksOf(path, esbuild) {
  const ids = Object.keys((await exportsOf(join(dirname(path), 'en.ts'), esbuild)).EN_REMARKS)
  const { MARKS, SLOTTED } = await exportsOf(path, esbuild)
  const slotted = JSON.stringify(SLOTTED.map(([id, known]) => [ids.indexOf(id), known]))
  const marks = new Map(MARKS)
  // At the place of each in few signs; nothing, which no mark is, where it has slots.
  const packed = ids.map((id) => marks.get(id)?.toString(36) ?? '').join()
  const source = await readFile(path, 'utf8')
  const [markOf] = /export function markOf[\s\S]*?\n}\n/.exec(source)
  return `${markOf} export const SLOTTED = ${slotted}
    export const MARKS = '${packed}'.split(',').map((mark, id) => [id, Number.parseInt(mark, 36)])`
}

/** The citations as one text, a rule a line. */
async function packedCitations(path, esbuild) {
  const { RULE_IDS, articlesOf } = await exportsOf(path, esbuild)
  const { EDITIONS } = await exportsOf(join(dirname(path), '../../events/vocabulary.ts'), esbuild)
  const lines = RULE_IDS.map((rule) => {
    const row = EDITIONS.map((edition) => articlesOf(rule, edition).join(', '))
    while (row.length > 1 && row.at(-1) === row.at(-2)) row.pop()
    return [rule, ...row].join('|')
  })
  const table = `Object.fromEntries(${JSON.stringify(lines.join('\n'))}.split('\\n').map((line) => {
    const [rule, ...row] = line.split('|')
    return [rule, row]
  }))`
  return (await readFile(path, 'utf8')).replace(
    /const CITATIONS = \{[\s\S]*?\n\}/,
    () => `const CITATIONS = ${table}`,
  )
}

export const lighter = {
  name: 'lighter',
  setup({ onLoad, onResolve, esbuild }) {
    onLoad({ filter: /domain\/laws\/phrases\/remarks\/marks\.ts$/ }, async ({ path }) => ({
      contents: await marksOf(path, esbuild),
      loader: 'ts',
    }))
    // The sentence looks its phrase up where the citations are: in no chunk of their own that languages share with it.
    onLoad({ filter: /domain\/laws\/phrases\/sentence\.ts$/ }, async ({ path }) => ({
      contents: `import { RULE_IDS } from '../citations.ts'
        ${(await readFile(path, 'utf8')).replace('phrases[verdict.rule]', 'phrases[RULE_IDS.indexOf(verdict.rule)]')}`,
      loader: 'ts',
    }))
    onLoad({ filter: /domain\/laws\/citations\.ts$/ }, async ({ path }) => ({
      contents: await packedCitations(path, esbuild),
      loader: 'ts',
    }))
    // What frames make of their words is made beforehand: languages share no chunk for it.
    onLoad({ filter: /domain\/laws\/phrases\/frames\/\w+\.ts$/ }, async ({ path }) => {
      const [[name, frame]] = Object.entries(await exportsOf(path, esbuild))
      return { contents: `export const ${name} = ${JSON.stringify(frame)}` }
    })
    onLoad({ filter: TABLES }, async ({ path }) => ({
      contents: await withoutKeys(path, TABLES.exec(path)[1] !== undefined, esbuild),
    }))
    // Why an announcement could not be read is said by verdicts only where it is ambiguous or lacks a piece.
    onLoad({ filter: /domain\/notation\/announcement\.ts$/ }, async ({ path }) => ({
      contents: (await readFile(path, 'utf8'))
        .replaceAll(/refuse\(\s*'(announcement|illegal)',\s*`[^`]*`,?\s*\)/g, "refuse('$1', '')")
        .replaceAll(/illegal\(text, (?:`[^`]*`|'[^']*')\)/g, "illegal('', '')")
        .replaceAll(/(code: 'illegal', message: )`[^`]*`/g, "$1''"),
      loader: 'ts',
    }))
    // All of the library for one digest: the page has its own, which is a tenth of it.
    onResolve({ filter: /^@noble\/hashes\/(?:sha2|utils)\.js$/ }, () => ({
      path: join(PAGE, 'replay/sha256.ts'),
    }))
    // The domain only states: a module of which nothing is used does nothing.
    onResolve({ filter: /^\.\.?\// }, ({ path, resolveDir }) => {
      const whole = join(resolveDir, path)
      return PURE.test(whole) ? { path: whole, sideEffects: false } : undefined
    })
    // Markup is written with indentation, which a minifier of scripts has to keep.
    onLoad({ filter: /functions\/console\/page\/.*\.ts$/ }, async ({ path }) => ({
      contents: (await readFile(path, 'utf8')).replaceAll(/\n\s+/g, '\n'),
      loader: 'ts',
    }))
  },
}
