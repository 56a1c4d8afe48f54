import { createContext } from 'react'

/** A page that shares the header of the current one, as a tab beside it. */
export interface SiblingPage {
  to: string
  title: string
  isCurrent: boolean
  /** What waits there; nothing is shown for 0. */
  count: number
}

/** What the frame tells the head of the page inside it, and the head the frame. */
interface PageFrame {
  siblings: readonly SiblingPage[]
  /** The title that the page shows, for the breadcrumbs; empty when there is none. */
  onTitle: (title: string) => void
}
export const PageFrame = createContext<PageFrame>({ siblings: [], onTitle: () => undefined })
