import { deliveryCalls } from '#contract/delivery.ts'
import { countDeliveries, deliveryChoices, listDeliveries } from '#domain/sms/delivery.ts'
import { blockRecipient, readDelivery, revealPhone } from '#domain/sms/delivery-detail.ts'
import { listInbound } from '#domain/sms/delivery-inbound.ts'
import { handle } from './serve.ts'

export const deliveryHandlers = [
  handle(deliveryCalls.list, ({ tx, account, now }, { cursor, pageSize, ...filter }) =>
    listDeliveries(tx, account, filter, { cursor, pageSize }, now()),
  ),
  handle(deliveryCalls.figures, ({ tx, account, now }, filter) => countDeliveries(tx, account, filter, now())),
  handle(deliveryCalls.choices, ({ tx, account }) => deliveryChoices(tx, account)),
  handle(deliveryCalls.one, ({ tx, account, now }, { messageId }) => readDelivery(tx, account, messageId, now())),
  handle(deliveryCalls.reveal, ({ tx, account, member, address, agent, now }, { messageId }) =>
    revealPhone(tx, account, { messageId, memberId: member.memberId, address, agent, now: now() }),
  ),
  handle(deliveryCalls.block, ({ tx, account, member, now }, { messageId }) =>
    blockRecipient(tx, account, { messageId, memberId: member.memberId, now: now() }),
  ),
  handle(deliveryCalls.inbound, ({ tx, account, now }, input) => listInbound(tx, account, input, now())),
]
