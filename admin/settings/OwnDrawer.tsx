import { Button } from 'antd'
import { useState } from 'react'
import { History } from '#admin/ui/History.tsx'
import { RuledTable } from '#admin/ui/RuledTable.tsx'
import { adminSettingCalls } from '#contract/account/admin-setting.ts'
import { settingRules, settingText } from '#contract/account/setting.ts'
import { useCall } from '#ui/call.ts'
import { Section } from '#ui/display/Facts.tsx'
import { DetailDrawer } from '#ui/overlay/DetailDrawer.tsx'
import { OwnDialog } from './OwnDialog.tsx'
import type { OwnRow } from './setting.ts'
import { TestNumbers } from './TestNumbers.tsx'

/** One customer: its limits beside the platform's, its test numbers, and the change history. */
export function OwnDrawer({ accountId, onClose }: { accountId: string; onClose: () => void }) {
  const query = useCall(adminSettingCalls.account, { accountId })
  const [asked, setAsked] = useState<OwnRow | null>(null)
  const own = query.data
  return (
    <DetailDrawer onClose={onClose} title={own ? `${own.name}的限制` : '客户的限制'} query={query}>
      {one => (
        <>
          <Section title="限制">
            <RuledTable
              label="限制列表"
              rows={one.rows}
              rowKey={row => row.name}
              columns={[
                { title: '参数', render: row => settingRules[row.name].name },
                { title: '平台', render: row => settingText(row.name, row.platform) },
                { title: '客户', render: row => (row.own === null ? '–' : settingText(row.name, row.own)) },
                { title: '实际生效', render: row => <b>{settingText(row.name, row.effective)}</b> },
                {
                  title: '操作',
                  head: null,
                  isNumber: true,
                  render: row => (
                    <Button type="link" size="small" aria-label={`修改${settingRules[row.name].name}`} onClick={() => setAsked(row)}>
                      修改
                    </Button>
                  ),
                },
              ]}
            />
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
