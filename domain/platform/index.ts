/**
 * Shared services: files, jobs, secrets, password hashes, places of IPs, SSRF-safe requests, rate limits, alerts of
 * the system.
 */
export { shownAccountName } from './account-name.ts'
export { agentName } from './agent.ts'
export { forgetBackupStates, listBackupStates, recordBackupState } from './backup-state.ts'
export { Files } from './files.ts'
export { enqueueJob, listFailingJobs } from './job.ts'
export { readJobQueues } from './job-queue.ts'
export { addressList, isAmong, networkOf, plainAddress } from './network.ts'
export { hashPassword, hashStaffPassword, verifyPassword, verifyStaffPassword } from './password.ts'
export { placeFacts, placeName } from './place.ts'
export { isLoopbackAddress, isPublicAddress } from './public-address.ts'
export { classifyRequestError, type Outside, outside, safeFetch } from './public-request.ts'
export { countsOf, countUp, forgetCount, giveBack, takeOne } from './rate-limit.ts'
export { countByKey, type EncryptedTable, reEncryptRows } from './re-encryption.ts'
export { redacted } from './redaction.ts'
export { confirmProgram, listPrograms, removeProgram } from './running-program.ts'
export { currentKeyId, decrypt, encrypt, encryptionKeys, hmac, keyFor, passingKeyFor, secretsOf } from './secret.ts'
export type { GrowingFile } from './storage/growing-file.ts'
export { type ObjectStore, openStore } from './storage/object-store.ts'
export { meter, Vault } from './storage/vault.ts'
export { acknowledgeSystemAlert, endSystemAlert, listSystemAlerts, raiseSystemAlert } from './system-alert.ts'
