import { refuse } from '#contract/refusals.ts'
import type { Executor } from '#db/connect.ts'
import { type Histogram, type MessageKind, planCharge } from '#domain/ledger/index.ts'
import { linkPlaceOf } from '#domain/messages/index.ts'
import type { AccountId } from '#values/id.ts'

/**
 * An upload ready to be sent, with its template and the link that fills one of its variables. Refuses `not_found` and
 * `upload_not_ready`.
 */
export async function readyUpload(executor: Executor, account: AccountId, uploadId: string) {
  const upload = await executor
    .selectFrom('upload')
    .select(['state', 'mapping', 'report'])
    .where('accountId', '=', account)
    .where('uploadId', '=', uploadId)
    .executeTakeFirst()
  if (!upload) refuse('not_found')
  if (upload.state !== 'ready' || upload.mapping === null || upload.report === null) refuse('upload_not_ready')
  const { signatureId, templateId, variables: sources = {} } = upload.mapping
  const { segments, carriers = {} } = upload.report
  const histogram = new Map(Object.entries(segments).map(([count, messages]) => [Number(count), messages]))
  const template = await executor
    .selectFrom('template')
    .selectAll()
    .where('accountId', '=', account)
    .where('templateId', '=', templateId)
    .executeTakeFirst()
  if (!template) refuse('not_found')
  const recipientCount = [...histogram.values()].reduce((sum, messages) => sum + messages, 0)
  const link = linkPlaceOf(sources, template.variables)
  return { signatureId, template, kind: template.kind, histogram, recipientCount, carrierCounts: carriers, link }
}

/**
 * The cost of an upload's messages and the wallets that pay, computed by `planCharge` like the later hold. Read only.
 */
export async function costOf(executor: Executor, account: AccountId, kind: MessageKind, histogram: Histogram, now: Date) {
  const plan = await planCharge(executor, account, kind, histogram, now)
  const lines = plan.lines.map(line => ({
    name: line.grantName ?? '账户余额',
    isMoney: line.unitPriceHao > 0,
    segmentCount: line.segmentCount,
    unitPriceHao: line.unitPriceHao,
    amountHao: line.segmentCount * line.unitPriceHao,
    remaining: line.remaining,
  }))
  return {
    segmentCount: plan.segmentCount,
    lines,
    amountHao: lines.reduce((sum, line) => sum + line.amountHao, 0),
    missingSegments: plan.missingSegments,
    missingHao: plan.missingHao,
    usableHao: plan.usableHao,
    shortHao: plan.shortHao,
    unitPriceHao: plan.unitPriceHao,
    barrier: plan.barrier?.kind ?? null,
  }
}
