/** The dialogs of the header: a token that is pasted to sign in, and the keys with what is spoken. */
import { signal } from '@preact/signals-core'
import { serverNow } from './api/client.ts'
import { parseTokenClaims, signIn } from './api/session.ts'
import { closeDialog, dialogOf, showDialog } from './ui/dialog.ts'
import { element, html, mount, nothing, type View } from './ui/dom.ts'
import { notify } from './ui/notices.ts'
import {
  type AnnouncementMode,
  announcementMode,
  setAnnouncementMode,
  shortcuts,
  toggleShortcuts,
} from './ui/settings.ts'
import { t, tDynamic } from './words/texts.ts'

const signing = signal(false)
const keysShown = signal(false)
const ANNOUNCING: readonly AnnouncementMode[] = ['plain', 'd', 'off']

const box = element('div')
document.body.append(box)
mount(
  box,
  () => html`${signing.value ? signInDialog() : nothing} ${keysShown.value ? keysDialog() : nothing}`,
)

/** Opens the dialog in which a token is pasted, over another dialog if one is open. */
export function openSignIn(): void {
  signing.value = true
  showDialog('sign-in')
}

/** Opens the list of keys, with what is spoken and whether letters are shortcuts. */
export function openKeys(): void {
  keysShown.value = true
  showDialog('keys')
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
