import type { Tx } from '#db/connect.ts'
import { recordLine } from '#domain/identity/index.ts'
import { createAnnouncement, publishAnnouncement } from '#domain/notification/index.ts'
import { chinaDayStart } from '#values/china-time.ts'
import { type AccountId, encodeId, newId } from '#values/id.ts'

interface AnnouncementContext {
  memberId: string
  memberName: string
  staffId: string
  now: Date
}

const announcements = [
  {
    kind: 'security',
    title: '谨防冒充平台客服的电话和短信',
    body: '近期有人冒充平台客服索要验证码。\n\n## 请记住\n\n- 工作人员**不会**索要验证码和密码\n- 登录地址只有控制台一处\n- 有疑问请在[登录设备](/system/uaccount/userinfo?tab=devices)中查看陌生设备\n\n> 发现异常请立即修改密码。',
    daysAgo: 20,
  },
  {
    kind: 'system',
    title: '签名报备规则更新，请核对在用签名',
    body: '三家运营商更新了签名的报备要求。\n\n1. 已通过的签名不受影响\n2. 新签名须上传授权材料\n\n请在[短信签名](/sms/signature)中核对报备状态。',
    daysAgo: 9,
  },
  {
    kind: 'product',
    title: '短链接可为每个收件人生成各自的链接',
    body: '群发时可在内容中插入短链，**谁点开了**一目了然。\n\n前往[创建短链](/shorturl/create)试用。',
    daysAgo: 3,
  },
] as const

/** Published announcements, and a few lines of the customer's audit log with their changes. */
export async function seedAnnouncements(
  tx: Tx,
  account: AccountId,
  { memberId, memberName, staffId, now }: AnnouncementContext,
): Promise<void> {
  const chinaTimeOf = (days: number, hour: number) => new Date(chinaDayStart(now, -days).getTime() + hour * 3_600_000)
  for (const { kind, title, body, daysAgo } of announcements) {
    const at = chinaTimeOf(daysAgo, 10)
    const facts = { kind, title, body, audience: 'all', accountIds: [], isMustRead: false } as const
    await publishAnnouncement(tx, await createAnnouncement(tx, facts, { staffId, now: at }), null, at)
  }
  const line = { memberId, actor: memberName, address: '114.114.114.114', agent: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/140.0' }
  const templateId = encodeId('template', newId())
  await recordLine(tx, account, {
    ...line,
    kind: 'operation',
    action: 'templates/edit',
    object: '发货通知',
    result: 'ok',
    detail: { templateId, name: '发货通知' },
    change: { before: { name: '发货提醒', text: '您的订单已发货' }, after: { name: '发货通知', text: '您的订单已发货，请留意查收' } },
    at: chinaTimeOf(2, 15.3),
  })
  await recordLine(tx, account, {
    ...line,
    kind: 'money',
    action: 'recharge/create',
    object: '¥500',
    result: 'ok',
    detail: { paymentMethod: 'alipay', amount: '500' },
    at: chinaTimeOf(1, 9.2),
  })
}
