import { auditLogFilter } from '#contract/identity/audit-log.ts'
import { auditLogKinds } from '#contract/identity/audit-log-labels.ts'
import { earlier, exportSource, periodText, setFacts } from '#domain/export-source/index.ts'
import { countAuditLog, listAuditLog } from '#domain/identity/index.ts'

/** 操作日志: export source of the audit log, one tab of it with its filters. */
export const auditLogExport = exportSource({
  name: 'activity',
  permission: 'audit.read',
  filter: auditLogFilter,
  columns: [
    { key: 'at', title: '时间', kind: 'time' },
    { key: 'actor', title: '操作人', kind: 'text' },
    { key: 'module', title: '模块', kind: 'text' },
    { key: 'action', title: '操作', kind: 'text', width: 24 },
    { key: 'object', title: '对象', kind: 'text', width: 30 },
    { key: 'result', title: '结果', kind: 'text' },
    { key: 'reason', title: '原因', kind: 'text', width: 30 },
    { key: 'address', title: 'IP 地址', kind: 'text', width: 18 },
    { key: 'place', title: '地点', kind: 'text' },
    { key: 'auditId', title: '日志编号', kind: 'text', width: 38, isExtra: true },
  ],
  fix: (filter, now) => ({ ...filter, until: earlier(filter.until, now) }),
  describe: async (_tx, _account, filter) =>
    setFacts([
      ['日志', auditLogKinds[filter.kind]],
      ['时间', periodText(filter.from, filter.until)],
      ['模块', filter.module],
      ['结果', filter.result && { ok: '成功', refused: '未成功' }[filter.result]],
      ['IP', filter.address],
      ['关键字', filter.keyword],
    ]),
  count: (tx, account, filter, most) => countAuditLog(tx, account, filter, most),
  rows: async (tx, account, filter, { after, limit }) => {
    const { rows, nextCursor } = await listAuditLog(tx, account, filter, { cursor: after ?? undefined, pageSize: limit })
    return {
      rows: rows.map(row => [
        row.at,
        row.actor ?? '',
        row.module,
        row.action,
        row.object ?? '',
        row.isDone ? '成功' : '未成功',
        row.reason ?? '',
        row.address,
        row.place ?? '',
        row.auditId,
      ]),
      last: nextCursor,
    }
  },
})
