import type { ColumnType, Generated } from 'kysely'
import type { AccountId } from '#values/id.ts'
import type { AlertKind, AlertMethod, AlertParameters } from '#contract/alert/alert-rule.ts'
import type { ApprovalKind } from '#contract/staff/admin-approval.ts'
import type { AttestationForm, DocumentUse } from '#contract/account/attestation-form.ts'
import type { AttestationReasons } from '#contract/account/attestation.ts'
import type { BlacklistImportProgress } from '#contract/blacklist/blacklist-import.ts'
import type { Breaker, Checkpoint, ExportFile, InvariantCounts, LinkEdits, RefundTier, RefusalEvidence, RequestDetail, ReviewedContent, StoredChange } from './json.ts'
import type { Carrier } from '#values/phone.ts'
import type { ConfirmState, InvoiceStep } from '#contract/invoicing/invoice-state.ts'
import type { Device, LinkRule } from '#contract/links/link-rule.ts'
import type { DraftContent } from '#contract/broadcast/broadcast-draft.ts'
import type { EventKind, WebhookFormat } from '#contract/push/push.ts'
import type { ExportFacts, ExportFailure, ExportName } from '#contract/export/export.ts'
import type { Finding } from '#contract/content/finding.ts'
import type { Ingress, Scope } from '#contract/apps/app-labels.ts'
import type { LinkState } from '#contract/links/link-state.ts'
import type { MessageKind, TemplateVariable } from '#contract/content/template-text.ts'
import type { NotificationChoice } from '#contract/notification/notification-preference.ts'
import type { ProofUse } from '#contract/content/signature-proof.ts'
import type { Role } from '#contract/identity/permission.ts'
import type { SignatureKind } from '#contract/content/signature.ts'
import type { UploadMapping, UploadProgress, UploadReport, UploadShape } from '#contract/recipients/upload.ts'
import type { WebhookOutcome } from '#contract/push/webhook.ts'

// Written by db/generate-types.ts from the migrated schema. jsonb goes in as text.

export interface AccessKeyTable {
  access_key_id: string
  account_id: AccountId
  app_id: string
  secret_hash: Buffer
  state: ColumnType<'enabled' | 'disabled' | 'deleted', string | undefined, string>
  created_at: Generated<Date>
  encrypted_secret: Generated<Buffer | null>
  scopes: ColumnType<Scope[], string[] | undefined, string[]>
  last_used_at: Generated<Date | null>
  last_used_ip: Generated<string | null>
  member_id: Generated<string | null>
  disabled_at: Generated<Date | null>
  ends_at: Generated<Date | null>
  note: Generated<string>
}

export interface AccountTable {
  account_id: AccountId
  kind: ColumnType<'customer' | 'platform', string | undefined, string>
  name: string
  state: ColumnType<'active' | 'frozen' | 'closed', string | undefined, string>
  attested_at: Generated<Date | null>
  attested_name: Generated<string | null>
  when_empty: ColumnType<'stop' | 'balance', string | undefined, string>
  created_at: Generated<Date>
  attested_as: ColumnType<'person' | 'company' | 'public' | null, string | null | undefined, string | null>
  attested_until: Generated<string | null>
  attested_notified_days: Generated<number | null>
  is_demo: Generated<boolean>
}

export interface AccountClosingTable {
  account_id: AccountId
  closing_id: string
  member_id: string
  reason: string
  state: ColumnType<'waiting' | 'cancelled' | 'closed', string, string>
  asked_at: Date
  due_at: Date
  ended_at: Generated<Date | null>
  blocker: Generated<string | null>
}

export interface AccountContactTable {
  account_id: AccountId
  contact_id: string
  role: ColumnType<'finance' | 'technical' | 'operations' | 'security' | 'other', string, string>
  name: string
  phone: string
  email: Generated<string>
  created_at: Generated<Date>
}

export interface AccountPriceTable {
  account_id: AccountId
  kind: ColumnType<'otp' | 'transactional' | 'marketing', string, string>
  starts_at: Date
  unit_price_hao: Generated<number | null>
}

export interface AccountProfileTable {
  account_id: AccountId
  industry: Generated<string>
  scale: Generated<string>
  website: Generated<string>
  region: Generated<string>
  address: Generated<string>
  updated_at: Generated<Date>
}

export interface AccountSettingTable {
  account_id: AccountId
  name: string
  value: number
}

export interface AccountWorkTable {
  account_id: AccountId
  channel_id: string
  due_at: Date
  priority: Generated<number>
}

export interface AddressUseTable {
  account_id: AccountId
  app_id: string
  hour: number
  address: string
  request_count: number
  refused_count: number
}

export interface AlertTable {
  account_id: AccountId
  alert_id: string
  rule_id: string
  kind: ColumnType<AlertKind, string, string>
  app_id: Generated<string | null>
  subject: string
  severity: ColumnType<'notice' | 'warning' | 'urgent', string, string>
  title: string
  body: string
  advice: string
  link: string
  value_text: string
  last_value_text: string
  threshold_text: string
  action: ColumnType<'notify' | 'pause_otp' | 'stopped', string, string>
  state: ColumnType<'open' | 'confirmed' | 'recovered', string, string>
  is_test: Generated<boolean>
  fired_at: Date
  calm_since: Generated<Date | null>
  confirmed_at: Generated<Date | null>
  confirmed_by: Generated<string | null>
  confirm_note: Generated<string | null>
  recovered_at: Generated<Date | null>
  recovery_reason: Generated<string | null>
  notified_count: Generated<number>
  last_notified_at: Generated<Date | null>
  is_held: Generated<boolean>
  muted_until: Generated<Date | null>
}

export interface AlertContactTable {
  account_id: AccountId
  contact_id: string
  name: string
  phone: Generated<string | null>
  email: Generated<string | null>
  created_at: Date
}

export interface AlertDeliveryTable {
  account_id: AccountId
  alert_id: string
  delivery_id: string
  notification_method: ColumnType<'console' | 'sms' | 'email' | 'webhook' | 'robot', string, string>
  occasion: ColumnType<'fired' | 'repeated' | 'recovered' | 'test', string, string>
  target_name: string
  phone: Generated<string | null>
  email: Generated<string | null>
  mail_id: Generated<string | null>
  robot_id: Generated<string | null>
  state: ColumnType<'queued' | 'sent' | 'failed', string, string>
  detail: Generated<string | null>
  created_at: Date
  ended_at: Generated<Date | null>
}

export interface AlertRobotTable {
  account_id: AccountId
  robot_id: string
  name: string
  kind: ColumnType<'wecom' | 'dingtalk' | 'feishu', string, string>
  encrypted_url: Buffer
  encrypted_secret: Generated<Buffer | null>
  url_tail: string
  last_sent_at: Generated<Date | null>
  last_failure: Generated<string | null>
  created_at: Date
}

export interface AlertRuleTable {
  account_id: AccountId
  rule_id: string
  kind: ColumnType<AlertKind, string, string>
  app_id: Generated<string | null>
  parameters: ColumnType<AlertParameters, string, string | null>
  notification_methods: ColumnType<AlertMethod[], string[], string[]>
  contact_ids: string[]
  robot_ids: string[]
  repeat_minutes: number
  is_on: boolean
  member_id: Generated<string | null>
  created_at: Date
  changed_at: Date
}

export interface AlertWatchTable {
  account_id: AccountId
  minute: Generated<number>
  quiet_from_minute: Generated<number | null>
  quiet_until_minute: Generated<number | null>
}

export interface AnnouncementTable {
  announcement_id: string
  kind: ColumnType<'system' | 'product' | 'security' | 'activity', string, string>
  title: string
  body: string
  audience: ColumnType<'all' | 'attested' | 'unattested' | 'chosen', string, string>
  accounts: Generated<string[]>
  is_must_read: Generated<boolean>
  state: ColumnType<'draft' | 'published' | 'withdrawn', string, string>
  publish_at: Generated<Date | null>
  withdrawn_at: Generated<Date | null>
  written_by: Generated<string | null>
  created_at: Date
  changed_at: Date
}

export interface AnnouncementReadTable {
  account_id: AccountId
  member_id: string
  announcement_id: string
  read_at: Date
}

export interface AppTable {
  account_id: AccountId
  app_id: string
  name: string
  state: ColumnType<'enabled' | 'disabled' | 'deleted', string | undefined, string>
  created_at: Generated<Date>
  kind: ColumnType<'production' | 'test', string | undefined, string>
  note: Generated<string>
  number: Generated<string>
  settings: ColumnType<unknown, string | undefined | null, string | null>
  default_signature_id: Generated<string | null>
  member_id: Generated<string | null>
  disabled_at: Generated<Date | null>
  disabled_why: Generated<string | null>
  deleted_at: Generated<Date | null>
  otp_paused_until: Generated<Date | null>
  otp_paused_reason: Generated<string | null>
}

export interface AppUsageTable {
  account_id: AccountId
  app_id: string
  day: string
  segment_count: Generated<number>
  spent_hao: Generated<number>
}

export interface AppWebhookTable {
  account_id: AccountId
  webhook_id: string
  app_id: string
  url: string
  format: ColumnType<WebhookFormat, string, string>
  kinds: ColumnType<EventKind[], string[], string[]>
  encrypted_secret: Buffer
  encrypted_previous: Generated<Buffer | null>
  previous_until: Generated<Date | null>
  state: ColumnType<'enabled' | 'disabled', string | undefined, string>
  disabled_why: ColumnType<'owner' | 'failing' | null, string | null | undefined, string | null>
  failing_since: Generated<Date | null>
  failure_count: Generated<number>
  next_try_at: Generated<Date | null>
  last_success_at: Generated<Date | null>
  last_elapsed_ms: Generated<number | null>
  created_at: Date
  updated_at: Date
}

export interface ApprovalTable {
  approval_id: string
  kind: ColumnType<ApprovalKind, string, string>
  account_id: Generated<AccountId | null>
  amount_hao: number
  payload: string
  payload_hash: string
  reason: string
  state: ColumnType<'waiting' | 'approved' | 'rejected' | 'withdrawn', string | undefined, string>
  maker_id: string
  checker_id: Generated<string | null>
  answer: Generated<string | null>
  asked_at: Date
  decided_at: Generated<Date | null>
}

export interface AttestationTable {
  account_id: AccountId
  attestation_id: string
  subject: ColumnType<'person' | 'company' | 'public', string, string>
  state: ColumnType<'draft' | 'reviewing' | 'approved' | 'rejected' | 'replaced' | 'revoked', string | undefined, string>
  version: Generated<number | null>
  form: ColumnType<AttestationForm, string, string | null>
  encrypted_secrets: Buffer
  name: string
  number_hash: Generated<Buffer | null>
  number_masked: Generated<string>
  handler_hash: Generated<Buffer | null>
  valid_until: Generated<string | null>
  reasons: ColumnType<AttestationReasons | null, string | undefined | null, string | null>
  reason: Generated<string | null>
  member_id: string
  submitted_at: Generated<Date | null>
  decided_at: Generated<Date | null>
  staff_id: Generated<string | null>
  ended_at: Generated<Date | null>
  created_at: Generated<Date>
  updated_at: Generated<Date>
}

