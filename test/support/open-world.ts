import { type OpenCall, pathFields } from '#contract/open/call.ts'
import { newId } from '#values/id.ts'
import type { Program } from './open.ts'

/** What one account has of everything that calls of the open API identify, in wire form. */
export interface OpenWorld {
  messageId: string
  /** Of a scheduled request. */
  batchId: string
  signatureId: string
  /** Under review, so that it can't be edited; the other one can. */
  templateCode: string
  groupId: string
  contactId: string
  contactIds: string[]
  blacklistIds: string[]
  linkId: string
  webhookId: string
  cursor: string
}

export interface OpenAnswer {
  status: number
  headers: Headers
  text: string
  // biome-ignore lint/suspicious/noExplicitAny: a program's untyped answer; each test checks what it needs.
  body: any
}

/** Makes a request as a program does: path parameters in the path, the rest in the query or as JSON. */
export async function askOpen(
  base: string,
  call: Pick<OpenCall, 'method' | 'path'>,
  input: object,
  headers: Record<string, string>,
): Promise<OpenAnswer> {
  const inPath = pathFields(call)
  const given = input as Record<string, unknown>
  const path = call.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(given[name])))
  const rest = Object.entries(given).filter(([name, value]) => !inPath.includes(name) && value !== undefined)
  const inQuery = call.method === 'GET' || call.method === 'DELETE'
  const query = inQuery && rest.length > 0 ? `?${new URLSearchParams(rest.map(([name, value]) => [name, String(value)]))}` : ''
  const answer = await fetch(base + path + query, {
    method: call.method,
    headers: { ...headers, ...(inQuery ? {} : { 'content-type': 'application/json' }) },
    ...(inQuery ? {} : { body: JSON.stringify(Object.fromEntries(rest)) }),
  })
  const text = await answer.text()
  return { status: answer.status, headers: answer.headers, text, body: JSON.parse(text) }
}

const day = '2026-11-21'
/** A valid input for every call where the account has a world; a missing call fails the tests. */
export const openInputs: Record<string, (world: OpenWorld) => object> = {
  sendMessages: () => ({ signature: '云栈', templateCode: 'SMS_2', templateParam: { no: 'A1' }, phones: ['13900000001'] }),
  listMessages: () => ({ pageSize: 5 }),
  getMessage: ({ messageId }) => ({ messageId }),
  getBatch: ({ batchId }) => ({ batchId }),
  cancelBatch: ({ batchId }) => ({ batchId }),
  pullEvents: () => ({ kinds: ['report'], pageSize: 10 }),
  acknowledgeEvents: ({ cursor }) => ({ cursor }),
  listWebhooks: () => ({}),
  createWebhook: () => ({ url: 'https://example.com/hook', kinds: ['inbound'] }),
  updateWebhook: ({ webhookId }) => ({ webhookId, url: 'https://example.com/other', kinds: ['visit'] }),
  enableWebhook: ({ webhookId }) => ({ webhookId }),
  disableWebhook: ({ webhookId }) => ({ webhookId }),
  deleteWebhook: ({ webhookId }) => ({ webhookId }),
  getWebhookSecret: ({ webhookId }) => ({ webhookId }),
  renewWebhookSecret: ({ webhookId }) => ({ webhookId }),
  testWebhook: ({ webhookId }) => ({ webhookId, kind: 'visit' }),
  listDeliveries: ({ webhookId }) => ({ webhookId }),
  redeliverEvents: ({ webhookId }) => ({ webhookId }),
  getApp: () => ({}),
  getBalance: () => ({}),
  getStatistics: () => ({ from: day, to: day }),
  getStatisticsBreakdown: () => ({ from: day, to: day, split: 'kind' }),
  getFailureCauses: () => ({ from: day, to: day }),
  listInbound: () => ({ pageSize: 5 }),
  listSignatures: () => ({}),
  createSignature: () => ({ text: '云栈科技', kind: 'company' }),
  getSignature: ({ signatureId }) => ({ signatureId }),
  resubmitSignature: ({ signatureId }) => ({ signatureId, text: '云栈之家', kind: 'company' }),
  deleteSignature: ({ signatureId }) => ({ signatureId }),
  listTemplates: () => ({}),
  createTemplate: () => ({ name: '发货通知', kind: 'transactional', text: '您的订单${orderNo}已发货，请留意查收', remark: '发货' }),
  getTemplate: ({ templateCode }) => ({ templateCode }),
  resubmitTemplate: ({ templateCode }) => ({
    templateCode,
    name: '发货通知',
    kind: 'transactional',
    text: '您的包裹${orderNo}已签收，感谢您的光临',
  }),
  deleteTemplate: ({ templateCode }) => ({ templateCode }),
  listContactGroups: () => ({}),
  createContactGroup: () => ({ name: '新会员' }),
  updateContactGroup: ({ groupId }) => ({ groupId, name: '改名' }),
  deleteContactGroup: ({ groupId }) => ({ groupId, contactCount: 5 }),
  listContacts: ({ groupId }) => ({ groupId }),
  putContacts: ({ groupId }) => ({ groupId, contacts: [{ phone: '13900000009', name: '李四' }] }),
  getContact: ({ contactId }) => ({ contactId }),
  updateContact: ({ contactId }) => ({ contactId, name: '王五' }),
  removeContacts: ({ contactIds }) => ({ contactIds }),
  listBlacklist: () => ({}),
  checkBlacklist: () => ({ phone: '13900000001' }),
  addToBlacklist: () => ({ phones: ['13900000010'], reason: '要求' }),
  removeFromBlacklist: ({ blacklistIds }) => ({ blacklistIds, reason: '误加' }),
  createLink: () => ({ target: 'https://example.com/a' }),
  createLinks: () => ({ links: [{ target: 'https://example.com/a' }, { target: 'https://example.com/b' }] }),
  listLinks: () => ({}),
  getLink: ({ linkId }) => ({ linkId }),
  updateLink: ({ linkId }) => ({ linkId, title: '改名' }),
  disableLink: ({ linkId }) => ({ linkId }),
  enableLink: ({ linkId }) => ({ linkId }),
  getLinkStatistics: ({ linkId }) => ({ linkId, from: day, to: day }),
  listVisits: ({ linkId }) => ({ linkId, from: day, to: day }),
}

