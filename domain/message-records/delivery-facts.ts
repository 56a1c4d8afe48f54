import type { ExportFacts } from '#contract/export/export.ts'
import {
  clickedNames,
  type DeliveryFilter,
  messageKindNames,
  noneNames,
  type StateGroup,
  stateGroups,
} from '#contract/messages/delivery.ts'
import { type MessageState, messageStates } from '#contract/messages/message-state.ts'
import type { Tx } from '#db/connect.ts'
import { periodText, setFacts } from '#domain/export-source/index.ts'
import { hourName, weekdayNames } from '#values/china-time.ts'
import { type AccountId, encodeId } from '#values/id.ts'
import { isKeyOf } from '#values/keys.ts'
import { carrierNames } from '#values/phone.ts'

/** A filter of messages as text. Ids that the account doesn't have show as missing. */
export async function describeDeliveries(tx: Tx, account: AccountId, filter: DeliveryFilter): Promise<ExportFacts> {
  const { signatureId, templateId, appId, broadcastId } = filter
  return setFacts([
    ['提交时间', periodText(filter.from, filter.until)],
    ['手机号', filter.phone],
    ['状态', filter.state && stateName(filter.state)],
    ['类型', filter.kind && messageKindNames[filter.kind]],
    ['运营商', filter.carrier && carrierNames[filter.carrier]],
    ['省份/国家', filter.province],
    ['签名', signatureId && ((await signatureOf(tx, account, signatureId))?.name ?? missing)],
    ['模板', templateId && (templateId === 'none' ? noneNames.template : ((await templateOf(tx, account, templateId))?.name ?? missing))],
    ['应用', appId && (appId === 'none' ? noneNames.app : ((await appOf(tx, account, appId))?.name ?? missing))],
    ['群发', broadcastId && ((await broadcastOf(tx, account, broadcastId))?.name ?? missing)],
    ['短链', filter.clicked && clickedNames[filter.clicked]],
    ['状态码', filter.code?.map(one => one || '无').join('、')],
    ['星期', filter.weekday ? weekdayNames[filter.weekday - 1] : null],
    ['时段', filter.hour === undefined ? null : hourName(filter.hour)],
    ['自定义编号', filter.customId],
    ['选中的短信', filter.ids && `${filter.ids.length} 条`],
    ['短信编号', filter.messageId && encodeId('message', filter.messageId)],
  ])
}

const missing = '（已不存在）'

const stateName = (state: MessageState | StateGroup) => (isKeyOf(stateGroups, state) ? stateGroups[state].name : messageStates[state].name)

const signatureOf = (tx: Tx, account: AccountId, id: string) =>
  tx.selectFrom('signature').select('text as name').where('accountId', '=', account).where('signatureId', '=', id).executeTakeFirst()

const templateOf = (tx: Tx, account: AccountId, id: string) =>
  tx.selectFrom('template').select('name').where('accountId', '=', account).where('templateId', '=', id).executeTakeFirst()

const appOf = (tx: Tx, account: AccountId, id: string) =>
  tx.selectFrom('app').select('name').where('accountId', '=', account).where('appId', '=', id).executeTakeFirst()

const broadcastOf = (tx: Tx, account: AccountId, id: string) =>
  tx.selectFrom('broadcast').select('name').where('accountId', '=', account).where('broadcastId', '=', id).executeTakeFirst()
