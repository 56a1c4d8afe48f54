import { QrcodeOutlined } from '@ant-design/icons'
import { Alert, Button } from 'antd'
import { Suspense, useEffect, useRef, useState } from 'react'
import { useReachable } from '#console/shared/PageLink.tsx'
import type { CallAnswerWire } from '#contract/call.ts'
import type { linkCalls } from '#contract/links/link.ts'
import { CopyButton } from '#ui/CopyButton.tsx'
import { State } from '#ui/display/StateTag.tsx'
import { lazyPart } from '#ui/frame/chunk.ts'
import { LinkButton } from '#ui/LinkButton.tsx'
import { linkStateTags } from '#ui/labels/links.ts'
import layout from '#ui/theme/layout.module.css'
import { pathTo } from '../../paths.ts'
import { useMay } from '../../session.ts'
import style from './Create.module.css'

const QrDialog = lazyPart('QrDialog', () => import('../ui/QrDialog.tsx'))

/** The created short address: copy, QR code, use in a message. */
export function Created({ link, onAgain }: { link: CallAnswerWire<typeof linkCalls.create>; onAgain: () => void }) {
  const { linkId, shortUrl, state, target } = link
  const [isDrawn, setDrawn] = useState(false)
  const isReachable = useReachable()
  const mayWriteTemplates = useMay('template.write')
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <section className={style.created}>
      <h2 ref={heading} tabIndex={-1}>
        短链已创建
      </h2>
      <p className={style.result}>
        <a href={shortUrl} target="_blank" rel="noreferrer">
          {shortUrl}
        </a>
        <State tag={linkStateTags[state]} />
      </p>
      <p className={style.leads}>跳转到 {target}</p>
      {state === 'reviewing' ? (
        <Alert type="info" showIcon title="目标域名首次使用，须审核" description="审核通过后短链才能打开；现在可以先写短信、准备二维码。" />
      ) : null}
      <div className={`${layout.above16} ${layout.row}`}>
        <CopyButton text={shortUrl} label="复制短链" isNamed />
        <Button icon={<QrcodeOutlined />} onClick={() => setDrawn(true)}>
          二维码
        </Button>
        {mayWriteTemplates ? <LinkButton to={pathTo('/sms/template', { form: 'new', text: shortUrl })}>插入短信模板</LinkButton> : null}
        {isReachable('/shorturl/manage') ? <LinkButton to={pathTo('/shorturl/manage', { id: linkId })}>查看短链</LinkButton> : null}
        <Button onClick={onAgain}>再创建一个</Button>
      </div>
      {isDrawn ? (
        <Suspense>
          <QrDialog shortUrl={shortUrl} onClose={() => setDrawn(false)} />
        </Suspense>
      ) : null}
    </section>
  )
}
