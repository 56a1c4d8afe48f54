import { inflateRawSync } from 'node:zlib'
import { GatewayFailed } from './gateway.ts'

const endSignature = 0x06054b50
const entrySignature = 0x02014b50
const nameFlagUtf8 = 0x800
/** Limit of all files, unpacked: a gateway's zip never unpacks to more. */
const maxBytes = 512 * 1024 * 1024

/**
 * The files of a ZIP by name (APPNOTE.TXT 4.3), stored or deflated. Rejects malformed files, and ones that unpack to
 * more than `maxUnpackedBytes` in total, with `GatewayFailed`.
 */
export function unzip(zip: Buffer, maxUnpackedBytes: number = maxBytes): Map<string, Buffer> {
  try {
    return new Map(entries(zip, maxUnpackedBytes))
  } catch (error) {
    throw new GatewayFailed('the statement is no ZIP that can be read', { cause: error })
  }
}

function* entries(zip: Buffer, maxUnpackedBytes: number): Generator<[string, Buffer]> {
  let roomBytes = maxUnpackedBytes
  const end = zip.lastIndexOf(Buffer.from('504b0506', 'hex'))
  if (end < 0 || zip.readUInt32LE(end) !== endSignature) throw new Error('no end of central directory')
  let at = zip.readUInt32LE(end + 16)
  for (let left = zip.readUInt16LE(end + 10); left > 0; left -= 1) {
    if (zip.readUInt32LE(at) !== entrySignature) throw new Error('no entry where one should be')
    const [flags, method] = [zip.readUInt16LE(at + 8), zip.readUInt16LE(at + 10)]
    const [packed, nameLength] = [zip.readUInt32LE(at + 20), zip.readUInt16LE(at + 28)]
    const local = zip.readUInt32LE(at + 42)
    const name = zip.subarray(at + 46, at + 46 + nameLength)
    const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28)
    const bytes = zip.subarray(start, start + packed)
    if (method !== 0 && method !== 8) throw new Error(`method ${method}`)
    const unpacked = method === 0 ? bytes : inflateRawSync(bytes, { maxOutputLength: Math.max(1, roomBytes) })
    roomBytes -= unpacked.length
    if (roomBytes < 0) throw new Error('too large')
    yield [new TextDecoder(flags & nameFlagUtf8 ? 'utf-8' : 'gbk').decode(name), unpacked]
    at += 46 + nameLength + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32)
  }
}
