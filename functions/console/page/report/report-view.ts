/** The report on a dispute, for print: what an appeals committee needs about one instant of a game. */
import type { Verdict } from '../../../../domain/game/index.ts'
import type { EventType } from '../../../../events/index.ts'
import { refusalView } from '../api/refusal.ts'
import type { AuditedCommit } from '../api/shapes.ts'
import { formatClockTime, formatTimeOfDay } from '../clock/text.ts'
import { type GameAudit, openGameAudit } from '../game/game-audit.ts'
import { openGameSession } from '../game/session.ts'
import type { GameFrame } from '../replay/frame.ts'
import { type GameSource, shownInstant } from '../replay/source.ts'
import { formatRoute, type PointInTime } from '../route.ts'
import { verdictNotes } from '../rulings/verdict-cards.ts'
import { laneOf } from '../timeline/lanes.ts'
import { element, html, mount, nothing, type View } from '../ui/dom.ts'
import { download, downloadAudit } from '../ui/download.ts'
import { formatDate } from '../words/dates.ts'
import { actorName, describeEvent, formatScore } from '../words/describe.ts'
import { remarkInPageLanguage, verdictInPageLanguage } from '../words/laws.ts'
import { pageLanguage, t } from '../words/texts.ts'
import { diagram } from './diagram.ts'
import { type CheckpointView, openCheckpointView } from './printed-checkpoint.ts'

/** How many events before the first proof of the dispute are listed. */
const EVENTS_BEFORE = 12

export function openDisputeReport(root: HTMLElement, game: string, pointInTime: PointInTime): () => void {
  const session = openGameSession(game)
  const reporters = openGameAudit(game)
  const checkpoint = openCheckpointView()
  const main = element('main', 'report', { id: 'content', tabindex: '-1' })
  root.replaceChildren(main)
  const end = mount(main, () => {
    const source = session.source.value
    const events = session.events.value
    if (source === null || events === null)
      return html`<p class="empty">${session.problem.value === null ? t(source === null ? 'loading' : 'token-missing') : refusalView(session.problem.value, t('no-game', { game }))}</p>`
    const seq = Math.min(
      pointInTime.seq ?? (pointInTime.at === undefined ? source.head : source.seqAt(pointInTime.at)),
      source.head,
    )
    const frame = source.frame(seq)
    if (frame === null) return html`<p class="empty">${t('loading')}</p>`
    reporters.load(source.head)
    return reportBody({
      game,
      source,
      frame,
      reporters,
      checkpoint,
      at: Math.min(pointInTime.at ?? frame.at, Date.now()),
    })
  })
  return () => {
    end()
    session.close()
  }
}

/** Lanes of events after the disputed instant that belong to the report. */
const LATER_LANES: readonly string[] = ['rulings', 'claims']
/** Acts of the arbiter that are part of normal play, not rulings. */
const NORMAL_PLAY: readonly EventType[] = ['session-started', 'clocks-started', 'clocks-stopped']

/** By the seq of an event: the seq of the event that took it back. */
const takenBackBy = ({ timelineEvents }: GameSource): ReadonlyMap<number, number> =>
  new Map(
    timelineEvents.flatMap(({ event }) =>
      event?.type === 'report-corrected' ? event.data.seqs.map((seq) => [seq, event.seq] as const) : [],
    ),
  )

/** The statements and signatures, to be written on the screen or on paper. */
const STATEMENTS = ['statement-white', 'statement-black', 'statement-arbiter', 'statement-decision'] as const
const SIGNATURES = ['white', 'black', 'arbiter'] as const

interface ReportParts {
  readonly game: string
  readonly source: GameSource
  readonly frame: GameFrame
  readonly reporters: GameAudit
  readonly checkpoint: CheckpointView
  readonly at: number
}

