/** The page's header: name, state of the connection, language, light or dark, signing in. */
import { signal } from '@preact/signals-core'
import type { TokenRole } from '../../auth/roles.ts'
import { serverNow } from './api/client.ts'
import { expiresSoon, parseTokenClaims, sessionClaims, signIn, signOut } from './api/session.ts'
import { formatTimeOfDay } from './clock/text.ts'
import { connectionStatus } from './live/connection.ts'
import { closeDialog, dialogOf, showDialog } from './ui/dialog.ts'
import { html, icon, nothing, type View } from './ui/dom.ts'
import { ICONS } from './ui/icons.ts'
import { notify } from './ui/notices.ts'
import {
  type AnnouncementMode,
  announcementMode,
  setAnnouncementMode,
  setTheme,
  shortcuts,
  theme,
  toggleShortcuts,
} from './ui/settings.ts'
import {
  chosenLanguage,
  LANGUAGE_CHOICES,
  LANGUAGE_NAMES,
  type LanguageChoice,
  setPageLanguage,
  t,
  tDynamic,
} from './words/texts.ts'

/** The icon's address, which the document names: it contains a hash of the icon. */
const ICON = document.querySelector<HTMLLinkElement>('link[rel=icon]')?.href ?? ''

const signing = signal(false)
const keysShown = signal(false)
const ANNOUNCING: readonly AnnouncementMode[] = ['plain', 'd', 'off']

/** Opens the dialog in which a token is pasted, over another dialog if one is open. */
export function openSignIn(): void {
  signing.value = true
  showDialog('sign-in')
}

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
    <button class="tool" aria-label=${t('help')} title=${t('help')} @click=${() => {
      keysShown.value = true
      showDialog('keys')
    }}>${icon(ICONS.keys)}</button>
    <select class="plain language" aria-label=${t('language')} @change=${(event: Event) =>
      setPageLanguage((event.target as HTMLSelectElement).value as LanguageChoice)}>
      ${LANGUAGE_CHOICES.map((each) => html`<option value=${each} lang=${each} ?selected=${each === chosenLanguage.value}>${LANGUAGE_NAMES[each]}</option>`)}
    </select>
    <button class="tool" aria-label=${t('theme')} title=${t('theme')} @click=${() => setTheme(theme.peek() === 'dark' ? 'light' : 'dark')}>${icon(ICONS.theme)}</button>
    ${
      who === null
        ? html`<button class="primary" @click=${openSignIn}>${t('sign-in')}</button>`
        : html`${expiresSoon.value ? html`<span class="chip warn" role="status">${t('expires-soon', { time: formatTimeOfDay(who.exp * 1000, false) })}</span><button class="primary" @click=${openSignIn}>${t('renew')}</button>` : nothing}<span class="who-am-i" title=${who.sub}>${t('signed-in-as', { role: roleName(who.role) })}</span><button @click=${signOut}>${t('sign-out')}</button>`
    }
    ${signing.value ? signInDialog() : nothing} ${keysShown.value ? keysDialog() : nothing}
  `
}

function keysDialog(): View {
  const close = () => {
    keysShown.value = false
  }
  return html`<dialog class="keys" aria-labelledby="keys-title" @close=${close}>
    <h2 id="keys-title">${t('help')}</h2>
    <ul>${t('keys-help')
      .split(' · ')
      .map((each) => html`<li>${each}</li>`)}</ul>
    <label>${t('announce')}<select class="announcementMode" @change=${(event: Event) =>
      setAnnouncementMode((event.target as HTMLSelectElement).value as AnnouncementMode)}>
      ${ANNOUNCING.map((each) => html`<option value=${each} ?selected=${each === announcementMode.value}>${tDynamic(`announce-${each}`)}</option>`)}
    </select></label>
    <label class="check"><input type="checkbox" name="shortcuts" .checked=${shortcuts.value} @change=${toggleShortcuts} /> ${t('shortcuts')}</label>
    <div class="row"><button class="primary" autofocus @click=${closeDialog}>${t('close')}</button></div>
  </dialog>`
}

function signInDialog(): View {
  const close = () => {
    signing.value = false
  }
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    const text = String(new FormData(event.target as HTMLFormElement).get('token') ?? '').trim()
    const said = parseTokenClaims(text)
    if (said === null || said.exp * 1000 < serverNow()) {
      notify(t(said === null ? 'token-bad' : 'token-refused'), 'bad')
      return
    }
    dialogOf(event.target)?.close()
    signIn(text)
  }
  return html`<dialog class="sign-in" aria-labelledby="sign-in-title" @close=${close}>
    <form @submit=${submit}>
      <h2 id="sign-in-title">${t('sign-in')}</h2>
      <label>${t('paste-token')}<textarea name="token" rows="4" required autofocus spellcheck="false"></textarea></label>
      <p class="small">${t('token-hint')}</p>
      <div class="row"><button type="button" @click=${closeDialog}>${t('cancel')}</button><button class="primary">${t('sign-in')}</button></div>
    </form>
  </dialog>`
}
