import { createCipheriv, createDecipheriv, randomBytes, scryptSync } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'

/** A copy of the secret that a passphrase opens: to be kept apart from the backups, on paper or in a safe. */
const mark = 'hongyan secret 1'
const leastCharacters = 12
/** Some 0.3 s and 128 MB for each guess. */
const cost = { N: 2 ** 17, r: 8, p: 1, maxmem: 256 * 1024 * 1024 }

const keyOf = (passphrase: string, salt: Buffer) => scryptSync(passphrase.normalize('NFKC'), salt, 32, cost)

function passphraseFrom(env: NodeJS.ProcessEnv): string {
  const passphrase = env.HONGYAN_PASSPHRASE ?? ''
  if (passphrase.length < leastCharacters) throw new Error(`请用环境变量 HONGYAN_PASSPHRASE 给出至少 ${leastCharacters} 个字符的口令`)
  return passphrase
}

/** Writes it to a file that must not be there yet. */
export async function writeSecretCopy(file: string, secret: string, env: NodeJS.ProcessEnv): Promise<void> {
  const [salt, nonce] = [randomBytes(16), randomBytes(12)]
  const cipher = createCipheriv('aes-256-gcm', keyOf(passphraseFrom(env), salt), nonce).setAAD(Buffer.from(mark))
  const body = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
  const text = Buffer.concat([salt, nonce, cipher.getAuthTag(), body]).toString('base64')
  await writeFile(file, `${mark}\n${text}\n`, { mode: 0o600, flag: 'wx' })
}

/** The secret of a file: a copy under a passphrase, or as it is in the data folder. */
export async function readSecretFile(file: string, env: NodeJS.ProcessEnv): Promise<string> {
  const text = (await readFile(file, 'utf8')).trim()
  if (!text.startsWith(`${mark}\n`)) return text
  const bytes = Buffer.from(text.slice(mark.length), 'base64')
  const [salt, nonce, tag] = [bytes.subarray(0, 16), bytes.subarray(16, 28), bytes.subarray(28, 44)]
  const decipher = createDecipheriv('aes-256-gcm', keyOf(passphraseFrom(env), salt), nonce).setAAD(Buffer.from(mark))
  decipher.setAuthTag(tag)
  try {
    return Buffer.concat([decipher.update(bytes.subarray(44)), decipher.final()]).toString('utf8')
  } catch {
    throw new Error(`口令不能打开 ${file}，或文件已损坏`)
  }
}
