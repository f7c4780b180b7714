/**
 * Fails where a regular expression can take squares of its text's length, or worse: a foreign text would stand the host still.
 * Found are quantifiers that take the same signs in turn or in one another, and those that start anew at each place of a long
 * run (`/\s+$/`: write `/(?<!\s)\s+$/`). Patterns of several signs are left to test/ingest/parsers-linear.test.ts. Run by
 * `npm run lint`.
 */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { analyse } from 'scslre'
import ts from 'typescript'

/** Files that put patterns together, whose parts are texts of this repository or checked ids: they are looked at by hand. */
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
  Trade: 'two quantifiers can take the same signs',
  Self: 'a quantifier within another can take the same signs',
  Move: 'it starts anew at each place of a long run',
}

const files = execFileSync('git', ['ls-files', 'events', 'domain', 'functions'], { encoding: 'utf8' })
  .split('\n')
  .filter((path) => path.endsWith('.ts') && !path.endsWith('.d.ts'))

const faults = []
for (const path of files) {
  const text = readFileSync(path, 'utf8')
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)
  const tell = (node, why) => {
    const { line } = source.getLineAndCharacterOfPosition(node.getStart())
    faults.push(`${path}:${line + 1}: ${node.getText()}: ${why}`)
  }
  const visit = (node) => {
    if (ts.isRegularExpressionLiteral(node)) {
      const end = node.text.lastIndexOf('/')
      const { reports } = analyse({ source: node.text.slice(1, end), flags: node.text.slice(end + 1) })
      if (reports.length > 0) tell(node, WHY[reports[0].type])
    }
    const isComposed =
      (ts.isNewExpression(node) || ts.isCallExpression(node)) && node.expression.getText() === 'RegExp'
    if (isComposed && !COMPOSED.has(path))
      tell(node, 'a pattern that is put together cannot be looked at: write it as a literal')
    ts.forEachChild(node, visit)
  }
  visit(source)
}
for (const fault of faults) console.error(fault)
if (faults.length > 0) process.exit(1)
