const crcTable = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte
  for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0xedb8_8320 : crc >>> 1
  return crc
})

function crcOf(bytes: Uint8Array): number {
  let crc = 0xffff_ffff
  for (const byte of bytes) crc = (crc >>> 8) ^ (crcTable[(crc ^ byte) & 0xff] ?? 0)
  return ~crc >>> 0
}

export interface ZipFile {
  name: string
  bytes: Uint8Array<ArrayBuffer>
}

/** 1980-01-01: the archive depends on its files alone. */
const dosDate = 0x0021
const utf8Name = 0x0800

/** A ZIP archive (APPNOTE.TXT 6.3.10) of up to 65,535 uncompressed files, for pictures: compressed already. */
export function zipOf(files: readonly ZipFile[]): Blob {
  const parts: Uint8Array<ArrayBuffer>[] = []
  const directory: Uint8Array<ArrayBuffer>[] = []
  let offset = 0
  for (const { name, bytes } of files) {
    const encoded = new TextEncoder().encode(name)
    // Version, flags, method, time, date; CRC and sizes; lengths of the name and of extra fields.
    const common = fields([20, 2], [utf8Name, 2], [0, 2], [0, 2], [dosDate, 2], [crcOf(bytes), 4], [bytes.length, 4], [bytes.length, 4])
    const lengths = fields([encoded.length, 2], [0, 2])
    const header = [fields([0x0403_4b50, 4]), common, lengths, encoded]
    parts.push(...header, bytes)
    directory.push(fields([0x0201_4b50, 4], [20, 2]), common, lengths, fields([0, 2], [0, 2], [0, 2], [0, 4], [offset, 4]), encoded)
    offset += bytesIn(header) + bytes.length
  }
  const end = fields([0x0605_4b50, 4], [0, 4], [files.length, 2], [files.length, 2], [bytesIn(directory), 4], [offset, 4], [0, 2])
  return new Blob([...parts, ...directory, end], { type: 'application/zip' })
}

const bytesIn = (parts: readonly Uint8Array[]) => parts.reduce((sum, part) => sum + part.length, 0)

/** Numbers in little endian, each with its width in bytes. */
function fields(...numbers: [value: number, width: 2 | 4][]): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(numbers.flatMap(([value, width]) => Array.from({ length: width }, (_, index) => (value >>> (8 * index)) & 0xff)))
}
