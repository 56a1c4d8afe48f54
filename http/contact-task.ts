import type { FastifyReply, FastifyRequest } from 'fastify'
import { contactRecipientCalls } from '#contract/contact-recipients.ts'
import { contactTaskCalls, refusedContactsDoor } from '#contract/contact-task.ts'
import { refuse } from '#contract/refusals.ts'
import { asAccount } from '#db/connect.ts'
import type { Files } from '#domain/files.ts'
import { countDuplicates } from '#domain/sms/phonebook/merge.ts'
import { countReach, takeContacts } from '#domain/sms/phonebook/recipients.ts'
import { cancelTask, listTasks, readTask, refusedContactsFile, startAct, startImport } from '#domain/sms/phonebook/task.ts'
import { readUpload } from '#domain/sms/upload/upload.ts'
import type { App } from './app.ts'
import { requireMember } from './member.ts'
import { openRefused } from './number-file.ts'
import { type Doors, handle, handlePrepared } from './serve.ts'

export const contactTaskHandlers = (files: Files) => [
  handle(contactTaskCalls.list, async ({ tx, account }) => ({ rows: await listTasks(tx, account) })),
  handle(contactTaskCalls.one, ({ tx, account }, { taskId }) => readTask(tx, account, taskId)),
  handle(contactTaskCalls.start, ({ tx, account, member, now }, { act }) =>
    startAct(tx, account, { act, memberId: member.memberId, now: now() }),
  ),
  handle(contactTaskCalls.importFile, ({ tx, account, member, now }, input) =>
    startImport(tx, account, { ...input, memberId: member.memberId, now: now() }),
  ),
  handle(contactTaskCalls.cancel, async ({ tx, account, now }, { taskId }) => {
    await cancelTask(tx, account, { taskId, now: now() })
    return {}
  }),
  handle(contactTaskCalls.duplicates, ({ tx, account }) => countDuplicates(tx, account)),
  handle(contactRecipientCalls.count, async ({ tx, account }, reach) => ({ count: await countReach(tx, account, reach) })),
  handlePrepared(
    contactRecipientCalls.take,
    ({ db, account, member, now }, input) => takeContacts(db, account, files, { ...input, memberId: member.memberId, now: now() }),
    ({ tx, account }, _, uploadId) => readUpload(tx, account, uploadId),
  ),
]

/** The rows that an import refused, as a file. */
export function serveContactDoors(app: App, doors: Doors, files: Files): void {
  app.get(refusedContactsDoor.path, async (request: FastifyRequest, reply: FastifyReply) => {
    const session = await requireMember(doors, request, refusedContactsDoor.audience.permission)
    const { account } = session
    const input = refusedContactsDoor.input.safeDecode(request.query as never)
    if (!input.success) refuse('not_found')
    const file = await asAccount(doors.db, account, tx => refusedContactsFile(tx, account, input.data.taskId))
    return reply
      .type('text/csv; charset=utf-8')
      .header('Content-Disposition', `attachment; filename="refused.csv"; filename*=UTF-8''${encodeURIComponent('没有导入的行.csv')}`)
      .send(await openRefused(doors, files, session, request, file))
  })
}
