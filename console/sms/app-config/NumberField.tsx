import { InputNumber } from 'antd'
import { Field } from '#ui/Field.tsx'
import style from './AppConfig.module.css'

interface NumberFieldProps {
  label: string
  unit: string
  most: number
  hint?: string
  /** What holds where nothing is filled in. */
  placeholder?: string
  error?: string | undefined
  /** Decimals; whole numbers without. */
  precision?: number
  value: number | null
  onChange: (value: number | null) => void
}

/** A limit that may be left empty for none. */
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
