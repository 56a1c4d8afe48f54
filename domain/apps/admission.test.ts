import { expect, test } from 'vitest'
import { type AccountId, newAccountId } from '#values/id.ts'
import { AdmissionControl } from './admission.ts'

const ids = new Map<string, AccountId>()
const idFor = (name: string): AccountId => {
  const known = ids.get(name) ?? newAccountId()
  ids.set(name, known)
  return known
}
const callerOf = (account: string, appId = account) => ({ account: idFor(account), appId })

/** Work that finishes when the test says so. */
function createWork(admission: AdmissionControl) {
  const begun: string[] = []
  const ends: (() => void)[] = []
  const run = (account: string, appId = account) =>
    admission.run(callerOf(account, appId), () => {
      begun.push(account)
      return new Promise<void>(resolve => ends.push(resolve))
    })
  const endNext = async () => {
    ends.shift()!()
    await new Promise(setImmediate)
  }
  return { begun, run, endNext }
}

test('concurrency limit: holds for the process and for each app', async () => {
  const { begun, run, endNext } = createWork(new AdmissionControl({ maxInFlight: 3, maxInFlightPerApp: 2, maxQueueMs: 60_000 }))
  const all = [run('a'), run('a'), run('a'), run('b'), run('c')]
  expect(begun).toEqual(['a', 'a', 'b'])
  await endNext()
  expect(begun).toEqual(['a', 'a', 'b', 'a'])
  for (let left = 4; left > 0; left -= 1) await endNext()
  await Promise.all(all)
})

test('concurrency limit: an app has as many in flight as end in a quarter of the longest wait at its pace', async () => {
  let atMs = 0
  const limits = { maxInFlight: 1_000, maxInFlightPerApp: 768, maxQueueMs: 100_000 }
  const { begun, run, endNext } = createWork(new AdmissionControl(limits, () => atMs))
  const all: Promise<void>[] = []
  let endedCount = 0
  const endEach = async (count: number, everyMs: number) => {
    for (const last = endedCount + count; endedCount < last; endedCount += 1) {
      atMs += everyMs
      await endNext()
    }
  }
  // Before the pace is known, as on a fast machine.
  all.push(...Array.from({ length: 500 }, () => run('a')))
  expect(begun).toHaveLength(500)
  await endEach(420, 500)
  all.push(...Array.from({ length: 90 }, () => run('a')))
  await endEach(60, 500)
  expect(begun.length - endedCount).toBe(50)
  // Faster again: everything that waits is begun.
  await endEach(40, 50)
  expect(begun).toHaveLength(590)
  await endEach(590 - endedCount, 500)
  // After a pause the pace isn't known again.
  atMs += 20_000
  all.push(...Array.from({ length: 500 }, () => run('a')))
  expect(begun).toHaveLength(1_090)
  await endEach(500, 50)
  await Promise.all(all)
})

test('fair queueing: accounts are served round robin, however many requests one has waiting', async () => {
  const { begun, run, endNext } = createWork(new AdmissionControl({ maxInFlight: 1, maxInFlightPerApp: 1, maxQueueMs: 60_000 }))
  const all = [...Array.from({ length: 5 }, () => run('flood')), run('other'), run('third')]
  for (let count = 0; count < all.length; count += 1) await endNext()
  await Promise.all(all)
  expect(begun.slice(0, 4)).toEqual(['flood', 'flood', 'other', 'third'])
})

test('load shedding: a request that waits too long is refused before any work and uses up no turn', async () => {
  const { begun, run, endNext } = createWork(new AdmissionControl({ maxInFlight: 1, maxInFlightPerApp: 1, maxQueueMs: 20 }))
  const first = run('a')
  await expect(run('b')).rejects.toMatchObject({ code: 'busy', facts: { seconds: 1 } })
  expect(begun).toEqual(['a'])
  await endNext()
  await first
  const last = run('c')
  expect(begun).toEqual(['a', 'c'])
  await endNext()
  await last
})

test('load shedding: behind as many as are served in a quarter of the time that it may wait, a request is refused at once', async () => {
  let atMs = 0
  const limits = { maxInFlight: 1, maxInFlightPerApp: 1, maxQueueMs: 1_000 }
  const { begun, run, endNext } = createWork(new AdmissionControl(limits, () => atMs))
  const all = Array.from({ length: 200 }, () => run('a'))
  for (let served = 0; served < 198; served += 1) {
    atMs += 100
    await endNext()
  }
  // One waits, and each takes 100 ms: there is room for two more.
  all.push(run('a'), run('a'))
  await expect(run('a')).rejects.toMatchObject({ code: 'busy' })
  // The turns of another account come in between, however many wait.
  all.push(run('b'))
  for (let left = 5; left > 0; left -= 1) await endNext()
  await Promise.all(all)
  expect(begun).toHaveLength(203)
})

test('load shedding: what has waited long to be read is shed, whether there is room or not', () => {
  const admission = new AdmissionControl({ maxInFlight: 1, maxInFlightPerApp: 1, maxQueueMs: 1_000 })
  expect([0, 250, 251].map(waitedMs => admission.sheds(callerOf('a'), waitedMs))).toEqual([false, false, true])
})

test('failing work: frees its slot', async () => {
  const admission = new AdmissionControl({ maxInFlight: 1, maxInFlightPerApp: 1, maxQueueMs: 60_000 })
  await expect(admission.run(callerOf('a'), () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await admission.run(callerOf('a'), async () => 'done')).toBe('done')
})
