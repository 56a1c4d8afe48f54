import type { Page } from 'playwright-core'

/** Controls of the page that a finger misses: what is under some point within 12 px of their middle is not theirs. */
export const smallTargets = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const reach = 11.5
    const controls = 'a[href], button, input, select, textarea, summary'
    const fields = 'label, .ant-select, .ant-input-affix-wrapper, .ant-input-number, .ant-picker'
    const missesOf = (place: Element): number => {
      place.scrollIntoView({ block: 'center', inline: 'nearest' })
      const [first] = place.getClientRects()
      if (!first) return 0
      const [x, y] = [first.x + first.width / 2, first.y + first.height / 2]
      const isHit = ([dx, dy]: readonly [number, number]) => place.contains(document.elementFromPoint(x + dx, y + dy))
      return [[-reach, 0] as const, [reach, 0] as const, [0, -reach] as const, [0, reach] as const].filter(point => !isHit(point)).length
    }
    const missed = [...document.querySelectorAll(controls)].filter(control => {
      const { width, height } = control.getBoundingClientRect()
      const isOffered =
        control.checkVisibility({ visibilityProperty: true }) && width > 1 && !control.closest('[inert], [aria-hidden=true], .hy-skip')
      if (!isOffered || (width >= 24 && height >= 24)) return false
      const labels = control instanceof HTMLInputElement ? [...(control.labels ?? [])] : []
      return [control.closest(fields) ?? control, ...labels].every(place => missesOf(place) > 0)
    })
    scrollTo(0, 0)
    return missed.map(({ tagName, textContent, ariaLabel }) => `small target ${tagName} ${ariaLabel ?? textContent}`)
  })
