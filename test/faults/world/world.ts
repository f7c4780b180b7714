/**
 * The whole service among faults, with a model beside it: two hosts over one database, reporters, a projector fed by the
 * table's stream, a reconciler; and a director who loses, delays, doubles, skews, fills, aborts and kills.
 */
import { fold, publicState } from '../../../domain/game/index.ts'
import type { Consumer } from '../../../functions/app/change-notifier.ts'
import { gameEvents } from '../../../functions/app/read-game.ts'
import { verifyStream } from '../../../functions/integrity/verify-stream.ts'
import type { Ports } from '../../../functions/ports.ts'
import { createProjector } from '../../../functions/projections/projector.ts'
import { createReadModels } from '../../../functions/projections/read-views.ts'
import { reconcileViews } from '../../../functions/projections/reconciler.ts'
import { realRuntime } from '../../../functions/runtime.ts'
import { dynamoCommitLog } from '../../../functions/store/dynamodb-commit-log.ts'
import { dynamoDocuments } from '../../../functions/store/dynamodb-documents.ts'
import { memoryCommitLog, memoryDocuments } from '../../../functions/store/memory.ts'
import { tableNames } from '../../../functions/store/tables.ts'
import { openService, type Service } from '../../kit/compose.ts'
import type { Input, Send } from '../../kit/faulty-client.ts'
import { append, need, openedGame } from '../../kit/reports.ts'
import { TIMED } from '../../kit/service.ts'
import { pause, sleep } from '../../kit/store.ts'
import { databaseApart, databaseHere, type KillableDatabase } from './database.ts'
import { type Director, FAULTS, type Fault, openDirector } from './director.ts'
import { type Fuse, type Host, startHost, unlessDead } from './host.ts'
import { compare, type GameModel, noViolations, tell, type Violations } from './model.ts'
import { openNotifications } from './notifications.ts'
import { projector, reconcileOwnViews, viewOf } from './projector.ts'
import { type Answer, openReporter, type Sender } from './reporter.ts'
import { faultyClient, faultyLog } from './stores.ts'

/** What a test breaks on purpose, to see that the run notices. */
export interface Bug {
  readonly ports?: (ports: Ports) => Ports
  readonly service?: (service: Service) => Service
  readonly projector?: (service: Service) => Consumer
  /** What becomes of a request on its way to the database. */
  readonly request?: (operation: string, input: Input) => void
}

export interface WorldOptions {
  readonly seed: number
  readonly seconds: number
  /** `memory`: no database; `here`: the embedded one on disk; `apart`: the same in a process that is killed with -9. */
  readonly store: 'memory' | 'here' | 'apart'
  readonly bug?: Bug
  /** Goes on after its time, up to six times as long, until each kind of fault has struck so often. */
  readonly atLeast?: number
}

export interface Outcome {
  readonly violations: Violations
  readonly counts: Director['counts']
  readonly steps: number
  readonly answered: number
  readonly episodes: number
}

const GAMES = 6
const REPORTERS = 2
/** With a planted bug an episode is short: much of it is seen only when views and record are compared at its end. */
const EPISODE = { clean: 4_000, planted: 1_000 }
/** Time between two strikes of those that strike the whole place, ms. */
const EVERY = { host: 240, database: 260, skew: 200, disk: 1_000, list: 25, reconcile: 100 }
const SKEW = 600_000

/** Kinds that a world in memory does not know. */
const OF_DATABASES: readonly Fault[] = ['disk full', 'database killed']

/** Runs until the time is up or something is violated. */
export async function runWorld(options: WorldOptions): Promise<Outcome> {
  const director = openDirector(options.seed)
  const { atLeast = 0, seconds } = options
  const kinds = FAULTS.filter((fault) => options.store !== 'memory' || !OF_DATABASES.includes(fault))
  const enough = () => kinds.every((fault) => director.counts[fault] >= atLeast)
  const violations = noViolations()
  const database = await openStore(options.store)
  const [until, latest] = [1, 15].map((times) => Date.now() + times * seconds * 1000) as [number, number]
  const total = { steps: 0, answered: 0, episodes: 0 }
  try {
    while (violations.reported.length === 0 && Date.now() < (enough() ? until : latest)) {
      const isInTime = Date.now() < until
      const length = options.bug === undefined ? EPISODE.clean : EPISODE.planted
      const part = {
        ...options,
        // On a busy machine an episode of the usual length is over before each fault has had its turn.
        until: Math.min(isInTime ? until : latest, Date.now() + (isInTime ? length : 3 * length)),
        episode: ++total.episodes,
      }
      const { steps, answered } = await runEpisode(part, director, database, violations)
      total.steps += steps
      total.answered += answered
    }
  } finally {
    await database?.close()
  }
  return { violations, counts: director.counts, ...total }
}

const openStore = async (store: WorldOptions['store']): Promise<KillableDatabase | null> =>
  store === 'memory' ? null : store === 'here' ? databaseHere() : databaseApart()

interface Episode extends WorldOptions {
  readonly until: number
  readonly episode: number
}

