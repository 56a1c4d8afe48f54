import { linkDomainCalls } from '#contract/links/link-domain.ts'
import type { IcpRecord } from '#contract/links/link-icp.ts'
import { refuse } from '#contract/refusals.ts'
import { asAccount } from '#db/connect.ts'
import {
  addLinkDomain,
  addTargetDomain,
  checkCname,
  checkHttps,
  checkTxt,
  cnameOf,
  type Dns,
  disableLinkDomain,
  listLinkDomains,
  listTargetDomains,
  recordDomainCheck,
  recordOf,
  recordTargetCheck,
  removeLinkDomain,
  removeTargetDomain,
  requireDomain,
  requireForeign,
  requirePause,
  requireTargetDomain,
  saveIcpRecord,
} from '#domain/links/index.ts'
import { countUp, type Outside } from '#domain/platform/index.ts'
import { handle } from '#http/server/serve.ts'
import { limits } from '#values/limits.ts'

/** A page with all of an account's domains asks once for each. */
const httpsLimit = { windowMs: 60_000, most: 3 * limits.linkDomains }

interface LinkDomainOptions {
  dns: Dns
  /** Base of the platform's own short links. */
  shortLinkUrl: string
  /** How the platform's own short domain is filed. */
  shortIcpRecord: IcpRecord | null
  /** Public address of the console, if there is one. */
  publicUrl: string | undefined
  /** For requests to customers' domains; unset: the real network. */
  outside?: Outside
}

export const linkDomainHandlers = ({ dns, shortLinkUrl, shortIcpRecord, publicUrl, outside }: LinkDomainOptions) => [
  handle(linkDomainCalls.list, async ({ tx, account }) => ({
    cname: cnameOf(shortLinkUrl),
    platform: shortIcpRecord && { domain: new URL(shortLinkUrl).hostname, ...shortIcpRecord },
    rows: await listLinkDomains(tx, account),
    targets: await listTargetDomains(tx, account),
  })),
  handle(linkDomainCalls.add, ({ tx, account, now }, { domain }) => {
    requireForeign(domain, [shortLinkUrl, publicUrl])
    return addLinkDomain(tx, account, { domain, now: now() })
  }),
  handle(linkDomainCalls.check, async ({ tx, account, now }, { domain }) => {
    const row = await requireDomain(tx, account, domain)
    requirePause(row.checkedAt, now())
    const cname = cnameOf(shortLinkUrl) ?? refuse('link_domain_no_cname')
    return async db => {
      const problem = await checkCname(dns, domain, cname)
      const checked = { domain, problem, now: now(), isDaily: false }
      return { state: await asAccount(db, account, next => recordDomainCheck(next, account, checked)), problem }
    }
  }),
  handle(linkDomainCalls.https, async ({ tx, account, now }, { domain }) => {
    const { state } = await requireDomain(tx, account, domain)
    const waitMs = await countUp(tx, `domain-https:${account}`, httpsLimit, now())
    if (waitMs > 0) refuse('too_many_requests', { seconds: Math.ceil(waitMs / 1000) })
    return async () => ({ outcome: state === 'verified' ? await checkHttps(domain, outside) : ('unchecked' as const) })
  }),
  handle(linkDomainCalls.saveIcpRecord, ({ tx, account }, input) => saveIcpRecord(tx, account, input)),
  handle(linkDomainCalls.disable, ({ tx, account }, { domain }) => disableLinkDomain(tx, account, domain)),
  handle(linkDomainCalls.remove, ({ tx, account }, { domain }) => removeLinkDomain(tx, account, domain)),
  handle(linkDomainCalls.addTarget, ({ tx, account, now }, { domain }) => {
    requireForeign(domain, [shortLinkUrl])
    return addTargetDomain(tx, account, { domain, now: now() })
  }),
  handle(linkDomainCalls.checkTarget, async ({ tx, account, now }, { domain }) => {
    const row = await requireTargetDomain(tx, account, domain)
    requirePause(row.checkedAt, now())
    return async db => {
      const problem = await checkTxt(dns, domain, recordOf(row.token))
      const checked = { domain, problem, now: now(), isDaily: false }
      return { ...(await asAccount(db, account, next => recordTargetCheck(next, account, checked))), problem }
    }
  }),
  handle(linkDomainCalls.removeTarget, ({ tx, account }, { domain }) => removeTargetDomain(tx, account, domain)),
]
