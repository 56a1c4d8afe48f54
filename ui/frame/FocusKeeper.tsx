import { createContext, type ReactNode, useContext, useEffect, useRef, useState } from 'react'

const SayContext = createContext((_text: string): void => {})

/** Announces a text, and each change of it, in the part around. */
export function useSaid(text: string): void {
  const say = useContext(SayContext)
  useEffect(() => say(text), [say, text])
}

/**
 * A part of a page whose contents replace each other: when what has the focus goes, the part itself gets it, so that
 * Tab goes on with what is new there. Its label is read then.
 */
export function FocusKeeper({ label, children }: { label: string; children: ReactNode }) {
  const [said, say] = useState('')
  const place = useRef<HTMLElement>(null)
  useEffect(() => {
    const part = place.current
    if (!part) return
    let last: EventTarget | null = null
    const note = ({ target }: FocusEvent) => {
      last = target
    }
    part.addEventListener('focusin', note)
    const observer = new MutationObserver(() => {
      const isGone = last instanceof Element && !last.isConnected
      if (isGone && document.activeElement === document.body) part.focus({ preventScroll: true })
    })
    observer.observe(part, { childList: true, subtree: true })
    return () => {
      part.removeEventListener('focusin', note)
      observer.disconnect()
    }
  }, [])
  return (
    <section ref={place} tabIndex={-1} data-focus-keeper aria-label={label}>
      <div className="hy-hidden" role="status">
        {said}
      </div>
      <SayContext value={say}>{children}</SayContext>
    </section>
  )
}
