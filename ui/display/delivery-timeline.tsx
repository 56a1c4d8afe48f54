import type { CallAnswerWire } from '#contract/call.ts'
import type { deliveryCalls } from '#contract/messages/delivery.ts'
import { type MessageState, messageStates } from '#contract/messages/message-state.ts'
import { terms } from '#contract/terms.ts'
import { messageStateTags } from '#ui/labels/messages.ts'
import { formatChinaTime } from '#values/china-time.ts'
import { formatYuan } from '#values/money.ts'
import { took } from './duration.ts'
import { Moment } from './Moment.tsx'
import type { TimelineStep } from './Timeline.tsx'

/** A message as its detail shows it, to its customer and to staff. */
export type DeliveryDetailFacts = CallAnswerWire<typeof deliveryCalls.one>

type Explanation = NonNullable<DeliveryDetailFacts['reason']>

/**
 * A message's delivery timeline: accepted, queued, submitted, reported, charged, its link opened; pending steps are
 * last.
 */
export function timelineOf(one: DeliveryDetailFacts): TimelineStep[] {
  return [
    accepted(one),
    ...(one.state === 'refused' ? [refused(one)] : [...queued(one), ...submitted(one), ...reported(one), ...notificationSteps(one)]),
    ...(one.charge?.state === 'held' ? [...clicked(one), ...charged(one)] : [...charged(one), ...clicked(one)]),
  ]
}

const accepted = (one: DeliveryDetailFacts): TimelineStep => ({
  key: 'accepted',
  tone: 'progress',
  title: '接收',
  at: one.createdAt,
  children: one.charge ? `${terms.held} ${one.charge.segmentCount} 条，${payer(one.charge)}` : null,
})

const walletOf = ({ grantName }: NonNullable<DeliveryDetailFacts['charge']>) => (grantName === null ? '余额' : `赠送金“${grantName}”`)
const payer = (charge: NonNullable<DeliveryDetailFacts['charge']>) =>
  charge.unitPriceHao > 0 ? `从${walletOf(charge)}支付，每条 ${formatYuan(charge.unitPriceHao)}` : `从套餐“${charge.grantName}”支付`

const refused = (one: DeliveryDetailFacts): TimelineStep => ({
  key: 'refused',
  tone: 'bad',
  title: '拦截，没有发送',
  at: one.finishedAt,
  children: one.reason ? <Reason reason={one.reason} /> : null,
})

const waitingWords: Partial<Record<MessageState, string>> = {
  queued: '等待提交给运营商',
  held: '暂缓发送',
  sending: '正在提交给运营商',
}

function queued(one: DeliveryDetailFacts): TimelineStep[] {
  const words = waitingWords[one.state]
  if (words === undefined) return []
  const later = one.dueAt !== null && Date.parse(one.dueAt) > Date.now() ? new Date(one.dueAt) : null
  return [
    {
      key: 'queued',
      tone: one.state === 'held' ? 'waiting' : 'progress',
      title: words,
      at: null,
      children: (
        <>
          {one.reason ? <Reason reason={one.reason} /> : null}
          {later ? <p>最早在 {formatChinaTime(later)} 发送</p> : null}
        </>
      ),
    },
  ]
}

function submitted(one: DeliveryDetailFacts): TimelineStep[] {
  if (one.submittedAt === null) return []
  const delay = took(one.createdAt, one.submittedAt)
  const parts = one.segmentCount > 1 ? `共 ${one.segmentCount} 段` : null
  const words = [
    one.channelName,
    parts,
    one.attemptCount > 1 ? `第 ${one.attemptCount} 次提交被接受` : null,
    delay ? `距接收 ${delay}` : null,
  ]
  return [
    {
      key: 'submitted',
      tone: 'progress',
      title: '提交给运营商',
      at: one.submittedAt,
      children: (
        <>
          <p>{words.filter(Boolean).join('，')}</p>
          {one.maybeTwice ? <p>提交时连接中断，收件人可能收到两次；只扣一次费。</p> : null}
        </>
      ),
    },
  ]
}

