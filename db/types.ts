import type { ColumnType, Generated } from 'kysely'
import type { AccountId } from '#values/id.ts'
import type { AlertKind, AlertMethod, AlertParameters } from '#contract/alert/alert-rule.ts'
import type { ApprovalKind } from '#contract/staff/admin-approval.ts'
import type { ArchivedMessage, PersonalDataCounts } from '#contract/personal-data/admin-personal-data.ts'
import type { AttestationForm, DocumentUse } from '#contract/account/attestation-form.ts'
import type { AttestationReasons, ProfileInput } from '#contract/account/attestation.ts'
import type { BlacklistImportProgress } from '#contract/blacklist/blacklist-import.ts'
import type { Breaker, Checkpoint, DeletedObjects, ExportFile, InvariantCounts, LinkEdits, RefundTier, RefusalEvidence, RequestDetail, ReviewedContent, StoredChange } from './json.ts'
import type { Carrier } from '#values/phone.ts'
import type { ChannelLoad } from '#contract/messages/channel-load.ts'
import type { ChannelQuality, RoutePreference, Withdrawal, WithdrawalRule } from '#contract/messages/route-preference.ts'
import type { ChannelSettings, CmppVersion } from '#contract/messages/channel-settings.ts'
import type { ConfirmState, InvoiceStep } from '#contract/invoicing/invoice-state.ts'
import type { Device, LinkRule } from '#contract/links/link-rule.ts'
import type { DraftContent } from '#contract/broadcast/broadcast-draft.ts'
import type { EventKind, WebhookFormat } from '#contract/push/push.ts'
import type { ExportFacts, ExportFailure, ExportName } from '#contract/export/export.ts'
import type { Finding } from '#contract/content/finding.ts'
import type { Ingress, Scope } from '#contract/apps/app-labels.ts'
import type { LinkState } from '#contract/links/link-state.ts'
import type { ListColumns, ViewColumns } from '#contract/list-view.ts'
import type { MessageKind, TemplateVariable } from '#contract/content/template-text.ts'
import type { MessageState } from '#contract/messages/message-state.ts'
import type { NotificationChoice } from '#contract/notification/notification-preference.ts'
import type { ProofUse } from '#contract/content/signature-proof.ts'
import type { RepeatMinutes } from '#contract/on-call/admin-on-call.ts'
import type { Role } from '#contract/identity/permission.ts'
import type { SignatureKind } from '#contract/content/signature.ts'
import type { SystemAlertKind } from '#contract/home/system-alert.ts'
import type { UndoCounts } from '#contract/undo/undo.ts'
import type { UploadMapping, UploadProgress, UploadReport, UploadShape } from '#contract/recipients/upload.ts'
import type { WebhookOutcome } from '#contract/push/webhook.ts'

// Written by db/generate-types.ts from the migrated schema. jsonb goes in as text.

export interface AccessKeyTable {
  accessKeyId: string
  accountId: AccountId
  appId: string
  secretHash: Buffer
  state: ColumnType<'enabled' | 'disabled' | 'deleted', string | undefined, string>
  createdAt: Generated<Date>
  encryptedSecret: Generated<Buffer | null>
  scopes: ColumnType<Scope[], string[] | undefined, string[]>
  lastUsedAt: Generated<Date | null>
  lastUsedIp: Generated<string | null>
  memberId: Generated<string | null>
  disabledAt: Generated<Date | null>
  endsAt: Generated<Date | null>
  note: Generated<string>
}

export interface AccountTable {
  accountId: AccountId
  kind: ColumnType<'customer' | 'platform', string | undefined, string>
  name: string
  state: ColumnType<'active' | 'frozen' | 'closed', string | undefined, string>
  attestedAt: Generated<Date | null>
  attestedName: Generated<string | null>
  whenEmpty: ColumnType<'stop' | 'balance', string | undefined, string>
  createdAt: Generated<Date>
  attestedAs: ColumnType<'person' | 'company' | 'public' | null, string | null | undefined, string | null>
  attestedUntil: Generated<string | null>
  attestedNotifiedDays: Generated<number | null>
  isDemo: Generated<boolean>
  sendsAbroad: Generated<boolean>
}

export interface AccountClosingTable {
  accountId: AccountId
  closingId: string
  memberId: string
  reason: string
  state: ColumnType<'waiting' | 'cancelled' | 'closed', string, string>
  askedAt: Date
  dueAt: Date
  endedAt: Generated<Date | null>
  blocker: Generated<string | null>
  erasedAt: Generated<Date | null>
  attestationErasedAt: Generated<Date | null>
}

export interface AccountContactTable {
  accountId: AccountId
  contactId: string
  role: ColumnType<'finance' | 'technical' | 'operations' | 'security' | 'other', string, string>
  name: string
  phone: string
  email: Generated<string>
  createdAt: Generated<Date>
}

export interface AccountPriceTable {
  accountId: AccountId
  kind: ColumnType<'otp' | 'transactional' | 'marketing', string, string>
  startsAt: Date
  unitPriceHao: Generated<number | null>
}

export interface AccountProfileTable {
  accountId: AccountId
  industry: ColumnType<ProfileInput['industry'], string | undefined, string>
  scale: ColumnType<ProfileInput['scale'], string | undefined, string>
  website: Generated<string>
  region: Generated<string>
  address: Generated<string>
  updatedAt: Generated<Date>
}

export interface AccountSettingTable {
  accountId: AccountId
  name: string
  value: number
}

export interface AddressUseTable {
  accountId: AccountId
  appId: string
  hour: number
  address: string
  requestCount: number
  refusedCount: number
}

export interface AlertTable {
  accountId: AccountId
  alertId: string
  ruleId: string
  kind: ColumnType<AlertKind, string, string>
  appId: Generated<string | null>
  subject: string
  severity: ColumnType<'notice' | 'warning' | 'urgent', string, string>
  title: string
  body: string
  advice: string
  link: string
  valueText: string
  lastValueText: string
  thresholdText: string
  action: ColumnType<'notify' | 'pause_otp' | 'stopped', string, string>
  state: ColumnType<'open' | 'confirmed' | 'recovered', string, string>
  isTest: Generated<boolean>
  firedAt: Date
  calmSince: Generated<Date | null>
  confirmedAt: Generated<Date | null>
  confirmedBy: Generated<string | null>
  confirmNote: Generated<string | null>
  recoveredAt: Generated<Date | null>
  recoveryReason: Generated<string | null>
  notifiedCount: Generated<number>
  lastNotifiedAt: Generated<Date | null>
  isHeld: Generated<boolean>
  mutedUntil: Generated<Date | null>
}

export interface AlertContactTable {
  accountId: AccountId
  contactId: string
  name: string
  phone: Generated<string | null>
  email: Generated<string | null>
  createdAt: Date
}

export interface AlertDeliveryTable {
  accountId: AccountId
  alertId: string
  deliveryId: string
  notificationMethod: ColumnType<'console' | 'sms' | 'email' | 'webhook' | 'robot', string, string>
  occasion: ColumnType<'fired' | 'repeated' | 'recovered' | 'test', string, string>
  targetName: string
  phone: Generated<string | null>
  email: Generated<string | null>
  mailId: Generated<string | null>
  robotId: Generated<string | null>
  state: ColumnType<'queued' | 'sent' | 'failed', string, string>
  detail: Generated<string | null>
  createdAt: Date
  endedAt: Generated<Date | null>
}

export interface AlertRobotTable {
  accountId: AccountId
  robotId: string
  name: string
  kind: ColumnType<'wecom' | 'dingtalk' | 'feishu', string, string>
  encryptedUrl: Buffer
  encryptedSecret: Generated<Buffer | null>
  urlTail: string
  lastSentAt: Generated<Date | null>
  lastFailure: Generated<string | null>
  createdAt: Date
}

export interface AlertRuleTable {
  accountId: AccountId
  ruleId: string
  kind: ColumnType<AlertKind, string, string>
  appId: Generated<string | null>
  parameters: ColumnType<AlertParameters, string, string | null>
  notificationMethods: ColumnType<AlertMethod[], string[], string[]>
  contactIds: string[]
  robotIds: string[]
  repeatMinutes: number
  isOn: boolean
  memberId: Generated<string | null>
  createdAt: Date
  changedAt: Date
}

export interface AlertWatchTable {
  accountId: AccountId
  minute: Generated<number>
  quietFromMinute: Generated<number | null>
  quietUntilMinute: Generated<number | null>
}

export interface AnnouncementTable {
  announcementId: string
  kind: ColumnType<'system' | 'product' | 'security' | 'activity', string, string>
  title: string
  body: string
  audience: ColumnType<'all' | 'attested' | 'unattested' | 'chosen', string, string>
  accounts: Generated<string[]>
  isMustRead: Generated<boolean>
  state: ColumnType<'draft' | 'published' | 'withdrawn', string, string>
  publishAt: Generated<Date | null>
  withdrawnAt: Generated<Date | null>
  writtenBy: Generated<string | null>
  createdAt: Date
  changedAt: Date
}

export interface AnnouncementReadTable {
  accountId: AccountId
  memberId: string
  announcementId: string
  readAt: Date
}

export interface AppTable {
  accountId: AccountId
  appId: string
  name: string
  state: ColumnType<'enabled' | 'disabled' | 'deleted', string | undefined, string>
  createdAt: Generated<Date>
  kind: ColumnType<'production' | 'test', string | undefined, string>
  note: Generated<string>
  number: Generated<string>
  settings: ColumnType<unknown, string | undefined | null, string | null>
  defaultSignatureId: Generated<string | null>
  memberId: Generated<string | null>
  disabledAt: Generated<Date | null>
  disabledWhy: Generated<string | null>
  deletedAt: Generated<Date | null>
  otpPausedUntil: Generated<Date | null>
  otpPausedReason: Generated<string | null>
}

export interface AppUsageTable {
  accountId: AccountId
  appId: string
  day: string
  segmentCount: Generated<number>
  spentHao: Generated<number>
}

export interface AppWebhookTable {
  accountId: AccountId
  webhookId: string
  appId: string
  url: string
  format: ColumnType<WebhookFormat, string, string>
  kinds: ColumnType<EventKind[], string[], string[]>
  encryptedSecret: Buffer
  encryptedPrevious: Generated<Buffer | null>
  previousUntil: Generated<Date | null>
  state: ColumnType<'enabled' | 'disabled', string | undefined, string>
  disabledWhy: ColumnType<'owner' | 'failing' | null, string | null | undefined, string | null>
  failingSince: Generated<Date | null>
  failureCount: Generated<number>
  nextTryAt: Generated<Date | null>
  lastSuccessAt: Generated<Date | null>
  lastElapsedMs: Generated<number | null>
  createdAt: Date
  updatedAt: Date
}

export interface ApprovalTable {
  approvalId: string
  kind: ColumnType<ApprovalKind, string, string>
  accountId: Generated<AccountId | null>
  amountHao: number
  payload: string
  payloadHash: string
  reason: string
  state: ColumnType<'waiting' | 'approved' | 'rejected' | 'withdrawn', string | undefined, string>
  makerId: string
  checkerId: Generated<string | null>
  answer: Generated<string | null>
  askedAt: Date
  decidedAt: Generated<Date | null>
}

export interface ArchivedFileTable {
  accountId: AccountId
  month: string
  object: string
  messageCount: number
  bytes: number
  sha256: string
  storedBytes: number
  storedSha256: string
  keyId: string
}

export interface ArchivedMonthTable {
  month: string
  messageCount: number
  archivedAt: Date
  attachedUntil: Generated<Date | null>
  holdFloor: string
}

