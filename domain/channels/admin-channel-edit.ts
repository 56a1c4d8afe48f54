import { sql } from 'kysely'
import type { z } from 'zod'
import type { MessageKind } from '#contract/content/template-text.ts'
import type { channelFacts } from '#contract/messages/admin-channel.ts'
import {
  bindNames,
  type ChannelSettings,
  longTextNames,
  phoneFormNames,
  type SmppSettings,
  textCodingNames,
  tlsNames,
} from '#contract/messages/channel-settings.ts'
import { type HttpSettings, httpDialectNames, reportWayNames, templateFieldNames } from '#contract/messages/http-channel.ts'
import { refuse } from '#contract/refusals.ts'
import type { Tx } from '#db/connect.ts'
import { newId } from '#values/id.ts'
import { pairsOf } from '#values/keys.ts'
import { carrierNames } from '#values/phone.ts'
import { encryptChannelPassword, encryptClientCertificate } from './channel-password.ts'

export type ChannelFacts = z.infer<typeof channelFacts>

/** What is stored encrypted and never read by staff. */
interface ChannelSecrets {
  password?: string | undefined
  /** Certificate and key, PEM; empty: none. */
  clientCertificate?: string | undefined
}

/**
 * Creates a channel; dispatch uses it from its next poll on. The password is stored encrypted. Refuses
 * `channel_name_taken`.
 */
export async function createChannel(
  tx: Tx,
  secret: string,
  { password, clientCertificate = '', settings, ...facts }: ChannelFacts & ChannelSecrets & { password: string },
): Promise<string> {
  await requireFreeName(tx, facts.name, null)
  const channelId = newId()
  await tx
    .insertInto('channel')
    .values({
      channelId,
      encryptedPassword: encryptChannelPassword(secret, channelId, password),
      encryptedClientCertificate: encryptClientCertificate(secret, channelId, clientCertificate),
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
  { channelId, version, password, clientCertificate, ...facts }: ChannelFacts & ChannelSecrets & { channelId: string; version: number },
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
      ...(clientCertificate === undefined
        ? {}
        : { encryptedClientCertificate: encryptClientCertificate(secret, channelId, clientCertificate) }),
    })
    .where('channelId', '=', channelId)
    .execute()
  const [old, next] = [textsOf(row), textsOf(facts)]
  const changed = Object.keys({ ...old, ...next }).filter(name => old[name] !== next[name])
  const secrets = [...(password ? ['密码'] : []), ...(clientCertificate === undefined ? [] : ['我方证书'])]
  const words = (of: Record<string, string>, secretWord: string) =>
    [...changed.map(name => `${name} ${of[name] || '无'}`), ...secrets.map(name => `${name} ${secretWord}`)].join('，') || '无变化'
  return { before: words(old, '（旧）'), after: words(next, '（新）') }
}

const kindNames: Record<MessageKind, string> = { otp: '验证码', transactional: '通知', marketing: '推广' }
/** A channel's facts as staff read them in its history, by their names. */
function textsOf({ kinds, carriers, settings, ...facts }: ChannelFacts): Record<string, string> {
  return {
    名称: facts.name,
    地址: facts.host,
    端口: String(facts.port),
    账号: facts.systemId,
    接入号: facts.senderNumber,
    类型: kinds.map(kind => kindNames[kind]).join('、'),
    运营商: carriers.map(carrier => carrierNames[carrier]).join('、'),
    窗口: String(facts.windowSize),
    速率: String(facts.ratePerSecond),
    连接数: String(facts.bindCount),
    编号形式: facts.upstreamIdForm,
    ...settingTexts(settings),
  }
}

function settingTexts(settings: ChannelSettings): Record<string, string> {
  if (settings.protocol === 'http') return httpTexts(settings)
  return settings.protocol === 'smpp' ? smppTexts(settings) : gatewayTexts(settings)
}

/** What is unset is what most carriers want, and shown as nothing. */
function smppTexts(own: SmppSettings): Record<string, string> {
  const number = (value: number | undefined) => (value ? String(value) : '')
  return {
    版本: own.version === '5.0' ? own.version : '',
    收发方式: own.binds === 'pair' ? bindNames.pair : '',
    系统类型: own.systemType ?? '',
    地址范围: own.addressRange ?? '',
    源地址TON: number(own.sourceTon),
    源地址NPI: number(own.sourceNpi),
    目的地址TON: number(own.destinationTon),
    目的地址NPI: number(own.destinationNpi),
    号码形式: own.phoneForm === '86' ? phoneFormNames['86'] : '',
    长短信: own.longText && own.longText !== 'udh' ? longTextNames[own.longText] : '',
    加密: own.tls && own.tls !== 'off' ? tlsNames[own.tls] : '',
    证书: own.certificate ? '已填写' : '',
  }
}

type GatewaySettings = Exclude<ChannelSettings, { protocol: 'smpp' | 'http' }>

function gatewayTexts(own: GatewaySettings): Record<string, string> {
  return {
    ...('version' in own ? { 版本: own.version } : {}),
    ...('nodeNumber' in own ? { 节点编号: own.nodeNumber, 网关地址: (own.gatewayAddresses ?? []).join(' ') } : {}),
    企业代码: own.enterpriseCode,
    业务代码: own.serviceId,
    ...('productId' in own ? { 产品代码: own.productId } : {}),
    编码: textCodingNames[own.coding],
    ...('phoneForm' in own ? { 号码形式: phoneFormNames[own.phoneForm] } : {}),
  }
}

function httpTexts({ url, timeoutSeconds, reports, api }: HttpSettings): Record<string, string> {
  return {
    接口地址: url,
    超时: `${timeoutSeconds}秒`,
    状态报告: reportWayNames[reports],
    接口: httpDialectNames[api.dialect],
    ...('templates' in api ? { 模板: api.templates.map(({ code, text }) => `${code} ${text}`).join('；') } : {}),
    ...('sdkAppId' in api ? { SdkAppId: api.sdkAppId } : {}),
    ...(api.dialect === 'template' ? Object.fromEntries(pairsOf(templateFieldNames).map(([key, name]) => [name, String(api[key])])) : {}),
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
