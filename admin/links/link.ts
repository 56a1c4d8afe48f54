import type { CallAnswerWire } from '#contract/call.ts'
import type { adminLinkCalls } from '#contract/links/admin-link.ts'

export type LinkRow = CallAnswerWire<typeof adminLinkCalls.list>['rows'][number]
export type LinkDetail = CallAnswerWire<typeof adminLinkCalls.one>

export const linkActs = {
  block: { name: '封禁', isDanger: true },
  unblock: { name: '解封', isDanger: false },
  revoke: { name: '撤销此客户免审', isDanger: true },
  stop: { name: '停用客户全部短链接', isDanger: true },
  resume: { name: '恢复客户全部短链接', isDanger: false },
} as const
export type LinkAct = keyof typeof linkActs

/** Possible acts on a link, and on the account's links as a whole. */
export function possibleActs(link: LinkDetail): LinkAct[] {
  const own: LinkAct[] = link.state === 'blocked' ? ['unblock'] : link.state === 'rejected' ? [] : ['block']
  // A link that a rule blocks can also be blocked itself: it then stays blocked when the rule is removed.
  if (link.state === 'blocked' && link.blockedDomain !== null) own.unshift('block')
  if (link.vouchedDomain !== null) own.push('revoke')
  return [...own, link.stop ? 'resume' : 'stop']
}

/** A short address without its scheme. */
export const shortOf = (shortUrl: string) => shortUrl.replace(/^https?:\/\//, '')
