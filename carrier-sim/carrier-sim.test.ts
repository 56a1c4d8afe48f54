import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { readBody, ucs2Parts } from '#protocol/smpp/body.ts'
import { type ConnectOptions, connectSmpp } from '#protocol/smpp/client.ts'
import type { SmppConnection } from '#protocol/smpp/connection.ts'
import { type AnswerPdu, type DeliverSm, submitSm } from '#protocol/smpp/pdu.ts'
import { isReceipt, parseReceipt, type Receipt } from '#protocol/smpp/receipt.ts'
import { decodeUcs2 } from '#protocol/text/ucs2.ts'
import { firstOrThrow, itemOrThrow, lastOrThrow } from '#values/or-throw.ts'
import { type CarrierSim, type CarrierSimOptions, startCarrierSim } from './carrier-sim.ts'

const closers: (() => Promise<void> | void)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close()
})

async function start(options: CarrierSimOptions = {}): Promise<CarrierSim> {
  const sim = await startCarrierSim({ reportDelayMs: 0, ...options })
  closers.push(() => sim.close())
  return sim
}

interface Customer {
  connection: SmppConnection
  received: DeliverSm[]
  events: string[]
  closed: Promise<string>
  submit: (phone: string, text?: string) => Promise<AnswerPdu | null>
  receipts: (count: number) => Promise<Receipt[]>
}

/** A customer that answers every deliver_sm, unless it is to stay silent. */
async function bind(sim: CarrierSim, options: Partial<ConnectOptions> & { isSilent?: boolean } = {}): Promise<Customer> {
  const received: DeliverSm[] = []
  const events: string[] = []
  const closing = Promise.withResolvers<string>()
  const connection = await connectSmpp(
    { host: '127.0.0.1', port: sim.smppPort, systemId: 'hongyan-notice', password: 'simulate', ...options },
    {
      onRequest: (request, from) => {
        if (request.command !== 'deliver_sm') return
        received.push(request)
        events.push('deliver')
        if (!options.isSilent) from.answer(request, 0)
      },
      onClose: closing.resolve,
    },
  )
  closers.push(() => connection.destroy('test is over'))
  const submit = (phone: string, text = '【鸿雁】你好') => {
    const fields = { source: '10690001', destination: phone, registeredDelivery: 1 }
    const answers = ucs2Parts(text, 7).map(
      part =>
        new Promise<AnswerPdu | null>(resolve => {
          connection.send(submitSm({ ...fields, ...part }), answer => {
            events.push('answer')
            resolve(answer)
          })
        }),
    )
    return Promise.all(answers).then(all => lastOrThrow(all))
  }
  const receipts = async (count: number) => {
    await expect.poll(() => received.filter(isReceipt).length, { timeout: 15_000 }).toBeGreaterThanOrEqual(count)
    return received.filter(isReceipt).map(pdu => parseReceipt(pdu)!)
  }
  return { connection, received, events, closed: closing.promise, submit, receipts }
}

