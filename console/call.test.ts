import { expect, test } from 'vitest'
import { CallError, queryString, readAnswer } from './call.ts'

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
