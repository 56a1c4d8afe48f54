import { sql } from 'kysely'
import type { Db, Tx } from '#db/connect.ts'
import { asPlatform } from '#db/connect.ts'
import { createAccount } from '#domain/identity/index.ts'
import { grantSegments, recharge } from '#domain/ledger/index.ts'
import { hashPassword } from '#domain/platform/index.ts'
import { chinaDayStart } from '#values/china-time.ts'
import { type AccountId, newAccountId, newId } from '#values/id.ts'
import { mainlandCarriers } from '#values/phone.ts'
import { type LargeNames, phoneOf } from './large-messages.ts'
import { largeApps, largeSignatures, largeTemplates } from './large-texts.ts'

const dayMs = 86_400_000
const firstExtension = 810_001

export interface LargeAccount {
  account: AccountId
  names: LargeNames
}

/** Creates or finds the account, with its texts, apps and means to pay for so many messages. */
export async function openAccount(
  db: Db,
  facts: { login: string; password: string; messageCount: number; dayCount: number; now: Date },
): Promise<LargeAccount> {
  const known = await db.selectFrom('loginName').select(['accountId', 'memberId']).where('login', '=', facts.login).executeTakeFirst()
  if (known) return { account: known.accountId, names: await readNames(db, known.accountId, known.memberId) }
  const account = newAccountId()
  const passwordHash = await hashPassword(facts.password)
  return asPlatform(db, async tx => {
    const openedAt = chinaDayStart(facts.now, -facts.dayCount - 20)
    const { memberId } = await createAccount(tx, {
      account,
      name: '鸿途出行（大数据量演示）',
      login: facts.login,
      phone: '19200002003',
      memberName: '大客户用户',
      passwordHash,
      now: openedAt,
    })
    const attested = { attestedAt: new Date(openedAt.getTime() + dayMs), attestedName: '鸿途出行科技有限公司（演示）' }
    await tx.updateTable('account').set(attested).where('accountId', '=', account).execute()
    await addTexts(tx, account, openedAt)
    await addMeans(tx, account, facts, openedAt)
    return { account, names: await readNames(tx, account, memberId) }
  })
}

async function addTexts(tx: Tx, account: AccountId, openedAt: Date): Promise<void> {
  const reviewed = { createdAt: openedAt, submittedAt: openedAt, reviewedAt: new Date(openedAt.getTime() + dayMs), state: 'approved' }
  const signatures = largeSignatures.map((text, index) => ({
    text,
    signatureId: newId(openedAt.getTime()),
    extension: String(firstExtension + index),
  }))
  await tx
    .insertInto('signature')
    .values(
      signatures.map(({ text, signatureId, extension }) => ({
        ...reviewed,
        accountId: account,
        signatureId,
        text,
        extension,
        kind: 'company',
        purpose: 'own',
        remark: '公司简称',
      })),
    )
    .execute()
  await tx
    .insertInto('senderExtension')
    .values(signatures.map(({ signatureId, extension }) => ({ extension, accountId: account, signatureId })))
    .execute()
  const senderRegistrations = signatures.flatMap(({ signatureId }) =>
    mainlandCarriers.map(carrier => ({ accountId: account, signatureId, carrier, state: 'filed', changedAt: reviewed.reviewedAt })),
  )
  await tx.insertInto('senderRegistration').values(senderRegistrations).execute()
  await tx
    .insertInto('template')
    .values(
      largeTemplates.map(({ code, name, kind, text }) => ({
        ...reviewed,
        accountId: account,
        templateId: newId(openedAt.getTime()),
        code,
        name,
        kind,
        text,
        variables: JSON.stringify([{ name: 'code', kind: 'alphanumeric', maxLength: 6 }]),
      })),
    )
    .execute()
  await tx
    .insertInto('app')
    .values(largeApps.map(name => ({ accountId: account, appId: newId(openedAt.getTime()), name, createdAt: openedAt })))
    .execute()
}

/**
 * Means for all messages: a package for otp and transactional ones, one for two thirds of the marketing, the balance
 * for the rest, and a bonus that expires soon.
 */