async function call(sim: CarrierSim, pathname: string, body?: unknown): Promise<{ status: number; answer: never }> {
  const options = body === undefined ? {} : { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
  const response = await fetch(`http://127.0.0.1:${sim.httpPort}${pathname}`, options)
  return { status: response.status, answer: (await response.json()) as never }
}

test('a bind needs the right password', async () => {
  const sim = await start()
  await expect(bind(sim, { password: 'wrong' })).rejects.toMatchObject({ status: 0x0e })
  await expect(bind(sim, { systemId: 'nobody' })).rejects.toMatchObject({ status: 0x0f })
  const receiver = await bind(sim, { bind: 'bind_receiver' })
  expect(await receiver.submit('13800001234')).toMatchObject({ status: 0x04 })
})

test('a submit is answered with an id and reported with it', async () => {
  const sim = await start({ messageIds: { base: 'hexUpper', digits: 16 } })
  const customer = await bind(sim)
  const answer = await customer.submit('13800001234')
  expect(answer).toMatchObject({ status: 0, messageId: expect.stringMatching(/^[0-9A-F]{16}$/) })
  const [receipt] = await customer.receipts(1)
  expect(receipt).toMatchObject({ messageId: (answer as { messageId: string }).messageId, state: 'DELIVRD', errorCode: '000' })
})

test.each([
  ['0001', 'UNDELIV', 'MK:0001'],
  ['0002', 'EXPIRED', 'MK:0002'],
  ['0003', 'REJECTD', 'MK:0003'],
  ['0007', 'UNDELIV', 'MK:0010'],
])('numbers ending in %s are reported %s %s', async (ending, state, errorCode) => {
  const customer = await bind(await start())
  expect(await customer.submit(`1380000${ending}`)).toMatchObject({ status: 0 })
  expect(await customer.receipts(1)).toMatchObject([{ state, errorCode }])
})

test('special numbers are throttled twice and then accepted, refused, never reported, or reported twice', async () => {
  const sim = await start()
  const customer = await bind(sim)
  const statuses = []
  for (let time = 0; time < 3; time++) statuses.push((await customer.submit('13800000006'))!.status)
  expect(statuses).toEqual([0x58, 0x58, 0])
  expect((await customer.submit('13800000008'))?.status).toBe(0x0b)
  await customer.submit('13800000004')
  const twice = (await customer.submit('13800000009')) as { messageId: string }
  const ids = (await customer.receipts(3)).map(receipt => receipt.messageId)
  expect(ids.filter(id => id === twice.messageId)).toHaveLength(2)
  expect(sim.carrier.counters).toMatchObject({ accepted: 3, refused: 3, reports: 3 })
})

test('special numbers are reported before the submit answer, answered slowly, or reported late', async () => {
  const sim = await start()
  const customer = await bind(sim)
  await customer.submit('13800000010')
  expect(customer.events).toEqual(['deliver', 'answer'])
  sim.carrier.answers.setRules([])
  const slow = { match: 'exact', value: '13800001111', behaviour: { answerDelayMs: 60 } }
  const late = { match: 'prefix', value: '139', behaviour: { reportDelayMs: 60 } }
  expect((await call(sim, '/api/behaviour', { rules: [slow, late] })).status).toBe(200)
  const order: string[] = []
  const slowly = customer.submit('13800001111').then(() => order.push('slow'))
  await customer.submit('13800002222').then(() => order.push('quick'))
  await slowly
  expect(order).toEqual(['quick', 'slow'])
  customer.events.length = 0
  await customer.submit('13900001111')
  expect(customer.events.at(-1)).toBe('answer')
  await customer.receipts(4)
})

test('rules apply in order: exact, prefix, suffix, all, then the endings', async () => {
  const sim = await start()
  const refused = (submitStatus: number) => ({ submitStatus })
  const rules = [
    { match: 'all', behaviour: refused(0x45) },
    { match: 'suffix', value: '99', behaviour: refused(0x14) },
    { match: 'prefix', value: '138', behaviour: refused(0x64) },
    { match: 'exact', value: '13800000001', behaviour: refused(0x66) },
  ]
  expect((await call(sim, '/api/behaviour', { rules })).status).toBe(200)
  const customer = await bind(sim)
  const statusOf = async (phone: string) => (await customer.submit(phone))!.status
  expect(await statusOf('13800000001')).toBe(0x66)
  expect(await statusOf('13800000099')).toBe(0x64)
  expect(await statusOf('13900000099')).toBe(0x14)
  expect(await statusOf('13900000001')).toBe(0x45)
  expect((await call(sim, '/api/behaviour', { rules: [{ match: 'sometimes', behaviour: {} }] })).status).toBe(422)
})

test('a broken connection leaves the submit without an answer', async () => {
  const customer = await bind(await start())
  expect(await customer.submit('13800000012')).toBeNull()
  await customer.closed
})

test('an unanswered report is resent after a reconnect, an answered one is not', async () => {
  const sim = await start()
  const silent = await bind(sim, { isSilent: true })
  await silent.submit('13800001234', '一')
  await silent.submit('13800001235', '二')
  const before = await silent.receipts(2)
  silent.connection.answer(firstOrThrow(silent.received), 0)
  await expect.poll(() => firstOrThrow(sim.carrier.state.systems).unanswered, { timeout: 20_000 }).toBe(1)
  expect((await call(sim, '/api/disconnect', { systemId: 'hongyan-notice' })).answer).toEqual({ disconnected: 1 })
  await silent.closed
  const again = await bind(sim, { bind: 'bind_receiver' })
  expect(await again.receipts(1)).toMatchObject([{ messageId: itemOrThrow(before, 1).messageId }])
  await expect.poll(() => firstOrThrow(sim.carrier.state.systems).unanswered, { timeout: 20_000 }).toBe(0)
  expect(again.received).toHaveLength(1)
})

test('quirks of an account: links, logins, ids and reports as real gateways have them', async () => {
  const sim = await start()
  const quirked = async (quirks: object) => (await call(sim, '/api/quirks', { accounts: { 'hongyan-notice': quirks } })).status
  expect(await quirked({ messageIds: 'sometimes' })).toBe(422)
  expect(await quirked({ connectionLimit: 2, messageIds: 'doubled', reportsOver: 'another', omitsTimes: true })).toBe(200)
  const [one, two] = [await bind(sim), await bind(sim)]
  await expect(bind(sim)).rejects.toMatchObject({ status: 0x0d })
  const ids = []
  for (let index = 0; index < 4; index++) {
    const answer = await one.submit('13800001234')
    ids.push(answer && 'messageId' in answer ? answer.messageId : null)
  }
  const [first, second, third, fourth] = ids
  expect([first, third]).toEqual([second, fourth])
  expect(first).not.toBe(third)
  for (const receipt of await two.receipts(4)) expect(receipt).toMatchObject({ submittedAt: null, doneAt: null, state: 'DELIVRD' })
  expect(one.received).toEqual([])
  expect(await quirked({ messageIds: 'zero', terminateAfter: 5 })).toBe(200)
  expect(await one.submit('13800001234')).toMatchObject({ messageId: expect.stringMatching(/^0+$/) })
  expect(await one.closed).not.toBe('unbound')
  expect(
    (await call(sim, '/api/behaviour', { rules: [{ match: 'all', behaviour: { report: 'accepted', answerDelayMs: null } }] })).status,
  ).toBe(200)
  const silent = two.submit('13800001234')
  await expect
    .poll(
      () =>
        two.received
          .filter(isReceipt)
          .map(pdu => parseReceipt(pdu)?.state)
          .slice(-2),
      { timeout: 20_000 },
    )
    .toEqual(['ACCEPTD', 'DELIVRD'])
  two.connection.destroy('test is over')
  expect(await silent).toBeNull()
  expect(await quirked({ loginStatus: 0x0f })).toBe(200)
  await expect(bind(sim)).rejects.toMatchObject({ status: 0x0f })
})

test('parts are joined on the phone, and a reply returns to the sender number', async () => {
  const sim = await start()
  const customer = await bind(sim)
  const text = `【鸿雁】${'长短信😀'.repeat(40)}`
  await customer.submit('13800001234', text)
  const { answer } = await call(sim, '/api/messages?phone=13800001234')
  expect(answer).toMatchObject({ messages: [{ text, sender: '10690001', direction: 'received' }] })
  expect((await call(sim, '/api/reply', { phone: '13800001234', text: '退订😀' })).answer).toEqual({ to: '10690001' })
  const replies = () => customer.received.filter(pdu => !isReceipt(pdu))
  await expect.poll(() => replies().length, { timeout: 20_000 }).toBe(1)
  expect(replies()[0]).toMatchObject({ source: '13800001234', destination: '10690001', dataCoding: 8 })
  expect(decodeUcs2(readBody(firstOrThrow(replies())).text)).toBe('退订😀')
})

test('the HTTP interface serves phones, counters, refusals, and the page under a strict CSP', async () => {
  const sim = await start()
  const customer = await bind(sim)
  await customer.submit('13800001234')
  await customer.receipts(1)
  expect((await call(sim, '/api/phones')).answer).toMatchObject({ phones: [{ phone: '13800001234', last: { state: 'DELIVRD' } }] })
  expect((await call(sim, '/api/counters')).answer).toMatchObject({ submits: 1, accepted: 1, reports: 1 })
  expect((await call(sim, '/api/reply', { phone: '13800009999', text: 'R' })).status).toBe(409)
  expect((await call(sim, '/api/messages?phone=abc')).status).toBe(422)
  expect((await call(sim, '/api/nothing')).status).toBe(404)
  const foreign = await fetch(`http://127.0.0.1:${sim.httpPort}/api/disconnect`, { method: 'POST', body: '{}' })
  expect(foreign.status).toBe(415)
  const page = await fetch(`http://127.0.0.1:${sim.httpPort}/?phone=13800001234`)
  expect(page.headers.get('content-security-policy')).toContain("script-src 'self'")
  expect(await page.text()).not.toMatch(/<script>|onclick|style="/)
})

test('the stream sends new messages', async () => {
  const sim = await start()
  const customer = await bind(sim)
  const response = await fetch(`http://127.0.0.1:${sim.httpPort}/api/stream`)
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
  await customer.submit('13800001234', '【鸿雁】验证码 123456')
  let seen = ''
  while (!seen.includes('123456')) seen += (await reader.read()).value
  expect(seen).toContain('"phone":"13800001234"')
  await reader.cancel()
})

test('the trace has one line for each accepted part', async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'hongyan-trace-'))
  closers.push(() => rm(folder, { recursive: true }))
  const traceFile = path.join(folder, 'trace')
  const sim = await start({ traceFile, remembers: false })
  const customer = await bind(sim)
  const { messageId } = (await customer.submit('13800001234', '一\t二\n')) as { messageId: string }
  await customer.submit('13800000008')
  await sim.close()
  expect(await readFile(traceFile, 'utf8')).toBe(`13800001234\t10690001\t${messageId}\t1/1\t一\\t二\\n\n`)
  expect(sim.carrier.handset.messagesOf('13800001234')).toEqual([])
})

test('garbage on the port closes only that connection', async () => {
  const sim = await start()
  const customer = await bind(sim)
  const socket = connect(sim.smppPort, '127.0.0.1')
  socket.write(Buffer.alloc(5000, 0xff))
  socket.resume()
  await once(socket, 'close')
  expect(await customer.submit('13800001234')).toMatchObject({ status: 0 })
})
