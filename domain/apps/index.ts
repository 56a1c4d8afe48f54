/** Apps of customers: keys, signatures of requests, request log, SMPP accounts, admission control. */
export { AccessGuard } from './access-guard.ts'
export { actorOf } from './actor.ts'
export { listSmppAccounts, permitFreeText } from './admin-smpp.ts'
export { AdmissionControl, type AdmissionLimits } from './admission.ts'
export { readAlibabaRpc, readAlibabaV3 } from './alibaba-signature.ts'
export { createApp, deleteApp, disableApp, enableApp, renameApp, requireApp } from './app.ts'
export { type AppCaller, createKey, keptSecret, secretHashOf } from './key.ts'
export { changeKey, deleteKey, disableKey, enableKey, rotateKey } from './key-act.ts'
export { KeyRing } from './key-ring.ts'
export { openSignatureAlgorithm, openStringToSign, readOpenSignature } from './open-signature.ts'
export { findApp, listApps } from './read.ts'
export { listRequests, RequestLog, type RequestNote, saveNotes } from './request-log.ts'
export { saveSettings } from './setting.ts'
export { checkSignature } from './signature-check.ts'
export { allowFreeText, findSystem, openSmpp, resetSmppPassword, type SmppAccount, saveSmpp, setSmppDoor } from './smpp-account.ts'
export { type BindKind, closeBind, deleteBinds, openBind, standingSystems, touchBinds } from './smpp-bind.ts'
export { readSmpp } from './smpp-read.ts'
export {
  appsToTell,
  expireParts,
  findSubmit,
  type KnownSubmit,
  refuseParts,
  type SmppPart,
  type SmppSubmit,
  saveParts,
  saveSubmits,
  shortenValidity,
  submitsOf,
  takeEnded,
  tieParts,
  toldEnded,
  type WholeText,
} from './smpp-submit.ts'
export { readTencentV1, readTencentV3 } from './tencent-signature.ts'
export { type Parameters, parametersOf, type SignedRequest, type WireRequest } from './wire-request.ts'
