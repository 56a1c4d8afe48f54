import { Link } from 'react-router'
import type { Got } from '#contract/call.ts'
import type { homeCalls } from '#contract/home.ts'
import { pathTo } from '../../paths.ts'
import { thousands } from '../../ui/Count.tsx'
import { Moment } from '../../ui/Moment.tsx'
import { StateTag } from '../../ui/StateTag.tsx'
import style from './Home.module.css'

type Grant = Got<typeof homeCalls.overview>['grants'][number]

const kindNames: Record<Grant['kind'], string> = { industry: '行业', marketing: '推广', general: '通用' }
/** Days before its end from which a package is called expiring. */
const expiringDays = 30

/** The usable packages, each with what is left of it. */
export function GrantList({ grants }: { grants: Grant[] }) {
  if (grants.length === 0)
    return (
      <p className={style.empty}>
        还没有可用的套餐。短信从套餐中扣除，没有套餐时从余额按条扣除。了解<Link to={pathTo('/sms/combo')}>短信套餐</Link>。
      </p>
    )
  return (
    <ul className={style.grants}>
      {grants.map(grant => (
        <li key={grant.grantId}>
          <div className={style.line}>
            <strong>{grant.name}</strong>
            <span className={style.kind}>{kindNames[grant.kind]}</span>
            {grant.daysLeft <= expiringDays ? <StateTag tone="waiting">{`${grant.daysLeft} 天后到期`}</StateTag> : null}
            <span className={style.left}>
              剩余 {thousands(grant.availableCount)} / {thousands(grant.segmentCount)} 条
            </span>
          </div>
          <progress max={grant.segmentCount} value={grant.availableCount} aria-label={`${grant.name}剩余`} />
          <div className={style.note}>
            到期 <Moment at={grant.expiresAt} short />
            {grant.heldCount > 0 ? `，${thousands(grant.heldCount)} 条等待回执` : ''}
          </div>
        </li>
      ))}
    </ul>
  )
}
