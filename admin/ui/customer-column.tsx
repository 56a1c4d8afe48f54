import { Link } from 'react-router'
import { pathTo } from '#admin/paths.ts'
import type { ListColumn } from '#ui/list/list-columns.ts'

interface OfCustomer {
  accountId: string | null
  accountName: string | null
}

/** The customer of a row, with the way to it. */
export const customerColumn = <Row extends OfCustomer>(choice: Partial<ListColumn<Row>>): ListColumn<Row> => ({
  id: 'account',
  title: '客户',
  render: row => (row.accountId ? <Link to={pathTo('/customers', { id: row.accountId })}>{row.accountName}</Link> : '–'),
  ...choice,
})
