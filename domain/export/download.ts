import { timingSafeEqual } from 'node:crypto'
import { Readable } from 'node:stream'
import { type ExportFormat, exportNames } from '#contract/export/export.ts'
import { refuse } from '#contract/refusals.ts'
import type { Tx } from '#db/connect.ts'
import type { ExportFile } from '#db/json.ts'
import { type ZipEntry, zipDirectory, zipHeader } from '#domain/export-source/index.ts'
import { type Files, hmac, passingKeyFor } from '#domain/platform/index.ts'
import { formatChinaTime } from '#values/china-time.ts'
import type { AccountId } from '#values/id.ts'
import { limits } from '#values/limits.ts'
import { firstOrThrow, itemOrThrow } from '#values/or-throw.ts'
import { type Requester, recordDownload } from './act.ts'
import { lockFor } from './control.ts'
import { change } from './job.ts'
import { requireExportPermission } from './permission.ts'

/** The content of a download ticket: for whom, and until when. */
interface Ticket {
  exportId: string
  memberId: string
  untilMs: number
}

export interface Download {
  fileName: string
  mediaType: string
  byteCount: number
  bytes: Readable
}

/**
 * A signed download ticket for a finished export, valid for this member and one minute. Refuses `not_found`,
 * `state_forbids`, `not_allowed`.
 */
export async function issueTicket(tx: Tx, account: AccountId, secret: string, exportId: string, requester: Requester): Promise<string> {
  await mayFetch(tx, account, exportId, requester)
  const untilMs = requester.now.getTime() + limits.exportTicketSeconds * 1000
  const payload = [exportId, requester.memberId, untilMs].join('.')
  return `${payload}.${sign(secret, payload).toString('base64url')}`
}

/**
 * Opens the file of a ticket; counts the download and records it in the audit log. Refuses `export_link_invalid` for a
 * forged or expired ticket or one of another member, and like `issueTicket`, since permissions and expiry may have
 * changed.
 */
export async function openDownload(
  tx: Tx,
  account: AccountId,
  { files, secret, ticket: text }: { files: Files; secret: string; ticket: string },
  requester: Requester,
): Promise<Download> {
  const ticket = readTicket(secret, text)
  if (!ticket || ticket.memberId !== requester.memberId || ticket.untilMs < requester.now.getTime()) refuse('export_link_invalid')
  const { exportId } = ticket
  const row = await mayFetch(tx, account, exportId, requester)
  await change(tx, { account, exportId }, { downloadCount: row.downloadCount + 1 })
  const source = row.source
  await recordDownload(tx, account, { exportId, detail: { source, isFull: row.isFull, facts: row.facts } }, requester)
  const name = `${exportNames[source]}_${formatChinaTime(row.requestedAt).replace(/\D/g, '')}`
  return open(files, account, row.files, row.format, name)
}

/** The row of a finished export that the member may download. */
async function mayFetch(tx: Tx, account: AccountId, exportId: string, { role, now }: Requester) {
  const row = await lockFor(tx, account, exportId, 'download', role)
  requireExportPermission(role, row.source, row.isFull)
  // The purge job runs only occasionally; expiry is checked to the second.
  if (!row.expiresAt || row.expiresAt <= now) refuse('state_forbids', { state: '已过期', action: '下载' })
  return row
}

const sign = (secret: string, payload: string) => hmac(passingKeyFor(secret, 'export-ticket'), payload)

function readTicket(secret: string, text: string): Ticket | null {
  const [exportId = '', memberId = '', until = '', signature = ''] = text.split('.')
  const expected = sign(secret, [exportId, memberId, until].join('.'))
  const given = Buffer.from(signature, 'base64url')
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null
  return { exportId, memberId, untilMs: Number(until) }
}

const mediaTypes = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  zip: 'application/zip',
} as const

/** One file as it is; several as a ZIP archive, whose size is known before the bytes are read. */
function open(files: Files, account: AccountId, parts: readonly ExportFile[], format: ExportFormat, name: string): Download {
  if (parts.length === 1) {
    const { fileId, byteCount } = firstOrThrow(parts)
    return { fileName: `${name}.${format}`, mediaType: mediaTypes[format], byteCount, bytes: files.open(account, fileId) }
  }
  const { entries, directory, byteCount } = frame(parts.map((part, index) => [`${name}_${index + 1}.${format}`, part]))
  async function* archive() {
    for (const [index, entry] of entries.entries()) {
      yield zipHeader(entry)
      yield* files.open(account, itemOrThrow(parts, index).fileId)
    }
    yield directory
  }
  return { fileName: `${name}.zip`, mediaType: mediaTypes.zip, byteCount, bytes: Readable.from(archive(), { objectMode: false }) }
}

/**
 * ZIP headers, central directory and size; files are stored without compression, since workbooks are compressed
 * already.
 */
function frame(parts: readonly [string, ExportFile][]): { entries: ZipEntry[]; directory: Buffer; byteCount: number } {
  const entries: ZipEntry[] = []
  let offset = 0
  for (const [name, { crc, byteCount }] of parts) {
    const entry = { name, crc, byteCount, packedBytes: byteCount, isDeflated: false, isMeasuredAfter: false, offset }
    entries.push(entry)
    offset += zipHeader(entry).length + byteCount
  }
  const directory = zipDirectory(entries, offset)
  return { entries, directory, byteCount: offset + directory.length }
}
