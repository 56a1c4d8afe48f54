import { RuledTable } from '#admin/ui/RuledTable.tsx'
import { adminDomainCalls, type DomainRuleKind } from '#contract/links/admin-domain.ts'
import { useCall } from '#ui/call.ts'
import { thousands } from '#ui/display/Count.tsx'
import { ErrorPanel } from '#ui/ErrorPanel.tsx'
import layout from '#ui/theme/layout.module.css'
import { domainRuleKindTags } from '../ui/labels/links.ts'

/** How many links a rule for each of these domains changes at once. */
export function RuleEffect({ domains, kind }: { domains: string[]; kind: DomainRuleKind }) {
  const query = useCall(adminDomainCalls.preview, { domains: domains.join(','), kind }, { enabled: domains.length > 0 })
  if (domains.length === 0) return null
  if (query.error) return <ErrorPanel title="影响范围没能算出" error={query.error} onRetry={() => void query.refetch()} />
  const rows = query.data?.rows ?? []
  const linkCount = rows.reduce((sum, row) => sum + row.linkCount, 0)
  return (
    <section aria-label="影响范围" aria-busy={query.isFetching}>
      <p aria-live="polite">
        {query.data ? (
          kind === 'blocked' ? (
            <>
              确认后立即封禁 <b className={linkCount > 0 ? layout.bad : undefined}>{thousands(linkCount)}</b> 条短链接，一秒内打不开。
            </>
          ) : (
            <>
              有 <b>{thousands(linkCount)}</b> 条待审核的短链接指向这里，全部目标都受信任的立即通过。
            </>
          )
        ) : (
          '正在计算影响范围…'
        )}
      </p>
      {rows.length > 0 ? (
        <RuledTable
          label="各域名的影响范围"
          rows={rows}
          rowKey={row => row.domain}
          columns={[
            { title: '域名', render: row => row.domain },
            { title: '短链接', isNumber: true, render: row => thousands(row.linkCount) },
            { title: '客户', isNumber: true, render: row => thousands(row.accountCount) },
            { title: '现在', render: row => noteOf(row.kind, kind) },
          ]}
        />
      ) : null}
    </section>
  )
}

function noteOf(known: DomainRuleKind | null, kind: DomainRuleKind): string {
  if (known === null) return '不在名单'
  const name = domainRuleKindTags[known].name
  if (known === kind) return `已是${name}，不变`
  return kind === 'blocked' ? `${name}，将改为封禁` : `${name}，请先移除`
}
