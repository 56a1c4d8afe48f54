import { Button } from 'antd'
import { useState } from 'react'
import { useMay } from '#admin/session.ts'
import { Scroll } from '#admin/ui/Scroll.tsx'
import style from '#admin/ui/Tables.module.css'
import { adminContentCalls } from '#contract/content/admin-content.ts'
import { reviewObjects } from '#contract/content/admin-review.ts'
import { maySignature } from '#contract/content/review-state.ts'
import { useCall } from '#ui/call.ts'
import { ErrorPanel } from '#ui/ErrorPanel.tsx'
import { reviewStateTags } from '#ui/labels/content.ts'
import { StateTag } from '#ui/StateTag.tsx'
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
    <Scroll label="签名与模板列表">
      <table className={style.table}>
        <thead>
          <tr>
            <th scope="col">名称</th>
            <th scope="col">类别</th>
            <th scope="col">状态</th>
            <th scope="col">
              <span className="hy-hidden">操作</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {query.data?.rows.map(row => (
            <tr key={row.objectId}>
              <td>
                {row.title}
                {row.object === 'template' ? <div className={style.text}>{row.text}</div> : null}
                {row.reason ? <div className={style.reason}>{row.reason}</div> : null}
              </td>
              <td>{reviewObjects[row.object]}</td>
              <td>
                <StateTag tone={reviewStateTags[row.state].tone}>{reviewStateTags[row.state].name}</StateTag>
              </td>
              <td data-number>
                {mayDisable && maySignature('disable', row.state) ? (
                  <Button type="link" size="small" danger onClick={() => setAsked(row)} aria-label={`停用${row.title}`}>
                    停用
                  </Button>
                ) : null}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {asked ? <DisableDialog accountId={accountId} content={asked} onClose={() => setAsked(null)} /> : null}
    </Scroll>
  )
}
