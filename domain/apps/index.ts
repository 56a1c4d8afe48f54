/** Apps of customers: keys, signatures of requests, request log, accounts for SMPP and CMPP, admission control. */
export { AccessGuard } from './access-guard.ts'
export { actorOf } from './actor.ts'
export { listEsmeAccounts, permitFreeText } from './admin-esme.ts'
export { AdmissionControl, type AdmissionLimits, type AdmittedCaller } from './admission.ts'
export { readAlibabaRpc, readAlibabaV3 } from './alibaba-signature.ts'
export { createApp, deleteApp, disableApp, enableApp, renameApp, requireApp } from './app.ts'
export {
  type EsmeAccount,
  encryptedEsmeSecrets,
  findCmppSource,
  findSmppSystem,
  openEsme,
  resetEsmePassword,
  saveEsme,
  setEsmeIngress,
  setFreeText,
} from './esme-account.ts'
export { readEsme } from './esme-read.ts'
export {
  activeAccounts,
  closeSession,
  deleteSessions,
  openSession,
  type SessionKind,
  touchSessions,
} from './esme-session.ts'
export {
  appsWithDeliveries,
  claimEndedSubmits,
  type EsmePart,
  type EsmeSubmit,
  expireParts,
  findSubmit,
  type KnownSubmit,
  linkParts,
  markReceiptsSent,
  refuseParts,
  reserveCmppNumbers,
  type StoredPart,
  type SubmitOutcome,
  saveParts,
  saveSubmits,
  submitsOf,
} from './esme-submit.ts'
export { type AppCaller, createKey, encryptedKeys, keptSecret, secretHashOf } from './key.ts'
export { changeKey, deleteKey, disableKey, enableKey, rotateKey } from './key-act.ts'
export { KeyCache } from './key-cache.ts'
export { openSignatureAlgorithm, openStringToSign, readOpenSignature } from './open-signature.ts'
export { findApp, listApps } from './read.ts'
export { listRequests, RequestLog, type RequestRecord, saveRequests } from './request-log.ts'
export { appSearch } from './search.ts'
export { saveSettings } from './setting.ts'
export { checkSignature } from './signature-check.ts'
export { readTencentV1, readTencentV3 } from './tencent-signature.ts'
export { type Parameters, parametersOf, type SignedRequest, type WireRequest } from './wire-request.ts'
