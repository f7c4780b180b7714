/** Rendering: a part of the page is drawn anew when a signal it has read changes. */
import { effect } from '@preact/signals-core'
import { html, render, type TemplateResult } from 'lit-html'

export type View = TemplateResult | readonly TemplateResult[] | typeof nothing | string
export { html, nothing } from 'lit-html'

import type { nothing } from 'lit-html'

/** Keeps `element` showing what `view` returns; the answer ends that. */
export const mount = (element: HTMLElement | DocumentFragment, view: () => View): (() => void) =>
  effect(() => {
    render(view(), element as HTMLElement)
  })

export function element<K extends keyof HTMLElementTagNameMap>(
  name: K,
  className = '',
  attributes: Readonly<Record<string, string>> = {},
): HTMLElementTagNameMap[K] {
  const node = document.createElement(name)
  if (className !== '') node.className = className
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value)
  return node
}

/** A picture of the sprite below, for buttons; their words are in `aria-label` or beside it. */
export const icon = (path: string): TemplateResult =>
  html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d=${path}></path></svg>`
