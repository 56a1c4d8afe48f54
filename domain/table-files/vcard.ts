import type { Duplex, Readable } from 'node:stream'
import iconv from 'iconv-lite'
import { refuse } from '#contract/refusals.ts'
import { limits } from '#values/limits.ts'
import { firstOrThrow } from '#values/or-throw.ts'
import type { Row } from './row.ts'
import type { TextEncoding } from './sniff.ts'

/** The columns of a vCard file. */
const columns = ['手机号', '姓名', '公司', '备注']

/** Whether a text is a vCard file (2.1 to 4.0, RFC 6350), by its beginning. */
export const isVcard = (head: string): boolean => /^\ufeff?\s*BEGIN:VCARD\s/i.test(head)

/** Longest line: vCards fold lines at 75 characters, and programs that don't fold keep pictures elsewhere. */
const lineCharacters = 1024 * 1024

interface Card {
  line: number
  phones: string[]
  FN: string
  N: string
  ORG: string
  NOTE: string
}

/**
 * The rows of a vCard file: column names, then a row for each number of each card, with the card's first line; a card
 * without a number is a row without one. Other properties are skipped. Refuses `file_too_many_rows` and `file_damaged`.
 */
export async function* vcardRows(bytes: Readable, encoding: TextEncoding, maxRows: number = limits.uploadRows + 1): AsyncGenerator<Row> {
  let rowCount = 1
  yield { line: 1, cells: columns }
  let card: Card | null = null
  for await (const { line, text } of unfolded(textLines(bytes, encoding))) {
    if (/^BEGIN:VCARD$/i.test(text)) card = { line, phones: [], FN: '', N: '', ORG: '', NOTE: '' }
    else if (!card) continue
    else if (/^END:VCARD$/i.test(text)) {
      for (const phone of card.phones.length > 0 ? card.phones : ['']) {
        rowCount += 1
        if (rowCount > maxRows) refuse('file_too_many_rows', { rows: limits.uploadRows.toLocaleString('en-US') })
        yield { line: card.line, cells: [phone, card.FN || card.N, card.ORG, card.NOTE] }
      }
      card = null
    } else keepProperty(card, text)
  }
}

const property = /^(?:[\w-]+\.)?(TEL|FN|N|ORG|NOTE)((?:;[^:]*)?):(.*)$/is

function keepProperty(card: Card, text: string): void {
  const [, name, parameters = '', raw = ''] = property.exec(text) ?? []
  if (!name) return
  const plain = isQuotedPrintable(parameters) ? fromQuotedPrintable(raw) : raw
  // Semicolons separate the parts of names and companies; a Chinese name is written without separator, family name
  // first.
  const parts = plain.split(/(?<!\\);/).map(part =>
    part
      .replace(/\\n/gi, ' ')
      .replace(/\\([,;\\])/g, '$1')
      .trim(),
  )
  const kind = name.toUpperCase()
  if (kind === 'TEL') card.phones.push(firstOrThrow(parts).replace(/^tel:/i, ''))
  else if (kind === 'N') card.N = /\p{Script=Han}/u.test(plain) ? parts.slice(0, 2).join('') : parts.slice(0, 2).reverse().join(' ').trim()
  else if (kind === 'FN' || kind === 'ORG' || kind === 'NOTE') card[kind] = parts.filter(part => part !== '').join(' ')
}

const isQuotedPrintable = (parameters: string) => /ENCODING=QUOTED-PRINTABLE|;QUOTED-PRINTABLE/i.test(parameters)

/** Old phones write UTF-8 in quoted-printable. */
const fromQuotedPrintable = (text: string) =>
  Buffer.from(
    text.replace(/=([0-9A-F]{2})/gi, (_, hexadecimal: string) => String.fromCharCode(Number.parseInt(hexadecimal, 16))),
    'latin1',
  ).toString()

interface Line {
  line: number
  text: string
}

/**
 * Unfolded lines: a line that starts with a blank continues the one before, as does one after `=` in quoted-printable.
 */
async function* unfolded(lines: AsyncIterable<Line>): AsyncGenerator<Line> {
  let whole: Line | null = null
  for await (const one of lines) {
    const isMore = whole !== null && /^[ \t]/.test(one.text)
    const isSoft = whole?.text.endsWith('=') && isQuotedPrintable(whole.text.slice(0, whole.text.indexOf(':')))
    if (whole && (isMore || isSoft)) {
      // Unused properties, such as pictures, aren't kept.
      if (property.test(whole.text)) whole.text = isSoft ? whole.text.slice(0, -1) + one.text.trimStart() : whole.text + one.text.slice(1)
      if (whole.text.length > lineCharacters) refuse('file_damaged')
      continue
    }
    if (whole) yield whole
    whole = one
  }
  if (whole) yield whole
}

async function* textLines(bytes: Readable, encoding: TextEncoding): AsyncGenerator<Line> {
  const decoded = iconv.decodeStream(encoding) as Duplex
  bytes.on('error', error => decoded.destroy(error))
  let rest = ''
  let line = 0
  try {
    for await (const chunk of bytes.pipe(decoded) as AsyncIterable<string>) {
      const texts = (rest + chunk).split('\n')
      rest = texts.pop() ?? ''
      if (rest.length > lineCharacters) refuse('file_damaged')
      for (const text of texts) {
        line += 1
        yield { line, text: text.replace(/\r$/, '').replace(/^\ufeff/, '') }
      }
    }
    if (rest !== '') yield { line: line + 1, text: rest }
  } finally {
    bytes.destroy()
    decoded.destroy()
  }
}
