/** Boards and broadcasts that the host follows by itself: what was connected is taken up again when it is started. */
import { randomUUID } from 'node:crypto'
import { existsSync, readFileSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import * as z from 'zod'
import { writePrivate } from '../auth/signing-key-file.ts'
import type { ApiClient } from '../http/api-client.ts'
import { type ConnectedSource, type ConnectedSources, SOURCE_KINDS } from '../routes/host/sources.ts'
import type { Follow } from './source-kinds.ts'

interface Options {
  readonly folder: string
  readonly client: ApiClient
  /** Ms since 1970. */
  readonly now: () => number
}

export interface HostSources extends ConnectedSources {
  /** Takes up again what was connected before the host was stopped. Throws Error where that cannot be read. */
  resume(): Promise<void>
  close(): Promise<void>
}

const FILE = 'sources.json'
/** Of what a source says of itself, or its server: it is shown in a line. */
const MAX_WORD_LENGTH = 1_000

const stored = z.array(
  z.object({
    id: z.string(),
    tournament: z.string(),
    kind: z.enum(SOURCE_KINDS),
    place: z.string(),
    round: z.string().optional(),
    boards: z.string().optional(),
    since: z.string(),
  }),
)

type Stored = z.output<typeof stored>[number]

interface Running {
  readonly stored: Stored
  reported: Pick<ConnectedSource, 'state' | 'lastWord' | 'lastWordAt'>
  readonly stop: AbortController
  ended: Promise<void>
}

export function openConnectedSources({ folder, client, now }: Options): HostSources {
  const running = new Map<string, Running>()
  const file = join(folder, FILE)
  const save = () =>
    writePrivate(
      file,
      [...running.values()].map((each) => each.stored),
    )

  const begin = (entry: Stored, follow: Follow) => {
    const stop = new AbortController()
    const each: Running = { stored: entry, reported: { state: 'connecting' }, stop, ended: Promise.resolve() }
    const say = (line: string) => {
      const lastWord = line.slice(0, MAX_WORD_LENGTH)
      each.reported = { ...each.reported, lastWord, lastWordAt: new Date(now()).toISOString() }
    }
    const end = () => {
      each.reported = { ...each.reported, state: 'ended' }
    }
    running.set(entry.id, each)
    each.ended = follow({
      ...{ client, now, note: say, signal: stop.signal },
      pause: (ms) => sleep(ms, undefined, { signal: stop.signal }).catch(() => {}),
      onState(state) {
        each.reported = { ...each.reported, state }
      },
    }).then(end, (error: unknown) => {
      say(error instanceof Error ? error.message : String(error))
      end()
    })
  }

  return {
    async connect(tournament, wish) {
      const { followOf } = await import('./source-kinds.ts')
      const follow = await followOf(client, tournament, wish)
      if (!follow.ok) return follow
      const id = randomUUID()
      begin({ id, tournament, ...wish, since: new Date(now()).toISOString() }, follow.value)
      save()
      return { ok: true, value: shown(running.get(id)!) }
    },
    list: (tournament) =>
      [...running.values()].filter((each) => each.stored.tournament === tournament).map(shown),
    async disconnect(id) {
      const each = running.get(id)
      if (each === undefined) return null
      each.stop.abort()
      running.delete(id)
      save()
      await each.ended
      return shown(each)
    },
    async resume() {
      const entries = storedIn(file)
      if (entries.length === 0) return
      // What boards and feeds need is loaded by a host that follows some.
      const { followOf } = await import('./source-kinds.ts')
      for (const entry of entries) {
        const follow = await followOf(client, entry.tournament, entry)
        // What cannot be taken up says why, and is left to be disconnected.
        begin(
          entry,
          follow.ok
            ? follow.value
            : async ({ note }) => {
                note(follow.error.message)
              },
        )
      }
    },
    async close() {
      for (const { stop } of running.values()) stop.abort()
      await Promise.all([...running.values()].map(({ ended }) => ended))
    },
  }
}

const shown = ({ stored: { boards: _, ...entry }, reported }: Running): ConnectedSource => ({
  ...entry,
  ...reported,
})

/** A file that cannot be read is put aside, since the next source writes it anew. Throws Error, which says so. */
function storedIn(file: string): readonly Stored[] {
  if (!existsSync(file)) return []
  try {
    return stored.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch (error) {
    const aside = `${file}.unreadable`
    renameSync(file, aside)
    throw new Error(`no source is followed: ${file} could not be read and lies in ${aside} now`, {
      cause: error,
    })
  }
}
