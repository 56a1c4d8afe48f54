import { Suspense, useState } from 'react'
import { useBulk } from '#admin/ui/bulk.ts'
import { type Decision, decideBatch } from '#admin/ui/DecideManyDialog.tsx'
import { useKeys } from '#admin/ui/keys.ts'
import { RejectDialog } from '#admin/ui/RejectDialog.tsx'
import { type QueueLine, ReviewQueue } from '#admin/ui/ReviewQueue.tsx'
import { linkRejectReasons, linkReviewCalls } from '#contract/links/admin-link.ts'
import { thousands } from '#ui/display/Count.tsx'
import { lazyPart } from '#ui/frame/chunk.ts'
import { PageHead } from '#ui/frame/PageHead.tsx'
import { useMedia } from '#ui/theme/media.ts'
import { useLinkDecisions } from './decisions.ts'
import { HostItem, useHost } from './HostItem.tsx'
import { useLinkQueue } from './queue.ts'
import type { WaitingHost } from './review.ts'

const DecideHostsDialog = lazyPart('DecideHostsDialog', () => import('./DecideHostsDialog.tsx'))
const RuleDialog = lazyPart('RuleDialog', () => import('#admin/domains/RuleDialog.tsx'))

/** 短链审核: review queue of target hosts; all links of a host are one decision. */
export function Page() {
  const queue = useLinkQueue()
  const { current, account } = queue
  const isNarrow = useMedia('(max-width: 767px)')
  const host = useHost(current?.host ?? '', account)
  const detail = host.data
  const [dialog, setDialog] = useState<'reject' | 'trusted' | 'blocked' | null>(null)
  const close = () => setDialog(null)
  const bulk = useBulk<WaitingHost, Decision>((...done) => queue.leave(...done.map(row => row.host)))
  const decisions = useLinkDecisions({ detail, account, queue, onDone: close })
  const isWaiting = detail !== undefined && detail.seenAt !== null
  const open = (next: typeof dialog) => () => current && setDialog(next)
  const acts = {
    onNext: queue.next,
    onPrevious: queue.previous,
    onPass: decisions.pass,
    onPassHost: decisions.trustHost,
    onReject: () => isWaiting && !decisions.isBusy && setDialog('reject'),
    onTrust: open('trusted'),
    onBlock: open('blocked'),
  }
  // In addition to the keys of every queue (admin/ui/review-keys.ts).
  useKeys({ h: () => acts.onPassHost?.(), t: acts.onTrust, b: acts.onBlock })
  const keys = '快捷键：J 下一个，K 上一个，A 通过，H 此客户免审，R 拒绝，T 信任，B 封禁，X 勾选，Z 撤销。'
  const linkCount = account ? detail?.accounts.find(one => one.accountId === account)?.linkCount : current?.linkCount
  return (
    <>
      <PageHead title="短链审核" note={`同一域名的短链接一起决定；被多人举报的在前，其余等得久的在前。${isNarrow ? '' : keys}`} />
      <ReviewQueue
        {...queue}
        name="域名"
        idOf={row => row.host}
        lineOf={lineOf}
        batch={decideBatch(bulk, '拒绝')}
        nothing={{ title: '没有等待审核的短链接', text: '客户创建指向新域名的短链接后会出现在这里，页面会自动更新。' }}
        gone={{ title: '这个域名不在待审核队列中', text: '它下面的短链接可能已被处理。', first: '从第一个开始' }}
      >
        {row => (
          <HostItem
            key={row.host}
            row={row}
            query={host}
            account={account}
            onAccount={queue.setAccount}
            place={queue.index < 0 ? null : { index: queue.index, of: queue.rows?.length ?? 0 }}
            isBusy={decisions.isBusy}
            isSettled={decisions.isSettled}
            {...acts}
          />
        )}
      </ReviewQueue>
      {dialog === 'reject' && current ? (
        <RejectDialog
          title={`拒绝 ${current.shown} 的 ${thousands(linkCount ?? 0)} 条短链接`}
          word="拒绝"
          about="客户会在短链接旁看到这段原因，换一个目标后可以重新提交。"
          reasons={linkRejectReasons}
          rule={linkReviewCalls.reject.input.shape.reason}
          act={decisions.rejection}
          onReject={decisions.reject}
          onClose={close}
        />
      ) : null}
      <Suspense>
        {bulk.asked ? <DecideHostsDialog decision={bulk.asked.act} {...bulk.props(bulk.asked)} /> : null}
        {(dialog === 'trusted' || dialog === 'blocked') && current ? (
          <RuleDialog first={current.host} kind={dialog} onDone={() => queue.leave(current.host)} onClose={close} />
        ) : null}
      </Suspense>
    </>
  )
}

const lineOf = (row: WaitingHost): QueueLine => ({
  mark: row.isFlagged ? '举报' : null,
  title: row.shown,
  waitsSince: row.oldestAt,
  whose: row.accountName ?? `${row.accountCount} 个客户`,
  about: `${thousands(row.linkCount)} 条${row.hints.length > 0 ? ` · ${row.hints.length} 处留意` : ''}`,
})
