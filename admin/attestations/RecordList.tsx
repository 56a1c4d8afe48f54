import { Button } from 'antd'
import { type ReactNode, useState } from 'react'
import { ActForm } from '#admin/ui/ActForm.tsx'
import { customerColumn } from '#admin/ui/customer-column.tsx'
import { adminAttestationCalls } from '#contract/account/admin-attestation.ts'
import { adminCustomerCalls } from '#contract/account/admin-customer.ts'
import type { AttestationState } from '#contract/account/attestation.ts'
import { attestationSubjects, subjectNames } from '#contract/account/attestation-form.ts'
import { send, useAct, useCall, useListCall } from '#ui/call.ts'
import { Moment } from '#ui/display/Moment.tsx'
import { attestationStateTags } from '#ui/labels/account.ts'
import { stateColumn } from '#ui/list/columns.tsx'
import { ListPage } from '#ui/list/ListPage.tsx'
import type { ListColumn } from '#ui/list/list-columns.ts'
import { useListState } from '#ui/list/list-state.ts'
import { RowActions } from '#ui/list/RowActions.tsx'
import { DetailDrawer } from '#ui/overlay/DetailDrawer.tsx'
import { keysOf } from '#values/keys.ts'
import { type AttestationRow, attestationAnswers } from './attestation.ts'
import { Comparison } from './Comparison.tsx'

const states = keysOf(attestationStateTags).filter(state => state !== 'draft')
const isState = (text: string): text is AttestationState => states.some(state => state === text)

const facts: ListColumn<AttestationRow>[] = [
  { id: 'number', title: '证件号', width: 190, render: row => row.numberMasked },
  { id: 'subject', title: '类型', width: 150, render: row => attestationSubjects[row.subject].name },
  customerColumn({ width: 160 }),
  stateColumn(row => attestationStateTags[row.state], { onPhone: true, width: 140 }),
  { id: 'validUntil', title: '有效期至', width: 110, render: row => row.validUntil ?? '长期' },
  { id: 'submittedAt', onPhone: true, title: '提交时间', width: 156, render: row => <Moment at={row.submittedAt} /> },
  { id: 'decidedAt', title: '审核时间', width: 156, render: row => <Moment at={row.decidedAt} /> },
  { id: 'decidedBy', title: '审核人', width: 100, render: row => row.decidedBy ?? '–' },
]

/** 认证记录: all submissions, searched by name or by a whole number; a valid one can be revoked. */
export function RecordList({ action }: { action: ReactNode }) {
  const list = useListState({ view: '', search: '', subject: '', state: '', ending: '' })
  const [shown, setShown] = useState<AttestationRow | null>(null)
  const [revoked, setRevoked] = useState<AttestationRow | null>(null)
  const { search, subject, state, ending } = list.values
  const filter = {
    ...(search ? { search } : {}),
    subject: subjectNames.find(one => one === subject),
    ...(isState(state) ? { state } : {}),
    ...(ending === 'yes' ? ({ ending } as const) : {}),
  }
  const query = useListCall(adminAttestationCalls.list, { ...filter, ...list.page })
  return (
    <ListPage
      id="admin-attestation"
      title="认证记录"
      note="按名称的一部分，或完整的证件号、统一社会信用代码查找；证件号只在详情中完整显示，查看会记入操作记录。"
      action={action}
      list={list}
      query={query}
      columns={[
        {
          id: 'name',
          onPhone: true,
          title: '主体名称',
          isAlways: true,
          width: 200,
          render: row => <RowActions actions={[{ label: row.name || '未填写', onClick: () => setShown(row) }]} />,
        },
        ...facts,
      ]}
      rowKey={row => row.attestationId}
      readPage={page => send(adminAttestationCalls.list, { ...filter, ...page })}
      onOpen={setShown}
      filters={[
        { kind: 'search', name: 'search', label: '查找主体', placeholder: '名称或完整证件号' },
        {
          kind: 'select',
          name: 'state',
          label: '状态',
          options: states.map(value => ({ value, label: attestationStateTags[value].name })),
        },
        {
          kind: 'select',
          name: 'subject',
          label: '类型',
          options: subjectNames.map(value => ({ value, label: attestationSubjects[value].name })),
        },
        { kind: 'select', name: 'ending', label: '到期', options: [{ value: 'yes', label: '30天内到期或已过期' }] },
      ]}
      emptyState={{ title: '还没有认证记录', text: '客户提交实名认证后会出现在这里。' }}
      errorTitle="认证记录没能加载"
    >
      {shown ? <RecordDetail row={shown} onRevoke={() => setRevoked(shown)} onClose={() => setShown(null)} /> : null}
      {revoked ? (
        <RevokeDialog
          row={revoked}
          onClose={() => {
            setRevoked(null)
            setShown(null)
          }}
        />
      ) : null}
    </ListPage>
  )
}

function RecordDetail({ row, onRevoke, onClose }: { row: AttestationRow; onRevoke: () => void; onClose: () => void }) {
  const query = useCall(adminAttestationCalls.one, { accountId: row.accountId, attestationId: row.attestationId })
  return (
    <DetailDrawer
      onClose={onClose}
      title={row.name}
      query={query}
      actions={
        row.state === 'approved' ? (
          <Button danger onClick={onRevoke}>
            撤销认证
          </Button>
        ) : null
      }
    >
      {one => <Comparison detail={one} />}
    </DetailDrawer>
  )
}

function RevokeDialog({ row, onClose }: { row: AttestationRow; onClose: () => void }) {
  const act = useAct(adminCustomerCalls.revokeAttestation, {
    invalidates: [...attestationAnswers, adminCustomerCalls.list, adminCustomerCalls.one],
    onDone: onClose,
  })
  return (
    <ActForm<{ reason: string }>
      title={`撤销认证：${row.name}`}
      okText="撤销认证"
      isDanger
      consequence="客户不能再发送短信，直到重新认证；进行中的群发暂停，还没有交给运营商的其他短信取消并退回费用。客户会收到通知。"
      reasonHint="客户会看到这个原因；同时记入操作记录。"
      act={act}
      onSubmit={({ reason }) => act.mutate({ accountId: row.accountId, reason })}
      onClose={onClose}
    />
  )
}
