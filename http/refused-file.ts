import { Transform } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { asAccount } from '#db/connect.ts'
import { recordLine } from '#domain/account/activity.ts'
import type { Files } from '#domain/files.ts'
import { maskPhonesIn } from '#values/phone.ts'
import type { Session } from './app.ts'
import { memberMay } from './member.ts'
import type { Doors } from './serve.ts'

interface RefusedFile {
  fileId: string
  /** The session that brought the numbers. */
  sessionId: string | null
  fileName: string
}

/**
 * A file of rows that were not taken. Whoever brought them in this session gets them as they are; so does who may see whole numbers, and that is a line of
 * the account's log; everybody else gets the numbers masked.
 */
export async function openRefused(
  { db, now }: Pick<Doors, 'db' | 'now'>,
  files: Files,
  session: Session,
  request: FastifyRequest,
  file: RefusedFile,
) {
  const { account, member, sessionId, staffName } = session
  const bytes = files.open(account, file.fileId)
  if (file.sessionId === sessionId) return bytes
  if (staffName !== null || !memberMay(member, 'message.reveal')) return bytes.compose(maskingLines())
  await asAccount(db, account, tx =>
    recordLine(tx, account, {
      memberId: member.memberId,
      actor: member.name,
      kind: 'operation',
      action: 'refused-rows.download',
      object: file.fileName,
      result: 'ok',
      address: request.ip,
      agent: request.headers['user-agent']?.slice(0, 300) ?? '',
      requestId: request.id,
      at: now(),
    }),
  )
  return bytes
}

/** Masks line by line, so that no number is cut by the end of a chunk. */
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
