/** Follows each kind of source within the host. */
import type { ApiClient } from '../../http/api-client.ts'
import { cloudSource, readAddress } from '../../ingest/lcc/source.ts'
import { readBoardMap } from '../../ingest/livechess/board-map.ts'
import { followLiveChess } from '../../ingest/livechess/follow.ts'
import { type SeatedBoard, seatBoards } from '../../ingest/livechess/seat-boards.ts'
import { pgnSource } from '../../ingest/pgn-feed/source.ts'
import { followPositions } from '../../ingest/positions/follow.ts'
import type { BoardKind } from '../../ingest/positions/kinds.ts'
import { messageSourceOf } from '../../ingest/positions/message-source.ts'
import { openFetch } from '../../ingest/sources/fetch-text.ts'
import { followSource } from '../../ingest/sources/follow-source.ts'
import type { FollowedSource } from '../../ingest/sources/source.ts'
import type { OnSourceNote } from '../../ingest/sources/source-remark.ts'
import { type AppResult, refused } from '../../refusal.ts'
import type { SourceSettings } from '../../routes/host/sources.ts'

/** Pause between two requests of a feed. */
const POLL_MS = 4000

/** What the function that follows a source is given. */
export interface FollowContext {
  readonly client: ApiClient
  readonly now: () => number
  readonly note: OnSourceNote
  readonly pause: (ms: number) => Promise<void>
  readonly signal: AbortSignal
  readonly onState: (state: 'following' | 'silent') => void
}

/** Follows a source until the signal is aborted. Its settings have been checked. */
export type FollowSource = (work: FollowContext) => Promise<void>

/** The function that follows a source with these settings. Refuses with `unknown-tournament` or `invalid`. */
export async function sourceFollowerOf(
  client: ApiClient,
  tournament: string,
  settings: SourceSettings,
): Promise<AppResult<FollowSource>> {
  const known = await client.request('GET', `/tournaments/${encodeURIComponent(tournament)}`)
  if (known.status !== 200) return refused('unknown-tournament', `there is no tournament ${tournament}`)
  if (settings.kind === 'pgn') return { ok: true, value: followPgn(tournament, settings) }
  if (settings.kind === 'livechesscloud') return followCloud(tournament, settings)
  const seats = await seatsOf(client, tournament, settings)
  const { kind, place } = settings
  return seats.ok ? followBoards({ kind, place }, seats.value) : seats
}

const followFeed =
  (tournament: string, source: FollowedSource): FollowSource =>
  ({ onState, ...work }) => {
    const watched: FollowedSource = {
      async snapshot() {
        try {
          const snapshot = await source.snapshot()
          onState('following')
          return snapshot
        } catch (error) {
          onState('silent')
          throw error
        }
      },
    }
    return followSource({ ...work, source: watched, tournament, every: POLL_MS })
  }

const followPgn = (tournament: string, { place, round }: SourceSettings): FollowSource =>
  followFeed(tournament, pgnSource({ place, round, fetchText: openFetch() }))

function followCloud(tournament: string, settings: SourceSettings): AppResult<FollowSource> {
  const address = readAddress(settings.place)
  if (address === null)
    return invalid('place', 'it is an address such as https://view.livechesscloud.com/#ID/3')
  const round = settings.round ?? address.round
  if (round === null || !/^[1-9]\d{0,2}$/.test(round)) return invalid('round', 'the address names no round')
  return { ok: true, value: followFeed(tournament, cloudSource(address, round, openFetch())) }
}

type BoardSettings = { readonly kind: 'livechess' | BoardKind; readonly place: string }

async function followBoards(
  { kind, place }: BoardSettings,
  seats: readonly SeatedBoard[],
): Promise<AppResult<FollowSource>> {
  if (kind === 'livechess')
    return /^wss?:\/\//.test(place) && URL.canParse(place)
      ? { ok: true, value: (work) => followLiveChess({ ...work, url: place, seats }) }
      : invalid('place', 'it is an address such as ws://localhost:1982/api/v1.0')
  if (place === '-') return invalid('place', 'it is tcp://host:port, ws://…, or the path of a device or file')
  const opened = await messageSourceOf(place, process.stdin)
  return { ok: true, value: (work) => followPositions({ ...work, kind, place: opened, seats }) }
}

/** The games of the boards, by the table in the settings. */
async function seatsOf(
  client: ApiClient,
  tournament: string,
  { boards = '', round }: SourceSettings,
): Promise<AppResult<SeatedBoard[]>> {
  const map = readBoardMap(boards)
  if (map.faults.length > 0) return wrongTable(map.faults)
  const seated = await seatBoards(client, map.boards, { tournament, round })
  return seated.faults.length > 0 ? wrongTable(seated.faults) : { ok: true, value: seated.seats }
}

const invalid = (field: string, detail: string): AppResult<never> =>
  refused('invalid', `${field}: ${detail}`, { errors: [{ pointer: `/${field}`, detail }] })

const wrongTable = (faults: readonly { readonly line: number; readonly reason: string }[]) =>
  invalid(
    'boards',
    faults.map(({ line, reason }) => (line === 0 ? reason : `line ${line}: ${reason}`)).join('; '),
  )
