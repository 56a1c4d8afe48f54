import { sql } from 'kysely'
import type { ReviewObject } from '#contract/content/admin-review.ts'
import type { Finding } from '#contract/content/finding.ts'
import type { ReviewDecision } from '#contract/content/review-state.ts'
import type { SignatureKind, SignaturePurpose } from '#contract/content/signature.ts'
import type { TemplateVariable } from '#contract/content/template-text.ts'
import { refuse } from '#contract/refusals.ts'
import type { Executor } from '#db/connect.ts'
import type { ReviewedContent } from '#db/json.ts'
import type { AccountId } from '#values/id.ts'
import { limits } from '#values/limits.ts'
import { firstOrThrow } from '#values/or-throw.ts'
import { checkAgain } from './check.ts'
import { proofsOf } from './proof.ts'

export interface WaitingReview {
  object: ReviewObject
  objectId: string
  accountId: AccountId
  accountName: string
  attestedName: string | null
  submittedAt: Date
  expeditedAt: Date | null
  text: string
  remark: string
  signature: { kind: SignatureKind; purpose: SignaturePurpose; authorizedUntil: string | null } | null
  template: { code: string; name: string; kind: 'otp' | 'transactional' | 'marketing'; variables: TemplateVariable[] } | null
  findings: Finding[]
}

export interface QueueFacts {
  count: number
  oldestAt: Date | null
}

const isWanted = (wanted: ReviewObject | undefined, object: ReviewObject) => wanted === undefined || wanted === object

/**
 * Review queue: waiting submissions of all accounts, expedited ones first, then the oldest; at most
 * `limits.reviewQueueRows`.
 */
export async function waitingReviews(executor: Executor, object?: ReviewObject): Promise<WaitingReview[]> {
  const signatures = isWanted(object, 'signature') ? await waitingSignatures(executor) : []
  const templates = isWanted(object, 'template') ? await waitingTemplates(executor) : []
  return [...signatures, ...templates].sort((a, b) => rank(a) - rank(b)).slice(0, limits.reviewQueueRows)
}

/** Expedited submissions come first, by the time of the request. */
const rank = ({ expeditedAt, submittedAt }: WaitingReview) => (expeditedAt ? Number(expeditedAt) - expeditedLead : Number(submittedAt))
const expeditedLead = 1e14

interface Head {
  objectId: string
  accountId: AccountId
  accountName: string
  attestedName: string | null
  submittedAt: Date
  expeditedAt: Date | null
  text: string
  remark: string
  findings: Finding[] | null
}

const head = sql`one.account_id as "accountId", account.name as "accountName", account.attested_name,
  one.submitted_at, one.expedited_at, one.text, one.remark, submission.findings`

async function waitingSignatures(executor: Executor): Promise<WaitingReview[]> {
  const { rows } = await sql<Head & NonNullable<WaitingReview['signature']>>`
    -- across accounts: the queue of signatures
    select one.signature_id as "objectId", one.kind, one.purpose, one.authorized_until, ${head}
    from signature as one
    join account on account.account_id = one.account_id
    left join lateral (select findings from review where review.account_id = one.account_id and review.object_id = one.signature_id
                         and review.decision = 'submitted' order by at desc limit 1) as submission on true
    where one.state = 'reviewing' order by one.expedited_at nulls last, one.submitted_at limit ${limits.reviewQueueRows}`.execute(executor)
  return rows.map(({ kind, purpose, authorizedUntil, ...row }) => ({
    ...row,
    object: 'signature',
    findings: row.findings ?? [],
    signature: { kind, purpose, authorizedUntil },
    template: null,
  }))
}

async function waitingTemplates(executor: Executor): Promise<WaitingReview[]> {
  const { rows } = await sql<Head & NonNullable<WaitingReview['template']>>`
    -- across accounts: the queue of templates
    select one.template_id as "objectId", one.code, one.name, one.kind, one.variables, ${head}
    from template as one
    join account on account.account_id = one.account_id
    left join lateral (select findings from review where review.account_id = one.account_id and review.object_id = one.template_id
                         and review.decision = 'submitted' order by at desc limit 1) as submission on true
    where one.state = 'reviewing' order by one.expedited_at nulls last, one.submitted_at limit ${limits.reviewQueueRows}`.execute(executor)
  return rows.map(({ code, name, kind, variables, ...row }) => ({
    ...row,
    object: 'template',
    findings: row.findings ?? [],
    signature: null,
    template: { code, name, kind, variables },
  }))
}

