import type { ColumnType, Generated } from 'kysely'

// Written by db/generate-types.ts from the migrated schema. jsonb goes in as text.

export interface AccessKeyTable {
  access_key_id: string
  account_id: string
  app_id: string
  secret_hash: Buffer
  state: Generated<string>
  created_at: Generated<Date>
}

export interface AccountTable {
  account_id: string
  kind: Generated<string>
  name: string
  state: Generated<string>
  attested_at: Generated<Date | null>
  attested_name: Generated<string | null>
  when_empty: Generated<string>
  created_at: Generated<Date>
}

export interface AccountPriceTable {
  account_id: string
  kind: string
  starts_at: Date
  unit_price_hao: Generated<number | null>
}

export interface AccountSettingTable {
  account_id: string
  name: string
  value: number
}

export interface AccountWorkTable {
  account_id: string
  channel_id: string
  due_at: Date
  priority: Generated<number>
}

export interface ActivityTable {
  account_id: string
  activity_id: string
  member_id: Generated<string | null>
  action: string
  object: Generated<string | null>
  result: Generated<string>
  address: Generated<string | null>
  agent: Generated<string | null>
  detail: ColumnType<unknown, string | undefined | null, string | null>
  at: Generated<Date>
}

export interface AppTable {
  account_id: string
  app_id: string
  name: string
  state: Generated<string>
  created_at: Generated<Date>
}

export interface BlacklistTable {
  account_id: string
  blacklist_id: string
  phone: string
  level: string
  signature_id: Generated<string | null>
  scope: Generated<string>
  source: string
  reason: Generated<string>
  member_id: Generated<string | null>
  created_at: Generated<Date>
  removed_at: Generated<Date | null>
  removal_reason: Generated<string | null>
  removed_by: Generated<string | null>
  expires_at: Generated<Date | null>
  hit_count: Generated<number>
  evidence: ColumnType<unknown, string | undefined | null, string | null>
  consent: Generated<string | null>
}

export interface BlacklistImportTable {
  account_id: string
  upload_id: string
  state: string
  phone_column: number
  has_header: boolean
  signature_id: Generated<string | null>
  scope: string
  reason: string
  expires_at: Generated<Date | null>
  progress: ColumnType<unknown, string, string | null>
  failure: Generated<string | null>
  member_id: Generated<string | null>
  created_at: Generated<Date>
  finished_at: Generated<Date | null>
}

export interface BroadcastTable {
  account_id: string
  broadcast_id: string
  name: string
  kind: string
  signature_id: string
  template_id: string
  signature_text: string
  template_text: string
  variables: ColumnType<unknown, string, string | null>
  upload_id: string
  state: string
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
  at_night: Generated<string>
  pace_from: Generated<Date | null>
  pace_from_count: Generated<number>
}

export interface BroadcastConfirmationTable {
  account_id: string
  member_id: string
  upload_id: string
  asked_at: Date
  confirmed_at: Generated<Date | null>
}

export interface BroadcastCountTable {
  account_id: string
  broadcast_id: string
  state: string
  message_count: number
  segment_count: number
}

export interface BroadcastDraftTable {
  account_id: string
  draft_id: string
  member_id: string
  name: string
  content: ColumnType<unknown, string, string | null>
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
  password_sealed: Buffer
  sender_number: string
  kinds: string[]
  operators: string[]
  window_size: Generated<number>
  rate_per_second: Generated<number>
  bind_count: Generated<number>
  upstream_id_form: Generated<string>
  enabled: Generated<boolean>
  state: Generated<string>
  state_detail: Generated<string | null>
  state_at: Generated<Date>
  created_at: Generated<Date>
  version: Generated<number>
}

export interface ChargeHoldTable {
  account_id: string
  hold_id: string
  broadcast_id: Generated<string | null>
  grant_id: Generated<string | null>
  unit_price_hao: Generated<number>
  segment_count: number
  posted_count: Generated<number>
  voided_count: Generated<number>
  quota: ColumnType<unknown, string | undefined | null, string | null>
  created_at: Generated<Date>
}

