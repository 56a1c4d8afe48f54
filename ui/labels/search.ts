import type { SearchKind } from '#contract/search/search.ts'

/** The heading above the results of a kind. */
export const searchKindNames: Record<SearchKind, string> = {
  customer: '客户',
  message: '短信',
  contact: '联系人',
  broadcast: '群发',
  template: '模板',
  signature: '签名',
  link: '短链接',
  order: '订单',
  invoice: '发票',
  app: '应用',
  member: '成员',
  channel: '通道',
  code: '状态码',
}
