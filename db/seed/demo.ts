import { asAccount, asPlatform, openDb } from '#db/connect.ts'
import { createAccount } from '#domain/account/account.ts'
import { hashPassword } from '#domain/account/password.ts'
import { grantSegments, recharge } from '#domain/ledger/credit.ts'
import { type AccountId, newId } from '#values/id.ts'

export interface Credentials {
  login: string
  password: string
}
export interface DemoAccounts {
  customer: Credentials
  empty: Credentials
}

/** The demo's accounts; both passwords keep the password rule. */
const demo: DemoAccounts = {
  customer: { login: 'demo', password: 'Hongyan2026' },
  empty: { login: 'newcomer', password: 'Hongyan2026' },
}
const dayMs = 86_400_000

/** Fills a database with an attested account that has packages and a balance, and an empty one; once for each database. Takes the owner's URL. */
export async function seedDemo(url: string, now: Date): Promise<DemoAccounts> {
  const db = openDb({ url, role: 'hongyan_platform', max: 2 })
  try {
    const known = await db.selectFrom('login_name').select('login').where('login', '=', demo.customer.login).executeTakeFirst()
    if (known) return demo
    const account = newId() as AccountId
    const passwordHash = await hashPassword(demo.customer.password)
    await asPlatform(db, async tx => {
      await createAccount(tx, {
        account,
        name: '云栈集市（演示）',
        login: demo.customer.login,
        phone: '19200000001',
        memberName: '演示用户',
        passwordHash,
        now,
      })
      await tx
        .updateTable('account')
        .set({ attested_at: now, attested_name: '云栈集市科技有限公司（演示）' })
        .where('account_id', '=', account)
        .execute()
      await recharge(tx, account, { transferId: newId(), amountHao: 5_000_000, remark: '演示余额', at: now })
      for (const [kind, name, segmentCount, days] of [
        ['industry', '行业短信 1万条', 10_000, 365],
        ['marketing', '推广短信 1万条', 10_000, 365],
        ['general', '通用短信体验包', 500, 20],
      ] as const)
        await grantSegments(tx, account, {
          grantId: newId(),
          kind,
          name,
          segmentCount,
          source: 'gift',
          startsAt: now,
          expiresAt: new Date(now.getTime() + days * dayMs),
        })
    })
    const empty = newId() as AccountId
    await asAccount(db, empty, tx =>
      createAccount(tx, {
        account: empty,
        name: '新账户（演示）',
        login: demo.empty.login,
        phone: '19200000002',
        memberName: '新用户',
        passwordHash,
        now,
      }),
    )
    return demo
  } finally {
    await db.destroy()
  }
}
