import { Alert, Button } from 'antd'
import { Suspense, useState } from 'react'
import { routes } from '#console/routes.tsx'
import { ExportButton } from '#console/shared/ExportButton.tsx'
import { NextStep } from '#console/shared/NextStep.tsx'
import { type BlacklistState, blacklistCalls, blacklistLevels, blacklistScopes, blacklistSources } from '#contract/blacklist/blacklist.ts'
import type { CallAnswerWire } from '#contract/call.ts'
import { send, useCall, useListCall } from '#ui/call.ts'
import { Count, thousands } from '#ui/display/Count.tsx'
import type { FigureFacts } from '#ui/display/Figures.tsx'
import { keyOf, optionsOf } from '#ui/form/options.ts'
import { lazyPart } from '#ui/frame/chunk.ts'
import { actionColumn } from '#ui/list/action-column.tsx'
import type { Filter } from '#ui/list/ListFilters.tsx'
import { type EmptyState, ListPage } from '#ui/list/ListPage.tsx'
import type { Choice } from '#ui/list/list-choice.tsx'
import { useListState } from '#ui/list/list-state.ts'
import { nothingFound, phoneFilter, searchedPhone } from '#ui/list/phone-filter.ts'
import { useUrlState } from '#ui/url-state.ts'
import { limits } from '#values/limits.ts'
import { useMay } from '../../session.ts'
import { type BlacklistFilter, type BlacklistRow, countsOf, keptBecause, type RemovalTarget } from './blacklist.ts'
import { entryColumns } from './entry-columns.tsx'
import { RemoveDialog } from './RemoveDialog.tsx'
import { blacklistTabs, useBlacklistTabs } from './tabs.ts'

const AddForm = lazyPart('AddForm', () => import('./AddForm.tsx'))
const ImportForm = lazyPart('ImportForm', () => import('./ImportForm.tsx'))

const { note } = routes['/sms/blacklist']

const nothing = { phone: '', level: '', source: '', scope: '' }

const filters: Filter[] = [
  phoneFilter,
  { kind: 'select', name: 'level', label: '适用的签名', options: optionsOf(blacklistLevels) },
  { kind: 'select', name: 'source', label: '来源', options: optionsOf(blacklistSources) },
  { kind: 'select', name: 'scope', label: '不再发送', options: optionsOf(blacklistScopes) },
]

const filterOf = (state: BlacklistState, values: typeof nothing, phone: string | undefined): BlacklistFilter => ({
  state,
  phone,
  level: keyOf(blacklistLevels, values.level),
  source: keyOf(blacklistSources, values.source),
  scope: keyOf(blacklistScopes, values.scope),
})

