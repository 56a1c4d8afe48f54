/** How far above the text under the pointer the element may be that cuts it. */
const depth = 6

/** Whether an element shows less of its text than there is, with … at the end. */
function isCut(element: Element): boolean {
  if (element.scrollWidth <= element.clientWidth && element.scrollHeight <= element.clientHeight) return false
  const { overflowX, textOverflow, webkitLineClamp } = getComputedStyle(element)
  return overflowX === 'hidden' && (textOverflow === 'ellipsis' || webkitLineClamp !== 'none')
}

/** Shows the whole of a text that doesn't fit its place, in a tooltip, wherever no other one is given. */
export function showWholeTexts(): void {
  document.addEventListener('pointerover', ({ target }) => {
    let place = target instanceof HTMLElement ? target : null
    if (!place || place.closest('[title]')) return
    for (let level = 0; place && level < depth; level += 1, place = place.parentElement)
      if (isCut(place)) {
        place.title = place.textContent.trim()
        return
      }
  })
}
