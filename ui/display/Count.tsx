import style from '#ui/theme/number.module.css'

export const thousands = (count: number) => count.toLocaleString('en-US')

/** A whole number with thousands separators and a small unit after it. */
export function Count({ count, unit }: { count: number; unit?: string }) {
  return (
    <span className={style.number}>
      {thousands(count)}
      {unit ? <span className={style.unit}>{unit}</span> : null}
    </span>
  )
}

/** Billed segments: 「条」. */
export const Segments = ({ count }: { count: number }) => <Count count={count} unit="条" />

/** A share of a whole, `98.6%`; a dash where the whole is zero. */
export function Share({ part, whole }: { part: number; whole: number }) {
  if (whole === 0) return <span className={style.number}>–</span>
  const percent = (part / whole) * 100
  // A rate below one never rounds to 100 %.
  const shown = percent > 99.9 && part < whole ? 99.9 : percent
  return (
    <span className={style.number}>
      {shown.toFixed(1)}
      <span className={style.unit}>%</span>
    </span>
  )
}