export interface AttestationTable {
  accountId: AccountId
  attestationId: string
  subject: ColumnType<'person' | 'company' | 'public', string, string>
  state: ColumnType<'draft' | 'reviewing' | 'approved' | 'rejected' | 'replaced' | 'revoked', string | undefined, string>
  version: Generated<number | null>
  form: ColumnType<AttestationForm, string, string | null>
  encryptedSecrets: Buffer
  name: string
  numberHash: Generated<Buffer | null>
  numberMasked: Generated<string>
  handlerHash: Generated<Buffer | null>
  validUntil: Generated<string | null>
  reasons: ColumnType<AttestationReasons | null, string | undefined | null, string | null>
  reason: Generated<string | null>
  memberId: string
  submittedAt: Generated<Date | null>
  decidedAt: Generated<Date | null>
  staffId: Generated<string | null>
  endedAt: Generated<Date | null>
  createdAt: Generated<Date>
  updatedAt: Generated<Date>
}

export interface AttestationDocumentTable {
  accountId: AccountId
  attestationId: string
  use: ColumnType<DocumentUse, string, string>
  fileId: string
}

export interface AttestationPhoneTable {
  accountId: AccountId
  phone: string
  provenAt: Date
}

export interface AuditChainTable {
  accountId: AccountId
  basePosition: Generated<number>
  baseHash: Generated<Buffer>
  headPosition: Generated<number>
  headHash: Generated<Buffer>
  proof: Generated<Buffer>
}

export interface AuditChainEntryTable {
  accountId: AccountId
  position: number
  auditId: string
  form: number
  hash: Buffer
  chainedAt: Date
}

export interface AuditChainQueueTable {
  accountId: AccountId
  auditId: string
}

export interface AuditLogTable {
  accountId: AccountId
  auditId: string
  memberId: Generated<string | null>
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
  requestId: Generated<string | null>
  reason: Generated<string | null>
  change: ColumnType<StoredChange | null, string | undefined | null, string | null>
}

export interface AutoRenewalRuleTable {
  accountId: AccountId
  kind: ColumnType<'industry' | 'marketing' | 'general' | 'link', string, string>
  packageId: number
  priceHao: number
  thresholdCount: number
  monthCapHao: number
  memberId: string
  changedAt: Date
  lookAt: Date
  problem: Generated<string | null>
  notifiedAt: Generated<Date | null>
}

export interface BackupStateTable {
  series: string
  place: string
  backupEverySeconds: number
  backedUpAt: Generated<Date | null>
  archivedAt: Date
}

export interface BalanceWarningTable {
  accountId: AccountId
  isOn: boolean
  firstHao: number
  secondHao: Generated<number | null>
  segmentCount: Generated<number | null>
  changedAt: Date
}

export interface BankClaimTable {
  accountId: AccountId
  claimId: string
  claimNumber: string
  payerName: string
  payerAccount: string
  amountHao: number
  paidOn: string
  slipFileId: string
  remark: Generated<string>
  state: ColumnType<'waiting' | 'more' | 'approving' | 'credited' | 'rejected' | 'returned' | 'cancelled', string, string>
  reason: Generated<string | null>
  memberId: string
  createdAt: Generated<Date>
  decidedAt: Generated<Date | null>
}

export interface BankReceiptTable {
  receiptId: string
  bankSerial: string
  amountHao: number
  payerName: string
  payerAccount: Generated<string>
  memo: Generated<string>
  cameAt: Date
  state: ColumnType<'waiting' | 'approving' | 'credited' | 'returned', string | undefined, string>
  accountId: Generated<AccountId | null>
  claimId: Generated<string | null>
  rule: ColumnType<'code' | 'claim' | 'attested' | 'registered' | 'manual' | null, string | null | undefined, string | null>
  reason: Generated<string | null>
  returnSerial: Generated<string | null>
  recordedBy: Generated<string | null>
  recordedAt: Generated<Date>
  decidedBy: Generated<string | null>
  decidedAt: Generated<Date | null>
  statementId: Generated<string | null>
}

export interface BankSlipTable {
  slipHash: string
  accountId: AccountId
  claimId: string
}

export interface BankStatementTable {
  statementId: string
  day: string
  sha256: string
  fileName: string
  lines: ColumnType<unknown, string, string | null>
  inCount: number
  inHao: number
  outCount: number
  outHao: number
  problemCount: number
  state: ColumnType<'read' | 'imported' | 'replaced', string | undefined, string>
  openingHao: Generated<number | null>
  closingHao: Generated<number | null>
  readBy: string
  readAt: Date
  importedBy: Generated<string | null>
  importedAt: Generated<Date | null>
}

export interface BillTable {
  accountId: AccountId
  month: string
  billNumber: string
  openingHao: number
  rechargeHao: number
  withdrawHao: number
  orderHao: number
  usageHao: number
  refundHao: number
  adjustHao: number
  closingHao: number
  lineCount: number
  hash: string
  closedAt: Date
}

export interface BillLineTable {
  accountId: AccountId
  month: string
  line: number
  day: string
  kind: ColumnType<'order' | 'usage' | 'refund' | 'adjust', string, string>
  product: ColumnType<'sms' | 'link' | null, string | null | undefined, string | null>
  item: string
  source: ColumnType<'package' | 'gift' | 'bonus' | 'balance' | 'alipay' | 'wechat' | 'bank', string, string>
  appId: Generated<string | null>
  grantId: Generated<string | null>
  orderId: Generated<string | null>
  quantity: number
  returnedCount: number
  unitPriceHao: number
  listPriceHao: number
  listHao: number
  discountHao: number
  packageHao: number
  cashHao: number
  rateBp: Generated<number | null>
  bonusHao: Generated<number>
  adjustHao: Generated<number>
}

export interface BlacklistTable {
  accountId: AccountId
  blacklistId: string
  phone: string
  level: ColumnType<'account' | 'signature', string, string>
  signatureId: Generated<string | null>
  scope: ColumnType<'marketing' | 'all', string | undefined, string>
  source: ColumnType<'manual' | 'import' | 'reply' | 'opt_out_page' | 'complaint', string, string>
  reason: Generated<string>
  memberId: Generated<string | null>
  createdAt: Generated<Date>
  removedAt: Generated<Date | null>
  removalReason: Generated<string | null>
  removedBy: Generated<string | null>
  expiresAt: Generated<Date | null>
  hitCount: Generated<number>
  evidence: ColumnType<RefusalEvidence | null, string | undefined | null, string | null>
  consent: Generated<string | null>
  phoneEnd: Generated<string>
}

export interface BlacklistImportTable {
  accountId: AccountId
  uploadId: string
  phoneColumn: number
  hasHeader: boolean
  signatureId: Generated<string | null>
  scope: ColumnType<'marketing' | 'all', string, string>
  reason: string
  expiresAt: Generated<Date | null>
  problems: ColumnType<BlacklistImportProgress['problems'], string | undefined | null, string | null>
}

export interface BroadcastTable {
  accountId: AccountId
  broadcastId: string
  name: string
  kind: ColumnType<'otp' | 'transactional' | 'marketing', string, string>
  signatureId: string
  templateId: string
  signatureText: string
  templateText: string
  variables: ColumnType<TemplateVariable[], string, string | null>
  uploadId: string
  state: ColumnType<'reviewing' | 'scheduled' | 'sending' | 'paused' | 'held' | 'completed' | 'canceled', string, string>
  stateReason: Generated<string | null>
  recipientCount: number
  segmentCount: number
  scheduledAt: Generated<Date | null>
  madeLine: Generated<number>
  madeCount: Generated<number>
  memberId: Generated<string | null>
  createdAt: Generated<Date>
  startedAt: Generated<Date | null>
  finishedAt: Generated<Date | null>
  perMinute: Generated<number | null>
  fromMinute: Generated<number | null>
  untilMinute: Generated<number | null>
  atNight: ColumnType<'postpone' | 'cancel', string | undefined, string>
  paceFrom: Generated<Date | null>
  paceFromCount: Generated<number>
  linkId: Generated<string | null>
  linkPlace: Generated<number | null>
  linkPrefix: Generated<string | null>
  recallUntil: Generated<Date | null>
  recalledAt: Generated<Date | null>
  noChannelSince: Generated<Date | null>
}

export interface BroadcastClickTable {
  accountId: AccountId
  broadcastId: string
  messageCount: number
  clickCount: number
}

export interface BroadcastConfirmationTable {
  accountId: AccountId
  memberId: string
  uploadId: string
  askedAt: Date
  confirmedAt: Generated<Date | null>
}

export interface BroadcastCountTable {
  accountId: AccountId
  broadcastId: string
  state: string
  messageCount: number
  segmentCount: number
}

export interface BroadcastDraftTable {
  accountId: AccountId
  draftId: string
  memberId: string
  name: string
  content: ColumnType<DraftContent, string, string | null>
  uploadId: Generated<string | null>
  version: number
  broadcastId: Generated<string | null>
  createdAt: Date
  changedAt: Date
}

export interface BroadcastShareTable {
  accountId: AccountId
  shareId: string
  broadcastId: string
  tokenHash: Buffer
  passwordHash: string
  memberId: string
  createdAt: Date
  expiresAt: Date
  revokedAt: Generated<Date | null>
  openedAt: Generated<Date | null>
}

export interface CaptchaSpentTable {
  captchaHash: Buffer
  expiresAt: Date
}

export interface ChannelTable {
  channelId: string
  name: string
  host: string
  port: number
  systemId: string
  encryptedPassword: Buffer
  senderNumber: string
  kinds: ColumnType<MessageKind[], string[], string[]>
  carriers: ColumnType<Carrier[], string[], string[]>
  windowSize: Generated<number>
  ratePerSecond: Generated<number>
  bindCount: Generated<number>
  upstreamIdForm: ColumnType<'raw' | 'decimal' | 'hex' | 'hex_then_decimal' | 'decimal_then_hex', string | undefined, string>
  enabled: Generated<boolean>
  state: ColumnType<'up' | 'down', string | undefined, string>
  stateDetail: Generated<string | null>
  stateAt: Generated<Date>
  createdAt: Generated<Date>
  version: Generated<number>
  lateDeliveryCount: Generated<number>
  breakers: ColumnType<Breaker[], string | undefined | null, string | null>
  settings: ColumnType<ChannelSettings, string | undefined | null, string | null>
  doubledIdCount: Generated<number>
  quality: ColumnType<ChannelQuality | null, string | undefined | null, string | null>
  withdrawal: ColumnType<Withdrawal | null, string | undefined | null, string | null>
  withdrawalRule: ColumnType<WithdrawalRule, string | undefined, string>
  load: ColumnType<ChannelLoad | null, string | undefined | null, string | null>
  encryptedClientCertificate: Generated<Buffer | null>
}

export interface ChannelCostTable {
  channelId: string
  startsAt: Date
  unitCostHao: Generated<number | null>
}

export interface ChannelDestinationCostTable {
  channelId: string
  destination: string
  startsAt: Date
  unitCostHao: Generated<number | null>
}

export interface ChannelExchangeTable {
  messageId: string
  channelId: string
  at: Date
  code: Generated<string | null>
  request: Generated<string | null>
  answer: Generated<string | null>
}

export interface ChannelReportDelayTable {
  channelId: string
  submittedAt: Date
  seconds: number
  reportCount: number
}

export interface ChannelTrafficTable {
  channelId: string
  at: Date
  submittedCount: number
  refusedCount: number
  deliveredCount: number
  failedCount: number
  delayMs: number
}

