import { type ExportName, exportNames } from '#contract/export/export.ts'
import { auditLogExport } from '#domain/account/index.ts'
import { billExport, consumptionExport, transactionExport } from '#domain/billing/index.ts'
import { blacklistExport } from '#domain/blacklist/index.ts'
import type { ExportSource } from '#domain/export-source/index.ts'
import { linkExport } from '#domain/links/index.ts'
import { inboundExport, messageExport, statisticsExport, visitExport } from '#domain/message-records/index.ts'
import { orderExport } from '#domain/orders/index.ts'
import { contactExport } from '#domain/recipients/index.ts'

/** All sources of exports. */
const sources: readonly ExportSource[] = [
  auditLogExport,
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
