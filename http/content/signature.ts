import { signatureCalls } from '#contract/content/signature.ts'
import {
  createSignature,
  deleteSignature,
  disableSignature,
  editSignature,
  enableSignature,
  expediteSignature,
  listSignatures,
  makeDefaultSignature,
  readSignature,
  recordDeletion,
  submitSignature,
  withdrawSignature,
} from '#domain/content/index.ts'
import { byMember } from '#http/server/by-member.ts'
import { reversibly } from '#http/server/reversibly.ts'
import { handle } from '#http/server/serve.ts'

export const signatureHandlers = [
  handle(signatureCalls.list, ({ tx, account }, input) => listSignatures(tx, account, input)),
  handle(signatureCalls.one, ({ tx, account }, { signatureId }) => readSignature(tx, account, signatureId)),
  handle(signatureCalls.create, byMember(createSignature)),
  handle(signatureCalls.edit, byMember(editSignature)),
  handle(signatureCalls.submit, byMember(submitSignature)),
  handle(signatureCalls.withdraw, byMember(withdrawSignature)),
  handle(signatureCalls.expedite, byMember(expediteSignature)),
  handle(signatureCalls.makeDefault, byMember(makeDefaultSignature)),
  handle(signatureCalls.disable, byMember(disableSignature)),
  handle(signatureCalls.enable, byMember(enableSignature)),
  handle(signatureCalls.delete, (context, { signatureId }) => {
    const { tx, account, member, now } = context
    const remove = () => deleteSignature(tx, account, { signatureId, memberId: member.memberId, now: now() })
    return reversibly(context, act => recordDeletion(tx, account, { ...act, object: 'signature', objectId: signatureId }, remove))
  }),
]
