import { type ExportName, exportNames } from '#contract/export.ts'
import { activityExport } from '#domain/account/activity-export.ts'
import { billExport, consumptionExport } from '#domain/finance/line-export.ts'
import { orderExport } from '#domain/finance/order-export.ts'
import { transactionExport } from '#domain/finance/transaction-export.ts'
import { linkExport } from '#domain/shorturl/link-export.ts'
import { blacklistExport } from '#domain/sms/blacklist-export.ts'
import { messageExport } from '#domain/sms/delivery-export.ts'
import { inboundExport } from '#domain/sms/inbound-export.ts'
import { contactExport } from '#domain/sms/phonebook/contact-export.ts'
import { statisticsExport } from '#domain/sms/statistics/statistics-export.ts'
import { visitExport } from '#domain/sms/visit-export.ts'
import type { ExportSource } from './source.ts'

/** Everything that can be exported. */
const sources: readonly ExportSource[] = [
  activityExport,
  linkExport,
  messageExport,
  inboundExport,
  blacklistExport,
  contactExport,
  statisticsExport,
  visitExport,
  transactionExport,
  consumptionExport,
  billExport,
  orderExport,
]

const byName = new Map(sources.map(source => [source.name, source]))

/** The source of a name. */
export function exportSourceOf(name: ExportName): ExportSource {
  const source = byName.get(name)
  if (!source) throw new Error(`${exportNames[name]} has no source`)
  return source
}
