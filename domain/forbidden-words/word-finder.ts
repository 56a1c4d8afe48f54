import { gapBefore, isWhole, type Mark, normalText, placeOf } from '#contract/content/normal-text.ts'
import { simplified } from './simplified.ts'

interface Node {
  next: Map<string, Node>
  /** Where the search goes on when no letter fits. */
  back: Node | null
  /** The words that end here, by their place in the list. */
  ends: number[]
}
const newNode = (): Node => ({ next: new Map(), back: null, ends: [] })

export interface Hit {
  /** Which of the words. */
  index: number
  mark: Mark
  /** Its letters stand in two clauses: they may well be no word at all. */
  isLoose: boolean
}

/** A word as it is looked for: as the eye reads it, in simplified characters. Empty when nothing of it is left. */
export const normalWord = (word: string): string => normalText(word, simplified).text.replaceAll('\u0000', '')

/** Marks that end a clause: letters on both sides of one are seldom a word. */
const clauseEnd = /[，。！？；：,;!?\n]/

/** Finds many words in a text at once, whatever stands between their letters (Aho and Corasick, 1975): its time grows with the text, not with the words. */
export class WordFinder {
  readonly #root = newNode()
  readonly #lengths: number[]

  /** `words` as `normalWord` gives them. */
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
        child.back = this.#step(node.back!, letter)
        child.ends.push(...child.back.ends)
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

  /** Every place of every word, in the order of their ends. */
  find(original: string): Hit[] {
    const normal = normalText(original, simplified)
    const hits: Hit[] = []
    let node = this.#root
    let at = 0
    for (const letter of normal.text) {
      at += letter.length
      node = this.#step(node, letter)
      for (const index of node.ends) {
        const from = at - this.#lengths[index]!
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