export interface AttestationDocumentTable {
  account_id: AccountId
  attestation_id: string
  use: ColumnType<DocumentUse, string, string>
  file_id: string
}

export interface AttestationPhoneTable {
  account_id: AccountId
  phone: string
  proven_at: Date
}

export interface AuditChainTable {
  account_id: AccountId
  base_position: Generated<number>
  base_hash: Generated<Buffer>
  head_position: Generated<number>
  head_hash: Generated<Buffer>
  proof: Generated<Buffer>
}

export interface AuditChainEntryTable {
  account_id: AccountId
  position: number
  audit_id: string
  form: number
  hash: Buffer
  chained_at: Date
}

export interface AuditChainQueueTable {
  account_id: AccountId
  audit_id: string
}

export interface AuditLogTable {
  account_id: AccountId
  audit_id: string
  member_id: Generated<string | null>
  action: string
  object: Generated<string | null>
  result: Generated<string>
  address: Generated<string | null>
  agent: Generated<string | null>
  detail: ColumnType<Record<string, unknown> | null, string | undefined | null, string | null>
  at: Generated<Date>
  kind: ColumnType<'operation' | 'sign_in' | 'money', string | undefined, string>
  actor: Generated<string | null>
  place: Generated<string | null>
  request_id: Generated<string | null>
  reason: Generated<string | null>
  change: ColumnType<StoredChange | null, string | undefined | null, string | null>
}

export interface AutoRenewalRuleTable {
  account_id: AccountId
  kind: ColumnType<'industry' | 'marketing' | 'general' | 'link', string, string>
  package_id: number
  price_hao: number
  threshold_count: number
  month_cap_hao: number
  member_id: string
  changed_at: Date
  look_at: Date
  problem: Generated<string | null>
  notified_at: Generated<Date | null>
}

export interface BalanceWarningTable {
  account_id: AccountId
  is_on: boolean
  first_hao: number
  second_hao: Generated<number | null>
  segment_count: Generated<number | null>
  changed_at: Date
}

export interface BankClaimTable {
  account_id: AccountId
  claim_id: string
  claim_number: string
  payer_name: string
  payer_account: string
  amount_hao: number
  paid_on: string
  slip_file_id: string
  remark: Generated<string>
  state: ColumnType<'waiting' | 'more' | 'approving' | 'credited' | 'rejected' | 'returned' | 'cancelled', string, string>
  reason: Generated<string | null>
  member_id: string
  created_at: Generated<Date>
  decided_at: Generated<Date | null>
}

export interface BankReceiptTable {
  receipt_id: string
  bank_serial: string
  amount_hao: number
  payer_name: string
  payer_account: Generated<string>
  memo: Generated<string>
  came_at: Date
  state: ColumnType<'waiting' | 'approving' | 'credited' | 'returned', string | undefined, string>
  account_id: Generated<AccountId | null>
  claim_id: Generated<string | null>
  rule: ColumnType<'code' | 'claim' | 'attested' | 'registered' | 'manual' | null, string | null | undefined, string | null>
  reason: Generated<string | null>
  return_serial: Generated<string | null>
  recorded_by: Generated<string | null>
  recorded_at: Generated<Date>
  decided_by: Generated<string | null>
  decided_at: Generated<Date | null>
  statement_id: Generated<string | null>
}

export interface BankSlipTable {
  slip_hash: string
  account_id: AccountId
  claim_id: string
}

export interface BankStatementTable {
  statement_id: string
  day: string
  sha256: string
  file_name: string
  lines: ColumnType<unknown, string, string | null>
  in_count: number
  in_hao: number
  out_count: number
  out_hao: number
  problem_count: number
  state: ColumnType<'read' | 'imported' | 'replaced', string | undefined, string>
  opening_hao: Generated<number | null>
  closing_hao: Generated<number | null>
  read_by: string
  read_at: Date
  imported_by: Generated<string | null>
  imported_at: Generated<Date | null>
}

export interface BillTable {
  account_id: AccountId
  month: string
  bill_number: string
  opening_hao: number
  recharge_hao: number
  withdraw_hao: number
  order_hao: number
  usage_hao: number
  refund_hao: number
  adjust_hao: number
  closing_hao: number
  line_count: number
  hash: string
  closed_at: Date
}

export interface BillLineTable {
  account_id: AccountId
  month: string
  line: number
  day: string
  kind: ColumnType<'order' | 'usage' | 'refund' | 'adjust', string, string>
  product: ColumnType<'sms' | 'link' | null, string | null | undefined, string | null>
  item: string
  source: ColumnType<'package' | 'gift' | 'bonus' | 'balance' | 'alipay' | 'wechat' | 'bank', string, string>
  app_id: Generated<string | null>
  grant_id: Generated<string | null>
  order_id: Generated<string | null>
  quantity: number
  returned_count: number
  unit_price_hao: number
  list_price_hao: number
  list_hao: number
  discount_hao: number
  package_hao: number
  cash_hao: number
  rate_bp: Generated<number | null>
  bonus_hao: Generated<number>
  adjust_hao: Generated<number>
}

export interface BlacklistTable {
  account_id: AccountId
  blacklist_id: string
  phone: string
  level: ColumnType<'account' | 'signature', string, string>
  signature_id: Generated<string | null>
  scope: ColumnType<'marketing' | 'all', string | undefined, string>
  source: ColumnType<'manual' | 'import' | 'reply' | 'opt_out_page' | 'complaint', string, string>
  reason: Generated<string>
  member_id: Generated<string | null>
  created_at: Generated<Date>
  removed_at: Generated<Date | null>
  removal_reason: Generated<string | null>
  removed_by: Generated<string | null>
  expires_at: Generated<Date | null>
  hit_count: Generated<number>
  evidence: ColumnType<RefusalEvidence | null, string | undefined | null, string | null>
  consent: Generated<string | null>
  phone_end: Generated<string>
}

export interface BlacklistImportTable {
  account_id: AccountId
  upload_id: string
  phone_column: number
  has_header: boolean
  signature_id: Generated<string | null>
  scope: ColumnType<'marketing' | 'all', string, string>
  reason: string
  expires_at: Generated<Date | null>
  problems: ColumnType<BlacklistImportProgress['problems'], string | undefined | null, string | null>
}

export interface BroadcastTable {
  account_id: AccountId
  broadcast_id: string
  name: string
  kind: ColumnType<'otp' | 'transactional' | 'marketing', string, string>
  signature_id: string
  template_id: string
  signature_text: string
  template_text: string
  variables: ColumnType<TemplateVariable[], string, string | null>
  upload_id: string
  state: ColumnType<'reviewing' | 'scheduled' | 'sending' | 'paused' | 'held' | 'completed' | 'canceled', string, string>
  state_reason: Generated<string | null>
  recipient_count: number
  segment_count: number
  scheduled_at: Generated<Date | null>
  made_line: Generated<number>
  made_count: Generated<number>
  member_id: Generated<string | null>
  created_at: Generated<Date>
  started_at: Generated<Date | null>
  finished_at: Generated<Date | null>
  per_minute: Generated<number | null>
  from_minute: Generated<number | null>
  until_minute: Generated<number | null>
  at_night: ColumnType<'postpone' | 'cancel', string | undefined, string>
  pace_from: Generated<Date | null>
  pace_from_count: Generated<number>
  link_id: Generated<string | null>
  link_place: Generated<number | null>
  link_prefix: Generated<string | null>
}

export interface BroadcastClickTable {
  account_id: AccountId
  broadcast_id: string
  message_count: number
  click_count: number
}

export interface BroadcastConfirmationTable {
  account_id: AccountId
  member_id: string
  upload_id: string
  asked_at: Date
  confirmed_at: Generated<Date | null>
}

export interface BroadcastCountTable {
  account_id: AccountId
  broadcast_id: string
  state: string
  message_count: number
  segment_count: number
}

export interface BroadcastDraftTable {
  account_id: AccountId
  draft_id: string
  member_id: string
  name: string
  content: ColumnType<DraftContent, string, string | null>
  upload_id: Generated<string | null>
  version: number
  broadcast_id: Generated<string | null>
  created_at: Date
  changed_at: Date
}

export interface CaptchaSpentTable {
  captcha_hash: Buffer
  expires_at: Date
}

export interface ChannelTable {
  channel_id: string
  name: string
  protocol: Generated<string>
  host: string
  port: number
  system_id: string
  encrypted_password: Buffer
  sender_number: string
  kinds: ColumnType<MessageKind[], string[], string[]>
  carriers: ColumnType<Carrier[], string[], string[]>
  window_size: Generated<number>
  rate_per_second: Generated<number>
  bind_count: Generated<number>
  upstream_id_form: ColumnType<'raw' | 'decimal' | 'hex' | 'hex_then_decimal' | 'decimal_then_hex', string | undefined, string>
  enabled: Generated<boolean>
  state: ColumnType<'up' | 'down', string | undefined, string>
  state_detail: Generated<string | null>
  state_at: Generated<Date>
  created_at: Generated<Date>
  version: Generated<number>
  late_delivery_count: Generated<number>
  breakers: ColumnType<Breaker[], string | undefined | null, string | null>
}

export interface ChannelCostTable {
  channel_id: string
  starts_at: Date
  unit_cost_hao: Generated<number | null>
}

export interface ChargeDayTable {
  account_id: AccountId
  day: string
  kind: ColumnType<'otp' | 'transactional' | 'marketing', string, string>
  app_id: string
  broadcast_id: string
  grant_id: string
  unit_price_hao: number
  list_price_hao: number
  posted_count: Generated<number>
  voided_count: Generated<number>
  amount_hao: Generated<number>
}

export interface ChargeHoldTable {
  account_id: AccountId
  hold_id: string
  broadcast_id: Generated<string | null>
  grant_id: Generated<string | null>
  unit_price_hao: Generated<number>
  segment_count: number
  posted_count: Generated<number>
  voided_count: Generated<number>
  quota: ColumnType<Record<string, number>, string | undefined | null, string | null>
  created_at: Generated<Date>
  kind: ColumnType<'otp' | 'transactional' | 'marketing', string, string>
  app_id: Generated<string | null>
  list_price_hao: Generated<number>
}

