import { InputNumber } from 'antd'
import { Field } from '#ui/form/Field.tsx'
import style from './AppConfig.module.css'

interface NumberFieldProps {
  label: string
  unit: string
  most: number
  hint?: string
  /** What applies when the field is empty. */
  placeholder?: string
  error?: string | undefined
  /** Number of decimals; whole numbers by default. */
  precision?: number
  value: number | null
  onChange: (value: number | null) => void
}

/** A limit; empty means none. */
export function NumberField({ label, unit, most, hint, placeholder = '不限制', error, precision = 0, value, onChange }: NumberFieldProps) {
  return (
    <Field label={label} hint={hint ?? '不填则不限制'} error={error}>
      {({ status, ...control }) => (
        <InputNumber
          {...control}
          className={style.number}
          status={status}
          min={precision === 0 ? 1 : 0.01}
          max={most}
          precision={precision}
          placeholder={placeholder}
          suffix={unit}
          value={value}
          onChange={onChange}
        />
      )}
    </Field>
  )
}