export interface ContactTable {
  account_id: string
  contact_id: string
  group_id: string
  phone: string
  name: Generated<string>
  fields: ColumnType<unknown, string | undefined | null, string | null>
  created_at: Generated<Date>
  phone_end: Generated<string>
  name_key: Generated<string>
  remark: Generated<string>
  consent_kind: Generated<string | null>
  consent_note: Generated<string>
  consent_at: Generated<Date | null>
  has_consent: Generated<boolean>
}

export interface ContactFieldTable {
  account_id: string
  field_key: number
  name: string
  created_at: Generated<Date>
  removed_at: Generated<Date | null>
}

export interface ContactGroupTable {
  account_id: string
  group_id: string
  name: string
  created_at: Generated<Date>
  contact_count: Generated<number>
  parent_id: Generated<string | null>
}

export interface ContactTagTable {
  account_id: string
  tag_id: string
  name: string
  contact_count: Generated<number>
  created_at: Generated<Date>
}

export interface ContactTaggedTable {
  account_id: string
  contact_id: string
  tag_id: string
  group_id: string
}

export interface ContactTaskTable {
  account_id: string
  task_id: string
  kind: string
  state: string
  input: ColumnType<unknown, string, string | null>
  total_count: Generated<number | null>
  done_count: Generated<number>
  counts: ColumnType<unknown, string | undefined | null, string | null>
  cursor: Generated<string | null>
  failure: Generated<string | null>
  run_id: Generated<string | null>
  refused_file_id: Generated<string | null>
  member_id: Generated<string | null>
  created_at: Generated<Date>
  ended_at: Generated<Date | null>
}

export interface CreditGrantTable {
  account_id: string
  grant_id: string
  kind: string
  name: string
  segment_count: number
  source: string
  order_id: Generated<string | null>
  starts_at: Date
  expires_at: Date
  created_at: Generated<Date>
}

export interface ExportConfirmationTable {
  account_id: string
  member_id: string
  source: string
  asked_at: Date
  confirmed_at: Generated<Date | null>
}

export interface ExportJobTable {
  account_id: string
  export_id: string
  source: string
  filter: ColumnType<unknown, string, string | null>
  facts: ColumnType<unknown, string, string | null>
  columns: string[]
  format: string
  is_full: boolean
  state: string
  failure: Generated<string | null>
  broken_count: Generated<number>
  total_count: Generated<number | null>
  row_count: Generated<number>
  byte_count: Generated<number>
  files: ColumnType<unknown, string, string | null>
  checkpoint: ColumnType<unknown, string | undefined | null, string | null>
  writing_id: Generated<string | null>
  member_id: string
  requested_at: Date
  started_at: Generated<Date | null>
  finished_at: Generated<Date | null>
  expires_at: Generated<Date | null>
  download_count: Generated<number>
  deleted_at: Generated<Date | null>
}

export interface ForbiddenWordTable {
  word_id: string
  word: string
  normal: string
  level: string
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
  account_id: string
  word_id: string
  day: string
}

export interface IdempotencyTable {
  account_id: string
  key: string
  call: string
  body_hash: Buffer
  status: Generated<number | null>
  answer: ColumnType<unknown, string | undefined | null, string | null>
  created_at: Generated<Date>
}

