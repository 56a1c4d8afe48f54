/**
 * Requests a page's files when the pointer or the focus comes to a link to it: they are there when it is pressed. Call
 * it once.
 */
export function loadAhead(pageOf: (pathname: string) => { load: () => Promise<unknown> } | null | undefined): void {
  const onLink = ({ target }: Event) => {
    const link = target instanceof Element ? target.closest('a') : null
    // Files that don't come are requested again, and reported, when the page is opened.
    if (link?.origin === location.origin)
      pageOf(link.pathname)
        ?.load()
        .catch(() => undefined)
  }
  document.addEventListener('pointerover', onLink)
  document.addEventListener('focusin', onLink)
}
