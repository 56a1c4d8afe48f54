import { Button, Input } from 'antd'
import { useState } from 'react'
import { ExportButton } from '#console/shared/ExportButton.tsx'
import { useReachable } from '#console/shared/PageLink.tsx'
import { WholePhone } from '#console/shared/WholePhone.tsx'
import { broadcastCalls } from '#contract/broadcast/broadcast.ts'
import type { CallAnswerWire } from '#contract/call.ts'
import { linkProblemName } from '#contract/links/link-problem.ts'
import { deliveryCalls } from '#contract/messages/delivery.ts'
import { terms } from '#contract/terms.ts'
import { CopyButton } from '#ui/CopyButton.tsx'
import { useCall, useListCall } from '#ui/call.ts'
import { Count, Share } from '#ui/display/Count.tsx'
import { Facts } from '#ui/display/Facts.tsx'
import { fact } from '#ui/display/fact.ts'
import { Moment } from '#ui/display/Moment.tsx'
import { Panel, Panels } from '#ui/display/Panel.tsx'
import { PlainTable } from '#ui/display/PlainTable.tsx'
import { ErrorPanel } from '#ui/ErrorPanel.tsx'
import { LinkButton } from '#ui/LinkButton.tsx'
import layout from '#ui/theme/layout.module.css'
import { useMay } from '../../../session.ts'
import style from './Report.module.css'

type Funnel = CallAnswerWire<typeof broadcastCalls.funnel>
const refreshMs = 10_000

/** Results of a broadcast's short link: how many opened it, and who. */
export function Clicks({ broadcastId }: { broadcastId: string }) {
  const isReachable = useReachable()
  const mayReadMessages = useMay('message.read')
  const { data, error, refetch } = useCall(broadcastCalls.funnel, { broadcastId }, { refetchInterval: refreshMs })
  if (error && !data) return <ErrorPanel title="点击没能加载" error={error} onRetry={() => void refetch()} />
  if (!data?.link) return null
  return (
    <Panels>
      <Panel
        title="短链点击"
        action={
          isReachable('/shorturl/visitor') ? (
            <LinkButton type="link" to={`/shorturl/visitor?broadcast=${broadcastId}`}>
              访客统计
            </LinkButton>
          ) : null
        }
      >
        <Facts facts={factsOf(data, data.link)} />
      </Panel>
      {mayReadMessages && data.clickedCount > 0 ? <WhoClicked broadcastId={broadcastId} count={data.clickedCount} /> : null}
    </Panels>
  )
}

const factsOf = (funnel: Funnel, link: NonNullable<Funnel['link']>) => [
  fact(
    '短链',
    <>
      <span className={layout.anywhere}>{link.shortUrl}</span>
      <CopyButton text={link.shortUrl} />
      {link.problem ? `（${linkProblemName(link.problem)}）` : null}
    </>,
  ),
  fact('打开', <span className={layout.anywhere}>{link.target}</span>),
  fact(terms.clickers, <Count count={funnel.clickedCount} unit="人" />),
  fact(terms.clickRate, <Share part={funnel.reachedCount} whole={funnel.deliveredCount} />),
  fact(terms.clicks, <Count count={funnel.clickCount} unit="次" />),
  fact(`${terms.delivered}未点击`, <Count count={funnel.deliveredCount - funnel.reachedCount} unit="人" />),
  fact('首次点击', funnel.firstAt ? <Moment at={funnel.firstAt} /> : null),
  fact('最近点击', funnel.lastAt ? <Moment at={funnel.lastAt} /> : null),
  fact(
    `没有${terms.delivered}也点击`,
    funnel.clickedCount > funnel.reachedCount ? <Count count={funnel.clickedCount - funnel.reachedCount} unit="人" /> : null,
  ),
]

const pageSize = 10
const phonePattern = /^(?:1[3-9]\d{9}|\d{4})$/

/** Recipients who opened the link, the latest first. */
function WhoClicked({ broadcastId, count }: { broadcastId: string; count: number }) {
  const [typed, setTyped] = useState('')
  // Cursors of the pages before the current one.
  const [cursors, setCursors] = useState<string[]>([])
  const phone = phonePattern.test(typed) ? typed : undefined
  const cursor = cursors.at(-1)
  const list = useListCall(broadcastCalls.clicks, { broadcastId, pageSize, ...(phone ? { phone } : {}), ...(cursor ? { cursor } : {}) })
  const { nextCursor = null, rows = [] } = list.data ?? {}
  const search = (text: string) => {
    setTyped(text.trim())
    setCursors([])
  }
  return (
    <Panel title="谁点击了" action={<ExportButton source="message" filter={{ broadcastId, clicked: 'yes' }} count={count} />}>
      <Input
        className={style.search ?? ''}
        aria-label="按手机号查找"
        placeholder="手机号或后4位"
        inputMode="numeric"
        value={typed}
        onChange={event => search(event.target.value)}
      />
      {list.error ? <ErrorPanel title="名单没能加载" error={list.error} onRetry={() => void list.refetch()} /> : null}
      {list.data && rows.length === 0 ? <p className={style.none}>没有找到点击过的号码</p> : null}
      {rows.length > 0 ? <ClickTable rows={rows} /> : null}
      {cursors.length > 0 || nextCursor ? (
        <nav className={`${layout.above8} ${layout.beside} ${layout.end}`} aria-label="名单翻页">
          <Button size="small" disabled={cursors.length === 0} onClick={() => setCursors(cursors.slice(0, -1))}>
            上一页
          </Button>
          <Button size="small" disabled={nextCursor === null} onClick={() => nextCursor && setCursors([...cursors, nextCursor])}>
            下一页
          </Button>
        </nav>
      ) : null}
    </Panel>
  )
}

const ClickTable = ({ rows }: { rows: CallAnswerWire<typeof broadcastCalls.clicks>['rows'] }) => (
  <PlainTable
    label="谁点击了"
    rows={rows}
    rowKey={row => row.messageId}
    emptyText=""
    columns={[
      { title: '手机号', render: row => <WholePhone call={deliveryCalls.reveal} of={{ messageId: row.messageId }} phone={row.phone} /> },
      { title: '首次点击', render: row => <Moment at={row.firstAt} /> },
      { title: '次数', isNumber: true, render: row => <Count count={row.clickCount} /> },
    ]}
  />
)
