import { senderRegistrationWorkingDays } from '#contract/sender-registration/sender-registration.ts'
import { Section } from '#ui/display/Facts.tsx'
import { Moment } from '#ui/display/Moment.tsx'
import { State } from '#ui/display/StateTag.tsx'
import { Timeline } from '#ui/display/Timeline.tsx'
import { senderRegistrationStateTags } from '#ui/labels/sender-registration.ts'
import layout from '#ui/theme/layout.module.css'
import { carrierNames } from '#values/phone.ts'
import style from './Signature.module.css'
import type { SignatureOne } from './signature.ts'

/** A signature's registration at each carrier, with time, reason and history. */
export function SenderRegistrationSection({ one }: { one: SignatureOne }) {
  if (!one.senderRegistration) return null
  const isWaiting = one.senderRegistrations.some(senderRegistration => senderRegistration.state === 'pending')
  return (
    <Section title="运营商报备">
      <p className={layout.lead}>
        {isWaiting
          ? `运营商通常在${senderRegistrationWorkingDays}内答复，由平台代为提交，不需要您操作。没有报备成功的运营商可能拦截短信，发送前会提示有多少号码。`
          : '报备成功的运营商正常发送；失败的请按原因补充材料，或联系客服重新报备。'}
      </p>
      <ul className={style.carriers}>
        {one.senderRegistrations.map(({ carrier, state, reason, changedAt }) => (
          <li key={carrier}>
            <header>
              {carrierNames[carrier]}
              <State tag={senderRegistrationStateTags[state]} />
            </header>
            <p>
              {reason ? `${reason} · ` : ''}
              {changedAt ? <Moment at={changedAt} /> : '还没有提交给运营商'}
            </p>
          </li>
        ))}
      </ul>
      {one.senderRegistrationHistory.length > 0 ? (
        <Timeline
          steps={one.senderRegistrationHistory.map(({ carrier, state, reason, at }) => ({
            key: at + carrier,
            tone: senderRegistrationStateTags[state].tone,
            title: `${carrierNames[carrier]} · ${senderRegistrationStateTags[state].name}`,
            at,
            children: reason || null,
          }))}
        />
      ) : null}
    </Section>
  )
}
