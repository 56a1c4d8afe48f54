import { SaxesParser } from 'saxes'
import { Refusal, refuse } from '#contract/refusals.ts'

/** Receives a document's parts as they come. Names of elements are without their prefix. */
export interface XmlListener {
  open: (name: string, attributes: Record<string, string>) => void
  close: (name: string) => void
  text: (text: string) => void
}

/** Longest tag, text or comment, which the parser keeps whole: 32,767 characters of a cell, each as `&#x4f60;`. */
const maxPartCharacters = 524_288

/** Reads XML as it arrives. Memory is bounded by one part; no entity can be declared. Refuses `file_damaged`. */
export class XmlReader {
  readonly #parser = new SaxesParser()
  readonly #decoder = new TextDecoder()
  #partCharacters = 0

  constructor({ open, close, text }: Partial<XmlListener>) {
    const onText = (part: string) => {
      this.#partCharacters = 0
      text?.(part)
    }
    this.#parser.on('opentag', ({ name, attributes }) => {
      this.#partCharacters = 0
      open?.(localName(name), attributes)
    })
    this.#parser.on('closetag', ({ name }) => {
      this.#partCharacters = 0
      close?.(localName(name))
    })
    this.#parser.on('text', onText)
    this.#parser.on('cdata', onText)
  }

  write(chunk: Uint8Array): void {
    this.#parse(this.#decoder.decode(chunk, { stream: true }))
  }

  /** Nothing more comes. */
  end(): void {
    this.#parse(null)
  }

  #parse(text: string | null): void {
    this.#partCharacters += text?.length ?? 0
    try {
      this.#parser.write(text)
    } catch (error) {
      if (error instanceof Refusal) throw error
      refuse('file_damaged')
    }
    if (this.#partCharacters > maxPartCharacters) refuse('file_damaged')
  }
}

const localName = (name: string) => name.slice(name.indexOf(':') + 1)
