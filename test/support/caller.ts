import type { Call, CallAnswerWire, CallInputWire, ErrorBody } from '#contract/call.ts'
import { newId } from '#values/id.ts'

/** A signed-in user who makes calls as the pages do. */
export interface Caller {
  /** Returns the answer; throws with the refusal's message. */
  call: <C extends Call>(call: C, input: CallInputWire<C>) => Promise<CallAnswerWire<C>>
  /** Uploads bytes to a file route. */
  sendFile: <Answer>(
    door: { path: string; fileNameHeader: string },
    query: Record<string, string>,
    name: string,
    bytes: Buffer,
  ) => Promise<Answer>
}

const read = async (response: Response, what: string) => {
  const body = await response.json()
  if (!response.ok) throw new Error(`${what}: ${response.status} ${(body as ErrorBody).error.code} ${(body as ErrorBody).error.message}`)
  return body
}

/** Signs in at `base` by one of its sign-in calls. */
export async function signedIn<C extends Call>(base: string, signInCall: C, input: CallInputWire<C>): Promise<Caller> {
  const entered = await fetch(base + signInCall.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(input),
  })
  await read(entered.clone(), signInCall.path)
  const cookie = entered.headers.getSetCookie()[0]!.split(';')[0]!
  return {
    call: async (call, sent) => {
      const query = new URLSearchParams(
        Object.entries(sent).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
      )
      const response =
        call.method === 'GET'
          ? await fetch(`${base}${call.path}?${query}`, { headers: { cookie } })
          : await fetch(base + call.path, {
              method: 'POST',
              headers: { 'content-type': 'application/json', cookie, 'idempotency-key': newId() },
              body: JSON.stringify(sent),
            })
      return (await read(response, call.path)) as CallAnswerWire<typeof call>
    },
    sendFile: async (door, query, name, bytes) => {
      const response = await fetch(`${base}${door.path}?${new URLSearchParams(query)}`, {
        method: 'POST',
        headers: { 'content-type': 'application/octet-stream', cookie, [door.fileNameHeader]: encodeURIComponent(name) },
        body: new Uint8Array(bytes),
      })
      return (await read(response, door.path)) as never
    },
  }
}
