import { Radio, Select } from 'antd'
import { type ReactNode, Suspense, useState } from 'react'
import { Link } from 'react-router'
import type { DraftFields } from '#contract/broadcast/broadcast-draft.ts'
import { shownStates } from '#contract/content/review-state.ts'
import { messageKinds } from '#contract/content/template.ts'
import { SenderRegistrationMarks } from '#ui/display/SenderRegistrationMarks.tsx'
import { TemplateText } from '#ui/display/TemplateText.tsx'
import { ErrorPanel } from '#ui/ErrorPanel.tsx'
import { Field } from '#ui/form/Field.tsx'
import { lazyPart } from '#ui/frame/chunk.ts'
import { PageSkeleton } from '#ui/frame/PageSkeleton.tsx'
import { LinkButton } from '#ui/LinkButton.tsx'
import { reviewStateTags } from '#ui/labels/content.ts'
import layout from '#ui/theme/layout.module.css'
import { pathTo } from '../../paths.ts'
import style from './Broadcast.module.css'
import { type Signature, useSignatures, useTemplates } from './texts.ts'

const OwnTextField = lazyPart('OwnTextField', () => import('./OwnTextField.tsx'))

interface ContentStepProps {
  draft: DraftFields
  onChange: (next: Partial<DraftFields>) => void
  signature: Signature | undefined
  /** Why a custom text can't be submitted. */
  onProblem: (problem: string | null) => void
}

/**
 * ① Signature and text: an approved signature, and an approved template or a marketing text that is reviewed with the
 * broadcast.
 */
export function ContentStep({ draft, onChange, signature, onProblem }: ContentStepProps) {
  const [signatureSearch, setSignatureSearch] = useState('')
  const signatures = useSignatures(draft.signatureId ?? '', signatureSearch)
  const { data, error } = signatures.list
  if (error && !data) return <ErrorPanel title="签名没能加载" error={error} onRetry={() => void signatures.list.refetch()} />
  if (!data) return <PageSkeleton />
  if (data.counts.approved === 0)
    return <NoneYet what="签名" path="/sms/signature" counts={data.counts} about="签名写明短信是谁发的，审核通过后才能发送。" />
  return (
    <>
      <TextChoice
        what="签名"
        path="/sms/signature"
        counts={data.counts}
        value={signatures.chosen ? draft.signatureId : null}
        onChange={signatureId => onChange({ signatureId })}
        onSearch={setSignatureSearch}
        isLoading={signatures.list.isFetching}
        options={withChosen(data.rows, signatures.chosen, row => row.signatureId).map(row => ({
          value: row.signatureId,
          label: `【${row.text}】`,
        }))}
        noneFound="没有找到已通过审核的签名"
      >
        {signature?.senderRegistration ? (
          <p className={style.senderRegistration}>
            运营商报备 <SenderRegistrationMarks states={signature.senderRegistration} isNamed />
            <Link to={pathTo('/sms/signature', { id: signature.signatureId })} className={style.link}>
              查看报备
            </Link>
          </p>
        ) : null}
      </TextChoice>
      <Field label="内容" isGroup>
        {() => (
          <Radio.Group
            value={draft.ownText !== null}
            onChange={event => onChange({ ownText: event.target.value === true ? '' : null, templateId: null })}
            options={[
              { value: false, label: '用模板' },
              { value: true, label: '自己写推广内容' },
            ]}
          />
        )}
      </Field>
      {draft.ownText === null ? (
        <TemplateChoice draft={draft} onChange={onChange} />
      ) : (
        <Suspense fallback={<PageSkeleton />}>
          <OwnTextField text={draft.ownText} onChange={ownText => onChange({ ownText })} onProblem={onProblem} />
        </Suspense>
      )}
    </>
  )
}

