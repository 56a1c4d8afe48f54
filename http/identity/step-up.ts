import { stepUpCalls } from '#contract/identity/step-up.ts'
import { confirmStepUp, requestStepUp, stepUpWay } from '#domain/identity/index.ts'
import { sendPlatformMessage } from '#domain/messages/index.ts'
import { handle } from '#http/server/serve.ts'
import { maskPhone } from '#values/phone.ts'

export const stepUpHandlers = (secret: string) => [
  handle(stepUpCalls.way, async ({ tx, account, member }) => ({
    way: await stepUpWay(tx, account, member.memberId),
    phone: maskPhone(member.phone),
  })),

  handle(stepUpCalls.ask, async ({ tx, account, member, sessionId, address, now, afterCommit }, { purpose }) => {
    const { memberId, phone } = member
    const { code, name } = await requestStepUp(tx, account, secret, { sessionId, memberId, phone, purpose, address, now: now() })
    afterCommit(db => sendPlatformMessage(db, { phone, templateCode: 'SMS_100020', parameters: { code, name }, now: now() }))
  }),

  handle(stepUpCalls.confirm, async ({ tx, account, member, sessionId, now }, { purpose, code }) => {
    const { memberId, phone } = member
    return { isConfirmed: await confirmStepUp(tx, account, secret, { sessionId, memberId, phone, purpose, code, now: now() }) }
  }),
]
