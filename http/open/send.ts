import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { z } from 'zod'
import { sendAnswer } from '#contract/open.ts'
import { Refusal } from '#contract/refusals.ts'
import { asAccount, type Db, type Tx } from '#db/connect.ts'
import { cachedOperatorFinder } from '#domain/sms/number-segment.ts'
import { type SendFacts, type SendRequest, type SentPhone, sendMessages } from '#domain/sms/send.ts'
import type { AccountId } from '#values/id.ts'
import { GroupCommit } from './group-commit.ts'

/** A request as it stands in the queue of its account. */
export interface SendItem {
  requestId: string
  request: SendRequest
  /** The caller's Idempotency-Key. */
  key: string | null
}
type Answer = z.output<typeof sendAnswer>
export type SendResult = { answer: Answer; isReplayed: boolean } | Refusal

/** Numbers of one commit: enough to share its cost, few enough that nobody waits long. */
const mostPhones = 2_000
const callName = 'open.send'

/** Sends for programs: requests of one account that come together share a commit, each answered by itself and after it. */
export function createSender(db: Db, now: () => Date): GroupCommit<SendItem, SendResult> {
  const finder = cachedOperatorFinder(db, now)
  return new GroupCommit({
    commit: async (account, items) => {
      const facts = { now: now(), operatorOf: await finder() }
      return asAccount(db, account as AccountId, tx => sendTogether(tx, account as AccountId, items, facts))
    },
    weightOf: item => item.request.phones.length,
    mostWeight: mostPhones,
  })
}

async function sendTogether(tx: Tx, account: AccountId, items: readonly SendItem[], facts: SendFacts): Promise<SendResult[]> {
  const earlier = await claimKeys(tx, account, items, facts.now)
  const results = new Map<SendItem, SendResult>()
  const firstOf = new Map<string, SendItem>()
  const fresh = items.filter(item => {
    const known = item.key === null ? undefined : earlier.get(item.key)
    if (known) results.set(item, replay(item, known))
    else if (item.key !== null && firstOf.has(item.key)) return false
    else if (item.key !== null) firstOf.set(item.key, item)
    return !known
  })
  const outcomes = await sendMessages(
    tx,
    account,
    fresh.map(item => item.request),
    facts,
  )
  for (const [index, item] of fresh.entries()) {
    const outcome = outcomes[index]!
    results.set(
      item,
      outcome instanceof Refusal ? outcome : { answer: { requestId: item.requestId, messages: outcome.map(answerOf) }, isReplayed: false },
    )
  }
  await keepAnswers(tx, account, firstOf, results)
  // A twin in the same batch gets what its first got.
  return items.map(item => results.get(item) ?? twinOf(item, firstOf.get(item.key!)!, results))
}

const answerOf = (sent: SentPhone): Answer['messages'][number] =>
  'messageId' in sent ? sent : { phone: sent.phone, refused: { code: sent.refusal.code, message: sent.refusal.message } }

interface FirstAnswer {
  body_hash: Buffer
  answer: unknown
}

/** Claims the keys of a batch; gives the first answers of those that had been used. A twin in another process is waited for. */
async function claimKeys(tx: Tx, account: AccountId, items: readonly SendItem[], now: Date): Promise<Map<string, FirstAnswer>> {
  const keyed = [...new Map(items.flatMap(item => (item.key === null ? [] : [[item.key, item] as const]))).values()]
  if (keyed.length === 0) return new Map()
  keyed.sort((a, b) => (a.key! < b.key! ? -1 : 1))
  const { rows } = await sql<{ key: string }>`
    insert into idempotency (account_id, key, call, body_hash, created_at)
    select ${account}, key, ${callName}, body_hash, ${now}
    from unnest(${keyed.map(item => item.key)}::text[], ${keyed.map(bodyHash)}::bytea[]) as claimed (key, body_hash)
    on conflict (account_id, key) do nothing returning key`.execute(tx)
  const claimed = new Set(rows.map(row => row.key))
  const taken = keyed.map(item => item.key!).filter(key => !claimed.has(key))
  if (taken.length === 0) return new Map()
  const first = await tx
    .selectFrom('idempotency')
    .select(['key', 'body_hash', 'answer'])
    .where('account_id', '=', account)
    .where('key', 'in', taken)
    .execute()
  return new Map(first.map(row => [row.key, row]))
}

/** Keeps the answers under their keys; the key of a request that was refused is free again. */
async function keepAnswers(
  tx: Tx,
  account: AccountId,
  firstOf: ReadonlyMap<string, SendItem>,
  results: ReadonlyMap<SendItem, SendResult>,
): Promise<void> {
  const kept = [...firstOf].flatMap(([key, item]) => {
    const result = results.get(item)!
    return result instanceof Refusal ? [] : [{ key, answer: JSON.stringify(z.encode(sendAnswer, result.answer)) }]
  })
  const refused = [...firstOf].flatMap(([key, item]) => (results.get(item) instanceof Refusal ? [key] : []))
  if (kept.length > 0)
    await sql`update idempotency set status = 200, answer = kept.answer
      from unnest(${kept.map(one => one.key)}::text[], ${kept.map(one => one.answer)}::jsonb[]) as kept (key, answer)
      where idempotency.account_id = ${account} and idempotency.key = kept.key`.execute(tx)
  if (refused.length > 0) await tx.deleteFrom('idempotency').where('account_id', '=', account).where('key', 'in', refused).execute()
}

const bodyHash = ({ request }: SendItem): Buffer => {
  const { parameters, ...rest } = request
  return createHash('sha256')
    .update(JSON.stringify([Object.entries(rest).sort(), Object.entries(parameters).sort()]))
    .digest()
}

function replay(item: SendItem, first: FirstAnswer): SendResult {
  if (!first.body_hash.equals(bodyHash(item))) return new Refusal('idempotency_mismatch')
  return { answer: z.decode(sendAnswer, first.answer as z.input<typeof sendAnswer>), isReplayed: true }
}

function twinOf(item: SendItem, first: SendItem, results: ReadonlyMap<SendItem, SendResult>): SendResult {
  if (!bodyHash(first).equals(bodyHash(item))) return new Refusal('idempotency_mismatch')
  const result = results.get(first)!
  return result instanceof Refusal ? result : { ...result, isReplayed: true }
}