export interface ContactTable {
  account_id: AccountId
  contact_id: string
  group_id: string
  phone: string
  name: Generated<string>
  fields: ColumnType<Record<string, string>, string | undefined | null, string | null>
  created_at: Generated<Date>
  phone_end: Generated<string>
  name_key: Generated<string>
  remark: Generated<string>
  consent_kind: ColumnType<'form' | 'order' | 'member' | 'reply' | 'paper' | 'other' | null, string | null | undefined, string | null>
  consent_note: Generated<string>
  consent_at: Generated<Date | null>
  has_consent: Generated<boolean>
}

export interface ContactFieldTable {
  account_id: AccountId
  field_key: number
  name: string
  created_at: Generated<Date>
  removed_at: Generated<Date | null>
}

export interface ContactGroupTable {
  account_id: AccountId
  group_id: string
  name: string
  created_at: Generated<Date>
  contact_count: Generated<number>
  parent_id: Generated<string | null>
}

export interface ContactTagTable {
  account_id: AccountId
  tag_id: string
  name: string
  contact_count: Generated<number>
  created_at: Generated<Date>
}

export interface ContactTaggedTable {
  account_id: AccountId
  contact_id: string
  tag_id: string
  group_id: string
}

export interface CouponTable {
  coupon_id: string
  code: string
  name: string
  kind: ColumnType<'amount' | 'percent', string, string>
  off: number
  minimum_hao: number
  starts_at: Date
  ends_at: Date
  total_limit: Generated<number | null>
  account_limit: Generated<number | null>
  package_ids: Generated<string[]>
  used_count: Generated<number>
  stopped_at: Generated<Date | null>
  staff_id: Generated<string | null>
  created_at: Date
}

export interface CreditGrantTable {
  account_id: AccountId
  grant_id: string
  kind: ColumnType<'industry' | 'marketing' | 'general' | 'link' | 'bonus', string, string>
  name: string
  segment_count: number
  source: ColumnType<'gift' | 'purchase', string, string>
  order_id: Generated<string | null>
  starts_at: Date
  expires_at: Date
  created_at: Generated<Date>
  refunded_at: Generated<Date | null>
  notified_days: Generated<number | null>
}

export interface CustomerNoteTable {
  note_id: string
  account_id: AccountId
  staff_id: string
  text: string
  at: Date
  removed_at: Generated<Date | null>
}

export interface DomainRuleTable {
  domain: string
  kind: ColumnType<'blocked' | 'trusted', string, string>
  remark: Generated<string>
  staff_id: Generated<string | null>
  created_at: Generated<Date>
}

export interface EmailLinkTable {
  account_id: AccountId
  member_id: string
  email: string
  token_hash: Buffer
  expires_at: Date
}

export interface ExportConfirmationTable {
  account_id: AccountId
  member_id: string
  source: string
  asked_at: Date
  confirmed_at: Generated<Date | null>
}

export interface ExportJobTable {
  account_id: AccountId
  export_id: string
  source: ColumnType<ExportName, string, string>
  filter: ColumnType<unknown, string, string | null>
  facts: ColumnType<ExportFacts, string, string | null>
  columns: string[]
  format: ColumnType<'csv' | 'xlsx', string, string>
  is_full: boolean
  state: ColumnType<'queued' | 'writing' | 'done' | 'failed' | 'canceled' | 'expired', string, string>
  failure: ColumnType<ExportFailure | null, string | null | undefined, string | null>
  broken_count: Generated<number>
  total_count: Generated<number | null>
  row_count: Generated<number>
  byte_count: Generated<number>
  files: ColumnType<ExportFile[], string, string | null>
  checkpoint: ColumnType<Checkpoint | null, string | undefined | null, string | null>
  writing_id: Generated<string | null>
  member_id: string
  requested_at: Date
  started_at: Generated<Date | null>
  finished_at: Generated<Date | null>
  expires_at: Generated<Date | null>
  download_count: Generated<number>
  deleted_at: Generated<Date | null>
}

export interface FailedPartTable {
  channel_id: string
  upstream_id: string
  failed_at: Generated<Date>
}

export interface ForbiddenWordTable {
  word_id: string
  word: string
  normal: string
  level: ColumnType<'reject' | 'review', string, string>
  kinds: string[]
  remark: Generated<string>
  is_enabled: Generated<boolean>
  staff_id: Generated<string | null>
  created_at: Date
  changed_at: Date
}

export interface ForbiddenWordEditionTable {
  edition: string
}

export interface ForbiddenWordHitTable {
  account_id: AccountId
  word_id: string
  day: string
}

export interface GatewayDifferenceTable {
  payment_method: string
  day: string
  kind: ColumnType<'payment' | 'refund', string, string>
  trade_number: string
  refund_number: Generated<string>
  problem: ColumnType<'theirs_only' | 'ours_only' | 'amount' | 'unbooked', string, string>
  our_hao: Generated<number | null>
  their_hao: Generated<number | null>
  account_id: Generated<AccountId | null>
  found_at: Date
  resolved_at: Generated<Date | null>
  resolved_by: Generated<string | null>
  remark: Generated<string | null>
}

export interface GatewayStatementTable {
  payment_method: ColumnType<'alipay' | 'wechat', string, string>
  day: string
  state: ColumnType<'asked' | 'absent' | 'agrees' | 'differs', string, string>
  trouble: Generated<string | null>
  their_count: Generated<number>
  their_paid_hao: Generated<number>
  their_refunded_hao: Generated<number>
  our_count: Generated<number>
  our_paid_hao: Generated<number>
  our_refunded_hao: Generated<number>
  compared_at: Date
}

export interface GatewayStatementLineTable {
  payment_method: string
  day: string
  kind: ColumnType<'payment' | 'refund', string, string>
  trade_number: string
  refund_number: Generated<string>
  gateway_number: string
  amount_hao: number
  at: Date
}

export interface IdempotencyTable {
  account_id: AccountId
  key: string
  call: string
  body_hash: Buffer
  status: Generated<number | null>
  answer: ColumnType<unknown, string | undefined | null, string | null>
  created_at: Generated<Date>
}

export interface IdentityIndexTable {
  number_hash: Buffer
  role: ColumnType<'subject' | 'handler', string, string>
  account_id: AccountId
}

export interface ImpersonationTable {
  token_hash: Buffer
  account_id: AccountId
  staff_id: string
  staff_name: string
  expires_at: Date
}

export interface InboundTable {
  account_id: AccountId
  inbound_id: string
  phone: string
  sender_number: string
  text: string
  signature_id: Generated<string | null>
  message_id: Generated<string | null>
  effect: Generated<string | null>
  received_at: Generated<Date>
  answer_message_id: Generated<string | null>
  answer_problem: Generated<string | null>
  part_count: Generated<number>
  missing_parts: Generated<number>
}

export interface InboundPartTable {
  channel_id: string
  phone: string
  sender_number: string
  reference: number
  part_count: number
  part: number
  text: string
  received_at: Date
}

export interface InvitationTable {
  account_id: AccountId
  invitation_id: string
  phone: string
  name: string
  role: ColumnType<'administrator' | 'operations' | 'developer' | 'finance' | 'viewer', string, string>
  token_hash: Buffer
  state: ColumnType<'waiting' | 'accepted' | 'cancelled', string, string>
  invited_by: string
  invited_at: Date
  expires_at: Date
  member_id: Generated<string | null>
  ended_at: Generated<Date | null>
}

export interface InvoiceAddressTable {
  account_id: AccountId
  address_id: string
  recipient: string
  phone: string
  division_code: string
  province: string
  city: string
  district: string
  street: Generated<string>
  detail: string
  postcode: Generated<string>
  is_default: Generated<boolean>
  created_at: Date
  changed_at: Date
  deleted_at: Generated<Date | null>
}

export interface InvoiceEmailTable {
  account_id: AccountId
  email_id: string
  address: string
  remark: Generated<string>
  is_default: Generated<boolean>
  verified_at: Generated<Date | null>
  token_hash: Generated<Buffer | null>
  token_expires_at: Generated<Date | null>
  sent_at: Generated<Date | null>
  sent_count: Generated<number>
  created_at: Date
  deleted_at: Generated<Date | null>
}

export interface InvoiceEventTable {
  account_id: AccountId
  request_id: string
  event_id: string
  step: ColumnType<InvoiceStep, string, string>
  note: Generated<string | null>
  member_id: Generated<string | null>
  staff_id: Generated<string | null>
  at: Date
}

export interface InvoiceFileTable {
  account_id: AccountId
  request_id: string
  file_id: string
  is_credit_note: Generated<boolean>
  created_at: Date
}

export interface InvoiceItemTable {
  account_id: AccountId
  request_id: string
  ledger_account_id: string
  amount_hao: number
}

export interface InvoiceLineTable {
  account_id: AccountId
  request_id: string
  line: number
  product: ColumnType<'sms' | 'link', string, string>
  item_name: string
  category_code: Generated<string | null>
  gross_hao: number
  net_hao: number
  tax_hao: number
}

export interface InvoiceNumberTable {
  invoice_number: string
  account_id: AccountId
  request_id: string
}

export interface InvoicePauseTable {
  pause_id: string
  is_paused: boolean
  notice: string
  staff_id: string
  created_at: Date
}

export interface InvoiceRequestTable {
  account_id: AccountId
  request_id: string
  batch_id: string
  request_number: string
  basis: ColumnType<'orders' | 'bills' | 'amount', string, string>
  kind: ColumnType<'ordinary' | 'special', string, string>
  medium: ColumnType<'electronic' | 'paper', string, string>
  rate_bp: number
  gross_hao: number
  net_hao: number
  tax_hao: number
  title_version_id: string
  emails: Generated<string[]>
  address_id: Generated<string | null>
  remark: Generated<string>
  replaces_id: Generated<string | null>
  state: ColumnType<'reviewing' | 'issuing' | 'failed' | 'issued' | 'withdrawn' | 'rejected' | 'reversing' | 'reversed', string, string>
  reason: Generated<string | null>
  member_id: Generated<string | null>
  staff_id: Generated<string | null>
  asked_at: Date
  changed_at: Date
  invoice_number: Generated<string | null>
  issued_at: Generated<Date | null>
  courier: Generated<string | null>
  tracking_number: Generated<string | null>
  shipped_at: Generated<Date | null>
  signed_at: Generated<Date | null>
  shipped_to: Generated<string | null>
}

export interface InvoiceReversalTable {
  account_id: AccountId
  reversal_id: string
  request_id: string
  reason_code: ColumnType<'01' | '02' | '03' | '04', string, string>
  note: Generated<string>
  replace_title_id: Generated<string | null>
  replace_kind: ColumnType<'ordinary' | 'special' | null, string | null | undefined, string | null>
  state: ColumnType<'asked' | 'confirming' | 'confirmed' | 'done' | 'refused' | 'withdrawn' | 'lapsed', string, string>
  confirm_number: Generated<string | null>
  confirm_state: ColumnType<ConfirmState | null, string | null | undefined, string | null>
  deadline_at: Generated<Date | null>
  credit_note_number: Generated<string | null>
  answer: Generated<string | null>
  member_id: Generated<string | null>
  staff_id: Generated<string | null>
  asked_at: Date
  ended_at: Generated<Date | null>
}