function reportBody({ game, source, frame, reporters, checkpoint, at }: ReportParts): View {
  const details = frame.gameState?.details
  const verdicts = disputed(frame)
  const proof = new Set(
    verdicts.flatMap(({ evidence, seq, answeredBy }) => [
      ...evidence,
      seq,
      ...(answeredBy === null ? [] : [answeredBy]),
    ]),
  )
  const first = Math.max(1, Math.min(...proof, frame.seq) - EVENTS_BEFORE)
  const sans = new Map(
    (frame.gameState?.points ?? []).flatMap(({ move }) =>
      move === null ? [] : [[move.seq, move.san] as const],
    ),
  )
  const shownEvents = source.timelineEvents.filter(({ seq }) => seq >= first && seq <= frame.seq)
  // All rulings of the game, before the instant and after it, and claims and appeals after it.
  const rulings = source.timelineEvents.filter(
    ({ seq, type, event }) =>
      (laneOf(type) === 'rulings' && event?.by === 'arbiter' && !NORMAL_PLAY.includes(type)) ||
      (seq > frame.seq && LATER_LANES.includes(laneOf(type))),
  )
  const takenBack = takenBackBy(source)
  const before = beforeDispute(source, verdicts, frame)
  return html`
    <nav class="no-print">
      <a class="back" href=${formatRoute({ view: 'game', game, pointInTime: { seq: frame.seq } })}>← ${t('back-to-game')}</a>
      <button class="primary" @click=${() => window.print()}>${t('print')}</button>
      <button @click=${() => void download(`/games/${game}.pgn`, `${game}.pgn`)}>PGN</button>
      <button @click=${() => void download(`/games/${game}/scoresheet?language=${pageLanguage.value}`, `${game}-scoresheet.html`)}>${t('moves')}</button>
      <button @click=${() => void downloadAudit(game)}>${t('report-hashes')}</button>
    </nav>
    <h1>${t('report-title')}</h1>
    <p class="lead">
      <b><bdi>${details?.white.name ?? ''}</bdi> – <bdi>${details?.black.name ?? ''}</bdi></b><br />
      ${[details?.event, details?.site, details?.date && formatDate(details.date), details?.round === undefined ? '' : t('round', { round: details.round }), details?.board === undefined ? '' : t('board', { board: details.board })].filter(Boolean).join(' · ')}<br />
      ${t('edition', { edition: formatDate(details?.edition ?? '') })} · ${details === undefined || details === null ? '' : remarkInPageLanguage({ code: details.play, params: {} }).text} · ${game}<br />
      <span class="small">${t('report-zone', { zone: Intl.DateTimeFormat().resolvedOptions().timeZone })}</span>
    </p>
    <section>
      <h2>${t('verdicts')}</h2>
      ${verdicts.length === 0 ? html`<p>${t('no-verdicts')}</p>` : verdicts.map((verdict) => verdictText(verdict, source))}
    </section>
    <section class="diagrams">
      ${before === null ? nothing : html`<figure>${diagram(before.state.boardFen)}<figcaption>${t('report-before')}: ${t('event')} ${before.seq}${clocksOf(before, before.at)}</figcaption></figure>`}
      <figure>
        ${diagram(frame.state.boardFen, marked(frame))}
        <figcaption>${t('disputed-instant')}: ${t('event')} ${frame.seq}, ${formatDate(at)} ${formatTimeOfDay(at)}${clocksOf(frame, at)}</figcaption>
      </figure>
    </section>
    <section>
      <h2>${t('report-events')}</h2>
      ${eventTable(shownEvents, sans, reporters, proof, takenBack)}
    </section>
    <section>
      <h2>${t('report-rulings')}</h2>
      ${rulings.length === 0 ? html`<p>${t('report-none')}</p>` : eventTable(rulings, sans, reporters, proof, takenBack)}
      ${frame.state.result === null ? nothing : html`<p>${t('result')}: <b>${formatScore(frame.state.result)}</b></p>`}
    </section>
    <section class="statements">
      <h2>${t('report-statements')}</h2>
      ${STATEMENTS.map((key) => html`<label>${t(key)}<textarea rows="3"></textarea></label>`)}
      <div class="signatures">${SIGNATURES.map((key) => html`<span>${t(key)}</span>`)}</div>
    </section>
    <section>
      <h2>${t('report-hashes')}</h2>
      ${hashes(reporters.commits.value, first, source.head)}
      <p class="small">${t('report-hash-note')}</p>
      ${checkpoint.view()}
    </section>
  `
}

/** The open verdicts of the instant; where there are none, the last three that have not lapsed. */
function disputed({ state }: GameFrame): readonly Verdict[] {
  const open = state.verdicts.filter(({ status }) => status === 'awaits-arbiter' || status === 'undetermined')
  if (open.length > 0) return open
  return state.verdicts.filter(({ status }) => status !== 'lapsed').slice(-3)
}

