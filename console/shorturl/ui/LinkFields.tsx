import { type ReactNode, useState } from 'react'
import type { CallAnswerWire } from '#contract/call.ts'
import type { linkCalls } from '#contract/links/link.ts'
import { lazyPart } from '#ui/frame/chunk.ts'
import type { TargetChecks } from './checks.ts'
import { Fold } from './Fold.tsx'
import type { LinkDraft, LinkProblems } from './link-draft.ts'
import { rollUpSummaries } from './link-words.ts'
import { TargetField } from './TargetField.tsx'

const NameFields = lazyPart('NameFields', () => import('./NameFields.tsx'))
const LifeFields = lazyPart('LifeFields', () => import('./LifeFields.tsx'))
const TargetingEditor = lazyPart('TargetingEditor', () => import('./TargetingEditor.tsx'))
const SourceFields = lazyPart('SourceFields', () => import('./SourceFields.tsx'))

export type LinkChoices = CallAnswerWire<typeof linkCalls.choices>
export interface LinkFieldsProps {
  draft: LinkDraft
  /** The errors to show. */
  problems: LinkProblems
  isTried: boolean
  checks: TargetChecks
  choices: LinkChoices | undefined
  onChange: (change: Partial<LinkDraft>) => void
  /** Of an existing link: its current target. */
  keptTarget?: string
  /** Below the target: fields of new links only. */
  children?: ReactNode
}

/** The fields of a new or existing link: its target, and in lazily loaded sections the rarely used ones. */
export function LinkFields({ draft, problems, isTried, checks, choices, onChange, keptTarget, children }: LinkFieldsProps) {
  const [open, setOpen] = useState<Record<string, boolean>>({})
  const summaries = rollUpSummaries(draft, choices)
  const fold = (name: keyof typeof summaries, fields: (keyof LinkDraft)[]) => ({
    summary: summaries[name],
    hasProblem: fields.some(field => problems[field]),
    isOpen: open[name] ?? false,
    onToggle: (isOpen: boolean) => setOpen(before => ({ ...before, [name]: isOpen })),
  })
  return (
    <>
      <TargetField
        value={draft.target}
        error={problems.target}
        kept={keptTarget}
        checks={checks}
        onChange={target => onChange({ target })}
      />
      {children}
      <Fold title="标题、标签与分组" {...fold('names', ['title', 'tags'])}>
        <NameFields {...{ draft, problems, choices, onChange }} />
      </Fold>
      <Fold
        title="有效期与访问限制"
        {...fold('life', ['startsAt', 'days', 'endsAt', 'endedTarget', 'visitLimit', 'password', 'activeUntilMinute'])}
      >
        <LifeFields {...{ draft, problems, onChange }} />
      </Fold>
      <Fold title="按设备、应用和地区分流" {...fold('rules', ['rules'])}>
        <TargetingEditor rules={draft.rules} isTried={isTried} onChange={rules => onChange({ rules })} />
      </Fold>
      <Fold title="参数与来源" {...fold('parameters', [])}>
        <SourceFields {...{ draft, onChange }} />
      </Fold>
    </>
  )
}
