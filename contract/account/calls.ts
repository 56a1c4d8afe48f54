import { accountCalls } from './account.ts'
import { adminAttestationCalls } from './admin-attestation.ts'
import { adminCustomerCalls } from './admin-customer.ts'
import { adminPersonCalls } from './admin-person.ts'
import { adminSettingCalls } from './admin-setting.ts'
import { accountProfileCalls, attestationCalls } from './attestation.ts'
import { listViewCalls } from './list-view.ts'
import { memberCalls } from './member.ts'
import { profileCalls } from './profile.ts'
import { settingCalls } from './setting.ts'

/** Calls of this module of the customer console, by their nouns. */
export const customerCalls = {
  account: accountCalls,
  attestation: attestationCalls,
  accountProfile: accountProfileCalls,
  profile: profileCalls,
  member: memberCalls,
  setting: settingCalls,
  listView: listViewCalls,
}

/** Calls of this module of the back office, by their nouns. */
export const adminCalls = {
  attestation: adminAttestationCalls,
  customer: adminCustomerCalls,
  person: adminPersonCalls,
  setting: adminSettingCalls,
}
