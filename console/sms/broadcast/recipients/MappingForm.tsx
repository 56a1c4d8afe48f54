import { Button, Checkbox, Input, Select } from 'antd'
import { Suspense, useEffect, useRef, useState } from 'react'
import { takesLink } from '#contract/broadcast/broadcast-link.ts'
import { type TemplateVariable, variableKinds } from '#contract/content/template-text.ts'
import { uploadCalls } from '#contract/recipients/upload.ts'
import { useAct } from '#ui/call.ts'
import type { PreviewMessage } from '#ui/display/PhonePreview.tsx'
import { Field } from '#ui/form/Field.tsx'
import { FormRefusal } from '#ui/form/FormRefusal.tsx'
import { searchOf } from '#ui/form/select-search.ts'
import { lazyPart } from '#ui/frame/chunk.ts'
import { PageSkeleton } from '#ui/frame/PageSkeleton.tsx'
import { forget, recall, remember } from '#ui/remembered.ts'
import layout from '#ui/theme/layout.module.css'
import {
  type ChosenLink,
  firstMapping,
  isLikeKnown,
  type KnownMapping,
  knownOf,
  linkOf,
  type Mapping,
  mapInput,
  mappingProblems,
  rowMessages,
  type Source,
  sampleRows,
  type Texts,
} from './mapping.ts'
import { hasPublicName, OptOutLinkButton } from './OptOutLinkButton.tsx'
import style from './Recipients.module.css'
import type { Upload } from './send-file.ts'

const LinkSource = lazyPart('LinkSource', () => import('./LinkSource.tsx'))

interface MappingFormProps {
  upload: Upload
  texts: Texts
  /** The link of the draft. */
  link: ChosenLink | null
  onLink: ((link: ChosenLink | null) => void) | undefined
  onPreview: ((messages: PreviewMessage[] | null) => void) | undefined
}

/** An unsaved mapping: it survives a reload of the page. */
interface Unsent {
  uploadId: string
  templateId: string
  mapping: Mapping
}
const unsentName = 'broadcast.mapping'

function unsentMapping(uploadId: string, templateId: string): Mapping | null {
  const unsent = recall<Unsent>(unsentName)
  return unsent?.uploadId === uploadId && unsent.templateId === templateId ? unsent.mapping : null
}

const knownName = (templateId: string) => `broadcast.mapping.${templateId}`

/** Column mapping, with a preview of the first rows. */
export function MappingForm({ upload, texts, link, onLink, onPreview }: MappingFormProps) {
  const { uploadId, shape } = upload
  const { templateId } = texts
  const [known] = useState(() => recall<KnownMapping>(knownName(templateId)))
  const [mapping, setMapping] = useState(() => unsentMapping(uploadId, templateId) ?? firstMapping(upload, texts, { link, known }))
  const [isTried, setIsTried] = useState(false)
  const place = useRef<HTMLDivElement>(null)
  const map = useAct(uploadCalls.map, {
    invalidates: [uploadCalls.one],
    onDone: () => {
      forget(unsentName)
      if (shape.hasHeader) remember(knownName(templateId), knownOf(upload, mapping))
    },
  })
  useEffect(() => {
    onPreview?.(rowMessages(shape, mapping, texts))
    return () => onPreview?.(null)
  }, [shape, mapping, texts, onPreview])
  const problems = { ...(isTried ? mappingProblems(mapping, texts) : {}), ...map.error?.fields }
  const put = (next: Mapping) => {
    setMapping(next)
    remember(unsentName, { uploadId, templateId, mapping: next } satisfies Unsent)
  }
  const change = (next: Partial<Mapping>) => put({ ...mapping, ...next })
  const changeSource = (name: string, source: Source) => {
    const next = { ...mapping, variables: { ...mapping.variables, [name]: source } }
    put(next)
    const [before, now] = [linkOf(mapping), linkOf(next)]
    if (before?.name !== now?.name || before?.linkId !== now?.linkId) onLink?.(now)
  }
  const begin = () => {
    setIsTried(true)
    const input = mapInput(uploadId, mapping, texts)
    if (input) return map.mutate(input)
    // The errors are drawn first.
    requestAnimationFrame(() => place.current?.querySelector<HTMLElement>('input[aria-invalid="true"]')?.focus())
  }
  return (
    <div ref={place} className={`${layout.stack16} ${style.stack}`}>
      <SampleTable upload={upload} mapping={mapping} />
      {isLikeKnown(upload, known) ? <p className={style.note}>沿用上次的对应，核对后就可以开始检查。</p> : null}
      {upload.origin !== 'file' ? null : (
        <Checkbox checked={mapping.hasHeader} onChange={event => change({ hasHeader: event.target.checked })}>
          第一行是标题，不是号码
        </Checkbox>
      )}
      <div className={style.fields}>
        <Field label="手机号" error={problems.phoneColumn ?? null}>
          {({ status, ...control }) => (
            <Select
              {...control}
              status={status}
              placeholder="选择手机号所在的列"
              showSearch={searchOf(shape.columns)}
              value={mapping.phoneColumn}
              onChange={phoneColumn => change({ phoneColumn })}
              options={columnOptions(shape)}
            />
          )}
        </Field>
        {texts.variables.map(variable => (
          <VariableField
            key={variable.name}
            variable={variable}
            shape={shape}
            source={mapping.variables[variable.name]}
            error={problems[variable.name] ?? null}
            optOutOf={texts.kind === 'marketing' && variable.kind === 'link' ? texts.signatureId : null}
            hasLinkElsewhere={Object.entries(mapping.variables).some(([name, one]) => name !== variable.name && one && 'linkId' in one)}
            onChange={source => changeSource(variable.name, source)}
          />
        ))}
      </div>
      <FormRefusal error={map.error} />
      <div>
        <Button type="primary" loading={map.isPending} onClick={begin}>
          开始检查号码
        </Button>
      </div>
    </div>
  )
}

