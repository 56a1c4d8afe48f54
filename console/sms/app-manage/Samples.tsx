import { Input, Select } from 'antd'
import { useState } from 'react'
import { PageLink } from '#console/shared/PageLink.tsx'
import type { AppDetail } from '#contract/apps/app.ts'
import { Panel } from '#ui/display/Panel.tsx'
import { Field } from '#ui/form/Field.tsx'
import layout from '#ui/theme/layout.module.css'
import { useUrlState } from '#ui/url-state.ts'
import { firstOrThrow } from '#values/or-throw.ts'
import style from './AppManage.module.css'
import { BeforeSending } from './BeforeSending.tsx'
import { Choices } from './Choices.tsx'
import { CodeBlock } from './CodeBlock.tsx'
import { useOneTimeSecret } from './one-time-secret.ts'
import type { Sample } from './sample/facts.ts'
import { samples } from './sample/samples.ts'
import { sampleFactsOf } from './sample-facts.ts'

/** 示例代码: with the app's own ids and texts, to copy and run. */
export function Samples({ app }: { app: AppDetail }) {
  const [{ language }, change] = useUrlState({ language: 'curl' })
  const live = app.keys.filter(key => key.state !== 'disabled')
  const [chosen, setChosen] = useState<string | null>(null)
  const accessKeyId = chosen ?? live[0]?.accessKeyId ?? ''
  const knownSecret = useOneTimeSecret(accessKeyId)
  const [typed, setTyped] = useState('')
  const sample = samples.find(({ key }) => key === language) ?? firstOrThrow(samples)
  const facts = sampleFactsOf(app, { accessKeyId, secret: typed.trim() || knownSecret })
  return (
    <div className={`${layout.stack16} ${layout.shrink}`}>
      <Panel title="从您的程序发出第一条短信" note={noteOf(app)}>
        <BeforeSending app={app} />
        <div className={style.fields}>
          <Field label="密钥">
            {control => (
              <Select
                {...control}
                style={{ width: '100%' }}
                value={accessKeyId}
                onChange={setChosen}
                options={live.map(key => ({
                  value: key.accessKeyId,
                  label: key.note ? `${key.accessKeyId}（${key.note}）` : key.accessKeyId,
                }))}
              />
            )}
          </Field>
          <Field
            label="AccessKeySecret"
            isOptional
            hint={knownSecret ? '已填入您刚创建的密钥，刷新页面后消失' : '填入后示例可以直接运行；只留在这个页面里，不会上传'}
          >
            {control => (
              <Input
                {...control}
                className={style.inline}
                autoComplete="off"
                spellCheck={false}
                placeholder={knownSecret ? '已填入' : '粘贴创建时保存的密钥'}
                value={typed}
                onChange={event => setTyped(event.target.value)}
              />
            )}
          </Field>
        </div>
        <Choices label="语言" choices={samples} chosen={sample.key} onChoose={key => change({ language: key }, { replace: true })} />
        <CodeBlock name={sample.file} code={sample.codeOf(facts)} />
      </Panel>
      <Running app={app} sample={sample} />
    </div>
  )
}

function noteOf(app: AppDetail): string {
  if (app.kind === 'test')
    return '这是测试应用：不会真的发送，也不计费，约2秒后得到“已送达”。不用认证，也不用等审核：没有自己的签名和模板时，用大家共用的测试签名和模板。'
  const { signature, template, unregisteredCarriers } = app.sample
  return signature !== null && template !== null
    ? `示例已填好这个应用的密钥、签名、模板和您自己的手机号，${unregisteredCarriers.length === 0 ? '运行后您的手机会收到一条短信' : '复制就能运行'}。`
    : '备齐下面几样后，示例会填好这个应用的签名、模板和您自己的手机号，复制运行就能收到短信。'
}

/** How to run the sample, and what to look at next. */
function Running({ app, sample }: { app: AppDetail; sample: Sample }) {
  return (
    <Panel title="运行">
      <ol className={style.run}>
        <li>
          把上面的代码保存为 <code>{sample.file}</code>
        </li>
        {sample.run.map(line => (
          <li key={line}>
            <code>{line}</code>
          </li>
        ))}
      </ol>
      <p className={style.faint}>
        输出短信编号或OK，就是已经受理；有没有送达看<PageLink to="/sms/delivery">发送记录</PageLink>。用SMPP或CMPP的程序在应用配置的
        <PageLink to="/sms/app-config" query={{ id: app.appId, tab: 'smpp' }}>
          SMPP
        </PageLink>
        或
        <PageLink to="/sms/app-config" query={{ id: app.appId, tab: 'cmpp' }}>
          CMPP
        </PageLink>
        里开通，那里有能直接运行的配置。
      </p>
      <p className={style.faint}>
        全部接口、错误码和回调格式见
        <a href={`${app.openUrl}/openapi/v1/docs`} target="_blank" rel="noreferrer">
          接口文档
        </a>
        。被拒绝的请求在“请求日志”里有原因。
      </p>
    </Panel>
  )
}
