import type { TemplateVariable } from '#contract/content/template-text.ts'
import type { Tx } from '#db/connect.ts'
import type { MessageKind } from '#domain/ledger/index.ts'
import { changeSenderRegistrations, startSenderRegistration } from '#domain/sender-registration/index.ts'
import { type AccountId, newId } from '#values/id.ts'
import { firstOrThrow, itemOrThrow } from '#values/or-throw.ts'
import { type MainlandCarrier, mainlandCarriers } from '#values/phone.ts'
import type { DemoRandom } from './demo-random.ts'

const dayMs = 86_400_000

export interface DemoSignature {
  signatureId: string
  text: string
}
export interface DemoTemplate {
  templateId: string
  code: string
  kind: MessageKind
  text: string
  variables: TemplateVariable[]
}
/** A person whom the demo's shop writes to. */
export interface DemoPerson {
  phone: string
  carrier: MainlandCarrier
  /** 张女士 */
  name: string
}

interface Reviewed {
  state: 'draft' | 'reviewing' | 'approved' | 'rejected' | 'disabled'
  /** Days before now that it was submitted, or created when it is a draft. */
  daysAgo: number
  reason?: string
}

const signatures: readonly (Reviewed & { text: string; kind: string; remark: string })[] = [
  { text: '云栈集市', kind: 'company', remark: '公司简称，用于订单与物流通知', state: 'approved', daysAgo: 96 },
  { text: '云栈优选', kind: 'app', remark: '会员商城App，用于会员活动', state: 'approved', daysAgo: 61 },
  { text: '云栈会员', kind: 'app', remark: '会员中心改版后使用', state: 'reviewing', daysAgo: 0.1 },
  {
    text: '云栈超市',
    kind: 'shop',
    remark: '线下门店',
    state: 'rejected',
    daysAgo: 6,
    reason: '签名与认证的企业名称不一致，请上传该门店的营业执照，或改用企业简称。',
  },
  { text: '云栈大促', kind: 'app', remark: '去年活动使用', state: 'disabled', daysAgo: 300, reason: '活动已结束，由账户停用。' },
]

const variable = (name: string, kind: TemplateVariable['kind'], maxLength: number, example?: string): TemplateVariable => ({
  name,
  kind,
  maxLength,
  ...(example ? { example } : {}),
})

const templates: readonly (Reviewed & { code: string; name: string; kind: MessageKind; text: string; variables: TemplateVariable[] })[] = [
  {
    code: 'SMS_200101',
    name: '登录验证码',
    kind: 'otp',
    text: '您的登录验证码为${code}，5分钟内有效，请勿告诉他人。',
    variables: [variable('code', 'code', 6)],
    state: 'approved',
    daysAgo: 95,
  },
  {
    code: 'SMS_200102',
    name: '发货通知',
    kind: 'transactional',
    text: '您购买的${goods}已由${carrier}发出，运单号${number}，预计${day}送达。',
    variables: [
      variable('goods', 'text', 35, '明前龙井250克'),
      variable('carrier', 'text', 10, '顺丰速运'),
      variable('number', 'alphanumeric', 20, 'SF1402088867'),
      variable('day', 'time', 12, '11月23日'),
    ],
    state: 'approved',
    daysAgo: 95,
  },
  {
    code: 'SMS_200103',
    name: '付款成功',
    kind: 'transactional',
    text: '订单${order}已付款${amount}元，我们会尽快为您发货。',
    variables: [variable('order', 'alphanumeric', 20, 'YZ20261121'), variable('amount', 'amount', 13)],
    state: 'approved',
    daysAgo: 95,
  },
  {
    code: 'SMS_200104',
    name: '退款到账',
    kind: 'transactional',
    text: '订单${order}的退款${amount}元已原路退回，到账时间以银行为准。',
    variables: [variable('order', 'alphanumeric', 20, 'YZ20261121'), variable('amount', 'amount', 13)],
    state: 'approved',
    daysAgo: 80,
  },
  {
    code: 'SMS_200105',
    name: '会员日',
    kind: 'marketing',
    text: '${name}您好，本月会员日全场${discount}折起，茶叶、家纺、厨具都有惊喜，活动到${day}结束，欢迎到云栈优选App选购，满199元包邮到家。',
    variables: [variable('name', 'text', 10), variable('discount', 'digits', 2, '8'), variable('day', 'time', 12, '11月23日')],
    state: 'approved',
    daysAgo: 60,
  },
  {
    code: 'SMS_200106',
    name: '新品到店',
    kind: 'marketing',
    text: '${name}您好，秋冬新品已到店，前三天下单立减20元。',
    variables: [variable('name', 'text', 10)],
    state: 'approved',
    daysAgo: 40,
  },
  {
    code: 'SMS_200110',
    name: '专属会场',
    kind: 'marketing',
    text: '${name}您好，双十二预热开始，满300减40，您的专属会场：${link} ',
    variables: [variable('name', 'text', 10), variable('link', 'link', 60)],
    state: 'approved',
    daysAgo: 20,
  },
  {
    code: 'SMS_200107',
    name: '自提提醒',
    kind: 'transactional',
    text: '您的订单${order}已到自提点，请于${day}前凭取货码${code}领取。',
    variables: [variable('order', 'alphanumeric', 20, 'YZ20261121'), variable('day', 'time', 12, '11月23日'), variable('code', 'code', 6)],
    state: 'reviewing',
    daysAgo: 0.2,
  },
  {
    code: 'SMS_200108',
    name: '双十二预热',
    kind: 'marketing',
    text: '全年最低价！双十二抢先购，加客服领取内部优惠。',
    variables: [],
    state: 'rejected',
    daysAgo: 3,
    reason: '“全年最低价”“内部优惠”属于绝对化或诱导用语，请修改后重新提交。',
  },
  {
    code: 'SMS_200109',
    name: '满意度回访',
    kind: 'transactional',
    text: '您对本次服务满意吗？请在App中评价。',
    variables: [],
    state: 'draft',
    daysAgo: 1,
  },
]

