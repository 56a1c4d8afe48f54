import type { Tx } from '#db/connect.ts'
import { addWebhook, switchWebhook } from '#domain/push/index.ts'
import { type AccountId, newId } from '#values/id.ts'
import type { DemoRandom } from './demo-random.ts'

interface WebhookFacts {
  appId: string
  /** The platform's master secret. */
  secret: string
  random: DemoRandom
  now: Date
}

const hourMs = 3_600_000

/**
 * A webhook for review results that the shop has switched off, with its last deliveries. Reports are left to people who
 * try the demo.
 */
export async function seedWebhook(tx: Tx, account: AccountId, { appId, secret, random, now }: WebhookFacts): Promise<void> {
  const choice = {
    url: 'https://shop.example.com/hongyan/events',
    format: 'hongyan',
    kinds: ['template_review', 'signature_review'],
  } as const
  const made = new Date(now.getTime() - 40 * 24 * hourMs)
  const { webhookId } = await addWebhook(tx, account, secret, { appId, choice, now: made })
  const attempts = Array.from({ length: 30 }, (_, place) => {
    const at = now.getTime() - (150 - place * 4) * hourMs - random.whole(0, hourMs)
    const isWell = place % 9 !== 4
    return {
      accountId: account,
      attemptId: newId(at),
      webhookId,
      appId,
      eventIds: [newId(at)],
      outcome: isWell ? 'delivered' : 'status',
      httpStatus: isWell ? 200 : 503,
      elapsedMs: random.whole(12, 90),
    }
  })
  await tx.insertInto('pushAttempt').values(attempts).execute()
  const lastAt = new Date(now.getTime() - 30 * hourMs)
  await switchWebhook(tx, account, { webhookId, isEnabled: false, now: lastAt })
  await tx
    .updateTable('appWebhook')
    .set({ lastSuccessAt: lastAt, lastElapsedMs: 31 })
    .where('accountId', '=', account)
    .where('webhookId', '=', webhookId)
    .execute()
}
