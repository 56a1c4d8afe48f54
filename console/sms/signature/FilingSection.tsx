import { filingStateNames, filingWorkingDays } from '#contract/sender-registration/filing.ts'
import { Section } from '#ui/Facts.tsx'
import { Moment } from '#ui/Moment.tsx'
import { StateTag } from '#ui/StateTag.tsx'
import { Timeline } from '#ui/Timeline.tsx'
import { operatorNames } from '#values/phone.ts'
import style from './Signature.module.css'
import type { SignatureOne } from './signature.ts'

/** A signature's registration at each carrier, with time, reason and history. */
export function FilingSection({ one }: { one: SignatureOne }) {
  if (!one.filing) return null
  const isWaiting = one.filings.some(filing => filing.state === 'pending')
  return (
    <Section title="运营商报备">
      <p className={style.note}>
        {isWaiting
          ? `运营商通常在${filingWorkingDays}内答复，由平台代为提交，不需要您操作。没有报备成功的运营商可能拦截短信，发送前会提示有多少号码。`
          : '报备成功的运营商正常发送；失败的请按原因补充材料，或联系客服重新报备。'}
      </p>
      <ul className={style.operators}>
        {one.filings.map(({ operator, state, reason, changedAt }) => (
          <li key={operator}>
            <header>
              {operatorNames[operator]}
              <StateTag tone={filingStateNames[state].tone}>{filingStateNames[state].name}</StateTag>
            </header>
            <p>
              {reason ? `${reason} · ` : ''}
              {changedAt ? <Moment at={changedAt} short /> : '还没有提交给运营商'}
            </p>
          </li>
        ))}
      </ul>
      {one.filingHistory.length > 0 ? (
        <Timeline
          steps={one.filingHistory.map(({ operator, state, reason, at }) => ({
            key: at + operator,
            tone: filingStateNames[state].tone,
            title: `${operatorNames[operator]} · ${filingStateNames[state].name}`,
            at,
            children: reason || null,
          }))}
        />
      ) : null}
    </Section>
  )
}
