import { Link } from 'react-router'
import { pathTo } from '#admin/paths.ts'
import { adminMessageCalls } from '#contract/messages/admin-message.ts'
import { messageKindNames } from '#contract/messages/delivery.ts'
import { terms } from '#contract/terms.ts'
import { CopyableId } from '#ui/CopyButton.tsx'
import { useCall } from '#ui/call.ts'
import { Segments } from '#ui/display/Count.tsx'
import { timelineOf } from '#ui/display/delivery-timeline.tsx'
import { Facts, Section } from '#ui/display/Facts.tsx'
import { fact } from '#ui/display/fact.ts'
import { State } from '#ui/display/StateTag.tsx'
import { Timeline } from '#ui/display/Timeline.tsx'
import { messageStateTags } from '#ui/labels/messages.ts'
import { DetailDrawer } from '#ui/overlay/DetailDrawer.tsx'
import { carrierNames } from '#values/phone.ts'

/** One message of a customer: what it was and its timeline. */
export function MessageDetail({ accountId, messageId, onClose }: { accountId: string; messageId: string; onClose: () => void }) {
  const query = useCall(adminMessageCalls.one, { accountId, messageId })
  return (
    <DetailDrawer onClose={onClose} title="短信详情" query={query}>
      {one => (
        <>
          <Facts
            facts={[
              fact('客户', <Link to={pathTo('/customers', { id: one.accountId })}>{one.accountName}</Link>),
              fact('手机号', one.phone),
              fact('状态', <State tag={messageStateTags[one.state]} />),
              fact('运营商', [carrierNames[one.carrier], one.province].filter(Boolean).join(' · ')),
              fact('通道', one.channelName),
              fact('上游编号', one.upstreamId ? <CopyableId id={one.upstreamId} most={30} /> : null),
              fact('应用', one.appName),
              fact('类型', messageKindNames[one.kind]),
              fact(terms.segments, <Segments count={one.segmentCount} />),
              fact('签名', `【${one.signatureText}】`),
              fact('模板', one.template ? `${one.template.name}（${one.template.code}）` : null),
              fact('群发', one.broadcastName),
              fact('自定义编号', one.customId ? <CopyableId id={one.customId} most={24} /> : null),
              fact('短信编号', <CopyableId id={one.messageId} most={30} />),
            ]}
          />
          <Section title="内容">{one.content}</Section>
          <Section title="经过">
            <Timeline steps={timelineOf(one)} />
          </Section>
        </>
      )}
    </DetailDrawer>
  )
}
