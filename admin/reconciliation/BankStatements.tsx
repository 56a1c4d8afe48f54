import { Link } from 'react-router'
import { pathTo } from '#admin/paths.ts'
import type { CallAnswerWire } from '#contract/call.ts'
import { bankProblemKinds, reconciliationCalls } from '#contract/payments/reconciliation.ts'
import { CopyableId } from '#ui/CopyButton.tsx'
import { send, useListCall } from '#ui/call.ts'
import type { FigureFacts } from '#ui/display/Figures.tsx'
import { Moment } from '#ui/display/Moment.tsx'
import { Money } from '#ui/display/Money.tsx'
import { Panel } from '#ui/display/Panel.tsx'
import { PlainTable } from '#ui/display/PlainTable.tsx'
import { StateTag } from '#ui/display/StateTag.tsx'
import { moneyColumn } from '#ui/list/columns.tsx'
import { ListPage } from '#ui/list/ListPage.tsx'
import type { ListColumn } from '#ui/list/list-columns.ts'
import { useListState } from '#ui/list/list-state.ts'
import { tabs, useTabs } from './tabs.ts'

type Row = CallAnswerWire<typeof reconciliationCalls.bank>['rows'][number]
type Problem = CallAnswerWire<typeof reconciliationCalls.bank>['problems'][number]

const columns: ListColumn<Row>[] = [
  { id: 'day', title: '日期', isAlways: true, width: 110, render: row => row.day },
  moneyColumn(row => row.openingHao, { id: 'opening', title: '期初余额', width: 120 }),
  moneyColumn(row => row.inHao, { id: 'in', title: '收入', isAlways: true, width: 120 }),
  { id: 'out', title: '支出', isNumber: true, width: 110, render: row => <Money hao={-row.outHao} /> },
  moneyColumn(row => row.closingHao, { id: 'closing', title: '期末余额', isAlways: true, width: 120 }),
  { id: 'file', title: '文件', width: 150, render: row => row.fileName },
  { id: 'sha256', title: 'SHA-256', isExtra: true, width: 170, render: row => <CopyableId id={row.sha256} most={16} /> },
  { id: 'by', title: '导入人', width: 90, render: row => row.importedBy ?? '–' },
  { id: 'at', title: '导入时间', width: 156, sortBy: row => row.importedAt, render: row => <Moment at={row.importedAt} /> },
]

const sum = (hao: number | null) => (hao === null ? '–' : <Money hao={hao} />)

const Problems = ({ problems }: { problems: readonly Problem[] }) => (
  <Panel title="银行对账差异" note="查明后导入正确的流水，或退回误入的款项；改正后差异自动消失。">
    <PlainTable
      label="银行对账差异"
      rows={problems}
      rowKey={one => `${one.kind} ${one.day} ${one.bankSerial}`}
      emptyText="没有差异"
      columns={[
        { title: '日期', render: one => one.day },
        { title: '差异', render: one => <StateTag tone="bad">{bankProblemKinds[one.kind]}</StateTag> },
        {
          title: '客户',
          render: one => (one.accountId ? <Link to={pathTo('/customers', { id: one.accountId })}>{one.accountName}</Link> : '–'),
        },
        { title: '银行流水号', render: one => one.bankSerial ?? '–' },
        { title: '平台', isNumber: true, render: one => sum(one.ourHao) },
        { title: '银行', isNumber: true, render: one => sum(one.theirHao) },
      ]}
    />
  </Panel>
)

/** 银行流水: each imported day of our bank account, and deviations from the books. */
export function BankStatements({ figures }: { figures: FigureFacts[] }) {
  const own = useListState({})
  const list = useTabs(own)
  const query = useListCall(reconciliationCalls.bank, own.page)
  const problems = query.data?.problems ?? []
  return (
    <ListPage
      id="admin-bank-statements"
      title="对账"
      note="每份流水都满足：期初余额＋收入−支出＝期末余额，期初等于前一份的期末。在“汇款”中导入。"
      figures={figures}
      list={list}
      query={query}
      columns={columns}
      rowKey={row => row.statementId}
      readPage={page => send(reconciliationCalls.bank, page)}
      tabs={tabs}
      emptyState={{ title: '还没有导入银行流水', text: '在“汇款”的“银行到账”里按天导入。' }}
      errorTitle="银行流水没能加载"
    >
      {problems.length > 0 ? <Problems problems={problems} /> : null}
    </ListPage>
  )
}
