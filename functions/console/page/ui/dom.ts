/** Rendering: a part of the page is drawn anew when a signal that it has read changes. */
import { effect } from '@preact/signals-core'
import { html, render, type TemplateResult } from 'lit-html'

export type View = TemplateResult | readonly TemplateResult[] | typeof nothing | string
export { html, nothing } from 'lit-html'

import type { nothing } from 'lit-html'

/** Renders what `view` returns into `element`, now and after each change. Returns the function that ends this. */
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

/** A picture on a button, by its outline (`icons.ts`); the button's words are in its `aria-label` or beside it. */
export const icon = (path: string): TemplateResult =>
  html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d=${path}></path></svg>`
