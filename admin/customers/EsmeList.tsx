import { Button } from 'antd'
import { useState } from 'react'
import { useMe } from '#admin/session.ts'
import { ActForm } from '#admin/ui/ActForm.tsx'
import { adminEsmeCalls } from '#contract/apps/admin-esme.ts'
import { ingressNames } from '#contract/apps/app-labels.ts'
import type { CallAnswerWire } from '#contract/call.ts'
import { useCall } from '#ui/call.ts'
import { PlainTable } from '#ui/display/PlainTable.tsx'
import { StateTag } from '#ui/display/StateTag.tsx'
import { ErrorPanel } from '#ui/ErrorPanel.tsx'
import { useDialogAct } from '#ui/overlay/dialog-act.ts'

type EsmeRow = CallAnswerWire<typeof adminEsmeCalls.list>['rows'][number]

/** The accounts for SMPP and CMPP of a customer's apps; reviewers may permit free texts. */
export function EsmeList({ accountId }: { accountId: string }) {
  const { data, error, refetch } = useCall(adminEsmeCalls.list, { accountId })
  const mayPermit = useMe().data?.permissions.includes('review.decide') ?? false
  const [asked, setAsked] = useState<EsmeRow | null>(null)
  if (error && !data) return <ErrorPanel title="SMPP与CMPP账号没能加载" error={error} onRetry={() => void refetch()} />
  return (
    <>
      <PlainTable
        label="SMPP与CMPP账号"
        rows={data?.rows ?? []}
        rowKey={row => row.loginName}
        emptyText="没有开通SMPP或CMPP的应用"
        columns={[
          { title: '应用', render: row => row.appName },
          { title: '协议', render: row => ingressNames[row.protocol] },
          { title: '登录名', render: row => row.loginName },
          {
            title: '自由内容',
            render: row => <StateTag tone={row.allowsFreeText ? 'good' : 'ended'}>{row.allowsFreeText ? '允许' : '不允许'}</StateTag>,
          },
          {
            title: '操作',
            render: row =>
              mayPermit ? (
                <Button size="small" onClick={() => setAsked(row)} aria-label={`${nameOf(row)}：${row.loginName}`}>
                  {nameOf(row)}
                </Button>
              ) : (
                '–'
              ),
          },
        ]}
      />
      {asked ? <FreeTextDialog accountId={accountId} row={asked} onClose={() => setAsked(null)} /> : null}
    </>
  )
}

const nameOf = ({ allowsFreeText }: EsmeRow) => (allowsFreeText ? '收回自由内容' : '允许自由内容')

function FreeTextDialog({ accountId, row, onClose }: { accountId: string; row: EsmeRow; onClose: () => void }) {
  const act = useDialogAct(adminEsmeCalls.permitFreeText, { invalidates: [adminEsmeCalls.list], done: '已设置，几秒内生效', onClose })
  return (
    <ActForm<{ reason: string }>
      title={`${nameOf(row)}：${row.appName}`}
      okText={nameOf(row)}
      consequence={
        row.allowsFreeText
          ? '以后的内容须与已通过的模板一致，其他的会被拒绝。'
          : '内容不再与模板核对，只检查签名和平台的禁用词，按通知短信发送。请先核实客户的用途。'
      }
      reasonHint="记入操作记录。"
      act={act}
      onSubmit={({ reason }) => act.mutate({ accountId, appId: row.appId, protocol: row.protocol, isAllowed: !row.allowsFreeText, reason })}
      onClose={onClose}
    />
  )
}
