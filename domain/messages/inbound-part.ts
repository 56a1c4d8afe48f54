import type { Db } from '#db/connect.ts'
import { storeInbound } from '#domain/delivery/index.ts'
import { limits } from '#values/limits.ts'

/** Marks a missing part of a concatenated message. */
const gap = '〔缺少一段〕'

/**
 * Completes concatenated messages whose missing parts never arrived, with a mark in each gap; returns how many there
 * were.
 */
export async function completeIncompleteParts(db: Db, now: Date): Promise<number> {
  const before = new Date(now.getTime() - limits.inboundPartMinutes * 60_000)
  const found = await db
    .selectFrom('inbound_part')
    .innerJoin('channel', 'channel.channel_id', 'inbound_part.channel_id')
    .select([
      'inbound_part.channel_id',
      'phone',
      'inbound_part.sender_number',
      'reference',
      'part_count',
      'channel.sender_number as access',
    ])
    .groupBy(['inbound_part.channel_id', 'phone', 'inbound_part.sender_number', 'reference', 'part_count', 'channel.sender_number'])
    .having(row => row.fn.max('received_at'), '<', before)
    .execute()
  for (const { access, ...key } of found)
    await db.transaction().execute(async tx => {
      const parts = await tx
        .deleteFrom('inbound_part')
        .where(row => row.and(key))
        .returning(['part', 'text', 'received_at'])
        .execute()
      if (parts.length === 0) return
      const texts = Array.from({ length: key.part_count }, (_, index) => parts.find(row => row.part === index + 1)?.text ?? gap)
      const message = { phone: key.phone, senderNumber: key.sender_number, text: texts.join('') }
      const channel = { channelId: key.channel_id, senderNumber: access }
      await storeInbound(tx, channel, message, { now, partCount: key.part_count, missingParts: key.part_count - parts.length })
    })
  return found.length
}
