import { Alert, Button } from 'antd'
import { useEffect, useRef, useState } from 'react'
import type { CallAnswerWire } from '#contract/call.ts'
import { homeCalls } from '#contract/home/home.ts'
import { linkCalls } from '#contract/links/link.ts'
import { useAct } from '#ui/call.ts'
import { FormRefusal } from '#ui/form/FormRefusal.tsx'
import { UnsavedWarning } from '#ui/form/UnsavedWarning.tsx'
import { bareAddress } from '../manage/links.ts'
import { CreateAct } from '../ui/CreateAct.tsx'
import { useCodeCheck, useTargetChecks } from '../ui/checks.ts'
import { type LinkChoices, LinkFields } from '../ui/LinkFields.tsx'
import { copyOf, emptyLink, type LinkDraft, type LinkProblems, newLinkOf, problemsOf, type WholeLink } from '../ui/link-draft.ts'
import { AddressField } from './AddressField.tsx'
import style from './Create.module.css'
import { LinkPreview } from './LinkPreview.tsx'

interface CreateFormProps {
  choices: LinkChoices | undefined
  /** The link from which the form starts. */
  source: WholeLink | undefined
  onCreated: (link: CallAnswerWire<typeof linkCalls.create>) => void
}

/** Fields on the left, preview of the short address on the right. */
export function CreateForm({ choices, source, onCreated }: CreateFormProps) {
  const [first] = useState(() => (source ? copyOf(source) : emptyLink))
  const [draft, setDraft] = useState(first)
  const { form, attempt, showFirst } = useFirstProblem()
  const isTried = attempt > 0
  const checks = useTargetChecks(draft.target)
  const code = useCodeCheck(draft.domain, draft.ownCode)
  const momentOf = useMomentOf(draft)
  const create = useAct(linkCalls.create, {
    invalidates: [homeCalls.frame, linkCalls.choices, linkCalls.checkCode],
    onDone: onCreated,
  })
  const problems = problemsOf(draft, Date.now())
  const shown: LinkProblems = { ...shownOf(problems, draft, isTried), ...refusedOf(create.error?.fields) }
  const save = () => {
    if (Object.keys(problems).length > 0 || code.kind === 'problem' || checks.check?.problem) return showFirst()
    create.mutate(newLinkOf(draft, momentOf()))
  }
  const change = (next: Partial<LinkDraft>) => {
    setDraft(before => ({ ...before, ...next }))
    if (create.error) create.reset()
  }
  return (
    <form
      ref={form}
      className={style.body}
      onSubmit={event => {
        event.preventDefault()
        save()
      }}
    >
      <div className={style.card}>
        {source ? (
          <Alert
            type="info"
            showIcon
            title={`复制自 ${bareAddress(source.shortUrl)}，创建后是一个新的短链${source.hasPassword ? '；访问密码不复制，需要时请重新设置' : ''}。`}
          />
        ) : null}
        <LinkFields {...{ draft, problems: shown, isTried, checks, choices }} onChange={change}>
          <AddressField {...{ draft, choices, code }} error={shown.ownCode} onChange={change} />
        </LinkFields>
        <footer className={style.foot}>
          <FormRefusal error={create.error} />
          <CreateAct>
            <Button type="primary" size="large" htmlType="submit" loading={create.isPending}>
              创建短链
            </Button>
          </CreateAct>
        </footer>
      </div>
      <LinkPreview draft={draft} choices={choices} needsReview={checks.check?.needsReview} />
      <UnsavedWarning isUnsaved={JSON.stringify(draft) !== JSON.stringify(first)} />
    </form>
  )
}

/** Counts attempts to save; after each the first invalid field is scrolled into view and focused. */
function useFirstProblem() {
  const form = useRef<HTMLFormElement>(null)
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    if (attempt === 0) return
    const first = form.current?.querySelector<HTMLElement>('[aria-invalid="true"], [role="alert"]')
    first?.scrollIntoView({ block: 'center' })
    first?.focus({ preventScroll: true })
  }, [attempt])
  return { form, attempt, showFirst: () => setAttempt(attempt + 1) }
}

/** A retry with the same content has the same start time, so that it has the same idempotency key. */
function useMomentOf(draft: LinkDraft): () => number {
  const last = useRef<{ draft: LinkDraft; at: number } | null>(null)
  return () => {
    if (last.current?.draft !== draft) last.current = { draft, at: Date.now() }
    return last.current.at
  }
}

/** Before the first attempt only fields that were begun show errors, not empty ones. */
function shownOf(problems: LinkProblems, draft: LinkDraft, isTried: boolean): LinkProblems {
  if (isTried) return problems
  const { title, tags, activeUntilMinute, visitLimit, endsAt } = problems
  const begun = { title, tags, activeUntilMinute, visitLimit, ...(draft.life === 'date' && draft.endsAt === '' ? {} : { endsAt }) }
  return Object.fromEntries(Object.entries(begun).filter(([, problem]) => problem !== undefined))
}

const refusedOf = (fields: Record<string, string> | undefined): LinkProblems =>
  Object.fromEntries(Object.entries(fields ?? {}).filter(([name]) => name in emptyLink))
