/** Verifies a bundle offline: every file against the manifest, every stream against its chain and its signed anchors. */
import { createHash } from 'node:crypto'
import { numberRounds } from '../../../domain/formats/round-numbers.ts'
import { TRF_VERSIONS } from '../../../domain/formats/write-trf.ts'
import { ok, type Result, refuse } from '../../../domain/result.ts'
import packageJson from '../../../package.json' with { type: 'json' }
import { canonicalJson } from '../../store/canonical.ts'
import type { AnchorLeaf, TrustedKeys } from '../anchors/anchor.ts'
import { checkProofs, type ProvenLeaf } from '../anchors/attestation.ts'
import { type StreamEvidence, verifyEvidence } from '../anchors/evidence.ts'
import type { Verification } from '../verify-stream.ts'
import { type ReportedGame, reportFault } from './check-report.ts'
import {
  BUNDLE_FORMAT,
  BUNDLE_VERSION,
  type BundleGameResult,
  type BundleLine,
  type BundleManifest,
  MANIFEST_FILE,
  PGN_AS_PLAYED_FILE,
  PGN_FILE,
  README_FILE,
  RESULTS_FILE,
  reportFile,
  streamFileName,
  TOURNAMENT_FILE,
} from './layout.ts'
import { bundleReadme } from './readme.ts'
import { eventsIn, gameTexts, headsRoot } from './write-bundle.ts'
import { openZip, type ZipReader } from './zip.ts'

/** `stream`: one stream was checked; `file`: another file is invalid; `note`: nothing is invalid, but the reader should know. */
export type BundleFinding =
  | { readonly kind: 'stream'; readonly verification: Verification }
  | { readonly kind: 'file'; readonly file: string; readonly message: string }
  | { readonly kind: 'note'; readonly message: string }

/** A ZIP file has at most 65,535 files, of which each takes a line of some 150 bytes. */
const MAX_MANIFEST_BYTES = 16 * 1024 * 1024

/** The findings in the order of the bundle's files; `bad-bundle` where it cannot be read as one. */
export async function openBundle(path: string): Promise<Result<OpenBundle>> {
  const zip = await openZip(path)
  if (!zip.ok) return refuse('bad-bundle', zip.error.message)
  const { names, read, close } = zip.value
  const failed = (message: string) => {
    close()
    return refuse('bad-bundle', message)
  }
  const text = await read(MANIFEST_FILE, MAX_MANIFEST_BYTES)
  if (text === null) return failed(`there is no ${MANIFEST_FILE} in it`)
  if (!text.ok) return failed(text.error.message)
  const manifest = parsed<BundleManifest>(text.value.toString('utf8'))
  if (manifest?.format !== BUNDLE_FORMAT || !Array.isArray(manifest.files))
    return failed(`its ${MANIFEST_FILE} is not that of a bundle, or is damaged`)
  if (manifest.version !== BUNDLE_VERSION)
    return failed(`it is of version ${String(manifest.version)}; this program reads ${BUNDLE_VERSION}`)
  return ok({ manifest, names, read, close })
}

export interface OpenBundle extends ZipReader {
  readonly manifest: BundleManifest
}

/** What the streams of a bundle contain, to be compared with its other files. */
interface BundleClaims {
  readonly leaves: AnchorLeaf[]
  readonly games: Set<string>
  readonly seated: Map<string, { round: string; board: number }>
  readonly results: BundleGameResult[]
  readonly pgn: string[]
  readonly asPlayed: string[]
  readonly reported: ReportedGame[]
  broken: boolean
}

