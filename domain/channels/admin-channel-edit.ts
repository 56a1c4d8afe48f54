import { sql } from 'kysely'
import type { z } from 'zod'
import type { MessageKind } from '#contract/content/template-text.ts'
import type { channelFacts } from '#contract/messages/admin-channel.ts'
import { refuse } from '#contract/refusals.ts'
import type { Tx } from '#db/connect.ts'
import { newId } from '#values/id.ts'
import { isKeyOf, keysOf } from '#values/keys.ts'
import { type Carrier, carrierNames } from '#values/phone.ts'
import { encryptChannelPassword } from './channel-password.ts'

export type ChannelFacts = z.infer<typeof channelFacts>

/**
 * Creates a channel; dispatch uses it from its next poll on. The password is stored encrypted. Refuses
 * `channel_name_taken`.
 */
export async function createChannel(tx: Tx, secret: string, { password, ...facts }: ChannelFacts & { password: string }): Promise<string> {
  await requireFreeName(tx, facts.name, null)
  const channelId = newId()
  await tx
    .insertInto('channel')
    .values({ channelId, encryptedPassword: encryptChannelPassword(secret, channelId, password), ...facts })
    .execute()
  return channelId
}

/**
 * Changes a channel; dispatch rebinds with the new settings at its next poll. Returns what changed as text, without
 * passwords. Refuses `not_found`, `changed_meanwhile`, `channel_name_taken`.
 */
export async function changeChannel(
  tx: Tx,
  secret: string,
  { channelId, version, password, ...facts }: ChannelFacts & { channelId: string; version: number; password?: string | undefined },
): Promise<{ before: string; after: string }> {
  const row = await tx.selectFrom('channel').selectAll().where('channelId', '=', channelId).forUpdate().executeTakeFirst()
  if (!row) refuse('not_found')
  if (row.version !== version) refuse('changed_meanwhile')
  await requireFreeName(tx, facts.name, channelId)
  await tx
    .updateTable('channel')
    .set({
      ...facts,
      version: version + 1,
      ...(password ? { encryptedPassword: encryptChannelPassword(secret, channelId, password) } : {}),
    })
    .where('channelId', '=', channelId)
    .execute()
  const changed = keysOf(factNames).filter(name => valueText(row[name]) !== valueText(facts[name]))
  const words = (of: Pick<ChannelFacts, keyof typeof factNames>, secretWord: string) =>
    [...changed.map(name => `${factNames[name]} ${valueText(of[name])}`), ...(password ? [`密码 ${secretWord}`] : [])].join('，') ||
    '无变化'
  return { before: words(row, '（旧）'), after: words(facts, '（新）') }
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
} as const

const valueText = (value: string | number | (MessageKind | Carrier)[]): string =>
  Array.isArray(value) ? value.map(one => (isKeyOf(carrierNames, one) ? carrierNames[one] : kindNames[one])).join('、') : String(value)

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
