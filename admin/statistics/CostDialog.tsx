import { Form, InputNumber, Select } from 'antd'
import { ActForm } from '#admin/ui/ActForm.tsx'
import { Beginning, momentOf } from '#admin/ui/Beginning.tsx'
import { adminStatisticsCalls } from '#contract/messages/admin-statistics.ts'
import { useDialogAct } from '#ui/overlay/dialog-act.ts'
import { countries } from '#values/country.ts'
import { destinationName, mainlandCarriers } from '#values/phone.ts'
import type { Channel } from './Page.tsx'

interface Values {
  /** '': wherever nothing else is set. */
  destination: string
  unitCost: number | null
  isLater: boolean
  startsAt?: string
  reason: string
}

const destinations = [
  { value: '', label: '其余全部' },
  ...[...mainlandCarriers, ...countries].map(value => ({ value, label: destinationName(value) })),
]

/** Cost of a segment on a channel, paid to the carrier; empty: not known. */
export function CostDialog({ channel, onClose }: { channel: Channel; onClose: () => void }) {
  const act = useDialogAct(adminStatisticsCalls.setCost, {
    invalidates: [adminStatisticsCalls.read],
    done: `${channel.name}：成本已设置`,
    onClose,
  })
  return (
    <ActForm<Values>
      title={`通道成本：${channel.name}`}
      okText="保存"
      consequence="用于平台统计的毛利和定价时的提醒，不影响客户的计费。从生效时间起受理的短信按新的成本计算，之前的毛利不变；第一次立即生效的成本也用于之前的短信。"
      reasonHint="记入操作记录。"
      act={act}
      first={{ destination: '', unitCost: channel.unitCostHao === null ? null : channel.unitCostHao / 10_000, isLater: false }}
      onSubmit={({ destination, unitCost, isLater, startsAt, reason }) =>
        act.mutate({
          channelId: channel.channelId,
          destination: destination || null,
          unitCostHao: unitCost === null || unitCost === undefined ? null : Math.round(unitCost * 10_000),
          startsAt: isLater ? momentOf(startsAt) : null,
          reason,
        })
      }
      onClose={onClose}
    >
      <Form.Item name="destination" label="发往" extra="某个运营商或国家的成本不同时单独设置；留空成本则与其余相同。">
        <Select showSearch={{ optionFilterProp: 'label' }} options={destinations} />
      </Form.Item>
      <Form.Item name="unitCost" label="每条成本（元）" extra="四位小数，例如 0.0320；留空为未知">
        <InputNumber min={0} max={10} step={0.001} precision={4} style={{ width: 160 }} />
      </Form.Item>
      <Beginning />
    </ActForm>
  )
}