export async function* verifyBundle(bundle: OpenBundle, keys: TrustedKeys): AsyncGenerator<BundleFinding> {
  const claims: BundleClaims = {
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
  yield* unlistedFiles(bundle)
  for (const { name, bytes, sha256 } of bundle.manifest.files) {
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
    if (/^(?:games|rounds)\//.test(name)) yield* verifyStreamFile(name, text, keys, claims)
    else texts.set(name, text)
  }
  yield* compareFiles(bundle.manifest, texts, claims)
}

const BUNDLE_FILE_NAMES =
  /^(?:README\.txt|(?:manifest|tournament|results)\.json|games(?:-as-played)?\.pgn|report-trf(?:16|26)\.txt|(?:games|rounds)\/[\w-]{1,64}\.ndjson)$/

function* unlistedFiles({ names, manifest: said }: OpenBundle): Generator<BundleFinding> {
  const listed = new Set([MANIFEST_FILE, ...said.files.map(({ name }) => name)])
  for (const name of names)
    if (!listed.has(name)) yield { kind: 'file', file: name, message: 'the manifest does not name it' }
    else if (!BUNDLE_FILE_NAMES.test(name))
      yield { kind: 'file', file: name, message: 'it is none of a bundle’s files' }
}

async function* verifyStreamFile(
  name: string,
  text: string,
  keys: TrustedKeys,
  claims: BundleClaims,
): AsyncGenerator<BundleFinding> {
  const file = readLines(text)
  if (!file.ok) {
    claims.broken = true
    yield { kind: 'file', file: name, message: file.error.message }
    return
  }
  const { evidence, proofs, lines } = file.value
  const { stream } = evidence
  if (streamFileName(stream) !== name) yield { kind: 'file', file: name, message: `it holds ${stream}` }
  const attested = checkProofs(proofs, keys)
  for (const { message } of attested.faults) yield { kind: 'file', file: name, message }
  const verification = await verifyEvidence(evidence, attested.heads.get(stream) ?? [])
  yield { kind: 'stream', verification }
  const { head, fault, anchored } = verification
  claims.leaves.push({ stream, n: head.n, hash: head.hash })
  if (fault !== null) {
    claims.broken = true
    return
  }
  if (anchored?.n !== head.n)
    yield { kind: 'file', file: name, message: `anchors reach commit ${anchored?.n ?? 0} of ${head.n}` }
  const events = await eventsIn(evidence)
  if (canonical(events) !== canonical(lines.map(({ commit, event }) => ({ commit, event }))))
    yield { kind: 'file', file: name, message: 'its events are not those of its commits' }
  if (stream.startsWith('round#')) addSeat(stream, events, claims)
  else addGame(stream.slice('game#'.length), events, claims)
}

interface StreamFile {
  readonly evidence: StreamEvidence
  readonly proofs: readonly ProvenLeaf[]
  readonly lines: readonly Extract<BundleLine, { kind: 'event' }>[]
}

function readLines(text: string): Result<StreamFile> {
  const commits: StreamEvidence['commits'][number][] = []
  const personalData: StreamEvidence['personalData'][number][] = []
  const proofs: ProvenLeaf[] = []
  const lines: StreamFile['lines'][number][] = []
  let stream = ''
  for (const [k, row] of text.split('\n').entries()) {
    if (row === '') continue
    const line = parsed<BundleLine>(row)
    const faulty = refuse('bad-bundle', `line ${k + 1} cannot be read`)
    if (line === null) return faulty
    if (line.kind === 'commit') {
      if (typeof line.body !== 'string' || typeof line.hash !== 'string') return faulty
      stream ||= String(line.stream)
      commits.push({ n: line.n, body: line.body, hash: line.hash })
    } else if (line.kind === 'kept') personalData.push({ sk: line.sk, value: line.value })
    else if (line.kind === 'anchor') {
      if (line.anchor == null || line.leaf == null || !Array.isArray(line.proof)) return faulty
      stream ||= line.leaf.stream
      proofs.push(line)
    } else if (line.kind === 'event') lines.push(line)
    else return faulty
  }
  return ok({ evidence: { stream, commits, personalData }, proofs, lines })
}

type Events = Awaited<ReturnType<typeof eventsIn>>

function addSeat(stream: string, events: Events, claims: BundleClaims): void {
  const round = stream.slice(stream.indexOf('/') + 1)
  for (const { event } of events as { event: { type: string; data: { game?: string; board?: number } } }[])
    if (event.data.game === undefined) continue
    else if (event.type === 'board-assigned')
      claims.seated.set(event.data.game, { round, board: event.data.board ?? 0 })
    else if (event.type === 'board-vacated') claims.seated.delete(event.data.game)
}

function addGame(game: string, events: Events, claims: BundleClaims): void {
  claims.games.add(game)
  const place = claims.seated.get(game) ?? { round: '', board: 0 }
  const texts = gameTexts(
    { game, ...place },
    events.map(({ event }) => event),
  )
  claims.results.push(texts.result)
  claims.pgn.push(texts.pgn)
  claims.asPlayed.push(texts.asPlayed)
  if (texts.reported !== null) claims.reported.push(texts.reported)
}

/** Compares the other files of a bundle with what follows from its streams. */
function* compareFiles(
  manifest: BundleManifest,
  texts: ReadonlyMap<string, string>,
  claims: BundleClaims,
): Generator<BundleFinding> {
  for (const game of claims.seated.keys())
    if (!claims.games.has(game) && !claims.broken)
      yield {
        kind: 'file',
        file: streamFileName(`game#${game}`),
        message: 'a round has this game, and it is missing',
      }
  if (claims.broken) return
  if (headsRoot(claims.leaves) !== manifest.root)
    yield { kind: 'file', file: MANIFEST_FILE, message: 'its root is not that of the streams’ heads' }
  const results = parsed<BundleGameResult[]>(texts.get(RESULTS_FILE) ?? '')
  const sameReader = results?.every(({ reading }) => reading?.reducer === claims.results[0]?.reading?.reducer)
  if (canonical(results) !== canonical(claims.results))
    yield sameReader
      ? { kind: 'file', file: RESULTS_FILE, message: 'it is not what the streams fold to' }
      : {
          kind: 'note',
          message: `${RESULTS_FILE} was read by another version of the Laws’ reading: not altered, but read anew`,
        }
  const rendered = [
    [PGN_FILE, claims.pgn.join('\n')],
    [PGN_AS_PLAYED_FILE, claims.asPlayed.join('\n')],
  ] as const
  for (const [file, text] of rendered)
    if (texts.get(file) !== text)
      yield manifest.software === `touchmove ${packageJson.version}`
        ? { kind: 'file', file, message: 'it is not what the streams render to' }
        : {
            kind: 'note',
            message: `${file} was written by ${manifest.software}; this version writes it otherwise`,
          }
  yield* compareReports(manifest, texts, claims)
  yield* compareDescription(manifest, texts)
}

/** The guide is the program's own. What `tournament.json` says nobody signed: it is told where a bundle is verified. */
function* compareDescription(
  manifest: BundleManifest,
  texts: ReadonlyMap<string, string>,
): Generator<BundleFinding> {
  const described = parsed<{ id?: unknown; name?: unknown }>(texts.get(TOURNAMENT_FILE) ?? '')
  if (texts.get(README_FILE) !== bundleReadme(String(described?.id), String(described?.name)))
    yield manifest.software === `touchmove ${packageJson.version}`
      ? { kind: 'file', file: README_FILE, message: 'it is not the text that this version writes' }
      : { kind: 'note', message: `${README_FILE} was written by ${manifest.software}; rely on your own` }
}

/** The cells of games; nothing in the record vouches for a report's ranks, byes and heading. */
function* compareReports(
  manifest: BundleManifest,
  texts: ReadonlyMap<string, string>,
  claims: BundleClaims,
): Generator<BundleFinding> {
  const rounds = manifest.files.flatMap(({ name }) => /^rounds\/(.*)\.ndjson$/.exec(name)?.[1] ?? [])
  const number = new Map(numberRounds(rounds).map(({ id, number: n }) => [id, n]))
  for (const version of TRF_VERSIONS) {
    const file = reportFile(version)
    const text = texts.get(file)
    const message = text === undefined ? null : reportFault(text, version, claims.reported, number)
    if (message === null) continue
    yield manifest.software === `touchmove ${packageJson.version}`
      ? { kind: 'file', file, message }
      : { kind: 'note', message: `${file}, written by ${manifest.software}: ${message}` }
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
