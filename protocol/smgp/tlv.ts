import type { FieldReader } from '../wire/fields.ts'
import type { Options } from './pdu.ts'

/** Tag and length of two bytes each, then the value. */
const tags = { headerIndicator: 0x0002, partTotal: 0x0009, partNumber: 0x000a, messageSource: 0x0010, productId: 0x0012 } as const
const textBytes = { messageSource: 8, productId: 21 } as const

/** The TLVs of what is set, as bytes. */
export function encodeOptions(options: Options): Buffer {
  const pieces: Buffer[] = []
  const add = (tag: number, value: Buffer) => {
    const head = Buffer.alloc(4)
    head.writeUInt16BE(tag, 0)
    head.writeUInt16BE(value.length, 2)
    pieces.push(head, value)
  }
  for (const name of ['headerIndicator', 'partTotal', 'partNumber'] as const)
    if (options[name] > 0) add(tags[name], Buffer.from([options[name]]))
  for (const name of ['messageSource', 'productId'] as const)
    if (options[name]) add(tags[name], Buffer.from(options[name].padEnd(textBytes[name], '\0').slice(0, textBytes[name]), 'latin1'))
  return Buffer.concat(pieces)
}

/** Reads TLVs of any order; a length beyond the frame ends reading. */
export function decodeOptions(reader: FieldReader): Options {
  const options: Options = { headerIndicator: 0, partTotal: 0, partNumber: 0, messageSource: '', productId: '' }
  while (reader.left >= 4) {
    const [tag, length] = [reader.uint16(), reader.uint16()]
    if (length > reader.left) break
    if (tag === tags.messageSource) options.messageSource = reader.text(length)
    else if (tag === tags.productId) options.productId = reader.text(length)
    else {
      const value = reader.bytes(length)[0] ?? 0
      if (tag === tags.headerIndicator) options.headerIndicator = value
      else if (tag === tags.partTotal) options.partTotal = value
      else if (tag === tags.partNumber) options.partNumber = value
    }
  }
  return options
}
