import { Input, Radio, Select } from 'antd'
import { blacklistLevels, blacklistScopes } from '#contract/blacklist/blacklist.ts'
import { signatureCalls } from '#contract/content/signature.ts'
import { useCall } from '#ui/call.ts'
import { DayInput } from '#ui/form/DayInput.tsx'
import { Field } from '#ui/form/Field.tsx'
import { optionsOf } from '#ui/form/options.ts'
import { chinaDay } from '#values/china-time.ts'
import { limits } from '#values/limits.ts'
import { type Place, placeProblems } from './place.ts'

const levelOptions = optionsOf(blacklistLevels)
const scopeOptions = optionsOf(blacklistScopes)

interface PlaceFieldsProps {
  place: Place
  onChange: (place: Place) => void
  /** Errors of untouched fields are shown after the first attempt. */
  isTried: boolean
}

/** Scope of an entry: signatures, kinds of messages, reason, and end. */
export function PlaceFields({ place, onChange, isTried }: PlaceFieldsProps) {
  const signatures = useCall(signatureCalls.list, { pageSize: limits.pageRows }, { enabled: place.level === 'signature' })
  const problems = placeProblems(place)
  const set = (change: Partial<Place>) => onChange({ ...place, ...change })
  return (
    <>
      <Field label="适用的签名" isGroup>
        {() => <Radio.Group value={place.level} options={levelOptions} onChange={event => set({ level: event.target.value })} />}
      </Field>
      {place.level === 'signature' ? (
        <Field label="签名" error={isTried ? problems.signature : null}>
          {({ id, status }) => (
            <Select
              id={id}
              status={status}
              style={{ width: '100%' }}
              placeholder="选择一个签名"
              showSearch={{ optionFilterProp: 'label' }}
              value={place.signatureId}
              options={(signatures.data?.rows ?? []).map(row => ({ value: row.signatureId, label: `【${row.text}】` }))}
              onChange={signatureId => set({ signatureId })}
            />
          )}
        </Field>
      ) : null}
      <Field label="不再发送" isGroup hint="验证码不受影响，照常发送。">
        {() => <Radio.Group value={place.scope} options={scopeOptions} onChange={event => set({ scope: event.target.value })} />}
      </Field>
      <Field label="有效期" isGroup hint={place.lastDay === null ? null : '到这一天结束后自动恢复发送。'}>
        {() => (
          <Radio.Group
            value={place.lastDay === null}
            options={[
              { value: true, label: '长期' },
              { value: false, label: '到指定日期' },
            ]}
            onChange={event => set({ lastDay: event.target.value ? null : '' })}
          />
        )}
      </Field>
      {place.lastDay === null ? null : (
        <Field label="最后一天" error={isTried || place.lastDay !== '' ? problems.lastDay : null}>
          {control => (
            <DayInput control={control} value={place.lastDay ?? ''} onChange={lastDay => set({ lastDay })} least={chinaDay(Date.now())} />
          )}
        </Field>
      )}
      <Field
        label="原因"
        isOptional
        error={problems.reason}
        count={{ length: place.reason.length, most: limits.blacklistReasonCharacters }}
      >
        {control => (
          <Input
            {...control}
            placeholder="例如：客户来电要求"
            value={place.reason}
            onChange={event => set({ reason: event.target.value })}
          />
        )}
      </Field>
    </>
  )
}
