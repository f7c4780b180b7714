/** Who plays at the boards of a round: shown, and corrected where a name, a title or a rating was entered wrongly. */
import { signal } from '@preact/signals-core'
import type { EventData } from '../../../../events/index.ts'
import { requestJson } from '../api/client.ts'
import { notifyRefusal } from '../api/refusal.ts'
import { sessionClaims } from '../api/session.ts'
import type { GameListItem, PlayerDetails, RoundResponse } from '../api/shapes.ts'
import { formatRoute } from '../route.ts'
import { closeDialog, dialogOf, showDialog } from '../ui/dialog.ts'
import { html, nothing, type View } from '../ui/dom.ts'
import { notify } from '../ui/notices.ts'
import { t } from '../words/texts.ts'

export interface PlayersForm {
  /** The boards of a round, to be opened. */
  view(round: string): View
  dialog(): View
}

type Fields = EventData<'details-corrected'>['fields']

/** What the form is submitted for. */
type Act = 'save' | 'swap' | 'take-out'

const SIDES = ['white', 'black'] as const
const TEXTS = ['name', 'title', 'rating', 'fideId', 'federation'] as const

export function openPlayersForm(tournament: string, changed: () => void): PlayersForm {
  const games = signal<ReadonlyMap<string, readonly GameListItem[]>>(new Map())
  const corrected = signal<GameListItem | null>(null)
  let busy = false

  const load = async (round: string) => {
    const answer = await requestJson<RoundResponse>(`/tournaments/${tournament}/rounds/${round}/games`)
    if (!answer.ok) return notifyRefusal(answer)
    games.value = new Map([...games.peek(), [round, answer.value.games]])
  }

  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    void submitAs('save', event.target as HTMLFormElement)
  }

  /** A button besides that which saves; a reason is wanted by each. */
  const press =
    (act: 'swap' | 'take-out') =>
    ({ currentTarget }: Event): void => {
      const { form } = currentTarget as HTMLButtonElement
      if (form?.reportValidity()) void submitAs(act, form)
    }

  const submitAs = async (act: Act, form: HTMLFormElement) => {
    const game = corrected.peek()
    if (game === null || busy) return
    const given = new FormData(form)
    const text = (name: string) => String(given.get(name) ?? '').trim()
    busy = true
    const done = await changeAs(act, game, text)
    busy = false
    if (done) saved(dialogOf(form))
  }

  /** Answers whether all of it is recorded; what is refused is told, and the dialog stays. */
  const changeAs = async (act: Act, game: GameListItem, text: (name: string) => string): Promise<boolean> => {
    const reason = text('reason')
    if (act === 'take-out') return changeRoundOf(game, { removed: [game.game], reason })
    if (act === 'swap') return correct(game, swappedColours(game), reason)
    const board = Number(text('board'))
    if (board !== game.board && !(await moveTo(game, board, reason))) return false
    const fields = changesOf(game, text)
    return fields === null || correct(game, fields, reason)
  }

  const correct = async ({ game }: GameListItem, fields: Fields, reason: string): Promise<boolean> => {
    const answer = await requestJson(`/games/${game}/events`, {
      events: [
        {
          id: crypto.randomUUID(),
          type: 'details-corrected',
          at: new Date().toISOString(),
          by: sessionClaims.peek()?.role === 'operator' ? 'operator' : 'arbiter',
          data: { fields, reason },
        },
      ],
    })
    if (!answer.ok) notifyRefusal(answer)
    return answer.ok
  }

  const seatsWith = (game: GameListItem): readonly [string, readonly GameListItem[]] =>
    [...games.peek()].find(([, list]) => list.some((each) => each.game === game.game)) ?? ['', []]

  /** To another board of the round; who sits there comes to the board that is left. */
  const moveTo = (game: GameListItem, board: number, reason: string): Promise<boolean> => {
    const there = seatsWith(game)[1].find((each) => each.board === board)
    const boards = [
      { board, game: game.game },
      ...(there === undefined ? [] : [{ board: game.board, game: there.game }]),
    ]
    return changeRoundOf(game, { boards, reason })
  }

  const changeRoundOf = async (game: GameListItem, change: object): Promise<boolean> => {
    const [round] = seatsWith(game)
    const answer = await requestJson(`/tournaments/${tournament}/rounds/${round}`, change, 'PATCH')
    if (!answer.ok) notifyRefusal(answer)
    return answer.ok
  }

  const saved = (dialog: HTMLDialogElement | null) => {
    dialog?.close()
    notify(t('saved'))
    for (const round of games.peek().keys()) void load(round)
    changed()
  }

  const row = (game: GameListItem): View =>
    html`<tr>
      <td><a href=${formatRoute({ view: 'game', game: game.game, pointInTime: {} })}>${game.board}</a></td>
      <td><bdi>${game.white.name}</bdi></td><td><bdi>${game.black.name}</bdi></td>
      <td><button type="button" aria-label=${`${t('correct-players')} (${t('board', { board: game.board })})`} @click=${() => {
        corrected.value = game
        showDialog('correct-players')
      }}>${t('correct-players')}</button></td>
    </tr>`

  return {
    view: (round) =>
      html`<details class="boards-of-round" @toggle=${({ target }: Event) => {
        if ((target as HTMLDetailsElement).open) void load(round)
      }}><summary>${t('players-and-boards')}</summary>
        <div class="wide-table"><table class="preview">
          <thead><tr><th scope="col">${t('by-board')}</th><th scope="col">${t('white')}</th><th scope="col">${t('black')}</th><td></td></tr></thead>
          <tbody>${(games.value.get(round) ?? []).map(row)}</tbody>
        </table></div>
      </details>`,
    dialog() {
      const game = corrected.value
      if (game === null) return nothing
      const side = (of: (typeof SIDES)[number]) => html`<fieldset>
        <legend>${t(of)}</legend>
        <label>${t('tournament-name')}<input name="${of}-name" required maxlength="200" autocomplete="off" value=${game[of].name} /></label>
        <div class="pair">
          <label>${t('player-title')}<input name="${of}-title" maxlength="16" autocomplete="off" value=${game[of].title ?? ''} /></label>
          <label>${t('rating')}<input name="${of}-rating" type="number" min="0" max="4000" value=${game[of].rating ?? ''} /></label>
        </div>
        <div class="pair">
          <label>${t('fide-id')}<input name="${of}-fideId" pattern="[1-9][0-9]{0,9}" inputmode="numeric" autocomplete="off" value=${game[of].fideId ?? ''} /></label>
          <label>${t('federation')}<input name="${of}-federation" maxlength="32" autocomplete="off" value=${game[of].federation ?? ''} /></label>
        </div>
      </fieldset>`
      return html`<dialog class="correct-players" aria-labelledby="correct-players-title" @close=${() => {
        corrected.value = null
      }}>
        <form class="office-form" @submit=${submit}>
          <h2 id="correct-players-title">${t('board', { board: game.board })}</h2>
          <label>${t('by-board')}<input name="board" type="number" min="1" max="100000" required value=${game.board} /></label>
          ${side('white')} ${side('black')}
          <label>${t('reason')} *<input name="reason" required maxlength="2000" autocomplete="off" /></label>
          ${
            game.status === 'scheduled'
              ? html`<p class="before-play"><button type="button" @click=${press('swap')}>${t('swap-colours')}</button> <button type="button" @click=${press('take-out')}>${t('take-out')}</button></p>`
              : nothing
          }
          <div class="row"><button type="button" @click=${closeDialog}>${t('cancel')}</button><button class="primary">${t('save')}</button></div>
        </form>
      </dialog>`
    },
  }
}

/** The fields that were written otherwise; null where there is none. A field that was emptied is taken away. */
function changesOf(game: GameListItem, text: (name: string) => string): Fields | null {
  const sides = SIDES.flatMap((side) => {
    const before: PlayerDetails = game[side]
    const fields = TEXTS.flatMap((name): (readonly [string, string | number | null])[] => {
      const value = text(`${side}-${name}`)
      if (value === String(before[name] ?? '')) return []
      if (value === '') return [[name, null]]
      return [[name, name === 'rating' ? Number(value) : value]]
    })
    return fields.length === 0 ? [] : [[side, Object.fromEntries(fields)] as const]
  })
  return sides.length === 0 ? null : (Object.fromEntries(sides) as Fields)
}

/** Each player's entry in the other's place: the pairing was entered the wrong way round. */
function swappedColours({ white, black }: GameListItem): Fields {
  const inPlaceOf = (before: PlayerDetails, entry: PlayerDetails) => ({
    ...Object.fromEntries(Object.keys(before).map((name) => [name, null])),
    ...(before.visuallyImpaired === true && { visuallyImpaired: false }),
    ...entry,
  })
  return { white: inPlaceOf(white, black), black: inPlaceOf(black, white) } as Fields
}
