import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import {
  isPicture,
  privateFileKinds,
  privateFilePurposes,
  privateFileReading,
  privateFileRoute,
  staffFileReading,
  staffFileRoute,
} from '#contract/account/private-file.ts'
import { refuse } from '#contract/refusals.ts'
import { asAccount, type Db } from '#db/connect.ts'
import {
  checkFile,
  type PrivateFile,
  readPrivateFile,
  readPrivateFileBytes,
  savePrivateFile,
  watermarked,
} from '#domain/documents/index.ts'
import type { Files } from '#domain/platform/index.ts'
import type { App } from '#http/server/app.ts'
import type { BodyTime } from '#http/server/body-time.ts'
import { bytesOf, byteType, passBytes } from '#http/server/byte-body.ts'
import { fileNameOf, sentFilePolicy } from '#http/server/file-name.ts'
import { requireMember, requireStaff } from '#http/server/member.ts'
import type { Services } from '#http/server/serve.ts'
import { recordFileAccess } from '#http/server/staff-file-access.ts'
import { wholeOf } from '#values/bytes.ts'
import { type AccountId, encodeId } from '#values/id.ts'
import { limits } from '#values/limits.ts'

/** Ten megabytes over a slow connection. */
const fileTime: BodyTime = { wholeMs: 300_000, stretchMs: 30_000, leastBytes: 100_000 }
const bodyOptions = { bodyLimit: Number.MAX_SAFE_INTEGER, config: { bodyTime: fileTime } }

/** Upload and download of members' private files, as bytes. */
export function servePrivateFileRoutes(app: App, services: Services, files: Files): void {
  app.register(async scope => {
    scope.addContentTypeParser(byteType, passBytes)
    scope.post(privateFileRoute.path, bodyOptions, async (request: FastifyRequest) => {
      const { purpose } = privateFileRoute.input.safeParse(request.query).data ?? refuse('input_invalid')
      const { account, member } = await requireMember(services, request, privateFilePurposes[purpose].write)
      if (privateFilePurposes[purpose].write === null) refuse('not_found')
      const file = await receive(services.db, files, account, request, { purpose, memberId: member.memberId, now: services.now() })
      return z.encode(privateFileRoute.answer, file)
    })
    scope.get(privateFileReading.path, async (request: FastifyRequest, reply: FastifyReply) => {
      const session = await requireMember(services, request, null)
      const { fileId } = privateFileReading.input.safeParse(request.query).data ?? refuse('not_found')
      const file = await asAccount(services.db, session.account, tx => readPrivateFile(tx, session.account, fileId))
      await requireMember(services, request, privateFilePurposes[file.purpose].read)
      return sendFile(reply, file, privateFileKinds[file.kind].mediaType, await readPrivateFileBytes(files, session.account, fileId))
    })
  })
}

/** The same for staff, who see pictures watermarked with their name; opening the original is in their audit log. */
export function serveStaffFileRoutes(app: App, services: Services, files: Files): void {
  app.register(async scope => {
    scope.addContentTypeParser(byteType, passBytes)
    scope.post(staffFileRoute.path, bodyOptions, async (request: FastifyRequest) => {
      const input = staffFileRoute.input.safeParse(request.query).data ?? refuse('input_invalid')
      await requireStaff(services, request, privateFilePurposes[input.purpose].staff)
      // Documents of members are uploaded by members alone.
      if (privateFilePurposes[input.purpose].write !== null) refuse('not_found')
      const account = input.accountId
      return z.encode(
        staffFileRoute.answer,
        await receive(services.db, files, account, request, { purpose: input.purpose, memberId: null, now: services.now() }),
      )
    })
    scope.get(staffFileReading.path, async (request: FastifyRequest, reply: FastifyReply) => {
      await requireStaff(services, request, null)
      const { accountId, fileId, size } = staffFileReading.input.safeParse(request.query).data ?? refuse('not_found')
      const account = accountId
      const file = await readPrivateFile(services.db, account, fileId)
      const staff = await requireStaff(services, request, privateFilePurposes[file.purpose].staff)
      if (size === 'whole')
        await recordFileAccess(
          services,
          request,
          staff,
          {
            action: 'private-files/look',
            account,
            object: file.fileName,
            detail: { purpose: privateFilePurposes[file.purpose].name, fileId: encodeId('file', fileId) },
          },
          file.purpose === 'attestation' ? 'attestations/look' : undefined,
        )
      const bytes = await readPrivateFileBytes(files, account, fileId)
      if (!isPicture(file.kind)) return sendFile(reply, file, privateFileKinds[file.kind].mediaType, bytes)
      return sendFile(reply, file, 'image/jpeg', await watermarked(bytes, { name: staff.name, at: services.now(), size }))
    })
  })
}

type Sent = Pick<Parameters<typeof savePrivateFile>[3], 'purpose' | 'memberId' | 'now'>

/** The picture is re-encoded before a database connection is taken. */
async function receive(db: Db, files: Files, account: AccountId, request: FastifyRequest, sent: Sent): Promise<PrivateFile> {
  const checked = await checkFile(sent.purpose, await bodyOf(request))
  const name = fileNameOf(request.headers[privateFileRoute.fileNameHeader])
  return asAccount(db, account, tx => savePrivateFile(tx, files, account, { ...sent, name, checked }))
}

/** Reads the whole body, refused as soon as it exceeds the limit. */
async function bodyOf(request: FastifyRequest): Promise<Buffer> {
  const facts = { megabytes: limits.privateFileBytes / 1024 / 1024 }
  if (Number(request.headers['content-length'] ?? 0) > limits.privateFileBytes) refuse('private_file_too_large', facts)
  return (await wholeOf(bytesOf(request), limits.privateFileBytes)) ?? refuse('private_file_too_large', facts)
}

/**
 * Sends a file with the type detected from its bytes: browsers use no other (nosniff), run nothing in it
 * (`sentFilePolicy`), and no cache stores it.
 */
function sendFile(reply: FastifyReply, file: PrivateFile, mediaType: string, bytes: Buffer) {
  return reply
    .type(mediaType)
    .header('Content-Length', bytes.length)
    .header('Cache-Control', 'no-store')
    .header('Content-Security-Policy', sentFilePolicy)
    .header(
      'Content-Disposition',
      `${isPicture(file.kind) || file.kind === 'pdf' ? 'inline' : 'attachment'}; filename*=UTF-8''${encodeURIComponent(file.fileName)}`,
    )
    .send(bytes)
}
