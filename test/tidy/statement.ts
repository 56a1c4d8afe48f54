/** Tables whose rows belong to an account; every statement on one must name the account (architecture, rules for SQL). */
export const tenantTables = [
  'account',
  'account_setting',
  'account_price',
  'member',
  'activity',
  'idempotency',
  'credit_grant',
  'ledger_account',
  'transfer',
  'charge_hold',
  'package_order',
  'signature',
  'signature_filing',
  'signature_filing_step',
  'forbidden_word_hit',
  'template',
  'test_number',
  'review',
  'proof',
  'contact_group',
  'contact',
  'contact_field',
  'contact_tag',
  'contact_tagged',
  'contact_task',
  'blacklist',
  'blacklist_import',
  'opt_out_word',
  'opt_out_answer',
  'landing_record',
  'upload',
  'recipient',
  'broadcast',
  'broadcast_count',
  'broadcast_confirmation',
  'export_job',
  'export_confirmation',
  'broadcast_draft',
  'app',
  'message',
  'statistics_delta',
  'statistics_hour',
  'statistics_hour_place',
  'statistics_day',
  'statistics_day_place',
  'statistics_failure',
  'outbox',
  'account_work',
  'part_report',
  'inbound',
  'link',
  'visit',
] as const

/** Reports and searches of the platform that look across accounts on purpose: a comment `-- across accounts: why` in the statement says so. */
const acrossAccounts = /-- across accounts: \S+/

const tablePattern = new RegExp(`(?:from|join|into|update)\\s+(?:"?public"?\\.)?"?(${tenantTables.join('|')})"?(?![\\w."])`, 'gi')

/** What is wrong with a statement by the rules that a distributed database needs, or null. */
export function checkStatement(text: string): string | null {
  if (/^\s*(create|alter|drop|grant|revoke|truncate|copy|vacuum|analyze|explain)\b/i.test(text)) return null
  if (/\bpg_(try_)?advisory_lock/i.test(text)) return 'session advisory lock'
  if (/\bupdate\b[^;]*\bset\b[^;]*\b(random|gen_random_uuid|clock_timestamp)\(/i.test(text)) return 'volatile function in an update'
  if (/\bupdate\s+message\b[^;]*\bfinished_at\s*=/i.test(text) && !/statistics_delta/.test(text)) return 'messages end uncounted'
  const tables = new Set([...text.matchAll(tablePattern)].map(match => match[1]!.toLowerCase()))
  if (tables.size === 0 || acrossAccounts.test(text)) return null
  if (/insert\s+into/i.test(text)) return /account_id/i.test(text) ? null : 'insert without account_id'
  if (!/"?account_id"?\s*(=|in\b)/i.test(text)) return `no account_id on ${[...tables].join(', ')}`
  return null
}
