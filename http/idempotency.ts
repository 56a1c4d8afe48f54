import { createHash } from 'node:crypto'
import type { FastifyReply } from 'fastify'
import { z } from 'zod'
import { refuse } from '#contract/refusals.ts'
import type { Tx } from '#db/connect.ts'
import type { AccountId } from '#values/id.ts'

interface Once {
  /** The caller's Idempotency-Key. */
  key: string
  call: string
  /** The parsed body: equal bodies are the same request. */
  body: unknown
  answerSchema: z.ZodType
  act: () => Promise<unknown>
  reply: FastifyReply
}

/**
 * Acts once for a key: a repeated request gets the first answer, marked `Idempotent-Replayed`, and has no second effect. The key is claimed in the
 * act's own transaction, so a concurrent twin waits for its outcome, and a failed act leaves the key free. Another body under the key is refused.
 */
export async function answerOnce(tx: Tx, account: AccountId, once: Once): Promise<unknown> {
  if (!/^[\x21-\x7e]{8,100}$/.test(once.key)) refuse('idempotency_key_required')
  const bodyHash = createHash('sha256').update(canonical(once.body)).digest()
  const claimed = await tx
    .insertInto('idempotency')
    .values({ account_id: account, key: once.key, call: once.call, body_hash: bodyHash })
    .onConflict(conflict => conflict.columns(['account_id', 'key']).doNothing())
    .returning('key')
    .executeTakeFirst()
  if (claimed) {
    const answer = await once.act()
    const wire = z.encode(once.answerSchema, answer)
    await tx
      .updateTable('idempotency')
      .set({ status: 200, answer: JSON.stringify(wire) })
      .where('account_id', '=', account)
      .where('key', '=', once.key)
      .execute()
    return answer
  }
  const first = await tx
    .selectFrom('idempotency')
    .select(['call', 'body_hash', 'answer'])
    .where('account_id', '=', account)
    .where('key', '=', once.key)
    .executeTakeFirstOrThrow()
  if (first.call !== once.call || !first.body_hash.equals(bodyHash)) refuse('idempotency_mismatch')
  once.reply.header('Idempotent-Replayed', 'true')
  return z.decode(once.answerSchema, first.answer as never)
}

function canonical(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    inner && typeof inner === 'object' && !Array.isArray(inner) && !(inner instanceof Date)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  )
}
