import { adminDomainCalls, domainRuleKinds } from '#contract/links/admin-domain.ts'
import { addDomainRules, listDomainRules, previewRules, remarkDomainRule, removeDomainRule } from '#domain/links/index.ts'
import { handle } from '#http/server/serve.ts'

const shownDomains = 20
const named = (domains: readonly string[]) =>
  domains.slice(0, shownDomains).join('、') + (domains.length > shownDomains ? `等${domains.length}个` : '')

export const adminDomainHandlers = [
  handle(adminDomainCalls.list, ({ tx }, input) => listDomainRules(tx, input)),

  handle(adminDomainCalls.preview, async ({ tx }, { domains, kind }) => ({ rows: await previewRules(tx, domains, kind) })),

  handle(adminDomainCalls.add, async ({ tx, staff, note, now }, { domains, kind, remark }) => {
    note({ object: named(domains), detail: { after: domainRuleKinds[kind], reason: remark } })
    const done = await addDomainRules(tx, { domains: [...new Set(domains)], kind, remark, staffId: staff.staffId, now: now() })
    note({ detail: { before: '不在名单', after: domainRuleKinds[kind], reason: remark, linkCount: done.linkCount } })
    return done
  }),

  handle(adminDomainCalls.remove, async ({ tx, staff, note, now }, { domain, reason }) => {
    note({ object: domain, detail: { reason } })
    const { kind, linkCount } = await removeDomainRule(tx, { domain, staffId: staff.staffId, now: now() })
    note({ detail: { before: domainRuleKinds[kind], after: '不在名单', reason, linkCount } })
    return { linkCount }
  }),

  handle(adminDomainCalls.remark, async ({ tx, note }, { domain, remark }) => {
    note({ object: domain })
    const { before } = await remarkDomainRule(tx, { domain, remark })
    note({ detail: { before: before || '（无备注）', after: remark || '（无备注）' } })
  }),
]
