import { refuse } from '#contract/refusals.ts'
import type { Executor } from '#db/connect.ts'
import { type Histogram, type MessageKind, planCharge } from '#domain/ledger/index.ts'
import { linkPlaceOf } from '#domain/messages/index.ts'
import type { AccountId } from '#values/id.ts'
import { pick } from '#values/pick.ts'

/**
 * An upload ready to be sent, with its template and the link that fills one of its variables. Refuses `not_found` and
 * `upload_not_ready`. `unclearCount`: numbers without a recorded consent about which the sender hasn't decided.
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
  const unclearCount = upload.mapping.consent == null ? (upload.report.noConsentCount ?? 0) : 0
  return { unclearCount, signatureId, template, kind: template.kind, histogram, recipientCount, carrierCounts: carriers, link }
}

/**
 * The cost of an upload's messages and the wallets that pay, computed by `planCharge` like the later hold. Read only.
 */
export async function costOf(executor: Executor, account: AccountId, kind: MessageKind, histogram: Histogram, now: Date) {
  const plan = await planCharge(executor, account, kind, histogram, now)
  const lines = plan.lines.map(line => ({
    name: line.grantName ?? '账户余额',
    isMoney: line.unitPriceHao > 0,
    ...pick(line, 'segmentCount', 'unitPriceHao', 'remaining'),
    amountHao: line.segmentCount * line.unitPriceHao,
  }))
  return {
    ...pick(plan, 'segmentCount', 'missingSegments', 'missingHao', 'usableHao', 'shortHao', 'unitPriceHao'),
    lines,
    amountHao: lines.reduce((sum, line) => sum + line.amountHao, 0),
    barrier: plan.barrier?.kind ?? null,
  }
}
