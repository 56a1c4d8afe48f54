import { App } from 'antd'
import { useState } from 'react'
import { signatureCalls, signatureRemarkRule, signatureTextRule } from '#contract/signature.ts'
import { composeContent } from '#contract/template-text.ts'
import { useAct } from '../../call.ts'
import { ruleMessage } from '../../ui/form-rules.ts'
import { PhonePreview } from '../../ui/PhonePreview.tsx'
import { ReviewForm } from '../review/ReviewForm.tsx'
import { SignatureFields } from './SignatureFields.tsx'
import { type SignatureDraft, type SignatureOne, sampleText, signatureAnswers } from './signature.ts'

const emptyDraft: SignatureDraft = { text: '', kind: 'company', purpose: 'own', remark: '', proofs: [] }
const draftOf = ({ text, kind, purpose, remark, proofs }: SignatureOne): SignatureDraft => ({ text, kind, purpose, remark, proofs })

/** What is wrong with a draft, beside its fields. */
function problemsOf(draft: SignatureDraft) {
  return {
    text: ruleMessage(signatureTextRule, draft.text),
    remark: ruleMessage(signatureRemarkRule, draft.remark),
    proofs: draft.purpose === 'other' && draft.proofs.length === 0 ? '他用的签名须上传授权方盖章的授权委托书' : null,
  }
}

/** 新建 or 修改 a signature: rules as one types, the message as it will look, kept as a draft or submitted. */
export function SignatureForm({ row, onClose }: { row: SignatureOne | null; onClose: () => void }) {
  const { message } = App.useApp()
  const [first] = useState(() => (row ? draftOf(row) : emptyDraft))
  const [draft, setDraft] = useState(first)
  const [isTried, setTried] = useState(false)
  const options = {
    invalidates: signatureAnswers,
    onDone: (_: unknown, input: { isSubmitted: boolean }) => {
      void message.success(input.isSubmitted ? '已提交审核' : '已存为草稿')
      onClose()
    },
  }
  const create = useAct(signatureCalls.create, options)
  const edit = useAct(signatureCalls.edit, options)
  const act = row ? edit : create
  const problems = problemsOf(draft)

  const save = (isSubmitted: boolean) => {
    setTried(true)
    if (problems.text !== null || problems.remark !== null) return document.getElementById('signature-text')?.focus()
    if (isSubmitted && problems.proofs !== null) return document.getElementById('signature-proofs')?.focus()
    const { proofs, ...content } = draft
    const input = { ...content, proofIds: proofs.map(proof => proof.proofId), isSubmitted }
    if (row) edit.mutate({ ...input, signatureId: row.signatureId })
    else create.mutate(input)
  }

  return (
    <ReviewForm
      id="signature-form"
      title={row ? `修改签名“${row.text}”` : '新建签名'}
      reason={row?.reason}
      isChanged={JSON.stringify(draft) !== JSON.stringify(first)}
      act={act}
      onSave={save}
      onClose={onClose}
      preview={
        <PhonePreview
          messages={[{ content: composeContent(draft.text.trim() || '签名', sampleText, 'notice') }]}
          note="签名在每条短信的最前面，也计入字数。"
        />
      }
      error={act.error?.fields.text ? null : act.error}
    >
      <SignatureFields
        draft={draft}
        errors={{
          text: act.error?.fields.text ?? (isTried || draft.text.length > 1 ? problems.text : null),
          remark: problems.remark,
          proofs: isTried ? problems.proofs : null,
        }}
        onChange={change => {
          setDraft(before => ({ ...before, ...change(before) }))
          if (act.error) act.reset()
        }}
      />
    </ReviewForm>
  )
}
