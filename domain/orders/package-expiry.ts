import { sql } from 'kysely'
import { asAccount, type Db } from '#db/connect.ts'
import { notifyAccount } from '#domain/notification/index.ts'
import { chinaDay } from '#values/china-time.ts'
import type { AccountId } from '#values/id.ts'
import { formatYuan } from '#values/money.ts'
import { firstOrThrow } from '#values/or-throw.ts'

/** Days before a package's expiry at which its account is notified, once each. */
const notifiedAt = [1, 7, 30] as const
const dayMs = 86_400_000

interface Ending {
  accountId: AccountId
  grantId: string
  name: string
  kind: string
  expiresAt: Date
  leftCount: number
}

/**
 * Notifies accounts of packages, and of bonus credit, that expire soon with something left. Returns how many
 * notifications.
 */
export async function notifyExpiringPackages(db: Db, now: Date): Promise<number> {
  const { rows } = await sql<Ending>`
    select g.account_id, g.grant_id, g.name, g.kind, g.expires_at, l.credits - l.debits as left_count
    from credit_grant as g -- across accounts: packages of all customers that end soon
    join ledger_account as l on l.account_id = g.account_id and l.grant_id = g.grant_id and l.purpose = 'available'
    join account on account.account_id = g.account_id and account.kind = 'customer' and account.state = 'active'
    where g.expires_at > ${now} and g.starts_at <= ${now} and g.expires_at <= ${new Date(now.getTime() + notifiedAt[2] * dayMs)} and l.credits > l.debits
      and (g.notified_days is null or g.notified_days > ${notifiedAt[0]})
      -- domain/alert notifies those who have a rule for it.
      and not exists (select from alert_rule as r where r.account_id = g.account_id and r.kind = 'package_expiring' and r.is_on)`.execute(
    db,
  )
  let count = 0
  for (const row of rows) if (await notify(db, row, now)) count += 1
  return count
}

async function notify(db: Db, row: Ending, now: Date): Promise<boolean> {
  const account = row.accountId
  const daysLeft = Math.ceil((row.expiresAt.getTime() - now.getTime()) / dayMs)
  const step = firstOrThrow(notifiedAt.filter(days => daysLeft <= days))
  return asAccount(db, account, async tx => {
    const { numUpdatedRows } = await tx
      .updateTable('creditGrant')
      .set({ notifiedDays: step })
      .where('accountId', '=', account)
      .where('grantId', '=', row.grantId)
      .where(grant => grant.or([grant('notifiedDays', 'is', null), grant('notifiedDays', '>', step)]))
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return false
    const { subject, left, page, again } = wordsOf(row)
    await notifyAccount(tx, account, {
      kind: 'finance',
      title: `${subject}“${row.name}”${daysLeft <= 1 ? '明天' : `${daysLeft} 天后`}到期`,
      body: `还剩${left}，${chinaDay(row.expiresAt)} 到期后不能再用，也不退费。请尽快使用${again}。`,
      link: page,
      now,
    })
    return true
  })
}

function wordsOf({ kind, leftCount }: Ending) {
  if (kind === 'bonus') return { subject: '赠送金', left: formatYuan(leftCount), page: '/system/finance/overview', again: '' }
  const [unit, page] = kind === 'link' ? ['次', '/shorturl/combo'] : ['条', '/sms/combo']
  return { subject: '套餐', left: ` ${leftCount.toLocaleString('en-US')} ${unit}`, page, again: '或续购' }
}
