import { Alert, App } from 'antd'
import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { routes } from '#console/routes.tsx'
import { useMessagesOf } from '#console/shared/messages-of.ts'
import { type BroadcastAct, broadcastCalls } from '#contract/broadcast/broadcast.ts'
import { useCall } from '#ui/call.ts'
import { ErrorPanel } from '#ui/ErrorPanel.tsx'
import { lazyPart } from '#ui/frame/chunk.ts'
import { PageHead } from '#ui/frame/PageHead.tsx'
import { PageSkeleton } from '#ui/frame/PageSkeleton.tsx'
import { Overlays } from '#ui/overlay/Overlays.tsx'
import layout from '#ui/theme/layout.module.css'
import { useUrlState } from '#ui/url-state.ts'
import { useMay } from '../../../session.ts'
import { draftPath } from '../../broadcast/draft.ts'
import { BroadcastTag } from '../../broadcast-task/BroadcastName.tsx'
import { BroadcastProgress } from '../../broadcast-task/BroadcastProgress.tsx'
import { reasonWords } from '../../broadcast-task/broadcast.ts'
import { type LiveRow, useProgress } from '../../broadcast-task/progress.ts'
import { AgainDialog } from '../AgainDialog.tsx'
import { Back } from './Back.tsx'
import { Causes } from './Causes.tsx'
import { Clicks } from './Clicks.tsx'
import { Compare, unchosen } from './Compare.tsx'
import type { Detail } from './facts.ts'
import { HeadActions, type Opening } from './HeadActions.tsx'
import { LeftOut } from './LeftOut.tsx'
import type { ListPath } from './list-path.ts'
import { RecallBar } from './RecallBar.tsx'
import { Replies } from './Replies.tsx'
import style from './Report.module.css'
import { ReportBody } from './ReportBody.tsx'
import { ShareDialog } from './ShareDialog.tsx'
import { WarRoom } from './WarRoom.tsx'

const ActDialog = lazyPart('ActDialog', () => import('../../broadcast-task/ActDialog.tsx'))

/** Delivery reports arrive while it is open. */
const refreshMs = 5_000
const recallRefreshMs = 1_000
/** The breakdown reads all messages: it follows the counts at a distance, and closely when they no longer run away. */
function breakdownMs(one: LiveRow | undefined, isBehind: boolean): number {
  const isLarge = one === undefined || one.recipientCount > 100_000
  if (one?.finishedAt && isBehind) return isLarge ? 10_000 : 1_000
  return isLarge || one.finishedAt ? 30_000 : 6_000
}

function useBreakdown(broadcastId: string, one: LiveRow | undefined) {
  const [isBehind, setBehind] = useState(false)
  const query = useCall(broadcastCalls.breakdown, { broadcastId }, { refetchInterval: breakdownMs(one, isBehind) })
  const known = query.data?.carriers.reduce((sum, { deliveredCount }) => sum + deliveredCount, 0)
  const isLess = known !== undefined && one !== undefined && known < one.counts.delivered
  useEffect(() => setBehind(isLess), [isLess])
  return query
}

/** The page of one broadcast, while it runs and when it has ended. */
export function BroadcastPage({ broadcastId, path }: { broadcastId: string; path: ListPath }) {
  const { message } = App.useApp()
  const [isRecallable, setRecallable] = useState(true)
  const query = useCall(broadcastCalls.one, { broadcastId }, { refetchInterval: isRecallable ? recallRefreshMs : refreshMs })
  const recallMs = query.data?.recallMs
  useEffect(() => setRecallable(typeof recallMs === 'number'), [recallMs])
  const { rows } = useProgress(query.data ? [query.data] : [], ({ name }) => void message.success(`“${name}”已结束`))
  const live = rows[0]
  const breakdown = useBreakdown(broadcastId, live)
  if (query.error && !query.data)
    return (
      <>
        <PageHead title={routes[path].title} />
        <ErrorPanel title="群发没能打开" error={query.error} onRetry={() => void query.refetch()} action={<Back path={path} />} />
      </>
    )
  if (!query.data || !live) return <PageSkeleton />
  return <Opened one={{ ...query.data, ...live }} path={path} breakdown={breakdown} answeredAt={query.dataUpdatedAt} />
}

interface OpenedProps {
  one: Detail & LiveRow
  path: ListPath
  breakdown: ReturnType<typeof useCall<typeof broadcastCalls.breakdown>>
  answeredAt: number
}

