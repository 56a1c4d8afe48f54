import { Link } from 'react-router'
import { pathTo } from '#admin/paths.ts'
import { Scroll } from '#admin/ui/Scroll.tsx'
import style from '#admin/ui/Tables.module.css'
import { thousands } from '#ui/Count.tsx'
import { StateTag } from '#ui/StateTag.tsx'
import type { HostDetail } from './review.ts'

/** The accounts whose links wait for the decision, and whether they are known. */
export const AccountTable = ({ accounts }: { accounts: HostDetail['accounts'] }) => (
  <Scroll label="使用这个域名的客户">
    <table className={style.table}>
      <thead>
        <tr>
          <th scope="col">客户</th>
          <th scope="col">认证主体</th>
          <th scope="col" data-number>
            待审核
          </th>
          <th scope="col" data-number>
            全部生效中
          </th>
        </tr>
      </thead>
      <tbody>
        {accounts.map(one => (
          <tr key={one.accountId}>
            <td>
              <Link to={pathTo('/customers', { id: one.accountId })}>{one.accountName}</Link>
            </td>
            <td className={style.wide}>{one.attestedName ?? <StateTag tone="waiting">未认证</StateTag>}</td>
            <td data-number>{thousands(one.linkCount)}</td>
            <td data-number>{thousands(one.activeLinkCount)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </Scroll>
)
