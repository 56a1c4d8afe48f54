import { Suspense, useState } from 'react'
import { useBulk } from '#admin/ui/bulk.ts'
import { type Decision, decideBatch } from '#admin/ui/DecideManyDialog.tsx'
import { type QueueLine, ReviewQueue } from '#admin/ui/ReviewQueue.tsx'
import { reviewObjects } from '#contract/content/admin-review.ts'
import { lazyPart } from '#ui/frame/chunk.ts'
import { PageHead } from '#ui/frame/PageHead.tsx'
import { ListTabs } from '#ui/list/ListTabs.tsx'
import { useMedia } from '#ui/theme/media.ts'
import { useDecisions } from './decisions.ts'
import { useReviewQueue } from './queue.ts'
import { RejectTextDialog } from './RejectTextDialog.tsx'
import { ReviewItem } from './ReviewItem.tsx'
import { keyOf, titleOf, type Waiting } from './review.ts'

const DecideTextsDialog = lazyPart('DecideTextsDialog', () => import('./DecideTextsDialog.tsx'))

/** 内容审核: review queue of signatures and templates, by mouse or by keys. */
export function Page() {
  const queue = useReviewQueue()
  const isNarrow = useMedia('(max-width: 767px)')
  const { query, rows, index, current } = queue
  const [isRejecting, setRejecting] = useState(false)
  const decisions = useDecisions(queue, () => setRejecting(false))
  // The dialog names what it rejects, so it may open at once.
  const reject = () => current && index >= 0 && !decisions.isBusy && setRejecting(true)
  const counts = query.data?.counts
  const bulk = useBulk<Waiting, Decision>(queue.leave)
  return (
    <>
      <PageHead
        title="内容审核"
        note={
          isNarrow
            ? '催审的在前，其余按提交先后排列。'
            : '催审的在前，其余按提交先后排列。快捷键：J 下一项，K 上一项，A 通过，R 驳回，X 勾选，Z 撤销。'
        }
      />
      <ReviewQueue
        {...queue}
        name="内容"
        tabs={
          <ListTabs
            list={queue.tabList}
            tabs={{
              name: 'object',
              items: [
                { key: '', label: '全部', count: counts && counts.signature + counts.template },
                { key: 'signature', label: '签名', count: counts?.signature },
                { key: 'template', label: '模板', count: counts?.template },
              ],
            }}
          />
        }
        idOf={row => row.objectId}
        lineOf={lineOf}
        nothing={{ title: '没有等待审核的内容', text: '客户提交签名或模板后会出现在这里，页面会自动更新。' }}
        batch={decideBatch(bulk)}
        gone={{ title: '这一项不在待审核队列中', text: '它可能已被处理，或由客户撤回。', first: '从第一项开始' }}
      >
        {row => (
          <ReviewItem
            key={keyOf(row)}
            row={row}
            isGone={index < 0}
            place={index < 0 ? null : { index, of: rows?.length ?? 0 }}
            isBusy={decisions.isBusy}
            isSettled={decisions.isSettled}
            onApprove={decisions.approve}
            onReject={reject}
            onNext={queue.next}
            onPrevious={queue.previous}
          />
        )}
      </ReviewQueue>
      <Suspense>{bulk.asked ? <DecideTextsDialog decision={bulk.asked.act} {...bulk.props(bulk.asked)} /> : null}</Suspense>
      {isRejecting && current ? (
        <RejectTextDialog row={current} act={decisions.rejection} onReject={decisions.reject} onClose={() => setRejecting(false)} />
      ) : null}
    </>
  )
}

/** Number of findings that a reviewer should look at. */
const noteCount = (row: Waiting) => row.findings.filter(finding => finding.level === 'note').length

const lineOf = (row: Waiting): QueueLine => ({
  mark: row.expeditedAt ? '催' : null,
  title: titleOf(row),
  waitsSince: row.submittedAt,
  whose: row.attestedName ?? row.accountName,
  about: `${reviewObjects[row.object]}${noteCount(row) > 0 ? ` · ${noteCount(row)} 处留意` : ''}`,
})
