import { Button } from 'antd'
import { Suspense, useState } from 'react'
import {
  type BlacklistLevel,
  type BlacklistSource,
  blacklistCalls,
  blacklistLevels,
  blacklistScopes,
  blacklistSources,
} from '#contract/blacklist.ts'
import { parsePhone } from '#values/phone.ts'
import { useCall } from '../../call.ts'
import { useMay } from '../../session.ts'
import { lazyPart } from '../../ui/chunk.ts'
import { ListPage } from '../../ui/ListPage.tsx'
import type { Choice } from '../../ui/list-choice.tsx'
import type { ListColumn } from '../../ui/list-columns.tsx'
import { useListState } from '../../ui/list-state.ts'
import { Moment } from '../../ui/Moment.tsx'
import { RowActions } from '../../ui/RowActions.tsx'
import { StateTag } from '../../ui/StateTag.tsx'
import { useUrlState } from '../../ui/url-state.ts'
import { type BlacklistRow, keptBecause, sourceTones } from './blacklist.ts'
import { RemoveDialog } from './RemoveDialog.tsx'

const AddForm = lazyPart('AddForm', () => import('./AddForm.tsx'))

const optionsOf = (table: Record<string, string>) => Object.entries(table).map(([value, label]) => ({ value, label }))
const facts: ListColumn<BlacklistRow>[] = [
  { id: 'phone', title: '手机号', isAlways: true, width: 120, render: row => row.phone },
  {
    id: 'level',
    title: '适用的签名',
    width: 130,
    render: row => (row.level === 'account' ? '全部' : row.signatureText === null ? '已删除的签名' : `【${row.signatureText}】`),
  },
  { id: 'scope', title: '不再发送', width: 140, render: row => blacklistScopes[row.scope] },
  {
    id: 'source',
    title: '来源',
    width: 110,
    render: row => <StateTag tone={sourceTones[row.source]}>{blacklistSources[row.source]}</StateTag>,
  },
  { id: 'reason', title: '原因', width: 160, render: row => row.reason || '–' },
  { id: 'addedBy', title: '添加人', width: 90, render: row => row.addedBy ?? '–' },
  { id: 'createdAt', title: '加入时间', width: 150, render: row => <Moment at={row.createdAt} short /> },
]

/** A number to search for, in the forms people paste; undefined while it isn't one. */
function wantedPhone(text: string): string | undefined {
  const parsed = parsePhone(text)
  return 'phone' in parsed ? parsed.phone : undefined
}

/** 黑名单: numbers that get no more marketing messages. */
export function Page() {
  const list = useListState({ phone: '', level: '', source: '' })
  const [open, setOpen] = useUrlState({ form: '' })
  const [removed, setRemoved] = useState<{ rows: BlacklistRow[]; clear: () => void } | null>(null)
  const mayWrite = useMay('blacklist.write')
  const phone = wantedPhone(list.values.phone)
  const isOddPhone = list.values.phone !== '' && phone === undefined
  const level = list.values.level in blacklistLevels ? (list.values.level as BlacklistLevel) : undefined
  const source = list.values.source in blacklistSources ? (list.values.source as BlacklistSource) : undefined
  const asked = useCall(blacklistCalls.list, { phone, level, source, ...list.page }, { enabled: !isOddPhone })
  // A part of a number finds nothing: numbers are searched whole.
  const query = isOddPhone ? { ...asked, data: { rows: [], nextCursor: null }, isPending: false, isFetching: false } : asked

  const add = mayWrite ? (
    <Button type="primary" onClick={() => setOpen({ form: 'new' })}>
      添加号码
    </Button>
  ) : null
  const columns: ListColumn<BlacklistRow>[] = mayWrite
    ? [
        ...facts,
        {
          id: 'actions',
          title: '操作',
          isAlways: true,
          fixed: 'end',
          width: 80,
          render: row => (
            <RowActions
              actions={[
                {
                  label: '移除',
                  isDanger: true,
                  refusedBecause: keptBecause(row),
                  onClick: () => setRemoved({ rows: [row], clear: () => undefined }),
                },
              ]}
            />
          ),
        },
      ]
    : facts
  return (
    <ListPage
      id="blacklist"
      title="黑名单"
      note="名单里的号码不再收到推广短信，也可以选择连通知一起拦下；验证码照常发送。收件人回复“TD”“T”“R”“N”“退订”等，会自动加入。"
      action={add}
      list={list}
      query={query}
      columns={columns}
      rowKey={row => row.blacklistId}
      filters={[
        { kind: 'search', name: 'phone', label: '完整的手机号' },
        { kind: 'select', name: 'level', label: '适用的签名', options: optionsOf(blacklistLevels) },
        { kind: 'select', name: 'source', label: '来源', options: optionsOf(blacklistSources) },
      ]}
      {...(mayWrite
        ? {
            batch: ({ rows }: Choice<BlacklistRow>, clear: () => void) => (
              <Button danger disabled={rows.some(row => keptBecause(row) !== null)} onClick={() => setRemoved({ rows, clear })}>
                {rows.some(row => keptBecause(row) !== null) ? '含投诉号码，不能移除' : '移除'}
              </Button>
            ),
          }
        : {})}
      emptyState={{
        title: '黑名单是空的',
        text: '收件人回复退订后会自动出现在这里；您也可以把不想再打扰的号码加进来，一次最多 10,000 个。',
        action: add,
      }}
      errorTitle="黑名单没能加载"
    >
      {open.form && mayWrite ? (
        <Suspense>
          <AddForm onClose={() => setOpen({ form: '' })} />
        </Suspense>
      ) : null}
      {removed ? (
        <RemoveDialog
          rows={removed.rows}
          onClose={() => setRemoved(null)}
          onDone={() => {
            removed.clear()
            setRemoved(null)
          }}
        />
      ) : null}
    </ListPage>
  )
}
