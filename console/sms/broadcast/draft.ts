import { useEffect, useState, useSyncExternalStore } from 'react'
import { broadcastDraftCalls, type DraftFields } from '#contract/broadcast/broadcast-draft.ts'
import { CallError, invalidate, send, useCall } from '#ui/call.ts'
import { forget, recall, remember } from '#ui/remembered.ts'
import { encodeId, newId } from '#values/id.ts'
import { limits } from '#values/limits.ts'
import { pathTo } from '../../paths.ts'
import { queryClient } from '../../session.ts'
import { DraftAutosave } from './draft-autosave.ts'

export const emptyDraft: DraftFields = {
  name: '',
  signatureId: null,
  templateId: null,
  ownText: null,
  uploadId: null,
  isScheduled: false,
  scheduledAt: '',
  isSpread: false,
  perMinute: 600,
  fromMinute: limits.marketingFromMinute,
  untilMinute: limits.marketingUntilMinute,
  atNight: 'postpone',
}

/** Ids created since this page was loaded: the server doesn't know them. */
const freshIds = new Set<string>()

/** The id of a new draft. */
export function newDraftId(): string {
  const draftId = encodeId('draft', newId())
  freshIds.add(draftId)
  return draftId
}

interface Kept {
  version: number
  fields: DraftFields
}

/** An opened draft: editable, already sent, or unavailable. */
export type OpenedDraft =
  | { kind: 'opening' }
  | { kind: 'open'; autosave: DraftAutosave }
  | { kind: 'sent'; broadcastId: string }
  | { kind: 'failed'; error: CallError; again: () => void }

/** Opens a draft by its id: from the server, with newer input of this browser. An unknown id is a new draft. */
export function useOpenedDraft(draftId: string): OpenedDraft {
  const [opened, setOpened] = useState<OpenedDraft>({ kind: 'opening' })
  const [turn, setTurn] = useState(0)
  useEffect(() => {
    let isGone = false
    let autosave: DraftAutosave | undefined
    const leave = () => document.visibilityState === 'hidden' && void autosave?.flush()
    document.addEventListener('visibilitychange', leave)
    void open(draftId, () => setTurn(turn + 1)).then(next => {
      if (next.kind === 'open') autosave = next.autosave
      if (isGone) return flushAndStop(autosave)
      setOpened(next)
    })
    return () => {
      isGone = true
      document.removeEventListener('visibilitychange', leave)
      flushAndStop(autosave)
    }
  }, [draftId, turn])
  return opened
}

/** When the form is left, its input is saved, without retries. */
function flushAndStop(autosave: DraftAutosave | undefined): void {
  void autosave?.flush().finally(() => autosave.stop())
}

async function open(draftId: string, again: () => void): Promise<OpenedDraft> {
  const backup = recall<Kept>(backupName(draftId))
  try {
    const kept = freshIds.has(draftId) ? null : await send(broadcastDraftCalls.one, { draftId })
    if (kept?.broadcastId) return { kind: 'sent', broadcastId: kept.broadcastId }
    const saved = kept ? { version: kept.version, fields: kept.content } : { version: 0, fields: emptyDraft }
    return { kind: 'open', autosave: new DraftAutosave(saved, backup, placesOf(draftId)) }
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    if (error.status === 404)
      return {
        kind: 'open',
        autosave: new DraftAutosave({ version: 0, fields: emptyDraft }, backup && { ...backup, version: 0 }, placesOf(draftId)),
      }
    return { kind: 'failed', error, again }
  }
}

const stepName = (draftId: string) => `broadcast.step.${draftId}`
/** How many drafts were not sent, and the newest of them. */
export const useNewestDraft = () => useCall(broadcastDraftCalls.list, { pageSize: 1 })

export const rememberStep = (draftId: string, step: string) => remember(stepName(draftId), step)
export const forgetStep = (draftId: string) => forget(stepName(draftId))

/** Where a draft goes on: at the step that was open last in this browser, else at `step`. */
export const draftPath = (draftId: string, step?: string): string =>
  pathTo('/sms/broadcast', { draft: draftId, step: recall<string>(stepName(draftId)) ?? step })

const backupName = (draftId: string) => `broadcast.${draftId}`

const placesOf = (draftId: string) => ({
  save: async ({ version, fields }: Kept) => {
    const answer = await send(broadcastDraftCalls.save, { draftId, version, content: fields })
    freshIds.delete(draftId)
    invalidate(queryClient, [broadcastDraftCalls.list])
    return answer
  },
  read: async () => {
    const { version, content } = await send(broadcastDraftCalls.one, { draftId })
    return { version, fields: content }
  },
  backUp: (draft: Kept | null) => (draft ? remember(backupName(draftId), draft) : forget(backupName(draftId))),
  codeOf: (error: unknown) => {
    if (!(error instanceof CallError)) throw error
    return error.code
  },
})

/** The state of an open draft, observed. */
export function useDraft(autosave: DraftAutosave) {
  const { fields, status } = useSyncExternalStore(autosave.subscribe, () => autosave.state)
  return { draft: fields, status, change: autosave.change }
}
