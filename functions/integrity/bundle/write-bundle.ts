/** Writes the bundle of a tournament: stream by stream, so that a large one needs no more memory than a small one. */
import { createHash } from 'node:crypto'
import { renderPgnFile, type ShownGame } from '../../../domain/formats/pgn.ts'
import { TRF_VERSIONS } from '../../../domain/formats/trf.ts'
import { fold, REDUCER_VERSION } from '../../../domain/game/index.ts'
import { leafHash, merkleRoot } from '../../../domain/proof/merkle.ts'
import type { StoredEvent } from '../../../events/index.ts'
import manifest from '../../../package.json' with { type: 'json' }
import { digestedOf, readingOf } from '../../app/fold-digest.ts'
import { join } from '../../app/personal-data.ts'
import { recordedEvents } from '../../app/stored-events.ts'
import { readCommits } from '../../app/streams.ts'
import type { Desk } from '../../http/api-client.ts'
import { type Leaf, leafText } from '../anchors/anchor.ts'
import type { Evidence } from '../anchors/evidence.ts'
import { portsOver } from '../anchors/evidence.ts'
import { askDesk, DeskRefusal, evidenceOver, proofsOver } from '../anchors/remote-evidence.ts'
import { reportedGame } from './check-report.ts'
import {
  type FileDigest,
  FORMAT,
  FORMAT_VERSION,
  fileOf,
  type GameResult,
  type Line,
  MANIFEST,
  type Manifest,
  PGN,
  PGN_AS_PLAYED,
  README,
  RESULTS,
  reportFile,
  TOURNAMENT,
} from './layout.ts'
import { readme } from './readme.ts'
import { zipWriter } from './zip.ts'

/** `done` of `of` streams are written. */
export type OnProgress = (done: number, of: number) => void

interface Seated {
  readonly game: string
  readonly round: string
  readonly board: number
}

/**
 * The bytes of the bundle in their order; the same record gives the same bytes. Throws DeskRefusal where the desk refuses,
 * RecordDamaged where a chain is broken: a bundle of half a record is none.
 */
export async function* writeBundle(
  desk: Desk,
  tournament: string,
  onProgress: OnProgress = () => {},
): AsyncGenerator<Uint8Array> {
  const zip = zipWriter()
  const files: FileDigest[] = []
  const entry = (name: string, text: string): Uint8Array => {
    const content = Buffer.from(text)
    files.push({ name, bytes: content.length, sha256: createHash('sha256').update(content).digest('hex') })
    return zip.entry(name, content)
  }
  const id = encodeURIComponent(tournament)
  const described = await askDesk<{ name: string; rounds: string[] }>(desk, 'GET', `/tournaments/${id}`)
  const rounds = described.rounds.sort((a, b) => a.localeCompare(b, 'en', { numeric: true }))
  const seats: Seated[] = []
  for (const round of rounds) {
    const path = `/tournaments/${id}/rounds/${encodeURIComponent(round)}/games`
    const list = await askDesk<{ games: { game: string; board: number }[] }>(desk, 'GET', path)
    seats.push(...list.games.map(({ game, board }) => ({ game, round, board })))
  }
  const roundStreams = rounds.map((round) => `round#${tournament}/${round}`)
  await anchorNow(desk, [...roundStreams, ...seats.map(({ game }) => `game#${game}`)])

  yield entry(README, readme(tournament, described.name))
  yield entry(TOURNAMENT, pretty(described))
  const leaves: Leaf[] = []
  const results: GameResult[] = []
  const pgn: string[] = []
  const played: string[] = []
  let events = 0
  let done = 0
  for (const stream of roundStreams) {
    const written = await streamFile(desk, stream)
    leaves.push(written.leaf)
    events += written.events.length
    yield entry(fileOf(stream), written.text)
    onProgress(++done, roundStreams.length + seats.length)
  }
  for (const seat of seats) {
    const stream = `game#${seat.game}`
    const written = await streamFile(desk, stream)
    leaves.push(written.leaf)
    events += written.events.length
    const shown = gameTexts(seat, written.events)
    results.push(shown.result)
    pgn.push(shown.pgn)
    played.push(shown.asPlayed)
    yield entry(fileOf(stream), written.text)
    onProgress(++done, roundStreams.length + seats.length)
  }
  yield entry(PGN, pgn.join('\n'))
  yield entry(PGN_AS_PLAYED, played.join('\n'))
  for (const version of TRF_VERSIONS) {
    const path = `/tournaments/${id}.trf?version=${version}`
    const report = await desk.ask('GET', path)
    // Left out it would be missed by nobody until it is needed.
    if (report.status !== 200) throw new DeskRefusal(path, report)
    yield entry(reportFile(version), report.text)
  }
  yield entry(RESULTS, pretty(results))
  const said: Manifest = {
    ...{ format: FORMAT, version: FORMAT_VERSION, tournament, software: `touchmove ${manifest.version}` },
    ...{
      reducer: REDUCER_VERSION,
      streams: leaves.length,
      events,
      root: headsRoot(leaves),
      files: [...files],
    },
  }
  yield entry(MANIFEST, pretty(said))
  yield zip.end()
}

