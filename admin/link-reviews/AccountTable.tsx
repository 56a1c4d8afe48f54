import { Link } from 'react-router'
import { pathTo } from '#admin/paths.ts'
import { RuledTable } from '#admin/ui/RuledTable.tsx'
import { thousands } from '#ui/display/Count.tsx'
import { StateTag } from '#ui/display/StateTag.tsx'
import type { HostDetail } from './review.ts'

/** The accounts whose links wait for the decision, and whether they are known. */
export const AccountTable = ({ accounts }: { accounts: HostDetail['accounts'] }) => (
  <RuledTable
    label="使用这个域名的客户"
    rows={accounts}
    rowKey={one => one.accountId}
    columns={[
      { title: '客户', render: one => <Link to={pathTo('/customers', { id: one.accountId })}>{one.accountName}</Link> },
      { title: '认证主体', isWide: true, render: one => one.attestedName ?? <StateTag tone="waiting">未认证</StateTag> },
      { title: '待审核', isNumber: true, render: one => thousands(one.linkCount) },
      { title: '全部生效中', isNumber: true, render: one => thousands(one.activeLinkCount) },
    ]}
  />
)
