import { Button, Input, Radio } from 'antd'
import { addressLines, addressProblem } from '#contract/apps/address-rule.ts'
import type { AppDetail } from '#contract/apps/app.ts'
import { maxAllowlistLines } from '#contract/apps/app-setting.ts'
import { Count } from '#ui/display/Count.tsx'
import { Moment } from '#ui/display/Moment.tsx'
import { Panel } from '#ui/display/Panel.tsx'
import { PlainTable } from '#ui/display/PlainTable.tsx'
import { StateTag } from '#ui/display/StateTag.tsx'
import { Field } from '#ui/form/Field.tsx'
import { FormRefusal } from '#ui/form/FormRefusal.tsx'
import { optionsOf } from '#ui/form/options.ts'
import { SettingsSection } from '#ui/form/SettingsPage.tsx'
import { limits } from '#values/limits.ts'
import { allowlistModeNames } from '../../shared/labels/apps.ts'
import style from './AppConfig.module.css'
import { NumberField } from './NumberField.tsx'
import { SwitchLine } from './SwitchLine.tsx'
import { useSection } from './section.ts'

const modeNotes = {
  off: '任何地址都可以调用。密钥一旦泄露，别人就能发送。',
  watch: '名单外的请求照常受理，在“请求日志”里标出来。确认没有遗漏后再改为“只许名单内”。',
  on: '名单外的请求一律拒绝，包括SMPP和CMPP登录。',
} as const

/** 安全: allowlist, authentication and rate limits of the app. */
export function SecuritySection({ app }: { app: AppDetail }) {
  return (
    <>
      <Allowlist app={app} />
      <Transport app={app} />
    </>
  )
}

function Allowlist({ app }: { app: AppDetail }) {
  const { mode, lines } = app.settings.allowlist
  const { draft, change, problemOf, error, mayWrite, panel } = useSection(app, { mode, text: lines.join('\n') }, ({ mode, text }) => ({
    settings: { allowlist: { mode, lines: addressLines(text) } },
  }))
  const typed = addressLines(draft.text)
  const wrong =
    typed.map(addressProblem).find(problem => problem !== null) ??
    (typed.length > maxAllowlistLines ? `最多${maxAllowlistLines}行` : problemOf('allowlist'))
  const add = (address: string) => change({ text: [...typed, address].join('\n') })
  const addresses = app.addresses.map(one => ({ ...one, isTyped: typed.includes(one.address) }))
  return (
    <>
      <SettingsSection
        title="IP白名单"
        note="只让您自己的服务器调用。每行一个地址或CIDR地址段，支持IPv4和IPv6。"
        {...panel}
        isChanged={panel.isChanged && !wrong}
        refusal={<FormRefusal error={error} />}
      >
        <Field label="方式" isGroup hint={modeNotes[draft.mode]}>
          {() => (
            <Radio.Group
              value={draft.mode}
              disabled={!mayWrite}
              onChange={event => change({ mode: event.target.value })}
              options={optionsOf(allowlistModeNames)}
            />
          )}
        </Field>
        <Field
          label="地址"
          error={wrong}
          count={{ length: typed.length, most: maxAllowlistLines }}
          hint="例如：203.0.113.8、203.0.113.0/24、2001:db8::/48"
        >
          {control => (
            <Input.TextArea
              {...control}
              className={style.lines}
              rows={5}
              spellCheck={false}
              disabled={!mayWrite}
              value={draft.text}
              onChange={event => change({ text: event.target.value })}
            />
          )}
        </Field>
        {mayWrite && !typed.includes(app.ownAddress) ? (
          <p className={style.note}>
            您现在的地址是 {app.ownAddress}{' '}
            <Button type="link" size="small" onClick={() => add(app.ownAddress)}>
              加入名单
            </Button>
          </p>
        ) : null}
      </SettingsSection>
      <Panel title="最近请求的来源" note="按最近保留的请求统计，用来核对名单有没有遗漏；“在名单中”以已保存的名单为准。">
        <PlainTable
          label="最近请求的来源"
          columns={[
            { title: '地址', render: row => row.address },
            { title: '请求', isNumber: true, render: row => <Count count={row.requestCount} unit="次" /> },
            { title: '最近一次', render: row => <Moment at={row.lastAt} /> },
            {
              title: '白名单',
              render: row => <StateTag tone={row.isListed ? 'good' : 'waiting'}>{row.isListed ? '在名单中' : '不在名单中'}</StateTag>,
            },
            {
              title: '',
              render: row =>
                mayWrite && !row.isListed && !row.isTyped ? (
                  <Button type="link" size="small" onClick={() => add(row.address)}>
                    加入名单
                  </Button>
                ) : null,
            },
          ]}
          rows={addresses}
          rowKey={row => row.address}
          emptyText="还没有程序调用过。"
        />
      </Panel>
    </>
  )
}

function Transport({ app }: { app: AppDetail }) {
  const { isHttpsOnly, isRepeatGuarded, requestsPerSecond } = app.settings
  const kept = { isHttpsOnly, isRepeatGuarded, requestsPerSecond }
  const { draft, change, problemOf, error, mayWrite, panel } = useSection(app, kept, settings => ({ settings }))
  return (
    <SettingsSection title="传输与防重" {...panel} refusal={<FormRefusal error={error} />}>
      <SwitchLine
        label="只接受HTTPS"
        note="打开后，明文HTTP的请求被拒绝。SMPP和CMPP没有HTTPS，请用IP白名单保护。"
        isOn={draft.isHttpsOnly}
        isDisabled={!mayWrite}
        onChange={next => change({ isHttpsOnly: next })}
      />
      <SwitchLine
        label="防止SDK重复发送"
        note="阿里云、腾讯云的SDK超时后常会重试，但没有幂等键。打开后，10秒内内容完全相同的发送请求只发一次，返回第一次的结果。开放接口请用Idempotency-Key。"
        isOn={draft.isRepeatGuarded}
        isDisabled={!mayWrite}
        onChange={next => change({ isRepeatGuarded: next })}
      />
      <NumberField
        label="每秒请求数"
        unit="次"
        placeholder="按平台的限制"
        most={limits.appRequestsPerSecond}
        hint="全部密钥和接口合计，超过的请求得到429（或对应的流控错误码）"
        error={problemOf('requestsPerSecond')}
        value={draft.requestsPerSecond}
        onChange={next => change({ requestsPerSecond: next })}
      />
    </SettingsSection>
  )
}
