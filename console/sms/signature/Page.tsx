import { Button } from 'antd'
import { Suspense, useState } from 'react'
import { maySignature, shownStates } from '#contract/review-state.ts'
import { signatureCalls, signatureKinds, signaturePurposes } from '#contract/signature.ts'
import { useCall } from '../../call.ts'
import { useMay } from '../../session.ts'
import { lazyPart } from '../../ui/chunk.ts'
import { ListPage } from '../../ui/ListPage.tsx'
import type { ListColumn } from '../../ui/list-columns.tsx'
import { useListState } from '../../ui/list-state.ts'
import { Moment } from '../../ui/Moment.tsx'
import { useUrlState } from '../../ui/url-state.ts'
import { type AskedAct, askedActs } from '../review/acts.ts'
import { actsColumn, stateTabs } from '../review/list-parts.tsx'
import { ReviewStateCell } from '../review/ReviewStateCell.tsx'
import { SignatureActDialog } from './SignatureActDialog.tsx'
import { SignatureDetail } from './SignatureDetail.tsx'
import type { SignatureRow } from './signature.ts'

const SignatureForm = lazyPart('SignatureForm', () => import('./SignatureForm.tsx'))

const facts: ListColumn<SignatureRow>[] = [
  { id: 'text', title: '签名', isAlways: true, width: 160, render: row => `【${row.text}】` },
  { id: 'state', title: '状态', width: 180, render: row => <ReviewStateCell row={row} /> },
  { id: 'kind', title: '来源', width: 190, render: row => signatureKinds[row.kind] },
  { id: 'purpose', title: '用途', width: 70, render: row => signaturePurposes[row.purpose] },
  { id: 'extension', title: '扩展码', width: 90, render: row => row.extension },
  { id: 'createdAt', title: '创建时间', width: 150, render: row => <Moment at={row.createdAt} short /> },
  { id: 'submittedAt', title: '提交时间', isExtra: true, width: 150, render: row => <Moment at={row.submittedAt} short /> },
  { id: 'reviewedAt', title: '审核时间', isExtra: true, width: 150, render: row => <Moment at={row.reviewedAt} short /> },
]

/** 短信签名: the names that stand in 【】 before each message. */
export function Page() {
  const list = useListState({ state: '', search: '' })
  const [open, setOpen] = useUrlState({ id: '', form: '' })
  const [asked, setAsked] = useState<{ act: AskedAct; row: SignatureRow } | null>(null)
  const mayWrite = useMay('signature.write')
  const state = shownStates.find(one => one === list.values.state)
  const query = useCall(signatureCalls.list, { state, search: list.values.search, ...list.page })
  const edited = useCall(signatureCalls.one, { signatureId: open.form }, { enabled: open.form !== '' && open.form !== 'new' })

  const actsFor = (row: SignatureRow) => {
    if (!mayWrite) return []
    const edit = maySignature('edit', row.state)
      ? [{ act: 'edit' as const, onClick: () => setOpen({ id: '', form: row.signatureId }) }]
      : []
    return [...edit, ...askedActs.filter(act => maySignature(act, row.state)).map(act => ({ act, onClick: () => setAsked({ act, row }) }))]
  }
  const show = (row: SignatureRow) => setOpen({ id: row.signatureId })
  const add = mayWrite ? (
    <Button type="primary" onClick={() => setOpen({ form: 'new' })}>
      新建签名
    </Button>
  ) : null
  const found = edited.data?.signatureId === open.form && maySignature('edit', edited.data.state) ? edited.data : undefined
  const editedRow = open.form === 'new' ? null : found
  return (
    <ListPage
      id="signature"
      title="短信签名"
      note="签名在每条短信的最前面，告诉收件人是谁发的；审核通过后才能用于发送。"
      action={add}
      list={list}
      query={query}
      columns={[...facts, actsColumn(show, actsFor)]}
      rowKey={row => row.signatureId}
      onOpen={show}
      tabs={stateTabs(query.data?.counts)}
      filters={[{ kind: 'search', name: 'search', label: '签名' }]}
      emptyState={{
        title: '还没有签名',
        text: '签名是短信开头【】里的名称，例如企业简称或品牌。新建并通过审核后，就可以发送短信了。',
        action: add,
      }}
      errorTitle="签名没能加载"
    >
      {open.id ? <SignatureDetail signatureId={open.id} actsFor={actsFor} onClose={() => setOpen({ id: '' })} /> : null}
      {open.form && mayWrite && editedRow !== undefined ? (
        <Suspense>
          <SignatureForm key={open.form} row={editedRow} onClose={() => setOpen({ form: '' })} />
        </Suspense>
      ) : null}
      {asked ? (
        <SignatureActDialog
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
