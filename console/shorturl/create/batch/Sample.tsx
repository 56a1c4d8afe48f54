import style from './Batch.module.css'

const maxRows = 5

/** The first rows of the file. */
export const Sample = ({ names, rows }: { names: readonly string[]; rows: readonly (readonly string[])[] }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: a table that is wider than its frame is scrolled by keyboard.
  <section className={style.sample} aria-label="文件的前几行" tabIndex={0}>
    <table>
      <thead>
        <tr>
          {names.map((name, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a column is identified by its index.
            <th key={index} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.slice(0, maxRows).map((row, line) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a row is identified by its index.
          <tr key={line}>
            {names.map((_, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a cell is identified by its index.
              <td key={index}>{row[index]}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </section>
)
