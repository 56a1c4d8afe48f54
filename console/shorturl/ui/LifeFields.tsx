import { Button, Checkbox, Input, InputNumber, Radio, Select } from 'antd'
import { DayInput } from '#ui/form/DayInput.tsx'
import { Field } from '#ui/form/Field.tsx'
import layout from '#ui/theme/layout.module.css'
import { chinaDay } from '#values/china-time.ts'
import { limits } from '#values/limits.ts'
import { minuteText } from '#values/send-window.ts'
import style from './Link.module.css'
import type { LinkDraft, LinkProblems } from './link-draft.ts'

interface LifeFieldsProps {
  draft: LinkDraft
  problems: LinkProblems
  onChange: (change: Partial<LinkDraft>) => void
}

const lives = [
  { value: 'forever', label: '长期有效' },
  { value: 'days', label: '有效天数' },
  { value: 'date', label: '指定日期' },
]

/** When a link is active, its visit limit, hours, and conditions. */
export function LifeFields({ draft, problems, onChange }: LifeFieldsProps) {
  return (
    <>
      <Field label="有效期" isGroup>
        {() => <Radio.Group value={draft.life} options={lives} onChange={event => onChange({ life: event.target.value })} />}
      </Field>
      <div className={style.pair}>
        <MomentField
          label="生效时间"
          value={draft.startsAt}
          hint="不填写即时生效"
          error={problems.startsAt}
          onChange={startsAt => onChange({ startsAt })}
        />
        {draft.life === 'date' ? (
          <MomentField
            label="失效时间"
            value={draft.endsAt}
            hint="北京时间"
            error={problems.endsAt}
            onChange={endsAt => onChange({ endsAt })}
          />
        ) : null}
        {draft.life === 'days' ? (
          <Field label="有效天数" error={problems.days ?? problems.endsAt} hint="从生效时起算">
            {({ status, ...control }) => (
              <InputNumber
                {...control}
                className={layout.full}
                status={status}
                min={1}
                max={3_650}
                precision={0}
                suffix="天"
                value={draft.days}
                onChange={days => onChange({ days })}
              />
            )}
          </Field>
        ) : null}
      </div>
      {draft.life === 'forever' ? null : (
        <Field label="失效后跳转到" isOptional error={problems.endedTarget} hint="不填写则显示“链接已失效”">
          {control => (
            <Input
              {...control}
              inputMode="url"
              placeholder="https://"
              value={draft.endedTarget}
              onChange={event => onChange({ endedTarget: event.target.value })}
            />
          )}
        </Field>
      )}
      <div className={style.pair}>
        <Field label="访问次数上限" isOptional error={problems.visitLimit} hint="达到后链接失效">
          {({ status, ...control }) => (
            <InputNumber
              {...control}
              className={layout.full}
              status={status}
              min={1}
              max={limits.linkVisitLimit}
              precision={0}
              suffix="次"
              placeholder="不限"
              value={draft.visitLimit}
              onChange={visitLimit => onChange({ visitLimit })}
            />
          )}
        </Field>
        <PasswordField {...{ draft, problems, onChange }} />
      </div>
      <HoursFields {...{ draft, problems, onChange }} />
    </>
  )
}

interface MomentFieldProps {
  label: string
  value: string
  hint: string
  error: string | undefined
  onChange: (value: string) => void
}

/** A date and time in China, wherever the browser is. */
function MomentField({ label, value, hint, error, onChange }: MomentFieldProps) {
  return (
    <Field label={label} error={error} hint={hint}>
      {control => <DayInput {...{ control, value, onChange }} hasTime least={chinaDay(Date.now())} />}
    </Field>
  )
}

function PasswordField({ draft, problems, onChange }: LifeFieldsProps) {
  const { linkPasswordMinCharacters: least, linkPasswordCharacters: most } = limits
  return (
    <Field
      label="访问密码"
      isOptional
      error={problems.password}
      hint={draft.keepsPassword ? '已设置密码；填写新的会替换它' : `${least}-${most}位，访客输入后才能打开`}
    >
      {control => (
        <span className={`${layout.beside} ${layout.centered}`}>
          <Input
            {...control}
            autoComplete="off"
            placeholder={draft.keepsPassword ? '不修改' : '不设密码'}
            value={draft.password}
            onChange={event => onChange({ password: event.target.value })}
          />
          {draft.keepsPassword ? <Button onClick={() => onChange({ keepsPassword: false, password: '' })}>取消密码</Button> : null}
        </span>
      )}
    </Field>
  )
}

const quarters = Array.from({ length: 97 }, (_, index) => ({ value: index * 15, label: minuteText(index * 15) }))

function HoursFields({ draft, problems, onChange }: LifeFieldsProps) {
  const isOvernight = draft.activeUntilMinute < draft.activeFromMinute
  return (
    <Field
      label="每天开放的时段"
      isGroup
      error={problems.activeUntilMinute}
      hint={draft.hasHours ? `其他时间显示“现在不在开放时间”${isOvernight ? '；结束时间在次日' : ''}` : '北京时间；不限则全天可以打开'}
    >
      {() => (
        <>
          <Checkbox checked={draft.hasHours} onChange={event => onChange({ hasHours: event.target.checked })}>
            只在一个时段开放
          </Checkbox>
          {draft.hasHours ? (
            <span className={`${layout.above8} ${layout.beside} ${layout.centered}`}>
              <Select
                aria-label="开始时间"
                value={draft.activeFromMinute}
                options={quarters.slice(0, -1)}
                onChange={activeFromMinute => onChange({ activeFromMinute })}
              />
              至
              <Select
                aria-label="结束时间"
                value={draft.activeUntilMinute}
                options={quarters.slice(1)}
                onChange={activeUntilMinute => onChange({ activeUntilMinute })}
              />
            </span>
          ) : null}
        </>
      )}
    </Field>
  )
}
