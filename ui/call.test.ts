import { createServer } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { portOrThrow } from '#values/or-throw.ts'
import { CallError, type CallTarget, isRetryable, queryString, readAnswer, type SendOptions, send } from './call.ts'

test('a query string omits empty values and repeats lists', () => {
  expect(queryString({ state: '', cursor: undefined, size: 20, kind: ['otp', 'transactional'] })).toBe(
    '?size=20&kind=otp&kind=transactional',
  )
  expect(queryString({ none: null })).toBe('')
})

test('a refusal keeps its code, fields and request id', async () => {
  const error = { code: 'signature_taken', message: '签名“鸿雁”已存在', fields: { text: '换一个名称' }, requestId: 'r1' }
  const thrown = await readAnswer(Response.json({ error }, { status: 409 })).catch((caught: unknown) => caught)
  expect(thrown).toBeInstanceOf(CallError)
  expect(thrown).toMatchObject({ ...error, status: 409, isUncertain: false })
})

test('an answer that is not ours is reported with the request id of its header', async () => {
  const response = new Response('<html>502</html>', { status: 502, headers: { 'x-request-id': 'r2' } })
  const thrown = await readAnswer(response).catch((caught: unknown) => caught)
  expect(thrown).toMatchObject({ code: 'bug', status: 502, requestId: 'r2', isUncertain: true })
})

test('a truncated answer counts as a lost network, and the act may be retried', async () => {
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

/** Sends a call to a server that accepts it, answers nothing or only the beginning, and never ends. */
async function askHanging(call: Omit<CallTarget, 'path'>, options: SendOptions, beginning?: string) {
  const server = createServer((_, response) => {
    if (beginning !== undefined) response.writeHead(200, { 'content-type': 'application/json' }).write(beginning)
  }).listen(0, '127.0.0.1')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  await new Promise(resolve => server.once('listening', resolve))
  const path = `http://127.0.0.1:${portOrThrow(server)}/`
  return send({ ...call, path } as CallTarget, {}, options).catch((caught: unknown) => caught)
}

test.each([undefined, '{"rows":['])('a call without an answer times out: after %j the page can retry', async beginning => {
  const thrown = await askHanging({ method: 'GET' }, { limitMs: 200 }, beginning)
  expect(thrown).toMatchObject({ code: 'timeout', status: 0, isUncertain: true, message: '等了 1 秒没有收到应答，请稍后重试' })
  expect(isRetryable(thrown)).toBe(false)
})

test('an act without an answer is reported as of unknown outcome, with how to check it', async () => {
  const once = await askHanging({ method: 'POST', once: true }, { limitMs: 200 })
  expect(once).toMatchObject({ code: 'timeout', isUncertain: true, message: expect.stringContaining('也只会办理一次') })
  const plain = await askHanging({ method: 'POST' }, { limitMs: 200 })
  expect(plain).toMatchObject({ code: 'timeout', isUncertain: true, message: expect.stringContaining('请先刷新页面查看') })
})

test('a call that the page itself aborts is no failure of the server', async () => {
  const left = new DOMException('left', 'AbortError')
  expect(await askHanging({ method: 'GET' }, { signal: AbortSignal.abort(left), limitMs: 60_000 })).toBe(left)
})