export interface ChargeDayTable {
  accountId: AccountId
  day: string
  kind: ColumnType<'otp' | 'transactional' | 'marketing', string, string>
  appId: string
  broadcastId: string
  grantId: string
  unitPriceHao: number
  listPriceHao: number
  postedCount: Generated<number>
  voidedCount: Generated<number>
  amountHao: Generated<number>
}

export interface ChargeHoldTable {
  accountId: AccountId
  holdId: string
  broadcastId: Generated<string | null>
  grantId: Generated<string | null>
  unitPriceHao: Generated<number>
  segmentCount: number
  postedCount: Generated<number>
  voidedCount: Generated<number>
  quota: ColumnType<Record<string, number>, string | undefined | null, string | null>
  createdAt: Generated<Date>
  kind: ColumnType<'otp' | 'transactional' | 'marketing', string, string>
  appId: Generated<string | null>
  listPriceHao: Generated<number>
}

export interface ChartOfAccountsTable {
  accountId: AccountId
  ledgerAccountId: string
  asset: ColumnType<'cny' | 'bonus' | 'segment' | 'link' | 'invoice', string, string>
  purpose: ColumnType<'outside' | 'available' | 'held' | 'spent', string, string>
  grantId: Generated<string | null>
  rateBp: Generated<number | null>
  product: ColumnType<'sms' | 'link' | null, string | null | undefined, string | null>
  month: Generated<string | null>
  orderId: Generated<string | null>
}

export interface ContactTable {
  accountId: AccountId
  contactId: string
  groupId: string
  phone: string
  name: Generated<string>
  fields: ColumnType<Record<string, string>, string | undefined | null, string | null>
  createdAt: Generated<Date>
  phoneEnd: Generated<string>
  remark: Generated<string>
  consentKind: ColumnType<'form' | 'order' | 'member' | 'reply' | 'paper' | 'other' | null, string | null | undefined, string | null>
  consentNote: Generated<string>
  consentAt: Generated<Date | null>
  hasConsent: Generated<boolean>
  nameKey: Generated<Buffer>
}

export interface ContactFieldTable {
  accountId: AccountId
  fieldKey: number
  name: string
  createdAt: Generated<Date>
  removedAt: Generated<Date | null>
}

export interface ContactGroupTable {
  accountId: AccountId
  groupId: string
  name: string
  createdAt: Generated<Date>
  contactCount: Generated<number>
  parentId: Generated<string | null>
}

export interface ContactTagTable {
  accountId: AccountId
  tagId: string
  name: string
  contactCount: Generated<number>
  createdAt: Generated<Date>
}

export interface ContactTaggedTable {
  accountId: AccountId
  contactId: string
  tagId: string
  groupId: string
}

export interface CountryPriceTable {
  country: string
  startsAt: Date
  unitPriceHao: Generated<number | null>
}

export interface CouponTable {
  couponId: string
  code: string
  name: string
  kind: ColumnType<'amount' | 'percent', string, string>
  off: number
  minimumHao: number
  startsAt: Date
  endsAt: Date
  totalLimit: Generated<number | null>
  accountLimit: Generated<number | null>
  packageIds: Generated<string[]>
  usedCount: Generated<number>
  stoppedAt: Generated<Date | null>
  staffId: Generated<string | null>
  createdAt: Date
}

export interface CreditGrantTable {
  accountId: AccountId
  grantId: string
  kind: ColumnType<'industry' | 'marketing' | 'general' | 'link' | 'bonus', string, string>
  name: string
  segmentCount: number
  source: ColumnType<'gift' | 'purchase', string, string>
  orderId: Generated<string | null>
  startsAt: Date
  expiresAt: Date
  createdAt: Generated<Date>
  refundedAt: Generated<Date | null>
  notifiedDays: Generated<number | null>
}

export interface CustomerNoteTable {
  noteId: string
  accountId: AccountId
  staffId: string
  text: string
  at: Date
  removedAt: Generated<Date | null>
}

export interface DomainRuleTable {
  domain: string
  kind: ColumnType<'blocked' | 'trusted', string, string>
  remark: Generated<string>
  staffId: Generated<string | null>
  createdAt: Generated<Date>
}

export interface DoubledPartTable {
  channelId: string
  upstreamId: string
  accountId: AccountId
  messageId: string
  part: number
  partCount: number
  phone: string
  submittedAt: Date
  reportedAt: Generated<Date | null>
}

export interface EmailLinkTable {
  accountId: AccountId
  memberId: string
  email: string
  tokenHash: Buffer
  expiresAt: Date
}

export interface EsmeAccountTable {
  protocol: ColumnType<'smpp' | 'cmpp', string, string>
  loginName: string
  accountId: AccountId
  appId: string
  passwordHash: Generated<Buffer | null>
  encryptedSecret: Generated<Buffer | null>
  passwordChangedAt: Date
  windowSize: number
  ratePerSecond: number
  sessionLimit: number
  allowsFreeText: Generated<boolean>
  createdAt: Date
  cmppVersion: ColumnType<CmppVersion | null, string | null | undefined, string | null>
}

export interface EsmeSessionTable {
  accountId: AccountId
  sessionId: string
  appId: string
  protocol: ColumnType<'smpp' | 'cmpp', string, string>
  kind: ColumnType<'transmitter' | 'receiver' | 'transceiver', string, string>
  address: string
  program: string
  startedAt: Date
  seenAt: Date
  submittedCount: Generated<number>
  deliveredCount: Generated<number>
}

export interface EsmeSubmitTable {
  accountId: AccountId
  submitId: string
  appId: string
  protocol: ColumnType<'smpp' | 'cmpp', string, string>
  wireId: Generated<string | null>
  messageId: Generated<string | null>
  source: string
  sourceKind: number
  destination: string
  destinationKind: number
  receipt: ColumnType<0 | 1 | 2, number, number>
  submittedAt: Date
  reference: Generated<number | null>
  partCount: Generated<number | null>
  part: Generated<number | null>
  dataCoding: Generated<number | null>
  body: Generated<Buffer | null>
  endedAs: Generated<string | null>
  reason: Generated<string | null>
  endedAt: Generated<Date | null>
  dueAt: Generated<Date | null>
}

export interface ExportConfirmationTable {
  accountId: AccountId
  memberId: string
  source: string
  askedAt: Date
  confirmedAt: Generated<Date | null>
}

export interface ExportJobTable {
  accountId: AccountId
  exportId: string
  source: ColumnType<ExportName, string, string>
  filter: ColumnType<unknown, string, string | null>
  facts: ColumnType<ExportFacts, string, string | null>
  columns: string[]
  format: ColumnType<'csv' | 'xlsx', string, string>
  isFull: boolean
  state: ColumnType<'queued' | 'writing' | 'done' | 'failed' | 'canceled' | 'expired', string, string>
  failure: ColumnType<ExportFailure | null, string | null | undefined, string | null>
  brokenCount: Generated<number>
  totalCount: Generated<number | null>
  rowCount: Generated<number>
  byteCount: Generated<number>
  files: ColumnType<ExportFile[], string, string | null>
  checkpoint: ColumnType<Checkpoint | null, string | undefined | null, string | null>
  writingId: Generated<string | null>
  memberId: string
  requestedAt: Date
  startedAt: Generated<Date | null>
  finishedAt: Generated<Date | null>
  expiresAt: Generated<Date | null>
  downloadCount: Generated<number>
  deletedAt: Generated<Date | null>
}

export interface FailedPartTable {
  channelId: string
  upstreamId: string
  failedAt: Generated<Date>
}

export interface ForbiddenWordTable {
  wordId: string
  word: string
  normal: string
  level: ColumnType<'reject' | 'review', string, string>
  kinds: string[]
  remark: Generated<string>
  isEnabled: Generated<boolean>
  staffId: Generated<string | null>
  createdAt: Date
  changedAt: Date
}

export interface ForbiddenWordEditionTable {
  edition: string
}

export interface ForbiddenWordHitTable {
  accountId: AccountId
  wordId: string
  day: string
}

export interface GatewayDifferenceTable {
  paymentMethod: string
  day: string
  kind: ColumnType<'payment' | 'refund', string, string>
  tradeNumber: string
  refundNumber: Generated<string>
  problem: ColumnType<'theirs_only' | 'ours_only' | 'amount' | 'unbooked', string, string>
  ourHao: Generated<number | null>
  theirHao: Generated<number | null>
  accountId: Generated<AccountId | null>
  foundAt: Date
  resolvedAt: Generated<Date | null>
  resolvedBy: Generated<string | null>
  remark: Generated<string | null>
}

export interface GatewayStatementTable {
  paymentMethod: ColumnType<'alipay' | 'wechat', string, string>
  day: string
  state: ColumnType<'asked' | 'absent' | 'agrees' | 'differs', string, string>
  trouble: Generated<string | null>
  theirCount: Generated<number>
  theirPaidHao: Generated<number>
  theirRefundedHao: Generated<number>
  ourCount: Generated<number>
  ourPaidHao: Generated<number>
  ourRefundedHao: Generated<number>
  comparedAt: Date
}

export interface GatewayStatementLineTable {
  paymentMethod: string
  day: string
  kind: ColumnType<'payment' | 'refund', string, string>
  tradeNumber: string
  refundNumber: Generated<string>
  gatewayNumber: string
  amountHao: number
  at: Date
}

export interface IdempotencyTable {
  accountId: AccountId
  key: string
  call: string
  bodyHash: Buffer
  status: Generated<number | null>
  answer: ColumnType<unknown, string | undefined | null, string | null>
  createdAt: Generated<Date>
}

export interface IdentityIndexTable {
  numberHash: Buffer
  role: ColumnType<'subject' | 'handler', string, string>
  accountId: AccountId
}

export interface ImpersonationTable {
  tokenHash: Buffer
  accountId: AccountId
  staffId: string
  staffName: string
  expiresAt: Date
}

export interface InboundTable {
  accountId: AccountId
  inboundId: string
  phone: string
  senderNumber: string
  text: string
  signatureId: Generated<string | null>
  messageId: Generated<string | null>
  effect: Generated<string | null>
  receivedAt: Generated<Date>
  answerMessageId: Generated<string | null>
  answerProblem: Generated<string | null>
  partCount: Generated<number>
  missingParts: Generated<number>
}

export interface InboundPartTable {
  channelId: string
  phone: string
  senderNumber: string
  reference: number
  partCount: number
  part: number
  text: string
  receivedAt: Date
}

export interface InvitationTable {
  accountId: AccountId
  invitationId: string
  phone: string
  name: string
  role: ColumnType<'administrator' | 'operations' | 'developer' | 'finance' | 'viewer', string, string>
  tokenHash: Buffer
  state: ColumnType<'waiting' | 'accepted' | 'cancelled', string, string>
  invitedBy: string
  invitedAt: Date
  expiresAt: Date
  memberId: Generated<string | null>
  endedAt: Generated<Date | null>
}

export interface InvoiceAddressTable {
  accountId: AccountId
  addressId: string
  recipient: string
  phone: string
  divisionCode: string
  province: string
  city: string
  district: string
  street: Generated<string>
  detail: string
  postcode: Generated<string>
  isDefault: Generated<boolean>
  createdAt: Date
  changedAt: Date
  deletedAt: Generated<Date | null>
}

export interface InvoiceEmailTable {
  accountId: AccountId
  emailId: string
  address: string
  remark: Generated<string>
  isDefault: Generated<boolean>
  verifiedAt: Generated<Date | null>
  tokenHash: Generated<Buffer | null>
  tokenExpiresAt: Generated<Date | null>
  sentAt: Generated<Date | null>
  sentCount: Generated<number>
  createdAt: Date
  deletedAt: Generated<Date | null>
}

