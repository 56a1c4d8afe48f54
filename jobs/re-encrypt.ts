import { secretsOf } from '#domain/platform/index.ts'
import { type Encrypted, reEncrypt } from '#domain/re-encryption/index.ts'
import type { PeriodicWork } from './task.ts'

/** A turn ends soon after this, so that a stop does not wait. */
const turnMs = 2_000

/** After a rotation of the secret: encrypts anew what a former secret has encrypted, piece by piece. */
export const reEncryptAfterRotation = (encrypted: Omit<Encrypted, 'db'>): PeriodicWork => ({
  name: 're-encrypt',
  everyMs: 10_000,
  run: async ({ db, now }) => {
    if (secretsOf(encrypted.secret).length === 1) return
    const startedAtMs = performance.now()
    while ((await reEncrypt({ ...encrypted, db }, now())) && performance.now() - startedAtMs < turnMs);
  },
})
