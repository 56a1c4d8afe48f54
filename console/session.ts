import { QueryClient, type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { Standing } from '#contract/account/capability.ts'
import type { Permission, Role } from '#contract/identity/permission.ts'
import { type CallError, type CallTarget, isRetryable, send } from '#ui/call.ts'

/** Who is signed in, what they may do, and the figures of the header. */
export interface Me {
  member: { memberId: string; login: string; name: string; phone: string; role: Role; avatarId: string | null }
  /** One of the platform's staff who looks at the account, by name; null: the member. */
  staffName: string | null
  account: { accountId: string; name: string; isAttested: boolean; attestedName: string | null; standing: Standing }
  /** The sign-in before the present one; null at the first. */
  lastSignIn: { at: string; address: string; place: string | null } | null
  permissions: Permission[]
  availableHao: number | null
  bonusHao: number | null
  packages: { kind: string; name: string; remainingSegments: number }[]
}

export const meCall: CallTarget = { method: 'GET', path: '/api/me' }
export const signOutCall: CallTarget = { method: 'POST', path: '/api/sign-out' }

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { retry: (count, error) => count < 2 && isRetryable(error), staleTime: 5_000 },
    // An act says at once that the network is away; it never waits unseen.
    mutations: { retry: false, networkMode: 'always' },
  },
})

const meQuery = {
  queryKey: [meCall.path],
  queryFn: () => send(meCall, {}) as Promise<Me>,
  staleTime: 30_000,
  // Programs and refunds change the balance while a page stands open.
  refetchInterval: 60_000,
}

export const useMe = (enabled = true): UseQueryResult<Me, CallError> => useQuery<Me, CallError>({ ...meQuery, enabled })
export const prefetchMe = () => queryClient.prefetchQuery(meQuery)
/** What is shown of the person and the account is asked for anew. */
export const refreshMe = () => queryClient.invalidateQueries({ queryKey: meQuery.queryKey })
export const askMe = () => queryClient.fetchQuery({ ...meQuery, staleTime: 0 })

/** Whether the signed-in member may; false while nobody is known. */
export function useMay(permission: Permission): boolean {
  return useMe().data?.permissions.includes(permission) ?? false
}

/** Forgets the last person's data; called after signing in and out. */
export function forgetSession(): void {
  queryClient.clear()
}
