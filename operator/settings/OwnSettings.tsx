import { Button } from 'antd'
import { useState } from 'react'
import { useCall } from '#console/call.ts'
import { ErrorPanel } from '#console/ui/ErrorPanel.tsx'
import { Panel } from '#console/ui/Panel.tsx'
import { operatorSettingCalls } from '#contract/operator-setting.ts'
import { settingRules, settingText } from '#contract/setting.ts'
import { CustomerPicker } from '../ui/CustomerPicker.tsx'
import { Scroll } from '../ui/Scroll.tsx'
import style from '../ui/Tables.module.css'

/** Customers that are held to less than the platform, or have numbers to test with; any other can be opened to begin. */
export function OwnSettings({ onOpen }: { onOpen: (accountId: string) => void }) {
  const query = useCall(operatorSettingCalls.accounts, {})
  const [chosen, setChosen] = useState<string>()
  return (
    <Panel title="单独设置的客户" note="客户自己的限制只能比平台更严；测试号码不受频率限制，每个客户最多300个。">
      <div className={style.find}>
        <CustomerPicker value={chosen} onChange={setChosen} placeholder="选择客户，设置更严的限制或测试号码" label="选择客户" />
        <Button disabled={!chosen} onClick={() => chosen && onOpen(chosen)}>
          打开
        </Button>
      </div>
      {query.error && !query.data ? <ErrorPanel title="没能加载" error={query.error} onRetry={() => void query.refetch()} /> : null}
      {query.data?.rows.length === 0 ? <p className={style.none}>所有客户都使用平台的参数。</p> : null}
      {query.data && query.data.rows.length > 0 ? (
        <Scroll label="单独设置的客户列表">
          <table className={style.table}>
            <thead>
              <tr>
                <th scope="col">客户</th>
                <th scope="col">更严的限制</th>
                <th scope="col">测试号码</th>
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
                  <td className={style.wide}>
                    {row.own.map(one => `${settingRules[one.name].name} ${settingText(one.name, one.value)}`).join('，') || '–'}
                  </td>
                  <td>{row.testNumberCount > 0 ? `${row.testNumberCount} 个` : '–'}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </Scroll>
      ) : null}
    </Panel>
  )
}
