import { sql } from 'kysely'

/** How staff read a customer's name: the attested one, else the account's own, at first a masked phone number. */
export const shownAccountName = sql<string>`coalesce(account.attested_name, account.name)`
