import { Form, InputNumber } from 'antd'
import { useDialogAct } from '#console/ui/dialog-act.ts'
import { operatorStatisticsCalls } from '#contract/operator-statistics.ts'
import { ActForm } from '../ui/ActForm.tsx'
import type { Channel } from './Page.tsx'

interface Values {
  unitCost: number | null
  reason: string
}

/** What the carrier is paid for a segment on a channel; empty: not known. */
export function CostDialog({ channel, onClose }: { channel: Channel; onClose: () => void }) {
  const act = useDialogAct(operatorStatisticsCalls.setCost, {
    invalidates: [operatorStatisticsCalls.read],
    done: `${channel.name}：成本已设置`,
    onClose,
  })
  return (
    <ActForm<Values>
      title={`通道成本：${channel.name}`}
      okText="保存"
      consequence="只用于平台统计的毛利，按现在的单价计算所有日期，不影响客户的计费。"
      reasonHint="记入操作记录。"
      act={act}
      first={{ unitCost: channel.unitCostHao === null ? null : channel.unitCostHao / 10_000 }}
      onSubmit={({ unitCost, reason }) =>
        act.mutate({
          channelId: channel.channelId,
          unitCostHao: unitCost === null || unitCost === undefined ? null : Math.round(unitCost * 10_000),
          reason,
        })
      }
      onClose={onClose}
    >
      <Form.Item name="unitCost" label="每条成本（元）" extra="四位小数，例如 0.0320；留空为未知">
        <InputNumber min={0} max={1} step={0.001} precision={4} style={{ width: 160 }} />
      </Form.Item>
    </ActForm>
  )
}
