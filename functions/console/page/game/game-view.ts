/** The view of a game: board, clocks, scoresheet, timeline; for readers with the rights, verdicts, events, claims and reporting. */
import { computed, effect } from '@preact/signals-core'
import { canReport, isSignedIn } from '../api/session.ts'
import { formatRoute, type PointInTime, parseRoute } from '../route.ts'
import { element, html, mount } from '../ui/dom.ts'
import { notify } from '../ui/notices.ts'
import { rovingTabindex } from '../ui/roving.ts'
import { setTitle } from '../ui/title.ts'
import { t } from '../words/texts.ts'
import { followAddress } from './address.ts'
import { announceGame } from './announce.ts'
import { type BoardStep, nextWaiting } from './boards.ts'
import { type GameParts, openGameParts, rememberTab } from './game-parts.ts'
import { findGameHeading } from './heading.ts'
import { headingView } from './heading-view.ts'
import { handleGameKeys } from './keys.ts'
import { markCurrentMove, scoresheetView, sheetMoves } from './sheet.ts'
import { sidePanel, waitingCount } from './side-panel.ts'

export function openGameView(root: HTMLElement, game: string, pointInTime: PointInTime): () => void {
  const parts = openGameParts(game, pointInTime)
  const page = layOut(root, parts)
  const { session, cursor, edition, toolbar, enterMove } = parts
  const ends = [
    mount(page.heading, () => headingView(parts, () => toBoard(parts, 'waiting'))),
    showScoresheet(page.scoresheet, parts),
    showSide(page.side, parts),
    showTools(page.tools, parts),
    showDialogs(page.dialogs, parts),
    followRights(page.main, parts),
    followAddress(game, session.source, cursor, edition),
    announceGame(session, cursor),
    handleGameKeys(toolbar, enterMove, (step) => toBoard(parts, step)),
    followTitle(parts),
    goToInstant(parts, pointInTime),
    findHeading(parts),
  ]
  return () => {
    rememberTab(parseRoute(location.hash).view === 'game' ? parts.tab.peek() : 'verdicts')
    for (const end of ends) end()
    parts.close()
  }
}

function layOut(root: HTMLElement, { stage, timeline }: GameParts) {
  const main = element('main', 'game', { id: 'content', tabindex: '-1' })
  const heading = element('header', 'game-head')
  const scoresheet = element('section', 'scoresheet panel')
  const side = element('section', 'side panel')
  const under = element('section', 'under')
  const tools = element('div', 'toolbar')
  const dialogs = element('div')
  under.append(tools, timeline.element)
  main.append(heading, stage.element, scoresheet, side, under, dialogs)
  root.replaceChildren(main)
  return { main, heading, scoresheet, side, tools, dialogs }
}

/** One function that calls all of these. */
const all = (ends: readonly (() => void)[]) => (): void => {
  for (const end of ends) end()
}

function showScoresheet(scoresheet: HTMLElement, { session, cursor, began }: GameParts): () => void {
  const written = computed(() => sheetMoves(session.source.value, cursor))
  return all([
    mount(
      scoresheet,
      () => html`<h2>${t('moves')}</h2>${scoresheetView(written.value, began.value, cursor)}`,
    ),
    effect(() => {
      written.value
      const frame = cursor.frame.value
      // While an earlier state is being fetched, the board shows the one before.
      if (frame === null) return
      // In the next frame: the sheet may be drawn after this effect.
      requestAnimationFrame(() => scrollTo(markCurrentMove(scoresheet, frame), scoresheet))
    }),
    rovingTabindex(scoresheet, '.sheet .move', { current: '[aria-current]' }),
  ])
}

function showSide(side: HTMLElement, parts: GameParts): () => void {
  const { cursor, tab } = parts
  return all([
    mount(side, sidePanel(parts, side)),
    rovingTabindex(side, '.log .entry-line', { current: '[aria-current]' }),
    effect(() => {
      cursor.seq.value
      if (tab.value === 'events')
        requestAnimationFrame(() => scrollTo(side.querySelector('.here'), side.querySelector('.tab-panel')))
    }),
  ])
}

const showTools = (tools: HTMLElement, { toolbar }: GameParts): (() => void) =>
  all([
    mount(tools, () => toolbar.view()),
    // Left and right step through the game; the toolbar's fields use these keys themselves, so they are tab stops of their own.
    rovingTabindex(tools, '.tools :is(button, a)', { current: '.play' }),
  ])

const showDialogs = (
  dialogs: HTMLElement,
  { reporter, rulingForm, correction, entry }: GameParts,
): (() => void) =>
  mount(dialogs, () => html`${reporter.view()}${rulingForm.view()}${correction.view()}${entry.dialogs()}`)

/** Sets the classes of the public's page, and opens the board for moves while they are entered. */
function followRights(main: HTMLElement, { session, source, tab, stage }: GameParts): () => void {
  return all([
    effect(() => {
      main.classList.toggle('public', source() !== null && session.events.value === null)
    }),
    effect(() => {
      const open = canReport.value && session.events.value !== null && tab.value === 'enter'
      const { element } = stage.board
      element.classList.toggle('open', open)
      main.classList.toggle('entering', open)
      const played = { role: 'application', tabindex: '0', 'aria-label': t('board-keys') }
      for (const [name, value] of Object.entries(played))
        if (open) element.setAttribute(name, value)
        else element.removeAttribute(name)
    }),
  ])
}

function followTitle(parts: GameParts): () => void {
  return effect(() => {
    const pair = parts.players()
    const some = waitingCount(parts)
    setTitle(
      `${some > 0 && isSignedIn.value ? `(${some}) ` : ''}${pair === null ? parts.game : `${pair.white.name} – ${pair.black.name}`}`,
    )
  })
}

/** Shows the instant of the address once the game is loaded. */
function goToInstant({ session, cursor }: GameParts, { seq, at, unread }: PointInTime): () => void {
  let isPlaced = at === undefined && seq === undefined
  if (unread) notify(t('instant-bad'), 'bad')
  return effect(() => {
    const now = session.source.value
    if (isPlaced || now === null) return
    isPlaced = true
    // A link to an instant outside of the game shows the nearest instant, with a notice.
    const outside = seq === undefined ? !cursor.toInstant(at!) : seq > now.head
    if (outside) notify(t('instant-outside'), 'bad')
    if (seq !== undefined && !outside) cursor.toSeq(seq)
  })
}

function findHeading({ game, session, listed }: GameParts): () => void {
  return effect(() => {
    const late = session.delayMinutes.value
    void findGameHeading(game, late > 0 ? `/delayed/${late}` : '').then((found) => {
      if (found !== null) listed.value = found
    })
  })
}

/** Opens another board of the round: the previous, the next, or the next that needs the arbiter. */
function toBoard({ game, listed }: GameParts, step: BoardStep): void {
  const games = listed.peek()?.games
  // The round's boards are not known yet.
  if (games === undefined) return
  if (step === 'waiting') {
    void nextWaiting(games, game)
    return
  }
  const to = games[games.indexOf(game) + (step === 'next' ? 1 : -1)]
  if (to !== undefined) location.hash = formatRoute({ view: 'game', game: to, pointInTime: {} })
}

function scrollTo(node: Element | null, box: Element | null): void {
  if (node === null || box === null) return
  const at = node.getBoundingClientRect()
  const around = box.getBoundingClientRect()
  if (at.top < around.top + 40 || at.bottom > around.bottom)
    box.scrollTop += at.top - around.top - around.height / 2
}
