/** One game: board, clocks, scoresheet, timeline; with the rights for them, verdicts, events, claims and reporting. */
import { computed, effect, signal } from '@preact/signals-core'
import { EDITIONS, type Edition } from '../../../../events/vocabulary.ts'
import { refusalView } from '../api/refusal.ts'
import { canReport, isSignedIn, sessionClaims } from '../api/session.ts'
import { claimsHelper } from '../claims/helper.ts'
import { openEntryPanel } from '../entry/entry-panel.ts'
import { roleName } from '../header.ts'
import { presentInstant } from '../live/present.ts'
import { blackBeganInFrame } from '../replay/black-began.ts'
import { formatRoute, type PointInTime, parseRoute } from '../route.ts'
import { openCorrection } from '../rulings/correction.ts'
import { openReportSender } from '../rulings/report-sender.ts'
import { openRulingForm } from '../rulings/ruling-form.ts'
import { openTimeline } from '../timeline/timeline.ts'
import { element, html, mount, nothing, type View } from '../ui/dom.ts'
import { notify } from '../ui/notices.ts'
import { rove } from '../ui/roving.ts'
import { setTitle } from '../ui/title.ts'
import { formatDate } from '../words/dates.ts'
import { describeWithActor } from '../words/describe.ts'
import { localSan } from '../words/san.ts'
import { t } from '../words/texts.ts'
import { followAddress } from './address.ts'
import { announceGame } from './announce.ts'
import { type BoardStep, boardLinks, nextWaiting } from './boards.ts'
import { openCursor } from './cursor.ts'
import { eventLogView } from './event-log.ts'
import { openGameAudit } from './game-audit.ts'
import { findGameHeading, type GameHeading } from './heading.ts'
import { handleGameKeys } from './keys.ts'
import { openGameSession } from './session.ts'
import { markCurrentMove, scoresheetView, sheetMoves } from './sheet.ts'
import { openBoardStage, type PlayerPair } from './stage.ts'
import { openToolbar } from './toolbar.ts'
import { openVerdictsPanel } from './verdicts.ts'

const TABS = ['verdicts', 'events', 'claims', 'enter'] as const
type Tab = (typeof TABS)[number]

/** The tab with which the next game opens: who goes from board to board stays in it. */
let nextTab: Tab = 'verdicts'

