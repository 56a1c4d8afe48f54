import type { Insertable } from 'kysely'
import type { Db } from '#db/connect.ts'
import type { ChannelTable } from '#db/types.ts'
import { newId } from '#values/id.ts'

/** A channel for all that is sent in China; without an owner messages wait for it in the outbox. Returns its id. */
export async function createChannel(platformDb: Pick<Db, 'insertInto'>, facts: Partial<Insertable<ChannelTable>> = {}): Promise<string> {
  const channelId = facts.channelId ?? newId()
  await platformDb
    .insertInto('channel')
    .values({
      channelId,
      name: '测试通道',
      host: '127.0.0.1',
      port: 1,
      systemId: 'test',
      encryptedPassword: Buffer.alloc(1),
      senderNumber: '1069',
      kinds: ['otp', 'transactional', 'marketing'],
      carriers: ['mobile', 'unicom', 'telecom', 'broadnet'],
      ...facts,
    })
    .execute()
  return channelId
}
