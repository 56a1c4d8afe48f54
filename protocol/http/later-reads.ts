/** Connections that are read in one turn of the event loop: some milliseconds of work. */
const [newestAtOnce, oldestAtOnce] = [28, 4]

/**
 * Connections of a flood are read some at a time, each turn of the event loop. All at once, thousands of them would
 * make the turn so long that every other connection and the database wait for it. Those that were answered last come
 * first (adaptive LIFO): in the order of their arrival all would wait so long that their callers have given up. A few
 * of the oldest are read too, so that each is answered.
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
    for (const read of [...this.#waiting.splice(-newestAtOnce), ...this.#waiting.splice(0, oldestAtOnce)]) read()
    if (this.#waiting.length > 0) setImmediate(this.#turn)
  }
}
