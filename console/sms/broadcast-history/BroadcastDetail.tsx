import type { ReactNode } from 'react'
import { broadcastCalls, broadcastStates } from '#contract/broadcast.ts'
import { useCall } from '../../call.ts'
import { routes } from '../../routes.tsx'
import { Count, Segments, Share } from '../../ui/Count.tsx'
import { DetailDrawer, Facts, Section } from '../../ui/DetailDrawer.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { Moment } from '../../ui/Moment.tsx'
import { Money } from '../../ui/Money.tsx'
import { RankedBars } from '../../ui/RankedBars.tsx'
import { StateTag } from '../../ui/StateTag.tsx'
import { awaitedCount } from '../broadcast-task/broadcast.ts'

/** Reports come in while it is looked at. */
const refreshMs = 5_000

const fact = (label: string, value: ReactNode): [string, ReactNode] => [label, value]

/** One broadcast: what was sent, what became of it, what it cost and why some failed. */
export function BroadcastDetail({ broadcastId, onClose }: { broadcastId: string; onClose: () => void }) {
  const query = useCall(broadcastCalls.one, { broadcastId }, { refetchInterval: refreshMs })
  const breakdown = useCall(broadcastCalls.breakdown, { broadcastId })
  const failures = breakdown.data?.failures ?? []
  return (
    <DetailDrawer
      isOpen
      onClose={onClose}
      title="群发详情"
      query={query}
      actions={
        routes['/sms/delivery'].isReal ? <LinkButton to={`/sms/delivery?broadcastId=${broadcastId}`}>查看每条短信</LinkButton> : null
      }
    >
      {one => (
        <>
          <Facts
            facts={[
              fact('任务名称', one.name),
              fact('状态', <StateTag tone={broadcastStates[one.state].tone}>{broadcastStates[one.state].name}</StateTag>),
              fact('提交时间', <Moment at={one.createdAt} />),
              fact('计划时间', one.scheduledAt ? <Moment at={one.scheduledAt} short /> : null),
              fact('结束时间', one.finishedAt ? <Moment at={one.finishedAt} /> : null),
              fact('号码数', <Count count={one.recipientCount} />),
              fact('到达率', <Share part={one.counts.delivered} whole={one.counts.delivered + one.counts.failed} />),
              fact('成功', <Count count={one.counts.delivered} />),
              fact('失败', <Count count={one.counts.failed} />),
              fact('等待回执', one.finishedAt ? <Count count={awaitedCount(one)} /> : null),
              fact('拦截', <Count count={one.counts.refused} />),
              fact('已取消', <Count count={one.counts.canceled} />),
            ]}
          />
          <Section title="内容">
            <p>
              【{one.signatureText}】{one.templateText}
            </p>
          </Section>
          <Section title="费用">
            <Facts
              facts={[
                fact('已扣', <Segments count={one.postedSegments} />),
                fact('已退回', <Segments count={one.voidedSegments} />),
                fact('预扣中', <Segments count={one.segmentCount - one.postedSegments - one.voidedSegments} />),
                fact('余额支付', one.postedHao > 0 ? <Money hao={one.postedHao} /> : null),
              ]}
            />
          </Section>
          {failures.length > 0 ? (
            <Section title="失败原因">
              <RankedBars
                bars={failures.map(failure => ({
                  key: failure.code,
                  label: failure.meaning || '没有给出原因',
                  count: failure.messageCount,
                }))}
                emptyText=""
              />
            </Section>
          ) : null}
        </>
      )}
    </DetailDrawer>
  )
}
