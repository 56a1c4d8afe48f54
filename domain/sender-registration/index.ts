/** Sender ID registration: registration of signatures with the carriers (报备). */

export {
  changeSenderRegistrations,
  senderRegistrationHistory,
  senderRegistrationStates,
  senderRegistrationsOf,
  startSenderRegistration,
} from './sender-registration.ts'
export { readSenderRegistrationFile } from './sender-registration-import.ts'
export { listSenderRegistrations, pendingSenderRegistrations } from './sender-registration-list.ts'
