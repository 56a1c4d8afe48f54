import { PageLink } from '#console/shared/PageLink.tsx'
import type { AppDetail } from '#contract/apps/app.ts'
import { FormRefusal } from '#ui/form/FormRefusal.tsx'
import { SettingsSection } from '#ui/form/SettingsPage.tsx'
import style from './AppConfig.module.css'
import { SwitchLine } from './SwitchLine.tsx'
import { useSection } from './section.ts'

/** 黑名单: whether the account's blacklist applies to more of this app's messages than required. */
export function BlacklistSection({ app }: { app: AppDetail }) {
  const { bindsTransactional } = app.settings
  const { draft, change, error, mayWrite, panel } = useSection(app, { bindsTransactional }, settings => ({ settings }))
  return (
    <SettingsSection title="黑名单绑定" {...panel} refusal={<FormRefusal error={error} />}>
      <p className={style.note}>
        推广短信总是受账户的<PageLink to="/sms/blacklist">黑名单</PageLink>约束，验证码从不受约束，否则用户无法登录。
      </p>
      <SwitchLine
        label="通知短信也受黑名单约束"
        note="打开后，这个应用的通知不再发给黑名单里的号码，程序得到phone_blacklisted。关闭时，只有范围为“全部短信”的号码收不到通知。"
        isOn={draft.bindsTransactional}
        isDisabled={!mayWrite}
        onChange={next => change({ bindsTransactional: next })}
      />
    </SettingsSection>
  )
}
