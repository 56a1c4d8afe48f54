import { Button } from 'antd'
import { useState } from 'react'
import { useMay } from '#admin/session.ts'
import { RuledTable } from '#admin/ui/RuledTable.tsx'
import style from '#admin/ui/Tables.module.css'
import { adminContentCalls } from '#contract/content/admin-content.ts'
import { reviewObjects } from '#contract/content/admin-review.ts'
import { maySignature } from '#contract/content/review-state.ts'
import { useCall } from '#ui/call.ts'
import { State } from '#ui/display/StateTag.tsx'
import { ErrorPanel } from '#ui/ErrorPanel.tsx'
import { reviewStateTags } from '#ui/labels/content.ts'
import type { Content } from './customer.ts'
import { DisableDialog } from './DisableDialog.tsx'

/** A customer's signatures and templates; reviewers may disable one. */
export function ContentTable({ accountId }: { accountId: string }) {
  const query = useCall(adminContentCalls.list, { accountId })
  const mayDisable = useMay('review.decide')
  const [asked, setAsked] = useState<Content | null>(null)
  if (query.error && !query.data) return <ErrorPanel title="签名与模板没能加载" error={query.error} onRetry={() => void query.refetch()} />
  if (query.data?.rows.length === 0) return <p className={style.none}>还没有提交过签名或模板。</p>
  return (
    <>
      <RuledTable
        label="签名与模板列表"
        rows={query.data?.rows ?? []}
        rowKey={row => row.objectId}
        columns={[
          {
            title: '名称',
            render: row => (
              <>
                {row.title}
                {row.object === 'template' ? <div className={style.text}>{row.text}</div> : null}
                {row.reason ? <div className={style.reason}>{row.reason}</div> : null}
              </>
            ),
          },
          { title: '类别', render: row => reviewObjects[row.object] },
          { title: '状态', render: row => <State tag={reviewStateTags[row.state]} /> },
          {
            title: '操作',
            head: null,
            isNumber: true,
            render: row =>
              mayDisable && maySignature('disable', row.state) ? (
                <Button type="link" size="small" danger onClick={() => setAsked(row)} aria-label={`停用${row.title}`}>
                  停用
                </Button>
              ) : null,
          },
        ]}
      />
      {asked ? <DisableDialog accountId={accountId} content={asked} onClose={() => setAsked(null)} /> : null}
    </>
  )
}
