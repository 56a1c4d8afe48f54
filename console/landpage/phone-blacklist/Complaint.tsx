import { useId } from 'react'
import { complaintReasons } from '#contract/unsubscribe/opt-out-page.ts'
import { limits } from '#values/limits.ts'
import { OptionList } from './OptionList.tsx'
import style from './OptOut.module.css'

type Reason = (typeof complaintReasons)[number]

interface ComplaintProps {
  reason: Reason | ''
  onReason: (reason: Reason) => void
  words: string
  onWords: (words: string) => void
  errors: Record<string, string>
}

/** The reason of a complaint: one of a few choices, and free text. */
export function Complaint({ reason, onReason, words, onWords, errors }: ComplaintProps) {
  const id = useId()
  return (
    <>
      <OptionList
        legend="投诉的原因"
        value={reason}
        options={complaintReasons.map(value => ({ value, label: value }))}
        onChange={onReason}
        error={errors.reason ?? null}
      />
      <div className={style.words}>
        <label htmlFor={id}>补充说明（选填）</label>
        <textarea
          id={id}
          rows={3}
          maxLength={limits.complaintCharacters}
          value={words}
          onChange={event => onWords(event.target.value)}
          aria-invalid={errors.words ? true : undefined}
        />
        {errors.words ? <p className={style.error}>{errors.words}</p> : null}
      </div>
    </>
  )
}
