import type { z } from 'zod'
import { CallError, queryString, readAnswerOf } from './call.ts'

/** A route for raw uploads, with the file's name percent-encoded in a header. */
export interface FileRoute<Answer extends z.ZodType = z.ZodType> {
  method: 'POST'
  path: string
  fileNameHeader: string
  answer: Answer
}

/** Uploads a file and returns the answer, or throws a CallError. */
export async function sendFileTo<Answer extends z.ZodType>(
  route: FileRoute<Answer>,
  file: File,
  input: Record<string, unknown> = {},
): Promise<z.input<Answer>> {
  const response = await fetch(route.path + queryString(input), {
    method: route.method,
    headers: { 'Content-Type': 'application/octet-stream', [route.fileNameHeader]: encodeURIComponent(file.name) },
    body: file,
  }).catch(() => {
    throw new CallError(0, { code: 'network', message: '网络连接中断，请检查网络后重新上传' })
  })
  return readAnswerOf(route, response)
}
