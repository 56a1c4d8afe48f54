import { stepUpCalls } from '#contract/step-up.ts'
import { askStepUp, confirmStepUp, stepUpWay } from '#domain/account/step-up.ts'
import { sendPlatformMessage } from '#domain/sms/platform-message.ts'
import { maskPhone } from '#values/phone.ts'
import { handle } from './serve.ts'

export const stepUpHandlers = (secret: string) => [
  handle(stepUpCalls.way, async ({ tx, account, member }) => ({
    way: await stepUpWay(tx, account, member.memberId),
    phone: maskPhone(member.phone),
  })),

  handle(stepUpCalls.ask, async ({ tx, account, member, sessionId, address, now, afterCommit }, { purpose }) => {
    const { memberId, phone } = member
    const { code, name } = await askStepUp(tx, account, secret, { sessionId, memberId, phone, purpose, address, now: now() })
    afterCommit(db => sendPlatformMessage(db, { phone, templateCode: 'SMS_100020', parameters: { code, name }, now: now() }))
    return {}
  }),

  handle(stepUpCalls.confirm, async ({ tx, account, member, sessionId, now }, { purpose, code }) => {
    const { memberId, phone } = member
    return { isConfirmed: await confirmStepUp(tx, account, secret, { sessionId, memberId, phone, purpose, code, now: now() }) }
  }),
]
