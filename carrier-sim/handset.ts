import { deleteOldest } from '#values/oldest.ts'
import { lastOrThrow } from '#values/or-throw.ts'
/** A message as the phone shows it. */
export interface HandsetMessage {
  id: string
  phone: string
  /** The other party's number. */
  sender: string
  text: string
  at: string
  direction: 'received' | 'replied'
  /**
   * State and code of the report; null until there is one. A message with another state than DELIVRD didn't reach the
   * phone.
   */
  state: string | null
  errorCode: string | null
}

interface Phone {
  messages: HandsetMessage[]
  sender: string
}

const messagesOfPhone = 200
const phonesKept = 5000

/** The phones' memory: the last 200 messages of each of the 5,000 most recently used numbers. */
export class Handset {
  readonly #phones = new Map<string, Phone>()
  readonly #listeners = new Set<(message: HandsetMessage) => void>()

  add(message: HandsetMessage): void {
    const phone = this.#phones.get(message.phone) ?? { messages: [], sender: message.sender }
    this.#phones.delete(message.phone)
    this.#phones.set(message.phone, phone)
    phone.messages.push(message)
    phone.sender = message.sender
    if (phone.messages.length > messagesOfPhone) phone.messages.shift()
    if (this.#phones.size > phonesKept) deleteOldest(this.#phones)
    for (const listener of this.#listeners) listener(message)
  }

  /** Emits again a message whose state changed. */
  changed(message: HandsetMessage): void {
    for (const listener of this.#listeners) listener(message)
  }

  messagesOf(phone: string): HandsetMessage[] {
    return this.#phones.get(phone)?.messages ?? []
  }

  /** The number that last wrote to the phone. */
  lastSenderOf(phone: string): string | undefined {
    return this.#phones.get(phone)?.sender
  }

  /** The most recently used numbers with their last message, newest first. */
  recent(count: number): { phone: string; last: HandsetMessage }[] {
    return [...this.#phones]
      .slice(-count)
      .reverse()
      .map(([phone, { messages }]) => ({ phone, last: lastOrThrow(messages) }))
  }

  /** Calls the listener for each new or changed message until the returned function is called. */
  listen(listener: (message: HandsetMessage) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }
}
