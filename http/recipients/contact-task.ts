import type { FastifyReply, FastifyRequest } from 'fastify'
import { contactRecipientCalls } from '#contract/recipients/contact-recipients.ts'
import { contactTaskCalls, refusedContactsRoute } from '#contract/recipients/contact-task.ts'
import { refuse } from '#contract/refusals.ts'
import { asAccount } from '#db/connect.ts'
import type { Files } from '#domain/platform/index.ts'
import {
  cancelTask,
  countDuplicates,
  countReach,
  createUploadFromContacts,
  listTasks,
  readTask,
  readUpload,
  refusedContactsFile,
  startAct,
  startImport,
} from '#domain/recipients/index.ts'
import type { App } from '#http/server/app.ts'
import { requireMember } from '#http/server/member.ts'
import { sendRefused } from '#http/server/number-file.ts'
import { startReversibly } from '#http/server/reversibly.ts'
import { handle, handlePrepared, type Services } from '#http/server/serve.ts'

export const contactTaskHandlers = (files: Files) => [
  handle(contactTaskCalls.list, async ({ tx, account, now }) => ({ rows: await listTasks(tx, account, now()) })),
  handle(contactTaskCalls.one, ({ tx, account, now }, { taskId }) => readTask(tx, account, taskId, now())),
  handle(contactTaskCalls.start, (context, { act }) =>
    startReversibly(context, by => startAct(context.tx, context.account, { act, ...by })),
  ),
  handle(contactTaskCalls.importFile, (context, input) =>
    startReversibly(context, by => startImport(context.tx, context.account, { ...input, ...by })),
  ),
  handle(contactTaskCalls.cancel, ({ tx, account, now }, { taskId }) => cancelTask(tx, account, { taskId, now: now() })),
  handle(contactTaskCalls.duplicates, ({ tx, account }) => countDuplicates(tx, account)),
  handle(contactRecipientCalls.count, async ({ tx, account }, reach) => ({ count: await countReach(tx, account, reach) })),
  handlePrepared(
    contactRecipientCalls.take,
    ({ db, account, member, now }, input) =>
      createUploadFromContacts(db, account, files, { ...input, memberId: member.memberId, now: now() }),
    ({ tx, account }, _, uploadId) => readUpload(tx, account, uploadId),
  ),
]

/** The refused rows of an import, as a file. */
export function serveContactRoutes(app: App, services: Services, files: Files): void {
  app.get(refusedContactsRoute.path, async (request: FastifyRequest, reply: FastifyReply) => {
    const session = await requireMember(services, request, refusedContactsRoute.audience.permission)
    const { account } = session
    const input = refusedContactsRoute.input.safeParse(request.query)
    if (!input.success) refuse('not_found')
    const file = await asAccount(services.db, account, tx => refusedContactsFile(tx, account, input.data.taskId))
    return sendRefused(services, files, { session, request, reply }, { name: '没有导入的行', file })
  })
}
