/** Reads what a person wrote in a source file or a document: the words of its identifiers, comments, titles of tests and prose. */
import { readFileSync } from 'node:fs'
import ts from 'typescript'

/** @typedef {{ word: string, whole: string, line: number, kind: 'identifier' | 'field' | 'comment' | 'prose' }} Word */

/** `readContext` → read, context; `MAX_AGE_MS` → max, age, ms. */
const partsOf = (identifier) =>
  identifier
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .split(/[^A-Za-z0-9]+/)
    .filter(Boolean)
    .map((part) => part.toLowerCase())

const plainWords = (text) => text.match(/[A-Za-z]+(?:['’-][A-Za-z]+)*/g) ?? []

/** Blanks out code in backticks, which is no prose. */
const withoutCode = (text) => text.replace(/`[^`\n]*`/g, (code) => ' '.repeat(code.length))

const proseWords = (text, firstLine, kind) =>
  withoutCode(text)
    .split('\n')
    .flatMap((row, i) =>
      plainWords(row).map((whole) => ({ word: whole.toLowerCase(), whole, line: firstLine + i, kind })),
    )

/** Whether a name is a field's, not a variable's: `row.name`, `{ name: … }`, or the declaration of such a field. */
const isField = (node) => {
  const { parent } = node
  if (ts.isBindingElement(parent)) return parent.propertyName === node
  const mayBeField =
    ts.isPropertyAccessExpression(parent) || ts.isPropertyAssignment(parent) || ts.isPropertySignature(parent)
  return mayBeField && parent.name === node
}

/** Whether a callee, such as `test` or `describe.each(…)`, takes the title of a test or of a group of tests. */
const isNamer = (callee) => {
  if (ts.isIdentifier(callee)) return ['test', 'it', 'describe'].includes(callee.text)
  return (ts.isPropertyAccessExpression(callee) || ts.isCallExpression(callee)) && isNamer(callee.expression)
}

/** The title of a test, which is read as prose; null where the node is none. */
function titleOf(node) {
  if (!ts.isCallExpression(node) || !isNamer(node.expression)) return null
  const [title] = node.arguments
  return title !== undefined && ts.isStringLiteralLike(title) ? title : null
}

/** @returns {Word[]} */
function wordsOfSource(path, text) {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)
  const lineOf = (at) => source.getLineAndCharacterOfPosition(at).line + 1
  const words = []
  const comments = new Map()
  const visit = (node) => {
    for (const range of ts.getLeadingCommentRanges(text, node.pos) ?? []) comments.set(range.pos, range.end)
    for (const range of ts.getTrailingCommentRanges(text, node.end) ?? []) comments.set(range.pos, range.end)
    if (ts.isIdentifier(node) || ts.isPrivateIdentifier(node)) {
      for (const word of partsOf(node.text))
        words.push({
          word,
          whole: node.text,
          line: lineOf(node.end),
          kind: isField(node) ? 'field' : 'identifier',
        })
    }
    const title = titleOf(node)
    if (title !== null) words.push(...proseWords(title.text, lineOf(title.end), 'comment'))
    ts.forEachChild(node, visit)
  }
  visit(source)
  for (const [from, to] of comments) words.push(...proseWords(text.slice(from, to), lineOf(from), 'comment'))
  return words
}

/** The words of a document, without fenced blocks and links' targets, which are no prose. @returns {Word[]} */
function wordsOfDocument(text) {
  const blank = (part) => part.replace(/[^\n]/g, ' ')
  const prose = text.replace(/^```[\s\S]*?^```/gm, blank).replace(/\]\([^)]*\)/g, blank)
  return proseWords(prose, 1, 'prose')
}

/** The words of one file, each with its line. @param {string} path @returns {Word[]} */
export function wordsOf(path) {
  const text = readFileSync(path, 'utf8')
  return path.endsWith('.md') ? wordsOfDocument(text) : wordsOfSource(path, text)
}
