/** A row of a file of numbers, whatever its format. */
export interface Row {
  /** Counted from 1, as an editor or a spreadsheet shows it: the line on which the row begins. */
  line: number
  /** Trimmed. */
  cells: string[]
}