/** Blacklist entries: active, expired, or removed. */
export function EntryList({ tab }: { tab: BlacklistState }) {
  const own = useListState(nothing)
  const list = useBlacklistTabs(own)
  const [open, setOpen] = useUrlState({ form: '' })
  const [removed, setRemoved] = useState<{ target: RemovalTarget; clear: () => void } | null>(null)
  const mayWrite = useMay('blacklist.write')
  const mayRemove = mayWrite && tab === 'active'
  const { phone, isOdd } = searchedPhone(own.values.phone)
  const filter = filterOf(tab, own.values, phone)
  const asked = useListCall(blacklistCalls.list, { ...filter, ...own.page }, { enabled: !isOdd })
  const query = isOdd ? nothingFound(asked) : asked
  const figures = useCall(blacklistCalls.figures, {}, { staleTimeMs: 30_000 })
  const { state: _, ...matching } = filter
  const counting = useCall(blacklistCalls.count, matching, { enabled: mayRemove && !isOdd })
  const counts = counting.data
  const targetOf = ({ rows, isEverything }: Choice<BlacklistRow>): RemovalTarget =>
    isEverything && counts ? { filter: matching, counts } : { rows }

  const add = mayWrite ? (
    <Button type="primary" onClick={() => setOpen({ form: 'new' })}>
      添加号码
    </Button>
  ) : null
  const action = (
    <>
      <ExportButton source="blacklist" filter={filter} count={tab === 'active' && !own.isFiltered ? figures.data?.activeCount : null} />
      {mayWrite ? <Button onClick={() => setOpen({ form: 'import' })}>从文件导入</Button> : null}
      {add}
    </>
  )
  const remove = actionColumn<BlacklistRow>(80, row => [
    {
      label: '移除',
      isDanger: true,
      refusedBecause: keptBecause(row),
      onClick: () => setRemoved({ target: { rows: [row] }, clear: () => undefined }),
    },
  ])
  return (
    <ListPage
      id={`blacklist.${tab}`}
      title="黑名单"
      note={phone?.length === 11 ? <PhoneNote phone={phone} /> : note}
      action={action}
      figures={figuresOf(figures.data)}
      tabs={blacklistTabs}
      list={list}
      query={query}
      columns={mayRemove ? [...entryColumns[tab], remove] : entryColumns[tab]}
      rowKey={row => row.blacklistId}
      readPage={page => send(blacklistCalls.list, { ...filter, ...page })}
      filters={filters}
      everything={mayRemove ? counts?.count : undefined}
      batch={
        mayRemove
          ? (choice, clear) => {
              const target = targetOf(choice)
              return <RemoveButton target={target} onClick={() => setRemoved({ target, clear })} />
            }
          : undefined
      }
      emptyState={tab === 'active' ? { ...emptyStates.active, action: add } : emptyStates[tab]}
      next={tab === 'active' ? <NextStep of="blacklist" /> : null}
      errorTitle="黑名单没能加载"
    >
      <Suspense>
        {open.form === 'new' && mayWrite ? <AddForm onClose={() => setOpen({ form: '' })} /> : null}
        {open.form === 'import' && mayWrite ? <ImportForm onClose={() => setOpen({ form: '' })} /> : null}
      </Suspense>
      {removed ? (
        <RemoveDialog
          target={removed.target}
          onClose={() => {
            setRemoved(null)
            // A refusal says that they are others by now.
            if ('filter' in removed.target) void counting.refetch()
          }}
          onDone={() => {
            removed.clear()
            setRemoved(null)
          }}
        />
      ) : null}
    </ListPage>
  )
}

function RemoveButton({ target, onClick }: { target: RemovalTarget; onClick: () => void }) {
  const { count, complaintCount } = countsOf(target)
  const most = 'filter' in target ? limits.blacklistFilterRemovals : limits.blacklistRemovals
  if (count > most) return <span role="alert">一次最多移除 {thousands(most)} 个号码，请缩小范围</span>
  const isKept = count === complaintCount
  return (
    <Button danger disabled={isKept} onClick={onClick}>
      {isKept ? '因投诉加入，不能移除' : '移除'}
    </Button>
  )
}

const emptyStates: Record<BlacklistState, EmptyState> = {
  active: {
    title: '黑名单是空的',
    text: '收件人回复退订后会自动出现在这里；您也可以把不想再打扰的号码加进来：粘贴一万个，或从文件导入一百万个。',
  },
  lapsed: { title: '没有到期的号码', text: '添加时可以设到期时间，到期后自动恢复发送，记录留在这里。' },
  removed: { title: '没有移除过号码', text: '移除的号码连同原因和凭证留在这里，供核查。' },
}

function figuresOf(data: CallAnswerWire<typeof blacklistCalls.figures> | undefined): FigureFacts[] {
  const count = (value: number | undefined) => (value === undefined ? null : <Count count={value} />)
  return [
    { label: '生效中', value: count(data?.activeCount) },
    { label: '对方自行退订', value: count(data?.ownCount) },
    { label: '投诉', value: count(data?.complaintCount), ...(data?.complaintCount ? { tone: 'bad' as const } : {}) },
    { label: '近30天加入', value: count(data?.recentCount) },
  ]
}

/** What can still be sent to the searched number, including platform-level blocks. */
function PhoneNote({ phone }: { phone: string }) {
  const { data } = useCall(blacklistCalls.check, { phone })
  if (!data) return note
  if (data.isPlatformBlocked)
    return <Alert type="error" showIcon title="平台已停止向该号码发送任何短信，包括验证码。如有疑问，请联系客服。" />
  if (data.rows.length === 0) return <Alert type="success" showIcon title="该号码不在黑名单中，推广、通知和验证码都可以发送。" />
  const isWhole = data.rows.some(row => row.level === 'account')
  const isAll = data.rows.some(row => row.scope === 'all')
  return (
    <Alert
      type="warning"
      showIcon
      title={`${isWhole ? '您的全部签名' : '部分签名'}不再向该号码发送${isAll ? '推广和通知' : '推广短信，通知照常'}；验证码照常发送。`}
    />
  )
}
