import { Alert, Checkbox, InputNumber, Radio, Select } from 'antd'
import { thousands } from '#ui/display/Count.tsx'
import { Field } from '#ui/form/Field.tsx'
import { FormRefusal } from '#ui/form/FormRefusal.tsx'
import { optionsOf } from '#ui/form/options.ts'
import layout from '#ui/theme/layout.module.css'
import { limits } from '#values/limits.ts'
import { minuteText, windowText } from '#values/send-window.ts'
import { nightChoiceNames } from '../../shared/labels/broadcast.ts'
import style from './Broadcast.module.css'
import { ChinaTimeField } from './ChinaTimeField.tsx'
import type { Cost } from './CostStep.tsx'
import { type BroadcastForm, timingRefusals } from './form.ts'
import { chinaMinute, HeldNotice } from './HeldNotice.tsx'
import { NightField } from './NightField.tsx'

/** ③ Time: now or scheduled, at full speed or spread, and the effect of quiet hours. */
export function ScheduleStep({ form }: { form: BroadcastForm }) {
  const { draft, change, problems, template, cost, isPriced } = form
  const shown = isPriced ? cost.data : undefined
  const isMarketing = template?.kind === 'marketing'
  const refusal = isPriced && cost.error && timingRefusals.includes(cost.error.code) ? cost.error : null
  return (
    <div className={`${layout.stack16} ${style.stack}`}>
      <Radio.Group
        aria-label="发送时间"
        value={draft.isScheduled}
        onChange={event => change({ isScheduled: event.target.value === true })}
        options={[
          { value: false, label: '立即发送' },
          { value: true, label: '定时发送' },
        ]}
      />
      {draft.isScheduled ? (
        <ChinaTimeField
          label="发送时间"
          value={draft.scheduledAt}
          onChange={scheduledAt => change({ scheduledAt })}
          error={draft.scheduledAt === '' ? null : problems.scheduledAt}
        />
      ) : null}
      {draft.ownText === null ? <NightField form={form} cost={shown} isMarketing={isMarketing} /> : null}
      <SpreadFields form={form} />
      {isMarketing || draft.isSpread ? (
        <Field
          label={`到${isMarketing && !draft.isSpread ? '晚上停止发送' : '时段结束'}时还没有发完的`}
          isGroup
          hint={`${restText(shown)}${draft.atNight === 'cancel' ? '没有发出的号码取消发送，费用立即退回。' : '停在那里，第二天到时段开始时自动继续。'}`}
        >
          {() => (
            <Radio.Group
              value={draft.atNight}
              onChange={event => change({ atNight: event.target.value })}
              options={optionsOf(nightChoiceNames)}
            />
          )}
        </Field>
      ) : null}
      <FormRefusal error={refusal} />
      {shown ? <Timetable form={form} cost={shown} isMarketing={isMarketing} /> : null}
    </div>
  )
}

const quarters = Array.from({ length: 97 }, (_, index) => ({ value: index * 15, label: minuteText(index * 15) }))

/** 匀速: so many per minute within some hours, so that a shop or a hotline isn't overrun. */
function SpreadFields({ form: { draft, change, problems } }: { form: BroadcastForm }) {
  return (
    <div className={`${layout.stack8} ${layout.one}`}>
      <Checkbox checked={draft.isSpread} onChange={event => change({ isSpread: event.target.checked })}>
        匀速发送
      </Checkbox>
      {draft.isSpread ? (
        <div className={style.spreadFields}>
          <Field label="每分钟发送" error={problems.perMinute}>
            {({ status, ...control }) => (
              <InputNumber
                {...control}
                status={status}
                min={1}
                max={limits.spreadPerMinute}
                precision={0}
                suffix="个"
                value={draft.perMinute || null}
                onChange={perMinute => change({ perMinute: perMinute ?? 0 })}
              />
            )}
          </Field>
          <Field label="每天从">
            {({ status: _, ...control }) => (
              <Select
                {...control}
                value={draft.fromMinute}
                options={quarters.slice(0, -1)}
                onChange={fromMinute => change({ fromMinute })}
              />
            )}
          </Field>
          <Field label="到" error={problems.hours}>
            {({ status, ...control }) => (
              <Select
                {...control}
                status={status}
                value={draft.untilMinute}
                options={quarters.slice(1)}
                onChange={untilMinute => change({ untilMinute })}
              />
            )}
          </Field>
        </div>
      ) : (
        <p className={style.note}>分散到一段时间里发出，避免门店和客服一下子接待不过来。</p>
      )}
    </div>
  )
}

/** How many are left when the day's hours end, where the pace tells it. */
const restText = (cost: Cost | undefined) =>
  cost && cost.restCount > 0 ? `按这个速度，当天有 ${thousands(cost.restCount)} 个发不完：` : ''

/** Before sending: the actual start and end. */
function Timetable({ form, cost, isMarketing }: { form: BroadcastForm; cost: Cost; isMarketing: boolean }) {
  return (
    <>
      <HeldNotice form={form} cost={cost} />
      {cost.endsAt ? <Alert type="info" showIcon title={`按这个速度，预计 ${chinaMinute(cost.endsAt)} 发完。`} /> : null}
      {isMarketing && cost.heldUntil === null ? <p className={style.note}>推广短信只在{windowText(cost.marketingHours)}发送。</p> : null}
    </>
  )
}
