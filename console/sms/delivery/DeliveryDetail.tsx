import { Button } from 'antd'
import { Link } from 'react-router'
import { WholePhone } from '#console/shared/WholePhone.tsx'
import { deliveryCalls, messageKindNames } from '#contract/messages/delivery.ts'
import { terms } from '#contract/terms.ts'
import { CopyableId, CopyButton } from '#ui/CopyButton.tsx'
import { useCall } from '#ui/call.ts'
import { Segments } from '#ui/display/Count.tsx'
import { type DeliveryDetailFacts, timelineOf } from '#ui/display/delivery-timeline.tsx'
import { Facts, Section } from '#ui/display/Facts.tsx'
import { fact } from '#ui/display/fact.ts'
import { Moment } from '#ui/display/Moment.tsx'
import { State } from '#ui/display/StateTag.tsx'
import { Timeline } from '#ui/display/Timeline.tsx'
import { messageStateTags } from '#ui/labels/messages.ts'
import { DetailDrawer } from '#ui/overlay/DetailDrawer.tsx'
import layout from '#ui/theme/layout.module.css'
import { carrierNames } from '#values/phone.ts'
import { pathTo } from '../../paths.ts'
import { useMay } from '../../session.ts'
import { BlockButton } from './BlockButton.tsx'
import style from './Delivery.module.css'

/** One message: content and recipient, delivery timeline, cost, replies. */
export function DeliveryDetail({ messageId, onClose, onDiagnose }: { messageId: string; onClose: () => void; onDiagnose: () => void }) {
  const query = useCall(deliveryCalls.one, { messageId })
  const { data } = query
  return (
    <DetailDrawer onClose={onClose} title="短信详情" query={query} actions={data ? <Acts one={data} onDiagnose={onDiagnose} /> : null}>
      {one => (
        <>
          <Facts
            facts={[
              fact(
                '手机号',
                <WholePhone call={deliveryCalls.reveal} of={{ messageId: one.messageId }} phone={one.phone} label="显示完整号码" />,
              ),
              fact('状态', <State tag={messageStateTags[one.state]} />),
              fact('运营商', [carrierNames[one.carrier], one.province].filter(Boolean).join(' · ')),
              fact('应用', one.appName),
              fact('类型', messageKindNames[one.kind]),
              fact(terms.segments, <Segments count={one.segmentCount} />),
              fact('模板', one.template ? `${one.template.name}（${one.template.code}）` : null),
              fact(
                '群发',
                one.broadcastId ? <Link to={pathTo('/sms/broadcast-history', { id: one.broadcastId })}>{one.broadcastName}</Link> : null,
              ),
              fact('自定义编号', one.customId ? <CopyableId id={one.customId} most={24} /> : null),
              fact('短信编号', <CopyableId id={one.messageId} most={30} />),
            ]}
          />
          <Section title="内容" action={<CopyButton text={one.content} />}>
            <p className={style.text}>{one.content}</p>
            {one.kind === 'otp' ? <p className={`${layout.flush} ${layout.faint}`}>验证码只给收件人，这里不显示。</p> : null}
          </Section>
          <Section title="经过">
            <Timeline steps={timelineOf(one)} />
          </Section>
          {one.replies.length > 0 ? (
            <Section title="收到的回复">
              <ul className={`${layout.list} ${layout.stack8} ${style.replies}`}>
                {one.replies.map(reply => (
                  <li key={reply.inboundId}>
                    <Moment at={reply.receivedAt} />
                    {reply.text}
                  </li>
                ))}
              </ul>
            </Section>
          ) : null}
        </>
      )}
    </DetailDrawer>
  )
}

/** Actions on the number. */
function Acts({ one, onDiagnose }: { one: DeliveryDetailFacts; onDiagnose: () => void }) {
  const mayBlock = useMay('blacklist.write')
  return (
    <>
      {one.isBlocked ? <span className={layout.faint}>该号码在黑名单中，不会再收到推广短信</span> : null}
      <Button onClick={onDiagnose}>诊断号码</Button>
      {mayBlock && !one.isBlocked ? <BlockButton filter={{ ids: one.messageId }} count={1} phone={one.phone} /> : null}
    </>
  )
}
