import { useState } from 'react'
import { phonebookCalls } from '#contract/recipients/phonebook.ts'
import { useAct } from '#ui/call.ts'
import { type ChosenGroup, groupProblem } from './GroupField.tsx'
import { phonebookAnswers } from './phonebook.ts'

/** The group of a form's contacts: an existing one, or a new one that is created first. */
export function useIntoGroup(firstId: string | null) {
  const [chosen, choose] = useState<ChosenGroup>({ groupId: firstId, newName: '' })
  const create = useAct(phonebookCalls.createGroup, { invalidates: phonebookAnswers })
  return {
    chosen,
    choose,
    problem: groupProblem(chosen),
    isPending: create.isPending,
    error: create.error,
    /** Continues with the group's id once the group exists. */
    into: (resume: (groupId: string) => void) => {
      if (chosen.groupId !== null) return resume(chosen.groupId)
      create.mutate(
        { name: chosen.newName },
        {
          onSuccess: ({ groupId }) => {
            // From now on the group exists: after a refusal it must not be created again.
            choose({ groupId, newName: '' })
            resume(groupId)
          },
        },
      )
    },
  }
}
