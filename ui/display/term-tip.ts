/** Terms that explain themselves: on hover, on a tap, and on focus by the keyboard. */
const anyTerm = '[data-term]'
/** What is a stop of the Tab key already, and explains the term inside it. */
const control = 'a, button'
/** The terms of a page, or of a drawer, share one stop of the Tab key; the arrow keys go on from it. */
const group = 'main, [role="dialog"]'

const gapPx = 6
const edgePx = 8

const termsIn = (term: HTMLElement) =>
  [...(term.closest(group)?.querySelectorAll<HTMLElement>(anyTerm) ?? [term])].filter(one => !one.closest(control))

/** Makes the first term of a page its stop of the Tab key, unless somebody reads another one. */
export function setTabStop(term: HTMLElement): void {
  if (term.closest(control)) {
    term.removeAttribute('tabindex')
    return
  }
  const terms = termsIn(term)
  const stop = terms.find(one => one === document.activeElement) ?? terms[0]
  for (const one of terms) one.tabIndex = one === stop ? 0 : -1
}

/** Each term that the page shows, once, with its explanation. */
export function termsOnPage(): [word: string, meaning: string][] {
  const shown = document.querySelectorAll<HTMLElement>(`#main ${anyTerm}`)
  return [...new Map([...shown].map(term => [term.textContent, term.dataset.term ?? '']))]
}

let tip: HTMLElement | null = null
let shown: { term: HTMLElement; described: HTMLElement } | null = null

/** One tooltip for all terms of the document, above drawers and dialogs. */
export function showTermsOnDemand(className: string): void {
  if (tip) return
  tip = document.createElement('div')
  Object.assign(tip, { id: 'term-tip', role: 'tooltip', popover: 'manual', className })
  document.body.append(tip)
  document.addEventListener('pointerover', ({ target }) => {
    if (!(target instanceof Element) || tip?.contains(target)) return
    const term = target.closest<HTMLElement>(anyTerm)
    if (term) show(term, term)
    else if (!shown?.described.matches(':focus-visible')) hide()
  })
  document.addEventListener('focusin', ({ target }) => {
    if (!(target instanceof HTMLElement)) return hide()
    // A tap focuses the term, too; a control is explained to the keyboard alone.
    const term = target.matches(anyTerm)
      ? target
      : target.matches(`:is(${control}):focus-visible`)
        ? target.querySelector<HTMLElement>(anyTerm)
        : null
    if (term) show(term, target)
    else hide()
  })
  document.addEventListener('focusout', hide)
  document.addEventListener('scroll', hide, true)
  document.addEventListener('keydown', onKey, true)
}

function onKey(event: KeyboardEvent): void {
  if (event.key === 'Escape' && shown) {
    // The first Escape closes the explanation alone, the next one the drawer around it.
    if (shown.described === document.activeElement) event.stopPropagation()
    hide()
  }
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
  if (!step || !(event.target instanceof HTMLElement) || !event.target.matches(anyTerm)) return
  const terms = termsIn(event.target)
  const next = terms[terms.indexOf(event.target) + step]
  if (!next) return
  event.preventDefault()
  for (const one of terms) one.tabIndex = one === next ? 0 : -1
  next.focus()
}

function show(term: HTMLElement, described: HTMLElement): void {
  if (!tip || shown?.term === term) return
  hide()
  tip.textContent = term.dataset.term ?? ''
  described.setAttribute('aria-describedby', tip.id)
  tip.showPopover()
  const { left, top, bottom } = term.getBoundingClientRect()
  const { offsetWidth, offsetHeight } = tip
  const isBelow = bottom + gapPx + offsetHeight < innerHeight
  tip.style.left = `${Math.max(edgePx, Math.min(left, innerWidth - offsetWidth - edgePx))}px`
  tip.style.top = `${isBelow ? bottom + gapPx : top - gapPx - offsetHeight}px`
  shown = { term, described }
}

function hide(): void {
  shown?.described.removeAttribute('aria-describedby')
  shown = null
  tip?.hidePopover()
}
