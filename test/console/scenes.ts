/** What is played for the pictures besides the sample round. */
import type { Table } from './browser.ts'

const KNIGHTS = [
  ['white', 'g1', 'f3'],
  ['black', 'g8', 'f6'],
  ['white', 'f3', 'g1'],
  ['black', 'f6', 'g8'],
] as const

export async function playScenes(table: Pick<Table, 'ask'>): Promise<void> {
  const now = Date.now()
  const before = (seconds: number) => new Date(now - seconds * 1000).toISOString()
  // White touches the pawn on f2, then plays the knight: the pawn was owed (4.3).
  await table.ask('POST', '/games/sample-8/events', {
    events: [
      { id: 'p1', type: 'piece-touched', at: before(9.4), by: 'white', data: { squares: ['f2'] } },
      { id: 'p2', type: 'move-made', at: before(3.1), by: 'white', data: { from: 'e5', to: 'g6' } },
      { id: 'p3', type: 'clock-pressed', at: before(2.6), by: 'white' },
      {
        id: 'p4',
        type: 'claim-made',
        at: before(0.4),
        by: 'black',
        data: { about: 'touch-move', seqs: [82, 83] },
      },
    ],
  })
  // A position that has stood three times, then Black's flag.
  await table.ask('POST', '/games', {
    ...{ id: 'repeated', edition: '2023-01-01', play: 'blitz', event: 'Sample Blitz' },
    ...{ white: { name: 'Okonjo, Bela', rating: 2418 }, black: { name: 'Tarvainen, Ilse', rating: 2365 } },
    timeControl: { periods: [{ time: 60_000, bonus: 0, mode: 'fischer' }] },
  })
  await table.ask('POST', '/games/repeated/events', {
    events: [
      { id: 'k0', type: 'session-started', at: before(100), by: 'arbiter' },
      ...[...KNIGHTS, ...KNIGHTS, KNIGHTS[0]].flatMap(([by, from, to], k) => [
        { id: `km${k}`, type: 'move-made', at: before(90 - k), by, data: { from, to } },
        { id: `kp${k}`, type: 'clock-pressed', at: before(89.5 - k), by },
      ]),
    ],
  })
  // An illegal move at blitz: what follows from it has changed with the Laws.
  await table.ask('POST', '/games', {
    ...{ id: 'blitz', edition: '2023-01-01', play: 'blitz', event: 'Sample Blitz' },
    ...{ white: { name: 'Ostrowska, Hania', rating: 2176 }, black: { name: 'Marchetti, Ruy', rating: 2290 } },
    timeControl: { periods: [{ time: 480_000, bonus: 2000, mode: 'fischer' }] },
  })
  await table.ask('POST', '/games/blitz/events', {
    events: [
      { id: 'b0', type: 'session-started', at: before(60), by: 'arbiter' },
      ...(
        [
          ['white', 'e2', 'e4'],
          ['black', 'e7', 'e5'],
          ['white', 'f1', 'c4'],
          ['black', 'b8', 'c6'],
          ['white', 'd1', 'f3'],
          ['black', 'c6', 'd5'],
        ] as const
      ).flatMap(([by, from, to], k) => [
        { id: `bm${k}`, type: 'move-made', at: before(56 - 6 * k), by, data: { from, to } },
        { id: `bp${k}`, type: 'clock-pressed', at: before(55 - 6 * k), by },
      ]),
      {
        id: 'b1',
        type: 'claim-made',
        at: before(22),
        by: 'white',
        data: { about: 'illegal-move', seqs: [13, 14] },
      },
    ],
  })
}
