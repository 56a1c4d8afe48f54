import { operatorBlacklistCalls } from '#contract/operator-blacklist.ts'
import { operatorChannelCalls, operatorRouteCalls } from '#contract/operator-channel.ts'
import { operatorCodeCalls } from '#contract/operator-code.ts'
import { operatorContentCalls } from '#contract/operator-content.ts'
import { operatorCustomerCalls } from '#contract/operator-customer.ts'
import { operatorFilingCalls } from '#contract/operator-filing.ts'
import { operatorPackageCalls, operatorPriceCalls } from '#contract/operator-package.ts'
import { operatorReviewCalls } from '#contract/operator-review.ts'
import { operatorPortedCalls, operatorSegmentCalls } from '#contract/operator-segment.ts'
import { operatorSettingCalls } from '#contract/operator-setting.ts'
import { operatorSignInCalls } from '#contract/operator-sign-in.ts'
import { operatorWordCalls } from '#contract/operator-word.ts'
import { type RefusalCode, refusals } from '#contract/refusals.ts'

const calls = [
  operatorSignInCalls,
  operatorReviewCalls,
  operatorContentCalls,
  operatorFilingCalls,
  operatorWordCalls,
  operatorBlacklistCalls,
  operatorCustomerCalls,
  operatorChannelCalls,
  operatorRouteCalls,
  operatorSegmentCalls,
  operatorPortedCalls,
  operatorCodeCalls,
  operatorPackageCalls,
  operatorPriceCalls,
  operatorSettingCalls,
].flatMap(group => Object.values(group))

/** Names of acts in the staff's log, which keeps the paths of their calls. */
export const actNames: Record<string, string> = {
  ...Object.fromEntries(calls.filter(call => call.method === 'POST').map(call => [call.path.replace('/api/operator/', ''), call.summary])),
  'sign-in': '登录',
  'admin/staff-add': '新建运营人员',
  'admin/staff-password': '重设密码',
  'admin/staff-freeze': '停用运营人员',
  'admin/staff-unfreeze': '恢复运营人员',
}
export const actName = (action: string) => actNames[action] ?? action

/** Why an act was refused, in a few words. */
export function refusalText(code: string): string {
  return code in refusals ? refusals[code as RefusalCode].message.replace(/\{\w+\}/g, '…') : code
}
