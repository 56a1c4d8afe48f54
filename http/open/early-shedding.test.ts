import { expect, test } from 'vitest'
import { AdmissionControl } from '#domain/apps/index.ts'
import { newAccountId, newId } from '#values/id.ts'
import { EarlyShedding } from './early-shedding.ts'

const callerOf = () => ({ account: newAccountId(), appId: newId() })
const requestOf = (authorization: string, url = '/openapi/v1/messages') =>
  ({ method: 'POST', url, headers: { authorization }, body: Buffer.alloc(0) }) as const

test('a flood is shed by its head once its account has too many waiting; others, strangers and vendors are not', async () => {
  let atMs = 0
  const admission = new AdmissionControl({ maxInFlight: 1, maxInFlightPerApp: 1, maxQueueMs: 1_000 }, () => atMs)
  const shedding = new EarlyShedding(admission)
  const [flooding, other] = [callerOf(), callerOf()]
  shedding.remember('Bearer flooding', flooding)
  shedding.remember('Bearer other', other)
  const ends: (() => void)[] = []
  const run = () => admission.run(flooding, () => new Promise<void>(resolve => ends.push(resolve)))
  const endNext = async () => {
    ends.shift()?.()
    await new Promise(setImmediate)
  }
  const all = Array.from({ length: 200 }, run)
  for (let served = 0; served < 180; served += 1) {
    atMs += 100
    await endNext()
  }
  const shed = shedding.answerTo(requestOf('Bearer flooding'), 0)
  expect(shed).toMatchObject({ status: 503, headers: { 'retry-after': 1 } })
  expect(JSON.parse(shed?.body ?? '')).toMatchObject({ error: { code: 'busy', requestId: shed?.headers['x-request-id'] } })
  expect(Number(shed?.headers['content-length'])).toBe(Buffer.byteLength(shed?.body ?? ''))
  for (const request of [requestOf('Bearer other'), requestOf('Bearer forged'), requestOf('Bearer flooding', '/')])
    expect(shedding.answerTo(request, 0)).toBeNull()
  for (let left = 20; left > 0; left -= 1) await endNext()
  await Promise.all(all)
  expect(shedding.answerTo(requestOf('Bearer flooding'), 0)).toBeNull()
})
