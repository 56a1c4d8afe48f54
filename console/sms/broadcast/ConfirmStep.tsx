import { Alert, App, Button, Input } from 'antd'
import { type ReactNode, useState } from 'react'
import { broadcastCalls } from '#contract/broadcast/broadcast.ts'
import { messageKinds } from '#contract/content/template.ts'
import { terms } from '#contract/terms.ts'
import { useAct } from '#ui/call.ts'
import { thousands } from '#ui/display/Count.tsx'
import { Facts } from '#ui/display/Facts.tsx'
import { relativeTime } from '#ui/display/Moment.tsx'
import { Money } from '#ui/display/Money.tsx'
import { Field } from '#ui/form/Field.tsx'
import { FormRefusal } from '#ui/form/FormRefusal.tsx'
import layout from '#ui/theme/layout.module.css'
import { limits } from '#values/limits.ts'
import { windowText } from '#values/send-window.ts'
import { nightChoiceNames } from '../../shared/labels/broadcast.ts'
import { consentChoiceNames, repeatChoiceNames } from '../../shared/labels/recipients.ts'
import style from './Broadcast.module.css'
import { CodeField } from './CodeField.tsx'
import type { Cost } from './CostStep.tsx'
import { type BroadcastForm, recipientsText, unregisteredCount } from './form.ts'
import { chinaMinute, HeldNotice } from './HeldNotice.tsx'
import { nextMorning, nightText } from './schedule.ts'
import type { Signature, Template } from './texts.ts'

interface ConfirmStepProps {
  form: BroadcastForm
  signature: Signature
  template: Template
  cost: Cost
  phone: string
  code: string
  onCode: (code: string) => void
}

/** ⑤ Summary of everything, a trial to own numbers, and for large broadcasts the code. */
export function ConfirmStep({ form, signature, template, cost, phone, code, onCode }: ConfirmStepProps) {
  const { draft, change } = form
  const uploadId = draft.uploadId ?? ''
  return (
    <div className={`${layout.stack16} ${style.stack}`}>
      <Field label="任务名称" isOptional hint="只有自己看得到；不填写时用模板名称或内容的开头，加上时间。">
        {control => (
          <Input
            {...control}
            value={draft.name}
            maxLength={limits.broadcastNameCharacters}
            showCount
            onChange={event => change({ name: event.target.value })}
          />
        )}
      </Field>
      <Facts facts={factsOf({ form, signature, template, cost })} />
      <SentBefore cost={cost} />
      <HeldNotice form={form} cost={cost} />
      {cost.needsReview ? null : <NightNotice form={form} cost={cost} />}
      {cost.needsReview ? (
        <Alert type="info" showIcon title="内容由人工审核，通过后自动开始发送；没有通过的不发送，费用全部退回。" />
      ) : (
        <Trial uploadId={uploadId} ownPhone={phone} />
      )}
      {cost.needsCode ? <CodeField uploadId={uploadId} phone={phone} codeAbove={cost.codeAbove} code={code} onCode={onCode} /> : null}
    </div>
  )
}

/** The same list was probably sent already: when most of its numbers had this template within a day. */
function SentBefore({ cost: { sentBefore, recipientCount } }: { cost: Cost }) {
  if (!sentBefore || sentBefore.seenCount * 2 < sentBefore.checkedCount) return null
  const { checkedCount, seenCount, lastAt } = sentBefore
  const among = checkedCount < recipientCount ? `前 ${thousands(checkedCount)} 个号码里` : `${thousands(checkedCount)} 个号码里`
  return (
    <Alert
      type="warning"
      showIcon
      title={`${among}，${thousands(seenCount)} 个在一天内收到过这个模板的短信，最近一次在${relativeTime(Date.parse(lastAt), Date.now())}。`}
      description="请确认不是重复发送：再发一次会再次送达，也再次计费。"
    />
  )
}

/** Nothing delays a notice at night: the sender sees the time, with a button for the morning. */
function NightNotice({ form, cost }: { form: BroadcastForm; cost: Cost }) {
  const { timing, change } = form
  const now = Date.now()
  const begin = cost.heldUntil ?? timing.scheduledAt
  const night = nightText(begin === null ? now : Date.parse(begin))
  if (night === null) return null
  const morning = nextMorning(begin === null ? now : Date.parse(begin))
  return (
    <Alert
      type="warning"
      showIcon
      title={`${begin === null ? `现在是${night}` : `发送时间是${night}`}，${recipientsText(form, cost.recipientCount)}的机主可能在休息。`}
      action={
        <Button onClick={() => change({ isScheduled: true, scheduledAt: morning.value })}>
          改到{begin === null ? morning.name : '早上 10:00'}
        </Button>
      }
    />
  )
}

