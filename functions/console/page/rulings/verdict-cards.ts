/** Verdicts as cards: sentence, player, articles, proof, and the rulings that can be made. */
import type { GameState, Remark, Verdict } from '../../../../domain/game/index.ts'
import { COUNTED_OFFENCES } from '../../../../domain/laws/article-07-penalty.ts'
import { canRule } from '../api/session.ts'
import { formatDuration } from '../clock/text.ts'
import type { GameSource } from '../replay/source.ts'
import { statusTone } from '../timeline/draw.ts'
import { html, nothing, type View } from '../ui/dom.ts'
import { formatScore } from '../words/describe.ts'
import { localizeMovesIn, remarkInPageLanguage, verdictInPageLanguage } from '../words/laws.ts'
import { localSan } from '../words/san.ts'
import { t, tDynamic } from '../words/texts.ts'
import type { Propose } from './proposal.ts'
import type { ReportSender } from './report-sender.ts'
import { type Ruling, recomputeRuling, rulingsFor, verdictKey } from './rulings.ts'

export interface VerdictCardParts {
  readonly reporter: ReportSender
  /** The present state, to which rulings refer; null where no rulings are offered. */
  readonly present: GameState | null
  /** The present state at the time of the call. */
  latest(): GameState | null
  readonly source: GameSource | null
  readonly sans: ReadonlyMap<number, string>
  toSeq(seq: number): void
  /** Opens the form with all acts that an arbiter may record. */
  ruleOtherwise(verdict: Verdict, note?: string): void
}

/** The cards: verdicts that wait come first, then the latest. `changed`: verdicts that differ under another edition. */
export function verdictCards(
  verdicts: readonly Verdict[],
  parts: VerdictCardParts,
  changed: ReadonlySet<Verdict> = new Set(),
): View {
  if (verdicts.length === 0) return html`<p class="empty">${t('no-verdicts')}</p>`
  const waits = ({ status }: Verdict) => (status === 'awaits-arbiter' ? 0 : status === 'awaits-claim' ? 1 : 2)
  const ordered = [...verdicts].sort((a, b) => waits(a) - waits(b) || b.seq - a.seq)
  const cards = (wanted: boolean) =>
    ordered
      .filter((verdict) => (verdict.status === 'lapsed' && !changed.has(verdict)) === wanted)
      .map((verdict) => card(verdict, parts, changed.has(verdict)))
  const lapsed = cards(true)
  // Lapsed verdicts are folded away: other verdicts have taken their place.
  return html`<ul class="cards">${cards(false)}</ul>
    ${lapsed.length === 0 ? nothing : html`<details class="lapsed"><summary>${t('v-lapsed')}: ${lapsed.length}</summary><ul class="cards">${lapsed}</ul></details>`}`
}

function card(verdict: Verdict, parts: VerdictCardParts, changed: boolean): View {
  const { against, articles, edition, status, evidence, answeredBy } = verdict
  const present = parts.present?.verdicts.find((each) => verdictKey(each) === verdictKey(verdict))
  const rulings = present === undefined || parts.present === null ? [] : rulingsFor(present, parts.present)
  return html`<li class="card ${statusTone(status)} ${changed ? 'changed' : ''}" data-rule=${verdict.rule} data-seq=${verdict.seq}>
    <div class="top">
      <span class="chip ${statusTone(status)}">${t(`v-${status}`)}</span>
      ${against === null ? nothing : html`<span class="against">${t(`against-${against}`)}</span>`}
      <span class="edition">${t('edition', { edition: edition.slice(0, 4) })}</span>
    </div>
    <p class="sentence">${verdictInPageLanguage(verdict)}</p>
    ${countedBefore(verdict, parts)}
    <p class="articles">${articles.map((article) => html`<span class="article">${article}</span>`)}</p>
    ${canRule.value && rulings.length > 0 ? buttons(present!, rulings, parts) : nothing}
    ${canRule.value && rulings.length === 0 && present?.status === 'awaits-arbiter' ? buttons(present, [], parts) : nothing}
    <p class="proof">
      <span class="label">${t('proof')}</span>
      ${[...new Set(evidence)].map((seq) => seqButton(seq, parts))}
      ${answeredBy === null ? nothing : html`<span class="label">${t('answered-by', { seq: '' })}</span>${seqButton(answeredBy, parts)}`}
    </p>
    ${present === undefined || present.status === status || answeredBy !== null ? nothing : later(present, parts)}
    ${verdictNotes(verdict, parts.source, 'notes')}
    ${otherOptions(verdict, rulings, parts)}
  </li>`
}

const seqButton = (seq: number, { toSeq, sans }: VerdictCardParts): View => {
  const san = sans.get(seq)
  return html`<button class="seq" @click=${() => toSeq(seq)}>#${seq}${san === undefined ? nothing : html` <span>${localSan(san)}</span>`}</button>`
}

