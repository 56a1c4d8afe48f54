import { Select } from 'antd'
import { useState } from 'react'
import { adminCustomerCalls } from '#contract/account/admin-customer.ts'
import { useListCall } from '#ui/call.ts'

interface CustomerPickerProps {
  id?: string
  value?: string | undefined
  onChange?: (accountId: string | undefined) => void
  placeholder?: string
  /** Where it has no form label. */
  label?: string
  /** Its name, where the value came from elsewhere. */
  known?: { accountId: string; name: string } | undefined
}

/** A customer, searched by a part of the name, a whole phone number or its last four digits, or a login name. */
export function CustomerPicker({
  id,
  value,
  onChange,
  placeholder = '输入名称、手机号、后4位或登录名',
  label,
  known,
}: CustomerPickerProps) {
  const [search, setSearch] = useState('')
  const query = useListCall(adminCustomerCalls.list, { ...(search ? { search } : {}), pageSize: 20 })
  const found = query.data?.rows ?? []
  const options = found.map(row => ({ value: row.accountId, label: row.attestedName ?? row.name }))
  if (known && !found.some(row => row.accountId === known.accountId)) options.unshift({ value: known.accountId, label: known.name })
  return (
    <Select
      {...(id ? { id } : {})}
      {...(label ? { 'aria-label': label } : {})}
      value={value ?? null}
      onChange={(next: string | null) => onChange?.(next ?? undefined)}
      allowClear
      showSearch={{ filterOption: false, onSearch: setSearch }}
      options={options}
      placeholder={placeholder}
      loading={query.isFetching}
      notFoundContent={query.error ? query.error.message : '没有找到客户'}
      style={{ width: '100%' }}
    />
  )
}
