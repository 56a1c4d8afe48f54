import { Input, Select } from 'antd'
import type { AppDetail } from '#contract/apps/app.ts'
import { CopyableId } from '#ui/CopyButton.tsx'
import { Facts } from '#ui/display/Facts.tsx'
import { Field } from '#ui/form/Field.tsx'
import { FormRefusal } from '#ui/form/FormRefusal.tsx'
import { SettingsSection } from '#ui/form/SettingsPage.tsx'
import layout from '#ui/theme/layout.module.css'
import { limits } from '#values/limits.ts'
import { appKindNames } from '../../shared/labels/apps.ts'
import style from './AppConfig.module.css'
import { SwitchLine } from './SwitchLine.tsx'
import { useSection } from './section.ts'

/** 基础: defaults for requests without these fields. */
export function BasicSection({ app }: { app: AppDetail }) {
  const { extension, checksCodes } = app.settings
  const kept = { defaultSignatureId: app.defaultSignatureId, extension, checksCodes }
  const { draft, change, problemOf, error, mayWrite, panel } = useSection(app, kept, ({ defaultSignatureId, ...settings }) => ({
    settings,
    defaultSignatureId,
  }))
  const wrong = /^\d*$/.test(draft.extension) ? problemOf('extension') : '扩展码只能是数字'
  return (
    <SettingsSection title="基础" {...panel} refusal={<FormRefusal error={error} />}>
      <Facts
        facts={[
          ['类型', appKindNames[app.kind]],
          ['SdkAppId', <CopyableId key="number" id={app.number} />],
        ]}
      />
      <Field label="默认签名" hint="示例代码用它；腾讯云SDK、SMPP和CMPP的请求没有写签名时也用它">
        {control => (
          <Select
            {...control}
            className={layout.full}
            allowClear
            placeholder="不设默认签名"
            disabled={!mayWrite}
            value={draft.defaultSignatureId}
            onChange={(id: string | undefined) => change({ defaultSignatureId: id ?? null })}
            options={app.signatures.map(({ id, name }) => ({ value: id, label: `【${name}】` }))}
          />
        )}
      </Field>
      <Field
        label="扩展码"
        isOptional
        error={wrong}
        hint={`接在接入号后面的数字，最多${limits.extensionDigits}位；手机上可见，回复会带着它返回。请求里可以另外指定。`}
      >
        {control => (
          <Input
            {...control}
            className={style.number}
            inputMode="numeric"
            maxLength={limits.extensionDigits}
            disabled={!mayWrite}
            value={draft.extension}
            onChange={event => change({ extension: event.target.value.trim() })}
          />
        )}
      </Field>
      <SwitchLine
        label="校验验证码变量"
        note="打开后，类型为“验证码”的变量只能是不超过6位的数字，其他内容被拒绝，防止接口被用来发送别的文字。"
        isOn={draft.checksCodes}
        isDisabled={!mayWrite}
        onChange={next => change({ checksCodes: next })}
      />
    </SettingsSection>
  )
}