async function runEpisode(
  { until: end, episode, store, bug }: Episode,
  director: Director,
  database: KillableDatabase | null,
  violations: Violations,
): Promise<{ steps: number; answered: number }> {
  const since = new Date().toISOString()
  const place = database === null ? memoryPlace() : databasePlace(database, bug)
  const running = () => Date.now() < end && violations.reported.length === 0
  /** On a busy machine a process takes longer to start than it would be left alone: what it is to go through is waited for. */
  const until = async (happened: () => boolean) => {
    while (running() && !happened()) await sleep(5)
  }
  const clean = openService(place.clean())
  const models = Array.from(
    { length: GAMES },
    (_, k): GameModel => ({
      game: `${store}-${episode}-${k + 1}`,
      sent: new Map(),
      answered: new Map(),
      recorded: new Set(),
      open: new Set(),
    }),
  )
  for (const { game } of models) await openedGame(clean, TIMED, game)

  const project = bug?.projector ?? projector
  const notifications = openNotifications(
    director,
    () => hosts[director.below(hosts.length)]!.consumers,
    running,
  )
  let commits = 0
  const onCommit = (stream: string) => {
    commits++
    notifications.notify(stream)
  }
  const open = () => openInstance(place, director, onCommit, bug)
  const hosts = [await open(), await open()]
  const sender = senderTo(() => hosts[director.below(hosts.length)]!, director)
  let steps = 0

  const work = models.flatMap((model) =>
    Array.from({ length: REPORTERS }, async (_, k) => {
      const reporter = openReporter(`${model.game}-${k}`, model, director, sender, violations)
      while (running()) {
        await reporter.step()
        steps++
      }
    }),
  )
  const every = async (ms: number, strike: () => Promise<void>) => {
    while (running()) {
      await sleep(ms * (0.5 + director.chance()))
      if (running()) await strike()
    }
  }
  /** The same, each after something was recorded since the last one. */
  const everyRecorded = (ms: number, strike: () => Promise<void>) =>
    every(ms, async () => {
      await strike()
      const before = commits
      await until(() => commits > before)
    })
  const killHost = async () => {
    const k = director.below(hosts.length)
    const dead = hosts[k]!
    director.count('host killed')
    dead.host.kill()
    hosts[k] = await open()
    for (const fault of dead.host.faults) tellFault(violations, fault)
  }
  const skew = async () => {
    director.count('clock skewed')
    hosts[director.below(hosts.length)]!.skew = (director.chance() - 0.5) * 2 * SKEW
  }
  /** What happens to the database, one after the other: a disk is full until a write was refused. */
  let last = Promise.resolve()
  const inTurn = (strike: () => Promise<void>): Promise<void> => {
    last = last.then(strike)
    return last
  }
  const kill = async () => {
    director.count('database killed')
    await database?.kill()
  }
  const killDatabase = () => inTurn(kill)
  const fillDisk = () =>
    inTurn(async () => {
      const refused = director.counts['disk full']
      await database?.fillDisk()
      await sleep(120)
      await until(() => director.counts['disk full'] > refused)
      // Room was made; after a failed write only a new start is trusted.
      await kill()
    })
  const chores = [
    everyRecorded(EVERY.host, killHost),
    every(EVERY.skew, skew),
    every(EVERY.reconcile, () => reconcileOnce(hosts[0]!, since)),
    every(EVERY.list, () => list(hosts[1]!, violations)),
    ...(database === null
      ? []
      : [everyRecorded(EVERY.database, killDatabase), everyRecorded(EVERY.disk, fillDisk)]),
  ]
  await Promise.all([...work, ...chores])
  for (const { host } of hosts) {
    for (const fault of host.faults) tellFault(violations, fault)
    host.kill()
  }
  const healed = openService(place.clean())
  try {
    await notifications.drain([project(healed), createProjector(healed)])
    await judge(models, bug?.service?.(healed) ?? healed, project(healed), since, violations)
  } catch (damage) {
    tell(violations, 'other', `the record cannot be read: ${(damage as Error).message}`)
  }
  return { steps, answered: models.reduce((sum, { answered }) => sum + answered.size, 0) }
}

/** Anything but an unreachable store is a fault of the program. */
function tellFault(violations: Violations, fault: unknown): void {
  const name = (fault as Error).name
  if (name !== 'StoreUnavailable' && name !== 'UnknownOutcome')
    tell(violations, 'other', `a fault: ${(fault as Error).stack ?? String(fault)}`)
}

interface Instance {
  readonly host: Host
  /** The view of this run, in which a bug may be planted, and the product's own. */
  readonly consumers: readonly [Consumer, Consumer]
  skew: number
}

interface Place {
  /** Ports on which nothing goes wrong. */
  clean(): Ports
  faulty(director: Director, fuse: Fuse, onCommit: (stream: string) => void): Ports
}

async function openInstance(
  place: Place,
  director: Director,
  notify: (stream: string) => void,
  bug: Bug | undefined,
): Promise<Instance> {
  const fuse: Fuse = { blown: false }
  const given = place.faulty(director, fuse, notify)
  const clock = { now: () => Math.round(Date.now() + instance.skew) }
  const ports = { ...given, clock }
  const host = await startHost(bug?.ports?.(ports) ?? ports, fuse, bug?.service ?? ((service) => service))
  const own = (bug?.projector ?? projector)(host.service)
  const instance: Instance = { host, consumers: [own, createProjector(host.service)], skew: 0 }
  return instance
}

