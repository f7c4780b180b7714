/** Verifies a record over its routes: first the chain of anchors, then every stream against what they vouch for. */

import * as z from 'zod'
import { TILE_WIDTH } from '../../../domain/proof/tiles.ts'
import type { ApiClient } from '../../http/api-client.ts'
import { publicKeyShape } from '../../http/parse-answer.ts'
import { NO_ANCHOR, type TrustedKeys } from '../../integrity/anchors/anchor.ts'
import {
  type AttestedHeads,
  checkAnchorChain,
  type NotedAnchor,
} from '../../integrity/anchors/attestation.ts'
import { verifyEvidence } from '../../integrity/anchors/evidence.ts'
import {
  askRecord,
  fetchAnchors,
  fetchEvidence,
  RecordRefusal,
  requireProgress,
} from '../../integrity/anchors/remote-evidence.ts'
import { parsePublicKey } from '../../integrity/anchors/signer.ts'
import { listAllStreams } from '../../integrity/sync/run.ts'
import { type CosignedCheckpoint, parseCheckpoint } from '../../integrity/transparency/checkpoint.ts'
import { type LogTrust, type LogVerification, verifyLog } from '../../integrity/transparency/verify-log.ts'
import type { WitnessAddress } from '../../integrity/transparency/witness-address.ts'
import { askForCheckpoint } from '../../integrity/transparency/witness-client.ts'
import type { Attestation, Verification } from '../../integrity/verify-stream.ts'
import type { CheckedPage, ItemFault } from '../../store/stored-items.ts'
import { ALL_TABLES } from '../../store/tables.ts'
import { fetchAuditTrail, verifyAuditCommits } from './audit-verification.ts'

const text = z.string()
const count = z.int().nonnegative()
const cosignedShape = z.looseObject({ checkpoints: z.array(z.looseObject({ witness: text, note: text })) })
const entriesShape = z.looseObject({ entries: z.array(text) })
const checkedPageShape = z.looseObject({
  items: count,
  unchecked: count,
  faults: z.array(z.looseObject({ item: text, message: text })),
  streams: z.array(text),
  next: text.min(1).nullable(),
})

/** Where the key came from with which signatures of anchors were checked. */
export type KeySource = 'given' | 'host' | 'none'

export interface AnchorCheck {
  readonly attested: AttestedHeads
  readonly source: KeySource
}

/**
 * Reads and checks the anchors: with the keys given, else with the one that the host names as its own. `unsigned`: without their
 * signatures, only that the anchors follow each other and hold their leaves.
 */
export async function checkAnchors(
  client: ApiClient,
  given: TrustedKeys | 'unsigned',
  noted: readonly NotedAnchor[] = [],
): Promise<AnchorCheck> {
  const keys = given === 'unsigned' ? null : (given ?? (await hostKeys(client)))
  const source = keys === null ? 'none' : given === null ? 'host' : 'given'
  return { attested: await checkAnchorChain(fetchAnchors(client), keys, noted), source }
}

async function hostKeys(client: ApiClient): Promise<TrustedKeys> {
  const { key } = await askRecord(client, 'GET', '/anchors/key', publicKeyShape)
  const parsed = key === null ? null : parsePublicKey(key)
  return parsed?.ok ? [parsed.value] : null
}

/**
 * Verifies the log of appends, and asks the witnesses whose addresses are given what they saw last. Null where the service has no
 * log, or does not show it to this token, unless a witness or a noted checkpoint is to be compared with it.
 */
export async function checkLog(
  client: ApiClient,
  trust: LogTrust,
  asked: readonly WitnessAddress[] = [],
): Promise<LogVerification | null> {
  const checkpoint = await client.request('GET', '/log/checkpoint')
  const isTrusted = trust.witnesses.length > 0 || trust.noted.length > 0
  if (!isTrusted && (checkpoint.status === 403 || checkpoint.status === 404)) return null
  if (checkpoint.status >= 400 && checkpoint.status !== 404)
    throw new RecordRefusal('/log/checkpoint', checkpoint)
  const cosigned = await askRecord(client, 'GET', '/log/cosigned', cosignedShape)
  const checkpoints: CosignedCheckpoint[] = cosigned.checkpoints
  const note = checkpoint.status === 404 ? null : checkpoint.text
  const own = note === null ? null : parseCheckpoint(note)
  const faults: string[] = []
  for (const witness of own?.ok ? asked : []) {
    const seen = await askForCheckpoint(witness, own?.ok ? own.value.origin : '')
    if (typeof seen === 'string') faults.push(seen)
    else checkpoints.push(seen)
  }
  const evidence = { checkpoint: note, cosigned: checkpoints, entries: fetchEntries(client) }
  const found = await verifyLog(evidence, trust)
  return { ...found, faults: [...faults, ...found.faults] }
}

