import { type KeyboardEvent, type MouseEvent, memo, type RefObject, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useNavigate } from 'react-router'
import type { ChartProps } from './Chart.tsx'
import { type Drawing, draw, type Size, stepAfter, valueText } from './drawing.ts'
import style from './Plot.module.css'

type PlotProps = ChartProps & { heightPx: number }

/** The picture of a chart: its numbers are shown step by step, by pointer or by keys, and open the list behind them. */
export function Plot(props: PlotProps) {
  const { kind, title, unit, labels, series, heightPx, linkOf } = props
  const stage = useRef<HTMLDivElement>(null)
  const size = useSize(stage, heightPx)
  const [hidden, setHidden] = useState<readonly string[]>([])
  const drawing = useMemo(() => draw({ kind, labels, series, unit }, size, hidden), [kind, labels, series, unit, size, hidden])
  const [shown, setShown] = useState<number | null>(null)
  const navigate = useNavigate()
  const open = (step: number, place: number | null) => {
    const path = linkOf?.(step, place)
    if (path) void navigate(path)
  }
  const pressed = useRef<number | null>(null)
  // A finger leaves the numbers there until it presses elsewhere.
  useEffect(() => {
    const onPress = ({ target }: Event) => {
      if (target instanceof Node && !stage.current?.contains(target)) setShown(null)
    }
    addEventListener('pointerdown', onPress)
    return () => removeEventListener('pointerdown', onPress)
  }, [])
  const placeOf = ({ currentTarget, clientX, clientY }: MouseEvent): [x: number, y: number] => {
    const box = currentTarget.getBoundingClientRect()
    return [clientX - box.left, clientY - box.top]
  }
  const step = shown === null || shown >= labels.length ? null : shown
  return (
    <div ref={stage} className={style.stage} style={{ height: heightPx }}>
      {series.length > 1 ? <Legend series={series} hidden={hidden} onChange={setHidden} /> : null}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the slider beside it takes the keys. */}
      <svg
        role="img"
        aria-label={`${title}（图，可切换为表）`}
        className={`${style.picture} ${linkOf ? style.linked : ''}`}
        {...size}
        viewBox={`0 0 ${size.width} ${size.height}`}
        onPointerMove={event => setShown(drawing.stepAt(placeOf(event)[0]))}
        onPointerLeave={event => event.pointerType === 'mouse' && setShown(null)}
        onClick={event => {
          const [x, y] = placeOf(event)
          const at = drawing.stepAt(x)
          // Without a mouse the first press shows the numbers, and the second one opens.
          if (at !== null && (matchMedia('(hover: hover)').matches || at === pressed.current)) open(at, drawing.seriesAt(x, y))
          pressed.current = at
          setShown(at)
        }}
      >
        <Picture drawing={drawing} />
        {step === null ? null : <Pointer drawing={drawing} isLine={kind === 'line'} step={step} />}
      </svg>
      {step === null ? null : <Tip {...props} drawing={drawing} hidden={hidden} step={step} width={size.width} />}
      <Keys {...props} onShow={setShown} onOpen={at => open(at, null)} />
    </div>
  )
}

/** Room on A4: the texts of a picture as wide as the window would be too small there. */
const paper: Size = { width: 669, height: 180 }

