/** What a follower holds after a message: the document that the state route answers, also where a field of it is gone. */
import { expect, test } from 'vitest'
import {
  applyChangeMessage,
  type ChangeMessage,
  type GameDocument,
  messagesSince,
  serializedText,
  serializeState,
} from '../../domain/formats/change-messages.ts'
import { gameMessages } from '../../functions/feeds/message-schemas.ts'

const document = (seq: number, fields: object = {}): GameDocument => ({
  ...{ seq, at: `2026-03-14T14:00:${String(seq).padStart(2, '0')}.000Z`, status: 'running', moves: [] },
  ...fields,
})

const applied = (held: GameDocument, messages: readonly ChangeMessage[]) =>
  messages.reduce<GameDocument>(
    (state, { name, data }) => applyChangeMessage(state, name, JSON.parse(data)),
    held,
  )

const since = (earlier: readonly [GameDocument, ...GameDocument[]], after: GameDocument) =>
  messagesSince(
    earlier.map((each) => serializeState(each)) as [ReturnType<typeof serializeState>],
    serializeState(after),
    [],
  )

/** Fields that a state has at one time and not at another. */
const GOING = {
  question: { side: 'white', seq: 4, press: null, candidates: ['e2e4'], weights: [0], edges: [4] },
  counterOffer: 'black',
  movesAfterEnd: [{ ply: 3, seq: 9, by: 'white', uci: 'e2e4' }],
  arrived: { white: 1, black: null },
}

test.each(Object.entries(GOING))('a %s that is gone is gone for followers too', (name, value) => {
  const [before, after] = [document(4, { [name]: value }), document(5)]
  const messages = since([before], after)
  expect(messages.map((each) => each.name)).toEqual(['change'])
  expect(gameMessages.shape.change.parse(JSON.parse(messages[0]?.data ?? ''))).toMatchObject({ gone: [name] })
  expect(applied(before, messages)).toEqual(after)
  expect(JSON.parse(serializedText(serializeState(after)))).toEqual(after)
})

test('it is gone from whichever of some states a reader holds, and what came back is not', () => {
  const [one, two] = [document(4, GOING), document(5, { counterOffer: 'black' })]
  const after = document(6, { counterOffer: 'white' })
  const messages = since([one, two], after)
  expect(JSON.parse(messages[0]?.data ?? '')).toMatchObject({
    gone: ['question', 'movesAfterEnd', 'arrived'],
  })
  for (const held of [one, two]) expect(applied(held, messages)).toEqual(after)
  // Taking it again changes nothing.
  expect(applied(applied(one, messages), messages)).toEqual(after)
})

test('where nothing is gone nothing is said of it', () => {
  const [message] = since([document(4)], document(5, { counterOffer: 'black' }))
  expect(JSON.parse(message?.data ?? '')).not.toHaveProperty('gone')
})
