/** A row of a table file, in any format. */
export interface Row {
  /** Line on which the row starts, from 1, as an editor or a spreadsheet shows it. */
  line: number
  /** Trimmed. */
  cells: string[]
}
