import { auditLogCalls } from '#contract/identity/audit-log.ts'
import { undoSubjects } from '#contract/undo/undo.ts'
import { auditKey, listAuditLog, peopleOf, readAuditLogEntry, verifyChain } from '#domain/identity/index.ts'
import { findUndos } from '#domain/undo-record/index.ts'
import { memberMay } from '#http/server/member.ts'
import { handle, type MemberContext } from '#http/server/serve.ts'
import { firstOrThrow } from '#values/or-throw.ts'

/** Lines with what can be undone, for members who may. */
async function withUndo<Line extends { undoId: string | null }>({ tx, account, member, now }: MemberContext, lines: readonly Line[]) {
  const ids = lines.flatMap(line => line.undoId ?? [])
  const undos = await findUndos(tx, account, ids, now())
  return lines.map(({ undoId, ...line }) => {
    const undo = undoId === null ? undefined : undos.get(undoId)
    return { ...line, undo: undo && memberMay(member, undoSubjects[undo.subject].permission) ? undo : null }
  })
}

/** The account's audit log. `secret`: the platform's master secret, for the key of the hash chain. */
export const auditLogHandlers = (secret: string) => [
  handle(auditLogCalls.list, async (context, { cursor, pageSize, ...filter }) => {
    const page = await listAuditLog(context.tx, context.account, filter, { cursor, pageSize })
    return { ...page, rows: await withUndo(context, page.rows) }
  }),
  handle(auditLogCalls.one, async (context, { auditId }) => {
    const line = await readAuditLogEntry(context.tx, context.account, auditId)
    return firstOrThrow(await withUndo(context, [line]))
  }),
  handle(auditLogCalls.people, async ({ tx, account }) => ({ members: await peopleOf(tx, account) })),
  handle(auditLogCalls.verify, async ({ tx, account, note }) => {
    const { chain, ...report } = await verifyChain(tx, auditKey(secret), account)
    note({ after: { lineCount: report.lineCount, faultCount: report.faults.length, head: report.head } })
    return report
  }),
]
