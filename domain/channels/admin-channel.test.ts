import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { leaseName } from '#dispatch/channel/lease.ts'
import { createChannel } from '#test/support/channel.ts'
import { prepareTestDatabase } from '#test/support/database.ts'
import { channelCounts, listChannels } from './admin-channel.ts'

const database = prepareTestDatabase()

async function channel(name: string, facts: { enabled?: boolean; state: 'up' | 'down'; leaseMs: number }): Promise<void> {
  const channelId = await createChannel(database.platformDb, { name, enabled: facts.enabled ?? true, state: facts.state })
  await sql`insert into lease (name, owner, token, until)
    values (${leaseName(channelId)}, 'test', 1, now() + ${`${facts.leaseMs} ms`}::interval)`.execute(database.platformDb)
}

test('channel state: valid only while a dispatch process holds the lease; passwords are never returned', async () => {
  await channel('一', { state: 'up', leaseMs: 60_000 })
  await channel('二', { state: 'up', leaseMs: -1_000 })
  await channel('三', { state: 'down', leaseMs: 60_000 })
  await channel('四', { state: 'down', leaseMs: -1_000, enabled: false })
  const rows = await listChannels(database.platformDb)
  expect(new Map(rows.map(row => [row.name, row.isHeld]))).toEqual(
    new Map([
      ['一', true],
      ['二', false],
      ['三', true],
      ['四', false],
    ]),
  )
  expect(JSON.stringify(rows)).not.toMatch(/password/i)
  expect(await channelCounts(database.platformDb)).toEqual({ upCount: 1, downCount: 2, disabledCount: 1 })
})