function TemplateChoice({ draft, onChange }: Pick<ContentStepProps, 'draft' | 'onChange'>) {
  const [search, setSearch] = useState('')
  const templates = useTemplates(draft.templateId ?? '', search)
  const { data, error } = templates.list
  if (error && !data) return <ErrorPanel title="模板没能加载" error={error} onRetry={() => void templates.list.refetch()} />
  if (!data) return <PageSkeleton />
  if (data.counts.approved === 0)
    return <NoneYet what="模板" path="/sms/template" counts={data.counts} about="模板是短信的内容，审核通过后才能发送。" />
  const { chosen } = templates
  return (
    <>
      <TextChoice
        what="模板"
        path="/sms/template"
        counts={data.counts}
        value={chosen ? draft.templateId : null}
        onChange={templateId => onChange({ templateId })}
        onSearch={setSearch}
        isLoading={templates.list.isFetching}
        options={withChosen(templates.rows, chosen, row => row.templateId).map(row => ({
          value: row.templateId,
          label: `${messageKinds[row.kind]} · ${row.name}`,
        }))}
        noneFound="没有找到通知或推广模板。验证码模板请通过接口发送"
      />
      {chosen ? (
        <section className={style.text} aria-label="模板内容">
          <p>
            <TemplateText text={chosen.text} />
          </p>
          <p className={style.note}>
            {messageKinds[chosen.kind]}短信
            {chosen.variables.length > 0
              ? `，变量：${chosen.variables.map(variable => variable.name).join('、')}，下一步取自文件的列或填写固定值`
              : ''}
            {chosen.kind === 'marketing' ? '。推广短信只在白天发送，末尾没有退订方式的自动加上' : ''}
          </p>
        </section>
      ) : null}
    </>
  )
}

type Counts = Record<(typeof shownStates)[number], number>
type TextPath = '/sms/signature' | '/sms/template'

interface TextChoiceProps {
  what: string
  path: TextPath
  counts: Counts
  value: string | null
  onChange: (id: string) => void
  onSearch: (text: string) => void
  isLoading: boolean
  options: { value: string; label: string }[]
  noneFound: string
  /** Shown for the chosen one. */
  children?: ReactNode
}

/** Select of approved texts; the server searches the list. */
function TextChoice({ what, path, counts, value, onChange, onSearch, isLoading, options, noneFound, children }: TextChoiceProps) {
  return (
    <Field label={what} hint={<OtherStates what={what} path={path} counts={counts} />}>
      {control => (
        <>
          <Select
            {...control}
            className={layout.full}
            placeholder={`选择已通过审核的${what}`}
            showSearch={{ filterOption: false, onSearch }}
            value={value}
            onChange={onChange}
            loading={isLoading}
            options={options}
            notFoundContent={noneFound}
          />
          {children}
        </>
      )}
    </Field>
  )
}

/** The rows with the chosen one among them, even if a search doesn't match it. */
const withChosen = <Row,>(rows: readonly Row[], chosen: Row | undefined, idOf: (row: Row) => string): Row[] =>
  chosen && !rows.some(row => idOf(row) === idOf(chosen)) ? [chosen, ...rows] : [...rows]

const otherStates = (counts: Counts, what: string) =>
  shownStates
    .filter(state => state !== 'approved' && counts[state] > 0)
    .map(state => `${counts[state]}个${what}${reviewStateTags[state].name}`)
    .join('、')

/** Why an existing text isn't in the list. */
function OtherStates({ what, path, counts }: { what: string; path: TextPath; counts: Counts }) {
  const text = otherStates(counts, what)
  return text === '' ? null : (
    <>
      另有{text}
      <span data-acts="">
        ，
        <Link to={path} className={style.link}>
          查看
        </Link>
      </span>
    </>
  )
}

function NoneYet({ what, path, counts, about }: { what: string; path: TextPath; counts: Counts; about: string }) {
  const others = otherStates(counts, what)
  return (
    <div className={style.none}>
      <h3>还没有审核通过的{what}</h3>
      <p>
        {about}
        {others ? `您有${others}。` : ''}
      </p>
      <LinkButton to={path} type="primary">
        {others ? `查看${what}` : `去创建${what}`}
      </LinkButton>
    </div>
  )
}
