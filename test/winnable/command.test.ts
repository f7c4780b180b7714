import { expect, test } from 'vitest'
import { runHere } from '../kit/run-here.ts'
import { faultOf } from './replay.ts'

const PAWN = '4k3/8/8/8/8/8/4P3/4K3 w - - 0 60'
const KINGS = '8/8/4k3/8/8/8/8/4K3 w - - 0 60'

test('winnable reads standard input when no FEN is given, and names the lines that are none', async () => {
  const input = `${PAWN}\n\n4k3/8/8/8/8/8/4P3/4K3 w - - 0\u00a060x\n8/8/8/8 w\r\n${KINGS}`
  const { code, stdout, stderr } = await runHere(['winnable'], { input })
  expect(stdout).toBe('white=yes black=no\nwhite=no black=no\n')
  expect(stderr.split('\n').map((line) => line.slice(0, 16))).toEqual([
    'touchmove: -:3: ',
    'touchmove: -:4: ',
    '',
  ])
  expect(code).toBe(2)
})

test('winnable shows a line that mates', async () => {
  const { code, stdout } = await runHere(['winnable', PAWN, '--line'])
  const [, line = ''] = /^white=yes \((.+)\) black=no\n$/.exec(stdout) ?? []
  expect(code).toBe(0)
  expect(faultOf(PAWN, line.split(' '), 'white')).toBeNull()
})

test('within a budget that does not suffice winnable says undetermined, and that is no failure', async () => {
  expect(await runHere(['winnable', PAWN, '--budget', '5'])).toEqual({
    code: 0,
    stdout: 'white=undetermined black=no\n',
    stderr: '',
  })
  const { code, stderr } = await runHere(['winnable', PAWN, '--budget', '1e9'])
  expect([code, stderr]).toEqual([2, expect.stringContaining('0 to 50000000')])
})

test('winnable takes castling rights of Chess960', async () => {
  const { stdout } = await runHere(['winnable', '1k1r4/8/8/8/8/8/8/1R1K4 w Bd - 0 30'])
  expect(stdout).toBe('white=yes black=yes\n')
})
