import { QueryClient, type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { StaffPermission, StaffRole } from '#contract/identity/permission.ts'
import type { ListColumns } from '#contract/list-view.ts'
import { type CallError, type CallTarget, isRetryable, send } from '#ui/call.ts'
import { forgetRecents } from '#ui/palette/recents.ts'

/** The signed-in member of staff, with permissions. */
export interface Me {
  staff: { staffId: string; login: string; name: string; role: StaffRole }
  permissions: StaffPermission[]
  listColumns: ListColumns
  /** What the person must do before anything else is served. */
  owes: 'password' | 'totp' | null
  /** Whether another person may approve this person's requests. */
  hasChecker: boolean
}

export const meCall: CallTarget = { method: 'GET', path: '/api/admin/me' }
const signOutCall: CallTarget = { method: 'POST', path: '/api/admin/sign-out' }

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { retry: (count, error) => count < 2 && isRetryable(error), staleTime: 5_000 },
    // An act fails at once when the network is down; it is never queued invisibly.
    mutations: { retry: false, networkMode: 'always' },
  },
})

const meQuery = { queryKey: [meCall.path], queryFn: () => send(meCall, {}) as Promise<Me>, staleTime: 30_000 }

export const useMe = (): UseQueryResult<Me, CallError> => useQuery<Me, CallError>(meQuery)
export const prefetchMe = () => queryClient.prefetchQuery(meQuery)
export const askMe = () => queryClient.fetchQuery({ ...meQuery, staleTime: 0 })

/** Whether the signed-in person has a permission; false while nobody is known. */
export function useMay(permission: StaffPermission): boolean {
  return useMe().data?.permissions.includes(permission) ?? false
}

/** Deletes the previous person's data; called after signing in and out. */
export function forgetSession(): void {
  queryClient.clear()
}

/** Signs out, and leaves nothing of the person to the next one. */
export async function signOut(): Promise<void> {
  await send(signOutCall, {})
  forgetSession()
  forgetRecents()
  location.assign('/sign-in')
}
