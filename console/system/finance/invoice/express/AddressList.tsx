import { Button } from 'antd'
import { Suspense, useState } from 'react'
import { invoiceAddressCalls } from '#contract/invoicing/invoice-delivery.ts'
import { useCall } from '#ui/call.ts'
import { Phone } from '#ui/display/Phone.tsx'
import { Label } from '#ui/display/StateTag.tsx'
import { lazyPart } from '#ui/frame/chunk.ts'
import { actionColumn } from '#ui/list/action-column.tsx'
import { ListPage } from '#ui/list/ListPage.tsx'
import type { ListColumn } from '#ui/list/list-columns.ts'
import { useListState } from '#ui/list/list-state.ts'
import { AskDialog } from '#ui/overlay/AskDialog.tsx'
import { useDialogAct } from '#ui/overlay/dialog-act.ts'
import { useMessageAct } from '#ui/overlay/message-act.ts'
import layout from '#ui/theme/layout.module.css'
import { useUrlState } from '#ui/url-state.ts'
import { placeText } from '#values/division.ts'
import { limits } from '#values/limits.ts'
import { useMay } from '../../../../session.ts'
import style from './Express.module.css'
import { type AddressRow, addressAnswers, note, tabs, title } from './express.ts'

const AddressForm = lazyPart('AddressForm', () => import('./AddressForm.tsx'))

const columns: ListColumn<AddressRow>[] = [
  {
    id: 'recipient',
    title: '收件人',
    isAlways: true,
    width: 140,
    render: row => (
      <span className={style.name}>
        {row.recipient}
        {row.isDefault ? <Label>默认</Label> : null}
      </span>
    ),
  },
  { id: 'phone', title: '手机', width: 130, render: row => <Phone phone={row.phone} /> },
  { id: 'place', title: '所在地区', width: 200, render: row => placeText(row) },
  { id: 'detail', title: '详细地址', width: 280, render: row => <span className={layout.anywhere}>{row.street + row.detail}</span> },
  { id: 'postcode', title: '邮编', width: 80, render: row => row.postcode || '–' },
]

/** Delivery addresses of paper invoices. */
export function AddressList() {
  const list = useListState({ tab: '' })
  const [opened, open] = useUrlState({ form: '' })
  const [removed, setRemoved] = useState<AddressRow | null>(null)
  const mayWrite = useMay('invoice.write')
  const query = useCall(invoiceAddressCalls.list, {})
  const edited = useCall(invoiceAddressCalls.one, { addressId: opened.form }, { enabled: mayWrite && opened.form.startsWith('iad_') })
  const makeDefault = useMessageAct(invoiceAddressCalls.makeDefault, { invalidates: addressAnswers, done: '已设为默认地址' })
  const isFull = (query.data?.rows.length ?? 0) >= limits.invoiceAddresses
  const add = mayWrite ? (
    <Button
      type="primary"
      disabled={isFull}
      title={isFull ? `最多${limits.invoiceAddresses}个地址` : undefined}
      onClick={() => open({ form: 'new' })}
    >
      新建地址
    </Button>
  ) : null
  const actions = actionColumn<AddressRow>(180, row => [
    { label: '修改', onClick: () => open({ form: row.addressId }) },
    ...(row.isDefault
      ? []
      : [
          {
            label: '设为默认',
            onClick: () => makeDefault.mutate({ addressId: row.addressId }),
          },
        ]),
    { label: '删除', isDanger: true, onClick: () => setRemoved(row) },
  ])
  const row = edited.data
  return (
    <ListPage
      id="invoice-addresses"
      title={title}
      note={note}
      action={add}
      tabs={tabs}
      list={{ ...list, isFiltered: false }}
      query={query}
      columns={mayWrite ? [...columns, actions] : columns}
      rowKey={one => one.addressId}
      emptyState={{ title: '还没有邮寄地址', text: '电子发票不需要邮寄地址；需要纸质发票时，添加收件人和地址。', action: add }}
      errorTitle="邮寄地址没能加载"
    >
      <Suspense>
        {mayWrite && (opened.form === 'new' || row) ? (
          <AddressForm key={opened.form} row={row ?? null} onClose={() => open({ form: '' })} />
        ) : null}
      </Suspense>
      {removed ? <RemoveDialog row={removed} onClose={() => setRemoved(null)} /> : null}
    </ListPage>
  )
}

function RemoveDialog({ row, onClose }: { row: AddressRow; onClose: () => void }) {
  const remove = useDialogAct(invoiceAddressCalls.delete, { invalidates: addressAnswers, done: '已删除地址', onClose })
  return (
    <AskDialog
      title={`删除“${row.recipient}”的地址`}
      okText="删除"
      isDanger
      act={remove}
      onOk={() => remove.mutate({ addressId: row.addressId })}
      onClose={onClose}
    >
      <p>{placeText(row) + row.street + row.detail}。已经寄出的发票不受影响。</p>
    </AskDialog>
  )
}
