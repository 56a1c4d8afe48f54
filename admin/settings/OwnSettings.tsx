import { OwnCustomers } from '#admin/ui/OwnCustomers.tsx'
import { adminSettingCalls } from '#contract/account/admin-setting.ts'
import { settingRules, settingText } from '#contract/account/setting.ts'
import { useCall } from '#ui/call.ts'

/** Customers with stricter limits, or with test numbers. */
export const OwnSettings = ({ onOpen }: { onOpen: (accountId: string) => void }) => (
  <OwnCustomers
    title="单独设置的客户"
    note="客户自己的限制只能比平台更严；测试号码不受频率限制，每个客户最多300个。"
    placeholder="选择客户，设置更严的限制或测试号码"
    noneText="所有客户都使用平台的参数。"
    query={useCall(adminSettingCalls.accounts, {})}
    columns={[
      {
        title: '更严的限制',
        isWide: true,
        render: row => row.own.map(one => `${settingRules[one.name].name} ${settingText(one.name, one.value)}`).join('，') || '–',
      },
      { title: '测试号码', render: row => (row.testNumberCount > 0 ? `${row.testNumberCount} 个` : '–') },
    ]}
    onOpen={onOpen}
  />
)
