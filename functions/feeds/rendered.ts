/** Texts made of a game's state, kept while the state is: a round's file is put together anew, its games are not. */
import type { Seat } from '../../domain/feeds/pgn-view.ts'
import type { GameState } from '../../domain/game/index.ts'

/** What was made of a state after event `seq`, view by view. */
interface Rendered {
  seq: number
  views: { readonly view: string; readonly seat: Seat | undefined; readonly text: string }[]
}

const rendered = new WeakMap<GameState, Rendered>()

/** `view` names what is rendered and all it depends on besides the state and the seat. */
export function renderedOnce(
  state: GameState,
  view: string,
  seat: Seat | undefined,
  render: () => string,
): string {
  const known = rendered.get(state) ?? { seq: state.seq, views: [] }
  // A state that is followed from behind goes on in place.
  if (known.seq !== state.seq) Object.assign(known, { seq: state.seq, views: [] })
  for (const each of known.views) if (each.view === view && isSame(each.seat, seat)) return each.text
  const text = flat(render())
  known.views.push({ view, seat, text })
  rendered.set(state, known)
  return text
}

const isSame = (a: Seat | undefined, b: Seat | undefined): boolean =>
  a?.board === b?.board && a?.round === b?.round

/** The same text in one piece: the engine keeps what was put together as a tree, which every joining would walk anew. */
function flat(text: string): string {
  NOTHING.test(text)
  return text
}

/** A search lays out the text it searches. */
const NOTHING = /(?!)/
