/** Dialogs: shown once they are drawn, ended by Escape or a button; then the focus goes back to where it was. */
let focusOrigin: HTMLElement | null = null

/** `name`: the dialog's class. */
export function showDialog(name: string): void {
  const at = document.activeElement as HTMLElement | null
  // A dialog that follows another leads back to where the first was asked for.
  if (at?.closest('dialog') === null) focusOrigin = at
  requestAnimationFrame(() => {
    const dialog = document.querySelector<HTMLDialogElement>(`dialog.${name}`)
    if (dialog === null || dialog.open) return
    dialog.showModal()
    dialog.addEventListener('close', () => requestAnimationFrame(restoreFocus), { once: true })
  })
}

/** What was pressed may be gone with what it did. */
function restoreFocus(): void {
  if (document.querySelector('dialog[open]') !== null) return
  const back = focusOrigin?.isConnected && focusOrigin !== document.body ? focusOrigin : null
  ;(back ?? document.querySelector<HTMLElement>('#content'))?.focus()
}

/** Ends the dialog in which the event happened; its `close` event follows. */
export const closeDialog = ({ currentTarget }: Event): void => dialogOf(currentTarget)?.close()

export const dialogOf = (node: EventTarget | null): HTMLDialogElement | null =>
  (node as Element | null)?.closest('dialog') ?? null
