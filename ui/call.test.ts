import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { CallError, type CallTarget, isRetryable, queryString, readAnswer, type SendOptions, send } from './call.ts'

test('a query string leaves empty values out and repeats lists', () => {
  expect(queryString({ state: '', cursor: undefined, size: 20, kind: ['code', 'notice'] })).toBe('?size=20&kind=code&kind=notice')
  expect(queryString({ none: null })).toBe('')
})

test('a refusal keeps its code, fields and request id', async () => {
  const error = { code: 'signature_taken', message: '签名“鸿雁”已存在', fields: { text: '换一个名称' }, requestId: 'r1' }
  const thrown = await readAnswer(Response.json({ error }, { status: 409 })).catch((caught: unknown) => caught)
  expect(thrown).toBeInstanceOf(CallError)
  expect(thrown).toMatchObject({ ...error, status: 409, isUncertain: false })
})

test('an answer that is not ours is told in words, with the request id of its header', async () => {
  const response = new Response('<html>502</html>', { status: 502, headers: { 'x-request-id': 'r2' } })
  const thrown = await readAnswer(response).catch((caught: unknown) => caught)
  expect(thrown).toMatchObject({ code: 'bug', status: 502, requestId: 'r2', isUncertain: true })
})

test('an answer that breaks off is a lost network, which an act may be tried again after', async () => {
  const broken = new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode('{"rows":['))
      controller.error(new TypeError('network error'))
    },
  })
  const thrown = await readAnswer(new Response(broken)).catch((caught: unknown) => caught)
  expect(thrown).toBeInstanceOf(CallError)
  expect(thrown).toMatchObject({ code: 'network', status: 0, fields: {}, isUncertain: true })
})

/** Sends a call to a server that takes it, says nothing or only how its answer begins, and never ends. */
async function askHanging(call: Omit<CallTarget, 'path'>, options: SendOptions, beginning?: string) {
  const server = createServer((_, response) => {
    if (beginning !== undefined) response.writeHead(200, { 'content-type': 'application/json' }).write(beginning)
  }).listen(0, '127.0.0.1')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  await new Promise(resolve => server.once('listening', resolve))
  const path = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  return send({ ...call, path } as CallTarget, {}, options).catch((caught: unknown) => caught)
}

test.each([undefined, '{"rows":['])('a server that answers no more is not waited for: after %j the page can ask again', async beginning => {
  const thrown = await askHanging({ method: 'GET' }, { limitMs: 200 }, beginning)
  expect(thrown).toMatchObject({ code: 'timeout', status: 0, isUncertain: true, message: '等了 1 秒没有收到应答，请稍后重试' })
  expect(isRetryable(thrown)).toBe(false)
})

test('an act without an answer says that its outcome is unknown and how to look', async () => {
  const once = await askHanging({ method: 'POST', once: true }, { limitMs: 200 })
  expect(once).toMatchObject({ code: 'timeout', isUncertain: true, message: expect.stringContaining('也只会办理一次') })
  const plain = await askHanging({ method: 'POST' }, { limitMs: 200 })
  expect(plain).toMatchObject({ code: 'timeout', isUncertain: true, message: expect.stringContaining('请先刷新页面查看') })
})

test('what the page itself gives up is no failure of the server', async () => {
  const left = new DOMException('left', 'AbortError')
  expect(await askHanging({ method: 'GET' }, { signal: AbortSignal.abort(left), limitMs: 60_000 })).toBe(left)
})
