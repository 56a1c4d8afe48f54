import { Button } from 'antd'
import { Suspense, useState } from 'react'
import { Link } from 'react-router'
import { pathTo } from '#admin/paths.ts'
import { useBulk } from '#admin/ui/bulk.ts'
import { adminSenderRegistrationCalls, pendingSenderRegistrationsRoute } from '#contract/sender-registration/admin-sender-registration.ts'
import { queryString, send, useListCall } from '#ui/call.ts'
import { Moment } from '#ui/display/Moment.tsx'
import { lazyPart } from '#ui/frame/chunk.ts'
import { senderRegistrationStateTags } from '#ui/labels/sender-registration.ts'
import { actionColumn } from '#ui/list/action-column.tsx'
import { ListPage } from '#ui/list/ListPage.tsx'
import type { ListColumn } from '#ui/list/list-columns.ts'
import { useListState } from '#ui/list/list-state.ts'
import { keysOf } from '#values/keys.ts'
import { carrierNames, carrierShortNames, type MainlandCarrier, mainlandCarriers } from '#values/phone.ts'
import { SenderRegistrationCell } from './SenderRegistrationCell.tsx'
import type { AskedSenderRegistration, SenderRegistrationRow } from './sender-registration.ts'

const SenderRegistrationDialog = lazyPart('SenderRegistrationDialog', () => import('./SenderRegistrationDialog.tsx'))
const AnswerManyDialog = lazyPart('AnswerManyDialog', () => import('./AnswerManyDialog.tsx'))
const ImportDialog = lazyPart('ImportDialog', () => import('./ImportDialog.tsx'))

const states = keysOf(senderRegistrationStateTags)

const facts: ListColumn<SenderRegistrationRow>[] = [
  { id: 'text', title: '签名', isAlways: true, width: 150, render: row => `【${row.text}】` },
  {
    id: 'account',
    title: '客户',
    width: 200,
    render: row => <Link to={pathTo('/customers', { id: row.accountId })}>{row.attestedName ?? row.accountName}</Link>,
  },
]
const approvedAt: ListColumn<SenderRegistrationRow> = {
  id: 'approvedAt',
  title: '审核通过',
  width: 150,
  render: row => <Moment at={row.approvedAt} />,
}

/**
 * 签名报备: sender registration of signatures in use at each carrier; answers are recorded for one signature, or imported
 * from a file.
 */
export function Page() {
  const list = useListState({ state: '', carrier: '', search: '' })
  const [asked, setAsked] = useState<AskedSenderRegistration | 'import' | null>(null)
  const carrier = mainlandCarriers.find(one => one === list.values.carrier)
  const filter = { state: states.find(one => one === list.values.state), carrier, search: list.values.search }
  const query = useListCall(adminSenderRegistrationCalls.list, { ...filter, ...list.page })
  const counts = query.data?.counts
  const cellsOf = (one: MainlandCarrier): ListColumn<SenderRegistrationRow> => ({
    id: one,
    title: carrierShortNames[one],
    width: 116,
    render: row => (
      <SenderRegistrationCell
        senderRegistration={row.senderRegistrations[one]}
        carrier={one}
        onChange={() => setAsked({ row, carrier: one })}
      />
    ),
  })
  const bulk = useBulk<SenderRegistrationRow>()
  return (
    <ListPage
      id="admin-sender-registration"
      title="签名报备"
      note="签名审核通过后向四家运营商报备，没有报备成功的会被该运营商拦截。运营商答复后逐个登记，或填在下载的名单里一起导入。"
      action={
        <>
          <Button href={pendingSenderRegistrationsRoute.path + queryString({ carrier })}>下载待报备</Button>
          <Button type="primary" onClick={() => setAsked('import')}>
            导入结果
          </Button>
        </>
      }
      list={list}
      query={query}
      columns={[
        ...facts,
        ...mainlandCarriers.map(cellsOf),
        approvedAt,
        actionColumn<SenderRegistrationRow>(90, row => [{ label: '登记结果', onClick: () => setAsked({ row }) }]),
      ]}
      onOpen={row => setAsked({ row })}
      batch={(choice, clear) => <Button onClick={() => bulk.open(true, choice, clear)}>登记结果</Button>}
      rowKey={row => row.signatureId}
      readPage={page => send(adminSenderRegistrationCalls.list, { ...filter, ...page })}
      tabs={{
        name: 'state',
        items: [
          { key: '', label: '全部' },
          ...states.map(key => ({ key, label: senderRegistrationStateTags[key].name, count: counts?.[key] })),
        ],
      }}
      filters={[
        { kind: 'search', name: 'search', label: '签名或客户名称' },
        {
          kind: 'select',
          name: 'carrier',
          label: '运营商',
          options: mainlandCarriers.map(value => ({ value, label: carrierNames[value] })),
        },
      ]}
      emptyState={{ title: '还没有使用中的签名', text: '客户的签名审核通过后会出现在这里，等待向运营商报备。' }}
      errorTitle="签名报备没能加载"
    >
      <Suspense>
        {bulk.asked ? <AnswerManyDialog carrier={carrier} {...bulk.props(bulk.asked)} /> : null}
        {asked === 'import' ? <ImportDialog onClose={() => setAsked(null)} /> : null}
        {asked !== null && asked !== 'import' ? <SenderRegistrationDialog {...asked} onClose={() => setAsked(null)} /> : null}
      </Suspense>
    </ListPage>
  )
}
