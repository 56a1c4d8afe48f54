import { closingCalls } from '#contract/closing/closing.ts'
import { findBlockers, readClosing, readLosses, requestClosing, undoClosing } from '#domain/closing/index.ts'
import { requireStepUp } from '#domain/identity/index.ts'
import { notifyAccount } from '#domain/notification/index.ts'
import { handle } from '#http/server/serve.ts'
import { formatChinaTime } from '#values/china-time.ts'
import { limits } from '#values/limits.ts'

const link = '/system/uaccount/userinfo?tab=closing'

export const closingHandlers = [
  handle(closingCalls.read, async ({ tx, account, now }) => ({
    blockers: await findBlockers(tx, account),
    lost: await readLosses(tx, account, now()),
    closing: await readClosing(tx, account),
  })),

  handle(closingCalls.ask, async ({ tx, account, member, sessionId, now, note }, { reason }) => {
    const { dueAt } = await requestClosing(tx, account, { memberId: member.memberId, reason, now: now() })
    await requireStepUp(tx, account, { sessionId, purpose: 'closing', now: now() })
    note({ after: { reason, dueAt } })
    const body = `${member.name}申请注销账户。${limits.closingDays}天冷静期到${formatChinaTime(dueAt)}为止，之前随时可以撤回。`
    await notifyAccount(tx, account, { kind: 'security', title: '账户已申请注销', body, link, now: now() })
    return { dueAt }
  }),

  handle(closingCalls.undo, async ({ tx, account, member, now }, { closingId }) => {
    await undoClosing(tx, account, { closingId, now: now() })
    await notifyAccount(tx, account, {
      kind: 'security',
      title: '注销申请已撤回',
      body: `${member.name}撤回了注销申请，账户一切照旧。`,
      link,
      now: now(),
    })
  }),
]
