import { type EventKind, eventKinds } from '#contract/push/push.ts'
import { type Webhook, webhookCalls } from '#contract/push/webhook.ts'

/** Calls that an act on webhooks outdates. */
export const webhookAnswers = [webhookCalls.list, webhookCalls.attempts, webhookCalls.parked]

export const namesOfKinds = (kinds: readonly EventKind[]): string => kinds.map(kind => eventKinds[kind]).join('、')

/** The state of a webhook, as its owner sees it. */
export function stateOfWebhook(webhook: Webhook): { tone: 'good' | 'bad' | 'ended'; name: string } {
  if (webhook.state === 'disabled')
    return webhook.disabledWhy === 'failing' ? { tone: 'bad', name: '已自动停用' } : { tone: 'ended', name: '已停用' }
  return webhook.failingSince ? { tone: 'bad', name: '推送失败，重试中' } : { tone: 'good', name: '已启用' }
}
