import { Readable, Transform } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { asAccount } from '#db/connect.ts'
import { workbookOf } from '#domain/export-source/index.ts'
import { recordLine } from '#domain/identity/index.ts'
import type { Files } from '#domain/platform/index.ts'
import type { RefusedFile } from '#domain/recipients/index.ts'
import { maskPhonesIn } from '#values/phone.ts'
import type { Session } from './app.ts'
import { memberMay } from './member.ts'
import type { Services } from './serve.ts'

/**
 * A file that may contain numbers: the session that uploaded it, and the names of the file and its download in the log.
 */
interface NumberFile {
  sessionId: string | null
  action: string
  fileName: string
}
/**
 * Whether a file is returned with whole numbers: to the session that uploaded it, and to members with the permission,
 * which is logged; others get them masked.
 */
export async function givesNumbers(
  { db, now }: Pick<Services, 'db' | 'now'>,
  session: Session,
  request: FastifyRequest,
  file: NumberFile,
): Promise<boolean> {
  const { account, member, sessionId, staffName } = session
  if (file.sessionId === sessionId) return true
  if (staffName !== null || !memberMay(member, 'message.reveal')) return false
  await asAccount(db, account, tx =>
    recordLine(tx, account, {
      memberId: member.memberId,
      actor: member.name,
      kind: 'operation',
      action: file.action,
      object: file.fileName,
      result: 'ok',
      address: request.ip,
      agent: request.headers['user-agent']?.slice(0, 300) ?? '',
      requestId: request.id,
      at: now(),
    }),
  )
  return true
}

interface Download {
  /** Of the download, without its ending. */
  name: string
  file: RefusedFile
}

/**
 * Answers with a file of refused rows, in the form of its list; numbers are masked where whole ones are not permitted.
 */
export async function sendRefused(
  services: Pick<Services, 'db' | 'now'>,
  files: Files,
  { session, request, reply }: { session: Session; request: FastifyRequest; reply: FastifyReply },
  { name, file }: Download,
) {
  const isWhole = await givesNumbers(services, session, request, { ...file, action: 'refused-rows.download' })
  const bytes = files.open(session.account, file.fileId)
  const csv = isWhole ? bytes : bytes.compose(maskingLines())
  return sendTable(reply, { name, csv, isWorkbook: file.isWorkbook })
}

/** Answers with a table of refused rows as CSV, or as a workbook. */
export function sendTable(reply: FastifyReply, { name, csv, isWorkbook }: { name: string; csv: Readable; isWorkbook: boolean }) {
  const ending = isWorkbook ? 'xlsx' : 'csv'
  return reply
    .type(isWorkbook ? 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' : 'text/csv; charset=utf-8')
    .header('Content-Disposition', `attachment; filename="refused.${ending}"; filename*=UTF-8''${encodeURIComponent(`${name}.${ending}`)}`)
    .send(isWorkbook ? Readable.from(workbookOf(csv, name)) : csv)
}

/** Masks line by line, so that no number is cut at the end of a chunk. */
function maskingLines(): Transform {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
  let rest = ''
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      const text = rest + decoder.decode(chunk, { stream: true })
      const end = text.lastIndexOf('\n') + 1
      rest = text.slice(end)
      done(null, maskPhonesIn(text.slice(0, end)))
    },
    flush(done) {
      done(null, maskPhonesIn(rest + decoder.decode()))
    },
  })
}
