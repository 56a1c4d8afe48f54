import { operatorApprovalCalls } from '#contract/operator-approval.ts'
import { operatorAttestationCalls } from '#contract/operator-attestation.ts'
import { operatorBankCalls, receiptFileDoor } from '#contract/operator-bank.ts'
import { operatorBlacklistCalls } from '#contract/operator-blacklist.ts'
import { operatorChannelCalls, operatorRouteCalls } from '#contract/operator-channel.ts'
import { operatorCodeCalls } from '#contract/operator-code.ts'
import { operatorContentCalls } from '#contract/operator-content.ts'
import { operatorCouponCalls } from '#contract/operator-coupon.ts'
import { operatorCustomerCalls } from '#contract/operator-customer.ts'
import { operatorDomainCalls } from '#contract/operator-domain.ts'
import { filingFileDoor, operatorFilingCalls } from '#contract/operator-filing.ts'
import { operatorInvoiceCalls } from '#contract/operator-invoice.ts'
import { operatorInvoiceSettingCalls } from '#contract/operator-invoice-setting.ts'
import { operatorTitleCalls } from '#contract/operator-invoice-title.ts'
import { operatorLedgerCalls } from '#contract/operator-ledger.ts'
import { linkReviewCalls, operatorLinkCalls } from '#contract/operator-link.ts'
import { linkReportCalls } from '#contract/operator-link-report.ts'
import { operatorNoticeCalls } from '#contract/operator-notice.ts'
import { operatorRefundCalls } from '#contract/operator-order.ts'
import { operatorPackageCalls, operatorPriceCalls } from '#contract/operator-package.ts'
import { operatorPersonCalls } from '#contract/operator-person.ts'
import { operatorRechargeCalls } from '#contract/operator-recharge.ts'
import { operatorReviewCalls } from '#contract/operator-review.ts'
import { operatorPortedCalls, operatorSegmentCalls, portedFileDoor, segmentFileDoor } from '#contract/operator-segment.ts'
import { operatorSettingCalls } from '#contract/operator-setting.ts'
import { operatorSignInCalls } from '#contract/operator-sign-in.ts'
import { operatorSmppCalls } from '#contract/operator-smpp.ts'
import { operatorSelfCalls, operatorStaffCalls } from '#contract/operator-staff.ts'
import { operatorStatisticsCalls } from '#contract/operator-statistics.ts'
import { operatorWithdrawalCalls } from '#contract/operator-withdrawal.ts'
import { operatorWordCalls, wordFileDoor } from '#contract/operator-word.ts'
import { reconciliationCalls } from '#contract/reconciliation.ts'
import { type RefusalCode, refusals } from '#contract/refusals.ts'

const calls = [
  operatorInvoiceCalls,
  operatorTitleCalls,
  operatorInvoiceSettingCalls,
  operatorNoticeCalls,
  operatorSignInCalls,
  operatorReviewCalls,
  operatorAttestationCalls,
  operatorContentCalls,
  operatorFilingCalls,
  operatorWordCalls,
  operatorBlacklistCalls,
  linkReviewCalls,
  operatorLinkCalls,
  linkReportCalls,
  operatorDomainCalls,
  operatorCustomerCalls,
  operatorChannelCalls,
  operatorRouteCalls,
  operatorSegmentCalls,
  operatorPortedCalls,
  operatorCodeCalls,
  operatorPackageCalls,
  operatorPriceCalls,
  operatorCouponCalls,
  operatorRefundCalls,
  operatorApprovalCalls,
  operatorLedgerCalls,
  operatorSettingCalls,
  operatorBankCalls,
  operatorWithdrawalCalls,
  operatorRechargeCalls,
  reconciliationCalls,
  operatorPersonCalls,
  operatorSmppCalls,
  operatorStatisticsCalls,
  operatorSelfCalls,
  operatorStaffCalls,
].flatMap(group => Object.values(group))
const doors = [segmentFileDoor, portedFileDoor, wordFileDoor, filingFileDoor, receiptFileDoor]

/** Names of acts in the staff's log, which keeps the paths of their calls. */
export const actNames: Record<string, string> = {
  ...Object.fromEntries(
    [...calls.filter(call => call.method === 'POST'), ...doors].map(call => [call.path.replace('/api/operator/', ''), call.summary]),
  ),
  'sign-in': '登录',
  'private-files/look': '查看客户文件',
  'invoices/preview': '下载发票预览',
  'filings/download': '下载待报备的签名',
  'proofs/look': '查看证明文件',
  'attestations/look': '查看认证资料',
  'admin/demo-close': '停用演示账号',
  'admin/staff-add': '新建运营人员',
  'admin/staff-password': '重设密码',
  'admin/totp-reset': '解除验证器',
  'admin/staff-freeze': '停用运营人员',
  'admin/staff-unfreeze': '恢复运营人员',
}
export const actName = (action: string) => actNames[action] ?? action

/** Why an act was refused, in a few words. */
export function refusalText(code: string): string {
  return code in refusals ? refusals[code as RefusalCode].message.replace(/\{\w+\}/g, '…') : code
}
