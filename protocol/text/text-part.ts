import type { PartPlace } from './concatenation.ts'
import { splitUcs2 } from './ucs2.ts'

/** A part of a text as it is charged and sent, in no coding yet. */
export interface TextPart {
  text: string
  /** Null: the text is one part. */
  place: PartPlace | null
}

/** The parts of a text, which fit in any coding of two bytes a unit. Only a text of several takes a reference. */
export function textParts(text: string, nextReference: () => number): TextPart[] {
  const parts = splitUcs2(text)
  if (parts.length === 1) return [{ text, place: null }]
  const reference = nextReference()
  return parts.map((part, index) => ({ text: part, place: { reference, total: parts.length, number: index + 1 } }))
}
