import { asPlatform, type Db } from '#db/connect.ts'
import { rebuildStatistics } from '#domain/message-records/index.ts'
import { type AccountId, idFloor } from '#values/id.ts'
import { addContacts, openAccount } from './large-account.ts'
import { planDays, preparePeople, writeDay } from './large-messages.ts'

export interface LargeSizes {
  messageCount: number
  contactCount: number
  dayCount: number
  now: Date
  /** Reports progress. */
  say: (text: string) => void
}

const largeLogin = { login: 'large', password: 'Hongyan2026' }

const number = (count: number) => count.toLocaleString('en-US')

/**
 * Seeds the missing parts of the large account, day by day; the database must have a single connection. Returns the
 * account.
 */
export async function seedLarge(db: Db, { messageCount, contactCount, dayCount, now, say }: LargeSizes): Promise<AccountId> {
  const startedAt = performance.now()
  const { account, names } = await openAccount(db, { ...largeLogin, messageCount, dayCount, now })
  await preparePeople(db)
  const days = planDays(messageCount, dayCount, now)
  const people = Math.max(contactCount, 10_000)
  let written = 0
  for (const [index, day] of days.entries()) {
    if (await hasMessages(db, account, day)) continue
    written += await asPlatform(db, tx => writeDay(tx, account, names, day, people))
    const perSecond = (written * 1000) / (performance.now() - startedAt)
    if (index % 5 === 4 || index === days.length - 1)
      say(`短信 ${index + 1}/${days.length} 天，${number(written)} 条，每秒 ${number(Math.round(perSecond))} 条`)
  }
  const contacts = await addContacts(db, account, contactCount, now)
  if (written > 0)
    await rebuildStatistics(db, account, (done, whole) => {
      if (done % 10 === 0 || done === whole) say(`统计 ${done}/${whole} 天`)
    })
  const seconds = Math.round((performance.now() - startedAt) / 1000)
  if (written === 0) say(`账号 ${largeLogin.login} / ${largeLogin.password} 已经有了，没有改动`)
  else
    say(
      `账号 ${largeLogin.login} / ${largeLogin.password}：新增 ${number(written)} 条短信，通讯录 ${number(contacts)} 人，用时 ${seconds} 秒`,
    )
  return account
}

/**
 * Whether a day is written: its messages are written in one transaction. A later run adds nothing to the last run's
 * today.
 */
async function hasMessages(db: Db, account: AccountId, { start, end }: { start: Date; end: Date }): Promise<boolean> {
  const row = await db
    .selectFrom('message')
    .select('messageId')
    .where('accountId', '=', account)
    .where('messageId', '>=', idFloor(start))
    .where('messageId', '<', idFloor(end))
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
