import type { TemplateVariable } from '#contract/content/template-text.ts'
import type { UploadMapping } from '#contract/recipients/upload.ts'
import { refuse } from '#contract/refusals.ts'
import type { Executor } from '#db/connect.ts'
import { type Histogram, type MessageKind, planCharge } from '#domain/ledger/index.ts'
import { linkPlaceOf } from '#domain/messages/index.ts'
import type { AccountId } from '#values/id.ts'
import type { Operator } from '#values/phone.ts'

/**
 * An upload ready to be sent, with its template and the link that fills one of its variables. Refuses `not_found` and
 * `upload_not_ready`.
 */
export async function readyUpload(executor: Executor, account: AccountId, uploadId: string) {
  const upload = await executor
    .selectFrom('upload')
    .select(['state', 'mapping', 'report'])
    .where('account_id', '=', account)
    .where('upload_id', '=', uploadId)
    .executeTakeFirst()
  if (!upload) refuse('not_found')
  if (upload.state !== 'ready' || upload.mapping === null || upload.report === null) refuse('upload_not_ready')
  const { signatureId, templateId, variables: sources = {} } = upload.mapping as unknown as Partial<UploadMapping> & TextIds
  const { segments, operators = {} } = upload.report as unknown as Report
  const histogram = new Map(Object.entries(segments).map(([count, messages]) => [Number(count), messages]))
  const template = await executor
    .selectFrom('template')
    .selectAll()
    .where('account_id', '=', account)
    .where('template_id', '=', templateId)
    .executeTakeFirst()
  if (!template) refuse('not_found')
  const recipientCount = [...histogram.values()].reduce((sum, messages) => sum + messages, 0)
  const link = linkPlaceOf(sources, template.variables as unknown as TemplateVariable[])
  return { signatureId, template, kind: template.kind as MessageKind, histogram, recipientCount, operatorCounts: operators, link }
}

interface TextIds {
  signatureId: string
  templateId: string
}

/** The parts of an upload's report used here: messages by segment count, numbers by carrier. */
interface Report {
  segments: Record<string, number>
  operators?: Partial<Record<Operator, number>>
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
