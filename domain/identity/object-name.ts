import { sql } from 'kysely'
import { alertKinds } from '#contract/alert/alert-rule.ts'
import { exportNames } from '#contract/export/export.ts'
import { linkTaskKinds } from '#contract/links/link-list.ts'
import { contactTaskKinds } from '#contract/recipients/contact-task.ts'
import type { Tx } from '#db/connect.ts'
import { redacted } from '#domain/platform/index.ts'
import { type AccountId, decodeId, type IdNoun, nounOfId } from '#values/id.ts'
import { isKeyOf } from '#values/keys.ts'
import { firstOrThrow } from '#values/or-throw.ts'
import { maskPhone } from '#values/phone.ts'

/** Where the name of an object is stored: an SQL expression over its table. */
interface NamePlace {
  table: string
  id: string
  name: string
  /** The display form of the stored name. */
  shown?: (name: string) => string
}

const wordOf = (words: Readonly<Record<string, string>>) => (key: string) => words[key] ?? key

const places: Partial<Record<IdNoun, NamePlace>> = {
  signature: { table: 'signature', id: 'signature_id', name: "'【' || text || '】'" },
  template: { table: 'template', id: 'template_id', name: "name || ' ' || code" },
  app: { table: 'app', id: 'app_id', name: 'name' },
  webhook: { table: 'app_webhook', id: 'webhook_id', name: "split_part(url, '?', 1)" },
  broadcast: { table: 'broadcast', id: 'broadcast_id', name: 'name' },
  draft: { table: 'broadcast_draft', id: 'draft_id', name: 'name' },
  upload: { table: 'upload', id: 'upload_id', name: 'file_name' },
  message: { table: 'message', id: 'message_id', name: 'phone', shown: maskPhone },
  inbound: { table: 'inbound', id: 'inbound_id', name: 'phone', shown: maskPhone },
  blacklist: { table: 'blacklist', id: 'blacklist_id', name: 'phone', shown: maskPhone },
  contact: { table: 'contact', id: 'contact_id', name: "name || ' ' || left(phone, 3) || '****' || right(phone, 4)" },
  group: { table: 'contact_group', id: 'group_id', name: 'name' },
  tag: { table: 'contact_tag', id: 'tag_id', name: 'name' },
  task: {
    table: 'task',
    id: 'task_id',
    name: "coalesce(input ->> 'kind', input -> 'act' ->> 'kind')",
    shown: wordOf({ ...linkTaskKinds, ...contactTaskKinds }),
  },
  link: { table: 'link', id: 'link_id', name: "code || ' ' || title" },
  linkGroup: { table: 'link_group', id: 'group_id', name: 'name' },
  export: { table: 'export_job', id: 'export_id', name: 'source', shown: wordOf(exportNames) },
  order: { table: 'package_order', id: 'order_id', name: "name || ' ' || order_number" },
  recharge: { table: 'recharge', id: 'recharge_id', name: 'trade_number' },
  invoice: { table: 'invoice_request', id: 'request_id', name: 'request_number' },
  invoiceAddress: { table: 'invoice_address', id: 'address_id', name: "recipient || ' ' || city || district || detail" },
  invoiceEmail: { table: 'invoice_email', id: 'email_id', name: 'address' },
  invoiceTitle: {
    table: 'invoice_title join invoice_title_version using (account_id, title_id, version_id)',
    id: 'title_id',
    name: 'name',
  },
  accountContact: { table: 'account_contact', id: 'contact_id', name: 'name' },
  alert: { table: 'alert', id: 'alert_id', name: 'title' },
  alertRule: {
    table: 'alert_rule',
    id: 'rule_id',
    name: 'kind',
    shown: kind => (isKeyOf(alertKinds, kind) ? alertKinds[kind].name : kind),
  },
  alertContact: { table: 'alert_contact', id: 'contact_id', name: 'name' },
  alertRobot: { table: 'alert_robot', id: 'robot_id', name: 'name' },
}

/** The main object of a section whose calls also refer to other objects. */
const subjects: Readonly<Record<string, IdNoun>> = {
  signatures: 'signature',
  templates: 'template',
  apps: 'app',
  webhooks: 'webhook',
  broadcasts: 'broadcast',
  contacts: 'contact',
  links: 'link',
  blacklist: 'blacklist',
  uploads: 'upload',
  inbound: 'inbound',
  'contact-tasks': 'upload',
  invoices: 'invoice',
  'invoice-titles': 'invoiceTitle',
}

/** Fields that contain the name of a new object. */
const nameFields = ['name', 'title', 'word', 'url', 'target', 'domain', 'address'] as const

type Fields = Record<string, unknown>
const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''

/** The ids in a call's input, grouped by field. */
const idsOf = (sent: Fields): [string, ...string[]][] =>
  Object.entries(sent)
    .filter(([field]) => /Ids?$/.test(field))
    .map(([, value]) => (Array.isArray(value) ? value : [value]).filter(isText))
    .flatMap(([first, ...others]) => (first === undefined ? [] : [[first, ...others]]))

const withCount = (name: string, count: number) => (count > 1 ? `${name} 等 ${count} 个` : name)

/**
 * The display name of the object of an act, for the audit log: by the id in the input, or the name of what is to be
 * created, phone numbers masked. `section`: the first part of the call's path. Null: the input has neither.
 */
export async function objectName(tx: Tx, account: AccountId, section: string, sent: Fields): Promise<string | null> {
  const fields = idsOf(sent)
  const subject = subjects[section]
  const own = fields.find(([id]) => nounOfId(id) === subject)
  const name =
    (subject && own && (await nameOfIds(tx, account, own))) ||
    givenName(section, sent) ||
    (fields[0] && (await nameOfIds(tx, account, fields[0])))
  return name ? String(redacted(name)) : null
}

function givenName(section: string, sent: Fields): string | null {
  if (section === 'signatures' && isText(sent.text)) return `【${sent.text}】`
  if (section === 'exports' && isText(sent.source)) return wordOf(exportNames)(sent.source)
  const field = nameFields.find(one => isText(sent[one]))
  if (field) return firstOrThrow(String(sent[field]).split('?'))
  if (isText(sent.amount)) return `¥${sent.amount}`
  const phones = [sent.phone, sent.numbers, sent.phones].flat().filter(isText)
  return phones.length > 0 ? withCount(maskPhone(firstOrThrow(phones)), phones.length) : null
}

async function nameOfIds(tx: Tx, account: AccountId, ids: readonly string[]): Promise<string | null> {
  const [id] = ids
  const noun = id && nounOfId(id)
  const place = noun && places[noun]
  const uuid = noun && decodeId(noun, id)
  if (!place || !uuid) return null
  const { rows } = await sql<{ name: string }>`
    select ${sql.raw(place.name)} as name from ${sql.raw(place.table)}
    where account_id = ${account} and ${sql.raw(place.id)} = ${uuid}`.execute(tx)
  const name = rows[0]?.name.trim()
  return name ? withCount(place.shown?.(name) ?? name, ids.length) : null
}
