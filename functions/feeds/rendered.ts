/** Texts made of a game's state, kept while the state is: a round's file is put together anew, its games are not. */
import type { GameState } from '../../domain/game/index.ts'

const texts = new WeakMap<GameState, Map<string, { readonly seq: number; readonly text: string }>>()

/** `view` names what is rendered and all it depends on besides the state. */
export function renderedOnce(state: GameState, view: string, render: (state: GameState) => string): string {
  const of = texts.get(state) ?? new Map<string, { seq: number; text: string }>()
  texts.set(state, of)
  const known = of.get(view)
  // A state that is followed from behind goes on in place.
  if (known?.seq === state.seq) return known.text
  const text = flat(render(state))
  of.set(view, { seq: state.seq, text })
  return text
}

/** The same text in one piece: the engine keeps what was put together as a tree, which every joining would walk anew. */
function flat(text: string): string {
  NOTHING.test(text)
  return text
}

/** A search lays out the text it searches. */
const NOTHING = /(?!)/
