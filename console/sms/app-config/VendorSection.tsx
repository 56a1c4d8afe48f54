import { useState } from 'react'
import type { AppDetail } from '#contract/apps/app.ts'
import { ingressNames } from '#contract/apps/app-labels.ts'
import { Panel } from '#ui/display/Panel.tsx'
import { FormRefusal } from '#ui/form/FormRefusal.tsx'
import { SettingsSection } from '#ui/form/SettingsPage.tsx'
import layout from '#ui/theme/layout.module.css'
import { keysOf } from '#values/keys.ts'
import { firstOrThrow } from '#values/or-throw.ts'
import manage from '../app-manage/AppManage.module.css'
import { CodeBlock } from '../app-manage/CodeBlock.tsx'
import { useOneTimeSecret } from '../app-manage/one-time-secret.ts'
import { alibabaChanges, tencentChanges } from '../app-manage/sample/vendor.ts'
import { sampleFactsOf } from '../app-manage/sample-facts.ts'
import style from './AppConfig.module.css'
import { SwitchLine } from './SwitchLine.tsx'
import { useSection } from './section.ts'

const vendors = {
  alibaba: {
    changes: alibabaChanges,
    note: '支持Dysmsapi 2017-05-25：SendSms、SendBatchSms、查询、签名、模板和短链接口，V3和RPC两种签名。',
  },
  tencent: {
    changes: tencentChanges,
    note: '支持SMS 2021-01-11和2019-07-11：SendSms、拉取回执与上行、统计、签名和模板接口，TC3和V1两种签名。',
  },
} as const
type Vendor = keyof typeof vendors

/** 兼容接口: programs of other vendors' SDKs only change their endpoint and key. */
export function VendorSection({ app }: { app: AppDetail }) {
  const { ingresses } = app.settings
  const { draft, change, error, mayWrite, panel } = useSection(app, ingresses, next => ({ settings: { ingresses: next } }))
  return (
    <>
      <SettingsSection
        title="兼容接口"
        note="现在用阿里云、腾讯云SDK发短信的程序，不改业务代码，只换地址和密钥就能接入。不用的可以关闭。开放接口始终可用。"
        {...panel}
        refusal={<FormRefusal error={error} />}
      >
        {keysOf(vendors).map(vendor => (
          <SwitchLine
            key={vendor}
            label={ingressNames[vendor]}
            note={vendors[vendor].note}
            isOn={draft[vendor]}
            isDisabled={!mayWrite}
            onChange={isOn => change({ [vendor]: isOn })}
          />
        ))}
      </SettingsSection>
      {keysOf(vendors).map(vendor => (ingresses[vendor] ? <Changes key={vendor} app={app} vendor={vendor} /> : null))}
    </>
  )
}

/** The lines to change, with the app's own values. */
function Changes({ app, vendor }: { app: AppDetail; vendor: Vendor }) {
  const key = app.keys.find(one => one.state !== 'disabled' && one.canSign)
  const secret = useOneTimeSecret(key?.accessKeyId ?? '')
  const changes = vendors[vendor].changes(sampleFactsOf(app, { accessKeyId: key?.accessKeyId ?? '', secret }))
  const [language, setLanguage] = useState(firstOrThrow(changes).language)
  const shown = changes.find(one => one.language === language) ?? firstOrThrow(changes)
  return (
    <Panel title={`${ingressNames[vendor]}要改的几行`} note="完整的可运行示例在“应用管理 › 示例代码”中。">
      {key ? null : <p className={manage.warn}>这个应用没有可以签名的启用密钥，请先在应用管理中创建或轮换。</p>}
      <nav className={`${layout.below12} ${layout.row}`} aria-label={`${ingressNames[vendor]}的语言`}>
        {changes.map(one => (
          <button
            key={one.language}
            type="button"
            className={manage.language}
            aria-pressed={one.language === shown.language}
            onClick={() => setLanguage(one.language)}
          >
            {one.language}
          </button>
        ))}
      </nav>
      <CodeBlock name={shown.language} code={shown.lines} />
      {vendor === 'tencent' ? (
        <p className={style.note}>模板ID用模板编号里的数字，例如SMS_200101写作200101；变量按模板里出现的先后排列。</p>
      ) : null}
    </Panel>
  )
}
