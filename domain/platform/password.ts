import { hash, verify } from '@node-rs/argon2'
import { createConcurrencyLimiter } from './concurrency-limiter.ts'

/** OWASP's parameters for argon2id: 19 MiB, two passes. The library's default algorithm is argon2id. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/**
 * Each hash takes 19 MiB and a core, so a flood of sign-ins must not take all; a hundred waiting ones take about a
 * second.
 */
const inTurn = createConcurrencyLimiter({ atOnce: 4, waiting: 100 })

/** Staff have a queue of their own: a flood at their sign-in fills neither the customers' queue nor all threads. */
const staffInTurn = createConcurrencyLimiter({ atOnce: 1, waiting: 20 })

/** Refuses `busy` when too many hashes are computed at once. */
export const hashPassword = (password: string): Promise<string> => inTurn(() => hash(password, cost))
export const hashStaffPassword = (password: string): Promise<string> => staffInTurn(() => hash(password, cost))

/** A hash of no password, so that an unknown name costs the same work as a known one. */
const nobody = hash('no password is this: 鸿雁', cost)

/**
 * Whether the password matches the hash. Without a hash it does the same work and returns false. Refuses `busy` when
 * too many are computed at once.
 */
export const verifyPassword = (passwordHash: string | null, password: string): Promise<boolean> => verifyBy(inTurn, passwordHash, password)
export const verifyStaffPassword = (passwordHash: string | null, password: string): Promise<boolean> =>
  verifyBy(staffInTurn, passwordHash, password)

async function verifyBy(queue: typeof inTurn, passwordHash: string | null, password: string): Promise<boolean> {
  const against = passwordHash ?? (await nobody)
  const isRight = await queue(() => verify(against, password))
  return isRight && passwordHash !== null
}
