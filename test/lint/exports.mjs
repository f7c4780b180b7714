/**
 * Fails where two files export the same name: a reader who meets a name must find one place that declares it.
 * The public entry points in domain/library/ are not searched: they offer what is declared elsewhere. Run by `npm run lint`.
 */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import ts from 'typescript'

/** Names that several files export: AWS Lambda calls the `handler` of each function's file. */
const ALLOWED = new Set(['handler'])

const files = execFileSync('git', ['ls-files', 'events', 'domain', 'functions', 'infra'], {
  encoding: 'utf8',
})
  .split('\n')
  .filter((path) => path.endsWith('.ts') && !path.endsWith('.d.ts') && !path.startsWith('domain/library/'))

const namesIn = (binding) =>
  ts.isIdentifier(binding)
    ? [binding.text]
    : binding.elements.flatMap((element) => (element.name ? namesIn(element.name) : []))

/** The names that a file declares and exports; names that it re-exports (`export … from`) are declared elsewhere. */
function exportedNames(path) {
  const source = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, false)
  return source.statements.flatMap((statement) => {
    const exported = ts.canHaveModifiers(statement) && ts.getModifiers(statement)?.some(isExport)
    if (!exported) return []
    if (ts.isVariableStatement(statement))
      return statement.declarationList.declarations.flatMap(({ name }) => namesIn(name))
    return statement.name ? [statement.name.text] : []
  })
}

const isExport = ({ kind }) => kind === ts.SyntaxKind.ExportKeyword

const places = new Map()
for (const path of files) {
  // A type and a value of one name in one file are one thing.
  for (const name of new Set(exportedNames(path))) places.set(name, [...(places.get(name) ?? []), path])
}

const twice = [...places].filter(([name, paths]) => paths.length > 1 && !ALLOWED.has(name))
for (const [name, paths] of twice) {
  console.error(`${name} is exported by ${paths.join(' and ')}: give all but one a name that says its module`)
}
if (twice.length > 0) process.exit(1)
