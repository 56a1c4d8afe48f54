import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { Transform } from 'node:stream'
import { firstOrThrow } from '#values/or-throw.ts'
import { encryptionKeys } from '../secret.ts'

/**
 * Streams encrypted with AES-256-GCM in chunks, each authenticated with its place and whether it is the last (STREAM):
 * a changed, moved or cut object doesn't decrypt. A mark, the key id and a salt come first; each stream has a key of
 * its own, derived from the key that the id names, the salt and the object's name.
 */
const mark = Buffer.from('hongyan vault 1\n')
const keyIdBytes = 4
const saltBytes = 32
const headerBytes = mark.length + keyIdBytes + saltBytes
const chunkBytes = 64 * 1024
const tagBytes = 16

const streamKey = (key: Buffer, salt: Buffer, name: string) => Buffer.from(hkdfSync('sha256', key, salt, name, 32))

function nonceOf(index: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12)
  nonce.writeUInt32BE(index, 7)
  nonce[11] = isLast ? 1 : 0
  return nonce
}

export function encryptStream(secret: string, name: string): Transform {
  const { keyId, key } = firstOrThrow(encryptionKeys(secret, 'backup'))
  const salt = randomBytes(saltBytes)
  const ownKey = streamKey(key, salt, name)
  const header = Buffer.concat([mark, Buffer.from(keyId, 'hex'), salt])
  return chunked(chunkBytes, {
    begin: () => header,
    chunk: (chunk, index, isLast) => {
      const cipher = createCipheriv('aes-256-gcm', ownKey, nonceOf(index, isLast))
      return Buffer.concat([cipher.update(chunk), cipher.final(), cipher.getAuthTag()])
    },
  })
}

/** Fails with a sentence for people where the key is not known, or the object was changed or cut. */
export function decryptStream(secret: string, name: string): Transform {
  let ownKey: Buffer | null = null
  return chunked(chunkBytes + tagBytes, {
    headerBytes,
    header: header => {
      if (!header.subarray(0, mark.length).equals(mark)) throw new Error(`文件 ${name} 不是鸿雁加密的，或已损坏`)
      const keyId = header.toString('hex', mark.length, mark.length + keyIdBytes)
      const keys = encryptionKeys(secret, 'backup')
      const found = keys.find(one => one.keyId === keyId)
      if (!found)
        throw new Error(`文件 ${name} 由密钥 ${keyId} 加密，现有的密钥是 ${keys.map(one => one.keyId).join('、')}：请使用当时的密钥`)
      ownKey = streamKey(found.key, header.subarray(mark.length + keyIdBytes), name)
    },
    chunk: (chunk, index, isLast) => {
      if (!ownKey || chunk.length < tagBytes) throw new Error(damaged(name))
      const decipher = createDecipheriv('aes-256-gcm', ownKey, nonceOf(index, isLast))
      decipher.setAuthTag(chunk.subarray(chunk.length - tagBytes))
      const opened = decipher.update(chunk.subarray(0, chunk.length - tagBytes))
      try {
        decipher.final()
      } catch {
        throw new Error(damaged(name))
      }
      return opened
    },
  })
}

const damaged = (name: string) => `文件 ${name} 不完整或已被改动`

interface Chunker {
  /** What goes before the first chunk. */
  begin?: () => Buffer
  /** Bytes before the first chunk, and what reads them. */
  headerBytes?: number
  header?: (header: Buffer) => void
  chunk: (chunk: Buffer, index: number, isLast: boolean) => Buffer
}

/** Cuts a stream into chunks of one size and a last one, which may be empty. */
function chunked(size: number, { begin, headerBytes: headerSize = 0, header, chunk }: Chunker): Transform {
  let waiting: Buffer[] = []
  let waitingBytes = 0
  let index = 0
  let headerLeft = headerSize
  const take = (bytes: number): Buffer => {
    const all = waiting.length === 1 ? firstOrThrow(waiting) : Buffer.concat(waiting)
    waiting = all.length > bytes ? [all.subarray(bytes)] : []
    waitingBytes -= bytes
    return all.subarray(0, bytes)
  }
  const readHeader = () => {
    if (headerLeft === 0 || waitingBytes < headerLeft) return
    header?.(take(headerLeft))
    headerLeft = 0
  }
  let isBegun = false
  const started = (stream: Transform) => {
    if (!isBegun && begin) stream.push(begin())
    isBegun = true
  }
  return new Transform({
    transform(bytes: Buffer, _, done) {
      started(this)
      waiting.push(bytes)
      waitingBytes += bytes.length
      try {
        readHeader()
        // The last chunk is known only at the end.
        while (headerLeft === 0 && waitingBytes > size) this.push(chunk(take(size), index++, false))
        done()
      } catch (error) {
        done(error instanceof Error ? error : new Error(String(error)))
      }
    },
    flush(done) {
      started(this)
      try {
        done(null, chunk(take(waitingBytes), index, true))
      } catch (error) {
        done(error instanceof Error ? error : new Error(String(error)))
      }
    },
  })
}
