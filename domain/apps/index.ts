/** Apps of customers: keys, signatures of requests, request log, SMPP accounts, admission control. */
export { AccessGuard } from './access-guard.ts'
export { actorOf } from './actor.ts'
export { listSmppAccounts, permitFreeText } from './admin-smpp.ts'
export { AdmissionControl, type AdmissionLimits } from './admission.ts'
export { readAlibabaRpc, readAlibabaV3 } from './alibaba-signature.ts'
export { createApp, deleteApp, disableApp, enableApp, renameApp, requireApp } from './app.ts'
export { type AppCaller, createKey, encryptedKeys, keptSecret, secretHashOf } from './key.ts'
export { changeKey, deleteKey, disableKey, enableKey, rotateKey } from './key-act.ts'
export { KeyCache } from './key-cache.ts'
export { openSignatureAlgorithm, openStringToSign, readOpenSignature } from './open-signature.ts'
export { findApp, listApps } from './read.ts'
export { listRequests, RequestLog, type RequestRecord, saveRequests } from './request-log.ts'
export { appSearch } from './search.ts'
export { saveSettings } from './setting.ts'
export { checkSignature } from './signature-check.ts'
export { findSystem, openSmpp, resetSmppPassword, type SmppAccount, saveSmpp, setFreeText, setSmppIngress } from './smpp-account.ts'
export { activeSystems, type BindKind, closeBind, deleteBinds, openBind, touchBinds } from './smpp-bind.ts'
export { readSmpp } from './smpp-read.ts'
export {
  appsWithDeliveries,
  type ConcatenatedMessage,
  claimEndedSubmits,
  expireParts,
  findSubmit,
  type KnownSubmit,
  linkParts,
  markReceiptsSent,
  refuseParts,
  type SmppPart,
  type SmppSubmit,
  saveParts,
  saveSubmits,
  submitsOf,
} from './smpp-submit.ts'
export { readTencentV1, readTencentV3 } from './tencent-signature.ts'
export { type Parameters, parametersOf, type SignedRequest, type WireRequest } from './wire-request.ts'
