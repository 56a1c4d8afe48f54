import { Button } from 'antd'
import { useState } from 'react'
import { History } from '#admin/ui/History.tsx'
import { Scroll } from '#admin/ui/Scroll.tsx'
import style from '#admin/ui/Tables.module.css'
import { adminSettingCalls } from '#contract/account/admin-setting.ts'
import { settingRules, settingText } from '#contract/account/setting.ts'
import { useCall } from '#ui/call.ts'
import { DetailDrawer } from '#ui/DetailDrawer.tsx'
import { Section } from '#ui/Facts.tsx'
import { OwnDialog } from './OwnDialog.tsx'
import type { OwnRow } from './setting.ts'
import { TestNumbers } from './TestNumbers.tsx'

/** One customer: its limits beside the platform's, its test numbers, and the change history. */
export function OwnDrawer({ accountId, onClose }: { accountId: string; onClose: () => void }) {
  const query = useCall(adminSettingCalls.account, { accountId })
  const [asked, setAsked] = useState<OwnRow | null>(null)
  const own = query.data
  return (
    <DetailDrawer isOpen onClose={onClose} title={own ? `${own.name}的限制` : '客户的限制'} query={query}>
      {one => (
        <>
          <Section title="限制">
            <Scroll label="限制列表">
              <table className={style.table}>
                <thead>
                  <tr>
                    <th scope="col">参数</th>
                    <th scope="col">平台</th>
                    <th scope="col">客户</th>
                    <th scope="col">实际生效</th>
                    <th scope="col">
                      <span className="hy-hidden">操作</span>
                    </th>
                  </tr>
                </thead>
                <tbody>
                  {one.rows.map(row => (
                    <tr key={row.name}>
                      <td>{settingRules[row.name].name}</td>
                      <td>{settingText(row.name, row.platform)}</td>
                      <td>{row.own === null ? '–' : settingText(row.name, row.own)}</td>
                      <td>
                        <b>{settingText(row.name, row.effective)}</b>
                      </td>
                      <td data-number>
                        <Button type="link" size="small" aria-label={`修改${settingRules[row.name].name}`} onClick={() => setAsked(row)}>
                          修改
                        </Button>
                      </td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </Scroll>
          </Section>
          <TestNumbers accountId={accountId} numbers={one.testNumbers} />
          <Section title="修改记录">
            <History call={adminSettingCalls.history} accountId={accountId} namesObject />
          </Section>
          {asked ? <OwnDialog customer={one} row={asked} onClose={() => setAsked(null)} /> : null}
        </>
      )}
    </DetailDrawer>
  )
}
