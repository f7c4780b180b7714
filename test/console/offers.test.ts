/** Draw offers on the page: both of two that stand are named, and nobody's where none does. */
import { expect, test, vi } from 'vitest'
import { offeringSides } from '../../domain/formats/standing-offers.ts'
import type { StateResponse } from '../../functions/console/page/api/shapes.ts'
import { needOf } from '../../functions/console/page/round/need.ts'

const state = {
  seq: 9,
  at: '2026-03-14T14:00:14.000Z',
  status: 'running',
  turn: 'white',
  moves: [],
  verdicts: [],
  clocks: null,
  result: null,
} as unknown as StateResponse

test('of two offers that stand both are named, the first first', () => {
  expect(offeringSides({ offer: 'black', counterOffer: 'white' })).toEqual(['black', 'white'])
  expect(offeringSides({ offer: 'white' })).toEqual(['white'])
  expect(offeringSides({ offer: null })).toEqual([])
  expect(offeringSides({})).toEqual([])
})

test('a board with offers says whose they are', async () => {
  const { loadLanguage } = await import('../../functions/console/page/words/texts.ts')
  vi.stubGlobal('document', { documentElement: { lang: '' } })
  vi.stubGlobal('sessionStorage', { removeItem: () => {} })
  try {
    await loadLanguage('en')
    const said = (given: Partial<StateResponse>) => needOf({ ...state, ...given }, false)
    expect(said({ offer: 'white' })).toEqual({ kind: 'offer', text: 'draw offered by White' })
    expect(said({ offer: 'white', counterOffer: 'black' })).toEqual({
      kind: 'offer',
      text: 'draw offered by White, Black',
    })
    expect(said({ offer: null }).kind).toBe('none')
  } finally {
    vi.unstubAllGlobals()
  }
})
