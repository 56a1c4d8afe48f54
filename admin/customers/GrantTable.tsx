import { Scroll } from '#admin/ui/Scroll.tsx'
import style from '#admin/ui/Tables.module.css'
import { saleKinds, saleUnit } from '#contract/orders/package.ts'
import { Count } from '#ui/Count.tsx'
import { Moment } from '#ui/Moment.tsx'
import type { Customer } from './customer.ts'

/** Packages in the order of their use. */
export function GrantTable({ grants }: { grants: Customer['grants'] }) {
  if (grants.length === 0) return <p className={style.none}>没有套餐。</p>
  return (
    <Scroll label="套餐列表">
      <table className={style.table}>
        <thead>
          <tr>
            <th scope="col">套餐</th>
            <th scope="col">类型</th>
            <th scope="col" data-number>
              剩余
            </th>
            <th scope="col" data-number>
              总数
            </th>
            <th scope="col">到期</th>
          </tr>
        </thead>
        <tbody>
          {grants.map(grant => (
            <tr key={grant.grantId} data-ended={Date.parse(grant.expiresAt) <= Date.now() || undefined}>
              <td>
                {grant.name}
                {grant.source === 'gift' ? '（赠送）' : ''}
              </td>
              <td>{saleKinds[grant.kind]}</td>
              <td data-number>
                <Count count={grant.availableCount} unit={saleUnit(grant.kind)} />
              </td>
              <td data-number>
                <Count count={grant.segmentCount} unit={saleUnit(grant.kind)} />
              </td>
              <td>
                <Moment at={grant.expiresAt} short />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  )
}
