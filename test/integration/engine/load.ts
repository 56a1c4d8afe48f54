import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { asAccount, type Db } from '#db/connect.ts'
import { leaseName } from '#dispatch/channel/lease.ts'
import { verifyLedger } from '#domain/ledger/verify.ts'
import type { Engine } from '#test/support/engine.ts'
import { acceptPhones, createSender, type Sending } from '#test/support/sending.ts'
import { itemOrThrow } from '#values/or-throw.ts'

/** HONGYAN_PROOF=long runs the long form of a proof. */
export const isLong = process.env.HONGYAN_PROOF === 'long'

const kinds = ['otp', 'transactional', 'transactional', 'marketing'] as const
const batchSize = 25

/**
 * A load of messages with one number each, accepted in batches for a few customers; a message counts once its
 * transaction is committed.
 */
export class Load {
  /** Phone → kind of every message whose acceptance was confirmed. */
  readonly acknowledged = new Map<string, (typeof kinds)[number]>()
  readonly senders: Sending[] = []
  readonly #db: Db
  readonly #phoneOf: (index: number) => string
  readonly #longEvery: number
  #made = 0

  /** `longEvery`: of so many batches one has texts of two parts. */
  constructor(db: Db, phoneOf: (index: number) => string, longEvery = 10) {
    this.#db = db
    this.#phoneOf = phoneOf
    this.#longEvery = longEvery
  }

  async open(customerCount: number, messageCount: number): Promise<void> {
    for (let index = 0; index < customerCount; index++) this.senders.push(await createSender(this.#db, { segmentCount: messageCount * 4 }))
  }

  /**
   * Accepts this many messages at about this rate. A batch that the database refuses does not count, and is replaced.
   */
  async run(messageCount: number, perSecond: number): Promise<void> {
    const startedAtMs = performance.now()
    while (this.acknowledged.size < messageCount) {
      const batch = this.#made / batchSize
      const kind = itemOrThrow(kinds, batch % kinds.length)
      const sender = itemOrThrow(this.senders, batch % this.senders.length)
      const phones = Array.from({ length: batchSize }, () => this.#phoneOf(this.#made++))
      const content = batch % this.#longEvery === 0 ? `【鸿雁】${'长'.repeat(100)}` : '【鸿雁】您的包裹已到'
      try {
        await acceptPhones(this.#db, sender, phones, { kind, content })
        for (const phone of phones) this.acknowledged.set(phone, kind)
      } catch {
        await pause(50)
      }
      const aheadMs = (this.acknowledged.size / perSecond) * 1000 - (performance.now() - startedAtMs)
      if (aheadMs > 0) await pause(aheadMs)
    }
  }

  /** The state of every message, from its row. */
  async messages(): Promise<{ phone: string; state: string; reason: string | null; maybeTwice: boolean }[]> {
    const all = []
    for (const { account } of this.senders)
      all.push(
        ...(await asAccount(this.#db, account, tx =>
          tx.selectFrom('message').select(['phone', 'state', 'reason', 'maybeTwice']).where('accountId', '=', account).execute(),
        )),
      )
    return all
  }

  /** Waits until nothing is left to send or to report, except messages in doubt. */
  async drained(): Promise<void> {
    const isOpen = (message: { state: string; reason: string | null }) =>
      message.state === 'queued' || (message.state === 'submitted' && message.reason !== 'IN_DOUBT')
    while ((await this.messages()).some(isOpen)) await pause(200)
  }

  async ledgerProblems(): Promise<string[]> {
    const problems = []
    for (const { account } of this.senders) problems.push(...(await asAccount(this.#db, account, tx => verifyLedger(tx, account))))
    return problems
  }
}

/**
 * Kills dispatch and restarts it. The short form expires the dead owner's lease at once, the long form waits. Returns
 * the time from the kill to the next message at the carrier, or null when there was none to send.
 */
export async function killAndRestart(engine: Engine, platformDb: Db): Promise<void> {
  await engine.dispatch.kill()
  if (!isLong)
    await sql`update lease set until = now() - interval '1 second' where name = ${leaseName(engine.channelId)}`.execute(platformDb)
  await engine.dispatch.start()
}

/** How often the carrier got each number's message, by its first part. */
export async function seenCounts(engine: Engine): Promise<Map<string, number>> {
  const counts = new Map<string, number>()
  for (const [phone, , , part] of await engine.trace()) if (part!.startsWith('1/')) counts.set(phone!, (counts.get(phone!) ?? 0) + 1)
  return counts
}

/** The numbers whose messages the carrier got with all their parts, and those of which it got a part more than once. */
export async function seenMessages(engine: Engine): Promise<{ whole: Set<string>; twice: string[] }> {
  const byPhone = Map.groupBy(await engine.trace(), ([phone = '']) => phone)
  const seen = [...byPhone].map(([phone, lines]) => {
    const parts = new Set(lines.map(([, , , part = '']) => part))
    const isWhole = [...parts].every(part => parts.size === Number(part.split('/')[1]))
    return { phone, isWhole, isTwice: lines.length > parts.size }
  })
  const phonesOf = (all: typeof seen) => all.map(({ phone }) => phone)
  return { whole: new Set(phonesOf(seen.filter(one => one.isWhole))), twice: phonesOf(seen.filter(one => one.isTwice)) }
}
