import { PageLink, useReachable } from '#console/shared/PageLink.tsx'
import type { CallAnswerWire } from '#contract/call.ts'
import type { homeCalls } from '#contract/home/home.ts'
import { expiringDays, packageKinds } from '#contract/orders/package.ts'
import { terms } from '#contract/terms.ts'
import { thousands } from '#ui/display/Count.tsx'
import { Moment } from '#ui/display/Moment.tsx'
import { StateTag } from '#ui/display/StateTag.tsx'
import layout from '#ui/theme/layout.module.css'
import style from './Home.module.css'

type Grant = CallAnswerWire<typeof homeCalls.overview>['grants'][number]

/** The usable packages, each with its remainder. */
export function GrantList({ grants, whenEmpty }: { grants: Grant[]; whenEmpty: 'stop' | 'balance' }) {
  const isReachable = useReachable()
  if (grants.length === 0)
    return (
      <p className={style.empty}>
        还没有可用的套餐。{whenEmpty === 'balance' ? '没有套餐时，短信从余额按条扣除。' : '没有套餐时，短信停止发送。'}
        {isReachable('/sms/combo/purchase') ? <PageLink to="/sms/combo/purchase">购买短信套餐</PageLink> : null}
      </p>
    )
  return (
    <ul className={`${layout.list} ${layout.stack16} ${style.grants}`}>
      {grants.map(grant => (
        <li key={grant.grantId}>
          <div className={style.line}>
            <strong>{grant.name}</strong>
            <span className={style.kind}>{packageKinds[grant.kind]}</span>
            <span className={style.left}>
              剩余 {thousands(grant.availableCount)} / {thousands(grant.segmentCount)} 条
            </span>
          </div>
          <progress max={grant.segmentCount} value={grant.availableCount} aria-label={`${grant.name}剩余`} />
          <div className={`${style.line} ${style.note}`}>
            <span>
              到期 <Moment at={grant.expiresAt} />
              {grant.heldCount > 0 ? `，${thousands(grant.heldCount)} 条${terms.held}` : ''}
            </span>
            {grant.daysLeft <= expiringDays ? <StateTag tone="waiting">{`${grant.daysLeft} 天后到期`}</StateTag> : null}
          </div>
        </li>
      ))}
    </ul>
  )
}
