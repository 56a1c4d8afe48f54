import { gapBefore, isWhole, type Mark, normalText, placeOf } from '#contract/content/normal-text.ts'
import { itemOrThrow } from '#values/or-throw.ts'
import { simplified } from './simplified.ts'

interface Node {
  next: Map<string, Node>
  /** Failure link: the node to continue from if no letter matches. */
  back: Node | null
  /** The words that end here, by index. */
  ends: number[]
}
const newNode = (): Node => ({ next: new Map(), back: null, ends: [] })

export interface Hit {
  /** The index of the word. */
  index: number
  mark: Mark
  /** Loose match: its letters are in two clauses, so it may not be a word. */
  isLoose: boolean
}

/** Normalizes a word for matching: look-alike letters resolved, in simplified characters. Empty if nothing is left. */
export const normalWord = (word: string): string => normalText(word, simplified).text.replaceAll('\u0000', '')

/** Punctuation that ends a clause: letters on both sides rarely form a word. */
const clauseEnd = /[，。！？；：,;!?\n]/

/**
 * Forbidden word matcher: finds many words in one pass, ignoring separators between letters (Aho-Corasick, 1975); time
 * grows with the text, not with the number of words.
 */
export class WordMatcher {
  readonly #root = newNode()
  readonly #lengths: number[]

  /** `words` normalized by `normalWord`. */
  constructor(words: readonly string[]) {
    this.#lengths = words.map(word => word.length)
    for (const [index, word] of words.entries()) {
      let node = this.#root
      for (const letter of word) {
        const next = node.next.get(letter) ?? newNode()
        node.next.set(letter, next)
        node = next
      }
      if (node !== this.#root) node.ends.push(index)
    }
    this.#linkBack()
  }

  #linkBack(): void {
    const queue: Node[] = []
    for (const node of this.#root.next.values()) {
      node.back = this.#root
      queue.push(node)
    }
    for (const node of queue) {
      for (const [letter, child] of node.next) {
        child.back = node.back && this.#step(node.back, letter)
        if (child.back) child.ends.push(...child.back.ends)
        queue.push(child)
      }
    }
  }

  #step(from: Node, letter: string): Node {
    let node: Node | null = from
    while (node !== null) {
      const next = node.next.get(letter)
      if (next) return next
      node = node.back
    }
    return this.#root
  }

  /** All positions of all words, ordered by their ends. */
  find(original: string): Hit[] {
    const normal = normalText(original, simplified)
    const hits: Hit[] = []
    let node = this.#root
    let at = 0
    for (const letter of normal.text) {
      at += letter.length
      node = this.#step(node, letter)
      for (const index of node.ends) {
        const from = at - itemOrThrow(this.#lengths, index)
        if (!isWhole(original, normal, from, at)) continue
        hits.push({ index, mark: placeOf(normal, from, at), isLoose: this.#isLoose(original, normal, from, at) })
      }
    }
    return hits
  }

  #isLoose(original: string, normal: ReturnType<typeof normalText>, from: number, to: number): boolean {
    for (let index = from + 1; index < to; index += 1) if (clauseEnd.test(gapBefore(original, normal, index))) return true
    return false
  }
}