export const columnOptions = (shape: Upload['shape']) => shape.columns.map((label, value) => ({ value, label }))
const fixed = -1
const linked = -2

interface VariableFieldProps {
  variable: TemplateVariable
  shape: Upload['shape']
  source: Source | undefined
  error: string | null
  /** The signature whose opt-out link may be inserted; null: the variable takes another link. */
  optOutOf: string | null
  /** A message has one link at most. */
  hasLinkElsewhere: boolean
  onChange: (source: Source) => void
}

const choiceOf = (source: Source) => ('linkId' in source ? linked : 'column' in source ? source.column : fixed)
const sourceOf = (choice: number): Source => (choice === linked ? { linkId: '' } : choice === fixed ? { value: '' } : { column: choice })

const ruleOf = ({ kind, maxLength }: TemplateVariable) => [variableKinds[kind].reason, `最多${maxLength}个字符`].filter(Boolean).join('，')

/** A variable's source: a column, one value for all, or a short link with an address for each recipient. */
function VariableField({ variable, shape, source, error, optOutOf, hasLinkElsewhere, onChange }: VariableFieldProps) {
  const isLink = source !== undefined && 'linkId' in source
  const isFixed = source !== undefined && !isLink && 'value' in source
  const [isJustFixed, setJustFixed] = useState(false)
  const mayLink = takesLink(variable) && (isLink || !hasLinkElsewhere)
  return (
    <Field label={`变量 ${variable.name}`} error={error} hint={ruleOf(variable)}>
      {({ status, ...control }) => (
        <div className={`${layout.stack8} ${style.source}`} data-link={isLink}>
          <div className={`${layout.beside} ${style.beside}`}>
            <Select
              {...control}
              status={status}
              placeholder="选择列"
              showSearch={searchOf(shape.columns)}
              value={source && choiceOf(source)}
              onChange={choice => {
                setJustFixed(choice === fixed)
                onChange(sourceOf(choice))
              }}
              options={[
                ...columnOptions(shape),
                { value: fixed, label: '所有号码用同一个值' },
                ...(mayLink ? [{ value: linked, label: '短链，每个号码一个地址' }] : []),
              ]}
            />
            {optOutOf ? <OptOutLinkButton signatureId={optOutOf} onLink={value => onChange({ value })} /> : null}
          </div>
          {optOutOf && !hasPublicName ? <span className={style.note}>平台使用正式域名后，才能填入退订链接。</span> : null}
          {isLink ? (
            <Suspense fallback={<PageSkeleton />}>
              <LinkSource
                label={`变量 ${variable.name} 的短链`}
                linkId={source.linkId}
                onChange={({ linkId, address }) => onChange({ linkId, value: address })}
              />
            </Suspense>
          ) : null}
          {isFixed ? (
            <Input
              aria-label={`变量 ${variable.name} 的值`}
              status={status}
              value={source.value}
              maxLength={variable.maxLength}
              onChange={event => onChange({ value: event.target.value })}
              // Whoever chooses it types the value next.
              autoFocus={isJustFixed}
            />
          ) : null}
        </div>
      )}
    </Field>
  )
}

/** The first rows of the file, with the numbers' column highlighted. */
export function SampleTable({ upload: { shape }, mapping }: { upload: Upload; mapping: Pick<Mapping, 'hasHeader' | 'phoneColumn'> }) {
  const rows = sampleRows(shape, mapping.hasHeader).slice(0, 5)
  return (
    <div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a table that is wider than its frame is scrolled by keyboard. */}
      <section className={style.sample} aria-label="文件的前几行" tabIndex={0}>
        <table>
          <thead>
            <tr>
              {shape.columns.map((name, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a column is identified by its index.
                <th key={index} scope="col" data-phone={index === mapping.phoneColumn}>
                  {mapping.hasHeader === shape.hasHeader ? name : `第${index + 1}列`}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, line) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a row is identified by its index.
              <tr key={line}>
                {shape.columns.map((_, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: a cell is identified by its index.
                  <td key={index} data-phone={index === mapping.phoneColumn}>
                    {row[index]}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {shape.titleRows ? <p className={style.note}>表格上方的{shape.titleRows}行说明已跳过。</p> : null}
    </div>
  )
}
