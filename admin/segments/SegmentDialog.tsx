import { Checkbox, Form, Input, Select } from 'antd'
import { ActForm } from '#admin/ui/ActForm.tsx'
import { adminSegmentCalls } from '#contract/messages/admin-segment.ts'
import { zodRule } from '#ui/form/form-rules.ts'
import { useDialogAct } from '#ui/overlay/dialog-act.ts'
import { carrierNames, type MainlandCarrier, mainlandCarriers } from '#values/phone.ts'
import { type Segment, segmentAnswers, segmentText } from './segment.ts'

interface Values {
  prefix: string
  carrier: MainlandCarrier
  isVirtual?: boolean
  reason: string
}

/** 添加 and 修改号段. */
export function SegmentDialog({ segment, onClose }: { segment: Segment | null; onClose: () => void }) {
  const act = useDialogAct(adminSegmentCalls.set, {
    invalidates: segmentAnswers,
    done: (_, { prefix, ...facts }) => `号段 ${prefix}：${segmentText(facts)}`,
    onClose,
  })
  const seen = segment ? { carrier: segment.carrier, isVirtual: segment.isVirtual } : null
  return (
    <ActForm<Values>
      title={segment ? `修改号段 ${segment.prefix}` : '添加号段'}
      okText={segment ? '保存' : '添加'}
      consequence="1分钟内对新的短信生效；已导入的群发号码保持导入时的结果。"
      reasonHint="例如“工信部公告新增号段”。"
      act={act}
      first={segment ?? {}}
      onSubmit={({ prefix, carrier, isVirtual, reason }) =>
        act.mutate({ prefix: segment?.prefix ?? prefix, carrier, isVirtual: isVirtual ?? false, seen, reason })
      }
      onClose={onClose}
    >
      {segment ? null : (
        <Form.Item name="prefix" label="号段" extra="号码开头的3-7位。" rules={[zodRule(adminSegmentCalls.set.input.shape.prefix)]}>
          <Input inputMode="numeric" maxLength={7} />
        </Form.Item>
      )}
      <Form.Item name="carrier" label="运营商" rules={[{ required: true, message: '请选择运营商' }]}>
        <Select options={mainlandCarriers.map(value => ({ value, label: carrierNames[value] }))} />
      </Form.Item>
      <Form.Item name="isVirtual" valuePropName="checked">
        <Checkbox>虚拟运营商（转售）</Checkbox>
      </Form.Item>
    </ActForm>
  )
}
