import { refuse } from '#contract/refusals.ts'
import type { UploadShape } from '#contract/upload.ts'
import type { Files } from '#domain/files.ts'
import type { AccountId } from '#values/id.ts'
import { limits } from '#values/limits.ts'
import type { Row } from './row.ts'
import { shapeOf, shapeRows } from './shape.ts'
import { sniffKind, type TextEncoding } from './sniff.ts'
import { decodeHead, guessDelimiter, textRows } from './text-rows.ts'

const headBytes = 64 * 1024

/** What a kept file looks like. Refuses what is no list of numbers. */
export async function readShape(files: Files, account: AccountId, fileId: string): Promise<UploadShape> {
  const head = await readHead(files, account, fileId)
  const kind = sniffKind(head, head.length < headBytes)
  if (kind.format === 'xlsx') refuse('file_kind_unknown')
  const { encoding } = kind
  const delimiter = guessDelimiter(decodeHead(head, encoding))
  const form = { format: 'text', encoding, delimiter } as const
  const rows: Row[] = []
  for await (const row of fileRows(files, account, fileId, form)) {
    rows.push(row)
    if (rows.length === shapeRows) break
  }
  if (rows.length === 0) refuse('file_empty')
  return { ...form, ...shapeOf(rows) }
}

/** The rows of a kept file, one by one; memory is bounded by one row. `onBytes` is told how many bytes were read. */
export function fileRows(
  files: Files,
  account: AccountId,
  fileId: string,
  shape: Pick<UploadShape, 'format' | 'encoding' | 'delimiter'>,
  options: { maxRows?: number; onBytes?: (byteCount: number) => void } = {},
): AsyncGenerator<Row> {
  const bytes = files.open(account, fileId)
  if (options.onBytes) bytes.on('data', chunk => options.onBytes!(chunk.length))
  return textRows(bytes, shape.encoding as TextEncoding, shape.delimiter!, options.maxRows ?? limits.uploadRows + 1)
}

async function readHead(files: Files, account: AccountId, fileId: string): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of files.open(account, fileId, headBytes)) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}
