import type { AccountId } from '#values/id.ts'

/** The owner of the created rows. */
export interface Owner {
  account: AccountId
  memberId: string
  now: Date
}

/** Appear in every visible text and number of a full account. */
export const canary = '石榴籽'
export const canaryPhone = '18812340099'

export const laterBy = (now: Date, milliseconds: number) => new Date(now.getTime() + milliseconds)
export const hourMs = 3_600_000
