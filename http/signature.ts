import { signatureCalls } from '#contract/signature.ts'
import {
  createSignature,
  deleteSignature,
  disableSignature,
  editSignature,
  submitSignature,
  withdrawSignature,
} from '#domain/sms/signature.ts'
import { listSignatures, readSignature } from '#domain/sms/signature-list.ts'
import { handle, type MemberContext } from './serve.ts'

const byMember = <Input>({ member, now }: MemberContext, input: Input) => ({ ...input, memberId: member.memberId, now: now() })

export const signatureHandlers = [
  handle(signatureCalls.list, ({ tx, account }, input) => listSignatures(tx, account, input)),
  handle(signatureCalls.one, ({ tx, account }, { signatureId }) => readSignature(tx, account, signatureId)),
  handle(signatureCalls.create, (context, input) => createSignature(context.tx, context.account, byMember(context, input))),
  handle(signatureCalls.edit, (context, input) => editSignature(context.tx, context.account, byMember(context, input))),
  handle(signatureCalls.submit, (context, input) => submitSignature(context.tx, context.account, byMember(context, input))),
  handle(signatureCalls.withdraw, (context, input) => withdrawSignature(context.tx, context.account, byMember(context, input))),
  handle(signatureCalls.disable, (context, input) => disableSignature(context.tx, context.account, byMember(context, input))),
  handle(signatureCalls.delete, (context, input) => deleteSignature(context.tx, context.account, byMember(context, input))),
]
