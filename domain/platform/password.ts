import { hash, verify } from '@node-rs/argon2'
import { refuse } from '#contract/refusals.ts'
import { ConcurrencyLimiter } from '#values/limiter.ts'

/** OWASP's parameters for argon2id: 19 MiB, two passes. The library's default algorithm is argon2id. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

const refuseBusy = () => refuse('busy', { seconds: 5 })

/**
 * Each hash takes 19 MiB and a core, so a flood of sign-ins must not take all; a hundred waiting ones take about a
 * second.
 */
const hashing = new ConcurrencyLimiter(4, { waiting: 100, refuse: refuseBusy })

/** Staff have a queue of their own: a flood at their sign-in fills neither the customers' queue nor all threads. */
const staffHashing = new ConcurrencyLimiter(1, { waiting: 20, refuse: refuseBusy })

/** Refuses `busy` when too many hashes are computed at once. */
export const hashPassword = (password: string): Promise<string> => hashing.run(() => hash(password, cost))
export const hashStaffPassword = (password: string): Promise<string> => staffHashing.run(() => hash(password, cost))

/** A hash of no password, so that an unknown name costs the same work as a known one. */
const nobody = hash('no password is this: 鸿雁', cost)

/**
 * Whether the password matches the hash. Without a hash it does the same work and returns false. Refuses `busy` when
 * too many are computed at once.
 */
export const verifyPassword = (passwordHash: string | null, password: string): Promise<boolean> => verifyBy(hashing, passwordHash, password)
export const verifyStaffPassword = (passwordHash: string | null, password: string): Promise<boolean> =>
  verifyBy(staffHashing, passwordHash, password)

async function verifyBy(limiter: ConcurrencyLimiter, passwordHash: string | null, password: string): Promise<boolean> {
  const against = passwordHash ?? (await nobody)
  const isRight = await limiter.run(() => verify(against, password))
  return isRight && passwordHash !== null
}
