import { z } from 'zod'
import { get, post, staff } from '#contract/call.ts'
import { textOf } from '#contract/rules.ts'
import { idOf, moment, pageOf, pageSize, phoneNumber } from '#contract/scalars.ts'
import type { AccountId } from '#values/id.ts'
import { keysOf } from '#values/keys.ts'
import { limits } from '#values/limits.ts'

/** What an erasure does with one kind of data. `message`: removes number and text after the legal retention. */
type ErasureRule = 'remove' | 'message' | 'keep'

/** Where the platform stores personal data of a phone's owner; `why` says what is kept for which reason. */
export const personalDataKinds = {
  message: { name: '短信', rule: 'message', why: '发送满6个月后删除号码和内容，此前依法保存' },
  archived: { name: '归档短信', rule: 'remove', why: '从归档文件中删除号码和内容' },
  inbound: { name: '上行回复', rule: 'message', why: '收到满6个月后删除号码和内容，此前依法保存' },
  contact: { name: '通讯录联系人', rule: 'remove', why: '从所有客户的通讯录中删除' },
  leftOut: { name: '群发未发名单', rule: 'remove', why: '删除号码，保留该行的原因' },
  testNumber: { name: '测试号码', rule: 'remove', why: '从客户的测试号码中删除' },
  blacklist: { name: '黑名单', rule: 'keep', why: '保留：删除后会再次收到短信' },
  optOut: { name: '退订与投诉记录', rule: 'keep', why: '保留：退订与投诉的凭证' },
  member: { name: '控制台成员', rule: 'keep', why: '保留：由本人更换手机号、退出或注销账户' },
  alertContact: { name: '预警联系人', rule: 'keep', why: '保留：由客户在应用预警中删除' },
} as const satisfies Record<string, { name: string; rule: ErasureRule; why: string }>
export type PersonalDataKind = keyof typeof personalDataKinds
/** What a copy has from the archive. */
export interface ArchivedMessage {
  accountId: AccountId
  messageId: string
  content: string
}

/** Rows of each kind; kinds without any are left out. */
export type PersonalDataCounts = Partial<Record<PersonalDataKind, number>>

const requestKind = z.enum(['copy', 'erasure'])
export type PersonalDataRequestKind = z.output<typeof requestKind>
const requestState = z.enum(['waiting', 'running', 'done', 'refused'])
export type PersonalDataRequestState = z.output<typeof requestState>

const audience = staff('personalData.manage')
const counts = z.partialRecord(z.enum(keysOf(personalDataKinds)), z.number().int())
const asking = z.object({ phone: phoneNumber, reason: textOf('说明', limits.remarkCharacters, 2) })

export const adminPersonalDataCalls = {
  list: get('/api/admin/personal-data', '个人信息请求列表', audience, {
    input: z.object({ cursor: z.uuid().optional(), pageSize }),
    answer: pageOf(
      z.object({
        requestId: idOf('personalDataRequest'),
        kind: requestKind,
        state: requestState,
        /** Masked. */
        phone: z.string(),
        reason: z.string(),
        counts,
        staffName: z.string(),
        /** Whether the copy can still be downloaded. */
        isReadable: z.boolean(),
        askedAt: moment,
        dueAt: moment.nullable(),
        doneAt: moment.nullable(),
      }),
    ),
  }),
  count: get('/api/admin/personal-data/count', '按手机号统计个人信息', audience, {
    input: z.object({ phone: phoneNumber }),
    /** `archivedMonths`: they are read after the request was made. */
    answer: z.object({ counts, archivedMonths: z.number().int() }),
  }),
  copy: post('/api/admin/personal-data/copy', '登记副本请求', audience, {
    input: asking,
    answer: z.object({ requestId: idOf('personalDataRequest') }),
    once: true,
  }),
  erase: post('/api/admin/personal-data/erase', '申请删除个人信息', audience, {
    input: asking,
    /** A second member of staff must approve it. */
    answer: z.object({ approvalId: idOf('approval') }),
    refusals: ['state_forbids'],
    once: true,
  }),
}

/** The copy of a request as a table. */
export const personalDataCopyRoute = {
  method: 'GET',
  path: '/api/admin/personal-data/download',
  summary: '下载个人信息副本',
  audience,
  input: z.object({ requestId: idOf('personalDataRequest') }),
} as const
