/** The tables of docs/scale.md: the same numbers on every machine, since nothing in them is timed. */
import { KINDS, PRICES } from './assumptions.ts'
import { alternatives, costOf, relationalBreakEven } from './cost.ts'
import { followersCost, followRound } from './followers.ts'
import { loadOf } from './load.ts'
import { type Measured, measureGame } from './measured.ts'

const BOARDS = [200, 2_000, 100_000]
/** A federation's year, and how long its archive is stored. */
const YEAR = { games: 100_000, years: 20 }

export async function scaleTables(): Promise<string> {
  const games = await Promise.all(KINDS.map(measureGame))
  const each = KINDS.map((kind, k) => ({ kind, game: games[k]! }))
  return [
    '### A game',
    table(
      ['', 'commits', 'events', 'bytes', 'bytes an event', 'write units', 'read units to load'],
      each.map(({ kind, game }) => [
        `${kind.name}, ${kind.plies} plies`,
        whole(game.commits),
        whole(game.events),
        whole(game.bytes),
        whole(game.bytes / game.events),
        whole(game.writes),
        whole(game.reads),
      ]),
    ),
    `### What it costs (dollars a million games; ${PRICES.dated})`,
    table(
      ['', 'record', 'projection and feeds, 100 followers', 'kept, a year'],
      each.map(({ kind, game }) => {
        const { record, feeds, year } = costOf(kind, game)
        return [kind.name, ...[record, feeds, year].map((dollars) => whole(dollars * 1e6))]
      }),
    ),
    '### Other ways to write (dollars a million standard games, write units only)',
    table(
      ['way', 'dollars', ''],
      alternatives(games[0]!).map(({ name, writing, remark }) => [name, whole(writing * 1e6), remark]),
    ),
    `An always-on relational pair costs as much as the write units of ${whole(relationalBreakEven(games[0]!))} standard games a month.`,
    ...each.flatMap(({ kind, game }) => [`### Boards at once, ${kind.name}`, loads(kind, game)]),
    '### Readers of a live round of 100 boards, standard, by increments (measured with a clock that is moved)',
    ...(await followers()),
    '### An archive',
    archive(games[0]!),
  ].join('\n\n')
}

const loads = (kind: (typeof KINDS)[number], game: Measured) =>
  table(
    [
      'boards',
      'commits/s',
      'write units/s',
      'partitions for writing',
      'stream shards',
      'functions appending',
      'projecting',
      'lag p50, p99 ms',
      'polls/s, 50 a board',
      'answered at the edge',
      'limits to raise',
    ],
    BOARDS.map((boards) => {
      const load = loadOf(kind, game, boards)
      return [
        whole(boards),
        load.commits.toFixed(1),
        load.units.toFixed(1),
        whole(load.partitions),
        whole(load.shards),
        whole(load.appending),
        whole(load.projecting),
        `${whole(load.lag.p50)}, ${whole(load.lag.p99)}`,
        whole(load.polls),
        `${(100 * load.hits).toFixed(0)} %`,
        load.raise.join(', ') || 'none',
      ]
    }),
  )

async function followers(): Promise<string[]> {
  const measured = [await followRound(1), await followRound(1_000)]
  const rows = measured.map(({ readers, polls, asked, tableRequests, readUnits, bytes }) => [
    whole(readers),
    polls.toFixed(1),
    asked.toFixed(1),
    tableRequests.toFixed(1),
    readUnits.toFixed(0),
    whole(bytes),
  ])
  const { edge, out, origin, sum } = followersCost(measured.at(-1)!, 10_000)
  return [
    table(
      [
        'readers',
        'polls/s',
        'reach a function/s',
        'table requests/s',
        'read units/s',
        'compressed bytes an answer',
      ],
      rows,
    ),
    `Calculated of the second row, for 10 000 readers and an hour: ${edge.toFixed(2)} dollars for requests at the edge, ${out.toFixed(2)} for bytes, ${origin.toFixed(2)} for functions and tables: **${sum.toFixed(2)} dollars**.`,
  ]
}

function archive(game: Measured): string {
  const { games, years } = YEAR
  const gigabytes = (game.bytes * games * years) / 2 ** 30
  return table(
    ['', 'gigabytes', 'dollars a month in the table, with recovery', 'as bundles in S3'],
    [
      [
        `${whole(games)} games a year for ${years} years`,
        gigabytes.toFixed(1),
        (gigabytes * (PRICES.storage + PRICES.recovery)).toFixed(2),
        (gigabytes * PRICES.object).toFixed(2),
      ],
    ],
  )
}

const whole = (number: number): string => Math.round(number).toLocaleString('en').replaceAll(',', ' ')

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
