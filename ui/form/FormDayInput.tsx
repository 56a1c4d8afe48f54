import { DayInput, type DayInputProps } from './DayInput.tsx'

interface FormDayInputProps extends Partial<Omit<DayInputProps, 'control'>> {
  id?: string
  'aria-describedby'?: string
  'aria-invalid'?: boolean
}

/** Input of a day or a time in China as the child of antd's `Form.Item`, which gives it id, value and state. */
export const FormDayInput = ({
  id = '',
  value = '',
  onChange = () => undefined,
  'aria-describedby': describedBy,
  'aria-invalid': isInvalid = false,
  ...rest
}: FormDayInputProps) => (
  <DayInput
    control={{ id, 'aria-describedby': describedBy, 'aria-invalid': isInvalid, status: '' }}
    value={value}
    onChange={onChange}
    {...rest}
  />
)
