import type { IncomingMessage } from 'node:http'
import { isLinkPassword } from '#domain/visits/index.ts'
import { errorCode } from '#values/error.ts'
import { FixedWindowLimiter } from '#values/limiter.ts'
import { readForm } from './body.ts'

/** Wrong passwords within ten minutes: by one address for one link, by one address, and for one link in total. */
const maxTries = { ofOne: 5, ofAddress: 30, forLink: 100 }
const windowMs = 600_000
const maxBytes = 1_024
const maxCharacters = 64

export type Verdict = 'right' | 'wrong' | 'busy' | 'tries' | 'large'

/**
 * Password protection of links. The answer to a right password is the redirect itself: no cookie or token that could be
 * passed on.
 */
export class PasswordRoute {
  readonly #ofOne = new FixedWindowLimiter({ most: maxTries.ofOne, windowMs })
  readonly #ofAddress = new FixedWindowLimiter({ most: maxTries.ofAddress, windowMs })
  readonly #forLink = new FixedWindowLimiter({ most: maxTries.forLink, windowMs })

  /**
   * Checks a submitted password. The attempt is counted before the check, so that concurrent ones don't exceed the
   * limit.
   */
  async judge(
    request: IncomingMessage,
    { linkId, passwordHash, guesser, nowMs }: { linkId: string; passwordHash: string; guesser: string; nowMs: number },
  ): Promise<Verdict> {
    const form = await readForm(request, maxBytes)
    if (form === null) return 'large'
    const given = form.get('password') ?? ''
    const spending = [
      [this.#ofOne, `${guesser} ${linkId}`],
      [this.#ofAddress, guesser],
      [this.#forLink, linkId],
    ] as const
    if (spending.some(([budget, name]) => budget.isSpent(name, nowMs))) return 'tries'
    if (given === '' || given.length > maxCharacters) return 'wrong'
    for (const [budget, name] of spending) budget.spend(name, nowMs)
    const verdict = await this.#verify(passwordHash, given)
    if (verdict !== 'wrong') for (const [budget, name] of spending) budget.giveBack(name)
    return verdict
  }

  async #verify(passwordHash: string, given: string): Promise<'right' | 'wrong' | 'busy'> {
    try {
      return (await isLinkPassword(passwordHash, given)) ? 'right' : 'wrong'
    } catch (error) {
      if (isBusy(error)) return 'busy'
      throw error
    }
  }
}

const isBusy = (error: unknown) => errorCode(error) === 'busy'
