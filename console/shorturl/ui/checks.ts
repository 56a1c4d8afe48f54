import { useQuery } from '@tanstack/react-query'
import type { CallAnswerWire } from '#contract/call.ts'
import { linkCalls, ownCodeRule } from '#contract/links/link.ts'
import { parseTarget } from '#contract/links/link-target.ts'
import { type CallError, send, useCall } from '#ui/call.ts'
import { ruleMessage } from '#ui/form/form-rules.ts'
import { useSettledText } from '#ui/settled.ts'

type TargetCheck = CallAnswerWire<typeof linkCalls.checkTarget>
export interface TargetChecks {
  /** Result of the check without fetching the target; unset until it is a valid address and was checked. */
  check: TargetCheck | undefined
  way: CallAnswerWire<typeof linkCalls.followTarget> | undefined
  isFollowing: boolean
}

/** The server's checks of a target while typing (debounced): by known facts, then by its real redirects. */
export function useTargetChecks(text: string): TargetChecks {
  const asked = useSettledText(text)
  const parsed = parseTarget(asked)
  const target = 'target' in parsed ? parsed.target : ''
  const options = { enabled: target !== '', retry: false, staleTime: 60_000 }
  const check = useQuery<TargetCheck, CallError>({
    queryKey: [linkCalls.checkTarget.path, target],
    queryFn: ({ signal }) => send(linkCalls.checkTarget, { target }, { signal }),
    ...options,
  })
  const way = useQuery<CallAnswerWire<typeof linkCalls.followTarget>, CallError>({
    queryKey: [linkCalls.followTarget.path, target],
    queryFn: ({ signal }) => send(linkCalls.followTarget, { target }, { signal }),
    ...options,
    enabled: check.data !== undefined && check.data.problem === null,
  })
  return asked === text
    ? { check: check.data, way: way.data, isFollowing: way.isFetching }
    : { check: undefined, way: undefined, isFollowing: false }
}

/** Whether a custom code is available: `checking` until the server has answered. */
export function useCodeCheck(domain: string, text: string): { kind: 'none' | 'checking' | 'free' } | { kind: 'problem'; text: string } {
  const code = text.trim()
  const asked = useSettledText(code)
  const isAsked = asked !== '' && asked === code && ruleMessage(ownCodeRule, code) === null
  const query = useCall(linkCalls.checkCode, { domain, code: asked }, { enabled: isAsked, staleTimeMs: 5_000 })
  if (code === '' || ruleMessage(ownCodeRule, code) !== null) return { kind: 'none' }
  if (!isAsked || !query.data) return query.error ? { kind: 'none' } : { kind: 'checking' }
  return query.data.problem === null ? { kind: 'free' } : { kind: 'problem', text: query.data.problem }
}
