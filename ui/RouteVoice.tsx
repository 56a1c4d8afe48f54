import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'

/**
 * Sets the document's title; after each navigation it moves the focus to the main part and announces the page's name to
 * screen readers.
 */
export function RouteVoice({ title, product }: { title: string; product: string }) {
  const { pathname } = useLocation()
  const shown = useRef(pathname)
  const [said, setSaid] = useState('')
  useEffect(() => {
    document.title = `${title} - ${product}`
    if (shown.current === pathname) return
    shown.current = pathname
    setSaid(title)
    document.getElementById('main')?.focus({ preventScroll: true })
  }, [pathname, title, product])
  return (
    <div className="hy-hidden" aria-live="polite" aria-atomic="true">
      {said}
    </div>
  )
}
