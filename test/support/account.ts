import { asAccount, type Db, type Tx } from '#db/connect.ts'
import { grantSegments } from '#domain/ledger/credit.ts'
import { type AccountId, newAccountId, newId } from '#values/id.ts'

export interface TestAccount {
  account: AccountId
  memberId: string
  phone: string
}

const dayMs = 86_400_000

/** A link package of this many units, valid from yesterday on for this many days. */
export async function giveLinkUnits(tx: Tx, account: AccountId, count: number, dayCount = 30, now = new Date()): Promise<string> {
  const grantId = newId()
  const times = { startsAt: new Date(now.getTime() - dayMs), expiresAt: new Date(now.getTime() + dayCount * dayMs) }
  await grantSegments(tx, account, { grantId, kind: 'link', name: '短链测试', segmentCount: count, source: 'gift', ...times })
  return grantId
}

let made = 0

/** An attested account with one owner by default; without packages, except link units on request. */
export async function createAccount(
  db: Db,
  facts: {
    name?: string
    attestedName?: string
    attested?: boolean
    whenEmpty?: 'stop' | 'balance'
    linkUnits?: number
    createdAt?: Date
  } = {},
): Promise<TestAccount> {
  made += 1
  const account = newAccountId()
  const memberId = newId()
  const phone = `139${String(10_000_000 + made)}`
  const name = facts.name ?? `测试公司${made}`
  await asAccount(db, account, async tx => {
    await tx
      .insertInto('account')
      .values({
        accountId: account,
        name,
        whenEmpty: facts.whenEmpty ?? 'balance',
        ...(facts.createdAt ? { createdAt: facts.createdAt } : {}),
        ...(facts.attested === false ? {} : { attestedAt: new Date('2026-01-01T00:00:00Z'), attestedName: facts.attestedName ?? name }),
      })
      .execute()
    await insertMember(tx, account, { memberId, phone, name: '张三' })
    if (facts.linkUnits) await giveLinkUnits(tx, account, facts.linkUnits)
  })
  return { account, memberId, phone }
}

const insertMember = (tx: Tx, account: AccountId, { memberId, phone, name }: { memberId: string; phone: string; name: string }) =>
  tx.insertInto('member').values({ accountId: account, memberId, login: phone, phone, name, passwordHash: '-' }).execute()

/** Another member with an owner's rights. */
export async function addMember(db: Db, account: AccountId): Promise<string> {
  made += 1
  const memberId = newId()
  await asAccount(db, account, tx => insertMember(tx, account, { memberId, phone: `138${String(10_000_000 + made)}`, name: '李四' }))
  return memberId
}
