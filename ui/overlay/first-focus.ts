/** Focuses the field beside a button that its own act disables. Whoever has gone on meanwhile is left there. */
export function focusBeside(field: HTMLElement | null | undefined, part: Element | null | undefined): void {
  if (document.activeElement === document.body || part?.contains(document.activeElement)) field?.focus()
}

const typed = [
  'input:enabled:not([type=hidden], [readonly])',
  'textarea:enabled:not([readonly])',
  'select:enabled',
  '[contenteditable=true]',
]
/** A select without search has a read-only input. */
const fields = [...typed, 'input:enabled[role=combobox]'].join()

/** The first visible, enabled field; of a group of choices the chosen one. */
function firstField(place: Element): HTMLElement | undefined {
  const field = [...place.querySelectorAll<HTMLElement>(fields)].find(one => one.checkVisibility({ visibilityProperty: true }))
  return field?.closest('[role=radiogroup]')?.querySelector<HTMLElement>('input:checked') ?? field
}

/** The answer button of a dialog: its own act, or the cancel button where that is dangerous. */
function answerOf(dialog: Element): HTMLElement | null {
  const [act, safe, any] = ['.ant-btn-primary', ':not(.ant-btn-dangerous)', ''].map(kind =>
    dialog.querySelector<HTMLElement>(`.ant-modal-footer button:enabled${kind}`),
  )
  return (act?.matches('.ant-btn-dangerous') ? safe : act) ?? any ?? null
}

/** First focus in a dialog, for the keyboard: its first field, else its content, else its answer. */
export function focusInDialog(dialog: HTMLElement): void {
  const body = dialog.querySelector('.ant-modal-body')
  if (!body || body.contains(document.activeElement)) return
  const first =
    firstField(body) ?? body.querySelector<HTMLElement>('.ant-btn-primary:enabled, [tabindex="0"]') ?? answerOf(dialog) ?? dialog
  first.focus({ preventScroll: true })
}

/** First focus in a drawer: its first field if it has a form, otherwise its beginning. */
export function focusInDrawer(drawer: HTMLElement): void {
  const form = drawer.querySelector('.ant-drawer-body form')
  if (form && !form.contains(document.activeElement)) firstField(form)?.focus({ preventScroll: true })
}