/**
 * Signatures and templates in each of their states, with the history of their review. Returns those that can be sent.
 */
export async function seedTexts(tx: Tx, account: AccountId, facts: { memberId: string; staffId: string; now: Date }) {
  const at = (daysAgo: number) => new Date(facts.now.getTime() - daysAgo * dayMs)
  const timesOf = ({ state, daysAgo }: Reviewed) => ({
    createdAt: at(daysAgo + 0.01),
    submittedAt: state === 'draft' ? null : at(daysAgo),
    reviewedAt: state === 'draft' || state === 'reviewing' ? null : at(daysAgo - 0.08),
  })
  const madeSignatures = signatures.map(one => ({ ...one, signatureId: newId(at(one.daysAgo).getTime()) }))
  const madeTemplates = templates.map(one => ({ ...one, templateId: newId(at(one.daysAgo).getTime()) }))
  const extensionOf = (index: number) => String(880_001 + index)
  await tx
    .insertInto('signature')
    .values(
      madeSignatures.map(({ signatureId, text, kind, remark, state, daysAgo, reason }, index) => ({
        accountId: account,
        signatureId,
        text,
        kind,
        remark,
        state,
        reason: reason ?? null,
        purpose: 'own',
        extension: extensionOf(index),
        ...timesOf({ state, daysAgo }),
      })),
    )
    .execute()
  await tx
    .insertInto('senderExtension')
    .values(madeSignatures.map(({ signatureId }, index) => ({ extension: extensionOf(index), accountId: account, signatureId })))
    .execute()
  await tx
    .insertInto('template')
    .values(
      madeTemplates.map(({ templateId, code, name, kind, text, variables, state, daysAgo, reason }) => ({
        accountId: account,
        templateId,
        code,
        name,
        kind,
        text,
        state,
        reason: reason ?? null,
        variables: JSON.stringify(variables),
        ...timesOf({ state, daysAgo }),
      })),
    )
    .execute()
  const steps = [
    ...madeSignatures.map(one => ({ ...one, object: 'signature', objectId: one.signatureId })),
    ...madeTemplates.map(one => ({ ...one, object: 'template', objectId: one.templateId })),
  ].flatMap(({ object, objectId, state, daysAgo, reason }) => {
    const common = { accountId: account, object, objectId }
    const submitted = {
      ...common,
      reviewId: newId(at(daysAgo).getTime()),
      decision: 'submitted',
      memberId: facts.memberId,
      at: at(daysAgo),
    }
    const decidedAt = at(daysAgo - 0.08)
    const decided = { ...common, reviewId: newId(decidedAt.getTime()), staffId: facts.staffId, at: decidedAt }
    if (state === 'draft') return []
    if (state === 'reviewing') return [submitted]
    if (state === 'rejected') return [submitted, { ...decided, decision: 'rejected', reason: reason ?? null }]
    const approved = [submitted, { ...decided, decision: 'approved' }]
    if (state === 'approved') return approved
    const endedAt = at(daysAgo - 45)
    return [
      ...approved,
      {
        ...common,
        reviewId: newId(endedAt.getTime()),
        decision: 'disabled',
        reason: reason ?? null,
        memberId: facts.memberId,
        at: endedAt,
      },
    ]
  })
  for (const step of steps) await tx.insertInto('review').values(step).execute()
  await seedSenderRegistrations(tx, account, { ...facts, signatures: madeSignatures })
  const usable = madeTemplates.filter(template => template.state === 'approved')
  return {
    shop: firstOrThrow(madeSignatures) as DemoSignature,
    club: itemOrThrow(madeSignatures, 1) as DemoSignature,
    templates: usable as DemoTemplate[],
  }
}

