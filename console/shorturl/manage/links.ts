import type { CallAnswerWire, CallInputWire } from '#contract/call.ts'
import { linkFilter, type linkListCalls } from '#contract/links/link-list.ts'
import { momentsOf } from '#ui/date-range.ts'
import type { ListTabsFacts } from '#ui/list/ListTabs.tsx'
import { firstOrThrow } from '#values/or-throw.ts'

export type LinkRow = CallAnswerWire<typeof linkListCalls.list>['rows'][number]
export type WireFilter = CallInputWire<typeof linkListCalls.count>
export type WireAct = CallInputWire<typeof linkListCalls.act>['act']
export type TaskRow = CallAnswerWire<typeof linkListCalls.tasks>['rows'][number]

export const manageTabs: ListTabsFacts = {
  name: 'tab',
  items: [
    { key: '', label: '短链' },
    { key: 'domain', label: '域名' },
  ],
}

/** Labels of the filters in the address, for errors about their values. */
const labels: Record<string, string> = {
  search: '搜索',
  state: '状态',
  linkGroupId: '分组',
  tag: '标签',
  domain: '域名',
  memberId: '创建人',
  source: '来源',
  broadcastId: '群发编号',
  linkBatchId: '批次',
}

/** The valid filters of the address, and errors for the invalid ones: an address may be old or written by hand. */
export function filterOf({ from = '', to = '', ...rest }: Record<string, string>): { filter: WireFilter; problems: string[] } {
  const given = Object.entries(rest).filter(([, value]) => value !== '')
  const isKnown = ([name, value]: [string, string]) => linkFilter.shape[name as keyof WireFilter].safeParse(value).success
  const problems = given.filter(one => !isKnown(one)).map(([name, value]) => `${labels[name] ?? name}“${value.slice(0, 20)}”不存在`)
  const isPeriod = /^\d{4}-\d\d-\d\d$/.test(from) && /^\d{4}-\d\d-\d\d$/.test(to) && Date.parse(from) <= Date.parse(to)
  if ((from !== '' || to !== '') && !isPeriod) problems.push('创建时间不是有效的日期')
  return { filter: { ...Object.fromEntries(given.filter(isKnown)), ...(isPeriod ? momentsOf({ from, to }) : {}) }, problems }
}

/** The fields of a link that an act needs: both the list and its drawer have them. */
export type ActedOn = Pick<LinkRow, 'linkId' | 'shortUrl' | 'source'>

/** The links' name in a question. */
export const describeRows = (rows: readonly ActedOn[]): string =>
  rows.length === 1 ? `短链“${bareAddress(firstOrThrow(rows).shortUrl)}”` : ` ${rows.length} 个短链`

export const bareAddress = (url: string) => url.replace(/^https?:\/\//, '')