export interface InvoiceEventTable {
  accountId: AccountId
  requestId: string
  eventId: string
  step: ColumnType<InvoiceStep, string, string>
  note: Generated<string | null>
  memberId: Generated<string | null>
  staffId: Generated<string | null>
  at: Date
}

export interface InvoiceFileTable {
  accountId: AccountId
  requestId: string
  fileId: string
  isCreditNote: Generated<boolean>
  createdAt: Date
}

export interface InvoiceItemTable {
  accountId: AccountId
  requestId: string
  ledgerAccountId: string
  amountHao: number
}

export interface InvoiceLineTable {
  accountId: AccountId
  requestId: string
  line: number
  product: ColumnType<'sms' | 'link', string, string>
  itemName: string
  categoryCode: Generated<string | null>
  grossHao: number
  netHao: number
  taxHao: number
}

export interface InvoiceNumberTable {
  invoiceNumber: string
  accountId: AccountId
  requestId: string
}

export interface InvoicePauseTable {
  pauseId: string
  isPaused: boolean
  notice: string
  staffId: string
  createdAt: Date
}

export interface InvoiceRequestTable {
  accountId: AccountId
  requestId: string
  batchId: string
  requestNumber: string
  basis: ColumnType<'orders' | 'bills' | 'amount', string, string>
  kind: ColumnType<'ordinary' | 'special', string, string>
  medium: ColumnType<'electronic' | 'paper', string, string>
  rateBp: number
  grossHao: number
  netHao: number
  taxHao: number
  titleVersionId: string
  emails: Generated<string[]>
  addressId: Generated<string | null>
  remark: Generated<string>
  replacesId: Generated<string | null>
  state: ColumnType<'reviewing' | 'issuing' | 'failed' | 'issued' | 'withdrawn' | 'rejected' | 'reversing' | 'reversed', string, string>
  reason: Generated<string | null>
  memberId: Generated<string | null>
  staffId: Generated<string | null>
  askedAt: Date
  changedAt: Date
  invoiceNumber: Generated<string | null>
  issuedAt: Generated<Date | null>
  courier: Generated<string | null>
  trackingNumber: Generated<string | null>
  shippedAt: Generated<Date | null>
  signedAt: Generated<Date | null>
  shippedTo: Generated<string | null>
}

export interface InvoiceReversalTable {
  accountId: AccountId
  reversalId: string
  requestId: string
  reasonCode: ColumnType<'01' | '02' | '03' | '04', string, string>
  note: Generated<string>
  replaceTitleId: Generated<string | null>
  replaceKind: ColumnType<'ordinary' | 'special' | null, string | null | undefined, string | null>
  state: ColumnType<'asked' | 'confirming' | 'confirmed' | 'done' | 'refused' | 'withdrawn' | 'lapsed', string, string>
  confirmNumber: Generated<string | null>
  confirmState: ColumnType<ConfirmState | null, string | null | undefined, string | null>
  deadlineAt: Generated<Date | null>
  creditNoteNumber: Generated<string | null>
  answer: Generated<string | null>
  memberId: Generated<string | null>
  staffId: Generated<string | null>
  askedAt: Date
  endedAt: Generated<Date | null>
}

export interface InvoiceSellerTable {
  sellerId: string
  name: string
  taxNumber: string
  address: Generated<string>
  phone: Generated<string>
  bankName: Generated<string>
  bankAccount: Generated<string>
  issuer: string
  limitHao: number
  offersPrint: boolean
  staffId: Generated<string | null>
  createdAt: Date
}

export interface InvoiceTitleTable {
  accountId: AccountId
  titleId: string
  versionId: string
  approvedVersionId: Generated<string | null>
  isDefault: Generated<boolean>
  createdAt: Date
  deletedAt: Generated<Date | null>
}

export interface InvoiceTitleVersionTable {
  accountId: AccountId
  versionId: string
  titleId: string
  versionNumber: number
  kind: ColumnType<'company' | 'person' | 'organization', string, string>
  name: string
  taxNumber: Generated<string | null>
  address: Generated<string>
  phone: Generated<string>
  bankName: Generated<string>
  bankAccount: Generated<string>
  proofFileId: Generated<string | null>
  specialState: ColumnType<'none' | 'reviewing' | 'approved' | 'rejected' | 'withdrawn' | 'superseded', string, string>
  reason: Generated<string | null>
  submittedAt: Generated<Date | null>
  reviewedAt: Generated<Date | null>
  staffId: Generated<string | null>
  memberId: Generated<string | null>
  createdAt: Date
}

export interface LeaseTable {
  name: string
  owner: string
  token: number
  until: Date
}

export interface LedgerAccountTable {
  accountId: AccountId
  ledgerAccountId: string
  asset: ColumnType<'cny' | 'bonus' | 'segment' | 'link' | 'invoice', string, string>
  purpose: ColumnType<'outside' | 'available' | 'held' | 'spent', string, string>
  grantId: Generated<string | null>
  debits: Generated<number>
  credits: Generated<number>
  rateBp: Generated<number | null>
  product: ColumnType<'sms' | 'link' | null, string | null | undefined, string | null>
  month: Generated<string | null>
  orderId: Generated<string | null>
  movedAt: Generated<Date | null>
  creditLimit: Generated<number>
  debt: Generated<number>
}

export interface LedgerCheckTable {
  checkId: string
  startedAt: Date
  finishedAt: Generated<Date | null>
  accountCount: Generated<number>
  invariants: ColumnType<InvariantCounts, string | undefined | null, string | null>
}

export interface LedgerFindingTable {
  checkId: string
  findingId: string
  accountId: Generated<AccountId | null>
  invariant: string
  problem: string
}

export interface LeftOutRecipientTable {
  accountId: AccountId
  uploadId: string
  line: number
  phone: string
  reason: string
}

export interface LinkTable {
  accountId: AccountId
  linkId: string
  domain: Generated<string>
  code: string
  title: Generated<string>
  target: string
  state: ColumnType<'reviewing' | 'active' | 'disabled' | 'rejected' | 'blocked', string, string>
  reason: Generated<string | null>
  startsAt: Generated<Date | null>
  endsAt: Generated<Date | null>
  endedTarget: Generated<string | null>
  visitLimit: Generated<number | null>
  passesQuery: Generated<boolean>
  rules: ColumnType<LinkRule[], string | undefined | null, string | null>
  memberId: Generated<string | null>
  createdAt: Generated<Date>
  tags: Generated<string[]>
  groupId: Generated<string | null>
  source: ColumnType<'console' | 'batch' | 'broadcast' | 'api', string | undefined, string>
  broadcastId: Generated<string | null>
  passwordHash: Generated<string | null>
  activeFromMinute: Generated<number | null>
  activeUntilMinute: Generated<number | null>
  referrerPolicy: ColumnType<'no-referrer' | 'origin' | 'strict-origin-when-cross-origin' | 'unsafe-url', string | undefined, string>
  deletedAt: Generated<Date | null>
  changedAt: Generated<Date>
  hosts: Generated<string[]>
  stateBefore: ColumnType<LinkState | null, string | null | undefined, string | null>
  blockedDomain: Generated<string | null>
  flaggedAt: Generated<Date | null>
}

export interface LinkBatchRowTable {
  accountId: AccountId
  batchId: string
  line: number
  given: string
  linkId: Generated<string | null>
  recipientId: Generated<string | null>
  code: Generated<string | null>
  problem: Generated<string | null>
}

export interface LinkChangeTable {
  changeId: Generated<number>
  accountId: AccountId
  linkId: Generated<string | null>
  at: Generated<Date>
}

export interface LinkDecisionTable {
  accountId: AccountId
  decisionId: string
  host: string
  linkId: Generated<string | null>
  decision: ColumnType<'passed' | 'host_passed' | 'domain_trusted' | 'rejected' | 'blocked' | 'unblocked' | 'domain_blocked' | 'domain_unblocked', string, string>
  reason: Generated<string | null>
  reasonCode: Generated<string | null>
  linkCount: number
  staffId: Generated<string | null>
  at: Generated<Date>
}

export interface LinkDomainTable {
  domain: string
  accountId: AccountId
  state: ColumnType<'pending' | 'verified' | 'disabled', string, string>
  problem: Generated<string | null>
  checkedAt: Generated<Date | null>
  verifiedAt: Generated<Date | null>
  createdAt: Generated<Date>
  failureCount: Generated<number>
  siteName: Generated<string>
  icpNumber: Generated<string>
}

export interface LinkEditTable {
  accountId: AccountId
  editId: string
  linkId: string
  memberId: Generated<string | null>
  changes: ColumnType<LinkEdits, string, string | null>
  at: Generated<Date>
}

export interface LinkGroupTable {
  accountId: AccountId
  groupId: string
  name: string
  createdAt: Generated<Date>
}

export interface LinkReportTable {
  reportId: string
  accountId: AccountId
  linkId: string
  domain: string
  code: string
  kind: ColumnType<'phishing' | 'illegal' | 'spam' | 'infringement' | 'other', string, string>
  words: Generated<string>
  contact: Generated<string>
  address: string
  outcome: ColumnType<'link_blocked' | 'domain_blocked' | 'dismissed' | null, string | null | undefined, string | null>
  remark: Generated<string | null>
  staffId: Generated<string | null>
  handledAt: Generated<Date | null>
  at: Generated<Date>
}

export interface LinkStopTable {
  accountId: AccountId
  reason: string
  staffId: string
  at: Generated<Date>
}

export interface LinkUseTable {
  accountId: AccountId
  grantId: string
  day: string
  linkCount: Generated<number>
  visitCount: Generated<number>
  overCount: Generated<number>
}

export interface LinkVisitCountTable {
  accountId: AccountId
  linkId: string
  visitCount: number
}

export interface ListViewTable {
  accountId: AccountId
  memberId: string
  list: string
  name: string
  query: string
  columns: ColumnType<ViewColumns | null, string | undefined | null, string | null>
  isShared: Generated<boolean>
  isDefault: Generated<boolean>
  createdAt: Date
}

export interface LoginNameTable {
  login: string
  accountId: AccountId
  memberId: string
}

export interface MailTable {
  accountId: AccountId
  mailId: string
  toAddress: string
  subject: string
  body: string
  state: ColumnType<'queued' | 'sent' | 'failed', string, string>
  tryCount: Generated<number>
  failure: Generated<string | null>
  queuedAt: Date
  endedAt: Generated<Date | null>
}

export interface MailAttachmentTable {
  accountId: AccountId
  mailId: string
  position: number
  fileName: string
  mediaType: string
  bytes: Buffer
}

export interface MemberTable {
  accountId: AccountId
  memberId: string
  login: string
  phone: string
  name: string
  role: ColumnType<Role, string | undefined, string>
  passwordHash: string
  passwordChangedAt: Generated<Date>
  lastSignInAt: Generated<Date | null>
  lastSignInAddress: Generated<string | null>
  createdAt: Generated<Date>
  previousSignInAt: Generated<Date | null>
  previousSignInAddress: Generated<string | null>
  state: ColumnType<'active' | 'removed', string | undefined, string>
  removedAt: Generated<Date | null>
  loginChangedAt: Generated<Date | null>
  email: Generated<string | null>
  emailVerifiedAt: Generated<Date | null>
  secondFactor: ColumnType<'none' | 'sms' | 'totp', string | undefined, string>
  checksNewDevice: Generated<boolean>
  totpSecret: Generated<Buffer | null>
  totpStep: Generated<number | null>
  totpDraft: Generated<Buffer | null>
  masksNumbers: Generated<boolean>
  notificationMethods: ColumnType<NotificationChoice, string | undefined | null, string | null>
  avatarId: Generated<string | null>
  listColumns: ColumnType<ListColumns, string | undefined | null, string | null>
}

