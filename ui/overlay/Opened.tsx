import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'

interface OpenedProps {
  isOpen: boolean
  panel: RefObject<HTMLElement | null>
  /** Sets the focus (first-focus.ts); null leaves it. */
  onOpened: ((panel: HTMLElement) => void) | null
  children: ReactNode
}

/**
 * Number of renders: one when it is in the document, one more when it keeps the focus; earlier the drawer below would
 * take the focus from a field.
 */
const drawnBefore = 2

/**
 * Content of a dialog or a drawer, mounted once its fields can get the focus. Later content, such as fields that wait
 * for an answer, or that replaces the field that had it, gets it too, unless the user has moved on.
 */
export function Opened({ isOpen, panel, onOpened, children }: OpenedProps) {
  const [drawn, setDrawn] = useState(0)
  const resting = useRef<Element | null>(null)
  const isReady = drawn === drawnBefore
  useEffect(() => {
    if (drawn < drawnBefore) setDrawn(drawn + 1)
  }, [drawn])
  useEffect(() => {
    if (!isReady || !isOpen || !panel.current) return
    const isLost = resting.current?.isConnected === false && document.activeElement === document.body
    if (resting.current !== null && resting.current !== document.activeElement && !isLost) return
    onOpened?.(panel.current)
    resting.current = document.activeElement
  })
  return isReady && children
}
