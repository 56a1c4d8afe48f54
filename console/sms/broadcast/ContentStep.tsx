import { Select } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { reviewStates, shownStates } from '#contract/review-state.ts'
import { messageKinds } from '#contract/template.ts'
import { ErrorPanel } from '../../ui/ErrorPanel.tsx'
import { Field } from '../../ui/Field.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { PageSkeleton } from '../../ui/PageSkeleton.tsx'
import style from './Broadcast.module.css'
import type { Draft } from './draft.ts'
import { useSignatures, useTemplates } from './texts.ts'

interface ContentStepProps {
  draft: Draft
  onChange: (next: Partial<Draft>) => void
}

/** ① Who speaks and what is said: an approved signature and an approved template. */
export function ContentStep({ draft, onChange }: ContentStepProps) {
  const [signatureSearch, setSignatureSearch] = useState('')
  const [templateSearch, setTemplateSearch] = useState('')
  const signatures = useSignatures(draft.signatureId, signatureSearch)
  const templates = useTemplates(draft.templateId, templateSearch)
  for (const { list } of [signatures, templates])
    if (list.error && !list.data) return <ErrorPanel title="签名和模板没能加载" error={list.error} onRetry={() => void list.refetch()} />
  if (!signatures.list.data || !templates.list.data) return <PageSkeleton />
  const [signatureCounts, templateCounts] = [signatures.list.data.counts, templates.list.data.counts]
  if (signatureCounts.approved === 0)
    return <NoneYet what="签名" path="/sms/signature" counts={signatureCounts} about="签名写明短信是谁发的，审核通过后才能发送。" />
  if (templateCounts.approved === 0)
    return <NoneYet what="模板" path="/sms/template" counts={templateCounts} about="模板是短信的内容，审核通过后才能发送。" />
  const { chosen } = templates
  return (
    <>
      <TextChoice
        what="签名"
        path="/sms/signature"
        counts={signatureCounts}
        value={signatures.chosen ? draft.signatureId : null}
        onChange={signatureId => onChange({ signatureId })}
        onSearch={setSignatureSearch}
        isLoading={signatures.list.isFetching}
        options={withChosen(signatures.list.data.rows, signatures.chosen, row => row.signatureId).map(row => ({
          value: row.signatureId,
          label: `【${row.text}】`,
        }))}
        noneFound="没有找到已通过审核的签名"
      />
      <TextChoice
        what="模板"
        path="/sms/template"
        counts={templateCounts}
        value={chosen ? draft.templateId : null}
        onChange={templateId => onChange({ templateId })}
        onSearch={setTemplateSearch}
        isLoading={templates.list.isFetching}
        options={withChosen(templates.rows, chosen, row => row.templateId).map(row => ({
          value: row.templateId,
          label: `${messageKinds[row.kind]} · ${row.name}`,
        }))}
        noneFound="没有找到通知或推广模板。验证码模板请通过接口发送"
      />
      {chosen ? (
        <section className={style.text} aria-label="模板内容">
          <p>{chosen.text}</p>
          <p className={style.note}>
            {messageKinds[chosen.kind]}短信
            {chosen.variables.length > 0
              ? `，变量：${chosen.variables.map(variable => variable.name).join('、')}，下一步从文件的列中取值`
              : ''}
            {chosen.kind === 'marketing' ? '。推广短信只在08:00–21:00发送，末尾没有退订方式的自动加上' : ''}
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
}

/** One of the approved ones; the list is searched by the server. */
function TextChoice({ what, path, counts, value, onChange, onSearch, isLoading, options, noneFound }: TextChoiceProps) {
  return (
    <Field label={what} hint={<OtherStates what={what} path={path} counts={counts} />}>
      {control => (
        <Select
          {...control}
          className={style.choice}
          placeholder={`选择已通过审核的${what}`}
          showSearch={{ filterOption: false, onSearch }}
          value={value}
          onChange={onChange}
          loading={isLoading}
          options={options}
          notFoundContent={noneFound}
        />
      )}
    </Field>
  )
}

/** The rows with the chosen one among them, also when a search has left it out. */
const withChosen = <Row,>(rows: readonly Row[], chosen: Row | undefined, idOf: (row: Row) => string): Row[] =>
  chosen && !rows.some(row => idOf(row) === idOf(chosen)) ? [chosen, ...rows] : [...rows]

const otherStates = (counts: Counts, what: string) =>
  shownStates
    .filter(state => state !== 'approved' && counts[state] > 0)
    .map(state => `${counts[state]}个${what}${reviewStates[state].name}`)
    .join('、')

/** Why something that was made isn't in the list. */
function OtherStates({ what, path, counts }: { what: string; path: TextPath; counts: Counts }) {
  const text = otherStates(counts, what)
  return text === '' ? null : (
    <>
      另有{text}，
      <Link to={path} className={style.link}>
        查看
      </Link>
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
