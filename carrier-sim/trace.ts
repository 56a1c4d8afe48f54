import { once } from 'node:events'
import { createWriteStream, type WriteStream } from 'node:fs'

const flushMs = 50

export interface TraceLine {
  phone: string
  sender: string
  messageId: string
  /** `number/total`. */
  part: string
  text: string
}

/** Appends a line to a file for each accepted message part: a record to compare with what was acknowledged. */
export class Trace {
  readonly #stream: WriteStream
  #text = ''
  #timer: NodeJS.Timeout | null = null

  constructor(file: string) {
    this.#stream = createWriteStream(file, { flags: 'a' })
  }

  /** Fields are separated by tabs; tabs, line ends and backslashes inside are escaped. Written at most 50 ms later. */
  add(line: TraceLine): void {
    this.#text += `${line.phone}\t${line.sender}\t${line.messageId}\t${line.part}\t${escaped(line.text)}\n`
    this.#timer ??= setTimeout(() => this.#flush(), flushMs)
  }

  async close(): Promise<void> {
    this.#flush()
    this.#stream.end()
    if (!this.#stream.closed) await once(this.#stream, 'close')
  }

  #flush(): void {
    if (this.#timer) clearTimeout(this.#timer)
    this.#timer = null
    if (this.#text) this.#stream.write(this.#text)
    this.#text = ''
  }
}

const escapes: Record<string, string> = { '\t': '\\t', '\n': '\\n', '\r': '\\r', '\\': '\\\\' }

function escaped(text: string): string {
  return text.replace(/[\t\n\r\\]/g, character => escapes[character] ?? '')
}
