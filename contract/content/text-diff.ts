/** A run of a text: in both versions, only in the older, or only in the newer. */
export interface DiffPart {
  kind: 'same' | 'removed' | 'added'
  text: string
}

const steps = /\$\{[^{}]*\}|[A-Za-z\d]+|[\s\S]/gu

/** Diff of two texts by characters; words and variables stay whole (longest common subsequence). */
export function diffText(before: string, after: string): DiffPart[] {
  const [old, now] = [before.match(steps) ?? [], after.match(steps) ?? []]
  const lengths = commonLengths(old, now)
  const parts: DiffPart[] = []
  const add = (kind: DiffPart['kind'], text: string) => {
    const last = parts.at(-1)
    if (last?.kind === kind) last.text += text
    else parts.push({ kind, text })
  }
  let [i, j] = [0, 0]
  while (i < old.length || j < now.length) {
    if (i < old.length && j < now.length && old[i] === now[j]) {
      add('same', old[i]!)
      i += 1
      j += 1
    } else if (j >= now.length || (i < old.length && lengths[i + 1]![j]! >= lengths[i]![j + 1]!)) {
      add('removed', old[i]!)
      i += 1
    } else {
      add('added', now[j]!)
      j += 1
    }
  }
  return parts
}

/** Lengths of the common subsequence from each pair of positions on. */
function commonLengths(old: readonly string[], now: readonly string[]): Uint16Array[] {
  const lengths = Array.from({ length: old.length + 1 }, () => new Uint16Array(now.length + 1))
  for (let i = old.length - 1; i >= 0; i -= 1)
    for (let j = now.length - 1; j >= 0; j -= 1)
      lengths[i]![j] = old[i] === now[j] ? lengths[i + 1]![j + 1]! + 1 : Math.max(lengths[i + 1]![j]!, lengths[i]![j + 1]!)
  return lengths
}
