/** Random games in which much goes wrong, under each edition: no throw, no contradiction, and one fold whichever way it is made. */
import { expect, test } from 'vitest'
import { RULE_IDS } from '../../domain/editions/rules.ts'
import { explainVerdict } from '../../domain/laws/text/explain.ts'
import { EXPLANATION_LANGUAGES } from '../../domain/laws/text/phrase.ts'
import { EDITIONS, type Edition, parseStoredEvent } from '../../events/index.ts'
import { trials } from '../kit/trials.ts'
import { faultsOf, faultsOfPublic, faultsOfRefolding, faultsOfResuming } from './soak/checks.ts'
import { type Sequence, sequence } from './soak/sequence.ts'

const TRIALS = trials(60, 100_000)

interface Tally {
  events: number
  moves: number
  /** Sequences whose game was still going on at the last event. */
  running: number
  /** In how many sequences each rule gave a verdict. */
  rules: Map<string, number>
  /** How the games stood or ended. */
  ends: Map<string, number>
}

const count = (map: Map<string, number>, key: string): void => void map.set(key, (map.get(key) ?? 0) + 1)

/** What is looked at in one sequence of a hundred: every cut, every event, every sentence. */
function faultsWithin({ events, fold: { state } }: Sequence): string[] {
  const faults: string[] = []
  for (let cut = 0; cut < events.length; cut++) faults.push(...faultsOfResuming(events, state, cut))
  for (const event of events) {
    const { receivedAt, recordedAt, principal, v, seq, ...reported } = event as unknown as Record<
      string,
      unknown
    >
    const parsed = parseStoredEvent(reported, event.seq)
    if (!parsed.ok) faults.push(`${event.type} is no event: ${JSON.stringify(parsed.errors)}`)
  }
  for (const verdict of state.verdicts) {
    const sentences = EXPLANATION_LANGUAGES.map((language) => explainVerdict(verdict, language))
    faults.push(...sentences.filter((sentence) => /[{}]|undefined|null/.test(sentence)))
  }
  return faults
}

function soak(edition: Edition, seed: number, tally: Tally): void {
  const faults: string[] = []
  const played = sequence(edition, seed, (state, { seq }) => {
    for (const fault of faultsOf(state)) faults.push(`seq ${seq}: ${fault}`)
  })
  const { events, fold } = played
  const { state } = fold
  faults.push(...faultsOfPublic(state))
  // Each fold costs as much as the game: every sequence is folded once more, one way or the other.
  if (seed % 2 === 0) faults.push(...faultsOfRefolding(events, state))
  else faults.push(...faultsOfResuming(events, state, (seed >> 1) % events.length))
  if (seed % 100 === 1) faults.push(...faultsWithin(played))
  if (faults.length > 0)
    throw new Error(`${edition}, seed ${seed}: ${[...new Set(faults)].slice(0, 5).join('; ')}`)
  tally.events += events.length
  tally.moves += state.points.length - 1
  if (state.result === null) tally.running++
  for (const rule of new Set(state.verdicts.map((verdict) => verdict.rule))) count(tally.rules, rule)
  count(tally.ends, state.result === null ? 'goes on' : (state.result.rule ?? 'set by the arbiter'))
}

const tallies = new Map<Edition, Tally>()

test.each(EDITIONS)(
  'under %s no sequence of irregular events contradicts itself, whichever way it is folded',
  (edition) => {
    const tally: Tally = { events: 0, moves: 0, running: 0, rules: new Map(), ends: new Map() }
    tallies.set(edition, tally)
    const first = 1 + EDITIONS.indexOf(edition) * 1_000_000
    for (let i = 0; i < TRIALS; i++) soak(edition, first + i, tally)
    expect(tally.running / TRIALS, 'most games run on to the last event').toBeGreaterThan(0.5)
  },
  3_600_000,
)

/**
 * What the long run found: a game taken up again, or folded at once, was another. A pawn was captured in passing after another piece had
 * taken its place; moves were read in another order where a board's first edge came late.
 */
test.each([
  ['2018-01-01', 3_007_973],
  ['2009-07-01', 43_871],
  ['2014-07-01', 1_086_749],
  ['2017-07-01', 2_059_493],
  ['2023-01-01', 4_069_159],
] as const)('under %s the sequence of seed %i does no more contradict itself', (edition, seed) => {
  const { events, fold } = sequence(edition, seed, () => {})
  const middle = [Math.floor(events.length / 2), (seed >> 1) % events.length]
  expect(faultsOfRefolding(events, fold.state)).toEqual([])
  for (const cut of middle) expect(faultsOfResuming(events, fold.state, cut)).toEqual([])
})

const listed = (counts: Iterable<[string, number]>): string =>
  [...counts]
    .sort((a, b) => a[1] - b[1])
    .map(([name, n]) => `${String(n).padStart(8)} ${name}`)
    .join('\n')

/** How often each rule gave a verdict, all editions together: what the sequences reach, and what they do not. */
test('the sequences reach the rules', () => {
  const [rules, ends] = [new Map<string, number>(), new Map<string, number>()]
  for (const [edition, tally] of tallies) {
    for (const [rule, n] of tally.rules) rules.set(rule, (rules.get(rule) ?? 0) + n)
    for (const [end, n] of tally.ends) ends.set(end, (ends.get(end) ?? 0) + n)
    const { events, moves, running } = tally
    console.log(
      `${edition}: ${TRIALS} sequences, ${events} events, ${moves} moves, ${running} games still going on`,
    )
  }
  console.log(`ended by\n${listed(ends)}\nsequences with a verdict by\n${listed(rules)}`)
  console.log(`no verdict by ${RULE_IDS.filter((rule) => !rules.has(rule)).join(' ')}`)
  expect(rules.size).toBeGreaterThan(85)
})
