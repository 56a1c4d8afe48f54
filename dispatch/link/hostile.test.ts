import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import pino from 'pino'
import { expect, test } from 'vitest'
import { asAccount } from '#db/connect.ts'
import { ChannelOwner } from '#dispatch/channel/channel.ts'
import { SmppConnection } from '#protocol/smpp/connection.ts'
import { encodePdu } from '#protocol/smpp/encode.ts'
import { deliverSm } from '#protocol/smpp/pdu.ts'
import { formatReceipt } from '#protocol/smpp/receipt.ts'
import { createChannel } from '#test/support/channel.ts'
import { createTestDatabase } from '#test/support/database.ts'
import { seeded } from '#test/support/engine.ts'
import { acceptPhones, createSender } from '#test/support/sending.ts'
import { portOrThrow } from '#values/or-throw.ts'

const pduCount = process.env.HONGYAN_PROOF === 'long' ? 20_000 : 1_500

/** A carrier that answers submits in order and delivers what the test tells it to. */
async function startCarrier() {
  const submitted: string[] = []
  let socket: Socket | null = null
  const server = createServer(incoming => {
    socket = incoming
    const onRequest: ConstructorParameters<typeof SmppConnection>[1]['onRequest'] = (request, connection) => {
      if (request.command === 'submit_sm') {
        submitted.push(request.destination)
        connection.answer(request, 0, `id-${request.destination}`)
      } else if (request.command === 'bind_transceiver') connection.answerBind(request, 0, 'carrier')
    }
    new SmppConnection(incoming, { onRequest, onClose: () => undefined })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { port: portOrThrow(server), submitted, socket: () => socket!, server }
}

test('garbage from a carrier breaks nothing: the valid PDUs among it are stored', async () => {
  const database = await createTestDatabase()
  const carrier = await startCarrier()
  const channelId = await createChannel(database.platformDb)
  const settings = { host: '127.0.0.1', port: carrier.port, systemId: 'a', password: 'b', senderNumber: '10690000' }
  const owner = new ChannelOwner(
    { ...settings, channelId, windowSize: 10, ratePerSecond: 1000, bindCount: 1, upstreamIdForm: 'hex', settings: { protocol: 'smpp' } },
    {
      db: database.platformDb,
      owner: 'test',
      now: () => new Date(),
      elapsedMs: () => performance.now(),
      random: Math.random,
      logger: pino({ level: 'silent' }),
    },
  )
  owner.start()
  const sender = await createSender(database.db)
  const phones = Array.from({ length: 20 }, (_, i) => `1920000${9000 + i}`)
  await acceptPhones(database.db, sender, phones)
  while (carrier.submitted.length < phones.length) await new Promise(resolve => setTimeout(resolve, 10))

  const random = seeded(11)
  const digits = () => String(Math.floor(random() * 1e6))
  const receipt = (messageId: string) =>
    formatReceipt({ messageId, state: 'DELIVRD', errorCode: '000', submittedAt: new Date(), doneAt: new Date() })
  for (let index = 0; index < pduCount; index++) {
    const isReceipt = random() < 0.6
    const text = isReceipt ? receipt(random() < 0.2 ? `\0${digits()}` : digits()) : `回复${digits()}`
    const fields = { source: `861380000${digits()}`.slice(0, 20), destination: `10690000${sender.extension}`, esmClass: isReceipt ? 4 : 0 }
    const body = Buffer.from(text, isReceipt ? 'latin1' : 'utf16le').subarray(0, 254)
    const frame = encodePdu({ ...deliverSm({ ...fields, dataCoding: Math.floor(random() * 20), shortMessage: body }), sequence: index + 1 })
    // The header stays intact, or the stream would end; any byte behind it may change.
    for (let change = Math.floor(random() * 6); change > 0; change--)
      frame[16 + Math.floor(random() * (frame.length - 16))] = random() < 0.4 ? 0 : Math.floor(random() * 256)
    carrier.socket().write(frame)
  }
  for (const [index, phone] of phones.entries())
    carrier.socket().write(
      encodePdu({
        ...deliverSm({ source: phone, destination: '1', esmClass: 4, shortMessage: Buffer.from(receipt(`id-${phone}`)) }),
        sequence: 50_000 + index,
      }),
    )
  const delivered = () =>
    asAccount(database.db, sender.account, tx =>
      tx.selectFrom('message').select('messageId').where('accountId', '=', sender.account).where('state', '=', 'delivered').execute(),
    )
  while ((await delivered()).length < phones.length) await new Promise(resolve => setTimeout(resolve, 50))
  await owner.stop()
  carrier.socket().destroy()
  carrier.server.close()
  await database.close()
  expect(carrier.submitted).toEqual(phones)
})
