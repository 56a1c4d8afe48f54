import { broadcastDraftCalls } from '#contract/broadcast/broadcast-draft.ts'
import { templateCalls } from '#contract/content/template.ts'
import { useAct } from '#ui/call.ts'
import type { BroadcastForm } from './form.ts'

/** A custom text must be saved unchanged before numbers can be checked with it. */
export function useOwnText({ draft, template, change }: BroadcastForm) {
  const keepText = useAct(broadcastDraftCalls.keepText, { invalidates: [templateCalls.one] })
  const { ownText } = draft
  const isKept = template?.text === ownText || (keepText.isSuccess && keepText.variables.text === ownText)
  const isUnkept = ownText !== null && !isKept
  const keep = (then: () => void) =>
    ownText !== null &&
    keepText.mutate(
      { text: ownText },
      {
        onSuccess: ({ templateId }) => {
          change({ templateId })
          then()
        },
      },
    )
  return { isUnkept, keep, error: keepText.error }
}
