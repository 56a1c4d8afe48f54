import { adminLinkCalls, linkReviewCalls } from '#contract/links/admin-link.ts'
import { linkStates } from '#contract/links/link-state.ts'
import { customerName } from '#domain/account/index.ts'
import {
  approveLinks,
  blockLink,
  findLinks,
  type LinkActDone,
  linkQueue,
  readLinkForStaff,
  readWaitingHost,
  rejectLinks,
  resumeLinks,
  revokeHost,
  stopLinks,
  trustHost,
  unblockLink,
  waitingHosts,
} from '#domain/links/index.ts'
import { shortAddress } from '#domain/visits/index.ts'
import { handle } from '#http/server/serve.ts'
import type { AccountId } from '#values/id.ts'

const whose = (accountId: AccountId | undefined) => accountId ?? null

/** Links waiting for review, by host. */
export const linkReviewHandlers = (base: string) => [
  handle(linkReviewCalls.queue, async ({ tx }) => {
    const { linkCount } = await linkQueue(tx)
    return { rows: await waitingHosts(tx), linkCount }
  }),

  handle(linkReviewCalls.host, async ({ tx }, { host, accountId }) => {
    const found = await readWaitingHost(tx, host, whose(accountId))
    return { ...found, links: found.links.map(link => ({ ...link, shortUrl: shortAddress(base, link.domain, link.code) })) }
  }),

  handle(linkReviewCalls.pass, async ({ tx, staff, note, now }, { accountId, ...seen }) => {
    note({ account: whose(accountId), object: seen.host })
    const done = await approveLinks(tx, { ...seen, account: whose(accountId), staffId: staff.staffId, now: now() })
    note({ detail: { before: '审核中', after: '生效中', linkCount: done.linkCount } })
    return done
  }),

  handle(linkReviewCalls.trustHost, async ({ tx, staff, note, now }, { host, accountId }) => {
    const account = accountId
    note({ account, object: host })
    await customerName(tx, account)
    const done = await trustHost(tx, { host, account, staffId: staff.staffId, now: now() })
    note({ detail: { before: '审核中', after: '生效中', linkCount: done.linkCount } })
    return done
  }),

  handle(linkReviewCalls.revokeHost, async ({ tx, note }, { domain, accountId, reason }) => {
    const account = accountId
    note({ account, object: domain, detail: { before: '免审', after: '需要审核', reason } })
    await revokeHost(tx, account, domain)
  }),

  handle(linkReviewCalls.reject, async ({ tx, staff, note, now }, { accountId, ...seen }) => {
    note({ account: whose(accountId), object: seen.host, detail: { reason: seen.reason } })
    const done = await rejectLinks(tx, { ...seen, account: whose(accountId), staffId: staff.staffId, now: now() })
    note({ detail: { before: '审核中', after: '已拒绝', reason: seen.reason, linkCount: done.linkCount } })
    return done
  }),
]

/** Links of all accounts: search, view, stop. */
export const adminLinkHandlers = (base: string) => {
  const withUrl = <Row extends { domain: string; code: string }>(row: Row) => ({
    ...row,
    shortUrl: shortAddress(base, row.domain, row.code),
  })
  const toAuditDetail = ({ domain, code, before, after }: LinkActDone, reason: string) => ({
    object: shortAddress(base, domain, code),
    detail: { before: linkStates[before], after: linkStates[after], reason },
  })
  return [
    handle(adminLinkCalls.list, async ({ tx }, { accountId, ...filter }) => {
      const page = await findLinks(tx, { ...filter, account: accountId, base })
      return { ...page, rows: page.rows.map(withUrl) }
    }),

    handle(adminLinkCalls.one, async ({ tx, now }, { accountId, linkId }) => withUrl(await readLinkForStaff(tx, accountId, linkId, now()))),

    handle(adminLinkCalls.block, async ({ tx, staff, note, now }, { accountId, linkId, reason }) => {
      const account = accountId
      note({ account, detail: { reason } })
      const done = await blockLink(tx, account, { linkId, reason, staffId: staff.staffId, now: now() })
      note(toAuditDetail(done, reason))
      return { state: done.after }
    }),

    handle(adminLinkCalls.unblock, async ({ tx, staff, note, now }, { accountId, linkId, reason }) => {
      const account = accountId
      note({ account, detail: { reason } })
      const done = await unblockLink(tx, account, { linkId, reason, staffId: staff.staffId, now: now() })
      note(toAuditDetail(done, reason))
      return { state: done.after }
    }),

    handle(adminLinkCalls.stop, async ({ tx, staff, note, now }, { accountId, reason }) => {
      const account = accountId
      note({ account, object: '全部短链接', detail: { before: '可以访问', after: '停用', reason } })
      await stopLinks(tx, account, { reason, staffId: staff.staffId, now: now() })
    }),

    handle(adminLinkCalls.resume, async ({ tx, note }, { accountId, reason }) => {
      const account = accountId
      note({ account, object: '全部短链接', detail: { before: '停用', after: '可以访问', reason } })
      await customerName(tx, account)
      await resumeLinks(tx, account)
    }),
  ]
}