function Opened({ one, path, breakdown, answeredAt }: OpenedProps) {
  const [url, setUrl] = useUrlState({ with: '', view: '' })
  const [asked, setAsked] = useState<BroadcastAct | null>(null)
  const [dialog, setDialog] = useState<'again' | 'share' | null>(null)
  const open = (what: Opening) => {
    if (what === 'compare') setUrl({ with: unchosen })
    else if (what === 'full') enterFull(() => setUrl({ view: 'full' }))
    else setDialog(what)
  }
  const isFull = url.view === 'full'
  return (
    <>
      {isFull ? (
        <WarRoom one={one} breakdown={breakdown.data} onAct={setAsked} onClose={() => leaveFull(() => setUrl({ view: '' }))} />
      ) : (
        <>
          <p className={style.paper}>群发报告</p>
          <PageHead
            title={one.name}
            note={<BroadcastTag row={one} />}
            action={<HeadActions one={one} path={path} onAct={setAsked} onOpen={open} />}
          />
          <div className={`${layout.below16} ${layout.stack8} ${style.bars}`}>
            <Bars one={one} path={path} answeredAt={answeredAt} />
          </div>
          {url.with === '' ? null : (
            <div className={`${layout.below16} ${layout.stack8} ${style.bars}`}>
              <Compare one={one} breakdown={breakdown.data} otherId={url.with} onOther={id => setUrl({ with: id })} />
            </div>
          )}
          <Results one={one} breakdown={breakdown} />
        </>
      )}
      <Overlays>
        {asked ? <ActDialog act={asked} row={one} onClose={() => setAsked(null)} /> : null}
        {dialog === 'again' ? <AgainDialog row={one} onClose={() => setDialog(null)} /> : null}
        {dialog === 'share' ? <ShareDialog broadcastId={one.broadcastId} onClose={() => setDialog(null)} /> : null}
      </Overlays>
    </>
  )
}

/** The report, with what only members see. */
function Results({ one, breakdown }: Pick<OpenedProps, 'one' | 'breakdown'>) {
  const { broadcastId } = one
  const mayRead = useMay('message.read')
  const mayWrite = useMay('broadcast.write')
  const [url, setUrl] = useUrlState({ code: '' })
  const messagesOf = useMessagesOf({ broadcastId })
  const list = { broadcastId, messagesOf, failedCount: one.counts.failed, code: url.code, onCode: (code: string) => setUrl({ code }) }
  return (
    <>
      {breakdown.error && !breakdown.data ? (
        <ErrorPanel title="分析没能加载" error={breakdown.error} onRetry={() => void breakdown.refetch()} />
      ) : null}
      <ReportBody
        one={one}
        memberName={one.memberName || null}
        breakdown={breakdown.data}
        messagesOf={messagesOf}
        causes={<Causes causes={breakdown.data?.causes ?? []} list={mayRead ? list : null} />}
        leftOut={<LeftOut one={one} uploadId={mayWrite ? one.uploadId : null} />}
      >
        {one.clicks ? <Clicks broadcastId={broadcastId} /> : null}
        {mayRead ? (
          <div className={style.replies}>
            <Replies broadcastId={broadcastId} />
          </div>
        ) : null}
      </ReportBody>
    </>
  )
}

/** A browser that refuses the whole screen still shows the page without the frame. */
const enterFull = (then: () => void) =>
  void (document.documentElement.requestFullscreen?.() ?? Promise.resolve()).catch(() => {}).then(then)
const leaveFull = (then: () => void) =>
  void (document.fullscreenElement ? document.exitFullscreen() : Promise.resolve()).catch(() => {}).then(then)

/** What there is to know and to do right now, above the report. */
function Bars({ one, path, answeredAt }: Omit<OpenedProps, 'breakdown'>) {
  const mayWrite = useMay('broadcast.write')
  if (one.recalledAt)
    return (
      <Alert
        banner
        type="info"
        title="已撤回，没有发送，费用已退回。"
        action={one.draftId && mayWrite ? <Link to={draftPath(one.draftId, 'confirm')}>继续填写</Link> : null}
      />
    )
  if (one.recallUntil && one.recallMs !== null)
    return <RecallBar broadcastId={one.broadcastId} recallMs={one.recallMs} answeredAt={answeredAt} />
  if (one.finishedAt === null) return <BroadcastProgress row={one} />
  const reason = reasonWords(one)
  const { submitted, delivered, failed, unknown } = one.counts
  const isAwaited = submitted > delivered + failed + unknown
  const ended = one.state === 'canceled' ? '这次群发已取消，没有发送的费用已退回' : '这次群发已结束'
  return (
    <>
      {reason ? <Alert banner type="warning" title={reason} /> : null}
      {path === '/sms/broadcast-task' ? (
        <Alert banner type="success" showIcon title={`${ended}${isAwaited ? '，回执最长在72小时内陆续到达' : ''}。`} />
      ) : null}
    </>
  )
}
