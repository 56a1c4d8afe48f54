import { Button } from 'antd'
import { useState } from 'react'
import { Panel } from '#ui/display/Panel.tsx'
import type { TableColumn } from '#ui/display/Table.tsx'
import { ErrorPanel } from '#ui/ErrorPanel.tsx'
import { CustomerPicker } from './CustomerPicker.tsx'
import { RuledTable } from './RuledTable.tsx'
import style from './Tables.module.css'

interface Customer {
  accountId: string
  name: string
}

interface OwnCustomersProps<Row extends Customer> {
  title: string
  note: string
  placeholder: string
  /** Shown while no customer has its own values. */
  noneText: string
  query: { data: { rows: Row[] } | undefined; error: { message: string } | null; refetch: () => unknown }
  /** Beside the customer's name. */
  columns: readonly TableColumn<Row>[]
  onOpen: (accountId: string) => void
}

/** Customers with values that differ from the platform's; any other can be opened to add one. */
export function OwnCustomers<Row extends Customer>({ query, columns, onOpen, ...words }: OwnCustomersProps<Row>) {
  const [chosen, setChosen] = useState<string>()
  return (
    <Panel title={words.title} note={words.note}>
      <div className={style.find}>
        <CustomerPicker value={chosen} onChange={setChosen} placeholder={words.placeholder} label="选择客户" />
        <Button disabled={!chosen} onClick={() => chosen && onOpen(chosen)}>
          打开
        </Button>
      </div>
      {query.error && !query.data ? <ErrorPanel title="没能加载" error={query.error} onRetry={() => void query.refetch()} /> : null}
      {query.data?.rows.length === 0 ? <p className={style.none}>{words.noneText}</p> : null}
      {query.data && query.data.rows.length > 0 ? (
        <RuledTable
          label={`${words.title}列表`}
          rows={query.data.rows}
          rowKey={row => row.accountId}
          columns={[
            {
              title: '客户',
              render: row => (
                <Button type="link" size="small" style={{ paddingInline: 0 }} onClick={() => onOpen(row.accountId)}>
                  {row.name}
                </Button>
              ),
            },
            ...columns,
          ]}
        />
      ) : null}
    </Panel>
  )
}
