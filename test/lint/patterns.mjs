/**
 * Fails where a regular expression can take time that grows with the square of its text's length, or worse: a foreign text would block
 * the host. It finds quantifiers that match the same characters one after another or in one another, and those that start again at each
 * place of a long run (`/\s+$/`: write `/(?<!\s)\s+$/`). Attacks of several characters are left to test/ingest/parsers-linear.test.ts.
 * Run by `npm run lint`.
 */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { analyse } from 'scslre'
import ts from 'typescript'

/** Files that compose patterns of texts of this repository or of checked ids: they were reviewed by hand. */
const COMPOSED = new Set([
  'domain/pgn/tags.ts',
  'domain/pgn/words.ts',
  'events/primitives.ts',
  'functions/auth/scope.ts',
  'functions/console/page/game/heading.ts',
  'functions/http/match.ts',
  'functions/ingest/lcc/source.ts',
  'functions/outbound/lichess.ts',
])

const WHY = {
  Trade: 'two quantifiers can match the same characters',
  Self: 'a quantifier within another can match the same characters',
  Move: 'it starts again at each place of a long run',
}

const files = execFileSync('git', ['ls-files', 'events', 'domain', 'functions'], { encoding: 'utf8' })
  .split('\n')
  .filter((path) => path.endsWith('.ts') && !path.endsWith('.d.ts'))

const faults = []
for (const path of files) {
  const text = readFileSync(path, 'utf8')
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)
  const addFault = (node, why) => {
    const { line } = source.getLineAndCharacterOfPosition(node.getStart())
    faults.push(`${path}:${line + 1}: ${node.getText()}: ${why}`)
  }
  const visit = (node) => {
    if (ts.isRegularExpressionLiteral(node)) {
      const end = node.text.lastIndexOf('/')
      const { reports } = analyse({ source: node.text.slice(1, end), flags: node.text.slice(end + 1) })
      if (reports.length > 0) addFault(node, WHY[reports[0].type])
    }
    const isComposed =
      (ts.isNewExpression(node) || ts.isCallExpression(node)) && node.expression.getText() === 'RegExp'
    if (isComposed && !COMPOSED.has(path))
      addFault(node, 'a composed pattern cannot be checked: write it as a literal')
    ts.forEachChild(node, visit)
  }
  visit(source)
}
for (const fault of faults) console.error(fault)
if (faults.length > 0) process.exit(1)
