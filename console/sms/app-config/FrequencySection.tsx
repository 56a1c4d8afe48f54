import { Input } from 'antd'
import { settingCalls } from '#contract/account/setting.ts'
import type { AppDetail } from '#contract/apps/app.ts'
import { maxExemptPhones } from '#contract/apps/app-setting.ts'
import { useCall } from '#ui/call.ts'
import { Field } from '#ui/form/Field.tsx'
import { FormRefusal } from '#ui/form/FormRefusal.tsx'
import { SettingsSection } from '#ui/form/SettingsPage.tsx'
import { pairsOf } from '#values/keys.ts'
import style from './AppConfig.module.css'
import { NumberField } from './NumberField.tsx'
import { useSection } from './section.ts'

const kinds = { otp: '验证码', transactional: '通知', marketing: '推广' } as const
const steps = { perMinute: '每分钟', perHour: '每小时', perDay: '每24小时' } as const
const mosts = { perMinute: 1_000, perHour: 10_000, perDay: 100_000 } as const
const maxDuplicateSeconds = 86_400

const phonesOf = (text: string) => [...new Set(text.split(/[\s,，;；、]+/).filter(phone => phone !== ''))]

/** 频控: frequency limits for one number by this app. */
export function FrequencySection({ app }: { app: AppDetail }) {
  const { frequency, exemptPhones, duplicateSeconds } = app.settings
  const kept = { frequency, phones: exemptPhones.join('\n'), duplicateSeconds }
  const { draft, change, problemOf, error, mayWrite, panel } = useSection(app, kept, ({ phones, ...settings }) => ({
    settings: { ...settings, exemptPhones: phonesOf(phones) },
  }))
  const account = useCall(settingCalls.effective, {}).data
  const phones = phonesOf(draft.phones)
  const wrongPhone = phones.find(phone => !/^1\d{10}$/.test(phone))
  const wrong = wrongPhone ? `“${wrongPhone}”不是11位手机号` : phones.length > maxExemptPhones ? `最多${maxExemptPhones}个号码` : null
  return (
    <SettingsSection
      title="同一号码的频率"
      note={
        account
          ? `在账户的限制之内再收紧：验证码每分钟${account.codePerMinute}条、每小时${account.codePerHour}条、每24小时${account.codePerDay}条；通知每24小时${account.transactionalPerDay}条；推广每24小时${account.marketingPerDay}条。填得更大不会放宽。`
          : '在账户的限制之内再收紧，填得更大不会放宽。'
      }
      {...panel}
      isChanged={panel.isChanged && wrong === null}
      refusal={<FormRefusal error={error} />}
    >
      {pairsOf(kinds).map(([kind, name]) => (
        <div key={kind} className={style.fields}>
          {pairsOf(steps).map(([step, when]) => {
            const of = draft.frequency[kind]
            return (
              <NumberField
                key={step}
                label={`${name}${when}`}
                unit="条"
                hint=""
                placeholder="按账户的限制"
                most={mosts[step]}
                error={problemOf(`frequency.${kind}.${step}`)}
                value={of[step]}
                onChange={next => change({ frequency: { ...draft.frequency, [kind]: { ...of, [step]: next } } })}
              />
            )
          })}
        </div>
      ))}
      <NumberField
        label="相同内容间隔"
        unit="秒"
        most={maxDuplicateSeconds}
        hint="在这段时间内，同一内容不重复发给同一号码；不填则不限制"
        error={problemOf('duplicateSeconds')}
        value={draft.duplicateSeconds || null}
        onChange={next => change({ duplicateSeconds: next ?? 0 })}
      />
      <Field
        label="不受频率限制的号码"
        isOptional
        error={wrong}
        hint="例如您自己的测试手机；每行一个。相同内容间隔仍然有效"
        count={{ length: phones.length, most: maxExemptPhones }}
      >
        {control => (
          <Input.TextArea
            {...control}
            className={style.lines}
            rows={3}
            disabled={!mayWrite}
            value={draft.phones}
            onChange={event => change({ phones: event.target.value })}
          />
        )}
      </Field>
    </SettingsSection>
  )
}
