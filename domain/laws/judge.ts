/** Judges an event or a move: calls the handlers of all articles of the Laws, one after another. */
import type { EventOf, EventType } from '../../events/index.ts'
import type { Game } from '../state/game.ts'
import type { MoveMade } from '../state/state.ts'
import { appendixAPlay } from './appendix-a-play.ts'
import { appendixAUnsupervised } from './appendix-a-unsupervised.ts'
import { appendixC } from './appendix-c-notation.ts'
import { appendixD } from './appendix-d-blind.ts'
import type { Article } from './article.ts'
import { article03Position } from './article-03-position.ts'
import { article04 } from './article-04-touch.ts'
import { article05 } from './article-05-completion.ts'
import { article06Displays } from './article-06-claim-by-display.ts'
import { article06Completion, completeByEnd } from './article-06-completed.ts'
import { article06DefaultTime } from './article-06-default-time.ts'
import { article06Flag } from './article-06-flag.ts'
import { article06Handling } from './article-06-handling.ts'
import { article06OutOfTurn } from './article-06-out-of-turn.ts'
import { article06Stopping } from './article-06-stopping.ts'
import { article07Found } from './article-07-found.ts'
import { article07Illegal } from './article-07-illegal.ts'
import { article07PressAndHands } from './article-07-press-and-hands.ts'
import { article07Setup } from './article-07-setup.ts'
import { article08 } from './article-08-recording.ts'
import { article09Claims } from './article-09-claims.ts'
import { article09Offers } from './article-09-offers.ts'
import { article10 } from './article-10-points.ts'
import { article11 } from './article-11-conduct.ts'
import { article11Devices } from './article-11-devices.ts'
import { article12 } from './article-12-arbiter.ts'
import { guideline1Resumption } from './guideline-1-resumption.ts'
import { guideline1Sealing } from './guideline-1-sealing.ts'
import { guideline2 } from './guideline-2-chess960.ts'
import { guideline3 } from './guideline-3-quickplay.ts'

/**
 * The articles in the order in which they judge. Displays as evidence (6.12) come first, since they dismiss a claim. Completion
 * (6.2) comes next, since other articles ask which move a press completed. The arbiter's acts (12) come last, since they answer
 * verdicts that the same event may have raised.
 */
const LAWS: readonly Article[] = [
  article06Displays,
  article06Completion,
  article04,
  article07Found,
  article06OutOfTurn,
  article07Illegal,
  article07PressAndHands,
  article05,
  article06DefaultTime,
  article06Flag,
  article06Handling,
  article06Stopping,
  article03Position,
  article07Setup,
  article08,
  article09Offers,
  article09Claims,
  article10,
  article11,
  article11Devices,
  guideline1Sealing,
  guideline1Resumption,
  guideline2,
  guideline3,
  appendixAPlay,
  appendixC,
  appendixD,
  appendixAUnsupervised,
  article12,
]

type HandlerList = ((game: Game, event: EventOf) => void)[]

/** The handlers of one type of event: those called until the end of the game, and those called always. */
interface ArticleHandlers {
  readonly on: HandlerList
  readonly always: HandlerList
}

/** The handlers of each type, collected once, so that only articles that have one are called. */
function gatherHandlers(): ReadonlyMap<EventType, ArticleHandlers> {
  const gathered = new Map<EventType, ArticleHandlers>()
  for (const article of LAWS) {
    for (const when of ['on', 'always'] as const) {
      for (const [type, handle] of Object.entries(article[when] ?? {})) {
        const handlers = gathered.get(type as EventType) ?? { on: [], always: [] }
        handlers[when].push(handle as HandlerList[number])
        gathered.set(type as EventType, handlers)
      }
    }
  }
  return gathered
}

const HANDLERS = gatherHandlers()
const MOVE_HANDLERS = LAWS.flatMap((article) => (article.made === undefined ? [] : [article.made]))

/** Judges an event. Once an article ends the game or dismisses the event, only handlers in `always` follow. */
export function judge(game: Game, event: EventOf): void {
  const handlers = HANDLERS.get(event.type)
  if (handlers === undefined) return
  for (const handle of handlers.on) {
    if (game.state.result !== null || game.dismissed) break
    handle(game, event)
  }
  for (const handle of handlers.always) handle(game, event)
}

/** Judges a move that was just made. Once an article ends the game with it, the move is completed and no article follows. */
export function judgeMove(game: Game, move: MoveMade): void {
  for (const handle of MOVE_HANDLERS) {
    handle(game, move)
    if (game.state.result === null) continue
    completeByEnd(game, move)
    return
  }
}
