import { useQuery } from '@tanstack/react-query'
import type { CallAnswerWire } from '#contract/call.ts'
import { linkCalls, ownCodeRule } from '#contract/links/link.ts'
import { parseTarget } from '#contract/links/link-target.ts'
import { type CallError, send, useCall } from '#ui/call.ts'
import { ruleMessage } from '#ui/form-rules.ts'
import { useSettledText } from '#ui/settled.ts'

export type TargetLook = CallAnswerWire<typeof linkCalls.checkTarget>
export interface TargetChecks {
  /** What is known of the target without asking it; unset until it is one and was looked at. */
  look: TargetLook | undefined
  way: CallAnswerWire<typeof linkCalls.followTarget> | undefined
  isFollowing: boolean
}

/** What the server says of a target as it is typed, a moment after the last key: by what it knows, then by where it really leads. */
export function useTargetChecks(text: string): TargetChecks {
  const asked = useSettledText(text)
  const parsed = parseTarget(asked)
  const target = 'target' in parsed ? parsed.target : ''
  const options = { enabled: target !== '', retry: false, staleTime: 60_000 }
  const look = useQuery<TargetLook, CallError>({
    queryKey: [linkCalls.checkTarget.path, target],
    queryFn: ({ signal }) => send(linkCalls.checkTarget, { target }, { signal }),
    ...options,
  })
  const way = useQuery<CallAnswerWire<typeof linkCalls.followTarget>, CallError>({
    queryKey: [linkCalls.followTarget.path, target],
    queryFn: ({ signal }) => send(linkCalls.followTarget, { target }, { signal }),
    ...options,
    enabled: look.data !== undefined && look.data.problem === null,
  })
  return asked === text
    ? { look: look.data, way: way.data, isFollowing: way.isFetching }
    : { look: undefined, way: undefined, isFollowing: false }
}

/** Whether an own code can be had: `checking` until the server has said so. */
export function useCodeCheck(domain: string, text: string): { kind: 'none' | 'checking' | 'free' } | { kind: 'problem'; text: string } {
  const code = text.trim()
  const asked = useSettledText(code)
  const isAsked = asked !== '' && asked === code && ruleMessage(ownCodeRule, code) === null
  const query = useCall(linkCalls.checkCode, { domain, code: asked }, { enabled: isAsked, staleTimeMs: 5_000 })
  if (code === '' || ruleMessage(ownCodeRule, code) !== null) return { kind: 'none' }
  if (!isAsked || query.isPlaceholderData || !query.data) return query.error ? { kind: 'none' } : { kind: 'checking' }
  return query.data.problem === null ? { kind: 'free' } : { kind: 'problem', text: query.data.problem }
}
