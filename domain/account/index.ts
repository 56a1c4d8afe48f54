/** Accounts of customers: registration, members, profile, identity verification (KYC, attestation), settings. */
export { addContact, contactLimitOf, contactsOf, editContact, readAccountProfile, removeContact, saveProfile } from './account-profile.ts'
export { attestationQueue, listAttestations, readAttestation, waitingAttestations } from './admin-attestation.ts'
export { customerCounts } from './admin-customer-count.ts'
export { findCustomer, listCustomers, setSendsAbroad } from './admin-customer-list.ts'
export { factorResetAct, requestFactorReset } from './admin-member-factor.ts'
export {
  addNote,
  countPhoneChanges,
  createImpersonation,
  decidePhoneChange,
  listNotes,
  listPhoneChanges,
  removeNote,
} from './admin-person.ts'
export {
  addTestNumber,
  listOwnSettings,
  listSettings,
  readOwnSettings,
  removeTestNumber,
  setOwnSetting,
  setSetting,
} from './admin-setting.ts'
export { attestationHistory, attestedCreditCode, changeBlockedUntil, readAttested, shown, submissionsOf } from './attestation.ts'
export { attestationCertificate, authorizationLetter } from './attestation-certificate.ts'
export { approveAttestation, rejectAttestation, revokeAttestation } from './attestation-decide.ts'
export { discardDraft, saveDraft, submitAttestation, withdrawAttestation } from './attestation-draft.ts'
export { notifyExpiry, purgeAbandonedDrafts } from './attestation-expiry.ts'
export { proveAttestationPhone, provenPhones, sendAttestationPhoneCode } from './attestation-phone.ts'
export { auditLogExport } from './audit-log-export.ts'
export { encodeAvatar, readAvatar, setAvatar } from './avatar.ts'
export { customerName, lockCustomer } from './customer.ts'
export { acceptInvitation, invite, listInvitations, readInvitation, resendInvitation, revokeInvitation } from './invitation.ts'
export { keepListColumns, readListViews, removeListView, saveListView } from './list-view.ts'
export { addMember, changeRole, type GivenRole, leave, listMembers, removeMember, resetMemberFactor, transferOwnership } from './member.ts'
export { cancelPhoneReview, changePhone, provePhone, requestPhoneCode, requestPhoneReview } from './phone-change.ts'
export { changeLogin, readProfile, rename, setMasking, setNotificationMethods } from './profile.ts'
export { register } from './registration.ts'
export { customerSearch, memberSearch } from './search.ts'
