import { hash, verify } from '@node-rs/argon2'

/** OWASP's parameters for argon2id: 19 MiB, two passes (design/reliability.md, "Decisions"). The algorithm's default in the library is argon2id. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Hashes at work at once: each takes 19 MiB and a core, so a flood of sign-ins must not take all. */
const mostAtOnce = 4
let atWork = 0
const waiting: (() => void)[] = []

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (atWork >= mostAtOnce) await new Promise<void>(resolve => waiting.push(resolve))
  else atWork += 1
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else atWork -= 1
  }
}

export const hashPassword = (password: string): Promise<string> => inTurn(() => hash(password, cost))

/** A hash that no password has, so that an unknown name costs the same work as a known one. */
const nobody = hash('no password is this: 鸿雁', cost)

/** Whether the password is the hash's. Without a hash it does the same work and says no. */
export async function verifyPassword(passwordHash: string | null, password: string): Promise<boolean> {
  const against = passwordHash ?? (await nobody)
  const isRight = await inTurn(() => verify(against, password))
  return isRight && passwordHash !== null
}
