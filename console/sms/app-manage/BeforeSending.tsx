import { type ReactNode, useEffect } from 'react'
import { CapabilityNote } from '#console/shared/CapabilityNote.tsx'
import { PageLink } from '#console/shared/PageLink.tsx'
import type { AppDetail } from '#contract/apps/app.ts'
import { carrierShortNames } from '#values/phone.ts'
import { refreshMe, useMe } from '../../session.ts'
import style from './AppManage.module.css'

/** Missing prerequisites for a program's first message, each with a link; hidden when nothing is missing. */
export function BeforeSending({ app }: { app: AppDetail }) {
  const me = useMe().data
  // Staff may have approved or granted the missing part a moment ago.
  useEffect(() => void refreshMe(), [])
  const { signature, template, unregisteredCarriers } = app.sample
  const isPoor = me !== undefined && me.availableHao === 0 && me.packages.every(one => one.remainingSegments === 0)
  const isWaiting = (noun: AppDetail['underReview'][number]) => app.underReview.includes(noun)
  return (
    <>
      {app.kind === 'production' ? <CapabilityNote capability="message.send" /> : null}
      {app.keys.every(key => key.state === 'disabled') ? <Missing>这个应用没有启用的密钥，请先在“访问密钥”里创建。</Missing> : null}
      {signature === null && isWaiting('signature') ? (
        <Missing>
          <PageLink to="/sms/signature">签名</PageLink>正在审核，通过后示例会自动填好。
        </Missing>
      ) : signature === null ? (
        <Missing>
          还没有可用的签名，请先
          <PageLink to="/sms/signature" query={{ form: 'new' }}>
            申请签名
          </PageLink>
          ，审核通过后示例会自动填好。
        </Missing>
      ) : null}
      {unregisteredCarriers.length > 0 ? (
        <Missing>
          签名“{signature}”在{unregisteredCarriers.map(carrier => carrierShortNames[carrier]).join('、')}
          还没有报备成功，短信可能被拦截，收件人收不到。报备进度见<PageLink to="/sms/signature">短信签名</PageLink>。
        </Missing>
      ) : null}
      {template === null && isWaiting('template') ? (
        <Missing>
          <PageLink to="/sms/template">模板</PageLink>正在审核，通过后示例会自动填好。
        </Missing>
      ) : template === null ? (
        <Missing>
          还没有可用的模板，请先
          <PageLink to="/sms/template" query={{ form: 'new' }}>
            申请模板
          </PageLink>
          ，审核通过后示例会自动填好。
        </Missing>
      ) : null}
      {isPoor && app.kind === 'production' ? (
        <Missing>
          账户没有余额和套餐，请先<PageLink to="/sms/combo/purchase">购买套餐</PageLink>或
          <PageLink to="/system/finance/recharge">充值</PageLink>。
        </Missing>
      ) : null}
    </>
  )
}

const Missing = ({ children }: { children: ReactNode }) => <p className={style.warn}>{children}</p>
