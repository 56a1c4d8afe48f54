import type { AccountId } from '#values/id.ts'

/** Whose rows are made. */
export interface Owner {
  account: AccountId
  memberId: string
  now: Date
}

/** Stand in every text and number of a full account that could be seen. */
export const canary = '石榴籽'
export const canaryPhone = '18812340099'

export const laterBy = (now: Date, milliseconds: number) => new Date(now.getTime() + milliseconds)
export const hourMs = 3_600_000