/** The position that would be restored, or the one before the first proof. */
function beforeDispute(source: GameSource, verdicts: readonly Verdict[], frame: GameFrame): GameFrame | null {
  const [verdict] = verdicts
  if (verdict === undefined) return null
  const seq = verdict.remedy.restore ?? Math.min(...verdict.evidence, verdict.seq) - 1
  return seq < 1 || seq >= frame.seq ? null : source.frame(seq)
}

const marked = ({ state, touches }: GameFrame): ReadonlySet<string> => {
  const last = state.moves.at(-1)?.uci
  const squares = touches.map(({ square }) => square)
  return new Set(last === undefined ? squares : [last.slice(0, 2), last.slice(2, 4), ...squares])
}

function clocksOf(frame: GameFrame, at: number): View {
  const face = frame.clockAt(at)
  if (face === null) return nothing
  const text = (side: 'white' | 'black') =>
    `${t(side)} ${formatClockTime(face[side], true)}${face.running === side ? ' ▸' : ''}${face.flag === side || face.flag === 'both' ? ' ⚑' : ''}`
  return html`<br />${text('white')} · ${text('black')} · ${t('to-move', { side: t(frame.state.turn) })}`
}

const verdictText = (verdict: Verdict, source: GameSource): View =>
  html`<div class="verdict">
    <p>${verdictInPageLanguage(verdict)}</p>
    <p class="small">
      ${verdict.against === null ? '' : `${t(`against-${verdict.against}`)} · `}${verdict.articles.join(', ')} · ${t('edition', { edition: formatDate(verdict.edition) })} · ${t('proof')}: ${verdict.evidence.map((seq) => `#${seq}`).join(', ')}
    </p>
    ${verdictNotes(verdict, source)}
    ${verdict.options.length === 0 ? nothing : html`<p class="small">${t('options')}: ${verdict.options.map((option) => remarkInPageLanguage(option).text).join(' | ')}</p>`}
  </div>`

function eventTable(
  shownEvents: GameSource['timelineEvents'],
  sans: ReadonlyMap<number, string>,
  reporters: GameAudit,
  proof: ReadonlySet<number>,
  takenBack: ReadonlyMap<number, number>,
): View {
  return html`<table class="event-table">
    <thead><tr><th scope="col">#</th><th scope="col">${t('time')}</th><th scope="col">${t('who')}</th><th scope="col">${t('what')}</th><th scope="col">${t('reporter')}</th></tr></thead>
    <tbody>
      ${shownEvents.map(
        ({ seq, at, event }) =>
          html`<tr class="${proof.has(seq) ? 'proof' : ''} ${takenBack.has(seq) ? 'taken-back' : ''}">
            <td>${seq}</td><td>${formatTimeOfDay(event === null ? at : shownInstant(event, at))}</td><td>${event === null ? '' : actorName(event.by)}</td>
            <td><span class="text">${event === null ? '' : describeEvent(event, sans.get(seq))}</span>${takenBack.has(seq) ? html` <small>${t('taken-back-by', { seq: takenBack.get(seq) ?? '' })}</small>` : nothing}</td>
            <td>${event?.principal ?? ''} <small>${reporters.offsetText(seq)}</small></td>
          </tr>`,
      )}
    </tbody>
  </table>`
}

function hashes(commits: readonly AuditedCommit[] | null, from: number, to: number): View {
  if (commits === null) return html`<p>${t('loading')}</p>`
  const wanted = commits.filter(({ events }) => events.some(({ seq }) => seq >= from && seq <= to))
  return html`<table class="hashes">
    <thead><tr><th scope="col">${t('commit')}</th><th scope="col">${t('events')}</th><th scope="col">${t('time')}</th><th scope="col">${t('hash')}</th></tr></thead>
    <tbody>
      ${wanted.map(
        ({ n, at, hash, events }) =>
          html`<tr><td>${n}</td><td>${[...new Set([events[0]?.seq, events.at(-1)?.seq])].join('–')}</td><td>${formatTimeOfDay(Date.parse(at))}</td><td><code>${hash}</code></td></tr>`,
      )}
    </tbody>
  </table>`
}
