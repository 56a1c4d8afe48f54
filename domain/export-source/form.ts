import type { ExportCell, ExportColumn } from './source.ts'

/**
 * Bytes to append to a file, and the encoder state to continue after them: plain JSON, since the database stores it
 * between batches.
 */
export interface Grown<State> {
  bytes: Buffer
  state: State
}

/**
 * Resumable encoder of a file format: rows become a file batch after batch, and a file truncated at the end of a batch
 * can be continued.
 */
export interface FileEncoder<State = unknown> {
  /** Maximum rows per file; more go into another file. */
  maxRows: number
  begin(title: string, columns: readonly ExportColumn[]): Promise<Grown<State>>
  rows(state: State, columns: readonly ExportColumn[], rows: readonly (readonly ExportCell[])[]): Promise<Grown<State>>
  /** Whether the file has reached its maximum size. */
  isFull(state: State): boolean
  end(state: State): Promise<Buffer>
}

/** An exact amount in yuan: 450 is 0.045, 10000 is 1.00. */
export function yuanText(hao: number): string {
  const digits = String(Math.abs(hao)).padStart(5, '0')
  const decimals = digits.slice(-4).replace(/0{1,2}$/, '')
  return `${hao < 0 ? '-' : ''}${digits.slice(0, -4)}.${decimals}`
}
