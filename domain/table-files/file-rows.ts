import { isAscii } from 'node:buffer'
import { buffer } from 'node:stream/consumers'
import type { UploadShape } from '#contract/recipients/upload.ts'
import { refuse } from '#contract/refusals.ts'
import type { Files } from '#domain/platform/index.ts'
import type { AccountId } from '#values/id.ts'
import { limits } from '#values/limits.ts'
import type { Row } from './row.ts'
import { shapeOf, shapeRows } from './shape.ts'
import { sniffKind, type TextEncoding } from './sniff.ts'
import { decodeHead, guessDelimiter, textRows } from './text-rows.ts'
import { isVcard, vcardRows } from './vcard.ts'
import { firstSheetRows, sheetRows } from './xlsx/sheet-rows.ts'

const headBytes = 64 * 1024

/** Estimates the rows of a file from the part that was read. */
export const estimateRows = (readRows: number, { readBytes, byteCount }: { readBytes: number; byteCount: number }): number =>
  Math.max(readRows, Math.round((readRows * byteCount) / Math.max(1, Math.min(readBytes, byteCount))))

/** The shape of a stored file. Refuses a file that is no list of numbers. */
export async function readShape(files: Files, account: AccountId, fileId: string): Promise<UploadShape> {
  const form = await readForm(files, account, fileId)
  const rows = await firstRows(files, account, fileId, form)
  if (rows.length === 0) refuse('file_empty')
  return { ...form, ...shapeOf(rows) }
}

async function firstRows(files: Files, account: AccountId, fileId: string, form: Form): Promise<Row[]> {
  if (form.format === 'xlsx') return firstSheetRows(await bytesOf(files, account, fileId), shapeRows)
  const rows: Row[] = []
  for await (const row of await fileRows(files, account, fileId, form)) {
    rows.push(row)
    if (rows.length === shapeRows) break
  }
  return rows
}

const bytesOf = async (files: Files, account: AccountId, fileId: string) => ({
  size: await files.sizeOf(account, fileId),
  open: (from: number, byteCount: number) => files.open(account, fileId, { from, byteCount }),
})

type Form = Pick<UploadShape, 'format' | 'encoding' | 'delimiter' | 'titleRows'>

async function readForm(files: Files, account: AccountId, fileId: string): Promise<Form> {
  const head = await buffer(files.open(account, fileId, { from: 0, byteCount: headBytes }))
  const kind = sniffKind(head, head.length < headBytes)
  if (kind.format === 'xlsx') return { format: 'xlsx', encoding: null, delimiter: null }
  const encoding = kind.encoding === 'utf-8' && isAscii(head) ? await laterEncoding(files, account, fileId) : kind.encoding
  const text = decodeHead(head, encoding)
  if (isVcard(text)) return { format: 'vcard', encoding, delimiter: null }
  return { format: 'text', encoding, delimiter: guessDelimiter(text) }
}

/**
 * The encoding of a text that starts with ASCII only, which fits every encoding but UTF-16: determined by the first
 * piece with other bytes.
 */
async function laterEncoding(files: Files, account: AccountId, fileId: string): Promise<TextEncoding> {
  for await (const chunk of files.open(account, fileId)) {
    if (isAscii(chunk)) continue
    const first = chunk.findIndex((byte: number) => byte > 0x7f)
    const kind = sniffKind(chunk.subarray(first), false)
    return kind.format === 'text' ? kind.encoding : 'utf-8'
  }
  return 'utf-8'
}

interface RowOptions {
  maxRows?: number
  /** Gets the number of bytes read. */
  onBytes?: (byteCount: number) => void
}

/** The rows of a stored file below its title, one by one, in bounded memory. */
export async function fileRows(
  files: Files,
  account: AccountId,
  fileId: string,
  form: Form,
  { maxRows = limits.uploadRows + 1, ...options }: RowOptions = {},
): Promise<AsyncGenerator<Row>> {
  const { titleRows = 0 } = form
  return below(await allRows(files, account, fileId, form, { maxRows: maxRows + titleRows, ...options }), titleRows)
}

async function* below(rows: AsyncGenerator<Row>, count: number): AsyncGenerator<Row> {
  let rowNumber = 0
  for await (const row of rows) {
    rowNumber += 1
    if (rowNumber > count) yield row
  }
}

async function allRows(
  files: Files,
  account: AccountId,
  fileId: string,
  form: Form,
  { maxRows, onBytes }: RowOptions & { maxRows: number },
): Promise<AsyncGenerator<Row>> {
  if (form.format === 'xlsx') return sheetRows(await bytesOf(files, account, fileId), { maxRows, onBytes })
  const bytes = files.open(account, fileId)
  if (onBytes) bytes.on('data', chunk => onBytes(chunk.length))
  if (form.format === 'vcard') return vcardRows(bytes, form.encoding!, maxRows)
  return textRows(bytes, form.encoding!, form.delimiter!, maxRows)
}
