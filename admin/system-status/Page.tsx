import type { CallAnswerWire } from '#contract/call.ts'
import { systemStatusCalls } from '#contract/monitoring/admin-system-status.ts'
import { useCall } from '#ui/call.ts'
import { Count } from '#ui/display/Count.tsx'
import { durationText } from '#ui/display/duration.ts'
import { type FigureFacts, Figures } from '#ui/display/Figures.tsx'
import { Moment } from '#ui/display/Moment.tsx'
import { Panel, Panels } from '#ui/display/Panel.tsx'
import { PlainTable } from '#ui/display/PlainTable.tsx'
import { StateTag } from '#ui/display/StateTag.tsx'
import { PageFailure } from '#ui/frame/PageFailure.tsx'
import { PageHead } from '#ui/frame/PageHead.tsx'
import { PageSkeleton } from '#ui/frame/PageSkeleton.tsx'
import { priorityNames, programNames, sinkNames, tableNames } from '../ui/labels/monitoring.ts'
import { SystemAlerts } from '../ui/SystemAlerts.tsx'

type Status = CallAnswerWire<typeof systemStatusCalls.read>
type Channel = Status['channels'][number]
const refreshMs = 10_000
/** What waits longer than this is late: the engine looks for work several times a second. */
const lateSeconds = 60

const longestOf = (rows: readonly { waitSeconds: number }[]) => Math.max(0, ...rows.map(row => row.waitSeconds))
const sumOf = <Row,>(rows: readonly Row[], count: (row: Row) => number) => rows.reduce((sum, row) => sum + count(row), 0)

/** 系统状态: programs, channels, queues and checks at this moment, as monitoring sees them too. */
export function Page() {
  const query = useCall(systemStatusCalls.read, {}, { refetchInterval: refreshMs })
  if (query.error && !query.data) return <PageFailure page="系统状态" query={query} />
  if (!query.data) return <PageSkeleton />
  const status = query.data
  return (
    <>
      <PageHead title="系统状态" note="每10秒更新一次。同样的数据可由Prometheus采集，各程序的监控地址见下表。" />
      <SystemAlerts alerts={status.alerts} />
      <Figures figures={figuresOf(status)} />
      <Panels layout="one">
        <Programs programs={status.programs} />
        <Channels channels={status.channels} />
      </Panels>
      <Panels>
        <Jobs jobs={status.jobs} />
        <Events events={status.events} />
        <Storage status={status} />
      </Panels>
    </>
  )
}

function figuresOf({ programs, channels, events, jobs, ledgerCheck }: Status): FigureFacts[] {
  const missing = programs.filter(program => program.isMissing).length
  const inService = channels.filter(channel => channel.isEnabled)
  const down = inService.filter(channel => !channel.isUp).length
  const outbox = channels.flatMap(channel => channel.outbox)
  const failing = sumOf(jobs, job => job.failingCount)
  return [
    countFigure('运行中的程序', programs.length - missing, '个', missing > 0 ? `${missing}个失去联系` : undefined),
    countFigure('已连接的通道', inService.length - down, '条', down > 0 ? `${down}条未连接` : undefined),
    waitFigure(
      '等待发出的短信',
      sumOf(outbox, row => row.messageCount),
      '条',
      longestOf(outbox),
    ),
    waitFigure(
      '等待推送的事件',
      sumOf(events, row => row.count),
      '个',
      longestOf(events.filter(row => row.sink === 'webhook')),
    ),
    countFigure(
      '后台任务',
      sumOf(jobs, job => job.count),
      '个',
      failing > 0 ? `${failing}个失败后重试` : undefined,
    ),
    {
      label: '账务检查',
      value: ledgerCheck === null ? '还没有检查过' : ledgerCheck.findingCount === 0 ? '全部相符' : `${ledgerCheck.findingCount}项差异`,
      ...(ledgerCheck ? { tone: ledgerCheck.findingCount === 0 ? ('good' as const) : ('bad' as const) } : {}),
      to: '/ledger-health',
    },
  ]
}

/** A number that is bad as soon as something is wrong with it. */
const countFigure = (label: string, count: number, unit: string, problem: string | undefined): FigureFacts => ({
  label,
  value: <Count count={count} unit={unit} />,
  note: problem ?? '正常',
  ...(problem ? { tone: 'bad' as const } : {}),
})

