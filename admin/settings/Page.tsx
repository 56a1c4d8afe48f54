import { Button } from 'antd'
import { Suspense, useState } from 'react'
import { History } from '#admin/ui/History.tsx'
import style from '#admin/ui/Tables.module.css'
import { adminSettingCalls } from '#contract/account/admin-setting.ts'
import { type SettingName, settingRules, settingText } from '#contract/account/setting.ts'
import { useCall } from '#ui/call.ts'
import { Moment } from '#ui/display/Moment.tsx'
import { Panel } from '#ui/display/Panel.tsx'
import { ScrollingTable } from '#ui/display/Table.tsx'
import { lazyPart } from '#ui/frame/chunk.ts'
import { PageFailure } from '#ui/frame/PageFailure.tsx'
import { PageHead } from '#ui/frame/PageHead.tsx'
import { PageSkeleton } from '#ui/frame/PageSkeleton.tsx'
import layout from '#ui/theme/layout.module.css'
import { useUrlState } from '#ui/url-state.ts'
import { getOrThrow } from '#values/or-throw.ts'
import { OwnSettings } from './OwnSettings.tsx'
import { type SettingRow, settingGroups } from './setting.ts'

const SettingDialog = lazyPart('SettingDialog', () => import('./SettingDialog.tsx'))
const OwnDrawer = lazyPart('OwnDrawer', () => import('./OwnDrawer.tsx'))

/** 运行参数: limits that staff may change, in general and, stricter, for single customers. */
export function Page() {
  const query = useCall(adminSettingCalls.list, {})
  const [{ account }, setUrl] = useUrlState({ account: '' })
  const [asked, setAsked] = useState<SettingRow | null>(null)
  if (query.error && !query.data) return <PageFailure page="运行参数" query={query} />
  if (!query.data) return <PageSkeleton />
  const rows = new Map(query.data.rows.map(row => [row.name, row]))
  return (
    <>
      <PageHead title="运行参数" note="修改立即对所有客户生效，已经提交的短信不受影响；每次修改都要写明原因，可以随时恢复默认。" />
      <div className={`${layout.stack16} ${layout.one}`}>
        {settingGroups.map(({ title, names }) => (
          <Panel key={title} title={title}>
            <SettingTable title={title} rows={names.map(name => getOrThrow(rows, name))} onChange={setAsked} />
          </Panel>
        ))}
        <OwnSettings onOpen={accountId => setUrl({ account: accountId })} />
        <Panel title="修改记录">
          <History call={adminSettingCalls.history} namesObject />
        </Panel>
      </div>
      <Suspense>
        {asked ? <SettingDialog name={asked.name} set={asked.set} onClose={() => setAsked(null)} /> : null}
        {account ? <OwnDrawer accountId={account} onClose={() => setUrl({ account: '' })} /> : null}
      </Suspense>
    </>
  )
}

interface SettingTableProps {
  title: string
  rows: SettingRow[]
  onChange: (row: SettingRow) => void
}

const SettingTable = ({ title, rows, onChange }: SettingTableProps) => (
  <ScrollingTable
    label={title}
    className={`${style.table} ${style.settings}`}
    rows={rows}
    rowKey={row => row.name}
    columns={[
      {
        title: '参数',
        isWide: true,
        render: row => (
          <>
            {settingRules[row.name].name}
            <div className={style.text}>{settingRules[row.name].effect}</div>
          </>
        ),
      },
      {
        title: '当前值',
        render: row => (
          <>
            <b>{settingText(row.name, row.set ?? settingRules[row.name].initial)}</b>
            <div className={style.text}>{row.set === null ? '默认' : `默认 ${settingText(row.name, settingRules[row.name].initial)}`}</div>
          </>
        ),
      },
      { title: '可设范围', render: row => rangeText(row.name) },
      {
        title: '上次修改',
        render: row =>
          row.changedAt ? (
            <>
              <Moment at={row.changedAt} />
              <div className={style.text}>{row.changedBy}</div>
            </>
          ) : (
            '–'
          ),
      },
      {
        title: '操作',
        head: null,
        isNumber: true,
        render: row => (
          <Button type="link" size="small" onClick={() => onChange(row)} aria-label={`修改${settingRules[row.name].name}`}>
            修改
          </Button>
        ),
      },
    ]}
  />
)

const rangeText = (name: SettingName) => `${settingText(name, settingRules[name].least)} – ${settingText(name, settingRules[name].most)}`
