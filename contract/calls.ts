import { accountCalls } from './account.ts'
import { activityCalls } from './activity.ts'
import { alertCalls } from './alert.ts'
import { alertReceiverCalls } from './alert-receiver.ts'
import { appCalls } from './app.ts'
import { accountProfileCalls, attestationCalls } from './attestation.ts'
import { bankCalls } from './bank.ts'
import { billCalls } from './bill.ts'
import { blacklistCalls } from './blacklist.ts'
import { blacklistImportCalls } from './blacklist-import.ts'
import { broadcastCalls } from './broadcast.ts'
import { broadcastDraftCalls } from './broadcast-draft.ts'
import { broadcastLinkCalls } from './broadcast-link.ts'
import type { Call } from './call.ts'
import { closingCalls } from './closing.ts'
import { consumptionCalls } from './consumption.ts'
import { contactLabelCalls } from './contact-label.ts'
import { contactRecipientCalls } from './contact-recipients.ts'
import { contactTaskCalls } from './contact-task.ts'
import { contentCalls } from './content.ts'
import { couponCalls } from './coupon.ts'
import { deliveryCalls } from './delivery.ts'
import { diagnosisCalls } from './diagnosis.ts'
import { exportCalls } from './export.ts'
import { financeCalls } from './finance.ts'
import { financeOverviewCalls } from './finance-overview.ts'
import { homeCalls } from './home.ts'
import { inboundReplyCalls } from './inbound-reply.ts'
import { invoiceCalls } from './invoice.ts'
import { invoiceAddressCalls, invoiceEmailCalls, invoiceShipmentCalls } from './invoice-delivery.ts'
import { invoiceTitleCalls } from './invoice-title.ts'
import { landingCalls } from './landing.ts'
import { linkCalls } from './link.ts'
import { linkBatchCalls } from './link-batch.ts'
import { linkDomainCalls } from './link-domain.ts'
import { linkListCalls } from './link-list.ts'
import { linkPackageCalls } from './link-package.ts'
import { memberCalls } from './member.ts'
import { noticeCalls, tellingCalls } from './notice.ts'
import { operatorActivityCalls } from './operator-activity.ts'
import { operatorApprovalCalls } from './operator-approval.ts'
import { operatorAttestationCalls } from './operator-attestation.ts'
import { operatorBankCalls } from './operator-bank.ts'
import { operatorBlacklistCalls } from './operator-blacklist.ts'
import { operatorChannelCalls, operatorRouteCalls } from './operator-channel.ts'
import { operatorCodeCalls } from './operator-code.ts'
import { operatorContentCalls } from './operator-content.ts'
import { operatorCouponCalls } from './operator-coupon.ts'
import { operatorCustomerCalls } from './operator-customer.ts'
import { operatorDomainCalls } from './operator-domain.ts'
import { operatorFilingCalls } from './operator-filing.ts'
import { operatorHomeCalls } from './operator-home.ts'
import { operatorInvoiceCalls } from './operator-invoice.ts'
import { operatorInvoiceSettingCalls } from './operator-invoice-setting.ts'
import { operatorTitleCalls } from './operator-invoice-title.ts'
import { operatorLedgerCalls } from './operator-ledger.ts'
import { linkReviewCalls, operatorLinkCalls } from './operator-link.ts'
import { linkReportCalls } from './operator-link-report.ts'
import { operatorNoticeCalls } from './operator-notice.ts'
import { operatorOrderCalls, operatorRefundCalls } from './operator-order.ts'
import { operatorPackageCalls, operatorPriceCalls } from './operator-package.ts'
import { operatorPersonCalls } from './operator-person.ts'
import { operatorRechargeCalls } from './operator-recharge.ts'
import { operatorReviewCalls } from './operator-review.ts'
import { operatorPortedCalls, operatorSegmentCalls } from './operator-segment.ts'
import { operatorSettingCalls } from './operator-setting.ts'
import { operatorSignInCalls } from './operator-sign-in.ts'
import { operatorSmppCalls } from './operator-smpp.ts'
import { operatorSelfCalls, operatorStaffCalls } from './operator-staff.ts'
import { operatorStatisticsCalls } from './operator-statistics.ts'
import { operatorWithdrawalCalls } from './operator-withdrawal.ts'
import { operatorWordCalls } from './operator-word.ts'
import { optOutCalls } from './opt-out.ts'
import { orderCalls } from './order.ts'
import { packageCalls } from './package.ts'
import { phonebookCalls } from './phonebook.ts'
import { profileCalls } from './profile.ts'
import { rebuyCalls } from './rebuy.ts'
import { rechargeCalls } from './recharge.ts'
import { reconciliationCalls } from './reconciliation.ts'
import { settingCalls } from './setting.ts'
import { signInCalls } from './sign-in.ts'
import { signatureCalls } from './signature.ts'
import { signatureRequestCalls } from './signature-request.ts'
import { smppCalls } from './smpp.ts'
import { smsHomeCalls } from './sms-home.ts'
import { statisticsCalls } from './statistics.ts'
import { stepUpCalls } from './step-up.ts'
import { templateCalls } from './template.ts'
import { transactionCalls } from './transaction.ts'
import { uploadCalls } from './upload.ts'
import { visitCalls } from './visit.ts'
import { webhookCalls } from './webhook.ts'
import { withdrawalCalls } from './withdrawal.ts'

