import { expect, test } from 'vitest'
import { isLoopback } from '../../functions/console/page/office/loopback.ts'

test('which addresses of the page no other machine can open', () => {
  for (const own of ['127.0.0.1', '127.1.2.3', 'localhost', 'LOCALHOST', 'touchmove.localhost', '[::1]'])
    expect([own, isLoopback(own)]).toEqual([own, true])
  for (const other of [
    '192.168.1.20',
    '10.127.0.0',
    'hall.local',
    'localhost.example.org',
    '127.example',
    '[::10]',
  ])
    expect([other, isLoopback(other)]).toEqual([other, false])
})
