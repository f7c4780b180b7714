/** Random but well-formed fields of every type: squares, pieces, positions, times and texts. */
import fc from 'fast-check'
import * as E from '../../events/index.ts'

type Data<T extends E.EventType> = fc.Arbitrary<E.EventData<T>>

const pick = <const W extends readonly [unknown, ...unknown[]]>(words: W): fc.Arbitrary<W[number]> =>
  fc.constantFrom(...words)

/** Required fields by name, and optional ones that come or not. */
const record = <R extends object, O extends object>(
  required: { [K in keyof R]: fc.Arbitrary<R[K]> },
  optional: { [K in keyof O]: fc.Arbitrary<O[K]> },
): fc.Arbitrary<R & Partial<O>> =>
  fc.record({ ...required, ...optional }, { requiredKeys: Object.keys(required) as never }) as never

const side = pick(E.SIDES)
const square = fc
  .tuple(fc.constantFrom(...'abcdefgh'), fc.constantFrom(...'12345678'))
  .map(([file, rank]) => file + rank)
const squares = fc.array(square, { minLength: 1, maxLength: 4 })
const seq = fc.integer({ min: 1, max: 60 })
const seqs = fc.array(seq, { minLength: 1, maxLength: 3 })
const ply = fc.integer({ min: 1, max: 120 })
const ms = fc.oneof(
  fc.integer({ min: 0, max: 5000 }),
  fc.integer({ min: 0, max: 7_200_000 }),
  fc.constantFrom(0, 120_000),
)
const sha256 = fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength: 64, maxLength: 64 })
const points = pick(E.POINTS)
const result = fc.oneof(
  fc.record({ white: points, black: points }),
  pick(['1-0', '0-1', '½-½', '1/2-1/2', '+--', '---']),
)
const words = fc.oneof(
  pick(['flag', 'illegal move', 'draw claim', 'power cut', '', 'mat v 1 ťahu\nnie?', '½–½ ♞']),
  fc.string({ maxLength: 40, unit: 'grapheme' }).filter((text) => !/[\p{Cc}\p{Cs}]/u.test(text)),
)
const sanText = pick([
  'e4',
  'Nf3',
  'O-O',
  '0-0-0',
  'Sg1-f3',
  'exd5 e.p.',
  'Qxf7#',
  'e8=Q',
  'Ra1+',
  '??',
  'Rdd1',
  'Lb5',
])
const spoken = pick([
  'Eva zwei Eva vier',
  'Springer Gustav eins Felix drei',
  'David vier',
  'kurze Rochade',
  'Anna zehn',
])

/** Positions that a game may come to, some of them illegal. */
const FENS = [
  'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1',
  'r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1',
  '4k3/4P3/8/8/8/8/4p3/4K3 w - - 0 50',
  '8/8/8/8/8/5k2/6q1/7K w - - 0 1',
  '7k/5Q2/8/8/8/8/8/K7 b - - 98 90',
  '4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 3',
  'bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9',
  '8/8/8/4k3/8/8/8/4K3 w - - 0 1',
  'k6P/8/8/8/8/8/8/K6p w - - 0 1',
  'kk6/8/8/8/8/8/8/7Q w - - 0 1',
] as const
const fen = pick(FENS)

const player: fc.Arbitrary<E.EventData<'game-opened'>['white']> = record(
  { name: pick(['White', 'Black', 'Nováková, Eva', '?']) },
  {
    fideId: fc.oneof(fc.integer({ min: 1, max: 99_999_999 }), pick(['1503014'])),
    title: pick(['GM', 'WFM']),
    rating: fc.integer({ min: 1000, max: 2900 }),
    federation: pick(['SVK', 'SLO']),
    visuallyImpaired: fc.boolean(),
    language: pick(['sk', 'en', 'da']),
  },
)

const bonus = record({}, { bonus: fc.integer({ min: 0, max: 30_000 }), mode: pick(E.BONUS_MODES) })
const timeControl: fc.Arbitrary<NonNullable<E.EventData<'game-opened'>['timeControl']>> = fc
  .tuple(
    fc.array(fc.tuple(fc.integer({ min: 1, max: 40 }), ms, bonus), { maxLength: 2 }),
    fc.tuple(ms, bonus),
    fc.option(pick(E.TURNOVERS), { nil: undefined }),
  )
  .map(([earlier, [time, rest], turnover]) => ({
    periods: [...earlier.map(([moves, span, more]) => ({ moves, time: span, ...more })), { time, ...rest }],
    ...(turnover === undefined ? {} : { turnover }),
  }))

