/**
 * ZIP records (APPNOTE.TXT 6.3.10) around bytes written elsewhere. Node has deflate but no archives, and archive
 * libraries can't resume after a checkpoint.
 */
export interface ZipEntry {
  name: string
  /** CRC-32 and sizes. */
  crc: number
  byteCount: number
  packedBytes: number
  isDeflated: boolean
  /** Sizes and CRC are in a data descriptor after the bytes, since they weren't known before. */
  isMeasuredAfter: boolean
  /** Offset of its local header. */
  offset: number
}

const utf8Name = 0x0800
const measuredAfter = 0x0008
const most32 = 0xffff_ffff
/**
 * Version 4.5 on Unix: readers decode names of MS-DOS entries in another encoding. Implies Unix permissions: readable
 * by everyone.
 */
const madeBy = (3 << 8) | 45
const plainFile = 0o100644 * 2 ** 16
/** 1980-01-01, so that the same rows give the same file. */
const dosDate = 0x0021

/** Local file header, before an entry's bytes. */
export function zipHeader(entry: ZipEntry): Buffer {
  const header = Buffer.alloc(30)
  header.writeUInt32LE(0x0403_4b50, 0)
  common(entry).copy(header, 4)
  return Buffer.concat([header, Buffer.from(entry.name)])
}

/** Data descriptor, after the bytes of an entry measured afterwards. */
export function zipMeasure({ crc, packedBytes, byteCount }: ZipEntry): Buffer {
  const measure = Buffer.alloc(16)
  measure.writeUInt32LE(0x0807_4b50, 0)
  measure.writeUInt32LE(crc, 4)
  measure.writeUInt32LE(packedBytes, 8)
  measure.writeUInt32LE(byteCount, 12)
  return measure
}

/**
 * Central directory and end records of an archive, at `offset`. An entry has less than 4 GiB; the archive may have
 * more.
 */
export function zipDirectory(entries: readonly ZipEntry[], offset: number): Buffer {
  const directory = Buffer.concat(entries.map(directoryLine))
  const isLarge = offset > most32
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x0605_4b50, 0)
  end.writeUInt16LE(entries.length, 8)
  end.writeUInt16LE(entries.length, 10)
  end.writeUInt32LE(directory.length, 12)
  end.writeUInt32LE(isLarge ? most32 : offset, 16)
  return Buffer.concat([directory, ...(isLarge ? [largeEnd(entries.length, directory.length, offset)] : []), end])
}

function directoryLine(entry: ZipEntry): Buffer {
  const isFar = entry.offset > most32
  const line = Buffer.alloc(46)
  line.writeUInt32LE(0x0201_4b50, 0)
  line.writeUInt16LE(madeBy, 4)
  common(entry, entry).copy(line, 6)
  line.writeUInt16LE(isFar ? 12 : 0, 30)
  line.writeUInt32LE(plainFile, 38)
  line.writeUInt32LE(isFar ? most32 : entry.offset, 42)
  const extra = Buffer.alloc(isFar ? 12 : 0)
  if (isFar) {
    extra.writeUInt16LE(0x0001, 0)
    extra.writeUInt16LE(8, 2)
    extra.writeBigUInt64LE(BigInt(entry.offset), 4)
  }
  return Buffer.concat([line, Buffer.from(entry.name), extra])
}

/**
 * Fields common to local header and central directory: 26 bytes from the version on. The header of an entry measured
 * afterwards has no sizes.
 */
function common(entry: ZipEntry, measured: ZipEntry | null = entry.isMeasuredAfter ? null : entry): Buffer {
  const bytes = Buffer.alloc(26)
  bytes.writeUInt16LE(entry.offset > most32 ? 45 : 20, 0)
  bytes.writeUInt16LE(utf8Name | (entry.isMeasuredAfter ? measuredAfter : 0), 2)
  bytes.writeUInt16LE(entry.isDeflated ? 8 : 0, 4)
  bytes.writeUInt16LE(dosDate, 8)
  bytes.writeUInt32LE(measured?.crc ?? 0, 10)
  bytes.writeUInt32LE(measured?.packedBytes ?? 0, 14)
  bytes.writeUInt32LE(measured?.byteCount ?? 0, 18)
  bytes.writeUInt16LE(Buffer.byteLength(entry.name), 22)
  return bytes
}

/** ZIP64 end records: the directory starts beyond 4 GiB. */
function largeEnd(entryCount: number, directoryBytes: number, offset: number): Buffer {
  const record = Buffer.alloc(56 + 20)
  record.writeUInt32LE(0x0606_4b50, 0)
  record.writeBigUInt64LE(44n, 4)
  record.writeUInt16LE(madeBy, 12)
  record.writeUInt16LE(45, 14)
  record.writeBigUInt64LE(BigInt(entryCount), 24)
  record.writeBigUInt64LE(BigInt(entryCount), 32)
  record.writeBigUInt64LE(BigInt(directoryBytes), 40)
  record.writeBigUInt64LE(BigInt(offset), 48)
  record.writeUInt32LE(0x0706_4b50, 56)
  record.writeBigUInt64LE(BigInt(offset + directoryBytes), 64)
  record.writeUInt32LE(1, 72)
  return record
}
