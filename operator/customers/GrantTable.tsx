import { Count } from '#console/ui/Count.tsx'
import { Moment } from '#console/ui/Moment.tsx'
import { saleKinds, saleUnit } from '#contract/package.ts'
import { Scroll } from '../ui/Scroll.tsx'
import style from '../ui/Tables.module.css'
import type { Customer } from './customer.ts'

/** Packages in the order in which they are used up. */
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
