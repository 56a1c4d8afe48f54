import { z } from 'zod'
import { get, member, post } from '#contract/call.ts'
import { idOf, moment } from '#contract/scalars.ts'
import { keysOf } from '#values/keys.ts'
import { checkTitle, titleContent, titleKinds } from './invoice-title-rule.ts'

/** Whether special invoices may be issued to a version of a title. Ordinary ones always may, to the newest. */
export const specialStates = {
  none: '仅普票',
  reviewing: '专票审核中',
  approved: '可开专票',
  rejected: '专票未通过',
  withdrawn: '专票已撤回',
  superseded: '已被新版本取代',
} as const
export type SpecialState = keyof typeof specialStates

const specialState = z.enum(keysOf(specialStates))
const kind = z.enum(titleKinds)

/** Content of one version. */
export const titleVersion = z.object({
  versionId: idOf('titleVersion'),
  versionNumber: z.number().int(),
  kind,
  name: z.string(),
  /** Empty for none. */
  taxNumber: z.string(),
  address: z.string(),
  phone: z.string(),
  bankName: z.string(),
  bankAccount: z.string(),
  /** Private file that proves the status of general taxpayer. */
  fileId: idOf('file').nullable(),
  specialState,
  /** The reason of staff's rejection. */
  reason: z.string().nullable(),
  submittedAt: moment.nullable(),
  reviewedAt: moment.nullable(),
  createdAt: moment,
})

const titleRow = titleVersion.extend({
  titleId: idOf('invoiceTitle'),
  isDefault: z.boolean(),
  /** The version for special invoices; null: none is approved. */
  approvedVersionId: idOf('titleVersion').nullable(),
})

const one = z.object({ titleId: idOf('invoiceTitle') })
const saved = one.extend({ versionId: idOf('titleVersion'), specialState })
const content = { ...titleContent, fileId: idOf('file').nullable().default(null), isDefault: z.boolean().default(false) }
const saveRefusals = ['too_many', 'title_taken', 'title_not_attested', 'not_found'] as const

export const invoiceTitleCalls = {
  list: get('/api/invoice-titles', '发票抬头列表', member('invoice.read'), {
    answer: z.object({
      /** The default first, then newest first. */
      rows: z.array(titleRow),
      /** Initial value of forms, and required for special invoices; null: the account isn't attested. */
      attested: z.object({ kind: z.enum(['person', 'company']), name: z.string(), creditCode: z.string().nullable() }).nullable(),
    }),
  }),
  one: get('/api/invoice-titles/one', '发票抬头详情', member('invoice.read'), {
    input: one,
    answer: titleRow.extend({
      /** All versions, newest first. */
      versions: z.array(titleVersion.extend({ memberName: z.string().nullable() })),
    }),
    refusals: ['not_found'],
  }),
  create: post('/api/invoice-titles/create', '新建发票抬头', member('invoice.write'), {
    input: z.object(content).superRefine(checkTitle),
    answer: saved,
    refusals: saveRefusals,
    once: true,
  }),
  edit: post('/api/invoice-titles/edit', '修改发票抬头', member('invoice.write'), {
    input: z.object({ ...one.shape, ...content }).superRefine(checkTitle),
    answer: saved,
    refusals: saveRefusals,
  }),
  withdraw: post('/api/invoice-titles/withdraw', '撤回专票资质审核', member('invoice.write'), {
    input: one,
    answer: saved,
    refusals: ['not_found', 'state_forbids'],
  }),
  makeDefault: post('/api/invoice-titles/make-default', '设为默认抬头', member('invoice.write'), {
    input: one,
    answer: one,
    refusals: ['not_found'],
  }),
  delete: post('/api/invoice-titles/delete', '删除发票抬头', member('invoice.write'), { input: one, answer: one, refusals: ['not_found'] }),
}