/** The size of the picture, on paper while it is printed. */
function useSize(stage: RefObject<HTMLElement | null>, height: number): Size {
  const [width, setWidth] = useState(paper.width)
  const [isPrinted, setIsPrinted] = useState(false)
  useLayoutEffect(() => {
    const element = stage.current
    if (!element) return
    const measure = () => setWidth(element.clientWidth)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [stage])
  useEffect(() => {
    const onPrint = () => flushSync(() => setIsPrinted(true))
    const onPrinted = () => setIsPrinted(false)
    addEventListener('beforeprint', onPrint)
    addEventListener('afterprint', onPrinted)
    return () => {
      removeEventListener('beforeprint', onPrint)
      removeEventListener('afterprint', onPrinted)
    }
  }, [])
  return useMemo(() => (isPrinted ? paper : { width, height }), [isPrinted, width, height])
}

const colourOf = (colour: number) => `var(--hy-chart-${colour % 6})`

const Picture = memo(({ drawing: { frame, levels, names, marks } }: { drawing: Drawing }) => (
  <>
    {levels.map(({ text, y }) => (
      <g key={text}>
        <line className={style.level} x1={frame.left} x2={frame.right} y1={y} y2={y} />
        <text x={frame.left - 8} y={y} textAnchor="end" dominantBaseline="central">
          {text}
        </text>
      </g>
    ))}
    {names.map(({ text, x }) => (
      <text key={x} x={x} y={frame.bottom + 18} textAnchor="middle">
        {text}
      </text>
    ))}
    {marks.map(({ colour, isDashed, bars, line, points, running }, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: a series has no other identity than its place.
      <g key={index} style={{ color: colourOf(colour) }}>
        <path className={style.bars} d={bars} />
        <path className={isDashed ? style.reference : style.line} d={line} />
        {points.map(([x, y]) => (
          <circle key={x} className={style.point} cx={x} cy={y} r={2.5} />
        ))}
        {running ? (
          <>
            <path className={style.running} d={running.line} />
            <circle className={style.open} cx={running.point[0]} cy={running.point[1]} r={3.5} />
          </>
        ) : null}
      </g>
    ))}
  </>
))

/** Marks a step: a line at its points, or a band behind its bars. */
function Pointer({ drawing: { frame, xOf, stepWidth }, isLine, step }: { drawing: Drawing; isLine: boolean; step: number }) {
  const [x, height] = [xOf(step), frame.bottom - frame.top]
  return isLine ? (
    <line className={style.pointer} x1={x} x2={x} y1={frame.top} y2={frame.bottom} />
  ) : (
    <rect className={style.band} x={x - stepWidth / 2} y={frame.top} width={stepWidth} height={height} />
  )
}

interface TipProps extends Pick<PlotProps, 'labels' | 'series' | 'unit'> {
  drawing: Drawing
  hidden: readonly string[]
  step: number
  width: number
}

/** The numbers of a step beside it, on the side that has more room. */
function Tip({ labels, series, unit, drawing, hidden, step, width }: TipProps) {
  const x = drawing.xOf(step)
  return (
    <div className={style.tip} style={x > width / 2 ? { right: width - x + 12 } : { left: x + 12 }} aria-hidden>
      {labels[step]}
      {series
        .filter(one => !hidden.includes(one.name))
        .map(one => (
          <div key={one.name}>
            <i style={{ background: colourOf(one.colour) }} />
            <span>{one.name}</span>
            <b>{valueText(one.values[step], unit)}</b>
          </div>
        ))}
    </div>
  )
}

interface LegendProps extends Pick<PlotProps, 'series'> {
  hidden: readonly string[]
  onChange: (hidden: string[]) => void
}

/** The names of the series, which switch them on and off. */
const Legend = ({ series, hidden, onChange }: LegendProps) => (
  <div className={style.legend}>
    {series.map(({ name, colour }) => (
      <label key={name}>
        <input
          type="checkbox"
          className="hy-hidden"
          checked={!hidden.includes(name)}
          onChange={({ target }) => onChange(target.checked ? hidden.filter(one => one !== name) : [...hidden, name])}
        />
        <i style={{ background: colourOf(colour) }} />
        {name}
      </label>
    ))}
  </div>
)

interface KeysProps extends Pick<PlotProps, 'title' | 'labels' | 'series' | 'unit'> {
  onShow: (step: number | null) => void
  onOpen: (step: number) => void
}

/** The keyboard's way over a chart: one stop of the Tab key, arrow keys show the numbers of the next step. */
function Keys({ title, labels, series, unit, onShow, onOpen }: KeysProps) {
  const [chosen, setChosen] = useState(labels.length - 1)
  const step = Math.min(chosen, labels.length - 1)
  const show = (next: number) => {
    setChosen(next)
    onShow(next)
  }
  const press = (event: KeyboardEvent) => {
    const next = stepAfter(event.key, step, labels.length)
    if (next !== undefined) show(next)
    else if (event.key === 'Enter') onOpen(step)
    else if (event.key === 'Escape') onShow(null)
    else return
    event.preventDefault()
  }
  const numbers = series.map(({ name, values }) => `${name} ${valueText(values[step], unit)}`)
  return (
    <div
      role="slider"
      tabIndex={0}
      className={style.keys}
      aria-label={`${title}：逐点查看`}
      aria-valuemin={1}
      aria-valuemax={labels.length}
      aria-valuenow={step + 1}
      aria-valuetext={`${labels[step]}：${numbers.join('，')}`}
      onFocus={() => show(step)}
      onBlur={() => onShow(null)}
      onKeyDown={press}
    />
  )
}
