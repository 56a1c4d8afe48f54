import { formatYuan } from '#values/money.ts'

/** Labels of frequent fields; others show their own name. */
const names: Record<string, string> = {
  text: '内容',
  name: '名称',
  title: '标题',
  kind: '类型',
  state: '状态',
  remark: '备注',
  reason: '原因',
  phone: '手机号',
  phones: '手机号',
  email: '邮箱',
  amount: '金额',
  amountHao: '金额',
  totalHao: '合计',
  couponCode: '优惠码',
  channel: '渠道',
  quantity: '数量',
  packageId: '套餐编号',
  login: '登录名',
  password: '密码',
  code: '验证码',
  captcha: '人机验证',
  by: '方式',
  role: '角色',
  source: '来源',
  filter: '筛选条件',
  columns: '列',
  format: '格式',
  isFull: '含完整号码',
  facts: '条件',
  url: '网址',
  act: '操作',
  ids: '编号',
  reply: '回复',
  whenEmpty: '套餐用尽时',
  lineCount: '记录数',
  faultCount: '异常数',
  head: '链尾',
  purpose: '用途',
  startsAt: '开始时间',
  expiresAt: '失效时间',
  sendAt: '发送时间',
}

/** The module already says what the number belongs to. */
export const fieldName = (name: string): string => names[name] ?? (/Ids?$/.test(name) ? '编号' : name)

/** A value as displayed; a nested one by its parts. */
export function valueText(value: unknown, name = ''): string {
  if (typeof value === 'number' && name.endsWith('Hao')) return formatYuan(value)
  if (value === null || value === undefined || value === '') return '–'
  if (typeof value === 'boolean') return value ? '是' : '否'
  if (Array.isArray(value)) return value.map(one => valueText(one)).join('，')
  if (typeof value === 'object')
    return Object.entries(value)
      .map(([name, inner]) => `${fieldName(name)}：${valueText(inner, name)}`)
      .join('；')
  return String(value)
}

type Fields = Record<string, unknown> | null

/** Every field of an object with its old and new value, changed ones first. */
export function changesOf(before: Fields, after: Fields): { name: string; before: string; after: string }[] {
  const rows = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])].map(name => ({
    name,
    before: valueText(before?.[name], name),
    after: valueText(after?.[name], name),
  }))
  return [...rows.filter(row => row.before !== row.after), ...rows.filter(row => row.before === row.after)]
}
