/** Writes the bundle of a tournament: stream by stream, so that a large one needs no more memory than a small one. */
import { createHash } from 'node:crypto'
import { type PgnInput, renderPgnFile } from '../../../domain/formats/pgn.ts'
import { TRF_VERSIONS } from '../../../domain/formats/write-trf.ts'
import { fold, REDUCER_VERSION } from '../../../domain/game/index.ts'
import { leafHash, merkleRoot } from '../../../domain/proof/merkle.ts'
import type { StoredEvent } from '../../../events/index.ts'
import manifest from '../../../package.json' with { type: 'json' }
import { digestInput, foldDigestOf } from '../../app/fold-digest.ts'
import { rehydrate } from '../../app/personal-data.ts'
import { recordedEvents } from '../../app/stored-events.ts'
import { readCommits } from '../../app/streams.ts'
import type { ApiClient } from '../../http/api-client.ts'
import { gameListShape, roundListShape } from '../../http/parse-answer.ts'
import { type AnchorLeaf, leafText } from '../anchors/anchor.ts'
import type { StreamEvidence } from '../anchors/evidence.ts'
import { evidencePorts } from '../anchors/evidence.ts'
import { askRecord, fetchEvidence, fetchProofs, RecordRefusal } from '../anchors/remote-evidence.ts'
import { reportedGame } from './check-report.ts'
import {
  BUNDLE_FORMAT,
  BUNDLE_VERSION,
  type BundleFileDigest,
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
import { zipWriter } from './zip.ts'

/** `done` of `of` streams are written. */
export type OnProgress = (done: number, of: number) => void

interface SeatedGame {
  readonly game: string
  readonly round: string
  readonly board: number
}

/**
 * The bytes of the bundle in their order; the same record gives the same bytes. Throws RecordRefusal where the host refuses,
 * RecordDamaged where a chain is broken: a bundle of half a record is none.
 */
export async function* writeBundle(
  client: ApiClient,
  tournament: string,
  onProgress: OnProgress = () => {},
): AsyncGenerator<Uint8Array> {
  const zip = zipWriter()
  const files: BundleFileDigest[] = []
  const entry = (name: string, text: string): Uint8Array => {
    const content = Buffer.from(text)
    files.push({ name, bytes: content.length, sha256: createHash('sha256').update(content).digest('hex') })
    return zip.entry(name, content)
  }
  const id = encodeURIComponent(tournament)
  const described = await askRecord(client, 'GET', `/tournaments/${id}`, roundListShape)
  const rounds = described.rounds.sort((a, b) => a.localeCompare(b, 'en', { numeric: true }))
  const seats = await seatedGames(client, id, rounds)
  const roundStreams = rounds.map((round) => `round#${tournament}/${round}`)
  await anchorNow(client, [...roundStreams, ...seats.map(({ game }) => `game#${game}`)])

  yield entry(README_FILE, bundleReadme(tournament, described.name))
  yield entry(TOURNAMENT_FILE, pretty(described))
  const leaves: AnchorLeaf[] = []
  const results: BundleGameResult[] = []
  const pgn: string[] = []
  const played: string[] = []
  let events = 0
  let done = 0
  for (const stream of roundStreams) {
    const written = await streamFile(client, stream)
    leaves.push(written.leaf)
    events += written.events.length
    yield entry(streamFileName(stream), written.text)
    onProgress(++done, roundStreams.length + seats.length)
  }
  for (const seat of seats) {
    const stream = `game#${seat.game}`
    const written = await streamFile(client, stream)
    leaves.push(written.leaf)
    events += written.events.length
    const shown = gameTexts(seat, written.events)
    results.push(shown.result)
    pgn.push(shown.pgn)
    played.push(shown.asPlayed)
    yield entry(streamFileName(stream), written.text)
    onProgress(++done, roundStreams.length + seats.length)
  }
  yield entry(PGN_FILE, pgn.join('\n'))
  yield entry(PGN_AS_PLAYED_FILE, played.join('\n'))
  for (const version of TRF_VERSIONS) {
    const path = `/tournaments/${id}.trf?version=${version}`
    const report = await client.request('GET', path)
    // If it were left out, its absence would be noticed only when it is needed.
    if (report.status !== 200) throw new RecordRefusal(path, report)
    yield entry(reportFile(version), report.text)
  }
  yield entry(RESULTS_FILE, pretty(results))
  yield entry(MANIFEST_FILE, pretty(bundleManifest(tournament, { leaves, events, files })))
  yield zip.end()
}

/** The games of the rounds, in the order of rounds and boards. `id`: the tournament's, as a path has it. */
async function seatedGames(client: ApiClient, id: string, rounds: readonly string[]): Promise<SeatedGame[]> {
  const seats: SeatedGame[] = []
  for (const round of rounds) {
    const path = `/tournaments/${id}/rounds/${encodeURIComponent(round)}/games`
    const list = await askRecord(client, 'GET', path, gameListShape)
    seats.push(...list.games.map(({ game, board }) => ({ game, round, board })))
  }
  return seats
}

interface BundleContent {
  /** The head of each stream. */
  readonly leaves: readonly AnchorLeaf[]
  /** How many there are in all streams. */
  readonly events: number
  readonly files: readonly BundleFileDigest[]
}

const bundleManifest = (tournament: string, { leaves, events, files }: BundleContent): BundleManifest => ({
  format: BUNDLE_FORMAT,
  version: BUNDLE_VERSION,
  tournament,
  software: `touchmove ${manifest.version}`,
  reducer: REDUCER_VERSION,
  streams: leaves.length,
  events,
  root: headsRoot(leaves),
  files: [...files],
})

const pretty = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`

/** Merkle root over heads, sorted by stream. */
export const headsRoot = (leaves: readonly AnchorLeaf[]): string => {
  const heads = leaves.map(({ stream, n, hash }) => ({ stream, n, hash }))
  return merkleRoot(
    heads.sort((a, b) => (a.stream < b.stream ? -1 : 1)).map((leaf) => leafHash(leafText(leaf))),
  )
}

/** Has the bundle's heads anchored now. A deployed service anchors by its schedule and has no such route. */
async function anchorNow(client: ApiClient, streams: readonly string[]): Promise<void> {
  const answer = await client.request('POST', '/anchors', { body: { streams } })
  if (answer.status >= 400 && answer.status !== 404 && answer.status !== 405)
    throw new RecordRefusal('/anchors', answer)
}

async function streamFile(client: ApiClient, stream: string) {
  const evidence = await fetchEvidence(client, stream)
  const proofs = await fetchProofs(client, stream)
  const events = await eventsIn(evidence)
  const lines: BundleLine[] = [
    ...evidence.commits.map((commit): BundleLine => ({ kind: 'commit', stream, ...commit })),
    ...evidence.personalData.map(({ sk, value }): BundleLine => ({ kind: 'kept', stream, sk, value })),
    ...proofs.map((proof): BundleLine => ({ kind: 'anchor', ...proof })),
    ...events.map(({ commit, event }): BundleLine => ({ kind: 'event', commit, event })),
  ]
  const last = evidence.commits.at(-1)
  const leaf: AnchorLeaf = { stream, n: last?.n ?? 0, hash: last?.hash ?? '' }
  return {
    text: lines.map((line) => `${JSON.stringify(line)}\n`).join(''),
    leaf,
    events: events.map(({ event }) => event),
  }
}

/** The events as readers see them, each with its commit's number. Throws RecordDamaged. */
export async function eventsIn(evidence: StreamEvidence): Promise<{ commit: number; event: StoredEvent }[]> {
  const ports = evidencePorts(evidence)
  const commits = await readCommits(ports, evidence.stream)
  const joined = await rehydrate<StoredEvent>(ports, evidence.stream, commits.flatMap(recordedEvents))
  const numbers = commits.flatMap(({ n, events }) => events.map(() => n))
  return joined.map(({ event }, k) => ({ commit: numbers[k]!, event }))
}

/** What a game's events fold to, as files of the bundle have it: its line of the results, and its PGN. */
export function gameTexts({ game, round, board }: SeatedGame, events: readonly StoredEvent[]) {
  const state = fold(events)
  const shown: PgnInput = { game, state, seat: { round, board } }
  const { result, verdicts } = state
  return {
    reported: reportedGame(round, state),
    pgn: renderPgnFile([shown], 'strict'),
    asPlayed: renderPgnFile([shown], 'text', { dialect: 'lichess' }),
    result: {
      ...{ game, round, board },
      result: result === null ? null : `${result.white}-${result.black}`,
      rule: result?.rule ?? null,
      reading: foldDigestOf(state),
      verdicts: verdicts.map(({ rule, seq, status }) => ({ rule, seq, status })),
      digested: digestInput(state),
    } satisfies BundleGameResult,
  }
}
