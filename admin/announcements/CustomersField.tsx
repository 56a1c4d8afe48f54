import { Select } from 'antd'
import { useState } from 'react'
import { adminCustomerCalls } from '#contract/account/admin-customer.ts'
import { useListCall } from '#ui/call.ts'
import { limits } from '#values/limits.ts'

interface CustomersFieldProps {
  id?: string
  value?: string[]
  onChange?: (accountIds: string[]) => void
  /** Names of the customers that were chosen before. */
  known: readonly { accountId: string; name: string }[]
}

/** Several customers, searched by a part of the name or a whole phone or login name. */
export function CustomersField({ id, value = [], onChange, known }: CustomersFieldProps) {
  const [search, setSearch] = useState('')
  const [named, setNamed] = useState(() => new Map(known.map(({ accountId, name }) => [accountId, name])))
  const query = useListCall(adminCustomerCalls.list, { ...(search ? { search } : {}), pageSize: 20 })
  const names = new Map([...named, ...(query.data?.rows ?? []).map(row => [row.accountId, row.attestedName ?? row.name] as const)])
  return (
    <Select<string[]>
      {...(id ? { id } : {})}
      mode="multiple"
      maxCount={limits.announcementAccounts}
      value={value}
      onChange={next => {
        setNamed(names)
        onChange?.(next)
      }}
      showSearch={{ filterOption: false, onSearch: setSearch }}
      options={[...names].map(([accountId, name]) => ({ value: accountId, label: name }))}
      placeholder="输入名称、手机号、后4位或登录名"
      loading={query.isFetching}
      notFoundContent={query.error ? query.error.message : '没有找到客户'}
    />
  )
}
