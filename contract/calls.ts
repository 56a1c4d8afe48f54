import { accountCalls } from './account.ts'
import { blacklistCalls } from './blacklist.ts'
import { blacklistImportCalls } from './blacklist-import.ts'
import { broadcastCalls } from './broadcast.ts'
import { broadcastDraftCalls } from './broadcast-draft.ts'
import type { Call } from './call.ts'
import { contactLabelCalls } from './contact-label.ts'
import { contactRecipientCalls } from './contact-recipients.ts'
import { contactTaskCalls } from './contact-task.ts'
import { contentCalls } from './content.ts'
import { deliveryCalls } from './delivery.ts'
import { diagnosisCalls } from './diagnosis.ts'
import { exportCalls } from './export.ts'
import { financeCalls } from './finance.ts'
import { homeCalls } from './home.ts'
import { inboundReplyCalls } from './inbound-reply.ts'
import { landingCalls } from './landing.ts'
import { operatorActivityCalls } from './operator-activity.ts'
import { operatorBlacklistCalls } from './operator-blacklist.ts'
import { operatorChannelCalls, operatorRouteCalls } from './operator-channel.ts'
import { operatorCodeCalls } from './operator-code.ts'
import { operatorContentCalls } from './operator-content.ts'
import { operatorCustomerCalls } from './operator-customer.ts'
import { operatorFilingCalls } from './operator-filing.ts'
import { operatorHomeCalls } from './operator-home.ts'
import { operatorPackageCalls, operatorPriceCalls } from './operator-package.ts'
import { operatorReviewCalls } from './operator-review.ts'
import { operatorPortedCalls, operatorSegmentCalls } from './operator-segment.ts'
import { operatorSettingCalls } from './operator-setting.ts'
import { operatorSignInCalls } from './operator-sign-in.ts'
import { operatorWordCalls } from './operator-word.ts'
import { optOutCalls } from './opt-out.ts'
import { packageCalls } from './package.ts'
import { phonebookCalls } from './phonebook.ts'
import { settingCalls } from './setting.ts'
import { signInCalls } from './sign-in.ts'
import { signatureCalls } from './signature.ts'
import { smsHomeCalls } from './sms-home.ts'
import { statisticsCalls } from './statistics.ts'
import { templateCalls } from './template.ts'
import { uploadCalls } from './upload.ts'

/** Every call of the customer console, by the noun of its file. Tests walk over these: tenants, roles, handlers, documentation. */
export const customerCalls: Record<string, Record<string, Call>> = {
  signIn: signInCalls,
  account: accountCalls,
  home: homeCalls,
  upload: uploadCalls,
  content: contentCalls,
  signature: signatureCalls,
  template: templateCalls,
  broadcast: broadcastCalls,
  broadcastDraft: broadcastDraftCalls,
  blacklist: blacklistCalls,
  phonebook: phonebookCalls,
  contactLabel: contactLabelCalls,
  contactTask: contactTaskCalls,
  contactRecipient: contactRecipientCalls,
  delivery: deliveryCalls,
  diagnosis: diagnosisCalls,
  inboundReply: inboundReplyCalls,
  statistics: statisticsCalls,
  smsHome: smsHomeCalls,
  landing: landingCalls,
  blacklistImport: blacklistImportCalls,
  optOut: optOutCalls,
  export: exportCalls,
  finance: financeCalls,
  package: packageCalls,
  setting: settingCalls,
}

/** Every call of the back office. */
export const operatorCalls: Record<string, Record<string, Call>> = {
  signIn: operatorSignInCalls,
  home: operatorHomeCalls,
  review: operatorReviewCalls,
  content: operatorContentCalls,
  filing: operatorFilingCalls,
  word: operatorWordCalls,
  blacklist: operatorBlacklistCalls,
  customer: operatorCustomerCalls,
  channel: operatorChannelCalls,
  route: operatorRouteCalls,
  setting: operatorSettingCalls,
  segment: operatorSegmentCalls,
  ported: operatorPortedCalls,
  code: operatorCodeCalls,
  package: operatorPackageCalls,
  price: operatorPriceCalls,
  activity: operatorActivityCalls,
}
