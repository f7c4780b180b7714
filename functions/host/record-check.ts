/** Verifies a record over its routes: first the chain of anchors, then every stream against what they vouch for. */
import type { Keys } from '../anchors/anchor.ts'
import { type Attested, attestedBy, type NotedAnchor } from '../anchors/attested.ts'
import { verifyEvidence } from '../anchors/evidence.ts'
import { anchorsOver, askDesk, DeskRefusal, evidenceOver } from '../anchors/over-desk.ts'
import { parsePublicKey } from '../anchors/signer.ts'
import type { Desk } from '../ingest/desk.ts'
import type { Verification } from '../record/verify.ts'
import { listAll } from '../sync/run.ts'
import { segment } from './record-desk.ts'
import { type Trail, verifyCommits } from './trail.ts'

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

/** Every stream of the record, and those that only anchors know of any more. */
export async function* allStreams(desk: Desk, { heads }: Attested): AsyncGenerator<string> {
  const seen = new Set<string>()
  for (const category of ['round', 'game'])
    for (const { stream } of await listAll(desk, category)) {
      seen.add(stream)
      yield stream
    }
  for (const stream of heads.keys()) if (!seen.has(stream)) yield stream
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
