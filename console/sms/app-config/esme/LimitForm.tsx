import { App, Button, InputNumber, Select } from 'antd'
import { useState } from 'react'
import type { EsmeProtocol } from '#contract/apps/app-labels.ts'
import { type EsmeDetail, esmeCalls, esmeRateRule, esmeSessionsRule, esmeWindowRule } from '#contract/apps/esme.ts'
import { type CmppVersion, cmppVersions } from '#contract/messages/channel-settings.ts'
import { useAct } from '#ui/call.ts'
import { Panel } from '#ui/display/Panel.tsx'
import { Field } from '#ui/form/Field.tsx'
import { FormRefusal } from '#ui/form/FormRefusal.tsx'
import { ruleMessage } from '#ui/form/form-rules.ts'
import { limits } from '#values/limits.ts'
import style from './Esme.module.css'

const throttled: Record<EsmeProtocol, string> = { smpp: '0x58（ESME_RTHROTTLED）', cmpp: 'Result 8' }

const versionOptions: { value: CmppVersion | 'named'; label: string }[] = [
  { value: 'named', label: '按程序登录时的版本' },
  ...cmppVersions.map(value => ({ value, label: `固定为CMPP ${value}` })),
]

interface LimitFormProps {
  appId: string
  protocol: EsmeProtocol
  account: NonNullable<EsmeDetail['account']>
}

/** Limits of the app's sessions: a program beyond them is throttled. */
export function LimitForm({ appId, protocol, account }: LimitFormProps) {
  const { message } = App.useApp()
  const [rate, setRate] = useState<number | null>(account.ratePerSecond)
  const [size, setSize] = useState<number | null>(account.windowSize)
  const [sessions, setSessions] = useState<number | null>(account.sessionLimit)
  const [version, setVersion] = useState<CmppVersion | 'named'>(account.cmppVersion ?? 'named')
  const save = useAct(esmeCalls.save, { invalidates: [esmeCalls.find], onDone: () => void message.success('已保存，几秒内生效') })
  const wrong = {
    rate: ruleMessage(esmeRateRule, rate),
    size: ruleMessage(esmeWindowRule, size),
    sessions: ruleMessage(esmeSessionsRule, sessions),
  }
  const isRight = Object.values(wrong).every(problem => problem === null)
  const submit = () => {
    if (isRight && rate !== null && size !== null && sessions !== null)
      save.mutate({
        appId,
        protocol,
        ratePerSecond: rate,
        windowSize: size,
        sessionLimit: sessions,
        cmppVersion: version === 'named' ? null : version,
      })
  }
  return (
    <Panel title="限制" note={`超过每秒条数或窗口的提交以${throttled[protocol]}拒绝，程序稍后重发即可。`}>
      <form
        onSubmit={event => {
          event.preventDefault()
          submit()
        }}
      >
        <div className={style.fields}>
          <Field label="每秒条数" error={wrong.rate} hint={`所有连接合计，最多${limits.esmeRateAtMost.toLocaleString('zh-CN')}`}>
            {control => <InputNumber {...control} value={rate} onChange={setRate} />}
          </Field>
          <Field label="窗口" error={wrong.size} hint={`一条连接上没有应答的提交，最多${limits.esmeWindowAtMost}`}>
            {control => <InputNumber {...control} value={size} onChange={setSize} />}
          </Field>
          <Field label="连接数" error={wrong.sessions} hint={`同时的连接，最多${limits.esmeSessionsAtMost}`}>
            {control => <InputNumber {...control} value={sessions} onChange={setSessions} />}
          </Field>
          {protocol === 'cmpp' ? (
            <Field label="版本" hint="程序登录时报的版本与它实际使用的不同，才需指定">
              {control => <Select {...control} value={version} onChange={setVersion} options={versionOptions} />}
            </Field>
          ) : null}
        </div>
        <FormRefusal error={save.error} />
        <Button type="primary" htmlType="submit" loading={save.isPending} disabled={!isRight}>
          保存
        </Button>
      </form>
    </Panel>
  )
}
