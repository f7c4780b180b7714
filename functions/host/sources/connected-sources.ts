/** Boards and broadcasts that the host follows by itself, and follows again when it is restarted. */

import { randomUUID } from 'node:crypto'
import { existsSync, readFileSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import { omit } from '../../../events/omit.ts'
import { writePrivate } from '../../auth/signing-key-file.ts'
import type { ApiClient } from '../../http/api-client.ts'
import { SOURCE_KINDS } from '../../ingest/sources/source.ts'
import type { ConnectedSource, ConnectedSources } from '../../routes/host/sources.ts'
import { followInThread, type SourceThread } from './source-thread.ts'

interface Options {
  readonly folder: string
  readonly client: ApiClient
  /** Ms since 1970. */
  readonly now: () => number
}

export interface HostSources extends ConnectedSources {
  /** Follows again what was connected when the host was stopped. Throws Error where the file of sources cannot be read. */
  resume(): Promise<void>
  close(): Promise<void>
}

const FILE = 'sources.json'
/** Characters of a source's last note, which is shown in one line. */
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
  reported: Pick<ConnectedSource, 'state' | 'lastWord' | 'lastWordAt' | 'lastRemark'>
  readonly thread: SourceThread
}

export function openConnectedSources({ folder, client, now }: Options): HostSources {
  const running = new Map<string, Running>()
  const file = join(folder, FILE)
  const save = () =>
    writePrivate(
      file,
      [...running.values()].map((each) => each.stored),
    )

  const begin = (entry: Stored): Running => {
    const { tournament } = entry
    const settings = omit(entry, 'id', 'since', 'tournament')
    const report = (change: Partial<Running['reported']>) => {
      each.reported = { ...each.reported, ...change }
    }
    const thread = followInThread(
      client,
      { tournament, settings },
      {
        onNote: (line, remark) =>
          report({
            lastWord: line.slice(0, MAX_WORD_LENGTH),
            lastWordAt: new Date(now()).toISOString(),
            // A note that is cut is shown in English: its remark, of which translations are made, would be too long as well.
            lastRemark: line.length > MAX_WORD_LENGTH ? undefined : { ...remark },
          }),
        onState: (state) => report({ state }),
      },
    )
    const each: Running = { stored: entry, reported: { state: 'connecting' }, thread }
    void thread.ended.then(() => report({ state: 'ended' }))
    return each
  }

  return {
    async connect(tournament, settings) {
      const each = begin({ id: randomUUID(), tournament, ...settings, since: new Date(now()).toISOString() })
      const accepted = await each.thread.accepted
      if (!accepted.ok) return accepted
      running.set(each.stored.id, each)
      save()
      return { ok: true, value: toConnectedSource(each) }
    },
    list: (tournament) =>
      [...running.values()].filter((each) => each.stored.tournament === tournament).map(toConnectedSource),
    async disconnect(id) {
      const each = running.get(id)
      if (each === undefined) return null
      each.thread.stop()
      running.delete(id)
      save()
      await each.thread.ended
      return toConnectedSource(each)
    },
    async resume() {
      // A source that cannot be followed notes why, and stays in the list until it is disconnected.
      for (const entry of storedIn(file)) running.set(entry.id, begin(entry))
    },
    async close() {
      for (const { thread } of running.values()) thread.stop()
      await Promise.all([...running.values()].map(({ thread }) => thread.ended))
    },
  }
}

const toConnectedSource = ({ stored, reported }: Running): ConnectedSource => ({
  ...omit(stored, 'boards'),
  ...reported,
})

/** Reads the file of sources. One that cannot be read is renamed, since the next source writes it anew; then throws Error. */
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
