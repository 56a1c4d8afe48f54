import { z } from 'zod'
import { gbkBytes, outsideGbk } from '#values/gbk.ts'
import { isCreditCode } from '#values/identity.ts'
import { limits } from '#values/limits.ts'

/** Kinds of invoice titles. Special invoices (数电专票) are for those who may deduct the tax, so never for a person. */
export const titleKinds = ['company', 'organization', 'person'] as const
export type TitleKind = (typeof titleKinds)[number]

/** Content of a title's form and of a version. */
export interface TitleContent {
  kind: TitleKind
  name: string
  /** Empty for none. */
  taxNumber: string
  address: string
  phone: string
  bankName: string
  bankAccount: string
  /** Whether special invoices are wanted: then more fields are required, and staff review it. */
  wantsSpecial: boolean
}
export type TitleField = Exclude<keyof TitleContent, 'kind' | 'wantsSpecial'>

/** Normalizes pasted numbers: removes spaces of all widths; letters of a tax number become upper case. */
const withoutSpaces = (text: string) => text.replace(/[\s\u3000]+/g, '')
export const tidyTitle = (content: TitleContent): TitleContent => {
  const isPerson = content.kind === 'person'
  return {
    kind: content.kind,
    name: content.name.trim(),
    taxNumber: isPerson ? '' : withoutSpaces(content.taxNumber).toUpperCase(),
    address: isPerson ? '' : content.address.trim(),
    phone: isPerson ? '' : withoutSpaces(content.phone),
    bankName: isPerson ? '' : content.bankName.trim(),
    bankAccount: isPerson ? '' : withoutSpaces(content.bankAccount).replaceAll('-', ''),
    wantsSpecial: !isPerson && content.wantsSpecial,
  }
}

const outsideMessage = (name: string, text: string) => {
  const character = outsideGbk(text)
  if (character === null) return null
  const shown = character < ' ' ? '换行或控制字符' : `“${character}”`
  return `${name}含有发票系统不支持的字符${shown}，请换一种写法`
}

const nameProblem = (name: string) => {
  if (name === '') return '请填写抬头名称'
  if (name.length < 2) return '抬头名称不能少于2个字'
  if (/[<>]/.test(name)) return '抬头名称不能含有 < 或 >'
  const bytes = gbkBytes(name)
  if (bytes > limits.invoiceFieldBytes) return `抬头名称不能超过${limits.invoiceFieldBytes}个字节（汉字算2个），现在有${bytes}个`
  return outsideMessage('抬头名称', name)
}

const taxNumberProblem = ({ kind, taxNumber, wantsSpecial }: TitleContent) => {
  if (taxNumber === '') return kind === 'company' || wantsSpecial ? '请填写纳税人识别号' : null
  if (!/^[0-9A-Z]{15,20}$/.test(taxNumber)) return '纳税人识别号为15至20位数字或大写字母'
  if (taxNumber.length === 18 && !isCreditCode(taxNumber)) return '统一社会信用代码的校验位不符，请对照营业执照核对'
  return null
}

/** Two fields share one line of the invoice, and its bytes. */
const pairProblem = (name: string, first: string, second: string) => {
  const bytes = gbkBytes(first) + gbkBytes(second)
  return bytes > limits.invoiceFieldBytes ? `${name}合计不能超过${limits.invoiceFieldBytes}个字节（汉字算2个），现在有${bytes}个` : null
}

const needed = (isNeeded: boolean, text: string, name: string) => (isNeeded && text === '' ? `开具专票须填写${name}` : null)

/** Validates a title, field by field; empty: it can be saved. Form and server share it. */
export function titleProblems(given: TitleContent): Partial<Record<TitleField, string>> {
  const content = tidyTitle(given)
  const { address, phone, bankName, bankAccount, wantsSpecial } = content
  const found: Record<TitleField, string | null> = {
    name: nameProblem(content.name),
    taxNumber: taxNumberProblem(content),
    address:
      needed(wantsSpecial, address, '注册地址') ?? outsideMessage('注册地址', address) ?? pairProblem('注册地址与电话', address, phone),
    phone:
      needed(wantsSpecial, phone, '注册电话') ?? (/^[0-9()（）+-]{0,20}$/.test(phone) ? null : '电话只能有数字、括号和短横线，最多20位'),
    bankName:
      needed(wantsSpecial, bankName, '开户银行') ??
      outsideMessage('开户银行', bankName) ??
      pairProblem('开户银行与账号', bankName, bankAccount),
    bankAccount: needed(wantsSpecial, bankAccount, '银行账号') ?? (/^(?:\d{8,30})?$/.test(bankAccount) ? null : '银行账号为8至30位数字'),
  }
  return Object.fromEntries(Object.entries(found).filter(([, message]) => message !== null))
}

/** A plausible tax number that isn't one of the 18 characters that companies have today. */
export const isOldTaxNumber = (taxNumber: string) => /^[0-9A-Z]{15,20}$/.test(taxNumber) && taxNumber.length !== 18

const text = z.string().max(300).default('')
/** Input of a title, with problems at their fields. */
export const titleContent = {
  kind: z.enum(titleKinds),
  name: text,
  taxNumber: text,
  address: text,
  phone: text,
  bankName: text,
  bankAccount: text,
  wantsSpecial: z.boolean().default(false),
}
export const checkTitle = (content: TitleContent, context: z.RefinementCtx) => {
  for (const [field, message] of Object.entries(titleProblems(content)))
    context.addIssue({ code: 'custom', path: [field], message: message as string })
}
