import { type FormEvent, type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { FormRefusal } from '#ui/form/FormRefusal.tsx'
import style from './PublicForm.module.css'

interface PublicFormProps {
  title: string
  lead: ReactNode
  onSubmit: () => void
  isBusy: boolean
  submitText: string
  /** The server's refusal, beside the submit button. */
  refusal: { message: string; code?: string; requestId?: string; status?: number } | null
  children: ReactNode
  /** Links to the other public pages, and anything else below the button. */
  links?: ReactNode
  /** Left of the form where there is room. */
  aside?: ReactNode
}

/**
 * The form of a public page, light enough for the first load: native fields in our own style. Enter submits; the first
 * invalid field gets the focus.
 */
export function PublicForm(props: PublicFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const { refusal, isBusy } = props
  // The server rejected a field: the keyboard focus moves there.
  useEffect(() => {
    if (!isBusy) focusFirstError(form)
  }, [isBusy])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    props.onSubmit()
    focusFirstError(form)
  }
  const card = (
    <form ref={form} className={style.card} onSubmit={submit} noValidate aria-busy={isBusy}>
      <h1>{props.title}</h1>
      <p className={style.lead}>{props.lead}</p>
      {props.children}
      <FormRefusal error={refusal} />
      <button type="submit" className={style.submit} aria-busy={isBusy}>
        {isBusy ? '请稍候……' : props.submitText}
      </button>
      {props.links ? <div className={style.links}>{props.links}</div> : null}
    </form>
  )
  if (!props.aside) return card
  return (
    <div className={style.split}>
      <aside className={style.aside}>{props.aside}</aside>
      {card}
    </div>
  )
}

/** After the next paint, when the errors are on the page. */
const focusFirstError = (form: RefObject<HTMLFormElement | null>) =>
  requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus())
