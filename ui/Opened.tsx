import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'

interface OpenedProps {
  isOpen: boolean
  panel: RefObject<HTMLElement | null>
  /** Puts the focus where one goes on (first-focus.ts); null leaves it. */
  onOpened: ((panel: HTMLElement) => void) | null
  children: ReactNode
}

/** Drawn once it is in the document, and once more when it keeps the focus: a field that wants it would have it taken before by the drawer below. */
const drawnBefore = 2

/**
 * What is in a dialog or a drawer, from when its fields can have the focus. What comes later, such as fields that wait for an answer, has it as well, as long
 * as its person has not moved on.
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
    if (resting.current !== null && resting.current !== document.activeElement) return
    onOpened?.(panel.current)
    resting.current = document.activeElement
  })
  return isReady && children
}