export interface InvoiceSellerTable {
  seller_id: string
  name: string
  tax_number: string
  address: Generated<string>
  phone: Generated<string>
  bank_name: Generated<string>
  bank_account: Generated<string>
  issuer: string
  limit_hao: number
  offers_print: boolean
  staff_id: Generated<string | null>
  created_at: Date
}

export interface InvoiceTitleTable {
  account_id: AccountId
  title_id: string
  version_id: string
  approved_version_id: Generated<string | null>
  is_default: Generated<boolean>
  created_at: Date
  deleted_at: Generated<Date | null>
}

export interface InvoiceTitleVersionTable {
  account_id: AccountId
  version_id: string
  title_id: string
  version_number: number
  kind: ColumnType<'company' | 'person' | 'organization', string, string>
  name: string
  tax_number: Generated<string | null>
  address: Generated<string>
  phone: Generated<string>
  bank_name: Generated<string>
  bank_account: Generated<string>
  proof_file_id: Generated<string | null>
  special_state: ColumnType<'none' | 'reviewing' | 'approved' | 'rejected' | 'withdrawn' | 'superseded', string, string>
  reason: Generated<string | null>
  submitted_at: Generated<Date | null>
  reviewed_at: Generated<Date | null>
  staff_id: Generated<string | null>
  member_id: Generated<string | null>
  created_at: Date
}

export interface LeaseTable {
  name: string
  owner: string
  token: number
  until: Date
}

export interface LedgerAccountTable {
  account_id: AccountId
  ledger_account_id: string
  asset: ColumnType<'cny' | 'bonus' | 'segment' | 'link' | 'invoice', string, string>
  purpose: ColumnType<'outside' | 'available' | 'held' | 'spent', string, string>
  grant_id: Generated<string | null>
  debits: Generated<number>
  credits: Generated<number>
  rate_bp: Generated<number | null>
  product: ColumnType<'sms' | 'link' | null, string | null | undefined, string | null>
  month: Generated<string | null>
  order_id: Generated<string | null>
  moved_at: Generated<Date | null>
  credit_limit: Generated<number>
  debt: Generated<number>
}

export interface LedgerCheckTable {
  check_id: string
  started_at: Date
  finished_at: Generated<Date | null>
  account_count: Generated<number>
  invariants: ColumnType<InvariantCounts, string | undefined | null, string | null>
}

export interface LedgerFindingTable {
  check_id: string
  finding_id: string
  account_id: Generated<AccountId | null>
  invariant: string
  problem: string
}

export interface LinkTable {
  account_id: AccountId
  link_id: string
  domain: Generated<string>
  code: string
  title: Generated<string>
  target: string
  state: ColumnType<'reviewing' | 'active' | 'disabled' | 'rejected' | 'blocked', string, string>
  reason: Generated<string | null>
  starts_at: Generated<Date | null>
  ends_at: Generated<Date | null>
  ended_target: Generated<string | null>
  visit_limit: Generated<number | null>
  passes_query: Generated<boolean>
  rules: ColumnType<LinkRule[], string | undefined | null, string | null>
  member_id: Generated<string | null>
  created_at: Generated<Date>
  tags: Generated<string[]>
  group_id: Generated<string | null>
  source: ColumnType<'console' | 'batch' | 'broadcast' | 'api', string | undefined, string>
  broadcast_id: Generated<string | null>
  password_hash: Generated<string | null>
  active_from_minute: Generated<number | null>
  active_until_minute: Generated<number | null>
  referrer_policy: ColumnType<'no-referrer' | 'origin' | 'strict-origin-when-cross-origin' | 'unsafe-url', string | undefined, string>
  deleted_at: Generated<Date | null>
  changed_at: Generated<Date>
  hosts: Generated<string[]>
  state_before: ColumnType<LinkState | null, string | null | undefined, string | null>
  blocked_domain: Generated<string | null>
  flagged_at: Generated<Date | null>
}

export interface LinkBatchRowTable {
  account_id: AccountId
  batch_id: string
  line: number
  given: string
  link_id: Generated<string | null>
  recipient_id: Generated<string | null>
  code: Generated<string | null>
  problem: Generated<string | null>
}

export interface LinkChangeTable {
  change_id: Generated<number>
  account_id: AccountId
  link_id: Generated<string | null>
  at: Generated<Date>
}

export interface LinkDecisionTable {
  account_id: AccountId
  decision_id: string
  host: string
  link_id: Generated<string | null>
  decision: ColumnType<'passed' | 'host_passed' | 'domain_trusted' | 'rejected' | 'blocked' | 'unblocked' | 'domain_blocked' | 'domain_unblocked', string, string>
  reason: Generated<string | null>
  reason_code: Generated<string | null>
  link_count: number
  staff_id: Generated<string | null>
  at: Generated<Date>
}

export interface LinkDomainTable {
  domain: string
  account_id: AccountId
  state: ColumnType<'pending' | 'verified' | 'disabled', string, string>
  problem: Generated<string | null>
  checked_at: Generated<Date | null>
  verified_at: Generated<Date | null>
  created_at: Generated<Date>
  failure_count: Generated<number>
  site_name: Generated<string>
  icp_number: Generated<string>
}

export interface LinkEditTable {
  account_id: AccountId
  edit_id: string
  link_id: string
  member_id: Generated<string | null>
  changes: ColumnType<LinkEdits, string, string | null>
  at: Generated<Date>
}

export interface LinkGroupTable {
  account_id: AccountId
  group_id: string
  name: string
  created_at: Generated<Date>
}

export interface LinkReportTable {
  report_id: string
  account_id: AccountId
  link_id: string
  domain: string
  code: string
  kind: ColumnType<'phishing' | 'illegal' | 'spam' | 'infringement' | 'other', string, string>
  words: Generated<string>
  contact: Generated<string>
  address: string
  outcome: ColumnType<'link_blocked' | 'domain_blocked' | 'dismissed' | null, string | null | undefined, string | null>
  remark: Generated<string | null>
  staff_id: Generated<string | null>
  handled_at: Generated<Date | null>
  at: Generated<Date>
}

export interface LinkStopTable {
  account_id: AccountId
  reason: string
  staff_id: string
  at: Generated<Date>
}

export interface LinkUseTable {
  account_id: AccountId
  grant_id: string
  day: string
  link_count: Generated<number>
  visit_count: Generated<number>
  over_count: Generated<number>
}

export interface LinkVisitCountTable {
  account_id: AccountId
  link_id: string
  visit_count: number
}

export interface LoginNameTable {
  login: string
  account_id: AccountId
  member_id: string
}

export interface MailTable {
  account_id: AccountId
  mail_id: string
  to_address: string
  subject: string
  body: string
  state: ColumnType<'queued' | 'sent' | 'failed', string, string>
  try_count: Generated<number>
  failure: Generated<string | null>
  queued_at: Date
  ended_at: Generated<Date | null>
}

export interface MailAttachmentTable {
  account_id: AccountId
  mail_id: string
  position: number
  file_name: string
  media_type: string
  bytes: Buffer
}

export interface MemberTable {
  account_id: AccountId
  member_id: string
  login: string
  phone: string
  name: string
  role: ColumnType<Role, string | undefined, string>
  password_hash: string
  password_changed_at: Generated<Date>
  last_sign_in_at: Generated<Date | null>
  last_sign_in_address: Generated<string | null>
  created_at: Generated<Date>
  previous_sign_in_at: Generated<Date | null>
  previous_sign_in_address: Generated<string | null>
  state: ColumnType<'active' | 'removed', string | undefined, string>
  removed_at: Generated<Date | null>
  login_changed_at: Generated<Date | null>
  email: Generated<string | null>
  email_verified_at: Generated<Date | null>
  second_factor: ColumnType<'none' | 'sms' | 'totp', string | undefined, string>
  checks_new_device: Generated<boolean>
  totp_secret: Generated<Buffer | null>
  totp_step: Generated<number | null>
  totp_draft: Generated<Buffer | null>
  masks_numbers: Generated<boolean>
  notification_methods: ColumnType<NotificationChoice, string | undefined | null, string | null>
  avatar_id: Generated<string | null>
}

export interface MemberAvatarTable {
  account_id: AccountId
  member_id: string
  avatar_id: string
  picture: Buffer
}

export interface MemberDeviceTable {
  account_id: AccountId
  member_id: string
  device_hash: Buffer
  agent: string
  address: string
  first_seen_at: Date
  last_seen_at: Date
}

export interface MemberPasswordTable {
  account_id: AccountId
  member_id: string
  ended_at: Date
  password_hash: string
}

export interface MessageTable {
  account_id: AccountId
  message_id: string
  broadcast_id: Generated<string | null>
  app_id: Generated<string | null>
  kind: ColumnType<MessageKind, string, string>
  signature_id: string
  template_id: Generated<string | null>
  phone: string
  carrier: ColumnType<Carrier, string, string>
  content: string
  segment_count: number
  state: ColumnType<'queued' | 'held' | 'sending' | 'submitted' | 'delivered' | 'undelivered' | 'expired' | 'rejected' | 'unknown' | 'refused' | 'canceled', string | undefined, string>
  reason: Generated<string | null>
  hold_id: Generated<string | null>
  channel_id: Generated<string | null>
  upstream_id: Generated<string | null>
  attempt_count: Generated<number>
  maybe_twice: Generated<boolean>
  custom_id: Generated<string | null>
  submitted_at: Generated<Date | null>
  finished_at: Generated<Date | null>
  province: Generated<string | null>
  settled_at: Generated<Date | null>
  ingress: Generated<string | null>
  batch_id: Generated<string | null>
  extension: Generated<string | null>
}

export interface MessageClickTable {
  account_id: AccountId
  message_id: string
  link_id: string
  broadcast_id: Generated<string | null>
  first_at: Date
  last_at: Date
  click_count: number
}

export interface MissedVisitTable {
  account_id: AccountId
  link_id: string
  broadcast_id: string
  hour: number
  reason: string
  visit_count: number
}

export interface NotificationTable {
  account_id: AccountId
  message_id: string
  member_id: Generated<string | null>
  kind: ColumnType<'review' | 'finance' | 'security' | 'export' | 'alert' | 'account', string, string>
  title: string
  body: string
  link: Generated<string | null>
  notified_at: Date
  passed_on_at: Generated<Date | null>
}

export interface NotificationMarkTable {
  account_id: AccountId
  member_id: string
  read_until: string
}

