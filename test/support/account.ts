import { asAccount, type Db } from '#db/connect.ts'
import { type AccountId, newId } from '#values/id.ts'

export interface TestAccount {
  account: AccountId
  memberId: string
  phone: string
}

let made = 0

/** An attested account with one owner, unless told otherwise. */
export async function createAccount(
  db: Db,
  facts: { name?: string; attested?: boolean; whenEmpty?: 'stop' | 'balance' } = {},
): Promise<TestAccount> {
  made += 1
  const account = newId() as AccountId
  const memberId = newId()
  const phone = `139${String(10_000_000 + made)}`
  const name = facts.name ?? `测试公司${made}`
  await asAccount(db, account, async tx => {
    await tx
      .insertInto('account')
      .values({
        account_id: account,
        name,
        when_empty: facts.whenEmpty ?? 'balance',
        ...(facts.attested === false ? {} : { attested_at: new Date('2026-01-01T00:00:00Z'), attested_name: name }),
      })
      .execute()
    await tx
      .insertInto('member')
      .values({ account_id: account, member_id: memberId, login: phone, phone, name: '张三', password_hash: '-' })
      .execute()
  })
  return { account, memberId, phone }
}
