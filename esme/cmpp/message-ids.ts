import type { Db } from '#db/connect.ts'
import { reserveCmppNumbers } from '#domain/apps/index.ts'
import { messageIdOf } from '#protocol/cmpp/message-id.ts'

/** Numbers that one reservation brings. */
const rangeSize = 128
/**
 * Reserved numbers are used within this time: the 65,536 of all programs come around, and an id that has the same
 * second must not have the same number.
 */
const rangeLifeMs = 1_000

/** Makes Msg_Ids, unique over all programs: time, gateway code, and a number of 16 bits that the database hands out. */
export class MessageIds {
  readonly #db: Db
  readonly #gatewayCode: number
  readonly #now: () => Date
  #next = 0
  #end = 0
  #reservedAtMs = Number.NEGATIVE_INFINITY
  #reserving: Promise<void> | null = null

  constructor(db: Db, gatewayCode: number, now: () => Date) {
    this.#db = db
    this.#gatewayCode = gatewayCode
    this.#now = now
  }

  /** Consecutive ids for a submit to as many phones, at most 99. */
  async take(count: number): Promise<string[]> {
    while (this.#end - this.#next < count || performance.now() - this.#reservedAtMs > rangeLifeMs) await this.#reserveOnce()
    const at = this.#now()
    const first = this.#next
    this.#next += count
    return Array.from({ length: count }, (_, index) => messageIdOf(at, this.#gatewayCode, first + index))
  }

  /** Callers that wait share a reservation. */
  #reserveOnce(): Promise<void> {
    this.#reserving ??= this.#reserve().finally(() => {
      this.#reserving = null
    })
    return this.#reserving
  }

  async #reserve(): Promise<void> {
    const reservedAtMs = performance.now()
    this.#next = await reserveCmppNumbers(this.#db)
    this.#end = this.#next + rangeSize
    this.#reservedAtMs = reservedAtMs
  }
}
