import { Button } from 'antd'
import { useState } from 'react'
import { useCall } from '#console/call.ts'
import { ErrorPanel } from '#console/ui/ErrorPanel.tsx'
import { Money } from '#console/ui/Money.tsx'
import { Panel } from '#console/ui/Panel.tsx'
import { operatorPriceCalls } from '#contract/operator-package.ts'
import { CustomerPicker } from '../ui/CustomerPicker.tsx'
import { Scroll } from '../ui/Scroll.tsx'
import style from '../ui/Tables.module.css'
import { kinds, priceKinds } from './package.ts'

/** Customers with prices of their own; any other can be opened to begin. */
export function OwnPrices({ onOpen }: { onOpen: (accountId: string) => void }) {
  const query = useCall(operatorPriceCalls.accounts, {})
  const [chosen, setChosen] = useState<string>()
  return (
    <Panel title="客户的单独价格" note="客户登录后看到的、扣除的都是自己的价格。">
      <div className={style.find}>
        <CustomerPicker value={chosen} onChange={setChosen} placeholder="选择客户，设置单独的价格" label="选择客户" />
        <Button disabled={!chosen} onClick={() => chosen && onOpen(chosen)}>
          打开
        </Button>
      </div>
      {query.error && !query.data ? <ErrorPanel title="没能加载" error={query.error} onRetry={() => void query.refetch()} /> : null}
      {query.data?.rows.length === 0 ? <p className={style.none}>所有客户都使用平台的价格。</p> : null}
      {query.data && query.data.rows.length > 0 ? (
        <Scroll label="客户的单独价格列表">
          <table className={style.table}>
            <thead>
              <tr>
                <th scope="col">客户</th>
                {kinds.map(kind => (
                  <th key={kind} scope="col">
                    {priceKinds[kind]}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {query.data.rows.map(row => (
                <tr key={row.accountId}>
                  <td>
                    <Button type="link" size="small" style={{ paddingInline: 0 }} onClick={() => onOpen(row.accountId)}>
                      {row.name}
                    </Button>
                  </td>
                  {kinds.map(kind => {
                    const hao = row.prices[kind]
                    return <td key={kind}>{hao === null ? '同平台' : <Money hao={hao} />}</td>
                  })}
                </tr>
              ))}
            </tbody>
          </table>
        </Scroll>
      ) : null}
    </Panel>
  )
}