const waitFigure = (label: string, count: number, unit: string, seconds: number): FigureFacts => ({
  label,
  value: <Count count={count} unit={unit} />,
  note: seconds > 0 ? `最早的已到期${durationText(seconds * 1000)}` : '没有到期的',
  ...(seconds > lateSeconds ? { tone: 'waiting' as const } : {}),
})

const Wait = ({ seconds }: { seconds: number }) => <>{seconds > 0 ? durationText(seconds * 1000) : '–'}</>

const Programs = ({ programs }: { programs: Status['programs'] }) => (
  <Panel title="程序" note="失去联系：超过3分钟没有报告，程序被强制结束或服务器断开。">
    <PlainTable
      label="程序"
      rows={programs}
      rowKey={one => one.runId}
      emptyText="没有程序报告过"
      columns={[
        { title: '程序', render: one => programNames[one.name] ?? one.name },
        { title: '服务器', render: one => one.host },
        {
          title: '状态',
          render: one => (one.isMissing ? <StateTag tone="bad">失去联系</StateTag> : <StateTag tone="good">运行中</StateTag>),
        },
        { title: '版本', render: one => one.version },
        { title: '监控地址', render: one => one.monitoringUrl, isWide: true },
        { title: '启动时间', render: one => <Moment at={one.startedAt} />, isWide: true },
        { title: '最近报告', render: one => <Moment at={one.confirmedAt} />, isWide: true },
      ]}
    />
  </Panel>
)

function channelTag({ isEnabled, isUp }: Channel) {
  if (!isEnabled) return <StateTag tone="ended">已停用</StateTag>
  return isUp ? <StateTag tone="good">已连接</StateTag> : <StateTag tone="bad">未连接</StateTag>
}

const Channels = ({ channels }: { channels: Status['channels'] }) => (
  <Panel title="通道与待发短信">
    <PlainTable
      label="通道与待发短信"
      rows={channels}
      rowKey={one => one.channelId}
      emptyText="还没有通道"
      columns={[
        { title: '通道', render: one => one.name },
        { title: '状态', render: channelTag },
        { title: '说明', render: one => one.stateDetail ?? '–', isWide: true },
        { title: '待发', isNumber: true, render: one => <Count count={sumOf(one.outbox, row => row.messageCount)} /> },
        ...priorityNames.map((title, priority) => ({
          title: `其中${title}`,
          isNumber: true,
          isWide: true,
          render: (one: Channel) => <Count count={one.outbox.find(row => row.priority === priority)?.messageCount ?? 0} />,
        })),
        { title: '最早的已到期', isNumber: true, render: one => <Wait seconds={longestOf(one.outbox)} /> },
        { title: '待匹配的报告', isNumber: true, render: one => <Count count={one.parkedCount} />, isWide: true },
      ]}
    />
  </Panel>
)

const Events = ({ events }: { events: Status['events'] }) => (
  <Panel title="等待客户程序的事件">
    <PlainTable
      label="等待客户程序的事件"
      rows={events}
      rowKey={one => one.sink}
      emptyText="没有事件"
      columns={[
        { title: '方式', render: one => sinkNames[one.sink] },
        { title: '等待', isNumber: true, render: one => <Count count={one.count} /> },
        { title: '最早的已到期', isNumber: true, render: one => <Wait seconds={one.waitSeconds} /> },
      ]}
    />
  </Panel>
)

const Jobs = ({ jobs }: { jobs: Status['jobs'] }) => (
  <Panel title="后台任务" note="失败的任务会自动重试。">
    <PlainTable
      label="后台任务"
      rows={jobs}
      rowKey={one => one.job}
      emptyText="没有等待或正在运行的任务"
      columns={[
        { title: '任务', render: one => <code>{one.job}</code> },
        { title: '等待或运行', isNumber: true, render: one => <Count count={one.count} /> },
        { title: '失败后重试', isNumber: true, render: one => <Count count={one.failingCount} /> },
        { title: '最早的已到期', isNumber: true, render: one => <Wait seconds={one.waitSeconds} /> },
      ]}
    />
  </Panel>
)

const Storage = ({ status: { partitions } }: { status: Status }) => (
  <Panel title="数据分区" note="按月预先建立，到期前三个月自动续建。">
    <PlainTable
      label="数据分区"
      rows={partitions}
      rowKey={one => one.table}
      emptyText="没有分区"
      columns={[
        { title: '数据', render: one => tableNames[one.table] ?? one.table },
        { title: '已建立至', render: one => <Moment at={one.until} /> },
      ]}
    />
  </Panel>
)
