import { expect, test } from 'vitest'
import { newAccountId } from '#values/id.ts'
import { AccountShare } from './account-share.ts'
import { isUnavailable } from './unavailable.ts'

const [busy, other] = [newAccountId(), newAccountId()]

test('an account uses its share at most, in order, and others are not kept waiting', async () => {
  const share = new AccountShare(2, 10_000)
  const begun: number[] = []
  const ends = Array.from({ length: 5 }, () => Promise.withResolvers<void>())
  const works = ends.map((end, index) =>
    share.run(busy, () => {
      begun.push(index)
      return end.promise
    }),
  )
  expect(await share.run(other, async () => 'served')).toBe('served')
  expect(begun).toEqual([0, 1])
  ends[1]?.reject(new Error('failed'))
  await expect(works[1]).rejects.toThrow('failed')
  expect(begun).toEqual([0, 1, 2])
  for (const end of ends) end.resolve()
  await Promise.all(works.toSpliced(1, 1))
  expect(begun).toEqual([0, 1, 2, 3, 4])
})

test('who waits too long for a place is told that the database is unavailable, and takes none later', async () => {
  const share = new AccountShare(1, 20)
  const end = Promise.withResolvers<void>()
  const first = share.run(busy, () => end.promise)
  const late = await share.run(busy, async () => 'served').catch((error: unknown) => error)
  expect(late).toSatisfy(isUnavailable)
  end.resolve()
  await first
  expect(await share.run(busy, async () => 'served')).toBe('served')
})
