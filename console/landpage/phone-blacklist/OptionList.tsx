import { useId } from 'react'
import style from './OptOut.module.css'

interface OptionListProps<Value extends string> {
  legend: string
  value: Value | ''
  options: readonly { value: Value; label: string }[]
  onChange: (value: Value) => void
  error?: string | null
}

/** Radio buttons as large as a thumb. */
export function OptionList<Value extends string>({ legend, value, options, onChange, error = null }: OptionListProps<Value>) {
  const name = useId()
  return (
    <fieldset className={style.options}>
      <legend>{legend}</legend>
      {options.map((option, index) => (
        <label key={option.value} className={style.option}>
          <input
            type="radio"
            name={name}
            checked={value === option.value}
            onChange={() => onChange(option.value)}
            aria-invalid={error !== null && index === 0 ? true : undefined}
            aria-describedby={error ? `${name}error` : undefined}
          />
          <span>{option.label}</span>
        </label>
      ))}
      {error ? (
        <p id={`${name}error`} className={style.error} role="alert">
          {error}
        </p>
      ) : null}
    </fieldset>
  )
}
