/** Verifies a record over its routes: first the chain of anchors, then every stream against what they vouch for. */

import type { Desk } from '../../http/api-client.ts'
import { type Keys, NO_ANCHOR } from '../../integrity/anchors/anchor.ts'
import { type Attested, attestedBy, type NotedAnchor } from '../../integrity/anchors/attested.ts'
import { verifyEvidence } from '../../integrity/anchors/evidence.ts'
import { anchorsOver, askDesk, DeskRefusal, evidenceOver } from '../../integrity/anchors/remote-evidence.ts'
import { parsePublicKey } from '../../integrity/anchors/signer.ts'
import { listAll } from '../../integrity/sync/run.ts'
import type { Verification } from '../../integrity/verify-stream.ts'
import { ALL_TABLES } from '../../routes/host/backup.ts'
import type { CheckedPage, ItemFault } from '../../store/stored-items.ts'
import { type Trail, verifyCommits } from './audit-verification.ts'
import { segment } from './record-client.ts'

/** Where the key came from that anchors were checked with. */
export type KeySource = 'given' | 'host' | 'none'

export interface AnchorCheck {
  readonly attested: Attested
  readonly source: KeySource
}

/**
 * Reads and checks the anchors: with the keys given, else with the one the host names as its own. `unsigned`: signatures are
 * not looked at, only that the anchors follow each other and hold their leaves.
 */
export async function checkAnchors(
  desk: Desk,
  given: Keys | 'unsigned',
  noted: readonly NotedAnchor[] = [],
): Promise<AnchorCheck> {
  const keys = given === 'unsigned' ? null : (given ?? (await hostKeys(desk)))
  const source = keys === null ? 'none' : given === null ? 'host' : 'given'
  return { attested: await attestedBy(anchorsOver(desk), keys, noted), source }
}

async function hostKeys(desk: Desk): Promise<Keys> {
  const { key } = await askDesk<{ key: string | null }>(desk, 'GET', '/anchors/key')
  const parsed = key === null ? null : parsePublicKey(key)
  return parsed?.ok ? [parsed.value] : null
}

/** A record of which nothing is anchored, or whose anchors cannot be read. */
export const NOTHING_ATTESTED: Attested = { heads: new Map(), last: NO_ANCHOR, faults: [] }

/** What the service cannot do because of what it holds, not because of who asks. */
export const isUnread = (error: unknown): error is DeskRefusal =>
  error instanceof DeskRefusal && error.status >= 500

/**
 * Every stream of the record, then those that only anchors, or `others`, know of. `onUnlisted` is told of a category whose
 * list cannot be read; without it that is thrown.
 */
export async function* allStreams(
  desk: Desk,
  { heads }: Attested,
  others: Iterable<string> = [],
  onUnlisted?: (refusal: DeskRefusal) => void,
): AsyncGenerator<string> {
  const seen = new Set<string>()
  for (const category of ['round', 'game'])
    try {
      for (const { stream } of await listAll(desk, category)) {
        seen.add(stream)
        yield stream
      }
    } catch (error) {
      if (onUnlisted === undefined || !isUnread(error)) throw error
      onUnlisted(error)
    }
  for (const stream of new Set([...heads.keys(), ...others])) if (!seen.has(stream)) yield stream
}

/** What is said of a table: an item that is not what was put there, or that the rest of it cannot be read. */
export interface TableFinding {
  readonly table: string
  readonly items: number
  readonly unchecked: number
  readonly faults: readonly ItemFault[]
  readonly streams: readonly string[]
}

/** Every item of every table, page by page. None where the service offers no such look, as in the cloud. */
export async function* checkTables(desk: Desk): AsyncGenerator<TableFinding> {
  for (const table of ALL_TABLES)
    for (let from: string | null = ''; from !== null; ) {
      const after: string = from === '' ? '' : `&from=${encodeURIComponent(from)}`
      try {
        const page: CheckedPage = await askDesk(desk, 'GET', `/store/items?table=${table}${after}`)
        yield { table, ...page }
        from = page.next
      } catch (error) {
        if (error instanceof DeskRefusal && (error.status === 404 || error.status === 403)) return
        if (!isUnread(error)) throw error
        const item = from === '' ? 'from its beginning' : `behind ${from}`
        const message = `what lies there cannot be read (${error.message})`
        yield { table, items: 0, unchecked: 0, faults: [{ item, message }], streams: [] }
        break
      }
    }
}

/** A stream from its evidence; for who may not see persons and words, from its audit. */
export async function checkStream(desk: Desk, stream: string, { heads }: Attested): Promise<Verification> {
  const attested = heads.get(stream) ?? []
  try {
    return await verifyEvidence(await evidenceOver(desk, stream), attested)
  } catch (error) {
    if (!(error instanceof DeskRefusal && error.status === 403 && stream.startsWith('game#'))) throw error
  }
  const path = `/games/${segment(stream.slice('game#'.length))}/audit`
  return verifyCommits(await askDesk<Trail>(desk, 'GET', path), attested)
}
