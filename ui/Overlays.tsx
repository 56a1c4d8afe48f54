import { Children, type ReactNode, Suspense } from 'react'

/** Drawers and dialogs over a page. Each is loaded by itself: one on its way takes what it shares a `Suspense` with out of the page, and the focus with it. */
export const Overlays = ({ children }: { children: ReactNode }) => Children.map(children, one => <Suspense>{one}</Suspense>)
