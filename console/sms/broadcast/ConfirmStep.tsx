import { App, Button, Input } from 'antd'
import { broadcastCalls } from '#contract/broadcast.ts'
import { messageKinds } from '#contract/template.ts'
import { formatChinaTime } from '#values/china-time.ts'
import { limits } from '#values/limits.ts'
import { maskPhone } from '#values/phone.ts'
import { useAct } from '../../call.ts'
import { thousands } from '../../ui/Count.tsx'
import { Facts } from '../../ui/DetailDrawer.tsx'
import { Field } from '../../ui/Field.tsx'
import { FormRefusal } from '../../ui/FormRefusal.tsx'
import { Money } from '../../ui/Money.tsx'
import style from './Broadcast.module.css'
import { CodeField } from './CodeField.tsx'
import type { Cost } from './CostStep.tsx'
import type { Draft } from './draft.ts'
import { HeldNotice } from './ScheduleStep.tsx'
import type { Signature, Template } from './texts.ts'

interface ConfirmStepProps {
  draft: Draft
  onChange: (next: Partial<Draft>) => void
  signature: Signature
  template: Template
  cost: Cost
  phone: string
  code: string
  onCode: (code: string) => void
}

/** ⑤ Everything once more, a trial on the own number, and for large ones the code. */
export function ConfirmStep({ draft, onChange, signature, template, cost, phone, code, onCode }: ConfirmStepProps) {
  const packaged = cost.lines.filter(line => !line.isBalance).reduce((sum, line) => sum + line.segmentCount, 0)
  return (
    <div className={style.stack}>
      <Field label="任务名称" isOptional hint="只有自己看得到；不填写时用模板名称和时间。">
        {control => (
          <Input
            {...control}
            value={draft.name}
            maxLength={limits.broadcastNameCharacters}
            showCount
            onChange={event => onChange({ name: event.target.value })}
          />
        )}
      </Field>
      <Facts
        facts={[
          ['签名', `【${signature.text}】`],
          ['模板', `${template.name}（${messageKinds[template.kind]}）`],
          ['号码', `${thousands(cost.recipientCount)} 个`],
          ['条数', `${thousands(cost.segmentCount)} 条`],
          ['从套餐扣', packaged > 0 ? `${thousands(packaged)} 条` : null],
          ['从余额付', cost.amountHao > 0 ? <Money key="amount" hao={cost.amountHao} /> : null],
          ['发送时间', draft.isScheduled ? `${draft.scheduledAt.replace('T', ' ')}（北京时间）` : '立即发送'],
          ['实际开始', cost.heldUntil ? formatChinaTime(new Date(cost.heldUntil)).slice(0, 16) : null],
        ]}
      />
      <HeldNotice heldUntil={cost.heldUntil} />
      <Trial uploadId={draft.uploadId} phone={phone} />
      {cost.needsCode ? <CodeField uploadId={draft.uploadId} phone={phone} code={code} onCode={onCode} /> : null}
    </div>
  )
}

/** The first number's message on one's own phone. */
function Trial({ uploadId, phone }: { uploadId: string; phone: string }) {
  const { message } = App.useApp()
  const test = useAct(broadcastCalls.test, {
    invalidates: [broadcastCalls.preview],
    onDone: ({ segmentCount, heldUntil }) =>
      message.success(
        heldUntil
          ? `测试短信计${segmentCount}条，推广短信到 ${formatChinaTime(new Date(heldUntil)).slice(0, 16)} 才能发出`
          : `测试短信已发出，计${segmentCount}条`,
      ),
  })
  return (
    <section className={style.trial} aria-label="测试发送">
      <p>
        <b>先发给自己看看</b>
        <span className={style.note}>把第一个号码的内容发到 {maskPhone(phone)}，照常计费。</span>
      </p>
      <Button loading={test.isPending} onClick={() => test.mutate({ uploadId, phones: [phone] })}>
        发送测试短信
      </Button>
      <FormRefusal error={test.error} />
    </section>
  )
}
