import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { asAccount } from '#db/connect.ts'
import { holdLease, leaseName } from '#dispatch/channel/lease.ts'
import { ingestReports, matchParked, type PartReport } from '#dispatch/report/report.ts'
import { type Answer, recordAnswers } from '#dispatch/submit/answer.ts'
import type { Claimed } from '#dispatch/submit/claim.ts'
import { resolveDoubt } from '#dispatch/submit/doubt.ts'
import { verifyLedger } from '#domain/ledger/verify.ts'
import { createChannel } from '#test/support/channel.ts'
import { claimTurn } from '#test/support/claim.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { seeded } from '#test/support/engine.ts'
import { acceptPhones, createSender, type Sending } from '#test/support/sending.ts'
import { newId } from '#values/id.ts'

const isLong = process.env.HONGYAN_PROOF === 'long'
const seeds = Array.from({ length: isLong ? 60 : 6 }, (_, index) => index + 1)
const stepCount = isLong ? 250 : 160
const kinds = ['otp', 'transactional', 'marketing'] as const
const secondMs = 1000

interface Send {
  messageId: string
  /** The carrier accepted the message: reports have this id. */
  upstreamId: string | null
  /** The carrier throttled it: try again later. */
  wasThrottled: boolean
}

/**
 * Simulation of one channel: its owners die and come late, its carrier answers at random, and time passes only on
 * demand.
 */
class World {
  readonly sends: Send[] = []
  readonly #database: TestDatabase
  readonly #random: () => number
  readonly #channelId = newId()
  readonly #senders: Sending[] = []
  /** Answers that arrived and are not written yet, with their owner. */
  #unwritten: Answer[] = []
  #unreported: string[] = []
  /** How often a message was requeued: throttled or in doubt, as its owner says or because that owner died. */
  readonly #returns = new Map<string, number>()
  #token = 0
  // A little after the start of the packages.
  #nowMs = Date.now() + 10 * secondMs
  #phoneCount = 0

  constructor(database: TestDatabase, random: () => number) {
    this.#database = database
    this.#random = random
  }

  get #now(): Date {
    return new Date(this.#nowMs)
  }

