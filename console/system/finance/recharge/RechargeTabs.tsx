import { Link } from 'react-router'
import { keysOf } from '#values/keys.ts'
import { pathTo } from '../../../paths.ts'
import { useMay } from '../../../session.ts'
import style from './Recharge.module.css'

/** Tabs of the page, by `tab` in its address. */
export const rechargeTabs = { '': '在线充值', bank: '对公转账', record: '充值记录', claims: '汇款认领', withdrawals: '提现' } as const
export type RechargeTab = keyof typeof rechargeTabs

const writing: readonly RechargeTab[] = ['']

/** Navigation between the parts of the page; members who may not pay see only what they may read. */
export function RechargeTabs({ current }: { current: RechargeTab }) {
  const mayPay = useMay('finance.write')
  const shown = keysOf(rechargeTabs).filter(tab => mayPay || !writing.includes(tab))
  return (
    <nav className={style.tabs} aria-label="充值与提现">
      {shown.map(tab => (
        <Link key={tab} to={pathTo('/system/finance/recharge', { tab })} aria-current={tab === current ? 'page' : undefined}>
          {rechargeTabs[tab]}
        </Link>
      ))}
    </nav>
  )
}
