import { Input } from 'antd'
import { targetCharacters } from '#contract/links/link-target.ts'
import { Field } from '#ui/form/Field.tsx'
import type { TargetChecks } from './checks.ts'
import style from './Link.module.css'

interface TargetFieldProps {
  value: string
  /** The form's own error. */
  error: string | null | undefined
  /** The link's current target, which needs no new review. */
  kept?: string | undefined
  checks: TargetChecks
  onChange: (target: string) => void
}

/** 目标网址 with the server's checks while typing. */
export function TargetField({ value, error, kept, checks, onChange }: TargetFieldProps) {
  const { check } = checks
  return (
    <>
      <Field
        label="目标网址"
        id="link-target"
        error={error ?? check?.problem}
        hint="访客打开短链后到达的网址"
        count={{ length: value.trim().length, most: targetCharacters }}
      >
        {control => (
          <Input.TextArea
            {...control}
            autoSize={{ minRows: 1, maxRows: 6 }}
            inputMode="url"
            spellCheck={false}
            placeholder="https://www.example.com/spring-sale"
            value={value}
            // An address has no line feeds: pasted ones are breaks of a message.
            onChange={event => onChange(event.target.value.replace(/[\r\n]/g, ''))}
            onPressEnter={event => {
              event.preventDefault()
              event.currentTarget.form?.requestSubmit()
            }}
          />
        )}
      </Field>
      <TargetNotes checks={checks} isKept={value === kept} />
    </>
  )
}

function TargetNotes({ checks: { check, way, isFollowing }, isKept }: { checks: TargetChecks; isKept: boolean }) {
  if (!check || check.problem) return null
  const notes = [...check.notes, ...(way?.notes ?? [])]
  const isFine = way?.outcome === 'reached' && way.notes.every(note => note.level === 'hint')
  return (
    <ul className={style.notes} aria-live="polite" aria-label="目标网址检查">
      {notes.map(({ level, text }) => (
        <li key={text} className={level === 'warning' ? style.warning : undefined}>
          {level === 'warning' ? '请留意：' : ''}
          {text}
        </li>
      ))}
      {isFollowing ? <li>正在检查目标网址能否打开…</li> : isFine ? <li>目标网址可以正常打开</li> : null}
      {isKept ? null : <li>{check.needsReview ? '该域名首次使用须审核，通过后短链才能打开' : '该域名免审核，立即生效'}</li>}
    </ul>
  )
}