  async open(): Promise<void> {
    await this.#database.platformDb.updateTable('channel').set({ enabled: false }).execute()
    await createChannel(this.#database.platformDb, { channelId: this.#channelId })
    for (let index = 0; index < 3; index++) this.#senders.push(await createSender(this.#database.db, { segmentCount: 100_000 }))
    await this.changeOwner()
  }

  pass(seconds: number): void {
    this.#nowMs += seconds * secondMs
  }

  async accept(): Promise<void> {
    const kind = this.#pick(kinds)
    const phones = Array.from({ length: 1 + this.#below(8) }, () => `192${String(this.#phoneCount++).padStart(8, '0')}`)
    const content = this.#random() < 0.2 ? `【鸿雁】${'长'.repeat(100)}` : undefined
    await acceptPhones(this.#database.db, this.#pick(this.#senders), phones, {
      kind,
      now: this.#now,
      ...(content ? { content } : {}),
    })
  }

  /** The owner claims and sends at once; `isSure` makes the carrier accept everything. */
  async claimAndSend(isSure = false): Promise<number> {
    const fence = { channelId: this.#channelId, token: this.#token }
    const claimed = await claimTurn(this.#database.platformDb, fence, 1 + this.#below(10), this.#now)
    for (const message of claimed) this.#unwritten.push(this.#send(message, isSure))
    return claimed.length
  }

  #send(message: Claimed, isSure: boolean): Answer {
    if (message.isOver || message.expiresAt <= this.#now) return { message, kind: 'expired' }
    const roll = isSure ? 0 : this.#random()
    const isTaken = roll < 0.6 || (roll < 0.8 && this.#random() < 0.5)
    const upstreamIds = Array.from({ length: message.segmentCount }, () => newId())
    const send = { messageId: message.messageId, upstreamId: isTaken ? upstreamIds.join(' ') : null, wasThrottled: roll >= 0.9 }
    this.sends.push(send)
    if (isTaken) this.#unreported.push(...upstreamIds)
    if (roll < 0.6) return { message, kind: 'taken', upstreamIds }
    if (roll < 0.8) return { message, kind: 'doubtful', wasSent: true }
    if (roll < 0.9) return { message, kind: 'refused', code: 'SUBMIT:invalidDestinationAddress' }
    return { message, kind: 'later', dueAt: new Date(this.#nowMs + 3 * secondMs) }
  }

  async writeAnswers(count = 1 + this.#below(12)): Promise<void> {
    const batch = this.#shuffled(this.#unwritten).slice(0, count)
    this.#unwritten = this.#unwritten.filter(answer => !batch.includes(answer))
    await recordAnswers(this.#database.platformDb, this.#channelId, batch, this.#now)
    for (const { kind, message } of batch)
      if ((kind === 'later' || kind === 'doubtful') && message.token === this.#token) this.#returned(message.messageId)
  }

  /** Reports in any order, some of them repeated, also with a different state. */
  async report(count = 1 + this.#below(12)): Promise<void> {
    const ids = this.#shuffled(this.#unreported).slice(0, count)
    this.#unreported = this.#unreported.filter(id => !ids.includes(id) || this.#random() < 0.1)
    const reports = ids.map((upstreamId): PartReport => {
      const state = this.#random() < 0.8 ? 'delivered' : 'undelivered'
      return { upstreamId, state, code: state, phone: '1', doneAt: this.#now }
    })
    if (reports.length > 0) await ingestReports(this.#database.platformDb, this.#channelId, reports)
  }

  /** The owner dies with some of its answers, or recovers later and still writes them. */
  async changeOwner(): Promise<void> {
    this.#unwritten = this.#unwritten.filter(() => this.#random() < 0.5)
    const { platformDb } = this.#database
    await sql`update lease set until = now() - interval '1 second' where name = ${leaseName(this.#channelId)}`.execute(platformDb)
    this.#token = (await holdLease(platformDb, leaseName(this.#channelId), newId()))!
    const { rows } = await sql<{ messageId: string }>`
      -- across accounts: what the dead owner left
      select unnest(message_ids) as message_id from outbox where channel_id = ${this.#channelId} and claim_token is not null`.execute(
      platformDb,
    )
    for (const row of rows) this.#returned(row.messageId)
    await resolveDoubt(platformDb, this.#channelId, this.#token, this.#now)
    await platformDb.transaction().execute(tx => matchParked(tx, this.#channelId, { since: new Date(0) }))
  }

  /** Everything is sent, answered and reported. */
  async settle(): Promise<void> {
    await this.changeOwner()
    for (let quietCount = 0; quietCount < 5; ) {
      this.pass(30)
      const claimedCount = await this.claimAndSend(true)
      await this.writeAnswers(1000)
      quietCount = claimedCount === 0 ? quietCount + 1 : 0
    }
    while (this.#unreported.length > 0) await this.report(1000)
  }

  async check(): Promise<void> {
    const sendsOf = Map.groupBy(this.sends, send => send.messageId)
    for (const { account } of this.#senders)
      await asAccount(this.#database.db, account, async tx => {
        expect(await verifyLedger(tx, account)).toEqual([])
        const rows = await tx.selectFrom('message').selectAll().where('accountId', '=', account).execute()
        for (const row of rows) {
          const sends = sendsOf.get(row.messageId) ?? []
          const tries = sends.filter(send => !send.wasThrottled).length
          const what = `${row.kind} ${row.state} ${row.reason} after ${tries} tries`
          if (row.state === 'submitted') expect([row.reason, what]).toEqual(['IN_DOUBT', what])
          else expect(['delivered', 'undelivered', 'rejected', 'expired'], what).toContain(row.state)
          if (row.state === 'delivered')
            expect(
              sends.some(send => send.upstreamId !== null),
              what,
            ).toBe(true)
          expect(sends.length, what).toBeLessThanOrEqual(1 + (this.#returns.get(row.messageId) ?? 0))
          if (tries > 1) expect([row.maybeTwice, what]).toEqual([true, what])
          if (row.kind === 'marketing') expect(tries, what).toBeLessThanOrEqual(1)
        }
        const left = await sql`select from outbox where account_id = ${account}`.execute(tx)
        expect(left.rows).toHaveLength(0)
      })
  }

  #returned(messageId: string): void {
    this.#returns.set(messageId, (this.#returns.get(messageId) ?? 0) + 1)
  }

  #below(limit: number): number {
    return Math.floor(this.#random() * limit)
  }

  #pick<T>(list: readonly T[]): T {
    return list[this.#below(list.length)]!
  }

  #shuffled<T>(list: readonly T[]): T[] {
    return list
      .map(value => ({ value, key: this.#random() }))
      .sort((a, b) => a.key - b.key)
      .map(({ value }) => value)
  }
}

test('a simulated channel keeps its invariants in any order of events: books agree, final states stay, duplicates are marked', {
  timeout: 600_000,
}, async () => {
  const database = await createTestDatabase()
  let sendCount = 0
  for (const seed of seeds) {
    const random = seeded(seed)
    const world = new World(database, random)
    await world.open()
    for (let step = 0; step < stepCount; step++) {
      const roll = random()
      if (roll < 0.25) await world.accept()
      else if (roll < 0.5) await world.claimAndSend()
      else if (roll < 0.7) await world.writeAnswers()
      else if (roll < 0.88) await world.report()
      else if (roll < 0.96) world.pass(random() * 10)
      else await world.changeOwner()
    }
    await world.settle()
    await world.check()
    sendCount += world.sends.length
  }
  console.log(`${seeds.length} seeds of ${stepCount} steps, ${sendCount} sends: failures 0`)
  await database.close()
})
