import { Button, Input } from 'antd'
import { useState } from 'react'
import type { AppDetail } from '#contract/apps/app.ts'
import type { CallAnswerWire } from '#contract/call.ts'
import { signatureRequestCalls, type TextDifference } from '#contract/content/signature-request.ts'
import { useAct } from '#ui/call.ts'
import { Facts } from '#ui/display/Facts.tsx'
import { Moment } from '#ui/display/Moment.tsx'
import { Panel } from '#ui/display/Panel.tsx'
import { Field } from '#ui/form/Field.tsx'
import { FormRefusal } from '#ui/form/FormRefusal.tsx'
import layout from '#ui/theme/layout.module.css'
import { signatureAlgorithmNames } from '../../shared/labels/content.ts'
import style from './AppManage.module.css'
import { CodeBlock } from './CodeBlock.tsx'

const example = `POST /openapi/v1/messages HTTP/1.1
Host: …
Authorization: HONGYAN-HMAC-SHA256 Credential=HYAK…, Signature=…
X-Hongyan-Timestamp: 1795234800
X-Hongyan-Nonce: …
Content-Type: application/json

{"signature":"…"}`

/** 签名校验: shows where the signature of a pasted request is wrong. */
export function SignatureCheck({ app }: { app: AppDetail }) {
  const [request, setRequest] = useState('')
  const [own, setOwn] = useState('')
  const [isTried, setTried] = useState(false)
  const check = useAct(signatureRequestCalls.check)
  const wrong = request.trim() === '' ? '请粘贴请求' : null
  return (
    <div className={`${layout.stack16} ${layout.shrink}`}>
      <Panel
        title="签名校验"
        note="报“签名不一致”时，把程序实际发出的请求粘贴到这里，找出哪里不同。支持开放接口、阿里云（V3、RPC）和腾讯云（V3、V1）的签名。"
      >
        <form
          onSubmit={event => {
            event.preventDefault()
            setTried(true)
            if (wrong === null) check.mutate({ appId: app.appId, request, own })
          }}
        >
          <Field label="请求" error={isTried ? wrong : null} hint="请求行、全部请求头、一个空行、请求体；curl -v 的输出也可以直接粘贴">
            {control => (
              <Input.TextArea
                {...control}
                className={style.inline}
                rows={9}
                spellCheck={false}
                placeholder={example}
                value={request}
                onChange={event => setRequest(event.target.value)}
              />
            )}
          </Field>
          <Field label="您的待签名字符串或规范请求" isOptional hint="在程序里把它打印出来；粘贴后会指出与服务端第一处不同的位置和原因">
            {control => (
              <Input.TextArea
                {...control}
                className={style.inline}
                rows={5}
                spellCheck={false}
                value={own}
                onChange={event => setOwn(event.target.value)}
              />
            )}
          </Field>
          <FormRefusal error={check.error} />
          <Button type="primary" htmlType="submit" loading={check.isPending}>
            校验
          </Button>
        </form>
      </Panel>
      {check.data ? <Result result={check.data} /> : null}
    </div>
  )
}

function Result({ result }: { result: CallAnswerWire<typeof signatureRequestCalls.check> }) {
  return (
    <Panel title="结果">
      {result.problem === null ? (
        <p className={style.good} role="status">
          签名正确，服务端会受理这个请求。
        </p>
      ) : (
        <div className={style.difference} role="status">
          <h3>{result.problem}</h3>
          {result.difference ? <Difference difference={result.difference} /> : null}
        </div>
      )}
      <Facts
        facts={[
          ['签名方式', result.algorithm && signatureAlgorithmNames[result.algorithm]],
          ['AccessKeyId', result.accessKeyId],
          ['签名时间', result.signedAt && <Moment at={result.signedAt} />],
        ]}
      />
      <div className={`${layout.stack16} ${layout.shrink}`}>
        {result.canonicalRequest ? <CodeBlock name="服务端的规范请求" code={result.canonicalRequest} isPlain /> : null}
        {result.stringToSign ? <CodeBlock name="服务端的待签名字符串" code={result.stringToSign} isPlain /> : null}
      </div>
    </Panel>
  )
}

/** Invisible characters are shown by their escapes. */
const visible = (text: string) => text.replaceAll('\r', '\\r').replaceAll('\n', '\\n').replaceAll(' ', '␣') || '（到此结束）'

function Difference({ difference }: { difference: TextDifference }) {
  const { line, column, lead, ours, theirs, hint } = difference
  return (
    <>
      <p>
        第{line}行第{column}个字符开始不同。{hint ? `${hint}。` : ''}
      </p>
      <dl>
        <dt>服务端</dt>
        <dd>
          {visible(lead)}
          <mark>{visible(ours)}</mark>
        </dd>
        <dt>您的程序</dt>
        <dd>
          {visible(lead)}
          <mark>{visible(theirs)}</mark>
        </dd>
      </dl>
    </>
  )
}
