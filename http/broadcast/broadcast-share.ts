import { reportDocumentRoute } from '#contract/broadcast/broadcast.ts'
import { broadcastShareCalls } from '#contract/broadcast/broadcast-share.ts'
import { refuse } from '#contract/refusals.ts'
import { asAccount } from '#db/connect.ts'
import { broadcastPdf, createShare, listShares, openShare, readSharedReport, revokeShare } from '#domain/broadcast/index.ts'
import { hashPassword } from '#domain/platform/index.ts'
import type { App } from '#http/server/app.ts'
import { attachment } from '#http/server/file-name.ts'
import { requireMember } from '#http/server/member.ts'
import { handle, handlePrepared, type Services } from '#http/server/serve.ts'

export const broadcastShareHandlers = (secret: string) => [
  handle(broadcastShareCalls.list, async ({ tx, account, now }, { broadcastId }) => ({
    rows: await listShares(tx, account, { broadcastId, now: now() }),
  })),
  handlePrepared(
    broadcastShareCalls.create,
    (_, { password }) => hashPassword(password),
    async ({ tx, account, member, now }, { broadcastId, days }, passwordHash) => {
      const { memberId } = member
      const { token, ...share } = await createShare(tx, account, { broadcastId, passwordHash, memberId, days, now: now() })
      return { ...share, path: `/sms/broadcast-history?share=${token}` }
    },
  ),
  handle(broadcastShareCalls.revoke, ({ tx, account, now }, { shareId }) => revokeShare(tx, account, { shareId, now: now() })),
  handle(broadcastShareCalls.open, ({ db, address, now }, input) => openShare(db, secret, { ...input, address, now: now() })),
  handle(broadcastShareCalls.report, ({ db, now }, { ticket }) => readSharedReport(db, secret, ticket, now())),
]

/** A broadcast's report as a file. */
export function serveBroadcastReport(app: App, services: Services): void {
  app.get(reportDocumentRoute.path, async (request, reply) => {
    const { account } = await requireMember(services, request, reportDocumentRoute.audience.permission)
    const input = reportDocumentRoute.input.safeParse(request.query)
    if (!input.success) refuse('not_found')
    const { name, bytes } = await asAccount(services.db, account, tx => broadcastPdf(tx, account, input.data.broadcastId, services.now()))
    return reply
      .type('application/pdf')
      .header('Cache-Control', 'no-store')
      .header('Content-Disposition', attachment(`群发报告 ${name}.pdf`))
      .send(bytes)
  })
}
