import type { ExportCell, ExportColumn } from './source.ts'

/** Bytes to be added to a file, and what is to be known to go on behind them: plain JSON, since it is kept in the database between two batches. */
export interface Grown<State> {
  bytes: Buffer
  state: State
}

/** How rows become a file, batch after batch: a file that was cut off at the end of one goes on there. */
export interface FileForm<State = unknown> {
  /** Rows of one file; more go into another. */
  maxRows: number
  begin(title: string, columns: readonly ExportColumn[]): Promise<Grown<State>>
  rows(state: State, columns: readonly ExportColumn[], rows: readonly (readonly ExportCell[])[]): Promise<Grown<State>>
  /** A file that has reached its size takes no more rows. */
  isFull(state: State): boolean
  end(state: State): Promise<Buffer>
}

/** A yuan amount that loses nothing: 450 is 0.045, 10000 is 1.00. */
export function yuanText(hao: number): string {
  const digits = String(Math.abs(hao)).padStart(5, '0')
  const decimals = digits.slice(-4).replace(/0{1,2}$/, '')
  return `${hao < 0 ? '-' : ''}${digits.slice(0, -4)}.${decimals}`
}
