/** Routes of a host for transparency logs: it signs a checkpoint of its own, takes cosignatures, and witnesses logs of others. */
import * as z from 'zod'
import { fields, line } from '../../../events/primitives.ts'
import { refusalUnlessFullAdmin } from '../../app/whole-record.ts'
import { json, problem, type Reply } from '../../http/reply.ts'
import { route } from '../../http/route.ts'
import type { Signer } from '../../integrity/anchors/signer.ts'
import { addCosignature, logKeyOf, witnessKeyOf } from '../../integrity/transparency/checkpoint.ts'
import type { LogPublisher } from '../../integrity/transparency/publisher.ts'
import { MAX_NOTE_BYTES, parseNoteKey } from '../../integrity/transparency/signed-note.ts'
import {
  parseWitnessRequest,
  type WitnessAnswer,
  witnessCheckpoint,
} from '../../integrity/transparency/witness.ts'
import { hostWitness, trustLog, witnessedSize } from '../../integrity/transparency/witness-memory.ts'
import type { Ports } from '../../ports.ts'

type WitnessPorts = Pick<Ports, 'clock' | 'registry'>

const KEY_WORDS = 'NAME+8 digits+base64'

const shown = (description: string, schema: z.ZodType) => ({
  200: { description, content: { 'application/json': schema } },
})

const text = (words: string) => z.string({ error: words }).max(MAX_NOTE_BYTES, { error: words })

/** Signs a checkpoint of all that is recorded. */
const signCheckpointRoute = (signer: Signer, publisher: Pick<LogPublisher, 'publish'>) =>
  route({
    method: 'POST',
    path: '/log/checkpoint',
    summary: 'Sign a checkpoint of all that is recorded by now',
    open: false,
    rights: refusalUnlessFullAdmin,
    replies: shown(
      'The signed note, null of a record without commits; the keys of this host as log and as witness',
      z.strictObject({ note: z.string().nullable(), log: z.string(), witness: z.string() }),
    ),
    async handler(_service: unknown, { principal }) {
      const refusal = refusalUnlessFullAdmin(principal)
      if (refusal !== null) return problem(refusal)
      const keys = { log: logKeyOf(signer.key).text, witness: witnessKeyOf(signer.key).text }
      return json(200, { note: await publisher.publish(), ...keys })
    },
  })

/** Stores a witness's cosignature of a checkpoint of this log. */
const addCosignatureRoute = (signer: Signer) =>
  route({
    method: 'POST',
    path: '/log/cosignatures',
    summary: 'Add the signature of a witness to a checkpoint of this log',
    open: false,
    rights: refusalUnlessFullAdmin,
    maxBytes: 2 * MAX_NOTE_BYTES,
    body: fields({ witness: line(400), note: text('a signed note with the lines of log and witness') }),
    replies: shown(
      'What the witness signed',
      z.strictObject({ size: z.int(), at: z.string().meta({ description: 'when it saw it' }) }),
    ),
    async handler(service: WitnessPorts, { body, principal }) {
      const refusal = refusalUnlessFullAdmin(principal)
      if (refusal !== null) return problem(refusal)
      const witness = parseNoteKey(body.witness)
      if (!witness.ok) return invalid('/witness', witness.error.message)
      const added = await addCosignature(service, logKeyOf(signer.key), witness.value, body.note)
      if (!added.ok) return problem({ code: 'diverged', message: added.error.message })
      const { size, at } = added.value
      return json(200, { size, at: new Date(at * 1000).toISOString() })
    },
  })

/** Shows how many entries of another log this host has witnessed. */
const witnessedSizeRoute = route({
  method: 'GET',
  path: '/log/witnessed',
  summary: 'Tell how much of another log this host saw last',
  open: false,
  rights: refusalUnlessFullAdmin,
  query: z.strictObject(
    { origin: z.string({ error: 'the name of a log' }).min(1).max(200) },
    { error: (issue) => (issue.code === 'unrecognized_keys' ? 'origin' : 'the name of a log') },
  ),
  replies: shown('Entries of the log', z.strictObject({ size: z.int() })),
  async handler(service: WitnessPorts, { query, principal }) {
    const refusal = refusalUnlessFullAdmin(principal)
    return refusal === null
      ? json(200, { size: await witnessedSize(service, query.origin) })
      : problem(refusal)
  },
})

/** Cosigns a checkpoint of another log, as its witness. */
const cosignRoute = (signer: Signer) =>
  route({
    method: 'POST',
    path: '/log/witnessed',
    summary: 'Have this host cosign the checkpoint of another log, if it continues what this host saw of it',
    open: false,
    rights: refusalUnlessFullAdmin,
    maxBytes: 2 * MAX_NOTE_BYTES,
    body: fields({
      log: line(400),
      request: text('"old N", the lines of the proof, an empty line and the checkpoint (C2SP tlog-witness)'),
    }),
    replies: shown(
      'The line of this witness, its key, and the size of the log that it saw',
      z.strictObject({ line: z.string(), witness: z.string(), size: z.int() }),
    ),
    async handler(service: WitnessPorts, { body, principal }) {
      const refusal = refusalUnlessFullAdmin(principal)
      return refusal === null ? cosign(service, signer, body) : problem(refusal)
    },
  })

/** Routes that need the host's key. */
export const logRoutes = (signer: Signer, publisher: Pick<LogPublisher, 'publish'>) => [
  signCheckpointRoute(signer, publisher),
  addCosignatureRoute(signer),
  witnessedSizeRoute,
  cosignRoute(signer),
]

const invalid = (pointer: string, detail: string): Reply =>
  problem({ code: 'invalid', message: detail, errors: [{ index: 0, pointer, detail }] })

async function cosign(
  service: WitnessPorts,
  signer: Signer,
  { log, request }: { readonly log: string; readonly request: string },
): Promise<Reply> {
  const key = parseNoteKey(log)
  if (!key.ok || key.value.role !== 'log')
    return invalid('/log', `this is no key of a log; it is ${KEY_WORDS}`)
  const parsed = parseWitnessRequest(request)
  if (!parsed.ok) return invalid('/request', parsed.error.message)
  if (!(await trustLog(service, key.value)))
    return problem({
      code: 'diverged',
      message: `this host knows another key of the log ${key.value.name}; it cosigns no checkpoint of this one`,
    })
  const answer = await witnessCheckpoint(hostWitness(service, signer), parsed.value, service.clock.now())
  if (answer.kind !== 'cosigned') return refusalReply(answer)
  return json(200, { line: answer.line, witness: witnessKeyOf(signer.key).text, size: answer.size })
}

function refusalReply(answer: Exclude<WitnessAnswer, { kind: 'cosigned' }>): Reply {
  if (answer.kind === 'stale')
    return problem({
      code: 'stale-version',
      message: `this witness has seen ${answer.size} entries of the log; prove it from there`,
      head: answer.size,
    })
  return answer.kind === 'malformed'
    ? invalid('/request', answer.message)
    : problem({ code: 'diverged', message: answer.message })
}
