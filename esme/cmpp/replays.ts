import { deleteOldest } from '#values/oldest.ts'

const keptMs = 600_000
const maxKept = 10_000

/**
 * Logins of the last ten minutes: whoever recorded one can't use it from elsewhere. A program that connects several
 * times within a second repeats its own.
 */
export class Replays {
  readonly #seen = new Map<string, { address: string; untilMs: number }>()

  /** Remembers a right login. True: it came from another address before. */
  isReplay(login: string, address: string, nowMs: number): boolean {
    const known = this.#seen.get(login)
    if (known && nowMs < known.untilMs) return known.address !== address
    this.#seen.set(login, { address, untilMs: nowMs + keptMs })
    if (this.#seen.size > maxKept) deleteOldest(this.#seen)
    return false
  }
}
