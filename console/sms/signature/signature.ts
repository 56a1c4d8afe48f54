import type { CallAnswerWire } from '#contract/call.ts'
import { maySignature, type SignatureAct } from '#contract/content/review-state.ts'
import { type SignatureKind, type SignaturePurpose, signatureCalls } from '#contract/content/signature.ts'
import { limits } from '#values/limits.ts'
import type { ReviewedNoun } from '../review/acts.ts'
import type { ProofFile } from './proof.ts'

export type SignatureOne = CallAnswerWire<typeof signatureCalls.one>
export type SignatureRow = CallAnswerWire<typeof signatureCalls.list>['rows'][number]

/** What the form holds. */
export interface SignatureDraft {
  text: string
  kind: SignatureKind
  purpose: SignaturePurpose
  /** 2027-11-21; empty while none is chosen. */
  authorizedUntil: string
  remark: string
  proofs: readonly ProofFile[]
}

/** Answers that an act on a signature outdates. */
export const signatureAnswers = [signatureCalls.list, signatureCalls.one]

/** A sample text for the preview of a signature. */
export const sampleText = '您的订单已发货，预计明天送达，请留意查收。'

export const signatureNoun: ReviewedNoun<SignatureRow> = {
  name: '签名',
  titleOf: row => row.text,
  keyOf: row => row.signatureId,
  target: ({ signatureId }) => ({ signatureId }),
  calls: signatureCalls,
  answers: signatureAnswers,
  may: (act, state) => act !== 'copy' && maySignature(act as SignatureAct, state),
  consequences: {
    submit: '提交后由平台人工审核，审核期间不能修改，可以随时撤回。',
    withdraw: '撤回后回到草稿，修改后可以重新提交。',
    disable: '停用后不能再用它发送；需要时可以重新启用，只要没有别的签名用了同样的文字。',
    enable: '重新启用后立即可以发送，不需要再审核；各运营商的报备状态不变。',
    delete: `删除后不能再用来发送，${limits.undoHours} 小时内可以撤销；已经发送的短信和记录不受影响。`,
  },
}