const regulations: fc.Arbitrary<NonNullable<E.EventData<'game-opened'>['regulations']>> = record(
  {},
  {
    defaultTime: ms,
    noDrawOffersBefore: fc.oneof(fc.integer({ min: 1, max: 40 }), fc.constant('ever' as const)),
    quickplayFinish: fc.boolean(),
    illegalMovesToLose: fc.integer({ min: 1, max: 3 }),
    illegalMoveBonus: ms,
    wrongClaimBonus: ms,
    phonePenalty: pick(E.PHONE_PENALTIES),
    scoring: fc.record({ win: pick([1, 3]), draw: pick([0.5, 1]), loss: fc.constant(0) }),
    overlay: pick(E.OVERLAYS),
    intendedMoveClaimNeedsWriting: fc.boolean(),
    devicesInBag: fc.boolean(),
    reportLeaving: fc.boolean(),
    adjournment: fc.boolean(),
  },
)

const start = fc.oneof(
  fc.record({ chess960: fc.integer({ min: 0, max: 959 }) }),
  fen.map((text) => ({ fen: text as string })),
)

const setting = {
  event: pick(['Open']),
  site: pick(['Bratislava']),
  date: pick(['2024-03-09', '2024.03.??']),
  round: fc.oneof(fc.integer({ min: 1, max: 11 }), pick(['4.2'])),
  board: fc.oneof(fc.integer({ min: 1, max: 90 }), pick(['12'])),
  supervision: pick(E.SUPERVISIONS),
  timeControl,
  start,
  regulations,
  source: fc.record({
    kind: pick(['live', 'pgn']),
    tags: fc.constant({ ECO: 'C00' }),
    timeBasis: pick(E.TIME_BASES),
  }),
}
const laws = { edition: pick(E.EDITIONS), play: pick(E.PLAYS) }

/** Moves with which games begin. Half of all moves are such ones, so that there is a piece on the square they come from. */
const OPENING_MOVES = [
  'e2e4',
  'e7e5',
  'g1f3',
  'b8c6',
  'f1b5',
  'g8f6',
  'e1g1',
  'f6e4',
  'd2d4',
  'e8g8',
  'e4e5',
  'd7d5',
  'e5d6',
]
const fromTo = fc.oneof(
  fc.tuple(square, square).filter(([from, to]) => from !== to),
  fc.constantFrom(...OPENING_MOVES).map((move): [string, string] => [move.slice(0, 2), move.slice(2)]),
)
const moveMade: Data<'move-made'> = fc.oneof(
  {
    weight: 6,
    arbitrary: fromTo.chain(([from, to]) =>
      record(
        { from: fc.constant(from), to: fc.constant(to) },
        {
          promotion: pick(E.PROMOTIONS),
          hands: pick([1, 2]),
          inverted: fc.boolean(),
          announcedAs: pick(['queen']),
        },
      ),
    ),
  },
  { weight: 1, arbitrary: fc.record({ from: square, to: square, castling: pick(E.CASTLINGS) }) },
)

const nothing = fc.constant({})
const reconstruction = record({}, { fen, plies: fc.integer({ min: 0, max: 120 }) })
const appeal = record({ note: words }, { result })
const eachSide = (figure: fc.Arbitrary<number>) =>
  fc.oneof(figure, record({}, { white: figure, black: figure }))