/** One of everything for a program's account, created through the API itself; its visible texts contain `word`. */
export async function createOpenWorld(
  base: string,
  program: Program,
  { word, phone, now }: { word: string; phone: string; now: Date },
): Promise<OpenWorld> {
  const ask = async (method: OpenCall['method'], path: string, input: object = {}) => {
    const answer = await askOpen(base, { method, path: `/openapi/v1/${path}` }, input, { authorization: program.bearer })
    if (answer.status !== 200) throw new Error(`${method} ${path}: ${answer.text}`)
    return answer.body
  }
  const { groupId } = await ask('POST', 'contact-groups', { name: word })
  await ask('POST', 'contacts', { groupId, contacts: [{ phone, name: word, remark: word }] })
  const contactId = (await ask('GET', 'contacts', { groupId })).rows[0].contactId
  await ask('POST', 'blacklist', { phones: [phone], reason: word })
  const { blacklistId } = (await ask('GET', 'blacklist')).rows[0]
  const { linkId } = (await ask('POST', 'links', { target: 'https://example.com/secret', title: word })).link
  const sendAt = new Date(now.getTime() + 3_600_000).toISOString()
  const order = { signature: '云栈', templateCode: 'SMS_2', templateParam: { no: 'CANARY' }, phones: [phone], customId: word }
  const { batchId, messages } = await ask('POST', 'messages', { ...order, sendAt })
  const { webhookId } = await ask('POST', 'webhooks', { url: `https://hook.invalid/${encodeURIComponent(word)}`, kinds: ['visit'] })
  const { signatureId } = await ask('POST', 'signatures', { text: word, kind: 'company' })
  const { templateCode } = await ask('POST', 'templates', {
    name: word,
    kind: 'transactional',
    text: `${word}提醒您，订单\${orderNo}已发货`,
    remark: word,
  })
  const ids = {
    groupId,
    contactId,
    contactIds: [contactId],
    blacklistIds: [blacklistId],
    linkId,
    webhookId,
    batchId,
    signatureId,
    templateCode,
  }
  return { ...ids, messageId: messages[0].messageId, cursor: newId() }
}

/** The valid input for a call by its name. */
export function openInputOf(name: string, world: OpenWorld): object {
  const input = openInputs[name]
  if (!input) throw new Error(`no input for ${name}`)
  return input(world)
}
