import { PageLink } from '#console/shared/PageLink.tsx'
import { financeOverviewCalls } from '#contract/billing/finance-overview.ts'
import { terms } from '#contract/terms.ts'
import { useCall } from '#ui/call.ts'
import { Moment } from '#ui/display/Moment.tsx'
import { Money } from '#ui/display/Money.tsx'
import { PlainTable } from '#ui/display/PlainTable.tsx'
import { DetailDrawer } from '#ui/overlay/DetailDrawer.tsx'

const reasons = { broadcast: '群发在途', app: '接口发送在途', single: '单条发送在途', withdrawal: '提现处理中' } as const

/** The purposes of held money. */
export function Holds({ onClose }: { onClose: () => void }) {
  const query = useCall(financeOverviewCalls.holds, {})
  return (
    <DetailDrawer onClose={onClose} title="冻结在哪里" query={query}>
      {holds => (
        <>
          <p>发送时先冻结，送达才扣费；没送达、取消或72小时没有回执的解冻退回。套餐支付的条数冻结在套餐里，不在这里。</p>
          <PlainTable
            label="冻结的金额"
            rows={holds.rows}
            rowKey={row => `${row.kind} ${row.key}`}
            emptyText="现在没有冻结的金额"
            columns={[
              {
                title: '任务或应用',
                render: row =>
                  row.broadcastId ? (
                    <PageLink to="/sms/broadcast-history" query={{ id: row.broadcastId }}>
                      {row.name}
                    </PageLink>
                  ) : (
                    row.name
                  ),
              },
              { title: '原因', render: row => reasons[row.kind] },
              { title: '最早', render: row => <Moment at={row.since} /> },
              {
                title: terms.segments,
                isNumber: true,
                render: row => (row.kind === 'withdrawal' ? '–' : row.segmentCount.toLocaleString('en-US')),
              },
              { title: '金额', isNumber: true, render: row => <Money hao={row.amountHao} /> },
            ]}
            foot={['合计', '', '', '', <Money key="all" hao={holds.totalHao} />]}
          />
        </>
      )}
    </DetailDrawer>
  )
}