/** The present status of a verdict, where it has changed since the shown instant. */
const later = ({ status, answeredBy }: Verdict, parts: VerdictCardParts): View =>
  html`<p class="proof"><span class="label">${t('later')}</span> <span class="chip ${statusTone(status)}">${t(`v-${status}`)}</span>${answeredBy === null ? nothing : seqButton(answeredBy, parts)}</p>`

/** Earlier counted offences of the same player, on which it depends whether this one loses the game. */
function countedBefore({ rule, seq, against }: Verdict, parts: VerdictCardParts): View {
  if (!COUNTED_OFFENCES.includes(rule)) return nothing
  const earlier = (parts.present?.verdicts ?? []).filter(
    (each) => each.counted && each.against === against && each.seq < seq,
  )
  if (earlier.length === 0) return nothing
  return html`<p class="proof"><span class="label">${t('counted-before', { count: earlier.length })}</span> ${earlier.map((each) => seqButton(each.seq, parts))}</p>`
}

/** Options that no ruling carries out: each opens the form with the option as a note. */
function otherOptions(verdict: Verdict, rulings: readonly Ruling[], parts: VerdictCardParts): View {
  const { options, status } = verdict
  if (status !== 'awaits-arbiter') return nothing
  const done = new Set(rulings.flatMap(({ option, penalty }) => [option, penalty]))
  const left = options.filter(({ code }) => !done.has(code))
  if (left.length === 0) return nothing
  return html`<p class="options"><span class="label">${t('options')}</span> ${left.map((option) => optionView(option, verdict, parts))}</p>`
}

function optionView(option: Remark, verdict: Verdict, parts: VerdictCardParts): View {
  const { text, lang } = remarkInPageLanguage(option)
  return canRule.value && parts.present !== null
    ? html`<button class="option" lang=${lang} @click=${() => parts.ruleOtherwise(verdict, text)}>${text}</button>`
    : html`<span lang=${lang}>${text}</span>`
}

/** The notes of a verdict as a list; moves in them are written in the notation of the page's language. */
export const verdictNotes = (
  { notes, evidence, seq }: Verdict,
  source: GameSource | null,
  className = '',
): View =>
  notes.length === 0
    ? nothing
    : html`<ul class=${className}>${notes.map((note) => {
        const { text, lang } = remarkInPageLanguage(note)
        const before = () => source?.frame(Math.max(1, Math.min(seq, ...evidence) - 1))?.state.fen
        return html`<li lang=${lang}>${localizeMovesIn(text, before)}</li>`
      })}</ul>`

function buttons(verdict: Verdict, rulings: readonly Ruling[], parts: VerdictCardParts): View {
  return html`<div class="rulings">
    ${rulings.map(
      (ruling, k) =>
        html`<button class=${k === 0 ? 'primary' : ''} @click=${() => parts.reporter.confirm(proposeRuling(ruling, verdict, parts))}>${labelOf(ruling)}</button>`,
    )}
    <button @click=${() => parts.ruleOtherwise(verdict)}>${t('do-other')}</button>
  </div>`
}

/** Proposes a ruling, computed from the present record: null once the verdict is settled. */
const proposeRuling =
  (ruling: Ruling, verdict: Verdict, { latest }: VerdictCardParts): Propose =>
  () => {
    const state = latest()
    const now = state?.verdicts.find((each) => verdictKey(each) === verdictKey(verdict))
    const drafts = state === null || now === undefined ? null : recomputeRuling(ruling, now, state)
    if (drafts === null) return null
    return ruling.restoredBy === undefined ? { drafts } : { drafts, restoredBy: ruling.restoredBy }
  }

function labelOf({ kind, drafts, side, ms, penalty }: Ruling): string {
  const [draft] = drafts
  const result = draft?.type === 'result-set' ? formatScore(draft.data) : ''
  switch (kind) {
    case 'all':
      return t('do-all')
    case 'restore':
      return t('do-restore')
    case 'time':
      return t('do-time', { side: t(side ?? 'white'), time: formatDuration(ms ?? 0) })
    case 'result':
    case 'draw':
    case 'both-lose':
      return t('do-result', { result })
    case 'notice':
      return t('do-notice')
    case 'uphold':
      return t('do-uphold')
    case 'reject':
      return t('do-reject')
    case 'nothing-due':
      return t('do-nothing-due')
    case 'start':
      return t('do-start', { side: draft?.type === 'clocks-started' ? t(draft.data.side) : '' })
    case 'clocks':
      return t('clocks-set')
    case 'leave-times':
      return t('leave-times')
    case 'penalty':
      return tDynamic(`p-${penalty}`)
  }
}
