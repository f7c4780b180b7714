/** Boards that need no ruling: a resignation, Chess960, an adjournment, a game in progress. */
import { createHash } from 'node:crypto'
import { beginSampleGame, type SampleBoard } from './board.ts'

export const resignationBoard: SampleBoard = {
  about: 'a draw offer declined, a touched piece, a resignation',
  players: [
    { name: 'Okonjo, Bela', title: 'IM', rating: 2418, federation: 'SAM', fideId: '990000011' },
    { name: 'Tarvainen, Ilse', title: 'FM', rating: 2365, federation: 'SAM', fideId: '990000012' },
  ],
  write(game) {
    beginSampleGame(game)
    game.moves('d4 9 d5 22 c4 14 e6 31 Nc3 40 Nf6 18 Bg5 65 Nbd7 12 cxd5 88 exd5 15 Nxd5 204 Nxd5 47')
    game.moves('Bxd8 11 Bb4+ 26 Qd2 812 Bxd2+ 19 Kxd2 16 Kxd8 33 e4 240 N5f6 95')
    game.made('f3', 310)
    game.report('draw-offered', 'white', {})
    game.report('clock-pressed', 'white', {})
    game.wait(95)
    game.report('draw-declined', 'black', { spoken: true })
    game.moves('c5 93 d5 420 Re8 265 Bd3 180 b6 340')
    game.wait(90)
    // It must move now; where to is White's choice.
    game.report('piece-touched', 'white', { squares: ['g1'] })
    game.moves('Ne2 25 Bb7 410 Nc3 330 a6 205 a4 160 Ne5 275 Kc2 240 Nxd3 130 Kxd3 45 Nxd5 320')
    game.wait(410)
    game.report('resigned', 'white', {})
  },
}

export const chess960Board: SampleBoard = {
  about: 'Chess960, position 534: both castle, a draw is agreed',
  players: [
    { name: 'Marchetti, Ruy', rating: 2290, federation: 'SAM', fideId: '990000021' },
    { name: 'Quillan, Odette', title: 'WGM', rating: 2331, federation: 'SAM', fideId: '990000022' },
  ],
  opened: { start: { chess960: 534 } },
  write(game) {
    beginSampleGame(game)
    game.moves('e4 120 e5 95 Nf3 60 Nf6 210 Bc4 180 Bc5 240 Qe2 310 Qe7 150 c3 400 d6 280')
    game.wait(20)
    game.report('castling-announced', 'white', { side: 'king-side' })
    game.moves('O-O 15 O-O 330 d3 240 h6 160 Be3 505 Bxe3 410 fxe3 35 Be6 300 Bxe6 220 fxe6 18')
    game.moves('Nbd2 260 Nbd7 340 Nh4 190 Kh7 420 Nb3 310 g6 280 Nf3 95 Nh5 205')
    game.made('d4', 260)
    game.report('draw-offered', 'white', {})
    game.report('clock-pressed', 'white', {})
    game.wait(75)
    game.report('draw-accepted', 'black', { spoken: true })
  },
}

const SEALED = { text: 'Nh7', salt: 'a-slip-of-green-paper' }

export const adjournmentBoard: SampleBoard = {
  about: 'an adjournment: the sealed move lies in its envelope',
  players: [
    { name: 'Haldorsen, Petra', title: 'WIM', rating: 2254, federation: 'SAM', fideId: '990000031' },
    { name: 'Adeyemi, Kwame', title: 'FM', rating: 2302, federation: 'SAM', fideId: '990000032' },
  ],
  opened: { regulations: { adjournment: true } },
  write(game) {
    beginSampleGame(game)
    game.moves('d4 5 Nf6 8 c4 6 g6 9 Nc3 12 Bg7 7 e4 15 d6 11 Nf3 20 O-O 16 Be2 25 e5 30 O-O 18 Nc6 40')
    game.moves('d5 35 Ne7 22 Nd2 180 Nd7 140 b4 260 f5 310 c5 420 Nf6 280 f3 190 f4 150 Nc4 350 g5 90')
    game.moves('a4 410 Ng6 240 Ba3 380 Rf7 330 b5 520 dxc5 295 Bxc5 60 h5 270 a5 340 g4 480 b6 390 g3 260')
    game.moves('Kh1 305')
    game.report('sealing-requested', 'arbiter', {})
    game.wait(385)
    const commitment = createHash('sha256')
      .update(SEALED.salt + SEALED.text)
      .digest('hex')
    game.report('move-sealed', 'black', { commitment, moveNumber: 20 })
    game.report('clocks-stopped', 'black', { reason: 'the move is sealed' })
    game.wait(60)
    game.report('game-adjourned', 'arbiter', { white: game.used('white'), black: game.used('black') })
  },
}

export const inProgressBoard: SampleBoard = {
  about: 'a game in progress; a move was entered wrongly and the operator set the record right',
  players: [
    { name: 'Demir, Selin', rating: 1987, federation: 'SAM', fideId: '990000081' },
    { name: 'Vesely, Radim', rating: 2011, federation: 'SAM', fideId: '990000082' },
  ],
  write(game) {
    beginSampleGame(game)
    game.moves('e4 6 c6 9 d4 11 d5 14 Nc3 30 dxe4 25 Nxe4 12 Bf5 40 Ng3 35 Bg6 20 h4 85 h6 60 Nf3 95 Nd7 70')
    game.moves('h5 110 Bh7 45 Bd3 130 Bxd3 50 Qxd3 15 e6 180 Bd2 420 Ngf6 390 O-O-O 510 Be7 460')
    // Entered as Ne2; on the board stood Ne4, as the reply shows.
    game.moves('Ne2 340')
    const wrong = game.seq - 1
    game.report('report-corrected', 'operator', {
      seqs: [wrong],
      reason: 'entered Ne2; Ne4 was played',
      replacement: [{ type: 'move-made', by: 'white', data: { from: 'g3', to: 'e4' } }],
    })
    game.moves('Nxe4 275 Qxe4 40 Nf6 310 Qe2 205 Qd5 540 Kb1 330 Qe4 420')
    game.moves('Qxe4 300 Nxe4 60 Be1 480 Nd6 390 Ne5 360 f6 330')
  },
}