/** The data of every type that a correction may put in place of another. */
const REPLACEABLE_DATA = {
  'game-opened': record({ white: player, black: player, ...laws }, setting),
  'player-arrived': fc.record({ side }),
  'session-started': nothing,
  'setup-corrected': record({ what: pick(E.SETUP_FAULTS) }, { fen, note: words }),
  'details-corrected': fc
    .tuple(
      record(
        { site: pick(['Trnava']) },
        { ...setting, ...laws, white: fc.record({ rating: fc.constant(2000) }), black: player },
      ),
      words,
    )
    .map(([fields, reason]) => ({ fields, reason })),
  'assistant-appointed': fc.record({
    side,
    duties: fc.uniqueArray(pick(E.DUTIES), { minLength: 1, maxLength: 4 }),
  }),
  'two-boards-agreed': nothing,

  'adjust-announced': record({}, { squares }),
  'piece-touched': record({ squares }, { simultaneous: fc.boolean(), intent: pick(E.INTENTS) }),
  'piece-lifted': fc.record({ square }),
  'piece-placed': fc.record({ square, piece: pick(E.PIECES) }),
  'piece-released': fc.record({ square }),
  'move-made': moveMade,
  'castling-announced': record({}, { side: pick([...E.CASTLINGS, ...E.SIDES]) }),
  'pieces-displaced': record({}, { squares, accidental: fc.boolean() }),
  'pieces-restored': record({}, { fen }),

  'clock-pressed': record({}, { hand: pick(E.HANDS) }),
  'clocks-stopped': record({}, { reason: words }),
  'clocks-started': fc.record({ side }),
  'clock-set': record(
    { reason: words, white: ms },
    {
      black: ms,
      period: eachSide(fc.integer({ min: 1, max: 3 })),
      moveCounter: eachSide(fc.integer({ min: 0, max: 60 })),
    },
  ),
  'clock-read': record(
    { white: ms, black: fc.oneof(ms, fc.constant(-1000)) },
    { running: pick([...E.SIDES, null]), flag: pick([...E.SIDES, 'both', null]) },
  ),
  'clock-replaced': fc.record({ white: ms, black: ms, reason: words }),
  'flag-fallen': fc.record({ side }),
  'flag-noticed': fc.record({ side }),

  'draw-offered': record({}, { condition: words }),
  'draw-accepted': record({}, { spoken: fc.boolean() }),
  'draw-declined': record({}, { spoken: fc.boolean() }),
  'draw-claimed': record({ basis: pick(E.DRAW_BASES) }, { move: sanText, evidence: pick(E.EVIDENCES) }),
  'increment-requested': nothing,
  'claim-made': record({ about: pick(E.CLAIM_SUBJECTS) }, { seqs, evidence: pick(E.EVIDENCES), note: words }),
  'claim-decided': record({ claim: seq, decision: pick(E.DECISIONS) }, { note: words }),
  resigned: nothing,

  'irregularity-noticed': record({ kind: pick(E.IRREGULARITIES) }, { seqs }),
  'position-restored': fc.oneof(
    fc.record({ seq }),
    fen.map((text) => ({ fen: text as string })),
  ),
  'penalty-imposed': record(
    { on: side, penalty: pick(E.PENALTIES) },
    { ms, points: pick([0.5, 1]), article: pick(['7.5.5']), note: words },
  ),
  'verdict-decided': record(
    {
      rule: pick(['default-time', 'illegal-move-completed', 'restore-times']),
      seq,
      decision: pick(E.VERDICT_DECISIONS),
    },
    { note: words },
  ),
  'time-granted': record({ white: ms, reason: words }, { black: ms }),
  'incident-recorded': record({ kind: pick(E.INCIDENTS) }, { side, note: words }),
  'result-set': fc.record({ white: points, black: points, reason: words }),
  'appeal-lodged': appeal,
  'appeal-decided': appeal,

  'move-recorded': fc.record({ ply, text: sanText }),
  'draw-sign-recorded': fc.record({ ply }),
  'scoresheet-signed': fc.record({ result }),
  'scoresheet-shown': fc.record({ side }),
  'reconstruction-started': reconstruction,
  'reconstruction-ended': reconstruction,

  'sealing-requested': record({}, { sessionEnds: pick(['2024-03-09T18:00:00.000Z']) }),
  'move-sealed': fc.record({
    commitment: sha256,
    moveNumber: fc.integer({ min: 1, max: 60 }),
  }),
  'game-adjourned': record({ white: ms, black: ms }, { resumesAt: pick(['2024-03-10T09:00:00.000Z']) }),
  'envelope-opened': fc.record({ text: sanText, salt: pick(['b111', 'salt']) }),
  'envelope-lost': nothing,
  'play-resumed': nothing,
  'move-announced': fc.record({ text: spoken }),
  'announcement-corrected': fc.record({ text: spoken }),
} satisfies { [T in Exclude<E.EventType, 'report-corrected'>]: Data<T> }

type ReplaceableType = keyof typeof REPLACEABLE_DATA
const REPLACEABLE_TYPES = Object.keys(REPLACEABLE_DATA) as ReplaceableType[]

/** One of those who may report an event of this type. */
export const byOf = (type: E.EventType): fc.Arbitrary<E.Actor> => fc.constantFrom(...E.ACTORS_OF[type])

const replacement = fc
  .constantFrom(...REPLACEABLE_TYPES)
  .chain((type) =>
    fc.record({
      type: fc.constant(type),
      by: byOf(type),
      data: REPLACEABLE_DATA[type] as fc.Arbitrary<object>,
    }),
  )
  .map((event) => event as E.Replacement)

/** The data of every type. */
export const DATA_BY_TYPE: { [T in E.EventType]: Data<T> } = {
  ...REPLACEABLE_DATA,
  'report-corrected': record(
    { seqs, reason: words },
    { replacement: fc.array(replacement, { maxLength: 3 }) },
  ),
}
