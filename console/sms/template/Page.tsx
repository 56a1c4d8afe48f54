import { Button } from 'antd'
import { useState } from 'react'
import { routes } from '#console/routes.tsx'
import { NextStep } from '#console/shared/NextStep.tsx'
import { mayTemplate, shownStates } from '#contract/content/review-state.ts'
import { messageKinds, templateCalls, templateOrder } from '#contract/content/template.ts'
import { CopyableId } from '#ui/CopyButton.tsx'
import { useCall, useListCall } from '#ui/call.ts'
import { TemplateText } from '#ui/display/TemplateText.tsx'
import { optionsOf } from '#ui/form/options.ts'
import { lazyPart } from '#ui/frame/chunk.ts'
import type { ListColumn } from '#ui/list/list-columns.ts'
import { useListState } from '#ui/list/list-state.ts'
import { useMessageAct } from '#ui/overlay/message-act.ts'
import { useMay } from '../../session.ts'
import { stateTabs, timeColumns } from '../review/list-parts.tsx'
import { ReviewedPage, useOpened } from '../review/ReviewedPage.tsx'
import { ReviewStateCell } from '../review/ReviewStateCell.tsx'
import { type TemplateRow, templateAnswers, templateNoun } from './noun.ts'
import style from './Template.module.css'

const TemplateForm = lazyPart('TemplateForm', () => import('./TemplateForm.tsx'))
const TemplateDetail = lazyPart('TemplateDetail', () => import('./TemplateDetail.tsx'))
const ImportDialog = lazyPart('ImportDialog', () => import('./ImportDialog.tsx'))

const kinds = optionsOf(messageKinds)

const columns: ListColumn<TemplateRow>[] = [
  {
    id: 'name',
    onPhone: true,
    title: '模板',
    order: 'name',
    isAlways: true,
    width: 140,
    render: row => <span className={style.name}>{row.name}</span>,
  },
  { id: 'code', title: '代码', width: 144, render: row => <CopyableId id={row.code} /> },
  { id: 'kind', onPhone: true, title: '类型', width: 68, render: row => messageKinds[row.kind] },
  { id: 'text', onPhone: true, title: '内容', width: 193, render: row => <TemplateText text={row.text} isShort /> },
  { id: 'state', onPhone: true, title: '状态', width: 130, render: row => <ReviewStateCell row={row} /> },
  ...timeColumns<TemplateRow>(),
]

/** 短信模板: templates of messages. */
export function Page() {
  const list = useListState({ state: '', kind: '', search: '', order: '' }, '100')
  const opened = useOpened()
  const [isImporting, setImporting] = useState(false)
  const mayWrite = useMay('template.write')
  const state = shownStates.find(one => one === list.values.state)
  const kind = (['otp', 'transactional', 'marketing'] as const).find(one => one === list.values.kind)
  const order = templateOrder.safeParse(list.values.order).data
  // Staff review them meanwhile.
  const query = useListCall(
    templateCalls.list,
    { state, kind, order, search: list.values.search, ...list.page },
    { refetchInterval: 15_000 },
  )
  const isLong = order !== undefined || !list.turn.isFirst || Boolean(query.data?.nextCursor)
  const isEdited = opened.form !== '' && opened.form !== 'new'
  const edited = useCall(templateCalls.one, { templateId: opened.form }, { enabled: isEdited })
  const copy = useMessageAct(templateCalls.copy, {
    invalidates: templateAnswers,
    onDone: ({ templateId }) => opened.open({ id: '', form: templateId }),
  })
  const add = mayWrite ? (
    <>
      <Button onClick={() => setImporting(true)}>批量导入</Button>
      <Button type="primary" onClick={() => opened.open({ form: 'new' })}>
        新建模板
      </Button>
    </>
  ) : null
  return (
    <ReviewedPage<TemplateRow>
      id="template"
      title="短信模板"
      note={routes['/sms/template'].note}
      action={add}
      list={list}
      query={query}
      columns={columns}
      // A list that is complete sorts by every column, both ways.
      order={isLong ? { by: order ?? '', onChange: next => list.change({ order: next }) } : undefined}
      tabs={stateTabs(query.data?.counts)}
      filters={[
        { kind: 'search', name: 'search', label: '名称、代码或内容' },
        { kind: 'select', name: 'kind', label: '类型', options: kinds },
      ]}
      emptyState={{
        title: '还没有模板',
        text: '模板是短信的内容，例如“您的验证码为${code}”。新建并通过审核后，群发和接口都可以用它发送。',
        action: add,
      }}
      next={<NextStep of="templates" />}
      errorTitle="模板没能加载"
      noun={templateNoun}
      opened={opened}
      mayWrite={mayWrite}
      acts={['edit', 'submit', 'expedite', 'withdraw', 'copy', 'disable', 'enable', 'delete']}
      starts={{ copy: ({ templateId }) => copy.mutate({ templateId }) }}
      detail={(id, actsFor, onClose) => <TemplateDetail templateId={id} actsFor={actsFor} onClose={onClose} />}
      form={(id, onClose) => {
        const row = edited.data && mayTemplate('edit', edited.data.state) ? edited.data : undefined
        return id === 'new' || row ? <TemplateForm key={id} row={row ?? null} firstText={opened.text} onClose={onClose} /> : null
      }}
    >
      {isImporting ? <ImportDialog onClose={() => setImporting(false)} /> : null}
    </ReviewedPage>
  )
}
