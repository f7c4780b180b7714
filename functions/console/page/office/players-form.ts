/** The players at the boards of a round, and the dialog that corrects their details and the time control of their game. */
import { signal } from '@preact/signals-core'
import type { EventData } from '../../../../events/index.ts'
import type { Side } from '../../../../events/vocabulary.ts'
import { notifyRefusal } from '../api/refusal.ts'
import type { GameListItem, PlayerDetails } from '../api/shapes.ts'
import { formatRoute } from '../route.ts'
import { closeDialog, dialogOf, showDialog } from '../ui/dialog.ts'
import { html, nothing, type View } from '../ui/dom.ts'
import { notify } from '../ui/notices.ts'
import { t } from '../words/texts.ts'
import { type PlayersAct, recordPlayersAct } from './player-corrections.ts'
import { fetchDescription, fetchRoundGames } from './round-requests.ts'
import {
  chosenControl,
  controlText,
  createTimeControlChoice,
  playHint,
  type ReadControl,
  type TimeControlChoice,
  timeControlField,
} from './time-control.ts'

export interface PlayersForm {
  /** The boards of a round, in a part that can be unfolded. */
  view(round: string): View
  dialog(): View
}

/** The board of the dialog. */
interface OpenedBoard {
  readonly round: string
  readonly game: GameListItem
  readonly description: EventData<'game-opened'>
  readonly control: TimeControlChoice
}

export function openPlayersForm(tournament: string, changed: () => void): PlayersForm {
  const games = signal<ReadonlyMap<string, readonly GameListItem[]>>(new Map())
  const corrected = signal<OpenedBoard | null>(null)
  let busy = false

  const load = async (round: string) => {
    const answer = await fetchRoundGames(tournament, round)
    if (!answer.ok) return notifyRefusal(answer)
    games.value = new Map([...games.peek(), [round, answer.value.games]])
  }
  const open = async (round: string, game: GameListItem) => {
    const description = await fetchDescription(game.game)
    if (description === null) return
    const control = createTimeControlChoice(description.timeControl)
    corrected.value = { round, game, description, control }
    showDialog('correct-players')
  }
  const submit = async (act: PlayersAct, form: HTMLFormElement) => {
    const about = corrected.peek()
    if (about === null || busy) return
    const read = newControl(about)
    if (act === 'save' && !read.ok) return
    const given = new FormData(form)
    const seated = { tournament, ...about, games: games.peek().get(about.round) ?? [] }
    busy = true
    const done = await recordPlayersAct(act, seated, {
      text: (name) => String(given.get(name) ?? '').trim(),
      timeControl: read.ok ? read.control : null,
    })
    busy = false
    if (!done) return
    dialogOf(form)?.close()
    notify(t('saved'))
    for (const round of games.peek().keys()) void load(round)
    changed()
  }

  return {
    view: (round) =>
      boardsOfRound(round, games.value.get(round) ?? [], {
        load,
        open: (own, game) => void open(own, game),
      }),
    dialog: () =>
      corrected.value === null
        ? nothing
        : playersDialog(corrected.value, {
            submit: (act, form) => void submit(act, form),
            closed: () => {
              corrected.value = null
            },
          }),
  }
}

/** The time control that is written, where it is another one than before. */
const newControl = ({ description, control }: OpenedBoard): ReadControl =>
  control.text.peek() === controlText(description.timeControl)
    ? { ok: true, control: null }
    : chosenControl(control)

function boardsOfRound(
  round: string,
  games: readonly GameListItem[],
  { load, open }: { load(round: string): void; open(round: string, game: GameListItem): void },
): View {
  const row = (game: GameListItem): View =>
    html`<tr>
      <td><a href=${formatRoute({ view: 'game', game: game.game, pointInTime: {} })}>${game.board}</a></td>
      <td><bdi>${game.white.name}</bdi></td><td><bdi>${game.black.name}</bdi></td>
      <td><button type="button" aria-label=${`${t('correct-players')} (${t('board', { board: game.board })})`} @click=${() => open(round, game)}>${t('correct-players')}</button></td>
    </tr>`
  return html`<details class="boards-of-round" @toggle=${({ target }: Event) => {
    if ((target as HTMLDetailsElement).open) load(round)
  }}><summary>${t('players-and-boards')}</summary>
        <div class="wide-table"><table class="preview">
          <thead><tr><th scope="col">${t('by-board')}</th><th scope="col">${t('white')}</th><th scope="col">${t('black')}</th><td></td></tr></thead>
          <tbody>${games.map(row)}</tbody>
        </table></div>
      </details>`
}

interface DialogHandlers {
  submit(act: PlayersAct, form: HTMLFormElement): void
  closed(): void
}

function playersDialog(
  { game, description, control }: OpenedBoard,
  { submit, closed }: DialogHandlers,
): View {
  const save = (event: SubmitEvent) => {
    event.preventDefault()
    submit('save', event.target as HTMLFormElement)
  }
  return html`<dialog class="correct-players" aria-labelledby="correct-players-title" @close=${closed}>
        <form class="office-form" @submit=${save}>
          <h2 id="correct-players-title">${t('board', { board: game.board })}</h2>
          <label>${t('by-board')}<input name="board" type="number" min="1" max="100000" required value=${game.board} /></label>
          ${playerFields('white', game.white)} ${playerFields('black', game.black)}
          ${timeControlField(control, { required: description.timeControl !== undefined })}
          ${playHint(chosenControl(control), description.edition, description.play)}
          <label>${t('reason')} *<input name="reason" required maxlength="2000" autocomplete="off" /></label>
          ${game.status === 'scheduled' ? actsBeforePlay(submit) : nothing}
          <div class="row"><button type="button" @click=${closeDialog}>${t('cancel')}</button><button class="primary">${t('save')}</button></div>
        </form>
      </dialog>`
}

/** The buttons besides the one that saves; each requires a reason too. */
function actsBeforePlay(submit: DialogHandlers['submit']): View {
  const press =
    (act: PlayersAct) =>
    ({ currentTarget }: Event): void => {
      const { form } = currentTarget as HTMLButtonElement
      if (form?.reportValidity()) submit(act, form)
    }
  return html`<p class="before-play"><button type="button" @click=${press('swap')}>${t('swap-colours')}</button> <button type="button" @click=${press('take-out')}>${t('take-out')}</button></p>`
}

const playerFields = (side: Side, player: PlayerDetails): View => html`<fieldset>
        <legend>${t(side)}</legend>
        <label>${t('tournament-name')}<input name="${side}-name" required maxlength="200" autocomplete="off" value=${player.name} /></label>
        <div class="pair">
          <label>${t('player-title')}<input name="${side}-title" maxlength="16" autocomplete="off" value=${player.title ?? ''} /></label>
          <label>${t('rating')}<input name="${side}-rating" type="number" min="0" max="4000" value=${player.rating ?? ''} /></label>
        </div>
        <div class="pair">
          <label>${t('fide-id')}<input name="${side}-fideId" pattern="[1-9][0-9]{0,10}" inputmode="numeric" autocomplete="off" value=${player.fideId ?? ''} /></label>
          <label>${t('federation')}<input name="${side}-federation" maxlength="32" autocomplete="off" value=${player.federation ?? ''} /></label>
        </div>
      </fieldset>`
