import { createHash } from 'node:crypto'
import { SpanKind } from '@opentelemetry/api'
import { type RawBuilder, sql } from 'kysely'
import { Refusal, type RefusalCode, type RefusalFacts } from '#contract/refusals.ts'
import { accountRow } from '#db/account-row.ts'
import type { Db, Tx } from '#db/connect.ts'
import { inPipeline, type Pipelined } from '#db/pipeline.ts'
import { storedTraces } from '#domain/delivery/index.ts'
import { cachedCarrierFinder } from '#domain/numbering/index.ts'
import { beginStep } from '#metrics/tracing.ts'
import { toError } from '#values/error.ts'
import type { AccountId } from '#values/id.ts'
import { getOrThrow, itemOrThrow } from '#values/or-throw.ts'
import { GroupCommit } from './group-commit.ts'
import { type SendFacts, type SendOutcome, type SendRequest, type SentPhone, sendOn } from './send.ts'
import { type RuleReader, readSendFacts } from './send-facts.ts'
import { RuleBook } from './send-rule.ts'

/** A request in the queue of its account. */
export interface SendItem {
  requestId: string
  request: SendRequest
  /** Idempotency key: a request is done once per key. Null: none. */
  key: string | null
  /** The caller's W3C trace context. */
  traceparent?: string | undefined
}

export interface Sent {
  /** Id of the request that was served first, when this one repeats it. */
  requestId: string
  batchId: string
  phones: SentPhone[]
  isReplayed: boolean
}
type SendResult = Sent | Refusal

/** Numbers in one commit: enough to share its cost, few enough for a short wait. */
const maxPhones = 2_000
const callName = 'open.send'
/** Apps that guard against repetition treat the same call within this time as one. */
const repeatMs = 10_000

export type Sender = Pick<GroupCommit<SendItem, SendResult, AccountId>, 'submit'>

/** Writes what an ingress needs besides the messages of newly served requests, in their transaction. */
export type Alongside = (tx: Tx, account: AccountId, served: readonly { item: SendItem; result: SendResult }[]) => Promise<void>

/**
 * Sender for programs: concurrent requests of one account share a commit (group commit); each gets its own answer after
 * the commit.
 */
export function createSender(db: Db, now: () => Date, alongside?: Alongside): Sender {
  const finder = cachedCarrierFinder(db, now)
  const book = new RuleBook()
  const rulesOf: RuleReader = (tx, account, at) => book.read(tx, account, at)
  /** The step of each traced request. */
  const traces = new WeakMap<SendItem, string>()
  const commits = new GroupCommit<SendItem, SendResult, AccountId>({
    // The next batch may run while this one is written: it waits in the database for the lock of the account's row, and
    // then sees what this one wrote.
    commit: async (account, items, handOver) => {
      const facts = { now: now(), carrierOf: await finder(), rulesOf }
      return inPipeline(db, account, tx => sendTogether(tx, account, items, { ...facts, alongside, traces }), handOver)
    },
    weightOf: item => item.request.recipients.length,
    maxWeight: maxPhones,
  })
  const submit = async (account: AccountId, item: SendItem): Promise<SendResult> => {
    const attributes = { 'hongyan.request_id': item.requestId, 'hongyan.ingress': item.request.ingress }
    const step = beginStep('accept', { parent: item.traceparent, kind: SpanKind.SERVER, attributes })
    if (step === null) return commits.submit(account, item)
    if (step.traceparent !== null) traces.set(item, step.traceparent)
    try {
      const result = await commits.submit(account, item)
      if (result instanceof Refusal) step.end({}, result.code)
      else step.end({ 'hongyan.batch_id': result.batchId })
      return result
    } catch (error) {
      step.end({}, toError(error).message)
      throw error
    }
  }
  return { submit }
}

/** An item with its idempotency key. */
interface Keyed {
  item: SendItem
  key: string | null
  bodyHash: Buffer
}

async function sendTogether(
  tx: Tx,
  account: AccountId,
  items: readonly SendItem[],
  { alongside, traces, ...facts }: SendFacts & { alongside: Alongside | undefined; traces: WeakMap<SendItem, string> },
): Promise<Pipelined<SendResult[]>> {
  const asked = items.map(keyed)
  const requests = items.map(item => item.request)
  const [earlier, read] = await Promise.all([claimKeys(tx, account, asked, facts.now), readSendFacts(tx, account, requests, facts)])
  const results = new Map<Keyed, SendResult>()
  const firstOf = new Map<string, Keyed>()
  const fresh = asked.filter(one => {
    const known = one.key === null ? undefined : earlier.get(one.key)
    if (known) results.set(one, replay(one, known))
    else if (one.key !== null && firstOf.has(one.key)) return false
    else if (one.key !== null) firstOf.set(one.key, one)
    return !known
  })
  const freshRequests = fresh.map(one => one.item.request)
  const { result: outcomes, writes } = await sendOn(tx, account, freshRequests, { ...facts, read })
  for (const [index, one] of fresh.entries()) results.set(one, resultOf(one.item, itemOrThrow(outcomes, index)))
  writes.push(...storedAnswers(account, firstOf, results))
  const traced = fresh.flatMap(one => tracedMessages(traces.get(one.item), getOrThrow(results, one)))
  if (traced.length > 0) writes.push(storedTraces(account, traced))
  // A repetition in the same batch gets the answer of its first.
  const result = asked.map(one => results.get(one) ?? twinOf(one, getOrThrow(firstOf, one.key ?? ''), results))
  if (!alongside) return { result, writes }
  const served = fresh.map(one => ({ item: one.item, result: getOrThrow(results, one) }))
  await Promise.all([...writes.map(write => write.execute(tx)), alongside(tx, account, served)])
  return { result, writes: [] }
}