export interface NotificationReadTable {
  account_id: AccountId
  member_id: string
  message_id: string
}

export interface NumberSegmentTable {
  prefix: string
  carrier: ColumnType<'mobile' | 'unicom' | 'telecom' | 'broadnet', string, string>
  is_virtual: Generated<boolean>
}

export interface OneTimeCodeTable {
  phone: string
  purpose: string
  code_hmac: Buffer
  created_at: Date
  expires_at: Date
  tries: Generated<number>
  spent_at: Generated<Date | null>
}

export interface OptOutAnswerTable {
  account_id: AccountId
  signature_id: string
  template_id: string
  member_id: Generated<string | null>
  created_at: Generated<Date>
}

export interface OptOutLinkTable {
  link_id: string
  account_id: AccountId
  signature_id: string
  broadcast_id: Generated<string | null>
  day: string
  created_at: Date
  expires_at: Date
}

export interface OptOutRecordTable {
  account_id: AccountId
  record_id: string
  phone: string
  act: ColumnType<'refuse' | 'restore' | 'complain', string, string>
  signature_id: Generated<string | null>
  broadcast_id: Generated<string | null>
  message_id: Generated<string | null>
  content_hash: Generated<string | null>
  words: Generated<string>
  address: string
  agent: string
  at: Date
  phone_end: Generated<string>
}

export interface OptOutWordTable {
  account_id: AccountId
  word: string
  member_id: Generated<string | null>
  created_at: Generated<Date>
}

export interface OrderRefundTable {
  account_id: AccountId
  refund_id: string
  order_id: string
  state: ColumnType<'waiting' | 'checking' | 'done' | 'rejected' | 'withdrawn', string, string>
  amount_hao: number
  used_count: number
  returned_count: number
  reason: string
  member_id: Generated<string | null>
  asked_at: Date
  answer: Generated<string | null>
  staff_id: Generated<string | null>
  decided_at: Generated<Date | null>
}

export interface OutboxTable {
  account_id: AccountId
  message_id: string
  channel_id: string
  priority: number
  due_at: Generated<Date>
  expires_at: Date
  broadcast_id: Generated<string | null>
  attempt_count: Generated<number>
  claim_token: Generated<number | null>
}

export interface PackageOrderTable {
  account_id: AccountId
  order_id: string
  package_id: number
  quantity: number
  amount_hao: number
  state: ColumnType<'waiting' | 'paid' | 'cancelled' | 'expired' | 'refunding' | 'refunded', string, string>
  created_at: Generated<Date>
  order_number: string
  package_version: number
  name: string
  kind: ColumnType<'industry' | 'marketing' | 'general' | 'link', string, string>
  segment_count: number
  validity_days: number
  list_hao: number
  discount_hao: Generated<number>
  payment_method: ColumnType<'balance' | 'alipay' | 'wechat' | 'bank' | null, string | null | undefined, string | null>
  member_id: Generated<string | null>
  expires_at: Date
  check_at: Generated<Date | null>
  paid_at: Generated<Date | null>
  ended_at: Generated<Date | null>
  refund_tiers: ColumnType<RefundTier[], string, string | null>
  refunded_hao: Generated<number>
  bonus_hao: Generated<number>
  refunded_bonus_hao: Generated<number>
  is_auto_renewal: Generated<boolean>
  coupon_id: Generated<string | null>
  coupon_hao: Generated<number>
}

export interface PackageVersionTable {
  package_id: number
  version: number
  name: string
  segment_count: number
  price_hao: number
  list_price_hao: number
  validity_days: number
  limit_per_account: Generated<number | null>
  sale_from: Generated<Date | null>
  sale_until: Generated<Date | null>
  starts_at: Date
  staff_id: Generated<string | null>
  created_at: Generated<Date>
  tiers: ColumnType<unknown, string | undefined | null, string | null>
}

export interface ParkedReportTable {
  channel_id: string
  upstream_id: string
  state: string
  code: string
  phone: string
  done_at: Date
  received_at: Generated<Date>
}

export interface PartReportTable {
  account_id: AccountId
  message_id: string
  part: number
  state: string
  code: string
  at: Date
}

export interface PayerNameTable {
  account_id: AccountId
  name: string
  created_at: Generated<Date>
}

export interface PaymentTradeTable {
  trade_number: string
  account_id: AccountId
  recharge_id: string
  payment_method: string
  gateway_number: Generated<string | null>
}

export interface PaymentWebhookTable {
  payment_method: string
  webhook_id: string
  body: string
  came_at: Date
}

export interface PhoneChangeTable {
  account_id: AccountId
  change_id: string
  member_id: string
  old_phone: string
  new_phone: string
  reason: string
  file_ids: string[]
  state: ColumnType<'waiting' | 'approved' | 'rejected' | 'cancelled', string, string>
  asked_at: Date
  decided_at: Generated<Date | null>
  staff_id: Generated<string | null>
  decision_reason: Generated<string | null>
}

export interface PlatformBlacklistTable {
  phone: string
  reason: Generated<string>
  created_at: Generated<Date>
  entry_id: string
  staff_id: Generated<string | null>
}

export interface PortedNumberTable {
  phone: string
  carrier: ColumnType<'mobile' | 'unicom' | 'telecom' | 'broadnet', string, string>
  changed_at: Date
}

export interface PrivateFileTable {
  account_id: AccountId
  file_id: string
  purpose: ColumnType<'attestation' | 'bank-slip' | 'invoice-title' | 'invoice', string, string>
  kind: ColumnType<'jpg' | 'png' | 'pdf' | 'ofd' | 'xml', string, string>
  file_name: string
  byte_count: number
  sha256: string
  width: Generated<number | null>
  height: Generated<number | null>
  member_id: Generated<string | null>
  used_at: Generated<Date | null>
  created_at: Generated<Date>
}

export interface ProofTable {
  account_id: AccountId
  proof_id: string
  signature_id: Generated<string | null>
  file_name: string
  media_type: ColumnType<'image/png' | 'image/jpeg' | 'application/pdf', string, string>
  byte_count: number
  member_id: string
  created_at: Generated<Date>
  use: ColumnType<ProofUse, string | undefined, string>
}

export interface PushAttemptTable {
  account_id: AccountId
  attempt_id: string
  webhook_id: string
  app_id: string
  event_ids: string[]
  outcome: ColumnType<WebhookOutcome, string, string>
  http_status: Generated<number | null>
  elapsed_ms: number
  is_test: Generated<boolean>
}

export interface PushEventTable {
  account_id: AccountId
  event_id: string
  queue_id: string
  sink: ColumnType<'webhook' | 'pull' | 'smpp', string, string>
  app_id: string
  kind: ColumnType<EventKind, string, string>
  data: ColumnType<unknown, string | undefined | null, string | null>
  state: ColumnType<'waiting' | 'parked' | 'delivered', string | undefined, string>
  attempt_count: Generated<number>
  recorded_at: Date
  due_at: Date
  cursor_id: Generated<string | null>
  ended_at: Generated<Date | null>
}

export interface PushWorkTable {
  account_id: AccountId
  queue_id: string
  owner: Generated<string | null>
  leased_until: Generated<Date | null>
}

export interface RateLimitTable {
  key: string
  points: Generated<number>
  expire: Generated<number | null>
}

export interface ReceivingAccountTable {
  receiving_account_id: string
  holder: string
  account_number: string
  bank: string
  bank_code: string
  staff_id: Generated<string | null>
  created_at: Generated<Date>
}

export interface RechargeTable {
  account_id: AccountId
  recharge_id: string
  trade_number: string
  payment_method: ColumnType<'alipay' | 'wechat' | 'bank', string, string>
  amount_hao: number
  state: ColumnType<'waiting' | 'paid' | 'closed' | 'failed' | 'returned', string, string>
  close_reason: ColumnType<'cancelled' | 'expired' | 'unavailable' | 'replaced' | null, string | null | undefined, string | null>
  next_action: ColumnType<{ kind: 'page'; url: string } | { kind: 'code'; text: string } | null, string | undefined | null, string | null>
  gateway_number: Generated<string | null>
  payer: Generated<string | null>
  paid_at: Generated<Date | null>
  member_id: Generated<string | null>
  expires_at: Date
  poll_at: Generated<Date | null>
  poll_count: Generated<number>
  created_at: Generated<Date>
  paid_hao: Generated<number | null>
  refunded_hao: Generated<number>
  handled_by: Generated<string | null>
  handled_at: Generated<Date | null>
  handled_reason: Generated<string | null>
  order_id: Generated<string | null>
  paying_at: Generated<Date | null>
}

export interface RecipientTable {
  account_id: AccountId
  upload_id: string
  line: number
  phone: string
  carrier: string
  segment_count: number
  variables: Generated<string[] | null>
}

export interface RecoveryCodeTable {
  account_id: AccountId
  member_id: string
  code_hmac: Buffer
  spent_at: Generated<Date | null>
}

export interface RefundTable {
  account_id: AccountId
  refund_id: string
  withdrawal_id: Generated<string | null>
  recharge_id: string
  refund_number: string
  payment_method: ColumnType<'alipay' | 'wechat' | 'bank', string, string>
  amount_hao: number
  state: ColumnType<'planned' | 'asking' | 'done' | 'failed' | 'by_hand' | 'void', string, string>
  poll_at: Generated<Date | null>
  poll_count: Generated<number>
  trouble: Generated<string | null>
  bank_serial: Generated<string | null>
  created_at: Generated<Date>
  settled_at: Generated<Date | null>
}

export interface ReportCodeTable {
  code: string
  carrier: Generated<string | null>
  meaning: string
  cause: string
  advice: string
}

export interface RequestLogTable {
  account_id: AccountId
  app_id: string
  log_id: string
  access_key_id: Generated<string | null>
  request_id: string
  ingress: ColumnType<Ingress, string, string>
  action: string
  http_status: number
  code: string
  message: string
  is_refused: boolean
  address: string
  elapsed_ms: number
  at: Date
  detail: ColumnType<RequestDetail | null, string | undefined | null, string | null>
}

export interface RequestNonceTable {
  nonce: string
  expires_at: Date
}

export interface ReviewTable {
  account_id: AccountId
  review_id: string
  object: ColumnType<'signature' | 'template', string, string>
  object_id: string
  decision: ColumnType<'submitted' | 'withdrawn' | 'expedited' | 'approved' | 'rejected' | 'disabled' | 'enabled' | 'deleted', string, string>
  reason: Generated<string | null>
  staff_id: Generated<string | null>
  at: Generated<Date>
  member_id: Generated<string | null>
  findings: ColumnType<Finding[], string | undefined | null, string | null>
  content: ColumnType<ReviewedContent | null, string | undefined | null, string | null>
  reason_code: Generated<string | null>
}

