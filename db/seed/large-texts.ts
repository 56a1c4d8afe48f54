import type { MessageKind } from '#domain/ledger/index.ts'
import { provinceOf } from '#domain/numbering/index.ts'
import type { Carrier } from '#values/phone.ts'

/** A template of the large account: its share within its kind, its app and its signature. */
export interface LargeTemplate {
  code: string
  name: string
  kind: MessageKind
  /** With one variable, filled by six digits. */
  text: string
  weight: number
  app: string | null
  signature: string
}

export const largeSignatures = ['鸿途出行', '鸿途商城', '鸿途会员']
export const largeApps = ['用户中心', '订单系统', '客服系统']

const code = '${code}'
export const largeTemplates: readonly LargeTemplate[] = [
  ['SMS_310001', '登录验证码', 'otp', `您的登录验证码为${code}，5分钟内有效，请勿告诉他人。`, 40, '用户中心', '鸿途出行'],
  ['SMS_310002', '注册验证码', 'otp', `您正在注册鸿途账号，验证码${code}，5分钟内有效。`, 9, '用户中心', '鸿途出行'],
  ['SMS_310003', '支付验证码', 'otp', `您正在支付，验证码${code}，请勿泄露。如非本人操作请联系客服。`, 6, '订单系统', '鸿途商城'],
  ['SMS_310011', '行程提醒', 'transactional', `您预订的行程将于明日出发，取票号${code}，请提前到达并携带证件。`, 9, '订单系统', '鸿途出行'],
  ['SMS_310012', '发货通知', 'transactional', `您的订单${code}已发货，请注意查收。`, 8, '订单系统', '鸿途商城'],
  [
    'SMS_310013',
    '退款通知',
    'transactional',
    `您的订单${code}已退款，款项将在1至3个工作日内退回原支付账户，请留意到账信息。`,
    2,
    '订单系统',
    '鸿途商城',
  ],
  ['SMS_310014', '工单回复', 'transactional', `您提交的工单${code}有新的回复，请在App中查看。`, 2, '客服系统', '鸿途商城'],
  [
    'SMS_310021',
    '会员日',
    'marketing',
    `会员日开始了，专属券码${code}，全场满199元减50元，酒店满300元减60元，三天内有效，打开鸿途App即可使用，祝您出行愉快。`,
    1,
    null,
    '鸿途会员',
  ],
  ['SMS_310022', '新线路上线', 'marketing', `秋季新线路上线，早鸟券码${code}，前1000名立减30元。`, 1, null, '鸿途会员'],
].map(([id, name, kind, text, weight, app, signature]) => ({ code: id, name, kind, text, weight, app, signature }) as LargeTemplate)

/** Outcomes of undelivered messages: carrier, state, code, usual delay of the report in ms, frequency. */
export const largeFailures: readonly (readonly [carrier: Carrier, state: string, reason: string, medianMs: number, weight: number])[] = [
  ['mobile', 'undelivered', 'MK:0001', 4_000, 30],
  ['mobile', 'undelivered', 'MK:0010', 9_000, 24],
  ['mobile', 'undelivered', 'MK:0008', 12_000, 12],
  ['mobile', 'undelivered', 'MB:1077', 1_500, 9],
  ['mobile', 'expired', 'EXPIRED', 3_600_000, 8],
  ['mobile', 'rejected', 'MA:0002', 900, 4],
  ['unicom', 'undelivered', '12', 3_000, 18],
  ['unicom', 'undelivered', '5', 4_000, 14],
  ['unicom', 'undelivered', '13', 3_000, 9],
  ['unicom', 'expired', 'EXPIRED', 3_600_000, 7],
  ['telecom', 'undelivered', 'UNDELIV', 6_000, 30],
  ['telecom', 'rejected', 'REJECTD', 1_200, 10],
  ['telecom', 'expired', 'EXPIRED', 3_600_000, 9],
  ['broadnet', 'undelivered', 'UNDELIV', 6_000, 1],
]

const prefixes: readonly (readonly [Carrier, string])[] = [
  ['mobile', '138'],
  ['mobile', '139'],
  ['mobile', '150'],
  ['mobile', '187'],
  ['unicom', '130'],
  ['unicom', '186'],
  ['telecom', '133'],
  ['telecom', '189'],
]

export interface Head {
  head: string
  carrier: Carrier
  province: string | null
}

const headEvery = 16

/** Number prefixes as carriers assigned them to provinces: people are distributed in the same shares. */
export function largeHeads(): Head[] {
  const heads = prefixes.flatMap(([carrier, prefix]) =>
    Array.from({ length: 10_000 / headEvery }, (_, index) => {
      const head = prefix + String(index * headEvery).padStart(4, '0')
      return { head, carrier, province: provinceOf(`${head}0000`) }
    }),
  )
  // Broadnet (广电) is too new for any list of places.
  const young = Array.from(
    { length: 60 },
    (_, index): Head => ({ head: `192${String(index * 150).padStart(4, '0')}`, carrier: 'broadnet', province: null }),
  )
  return [...heads.filter(({ province }) => province !== null), ...young]
}
