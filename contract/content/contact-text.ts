import { itemOrThrow } from '#values/or-throw.ts'
import { parsePhone } from '#values/phone.ts'

/** What a search means: a whole number, its last four digits, or the prefix of a name. */
export type ContactSearch = { kind: 'phone' | 'phoneEnd' | 'name'; text: string }
export function readContactSearch(text: string): ContactSearch {
  const wanted = text.trim()
  const parsed = parsePhone(wanted)
  if ('phone' in parsed) return { kind: 'phone', text: parsed.phone }
  return { kind: /^\d{4}$/.test(wanted) ? 'phoneEnd' : 'name', text: wanted }
}

export interface PastedContact {
  /** Pasted line, from 1. */
  position: number
  number: string
  name: string
}

const separators = /[,，;；、:：|\t]+/
const numeric = '[\\s\\u200b-\\u200f\\u202a-\\u202e\\u2060\\ufeff+＋\\d０-９()（）-]'
const onlyNumber = new RegExp(`^${numeric}+$`)
const numberFirst = new RegExp(`^(${numeric}*[\\d０-９]${numeric}*)(.*)$`, 's')
const numberLast = new RegExp(`^(.*?)(${numeric}*[\\d０-９])$`, 's')
/** A longer line is no contact. */
const maxCharacters = 200

/**
 * Parses pasted text as contacts: one a line, number and name in either order, with any separator or none; several
 * numbers in a line are contacts without names.
 */
export function splitContacts(text: string): PastedContact[] {
  return text.split(/\r\n|\r|\n/).flatMap((line, index) => readLine(line.trim()).map(one => ({ position: index + 1, ...one })))
}

type ReadContact = Omit<PastedContact, 'position'>
const isPhone = (text: string) => 'phone' in parsePhone(text)

function readLine(line: string): ReadContact[] {
  if (line === '') return []
  if (line.length > maxCharacters) return [{ number: `${line.slice(0, 40)}…`, name: '' }]
  const pieces = piecesOf(line)
  if (pieces.length > 0 && pieces.every(piece => onlyNumber.test(piece))) return pieces.map(number => ({ number, name: '' }))
  const place = pieces.findIndex(isPhone)
  if (place >= 0) return [{ number: itemOrThrow(pieces, place), name: pieces.filter((_, index) => index !== place).join(' ') }]
  return [readWithoutSeparator(line)]
}

function readWithoutSeparator(line: string): ReadContact {
  const first = numberFirst.exec(line)
  const last = numberLast.exec(line)
  if (last && (isPhone(itemOrThrow(last, 2)) || !first))
    return { number: itemOrThrow(last, 2).trim(), name: piecesOf(itemOrThrow(last, 1)).join(' ') }
  return first ? { number: itemOrThrow(first, 1).trim(), name: piecesOf(itemOrThrow(first, 2)).join(' ') } : { number: line, name: '' }
}
const piecesOf = (text: string) => text.split(separators).flatMap(piece => piece.trim() || [])
