import { useState } from 'react'
import { signatureCalls, signatureRemarkRule, signatureTextRule } from '#contract/content/signature.ts'
import { checkSignatureText } from '#contract/content/signature-check.ts'
import { neededProofs, type ProofUse } from '#contract/content/signature-proof.ts'
import { composeContent } from '#contract/content/template-text.ts'
import { PhonePreview } from '#ui/display/PhonePreview.tsx'
import { ruleMessage } from '#ui/form/form-rules.ts'
import { useDialogAct } from '#ui/overlay/dialog-act.ts'
import { chinaDay } from '#values/china-time.ts'
import { useMe } from '../../session.ts'
import { ReviewForm } from '../review/ReviewForm.tsx'
import { useServerFindings } from '../review/use-check.ts'
import { SignatureFields } from './SignatureFields.tsx'
import { type SignatureDraft, type SignatureOne, sampleText, signatureAnswers } from './signature.ts'

const emptyDraft: SignatureDraft = { text: '', kind: 'company', purpose: 'own', authorizedUntil: '', remark: '', proofs: [] }
const draftOf = ({ text, kind, purpose, authorizedUntil, remark, proofs }: SignatureOne): SignatureDraft => ({
  text,
  kind,
  purpose,
  authorizedUntil: authorizedUntil ?? '',
  remark,
  proofs,
})

/** Errors of a draft by field; the last two matter at submission. */
function problemsOf(draft: SignatureDraft) {
  const there = new Set(draft.proofs.map(proof => proof.use))
  const isLate = draft.purpose === 'other' && draft.authorizedUntil <= chinaDay(Date.now())
  return {
    text: ruleMessage(signatureTextRule, draft.text),
    remark: ruleMessage(signatureRemarkRule, draft.remark),
    authorizedUntil: isLate ? '请填写授权委托书的有效期，须晚于今天' : null,
    missing: new Set(neededProofs(draft.kind, draft.purpose).filter(use => !there.has(use))),
  }
}
const none: ReadonlySet<ProofUse> = new Set()

/** Only fields that apply to the current draft. */
function inputOf({ proofs, purpose, kind, authorizedUntil, ...rest }: SignatureDraft) {
  const wanted = new Set<ProofUse>([...neededProofs(kind, purpose), 'other'])
  return {
    ...rest,
    kind,
    purpose,
    authorizedUntil: purpose === 'other' && authorizedUntil !== '' ? authorizedUntil : null,
    proofs: proofs.filter(proof => wanted.has(proof.use)).map(({ proofId, use }) => ({ proofId, use })),
  }
}

/** 新建 or 修改 a signature: checks while typing, a preview of the message, saved as a draft or submitted. */
export function SignatureForm({ row, onClose }: { row: SignatureOne | null; onClose: () => void }) {
  const me = useMe()
  const [first] = useState(() => (row ? draftOf(row) : emptyDraft))
  const [draft, setDraft] = useState(first)
  const [isTried, setTried] = useState(false)
  const options = {
    invalidates: signatureAnswers,
    done: (_: unknown, input: { isSubmitted: boolean }) => (input.isSubmitted ? '已提交审核' : '已存为草稿'),
    onClose,
  }
  const create = useDialogAct(signatureCalls.create, options)
  const edit = useDialogAct(signatureCalls.edit, options)
  const act = row ? edit : create
  const text = draft.text.trim()
  const problems = problemsOf(draft)
  const words = useServerFindings('signature', text)
  const isShown = isTried || text.length > 1
  const own = text === '' ? [] : checkSignatureText(text)
  // The first refusal is the field's error; the others are listed below it.
  const findings = isShown ? [...own.filter(finding => finding.message !== problems.text), ...words] : []

  const save = (isSubmitted: boolean) => {
    setTried(true)
    const focus = (id: string) => document.getElementById(id)?.focus()
    if (problems.text !== null || problems.remark !== null) return focus('signature-text')
    if (isSubmitted && words.some(finding => finding.level === 'refuse')) return focus('signature-text')
    if (isSubmitted && problems.authorizedUntil !== null) return focus('signature-authorized')
    const [missing] = problems.missing
    if (isSubmitted && missing) return focus(`signature-proof-${missing}`)
    const input = { ...inputOf(draft), isSubmitted }
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
          messages={[{ content: composeContent(text || '签名', sampleText, 'transactional') }]}
          note="签名在每条短信的最前面，也计入字数。"
        />
      }
      error={act.error?.fields.text ? null : act.error}
    >
      <SignatureFields
        draft={draft}
        attestedName={me.data?.account.attestedName ?? null}
        findings={findings}
        errors={{
          text: act.error?.fields.text ?? (isShown ? problems.text : null),
          remark: problems.remark,
          authorizedUntil: isTried ? problems.authorizedUntil : null,
          missing: isTried ? problems.missing : none,
        }}
        onChange={change => {
          setDraft(before => ({ ...before, ...change(before) }))
          if (act.error) act.reset()
        }}
      />
    </ReviewForm>
  )
}
