import { sql } from 'kysely'

/** How staff read a customer's name: the attested one, otherwise the account's own, which is a masked phone number at first. */
export const shownAccountName = sql<string>`coalesce(account.attested_name, account.name)`
