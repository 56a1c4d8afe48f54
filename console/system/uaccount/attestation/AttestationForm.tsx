import { App, Button } from 'antd'
import { useState } from 'react'
import { accountCalls } from '#contract/account.ts'
import { accountProfileCalls, attestationCalls } from '#contract/attestation.ts'
import {
  type AttestationItem,
  attestationSubjects,
  checkAttestation,
  type AttestationForm as Form,
  type PaperUse,
  subjectNames,
} from '#contract/attestation-form.ts'
import { useAct } from '../../../call.ts'
import { useMe } from '../../../session.ts'
import { FormRefusal } from '../../../ui/FormRefusal.tsx'
import panel from '../../../ui/Panel.module.css'
import { Panel } from '../../../ui/Panel.tsx'
import { UnsavedWarning } from '../../../ui/UnsavedWarning.tsx'
import style from './Attestation.module.css'
import { BusinessFields, PeopleFields, SubjectFields } from './AttestationFields.tsx'
import { firstForm, type Overview, papersKnown } from './attestation.ts'
import { PaperField } from './PaperField.tsx'
import { PhoneField } from './PhoneField.tsx'

const answers = [attestationCalls.overview, accountProfileCalls.profile, accountCalls.me]

/** Everything that is asked, by subject; kept as a draft at will, handed in when it is whole. */
export function AttestationForm({ overview, onDone }: { overview: Overview; onDone: () => void }) {
  const { message } = App.useApp()
  const ownPhone = useMe().data?.member.phone ?? ''
  const [form, setForm] = useState<Form>(() => {
    const first = firstForm(overview)
    return first.phone === '' ? { ...first, phone: ownPhone } : first
  })
  const [files, setFiles] = useState(() => papersKnown(overview))
  const [isTried, setTried] = useState(false)
  const [isUnsaved, setUnsaved] = useState(false)
  /** Items that were touched since staff gave their reasons: those have been answered. */
  const [mended, setMended] = useState<ReadonlySet<AttestationItem>>(new Set())
  const change = (next: Partial<Form>, ...items: AttestationItem[]) => {
    setForm(before => ({ ...before, ...next }))
    setMended(before => new Set([...before, ...items]))
    setUnsaved(true)
    submit.reset()
  }
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
    },
  })
  const findings = checkAttestation(form, new Date())
  const wrong = findings.filter(finding => finding.level === 'refuse')
  const errorOf = (item: AttestationItem): string | null => {
    const told = submit.error?.fields[item] ?? (isTried ? wrong.find(finding => finding.item === item)?.text : undefined)
    return told ?? (mended.has(item) ? null : (overview.rejected?.reasons?.[item] ?? null))
  }
  const hintOf = (item: AttestationItem) => findings.find(finding => finding.item === item && finding.level !== 'refuse')?.text
  const hand = () => {
    setTried(true)
    if (wrong.length === 0) return submit.mutate(form)
    requestAnimationFrame(() => document.querySelector<HTMLElement>('[aria-invalid=true], [data-wrong] button')?.focus())
  }
  const parts = { form, change, errorOf, hintOf }
  const paper = (use: PaperUse) => (
    <PaperField
      key={use}
      use={use}
      form={form}
      file={files.get(form.papers[use] ?? '') ?? null}
      error={errorOf(use)}
      onChange={file => {
        if (file) setFiles(before => new Map(before).set(file.fileId, file))
        const { [use]: _, ...others } = form.papers
        change({ papers: file ? { ...others, [use]: file.fileId } : others }, use)
      }}
    />
  )
  return (
    <form
      className={panel.stack}
      noValidate
      onSubmit={event => {
        event.preventDefault()
        hand()
      }}
    >
      <UnsavedWarning isUnsaved={isUnsaved} text="离开后，没有保存的内容会丢失。可以先保存草稿。" />
      <Panel title="认证类型">
        <SubjectChoice overview={overview} value={form.subject} onChange={subject => change({ subject, certificateKind: '' })} />
      </Panel>
      <Panel title={form.subject === 'person' ? '身份信息' : form.subject === 'company' ? '企业信息' : '单位信息'}>
        <SubjectFields {...parts} />
        <div className={style.papers}>{form.subject === 'person' ? [paper('idFront'), paper('idBack')] : paper('licence')}</div>
      </Panel>
      {form.subject === 'person' ? null : (
        <Panel title="法定代表人与经办人" note="经办人办理认证，并负责账户的日常使用。">
          <PeopleFields {...parts} />
          <div className={style.papers}>
            {paper('handlerFront')}
            {paper('handlerBack')}
            {form.isLegalHandler ? null : paper('letter')}
          </div>
        </Panel>
      )}
      <Panel title="手机验证">
        <div className={style.pair}>
          <div>
            <PhoneField
              form={form}
              ownPhone={ownPhone}
              proven={overview.provenPhones}
              error={errorOf('phone')}
              onChange={phone => change({ phone }, 'phone')}
            />
          </div>
        </div>
      </Panel>
      {form.subject === 'person' ? null : (
        <Panel title="经营信息">
          <BusinessFields {...parts} />
        </Panel>
      )}
      <footer className={style.foot}>
        <p>
          证件资料只用于实名审核，加密保存，图片去除拍摄地点等信息。
          {isTried && wrong.length > 0 ? ` 还有 ${wrong.length} 项需要填写或修改。` : ''}
        </p>
        <FormRefusal error={submit.error ?? save.error} />
        <Button loading={save.isPending} onClick={() => save.mutate(form)}>
          保存草稿
        </Button>
        <Button type="primary" htmlType="submit" loading={submit.isPending}>
          提交审核
        </Button>
      </footer>
    </form>
  )
}

function SubjectChoice({
  overview,
  value,
  onChange,
}: {
  overview: Overview
  value: Form['subject']
  onChange: (subject: Form['subject']) => void
}) {
  const isCompany = overview.standing === 'company' || (overview.current !== null && overview.current.form.subject !== 'person')
  return (
    <div className={style.subjects} role="radiogroup" aria-label="认证类型">
      {subjectNames.map(subject => (
        <label key={subject}>
          <input
            type="radio"
            name="subject"
            checked={value === subject}
            disabled={subject === 'person' && isCompany}
            onChange={() => onChange(subject)}
          />
          <b>{attestationSubjects[subject].name}</b>
          <span>{subject === 'person' && isCompany ? '企业认证不能改为个人认证。' : attestationSubjects[subject].about}</span>
        </label>
      ))}
    </div>
  )
}
