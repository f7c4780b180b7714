/** The form for all acts that an arbiter may record: about a verdict ("rule otherwise"), or about nothing in particular. */
import { type ReadonlySignal, type Signal, signal } from '@preact/signals-core'
import type { Verdict } from '../../../../domain/game/index.ts'
import { serverNow } from '../api/client.ts'
import type { GameSession } from '../game/session.ts'
import { closeDialog, dialogOf, showDialog } from '../ui/dialog.ts'
import { html, nothing, type View } from '../ui/dom.ts'
import { type TextKey, t } from '../words/texts.ts'
import type { ActContext, FormAct, FormField } from './acts/form-act.ts'
import { actsFor, FORM_ACTS } from './acts.ts'
import { type ClockFields, clockFieldsOf, clocksFields, parseClockFields } from './clocks-form.ts'
import { newEventsView } from './new-events.ts'
import { type EventDraft, proposalOf } from './proposal.ts'
import type { ReportSender } from './report-sender.ts'
import { clockSetDraft, presentSetting, usedTimes } from './restored-clocks.ts'

export interface RulingForm {
  /** `verdict`: the one that is ruled on, or null. `note`: the option by which it is settled, in words. */
  open(verdict: Verdict | null, note?: string): void
  view(): View
}

interface Parts {
  readonly reporter: ReportSender
  readonly session: GameSession
  readonly sans: ReadonlySignal<ReadonlyMap<number, string>>
}

const GROUPS: readonly TextKey[] = [
  'lane-rulings',
  'lane-clock',
  'lane-claims',
  'moves',
  'adjournment',
  'lane-record',
]

export function openRulingForm(parts: Parts): RulingForm {
  const { reporter, session } = parts
  const about = signal<Verdict | null>(null)
  const shown = signal(false)
  /** Seq of the last event that the arbiter has seen. */
  const seenSeq = signal(0)
  /** The values by field, which stay when another act is chosen, and after a refusal. */
  const written = signal<Readonly<Record<string, string>>>({})
  /** Null until one is chosen. */
  const act = signal<FormAct | null>(null)
  const clocks = signal<ClockFields | null>(null)

  const context = (): ActContext => ({
    verdict: about.value,
    head: seenSeq.value,
    usedTimes: () => usedTimes(session.events.peek() ?? [], serverNow()),
  })
  const input = ({ target }: Event) => {
    const { name, value } = target as HTMLInputElement
    if (name !== '') written.value = { ...written.value, [name]: value }
  }
  const choose = ({ target }: Event) => {
    act.value = FORM_ACTS.find(({ id }) => id === (target as HTMLSelectElement).value) ?? act.value
    if (act.value?.id !== 'clocks' || clocks.peek() !== null) return
    const setting = presentSetting(session.events.peek() ?? [], serverNow())
    clocks.value = setting === null ? null : clockFieldsOf(setting)
  }
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    const form = event.target as HTMLFormElement
    const draft = act.peek() === null ? null : draftOf(act.peek()!, form, clocks.peek(), context())
    if (draft === null) return
    const dialog = dialogOf(form)
    reporter.confirm(proposalOf(draft), { seenSeq: seenSeq.peek(), recorded: () => dialog?.close() })
  }
  const field = (each: FormField): View =>
    each.kind === 'clocks'
      ? clocksField(clocks)
      : fieldView(each, written.value[each.name] ?? each.start ?? '')

  return {
    open(verdict, note) {
      about.value = verdict
      seenSeq.value = reporter.head()
      written.value = note === undefined ? {} : { note }
      clocks.value = null
      // For a verdict a penalty is proposed, or with a note that it is settled; else no act is.
      const first = note !== undefined ? 'done' : verdict !== null ? 'penalty' : ''
      act.value = FORM_ACTS.find(({ id }) => id === first) ?? null
      shown.value = true
      showDialog('otherwise')
    },
    view() {
      if (!shown.value) return nothing
      const fields = act.value?.fields(context(), (name) => written.value[name] ?? '') ?? []
      return html`<dialog class="otherwise" aria-labelledby="otherwise-title" @close=${() => {
        shown.value = false
      }}>
        <form @submit=${submit} @input=${input}>
          <h2 id="otherwise-title">${t(about.value === null ? 'rule-any' : 'do-other')}</h2>
          ${actField(about.value, act.value, choose)}
          ${eventsSince(seenSeq, parts)}
          ${fields.map(field)}
          <div class="row">
            <button type="button" @click=${closeDialog}>${t('cancel')}</button>
            <button class="primary">${t('record')} …</button>
          </div>
        </form>
      </dialog>`
    },
  }
}

/** The event that is made of the values; null where the clocks cannot be read. */
function draftOf(
  act: FormAct,
  form: HTMLFormElement,
  clocks: ClockFields | null,
  context: ActContext,
): EventDraft | null {
  const given = new FormData(form)
  const text = (name: string) => String(given.get(name) ?? '').trim()
  if (act.id !== 'clocks') return act.draft(text, context)
  const setting = clocks === null ? null : parseClockFields(clocks)
  return setting === null ? null : clockSetDraft(setting, text('note'))
}

/** The choice of an act, of those that fit the verdict. */
function actField(about: Verdict | null, chosen: FormAct | null, choose: (event: Event) => void): View {
  const acts = actsFor(about)
  const option = (each: FormAct) =>
    html`<option value=${each.id} ?selected=${each === chosen}>${each.text()}</option>`
  return html`<label
            >${t('what')}
            <select name="act" required @change=${choose}>
              <option value="" ?selected=${chosen === null}>—</option>
              ${GROUPS.map((group) => html`<optgroup label=${t(group)}>${acts.filter((each) => each.group === group).map(option)}</optgroup>`)}
            </select></label
          >`
}

/** The events that were recorded since the form was opened, or since the arbiter saw them. */
function eventsSince(seenSeq: Signal<number>, { session, sans, reporter }: Parts): View {
  const events = (session.events.value ?? []).slice(seenSeq.value)
  const look = () => {
    seenSeq.value = reporter.head()
  }
  return events.length === 0
    ? nothing
    : newEventsView({ events, sans: sans.value, arrived: true, same: false, look })
}

const clocksField = (clocks: Signal<ClockFields | null>): View =>
  clocks.value === null
    ? html`<p class="empty">${t('no-clock')}</p>`
    : clocksFields(clocks.value, (next) => {
        clocks.value = next
      })

const TYPES = { number: 'number', text: 'text', instant: 'datetime-local' } as const

function fieldView(field: FormField, value: string): View {
  const { name, label, kind, choices = [], optional = false } = field
  if (kind === 'choice')
    return html`<label>${t(label)}<select name=${name} ?required=${!optional}>${choices.map(([each, text]) => html`<option value=${each} ?selected=${each === value}>${text}</option>`)}</select></label>`
  if (kind === 'long-text')
    return html`<label>${t(label)}<textarea name=${name} rows="2" .value=${value}></textarea></label>`
  return html`<label>${t(label)}<input name=${name} type=${TYPES[kind as keyof typeof TYPES]} min=${field.least ?? nothing} step=${field.step ?? nothing} pattern=${field.pattern ?? nothing} ?required=${!optional} .value=${value} autocomplete="off" /></label>`
}