export interface RouteTable {
  route_id: string
  kind: ColumnType<'otp' | 'transactional' | 'marketing', string, string>
  carrier: ColumnType<'mobile' | 'unicom' | 'telecom' | 'broadnet', string, string>
  province: Generated<string | null>
  account_id: Generated<AccountId | null>
  channel_ids: string[]
}

export interface SandboxMessageTable {
  account_id: AccountId
  message_id: string
  app_id: string
  kind: string
  signature_id: Generated<string | null>
  template_id: Generated<string | null>
  phone: string
  carrier: string
  content: string
  segment_count: number
  custom_id: Generated<string | null>
  state: Generated<string>
  reason: Generated<string | null>
  submitted_at: Date
  finished_at: Generated<Date | null>
  due_at: Generated<Date | null>
  ingress: Generated<string | null>
  batch_id: Generated<string | null>
}

export interface SendBatchTable {
  account_id: AccountId
  batch_id: string
  app_id: string
  ingress: ColumnType<Ingress, string, string>
  message_ids: string[]
  out_id: Generated<string | null>
  send_at: Generated<Date | null>
  created_at: Date
}

export interface SenderExtensionTable {
  extension: string
  account_id: AccountId
  signature_id: string
}

export interface SenderRegistrationTable {
  account_id: AccountId
  signature_id: string
  carrier: ColumnType<'mobile' | 'unicom' | 'telecom' | 'broadnet', string, string>
  state: ColumnType<'none' | 'pending' | 'filed' | 'failed', string, string>
  reason: Generated<string>
  changed_at: Date
}

export interface SenderRegistrationStepTable {
  account_id: AccountId
  step_id: string
  signature_id: string
  carrier: string
  state: string
  reason: Generated<string>
  staff_id: Generated<string | null>
  at: Date
}

export interface SessionTable {
  token_hash: Buffer
  session_id: string
  account_id: AccountId
  member_id: string
  created_at: Generated<Date>
  last_seen_at: Generated<Date>
  expires_at: Date
  address: string
  agent: string
  proof: ColumnType<'password' | 'code' | 'totp' | 'recovery_code' | 'staff', string | undefined, string>
  staff_id: Generated<string | null>
  staff_name: Generated<string | null>
}

export interface SettingTable {
  name: string
  value: number
}

export interface ShortCodeTable {
  domain: Generated<string>
  code: string
  account_id: AccountId
  link_id: string
  message_id: Generated<string | null>
  created_at: Generated<Date>
  folded_code: Generated<string | null>
}

export interface SignInChallengeTable {
  token_hash: Buffer
  account_id: AccountId
  member_id: string
  login: string
  factor: ColumnType<'sms' | 'totp', string, string>
  is_new_device: boolean
  created_at: Date
  expires_at: Date
  tries: Generated<number>
}

export interface SignatureTable {
  account_id: AccountId
  signature_id: string
  text: string
  kind: ColumnType<SignatureKind, string, string>
  purpose: ColumnType<'own' | 'other', string, string>
  remark: Generated<string>
  state: ColumnType<'unsent' | 'draft' | 'reviewing' | 'approved' | 'rejected' | 'disabled' | 'deleted', string, string>
  reason: Generated<string | null>
  extension: string
  created_at: Generated<Date>
  submitted_at: Generated<Date | null>
  reviewed_at: Generated<Date | null>
  authorized_until: Generated<string | null>
  is_default: Generated<boolean>
  expedited_at: Generated<Date | null>
}

export interface SmppAccountTable {
  system_id: string
  account_id: AccountId
  app_id: string
  password_hash: Buffer
  password_changed_at: Date
  window_size: number
  rate_per_second: number
  bind_limit: number
  allows_free_text: Generated<boolean>
  created_at: Date
}

export interface SmppBindTable {
  account_id: AccountId
  bind_id: string
  app_id: string
  kind: ColumnType<'transmitter' | 'receiver' | 'transceiver', string, string>
  address: string
  program: string
  bound_at: Date
  seen_at: Date
  submitted_count: Generated<number>
  delivered_count: Generated<number>
}

export interface SmppSubmitTable {
  account_id: AccountId
  submit_id: string
  app_id: string
  message_id: Generated<string | null>
  source: string
  source_kind: number
  destination: string
  destination_kind: number
  receipt: number
  submitted_at: Date
  reference: Generated<number | null>
  part_count: Generated<number | null>
  part: Generated<number | null>
  data_coding: Generated<number | null>
  body: Generated<Buffer | null>
  ended_as: Generated<string | null>
  reason: Generated<string | null>
  ended_at: Generated<Date | null>
  due_at: Generated<Date | null>
}

export interface SmsPackageTable {
  package_id: number
  kind: ColumnType<'industry' | 'marketing' | 'general' | 'link', string, string>
  on_sale: Generated<boolean>
}

export interface SpendCapTable {
  account_id: AccountId
  day_hao: Generated<number | null>
  month_hao: Generated<number | null>
  changed_at: Date
}

export interface StaffTable {
  staff_id: string
  login: string
  name: string
  role: ColumnType<'reviewer' | 'finance' | 'operations' | 'administrator', string, string>
  password_hash: string
  state: ColumnType<'active' | 'frozen', string | undefined, string>
  created_at: Generated<Date>
  last_sign_in_at: Generated<Date | null>
  last_sign_in_address: Generated<string | null>
  password_changed_at: Generated<Date>
  totp_secret: Generated<Buffer | null>
  totp_step: Generated<number | null>
  totp_draft: Generated<Buffer | null>
  must_change_password: Generated<boolean>
  created_by: Generated<string | null>
  is_demo: Generated<boolean>
}

export interface StaffAuditLogTable {
  audit_id: string
  staff_id: Generated<string | null>
  action: string
  account_id: Generated<AccountId | null>
  object: Generated<string | null>
  result: Generated<string>
  address: Generated<string | null>
  detail: ColumnType<Record<string, unknown> | null, string | undefined | null, string | null>
  at: Generated<Date>
  place: Generated<string | null>
  request_id: Generated<string | null>
  change: ColumnType<StoredChange | null, string | undefined | null, string | null>
}

export interface StaffIdempotencyTable {
  staff_id: string
  key: string
  call: string
  body_hash: Buffer
  answer: ColumnType<unknown, string | undefined | null, string | null>
  created_at: Generated<Date>
}

export interface StaffMoneyTable {
  staff_money_id: string
  staff_id: string
  account_id: AccountId
  amount_hao: number
  kind: ColumnType<'bank-credit' | 'refund' | 'withdrawal', string, string>
  object_id: string
  at: Date
}

export interface StaffSessionTable {
  token_hash: Buffer
  staff_id: string
  created_at: Generated<Date>
  last_seen_at: Generated<Date>
  expires_at: Date
  address: string
  agent: string
  session_id: Generated<string>
  by_totp: Generated<boolean>
}

export interface StaffSetupTable {
  token_hash: Buffer
  expires_at: Date
}

export interface StatisticsDayTable {
  account_id: AccountId
  day: number
  kind: string
  app_id: string
  signature_id: string
  template_id: string
  accepted_count: Generated<number>
  segment_count: Generated<number>
  delivered_count: Generated<number>
  failed_count: Generated<number>
  unknown_count: Generated<number>
  refused_count: Generated<number>
  canceled_count: Generated<number>
  charged_segment_count: Generated<number>
  cost_hao: Generated<number>
  delay_0_count: Generated<number>
  delay_1_count: Generated<number>
  delay_2_count: Generated<number>
  delay_3_count: Generated<number>
  delay_4_count: Generated<number>
  delay_5_count: Generated<number>
  delay_6_count: Generated<number>
  delay_7_count: Generated<number>
  delay_8_count: Generated<number>
  delay_9_count: Generated<number>
  delay_10_count: Generated<number>
  delay_11_count: Generated<number>
  delay_12_count: Generated<number>
  delay_13_count: Generated<number>
  delay_14_count: Generated<number>
  delay_15_count: Generated<number>
}

export interface StatisticsDayPlaceTable {
  account_id: AccountId
  day: number
  kind: string
  app_id: string
  signature_id: string
  template_id: string
  carrier: string
  province: string
  accepted_count: Generated<number>
  segment_count: Generated<number>
  delivered_count: Generated<number>
  failed_count: Generated<number>
  unknown_count: Generated<number>
  refused_count: Generated<number>
  canceled_count: Generated<number>
  charged_segment_count: Generated<number>
  cost_hao: Generated<number>
  delay_0_count: Generated<number>
  delay_1_count: Generated<number>
  delay_2_count: Generated<number>
  delay_3_count: Generated<number>
  delay_4_count: Generated<number>
  delay_5_count: Generated<number>
  delay_6_count: Generated<number>
  delay_7_count: Generated<number>
  delay_8_count: Generated<number>
  delay_9_count: Generated<number>
  delay_10_count: Generated<number>
  delay_11_count: Generated<number>
  delay_12_count: Generated<number>
  delay_13_count: Generated<number>
  delay_14_count: Generated<number>
  delay_15_count: Generated<number>
}

export interface StatisticsDeltaTable {
  account_id: AccountId
  batch_id: string
  line: number
  hour: number
  kind: string
  app_id: string
  signature_id: string
  template_id: string
  carrier: string
  province: string
  reason: Generated<string>
  accepted_count: Generated<number>
  segment_count: Generated<number>
  delivered_count: Generated<number>
  failed_count: Generated<number>
  unknown_count: Generated<number>
  refused_count: Generated<number>
  canceled_count: Generated<number>
  charged_segment_count: Generated<number>
  cost_hao: Generated<number>
  delay_0_count: Generated<number>
  delay_1_count: Generated<number>
  delay_2_count: Generated<number>
  delay_3_count: Generated<number>
  delay_4_count: Generated<number>
  delay_5_count: Generated<number>
  delay_6_count: Generated<number>
  delay_7_count: Generated<number>
  delay_8_count: Generated<number>
  delay_9_count: Generated<number>
  delay_10_count: Generated<number>
  delay_11_count: Generated<number>
  delay_12_count: Generated<number>
  delay_13_count: Generated<number>
  delay_14_count: Generated<number>
  delay_15_count: Generated<number>
}

export interface StatisticsFailureTable {
  account_id: AccountId
  day: number
  kind: string
  app_id: string
  signature_id: string
  template_id: string
  carrier: string
  province: string
  reason: string
  message_count: number
}