/** Carriers that refused an approved signature; the others have registered it. */
const refusedSenderRegistrations: Record<string, Partial<Record<MainlandCarrier, string>>> = {
  云栈优选: { broadnet: 'App软件著作权登记证书不清晰，请重新上传后再报备。' },
}

/** Registers approved signatures with nearly every carrier some days after their approval. */
async function seedSenderRegistrations(
  tx: Tx,
  account: AccountId,
  facts: { staffId: string; now: Date; signatures: readonly (Reviewed & { signatureId: string; text: string })[] },
): Promise<void> {
  for (const { signatureId, text, state, daysAgo } of facts.signatures) {
    if (state !== 'approved') continue
    const approvedAt = new Date(facts.now.getTime() - (daysAgo - 0.08) * dayMs)
    await startSenderRegistration(tx, account, { signatureId, staffId: facts.staffId, now: approvedAt })
    for (const [index, carrier] of mainlandCarriers.entries()) {
      const reason = refusedSenderRegistrations[text]?.[carrier]
      const answer = reason === undefined ? { state: 'filed' as const, reason: '' } : { state: 'failed' as const, reason }
      const answeredAt = new Date(approvedAt.getTime() + (6 + index) * dayMs)
      await changeSenderRegistrations(tx, account, [{ ...answer, signatureId, carrier }], { staffId: facts.staffId, now: answeredAt })
    }
  }
}

/** Number prefixes by carrier with their share of people; the middle is 0000, as only samples have it. */
const prefixes: readonly (readonly [readonly [carrier: MainlandCarrier, prefix: string], weight: number])[] = [
  [['mobile', '138'], 14],
  [['mobile', '139'], 12],
  [['mobile', '150'], 9],
  [['mobile', '187'], 8],
  [['mobile', '198'], 5],
  [['unicom', '130'], 9],
  [['unicom', '186'], 8],
  [['unicom', '166'], 4],
  [['telecom', '133'], 9],
  [['telecom', '189'], 8],
  [['telecom', '199'], 4],
  [['broadnet', '192'], 2],
]
const surnames = '王李张刘陈杨赵黄周吴徐孙胡朱高林何郭马罗'
/** Lower endings have a special behaviour at the simulated carrier (carrier-sim/answers.ts). */
const firstEnding = 1000

/** Invented people, each with a number of their own. */
export function makePeople(random: DemoRandom, count: number): DemoPerson[] {
  const people = new Map<string, DemoPerson>()
  while (people.size < count) {
    const [carrier, prefix] = random.weighted(prefixes)
    const phone = `${prefix}0000${random.whole(firstEnding, 9999)}`
    people.set(phone, { phone, carrier, name: `${random.pick([...surnames])}${random.pick(['女士', '先生'])}` })
  }
  return [...people.values()]
}

/** The phonebook's groups and a blacklist from each of its sources. */
export async function seedPeople(
  tx: Tx,
  account: AccountId,
  people: readonly DemoPerson[],
  facts: { memberId: string; now: Date; random: DemoRandom },
) {
  const { random, now } = facts
  let taken = 0
  for (const [name, count] of [
    ['会员', 240],
    ['批发客户', 48],
    ['门店员工', 12],
  ] as const) {
    const groupId = newId()
    await tx.insertInto('contactGroup').values({ accountId: account, groupId, name, contactCount: count }).execute()
    const contacts = people.slice(taken, taken + count).map(person => ({
      accountId: account,
      contactId: newId(),
      groupId,
      phone: person.phone,
      name: person.name,
      fields: JSON.stringify({
        城市: random.pick(['杭州', '苏州', '成都', '武汉', '青岛']),
        等级: random.pick(['普通', '银卡', '金卡']),
      }),
    }))
    taken += count
    await tx.insertInto('contact').values(contacts).execute()
  }
  const reasons = [
    ['manual', '客户来电要求不再发送'],
    ['import', '旧系统退订名单'],
    ['complaint', '12321投诉转办'],
  ] as const
  await tx
    .insertInto('blacklist')
    .values(
      people.slice(-14).map((person, index) => {
        const [source, reason] = itemOrThrow(reasons, index % reasons.length)
        const createdAt = new Date(now.getTime() - (20 - index) * dayMs)
        return {
          accountId: account,
          blacklistId: newId(createdAt.getTime()),
          phone: person.phone,
          level: 'account',
          source,
          reason,
          scope: source === 'complaint' ? 'all' : 'marketing',
          memberId: facts.memberId,
          createdAt,
        }
      }),
    )
    .execute()
}
