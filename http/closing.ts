import { closingCalls } from '#contract/closing.ts'
import { requireStepUp } from '#domain/account/step-up.ts'
import { askClosing, readClosing, readLosses, undoClosing } from '#domain/closing/closing.ts'
import { findHindrances } from '#domain/closing/hindrance.ts'
import { tellAccount } from '#domain/notice/message.ts'
import { formatChinaTime } from '#values/china-time.ts'
import { limits } from '#values/limits.ts'
import { handle } from './serve.ts'

const link = '/system/uaccount/userinfo?tab=closing'

export const closingHandlers = [
  handle(closingCalls.read, async ({ tx, account, now }) => ({
    hindrances: await findHindrances(tx, account),
    lost: await readLosses(tx, account, now()),
    closing: await readClosing(tx, account),
  })),

  handle(closingCalls.ask, async ({ tx, account, member, sessionId, now, note }, { reason }) => {
    const { dueAt } = await askClosing(tx, account, { memberId: member.memberId, reason, now: now() })
    await requireStepUp(tx, account, { sessionId, purpose: 'closing', now: now() })
    note({ after: { reason, dueAt } })
    const body = `${member.name}申请注销账户。${limits.closingDays}天冷静期到${formatChinaTime(dueAt)}为止，之前随时可以撤回。`
    await tellAccount(tx, account, { kind: 'security', title: '账户已申请注销', body, link, now: now() })
    return { dueAt }
  }),

  handle(closingCalls.undo, async ({ tx, account, member, now }, { closingId }) => {
    await undoClosing(tx, account, { closingId, now: now() })
    await tellAccount(tx, account, {
      kind: 'security',
      title: '注销申请已撤回',
      body: `${member.name}撤回了注销申请，账户一切照旧。`,
      link,
      now: now(),
    })
    return {}
  }),
]
