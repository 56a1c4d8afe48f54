import type { z } from 'zod'
import { CallError, queryString, readAnswer } from './call.ts'

/** A route for raw uploads, with the file's name percent-encoded in a header. */
export interface FileRoute<Answer extends z.ZodType = z.ZodType> {
  method: 'POST'
  path: string
  fileNameHeader: string
  answer: Answer
}

const isWireOf = <Schema extends z.ZodType>(schema: Schema, value: unknown): value is z.input<Schema> => schema.safeParse(value).success

/** An event of a stream in wire form. Throws where it isn't what the contract says. */
export function readEvent<Schema extends z.ZodType>(schema: Schema, { data }: MessageEvent<string>): z.input<Schema> {
  const event: unknown = JSON.parse(data)
  if (isWireOf(schema, event)) return event
  throw new TypeError('an event that the contract does not know')
}

/** The answer of a route for uploads in wire form, or throws a CallError. */
export async function readFileAnswer<Answer extends z.ZodType>(route: FileRoute<Answer>, response: Response): Promise<z.input<Answer>> {
  const answer = await readAnswer(response)
  if (isWireOf(route.answer, answer)) return answer
  throw new CallError(response.status, { code: 'bug', message: '服务器没有正确应答，请稍后再试' })
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
  return readFileAnswer(route, response)
}
