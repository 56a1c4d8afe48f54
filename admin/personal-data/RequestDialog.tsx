import { Form, Input, Radio } from 'antd'
import { useState } from 'react'
import { ActForm } from '#admin/ui/ActForm.tsx'
import { adminPersonalDataCalls, type PersonalDataRequestKind, personalDataKinds } from '#contract/personal-data/admin-personal-data.ts'
import { phoneNumber } from '#contract/scalars.ts'
import { useCall } from '#ui/call.ts'
import { Facts } from '#ui/display/Facts.tsx'
import { fact } from '#ui/display/fact.ts'
import { zodRule } from '#ui/form/form-rules.ts'
import { optionsOf } from '#ui/form/options.ts'
import { useDialogAct } from '#ui/overlay/dialog-act.ts'
import { keysOf } from '#values/keys.ts'
import { personalDataRequestKinds } from '../ui/labels/personal-data.ts'

interface Values {
  phone: string
  kind: PersonalDataRequestKind
  reason: string
}

/** 登记请求: shows what is stored about a number, then takes the copy or requests the erasure. */
export function RequestDialog({ onClose }: { onClose: () => void }) {
  const [phone, setPhone] = useState('')
  const [kind, setKind] = useState<PersonalDataRequestKind>('copy')
  const options = { invalidates: [adminPersonalDataCalls.list], onClose }
  const copy = useDialogAct(adminPersonalDataCalls.copy, { ...options, done: '已登记' })
  const erasure = useDialogAct(adminPersonalDataCalls.erase, { ...options, done: '删除申请已提交，由另一位同事复核后执行' })
  const isErasure = kind === 'erasure'
  return (
    <ActForm<Values>
      title="登记个人信息请求"
      okText={isErasure ? '提交复核' : '登记'}
      isForTwo={isErasure}
      isDanger={isErasure}
      consequence={isErasure ? '复核通过后开始删除，不能恢复。依法保存的短信到期后自动删除。' : '登记后30天内可以下载副本，交给本人。'}
      reasonHint="写明怎样核实了号码是本人的。"
      act={isErasure ? erasure : copy}
      first={{ kind: 'copy' }}
      onSubmit={({ phone: asked, reason }) => (isErasure ? erasure : copy).mutate({ phone: asked, reason })}
      onClose={onClose}
    >
      <Form.Item name="phone" label="手机号" rules={[zodRule(phoneNumber)]}>
        <Input autoFocus inputMode="tel" autoComplete="off" onChange={event => setPhone(event.target.value)} />
      </Form.Item>
      <Form.Item name="kind" label="本人要求">
        <Radio.Group options={optionsOf(personalDataRequestKinds)} onChange={event => setKind(event.target.value)} />
      </Form.Item>
      <Stored phone={phone} isErasure={isErasure} />
    </ActForm>
  )
}

/** What is stored about a number, and what an erasure does with it. */
function Stored({ phone, isErasure }: { phone: string; isErasure: boolean }) {
  const parsed = phoneNumber.safeParse(phone)
  const query = useCall(adminPersonalDataCalls.count, { phone }, { enabled: parsed.success })
  if (!parsed.success) return null
  if (!query.data) return <p role="status">正在查找……</p>
  const { counts, archivedMonths } = query.data
  const found = keysOf(personalDataKinds).filter(kind => counts[kind])
  if (found.length === 0 && archivedMonths === 0) return <p role="status">平台上没有这个号码的数据。</p>
  const archived = archivedMonths > 0 ? [fact('归档短信', `${archivedMonths} 个月，登记后在后台查找`)] : []
  return (
    <Facts
      facts={[
        ...found.map(kind =>
          fact(
            personalDataKinds[kind].name,
            `${counts[kind]?.toLocaleString('en-US')} 条${isErasure ? `，${personalDataKinds[kind].why}` : ''}`,
          ),
        ),
        ...archived,
      ]}
    />
  )
}
