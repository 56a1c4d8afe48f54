import { RuledTable } from '#admin/ui/RuledTable.tsx'
import style from '#admin/ui/Tables.module.css'
import { saleKinds, saleUnit } from '#contract/orders/package.ts'
import { Count } from '#ui/display/Count.tsx'
import { Moment } from '#ui/display/Moment.tsx'
import type { Customer } from './customer.ts'

/** Packages in the order of their use. */
export function GrantTable({ grants }: { grants: Customer['grants'] }) {
  if (grants.length === 0) return <p className={style.none}>没有套餐。</p>
  return (
    <RuledTable
      label="套餐列表"
      rows={grants}
      rowKey={grant => grant.grantId}
      isEnded={grant => Date.parse(grant.expiresAt) <= Date.now()}
      columns={[
        { title: '套餐', render: grant => `${grant.name}${grant.source === 'gift' ? '（赠送）' : ''}` },
        { title: '类型', render: grant => saleKinds[grant.kind] },
        { title: '剩余', isNumber: true, render: grant => <Count count={grant.availableCount} unit={saleUnit(grant.kind)} /> },
        { title: '总数', isNumber: true, render: grant => <Count count={grant.segmentCount} unit={saleUnit(grant.kind)} /> },
        { title: '到期', render: grant => <Moment at={grant.expiresAt} /> },
      ]}
    />
  )
}
