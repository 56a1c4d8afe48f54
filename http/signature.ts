import { signatureCalls } from '#contract/signature.ts'
import {
  createSignature,
  deleteSignature,
  disableSignature,
  editSignature,
  enableSignature,
  makeDefaultSignature,
  submitSignature,
  urgeSignature,
  withdrawSignature,
} from '#domain/sms/signature.ts'
import { listSignatures, readSignature } from '#domain/sms/signature-list.ts'
import { byMember } from './by-member.ts'
import { handle } from './serve.ts'

export const signatureHandlers = [
  handle(signatureCalls.list, ({ tx, account }, input) => listSignatures(tx, account, input)),
  handle(signatureCalls.one, ({ tx, account }, { signatureId }) => readSignature(tx, account, signatureId)),
  handle(signatureCalls.create, byMember(createSignature)),
  handle(signatureCalls.edit, byMember(editSignature)),
  handle(signatureCalls.submit, byMember(submitSignature)),
  handle(signatureCalls.withdraw, byMember(withdrawSignature)),
  handle(signatureCalls.urge, byMember(urgeSignature)),
  handle(signatureCalls.makeDefault, byMember(makeDefaultSignature)),
  handle(signatureCalls.disable, byMember(disableSignature)),
  handle(signatureCalls.enable, byMember(enableSignature)),
  handle(signatureCalls.delete, byMember(deleteSignature)),
]
