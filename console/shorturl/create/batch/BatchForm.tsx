import { App, Button, Checkbox, Input, InputNumber, Select } from 'antd'
import { useState } from 'react'
import { type LinkUnits, useLinkUnits } from '#console/shared/link-units.ts'
import { watchTask } from '#console/shared/tasks/watched.ts'
import { homeCalls } from '#contract/home/home.ts'
import { linkCalls, linkTitleRule } from '#contract/links/link.ts'
import { linkBatchCalls } from '#contract/links/link-batch.ts'
import { linkTarget } from '#contract/links/link-rule.ts'
import { useAct, useCall } from '#ui/call.ts'
import { thousands } from '#ui/display/Count.tsx'
import { Field } from '#ui/form/Field.tsx'
import { FormRefusal } from '#ui/form/FormRefusal.tsx'
import { ruleMessage } from '#ui/form/form-rules.ts'
import { UnsavedWarning } from '#ui/form/UnsavedWarning.tsx'
import layout from '#ui/theme/layout.module.css'
import { pairsOf } from '#values/keys.ts'
import { megabytes } from '../../../sms/broadcast/recipients/FileDrop.tsx'
import type { Upload } from '../../../sms/broadcast/recipients/send-file.ts'
import { CreateAct } from '../../ui/CreateAct.tsx'
import style from './Batch.module.css'
import { batchInput, chooseColumn, columnNames, type Draft, emptyDraft, firstDraft, shownRows, unusedColumns, type Way } from './mapping.ts'
import { Sample } from './Sample.tsx'

interface BatchFormProps {
  upload: Upload
  way: Way
  onReplace: () => void
  onStarted: () => void
}

/** Column mapping and settings for all links; the rest runs in the background. */
export function BatchForm({ upload, way, onReplace, onStarted }: BatchFormProps) {
  const { message } = App.useApp()
  const [draft, setDraft] = useState(() => firstDraft(upload.shape, way, emptyDraft))
  const [isTried, setTried] = useState(false)
  const start = useAct(linkBatchCalls.start, {
    invalidates: [linkBatchCalls.list, homeCalls.frame],
    onDone: ({ linkBatchId }) => {
      watchTask('batch', linkBatchId)
      void message.success('已开始创建，可以离开这个页面')
      onStarted()
    },
  })
  const change = (next: Partial<Draft>) => setDraft({ ...draft, ...next })
  const { names, rows } = shownRows(upload.shape, draft.hasHeader)
  const unused = unusedColumns(draft, names)
  const counted = useCall(linkBatchCalls.countRows, { uploadId: upload.uploadId })
  const units = useLinkUnits()
  const input = batchInput(upload.uploadId, way, draft, new Date())
  const problems = isTried ? { ...('problems' in input ? input.problems : {}), ...linkProblems(way, draft) } : {}
  const begin = () => {
    setTried(true)
    if ('batch' in input && Object.keys(linkProblems(way, draft)).length === 0) start.mutate({ batch: input.batch })
  }
  return (
    <div className={`${layout.stack16} ${layout.shrink}`}>
      <UnsavedWarning isUnsaved text="还没有开始创建，离开后需要重新选择文件。" />
      <p className={`${layout.flush} ${layout.anywhere}`}>
        <b>{upload.fileName}</b> <span className={layout.note}>{megabytes(upload.byteCount)}</span>
      </p>
      <Sample names={names} rows={rows} />
      <Checkbox checked={draft.hasHeader} onChange={event => change({ hasHeader: event.target.checked })}>
        第一行是标题
      </Checkbox>
      {way === 'targets' ? (
        <Columns names={names} draft={draft} problem={problems.target} onChange={change} />
      ) : (
        <Recipients names={names} draft={draft} problems={problems} onChange={change} />
      )}
      {way === 'targets' && unused.length > 0 ? (
        <p className={style.unused}>未使用的列：{unused.join('、')}。需要时请在上面选择它是哪一项。</p>
      ) : null}
      <ForAll way={way} draft={draft} onChange={change} />
      <FormRefusal error={start.error} />
      <Cost rowCount={counted.data && counted.data.rowCount - (draft.hasHeader ? 1 : 0)} way={way} units={units} />
      <FormRefusal error={counted.error} />
      <div className={layout.row}>
        <CreateAct>
          <Button type="primary" loading={start.isPending} onClick={begin}>
            开始创建
          </Button>
        </CreateAct>
        <Button onClick={onReplace}>更换文件</Button>
      </div>
    </div>
  )
}

interface CostProps {
  /** Not counted yet. */
  rowCount: number | undefined
  way: Way
  units: LinkUnits | undefined
}

/**
 * The number of rows and their cost: a unit for each row that becomes a link or a code, and one for the link of a batch
 * for recipients.
 */
