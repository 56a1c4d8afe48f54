/** A cell of a CSV file: quoted, and never a formula in a spreadsheet (CSV injection). */
const cell = (value: string | number) =>
  `"${String(value)
    .replaceAll('"', '""')
    .replace(/^([=+\-@\t\r])/, "'$1")}"`

type CsvRows = readonly (readonly (string | number)[])[]

/** Rows as CSV; the byte order mark makes Excel read it as UTF-8. */
export const csvText = (rows: CsvRows): string => `\ufeff${rows.map(row => row.map(cell).join(',')).join('\r\n')}\r\n`

export const downloadCsv = (name: string, rows: CsvRows): void =>
  saveFile(new Blob([csvText(rows)], { type: 'text/csv;charset=utf-8' }), `${name}.csv`)

export function saveFile(file: Blob, name: string): void {
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  URL.revokeObjectURL(url)
}
