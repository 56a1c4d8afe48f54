import { Button } from 'antd'
import { Fragment, useState } from 'react'
import { ActForm } from '#admin/ui/ActForm.tsx'
import { History } from '#admin/ui/History.tsx'
import type { CallAnswerWire } from '#contract/call.ts'
import { adminPackageCalls } from '#contract/orders/admin-package.ts'
import { saleUnit } from '#contract/orders/package.ts'
import { useCall } from '#ui/call.ts'
import { thousands } from '#ui/display/Count.tsx'
import { Section } from '#ui/display/Facts.tsx'
import { Timeline } from '#ui/display/Timeline.tsx'
import { ErrorPanel } from '#ui/ErrorPanel.tsx'
import { DetailDrawer } from '#ui/overlay/DetailDrawer.tsx'
import { useDialogAct } from '#ui/overlay/dialog-act.ts'
import { formatChinaTime } from '#values/china-time.ts'
import { formatUnitPrice, formatYuan } from '#values/money.ts'
import { type Package, packageAnswers } from './package.ts'

type Version = CallAnswerWire<typeof adminPackageCalls.versions>['rows'][number]

/** The versions of a package with their differences, and the change history. */
export function PackageHistory({ row, onClose }: { row: Package; onClose: () => void }) {
  const [isCancelling, setCancelling] = useState(false)
  const query = useCall(adminPackageCalls.versions, { packageId: row.packageId })
  return (
    <DetailDrawer onClose={onClose} title={`“${row.name}”的版本与记录`}>
      {query.error ? <ErrorPanel error={query.error} title="版本没能加载" onRetry={() => void query.refetch()} /> : null}
      {query.data ? <Versions versions={query.data.rows} onCancel={() => setCancelling(true)} /> : null}
      <Section title="操作记录">
        <History call={adminPackageCalls.history} object={row.packageId} />
      </Section>
      {isCancelling ? <CancelDialog row={row} onClose={() => setCancelling(false)} /> : null}
    </DetailDrawer>
  )
}

/** Newest first; differences from the previous version are emphasised. */
function Versions({ versions, onCancel }: { versions: readonly Version[]; onCancel: () => void }) {
  const current = versions.find(version => !version.isFuture)
  const stateOf = (version: Version) => (version.isFuture ? '待生效' : version === current ? '生效中' : '已结束')
  const toneOf = (version: Version) => (version.isFuture ? 'waiting' : version === current ? 'good' : 'ended')
  return (
    <Section title="版本">
      <Timeline
        steps={versions.map((version, index) => ({
          key: String(version.version),
          tone: toneOf(version),
          at: version.startsAt,
          title: `第 ${version.version} 版 · ${stateOf(version)}`,
          children: (
            <>
              <Content version={version} before={versions[index + 1]} />
              {version.by ? `，由${version.by}发布` : null}
              {version.isFuture ? (
                <Button type="link" size="small" danger onClick={onCancel}>
                  取消
                </Button>
              ) : null}
            </>
          ),
        }))}
      />
    </Section>
  )
}

function Content({ version, before }: { version: Version; before: Version | undefined }) {
  const was = before && new Set(factsOf(before))
  return factsOf(version).map((text, index) => (
    <Fragment key={text}>
      {index > 0 ? '，' : null}
      {was && !was.has(text) ? <strong>{text}</strong> : text}
    </Fragment>
  ))
}

function factsOf(version: Version): string[] {
  const { name, segmentCount, kind, priceHao, listPriceHao, tiers, validityDays, limitPerAccount, saleFrom, saleUntil } = version
  const day = (iso: string) => formatChinaTime(new Date(iso)).slice(0, 16)
  return [
    name,
    ...(tiers
      ? tiers.map(({ from, unitPriceHao }) => `${thousands(from)} ${saleUnit(kind)}起 ${formatUnitPrice(unitPriceHao)}`)
      : [
          `${thousands(segmentCount)} ${saleUnit(kind)}`,
          `售价 ${formatYuan(priceHao)}`,
          listPriceHao > priceHao ? `原价 ${formatYuan(listPriceHao)}` : '没有优惠',
        ]),
    `有效期 ${validityDays} 天`,
    limitPerAccount === null ? '不限购' : `每账户限购 ${limitPerAccount} 份`,
    saleFrom ? `${day(saleFrom)} 开售` : '开售不限时间',
    saleUntil ? `${day(saleUntil)} 停售` : '停售不限时间',
  ]
}

function CancelDialog({ row, onClose }: { row: Package; onClose: () => void }) {
  const act = useDialogAct(adminPackageCalls.cancelVersion, { invalidates: packageAnswers, done: '未生效的版本已取消', onClose })
  return (
    <ActForm<{ reason: string }>
      title={`取消“${row.name}”未生效的版本`}
      okText="取消该版本"
      isDanger
      consequence="该版本不再生效，现在的版本继续有效。"
      reasonHint="记入操作记录。"
      act={act}
      onSubmit={({ reason }) => act.mutate({ packageId: row.packageId, reason })}
      onClose={onClose}
    />
  )
}
