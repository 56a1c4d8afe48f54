/** What can be found by its title, or by the title's pinyin. */
export interface Searchable {
  title: string
  /** A syllable for each character of the title: `fa song ji lu`. */
  pinyin?: string | undefined
  /** Found by it too, behind the others: the place of a page in the menu, and its pinyin. */
  place?: string | undefined
  placePinyin?: string | undefined
  /** Other names, which find it too. */
  names?: readonly Searchable[] | undefined
}

export interface Match {
  /** The whole title comes first, then matches at its beginning, inside of it, and of its place. */
  rank: 0 | 1 | 2 | 3
  /** The characters of the title that matched, from and until. */
  from: number
  until: number
}

/**
 * How a text matches a title: a part of it, or its pinyin in full, by initials, or mixed; else another name or its
 * place. Null: not at all.
 */
export function matchOf(one: Searchable, text: string): Match | null {
  const ofPlace = () =>
    one.place !== undefined && (one.place.includes(text.trim()) || titleMatch({ title: '', pinyin: one.placePinyin }, text))
  const isOtherName = () => one.names?.some(name => titleMatch(name, text))
  return titleMatch(one, text) ?? (isOtherName() || ofPlace() ? { rank: 3, from: 0, until: 0 } : null)
}

function titleMatch({ title, pinyin }: Searchable, text: string): Match | null {
  const wanted = text.trim().toLowerCase()
  const at = title.toLowerCase().indexOf(wanted)
  if (at >= 0) return { rank: rankOf(at, at + wanted.length, title.length), from: at, until: at + wanted.length }
  const letters = wanted.replace(/[\s']/g, '')
  if (!pinyin || !/^[a-z]+$/.test(letters)) return null
  const syllables = pinyin.split(' ')
  for (const from of syllables.keys()) {
    const until = endOf(syllables, from, letters)
    if (until !== null) return { rank: rankOf(from, until, syllables.length), from, until }
  }
  return null
}

const rankOf = (from: number, until: number, length: number) => (from > 0 ? 2 : until < length ? 1 : 0)

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
