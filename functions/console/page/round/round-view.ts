/** The view of a round: all its boards, live, those that need the arbiter first. */
import { effect, type Signal, signal } from '@preact/signals-core'
import { serverNow } from '../api/client.ts'
import { refusalView } from '../api/refusal.ts'
import { element, html, mount, nothing } from '../ui/dom.ts'
import { rovingTabindex } from '../ui/roving.ts'
import { setTitle } from '../ui/title.ts'
import { t } from '../words/texts.ts'
import { layout, order, savedRoundView, saveRoundView } from './preferences.ts'
import { RoundBoards } from './round-boards.ts'
import { RoundFeed } from './round-feed.ts'
import { roundHead, wallClock } from './round-head.ts'
import { roundLinks } from './round-links.ts'

/** How often clocks are updated, ms. */
const TICK_MS = 500
/** Ticks after which boards that are ordered by their clocks are ordered again. */
const TICKS_BETWEEN_ORDERS = 10

export function openRoundView(root: HTMLElement, tournament: string, round: string): () => void {
  const place = `${tournament}/${round}`
  const left = savedRoundView(place)
  const wanted = signal(left.filter)
  const boards = new RoundBoards({
    wanted,
    instant: () => feed.instant(),
    onClockRanOut: (listed) => feed.askFlag(listed),
  })
  const feed = new RoundFeed({ tournament, round }, boards, () => {
    if (left.scroll > 0) requestAnimationFrame(() => scrollTo(0, left.scroll))
  })
  const page = layOut(root, boards)
  void feed.open()
  const ends = [
    tickBoards(boards),
    rovingTabindex(boards.element, '.tile', { rows: true }),
    boards.follow(page.noneFound),
    showHead(page, { tournament, round, feed, boards, wanted }),
    showTrouble(page.trouble, round, feed),
    effect(() => {
      page.main.classList.toggle('dense', layout.value === 'list')
    }),
    effect(() => {
      const name = feed.info.value?.name ?? tournament
      const some = boards.waits.value > 0 ? `(${boards.waits.value}) ` : ''
      setTitle(`${some}${name}, ${t('round', { round })}`)
    }),
  ]
  return () => {
    saveRoundView(place, { filter: wanted.peek(), scroll: scrollY })
    feed.close()
    for (const end of ends) end()
  }
}

type RoundPage = ReturnType<typeof layOut>

function layOut(root: HTMLElement, boards: RoundBoards) {
  const heading = element('header', 'round-head')
  const trouble = element('div', 'trouble')
  const noneFound = element('p', 'empty', { role: 'status' })
  noneFound.hidden = true
  const foot = element('footer', 'round-foot')
  const main = element('main', 'round', { id: 'content', tabindex: '-1' })
  main.append(heading, trouble, noneFound, boards.element, foot)
  root.replaceChildren(main)
  return { main, heading, trouble, noneFound, foot }
}

interface HeadParts {
  readonly tournament: string
  readonly round: string
  readonly feed: RoundFeed
  readonly boards: RoundBoards
  readonly wanted: Signal<string>
}

function showHead({ heading, foot }: RoundPage, parts: HeadParts): () => void {
  const { tournament, round, feed, boards, wanted } = parts
  const { info, late } = feed
  const { waits } = boards
  const toWaiting = () => boards.focusFirstWaiting()
  const toFoot = () => {
    foot.scrollIntoView()
    foot.querySelector<HTMLElement>('a')?.focus()
  }
  const links = () => roundLinks(tournament, round)
  const ends = [
    mount(
      heading,
      () => html`${roundHead({ round, tournament, info, late, waits, wanted, toWaiting, toFoot })}${links()}`,
    ),
    mount(foot, links),
  ]
  return () => {
    for (const end of ends) end()
  }
}

function showTrouble(trouble: HTMLElement, round: string, { info, problem }: RoundFeed): () => void {
  /** Says what does not exist: the tournament, the round, or boards of it. */
  const missingText = (): string => {
    const rounds = info.value?.rounds
    if (info.value === null) return t('no-tournament')
    return rounds === undefined || rounds.includes(round) ? t('no-round') : t('no-such-round', { round })
  }
  return mount(trouble, () =>
    problem.value === null
      ? nothing
      : html`<p class="empty">${refusalView(problem.value, missingText())}</p>`,
  )
}

function tickBoards(boards: RoundBoards): () => void {
  let ticks = 0
  const ticking = setInterval(() => {
    wallClock.value = serverNow()
    if (order.peek() === 'clock' && ++ticks % TICKS_BETWEEN_ORDERS === 0) boards.placeAll()
    boards.tick()
  }, TICK_MS)
  return () => clearInterval(ticking)
}
