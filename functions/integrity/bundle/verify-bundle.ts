/** Verifies a bundle offline: every file against the manifest, every stream against its chain and its signed anchors. */
import { createHash } from 'node:crypto'
import { numberRounds } from '../../../domain/formats/round-numbers.ts'
import { TRF_VERSIONS } from '../../../domain/formats/trf.ts'
import { ok, type Result, refuse } from '../../../domain/result.ts'
import manifest from '../../../package.json' with { type: 'json' }
import { canonicalJson } from '../../store/canonical.ts'
import type { Keys, Leaf } from '../anchors/anchor.ts'
import { attestedByProofs, type ProvenLeaf } from '../anchors/attested.ts'
import { type Evidence, verifyEvidence } from '../anchors/evidence.ts'
import type { Verification } from '../verify-stream.ts'
import { type ReportedGame, reportFault } from './check-report.ts'
import {
  FORMAT,
  FORMAT_VERSION,
  fileOf,
  type GameResult,
  type Line,
  MANIFEST,
  type Manifest,
  PGN,
  PGN_AS_PLAYED,
  RESULTS,
  reportFile,
} from './layout.ts'
import { eventsIn, gameTexts, headsRoot } from './write-bundle.ts'
import { openZip, type ZipReader } from './zip.ts'

/** `stream`: one stream was checked; `file`: something else in the bundle does not hold; `note`: it holds, and yet. */
export type Finding =
  | { readonly kind: 'stream'; readonly verification: Verification }
  | { readonly kind: 'file'; readonly file: string; readonly message: string }
  | { readonly kind: 'note'; readonly message: string }

/** The findings in the order of the bundle's files; `bad-bundle` where it cannot be read as one. */
export async function openBundle(path: string): Promise<Result<BundleFile>> {
  const zip = await openZip(path)
  if (!zip.ok) return refuse('bad-bundle', zip.error.message)
  const { names, read, close } = zip.value
  const failed = (message: string) => {
    close()
    return refuse('bad-bundle', message)
  }
  const text = await read(MANIFEST)
  if (text === null) return failed(`there is no ${MANIFEST} in it`)
  const said = text.ok ? parsed<Manifest>(text.value.toString('utf8')) : null
  if (said?.format !== FORMAT || !Array.isArray(said.files))
    return failed(`its ${MANIFEST} is not that of a bundle, or is damaged`)
  if (said.version !== FORMAT_VERSION)
    return failed(`it is of version ${String(said.version)}; this program reads ${FORMAT_VERSION}`)
  return ok({ said, names, read, close })
}

export interface BundleFile extends ZipReader {
  readonly said: Manifest
}

/** What the streams tell of one another and of the other files. */
interface Told {
  readonly leaves: Leaf[]
  readonly games: Set<string>
  readonly seated: Map<string, { round: string; board: number }>
  readonly results: GameResult[]
  readonly pgn: string[]
  readonly asPlayed: string[]
  readonly reported: ReportedGame[]
  broken: boolean
}

