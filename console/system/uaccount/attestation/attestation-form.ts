import { App } from 'antd'
import { useEffect, useState } from 'react'
import { accountCalls } from '#contract/account/account.ts'
import { accountProfileCalls, attestationCalls } from '#contract/account/attestation.ts'
import {
  type AttestationItem,
  checkAttestation,
  type DocumentUse,
  type AttestationForm as Form,
} from '#contract/account/attestation-form.ts'
import { useAct } from '#ui/call.ts'
import { forget, recall, remember } from '#ui/remembered.ts'
import type { Me } from '../../../session.ts'
import { firstForm, type Overview, type PaperFacts, papersKnown, type Typed, typedFor, typedName, typedOf } from './attestation.ts'

const answers = [attestationCalls.overview, accountProfileCalls.profile, accountCalls.me]

/** State of the form: values, errors, saving as a draft, and submitting. */
export function useAttestation(overview: Overview, { account: { accountId }, member }: Me, onDone: () => void) {
  const { message } = App.useApp()
  const [typed] = useState(() => typedFor(accountId, overview, recall<Typed>(typedName, sessionStorage)))
  const [form, setForm] = useState<Form>(() => {
    const first = firstForm(overview)
    return { ...first, phone: first.phone || member.phone, ...typed?.form }
  })
  const [files, setFiles] = useState(
    () => new Map([...papersKnown(overview), ...(typed?.papers ?? []).map(paper => [paper.fileId, paper] as const)]),
  )
  const [isTried, setTried] = useState(false)
  const [isUnsaved, setUnsaved] = useState(typed !== null)
  useEffect(() => {
    if (isUnsaved) remember(typedName, typedOf(accountId, overview, form, files.values()), sessionStorage)
    else forget(typedName, sessionStorage)
  }, [isUnsaved, accountId, overview, form, files])
  /** Items that were edited since staff gave their reasons: those count as corrected. */
  const [mended, setMended] = useState<ReadonlySet<AttestationItem>>(new Set())
  const save = useAct(attestationCalls.save, {
    invalidates: answers,
    onDone: () => {
      setUnsaved(false)
      void message.success('草稿已保存')
    },
  })
  const submit = useAct(attestationCalls.submit, {
    invalidates: answers,
    onDone: () => {
      setUnsaved(false)
      void message.success('已提交审核，一般1-3个工作日内有结果')
      onDone()
      // The form is long, and what replaces it begins above.
      scrollTo({ top: 0 })
    },
  })
  const change = (next: Partial<Form>, ...items: AttestationItem[]) => {
    setForm(before => ({ ...before, ...next }))
    setMended(before => new Set([...before, ...items]))
    setUnsaved(true)
    submit.reset()
  }
  const changePaper = (use: DocumentUse, file: PaperFacts | null) => {
    if (file) setFiles(before => new Map(before).set(file.fileId, file))
    const { [use]: _, ...others } = form.papers
    change({ papers: file ? { ...others, [use]: file.fileId } : others }, use)
  }
  const findings = checkAttestation(form, new Date())
  const wrong = findings.filter(finding => finding.level === 'refuse')
  const errorOf = (item: AttestationItem): string | null => {
    const problem = submit.error?.fields[item] ?? (isTried ? wrong.find(finding => finding.item === item)?.text : undefined)
    return problem ?? (mended.has(item) ? null : (overview.rejected?.reasons?.[item] ?? null))
  }
  const hintOf = (item: AttestationItem) => findings.find(finding => finding.item === item && finding.level !== 'refuse')?.text
  const handIn = () => {
    setTried(true)
    if (wrong.length === 0) return submit.mutate(form)
    requestAnimationFrame(() => document.querySelector<HTMLElement>('[aria-invalid=true], [data-wrong] button')?.focus())
  }
  const wrongCount = isTried ? wrong.length : 0
  return { form, files, change, changePaper, save, submit, isUnsaved, wrongCount, errorOf, hintOf, handIn }
}
