import { sendRequestedCode } from '#domain/account/code-request.ts'
import type { JobTask } from './task.ts'

/** Sends the code that a visitor asked for. Killed after sending, it sends the same code again. */
export const sendCode: JobTask = (payload, { db, now }) => sendRequestedCode(db, payload, now())
