import { linkDomainCalls } from '#contract/link-domain.ts'
import { refuse } from '#contract/refusals.ts'
import { asAccount } from '#db/connect.ts'
import {
  addLinkDomain,
  cnameOf,
  disableLinkDomain,
  listLinkDomains,
  noteDomainCheck,
  removeLinkDomain,
  requireDomain,
  requireForeign,
  requirePause,
} from '#domain/shorturl/domain.ts'
import { checkCname, checkTxt, type Dns } from '#domain/shorturl/domain-check.ts'
import {
  addTargetDomain,
  listTargetDomains,
  noteTargetCheck,
  recordOf,
  removeTargetDomain,
  requireTargetDomain,
} from '#domain/shorturl/target-domain.ts'
import { handle } from './serve.ts'

interface LinkDomainOptions {
  dns: Dns
  /** What the platform's own short links begin with. */
  shortLinkUrl: string
  /** Where the console is, when it has a public name. */
  publicUrl: string | undefined
}

export const linkDomainHandlers = ({ dns, shortLinkUrl, publicUrl }: LinkDomainOptions) => [
  handle(linkDomainCalls.list, async ({ tx, account }) => ({
    cname: cnameOf(shortLinkUrl),
    rows: await listLinkDomains(tx, account),
    targets: await listTargetDomains(tx, account),
  })),
  handle(linkDomainCalls.add, ({ tx, account, now }, { domain }) => {
    requireForeign(domain, [shortLinkUrl, publicUrl])
    return addLinkDomain(tx, account, { domain, now: now() })
  }),
  handle(linkDomainCalls.check, async ({ tx, account, now }, { domain }) => {
    const row = await requireDomain(tx, account, domain)
    requirePause(row.checked_at, now())
    const cname = cnameOf(shortLinkUrl) ?? refuse('link_domain_no_cname')
    return async db => {
      const problem = await checkCname(dns, domain, cname)
      const checked = { domain, problem, now: now(), isDaily: false }
      return { state: await asAccount(db, account, next => noteDomainCheck(next, account, checked)), problem }
    }
  }),
  handle(linkDomainCalls.disable, async ({ tx, account }, { domain }) => {
    await disableLinkDomain(tx, account, domain)
    return {}
  }),
  handle(linkDomainCalls.remove, async ({ tx, account }, { domain }) => {
    await removeLinkDomain(tx, account, domain)
    return {}
  }),
  handle(linkDomainCalls.addTarget, ({ tx, account, now }, { domain }) => {
    requireForeign(domain, [shortLinkUrl])
    return addTargetDomain(tx, account, { domain, now: now() })
  }),
  handle(linkDomainCalls.checkTarget, async ({ tx, account, now }, { domain }) => {
    const row = await requireTargetDomain(tx, account, domain)
    requirePause(row.checked_at, now())
    return async db => {
      const problem = await checkTxt(dns, domain, recordOf(row.token))
      const checked = { domain, problem, now: now(), isDaily: false }
      return { ...(await asAccount(db, account, next => noteTargetCheck(next, account, checked))), problem }
    }
  }),
  handle(linkDomainCalls.removeTarget, async ({ tx, account }, { domain }) => {
    await removeTargetDomain(tx, account, domain)
    return {}
  }),
]
