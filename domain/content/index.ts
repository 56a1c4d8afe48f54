/** Signatures and templates: writing, checks, review. */

export { adminSignatureSearch, adminTemplateSearch } from './admin-search.ts'
export { checkTemplate } from './check.ts'
export { type Proof, purgeUnattachedProofs, readProof, receiveProof, saveProofs } from './proof.ts'
export { recordDeletion, restoreContents } from './reversible.ts'
export { disableContent, listContents } from './review-content.ts'
export { decideReview } from './review-decide.ts'
export { decisionsSince, reviewContext, reviewQueues, waitingReviews } from './review-queue.ts'
export { signatureSearch, templateSearch } from './search.ts'
export {
  createSignature,
  deleteSignature,
  disableSignature,
  editSignature,
  enableSignature,
  expediteSignature,
  makeDefaultSignature,
  submitSignature,
  withdrawSignature,
} from './signature.ts'
export { listSignatures, readSignature } from './signature-list.ts'
export {
  copyTemplate,
  createTemplate,
  deleteTemplate,
  disableTemplate,
  editTemplate,
  enableTemplate,
  expediteTemplate,
  submitTemplate,
  withdrawTemplate,
} from './template.ts'
export { importTemplates, withCode } from './template-import.ts'
export { listTemplates, readTemplate, templateIdOf } from './template-list.ts'
