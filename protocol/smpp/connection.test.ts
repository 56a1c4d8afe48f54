import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { portOrThrow } from '#values/or-throw.ts'
import { connectSmpp } from './client.ts'
import { type ConnectionHandlers, type ConnectionOptions, SmppConnection } from './connection.ts'
import { encodePdu } from './encode.ts'
import { submitSm } from './pdu.ts'

const closers: (() => void)[] = []
afterEach(() => {
  for (const close of closers.splice(0)) close()
})

async function serve(
  handlers: Partial<ConnectionHandlers>,
  options: Partial<ConnectionOptions> = {},
): Promise<{ port: number; sessions: SmppConnection[] }> {
  const sessions: SmppConnection[] = []
  const server = createServer(socket => {
    const onRequest: ConnectionHandlers['onRequest'] = (request, connection) => {
      if (request.command.startsWith('bind')) connection.answerBind(request as never, 0, 'peer')
      else handlers.onRequest?.(request, connection)
    }
    sessions.push(new SmppConnection(socket, { onClose: () => {}, ...handlers, onRequest }, options))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  closers.push(() => {
    for (const session of sessions) session.destroy('test is over')
    server.close()
  })
  return { port: portOrThrow(server), sessions }
}

const login = { host: '127.0.0.1', systemId: 'a', password: 'b' }

test('the window bounds requests, answers may come out of order, and unbind waits for the rest', async () => {
  const held: (() => void)[] = []
  const { port } = await serve({
    onRequest: (request, connection) => {
      if (request.command === 'submit_sm') held.push(() => connection.answer(request, 0, `id-${request.destination}`))
      if (held.length === 2) for (const answer of held.splice(0).toReversed()) answer()
    },
  })
  const closed: string[] = []
  const freed: number[] = []
  const client = await connectSmpp(
    { ...login, port, windowSize: 2 },
    { onRequest: () => {}, onClose: reason => closed.push(reason), onFreeSlot: connection => freed.push(connection.freeSlots) },
  )
  const answers: string[] = []
  const take = (answer: unknown) => answers.push((answer as { messageId: string }).messageId)
  expect(client.send(submitSm({ destination: '1' }), take)).toBeGreaterThan(0)
  expect(client.send(submitSm({ destination: '2' }), take)).toBeGreaterThan(0)
  expect(client.freeSlots).toBe(0)
  expect(client.send(submitSm({ destination: '3' }), take)).toBe(0)
  await client.unbind()
  expect(answers).toEqual(['id-2', 'id-1'])
  expect(closed).toEqual(['unbound'])
  expect(freed).toEqual([])
  expect(client.send(submitSm({}), take)).toBe(0)
})

test('a missing answer is a timeout, and a broken link fails every open request', async () => {
  const { port, sessions } = await serve({})
  const client = await connectSmpp({ ...login, port, answerTimeoutMs: 50 }, { onRequest: () => {}, onClose: () => {} })
  const failure = () => new Promise(resolve => client.send(submitSm({}), (_, reason) => resolve(reason)))
  expect(await failure()).toBe('timeout')
  expect(client.freeSlots).toBe(client.windowSize)
  const broken = failure()
  sessions[0]!.destroy('cut')
  expect(await broken).toBe('closed')
})

test('an answer after the time-out is told once as late', async () => {
  const held: (() => void)[] = []
  const { port } = await serve({
    onRequest: (request, connection) => {
      if (request.command === 'submit_sm') held.push(() => connection.answer(request, 0, 'id-7'))
    },
  })
  const client = await connectSmpp({ ...login, port, answerTimeoutMs: 50 }, { onRequest: () => {}, onClose: () => {} })
  const late = Promise.withResolvers<unknown>()
  const failure = await new Promise(resolve => client.send(submitSm({}), (_, reason) => resolve(reason), late.resolve))
  expect(failure).toBe('timeout')
  for (const answer of held) answer()
  expect(await late.promise).toMatchObject({ status: 0, messageId: 'id-7' })
  expect(client.lateAnswers).toBe(1)
})

test('a silent peer gets enquire_link, then is cut', async () => {
  const server = createServer(socket => socket.once('data', frame => socket.write(bindAnswerTo(Buffer.from(frame)))))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  closers.push(() => server.close())
  const reason = await new Promise(resolve => {
    const port = portOrThrow(server)
    void connectSmpp({ ...login, port, keepaliveIntervalMs: 20, answerTimeoutMs: 50 }, { onRequest: () => {}, onClose: resolve })
  })
  expect(reason).toBe('the peer is silent')
})

test('garbage is nacked and closes the link; an unreadable PDU is nacked and the link stays open', async () => {
  const { port } = await serve({})
  const garbage = connect(port, '127.0.0.1')
  garbage.write('GET / HTTP/1.1\r\n\r\n')
  expect(Buffer.concat(await once(garbage, 'data')).toString('hex')).toBe('00000010800000000000000200000000')
  await once(garbage, 'close')

  const link = connect(port, '127.0.0.1')
  link.write(Buffer.from('00000010000000990000000000000005', 'hex'))
  expect(Buffer.concat(await once(link, 'data')).toString('hex')).toBe('00000010800000000000000300000005')
  link.write(Buffer.from('00000010000000150000000000000006', 'hex'))
  expect(Buffer.concat(await once(link, 'data')).toString('hex')).toBe('00000010800000150000000000000006')
  link.destroy()
})

test('nothing is read after garbage', async () => {
  const requests: string[] = []
  const problems: string[] = []
  const { port, sessions } = await serve({
    onRequest: request => requests.push(request.command),
    onProtocolError: error => problems.push(error.message),
  })
  const link = connect(port, '127.0.0.1')
  link.write(Buffer.from('ffffffff', 'hex'))
  await once(link, 'data')
  // The peer continues as if nothing had happened: one valid request, and more garbage.
  const later = encodePdu({ ...submitSm({ destination: '1' }), sequence: 7 })
  sessions[0]!.socket.emit('data', Buffer.concat([later, Buffer.from('ffffffff', 'hex')]))
  expect(requests).toEqual([])
  expect(problems).toHaveLength(1)
  link.destroy()
})

function bindAnswerTo(frame: Buffer): Buffer {
  const answer = Buffer.from('0000001180000009000000000000000000', 'hex')
  frame.copy(answer, 12, 12, 16)
  return answer
}
