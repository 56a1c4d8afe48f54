import { openWebhookCalls } from '#contract/open/callback.ts'
import { type EventKind, type WebhookFormat, webhookFormats } from '#contract/push/push.ts'
import { refuse } from '#contract/refusals.ts'
import { asAccount } from '#db/connect.ts'
import { countUp } from '#domain/platform/index.ts'
import {
  addWebhook,
  changeWebhook,
  findWebhook,
  listAttempts,
  listWebhooks,
  mayBeCalled,
  prepareTrial,
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
import { limits } from '#values/limits.ts'
import { pick } from '#values/pick.ts'
import { answering, type OpenContext } from '../serve.ts'

interface Options {
  /** The platform's master secret, which encrypts the webhooks' secrets. */
  master: string
  allowsLoopback: boolean
}
const testLimit = { windowMs: 60_000, most: limits.webhookTestsPerMinute }

/** Requires a webhook of the caller's own app. Refuses `not_found` for another's. */
async function requireOwn({ tx, account, caller }: OpenContext, webhookId: string): Promise<void> {
  const { appId } = await findWebhook(tx, account, webhookId)
  if (appId !== caller.appId) refuse('not_found')
}

export function webhookHandlers({ master, allowsLoopback }: Options) {
  const world = webhookWorld(allowsLoopback)
  const client = new WebhookClient(world)

  const checked = <Choice extends { url: string; format: WebhookFormat; kinds: readonly EventKind[] }>(choice: Choice): Choice => {
    const { name, kinds: known }: { name: string; kinds: readonly EventKind[] } = webhookFormats[choice.format]
    if (choice.kinds.some(kind => !known.includes(kind))) refuse('input_invalid', {}, { kinds: `${name}格式没有这种事件` })
    if (!mayBeCalled(world, choice.url, allowsLoopback)) refuse('webhook_not_public')
    return choice
  }
  const turn =
    (isEnabled: boolean) =>
    async (context: OpenContext, { webhookId }: { webhookId: string }) => {
      await requireOwn(context, webhookId)
      await switchWebhook(context.tx, context.account, { webhookId, isEnabled, now: context.now })
      return {}
    }

  return [
    answering(openWebhookCalls.list, async ({ tx, account, caller }) => {
      const { webhooks } = await listWebhooks(tx, account, caller.appId)
      return { rows: webhooks.map(shown) }
    }),
    answering(openWebhookCalls.create, async ({ tx, account, caller: { appId }, now }, input) => {
      const { webhookId } = await addWebhook(tx, account, master, { appId, choice: checked(input), now })
      return { webhookId }
    }),
    answering(openWebhookCalls.update, async (context, { webhookId, ...input }) => {
      await requireOwn(context, webhookId)
      await changeWebhook(context.tx, context.account, { webhookId, choice: checked(input), now: context.now })
      return {}
    }),
    answering(openWebhookCalls.enable, turn(true)),
    answering(openWebhookCalls.disable, turn(false)),
    answering(openWebhookCalls.delete, async (context, { webhookId }) => {
      await requireOwn(context, webhookId)
      await removeWebhook(context.tx, context.account, webhookId)
      return {}
    }),
    answering(openWebhookCalls.secret, async (context, { webhookId }) => {
      await requireOwn(context, webhookId)
      return { secret: await revealWebhookSecret(context.tx, context.account, master, webhookId) }
    }),
    answering(openWebhookCalls.renewSecret, async (context, { webhookId }) => {
      await requireOwn(context, webhookId)
      await renewWebhookSecret(context.tx, context.account, master, { webhookId, now: context.now })
      return {}
    }),
    answering(openWebhookCalls.test, async (context, { webhookId, kind }) => {
      const { tx, account, now } = context
      await requireOwn(context, webhookId)
      const trial = await prepareTrial(tx, account, master, { webhookId, kind, now })
      const waitMs = await countUp(tx, `webhook-test:${account}`, testLimit, now)
      if (waitMs > 0) refuse('too_many_requests', { seconds: Math.ceil(waitMs / 1000) })
      return async db => {
        const exchange = await runTrial(client, trial)
        await asAccount(db, account, next => recordTrial(next, account, trial, exchange))
        return { request: { url: trial.endpoint.url, ...trial.request }, ...exchange }
      }
    }),
    answering(openWebhookCalls.deliveries, async (context, { webhookId, pageSize, ...page }) => {
      await requireOwn(context, webhookId)
      return listAttempts(context.tx, context.account, webhookId, { ...page, limit: pageSize })
    }),
    answering(openWebhookCalls.redeliver, async (context, { webhookId, eventIds }) => {
      await requireOwn(context, webhookId)
      const { tx, account, now } = context
      return { eventCount: await redeliver(tx, account, { webhookId, eventIds, now }) }
    }),
  ]
}

const shown = (row: Awaited<ReturnType<typeof listWebhooks>>['webhooks'][number]) =>
  pick(row, 'webhookId', 'url', 'format', 'kinds', 'state', 'disabledWhy', 'lastSuccessAt', 'failingSince', 'waitingCount', 'parkedCount')
