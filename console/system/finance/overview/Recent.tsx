import { PageLink } from '#console/shared/PageLink.tsx'
import { entryKinds, type transactionCalls } from '#contract/billing/transaction.ts'
import type { CallAnswerWire } from '#contract/call.ts'
import { terms } from '#contract/terms.ts'
import { Moment } from '#ui/display/Moment.tsx'
import { Money } from '#ui/display/Money.tsx'
import { Panel } from '#ui/display/Panel.tsx'
import { PlainTable } from '#ui/display/PlainTable.tsx'
import { ErrorPanel } from '#ui/ErrorPanel.tsx'
import type { ListQuery } from '#ui/list/ListPage.tsx'

type Entry = CallAnswerWire<typeof transactionCalls.list>['rows'][number]
const signs = { in: '+', out: '-', within: '' } as const

/** The newest entries of the balance; an error affects only this part. */
export function Recent({ query }: { query: ListQuery<Entry> }) {
  return (
    <Panel title="最近收支" note="近30天，不含冻结和解冻。" action={<PageLink to="/system/finance/transaction">全部收支明细</PageLink>}>
      {query.error && !query.data ? (
        <ErrorPanel title="最近收支没能加载" error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <PlainTable<Entry>
          label="最近收支"
          rows={query.data?.rows ?? []}
          rowKey={entry => String(entry.entryNumber)}
          emptyText={query.data ? '近30天没有收支' : '正在加载'}
          columns={[
            { title: '时间', render: entry => <Moment at={entry.at} /> },
            { title: '类型', render: entry => entryKinds[entry.kind] },
            {
              title: '金额',
              isNumber: true,
              render: entry => (
                <>
                  {signs[entry.direction]}
                  <Money hao={entry.amountHao} />
                </>
              ),
            },
            { title: terms.available, isNumber: true, render: entry => <Money hao={entry.availableAfterHao} /> },
          ]}
        />
      )}
    </Panel>
  )
}
