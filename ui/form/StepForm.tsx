import { Button, Steps } from 'antd'
import { type MouseEvent, type ReactNode, useEffect, useRef } from 'react'
import { PageHead } from '#ui/frame/PageHead.tsx'
import layout from '#ui/theme/layout.module.css'
import { useMedia } from '#ui/theme/media.ts'
import { itemOrThrow } from '#values/or-throw.ts'
import style from './StepForm.module.css'

interface FormStep {
  key: string
  title: string
  /** Short summary of the choice, once the step is done. */
  done?: ReactNode
  content: ReactNode
  /** Why the next step can't be opened yet; null when it can. */
  missing: string | null
}

interface StepFormProps {
  title: string
  note?: ReactNode
  /** A warning about the whole form, below the title. */
  warning?: ReactNode
  steps: FormStep[]
  /** Key of the open step; the page keeps it in the query string, so that back works. */
  current: string
  onGo: (key: string) => void
  /** On the right, always in view: the live preview. */
  preview?: ReactNode
  /** Above the buttons, always in view: summary and price. */
  summary?: ReactNode
  /** The submit button of the last step. */
  submit: ReactNode
  /** The server's refusal, beside the submit button. */
  refusal?: ReactNode
}

/** Step form: steps on top, content and live preview side by side, summary and price always visible. */
export function StepForm(props: StepFormProps) {
  const { steps, current, onGo, submit } = props
  const isNarrow = useMedia('(max-width: 767px)')
  const index = Math.max(
    0,
    steps.findIndex(step => step.key === current),
  )
  const step = itemOrThrow(steps, index)
  const reachable = steps.findIndex(one => one.missing !== null)
  const canOpen = (target: number) => target <= index || reachable === -1 || target <= reachable
  const previous = steps[index - 1]
  const next = steps[index + 1]
  const section = useRef<HTMLElement>(null)
  const focused = useRef(step.key)
  // Focus follows the step: it would stay on the button, which the last step turns into the submit button.
  useEffect(() => {
    if (focused.current !== step.key) {
      section.current?.focus({ preventScroll: true })
      window.scrollTo(0, 0)
    }
    focused.current = step.key
  }, [step.key])
  return (
    <>
      <PageHead title={props.title} note={props.note} />
      {props.warning}
      <div className={style.steps}>
        <Steps
          current={index}
          size="small"
          responsive={false}
          orientation="horizontal"
          titlePlacement={isNarrow ? 'vertical' : 'horizontal'}
          onChange={target => canOpen(target) && onGo(steps[target]!.key)}
          items={steps.map((one, target) => ({ title: one.title, disabled: !canOpen(target) }))}
        />
      </div>
      <div className={style.form}>
        <div className={style.body}>
          <section ref={section} className={style.content} aria-label={step.title} tabIndex={-1}>
            <h2>{step.title}</h2>
            {step.content}
          </section>
          {props.preview ? <aside className={style.preview}>{props.preview}</aside> : null}
        </div>
        <footer className={style.foot} data-foot>
          {props.refusal}
          <div className={layout.line}>
            <div className={style.summary}>{props.summary}</div>
            <div className={style.buttons} onClickCapture={ignoreSecondClick}>
              {previous ? <Button onClick={() => onGo(previous.key)}>上一步</Button> : null}
              {next ? (
                <Button type="primary" disabled={step.missing !== null} title={step.missing ?? undefined} onClick={() => onGo(next.key)}>
                  下一步
                </Button>
              ) : (
                submit
              )}
            </div>
          </div>
          {next && step.missing ? <p className={style.missing}>{step.missing}</p> : null}
        </footer>
      </div>
    </>
  )
}

/** The second click of a double click on 下一步 would hit the submit button, which appears in its place. */
function ignoreSecondClick(event: MouseEvent): void {
  if (event.detail <= 1) return
  event.preventDefault()
  event.stopPropagation()
}
