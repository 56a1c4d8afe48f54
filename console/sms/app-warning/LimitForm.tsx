import { Input } from 'antd'
import { useState } from 'react'
import { alertCalls } from '#contract/alert/alert.ts'
import { thousands } from '#ui/display/Count.tsx'
import { Field } from '#ui/form/Field.tsx'
import { FieldDrawer } from '#ui/form/FieldDrawer.tsx'
import { useDialogAct } from '#ui/overlay/dialog-act.ts'
import { tableOf } from '#values/keys.ts'
import { type LimitRow, ruleAnswers } from './alerts.ts'

const fields = [
  { name: 'dailyAlert', label: '日预警值', hint: '今天发到这么多条时通知，不大于日限额' },
  { name: 'dailyLimit', label: '日限额', hint: '今天发到这么多条后停发，不大于月限额' },
  { name: 'monthlyAlert', label: '月预警值', hint: '本月发到这么多条时通知，不大于月限额' },
  { name: 'monthlyLimit', label: '月限额', hint: '本月发到这么多条后停发' },
] as const
type Name = (typeof fields)[number]['name']

const numberOf = (text: string) => (text.trim() === '' ? null : /^\d+$/.test(text.trim()) ? Number(text.trim()) : Number.NaN)

/** Warning threshold and limit of one app; an empty field means no limit. */
export function LimitForm({ row, onClose }: { row: LimitRow; onClose: () => void }) {
  const [texts, setTexts] = useState<Record<Name, string>>({
    dailyAlert: row.dailyAlert?.toString() ?? '',
    dailyLimit: row.dailyLimit?.toString() ?? '',
    monthlyAlert: row.monthlyAlert?.toString() ?? '',
    monthlyLimit: row.monthlyLimit?.toString() ?? '',
  })
  const [isChanged, setChanged] = useState(false)
  const [isTried, setTried] = useState(false)
  const save = useDialogAct(alertCalls.setLimits, { invalidates: ruleAnswers, done: '限额已保存，立即生效', onClose })
  const values = tableOf(
    fields.map(({ name }) => name),
    name => numberOf(texts[name]),
  )
  const input = { appId: row.appId, ...values }
  const parsed = alertCalls.setLimits.input.safeParse(input)
  const problems = new Map(parsed.success ? [] : parsed.error.issues.map(issue => [String(issue.path[0]), issue.message]))
  const submit = () => {
    setTried(true)
    if (parsed.success) save.mutate(input)
  }
  return (
    <FieldDrawer
      title={`发送限额：${row.name}`}
      onSave={submit}
      isSaving={save.isPending}
      isUnsaved={isChanged}
      error={save.error}
      onClose={onClose}
    >
      <p>
        今天已发{thousands(row.daySegments)}条，本月已发{thousands(row.monthSegments)}条。
        {values.dailyLimit !== null && row.daySegments >= values.dailyLimit ? '按新的日限额，保存后今天立即停发。' : ''}
      </p>
      {fields.map(({ name, label, hint }) => (
        <Field key={name} label={label} isOptional hint={hint} error={isTried ? problems.get(name) : (save.error?.fields[name] ?? null)}>
          {control => (
            <Input
              {...control}
              inputMode="numeric"
              suffix="条"
              value={texts[name]}
              onChange={event => {
                setChanged(true)
                setTexts({ ...texts, [name]: event.target.value })
              }}
            />
          )}
        </Field>
      ))}
    </FieldDrawer>
  )
}
