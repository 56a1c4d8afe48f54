import type { ReactNode } from 'react'
import { PageLink } from '#console/shared/PageLink.tsx'
import type { CallAnswerWire } from '#contract/call.ts'
import type { homeCalls } from '#contract/home/home.ts'
import { Money } from '#ui/display/Money.tsx'
import type { Tone } from '#ui/display/StateTag.tsx'
import type { Home, Item } from './ToDo.tsx'

/** Open tasks of the account's other areas, each with a link. */
export function taskItems(tasks: CallAnswerWire<typeof homeCalls.tasks>, home: Pick<Home, 'money'> | undefined): Item[] {
  const items: Item[] = []
  const add = (key: string, tone: Tone, text: ReactNode) => items.push({ key, tone, text })
  if (tasks.attestation === 'rejected')
    add('attestation', 'bad', <PageLink to="/system/uaccount/attestation">实名认证未通过，查看原因后重新提交</PageLink>)
  if (tasks.attestation === 'reviewing')
    add('attestation', 'progress', <PageLink to="/system/uaccount/attestation">实名认证正在审核</PageLink>)
  const { orders, invoices } = tasks
  const availableHao = home?.money?.availableHao
  if (orders && orders.warnedHao !== null && availableHao !== undefined && availableHao < orders.warnedHao)
    add(
      'balance',
      'bad',
      <PageLink to="/system/finance/recharge">
        余额 <Money hao={availableHao} /> 低于预警线，请充值
      </PageLink>,
    )
  if (orders && orders.waitingCount > 0)
    add(
      'orders',
      'waiting',
      <PageLink to="/system/finance/order" query={{ state: 'waiting' }}>
        {orders.waitingCount} 个订单待支付
      </PageLink>,
    )
  if (orders && orders.refundingCount > 0)
    add(
      'refunds',
      'progress',
      <PageLink to="/system/finance/order" query={{ state: 'refunding' }}>
        {orders.refundingCount} 个订单正在退款
      </PageLink>,
    )
  if (invoices && invoices.rejectedCount + invoices.failedCount > 0)
    add(
      'invoices',
      'bad',
      <PageLink to="/system/finance/invoice">{invoices.rejectedCount + invoices.failedCount} 张发票被驳回或开票失败</PageLink>,
    )
  if (invoices && invoices.reversingCount > 0)
    add(
      'reversals',
      'waiting',
      <PageLink to="/system/finance/invoice" query={{ state: 'reversing' }}>
        {invoices.reversingCount} 张发票正在红冲，可能需要您确认
      </PageLink>,
    )
  if (!tasks.hasEmail) add('email', 'waiting', <PageLink to="/system/uaccount/userinfo">还没有验证邮箱，收不到账单和邮件提醒</PageLink>)
  if (!tasks.hasSecondFactor)
    add(
      'factor',
      'waiting',
      <PageLink to="/system/uaccount/userinfo" query={{ tab: 'security' }}>
        建议开启登录二次验证
      </PageLink>,
    )
  return items
}
