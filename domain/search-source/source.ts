import type { Permission, StaffPermission } from '#contract/identity/permission.ts'
import type { SearchKind } from '#contract/search/search.ts'
import type { Executor } from '#db/connect.ts'
import type { AccountId } from '#values/id.ts'
import { parsePhone } from '#values/phone.ts'

/** What a person looks for. */
export interface SearchInput {
  text: string
  /** The whole phone number that the text is, without its separators. */
  phone: string | null
  /** Maximum number of hits. */
  most: number
  now: Date
}

export interface SearchHit {
  title: string
  /** What tells it from others; phone numbers masked. */
  note: string
  /** The page that shows it, with its query. */
  path: string
}

/**
 * A kind of objects that people look for. It is defined in the module of the objects (domain/content/search.ts) and
 * registered in domain/search/sources.ts. It reads by an index, or a bounded number of the newest rows.
 */
export interface SearchSource {
  kind: SearchKind
  /** Permission to see the objects; without it the source is not asked. */
  permission: Permission
  find: (executor: Executor, account: AccountId, input: SearchInput) => Promise<SearchHit[]>
}

/** The same for staff, across customers. */
export interface AdminSearchSource {
  kind: SearchKind
  permission: StaffPermission
  find: (executor: Executor, input: SearchInput) => Promise<SearchHit[]>
}

/** What a typed text means. */
export function readSearch(typed: string, rest: Pick<SearchInput, 'most' | 'now'>): SearchInput {
  const parsed = parsePhone(typed)
  return { text: typed.trim(), phone: 'phone' in parsed ? parsed.phone : null, ...rest }
}

/** The parts of a note that there are, in one line. */
export const noteOf = (...parts: readonly (string | null | undefined | false)[]): string => parts.filter(Boolean).join(' · ')
