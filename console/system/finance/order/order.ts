import type { CallAnswerWire } from '#contract/call.ts'
import type { orderCalls } from '#contract/orders/order.ts'
import { saleUnit } from '#contract/orders/package.ts'
import { thousands } from '#ui/display/Count.tsx'

export type Order = CallAnswerWire<typeof orderCalls.list>['rows'][number]
export type OrderDetailFacts = CallAnswerWire<typeof orderCalls.one>

/** 「10,000 条」 in one package. */
export const sizeText = ({ segmentCount, kind }: Pick<Order, 'segmentCount' | 'kind'>) => `${thousands(segmentCount)} ${saleUnit(kind)}`
