const typed = [
  'input:enabled:not([type=hidden], [readonly])',
  'textarea:enabled:not([readonly])',
  'select:enabled',
  '[contenteditable=true]',
]
/** A select whose options are not searched has a field that can't be written in. */
const fields = [...typed, 'input:enabled[role=combobox]'].join()

/** The first of the fields that can be seen and used; of choices the one that is chosen. */
function firstField(place: Element): HTMLElement | undefined {
  const field = [...place.querySelectorAll<HTMLElement>(fields)].find(one => one.checkVisibility({ visibilityProperty: true }))
  return field?.closest('[role=radiogroup]')?.querySelector<HTMLElement>('input:checked') ?? field
}

/** What answers the question of a dialog: its own act, or the way back where that is dangerous. */
function answerOf(dialog: Element): HTMLElement | null {
  const [act, safe, any] = ['.ant-btn-primary', ':not(.ant-btn-dangerous)', ''].map(kind =>
    dialog.querySelector<HTMLElement>(`.ant-modal-footer button:enabled${kind}`),
  )
  return (act?.matches('.ant-btn-dangerous') ? safe : act) ?? any ?? null
}

/** In a dialog one goes on at once, without a mouse: in its first field, else with what is there to be done or read, else by its answer. */
export function focusInDialog(dialog: HTMLElement): void {
  const body = dialog.querySelector('.ant-modal-body')
  if (!body || body.contains(document.activeElement)) return
  const first =
    firstField(body) ?? body.querySelector<HTMLElement>('.ant-btn-primary:enabled, [tabindex="0"]') ?? answerOf(dialog) ?? dialog
  first.focus({ preventScroll: true })
}

/** In a drawer with a form one goes on in its first field; any other is read from its beginning. */
export function focusInDrawer(drawer: HTMLElement): void {
  const form = drawer.querySelector('.ant-drawer-body form')
  if (form && !form.contains(document.activeElement)) firstField(form)?.focus({ preventScroll: true })
}
