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
    .selectFrom('inboundPart')
    .innerJoin('channel', 'channel.channelId', 'inboundPart.channelId')
    .select(['inboundPart.channelId', 'phone', 'inboundPart.senderNumber', 'reference', 'partCount', 'channel.senderNumber as access'])
    .groupBy(['inboundPart.channelId', 'phone', 'inboundPart.senderNumber', 'reference', 'partCount', 'channel.senderNumber'])
    .having(row => row.fn.max('receivedAt'), '<', before)
    .execute()
  for (const { access, ...key } of found)
    await db.transaction().execute(async tx => {
      const parts = await tx
        .deleteFrom('inboundPart')
        .where(row => row.and(key))
        .returning(['part', 'text', 'receivedAt'])
        .execute()
      if (parts.length === 0) return
      const texts = Array.from({ length: key.partCount }, (_, index) => parts.find(row => row.part === index + 1)?.text ?? gap)
      const message = { phone: key.phone, senderNumber: key.senderNumber, text: texts.join('') }
      const channel = { channelId: key.channelId, senderNumber: access }
      await storeInbound(tx, channel, message, { now, partCount: key.partCount, missingParts: key.partCount - parts.length })
    })
  return found.length
}
