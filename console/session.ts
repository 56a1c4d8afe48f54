import { QueryClient, type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { AttestationState } from '#contract/account/capability.ts'
import type { Permission, Role } from '#contract/identity/permission.ts'
import type { ListColumns } from '#contract/list-view.ts'
import { CallError, type CallTarget, isRetryable, send } from '#ui/call.ts'
import { forgetRecents } from '#ui/palette/recents.ts'
import { forget, recall, remember } from '#ui/remembered.ts'

/** The signed-in member, its permissions, and the figures of the header. */
export interface Me {
  member: { memberId: string; login: string; name: string; phone: string; role: Role; avatarId: string | null }
  listColumns: ListColumns
  /** Impersonation: name of the member of staff who views the account; null: the member. */
  staffName: string | null
  account: { accountId: string; name: string; isAttested: boolean; attestedName: string | null } & AttestationState
  /** The previous sign-in; null at the first. */
  lastSignIn: { at: string; address: string; place: string | null } | null
  permissions: Permission[]
  availableHao: number | null
  bonusHao: number | null
  packages: { kind: string; name: string; remainingSegments: number }[]
}

export const meCall: CallTarget = { method: 'GET', path: '/api/me' }
const signOutCall: CallTarget = { method: 'POST', path: '/api/sign-out' }

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { retry: (count, error) => count < 2 && isRetryable(error), staleTime: 5_000 },
    // An act fails at once when the network is down; it is never queued invisibly.
    mutations: { retry: false, networkMode: 'always' },
  },
})

const sessionMark = 'session'
/** Whether somebody was signed in here: to all others a page for anyone need not ask who it is. */
export const mayBeSignedIn = () => recall(sessionMark) !== null

async function readMe(): Promise<Me> {
  try {
    const me = (await send(meCall, {})) as Me
    remember(sessionMark, true)
    return me
  } catch (error) {
    if (error instanceof CallError && error.status === 401) forget(sessionMark)
    throw error
  }
}

const meQuery = {
  queryKey: [meCall.path],
  queryFn: readMe,
  staleTime: 30_000,
  // Programs and refunds change the balance while a page is open.
  refetchInterval: 60_000,
}

export const useMe = (enabled = true): UseQueryResult<Me, CallError> => useQuery<Me, CallError>({ ...meQuery, enabled })
export const prefetchMe = () => queryClient.prefetchQuery(meQuery)
/** Reloads the displayed data of the person and the account. */
export const refreshMe = () => queryClient.invalidateQueries({ queryKey: meQuery.queryKey })
export const askMe = () => queryClient.fetchQuery({ ...meQuery, staleTime: 0 })

/** Whether the signed-in member has a permission; false while nobody is known. */
export function useMay(permission: Permission): boolean {
  return useMe().data?.permissions.includes(permission) ?? false
}

/** Deletes the previous person's data; called after signing in and out. */
export function forgetSession(): void {
  queryClient.clear()
}

/** Signs out, and leaves nothing of the person to the next one: drafts of this tab, what was opened last. */
export async function signOut(): Promise<void> {
  await send(signOutCall, {})
  forgetSession()
  forgetRecents()
  sessionStorage.clear()
  location.assign('/user/login')
}