/** The number of waiting submissions in each queue, and since when the oldest waits. */
export async function reviewQueues(executor: Executor): Promise<Record<ReviewObject, QueueFacts>> {
  const { rows } = await sql<QueueFacts & { object: ReviewObject }>`
    -- across accounts: counts and ages of the review queues
    select 'signature' as object, count(*) as count, min(submitted_at) as "oldestAt" from signature where state = 'reviewing'
    union all
    select 'template', count(*), min(submitted_at) from template where state = 'reviewing'`.execute(executor)
  const of = (object: ReviewObject): QueueFacts => {
    const { count, oldestAt } = firstOrThrow(rows.filter(row => row.object === object))
    return { count, oldestAt }
  }
  return { signature: of('signature'), template: of('template') }
}

/** The number of decisions since a moment: of all staff and of one. */
export async function decisionsSince(executor: Executor, since: Date, staffId: string): Promise<{ all: number; mine: number }> {
  const { rows } = await sql<{ all: number; mine: number }>`
    -- across accounts: staff's review counts
    select count(*) as all, count(*) filter (where staff_id = ${staffId}) as mine
    from review where decision in ('approved', 'rejected') and staff_id is not null and at >= ${since}`.execute(executor)
  return firstOrThrow(rows)
}

interface Step {
  decision: ReviewDecision
  reason: string | null
  reasonCode: string | null
  content: ReviewedContent | null
  findings: Finding[]
  at: Date
  by: string
}

/** All steps, the newest first, with the names of staff. */
async function readHistory(executor: Executor, account: AccountId, objectId: string): Promise<Step[]> {
  const { rows } = await sql<Step>`
    select review.decision, review.reason, review.reason_code, review.content, review.findings, review.at,
      coalesce(staff.name, member.name, '') as by
    from review
    left join staff on staff.staff_id = review.staff_id
    left join member on member.account_id = review.account_id and member.member_id = review.member_id
    where review.account_id = ${account} and review.object_id = ${objectId}
    order by review.at desc, review.review_id desc`.execute(executor)
  return rows
}

/** The last decided submission before the waiting one. */
function lastVersionOf(history: readonly Step[]) {
  for (const [place, { decision, at }] of history.entries()) {
    if (decision !== 'approved' && decision !== 'rejected') continue
    const submitted = history.slice(place + 1).find(step => step.decision === 'submitted')
    return submitted?.content ? { decision, at, content: submitted.content } : null
  }
  return null
}

/**
 * Context for a review decision: the object's history with names, and the results of the account's other objects.
 * Refuses `not_found`.
 */
export async function reviewContext(executor: Executor, account: AccountId, object: ReviewObject, objectId: string) {
  const { rows: found } = await sql<{ text: string }>`
    select text from ${sql.table(object)} where account_id = ${account} and ${sql.ref(`${object}_id`)} = ${objectId}`.execute(executor)
  if (!found[0]) refuse('not_found')
  const history = await readHistory(executor, account, objectId)
  const { rows: texts } = await sql<{ text: string }>`
    select text from signature where account_id = ${account} and state = 'approved' order by signature_id limit 5`.execute(executor)
  const { rows: fared } = await sql<{ approved: number; rejected: number }>`
    select count(*) filter (where decision = 'approved') as approved, count(*) filter (where decision = 'rejected') as rejected
    from review where account_id = ${account}`.execute(executor)
  const { rows: elsewhere } = await sql<{ count: number }>`
    -- across accounts: a name used by several accounts is a sign of identity fraud
    select count(distinct account_id) as count from ${sql.table(object)}
    where lower(text) = lower(${found[0].text}) and state = 'approved' and account_id <> ${account}`.execute(executor)
  return {
    findings: await checkAgain(executor, account, object, objectId),
    history,
    lastVersion: lastVersionOf(history),
    proofs: object === 'signature' ? await proofsOf(executor, account, objectId) : [],
    sameElsewhereCount: firstOrThrow(elsewhere).count,
    signatureTexts: texts.map(row => row.text),
    approvedCount: firstOrThrow(fared).approved,
    rejectedCount: firstOrThrow(fared).rejected,
  }
}
