/** Tokens for boards, telephones and people: minted, shown as cards with a link and its QR code, listed and revoked. */
import { signal } from '@preact/signals-core'
import type { TokenRole } from '../../../auth/roles.ts'
import { requestJson } from '../api/client.ts'
import { requestPages } from '../api/pages.ts'
import { notifyRefusal } from '../api/refusal.ts'
import type { RoundResponse } from '../api/shapes.ts'
import { html, nothing, type View } from '../ui/dom.ts'
import { type TextKey, t } from '../words/texts.ts'
import { isLoopback } from './loopback.ts'
import { mintTokens, type TokenCard, tokenCards } from './mint-tokens.ts'
import type { OfficeQuestion } from './question.ts'
import type { ListedToken } from './shapes.ts'
import { tokensList } from './tokens-list.ts'

export interface TokensView {
  view(): View
  /** Requests the list of tokens. */
  load(): Promise<void>
}

/** For whom the office mints tokens, in the order of its list; null: by `touchmove token mint` alone. */
const BEARERS: Readonly<Record<TokenRole, TextKey | null>> = {
  board: 'role-board',
  operator: 'role-operator',
  arbiter: 'role-arbiter',
  reader: 'role-reader',
  player: 'role-player',
  admin: null,
}

interface Parts {
  readonly tournament: string
  /** The tournament's name, as its cards have it. */
  name(): string
  rounds(): readonly string[]
  /** The games of each round, as far as they are known. */
  games(): ReadonlyMap<string, RoundResponse>
  ask(question: OfficeQuestion): void
}

export function openTokensView({ tournament, name, rounds, games, ask }: Parts): TokensView {
  const entries = signal<readonly ListedToken[]>([])
  const cards = signal<readonly TokenCard[]>([])
  const busy = signal(false)

  const load = async () => {
    const answer = await requestPages<ListedToken>('/tokens', 'tokens')
    if (answer.ok) entries.value = answer.value
  }
  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    if (busy.peek()) return
    const form = new FormData(event.target as HTMLFormElement)
    const text = (field: string) => String(form.get(field) ?? '')
    const order = { role: text('role') as TokenRole, round: text('round'), days: Number(text('days')) }
    const place = { tournament, name: name(), lastRound: rounds().at(-1) ?? '' }
    busy.value = true
    cards.value = []
    await mintTokens(order, place, (card) => {
      cards.value = [...cards.peek(), card]
    })
    busy.value = false
    void load()
  }
  const revoke = async (ids: readonly string[]) => {
    for (const id of ids) {
      const answer = await requestJson(`/tokens/${id}/revoke`, {})
      if (!answer.ok) {
        notifyRefusal(answer)
        break
      }
    }
    void load()
  }
  const askRevoke = (round: string, tokens: readonly ListedToken[]) =>
    ask({
      text: t('revoke-round-question', { round, count: tokens.length }),
      yes: t('revoke'),
      act: () => void revoke(tokens.map(({ id }) => id)),
    })

  return {
    load,
    view: () =>
      html`<form class="office-form tokens" @submit=${submit}>
          ${orderFields(rounds())}
          ${isLoopback(location.hostname) ? loopbackNote() : nothing}
          <div class="row"><button class="primary" ?disabled=${busy.value}>${t('mint')}</button></div>
        </form>
        ${cards.value.length === 0 ? nothing : tokenCards(cards.value)} ${tokensList({ entries: entries.value, tournament, games: games(), revoke, askRevoke })}`,
  }
}

const orderFields = (rounds: readonly string[]): View =>
  html`<div class="pair">
            <label>${t('role')}<select name="role">${Object.entries(BEARERS).map(([role, bearer]) => (bearer === null ? nothing : html`<option value=${role}>${t(bearer)}</option>`))}</select></label>
            <label>${t('for-round')}<select name="round">${rounds.map((round) => html`<option value=${round} ?selected=${round === rounds.at(-1)}>${t('round', { round })}</option>`)}<option value="">${t('whole-tournament')}</option></select></label>
            <label>${t('days')}<input name="days" type="number" min="1" max="3660" value="3" required /></label>
          </div>`

/** Warns that codes lead to the address of this page, which other machines cannot open. */
const loopbackNote = (): View =>
  html`<p class="failure no-print" role="note">${t('codes-lead-here', {
    host: location.host,
    option: '--host 0.0.0.0',
    example: `${location.protocol}//192.168.1.20${location.port === '' ? '' : `:${location.port}`}`,
  })}</p>`
