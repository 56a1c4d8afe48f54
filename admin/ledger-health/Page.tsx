import { Button } from 'antd'
import type { CallAnswerWire } from '#contract/call.ts'
import { adminLedgerCalls } from '#contract/payments/admin-ledger.ts'
import { useCall } from '#ui/call.ts'
import { Figures } from '#ui/display/Figures.tsx'
import { Moment } from '#ui/display/Moment.tsx'
import { Panel, Panels } from '#ui/display/Panel.tsx'
import { PlainTable } from '#ui/display/PlainTable.tsx'
import { StateTag } from '#ui/display/StateTag.tsx'
import { PageFailure } from '#ui/frame/PageFailure.tsx'
import { PageHead } from '#ui/frame/PageHead.tsx'
import { PageSkeleton } from '#ui/frame/PageSkeleton.tsx'
import { useMessageAct } from '#ui/overlay/message-act.ts'
import { pairsOf } from '#values/keys.ts'
import { ledgerInvariantTexts } from '../ui/labels/payments.ts'

type Health = CallAnswerWire<typeof adminLedgerCalls.read>
const refreshMs = 10_000

/** 账务健康: whether the ledgers of all customers balance, by the last nightly verification. */
export function Page() {
  const query = useCall(adminLedgerCalls.read, {}, { refetchInterval: refreshMs })
  const check = useMessageAct(adminLedgerCalls.check, { done: '已开始检查，完成后这里会更新' })
  if (query.error && !query.data) return <PageFailure page="账务健康" query={query} />
  if (!query.data) return <PageSkeleton />
  return (
    <>
      <PageHead
        title="账务健康"
        note="每天4:00（北京时间）对全部账户逐一检查；任何不符都会记录在这里并写入告警日志。"
        action={
          <Button type="primary" loading={check.isPending} onClick={() => check.mutate({})}>
            立即检查
          </Button>
        }
      />
      <Health health={query.data} />
    </>
  )
}

function Health({ health: { checks, invariants, findings } }: { health: Health }) {
  const latest = checks.find(check => check.finishedAt !== null)
  const failed = invariants ? Object.values(invariants).filter(invariant => invariant.failed > 0).length : 0
  return (
    <>
      <Figures
        figures={[
          {
            label: '结论',
            value: latest ? (failed === 0 ? '全部相符' : `${failed}项不符`) : '还没有检查过',
            ...(latest ? { tone: failed === 0 ? ('good' as const) : ('bad' as const) } : {}),
          },
          { label: '上次检查用时', value: latest ? durationOf(latest) : '–', note: latest ? <Moment at={latest.startedAt} /> : undefined },
          { label: '检查的账户', value: latest?.accountCount.toLocaleString('en-US') ?? '–' },
          { label: '正在检查', value: checks.some(check => check.finishedAt === null) ? '是' : '否' },
        ]}
      />
      <Panels layout="one">
        <Panel title="各项等式">
          <PlainTable
            label="各项等式"
            rows={pairsOf(ledgerInvariantTexts)}
            rowKey={([invariant]) => invariant}
            emptyText="没有等式"
            columns={[
              { title: '编号', render: ([, { code }]) => code },
              { title: '名称', render: ([, { name }]) => name },
              { title: '等式', render: ([, { about }]) => about },
              { title: '检查', isNumber: true, render: ([invariant]) => invariants?.[invariant]?.checked.toLocaleString('en-US') ?? '–' },
              { title: '结果', render: ([invariant]) => <Outcome counts={invariants?.[invariant]} /> },
            ]}
          />
        </Panel>
        <Panel title="差异" note="上次检查发现的差异；每个账户每项最多记录50条。">
          <PlainTable
            label="差异"
            rows={findings}
            rowKey={one => one.findingId}
            emptyText="上次检查没有发现差异"
            columns={[
              { title: '等式', render: one => ledgerInvariantTexts[one.invariant].name },
              { title: '客户', render: one => one.accountName ?? '–' },
              { title: '差异', render: one => one.problem },
            ]}
          />
        </Panel>
        <Panel title="检查记录">
          <PlainTable
            label="检查记录"
            rows={checks}
            rowKey={one => one.checkId}
            emptyText="还没有检查过"
            columns={[
              { title: '开始', render: one => <Moment at={one.startedAt} /> },
              { title: '用时', render: one => durationOf(one) },
              { title: '账户', isNumber: true, render: one => one.accountCount.toLocaleString('en-US') },
              {
                title: '结果',
                render: one =>
                  one.finishedAt === null ? (
                    <StateTag tone="progress">检查中</StateTag>
                  ) : one.failedInvariants === 0 ? (
                    <StateTag tone="good">全部相符</StateTag>
                  ) : (
                    <StateTag tone="bad">{one.failedInvariants}项不符</StateTag>
                  ),
              },
            ]}
          />
        </Panel>
      </Panels>
    </>
  )
}

function Outcome({ counts }: { counts: { checked: number; failed: number } | undefined }) {
  if (!counts || counts.checked === 0) return <StateTag tone="ended">没有可检查的</StateTag>
  return counts.failed === 0 ? <StateTag tone="good">相符</StateTag> : <StateTag tone="bad">{counts.failed}个不符</StateTag>
}

function durationOf({ startedAt, finishedAt }: Health['checks'][number]): string {
  if (finishedAt === null) return '–'
  const seconds = (Date.parse(finishedAt) - Date.parse(startedAt)) / 1000
  return seconds < 60 ? `${seconds.toFixed(1)}秒` : `${Math.round(seconds / 60)}分钟`
}
