import { type Files, secretsOf } from '#domain/platform/index.ts'
import { reEncrypt } from '#domain/re-encryption/index.ts'
import type { PeriodicWork } from './task.ts'

/** A turn ends soon after this, so that a stop does not wait. */
const turnMs = 2_000

/** After a rotation of the secret: encrypts anew what a former secret has encrypted, piece by piece. */
export const reEncryptAfterRotation = (secret: string, files: Files): PeriodicWork => ({
  name: 're-encrypt',
  everyMs: 10_000,
  run: async ({ db, now }) => {
    if (secretsOf(secret).length === 1) return
    const startedAtMs = performance.now()
    while ((await reEncrypt({ db, secret, files }, now())) && performance.now() - startedAtMs < turnMs);
  },
})
