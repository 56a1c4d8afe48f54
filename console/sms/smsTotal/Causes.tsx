import { PageLink } from '#console/shared/PageLink.tsx'
import type { CallAnswerWire } from '#contract/call.ts'
import type { statisticsCalls } from '#contract/messages/statistics.ts'
import { terms } from '#contract/terms.ts'
import { thousands } from '#ui/Count.tsx'
import type { DayRange } from '#ui/date-range.ts'
import { Panel } from '#ui/Panel.tsx'
import { RankedBars } from '#ui/RankedBars.tsx'
import { limits } from '#values/limits.ts'
import style from './Statistics.module.css'
import { dayCount } from './view.ts'

type Causes = CallAnswerWire<typeof statisticsCalls.failures>['causes']

const shownCodes = 3

/** Failure causes: each with its codes and their meaning, the remedy, and a link to the messages. */
export function Causes({ causes, days, filter }: { causes: Causes | undefined; days: DayRange; filter: Record<string, string> }) {
  // The list of messages covers a month at most.
  const isLinked = dayCount(days) <= limits.deliveryRangeDays
  return (
    <Panel title={terms.causes} note="包括失败、72小时没有回执的未知和发送前的拦截">
      {causes ? (
        <RankedBars
          bars={causes.map(({ cause, codes, advice, messageCount }) => ({
            key: cause,
            label: cause,
            count: messageCount,
            note: (
              <>
                {codes.slice(0, shownCodes).map(({ code, meaning, messageCount: count }) => (
                  <span key={code} className={style.code}>
                    <span>
                      {meaning}
                      {isLinked ? (
                        <>
                          {' '}
                          <PageLink to="/sms/delivery" query={{ ...filter, ...days, code }}>
                            {code}
                          </PageLink>
                        </>
                      ) : (
                        `（${code}）`
                      )}
                    </span>
                    <span>{thousands(count)}</span>
                  </span>
                ))}
                {codes.length > shownCodes ? <span>另有 {codes.length - shownCodes} 种代码。</span> : null}
                <span>{advice}</span>
              </>
            ),
          }))}
          emptyText="这段时间没有未送达的短信。"
        />
      ) : null}
    </Panel>
  )
}
