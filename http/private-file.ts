import type { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import {
  isPicture,
  privateFileDoor,
  privateFileKinds,
  privateFilePurposes,
  privateFileReading,
  staffFileDoor,
  staffFileReading,
} from '#contract/private-file.ts'
import { Refusal, refuse } from '#contract/refusals.ts'
import { asAccount, type Db } from '#db/connect.ts'
import { checkFile } from '#domain/account/file-check.ts'
import { keepPrivateFile, type PrivateFile, readPrivateFile, readPrivateFileBytes } from '#domain/account/private-file.ts'
import { watermarked } from '#domain/account/watermark.ts'
import type { Files } from '#domain/files.ts'
import { type AccountId, encodeId } from '#values/id.ts'
import { limits } from '#values/limits.ts'
import type { App } from './app.ts'
import type { BodyTime } from './body-time.ts'
import { fileNameOf, sentFilePolicy } from './file-name.ts'
import { requireMember, requireStaff } from './member.ts'
import type { Doors } from './serve.ts'
import { noteLook } from './staff-look.ts'

/** Ten megabytes over a slow line. */
const fileTime: BodyTime = { wholeMs: 300_000, stretchMs: 30_000, leastBytes: 100_000 }
const bodyOptions = { bodyLimit: Number.MAX_SAFE_INTEGER, config: { bodyTime: fileTime } }

/** Private files of members go up and come back as bytes. */
export function servePrivateFileDoors(app: App, doors: Doors, files: Files): void {
  app.register(async scope => {
    takeBytes(scope as unknown as App)
    scope.post(privateFileDoor.path, bodyOptions, async (request: FastifyRequest) => {
      const { purpose } = privateFileDoor.input.safeDecode(request.query as never).data ?? refuse('input_invalid')
      const { account, member } = await requireMember(doors, request, privateFilePurposes[purpose].write)
      if (privateFilePurposes[purpose].write === null) refuse('not_found')
      const file = await receive(doors.db, files, account, request, { purpose, memberId: member.memberId, now: doors.now() })
      return z.encode(privateFileDoor.answer, file)
    })
    scope.get(privateFileReading.path, async (request: FastifyRequest, reply: FastifyReply) => {
      const session = await requireMember(doors, request, null)
      const { fileId } = privateFileReading.input.safeDecode(request.query as never).data ?? refuse('not_found')
      const file = await asAccount(doors.db, session.account, tx => readPrivateFile(tx, session.account, fileId))
      await requireMember(doors, request, privateFilePurposes[file.purpose].read)
      return sendFile(reply, file, privateFileKinds[file.kind].mediaType, await readPrivateFileBytes(files, session.account, fileId))
    })
  })
}

/** The same for staff, who see pictures with their own name across them; who looks at a file whole is in their log. */
export function serveStaffFileDoors(app: App, doors: Doors, files: Files): void {
  app.register(async scope => {
    takeBytes(scope as unknown as App)
    scope.post(staffFileDoor.path, bodyOptions, async (request: FastifyRequest) => {
      const input = staffFileDoor.input.safeDecode(request.query as never).data ?? refuse('input_invalid')
      await requireStaff(doors, request, privateFilePurposes[input.purpose].staff)
      // What members send, they send themselves.
      if (privateFilePurposes[input.purpose].write !== null) refuse('not_found')
      const account = input.accountId as AccountId
      return z.encode(
        staffFileDoor.answer,
        await receive(doors.db, files, account, request, { purpose: input.purpose, memberId: null, now: doors.now() }),
      )
    })
    scope.get(staffFileReading.path, async (request: FastifyRequest, reply: FastifyReply) => {
      await requireStaff(doors, request, null)
      const { accountId, fileId, size } = staffFileReading.input.safeDecode(request.query as never).data ?? refuse('not_found')
      const account = accountId as AccountId
      const file = await readPrivateFile(doors.db, account, fileId)
      const staff = await requireStaff(doors, request, privateFilePurposes[file.purpose].staff)
      if (size === 'whole')
        await noteLook(
          doors,
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
      return sendFile(reply, file, 'image/jpeg', await watermarked(bytes, { name: staff.name, at: doors.now(), size }))
    })
  })
}

const takeBytes = (scope: App): void => {
  scope.addContentTypeParser(
    'application/octet-stream',
    (_request: FastifyRequest, payload: Readable, done: (error: null, body: Readable) => void) => done(null, payload),
  )
}

type Sent = Pick<Parameters<typeof keepPrivateFile>[3], 'purpose' | 'memberId' | 'now'>

/** The picture is drawn before a connection is taken. */
async function receive(db: Db, files: Files, account: AccountId, request: FastifyRequest, sent: Sent): Promise<PrivateFile> {
  const checked = await checkFile(sent.purpose, await bodyOf(request))
  const name = fileNameOf(request.headers[privateFileDoor.fileNameHeader])
  return asAccount(db, account, tx => keepPrivateFile(tx, files, account, { ...sent, name, checked }))
}

/** The whole body, refused as soon as a byte too many arrives. */
async function bodyOf(request: FastifyRequest): Promise<Buffer> {
  const tooLarge = () => new Refusal('private_file_too_large', { megabytes: limits.privateFileBytes / 1024 / 1024 })
  if (Number(request.headers['content-length'] ?? 0) > limits.privateFileBytes) throw tooLarge()
  const chunks: Buffer[] = []
  let byteCount = 0
  for await (const chunk of request.body as Readable) {
    chunks.push(chunk as Buffer)
    byteCount += (chunk as Buffer).length
    if (byteCount > limits.privateFileBytes) throw tooLarge()
  }
  return Buffer.concat(chunks)
}

/** Under the type that its bytes have; browsers take no other (nosniff), run nothing in it (`sentFilePolicy`), and nobody keeps it. */
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
