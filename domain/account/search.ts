import { accountStates } from '#contract/account/admin-customer.ts'
import { roles } from '#contract/identity/permission.ts'
import { containing } from '#db/like.ts'
import { type AdminSearchSource, noteOf, type SearchSource } from '#domain/search-source/index.ts'
import { decodeId, encodeId } from '#values/id.ts'
import { maskPhone } from '#values/phone.ts'
import { findCustomer, listCustomers } from './admin-customer-list.ts'

/** Members by name, login name or phone number; an account has few. */
export const memberSearch: SearchSource = {
  kind: 'member',
  permission: 'member.read',
  find: async (executor, account, { text, phone, most }) => {
    const part = containing(text)
    const rows = await executor
      .selectFrom('member')
      .select(['name', 'phone', 'role'])
      .where('accountId', '=', account)
      .where('state', '=', 'active')
      .where(is =>
        phone === null
          ? is.or([is('name', 'ilike', part), is.and([is('login', 'ilike', part), is('login', '<>', is.ref('phone'))])])
          : is('phone', '=', phone),
      )
      .orderBy('memberId')
      .limit(most)
      .execute()
    return rows.map(row => ({
      title: row.name || maskPhone(row.phone),
      note: noteOf(row.name && maskPhone(row.phone), roles[row.role].name),
      path: '/system/uaccount/userinfo?tab=members',
    }))
  },
}

/**
 * Customers by a part of the name, a whole phone number or login name, the end of a phone number, or the account's id.
 */
export const customerSearch: AdminSearchSource = {
  kind: 'customer',
  permission: 'customer.read',
  find: async (executor, { text, phone, most, now }) => {
    const account = decodeId('account', text)
    const found = account && (await findCustomer(executor, account, now))
    const rows = account
      ? [found].filter(row => row !== null)
      : (await listCustomers(executor, { search: phone ?? text, pageSize: most, now })).rows
    return rows.map(row => ({
      title: row.name,
      note: noteOf(row.attestedName ?? '未认证', row.ownerPhone, accountStates[row.state]),
      path: `/customers?id=${encodeId('account', row.accountId)}`,
    }))
  },
}
