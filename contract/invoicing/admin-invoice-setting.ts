import { z } from 'zod'
import { get, post, staff } from '#contract/call.ts'
import { textOf } from '#contract/rules.ts'
import { idOf, moment } from '#contract/scalars.ts'
import { limits } from '#values/limits.ts'
import { invoiceSellerParty } from './admin-invoice.ts'

const audience = staff('invoice.manage')
const count = z.number().int()
const hao = z.number().int()
const product = z.enum(['sms', 'link'])
const ruleRow = z.object({
  product,
  startsAt: moment,
  rateBp: z.number().int(),
  categoryName: z.string(),
  itemName: z.string(),
  categoryCode: z.string().nullable(),
  source: z.string(),
  staffName: z.string().nullable(),
  state: z.enum(['past', 'current', 'coming']),
})
export const taxRuleContent = {
  product,
  /** The first day on which it is in force. */
  startsOn: z.iso.date('请选择日期'),
  /** `9`, `6`, `0`, at most two decimals. */
  rate: z
    .string()
    .trim()
    .regex(/^(?:0|[1-9]\d?)(?:\.\d{1,2})?$/, '税率为0至99.99的数字，最多两位小数'),
  categoryName: textOf('税收分类简称', 20, 2),
  itemName: textOf('项目名称', 40, 2),
  categoryCode: z
    .string()
    .trim()
    .regex(/^(?:\d{19})?$/, '税收分类编码为19位数字')
    .default(''),
  source: textOf('依据', limits.remarkCharacters, 4),
}
export const sellerContent = {
  name: textOf('销售方名称', 50, 2),
  taxNumber: z
    .string()
    .trim()
    .regex(/^[0-9A-Z]{15,20}$/, '纳税人识别号为15至20位数字或大写字母'),
  address: textOf('地址', 80, 0).default(''),
  phone: textOf('电话', 20, 0).default(''),
  bankName: textOf('开户银行', 60, 0).default(''),
  bankAccount: textOf('银行账号', 30, 0).default(''),
  issuer: textOf('开票人', 20, 1),
  /** Largest amount of one invoice, in yuan. */
  limit: z
    .string()
    .trim()
    .regex(/^[1-9]\d{0,7}$/, '单张限额为整数元，最多8位'),
  offersPrint: z.boolean(),
}

export const adminInvoiceSettingCalls = {
  read: get('/api/admin/invoice-settings', '开票设置', audience, {
    answer: z.object({
      /** By product, newest first. */
      rules: z.array(ruleRow),
      seller: invoiceSellerParty.extend({ issuer: z.string(), limitHao: hao, offersPrint: z.boolean() }).nullable(),
      pause: z.object({ isPaused: z.boolean(), notice: z.string(), staffName: z.string().nullable(), at: moment }).nullable(),
    }),
  }),
  /** Who a change of a product's tax rate affects. */
  effect: get('/api/admin/invoice-settings/effect', '税率变更的影响', audience, {
    input: z.object({ product }),
    answer: z.object({
      /** Accounts that used the product in the last 30 days, and what it cost them. */
      accountCount: count,
      spentHao: hao,
      /** Still invoiceable at the current rate: it stays at that rate. */
      openHao: hao,
      openAccountCount: count,
      /** Requests at that rate that aren't issued yet. */
      requestCount: count,
      accounts: z.array(z.object({ accountId: idOf('account'), name: z.string(), spentHao: hao, openHao: hao })),
    }),
  }),
  addRule: post('/api/admin/invoice-settings/add-rule', '新增税率', audience, {
    input: z.object(taxRuleContent),
    refusals: ['tax_rule_exists', 'tax_rule_past'],
    once: true,
  }),
  setSeller: post('/api/admin/invoice-settings/set-seller', '修改销售方信息', audience, { input: z.object(sellerContent), once: true }),
  pause: post('/api/admin/invoice-settings/pause', '暂停开票', audience, {
    input: z.object({ notice: textOf('告知客户的内容', 100, 4) }),
    refusals: ['state_forbids'],
    once: true,
  }),
  resume: post('/api/admin/invoice-settings/resume', '恢复开票', audience, {
    input: z.object({ reason: textOf('说明', 100, 2) }),
    refusals: ['state_forbids'],
    once: true,
  }),
}
