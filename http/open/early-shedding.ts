import { openBase } from '#contract/open/call.ts'
import type { AdmissionControl, AdmittedCaller } from '#domain/apps/index.ts'
import type { PlainRequest } from '#protocol/http/plain-request.ts'
import { shedAnswer } from './error.ts'

const maxRemembered = 10_000

/**
 * Sheds requests by their head alone. Reading a request, routing it and verifying its key costs several times what a
 * refusal does; under a flood that would be all that the process does. Works for bearer tokens that were verified
 * before: a forged one sheds nobody's requests and is refused as always.
 */
export class EarlyShedding {
  readonly #admission: AdmissionControl
  readonly #callers = new Map<string, AdmittedCaller>()

  constructor(admission: AdmissionControl) {
    this.#admission = admission
  }

  /** Remembers the `Authorization` of a verified caller. */
  remember(authorization: string, { account, appId }: AdmittedCaller): void {
    if (this.#callers.has(authorization)) return
    if (this.#callers.size >= maxRemembered) this.#callers.clear()
    this.#callers.set(authorization, { account, appId })
  }

  /** The answer to a request that is shed; null: it goes on. */
  answerTo({ url, headers }: PlainRequest, waitedMs: number): ReturnType<typeof shedAnswer> | null {
    const caller = url.startsWith(openBase) ? this.#callers.get(headers.authorization ?? '') : undefined
    return caller && this.#admission.sheds(caller, waitedMs) ? shedAnswer() : null
  }
}
