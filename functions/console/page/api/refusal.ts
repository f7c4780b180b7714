/** Refusals of the service in the page's language, with the service's own English text in small print. */
import { html, nothing, type View } from '../ui/dom.ts'
import { notify } from '../ui/notices.ts'
import { type TextKey, t } from '../words/texts.ts'
import type { ApiRefusal } from './client.ts'

/** Texts by the type of the problem, where that says more than the status does. */
const MESSAGE_BY_KIND: Readonly<Record<string, TextKey>> = {
  'id-reused': 'refused-id-reused',
  damaged: 'refused-damaged',
  'later-format': 'refused-damaged',
}

const MESSAGE_BY_STATUS: Readonly<Record<number, TextKey>> = {
  0: 'not-reached',
  400: 'refused-malformed',
  401: 'token-refused',
  403: 'not-allowed',
  404: 'refused-unknown',
  413: 'refused-too-large',
  422: 'refused-malformed',
  429: 'refused-later',
  503: 'refused-later',
}

export function refusalMessage({ status, problem }: ApiRefusal): {
  readonly text: string
  readonly detail: string
} {
  const kind = MESSAGE_BY_KIND[problem.type.slice(problem.type.lastIndexOf(':') + 1)]
  const said = status === 409 && problem.head !== undefined ? 'moved-on' : (kind ?? MESSAGE_BY_STATUS[status])
  const details = (problem.errors ?? [problem]).map(({ detail }) => detail)
  // Where the service was not reached, there is no more to be known.
  return { text: t(said ?? 'refused'), detail: status === 0 ? '' : details.join(' · ') }
}

export function notifyRefusal(refused: ApiRefusal): void {
  const { text, detail } = refusalMessage(refused)
  notify(text, 'bad', detail)
}

/** A refusal as a part of the page, not as a notice; `missing` for 404, and nothing while the connection is lost, which the header says. */
export function refusalView(refused: ApiRefusal | null, missing: string): View {
  if (refused === null || refused.status === 0) return nothing
  if (refused.status === 404) return missing
  return refusalLines(refused)
}

/** A refusal, and below it the service's own text. */
export function refusalLines(refused: ApiRefusal): View {
  const { text, detail } = refusalMessage(refused)
  return html`${text}${detail === '' ? nothing : html`<br /><small lang="en"><bdi>${detail}</bdi></small>`}`
}
