import { type ReactNode, useId } from 'react'
import layout from '#ui/theme/layout.module.css'
import style from './Field.module.css'

/** Ids that connect a control with its label, hint and error for screen readers. */
export interface FieldControl {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': boolean
  status: '' | 'error'
}

interface FieldProps {
  label: string
  /** For forms that set the focus themselves. */
  id?: string
  isOptional?: boolean
  hint?: ReactNode
  /** Right of the hint: the number of typed characters. */
  count?: { length: number; most: number }
  error?: string | null | undefined
  /** A group of controls (radio buttons) has a legend instead of a label. */
  isGroup?: boolean
  children: (control: FieldControl) => ReactNode
}

/** One field of a form: label above, then the control, then its error and hint. */
export function Field({ label, id: ownId, isOptional = false, hint, count, error: ownError, isGroup = false, children }: FieldProps) {
  const error = ownError ?? null
  const madeId = useId()
  const id = ownId ?? madeId
  const noteId = `${id}note`
  const words = (
    <>
      {label}
      {isOptional ? <span className={style.optional}>选填</span> : null}
    </>
  )
  const control: FieldControl = {
    id,
    'aria-describedby': error || hint ? noteId : undefined,
    'aria-invalid': error !== null,
    status: error === null ? '' : 'error',
  }
  const content = (
    <>
      {children(control)}
      {error || hint || count ? (
        <div className={style.notes}>
          <div id={noteId}>
            {error ? (
              <div className={layout.bad} role="alert">
                {error}
              </div>
            ) : null}
            {hint ? <div className={layout.faint}>{hint}</div> : null}
          </div>
          {count ? (
            <span className={count.length > count.most ? layout.bad : layout.faint}>
              {count.length}/{count.most}
            </span>
          ) : null}
        </div>
      ) : null}
    </>
  )
  if (isGroup)
    return (
      <fieldset className={style.field}>
        <legend className={style.label}>{words}</legend>
        {content}
      </fieldset>
    )
  return (
    <div className={style.field}>
      <label className={style.label} htmlFor={id}>
        {words}
      </label>
      {content}
    </div>
  )
}

/** Fields on the left, a preview on the right; stacked on a phone. */
export function FieldsBeside({ aside, children }: { aside: ReactNode; children: ReactNode }) {
  return (
    <div className={style.beside}>
      <div>{children}</div>
      <div className={style.aside}>{aside}</div>
    </div>
  )
}
