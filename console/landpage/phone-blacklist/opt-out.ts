import type { CallAnswerWire } from '#contract/call.ts'
import type { OptOutPageAct, OptOutScope, optOutPageCalls } from '#contract/unsubscribe/opt-out-page.ts'

export type Sender = NonNullable<CallAnswerWire<typeof optOutPageCalls.sender>['sender']>

/** A person's choice. */
export interface Choice {
  act: OptOutPageAct
  scope: OptOutScope
}

export const submitTexts: Record<OptOutPageAct, string> = { refuse: '确认拒收', restore: '恢复接收', complain: '提交投诉' }

/** The sender of a choice, as part of a sentence. */
export function whose(sender: Sender | null, { act, scope }: Choice): string {
  if (sender === null) return '所有企业'
  return scope === 'account' && act !== 'restore' ? `“${sender.accountName}”` : `【${sender.signatureText}】`
}

/** 138****8000, as people recognise their own number. */
export const ownPhone = (phone: string) => `${phone.slice(0, 3)}****${phone.slice(7)}`
