import { z } from 'zod'
import { get, member, post } from '#contract/call.ts'
import { textOf } from '#contract/rules.ts'
import { idOf, moment, phoneNumber } from '#contract/scalars.ts'
import { limits } from '#values/limits.ts'

const placeName = z.string().max(40)
/** Input of an address. Names of divisions are those of the form's list. */
export const addressContent = {
  recipient: textOf('收件人', 20, 2),
  phone: phoneNumber,
  province: placeName.min(1, '请选择省、市、区'),
  city: placeName.min(1, '请选择省、市、区'),
  district: placeName.default(''),
  street: textOf('街道', 40, 0).default(''),
  detail: textOf('详细地址', 120, 5),
  postcode: z
    .string()
    .trim()
    .regex(/^(?:\d{6})?$/, '邮编为6位数字')
    .default(''),
}
const addressId = z.object({ addressId: idOf('invoiceAddress') })
const text = z.string()
const address = z.object({
  ...addressId.shape,
  ...{ recipient: text, phone: text, province: text, city: text, district: text, street: text, detail: text, postcode: text },
  isDefault: z.boolean(),
})

export const emailRule = z.string().trim().toLowerCase().max(100, '邮箱不能超过100个字符').pipe(z.email('请输入有效的邮箱地址'))
const emailId = z.object({ emailId: idOf('invoiceEmail') })
const email = z.object({
  ...emailId.shape,
  address: z.string(),
  remark: z.string(),
  isDefault: z.boolean(),
  verifiedAt: moment.nullable(),
  /** When the last mail with a link was sent. */
  sentAt: moment.nullable(),
  /** Expiry of that link; null: none is open. */
  linkExpiresAt: moment.nullable(),
})

const read = member('invoice.read')
const write = member('invoice.write')

export const invoiceAddressCalls = {
  list: get('/api/invoice-addresses', '发票邮寄地址列表', read, {
    /** The default first, then newest first; phones masked. */
    answer: z.object({ rows: z.array(address) }),
  }),
  one: get('/api/invoice-addresses/one', '发票邮寄地址详情', write, { input: addressId, answer: address, refusals: ['not_found'] }),
  create: post('/api/invoice-addresses/create', '新建发票邮寄地址', write, {
    input: z.object({ ...addressContent, isDefault: z.boolean().default(false) }),
    answer: addressId,
    refusals: ['too_many', 'place_unknown'],
    once: true,
  }),
  edit: post('/api/invoice-addresses/edit', '修改发票邮寄地址', write, {
    input: z.object({ ...addressId.shape, ...addressContent, isDefault: z.boolean().default(false) }),
    answer: addressId,
    refusals: ['not_found', 'place_unknown'],
  }),
  makeDefault: post('/api/invoice-addresses/make-default', '设为默认邮寄地址', write, {
    input: addressId,
    answer: addressId,
    refusals: ['not_found'],
  }),
  delete: post('/api/invoice-addresses/delete', '删除发票邮寄地址', write, {
    input: addressId,
    answer: addressId,
    refusals: ['not_found', 'in_use'],
  }),
}

export const invoiceEmailCalls = {
  list: get('/api/invoice-emails', '收票邮箱列表', read, {
    /** The default first, then newest first. */
    answer: z.object({ rows: z.array(email) }),
  }),
  add: post('/api/invoice-emails/add', '添加收票邮箱', write, {
    input: z.object({ address: emailRule, remark: textOf('备注', limits.invoiceEmailRemarkCharacters, 0).default('') }),
    answer: emailId,
    refusals: ['too_many', 'invoice_email_taken', 'invoice_email_limited'],
    once: true,
  }),
  resend: post('/api/invoice-emails/resend', '重新发送邮箱验证邮件', write, {
    input: emailId,
    answer: emailId,
    refusals: ['not_found', 'state_forbids', 'invoice_email_limited'],
  }),
  makeDefault: post('/api/invoice-emails/make-default', '设为默认收票邮箱', write, {
    input: emailId,
    answer: emailId,
    refusals: ['not_found', 'state_forbids'],
  }),
  delete: post('/api/invoice-emails/delete', '删除收票邮箱', write, { input: emailId, answer: emailId, refusals: ['not_found', 'in_use'] }),
}

const shipment = z.object({
  requestId: idOf('invoice'),
  requestNumber: z.string(),
  invoiceNumber: z.string(),
  titleName: z.string(),
  grossHao: z.number().int(),
  courier: z.string().nullable(),
  trackingNumber: z.string().nullable(),
  /** The address of the shipment; null: not shipped yet. */
  shippedTo: z.string().nullable(),
  shippedAt: moment.nullable(),
  signedAt: moment.nullable(),
})

export const invoiceShipmentCalls = {
  list: get('/api/invoice-shipments', '纸质发票寄送记录', read, {
    /** Newest first. */
    answer: z.object({ rows: z.array(shipment) }),
  }),
  pause: get('/api/invoice-pause', '是否暂停开票', read, {
    /** Announcement of staff while no invoices can be requested; null: they can. */
    answer: z.object({ notice: z.string().nullable(), since: moment.nullable() }),
  }),
}
