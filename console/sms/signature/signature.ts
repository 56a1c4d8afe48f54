import type { Got } from '#contract/call.ts'
import { type SignatureKind, type SignaturePurpose, signatureCalls } from '#contract/signature.ts'
import type { AskedAct } from '../review/acts.ts'
import type { ProofFile } from './proof.ts'

export type SignatureOne = Got<typeof signatureCalls.one>
export type SignatureRow = Got<typeof signatureCalls.list>['rows'][number]

/** What the form holds. */
export interface SignatureDraft {
  text: string
  kind: SignatureKind
  purpose: SignaturePurpose
  remark: string
  proofs: readonly ProofFile[]
}

/** Answers that an act on a signature changes. */
export const signatureAnswers = [signatureCalls.list, signatureCalls.one]

/** A text to show a signature with. */
export const sampleText = '您的订单已发货，预计明天送达，请留意查收。'

export const consequences: Record<AskedAct, string> = {
  submit: '提交后由平台人工审核，审核期间不能修改，可以随时撤回。',
  withdraw: '撤回后回到草稿，修改后可以重新提交。',
  disable: '停用后不能再用它发送，也不能重新启用；需要时可以用同样的文字新建签名，重新审核。',
  delete: '删除后不能恢复，已经发送的短信和记录不受影响。',
}