export interface InboundTable {
  account_id: string
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

export interface LandingRecordTable {
  account_id: string
  record_id: string
  phone: string
  act: string
  signature_id: Generated<string | null>
  broadcast_id: Generated<string | null>
  message_id: Generated<string | null>
  content_hash: Generated<string | null>
  words: Generated<string>
  address: string
  agent: string
  at: Date
}

export interface LeaseTable {
  name: string
  owner: string
  token: number
  until: Date
}

export interface LedgerAccountTable {
  account_id: string
  ledger_account_id: string
  asset: string
  purpose: string
  grant_id: Generated<string | null>
  debits: Generated<number>
  credits: Generated<number>
}

export interface LinkTable {
  account_id: string
  link_id: string
  domain: Generated<string>
  code: string
  title: Generated<string>
  target: string
  state: string
  reason: Generated<string | null>
  starts_at: Generated<Date | null>
  ends_at: Generated<Date | null>
  ended_target: Generated<string | null>
  visit_limit: Generated<number | null>
  passes_query: Generated<boolean>
  rules: ColumnType<unknown, string | undefined | null, string | null>
  member_id: Generated<string | null>
  created_at: Generated<Date>
}

export interface LinkChangeTable {
  change_id: Generated<number>
  account_id: string
  link_id: string
  at: Generated<Date>
}

export interface LoginNameTable {
  login: string
  account_id: string
  member_id: string
}

export interface MemberTable {
  account_id: string
  member_id: string
  login: string
  phone: string
  name: string
  role: Generated<string>
  password_hash: string
  password_changed_at: Generated<Date>
  last_sign_in_at: Generated<Date | null>
  last_sign_in_address: Generated<string | null>
  created_at: Generated<Date>
  previous_sign_in_at: Generated<Date | null>
  previous_sign_in_address: Generated<string | null>
}

export interface MessageTable {
  account_id: string
  message_id: string
  broadcast_id: Generated<string | null>
  app_id: Generated<string | null>
  kind: string
  signature_id: string
  template_id: Generated<string | null>
  phone: string
  operator: string
  content: string
  segment_count: number
  state: Generated<string>
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
}

export interface NumberSegmentTable {
  prefix: string
  operator: string
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
  account_id: string
  signature_id: string
  template_id: string
  member_id: Generated<string | null>
  created_at: Generated<Date>
}

export interface OptOutLinkTable {
  link_id: string
  account_id: string
  signature_id: string
  broadcast_id: Generated<string | null>
  day: string
  created_at: Date
  expires_at: Date
}

export interface OptOutWordTable {
  account_id: string
  word: string
  member_id: Generated<string | null>
  created_at: Generated<Date>
}

export interface OutboxTable {
  account_id: string
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
  account_id: string
  order_id: string
  package_id: number
  quantity: number
  amount_hao: number
  state: string
  created_at: Generated<Date>
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
  account_id: string
  message_id: string
  part: number
  state: string
  code: string
  at: Date
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
  operator: string
  changed_at: Date
}

export interface ProofTable {
  account_id: string
  proof_id: string
  signature_id: Generated<string | null>
  file_name: string
  media_type: string
  byte_count: number
  member_id: string
  created_at: Generated<Date>
  use: Generated<string>
}

export interface RateLimitTable {
  key: string
  points: Generated<number>
  expire: Generated<number | null>
}

export interface RecipientTable {
  account_id: string
  upload_id: string
  line: number
  phone: string
  operator: string
  segment_count: number
  variables: Generated<string[] | null>
}

export interface ReportCodeTable {
  code: string
  operator: Generated<string | null>
  meaning: string
  cause: string
  advice: string
}

export interface ReviewTable {
  account_id: string
  review_id: string
  object: string
  object_id: string
  decision: string
  reason: Generated<string | null>
  staff_id: Generated<string | null>
  at: Generated<Date>
  member_id: Generated<string | null>
  findings: ColumnType<unknown, string | undefined | null, string | null>
  content: ColumnType<unknown, string | undefined | null, string | null>
  reason_code: Generated<string | null>
}

export interface RouteTable {
  route_id: string
  kind: string
  operator: string
  province: Generated<string | null>
  account_id: Generated<string | null>
  channel_ids: string[]
}

export interface SenderExtensionTable {
  extension: string
  account_id: string
  signature_id: string
}

export interface SessionTable {
  token_hash: Buffer
  session_id: string
  account_id: string
  member_id: string
  created_at: Generated<Date>
  last_seen_at: Generated<Date>
  expires_at: Date
  address: string
  agent: string
}

export interface SettingTable {
  name: string
  value: number
}

export interface ShortCodeTable {
  domain: Generated<string>
  code: string
  account_id: string
  link_id: string
  message_id: Generated<string | null>
  created_at: Generated<Date>
}

export interface SignatureTable {
  account_id: string
  signature_id: string
  text: string
  kind: string
  purpose: string
  remark: Generated<string>
  state: string
  reason: Generated<string | null>
  extension: string
  created_at: Generated<Date>
  submitted_at: Generated<Date | null>
  reviewed_at: Generated<Date | null>
  authorized_until: Generated<string | null>
  is_default: Generated<boolean>
  urged_at: Generated<Date | null>
}

export interface SignatureFilingTable {
  account_id: string
  signature_id: string
  operator: string
  state: string
  reason: Generated<string>
  changed_at: Date
}

export interface SignatureFilingStepTable {
  account_id: string
  step_id: string
  signature_id: string
  operator: string
  state: string
  reason: Generated<string>
  staff_id: Generated<string | null>
  at: Date
}

export interface SmsPackageTable {
  package_id: number
  name: string
  kind: string
  segment_count: number
  price_hao: number
  validity_days: number
  on_sale: Generated<boolean>
}

export interface StaffTable {
  staff_id: string
  login: string
  name: string
  role: string
  password_hash: string
  state: Generated<string>
  created_at: Generated<Date>
  last_sign_in_at: Generated<Date | null>
  last_sign_in_address: Generated<string | null>
  password_changed_at: Generated<Date>
}

export interface StaffActivityTable {
  activity_id: string
  staff_id: Generated<string | null>
  action: string
  account_id: Generated<string | null>
  object: Generated<string | null>
  result: Generated<string>
  address: Generated<string | null>
  detail: ColumnType<unknown, string | undefined | null, string | null>
  at: Generated<Date>
}

export interface StaffIdempotencyTable {
  staff_id: string
  key: string
  call: string
  body_hash: Buffer
  answer: ColumnType<unknown, string | undefined | null, string | null>
  created_at: Generated<Date>
}

export interface StaffSessionTable {
  token_hash: Buffer
  staff_id: string
  created_at: Generated<Date>
  last_seen_at: Generated<Date>
  expires_at: Date
  address: string
  agent: string
}

export interface StatisticsDayTable {
  account_id: string
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
  account_id: string
  day: number
  kind: string
  app_id: string
  signature_id: string
  template_id: string
  operator: string
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
  account_id: string
  batch_id: string
  line: number
  hour: number
  kind: string
  app_id: string
  signature_id: string
  template_id: string
  operator: string
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
  account_id: string
  day: number
  kind: string
  app_id: string
  signature_id: string
  template_id: string
  operator: string
  province: string
  reason: string
  message_count: number
}

export interface StatisticsHourTable {
  account_id: string
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
  account_id: string
  hour: number
  kind: string
  app_id: string
  signature_id: string
  template_id: string
  operator: string
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

export interface SubmittedPartTable {
  channel_id: string
  upstream_id: string
  account_id: string
  message_id: string
  part: number
  part_count: number
  submitted_at: Generated<Date>
}

export interface TemplateTable {
  account_id: string
  template_id: string
  code: string
  name: string
  kind: string
  text: string
  variables: ColumnType<unknown, string, string | null>
  remark: Generated<string>
  state: string
  reason: Generated<string | null>
  created_at: Generated<Date>
  submitted_at: Generated<Date | null>
  reviewed_at: Generated<Date | null>
  urged_at: Generated<Date | null>
}

export interface TestNumberTable {
  account_id: string
  phone: string
  remark: Generated<string>
  created_at: Date
}

export interface TransferTable {
  account_id: string
  transfer_id: string
  debit_id: string
  credit_id: string
  asset: string
  amount: number
  kind: string
  reference_id: Generated<string | null>
  remark: Generated<string | null>
  at: Generated<Date>
}

export interface UnitPriceTable {
  kind: string
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
  account_id: string
  upload_id: string
  file_name: string
  byte_count: number
  state: string
  shape: ColumnType<unknown, string | undefined | null, string | null>
  mapping: ColumnType<unknown, string | undefined | null, string | null>
  report: ColumnType<unknown, string | undefined | null, string | null>
  progress: ColumnType<unknown, string | undefined | null, string | null>
  failure: Generated<string | null>
  member_id: Generated<string | null>
  created_at: Generated<Date>
  ready_at: Generated<Date | null>
  refused_file_id: Generated<string | null>
  reading_id: Generated<string | null>
}

export interface VisitTable {
  account_id: string
  visit_id: string
  link_id: string
  message_id: Generated<string | null>
  visitor_kind: string
  visitor_hash: Buffer
  address: string
  province: Generated<string | null>
  city: Generated<string | null>
  carrier: Generated<string | null>
  device: Generated<string | null>
  os: Generated<string | null>
  browser: Generated<string | null>
  in_app: Generated<string | null>
  referrer: Generated<string | null>
  language: Generated<string | null>
  arm: Generated<number | null>
}

export interface VisitLogTable {
  log_id: string
  position: number
  shipped_at: Generated<Date>
}

export interface DB {
  access_key: AccessKeyTable
  account: AccountTable
  account_price: AccountPriceTable
  account_setting: AccountSettingTable
  account_work: AccountWorkTable
  activity: ActivityTable
  app: AppTable
  blacklist: BlacklistTable
  blacklist_import: BlacklistImportTable
  broadcast: BroadcastTable
  broadcast_confirmation: BroadcastConfirmationTable
  broadcast_count: BroadcastCountTable
  broadcast_draft: BroadcastDraftTable
  captcha_spent: CaptchaSpentTable
  channel: ChannelTable
  charge_hold: ChargeHoldTable
  contact: ContactTable
  contact_field: ContactFieldTable
  contact_group: ContactGroupTable
  contact_tag: ContactTagTable
  contact_tagged: ContactTaggedTable
  contact_task: ContactTaskTable
  credit_grant: CreditGrantTable
  export_confirmation: ExportConfirmationTable
  export_job: ExportJobTable
  forbidden_word: ForbiddenWordTable
  forbidden_word_edition: ForbiddenWordEditionTable
  forbidden_word_hit: ForbiddenWordHitTable
  idempotency: IdempotencyTable
  inbound: InboundTable
  inbound_part: InboundPartTable
  landing_record: LandingRecordTable
  lease: LeaseTable
  ledger_account: LedgerAccountTable
  link: LinkTable
  link_change: LinkChangeTable
  login_name: LoginNameTable
  member: MemberTable
  message: MessageTable
  number_segment: NumberSegmentTable
  one_time_code: OneTimeCodeTable
  opt_out_answer: OptOutAnswerTable
  opt_out_link: OptOutLinkTable
  opt_out_word: OptOutWordTable
  outbox: OutboxTable
  package_order: PackageOrderTable
  parked_report: ParkedReportTable
  part_report: PartReportTable
  platform_blacklist: PlatformBlacklistTable
  ported_number: PortedNumberTable
  proof: ProofTable
  rate_limit: RateLimitTable
  recipient: RecipientTable
  report_code: ReportCodeTable
  review: ReviewTable
  route: RouteTable
  sender_extension: SenderExtensionTable
  session: SessionTable
  setting: SettingTable
  short_code: ShortCodeTable
  signature: SignatureTable
  signature_filing: SignatureFilingTable
  signature_filing_step: SignatureFilingStepTable
  sms_package: SmsPackageTable
  staff: StaffTable
  staff_activity: StaffActivityTable
  staff_idempotency: StaffIdempotencyTable
  staff_session: StaffSessionTable
  statistics_day: StatisticsDayTable
  statistics_day_place: StatisticsDayPlaceTable
  statistics_delta: StatisticsDeltaTable
  statistics_failure: StatisticsFailureTable
  statistics_hour: StatisticsHourTable
  statistics_hour_place: StatisticsHourPlaceTable
  submitted_part: SubmittedPartTable
  template: TemplateTable
  test_number: TestNumberTable
  transfer: TransferTable
  unit_price: UnitPriceTable
  unknown_code: UnknownCodeTable
  unmatched_inbound: UnmatchedInboundTable
  upload: UploadTable
  visit: VisitTable
  visit_log: VisitLogTable
}
