/** Connections that are read in one turn of the event loop: some milliseconds of work. */
const atOnce = 32

/**
 * Connections whose request was shed are read again some at a time, each turn of the event loop. All at once, thousands
 * of them would make the turn so long that every other connection and the database wait for it.
 */
export class LaterReads {
  readonly #waiting: (() => void)[] = []

  /** Calls `read` when it is the connection's turn. */
  add(read: () => void): void {
    if (this.#waiting.push(read) === 1) setImmediate(this.#turn)
  }

  /** Reads all of them now. */
  end(): void {
    for (const read of this.#waiting.splice(0)) read()
  }

  readonly #turn = (): void => {
    for (const read of this.#waiting.splice(0, atOnce)) read()
    if (this.#waiting.length > 0) setImmediate(this.#turn)
  }
}
