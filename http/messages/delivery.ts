import { deliveryCalls } from '#contract/messages/delivery.ts'
import { diagnosisCalls } from '#contract/messages/diagnosis.ts'
import { inboundReplyCalls } from '#contract/messages/inbound-reply.ts'
import {
  blockRecipients,
  countDeliveries,
  deliveryChoices,
  diagnosePhone,
  listDeliveries,
  listInbound,
  readDelivery,
  recipientOf,
  replyTemplates,
  replyToInbound,
  requirePeriod,
} from '#domain/message-records/index.ts'
import { reversibly } from '#http/server/reversibly.ts'
import { handle } from '#http/server/serve.ts'
import { showNumber } from '#http/server/shown-number.ts'
import { maskPhone } from '#values/phone.ts'

export const deliveryHandlers = [
  handle(deliveryCalls.list, async ({ tx, account, now }, { cursor, pageSize, ...filter }) => {
    requirePeriod(filter, now())
    return listDeliveries(tx, account, filter, { cursor, pageSize }, now())
  }),
  handle(deliveryCalls.figures, async ({ tx, account, now }, filter) => {
    requirePeriod(filter, now())
    return countDeliveries(tx, account, filter, now())
  }),
  handle(deliveryCalls.choices, ({ tx, account }) => deliveryChoices(tx, account)),
  handle(deliveryCalls.one, ({ tx, account, now }, { messageId }) => readDelivery(tx, account, messageId, now())),
  // The audit log records who looked, as for every POST call.
  handle(deliveryCalls.reveal, async (context, { messageId }) =>
    showNumber(context, await recipientOf(context.tx, context.account, messageId)),
  ),
  handle(deliveryCalls.block, (context, filter) => {
    requirePeriod(filter, context.now())
    return reversibly(context, act => blockRecipients(context.tx, context.account, { filter, ...act }))
  }),
  handle(deliveryCalls.inbound, async ({ tx, account, now }, input) => {
    requirePeriod(input, now())
    return listInbound(tx, account, input, now())
  }),
  handle(diagnosisCalls.diagnose, async ({ tx, account, now }, { phone, messageId }) => {
    const found = await diagnosePhone(tx, account, phone ?? (await recipientOf(tx, account, messageId!)), now())
    const entries = found.entries.map(row => ({ ...row, phone: maskPhone(row.phone) }))
    return { ...found, phone: phone ?? maskPhone(found.phone), entries }
  }),
  handle(inboundReplyCalls.templates, async ({ tx, account }) => ({ rows: await replyTemplates(tx, account) })),
  handle(inboundReplyCalls.send, ({ tx, account, now }, input) => replyToInbound(tx, account, { ...input, now: now() })),
]
