/** The page's header: name, state of the connection, language, light or dark, and the buttons of its dialogs. */
import type { TokenRole } from '../../auth/roles.ts'
import { expiresSoon, sessionClaims, signOut } from './api/session.ts'
import { formatTimeOfDay } from './clock/text.ts'
import { connectionStatus } from './live/connection.ts'
import { html, icon, nothing, type View } from './ui/dom.ts'
import { ICONS } from './ui/icons.ts'
import { loadPart } from './ui/load.ts'
import { setTheme, theme } from './ui/settings.ts'
import {
  chosenLanguage,
  LANGUAGE_CHOICES,
  LANGUAGE_NAMES,
  type LanguageChoice,
  setPageLanguage,
  t,
} from './words/texts.ts'

/** The icon's address, which the document names: it contains a hash of the icon. */
const ICON = document.querySelector<HTMLLinkElement>('link[rel=icon]')?.href ?? ''

/** The dialogs are loaded when one is first asked for. */
const open = async (name: 'openSignIn' | 'openKeys'): Promise<void> =>
  (await loadPart(() => import('./header-dialogs.ts')))[name]()

/** Says that the connection is lost, and since when; empty while it is not. */
export const lostConnectionText = (): string => {
  const { state, since } = connectionStatus.value
  return state === 'stale' ? t('stale', { time: formatTimeOfDay(since, false) }) : ''
}

/** The name of a token's role; one of a newer service is named as it is. */
export const roleName = (role: TokenRole): string => t(role === 'board' ? 'board-device' : role)

export function pageHeader(): View {
  const { state } = connectionStatus.value
  const who = sessionClaims.value
  return html`
    <a class="logo" href="#/" aria-label=${t('app')}><img src=${ICON} alt="" width="26" height="26" /><b>${t('app')}</b></a>
    <span class="link ${state}" role="status">${state === 'read' ? nothing : html`<i></i><span>${state === 'stale' ? lostConnectionText() : t(state)}</span>`}</span>
    <span class="space"></span>
    <button class="tool" aria-label=${t('help')} title=${t('help')} @click=${() => open('openKeys')}>${icon(ICONS.keys)}</button>
    <select class="plain language" aria-label=${t('language')} @change=${(event: Event) =>
      setPageLanguage((event.target as HTMLSelectElement).value as LanguageChoice)}>
      ${LANGUAGE_CHOICES.map((each) => html`<option value=${each} lang=${each} ?selected=${each === chosenLanguage.value}>${LANGUAGE_NAMES[each]}</option>`)}
    </select>
    <button class="tool" aria-label=${t('theme')} title=${t('theme')} @click=${() => setTheme(theme.peek() === 'dark' ? 'light' : 'dark')}>${icon(ICONS.theme)}</button>
    ${
      who === null
        ? html`<button class="primary" @click=${() => open('openSignIn')}>${t('sign-in')}</button>`
        : html`${expiresSoon.value ? html`<span class="chip warn" role="status">${t('expires-soon', { time: formatTimeOfDay(who.exp * 1000, false) })}</span><button class="primary" @click=${() => open('openSignIn')}>${t('renew')}</button>` : nothing}<span class="who-am-i" title=${who.sub}>${t('signed-in-as', { role: roleName(who.role) })}</span><button @click=${signOut}>${t('sign-out')}</button>`
    }
  `
}
