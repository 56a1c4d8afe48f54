import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { staffProofRoute } from '#contract/content/admin-review.ts'
import { proofFileRoute, proofRoute } from '#contract/content/signature.ts'
import { refuse } from '#contract/refusals.ts'
import { asAccount } from '#db/connect.ts'
import { type Proof, readProof, receiveProof } from '#domain/content/index.ts'
import type { Files } from '#domain/platform/index.ts'
import type { App } from '#http/server/app.ts'
import type { BodyTime } from '#http/server/body-time.ts'
import { bytesOf, byteType, passBytes } from '#http/server/byte-body.ts'
import { fileNameOf, sentFilePolicy } from '#http/server/file-name.ts'
import { requireMember, requireStaff } from '#http/server/member.ts'
import type { Services } from '#http/server/serve.ts'
import { recordFileAccess } from '#http/server/staff-file-access.ts'
import type { AccountId } from '#values/id.ts'
import { limits } from '#values/limits.ts'

/** Two megabytes over a slow connection. */
const fileTime: BodyTime = { wholeMs: 180_000, stretchMs: 30_000, leastBytes: 100_000 }

/** Upload and download of signatures' proofs, as bytes. */
export function serveProofRoutes(app: App, services: Services, files: Files): void {
  app.register(async scope => {
    scope.addContentTypeParser(byteType, passBytes)
    // The file store counts the bytes and refuses with our own error.
    scope.post(proofRoute.path, { bodyLimit: Number.MAX_SAFE_INTEGER, config: { bodyTime: fileTime } }, async (request: FastifyRequest) => {
      const { account, member } = await requireMember(services, request, proofRoute.audience.permission)
      if (Number(request.headers['content-length'] ?? 0) > limits.proofBytes)
        refuse('file_too_large', { megabytes: limits.proofBytes / 1024 / 1024 })
      const fileName = fileNameOf(request.headers[proofRoute.fileNameHeader])
      const bytes = bytesOf(request)
      const proof = await receiveProof(services.db, account, files, { fileName, bytes, memberId: member.memberId, now: services.now() })
      return z.encode(proofRoute.answer, proof)
    })
    scope.get(proofFileRoute.path, async (request: FastifyRequest, reply: FastifyReply) => {
      const { account } = await requireMember(services, request, proofFileRoute.audience.permission)
      const input = proofFileRoute.input.safeParse(request.query)
      if (!input.success) refuse('not_found')
      return sendProof(reply, files, account, await asAccount(services.db, account, tx => readProof(tx, account, input.data.proofId)))
    })
  })
}

/** Proofs, as reviewers see them. */
export function serveStaffProofRoutes(app: App, services: Services, files: Files): void {
  app.get(staffProofRoute.path, async (request: FastifyRequest, reply: FastifyReply) => {
    const staff = await requireStaff(services, request, staffProofRoute.audience.permission)
    const input = staffProofRoute.input.safeParse(request.query)
    if (!input.success) refuse('not_found')
    const account = input.data.accountId
    const proof = await readProof(services.db, account, input.data.proofId)
    await recordFileAccess(services, request, staff, { action: 'proofs/look', account, object: proof.fileName })
    return sendProof(reply, files, account, proof)
  })
}

/**
 * Shown in the browser with the type detected from its bytes; browsers use no other (nosniff), and no cache stores it.
 */
async function sendProof(reply: FastifyReply, files: Files, account: AccountId, proof: Proof) {
  return reply
    .type(proof.mediaType)
    .header('Content-Length', proof.byteCount)
    .header('Cache-Control', 'no-store')
    .header('Content-Security-Policy', sentFilePolicy)
    .header('Content-Disposition', `inline; filename*=UTF-8''${encodeURIComponent(proof.fileName)}`)
    .send(await files.readEncrypted(account, proof.proofId))
}
