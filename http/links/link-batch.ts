import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { linkBatchCalls, linkBatchRefusedRoute, linkBatchResultRoute } from '#contract/links/link-batch.ts'
import { refuse } from '#contract/refusals.ts'
import { asAccount } from '#db/connect.ts'
import {
  addToBatch,
  cancelBatch,
  listBatches,
  type OpenRows,
  recipientsOf,
  refusedOfBatch,
  resultHeader,
  resultPiece,
  resumeBatch,
  startBatch,
} from '#domain/links/index.ts'
import type { Files } from '#domain/platform/index.ts'
import { countUploadRows, openUpload } from '#domain/table-files/index.ts'
import type { App, Session } from '#http/server/app.ts'
import { requireMember } from '#http/server/member.ts'
import { givesNumbers, sendTable } from '#http/server/number-file.ts'
import { handle, type Services } from '#http/server/serve.ts'
import type { AccountId } from '#values/id.ts'
import { limits } from '#values/limits.ts'

export const linkBatchHandlers = (shortLinkUrl: string, files: Files) => [
  handle(linkBatchCalls.list, async ({ tx, account }) => ({ rows: await listBatches(tx, account) })),
  handle(linkBatchCalls.start, ({ tx, account, member, now }, { batch }) =>
    startBatch(tx, account, batch, { memberId: member.memberId, now: now(), shortLinkUrl }),
  ),
  handle(linkBatchCalls.countRows, async ({ tx, account }, { uploadId }) => ({
    rowCount: await countUploadRows(tx, files, account, uploadId, limits.linkBatchRows + 1),
  })),
  handle(linkBatchCalls.add, ({ tx, account }, { linkBatchId, uploadId }) => addToBatch(tx, account, { batchId: linkBatchId, uploadId })),
  handle(linkBatchCalls.cancel, ({ tx, account, now }, { linkBatchId }) => cancelBatch(tx, account, linkBatchId, now())),
  handle(linkBatchCalls.resume, ({ tx, account }, { linkBatchId }) => resumeBatch(tx, account, linkBatchId)),
]

/**
 * The result of a batch as a file, streamed from the database, and its refused rows in the form of the uploaded file.
 */
export function serveLinkBatchRoutes(app: App, services: Services, { shortLinkUrl, files }: { shortLinkUrl: string; files: Files }): void {
  app.get(linkBatchRefusedRoute.path, async (request: FastifyRequest, reply: FastifyReply) => {
    const session = await requireMember(services, request, linkBatchRefusedRoute.audience.permission)
    const { account } = session
    const input = linkBatchRefusedRoute.input.safeParse(request.query)
    if (!input.success) refuse('not_found')
    const batchId = input.data.linkBatchId
    const { db } = services
    const openRows: OpenRows = (owner, uploadId) => openUpload({ db, files }, owner, uploadId, limits.linkBatchRows + 2)
    const { isWorkbook, lines } = await refusedOfBatch({ db, openRows }, account, batchId)
    const masks = await masksRecipients(services, { session, request }, batchId)
    return sendTable(reply, { name: '没有创建的行', csv: Readable.from(lines(masks)), isWorkbook })
  })
  app.get(linkBatchResultRoute.path, async (request: FastifyRequest, reply: FastifyReply) => {
    const session = await requireMember(services, request, linkBatchResultRoute.audience.permission)
    const { account } = session
    const input = linkBatchResultRoute.input.safeParse(request.query)
    if (!input.success) refuse('not_found')
    const batchId = input.data.linkBatchId
    const masks = await masksRecipients(services, { session, request }, batchId)
    const lines = resultLines(services, account, { batchId, shortLinkUrl, masks })
    // A refusal is thrown before the first byte is sent.
    const first = await lines.next()
    return reply
      .type('text/csv; charset=utf-8')
      .header('Content-Disposition', `attachment; filename="links.csv"; filename*=UTF-8''${encodeURIComponent('批量创建结果.csv')}`)
      .send(Readable.from(joined(first.value ?? '', lines)))
  })
}

/** Whether recipients that are numbers are masked; whole ones are logged. Refuses `not_found`. */
async function masksRecipients(
  services: Services,
  { session, request }: { session: Session; request: FastifyRequest },
  batchId: string,
): Promise<boolean> {
  const recipients = await asAccount(services.db, session.account, tx => recipientsOf(tx, session.account, batchId))
  return recipients !== null && !(await givesNumbers(services, session, request, { ...recipients, action: 'link-recipients.download' }))
}

async function* joined(first: string, rest: AsyncIterable<string>): AsyncGenerator<string> {
  yield first
  yield* rest
}

async function* resultLines(
  services: Services,
  account: AccountId,
  batch: { batchId: string; shortLinkUrl: string; masks: boolean },
): AsyncGenerator<string> {
  let text = resultHeader
  for (let afterLine = 0; ; ) {
    const piece = await asAccount(services.db, account, tx => resultPiece(tx, account, { ...batch, afterLine }))
    yield text + (piece?.text ?? '')
    if (!piece) return
    text = ''
    afterLine = piece.lastLine
  }
}