/** The catalogue may be late; what it lists must be there. */
async function list({ host }: Instance, violations: Violations): Promise<void> {
  const all = async () => {
    for await (const { stream } of host.service.log.streams('game'))
      if (stream.includes('phantom')) tell(violations, 'other', `${stream} is listed and was never opened`)
  }
  await Promise.race([all().catch(() => {}), sleep(300)])
}

async function reconcileOnce({ host, consumers }: Instance, since: string): Promise<void> {
  // A host that is killed in the middle answers nobody.
  await Promise.race([reconcileOwnViews(host.service, consumers[0], since).catch(() => {}), sleep(500)])
}

function senderTo(choose: () => Instance, director: Director): Sender {
  return {
    async send(method, path, body): Promise<Answer> {
      const abort = new AbortController()
      const aborts = director.strikes('HTTP request aborted', 0.08)
      const timer = setTimeout(() => abort.abort(), aborts ? director.below(12) : 8_000)
      try {
        const response = await fetch(`${choose().host.url}${path}`, {
          method,
          signal: abort.signal,
          ...(body !== undefined && {
            body: JSON.stringify(body),
            headers: { 'content-type': 'application/json' },
          }),
        })
        return { kind: 'answered', status: response.status, body: (await response.json()) as object }
      } catch {
        return { kind: 'unknown' }
      } finally {
        clearTimeout(timer)
      }
    },
  }
}

/** Everything has calmed down: what was open is sent again, and record and views are held against the model. */
async function judge(
  models: readonly GameModel[],
  service: Service,
  consumer: Consumer,
  since: string,
  violations: Violations,
): Promise<void> {
  for (const model of models) {
    const { game, sent, open, answered } = model
    const stream = `game#${game}`
    for (const id of [...open]) {
      const { results } = need(await append(service, [sent.get(id)], { game, receivedAt: Date.now() }))
      answered.set(id, results[0]!.seq)
      open.delete(id)
    }
    const events = await gameEvents(service, game)
    compare(model, events, violations)
    const { fault } = await verifyStream(service, stream)
    if (fault !== null) tell(violations, 'other', `${game}: ${fault.message}`)
  }
  await reconcileOwnViews(service, consumer, since)
  await reconcileViews(service, createProjector(service), since)
  const reader = await createReadModels(service).open()
  for (const { game } of models) {
    const stream = `game#${game}`
    const folded = JSON.stringify(publicState(fold(await gameEvents(service, game))))
    const own = await viewOf(service, stream)
    if (JSON.stringify(own?.value.state) !== folded)
      tell(violations, 'viewsUnequal', `${game}: the view at commit ${own?.n} is not what its events fold to`)
    // Both ways to a state: as it stands, and as it was known, of which the last is how it stands.
    for (const instant of [null, Number.MAX_SAFE_INTEGER]) {
      const viewed = (await reader?.game(game, instant))?.viewed ?? null
      const shown = viewed === null ? null : publicState(viewed.state)
      if (JSON.stringify(shown) !== folded)
        tell(violations, 'viewsUnequal', `${game}: its view at event ${viewed?.seq} is not its fold`)
    }
  }
}

const runtime = () => ({ ...realRuntime(), pause, singleWriter: false })

function memoryPlace(): Place {
  const stores = {
    log: memoryCommitLog(),
    persons: memoryDocuments(),
    registry: memoryDocuments(),
    views: memoryDocuments(),
  }
  return {
    clean: () => ({ ...runtime(), ...stores }),
    faulty(director, fuse, onCommit) {
      const log = faultyLog(stores.log, director, onCommit)
      return {
        ...runtime(),
        ...stores,
        log: {
          ...log,
          append: (commit) => unlessDead(fuse, () => log.append(commit)),
          load: (stream, after) => unlessDead(fuse, () => log.load(stream, after)),
        },
      }
    },
  }
}

function databasePlace(database: KillableDatabase, bug: Bug | undefined): Place {
  const names = tableNames()
  const portsOver = (client: Parameters<typeof dynamoCommitLog>[0]): Ports => ({
    ...runtime(),
    log: dynamoCommitLog(client, names.commits, pause),
    persons: dynamoDocuments(client, names.persons, pause),
    registry: dynamoDocuments(client, names.registry, pause),
    views: dynamoDocuments(client, names.views, pause),
  })
  const { client, endpoint, refusesWrites } = database
  const line = { client, endpoint, refusesWrites, commitsTable: names.commits }
  return {
    clean: () => portsOver(database.client()),
    faulty(director, fuse, onCommit) {
      const mortal =
        (send: Send): Send =>
        (operation, input) =>
          unlessDead(fuse, () => {
            bug?.request?.(operation, input)
            return send(operation, input)
          })
      return portsOver(faultyClient(director, { ...line, onCommit }, mortal))
    },
  }
}
