import { Button } from 'antd'
import { ExportButton } from '#console/shared/ExportButton.tsx'
import { useReachable } from '#console/shared/PageLink.tsx'
import { broadcastCalls } from '#contract/broadcast/broadcast.ts'
import type { CallAnswerWire } from '#contract/call.ts'
import { messageKinds } from '#contract/content/template.ts'
import { refusedRowsRoute } from '#contract/recipients/upload.ts'
import { Count, Segments, Share } from '#ui/Count.tsx'
import { useCall } from '#ui/call.ts'
import { DetailDrawer } from '#ui/DetailDrawer.tsx'
import { ErrorPanel } from '#ui/ErrorPanel.tsx'
import { Facts, Section } from '#ui/Facts.tsx'
import { fact } from '#ui/fact.ts'
import { LinkButton } from '#ui/LinkButton.tsx'
import { Moment } from '#ui/Moment.tsx'
import { Money } from '#ui/Money.tsx'
import { StateTag } from '#ui/StateTag.tsx'
import { TemplateText } from '#ui/TemplateText.tsx'
import { useMay } from '../../session.ts'
import { broadcastStateTags } from '../../shared/labels/broadcast.ts'
import { awaitedCount, endedOf, reasonWords, timingWords } from '../broadcast-task/broadcast.ts'
import { Breakdown } from './Breakdown.tsx'
import { Clicks } from './Clicks.tsx'
import { Funnel } from './Funnel.tsx'

export type Detail = CallAnswerWire<typeof broadcastCalls.one>

/** Delivery reports arrive while it is open. */
const refreshMs = 5_000
/** Reads all its messages. */
const breakdownRefreshMs = 30_000

interface BroadcastDetailProps {
  broadcastId: string
  onClose: () => void
  /** Starts a new one from it. */
  onAgain: (one: Detail) => void
}

/** One broadcast: content, results, cost and failure causes. */
export function BroadcastDetail({ broadcastId, onClose, onAgain }: BroadcastDetailProps) {
  const mayWrite = useMay('broadcast.write')
  const isReachable = useReachable()
  const query = useCall(broadcastCalls.one, { broadcastId }, { refetchInterval: refreshMs })
  const breakdown = useCall(broadcastCalls.breakdown, { broadcastId }, { refetchInterval: breakdownRefreshMs })
  const one = query.data
  return (
    <DetailDrawer
      isOpen
      onClose={onClose}
      title="群发详情"
      query={query}
      actions={
        <>
          {isReachable('/sms/delivery') ? <LinkButton to={`/sms/delivery?broadcastId=${broadcastId}`}>查看每条短信</LinkButton> : null}
          <ExportButton source="message" filter={{ broadcastId }} count={one?.counts.made} />
          {mayWrite && one ? (
            <Button type="primary" onClick={() => onAgain(one)}>
              再发一次
            </Button>
          ) : null}
        </>
      }
    >
      {shown => (
        <>
          <Head one={shown} />
          <Section title="送达">
            <Funnel one={shown} />
          </Section>
          {shown.clicks ? <Clicks broadcastId={broadcastId} /> : null}
          <Section title="费用">
            <Facts facts={moneyFacts(shown)} />
          </Section>
          <Section title="内容">
            <TemplateText text={`【${shown.signatureText}】${shown.templateText}`} />
          </Section>
          {breakdown.error && !breakdown.data ? (
            <ErrorPanel title="分析没能加载" error={breakdown.error} onRetry={() => void breakdown.refetch()} />
          ) : null}
          {breakdown.data ? <Breakdown breakdown={breakdown.data} broadcastId={broadcastId} /> : null}
        </>
      )}
    </DetailDrawer>
  )
}

function Head({ one }: { one: Detail }) {
  const { name, tone } = broadcastStateTags[one.state]
  return (
    <Facts
      facts={[
        fact('任务名称', one.name),
        fact('状态', <StateTag tone={tone}>{name}</StateTag>),
        fact('说明', reasonWords(one)),
        fact('类型', messageKinds[one.kind]),
        fact('发送方式', timingWords(one)),
        fact('提交人', one.memberName || null),
        fact('提交时间', <Moment at={one.createdAt} />),
        fact('计划时间', one.scheduledAt ? <Moment at={one.scheduledAt} short /> : null),
        fact('结束时间', one.finishedAt ? <Moment at={one.finishedAt} /> : null),
        fact('到达率', <Share part={one.counts.delivered} whole={endedOf(one.counts)} />),
        fact('等待回执', one.finishedAt ? <Count count={awaitedCount(one)} /> : null),
        fact('未通过', one.leftOutCount > 0 ? <LeftOut one={one} /> : null),
        fact('退订', one.kind === 'marketing' ? <Count count={one.optOutCount} unit="个号码" /> : null),
      ]}
    />
  )
}

/** Rows that were excluded before sending; the file names the reason of each. */
function LeftOut({ one }: { one: Detail }) {
  const mayWrite = useMay('broadcast.write')
  return (
    <>
      <Count count={one.leftOutCount} unit="行，没有发送" />{' '}
      {mayWrite ? (
        <a href={`${refusedRowsRoute.path}?uploadId=${one.uploadId}`} download>
          下载号码和原因
        </a>
      ) : null}
    </>
  )
}

const moneyFacts = (one: Detail) => [
  fact('条数', <Segments count={one.segmentCount} />),
  fact('扣费条数', <Segments count={one.postedSegments} />),
  fact('已退回', <Segments count={one.voidedSegments} />),
  fact('预扣中', <Segments count={one.segmentCount - one.postedSegments - one.voidedSegments} />),
  fact('余额支付', one.postedHao > 0 ? <Money hao={one.postedHao} /> : null),
]