const pretty = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`

/** Merkle root over heads, sorted by stream. */
export const headsRoot = (leaves: readonly Leaf[]): string => {
  const heads = leaves.map(({ stream, n, hash }) => ({ stream, n, hash }))
  return merkleRoot(
    heads.sort((a, b) => (a.stream < b.stream ? -1 : 1)).map((leaf) => leafHash(leafText(leaf))),
  )
}

/** So that the bundle's heads are signed ones. A deployed service anchors by its schedule and has no such route. */
async function anchorNow(desk: Desk, streams: readonly string[]): Promise<void> {
  const answer = await desk.ask('POST', '/anchors', { body: { streams } })
  if (answer.status >= 400 && answer.status !== 404 && answer.status !== 405)
    throw new DeskRefusal('/anchors', answer)
}

async function streamFile(desk: Desk, stream: string) {
  const evidence = await evidenceOver(desk, stream)
  const proofs = await proofsOver(desk, stream)
  const events = await eventsIn(evidence)
  const lines: Line[] = [
    ...evidence.commits.map((commit): Line => ({ kind: 'commit', stream, ...commit })),
    ...evidence.kept.map(({ sk, value }): Line => ({ kind: 'kept', stream, sk, value })),
    ...proofs.map((proof): Line => ({ kind: 'anchor', ...proof })),
    ...events.map(({ commit, event }): Line => ({ kind: 'event', commit, event })),
  ]
  const last = evidence.commits.at(-1)
  const leaf: Leaf = { stream, n: last?.n ?? 0, hash: last?.hash ?? '' }
  return {
    text: lines.map((line) => `${JSON.stringify(line)}\n`).join(''),
    leaf,
    events: events.map(({ event }) => event),
  }
}

/** The events as readers see them, each with its commit's number. Throws RecordDamaged. */
export async function eventsIn(evidence: Evidence): Promise<{ commit: number; event: StoredEvent }[]> {
  const ports = portsOver(evidence)
  const commits = await readCommits(ports, evidence.stream)
  const joined = await join<StoredEvent>(ports, evidence.stream, commits.flatMap(recordedEvents))
  const numbers = commits.flatMap(({ n, events }) => events.map(() => n))
  return joined.map(({ event }, k) => ({ commit: numbers[k]!, event }))
}

/** What a game's events come to: its line of the results, and its PGN. */
export function gameTexts({ game, round, board }: Seated, events: readonly StoredEvent[]) {
  const state = fold(events)
  const shown: ShownGame = { game, state, seat: { round, board } }
  const { result, verdicts } = state
  return {
    reported: reportedGame(round, state),
    pgn: renderPgnFile([shown], 'strict'),
    asPlayed: renderPgnFile([shown], 'text'),
    result: {
      ...{ game, round, board },
      result: result === null ? null : `${result.white}-${result.black}`,
      rule: result?.rule ?? null,
      reading: readingOf(state),
      verdicts: verdicts.map(({ rule, seq, status }) => ({ rule, seq, status })),
      digested: digestedOf(state),
    } satisfies GameResult,
  }
}
