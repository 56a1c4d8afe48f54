import type { FastifyReply, FastifyRequest } from 'fastify'
import type { CallInput } from '#contract/call.ts'
import { exportCalls, exportFileRoute } from '#contract/export/export.ts'
import { refuse } from '#contract/refusals.ts'
import { asAccount } from '#db/connect.ts'
import {
  cancelExport,
  confirmExport,
  deleteExport,
  issueTicket,
  listExports,
  offerExport,
  openDownload,
  type Requester,
  readExport,
  requestExport,
  requestExportCode,
  retryExport,
} from '#domain/export/index.ts'
import { sendPlatformMessage } from '#domain/messages/index.ts'
import type { Files } from '#domain/platform/index.ts'
import type { App } from '#http/server/app.ts'
import { attachment } from '#http/server/file-name.ts'
import { requireMember } from '#http/server/member.ts'
import { handle, type MemberContext, type Services } from '#http/server/serve.ts'
import { encodeId } from '#values/id.ts'

const requesterOf = ({ member, address, agent, now }: MemberContext): Requester => ({
  memberId: member.memberId,
  role: member.role,
  address,
  agent,
  now: now(),
})

const withBase = <Input extends Pick<CallInput<typeof exportCalls.offer>, 'source' | 'filter'>>(
  input: Input,
  shortLinkUrl: string,
): Input => (input.source === 'link' ? { ...input, filter: { ...input.filter, shortLinkUrl } } : input)

/**
 * Exports of every list, as JSON calls. Files of short links have full addresses: `shortLinkUrl` is the start of the
 * platform's own.
 */
export const exportHandlers = (secret: string, files: Files, shortLinkUrl: string) => [
  handle(exportCalls.offer, (context, input) =>
    offerExport(context.tx, context.account, withBase(input, shortLinkUrl), requesterOf(context)),
  ),
  handle(exportCalls.askCode, async ({ tx, account, member, address, now, afterCommit }, { source }) => {
    const { memberId, phone } = member
    const { code, sourceName } = await requestExportCode(tx, account, secret, { memberId, source, phone, address, now: now() })
    afterCommit(db => sendPlatformMessage(db, { phone, templateCode: 'SMS_100007', parameters: { code, name: sourceName }, now: now() }))
  }),
  handle(exportCalls.confirm, async ({ tx, account, member, now }, { source, code }) => {
    const { memberId, phone } = member
    return { isConfirmed: await confirmExport(tx, account, secret, { memberId, source, phone, code, now: now() }) }
  }),
  handle(exportCalls.create, async (context, input) => {
    const made = await requestExport(context.tx, context.account, files, withBase(input, shortLinkUrl), requesterOf(context))
    context.note({ object: encodeId('export', made.exportId) })
    return made
  }),
  handle(exportCalls.list, ({ tx, account, member }, input) => listExports(tx, account, input, member.role)),
  handle(exportCalls.one, ({ tx, account, member }, { exportId }) => readExport(tx, account, exportId, member.role)),
  handle(exportCalls.cancel, (context, { exportId }) => cancelExport(context.tx, context.account, exportId, requesterOf(context))),
  handle(exportCalls.retry, (context, { exportId }) => retryExport(context.tx, context.account, files, exportId, requesterOf(context))),
  handle(exportCalls.delete, (context, { exportId }) => deleteExport(context.tx, context.account, exportId, requesterOf(context))),
  handle(exportCalls.ticket, async (context, { exportId }) => {
    const ticket = await issueTicket(context.tx, context.account, secret, exportId, requesterOf(context))
    return { address: `${exportFileRoute.path}?${new URLSearchParams({ ticket })}` }
  }),
]

/** Download of the file, as bytes. */
export function serveExportRoutes(app: App, services: Services, secret: string, files: Files): void {
  // Not compressed, so that the browser can show the download's progress.
  app.get(exportFileRoute.path, { compress: false }, async (request: FastifyRequest, reply: FastifyReply) => {
    const { account, member } = await requireMember(services, request, exportFileRoute.audience.permission)
    const input = exportFileRoute.input.safeParse(request.query)
    if (!input.success) refuse('export_link_invalid')
    const requester = {
      memberId: member.memberId,
      role: member.role,
      address: request.ip,
      agent: request.headers['user-agent']?.slice(0, 300) ?? '',
      now: services.now(),
    }
    const { fileName, mediaType, byteCount, bytes } = await asAccount(services.db, account, tx =>
      openDownload(tx, account, { files, secret, ticket: input.data.ticket }, requester),
    )
    return reply.type(mediaType).header('Content-Length', byteCount).header('Content-Disposition', attachment(fileName)).send(bytes)
  })
}