async function addMeans(
  tx: Tx,
  account: AccountId,
  { messageCount, now }: { messageCount: number; now: Date },
  openedAt: Date,
): Promise<void> {
  const grant = (name: string, kind: 'industry' | 'marketing' | 'general', segments: number, days: number) =>
    grantSegments(tx, account, {
      grantId: newId(openedAt.getTime()),
      kind,
      name,
      segmentCount: Math.ceil(segments),
      source: 'purchase',
      startsAt: openedAt,
      expiresAt: new Date(chinaDayStart(now, days + 1).getTime() - 1),
    })
  await grant('行业短信（大客户）', 'industry', messageCount * 1.2, 400)
  await grant('推广短信（大客户）', 'marketing', messageCount * 0.15, 210)
  await recharge(tx, account, { transferId: newId(), amountHao: Math.ceil(messageCount * 0.3 * 500), remark: '对公转账', at: openedAt })
  await grant('通用短信赠送包', 'general', Math.min(20_000, messageCount / 100), 12)
}

async function readNames(db: Db | Tx, account: AccountId, memberId: string): Promise<LargeNames> {
  const signatures = await db.selectFrom('signature').select(['text', 'signatureId']).where('accountId', '=', account).execute()
  const templates = await db.selectFrom('template').select(['code', 'templateId']).where('accountId', '=', account).execute()
  const apps = await db.selectFrom('app').select(['name', 'appId']).where('accountId', '=', account).execute()
  return {
    memberId,
    signatures: new Map(signatures.map(row => [row.text, row.signatureId])),
    templates: new Map(templates.map(row => [row.code, row.templateId])),
    apps: new Map(apps.map(row => [row.name, row.appId])),
  }
}

const groupNames: Record<string, string[]> = {
  会员: ['普通会员', '银卡会员', '金卡会员', '钻石会员'],
  商城: ['近一年下单', '近一年未下单', '已领券未用'],
  出行: ['常旅客', '学生', '企业差旅'],
}
const surnames = '王李张刘陈杨赵黄周吴徐孙胡朱高林何郭马罗'

/** Creates contacts in groups of two levels, as many in each; existing ones stay as they are. Returns their number. */
export async function addContacts(db: Db, account: AccountId, contactCount: number, now: Date): Promise<number> {
  const { count } = await db
    .selectFrom('contact')
    .select(row => row.fn.countAll<number>().as('count'))
    .where('accountId', '=', account)
    .executeTakeFirstOrThrow()
  if (count > 0 || contactCount === 0) return count
  return asPlatform(db, async tx => {
    const groupIds: string[] = []
    for (const [parent, children] of Object.entries(groupNames)) {
      const parentId = newId()
      await tx.insertInto('contactGroup').values({ accountId: account, groupId: parentId, name: parent }).execute()
      for (const name of children) {
        const groupId = newId()
        await tx.insertInto('contactGroup').values({ accountId: account, groupId, name, parentId }).execute()
        groupIds.push(groupId)
      }
    }
    await sql`
      insert into contact (account_id, contact_id, group_id, phone, name, consent_kind, consent_note, consent_at)
      select ${account}::uuid, ${newIdOf(now)}, (${groupIds}::uuid[])[1 + person % ${groupIds.length}::integer], ${phoneOf(sql`person`)},
        substr(${surnames}, 1 + person % ${surnames.length}::integer, 1) || case when person % 2 = 0 then '女士' else '先生' end,
        case when person % 10 < 8 then 'member' end, case when person % 10 < 8 then '会员注册时勾选同意' else '' end,
        case when person % 10 < 8 then ${now}::timestamptz - person % 700 * interval '1 day' end
      from generate_series(0, ${contactCount - 1}::integer) as person join large_head as head on head.place = person % (select count(*) from large_head)
      order by person`.execute(tx)
    await sql`
      update contact_group set contact_count = counted.count from (select group_id, count(*) as count from contact where account_id = ${account} group by 1) as counted
      where contact_group.account_id = ${account} and contact_group.group_id = counted.group_id`.execute(tx)
    return contactCount
  })
}

/** Ids in the order of the persons, a microsecond apart at most. */
const newIdOf = (now: Date) => sql`
  (lpad(to_hex(${now.getTime()}::bigint - 1000000 + person), 12, '0') || '7' || substr(md5(person::text), 1, 3) || '8' || substr(md5(person::text), 4, 15))::uuid`
