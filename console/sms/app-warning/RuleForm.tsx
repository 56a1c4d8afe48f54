import { Select } from 'antd'
import { useState } from 'react'
import { alertCalls } from '#contract/alert/alert.ts'
import { type AlertKind, alertKinds } from '#contract/alert/alert-rule.ts'
import { Section } from '#ui/display/Facts.tsx'
import { Field } from '#ui/form/Field.tsx'
import { FieldDrawer } from '#ui/form/FieldDrawer.tsx'
import { useDialogAct } from '#ui/overlay/dialog-act.ts'
import { keysOf } from '#values/keys.ts'
import { useMay } from '../../session.ts'
import { alertGroupNames } from '../../shared/labels/alert.ts'
import style from './Alert.module.css'
import { type RuleRow, ruleAnswers, useAppOptions } from './alerts.ts'
import { ReceiverFields } from './ReceiverFields.tsx'
import { RuleFieldControl } from './RuleFieldControl.tsx'
import { draftOf, draftProblems, newDraft, type RuleDraft, ruleFields, ruleInput } from './rule-draft.ts'

const everything = 'all'

/** A rule: first its kind, then its condition and receivers. */
export function RuleForm({ rule, onClose }: { rule: RuleRow | null; onClose: () => void }) {
  const [draft, setDraft] = useState<RuleDraft | null>(rule ? draftOf(rule) : null)
  const [isChanged, setChanged] = useState(false)
  const [isTried, setTried] = useState(false)
  const options = { invalidates: ruleAnswers, done: '规则已保存，下一分钟起生效', onClose }
  const add = useDialogAct(alertCalls.addRule, options)
  const change = useDialogAct(alertCalls.changeRule, options)
  const error = add.error ?? change.error
  const isSaving = add.isPending || change.isPending
  const problems = draft ? draftProblems(draft) : {}
  const set = (part: Partial<RuleDraft>) => {
    setChanged(true)
    setDraft(before => before && { ...before, ...part })
  }
  const save = () => {
    setTried(true)
    if (!draft || Object.keys(problems).length > 0) return
    const input = ruleInput(draft)
    if (rule) change.mutate({ ruleId: rule.ruleId, ...input })
    else add.mutate(input)
  }
  const problemOf = (name: string) => (isTried ? problems[name] : undefined) ?? error?.fields[name] ?? null
  return (
    <FieldDrawer
      title={draft ? `${rule ? '修改' : '新增'}规则：${alertKinds[draft.kind].name}` : '新增规则：选择要关注的事'}
      onSave={draft ? save : null}
      isSaving={isSaving}
      isUnsaved={isChanged && !isSaving}
      error={error}
      onClose={onClose}
    >
      {draft === null ? (
        <Kinds onChoose={kind => setDraft(newDraft(kind))} />
      ) : (
        <>
          <p className={style.note}>{alertKinds[draft.kind].about}。</p>
          <ScopeField draft={draft} onChange={appId => set({ appId })} />
          {ruleFields[draft.kind].map(field => (
            <RuleFieldControl
              key={field.name}
              field={field}
              value={draft.values[field.name] ?? ''}
              error={problemOf(field.name) ?? error?.fields[`setting.parameters.${field.name}`] ?? null}
              onChange={value => set({ values: { ...draft.values, [field.name]: value } })}
            />
          ))}
          <p className={style.note}>恢复条件：{alertKinds[draft.kind].ends}。</p>
          <ReceiverFields draft={draft} onChange={set} problemOf={problemOf} />
        </>
      )}
    </FieldDrawer>
  )
}

/** Kinds of rules, grouped by subject. */
function Kinds({ onChoose }: { onChoose: (kind: AlertKind) => void }) {
  const mayMoney = useMay('finance.write')
  const kinds = keysOf(alertKinds).filter(kind => mayMoney || kind !== 'balance')
  return Object.entries(alertGroupNames).map(([group, name]) => (
    <Section key={group} title={name}>
      <ul className={style.kinds}>
        {kinds
          .filter(kind => alertKinds[kind].group === group)
          .map(kind => (
            <li key={kind}>
              <button type="button" onClick={() => onChoose(kind)}>
                <b>{alertKinds[kind].name}</b>
                <span>{alertKinds[kind].about}</span>
              </button>
            </li>
          ))}
      </ul>
    </Section>
  ))
}

function ScopeField({ draft, onChange }: { draft: RuleDraft; onChange: (appId: string | null) => void }) {
  const apps = useAppOptions()
  const { scope } = alertKinds[draft.kind]
  if (scope === 'account') return null
  const all = { value: everything, label: scope === 'each' ? '每个应用，分别判断' : '整个账户，合在一起' }
  return (
    <Field label="范围">
      {({ id }) => (
        <Select
          id={id}
          style={{ width: '100%' }}
          value={draft.appId ?? everything}
          options={[all, ...apps]}
          onChange={value => onChange(value === everything ? null : value)}
        />
      )}
    </Field>
  )
}
