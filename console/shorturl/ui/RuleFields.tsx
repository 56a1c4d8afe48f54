import { DeleteOutlined } from '@ant-design/icons'
import { Button, Input, InputNumber, Radio, Select } from 'antd'
import { deviceNames, devices, inApps, maxRuleTargets, maxWeight } from '#contract/links/link-rule.ts'
import { Field } from '#ui/form/Field.tsx'
import layout from '#ui/theme/layout.module.css'
import { itemOrThrow } from '#values/or-throw.ts'
import { provinces } from '#values/province.ts'
import style from './Link.module.css'
import { newTarget, type RuleDraft } from './link-draft.ts'

const deviceOptions = devices.map(value => ({ value, label: deviceNames[value] }))
const optionsOf = <Name extends string>(names: readonly Name[]) => names.map(value => ({ value, label: value }))
const inAppOptions = optionsOf(inApps)
const provinceOptions = optionsOf(provinces)

/** Condition and target of a rule. */
export function RuleFields({ rule, onChange }: { rule: RuleDraft; onChange: (rule: RuleDraft) => void }) {
  const change = (next: Partial<RuleDraft>) => onChange({ ...rule, ...next })
  return (
    <>
      <div className={style.pair}>
        <Choices
          label="设备"
          hint={rule.devices.includes('harmony') ? '指 HarmonyOS 5 及以上，装不了安卓应用；更早的鸿蒙算安卓手机。' : undefined}
          options={deviceOptions}
          value={rule.devices}
          onChange={chosen => change({ devices: chosen })}
        />
        <Choices label="在应用内打开" options={inAppOptions} value={rule.inApps} onChange={chosen => change({ inApps: chosen })} />
        <Choices label="省份" options={provinceOptions} value={rule.provinces} onChange={chosen => change({ provinces: chosen })} />
      </div>
      <Field
        label="符合时"
        isGroup
        hint={
          rule.isInterstitial
            ? '用于目标网页在这些应用里打不开时：访客先看到提示，在浏览器打开后继续。'
            : rule.targets.length > 1
              ? '按权重随机分给访客，同一个访客总是到同一个网址。'
              : undefined
        }
      >
        {() => (
          <Radio.Group
            value={rule.isInterstitial}
            onChange={event => change({ isInterstitial: event.target.value === true })}
            options={[
              { value: false, label: '跳转到' },
              { value: true, label: '提示“请在浏览器打开”', disabled: rule.inApps.length === 0 && !rule.isInterstitial },
            ]}
          />
        )}
      </Field>
      {rule.isInterstitial ? null : <RuleTargets targets={rule.targets} onChange={targets => change({ targets })} />}
    </>
  )
}

interface ChoicesProps<Value extends string> {
  label: string
  hint?: string | undefined
  options: { value: Value; label: string }[]
  value: Value[]
  onChange: (chosen: Value[]) => void
}

function Choices<Value extends string>({ label, hint, options, value, onChange }: ChoicesProps<Value>) {
  return (
    <Field label={label} hint={hint}>
      {({ status: _, ...control }) => (
        <Select
          {...control}
          className={layout.full}
          mode="multiple"
          maxTagCount={3}
          placeholder="不限"
          options={options}
          value={value}
          onChange={onChange}
        />
      )}
    </Field>
  )
}

function RuleTargets({ targets, onChange }: { targets: RuleDraft['targets']; onChange: (targets: RuleDraft['targets']) => void }) {
  const whole = targets.reduce((sum, one) => sum + one.weight, 0)
  const isShared = targets.length > 1
  const replace = (index: number, next: Partial<RuleDraft['targets'][number]>) =>
    onChange(targets.with(index, { ...itemOrThrow(targets, index), ...next }))
  return (
    <div className={style.ruleTargets}>
      <ol className={`${layout.list} ${layout.stack8} ${style.targets}`}>
        {targets.map((one, index) => (
          <li key={one.key}>
            <Input
              aria-label={isShared ? `目标网址${index + 1}` : '规则的目标网址'}
              placeholder="https://"
              inputMode="url"
              value={one.target}
              onChange={event => replace(index, { target: event.target.value })}
            />
            {isShared ? (
              <>
                <InputNumber
                  className={layout.full}
                  aria-label={`权重${index + 1}`}
                  prefix="权重"
                  suffix={`${Math.round((one.weight / whole) * 100)}%`}
                  min={1}
                  max={maxWeight}
                  precision={0}
                  value={one.weight}
                  onChange={weight => replace(index, { weight: weight ?? 1 })}
                />
                <Button
                  type="text"
                  icon={<DeleteOutlined />}
                  aria-label={`删除目标网址${index + 1}`}
                  onClick={() => onChange(targets.toSpliced(index, 1))}
                />
              </>
            ) : null}
          </li>
        ))}
      </ol>
      {targets.length < maxRuleTargets ? (
        <Button type="link" size="small" onClick={() => onChange([...targets, newTarget()])}>
          再加一个网址，按权重分流
        </Button>
      ) : null}
    </div>
  )
}
