import { Button, Input, Select } from 'antd'
import { useState } from 'react'
import { type Kind, kindNames, kinds } from '#admin/channels/channel.ts'
import { CustomerPicker } from '#admin/ui/CustomerPicker.tsx'
import { RuledTable } from '#admin/ui/RuledTable.tsx'
import style from '#admin/ui/Tables.module.css'
import type { CallAnswerWire } from '#contract/call.ts'
import { adminRouteCalls } from '#contract/messages/admin-channel.ts'
import { useCall } from '#ui/call.ts'
import { Facts } from '#ui/display/Facts.tsx'
import { fact } from '#ui/display/fact.ts'
import { Panel } from '#ui/display/Panel.tsx'
import { StateTag } from '#ui/display/StateTag.tsx'
import { ErrorPanel } from '#ui/ErrorPanel.tsx'
import { Field } from '#ui/form/Field.tsx'
import { ruleMessage } from '#ui/form/form-rules.ts'
import { carrierNames } from '#values/phone.ts'
import { routeSourceNames } from '../ui/labels/messages.ts'

interface Asked {
  phone: string
  kind: Kind
  accountId?: string | undefined
}

const phoneRule = adminRouteCalls.trace.input.shape.phone

/** 试算: which channel a message to a number would take now, and why. */
export function RouteTrial() {
  const [draft, setDraft] = useState<Asked>({ phone: '', kind: 'transactional' })
  const [asked, setAsked] = useState<Asked | null>(null)
  const [isTried, setTried] = useState(false)
  const problem = ruleMessage(phoneRule, draft.phone)
  const ask = () => {
    setTried(true)
    if (problem === null) setAsked({ ...draft, phone: draft.phone.trim() })
  }
  return (
    <Panel title="试算" note="输入号码、短信类型和客户，看现在会走哪个通道、为什么。">
      <div className={style.trial}>
        <Field label="手机号" error={isTried ? problem : null}>
          {control => (
            <Input
              {...control}
              inputMode="tel"
              maxLength={20}
              value={draft.phone}
              onChange={event => setDraft({ ...draft, phone: event.target.value })}
              onPressEnter={ask}
            />
          )}
        </Field>
        <Field label="短信类型">
          {({ id }) => (
            <Select
              id={id}
              value={draft.kind}
              onChange={(kind: Kind) => setDraft({ ...draft, kind })}
              options={kinds.map(value => ({ value, label: kindNames[value] }))}
              style={{ width: '100%' }}
            />
          )}
        </Field>
        <Field label="客户" isOptional>
          {({ id }) => <CustomerPicker id={id} value={draft.accountId} onChange={accountId => setDraft({ ...draft, accountId })} />}
        </Field>
        <Button type="primary" onClick={ask}>
          试算
        </Button>
      </div>
      {asked ? <Result asked={asked} /> : null}
    </Panel>
  )
}

function Result({ asked }: { asked: Asked }) {
  const query = useCall(adminRouteCalls.trace, asked)
  if (query.error && !query.data) return <ErrorPanel title="没能试算" error={query.error} onRetry={() => void query.refetch()} />
  if (!query.data) return null
  const trace = query.data
  const chosen = trace.steps.find(step => step.channelId === trace.chosenId)
  return (
    <section aria-label="试算结果" aria-live="polite">
      <Facts
        facts={[
          fact('号码', asked.phone),
          fact('运营商', trace.carrier ? carrierNames[trace.carrier] : '不在可用的号段中'),
          fact('依据', basisOf(trace)),
          fact(trace.by === 'country' ? '国家或地区' : '省份', trace.province ?? '未知'),
          fact('结果', <Chosen trace={trace} name={chosen?.name} isDown={chosen?.skip === 'down'} />),
        ]}
      />
      {trace.steps.length > 0 && !trace.isClosed ? (
        <RuledTable
          label="通道顺序"
          rows={trace.steps}
          rowKey={step => step.channelId}
          columns={[
            { title: '顺序', render: step => trace.steps.indexOf(step) + 1 },
            { title: '通道', isWide: true, render: step => step.name },
            { title: '来自', render: step => routeSourceNames[step.source] },
            { title: '现在', render: step => skipTag(step.skip, step.channelId === trace.chosenId) },
          ]}
        />
      ) : null}
    </section>
  )
}

function basisOf({ by, segment }: Trace): string {
  if (by === 'country') return '区号'
  if (by === 'ported') return '携号转网'
  return segment ? `号段 ${segment}` : '–'
}

type Trace = CallAnswerWire<typeof adminRouteCalls.trace>

function Chosen({ trace, name, isDown }: { trace: Trace; name: string | undefined; isDown: boolean }) {
  if (trace.isClosed) return <StateTag tone="bad">没有单价，号码会被拒绝，请在“套餐与价格”中设置</StateTag>
  if (trace.carrier === null) return <StateTag tone="bad">号码会被拒绝</StateTag>
  if (!name) return <StateTag tone="bad">没有可用的通道，短信会被拒绝</StateTag>
  return isDown ? <StateTag tone="waiting">排队等待“{name}”恢复</StateTag> : <StateTag tone="good">走“{name}”</StateTag>
}

function skipTag(skip: Trace['steps'][number]['skip'], isChosen: boolean) {
  if (skip === 'disabled') return <StateTag tone="ended">已停用，跳过</StateTag>
  if (skip === 'unfit') return <StateTag tone="ended">不支持，跳过</StateTag>
  if (skip === 'down') return <StateTag tone="bad">断开{isChosen ? '，等待恢复' : '，跳过'}</StateTag>
  if (skip === 'withdrawn') return <StateTag tone="waiting">{isChosen ? '撤量中，这个号码用来试探' : '撤量中，跳过'}</StateTag>
  return isChosen ? <StateTag tone="good">使用</StateTag> : <StateTag tone="ended">备用</StateTag>
}
