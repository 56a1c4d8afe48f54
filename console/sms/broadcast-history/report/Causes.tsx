import { Link } from 'react-router'
import { ExportButton } from '#console/shared/ExportButton.tsx'
import type { MessagesOf } from '#console/shared/messages-of.ts'
import { useReachable } from '#console/shared/PageLink.tsx'
import { deliveryCalls } from '#contract/messages/delivery.ts'
import { queryOfCodes } from '#contract/messages/drill-down.ts'
import { terms } from '#contract/terms.ts'
import { useListCall } from '#ui/call.ts'
import { thousands } from '#ui/display/Count.tsx'
import { Moment } from '#ui/display/Moment.tsx'
import { Panel } from '#ui/display/Panel.tsx'
import { PlainTable } from '#ui/display/PlainTable.tsx'
import { RankedBars } from '#ui/display/RankedBars.tsx'
import { ErrorPanel } from '#ui/ErrorPanel.tsx'
import layout from '#ui/theme/layout.module.css'
import { carrierNames } from '#values/phone.ts'
import { pathTo } from '../../../paths.ts'
import type { BreakdownFacts } from './facts.ts'
import style from './Report.module.css'

interface CausesProps {
  causes: BreakdownFacts['causes']
  /** Null: the messages behind them can't be listed. */
  list: { broadcastId: string; failedCount: number; code: string; onCode: (code: string) => void; messagesOf: MessagesOf } | null
}

/** Why messages failed, with advice; one code's messages are listed below. */
export function Causes({ causes, list }: CausesProps) {
  const isChosen = (code: string) => list?.code === (code || noCode)
  return (
    <Panel
      title={terms.causes}
      action={
        list ? <ExportButton source="message" filter={{ broadcastId: list.broadcastId, state: 'failed' }} count={list.failedCount} /> : null
      }
    >
      <RankedBars
        bars={causes.map(({ cause, advice, messageCount, codes }) => ({
          key: cause,
          label: cause,
          count: messageCount,
          to: list?.messagesOf(queryOfCodes(codes)),
          note: (
            <>
              {advice}
              <span className={style.codes}>
                {codes.map(({ code, meaning, messageCount: own }) =>
                  list ? (
                    <button
                      key={code}
                      type="button"
                      className={style.code}
                      aria-pressed={isChosen(code)}
                      onClick={() => list.onCode(isChosen(code) ? '' : code || noCode)}
                    >
                      {meaning} {thousands(own)}
                    </button>
                  ) : (
                    <span key={code}>
                      {meaning} {thousands(own)}
                    </span>
                  ),
                )}
              </span>
            </>
          ),
        }))}
        emptyText="没有失败、未知或拦截的短信"
      />
      {list && list.code !== '' ? <Messages broadcastId={list.broadcastId} code={list.code} /> : null}
    </Panel>
  )
}

/** In the address, for messages whose report names no code. */
const noCode = 'none'
const shownRows = 10

/** The first messages with a code. */
function Messages({ broadcastId, code }: { broadcastId: string; code: string }) {
  const filter = { broadcastId, state: 'missed', code } as const
  const list = useListCall(deliveryCalls.list, { ...filter, pageSize: shownRows })
  const isReachable = useReachable()
  if (list.error) return <ErrorPanel title="名单没能加载" error={list.error} onRetry={() => void list.refetch()} />
  if (!list.data) return null
  return (
    <div className={`${layout.above16} ${layout.stack8}`}>
      <PlainTable
        label="这个原因的短信"
        rows={list.data.rows}
        rowKey={row => row.messageId}
        emptyText="没有这个原因的短信"
        columns={[
          { title: '手机号', render: row => row.phone },
          { title: '运营商', render: row => carrierNames[row.carrier] },
          { title: '省份', isWide: true, render: row => row.province ?? '未知' },
          { title: '原因', render: row => row.reason?.meaning ?? '–' },
          { title: '时间', isWide: true, render: row => <Moment at={row.finishedAt ?? row.createdAt} /> },
        ]}
      />
      {isReachable('/sms/delivery') ? <Link to={pathTo('/sms/delivery', filter)}>在发送记录中查看全部</Link> : null}
    </div>
  )
}
