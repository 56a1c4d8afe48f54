import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { refusedRowsRoute, uploadCalls, uploadRoute } from '#contract/recipients/upload.ts'
import { refuse } from '#contract/refusals.ts'
import { asAccount } from '#db/connect.ts'
import type { Files } from '#domain/platform/index.ts'
import {
  addUploads,
  cancelUpload,
  mapUpload,
  previewAddition,
  readUpload,
  receivePaste,
  receiveUpload,
  refusedFile,
} from '#domain/recipients/index.ts'
import type { App } from '#http/server/app.ts'
import type { BodyTime } from '#http/server/body-time.ts'
import { bytesOf, byteType, passBytes } from '#http/server/byte-body.ts'
import { fileNameOf } from '#http/server/file-name.ts'
import { requireMember } from '#http/server/member.ts'
import { sendRefused } from '#http/server/number-file.ts'
import { handle, handlePrepared, type Services } from '#http/server/serve.ts'
import { limits } from '#values/limits.ts'

/** A slow upload may take long, a stalled one may not. */
const fileTime: BodyTime = { wholeMs: limits.uploadMinutes * 60_000, stretchMs: 30_000, leastBytes: 100_000 }

/** The JSON calls. */
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
  handlePrepared(
    uploadCalls.addition,
    ({ db, account }, input) => previewAddition(db, account, files, input),
    async (_context, _input, preview) => preview,
  ),
  handlePrepared(
    uploadCalls.add,
    ({ db, account, member, now }, input) => addUploads(db, account, files, { ...input, memberId: member.memberId, now: now() }),
    async ({ tx, account, sessionId, now }, _, { uploadId, mapping }) => {
      await mapUpload(tx, account, { ...mapping, uploadId, shortLinks: { url: shortLinkUrl, now: now() } })
      return readUpload(tx, account, uploadId, sessionId)
    },
  ),
  handle(uploadCalls.cancel, ({ tx, account }, { uploadId }) => cancelUpload(tx, account, uploadId)),
]

/** The byte routes: upload of a file of numbers, download of the refused rows. */
export function serveUploadRoutes(app: App, services: Services, files: Files): void {
  app.register(async scope => {
    // The stream is passed on as it arrives; other content types are refused.
    scope.addContentTypeParser(byteType, passBytes)
    scope.post(
      uploadRoute.path,
      { bodyLimit: Number.MAX_SAFE_INTEGER, config: { bodyTime: fileTime } },
      async (request: FastifyRequest) => {
        const { account, member, sessionId } = await requireMember(services, request, uploadRoute.audience.permission)
        if (Number(request.headers['content-length'] ?? 0) > limits.uploadBytes)
          refuse('file_too_large', { megabytes: limits.uploadBytes / 1024 / 1024 })
        const fileName = fileNameOf(request.headers[uploadRoute.fileNameHeader])
        const bytes = bytesOf(request)
        const { memberId } = member
        const uploadId = await receiveUpload(services.db, account, files, { fileName, bytes, memberId, sessionId, now: services.now() })
        return z.encode(uploadRoute.answer, await asAccount(services.db, account, tx => readUpload(tx, account, uploadId, sessionId)))
      },
    )
    scope.get(refusedRowsRoute.path, async (request: FastifyRequest, reply: FastifyReply) => {
      const session = await requireMember(services, request, refusedRowsRoute.audience.permission)
      const { account } = session
      const input = refusedRowsRoute.input.safeParse(request.query)
      if (!input.success) refuse('not_found')
      const file = await asAccount(services.db, account, tx => refusedFile(tx, account, input.data.uploadId))
      return sendRefused(services, files, { session, request, reply }, { name: '未通过的号码', file })
    })
  })
}