function Cost({ rowCount, way, units }: CostProps) {
  if (rowCount === undefined) return <p className={`${layout.flush} ${layout.note}`}>正在数行数…</p>
  const most = rowCount + (way === 'recipients' ? 1 : 0)
  const left = units && Math.max(0, units.total - units.used)
  return (
    <p className={`${layout.flush} ${layout.note}`} role="status">
      共 <b>{thousands(rowCount)}</b> 行，最多用短链套餐 <b>{thousands(most)}</b> 次（没有创建的行不用）
      {left === undefined ? '' : `，剩余 ${thousands(left)} 次${left < most ? '，不够用完全部行' : ''}`}。
    </p>
  )
}

function linkProblems(way: Way, { target, title }: Draft): Record<string, string> {
  if (way === 'targets') return {}
  const found = { link: ruleMessage(linkTarget, target.trim()), title: ruleMessage(linkTitleRule, title) }
  return Object.fromEntries(Object.entries(found).flatMap(([field, problem]) => (problem === null ? [] : [[field, problem]])))
}

interface PartProps {
  draft: Draft
  onChange: (next: Partial<Draft>) => void
}

const optionsOf = (names: readonly string[]) => names.map((label, value) => ({ value, label }))

function Columns({ names, draft, problem, onChange }: PartProps & { names: string[]; problem: string | undefined }) {
  return (
    <div className={style.fields}>
      {pairsOf(columnNames).map(([column, name]) => (
        <Field key={column} label={`${name}所在的列`} isOptional={column !== 'target'} error={column === 'target' ? problem : null}>
          {({ status, ...control }) => (
            <Select
              {...control}
              status={status}
              allowClear={column !== 'target'}
              placeholder={column === 'target' ? '选择列' : '没有'}
              value={draft.columns[column] ?? null}
              options={optionsOf(names)}
              onChange={chosen => onChange({ columns: chooseColumn(draft.columns, column, chosen ?? undefined) })}
            />
          )}
        </Field>
      ))}
    </div>
  )
}

function Recipients({ names, draft, problems, onChange }: PartProps & { names: string[]; problems: Record<string, string> }) {
  return (
    <>
      <Field label="目标网址" error={problems.link} hint="可以用 {recipient} 带上收件人的编号（结果文件中有对照），用 {code} 带上短链后缀">
        {({ status, ...control }) => (
          <Input
            {...control}
            status={status}
            value={draft.target}
            placeholder="https://example.com/sale?r={recipient}"
            onChange={event => onChange({ target: event.target.value })}
          />
        )}
      </Field>
      <div className={style.fields}>
        <Field label="收件人所在的列" error={problems.recipient}>
          {({ status, ...control }) => (
            <Select
              {...control}
              status={status}
              value={draft.columns.recipient ?? null}
              options={optionsOf(names)}
              onChange={recipient => onChange({ columns: { recipient } })}
            />
          )}
        </Field>
        <Field label="标题" isOptional error={problems.title}>
          {({ status, ...control }) => (
            <Input {...control} status={status} value={draft.title} onChange={event => onChange({ title: event.target.value })} />
          )}
        </Field>
      </div>
    </>
  )
}

/** Settings for all links of the file. */
function ForAll({ way, draft, onChange }: PartProps & { way: Way }) {
  const choices = useCall(linkCalls.choices, {}).data
  const own = (choices?.shortLinkUrl ?? '').replace(/^https?:\/\//, '')
  return (
    <div className={style.fields}>
      <Field label="短链域名">
        {({ status, ...control }) => (
          <Select
            {...control}
            status={status}
            value={draft.domain}
            options={[
              { value: '', label: own || '平台域名' },
              ...(choices?.domains ?? []).map(domain => ({ value: domain, label: domain })),
            ]}
            onChange={domain => onChange({ domain })}
          />
        )}
      </Field>
      <Field label="分组" isOptional>
        {({ status, ...control }) => (
          <Select
            {...control}
            status={status}
            allowClear
            placeholder="不分组"
            value={draft.linkGroupId}
            options={(choices?.groups ?? []).map(group => ({ value: group.linkGroupId, label: group.name }))}
            onChange={linkGroupId => onChange({ linkGroupId: linkGroupId ?? null })}
          />
        )}
      </Field>
      <Field label="有效期" isOptional hint={way === 'targets' ? '行里没有写失效时间的，按这里' : undefined}>
        {({ status, ...control }) => (
          <InputNumber
            {...control}
            status={status}
            style={{ width: '100%' }}
            min={1}
            max={3_650}
            precision={0}
            suffix="天"
            placeholder="一直有效"
            value={draft.dayCount}
            onChange={dayCount => onChange({ dayCount })}
          />
        )}
      </Field>
    </div>
  )
}
