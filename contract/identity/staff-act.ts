import { z } from 'zod'

/**
 * Fields allowed in the staff audit log, with their labels. A field without a label here doesn't compile
 * (http/server/serve.ts).
 */
export const staffActFields = {
  reason: '原因',
  kind: '类型',
  segmentCount: '数量',
  validityDays: '有效天数',
  before: '原为',
  after: '改为',
  from: '生效时间',
  name: '名称',
  phone: '号码',
  addedCount: '新增',
  changedCount: '修改',
  knownCount: '此前已登记',
  recordedCount: '登记',
  creditedCount: '自动入账',
  linkCount: '短链接',
  outcome: '结果',
  text: '文字',
  words: '违禁词',
  isEnabled: '启用',
  purpose: '用途',
  invoiceNumber: '发票号码',
  issuedOn: '开票日期',
  fileCount: '文件',
  confirmNumber: '红字确认单编号',
  confirmState: '确认单状态',
  creditNoteNumber: '红字发票号码',
  courier: '快递公司',
  trackingNumber: '运单号',
  items: '项目',
  object: '对象',
  carrier: '运营商',
  destination: '发往',
  reportCount: '举报',
  level: '级别',
  kinds: '适用内容',
  remark: '说明',
  fileId: '文件编号',
  title: '标题',
  body: '正文',
  audience: '发布对象',
  isMustRead: '必读',
} as const
export type StaffActField = keyof typeof staffActFields
type StaffActValue = string | number | boolean | null | undefined | readonly string[]
export type StaffActDetail = { readonly [Field in StaffActField]?: StaffActValue }
/** An object before and after; secrets are redacted when it is written. */
export type StaffActChange = { before: StaffActDetail | null; after: StaffActDetail | null }

/** Compiles only for objects whose fields the log knows, also when they are spread. */
export type OnlyStaffActFields<Detail> = Detail & {
  readonly [Field in keyof Detail]: Field extends StaffActField ? StaffActValue : never
}

/** A detail in lists: any stored content is accepted, so that no row fails the list. */
export const staffActDetail = z.record(z.string(), z.unknown())

export const staffActValueText = (value: unknown): string => {
  if (value === null || value === undefined || value === '') return '空'
  if (typeof value === 'boolean') return value ? '是' : '否'
  if (Array.isArray(value)) return value.map(staffActValueText).join('、')
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
const fieldName = (field: string) => staffActFields[field as StaffActField] ?? field

/** 数量：500；原因：补偿 */
export const staffActText = (detail: Record<string, unknown>): string =>
  Object.entries(detail)
    .filter(([, value]) => value !== null && value !== '')
    .map(([field, value]) => `${fieldName(field)}：${staffActValueText(value)}`)
    .join('；')

/** Fields that differ, before and after. */
export function staffActChangeText(before: Record<string, unknown> | null, after: Record<string, unknown> | null): string {
  const fields = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])
  return [...fields]
    .filter(field => staffActValueText(before?.[field]) !== staffActValueText(after?.[field]))
    .map(field => `${fieldName(field)}：${before ? `${staffActValueText(before[field])} → ` : ''}${staffActValueText(after?.[field])}`)
    .join('；')
}
