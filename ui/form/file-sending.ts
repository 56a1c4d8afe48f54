import { useState } from 'react'
import { CallError } from '#ui/call.ts'

interface FileSendingOptions {
  /** Why the files needn't be uploaded at all; null when they may. */
  problemOf: (files: readonly File[]) => string | null
  /** Uploads one; a CallError is shown, any other error is a bug. */
  send: (file: File) => Promise<void>
}

/** Uploads files one after the other as soon as they are picked, with their errors for the field. */
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
