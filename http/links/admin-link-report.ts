import { linkReportCalls, reportOutcomes } from '#contract/links/admin-link-report.ts'
import { handleReports, listReports } from '#domain/links/index.ts'
import { shortAddress } from '#domain/visits/index.ts'
import { handle } from '#http/server/serve.ts'

export const linkReportHandlers = (base: string) => [
  handle(linkReportCalls.list, async ({ tx }, { view, ...page }) => {
    const { rows, nextCursor } = await listReports(tx, { ...page, isHandled: view === 'handled' })
    return { rows: rows.map(row => ({ ...row, shortUrl: shortAddress(base, row.domain, row.code) })), nextCursor }
  }),

  handle(linkReportCalls.handle, async ({ tx, staff, note, now }, { accountId, ...input }) => {
    const account = accountId
    note({ account, detail: { reason: input.reason } })
    const { domain, code, reportCount, linkCount } = await handleReports(tx, account, { ...input, staffId: staff.staffId, now: now() })
    note({
      object: shortAddress(base, domain, code),
      detail: { before: '待处理', after: reportOutcomes[input.outcome], reason: input.reason, reportCount, linkCount },
    })
    return { reportCount, linkCount }
  }),
]
