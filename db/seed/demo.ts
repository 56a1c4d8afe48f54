import { sql } from 'kysely'
import { asPlatform, type Db, openDb, type Tx } from '#db/connect.ts'
import { createAccount } from '#domain/identity/index.ts'
import { grantSegments, recharge } from '#domain/ledger/index.ts'
import { type Files, hashPassword, hmac, keyFor } from '#domain/platform/index.ts'
import { createStaff } from '#domain/staff/index.ts'
import { grantInitialUnits } from '#domain/visits/index.ts'
import { chinaDayStart } from '#values/china-time.ts'
import { type AccountId, newAccountId, newId } from '#values/id.ts'
import { firstOrThrow, itemOrThrow } from '#values/or-throw.ts'
import { seedAlerts } from './demo-alert.ts'
import { seedAnnouncements } from './demo-announcement.ts'
import { renewedSecret, seedApps, seedRequests } from './demo-app.ts'
import { seedAttestation } from './demo-attestation.ts'
import { seedBank } from './demo-bank.ts'
import { seedBills } from './demo-bill.ts'
import { seedBroadcasts } from './demo-broadcasts.ts'
import { makePeople, seedPeople, seedTexts } from './demo-content.ts'
import { seedDays } from './demo-days.ts'
import { dateIds } from './demo-ids.ts'
import { seedInvoices } from './demo-invoice.ts'
import { seedLinks } from './demo-links.ts'
import { seedMembers } from './demo-members.ts'
import { seedOpenOrders, seedOrders } from './demo-orders.ts'
import { DemoRandom } from './demo-random.ts'
import { seedWebhook } from './demo-webhook.ts'

interface Credentials {
  login: string
  password: string
}

/** Credentials of the demo for people and programs. */
export interface DemoAccounts {
  customer: Credentials
  /** A newly registered account. */
  empty: Credentials
  /** The administrator of the back office; `reviewer` and `finance` have the same password. */
  admin: Credentials
  /** A program's key, and a message that it can send at once. */
  app: {
    accessKeyId: string
    accessKeySecret: string
    /** The app's id in the Tencent SDK. */
    sdkAppId: string
    signature: string
    templateCode: string
    /** The template's id in the Tencent SDK. */
    templateId: string
    templateParam: Record<string, string>
    phone: string
  }
}

/** Published in this file: it must never work on a platform that strangers can reach. */
export const demoPassword = 'Hongyan2026'
const accessKeyId = 'HYDEMO0000000001'
const staff = [
  { login: 'admin', name: '管理员（演示）', role: 'administrator' },
  { login: 'reviewer', name: '审核员（演示）', role: 'reviewer' },
  { login: 'finance', name: '财务（演示）', role: 'finance' },
  { login: 'operations', name: '运维（演示）', role: 'operations' },
] as const

const demoAccounts = (secret: string): DemoAccounts => ({
  customer: { login: 'demo', password: demoPassword },
  empty: { login: 'newcomer', password: demoPassword },
  admin: { login: staff[0].login, password: demoPassword },
  app: {
    accessKeyId,
    // Different in each installation, and the same at each start.
    accessKeySecret: hmac(keyFor(secret, 'demo access key'), accessKeyId).toString('base64url'),
    // Set when the app exists.
    sdkAppId: '',
    signature: '云栈集市',
    templateCode: 'SMS_200101',
    templateId: '200101',
    templateParam: { code: '204817' },
    phone: '13800002018',
  },
})
const dayMs = 86_400_000
const peopleCount = 3_200

/**
 * Seeds the demo once: an attested shop with texts in every state, contacts, packages, two weeks of messages whose
 * ledger adds up, and a program; a second, empty account; and staff. `secret` is the platform's master secret;
 * documents go to `files`. Takes a URL of the platform's role, after the reference data. Returns null and seeds nothing
 * where other people work already or the demo was closed.
 */
export async function seedDemo(
  url: string,
  { secret, shortLinkUrl, files, now }: { secret: string; shortLinkUrl: string; files: Files; now: Date },
): Promise<DemoAccounts | null> {
  const demo = demoAccounts(secret)
  const db = openDb({ url, role: 'hongyan_platform', max: 2 })
  try {
    const people = await peopleIn(db)
    if (people === 'others') return null
    if (people === 'demo') await renewKey(db, secret, demo.app)
    else {
      const passwordHash = await hashPassword(demoPassword)
      // In one transaction: a killed start leaves nothing behind.
      await asPlatform(db, async tx => {
        const staffIds = []
        for (const member of staff) staffIds.push((await createStaff(tx, { ...member, passwordHash, now })).staffId)
        await tx.updateTable('staff').set({ isDemo: true }).where('staffId', 'in', staffIds).execute()
        await seedShop(tx, {
          passwordHash,
          adminId: firstOrThrow(staffIds),
          staffId: itemOrThrow(staffIds, 1),
          financeId: itemOrThrow(staffIds, 2),
          app: demo.app,
          login: demo.customer.login,
          secret,
          shortLinkUrl,
          files,
          now,
        })
        await seedNewcomer(tx, { passwordHash, login: demo.empty.login, now })
      })
    }
    return { ...demo, app: { ...demo.app, sdkAppId: await numberOf(db, demo.app.accessKeyId) } }
  } finally {
    await db.destroy()
  }
}

