/**
 * The card of a question that a sensor board leaves open: the moves that may have been made, or the results that the kings in the centre
 * may mean, each a button that answers.
 */
import { parseFen, parseUci } from '../../../../domain/chess/index.ts'
import { fenOf, type PublicState } from '../../../../domain/game/index.ts'
import { reportOfMove } from '../../../../domain/reports/move-made.ts'
import { canReport, canRule } from '../api/session.ts'
import type { GameFrame } from '../replay/frame.ts'
import type { EventDraft } from '../rulings/proposal.ts'
import { html, nothing, type View } from '../ui/dom.ts'
import { formatScore } from '../words/describe.ts'
import { moveNotation } from '../words/notation.ts'
import { t } from '../words/texts.ts'

type Question = NonNullable<PublicState['question']>

interface Parts {
  /** The present question: one of an earlier instant is shown, but cannot be answered. */
  readonly present: Question | undefined
  /** `asked`: seq of the question that the draft answers. */
  answer(draft: EventDraft, asked: number): void
  /** Records a result, after a confirmation. */
  end(draft: EventDraft): void
  /** Opens the form in which any other move can be entered. */
  enter(): void
  toSeq(seq: number): void
}

/** The position before the move that is asked about, which is the last recorded move where that is in doubt. */
function fenAsked({ state, gameState }: GameFrame): string {
  if (gameState === null || state.question?.side === state.turn) return state.fen
  const { points, here } = gameState
  return fenOf(points, points[points[here]?.parent ?? here])
}

/** The `move-made` that answers the question; null where the candidate is no legal move of the position. */
function answerOf({ side }: Question, fen: string, uci: string): EventDraft | null {
  const position = parseFen(fen)
  const move = position.ok ? parseUci(position.value, uci) : position
  return move.ok ? { type: 'move-made', by: side, data: reportOfMove(move.value) } : null
}

/** The move with its weight: `Nf3 +4`; the likeliest has 0, and a move that the decoder does not follow has none. */
function candidateLabel(fen: string, uci: string, weight: number | null): View {
  const move = moveNotation(fen, uci)
  return weight === null
    ? html`${move}`
    : html`${move} <span class="weight">${weight === 0 ? '0' : `+${weight}`}</span>`
}

const SCORES = {
  '1-0': { white: '1', black: '0' },
  '0-1': { white: '0', black: '1' },
  '1/2-1/2': { white: '½', black: '½' },
} as const

/** The card for kings in the centre, by which players show a result: those that it may mean, the likeliest first. */
function resultCard({ seq, results = [] }: Question, { present, end }: Parts): View {
  const scores = results.map((result) => SCORES[result])
  const answers = canRule.value && present?.seq === seq
  return html`<section class="card warn question" data-seq=${seq} aria-label=${t('question-result')}>
    <p class="sentence">${t('question-result')}</p>
    ${
      answers
        ? html`<div class="rulings">${scores.map(
            (score) =>
              html`<button @click=${() => end({ type: 'result-set', by: 'arbiter', data: { ...score, reason: '' } })}>${formatScore(score)}</button>`,
          )}</div>`
        : html`<p class="options">${scores.map((score) => html`<span class="option">${formatScore(score)}</span>`)}</p>`
    }
  </section>`
}

export function questionCard(frame: GameFrame, parts: Parts): View {
  const { question } = frame.state
  if (question === undefined) return nothing
  const fen = fenAsked(frame)
  if (question.results !== undefined) return resultCard(question, parts)
  const { present, answer, enter, toSeq } = parts
  const { side, seq, press, edges, candidates, weights } = question
  const seqButton = (each: number): View =>
    html`<button class="seq" @click=${() => toSeq(each)}>#${each}</button>`
  const weighed = candidates
    .map((uci, index) => ({ uci, weight: weights[index] ?? null }))
    .sort((a, b) => (a.weight ?? Number.MAX_SAFE_INTEGER) - (b.weight ?? Number.MAX_SAFE_INTEGER))
    .map(({ uci, weight }) => ({ uci, label: candidateLabel(fen, uci, weight) }))
  const answers = weighed.flatMap(({ uci, label }) => {
    const draft = answerOf(question, fen, uci)
    return draft === null ? [] : [{ label, draft }]
  })
  return html`<section class="card warn question" data-seq=${seq} aria-label=${t('question-short')}>
    <p class="sentence">${t('question-title', { side: t(side) })}</p>
    ${candidates.length === 0 ? html`<p class="note">${t('question-none')}</p>` : nothing}
    ${
      canReport.value && present?.seq === seq
        ? html`<div class="rulings">
            ${answers.map(({ label, draft }) => html`<button @click=${() => answer(draft, seq)}>${label}</button>`)}
            <button @click=${enter}>${t('question-other')}</button>
          </div>`
        : candidates.length === 0
          ? nothing
          : html`<p class="options">${weighed.map(({ label }) => html`<span class="option">${label}</span>`)}</p>`
    }
    ${weights.some((weight) => weight !== null) ? html`<p class="note">${t('question-weights')}</p>` : nothing}
    <p class="proof"><span class="label">${t('proof')}</span> ${[...edges, ...(press === null ? [] : [press])].map(seqButton)}</p>
  </section>`
}
