import { Button } from 'antd'
import { Link } from 'react-router'
import { pathTo } from '#admin/paths.ts'
import { approvalKinds } from '#contract/staff/admin-approval.ts'
import { Facts, Section } from '#ui/display/Facts.tsx'
import { fact } from '#ui/display/fact.ts'
import { Moment } from '#ui/display/Moment.tsx'
import { State } from '#ui/display/StateTag.tsx'
import type { RowAction } from '#ui/list/RowActions.tsx'
import { DetailDrawer } from '#ui/overlay/DetailDrawer.tsx'
import { approvalStateTags } from '../ui/labels/staff.ts'
import { type ApprovalRow, contentFacts } from './approval.tsx'

interface ApprovalDrawerProps {
  row: ApprovalRow
  actions: readonly RowAction[]
  onClose: () => void
}

/** One request in full: a row of the list shows only its beginning. */
export const ApprovalDrawer = ({ row, actions, onClose }: ApprovalDrawerProps) => (
  <DetailDrawer
    onClose={onClose}
    title={`复核：${approvalKinds[row.kind]}`}
    actions={
      actions.length === 0
        ? null
        : actions.map(({ label, review, isDanger = false, onClick }) => (
            <Button key={label} data-review={review} type={isDanger ? 'default' : 'primary'} danger={isDanger} onClick={onClick}>
              {label}
            </Button>
          ))
    }
  >
    <Facts
      facts={[
        fact('状态', <State tag={approvalStateTags[row.state]} />),
        fact('客户', row.accountId ? <Link to={pathTo('/customers', { id: row.accountId })}>{row.accountName}</Link> : null),
        fact('申请人', row.isOwn ? `${row.maker}（我）` : row.maker),
        fact('申请时间', <Moment at={row.askedAt} />),
        fact('申请原因', row.reason),
      ]}
    />
    <Section title="将要执行的内容">
      <Facts facts={contentFacts(row)} />
    </Section>
    {row.decidedAt ? (
      <Section title="复核结果">
        <Facts
          facts={[
            fact('复核人', row.checker ?? '申请人撤回'),
            fact('时间', <Moment at={row.decidedAt} />),
            fact('说明', row.answer || null),
          ]}
        />
      </Section>
    ) : null}
  </DetailDrawer>
)
