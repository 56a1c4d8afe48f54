import { Button } from 'antd'
import { type ReactNode, useState } from 'react'
import { PageLink } from '#console/shared/PageLink.tsx'
import type { CallAnswerWire } from '#contract/call.ts'
import { homeCalls } from '#contract/home/home.ts'
import { expiringDays, lowShare } from '#contract/orders/package.ts'
import { useCall } from '#ui/call.ts'
import { thousands } from '#ui/display/Count.tsx'
import { type Tone, ToneShape } from '#ui/display/StateTag.tsx'
import { BlockError } from './BlockError.tsx'
import style from './Home.module.css'
import { taskItems } from './tasks.tsx'

export type Home = CallAnswerWire<typeof homeCalls.overview>
export type Sending = Pick<Home, 'steps' | 'waiting' | 'links' | 'grants' | 'money' | 'whenEmpty'>
const refreshMs = 60_000

export interface Item {
  key: string
  tone: Tone
  text: ReactNode
}

/** Open tasks in sending, most urgent first; each with a link. */
export const ToDo = ({ home }: { home: Home }) => <Items items={itemsOf(home)} isKnown />

/** The same of all areas. */
export function AllToDo({ home, hasFailed, onRetry }: { home: Home | undefined; hasFailed: boolean; onRetry: () => void }) {
  const tasks = useCall(homeCalls.tasks, {}, { refetchInterval: refreshMs, staleTimeMs: 15_000 })
  const items = allItems(home, tasks.data)
  const isBroken = hasFailed || (tasks.error !== null && !tasks.data)
  // All at once: an item that comes later would move the others.
  if (!isBroken && !(home && tasks.data)) return <div className={style.pending} style={{ height: 332 }} aria-busy="true" />
  return (
    <>
      <Items items={items} isKnown={!isBroken} />
      {isBroken ? (
        <BlockError
          message="部分待办没能加载"
          onRetry={() => {
            if (hasFailed) onRetry()
            void tasks.refetch()
          }}
        />
      ) : null}
    </>
  )
}

/** Where an attestation stands replaces the hint that it lacks. */
export function allItems(home: Sending | undefined, tasks: CallAnswerWire<typeof homeCalls.tasks> | undefined): Item[] {
  const sending = (home ? itemsOf(home) : []).filter(item => item.key !== 'attest' || !tasks?.attestation)
  return [...sending, ...(tasks ? taskItems(tasks, home) : [])]
}

/** What the shape and colour before an item say. */
const urgency: Record<Tone, string> = { bad: '紧急', waiting: '待处理', progress: '处理中', good: '已完成', ended: '已结束' }

/** As many as fit beside the chart; the rest can be expanded. */
const shownAtFirst = 9

function Items({ items, isKnown }: { items: Item[]; isKnown: boolean }) {
  const [isWhole, setWhole] = useState(false)
  if (items.length === 0 && !isKnown) return null
  if (items.length === 0) return <p className={style.empty}>没有待办事项。</p>
  const urgentFirst = [...items.filter(item => item.tone === 'bad'), ...items.filter(item => item.tone !== 'bad')]
  // One more line is no longer than the button that would hide it.
  const isFolded = !isWhole && items.length > shownAtFirst + 1
  return (
    <>
      <ul className={style.todo}>
        {urgentFirst.slice(0, isFolded ? shownAtFirst : undefined).map(({ key, tone, text }) => (
          <li key={key}>
            <ToneShape tone={tone} />
            <span>
              <span className="hy-hidden">{urgency[tone]}：</span>
              {text}
            </span>
          </li>
        ))}
      </ul>
      {isFolded ? (
        <Button type="link" size="small" className={style.more ?? ''} onClick={() => setWhole(true)}>
          显示其余{items.length - shownAtFirst}项
        </Button>
      ) : null}
    </>
  )
}

