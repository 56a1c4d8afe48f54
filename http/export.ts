import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Taken } from '#contract/call.ts'
import { exportCalls, exportFileDoor } from '#contract/export.ts'
import { refuse } from '#contract/refusals.ts'
import { asAccount } from '#db/connect.ts'
import type { Asker } from '#domain/export/act.ts'
import { askExportCode, confirmExport } from '#domain/export/confirm.ts'
import { cancelExport, deleteExport, retryExport } from '#domain/export/control.ts'
import { issueTicket, openDownload } from '#domain/export/download.ts'
import { listExports, readExport } from '#domain/export/list.ts'
import { offerExport, requestExport } from '#domain/export/request.ts'
import type { Files } from '#domain/files.ts'
import { sendPlatformMessage } from '#domain/sms/platform-message.ts'
import { encodeId } from '#values/id.ts'
import type { App } from './app.ts'
import { attachment } from './file-name.ts'
import { requireMember } from './member.ts'
import { type Doors, handle, type MemberContext } from './serve.ts'

const askerOf = ({ member, address, agent, now }: MemberContext): Asker => ({
  memberId: member.memberId,
  role: member.role,
  address,
  agent,
  now: now(),
})

const withBase = <Input extends Pick<Taken<typeof exportCalls.offer>, 'source' | 'filter'>>(input: Input, shortLinkUrl: string): Input =>
  input.source === 'link' ? { ...input, filter: { ...input.filter, shortLinkUrl } } : input

/** Exports of every list, as JSON. A file of short links has their whole addresses: `shortLinkUrl` is what the platform's own begin with. */
export const exportHandlers = (secret: string, files: Files, shortLinkUrl: string) => [
  handle(exportCalls.offer, (context, input) => offerExport(context.tx, context.account, withBase(input, shortLinkUrl), askerOf(context))),
  handle(exportCalls.askCode, async ({ tx, account, member, address, now, afterCommit }, { source }) => {
    const { memberId, phone } = member
    const { code, sourceName } = await askExportCode(tx, account, secret, { memberId, source, phone, address, now: now() })
    afterCommit(db => sendPlatformMessage(db, { phone, templateCode: 'SMS_100007', parameters: { code, name: sourceName }, now: now() }))
    return {}
  }),
  handle(exportCalls.confirm, async ({ tx, account, member, now }, { source, code }) => {
    const { memberId, phone } = member
    return { isConfirmed: await confirmExport(tx, account, secret, { memberId, source, phone, code, now: now() }) }
  }),
  handle(exportCalls.create, async (context, input) => {
    const made = await requestExport(context.tx, context.account, files, withBase(input, shortLinkUrl), askerOf(context))
    context.note({ object: encodeId('export', made.exportId) })
    return made
  }),
  handle(exportCalls.list, ({ tx, account, member }, input) => listExports(tx, account, input, member.role)),
  handle(exportCalls.one, ({ tx, account, member }, { exportId }) => readExport(tx, account, exportId, member.role)),
  handle(exportCalls.cancel, (context, { exportId }) => cancelExport(context.tx, context.account, exportId, askerOf(context))),
  handle(exportCalls.retry, (context, { exportId }) => retryExport(context.tx, context.account, files, exportId, askerOf(context))),
  handle(exportCalls.delete, async (context, { exportId }) => {
    await deleteExport(context.tx, context.account, exportId, askerOf(context))
    return {}
  }),
  handle(exportCalls.ticket, async (context, { exportId }) => {
    const ticket = await issueTicket(context.tx, context.account, secret, exportId, askerOf(context))
    return { address: `${exportFileDoor.path}?${new URLSearchParams({ ticket })}` }
  }),
]

/** The file itself, as bytes. */
export function serveExportDoor(app: App, doors: Doors, secret: string, files: Files): void {
  // Not compressed: the browser shows how far the download is.
  app.get(exportFileDoor.path, { compress: false }, async (request: FastifyRequest, reply: FastifyReply) => {
    const { account, member } = await requireMember(doors, request, exportFileDoor.audience.permission)
    const input = exportFileDoor.input.safeParse(request.query)
    if (!input.success) refuse('export_link_invalid')
    const asker = {
      memberId: member.memberId,
      role: member.role,
      address: request.ip,
      agent: request.headers['user-agent']?.slice(0, 300) ?? '',
      now: doors.now(),
    }
    const { fileName, mediaType, byteCount, bytes } = await asAccount(doors.db, account, tx =>
      openDownload(tx, account, { files, secret, ticket: input.data.ticket }, asker),
    )
    return reply.type(mediaType).header('Content-Length', byteCount).header('Content-Disposition', attachment(fileName)).send(bytes)
  })
}
