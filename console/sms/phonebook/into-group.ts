import { useState } from 'react'
import { phonebookCalls } from '#contract/recipients/phonebook.ts'
import { useAct } from '#ui/call.ts'
import { type ChosenGroup, groupProblem } from './GroupField.tsx'
import { phonebookAnswers } from './phonebook.ts'

/** The group that a form puts contacts into: one that is there, or a new one that is made first. */
export function useIntoGroup(firstId: string | null) {
  const [chosen, choose] = useState<ChosenGroup>({ groupId: firstId, newName: '' })
  const create = useAct(phonebookCalls.createGroup, { invalidates: phonebookAnswers })
  return {
    chosen,
    choose,
    problem: groupProblem(chosen),
    isPending: create.isPending,
    error: create.error,
    /** Goes on with the group's id once the group is there. */
    into: (resume: (groupId: string) => void) => {
      if (chosen.groupId !== null) return resume(chosen.groupId)
      create.mutate(
        { name: chosen.newName },
        {
          onSuccess: ({ groupId }) => {
            // From now on the group is there: what is refused next must not make it again.
            choose({ groupId, newName: '' })
            resume(groupId)
          },
        },
      )
    },
  }
}
