import type { ReactNode } from 'react'

/** A line of `Facts`: what it is, and its value. */
export const fact = (label: string, value: ReactNode): [label: string, value: ReactNode] => [label, value]
