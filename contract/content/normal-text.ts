import { itemOrThrow } from '#values/or-throw.ts'
/** A range in a text, in UTF-16 units; `to` is exclusive. */
export interface Mark {
  from: number
  to: number
}

/** A text normalized for word search; each of its units has its range in the original. */
export interface NormalText {
  text: string
  /** Of each unit of `text`. */
  places: readonly Mark[]
}

/** Stands for a variable, whose value is unknown: no word spans it. */
const variableSign = '\u0000'
const variable = /\$\{[^{}]*\}/y

/** Look-alike letters and digits (homoglyphs) without decomposition in Unicode, each before its plain form. */
const alike = Object.fromEntries(
  [
    'аa вb еe кk мm нh оo рp сc тt уy хx ѕs іi јj ԁd ɡg һh ѵv ԝw ԛq ɑa ɩi ʏy ꓦv ꓫx',
    'αa βb εe ιi κk νv οo ρp τt υu χx γy ωw ηn',
    'ıi ɪi ʟl ɴn ꜱs ᴠv ᴡw ᴏo ᴄc ᴋk ᴢz',
    '❶1 ❷2 ❸3 ❹4 ❺5 ❻6 ❼7 ❽8 ❾9 ➊1 ➋2 ➌3 ➍4 ➎5 ➏6 ➐7 ➑8 ➒9 ⓵1 ⓶2 ⓷3 ⓸4 ⓹5 ⓺6 ⓻7 ⓼8 ⓽9 ⓿0',
  ].flatMap(line => line.split(' ').map(([one, plain]) => [one, plain])),
) as Record<string, string>
/** Letters in circles, squares and flags, without decomposition in Unicode; each run starts with its A. */
const drawn = [0x1f150, 0x1f170, 0x1f1e6]

function plainLetter(character: string): string {
  const code = character.codePointAt(0) ?? 0
  const start = drawn.find(from => code >= from && code < from + 26)
  return start === undefined ? character : String.fromCodePoint(0x61 + code - start)
}

/**
 * Normalizes a text as people read it: full-width, circled and mathematical letters become plain lower case, homoglyphs
 * of other scripts become Latin, and separators that hide a word are removed (signs, blanks, zero-width characters,
 * Hangul fillers, accents). `fold` may map each character further.
 */
export function normalText(original: string, fold: (character: string) => string = character => character): NormalText {
  const places: Mark[] = []
  let text = ''
  const add = (units: string, from: number, to: number) => {
    text += units
    for (let unit = 0; unit < units.length; unit += 1) places.push({ from, to })
  }
  for (let at = 0; at < original.length; ) {
    variable.lastIndex = at
    const found = variable.exec(original)
    if (found) {
      add(variableSign, at, at + found[0].length)
      at += found[0].length
      continue
    }
    const [character = ''] = original.slice(at, at + 2)
    const plain = plainLetter(character)
      .normalize('NFKD')
      .replace(/[\p{M}\p{Default_Ignorable_Code_Point}]/gu, '')
      .toLowerCase()
    for (const one of plain) if (/[\p{L}\p{N}]/u.test(one) || one in alike) add(fold(alike[one] ?? one), at, at + character.length)
    at += character.length
  }
  return { text, places }
}

/** The original range of a run of the normalized text. */
export const placeOf = ({ places }: NormalText, from: number, to: number): Mark => ({
  from: itemOrThrow(places, from).from,
  to: itemOrThrow(places, to - 1).to,
})

/** The original text between two neighbours of the normalized text. */
export const gapBefore = (original: string, { places }: NormalText, index: number): string =>
  index === 0 ? '' : original.slice(itemOrThrow(places, index - 1).to, itemOrThrow(places, index).from)

/** Every occurrence of a word in a text, as people read it. */
export function placesOf(original: string, normal: NormalText, word: string): Mark[] {
  const found: Mark[] = []
  for (let at = normal.text.indexOf(word); at >= 0; at = normal.text.indexOf(word, at + word.length)) {
    if (isWhole(original, normal, at, at + word.length)) found.push(placeOf(normal, at, at + word.length))
  }
  return found
}

const latin = /[a-z]/

/** Whether Latin letters are a whole word, without adjacent letters: “vx” isn't in “given x” or “vxml”. */
export function isWhole(original: string, normal: NormalText, from: number, to: number): boolean {
  const { text } = normal
  const touches = (index: number) => gapBefore(original, normal, index) === ''
  const before = from > 0 && latin.test(text.charAt(from)) && latin.test(text.charAt(from - 1)) && touches(from)
  const after = to < text.length && latin.test(text.charAt(to - 1)) && latin.test(text.charAt(to)) && touches(to)
  return !before && !after
}
