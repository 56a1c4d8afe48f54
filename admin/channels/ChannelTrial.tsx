import { Button, Input } from 'antd'
import { useState } from 'react'
import style from '#admin/ui/Tables.module.css'
import type { CallAnswerWire } from '#contract/call.ts'
import { adminChannelCalls } from '#contract/messages/admin-channel.ts'
import { messageStates } from '#contract/messages/message-state.ts'
import { terms } from '#contract/terms.ts'
import { useAct, useCall } from '#ui/call.ts'
import { Section } from '#ui/display/Facts.tsx'
import { Timeline, type TimelineStep } from '#ui/display/Timeline.tsx'
import { ErrorPanel } from '#ui/ErrorPanel.tsx'
import { Field } from '#ui/form/Field.tsx'
import { FormRefusal } from '#ui/form/FormRefusal.tsx'
import { ruleMessage } from '#ui/form/form-rules.ts'
import { messageStateTags } from '#ui/labels/messages.ts'
import layout from '#ui/theme/layout.module.css'
import { carrierShortNames } from '#values/phone.ts'
import type { Channel } from './channel.ts'
import { ExchangeText } from './ExchangeText.tsx'

const phoneRule = adminChannelCalls.test.input.shape.phone
const refreshMs = 1_000

/** 测试短信: sends one message over this channel, and shows its result. */
export function ChannelTrial({ channel }: { channel: Channel }) {
  const [phone, setPhone] = useState('')
  const [isTried, setTried] = useState(false)
  const act = useAct(adminChannelCalls.test)
  const problem = ruleMessage(phoneRule, phone)
  const sent = act.data
  const send = () => {
    setTried(true)
    if (problem === null) act.mutate({ channelId: channel.channelId, phone })
  }
  return (
    <Section title="测试短信">
      <Field label="手机号" hint="从平台自己的账户发出一条测试短信，不经过路由。" error={isTried ? problem : null}>
        {control => (
          <div className={style.find}>
            <Input
              {...control}
              inputMode="tel"
              maxLength={20}
              value={phone}
              onChange={event => setPhone(event.target.value)}
              onPressEnter={send}
            />
            <Button loading={act.isPending} onClick={send}>
              发送
            </Button>
          </div>
        )}
      </Field>
      <FormRefusal error={act.error} />
      {sent && !channel.carriers.includes(sent.carrier) ? (
        <p className={layout.soft}>
          这是{carrierShortNames[sent.carrier]}的号码，通道没有勾选{carrierShortNames[sent.carrier]}：客户的短信不会这样走。
        </p>
      ) : null}
      {sent ? <TrialState messageId={sent.messageId} channel={channel} /> : null}
    </Section>
  )
}

/** How a test message goes on, with the bytes of its exchange. */
export function TrialState({ messageId, channel }: { messageId: string; channel: Channel }) {
  const [isDone, setDone] = useState(false)
  const query = useCall(adminChannelCalls.testState, { messageId }, { refetchInterval: isDone ? false : refreshMs })
  if (query.error && !query.data) return <ErrorPanel title="测试结果没能加载" error={query.error} onRetry={() => void query.refetch()} />
  if (!query.data) return null
  if (messageStates[query.data.state].isFinal && !isDone) setDone(true)
  return (
    <>
      <p className={style.text}>{query.data.content}</p>
      <Timeline steps={stepsOf(query.data, channel)} />
      {query.data.exchange?.code && !messageStates[query.data.state].isFinal ? (
        <p className={layout.bad}>上游拒绝（{query.data.exchange.code}），稍后重试，或改走其他通道。</p>
      ) : null}
      {query.data.exchange ? <ExchangeText exchange={query.data.exchange} /> : null}
    </>
  )
}

function stepsOf(trial: CallAnswerWire<typeof adminChannelCalls.testState>, channel: Channel): TimelineStep[] {
  const { state, acceptedAt, submittedAt, finishedAt, channelName, code, meaning } = trial
  const isElsewhere = channelName !== null && channelName !== channel.name
  return [
    { key: 'accepted', tone: 'good', title: '已交给发送程序', at: acceptedAt },
    {
      key: 'submitted',
      tone: 'good',
      title: `提交给运营商${channelName ? `（${channelName}）` : ''}`,
      at: submittedAt,
      children: isElsewhere ? '这个通道没能发出，改走了另一个通道。' : null,
    },
    {
      key: 'finished',
      tone: messageStateTags[state].tone,
      title: finishedAt ? messageStateTags[state].name : terms.awaiting,
      at: finishedAt,
      children: code === null ? null : `${code}　${meaning ?? ''}`,
    },
  ]
}
