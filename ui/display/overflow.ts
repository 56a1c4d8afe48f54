import { type RefObject, useEffect, useState } from 'react'

/** Whether the content of an element is wider than the element, observed as either changes. */
export function useOverflow(place: RefObject<HTMLElement | null>): boolean {
  const [isWider, setWider] = useState(false)
  useEffect(() => {
    const element = place.current
    const content = element?.firstElementChild
    if (!element || !content) return
    const observer = new ResizeObserver(() => setWider(content.getBoundingClientRect().width > element.clientWidth + 1))
    observer.observe(element)
    observer.observe(content)
    return () => observer.disconnect()
  }, [place])
  return isWider
}
