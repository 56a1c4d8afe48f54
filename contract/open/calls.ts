import type { OpenCall } from './call.ts'
import { openEventCalls, openWebhookCalls } from './callback.ts'
import { openBlacklistCalls, openContactCalls } from './contact.ts'
import { openLinkCalls } from './link.ts'
import { openMessageCalls } from './message.ts'
import { openQueryCalls } from './query.ts'
import { openSignatureCalls, openTemplateCalls } from './text.ts'

/** Every call of the open API, in the order of the docs. */
export const openSections: readonly { key: string; name: string; calls: readonly OpenCall[] }[] = [
  { key: 'messages', name: '短信', calls: callsOf(openMessageCalls) },
  { key: 'events', name: '状态报告与回复', calls: callsOf(openEventCalls) },
  { key: 'webhooks', name: '回调', calls: callsOf(openWebhookCalls) },
  { key: 'account', name: '账户与统计', calls: callsOf(openQueryCalls) },
  { key: 'signatures', name: '签名', calls: callsOf(openSignatureCalls) },
  { key: 'templates', name: '模板', calls: callsOf(openTemplateCalls) },
  { key: 'contacts', name: '通讯录', calls: callsOf(openContactCalls) },
  { key: 'blacklist', name: '黑名单', calls: callsOf(openBlacklistCalls) },
  { key: 'links', name: '短链接', calls: callsOf(openLinkCalls) },
]

export const openCalls: readonly OpenCall[] = openSections.flatMap(section => section.calls)

// Erases the calls' exact types, which a list can't hold.
function callsOf(group: Record<string, object>): OpenCall[] {
  return Object.values(group) as OpenCall[]
}
