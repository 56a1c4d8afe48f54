import { useState } from 'react'
import { CallError } from './call.ts'

interface FileSendingOptions {
  /** Why the files needn't be sent at all; null when they may. */
  problemOf: (files: readonly File[]) => string | null
  /** Sends one; a CallError is told, whatever else it throws is a bug. */
  send: (file: File) => Promise<void>
}

/** Files that are sent as soon as they are picked, one after the other, with what went wrong for their field to say. */
export function useFileSending({ problemOf, send }: FileSendingOptions) {
  const [isSending, setSending] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const take = async (files: readonly File[]) => {
    const wrong = problemOf(files)
    setProblem(wrong)
    if (wrong !== null) return
    setSending(true)
    try {
      for (const file of files) await send(file)
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      setProblem(error.message)
    } finally {
      setSending(false)
    }
  }
  return { isSending, problem, take }
}