export async function* verifyBundle(bundle: BundleFile, keys: Keys): AsyncGenerator<Finding> {
  const told: Told = {
    ...{
      leaves: [],
      games: new Set(),
      seated: new Map(),
      results: [],
      pgn: [],
      asPlayed: [],
      reported: [],
      broken: false,
    },
  }
  const texts = new Map<string, string>()
  yield* unlisted(bundle)
  for (const { name, bytes, sha256 } of bundle.said.files) {
    const content = await bundle.read(name)
    if (content === null) {
      yield { kind: 'file', file: name, message: 'it is missing' }
      continue
    }
    if (!content.ok) {
      yield { kind: 'file', file: name, message: content.error.message }
      continue
    }
    if (content.value.length !== bytes || createHash('sha256').update(content.value).digest('hex') !== sha256)
      yield { kind: 'file', file: name, message: 'its bytes are not those that the manifest names' }
    const text = content.value.toString('utf8')
    if (/^(?:games|rounds)\//.test(name)) yield* verifyStreamFile(name, text, keys, told)
    else texts.set(name, text)
  }
  yield* compare(bundle.said, texts, told)
}

const OURS =
  /^(?:README\.txt|(?:manifest|tournament|results)\.json|games(?:-as-played)?\.pgn|report-trf(?:16|26)\.txt|(?:games|rounds)\/[\w-]{1,64}\.ndjson)$/

function* unlisted({ names, said }: BundleFile): Generator<Finding> {
  const listed = new Set([MANIFEST, ...said.files.map(({ name }) => name)])
  for (const name of names)
    if (!listed.has(name)) yield { kind: 'file', file: name, message: 'the manifest does not name it' }
    else if (!OURS.test(name)) yield { kind: 'file', file: name, message: 'it is none of a bundle’s files' }
}

async function* verifyStreamFile(
  name: string,
  text: string,
  keys: Keys,
  told: Told,
): AsyncGenerator<Finding> {
  const file = readLines(text)
  if (!file.ok) {
    told.broken = true
    yield { kind: 'file', file: name, message: file.error.message }
    return
  }
  const { evidence, proofs, lines } = file.value
  const { stream } = evidence
  if (fileOf(stream) !== name) yield { kind: 'file', file: name, message: `it holds ${stream}` }
  const attested = attestedByProofs(proofs, keys)
  for (const { message } of attested.faults) yield { kind: 'file', file: name, message }
  const verification = await verifyEvidence(evidence, attested.heads.get(stream) ?? [])
  yield { kind: 'stream', verification }
  const { head, fault, anchored } = verification
  told.leaves.push({ stream, n: head.n, hash: head.hash })
  if (fault !== null) {
    told.broken = true
    return
  }
  if (anchored?.n !== head.n)
    yield { kind: 'file', file: name, message: `anchors reach commit ${anchored?.n ?? 0} of ${head.n}` }
  const events = await eventsIn(evidence)
  if (canonical(events) !== canonical(lines.map(({ commit, event }) => ({ commit, event }))))
    yield { kind: 'file', file: name, message: 'its events are not those of its commits' }
  if (stream.startsWith('round#')) seat(stream, events, told)
  else noteGame(stream.slice('game#'.length), events, told)
}

interface StreamFile {
  readonly evidence: Evidence
  readonly proofs: readonly ProvenLeaf[]
  readonly lines: readonly Extract<Line, { kind: 'event' }>[]
}

function readLines(text: string): Result<StreamFile> {
  const commits: Evidence['commits'][number][] = []
  const kept: Evidence['kept'][number][] = []
  const proofs: ProvenLeaf[] = []
  const lines: StreamFile['lines'][number][] = []
  let stream = ''
  for (const [k, row] of text.split('\n').entries()) {
    if (row === '') continue
    const line = parsed<Line>(row)
    const faulty = refuse('bad-bundle', `line ${k + 1} cannot be read`)
    if (line === null) return faulty
    if (line.kind === 'commit') {
      if (typeof line.body !== 'string' || typeof line.hash !== 'string') return faulty
      stream ||= String(line.stream)
      commits.push({ n: line.n, body: line.body, hash: line.hash })
    } else if (line.kind === 'kept') kept.push({ sk: line.sk, value: line.value })
    else if (line.kind === 'anchor') {
      if (line.anchor == null || line.leaf == null || !Array.isArray(line.proof)) return faulty
      stream ||= line.leaf.stream
      proofs.push(line)
    } else if (line.kind === 'event') lines.push(line)
    else return faulty
  }
  return ok({ evidence: { stream, commits, kept }, proofs, lines })
}

type Events = Awaited<ReturnType<typeof eventsIn>>

function seat(stream: string, events: Events, told: Told): void {
  const round = stream.slice(stream.indexOf('/') + 1)
  for (const { event } of events as { event: { type: string; data: { game?: string; board?: number } } }[])
    if (event.type === 'board-assigned' && event.data.game !== undefined)
      told.seated.set(event.data.game, { round, board: event.data.board ?? 0 })
}

function noteGame(game: string, events: Events, told: Told): void {
  told.games.add(game)
  const place = told.seated.get(game) ?? { round: '', board: 0 }
  const texts = gameTexts(
    { game, ...place },
    events.map(({ event }) => event),
  )
  told.results.push(texts.result)
  told.pgn.push(texts.pgn)
  told.asPlayed.push(texts.asPlayed)
  if (texts.reported !== null) told.reported.push(texts.reported)
}

/** What is said beside the streams must follow from them. */
function* compare(said: Manifest, texts: ReadonlyMap<string, string>, told: Told): Generator<Finding> {
  for (const game of told.seated.keys())
    if (!told.games.has(game) && !told.broken)
      yield {
        kind: 'file',
        file: fileOf(`game#${game}`),
        message: 'a round has this game, and it is missing',
      }
  if (told.broken) return
  if (headsRoot(told.leaves) !== said.root)
    yield { kind: 'file', file: MANIFEST, message: 'its root is not that of the streams’ heads' }
  const results = parsed<GameResult[]>(texts.get(RESULTS) ?? '')
  const sameReader = results?.every(({ reading }) => reading?.reducer === told.results[0]?.reading?.reducer)
  if (canonical(results) !== canonical(told.results))
    yield sameReader
      ? { kind: 'file', file: RESULTS, message: 'it is not what the streams fold to' }
      : {
          kind: 'note',
          message: `${RESULTS} was read by another version of the Laws’ reading: not altered, but read anew`,
        }
  const rendered = [
    [PGN, told.pgn.join('\n')],
    [PGN_AS_PLAYED, told.asPlayed.join('\n')],
  ] as const
  for (const [file, text] of rendered)
    if (texts.get(file) !== text)
      yield said.software === `touchmove ${manifest.version}`
        ? { kind: 'file', file, message: 'it is not what the streams render to' }
        : {
            kind: 'note',
            message: `${file} was written by ${said.software}; this version writes it otherwise`,
          }
  yield* compareReports(said, texts, told)
}

/** The cells of games; nothing in the record vouches for a report's ranks, byes and heading. */
function* compareReports(said: Manifest, texts: ReadonlyMap<string, string>, told: Told): Generator<Finding> {
  const rounds = said.files.flatMap(({ name }) => /^rounds\/(.*)\.ndjson$/.exec(name)?.[1] ?? [])
  const number = new Map(numberRounds(rounds).map(({ id, number: n }) => [id, n]))
  for (const version of TRF_VERSIONS) {
    const file = reportFile(version)
    const text = texts.get(file)
    const message = text === undefined ? null : reportFault(text, version, told.reported, number)
    if (message === null) continue
    yield said.software === `touchmove ${manifest.version}`
      ? { kind: 'file', file, message }
      : { kind: 'note', message: `${file}, written by ${said.software}: ${message}` }
  }
}

function parsed<T>(text: string): T | null {
  try {
    return JSON.parse(text) as T
  } catch {
    return null
  }
}

function canonical(value: unknown): string | null {
  const text = canonicalJson(value)
  return text.ok ? text.value : null
}
