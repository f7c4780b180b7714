import { expect, test } from 'vitest'
import { hands, START } from './kit.ts'

const PINNED = '4k3/8/8/8/1b6/2N5/8/4K1N1 w - - 0 1'

test('a legal move is legal in every form', () => {
  expect(hands(START, 'Nf3')).toBe('legal g1f3')
  expect(hands(START, 'e2e4')).toBe('legal e2e4')
})

test('a pinned piece that was moved is named by its text', () => {
  expect(hands(PINNED, 'Nce2')).toBe('physical c3e2')
  expect(hands(PINNED, 'Nd5')).toBe('physical c3d5')
})

test('the only piece of its kind is named wherever it went', () => {
  expect(hands('4k3/8/8/8/8/8/8/4KB2 w - - 0 1', 'Bf5')).toBe('physical f1f5')
  expect(hands(START, 'Ke4')).toBe('physical e1e4')
  expect(hands(START, 'Qd5')).toBe('physical d1d5')
})

test('one of two that can go there as it moves is named', () => {
  expect(hands('4k3/8/8/8/8/3N4/8/r3K1N1 w - - 0 1', 'Nf3')).toBe('physical g1f3')
})

test('two that may be meant are not one', () => {
  expect(hands(START, 'Nf5')).toBe('unreadable')
  expect(hands('4k3/8/8/8/3N4/8/7N/4K3 w - - 0 1', 'Nf3')).toBe('unreadable')
  expect(hands('r3k3/8/8/8/3N4/8/7N/K7 w - - 0 1', 'Nf3')).toBe('unreadable')
})

test('the square of departure names any piece, also the opponent’s', () => {
  expect(hands(START, 'Ng1-f4')).toBe('physical g1f4')
  expect(hands(START, 'e7e5')).toBe('physical e7e5')
  expect(hands(START, 'a1a8')).toBe('physical a1a8')
  expect(hands(START, 'e4e5')).toBe('unreadable')
  expect(hands(START, 'Bg1f3')).toBe('unreadable')
})

test('a pawn is named by its file', () => {
  expect(hands('4k3/8/8/8/8/4P3/8/4K3 w - - 0 1', 'e5')).toBe('physical e3e5')
  expect(hands('4k3/8/8/8/4P3/4P3/8/4K3 w - - 0 1', 'e6')).toBe('unreadable')
  expect(hands(START, 'exd3')).toBe('physical e2d3')
  expect(hands(START, 'exd5')).toBe('physical e2d5')
  expect(hands('4k3/8/8/8/8/8/8/4K3 w - - 0 1', 'e5')).toBe('unreadable')
  expect(hands('4k3/4p3/8/8/8/8/8/4K3 b - - 0 1', 'e4')).toBe('physical e7e4')
})

test('files alone name no square', () => expect(hands(START, 'exd')).toBe('unreadable'))

test('a pawn on the last rank may stay a pawn, or be replaced before it gets there', () => {
  const p = '7k/4P3/8/8/8/8/8/4K3 w - - 0 1'
  expect(hands(p, 'e8')).toBe('physical e7e8')
  expect(hands(p, 'e8=Q')).toBe('legal e7e8q')
  expect(hands(START, 'e4=Q')).toBe('physical e2e4Q')
})

test('castling that is not allowed names the king and the square where it ends', () => {
  expect(hands(START, 'O-O')).toBe('physical e1g1 king-side')
  expect(hands('r3k3/8/8/8/8/8/8/4K3 b - - 0 1', '0-0-0')).toBe('physical e8c8 queen-side')
  expect(hands('8/8/8/8/8/8/8/K1K4k w - - 0 1', 'O-O')).toBe('unreadable')
})

test('the null move and words name nothing', () => {
  for (const text of ['--', 'resigns', 'Z0', '', 'e9']) expect(hands(START, text)).toBe('unreadable')
})

test('a move to the square where the piece stands is no move', () => {
  expect(hands(START, 'e2e2')).toBe('unreadable')
  expect(hands(START, 'Ke1')).toBe('unreadable')
})
