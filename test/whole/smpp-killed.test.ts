import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { asAccount } from '#db/connect.ts'
import { verifyLedger } from '#domain/ledger/verify.ts'
import { submitSm } from '#protocol/smpp/pdu.ts'
import { parseReceipt } from '#protocol/smpp/receipt.ts'
import { isRetryableStatus } from '#protocol/smpp/status.ts'
import { encodeUcs2 } from '#protocol/text/ucs2.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { type Engine, Program, seeded, startEngine } from '#test/support/engine.ts'
import { bindProgram, createSmppCustomer, messagesOf, type SmppCustomer, smppSecret, type TestProgram } from '#test/support/smpp.ts'

const isLong = process.env.HONGYAN_PROOF === 'long'
const messageCount = isLong ? 20_000 : 400
const killCount = isLong ? 20 : 3
const clientCount = 3
const windowSize = 10

let database: TestDatabase
let engine: Engine
let customer: SmppCustomer
let smpp: Program
let port = 0

const startServer = async (at: number) => {
  smpp = new Program('smpp', { DATABASE_URL: database.url, HONGYAN_SECRET: smppSecret, SMPP_PORT: String(at) })
  port = Number(String((await smpp.start()).smpp).split(':')[1])
}

beforeAll(async () => {
  database = await createTestDatabase()
  await database.platformDb.insertInto('number_segment').values({ prefix: '192', operator: 'broadnet' }).execute()
  customer = await createSmppCustomer(database, messageCount * 4)
  await database.platformDb
    .updateTable('smpp_account')
    .set({ window_size: windowSize, rate_per_second: 5_000, bind_limit: clientCount })
    .where('system_id', '=', customer.systemId)
    .execute()
  engine = await startEngine({ url: database.url, db: database.platformDb, windowSize: 100 })
  await startServer(0)
}, 120_000)
afterAll(async () => {
  await smpp?.stop()
  await engine?.close()
  await database?.close()
})

/** None that the simulated carrier treats in a way of its own (they end in 0001 to 0012). */
const phoneOf = (index: number) => `192${2000 + Math.floor(index / 9000)}${String(100 + (index % 9000)).padStart(4, '0')}`
const textOf = (index: number) => encodeUcs2(`【鸿雁】张三您好，您的订单已发货，请注意查收：${index}号包裹。`)

test(
  'nothing that was answered is lost, neither message nor report, however often the server is killed',
  async () => {
    const random = seeded(20_261_121)
    /** By id, the number that it was answered for. */
    const answered = new Map<string, string>()
    const reported = new Set<string>()
    let next = 0
    let triedAgain = 0
    let isOver = false

    const bound = async (): Promise<TestProgram | null> => {
      const program = await bindProgram({ ...customer, port, windowSize }, request => {
        reported.add(parseReceipt(request)!.messageId)
        return 0
      }).catch(() => null)
      if (!program) await pause(50)
      return program
    }
    /** Keeps a session as long as there is anything to hear; sends what is not answered yet, again after a kill. */
    const client = async () => {
      let program: TestProgram | null = null
      const sendOne = async (index: number) => {
        for (let tries = 0; ; tries++) {
          if (tries === 1) triedAgain += 1
          const request = submitSm({
            dataCoding: 8,
            shortMessage: textOf(index),
            source: '1069',
            destination: phoneOf(index),
            registeredDelivery: 1,
          })
          const answer = await program?.submit(request).catch(() => null)
          if (answer?.status === 0) {
            answered.set(answer.messageId, phoneOf(index))
            return
          }
          if (answer) expect(isRetryableStatus(answer.status)).toBe(true)
          await pause(20)
        }
      }
      const keep = async () => {
        while (!isOver) {
          program = await bound()
          if (program) await Promise.race([program.ended, over.promise])
        }
        await program?.connection.unbind()
      }
      const keeping = keep()
      await Promise.all(
        Array.from({ length: windowSize - 2 }, async () => {
          while (next < messageCount) await sendOne(next++)
        }),
      )
      return keeping
    }
    const over = Promise.withResolvers<void>()
    const clients = Array.from({ length: clientCount }, client)
    for (let kill = 1; kill <= killCount; kill++) {
      while (next < (messageCount * kill) / (killCount + 1)) await pause(5)
      await pause(random() * 30)
      await smpp.kill()
      await startServer(port)
    }
    while (new Set(answered.values()).size < messageCount || [...answered.keys()].some(id => !reported.has(id))) await pause(50)
    isOver = true
    over.resolve()
    await Promise.all(clients)

    while ((await messagesOf(database, customer)).some(message => message.state !== 'delivered')) await pause(100)
    const messages = await messagesOf(database, customer)
    const seen = (await engine.trace()).map(([phone]) => phone!)
    const [lost, twice] = [[...answered.values()].filter(phone => !seen.includes(phone)), seen.length - new Set(seen).size]
    console.log(
      `${messageCount} messages, ${killCount} kills, ${triedAgain} tried again: answered ${answered.size}, at the carrier ${seen.length} (${twice} twice), reported ${reported.size}, lost ${lost.length}`,
    )
    expect(triedAgain).toBeGreaterThan(0)
    expect(lost).toEqual([])
    expect(new Set(seen).size).toBe(messageCount)
    // What was committed and not answered is sent again by the program: SMPP has no word for it.
    expect(twice).toBeLessThanOrEqual(killCount * clientCount * windowSize)
    expect(messages.length).toBe(seen.length)
    expect(await asAccount(database.db, customer.account, tx => verifyLedger(tx, customer.account))).toEqual([])
  },
  isLong ? 1_800_000 : 120_000,
)
