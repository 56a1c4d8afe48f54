import { useCallback } from 'react'
import { recall, useRemembered } from '../../ui/remembered.ts'

/** What is filled in so far. It stays in this browser, for each member by themselves, until it is sent or thrown away. */
export interface Draft {
  signatureId: string
  templateId: string
  uploadId: string
  name: string
  isScheduled: boolean
  /** As the time field has it, in China. */
  scheduledAt: string
}

const empty: Draft = { signatureId: '', templateId: '', uploadId: '', name: '', isScheduled: false, scheduledAt: '' }

export function useDraft(memberId: string) {
  const name = `broadcast.${memberId}`
  const [kept, keep] = useRemembered<Partial<Draft>>(name, {})
  const draft: Draft = { ...empty, ...kept }
  // From what is kept and not from what was drawn: two changes in one go both count.
  const change = useCallback((next: Partial<Draft>) => keep({ ...recall<Partial<Draft>>(name), ...next }), [name, keep])
  const clear = useCallback(() => keep({}), [keep])
  const isEmpty = Object.values(draft).every(value => value === '' || value === false)
  return { draft, change, clear, isEmpty }
}
