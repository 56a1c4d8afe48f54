import { webhookCalls } from '#contract/push/webhook.ts'
import { refuse } from '#contract/refusals.ts'
import { asAccount } from '#db/connect.ts'
import { requireApp } from '#domain/apps/index.ts'
import { requireStepUp } from '#domain/identity/index.ts'
import { countUp } from '#domain/platform/index.ts'
import {
  addWebhook,
  changeWebhook,
  findWebhook,
  listAttempts,
  listDeadLetters,
  listWebhooks,
  mayBeCalled,
  prepareTrial,
  readAttempt,
  recordTrial,
  redeliver,
  removeWebhook,
  renewWebhookSecret,
  revealWebhookSecret,
  runTrial,
  switchWebhook,
  WebhookClient,
  webhookWorld,
} from '#domain/push/index.ts'
import { handle, type MemberContext } from '#http/server/serve.ts'
import { limits } from '#values/limits.ts'
import { pick } from '#values/pick.ts'

interface WebhookOptions {
  /** The platform's master secret, which encrypts the webhooks' secrets. */
  secret: string
  /** Allows loopback addresses, for development. */
  allowsLoopback: boolean
}

const testLimit = { windowMs: 60_000, most: limits.webhookTestsPerMinute }

/** Step-up authentication for changes that could redirect events. */
const proven = ({ tx, account, sessionId, now }: MemberContext) => requireStepUp(tx, account, { sessionId, purpose: 'webhook', now: now() })

export function webhookHandlers({ secret: master, allowsLoopback }: WebhookOptions) {
  const world = webhookWorld(allowsLoopback)
  const client = new WebhookClient(world)

  const requirePublic = (url: string) => {
    if (!mayBeCalled(world, url, allowsLoopback)) refuse('webhook_not_public')
  }

  return [
    handle(webhookCalls.list, async ({ tx, account }, { appId }) => {
      const { webhooks, pullCount } = await listWebhooks(tx, account, appId)
      return { rows: webhooks.map(shown), pullCount }
    }),

    handle(webhookCalls.add, async (context, { appId, ...choice }) => {
      const { tx, account, now, note } = context
      await requireApp(tx, account, appId)
      requirePublic(choice.url)
      await proven(context)
      const { webhookId, text } = await addWebhook(tx, account, master, { appId, choice, now: now() })
      note({ object: choice.url, after: { format: choice.format, kinds: choice.kinds.join(' ') } })
      return { webhookId, secret: text }
    }),

    handle(webhookCalls.change, async (context, { webhookId, ...choice }) => {
      const { tx, account, now, note } = context
      const before = await findWebhook(tx, account, webhookId)
      requirePublic(choice.url)
      await proven(context)
      await changeWebhook(tx, account, { webhookId, choice, now: now() })
      note({
        object: choice.url,
        before: { url: before.url, format: before.format, kinds: before.kinds.join(' ') },
        after: { url: choice.url, format: choice.format, kinds: choice.kinds.join(' ') },
      })
    }),

    handle(webhookCalls.switch, async ({ tx, account, now, note }, { webhookId, isEnabled }) => {
      const { url } = await findWebhook(tx, account, webhookId)
      await switchWebhook(tx, account, { webhookId, isEnabled, now: now() })
      note({ object: url, after: { state: isEnabled ? 'enabled' : 'disabled' } })
    }),

    handle(webhookCalls.remove, async (context, { webhookId }) => {
      const { tx, account, note } = context
      await findWebhook(tx, account, webhookId)
      await proven(context)
      const { url } = await removeWebhook(tx, account, webhookId)
      note({ object: url })
    }),

    handle(webhookCalls.secret, async (context, { webhookId, isRenewed }) => {
      const { tx, account, now, note } = context
      const { url } = await findWebhook(tx, account, webhookId)
      await proven(context)
      note({ object: url, after: { secret: isRenewed ? 'renewed' : 'shown' } })
      const secret = isRenewed
        ? await renewWebhookSecret(tx, account, master, { webhookId, now: now() })
        : await revealWebhookSecret(tx, account, master, webhookId)
      return { secret }
    }),

    handle(webhookCalls.test, async ({ tx, account, now, note }, { webhookId, kind }) => {
      const trial = await prepareTrial(tx, account, master, { webhookId, kind, now: now() })
      const waitMs = await countUp(tx, `webhook-test:${account}`, testLimit, now())
      if (waitMs > 0) refuse('too_many_requests', { seconds: Math.ceil(waitMs / 1000) })
      const { url } = trial.endpoint
      note({ object: url })
      return async db => {
        const exchange = await runTrial(client, trial)
        await asAccount(db, account, next => recordTrial(next, account, trial, exchange))
        return { request: { url, ...trial.request }, ...exchange }
      }
    }),

    handle(webhookCalls.attempts, ({ tx, account }, { webhookId, ...page }) => listAttempts(tx, account, webhookId, page)),
    handle(webhookCalls.attempt, ({ tx, account }, { attemptId }) => readAttempt(tx, account, attemptId)),
    handle(webhookCalls.parked, ({ tx, account }, { webhookId, ...page }) => listDeadLetters(tx, account, webhookId, page)),

    handle(webhookCalls.redeliver, async ({ tx, account, now, note }, { webhookId, eventIds }) => {
      const { url } = await findWebhook(tx, account, webhookId)
      const eventCount = await redeliver(tx, account, { webhookId, eventIds, now: now() })
      note({ object: url, after: { events: eventCount } })
      return { eventCount }
    }),
  ]
}

type Row = Awaited<ReturnType<typeof listWebhooks>>['webhooks'][number]

const shown = (row: Row) =>
  pick(
    row,
    'webhookId',
    'url',
    'format',
    'kinds',
    'state',
    'disabledWhy',
    'failingSince',
    'nextTryAt',
    'lastSuccessAt',
    'previousUntil',
    'waitingCount',
    'parkedCount',
  )
