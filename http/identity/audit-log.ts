import { auditLogCalls } from '#contract/identity/audit-log.ts'
import { auditKey, listAuditLog, peopleOf, readAuditLogEntry, verifyChain } from '#domain/identity/index.ts'
import { handle } from '#http/server/serve.ts'

/** The account's audit log. `secret`: the platform's master secret, for the key of the hash chain. */
export const auditLogHandlers = (secret: string) => [
  handle(auditLogCalls.list, ({ tx, account }, { cursor, pageSize, ...filter }) => listAuditLog(tx, account, filter, { cursor, pageSize })),
  handle(auditLogCalls.one, ({ tx, account }, { auditId }) => readAuditLogEntry(tx, account, auditId)),
  handle(auditLogCalls.people, async ({ tx, account }) => ({ members: await peopleOf(tx, account) })),
  handle(auditLogCalls.verify, async ({ tx, account, note }) => {
    const { chain, ...report } = await verifyChain(tx, auditKey(secret), account)
    note({ after: { lineCount: report.lineCount, faultCount: report.faults.length, head: report.head } })
    return report
  }),
]
