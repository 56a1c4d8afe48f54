import type { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { staffProofDoor } from '#contract/operator-review.ts'
import { refuse } from '#contract/refusals.ts'
import { proofDoor, proofFileDoor } from '#contract/signature.ts'
import { asAccount } from '#db/connect.ts'
import type { Files } from '#domain/files.ts'
import { type Proof, readProof, receiveProof } from '#domain/sms/proof.ts'
import type { AccountId } from '#values/id.ts'
import { limits } from '#values/limits.ts'
import type { App } from './app.ts'
import type { BodyTime } from './body-time.ts'
import { fileNameOf, sentFilePolicy } from './file-name.ts'
import { requireMember, requireStaff } from './member.ts'
import type { Doors } from './serve.ts'
import { noteLook } from './staff-look.ts'

/** Two megabytes over a slow line. */
const fileTime: BodyTime = { wholeMs: 180_000, stretchMs: 30_000, leastBytes: 100_000 }

/** Proofs of signatures go up and come back as bytes. */
export function serveProofDoors(app: App, doors: Doors, files: Files): void {
  app.register(async scope => {
    scope.addContentTypeParser(
      'application/octet-stream',
      (_request: FastifyRequest, payload: Readable, done: (error: null, body: Readable) => void) => done(null, payload),
    )
    // The store of files counts the bytes and refuses in our own words.
    scope.post(proofDoor.path, { bodyLimit: Number.MAX_SAFE_INTEGER, config: { bodyTime: fileTime } }, async (request: FastifyRequest) => {
      const { account, member } = await requireMember(doors, request, proofDoor.audience.permission)
      if (Number(request.headers['content-length'] ?? 0) > limits.proofBytes)
        refuse('file_too_large', { megabytes: limits.proofBytes / 1024 / 1024 })
      const fileName = fileNameOf(request.headers[proofDoor.fileNameHeader])
      const bytes = request.body as Readable
      const proof = await receiveProof(doors.db, account, files, { fileName, bytes, memberId: member.memberId, now: doors.now() })
      return z.encode(proofDoor.answer, proof)
    })
    scope.get(proofFileDoor.path, async (request: FastifyRequest, reply: FastifyReply) => {
      const { account } = await requireMember(doors, request, proofFileDoor.audience.permission)
      const input = proofFileDoor.input.safeDecode(request.query as never)
      if (!input.success) refuse('not_found')
      return sendProof(reply, files, account, await asAccount(doors.db, account, tx => readProof(tx, account, input.data.proofId)))
    })
  })
}

/** Proofs as staff see them who review. */
export function serveStaffProofDoor(app: App, doors: Doors, files: Files): void {
  app.get(staffProofDoor.path, async (request: FastifyRequest, reply: FastifyReply) => {
    const staff = await requireStaff(doors, request, staffProofDoor.audience.permission)
    const input = staffProofDoor.input.safeDecode(request.query as never)
    if (!input.success) refuse('not_found')
    const account = input.data.accountId as AccountId
    const proof = await readProof(doors.db, account, input.data.proofId)
    await noteLook(doors, request, staff, { action: 'proofs/look', account, object: proof.fileName })
    return sendProof(reply, files, account, proof)
  })
}

/** Shown in the browser under the type that its bytes have; browsers take no other (nosniff), and nobody keeps it. */
async function sendProof(reply: FastifyReply, files: Files, account: AccountId, proof: Proof) {
  return reply
    .type(proof.mediaType)
    .header('Content-Length', proof.byteCount)
    .header('Cache-Control', 'no-store')
    .header('Content-Security-Policy', sentFilePolicy)
    .header('Content-Disposition', `inline; filename*=UTF-8''${encodeURIComponent(proof.fileName)}`)
    .send(await files.openSealed(account, proof.proofId))
}
