import type { Call, CallAnswerWire, CallInputWire } from '#contract/call.ts'
import { firstOrThrow } from '#values/or-throw.ts'
import { readAnswer, readRefusal, sendCall } from './answer.ts'

/** A signed-in user who makes calls as the pages do. */
export interface Caller {
  /** Returns the answer; throws with the refusal's message. */
  call: <C extends Call>(call: C, input: CallInputWire<C>) => Promise<CallAnswerWire<C>>
  /** Uploads bytes to a file route. */
  sendFile: <Answer>(
    ingress: { path: string; fileNameHeader: string },
    query: Record<string, string>,
    name: string,
    bytes: Buffer,
  ) => Promise<Answer>
}

async function accepted(response: Response, what: string): Promise<Response> {
  if (response.ok) return response
  const { code, message } = await readRefusal(response)
  throw new Error(`${what}: ${response.status} ${code} ${message}`)
}

/** Signs in at `base` by one of its sign-in calls. */
export async function signedIn<C extends Call>(base: string, signInCall: C, input: CallInputWire<C>): Promise<Caller> {
  const entered = await fetch(base + signInCall.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(input),
  })
  await accepted(entered.clone(), signInCall.path)
  const cookie = firstOrThrow(firstOrThrow(entered.headers.getSetCookie()).split(';'))
  return {
    call: async (call, sent) => {
      const response = await sendCall(base, call, sent, { cookie })
      return readAnswer(call, await accepted(response, call.path))
    },
    sendFile: async (ingress, query, name, bytes) => {
      const response = await fetch(`${base}${ingress.path}?${new URLSearchParams(query)}`, {
        method: 'POST',
        headers: { 'content-type': 'application/octet-stream', cookie, [ingress.fileNameHeader]: encodeURIComponent(name) },
        body: new Uint8Array(bytes),
      })
      return (await accepted(response, ingress.path)).json()
    },
  }
}
