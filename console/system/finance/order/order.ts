import type { Got } from '#contract/call.ts'
import type { orderCalls } from '#contract/order.ts'
import { saleUnit } from '#contract/package.ts'
import { thousands } from '../../../ui/Count.tsx'

export type Order = Got<typeof orderCalls.list>['rows'][number]
export type OrderDetailFacts = Got<typeof orderCalls.one>

/** 「10,000 条」 of one package. */
export const sizeText = ({ segmentCount, kind }: Pick<Order, 'segmentCount' | 'kind'>) => `${thousands(segmentCount)} ${saleUnit(kind)}`
