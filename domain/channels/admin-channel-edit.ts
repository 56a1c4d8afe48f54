import { sql } from 'kysely'
import type { z } from 'zod'
import type { MessageKind } from '#contract/content/template-text.ts'
import type { channelFacts } from '#contract/messages/admin-channel.ts'
import { phoneFormNames, textCodingNames } from '#contract/messages/channel-settings.ts'
import { refuse } from '#contract/refusals.ts'
import type { Tx } from '#db/connect.ts'
import { newId } from '#values/id.ts'
import { keysOf } from '#values/keys.ts'
import { carrierNames } from '#values/phone.ts'
import { encryptChannelPassword } from './channel-password.ts'

export type ChannelFacts = z.infer<typeof channelFacts>

/**
 * Creates a channel; dispatch uses it from its next poll on. The password is stored encrypted. Refuses
 * `channel_name_taken`.
 */
export async function createChannel(
  tx: Tx,
  secret: string,
  { password, settings, ...facts }: ChannelFacts & { password: string },
): Promise<string> {
  await requireFreeName(tx, facts.name, null)
  const channelId = newId()
  await tx
    .insertInto('channel')
    .values({
      channelId,
      encryptedPassword: encryptChannelPassword(secret, channelId, password),
      settings: JSON.stringify(settings),
      ...facts,
    })
    .execute()
  return channelId
}

/**
 * Changes a channel; dispatch rebinds with the new settings at its next poll. Returns what changed as text, without
 * passwords. Refuses `not_found`, `changed_meanwhile`, `channel_name_taken`, `channel_protocol_fixed`.
 */
export async function changeChannel(
  tx: Tx,
  secret: string,
  { channelId, version, password, ...facts }: ChannelFacts & { channelId: string; version: number; password?: string | undefined },
): Promise<{ before: string; after: string }> {
  const row = await tx.selectFrom('channel').selectAll().where('channelId', '=', channelId).forUpdate().executeTakeFirst()
  if (!row) refuse('not_found')
  if (row.version !== version) refuse('changed_meanwhile')
  if (row.settings.protocol !== facts.settings.protocol) refuse('channel_protocol_fixed')
  await requireFreeName(tx, facts.name, channelId)
  await tx
    .updateTable('channel')
    .set({
      ...facts,
      settings: JSON.stringify(facts.settings),
      version: version + 1,
      ...(password ? { encryptedPassword: encryptChannelPassword(secret, channelId, password) } : {}),
    })
    .where('channelId', '=', channelId)
    .execute()
  const [old, next] = [textsOf(row), textsOf(facts)]
  const changed = keysOf(factNames).filter(name => old[name] !== next[name])
  const words = (of: FactTexts, secretWord: string) =>
    [...changed.map(name => `${factNames[name]} ${of[name] || '无'}`), ...(password ? [`密码 ${secretWord}`] : [])].join('，') || '无变化'
  return { before: words(old, '（旧）'), after: words(next, '（新）') }
}

const kindNames: Record<MessageKind, string> = { otp: '验证码', transactional: '通知', marketing: '推广' }
const factNames = {
  name: '名称',
  host: '地址',
  port: '端口',
  systemId: '账号',
  senderNumber: '接入号',
  kinds: '类型',
  carriers: '运营商',
  windowSize: '窗口',
  ratePerSecond: '速率',
  bindCount: '连接数',
  upstreamIdForm: '编号形式',
  version: '版本',
  nodeNumber: '节点编号',
  gatewayAddresses: '网关地址',
  enterpriseCode: '企业代码',
  serviceId: '业务代码',
  productId: '产品代码',
  coding: '编码',
  phoneForm: '号码形式',
} as const
type FactTexts = Record<keyof typeof factNames, string>

/** A channel's facts as staff read them in its history; what its protocol lacks is empty. */
function textsOf({ kinds, carriers, settings, ...facts }: ChannelFacts): FactTexts {
  const own = settings.protocol === 'smpp' ? null : settings
  return {
    name: facts.name,
    host: facts.host,
    port: String(facts.port),
    systemId: facts.systemId,
    senderNumber: facts.senderNumber,
    kinds: kinds.map(kind => kindNames[kind]).join('、'),
    carriers: carriers.map(carrier => carrierNames[carrier]).join('、'),
    windowSize: String(facts.windowSize),
    ratePerSecond: String(facts.ratePerSecond),
    bindCount: String(facts.bindCount),
    upstreamIdForm: facts.upstreamIdForm,
    version: own && 'version' in own ? own.version : '',
    nodeNumber: own && 'nodeNumber' in own ? own.nodeNumber : '',
    gatewayAddresses: own && 'nodeNumber' in own ? (own.gatewayAddresses ?? []).join(' ') : '',
    enterpriseCode: own?.enterpriseCode ?? '',
    serviceId: own?.serviceId ?? '',
    productId: own && 'productId' in own ? own.productId : '',
    coding: own ? textCodingNames[own.coding] : '',
    phoneForm: own && 'phoneForm' in own ? phoneFormNames[own.phoneForm] : '',
  }
}

async function requireFreeName(tx: Tx, name: string, channelId: string | null): Promise<void> {
  // Serializes concurrent changes, so that the second one with the same name is refused.
  await sql`lock table channel in share row exclusive mode`.execute(tx)
  const taken = await tx.selectFrom('channel').select('channelId').where('name', '=', name).execute()
  if (taken.some(row => row.channelId !== channelId)) refuse('channel_name_taken', { name }, { name: `已有名为“${name}”的通道` })
}

/**
 * Enables or disables a channel: dispatch acts at its next poll, and messages waiting for a disabled one are rerouted.
 * Returns its name.
 */
export async function switchChannel(tx: Tx, channelId: string, isEnabled: boolean): Promise<string> {
  const row = await tx.selectFrom('channel').select(['name', 'enabled']).where('channelId', '=', channelId).forUpdate().executeTakeFirst()
  if (!row) refuse('not_found')
  if (row.enabled === isEnabled)
    refuse('state_forbids', { state: isEnabled ? '已启用' : '已停用', action: isEnabled ? '再次启用' : '再次停用' })
  await tx
    .updateTable('channel')
    .set(eb => ({ enabled: isEnabled, version: eb('version', '+', 1) }))
    .where('channelId', '=', channelId)
    .execute()
  return row.name
}
