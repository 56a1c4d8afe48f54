import type { ReactNode } from 'react'

/** A line of `Facts`: label and value. */
export const fact = (label: string, value: ReactNode): [label: string, value: ReactNode] => [label, value]
