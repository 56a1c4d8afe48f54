import { diffArrays } from 'diff'

const tokens = /\$\{[^{}]*\}|[A-Za-z\d]+|[\s\S]/gu

/** What changed from one text to the next, by characters; words and variables stay whole. */
export const diffText = (before: string, after: string) =>
  diffArrays(before.match(tokens) ?? [], after.match(tokens) ?? []).map(({ value, added, removed }) => ({
    kind: added ? ('added' as const) : removed ? ('removed' as const) : ('same' as const),
    text: value.join(''),
  }))