export function openGameView(root: HTMLElement, game: string, pointInTime: PointInTime): () => void {
  const session = openGameSession(game)
  const cursor = openCursor(session.source, session.arrived, () => presentInstant(session.delayMinutes.value))
  const source = () => session.source.value
  const reporters = openGameAudit(game)
  const tab = signal<Tab>(nextTab)
  const listed = signal<GameHeading | null>(null)

  /** Moves by the seq of the event that made them, those of lines taken back too. */
  const sans = computed(() => {
    const now = session.source.value
    const points = now?.frame(now.head)?.gameState?.points ?? []
    return new Map(points.flatMap(({ move }) => (move === null ? [] : [[move.seq, move.san] as const])))
  })
  const began = computed(() => {
    const now = session.source.value
    const frame = now?.frame(now.head) ?? null
    return frame !== null && blackBeganInFrame(frame)
  })
  const written = computed(() => sheetMoves(session.source.value, cursor))
  const times = computed(() => session.source.value?.timelineEvents.map(({ at }) => at) ?? [])
  const players = (): PlayerPair | null => session.details.value ?? listed.value?.players ?? null

  const reporter = openReportSender({ session, sans, recorded: () => cursor.toNow() })
  const otherwise = openRulingForm({ reporter, session, sans })
  const correction = openCorrection({ reporter, session, sans })
  const entry = openEntryPanel({
    cursor,
    reporter,
    events: () => session.events.value ?? [],
    sans,
    correct: (seq) => correction.open(seq),
  })
  const stage = openBoardStage(cursor, players, { onMove: entry.onMove, onSquare: entry.onSquare })
  const timeline = openTimeline(source, cursor, ({ event, seq, by }) =>
    event === null
      ? `${t(by as 'white')}: ${localSan(moveText(seq))}`
      : describeWithActor(event, sans.value.get(seq)),
  )
  const toolbar = openToolbar({ game, cursor, timeline, source, turnBoard: stage.flipBoard })
  const moveText = (seq: number): string => {
    const now = source()
    const made = now?.moveStops().find((stop) => stop.seq === seq)?.move
    return now?.frame(now.head)?.state.moves.find((move) => move.seq === made)?.san ?? ''
  }

  const edition = signal<Edition | null>(EDITIONS.find((each) => each === pointInTime.edition) ?? null)
  const verdicts = openVerdictsPanel({
    session,
    cursor,
    sans,
    reporter,
    edition,
    otherwise,
    correct: (seq) => correction.open(seq),
    enter: enterMove,
  })

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

  const tabs = (): readonly Tab[] =>
    session.events.value === null ? [] : canReport.value ? TABS : TABS.slice(0, 3)
  const waiting = () =>
    Number(cursor.present.value?.state.question !== undefined) +
    (source()?.frame(source()!.head)?.state.verdicts ?? []).filter(
      ({ status }) => status === 'awaits-arbiter',
    ).length

  const content = (shown: Tab): View => {
    if (shown === 'events') return listedEvents()
    if (shown === 'claims') return claimsHelper(cursor)
    return shown === 'enter' ? entry.view() : verdicts.view()
  }

  const listedEvents = (): View => {
    const events = session.events.value ?? []
    reporters.load(events.length)
    const correct = canReport.value ? correction.open : null
    return eventLogView(events, times.value, sans.value, cursor, reporters, correct)
  }

  const ends = [
    mount(heading, () => headingView()),
    mount(
      scoresheet,
      () => html`<h2>${t('moves')}</h2>${scoresheetView(written.value, began.value, cursor)}`,
    ),
    effect(() => {
      written.value
      const frame = cursor.frame.value
      // Until a state of earlier has come, the one before it is on the board.
      if (frame === null) return
      // Once the sheet is drawn, whichever of the two is called first.
      requestAnimationFrame(() => scrollTo(markCurrentMove(scoresheet, frame), scoresheet))
    }),
    mount(side, () => {
      const open = tabs()
      if (open.length === 0) return publicSide()
      const shown = open.includes(tab.value) ? tab.value : 'verdicts'
      return html`<div class="tabs" role="tablist" @keydown=${walkTabs}>
          ${open.map(
            (each) =>
              html`<button role="tab" id="tab-${each}" aria-controls="tab-panel" aria-selected=${String(each === shown)} tabindex=${each === shown ? 0 : -1} @click=${() => {
                tab.value = each
              }}>${t(each)}${each === 'verdicts' && waiting() > 0 ? html` <span class="count">${waiting()}</span>` : nothing}</button>`,
          )}
        </div>
        <div class="tab-panel" id="tab-panel" role="tabpanel" tabindex="0" aria-labelledby="tab-${shown}">${content(shown)}</div>`
    }),
    rove(scoresheet, '.sheet .move', { current: '[aria-current]' }),
    rove(side, '.log .entry-line', { current: '[aria-current]' }),
    mount(tools, () => toolbar.view()),
    // Left and right are the game's own keys; its fields keep theirs and so are stops of their own.
    rove(tools, '.tools :is(button, a)', { current: '.play' }),
    mount(dialogs, () => html`${reporter.view()}${otherwise.view()}${correction.view()}${entry.dialogs()}`),
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
    effect(() => {
      cursor.seq.value
      if (tab.value === 'events')
        requestAnimationFrame(() => scrollTo(side.querySelector('.here'), side.querySelector('.tab-panel')))
    }),
    followAddress(game, session.source, cursor, edition),
    announceGame(session, cursor),
    handleGameKeys(toolbar, enterMove, (step) => toBoard(step)),
    effect(() => {
      const pair = players()
      const some = waiting()
      setTitle(
        `${some > 0 && isSignedIn.value ? `(${some}) ` : ''}${pair === null ? game : `${pair.white.name} – ${pair.black.name}`}`,
      )
    }),
  ]

  let placed = pointInTime.at === undefined && pointInTime.seq === undefined
  if (pointInTime.unread) notify(t('instant-bad'), 'bad')
  const place = effect(() => {
    const now = session.source.value
    if (placed || now === null) return
    placed = true
    const { seq, at } = pointInTime
    // What a link means that leads out of the game is not known: it is said, and the nearest is shown.
    const outside = seq === undefined ? !cursor.toInstant(at!) : seq > now.head
    if (outside) notify(t('instant-outside'), 'bad')
    if (seq !== undefined && !outside) cursor.toSeq(seq)
  })
  const finding = effect(() => {
    const late = session.delayMinutes.value
    void findGameHeading(game, late > 0 ? `/delayed/${late}` : '').then((found) => {
      if (found !== null) listed.value = found
    })
  })

  function enterMove(): void {
    if (!canReport.peek()) return
    tab.value = 'enter'
    // At once: people who go on typing must not lose their first letters.
    side.querySelector<HTMLInputElement>('input[name=move]')?.focus()
  }

  /** To another board of the round: the one before, the one after, or the next that needs the arbiter. */
  function toBoard(step: BoardStep): void {
    const games = listed.peek()?.games ?? []
    if (step === 'waiting') void nextWaiting(games, game)
    else {
      const to = games[games.indexOf(game) + (step === 'next' ? 1 : -1)]
      if (to !== undefined) location.hash = formatRoute({ view: 'game', game: to, pointInTime: {} })
    }
  }

  function headingView(): View {
    const details = session.details.value
    return html`
      <a class="back" href=${listed.value?.back ?? '#/'} aria-label=${t('back-to-round')}>←<span> ${t('back-to-round')}</span></a>
      <h1 data-board=${listed.value?.board ?? details?.board ?? ''}>${headline()}</h1>
      ${boardLinks(listed.value?.games ?? [], game, () => toBoard('waiting'))}
      <p>
        ${details === null ? (listed.value?.place ?? game) : [details.event, details.round === undefined ? '' : t('round', { round: details.round }), details.board === undefined ? '' : t('board', { board: details.board }), details.date && formatDate(details.date)].filter(Boolean).join(' · ')}
      </p>
      ${details === null ? nothing : html`<span class="chip edition">${t('edition', { edition: details.edition.slice(0, 4) })}</span>`}
      ${session.delayMinutes.value > 0 ? html`<span class="chip">${t('delayed', { minutes: session.delayMinutes.value })}</span>` : nothing}
      ${!isSignedIn.value || (source() !== null && session.events.value === null) ? html`<span class="chip public-view">${t('public-view')}</span>${signedInChip()}` : nothing}
      ${session.problem.value === null ? nothing : html`<p class="empty">${refusalView(session.problem.value, t('no-game', { game }))}</p>`}
    `
  }

  /** Who sees the public's part though they are signed in. */
  function signedInChip(): View {
    const who = sessionClaims.value
    return who === null
      ? nothing
      : html` <span class="chip">${t('signed-in-as', { role: roleName(who.role) })}</span>`
  }

  /** Each name by itself: signs that turn the direction of writing end with it. */
  function headline(): View {
    const pair = players()
    return pair === null ? game : html`<bdi>${pair.white.name}</bdi> – <bdi>${pair.black.name}</bdi>`
  }

  function publicSide(): View {
    return html`<p class="empty">${session.source.value === null ? t('loading') : t('public-view')}</p>`
  }

  function walkTabs(event: KeyboardEvent): void {
    const open = tabs()
    const here = open.indexOf(tab.value)
    const to = event.key === 'ArrowRight' ? here + 1 : event.key === 'ArrowLeft' ? here - 1 : null
    if (to === null) return
    event.stopPropagation()
    tab.value = open[(to + open.length) % open.length]!
    requestAnimationFrame(() => side.querySelector<HTMLElement>('[aria-selected=true]')?.focus())
  }

  return () => {
    nextTab = parseRoute(location.hash).view === 'game' ? tab.peek() : 'verdicts'
    place()
    finding()
    for (const end of ends) end()
    reporter.close()
    toolbar.close()
    timeline.close()
    stage.close()
    cursor.close()
    session.close()
  }
}

function scrollTo(node: Element | null, box: Element | null): void {
  if (node === null || box === null) return
  const at = node.getBoundingClientRect()
  const around = box.getBoundingClientRect()
  if (at.top < around.top + 40 || at.bottom > around.bottom)
    box.scrollTop += at.top - around.top - around.height / 2
}