export interface MemberAvatarTable {
  accountId: AccountId
  memberId: string
  avatarId: string
  picture: Buffer
}

export interface MemberDeviceTable {
  accountId: AccountId
  memberId: string
  deviceHash: Buffer
  agent: string
  address: string
  firstSeenAt: Date
  lastSeenAt: Date
}

export interface MemberPasswordTable {
  accountId: AccountId
  memberId: string
  endedAt: Date
  passwordHash: string
}

export interface MessageTable {
  accountId: AccountId
  messageId: string
  broadcastId: Generated<string | null>
  appId: Generated<string | null>
  kind: ColumnType<MessageKind, string, string>
  signatureId: string
  templateId: Generated<string | null>
  phone: string
  carrier: ColumnType<Carrier, string, string>
  content: string
  segmentCount: number
  state: ColumnType<'queued' | 'held' | 'sending' | 'submitted' | 'delivered' | 'undelivered' | 'expired' | 'rejected' | 'unknown' | 'refused' | 'canceled', string | undefined, string>
  reason: Generated<string | null>
  holdId: Generated<string | null>
  channelId: Generated<string | null>
  upstreamId: Generated<string | null>
  attemptCount: Generated<number>
  maybeTwice: Generated<boolean>
  customId: Generated<string | null>
  submittedAt: Generated<Date | null>
  finishedAt: Generated<Date | null>
  province: Generated<string | null>
  settledAt: Generated<Date | null>
  ingress: ColumnType<Ingress | null, string | null | undefined, string | null>
  batchId: Generated<string | null>
  extension: Generated<string | null>
}

export interface MessageClickTable {
  accountId: AccountId
  messageId: string
  linkId: string
  broadcastId: Generated<string | null>
  firstAt: Date
  lastAt: Date
  clickCount: number
}

export interface MessageTraceTable {
  accountId: AccountId
  messageId: string
  traceparent: string
}

export interface MissedVisitTable {
  accountId: AccountId
  linkId: string
  broadcastId: string
  hour: number
  reason: string
  visitCount: number
}

export interface NotificationTable {
  accountId: AccountId
  messageId: string
  memberId: Generated<string | null>
  kind: ColumnType<'review' | 'finance' | 'security' | 'export' | 'alert' | 'account' | 'broadcast', string, string>
  title: string
  body: string
  link: Generated<string | null>
  notifiedAt: Date
  passedOnAt: Generated<Date | null>
}

export interface NotificationMarkTable {
  accountId: AccountId
  memberId: string
  readUntil: string
}

export interface NotificationReadTable {
  accountId: AccountId
  memberId: string
  messageId: string
}

export interface NumberSegmentTable {
  prefix: string
  carrier: ColumnType<'mobile' | 'unicom' | 'telecom' | 'broadnet', string, string>
  isVirtual: Generated<boolean>
}

export interface OnCallDeliveryTable {
  deliveryId: string
  receiverId: Generated<string | null>
  receiverName: string
  episodeId: Generated<string | null>
  occasion: ColumnType<'fired' | 'repeated' | 'recovered' | 'test', string, string>
  round: number
  state: ColumnType<'queued' | 'sent' | 'failed', string, string>
  failure: Generated<string | null>
  mailId: Generated<string | null>
  createdAt: Date
  endedAt: Generated<Date | null>
}

export interface OnCallEpisodeTable {
  episodeId: string
  kind: ColumnType<SystemAlertKind, string, string>
  subject: string
  detail: string
  beganAt: Date
  calmSince: Generated<Date | null>
  recoveredAt: Generated<Date | null>
}

export interface OnCallReceiverTable {
  receiverId: string
  name: string
  kind: ColumnType<'wecom' | 'dingtalk' | 'feishu' | 'email', string, string>
  encryptedUrl: Generated<Buffer | null>
  encryptedSecret: Generated<Buffer | null>
  target: string
  alertKinds: ColumnType<SystemAlertKind[], string[], string[]>
  repeatMinutes: ColumnType<RepeatMinutes, number, number>
  isOn: Generated<boolean>
  lastSentAt: Generated<Date | null>
  lastFailure: Generated<string | null>
  createdAt: Date
}

export interface OneTimeCodeTable {
  phone: string
  purpose: string
  codeHmac: Buffer
  createdAt: Date
  expiresAt: Date
  tries: Generated<number>
  spentAt: Generated<Date | null>
}

export interface OptOutAnswerTable {
  accountId: AccountId
  signatureId: string
  templateId: string
  memberId: Generated<string | null>
  createdAt: Generated<Date>
}

export interface OptOutLinkTable {
  linkId: string
  accountId: AccountId
  signatureId: string
  broadcastId: Generated<string | null>
  day: string
  createdAt: Date
  expiresAt: Date
}

export interface OptOutRecordTable {
  accountId: AccountId
  recordId: string
  phone: string
  act: ColumnType<'refuse' | 'restore' | 'complain', string, string>
  signatureId: Generated<string | null>
  broadcastId: Generated<string | null>
  messageId: Generated<string | null>
  contentHash: Generated<string | null>
  words: Generated<string>
  address: string
  agent: string
  at: Date
  phoneEnd: Generated<string>
}

export interface OptOutWordTable {
  accountId: AccountId
  word: string
  memberId: Generated<string | null>
  createdAt: Generated<Date>
}

export interface OrderRefundTable {
  accountId: AccountId
  refundId: string
  orderId: string
  state: ColumnType<'waiting' | 'checking' | 'done' | 'rejected' | 'withdrawn', string, string>
  amountHao: number
  usedCount: number
  returnedCount: number
  reason: string
  memberId: Generated<string | null>
  askedAt: Date
  answer: Generated<string | null>
  staffId: Generated<string | null>
  decidedAt: Generated<Date | null>
}

export interface OutboxTable {
  accountId: AccountId
  outboxId: string
  channelId: string
  priority: number
  dueAt: Generated<Date>
  expiresAt: Date
  broadcastId: Generated<string | null>
  attemptCount: Generated<number>
  messageIds: string[]
  claimToken: Generated<number | null>
}

export interface PackageOrderTable {
  accountId: AccountId
  orderId: string
  packageId: number
  quantity: number
  amountHao: number
  state: ColumnType<'waiting' | 'paid' | 'cancelled' | 'expired' | 'refunding' | 'refunded', string, string>
  createdAt: Generated<Date>
  orderNumber: string
  packageVersion: number
  name: string
  kind: ColumnType<'industry' | 'marketing' | 'general' | 'link', string, string>
  segmentCount: number
  validityDays: number
  listHao: number
  discountHao: Generated<number>
  paymentMethod: ColumnType<'balance' | 'alipay' | 'wechat' | 'bank' | null, string | null | undefined, string | null>
  memberId: Generated<string | null>
  expiresAt: Date
  checkAt: Generated<Date | null>
  paidAt: Generated<Date | null>
  endedAt: Generated<Date | null>
  refundTiers: ColumnType<RefundTier[], string, string | null>
  refundedHao: Generated<number>
  bonusHao: Generated<number>
  refundedBonusHao: Generated<number>
  isAutoRenewal: Generated<boolean>
  couponId: Generated<string | null>
  couponHao: Generated<number>
}

export interface PackageVersionTable {
  packageId: number
  version: number
  name: string
  segmentCount: number
  priceHao: number
  listPriceHao: number
  validityDays: number
  limitPerAccount: Generated<number | null>
  saleFrom: Generated<Date | null>
  saleUntil: Generated<Date | null>
  startsAt: Date
  staffId: Generated<string | null>
  createdAt: Generated<Date>
  tiers: ColumnType<unknown, string | undefined | null, string | null>
}

export interface ParkedReportTable {
  channelId: string
  upstreamId: string
  state: string
  code: string
  phone: string
  doneAt: Date
  receivedAt: Generated<Date>
}

export interface PartReportTable {
  accountId: AccountId
  messageId: string
  part: number
  state: ColumnType<MessageState, string, string>
  code: string
  at: Date
  upstreamId: Generated<string | null>
}

export interface PayerNameTable {
  accountId: AccountId
  name: string
  createdAt: Generated<Date>
}

export interface PaymentTradeTable {
  tradeNumber: string
  accountId: AccountId
  rechargeId: string
  paymentMethod: string
  gatewayNumber: Generated<string | null>
}

export interface PaymentWebhookTable {
  paymentMethod: string
  webhookId: string
  body: string
  cameAt: Date
}

export interface PersonalDataRequestTable {
  requestId: string
  kind: ColumnType<'copy' | 'erasure', string, string>
  phone: Generated<string | null>
  phoneShown: string
  reason: string
  state: ColumnType<'waiting' | 'running' | 'done' | 'refused', string, string>
  counts: ColumnType<PersonalDataCounts, string | undefined | null, string | null>
  staffId: string
  askedAt: Date
  dueAt: Generated<Date | null>
  doneAt: Generated<Date | null>
  archiveReadAt: Generated<Date | null>
  archivedMessages: ColumnType<ArchivedMessage[] | null, string | undefined | null, string | null>
}

export interface PhoneChangeTable {
  accountId: AccountId
  changeId: string
  memberId: string
  oldPhone: string
  newPhone: string
  reason: string
  fileIds: string[]
  state: ColumnType<'waiting' | 'approved' | 'rejected' | 'cancelled', string, string>
  askedAt: Date
  decidedAt: Generated<Date | null>
  staffId: Generated<string | null>
  decisionReason: Generated<string | null>
}

export interface PlatformBlacklistTable {
  phone: string
  reason: Generated<string>
  createdAt: Generated<Date>
  entryId: string
  staffId: Generated<string | null>
}

export interface PortedNumberTable {
  phone: string
  carrier: ColumnType<'mobile' | 'unicom' | 'telecom' | 'broadnet', string, string>
  changedAt: Date
}

export interface PrivateFileTable {
  accountId: AccountId
  fileId: string
  purpose: ColumnType<'attestation' | 'bank-slip' | 'invoice-title' | 'invoice', string, string>
  kind: ColumnType<'jpg' | 'png' | 'pdf' | 'ofd' | 'xml', string, string>
  fileName: string
  byteCount: number
  sha256: string
  width: Generated<number | null>
  height: Generated<number | null>
  memberId: Generated<string | null>
  usedAt: Generated<Date | null>
  createdAt: Generated<Date>
}

export interface ProofTable {
  accountId: AccountId
  proofId: string
  signatureId: Generated<string | null>
  fileName: string
  mediaType: ColumnType<'image/png' | 'image/jpeg' | 'application/pdf', string, string>
  byteCount: number
  memberId: string
  createdAt: Generated<Date>
  use: ColumnType<ProofUse, string | undefined, string>
}

export interface PushAttemptTable {
  accountId: AccountId
  attemptId: string
  webhookId: string
  appId: string
  eventIds: string[]
  outcome: ColumnType<WebhookOutcome, string, string>
  httpStatus: Generated<number | null>
  elapsedMs: number
  isTest: Generated<boolean>
}

export interface PushEventTable {
  accountId: AccountId
  eventId: string
  queueId: string
  sink: ColumnType<'webhook' | 'pull' | 'smpp' | 'cmpp', string, string>
  appId: string
  kind: ColumnType<EventKind, string, string>
  data: ColumnType<unknown, string | undefined | null, string | null>
  state: ColumnType<'waiting' | 'parked' | 'delivered', string | undefined, string>
  attemptCount: Generated<number>
  recordedAt: Date
  dueAt: Date
  cursorId: Generated<string | null>
  endedAt: Generated<Date | null>
}

