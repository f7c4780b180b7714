/** Boards that need the arbiter: an illegal move, a wrong claim, a flag, a player who does not arrive. */
import { beginSampleGame, ONE_MINUTE_MS, type SampleBoard } from './board.ts'

export const illegalMoveBoard: SampleBoard = {
  about: 'a check overlooked: an illegal move, set right with two minutes for the opponent',
  players: [
    { name: 'Sorrentino, Livia', rating: 2187, federation: 'SAM', fideId: '990000041' },
    { name: 'Brezina, Matej', rating: 2201, federation: 'SAM', fideId: '990000042' },
  ],
  write(game) {
    beginSampleGame(game)
    game.moves('e4 8 c5 6 Nf3 12 d6 15 d4 9 cxd4 7 Nxd4 5 Nf6 11 Nc3 14 a6 9 Bg5 35 e6 20 f4 50 Be7 45')
    game.moves('Qf3 60 Qc7 38 O-O-O 72 Nbd7 55 g4 180 b5 210 Bxf6 90 Nxf6 30 g5 45 Nd7 25 f5 260 Bxg5+ 610')
    const before = game.seq
    // White overlooks the check.
    game.moves('fxe6 45')
    const pressed = game.seq
    game.wait(8)
    game.report('clocks-stopped', 'black', { reason: 'illegal move' })
    game.report('claim-made', 'black', { about: 'illegal-move', seqs: [pressed - 1, pressed] })
    game.wait(95)
    game.report('position-restored', 'arbiter', { seq: before })
    game.report('penalty-imposed', 'arbiter', {
      on: 'white',
      penalty: 'opponent-time',
      ms: 2 * ONE_MINUTE_MS,
      article: '7.5.5',
    })
    game.wait(20)
    game.report('clocks-started', 'arbiter', { side: 'white' })
    game.moves('Kb1 75 Ne5 320 Qh5 410 Qd8 390 h4 280 Bf6 450 fxe6 190 O-O 85 exf7+ 160 Rxf7 70')
    game.made('Bh3', 330)
    game.report('draw-offered', 'white', {})
    game.report('clock-pressed', 'white', {})
    game.wait(215)
    game.report('draw-accepted', 'black', { spoken: true })
  },
}

export const wrongClaimBoard: SampleBoard = {
  about: 'threefold repetition claimed one time too early; the opponent gets two minutes',
  players: [
    { name: 'Castellan, Juno', rating: 2150, federation: 'SAM', fideId: '990000051' },
    { name: 'Ostrowska, Hania', rating: 2176, federation: 'SAM', fideId: '990000052' },
  ],
  write(game) {
    beginSampleGame(game)
    game.moves(
      'e4 4 e5 7 Nf3 6 Nc6 9 Bb5 8 a6 12 Ba4 5 Nf6 10 O-O 15 Be7 14 Re1 20 b5 18 Bb3 11 d6 16 c3 25 O-O 30',
    )
    game.moves('h3 22 Bb7 95 d4 60 Re8 45 Ng5 140 Rf8 35 Nf3 90 Re8 40')
    game.wait(30)
    game.report('clocks-stopped', 'white', { reason: 'draw claim' })
    game.report('draw-claimed', 'white', { basis: 'threefold' })
    const claim = game.seq
    game.wait(240)
    game.report('claim-decided', 'arbiter', {
      claim,
      decision: 'rejected',
      note: 'the position stands for the second time',
    })
    game.report('penalty-imposed', 'arbiter', {
      on: 'white',
      penalty: 'opponent-time',
      ms: 2 * ONE_MINUTE_MS,
      article: '9.5.3',
    })
    game.report('clocks-started', 'arbiter', { side: 'white' })
    game.wait(15)
    game.report('draw-declined', 'black', { spoken: true })
    game.moves('Nbd2 220 Bf8 130 d5 310 Nb8 60 Nf1 180 Nbd7 95 N3h2 420 Nc5 160 Bc2 50 c6 240 b4 130 Ncd7 75')
    game.moves(
      'dxc6 205 Bxc6 40 Ng4 170 Nxg4 300 hxg4 90 Nf6 85 g5 460 Nd7 120 Ne3 350 h6 410 gxh6 260 Qh4 730',
    )
    game.wait(640)
    game.report('resigned', 'white', {})
  },
}

export const flagBoard: SampleBoard = {
  about: 'Black thinks too long: the flag falls, the arbiter sees it',
  players: [
    { name: 'Lindqvist, Arvo', rating: 2098, federation: 'SAM', fideId: '990000061' },
    { name: 'Pereira, Nuno', rating: 2122, federation: 'SAM', fideId: '990000062' },
  ],
  write(game) {
    beginSampleGame(game)
    game.moves(
      'c4 6 e5 310 Nc3 9 Nf6 240 g3 14 d5 420 cxd5 8 Nxd5 35 Bg2 5 Nb6 515 Nf3 12 Nc6 180 O-O 10 Be7 390',
    )
    game.moves('a3 40 O-O 620 b4 25 Be6 505 Rb1 90 f6 480 d3 55 a5 610 b5 70 Nd4 550 Nd2 120')
    // The 90 minutes and the bonuses, less the time that Black has used.
    game.wait(90 * 60 + 13 * 30 - 4855)
    game.report('flag-fallen', 'clock', { side: 'black' })
    game.wait(4)
    game.report('flag-noticed', 'arbiter', { side: 'black' })
  },
}

export const defaultBoard: SampleBoard = {
  about: 'Black does not come: lost by default after half an hour',
  players: [
    { name: 'Novotna, Ester', rating: 2044, federation: 'SAM', fideId: '990000071' },
    { name: 'Galloway, Finn', rating: 2067, federation: 'SAM', fideId: '990000072' },
  ],
  write(game) {
    game.report('player-arrived', 'arbiter', { side: 'white' })
    game.report('session-started', 'arbiter', {})
    game.moves('e4 12')
    game.wait(30 * 60)
    game.report('incident-recorded', 'arbiter', {
      kind: 'late',
      side: 'black',
      note: 'not come after half an hour',
    })
    game.wait(20)
    game.report('clocks-stopped', 'arbiter', {})
    game.report('result-set', 'arbiter', {
      white: '+',
      black: '-',
      reason: 'Black did not come within the default time',
    })
  },
}
