import { Button } from 'antd'
import type { ReactNode } from 'react'
import type { z } from 'zod'
import type { CallTarget } from '#ui/call.ts'
import { BulkDialog, type BulkProps } from './BulkDialog.tsx'
import type { useBulk } from './bulk.ts'
import type { UsualReason } from './RejectDialog.tsx'
import style from './Tables.module.css'

export type Decision = 'approve' | 'reject'

interface DecideManyDialogProps<Row> extends BulkProps<Row> {
  decision: Decision
  /** Staff's word for a rejection. */
  rejectWord?: string
  keyOf: (row: Row) => string
  nameOf: (row: Row) => string
  /** What stands behind the name: staff decide only what they have before them. */
  aboutOf: (row: Row) => ReactNode
  approve: (row: Row) => Promise<unknown>
  reject: (row: Row, reason: string) => Promise<unknown>
  answers: readonly CallTarget[]
  /** What to make sure of before an approval. */
  caution?: string
  /** The reason of a rejection, which each customer reads. */
  reason: { rule: z.ZodType; usual: readonly UsualReason[] }
}

/** 通过 or 驳回 several items of a review queue, with one reason; what is decided stands in the dialog. */
export function DecideManyDialog<Row>(props: DecideManyDialogProps<Row>) {
  const { decision, rejectWord = '驳回', keyOf, nameOf, aboutOf, approve, reject, caution, reason, ...bulk } = props
  const isRejecting = decision === 'reject'
  const word = isRejecting ? rejectWord : '通过'
  return (
    <BulkDialog
      {...bulk}
      title={`${word} ${bulk.rows.length} 项`}
      okText={word}
      isDanger={isRejecting}
      nameOf={nameOf}
      act={(row, text) => (isRejecting ? reject(row, text) : approve(row))}
      {...(isRejecting ? { reason: { ...reason, label: `${rejectWord}原因`, hint: '每个客户都会看到这段原因。' } } : {})}
    >
      {caution && !isRejecting ? <p className={style.consequence}>{caution}</p> : null}
      <ul className={style.each} aria-label={`要${word}的项目`}>
        {bulk.rows.map(row => (
          <li key={keyOf(row)}>
            <b>{nameOf(row)}</b> {aboutOf(row)}
          </li>
        ))}
      </ul>
    </BulkDialog>
  )
}

/** The buttons of a review queue's bar of ticked items. */
export const decideBatch =
  <Row,>({ open }: ReturnType<typeof useBulk<Row, Decision>>, rejectWord = '驳回') =>
  (rows: Row[], clear: () => void) => (
    <>
      <Button onClick={() => open('approve', { rows }, clear)}>通过</Button>
      <Button danger onClick={() => open('reject', { rows }, clear)}>
        {rejectWord}
      </Button>
    </>
  )
