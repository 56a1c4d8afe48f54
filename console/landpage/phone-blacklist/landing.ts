import type { CallAnswerWire } from '#contract/call.ts'
import type { LandingAct, LandingScope, landingCalls } from '#contract/unsubscribe/landing.ts'

export type Sender = NonNullable<CallAnswerWire<typeof landingCalls.sender>['sender']>

/** A person's choice. */
export interface Choice {
  act: LandingAct
  scope: LandingScope
}

export const submitTexts: Record<LandingAct, string> = { refuse: '确认拒收', restore: '恢复接收', complain: '提交投诉' }

/** The sender of a choice, as part of a sentence. */
export function whose(sender: Sender | null, { act, scope }: Choice): string {
  if (sender === null) return '所有企业'
  return scope === 'account' && act !== 'restore' ? `“${sender.accountName}”` : `【${sender.signatureText}】`
}

/** 138****8000, as people recognise their own number. */
export const ownPhone = (phone: string) => `${phone.slice(0, 3)}****${phone.slice(7)}`