/** Who uses the database: nobody, the demo, or people whom the demo must not affect. */
async function peopleIn(db: Db): Promise<'none' | 'demo' | 'others'> {
  const { rows } = await sql<{ hasDemo: boolean; hasPeople: boolean }>`
    select exists (select 1 from account where is_demo and state = 'active') as "hasDemo",
      exists (select 1 from account where kind = 'customer') or exists (select 1 from staff) as "hasPeople"`.execute(db)
  const { hasDemo, hasPeople } = firstOrThrow(rows)
  if (hasDemo) return 'demo'
  return hasPeople ? 'others' : 'none'
}

const markDemo = (tx: Tx, account: AccountId) => tx.updateTable('account').set({ isDemo: true }).where('accountId', '=', account).execute()

async function renewKey(db: Db, master: string, key: DemoAccounts['app']): Promise<void> {
  await db.updateTable('accessKey').set(renewedSecret(master, key)).where('accessKeyId', '=', key.accessKeyId).execute()
}

async function numberOf(db: Db, accessKeyId: string): Promise<string> {
  const { accountId, appId } = await db
    .selectFrom('accessKey')
    .select(['accountId', 'appId'])
    .where('accessKeyId', '=', accessKeyId)
    .executeTakeFirstOrThrow()
  const { number } = await db
    .selectFrom('app')
    .select('number')
    .where('accountId', '=', accountId)
    .where('appId', '=', appId)
    .executeTakeFirstOrThrow()
  return number
}

interface ShopFacts {
  passwordHash: string
  adminId: string
  staffId: string
  financeId: string
  app: DemoAccounts['app']
  login: string
  secret: string
  shortLinkUrl: string
  files: Files
  now: Date
}

async function seedShop(
  tx: Tx,
  { passwordHash, adminId, staffId, financeId, app, login, secret, shortLinkUrl, files, now }: ShopFacts,
): Promise<void> {
  const account = newAccountId()
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
  await markDemo(tx, account)
  await seedAttestation(tx, account, { files, secret, memberId, phone: '19200002001', staffId, openedAt, now })
  await seedCredit(tx, account, now)
  await seedOrders(tx, account, { memberId, staffId: financeId, now })
  const random = new DemoRandom(20_261_121)
  const people = makePeople(random, peopleCount)
  const texts = await seedTexts(tx, account, { memberId, staffId, now })
  await seedPeople(tx, account, people, { memberId, now, random })
  const appId = await seedApps(tx, account, { key: app, secret, memberId, now })
  const history = { random, now, memberId, appId, people, secret, shortLinkUrl, ...texts }
  await seedDays(tx, account, history)
  await seedRequests(tx, account, { appId, accessKeyId: app.accessKeyId, random: new DemoRandom(20_261_122), now })
  await seedWebhook(tx, account, { appId, secret, random: new DemoRandom(20_261_123), now })
  await seedLinks(tx, account, history)
  await seedBroadcasts(tx, account, history)
  await seedAlerts(tx, account, { memberId, appId, now })
  await seedBills(tx, account, now)
  await seedInvoices(tx, account, { memberId, financeId, now })
  await seedOpenOrders(tx, account, { memberId, financeId, adminId, now })
  await seedBank(tx, account, { memberId, financeId, files, now })
  await seedAnnouncements(tx, account, { memberId, memberName: '演示用户', staffId, now })
  await seedMembers(tx, account, { ownerId: memberId, passwordHash, staffId, now })
  await dateIds(tx, account)
}

/** A balance, a bonus that expires soon, and link units. */
async function seedCredit(tx: Tx, account: AccountId, now: Date): Promise<void> {
  const weekAgo = (weeks: number) => chinaDayStart(now, -weeks * 7)
  await recharge(tx, account, { transferId: newId(), amountHao: 30_000_000, remark: '演示充值', at: weekAgo(6) })
  await grantSegments(tx, account, {
    grantId: newId(),
    kind: 'general',
    name: '通用短信体验包',
    segmentCount: 500,
    source: 'gift',
    startsAt: weekAgo(3),
    expiresAt: new Date(chinaDayStart(now, 9).getTime() + dayMs - 1),
  })
  await grantInitialUnits(tx, account, weekAgo(6))
  await grantSegments(tx, account, {
    grantId: newId(),
    kind: 'link',
    name: '短链 10万次',
    segmentCount: 100_000,
    source: 'gift',
    startsAt: weekAgo(5),
    expiresAt: new Date(chinaDayStart(now, 330).getTime() - 1),
  })
}

async function seedNewcomer(tx: Tx, { passwordHash, login, now }: { passwordHash: string; login: string; now: Date }): Promise<void> {
  const account = newAccountId()
  await createAccount(tx, {
    account,
    name: '新账户（演示）',
    login,
    phone: '19200002002',
    memberName: '新用户',
    passwordHash,
    now,
  })
  await markDemo(tx, account)
  await grantInitialUnits(tx, account, now)
}
