/** Random games in which much goes wrong, under each edition: no throw, no contradiction, and one fold whichever way it is made. */
import { expect, test } from 'vitest'
import { RULE_IDS } from '../../domain/laws/citations.ts'
import { explain } from '../../domain/laws/phrases/explain.ts'
import { EDITIONS, type Edition, parseStoredEvent } from '../../events/index.ts'
import { trials } from '../kit/trials.ts'
import { faultsOf, faultsOfFolding, faultsOfPublic } from './soak/checks.ts'
import { sequence } from './soak/sequence.ts'

const TRIALS = trials(600, 100_000)
const LANGUAGES = ['en', 'sl', 'sk', 'sr', 'pl'] as const

interface Tally {
  events: number
  moves: number
  /** Sequences whose game was still going on at the last event. */
  running: number
  /** In how many sequences each rule gave a verdict. */
  rules: Map<string, number>
  results: Map<string, number>
}

const count = (map: Map<string, number>, key: string): void => void map.set(key, (map.get(key) ?? 0) + 1)

function fails(edition: Edition, seed: number, faults: readonly string[]): void {
  if (faults.length > 0)
    throw new Error(`${edition}, seed ${seed}: ${[...new Set(faults)].slice(0, 5).join('; ')}`)
}

function soak(edition: Edition, seed: number, tally: Tally): void {
  const faults: string[] = []
  const { events, fold } = sequence(edition, seed, (state, { seq }) => {
    for (const fault of faultsOf(state)) faults.push(`seq ${seq}: ${fault}`)
  })
  const { state } = fold
  fails(edition, seed, faults)
  fails(edition, seed, faultsOfPublic(state))
  fails(edition, seed, faultsOfFolding(events, state, seed % events.length))
  if (seed % 50 === 0) {
    for (let cut = 1; cut < events.length; cut++) fails(edition, seed, faultsOfFolding(events, state, cut))
    for (const event of events) {
      const { receivedAt, recordedAt, principal, v, seq, ...reported } = event as unknown as Record<
        string,
        unknown
      >
      const parsed = parseStoredEvent(reported, event.seq)
      fails(edition, seed, parsed.ok ? [] : [`${event.type} is no event: ${JSON.stringify(parsed.errors)}`])
    }
    for (const verdict of state.verdicts) {
      for (const language of LANGUAGES)
        fails(
          edition,
          seed,
          /[{}]|undefined|null/.test(explain(verdict, language)) ? [explain(verdict, language)] : [],
        )
    }
  }
  tally.events += events.length
  tally.moves += state.points.length - 1
  if (state.result === null) tally.running++
  for (const rule of new Set(state.verdicts.map((verdict) => verdict.rule))) count(tally.rules, rule)
  count(tally.results, state.result === null ? 'none' : (state.result.rule ?? 'set by the arbiter'))
}

const tallies = new Map<Edition, Tally>()

test.each(EDITIONS)(
  'under %s no sequence of irregular events contradicts itself, whichever way it is folded',
  (edition) => {
    const tally: Tally = { events: 0, moves: 0, running: 0, rules: new Map(), results: new Map() }
    tallies.set(edition, tally)
    for (let seed = 1; seed <= TRIALS; seed++) soak(edition, seed, tally)
    expect(tally.running / TRIALS, 'most games run on to the last event').toBeGreaterThan(0.5)
  },
  3_600_000,
)

/** Sequences in which each rule gave a verdict, all editions together. */
test('the sequences reach the rules', () => {
  const all = new Map<string, number>()
  for (const { rules } of tallies.values())
    for (const [rule, n] of rules) all.set(rule, (all.get(rule) ?? 0) + n)
  const never = RULE_IDS.filter((rule) => !all.has(rule))
  const lines = [...tallies].map(
    ([edition, { events, moves, running, rules }]) =>
      `${edition}: ${TRIALS} sequences, ${events} events, ${moves} moves, ${running} games still going on, ${rules.size} rules`,
  )
  console.log(
    [
      ...lines,
      ...[...all].sort((a, b) => a[1] - b[1]).map(([rule, n]) => `${String(n).padStart(8)} ${rule}`),
      `no verdict: ${never.join(' ')}`,
    ].join('\n'),
  )
  expect(all.size).toBeGreaterThan(90)
})
