import { type ExportName, exportNames } from '#contract/export.ts'
import { blacklistExport } from '#domain/sms/blacklist-export.ts'
import { messageExport } from '#domain/sms/delivery-export.ts'
import { inboundExport } from '#domain/sms/inbound-export.ts'
import { contactExport } from '#domain/sms/phonebook/contact-export.ts'
import { statisticsExport } from '#domain/sms/statistics/statistics-export.ts'
import type { ExportSource } from './source.ts'

/** Everything that can be exported. */
const sources: readonly ExportSource[] = [messageExport, inboundExport, blacklistExport, contactExport, statisticsExport]

const byName = new Map(sources.map(source => [source.name, source]))

/** The source of a name. */
export function exportSourceOf(name: ExportName): ExportSource {
  const source = byName.get(name)
  if (!source) throw new Error(`${exportNames[name]} has no source`)
  return source
}
