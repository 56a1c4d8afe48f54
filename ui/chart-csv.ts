import type { ChartProps } from './Chart.tsx'

/** A cell of a CSV file: quoted, and never a formula in a spreadsheet (CSV injection). */
const cell = (value: string | number) =>
  `"${String(value)
    .replaceAll('"', '""')
    .replace(/^([=+\-@\t\r])/, "'$1")}"`

/** Downloads the numbers of a chart as CSV. */
export function chartCsv({ title, labels, series, unit }: Pick<ChartProps, 'title' | 'labels' | 'series' | 'unit'>): void {
  const head = ['', ...series.map(one => `${one.name}（${unit}）`)]
  const rows = labels.map((label, index) => [label, ...series.map(one => one.values[index] ?? '')])
  downloadCsv(title, [head, ...rows])
}

/** Downloads rows as CSV; the byte order mark makes Excel read it as UTF-8. */
export function downloadCsv(name: string, rows: readonly (readonly (string | number)[])[]): void {
  const text = rows.map(row => row.map(cell).join(',')).join('\r\n')
  const url = URL.createObjectURL(new Blob([`\ufeff${text}\r\n`], { type: 'text/csv;charset=utf-8' }))
  const link = document.createElement('a')
  link.href = url
  link.download = `${name}.csv`
  link.click()
  URL.revokeObjectURL(url)
}