/** What waits for the customer's own action, in sending. */
export function itemsOf({ steps, waiting, links, grants, money, whenEmpty }: Sending): Item[] {
  const items: Item[] = []
  const add = (key: string, tone: Tone, text: ReactNode) => items.push({ key, tone, text })
  if (!steps.isAttested)
    add('attest', 'bad', <PageLink to="/system/uaccount/attestation">账户还没有通过实名认证，通过后才能发送短信</PageLink>)
  const canPayFromBalance = whenEmpty === 'balance' && (money === null || money.availableHao + money.bonusHao > 0)
  if (steps.isAttested && grants.every(grant => grant.availableCount === 0) && !canPayFromBalance)
    add(
      'empty',
      'bad',
      <PageLink to="/sms/combo/purchase">
        {steps.hasCredit ? '套餐和余额都已用完，短信无法发送' : '还没有套餐和余额，购买套餐或充值后才能发送'}
      </PageLink>,
    )
  if (waiting.rejectedSignatures > 0)
    add(
      'signature',
      'bad',
      <PageLink to="/sms/signature" query={{ state: 'rejected' }}>
        {waiting.rejectedSignatures} 个签名未通过审核，修改后可重新提交
      </PageLink>,
    )
  if (waiting.rejectedTemplates > 0)
    add(
      'template',
      'bad',
      <PageLink to="/sms/template" query={{ state: 'rejected' }}>
        {waiting.rejectedTemplates} 个模板未通过审核，修改后可重新提交
      </PageLink>,
    )
  if (links) for (const item of linkItems(links)) items.push(item)
  if (waiting.pausedBroadcasts > 0)
    add(
      'paused',
      'waiting',
      <PageLink to="/sms/broadcast-task" query={{ state: 'paused' }}>
        {waiting.pausedBroadcasts} 个群发已暂停，等待继续
      </PageLink>,
    )
  if (waiting.heldBroadcasts > 0)
    add(
      'held',
      'waiting',
      <PageLink to="/sms/broadcast-task" query={{ state: 'held' }}>
        {waiting.heldBroadcasts} 个群发暂缓，到允许的时段自动继续
      </PageLink>,
    )
  for (const grant of grants) {
    const left = thousands(grant.availableCount)
    if (grant.daysLeft <= expiringDays && grant.availableCount > 0)
      add(
        `expiring ${grant.grantId}`,
        'waiting',
        <PageLink to="/sms/combo">{`${grant.name} 将在 ${grant.daysLeft} 天后到期，还剩 ${left} 条`}</PageLink>,
      )
    // Segments held for messages under way are charged or released by themselves: there is nothing to do.
    else if (grant.availableCount < grant.segmentCount * lowShare && (grant.availableCount > 0 || grant.heldCount === 0))
      add(
        `low ${grant.grantId}`,
        'waiting',
        <PageLink to="/sms/combo/purchase">{`${grant.name}${grant.availableCount === 0 ? '已用尽' : `只剩 ${left} 条`}，购买套餐`}</PageLink>,
      )
  }
  return items
}

/** Short links that the platform rejected or blocked. */
function linkItems({ rejectedCount, blockedCount, stopReason }: NonNullable<Home['links']>): Item[] {
  const items: Item[] = []
  const add = (key: string, text: ReactNode) => items.push({ key, tone: 'bad', text })
  if (stopReason !== null) add('links', `全部短链接已被平台停用：${stopReason}，如有疑问请联系客服`)
  if (blockedCount > 0)
    add(
      'blocked links',
      <PageLink to="/shorturl/manage" query={{ state: 'blocked' }}>
        {thousands(blockedCount)} 条短链接已被封禁，打不开
      </PageLink>,
    )
  if (rejectedCount > 0)
    add(
      'rejected links',
      <PageLink to="/shorturl/manage" query={{ state: 'rejected' }}>
        {thousands(rejectedCount)} 条短链接未通过审核，更换目标后重新提交
      </PageLink>,
    )
  return items
}
