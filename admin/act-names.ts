import { adminAttestationCalls } from '#contract/account/admin-attestation.ts'
import { adminCustomerCalls } from '#contract/account/admin-customer.ts'
import { adminPersonCalls } from '#contract/account/admin-person.ts'
import { adminSettingCalls } from '#contract/account/admin-setting.ts'
import { adminEsmeCalls } from '#contract/apps/admin-esme.ts'
import { adminBlacklistCalls } from '#contract/blacklist/admin-blacklist.ts'
import { adminContentCalls } from '#contract/content/admin-content.ts'
import { adminReviewCalls } from '#contract/content/admin-review.ts'
import { adminWordCalls, wordFileRoute } from '#contract/forbidden-words/admin-word.ts'
import { adminInvoiceCalls } from '#contract/invoicing/admin-invoice.ts'
import { adminInvoiceSettingCalls } from '#contract/invoicing/admin-invoice-setting.ts'
import { adminTitleCalls } from '#contract/invoicing/admin-invoice-title.ts'
import { adminDomainCalls } from '#contract/links/admin-domain.ts'
import { adminLinkCalls, linkReviewCalls } from '#contract/links/admin-link.ts'
import { linkReportCalls } from '#contract/links/admin-link-report.ts'
import { adminChannelCalls, adminRouteCalls } from '#contract/messages/admin-channel.ts'
import { adminCodeCalls } from '#contract/messages/admin-code.ts'
import { adminPortedCalls, adminSegmentCalls, portedFileRoute, segmentFileRoute } from '#contract/messages/admin-segment.ts'
import { adminStatisticsCalls } from '#contract/messages/admin-statistics.ts'
import { systemStatusCalls } from '#contract/monitoring/admin-system-status.ts'
import { adminAnnouncementCalls } from '#contract/notification/admin-announcement.ts'
import { adminOnCallCalls } from '#contract/on-call/admin-on-call.ts'
import { adminCouponCalls } from '#contract/orders/admin-coupon.ts'
import { adminRefundCalls } from '#contract/orders/admin-order.ts'
import { adminPackageCalls, adminPriceCalls } from '#contract/orders/admin-package.ts'
import { adminBankCalls, receiptFileRoute } from '#contract/payments/admin-bank.ts'
import { adminLedgerCalls } from '#contract/payments/admin-ledger.ts'
import { adminRechargeCalls } from '#contract/payments/admin-recharge.ts'
import { adminWithdrawalCalls } from '#contract/payments/admin-withdrawal.ts'
import { reconciliationCalls } from '#contract/payments/reconciliation.ts'
import { refusals } from '#contract/refusals.ts'
import { adminSenderRegistrationCalls, senderRegistrationFileRoute } from '#contract/sender-registration/admin-sender-registration.ts'
import { adminApprovalCalls } from '#contract/staff/admin-approval.ts'
import { adminListViewCalls } from '#contract/staff/admin-list-view.ts'
import { adminSignInCalls } from '#contract/staff/admin-sign-in.ts'
import { adminSelfCalls, adminStaffCalls } from '#contract/staff/admin-staff.ts'
import { isKeyOf } from '#values/keys.ts'

const calls = [
  systemStatusCalls,
  adminInvoiceCalls,
  adminTitleCalls,
  adminInvoiceSettingCalls,
  adminAnnouncementCalls,
  adminSignInCalls,
  adminReviewCalls,
  adminAttestationCalls,
  adminContentCalls,
  adminSenderRegistrationCalls,
  adminWordCalls,
  adminBlacklistCalls,
  linkReviewCalls,
  adminLinkCalls,
  linkReportCalls,
  adminDomainCalls,
  adminCustomerCalls,
  adminChannelCalls,
  adminRouteCalls,
  adminSegmentCalls,
  adminPortedCalls,
  adminCodeCalls,
  adminPackageCalls,
  adminPriceCalls,
  adminCouponCalls,
  adminRefundCalls,
  adminApprovalCalls,
  adminLedgerCalls,
  adminSettingCalls,
  adminBankCalls,
  adminWithdrawalCalls,
  adminRechargeCalls,
  reconciliationCalls,
  adminPersonCalls,
  adminEsmeCalls,
  adminStatisticsCalls,
  adminSelfCalls,
  adminStaffCalls,
  adminListViewCalls,
  adminOnCallCalls,
].flatMap(group => Object.values(group))
const routes = [segmentFileRoute, portedFileRoute, wordFileRoute, senderRegistrationFileRoute, receiptFileRoute]

/** Names of acts in the staff audit log, which stores the paths of their calls. */
export const actNames: Record<string, string> = {
  ...Object.fromEntries(
    [...calls.filter(call => call.method === 'POST'), ...routes].map(call => [call.path.replace('/api/admin/', ''), call.summary]),
  ),
  'sign-in': '登录',
  'private-files/look': '查看客户文件',
  'invoices/preview': '下载发票预览',
  'sender-registrations/download': '下载待报备的签名',
  'proofs/look': '查看证明文件',
  'personal-data/count': '按手机号查个人信息',
  'personal-data/download': '下载个人信息副本',
  'attestations/look': '查看认证资料',
  'messages/search': '查找短信',
  'messages/look': '查看短信',
  'admin/demo-close': '停用演示账号',
  'admin/staff-add': '新建运营人员',
  'admin/staff-password': '重设密码',
  'admin/totp-reset': '解除验证器',
  'admin/staff-freeze': '停用运营人员',
  'admin/staff-unfreeze': '恢复运营人员',
}
export const actName = (action: string) => actNames[action] ?? action

/** Why an act was refused, in short. */
export function refusalText(code: string): string {
  return isKeyOf(refusals, code) ? refusals[code].message.replace(/\{\w+\}/g, '…') : code
}
