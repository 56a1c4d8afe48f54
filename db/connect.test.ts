import { expect, test } from 'vitest'
import { openPool } from './connect.ts'

test('a pool of which nobody got a connection in time tells the next callers sooner, until one gets it', async () => {
  const url = process.env.TEST_DATABASE_URL!
  const [hanging, other] = [openPool({ url, role: 'hongyan_app', max: 1 }), openPool({ url, role: 'hongyan_app', max: 1 })]
  const [held, heldToo] = [await hanging.connect(), await other.connect()]
  await expect(hanging.connect()).rejects.toThrow(/timeout/)
  const ended: string[] = []
  const asked = [hanging, other].map((pool, index) =>
    pool.connect().then(
      client => client.release(),
      () => ended.push(index === 0 ? 'hanging' : 'other'),
    ),
  )
  await asked[0]
  expect(ended).toEqual(['hanging'])
  held.release()
  heldToo.release()
  await asked[1]
  // It waits for its turn as ever.
  const first = await hanging.connect()
  const second = hanging.connect()
  first.release()
  ;(await second).release()
  expect(ended).toEqual(['hanging'])
  await Promise.all([hanging.end(), other.end()])
})