export interface StatisticsHourTable {
  account_id: AccountId
  hour: number
  kind: string
  app_id: string
  signature_id: string
  template_id: string
  accepted_count: Generated<number>
  segment_count: Generated<number>
  delivered_count: Generated<number>
  failed_count: Generated<number>
  unknown_count: Generated<number>
  refused_count: Generated<number>
  canceled_count: Generated<number>
  charged_segment_count: Generated<number>
  cost_hao: Generated<number>
  delay_0_count: Generated<number>
  delay_1_count: Generated<number>
  delay_2_count: Generated<number>
  delay_3_count: Generated<number>
  delay_4_count: Generated<number>
  delay_5_count: Generated<number>
  delay_6_count: Generated<number>
  delay_7_count: Generated<number>
  delay_8_count: Generated<number>
  delay_9_count: Generated<number>
  delay_10_count: Generated<number>
  delay_11_count: Generated<number>
  delay_12_count: Generated<number>
  delay_13_count: Generated<number>
  delay_14_count: Generated<number>
  delay_15_count: Generated<number>
}

export interface StatisticsHourPlaceTable {
  account_id: AccountId
  hour: number
  kind: string
  app_id: string
  signature_id: string
  template_id: string
  carrier: string
  province: string
  accepted_count: Generated<number>
  segment_count: Generated<number>
  delivered_count: Generated<number>
  failed_count: Generated<number>
  unknown_count: Generated<number>
  refused_count: Generated<number>
  canceled_count: Generated<number>
  charged_segment_count: Generated<number>
  cost_hao: Generated<number>
  delay_0_count: Generated<number>
  delay_1_count: Generated<number>
  delay_2_count: Generated<number>
  delay_3_count: Generated<number>
  delay_4_count: Generated<number>
  delay_5_count: Generated<number>
  delay_6_count: Generated<number>
  delay_7_count: Generated<number>
  delay_8_count: Generated<number>
  delay_9_count: Generated<number>
  delay_10_count: Generated<number>
  delay_11_count: Generated<number>
  delay_12_count: Generated<number>
  delay_13_count: Generated<number>
  delay_14_count: Generated<number>
  delay_15_count: Generated<number>
}

export interface StatisticsMinuteTable {
  account_id: AccountId
  minute: number
  kind: string
  app_id: string
  reason: string
  accepted_count: number
  segment_count: number
  delivered_count: number
  failed_count: number
}

export interface StepUpTable {
  account_id: AccountId
  session_id: string
  purpose: string
  asked_at: Date
  confirmed_at: Generated<Date | null>
}

export interface SubmittedPartTable {
  channel_id: string
  upstream_id: string
  account_id: AccountId
  message_id: string
  part: number
  part_count: number
  submitted_at: Generated<Date>
}

export interface SystemAlertTable {
  kind: string
  subject: string
  detail: string
  began_at: Date
  confirmed_at: Date
}

export interface TargetDomainTable {
  account_id: AccountId
  domain: string
  state: ColumnType<'pending' | 'verified', string, string>
  token: string
  problem: Generated<string | null>
  checked_at: Generated<Date | null>
  verified_at: Generated<Date | null>
  created_at: Generated<Date>
  failure_count: Generated<number>
  staff_id: Generated<string | null>
  site_name: Generated<string>
  icp_number: Generated<string>
}

export interface TaskTable {
  account_id: AccountId
  task_id: string
  kind: ColumnType<'contact_task' | 'import_blacklist' | 'link_task' | 'make_links', string, string>
  state: ColumnType<'waiting' | 'running' | 'done' | 'failed' | 'canceled', string, string>
  input: ColumnType<unknown, string, string | null>
  cursor: ColumnType<unknown, string | undefined | null, string | null>
  fencing_token: Generated<number>
  total_count: Generated<number | null>
  done_count: Generated<number>
  counts: ColumnType<unknown, string | undefined | null, string | null>
  failure: Generated<string | null>
  member_id: Generated<string | null>
  created_at: Generated<Date>
  started_at: Generated<Date | null>
  ended_at: Generated<Date | null>
}

export interface TaxRuleTable {
  product: ColumnType<'sms' | 'link', string, string>
  starts_at: Date
  rate_bp: number
  category_name: string
  item_name: string
  category_code: Generated<string | null>
  source: string
  staff_id: Generated<string | null>
  created_at: Generated<Date>
}

export interface TemplateTable {
  account_id: AccountId
  template_id: string
  code: string
  name: string
  kind: ColumnType<'otp' | 'transactional' | 'marketing', string, string>
  text: string
  variables: ColumnType<TemplateVariable[], string, string | null>
  remark: Generated<string>
  state: ColumnType<'unsent' | 'draft' | 'reviewing' | 'approved' | 'rejected' | 'disabled' | 'deleted', string, string>
  reason: Generated<string | null>
  created_at: Generated<Date>
  submitted_at: Generated<Date | null>
  reviewed_at: Generated<Date | null>
  expedited_at: Generated<Date | null>
}

export interface TestNumberTable {
  account_id: AccountId
  phone: string
  remark: Generated<string>
  created_at: Date
}

export interface TransferTable {
  account_id: AccountId
  transfer_id: string
  debit_id: string
  credit_id: string
  asset: ColumnType<'cny' | 'bonus' | 'segment' | 'link' | 'invoice', string, string>
  amount: number
  kind: ColumnType<'recharge' | 'grant' | 'purchase' | 'hold' | 'post' | 'void' | 'refund' | 'adjust' | 'expire' | 'withdraw' | 'request' | 'issue' | 'return' | 'reverse', string, string>
  reference_id: Generated<string | null>
  remark: Generated<string | null>
  at: Generated<Date>
  entry_number: Generated<number | null>
  available_after: Generated<number | null>
  held_after: Generated<number | null>
  contra_of_id: Generated<string | null>
}

export interface TransferCodeTable {
  transfer_code: string
  account_id: AccountId
}

export interface UnitPriceTable {
  kind: ColumnType<'otp' | 'transactional' | 'marketing', string, string>
  starts_at: Date
  unit_price_hao: number
}

export interface UnknownCodeTable {
  code: string
  channel_id: string
  report_count: number
  first_at: Date
  last_at: Date
}

export interface UnmatchedInboundTable {
  inbound_id: string
  channel_id: string
  phone: string
  sender_number: string
  text: string
  received_at: Generated<Date>
}

export interface UploadTable {
  account_id: AccountId
  upload_id: string
  file_name: string
  byte_count: number
  state: ColumnType<'received' | 'reading' | 'ready' | 'failed' | 'canceled', string, string>
  shape: ColumnType<UploadShape, string | undefined | null, string | null>
  mapping: ColumnType<UploadMapping | null, string | undefined | null, string | null>
  report: ColumnType<UploadReport | null, string | undefined | null, string | null>
  progress: ColumnType<UploadProgress | null, string | undefined | null, string | null>
  failure: Generated<string | null>
  member_id: Generated<string | null>
  created_at: Generated<Date>
  ready_at: Generated<Date | null>
  refused_file_id: Generated<string | null>
  reading_id: Generated<string | null>
  origin: ColumnType<'file' | 'paste' | 'phonebook' | 'broadcast', string | undefined, string>
  session_id: Generated<string | null>
  row_count: Generated<number | null>
}

export interface VisitTable {
  account_id: AccountId
  visit_id: string
  link_id: string
  message_id: Generated<string | null>
  visitor_kind: ColumnType<'person' | 'preview' | 'crawler' | 'unseen', string, string>
  visitor_hash: Buffer
  address: string
  province: Generated<string | null>
  city: Generated<string | null>
  isp: Generated<string | null>
  device: ColumnType<Device | null, string | null | undefined, string | null>
  os: Generated<string | null>
  browser: Generated<string | null>
  in_app: Generated<string | null>
  referrer: Generated<string | null>
  language: Generated<string | null>
  arm: Generated<number | null>
  broadcast_id: Generated<string | null>
  address_hash: Generated<Buffer | null>
}

export interface VisitCutTable {
  account_id: AccountId
  visit_id: string
}

export interface VisitDayTable {
  account_id: AccountId
  subject_id: string
  step: number
  pv: number
  bots: number
  visitor_count: number
  visitors: Generated<Buffer | null>
  visitor_sketch: Generated<Buffer | null>
  address_count: number
  addresses: Generated<Buffer | null>
  address_sketch: Generated<Buffer | null>
  province: ColumnType<Record<string, number>, string, string | null>
  city: ColumnType<Record<string, number>, string, string | null>
  isp: ColumnType<Record<string, number>, string, string | null>
  device: ColumnType<Record<string, number>, string, string | null>
  os: ColumnType<Record<string, number>, string, string | null>
  browser: ColumnType<Record<string, number>, string, string | null>
  in_app: ColumnType<Record<string, number>, string, string | null>
  referrer: ColumnType<Record<string, number>, string, string | null>
  arm: ColumnType<Record<string, number>, string, string | null>
  language: ColumnType<Record<string, number>, string, string | null>
}

export interface VisitDeltaTable {
  account_id: AccountId
  subject_id: string
  step: number
  batch_id: string
  pv: number
  bots: number
  visitor_count: number
  visitors: Generated<Buffer | null>
  visitor_sketch: Generated<Buffer | null>
  address_count: number
  addresses: Generated<Buffer | null>
  address_sketch: Generated<Buffer | null>
  province: ColumnType<Record<string, number>, string, string | null>
  city: ColumnType<Record<string, number>, string, string | null>
  isp: ColumnType<Record<string, number>, string, string | null>
  device: ColumnType<Record<string, number>, string, string | null>
  os: ColumnType<Record<string, number>, string, string | null>
  browser: ColumnType<Record<string, number>, string, string | null>
  in_app: ColumnType<Record<string, number>, string, string | null>
  referrer: ColumnType<Record<string, number>, string, string | null>
  arm: ColumnType<Record<string, number>, string, string | null>
  language: ColumnType<Record<string, number>, string, string | null>
}

export interface VisitHourTable {
  account_id: AccountId
  subject_id: string
  step: number
  pv: number
  bots: number
  visitor_count: number
  visitors: Generated<Buffer | null>
  visitor_sketch: Generated<Buffer | null>
  address_count: number
  addresses: Generated<Buffer | null>
  address_sketch: Generated<Buffer | null>
  province: ColumnType<Record<string, number>, string, string | null>
  city: ColumnType<Record<string, number>, string, string | null>
  isp: ColumnType<Record<string, number>, string, string | null>
  device: ColumnType<Record<string, number>, string, string | null>
  os: ColumnType<Record<string, number>, string, string | null>
  browser: ColumnType<Record<string, number>, string, string | null>
  in_app: ColumnType<Record<string, number>, string, string | null>
  referrer: ColumnType<Record<string, number>, string, string | null>
  arm: ColumnType<Record<string, number>, string, string | null>
  language: ColumnType<Record<string, number>, string, string | null>
}

export interface VisitLogTable {
  log_id: string
  position: number
  shipped_at: Generated<Date>
}

export interface VisitMarkTable {
  account_id: AccountId
  hour: number
  day: number
  week: Generated<number>
}

