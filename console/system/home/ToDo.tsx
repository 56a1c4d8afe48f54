import type { ReactNode } from 'react'
import type { Got } from '#contract/call.ts'
import type { homeCalls } from '#contract/home.ts'
import { expiringDays, lowShare } from '#contract/package.ts'
import { thousands } from '../../ui/Count.tsx'
import { RealLink } from '../../ui/RealLink.tsx'
import type { Tone } from '../../ui/StateTag.tsx'
import style from './Home.module.css'

type Home = Got<typeof homeCalls.overview>
interface Item {
  key: string
  tone: Tone
  text: ReactNode
}

/** What needs somebody, most urgent first; each with the way there. */
export function ToDo({ home }: { home: Home }) {
  const items = itemsOf(home)
  if (items.length === 0) return <p className={style.empty}>没有待办事项。</p>
  return (
    <ul className={style.todo}>
      {items.map(({ key, tone, text }) => (
        <li key={key} data-tone={tone}>
          <span>{text}</span>
        </li>
      ))}
    </ul>
  )
}

function itemsOf({ steps, waiting, grants, money, whenEmpty }: Home): Item[] {
  const items: Item[] = []
  const add = (key: string, tone: Tone, text: ReactNode) => items.push({ key, tone, text })
  if (!steps.isAttested) add('attest', 'bad', <RealLink to="/system/uaccount/attestation">账户还没有实名认证，认证后才能发送短信</RealLink>)
  const canPayFromBalance = whenEmpty === 'balance' && (money === null || money.availableHao > 0)
  if (steps.isAttested && grants.every(grant => grant.availableCount === 0) && !canPayFromBalance)
    add('empty', 'bad', <RealLink to="/sms/combo/purchase">套餐和余额都已用完，短信无法发送</RealLink>)
  if (waiting.rejectedSignatures > 0)
    add(
      'signature',
      'bad',
      <RealLink to="/sms/signature" query={{ state: 'rejected' }}>
        {waiting.rejectedSignatures} 个签名未通过审核，修改后可重新提交
      </RealLink>,
    )
  if (waiting.rejectedTemplates > 0)
    add(
      'template',
      'bad',
      <RealLink to="/sms/template" query={{ state: 'rejected' }}>
        {waiting.rejectedTemplates} 个模板未通过审核，修改后可重新提交
      </RealLink>,
    )
  if (waiting.pausedBroadcasts > 0)
    add('paused', 'waiting', <RealLink to="/sms/broadcast-task">{waiting.pausedBroadcasts} 个群发已暂停，等待继续</RealLink>)
  if (waiting.heldBroadcasts > 0)
    add('held', 'waiting', <RealLink to="/sms/broadcast-task">{waiting.heldBroadcasts} 个群发暂缓，到允许的时段自动继续</RealLink>)
  for (const grant of grants) {
    const left = thousands(grant.availableCount)
    if (grant.daysLeft <= expiringDays && grant.availableCount > 0)
      add(
        `expiring ${grant.grantId}`,
        'waiting',
        <RealLink to="/sms/combo">{`“${grant.name}”${grant.daysLeft} 天后到期，还剩 ${left} 条`}</RealLink>,
      )
    else if (grant.availableCount < grant.segmentCount * lowShare)
      add(`low ${grant.grantId}`, 'waiting', <RealLink to="/sms/combo/purchase">{`“${grant.name}”只剩 ${left} 条`}</RealLink>)
  }
  return items
}
