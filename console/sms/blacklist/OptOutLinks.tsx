import { Button } from 'antd'
import { useState } from 'react'
import type { CallAnswerWire } from '#contract/call.ts'
import type { optOutCalls } from '#contract/unsubscribe/opt-out.ts'
import { optOutPageCalls } from '#contract/unsubscribe/opt-out-page.ts'
import { CopyButton } from '#ui/CopyButton.tsx'
import { useAct } from '#ui/call.ts'
import { Moment } from '#ui/display/Moment.tsx'
import { Panel } from '#ui/display/Panel.tsx'
import { FormRefusal } from '#ui/form/FormRefusal.tsx'
import layout from '#ui/theme/layout.module.css'
import { limits } from '#values/limits.ts'
import style from './Blacklist.module.css'

type Link = CallAnswerWire<typeof optOutPageCalls.link>

/** The opt-out page: each signature's link to open, copy and share. */
export function OptOutLinks({ signatures }: { signatures: CallAnswerWire<typeof optOutCalls.settings>['answers'] }) {
  const [links, setLinks] = useState<Record<string, Link>>({})
  const make = useAct(optOutPageCalls.link, { onDone: (link, { signatureId }) => setLinks(before => ({ ...before, [signatureId]: link })) })
  return (
    <Panel
      title="退订页面"
      note={`收件人在这里验证手机号后拒收、恢复或投诉，免登录、免费用。链接 ${limits.optOutLinkDays} 天内有效，可以放进短信的链接变量、客服答复或您的网页。`}
    >
      <p>
        <a href="/landpage/phone-blacklist" target="_blank" rel="noopener">
          预览没有链接时的页面
        </a>
      </p>
      <ul className={`${layout.list} ${layout.stack12} ${style.answers}`}>
        {signatures.map(({ signatureId, signatureText }) => {
          const link = links[signatureId]
          const address = link ? location.origin + link.path : null
          return (
            <li key={signatureId}>
              <b>【{signatureText}】</b>
              {address && link ? (
                <span className={style.address}>
                  <a href={link.path} target="_blank" rel="noopener">
                    {address}
                  </a>
                  <CopyButton text={address} label="复制链接" />
                  <span className={style.note}>
                    有效至 <Moment at={link.expiresAt} />
                  </span>
                </span>
              ) : (
                <span>
                  <Button
                    size="small"
                    loading={make.isPending && make.variables.signatureId === signatureId}
                    onClick={() => make.mutate({ signatureId })}
                  >
                    获取链接并预览
                  </Button>
                </span>
              )}
            </li>
          )
        })}
      </ul>
      <FormRefusal error={make.error} />
    </Panel>
  )
}
