/** What can be found by its title, or by the title's pinyin. */
export interface Searchable {
  title: string
  /** A syllable for each character of the title: `fa song ji lu`. */
  pinyin?: string | undefined
  /** Found by it too, behind the others: the place of a page in the menu. */
  place?: string | undefined
}

export interface Match {
  /** Matches at the beginning come first. */
  rank: 0 | 1 | 2
  /** The characters of the title that matched, from and until. */
  from: number
  until: number
}

/**
 * How a text matches a title: a part of it, or its pinyin in full, by initials, or mixed; else its place. Null: not at
 * all.
 */
export function matchOf(one: Searchable, text: string): Match | null {
  return titleMatch(one, text) ?? (one.place?.includes(text.trim()) ? { rank: 2, from: 0, until: 0 } : null)
}

function titleMatch({ title, pinyin }: Searchable, text: string): Match | null {
  const wanted = text.trim().toLowerCase()
  const at = title.toLowerCase().indexOf(wanted)
  if (at >= 0) return { rank: at === 0 ? 0 : 1, from: at, until: at + wanted.length }
  const letters = wanted.replace(/[\s']/g, '')
  if (!pinyin || !/^[a-z]+$/.test(letters)) return null
  const syllables = pinyin.split(' ')
  for (const from of syllables.keys()) {
    const until = endOf(syllables, from, letters)
    if (until !== null) return { rank: from === 0 ? 0 : 1, from, until }
  }
  return null
}

/** Where letters end that are beginnings of the syllables from a place on; null: they aren't. */
function endOf(syllables: readonly string[], from: number, letters: string): number | null {
  if (letters === '') return from
  const syllable = syllables[from] ?? ''
  for (let length = Math.min(syllable.length, letters.length); length > 0; length -= 1) {
    if (!syllable.startsWith(letters.slice(0, length))) continue
    const end = endOf(syllables, from + 1, letters.slice(length))
    if (end !== null) return end
  }
  return null
}

/** Those that match, matches at the beginning first, otherwise in their order. */
export function matching<One extends Searchable>(all: readonly One[], text: string): One[] {
  const found = all.flatMap(one => {
    const match = matchOf(one, text)
    return match ? [{ one, rank: match.rank }] : []
  })
  return found.sort((a, b) => a.rank - b.rank).map(({ one }) => one)
}