function tracedMessages(traceparent: string | undefined, result: SendResult) {
  if (traceparent === undefined || result instanceof Refusal) return []
  const ids = result.phones.flatMap(one => ('messageId' in one ? [one.messageId] : []))
  return [...new Set(ids)].map(messageId => ({ messageId, traceparent }))
}

const resultOf = ({ requestId }: SendItem, outcome: SendOutcome): SendResult =>
  outcome instanceof Refusal ? outcome : { requestId, ...outcome, isReplayed: false }

const nobody = Buffer.alloc(0)

function keyed(item: SendItem): Keyed {
  const { request, key } = item
  const isGuarded = request.caller.settings.isRepeatGuarded && (request.ingress === 'alibaba' || request.ingress === 'tencent')
  if (key === null && !isGuarded) return { item, key, bodyHash: nobody }
  const bodyHash = hashOf(request)
  return { item, key: key ?? `${guardPrefix}${bodyHash.toString('base64url')}`, bodyHash }
}
const guardPrefix = 'repeat:'

const hashOf = ({ caller, recipients, ...rest }: SendRequest): Buffer =>
  createHash('sha256')
    .update(
      JSON.stringify([
        caller.appId,
        Object.entries(rest).sort(),
        recipients.map(({ parameters, ...one }) => [Object.entries(one).sort(), Object.entries(parameters).sort()]),
      ]),
    )
    .digest()

interface FirstAnswer {
  bodyHash: Buffer
  answer: unknown
}

/**
 * Claims the idempotency keys of a batch; returns the first answers of keys already used. Waits for a repetition in
 * another process.
 */
async function claimKeys(tx: Tx, account: AccountId, asked: readonly Keyed[], now: Date): Promise<Map<string, FirstAnswer>> {
  const distinct = [...new Map(asked.flatMap(one => (one.key === null ? [] : [[one.key, { ...one, key: one.key }] as const]))).values()]
  if (distinct.length === 0) return new Map()
  distinct.sort((a, b) => (a.key < b.key ? -1 : 1))
  const { rows } = await sql<{ key: string }>`
    insert into idempotency (account_id, key, call, body_hash, created_at)
    select owner.account_id, key, ${callName}, body_hash, ${now}
    from ${accountRow(account)}
    cross join unnest(${distinct.map(one => one.key)}::text[], ${distinct.map(one => one.bodyHash)}::bytea[]) as claimed (key, body_hash)
    on conflict (account_id, key) do update set created_at = excluded.created_at
    where starts_with(idempotency.key, ${guardPrefix}) and idempotency.created_at <= ${new Date(now.getTime() - repeatMs)}
    returning key`.execute(tx)
  const claimed = new Set(rows.map(row => row.key))
  const taken = distinct.map(one => one.key).filter(key => !claimed.has(key))
  if (taken.length === 0) return new Map()
  const first = await tx
    .selectFrom('idempotency')
    .select(['key', 'bodyHash', 'answer'])
    .where('accountId', '=', account)
    .where('key', '=', sql<string>`any(${taken}::text[])`)
    .execute()
  return new Map(first.map(row => [row.key, row]))
}

/** A stored answer. */
interface Kept {
  requestId: string
  batchId: string
  phones: (
    | { phone: string; messageId: string; segmentCount: number }
    | { phone: string; refusal: { code: RefusalCode; facts: RefusalFacts } }
  )[]
}

const keptOf = ({ requestId, batchId, phones }: Sent): Kept => ({
  requestId,
  batchId,
  phones: phones.map(one => ('refusal' in one ? { phone: one.phone, refusal: { code: one.refusal.code, facts: one.refusal.facts } } : one)),
})

const sentOf = ({ requestId, batchId, phones }: Kept): Sent => ({
  requestId,
  batchId,
  phones: phones.map(one => ('refusal' in one ? { phone: one.phone, refusal: new Refusal(one.refusal.code, one.refusal.facts) } : one)),
  isReplayed: true,
})

/** The statements that store the answers under their idempotency keys; the key of a refused request is free again. */
function storedAnswers(
  account: AccountId,
  firstOf: ReadonlyMap<string, Keyed>,
  results: ReadonlyMap<Keyed, SendResult>,
): RawBuilder<unknown>[] {
  const kept = [...firstOf].flatMap(([key, one]) => {
    const result = getOrThrow(results, one)
    return result instanceof Refusal ? [] : [{ key, answer: JSON.stringify(keptOf(result)) }]
  })
  const refused = [...firstOf].flatMap(([key, one]) => (results.get(one) instanceof Refusal ? [key] : []))
  const keeping = sql`update idempotency set status = 200, answer = kept.answer
      from unnest(${kept.map(one => one.key)}::text[], ${kept.map(one => one.answer)}::jsonb[]) as kept (key, answer)
      where idempotency.account_id = ${account} and idempotency.key = kept.key`
  const freeing = sql`delete from idempotency where account_id = ${account} and key = any(${refused}::text[])`
  return [...(kept.length > 0 ? [keeping] : []), ...(refused.length > 0 ? [freeing] : [])]
}

function replay(one: Keyed, first: FirstAnswer): SendResult {
  return first.bodyHash.equals(one.bodyHash) ? sentOf(first.answer as Kept) : new Refusal('idempotency_mismatch')
}

function twinOf(one: Keyed, first: Keyed, results: ReadonlyMap<Keyed, SendResult>): SendResult {
  if (!first.bodyHash.equals(one.bodyHash)) return new Refusal('idempotency_mismatch')
  const result = getOrThrow(results, first)
  return result instanceof Refusal ? result : { ...result, isReplayed: true }
}
