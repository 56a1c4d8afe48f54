import { itemOrThrow } from '#values/or-throw.ts'
/** Tables whose rows belong to an account; every statement on one must name the account. */
export const tenantTables = [
  'account',
  'account_setting',
  'account_price',
  'member',
  'audit_log',
  'audit_chain_queue',
  'audit_chain_entry',
  'audit_chain',
  'notification',
  'notification_read',
  'notification_mark',
  'announcement_read',
  'mail',
  'mail_attachment',
  'idempotency',
  'credit_grant',
  'ledger_account',
  'chart_of_accounts',
  'transfer',
  'charge_hold',
  'charge_day',
  'bill',
  'bill_line',
  'balance_warning',
  'spend_cap',
  'auto_renewal_rule',
  'package_order',
  'order_refund',
  'recharge',
  'signature',
  'sender_registration',
  'sender_registration_step',
  'forbidden_word_hit',
  'template',
  'test_number',
  'review',
  'proof',
  'private_file',
  'attestation',
  'attestation_document',
  'attestation_phone',
  'account_profile',
  'account_contact',
  'contact_group',
  'contact',
  'contact_field',
  'contact_tag',
  'contact_tagged',
  'blacklist',
  'blacklist_import',
  'opt_out_word',
  'opt_out_answer',
  'opt_out_record',
  'upload',
  'recipient',
  'left_out_recipient',
  'broadcast',
  'broadcast_count',
  'broadcast_confirmation',
  'export_job',
  'export_confirmation',
  'list_view',
  'task',
  'undo',
  'undo_row',
  'broadcast_draft',
  'broadcast_share',
  'app',
  'request_log',
  'app_usage',
  'send_batch',
  'archived_file',
  'message',
  'sandbox_message',
  'statistics_delta',
  'statistics_hour',
  'statistics_hour_place',
  'statistics_day',
  'statistics_day_place',
  'statistics_failure',
  'statistics_minute',
  'address_use',
  'alert_rule',
  'alert',
  'alert_delivery',
  'alert_contact',
  'alert_robot',
  'alert_watch',
  'outbox',
  'part_report',
  'inbound',
  'link',
  'link_group',
  'link_edit',
  'link_stop',
  'link_visit_count',
  'link_decision',
  'link_use',
  'link_batch_row',
  'target_domain',
  'message_click',
  'broadcast_click',
  'visit',
  'visit_cut',
  'visit_delta',
  'visit_minute',
  'visit_hour',
  'visit_day',
  'visit_week',
  'visit_total',
  'visit_mark',
  'missed_visit',
  'payer_name',
  'bank_claim',
  'withdrawal',
  'invoice_request',
  'invoice_item',
  'invoice_line',
  'invoice_reversal',
  'invoice_file',
  'invoice_event',
  'refund',
  'invoice_title',
  'invoice_title_version',
  'invoice_address',
  'invoice_email',
  'member_avatar',
  'member_password',
  'recovery_code',
  'member_device',
  'step_up',
  'email_link',
  'esme_session',
  'esme_submit',
  'invitation',
  'phone_change',
  'account_closing',
  'app_webhook',
  'push_event',
  'push_work',
  'push_attempt',
  'message_trace',
] as const

/**
 * Reports and searches across accounts on purpose: a comment `-- across accounts: why` in the statement permits them.
 */
const acrossAccounts = /-- across accounts: \S+/

/** `insert into … select … from unnest(…)` of a tenant's table, where accountRow() is missing (db/account-row.ts). */
const rowsOfNoTable = new RegExp(
  `insert into (?:${tenantTables.join('|')})\\b(?: as \\w+)? \\([^()]*\\)\\s+select\\b(?:(?!\\bfrom\\b)[^;])*\\bfrom (?:unnest|jsonb_to_recordset)\\(`,
  'i',
)

/** `insert … on conflict … do update set account_id = …` of a tenant's table: its account says where a row is. */
const changedAccount = new RegExp(
  `insert into "?(?:${tenantTables.join('|')})"? (?:(?!\\binsert into\\b)[^;])*\\bdo update set (?:(?!\\b(?:where|returning|select)\\b)[^;()])*"?\\baccount_id"? =`,
  'i',
)

const tablePattern = new RegExp(`(?:from|join|into|update)\\s+(?:"?public"?\\.)?"?(${tenantTables.join('|')})"?(?![\\w."])`, 'gi')

/** Tables of a cluster's coordinator: a statement that writes may not name one beside tables of accounts. */
const coordinatorTables = /\b(?:from|join|into|update)\s+(?:submitted_part|parked_report|doubled_part|failed_part|lease)\b/i

/** The error in a statement by the rules for a distributed database, or null. */
export function checkStatement(text: string): string | null {
  if (/^\s*(create|alter|drop|grant|revoke|truncate|copy|vacuum|analyze|explain)\b/i.test(text)) return null
  if (/\bpg_(try_)?advisory_lock/i.test(text)) return 'session advisory lock'
  if (/\bupdate\b[^;]*\bset\b[^;]*\b(random|gen_random_uuid|clock_timestamp)\(/i.test(text)) return 'volatile function in an update'
  if (/\bupdate\s+message\b[^;]*\bfinished_at\s*=/i.test(text) && !/statistics_delta/.test(text)) return 'messages end uncounted'
  if (changedAccount.test(text)) return 'a row that changes its account'
  const isWrite = /\b(insert\s+into|update|delete\s+from)\b/i.test(text)
  if (isWrite && /\bcase\s+(?!when\b)[\w.$]+\s+when\s+'/i.test(text)) return 'case with an operand in a write'
  const tables = new Set([...text.matchAll(tablePattern)].map(match => itemOrThrow(match, 1).toLowerCase()))
  if (tables.size === 0) return null
  if (/\bpg_advisory_xact_lock/i.test(text)) return 'lock beside a table'
  if (isWrite && coordinatorTables.test(text)) return 'tables of accounts beside those of the coordinator in a write'
  if (acrossAccounts.test(text))
    return /^(\s*--.*\n)*\s*select exists \(select from\b/i.test(text) ? 'exists without a column over all accounts' : null
  if (rowsOfNoTable.test(text) && !/\bjoin\b/i.test(text)) return 'inserted rows that no table of the account gives'
  if (/insert\s+into/i.test(text)) return /account_id/i.test(text) ? null : 'insert without account_id'
  if (!/"?account_id"?\s*(=|in\b)/i.test(text)) return `no account_id on ${[...tables].join(', ')}`
  return null
}