export interface VisitMinuteTable {
  account_id: AccountId
  subject_id: string
  step: number
  pv: number
  bots: number
  visitor_count: number
  visitors: Generated<Buffer | null>
  visitor_sketch: Generated<Buffer | null>
  address_count: number
  addresses: Generated<Buffer | null>
  address_sketch: Generated<Buffer | null>
  province: ColumnType<Record<string, number>, string, string | null>
  city: ColumnType<Record<string, number>, string, string | null>
  isp: ColumnType<Record<string, number>, string, string | null>
  device: ColumnType<Record<string, number>, string, string | null>
  os: ColumnType<Record<string, number>, string, string | null>
  browser: ColumnType<Record<string, number>, string, string | null>
  in_app: ColumnType<Record<string, number>, string, string | null>
  referrer: ColumnType<Record<string, number>, string, string | null>
  arm: ColumnType<Record<string, number>, string, string | null>
  language: ColumnType<Record<string, number>, string, string | null>
}

export interface VisitReadingTable {
  since: Date
}

export interface VisitTotalTable {
  account_id: AccountId
  subject_id: string
  step: number
  pv: number
  bots: number
  visitor_count: number
  visitors: Generated<Buffer | null>
  visitor_sketch: Generated<Buffer | null>
  address_count: number
  addresses: Generated<Buffer | null>
  address_sketch: Generated<Buffer | null>
}

export interface VisitWeekTable {
  account_id: AccountId
  subject_id: string
  step: number
  pv: number
  bots: number
  visitor_count: number
  visitors: Generated<Buffer | null>
  visitor_sketch: Generated<Buffer | null>
  address_count: number
  addresses: Generated<Buffer | null>
  address_sketch: Generated<Buffer | null>
  province: ColumnType<Record<string, number>, string, string | null>
  city: ColumnType<Record<string, number>, string, string | null>
  isp: ColumnType<Record<string, number>, string, string | null>
  device: ColumnType<Record<string, number>, string, string | null>
  os: ColumnType<Record<string, number>, string, string | null>
  browser: ColumnType<Record<string, number>, string, string | null>
  in_app: ColumnType<Record<string, number>, string, string | null>
  referrer: ColumnType<Record<string, number>, string, string | null>
  arm: ColumnType<Record<string, number>, string, string | null>
  language: ColumnType<Record<string, number>, string, string | null>
}

export interface WithdrawalTable {
  account_id: AccountId
  withdrawal_id: string
  withdrawal_number: string
  amount_hao: number
  remark: Generated<string>
  state: ColumnType<'reviewing' | 'approving' | 'refunding' | 'abnormal' | 'done' | 'rejected' | 'cancelled', string, string>
  reason: Generated<string | null>
  payout_holder: Generated<string | null>
  payout_number: Generated<string | null>
  payout_bank: Generated<string | null>
  member_id: string
  staff_id: Generated<string | null>
  created_at: Generated<Date>
  decided_at: Generated<Date | null>
  ended_at: Generated<Date | null>
}

export interface DB {
  access_key: AccessKeyTable
  account: AccountTable
  account_closing: AccountClosingTable
  account_contact: AccountContactTable
  account_price: AccountPriceTable
  account_profile: AccountProfileTable
  account_setting: AccountSettingTable
  account_work: AccountWorkTable
  address_use: AddressUseTable
  alert: AlertTable
  alert_contact: AlertContactTable
  alert_delivery: AlertDeliveryTable
  alert_robot: AlertRobotTable
  alert_rule: AlertRuleTable
  alert_watch: AlertWatchTable
  announcement: AnnouncementTable
  announcement_read: AnnouncementReadTable
  app: AppTable
  app_usage: AppUsageTable
  app_webhook: AppWebhookTable
  approval: ApprovalTable
  attestation: AttestationTable
  attestation_document: AttestationDocumentTable
  attestation_phone: AttestationPhoneTable
  audit_chain: AuditChainTable
  audit_chain_entry: AuditChainEntryTable
  audit_chain_queue: AuditChainQueueTable
  audit_log: AuditLogTable
  auto_renewal_rule: AutoRenewalRuleTable
  balance_warning: BalanceWarningTable
  bank_claim: BankClaimTable
  bank_receipt: BankReceiptTable
  bank_slip: BankSlipTable
  bank_statement: BankStatementTable
  bill: BillTable
  bill_line: BillLineTable
  blacklist: BlacklistTable
  blacklist_import: BlacklistImportTable
  broadcast: BroadcastTable
  broadcast_click: BroadcastClickTable
  broadcast_confirmation: BroadcastConfirmationTable
  broadcast_count: BroadcastCountTable
  broadcast_draft: BroadcastDraftTable
  captcha_spent: CaptchaSpentTable
  channel: ChannelTable
  channel_cost: ChannelCostTable
  charge_day: ChargeDayTable
  charge_hold: ChargeHoldTable
  contact: ContactTable
  contact_field: ContactFieldTable
  contact_group: ContactGroupTable
  contact_tag: ContactTagTable
  contact_tagged: ContactTaggedTable
  coupon: CouponTable
  credit_grant: CreditGrantTable
  customer_note: CustomerNoteTable
  domain_rule: DomainRuleTable
  email_link: EmailLinkTable
  export_confirmation: ExportConfirmationTable
  export_job: ExportJobTable
  failed_part: FailedPartTable
  forbidden_word: ForbiddenWordTable
  forbidden_word_edition: ForbiddenWordEditionTable
  forbidden_word_hit: ForbiddenWordHitTable
  gateway_difference: GatewayDifferenceTable
  gateway_statement: GatewayStatementTable
  gateway_statement_line: GatewayStatementLineTable
  idempotency: IdempotencyTable
  identity_index: IdentityIndexTable
  impersonation: ImpersonationTable
  inbound: InboundTable
  inbound_part: InboundPartTable
  invitation: InvitationTable
  invoice_address: InvoiceAddressTable
  invoice_email: InvoiceEmailTable
  invoice_event: InvoiceEventTable
  invoice_file: InvoiceFileTable
  invoice_item: InvoiceItemTable
  invoice_line: InvoiceLineTable
  invoice_number: InvoiceNumberTable
  invoice_pause: InvoicePauseTable
  invoice_request: InvoiceRequestTable
  invoice_reversal: InvoiceReversalTable
  invoice_seller: InvoiceSellerTable
  invoice_title: InvoiceTitleTable
  invoice_title_version: InvoiceTitleVersionTable
  lease: LeaseTable
  ledger_account: LedgerAccountTable
  ledger_check: LedgerCheckTable
  ledger_finding: LedgerFindingTable
  link: LinkTable
  link_batch_row: LinkBatchRowTable
  link_change: LinkChangeTable
  link_decision: LinkDecisionTable
  link_domain: LinkDomainTable
  link_edit: LinkEditTable
  link_group: LinkGroupTable
  link_report: LinkReportTable
  link_stop: LinkStopTable
  link_use: LinkUseTable
  link_visit_count: LinkVisitCountTable
  login_name: LoginNameTable
  mail: MailTable
  mail_attachment: MailAttachmentTable
  member: MemberTable
  member_avatar: MemberAvatarTable
  member_device: MemberDeviceTable
  member_password: MemberPasswordTable
  message: MessageTable
  message_click: MessageClickTable
  missed_visit: MissedVisitTable
  notification: NotificationTable
  notification_mark: NotificationMarkTable
  notification_read: NotificationReadTable
  number_segment: NumberSegmentTable
  one_time_code: OneTimeCodeTable
  opt_out_answer: OptOutAnswerTable
  opt_out_link: OptOutLinkTable
  opt_out_record: OptOutRecordTable
  opt_out_word: OptOutWordTable
  order_refund: OrderRefundTable
  outbox: OutboxTable
  package_order: PackageOrderTable
  package_version: PackageVersionTable
  parked_report: ParkedReportTable
  part_report: PartReportTable
  payer_name: PayerNameTable
  payment_trade: PaymentTradeTable
  payment_webhook: PaymentWebhookTable
  phone_change: PhoneChangeTable
  platform_blacklist: PlatformBlacklistTable
  ported_number: PortedNumberTable
  private_file: PrivateFileTable
  proof: ProofTable
  push_attempt: PushAttemptTable
  push_event: PushEventTable
  push_work: PushWorkTable
  rate_limit: RateLimitTable
  receiving_account: ReceivingAccountTable
  recharge: RechargeTable
  recipient: RecipientTable
  recovery_code: RecoveryCodeTable
  refund: RefundTable
  report_code: ReportCodeTable
  request_log: RequestLogTable
  request_nonce: RequestNonceTable
  review: ReviewTable
  route: RouteTable
  sandbox_message: SandboxMessageTable
  send_batch: SendBatchTable
  sender_extension: SenderExtensionTable
  sender_registration: SenderRegistrationTable
  sender_registration_step: SenderRegistrationStepTable
  session: SessionTable
  setting: SettingTable
  short_code: ShortCodeTable
  sign_in_challenge: SignInChallengeTable
  signature: SignatureTable
  smpp_account: SmppAccountTable
  smpp_bind: SmppBindTable
  smpp_submit: SmppSubmitTable
  sms_package: SmsPackageTable
  spend_cap: SpendCapTable
  staff: StaffTable
  staff_audit_log: StaffAuditLogTable
  staff_idempotency: StaffIdempotencyTable
  staff_money: StaffMoneyTable
  staff_session: StaffSessionTable
  staff_setup: StaffSetupTable
  statistics_day: StatisticsDayTable
  statistics_day_place: StatisticsDayPlaceTable
  statistics_delta: StatisticsDeltaTable
  statistics_failure: StatisticsFailureTable
  statistics_hour: StatisticsHourTable
  statistics_hour_place: StatisticsHourPlaceTable
  statistics_minute: StatisticsMinuteTable
  step_up: StepUpTable
  submitted_part: SubmittedPartTable
  system_alert: SystemAlertTable
  target_domain: TargetDomainTable
  task: TaskTable
  tax_rule: TaxRuleTable
  template: TemplateTable
  test_number: TestNumberTable
  transfer: TransferTable
  transfer_code: TransferCodeTable
  unit_price: UnitPriceTable
  unknown_code: UnknownCodeTable
  unmatched_inbound: UnmatchedInboundTable
  upload: UploadTable
  visit: VisitTable
  visit_cut: VisitCutTable
  visit_day: VisitDayTable
  visit_delta: VisitDeltaTable
  visit_hour: VisitHourTable
  visit_log: VisitLogTable
  visit_mark: VisitMarkTable
  visit_minute: VisitMinuteTable
  visit_reading: VisitReadingTable
  visit_total: VisitTotalTable
  visit_week: VisitWeekTable
  withdrawal: WithdrawalTable
}
