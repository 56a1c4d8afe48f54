import type { MessagesOf } from '#console/shared/messages-of.ts'
import type { CallAnswerWire } from '#contract/call.ts'
import { queryOfCodes } from '#contract/messages/drill-down.ts'
import type { statisticsCalls } from '#contract/messages/statistics.ts'
import { terms } from '#contract/terms.ts'
import { thousands } from '#ui/display/Count.tsx'
import { Panel } from '#ui/display/Panel.tsx'
import { RankedBars } from '#ui/display/RankedBars.tsx'
import { LinkOr } from '#ui/LinkOr.tsx'
import style from './Statistics.module.css'

type Causes = CallAnswerWire<typeof statisticsCalls.failures>['causes']

const shownCodes = 3

/** Failure causes: each with its codes and their meaning, the remedy, and links to the messages. */
export const Causes = ({ causes, messagesOf }: { causes: Causes | undefined; messagesOf: MessagesOf }) => (
  <Panel title={terms.causes} note="包括失败、72小时没有回执的未知和发送前的拦截">
    {causes ? (
      <RankedBars
        bars={causes.map(({ cause, codes, advice, messageCount }) => ({
          key: cause,
          label: cause,
          count: messageCount,
          to: messagesOf(queryOfCodes(codes)),
          note: (
            <>
              {codes.slice(0, shownCodes).map(one => (
                <span key={one.code} className={style.code}>
                  <span>
                    {one.meaning} <LinkOr to={messagesOf(queryOfCodes([one]))}>{one.code}</LinkOr>
                  </span>
                  <span>{thousands(one.messageCount)}</span>
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