export interface PushWorkTable {
  accountId: AccountId
  queueId: string
  owner: Generated<string | null>
  leasedUntil: Generated<Date | null>
}

export interface RateLimitTable {
  key: string
  points: Generated<number>
  expire: Generated<number | null>
}

export interface ReEncryptionTable {
  keyId: string
  rowCount: Generated<number>
  fileCount: Generated<number>
  fileCursor: Generated<string | null>
  startedAt: Generated<Date>
  endedAt: Generated<Date | null>
}

export interface ReceivingAccountTable {
  receivingAccountId: string
  holder: string
  accountNumber: string
  bank: string
  bankCode: string
  staffId: Generated<string | null>
  createdAt: Generated<Date>
}

export interface RechargeTable {
  accountId: AccountId
  rechargeId: string
  tradeNumber: string
  paymentMethod: ColumnType<'alipay' | 'wechat' | 'bank', string, string>
  amountHao: number
  state: ColumnType<'waiting' | 'paid' | 'closed' | 'failed' | 'returned', string, string>
  closeReason: ColumnType<'cancelled' | 'expired' | 'unavailable' | 'replaced' | null, string | null | undefined, string | null>
  nextAction: ColumnType<{ kind: 'page'; url: string } | { kind: 'code'; text: string } | null, string | undefined | null, string | null>
  gatewayNumber: Generated<string | null>
  payer: Generated<string | null>
  paidAt: Generated<Date | null>
  memberId: Generated<string | null>
  expiresAt: Date
  pollAt: Generated<Date | null>
  pollCount: Generated<number>
  createdAt: Generated<Date>
  paidHao: Generated<number | null>
  refundedHao: Generated<number>
  handledBy: Generated<string | null>
  handledAt: Generated<Date | null>
  handledReason: Generated<string | null>
  orderId: Generated<string | null>
  payingAt: Generated<Date | null>
}

export interface RecipientTable {
  accountId: AccountId
  uploadId: string
  line: number
  phone: string
  carrier: string
  segmentCount: number
  variables: Generated<string[] | null>
}

export interface RecoveryCodeTable {
  accountId: AccountId
  memberId: string
  codeHmac: Buffer
  spentAt: Generated<Date | null>
}

export interface RefundTable {
  accountId: AccountId
  refundId: string
  withdrawalId: Generated<string | null>
  rechargeId: string
  refundNumber: string
  paymentMethod: ColumnType<'alipay' | 'wechat' | 'bank', string, string>
  amountHao: number
  state: ColumnType<'planned' | 'asking' | 'done' | 'failed' | 'by_hand' | 'void', string, string>
  pollAt: Generated<Date | null>
  pollCount: Generated<number>
  trouble: Generated<string | null>
  bankSerial: Generated<string | null>
  createdAt: Generated<Date>
  settledAt: Generated<Date | null>
}

export interface ReportCodeTable {
  code: string
  carrier: ColumnType<Carrier | null, string | null | undefined, string | null>
  meaning: string
  cause: string
  advice: string
}

export interface RequestLogTable {
  accountId: AccountId
  appId: string
  logId: string
  accessKeyId: Generated<string | null>
  requestId: string
  ingress: ColumnType<Ingress, string, string>
  action: string
  httpStatus: number
  code: string
  message: string
  isRefused: boolean
  address: string
  elapsedMs: number
  at: Date
  detail: ColumnType<RequestDetail | null, string | undefined | null, string | null>
}

export interface RequestNonceTable {
  nonce: string
  expiresAt: Date
}

export interface ReviewTable {
  accountId: AccountId
  reviewId: string
  object: ColumnType<'signature' | 'template', string, string>
  objectId: string
  decision: ColumnType<'submitted' | 'withdrawn' | 'expedited' | 'approved' | 'rejected' | 'disabled' | 'enabled' | 'deleted' | 'restored', string, string>
  reason: Generated<string | null>
  staffId: Generated<string | null>
  at: Generated<Date>
  memberId: Generated<string | null>
  findings: ColumnType<Finding[], string | undefined | null, string | null>
  content: ColumnType<ReviewedContent | null, string | undefined | null, string | null>
  reasonCode: Generated<string | null>
}

export interface RouteTable {
  routeId: string
  kind: ColumnType<'otp' | 'transactional' | 'marketing', string, string>
  carrier: ColumnType<'mobile' | 'unicom' | 'telecom' | 'broadnet' | 'abroad', string, string>
  province: Generated<string | null>
  accountId: Generated<AccountId | null>
  channelIds: string[]
  preference: ColumnType<RoutePreference, string | undefined | null, string | null>
}

export interface RunningProgramTable {
  runId: string
  host: string
  name: string
  version: string
  monitoringUrl: string
  startedAt: Generated<Date>
  confirmedAt: Generated<Date>
}

export interface SandboxMessageTable {
  accountId: AccountId
  messageId: string
  appId: string
  kind: string
  signatureId: Generated<string | null>
  templateId: Generated<string | null>
  phone: string
  carrier: string
  content: string
  segmentCount: number
  customId: Generated<string | null>
  state: Generated<string>
  reason: Generated<string | null>
  submittedAt: Date
  finishedAt: Generated<Date | null>
  dueAt: Generated<Date | null>
  ingress: Generated<string | null>
  batchId: Generated<string | null>
}

export interface SendBatchTable {
  accountId: AccountId
  batchId: string
  appId: string
  ingress: ColumnType<Ingress, string, string>
  messageIds: string[]
  outId: Generated<string | null>
  sendAt: Generated<Date | null>
  createdAt: Date
}

export interface SenderExtensionTable {
  extension: string
  accountId: AccountId
  signatureId: string
}

export interface SenderRegistrationTable {
  accountId: AccountId
  signatureId: string
  carrier: ColumnType<'mobile' | 'unicom' | 'telecom' | 'broadnet', string, string>
  state: ColumnType<'none' | 'pending' | 'filed' | 'failed', string, string>
  reason: Generated<string>
  changedAt: Date
}

export interface SenderRegistrationStepTable {
  accountId: AccountId
  stepId: string
  signatureId: string
  carrier: string
  state: string
  reason: Generated<string>
  staffId: Generated<string | null>
  at: Date
}

export interface SessionTable {
  tokenHash: Buffer
  sessionId: string
  accountId: AccountId
  memberId: string
  createdAt: Generated<Date>
  lastSeenAt: Generated<Date>
  expiresAt: Date
  address: string
  agent: string
  proof: ColumnType<'password' | 'code' | 'totp' | 'recovery_code' | 'staff', string | undefined, string>
  staffId: Generated<string | null>
  staffName: Generated<string | null>
}

export interface SettingTable {
  name: string
  value: number
}

export interface ShortCodeTable {
  domain: Generated<string>
  code: string
  accountId: AccountId
  linkId: string
  messageId: Generated<string | null>
  createdAt: Generated<Date>
  foldedCode: Generated<string | null>
}

export interface SignInChallengeTable {
  tokenHash: Buffer
  accountId: AccountId
  memberId: string
  login: string
  factor: ColumnType<'sms' | 'totp', string, string>
  isNewDevice: boolean
  createdAt: Date
  expiresAt: Date
  tries: Generated<number>
}

export interface SignatureTable {
  accountId: AccountId
  signatureId: string
  text: string
  kind: ColumnType<SignatureKind, string, string>
  purpose: ColumnType<'own' | 'other', string, string>
  remark: Generated<string>
  state: ColumnType<'unsent' | 'draft' | 'reviewing' | 'approved' | 'rejected' | 'disabled' | 'deleted', string, string>
  reason: Generated<string | null>
  extension: string
  createdAt: Generated<Date>
  submittedAt: Generated<Date | null>
  reviewedAt: Generated<Date | null>
  authorizedUntil: Generated<string | null>
  isDefault: Generated<boolean>
  expeditedAt: Generated<Date | null>
}

export interface SmsPackageTable {
  packageId: number
  kind: ColumnType<'industry' | 'marketing' | 'general' | 'link', string, string>
  onSale: Generated<boolean>
}

export interface SpendCapTable {
  accountId: AccountId
  dayHao: Generated<number | null>
  monthHao: Generated<number | null>
  changedAt: Date
}

export interface StaffTable {
  staffId: string
  login: string
  name: string
  role: ColumnType<'reviewer' | 'finance' | 'operations' | 'administrator', string, string>
  passwordHash: string
  state: ColumnType<'active' | 'frozen', string | undefined, string>
  createdAt: Generated<Date>
  lastSignInAt: Generated<Date | null>
  lastSignInAddress: Generated<string | null>
  passwordChangedAt: Generated<Date>
  totpSecret: Generated<Buffer | null>
  totpStep: Generated<number | null>
  totpDraft: Generated<Buffer | null>
  mustChangePassword: Generated<boolean>
  createdBy: Generated<string | null>
  isDemo: Generated<boolean>
  listColumns: ColumnType<ListColumns, string | undefined | null, string | null>
}

export interface StaffAuditLogTable {
  auditId: string
  staffId: Generated<string | null>
  action: string
  accountId: Generated<AccountId | null>
  object: Generated<string | null>
  result: Generated<string>
  address: Generated<string | null>
  detail: ColumnType<Record<string, unknown> | null, string | undefined | null, string | null>
  at: Generated<Date>
  place: Generated<string | null>
  requestId: Generated<string | null>
  change: ColumnType<StoredChange | null, string | undefined | null, string | null>
}

export interface StaffIdempotencyTable {
  staffId: string
  key: string
  call: string
  bodyHash: Buffer
  answer: ColumnType<unknown, string | undefined | null, string | null>
  createdAt: Generated<Date>
}

export interface StaffListViewTable {
  staffId: string
  list: string
  name: string
  query: string
  columns: ColumnType<ViewColumns | null, string | undefined | null, string | null>
  isShared: Generated<boolean>
  isDefault: Generated<boolean>
  createdAt: Date
}

export interface StaffMoneyTable {
  staffMoneyId: string
  staffId: string
  accountId: AccountId
  amountHao: number
  kind: ColumnType<'bank-credit' | 'refund' | 'withdrawal', string, string>
  objectId: string
  at: Date
}

export interface StaffSessionTable {
  tokenHash: Buffer
  staffId: string
  createdAt: Generated<Date>
  lastSeenAt: Generated<Date>
  expiresAt: Date
  address: string
  agent: string
  sessionId: Generated<string>
  byTotp: Generated<boolean>
}

export interface StaffSetupTable {
  tokenHash: Buffer
  expiresAt: Date
}

export interface StatisticsDayTable {
  accountId: AccountId
  day: number
  kind: string
  appId: string
  signatureId: string
  templateId: string
  acceptedCount: Generated<number>
  segmentCount: Generated<number>
  deliveredCount: Generated<number>
  failedCount: Generated<number>
  unknownCount: Generated<number>
  refusedCount: Generated<number>
  canceledCount: Generated<number>
  chargedSegmentCount: Generated<number>
  costHao: Generated<number>
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
  accountId: AccountId
  day: number
  kind: string
  appId: string
  signatureId: string
  templateId: string
  carrier: string
  province: string
  acceptedCount: Generated<number>
  segmentCount: Generated<number>
  deliveredCount: Generated<number>
  failedCount: Generated<number>
  unknownCount: Generated<number>
  refusedCount: Generated<number>
  canceledCount: Generated<number>
  chargedSegmentCount: Generated<number>
  costHao: Generated<number>
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
  accountId: AccountId
  batchId: string
  line: number
  hour: number
  kind: string
  appId: string
  signatureId: string
  templateId: string
  carrier: string
  province: string
  reason: Generated<string>
  acceptedCount: Generated<number>
  segmentCount: Generated<number>
  deliveredCount: Generated<number>
  failedCount: Generated<number>
  unknownCount: Generated<number>
  refusedCount: Generated<number>
  canceledCount: Generated<number>
  chargedSegmentCount: Generated<number>
  costHao: Generated<number>
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
  accountId: AccountId
  day: number
  kind: string
  appId: string
  signatureId: string
  templateId: string
  carrier: string
  province: string
  reason: string
  messageCount: number
}

