import { buffer } from 'node:stream/consumers'
import { fromBufferPromise } from 'yauzl'
import { GatewayFailed } from './gateway.ts'

const nameFlagUtf8 = 0x800
/** Limit of all files, unpacked: a gateway's zip never unpacks to more. */
const maxBytes = 512 * 1024 * 1024

/**
 * The files of a ZIP by name. Rejects malformed files, and ones that unpack to more than `maxUnpackedBytes` in total,
 * with `GatewayFailed`.
 */
export async function unzip(zip: Buffer, maxUnpackedBytes: number = maxBytes): Promise<Map<string, Buffer>> {
  const files = new Map<string, Buffer>()
  let roomBytes = maxUnpackedBytes
  try {
    const file = await fromBufferPromise(zip, { decodeStrings: false })
    for await (const entry of file.eachEntry()) {
      // A stream fails where it exceeds the declared size.
      roomBytes -= entry.uncompressedSize
      if (roomBytes < 0) throw new Error('too large')
      const name = new TextDecoder(entry.generalPurposeBitFlag & nameFlagUtf8 ? 'utf-8' : 'gbk').decode(entry.fileNameRaw)
      files.set(name, await buffer(await file.openReadStreamPromise(entry)))
    }
  } catch (error) {
    throw new GatewayFailed('the statement is no ZIP that can be read', { cause: error })
  }
  return files
}
