import { passwordMarks } from '#contract/rules.ts'
import { PublicField, RuleMarks } from '#ui/public-form/PublicField.tsx'
import { limits } from '#values/limits.ts'

interface NewPasswordFieldProps {
  label: string
  value: string
  onChange: (value: string) => void
  error: string | null
}

/** A new password: its rules are below from the start, with marks that follow the typing. */
export function NewPasswordField({ label, value, onChange, error }: NewPasswordFieldProps) {
  return (
    <PublicField
      label={label}
      name="password"
      type="password"
      value={value}
      onChange={onChange}
      autoComplete="new-password"
      maxLength={limits.passwordMaxCharacters}
      error={error}
      isNoteKept
      note={<RuleMarks rules={passwordMarks(value)} />}
    />
  )
}
