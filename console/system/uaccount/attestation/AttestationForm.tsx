import { Button } from 'antd'
import { attestationSubjects, type DocumentUse, type AttestationForm as Form, subjectNames } from '#contract/account/attestation-form.ts'
import { Panel } from '#ui/display/Panel.tsx'
import { FormRefusal } from '#ui/form/FormRefusal.tsx'
import { UnsavedWarning } from '#ui/form/UnsavedWarning.tsx'
import layout from '#ui/theme/layout.module.css'
import type { Me } from '../../../session.ts'
import style from './Attestation.module.css'
import { BusinessFields, PeopleFields, SubjectFields } from './AttestationFields.tsx'
import type { Overview } from './attestation.ts'
import { useAttestation } from './attestation-form.ts'
import { PaperField } from './PaperField.tsx'
import { PhoneField } from './PhoneField.tsx'

const subjectPanels: Record<Form['subject'], string> = { person: '身份信息', company: '企业信息', public: '单位信息' }

/** The whole form by subject; saved as a draft at will, submitted when it is complete. */
export function AttestationForm({ overview, me, onDone }: { overview: Overview; me: Me; onDone: () => void }) {
  const ownPhone = me.member.phone
  const { form, files, change, changePaper, save, submit, isUnsaved, wrongCount, errorOf, hintOf, handIn } = useAttestation(
    overview,
    me,
    onDone,
  )
  const parts = { form, change, errorOf, hintOf }
  const isPerson = form.subject === 'person'
  const paper = (use: DocumentUse) => (
    <PaperField
      key={use}
      use={use}
      form={form}
      file={files.get(form.papers[use] ?? '') ?? null}
      error={errorOf(use)}
      onChange={file => changePaper(use, file)}
    />
  )
  return (
    <form
      className={`${layout.stack16} ${layout.measure}`}
      noValidate
      onSubmit={event => {
        event.preventDefault()
        handIn()
      }}
    >
      <UnsavedWarning isUnsaved={isUnsaved} text="填写的内容只在这个标签页保留，身份证号不保留。可以先保存草稿。" />
      <Panel title="认证类型">
        <SubjectChoice overview={overview} value={form.subject} onChange={subject => change({ subject, certificateKind: '' })} />
      </Panel>
      <Panel title={subjectPanels[form.subject]}>
        <SubjectFields {...parts} />
        <div className={style.papers}>{isPerson ? [paper('idFront'), paper('idBack')] : paper('licence')}</div>
      </Panel>
      {isPerson ? null : (
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
      {isPerson ? null : (
        <Panel title="经营信息">
          <BusinessFields {...parts} />
        </Panel>
      )}
      <footer className={style.foot} data-foot>
        <p>
          证件资料只用于实名审核，加密保存，图片去除拍摄地点等信息。刷新页面不会丢失已填写的内容，身份证号须重新填写。
          {wrongCount > 0 ? ` 还有 ${wrongCount} 项需要填写或修改。` : ''}
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
  const isCompany = overview.attestationStatus === 'company' || (overview.current !== null && overview.current.form.subject !== 'person')
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
