import { createHash } from 'node:crypto'
import { asPlatform, type Db, openDb, type Tx } from '#db/connect.ts'
import { createAccount } from '#domain/account/account.ts'
import { hashPassword } from '#domain/account/password.ts'
import { purchasePackage } from '#domain/finance/purchase.ts'
import { grantSegments, recharge } from '#domain/ledger/credit.ts'
import { hmac, keyFor } from '#domain/secret.ts'
import { createStaff } from '#domain/staff/staff.ts'
import { chinaDayStart } from '#values/china-time.ts'
import { type AccountId, newId } from '#values/id.ts'
import { seedBroadcasts } from './demo-broadcasts.ts'
import { makePeople, seedApp, seedPeople, seedTexts } from './demo-content.ts'
import { seedDays } from './demo-days.ts'
import { Chance } from './demo-random.ts'

export interface Credentials {
  login: string
  password: string
}

/** What people and programs sign in to the demo with. */
export interface DemoAccounts {
  customer: Credentials
  /** An account as it is after registration. */
  empty: Credentials
  /** The administrator of the back office; `reviewer` and `finance` have the same password. */
  operator: Credentials
  /** A program's key, and a message that it can send at once. */
  app: {
    accessKeyId: string
    accessKeySecret: string
    signature: string
    templateCode: string
    templateParam: Record<string, string>
    phone: string
  }
}

const password = 'Hongyan2026'
const accessKeyId = 'HYDEMO0000000001'
const staff = [
  { login: 'admin', name: '管理员（演示）', role: 'administrator' },
  { login: 'reviewer', name: '审核员（演示）', role: 'reviewer' },
  { login: 'finance', name: '财务（演示）', role: 'finance' },
  { login: 'operations', name: '运维（演示）', role: 'operations' },
] as const

const demoAccounts = (secret: string): DemoAccounts => ({
  customer: { login: 'demo', password },
  empty: { login: 'newcomer', password },
  operator: { login: staff[0].login, password },
  app: {
    accessKeyId,
    // Another one in each installation, and the same at each start.
    accessKeySecret: hmac(keyFor(secret, 'demo access key'), accessKeyId).toString('base64url'),
    signature: '云栈集市',
    templateCode: 'SMS_200101',
    templateParam: { code: '204817' },
    phone: '13800002018',
  },
})
const dayMs = 86_400_000
const peopleCount = 3_200

/**
 * Fills a database, once, with an attested shop that has texts in every state, contacts, packages, two weeks of messages whose ledger adds up, and a
 * program; with a second, empty account; and with staff. `secret` is the platform's master secret. Takes the owner's URL, after the reference data.
 */
export async function seedDemo(url: string, { secret, now }: { secret: string; now: Date }): Promise<DemoAccounts> {
  const demo = demoAccounts(secret)
  const db = openDb({ url, role: 'hongyan_platform', max: 2 })
  try {
    const known = await db.selectFrom('login_name').select('login').where('login', '=', demo.customer.login).executeTakeFirst()
    if (known) await renewKey(db, demo.app)
    else {
      const passwordHash = await hashPassword(password)
      // In one transaction: a start that is killed leaves nothing of it.
      await asPlatform(db, async tx => {
        const staffIds = []
        for (const member of staff) staffIds.push((await createStaff(tx, { ...member, passwordHash, now })).staffId)
        await seedShop(tx, { passwordHash, staffId: staffIds[1]!, app: demo.app, login: demo.customer.login, now })
        await seedNewcomer(tx, { passwordHash, login: demo.empty.login, now })
      })
    }
    return demo
  } finally {
    await db.destroy()
  }
}

/** The printed secret is the one that works, also after the master secret was changed. */
async function renewKey(db: Db, { accessKeyId: id, accessKeySecret }: DemoAccounts['app']): Promise<void> {
  const secretHash = createHash('sha256').update(accessKeySecret).digest()
  await db.updateTable('access_key').set({ secret_hash: secretHash }).where('access_key_id', '=', id).execute()
}

interface ShopFacts {
  passwordHash: string
  staffId: string
  app: DemoAccounts['app']
  login: string
  now: Date
}

async function seedShop(tx: Tx, { passwordHash, staffId, app, login, now }: ShopFacts): Promise<void> {
  const account = newId() as AccountId
  const openedAt = chinaDayStart(now, -97)
  const { memberId } = await createAccount(tx, {
    account,
    name: '云栈集市（演示）',
    login,
    phone: '19200002001',
    memberName: '演示用户',
    passwordHash,
    now: openedAt,
  })
  await tx
    .updateTable('account')
    .set({ attested_at: new Date(openedAt.getTime() + 6 * 3_600_000), attested_name: '云栈集市科技有限公司（演示）' })
    .where('account_id', '=', account)
    .execute()
  await seedCredit(tx, account, now)
  const chance = new Chance(20_261_121)
  const people = makePeople(chance, peopleCount)
  const texts = await seedTexts(tx, account, { memberId, staffId, now })
  await seedPeople(tx, account, people, { memberId, now, chance })
  const appId = await seedApp(tx, account, app)
  const history = { chance, now, memberId, appId, people, ...texts }
  await seedDays(tx, account, history)
  await seedBroadcasts(tx, account, history)
}

/** A balance, packages bought some weeks ago, and a gift that ends soon. */
async function seedCredit(tx: Tx, account: AccountId, now: Date): Promise<void> {
  const weekAgo = (weeks: number) => chinaDayStart(now, -weeks * 7)
  await recharge(tx, account, { transferId: newId(), amountHao: 30_000_000, remark: '演示充值', at: weekAgo(6) })
  await purchasePackage(tx, account, { packageId: '1001', quantity: 1, now: weekAgo(5) })
  await purchasePackage(tx, account, { packageId: '1001', quantity: 1, now: weekAgo(3) })
  await purchasePackage(tx, account, { packageId: '2001', quantity: 1, now: weekAgo(4) })
  await grantSegments(tx, account, {
    grantId: newId(),
    kind: 'general',
    name: '通用短信体验包',
    segmentCount: 500,
    source: 'gift',
    startsAt: weekAgo(3),
    expiresAt: new Date(chinaDayStart(now, 9).getTime() + dayMs - 1),
  })
}

const seedNewcomer = (tx: Tx, { passwordHash, login, now }: { passwordHash: string; login: string; now: Date }) =>
  createAccount(tx, {
    account: newId() as AccountId,
    name: '新账户（演示）',
    login,
    phone: '19200002002',
    memberName: '新用户',
    passwordHash,
    now,
  })
