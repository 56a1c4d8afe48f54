import { App, Button, InputNumber } from 'antd'
import { useState } from 'react'
import { type SmppDetail, smppBindsRule, smppCalls, smppRateRule, smppWindowRule } from '#contract/apps/smpp.ts'
import { useAct } from '#ui/call.ts'
import { Field } from '#ui/Field.tsx'
import { FormRefusal } from '#ui/FormRefusal.tsx'
import { ruleMessage } from '#ui/form-rules.ts'
import { Panel } from '#ui/Panel.tsx'
import { limits } from '#values/limits.ts'
import style from './Smpp.module.css'

interface LimitFormProps {
  appId: string
  account: NonNullable<SmppDetail['account']>
}

/** Limits of the app's sessions: a program beyond them is throttled with 0x58. */
export function LimitForm({ appId, account }: LimitFormProps) {
  const { message } = App.useApp()
  const [rate, setRate] = useState<number | null>(account.ratePerSecond)
  const [size, setSize] = useState<number | null>(account.windowSize)
  const [binds, setBinds] = useState<number | null>(account.bindLimit)
  const save = useAct(smppCalls.save, { invalidates: [smppCalls.find], onDone: () => void message.success('已保存，几秒内生效') })
  const wrong = {
    rate: ruleMessage(smppRateRule, rate),
    size: ruleMessage(smppWindowRule, size),
    binds: ruleMessage(smppBindsRule, binds),
  }
  const isRight = Object.values(wrong).every(problem => problem === null)
  const submit = () => {
    if (isRight && rate !== null && size !== null && binds !== null)
      save.mutate({ appId, ratePerSecond: rate, windowSize: size, bindLimit: binds })
  }
  return (
    <Panel title="限制" note="超过每秒条数或窗口的提交以0x58（ESME_RTHROTTLED）拒绝，程序稍后重发即可。">
      <form
        onSubmit={event => {
          event.preventDefault()
          submit()
        }}
      >
        <div className={style.fields}>
          <Field label="每秒条数" error={wrong.rate} hint={`所有连接合计，最多${limits.smppRateAtMost.toLocaleString('zh-CN')}`}>
            {control => <InputNumber {...control} value={rate} onChange={setRate} />}
          </Field>
          <Field label="窗口" error={wrong.size} hint={`一条连接上没有应答的提交，最多${limits.smppWindowAtMost}`}>
            {control => <InputNumber {...control} value={size} onChange={setSize} />}
          </Field>
          <Field label="连接数" error={wrong.binds} hint={`同时的连接，最多${limits.smppBindsAtMost}`}>
            {control => <InputNumber {...control} value={binds} onChange={setBinds} />}
          </Field>
        </div>
        <FormRefusal error={save.error} />
        <Button type="primary" htmlType="submit" loading={save.isPending} disabled={!isRight}>
          保存
        </Button>
      </form>
    </Panel>
  )
}
