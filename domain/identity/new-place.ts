import type { Tx } from '#db/connect.ts'
import { notifyAccount } from '#domain/notification/index.ts'
import { placeName } from '#domain/platform/index.ts'
import { formatChinaTime } from '#values/china-time.ts'
import type { Named } from './login.ts'
import type { SessionOrigin } from './session.ts'

/** So long a place counts as known. */
const knownDays = 90

/**
 * Tells a member who signs in from a place that the last months don't know. The first sign-in of all, and addresses whose place nobody knows, tell nothing.
 * Called before the sign-in's own line is written.
 */
export async function tellNewPlace(tx: Tx, { account, memberId }: Named, { address, now }: SessionOrigin): Promise<void> {
  const place = placeName(address)
  if (place === null) return
  const known = await tx
    .selectFrom('activity')
    .select('place')
    .distinct()
    .where('account_id', '=', account)
    .where('kind', '=', 'sign_in')
    .where('member_id', '=', memberId)
    .where('result', '=', 'ok')
    .where('at', '>', new Date(now.getTime() - knownDays * 86_400_000))
    .execute()
  if (known.length === 0 || known.some(row => row.place === place)) return
  await notifyAccount(tx, account, {
    kind: 'security',
    memberId,
    title: `在新的地点登录：${place}`,
    body: `您的账户于 ${formatChinaTime(now).slice(0, 16)} 在${place}（${address}）登录。如不是您本人操作，请立即修改密码，并在“登录设备”中移除陌生的设备。`,
    link: '/system/uaccount/userinfo?tab=devices',
    now,
  })
}
