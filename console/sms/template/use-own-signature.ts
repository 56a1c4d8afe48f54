import type { CallAnswerWire } from '#contract/call.ts'
import { signatureCalls } from '#contract/content/signature.ts'
import { useCall } from '#ui/call.ts'

export type OwnSignature = CallAnswerWire<typeof signatureCalls.list>['rows'][number]

/** The signatures that may be used, the default first. */
export function useOwnSignatures(): OwnSignature[] {
  const query = useCall(signatureCalls.list, { state: 'approved', pageSize: 100 })
  return [...(query.data?.rows ?? [])].sort((a, b) => Number(b.isDefault) - Number(a.isDefault))
}

/** The text of one for previews. */
export const useOwnSignature = (): string => useOwnSignatures()[0]?.text ?? '签名'
