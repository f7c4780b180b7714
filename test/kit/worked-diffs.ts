/** Reads the worked diffs of docs/extending.md, and applies them to the texts of files. */

/** What a diff does at one place of a file. */
interface Hunk {
  /** Each line as the file has it, or the beginning of one, followed by `…`; empty where the file is new. */
  readonly before: readonly string[]
  /** What stands there afterwards; a number is a line of `before`, which stays as it is. */
  readonly after: readonly (string | number)[]
}

export interface FileDiff {
  readonly path: string
  readonly hunks: readonly Hunk[]
}

export interface WorkedDiff {
  /** The heading under which it stands. */
  readonly title: string
  readonly files: readonly FileDiff[]
}

/** The diffs in the order of the document: each is applied after those before it. */
export function workedDiffs(document: string): WorkedDiff[] {
  return document
    .split(/^## /m)
    .slice(1)
    .flatMap((section) => {
      const title = section.slice(0, section.indexOf('\n'))
      const diffs = [...section.matchAll(/^```diff\n([\s\S]*?)^```$/gm)].map(([, body = '']) => body)
      return diffs.length === 0 ? [] : [{ title, files: diffs.flatMap(filesOf) }]
    })
}

function filesOf(body: string): FileDiff[] {
  const files: { path: string; hunks: { before: string[]; after: (string | number)[] }[] }[] = []
  for (const line of body.trimEnd().split('\n')) {
    const path = /^ \/\/ (\S+)$/.exec(line)?.[1]
    if (path !== undefined) {
      files.push({ path, hunks: [{ before: [], after: [] }] })
      continue
    }
    const hunks = files.at(-1)?.hunks
    if (hunks === undefined) throw new Error(`${line}: no line before it names a file`)
    const [hunk] = hunks.slice(-1)
    const text = line.slice(1)
    if (line === '@@') hunks.push({ before: [], after: [] })
    else if (line.startsWith('+')) hunk!.after.push(text)
    else if (line.startsWith('-')) hunk!.before.push(text)
    else hunk!.after.push(hunk!.before.push(text) - 1)
  }
  return files
}

/**
 * The texts of a diff's files, by path, with the diff applied. `read`: the text of a file without it, null where there is none. Throws
 * where the lines that the diff shows are not at exactly one place.
 */
export function applied(
  { title, files }: WorkedDiff,
  read: (path: string) => string | null,
): Map<string, string> {
  const texts = new Map<string, string>()
  for (const { path, hunks } of files) {
    for (const { before, after } of hunks) {
      const wrong = (why: string) =>
        new Error(
          `${title}: ${path} ${why}: ${before.join(' ⏎ ')}; mend the diff under this heading in docs/extending.md`,
        )
      const text = texts.get(path) ?? read(path)
      if (before.length === 0) {
        if (text !== null) throw wrong('is there already')
        texts.set(path, `${after.join('\n')}\n`)
        continue
      }
      const lines = text?.split('\n') ?? []
      const places = [...lines.keys()].filter((at) => before.every((line, k) => says(lines[at + k], line)))
      if (places.length !== 1) throw wrong(`has ${places.length} places, not one, that read`)
      const at = places[0]!
      const there = after.map((line) => (typeof line === 'number' ? lines[at + line]! : line))
      texts.set(path, [...lines.slice(0, at), ...there, ...lines.slice(at + before.length)].join('\n'))
    }
  }
  return texts
}

const says = (line: string | undefined, shown: string): boolean =>
  shown.endsWith('…') ? line?.startsWith(shown.slice(0, -1)) === true : line === shown
