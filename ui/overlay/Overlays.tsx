import { Children, type ReactNode, Suspense } from 'react'

/**
 * Drawers and dialogs over a page, each with its own `Suspense`: a loading one would unmount everything in a shared
 * one, and lose the focus.
 */
export const Overlays = ({ children }: { children: ReactNode }) => Children.map(children, one => <Suspense>{one}</Suspense>)
