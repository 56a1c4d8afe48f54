import type { Tx } from '#db/connect.ts'
import { addMember, addNote, type GivenRole, invite, requestPhoneReview } from '#domain/account/index.ts'
import { setChannelCost } from '#domain/channels/index.ts'
import { type AccountId, newId } from '#values/id.ts'
import { itemOrThrow } from '#values/or-throw.ts'

const dayMs = 86_400_000
const colleagues: { login: string; phone: string; name: string; role: GivenRole; joinedDays: number; seenDays: number }[] = [
  { login: 'demo-operations', phone: '19200002013', name: '林晓岚', role: 'operations', joinedDays: 60, seenDays: 1 },
  { login: 'demo-finance', phone: '19200002011', name: '何清', role: 'finance', joinedDays: 45, seenDays: 3 },
  { login: 'demo-developer', phone: '19200002012', name: '陆知行', role: 'developer', joinedDays: 30, seenDays: 0.2 },
]

interface MembersFacts {
  ownerId: string
  /** The owner's: they sign in with the same password. */
  passwordHash: string
  staffId: string
  now: Date
}

/**
 * Colleagues in the shop, one with an open invitation, one who lost the phone; remarks of staff; costs of the channels.
 */
export async function seedMembers(tx: Tx, account: AccountId, { ownerId, passwordHash, staffId, now }: MembersFacts): Promise<void> {
  const back = (days: number) => new Date(now.getTime() - days * dayMs)
  const ids: string[] = []
  for (const { joinedDays, seenDays, ...colleague } of colleagues) {
    const memberId = newId()
    ids.push(memberId)
    await addMember(tx, account, { memberId, ...colleague, passwordHash, now: back(joinedDays) })
    await tx
      .updateTable('member')
      .set({ lastSignInAt: back(seenDays), lastSignInAddress: '113.87.160.9' })
      .where('accountId', '=', account)
      .where('memberId', '=', memberId)
      .execute()
  }
  await invite(tx, account, { phone: '19200002014', name: '吴桐', role: 'viewer', byMemberId: ownerId, now: back(0.5) })
  await requestPhoneReview(tx, account, {
    memberId: itemOrThrow(ids, 1),
    oldPhone: itemOrThrow(colleagues, 1).phone,
    phone: '19200002022',
    reason: '原号码随公司套餐一起停用了，营业执照和工牌可以核对',
    now: back(0.3),
  })
  await addNote(tx, account, { text: '年货节前两周发送量会翻倍，提前提醒续购套餐。', staffId, now: back(6) })
  const channels = await tx.selectFrom('channel').select('channelId').orderBy('channelId').execute()
  for (const [index, { channelId }] of channels.entries())
    await setChannelCost(tx, { channelId, destination: null, startsAt: null, unitCostHao: 280 + 15 * index, now: back(0) })
}