/** Every call of the customer console, by the noun of its file. Tests walk over these: tenants, roles, handlers, documentation. */
export const customerCalls: Record<string, Record<string, Call>> = {
  signIn: signInCalls,
  activity: activityCalls,
  notice: noticeCalls,
  telling: tellingCalls,
  account: accountCalls,
  app: appCalls,
  signatureRequest: signatureRequestCalls,
  attestation: attestationCalls,
  accountProfile: accountProfileCalls,
  stepUp: stepUpCalls,
  profile: profileCalls,
  member: memberCalls,
  closing: closingCalls,
  home: homeCalls,
  upload: uploadCalls,
  content: contentCalls,
  signature: signatureCalls,
  template: templateCalls,
  broadcast: broadcastCalls,
  broadcastDraft: broadcastDraftCalls,
  broadcastLink: broadcastLinkCalls,
  alert: alertCalls,
  alertReceiver: alertReceiverCalls,
  blacklist: blacklistCalls,
  phonebook: phonebookCalls,
  contactLabel: contactLabelCalls,
  contactTask: contactTaskCalls,
  contactRecipient: contactRecipientCalls,
  delivery: deliveryCalls,
  diagnosis: diagnosisCalls,
  inboundReply: inboundReplyCalls,
  statistics: statisticsCalls,
  smpp: smppCalls,
  smsHome: smsHomeCalls,
  landing: landingCalls,
  blacklistImport: blacklistImportCalls,
  optOut: optOutCalls,
  export: exportCalls,
  finance: financeCalls,
  coupon: couponCalls,
  recharge: rechargeCalls,
  bank: bankCalls,
  withdrawal: withdrawalCalls,
  order: orderCalls,
  transaction: transactionCalls,
  bill: billCalls,
  consumption: consumptionCalls,
  financeOverview: financeOverviewCalls,
  package: packageCalls,
  rebuy: rebuyCalls,
  webhook: webhookCalls,
  link: linkCalls,
  linkList: linkListCalls,
  linkDomain: linkDomainCalls,
  linkPackage: linkPackageCalls,
  linkBatch: linkBatchCalls,
  setting: settingCalls,
  visit: visitCalls,
  invoice: invoiceCalls,
  invoiceTitle: invoiceTitleCalls,
  invoiceAddress: invoiceAddressCalls,
  invoiceEmail: invoiceEmailCalls,
  invoiceShipment: invoiceShipmentCalls,
}

/** Every call of the back office. */
export const operatorCalls: Record<string, Record<string, Call>> = {
  notice: operatorNoticeCalls,
  signIn: operatorSignInCalls,
  self: operatorSelfCalls,
  staff: operatorStaffCalls,
  home: operatorHomeCalls,
  review: operatorReviewCalls,
  attestation: operatorAttestationCalls,
  content: operatorContentCalls,
  filing: operatorFilingCalls,
  word: operatorWordCalls,
  blacklist: operatorBlacklistCalls,
  linkReview: linkReviewCalls,
  link: operatorLinkCalls,
  linkReport: linkReportCalls,
  domain: operatorDomainCalls,
  customer: operatorCustomerCalls,
  person: operatorPersonCalls,
  statistics: operatorStatisticsCalls,
  channel: operatorChannelCalls,
  route: operatorRouteCalls,
  smpp: operatorSmppCalls,
  setting: operatorSettingCalls,
  segment: operatorSegmentCalls,
  ported: operatorPortedCalls,
  code: operatorCodeCalls,
  package: operatorPackageCalls,
  price: operatorPriceCalls,
  coupon: operatorCouponCalls,
  order: operatorOrderCalls,
  refund: operatorRefundCalls,
  approval: operatorApprovalCalls,
  ledger: operatorLedgerCalls,
  activity: operatorActivityCalls,
  invoice: operatorInvoiceCalls,
  invoiceTitle: operatorTitleCalls,
  invoiceSetting: operatorInvoiceSettingCalls,
  bank: operatorBankCalls,
  withdrawal: operatorWithdrawalCalls,
  recharge: operatorRechargeCalls,
  reconciliation: reconciliationCalls,
}
