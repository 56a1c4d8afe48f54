import { type InputHTMLAttributes, type ReactNode, useId, useState } from 'react'
import style from './PublicForm.module.css'

interface PublicFieldProps {
  label: string
  name: string
  value: string
  onChange: (value: string) => void
  autoComplete: string
  type?: 'text' | 'tel' | 'password'
  inputMode?: InputHTMLAttributes<HTMLInputElement>['inputMode']
  maxLength?: number
  placeholder?: string
  error?: string | null
  /** Shown below while there is no error: the rule, before it is broken. */
  note?: ReactNode
  /** The note stays visible with an error too. */
  isNoteKept?: boolean
  /** Right of the input: the button that sends a code. */
  side?: ReactNode
  /** Right end of the label's line; by keyboard after the field. */
  labelEnd?: ReactNode
  autoFocus?: boolean
}

/** A labelled input with its error; a password can be shown. */
export function PublicField({
  label,
  name,
  value,
  onChange,
  error,
  note,
  isNoteKept = false,
  side,
  labelEnd,
  type = 'text',
  autoFocus = false,
  ...input
}: PublicFieldProps) {
  const id = useId()
  const [isShown, setShown] = useState(false)
  const isPassword = type === 'password'
  const hintId = `${id}-hint`
  return (
    <div className={style.field}>
      <div className={style.label}>
        <label htmlFor={id}>{label}</label>
      </div>
      <div className={style.box}>
        <input
          {...input}
          id={id}
          name={name}
          type={isPassword && isShown ? 'text' : type}
          className={isPassword ? `${style.input} ${style.withButton}` : style.input}
          value={value}
          onChange={event => onChange(event.target.value)}
          aria-invalid={error ? true : undefined}
          aria-describedby={error || note ? hintId : undefined}
          autoCapitalize="none"
          spellCheck={false}
          // biome-ignore lint/a11y/noAutofocus: a page with only a form focuses its first field.
          autoFocus={autoFocus}
        />
        {isPassword ? (
          <button type="button" className={style.reveal} onClick={() => setShown(!isShown)} aria-pressed={isShown} aria-label="显示密码">
            {isShown ? '隐藏' : '显示'}
          </button>
        ) : null}
        {side}
      </div>
      {labelEnd ? <div className={style.labelEnd}>{labelEnd}</div> : null}
      <div id={hintId} aria-live="polite">
        {error ? <p className={style.error}>{error}</p> : null}
        {note && (isNoteKept || !error) ? <div className={style.note}>{note}</div> : null}
      </div>
    </div>
  )
}

/** The rules of a field with marks that follow the typing. */
export function RuleMarks({ rules }: { rules: { text: string; isKept: boolean }[] }) {
  return (
    <ul className={style.marks}>
      {rules.map(rule => (
        <li key={rule.text} data-kept={rule.isKept}>
          {rule.text}
        </li>
      ))}
    </ul>
  )
}

/** A check box with its label. */
export function PublicCheck({
  isChecked,
  onChange,
  error,
  children,
}: {
  isChecked: boolean
  onChange: (isChecked: boolean) => void
  error?: string | null
  children: ReactNode
}) {
  const id = useId()
  return (
    <div className={style.check}>
      <input
        id={id}
        type="checkbox"
        checked={isChecked}
        onChange={event => onChange(event.target.checked)}
        aria-invalid={error ? true : undefined}
      />
      <label htmlFor={id}>
        {children}
        {error ? <p className={style.error}>{error}</p> : null}
      </label>
    </div>
  )
}
