import { Button, Skeleton } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { ErrorPanel } from '#console/ui/ErrorPanel.tsx'
import { ListTabs } from '#console/ui/ListTabs.tsx'
import { useMedia } from '#console/ui/media.ts'
import { PageHead } from '#console/ui/PageHead.tsx'
import { isPlainPress } from '#console/ui/shortcuts.ts'
import { useDecisions } from './decisions.ts'
import { QueueList } from './QueueList.tsx'
import { useReviewQueue } from './queue.ts'
import { RejectDialog } from './RejectDialog.tsx'
import { ReviewItem } from './ReviewItem.tsx'
import style from './Reviews.module.css'
import { keyOf } from './review.ts'

/** 内容审核: signatures and templates one after the other, by mouse or by keys. */
export function Page() {
  const queue = useReviewQueue()
  const isNarrow = useMedia('(max-width: 767px)')
  const { query, index, current } = queue
  const [isRejecting, setRejecting] = useState(false)
  const decisions = useDecisions(current, index >= 0, queue.leave, () => setRejecting(false))
  // The dialog names what it rejects, so it may open at once.
  const reject = () => current && index >= 0 && !decisions.isBusy && setRejecting(true)
  useKeys({ j: queue.next, k: queue.previous, a: decisions.approve, r: reject })
  const counts = query.data?.counts
  return (
    <>
      <PageHead
        title="内容审核"
        note={
          isNarrow ? '催审的在前，其余按提交先后排列。' : '催审的在前，其余按提交先后排列。快捷键：J 下一项，K 上一项，A 通过，R 驳回。'
        }
      />
      <section className={style.card} aria-label="待审核">
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
        {query.error && !query.data ? (
          <ErrorPanel title="待审核列表没能加载" error={query.error} onRetry={() => void query.refetch()} />
        ) : (
          <Queue queue={queue} isBusy={decisions.isBusy} onApprove={decisions.approve} onReject={reject} />
        )}
      </section>
      {isRejecting && current ? (
        <RejectDialog row={current} act={decisions.rejection} onReject={decisions.reject} onClose={() => setRejecting(false)} />
      ) : null}
    </>
  )
}

interface QueueProps {
  queue: ReturnType<typeof useReviewQueue>
  isBusy: boolean
  onApprove: () => void
  onReject: () => void
}

/** The list and beside it the one that is looked at; on a narrow screen the one alone. */
function Queue({ queue, ...acts }: QueueProps) {
  const { rows, index, current } = queue
  if (!rows) return <Skeleton active className={style.nothing} />
  if (rows.length === 0 && !current) return <Nothing hasMore={false} onFirst={queue.next} />
  return (
    <div className={style.split}>
      <QueueList rows={rows} current={current} onChoose={queue.go} />
      <div className={style.item}>
        {current ? (
          <ReviewItem
            key={keyOf(current)}
            row={current}
            isGone={index < 0}
            place={index < 0 ? null : { index, of: rows.length }}
            onNext={queue.next}
            onPrevious={queue.previous}
            {...acts}
          />
        ) : (
          <Nothing hasMore onFirst={() => queue.go(rows[0])} />
        )}
      </div>
    </div>
  )
}

const Nothing = ({ hasMore, onFirst }: { hasMore: boolean; onFirst: () => void }) => (
  <div className={style.nothing}>
    <h2>{hasMore ? '这一项不在待审核队列中' : '没有等待审核的内容'}</h2>
    <p>{hasMore ? '它可能已被处理，或由客户撤回。' : '客户提交签名或模板后会出现在这里，页面会自动更新。'}</p>
    {hasMore ? <Button onClick={onFirst}>从第一项开始</Button> : null}
  </div>
)

/** Acts by single keys; a key that is held down acts once. */
function useKeys(acts: Record<string, () => unknown>): void {
  const latest = useRef(acts)
  useEffect(() => {
    latest.current = acts
  })
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.repeat || event.shiftKey || !isPlainPress(event)) return
      latest.current[event.key.toLowerCase()]?.()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])
}