export interface StatisticsHourTable {
  accountId: AccountId
  hour: number
  kind: string
  appId: string
  signatureId: string
  templateId: string
  acceptedCount: Generated<number>
  segmentCount: Generated<number>
  deliveredCount: Generated<number>
  failedCount: Generated<number>
  unknownCount: Generated<number>
  refusedCount: Generated<number>
  canceledCount: Generated<number>
  chargedSegmentCount: Generated<number>
  costHao: Generated<number>
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
  accountId: AccountId
  hour: number
  kind: string
  appId: string
  signatureId: string
  templateId: string
  carrier: string
  province: string
  acceptedCount: Generated<number>
  segmentCount: Generated<number>
  deliveredCount: Generated<number>
  failedCount: Generated<number>
  unknownCount: Generated<number>
  refusedCount: Generated<number>
  canceledCount: Generated<number>
  chargedSegmentCount: Generated<number>
  costHao: Generated<number>
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
  accountId: AccountId
  minute: number
  kind: string
  appId: string
  reason: string
  acceptedCount: number
  segmentCount: number
  deliveredCount: number
  failedCount: number
}

export interface StepUpTable {
  accountId: AccountId
  sessionId: string
  purpose: string
  askedAt: Date
  confirmedAt: Generated<Date | null>
}

export interface SubmittedPartTable {
  channelId: string
  upstreamId: string
  accountId: AccountId
  messageId: string
  part: number
  partCount: number
  submittedAt: Generated<Date>
}

export interface SystemAlertTable {
  kind: ColumnType<SystemAlertKind, string, string>
  subject: string
  detail: string
  beganAt: Date
  confirmedAt: Date
  acknowledgedBy: Generated<string | null>
  acknowledgedAt: Generated<Date | null>
}

export interface TargetDomainTable {
  accountId: AccountId
  domain: string
  state: ColumnType<'pending' | 'verified', string, string>
  token: string
  problem: Generated<string | null>
  checkedAt: Generated<Date | null>
  verifiedAt: Generated<Date | null>
  createdAt: Generated<Date>
  failureCount: Generated<number>
  staffId: Generated<string | null>
  siteName: Generated<string>
  icpNumber: Generated<string>
}

export interface TaskTable {
  accountId: AccountId
  taskId: string
  kind: ColumnType<'contact_task' | 'import_blacklist' | 'link_task' | 'make_links' | 'undo', string, string>
  state: ColumnType<'waiting' | 'running' | 'done' | 'failed' | 'canceled', string, string>
  input: ColumnType<unknown, string, string | null>
  cursor: ColumnType<unknown, string | undefined | null, string | null>
  fencingToken: Generated<number>
  totalCount: Generated<number | null>
  doneCount: Generated<number>
  counts: ColumnType<unknown, string | undefined | null, string | null>
  failure: Generated<string | null>
  memberId: Generated<string | null>
  createdAt: Generated<Date>
  startedAt: Generated<Date | null>
  endedAt: Generated<Date | null>
}

export interface TaxRuleTable {
  product: ColumnType<'sms' | 'link', string, string>
  startsAt: Date
  rateBp: number
  categoryName: string
  itemName: string
  categoryCode: Generated<string | null>
  source: string
  staffId: Generated<string | null>
  createdAt: Generated<Date>
}

export interface TemplateTable {
  accountId: AccountId
  templateId: string
  code: string
  name: string
  kind: ColumnType<'otp' | 'transactional' | 'marketing', string, string>
  text: string
  variables: ColumnType<TemplateVariable[], string, string | null>
  remark: Generated<string>
  state: ColumnType<'unsent' | 'draft' | 'reviewing' | 'approved' | 'rejected' | 'disabled' | 'deleted', string, string>
  reason: Generated<string | null>
  createdAt: Generated<Date>
  submittedAt: Generated<Date | null>
  reviewedAt: Generated<Date | null>
  expeditedAt: Generated<Date | null>
}

export interface TestNumberTable {
  accountId: AccountId
  phone: string
  remark: Generated<string>
  createdAt: Date
}

export interface TransferTable {
  accountId: AccountId
  transferId: string
  debitId: string
  creditId: string
  asset: ColumnType<'cny' | 'bonus' | 'segment' | 'link' | 'invoice', string, string>
  amount: number
  kind: ColumnType<'recharge' | 'grant' | 'purchase' | 'hold' | 'post' | 'void' | 'refund' | 'adjust' | 'expire' | 'withdraw' | 'request' | 'issue' | 'return' | 'reverse', string, string>
  referenceId: Generated<string | null>
  remark: Generated<string | null>
  at: Generated<Date>
  entryNumber: Generated<number | null>
  availableAfter: Generated<number | null>
  heldAfter: Generated<number | null>
  contraOfId: Generated<string | null>
}

export interface TransferCodeTable {
  transferCode: string
  accountId: AccountId
}

export interface UndoTable {
  accountId: AccountId
  undoId: string
  subject: ColumnType<'contact' | 'blacklist' | 'link' | 'signature' | 'template', string, string>
  memberId: Generated<string | null>
  deleted: ColumnType<DeletedObjects, string | undefined | null, string | null>
  rowCount: Generated<number>
  isTooLarge: Generated<boolean>
  createdAt: Date
  expiresAt: Date
  undoneAt: Generated<Date | null>
  taskId: Generated<string | null>
  outcome: ColumnType<UndoCounts, string | undefined | null, string | null>
}

export interface UndoRowTable {
  accountId: AccountId
  undoId: string
  objectId: string
  before: ColumnType<unknown, string | undefined | null, string | null>
  after: Generated<string | null>
}

export interface UnitPriceTable {
  kind: ColumnType<'otp' | 'transactional' | 'marketing', string, string>
  startsAt: Date
  unitPriceHao: number
}

export interface UnknownCodeTable {
  code: string
  channelId: string
  reportCount: number
  firstAt: Date
  lastAt: Date
}

export interface UnmatchedInboundTable {
  inboundId: string
  channelId: string
  phone: string
  senderNumber: string
  text: string
  receivedAt: Generated<Date>
}

export interface UploadTable {
  accountId: AccountId
  uploadId: string
  fileName: string
  byteCount: number
  state: ColumnType<'received' | 'reading' | 'ready' | 'failed' | 'canceled', string, string>
  shape: ColumnType<UploadShape, string | undefined | null, string | null>
  mapping: ColumnType<UploadMapping | null, string | undefined | null, string | null>
  report: ColumnType<UploadReport | null, string | undefined | null, string | null>
  progress: ColumnType<UploadProgress | null, string | undefined | null, string | null>
  failure: Generated<string | null>
  memberId: Generated<string | null>
  createdAt: Generated<Date>
  readyAt: Generated<Date | null>
  refusedFileId: Generated<string | null>
  readingId: Generated<string | null>
  origin: ColumnType<'file' | 'paste' | 'phonebook' | 'broadcast', string | undefined, string>
  sessionId: Generated<string | null>
  rowCount: Generated<number | null>
}

export interface VisitTable {
  accountId: AccountId
  visitId: string
  linkId: string
  messageId: Generated<string | null>
  visitorKind: ColumnType<'person' | 'preview' | 'crawler' | 'unseen', string, string>
  visitorHash: Buffer
  address: string
  province: Generated<string | null>
  city: Generated<string | null>
  isp: Generated<string | null>
  device: ColumnType<Device | null, string | null | undefined, string | null>
  os: Generated<string | null>
  browser: Generated<string | null>
  inApp: Generated<string | null>
  referrer: Generated<string | null>
  language: Generated<string | null>
  arm: Generated<number | null>
  broadcastId: Generated<string | null>
  addressHash: Generated<Buffer | null>
}

export interface VisitCutTable {
  accountId: AccountId
  visitId: string
}

export interface VisitDayTable {
  accountId: AccountId
  subjectId: string
  step: number
  pv: number
  bots: number
  visitorCount: number
  visitors: Generated<Buffer | null>
  visitorSketch: Generated<Buffer | null>
  addressCount: number
  addresses: Generated<Buffer | null>
  addressSketch: Generated<Buffer | null>
  province: ColumnType<Record<string, number>, string, string | null>
  city: ColumnType<Record<string, number>, string, string | null>
  isp: ColumnType<Record<string, number>, string, string | null>
  device: ColumnType<Record<string, number>, string, string | null>
  os: ColumnType<Record<string, number>, string, string | null>
  browser: ColumnType<Record<string, number>, string, string | null>
  inApp: ColumnType<Record<string, number>, string, string | null>
  referrer: ColumnType<Record<string, number>, string, string | null>
  arm: ColumnType<Record<string, number>, string, string | null>
  language: ColumnType<Record<string, number>, string, string | null>
}

export interface VisitDeltaTable {
  accountId: AccountId
  subjectId: string
  step: number
  batchId: string
  pv: number
  bots: number
  visitorCount: number
  visitors: Generated<Buffer | null>
  visitorSketch: Generated<Buffer | null>
  addressCount: number
  addresses: Generated<Buffer | null>
  addressSketch: Generated<Buffer | null>
  province: ColumnType<Record<string, number>, string, string | null>
  city: ColumnType<Record<string, number>, string, string | null>
  isp: ColumnType<Record<string, number>, string, string | null>
  device: ColumnType<Record<string, number>, string, string | null>
  os: ColumnType<Record<string, number>, string, string | null>
  browser: ColumnType<Record<string, number>, string, string | null>
  inApp: ColumnType<Record<string, number>, string, string | null>
  referrer: ColumnType<Record<string, number>, string, string | null>
  arm: ColumnType<Record<string, number>, string, string | null>
  language: ColumnType<Record<string, number>, string, string | null>
}

export interface VisitHourTable {
  accountId: AccountId
  subjectId: string
  step: number
  pv: number
  bots: number
  visitorCount: number
  visitors: Generated<Buffer | null>
  visitorSketch: Generated<Buffer | null>
  addressCount: number
  addresses: Generated<Buffer | null>
  addressSketch: Generated<Buffer | null>
  province: ColumnType<Record<string, number>, string, string | null>
  city: ColumnType<Record<string, number>, string, string | null>
  isp: ColumnType<Record<string, number>, string, string | null>
  device: ColumnType<Record<string, number>, string, string | null>
  os: ColumnType<Record<string, number>, string, string | null>
  browser: ColumnType<Record<string, number>, string, string | null>
  inApp: ColumnType<Record<string, number>, string, string | null>
  referrer: ColumnType<Record<string, number>, string, string | null>
  arm: ColumnType<Record<string, number>, string, string | null>
  language: ColumnType<Record<string, number>, string, string | null>
}

export interface VisitLogTable {
  logId: string
  position: number
  shippedAt: Generated<Date>
}

export interface VisitMarkTable {
  accountId: AccountId
  hour: number
  day: number
  week: Generated<number>
}

