import { Button } from 'antd'
import { Suspense, useState } from 'react'
import { useBulk } from '#admin/ui/bulk.ts'
import { type Decision, decideBatch } from '#admin/ui/DecideManyDialog.tsx'
import { type QueueLine, ReviewQueue } from '#admin/ui/ReviewQueue.tsx'
import { attestationSubjects, subjectNames } from '#contract/account/attestation-form.ts'
import { relativeTime } from '#ui/display/Moment.tsx'
import { lazyPart } from '#ui/frame/chunk.ts'
import { PageHead } from '#ui/frame/PageHead.tsx'
import { ListTabs } from '#ui/list/ListTabs.tsx'
import { useMedia } from '#ui/theme/media.ts'
import { useUrlState } from '#ui/url-state.ts'
import { AttestationItem } from './AttestationItem.tsx'
import { type AttestationRow, keyOf } from './attestation.ts'
import { useAttestationDecisions } from './decisions.ts'
import { useAttestationQueue } from './queue.ts'
import { RecordList } from './RecordList.tsx'
import { RejectAttestationDialog } from './RejectAttestationDialog.tsx'

const DecideAttestationsDialog = lazyPart('DecideAttestationsDialog', () => import('./DecideAttestationsDialog.tsx'))

/** 认证审核: the review queue, and all decided submissions. */
export function Page() {
  const [{ view }, setUrl] = useUrlState({ view: '' })
  if (view === 'all') return <RecordList action={<Button onClick={() => setUrl({ view: '' })}>回到待审核</Button>} />
  return <QueuePage onRecords={() => setUrl({ view: 'all' })} />
}

function QueuePage({ onRecords }: { onRecords: () => void }) {
  const queue = useAttestationQueue()
  const isNarrow = useMedia('(max-width: 767px)')
  const { query, rows, index, current } = queue
  const [isRejecting, setRejecting] = useState(false)
  const decisions = useAttestationDecisions(queue, () => setRejecting(false))
  const bulk = useBulk<AttestationRow, Decision>(queue.leave)
  const counts = query.data?.counts
  const oldestAt = query.data?.oldestAt
  const all = counts && counts.person + counts.company + counts.public
  // While it loads there is room for it.
  const age = oldestAt ? `最早的一份提交于${relativeTime(Date.parse(oldestAt), Date.now())}。` : counts ? '' : '最早的一份提交于……分钟前。'
  return (
    <>
      <PageHead
        title="认证审核"
        note={`等得久的在前。${age}${isNarrow ? '' : '快捷键：J/K 上下，A 通过，R 驳回，X 勾选，Z 撤销，N 下一项，? 帮助。'}`}
        action={<Button onClick={onRecords}>认证记录</Button>}
      />
      <ReviewQueue
        {...queue}
        name="认证"
        tabs={
          <ListTabs
            list={queue.tabList}
            tabs={{
              name: 'subject',
              items: [
                { key: '', label: '全部', count: all },
                ...subjectNames.map(subject => ({ key: subject, label: attestationSubjects[subject].name, count: counts?.[subject] })),
              ],
            }}
          />
        }
        idOf={row => row.attestationId}
        lineOf={lineOf}
        batch={decideBatch(bulk)}
        nothing={{ title: '没有等待审核的认证', text: '客户提交实名认证后会出现在这里，页面会自动更新。' }}
        gone={{ title: '这一份不在待审核队列中', text: '它可能已被处理，或由客户撤回。', first: '从第一份开始' }}
      >
        {row => (
          <AttestationItem
            key={keyOf(row)}
            row={row}
            isGone={index < 0}
            place={index < 0 ? null : { index, of: rows?.length ?? 0 }}
            isBusy={decisions.isBusy}
            isSettled={decisions.isSettled}
            onApprove={decisions.approve}
            onReject={() => index >= 0 && setRejecting(true)}
            onNext={queue.next}
            onPrevious={queue.previous}
          />
        )}
      </ReviewQueue>
      <Suspense>{bulk.asked ? <DecideAttestationsDialog decision={bulk.asked.act} {...bulk.props(bulk.asked)} /> : null}</Suspense>
      {isRejecting && current ? (
        <RejectAttestationDialog row={current} act={decisions.rejection} onReject={decisions.reject} onClose={() => setRejecting(false)} />
      ) : null}
    </>
  )
}

const lineOf = (row: AttestationRow): QueueLine => ({
  mark: null,
  title: row.name,
  waitsSince: row.submittedAt!,
  whose: row.accountName,
  about: `${attestationSubjects[row.subject].name}${row.isChange ? ' · 变更' : ''}`,
})
