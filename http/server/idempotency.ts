import { createHash } from 'node:crypto'
import type { FastifyReply } from 'fastify'
import { z } from 'zod'
import { refuse } from '#contract/refusals.ts'
import type { Tx } from '#db/connect.ts'
import type { AccountId } from '#values/id.ts'

/** An idempotent request. */
export interface Once<Schema extends z.ZodType = z.ZodType> {
  /** The caller's Idempotency-Key. */
  key: string
  call: string
  /** The parsed body: equal bodies are the same request. */
  body: unknown
  answerSchema: Schema
  reply: FastifyReply
}

/** The first answers of one caller, by idempotency key. */
interface Answers {
  /** True when the key was free. Waits for a concurrent request with the same key. */
  claim: (key: string, call: string, bodyHash: Buffer) => Promise<boolean>
  keep: (key: string, wire: unknown) => Promise<unknown>
  find: (key: string) => Promise<FirstAnswer | undefined>
}
interface FirstAnswer {
  call: string
  bodyHash: Buffer
  answer: unknown
}

/**
 * Idempotency key: acts once for a key. A repeated request gets the first answer, marked `Idempotent-Replayed`, without
 * a second effect. The key is claimed in the act's own transaction, so a concurrent duplicate waits for its outcome,
 * and a failed act leaves the key free. Another body under the key is refused.
 */
export async function answerOnce<Schema extends z.ZodType, Answer>(
  answers: Answers,
  once: Once<Schema>,
  act: () => Promise<Answer>,
): Promise<Answer | z.output<Schema>> {
  const bodyHash = hashOf(once)
  if (await answers.claim(once.key, once.call, bodyHash)) {
    const answer = await act()
    const { answerSchema }: Once = once
    await answers.keep(once.key, z.encode(answerSchema, answer))
    return answer
  }
  return replay((await answers.find(once.key))!, once, bodyHash)
}

/** The first answer of a used key, or null. Claims nothing. */
export async function findFirstAnswer(answers: Answers, once: Once): Promise<{ answer: unknown } | null> {
  const bodyHash = hashOf(once)
  const first = await answers.find(once.key)
  return first ? { answer: replay(first, once, bodyHash) } : null
}

function hashOf({ key, body }: Once): Buffer {
  if (!/^[\x21-\x7e]{8,100}$/.test(key)) refuse('idempotency_key_required')
  return createHash('sha256').update(canonical(body)).digest()
}

function replay<Schema extends z.ZodType>(
  first: FirstAnswer,
  { call, answerSchema, reply }: Once<Schema>,
  bodyHash: Buffer,
): z.output<Schema> {
  if (first.call !== call || !first.bodyHash.equals(bodyHash)) refuse('idempotency_mismatch')
  reply.header('Idempotent-Replayed', 'true')
  return answerSchema.parse(first.answer)
}

/** Idempotency keys of a customer's account. */
export const answersOfAccount = (tx: Tx, account: AccountId): Answers => ({
  claim: async (key, call, bodyHash) => {
    const claimed = await tx
      .insertInto('idempotency')
      .values({ accountId: account, key, call, bodyHash })
      .onConflict(conflict => conflict.columns(['accountId', 'key']).doNothing())
      .returning('key')
      .executeTakeFirst()
    return claimed !== undefined
  },
  keep: (key, wire) =>
    tx
      .updateTable('idempotency')
      .set({ status: 200, answer: JSON.stringify(wire) })
      .where('accountId', '=', account)
      .where('key', '=', key)
      .execute(),
  find: key =>
    tx
      .selectFrom('idempotency')
      .select(['call', 'bodyHash', 'answer'])
      .where('accountId', '=', account)
      .where('key', '=', key)
      .executeTakeFirst(),
})

/** Idempotency keys of a member of staff. */
export const answersOfStaff = (tx: Tx, staffId: string): Answers => ({
  claim: async (key, call, bodyHash) => {
    const claimed = await tx
      .insertInto('staffIdempotency')
      .values({ staffId, key, call, bodyHash })
      .onConflict(conflict => conflict.columns(['staffId', 'key']).doNothing())
      .returning('key')
      .executeTakeFirst()
    return claimed !== undefined
  },
  keep: (key, wire) =>
    tx
      .updateTable('staffIdempotency')
      .set({ answer: JSON.stringify(wire) })
      .where('staffId', '=', staffId)
      .where('key', '=', key)
      .execute(),
  find: key =>
    tx
      .selectFrom('staffIdempotency')
      .select(['call', 'bodyHash', 'answer'])
      .where('staffId', '=', staffId)
      .where('key', '=', key)
      .executeTakeFirst(),
})

function canonical(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    inner && typeof inner === 'object' && !Array.isArray(inner) && !(inner instanceof Date)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  )
}
