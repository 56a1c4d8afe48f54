import { type InboundFilter, inboundEffectNames, inboundFilter } from '#contract/messages/delivery.ts'
import type { Tx } from '#db/connect.ts'
import { earlier, exportSource, periodText, setFacts } from '#domain/export-source/index.ts'
import { type AccountId, encodeId } from '#values/id.ts'
import { lastOrThrow } from '#values/or-throw.ts'
import { repliesFrom, selectInbound } from './delivery-inbound.ts'

/** Export of inbound messages (收到的回复). */
export const inboundExport = exportSource({
  name: 'inbound',
  permission: 'message.read',
  filter: inboundFilter,
  columns: [
    { key: 'receivedAt', title: '收到时间', kind: 'time' },
    { key: 'phone', title: '手机号', kind: 'phone' },
    { key: 'text', title: '回复内容', kind: 'text', width: 40 },
    { key: 'signature', title: '回复的签名', kind: 'text' },
    { key: 'effect', title: '效果', kind: 'text' },
    { key: 'messageId', title: '对应的短信编号', kind: 'text', isExtra: true },
    { key: 'inboundId', title: '回复编号', kind: 'text', isExtra: true },
  ],
  fix: (filter, now) => ({ ...filter, from: repliesFrom(filter, now) ?? undefined, until: earlier(filter.until, now) }),
  describe: async (_tx, _account, filter) =>
    setFacts([
      ['收到时间', periodText(filter.from, filter.until)],
      ['手机号', filter.phone],
    ]),
  count: async (tx, account, filter, most) => {
    const { found } = await tx
      .selectFrom(select(tx, account, filter, null).clearSelect().clearOrderBy().select('inbound.inboundId').limit(most).as('counted'))
      .select(row => row.fn.countAll<number>().as('found'))
      .executeTakeFirstOrThrow()
    return found
  },
  rows: async (tx, account, filter, { after, limit }) => {
    const found = await select(tx, account, filter, after).limit(limit).execute()
    return {
      rows: found.map(row => [
        row.receivedAt,
        row.phone,
        row.text,
        row.signatureText,
        row.effect && (inboundEffectNames[row.effect] ?? row.effect),
        row.messageId && encodeId('message', row.messageId),
        encodeId('inbound', row.inboundId),
      ]),
      last: found.length === limit ? lastOrThrow(found).inboundId : null,
    }
  },
})

/** The filter of an export has an end, so the present time doesn't matter. */
const select = (tx: Tx, account: AccountId, filter: InboundFilter, cursor: string | null) =>
  selectInbound(tx, account, filter, { cursor, now: filter.until! })