function reported(one: DeliveryDetailFacts): TimelineStep[] {
  if (one.state === 'submitted')
    return [
      {
        key: 'waiting',
        tone: 'waiting',
        title: terms.awaiting,
        at: null,
        children: one.reason ? <Reason reason={one.reason} /> : '通常几秒内到达，最长72小时；到时仍没有则记为未知，费用退回。',
      },
    ]
  if (!messageStates[one.state].isFinal) return []
  const isDelivered = one.state === 'delivered'
  const delay = took(one.submittedAt, one.finishedAt)
  return [
    {
      key: 'report',
      tone: messageStateTags[one.state].tone,
      title: isDelivered ? '已送达手机' : messageStateTags[one.state].name,
      at: one.finishedAt,
      children: (
        <>
          {delay && one.state !== 'canceled' ? <p>距提交 {delay}</p> : null}
          {one.reason ? <Reason reason={one.reason} /> : null}
          {one.parts.map(part => (
            <p key={part.part}>
              第 {part.part} 段：{messageStateTags[part.state].name}
              {part.state === 'delivered' ? '' : `，${part.reason.meaning}（${part.reason.code}）`}，<Moment at={part.at} />
            </p>
          ))}
        </>
      ),
    },
  ]
}

const sinkNames = { webhook: '回调', pull: '接口拉取', smpp: 'SMPP', cmpp: 'CMPP' } as const
const tellingTitles = { waiting: '等待通知您的程序', parked: '未能通知您的程序', delivered: '已通知您的程序' } as const

/** How its report was delivered to the program that sent it. */
function notificationSteps({ notification }: DeliveryDetailFacts): TimelineStep[] {
  if (notification === null) return []
  const { sink, state, attemptCount, at, dueAt, url } = notification
  const isRetried = sink === 'webhook' && state === 'waiting' && attemptCount > 0
  return [
    {
      key: 'notification',
      tone: state === 'delivered' ? 'good' : state === 'parked' ? 'bad' : 'waiting',
      title: tellingTitles[state],
      at,
      children: (
        <>
          <p>
            {sinkNames[sink]}
            {url ? ` ${url}` : ''}
            {attemptCount > 1 || isRetried ? `，已尝试 ${attemptCount} 次` : ''}
          </p>
          {isRetried ? <p>下一次在 {formatChinaTime(new Date(dueAt))}</p> : null}
          {state === 'parked' ? <p>可在应用配置的“回调”中重新推送</p> : null}
        </>
      ),
    },
  ]
}

function clicked({ clicks }: DeliveryDetailFacts): TimelineStep[] {
  if (clicks === null) return []
  return [
    {
      key: 'clicked',
      tone: 'good',
      title: '点击短链',
      at: clicks.firstAt,
      children:
        clicks.clickCount > 1 ? (
          <p>
            共 {clicks.clickCount} 次，最近 <Moment at={clicks.lastAt} />
          </p>
        ) : null,
    },
  ]
}

const chargeTitles = { held: `${terms.held}中`, posted: '已扣费', voided: '已退回' } as const

function charged({ charge, finishedAt }: DeliveryDetailFacts): TimelineStep[] {
  if (charge === null) return []
  const amount =
    charge.unitPriceHao > 0
      ? `${walletOf(charge)} ${formatYuan(charge.amountHao)}（${charge.segmentCount} 条）`
      : `${charge.segmentCount} 条，套餐“${charge.grantName}”`
  return [
    {
      key: 'charge',
      tone: charge.state === 'posted' ? 'good' : charge.state === 'held' ? 'waiting' : 'ended',
      title: chargeTitles[charge.state],
      at: charge.state === 'held' ? null : finishedAt,
      children: charge.state === 'held' ? `${amount}；送达才扣，没有送达会退回` : amount,
    },
  ]
}

/** A code's meaning and remedy; followed by the raw code. */
function Reason({ reason }: { reason: Explanation }) {
  return (
    <>
      <p>
        {reason.meaning}（{reason.cause}，{reason.code}）
      </p>
      <p>{reason.advice}</p>
    </>
  )
}