export interface VisitMinuteTable {
  accountId: AccountId
  subjectId: string
  step: number
  pv: number
  bots: number
  visitorCount: number
  visitors: Generated<Buffer | null>
  visitorSketch: Generated<Buffer | null>
  addressCount: number
  addresses: Generated<Buffer | null>
  addressSketch: Generated<Buffer | null>
  province: ColumnType<Record<string, number>, string, string | null>
  city: ColumnType<Record<string, number>, string, string | null>
  isp: ColumnType<Record<string, number>, string, string | null>
  device: ColumnType<Record<string, number>, string, string | null>
  os: ColumnType<Record<string, number>, string, string | null>
  browser: ColumnType<Record<string, number>, string, string | null>
  inApp: ColumnType<Record<string, number>, string, string | null>
  referrer: ColumnType<Record<string, number>, string, string | null>
  arm: ColumnType<Record<string, number>, string, string | null>
  language: ColumnType<Record<string, number>, string, string | null>
}

export interface VisitReadingTable {
  since: Date
}

export interface VisitTotalTable {
  accountId: AccountId
  subjectId: string
  step: number
  pv: number
  bots: number
  visitorCount: number
  visitors: Generated<Buffer | null>
  visitorSketch: Generated<Buffer | null>
  addressCount: number
  addresses: Generated<Buffer | null>
  addressSketch: Generated<Buffer | null>
}

export interface VisitWeekTable {
  accountId: AccountId
  subjectId: string
  step: number
  pv: number
  bots: number
  visitorCount: number
  visitors: Generated<Buffer | null>
  visitorSketch: Generated<Buffer | null>
  addressCount: number
  addresses: Generated<Buffer | null>
  addressSketch: Generated<Buffer | null>
  province: ColumnType<Record<string, number>, string, string | null>
  city: ColumnType<Record<string, number>, string, string | null>
  isp: ColumnType<Record<string, number>, string, string | null>
  device: ColumnType<Record<string, number>, string, string | null>
  os: ColumnType<Record<string, number>, string, string | null>
  browser: ColumnType<Record<string, number>, string, string | null>
  inApp: ColumnType<Record<string, number>, string, string | null>
  referrer: ColumnType<Record<string, number>, string, string | null>
  arm: ColumnType<Record<string, number>, string, string | null>
  language: ColumnType<Record<string, number>, string, string | null>
}

export interface WithdrawalTable {
  accountId: AccountId
  withdrawalId: string
  withdrawalNumber: string
  amountHao: number
  remark: Generated<string>
  state: ColumnType<'reviewing' | 'approving' | 'refunding' | 'abnormal' | 'done' | 'rejected' | 'cancelled', string, string>
  reason: Generated<string | null>
  payoutHolder: Generated<string | null>
  payoutNumber: Generated<string | null>
  payoutBank: Generated<string | null>
  memberId: string
  staffId: Generated<string | null>
  createdAt: Generated<Date>
  decidedAt: Generated<Date | null>
  endedAt: Generated<Date | null>
}

export interface DB {
  accessKey: AccessKeyTable
  account: AccountTable
  accountClosing: AccountClosingTable
  accountContact: AccountContactTable
  accountPrice: AccountPriceTable
  accountProfile: AccountProfileTable
  accountSetting: AccountSettingTable
  addressUse: AddressUseTable
  alert: AlertTable
  alertContact: AlertContactTable
  alertDelivery: AlertDeliveryTable
  alertRobot: AlertRobotTable
  alertRule: AlertRuleTable
  alertWatch: AlertWatchTable
  announcement: AnnouncementTable
  announcementRead: AnnouncementReadTable
  app: AppTable
  appUsage: AppUsageTable
  appWebhook: AppWebhookTable
  approval: ApprovalTable
  archivedFile: ArchivedFileTable
  archivedMonth: ArchivedMonthTable
  attestation: AttestationTable
  attestationDocument: AttestationDocumentTable
  attestationPhone: AttestationPhoneTable
  auditChain: AuditChainTable
  auditChainEntry: AuditChainEntryTable
  auditChainQueue: AuditChainQueueTable
  auditLog: AuditLogTable
  autoRenewalRule: AutoRenewalRuleTable
  backupState: BackupStateTable
  balanceWarning: BalanceWarningTable
  bankClaim: BankClaimTable
  bankReceipt: BankReceiptTable
  bankSlip: BankSlipTable
  bankStatement: BankStatementTable
  bill: BillTable
  billLine: BillLineTable
  blacklist: BlacklistTable
  blacklistImport: BlacklistImportTable
  broadcast: BroadcastTable
  broadcastClick: BroadcastClickTable
  broadcastConfirmation: BroadcastConfirmationTable
  broadcastCount: BroadcastCountTable
  broadcastDraft: BroadcastDraftTable
  broadcastShare: BroadcastShareTable
  captchaSpent: CaptchaSpentTable
  channel: ChannelTable
  channelCost: ChannelCostTable
  channelDestinationCost: ChannelDestinationCostTable
  channelExchange: ChannelExchangeTable
  channelReportDelay: ChannelReportDelayTable
  channelTraffic: ChannelTrafficTable
  chargeDay: ChargeDayTable
  chargeHold: ChargeHoldTable
  chartOfAccounts: ChartOfAccountsTable
  contact: ContactTable
  contactField: ContactFieldTable
  contactGroup: ContactGroupTable
  contactTag: ContactTagTable
  contactTagged: ContactTaggedTable
  countryPrice: CountryPriceTable
  coupon: CouponTable
  creditGrant: CreditGrantTable
  customerNote: CustomerNoteTable
  domainRule: DomainRuleTable
  doubledPart: DoubledPartTable
  emailLink: EmailLinkTable
  esmeAccount: EsmeAccountTable
  esmeSession: EsmeSessionTable
  esmeSubmit: EsmeSubmitTable
  exportConfirmation: ExportConfirmationTable
  exportJob: ExportJobTable
  failedPart: FailedPartTable
  forbiddenWord: ForbiddenWordTable
  forbiddenWordEdition: ForbiddenWordEditionTable
  forbiddenWordHit: ForbiddenWordHitTable
  gatewayDifference: GatewayDifferenceTable
  gatewayStatement: GatewayStatementTable
  gatewayStatementLine: GatewayStatementLineTable
  idempotency: IdempotencyTable
  identityIndex: IdentityIndexTable
  impersonation: ImpersonationTable
  inbound: InboundTable
  inboundPart: InboundPartTable
  invitation: InvitationTable
  invoiceAddress: InvoiceAddressTable
  invoiceEmail: InvoiceEmailTable
  invoiceEvent: InvoiceEventTable
  invoiceFile: InvoiceFileTable
  invoiceItem: InvoiceItemTable
  invoiceLine: InvoiceLineTable
  invoiceNumber: InvoiceNumberTable
  invoicePause: InvoicePauseTable
  invoiceRequest: InvoiceRequestTable
  invoiceReversal: InvoiceReversalTable
  invoiceSeller: InvoiceSellerTable
  invoiceTitle: InvoiceTitleTable
  invoiceTitleVersion: InvoiceTitleVersionTable
  lease: LeaseTable
  ledgerAccount: LedgerAccountTable
  ledgerCheck: LedgerCheckTable
  ledgerFinding: LedgerFindingTable
  leftOutRecipient: LeftOutRecipientTable
  link: LinkTable
  linkBatchRow: LinkBatchRowTable
  linkChange: LinkChangeTable
  linkDecision: LinkDecisionTable
  linkDomain: LinkDomainTable
  linkEdit: LinkEditTable
  linkGroup: LinkGroupTable
  linkReport: LinkReportTable
  linkStop: LinkStopTable
  linkUse: LinkUseTable
  linkVisitCount: LinkVisitCountTable
  listView: ListViewTable
  loginName: LoginNameTable
  mail: MailTable
  mailAttachment: MailAttachmentTable
  member: MemberTable
  memberAvatar: MemberAvatarTable
  memberDevice: MemberDeviceTable
  memberPassword: MemberPasswordTable
  message: MessageTable
  messageClick: MessageClickTable
  messageTrace: MessageTraceTable
  missedVisit: MissedVisitTable
  notification: NotificationTable
  notificationMark: NotificationMarkTable
  notificationRead: NotificationReadTable
  numberSegment: NumberSegmentTable
  onCallDelivery: OnCallDeliveryTable
  onCallEpisode: OnCallEpisodeTable
  onCallReceiver: OnCallReceiverTable
  oneTimeCode: OneTimeCodeTable
  optOutAnswer: OptOutAnswerTable
  optOutLink: OptOutLinkTable
  optOutRecord: OptOutRecordTable
  optOutWord: OptOutWordTable
  orderRefund: OrderRefundTable
  outbox: OutboxTable
  packageOrder: PackageOrderTable
  packageVersion: PackageVersionTable
  parkedReport: ParkedReportTable
  partReport: PartReportTable
  payerName: PayerNameTable
  paymentTrade: PaymentTradeTable
  paymentWebhook: PaymentWebhookTable
  personalDataRequest: PersonalDataRequestTable
  phoneChange: PhoneChangeTable
  platformBlacklist: PlatformBlacklistTable
  portedNumber: PortedNumberTable
  privateFile: PrivateFileTable
  proof: ProofTable
  pushAttempt: PushAttemptTable
  pushEvent: PushEventTable
  pushWork: PushWorkTable
  rateLimit: RateLimitTable
  reEncryption: ReEncryptionTable
  receivingAccount: ReceivingAccountTable
  recharge: RechargeTable
  recipient: RecipientTable
  recoveryCode: RecoveryCodeTable
  refund: RefundTable
  reportCode: ReportCodeTable
  requestLog: RequestLogTable
  requestNonce: RequestNonceTable
  review: ReviewTable
  route: RouteTable
  runningProgram: RunningProgramTable
  sandboxMessage: SandboxMessageTable
  sendBatch: SendBatchTable
  senderExtension: SenderExtensionTable
  senderRegistration: SenderRegistrationTable
  senderRegistrationStep: SenderRegistrationStepTable
  session: SessionTable
  setting: SettingTable
  shortCode: ShortCodeTable
  signInChallenge: SignInChallengeTable
  signature: SignatureTable
  smsPackage: SmsPackageTable
  spendCap: SpendCapTable
  staff: StaffTable
  staffAuditLog: StaffAuditLogTable
  staffIdempotency: StaffIdempotencyTable
  staffListView: StaffListViewTable
  staffMoney: StaffMoneyTable
  staffSession: StaffSessionTable
  staffSetup: StaffSetupTable
  statisticsDay: StatisticsDayTable
  statisticsDayPlace: StatisticsDayPlaceTable
  statisticsDelta: StatisticsDeltaTable
  statisticsFailure: StatisticsFailureTable
  statisticsHour: StatisticsHourTable
  statisticsHourPlace: StatisticsHourPlaceTable
  statisticsMinute: StatisticsMinuteTable
  stepUp: StepUpTable
  submittedPart: SubmittedPartTable
  systemAlert: SystemAlertTable
  targetDomain: TargetDomainTable
  task: TaskTable
  taxRule: TaxRuleTable
  template: TemplateTable
  testNumber: TestNumberTable
  transfer: TransferTable
  transferCode: TransferCodeTable
  undo: UndoTable
  undoRow: UndoRowTable
  unitPrice: UnitPriceTable
  unknownCode: UnknownCodeTable
  unmatchedInbound: UnmatchedInboundTable
  upload: UploadTable
  visit: VisitTable
  visitCut: VisitCutTable
  visitDay: VisitDayTable
  visitDelta: VisitDeltaTable
  visitHour: VisitHourTable
  visitLog: VisitLogTable
  visitMark: VisitMarkTable
  visitMinute: VisitMinuteTable
  visitReading: VisitReadingTable
  visitTotal: VisitTotalTable
  visitWeek: VisitWeekTable
  withdrawal: WithdrawalTable
}
