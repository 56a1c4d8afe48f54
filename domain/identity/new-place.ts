import type { Tx } from '#db/connect.ts'
import { notifyAccount } from '#domain/notification/index.ts'
import { placeName } from '#domain/platform/index.ts'
import { formatChinaTime } from '#values/china-time.ts'
import type { Named } from './login.ts'
import type { SessionOrigin } from './session.ts'

/** How many days a place stays known. */
const knownDays = 90

/**
 * Notifies a member of a sign-in from a place not seen in the last months, except the first sign-in and addresses of
 * unknown place. Call before the audit log line of the sign-in is written.
 */
export async function notifyNewLocation(tx: Tx, { account, memberId }: Named, { address, now }: SessionOrigin): Promise<void> {
  const place = placeName(address)
  if (place === null) return
  const known = await tx
    .selectFrom('auditLog')
    .select('place')
    .distinct()
    .where('accountId', '=', account)
    .where('kind', '=', 'sign_in')
    .where('memberId', '=', memberId)
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
