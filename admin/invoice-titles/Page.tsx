import { App, Button } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { fileAddress } from '#admin/invoices/invoice.ts'
import { ReasonDialog } from '#admin/invoices/ReasonDialog.tsx'
import { pathTo } from '#admin/paths.ts'
import type { CallAnswerWire } from '#contract/call.ts'
import { adminInvoiceCalls } from '#contract/invoicing/admin-invoice.ts'
import { adminTitleCalls, titleRejectReasons } from '#contract/invoicing/admin-invoice-title.ts'
import { useAct, useCall } from '#ui/call.ts'
import { Moment } from '#ui/display/Moment.tsx'
import { Panel } from '#ui/display/Panel.tsx'
import { StateTag } from '#ui/display/StateTag.tsx'
import { PageFailure } from '#ui/frame/PageFailure.tsx'
import { PageHead } from '#ui/frame/PageHead.tsx'
import { PageSkeleton } from '#ui/frame/PageSkeleton.tsx'
import { titleKindTexts } from '#ui/labels/invoicing.ts'
import { useMessageAct } from '#ui/overlay/message-act.ts'
import layout from '#ui/theme/layout.module.css'
import style from './Titles.module.css'

type Waiting = CallAnswerWire<typeof adminTitleCalls.queue>['rows'][number]
const answers = [adminTitleCalls.queue, adminInvoiceCalls.queue]
const refreshMs = 30_000

/** 抬头审核: titles for special invoices under review, the oldest first. */
export function Page() {
  const query = useCall(adminTitleCalls.queue, {}, { refetchInterval: refreshMs })
  if (query.error && !query.data) return <PageFailure page="抬头审核" query={query} title="抬头没能加载" />
  if (!query.data) return <PageSkeleton />
  const { rows } = query.data
  return (
    <>
      <PageHead
        title="抬头审核"
        note="数电专票的抬头须与实名认证的企业名称一致，税号、注册信息和开户信息须与证明材料相符。等得最久的在前。"
      />
      {rows.length === 0 ? (
        <Panel title="没有等待审核的抬头">
          <p className={`${layout.flush} ${layout.soft}`}>客户提交专票资质后会出现在这里。</p>
        </Panel>
      ) : (
        rows.map(row => <WaitingTitle key={row.versionId} row={row} />)
      )}
    </>
  )
}

function WaitingTitle({ row }: { row: Waiting }) {
  const { message } = App.useApp()
  const [isRejecting, setRejecting] = useState(false)
  const { accountId, versionId, fileId } = row
  const approve = useMessageAct(adminTitleCalls.approve, { invalidates: answers, done: `已通过“${row.name}”` })
  const reject = useAct(adminTitleCalls.reject, {
    invalidates: answers,
    onDone: () => {
      void message.success(`已驳回“${row.name}”`)
      setRejecting(false)
    },
  })
  const isNameSame = row.attestedName === row.name
  const facts: [label: string, value: string, before: string | undefined][] = [
    ['类型', titleKindTexts[row.kind].name, (row.approved && titleKindTexts[row.approved.kind].name) || undefined],
    ['名称', row.name, row.approved?.name],
    ['纳税人识别号', row.taxNumber, row.approved?.taxNumber],
    ['注册地址', row.address, row.approved?.address],
    ['注册电话', row.phone, row.approved?.phone],
    ['开户银行', row.bankName, row.approved?.bankName],
    ['银行账号', row.bankAccount, row.approved?.bankAccount],
  ]
  return (
    <Panel
      title={row.name}
      note={
        <>
          客户 <Link to={pathTo('/customers', { id: accountId })}>{row.attestedName ?? row.accountName}</Link>，提交于{' '}
          <Moment at={row.submittedAt} />
          ，第 {row.versionNumber} 版
        </>
      }
      action={
        <span className={style.actions}>
          <Button data-review="reject" danger onClick={() => setRejecting(true)}>
            驳回
          </Button>
          <Button
            data-review="pass"
            type="primary"
            disabled={!isNameSame}
            title={isNameSame ? undefined : '抬头与认证名称不一致，不能通过'}
            loading={approve.isPending}
            onClick={() => approve.mutate({ accountId, versionId })}
          >
            通过
          </Button>
        </span>
      }
    >
      <p className={`${layout.flush} ${layout.below12} ${layout.line16}`}>
        <StateTag tone={isNameSame ? 'good' : 'bad'}>
          {isNameSame ? '与认证名称一致' : `认证名称：${row.attestedName ?? '未认证'}`}
        </StateTag>
        {fileId ? (
          <a href={fileAddress(accountId, fileId)} target="_blank" rel="noreferrer">
            一般纳税人证明
          </a>
        ) : (
          <StateTag tone="waiting">没有上传证明</StateTag>
        )}
      </p>
      <dl className={style.facts}>
        {facts.map(([label, value, before]) => (
          <div key={label} data-changed={(before !== undefined && before !== value) || undefined}>
            <dt>{label}</dt>
            <dd>
              {value || '–'}
              {before !== undefined && before !== value ? <small>已通过的版本：{before || '–'}</small> : null}
            </dd>
          </div>
        ))}
      </dl>
      {isRejecting ? (
        <ReasonDialog
          words={{ name: '驳回资质', text: '客户会在开票信息中看到原因，修改后可以重新提交；普票不受影响。', isDanger: true }}
          usual={titleRejectReasons}
          act={reject}
          onSubmit={reason => reject.mutate({ accountId, versionId, reason })}
          onClose={() => setRejecting(false)}
        />
      ) : null}
    </Panel>
  )
}