/** What was chosen on the way, with its counts. */
function choiceFacts({ report, repeats, consent, draft }: BroadcastForm, kind: Template['kind']): [string, string | null][] {
  const { repeatCount = 0, noConsentCount = 0 } = report ?? {}
  return [
    ['同号多条', repeatCount > 0 ? `${thousands(repeatCount)} 行，${repeatChoiceNames[repeats]}` : null],
    ['没有登记同意', noConsentCount > 0 && consent ? `${thousands(noConsentCount)} 行，${consentChoiceNames[consent]}` : null],
    ['当天没有发完的', kind === 'marketing' || draft.isSpread ? nightChoiceNames[draft.atNight] : null],
  ]
}

interface ConfirmFacts {
  form: BroadcastForm
  signature: Signature
  template: Template
  cost: Cost
}

function factsOf({ form, signature, template, cost }: ConfirmFacts): [string, ReactNode][] {
  const { draft } = form
  const packaged = cost.lines.filter(line => !line.isMoney).reduce((sum, line) => sum + line.segmentCount, 0)
  const { perMinute, fromMinute, untilMinute } = draft
  return [
    ['签名', `【${signature.text}】`],
    ['内容', draft.ownText === null ? `${template.name}（${messageKinds[template.kind]}）` : '自己写的推广内容'],
    ['短链', cost.link ? `${cost.link.target}，每个号码一个地址` : null],
    ['号码', recipientsText(form, cost.recipientCount)],
    ...choiceFacts(form, template.kind),
    [terms.segments, `${thousands(cost.segmentCount)} 条`],
    ['从套餐扣', packaged > 0 ? `${thousands(packaged)} 条` : null],
    [terms.balancePaid, cost.amountHao > 0 ? <Money key="amount" hao={cost.amountHao} /> : null],
    ['发送时间', draft.isScheduled ? `${draft.scheduledAt.replace('T', ' ')}（北京时间）` : '立即发送'],
    ['实际开始', cost.heldUntil ? chinaMinute(cost.heldUntil) : null],
    ['速度', draft.isSpread ? `每分钟 ${thousands(perMinute)} 个，每天 ${windowText({ fromMinute, untilMinute })}` : null],
    ['预计发完', cost.endsAt ? chinaMinute(cost.endsAt) : null],
    ['仍然发送', cost.unregistered.length > 0 ? `${recipientsText(form, unregisteredCount(cost))}，没有完成报备` : null],
  ]
}

/** Distinct numbers in a text with any separators. */
const phonesIn = (text: string) => [...new Set(text.split(/[\s,，;；、]+/).filter(part => part !== ''))]

/** The first number's message, sent to own phones. */
function Trial({ uploadId, ownPhone }: { uploadId: string; ownPhone: string }) {
  const { message } = App.useApp()
  const [text, setText] = useState(ownPhone)
  const phones = phonesIn(text)
  const test = useAct(broadcastCalls.test, {
    invalidates: [broadcastCalls.preview],
    onDone: ({ segmentCount, heldUntil }) =>
      void message.success(
        heldUntil ? `测试短信计${segmentCount}条，推广短信到 ${chinaMinute(heldUntil)} 才能发出` : `测试短信已发出，计${segmentCount}条`,
      ),
  })
  const isMany = phones.length > limits.testSendPhones
  return (
    <section className={style.trial} aria-label="测试发送">
      <Field
        label="先发给自己看看"
        hint={`把第一个号码的内容发到自己的手机，最多${limits.testSendPhones}个，用逗号隔开，照常计费。`}
        error={isMany ? `最多${limits.testSendPhones}个测试号码` : null}
      >
        {control => (
          <div className={`${layout.beside} ${style.code}`}>
            <Input {...control} inputMode="tel" value={text} onChange={event => setText(event.target.value)} />
            <Button loading={test.isPending} disabled={phones.length === 0 || isMany} onClick={() => test.mutate({ uploadId, phones })}>
              发送测试短信
            </Button>
          </div>
        )}
      </Field>
      <FormRefusal error={test.error} />
    </section>
  )
}
