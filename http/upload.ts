import type { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { refuse } from '#contract/refusals.ts'
import { refusedRowsDoor, uploadCalls, uploadDoor } from '#contract/upload.ts'
import { asAccount } from '#db/connect.ts'
import type { Files } from '#domain/files.ts'
import { cancelUpload, mapUpload, readUpload, receivePaste, receiveUpload, refusedFile } from '#domain/sms/upload/upload.ts'
import { limits } from '#values/limits.ts'
import type { App } from './app.ts'
import type { BodyTime } from './body-time.ts'
import { fileNameOf } from './file-name.ts'
import { requireMember } from './member.ts'
import { openRefused } from './number-file.ts'
import { type Doors, handle, handlePrepared } from './serve.ts'

/** A slow line may take long, one that is silent may not. */
const fileTime: BodyTime = { wholeMs: limits.uploadMinutes * 60_000, stretchMs: 30_000, leastBytes: 100_000 }

/** What goes as JSON. */
export const uploadHandlers = (files: Files, shortLinkUrl: string) => [
  handle(uploadCalls.one, ({ tx, account, sessionId }, { uploadId }) => readUpload(tx, account, uploadId, sessionId)),
  handlePrepared(
    uploadCalls.paste,
    ({ db, account, member, sessionId, now }, { text }) =>
      receivePaste(db, account, files, { text, memberId: member.memberId, sessionId, now: now() }),
    ({ tx, account, sessionId }, _, uploadId) => readUpload(tx, account, uploadId, sessionId),
  ),
  handle(uploadCalls.map, ({ tx, account, now }, input) =>
    mapUpload(tx, account, { ...input, shortLinks: { url: shortLinkUrl, now: now() } }),
  ),
  handle(uploadCalls.cancel, ({ tx, account }, { uploadId }) => cancelUpload(tx, account, uploadId)),
]

/** What goes as bytes: a file of numbers in, the file of refused rows out. */
export function serveUploadDoors(app: App, doors: Doors, files: Files): void {
  app.register(async scope => {
    // The stream is passed on as it arrives; other types of content are refused as everywhere.
    scope.addContentTypeParser(
      'application/octet-stream',
      (_request: FastifyRequest, payload: Readable, done: (error: null, body: Readable) => void) => done(null, payload),
    )
    scope.post(uploadDoor.path, { bodyLimit: Number.MAX_SAFE_INTEGER, config: { bodyTime: fileTime } }, async (request: FastifyRequest) => {
      const { account, member, sessionId } = await requireMember(doors, request, uploadDoor.audience.permission)
      if (Number(request.headers['content-length'] ?? 0) > limits.uploadBytes)
        refuse('file_too_large', { megabytes: limits.uploadBytes / 1024 / 1024 })
      const fileName = fileNameOf(request.headers[uploadDoor.fileNameHeader])
      const bytes = request.body as Readable
      const { memberId } = member
      const uploadId = await receiveUpload(doors.db, account, files, { fileName, bytes, memberId, sessionId, now: doors.now() })
      return z.encode(uploadDoor.answer, await asAccount(doors.db, account, tx => readUpload(tx, account, uploadId, sessionId)))
    })
    scope.get(refusedRowsDoor.path, async (request: FastifyRequest, reply: FastifyReply) => {
      const session = await requireMember(doors, request, refusedRowsDoor.audience.permission)
      const { account } = session
      const input = refusedRowsDoor.input.safeDecode(request.query as never)
      if (!input.success) refuse('not_found')
      const file = await asAccount(doors.db, account, tx => refusedFile(tx, account, input.data.uploadId))
      return reply
        .type('text/csv; charset=utf-8')
        .header('Content-Disposition', `attachment; filename="refused.csv"; filename*=UTF-8''${encodeURIComponent('未通过的号码.csv')}`)
        .send(await openRefused(doors, files, session, request, file))
    })
  })
}