async function* fetchEntries(client: ApiClient): AsyncGenerator<readonly string[]> {
  for (let from = 0; ; ) {
    const page = await askRecord(client, 'GET', `/log/entries?from=${from}`, entriesShape)
    if (page.entries.length === 0) return
    yield page.entries
    if (page.entries.length % TILE_WIDTH !== 0) return
    from += page.entries.length
  }
}

/** The heads of a record of which nothing is anchored, or whose anchors cannot be read. */
export const NO_ATTESTATIONS: AttestedHeads = { heads: new Map(), last: NO_ANCHOR, faults: [] }

/** Whether the service failed because of what is stored, not because of the caller's rights. */
export const isUnreadable = (error: unknown): error is RecordRefusal =>
  error instanceof RecordRefusal && error.status >= 500

/**
 * Every stream of the record, then those that only anchors, or `others`, name. `onUnlisted` is called for a category whose
 * list cannot be read; without it the refusal is thrown.
 */
export async function* allStreams(
  client: ApiClient,
  { heads }: AttestedHeads,
  others: Iterable<string> = [],
  onUnlisted?: (refusal: RecordRefusal) => void,
): AsyncGenerator<string> {
  const listed = new Set<string>()
  for (const category of ['round', 'game'])
    try {
      for (const { stream } of await listAllStreams(client, category)) {
        listed.add(stream)
        yield stream
      }
    } catch (error) {
      if (onUnlisted === undefined || !isUnreadable(error)) throw error
      onUnlisted(error)
    }
  for (const stream of new Set([...heads.keys(), ...others])) if (!listed.has(stream)) yield stream
}

/** What was found on a page of a table: items that are not what was put there, or that the rest of the table cannot be read. */
export interface TableFinding {
  readonly table: string
  readonly items: number
  readonly unchecked: number
  readonly faults: readonly ItemFault[]
  readonly streams: readonly string[]
}

/** Checks every item of every table, page by page. Yields nothing where the service has no such route, as in the cloud, or refuses the token. */
export async function* checkTables(client: ApiClient): AsyncGenerator<TableFinding> {
  for (const table of ALL_TABLES)
    for (let from: string | null = ''; from !== null; ) {
      const after: string = from === '' ? '' : `&from=${encodeURIComponent(from)}`
      try {
        const path = `/store/items?table=${table}${after}`
        const page: CheckedPage = await askRecord(client, 'GET', path, checkedPageShape)
        yield { table, ...page }
        requireProgress(path, page.next !== from)
        from = page.next
      } catch (error) {
        if (error instanceof RecordRefusal && (error.status === 404 || error.status === 403)) return
        if (!isUnreadable(error)) throw error
        const item = from === '' ? 'from its beginning' : `behind ${from}`
        const message = `what lies there cannot be read (${error.message})`
        yield { table, items: 0, unchecked: 0, faults: [{ item, message }], streams: [] }
        break
      }
    }
}

/** Verifies a stream by its evidence; for a token that may not read personal data, by its audit trail. */
export async function checkStream(
  client: ApiClient,
  stream: string,
  { heads }: Pick<AttestedHeads, 'heads'>,
  logged?: Attestation,
): Promise<Verification> {
  const attested = [...(heads.get(stream) ?? []), ...(logged === undefined ? [] : [logged])]
  try {
    return await verifyEvidence(await fetchEvidence(client, stream), attested)
  } catch (error) {
    if (!(error instanceof RecordRefusal && error.status === 403 && stream.startsWith('game#'))) throw error
  }
  return verifyAuditCommits(await fetchAuditTrail(client, stream.slice('game#'.length)), attested)
}
