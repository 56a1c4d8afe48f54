import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigation } from 'react-router'

/** Calls back with the element of an id, at once or when it is rendered; returns how to stop waiting. */
function whenShown(id: string, act: (element: HTMLElement) => void): () => void {
  const find = () => {
    const element = document.getElementById(id)
    if (!element) return
    observer.disconnect()
    act(element)
  }
  const observer = new MutationObserver(find)
  observer.observe(document.body, { childList: true, subtree: true })
  find()
  return () => observer.disconnect()
}

/**
 * Sets the document's title; after each navigation it moves the focus to the main part and announces the page's name to
 * screen readers. A page whose files take long says so (frame-skeleton.css).
 */
export function RouteVoice({ title, product }: { title: string; product: string }) {
  const { pathname } = useLocation()
  const isLoading = useNavigation().state !== 'idle'
  const shown = useRef(pathname)
  const [said, setSaid] = useState('')
  useEffect(() => {
    document.title = `${title} - ${product}`
    if (shown.current === pathname) return
    shown.current = pathname
    setSaid(title)
    return whenShown('main', main => main.focus({ preventScroll: true }))
  }, [pathname, title, product])
  return (
    <>
      <div className="hy-hidden" aria-live="polite" aria-atomic="true">
        {said}
      </div>
      {isLoading ? <div className="hy-slow" /> : null}
    </>
  )
}
