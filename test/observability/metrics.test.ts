import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { measuredLog } from '../../functions/observability/measured-commit-log.ts'
import { METRICS } from '../../functions/observability/metrics-catalogue.ts'
import { metricsRegistry } from '../../functions/observability/metrics-registry.ts'
import { UnknownOutcome } from '../../functions/store/commit-log.ts'
import { memoryCommitLog } from '../../functions/store/memory.ts'
import { openService } from '../kit/compose.ts'
import { append, move, need, openedGame, press } from '../kit/reports.ts'
import { openClient, START, testPorts } from '../kit/service.ts'
import { nextCommit } from '../kit/store.ts'

test('figures are shown as Prometheus reads them: help, kind, labels, buckets that add up', async () => {
  const metrics = metricsRegistry()
  metrics.count('touchmove_appends_total', { outcome: 'stored' })
  metrics.count('touchmove_appends_total', { outcome: 'stored' }, 2)
  metrics.observe('touchmove_append_seconds', 0.004)
  metrics.observe('touchmove_append_seconds', 99)
  metrics.set('touchmove_projection_lag_seconds', 1.5)
  metrics.count('touchmove_verdicts_total', { rule: 'a"b\\c\nd' })
  const text = await metrics.render()
  expect(text).toContain(
    '# TYPE touchmove_appends_total counter\ntouchmove_appends_total{outcome="stored"} 3\n',
  )
  expect(text).toContain('touchmove_append_seconds_bucket{le="0.0025"} 0\n')
  expect(text).toContain('touchmove_append_seconds_bucket{le="0.005"} 1\n')
  expect(text).toContain('touchmove_append_seconds_bucket{le="+Inf"} 2\n')
  expect(text).toContain('touchmove_append_seconds_count 2\n')
  expect(text).toContain('touchmove_projection_lag_seconds 1.5\n')
  expect(text).toContain('touchmove_verdicts_total{rule="a\\"b\\\\c\\nd"} 1\n')
  for (const line of text.split('\n').filter((each) => each !== ''))
    expect(line).toMatch(/^(# (HELP|TYPE) \w+ .+|\w+(\{.*\})? [-+\w.]+)$/)
})

test('what was not measured yet is not shown as 0, and what was not counted is', async () => {
  const metrics = metricsRegistry()
  const text = await metrics.render()
  expect(metrics.gauge('touchmove_disk_free_bytes')).toBeUndefined()
  expect(text).not.toMatch(/^touchmove_disk_free_bytes/m)
  expect(text).toMatch(/^touchmove_auth_failures_total 0$/m)
})

test('nobody fills the memory with labels', async () => {
  const metrics = metricsRegistry()
  for (let n = 0; n < 5_000; n++) metrics.count('touchmove_verdicts_total', { rule: `r${n}` })
  expect((await metrics.render()).match(/^touchmove_verdicts_total\{/gm)).toHaveLength(2_000)
})

test('an append is timed and counted by what came of it', async () => {
  const metrics = metricsRegistry()
  let now = 0
  const log = measuredLog(
    {
      ...memoryCommitLog(),
      append: async ({ n }) => {
        now += 20
        if (n === 2) throw new UnknownOutcome('lost')
        return n === 1 ? 'stored' : 'conflict'
      },
    },
    metrics,
    () => now,
  )
  const first = nextCommit('game#a')
  const second = nextCommit('game#a', first)
  await log.append(first)
  await expect(log.append(second)).rejects.toThrow('lost')
  await log.append(nextCommit('game#a', second))
  const text = await metrics.render()
  for (const outcome of ['stored', 'unknown', 'conflict'])
    expect(text).toContain(`touchmove_appends_total{outcome="${outcome}"} 1\n`)
  expect(text).toContain('touchmove_append_seconds_bucket{le="0.025"} 3\n')
})

test('a verdict is counted when it arises, once, and so is how far a reporter’s clock was off', async () => {
  const metrics = metricsRegistry()
  const service = openService({ ...testPorts(), metrics })
  await openedGame(service)
  const events = [move('m', 'white', 'e2', 'e5'), press('p', 'white')]
  const sent = { sentAt: START - 700, receivedAt: START }
  for (const _ of [1, 2]) need(await append(service, events, sent))
  const text = await metrics.render()
  expect(text).toMatch(/^touchmove_verdicts_total\{rule="illegal-move-completed"\} 1$/m)
  expect(text).toMatch(/^touchmove_clock_offset_seconds_sum 1\.4$/m)
})

test('a reporter’s clock past half a second is logged, with the reporter; up to it nothing is', async () => {
  const lines: unknown[] = []
  const service = openService({ ...testPorts(), alertLog: { write: (...line) => lines.push(line) } })
  await openedGame(service)
  for (const [k, offset] of [-500, 500, -501, 501].entries())
    need(await append(service, [press(`p${k}`, 'white')], { sentAt: START - offset, receivedAt: START }))
  expect(lines).toEqual(
    [-501, 501].map((offset) => [
      'warn',
      'clock-offset',
      expect.objectContaining({ offset, reporter: expect.any(String), role: expect.any(String) }),
    ]),
  )
})

test('docs/operations.md explains every figure, and no other', () => {
  const docs = readFileSync(new URL('../../docs/operations.md', import.meta.url), 'utf8')
  const explained = [...docs.matchAll(/^\| `(touchmove_\w+)`/gm)].map(([, name]) => name)
  expect(explained.sort()).toEqual(Object.keys(METRICS).sort())
})

test('health is 503 where the store does not answer or takes no writes, and says which', async () => {
  for (const [broken, words] of [
    ['get', 'the database does not answer'],
    ['put', 'the database takes no writes'],
  ] as const) {
    const ports = testPorts({ singleWriter: true })
    const failing = { [broken]: () => Promise.reject(new Error('broken')) }
    const client = await openClient({ ...ports, registry: { ...ports.registry, ...failing } })
    const answer = await client.ask('GET', '/healthz')
    expect([answer.status, answer.json.detail]).toEqual([503, expect.stringContaining(words)])
  }
})

test('health shows views that are behind, streams set aside and a disk that fills up', async () => {
  const metrics = metricsRegistry()
  const service = openService({ ...testPorts(), metrics })
  expect(await service.checkHealth()).toMatchObject({ status: 'ok', problems: [] })
  metrics.set('touchmove_quarantined_streams', 2)
  metrics.set('touchmove_disk_free_bytes', 1e6)
  metrics.set('touchmove_projection_lag_seconds', 15)
  expect((await openService({ ...testPorts(), metrics }).checkHealth()).problems).toEqual([
    'the views are 15 s behind the record',
    '2 streams are set aside: see requeue',
    'the disk has 1 MB left',
  ])
  metrics.set('touchmove_witnessed_entries', 40)
  metrics.set('touchmove_unwitnessed_seconds', 700)
  metrics.set('touchmove_log_contradictions', 1)
  expect(await openService({ ...testPorts(), metrics }).checkHealth()).toMatchObject({
    ...{ status: 'degraded', witnessed: 40, unwitnessed: 700 },
    problems: expect.arrayContaining([
      'a witness has not seen what was recorded in the last 12 minutes',
      'a witness saw another record under this name: see log-contradicted',
    ]),
  })
  metrics.set('touchmove_projection_lag_seconds', 75)
  expect(await openService({ ...testPorts(), metrics }).checkHealth()).toMatchObject({
    status: 'failing',
    lag: 75,
  })
})

test('health has figures for those who may read everything, and for nobody else any that moves with play', async () => {
  const metrics = metricsRegistry()
  const client = await openClient({ ...testPorts(), metrics })
  const figures = async (token?: string) => {
    const { json } = await client.ask('GET', '/healthz', { token })
    return [json.status, json.lag, json.quarantined, json.diskFree, json.witnessed, json.problems.length]
  }
  metrics.set('touchmove_quarantined_streams', 0)
  metrics.set('touchmove_disk_free_bytes', 1e9)
  metrics.set('touchmove_projection_lag_seconds', 2)
  metrics.set('touchmove_witnessed_entries', 9)
  const reader = await client.token('reader')
  expect(await figures()).toEqual(['ok', null, null, null, null, 0])
  expect(await figures(await client.token('reader', 'tournament:T'))).toEqual([
    'ok',
    null,
    null,
    null,
    null,
    0,
  ])
  expect(await figures(reader)).toEqual(['ok', 2, 0, 1e9, 9, 0])
  metrics.set('touchmove_projection_lag_seconds', 15)
  client.ports.clock.pass(2_000)
  expect(await figures()).toEqual(['degraded', null, null, null, null, 1])
  expect(await figures(reader)).toEqual(['degraded', 15, 0, 1e9, 9, 1])
})

test('however many ask for health, the store is asked once a second', async () => {
  const ports = testPorts()
  let asked = 0
  const registry = {
    ...ports.registry,
    get(pk: string, sk: string) {
      asked++
      return ports.registry.get(pk, sk)
    },
  }
  const service = openService({ ...ports, registry })
  await Promise.all(Array.from({ length: 50 }, () => service.checkHealth()))
  expect(asked).toBe(1)
  ports.clock.pass(1_000)
  await service.checkHealth()
  expect(asked).toBe(2)
})
