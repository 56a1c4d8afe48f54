import { App, Button } from 'antd'
import { Suspense, useState } from 'react'
import { mayTemplate, shownStates, type TemplateAct } from '#contract/review-state.ts'
import { messageKinds, templateCalls } from '#contract/template.ts'
import { useAct, useCall } from '../../call.ts'
import { useMay } from '../../session.ts'
import { lazyPart } from '../../ui/chunk.ts'
import { ListPage } from '../../ui/ListPage.tsx'
import type { ListColumn } from '../../ui/list-columns.tsx'
import { useListState } from '../../ui/list-state.ts'
import { Moment } from '../../ui/Moment.tsx'
import { TemplateText } from '../../ui/TemplateText.tsx'
import { useUrlState } from '../../ui/url-state.ts'
import { type AskedAct, askedActs } from '../review/acts.ts'
import { actsColumn, stateTabs } from '../review/list-parts.tsx'
import { ReviewStateCell } from '../review/ReviewStateCell.tsx'
import style from './Template.module.css'
import { TemplateActDialog } from './TemplateActDialog.tsx'
import { type TemplateRow, templateAnswers } from './template.ts'

const TemplateForm = lazyPart('TemplateForm', () => import('./TemplateForm.tsx'))
const TemplateDetail = lazyPart('TemplateDetail', () => import('./TemplateDetail.tsx'))

const kinds = Object.entries(messageKinds).map(([value, label]) => ({ value, label }))

const facts: ListColumn<TemplateRow>[] = [
  { id: 'name', title: '模板', isAlways: true, width: 140, render: row => <span className={style.name}>{row.name}</span> },
  { id: 'code', title: '代码', width: 120, render: row => row.code },
  { id: 'kind', title: '类型', width: 70, render: row => messageKinds[row.kind] },
  { id: 'text', title: '内容', width: 240, render: row => <TemplateText text={row.text} isShort /> },
  { id: 'state', title: '状态', width: 140, render: row => <ReviewStateCell row={row} /> },
  { id: 'createdAt', title: '创建时间', width: 150, render: row => <Moment at={row.createdAt} short /> },
  { id: 'submittedAt', title: '提交时间', isExtra: true, width: 150, render: row => <Moment at={row.submittedAt} short /> },
  { id: 'reviewedAt', title: '审核时间', isExtra: true, width: 150, render: row => <Moment at={row.reviewedAt} short /> },
]

/** 短信模板: what messages say. */
export function Page() {
  const { message } = App.useApp()
  const list = useListState({ state: '', kind: '', search: '' })
  const [open, setOpen] = useUrlState({ id: '', form: '' })
  const [asked, setAsked] = useState<{ act: AskedAct; row: TemplateRow } | null>(null)
  const mayWrite = useMay('template.write')
  const state = shownStates.find(one => one === list.values.state)
  const kind = (['code', 'notice', 'marketing'] as const).find(one => one === list.values.kind)
  const query = useCall(templateCalls.list, { state, kind, search: list.values.search, ...list.page })
  const edited = useCall(templateCalls.one, { templateId: open.form }, { enabled: open.form !== '' && open.form !== 'new' })
  const copy = useAct(templateCalls.copy, {
    invalidates: templateAnswers,
    onDone: ({ templateId }) => setOpen({ id: '', form: templateId }),
  })

  const actsFor = (row: TemplateRow) => {
    if (!mayWrite) return []
    const { templateId } = row
    const starts: Partial<Record<TemplateAct, () => void>> = {
      edit: () => setOpen({ id: '', form: templateId }),
      copy: () => copy.mutate({ templateId }, { onError: error => void message.error(error.message) }),
    }
    for (const act of askedActs) starts[act] = () => setAsked({ act, row })
    return (['edit', 'submit', 'withdraw', 'copy', 'disable', 'delete'] as const)
      .filter(act => mayTemplate(act, row.state))
      .map(act => ({ act, onClick: starts[act]! }))
  }
  const show = (row: TemplateRow) => setOpen({ id: row.templateId })
  const add = mayWrite ? (
    <Button type="primary" onClick={() => setOpen({ form: 'new' })}>
      新建模板
    </Button>
  ) : null
  const found = edited.data?.templateId === open.form && mayTemplate('edit', edited.data.state) ? edited.data : undefined
  const editedRow = open.form === 'new' ? null : found
  return (
    <ListPage
      id="template"
      title="短信模板"
      note="短信的内容，人人不同的地方写成变量；审核通过后才能用于发送，通过后不能修改，可以复制。"
      action={add}
      list={list}
      query={query}
      columns={[...facts, actsColumn(show, actsFor)]}
      rowKey={row => row.templateId}
      onOpen={show}
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
      errorTitle="模板没能加载"
    >
      <Suspense>
        {open.id ? <TemplateDetail templateId={open.id} actsFor={actsFor} onClose={() => setOpen({ id: '' })} /> : null}
        {open.form && mayWrite && editedRow !== undefined ? (
          <TemplateForm key={open.form} row={editedRow} onClose={() => setOpen({ form: '' })} />
        ) : null}
      </Suspense>
      {asked ? (
        <TemplateActDialog
          {...asked}
          onClose={() => setAsked(null)}
          onDone={() => {
            setAsked(null)
            if (asked.act === 'delete') setOpen({ id: '' })
          }}
        />
      ) : null}
    </ListPage>
  )
}
