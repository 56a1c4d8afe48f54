import type { Challenge, DeriveKeyFunction } from 'altcha-lib'
import { signInCalls } from '#contract/identity/sign-in.ts'
import { CallError, send } from '#ui/call.ts'

/** PBKDF2 by the browser's Web Crypto; the library's is Node's. Only secure contexts (https, localhost) have it. */
const deriveKey: DeriveKeyFunction = async ({ algorithm, cost, keyLength }, salt, password) => {
  const key = await crypto.subtle.importKey('raw', new Uint8Array(password), 'PBKDF2', false, ['deriveBits'])
  const facts = { name: 'PBKDF2', hash: algorithm.replace('PBKDF2/', ''), salt: new Uint8Array(salt), iterations: cost }
  return { derivedKey: new Uint8Array(await crypto.subtle.deriveBits(facts, key, keyLength * 8)) }
}

/**
 * Gets a proof-of-work captcha and solves it, about a second of the browser's time; returns the JSON text that goes
 * with a call.
 */
export async function solveCaptcha(): Promise<string> {
  if (!globalThis.crypto?.subtle)
    throw new CallError(0, { code: 'insecure', message: '浏览器只在 https 或 localhost 页面上提供安全验证，请换用 https 地址打开' })
  const [answer, { solveChallenge }] = await Promise.all([send(signInCalls.captcha, {}), import('altcha-lib')])
  const challenge = answer.challenge as Challenge
  return JSON.stringify({ challenge, solution: await solveChallenge({ challenge, deriveKey }) })
}
